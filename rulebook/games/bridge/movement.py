"""Who goes to which seat, who meets whom, and how several scores are settled.

The movements themselves are numbers in `rulebook.parts.movement`; here they are rulings.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from rulebook.game import Phase
from rulebook.games.bridge.forming import Row
from rulebook.games.bridge.tricks import next_dealer
from rulebook.parts import movement, settlement
from rulebook.parts.movement import PAIRS
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import Seat, Seats, Side
from rulebook.table import Action, Each, Space, Table

if TYPE_CHECKING:
    from rulebook.i18n import Lang

PIVOT = yes("bridge.movement.pivot", "{who} goes to this seat: {seat}.")
KINGS = yes("bridge.movement.kings", "{who} goes to this seat: {seat}.")
THREE = yes("bridge.movement.three", "{who} sits on the left of the empty seat and moves into it.")
SIX = yes("bridge.movement.six", "The player on seat {who} goes to seat {seat}.")
KINGS_DEALS = 4


class Written(tuple[object, ...]):
    """Several values, written one after the other in a record."""

    __slots__ = ()

    @property
    def code(self) -> str:
        return " ".join(str(getattr(value, "code", value)) for value in self)


class Couple(str):
    """Two seats whose players are partners."""

    __slots__ = ()

    def say(self, lang: Lang) -> str:
        return "\u2013".join(self)


# -- one player changes seats --------------------------------------------------------------------


def _pivot(o: Any, t: Table, a: Action) -> Ruling:
    seats: Seats = o.shape.seats
    if a.by == t.setup.dealer:
        return no("bridge.movement.pivot", "{player} dealt first and keeps the seat.", player=seats.all[a.by])
    if (right := movement.pivot(t.setup.dealer).to[a.by]) == a.what:
        return PIVOT.having(seat=seats.all[right])
    return no(
        "bridge.movement.pivot",
        "Not there: {player} goes to seat {right}.",
        player=seats.all[a.by],
        right=seats.all[right],
    )


def _kings(o: Any, t: Table, a: Action) -> Ruling:
    seats: Seats = o.shape.seats
    if a.by == t.setup.dealer:
        return no("bridge.movement.kings", "{player} dealt first and keeps the seat.", player=seats.all[a.by])
    if (right := movement.pivot(t.setup.dealer).to[a.by]) == a.what:
        return KINGS.having(seat=seats.all[right])
    return no(
        "bridge.movement.kings",
        "Not there: {player} goes to seat {right}.",
        player=seats.all[a.by],
        right=seats.all[right],
    )


def _three(o: Any, t: Table, a: Action) -> Ruling:
    now, seats = movement.Three(t.setup.dealer), o.shape.seats
    if (a.by, a.what) == (now.mover, now.empty):
        return THREE
    return no(
        "bridge.movement.three",
        "Only the player on the left of the empty seat moves: {player}. Empty seat: {seat}.",
        player=seats.all[now.mover],
        seat=seats.all[now.empty],
    )


def _six(o: Any, t: Table, a: Action) -> Ruling:
    seats: Seats = o.shape.seats
    if (right := movement.SIX.to[a.by]) == a.what:
        return SIX.having(seat=seats.all[right])
    return no(
        "bridge.movement.six",
        "The player on seat {player} goes to seat {right}.",
        player=seats.all[a.by],
        right=seats.all[right],
    )


def _none(o: Any, t: Table, a: Action) -> Ruling:
    return no("bridge.movement.rubber", "Nobody changes seats during a rubber.")


MOVES: dict[str, Callable[[Any, Table, Action], Ruling]] = {
    "rubber": _none, "members": _none, "pivot": _pivot, "kings": _kings, "three": _three, "six": _six,
}  # fmt: skip


class Moves(Phase):
    """The right to go to another seat, as the movement of this table says."""

    name = "movement"
    kinds: ClassVar = {"move": lambda what: isinstance(what, Seat)}

    def legal(self, t: Table) -> tuple[Space, ...]:
        """Each player's move to the seat that the movement gives."""
        seats: Seats = self.o.shape.seats
        moves = [Action(by, "move", seat) for by in seats.all for seat in seats.all]
        return tuple(Each(a.by, "move", (a.what,)) for a in moves if self.rule(t, a).ok)

    def rule(self, t: Table, a: Action) -> Ruling:
        return MOVES[self.o.seating](self.o, t, a)

    def apply(self, t: Table, a: Action) -> Table:
        return t.knowing(t.facts)

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        if len(words) != 2 or words[0].lower() != "move":
            return None
        seat = seats.find(words[1])
        return None if seat is None else ("move", seat, None)


# -- where everybody sits later ------------------------------------------------------------------


def deal(t: Table) -> int:
    """The number of this deal, from 1."""
    return max(1, t.setup.standing.note("deal")) if t.setup.standing else 1


def seated(o: Any, t: Table) -> Ruling:
    """Who sits on each seat, by the seat on which they began."""
    seats, n = Row(o.shape.seats.all), deal(t)
    if o.seating == "six":
        found = list(movement.SIX.rounds(seats, n))[-1]
        return yes(
            "bridge.movement.six", "On seats 1 to 6 sit, in this deal, those who began on {answer}.", answer=Row(found)
        )
    turn = movement.pivot(t.setup.dealer)
    if o.seating == "kings":
        found = list(turn.rounds(seats, 1 + (n - 1) // KINGS_DEALS))[-1]
        return yes(
            "bridge.movement.kings",
            "On {seats} sit, in this deal, those who began on {answer}.",
            answer=Row(found), seats=seats,
        )  # fmt: skip
    rubber = max(1, t.setup.standing.note("rubber")) if t.setup.standing else 1
    found = list((turn if o.seating == "pivot" else movement.STAY).rounds(seats, rubber))[-1]
    return yes(
        "bridge.movement.pivot",
        "On {seats} sit, in this rubber, those who began on {answer}.",
        answer=Row(found), seats=seats,
    )  # fmt: skip


def dealer(o: Any, t: Table) -> Ruling:
    """Who deals next."""
    if o.seating != "three":
        return next_dealer(o, t)
    seats, now = o.shape.seats, movement.Three(t.setup.dealer)
    return yes(
        "bridge.movement.three-dealer",
        "{answer} is now on the right of the player who moved, and deals next.",
        answer=seats.all[now.next.dealer],
    )


# -- six hands: partners, tables, leads ----------------------------------------------------------


def couples(o: Any, t: Table) -> Ruling:
    """Who sits with whom at two tables put together."""
    pairs = movement.partners([seat.code for seat in o.shape.seats.all])
    return yes(
        "bridge.movement.six-pairs",
        "Partners sit on these seats: {answer}.",
        answer=Written(Couple("".join(p)) for p in pairs),
    )


def _over(t: Table) -> list[frozenset[str]]:
    """The rubbers that are finished, which the record notes as `AB=1`."""
    standing = t.setup.standing
    rubbers = movement.six_rubbers()
    return [pairs for pairs in rubbers if standing and standing.note("".join(sorted(pairs)))]


def tables(o: Any, t: Table) -> Ruling:
    """Which pairs meet in this deal, the dealing pair first."""
    first, second = movement.six_tables(deal(t), _over(t))
    answer = Written("-" if table is None else "-".join(table.pairs) for table in (first, second))
    pair = PAIRS[(deal(t) - 1) % 3]
    if first and second:
        return yes(
            "bridge.movement.six-tables",
            "Pair {pair} deals. At the first table it meets pair {near}, at the second pair {far}.",
            answer=answer, pair=pair, near=first.pairs[1], far=second.pairs[1],
        )  # fmt: skip
    if len(_over(t)) == len(movement.six_rubbers()):
        return yes("bridge.movement.six-rest", "All three rubbers are over, and so is the play.", answer=answer)
    playing = first or second
    if playing is None:
        return yes(
            "bridge.movement.six-rest",
            "Both rubbers of pair {pair} are over: no table is dealt, and the players move on.",
            answer=answer, pair=pair,
        )  # fmt: skip
    return yes(
        "bridge.movement.six-rest",
        "Pair {pair} meets pair {other} at one table. The rubber of the other table is over, so three players rest.",
        answer=answer, pair=pair, other=playing.pairs[1],
    )  # fmt: skip


def leads(o: Any, t: Table) -> Ruling:
    """The eldest hand of each of the two tables."""
    seats: Seats = o.shape.seats
    first, second = (seats.all[table.eldest] for table in movement.six_tables(1) if table)
    return yes(
        "bridge.movement.six-lead",
        "Seat {first} leads at the first table, seat {second} at the second.",
        answer=Row((first, second)), first=first, second=second,
    )  # fmt: skip


# -- settling --------------------------------------------------------------------------------------


class Results(tuple[tuple[Side, int], ...]):
    """What each player wins or loses, written as a standing is."""

    __slots__ = ()

    @property
    def code(self) -> str:
        return " ".join(f"{side.code}={n}" for side, n in self)

    def say(self, lang: Lang) -> str:
        return ", ".join(f"{lang.value(side)} {lang.signed(n)}" for side, n in self)


def settled(o: Any, t: Table) -> Ruling:
    """What each player wins from all the others or loses to them."""
    seats: Seats = o.shape.seats
    standing = t.setup.standing
    empty = movement.Three(t.setup.dealer).empty if o.seating == "three" else -1
    players = [side for side in seats.sides if seats.of(side)[0] != empty or len(seats.of(side)) > 1]
    totals = [standing.points[side] if standing else 0 for side in players]
    results = settlement.pairwise(totals)
    return yes(
        "bridge.movement.pairwise",
        "Each total times {n}, less {all}, the sum of all totals: {answer}.",
        answer=Results(zip(players, results, strict=True)),
        n=len(players), all=sum(totals),
    )  # fmt: skip


TWO_TABLES = ("tables", "leads")  # what is asked only where six players sit at two tables
ANSWERS: dict[str, Callable[[Any, Table], Ruling]] = {
    "seated": seated, "couples": couples, "tables": tables, "leads": leads, "settled": settled,
}  # fmt: skip
