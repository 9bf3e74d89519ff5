"""The bridge family: straight bridge, auction bridge of 1913, and their varieties.

>>> from rulebook.games import game
>>> [p.name for p in game("bridge").phases]
['make', 'doubling', 'play']
"""

from __future__ import annotations

from collections.abc import Mapping

from rulebook.game import Game
from rulebook.games.bridge import doubling, irregular_calls, make, plan, score
from rulebook.games.bridge.calls import Auction, Won, given
from rulebook.games.bridge.claims import claims
from rulebook.games.bridge.irregular_calls import Change, Penalties
from rulebook.games.bridge.doubling import Doubling
from rulebook.games.bridge.make import Make
from rulebook.games.bridge.options import Auction as AuctionRules
from rulebook.games.bridge.options import Straight
from rulebook.games.bridge.plan import Plan
from rulebook.games.bridge.play import Play
from rulebook.games.bridge.revoke import Revokes
from rulebook.games.bridge.rubber import Hour

PLANS: dict[str, Plan] = {
    "auction-bridge": Plan(
        AuctionRules,
        (Auction, Won, Play),
        score.auction,
        score.SETTLEMENT["auction"],
        rights=(claims(irregular_calls.offence), Penalties, Change, Revokes, Hour),
        facts=given,
    ),
    "bridge": Plan(
        Straight,
        (Make, Doubling, Play),
        score.straight,
        score.SETTLEMENT["straight"],
        rights=(claims(make.offence, doubling.offence), Revokes),
        facts=given,
    ),
}


def build(id_: str, preset: str, values: Mapping[str, object]) -> Game:
    """The rules of a game of the family under these options. Raises InputError for a wrong one."""
    return plan.build(PLANS[id_], __file__, id_, preset, values)
