"""What the phases of Bid Whist tell each other. Each field names the one module that writes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from rulebook.cards import SUITS, Suit, is_suit

if TYPE_CHECKING:
    from rulebook.i18n import Lang

KINDS = ("high", "low", "NT")


class Bid(NamedTuple):
    """A call: `number` of books above six and `kind` (`high`, `low`, `NT`); a pass is `PASS`.

    `named` is what a bid may not say: a suit letter or, behind no trump, a direction.
    """

    number: int
    kind: str
    named: str = ""

    @property
    def code(self) -> str:
        return "Pass" if self == PASS else f"{self.number}{self.kind}{self.named}"

    @property
    def nt(self) -> bool:
        return self.kind == "NT"

    def say(self, lang: Lang) -> str:
        """In words, without an ending that a sentence could need."""
        words = {
            "": lang.word("bid", "{n}"),
            "pass": lang.word("bid", "pass"),
            "high": lang.word("bid", "{n} high"),
            "low": lang.word("bid", "{n} low"),
            "NT": lang.word("bid", "{n} no trump"),
        }
        text = words[self.kind].format(n=self.number)
        return f"{text}: {_named(self.named, lang)}" if self.named else text


def _named(named: str, lang: Lang) -> str:
    if named in ("high", "low"):
        return lang.word("direction", "low") if named == "low" else lang.word("direction", "high")
    return lang.value(Suit(SUITS.index(named)))


PASS = Bid(0, "pass")


def is_bid(value: object) -> bool:
    """Whether this is a call that can be said, legal or not."""
    return (
        isinstance(value, Bid)
        and isinstance(value.number, int)
        and value.kind in ("", "pass", *KINDS)
        and value.named in ("", *SUITS, "high", "low")
    )


class Direction(str):
    """What a no-trump hand is played for: `high` or `low` cards."""

    __slots__ = ()

    @property
    def code(self) -> str:
        return str(self)

    def say(self, lang: Lang) -> str:
        return _named(str(self), lang)


HIGH, LOW = Direction("high"), Direction("low")


Named = Suit | Direction | tuple[Direction, Suit]
"""What is declared: a trump suit, a direction, or both where the bid says neither."""


def is_named(value: object) -> bool:
    """Whether this can be declared."""
    if isinstance(value, tuple):
        return len(value) == 2 and value[0] in (HIGH, LOW) and is_suit(value[1])
    return is_suit(value) or value in (HIGH, LOW)


class Claim(NamedTuple):
    """A renege call: who called, which book, the side that is accused, and how many cards had been played."""

    by: int
    book: int
    against: int
    cards: int


@dataclass(frozen=True, slots=True)
class Facts:
    calls: tuple[tuple[int, Bid], ...] = ()  # auction.py, cutthroat.py
    declarer: int | None = None  # auction.py
    named: Named | None = None  # kitty.py, cutthroat.py: what the bid left open
    claims: tuple[Claim, ...] = ()  # renege.py
    scored: bool = False  # renege.py


class Contract(NamedTuple):
    """What the declarer owes: the bid, and behind it the direction or the trump suit, or both."""

    bid: Bid
    named: tuple[Suit | Direction, ...]

    @property
    def code(self) -> str:
        return " ".join([self.bid.code, *(n.word if isinstance(n, Suit) else str(n) for n in self.named)])

    def say(self, lang: Lang) -> str:
        return ", ".join([self.bid.say(lang), *map(lang.value, self.named)])


def bids(facts: Facts) -> list[tuple[int, Bid]]:
    """The bids so far, passes left out."""
    return [(seat, bid) for seat, bid in facts.calls if bid != PASS]


def standing(facts: Facts) -> Bid | None:
    """The bid to beat: the last one, as each beats the one before."""
    return next((bid for _, bid in reversed(facts.calls) if bid != PASS), None)


def named(facts: Facts) -> tuple[Suit | Direction, ...]:
    """What has been named behind the bid, with the bid or afterwards."""
    if facts.named is None:
        bid = standing(facts)
        return (Direction(bid.named),) if bid and bid.nt and bid.named else ()
    return facts.named if isinstance(facts.named, tuple) else (facts.named,)


def trump(facts: Facts) -> Suit | None:
    """The trump suit, once it is named."""
    return next((n for n in named(facts) if isinstance(n, Suit)), None)


def low(facts: Facts) -> bool:
    """Whether low cards win in this deal."""
    bid = standing(facts)
    return LOW in named(facts) or (bid is not None and bid.kind == "low")


def no_trump(facts: Facts) -> bool:
    """Whether the auction was won with no trump."""
    bid = standing(facts)
    return facts.declarer is not None and bid is not None and bid.nt


def declared(facts: Facts) -> bool:
    """Whether nothing is left to be named."""
    return facts.declarer is not None and bool(named(facts))


def contract(facts: Facts) -> Contract | None:
    """The contract, once the auction is won."""
    bid = standing(facts)
    if facts.declarer is None or bid is None:
        return None
    return Contract(bid._replace(named=""), named(facts))
