"""What a cut is worth, and who plays, waits or goes out by it: laws 14 to 24 as functions.

>>> from rulebook.cards import card
>>> order = sorted(map(card, ("SA", "C2", "HA", "DK")), key=height)
>>> [c.code for c in order]
['HA', 'SA', 'C2', 'DK']
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Generic, NamedTuple, TypeVar

from rulebook.cards import RANKS, Card, CardSet

Name = TypeVar("Name")

CUT_RANKS = "A" + RANKS[:-1]  # the ace is the lowest
CUT_SUITS = "HDCS"


def height(c: Card) -> tuple[int, int]:
    """The place of a card among cuts: the rank, ace low, then the suit from hearts up to spades."""
    return CUT_RANKS.index(c.rank), CUT_SUITS.index(c.code[0])


def counts(shown: int) -> Card:
    """The card that counts when several are shown: the highest.

    >>> counts(CardSet.of("H5", "C9")), counts(CardSet.of("HA", "C2"))
    (C9, C2)
    """
    return max(CardSet(shown), key=height)


def lowest_first(cuts: Mapping[Name, int]) -> list[Name]:
    """Those who cut, the lowest cut first.

    >>> lowest_first({"p": CardSet.of("CA"), "q": CardSet.of("DK"), "r": CardSet.of("H3"), "s": CardSet.of("S3")})
    ['p', 'r', 's', 'q']
    """
    return sorted(cuts, key=lambda name: height(counts(cuts[name])))


# -- laws 17 to 24: who plays, who waits, who goes out -------------------------------------------


class Chosen(NamedTuple, Generic[Name]):
    """Who is chosen; or, while a cut must decide, who has still to cut. `cut` tells whether one decided."""

    names: tuple[Name, ...]
    missing: tuple[Name, ...] = ()
    cut: bool = False


def choose(
    groups: Iterable[Sequence[Name]], places: int, cuts: Mapping[Name, int], *, highest: bool = False
) -> Chosen[Name]:
    """One group after the other, while places last; the group that is too large cuts for what is left.

    >>> cuts = {"d": CardSet.of("S9"), "e": CardSet.of("H2"), "f": CardSet.of("DA")}
    >>> choose(["ab", "c", "def"], 4, cuts).names
    ('a', 'b', 'c', 'f')
    >>> choose(["ab", "c", "def"], 4, {}).missing
    ('d', 'e', 'f')
    """
    chosen: tuple[Name, ...] = ()
    for group in groups:
        free = places - len(chosen)
        if free and len(group) > free:
            missing = tuple(name for name in group if name not in cuts)
            if missing:
                return Chosen((), missing, cut=True)
            order = lowest_first({name: cuts[name] for name in group})
            return Chosen((*chosen, *(order[::-1] if highest else order)[:free]), cut=True)
        chosen += tuple(group[:free])
    return Chosen(chosen)


def going_out(
    played: Mapping[Name, int], helpers: Collection[Name], applicants: int, cuts: Mapping[Name, int]
) -> Chosen[Name]:
    """Most rubbers in a row go out, then the highest cuts; who helped to form the table goes last.

    >>> cuts = {"p": CardSet.of("CA"), "q": CardSet.of("DK"), "r": CardSet.of("H3"), "s": CardSet.of("S3")}
    >>> going_out({"p": 3, "q": 1, "r": 2, "s": 2}, "", 2, cuts).names
    ('p', 's')
    >>> going_out({"p": 3, "q": 1, "r": 2, "s": 2}, "p", 1, cuts).names
    ('s',)
    """

    def turn(name: Name) -> tuple[bool, int]:
        return name in helpers, -played[name]

    groups = [list(names) for _, names in groupby(sorted(played, key=turn), turn)]
    return choose(groups, applicants, cuts, highest=True)


def new_table(
    applicants: Sequence[Name], running: Collection[Name], places: int, cuts: Mapping[Name, int]
) -> Chosen[Name]:
    """Those who have not played at a running table come first, the others by low cuts.

    >>> cuts = {"a": CardSet.of("SK"), "b": CardSet.of("H4"), "d": CardSet.of("C7")}
    >>> new_table("abcd", "abd", 3, cuts).names
    ('c', 'b', 'd')
    """
    fresh = [name for name in applicants if name not in running]
    rest = [name for name in applicants if name in running]
    return choose([fresh, rest], places, cuts)
