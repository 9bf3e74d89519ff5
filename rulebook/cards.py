"""Cards and sets of cards. This module knows no game: which card beats which is a rule.

A card is a small int, a set of cards is an int with one bit per card. Both have a friendly
face (`Card`, `CardSet`) that costs nothing where only the number is needed.

>>> hand = CardSet.of("SA", "S2", "BJ")
>>> card("SA") in hand, len(hand), str(hand)
(True, 3, 'SA S2 BJ')
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

SUITS = "SHDC"
SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
RANKS = "23456789TJQKA"
JOKERS = ("LJ", "BJ")


class Suit(int):
    """One of the four suits, 0 to 3 in the order of `SUITS`.

    >>> Suit(1).code
    'H'
    """

    @property
    def code(self) -> str:
        return SUITS[self]

    @property
    def word(self) -> str:
        """The name that records use: `spades`."""
        return SUIT_NAMES[self]


class Card(int):
    """One card, 0 to 53: thirteen spades from the two up, hearts, diamonds, clubs, `LJ`, `BJ`.

    >>> card("DT").code, card("DT").suit.code, card("BJ").suit
    ('DT', 'D', None)
    """

    __slots__ = ()

    @property
    def code(self) -> str:
        return CODES[self]

    @property
    def suit(self) -> Suit | None:
        """The printed suit; a joker has none."""
        return None if self >= 52 else Suit(self // 13)

    @property
    def rank(self) -> str:
        """The printed rank, or the joker's letter `B` or `L`."""
        return self.code[1] if self < 52 else self.code[0]

    def __repr__(self) -> str:
        return self.code


CODES = (*(s + r for s in SUITS for r in RANKS), *JOKERS)
CARDS = tuple(Card(i) for i in range(54))
_BY_CODE = {c.code: c for c in CARDS}
LITTLE, BIG = _BY_CODE["LJ"], _BY_CODE["BJ"]


def card(text: str) -> Card:
    """The card with this code, suit first (`SA`, `D10`) or rank first (`AS`), in capitals or not.

    Raises ValueError for anything else. `JH` is the jack of hearts or a high joker in somebody's
    notation, so it and `JL` are refused.

    >>> card("10d"), card("D10"), card("as")
    (DT, DT, SA)
    >>> card("JH")
    Traceback (most recent call last):
    ValueError: JH
    """
    code = text.upper().replace("10", "T")
    if code in ("JH", "JL"):
        raise ValueError(text)
    found = _BY_CODE.get(code, _BY_CODE.get(code[::-1]))
    if found is None or (found >= 52 and code not in JOKERS):
        raise ValueError(text)
    return found


def is_card(value: object) -> bool:
    """Whether this is one of the 54 cards."""
    return isinstance(value, Card) and 0 <= value < 54


def is_cards(value: object) -> bool:
    """Whether this is a set of cards."""
    return isinstance(value, CardSet) and 0 <= value < 1 << 54


def is_suit(value: object) -> bool:
    """Whether this is one of the four suits."""
    return isinstance(value, Suit) and 0 <= value < 4


class CardSet(int):
    """A set of cards as an int with bit `c` for card `c`: a hand, a pile, all cards of a suit."""

    __slots__ = ()

    @classmethod
    def of(cls, *codes: str) -> CardSet:
        """The set of the cards with these codes.

        >>> CardSet.of("C2", "SA")
        CardSet('SA C2')
        """
        return cls(sum(1 << c for c in {card(code) for code in codes}))

    def __iter__(self) -> Iterator[Card]:
        rest = int(self)
        while rest:
            low = rest & -rest
            yield CARDS[low.bit_length() - 1]
            rest ^= low

    def __len__(self) -> int:
        return self.bit_count()

    def __contains__(self, item: int) -> bool:
        return bool(self >> item & 1)

    def sorted(self) -> list[Card]:
        """For people: suits as in `SUITS`, high cards first, jokers last."""
        return sorted(self, key=lambda c: (4, -c) if c >= 52 else (c // 13, -c))

    def __str__(self) -> str:
        return " ".join(c.code for c in self.sorted())

    def __repr__(self) -> str:
        return f"CardSet({str(self)!r})"


SUIT_MASKS = tuple(((1 << 13) - 1) << 13 * s for s in range(4))


class Pack(NamedTuple):
    """The cards in play: `mask` is their set.

    >>> len(pack(1).cards), "LJ" in str(pack(1).cards)
    (53, False)
    """

    jokers: int
    mask: int

    @property
    def cards(self) -> CardSet:
        return CardSet(self.mask)


@cache
def pack(jokers: int = 0) -> Pack:
    """The 52-card pack with 0, 1 (the big one) or 2 jokers."""
    extra = (0, 1 << BIG, 1 << BIG | 1 << LITTLE)[jokers]
    return Pack(jokers, (1 << 52) - 1 | extra)
