"""Reversi bridge: straight bridge played to lose. Each side writes what the other one makes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from rulebook.games.bridge import honours, penalties, rubber, score, slams, tricks
from rulebook.games.bridge.options import Straight
from rulebook.games.bridge.outcome import Deal
from rulebook.games.bridge.play import Play
from rulebook.ledger import Entry, entry
from rulebook.match import Settlement, Sheet
from rulebook.parts.endings import Ending
from rulebook.ruling import yes
from rulebook.table import Table

WROTE = yes("bridge.reversi.game", "The points go to the side that loses the tricks.")
TAKES = yes("bridge.reversi.revoke", "Tricks are to be lost here, so the side that revoked takes them.")


@dataclass(frozen=True)
class Reversi(Straight):
    """Straight bridge with the aim turned round."""

    shape: ClassVar = Straight.shape._replace(losing=True)


class ToLose(Play):
    """The play of a game in which both sides want few tricks."""

    def ending(self, t: Table) -> Ending:
        return super().ending(t)._replace(most=False)


def lost(o: Any, d: Deal) -> list[Entry]:
    """The odd tricks are written by the side that did not win them."""
    return [
        entry(
            "bridge.reversi.tricks",
            "Odd tricks of {other}: {odd}, at {unit} each. They were lost by {side}, which writes {points}.",
            side=o.shape.seats.other(side), column="below", points=(n - 6) * d.unit,
            other=side, odd=n - 6, unit=d.unit,
        )
        for side, n in d.tricks.items()
        if n > 6
    ]  # fmt: skip


def against(o: Any, d: Deal) -> list[Entry]:
    """Honours are written by the side that was not dealt them."""
    return [_honours(o, e) if e.points else e for e in honours.honours(o, d)]


def _honours(o: Any, e: Entry) -> Entry:
    why = entry(
        "bridge.reversi.honours",
        "{side} writes the honours of {other}: {points}.",
        side=o.shape.seats.other(e.side), column="above", points=e.points, other=e.side,
    )  # fmt: skip
    return why._replace(ruling=why.ruling.on(e.ruling))


def slam(o: Any, d: Deal) -> list[Entry]:
    """A slam is written by the side that lost the tricks."""
    return [
        entry(
            "bridge.reversi.slam",
            "{other} took {n} tricks, so {side} writes the slam: {points}.",
            side=o.shape.seats.other(e.side), column="above", points=e.points, other=e.side, n=d.won[e.side],
        )
        for e in slams.slams(o, d)
    ]  # fmt: skip


def passed(o: Any, d: Deal) -> list[Entry]:
    """The tricks that a side which revoked takes from the other."""
    return [e._replace(ruling=e.ruling.on(TAKES)) for e in penalties.passed(o, d)]


def limited(o: Any, d: Deal) -> list[Entry]:
    """What else a revoke costs, and the limit of 28, in the column of the side that revoked."""
    return penalties.straight(o, d, lost)


def game_end(sheet: Sheet, o: Any) -> Sheet:
    """The side that writes 30 below its line has won the game."""
    return rubber.game_end(sheet, o, WROTE)


RESULT = score.scored((tricks.stated, passed, lost, limited, against, slam))
SETTLEMENT: Settlement = (score.settled(RESULT), game_end, rubber.rubber_end)
