"""What the bridge games have of their own, and their house rules.

A game is a dataclass of options with a `shape`: what is fixed in that game. A variety keeps its
options and shape in its own module.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from rulebook.games.bridge.facts import Seating, opposite
from rulebook.options import Idle, option
from rulebook.seats import FOUR, Seats

STRAIGHT: Mapping[str, int] = {"S": 2, "C": 4, "D": 6, "H": 8, "N": 12}
AUCTION: Mapping[str, int] = {"S": 2, "C": 6, "D": 7, "H": 8, "R": 9, "U": 10, "N": 10}


# House rules that find nothing to rule at a table that plays the other way.
IDLE = (
    Idle(("revoke", "make_claim"), "illegal_play", ("enforce",)),
    Idle(("lead_rate",), "round_method", ("club", "game_then_score")),
)


class Shape(NamedTuple):
    """
    values   points of an odd trick in each denomination
    rubber   points for winning the rubber
    seats    the seats of the table, and who sits there
    seating  who plays which hand, in which order, when this seat is declarer
    hand     cards dealt to each hand
    cap      the most that doubling can make an odd trick worth, 0 for no limit
    losing   whether each side wants to lose tricks
    """

    values: Mapping[str, int]
    rubber: int
    seats: Seats = FOUR
    seating: Callable[[int], Seating] = opposite
    hand: int = 13
    cap: int = 0
    losing: bool = False


@dataclass(frozen=True)
class Common:
    illegal_play: str = option("bridge.play.table", "What happens to an irregular action?", "enforce", "table")


@dataclass(frozen=True)
class Calls(Common):
    """What may be agreed wherever there is an auction."""

    nullo: str = option("bridge.nullo.call", "May nullo be called?", "off", "on")
    dealer_may_pass: str = option("bridge.calls.pass", "May the dealer pass?", "off", "on")


@dataclass(frozen=True)
class Auction(Calls):
    """Auction bridge of November 1913."""

    shape: ClassVar = Shape(AUCTION, rubber=250)

    spades_and_royals: str = option(
        "bridge.calls.declarer", "Are spades and royals two suits, or one, when the declarer is found?", "two", "one"
    )
    hour: str = option("bridge.rubber.hour", "Has an hour been agreed at which play ends?", "off", "on")


@dataclass(frozen=True)
class Straight(Common):
    """Straight bridge."""

    shape: ClassVar = Shape(STRAIGHT, rubber=100, cap=100)

    revoke: str = option("bridge.revoke.choice", "What is taken for a revoke?", "tricks", "choice")
    make_claim: str = option("bridge.make.claim", "Who may claim because of an irregular make?", "either", "eldest")
    chicane: str = option("bridge.honours.chicane", "Does a hand without trumps score?", "off", "on")
