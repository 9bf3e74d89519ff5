"""`{sheet} FAMILY/matches/NAME`: the score sheet of a whole match, a row per deal with its reasons."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from _ext.page import Page, Place
from rulebook import cases
from rulebook.records import load
from rulebook.ruling import InputError
from rulebook.view import sheet
from rulebook.view.steps import documents


class MatchSheet(Place):
    """The sheet of a match; a deal that does not follow from those before it fails the build."""

    def html(self, page: Page) -> str:
        id_ = self["about"]
        records = list(load(cases.match_path(id_)))
        docs = list(documents(records, cases.game_of, page.code))
        for problem in (p for doc in docs for p in doc["problems"]):
            raise InputError("{id}, line {at}: {text}", id=id_, at=problem["line"], text=problem["text"])
        return sheet.html(
            docs,
            page.words,
            page.lang,
            title=page.lang.word(id_, records[0].tag("Title")),
            anchor="sheet-" + id_.rpartition("/")[2],
            rule_link=page.rule_link,
        )


class SheetDirective(SphinxDirective):
    """```{sheet} FAMILY/matches/NAME"""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        node = MatchSheet(about=self.arguments[0])
        self.set_source_info(node)
        return [node]


def setup(app: Sphinx) -> dict[str, bool]:
    app.setup_extension("_ext.page")
    app.add_directive("sheet", SheetDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
