"""The play with a dummy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from rulebook.cards import Card, CardSet, Suit, is_card, pack
from rulebook.game import Phase
from rulebook.games.bridge import odd
from rulebook.games.bridge.facts import Facts, dummy, player
from rulebook.parts import tricks
from rulebook.parts.endings import Ending
from rulebook.parts.tricks import Order, order
from rulebook.ruling import Ruling, irregular, no, yes
from rulebook.seats import Seats
from rulebook.table import Action, Cards, Now, Section, Setup, Space, Table, Trick, Word

TRICKS = 13

LEAD = yes("bridge.play.lead", "{who}: {what}. The player on the left of the declarer leads.")
LEADS = yes("bridge.play.turn", "{who}: {what}. The hand that won the trick before leads.")
FOLLOWS = yes("bridge.play.follow", "{who}: {what}. The suit led is followed.")
FREE = yes("bridge.play.free", "{who}: {what}. A hand without the suit led may play any card.")
DUMMY = yes("bridge.play.dummy", "The declarer plays the card from dummy.")
STANDS = yes("bridge.play.table", "At this table such an action stands, and the laws give the other side its rights.")
REFUSED = yes("bridge.play.table", "At this table such an action is refused.")
NO_REVOKE = yes("bridge.conduct.no-revoke", "Dummy cannot revoke: once the trick is turned, it stands.")
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
        if t.facts.odd is not None:
            return odd.to_play(t)
        leader = t.leader if t.leader >= 0 else t.after(t.facts.declarer, 1)
        return t.after(leader, len(t.trick))

    def legal(self, t: Table) -> tuple[Space, ...]:
        hand = self.turn(t)
        by, suit = player(t, hand), tricks.led(ranks(t.facts), t.trick)
        mask, unseen = t.hands[hand], t.unseen if t.hidden[hand] else 0
        if suit is not None and t.known(hand) & ranks(t.facts).suits[suit]:
            mask, unseen = mask & ranks(t.facts).suits[suit], unseen & ranks(t.facts).suits[suit]
        if t.facts.odd is not None:
            mask, unseen = mask & odd.limit(t, hand), unseen & odd.limit(t, hand)
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
            return self.revokes(t, hand, what, suit)
        else:
            r = FREE
        if t.facts.odd is not None and (limited := odd.breach(t, hand, what)) is not None:
            return limited.on(*self.stands()) if limited.stands else limited
        r = r if a.by == hand else FROM_DUMMY[id(r)]
        unknown = suit is not None and t.hidden[hand] and t.unseen & ranks(t.facts).suits[suit]
        r = r.unsure() if r.rule == "bridge.play.free" and unknown else r
        return r if t.facts.odd is None else odd.remarks(t, r, hand)

    def stands(self, *then: Ruling) -> tuple[Ruling, ...]:
        """What becomes of an irregular action at this table, and what follows if it stands."""
        return (STANDS, *then) if self.o.illegal_play == "table" else (REFUSED,)

    def revokes(self, t: Table, hand: int, card: Card, suit: Suit) -> Ruling:
        """The ruling on a card that does not follow suit, though the hand could."""
        r = irregular(
            "bridge.play.follow",
            "{card} is not of the suit led ({suit}); {player} holds a card of it and must follow suit.",
            card=card,
            suit=suit,
            player=self.o.shape.seats.all[hand],
        )
        return r.on(*self.stands(*([NO_REVOKE] if hand == dummy(t) else [])))

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

    def leads(self, t: Table, a: Action) -> bool:
        """Whether this card, though out of turn, is led to a new trick. Before the first lead nobody sees dummy."""
        hidden = dummy(t) if t.leader < 0 else None
        assert isinstance(a.what, Card)
        return not t.trick and a.by == player(t, a.hand) and a.hand != hidden and t.holds(a.hand, a.what)

    def out_of_turn(self, t: Table, a: Action) -> Ruling:
        """A lead out of turn is irregular; any other card out of turn is not played at all."""
        r = self.not_now(t, a)
        if not self.leads(t, a):
            return r
        then = odd.REFUSABLE if odd.adverse(t, a.hand) else odd.FREE_LEAD
        return Ruling(False, r.rule, r.msg, r.args, because=self.stands(then), stands=True)

    def not_now(self, t: Table, a: Action) -> Ruling:
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
        if t.facts.odd is None:
            return tricks.lay(t, a, ranks(t.facts))
        return odd.lay(t, a, ranks(t.facts))

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
            most=bid.denomination not in ("U", "M"),  # nullo and misery
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
    best = trick.cards[tricks.best(ranks(t.facts), trick.cards)]
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
    """Whether a deal is possible: the right number of cards of the pack for each hand.

    In table mode a hand may have been dealt too many: the others lack those cards.
    """
    seats: Seats = o.shape.seats
    if seats.all[setup.dealer] not in seats.players:
        return no("bridge.play.deal", "Nobody sits here, so nobody deals: {hand}.", hand=seats.all[setup.dealer])
    right = o.shape.hand - sum(setup.tricks)
    sizes = [hand.bit_count() + hidden for hand, hidden in zip(setup.hands, setup.hidden, strict=True)]
    uneven = o.illegal_play == "table" and sum(sizes) == right * len(sizes) and max(sizes) > right
    for seat, (hand, hidden) in enumerate(zip(setup.hands, setup.hidden, strict=True)):
        if wrong := hand & ~pack(0).mask:
            return no("bridge.play.deal", "{card} is not in this pack.", card=next(iter(CardSet(wrong))))
        if hand.bit_count() + hidden != right and not uneven:
            return no(
                "bridge.play.deal",
                "Each hand has {right} cards. {player} holds {n}.",
                right=right,
                player=o.shape.seats.all[seat],
                n=hand.bit_count() + hidden,
            )
    if uneven:
        return yes(
            "bridge.dealing.hand-size",
            "Cards dealt to {player}: {n}. As soon as somebody notices it, the cards are dealt again.",
            player=seats.all[sizes.index(max(sizes))],
            n=max(sizes),
        )
    return yes("bridge.play.deal", "13 cards for each hand.")
