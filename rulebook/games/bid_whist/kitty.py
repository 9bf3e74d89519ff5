"""Declaration and kitty: name the trump suit or the direction, take the kitty, put out as many."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from rulebook.cards import CardSet, Suit, is_card, is_cards
from rulebook.game import Phase, by_table, lines
from rulebook.games.bid_whist.facts import HIGH, LOW, Direction, is_named, standing
from rulebook.games.bid_whist.table import kitty_size
from rulebook.ledger import Entry, entry
from rulebook.ruling import Ruling, no, yes, yes_n
from rulebook.seats import FOUR, Seats, Side
from rulebook.table import Action, Each, Now, Pick, Section, Space, Table, Word

NAMES: dict[str, Suit | Direction] = {**{Suit(i).word: Suit(i) for i in range(4)}, "high": HIGH, "low": LOW}

TRUMP = yes("bid-whist.kitty.trump", "{who} names the trump suit: {what}.")
DIRECTION = yes("bid-whist.kitty.direction", "{who} names the direction: {what}.")
SHOWN = yes("bid-whist.kitty.shown", "The kitty is shown to all players.")
UNSEEN = yes("bid-whist.kitty.unseen", "In a no-trump deal only the declarer sees the kitty.")
PUT_OUT = yes("bid-whist.kitty.put-out", "{who} puts the cards out face down: {what}.")
PUT_UNKNOWN = yes("bid-whist.kitty.put-out", "{who} puts out as many cards as the kitty had.").unsure()
ANY_CARD = yes("bid-whist.kitty.any-card", "Any cards may be put out.")


def the_declarer(t: Table, a: Action) -> Ruling | None:
    """Only the declarer acts between the auction and the first lead."""
    if a.by == t.facts.declarer:
        return None
    return no(
        "bid-whist.kitty.before-kitty",
        "Now only the declarer acts. Declarer: {player}.",
        player=FOUR.all[t.facts.declarer],
    )


class Declare(Phase):
    """The declarer names what the bid left open."""

    name, sections = "declaration", ("Declare",)
    kinds: ClassVar = {"declare": is_named, "discard": is_cards, "card": is_card}

    def done(self, t: Table) -> bool:
        return t.facts.named is not None

    def turn(self, t: Table) -> int:
        seat: int = t.facts.declarer
        return seat

    def legal(self, t: Table) -> tuple[Space, ...]:
        bid = standing(t.facts)
        assert bid
        names = [n for n in NAMES.values() if isinstance(n, Direction) == bid.nt]
        return (Each(self.turn(t), "declare", tuple(names)),)

    def first(self, t: Table, a: Action) -> Ruling | None:
        if a.kind == "declare":
            return None
        return no(
            "bid-whist.kitty.before-kitty",
            "The declarer ({player}) must make the declaration first.",
            player=FOUR.all[a.by],
        )

    def what_is_open(self, t: Table, a: Action) -> Ruling | None:
        bid = standing(t.facts)
        assert bid
        if bid.nt and isinstance(a.what, Suit):
            return no(
                "bid-whist.kitty.direction", "After a no-trump bid the declarer names the direction, high or low."
            )
        if not bid.nt and not isinstance(a.what, Suit):
            return no("bid-whist.kitty.trump", "After a high or low bid the declarer names the trump suit.")
        return None

    guards = (lambda _, t, a: the_declarer(t, a), first, what_is_open)

    def verdict(self, t: Table, a: Action) -> Ruling:
        return TRUMP if isinstance(a.what, Suit) else DIRECTION

    def apply(self, t: Table, a: Action) -> Table:
        return t.knowing(replace(t.facts, named=a.what))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        named = NAMES.get(words[1].lower()) if len(words) == 2 and words[0] == "declare" else None
        return None if named is None else ("declare", named, None)

    def script(self, now: Now, section: Section, seats: Seats) -> Iterator[tuple[Word, str]]:
        yield from verb("declare", section)


class Show(Phase):
    """The forced step that turns the kitty up in a trump deal."""

    name = "kitty"

    def done(self, t: Table) -> bool:
        return "kitty" not in t.piles or not isinstance(t.facts.named, Suit)

    def forced(self, t: Table) -> Action:
        return by_table("show")

    def rule(self, t: Table, a: Action) -> Ruling:
        return SHOWN

    def apply(self, t: Table, a: Action) -> Table:
        return t.moved(t.hands, t.hidden, {"kitty.open": t.piles["kitty"]})


class Take(Phase):
    """The forced step that brings the kitty into the declarer's hand."""

    name = "kitty"

    def done(self, t: Table) -> bool:
        return not {"kitty", "kitty.open"} & set(t.piles)

    def forced(self, t: Table) -> Action:
        return by_table("take")

    def rule(self, t: Table, a: Action) -> Ruling:
        mask, unknown = next(iter(t.piles.values()))
        taken = yes_n(
            "bid-whist.kitty.taken",
            "The declarer ({player}) takes {n} card of the kitty.",
            "The declarer ({player}) takes {n} cards of the kitty.",
            player=FOUR.all[t.facts.declarer],
            n=mask.bit_count() + unknown,
        )
        return taken.on(UNSEEN) if "kitty" in t.piles else taken

    def apply(self, t: Table, a: Action) -> Table:
        seat, (mask, unknown) = t.facts.declarer, next(iter(t.piles.values()))
        return with_hand(t, seat, t.hands[seat] | mask, t.hidden[seat] + unknown, {})


class PutOut(Phase):
    """The declarer puts out as many cards as the kitty had."""

    name, sections = "discard", ("Discard",)
    kinds: ClassVar = {"discard": is_cards}

    def done(self, t: Table) -> bool:
        return "out" in t.piles or not kitty_size(self.o)

    def turn(self, t: Table) -> int:
        seat: int = t.facts.declarer
        return seat

    def legal(self, t: Table) -> tuple[Space, ...]:
        seat = self.turn(t)
        mask = t.hands[seat] | (t.unseen if t.hidden[seat] else 0)
        return (Pick(seat, "discard", mask, kitty_size(self.o)),)

    def all_held(self, t: Table, a: Action) -> Ruling | None:
        assert isinstance(a.what, CardSet)
        missing = [c for c in a.what if not t.holds(a.by, c)]
        if not missing:
            return None
        return no(
            "bid-whist.kitty.any-card",
            "{card} cannot be put out; {player} does not hold it.",
            card=missing[0],
            player=FOUR.all[a.by],
        )

    def as_many(self, t: Table, a: Action) -> Ruling | None:
        right = kitty_size(self.o)
        assert isinstance(a.what, CardSet)
        if not a.what and t.hidden[a.by] < right:  # “-” puts out cards that nobody knows
            return no(
                "bid-whist.kitty.put-out",
                "The cards put out must be named; unknown cards in the hand: {n}.",
                n=t.hidden[a.by],
            )
        if len(a.what) in (right, 0):
            return None
        return no(
            "bid-whist.kitty.put-out",
            "The declarer must put out as many cards as the kitty had: {right}, not {n}.",
            right=right,
            n=len(a.what),
        )

    guards = (lambda _, t, a: the_declarer(t, a), all_held, as_many)

    def verdict(self, t: Table, a: Action) -> Ruling:
        return PUT_OUT.on(ANY_CARD) if a.what else PUT_UNKNOWN

    def apply(self, t: Table, a: Action) -> Table:
        assert isinstance(a.what, CardSet)
        held = t.hands[a.by] & a.what
        unknown = kitty_size(self.o) - len(CardSet(held))
        return with_hand(
            t,
            a.by,
            t.hands[a.by] & ~held,
            t.hidden[a.by] - unknown,
            {"out": (int(a.what), kitty_size(self.o) - len(a.what))},
        )

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        if words[0] != "discard" or not words[1:]:
            return None
        try:
            return "discard", CardSet.of(*(w for w in words[1:] if w != "-")), None
        except ValueError:
            return None

    def script(self, now: Now, section: Section, seats: Seats) -> Iterator[tuple[Word, str]]:
        yield from verb("discard", section)


def with_kitty_book(side: Side, n: int) -> Entry:
    """The books of the declarer's side: the put-out cards are one of them."""
    return entry("bid-whist.kitty.book", "Books of {side}, with the kitty book: {n}.", side=side, n=n)


def with_hand(t: Table, seat: int, hand: int, hidden: int, piles: dict[str, tuple[int, int]]) -> Table:
    """The table with another hand for this seat, and these piles."""
    return t.moved(
        (*t.hands[:seat], hand, *t.hands[seat + 1 :]),
        (*t.hidden[:seat], hidden, *t.hidden[seat + 1 :]),
        piles,
    )


def verb(kind: str, section: Section) -> Iterator[tuple[Word, str]]:
    """The line of a section whose value is `WHO WHAT ...`, with this verb put in."""
    for word, line in lines(section):
        who, _, what = line.partition(" ")
        yield word, f"{who} {kind} {what}"
