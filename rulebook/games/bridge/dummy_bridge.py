"""Bridge for three: the dealer and a dummy against the two others, each in a column of one's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from rulebook.games.bridge import honours, mechanical, penalties, rubber, slams, tricks
from rulebook.games.bridge.doubling import Doubling
from rulebook.games.bridge.facts import player
from rulebook.games.bridge.options import STRAIGHT, Common, Shape
from rulebook.games.bridge.outcome import Deal
from rulebook.games.bridge.plan import Plan
from rulebook.games.bridge.play import Play
from rulebook.games.bridge.revoke import Revokes
from rulebook.games.bridge.score import scored, settled
from rulebook.games.bridge.three import DEAD, THREE, opened, three_players, totals
from rulebook.games.bridge.tricks import GAME
from rulebook.ledger import Entry, entry
from rulebook.match import Sheet
from rulebook.parts.settlement import pairwise
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import Seat
from rulebook.table import Action, Table

ANNOUNCES = yes("bridge.dummy-bridge.announce", "{player}, on the dealer's right, sorts dummy and announces it.")
THEIRS = yes(
    "bridge.dummy-bridge.double", "Only the player on the dealer's left doubles, and only the dealer redoubles."
)
TOGETHER = yes("bridge.dummy-bridge.revoke", "The two others count as one side.")


@dataclass(frozen=True)
class ForThree(Common):
    """Bridge for three."""

    shape: ClassVar = Shape(STRAIGHT, rubber=100, seats=THREE, seating=three_players, cap=100)
    revoke: ClassVar = "tricks"


class Make(mechanical.Dealer):
    """The dealer names the trump or refuses to."""

    made: ClassVar = yes("bridge.dummy-bridge.make", "{who}, the dealer, names {what}.")
    left: ClassVar = yes("bridge.dummy-bridge.leave", "{who}, the dealer, does not name the trump.")

    def only_dealer(self, t: Table, a: Action) -> Ruling:
        return no(
            "bridge.dummy-bridge.make", "Only the dealer ({dealer}) names the trump.", dealer=THREE.all[t.setup.dealer]
        )


class Announced(mechanical.Hand):
    """Dummy names, and the player on the dealer's right says so."""

    def hand(self, t: Table) -> Seat:
        return THREE.all[DEAD]

    def announcer(self, t: Table) -> int:
        return THREE.player(t.setup.dealer, -1)

    def rule(self, t: Table, a: Action) -> Ruling:
        r = super().rule(t, a)
        if r.ok:
            return r.on(ANNOUNCES.having(player=THREE.all[self.announcer(t)]))
        return no(
            "bridge.dummy-bridge.announce",
            "Only the player on the dealer's right announces what dummy names: {player}.",
            player=THREE.all[self.announcer(t)],
        )


class LeftAndDealer(Doubling):
    """The player on the dealer's left doubles, the dealer redoubles, and so on."""

    def doublers(self, t: Table) -> tuple[int, ...]:
        return (THREE.player(t.setup.dealer),)

    def redoublers(self, t: Table) -> tuple[int, ...]:
        return (t.setup.dealer,)

    def not_theirs(self, t: Table, a: Action) -> Ruling | None:
        if a.by in (*self.doublers(t), *self.redoublers(t)):
            return super().not_theirs(t, a)
        return no("bridge.dummy-bridge.double", "{player} may neither double nor redouble.", player=self.seat(a.by))

    def raised(self, t: Table, a: Action) -> Ruling:
        r = super().raised(t, a)
        return r.on(*r.because, THEIRS)


# -- the score -----------------------------------------------------------------------------------


def odd(o: Any, d: Deal) -> list[Entry]:
    """Odd tricks: the dealer's below the line, those of the others above it for each of them."""
    n = d.tricks[d.side] - 6
    if n > 0:
        own = entry(
            "bridge.dummy-bridge.dealer",
            "Odd tricks of {side}: {odd}, at {unit} each. {side} scores {points} below the line.",
            side=d.side, column="below", points=n * d.unit, odd=n, unit=d.unit,
        )  # fmt: skip
        return [own]
    theirs = 1 - n
    return [
        entry(
            "bridge.dummy-bridge.others",
            "Odd tricks against the dealer: {odd}, at {unit} each. {side} scores {points} above the line.",
            side=side, column="above", points=theirs * d.unit, odd=theirs, unit=d.unit,
        )
        for side in d.against
    ]  # fmt: skip


def passed(o: Any, d: Deal) -> list[Entry]:
    """Tricks that pass because of a revoke; the two others are one side."""
    return [e._replace(ruling=e.ruling.on(TOGETHER)) for e in penalties.passed(o, d)]


def limited(o: Any, d: Deal) -> list[Entry]:
    """The limit of a dealer who revoked: only the dealer scores below the line."""
    return penalties.straight(o, d, odd)


def honoured(o: Any, d: Deal) -> list[Entry]:
    """Honours of the dealer with dummy, or of the two others between them."""
    mask = honours.which(d.contract.trump)
    counts = [(hand & mask).bit_count() for hand in d.held]
    if sum(counts) < mask.bit_count():
        unknown = entry(
            "bridge.dummy-bridge.honours",
            "Cards of the deal are unknown, so the honours are not counted.",
            side=d.side, column="above",
        )  # fmt: skip
        return [unknown._replace(ruling=unknown.ruling.unsure())]
    mine = [player(d.table, hand) == d.declarer for hand in range(len(counts))]
    own = sum(n for n, is_mine in zip(counts, mine, strict=True) if is_mine)
    dealers = 2 * own > sum(counts)
    n = own if dealers else sum(counts) - own
    most = max(n for n, is_mine in zip(counts, mine, strict=True) if is_mine == dealers)
    points = honours.aces(n, most) if d.contract.trump is None else honours.trump(n, most, d.value)
    if dealers or not points:
        return [
            entry(
                "bridge.dummy-bridge.honours",
                "Honours of dealer and dummy: {n}. {side} scores {points} above the line.",
                side=d.side, column="above", points=points, n=own,
            )
        ]  # fmt: skip
    return [
        entry(
            "bridge.dummy-bridge.honours",
            "Honours of the two others: {n}. {side} scores {points} above the line.",
            side=side, column="above", points=points, n=n,
        )
        for side in d.against
    ]  # fmt: skip


def slam(o: Any, d: Deal) -> list[Entry]:
    """A slam of the dealer, or one of the two others for each of them."""
    own = d.won[d.side]
    sides, n = ((d.side,), own) if own > 1 else (d.against, 13 - own)
    return [slams.slam(side, n) for side in sides if n >= 12 and side not in d.revoked]


def game_end(sheet: Sheet, o: Any) -> Sheet:
    """A player with 30 points below the line has won a game."""
    for side in THREE.sides:
        at = sheet.after.points[side]
        if at >= GAME:
            won = entry(
                "bridge.dummy-bridge.game",
                "{side} has {at} points below the line and wins the game. All three begin again.",
                side=side, column="below", at=at,
            )  # fmt: skip
            sheet = rubber.afresh(sheet.add(won).marking("games", side), o.shape.seats)
    return sheet


def rubber_end(sheet: Sheet, o: Any) -> Sheet:
    """The first player with two games adds the bonus, and the three settle."""
    for side in THREE.sides:
        if sheet.after.mark("games", side) >= rubber.GAMES:
            bonus = entry(
                "bridge.dummy-bridge.rubber",
                "{side} has won two games and scores {points} above the line. The play is over.",
                side=side, column="above", points=o.shape.rubber,
            )  # fmt: skip
            return settle(sheet.add(bonus)).winning(side, 1)
    return sheet


def settle(sheet: Sheet) -> Sheet:
    """Each player settles with each of the others."""
    found = totals(sheet)
    for side, won in zip(found, pairwise([*found.values()]), strict=True):
        line = entry(
            "bridge.dummy-bridge.settlement",
            "{side} has {total}. Three times that, less the sum of all totals ({all}): {won}.",
            side=side, column="above", total=found[side], all=sum(found.values()), won=won,
        )  # fmt: skip
        sheet = sheet.add(line)
    return sheet


def next_dealer(o: Any, t: Table) -> Ruling:
    """The deal passes to the left."""
    return yes(
        "bridge.dummy-bridge.next-dealer",
        "The next dealer is {answer}, on the left of {dealer}.",
        answer=THREE.player(t.setup.dealer), dealer=THREE.all[t.setup.dealer],
    )  # fmt: skip


def seen(o: Any, t: Table, seat: int) -> tuple[str, ...]:
    """The own hand; dummy once it lies open, and before that for the player who announces what it names."""
    announces = t.facts.left and t.facts.declarer is None and seat == THREE.player(t.setup.dealer, -1)
    fourth = announces or opened(t)
    return (f"hand.{THREE.all[seat].code}", *((f"hand.{THREE.all[DEAD].code}",) if fourth else ()))


result = scored((tricks.stated, passed, odd, limited, honoured, slam))

PLAN = Plan(
    ForThree,
    (Make, Announced, LeftAndDealer, Play),
    result,
    (settled(result), game_end, rubber_end),
    rights=(Revokes,),
    stated=(),
    seen=seen,
    dealer=next_dealer,
)
