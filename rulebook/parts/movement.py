"""Who changes seats between deals, rounds or rubbers, and who meets whom. Knows no cards and no score.

Seats are numbers clockwise from 0. A movement says for each seat where the one who sits there goes;
it is a permutation of the seats, so a picture, a table and a ruling can be made of the same numbers.

>>> pivot(2).after(("p1", "p2", "S", "p3"))  # N E S W, the pivot sits South
('p2', 'p3', 'S', 'p1')
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, TypeVar

Player = TypeVar("Player")


class Movement(NamedTuple):
    """`to[seat]` is the seat to which the one who sits there goes."""

    to: tuple[int, ...]

    def after(self, players: Sequence[Player]) -> tuple[Player, ...]:
        """Who sits on each seat when those who sat there in this order have moved once."""
        found = list(players)
        for seat, target in enumerate(self.to):
            found[target] = players[seat]
        return tuple(found)

    def rounds(self, players: Sequence[Player], n: int) -> Iterator[tuple[Player, ...]]:
        """The seating of the first `n` rounds, before each move."""
        seated = tuple(players)
        for _ in range(n):
            yield seated
            seated = self.after(seated)

    def moving(self) -> tuple[int, ...]:
        """The seats that are left."""
        return tuple(seat for seat, target in enumerate(self.to) if seat != target)


STAY = Movement((0, 1, 2, 3))


# -- four at a table -----------------------------------------------------------------------------


def pivot(seat: int) -> Movement:
    """The pivot stays; from the pivot's left one goes to the pivot's right, the others go one seat on.

    >>> pivot(2).to  # N to W, E to N, S stays, W to E
    (3, 0, 2, 1)
    """
    seat, left, opposite, right = ((seat + n) % 4 for n in range(4))
    to = {seat: seat, left: right, opposite: left, right: opposite}
    return Movement(tuple(to[s] for s in range(4)))


def partners(seated: Sequence[Player]) -> tuple[tuple[Player, Player], ...]:
    """Those who sit opposite each other.

    >>> partners("NESW"), partners("123456")
    ((('N', 'S'), ('E', 'W')), (('1', '4'), ('2', '5'), ('3', '6')))
    """
    half = len(seated) // 2
    return tuple((seated[i], seated[i + half]) for i in range(half))


# -- three players and an empty seat -------------------------------------------------------------


class Three(NamedTuple):
    """Bridge for three: who deals, and the empty seat, which is opposite."""

    dealer: int

    @property
    def empty(self) -> int:
        return (self.dealer + 2) % 4

    @property
    def mover(self) -> int:
        """The seat on the left of the empty one."""
        return (self.empty + 1) % 4

    @property
    def move(self) -> Movement:
        """One player moves into the empty seat, which is then where that player sat.

        >>> Three(2).move.after(("", "C", "A", "B"))
        ('C', '', 'A', 'B')
        """
        to = {self.mover: self.empty, self.empty: self.mover}
        return Movement(tuple(to.get(s, s) for s in range(4)))

    @property
    def next(self) -> Three:
        """After the move the player on the mover's right deals.

        >>> [Three(2).next.dealer, Three(2).next.next.dealer, Three(2).next.next.next.dealer]
        [3, 0, 1]
        """
        return Three((self.empty - 1) % 4)


# -- six players at two tables -------------------------------------------------------------------

SIX = Movement((5, 0, 1, 2, 3, 4))  # seats 1 to 6 are 0 to 5: each to the next lower number, 1 to 6
PAIRS = "ABC"  # on seats 1 and 4, 2 and 5, 3 and 6 at the start


class SixTable(NamedTuple):
    """One of the two tables of six-hand bridge, seats as numbers from 0.

    order  the dealer, eldest, None for the dummy opposite the dealer, the other adversary
    pairs  the dealing pair, and the pair it meets
    """

    order: tuple[int, int, None, int]
    pairs: tuple[str, str]

    @property
    def eldest(self) -> int:
        return self.order[1]


def six_tables(deal: int, over: Collection[frozenset[str]] = ()) -> tuple[SixTable | None, SixTable | None]:
    """The two tables of a deal (from 1); None for one whose two pairs have finished their rubber.

    >>> [[t.pairs for t in six_tables(n)] for n in (1, 2, 3)]
    [[('A', 'B'), ('A', 'C')], [('B', 'C'), ('B', 'A')], [('C', 'A'), ('C', 'B')]]
    >>> six_tables(2, [frozenset("AB")])[1] is None
    True
    """
    dealing, near, far = (PAIRS[(deal - 1 + n) % 3] for n in range(3))
    first = SixTable((0, 4, None, 1), (dealing, near))
    second = SixTable((3, 2, None, 5), (dealing, far))
    one, other = (None if frozenset(t.pairs) in over else t for t in (first, second))
    return one, other


def six_rubbers() -> tuple[frozenset[str], ...]:
    """The three rubbers that run at once.

    >>> sorted("".join(sorted(pairs)) for pairs in six_rubbers())
    ['AB', 'AC', 'BC']
    """
    return tuple(map(frozenset, combinations(PAIRS, 2)))


# -- pairs that change tables --------------------------------------------------------------------


def tables_up(tables: int) -> Movement:
    """Progressive: the pairs that sit North and South stay, those East and West go one table up.

    >>> tables_up(3).to
    (1, 2, 0)
    """
    return Movement(tuple((table + 1) % tables for table in range(tables)))


def meetings(tables: int, rounds: int) -> list[list[tuple[int, int]]]:
    """For each round and table the pairs that meet, each with the number of its first table, from 1.

    >>> meetings(3, 2)
    [[(1, 1), (2, 2), (3, 3)], [(1, 3), (2, 1), (3, 2)]]
    """
    pairs = range(1, tables + 1)
    return [list(zip(pairs, moved, strict=True)) for moved in tables_up(tables).rounds(pairs, rounds)]


def winners_up(ahead: Sequence[bool]) -> Movement:
    """The pairs ahead go one table up. Pairs are numbered 2n (North and South) and 2n + 1 at table n.

    `ahead[n]` is whether North and South are ahead at table n. A pair that comes takes the seats
    of the pair that leaves.

    >>> winners_up([True, False]).to  # pair 0 of the first table and pair 3 of the second change places
    (3, 1, 2, 0)
    """
    leaving = [2 * table + (not first) for table, first in enumerate(ahead)]
    up = dict(zip(leaving, leaving[1:] + leaving[:1], strict=True))
    return Movement(tuple(up.get(pair, pair) for pair in range(2 * len(ahead))))
