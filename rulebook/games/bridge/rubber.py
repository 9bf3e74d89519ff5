"""Games and the rubber: part scores, the game of 30, the bonus, the difference."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from rulebook.game import Phase
from rulebook.games.bridge.outcome import outcome
from rulebook.games.bridge.tricks import GAME
from rulebook.ledger import entry
from rulebook.match import Sheet
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import Seats, Side
from rulebook.table import Action, Each, Space, Table

GAMES = 2  # games that win the rubber
SCORES = ("honours", "tricks", "last-game")  # what is corrected: above the line, below it, in the game before
HOUR = 125  # for each game won, when an agreed hour ends an unfinished rubber


def game_end(sheet: Sheet, o: Any, *why: Ruling) -> Sheet:
    """A side with 30 points below the line has won a game; both sides begin the next from 0."""
    for side in o.shape.seats.sides:
        at = sheet.after.points[side]
        if at < GAME:
            continue
        won = entry(
            "bridge.tricks.game",
            "{side} has {at} points below the line and wins the game.",
            side=side, column="below", at=at,
        )  # fmt: skip
        won = won._replace(ruling=won.ruling.on(*why)) if why else won
        sheet = afresh(sheet.add(won).marking("games", side), o.shape.seats)
    return sheet


def afresh(sheet: Sheet, seats: Seats) -> Sheet:
    """The trick scores of the game that has ended are kept for the total; the next begins at 0."""
    for side in seats.sides:
        points = sheet.after.points[side]
        kept = sheet.setting("below", side, sheet.after.mark("below", side) + points)
        sheet = replace(kept, after=kept.after.scored(side, -points))
    return sheet


def rubber_end(sheet: Sheet, o: Any) -> Sheet:
    """The side that has won two games has won the rubber, and a bonus with it."""
    for side in o.shape.seats.sides:
        if sheet.after.mark("games", side) >= GAMES:
            bonus = entry(
                "bridge.rubber.bonus",
                "{side} has won two games and with them the rubber. {side} scores {points} above the line.",
                side=side, column="above", points=o.shape.rubber,
            )  # fmt: skip
            return difference(sheet.add(bonus), o).winning(side, 1)
    return sheet


def difference(sheet: Sheet, o: Any) -> Sheet:
    """Who wins how many points: the larger total less the smaller."""
    one, other = o.shape.seats.sides
    totals = {side: total(sheet, side) for side in (one, other)}
    if totals[one] == totals[other]:
        equal = entry(
            "bridge.rubber.equal",
            "Both sides have {total} points in all, so neither wins any.",
            side=one, column="above", total=totals[one],
        )  # fmt: skip
        return sheet.add(equal)
    best = max(totals, key=lambda side: totals[side])
    worst = o.shape.seats.other(best)
    return sheet.add(
        entry(
            "bridge.rubber.difference",
            "Totals: {side} {total}, {other} {smaller}. {side} wins the difference: {won}.",
            side=best, column="above",
            total=totals[best], other=worst, smaller=totals[worst], won=totals[best] - totals[worst],
        )
    )  # fmt: skip


def total(sheet: Sheet, side: Side) -> int:
    """All points of the side in this rubber, below and above the line."""
    after = sheet.after
    return after.points[side] + after.mark("below", side) + after.mark("above", side)


class Hour(Phase):
    """The right to say that the agreed hour has come: no deal begins after this one."""

    name = "rubber"
    kinds: ClassVar = {"hour": lambda value: value is None}

    def legal(self, t: Table) -> tuple[Space, ...]:
        if self.o.hour == "off" or t.facts.hour or t.ended is not None:
            return ()
        return tuple(Each(seat, "hour", (None,)) for seat in self.o.shape.seats.players)

    def agreed(self, t: Table, a: Action) -> Ruling | None:
        if self.o.hour == "off":
            return no("bridge.rubber.hour", "At this table no hour has been agreed at which play ends.")
        if t.facts.hour or t.ended is not None:
            return no("bridge.rubber.hour", "The hour has been called already, or the deal is void.")
        return None

    guards = (agreed,)

    def verdict(self, t: Table, a: Action) -> Ruling:
        return yes("bridge.rubber.hour", "{who}: the agreed hour has come. This deal is finished, and no other begins.")

    def apply(self, t: Table, a: Action) -> Table:
        return t.knowing(replace(t.facts, hour=True))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        return ("hour", None, None) if words == ["hour"] else None


class Corrections(Phase):
    """At a table: a mistake in the score is pointed out, or the score of the rubber is agreed."""

    name = "corrections"
    kinds: ClassVar = {"correct": lambda value: value in SCORES, "agreed": lambda value: value is None}

    def legal(self, t: Table) -> tuple[Space, ...]:
        if self.o.illegal_play != "table":
            return ()
        every = [Action(int(seat), "correct", what) for seat in self.o.shape.seats.players for what in SCORES]
        every += [Action(int(seat), "agreed") for seat in self.o.shape.seats.players]
        return tuple(Each(a.by, a.kind, (a.what,)) for a in every if self.rule(t, a).ok)

    def of_a_rubber(self, t: Table, a: Action) -> Ruling | None:
        if self.o.illegal_play == "table" and self.o.shape.rubber:
            return None
        return no(
            "bridge.rubber.honour-score",
            "The score is kept without mistakes, or no rubber is played: nothing is corrected.",
        )

    def not_agreed(self, t: Table, a: Action) -> Ruling | None:
        if not t.facts.agreed:
            return None
        return no(
            "bridge.rubber.honour-score", "The score of the rubber has been agreed: nothing is corrected any more."
        )

    def after_the_deal(self, t: Table, a: Action) -> Ruling | None:
        if a.kind == "correct" or outcome(self.o, t) is not None:
            return None
        return no("bridge.rubber.honour-score", "The score of the rubber is made up only when the deal is over.")

    def in_time(self, t: Table, a: Action) -> Ruling | None:
        if a.what != "last-game":
            return None
        before = t.setup.standing
        if before is None or not any(before.mark("games", side) for side in self.o.shape.seats.sides):
            return no("bridge.rubber.trick-score", "No game of this rubber is finished, so there is no last one.")
        if any(before.points.values()) or t.facts.calls or t.facts.left or t.facts.declarer is not None:
            return no(
                "bridge.rubber.trick-score",
                "A call has been made in the next game: the points below the line of the last game stand.",
            )
        return None

    guards = (of_a_rubber, not_agreed, after_the_deal, in_time)

    def verdict(self, t: Table, a: Action) -> Ruling:
        if a.kind == "agreed":
            return yes("bridge.rubber.honour-score", "{who}: the score of the rubber has been made up, and all agree.")
        if a.what == "honours":
            return yes(
                "bridge.rubber.honour-score",
                "{who} may have a mistake above the line corrected: the score of the rubber has not been agreed.",
            )
        if a.what == "tricks":
            return yes(
                "bridge.rubber.trick-score",
                "{who} may have a mistake below the line corrected: no later game has begun.",
            )
        return yes(
            "bridge.rubber.trick-score",
            "{who} may have a mistake below the line of the last game corrected: the next one has no call yet.",
        )

    def apply(self, t: Table, a: Action) -> Table:
        return t.knowing(replace(t.facts, agreed=True) if a.kind == "agreed" else t.facts)

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        if words == ["agreed"]:
            return "agreed", None, None
        return ("correct", words[1], None) if len(words) == 2 and words[0] == "correct" and words[1] in SCORES else None


def hour_end(sheet: Sheet, o: Any) -> Sheet:
    """At the agreed hour an unfinished rubber ends: each game won counts 125."""
    ended = sheet.table.ended
    unfinished = not sheet.final or (ended is not None and ended.void)
    if not sheet.table.facts.hour or sheet.after.over is not None or unfinished:
        return sheet
    for side in o.shape.seats.sides:
        if games := sheet.after.mark("games", side):
            won = entry(
                "bridge.rubber.unfinished",
                "The rubber ends unfinished. Games won by {side}: {games}. {side} scores {points} above the line.",
                side=side, column="above", points=HOUR * games, games=games,
            )  # fmt: skip
            sheet = sheet.add(won)
    sheet = difference(sheet, o)
    return sheet.winning(max(o.shape.seats.sides, key=lambda side: total(sheet, side)), 0)
