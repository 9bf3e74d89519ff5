"""House rules that contradict each other, or that would do nothing: refused with the reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulebook.games.thousand.auction import uneven
from rulebook.games.thousand.match import together
from rulebook.options import diff
from rulebook.ruling import Ruling

# These options, when the other one says so, would do nothing or say the opposite.
CLASHES: tuple[tuple[tuple[str, ...], Callable[[Any], bool], str], ...] = (
    (
        ("barrel.collision", "barrel.third_fall_zero", "barrel.win_test"),
        lambda o: o.barrel.style == "lviv",
        "barrel.style=lviv",
    ),
    (("raise.unrestricted",), lambda o: o.bid.over120_needs_pair == "no", "bid.over120_needs_pair=no"),
    (("blind.barrel",), lambda o: o.barrel.style in ("lock", "none"), "barrel.style"),
    (("blind.who",), lambda o: o.bid.no_jump == "on" and o.bid.minimum != 120, "bid.no_jump=on"),
    (
        ("barrel.collision", "barrel.third_fall_zero", "barrel.win_test", "barrel.level"),
        lambda o: o.barrel.style in ("lock", "none"),
        "barrel.style",
    ),
    (("lviv.exact",), lambda o: o.barrel.style != "lviv", "barrel.style"),
    (("lock.level",), lambda o: o.barrel.style != "lock", "barrel.style"),
    (("talon.concede_100",), lambda o: o.talon.reveal != "not_on_forced_100", "talon.reveal"),
    (("bid.golden_reset", "golden.zero_double"), lambda o: o.bid.golden_set == "off", "bid.golden_set=off"),
    (("silence.raise",), lambda o: o.bid.silence == "off", "bid.silence=off"),
    (("redeal.nines_third_penalty",), lambda o: o.redeal.nines == "none", "redeal.nines=none"),
    (("bonus.four_nines",), lambda o: o.redeal.nines != "none", "redeal.nines"),
    (
        ("zero.run", "zero.every", "zero.basis", "golden.zero_double"),
        lambda o: o.zero.penalty == "off",
        "zero.penalty=off",
    ),
    (("rospisat.pay", "rospisat.limit", "rospisat.cost"), lambda o: o.polish.bombs != "none", "polish.bombs"),
    (("dump.negative",), lambda o: o.dump555 == "off", "dump555=off"),
    (("blind.who", "blind.min_score", "blind.barrel"), lambda o: o.bid.blind == "off", "bid.blind=off"),
    (("play.must_overtrump",), lambda o: o.void_must_trump == "free", "void_must_trump=free"),
    (("bid.cap",), lambda o: o.bid.over120_needs_pair == "no", "bid.over120_needs_pair=no"),
    (("four.ace_value",), lambda o: o.four.inactive_score != "aces_and_pairs", "four.inactive_score"),
)


def clash(o: Any, base: Any) -> Ruling | None:
    """Why these house rules cannot stand together. `base` is the preset they change."""
    changed = diff(o, base)
    if (refused := uneven(o)) is not None:
        return refused
    if o.barrel.style == "lviv" and o.barrel.level != 900:
        return together("barrel.level", "barrel.style=lviv")
    for keys, applies, other in CLASHES:
        hit = [key for key in keys if key in changed]
        if hit and applies(o):
            return together(hit[0], other)
    return None
