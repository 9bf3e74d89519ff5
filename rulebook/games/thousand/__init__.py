"""1000 and its relatives: the phases of each game in order.

>>> from rulebook.games import game
>>> [p.name for p in game("thousand").phases]
['sale', 'auction', 'auction', 'talon', 'talon', 'exchange', 'play']
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from rulebook.cards import Suit
from rulebook.game import Game, Phase
from rulebook.games.thousand import draw, settlement
from rulebook.games.thousand.auction import Auction, Won
from rulebook.games.thousand.deal import Bottom, dealt, next_dealer, piles, sizes
from rulebook.games.thousand.facts import Facts, Held, in_force, standing, trump
from rulebook.games.thousand.marriage import both
from rulebook.games.thousand.options import AtFour, Drawing, Russeln, Tausendeins, Three, TwoPolish, TwoRussian
from rulebook.games.thousand.play import Play, compare, won
from rulebook.games.thousand.redeal import Annul
from rulebook.games.thousand.refused import CLASHES, clashes
from rulebook.games.thousand.russeln import Announce
from rulebook.games.thousand.sale import Sell, Selling
from rulebook.games.thousand.score import taken
from rulebook.games.thousand.talon import Contra, Give, Raising, Show, Take
from rulebook.games.thousand.two import Choose
from rulebook.games.thousand.writeoff import Close
from rulebook.options import bare, chosen
from rulebook.table import Table

RULES: dict[str, type] = {
    "thousand": Three,
    "thousand-four": AtFour,
    "thousand-two-polish": TwoPolish,
    "thousand-two-russian": TwoRussian,
    "thousand-draw": Drawing,
    "thousand-1001": Tausendeins,
    "thousand-russeln": Russeln,
}
MARKS = ("barrel", "falls", "zeros", "run", "written", "downs", "bombs")
NOTES = ("golden.played", "golden.made", "golden.over", "nines")
STATED = ("pairs", "tricks")


def build(id_: str, preset: str, values: Mapping[str, object]) -> Game:
    """The rules of a game of the family under these options. Raises InputError for a wrong one."""
    base = RULES[id_]()
    o: Any = chosen(base, __file__, id_, preset, values)
    refused = tuple(clashes(bare(o), chosen(base, __file__, id_, preset, {})))
    without_auction = isinstance(o, Drawing)
    return Game(
        id=id_,
        options=o,
        seats=o.shape.seats,
        phases=phases(o),
        rights=rights(o),
        mode="enforce",
        pack=o.shape.mask,
        hand=o.shape.hand,
        clashes=refused,
        idle=CLASHES,
        marks=MARKS,
        notes=NOTES,
        deals=partial(sizes, o),
        stated=STATED,
        piles=piles(o),
        dealt=partial(dealt, o, refused[0] if refused else None),
        facts=partial(draw.opening, o) if without_auction else lambda _: Facts(),
        result=partial(draw.result if without_auction else settlement.result, o),
        settlement=draw.SETTLEMENT if without_auction else settlement.SETTLEMENT,
        won=partial(won, o),
        now=partial(now, o),
        answers={"dealer": partial(next_dealer, o)},
        compare=partial(compare, o),
        preset=preset,
    )


def phases(o: Any) -> tuple[Phase, ...]:
    """The phases of this game."""
    if isinstance(o, Drawing):
        return (draw.Draw(o), Play(o))
    talon: tuple[Phase, ...] = (Show(o), Take(o)) if o.shape.talons else ()
    choose: tuple[Phase, ...] = (Choose(o),) if len(o.shape.talons) > 1 else ()
    exchange: tuple[Phase, ...] = (Give(o),) if o.shape.gifts or o.shape.discards else ()
    return (Selling(o), Auction(o), Won(o), *choose, *talon, *exchange, Play(o))


def rights(o: Any) -> Mapping[str, Phase]:
    """What may be done outside the turn."""
    if isinstance(o, Drawing):
        return {}
    found: list[Phase] = [Raising(o), Contra(o), Close(o), Annul(o), Bottom(o), Sell(o)]
    if isinstance(o, Russeln):
        found.append(Announce(o))
    return {kind: right for right in found for kind in right.kinds}


def now(o: Any, t: Table) -> dict[str, object]:
    """What a reader wants to see beside the cards: bid, declarer, trump, points of each player."""
    last, auction = standing(t.facts), not isinstance(o, Drawing)
    owed = in_force(t.facts) if auction else None
    return {
        "bid": last.bid if last else None,
        "contract": owed or None,
        "declarer": o.shape.seats.all[t.facts.declarer] if auction and t.facts.declarer is not None else None,
        "trump": trump(t.facts),
        "pairs": Held(
            tuple(
                (s, Suit(n)) for s in o.shape.seats.all for n in range(4) if t.hands[s] & both(Suit(n)) == both(Suit(n))
            )
        ),
        "counts": {s.code: taken(o, t, s).points for s in o.shape.seats.all},
    }
