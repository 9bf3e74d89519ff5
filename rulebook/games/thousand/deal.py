"""The deal: who plays, what is dealt, who deals next."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from rulebook.cards import Card, CardSet, is_card
from rulebook.game import Phase
from rulebook.games.thousand.pack import ALL, foreign
from rulebook.ledger import Entry, entry
from rulebook.parts import tricks
from rulebook.ruling import Ruling, no, yes, yes_n
from rulebook.seats import Seat, Seats
from rulebook.table import Action, Cards, End, Setup, Space, Table

ALL_POINTS = 120
BARREL = "barrel"  # mark: deals left on the barrel


def order(o: Any, dealer: int) -> tuple[Seat, ...]:
    """Who plays this deal, from forehand clockwise."""
    seats = o.shape.seats
    around = [seats.left(dealer, n) for n in range(1, 1 + len(seats))]
    return tuple(s for s in around if s != resting(o, dealer))


def sizes(o: Any, dealer: int) -> tuple[int, ...]:
    """Cards dealt to each seat."""
    playing = order(o, dealer)
    return tuple(o.shape.hand if seat in playing else 0 for seat in o.shape.seats.all)


def resting(o: Any, dealer: int) -> Seat | None:
    """Who sits this deal out, when four are at the table."""
    if o.shape.active == o.shape.players:
        return None
    steps = {"right_of_dealer": 3, "opposite_dealer": 2, "dealer": 0}[o.four.inactive]
    seat: Seat = o.shape.seats.left(dealer, steps)
    return seat


def on_barrel(o: Any, t: Table, seat: int) -> bool:
    """Whether this player was on the barrel when the deal began."""
    standing, side = t.setup.standing, o.shape.seats.side(seat)
    if o.barrel.style == "lviv":
        return bool(standing.points[side] >= o.barrel.level)
    return bool(o.barrel.style == "classic" and standing.mark(BARREL, side))


def golden(o: Any, t: Table) -> bool:
    """Whether this deal belongs to a golden set."""
    return o.bid.golden_set == "on" and not t.setup.standing.note("golden.over")


def dealt(o: Any, clash: Ruling | None, setup: Setup) -> Ruling:
    """Whether a deal is possible: house rules that agree, the right cards, the right number for each."""
    if clash is not None:
        return clash
    seen = [*setup.hands, *(mask for mask, _ in setup.piles.values())]
    for mask in seen:
        if wrong := mask & ~o.shape.mask:
            return foreign(next(iter(CardSet(wrong))))
    for name, right in piles(o).items():
        mask, unknown = setup.piles.get(name, (0, 0))
        if mask.bit_count() + unknown != right:
            return no(
                "thousand.deal.shape",
                "The talon or stock has {right} cards in this game, not {n}.",
                right=right,
                n=mask.bit_count() + unknown,
            )
    if (wrong_sum := told(o, setup)) is not None:
        return wrong_sum
    playing = order(o, setup.dealer)
    for seat, (hand, hidden) in enumerate(zip(setup.hands, setup.hidden, strict=True)):
        right = o.shape.hand if seat in playing else 0
        if hand.bit_count() + hidden != right:
            return no(
                "thousand.deal.shape",
                "{player} is dealt {right} cards in this game, not {n}.",
                player=o.shape.seats.all[seat],
                right=right,
                n=hand.bit_count() + hidden,
            )
    return yes_n("thousand.deal.shape", "{n} card for each player.", "{n} cards for each player.", n=o.shape.hand).on(
        *([ALL, o.says["deal"]] if "deal" in o.says else [ALL])
    )


def told(o: Any, setup: Setup) -> Ruling | None:
    """The refusal of points that no deal can bring."""
    if not setup.stated:
        return None
    points, pairs = (setup.stated.get(key, {}) for key in ("points", "pairs"))
    n, out = sum(points.values()), sum(o.shape.talons[1:]) + (o.shape.discards if not o.shape.discards_count else 0)
    possible = 0 <= n <= ALL_POINTS if out else n == ALL_POINTS
    if not possible or min(points.values(), default=0) < 0:
        return no(
            "thousand.deal.shape",
            "Card points told: {n}. The cards of a deal count {all} in all.",
            n=n,
            all=ALL_POINTS,
        )
    if any(value % 20 or not 0 <= value <= 480 for value in pairs.values()):
        return no("thousand.deal.shape", "Pairs count 40, 60, 80 or 100 each.")
    return None


def piles(o: Any) -> dict[str, int]:
    """The piles of a deal and their sizes."""
    talons = o.shape.talons
    named = {"talon": talons[0]} if len(talons) == 1 else {f"talon.{n}": size for n, size in enumerate(talons, 1)}
    return named | ({"stock": o.shape.stock} if o.shape.stock else {})


def next_dealer(o: Any, t: Table) -> Ruling:
    """The deal passes to the left; after an annulled deal the same player deals again."""
    dealer = o.shape.seats.all[t.setup.dealer]
    if t.ended is not None and t.ended.void and not moved_on(o, t):
        return yes("thousand.redeal.annulled", "The deal is annulled, and {answer} deals again.", answer=dealer)
    return yes(
        "thousand.deal.next-dealer",
        "The next dealer is {answer}, on the left of {dealer}.",
        answer=o.shape.seats.left(dealer),
        dealer=dealer,
    )


def moved_on(o: Any, t: Table) -> bool:
    """Whether an annulled deal passes to the left all the same: the dealer has paid for it."""
    nines = t.facts.annulled == "nines" and o.redeal.nines_third_penalty == "on"
    return t.facts.bottoms == 3 or bool(nines and t.setup.standing.note("nines") >= 2)


class Bottom(Phase):
    """The dealer's duty to show a jack at the bottom after the cut, where the table looks for it."""

    name = "deal"
    kinds: ClassVar = {"bottom": is_card}

    def refused(self, t: Table, a: Action) -> Ruling | None:
        if self.o.deal.bottom_jack == "off":
            return no("thousand.deal.bottom-jack", "At this table nobody looks at the bottom card.")
        if t.facts.calls or t.ended is not None:
            return no("thousand.deal.bottom-jack", "The bottom card is looked at before the cards are dealt.")
        if a.by != t.setup.dealer:
            return no("thousand.deal.bottom-jack", "Only the dealer looks at the bottom card.")
        assert isinstance(a.what, Card)
        if a.what.rank == "J":
            return None
        return no("thousand.deal.bottom-jack", "{card} is no jack, so the cards are dealt.", card=a.what)

    guards = (refused,)

    def legal(self, t: Table) -> tuple[Space, ...]:
        jacks = sum(1 << c for c in CardSet(self.o.shape.mask) if c.rank == "J")
        jack = Action(t.setup.dealer, "bottom", next(iter(CardSet(jacks))))
        return (Cards(t.setup.dealer, jacks, "bottom"),) if self.refused(t, jack) is None else ()

    def verdict(self, t: Table, a: Action) -> Ruling:
        if t.facts.bottoms == 2:
            return PAID
        return yes("thousand.deal.bottom-jack", "A jack lies at the bottom: {who} shuffles again, and it is cut again.")

    def apply(self, t: Table, a: Action) -> Table:
        t = t.knowing(replace(t.facts, bottoms=t.facts.bottoms + 1))
        return t.ending(End(True, PAID)) if t.facts.bottoms == 3 else t

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        found = tricks.read(words[1:], seats) if words[0] == "bottom" and len(words) == 2 else None
        return found and ("bottom", found[1], None)


PAID = yes("thousand.deal.bottom-jack", "The third jack running: {who} pays, and the deal passes on.")


def bottom_paid(o: Any, dealer: int) -> Entry:
    """What the third jack running costs the dealer."""
    return entry(
        "thousand.deal.bottom-jack",
        "Three jacks running at the bottom: {side}, the dealer, loses {lost}.",
        side=o.shape.seats.side(dealer), points=-120, lost=120,
    )  # fmt: skip
