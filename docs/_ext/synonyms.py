"""Other words for a term lead to its entry in the glossary. Only the search knows them."""

from __future__ import annotations

from collections.abc import Iterator

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

from _ext.page import Page
from _ext.terms import Term, terms


def add_synonyms(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Add an index entry for each other word of each term of a glossary."""
    if app.builder.format != "html":
        return
    code = Page(app, docname).code
    rows = {t.words["en"].lower(): t for t in terms()}
    for glossary in doctree.findall(addnodes.glossary):
        entries = {_english(term): term for term in glossary.findall(nodes.term) if term["ids"]}
        for english, term in entries.items():
            row = rows.get(english)
            words = dict.fromkeys(_others(row, code, set(entries))) if row else ()
            found = [("single", word, term["ids"][0], "main", None) for word in words]
            term.append(addnodes.index("", entries=found))


def _english(term: nodes.Element) -> str:
    """The English term, which the id keeps in every language."""
    return str(term["ids"][0]).removeprefix("term-").replace("-", " ").lower()


def _others(row: Term, code: str, known: set[str]) -> Iterator[str]:
    """The row's other words; and the words of rows that mean the same and have no entry of their own."""
    yield from row.others[code]
    for other in terms():
        same = (other.words["ru"], other.words["kk"]) == (row.words["ru"], row.words["kk"])
        if same and other.words["en"].lower() not in known:
            yield other.words[code]
            yield from other.others[code]


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("doctree-resolved", add_synonyms)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
