"""What is on the table: the setup, the state of one deal, actions, choices. No judgement here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import comb
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from rulebook.cards import Card, CardSet, Suit
from rulebook.ruling import Ruling
from rulebook.seats import Seats

if TYPE_CHECKING:
    from random import Random


class Action(NamedTuple):
    """Who does what: `by` uses a right, `seat` is the hand or receiver when it is another."""

    by: int
    kind: str
    what: object = None
    seat: int | None = None

    @property
    def hand(self) -> int:
        """The seat whose cards are meant."""
        return self.by if self.seat is None else self.seat

    def text(self, seats: Seats) -> str:
        """The one line of text of this action: `W 4low`, `S DA N`, `S declare spades`."""
        who = seats.all[self.by].code if self.by >= 0 else "TABLE"
        words = [who, *([] if self.kind in VERBLESS else [self.kind])]
        words += [code + "+" * (self.kind == "pair") for code in _codes(self.what)]
        if self.seat is not None:
            words.append(seats.all[self.seat].code)
        return " ".join(words)


VERBLESS = ("card", "call", "pair")


def _codes(what: object) -> list[str]:
    if what is None:
        return []
    if isinstance(what, CardSet):
        return str(what).split()
    if isinstance(what, tuple) and not hasattr(what, "code"):
        return [code for part in what for code in _codes(part)]
    return [what.word if isinstance(what, Suit) else str(getattr(what, "code", what))]


class Trick(NamedTuple):
    """A finished trick: `cards` in playing order from `leader`, played by `seats`, and who won it."""

    leader: int
    cards: tuple[Card, ...]
    winner: int
    seats: tuple[int, ...]


WINNER = itemgetter(Trick._fields.index("winner"))


class Word(NamedTuple):
    """One word of a record and where it stands (from 1)."""

    text: str
    line: int = 0
    column: int = 0


class Note(NamedTuple):
    """A comment of a record and how many words of its section stand before it."""

    text: str
    after: int


class Section(NamedTuple):
    """A tag of a record, its value, the words below it and the comments among them."""

    tag: str
    value: str
    words: tuple[Word, ...] = ()
    at: Word = Word("")
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Setup:
    """What was dealt to whom, and what came before.

    hands     a mask of known cards per seat; `hidden` counts the unknown ones
    piles     name -> (mask, unknown count): the kitty, the stock
    tricks    tricks per seat that were won before this position, their cards unknown
    standing  what the match stood at before this deal
    stated    name -> number per seat: what a record tells of a play that it does not show
    stock     the cards of the stock in the order in which they are drawn, None for an unknown one
    letters   the letters of the seats in clockwise order
    given     tags of the record that tell what happened before the play
    leader    who leads next, where tricks were played before; else -1
    """

    dealer: int
    pack: int
    hands: tuple[int, ...]
    hidden: tuple[int, ...]
    piles: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    tricks: tuple[int, ...] = ()
    standing: Any = None
    given: Mapping[str, str] = field(default_factory=dict)
    leader: int = -1
    stated: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    stock: tuple[Card | None, ...] = ()
    letters: str = "NESW"

    @cached_property
    def playing(self) -> tuple[int, ...]:
        """The seats that were dealt cards, in order; every seat if all cards have been played."""
        holding = tuple(i for i, (hand, n) in enumerate(zip(self.hands, self.hidden, strict=True)) if hand or n)
        return holding or tuple(range(len(self.hands)))

    @cached_property
    def per_trick(self) -> int:
        """The cards of each trick that was won before this position: all that lie nowhere else."""
        elsewhere = [*zip(self.hands, self.hidden, strict=True), *self.piles.values()]
        gone = self.pack.bit_count() - sum(mask.bit_count() + n for mask, n in elsewhere)
        return gone // sum(self.tricks)


class Done(NamedTuple):
    """One line of the log: an action and the ruling under which it happened."""

    action: Action
    ruling: Ruling


class End(NamedTuple):
    """Why a deal ended early."""

    void: bool
    ruling: Ruling


class Table:
    """The state of one deal, never changed: an action makes a new one.

    hands, hidden  per seat: mask of known cards, count of unknown ones
    piles          name -> (mask, unknown count)
    facts          what the phases of this game tell each other
    trick, leader  cards on the table in playing order, and who led
    tricks         finished tricks
    log            everything that happened, with rulings
    """

    __slots__ = (
        "ended",
        "facts",
        "hands",
        "hidden",
        "leader",
        "log",
        "piles",
        "setup",
        "trick",
        "tricks",
    )

    def __init__(
        self,
        setup: Setup,
        hands: tuple[int, ...],
        hidden: tuple[int, ...],
        piles: Mapping[str, tuple[int, int]],
        facts: Any,
        trick: tuple[Card, ...] = (),
        leader: int = -1,
        tricks: tuple[Trick, ...] = (),
        log: tuple[Done, ...] = (),
        ended: End | None = None,
    ) -> None:
        self.setup, self.hands, self.hidden, self.piles = setup, hands, hidden, piles
        self.facts, self.trick, self.leader = facts, trick, leader
        self.tricks, self.log, self.ended = tricks, log, ended

    # -- new tables -------------------------------------------------------------------------

    def knowing(self, facts: Any) -> Table:
        """The same cards, other facts."""
        return Table(
            self.setup, self.hands, self.hidden, self.piles, facts,
            self.trick, self.leader, self.tricks, self.log, self.ended,
        )  # fmt: skip

    def leading(self, seat: int) -> Table:
        """This seat is to lead."""
        return Table(
            self.setup, self.hands, self.hidden, self.piles, self.facts,
            self.trick, seat, self.tricks, self.log, self.ended,
        )  # fmt: skip

    def moved(
        self,
        hands: tuple[int, ...],
        hidden: tuple[int, ...],
        piles: Mapping[str, tuple[int, int]],
    ) -> Table:
        """Cards moved between hands and piles."""
        return Table(
            self.setup, hands, hidden, piles, self.facts,
            self.trick, self.leader, self.tricks, self.log, self.ended,
        )  # fmt: skip

    def laid(self, seat: int, card: Card) -> Table:
        """A card of this hand lies in the trick. An unknown card of the hand becomes this one."""
        hands, hidden = self.hands, self.hidden
        bit = 1 << card
        if hands[seat] & bit:
            hands = (*hands[:seat], hands[seat] ^ bit, *hands[seat + 1 :])
        else:
            hidden = (*hidden[:seat], hidden[seat] - 1, *hidden[seat + 1 :])
        return Table(
            self.setup, hands, hidden, self.piles, self.facts,
            (*self.trick, card), self.leader, self.tricks, self.log, self.ended,
        )  # fmt: skip

    def gathered(self, winner: int) -> Table:
        """The trick goes to its winner, who leads next."""
        seats = tuple(self.after(self.leader, n) for n in range(len(self.trick)))
        done = Trick(self.leader, self.trick, winner, seats)
        return Table(
            self.setup, self.hands, self.hidden, self.piles, self.facts,
            (), winner, (*self.tricks, done), self.log, self.ended,
        )  # fmt: skip

    def ending(self, end: End) -> Table:
        """The deal is closed early."""
        return Table(
            self.setup, self.hands, self.hidden, self.piles, self.facts,
            self.trick, self.leader, self.tricks, self.log, end,
        )  # fmt: skip

    def without_last(self) -> Table:
        """The last card played is back in its hand, a finished trick open again."""
        leader, cards, tricks = self.leader, self.trick, self.tricks
        if not cards:
            leader, cards, *_ = tricks[-1]
            tricks = tricks[:-1]
        seat = self.after(leader, len(cards) - 1)
        hand = self.hands[seat] | 1 << cards[-1]
        return Table(
            self.setup, (*self.hands[:seat], hand, *self.hands[seat + 1 :]), self.hidden, self.piles, self.facts,
            cards[:-1], leader, tricks, self.log, self.ended,
        )  # fmt: skip

    @property
    def order(self) -> tuple[int, ...]:
        """The hands of a trick in the order of play: clockwise, unless the facts of the game say otherwise.

        A player who adds two cards to a trick stands in it twice.
        """
        return getattr(self.facts, "order", ()) or self.setup.playing

    def after(self, seat: int, steps: int) -> int:
        """The hand so many places later in the order of play."""
        order = self.order
        return order[(order.index(seat) + steps) % len(order)]

    # -- questions --------------------------------------------------------------------------

    @property
    def unseen(self) -> int:
        """The pack minus every card whose place is known."""
        known = 0
        for hand in self.hands:
            known |= hand
        for mask, _ in self.piles.values():
            known |= mask
        for card in self.trick:
            known |= 1 << card
        for trick in self.tricks:
            for card in trick.cards:
                known |= 1 << card
        return self.setup.pack & ~known

    def known(self, seat: int) -> int:
        """The cards this hand holds for certain: all unseen ones too when nobody else can have them."""
        hidden = self.hidden[seat]
        if hidden and self.unseen.bit_count() == hidden:
            return self.hands[seat] | self.unseen
        return self.hands[seat]

    def holds(self, seat: int, card: int) -> bool:
        """Whether this hand has the card, or may have it among its unknown ones."""
        bit = 1 << card
        return bool(self.hands[seat] & bit or (self.hidden[seat] and self.unseen & bit))

    def size(self, seat: int) -> int:
        """How many cards this hand holds, known or not."""
        return self.hands[seat].bit_count() + self.hidden[seat]

    def won(self, seat: int) -> int:
        """How many tricks this seat has won."""
        before = self.setup.tricks[seat] if self.setup.tricks else 0
        return before + list(map(WINNER, self.tricks)).count(seat)

    def faults(self, rule: str) -> Iterator[tuple[Action, int]]:
        """Irregular actions that stand under this rule, each with the number of its trick.

        A card that was replaced by its player does not stand.
        """
        cards, players = 0, len(self.order)
        first = sum(self.setup.tricks) + 1 if self.setup.tricks else 1
        found: list[tuple[Action, int, int]] = []
        for action, ruling in self.log:
            if action.kind == "replace":
                found = [fault for fault in found if fault[2] != cards - 1]
            elif ruling.stands and ruling.rule == rule:
                found.append((action, first + cards // players, cards))
            cards += action.kind == "card"
        yield from ((action, trick) for action, trick, _ in found)

    def places(self) -> dict[str, tuple[int, int]]:
        """Every place with its known cards (a mask) and the number of unknown ones.

        Each card of the pack is in exactly one of them.
        """
        letters = self.setup.letters
        found = {f"hand.{x}": (h, n) for x, h, n in zip(letters, self.hands, self.hidden, strict=False)}
        found["trick"] = (sum(1 << c for c in self.trick), 0)
        for x, before in zip(letters, self.setup.tricks or (0,) * len(self.hands), strict=False):
            found[f"taken.{x}"] = (0, before * self.setup.per_trick if before else 0)
        for trick in self.tricks:
            key = f"taken.{letters[trick.winner]}"
            mask, unknown = found[key]
            found[key] = (mask | sum(1 << c for c in trick.cards), unknown)
        return found | dict(self.piles)


# -- choices: what may be done, as spaces ------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cards:
    """One card out of `mask`, played by `by` from the hand of `seat`."""

    by: int
    mask: int
    kind: str = "card"
    seat: int | None = None

    @property
    def size(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, a: Action) -> bool:
        mine = (self.by, self.kind, self.seat)
        card = a.what
        return mine == (a.by, a.kind, a.seat) and isinstance(card, Card) and bool(self.mask >> card & 1)

    def __iter__(self) -> Iterator[Action]:
        return (Action(self.by, self.kind, c, self.seat) for c in CardSet(self.mask))


@dataclass(frozen=True, slots=True)
class Pick:
    """`k` cards at once out of `mask`: listed lazily, tested and counted exactly.

    At most `spare` of them out of `maybe`, the cards that a hand with unknown ones may hold.
    """

    by: int
    kind: str
    mask: int
    k: int
    maybe: int = 0
    spare: int = 0

    def _ways(self) -> list[int]:
        """How many picks there are with 0, 1, 2 ... cards out of `maybe`."""
        sure, maybe = (self.mask & ~self.maybe).bit_count(), (self.mask & self.maybe).bit_count()
        return [comb(maybe, n) * comb(sure, self.k - n) for n in range(min(self.spare, self.k) + 1)]

    @property
    def size(self) -> int:
        return sum(self._ways())

    def __contains__(self, a: Action) -> bool:
        cards = a.what
        return (
            (self.by, self.kind, None) == (a.by, a.kind, a.seat)
            and isinstance(cards, CardSet)
            and len(cards) == self.k
            and not cards & ~self.mask
            and (cards & self.maybe).bit_count() <= self.spare
        )

    def __iter__(self) -> Iterator[Action]:
        for cards in combinations(CardSet(self.mask), self.k):
            a = Action(self.by, self.kind, CardSet(sum(1 << c for c in cards)))
            if a in self:
                yield a

    def sample(self, random: Random) -> Action:
        """One action of the space, each as likely as another."""
        ways = self._ways()
        n = random.choices(range(len(ways)), ways)[0]
        cards = random.sample(list(CardSet(self.mask & self.maybe)), n)
        cards += random.sample(list(CardSet(self.mask & ~self.maybe)), self.k - n)
        return Action(self.by, self.kind, CardSet(sum(1 << c for c in cards)))


@dataclass(frozen=True, slots=True)
class Each:
    """One of these values."""

    by: int
    kind: str
    values: tuple[object, ...]

    @property
    def size(self) -> int:
        return len(self.values)

    def __contains__(self, a: Action) -> bool:
        return (self.by, self.kind, None) == (a.by, a.kind, a.seat) and a.what in self.values

    def __iter__(self) -> Iterator[Action]:
        return (Action(self.by, self.kind, v) for v in self.values)


@dataclass(frozen=True, slots=True)
class Ladder:
    """One of the numbers `low`, `low + step` ... up to `high`, or endlessly; `listed` ends what is listed."""

    by: int
    kind: str
    low: int
    step: int
    high: int | None
    listed: int
    of: Callable[[int], object]

    @property
    def size(self) -> int:
        return len(self._range())

    def _range(self) -> range:
        return range(self.low, (self.listed if self.high is None else self.high) + 1, self.step)

    def __contains__(self, a: Action) -> bool:
        n = a.what
        if (self.by, self.kind, None) != (a.by, a.kind, a.seat) or type(n) is not type(self.of(0)):
            return False
        assert isinstance(n, int)
        return n >= self.low and (n - self.low) % self.step == 0 and (self.high is None or n <= self.high)

    def __iter__(self) -> Iterator[Action]:
        return (Action(self.by, self.kind, self.of(n)) for n in self._range())


Space = Cards | Pick | Each | Ladder


class Script(Protocol):
    """A record as the driver sees it: what was dealt, then sections in order."""

    @property
    def sections(self) -> tuple[Section, ...]: ...

    def setup(self, game: Any) -> Setup: ...


Now = Callable[[], Table]
