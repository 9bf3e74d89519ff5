"""Outcomes of documented cases under many rule sets, each found only once.

The outcome of a case holds for every rule set that agrees on the options which were read to find
it. So a case is run again only where an option differs that its rules have looked at.

>>> from rulebook.cases import find
>>> known = Known(list(find("bid-whist.auction.equal")))
>>> base, other = Rules("bid-whist"), Rules("bid-whist", values={"boston_points": "fixed"})
>>> all(known.outcome(case, base) is known.outcome(case, other) for case in known.cases)
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, TypeVar

from rulebook.cases import Case
from rulebook.game import Game
from rulebook.games import game, noted
from rulebook.house.outcome import Outcome, differs, outcome
from rulebook.options import Noted, Option, Value, every

Result = TypeVar("Result")


class Rules:
    """A rule set by name: a game, a preset of it, and the options changed on top."""

    def __init__(self, id_: str, preset: str = "", values: Mapping[str, object] | None = None) -> None:
        self.id, self.preset, self.changes = id_, preset, dict(values or {})

    @property
    def name(self) -> str:
        """`GAME:PRESET key=value ...`, as records and commands name it."""
        head = f"{self.id}:{self.preset}" if self.preset else self.id
        return " ".join([head, *(f"{key}={value}" for key, value in self.changes.items())])

    @cached_property
    def game(self) -> Game:
        """The game. Raises InputError for an unknown game, preset, option or value."""
        name = f"{self.id}:{self.preset}" if self.preset else self.id
        return game(name, **self.changes)

    @cached_property
    def ground(self) -> str:
        """What outcomes can be shared on: the game, unless these house rules are no game."""
        return self.name if self.game.clashes else self.id

    @cached_property
    def options(self) -> dict[str, Option]:
        return {o.key: o for o, _ in every(self.game.options)}

    @cached_property
    def values(self) -> dict[str, Value]:
        """The value of every option."""
        return {o.key: value for o, value in every(self.game.options)}

    @cached_property
    def _noted(self) -> tuple[Game, Noted, frozenset[str]]:
        """The game that notes what is read, its notes, and what was read to make it."""
        notes = Noted(self.changes)
        made = noted(self.id, self.preset, notes)
        return made, notes, frozenset(notes.seen)

    def run(self, find: Callable[[Game], Result]) -> tuple[Result, dict[str, Value]]:
        """What this finds in the game, and the values of the options that were read to find it."""
        made, notes, built = self._noted
        notes.seen.clear()
        found = find(made)
        return found, {key: self.values[key] for key in built | notes.seen}


class Found(NamedTuple):
    """An outcome: the options read to find it, a number that stands for it, and itself if it was asked for."""

    read: dict[str, Value]
    mark: int
    outcome: Outcome | None


class Known:
    """The outcomes of these cases, as far as somebody has asked."""

    def __init__(self, cases: Sequence[Case]) -> None:
        self.cases = tuple(cases)
        self._found: dict[tuple[str, str], list[Found]] = {}
        self._apart: dict[tuple[str, str, int], list[dict[str, Value]]] = {}  # read where a case differs from a mark

    def outcome(self, case: Case, rules: Rules) -> Outcome:
        """The outcome of a case under a rule set, kept for who asks again."""
        known = self._known(case, rules)
        if known is not None and known.outcome is not None:
            return known.outcome
        return self._run(case, rules)

    def read(self, case: Case, rules: Rules) -> frozenset[str]:
        """The options that decide the outcome of a case under a rule set."""
        self.outcome(case, rules)
        known = self._known(case, rules)
        assert known is not None
        return frozenset(known.read)

    def differ(self, case: Case, a: Rules, b: Rules) -> bool:
        """Whether a case comes out otherwise under another rule set."""
        like = self.outcome(case, a)
        one, other = self._known(case, a), self._known(case, b)
        assert one is not None
        if other is not None:
            return one.mark != other.mark
        apart = self._apart.setdefault((b.ground, case.id, one.mark), [])
        values = b.values.items()
        if any(read.items() <= values for read in apart):
            return True
        found, read = b.run(lambda game: differs(case.record, game, like))
        if found:
            apart.append(read)
        else:
            self._found.setdefault((b.ground, case.id), []).append(Found(read, one.mark, None))
        return found

    def _known(self, case: Case, rules: Rules) -> Found | None:
        values = rules.values.items()
        return next((f for f in self._found.get((rules.ground, case.id), ()) if f.read.items() <= values), None)

    def _run(self, case: Case, rules: Rules) -> Outcome:
        result, read = rules.run(lambda game: outcome(case.record, game))
        found = self._found.setdefault((rules.ground, case.id), [])
        found.insert(0, Found(read, hash((result.unfit is None, result.keys)), result))
        return result
