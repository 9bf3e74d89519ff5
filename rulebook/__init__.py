"""Card rules that run: rulings, replays and scores with the rule behind each.

>>> import rulebook as rb
>>> record = rb.read("bid-whist.auction.equal/low-over-high")
>>> game = rb.game("bid-whist")
>>> *_, step = game.replay(record)
>>> game.rule(step.table, "N 4low").rule
'bid-whist.auction.equal'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from rulebook import cases
from rulebook.game import Game, Step
from rulebook.games import GAMES, diff, game
from rulebook.match import Match, settle
from rulebook.records import Record, load
from rulebook.ruling import IllegalAction, InputError, Ruling

CASE_ID = re.compile(r"[a-z-]+(\.[a-z-]+\.[a-z-]+/|/(deals|positions|records)/)[a-z0-9-]+")
MATCH_ID = re.compile(r"[a-z-]+/matches/[a-z0-9-]+")


def __getattr__(name: str) -> str:
    """`__version__`, looked up only when somebody asks: the look-up costs more than the package."""
    if name != "__version__":
        raise AttributeError(name)
    from importlib.metadata import version

    return version("rulebook")


def read_all(what: str | Path, *, lenient: bool = False) -> Iterator[Record]:
    """The records of a file, or of the documented case or match with this id. Raises InputError."""
    text = str(what)
    if CASE_ID.fullmatch(text):
        yield cases.get(text).record
    elif MATCH_ID.fullmatch(text):
        yield from load(cases.match_path(text), lenient=lenient)
    else:
        yield from load(what, lenient=lenient)


def read(what: str | Path) -> Record:
    """The first record of a file, or the documented case with this id. Raises InputError."""
    return next(read_all(what))


__all__ = [
    "GAMES",
    "Game",
    "IllegalAction",
    "InputError",
    "Match",
    "Record",
    "Ruling",
    "Step",
    "cases",
    "diff",
    "game",
    "read",
    "read_all",
    "settle",
]
