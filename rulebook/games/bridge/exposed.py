"""Exposed cards: what a card shown too early costs, and the declarer's right to call it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from rulebook.cards import SUIT_MASKS, Card, CardSet, Suit, is_card
from rulebook.game import Phase
from rulebook.games.bridge.claims import Claim
from rulebook.games.bridge.facts import dummy, player
from rulebook.games.bridge.odd import Shown, adverse, among_tricks, begun, changed, odd, to_play
from rulebook.games.bridge.play import ranks
from rulebook.parts import tricks
from rulebook.ruling import Ruling, irregular, no, yes
from rulebook.seats import Seats
from rulebook.table import Action, Cards, Each, Space, Table

SUITS = {word: Suit(n) for n in range(4) for word in (Suit(n).word, Suit(n).code.lower())}

CALLS = yes("bridge.exposed.call", "{who} calls {what}, which must be played now.")
AGAIN = yes("bridge.exposed.repeat", "A card that was exposed earlier may be called in every trick until it is played.")


def read_suit(word: str) -> Suit | None:
    """The suit with this name or letter."""
    return SUITS.get(word.lower())


def is_auction(o: Any) -> bool:
    """Whether the laws of the auction hold at this table, not those of straight bridge."""
    return "R" in o.shape.values


def first_leader(t: Table) -> int:
    """Who leads first: on the left of the declarer, who in straight bridge is the dealer."""
    declarer = t.setup.dealer if t.facts.declarer is None else t.facts.declarer
    return t.after(declarer, 1)


def over(o: Any, t: Table) -> bool:
    """Whether all tricks have been played, or the deal was closed."""
    return t.ended is not None or bool(sum(t.setup.tricks) + len(t.tricks) >= o.shape.hand)


# -- before the first lead -------------------------------------------------------------------------


def silenced(o: Any, t: Table, seat: int) -> Ruling | None:
    """Why this player of an auction may not bid or double any more: the partner has exposed a card."""
    opens = seat == t.setup.dealer and not t.facts.calls  # the dealer must open all the same
    if seat not in t.facts.mute or not is_auction(o) or opens:
        return None
    return no("bridge.exposed.auction", "The partner has exposed a card, so {player} may not bid or double any more.",
              player=o.shape.seats.all[seat])  # fmt: skip


def offence(o: Any, t: Table, seat: int) -> Claim | None:
    """A new deal because the dealer's side exposed a card before the trump was named."""
    log = t.log[t.facts.settled :]
    if not any(a.kind == "expose" and r.rule == "bridge.exposed.new-deal" for a, r in log):
        return None
    seats: Seats = o.shape.seats
    if seats.side(seat) == seats.side(t.setup.dealer):
        r = no("bridge.exposed.new-deal", "The card was exposed by the own side; only an adversary claims.")
        return Claim(r, r)
    if t.facts.declarer is not None:
        late = no("bridge.exposed.in-time", "The trump has been named, so it is too late for this new deal.")
        return Claim(late, late)
    who = seats.all[seat]
    return Claim(
        yes(
            "bridge.exposed.new-deal", "{who} claims a new deal, because the dealer's side has exposed a card.", who=who
        ),
        yes("bridge.exposed.new-deal", "{who} does not claim a new deal for the exposed card.", who=who),
    )


def callable_cards(o: Any, t: Table, hand: int) -> int:
    """The exposed cards of this hand that the declarer may call, as a mask."""
    if not adverse(t, hand):
        return 0
    partner = o.shape.seats.partner(first_leader(t))
    mine = (s for s in odd(t).shown if s.hand == hand)
    shown = sum(1 << s.card for s in mine if is_auction(o) or not s.early or hand == partner)
    return shown & t.hands[hand] & ~among_tricks(t, hand)


def forbiddable(o: Any, t: Table) -> tuple[Suit, ...]:
    """The suits that the declarer may forbid for the first lead."""
    partner = o.shape.seats.partner(first_leader(t))
    suits = {s.card.suit for s in odd(t).shown if s.early and s.hand == partner}
    return tuple(sorted(suit for suit in suits if suit is not None))


class Exposed(Phase):
    """Cards shown, the card that the declarer calls, and the suit that is forbidden for the first lead."""

    name = "exposed"
    kinds: ClassVar = {"expose": is_card, "demand": is_card, "forbid": lambda value: isinstance(value, Suit)}

    def legal(self, t: Table) -> tuple[Space, ...]:
        if t.facts.odd is None or t.facts.declarer is None or over(self.o, t):
            return ()
        declarer: int = t.facts.declarer
        spaces: list[Space] = []
        hand = to_play(t)
        mask = sum(1 << c for c in CardSet(callable_cards(self.o, t, hand)) if self.playable(t, hand, Card(c)))
        if mask and odd(t).called is None:
            spaces.append(Cards(declarer, mask, "demand", seat=hand))
        suits = tuple(s for s in forbiddable(self.o, t) if self.rule(t, Action(declarer, "forbid", s)).ok)
        return (*spaces, *([Each(declarer, "forbid", suits)] if suits else []))

    def rule(self, t: Table, a: Action) -> Ruling:
        if over(self.o, t):
            return no("bridge.exposed.card", "The deal is over.")
        return {"expose": self.exposes, "demand": self.demands, "forbid": self.forbids}[a.kind](t, a)

    # -- a card is shown --------------------------------------------------------------------------

    def exposes(self, t: Table, a: Action) -> Ruling:
        assert isinstance(a.what, Card)
        seats: Seats = self.o.shape.seats
        if a.seat is not None or seats.all[a.by] not in seats.players or not self.in_hand(t, a.by, a.what):
            return no("bridge.play.held", "{player} does not hold this card: {card}.",
                      player=seats.all[a.hand], card=a.what)  # fmt: skip
        if any(s.card == a.what for s in odd(t).shown):
            return no("bridge.exposed.card", "This card lies face up already: {card}.", card=a.what)
        if begun(t):
            return self.in_play(t, a)
        return self.early_auction(t, a) if is_auction(self.o) else self.early_straight(t, a)

    def in_hand(self, t: Table, hand: int, card: Card) -> bool:
        """Whether the card may be in this hand, and not among the tricks by error."""
        return t.holds(hand, card) and not among_tricks(t, hand) >> card & 1

    def in_play(self, t: Table, a: Action) -> Ruling:
        if a.by == dummy(t):
            return no("bridge.exposed.declarer", "The cards of dummy lie face up already.")
        if not adverse(t, a.by):
            return irregular("bridge.exposed.declarer", "A card of the declarer cannot be called; nothing follows.")
        return irregular("bridge.exposed.card", "The card is exposed: it stays face up, and the declarer may call it.")

    def early_auction(self, t: Table, a: Action) -> Ruling:
        if t.facts.declarer is None:
            return irregular(
                "bridge.exposed.auction",
                "The card is exposed before the auction ends: {player} may not bid or double any more.",
                player=self.o.shape.seats.partner(a.by),
            )
        if not adverse(t, a.by) or a.by == dummy(t):
            return irregular("bridge.exposed.declarer", "A card of the declarer's side cannot be called; nothing "
                             "follows.")  # fmt: skip
        r = irregular("bridge.exposed.after-auction", "The card is exposed before the first lead: the declarer may "
                      "call it.")  # fmt: skip
        if a.by != self.o.shape.seats.partner(first_leader(t)):
            return r
        return r.on(yes("bridge.exposed.forbid", "The declarer may also forbid its suit for the first lead."))

    def early_straight(self, t: Table, a: Action) -> Ruling:
        seats: Seats = self.o.shape.seats
        r = irregular(
            "bridge.exposed.double",
            "The card is exposed before the first lead: {player} loses the right to double and to redouble.",
            player=seats.partner(a.by),
        )
        if a.by == seats.partner(first_leader(t)):
            return r.on(yes("bridge.exposed.leader", "The dealer may call the card in the play, or forbid its suit for "
                            "the first lead."))  # fmt: skip
        if t.facts.declarer is not None or seats.side(a.by) != seats.side(t.setup.dealer):
            return r
        return irregular(
            "bridge.exposed.new-deal",
            "The dealer's side exposes a card before the trump is named: either adversary may have a new deal.",
        ).on(r)

    # -- the declarer's rights --------------------------------------------------------------------

    def demands(self, t: Table, a: Action) -> Ruling:
        assert isinstance(a.what, Card)
        seats: Seats = self.o.shape.seats
        if t.facts.declarer is None or a.by != t.facts.declarer:
            return no("bridge.exposed.call", "Once there is a declarer, only that player calls an exposed card.")
        if not callable_cards(self.o, t, a.hand) >> a.what & 1:
            return no("bridge.exposed.call", "{card} is no exposed card of {player} that may be called.",
                      card=a.what, player=seats.all[a.hand])  # fmt: skip
        if a.hand != to_play(t):
            return no("bridge.exposed.call", "The card is called when its holder is to play. Now to play: {turn}.",
                      turn=seats.all[to_play(t)])  # fmt: skip
        if (called := odd(t).called) is not None:
            return no("bridge.exposed.call", "A card has been called already: {card}.", card=called[1])
        if not self.playable(t, a.hand, a.what):
            return no("bridge.exposed.no-revoke", "{card} would be a revoke here, so it cannot be called.", card=a.what)
        shown = next(s for s in odd(t).shown if s.card == a.what)
        return CALLS.on(AGAIN) if shown.trick < len(t.tricks) else CALLS

    def playable(self, t: Table, hand: int, card: Card) -> bool:
        """Whether the card would follow suit, or need not."""
        suit = tricks.led(ranks(t.facts), t.trick)
        return suit is None or card.suit == suit or not t.known(hand) & SUIT_MASKS[suit]

    def forbids(self, t: Table, a: Action) -> Ruling:
        if t.facts.declarer is None or a.by != t.facts.declarer:
            return no("bridge.exposed.forbid", "Only the declarer forbids a suit for the first lead.")
        if begun(t):
            return no("bridge.exposed.forbid", "The first card has been led, so no suit can be forbidden any more.")
        if odd(t).forbidden is not None:
            return no("bridge.exposed.forbid", "A suit has been forbidden already: {suit}.", suit=odd(t).forbidden)
        if a.what not in forbiddable(self.o, t):
            return no("bridge.exposed.forbid", "The leader's partner has exposed no card of this suit: {suit}.",
                      suit=a.what)  # fmt: skip
        if is_auction(self.o):
            return yes("bridge.exposed.forbid", "{who} forbids this suit for the first lead: {what}.")
        return yes(
            "bridge.exposed.leader", "{who} forbids this suit for the first lead: {what}. The card is not called."
        )

    def apply(self, t: Table, a: Action) -> Table:
        if a.kind == "demand":
            return changed(t, called=(a.hand, a.what))
        if a.kind == "expose":
            return self.shown(t, a)
        kept = odd(t).shown if is_auction(self.o) else tuple(s for s in odd(t).shown if s.card.suit != a.what)
        return changed(t, forbidden=a.what, shown=kept)

    def shown(self, t: Table, a: Action) -> Table:
        """The card lies face up: nobody needs to guess it any more."""
        assert isinstance(a.what, Card)
        hands, hidden = list(t.hands), list(t.hidden)
        if not hands[a.by] >> a.what & 1:
            hands[a.by], hidden[a.by] = hands[a.by] | 1 << a.what, hidden[a.by] - 1
        early = not begun(t)
        t = t.moved(tuple(hands), tuple(hidden), t.piles)
        if early and (t.facts.declarer is None or not is_auction(self.o)):
            t = t.knowing(replace(t.facts, mute=(*t.facts.mute, int(self.o.shape.seats.partner(a.by)))))
        if not early and player(t, a.by) == t.facts.declarer:
            return t
        return changed(t, shown=(*odd(t).shown, Shown(a.by, a.what, early, len(t.tricks))))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, int | None] | None:
        if words[0] == "forbid" and len(words) == 2 and (suit := read_suit(words[1])) is not None:
            return "forbid", suit, None
        found = tricks.read(words[1:], seats) if words[0] in ("expose", "demand") and len(words) > 1 else None
        return found and (words[0], found[1], found[2])
