"""The sensible policy of each family: plain rules, written at the top of its module."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulebook.cases import family
from rulebook.game import Game
from rulebook.simulate import bid_whist, bridge, thousand
from rulebook.simulate.policy import Policy, uniform
from rulebook.table import Action, Space, Table

Choice = Callable[[Game, Table, Sequence[Space]], Action | None]

FAMILIES: dict[str, Choice] = {"bid-whist": bid_whist.choose, "bridge": bridge.choose, "thousand": thousand.choose}


def sensible(g: Game, t: Table, spaces: Sequence[Space], draw: int) -> Action:
    """What the rules of the family say; where they say nothing, any legal action."""
    found = FAMILIES[family(g.id)](g, t, spaces)
    return uniform(g, t, spaces, draw) if found is None else found


POLICIES: dict[str, Policy] = {"uniform": uniform, "sensible": sensible}
