"""A record judged to its end. A regular deal takes the short way, anything else the engine's own steps.

The short way only ever says that all is legal. The score comes from the same functions, and the
table, when somebody asks for it, is the one that the engine makes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import compress
from operator import ne

from rulebook.cards import CARDS, Card
from rulebook.game import Game, Step
from rulebook.games.bridge.facts import DOUBLE, PASS, REDOUBLE, Bid, Facts
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
THIRTEEN = range(13)
EVERYBODY = AROUND[0]
# what a score needs to know of a trick: who won it, by the column of the winner and the seat of the first column
WON = tuple(tuple(Trick(-1, (), winner, ()) for winner in around) for around in AROUND)


class Outcome:
    """The table at the end of a record, its score, and the step that was refused if one was."""

    __slots__ = ("_table", "ledger", "refused")

    def __init__(self, table: Table | Callable[[], Table], ledger: Ledger, refused: Step | None = None) -> None:
        self._table, self.ledger, self.refused = table, ledger, refused

    @property
    def table(self) -> Table:
        if not isinstance(self._table, Table):  # made when somebody asks for it
            self._table = self._table()
        return self._table


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
        self.facts: dict[tuple[int, tuple[int, str, int]], Facts] = {}
        self.heights = _heights(game.options.shape.values) if self.plain else {}
        self.start = Standing.start(game.seats) if self.plain else None

    def __call__(self, record: Record) -> Outcome:
        """The end of this record. Raises InputError, and IllegalAction for an impossible deal."""
        if record.played is not None and (t := self.regular(record.played, record)) is not None:
            return Outcome(partial(_shown, t, record.played), self.game.result(t))
        refused, t = None, self.game.start(record.setup(self.game))
        for step in self.game.replay(record):
            refused = step if step.table is step.before else None
            t = step.table
        return Outcome(t, self.game.result(t), refused)

    def regular(self, played: Played, record: Record) -> Table | None:
        """The table after a deal in which everything is legal; None when the engine must look.

        It is made for the score: its tricks have no cards, and its calls may be others that come to the same.
        """
        if not self.plain or not self.legal_calls(played):
            return None
        standing = self.start if record.match is None else record.match.standing
        setup = Setup(played.dealer, self.game.pack, played.hands, NONE, standing=standing, given=played.given)
        vars(setup)["playing"] = EVERYBODY
        facts = self.facts.get((played.declarer, played.contract)) or self.declared(setup, played)
        if facts is None:
            return None
        if not played.words:
            return Table(setup, played.hands, NONE, {}, facts)
        if not _followed(played):
            return None
        won = WON[(played.declarer + 1) % 4]
        tricks = tuple([won[column] for column in played.columns])
        return Table(setup, NONE, NONE, {}, facts, (), tricks[-1].winner, tricks)

    def declared(self, setup: Setup, played: Played) -> Facts | None:
        """The facts when this declarer has this contract: but for the calls they are always the same."""
        t = self.game.start(setup)
        t = t.knowing(replace(t.facts, calls=_calls(played)))
        phase = self.game.active(t)
        if phase is None or (last := phase.forced(t)) is None:
            return None
        facts: Facts = phase.apply(t, last).facts
        if facts.declarer != played.declarer:
            return None
        return self.facts.setdefault((played.declarer, played.contract), facts)

    def legal_calls(self, played: Played) -> bool:
        """Whether the dealer names something, each bid is worth more, and each double answers one."""
        heights = self.heights
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
                new = heights[call]
                if new <= height:
                    return False
                last, by, risk, height = call, i, 0, new
        return True


def _heights(values: Mapping[str, int]) -> dict[str, tuple[int, int, bool]]:
    """How high each bid of PBN stands: its worth, its number, and no trump before a suit."""
    found = {call: (bid.number * values[bid.denomination], bid.number, bid[1] == "N") for call, bid in NAMED.items()}
    return {call: height for call, height in found.items() if NAMED[call].denomination not in "RU"}


def _followed(played: Played) -> bool:
    """Whether every hand followed suit as long as it could."""
    letters, led = "".join(played.words)[::2], played.led
    for suits in (letters[::4], letters[1::4], letters[2::4], letters[3::4]):
        for n in compress(THIRTEEN, map(ne, suits, led)):  # where it did not
            if led[n] in suits[n:]:
                return False
    return True


def _shown(t: Table, played: Played) -> Table:
    """The table with its calls, and with the cards of each trick."""
    leader = first = (played.declarer + 1) % 4
    cards, made = iter([CARD[w] for w in played.words]), []
    for trick, row in zip(t.tricks, zip(cards, cards, cards, cards, strict=True), strict=True):
        at = (leader - first) % 4
        made.append(Trick(leader, row[at:] + row[:at], trick.winner, AROUND[leader]))
        leader = trick.winner
    facts = replace(t.facts, calls=_calls(played))
    return Table(t.setup, t.hands, t.hidden, t.piles, facts, (), t.leader, tuple(made))


def _calls(played: Played) -> tuple[tuple[int, Bid], ...]:
    """Who said what."""
    return tuple([(AROUND[played.dealer][i % 4], CALLS[call]) for i, call in enumerate(played.calls)])
