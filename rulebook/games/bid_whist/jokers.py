"""Jokers in no trump: the duties that a table may put on them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rulebook.cards import BIG, LITTLE, Card, CardSet, is_card
from rulebook.game import Phase
from rulebook.games.bid_whist.facts import no_trump
from rulebook.games.bid_whist.kitty import early, the_declarer, verb, with_hand
from rulebook.games.bid_whist.options import Rules
from rulebook.parts import tricks
from rulebook.parts.tricks import Order
from rulebook.ruling import Ruling, irregular, no, yes
from rulebook.seats import Seats
from rulebook.table import Action, Cards, Now, Section, Space, Table, Word

JOKERS = 1 << BIG | 1 << LITTLE

KEPT = yes("bid-whist.jokers.free", "Here a player need not get rid of a joker.")
THROWN = yes("bid-whist.jokers.throw-off", "{who}: {what}. Without the suit led the joker must go.")
EXCHANGED = yes("bid-whist.jokers.exchange", "{who} passes {what} to {to} face down, and gets a joker for it.")
OWN = yes("bid-whist.jokers.exchange", "{who} takes {what} back for the own joker, which is put out.")


# -- throwing off ------------------------------------------------------------------------------


def due(o: Rules, t: Table, seat: int) -> bool:
    """Whether this player must play a joker when not following suit."""
    return o.nt_joker == "must_throw_off" and no_trump(t.facts) and bool(t.known(seat) & JOKERS)


def kept(o: Rules, t: Table, seat: int, what: Card) -> Ruling:
    """The ruling on another card of a player who owed a joker."""
    return irregular(
        "bid-whist.jokers.throw-off",
        "{player} has no card of the suit led and holds a joker, which must be thrown off. Card played: {card}.",
        player=o.seats.all[seat],
        card=what,
    )


def held_back(o: Rules, seat: int, what: Card, book: int) -> Ruling:
    """The ruling on a joker that comes out after another card was thrown off."""
    return irregular(
        "bid-whist.jokers.throw-off",
        "{card} shows that {player} held a joker in book {book} and should have thrown it off there.",
        card=what,
        player=o.seats.all[seat],
        book=book,
    )


def owed(o: Rules, order: Order, t: Table, seat: int) -> int | None:
    """The first book in which this player threw off another card, while a joker was due if one was held."""
    if o.nt_joker != "must_throw_off" or not no_trump(t.facts):
        return None
    for book, thrown in tricks.thrown(order, t.tricks, seat, 1 + sum(t.setup.tricks)):
        if thrown.suit is not None:
            return book
    return None


# -- leading -----------------------------------------------------------------------------------


def only_jokers(t: Table, seat: int) -> bool:
    """Whether this hand holds jokers and nothing else."""
    return bool(t.hands[seat]) and not t.hidden[seat] and not t.hands[seat] & ~JOKERS


def leads_for(o: Rules, t: Table, seat: int) -> int:
    """Who leads when it is this player's lead: where jokers are never led, the lead may pass on."""
    if o.joker_lead_nt == "no" and no_trump(t.facts):
        while only_jokers(t, seat):
            seat = o.seats.left(seat)
    return seat


def leadable(o: Rules, t: Table, seat: int, mask: int) -> int:
    """The cards of this hand that may be led."""
    if o.joker_lead_nt == "yes" or not no_trump(t.facts) or only_jokers(t, seat):
        return mask
    return mask & ~JOKERS


def not_led(o: Rules, seat: int) -> Ruling:
    """The refusal of a joker lead."""
    if o.joker_lead_nt == "no":
        return no("bid-whist.jokers.lead", "At this table a joker may not be led in a no-trump deal.")
    return no(
        "bid-whist.jokers.lead",
        "At this table a joker may be led in a no-trump deal only by a player who holds nothing else; "
        "{player} holds other cards.",
        player=o.seats.all[seat],
    )


def passed_on(o: Rules, seat: int) -> Ruling:
    """The ruling on a lead that has passed to the left."""
    return yes(
        "bid-whist.jokers.lead-passes",
        "{who}: {what}. {player} holds only jokers, so the lead has passed to the left.",
        player=o.seats.all[seat],
    )


def must_pass_on(o: Rules, holder: int, turn: int) -> Ruling:
    """The refusal of a card by the player whose lead has passed on."""
    return no(
        "bid-whist.jokers.lead-passes",
        "{player} holds only jokers, and here a joker is never led. Now to lead: {turn}.",
        player=o.seats.all[holder],
        turn=o.seats.all[turn],
    )


# -- exchanging --------------------------------------------------------------------------------


def exchanged(o: Rules, t: Table) -> bool:
    """Whether jokers are exchanged in this deal."""
    return o.nt_joker == "exchange" and no_trump(t.facts)


def holder(o: Rules, t: Table) -> int | None:
    """The next player to be served: clockwise from the declarer's left, the declarer last."""
    if not exchanged(o, t):
        return None
    order = (o.seats.left(t.facts.declarer, n) for n in range(1, 1 + len(o.seats)))
    return next((seat for seat in order if t.hands[seat] & JOKERS), None)


def still_held(o: Rules, t: Table) -> Ruling | None:
    """The refusal of a lead while a joker is still to be exchanged."""
    seat = holder(o, t)
    if seat is None:
        return None
    return no(
        "bid-whist.jokers.exchange",
        "{player} holds a joker, which must be exchanged before the first lead.",
        player=o.seats.all[seat],
    )


def gone(o: Rules, seat: int) -> Ruling:
    """The refusal of a joker in the play."""
    return no(
        "bid-whist.jokers.exchange",
        "At this table jokers are exchanged before the first lead of a no-trump deal, so {player} cannot play one.",
        player=o.seats.all[seat],
    )


class Exchange(Phase):
    """Before the first lead each joker in a hand goes out, and a card that was put out comes back for it."""

    name, sections = "exchange", ("Exchange",)
    kinds: ClassVar = {"exchange": is_card}

    def done(self, t: Table) -> bool:
        return bool(t.trick or t.tricks or t.setup.tricks) or holder(self.o, t) is None

    def turn(self, t: Table) -> int:
        seat: int = t.facts.declarer
        return seat

    def legal(self, t: Table) -> tuple[Space, ...]:
        served, seat = holder(self.o, t), self.turn(t)
        assert served is not None
        mask, unknown = t.piles["out"]
        if unknown:
            mask |= t.unseen
        return (Cards(seat, mask & ~JOKERS, "exchange", None if served == seat else served),)

    def served(self, t: Table, a: Action) -> Ruling | None:
        served = holder(self.o, t)
        assert served is not None
        if a.hand == served and a.seat != a.by:
            return None
        return no(
            "bid-whist.jokers.exchange-order",
            "Jokers are exchanged clockwise from the declarer's left. Next: {holder}.",
            holder=self.o.seats.all[served],
        )

    def put_out(self, t: Table, a: Action) -> Ruling | None:
        assert isinstance(a.what, Card)
        mask, unknown = t.piles["out"]
        if a.what.suit is None:
            return no("bid-whist.jokers.exchange-order", "A joker cannot be passed in exchange for a joker.")
        if mask >> a.what & 1 or (unknown and t.unseen >> a.what & 1):
            return None
        return no(
            "bid-whist.jokers.exchange-order",
            "{card} is not among the cards put out; only one of those can be passed.",
            card=a.what,
        )

    guards = (lambda self, t, a: the_declarer(self.o, t, a), served, put_out)

    def verdict(self, t: Table, a: Action) -> Ruling:
        if a.hand == a.by:
            return OWN
        return EXCHANGED.having(to=self.o.seats.all[a.hand])

    def apply(self, t: Table, a: Action) -> Table:
        assert isinstance(a.what, Card)
        hand, (mask, unknown) = t.hands[a.hand], t.piles["out"]
        joker, card = 1 << max(CardSet(hand & JOKERS)), 1 << a.what
        known = bool(mask & card)
        out = (mask & ~card | joker, unknown - (not known))
        return with_hand(t, a.hand, hand & ~joker | card, t.hidden[a.hand], {"out": out})

    def closed(self, t: Table, a: Action) -> Ruling | None:
        if (refused := early(self.o, t, a)) is not None:
            return refused
        if exchanged(self.o, t):
            return no("bid-whist.jokers.exchange", "No player holds a joker that is still to be exchanged.")
        return no("bid-whist.jokers.free", "In this deal no joker is exchanged.")

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, int | None] | None:
        if words[0] != "exchange" or len(words) != 3:
            return None
        found = tricks.read(words[1:], seats)
        return found and ("exchange", found[1], found[2])

    def script(self, now: Now, section: Section, seats: Seats) -> Iterator[tuple[Word, str]]:
        yield from verb("exchange", section)
