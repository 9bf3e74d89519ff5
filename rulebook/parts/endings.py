"""Open hands: how many tricks a side takes when everybody sees all cards and plays best.

For any order of the cards, trumps or none, two to four hands to a trick, a side that wants most
tricks or fewest, also in the middle of a trick. A hand follows suit if it can and is free if not.

>>> from rulebook.parts.tricks import order
>>> hands = (CardSet.of("H3", "H2"), CardSet.of("HT", "H9"), CardSet.of("HA", "HQ"), CardSet.of("HK", "HJ"))
>>> found = solve(Ending(hands, order(None), leader=0, side=(True, False, True, False)))
>>> found.tricks, found.cards
(1, {H3: 1, H2: 1})
"""

from __future__ import annotations

from typing import NamedTuple, Protocol, runtime_checkable

from rulebook.cards import Card, CardSet
from rulebook.game import Game
from rulebook.parts.search import Search, SpentError
from rulebook.parts.tricks import Order, led
from rulebook.ruling import InputError
from rulebook.seats import Side
from rulebook.table import Table

BUDGET = 200_000  # positions at the start of a trick: a few seconds
LARGEST = 10  # with more cards a hand the search is not begun


class Ending(NamedTuple):
    """A position with open hands.

    hands   a mask of cards for each hand that plays, in the order of play
    leader  the hand that leads, or has led to the open trick, by its place in `hands`
    side    for each hand, whether it belongs to the side whose tricks are counted
    trick   cards of the open trick in playing order, no longer in the hands
    most    whether that side wants most tricks; if not, it wants fewest
    """

    hands: tuple[int, ...]
    order: Order
    leader: int
    side: tuple[bool, ...]
    trick: tuple[Card, ...] = ()
    most: bool = True

    @property
    def turn(self) -> int:
        """The hand that plays next."""
        return (self.leader + len(self.trick)) % len(self.hands)

    @property
    def legal(self) -> CardSet:
        """The cards it may play."""
        hand, suit = self.hands[self.turn], led(self.order, self.trick)
        return CardSet((hand & self.order.suits[suit] if suit is not None else 0) or hand)

    @property
    def whole(self) -> tuple[int, ...]:
        """The hands with the cards of the open trick put back."""
        hands = list(self.hands)
        for i, c in enumerate(self.trick):
            hands[(self.leader + i) % len(hands)] |= 1 << c
        return tuple(hands)

    @property
    def left(self) -> int:
        """Tricks that are not finished yet."""
        return max(h.bit_count() for h in self.whole)


class Solution(NamedTuple):
    """What is possible: tricks of the side from here, also after each legal card.

    `tricks` is None, and `cards` empty, when the search gave up after so many `nodes`.
    """

    tricks: int | None
    cards: dict[Card, int]
    nodes: int

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards that no other one beats."""
        return tuple(c for c, n in self.cards.items() if n == self.tricks)


@runtime_checkable
class Open(Protocol):
    """A phase whose play can be solved."""

    def ending(self, t: Table) -> Ending | None:
        """The position of this table."""


def ending(game: Game, t: Table) -> Ending | None:
    """The position of this table, if cards are being played, one a hand, and all hands are known and even."""
    phase: object = game.active(t)
    if not isinstance(phase, Open) or any(t.hidden) or len(set(t.order)) < len(t.order):
        return None
    e = phase.ending(t)
    return e if e is not None and len({hand.bit_count() for hand in e.whole}) == 1 else None


def possible(game: Game, t: Table, side: Side, c: Card | None = None, budget: int = BUDGET) -> int | None:
    """Tricks of a side since the start of the record: those it has won, and those it can still take.

    After this card, if one is given. None when the cards are not all known or the search gives up.
    """
    seats = {game.seats.seat(letter) for letter in side.code}
    e = ending(game, t)
    if e is None:
        return None if game.active(t) else sum(trick.winner in seats for trick in t.tricks)
    ours = {hand for hand, mine in zip(t.order, e.side, strict=True) if mine}
    hands = ours if seats <= ours else set(t.order) - ours
    found = solve(e, budget)
    n = found.tricks if c is None else found.cards.get(c)
    if n is None or not seats <= hands:
        return None
    return sum(trick.winner in hands for trick in t.tricks) + (n if hands is ours else e.left - n)


def solve(e: Ending, budget: int = BUDGET, *, endplay: bool = False) -> Solution:
    """What is possible from here. Gives up when `budget` positions are not enough.

    With `endplay` the package of that name is asked, which solves whole deals too. Raises ValueError
    for what is no position, InputError when the package is missing.
    """
    _check(e)
    if not e.left:
        return Solution(0, {}, 0)
    if endplay:
        return _answer(e, _endplay(e), 0)
    if e.left > LARGEST:
        return Solution(None, {}, 0)
    search = Search(e.order, e.side, e.most, budget)
    try:
        return _answer(e, search.cards(e.whole, e.leader, e.trick, e.legal), search.nodes)
    except SpentError:
        return Solution(None, {}, search.nodes)


def _answer(e: Ending, cards: dict[Card, int], nodes: int) -> Solution:
    best = max if e.most == e.side[e.turn] else min
    return Solution(best(cards.values()), cards, nodes)


def _check(e: Ending) -> None:
    """Raises ValueError for what is no position."""
    every = [c for hand in e.hands for c in CardSet(hand)] + [*e.trick]
    if not 2 <= len(e.hands) <= 4 or len(e.side) != len(e.hands) or len(e.trick) >= len(e.hands):
        raise ValueError("an ending has two to four hands, and each belongs to the side or does not")
    if len({hand.bit_count() for hand in e.whole}) > 1 or len(set(every)) < len(every):
        raise ValueError("the hands of an ending hold equally many cards, each card once")
    if any(e.order.suit[c] is None for c in every):
        raise ValueError("a card of no suit has no place in an ending")


def _endplay(e: Ending) -> dict[Card, int]:
    """The same from `endplay`, which knows four hands, ace high and most tricks only."""
    natural = all(e.order.power[c] % 100 == c % 13 for hand in e.whole for c in CardSet(hand))
    if len(e.hands) != 4 or e.side[:2] != e.side[2:] or e.side[0] == e.side[1] or not e.most or not natural:
        raise ValueError("endplay solves two partnerships, ace high, for most tricks")
    try:
        from endplay.dds import solve_board
        from endplay.types import Deal, Denom, Player
    except ImportError:
        raise InputError("Whole deals need the package endplay, and it is not installed.") from None
    suits = [CardSet(e.order.suits[s]) for s in range(4)]
    hands = (
        ".".join("".join(c.rank for c in reversed([*suits[s]]) if c in CardSet(h)) for s in range(4)) for h in e.whole
    )
    trumps = (Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs, Denom.nt)
    trump = trumps[4 if e.order.trump is None else e.order.trump]
    deal = Deal(f"N:{' '.join(hands)}", first=Player(e.leader), trump=trump, complete_deal=False)
    for c in e.trick:
        deal.play(c.code)
    tricks = {str(c): n for c, n in solve_board(deal)}
    found = {c: tricks[f"{'♠♥♦♣'[c // 13]}{c.rank}"] for c in e.legal.sorted()}
    return found if e.side[e.turn] else {c: e.left - n for c, n in found.items()}
