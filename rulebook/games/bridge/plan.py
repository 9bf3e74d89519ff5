"""What makes a bridge game: its options and shape, its phases and rights, and how it is scored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from rulebook.cards import pack
from rulebook.game import Game, Phase
from rulebook.games.bridge.dealing import next_dealer
from rulebook.games.bridge.facts import Facts, Staked, dummy, multiplier, standing
from rulebook.games.bridge.options import IDLE
from rulebook.games.bridge.outcome import counted, told_well
from rulebook.games.bridge.play import compare, dealt, won
from rulebook.games.bridge.rubber import GAMES
from rulebook.games.bridge.tricks import GAME, tables_dealer
from rulebook.ledger import Ledger
from rulebook.match import Settlement
from rulebook.options import chosen
from rulebook.ruling import Ruling
from rulebook.standing import Standing
from rulebook.table import Setup, Table

MARKS = ("above", "below", "games")  # honour score, trick score of earlier games, games won in this rubber
UNFINISHED = {"": GAME - 1, "games": GAMES - 1}  # the most of them before a deal, while nobody has won

Seen = Callable[[Any, Table, int], tuple[str, ...]]


class Plan(NamedTuple):
    """One game of the family. `result` scores a deal, `settlement` carries it into the match."""

    rules: type
    phases: tuple[type[Phase], ...]
    result: Callable[[Any, Table], Ledger]
    settlement: Settlement
    rights: tuple[Callable[[Any], Phase], ...] = ()
    marks: tuple[str, ...] = MARKS
    limits: Mapping[str, int] = UNFINISHED
    pad: bool = True  # whether deals follow one another in a rubber, which is written on a pad
    notes: tuple[str, ...] = ()
    stated: tuple[str, ...] = ("honours",)  # what a record may tell in points
    piles: Mapping[str, int] = {}
    facts: Callable[[Any, Setup], Facts] = lambda o, setup: Facts()
    deals: Callable[[Any, int], tuple[int, ...]] | None = None
    dealt: Callable[[Any, Setup], Ruling] = dealt
    seen: Seen | None = None  # places that a player sees, where dummy is not all
    dealer: Callable[[Any, Table], Ruling] = next_dealer
    answers: Mapping[str, Callable[[Any, Table], Ruling]] = {}
    onward: Callable[[Any, Standing], Standing] = lambda o, standing: standing.next_game()


def build(plan: Plan, file: str, id_: str, preset: str, values: Mapping[str, object]) -> Game:
    """The rules of a game under these options. Raises InputError for a wrong one."""
    o: Any = chosen(plan.rules(), file, id_, preset, values)
    rights = [right(o) for right in plan.rights]
    return Game(
        id=id_,
        options=o,
        seats=o.shape.seats,
        phases=tuple(phase(o) for phase in plan.phases),
        rights={kind: right for right in rights for kind in right.kinds},
        mode=o.illegal_play,
        pack=pack(0).mask,
        hand=o.shape.hand,
        dealt=partial(plan.dealt, o),
        facts=partial(facts, plan, o),
        result=partial(plan.result, o),
        settlement=plan.settlement,
        won=partial(won, o),
        now=partial(now, o, plan.seen),
        answers={"dealer": partial(plan.dealer, o)} | {name: partial(f, o) for name, f in plan.answers.items()},
        compare=compare,
        marks=plan.marks,
        limits=plan.limits,
        pad=plan.pad,
        tables=plan.dealer is tables_dealer,
        notes=plan.notes,
        stated=plan.stated,
        deals=None if plan.deals is None else partial(plan.deals, o),
        piles=plan.piles,
        preset=preset,
        idle=IDLE,
        onward=partial(plan.onward, o),
    )


def facts(plan: Plan, o: Any, setup: Setup) -> Facts:
    """The facts of a deal before anything is done. Raises InputError for a contract or a result that cannot be."""
    told_well(o, setup)
    return plan.facts(o, setup)


def now(o: Any, seen: Seen | None, t: Table) -> dict[str, object]:
    """What a reader wants to see beside the cards."""
    bid, seats = t.facts.contract, o.shape.seats
    seat, other, times = t.facts.declarer, dummy(t), multiplier(t.facts)
    return {
        "bid": standing(t.facts),
        "contract": Staked(bid, times) if bid is not None and times > 1 else bid,
        "declarer": None if seat is None else seats.all[seat],
        "dummy": None if other is None else seats.all[other],
        "trump": None if bid is None else bid.trump if bid.trump is not None else "NT",
        "counts": {side.code: n for side, n in counted(o, t).items()},
        **({} if seen is None else {"seen": {player.code: seen(o, t, player) for player in seats.players}}),
    }
