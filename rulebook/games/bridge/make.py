"""The make of straight bridge: who names the trump."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rulebook.game import Phase, lines
from rulebook.games.bridge.facts import Bid, declared, is_make
from rulebook.games.bridge.options import STRAIGHT
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import FOUR, Seats
from rulebook.table import Action, Each, Now, Section, Space, Table, Word

NAMES = {"spades": "S", "clubs": "C", "diamonds": "D", "hearts": "H", "nt": "N"}
MADE = yes("bridge.make.name", "{who} names {what}.")


class Make(Phase):
    """Straight bridge: the dealer, or the dealer's partner, names the trump suit or no trump."""

    name, sections = "make", ("Make",)
    kinds: ClassVar = {"make": is_make}

    def done(self, t: Table) -> bool:
        return t.facts.declarer is not None

    def legal(self, t: Table) -> tuple[Space, ...]:
        makes = tuple(Bid(0, d) for d in STRAIGHT)
        return tuple(Each(seat, "make", makes) for seat in self.makers(t))

    def makers(self, t: Table) -> tuple[int, int]:
        return t.setup.dealer, FOUR.partner(t.setup.dealer)

    def turn(self, t: Table) -> int:
        return t.setup.dealer

    def rule(self, t: Table, a: Action) -> Ruling:
        if a.by in self.makers(t):
            return MADE
        return no(
            "bridge.make.name",
            "Only the dealer ({dealer}) or the dealer's partner names the trump.",
            dealer=FOUR.all[t.setup.dealer],
        )

    def apply(self, t: Table, a: Action) -> Table:
        assert isinstance(a.what, Bid)
        return declared(self.o, t, t.setup.dealer, a.what, a.by)

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        name = words[1].lower() if len(words) == 2 and words[0].lower() == "make" else ""
        letter = NAMES.get(name, name.upper())
        return ("make", Bid(0, letter), None) if letter in STRAIGHT else None

    def script(self, now: Now, section: Section, seats: Seats) -> Iterator[tuple[Word, str]]:
        for word, line in lines(section):
            who, _, what = line.partition(" ")
            yield word, f"{who} make {what}"
