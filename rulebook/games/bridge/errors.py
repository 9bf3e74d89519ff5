"""Leads out of turn, and tricks with a card too few or too many."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from rulebook.cards import SUIT_MASKS, Card, CardSet, Suit, is_card
from rulebook.game import Phase
from rulebook.games.bridge.claims import Claim
from rulebook.games.bridge.exposed import over, read_suit
from rulebook.games.bridge.facts import dummy, player
from rulebook.games.bridge.odd import (
    Omitted,
    Shown,
    adverse,
    begun,
    changed,
    gathered,
    hands,
    odd,
    retold,
    rightful,
    strayed,
    to_play,
    withdrawn,
)  # fmt: skip
from rulebook.games.bridge.play import ranks
from rulebook.parts import tricks
from rulebook.ruling import Ruling, irregular, no, yes
from rulebook.seats import Seats
from rulebook.table import Action, Cards, Each, Space, Table

TAKEN_BACK = yes("bridge.errors.taken-back", "What others have played to it is taken back.")
WAYS = ("exposed", "suit")


def nothing(value: object) -> bool:
    return value is None


def offence(o: Any, t: Table, seat: int) -> Claim | None:
    """A new deal because a hand has played on after it did not play to a trick."""
    if t.facts.odd is None:
        return None
    events = [n for n, done in enumerate(t.log) if done.action.kind == "omit"]
    for at, gap in zip(events, odd(t).omitted, strict=True):
        if at < t.facts.settled or gap.good:
            continue
        if _together(t, seat, gap.hand):
            r = no("bridge.errors.omitted", "The card is missing from the own side; only the other side claims.")
            return Claim(r, r)
        if not played_on(t, gap):
            r = no("bridge.errors.make-good", "{player} has not played to the next trick and may still add the card.",
                   player=o.shape.seats.all[gap.hand])  # fmt: skip
            return Claim(r, r)
        values = {"who": o.shape.seats.all[seat], "player": o.shape.seats.all[gap.hand], "trick": gap.trick + 1}
        return Claim(
            yes("bridge.errors.omitted", "{who} claims a new deal, because {player} did not play to trick {trick}.",
                **values),
            yes("bridge.errors.omitted", "{who} lets the deal stand, though {player} did not play to trick {trick}.",
                **values),
        )  # fmt: skip
    return None


def _together(t: Table, one: int, other: int) -> bool:
    """Whether two hands are on one side: the declarer's, or the other."""
    return adverse(t, one) == adverse(t, other)


def played_on(t: Table, gap: Omitted) -> bool:
    """Whether the hand has played to a trick after the one that lacks its card."""
    later = t.tricks[gap.trick + 1 :]
    now = hands(t, len(t.trick)) if len(t.tricks) > gap.trick else ()
    return gap.hand in now or any(gap.hand in trick.seats for trick in later)


def in_play(o: Any, t: Table) -> bool:
    """Whether cards are played: one has been led, or the first lead was refused."""
    return t.facts.declarer is not None and (begun(t) or odd(t).owed) and not over(o, t)


class Errors(Phase):
    """What the declarer does about a lead out of turn, and how a wrong number of cards is put right."""

    name = "errors"
    kinds: ClassVar = {
        "refuse": lambda value: value in WAYS,
        "lead-suit": lambda value: isinstance(value, Suit),
        "take-back": nothing,
        "omit": nothing,
        "make-good": is_card,
        "extra": is_card,
        "restore": is_card,
    }

    def __init__(self, options: Any) -> None:
        super().__init__(options)
        self.judges: dict[str, Callable[[Table, Action], Ruling]] = {
            "refuse": self.refuses,
            "lead-suit": self.names,
            "take-back": self.takes_back,
            "omit": self.omits,
            "make-good": self.makes_good,
            "extra": self.adds,
            "restore": self.restores,
        }

    @property
    def seats(self) -> Seats:
        seats: Seats = self.o.shape.seats
        return seats

    def legal(self, t: Table) -> tuple[Space, ...]:
        if self.o.illegal_play != "table" or not in_play(self.o, t):
            return ()
        declarer: int = t.facts.declarer
        spaces: list[Space] = []
        if strayed(t) or odd(t).owed:
            every = [Action(declarer, "refuse", way) for way in WAYS] + [Action(declarer, "take-back")]
            every += [Action(declarer, "lead-suit", Suit(n)) for n in range(4)]
            found = [a for a in every if self.rule(t, a).ok]
            spaces += [Each(declarer, kind, tuple(a.what for a in found if a.kind == kind))
                       for kind in dict.fromkeys(a.kind for a in found)]  # fmt: skip
        for hand in sorted({gap.hand for gap in odd(t).omitted}):
            cards = [c for c in CardSet(t.hands[hand]) if self.rule(t, Action(hand, "make-good", Card(c))).ok]
            spaces += [Cards(hand, sum(1 << c for c in cards), "make-good")] if cards else []
        lost = sum(1 << card for _, card in odd(t).surplus)
        spaces += [Cards(seat, lost, "restore") for seat in self.seats.players] if lost else []
        return tuple(spaces)

    def rule(self, t: Table, a: Action) -> Ruling:
        if not in_play(self.o, t):
            return no("bridge.errors.lead", "This concerns the play of the cards: it has not begun, or it is over.")
        return self.judges[a.kind](t, a)

    # -- leads out of turn ------------------------------------------------------------------------

    def refuses(self, t: Table, a: Action) -> Ruling:
        if not strayed(t) or not adverse(t, t.leader):
            return self.no_stray(t)
        if a.by != t.facts.declarer:
            return no("bridge.errors.lead", "Only the declarer may refuse a lead out of turn of an adversary.")
        if odd(t).waived:
            return no("bridge.conduct.remark", "Dummy has drawn attention to this lead, so it is not penalized.")
        values = {"player": self.seats.all[t.leader], "card": t.trick[0]}
        if a.what == "exposed":
            r = yes(
                "bridge.errors.lead", "{who} refuses the lead of {player}. It is an exposed card: {card}.", **values
            )
        else:
            r = yes("bridge.errors.lead", "{who} refuses the lead of {player}, {card}, and may name the suit when that "
                    "side next leads.", **values)  # fmt: skip
        return r if len(t.trick) == 1 else r.on(TAKEN_BACK)

    def no_stray(self, t: Table) -> Ruling:
        """Why there is nothing to refuse."""
        last = len(t.tricks) - 1
        if not t.trick and last >= 0 and t.tricks[last].leader != rightful(t, last):
            return no("bridge.errors.complete", "All have played to the lead out of turn, so the trick stands.")
        return no("bridge.errors.lead", "No card that an adversary has led out of turn lies on the table.")

    def names(self, t: Table, a: Action) -> Ruling:
        if a.by != t.facts.declarer:
            return no("bridge.errors.suit", "Only the declarer may name the suit of a lead.")
        if not odd(t).owed:
            return no("bridge.errors.suit", "The declarer has no right to name the suit of a lead.")
        if (suit := odd(t).suit) is not None:
            return no("bridge.errors.suit", "The suit of the lead has been named already: {suit}.", suit=suit)
        if t.trick or not adverse(t, to_play(t)):
            return no("bridge.errors.suit", "The suit is named when an adversary is to lead, before the lead.")
        return yes("bridge.errors.suit", "{who} names the suit of this lead: {what}.")

    def takes_back(self, t: Table, a: Action) -> Ruling:
        if a.by != t.facts.declarer or not strayed(t) or adverse(t, t.leader):
            return no("bridge.errors.declarer", "No lead out of turn of one's own lies on the table.")
        if len(t.trick) + len(odd(t).skipped) > 1:
            return no("bridge.errors.declarer", "The next hand has played, so the lead stays.")
        return yes("bridge.errors.declarer", "{who} takes the lead back. There is no penalty.")

    # -- a card too few ---------------------------------------------------------------------------

    def omits(self, t: Table, a: Action) -> Ruling:
        if to_play(t) != a.by or not t.trick:
            return no("bridge.errors.omitted", "Only a hand that is to play to a trick can fail to do so.")
        if player(t, a.by) != a.by:
            return no("bridge.errors.omitted", "The law speaks of other hands: the declarer plays the cards of dummy.")
        return irregular("bridge.errors.omitted", "The hand does not play to this trick. Once it has played to the "
                         "next one, the other side may have a new deal.")  # fmt: skip

    def makes_good(self, t: Table, a: Action) -> Ruling:
        assert isinstance(a.what, Card)
        gap = self.gap(t, a.by)
        if gap is None:
            return no("bridge.errors.make-good", "No trick lacks a card of {player}.", player=self.seats.all[a.by])
        if played_on(t, gap):
            return no("bridge.errors.make-good", "{player} has played to a later trick, so no card is added any more.",
                      player=self.seats.all[a.by])  # fmt: skip
        if not t.hands[a.by] >> a.what & 1:
            return no("bridge.play.held", "{player} does not hold this card: {card}.",
                      player=self.seats.all[a.by], card=a.what)  # fmt: skip
        suit = tricks.led(ranks(t.facts), self.cards(t, gap))
        assert suit is not None
        if a.what.suit != suit and t.known(a.by) & SUIT_MASKS[suit]:
            return no("bridge.play.follow", "The card added must follow suit: {suit}.", suit=suit)
        if t.trick and len(t.tricks) > gap.trick and self.added(t, gap, a.what).winner != t.tricks[gap.trick].winner:
            return no(
                "bridge.errors.no-change", "{card} would win a trick after which another hand has led.", card=a.what
            )
        return yes(
            "bridge.errors.make-good", "{who} adds the missing card to trick {trick}: {what}.", trick=gap.trick + 1
        )

    def gap(self, t: Table, hand: int) -> Omitted | None:
        """The last trick that lacks a card of this hand."""
        return next((g for g in reversed(odd(t).omitted) if g.hand == hand and not g.good), None)

    def cards(self, t: Table, gap: Omitted) -> tuple[Card, ...]:
        return t.tricks[gap.trick].cards if gap.trick < len(t.tricks) else t.trick

    def added(self, t: Table, gap: Omitted, card: Card) -> Any:
        """The finished trick with the missing card in its place."""
        trick = t.tricks[gap.trick]
        order = [t.after(trick.leader, n) for n in range(len(t.order))]
        seats = tuple(hand for hand in order if hand in trick.seats or hand == gap.hand)
        at = seats.index(gap.hand)
        cards = (*trick.cards[:at], card, *trick.cards[at:])
        return trick._replace(cards=cards, seats=seats, winner=seats[tricks.best(ranks(t.facts), cards)])

    def good(self, t: Table, a: Action) -> Table:
        """The table with the missing card in its trick."""
        gap = self.gap(t, a.by)
        assert gap is not None
        assert isinstance(a.what, Card)
        kept = tuple(g._replace(good=True) if g is gap else g for g in odd(t).omitted)
        shown = tuple(s for s in odd(t).shown if s.card != a.what)
        t = changed(t.moved(_without(t.hands, a.by, a.what), t.hidden, t.piles), omitted=kept, shown=shown)
        if gap.trick < len(t.tricks):
            new = self.added(t, gap, a.what)
            finished = (*t.tricks[: gap.trick], new, *t.tricks[gap.trick + 1 :])
            return retold(t, finished, t.trick, t.leader if t.trick else finished[-1].winner)
        order = [t.after(t.leader, n) for n in range(len(t.order))]
        at = sum(hand not in odd(t).skipped for hand in order[: order.index(a.by)])
        trick = (*t.trick[:at], a.what, *t.trick[at:])
        left = tuple(hand for hand in odd(t).skipped if hand != a.by)
        return gathered(changed(retold(t, t.tricks, trick, t.leader), skipped=left), ranks(t.facts))

    # -- a card too many --------------------------------------------------------------------------

    def adds(self, t: Table, a: Action) -> Ruling:
        assert isinstance(a.what, Card)
        last = t.tricks[-1].seats if t.tricks and not t.trick else hands(t, len(t.trick))
        if player(t, a.by) != a.by or a.by == dummy(t) or a.by not in last:
            return no("bridge.errors.surplus", "Only a player who has just played to a trick puts a second card on it.")
        if not t.hands[a.by] >> a.what & 1 or (a.by, a.what) in odd(t).surplus:
            return no("bridge.play.held", "{player} does not hold this card: {card}.",
                      player=self.seats.all[a.by], card=a.what)  # fmt: skip
        return irregular("bridge.errors.surplus", "A second card lies on the trick unnoticed. Its player answers for "
                         "every revoke that comes of it.")  # fmt: skip

    def restores(self, t: Table, a: Action) -> Ruling:
        owner = next((hand for hand, card in odd(t).surplus if card == a.what), None)
        if owner is None or self.seats.all[a.by] not in self.seats.players:
            return no("bridge.errors.restore", "No trick holds this card by error: {card}.", card=a.what)
        return yes("bridge.errors.restore", "The card is found among the tricks and goes back to {player}: {what}.",
                   player=self.seats.all[owner])  # fmt: skip

    # -- what follows -----------------------------------------------------------------------------

    def apply(self, t: Table, a: Action) -> Table:
        o = odd(t)
        if a.kind == "refuse":
            led = Shown(t.leader, t.trick[0], early=False, trick=len(t.tricks))
            t = withdrawn(t)
            return changed(t, shown=(*o.shown, led)) if a.what == "exposed" else changed(t, owed=True)
        if a.kind == "take-back":
            return withdrawn(t)
        if a.kind == "omit":
            gap = Omitted(a.by, len(t.tricks))
            return gathered(changed(t, skipped=(*o.skipped, a.by), omitted=(*o.omitted, gap)), ranks(t.facts))
        if a.kind == "make-good":
            return self.good(t, a)
        assert isinstance(a.what, Card | Suit)
        if a.kind == "lead-suit":
            return changed(t, suit=a.what)
        if a.kind == "extra":
            return changed(t, surplus=(*o.surplus, (a.by, a.what)))
        return changed(t, surplus=tuple(s for s in o.surplus if s[1] != a.what))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, int | None] | None:
        kind, *rest = words
        if kind in ("take-back", "omit") and not rest:
            return kind, None, None
        if kind == "refuse" and len(rest) == 1 and rest[0] in WAYS:
            return kind, rest[0], None
        if kind == "lead-suit" and len(rest) == 1 and (suit := read_suit(rest[0])) is not None:
            return kind, suit, None
        found = tricks.read(rest, seats) if kind in ("make-good", "extra", "restore") and len(rest) == 1 else None
        return found and (kind, found[1], None)


def _without(hands: tuple[int, ...], hand: int, card: Card) -> tuple[int, ...]:
    return (*hands[:hand], hands[hand] & ~(1 << card), *hands[hand + 1 :])
