"""What PBN cannot say, kept in tags of our own, and spades that were meant as royal spades.

`Ruleset` holds game and house rules, `NativeAuction` and `NativeContract` what PBN has no words for,
`SpadeValue` whether its spades are royal spades, `TrickUnit` the points of an odd trick.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulebook.table import Section, Word

SPADES = re.compile(r"((?:[NESW]:)?[1-7])S(X{0,2})", re.IGNORECASE)
ROYALS = re.compile(r"((?:[NESW]:)?[1-7])R(X{0,2})", re.IGNORECASE)
OURS = ("Ruleset", "NativeDeal", "NativeAuction", "NativeContract", "TrickUnit", "SpadeValue")
IDENTIFICATION = (
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Scoring",
    "Declarer", "Contract", "Result",
)  # fmt: skip
BEFORE_GAME = ("Schema", "Case", "Title", "Source")


def read(sections: Sequence[Section]) -> list[Section]:
    """The sections of a PBN game, our tags turned into those that this package reads."""
    tags = {s.tag: s for s in sections}
    if tags.keys().isdisjoint(OURS):
        return list(sections)
    found = []
    for s in sections:
        if s.tag == "NativeAuction":
            found.append(_auction(s))
        elif s.tag in ("NativeContract", "NativeDeal"):
            found.append(s._replace(tag=s.tag.removeprefix("Native")))
        elif s.tag not in OURS and f"Native{s.tag}" not in tags:
            found.append(s)
    if "SpadeValue" in tags and "NativeAuction" not in tags and tags["SpadeValue"].value.lower() == "royal":
        found = [respelt(s, SPADES, "R") for s in found]
    if "Ruleset" in tags:  # a file of ours: what it had to write although nothing was known is left out
        found = [s for s in found if s.tag not in IDENTIFICATION or s.value not in ("", "?")]
        found = _with_game(found, tags["Ruleset"])
    return found


def _auction(section: Section) -> Section:
    """`[NativeAuction "S:1H 1R"]` as a section of calls."""
    seat, _, calls = section.value.partition(":")
    words = [Word(call, section.at.line, section.at.column) for call in calls.split()]
    return section._replace(tag="Auction", value=seat, words=(*words, *section.words))


def _with_game(sections: list[Section], ruleset: Section) -> list[Section]:
    game, _, rules = ruleset.value.partition(" ")
    made = [Section("Game", game, at=ruleset.at), *([Section("Rules", rules, at=ruleset.at)] if rules else [])]
    made[-1] = made[-1]._replace(notes=ruleset.notes)
    place = next((i for i, s in enumerate(sections) if s.tag not in BEFORE_GAME), len(sections))
    return [*sections[:place], *made, *sections[place:]]


def respelt(section: Section, pattern: re.Pattern[str], letter: str) -> Section:
    """A section of calls, or a contract, with this letter for the spades."""
    if section.tag == "Contract":
        return section._replace(value=pattern.sub(rf"\g<1>{letter}\2", section.value))
    if section.tag != "Auction":
        return section
    words = (
        w._replace(text=pattern.sub(rf"\g<1>{letter}\2", w.text)) if pattern.fullmatch(w.text) else w
        for w in section.words
    )
    return section._replace(words=tuple(words))


def royal(sections: Sequence[Section]) -> tuple[Section, ...]:
    """The sections with spades read as royal spades, nine points a trick."""
    return tuple(respelt(s, SPADES, "R") for s in sections)
