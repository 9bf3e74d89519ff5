"""The make of straight bridge: who names the trump."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

from rulebook.game import Phase, lines
from rulebook.games.bridge.claims import Claim
from rulebook.games.bridge.facts import Bid, Slip, declared, is_make, slips
from rulebook.games.bridge.options import STRAIGHT
from rulebook.ruling import Ruling, irregular, no, yes
from rulebook.seats import Seat, Seats
from rulebook.table import Action, Each, Now, Section, Space, Table, Word

NAMES = {"spades": "S", "clubs": "C", "diamonds": "D", "hearts": "H", "nt": "N"}
HANDED, BOUND = "handed", "bound"  # the partner has handed the make back; must name after all

MADE = yes("bridge.make.name", "{who} names {what}.")
LEFT = yes("bridge.make.leave", "{who} leaves the make to the partner.")


def none(value: object) -> bool:
    """Whether an action is about nothing but itself."""
    return value is None


def adversaries(o: Any, dealer: int) -> tuple[Seat, ...]:
    """The players on the left and on the right of the dealer: the eldest hand, the pone."""
    seats: Seats = o.shape.seats
    return tuple(dict.fromkeys((seats.player(dealer, 1), seats.player(dealer, -1))))


class Make(Phase):
    """The dealer names the trump suit or no trump, or leaves it to the partner."""

    name, sections = "make", ("Make",)
    kinds: ClassVar = {"make": is_make, "leave": none, "choose": none}

    def partner(self, t: Table) -> int | None:
        """To whom the make can be left."""
        seats: Seats = self.o.shape.seats
        return seats.partner(t.setup.dealer)

    def namer(self, t: Table) -> int:
        """Who is to name the trump."""
        partner = self.partner(t)
        return t.setup.dealer if partner is None or not t.facts.left or t.facts.back == HANDED else partner

    def done(self, t: Table) -> bool:
        return t.facts.declarer is not None

    def turn(self, t: Table) -> int:
        return self.namer(t)

    def legal(self, t: Table) -> tuple[Space, ...]:
        makes = tuple(Bid(0, d) for d in STRAIGHT)
        spaces: tuple[Space, ...] = (Each(self.namer(t), "make", makes),)
        if not t.facts.left and self.partner(t) is not None:
            spaces += (Each(t.setup.dealer, "leave", (None,)),)
        found = (Action(int(s), "choose") for s in self.o.shape.seats.players)
        return spaces + tuple(Each(a.by, "choose", (None,)) for a in found if self.chooses(t, a).ok)

    def rule(self, t: Table, a: Action) -> Ruling:
        judge = {"make": self.names, "leave": self.leaves, "choose": self.chooses}[a.kind]
        return judge(t, a)

    def names(self, t: Table, a: Action) -> Ruling:
        if a.by == self.namer(t):
            return MADE
        values = {"player": self.seat(a.by), "turn": self.seat(self.namer(t))}
        if a.by == t.setup.dealer:
            return no(
                "bridge.make.leave", "{player} has left the make, so the partner ({turn}) must name it.", **values
            )
        if a.by != self.partner(t):
            return irregular(
                "bridge.make.adversary",
                "{player} is an adversary of the dealer and may not name the trump. To name it: {turn}.",
                **values,
            )
        if t.facts.left:
            return no(
                "bridge.make.back",
                "{player} has handed the make back. Now the dealer ({turn}) names the trump.",
                **values,
            )
        return irregular(
            "bridge.make.early", "{player} was not asked: the dealer ({turn}) has not left the make.", **values
        )

    def leaves(self, t: Table, a: Action) -> Ruling:
        dealer, player = t.setup.dealer, self.seat(a.by)
        if a.by == self.partner(t) and t.facts.left and not t.facts.back:
            return irregular(
                "bridge.make.back",
                "The make was left to {player}, who may not hand it back to the dealer.",
                player=player,
            )
        if t.facts.left:
            return no(
                "bridge.make.leave",
                "The make has been left already. Now to name the trump: {turn}.",
                turn=self.seat(self.namer(t)),
            )
        if a.by != dealer or self.partner(t) is None:
            return no("bridge.make.leave", "Only the dealer ({dealer}) may leave the make.", dealer=self.seat(dealer))
        return LEFT

    def chooses(self, t: Table, a: Action) -> Ruling:
        """Whether this player may make the partner name who handed the choice back."""
        if not any(s.kind == "back" for s in slips(t)):
            return no("bridge.make.back", "Nobody has handed the make back, so nobody can be made to name it.")
        if (refused := claimant(self.o, t, a.by)) is not None:
            return refused
        return yes("bridge.make.back", "{who} demands that {player} names it.", player=self.seat(self.partner(t)))

    def closed(self, t: Table, a: Action) -> Ruling | None:
        if t.facts.declarer is None:
            return None
        if a.kind == "choose":
            return no("bridge.make.back", "The trump is named, so nobody can be made to name it.")
        return no("bridge.make.name", "The trump is named and cannot be changed.")

    def seat(self, seat: int | None) -> Seat:
        found: Seat = self.o.shape.seats.all[seat]
        return found

    def apply(self, t: Table, a: Action) -> Table:
        facts = t.facts
        if a.kind == "choose":
            return dropped(t.knowing(replace(facts, back=BOUND)), "back")
        own = a.by in (t.setup.dealer, self.partner(t))
        if a.kind == "leave":
            if a.by == t.setup.dealer:
                return t.knowing(replace(facts, left=True))
            return slipped(t.knowing(replace(facts, back=HANDED)), "back", a.by)
        assert isinstance(a.what, Bid)
        if not own:
            return slipped(t, "adversary", a.by)
        wrong = a.by != self.namer(t)
        t = declared(self.o, t, t.setup.dealer, a.what, a.by)
        return slipped(t, "early", a.by) if wrong else t

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        if len(words) == 1 and words[0] in ("leave", "choose"):
            return words[0], None, None
        name = words[1].lower() if len(words) == 2 and words[0].lower() == "make" else ""
        letter = NAMES.get(name, name.upper())
        return ("make", Bid(0, letter), None) if letter in STRAIGHT else None

    def script(self, now: Now, section: Section, seats: Seats) -> Iterator[tuple[Word, str]]:
        for word, line in lines(section):
            who, _, what = line.partition(" ")
            t, seat = now(), seats.find(who)
            if what.lower() == "leave":
                yield word, f"{who} leave"
                continue
            if seat is not None and seat == self.partner(t) and not (t.facts.left or self.done(t)):
                yield word, f"{seats.all[t.setup.dealer].code} leave"  # else the partner would not name
            yield word, f"{who} make {what}"


def slipped(t: Table, kind: str, by: int) -> Table:
    """The table with an offence that the other side can still act upon."""
    return t.knowing(replace(t.facts, slips=(*t.facts.slips, Slip(kind, by, len(t.log)))))


def dropped(t: Table, kind: str) -> Table:
    """The table without the offences of this kind: they are done with."""
    return t.knowing(replace(t.facts, slips=tuple(slip for slip in t.facts.slips if slip.kind != kind)))


def claimant(o: Any, t: Table, seat: int) -> Ruling | None:
    """Why this player has no claim because of an irregular make of the dealer's partner."""
    eldest, *_ = others = adversaries(o, t.setup.dealer)
    if seat not in others:
        return no(
            "bridge.make.claim",
            "{player} is not an adversary of the dealer and can claim nothing.",
            player=o.shape.seats.all[seat],
        )
    if o.make_claim == "eldest" and seat != eldest:
        return no("bridge.make.claim", "At this table only the eldest hand ({eldest}) may claim that.", eldest=eldest)
    if t.facts.doubling or t.trick or t.tricks:
        return no("bridge.make.claim", "An adversary has gone on, so the make stands.")
    return None


def offence(o: Any, t: Table, seat: int) -> Claim | None:
    """What an irregular make allows this player to claim."""
    return together([claim for slip in slips(t) if (claim := _of(o, t, slip, seat)) is not None])


def together(found: list[Claim]) -> Claim | None:
    """Several offences as one: what any of them allows is allowed."""
    if not found:
        return None
    again, stands = zip(*found, strict=True)
    return Claim(next((r for r in again if r.ok), again[0]), next((r for r in stands if r.ok), stands[0]))


def _of(o: Any, t: Table, slip: Slip, seat: int) -> Claim | None:
    if slip.kind in ("early", "back"):
        refused = claimant(o, t, seat)
        return _of_partner(o, slip) if refused is None else Claim(refused, refused)
    gone_on = t.facts.doubling or any(done.action.by == t.setup.dealer for done in t.log[slip.at :])
    return _of_adversary(o, t, seat) if slip.kind == "adversary" and not gone_on else None


def _of_partner(o: Any, slip: Slip) -> Claim:
    player = o.shape.seats.all[slip.by]
    if slip.kind == "early":
        return Claim(
            yes("bridge.make.early", "{who} asks for a new deal: {player} named the trump unasked.", player=player),
            yes("bridge.make.early", "{who} lets the make of {player} stand.", player=player),
        )
    return Claim(
        yes("bridge.make.back", "{who} asks for a new deal: {player} handed the make back.", player=player),
        yes("bridge.make.back", "{who} claims nothing, and the dealer names the trump."),
    )


def _of_adversary(o: Any, t: Table, seat: int) -> Claim:
    dealer = o.shape.seats.all[t.setup.dealer]
    if seat != dealer:
        refused = no("bridge.make.adversary", "Only the dealer ({dealer}) may act on that.", dealer=dealer)
        return Claim(refused, refused)
    return Claim(
        yes("bridge.make.adversary", "{who} asks for a new deal: an adversary named a trump."),
        yes("bridge.make.adversary", "{who} goes on as if nothing had been said."),
    )
