"""Doubling in straight bridge: what an odd trick counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

from rulebook.cards import is_card
from rulebook.game import Phase, first_seat
from rulebook.games.bridge.claims import Claim
from rulebook.games.bridge.facts import DOUBLE, PASS, REDOUBLE, Bid, Facts, Slip, slips
from rulebook.games.bridge.make import adversaries, dropped, none, slipped, together
from rulebook.games.bridge.play import Play, ranks
from rulebook.parts import tricks
from rulebook.parts.calls import MARKS
from rulebook.ruling import Ruling, irregular, no, yes
from rulebook.seats import Seat, Seats
from rulebook.table import Action, Each, Now, Section, Space, Table, Word

WORDS = {"X": DOUBLE, "DOUBLE": DOUBLE, "XX": REDOUBLE, "REDOUBLE": REDOUBLE}
WORDS |= dict.fromkeys(("PASS", "P", "ASK", "PLAY"), PASS)

DOUBLES = yes("bridge.doubling.first", "{who} doubles.")
ASKS = yes("bridge.doubling.first", "{who} does not double and asks the partner: shall I play?")
ANSWERS = yes("bridge.doubling.answer", "{who} was asked, and doubles.")
PLAY = yes("bridge.doubling.answer", "{who} answers that the play may begin.")
REDOUBLES = yes("bridge.doubling.order", "{who} redoubles.")
REFUSES = yes("bridge.doubling.order", "{who} does not redouble; now the partner may.")
ENDS = yes("bridge.doubling.end", "{who} does not raise the value, and nobody else may: the doubling is over.")
OVER = yes("bridge.doubling.end", "The doubling is over.")
AFTER_LEAD = yes("bridge.doubling.lead", "{who} doubles after the lead. It stands only if the maker consents.")


def raises(facts: Facts) -> list[tuple[int, Bid]]:
    """Every double and redouble of the make, in order."""
    return [(seat, call) for seat, call in facts.doubling if call != PASS]


def unit(o: Any, facts: Facts) -> int:
    """What an odd trick counts, as doubled; never more than the limit of the game."""
    assert facts.contract is not None
    value: int = o.shape.values[facts.contract.denomination] << len(raises(facts))
    return min(value, o.shape.cap) if o.shape.cap else value


def is_word(value: object) -> bool:
    """Whether this is said in doubling: a pass, a double, a redouble."""
    return isinstance(value, Bid) and value in (PASS, DOUBLE, REDOUBLE)


class Doubling(Phase):
    """After the make: doubled, redoubled and so on, until one side has twice said no."""

    name, sections = "doubling", ("Doubling", "Play")
    kinds: ClassVar = {"call": is_word, "consult": none, "cancel": none, "card": is_card}

    # -- who speaks ---------------------------------------------------------------------------

    def doublers(self, t: Table) -> tuple[int, ...]:
        """Who may double the make, in order."""
        return adversaries(self.o, t.setup.dealer)

    def redoublers(self, t: Table) -> tuple[int, ...]:
        """Who may redouble, in order: the maker, then the partner."""
        seats: Seats = self.o.shape.seats
        return t.facts.maker, seats.partner(t.facts.maker)

    def side(self, t: Table) -> tuple[int, ...]:
        """The side that may raise the value now, in order."""
        found = raises(t.facts)
        if len(found) % 2:
            return self.redoublers(t)
        first = [seat for seat, _ in found[:1]]  # whoever doubled first
        return tuple(dict.fromkeys((*first, *self.doublers(t))))

    def declined(self, t: Table) -> set[int]:
        """Who of the side has said no."""
        since = t.facts.doubling[len(t.facts.doubling) - self.last(t) :]
        return {seat for seat, _ in since}

    def last(self, t: Table) -> int:
        """How many words there were since the last double or redouble."""
        said = [call for _, call in reversed(t.facts.doubling)]
        return next((n for n, call in enumerate(said) if call != PASS), len(said))

    def waiting(self, t: Table) -> list[int]:
        """Those of the side who may still speak, in order; who has lost the right is passed over."""
        return [s for s in self.side(t) if s not in t.facts.mute and s not in self.declined(t)]

    def pending(self, t: Table) -> Slip | None:
        """A double out of turn, or after the lead, until it is known whether it stands."""
        return next((slip for slip in slips(t) if slip.kind == "raise"), None)

    def decider(self, t: Table) -> int:
        """Who says whether it stands: the player redoubled, for a double the maker."""
        *before, _ = raises(t.facts)
        return before[-1][0] if before else self.redoublers(t)[0]

    def done(self, t: Table) -> bool:
        if t.facts.declarer is None:
            return False
        if t.facts.maker is None or t.tricks or len(t.trick) > 1:
            return True  # a contract that the record begins with; cards that have been played
        if sum(t.setup.tricks) and "Doubling" not in t.setup.given:
            return True
        return self.pending(t) is None and (not self.waiting(t) or self.full(t))

    def full(self, t: Table) -> bool:
        """Whether a trick counts as much as it may."""
        return bool(self.o.shape.cap) and unit(self.o, t.facts) == self.o.shape.cap

    def next(self, t: Table) -> int:
        """Who speaks next, a decision that is waited for left aside."""
        return (*self.waiting(t), *self.side(t), t.setup.dealer)[0]

    def turn(self, t: Table) -> int:
        return self.next(t) if self.pending(t) is None else self.decider(t)

    # -- what may be said ---------------------------------------------------------------------

    def legal(self, t: Table) -> tuple[Space, ...]:
        by = self.turn(t)
        spaces: list[Space] = []
        if by == self.next(t):
            more = () if self.full(t) else (REDOUBLE if raises(t.facts) else DOUBLE,)
            spaces.append(Each(by, "call", (PASS, *more)))
        if self.pending(t) is not None:
            spaces.append(Each(by, "cancel", (None,)))
        return tuple(spaces)

    def rule(self, t: Table, a: Action) -> Ruling:
        judge = {"call": self.says, "consult": self.consults, "cancel": self.cancels, "card": self.leads}[a.kind]
        return judge(t, a)

    def says(self, t: Table, a: Action) -> Ruling:
        """The ruling on a pass, a double or a redouble."""
        for guard in (self.waits, self.not_theirs, self.wrong_word, self.out_of_turn):
            if (refused := guard(t, a)) is not None:
                return refused
        return self.passed(t, a) if a.what == PASS else self.raised(t, a)

    def waits(self, t: Table, a: Action) -> Ruling | None:
        """A double out of turn is decided on before anybody speaks."""
        if self.pending(t) is None or a.by == self.decider(t) == self.next(t):
            return None
        return no(
            "bridge.doubling.early",
            "First {player} must say whether the double stands.",
            player=self.seat(self.decider(t)),
        )

    def not_theirs(self, t: Table, a: Action) -> Ruling | None:
        """Each side raises only what the other one has named or doubled, and each player once a round."""
        if a.by in t.facts.mute:
            return self.muted(t, a.by)
        if a.by not in self.side(t):
            return no(
                "bridge.doubling.order",
                "It is for the other side to raise the value. Now to speak: {turn}.",
                turn=self.seat(self.next(t)),
            )
        if a.by in self.declined(t):
            return no(
                "bridge.doubling.order",
                "{player} has said no already. Now to speak: {turn}.",
                player=self.seat(a.by), turn=self.seat(self.next(t)),
            )  # fmt: skip
        return None

    def muted(self, t: Table, seat: int) -> Ruling:
        """The refusal of who may not double any more, with its ground."""
        r = no("bridge.doubling.mute", "{player} may not double any more in this deal.", player=self.seat(seat))
        seats: Seats = self.o.shape.seats
        shown = any(a.kind == "expose" and seats.partner(a.by) == seat for a, _ in t.log)
        return r.on(no("bridge.exposed.double", "The partner has exposed a card.")) if shown else r

    def wrong_word(self, t: Table, a: Action) -> Ruling | None:
        if self.full(t) and a.what != PASS:
            return self.limit(t)
        if a.what == DOUBLE and raises(t.facts):
            return no("bridge.doubling.order", "The make is doubled already: who raises it again redoubles.")
        if a.what == REDOUBLE and not raises(t.facts):
            return no("bridge.doubling.order", "Nobody has doubled, so there is nothing to redouble.")
        return None

    def out_of_turn(self, t: Table, a: Action) -> Ruling | None:
        if a.by == self.next(t):
            return None
        values = {"player": self.seat(a.by), "turn": self.seat(self.next(t))}
        if a.what == DOUBLE:
            return irregular(
                "bridge.doubling.early", "{player} has not been asked: {turn} speaks first about doubling.", **values
            )
        if a.what == REDOUBLE:
            return irregular(
                "bridge.doubling.early", "{player} redoubles out of turn: {turn} has the first right.", **values
            )
        if raises(t.facts):
            return no("bridge.doubling.order", "{player} speaks after {turn}.", **values)
        return irregular(
            "bridge.doubling.ask",
            "It is for {turn} to ask whether to play. {turn} may still double.",
            turn=self.seat(self.next(t)),
        )

    def passed(self, t: Table, a: Action) -> Ruling:
        if len(self.waiting(t)) > 1:
            return REFUSES if raises(t.facts) else ASKS
        return PLAY.on(OVER) if self.declined(t) and not raises(t.facts) else ENDS

    def raised(self, t: Table, a: Action) -> Ruling:
        after = replace(t.facts, doubling=(*t.facts.doubling, (a.by, a.what)))
        if unit(self.o, after) == self.o.shape.cap:
            why = yes(
                "bridge.doubling.cap", "An odd trick now counts {value}, the most it can.", value=self.o.shape.cap
            )
        else:
            why = yes("bridge.doubling.value", "An odd trick now counts {value}.", value=unit(self.o, after))
        if a.what == REDOUBLE:
            return REDOUBLES.on(why)
        said = AFTER_LEAD if t.trick else ANSWERS if self.declined(t) else DOUBLES
        return said.on(why)

    # -- irregularities -----------------------------------------------------------------------

    def consults(self, t: Table, a: Action) -> Ruling:
        return irregular(
            "bridge.doubling.consult", "{player} may not consult the partner about doubling.", player=self.seat(a.by)
        )

    def cancels(self, t: Table, a: Action) -> Ruling:
        if self.pending(t) is None:
            return no("bridge.doubling.early", "Nothing was said out of turn that could be cancelled.")
        if a.by != self.decider(t):
            return no(
                "bridge.doubling.early",
                "Only {player} may say whether it stands.",
                player=self.seat(self.decider(t)),
            )
        return yes("bridge.doubling.early", "{who} says that it does not stand.")

    def leads(self, t: Table, a: Action) -> Ruling:
        """A first card before the doubling is over: only the eldest hand can lead too early."""
        doublers = self.doublers(t)
        if a.hand != doublers[0] or raises(t.facts) or t.trick or len(doublers) < 2:
            return no(
                "bridge.doubling.end",
                "The doubling is not over, so no card is played. Now to speak: {turn}.",
                turn=self.seat(self.turn(t)),
            )
        lead = Play(self.o).rule(t, a)
        if not lead.ok:
            return lead
        return irregular(
            "bridge.doubling.lead",
            "{player} may not lead before the partner ({partner}) has said that the play may begin.",
            player=self.seat(a.by), partner=self.seat(doublers[1]),
        )  # fmt: skip

    def limit(self, t: Table) -> Ruling:
        return no(
            "bridge.doubling.cap",
            "An odd trick counts {value} already: nobody may raise it any more.",
            value=self.o.shape.cap,
        )

    def closed(self, t: Table, a: Action) -> Ruling | None:
        if a.kind in ("card", "consult"):
            return None
        if t.facts.declarer is None:
            return no("bridge.doubling.first", "Nobody doubles before the trump is named.")
        if a.kind == "call" and a.what != PASS and self.full(t):
            return self.limit(t)
        return no("bridge.doubling.end", "The doubling is over: what an odd trick counts is settled.")

    def seat(self, seat: int) -> Seat:
        found: Seat = self.o.shape.seats.all[seat]
        return found

    # -- what follows -------------------------------------------------------------------------

    def apply(self, t: Table, a: Action) -> Table:
        facts = t.facts
        if a.kind == "consult":
            return slipped(t, "consult", a.by)
        if a.kind == "cancel":
            return self.cancelled(t)
        if a.kind == "card":
            if a.by not in self.declined(t):  # who leads does not double
                facts = replace(facts, doubling=(*facts.doubling, (a.by, PASS)))
            return tricks.lay(t.knowing(facts), a, ranks(facts))
        early = a.by != self.next(t)
        if a.what == PASS and early:  # the pone asks: nothing follows from it
            return t.knowing(facts)
        said = dropped(t.knowing(replace(facts, doubling=(*facts.doubling, (a.by, a.what)))), "raise")
        late = bool(t.trick) and not raises(facts)
        return slipped(said, "raise", a.by) if a.what != PASS and (early or late) else said

    def cancelled(self, t: Table) -> Table:
        """As if it had not been said; its player may not say it again in this deal."""
        (by, _), doubling = t.facts.doubling[-1], t.facts.doubling[:-1]
        return dropped(t.knowing(replace(t.facts, doubling=doubling, mute=(*t.facts.mute, by))), "raise")

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        if len(words) != 1:
            return None
        if words[0] in ("consult", "cancel"):
            return words[0], None, None
        call = WORDS.get(words[0].upper())
        return None if call is None else ("call", call, None)

    def script(self, now: Now, section: Section, seats: Seats) -> Iterator[tuple[Word, str]]:
        if section.tag == "Play":
            if any(word.text[0] not in "-*+" for word in section.words):
                yield from self.silence(now, section.at, seats)
            return
        seat: int = first_seat(section, seats)
        for word in section.words:
            who, colon, call = word.text.partition(":")
            if word.text[0] in MARKS:
                continue
            if not colon:
                who, call = seats.all[seat].code, word.text
            if call.upper() == "AP":
                yield from self.silence(now, word, seats)
            else:
                call = "XX" if WORDS.get(call.upper()) == DOUBLE and raises(now().facts) else call
                yield word, f"{who} {call}"
            seat = self.turn(now())

    def silence(self, now: Now, word: Word, seats: Seats) -> Iterator[tuple[Word, str]]:
        """What a record does not say, because nobody doubled any more."""
        while (t := now()).facts.declarer is not None and not self.done(t):
            yield word, f"{seats.all[self.turn(t)].code} Pass"


def offence(o: Any, t: Table, seat: int) -> Claim | None:
    """What an irregularity of doubling allows this player to claim."""
    found: list[Claim] = []
    for slip in slips(t):
        if slip.kind == "consult" and not t.trick and not t.tricks:
            found.append(_consulted(o.shape.seats, slip, seat))
        if slip.kind == "raise":
            found.append(_raised(o, t, seat))
    return together(found)


def _consulted(seats: Seats, slip: Slip, seat: int) -> Claim:
    player = seats.all[slip.by]
    if seats.side(seat) == seats.side(slip.by):
        refused = no(
            "bridge.doubling.consult",
            "{player} consulted the partner: only the other side may act on that.",
            player=player,
        )
        return Claim(refused, refused)
    return Claim(
        yes("bridge.doubling.consult", "{who} asks for a new deal: {player} consulted the partner.", player=player),
        yes("bridge.doubling.consult", "{who} claims nothing."),
    )


def _raised(o: Any, t: Table, seat: int) -> Claim:
    decider = Doubling(o).decider(t)
    again = no("bridge.doubling.early", "A double out of turn gives no right to a new deal.")
    if seat != decider:
        who = o.shape.seats.all[decider]
        return Claim(again, no("bridge.doubling.early", "Only {player} may say whether it stands.", player=who))
    return Claim(again, yes("bridge.doubling.early", "{who} lets it stand."))


class NoDoubling(Doubling):
    """The right that is refused in a game without doubling; the game says so in its own words."""

    kinds: ClassVar = {"call": Doubling.kinds["call"]}
    refused: ClassVar[Ruling]

    def legal(self, t: Table) -> tuple[Space, ...]:
        return ()

    def rule(self, t: Table, a: Action) -> Ruling:
        return self.refused
