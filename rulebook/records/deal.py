"""The Deal tag of other programs: suit letters written twice, tens as `10`, a dot too many."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulebook.cards import CARDS, RANKS, SUITS, CardSet
from rulebook.records.faults import Faults
from rulebook.ruling import InputError
from rulebook.seats import FOUR, Seat
from rulebook.table import Section

RUSSIAN = str.maketrans("ТКДВткдв", "AKQJAKQJ")
UNKNOWN = ("-", "?")


def mended(sections: Sequence[Section], faults: Faults) -> list[Section]:
    """The sections with a deal that can be read. Raises InputError for a deal that cannot be."""
    ours = any(s.tag == "Game" for s in sections)  # the rules of that game say how many cards a hand has
    return [_deal(s, faults, ours) if s.tag == "Deal" and s.value not in ("", "?") else s for s in sections]


def _deal(section: Section, faults: Faults, ours: bool) -> Section:
    first, colon, rest = section.value.partition(":")
    if not colon or FOUR.find(first) is None:
        return section  # the reader of records complains about it
    hands, at, seen = [], len(first) + 1, 0
    for i, text in enumerate(rest.split()):
        at = section.value.index(text, at)
        seat = FOUR.left(FOUR.seat(first), i)
        hand = _hand(text, _Place(section, at, seat), faults)
        seen = _once(hand, seen, section, at)
        hands.append(hand)
        at += len(text)
    if not ours:
        _complete(hands, section, first)
    return section._replace(value=f"{first.upper()}:{' '.join(hands)}")


class _Place:
    """Where a hand is written, and whose it is."""

    def __init__(self, section: Section, offset: int, seat: Seat) -> None:
        self.line, self.column, self.seat = section.at.line, section.at.column + offset, seat


def _hand(text: str, place: _Place, faults: Faults) -> str:
    """A hand as S.H.D.C in capitals."""
    if text in UNKNOWN:
        return "-"
    fields = text.translate(RUSSIAN).replace("10", "T").upper().replace("X", "x").split(".")
    while len(fields) > 4 and not fields[-1]:
        column = place.column + len(text) - 1
        fields.pop()
        right = ".".join(fields)
        faults(
            InputError(
                "The hand of {seat} has a dot too many: “{text}”. Right: {right}.",
                seat=place.seat,
                text=text,
                right=right,
                line=place.line,
                column=column,
            )
        )
    doubled = [f[:1] == suit for f, suit in zip(fields, SUITS, strict=False)]
    if len(fields) == 4 and any(doubled) and all(twice or not f for twice, f in zip(doubled, fields, strict=True)):
        fields = [f[1:] for f in fields]
        right = ".".join(fields)
        faults(
            InputError(
                "The hand of {seat} names its suits twice: “{text}”. Right: {right}.",
                seat=place.seat,
                text=text,
                right=right,
                line=place.line,
                column=place.column,
            )
        )
    return ".".join(fields)


def _cards(hand: str) -> list[int]:
    """The cards of a hand, in the order in which they are written."""
    return [13 * i + RANKS.index(r) for i, f in enumerate(hand.split(".")[:4]) for r in f if r in RANKS]


def _once(hand: str, seen: int, section: Section, offset: int) -> int:
    for c in _cards(hand):
        if seen >> c & 1:
            column = section.at.column + offset
            missing = _missing(section)
            if len(missing) == 1:
                raise InputError(
                    "{card} is in the deal twice, and {missing} is missing.",
                    card=CARDS[c],
                    missing=missing[0],
                    line=section.at.line,
                    column=column,
                )
            raise InputError("{card} is in the deal twice.", card=CARDS[c], line=section.at.line, column=column)
        seen |= 1 << c
    return seen


def _missing(section: Section) -> list[object]:
    """The cards that no hand of a full deal holds."""
    hands = section.value.partition(":")[2].split()
    if len(hands) != 4 or any(h in UNKNOWN for h in hands):
        return []
    held = sum({1 << c for h in hands for c in _cards(h.translate(RUSSIAN).replace("10", "T").upper())})
    return list(CardSet(((1 << 52) - 1) & ~held))


def _complete(hands: Sequence[str], section: Section, first: str) -> None:
    """A full deal has thirteen cards for each hand, or as many for each at the end of a deal."""
    sizes = [len(re.sub(r"\.", "", hand)) for hand in hands]
    if "-" in hands or len(hands) != 4 or len(set(sizes)) == 1:
        return
    usual = 13 if sum(sizes) > 48 else max(sizes)
    i = next(i for i, n in enumerate(sizes) if n != usual)
    words = section.value.partition(":")[2].split()
    raise InputError(
        "{seat} holds {n} cards in this deal. Right: {right}.",
        seat=FOUR.left(FOUR.seat(first), i),
        n=sizes[i],
        right=usual,
        line=section.at.line,
        column=section.at.column + section.value.index(words[i], len(first) + 1),
    )
