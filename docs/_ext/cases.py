"""Worked cases on the page: what the engine answers now, in the page's language.

- `{cases} ID`: the cases of a rule, or of every rule of a chapter.
- `{ruling} CASE`: the verdict of one case; with `:question:` what it asks, and each verdict.
- `{score} CASE`: the score of one case, entry by entry.
"""

from __future__ import annotations

from html import escape
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import OptionSpec

from _ext.domain import domain
from _ext.engine import every_case, result
from _ext.expected import ruled, shown
from _ext.page import Page, Place, log
from rulebook import cases
from rulebook.cases import Case
from rulebook.ruling import InputError
from rulebook.view import html
from rulebook.view.steps import document


def case_anchor(id_: str) -> str:
    """The id of a case on its page."""
    return "case-" + id_.replace(".", "-").replace("/", "-")


def title(page: Page, case: Case) -> str:
    """What a case is about, in the page's language."""
    return page.lang.word(case.id, case.title) if case.title else case.id


class Cases(Place):
    """The cases below an id, a block per rule."""

    def html(self, page: Page) -> str:
        prefix = self["about"]
        found = [c for c in every_case() if c.rule and f"{c.rule}.".startswith(f"{prefix}.")]
        if not found:
            raise InputError("There are no cases of {id}.", id=prefix)
        rules = domain(page.env)
        known = [p.rule for p in sorted(rules.paragraphs.values(), key=lambda p: (p.docname, p.position))]
        unknown = {c.rule for c in found}.difference(known)
        return "".join(_block(page, rule, [c for c in found if c.rule == rule]) for rule in [*known, *sorted(unknown)])


def _block(page: Page, rule: str, found: list[Case]) -> str:
    if not found:
        return ""
    href, number = page.rule_link(rule)
    own = "cases-" + rule.replace(".", "-")
    link = f'<a class="cite" href="{escape(href)}">{escape(number)}</a>' if href else escape(number)
    head = escape(_("Worked cases for %s")) % link
    return (
        f'<section class="case" id="{own}" aria-labelledby="{own}-h"><p class="head" id="{own}-h">{head}</p>'
        f"<dl>{''.join(_case(page, case) for case in found)}</dl></section>\n"
    )


def _case(page: Page, case: Case) -> str:
    ran = result(case.id)
    for check in ran.checks:
        if not check.ok:
            where = (str(case.path), 1)
            log.warning(
                "case %s: expected %s, got %s", case.id, check.expect, check.got,
                type="rulebook", subtype="case", location=where,
            )  # fmt: skip
    rules = " ".join(f"<code>{escape(k)}={escape(v)}</code>" for k, v in case.record.options.items())
    note = f'<dd><p class="note">{escape(_("House rules:"))} {rules}</p></dd>' if rules else ""
    answers = "".join(f"<dd>{answer}</dd>" for answer in shown(page, case, ran))
    return f'<dt id="{case_anchor(case.id)}"><p class="q">{escape(title(page, case))}</p></dt>{answers}{note}'


class Verdict(Place):
    """The verdict of one case."""

    def html(self, page: Page) -> str:
        ran = result(self["about"])
        if not self["question"]:
            return f'<div class="case">{ruled(page, ran.verdict)}</div>\n'
        case = cases.get(self["about"])
        answers = "".join(shown(page, case, ran, values=False)) if ran.asked else ruled(page, ran.verdict)
        return f'<div class="case"><p class="q">{escape(title(page, case))}</p>{answers}</div>\n'


class Score(Place):
    """The ledger of one case."""

    def html(self, page: Page) -> str:
        found = document(cases.get(self["about"]).record, lang=page.code)
        for problem in found["problems"]:
            if problem["level"] == "error":
                raise InputError("{id}: {text}", id=self["about"], text=problem["text"])
        return f'<div class="score">{html.ledger(found, page.words, rule_link=page.rule_link)}</div>\n'


class Asking(SphinxDirective):
    """A directive whose only argument says what to ask about."""

    required_arguments = 1
    place: type[Place]

    def run(self) -> list[nodes.Node]:
        node = self.place(about=self.arguments[0])
        self.set_source_info(node)
        return [node]


class CasesDirective(Asking):
    place = Cases

    def run(self) -> list[nodes.Node]:
        domain(self.env).note("cases", self.env.current_document.docname, self.arguments[0])
        return super().run()


class RulingDirective(Asking):
    place = Verdict
    option_spec: ClassVar[OptionSpec] = {"question": directives.flag}

    def run(self) -> list[nodes.Node]:
        (node,) = super().run()
        assert isinstance(node, Verdict)
        node["question"] = "question" in self.options
        return [node]


class ScoreDirective(Asking):
    place = Score


def setup(app: Sphinx) -> dict[str, bool]:
    app.setup_extension("_ext.page")
    app.add_directive("cases", CasesDirective)
    app.add_directive("ruling", RulingDirective)
    app.add_directive("score", ScoreDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
