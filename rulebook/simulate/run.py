"""The same deals under two rule sets, counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from random import Random
from typing import NamedTuple

from rulebook.game import Game
from rulebook.games import noted
from rulebook.ledger import Entry
from rulebook.match import settle
from rulebook.options import Noted, bare, diff
from rulebook.seats import Side
from rulebook.simulate.deals import Held, dealt, filled
from rulebook.simulate.policy import Policy, played, uniform
from rulebook.simulate.sensible import POLICIES, sensible
from rulebook.simulate.tally import Tally
from rulebook.table import Setup, Table

CHUNK = 50  # deals of one task


class Rules(NamedTuple):
    """A rule set in plain words, as it travels between processes."""

    id: str
    preset: str = ""
    options: tuple[tuple[str, str], ...] = ()

    def made(self) -> tuple[Game, Noted]:
        """The game, and what is noted of the options that are read."""
        values = Noted(dict(self.options))
        return noted(self.id, self.preset, values), values


class Task(NamedTuple):
    """Deals `start` up to `stop` of a seed. With `held` these are recorded ones, a pair for the two rule sets.

    With `margin` the rules are the same, and what differs is who decides: one side plays sensibly.
    """

    a: Rules
    b: Rules
    policy: str
    seed: int
    start: int
    stop: int
    held: tuple[tuple[Held, Held], ...] = ()
    margin: bool = False


class Ran(NamedTuple):
    """A deal to its end: the table, the entries of its score, the points of each side."""

    table: Table
    entries: tuple[Entry, ...]
    points: tuple[int, ...]


class Pair:
    """Two rule sets that play the same deals.

    What is played under the first is settled under the second as it is, where no option was read
    that differs: then nothing could have been done otherwise.
    """

    def __init__(self, a: Rules, b: Rules) -> None:
        (self.a, self.seen), (self.b, _) = a.made(), b.made()
        self.differing = set(diff(bare(self.a.options), bare(self.b.options)))
        self.alike = not self.differing & self.seen.seen  # of what the phases are made of

    def run(self, setups: tuple[Setup, Setup], seed: str, policy: Policy) -> tuple[Ran, Ran]:
        """Both results of a deal."""
        self.seen.seen.clear()
        t = _play(self.a, setups[0], seed, [policy] * len(self.a.seats))
        alike = self.alike and not self.differing & self.seen.seen
        one = _settled(self.a, t)
        if not alike:
            t = _play(self.b, setups[1], seed, [policy] * len(self.b.seats))
        return one, one if not self.differing else _settled(self.b, t)


@cache
def _pair(a: Rules, b: Rules) -> Pair:
    return Pair(a, b)


def _play(g: Game, setup: Setup, seed: str, policies: Sequence[Policy]) -> Table:
    return played(g, g.start(setup), Random(seed), policies)


def _settled(g: Game, t: Table) -> Ran:
    entries = settle(g, t).entries
    return Ran(t, entries, tuple(sum(e.points for e in entries if e.side == s) for s in g.seats.sides))


def work(task: Task) -> Tally:
    """Play the deals of a task."""
    pair, found = _pair(task.a, task.b), Tally()
    for n in range(task.start, task.stop):
        if task.held:
            one, other = task.held[n - task.start]
            setups = (filled(pair.a, one, task.seed, n), filled(pair.b, other, task.seed, n))
        else:
            setups = (dealt(pair.a, task.seed, n), dealt(pair.b, task.seed, n))
        seed = f"{task.seed}/{n}/play"
        if task.margin:
            _count(found, pair.a.seats.sides[n % len(pair.a.seats.sides)], *_against(pair.a, setups[0], seed, n))
            continue
        a, b = pair.run(setups, seed, POLICIES[task.policy])
        _count(found, _looked_at(pair, a, b), a, b)
    return found


def _against(g: Game, setup: Setup, seed: str, n: int) -> tuple[Ran, Ran]:
    """A deal in which everybody plays uniformly, and the same with one side that plays sensibly."""
    policies: list[Policy] = [uniform] * len(g.seats)
    one = _settled(g, _play(g, setup, seed, policies))
    for seat in g.seats.of(n % len(g.seats.sides)):
        policies[seat] = sensible
    return one, _settled(g, _play(g, setup, seed, policies))


def _looked_at(pair: Pair, a: Ran, b: Ran) -> Side:
    """The side that plays the contract under the first rule set, else under the second, else the dealer's."""
    for g, ran in ((pair.a, a), (pair.b, b)):
        if (seat := g.now(ran.table).get("declarer")) is not None:
            assert isinstance(seat, int)
            return g.seats.side(seat)
    return pair.a.seats.side(a.table.setup.dealer)


def net(points: Sequence[int], side: int) -> int:
    """The points of a side, less the mean of the others, times the number of others.

    >>> net((30, -10, 0), 0)
    70
    """
    return len(points) * points[side] - sum(points)


def _count(found: Tally, side: Side, a: Ran, b: Ran) -> None:
    one, other = net(a.points, side), net(b.points, side)
    found.n += 1
    found.differs += a.points != b.points
    found.played += a.table is not b.table and [d.action for d in a.table.log] != [d.action for d in b.table.log]
    found.turned += (one > 0) - (one < 0) != (other > 0) - (other < 0)
    found.change = found.change.add(other - one)
    found.changes[other - one] += 1
    if a.points != b.points:
        found.size = found.size.add(abs(other - one))
    for i, (ran, value) in enumerate(((a, one), (b, other))):
        found.ahead[i] += value > 0
        found.net[i] = found.net[i].add(value)
        found.rules[i].update({e.ruling.rule for e in ran.entries if e.points})


def tasks(a: Rules, b: Rules, policy: str, seed: int, deals: int, *, margin: bool = False) -> Iterator[Task]:
    """The work of so many deals."""
    for start in range(0, deals, CHUNK):
        yield Task(a, b, policy, seed, start, min(start + CHUNK, deals), margin=margin)


def recorded(a: Rules, b: Rules, policy: str, seed: int, deals: Iterable[tuple[Held, Held]]) -> Iterator[Task]:
    """The work of recorded deals, as they are read."""
    some: list[tuple[Held, Held]] = []
    start = 0
    for deal in deals:
        some.append(deal)
        if len(some) == CHUNK:
            yield Task(a, b, policy, seed, start, start + CHUNK, tuple(some))
            start, some = start + CHUNK, []
    if some:
        yield Task(a, b, policy, seed, start, start + len(some), tuple(some))
