"""Shuffling, cutting and dealing (laws 28 to 39): the events of a deal, and when the cards are dealt again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rulebook.game import Phase
from rulebook.games.bridge import tricks
from rulebook.games.bridge.odd import begun
from rulebook.ruling import Ruling, irregular, no, yes
from rulebook.seats import Seat, Seats
from rulebook.table import Action, Each, End, Space, Table

LEAST, PACK = 4, 52
FAULTS = ("order", "last-card", "faced", "many", "pack", "fault")  # what makes the cards be dealt again
EARLY = ("order", "last-card", "faced")  # what is noticed before the first call
PLACES = ("other-pack", "tricks", "floor")  # where a missing card is found
OTHER = "other-pack"


def nothing(value: object) -> bool:
    return value is None


def called(t: Table) -> bool:
    """Whether the first call has been made: the cards have been dealt, and play goes on."""
    facts = t.facts
    return bool(facts.calls or facts.left or facts.declarer is not None or begun(t))


@dataclass(frozen=True)
class State:
    """
    How far the deal has come, as its events tell.

    last    who shuffled last, before the cut
    again   whether the dealer must shuffle again
    cut     whether the pack is cut
    late    whether the dealer has shuffled after the cut
    by      who deals, or has dealt
    faults  what was irregular about it
    whole   whether the last card has been dealt
    looked  who has looked at a card
    found   whether a missing card has been found
    """

    last: int | None = None
    again: bool = False
    cut: bool = False
    late: bool = False
    by: int | None = None
    faults: tuple[str, ...] = ()
    whole: bool = False
    looked: tuple[int, ...] = ()
    found: bool = False

    def after(self, a: Action, dealer: int) -> State:
        """The state behind an event."""
        if a.kind == "shuffle" and a.by == dealer and self.cut and not self.again:
            return replace(self, late=True)
        if a.kind == "shuffle":
            return replace(self, last=a.by, again=False, cut=self.cut and not self.again)
        if a.kind == "cut-pack":
            return replace(self, cut=True, late=False)
        if a.kind == "deal":
            return replace(self, by=a.by, faults=self.wrong(a, dealer))
        return {
            "seen": replace(self, again=True, late=False),
            "dealt": replace(self, whole=True),
            "look": replace(self, looked=(*self.looked, a.by)),
            "found": replace(self, found=True),
        }.get(a.kind, self)

    def wrong(self, a: Action, dealer: int) -> tuple[str, ...]:
        """What is irregular about a deal now."""
        cut = self.cut and not self.late
        tests = {"turn": a.by != dealer, "uncut": not cut, OTHER: a.what == OTHER}
        return tuple(fault for fault, true in tests.items() if true)


def dealer_of(t: Table) -> int:
    """Whose turn it is to deal."""
    return t.setup.dealer if t.facts.turn is None else t.facts.turn


def state(t: Table) -> State:
    """How far the deal has come."""
    found = State()
    for a, _ in t.log:
        if a.kind in Dealing.kinds:
            found = found.after(a, dealer_of(t))
    return found


class Dealing(Phase):
    """The events of a deal, and what they allow."""

    name = "dealing"
    kinds: ClassVar = {
        "shuffle": nothing,
        "seen": nothing,
        "cut-pack": lambda value: isinstance(value, int) and 0 <= value <= PACK,
        "deal": lambda value: value in (None, OTHER),
        "dealt": nothing,
        "look": nothing,
        "misdeal": lambda value: value in FAULTS,
        "found": lambda value: value in PLACES,
    }

    def __init__(self, options: Any) -> None:
        super().__init__(options)
        self.judges: dict[str, Callable[[Table, State, Action], Ruling]] = {
            "shuffle": self.shuffles,
            "seen": self.sees,
            "cut-pack": self.cuts,
            "deal": self.deals,
            "dealt": self.ends,
            "look": self.looks,
            "misdeal": self.again,
            "found": self.finds,
        }

    @property
    def seats(self) -> Seats:
        seats: Seats = self.o.shape.seats
        return seats

    def values(self, kind: str) -> tuple[object, ...]:
        """Everything that an action of this kind can be about."""
        if kind == "cut-pack":
            return tuple(range(LEAST, PACK - LEAST + 1))
        return {"misdeal": FAULTS, "found": PLACES}.get(kind, (None,))

    def legal(self, t: Table) -> tuple[Space, ...]:
        if self.o.illegal_play != "table" or t.ended is not None:
            return ()
        kinds = ("misdeal", "found") if called(t) else tuple(self.kinds)
        every = (
            Each(seat, kind, tuple(v for v in self.values(kind) if self.rule(t, Action(int(seat), kind, v)).ok))
            for seat in self.seats.players
            for kind in kinds
        )
        return tuple(space for space in every if space.values)

    def rule(self, t: Table, a: Action) -> Ruling:
        if self.o.illegal_play != "table":
            return no("bridge.dealing.told", "The cards count as properly dealt. How they were dealt is told only in "
                      "table mode.")  # fmt: skip
        if t.ended is not None:
            return no("bridge.dealing.grounds", "The deal is over, so nothing more is claimed in it.")
        if called(t) and a.kind not in ("misdeal", "found"):
            return no("bridge.dealing.told", "The first call has been made, so the deal is past.")
        return self.judges[a.kind](t, state(t), a)

    # -- before the deal --------------------------------------------------------------------------

    def shuffles(self, t: Table, s: State, a: Action) -> Ruling:
        dealer = dealer_of(t)
        if s.by is not None:
            return no("bridge.dealing.once", "The cards are being dealt, so nobody shuffles.")
        if s.again:
            return self.once_more(s, a, dealer)
        if s.cut:
            return self.after_cut(s, a, dealer)
        if s.last is not None and self.place(a.by, dealer) < self.place(s.last, dealer):
            return no("bridge.dealing.shuffle", "{last} has shuffled, and the right of {player} comes before that.",
                      last=self.seats.all[s.last], player=self.seats.all[a.by])  # fmt: skip
        return yes("bridge.dealing.shuffle", "{who} shuffles.")

    def place(self, seat: int, dealer: int) -> int:
        """When this player may shuffle: the dealer's partner first, the dealer last."""
        return 2 if seat == dealer else 0 if seat == self.seats.partner(dealer) else 1

    def once_more(self, s: State, a: Action, dealer: int) -> Ruling:
        """Somebody shuffles after a card was seen."""
        if a.by != dealer:
            return self.must_shuffle(s, dealer)
        if s.cut:
            return yes("bridge.dealing.doubt", "{who} shuffles again. Then the pack is cut again.")
        return yes("bridge.dealing.seen", "{who} shuffles again, because a card was seen.")

    def must_shuffle(self, s: State, dealer: int) -> Ruling:
        """The refusal of anything else before the dealer has shuffled again."""
        if s.cut:
            return no("bridge.dealing.doubt", "A card was seen, or the cut is in doubt: first the dealer ({dealer}) "
                      "must shuffle again.", dealer=self.seats.all[dealer])  # fmt: skip
        return no("bridge.dealing.seen", "A card was seen: first the dealer ({dealer}) must shuffle again.",
                  dealer=self.seats.all[dealer])  # fmt: skip

    def after_cut(self, s: State, a: Action, dealer: int) -> Ruling:
        if s.late and self.place(a.by, dealer) == 1:
            return yes(
                "bridge.dealing.late-shuffle", "{who} may shuffle too, since the dealer has shuffled after the cut."
            )
        if s.late or a.by != dealer:
            return no("bridge.dealing.once", "The pack has been cut, so it is not shuffled any more.")
        return irregular("bridge.dealing.once", "The pack has been cut, so it is not shuffled any more.").on(
            yes("bridge.dealing.late-shuffle", "The adversaries may shuffle too, and the pack must be cut again.")
        )

    def sees(self, t: Table, s: State, a: Action) -> Ruling:
        if s.by is not None:
            return no("bridge.dealing.faced", "The cards are being dealt. A card seen now is a misdeal.")
        if s.again:
            return self.must_shuffle(s, dealer_of(t))
        if s.cut:
            return irregular("bridge.dealing.doubt", "A card was seen, or the cut is in doubt. The dealer must shuffle "
                             "again, and the same player must cut again.")  # fmt: skip
        return irregular("bridge.dealing.seen", "A card was seen. The dealer must shuffle again.")

    def cuts(self, t: Table, s: State, a: Action) -> Ruling:
        assert isinstance(a.what, int)
        dealer, n = dealer_of(t), a.what
        if s.by is not None:
            return no("bridge.dealing.once", "The cards are being dealt, so nobody cuts.")
        if a.by != (right := self.right(dealer)):
            return no("bridge.dealing.cut", "The player on the right of the dealer cuts: {player}.", player=right)
        if s.again:
            return self.must_shuffle(s, dealer)
        if s.cut and not s.late:
            return no("bridge.dealing.once", "The pack has been cut, so it is not cut again.")
        if min(n, PACK - n) < LEAST:
            return no("bridge.dealing.cut", "Cards in the two parts: {n} and {rest}. Each needs at least {least}: "
                      "{player} cuts again.", n=n, rest=PACK - n, least=LEAST, player=right)  # fmt: skip
        return yes(
            "bridge.dealing.cut", "{who} cuts the pack. Cards in the two parts: {n} and {rest}.", n=n, rest=PACK - n
        )

    def right(self, dealer: int) -> Seat:
        players = self.seats.players
        return players[players.index(self.seats.all[dealer]) - 1]

    # -- the deal ---------------------------------------------------------------------------------

    def deals(self, t: Table, s: State, a: Action) -> Ruling:
        dealer = dealer_of(t)
        if s.by is not None:
            return no("bridge.dealing.complete", "{player} is dealing, or has dealt.", player=self.seats.all[s.by])
        if s.again:
            return self.must_shuffle(s, dealer)
        found = [self.fault(fault, a, dealer) for fault in s.wrong(a, dealer)]
        if found:
            return found[0].on(*found[1:])
        return yes("bridge.dealing.turn", "{who} deals, whose turn it is.")

    def fault(self, fault: str, a: Action, dealer: int) -> Ruling:
        if fault == "turn":
            return irregular(
                "bridge.dealing.fault", "It is the turn of {dealer} to deal.", dealer=self.seats.all[dealer]
            )
        if fault == "uncut":
            return irregular("bridge.dealing.fault", "The pack has not been cut for this deal.")
        return irregular("bridge.dealing.fault", "The pack is that of the adversaries.")

    def ends(self, t: Table, s: State, a: Action) -> Ruling:
        if s.by is None or s.whole:
            return no("bridge.dealing.complete", "Nobody is dealing now.")
        if a.by != s.by:
            return no("bridge.dealing.complete", "The dealer says that the last card has been dealt: {player}.",
                      player=self.seats.all[s.by])  # fmt: skip
        return yes("bridge.dealing.complete", "{who} deals the last card: the deal is complete.")

    def looks(self, t: Table, s: State, a: Action) -> Ruling:
        if s.by is None or a.by in s.looked:
            return no("bridge.dealing.told", "{player} has no card to look at yet, or has looked already.",
                      player=self.seats.all[a.by])  # fmt: skip
        return yes("bridge.dealing.told", "{who} looks at the cards.")

    # -- the cards are dealt again ----------------------------------------------------------------

    def again(self, t: Table, s: State, a: Action) -> Ruling:
        if a.what in EARLY and called(t):
            return no("bridge.dealing.until-call", "The first call has been made, so it is too late for this.")
        if a.what == "many":
            return self.many(t)
        if a.what == "pack":
            return self.wrong_pack(t, s)
        if a.what == "fault":
            return self.claimed(t, s, a)
        if a.what == "order":
            return yes("bridge.dealing.order", "The cards were not dealt one by one in order from the dealer's left: "
                       "they are dealt again.")  # fmt: skip
        if a.what == "faced":
            return yes("bridge.dealing.faced", "A card was faced or exposed in the deal, so the cards are dealt again.")
        return yes(
            "bridge.dealing.last-card", "The last card did not come to the dealer, so the cards are dealt again."
        )

    def many(self, t: Table) -> Ruling:
        before = sum(t.setup.tricks)
        sizes = [hand.bit_count() + n + before for hand, n in zip(t.setup.hands, t.setup.hidden, strict=True)]
        most = max(sizes)
        if most <= self.o.shape.hand:
            return no("bridge.dealing.hand-size", "No hand was dealt more than {n} cards.", n=most)
        return yes("bridge.dealing.hand-size", "Cards dealt to {player}: {n}. The cards are dealt again.",
                   player=self.seats.all[sizes.index(most)], n=most)  # fmt: skip

    def wrong_pack(self, t: Table, s: State) -> Ruling:
        if s.found:
            return no("bridge.dealing.found", "The missing card has been found, so the pack is not wrong.")
        if sum(t.setup.tricks) + len(t.tricks) >= self.o.shape.hand:
            return yes("bridge.dealing.void", "The pack was wrong, so this deal is void. Earlier scores stand.")
        return yes("bridge.dealing.pack", "The pack is wrong, so the cards are dealt again.")

    def claimed(self, t: Table, s: State, a: Action) -> Ruling:
        if not s.faults or s.by is None:
            return no("bridge.dealing.fault", "The deal had no fault of this kind.")
        if self.seats.side(a.by) == self.seats.side(s.by):
            return no("bridge.dealing.fault", "Only an adversary of the player who dealt may claim it.")
        if s.whole or called(t):
            return no("bridge.dealing.too-late", "The deal is complete, so it is too late: the deal stands.")
        if a.by in s.looked:
            return no("bridge.dealing.too-late", "{player} has looked at a card, so the deal stands.",
                      player=self.seats.all[a.by])  # fmt: skip
        return yes("bridge.dealing.fault", "{who} claims the fault in time, so the cards are dealt again.")

    def finds(self, t: Table, s: State, a: Action) -> Ruling:
        if s.found:
            return no("bridge.dealing.found", "The missing card has been found already.")
        return yes("bridge.dealing.found", "The missing card is found. The pack is not wrong, and the deal stands.")

    def apply(self, t: Table, a: Action) -> Table:
        if a.kind == "misdeal":
            return t.ending(End(True, self.rule(t, a)))
        if a.kind == "deal" and a.by != (dealer := dealer_of(t)):  # who deals also speaks first
            t = t.knowing(replace(t.facts, turn=dealer))
            return Table(
                replace(t.setup, dealer=a.by), t.hands, t.hidden, t.piles, t.facts,
                t.trick, t.leader, t.tricks, t.log, t.ended,
            )  # fmt: skip
        return t.knowing(t.facts)

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        kind, *rest = words
        if kind in ("cut", "cut-pack"):
            n = rest[0] if len(rest) == 1 else ""
            known = n.isascii() and n.isdecimal() and len(n) < 3 and int(n) <= PACK
            return ("cut-pack", int(n), None) if known else None
        if kind in ("shuffle", "seen", "deal", "dealt", "look") and not rest:
            return kind, None, None
        fits = self.kinds.get(kind)
        return (kind, rest[0], None) if fits is not None and len(rest) == 1 and fits(rest[0]) else None


def next_dealer(o: Any, t: Table) -> Ruling:
    """The deal passes to the left; cards that are dealt again are dealt by the same player."""
    seats: Seats = o.shape.seats
    if t.ended is not None and t.ended.void:
        return yes("bridge.dealing.again", "The cards are dealt again, and {answer} deals.",
                   answer=seats.all[dealer_of(t)])  # fmt: skip
    if t.facts.turn is not None:
        return yes(
            "bridge.dealing.passes-on",
            "{dealer} has dealt out of turn, and the deal stood. The next dealer is {answer}, on the left.",
            dealer=seats.all[t.setup.dealer],
            answer=seats.player(t.setup.dealer),
        )
    if any(a.kind == "deal" and a.what == OTHER for a, _ in t.log):
        return yes(
            "bridge.dealing.choice",
            "The next dealer is {answer}, on the left of {dealer}, and may take either pack.",
            dealer=seats.all[t.setup.dealer],
            answer=seats.player(t.setup.dealer),
        )
    return tricks.next_dealer(o, t)
