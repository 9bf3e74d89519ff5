"""Reversi bridge: straight bridge played to lose. Each side writes what the other one makes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulebook.games.bridge import honours, score, slams, tricks
from rulebook.games.bridge.options import Straight
from rulebook.games.bridge.outcome import Deal
from rulebook.games.bridge.play import Play
from rulebook.ledger import Entry, entry
from rulebook.match import Settlement
from rulebook.parts.endings import Ending
from rulebook.table import Table


@dataclass(frozen=True)
class Reversi(Straight):
    """Straight bridge with the aim turned round."""


class ToLose(Play):
    """The play of a game in which both sides want few tricks."""

    def ending(self, t: Table) -> Ending:
        return super().ending(t)._replace(most=False)


def lost(o: Any, d: Deal) -> list[Entry]:
    """The odd tricks are written by the side that did not win them."""
    return [
        entry(
            "bridge.reversi.tricks",
            "Odd tricks of {other}: {odd}, at {unit} each. {side} lost them and writes {points}.",
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


RESULT = score.scored((tricks.stated, lost, against, slam))
SETTLEMENT: Settlement = (score.settled(RESULT), *score.RUBBER)
