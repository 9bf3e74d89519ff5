"""A record judged to its end. A regular deal takes the short way, anything else the engine's own steps.

The short way only ever says that all is legal. It makes the same table as the engine, and the
score comes from the same functions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from rulebook.cards import CARDS, RANKS, SUITS, Card
from rulebook.game import Game, Step
from rulebook.games.bridge.facts import DOUBLE, PASS, REDOUBLE, Bid
from rulebook.ledger import Ledger
from rulebook.options import changed
from rulebook.records.case import Played, Record
from rulebook.standing import Standing
from rulebook.table import Setup, Table, Trick

NAMED = {f"{n}{d}": Bid(n, d[0]) for n in range(1, 8) for d in ("C", "D", "H", "S", "R", "U", "NT")}
CALLS = {**NAMED, "Pass": PASS, "X": DOUBLE, "XX": REDOUBLE}
CARD: Mapping[str, Card] = {c.code: c for c in CARDS[:52]}
AROUND = tuple(tuple((leader + i) % 4 for i in range(4)) for leader in range(4))
NONE = (0, 0, 0, 0)
NEW = tuple.__new__  # a named tuple from its parts, without the cost of their names


def _powers(trump: str, led: str) -> dict[str, int]:
    """What each card counts in a trick of this suit; 0 if it cannot win."""
    weight = {led: 1, trump: 20}
    return {s + r: weight.get(s, 0) * (i + 2) for s in SUITS for i, r in enumerate(RANKS)}


POWERS = {trump: {led: _powers(trump, led) for led in SUITS} for trump in (*SUITS, "")}


class Outcome(NamedTuple):
    """The table at the end of a record, its score, and the step that was refused if one was."""

    table: Table
    ledger: Ledger
    refused: Step | None = None


class Checker:
    """Judges records of one game.

    >>> from rulebook.cases import get
    >>> from rulebook.games import game
    >>> check = Checker(game("auction-bridge", illegal_play="table"))
    >>> check(get("bridge/deals/foster-1").record).refused is None
    True
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.plain = game.id == "auction-bridge" and not set(changed(game.options)) - {"illegal_play", "nullo"}
        self.facts: dict[tuple[int, tuple[int, str]], Any] = {}
        self.start = Standing.start(game.seats) if self.plain else None

    def __call__(self, record: Record) -> Outcome:
        """The end of this record. Raises InputError, and IllegalAction for an impossible deal."""
        if record.played is not None and (t := self.regular(record.played, record)) is not None:
            return Outcome(t, self.game.result(t))
        refused, t = None, self.game.start(record.setup(self.game))
        for step in self.game.replay(record):
            refused = step if step.table is step.before else None
            t = step.table
        return Outcome(t, self.game.result(t), refused)

    def regular(self, played: Played, record: Record) -> Table | None:
        """The table after a deal in which everything is legal; None when the engine must look."""
        if not self.plain or not self.legal_calls(played):
            return None
        standing = self.start if record.match is None else record.match.standing
        setup = Setup(played.dealer, self.game.pack, played.hands, NONE, standing=standing, given=played.given)
        calls = tuple([(AROUND[played.dealer][i % 4], CALLS[call]) for i, call in enumerate(played.calls)])
        facts = self.facts.get((played.declarer, played.contract[:2]))
        if facts is None:
            facts = self.declared(setup, calls, played)
            if facts is None:
                return None
        facts = replace(facts, calls=calls)
        if not played.words:
            return Table(setup, played.hands, NONE, {}, facts)
        tricks = _tricks(played)
        if tricks is None:
            return None
        return Table(setup, NONE, NONE, {}, facts, (), tricks[-1].winner, tricks)

    def declared(self, setup: Setup, calls: tuple[tuple[int, Bid], ...], played: Played) -> Any:
        """What the engine knows when this declarer has this contract: but for the calls, it is always the same."""
        t = self.game.start(setup)
        t = t.knowing(replace(t.facts, calls=calls))
        phase = self.game.active(t)
        if phase is None or (last := phase.forced(t)) is None:
            return None
        facts = phase.apply(t, last).facts
        if facts.declarer != played.declarer:
            return None
        return self.facts.setdefault((played.declarer, played.contract[:2]), facts)

    def legal_calls(self, played: Played) -> bool:
        """Whether the dealer names something, each bid is worth more, and each double answers one."""
        values = self.game.options.shape.values
        last, by, risk, height = None, 0, 0, (0, 0, False)
        for i, call in enumerate(played.calls):
            if call == "Pass":
                if i == 0:
                    return False
            elif call == "X" or call == "XX":
                if last is None or risk != len(call) - 1 or (i - by) % 2 != (call == "X"):
                    return False
                risk += 1
            else:
                bid = CALLS[call]
                new = (bid.number * values[bid.denomination], bid.number, bid.denomination == "N")
                if new <= height or bid.denomination == "U":
                    return False
                last, by, risk, height = bid, i, 0, new
        return True


def _tricks(played: Played) -> tuple[Trick, ...] | None:
    """The thirteen tricks of a full play; None when a hand did not follow suit though it could."""
    words, name = played.words, played.contract[1]
    powers = POWERS[{"N": "", "R": "S"}.get(name, name)]
    first = (played.declarer + 1) % 4
    cards, letters = [CARD[w] for w in words], "".join(words)[::2]
    column, made, led = 0, [], ""
    for at in range(0, 52, 4):
        suit = letters[at + column]
        led += suit
        power = powers[suit]
        one, two, three, four = words[at : at + 4]
        row = cards[at : at + 4] if column == 0 else cards[at + column : at + 4] + cards[at : at + column]
        leader, column, most = (first + column) % 4, 0, power[one]
        if (n := power[two]) > most:
            column, most = 1, n
        if (n := power[three]) > most:
            column, most = 2, n
        if power[four] > most:
            column = 3
        made.append(NEW(Trick, (leader, tuple(row), (first + column) % 4, AROUND[leader])))
    for i in range(4):
        suits = letters[i::4]
        for n in [n for n in range(13) if suits[n] != led[n]]:
            if led[n] in suits[n + 1 :]:
                return None
    return tuple(made)
