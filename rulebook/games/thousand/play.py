"""The play: follow suit, trump when void, the best trump or the best card of the suit led wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from rulebook.cards import Card, CardSet, Suit, is_card
from rulebook.game import Phase
from rulebook.games.thousand import draw, russeln
from rulebook.games.thousand.auction import not_won
from rulebook.games.thousand.facts import trump, trump_in
from rulebook.games.thousand.marriage import Announcing
from rulebook.games.thousand.pack import ranked
from rulebook.games.thousand.score import finished
from rulebook.games.thousand.talon import ready
from rulebook.parts import tricks
from rulebook.parts.tricks import Order, strength
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import Seats
from rulebook.table import Action, Cards, Now, Section, Space, Table, Trick, Word

FIRST = yes("thousand.play.lead", "{who}: {what}. The first lead.")
NOT_LEAD = no("thousand.play.lead", "{turn} leads to the first trick.")
LEADS = yes("thousand.play.turn", "{who}: {what}. The winner of the trick before leads.")
FOLLOWS = yes("thousand.play.follow", "{who}: {what}. The suit led is followed.")
TRUMPS = yes("thousand.play.trump", "{who}: {what}. A player without the suit led must trump.")
CHOOSES = yes("thousand.play.trump", "{who}: {what}. At this table a player without the suit led may play any card.")
FREE = yes("thousand.play.free", "{who}: {what}. Without the suit led and without a trump any card may be played.")
BEATS = yes("thousand.play.must-beat", "{who}: {what}. At this table a player who can must beat.")
OVERTRUMPS = yes("thousand.play.must-overtrump", "{who}: {what}. At this table a higher trump must be played.")


def ranks(o: Any, t: Table, trick: int | None = None) -> Order:
    """The order of the cards now, or in this trick (from 1)."""
    suit = trump(t.facts) if trick is None else trump_in(t.facts, trick)
    return tricks.order(suit, o.shape.ranks)


def compare(o: Any, t: Table, one: int, other: int) -> Ruling:
    """Which of two cards is better, the first one led. The ruling's `better` and `worse` say it."""
    by = ranks(o, t)
    a, b = Card(one), Card(other)
    better, worse = (a, b) if strength(by, by.suit[a], a) >= strength(by, by.suit[a], b) else (b, a)
    if by.suit[better] == by.suit[worse]:
        return ranked(better, worse)
    return yes(
        "thousand.play.winner", "{better} beats {worse}: it is a trump or of the suit led.", better=better, worse=worse
    )


def beating(by: Order, trick: tuple[Card, ...], hand: int) -> int:
    """The cards of the hand that would win the trick as it lies."""
    suit = tricks.led(by, trick)
    best = max(strength(by, suit, c) for c in trick)
    return sum(1 << c for c in CardSet(hand) if strength(by, suit, c) > best)


def trumped(by: Order, trick: tuple[Card, ...]) -> bool:
    """Whether a side suit was led and a trump lies in the trick."""
    return by.trump is not None and by.suit[trick[0]] != by.trump and any(by.suit[c] == by.trump for c in trick)


class Play(Phase):
    """Card by card; done when all tricks are played."""

    name, sections = "play", ("Play",)
    kinds: ClassVar = {"card": is_card, "pair": is_card}

    def __init__(self, options: Any) -> None:
        super().__init__(options)
        self.announcing = Announcing(options)

    def done(self, t: Table) -> bool:
        return finished(self.o, t)

    def leader(self, t: Table) -> int:
        if t.leader >= 0:
            return t.leader
        return int(t.facts.declarer)

    def turn(self, t: Table) -> int:
        return int(t.after(self.leader(t), len(t.trick)))

    def free(self, t: Table) -> bool:
        """Whether any card may be played: the stock is not used up."""
        return t.piles.get("stock", (0, 0)) != (0, 0)

    def due(self, t: Table, seat: int) -> tuple[int, str]:
        """The cards one of which must be played now, and why; 0 if any card may be.

        A duty needs a card that is known to be there; an unknown one may fulfil it.
        """
        by, known = ranks(self.o, t), t.known(seat)
        if not t.trick or self.free(t):
            return 0, ""
        led = by.suit[t.trick[0]]
        assert led is not None
        held = t.hands[seat] | (t.unseen if t.hidden[seat] else 0)
        suit = held & by.suits[led]
        if known & by.suits[led]:
            return self.follow(t, by, known & by.suits[led], suit)
        if self.o.shape.beats:
            higher = beating(by, t.trick, known)
            return (beating(by, t.trick, held) | suit, "all") if higher else (0, "")
        trumps = known & by.suits[by.trump] if by.trump is not None else 0
        if not trumps or self.o.void_must_trump == "free":
            return 0, ""
        assert by.trump is not None
        over = self.o.play.must_overtrump == "on" and trumped(by, t.trick) and beating(by, t.trick, trumps)
        if over:
            return beating(by, t.trick, held & by.suits[by.trump]) | suit, "overtrump"
        return held & by.suits[by.trump] | suit, "trump"

    def follow(self, t: Table, by: Order, known: int, held: int) -> tuple[int, str]:
        """What a player who has the suit led must play: any card of it, or one that beats."""
        beats = self.o.shape.beats or (self.o.play.must_beat == "on" and not trumped(by, t.trick))
        if beats and beating(by, t.trick, known):
            return beating(by, t.trick, held), "all" if self.o.shape.beats else "beat"
        return held, "follow"

    def legal(self, t: Table) -> tuple[Space, ...]:
        seat = self.turn(t)
        mask = t.hands[seat]
        if t.hidden[seat]:
            mask |= t.unseen
        due, _ = self.due(t, seat)
        cards = Cards(seat, mask & due if due else mask)
        pairs = self.announcing.cards(t, seat)
        return (cards, Cards(seat, pairs, "pair")) if pairs else (cards,)

    def in_turn(self, t: Table, a: Action) -> Ruling | None:
        if a.by == self.turn(t) and a.seat is None:
            return None
        seats = self.o.shape.seats.all
        if t.leader < 0 and not t.trick:
            refused: Ruling = self.o.says.get("not_lead", NOT_LEAD)
            return refused.having(turn=seats[self.turn(t)])
        return no(
            "thousand.play.turn",
            "It is not the turn of {player} to play. Now to play: {turn}.",
            player=seats[a.hand],
            turn=seats[self.turn(t)],
        )

    def in_hand(self, t: Table, a: Action) -> Ruling | None:
        assert isinstance(a.what, Card)
        if t.holds(a.by, a.what):
            return None
        return no(
            "thousand.play.held",
            "{player} does not hold {card}.",
            player=self.o.shape.seats.all[a.by],
            card=a.what,
        )

    def duty(self, t: Table, a: Action) -> Ruling | None:
        assert isinstance(a.what, Card)
        due, why = self.due(t, a.by)
        if not due or due >> a.what & 1:
            return None
        player, suit = self.o.shape.seats.all[a.by], t.trick[0].suit
        if why == "follow":
            return no(
                "thousand.play.follow", "{player} holds a card of the suit led ({suit}) and must follow suit.",
                player=player, suit=suit,
            )  # fmt: skip
        if why == "trump":
            return no(
                "thousand.play.trump", "{player} has no card of the suit led and holds a trump, which must be played.",
                player=player,
            )  # fmt: skip
        if why == "beat":
            return no(
                "thousand.play.must-beat", "At this table {player}, who can beat the best card, must do so.",
                player=player,
            )  # fmt: skip
        if why == "overtrump":
            return no(
                "thousand.play.must-overtrump", "At this table {player}, who holds a higher trump, must play it.",
                player=player,
            )  # fmt: skip
        return russeln.must_beat(player)

    def announced(self, t: Table, a: Action) -> Ruling | None:
        return self.announcing.refused(t, a) if a.kind == "pair" else None

    guards = (in_turn, in_hand, duty, announced)

    def verdict(self, t: Table, a: Action) -> Ruling:
        assert isinstance(a.what, Card)
        if a.kind == "pair":
            return self.announcing.verdict(t, a)
        if not t.trick:
            first: Ruling = self.o.says.get("lead", FIRST)
            return first if t.leader < 0 else LEADS
        if self.free(t):
            return draw.STOCK
        return self.follows(t, a.by, a.what)

    def might_beat(self, t: Table, by: Order, seat: int, suit: Suit) -> bool:
        """Whether an unknown card of this hand could have had to be played: one of the suit led that beats."""
        must = self.o.shape.beats or (self.o.play.must_beat == "on" and not trumped(by, t.trick))
        return bool(must and t.hidden[seat] and beating(by, t.trick, t.unseen & by.suits[suit]))

    def follows(self, t: Table, seat: int, what: Card) -> Ruling:
        """The ruling on a card that is not a lead and breaks no duty."""
        by = ranks(self.o, t)
        suit = by.suit[t.trick[0]]
        assert suit is not None
        _, why = self.due(t, seat)
        unseen = t.unseen if t.hidden[seat] else 0
        sure = not unseen & by.suits[suit]
        if by.suit[what] == suit:
            found = russeln.BEATS if why == "all" else BEATS if why == "beat" else FOLLOWS
            beats = beating(by, t.trick, 1 << what)
            return found if beats or not self.might_beat(t, by, seat, suit) else found.unsure()
        if self.o.shape.beats:
            found = russeln.BEATS if why == "all" else russeln.CANNOT
            return found if sure and (why == "all" or not beating(by, t.trick, unseen)) else found.unsure()
        if why == "overtrump":
            return OVERTRUMPS if sure else OVERTRUMPS.unsure()
        if by.trump is not None and self.o.void_must_trump == "free":
            choice: Ruling = self.o.says.get("choose", CHOOSES)
            return choice if sure else choice.unsure()
        found = TRUMPS if by.suit[what] == by.trump and by.trump is not None else FREE
        owed = by.suits[suit] | (by.suits[by.trump] if by.trump is not None and found is FREE else 0)
        over = self.o.play.must_overtrump == "on" and found is TRUMPS and beating(by, t.trick, unseen)
        return found.unsure() if unseen & owed or over else found

    def apply(self, t: Table, a: Action) -> Table:
        if a.kind == "pair":
            t = self.announcing.apply(t, a)
        return tricks.lay(t, Action(a.by, "card", a.what), ranks(self.o, t))

    def closed(self, t: Table, a: Action) -> Ruling | None:
        if t.facts.declarer is None and not self.done(t):
            return not_won()
        if t.ended is None and not ready(self.o, t):
            return no("thousand.talon.give", "The exchange comes before the first lead.")
        return None

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, int | None] | None:
        plus = words[-1].endswith("+") and len(words) == 1
        found = tricks.read([words[0].rstrip("+"), *words[1:]], seats)
        return ("pair" if plus else "card", *found[1:]) if found else None

    def script(self, now: Now, section: Section, seats: Seats) -> Iterator[tuple[Word, str]]:
        yield from tricks.script(now, section, seats)


def won(o: Any, t: Table, trick: Trick, number: int, last: bool) -> Ruling:
    """Why a finished trick was won."""
    by = ranks(o, t, number)
    best = trick.cards[trick.seats.index(trick.winner)]
    values: dict[str, object] = {"player": o.shape.seats.all[trick.winner], "n": number, "card": best}
    why = (yes("thousand.play.end", "All tricks are played: {n}.", n=number),) if last else ()
    if by.trump is not None and by.suit[best] == by.trump:
        return yes("thousand.play.winner", "Winner of trick {n}: {player}, {card}. It is the best trump.", **values).on(
            *why
        )
    return yes(
        "thousand.play.winner", "Winner of trick {n}: {player}, {card}. It is the best card of the suit led.", **values
    ).on(*why)
