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
from typing import TYPE_CHECKING

from rulebook import cases
from rulebook.game import Game, Step
from rulebook.games import GAMES, diff, game
from rulebook.match import Match, settle
from rulebook.records import Record, load
from rulebook.ruling import IllegalAction, InputError, Ruling

if TYPE_CHECKING:
    from rulebook.house.compare import Parting

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
    if cases.CASE_ID.fullmatch(text):
        yield cases.get(text).record
    elif MATCH_ID.fullmatch(text):
        yield from load(cases.match_path(text), lenient=lenient)
    else:
        yield from load(what, lenient=lenient)


def read(what: str | Path) -> Record:
    """The first record of a file, or the documented case with this id. Raises InputError."""
    return next(read_all(what))


def compare(record: Record, a: Game | str, b: Game | str) -> Parting:
    """Where two games, with their house rules, part on a record. Raises InputError for an unknown game.

    >>> parting = compare(read("bid-whist.auction.equal/low-over-high"), "bid-whist", "bid-whist:detroit")
    >>> parting.step, parting.rule
    (0, 'bid-whist.auction.equal')
    """
    from rulebook.house.compare import compare as part  # who only judges does not need it

    return part(record, a, b)


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
    "compare",
    "diff",
    "game",
    "read",
    "read_all",
    "settle",
]
