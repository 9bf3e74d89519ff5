"""What a record comes to under a rule set: every ruling in order, free of any language.

Two outcomes part where their points first differ. A ruling differs when its verdict or a rule that
decides it does; a word or a number in its sentence does not make it another ruling. A step that
nobody chooses counts only where the record expects it.

>>> from rulebook.cases import get
>>> from rulebook.games import game
>>> record = get("bid-whist.auction.equal/low-over-high").record
>>> [point.kind for point in outcome(record, game("bid-whist")).points][-3:]
['step', 'standing', 'asked']
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from rulebook.cases import VERDICTS, judge, trick_rulings
from rulebook.game import Game, Step
from rulebook.match import Sheet, settle
from rulebook.records import Record
from rulebook.ruling import IllegalAction, InputError, Ruling
from rulebook.table import Table


class Point(NamedTuple):
    """One thing that came out: a `deal`, `step`, `winner`, `entry`, `standing`, `asked` or `answer`.

    key     what is compared
    n       number of the step; 0 outside the steps
    action  the line of a step or a question; else what came out, as a case would expect it
    ruling  why, where one ruling says it
    stands  whether it was refused and happened all the same
    """

    kind: str
    key: object
    n: int = 0
    action: str = ""
    ruling: Ruling | None = None
    stands: bool = False


class Outcome(NamedTuple):
    """All points in order. `unfit` tells why the record cannot be read at this table at all."""

    points: tuple[Point, ...] = ()
    unfit: InputError | None = None

    @property
    def keys(self) -> tuple[object, ...]:
        """What two outcomes are compared by."""
        return tuple(p.key for p in self.points)

    @property
    def possible(self) -> bool:
        """Whether the deal could be made at this table."""
        return self.unfit is None and self.points[0].kind != "deal"

    @property
    def standing(self) -> str:
        """What the match stands at afterwards, as a record writes it."""
        return next((p.action for p in self.points if p.kind == "standing"), "")

    @property
    def ledger(self) -> tuple[Point, ...]:
        """The entries of the score."""
        return tuple(p for p in self.points if p.kind == "entry")


class Played(NamedTuple):
    """A record played to its end, before anything is settled."""

    steps: tuple[Step, ...]
    table: Table


def outcome(record: Record, game: Game) -> Outcome:
    """The outcome of a record under a game, whatever house rules the record itself names."""
    played = play(record, game)
    assert played is not None
    return played if isinstance(played, Outcome) else finish(record, game, played)


def play(record: Record, game: Game, like: Outcome | None = None) -> Played | Outcome | None:
    """The record played, or its outcome where it cannot be; None at the first step ruled otherwise than in `like`."""
    ruled = None if like is None or not like.possible else iter([p.key for p in like.points if p.kind == "step"])
    steps: list[Step] = []
    try:
        for step in game.replay(record):
            steps.append(step)
            if ruled is not None and _chosen(step) and next(ruled, None) != _step(step, game).key:
                return None
        return Played(tuple(steps), steps[-1].table if steps else game.start(record.setup(game)))
    except IllegalAction as refused:
        return Outcome((Point("deal", _key(refused.ruling), ruling=refused.ruling),))
    except InputError as fault:
        return Outcome(unfit=fault)


def finish(record: Record, game: Game, played: Played) -> Outcome:
    """The outcome of what was played: who won, what it scores, how the questions are answered."""
    try:
        return Outcome(tuple(_points(record, game, *played)))
    except InputError as fault:
        return Outcome(unfit=fault)


def _points(record: Record, game: Game, steps: tuple[Step, ...], table: Table) -> Iterator[Point]:
    won = trick_rulings(game, table) if table.tricks else []
    for step in steps:
        if _chosen(step):
            yield _step(step, game)
        done = len(step.table.tricks)
        if done > len(step.before.tricks):
            winner = game.seats.all[step.table.tricks[-1].winner].code
            yield Point("winner", (winner, won[done - 1].rule), step.n, winner, won[done - 1])
    sheet = settle(game, table)
    yield from _settled(sheet)
    yield from _asked(record, game, steps, table, sheet)


def _chosen(step: Step) -> bool:
    return not (step.forced and step.ruling.ok)


def _step(step: Step, game: Game) -> Point:
    """A step; a refused one changes nothing, and is told apart from one that stands."""
    refused = step.table is step.before
    key = (step.action, _key(step.ruling), refused)
    line = "" if step.forced else step.action.text(game.seats)
    return Point("step", key, step.n, line, step.ruling, stands=not step.ruling.ok and not refused)


def _settled(sheet: Sheet) -> Iterator[Point]:
    for e in sheet.entries:
        key = (e.side, e.points, e.column, _key(e.ruling))
        yield Point("entry", key, 0, f"{e.side.code} {e.points:+d}", e.ruling)
    after = sheet.after
    stood = tuple(_sorted(getattr(after, name)) for name in after.__dataclass_fields__ if name != "kept")
    stands = " ".join(f"{s.code}={n}" for s, n in after.points.items())
    stands += "" if after.over is None else f" over {' '.join(s.code for s in (after.over, *after.shared))}"
    yield Point("standing", stood, 0, stands)


def _asked(record: Record, game: Game, steps: tuple[Step, ...], table: Table, sheet: Sheet) -> Iterator[Point]:
    """Rulings on the questions of the record, then the answers to what it expects.

    What is possible with best play takes a search and is advice, so it is left out; so is a verdict
    on a question, which is told already.
    """
    known = ("possible", *VERDICTS) if record.find("Ask") else ("possible",)
    kept = tuple(s for s in record.sections if s.tag in ("Ask", "Expect") and not s.value.startswith(known))
    asked, checks = judge(record.having(kept), game, game.dealt(table.setup), steps, table, sheet)
    for text, r in asked:
        yield Point("asked", (text, _key(r)), 0, text, r)
    for check in checks:
        if " " in check.expect:
            yield Point("answer", (check.expect, check.got), 0, check.got)


def _key(r: Ruling) -> tuple[object, ...]:
    """What makes a ruling another one, grounds included."""
    return tuple((g.ok, g.stands, g.sure, g.rule) for g in r.grounds())


def _sorted(value: Any) -> object:
    """A value of a standing that can be compared and kept."""
    if hasattr(value, "items"):
        return tuple(sorted((str(k), _sorted(v)) for k, v in value.items()))
    return value
