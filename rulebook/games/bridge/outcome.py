"""What a finished deal comes to, before anything is counted.

A chapter of the score is a function `(o, deal) -> list[Entry]`; `score.py` puts them together.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rulebook.cards import pack
from rulebook.games.bridge.doubling import unit
from rulebook.games.bridge.facts import Bid, multiplier, player
from rulebook.games.bridge.tricks import taken
from rulebook.ruling import InputError
from rulebook.seats import Seats, Side
from rulebook.table import Setup, Table

RESULT = re.compile(r"\^?(?:(NS|EW) )?([0-9]{1,2})")
UNTOLD = ("", "?", "*", "-")  # a result that the record leaves open


@dataclass(frozen=True)
class Deal:
    """One deal whose tricks are known.

    contract  what was called or made; number 0 in straight bridge
    side      the declarer's side, `against` every other one
    won       tricks of each side in the play
    tricks    tricks of each side as they count, after those that a revoke moved
    value     points of an odd trick, `unit` the same as doubled
    times     1, 2 or 4: by what a double and a redouble multiply bonuses and penalties
    revoked   the sides that revoked
    told      whether the record tells the tricks and does not show them
    """

    table: Table
    contract: Bid
    declarer: int
    side: Side
    against: tuple[Side, ...]
    won: Mapping[Side, int]
    tricks: Mapping[Side, int]
    value: int
    unit: int
    times: int
    revoked: frozenset[Side] = field(default=frozenset())
    told: bool = False

    @property
    def nullo(self) -> bool:
        return self.contract.denomination == "U"

    def margin(self, tricks: Mapping[Side, int]) -> int:
        """Tricks beyond the contract; below 0 the tricks that it fails by. Nullo counts what is not taken."""
        own = tricks[self.side]
        return 7 - self.contract.number - own if self.nullo else own - 6 - self.contract.number

    @cached_property
    def held(self) -> tuple[int, ...]:
        """The cards known to have been dealt to each hand."""
        t = self.table
        if not any(t.setup.hidden):
            return t.setup.hands
        hands = list(t.setup.hands)
        for trick in t.tricks:
            for seat, card in zip(trick.seats, trick.cards, strict=True):
                hands[seat] |= 1 << card
        for n, card in enumerate(t.trick):
            hands[t.after(t.leader, n)] |= 1 << card
        short = [i for i, room in enumerate(rooms(t, hands)) if room]
        if len(short) == 1:  # all cards that nobody else holds
            hands[short[0]] |= pack(0).mask & ~sum(hands)
        return tuple(hands)


def rooms(t: Table, hands: list[int] | tuple[int, ...]) -> list[int]:
    """How many cards of each hand are unknown."""
    before = sum(t.setup.tricks)
    dealt = [h.bit_count() + n + before for h, n in zip(t.setup.hands, t.setup.hidden, strict=True)]
    return [n - hand.bit_count() for n, hand in zip(dealt, hands, strict=True)]


def played(o: Any, t: Table) -> bool:
    """Whether the play is over."""
    return bool(sum(t.setup.tricks) + len(t.tricks) >= o.shape.hand)


def told(o: Any, t: Table) -> dict[Side, int] | None:
    """The tricks of each side that the record tells, for a play that it does not show to the end."""
    text = str(t.setup.given.get("Result", ""))
    m, seats = RESULT.fullmatch(text.strip()), o.shape.seats
    if m is None or t.facts.declarer is None or (m[1] and len(seats.sides) != 2):
        return None
    n, side = int(m[2]), seats.side_of(m[1]) if m[1] else seats.side(t.facts.declarer)
    others = [s for s in seats.sides if s != side]
    rest = {s: taken(o, t)[s] for s in others[1:]}  # whoever of several adversaries won the others
    return {s: n if s == side else rest.get(s, o.shape.hand - n - sum(rest.values())) for s in seats.sides}


def told_well(o: Any, setup: Setup) -> None:
    """Raises InputError for a result that is no possible number of tricks."""
    text = setup.given.get("Result", "").strip()
    m = RESULT.fullmatch(text)
    if text in UNTOLD or (m is not None and int(m[2]) <= o.shape.hand and (not m[1] or len(o.shape.seats.sides) == 2)):
        return
    raise InputError(
        "“{text}” is not a result. Write the number of tricks of the declarer, for example {example}.",
        text=setup.given["Result"], example="9",
    )  # fmt: skip


def possible(o: Any, t: Table, tricks: Mapping[Side, int]) -> bool:
    """Whether the tricks told agree with those played."""
    won = taken(o, t)
    return all(n >= won[side] for side, n in tricks.items())


def counted(o: Any, t: Table) -> dict[Side, int]:
    """The tricks of each side so far; those that the record tells where it shows no card of the play."""
    return taken(o, t) if t.tricks or t.trick else (told(o, t) or taken(o, t))


def contradiction(o: Any, t: Table) -> tuple[Side, int] | None:
    """The declarer's side and the number of its tricks that the record states, where it cannot be."""
    tricks = None if t.facts.contract is None or played(o, t) else told(o, t)
    if tricks is None or possible(o, t, tricks):
        return None
    side = _seats(o).side(t.facts.declarer)
    return side, tricks[side]


def outcome(o: Any, t: Table) -> Deal | None:
    """The deal, or None while it is not known how many tricks each side has."""
    bid, seat, seats = t.facts.contract, t.facts.declarer, _seats(o)
    if bid is None or seat is None:
        return None
    over = played(o, t)
    tricks = taken(o, t) if over else told(o, t)
    if tricks is None or not (over or possible(o, t, tricks)):
        return None
    side = seats.side(seat)
    times = multiplier(t.facts)
    return Deal(
        table=t,
        contract=bid,
        declarer=seat,
        side=side,
        against=tuple(s for s in seats.sides if s != side),
        won=tricks,
        tricks=tricks,
        value=o.shape.values[bid.denomination],
        unit=o.shape.values[bid.denomination] * times if bid.number else unit(o, t.facts),
        times=times,
        told=not over,
    )


def _seats(o: Any) -> Seats:
    seats: Seats = o.shape.seats
    return seats


def side_of(o: Any, t: Table, hand: int) -> Side:
    """The side whose player plays the cards of this hand."""
    return _seats(o).side(player(t, hand))
