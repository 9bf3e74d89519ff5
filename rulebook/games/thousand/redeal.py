"""Asking for a new deal: nines, a poor talon, a poor hand. The deal is annulled, never by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from rulebook.cards import Card, CardSet, card
from rulebook.game import Phase
from rulebook.games.thousand.auction import minimum, not_won
from rulebook.games.thousand.deal import order
from rulebook.games.thousand.facts import standing
from rulebook.games.thousand.match import dealer_pays
from rulebook.games.thousand.score import points_of
from rulebook.games.thousand.talon import begun, ready, stated
from rulebook.ledger import entry
from rulebook.match import Sheet
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import Seats
from rulebook.table import Action, Each, End, Space, Table

REASONS = ("nines", "talon", "hand", "jacks")
NINES = sum(1 << card(s + "9") for s in "SHDC")
JACKS = sum(1 << card(s + "J") for s in "SHDC")
STREAK = "nines"  # new deals running that this dealer has had to give for nines

ANNULLED = yes("thousand.redeal.annulled", "The deal is annulled: nothing is scored, and the same dealer deals again.")


def points(mask: int) -> int:
    """Card points of these cards."""
    return sum(points_of(Card(c)) for c in CardSet(mask) if c < 52)


def spare(hidden: int, cards: int) -> int:
    """How many of these unseen cards a hand or pile with so many unknown ones can hold."""
    return min(hidden, cards.bit_count())


class Annul(Phase):
    """The right to ask for a new deal."""

    name = "redeal"
    kinds: ClassVar = {"annul": lambda value: value in REASONS}

    def legal(self, t: Table) -> tuple[Space, ...]:
        if t.facts.declarer is None or stated(t):
            return ()
        found = (Action(int(s), "annul", why) for s in order(self.o, t.setup.dealer) for why in REASONS)
        return tuple(Each(a.by, "annul", (a.what,)) for a in found if self.refused(t, a) is None)

    def refused(self, t: Table, a: Action) -> Ruling | None:
        if t.facts.declarer is None:
            return not_won()
        if begun(t) or t.ended is not None:
            return no("thousand.redeal.window", "A card has been led; no new deal can be asked for.")
        if a.by not in order(self.o, t.setup.dealer):
            return no(
                "thousand.redeal.annulled",
                "{player} sits this deal out and cannot ask for a new one.",
                player=self.o.shape.seats.all[a.by],
            )
        return {"nines": self.nines, "talon": self.talon, "hand": self.hand, "jacks": self.jacks}[str(a.what)](t, a.by)

    guards = (refused,)

    def nines(self, t: Table, seat: int) -> Ruling | None:
        which = self.o.redeal.nines
        if which == "none":
            return no("thousand.redeal.nines", "At this table nines give no right to a new deal.")
        if not ready(self.o, t):
            return no("thousand.redeal.window", "This is asked after the exchange and before the first lead.")
        held = t.hands[seat] & NINES
        if which == "four_dealt":
            held &= t.setup.hands[seat]
        needed = 3 if which == "three" else 4
        hidden = t.setup.hidden[seat] if which == "four_dealt" else t.hidden[seat]
        if held.bit_count() + spare(hidden, t.unseen & NINES) >= needed:
            return None
        if which == "four_dealt" and (t.hands[seat] & NINES).bit_count() == 4:
            return no("thousand.redeal.nines", "At this table all four nines must have been dealt to the player.")
        return no(
            "thousand.redeal.nines",
            "Nines shown by {player}: {n}. Nines needed: {needed}.",
            player=self.o.shape.seats.all[seat], n=held.bit_count(), needed=needed,
        )  # fmt: skip

    def talon(self, t: Table, seat: int) -> Ruling | None:
        o, (mask, hidden) = self.o, t.setup.piles.get("talon", (0, 0))
        if o.redeal.talon_low == "off" and o.redeal.talon_two_nines == "off":
            return no("thousand.redeal.talon-low", "At this table a poor talon gives no right to a new deal.")
        if seat != t.facts.declarer:
            return no("thousand.redeal.talon-low", "Only the declarer may ask for a new deal because of the talon.")
        if t.facts.given:
            return no("thousand.redeal.window", "This is asked before the first card is given.")
        if o.redeal.talon_two_nines == "on" and (mask & NINES).bit_count() + spare(hidden, t.unseen & NINES) >= 2:
            return None
        if o.redeal.talon_low == "off":
            return no("thousand.redeal.talon-nines", "The talon does not hold two nines.")
        last = standing(t.facts)
        if o.redeal.talon_low == "bid_100_only" and last is not None and last.bid > minimum(o, t):
            return no("thousand.redeal.talon-low", "At this table the bid must be the minimum for that.")
        if points(mask) < 5:
            return None
        return no("thousand.redeal.talon-low", "The talon holds {n} points; fewer than 5 are needed.", n=points(mask))

    def hand(self, t: Table, seat: int) -> Ruling | None:
        o, player = self.o, self.o.shape.seats.all[seat]
        if o.redeal.hand_low == "off":
            return no("thousand.redeal.hand-low", "At this table a poor hand gives no right to a new deal.")
        if not ready(o, t):
            return no("thousand.redeal.window", "This is asked after the exchange and before the first lead.")
        mine = [c.bid for c in t.facts.calls if c.seat == seat]
        raised = t.facts.raised if seat == t.facts.declarer else 0
        if o.redeal.hand_low == "not_if_bid_over_100" and max([*mine, raised], default=0) > minimum(o, t):
            return no(
                "thousand.redeal.hand-low",
                "{player} has bid more than the minimum in this deal and cannot ask for that.",
                player=player,
            )
        if points(t.hands[seat]) >= 14:
            return no(
                "thousand.redeal.hand-low",
                "{player} holds {n} points; fewer than 14 are needed.",
                player=player,
                n=points(t.hands[seat]),
            )
        return None

    def jacks(self, t: Table, seat: int) -> Ruling | None:
        if self.o.redeal.four_jacks == "off":
            return no("thousand.redeal.four-jacks", "At this table jacks give no right to a new deal.")
        if not ready(self.o, t):
            return no("thousand.redeal.window", "This is asked after the exchange and before the first lead.")
        if (t.hands[seat] & JACKS).bit_count() + spare(t.hidden[seat], t.unseen & JACKS) >= 4:
            return None
        return no(
            "thousand.redeal.four-jacks",
            "{player} does not hold all four jacks.",
            player=self.o.shape.seats.all[seat],
        )

    def verdict(self, t: Table, a: Action) -> Ruling:
        """Sure, unless cards that nobody knows could speak against it."""
        unknown = t.setup.piles.get("talon", (0, 0))[1] if a.what == "talon" else t.hidden[a.by]
        found = self.granted(t, a)
        return found.unsure() if unknown else found

    def granted(self, t: Table, a: Action) -> Ruling:
        if a.what == "nines":
            return yes("thousand.redeal.nines", "{who} shows the nines and asks for a new deal.").on(ANNULLED)
        if a.what == "talon" and points(t.setup.piles["talon"][0]) < 5 and self.o.redeal.talon_low != "off":
            return yes("thousand.redeal.talon-low", "{who} asks for a new deal because of the poor talon.").on(ANNULLED)
        if a.what == "talon":
            return yes("thousand.redeal.talon-nines", "{who} asks for a new deal: two nines in the talon.").on(ANNULLED)
        if a.what == "hand":
            return yes("thousand.redeal.hand-low", "{who} asks for a new deal because of the poor hand.").on(ANNULLED)
        return yes("thousand.redeal.four-jacks", "{who} shows four jacks and asks for a new deal.").on(ANNULLED)

    def apply(self, t: Table, a: Action) -> Table:
        return t.knowing(replace(t.facts, annulled=str(a.what))).ending(End(True, ANNULLED))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        if words[0] != "annul" or len(words) > 2:
            return None
        why = words[1] if words[1:] else "nines"
        return ("annul", why, None) if why in REASONS else None


def streak(sheet: Sheet, o: Any) -> Sheet:
    """How often running a dealer has had to deal again for nines; the third time can cost 120."""
    t = sheet.table
    if o.redeal.nines_third_penalty == "off":
        return sheet
    if t.facts.annulled != "nines":
        return sheet.noting(STREAK, 0) if t.ended is not None or sheet.final else sheet
    n = sheet.before.note(STREAK) + 1
    if n < 3:
        return sheet.noting(STREAK, n)
    why = entry(
        "thousand.redeal.nines-penalty",
        "For the third time running this deal was annulled for nines. {side}, the dealer, loses {lost}, "
        "and the deal passes on.",
        side=o.shape.seats.side(t.setup.dealer), points=-120, lost=120,
    )  # fmt: skip
    return dealer_pays(sheet.noting(STREAK, 0), why)
