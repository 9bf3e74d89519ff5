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


def is_named(value: object) -> bool:
    """Whether this can be declared: a trump suit or a direction."""
    return is_suit(value) or value in (HIGH, LOW)


class Claim(NamedTuple):
    """A renege call: who called, and which book."""

    by: int
    book: int


@dataclass(frozen=True, slots=True)
class Facts:
    calls: tuple[tuple[int, Bid], ...] = ()  # auction.py
    declarer: int | None = None  # auction.py
    named: Suit | Direction | None = None  # kitty.py: the trump suit, or the direction in no trump
    claims: tuple[Claim, ...] = ()  # renege.py


class Contract(NamedTuple):
    """What the declarer's side owes: the bid, and the trump suit or the direction."""

    bid: Bid
    named: Suit | Direction | None

    @property
    def code(self) -> str:
        named = self.named.word if isinstance(self.named, Suit) else str(self.named or "")
        return f"{self.bid.code} {named}".strip()

    def say(self, lang: Lang) -> str:
        bid = self.bid.say(lang)
        return bid if self.named is None else f"{bid}, {lang.value(self.named)}"


def bids(facts: Facts) -> list[tuple[int, Bid]]:
    """The bids so far, passes left out."""
    return [(seat, bid) for seat, bid in facts.calls if bid != PASS]


def standing(facts: Facts) -> Bid | None:
    """The bid to beat: the last one, as each beats the one before."""
    return next((bid for _, bid in reversed(facts.calls) if bid != PASS), None)


def contract(facts: Facts) -> Contract | None:
    """The contract, once the auction is won."""
    bid = standing(facts)
    return Contract(bid, facts.named) if facts.declarer is not None and bid else None
