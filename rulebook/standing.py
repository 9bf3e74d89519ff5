"""What a match stands at between two deals. Knows no game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rulebook.seats import Seats, Side


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
