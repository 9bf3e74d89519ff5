"""Other words for a term lead to its entry in the glossary. Only the search knows them."""

from __future__ import annotations

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

from _ext.page import Page
from _ext.terms import terms


def add_synonyms(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Add an index entry for each other word of each term of a glossary."""
    if app.builder.format != "html":
        return
    code = Page(app, docname).code
    known = {t.words["en"].lower(): t for t in terms()}
    for glossary in doctree.findall(addnodes.glossary):
        for term in list(glossary.findall(nodes.term)):
            own = term["ids"][0] if term["ids"] else ""
            row = known.get(own.removeprefix("term-").replace("-", " ").lower())
            for word in row.others[code] if row else ():
                term.append(addnodes.index("", entries=[("single", word, own, "main", None)]))


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("doctree-resolved", add_synonyms)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
