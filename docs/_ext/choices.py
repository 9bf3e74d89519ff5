"""`{choices} CASE OPTION`: one case under each choice of a house rule, answered by the engine."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cmp_to_key
from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.util.docutils import SphinxDirective

from _ext.cases import title
from _ext.engine import grounds, rulings, said
from _ext.expected import READERS, expected, ruled, sentence
from _ext.options import coded, in_order
from _ext.page import Page, Place
from rulebook import cases
from rulebook.cards import card
from rulebook.cases import VERDICTS, Case, Check, Result
from rulebook.options import Option, Value, every, nearest
from rulebook.ruling import IllegalAction, InputError, Ruling
from rulebook.table import VERBLESS
from rulebook.view import html

SCORED = ("score", "standing", "tally", "over")


class Choices(Place):
    """A row per choice: the choice, and what comes of the case under it."""

    def html(self, page: Page) -> str:
        case = cases.get(self["case"])
        o = _option(case, self["option"])
        found = {value: list(answers(page, case, o.key, value)) for value in sorted(o.choices, key=in_order)}
        rows = "".join(self._row(o, value, answer) for value, answer in _telling(found).items())
        own = f"choices-{case.id}-{o.key}".replace("/", "-").replace(".", "-").replace("_", "-")
        question = escape(page.lang.word(o.rule, o.question))
        column = 'th scope="col" role="columnheader"'
        return (
            f'<section class="case choices" id="{own}" aria-labelledby="{own}-h">'
            f'<p class="q" id="{own}-h">{escape(title(page, case))}</p>'
            f'<table class="options" role="table"><caption>{question} {html.link(o.rule, page.rule_link)}</caption>'
            f'<thead role="rowgroup"><tr role="row"><{column}>{escape(_("Choice"))}</th>'
            f"<{column}>{escape(_('Ruling'))}</th></tr></thead>"
            f'<tbody role="rowgroup">{rows}</tbody></table></section>\n'
        )

    def _row(self, o: Option, value: Value, answer: list[str]) -> str:
        return (
            f'<tr role="row"><th scope="row" role="rowheader">{coded(self, o, value)}</th>'
            f'<td role="cell">{"".join(answer)}</td></tr>'
        )


class Reason(str):
    """A sentence of a score: of interest where it is not the same under every choice."""

    __slots__ = ()


def _telling(found: dict[Value, list[str]]) -> dict[Value, list[str]]:
    """The answers without those reasons of a score that all choices share."""
    shared = set.intersection(*map(set, found.values()))
    return {
        value: [part for part in answer if not (isinstance(part, Reason) and part in shared)]
        for value, answer in found.items()
    }


def _option(case: Case, key: str) -> Option:
    known = {o.key: o for o, _value in every(cases.game_of(case.record).options)}
    if key not in known:
        near = nearest(key, known)
        raise InputError("There is no option {key}. The nearest one: {near}.", key=key, near=near)
    return known[key]


def answers(page: Page, case: Case, key: str, value: Value) -> Iterator[str]:
    """What comes of a case under one choice; a choice under which its cards cannot be dealt says why."""
    try:
        ran = cases.run(case, cases.game_of(case.record, **{key: value}))
    except IllegalAction as refused:
        yield ruled(page, refused.ruling)
    except InputError as fault:
        yield f"<p>{escape(fault.explain(page.code))}</p>"
    else:
        yield from _verdicts(page, case, ran)
        if ran.table is not None:
            yield from dict.fromkeys(_value(page, ran, check) for check in ran.checks)


def _verdicts(page: Page, case: Case, ran: Result) -> Iterator[str]:
    """The rulings that the case is about: on its questions, else of its score, else of its rule."""
    if not ran.deal.ok:
        yield ruled(page, ran.deal)
    elif ran.asked:
        for text, r in ran.asked:
            yield (_attempt(page, ran, text) if len(ran.asked) > 1 and not r.ok else "") + ruled(page, r)
    elif ran.steps and ran.steps[-1].table is ran.steps[-1].before:
        yield ruled(page, ran.steps[-1].ruling)
    elif ran.sheet and any(check.expect.split()[0] in SCORED for check in ran.checks):
        for entry in ran.sheet.entries:
            yield Reason(sentence(page, said(page.lang, entry.ruling), entry.ruling.rule))
    elif not any(check.expect.split()[0] in ("order", *ran.game.answers) for check in ran.checks):
        yield _deciding(page, case, ran)


def _attempt(page: Page, ran: Result, text: str) -> str:
    """Which call or card was refused, where a case asks several questions. A yes names what it accepts."""
    asked = ran.game.read(text)
    if isinstance(asked, Ruling) or asked.kind not in VERBLESS:
        return ""  # the sentence says what it refuses
    values = {"who": ran.game.seats.all[asked.hand], "what": asked.what}
    return f"<p>{escape(page.lang.say('step', '{who}: {what}.', None, values))}</p>"


def _deciding(page: Page, case: Case, ran: Result) -> str:
    """The ruling by the case's own rule, the last one first; else the last ruling on an action."""
    actions = [step.ruling for step in ran.steps]
    for judged, found in ((True, actions), (False, list(rulings(ran)))):
        for r in reversed(found):
            for ground, of in grounds(r):
                if ground.rule == case.rule:
                    return (
                        ruled(page, ground, of) if judged else sentence(page, said(page.lang, ground, of), ground.rule)
                    )
    return ruled(page, ran.verdict)


def _value(page: Page, ran: Result, check: Check) -> str:
    """A value that the case expects, as it comes out now."""
    name, *words = check.expect.split()
    if name in VERDICTS:
        return ""
    if name == "order":
        return expected(page, ran, ["order", *_sorted(ran, words)])
    return expected(page, ran, check.got.split() if name in READERS else [name, *words])


def _sorted(ran: Result, words: list[str]) -> list[str]:
    """The cards in their order now, behind the rule that decides about the first two."""
    table, game = ran.table, ran.game
    assert table is not None

    def compare(a: int, b: int) -> int:
        return -1 if game.compare(table, a, b).args["better"] == a else 1

    cards = sorted((card(word) for word in words[1:]), key=cmp_to_key(compare))
    found: list[Ruling] = [game.compare(table, a, b) for a, b in zip(cards, cards[1:], strict=False)]
    rule = next((r.rule for r in found if r.rule == words[0]), found[0].rule)
    return [rule, *(c.code for c in cards)]


class ChoicesDirective(SphinxDirective):
    """```{choices} CASE OPTION"""

    required_arguments = 2

    def run(self) -> list[nodes.Node]:
        case, option = self.arguments
        node = Choices(case=case, option=option)
        self.set_source_info(node)
        return [node]


def setup(app: Sphinx) -> dict[str, bool]:
    app.setup_extension("_ext.page")
    app.add_directive("choices", ChoicesDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
