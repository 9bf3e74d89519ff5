"""Other words for a term lead to its entry in the glossary. Only the search knows them."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

from _ext.page import Page
from _ext.terms import terms


class Synonyms(SphinxPostTransform):
    """Adds an index entry for each other word of each term of a glossary."""

    default_priority = 410
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        code = Page(self.app, self.env.current_document.docname).code
        known = {t.words["en"].lower(): t for t in terms()}
        for glossary in self.document.findall(addnodes.glossary):
            for term in list(glossary.findall(nodes.term)):
                own = term["ids"][0] if term["ids"] else ""
                row = known.get(own.removeprefix("term-").replace("-", " ").lower())
                for word in row.others[code] if row else ():
                    term.append(addnodes.index("", entries=[("single", word, own, "main", None)]))


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_post_transform(Synonyms)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
