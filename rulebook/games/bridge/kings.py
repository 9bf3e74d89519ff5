"""King's bridge: each of four players alone, the hand opposite the dealer his partner for one deal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rulebook.games.bridge import doubling, honours, mechanical, penalties, score, slams, tricks
from rulebook.games.bridge.options import STRAIGHT, Common, Shape, Straight
from rulebook.games.bridge.outcome import Deal, outcome
from rulebook.games.bridge.plan import Plan
from rulebook.games.bridge.play import Play
from rulebook.games.bridge.revoke import Revokes
from rulebook.ledger import Entry, Ledger, entry
from rulebook.match import Settlement, Sheet
from rulebook.options import option
from rulebook.parts import movement, settlement
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import circle
from rulebook.standing import Standing
from rulebook.table import Action, Table

PAIRS = Straight()  # a deal is scored as one of straight bridge, then handed out to single players
PARTS = (penalties.passed, tricks.either, honours.honours, slams.slams)
DEALS, ROUND = "deals", 4  # the note that counts them; deals before the players turn
PIVOT = "pivot"  # the note of the seat that nobody leaves, from 1
TURNED = "turned"  # the note of the deal after which the players turned last
MATCH = 12


@dataclass(frozen=True)
class Kings(Common):
    """Four players, each alone."""

    shape: ClassVar = Shape(STRAIGHT, rubber=0, seats=circle(4))
    revoke: ClassVar = PAIRS.revoke  # no choice of what is taken: a deal is scored as one of `PAIRS`

    kings_method: str = option("bridge.kings.others", "Who writes what is made?", "plus_only", "plus_minus")


class Make(mechanical.Dealer):
    """The dealer names the trump, or leaves it to the hand opposite, which has no choice."""

    made: ClassVar = yes("bridge.kings.make", "{who}, the dealer, names {what}.")
    left: ClassVar = yes("bridge.kings.make", "{who}, the dealer, leaves it. The hand opposite names the trump.")

    def only_dealer(self, t: Table, a: Action) -> Ruling:
        dealer = self.o.shape.seats.all[t.setup.dealer]
        return no("bridge.kings.make", "Only the dealer ({dealer}) names the trump or leaves it.", dealer=dealer)


class NoDoubling(doubling.NoDoubling):
    """Nobody doubles in this game."""

    refused: ClassVar = no("bridge.kings.doubling", "There is no doubling in King's bridge.")


def result(o: Any, t: Table) -> Ledger:
    """The lump of the deal: the dealer's side for the dealer, the other side for each of the others."""
    d = outcome(PAIRS, t)
    if d is None:
        return Ledger((), final=False)
    d = penalties.applied(PAIRS, d)
    found = [e for part in PARTS for e in part(PAIRS, d)]
    mine = sum(e.points for e in found if e.side == d.side)
    theirs = sum(e.points for e in found) - mine
    grounds = tuple(e.ruling for e in found)
    return Ledger(tuple((plus_minus if o.kings_method == "plus_minus" else plus_only)(o, d, mine, theirs, grounds)))


def plus_only(o: Any, d: Deal, mine: int, theirs: int, grounds: tuple[Ruling, ...]) -> list[Entry]:
    """Both sides' points are written, each by those who may."""
    dealer = o.shape.seats.side(d.declarer)
    own = entry(
        "bridge.kings.dealer",
        "What the dealer's side made goes to {side} alone: {points}.",
        side=dealer, points=mine,
    )  # fmt: skip
    others = [
        entry(
            "bridge.kings.others",
            "{side} writes what the other side made against the dealer: {points}.",
            side=side, points=theirs,
        )
        for side in o.shape.seats.sides
        if side != dealer and theirs
    ]  # fmt: skip
    return [own._replace(ruling=own.ruling.on(*grounds)), *others]


def plus_minus(o: Any, d: Deal, mine: int, theirs: int, grounds: tuple[Ruling, ...]) -> list[Entry]:
    """One column alone: the difference of both sides, in that of the dealer."""
    why = entry(
        "bridge.kings.others",
        "The dealer's side made {mine}, the other side {theirs}; {side} writes the difference: {points}.",
        side=o.shape.seats.side(d.declarer), points=mine - theirs, mine=mine, theirs=theirs,
    )  # fmt: skip
    return [why._replace(ruling=why.ruling.on(*grounds))]


def counted(sheet: Sheet, o: Any) -> Sheet:
    """The deal is counted, and the first dealer of the match is its pivot."""
    if not score.counts(sheet):
        return sheet
    if not sheet.before.note(PIVOT):
        sheet = sheet.noting(PIVOT, 1 + sheet.table.setup.dealer)
    return sheet.noting(DEALS, sheet.before.note(DEALS) + 1)


def match_end(sheet: Sheet, o: Any) -> Sheet:
    """After twelve deals every player settles with all the others."""
    if not sheet.final or sheet.after.note(DEALS) < MATCH:
        return sheet
    sides, points = o.shape.seats.sides, sheet.after.points
    for side, won in zip(sides, settlement.pairwise([points[s] for s in sides]), strict=True):
        sheet = sheet.add(
            entry(
                "bridge.kings.settle",
                "{side} has {at}. Four times that, less the sum of all scores ({all}): {won}.",
                side=side, at=points[side], all=sum(points.values()), won=won,
            )
        )  # fmt: skip
    best = [side for side in sides if points[side] == max(points.values())]
    return sheet.winning(best[0], 1) if len(best) == 1 else sheet.shared(tuple(best))


def onward(o: Any, standing: Standing) -> Standing:
    """After each round of four deals three players change seats, and take their scores with them."""
    deals = standing.note(DEALS)
    if standing.over is not None or deals % ROUND or deals == standing.note(TURNED):
        return standing.next_game()
    turn, sides = movement.pivot(standing.note(PIVOT) - 1), o.shape.seats.sides
    points = turn.after([standing.points[side] for side in sides])
    people = turn.after(standing.people) if standing.people else ()
    moved = replace(standing, points=dict(zip(sides, points, strict=True)), people=people)
    return moved.noted(TURNED, deals)


SETTLEMENT: Settlement = (score.settled(result), counted, match_end)
PLAN = Plan(
    Kings,
    (Make, mechanical.Hand, Play),
    result,
    SETTLEMENT,
    rights=(NoDoubling, Revokes),
    onward=onward,
    notes=(DEALS, PIVOT, TURNED),
    pad=False,
    limits={},
)
