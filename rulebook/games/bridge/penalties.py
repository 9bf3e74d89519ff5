"""What revokes change in the score of a deal: tricks that pass, points, and the limit of 28."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulebook.games.bridge import tricks
from rulebook.games.bridge.facts import Revoke
from rulebook.games.bridge.outcome import Deal, side_of
from rulebook.games.bridge.revoke import offenders, proved
from rulebook.ledger import Entry, entry
from rulebook.seats import Side

Odd = Callable[[Any, Deal], list[Entry]]

TRICKS = 3  # that a revoke costs
POINTS = 100  # that a revoke costs at auction bridge
LIMIT = 28  # where the trick score of a side that revoked stops, at straight bridge


def applied(o: Any, d: Deal) -> Deal:
    """The deal after its revokes: who revoked, and the tricks as they count."""
    found = proved(d.table)
    if not found:
        return d
    counted = dict(d.tricks)
    for claim in found:
        if claim.take == "tricks":
            move(d, counted, *direction(o, d, claim))
    return replace(d, revoked=offenders(o, d.table), tricks=counted)


def direction(o: Any, d: Deal, claim: Revoke) -> tuple[Side, Side]:
    """From which side to which the tricks pass. Where tricks are to be lost, the side that revoked takes them."""
    offender, taker = side_of(o, d.table, claim.hand), side_of(o, d.table, claim.by)
    return (taker, offender) if d.nullo or o.shape.losing else (offender, taker)


def move(d: Deal, counted: dict[Side, int], giver: Side, taker: Side) -> int:
    """Three tricks pass, or as many as there are. Players who are together against the declarer give together."""
    left = TRICKS
    for side in (giver, *(s for s in d.against if s not in (giver, taker) and giver in d.against)):
        n = min(left, counted[side])
        counted[side] -= n
        counted[taker] += n
        left -= n
    return TRICKS - left


def passed(o: Any, d: Deal) -> list[Entry]:
    """The tricks that pass to the other side."""
    found, left = [], dict(d.won)
    for claim in proved(d.table):
        if claim.take != "tricks":
            continue
        giver, taker = direction(o, d, claim)
        n = move(d, left, giver, taker)
        values = {"player": o.shape.seats.all[claim.hand], "trick": claim.trick, "n": n}
        if d.nullo:
            found.append(
                entry(
                    "bridge.revoke.nullo",
                    "Tricks that {side} gives away for the revoke of {player} in trick {trick}: {n}.",
                    side=giver, column="below", **values,
                )
            )  # fmt: skip
        else:
            found.append(
                entry(
                    "bridge.revoke.tricks",
                    "Tricks that pass to {side} for the revoke of {player} in trick {trick}: {n}.",
                    side=taker, column="below", **values,
                )
            )  # fmt: skip
    return found


def auction(o: Any, d: Deal) -> list[Entry]:
    """Auction bridge: 100 for each revoke, unless tricks are taken; the offenders score honours only."""
    declarer, found = d.side in d.revoked, list[Entry]()
    others = [s for s in d.against if s in d.revoked]
    if declarer and others:
        return [
            entry(
                "bridge.revoke.both",
                "Both sides revoked, so {side} scores nothing but its honours.",
                side=side, column="above",
            )
            for side in (d.side, *others)
        ]  # fmt: skip
    seen: set[bool] = set()
    for claim in proved(d.table):
        mine = side_of(o, d.table, claim.hand) == d.side
        takers = d.against if mine else (d.side,)
        values = {"player": o.shape.seats.all[claim.hand], "trick": claim.trick}
        for taker in takers if claim.take == "points" else ():
            if mine in seen:
                found.append(
                    entry(
                        "bridge.revoke.further",
                        "A further revoke of the same side, {player} in trick {trick}. {side} scores {points} above "
                        "the line.",
                        side=taker, column="above", points=POINTS, **values,
                    )
                )  # fmt: skip
            else:
                found.append(
                    entry(
                        "bridge.revoke.points",
                        "Revoke of {player} in trick {trick}. {side} scores {points} above the line.",
                        side=taker, column="above", points=POINTS, **values,
                    )
                )  # fmt: skip
        seen.add(mine)
    for side in (s for s in (d.side, *d.against) if s in d.revoked):
        only = entry(
            "bridge.revoke.honours-only",
            "{side} revoked and scores nothing but its honours.",
            side=side, column="above",
        )  # fmt: skip
        found.append(only)
    return found


def straight(o: Any, d: Deal, odd: Odd = tricks.either) -> list[Entry]:
    """Straight bridge: the value of three tricks, where it is chosen, and the limit of the offenders.

    `odd` are the odd tricks as this game scores them.
    """
    found, below = values(o, d, odd)
    return [*found, *limited(d, below)]


def by_deal(o: Any, d: Deal) -> list[Entry]:
    """The same where no games are played, so that there is nothing to limit."""
    return values(o, d, tricks.either)[0]


def values(o: Any, d: Deal, odd: Odd) -> tuple[list[Entry], dict[Side, int]]:
    """The value of three tricks, where it is chosen, and the trick score of each side after it."""
    found, below = list[Entry](), {side: running(d, side) for side in d.tricks}
    for e in odd(o, d):
        below[e.side] += e.points if e.column == "below" else 0
    for claim in proved(d.table):
        offender, taker = side_of(o, d.table, claim.hand), side_of(o, d.table, claim.by)
        value = TRICKS * d.unit
        values = {"player": o.shape.seats.all[claim.hand], "trick": claim.trick}
        if claim.take == "minus":
            off = min(value, below[offender])
            below[offender] -= off
            found.append(
                entry(
                    "bridge.revoke.minus",
                    "Revoke of {player} in trick {trick}: the value of three tricks, {value}, is taken from the trick "
                    "score of {side}, but not more than it has. Taken: {off}.",
                    side=offender, column="below", points=-off, value=value, off=off, **values,
                )
            )  # fmt: skip
        elif claim.take == "plus":
            below[taker] += value
            found.append(
                entry(
                    "bridge.revoke.plus",
                    "Revoke of {player} in trick {trick}: {side} adds the value of three tricks, {points}, to its "
                    "trick score.",
                    side=taker, column="below", points=value, **values,
                )
            )  # fmt: skip
    return found, below


def limited(d: Deal, below: dict[Side, int]) -> list[Entry]:
    """A side that revoked cannot win the game on that deal."""
    return [
        entry(
            "bridge.revoke.limit",
            "{side} revoked, so its trick score stops at {limit}. Points lost: {lost}.",
            side=side, column="below", points=LIMIT - at, limit=LIMIT, lost=at - LIMIT,
        )
        for side, at in below.items()
        if side in d.revoked and at > LIMIT
    ]  # fmt: skip


def running(d: Deal, side: Side) -> int:
    """The trick score of the side in the running game, before this deal."""
    standing = d.table.setup.standing
    return 0 if standing is None else int(standing.points[side])
