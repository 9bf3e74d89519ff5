"""The answer to a question, worked out by this engine: what the reference program says.

A question holds everything: the game, its changed house rules, the deal, the actions so far. It is
read without any record.

>>> from rulebook.cases import get
>>> from rulebook.conformance.questions import entries
>>> entry = next(entries(get("bid-whist.auction.equal/low-over-high")))
>>> answer(entry["question"])
{'id': 'bid-whist.auction.equal/low-over-high#1', 'verdict': 'no', 'rule': 'bid-whist.auction.equal'}
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cmp_to_key, partial
from typing import NamedTuple

from rulebook.cards import Card, card
from rulebook.cases import judge
from rulebook.conformance.setup import Json, understood
from rulebook.game import Game, Step
from rulebook.games import game
from rulebook.match import settle
from rulebook.records import Record
from rulebook.ruling import IllegalAction, InputError, Ruling
from rulebook.table import Section, Setup, Table, Word

FAULTS = (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError)


class Script(NamedTuple):
    """A deal and the lines of its actions, ready to be replayed."""

    deal: Setup
    sections: tuple[Section, ...]

    def setup(self, game: Game) -> Setup:
        return self.deal


class Played(NamedTuple):
    """What became of a deal: its ruling, every step, and the table at the end, if there is one."""

    deal: Ruling
    steps: tuple[Step, ...]
    table: Table | None

    @property
    def last(self) -> Ruling:
        """The ruling on the last action that somebody chose, else on the deal."""
        return next((s.ruling for s in reversed(self.steps) if not s.forced), self.deal)


def play(g: Game, deal: Setup, lines: Sequence[str]) -> Played:
    """Replay these actions."""
    script = Script(deal, tuple(Section("Do", line, at=Word(line)) for line in lines))
    try:
        start = g.start(deal)
    except IllegalAction as refused:
        return Played(refused.ruling, (), None)
    steps = tuple(g.replay(script))
    return Played(g.dealt(deal), steps, steps[-1].table if steps else start)


def answer(question: Json) -> Json:
    """The whole answer. Raises InputError for what is no question."""
    try:
        g = game(question["game"], **question["rules"])
        played = play(g, understood(question["setup"], g), question["actions"])
        ask, whole = question["ask"], question["whole"]
        r = played.last if ask is None or played.table is None else g.rule(played.table, ask)
        return {"id": question["id"], **ruled(r), **(outcome(g, played, question["tell"]) if whole else {})}
    except InputError:
        raise
    except FAULTS:
        raise InputError("This is not a question in JSON.") from None


def ruled(r: Ruling) -> Json:
    """Verdict and rules of a ruling: the rule that decides, and those that it rests on."""
    because = [ground.rule for ground in r.grounds()][1:]
    return {"verdict": r.verdict, "rule": r.rule} | ({"because": because} if because else {})


def outcome(g: Game, played: Played, tell: Sequence[str]) -> Json:
    """Who won the tricks, the entries of the score, the standing, and what else is to be told."""
    t = played.table
    if t is None:
        return {}
    sheet = settle(g, t)
    entries = [
        {"side": e.side.code, "column": e.column, "points": e.points, "rule": e.ruling.rule} for e in sheet.entries
    ]
    totals = {s.code: sum(e.points for e in sheet.entries if e.side == s) for s in g.seats.sides}
    found: Json = {"winners": [g.seats.all[trick.winner].code for trick in t.tricks], "ledger": entries}
    found |= {"totals": totals, "standing": {s.code: n for s, n in sheet.after.points.items()}}
    return found | ({"told": {name: _told(g, played, t, name) for name in tell}} if tell else {})


def _told(g: Game, played: Played, t: Table, name: str) -> str:
    """One thing to be told, in the words of a documented expectation: `declarer`, `marks zeros`."""
    word, *more = name.split()
    if word == "order":
        return " ".join(c.code for c in sorted(map(card, more), key=cmp_to_key(partial(_better, g, t))))
    record = Record((Section("Expect", f"{name} ?"),))
    _, checks = judge(record, g, played.deal, played.steps, t, settle(g, t))
    return checks[0].got.removeprefix(name).lstrip()


def _better(g: Game, t: Table, a: Card, b: Card) -> int:
    return -1 if g.compare(t, a, b).args["better"] == a else 1


def replies(lines: Iterable[str]) -> Iterator[str]:
    """One line of answer for each line of question: the whole reference program."""
    for n, line in enumerate(lines, 1):
        try:
            yield json.dumps(answer(json.loads(line)), ensure_ascii=False)
        except InputError as fault:
            fault.line = fault.line or n
            raise
        except (ValueError, RecursionError):
            raise InputError("This is not a question in JSON.", line=n) from None
