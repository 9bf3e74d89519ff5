"""Forming the table: laws 14 to 27. Everything is an action of a record, and the rest is counted.

A cut may be asked for at any table. Who comes, applies, leaves or plays for somebody else is told
at a table of members, who are named by letters.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

from rulebook.cards import CardSet, card, pack
from rulebook.game import Phase
from rulebook.games.bridge.cutting import Chosen, choose, counts, going_out, lowest_first, new_table
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import Seat, Seats
from rulebook.table import Action, Each, Pick, Setup, Space, Table

PLACES, MEMBERS = 4, 6
CLUB = ("come", "apply", "join", "agree", "substitute")

CUT = yes("bridge.forming.cut", "{who} cuts: {what}.")


class Row(tuple[Seat, ...]):
    """Seats in an order that matters; a record writes them one after the other."""

    __slots__ = ()

    @property
    def code(self) -> str:
        return " ".join(seat.code for seat in self)


class Couple(tuple[Seat, ...]):
    """Two partners, written as a side is."""

    __slots__ = ()

    @property
    def code(self) -> str:
        return "".join(seat.code for seat in self)


def no_cards(o: Any, setup: Setup) -> Ruling:
    """The table before the deal: a hand that holds cards does not belong to it."""
    seats: Seats = o.shape.seats
    for seat, (hand, hidden) in enumerate(zip(setup.hands, setup.hidden, strict=True)):
        if hand or hidden:
            return no(
                "bridge.forming.cut",
                "The table is formed before the deal, but {player} holds cards.",
                player=seats.all[seat],
            )
    return yes("bridge.forming.cut", "The cards are not dealt yet.")


def is_cut(value: object) -> bool:
    """Whether this can be shown in a cut: one card of the pack or more."""
    return isinstance(value, CardSet) and 0 < value <= pack(0).mask


class Cuts(Phase):
    """The right to cut a card, before anything else happens in the deal."""

    name = "forming"
    kinds: ClassVar = {"cut": is_cut}

    def legal(self, t: Table) -> tuple[Space, ...]:
        """One card for each player who has not cut yet; several are shown only by mistake."""
        if any(done.action.kind not in ("cut", *CLUB) for done in t.log):
            return ()
        shown = 0
        for _, mask in t.facts.cuts:
            shown |= mask
        waiting = [seat for seat in self.o.shape.seats.players if seat not in dict(t.facts.cuts)]
        return tuple(Pick(seat, "cut", pack(0).mask & ~shown, 1) for seat in waiting)

    def begun(self, t: Table, a: Action) -> Ruling | None:
        if all(done.action.kind in ("cut", *CLUB) for done in t.log):
            return None
        return no("bridge.forming.cut", "Players cut before anything else happens at the table.")

    def once(self, t: Table, a: Action) -> Ruling | None:
        if a.by not in dict(t.facts.cuts):
            return None
        return no(
            "bridge.forming.cut",
            "{player} has cut already: {card}.",
            player=self.o.shape.seats.all[a.by],
            card=counts(dict(t.facts.cuts)[a.by]),
        )

    def one_pack(self, t: Table, a: Action) -> Ruling | None:
        assert isinstance(a.what, CardSet)
        for seat, shown in t.facts.cuts:
            if twice := a.what & shown:
                return no(
                    "bridge.forming.pack",
                    "All cut from one pack, and this card has been shown by {player}: {card}.",
                    player=self.o.shape.seats.all[seat],
                    card=next(iter(CardSet(twice))),
                )
        return None

    guards = (begun, once, one_pack)

    def verdict(self, t: Table, a: Action) -> Ruling:
        assert isinstance(a.what, CardSet)
        if len(a.what) == 1:
            return CUT
        return yes(
            "bridge.forming.two-cards",
            "{who} shows more than one card. The highest counts: {card}.",
            card=counts(a.what),
        )

    def apply(self, t: Table, a: Action) -> Table:
        return t.knowing(replace(t.facts, cuts=(*t.facts.cuts, (a.by, a.what))))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        if words[0].lower() != "cut":
            return None
        try:
            mask = sum(1 << c for c in {card(word) for word in words[1:]})
        except ValueError:
            return None
        return ("cut", CardSet(mask), None) if mask and not mask >> 52 else None


def _row(o: Any, t: Table) -> Row | Ruling:
    """Those who cut, the lowest first; or why that is not known."""
    seats: Seats = o.shape.seats
    cuts = dict(t.facts.cuts)
    if len(cuts) < getattr(o, "people", len(seats.players)):
        missing = tuple(seat for seat in seats.players if seat not in cuts)
        return no(
            "bridge.forming.cut", "Not everybody has cut yet. Still to cut: {missing}.", answer="-", missing=missing
        )
    return Row(seats.all[seat] for seat in lowest_first(cuts))


def ranking(o: Any, t: Table) -> Ruling:
    """The order of the cuts."""
    row = _row(o, t)
    if isinstance(row, Ruling):
        return row
    return yes("bridge.forming.order", "The cuts from the lowest to the highest: {answer}.", answer=row)


def partners(o: Any, t: Table) -> Ruling:
    """The two lowest cuts against the two highest."""
    if not getattr(o, "pairs", True):
        return no("bridge.forming.partners", "At this table nobody cuts for partners.", answer="-")
    row = _row(o, t)
    if isinstance(row, Ruling):
        return row
    return yes(
        "bridge.forming.partners",
        "The two lowest cuts are partners: {answer}. The two highest play against them: {others}.",
        answer=Couple(row[:2]),
        others=Couple(row[2:]),
    )


def first_dealer(o: Any, t: Table) -> Ruling:
    """The lowest cut deals first."""
    row = _row(o, t)
    if isinstance(row, Ruling):
        return row
    return yes("bridge.forming.dealer", "{answer} has the lowest cut and deals first.", answer=row[0])


# -- a table of members ----------------------------------------------------------------------------


def done(t: Table, kind: str) -> list[Action]:
    """The actions of this kind so far."""
    return [d.action for d in t.log if d.action.kind == kind]


def marked(o: Any, t: Table, name: str) -> dict[Seat, int]:
    """Who has this mark, and how often."""
    seats: Seats = o.shape.seats
    if t.setup.standing is None:
        return {}
    found = {seat: t.setup.standing.mark(name, seats.side(seat)) for seat in seats.players}
    return {seat: n for seat, n in found.items() if n > 0}


def rubbers(o: Any, t: Table) -> dict[Seat, int]:
    """The players of the table, each with the rubbers played in a row."""
    return marked(o, t, "rubbers")


def applicants(o: Any, t: Table) -> list[Seat]:
    """Who has applied, in that order."""
    return [o.shape.seats.all[a.by] for a in done(t, "apply")]


def cuts(o: Any, t: Table) -> dict[Seat, int]:
    return {o.shape.seats.all[seat]: shown for seat, shown in t.facts.cuts}


def groups(o: Any, t: Table) -> list[list[Seat]]:
    """Who came into the room together, the first first."""
    found: list[list[Seat]] = []
    for a in done(t, "come"):
        seat = o.shape.seats.all[a.by]
        if a.what is None:
            found.append([seat])
        else:
            next(group for group in found if a.what in group).append(seat)
    return found


class Club(Phase):
    """The right to come, to apply, to go to another table and to play for somebody else."""

    name = "forming"
    kinds: ClassVar = {
        "come": lambda what: what is None or isinstance(what, Seat),
        "apply": lambda what: what is None,
        "join": lambda what: what in (None, "return"),
        "agree": lambda what: isinstance(what, Seat),
        "substitute": lambda what: isinstance(what, Seat),
    }

    def rule(self, t: Table, a: Action) -> Ruling:
        rules: dict[str, Callable[[Table, Seat, Any], Ruling]] = {
            "come": self.come, "apply": self.applies, "join": self.join,
            "agree": self.agree, "substitute": self.substitute,
        }  # fmt: skip
        return rules[a.kind](t, self.o.shape.seats.all[a.by], a.what)

    def come(self, t: Table, who: Seat, other: Seat | None) -> Ruling:
        here = [seat for group in groups(self.o, t) for seat in group]
        if who in here:
            return no("bridge.forming.first-come", "{player} is in the room already.", player=who)
        if other is not None and other not in here:
            return no("bridge.forming.first-come", "{other} has not come into the room yet.", other=other)
        return yes("bridge.forming.first-come", "{who} is in the room.")

    def applies(self, t: Table, who: Seat, _: None) -> Ruling:
        members = [*rubbers(self.o, t), *applicants(self.o, t)]
        if who in members:
            return no("bridge.forming.applicants", "{player} is a member of this table already.", player=who)
        if len(members) >= MEMBERS:
            return no("bridge.forming.complete", "The table has six members and is complete.")
        if t.facts.cuts:
            return no(
                "bridge.forming.deadline",
                "A card has been cut, so {player} must wait for the end of the next rubber.",
                player=who,
            )
        n = len(applicants(self.o, t)) + 1
        return yes("bridge.forming.applicants", "{who} applies. Place in the order of the applications: {n}.", n=n)

    def join(self, t: Table, who: Seat, promise: str | None) -> Ruling:
        if who not in rubbers(self.o, t):
            return no("bridge.forming.other-table", "{player} has no place at this table.", player=who)
        if promise and who in marked(self.o, t, "needed"):
            return yes("bridge.forming.other-table", "{who} goes to another table and keeps the place here.")
        return yes("bridge.forming.other-table", "{who} goes to another table and loses the place here.")

    def agree(self, t: Table, who: Seat, other: Seat) -> Ruling:
        if who in rubbers(self.o, t):
            return yes("bridge.forming.substitute", "{who} agrees that {what} plays.")
        return no("bridge.forming.substitute", "{player} does not play at this table and is not asked.", player=who)

    def substitute(self, t: Table, who: Seat, other: Seat) -> Ruling:
        playing = rubbers(self.o, t)
        if who in playing or other not in playing:
            return no("bridge.forming.substitute", "A substitute comes from outside, in place of a player.")
        agreed = {self.o.shape.seats.all[a.by] for a in done(t, "agree") if a.what == who}
        if missing := tuple(seat for seat in playing if seat not in (*agreed, other)):
            return no(
                "bridge.forming.substitute",
                "The other three must agree. Still to agree: {missing}.",
                missing=missing,
            )
        return yes("bridge.forming.substitute", "{who} plays for {what}, at most to the end of the rubber.")

    def apply(self, t: Table, a: Action) -> Table:
        return t.knowing(t.facts)

    def legal(self, t: Table) -> tuple[Space, ...]:
        seats: tuple[Seat, ...] = self.o.shape.seats.all
        whats: dict[str, tuple[object, ...]] = {
            "come": (None, *seats), "apply": (None,), "join": (None, "return"), "agree": seats, "substitute": seats,
        }  # fmt: skip
        every = [Action(by, kind, what) for by in seats for kind in CLUB for what in whats[kind]]
        return tuple(Each(a.by, a.kind, (a.what,)) for a in every if self.rule(t, a).ok)

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        kind, *rest = words[0].lower(), *words[1:]
        if kind not in CLUB or len(rest) > 1:
            return None
        what = "return" if [word.lower() for word in rest] == ["return"] else seats.find(rest[0]) if rest else None
        known = what is not None or not rest
        return (kind, what, None) if known and self.kinds[kind](what) else None


def plays(o: Any, t: Table) -> Ruling:
    """Who has the right to play."""
    found = choose(groups(o, t), PLACES, cuts(o, t))
    if found.missing:
        return no(
            "bridge.forming.first-come",
            "Too many came at the same time, so they cut. Still to cut: {missing}.",
            answer="-", missing=found.missing,
        )  # fmt: skip
    return yes("bridge.forming.first-come", "These have the right to play: {answer}.", answer=Row(found.names))


def comes_in(o: Any, t: Table) -> Ruling:
    """In which order vacant places are filled."""
    waiting, homeless = applicants(o, t), marked(o, t, "broken")
    row = Row(sorted(waiting, key=lambda seat: seat not in homeless))
    if homeless:
        return yes(
            "bridge.forming.broken-up",
            "Those whose table was broken up come first. Places are filled in this order: {answer}.",
            answer=row,
        )
    return yes("bridge.forming.applicants", "Vacant places are filled in this order: {answer}.", answer=row)


def goes_out(o: Any, t: Table) -> Ruling:
    """Who gives way to the applicants at the end of a rubber."""
    waiting, helpers = applicants(o, t), marked(o, t, "helped")
    if not waiting:
        return yes("bridge.forming.going-out", "Nobody has applied, so nobody goes out.", answer="-")
    found = going_out(rubbers(o, t), helpers, len(waiting), cuts(o, t))
    if found.missing:
        return no(
            "bridge.forming.going-out",
            "These have played equally many rubbers and must cut. Still to cut: {missing}.",
            answer="-", missing=found.missing,
        )  # fmt: skip
    row = Row(found.names)
    if helpers:
        return yes(
            "bridge.forming.helper",
            "Last to go out is who helped to form the table: {helpers}. Now these go out: {answer}.",
            answer=row, helpers=tuple(helpers),
        )  # fmt: skip
    if found.cut:
        return yes("bridge.forming.going-out", "The highest cuts go out: {answer}.", answer=row)
    return yes("bridge.forming.going-out", "Those with most rubbers in a row go out: {answer}.", answer=row)


def formed(o: Any, t: Table) -> Ruling:
    """Who sits at a new table."""
    found: Chosen[Seat] = new_table(applicants(o, t), marked(o, t, "elsewhere"), PLACES, cuts(o, t))
    if found.missing:
        return no(
            "bridge.forming.new-table",
            "For the places that are left these must cut: {missing}.",
            answer="-", missing=found.missing,
        )  # fmt: skip
    return yes("bridge.forming.new-table", "At the new table play: {answer}.", answer=Row(found.names))


ANSWERS: dict[str, Callable[[Any, Table], Ruling]] = {
    "cuts": ranking, "partners": partners, "first-dealer": first_dealer, "plays": plays, "comes-in": comes_in,
    "goes-out": goes_out, "formed": formed,
}  # fmt: skip
