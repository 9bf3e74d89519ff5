"""Revokes: the claim of a wrong card that stood, and what the other side takes for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from rulebook.game import Phase, lines
from rulebook.games.bridge.facts import Revoke, player
from rulebook.games.bridge.outcome import side_of
from rulebook.games.bridge.play import ranks
from rulebook.parts.tricks import led, revealed
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import Seat, Seats, Side
from rulebook.table import Action, Each, Now, Section, Space, Table, Word

if TYPE_CHECKING:
    from rulebook.i18n import Lang

FAULT = "bridge.play.follow"
PLAYED = ("card", "make-good")  # the actions that put a card into a trick
TAKES = ("tricks", "points", "minus", "plus")


def wrong_cards(t: Table) -> set[tuple[int, int]]:
    """Every revoke in a complete trick, hand and trick: seen when it happened, or shown by a later card.

    A trick may lack a card, and a card that was taken back is played again: the last time counts.
    """
    wrong = {(a.hand, a.what): r.stands and r.rule == FAULT for a, r in t.log if a.kind in PLAYED}
    first = 1 + sum(t.setup.tricks)
    found = {
        (hand, n)
        for n, trick in enumerate(t.tricks, first)
        for hand, card in zip(trick.seats, trick.cards, strict=True)
        if wrong.get((hand, card))
    }
    if any(t.setup.hidden):
        found.update(revealed(ranks(t.facts), t.tricks, first))
    return found


def proved(t: Table) -> list[Revoke]:
    """The claims that the cards on the table prove, in the order in which they were made."""
    wrong = wrong_cards(t) if t.facts.revokes else set()
    return [claim for claim in t.facts.revokes if (claim.hand, claim.trick) in wrong]


def liable(t: Table, hand: int) -> bool:
    """Whether a revoke of this hand is punished: dummy has no choice of its cards."""
    return player(t, hand) == hand


def choices(o: Any, t: Table, hand: int) -> tuple[str, ...]:
    """What may be taken for a revoke of this hand; the first one of a side can leave a choice."""
    side = side_of(o, t, hand)
    if t.facts.contract is not None and not t.facts.contract.number:
        return ("tricks",) if o.revoke == "tricks" else ("tricks", "minus", "plus")
    declarers = side == side_of(o, t, t.facts.declarer)
    first = not any(_together(o, t, claim.hand, hand) for claim in proved(t))
    return ("tricks", "points") if first and not declarers else ("points",)


def _together(o: Any, t: Table, one: int, other: int) -> bool:
    """Whether two hands are on one side in this deal: with the declarer, or against."""
    declarer = side_of(o, t, t.facts.declarer)
    return (side_of(o, t, one) == declarer) == (side_of(o, t, other) == declarer)


class Take(str):
    """What is taken for a revoke, a word of `TAKES`."""

    __slots__ = ()

    def say(self, lang: Lang) -> str:
        words = {
            "tricks": lang.word("take", "three tricks"),
            "points": lang.word("take", "100 points"),
            "minus": lang.word("take", "three tricks off the other side's score"),
            "plus": lang.word("take", "three tricks onto the own score"),
        }
        return words[self]


def is_claim(value: object) -> bool:
    """Whether this can be claimed: the number of a trick, a hand, and what is taken, which may be left open."""
    if not isinstance(value, tuple) or len(value) not in (2, 3):
        return False
    return isinstance(value[0], int) and isinstance(value[1], Seat) and value[2:] in ((), *((x,) for x in TAKES))


class Revokes(Phase):
    """The right to claim a revoke of the other side, once the trick is complete."""

    name, sections = "revoke", ("Claim",)
    kinds: ClassVar = {"revoke": is_claim}

    def legal(self, t: Table) -> tuple[Space, ...]:
        if self.o.illegal_play != "table" or not t.tricks or t.ended is not None:
            return ()
        seats = self.o.shape.seats
        off = [(n, hand) for n, hand in self.thrown(t) if self.liable(t, hand)]
        claimed = {(c.trick, c.hand) for c in t.facts.revokes}
        return tuple(
            Each(
                seat,
                "revoke",
                tuple(
                    (n, seats.all[hand], take)
                    for n, hand in off
                    if not _together(self.o, t, seat, hand) and (n, hand) not in claimed
                    for take in choices(self.o, t, hand)
                ),
            )
            for seat in seats.players
        )

    def liable(self, t: Table, hand: int) -> bool:
        """Whether a revoke of this hand is punished in this game."""
        return liable(t, hand)

    def thrown(self, t: Table) -> Iterator[tuple[int, int]]:
        """Who did not follow suit, with the number of the trick."""
        order, first = ranks(t.facts), 1 + sum(t.setup.tricks)
        for n, trick in enumerate(t.tricks, first):
            suit = led(order, trick.cards)
            yield from ((n, hand) for hand, c in zip(trick.seats, trick.cards, strict=True) if order.suit[c] != suit)

    def at_this_table(self, t: Table, a: Action) -> Ruling | None:
        if self.o.illegal_play == "table":
            return None
        return no("bridge.revoke.modes", "Here a card that revokes is refused, so there is nothing to claim.")

    def a_trick(self, t: Table, a: Action) -> Ruling | None:
        trick, hand, *_ = _parts(a)
        if t.ended is not None:
            return no("bridge.revoke.claim", "This deal does not count, so there is nothing to claim in it.")
        first, last = 1 + sum(t.setup.tricks), sum(t.setup.tricks) + len(t.tricks)
        if last < first:
            return no("bridge.revoke.claim", "No trick is complete yet, so there is no revoke to claim.")
        if not first <= trick <= last:
            return no(
                "bridge.revoke.claim",
                "The claim must name a trick that is complete, by its number from {first} to {last}.",
                first=first,
                last=last,
            )
        if _together(self.o, t, a.by, hand):
            return no(
                "bridge.revoke.claim",
                "Only the other side may claim a revoke; {player} is on the side of the claim.",
                player=hand,
            )
        return None

    def not_dummy(self, t: Table, a: Action) -> Ruling | None:
        _, hand, *_ = _parts(a)
        if self.liable(t, hand):
            return None
        return no("bridge.revoke.dummy", "{player} is dummy. For a revoke of dummy nothing is taken.", player=hand)

    def not_followed(self, t: Table, a: Action) -> Ruling | None:
        trick, hand, *_ = _parts(a)
        if (trick, hand) in self.thrown(t):
            return None
        return no(
            "bridge.revoke.what",
            "{player} followed suit in trick {trick}, or led to it, so that was no revoke.",
            player=hand,
            trick=trick,
        )

    def once(self, t: Table, a: Action) -> Ruling | None:
        trick, hand, *_ = _parts(a)
        if not any((c.trick, c.hand) == (trick, hand) for c in t.facts.revokes):
            return None
        return no("bridge.revoke.once", "This revoke of {player} has been claimed already.", player=hand)

    def a_choice(self, t: Table, a: Action) -> Ruling | None:
        _, hand, *take = _parts(a)
        may = choices(self.o, t, hand)
        if (not take and len(may) == 1) or (take and take[0] in may):
            return None
        said = tuple(map(Take, may))
        if not take:
            return no("bridge.revoke.choice", "The claim must say what is taken: {may}.", may=said)
        return no("bridge.revoke.choice", "This cannot be taken for the revoke: {take}. What can be taken: {may}.",
                  take=Take(take[0]), may=said)  # fmt: skip

    guards = (at_this_table, a_trick, not_dummy, not_followed, once, a_choice)

    def verdict(self, t: Table, a: Action) -> Ruling:
        trick, hand, *_ = _parts(a)
        if (hand, trick) in wrong_cards(t):
            return yes(
                "bridge.revoke.proved",
                "{who} claims a revoke of {player} in trick {trick}. It is proved.",
                player=hand,
                trick=trick,
            )
        none = yes(
            "bridge.revoke.wrong",
            "{who} claims a revoke of {player} in trick {trick}. {player} had no card of the suit led: nothing is "
            "taken.",
            player=hand,
            trick=trick,
        )
        return none.unsure() if t.hidden[hand] else none

    def apply(self, t: Table, a: Action) -> Table:
        trick, hand, *take = _parts(a)
        claim = Revoke(a.by, hand, trick, take[0] if take else choices(self.o, t, hand)[0])
        return t.knowing(replace(t.facts, revokes=(*t.facts.revokes, claim)))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        if words[0] != "revoke" or not 3 <= len(words) <= 4:
            return None
        trick, hand = words[1].removeprefix("trick="), seats.find(words[2].removeprefix("by="))
        take = [word.removeprefix("take=") for word in words[3:]]
        if not (trick.isascii() and trick.isdecimal() and len(trick) < 3) or hand is None:
            return None
        what = (int(trick), hand, *take)
        return ("revoke", what, None) if is_claim(what) else None

    def script(self, now: Now, section: Section, seats: Seats) -> Iterator[tuple[Word, str]]:
        yield from lines(section)


def _parts(a: Action) -> tuple[Any, ...]:
    assert isinstance(a.what, tuple)
    return a.what


def offenders(o: Any, t: Table) -> frozenset[Side]:
    """The sides that a proved revoke bars from scoring; all adversaries of the declarer together."""
    declarer = side_of(o, t, t.facts.declarer)
    found = {side_of(o, t, claim.hand) for claim in proved(t)}
    against = {s for s in o.shape.seats.sides if s != declarer} if found - {declarer} else set()
    return frozenset(found | against)
