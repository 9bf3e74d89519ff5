"""The table without cards: cuts, moves, who meets whom, and the settlement of several scores.

>>> from rulebook.games import game
>>> game("bridge-table", seating="six").seats.sides
(14, 25, 36)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
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
    "members": Seats("ABCDEFG", pairs=False),
}  # rubber and pivot: two pairs


@dataclass(frozen=True)
class Rules:
    """What is agreed about the seats."""

    illegal_play: ClassVar = "enforce"

    seating: str = option(
        "bridge.movement.rubber",
        "How do the players change seats?",
        "rubber",
        "pivot",
        "three",
        "six",
        "kings",
        "members",
    )

    @property
    def people(self) -> int:
        """How many cut: one seat may be empty, and of the members of a table four play."""
        return {"three": 3, "members": forming.PLACES}.get(self.seating, len(self.shape.seats))

    @property
    def pairs(self) -> bool:
        """Whether the cuts make partners."""
        return self.seating in ("rubber", "pivot", "members")

    @cached_property
    def shape(self) -> Shape:
        return Shape({}, rubber=0, seats=SEATS.get(self.seating, FOUR), seating=opposite, hand=0)


PLAN = Plan(
    Rules, (), lambda o, t: Ledger(()), (),
    rights=(forming.Cuts, movement.Moves, forming.Club),
    marks=("rubbers", "helped", "elsewhere", "needed", "broken"), limits={},
    notes=("deal", "rubber", "AB", "AC", "BC"),
    dealt=forming.no_cards,
    dealer=movement.dealer,
    answers=forming.ANSWERS | movement.ANSWERS,
)  # fmt: skip


def build(id_: str, preset: str, values: Mapping[str, object]) -> Game:
    """The rules of a table at which nothing is dealt. Raises InputError for a wrong option."""
    game = plan.build(PLAN, __file__, id_, preset, values)
    club = game.options.seating == "members"
    rights = {kind: right for kind, right in game.rights.items() if club or kind not in forming.CLUB}
    six = game.options.seating == "six"
    answers = {name: answer for name, answer in game.answers.items() if six or name not in movement.TWO_TABLES}
    return replace(game, pack=0, rights=rights, answers=answers)
