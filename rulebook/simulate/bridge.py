"""The sensible policy of the bridge games.

Points: ace 4, king 3, queen 2, jack 1.
Make: no trump with 15 points; else hearts or diamonds with five of them and 11 points; else the dealer
leaves it to the partner. Who must name takes no trump with 15 points, the longer red suit with 11, else
the longer black suit.
Calls: a suit of four is worth a bid of one with 12 points, counting 2 for each card beyond the fourth,
and one more for each further 3; no trump one with 15. A suit that the partner has bid is raised once for
each 4 points above 5 with three cards of it. The player bids as low as possible what can be bid highest,
then what counts most. Who may not pass makes the lowest bid.
Doubling: with 16 points; never a redouble, never the partner's own.
Exchange: nothing is laid. Nullo and misery are never called.
Play: by the rules of `tricks`, to lose them where the contract or the game wants that.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.cards import SUIT_MASKS, Card, CardSet
from rulebook.game import Game
from rulebook.games.bridge.facts import DOUBLE, PASS, Bid, dummy, player, standing
from rulebook.games.bridge.play import ranks
from rulebook.parts.tricks import best
from rulebook.simulate.tricks import Seen, to_lose, to_win
from rulebook.table import Action, Space, Table

HONOURS = {"A": 4, "K": 3, "Q": 2, "J": 1}
MAKE_NT, MAKE_RED, ODD, ODD_NT, TO_DOUBLE = 15, 11, 12, 15, 16
LOST = ("U", "M")  # nullo and misery


def choose(g: Game, t: Table, spaces: Sequence[Space]) -> Action | None:
    """What this policy does, or None where it has no rule."""
    space = spaces[0]
    if space.kind == "make":
        return _make(t, space, spaces)
    if space.kind == "call":
        return _call(g, t, space)
    return _card(g, t, space) if space.kind == "card" else None


def points(hand: int) -> int:
    """The honour points of a hand.

    >>> points(CardSet.of("SA", "HK", "DT"))
    7
    """
    return sum(HONOURS.get(c.rank, 0) for c in CardSet(hand))


def length(hand: int, denomination: str) -> int:
    """The cards of a suit in a hand; none in no trump."""
    trump = Bid(0, denomination).trump
    return 0 if trump is None else (hand & SUIT_MASKS[trump]).bit_count()


def _make(t: Table, space: Space, spaces: Sequence[Space]) -> Action:
    hand = t.hands[space.by]
    leave = next((a for s in spaces if s.kind == "leave" for a in s), None)
    n, (red, black) = points(hand), (max(two, key=lambda d: length(hand, d)) for two in ("HD", "SC"))
    if n >= MAKE_NT:
        named = "N"
    elif n >= MAKE_RED and (leave is None or length(hand, red) >= 5):
        named = red
    elif leave is not None:
        return leave
    else:
        named = black
    return Action(space.by, "make", Bid(0, named))


# -- calls -------------------------------------------------------------------------------------------


def _call(g: Game, t: Table, space: Space) -> Action:
    seat, calls = space.by, [a for a in space if isinstance(a.what, Bid)]
    hand = t.hands[seat]
    passing = next((a for a in calls if a.what == PASS), None)
    bids: dict[str, tuple[int, int, Action]] = {}
    for a in calls:
        bid = a.what
        assert isinstance(bid, Bid)
        if bid.number and bid.denomination not in (*LOST, *bids):  # the lowest of each denomination comes first
            spare = most(g, t, seat, bid.denomination) - bid.number
            bids[bid.denomination] = (spare, _counts(g, bid), a)
    if bids:
        spare, _, a = max(bids.values(), key=lambda found: found[:2])
        if passing is None:
            return min(bids.values(), key=lambda found: (_number(found[2]), -found[0]))[2]
        if spare >= 0:
            return a
    double = next((a for a in calls if a.what == DOUBLE), None)
    if double is not None and points(hand) >= TO_DOUBLE and _theirs(g, t, seat):
        return double
    return passing or calls[0]


def _number(a: Action) -> int:
    assert isinstance(a.what, Bid)
    return a.what.number


def _counts(g: Game, bid: Bid) -> int:
    return int(g.options.shape.values.get(bid.denomination, 0))


def most(g: Game, t: Table, seat: int, denomination: str) -> int:
    """The most odd tricks that this player bids for in a denomination."""
    hand, last = t.hands[seat], standing(t.facts)
    n, cards = points(hand), length(hand, denomination)
    partner = _partner(g, seat)
    theirs = [bid for s, bid in t.facts.calls if s == partner and bid.denomination == denomination]
    if last is not None and last in theirs:
        return theirs[0].number + max(0, (n - 5) // 4) if cards >= 3 else 0
    if denomination == "N":
        return (n - ODD_NT) // 3 + 1
    return (n + 2 * (cards - 4) - ODD) // 3 + 1 if cards >= 4 else 0


def _partner(g: Game, seat: int) -> int | None:
    if len(g.seats.sides) == len(g.seats.players):
        return None
    return next(int(s) for s in g.seats.of(g.seats.side(seat)) if s != seat)


def _theirs(g: Game, t: Table, seat: int) -> bool:
    """Whether the other side has named what is played."""
    owner = t.facts.declarer
    if owner is None:
        owner = next((s for s, bid in reversed(t.facts.calls) if bid.number), seat)
    return owner not in (seat, _partner(g, seat))


# -- cards -------------------------------------------------------------------------------------------


def _card(g: Game, t: Table, space: Space) -> Action:
    by, first = ranks(t.facts), next(iter(space))
    hand, declarer = first.hand, t.facts.declarer
    legal = sum(1 << a.what for a in space if isinstance(a.what, Card))
    declaring = player(t, hand) == declarer
    laid = dummy(t) if t.leader >= 0 else None
    own = [h for h in range(len(t.hands)) if player(t, h) == declarer] if declaring else [hand]
    shown = {*own, hand if laid is None else laid}
    out = sum(mask for h, mask in enumerate(t.hands) if h not in shown) | sum(mask for mask, _ in t.piles.values())
    winner = t.after(t.leader, best(by, t.trick)) if t.trick else hand
    seen = Seen(
        legal=legal,
        order=by,
        trick=t.trick,
        out=out & ~legal,
        ours=bool(t.trick) and (player(t, winner) == declarer) == declaring,
        left=len(t.order) - len(t.trick) - 1,
        declaring=declaring,
    )
    losing = g.options.shape.losing or (t.facts.contract is not None and t.facts.contract.denomination in LOST)
    return first._replace(what=to_lose(seen) if losing else to_win(seen))
