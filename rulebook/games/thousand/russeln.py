"""Russeln: eight cards each, no talon, and a duty to beat."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from rulebook.cards import Suit, is_suit
from rulebook.game import Phase
from rulebook.games.thousand.facts import Pair
from rulebook.games.thousand.marriage import TRUMP
from rulebook.games.thousand.shape import held
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import Seat, Seats
from rulebook.table import Action, Each, Space, Table

SAYS: dict[str, Ruling] = {
    "deal": yes("thousand.russeln.deal", "All 24 cards are dealt; there is no talon."),
    "pair": yes("thousand.russeln.pair", "Pairs count 100 in hearts, 80 in diamonds, 60 in spades, 40 in clubs."),
    "opening": yes("thousand.russeln.bids", "Any multiple of ten may open, and nobody has to."),
    "made": yes("thousand.russeln.score", "A declarer who makes the bid writes all the points taken, rounded."),
    "target": yes("thousand.russeln.target", "The match ends at the target agreed on."),
}

PASSED_OUT = yes("thousand.russeln.passed-out", "{who}: pass. All have passed, and the next dealer deals.")
BEATS = yes("thousand.russeln.beat", "{who}: {what}. A player who can must beat the best card.")
CANNOT = yes("thousand.russeln.beat", "{who}: {what}. The best card cannot be beaten.")


def must_beat(player: Seat) -> Ruling:
    """The refusal of a card that does not beat."""
    return no("thousand.russeln.beat", "{player} can beat the best card of the trick and must do so.", player=player)


NAMES = {Suit(s).word: Suit(s) for s in range(4)}


class Announce(Phase):
    """The right to announce a pair before a lead with another card, where the table allows it."""

    name = "play"
    kinds: ClassVar = {"announce": is_suit}

    def refused(self, t: Table, a: Action) -> Ruling | None:
        assert isinstance(a.what, Suit)
        if self.o.russeln.lead_pair == "yes":
            return no("thousand.russeln.pair", "A pair is announced by leading one of its cards.")
        if t.facts.declarer is None or t.trick or a.by != self.lead(t) or t.ended is not None:
            return no("thousand.russeln.pair", "A pair is announced by the player who is about to lead.")
        if any(p.suit == a.what for p in t.facts.pairs):
            return no("thousand.russeln.pair", "This pair has been announced already.")
        if held(t.hands[a.by], t.unseen, t.hidden[a.by], a.what) is not False:
            return None
        return no(
            "thousand.marriage.both",
            "{player} does not hold both king and queen of this suit: {suit}.",
            player=self.o.shape.seats.all[a.by],
            suit=a.what,
        )

    guards = (refused,)

    def lead(self, t: Table) -> int:
        return t.leader if t.leader >= 0 else int(t.facts.declarer)

    def legal(self, t: Table) -> tuple[Space, ...]:
        if t.facts.declarer is None:
            return ()
        seat = self.lead(t)
        suits = tuple(s for s in NAMES.values() if self.refused(t, Action(seat, "announce", s)) is None)
        return (Each(seat, "announce", suits),) if suits else ()

    def verdict(self, t: Table, a: Action) -> Ruling:
        assert isinstance(a.what, Suit)
        found = yes(
            "thousand.russeln.pair",
            "{who} announces the pair and may lead any card. It counts {points} at once.",
            points=self.o.shape.pair(a.what),
        ).on(TRUMP)
        return found if held(t.hands[a.by], t.unseen, t.hidden[a.by], a.what) else found.unsure()

    def apply(self, t: Table, a: Action) -> Table:
        assert isinstance(a.what, Suit)
        pair = Pair(a.by, a.what, self.o.shape.pair(a.what), len(t.tricks) + 1)
        return t.knowing(replace(t.facts, pairs=(*t.facts.pairs, pair)))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        suit = NAMES.get(words[1].lower()) if words[0] == "announce" and len(words) == 2 else None
        return None if suit is None else ("announce", suit, None)
