"""Irregular calls (laws 49, 50, 52, 57): what the other side may claim, and calls that are changed in time.

A call out of turn, an insufficient or an impossible one stands in table mode. The right to a penalty
lasts until a player of the side that has it calls.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

from rulebook.game import Phase
from rulebook.games.bridge.calls import TOP, Auction, enough
from rulebook.games.bridge.claims import Claim
from rulebook.games.bridge.facts import Bid, Facts, is_call, standing
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import Seat, Seats
from rulebook.table import Action, Each, Space, Table

TURN = ("bridge.calls.out-of-turn", "bridge.calls.double-out-of-turn")
LOW = "bridge.calls.higher"
HIGH = frozenset({"bridge.calls.impossible", "bridge.calls.too-high"})
PENALTIES = ("sufficient", "treat-as-seven", "make-final")


class Offence(NamedTuple):
    """An irregular call that stands: by whom, under which rules, and whether nobody has called since."""

    by: int
    rules: frozenset[str]
    last: bool


def open_calls(t: Table) -> Iterator[tuple[Action, Ruling]]:
    """The calls about which nothing has been claimed or changed yet, the latest first. A free pass is none."""
    for action, ruling in reversed(t.log[t.facts.settled :]):
        if action.kind == "change" or action.kind in PENALTIES:
            return
        if action.kind == "call" and ruling.rule != "bridge.calls.free-pass":
            yield action, ruling


def offence_now(o: Any, t: Table, seat: int) -> Offence | None:
    """The latest irregular call over which the side of this player has not called."""
    seats, last = o.shape.seats, True
    for action, ruling in open_calls(t):
        if ruling.stands:
            return Offence(action.by, frozenset(g.rule for g in ruling.grounds()), last)
        if seats.side(action.by) == seats.side(seat):
            return None
        last = False
    return None


def too_late(o: Any, t: Table) -> Ruling | None:
    """The refusal of a right that was there, until the side that had it called."""
    if not any(ruling.stands for _, ruling in open_calls(t)):
        return None
    return no(
        "bridge.calls.unclaimed",
        "This side has called since the irregular call, so its right to a penalty is lost.",
    )


def offence(o: Any, t: Table, seat: int) -> Claim | None:
    """A new deal because of an irregular call, or letting the call stand."""
    found = offence_now(o, t, seat)
    if found is None:
        late = too_late(o, t)
        return None if late is None else Claim(late, late)
    seats: Seats = o.shape.seats
    who, player = seats.all[seat], seats.all[found.by]
    if seats.side(seat) == seats.side(found.by):
        r = no("bridge.calls.unclaimed", "The irregular call was made by the own side; only an adversary claims.")
        return Claim(r, r)
    if TURN[1] in found.rules:
        return Claim(
            yes("bridge.calls.double-out-of-turn", "{who} claims a new deal, because {player} doubled out of turn.",
                who=who, player=player),
            yes("bridge.calls.double-out-of-turn", "{who} lets the double out of turn of {player} stand.",
                who=who, player=player),
        )  # fmt: skip
    if TURN[0] in found.rules:
        return Claim(
            yes("bridge.calls.out-of-turn", "{who} claims a new deal, because {player} called out of turn.",
                who=who, player=player),
            yes("bridge.calls.out-of-turn", "{who} lets the call out of turn of {player} stand.",
                who=who, player=player),
        )  # fmt: skip
    if found.rules & HIGH:
        return Claim(
            yes("bridge.calls.impossible", "{who} claims a new deal, because the call of {player} is impossible.",
                who=who, player=player),
            yes("bridge.calls.impossible", "{who} lets the impossible call of {player} stand.",
                who=who, player=player),
        )  # fmt: skip
    return Claim(
        no("bridge.calls.insufficient", "An insufficient call gives no right to a new deal, only to have it made "
           "sufficient."),
        yes("bridge.calls.insufficient", "{who} lets the insufficient call of {player} stand.", who=who, player=player),
    )  # fmt: skip


def without_last(facts: Facts) -> Facts:
    """The auction without its last call."""
    return replace(facts, calls=facts.calls[:-1])


class Penalties(Phase):
    """What law 50 lets an adversary make of an insufficient or impossible call."""

    name = "irregular_calls"
    kinds: ClassVar = {kind: lambda value: value is None for kind in PENALTIES}

    def legal(self, t: Table) -> tuple[Space, ...]:
        if self.o.illegal_play != "table" or not t.facts.calls or t.ended is not None or t.facts.declarer is not None:
            return ()
        found = (Action(int(seat), kind) for seat in self.o.shape.seats.players for kind in PENALTIES)
        return tuple(Each(a.by, a.kind, (None,)) for a in found if self.rule(t, a).ok)

    def rule(self, t: Table, a: Action) -> Ruling:
        seats, found = self.o.shape.seats, offence_now(self.o, t, a.by)
        if t.ended is not None:
            return self.nothing(a)
        if found is None:
            late = too_late(self.o, t)
            return self.nothing(a) if late is None else late
        if seats.side(a.by) == seats.side(found.by):
            return no("bridge.calls.unclaimed", "The irregular call was made by the own side; only an adversary "
                      "claims.")  # fmt: skip
        if not found.last or not found.rules & {LOW, *HIGH}:
            return self.nothing(a)
        bid, player = self.put_right(t, a.kind), seats.all[found.by]
        if a.kind == "sufficient":
            return self.sufficient(found, bid, player)
        return self.nothing(a) if not found.rules & HIGH else self.seven_or_final(bid, player, a)

    def sufficient(self, found: Offence, bid: Bid | None, player: Seat) -> Ruling:
        if found.rules & HIGH:
            return no("bridge.calls.insufficient", "No number makes this call sufficient; it is an impossible call.")
        return yes("bridge.calls.insufficient", "{who} has the call made sufficient: {bid}. Until an adversary bids or "
                   "doubles, the partner of {player} may only pass.", bid=bid, player=player)  # fmt: skip

    def seven_or_final(self, bid: Bid | None, player: Seat, a: Action) -> Ruling:
        if a.kind == "treat-as-seven":
            return yes(
                "bridge.calls.impossible",
                "{who} has the call treated as {bid}. Until an adversary bids or doubles, the partner of {player} may "
                "only pass.",
                bid=bid,
                player=player,
            )
        if bid is None:
            return no("bridge.calls.impossible", "There is no bid before the impossible call that could be final.")
        return yes("bridge.calls.impossible", "{who} makes the bid before the impossible call final: {bid}.",
                   bid=bid)  # fmt: skip

    def nothing(self, a: Action) -> Ruling:
        if a.kind == "sufficient":
            return no("bridge.calls.insufficient", "The last call is not an insufficient one that could be penalized.")
        return no("bridge.calls.impossible", "The last call is not an impossible one that could be penalized.")

    def put_right(self, t: Table, kind: str) -> Bid | None:
        """What the last bid is after this penalty."""
        bid, last = t.facts.calls[-1][1], standing(without_last(t.facts))
        if kind == "make-final":
            return last
        least = enough(bid.denomination, last) if kind == "sufficient" and last is not None else None
        return least or Bid(TOP, bid.denomination)

    def apply(self, t: Table, a: Action) -> Table:
        if a.kind == "make-final":
            return t.knowing(replace(t.facts, calls=t.facts.calls[:-1], final=True))
        by, seats = t.facts.calls[-1][0], self.o.shape.seats
        calls = (*t.facts.calls[:-1], (by, self.put_right(t, a.kind)))
        partner = next((s for s in seats.of(seats.side(by)) if s != by), by)
        return t.knowing(replace(t.facts, calls=calls, barred=(int(partner), len(calls))))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        return (words[0], None, None) if len(words) == 1 and words[0] in PENALTIES else None


class Change(Phase):
    """Law 52: a call that slipped out may be changed until the next player calls."""

    name = "irregular_calls"
    kinds: ClassVar = {"change": is_call}

    def __init__(self, options: Any) -> None:
        super().__init__(options)
        self.auction = Auction(options)

    def back(self, t: Table) -> Table | None:
        """The table before the last call, if that may still be changed."""
        calls, barred = t.facts.calls, t.facts.barred
        if not calls or t.ended is not None or self.auction.done(t) or (barred and barred[1] == len(calls)):
            return None
        return t.knowing(without_last(t.facts))

    def legal(self, t: Table) -> tuple[Space, ...]:
        back = self.back(t) if self.o.illegal_play == "table" else None
        if back is None:
            return ()
        by, last = t.facts.calls[-1]
        return tuple(
            Each(by, "change", tuple(value for value in space.values if value != last))
            for space in self.auction.legal(back)
            if isinstance(space, Each) and space.by == by
        )

    def rule(self, t: Table, a: Action) -> Ruling:
        if self.o.illegal_play != "table":
            return no("bridge.calls.change", "Here a wrong call is refused, so none is changed.")
        back = self.back(t)
        if back is None or t.facts.calls[-1][0] != a.by:
            return no(
                "bridge.calls.change", "A call is changed only by its player, and before anybody calls or claims."
            )
        if a.what == t.facts.calls[-1][1]:
            return no("bridge.calls.change", "This is the call that was made.")
        instead = self.auction.rule(back, Action(a.by, "call", a.what))
        if not instead.ok:
            return no("bridge.calls.change", "{bid} may not be called here either.", bid=a.what).on(instead)
        return yes("bridge.calls.change", "{who} changes the call in time, to {what}.")

    def apply(self, t: Table, a: Action) -> Table:
        return self.auction.apply(t.knowing(without_last(t.facts)), Action(a.by, "call", a.what))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        found = self.auction.read(words[1:], seats) if words[0] == "change" and len(words) > 1 else None
        return found and ("change", found[1], None)
