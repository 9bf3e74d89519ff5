"""The play with a dummy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from rulebook.cards import Card, CardSet, is_card, pack
from rulebook.game import Phase
from rulebook.games.bridge.facts import Facts, player
from rulebook.parts import tricks
from rulebook.parts.endings import Ending
from rulebook.parts.tricks import Order, order
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import Seats
from rulebook.table import Action, Cards, Now, Section, Setup, Space, Table, Trick, Word

TRICKS = 13

LEAD = yes("bridge.play.lead", "{who}: {what}. The player on the left of the declarer leads.")
LEADS = yes("bridge.play.turn", "{who}: {what}. The hand that won the trick before leads.")
FOLLOWS = yes("bridge.play.follow", "{who}: {what}. The suit led is followed.")
FREE = yes("bridge.play.free", "{who}: {what}. A hand without the suit led may play any card.")
DUMMY = yes("bridge.play.dummy", "The declarer plays the card from dummy.")
# dummy's cards are played by the declarer: the same rulings with that ground
FROM_DUMMY = {id(r): r.on(DUMMY) for r in (LEAD, LEADS, FOLLOWS, FREE)}


def ranks(facts: Facts) -> Order:
    """The order of the cards in this deal: ace high."""
    return order(facts.contract.trump if facts.contract else None)


class Play(Phase):
    """Card by card; done after thirteen tricks."""

    name, sections = "play", ("Play",)
    kinds: ClassVar = {"card": is_card}

    def done(self, t: Table) -> bool:
        return sum(t.setup.tricks) + len(t.tricks) == TRICKS

    def turn(self, t: Table) -> int:
        """The hand that is to play."""
        leader = t.leader if t.leader >= 0 else t.after(t.facts.declarer, 1)
        return t.after(leader, len(t.trick))

    def legal(self, t: Table) -> tuple[Space, ...]:
        hand = self.turn(t)
        by, suit = player(t, hand), tricks.led(ranks(t.facts), t.trick)
        mask, unseen = t.hands[hand], t.unseen if t.hidden[hand] else 0
        if suit is not None and t.known(hand) & ranks(t.facts).suits[suit]:
            mask, unseen = mask & ranks(t.facts).suits[suit], unseen & ranks(t.facts).suits[suit]
        return (Cards(by, mask | unseen, seat=None if by == hand else hand),)

    def rule(self, t: Table, a: Action) -> Ruling:
        hand, what = self.turn(t), a.what
        assert isinstance(what, Card)
        if a.hand != hand:
            return self.out_of_turn(t, a)
        if a.by != (by := player(t, hand)):
            return self.not_theirs(t, hand, by)
        if not t.holds(hand, what):
            return no(
                "bridge.play.held",
                "{player} does not hold this card: {card}.",
                player=self.o.shape.seats.all[hand],
                card=what,
            )
        suit = tricks.led(ranks(t.facts), t.trick)
        if suit is None:
            r = LEADS if t.leader >= 0 else LEAD
        elif what.suit == suit:
            r = FOLLOWS
        elif t.known(hand) & ranks(t.facts).suits[suit]:
            return no(
                "bridge.play.follow",
                "{card} is not of the suit led ({suit}); {player} holds a card of it and must follow suit.",
                card=what,
                suit=suit,
                player=self.o.shape.seats.all[hand],
            )
        else:
            r = FREE
        r = r if a.by == hand else FROM_DUMMY[id(r)]
        unknown = suit is not None and t.hidden[hand] and t.unseen & ranks(t.facts).suits[suit]
        return r.unsure() if r.rule == "bridge.play.free" and unknown else r

    def not_theirs(self, t: Table, hand: int, by: int) -> Ruling:
        if hand == by:
            return no(
                "bridge.play.turn", "Only {player} plays the cards of this hand.", player=self.o.shape.seats.all[by]
            )
        return no(
            "bridge.play.dummy",
            "The declarer ({player}) plays the cards of dummy.",
            player=self.o.shape.seats.all[by],
        )

    def out_of_turn(self, t: Table, a: Action) -> Ruling:
        hand = self.o.shape.seats.all[self.turn(t)]
        if t.leader < 0:
            return no(
                "bridge.play.lead",
                "The player on the left of the declarer leads to the first trick: {turn}.",
                turn=hand,
            )
        return no(
            "bridge.play.turn",
            "It is not the turn of {player} to play. Now to play: {turn}.",
            player=self.o.shape.seats.all[a.hand],
            turn=hand,
        )

    def apply(self, t: Table, a: Action) -> Table:
        return tricks.lay(t, a, ranks(t.facts))

    def ending(self, t: Table) -> Ending:
        """The position with open hands. Tricks are counted for the declarer's side."""
        hands, bid = t.order, t.facts.contract
        leader = t.leader if t.trick else self.turn(t)
        return Ending(
            hands=tuple(t.hands[hand] for hand in hands),
            order=ranks(t.facts),
            leader=hands.index(leader),
            side=tuple(self.side(t, hand) for hand in hands),
            trick=t.trick,
            most=bid.denomination != "U",
        )

    def side(self, t: Table, hand: int) -> bool:
        """Whether the tricks of this hand are the declarer's."""
        return bool(player(t, hand) == t.facts.declarer)

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, int | None] | None:
        return tricks.read(words, seats)

    def script(self, now: Now, section: Section, seats: Seats) -> Iterator[tuple[Word, str]]:
        def leading() -> Table:
            t = now()
            return t.leading(self.turn(t)) if t.leader < 0 and t.facts.declarer is not None else t

        for word, line in tricks.script(leading, section, seats):
            seat, _, text = line.partition(" ")
            hand = seats.seat(seat)
            by = player(now(), hand)
            yield word, line if by == hand else f"{seats.all[by].code} {text} {seat}"


def won(o: Any, t: Table, trick: Trick, number: int, last: bool) -> Ruling:
    """Why a finished trick was won."""
    best = trick.cards[trick.seats.index(trick.winner)]
    values = {"player": o.shape.seats.all[trick.winner], "number": number, "card": best}
    if best.suit == ranks(t.facts).trump:
        r = yes("bridge.play.winner", "Winner of trick {number}: {player}, {card}. It is the highest trump.", **values)
    else:
        r = yes(
            "bridge.play.winner",
            "Winner of trick {number}: {player}, {card}. It is the highest card of the suit led.",
            **values,
        )
    return r.on(yes("bridge.play.end", "All 13 tricks are played.")) if last else r


def compare(t: Table, one: int, other: int) -> Ruling:
    """Which of two cards is better, the first one led."""
    o, a, b = ranks(t.facts), Card(one), Card(other)
    better, worse = (a, b) if tricks.strength(o, a.suit, a) >= tricks.strength(o, a.suit, b) else (b, a)
    return yes("bridge.play.winner", "{better} beats {worse}.", better=better, worse=worse)


def dealt(o: Any, setup: Setup) -> Ruling:
    """Whether a deal is possible: the right number of cards of the pack for each hand."""
    right = o.shape.hand - sum(setup.tricks)
    for seat, (hand, hidden) in enumerate(zip(setup.hands, setup.hidden, strict=True)):
        if wrong := hand & ~pack(0).mask:
            return no("bridge.play.deal", "{card} is not in this pack.", card=next(iter(CardSet(wrong))))
        if hand.bit_count() + hidden != right:
            return no(
                "bridge.play.deal",
                "Each hand has {right} cards. {player} holds {n}.",
                right=right,
                player=o.shape.seats.all[seat],
                n=hand.bit_count() + hidden,
            )
    return yes("bridge.play.deal", "13 cards for each hand.")
