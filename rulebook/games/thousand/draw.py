"""Draw 1000: no auction, a stock to draw from, free play while it lasts."""

from __future__ import annotations

from typing import Any

from rulebook.game import Phase, by_table
from rulebook.games.thousand.deal import order
from rulebook.games.thousand.facts import Facts
from rulebook.games.thousand.score import finished, taken
from rulebook.games.thousand.talon import with_hand
from rulebook.ledger import Ledger, entry
from rulebook.match import Sheet
from rulebook.ruling import Ruling, no, yes
from rulebook.table import Action, Setup, Table

STOCK = yes("thousand.draw.stock", "{who}: {what}. While the stock lasts any card may be played.")
SAYS: dict[str, Ruling] = {
    "deal": yes("thousand.draw.five", "The rest of the pack is the stock."),
    "not_lead": no("thousand.draw.lead", "The dealer's opponent, {turn}, leads to the first trick."),
    "lead": yes("thousand.draw.lead", "{who}: {what}. The dealer's opponent leads to the first trick."),
}


def opening(o: Any, setup: Setup) -> Facts:
    """Without an auction the dealer's opponent leads, and owes nothing."""
    return Facts(declarer=order(o, setup.dealer)[0])


class Draw(Phase):
    """The forced step after each trick: the winner draws the top card, then the loser."""

    name = "draw"

    def drawn(self, t: Table) -> int:
        mask, unknown = t.piles["stock"]
        return int(self.o.shape.stock - mask.bit_count() - unknown)

    def done(self, t: Table) -> bool:
        return self.drawn(t) >= min(self.o.shape.stock, len(t.hands) * len(t.tricks)) or finished(self.o, t)

    def forced(self, t: Table) -> Action:
        return by_table("draw")

    def seat(self, t: Table) -> int:
        """Who draws next."""
        winner = t.tricks[-1].winner
        return winner if self.drawn(t) % 2 == 0 else int(t.after(winner, 1))

    def rule(self, t: Table, a: Action) -> Ruling:
        player = self.o.shape.seats.all[self.seat(t)]
        if self.drawn(t) + 1 == self.o.shape.stock:
            return yes(
                "thousand.draw.strict",
                "{player} draws the last card. From now on suit must be followed, and a void player must trump.",
                player=player,
            )
        return yes("thousand.draw.draws", "{player} draws the top card of the stock.", player=player)

    def apply(self, t: Table, a: Action) -> Table:
        mask, unknown = t.piles["stock"]
        seat, n = self.seat(t), self.drawn(t)
        card = t.setup.stock[n] if n < len(t.setup.stock) else None
        top = 1 << card if card is not None else 0 if unknown else mask & -mask
        rest = {**t.piles, "stock": (mask & ~top, unknown - (not top))}
        return with_hand(t, seat, top, int(not top), rest)


def result(o: Any, t: Table) -> Ledger:
    """Each player writes what was taken, unrounded."""
    if not finished(o, t):
        side = o.shape.seats.sides[0]
        return Ledger(
            (entry("thousand.score.unfinished", "The deal is not finished and has no score yet.", side=side),), False
        )
    found = []
    for seat in order(o, t.setup.dealer):
        raw = taken(o, t, seat)
        found.append(
            entry(
                "thousand.draw.score",
                "{side} took {cards} in cards and {pairs} in pairs and writes {points}.",
                side=o.shape.seats.side(seat), points=raw.points, cards=raw.cards, pairs=raw.pairs,
            )
        )  # fmt: skip
    return Ledger(tuple(found))


def deal_result(sheet: Sheet, o: Any) -> Sheet:
    """The deal's own ledger."""
    return sheet.of(result(o, sheet.table))


def winner(sheet: Sheet, o: Any) -> Sheet:
    """The first player with 1000 wins; of two the higher; equal scores need another deal."""
    points = sheet.after.points
    best = max(points.values())
    if not sheet.final or best < 1000:
        return sheet
    first = [side for side in o.shape.seats.sides if points[side] == best]
    if len(first) > 1:
        return sheet.add(
            entry("thousand.draw.target", "Both stand at {at}: another deal is played.", side=first[0], at=best)
        )
    return sheet.add(entry("thousand.draw.target", "{side} stands at {at} and wins.", side=first[0], at=best)).winning(
        first[0], 1
    )


SETTLEMENT = (deal_result, winner)
