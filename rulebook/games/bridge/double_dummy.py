"""Double dummy and draw bridge: two players, each with a dummy opposite."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from rulebook.games.bridge import honours, mechanical, penalties, rubber, slams, tricks
from rulebook.games.bridge.facts import Seating, player
from rulebook.games.bridge.options import STRAIGHT, Common, Shape
from rulebook.games.bridge.plan import Plan
from rulebook.games.bridge.play import Play
from rulebook.games.bridge.revoke import Revokes
from rulebook.games.bridge.score import scored, settled
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import Seats
from rulebook.table import Action, Table

TWO = Seats("NESW", pairs=False, players="SW")

OWN_LEAD = yes(
    "bridge.double-dummy.lead", "{who}: {what}. The hand on the dealer's left leads, before a dummy is open."
)
DUMMY_LEAD = yes(
    "bridge.double-dummy.lead-from-dummy",
    "{who}: {what}. The hand on the dealer's left is a dummy: its owner leads from it without looking at the own hand.",
)
FROM_DUMMY = yes("bridge.double-dummy.two-hands", "Its owner plays the card from dummy.")


def two_each(declarer: int) -> Seating:
    """South plays North's cards too, and West East's.

    >>> two_each(2).plays
    (2, 3, 2, 3)
    """
    return Seating((0, 1, 2, 3), (2, 3, 2, 3))


@dataclass(frozen=True)
class DoubleDummy(Common):
    """Double dummy."""

    shape: ClassVar = Shape(STRAIGHT, rubber=100, seats=TWO, seating=two_each)
    revoke: ClassVar = "tricks"


@dataclass(frozen=True)
class Draw(DoubleDummy):
    """Draw bridge: each dummy in a holder."""


class Make(mechanical.Dealer):
    """The dealer names the trump or refuses to."""

    made: ClassVar = yes("bridge.double-dummy.make", "{who}, the dealer, names {what}.")
    left: ClassVar = yes("bridge.double-dummy.leave", "{who}, the dealer, does not name the trump.")

    def only_dealer(self, t: Table, a: Action) -> Ruling:
        return no(
            "bridge.double-dummy.make", "Only the dealer ({dealer}) names the trump.", dealer=TWO.all[t.setup.dealer]
        )


class FourHands(Play):
    """Card by card from four hands, two of each player."""

    def rule(self, t: Table, a: Action) -> Ruling:
        r = super().rule(t, a)
        if r.rule == "bridge.play.lead":
            return self.lead(t, a, r)
        return r.on(FROM_DUMMY) if r.ok and a.by != a.hand else r

    def lead(self, t: Table, a: Action, r: Ruling) -> Ruling:
        """The first lead comes from the dealer's left, from a player's own hand or from a dummy."""
        if r.ok:
            return OWN_LEAD if a.by == a.hand else DUMMY_LEAD
        return no(
            "bridge.double-dummy.lead",
            "The hand on the dealer's left leads to the first trick: {turn}.",
            turn=TWO.all[self.turn(t)],
        )

    def not_theirs(self, t: Table, hand: int, by: int) -> Ruling:
        if hand == by:
            return super().not_theirs(t, hand, by)
        return no(
            "bridge.double-dummy.two-hands",
            "{player} plays the cards of this dummy: {dummy}.",
            player=TWO.all[by],
            dummy=TWO.all[hand],
        )


def next_dealer(o: Any, t: Table) -> Ruling:
    """The two players deal by turns."""
    return yes(
        "bridge.double-dummy.next-dealer",
        "The two players deal by turns. Next dealer: {answer}.",
        answer=TWO.player(t.setup.dealer),
    )


def begun(t: Table) -> bool:
    """Whether the first lead has been made."""
    return bool(t.trick or t.tricks or sum(t.setup.tricks))


def seen(o: Any, t: Table, seat: int) -> tuple[str, ...]:
    """Before the lead the hand that the player uses; after it the own hand and both dummies."""
    if begun(t):
        return tuple(f"hand.{hand.code}" for hand in TWO.all if hand == seat or hand not in TWO.players)
    leading = TWO.left(t.setup.dealer)
    from_dummy = player(t, leading) == seat != leading and t.facts.declarer is not None
    return (f"hand.{TWO.all[leading if from_dummy else seat].code}",)


def held(o: Any, t: Table, seat: int) -> tuple[str, ...]:
    """In draw bridge: the own hand, and the dummy in the holder."""
    return tuple(f"hand.{hand.code}" for hand in (TWO.all[seat], TWO.partner(seat)))


class DummyRevokes(Revokes):
    """Double dummy: only the two own hands pay."""

    def rule(self, t: Table, a: Action) -> Ruling:
        r = super().rule(t, a)
        if r.rule != "bridge.revoke.dummy":
            return r
        return no(
            "bridge.double-dummy.revoke",
            "{dummy} is a dummy, and a revoke of it costs nothing.",
            dummy=r.args["player"],
        )

    def verdict(self, t: Table, a: Action) -> Ruling:
        r = super().verdict(t, a)
        return r.on(yes("bridge.double-dummy.revoke", "It is a player's own hand, which pays for a revoke."))


class DrawRevokes(Revokes):
    """Draw bridge: all four hands pay."""

    def liable(self, t: Table, hand: int) -> bool:
        return True

    def verdict(self, t: Table, a: Action) -> Ruling:
        r = super().verdict(t, a)
        return r.on(yes("bridge.double-dummy.draw-revoke", "In draw bridge all four hands pay for a revoke."))


result = scored((tricks.stated, penalties.passed, tricks.either, penalties.straight, honours.honours, slams.slams))

PLAN = Plan(
    DoubleDummy,
    (Make, mechanical.Hand, FourHands),
    result,
    (settled(result), rubber.game_end, rubber.rubber_end),
    rights=(DummyRevokes,),
    seen=seen,
    dealer=next_dealer,
)
DRAW = PLAN._replace(rules=Draw, rights=(DrawRevokes,), seen=held)
