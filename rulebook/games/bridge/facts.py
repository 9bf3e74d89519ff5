"""What the phases of the bridge games tell each other. Each field names its one writer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from rulebook.cards import Suit

if TYPE_CHECKING:
    from rulebook.i18n import Lang

# R is royal spades, U nullo, N no trump
TRUMPS = {"S": Suit(0), "R": Suit(0), "H": Suit(1), "D": Suit(2), "C": Suit(3)}


class Bid(NamedTuple):
    """A call: so many odd tricks (0 in straight bridge, where none are named) in a denomination."""

    number: int
    denomination: str

    @property
    def code(self) -> str:
        if self == PASS:
            return "Pass"
        name = "NT" if self.denomination == "N" else self.denomination
        return f"{self.number}{name}" if self.number else name

    @property
    def trump(self) -> Suit | None:
        return TRUMPS.get(self.denomination)

    def say(self, lang: Lang) -> str:
        return _count(self, lang) if self.number else _name(self, lang)


PASS = Bid(0, "")


def is_call(value: object) -> bool:
    """Whether this is a call of the auction that can be said, legal or not."""
    if not isinstance(value, Bid) or not isinstance(value.number, int):
        return False
    return value == PASS or (value.number in range(1, 8) and value.denomination in tuple("SCDHRUN"))


def is_make(value: object) -> bool:
    """Whether this can be named in straight bridge: a suit or no trump."""
    return isinstance(value, Bid) and value.number == 0 and value.denomination in tuple("SCDHN")


def _name(bid: Bid, lang: Lang) -> str:
    names = {
        "": lang.word("bid", "pass"),
        "S": lang.word("denomination", "spades"),
        "C": lang.word("denomination", "clubs"),
        "D": lang.word("denomination", "diamonds"),
        "H": lang.word("denomination", "hearts"),
        "N": lang.word("denomination", "no trump"),
    }
    return names[bid.denomination]


def _count(bid: Bid, lang: Lang) -> str:
    counts = {
        "S": lang.count("denomination", "{n} spade", "{n} spades", bid.number),
        "C": lang.count("denomination", "{n} club", "{n} clubs", bid.number),
        "D": lang.count("denomination", "{n} diamond", "{n} diamonds", bid.number),
        "H": lang.count("denomination", "{n} heart", "{n} hearts", bid.number),
        "R": lang.count("denomination", "{n} royal", "{n} royals", bid.number),
        "U": lang.count("denomination", "{n} nullo", "{n} nullos", bid.number),
        "N": lang.count("denomination", "{n} no trump", "{n} no trumps", bid.number),
    }
    return counts[bid.denomination]


@dataclass(frozen=True, slots=True)
class Facts:
    calls: tuple[tuple[int, Bid], ...] = ()  # calls.py
    declarer: int | None = None  # calls.py
    contract: Bid | None = None  # calls.py


def standing(facts: Facts) -> Bid | None:
    """The last call that was no pass."""
    return next((bid for _, bid in reversed(facts.calls) if bid != PASS), None)
