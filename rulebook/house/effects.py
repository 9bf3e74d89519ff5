"""What each single house rule does: the documented cases that one switch changes.

>>> found = list(effects("bridge-for-two"))
>>> found[0].key, found[0].value, len(found[0].changes)
('redouble', 'off', 3)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulebook.house.compare import cases_of, parting
from rulebook.house.known import Known, Rules
from rulebook.options import Value


class Effect(NamedTuple):
    """One option at another value than the published one, all others as published.

    `changes` are the cases that come out otherwise, each with the rule that decides it; `unfit` counts
    those that can be read only at one of the two tables. A value that cannot stand alone changes nothing.
    """

    key: str
    value: Value
    changes: tuple[tuple[str, str], ...] = ()
    unfit: int = 0


def effects(game: str) -> Iterator[Effect]:
    """The effect of every single switch of a game, in the order of its options."""
    base = Rules(game)
    known = Known(cases_of(base.game))
    for key, o in base.options.items():
        for value in o.choices:
            if value != base.values[key]:
                yield _effect(known, base, Rules(game, "", {key: value}), key, value)


def _effect(known: Known, base: Rules, rules: Rules, key: str, value: Value) -> Effect:
    if rules.game.clashes:
        return Effect(key, value)
    differ = (case for case in known.cases if known.differ(case, base, rules))
    found = [(case.id, parting(known, case, base, rules)) for case in differ]
    changes = tuple((id_, p.rule) for id_, p in found if p.fits)
    return Effect(key, value, changes, len(found) - len(changes))


def most(found: Sequence[Effect], n: int) -> list[str]:
    """The keys of the options that change most cases, the first at most `n`; those that change none are left out.

    >>> most([Effect("a", 1, (("x", ""),)), Effect("b", 1), Effect("c", 2, (("x", ""), ("y", "")))], 2)
    ['c', 'a']
    """
    weight: dict[str, set[str]] = {}
    for effect in found:
        weight.setdefault(effect.key, set()).update(id_ for id_, _rule in effect.changes)
    keys = sorted((key for key in weight if weight[key]), key=lambda key: -len(weight[key]))
    return keys[:n]
