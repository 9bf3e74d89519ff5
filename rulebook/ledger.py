"""A score is a list of reasons that adds up.

>>> from rulebook.seats import FOUR
>>> ns = FOUR.sides[0]
>>> deal = Ledger((entry("bid-whist.scoring.set", "{bid} is set.", side=ns, points=-5, bid="5 high"),))
>>> deal.totals(FOUR.sides), deal.entries[0].ruling.explain()
({NS: -5, EW: 0}, '5 high is set.')
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rulebook.ruling import Ruling
from rulebook.seats import Side


class Entry(NamedTuple):
    """One reason: so many `points` for `side` in `column` (`score`; bridge: `below`, `above`).

    An entry of 0 points stays: it is a reason why nothing is scored.
    """

    side: Side
    points: int
    ruling: Ruling
    column: str = "score"


def entry(
    rule: str,
    msg: str,
    /,
    *,
    side: Side,
    points: int = 0,
    column: str = "score",
    **args: object,
) -> Entry:
    """A ledger entry with its sentence; `{side}` and `{points}` are among the values."""
    return Entry(side, points, Ruling(True, rule, msg, {"side": side, "points": points, **args}), column)


def entry_n(
    rule: str,
    one: str,
    many: str,
    /,
    *,
    n: int,
    side: Side,
    points: int = 0,
    **args: object,
) -> Entry:
    """As `entry`, with a sentence that counts `n`."""
    values = {"side": side, "points": points, "n": n, **args}
    return Entry(side, points, Ruling(True, rule, one, values, plural=many))


class Ledger(NamedTuple):
    """The reasons of one deal, in the order they are written. `final` is False while cards decide."""

    entries: tuple[Entry, ...]
    final: bool = True

    def totals(self, sides: Iterable[Side]) -> dict[Side, int]:
        """Points of each side, all columns together."""
        return {s: sum(e.points for e in self.entries if e.side == s) for s in sides}

    def __str__(self) -> str:
        return "\n".join(f"{e.side.code} {e.points:+d}  {e.ruling} [{e.ruling.rule}]" for e in self.entries)
