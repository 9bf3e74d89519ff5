"""A match over several deals: who deals next, how a deal changes the standing. Knows no game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rulebook.ledger import Entry, Ledger
from rulebook.seats import Side
from rulebook.standing import Standing

if TYPE_CHECKING:
    from rulebook.game import Game
    from rulebook.table import Table


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
