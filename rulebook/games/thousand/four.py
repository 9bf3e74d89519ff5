"""Four at the table: one player sits out each deal, and may score for the talon."""

from __future__ import annotations

from typing import Any

from rulebook.cards import Card, CardSet, Suit
from rulebook.games.thousand.deal import on_barrel, resting
from rulebook.games.thousand.lock import locked
from rulebook.games.thousand.marriage import ACES, both
from rulebook.games.thousand.score import points_of, rounded
from rulebook.ledger import Entry, entry
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import Seat
from rulebook.table import Table


def sits_out(player: Seat) -> Ruling:
    """The refusal of a call by the player who rests."""
    return no("thousand.four.out", "{player} sits out this deal.", player=player)


def talon_points(o: Any, t: Table) -> list[Entry]:
    """What the player who sits out scores for the talon as it was dealt."""
    seat = resting(o, t.setup.dealer)
    if seat is None or o.four.inactive_score == "none":
        return []
    mask, side = t.setup.piles["talon"][0], o.shape.seats.side(seat)
    if on_barrel(o, t, seat) or locked(o, t, seat):
        return [entry("thousand.four.barrel", "{side} sits out and scores nothing for the talon now.", side=side)]
    pairs = sum(o.shape.pair(Suit(s)) for s in range(4) if mask & both(Suit(s)) == both(Suit(s)))
    if o.four.inactive_score == "talon_cards_and_pairs":
        cards = sum(points_of(Card(c)) for c in CardSet(mask))
        return [
            entry(
                "thousand.four.score",
                "{side} sits out and scores the cards and pairs of the talon: {points}.",
                side=side, points=rounded(o, cards + pairs),
            )
        ]  # fmt: skip
    aces = (mask & ACES).bit_count()
    found = entry(
        "thousand.four.score",
        "{side} sits out and scores the aces and pairs of the talon: {points}.",
        side=side, points=aces * o.four.ace_value + pairs,
    )  # fmt: skip
    each = yes("thousand.four.ace", "An ace in the talon counts {each}.", each=o.four.ace_value)
    return [found._replace(ruling=found.ruling.on(each)) if aces else found]
