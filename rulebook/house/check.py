"""A sheet checked: what contradicts itself, what is left open, and which documented cases change.

>>> from rulebook.house.rules import understood
>>> from rulebook.house.sheet import Sheet
>>> sheet = Sheet("bid-whist", options={"back_door": "on"})
>>> found = check(sheet, *understood(sheet))
>>> [gap.option.key for gap in found.gaps], len(found.changes), found.closest.preset
(['back_door_bidder_also_loses'], 79, 'article')
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rulebook.cases import Case
from rulebook.games import presets
from rulebook.house.compare import Parting, cases_of, parting
from rulebook.house.known import Known, Rules
from rulebook.house.sheet import Sheet
from rulebook.options import Option, Value, changed, idle
from rulebook.ruling import InputError, Ruling

Values = Mapping[str, tuple[Value | None, Value | None]]


class Gap(NamedTuple):
    """A question that the sheet opens and does not answer.

    `value` is what counts as long as it is silent, `because` the house rule that opens the question.
    """

    option: Option
    value: Value
    because: str


class Closest(NamedTuple):
    """The published rule set that is nearest: cases that come out otherwise, and options, both values each."""

    preset: str
    changed: int
    differs: Values


@dataclass(frozen=True)
class Findings:
    """What a check found.

    clashes   why the house rules cannot stand together
    idle      options of the sheet that decide nothing, each with the one that leaves it nothing
    changes   the cases that come out otherwise than under the published base
    unfit     cases that can be read only at one of the two tables
    silent    options of the sheet that change no case
    compared  how many cases were compared: none while there are clashes
    """

    sheet: Sheet
    rules: Rules
    base: Rules
    warnings: tuple[InputError, ...]
    clashes: tuple[Ruling, ...]
    gaps: tuple[Gap, ...]
    idle: Mapping[str, str]
    changes: tuple[tuple[Case, Parting], ...] = ()
    unfit: tuple[Case, ...] = ()
    silent: tuple[str, ...] = ()
    closest: Closest | None = None
    compared: int = 0

    @property
    def ok(self) -> bool:
        """Whether the house rules can stand together."""
        return not self.clashes


def check(sheet: Sheet, rules: Rules, warnings: tuple[InputError, ...] = (), known: Known | None = None) -> Findings:
    """Check a sheet on the cases of its game, or on those that are known already."""
    base = Rules(sheet.game, sheet.preset)
    clashes, gaps = rules.game.clashes, tuple(open_questions(sheet, rules, base))
    told = {str(r.args.get("key")) for r in clashes}
    dead = {key: _stated(why, rules) for key, why in _idle(rules).items() if key in sheet.options and key not in told}
    if clashes:
        return Findings(sheet, rules, base, warnings, clashes, gaps, dead)
    known = Known(cases_of(rules.game)) if known is None else known
    found = [(case, parting(known, case, base, rules)) for case in known.cases]
    partings = [(case, p) for case, p in found if not p.same]
    differ = [case for case, _ in partings]
    return Findings(
        sheet, rules, base, warnings, clashes, gaps, dead,
        changes=tuple((case, p) for case, p in partings if p.fits),
        unfit=tuple(case for case, p in partings if not p.fits),
        silent=tuple(key for key in rules.changes if key not in dead and _silent(known, differ, key, rules, base)),
        closest=_closest(known, differ, rules, base),
        compared=len(known.cases),
    )  # fmt: skip


def _idle(rules: Rules) -> dict[str, str]:
    return idle(rules.game.options, rules.game.idle)


def open_questions(sheet: Sheet, rules: Rules, base: Rules) -> list[Gap]:
    """Options that decide nothing in the published base, decide something here, and stand on no sheet."""
    here, preset = _idle(rules), presets(sheet.game).get(sheet.preset)
    said = {*sheet.options, *(preset.values if preset else ())}
    asked = [key for key in _idle(base) if key not in here and key not in said]
    return [Gap(rules.options[key], rules.values[key], _opener(key, rules, base)) for key in asked]


def _opener(key: str, rules: Rules, base: Rules) -> str:
    """The change of the sheet that makes this option matter: the first it hangs on that has another value now."""
    hangs = {key}
    for _ in rules.game.idle:
        hangs |= {i.other for i in rules.game.idle if hangs & set(i.keys)}
    moved = [k for k in rules.values if k in hangs and rules.values[k] != base.values[k]]
    near = [i.other for i in rules.game.idle if key in i.keys and i.other in moved]
    return _stated(next(iter([*near, *moved])), rules)


def _stated(key: str, rules: Rules) -> str:
    """A house rule with its value, where this game lets one choose it."""
    return f"{key}={rules.values[key]}" if key in rules.values else key


def _silent(known: Known, differ: Sequence[Case], key: str, rules: Rules, base: Rules) -> bool:
    """Whether an option changes no case, neither alone on the base nor beside the others of the sheet."""
    if rules.values[key] == base.values[key]:
        return False
    without = Rules(rules.id, rules.preset, {k: v for k, v in rules.changes.items() if k != key})
    alone = Rules(rules.id, rules.preset, {key: rules.changes[key]})
    pairs = ((base, alone), (rules, without))
    if any(side.game.clashes for pair in pairs for side in pair):
        return False
    first, about = {case.id for case in differ}, {rules.options[key].rule}
    order = sorted(known.cases, key=lambda case: (_late(case, (), (key,), about), case.id not in first))
    return not any(known.differ(case, a, b) for a, b in pairs for case in order)


def _closest(known: Known, differ: Sequence[Case], rules: Rules, base: Rules) -> Closest:
    """The preset with the fewest cases that come out otherwise, then with the fewest options."""
    first = {case.id for case in differ}
    candidates = [Rules(rules.id, name) for name in presets(rules.id)]
    if not any(not changed(c.game.options) for c in candidates):
        candidates.insert(0, Rules(rules.id))
    candidates.sort(key=lambda c: len(_apart(c, rules)))
    best: Closest | None = None
    for candidate in candidates:
        apart = _apart(candidate, rules)
        most = len(known.cases) if best is None else best.changed
        about = {candidate.options[key].rule for key in apart}
        order = sorted(known.cases, key=lambda case: _late(case, first, apart, about))
        n = _count(known, order, rules, candidate, most)
        if best is None or (n, len(apart)) < (best.changed, len(best.differs)):
            best = Closest(candidate.preset, n, apart)
    assert best is not None
    return best


def _late(case: Case, first: Collection[str], apart: Collection[str], about: Collection[str]) -> bool:
    """Whether a case is likely to come out the same: asked last, so that counting can stop early."""
    return not (case.id in first or case.rule in about or any(key in apart for key in case.record.options))


def _apart(a: Rules, b: Rules) -> Values:
    return {key: (value, b.values[key]) for key, value in a.values.items() if value != b.values[key]}


def _count(known: Known, order: Sequence[Case], a: Rules, b: Rules, most: int) -> int:
    """How many cases come out otherwise; counting stops above `most`."""
    n = 0
    for case in order:
        n += known.differ(case, a, b)
        if n > most:
            break
    return n
