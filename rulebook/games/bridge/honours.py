"""Honours: the five best trumps, or the aces, as they were dealt.

>>> trump(4, 1, 8), trump(5, 4, 9), trump(5, 3, 9)
(32, 81, 45)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from rulebook.cards import CARDS, RANKS, SUIT_MASKS, Suit
from rulebook.games.bridge.facts import player
from rulebook.games.bridge.outcome import Deal, rooms, side_of
from rulebook.ledger import Entry, entry
from rulebook.ruling import yes
from rulebook.seats import Seats, Side

TOP = RANKS[-5:]  # ace, king, queen, jack, ten
TIMES: Mapping[tuple[int, int], int] = {  # honours of the side, most in one hand -> times the value of a trick
    (3, 0): 2, (4, 0): 4, (5, 0): 5, (4, 4): 8, (5, 4): 9, (5, 5): 10,
}  # fmt: skip
SAME = yes("bridge.honours.doubling", "Doubling does not change honours.")
ACES: Mapping[tuple[int, int], int] = {(3, 0): 30, (4, 0): 40, (4, 4): 100}


def trump(n: int, most: int, value: int) -> int:
    """Points of a side with so many trump honours, most of them in one hand."""
    return TIMES.get((n, most if most > 3 else 0), 0) * value


def aces(n: int, most: int) -> int:
    """Points of a side with so many aces at no trump, most of them in one hand."""
    return ACES.get((n, most if most > 3 else 0), 0)


def figures(value: int, denomination: str) -> tuple[int, ...]:
    """Every figure that honours can come to, as the tables print them."""
    if denomination == "N":
        return tuple(ACES.values())
    return tuple(times * value for times in TIMES.values())


@cache
def which(suit: Suit | None) -> int:
    """The honours: a mask of five trumps, or of the aces."""
    if suit is None:
        return sum(1 << c for c in CARDS if c.suit is not None and c.rank == "A")
    return sum(1 << c for c in CARDS if SUIT_MASKS[suit] >> c & 1 and c.rank in TOP)


class Holding(NamedTuple):
    """The side that has most honours: how many, how many in one hand, and in whose."""

    side: Side
    n: int
    most: int
    hand: int


def honours(o: Any, d: Deal) -> list[Entry]:
    """The honours of the deal: as the record states them, else as they were dealt."""
    if d.nullo:
        return []
    told = d.table.setup.stated.get("honours")
    if told is not None:
        return stated(o, d, told)
    first, *others = holdings(o, d)
    if others and len({(h.side if score(d, h) else None, score(d, h)) for h in {first, *others}}) > 1:
        unknown = entry(
            "bridge.honours.unknown",
            "Cards of the deal are unknown, so the honours are not counted.",
            side=d.side, column="above",
        )  # fmt: skip
        return [unknown._replace(ruling=unknown.ruling.unsure())]
    e = written(o, d, first)
    return [e._replace(ruling=e.ruling.on(SAME)) if e.points and d.unit != d.value else e]


def score(d: Deal, h: Holding) -> int:
    """What this holding is worth."""
    return aces(h.n, h.most) if d.contract.trump is None else trump(h.n, h.most, d.value)


def holdings(o: Any, d: Deal) -> Iterator[Holding]:
    """The side with most honours, for every way in which the unknown ones can lie."""
    mask = which(d.contract.trump)
    known = [(hand & mask).bit_count() for hand in d.held]
    loose = mask.bit_count() - sum(known)
    seats: Seats = o.shape.seats
    owner = [seats.side(player(d.table, hand)) for hand in range(len(known))]
    if not loose:
        yield holding(owner, known)
        return
    free = rooms(d.table, d.held)
    for where in product([i for i, room in enumerate(free) if room], repeat=loose):
        found = [n + where.count(i) for i, n in enumerate(known)]
        if all(where.count(i) <= free[i] for i in where):
            yield holding(owner, found)


def holding(owner: list[Side], counts: list[int]) -> Holding:
    """The side with most of these honours; `counts` is by hand."""
    sums = dict.fromkeys(owner, 0)
    for side, n in zip(owner, counts, strict=True):
        sums[side] += n
    best = max(sums, key=sums.__getitem__)
    most, hand = -1, -1
    for i, n in enumerate(counts):
        if n > most and owner[i] == best:
            most, hand = n, i
    return Holding(best, sums[best], most, hand)


def written(o: Any, d: Deal, h: Holding) -> Entry:
    """The entry of a holding."""
    points, at_hand = score(d, h), o.shape.seats.all[h.hand]
    if d.contract.trump is None:
        if not points:
            return entry(
                "bridge.honours.easy",
                "Each side was dealt two aces, so nobody scores them.",
                side=d.side, column="above",
            )  # fmt: skip
        if h.most == 4:
            return entry(
                "bridge.honours.aces",
                "All four aces were dealt to {player}. {side} scores {points} above the line.",
                side=h.side, column="above", points=points, player=at_hand,
            )  # fmt: skip
        return entry(
            "bridge.honours.aces",
            "Aces dealt to {side}: {n}. {side} scores {points} above the line.",
            side=h.side, column="above", points=points, n=h.n,
        )  # fmt: skip
    if h.most > 3:
        return entry(
            "bridge.honours.one-hand",
            "Honours dealt to {side}: {n}; to {player} alone: {most}. {side} scores {points} above the line.",
            side=h.side, column="above", points=points, n=h.n, most=h.most, player=at_hand,
        )  # fmt: skip
    return entry(
        "bridge.honours.partners",
        "Honours dealt to {side}: {n}. {side} scores {points} above the line.",
        side=h.side, column="above", points=points, n=h.n,
    )  # fmt: skip


def stated(o: Any, d: Deal, told: Mapping[int, int]) -> list[Entry]:
    """The honours as the record gives them, in points, if the table has such a figure. Only one side has honours."""
    found, several = [], sum(points != 0 for points in told.values()) > 1
    for seat, points in told.items():
        side = o.shape.seats.side(seat)
        if points and (several or points not in figures(d.value, d.contract.denomination)):
            found.append(
                entry(
                    "bridge.honours.stated",
                    "The record gives {side} {given} for honours. No holding is worth that here, so nothing is scored.",
                    side=side, column="above", given=points,
                )
            )  # fmt: skip
        elif points:
            found.append(
                entry(
                    "bridge.honours.stated",
                    "The record states the honours. {side} scores {points} above the line.",
                    side=side, column="above", points=points,
                )
            )  # fmt: skip
    return found


def chicane(o: Any, d: Deal) -> list[Entry]:
    """A hand without trumps, where it is agreed that it scores."""
    suit = d.contract.trump
    if o.chicane == "off" or suit is None:
        return []
    seen = sum(hand & SUIT_MASKS[suit] for hand in d.held) == SUIT_MASKS[suit]  # where every trump is
    none = [
        hand
        for hand, (cards, room) in enumerate(zip(d.held, rooms(d.table, d.held), strict=True))
        if (seen or not room) and not cards & SUIT_MASKS[suit]
    ]
    found = []
    for side in o.shape.seats.sides:
        void = [hand for hand in none if side_of(o, d.table, hand) == side]
        if len(void) == 2:
            found.append(
                entry(
                    "bridge.honours.chicane",
                    "Both hands of {side} were dealt no card of the trump suit: double chicane. {side} scores "
                    "{points} above the line.",
                    side=side, column="above", points=4 * d.value,
                )
            )  # fmt: skip
        elif void:
            found.append(
                entry(
                    "bridge.honours.chicane",
                    "{player} was dealt no card of the trump suit: chicane. {side} scores {points} above the line.",
                    side=side, column="above", points=2 * d.value, player=o.shape.seats.all[void[0]],
                )
            )  # fmt: skip
    return found
