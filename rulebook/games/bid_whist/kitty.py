"""Declaration and kitty: name the trump suit or the direction, take the kitty, put out as many."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from rulebook.cards import CardSet, Suit, card, is_card, is_cards
from rulebook.game import Phase, by_table, lines
from rulebook.games.bid_whist.facts import HIGH, LOW, Direction, declared, is_named, no_trump, standing
from rulebook.games.bid_whist.options import Rules
from rulebook.games.bid_whist.table import kitty_size
from rulebook.ledger import Entry, entry
from rulebook.ruling import Ruling, no, yes, yes_n
from rulebook.seats import Seats, Side
from rulebook.table import Action, Each, Now, Pick, Section, Space, Table, Word

NAMES: dict[str, Suit | Direction] = {**{Suit(i).word: Suit(i) for i in range(4)}, "high": HIGH, "low": LOW}

TRUMP = yes("bid-whist.kitty.trump", "{who} names the trump suit: {what}.")
DIRECTION = yes("bid-whist.kitty.direction", "{who} names the direction: {what}.")
SHOWN = yes("bid-whist.kitty.shown", "The kitty is shown to all players.")
SHOWN_TOO = yes("bid-whist.kitty.shown", "At this table the kitty is shown to all players in a no-trump deal too.")
NEVER = yes("bid-whist.kitty.unseen", "At this table only the declarer sees the kitty.")
UNSEEN = yes("bid-whist.kitty.unseen", "In a no-trump deal only the declarer sees the kitty.")
CHANGED = yes("bid-whist.kitty.declared", "{who} changes the declaration before putting out: {what}.")
PUT_OUT = yes("bid-whist.kitty.put-out", "{who} puts the cards out face down: {what}.")
PUT_UNKNOWN = yes("bid-whist.kitty.put-out", "{who} puts out as many cards as the kitty had.").unsure()
ANY_CARD = yes("bid-whist.kitty.any-card", "Any cards may be put out.")


def the_declarer(o: Rules, t: Table, a: Action) -> Ruling | None:
    """Only the declarer acts between the auction and the first lead."""
    if a.by == t.facts.declarer:
        return None
    return no(
        "bid-whist.kitty.before-kitty",
        "Now only the declarer acts. Declarer: {player}.",
        player=o.seats.all[t.facts.declarer],
    )


def in_play(o: Rules, t: Table) -> bool:
    """Whether everything that comes before the first lead is done."""
    return declared(t.facts) and (not kitty_size(o) or "out" in t.piles)


def early(o: Rules, t: Table, a: Action) -> Ruling | None:
    """The refusal of a step that must wait for an earlier one."""
    if t.facts.declarer is None:
        return no(
            "bid-whist.auction.won", "The auction is not won yet. Before that nothing is declared, put out or played."
        )
    if (other := the_declarer(o, t, a)) is not None:
        return other
    if not declared(t.facts):
        return no(
            "bid-whist.kitty.before-kitty",
            "The declarer ({player}) must make the declaration first.",
            player=o.seats.all[a.by],
        )
    if kitty_size(o) and "out" not in t.piles:
        return no(
            "bid-whist.kitty.put-out",
            "The declarer ({player}) must put out as many cards as the kitty had first.",
            player=o.seats.all[a.by],
        )
    return None


class Declare(Phase):
    """The declarer names what the bid left open."""

    name, sections = "declaration", ("Declare",)
    kinds: ClassVar = {"declare": is_named}

    def done(self, t: Table) -> bool:
        return declared(t.facts)

    def turn(self, t: Table) -> int:
        seat: int = t.facts.declarer
        return seat

    def legal(self, t: Table) -> tuple[Space, ...]:
        bid = standing(t.facts)
        assert bid
        names = [n for n in NAMES.values() if isinstance(n, Direction) == bid.nt]
        return (Each(self.turn(t), "declare", tuple(names)),)

    def what_is_open(self, t: Table, a: Action) -> Ruling | None:
        bid = standing(t.facts)
        assert bid
        if bid.nt and not isinstance(a.what, Direction):
            return no(
                "bid-whist.kitty.direction", "After a no-trump bid the declarer names the direction, high or low."
            )
        if not bid.nt and not isinstance(a.what, Suit):
            return no("bid-whist.kitty.trump", "After a high or low bid the declarer names the trump suit.")
        return None

    guards = (lambda self, t, a: the_declarer(self.o, t, a), what_is_open)

    def closed(self, t: Table, a: Action) -> Ruling | None:
        return early(self.o, t, a) if t.facts.declarer is None else stands()

    def verdict(self, t: Table, a: Action) -> Ruling:
        return TRUMP if isinstance(a.what, Suit) else DIRECTION

    def apply(self, t: Table, a: Action) -> Table:
        return t.knowing(replace(t.facts, named=a.what))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        named = NAMES.get(words[1].lower()) if len(words) == 2 and words[0] == "declare" else None
        return None if named is None else ("declare", named, None)

    def script(self, now: Now, section: Section, seats: Seats) -> Iterator[tuple[Word, str]]:
        yield from verb("declare", section)


def stands() -> Ruling:
    """The refusal of a second declaration."""
    return no("bid-whist.kitty.declared", "The declaration has been made and cannot be changed.")


class Show(Phase):
    """The forced step that turns the kitty up, where the table shows it."""

    name = "kitty"

    def done(self, t: Table) -> bool:
        return "kitty" not in t.piles or not self.shown(t)

    def shown(self, t: Table) -> bool:
        return bool(self.o.sport == "always" or (self.o.sport == "trump_only" and not no_trump(t.facts)))

    def forced(self, t: Table) -> Action:
        return by_table("show")

    def rule(self, t: Table, a: Action) -> Ruling:
        return SHOWN_TOO if no_trump(t.facts) else SHOWN

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
            player=self.o.seats.all[t.facts.declarer],
            n=mask.bit_count() + unknown,
        )
        if "kitty" not in t.piles:
            return taken
        return taken.on(NEVER if self.o.sport == "never" else UNSEEN)

    def apply(self, t: Table, a: Action) -> Table:
        seat, (mask, unknown) = t.facts.declarer, next(iter(t.piles.values()))
        return with_hand(t, seat, t.hands[seat] | mask, t.hidden[seat] + unknown, {})


def is_discard(value: object) -> bool:
    """Whether this is a set of cards, or a list that names some card twice."""
    twice = isinstance(value, tuple) and all(map(is_card, value)) and len(set(value)) < len(value)
    return is_cards(value) or twice


class PutOut(Phase):
    """The declarer puts out as many cards as the kitty had."""

    name, sections = "discard", ("Discard",)
    kinds: ClassVar = {"discard": is_discard, "declare": is_named}

    def __init__(self, options: Rules, declare: Phase) -> None:
        super().__init__(options)
        self.declare = declare

    def done(self, t: Table) -> bool:
        return "out" in t.piles or not kitty_size(self.o)

    def turn(self, t: Table) -> int:
        seat: int = t.facts.declarer
        return seat

    def legal(self, t: Table) -> tuple[Space, ...]:
        seat = self.turn(t)
        maybe = t.unseen if t.hidden[seat] else 0
        put_out = Pick(seat, "discard", t.hands[seat] | maybe, kitty_size(self.o), maybe, t.hidden[seat])
        return (put_out, *self.declare.legal(t)) if self.open(t) else (put_out,)

    def open(self, t: Table) -> bool:
        """Whether the declaration can still be changed: it was made after the kitty was seen."""
        return self.o.declare_timing == "after" and t.facts.named is not None

    def change(self, t: Table, a: Action) -> Ruling | None:
        if a.kind != "declare":
            return None
        if not self.open(t):
            return stands()
        again = self.declare.rule(t, a)
        return CHANGED if again.ok else again

    def once_each(self, t: Table, a: Action) -> Ruling | None:
        if isinstance(a.what, CardSet):
            return None
        assert isinstance(a.what, tuple)
        twice = next(c for n, c in enumerate(a.what) if c in a.what[:n])
        return no("bid-whist.kitty.put-out", "{card} is named twice; each card can be put out once.", card=twice)

    def all_held(self, t: Table, a: Action) -> Ruling | None:
        assert isinstance(a.what, CardSet)
        unknown = [c for c in a.what if not t.hands[a.by] >> c & 1]
        missing = [c for c in unknown if not t.holds(a.by, c)] or unknown[t.hidden[a.by] :]
        if not missing:
            return None
        return no(
            "bid-whist.kitty.any-card",
            "{card} cannot be put out; {player} does not hold it.",
            card=missing[0],
            player=self.o.seats.all[a.by],
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

    guards = (lambda self, t, a: the_declarer(self.o, t, a), change, once_each, all_held, as_many)

    def closed(self, t: Table, a: Action) -> Ruling | None:
        if "out" in t.piles:
            return no("bid-whist.kitty.final", "The cards put out are out; the choice cannot be changed.")
        if not kitty_size(self.o):
            return no("bid-whist.kitty.put-out", "Without a kitty nothing is put out.")
        return early(self.o, t, a)

    def verdict(self, t: Table, a: Action) -> Ruling:
        return PUT_OUT.on(ANY_CARD) if a.what else PUT_UNKNOWN

    def apply(self, t: Table, a: Action) -> Table:
        if a.kind == "declare":
            return self.declare.apply(t, a)
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
            cards = tuple(card(w) for w in words[1:] if w != "-")
        except ValueError:
            return None
        same = len(set(cards)) < len(cards)
        return "discard", cards if same else CardSet(sum(1 << c for c in cards)), None

    def script(self, now: Now, section: Section, seats: Seats) -> Iterator[tuple[Word, str]]:
        yield from verb("discard", section)


def with_kitty_book(o: Rules, side: Side, n: int) -> Entry:
    """The books of the side that has the kitty book."""
    if o.kitty_book == "first_trick_winner":
        return entry(
            "bid-whist.kitty.book", "Books of {side}, with the kitty book for the first trick: {n}.", side=side, n=n
        )
    return entry("bid-whist.kitty.book", "Books of {side}, with the kitty book: {n}.", side=side, n=n)


def no_kitty_book(side: Side) -> Entry:
    """Why the cards put out count for no side."""
    return entry("bid-whist.kitty.book", "At this table nobody gets the kitty book.", side=side)


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
