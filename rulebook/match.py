"""A match over several deals: who deals next, how a deal changes the standing. Knows no game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from rulebook.ledger import Entry, Ledger
from rulebook.seats import Seats, Side

if TYPE_CHECKING:
    from rulebook.game import Game
    from rulebook.table import Table


@dataclass(frozen=True)
class Standing:
    """What a match stands at.

    points, tally  per side: points in this game, games won
    marks          name -> number per side of this game: sets, say
    notes          numbers of the match as a whole, by name
    pairs          who sits: a name for each side in order, then those who wait
    waiting        games won by the pairs that wait, by name
    over           the winner, when the last deal ended a game; `shared`: who won with it
    people         who sits on each seat, where players change seats
    scores         what each of them, or each pair, has altogether, by name
    kept           scores of other games of the same match that run at the same time, by name
    """

    points: Mapping[Side, int]
    tally: Mapping[Side, int]
    marks: Mapping[str, Mapping[Side, int]] = field(default_factory=dict)
    notes: Mapping[str, int] = field(default_factory=dict)
    pairs: tuple[str, ...] = ()
    waiting: Mapping[str, int] = field(default_factory=dict)
    over: Side | None = None
    shared: tuple[Side, ...] = ()
    people: tuple[str, ...] = ()
    scores: Mapping[str, int] = field(default_factory=dict)
    kept: Mapping[str, Standing] = field(default_factory=dict)

    @classmethod
    def start(cls, seats: Seats, pairs: tuple[str, ...] = (), people: tuple[str, ...] = ()) -> Standing:
        """Nothing scored yet."""
        zero = dict.fromkeys(seats.sides, 0)
        return cls(zero, zero, pairs=pairs, people=people)

    def games(self) -> dict[str, int]:
        """Games won by each named pair, at the table or waiting."""
        return {**self.waiting, **dict(zip(self.pairs, self.tally.values(), strict=False))}

    def mark(self, name: str, side: Side) -> int:
        """How many marks of this name the side has."""
        return self.marks.get(name, {}).get(side, 0)

    def note(self, name: str) -> int:
        """A number of the match as a whole."""
        return self.notes.get(name, 0)

    def noted(self, name: str, n: int) -> Standing:
        return replace(self, notes={**self.notes, name: n})

    def marked(self, name: str, side: Side, n: int = 1) -> Standing:
        return self.with_marks(name, side, self.mark(name, side) + n)

    def with_marks(self, name: str, side: Side, n: int) -> Standing:
        return replace(self, marks={**self.marks, name: {**self.marks.get(name, {}), side: n}})

    def rising(self, side: Side) -> Standing:
        """The pair of this side goes to the end of the queue; the first one that waits sits down.

        Each pair keeps the games that it has won.
        """
        sitting, queue = list(self.pairs[: len(self.points)]), self.pairs[len(self.points) :]
        leaving, sitting[side] = sitting[side], queue[0]
        waiting = {**self.waiting, leaving: self.tally[side]}
        tally = {**self.tally, side: waiting.pop(queue[0], 0)}
        return replace(self, pairs=(*sitting, *queue[1:], leaving), tally=tally, waiting=waiting)

    def scored(self, side: Side, points: int) -> Standing:
        return replace(self, points={**self.points, side: self.points[side] + points})

    def credited(self, name: str, points: int) -> Standing:
        """So many points more in the column of this player or pair."""
        return replace(self, scores={**self.scores, name: self.scores.get(name, 0) + points})

    def won(self, side: Side, games: int) -> Standing:
        return replace(self, tally={**self.tally, side: self.tally[side] + games}, over=side)

    def next_game(self) -> Standing:
        """The standing the next deal starts from: after a finished game everybody is at 0."""
        if self.over is None:
            return self
        zero = dict.fromkeys(self.points, 0)
        return replace(self, points=zero, marks={}, notes={}, over=None, shared=())


@dataclass(frozen=True)
class Sheet:
    """A deal being settled: the finished table, standings before and after, the entries so far.

    `final` is False while the cards could still decide.
    """

    table: Table
    before: Standing
    after: Standing
    entries: tuple[Entry, ...] = ()
    final: bool = False

    def add(self, *entries: Entry) -> Sheet:
        """The same sheet with these entries, their points counted.

        Points above the line are a mark of the side: they do not help to win a game.
        """
        after = self.after
        for e in entries:
            if e.column == "above":
                after = after.marked(e.column, e.side, e.points)
            else:
                after = after.scored(e.side, e.points)
        return replace(self, after=after, entries=(*self.entries, *entries))

    def of(self, ledger: Ledger) -> Sheet:
        """The same sheet with the ledger of its deal."""
        return replace(self.add(*ledger.entries), final=ledger.final)

    def marking(self, name: str, side: Side) -> Sheet:
        """The same sheet with one more mark of this name for the side."""
        return replace(self, after=self.after.marked(name, side))

    def setting(self, name: str, side: Side, n: int) -> Sheet:
        """The same sheet with so many marks of this name for the side."""
        return replace(self, after=self.after.with_marks(name, side, n))

    def noting(self, name: str, n: int) -> Sheet:
        """The same sheet with another number of the match as a whole."""
        return replace(self, after=self.after.noted(name, n))

    def shared(self, sides: tuple[Side, ...]) -> Sheet:
        """The same sheet with a win that several share."""
        return replace(self, after=replace(self.after, over=sides[0], shared=sides[1:]))

    def winning(self, side: Side, games: int) -> Sheet:
        """The same sheet with the game won by this side, counted so many times in the tally."""
        return replace(self, after=self.after.won(side, games))


Settlement = tuple[Callable[[Sheet, Any], Sheet], ...]


def settle(game: Game, t: Table) -> Sheet:
    """Settle one deal: each function of the game's settlement in its visible order."""
    before = t.setup.standing or Standing.start(game.seats)
    sheet = Sheet(t, before, before)
    for step in game.settlement:
        sheet = step(sheet, game.options)
    return sheet


@dataclass(frozen=True)
class Match:
    """A match between deals: the standing and the seat that deals next."""

    game: Game
    standing: Standing
    dealer: int

    def settle(self, t: Table) -> Match:
        """The match after this table."""
        dealer = self.game.answers["dealer"](t).args["answer"]
        assert isinstance(dealer, int)
        return Match(self.game, self.game.onward(settle(self.game, t).after), dealer)
