"""The driver: whose phase it is, what the rules say, one step after another.

The first phase that is not done is the active one. A right (a claim, say) is open to anybody
while its own rules allow it, whatever phase is active.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, ClassVar, NamedTuple

from rulebook.ledger import Ledger
from rulebook.options import Idle
from rulebook.ruling import IllegalAction, InputError, Ruling, no
from rulebook.seats import TABLE, Seat, Seats
from rulebook.standing import Standing
from rulebook.table import Action, Done, Now, Script, Section, Setup, Space, Table, Trick, Word

HAND_KINDS = ("card", "exchange")  # the seat behind these is a hand, and one's own goes without saying


class Phase:
    """A phase or a right of a game. Its options are `self.o`."""

    name = ""
    kinds: ClassVar[Mapping[str, Callable[[object], bool]]] = {}  # kinds of action, and what they act on
    sections: tuple[str, ...] = ()
    guards: tuple[Callable[[Any, Table, Action], Ruling | None], ...] = ()

    def __init__(self, options: Any) -> None:
        self.o = options

    def done(self, t: Table) -> bool:
        """Asked anew after every step."""
        raise NotImplementedError

    def turn(self, t: Table) -> int | None:
        """The seat that is to act, or None when several may."""
        return None

    def legal(self, t: Table) -> tuple[Space, ...]:
        """Everything that may be done, as spaces."""
        return ()

    def rule(self, t: Table, a: Action) -> Ruling:
        """The first guard that refuses, else the verdict."""
        for guard in self.guards:
            refused = guard(self, t, a)
            if refused is not None:
                return refused
        return self.verdict(t, a)

    def verdict(self, t: Table, a: Action) -> Ruling:
        """The ruling on an action that no guard refuses."""
        raise NotImplementedError

    def apply(self, t: Table, a: Action) -> Table:
        """The table after the action; never judges."""
        raise NotImplementedError

    def closed(self, t: Table, a: Action) -> Ruling | None:
        """Why an action of this phase is refused while the phase is not active."""
        return None

    def forced(self, t: Table) -> Action | None:
        """The step that needs no decision."""
        return None

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, int | None] | None:
        """Kind, object and other seat of an action written in these words, or None."""
        return None

    def script(self, now: Now, section: Section, seats: Seats) -> Iterator[tuple[Word, str]]:
        """The actions of a section, each a word of the record and the action's own text."""
        raise NotImplementedError


def owns(phase: Phase, a: Action) -> bool:
    """Whether this phase or right judges such an action."""
    return a.kind in phase.kinds and phase.kinds[a.kind](a.what)


class Step(NamedTuple):
    """One step of a replay: the action, its ruling, the table before and after."""

    n: int
    phase: str
    action: Action
    ruling: Ruling
    before: Table
    table: Table
    forced: bool = False
    word: Word = Word("")


@dataclass(frozen=True)
class Game:
    """The rules of one game at one table: phases, rights, scoring, and the options chosen."""

    id: str
    options: Any
    seats: Seats
    phases: tuple[Phase, ...]
    rights: Mapping[str, Phase]
    mode: str
    pack: int
    dealt: Callable[[Setup], Ruling]
    facts: Callable[[Setup], Any]
    result: Callable[[Table], Ledger]
    settlement: tuple[Any, ...]
    won: Callable[[Table, Trick, int, bool], Ruling]
    now: Callable[[Table], dict[str, object]]
    answers: Mapping[str, Callable[[Table], Ruling]]
    compare: Callable[[Table, int, int], Ruling]
    hand: int
    clashes: tuple[Ruling, ...] = ()  # why the house rules cannot stand together
    idle: tuple[Idle, ...] = ()  # which house rules decide nothing beside which others
    remarks: tuple[Ruling, ...] = ()
    marks: tuple[str, ...] = ()
    limits: Mapping[str, int] = field(default_factory=dict)  # the most of a mark before a deal, of points under ""
    notes: tuple[str, ...] = ()
    deals: Callable[[int], tuple[int, ...]] | None = None  # cards for each seat, by dealer; `hand` for all if None
    stated: tuple[str, ...] = ()
    piles: Mapping[str, int] = field(default_factory=dict)
    preset: str = ""
    pad: bool = False  # whether its scores are written below and above a line
    tables: bool = False  # whether it is played at several tables at once
    onward: Callable[[Standing], Standing] = Standing.next_game  # what the next deal of a match starts from

    @property
    def clash(self) -> Ruling | None:
        """The first reason why these house rules are no game."""
        return self.clashes[0] if self.clashes else None

    def start(self, setup: Setup) -> Table:
        """The table of a fresh deal, forced steps not yet taken. Raises IllegalAction."""
        if not (r := self.dealt(setup)).ok:
            raise IllegalAction(r)
        return Table(setup, setup.hands, setup.hidden, setup.piles, self.facts(setup), leader=setup.leader)

    def is_note(self, name: str) -> bool:
        """Whether a match of this game keeps a number of this name; `round.` in `notes` stands for `round.ANY`."""
        return any(name == note or (note[-1] == "." and name.startswith(note)) for note in self.notes)

    def active(self, t: Table) -> Phase | None:
        """The first phase that is not done."""
        if t.ended is not None:
            return None
        for phase in self.phases:
            if not phase.done(t):
                return phase
        return None

    def turn(self, t: Table) -> int | None:
        """The seat that is to act."""
        phase = self.active(t)
        return phase.turn(t) if phase else None

    def judge(self, t: Table, a: Action) -> Phase | None:
        """The phase or right that judges this action."""
        return self.rights.get(a.kind) or self.active(t)

    def _ruling(self, t: Table, a: Action) -> Ruling:
        if any(not isinstance(s, int) or not -1 < s < len(self.seats) for s in (a.by, a.hand)):
            return self._no_seat(str(a.by))
        if a.kind in self.rights and self.seats.all[a.by] not in self.seats.players:
            return no("kernel.action.nobody", "Nobody sits here: {seat}. Another player plays these cards.",
                      seat=self.seats.all[a.by])  # fmt: skip
        phase = self.judge(t, a)
        if phase is not None and owns(phase, a):
            return phase.rule(t, a)
        for other in self.phases:
            if owns(other, a) and (r := other.closed(t, a)) is not None:
                return r
        if phase is None:
            return no("kernel.action.over", "The play is over: nothing more can be done in this deal.")
        return no("kernel.action.kind", "This cannot be done now.")

    def rule(self, t: Table, action: Action | str) -> Ruling:
        """What the rules say of an action (an `Action` or its line of text). Never raises."""
        a = action if isinstance(action, Action) else self.read(str(action))
        return a if isinstance(a, Ruling) else self.spoken(a, self._ruling(t, a))

    def spoken(self, a: Action, r: Ruling) -> Ruling:
        """The ruling with `{who}` and `{what}` of its action."""
        if r.rule.startswith("kernel."):
            return r
        who = a.hand if a.kind == "card" else a.by
        return r.having(who=self.seats.all[who], what=a.what)

    def read(self, text: str) -> Action | Ruling:
        """The action written in this line, or the refusal of an unreadable one."""
        who, *words = text.split() or [""]
        if (by := self.seats.find(who)) is None:
            return self._no_seat(who)
        for phase in (*self.phases, *self.rights.values()):
            if words and (found := phase.read(words, self.seats)):
                kind, what, seat = found
                return Action(by, kind, what, None if seat == by and kind in HAND_KINDS else seat)
        return no("kernel.action.text", "“{text}” is not an action of this game.", text=text)

    def _no_seat(self, text: str) -> Ruling:
        return no(
            "kernel.action.seat",
            "“{text}” does not begin with a seat of this table. Seats: {seats}.",
            text=text,
            seats=tuple(s.code for s in self.seats.all),
        )

    def legal(self, t: Table) -> tuple[Space, ...]:
        """Everything that may be done now, over all seats, as spaces."""
        phase = self.active(t)
        spaces = phase.legal(t) if phase else ()
        for right in dict.fromkeys(self.rights.values()):
            spaces += right.legal(t)
        return spaces

    def step(self, t: Table, a: Action, r: Ruling) -> Table:
        """Apply a ruled action and log it. The only mutation: the log of the table just made."""
        phase = self.judge(t, a)
        assert phase is not None
        after = phase.apply(t, a)
        after.log = (*t.log, Done(a, r))
        return after

    def stands(self, r: Ruling) -> bool:
        """Whether an action so ruled happens at this table."""
        return r.ok or (r.stands and self.mode == "table")

    def play(self, t: Table, action: Action | str) -> Table:
        """The table after an action and the forced steps behind it. Raises IllegalAction."""
        a = self.read(action) if isinstance(action, str) else action
        if isinstance(a, Ruling):
            raise IllegalAction(a)
        r = self._ruling(t, a)
        if not self.stands(r):
            raise IllegalAction(self.spoken(a, r))
        t = self.step(t, a, r)
        return next((after for after, *_ in reversed(list(self.running(t)))), t)

    def running(self, t: Table) -> Iterator[tuple[Table, Phase, Action, Ruling]]:
        """The forced steps that follow from here."""
        while (phase := self.active(t)) and (a := phase.forced(t)):
            r = phase.rule(t, a)
            t = self.step(t, a, r)
            yield t, phase, a, r

    def replay(self, script: Script, until: int | None = None) -> Iterator[Step]:
        """Every step of a record, or the first `until`. A refused action is the last step; its
        table is unchanged.

        Raises InputError for words that are no actions, IllegalAction for an impossible deal.
        """
        return islice(self._replay(script), until)

    def _replay(self, script: Script) -> Iterator[Step]:
        t, n = self.start(script.setup(self)), 0

        def forced() -> Iterator[Step]:
            nonlocal t, n
            before = t
            for after, phase, a, r in self.running(t):
                n += 1
                yield Step(n, phase.name, a, r, before, after, forced=True)
                t = before = after

        def now() -> Table:
            return t

        yield from forced()
        for section in script.sections:
            for word, line in self.actions(now, section):
                a = self.read(line)
                if isinstance(a, Ruling):
                    raise InputError(
                        "“{text}” is not an action of this game.",
                        text=line,
                        line=word.line,
                        column=word.column,
                    )
                r = self._ruling(t, a)
                phase = self.judge(t, a)
                happens = self.stands(r)
                after = self.step(t, a, r) if happens else t
                n += 1
                yield Step(n, phase.name if phase else "", a, self.spoken(a, r), t, after, word=word)
                if not happens:
                    return
                t = after
                yield from forced()

    def actions(self, now: Now, section: Section) -> Iterator[tuple[Word, str]]:
        """The lines of action that a section of a record stands for."""
        if section.tag == "Do":
            yield from lines(section)
        for phase in (*self.phases, *dict.fromkeys(self.rights.values())):
            if section.tag in phase.sections:
                yield from phase.script(now, section, self.seats)


def lines(section: Section) -> Iterator[tuple[Word, str]]:
    """The tag's value as a line of action, then one line of action for each line below it."""
    if section.value:
        yield section.at, section.value
    rows: dict[int, list[Word]] = {}
    for word in section.words:
        rows.setdefault(word.line, []).append(word)
    for words in rows.values():
        yield words[0], " ".join(w.text for w in words)


def first_seat(section: Section, seats: Seats) -> Seat:
    """The seat that the tag of a section names. Raises InputError for another word."""
    seat = seats.find(section.value)
    if seat is None:
        raise InputError(
            "“{text}” is not a seat of this table. Seats: {seats}.",
            text=section.value,
            seats=tuple(s.code for s in seats.all),
            line=section.at.line,
            column=section.at.column,
        )
    return seat


def by_table(kind: str, what: object = None) -> Action:
    """A forced step."""
    return Action(TABLE, kind, what)
