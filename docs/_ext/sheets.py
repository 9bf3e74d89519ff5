"""Whole matches on a page.

- `{sheet} FAMILY/matches/NAME`: the score sheet, a row per deal with its reasons.
- `{pad} FAMILY/matches/NAME`: the pads of its rubbers, each number with its law.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from _ext.page import Page, Place
from rulebook import cases
from rulebook.records import load
from rulebook.ruling import InputError
from rulebook.view import pad, sheet
from rulebook.view.steps import Json, documents


def told(id_: str, page: Page) -> tuple[str, list[Json]]:
    """The title of a match and its deals, settled one after the other. Raises InputError for a fault."""
    records = list(load(cases.match_path(id_)))
    docs = list(documents(records, cases.game_of, page.code))
    for problem in (p for doc in docs for p in doc["problems"]):
        raise InputError("{id}, line {at}: {text}", id=id_, at=problem["line"], text=problem["text"])
    return page.lang.word(id_, records[0].tag("Title")), docs


class MatchSheet(Place):
    """The sheet of a match; a deal that does not follow from those before it fails the build."""

    def html(self, page: Page) -> str:
        id_ = self["about"]
        title, docs = told(id_, page)
        return sheet.html(
            docs,
            page.words,
            page.lang,
            title=title,
            anchor="sheet-" + id_.rpartition("/")[2],
            rule_link=page.rule_link,
        )


class MatchPads(Place):
    """The pads of a match."""

    def html(self, page: Page) -> str:
        title, docs = told(self["about"], page)
        found = pad.pads(docs)
        return "".join(pad.html(one, page.words, rule_link=page.rule_link, title=title) for one in found)


class SheetDirective(SphinxDirective):
    """```{sheet} FAMILY/matches/NAME"""

    required_arguments = 1
    place: type[Place] = MatchSheet

    def run(self) -> list[nodes.Node]:
        node = self.place(about=self.arguments[0])
        self.set_source_info(node)
        return [node]


class PadDirective(SheetDirective):
    """```{pad} FAMILY/matches/NAME"""

    place = MatchPads


def setup(app: Sphinx) -> dict[str, bool]:
    app.setup_extension("_ext.page")
    app.add_directive("sheet", SheetDirective)
    app.add_directive("pad", PadDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
