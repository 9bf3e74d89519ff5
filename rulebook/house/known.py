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

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import NamedTuple, TypeVar

from rulebook.cases import Case
from rulebook.game import Game
from rulebook.games import game, noted
from rulebook.house.outcome import Outcome, Played, finish, play
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


Read = dict[str, Value]


class Found(NamedTuple):
    """An outcome: the options read to find it, a number that stands for it, and itself."""

    read: Read
    mark: int
    outcome: Outcome


class Known:
    """The outcomes of these cases, as far as somebody has asked, and how they were played.

    What is played is settled anew where only options differ that the settlement reads.
    """

    def __init__(self, cases: Sequence[Case]) -> None:
        self.cases = tuple(cases)
        self._found: dict[tuple[str, str], list[Found]] = {}
        self._played: dict[tuple[str, str], list[tuple[Read, Played | Outcome]]] = {}
        self._apart: dict[tuple[str, str, int], list[Read]] = {}  # what was read where a case departs from a mark

    def outcome(self, case: Case, rules: Rules) -> Outcome:
        """The outcome of a case under a rule set."""
        return self._find(case, rules).outcome

    def read(self, case: Case, rules: Rules) -> frozenset[str]:
        """The options that decide the outcome of a case under a rule set."""
        return frozenset(self._find(case, rules).read)

    def differ(self, case: Case, a: Rules, b: Rules) -> bool:
        """Whether a case comes out otherwise under another rule set; known at the first step ruled otherwise."""
        one, other = self._find(case, a), _fitting(self._found.get((b.ground, case.id), ()), b)
        if other is not None:
            return one.mark != other.mark
        apart = self._apart.setdefault((b.ground, case.id, one.mark), [])
        values = b.values.items()
        if any(read.items() <= values for read in apart):
            return True
        if (read := self._play(case, b, one.outcome)) is not None:
            apart.append(read)
            return True
        return one.mark != self._find(case, b).mark

    def _find(self, case: Case, rules: Rules) -> Found:
        found = self._found.setdefault((rules.ground, case.id), [])
        if (known := _fitting(found, rules)) is not None:
            return known
        self._play(case, rules)
        values = rules.values.items()
        read, played = next(p for p in self._played[rules.ground, case.id] if p[0].items() <= values)
        if isinstance(played, Outcome):
            made = Found(read, _mark(played), played)
        else:
            result, more = rules.run(partial(finish, case.record, played=played))
            made = Found(read | more, _mark(result), result)
        found.append(made)
        return made

    def _play(self, case: Case, rules: Rules, like: Outcome | None = None) -> Read | None:
        """Play a case unless it is played. Where it departs from `like`, what was read till then."""
        known, values = self._played.setdefault((rules.ground, case.id), []), rules.values.items()
        if any(read.items() <= values for read, _ in known):
            return None
        played, read = rules.run(partial(play, case.record, like=like))
        if played is None:
            return read
        known.append((read, played))
        return None


def _fitting(found: Iterable[Found], rules: Rules) -> Found | None:
    """The outcome that holds for this rule set too."""
    values = rules.values.items()
    return next((f for f in found if f.read.items() <= values), None)


def _mark(o: Outcome) -> int:
    return hash((o.unfit is None, o.keys))
