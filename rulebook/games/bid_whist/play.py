"""The play: the declarer leads, everybody follows suit, the best card wins the book."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rulebook.cards import Card, is_card
from rulebook.game import Phase
from rulebook.games.bid_whist import jokers
from rulebook.games.bid_whist.kitty import early, in_play
from rulebook.games.bid_whist.options import Rules
from rulebook.games.bid_whist.ranking import compare, ranks
from rulebook.games.bid_whist.renege import STANDS, shows
from rulebook.games.bid_whist.table import hand_size
from rulebook.parts import tricks
from rulebook.ruling import Ruling, irregular, no, yes
from rulebook.seats import Seats
from rulebook.table import Action, Cards, Each, Now, Section, Space, Table, Trick, Word

FIRST_LEAD = yes("bid-whist.play.first-lead", "{who}: {what}. The declarer leads to the first book.")
LEADS = yes("bid-whist.play.turn", "{who}: {what}. The winner of the book before leads.")
FOLLOWS = yes("bid-whist.play.follow", "{who}: {what}. The suit led is followed.")
JOKER_FOLLOWS = yes("bid-whist.ranking.joker-suit", "{who}: {what}. A joker is a trump and follows the trump led.").on(
    FOLLOWS
)
FREE = yes("bid-whist.play.free", "{who}: {what}. A player without the suit led may play any card.")
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
        """Who led to this trick, or is to lead."""
        seat = t.leader if t.leader >= 0 else t.facts.declarer
        return seat if t.trick else jokers.leads_for(self.o, t, seat)

    def turn(self, t: Table) -> int:
        seat: int = self.o.seats.left(self.leader(t), len(t.trick))
        return seat

    def legal(self, t: Table) -> tuple[Space, ...]:
        seat, o = self.turn(t), ranks(self.o, t.facts)
        suit, mask = tricks.led(o, t.trick), t.hands[seat]
        if t.hidden[seat]:
            mask |= t.unseen & ~self.disproved(t, o, seat)
        if jokers.exchanged(self.o, t):
            mask &= ~jokers.JOKERS
        if not t.trick:
            mask = jokers.leadable(self.o, t, seat, mask)
        elif suit is not None and t.known(seat) & o.suits[suit]:
            mask &= o.suits[suit]
        elif suit is not None and jokers.due(self.o, t, seat):
            mask &= o.suits[suit] | jokers.JOKERS
        return (Cards(seat, mask),)

    def disproved(self, t: Table, o: tricks.Order, seat: int) -> int:
        """The cards that this hand cannot hold unless it reneged earlier."""
        mask = sum(o.suits[s] for s in tricks.void(o, t.tricks, seat))
        return mask | (jokers.JOKERS if jokers.owed(self.o, o, t, seat) is not None else 0)

    def rule(self, t: Table, a: Action) -> Ruling:
        seat, what = a.by, a.what
        assert isinstance(what, Card)
        if seat != self.turn(t) or a.seat is not None:
            return self.out_of_turn(t, a)
        if not t.holds(seat, what):
            return no(
                "bid-whist.play.held",
                "{player} does not hold this card: {card}.",
                player=self.o.seats.all[seat],
                card=what,
            )
        if what.suit is None and jokers.exchanged(self.o, t):
            return jokers.gone(self.o, seat)
        if not t.trick and not jokers.leadable(self.o, t, seat, 1 << what):
            return jokers.not_led(self.o, seat)
        proof = self.shown(t, seat, what) if t.hidden[seat] else None
        return self.judged(t, seat, what) if proof is None else proof

    def judged(self, t: Table, seat: int, what: Card) -> Ruling:
        """The ruling on a card of the hand on turn."""
        o = ranks(self.o, t.facts)
        if not t.trick:
            return self.lead(t, o, seat, what)
        suit = tricks.led(o, t.trick)
        if suit is None:
            return JOKER_LED if o.suit[what] is None else SETS_SUIT
        if o.suit[what] == suit:
            if o.suit[t.trick[0]] is None:
                return FOLLOWS_SET
            return FOLLOWS if what.suit is not None else JOKER_FOLLOWS
        joker = o.suit[what] is None
        if t.known(seat) & o.suits[suit]:
            grounds = (STANDS,) if o.suit[t.trick[0]] is not None else (STANDS, SET_LATER)
            return self.renege(seat, what, suit, joker=joker).on(*grounds)
        if not joker and jokers.due(self.o, t, seat):
            return jokers.kept(self.o, t, seat, what).on(STANDS)
        found = self.thrown(t, seat, joker=joker)
        owing = 0 if joker or self.o.nt_joker != "must_throw_off" or o.trump is not None else jokers.JOKERS
        return found if self.surely_without(t, seat, o.suits[suit] | owing) else found.unsure()

    def lead(self, t: Table, o: tricks.Order, seat: int, what: Card) -> Ruling:
        """The ruling on a card that is led."""
        whose = t.leader if t.leader >= 0 else t.facts.declarer
        if seat != whose:
            return jokers.passed_on(self.o, whose)
        if o.suit[what] is None:
            return JOKER_LED
        return FIRST_LEAD if t.leader < 0 else LEADS

    def thrown(self, t: Table, seat: int, *, joker: bool) -> Ruling:
        """The ruling on a card of a player without the suit led."""
        if joker:
            return jokers.THROWN if self.o.nt_joker == "must_throw_off" else JOKER_FREE
        if self.o.nt_joker == "free" and ranks(self.o, t.facts).trump is None and t.hands[seat] & jokers.JOKERS:
            return FREE.on(jokers.KEPT)
        return FREE

    def surely_without(self, t: Table, seat: int, cards: int) -> bool:
        """Whether no unknown card of this hand can be one of these."""
        return not (t.hidden[seat] and t.unseen & cards)

    def shown(self, t: Table, seat: int, what: Card) -> Ruling | None:
        """A card out of the unknown ones that proves an earlier renege."""
        if t.hands[seat] >> what & 1:
            return None
        o = ranks(self.o, t.facts)
        if what.suit is None and (book := jokers.owed(self.o, o, t, seat)) is not None:
            return jokers.held_back(self.o, seat, what, book).on(STANDS)
        missed = tricks.void(o, t.tricks, seat, 1 + sum(t.setup.tricks))
        suit = o.suit[what]
        return shows(self.o, seat, what, missed[suit]) if suit is not None and suit in missed else None

    def out_of_turn(self, t: Table, a: Action) -> Ruling:
        turn, whose = self.turn(t), t.leader if t.leader >= 0 else t.facts.declarer
        if not t.trick and a.by == whose and a.seat is None:
            return jokers.must_pass_on(self.o, whose, turn)
        if t.leader < 0 and not t.trick:
            return no(
                "bid-whist.play.first-lead",
                "The declarer leads to the first book. Declarer: {turn}.",
                turn=self.o.seats.all[turn],
            )
        return no(
            "bid-whist.play.turn",
            "It is not the turn of {player} to play. Now to play: {turn}.",
            player=self.o.seats.all[a.hand],
            turn=self.o.seats.all[turn],
        )

    def closed(self, t: Table, a: Action) -> Ruling | None:
        if self.done(t):
            return None
        refused = early(self.o, t, a)
        return jokers.still_held(self.o, t) if refused is None else refused

    def renege(self, seat: int, what: Card, suit: object, *, joker: bool) -> Ruling:
        player = self.o.seats.all[seat]
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
        return tricks.lay(t, a, ranks(self.o, t.facts))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, int | None] | None:
        return tricks.read(words, seats)

    def script(self, now: Now, section: Section, seats: Seats) -> Iterator[tuple[Word, str]]:
        def leading() -> Table:
            t = now()
            return t.leading(self.leader(t)) if not t.trick and t.facts.declarer is not None else t

        yield from tricks.script(leading, section, seats)


class Look(Phase):
    """The right to look back at a finished trick."""

    name = "looking"
    kinds: ClassVar = {"look": lambda value: value is None or isinstance(value, int)}

    def number(self, t: Table, what: object) -> int:
        """Which trick is meant: the last one, if none is named."""
        return what if isinstance(what, int) else self.last(t)

    def last(self, t: Table) -> int:
        return sum(t.setup.tricks) + len(t.tricks) if in_play(self.o, t) else 0

    def legal(self, t: Table) -> tuple[Space, ...]:
        books = (None, *range(1, self.last(t) + 1))
        return tuple(
            Each(seat, "look", tuple(b for b in books if self.refused(t, Action(seat, "look", b)) is None))
            for seat in self.o.seats.all
        )

    def refused(self, t: Table, a: Action) -> Ruling | None:
        seats, book = self.o.seats, self.number(t, a.what)
        if not 1 <= book <= self.last(t):
            return no("bid-whist.play.looking", "There is no finished book of this number.")
        if t.facts.claims:
            return None
        if book < self.last(t):
            return no(
                "bid-whist.play.looking",
                "Only the last book may be looked at, and an earlier one only after a renege has been called.",
            )
        since = [seats.left(t.leader, n) for n in range(len(t.trick))]
        own = [seat for seat in since if seats.side(seat) == seats.side(a.by)]
        if own and len(seats.sides) > 2:
            return no(
                "bid-whist.play.looking",
                "{player} has played to the next book and may no longer look at the last one.",
                player=own[0],
            )
        if own:
            return no(
                "bid-whist.play.looking",
                "{player} has played to the next book, so this side may no longer look at the last one.",
                player=own[0],
            )
        return None

    guards = (refused,)

    def verdict(self, t: Table, a: Action) -> Ruling:
        book = self.number(t, a.what)
        if t.facts.claims:
            return yes(
                "bid-whist.play.looking",
                "{who} may look at book {book}: a renege has been called.",
                book=book,
            )
        return yes("bid-whist.play.looking", "{who} may look at book {book}, the last one.", book=book)

    def apply(self, t: Table, a: Action) -> Table:
        return t.knowing(t.facts)

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        if words[0] != "look" or len(words) > 2:
            return None
        number = words[1] if words[1:] else ""
        if number and not (number.isascii() and number.isdecimal() and len(number) < 4):
            return None
        return "look", int(number) if number else None, None


def won(rules: Rules, t: Table, trick: Trick, number: int, last: bool) -> Ruling:
    """Why a finished trick was won."""
    o = ranks(rules, t.facts)
    best = trick.cards[trick.seats.index(trick.winner)]
    rest = [c for c in trick.cards if c != best]
    second = max(rest, key=lambda c: tricks.strength(o, tricks.led(o, trick.cards), c))
    why = [compare(rules, t, best, second)]
    if last:
        why.append(yes("bid-whist.play.end", "All tricks of the deal are played: {n}.", n=number))
    values: dict[str, object] = {"player": rules.seats.all[trick.winner], "book": number, "card": best}
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
