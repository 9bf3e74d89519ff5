"""The shape of each game: how many play, which cards, how they are dealt, what a pair is worth."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from rulebook.cards import SUITS, Suit, card
from rulebook.seats import Seats, circle

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}


class Shape(NamedTuple):
    """
    players, active  seats at the table, and how many of them play a deal
    hand             cards dealt to each
    talons, stock    sizes of the talons and of the stock
    ranks            from worst to best
    pairs            what king and queen of a suit are worth, in the order of SUITS
    gifts, discards  cards the declarer passes and puts out
    discards_count   whether cards put out count for the declarer
    raises           whether the bid can be raised after the exchange
    beats            whether every player must beat the best card if possible
    rescue           whether all tricks at 120 count in the cards out of play
    """

    players: int
    active: int
    hand: int
    talons: tuple[int, ...] = ()
    stock: int = 0
    ranks: str = "9JQKTA"
    pairs: tuple[int, ...] = (40, 100, 80, 60)
    gifts: int = 0
    discards: int = 0
    discards_count: bool = False
    raises: bool = True
    beats: bool = False
    rescue: bool = False

    @property
    def seats(self) -> Seats:
        return circle(self.players)

    @property
    def tricks(self) -> int:
        """Tricks of a deal: the cards that each player plays."""
        out = sum(self.talons[1:]) + self.discards
        cards = self.active * self.hand + sum(self.talons) + self.stock
        return (cards - out) // self.active

    @property
    def mask(self) -> int:
        """The pack."""
        return _pack(self.ranks)

    def pair(self, suit: Suit) -> int:
        """What king and queen of this suit are worth."""
        return self.pairs[suit]


@cache
def _pack(ranks: str) -> int:
    return sum(1 << card(s + r) for s in SUITS for r in ranks)


AUSTRIAN = (80, 60, 40, 100)
MELK = (60, 100, 80, 40)

THREE = Shape(3, 3, 7, (3,), gifts=2)
FOUR = Shape(4, 3, 7, (3,), gifts=2)
TWO_POLISH = Shape(2, 2, 10, (2, 2), discards=2, rescue=True)
TWO_RUSSIAN = Shape(2, 2, 9, (3, 3), gifts=1, discards=1)
DRAW = Shape(2, 2, 6, stock=12, raises=False)
DRAW_FIVE = Shape(2, 2, 5, stock=14, raises=False)
TAUSENDEINS = Shape(3, 3, 6, (2,), ranks="JQKTA", pairs=AUSTRIAN, discards=2, discards_count=True, raises=False)
RUSSELN = Shape(3, 3, 8, pairs=MELK, raises=False, beats=True)


def held(hand: int, unseen: int, hidden: int, suit: Suit, ranks: str = "KQ") -> bool | None:
    """Whether a hand has these ranks of a suit: True, False, or None while unknown cards decide."""
    wanted = sum(1 << card(SUITS[suit] + r) for r in ranks)
    missing = wanted & ~hand
    if not missing:
        return True
    return None if missing & unseen == missing and missing.bit_count() <= hidden else False
