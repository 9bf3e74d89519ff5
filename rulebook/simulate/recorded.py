"""Recorded deals: the cards and the dealer of every record in files and folders, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path

from rulebook.game import Game
from rulebook.records import Record, load
from rulebook.ruling import InputError
from rulebook.simulate.deals import Held, held

ENDINGS = (".case", ".pbn", ".lin", ".json", ".records")  # what is read out of a folder


def files(names: Iterable[str]) -> Iterator[str]:
    """These files, and those of these folders in the order of their names."""
    for name in names:
        if Path(name).is_dir():
            yield from (str(p) for p in sorted(Path(name).rglob("*")) if p.suffix in ENDINGS)
        else:
            yield name


def deals(
    names: Iterable[str], a: Game, b: Game, most: int | None, fault: Callable[[InputError], None], *, lenient: bool
) -> Iterator[tuple[Held, Held]]:
    """The deals as each rule set sees them, at most so many. A fault is told and ends its file or its record."""
    yield from islice(_all(names, a, b, fault, lenient=lenient), most)


def _all(
    names: Iterable[str], a: Game, b: Game, fault: Callable[[InputError], None], *, lenient: bool
) -> Iterator[tuple[Held, Held]]:
    for name in files(names):
        try:
            for record in load(name, lenient=lenient):
                try:
                    yield _deal(record, a), _deal(record, b)
                except InputError as wrong:
                    fault(wrong.at(name))
        except InputError as wrong:
            fault(wrong.at(name))


def _deal(record: Record, g: Game) -> Held:
    """The deal of a record for this game. Raises InputError where it is none."""
    setup = record.setup(g)
    r = g.dealt(setup)
    if not r.ok or setup.tricks:
        at = (record.find("Tricks") or record.find("Deal") or record.sections[0]).at
        if r.ok:
            raise InputError("This is no whole deal: tricks have been played.", line=at.line, column=at.column)
        raise InputError("{why}", why=r, line=at.line, column=at.column)
    return held(setup)
