"""Dummy's rights while the declarer plays the cards of both hands."""

from __future__ import annotations

from typing import Any, ClassVar

from rulebook.cards import Suit
from rulebook.game import Phase
from rulebook.games.bridge.exposed import callable_cards, is_auction, over
from rulebook.games.bridge.facts import dummy
from rulebook.games.bridge.odd import adverse, begun, changed, hands, odd, strayed
from rulebook.games.bridge.play import ranks
from rulebook.parts.tricks import led
from rulebook.ruling import Ruling, irregular, no, yes
from rulebook.seats import Seats
from rulebook.table import Action, Each, Space, Table


def refused_suit(t: Table) -> Suit | None:
    """The suit that the declarer's own hand has not followed in the trick on the table, else in the last one."""
    if t.trick:
        seats, cards = hands(t, len(t.trick)), t.trick
    elif t.tricks:
        seats, cards = t.tricks[-1].seats, t.tricks[-1].cards
    else:
        return None
    suit = led(ranks(t.facts), cards)
    own = next((card for hand, card in zip(seats, cards, strict=True) if hand == t.facts.declarer), None)
    return suit if own is not None and own.suit != suit else None


def liable(o: Any, t: Table) -> bool:
    """Whether the adversaries would have to pay for something on the table."""
    stray = strayed(t) and adverse(t, t.leader) and not odd(t).waived
    return stray or odd(t).owed or any(callable_cards(o, t, hand) for hand in t.setup.playing)


class Conduct(Phase):
    """Dummy asks about a suit, or draws attention to what the adversaries have done."""

    name = "conduct"
    kinds: ClassVar = {"ask": lambda value: value is None, "remark": lambda value: value is None}

    def legal(self, t: Table) -> tuple[Space, ...]:
        if self.o.illegal_play != "table" or (seat := dummy(t)) is None or not begun(t):
            return ()
        return tuple(Each(seat, kind, (None,)) for kind in self.kinds if self.rule(t, Action(seat, kind)).ok)

    def rule(self, t: Table, a: Action) -> Ruling:
        if self.o.illegal_play != "table":
            return no("bridge.play.table", "What dummy says matters only in table mode.")
        if a.by != dummy(t) or not begun(t) or over(self.o, t):
            return no("bridge.conduct.ask", "This is for dummy to say, during the play.")
        return self.asks(t) if a.kind == "ask" else self.remarks(t)

    def asks(self, t: Table) -> Ruling:
        seats: Seats = self.o.shape.seats
        suit = refused_suit(t)
        if suit is None:
            return no("bridge.conduct.ask", "There is nothing to ask: the declarer has not just played another suit.")
        return yes("bridge.conduct.ask", "{who} asks whether {player} has no card of this suit: {suit}.",
                   player=seats.all[t.facts.declarer], suit=suit)  # fmt: skip

    def remarks(self, t: Table) -> Ruling:
        if not liable(self.o, t):
            return no("bridge.conduct.remark", "There is nothing here for which the adversaries would have to pay.")
        if is_auction(self.o):
            return yes(
                "bridge.conduct.not-looked", "{who} points it out. A dummy who has not looked into another hand may."
            )
        return irregular("bridge.conduct.remark", "Dummy may not draw attention to this: the declarer may exact no "
                         "penalty for it.")  # fmt: skip

    def apply(self, t: Table, a: Action) -> Table:
        if a.kind == "ask" or is_auction(self.o):
            return t.knowing(t.facts)
        kept = tuple(s for s in odd(t).shown if not adverse(t, s.hand))
        return changed(t, shown=kept, owed=False, suit=None, called=None, waived=strayed(t))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        return (words[0], None, None) if len(words) == 1 and words[0] in self.kinds else None
