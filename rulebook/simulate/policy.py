"""Who decides: a policy chooses one of the actions that the rules allow.

`uniform` takes any of them, each as likely as another. The draw of a decision belongs to its number
in the deal: where two rule sets allow the same, the same is done under both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from random import Random

from rulebook.game import Game
from rulebook.table import Action, Cards, Pick, Space, Table

BITS = 32  # of a draw, for each card
DRAW = 54 * BITS
LISTED = 200  # actions; of a larger choice one is drawn by its place

Policy = Callable[[Game, Table, Sequence[Space], int], Action]


def choices(g: Game, t: Table) -> list[Space]:
    """What the player on turn may do. Rights, which nobody need use, are left out, but a card to put back."""
    return [s for s in g.legal(t) if s.size and (s.kind not in g.rights or s.kind == "restore")]


def uniform(g: Game, t: Table, spaces: Sequence[Space], draw: int) -> Action:
    """Any legal action, each as likely as another."""
    total = sum(s.size for s in spaces)
    if total == 1:
        return next(iter(spaces[0]))
    if len(spaces) == 1 and isinstance(spaces[0], Cards):
        return min(spaces[0], key=lambda a: draw >> BITS * int(a.what) & (1 << BITS) - 1)  # type: ignore[call-overload]
    if total <= LISTED:
        salt = draw.to_bytes(DRAW // 8, "big")[:32]
        return min((a for s in spaces for a in s), key=lambda a: _place(salt, a.text(g.seats)))
    return _drawn(spaces, Random(draw), total)


def _place(salt: bytes, text: str) -> bytes:
    return blake2b(text.encode(), key=salt, digest_size=8).digest()


def _drawn(spaces: Sequence[Space], random: Random, total: int) -> Action:
    """One action of a choice too large to be listed."""
    n = random.randrange(total)
    for space in spaces:
        if n < space.size:
            if isinstance(space, Pick):
                return space.sample(random)
            return next(a for i, a in enumerate(space) if i == n)
        n -= space.size
    raise AssertionError("a choice has as many actions as it says")


def played(g: Game, t: Table, random: Random, policies: Sequence[Policy]) -> Table:
    """A deal played to its end, each seat by its policy."""
    t = next((after for after, *_ in reversed(list(g.running(t)))), t)
    while g.active(t) is not None:
        spaces = choices(g, t)
        a = policies[spaces[0].by](g, t, spaces, random.getrandbits(DRAW))
        t = g.play(t, a)
    return t
