"""What the phases of the bridge games tell each other. Each field names its one writer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from rulebook.cards import Suit
from rulebook.table import Table

if TYPE_CHECKING:
    from rulebook.games.bridge.odd import Odd
    from rulebook.i18n import Lang

# R is royal spades, U nullo, N no trump, M misery
TRUMPS = {"S": Suit(0), "R": Suit(0), "H": Suit(1), "D": Suit(2), "C": Suit(3)}


class Bid(NamedTuple):
    """A call: so many odd tricks (0 in straight bridge, where none are named) in a denomination."""

    number: int
    denomination: str

    @property
    def code(self) -> str:
        if self == PASS:
            return "Pass"
        name = {"N": "NT", "M": "misery"}.get(self.denomination, self.denomination)
        return f"{self.number}{name}" if self.number else name

    @property
    def trump(self) -> Suit | None:
        return TRUMPS.get(self.denomination)

    def say(self, lang: Lang) -> str:
        return _count(self, lang) if self.number else _name(self, lang)


class Staked(NamedTuple):
    """A contract with its doubling in the auction: 2 or 4 times."""

    bid: Bid
    times: int

    @property
    def code(self) -> str:
        return self.bid.code + "X" * (self.times // 2)

    def say(self, lang: Lang) -> str:
        word = lang.word("bid", "doubled") if self.times == 2 else lang.word("bid", "redoubled")
        return f"{self.bid.say(lang)}, {word}"


PASS, DOUBLE, REDOUBLE = Bid(0, ""), Bid(0, "X"), Bid(0, "XX")


def is_call(value: object) -> bool:
    """Whether this is a call of the auction that can be said, legal or not."""
    if not isinstance(value, Bid) or not isinstance(value.number, int):
        return False
    if value in (PASS, DOUBLE, REDOUBLE):
        return True
    return value.number in range(1, 14) and value.denomination in tuple("SCDHRUN")


def is_make(value: object) -> bool:
    """Whether this can be named in straight bridge: a suit or no trump."""
    return isinstance(value, Bid) and value.number == 0 and value.denomination in tuple("SCDHN")


def _name(bid: Bid, lang: Lang) -> str:
    names = {
        "": lang.word("bid", "pass"),
        "X": lang.word("bid", "double"),
        "XX": lang.word("bid", "redouble"),
        "S": lang.word("denomination", "spades"),
        "C": lang.word("denomination", "clubs"),
        "D": lang.word("denomination", "diamonds"),
        "H": lang.word("denomination", "hearts"),
        "N": lang.word("denomination", "no trump"),
        "M": lang.word("denomination", "misery"),
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


class Seating(NamedTuple):
    """How a deal is played once its declarer is known.

    order  the hands of a trick in the order of play
    plays  for each hand, the seat that plays its cards
    """

    order: tuple[int, ...]
    plays: tuple[int, ...]


class Revoke(NamedTuple):
    """A claim of a revoke: who claims it, of which hand in which trick, and what is taken for it."""

    by: int
    hand: int
    trick: int
    take: str


class Slip(NamedTuple):
    """An offence that stands: its kind, whose it is, and its place in the log."""

    kind: str
    by: int
    at: int


@dataclass(frozen=True, slots=True)
class Facts:
    calls: tuple[tuple[int, Bid], ...] = ()  # calls.py, irregular_calls.py: who said what, in the order of the auction
    left: bool = False  # make.py, mechanical.py: the dealer has left the make to the partner
    maker: int | None = None  # declared(): who named the trump
    back: str = ""  # make.py: whether the partner has handed the make back, or must name after all
    doubling: tuple[tuple[int, Bid], ...] = ()  # doubling.py: who said what about doubling the make
    mute: tuple[int, ...] = ()  # doubling.py, exposed.py: who may not double any more in this deal
    slips: tuple[Slip, ...] = ()  # make.py: offences that the other side can act upon
    contract: Bid | None = None  # declared()
    declarer: int | None = None  # declared()
    order: tuple[int, ...] = ()  # declared(): see Seating
    plays: tuple[int, ...] = ()  # declared(): see Seating
    settled: int = 0  # claims.py: offences before this place in the log have been let stand
    cuts: tuple[tuple[int, int], ...] = ()  # forming.py: who cut what before the deal, a mask of the cards shown
    doubled: int = 1  # calls.py: 2 or 4 if a contract whose auction is not told was doubled or redoubled
    barred: tuple[int, int] | None = None  # irregular_calls.py: who may only pass, and since how many calls
    final: bool = False  # irregular_calls.py: the adversaries have made the last bid final
    revokes: tuple[Revoke, ...] = ()  # revoke.py: claims, proved or not
    laid: int | None = None  # misery.py: how many cards the dealer has laid, None until then
    drawn: int = 0  # misery.py: how many cards of the stock the dealer has taken
    opened: bool = False  # misery.py: whether dummy lies open
    fines: tuple[tuple[int, int], ...] = ()  # three.py: calls out of turn that cost points, by whom and how many
    hour: bool = False  # rubber.py: the agreed hour has come
    agreed: bool = False  # rubber.py: the score of the rubber has been made up and agreed
    turn: int | None = None  # dealing.py: whose turn it was to deal, where another player has dealt
    odd: Odd | None = None  # odd.py: what irregular play has left behind, None while all play was regular


def standing(facts: Facts) -> Bid | None:
    """The last bid: the last call that was no pass, double or redouble."""
    return next((bid for _, bid in reversed(facts.calls) if bid.number), None)


def slips(t: Table) -> list[Slip]:
    """The offences that nobody has let stand."""
    return [slip for slip in t.facts.slips if slip.at >= t.facts.settled]


def multiplier(facts: Facts) -> int:
    """1, doubled 2, redoubled 4: the doubling of the last bid, and of no bid before it."""
    if not facts.calls:
        return facts.doubled
    words = {bid for _, bid in facts.calls[last_place(facts) :]}
    return 4 if REDOUBLE in words else 2 if DOUBLE in words else 1


def last_place(facts: Facts) -> int:
    """The place of the last bid among the calls."""
    return max((n for n, (_, bid) in enumerate(facts.calls) if bid.number), default=0)


def bidder(facts: Facts) -> int:
    """Who made the last bid."""
    return facts.calls[last_place(facts)][0]


def opposite(declarer: int) -> Seating:
    """Four hands clockwise; the declarer plays the cards of the partner too."""
    plays = tuple(declarer if hand == (declarer + 2) % 4 else hand for hand in range(4))
    return Seating((0, 1, 2, 3), plays)


def declared(o: Any, t: Table, seat: int, bid: Bid, maker: int | None = None) -> Table:
    """The table when it is known who plays and what: the contract, and who plays which hand."""
    how: Seating = o.shape.seating(seat)
    facts = replace(t.facts, contract=bid, declarer=seat, maker=maker, order=how.order, plays=how.plays)
    return t.knowing(facts)


def player(t: Table, hand: int) -> int:
    """Who plays the cards of this hand."""
    plays: tuple[int, ...] = t.facts.plays
    return plays[hand] if plays else hand


def dummy(t: Table) -> int | None:
    """The hand, besides the declarer's own, whose cards the declarer plays."""
    declarer = t.facts.declarer
    return next((hand for hand, by in enumerate(t.facts.plays) if by == declarer != hand), None)
