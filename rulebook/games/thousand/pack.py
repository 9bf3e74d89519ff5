"""The pack: which cards there are, what they count, what a pair is worth."""

from __future__ import annotations

from rulebook.cards import Card, Suit
from rulebook.ruling import Ruling, no, yes

ALL = yes("thousand.pack.cards", "All cards dealt belong to the pack.")
COUNTED = yes("thousand.pack.points", "Ace 11, ten 10, king 4, queen 3, jack 2, nine 0.")


def foreign(card: Card) -> Ruling:
    """The refusal of a card that is not in this pack."""
    return no("thousand.pack.cards", "{card} is not in this pack.", card=card)


def ranked(better: Card, worse: Card) -> Ruling:
    """Which of two cards of one suit is better."""
    return yes(
        "thousand.pack.cards",
        "{better} beats {worse}: the order is ace, ten, king, queen, jack, nine.",
        better=better,
        worse=worse,
    )


def pair_counts(suit: Suit, points: int) -> Ruling:
    """What a pair is worth in this game."""
    return yes("thousand.pack.pairs", "A pair of this suit ({suit}) counts {points}.", suit=suit, points=points)
