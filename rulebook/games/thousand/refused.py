"""House rules that contradict each other, or that would do nothing: refused with the reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulebook.games.thousand.auction import uneven
from rulebook.games.thousand.match import together
from rulebook.options import Idle, diff
from rulebook.ruling import Ruling

# These options, when the other one says so, would do nothing or say the opposite.
CLASHES = (
    Idle(("barrel.collision", "barrel.third_fall_zero", "barrel.win_test"), "barrel.style", ("lviv",)),
    Idle(("raise.unrestricted",), "bid.over120_needs_pair", ("no",)),
    Idle(("blind.barrel",), "barrel.style", ("lock", "none")),
    Idle(("blind.who",), "bid.no_jump", ("on",), beside=("bid.minimum", (60, 80, 90, 100, 110))),
    Idle(
        ("barrel.collision", "barrel.third_fall_zero", "barrel.win_test", "barrel.level"),
        "barrel.style",
        ("lock", "none"),
    ),
    Idle(("lviv.exact",), "barrel.style", ("classic", "lock", "none")),
    Idle(("lock.level",), "barrel.style", ("classic", "lviv", "none")),
    Idle(("talon.concede_100",), "talon.reveal", ("always", "never", "from_130")),
    Idle(("bid.golden_reset", "golden.zero_double"), "bid.golden_set", ("off",)),
    Idle(("silence.raise",), "bid.silence", ("off",)),
    Idle(("redeal.nines_third_penalty",), "redeal.nines", ("none",)),
    Idle(("bonus.four_nines",), "redeal.nines", ("four_any", "four_dealt", "three")),
    Idle(("zero.run", "zero.every", "zero.basis", "golden.zero_double"), "zero.penalty", ("off",)),
    Idle(("rospisat.pay", "rospisat.limit", "rospisat.cost"), "polish.bombs", (0, 1, 2, 3)),
    Idle(("dump.negative",), "dump555", ("off",)),
    Idle(("blind.who", "blind.min_score", "blind.barrel"), "bid.blind", ("off",)),
    Idle(("play.must_overtrump",), "void_must_trump", ("free",)),
    Idle(("bid.cap",), "bid.over120_needs_pair", ("no",)),
    Idle(("four.ace_value",), "four.inactive_score", ("none", "talon_cards_and_pairs")),
)


def clashes(o: Any, base: Any) -> Iterator[Ruling]:
    """Why these house rules cannot stand together. `base` is the preset they change."""
    changed = diff(o, base)
    if (refused := uneven(o)) is not None:
        yield refused
    if o.barrel.style == "lviv" and o.barrel.level != 900:
        yield together("barrel.level", "barrel.style=lviv")
    for i in CLASHES:
        hit = [key for key in i.keys if key in changed]
        if hit and i.holds(o):
            yield from (together(key, i.reason) for key in hit)
