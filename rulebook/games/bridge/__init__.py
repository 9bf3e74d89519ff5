"""Bridge, as far as the illustrative deals of 1913 need it: straight bridge and auction bridge.

>>> from rulebook.games import game
>>> [p.name for p in game("bridge").phases]
['make', 'play']
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from rulebook.cards import pack
from rulebook.game import Game
from rulebook.games.bridge.calls import Auction, Make, Won, given
from rulebook.games.bridge.facts import standing
from rulebook.games.bridge.options import Options
from rulebook.games.bridge.play import Play, compare, dealt, dummy, won
from rulebook.games.bridge.tricks import SETTLEMENT, next_dealer, result, taken
from rulebook.options import chosen
from rulebook.seats import FOUR
from rulebook.table import Table

PHASES = {"auction-bridge": (Auction, Won, Play), "bridge": (Make, Play)}


def build(id_: str, preset: str, values: Mapping[str, object]) -> Game:
    """The rules of a bridge game under these options. Raises InputError for a wrong one."""
    o = chosen(Options(), __file__, id_, preset, values)
    cards = pack(0).mask
    return Game(
        id=id_,
        options=o,
        seats=FOUR,
        phases=tuple(phase(o) for phase in PHASES[id_]),
        rights={},
        mode=o.illegal_play,
        pack=cards,
        hand=13,
        dealt=partial(dealt, cards),
        facts=given,
        result=result,
        settlement=SETTLEMENT,
        won=won,
        now=now,
        answers={"dealer": next_dealer},
        compare=compare,
        preset=preset,
    )


def now(t: Table) -> dict[str, object]:
    """What a reader wants to see beside the cards."""
    bid, seat, other = t.facts.contract, t.facts.declarer, dummy(t)
    return {
        "bid": standing(t.facts),
        "contract": bid,
        "declarer": None if seat is None else FOUR.all[seat],
        "dummy": None if other is None else FOUR.all[other],
        "trump": None if bid is None else bid.trump if bid.trump is not None else "NT",
        "counts": {s.code: n for s, n in zip(FOUR.sides, taken(t).values(), strict=True)},
    }
