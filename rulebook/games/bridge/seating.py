"""The table without cards: cuts, moves, who meets whom, and the settlement of several scores.

>>> from rulebook.games import game
>>> game("bridge-table", seating="six").seats.sides
(14, 25, 36)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import ClassVar

from rulebook.game import Game
from rulebook.games.bridge import forming, movement, plan
from rulebook.games.bridge.facts import opposite
from rulebook.games.bridge.options import Shape
from rulebook.games.bridge.plan import Plan
from rulebook.ledger import Ledger
from rulebook.options import option
from rulebook.seats import FOUR, Seats

SEATS = {
    "three": Seats("NESW", pairs=False),
    "kings": Seats("NESW", pairs=False),
    "six": Seats("123456", pairs=True),
}  # rubber and pivot: two pairs


@dataclass(frozen=True)
class Rules:
    """What is agreed about the seats."""

    illegal_play: ClassVar = "enforce"

    seating: str = option(
        "bridge.movement.rubber", "How do the players change seats?", "rubber", "pivot", "three", "six", "kings"
    )

    @property
    def people(self) -> int:
        """How many sit at this table: one seat may be empty."""
        return len(self.shape.seats) - (self.seating == "three")

    @cached_property
    def shape(self) -> Shape:
        return Shape({}, rubber=0, seats=SEATS.get(self.seating, FOUR), seating=opposite, hand=0)


PLAN = Plan(
    Rules, (), lambda o, t: Ledger(()), (),
    rights=(forming.Cuts, movement.Moves),
    notes=("deal", "rubber", "AB", "AC", "BC"),
    dealer=movement.dealer,
    answers=forming.ANSWERS | movement.ANSWERS,
)  # fmt: skip


def build(id_: str, preset: str, values: Mapping[str, object]) -> Game:
    """The rules of a table at which nothing is dealt. Raises InputError for a wrong option."""
    game = plan.build(PLAN, __file__, id_, preset, values)
    return replace(game, pack=0, dealt=partial(forming.no_cards, game.options))
