"""The sensible policy of 1000 and its relatives.

Bids: an ace counts 20, the ten beside it 15; a pair in hand counts its worth beside an ace, else half of
it; the talon counts 15. The player bids as low as possible up to that sum.
Talon: the first. Gifts and discards: the cards that count least, but no pairs, no aces, no tens beside
their ace. Nobody bids blind.
Play: the dearest pair is announced as soon as it may be, with the queen. Else by the rules of `tricks`,
each player alone; pairs in hand are kept together.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.cards import SUITS, Card, CardSet, Suit, card
from rulebook.game import Game
from rulebook.games.thousand.marriage import both
from rulebook.games.thousand.play import ranks
from rulebook.games.thousand.shape import POINTS
from rulebook.simulate.tricks import Seen, to_win
from rulebook.table import Action, Pick, Space, Table

ACE, TEN, TALON = 20, 15, 15
ACES = tuple(card(s + "A") for s in SUITS)


def choose(g: Game, t: Table, spaces: Sequence[Space]) -> Action | None:
    """What this policy does, or None where it has no rule."""
    kinds = {s.kind: s for s in spaces}
    if "call" in kinds:
        return _call(g, t, [s for s in spaces if s.kind == "call"])
    if "talon" in kinds:
        return next(iter(kinds["talon"]))
    if "give" in kinds:
        return min(kinds["give"], key=lambda a: _worth(g, t, a.by, a.what))
    if isinstance(out := kinds.get("discard"), Pick):
        some = sorted(CardSet(out.mask), key=lambda c: _worth(g, t, out.by, c))[: out.k]
        return Action(out.by, "discard", CardSet(sum(1 << c for c in some)))
    if "pair" in kinds:
        return max(kinds["pair"], key=lambda a: _pair_first(g, a.what))
    return _card(g, t, kinds["card"]) if "card" in kinds else None


def held(hand: int) -> list[Suit]:
    """The pairs in a hand.

    >>> [s.code for s in held(CardSet.of("HK", "HQ", "SK"))]
    ['H']
    """
    return [Suit(s) for s in range(4) if hand & both(Suit(s)) == both(Suit(s))]


def estimate(g: Game, hand: int) -> int:
    """What a hand is good for before the talon is taken."""
    aces = [c for c in ACES if hand >> c & 1]
    tens = [c for c in aces if hand >> card(SUITS[c // 13] + "T") & 1]
    pairs: int = sum(g.options.shape.pair(s) for s in held(hand))
    talon = TALON if g.options.shape.talons else 0
    return ACE * len(aces) + TEN * len(tens) + (pairs if aces else pairs // 2) + talon


def _call(g: Game, t: Table, spaces: Sequence[Space]) -> Action:
    seat = spaces[0].by
    bids = [next((a for a in s if a.what), None) for s in spaces]
    low = min((a for a in bids if a is not None), key=lambda a: _number(a.what), default=None)
    passing = next((a for s in spaces for a in s if not a.what), None) if spaces[0].size == 1 else None
    if low is None:
        return passing or next(iter(spaces[0]))
    if passing is None or _number(low.what) <= estimate(g, t.hands[seat]):
        return low
    return passing


def _number(what: object) -> int:
    assert isinstance(what, int)
    return int(what)


def _worth(g: Game, t: Table, seat: int, what: object) -> tuple[int, int]:
    """What a card is worth keeping out of gifts and discards."""
    assert isinstance(what, Card)
    hand, suit = t.hands[seat], what.suit
    assert suit is not None
    paired = suit in held(hand) and what.rank in "KQ"
    guarded = what.rank == "A" or (what.rank == "T" and hand >> ACES[suit] & 1)
    return (2 if paired else 1 if guarded else 0, POINTS[what.rank])


def _pair_first(g: Game, what: object) -> tuple[int, int]:
    """The dearest pair, with the queen."""
    assert isinstance(what, Card)
    suit = what.suit
    assert suit is not None
    return (g.options.shape.pair(suit), -POINTS[what.rank])


def _card(g: Game, t: Table, space: Space) -> Action:
    seat, by = space.by, ranks(g.options, t)
    seen = Seen(
        legal=sum(1 << a.what for a in space if isinstance(a.what, Card)),
        order=by,
        trick=t.trick,
        out=sum(h for n, h in enumerate(t.hands) if n != seat) | sum(mask for mask, _ in t.piles.values()),
        left=len(t.order) - len(t.trick) - 1,
        declaring=getattr(t.facts, "declarer", None) == seat,
        keep=sum(both(s) for s in held(t.hands[seat])),
    )
    return Action(seat, "card", to_win(seen))
