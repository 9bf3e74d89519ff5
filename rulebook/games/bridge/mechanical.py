"""A make without a choice: what a hand names when its player may not decide.

>>> from rulebook.cards import card
>>> hand = sum(1 << card(c) for c in "SA SK S5 S4 S2 HA HQ H9 H8 H3 D7 C8 C3".split())
>>> {suit.word: pips(hand, suit) for suit in longest(hand)}
{'spades': 32, 'hearts': 41}
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from rulebook.cards import SUIT_MASKS, SUITS, CardSet, Suit, card
from rulebook.game import Phase, by_table
from rulebook.games.bridge.facts import Bid, declared, is_make
from rulebook.games.bridge.make import Make, none
from rulebook.games.bridge.options import STRAIGHT
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import Seat, Seats
from rulebook.table import Action, Each, Space, Table

ACES = sum(1 << card(f"{suit}A") for suit in SUITS)
PIPS = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10}
ENOUGH = 3  # aces for no trump


def pips(hand: int, suit: Suit) -> int:
    """The pips of a suit: ace 11, court cards and ten 10, the others their number."""
    return sum(PIPS.get(c.rank, 0) or int(c.rank) for c in CardSet(hand & SUIT_MASKS[suit]))


def longest(hand: int) -> list[Suit]:
    """The longest suit of a hand, or several of the same length."""
    lengths = [(hand & mask).bit_count() for mask in SUIT_MASKS[: len(SUITS)]]
    return [Suit(i) for i, n in enumerate(lengths) if n == max(lengths)]


def make(hand: int, player: Seat) -> tuple[Bid, Ruling]:
    """What these 13 cards name, and why.

    >>> from rulebook.seats import FOUR
    >>> bid, why = make(ACES, FOUR.all[0])
    >>> bid.code, why.rule
    ('NT', 'bridge.mechanical.aces')
    """
    aces = (hand & ACES).bit_count()
    if aces >= ENOUGH:
        bid = Bid(0, "N")
        return bid, yes(
            "bridge.mechanical.aces",
            "{player} names {make}. Aces in this hand: {aces}.",
            player=player, make=bid, aces=aces,
        )  # fmt: skip
    suits = longest(hand)
    if len(suits) == 1:
        bid = Bid(0, suits[0].code)
        length = (hand & SUIT_MASKS[suits[0]]).bit_count()
        return bid, yes(
            "bridge.mechanical.longest",
            "{player} names {make}, the longest suit of this hand. Cards: {length}.",
            player=player, make=bid, length=length,
        )  # fmt: skip
    most = max(pips(hand, suit) for suit in suits)
    best = [suit for suit in suits if pips(hand, suit) == most]
    bid = Bid(0, max(best, key=lambda suit: STRAIGHT[suit.code]).code)
    if len(best) == 1:
        return bid, yes(
            "bridge.mechanical.pips",
            "{player} names {make}. Of the longest suits it has most pips: {pips}.",
            player=player, make=bid, pips=most,
        )  # fmt: skip
    return bid, yes(
        "bridge.mechanical.dearer",
        "{player} names {make}. The longest suits have as many pips, so the one of the highest value counts.",
        player=player, make=bid,
    )  # fmt: skip


ANNOUNCED = yes("bridge.mechanical.announced", "{who} announces {what}.")


class Dealer(Make):
    """The dealer names the trump or refuses to. A variety says so in its own words."""

    kinds: ClassVar = {"make": is_make, "leave": none}
    made: ClassVar[Ruling]
    left: ClassVar[Ruling]

    def only_dealer(self, t: Table, a: Action) -> Ruling:
        """The refusal for anybody else."""
        raise NotImplementedError

    def partner(self, t: Table) -> None:
        """Nobody else has a choice."""

    def done(self, t: Table) -> bool:
        return t.facts.left or t.facts.declarer is not None

    def legal(self, t: Table) -> tuple[Space, ...]:
        makes = tuple(Bid(0, d) for d in STRAIGHT)
        return Each(t.setup.dealer, "make", makes), Each(t.setup.dealer, "leave", (None,))

    def rule(self, t: Table, a: Action) -> Ruling:
        if a.by != t.setup.dealer:
            return self.only_dealer(t, a)
        return self.left if a.kind == "leave" else self.made

    def apply(self, t: Table, a: Action) -> Table:
        if a.kind == "leave":
            return t.knowing(replace(t.facts, left=True))
        assert isinstance(a.what, Bid)
        return declared(self.o, t, a.by, a.what, a.by)


class Hand(Phase):
    """The hand opposite names for a dealer who refused: a forced step, or an announcement if it is not known."""

    name = "make"
    kinds: ClassVar = {"make": is_make}

    def hand(self, t: Table) -> Seat:
        """The hand that names."""
        seats: Seats = self.o.shape.seats
        return seats.partner(t.setup.dealer)

    def announcer(self, t: Table) -> int:
        """Who sorts the hand and says what it names."""
        return t.setup.dealer

    def done(self, t: Table) -> bool:
        return t.facts.declarer is not None

    def turn(self, t: Table) -> int:
        return self.announcer(t)

    def legal(self, t: Table) -> tuple[Space, ...]:
        return (Each(self.announcer(t), "make", tuple(Bid(0, d) for d in STRAIGHT)),)

    def forced(self, t: Table) -> Action | None:
        hand = t.known(self.hand(t))
        if hand.bit_count() < self.o.shape.hand:
            return None
        bid, _ = make(hand, self.hand(t))
        return by_table("make", bid)

    def rule(self, t: Table, a: Action) -> Ruling:
        if a.by < 0:
            _, why = make(t.known(self.hand(t)), self.hand(t))
            return why
        announcer = self.o.shape.seats.all[self.announcer(t)]
        if a.by != announcer:
            return no("bridge.mechanical.announced", "Only {player} announces what this hand names.", player=announcer)
        return ANNOUNCED.unsure()

    def apply(self, t: Table, a: Action) -> Table:
        assert isinstance(a.what, Bid)
        return declared(self.o, t, t.setup.dealer, a.what, t.setup.dealer)
