"""How the scores of several players or sides become what each wins or loses. The results add up to 0.

>>> pairwise([240, 980, 456])
(-956, 1264, -308)
"""

from __future__ import annotations

from collections.abc import Sequence


def pairwise(totals: Sequence[int]) -> tuple[int, ...]:
    """Each settles with each of the others by the difference: n times the own total less the sum of all.

    >>> pairwise([-7, 88, 19])
    (-121, 164, -43)
    """
    return tuple(len(totals) * own - sum(totals) for own in totals)


def debts(totals: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Row i, column j: what player i receives from player j; the rows add up to `pairwise`.

    >>> debts([320, 80, 64])
    ((0, 240, 256), (-240, 0, 16), (-256, -16, 0))
    """
    return tuple(tuple(own - other for other in totals) for own in totals)


def remainder(one: int, other: int) -> tuple[int, int]:
    """Two sides: the smaller total is taken from the larger, and the remainder is won and lost.

    >>> remainder(118, 241)
    (-123, 123)
    """
    return one - other, other - one


def whole(sides: Sequence[Sequence[int]], totals: Sequence[int]) -> dict[int, int]:
    """Each player of a side receives the whole total of the side; nothing is taken from anybody.

    >>> whole([(0, 2), (1, 3)], [300, 120])
    {0: 300, 2: 300, 1: 120, 3: 120}
    """
    return {player: total for side, total in zip(sides, totals, strict=True) for player in side}


def plus_only(players: int, dealer: int, own: int, other: int) -> tuple[int, ...]:
    """A deal each for himself: what the dealer's side won goes to the dealer, the rest to each of the others.

    >>> plus_only(4, 0, 24, 30)
    (24, 30, 30, 30)
    """
    return tuple(own if player == dealer else other for player in range(players))


def plus_minus(players: int, dealer: int, own: int, other: int) -> tuple[int, ...]:
    """The same deal in the dealer's column alone; it is settled with the same result.

    >>> pairwise(plus_minus(4, 0, 24, 30)) == pairwise(plus_only(4, 0, 24, 30)) == (-18, 6, 6, 6)
    True
    """
    return tuple(own - other if player == dealer else 0 for player in range(players))
