"""The answer of a program: read with suspicion, and compared with what is documented.

>>> entry = {"answer": {"verdict": "no", "rule": "x.y.z"}, "states": ["verdict"]}
>>> judged(entry, {"verdict": "yes"})
Judged(state='failed', part='verdict', expected='no', found='yes')
>>> judged(entry, {}).state
'unknown'
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from rulebook.cases import VERDICTS
from rulebook.conformance.setup import Json
from rulebook.ruling import InputError

REFUSED = "refused"  # what a program says that does not tell `no` from `irregular`
ENTRY = ("side", "column", "points", "rule")


class Judged(NamedTuple):
    """What an answer is worth: `passed`, `failed` or `unknown`, and the first part that differs."""

    state: str
    part: str = ""
    expected: object = None
    found: object = None


def _word(value: object) -> bool:
    return isinstance(value, str)


def _number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _of(good: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, dict) and all(map(good, value.values()))


def _entry(value: object) -> bool:
    return (
        isinstance(value, dict)
        and _number(value.get("points"))
        and all(_word(value.get(key, "")) for key in ("side", "column", "rule"))
    )


def _many(good: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and all(map(good, value))


PARTS: Mapping[str, Callable[[object], bool]] = {
    "verdict": lambda value: value in (*VERDICTS, REFUSED),
    "rule": _word,
    "winners": _many(lambda value: value is None or _word(value)),
    "ledger": _many(_entry),
    "totals": _of(_number),
    "standing": _of(_number),
    "told": _of(_word),
}


def read(text: str) -> object:
    """The line as JSON. Raises InputError."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise InputError("The answer is not JSON.") from None


def parts(doc: Json) -> Json:
    """The parts that a program answers; what is null is unknown. Raises InputError."""
    found = {part: doc[part] for part in PARTS if doc.get(part) is not None}
    for part, value in found.items():
        if not PARTS[part](value):
            raise InputError("This part of the answer has a wrong form: {part}.", part=part)
    return found


def judged(entry: Json, given: Json) -> Judged:
    """An answer compared: every part that is given must agree, one that is documented must be given."""
    right = entry["answer"]
    for part, expected, found in _pairs(right, given):
        if found != expected:
            return Judged("failed", part, expected, found)
    return Judged("passed" if any(_given(part, given) for part in entry["states"]) else "unknown")


def _given(part: str, given: Json) -> bool:
    """Whether a documented part is answered: points also by the entries that make them."""
    name, _, key = part.partition(".")
    if name == "told":
        return key in given.get("told", {})
    return name in given or (name == "totals" and "ledger" in given)


def _pairs(right: Json, given: Json) -> list[tuple[str, Any, Any]]:
    """What must be equal: the part, what is right, what was found."""
    found = []
    for part, value in given.items():
        if part == "rule":
            grounds = (right["rule"], *right.get("because", ()))
            found.append((part, value if value in grounds else right["rule"], value))
        elif part == "verdict":
            found.append((part, REFUSED if value == REFUSED and right[part] != "yes" else right[part], value))
        elif part == "winners" and part in right:
            found.append((part, _as_far(right[part], value), value))
        elif part == "ledger":
            found.append((part, *_ledgers(right.get(part, []), value)))
        elif part == "told":
            told = right.get("told", {})
            found += [(f"told.{k}", _sorted(told.get(k)), _sorted(v)) for k, v in value.items() if k in told]
        elif part in right:
            found.append((part, right[part], value))
    return found


def _as_far(right: Sequence[str], found: Sequence[str | None]) -> list[str | None]:
    """The right winners, but for tricks whose winner the program does not know."""
    return [None if i < len(found) and found[i] is None else seat for i, seat in enumerate(right)]


def _ledgers(right: Sequence[Json], found: Sequence[Json]) -> tuple[object, object]:
    """Both ledgers as far as the program names side, column and rule; entries of 0 are left out."""
    keys = [key for key in ENTRY if all(key in e for e in found)]
    both = [[[e[key] for key in keys] for e in ledger if e["points"]] for ledger in (right, found)]
    return sorted(both[0], key=str), sorted(both[1], key=str)


def _sorted(text: str | None) -> str | None:
    """Numbers by side in one order: `NS=1 EW=0` is `EW=0 NS=1`."""
    words = text.split() if text else []
    return " ".join(sorted(words)) if words and all("=" in w for w in words) else text
