"""Three-hand auction bridge: each bids alone for the right to play with the dead hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rulebook.game import Phase
from rulebook.games.bridge import calls, contract, honours, irregular_calls, nullo, penalties, rubber, tricks
from rulebook.games.bridge.facts import DOUBLE, PASS, REDOUBLE, Facts, Seating, bidder, dummy, multiplier
from rulebook.games.bridge.options import AUCTION, Calls, Shape
from rulebook.games.bridge.outcome import Deal
from rulebook.games.bridge.plan import Plan
from rulebook.games.bridge.play import Play
from rulebook.games.bridge.revoke import Revokes
from rulebook.games.bridge.score import scored, settled
from rulebook.games.bridge.tricks import GAME
from rulebook.ledger import Entry, entry
from rulebook.match import Sheet
from rulebook.parts.settlement import pairwise
from rulebook.ruling import InputError, Ruling, irregular, no, yes
from rulebook.seats import Seat, Seats, Side
from rulebook.table import Action, Each, Setup, Space, Table

DEAD = 3  # the hand without a player
THREE = Seats("ABCD", pairs=False, players="ABC")
GAME_BONUS = 125
FINE, FINE_DOUBLE = 50, 100  # for a call, for a double out of turn

TAKES = yes("bridge.three.takes", "{player} takes the dead hand unseen and puts it face down opposite.")
OUT_OF_TURN = "bridge.three.out-of-turn"
ALONE = yes("bridge.three.double", "Each player bids alone, so either opponent may be doubled.")
BACK = yes("bridge.three.double", "Only the player who was doubled may redouble.")


def three_players(declarer: int) -> Seating:
    """The declarer, the player on the left, the hand without a player opposite, the third player.

    >>> three_players(1)
    Seating(order=(1, 2, 3, 0), plays=(0, 1, 2, 1))
    """
    left, right = THREE.player(declarer), THREE.player(declarer, -1)
    return Seating(
        (declarer, int(left), DEAD, int(right)), tuple(declarer if hand == DEAD else hand for hand in range(4))
    )


@dataclass(frozen=True)
class ThreeHand(Calls):
    """Three-hand auction bridge."""

    spades_and_royals: ClassVar = "two"

    shape: ClassVar = Shape(AUCTION, rubber=250, seats=THREE, seating=three_players)


def given(o: Any, setup: Setup) -> Facts:
    """A contract of which the record does not tell the auction is that of a player."""
    if setup.given.get("Declarer", "").upper() == THREE.all[DEAD].code:
        raise InputError(
            "“{text}” is not a seat of this table. Seats: {seats}.",
            text=setup.given["Declarer"],
            seats=tuple(s.code for s in THREE.players),
        )
    return calls.given(o, setup)


# -- the auction -----------------------------------------------------------------------------------


class Bidding(calls.Auction):
    """Each player bids alone; the empty seat is passed over."""

    def rule(self, t: Table, a: Action) -> Ruling:
        if THREE.all[a.by] not in THREE.players:
            return no("bridge.three.turn", "Nobody calls for the dead hand: {hand}.", hand=THREE.all[DEAD])
        r = super().rule(t, a)
        if r.rule not in irregular_calls.TURN:
            return r
        return irregular(
            "bridge.three.out-of-turn", "{who}: {what} out of turn. Now to call: {turn}.", turn=THREE.all[self.turn(t)]
        ).on(*r.because)

    def no_redouble(self, t: Table, last: Any, *, mine: bool) -> Ruling | None:
        r = super().no_redouble(t, last, mine=mine)
        if r is None or mine or multiplier(t.facts) != 2:
            return r
        return no("bridge.three.double", "Only the player who was doubled may redouble: {player}.",
                  player=THREE.all[bidder(t.facts)])  # fmt: skip

    def verdict(self, t: Table, a: Action) -> Ruling:
        r = super().verdict(t, a)
        if a.what in (DOUBLE, REDOUBLE):
            return r.on(*r.because, ALONE if a.what == DOUBLE else BACK)
        if t.facts.calls:
            return r
        return r.on(yes("bridge.three.turn", "The dealer speaks first, then the players on the left, in turn."))


class Won(calls.Won):
    """Two passes: the last bidder plays with the dead hand."""

    def ends(self, t: Table, values: dict[str, object]) -> Ruling:
        times = multiplier(t.facts)
        if times == 1:
            return yes("bridge.three.end", "Two passes end the auction. Contract: {bid}. Declarer: {player}.", **values)
        if times == 2:
            return yes(
                "bridge.three.end",
                "Two passes end the auction. Contract, doubled: {bid}. Declarer: {player}.",
                **values,
            )
        return yes(
            "bridge.three.end",
            "Two passes end the auction. Contract, redoubled: {bid}. Declarer: {player}.",
            **values,
        )

    def why(self, t: Table, seat: int) -> Ruling:
        return TAKES.having(player=THREE.all[seat])


# -- a call out of turn ----------------------------------------------------------------------------


class Penalty(Phase):
    """The right of either opponent to points for a call out of turn, until both have called or one has bid over it."""

    name = "penalty"
    kinds: ClassVar = {"penalty": lambda value: value is None}

    def legal(self, t: Table) -> tuple[Space, ...]:
        if self.o.illegal_play != "table" or t.ended is not None:
            return ()
        found = (Action(int(seat), "penalty") for seat in THREE.players)
        return tuple(Each(a.by, "penalty", (None,)) for a in found if self.rule(t, a).ok)

    def offence(self, t: Table) -> tuple[Action, list[Action]] | None:
        """The last call out of turn for which nothing was claimed, and the calls after it."""
        later: list[Action] = []
        for action, ruling in reversed(t.log):
            if action.kind == "penalty":
                return None
            if action.kind != "call":
                continue
            if ruling.stands and any(g.rule == OUT_OF_TURN for g in ruling.grounds()):
                return action, later
            later.append(action)
        return None

    def rule(self, t: Table, a: Action) -> Ruling:
        found = self.offence(t)
        if found is None or t.ended is not None:
            return no("bridge.three.out-of-turn", "Nobody has called out of turn, so there is no penalty to claim.")
        call, later = found
        if a.by == call.by or THREE.all[a.by] not in THREE.players:
            return no(
                "bridge.three.claim", "Only an opponent of {player} may claim this penalty.", player=THREE.all[call.by]
            )
        opponents = {other.by for other in later if other.by != call.by}
        if len(opponents) > 1:
            return no("bridge.three.claim", "Both opponents have called since then, so the penalty is lost.")
        if any(other.what != PASS for other in later):
            return no(
                "bridge.three.claim", "A player has made a call other than a pass over it, so the penalty is lost."
            )
        if a.by in opponents:
            return no("bridge.three.claim", "{player} has passed since then; only the third player may claim it now.",
                      player=THREE.all[a.by])  # fmt: skip
        return yes(
            "bridge.three.claim",
            "{who} claims the penalty for the call out of turn of {player}. Each opponent scores {points}.",
            player=THREE.all[call.by], points=fine(call),
        )  # fmt: skip

    def apply(self, t: Table, a: Action) -> Table:
        found = self.offence(t)
        assert found is not None
        return t.knowing(replace(t.facts, fines=(*t.facts.fines, (found[0].by, fine(found[0])))))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        return ("penalty", None, None) if words == ["penalty"] else None


def fine(call: Action) -> int:
    """What each opponent scores for this call out of turn."""
    return FINE_DOUBLE if call.what in (DOUBLE, REDOUBLE) else FINE


# -- the score -------------------------------------------------------------------------------------


def won_or_lost(o: Any, d: Deal) -> list[Entry]:
    """The contract: made, the declarer scores; failed, each opponent does."""
    found = nullo.count(o, d) if d.nullo else [*contract.made(o, d), *contract.failed(o, d)]
    return [e._replace(ruling=e.ruling.on(*e.ruling.because, reason(d, e))) for e in found]


def reason(d: Deal, e: Entry) -> Ruling:
    """Which rule of the three-hand game gives this entry to this player."""
    if e.side == d.side:
        return yes("bridge.three.made", "The contract is made, and the declarer alone scores.")
    if e.ruling.rule == "bridge.contract.one-spade":
        return yes("bridge.three.one-spade", "The limit holds for what each opponent scores.")
    return yes("bridge.three.set", "The contract has failed, and each opponent scores the whole penalty.")


def revoked(o: Any, d: Deal) -> list[Entry]:
    """What revokes cost; the two opponents of the declarer are one side."""
    why = yes("bridge.three.revoke", "The two opponents of the declarer count as one side.")
    return [e._replace(ruling=e.ruling.on(why)) for e in (*penalties.passed(o, d), *penalties.auction(o, d))]


def fined(o: Any, d: Deal) -> list[Entry]:
    """Calls out of turn that were claimed."""
    return [
        entry(
            "bridge.three.out-of-turn",
            "{player} called out of turn. {side} scores {points} above the line.",
            side=side, column="above", points=points, player=THREE.all[by],
        )
        for by, points in d.table.facts.fines
        for side in THREE.sides
        if THREE.of(side)[0] != by
    ]  # fmt: skip


def worth(n: int, value: int) -> int:
    """So many trump honours in one hand.

    >>> [worth(n, 8) for n in range(6)]
    [0, 8, 16, 24, 64, 80]
    """
    return honours.trump(n, n, value) if n > 3 else n * value


def honoured(o: Any, d: Deal) -> list[Entry]:
    """Honours hand by hand, those of the dead hand for the declarer."""
    if d.nullo:
        return []
    mask = honours.which(d.contract.trump)
    counts = [(hand & mask).bit_count() for hand in d.held]
    if sum(counts) < mask.bit_count():
        unknown = entry(
            "bridge.three.two-hands",
            "Cards of the deal are unknown, so the honours are not counted.",
            side=d.side, column="above",
        )  # fmt: skip
        return [unknown._replace(ruling=unknown.ruling.unsure())]
    return [_hand(d, THREE.all[hand], n) for hand, n in enumerate(counts) if n]


def _hand(d: Deal, hand: Seat, n: int) -> Entry:
    side = d.side if hand == DEAD else THREE.side(hand)
    if d.contract.trump is None:
        r = entry(
            "bridge.three.aces",
            "Aces of {hand}: {n}. {side} scores {points} above the line.",
            side=side, column="above", points=100 if n == 4 else 10 * n, hand=hand, n=n,
        )  # fmt: skip
    else:
        r = entry(
            "bridge.three.honours",
            "Honours of {hand}: {n}. {side} scores {points} above the line.",
            side=side, column="above", points=worth(n, d.value), hand=hand, n=n,
        )  # fmt: skip
    if hand != DEAD:
        return r
    return r._replace(ruling=r.ruling.on(yes("bridge.three.two-hands", "The dead hand counts for the declarer.")))


def slam(o: Any, d: Deal) -> list[Entry]:
    """A slam of the declarer, or one of the two opponents for each of them."""
    own = d.won[d.side]
    if d.nullo or 1 < own < 12:
        return []
    sides, n = ((d.side,), own) if own >= 12 else (d.against, 13 - own)
    sides = tuple(side for side in sides if side not in d.revoked)
    return [
        entry(
            "bridge.three.slam",
            "A slam, tricks: {n}. {side} scores {points} above the line.",
            side=side, column="above", points=40 if n == 13 else 20, n=n,
        )
        for side in sides
    ]  # fmt: skip


def game_end(sheet: Sheet, o: Any) -> Sheet:
    """A player with 30 points below the line has won a game, and a bonus at once."""
    for side in THREE.sides:
        at = sheet.after.points[side]
        if at >= GAME:
            won = entry(
                "bridge.three.game",
                "{side} has {at} points below the line, wins the game and scores {points} above the line. "
                "All three begin again.",
                side=side, column="above", points=GAME_BONUS, at=at,
            )  # fmt: skip
            sheet = rubber.afresh(sheet.add(won).marking("games", side), o.shape.seats)
    return sheet


def rubber_end(sheet: Sheet, o: Any) -> Sheet:
    """The first player with two games adds the bonus of the rubber, and the three settle."""
    for side in THREE.sides:
        if sheet.after.mark("games", side) >= rubber.GAMES:
            bonus = entry(
                "bridge.three.rubber",
                "{side} has won two games and with them the rubber. {side} scores {points} above the line.",
                side=side, column="above", points=o.shape.rubber,
            )  # fmt: skip
            return settle(sheet.add(bonus)).winning(side, 1)
    return sheet


def totals(sheet: Sheet) -> dict[Side, int]:
    """All points of each player in this rubber."""
    return {side: rubber.total(sheet, side) for side in THREE.sides}


def settle(sheet: Sheet) -> Sheet:
    """Each player settles with each of the others."""
    found = totals(sheet)
    for side, won in zip(found, pairwise([*found.values()]), strict=True):
        line = entry(
            "bridge.three.settlement",
            "{side} has {total}. Three times that, less the sum of all totals ({all}): {won}.",
            side=side, column="above", total=found[side], all=sum(found.values()), won=won,
        )  # fmt: skip
        sheet = sheet.add(line)
    return sheet


def next_dealer(o: Any, t: Table) -> Ruling:
    """The deal passes to the left."""
    return yes(
        "bridge.three.next-dealer",
        "The next dealer is {answer}, the player on the left of {dealer}.",
        answer=THREE.player(t.setup.dealer), dealer=THREE.all[t.setup.dealer],
    )  # fmt: skip


def opened(t: Table) -> bool:
    """Whether the fourth hand lies open: from the first lead on."""
    return dummy(t) is not None and bool(t.trick or t.tricks or sum(t.setup.tricks))


def seen(o: Any, t: Table, seat: int) -> tuple[str, ...]:
    """The own hand; the dead hand for the declarer, and for everybody once it lies open."""
    fourth = opened(t) or t.facts.declarer == seat
    return (f"hand.{THREE.all[seat].code}", *((f"hand.{THREE.all[DEAD].code}",) if fourth else ()))


result = scored((tricks.stated, revoked, won_or_lost, fined, honoured, slam))

PLAN = Plan(
    ThreeHand,
    (Bidding, Won, Play),
    result,
    (settled(result), game_end, rubber_end),
    rights=(Penalty, irregular_calls.Change, Revokes),
    stated=(),
    facts=given,
    seen=seen,
    dealer=next_dealer,
)
