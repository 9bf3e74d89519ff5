"""The sensible policy of Bid Whist, in partnership and each alone.

Calls: count the books of the own hand in each suit, high and low, and in no trump. The four best
trumps count 1 book each, a trump beyond the third 1, other trumps ½; in a side suit the two best cards
together count 2, the best 1, the second ½ if it is not alone. In no trump the best cards of a suit in
unbroken order count 1 each, and with two of them each card beyond the fourth too.
The partner and the kitty are good for 5 more books, the kitty of a player alone for 2. The player bids as
low as possible in the best of these, up to that number.
Declaration: the best suit, or direction, in the same way.
Discard: neither trumps nor best cards; the lowest cards of short suits go first.
Play: by the rules of `tricks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulebook.cards import RANKS, CardSet, Suit
from rulebook.game import Game
from rulebook.games.bid_whist.facts import HIGH, LOW, PASS, Bid, Direction, standing
from rulebook.games.bid_whist.ranking import ACE_WORST, DOWN, ranks
from rulebook.parts.tricks import Order, best, order
from rulebook.simulate.tricks import Seen, to_win
from rulebook.table import Action, Pick, Space, Table

HELP, ALONE = 5.0, 2.0  # books that partner and kitty, or the kitty, are good for


def choose(g: Game, t: Table, spaces: Sequence[Space]) -> Action | None:
    """What this policy does, or None where it has no rule."""
    space = spaces[0]
    if space.kind == "call":
        return _call(g, t, space)
    if space.kind == "declare":
        return max(space, key=lambda a: _declared(g, t, a))
    if isinstance(space, Pick) and space.kind == "discard":
        return _discard(g, t, space)
    if space.kind == "card":
        return _card(g, t, space)
    return None


# -- how many books ----------------------------------------------------------------------------------


def books(hand: int, by: Order) -> float:
    """The books that a hand is good for in this order of the cards."""
    return sum(_in_suit(hand, by, s) for s in range(4))


def _in_suit(hand: int, by: Order, suit: int) -> float:
    cards = sorted(CardSet(by.suits[suit]), key=by.power.__getitem__, reverse=True)
    mine = CardSet(hand & by.suits[suit])
    top = [c in mine for c in cards[:4]]
    if suit == by.trump:
        return sum(1.0 if c in cards[:4] or n > 2 else 0.5 for n, c in enumerate(mine))
    if by.trump is None:
        run = next((n for n, held in enumerate(top) if not held), len(top))
        return run + (max(0, len(mine) - 4) if run > 1 else 0) + (0.5 if not run and top[1] and len(mine) > 1 else 0)
    return float(top[0]) + (1.0 if top[0] and top[1] else 0.5 if top[1] and len(mine) > 1 else 0.0)


def _order(g: Game, suit: Suit | None, direction: str) -> Order:
    down = ACE_WORST if g.options.low_ace == "worst" else DOWN
    return order(suit, down if direction == LOW else RANKS)


def _best(g: Game, hand: int, directions: Iterable[str], suits: Iterable[Suit | None]) -> float:
    some = tuple(suits)
    return max(books(hand, _order(g, suit, direction)) for direction in directions for suit in some)


SUITS4 = tuple(map(Suit, range(4)))


def _worth(g: Game, hand: int, bid: Bid) -> float:
    """The books of a hand in what this bid promises."""
    if bid.nt:
        return _best(g, hand, (bid.named,) if bid.named else (HIGH, LOW), (None,))
    return _best(g, hand, (bid.kind,) if bid.kind else (HIGH, LOW), SUITS4)


def _call(g: Game, t: Table, space: Space) -> Action:
    hand, calls = t.hands[space.by], list(space)
    more = HELP - 6 if len(g.seats.sides) < len(g.seats) else ALONE
    low: dict[tuple[str, str], tuple[float, Action]] = {}
    for a in calls:
        assert isinstance(a.what, Bid)
        if a.what != PASS and (a.what.kind, a.what.named) not in low:  # the lowest of each kind comes first
            low[a.what.kind, a.what.named] = (_worth(g, hand, a.what) + more - a.what.number, a)
    passing = [a for a in calls if a.what == PASS]
    if not low:
        return passing[0]
    spare, bid = max(low.values(), key=lambda found: found[0])
    partner = standing(t.facts) is not None and _partner_bid(g, t, space.by)
    return passing[0] if passing and (spare < 0 or (partner and spare < 1)) else bid


def _partner_bid(g: Game, t: Table, seat: int) -> bool:
    """Whether the bid to beat is one's own side's."""
    last = [s for s, bid in t.facts.calls if bid != PASS][-1]
    return g.seats.side(last) == g.seats.side(seat)


def _declared(g: Game, t: Table, a: Action) -> float:
    bid, hand, what = standing(t.facts), t.hands[a.by], a.what
    assert bid is not None
    parts = what if isinstance(what, tuple) else (what,)
    suit = next((p for p in parts if isinstance(p, Suit)), None)
    direction = next((str(p) for p in parts if isinstance(p, Direction)), bid.named or bid.kind)
    return books(hand, _order(g, suit, direction))


# -- cards -------------------------------------------------------------------------------------------


def _discard(g: Game, t: Table, space: Pick) -> Action:
    by, hand = ranks(g.options, t.facts), space.mask

    def keep(c: int) -> tuple[int, int]:
        suit = by.suit[c]
        mine = 0 if suit is None else (hand & by.suits[suit]).bit_count()
        top = by.power[c] % 100 >= 11
        return (by.power[c] + 100 * top, mine) if suit == by.trump or top else (mine, by.power[c])

    out = sorted(CardSet(hand), key=keep)[: space.k]
    return Action(space.by, "discard", CardSet(sum(1 << c for c in out)))


def _card(g: Game, t: Table, space: Space) -> Action:
    seat, by = space.by, ranks(g.options, t.facts)
    legal = sum(1 << a.what for a in space if isinstance(a.what, int))
    mine = t.piles.get("out", (0, 0))[0] if seat == t.facts.declarer else 0
    allies = _allies(g, t, seat)
    seen = Seen(
        legal=legal,
        order=by,
        trick=t.trick,
        out=t.unseen | _others(t, seat) & ~mine,
        ours=bool(t.trick) and t.after(t.leader, best(by, t.trick)) in allies,
        left=len(t.order) - len(t.trick) - 1,
        declaring=t.facts.declarer in allies,
    )
    return Action(seat, "card", to_win(seen))


def _others(t: Table, seat: int) -> int:
    """The cards that are neither in this hand nor played."""
    out = sum(mask for mask, _ in t.piles.values())
    return out | sum(hand for n, hand in enumerate(t.hands) if n != seat)


def _allies(g: Game, t: Table, seat: int) -> tuple[int, ...]:
    """Who plays together: partners, and against a declarer alone all others."""
    if len(g.seats.sides) < len(g.seats):
        return tuple(map(int, g.seats.of(g.seats.side(seat))))
    alone = t.facts.declarer
    return (seat,) if seat == alone else tuple(int(s) for s in g.seats.all if s != alone)
