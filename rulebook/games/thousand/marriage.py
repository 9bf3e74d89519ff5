"""Pairs: a king and queen of one suit, announced with a lead. The suit becomes trump at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulebook.cards import SUITS, Card, Suit, card
from rulebook.games.thousand.facts import Pair
from rulebook.games.thousand.pack import pair_counts
from rulebook.ruling import Ruling, no, yes
from rulebook.table import Action, Table

ACES = sum(1 << card(s + "A") for s in SUITS)
FOUR_ACES = 200

TRUMP = yes("thousand.marriage.trump", "The suit becomes trump at once, in this trick already.")


def both(suit: Suit) -> int:
    """King and queen of a suit."""
    return 1 << card(SUITS[suit] + "K") | 1 << card(SUITS[suit] + "Q")


class Announcing:
    """What may be announced with a lead. A part of the play."""

    def __init__(self, options: Any) -> None:
        self.o = options

    def cards(self, t: Table, seat: int) -> int:
        """The cards with which this player, on lead, may announce."""
        found = 0
        for c in (card(s + r) for s in SUITS for r in "KQA"):
            if self.refused(t, Action(seat, "pair", c)) is None and t.holds(seat, c):
                found |= 1 << c
        return found

    def refused(self, t: Table, a: Action) -> Ruling | None:
        assert isinstance(a.what, Card)
        player, suit = self.o.shape.seats.all[a.by], a.what.suit
        if t.trick:
            return no(
                "thousand.marriage.announce",
                "A pair is announced with a lead, and {player} does not lead.",
                player=player,
            )
        if a.what.rank == "A":
            return self.aces_refused(t, a)
        if a.what.rank not in "KQ" or suit is None:
            return no("thousand.marriage.announce", "A pair is announced by leading its king or its queen.")
        if self.o.decl.first_trick == "no" and not t.tricks:
            return no("thousand.marriage.first-trick", "No pair may be announced on the first trick.")
        if t.known(a.by) & both(suit) == both(suit):
            return None
        if t.hidden[a.by] and not both(suit) & ~(t.hands[a.by] | t.unseen):
            return None
        return no(
            "thousand.marriage.both",
            "{player} does not hold both king and queen of this suit: {suit}.",
            player=player,
            suit=suit,
        )

    def aces_refused(self, t: Table, a: Action) -> Ruling | None:
        if self.o.decl.four_aces == "off":
            return no("thousand.marriage.four-aces", "At this table four aces are not announced.")
        if not any(trick.winner == a.by for trick in t.tricks):
            return no("thousand.marriage.four-aces", "Four aces are announced by a player who has won a trick.")
        if t.known(a.by) & ACES == ACES:
            return None
        return no(
            "thousand.marriage.four-aces",
            "{player} does not hold all four aces.",
            player=self.o.shape.seats.all[a.by],
        )

    def points(self, a: Action) -> int:
        assert isinstance(a.what, Card)
        return FOUR_ACES if a.what.rank == "A" else self.o.shape.pair(a.what.suit)

    def verdict(self, t: Table, a: Action) -> Ruling:
        assert isinstance(a.what, Card)
        if a.what.rank == "A":
            return yes(
                "thousand.marriage.four-aces",
                "{who} announces four aces: {points}. The trump suit stays as it is.",
                points=self.points(a),
            )
        suit = a.what.suit
        assert suit is not None
        found = yes(
            "thousand.marriage.counts",
            "{who} announces the pair and leads {what}. It counts {points} at once.",
            points=self.points(a),
        ).on(TRUMP, self.o.says.get("pair", pair_counts(suit, self.points(a))))
        return found if t.known(a.by) & both(suit) == both(suit) else found.unsure()

    def apply(self, t: Table, a: Action) -> Table:
        assert isinstance(a.what, Card)
        suit = None if a.what.rank == "A" else a.what.suit
        pair = Pair(a.by, suit, self.points(a), len(t.tricks) + 1)
        return t.knowing(replace(t.facts, pairs=(*t.facts.pairs, pair)))
