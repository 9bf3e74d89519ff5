"""Columns of cards on the table: a card face down under a card face up, `[Columns "A: DA/S2 x/H5 CK"]`.

The columns of a player stand in order; `x` is an unknown card, and a single card lies face up with nothing under it.
"""

from __future__ import annotations

from collections.abc import Callable

from rulebook.cards import Card, card
from rulebook.ruling import InputError
from rulebook.table import Section

Once = Callable[[Card, Section, int], int]
PLACES = ("down", "up")


def pile(sections: tuple[Section, ...], name: str, once: Once, *, begun: bool) -> tuple[int, int]:
    """The card of one place, `down.A.3` or `up.A.3`: its mask and the number of unknown ones.

    Without a tag for its player the place holds an unknown card, unless tricks have been played.
    """
    kind, letter, number = name.split(".")
    mine = (s for s in sections if s.tag == "Columns" and s.value.partition(":")[0].strip().upper() == letter)
    section = next(mine, None)
    if section is None:
        return 0, 0 if begun else 1
    words = section.value.partition(":")[2].split()
    if int(number) > len(words):
        return 0, 0
    word = words[int(number) - 1]
    covered, slash, cover = word.rpartition("/")
    text = cover if kind == "up" else covered
    if not text:
        return 0, 0
    if text in "xX-":
        return 0, 1
    at = section.value.index(word) + (len(covered) + len(slash)) * (kind == "up")
    try:
        found = card(text)
    except ValueError:
        raise InputError(
            "“{word}” is not a column. Write the covered card, a stroke and its cover, for example {example}.",
            word=word[:20], example="DA/S2", line=section.at.line, column=section.at.column + at,
        ) from None  # fmt: skip
    return once(found, section, at), 0
