"""What is counted over many deals, in whole numbers: however the work is split, the sum is the same.

>>> few = Sum().add(3).add(5)
>>> few.mean, few.plus(Sum().add(4)).n
(4.0, 3)
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import sqrt
from typing import NamedTuple

Z = 1.959963984540054  # 95 of 100 values of a normal distribution lie within so many standard deviations


class Range(NamedTuple):
    """A measured value with its confidence interval."""

    value: float
    low: float
    high: float


class Sum(NamedTuple):
    """How many numbers, their sum and the sum of their squares."""

    n: int = 0
    total: int = 0
    squares: int = 0

    def add(self, x: int) -> Sum:
        return Sum(self.n + 1, self.total + x, self.squares + x * x)

    def plus(self, other: Sum) -> Sum:
        return Sum(self.n + other.n, self.total + other.total, self.squares + other.squares)

    @property
    def mean(self) -> float:
        return self.total / self.n if self.n else 0.0

    def range(self, unit: int = 1) -> Range:
        """The mean, counted in `unit`s, with its interval by the normal approximation."""
        mean = self.mean / unit
        if self.n < 2:
            return Range(mean, mean, mean)
        variance = (self.n * self.squares - self.total * self.total) / (self.n * (self.n - 1))
        half = Z * sqrt(variance / self.n) / unit
        return Range(mean, mean - half, mean + half)


def share(k: int, n: int) -> Range:
    """The share `k` of `n` with Wilson's interval, which stays within 0 and 1.

    >>> [round(x, 3) for x in share(0, 100)]
    [0.0, 0.0, 0.037]
    """
    if not n:
        return Range(0.0, 0.0, 1.0)
    p, z = k / n, Z * Z / n
    middle, half = p + z / 2, Z * sqrt(p * (1 - p) / n + z / (4 * n))
    return Range(p, max(0.0, (middle - half) / (1 + z)), min(1.0, (middle + half) / (1 + z)))


@dataclass
class Tally:
    """Counts over deals. `a` is the first rule set, `b` the second.

    differs  deals that score otherwise; `played`: in which other things are done; `turned`: in which
             another side comes out ahead
    ahead    deals in which the side looked at comes out ahead, under each
    net      points of the side looked at, less the others' mean, times the number of others, under each
    change   the second of these less the first
    size     the size of the change, of the deals where there is one
    changes  how often each change came about
    rules    in how many deals each rule is an entry of the score, under each
    """

    n: int = 0
    differs: int = 0
    played: int = 0
    turned: int = 0
    ahead: list[int] = field(default_factory=lambda: [0, 0])
    net: list[Sum] = field(default_factory=lambda: [Sum(), Sum()])
    change: Sum = Sum()
    size: Sum = Sum()
    changes: Counter[int] = field(default_factory=Counter)
    rules: list[Counter[str]] = field(default_factory=lambda: [Counter(), Counter()])

    def plus(self, other: Tally) -> None:
        """Add what was counted elsewhere."""
        self.n += other.n
        self.differs += other.differs
        self.played += other.played
        self.turned += other.turned
        self.change, self.size = self.change.plus(other.change), self.size.plus(other.size)
        self.changes += other.changes
        for i in (0, 1):
            self.ahead[i] += other.ahead[i]
            self.net[i] = self.net[i].plus(other.net[i])
            self.rules[i] += other.rules[i]
