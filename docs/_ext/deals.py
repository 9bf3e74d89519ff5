"""`{deal} CASE`: a whole deal as tables, and the stepper that a script wakes.

With `:position:` it is a position that proves advice: its claim, the board, and what was possible.
"""

from __future__ import annotations

from html import escape
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import OptionSpec

from _ext import positions
from _ext.engine import result
from _ext.page import Page, Place
from rulebook import cases
from rulebook.ruling import InputError
from rulebook.view import html
from rulebook.view.steps import document
from rulebook.view.whatif import source


class Deal(Place):
    """The deal of a case."""

    scripts = ("replay.js",)

    def html(self, page: Page) -> str:
        case = cases.get(self["about"])
        found = document(case.record, lang=page.code)
        for problem in found["problems"]:
            if problem["level"] == "error":
                raise InputError("{id}: {text}", id=case.id, text=problem["text"])
        title = page.lang.word(case.id, case.title) if case.title else ""
        if self["position"]:  # it is about tricks: the score of the deal is not
            found |= {"steps": [step for step in found["steps"] if step["phase"] != "score"], "ledger": []}
        board = html.deal(
            found,
            page.words,
            anchor=self["anchor"],
            rule_link=page.rule_link,
            title=title,
            at=self["at"],
            compact=self["compact"] or self["position"],
            dealt=self["position"],
            other=_other(page, case),
        )
        if not self["position"]:
            return board
        proof = positions.table(page, case, result(case.id))
        return f'<div class="position"><p class="q">{escape(title)}</p>{board}{proof}</div>\n'


def _other(page: Page, case: cases.Case) -> html.Other:
    """What the deal needs to be played differently, with addresses from this page."""
    return html.Other(
        record=source(case.record, cases.game_of(case.record)),
        script=page.to_file("_static/whatif.js"),
        worker=page.to_file("_static/try-worker.js"),
        engine=page.to_file("../engine/"),
        root=page.to_file("") or "./",
        size=page.words.size(page.engine_bytes) if page.engine_bytes else "",
    )


class DealDirective(SphinxDirective):
    """```{deal} CASE"""

    required_arguments = 1
    option_spec: ClassVar[OptionSpec] = {
        "anchor": directives.unchanged_required,
        "at": directives.nonnegative_int,
        "compact": directives.flag,
        "position": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        about = self.arguments[0]
        node = Deal(about=about)
        node["anchor"] = self.options.get("anchor", about.rpartition("/")[2])
        node["at"] = self.options.get("at", 0)
        node["compact"] = "compact" in self.options
        node["position"] = "position" in self.options
        self.set_source_info(node)
        return [node]


def setup(app: Sphinx) -> dict[str, bool]:
    app.setup_extension("_ext.page")
    app.add_directive("deal", DealDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
