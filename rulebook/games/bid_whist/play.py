"""The play: the declarer leads, everybody follows suit, the best card wins the book."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rulebook.cards import Card, is_card
from rulebook.game import Phase
from rulebook.games.bid_whist.ranking import compare, ranks
from rulebook.games.bid_whist.renege import STANDS, shows
from rulebook.games.bid_whist.table import hand_size
from rulebook.parts import tricks
from rulebook.ruling import Ruling, irregular, no, yes
from rulebook.seats import FOUR, Seats
from rulebook.table import Action, Cards, Now, Section, Space, Table, Trick, Word

FIRST_LEAD = yes("bid-whist.play.first-lead", "{who}: {what}. The declarer leads to the first book.")
LEADS = yes("bid-whist.play.turn", "{who}: {what}. The winner of the book before leads.")
FOLLOWS = yes("bid-whist.play.follow", "{who}: {what}. The suit led is followed.")
JOKER_FOLLOWS = yes("bid-whist.ranking.joker-suit", "{who}: {what}. A joker is a trump and follows the trump led.").on(
    FOLLOWS
)
FREE = yes("bid-whist.play.free", "{who}: {what}. A player without the suit led may play any card.")
FREE_UNSURE = FREE.unsure()
JOKER_LED = yes("bid-whist.play.joker-lead", "{who}: {what}. A joker sets no suit in a no-trump deal.")
SETS_SUIT = yes("bid-whist.play.joker-lead", "{who}: {what}. After a joker this card sets the suit to follow.")
SET_LATER = yes("bid-whist.play.joker-lead", "The first card after a joker has set the suit to follow.")
FOLLOWS_SET = FOLLOWS.on(SET_LATER)
JOKER_FREE = yes("bid-whist.play.joker-follow", "{who}: {what}. A player without the suit led may play a joker.")


class Play(Phase):
    """Card by card; done when all tricks are played."""

    name, sections = "play", ("Play",)
    kinds: ClassVar = {"card": is_card}

    def done(self, t: Table) -> bool:
        return sum(t.setup.tricks) + len(t.tricks) == hand_size(self.o)

    def leader(self, t: Table) -> int:
        return t.leader if t.leader >= 0 else t.facts.declarer

    def turn(self, t: Table) -> int:
        return FOUR.left(self.leader(t), len(t.trick))

    def legal(self, t: Table) -> tuple[Space, ...]:
        seat, o = self.turn(t), ranks(t.facts)
        suit, mask = tricks.led(o, t.trick), t.hands[seat]
        if t.hidden[seat]:
            missed = tricks.void(o, t.tricks, seat)
            mask |= t.unseen & ~sum(o.suits[s] for s in missed)
        if suit is not None and t.known(seat) & o.suits[suit]:
            mask &= o.suits[suit]
        return (Cards(seat, mask),)

    def rule(self, t: Table, a: Action) -> Ruling:
        seat, what = a.by, a.what
        assert isinstance(what, Card)
        if seat != self.turn(t) or a.seat is not None:
            return self.out_of_turn(t, a)
        if not t.holds(seat, what):
            return no(
                "bid-whist.play.held", "{player} does not hold this card: {card}.", player=FOUR.all[seat], card=what
            )
        proof = self.shown(t, seat, what) if t.hidden[seat] else None
        return self.judged(t, seat, what) if proof is None else proof

    def judged(self, t: Table, seat: int, what: Card) -> Ruling:
        """The ruling on a card of the hand on turn."""
        o = ranks(t.facts)
        if not t.trick:
            if o.suit[what] is None:
                return JOKER_LED
            return FIRST_LEAD if t.leader < 0 else LEADS
        suit = tricks.led(o, t.trick)
        if suit is None:
            return JOKER_LED if o.suit[what] is None else SETS_SUIT
        if o.suit[what] == suit:
            if o.suit[t.trick[0]] is None:
                return FOLLOWS_SET
            return FOLLOWS if what.suit is not None else JOKER_FOLLOWS
        if t.known(seat) & o.suits[suit]:
            grounds = (STANDS,) if o.suit[t.trick[0]] is not None else (STANDS, SET_LATER)
            return self.renege(seat, what, suit, joker=o.suit[what] is None).on(*grounds)
        if o.suit[what] is None:
            return JOKER_FREE if self.surely_void(t, seat, o.suits[suit]) else JOKER_FREE.unsure()
        return FREE if self.surely_void(t, seat, o.suits[suit]) else FREE_UNSURE

    def surely_void(self, t: Table, seat: int, suit: int) -> bool:
        """Whether no unknown card of this hand can be of the suit led."""
        return not (t.hidden[seat] and t.unseen & suit)

    def shown(self, t: Table, seat: int, what: Card) -> Ruling | None:
        """A card out of the unknown ones that proves an earlier renege."""
        if t.hands[seat] >> what & 1:
            return None
        o = ranks(t.facts)
        missed = tricks.void(o, t.tricks, seat, 1 + sum(t.setup.tricks))
        suit = o.suit[what]
        return shows(seat, what, missed[suit]) if suit is not None and suit in missed else None

    def out_of_turn(self, t: Table, a: Action) -> Ruling:
        if t.leader < 0 and not t.trick:
            return no(
                "bid-whist.play.first-lead",
                "The declarer leads to the first book. Declarer: {turn}.",
                turn=FOUR.all[self.turn(t)],
            )
        return no(
            "bid-whist.play.turn",
            "It is not the turn of {player} to play. Now to play: {turn}.",
            player=FOUR.all[a.hand],
            turn=FOUR.all[self.turn(t)],
        )

    def renege(self, seat: int, what: Card, suit: object, *, joker: bool) -> Ruling:
        player = FOUR.all[seat]
        if joker:
            return irregular(
                "bid-whist.play.joker-follow",
                "A joker is of no suit here; {player} holds a card of the suit led ({suit}) and must follow suit.",
                player=player,
                suit=suit,
            )
        return irregular(
            "bid-whist.play.follow",
            "{card} is not of the suit led ({suit}); {player} holds a card of it and must follow suit.",
            card=what,
            suit=suit,
            player=player,
        )

    def apply(self, t: Table, a: Action) -> Table:
        return tricks.lay(t, a, ranks(t.facts), FOUR)

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, int | None] | None:
        return tricks.read(words, seats)

    def script(self, now: Now, section: Section, seats: Seats) -> Iterator[tuple[Word, str]]:
        def leading() -> Table:
            t = now()
            return t.leading(self.leader(t)) if t.leader < 0 and t.facts.declarer is not None else t

        yield from tricks.script(leading, section, seats)


def won(t: Table, trick: Trick, number: int, last: bool) -> Ruling:
    """Why a finished trick was won."""
    o = ranks(t.facts)
    at = (trick.winner - trick.leader) % 4
    best = trick.cards[at]
    rest = [c for c in trick.cards if c != best]
    second = max(rest, key=lambda c: tricks.strength(o, tricks.led(o, trick.cards), c))
    why = [compare(t, best, second)]
    if last:
        why.append(yes("bid-whist.play.end", "All tricks of the deal are played: {n}.", n=number))
    values: dict[str, object] = {"player": FOUR.all[trick.winner], "book": number, "card": best}
    if any(o.suit[c] is None for c in trick.cards):
        return yes(
            "bid-whist.play.nt-winner", "Winner of book {book}: {player}, {card}. A joker wins nothing here.", **values
        ).on(*why)
    if o.trump is None:
        return yes(
            "bid-whist.play.nt-winner",
            "Winner of book {book}: {player}, {card}. It is the best card of the suit led.",
            **values,
        ).on(*why)
    if o.suit[best] == o.trump:
        return yes(
            "bid-whist.play.winner", "Winner of book {book}: {player}, {card}. It is the best trump.", **values
        ).on(*why)
    return yes(
        "bid-whist.play.winner",
        "Winner of book {book}: {player}, {card}. It is the best card of the suit led.",
        **values,
    ).on(*why)
