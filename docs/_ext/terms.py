"""The project's term list, `locale/glossary.csv`, as the search needs it."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from _site.paths import LOCALE

_BRACKETS = re.compile(r"\(([^()]*)\)")
_NAMES = ("ui_", "msg_")  # rows that are labels and sentences, not terms


class Term(NamedTuple):
    """One row: the term in each language, and other words for it that a reader may look for."""

    id: str
    words: dict[str, str]
    others: dict[str, tuple[str, ...]]


def split(cell: str) -> tuple[str, tuple[str, ...]]:
    """A cell without its brackets, and the words in them.

    >>> split("deck (pack)")
    ('deck', ('pack',))
    >>> split("to ruff (trump, cut)")
    ('to ruff', ('trump', 'cut'))
    """
    others = [w.strip() for inside in _BRACKETS.findall(cell) for w in inside.split(",")]
    return " ".join(_BRACKETS.sub(" ", cell).split()), tuple(w for w in others if w)


@cache
def terms(path: Path = LOCALE / "glossary.csv") -> tuple[Term, ...]:
    """All rows that are terms."""

    def rows() -> Iterator[Term]:
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                if row["id"].startswith(_NAMES):
                    continue
                cells = {lang: split(row[lang]) for lang in ("en", "ru", "kk")}
                yield Term(row["id"], {k: c[0] for k, c in cells.items()}, {k: c[1] for k, c in cells.items()})

    return tuple(rows())
