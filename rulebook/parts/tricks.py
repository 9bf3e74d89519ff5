"""Following suit and winning tricks, for any order of the cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from rulebook.cards import BIG, CARDS, LITTLE, RANKS, SUIT_MASKS, Card, Suit, card
from rulebook.game import first_seat
from rulebook.seats import Seats
from rulebook.table import Action, Now, Section, Table, Trick, Word

TRUMP = 100  # added to the power of a trump, so that every trump beats every other card


class Order(NamedTuple):
    """How the cards of one deal rank.

    suits  mask of each suit, jokers in the trump suit if there is one
    suit   suit of each card, None for a card of no suit
    power  strength of each card; a card that never wins has -1
    trump  the trump suit, or None
    """

    suits: tuple[int, ...]
    suit: tuple[Suit | None, ...]
    power: tuple[int, ...]
    trump: Suit | None


@cache
def order(trump: Suit | None, ranks: str = RANKS) -> Order:
    """The order with this trump suit and `ranks` from worst to best.

    >>> o = order(Suit(0))
    >>> o.power[BIG] > o.power[LITTLE] > o.power[CARDS[12]]
    True
    """
    suits = list(SUIT_MASKS)
    suit: list[Suit | None] = [c.suit for c in CARDS]
    power = [-1 if c.suit is None else ranks.find(c.rank) + TRUMP * (c.suit == trump) for c in CARDS]
    if trump is not None:
        suits[trump] |= 1 << BIG | 1 << LITTLE
        suit[LITTLE] = suit[BIG] = trump
        power[LITTLE], power[BIG] = TRUMP + 13, TRUMP + 14
    return Order(tuple(suits), tuple(suit), tuple(power), trump)


def led(o: Order, trick: Sequence[Card]) -> Suit | None:
    """The suit to follow: that of the first card that has one."""
    for played in trick:
        if (suit := o.suit[played]) is not None:
            return suit
    return None


def strength(o: Order, suit: Suit | None, one: Card) -> int:
    """How much this card counts in a trick of this suit; -1 if it cannot win."""
    mine = o.suit[one]
    return o.power[one] if mine is not None and mine in (suit, o.trump) else -1


def best(o: Order, trick: Sequence[Card]) -> int:
    """Which card of the trick, counted from the leader, wins it."""
    suit = led(o, trick)
    return max(range(len(trick)), key=lambda i: strength(o, suit, trick[i]))


def lay(t: Table, a: Action, o: Order) -> Table:
    """The table with this card in the trick; a full trick goes to its winner."""
    assert isinstance(a.what, Card)
    if not t.trick:
        t = t.leading(a.hand)
    t = t.laid(a.hand, a.what)
    if len(t.trick) < len(t.order):
        return t
    return t.gathered(t.after(t.leader, best(o, t.trick)))


def read(words: list[str], seats: Seats) -> tuple[str, object, int | None] | None:
    """A card as it is written in an action, with the seat of another hand behind it."""
    try:
        what = card(words[0])
    except ValueError:
        return None
    hand = seats.find(words[1]) if len(words) == 2 else None
    return ("card", what, hand) if len(words) == 1 or hand is not None else None


def revealed(o: Order, tricks: Sequence[Trick], first: int = 1) -> list[tuple[int, int]]:
    """Who failed to follow suit and later showed a card of that suit: (seat, number of the trick).

    With all hands known nothing is revealed that was not refused; with unknown cards it is the proof.
    """
    found = []
    for i, trick in enumerate(tricks):
        suit = led(o, trick.cards)
        for j, played in enumerate(trick.cards):
            seat = trick.seats[j]
            later = (c for t in tricks[i + 1 :] for by, c in zip(t.seats, t.cards, strict=True) if by == seat)
            owed = led(o, trick.cards[:j])  # None while no suit had been set
            if owed is not None and o.suit[played] != suit and any(o.suit[c] == suit for c in later):
                found.append((seat, first + i))
    return found


def thrown(o: Order, tricks: Sequence[Trick], seat: int, first: int = 1) -> Iterator[tuple[int, Card]]:
    """The cards with which this seat did not follow suit, each with the number of its trick."""
    for i, trick in enumerate(tricks):
        j = trick.seats.index(seat)
        owed = led(o, trick.cards[:j])
        if owed is not None and o.suit[trick.cards[j]] != owed:
            yield first + i, trick.cards[j]


def void(o: Order, tricks: Sequence[Trick], seat: int, first: int = 1) -> dict[int, int]:
    """The suits this seat did not follow, each with the number of the first such trick."""
    found: dict[int, int] = {}
    for i, _ in thrown(o, tricks, seat, first):
        suit = led(o, tricks[i - first].cards)
        assert suit is not None
        found.setdefault(suit, i)
    return found


def script(now: Now, section: Section, seats: Seats) -> Iterator[tuple[Word, str]]:
    """The cards of a `Play` section as actions in the order of play.

    Columns belong to seats, clockwise from the one the tag names; `-` is no card, `*` the end.
    """
    first = first_seat(section, seats)
    playing = now().order
    around = [seats.left(first, i) for i in range(len(seats))]
    columns = [seat for seat in around if seat in playing]
    for at in range(0, len(section.words), len(columns)):
        row = dict(zip(columns, section.words[at : at + len(columns)], strict=False))
        if any(w.text == "*" for w in row.values()):
            row = {s: w for s, w in row.items() if w.text not in "*+"}
        row = {s: w for s, w in row.items() if w.text != "-"}
        while row:
            t = now()
            turn = seats.all[t.after(t.leader, len(t.trick))] if t.leader >= 0 else columns[0]
            seat = turn if turn in row else next(iter(row))
            word = row.pop(seat)
            yield word, f"{seat.code} {word.text}"
