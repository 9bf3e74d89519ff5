"""The bridge family: straight bridge, auction bridge of 1913, and their varieties.

>>> from rulebook.games import game
>>> [p.name for p in game("bridge").phases]
['make', 'doubling', 'play']
"""

from __future__ import annotations

from collections.abc import Mapping

from rulebook.game import Game
from rulebook.games.bridge import (
    conduct,
    dealing,
    double_dummy,
    doubling,
    dummy_bridge,
    duplicate,
    errors,
    exposed,
    irregular_calls,
    kings,
    make,
    misery,
    pivot,
    plan,
    reversi,
    score,
    short,
    six,
    three,
    two,
)  # fmt: skip
from rulebook.games.bridge.calls import Auction, Won, given
from rulebook.games.bridge.claims import claims
from rulebook.games.bridge.doubling import Doubling
from rulebook.games.bridge.duplicate import Duplicate, DuplicateAuction, ToScore
from rulebook.games.bridge.irregular_calls import Change, Penalties
from rulebook.games.bridge.make import Make
from rulebook.games.bridge.options import Auction as AuctionRules
from rulebook.games.bridge.options import Straight
from rulebook.games.bridge.pivot import Pivot, Progressive
from rulebook.games.bridge.plan import Plan
from rulebook.games.bridge.play import Play
from rulebook.games.bridge.reversi import Reversi
from rulebook.games.bridge.revoke import Revokes
from rulebook.games.bridge.rubber import Corrections, Hour
from rulebook.games.bridge.short import Short
from rulebook.games.bridge.six import Six
from rulebook.games.bridge.tricks import tables_dealer

LAWS = (exposed.Exposed, errors.Errors, conduct.Conduct, dealing.Dealing, Corrections)

PLANS: dict[str, Plan] = {
    "auction-bridge": Plan(
        AuctionRules,
        (Auction, Won, Play),
        score.auction,
        score.SETTLEMENT["auction"],
        rights=(claims(irregular_calls.offence, errors.offence), Penalties, Change, Revokes, Hour, *LAWS),
        facts=given,
    ),
    "bridge": Plan(
        Straight,
        (Make, Doubling, Play),
        score.straight,
        score.SETTLEMENT["straight"],
        rights=(claims(make.offence, doubling.offence, exposed.offence, errors.offence), Revokes, *LAWS),
        facts=given,
    ),
}

BRIDGE = PLANS["bridge"]
PLANS |= {
    "reversi-bridge": BRIDGE._replace(
        rules=Reversi, phases=(Make, Doubling, reversi.ToLose), result=reversi.RESULT, settlement=reversi.SETTLEMENT
    ),
    "short-bridge": BRIDGE._replace(
        pad=False,
        rules=Short,
        phases=(Make, Play),
        settlement=short.SETTLEMENT,
        rights=(*BRIDGE.rights, short.NoDoubling),
    ),
    "pivot-bridge": BRIDGE._replace(
        rules=Pivot, settlement=pivot.PIVOTING, onward=pivot.pivoting, notes=(pivot.PIVOT,)
    ),
    "progressive-bridge": BRIDGE._replace(
        pad=False,
        limits={},
        rules=Progressive,
        result=score.by_deal,
        settlement=pivot.PROGRESSING,
        onward=pivot.progressing,
        dealer=tables_dealer,
        notes=(pivot.DEALS, "round."),
    ),
    "duplicate-bridge": BRIDGE._replace(
        pad=False,
        limits={},
        rules=Duplicate,
        result=score.by_deal,
        settlement=duplicate.boards(score.by_deal),
        onward=duplicate.alone,
        dealer=tables_dealer,
        notes=("board.",),
    ),
    "duplicate-auction": PLANS["auction-bridge"]._replace(
        pad=False,
        limits={},
        rules=DuplicateAuction,
        result=duplicate.auction,
        settlement=duplicate.boards(duplicate.auction),
        onward=duplicate.alone,
        dealer=tables_dealer,
        notes=("board.",),
    ),
    "bridge-to-the-score": BRIDGE._replace(
        pad=False,
        limits={},
        rules=ToScore,
        result=duplicate.to_score,
        settlement=duplicate.TO_SCORE,
        onward=duplicate.next_round,
        notes=(duplicate.DEALS,),
    ),
    "kings-bridge": kings.PLAN,
    "six-hand-bridge": BRIDGE._replace(
        pad=False,
        rules=Six,
        phases=(six.Ends, Doubling, Play),
        settlement=six.SETTLEMENT,
        onward=six.onward,
        notes=(six.DEAL, six.TABLE, *six.RUBBERS),
        dealer=six.dealer,
    ),
}

PLANS |= {
    "three-hand-auction": three.PLAN,
    "bridge-for-three": dummy_bridge.PLAN,
    "bridge-for-two": two.PLAN,
    "misery-bridge": misery.PLAN,
    "double-dummy-bridge": double_dummy.PLAN,
    "draw-bridge": double_dummy.DRAW,
}


def build(id_: str, preset: str, values: Mapping[str, object]) -> Game:
    """The rules of a game of the family under these options. Raises InputError for a wrong one."""
    return plan.build(PLANS[id_], __file__, id_, preset, values)
