"""The rights to a new deal, and to let an offence stand, that several laws give to the other side.

A chapter says when: its grounds are a function `(o, t, seat) -> Claim | None`. An offence counts
while it stands in the log at or behind `t.facts.settled`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

from rulebook.game import Phase
from rulebook.ruling import Ruling, no
from rulebook.seats import Seats
from rulebook.table import Action, Each, End, Space, Table


class Claim(NamedTuple):
    """An offence: the rulings on a new deal because of it, and on letting it stand, for one player."""

    again: Ruling
    stands: Ruling


Grounds = Callable[[Any, Table, int], Claim | None]


class Claims(Phase):
    """`W new-deal` and `W let-stand`, where an offence gives the right to them."""

    name = "claims"
    kinds: ClassVar = {"new-deal": lambda value: value is None, "let-stand": lambda value: value is None}

    def __init__(self, options: Any, grounds: tuple[Grounds, ...]) -> None:
        super().__init__(options)
        self.grounds = grounds

    def legal(self, t: Table) -> tuple[Space, ...]:
        if self.o.illegal_play != "table" or not t.log or t.ended is not None:
            return ()
        found = (Action(int(seat), kind) for seat in self.o.shape.seats.players for kind in self.kinds)
        return tuple(Each(a.by, a.kind, (None,)) for a in found if self.rule(t, a).ok)

    def rule(self, t: Table, a: Action) -> Ruling:
        """The first offence that gives the right decides; else the first that refuses it."""
        if t.ended is not None:
            return no("bridge.dealing.grounds", "The deal is over, so nothing more is claimed in it.")
        found = [claim for ground in self.grounds if (claim := ground(self.o, t, a.by)) is not None]
        rulings = [claim.again if a.kind == "new-deal" else claim.stands for claim in found]
        given = next((r for r in rulings if r.ok), next(iter(rulings), None))
        if given is not None:
            return given
        return no("bridge.dealing.grounds", "Nothing has happened that gives {player} this right.",
                  player=self.o.shape.seats.all[a.by])  # fmt: skip

    def apply(self, t: Table, a: Action) -> Table:
        if a.kind == "let-stand":
            return t.knowing(replace(t.facts, settled=len(t.log)))
        return t.ending(End(True, self.rule(t, a)))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        return (words[0], None, None) if len(words) == 1 and words[0] in self.kinds else None


def claims(*grounds: Grounds) -> Callable[[Any], Claims]:
    """The right for the plan of a game, with the grounds of the chapters that the game uses."""
    return lambda o: Claims(o, grounds)
