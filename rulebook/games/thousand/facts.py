"""What the phases of 1000 tell each other. Each field names the one module that writes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from rulebook.cards import Card, Suit
from rulebook.seats import Seat

if TYPE_CHECKING:
    from rulebook.i18n import Lang


class Bid(int):
    """A bid in points; 0 is a pass."""

    @property
    def code(self) -> str:
        return str(int(self)) if self else "Pass"

    def say(self, lang: Lang) -> str:
        return str(int(self)) if self else lang.word("bid", "pass")


PASS = Bid(0)


def is_bid(value: object) -> bool:
    """Whether this can be called, legal or not."""
    return isinstance(value, Bid) and value >= 0


class Call(NamedTuple):
    """A call: who, what, and whether it was made before looking at the cards."""

    seat: int
    bid: Bid
    blind: bool = False


class Pair(NamedTuple):
    """An announcement: who, the suit (None for four aces), its points, and the trick that it opened."""

    seat: int
    suit: Suit | None
    points: int
    trick: int


class Held(NamedTuple):
    """Pairs in the hands that have not been announced: (seat, suit) each."""

    pairs: tuple[tuple[Seat, Suit], ...]

    @property
    def code(self) -> str:
        return " ".join(f"{seat.code}:{suit.code}" for seat, suit in self.pairs) or "-"

    def say(self, lang: Lang) -> str:
        return "; ".join(f"{lang.value(seat)}: {lang.value(suit)}" for seat, suit in self.pairs) or "\u2013"


class Gift(NamedTuple):
    """A card passed in the exchange; None for a card that nobody knows."""

    to: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class Facts:
    calls: tuple[Call, ...] = ()  # auction.py, sale.py
    looked: tuple[int, ...] = ()  # auction.py: who looked while bidding blind was still possible
    declarer: int | None = None  # auction.py, draw.py, sale.py
    talon: int | None = None  # two.py: which of two talons was chosen
    given: tuple[Gift, ...] = ()  # talon.py
    raised: Bid = PASS  # talon.py
    doubled: tuple[int, ...] = ()  # talon.py: who said contra, then recontra
    pairs: tuple[Pair, ...] = ()  # marriage.py, russeln.py
    closed: str = ""  # writeoff.py: how a deal was closed that is not played
    sale: tuple[Call, ...] = ()  # sale.py: the calls of the sale that goes on
    sales: int = 0  # sale.py: how often the contract was offered
    annulled: str = ""  # redeal.py: why the deal was annulled
    bottoms: int = 0  # deal.py: jacks seen at the bottom in this deal


def standing(facts: Facts) -> Call | None:
    """The bid to beat: the last one, as each beats the one before."""
    return next((call for call in reversed(facts.calls) if call.bid), None)


def in_force(facts: Facts) -> Bid:
    """What the declarer owes: the raise, else the bid that won. 0 before the auction is won."""
    last = standing(facts)
    return facts.raised or (last.bid if last is not None and facts.declarer is not None else PASS)


def blind(facts: Facts) -> bool:
    """Whether the auction was won by a bid made blind, and the declarer never looked."""
    last = standing(facts)
    return last is not None and last.blind and facts.declarer is not None and last.seat not in facts.looked


def trump_in(facts: Facts, trick: int) -> Suit | None:
    """The trump suit that governs this trick (from 1): that of the last pair announced by then."""
    return next((p.suit for p in reversed(facts.pairs) if p.suit is not None and p.trick <= trick), None)


def trump(facts: Facts) -> Suit | None:
    """The trump suit now."""
    return next((p.suit for p in reversed(facts.pairs) if p.suit is not None), None)
