"""Bid Whist, in partnership and each alone: their phases in order.

>>> from rulebook.games import game
>>> [p.name for p in game("bid-whist").phases]
['auction', 'auction', 'declaration', 'kitty', 'kitty', 'discard', 'exchange', 'play']
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from rulebook.cards import pack
from rulebook.game import Game, Phase
from rulebook.games.bid_whist import cutthroat, match
from rulebook.games.bid_whist.auction import Auction, Won
from rulebook.games.bid_whist.facts import Facts, contract, declared, no_trump, standing, trump
from rulebook.games.bid_whist.jokers import Exchange
from rulebook.games.bid_whist.kitty import Declare, PutOut, Show, Take
from rulebook.games.bid_whist.options import Cutthroat, Options, Rules
from rulebook.games.bid_whist.play import Look, Play, won
from rulebook.games.bid_whist.ranking import compare
from rulebook.games.bid_whist.renege import Calls, Correct, Entering
from rulebook.games.bid_whist.scoring import counted, result, to_set
from rulebook.games.bid_whist.table import dealt, hand_size, kitty_size, next_dealer
from rulebook.options import bare, chosen
from rulebook.table import Table

ALONE = "bid-whist-cutthroat"


def build(id_: str, preset: str, values: Mapping[str, object]) -> Game:
    """The rules of Bid Whist under these options. Raises InputError for a wrong one."""
    if id_ == ALONE:
        return alone(preset, values)
    o = chosen(Options(), __file__, id_, preset, values)
    clashes = tuple(match.clashes(bare(o)))
    return Game(
        id=id_,
        preset=preset,
        phases=phases(o, Auction(o), Declare(o)),
        clashes=clashes,
        remarks=match.remarks(bare(o)),
        dealt=partial(dealt, o, pack(o.jokers).mask, clashes[0] if clashes else None),
        result=partial(result, o, match.pay(o)),
        settlement=match.settlement(o),
        answers={"dealer": partial(next_dealer, o), "to-set": partial(to_set, o)},
        marks=(match.SETS,),
        **table(o),
    )


def alone(preset: str, values: Mapping[str, object]) -> Game:
    """The individual game."""
    o = chosen(Cutthroat(), __file__, ALONE, preset, values)
    clashes = tuple(cutthroat.clashes(bare(o)))
    return Game(
        id=ALONE,
        preset=preset,
        phases=phases(o, cutthroat.Auction(o), cutthroat.Declare(o)),
        clashes=clashes,
        remarks=match.remarks(bare(o)),
        dealt=partial(cutthroat.dealt, o, pack(o.jokers).mask, clashes[0] if clashes else None),
        result=partial(cutthroat.result, o),
        settlement=cutthroat.SETTLEMENT,
        answers={"dealer": partial(next_dealer, o)},
        **table(o),
    )


def phases(o: Rules, auction: Phase, declare: Phase) -> tuple[Phase, ...]:
    """The phases in the order of this table: the declaration comes before the kitty, or after it."""
    kitty = (Show(o), Take(o))
    middle = (declare, *kitty) if o.declare_timing == "before" else (*kitty, declare)
    return (auction, Won(o), *middle, PutOut(o, declare), Exchange(o), Play(o))


def table(o: Rules) -> dict[str, Any]:
    """What both games have in common."""
    return {
        "options": o,
        "idle": match.IDLE,
        "seats": o.seats,
        "rights": {"renege": Calls(o), "replace": Correct(o, Play(o)), "look": Look(o), "score": Entering(o)},
        "mode": o.illegal_play,
        "pack": pack(o.jokers).mask,
        "hand": hand_size(o),
        "piles": {"kitty": kitty_size(o)} if kitty_size(o) else {},
        "facts": lambda _: Facts(),
        "won": partial(won, o),
        "now": partial(now, o),
        "compare": partial(compare, o),
    }


def now(o: Rules, t: Table) -> dict[str, object]:
    """What a reader wants to see beside the cards: bid, contract, trump, books of each side."""
    books = counted(o, t)
    return {
        "bid": standing(t.facts),
        "contract": contract(t.facts),
        "declarer": None if t.facts.declarer is None else o.seats.all[t.facts.declarer],
        "trump": "NT" if no_trump(t.facts) and declared(t.facts) else trump(t.facts),
        "counts": {s.code: books[s] for s in o.seats.sides},
    }
