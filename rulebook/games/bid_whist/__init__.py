"""Bid Whist, the partnership game: its phases in order.

>>> from rulebook.games import game
>>> [p.name for p in game("bid-whist").phases]
['auction', 'auction', 'declaration', 'kitty', 'kitty', 'discard', 'play']
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from rulebook.cards import Suit, pack
from rulebook.game import Game
from rulebook.games.bid_whist.auction import Auction, Won
from rulebook.games.bid_whist.facts import Facts, contract, standing
from rulebook.games.bid_whist.kitty import Declare, PutOut, Show, Take
from rulebook.games.bid_whist.options import Options
from rulebook.games.bid_whist.play import Play, won
from rulebook.games.bid_whist.ranking import compare
from rulebook.games.bid_whist.renege import Calls
from rulebook.games.bid_whist.scoring import SETTLEMENT, counted, result, to_set
from rulebook.games.bid_whist.table import dealt, hand_size, kitty_size, next_dealer
from rulebook.options import change
from rulebook.ruling import InputError
from rulebook.seats import FOUR
from rulebook.table import Table


def build(id_: str, preset: str, values: Mapping[str, object]) -> Game:
    """The rules of Bid Whist under these options. Raises InputError for a wrong one."""
    if preset:
        raise InputError("{game} has no preset {preset}.", game=id_, preset=preset)
    o = change(Options(), values)
    cards = pack(o.jokers).mask
    return Game(
        id=id_,
        options=o,
        seats=FOUR,
        phases=tuple(p(o) for p in (Auction, Won, Declare, Show, Take, PutOut, Play)),
        rights={"renege": Calls(o)},
        mode=o.illegal_play,
        pack=cards,
        hand=hand_size(o),
        piles={"kitty": kitty_size(o)} if kitty_size(o) else {},
        dealt=partial(dealt, o, cards),
        facts=lambda _: Facts(),
        result=partial(result, o),
        settlement=SETTLEMENT,
        won=won,
        now=partial(now, o),
        answers={"dealer": next_dealer, "to-set": to_set},
        compare=compare,
    )


def now(o: Options, t: Table) -> dict[str, object]:
    """What a reader wants to see beside the cards: bid, contract, trump, books of each side."""
    owed, named = contract(t.facts), t.facts.named
    trump = named if isinstance(named, Suit) else "NT" if named else None
    books = counted(o, t)
    return {
        "bid": standing(t.facts),
        "contract": owed,
        "declarer": None if t.facts.declarer is None else FOUR.all[t.facts.declarer],
        "trump": trump,
        "counts": {s.code: books[s] for s in FOUR.sides},
    }
