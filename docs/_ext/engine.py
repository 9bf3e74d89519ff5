"""The documented cases as the build sees them: each is run once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rulebook import cases
from rulebook.cards import card
from rulebook.cases import Case, Result, trick_rulings
from rulebook.i18n import Lang
from rulebook.ruling import Ruling
from rulebook.table import Table


@cache
def every_case() -> tuple[Case, ...]:
    """All cases, in the order of their files."""
    return tuple(cases.find())


@cache
def cases_of(rule: str) -> tuple[Case, ...]:
    """The cases of one rule."""
    return tuple(case for case in every_case() if case.rule == rule)


@cache
def result(id_: str) -> Result:
    """What came out of a case. Raises InputError."""
    return cases.run(cases.get(id_))


def said(lang: Lang, r: Ruling, of: Ruling | None = None) -> str:
    """A ruling's sentence; a weaker ground may use the values of the ruling it belongs to."""
    values = {**of.args, **r.args} if of is not None else r.args
    return lang.say(r.rule, r.msg, r.plural, values)


def grounds(r: Ruling) -> Iterator[tuple[Ruling, Ruling]]:
    """A ruling and its weaker grounds, each with the ruling whose values it may use."""
    yield r, r
    for because in r.because:
        for ground, _of in grounds(because):
            yield ground, r


def rulings(found: Result) -> Iterator[Ruling]:
    """Every ruling of a case's replay: the deal, its steps, tricks, entries; then its questions."""
    yield found.deal
    yield from (step.ruling for step in found.steps)
    if found.table:
        yield from trick_rulings(found.game, found.table)
        yield from answers(found, found.table)
    if found.sheet:
        yield from (entry.ruling for entry in found.sheet.entries)
    yield from (asked for _text, asked in found.asked)


def answers(found: Result, table: Table) -> Iterator[Ruling]:
    """The answers that a case expects beside verdicts: a number, a seat, an order of cards."""
    for check in found.checks:
        name, *words = check.expect.split()
        if name in found.game.answers:
            yield found.game.answers[name](table)
        elif name == "order":
            cards = [card(word) for word in words[1:]]
            yield from (found.game.compare(table, a, b) for a, b in zip(cards, cards[1:], strict=False))
