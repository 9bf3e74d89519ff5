"""Two rule sets on the same record: where they part first, and what each comes to.

>>> from rulebook.cases import get
>>> from rulebook.games import game
>>> record = get("bid-whist.auction.equal/low-over-high").record
>>> parting = compare(record, game("bid-whist"), game("bid-whist", low_beats_high="on"))
>>> parting.rule, parting.a.ruling.verdict, parting.b.ruling.verdict
('bid-whist.auction.equal', 'no', 'yes')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import NamedTuple

from rulebook.cases import Case, find
from rulebook.game import Game
from rulebook.games import GAMES, game
from rulebook.house.known import Known, Rules
from rulebook.house.outcome import Outcome, Point, outcome
from rulebook.options import diff, every
from rulebook.records import Record


class Parting(NamedTuple):
    """Where two rule sets part first on a record.

    a, b   what came out there under the one and the other; None where nothing did
    one, other  the whole outcomes
    rule   the rule that decides: of the rulings there, else of the option that differs
    """

    a: Point | None
    b: Point | None
    one: Outcome
    other: Outcome
    rule: str = ""

    @property
    def same(self) -> bool:
        """Whether both rule sets say the same from beginning to end, if only that they cannot read the record."""
        return self.a is None and self.b is None

    @property
    def fits(self) -> bool:
        """Whether the record can be read at both tables."""
        return self.one.unfit is None and self.other.unfit is None

    @property
    def dealt(self) -> bool:
        """Whether the deal could be made at both tables."""
        return self.one.possible and self.other.possible

    @property
    def step(self) -> int:
        """The number of the step at which they part; 0 when they part before or after all steps."""
        return next((p.n for p in (self.b, self.a) if p is not None and p.n), 0)


def compare(record: Record, a: Game | str, b: Game | str) -> Parting:
    """Where two games, with their house rules, part on a record. Raises InputError for an unknown game."""
    one, other = (g if isinstance(g, Game) else game(g) for g in (a, b))
    return parted(outcome(record, one), outcome(record, other), rules_apart(one, other))


def parted(one: Outcome, other: Outcome, options: Iterable[str] = ()) -> Parting:
    """Where two outcomes part first. `options` are rules that may decide where no ruling says so."""
    for a, b in zip_longest(one.points, other.points):
        if a is None or b is None or a.key != b.key:
            rules = [p.ruling.rule for p in (b, a) if p is not None and p.ruling is not None]
            return Parting(a, b, one, other, next(iter([*rules, *options]), ""))
    return Parting(None, None, one, other)


def rules_apart(a: Game, b: Game) -> list[str]:
    """The rules of the options in which two games differ."""
    differ = diff(a.options, b.options)
    return list(dict.fromkeys(o.rule for g in (a, b) for o, _ in every(g.options) if o.key in differ))


def parting(known: Known, case: Case, a: Rules, b: Rules) -> Parting:
    """Where two rule sets part on a case; among options those decide that were read to judge it."""
    one, other = known.outcome(case, a), known.outcome(case, b)
    if one is other:
        return Parting(None, None, one, other)
    read = known.read(case, a) | known.read(case, b)
    rules = [o.rule for key, o in b.options.items() if key in read and a.values.get(key) != b.values[key]]
    return parted(one, other, rules)


def over_cases(a: Rules, b: Rules) -> Iterator[tuple[Case, Parting]]:
    """Every documented case of the two games on which they part, or which fits only one of the tables."""
    known = Known([*dict.fromkeys((*cases_of(a.game), *cases_of(b.game)))] if a.id != b.id else cases_of(a.game))
    for case in known.cases:
        if known.differ(case, a, b):
            yield case, parting(known, case, a, b)


def cases_of(g: Game) -> list[Case]:
    """The documented cases of a game, and of the game with as many seats whose form it is."""
    own = {g.id} | {id_ for id_ in GAMES if GAMES[id_] == GAMES[g.id] and _form(g, game(id_))}
    return [case for case in find(*own) if case.record.game.partition(":")[0] in own]


def _form(g: Game, other: Game) -> bool:
    """Whether a game has all house rules of another, and the same seats."""
    return g.seats.all == other.seats.all and isinstance(g.options, type(other.options))
