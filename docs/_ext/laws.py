"""`{laws} FAMILY LAST`: the index of a historical code, law by law, computed from the rule paragraphs that cite it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.locale import _
from sphinx.util.docutils import SphinxDirective

from _ext.domain import Paragraph, domain
from _ext.engine import cases_of
from _ext.page import Page, Place, log
from _ext.rules import Law, Original, mark
from rulebook.view import html

SENTENCE = re.compile(r"(?<=[.!?])\s")


def first_sentence(text: str) -> str:
    """
    >>> first_sentence("A card counts 2. A king counts 3.")
    'A card counts 2.'
    """
    return SENTENCE.split(text, maxsplit=1)[0]


@cache
def _paragraphs_of(env: BuildEnvironment, docname: str) -> dict[str, tuple[str, str]]:
    """The first sentence, marked up, and certainty of each rule paragraph of a page, in the language of the site."""
    found = {}
    for law in env.get_doctree(docname).findall(Law):
        own = [n for n in law.findall(nodes.paragraph) if not isinstance(n.parent, Original)]
        said = escape(first_sentence(" ".join(n.astext() for n in own)))
        for word in {code.astext() for n in own for code in n.findall(nodes.literal)}:  # what is typed is no prose
            said = re.sub(rf"\b{re.escape(escape(word))}\b", f"<code>{escape(word)}</code>", said)
        found[law["rule"]] = (said, law["sure"])
    return found


class Laws(Place):
    """A row for each paragraph of each law: number, first sentence, how certain, what the program checks."""

    def html(self, page: Page) -> str:
        cited: dict[int, list[Paragraph]] = {n: [] for n in range(1, self["last"] + 1)}
        for p in sorted(domain(page.env).paragraphs.values(), key=lambda p: (self.chapter(page, p), p.position)):
            if p.rule.startswith(f"{self['family']}."):
                for n in p.laws:
                    cited.setdefault(n, []).append(p)
        for n in (n for n, found in cited.items() if not found or n > self["last"]):
            log.warning("law %s: no paragraph, or no such law", n, type="rulebook", subtype="law", location=self)
        judged = sum(any(not p.prose for p in found) for found in cited.values())
        total = _("Laws of which the engine judges something: %(n)s of %(total)s.") % {"n": judged, "total": len(cited)}
        heads = (_("Law"), _("What it says"), _("Rule"), _("Checked by the program"))
        columns = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
        rows = "".join(row for n, found in sorted(cited.items()) for row in self.rows(page, n, found))
        return (
            f"<p><strong>{escape(total)}</strong></p>"
            f'<table class="laws"><thead><tr>{columns}</tr></thead><tbody>{rows}</tbody></table>\n'
        )

    def chapter(self, page: Page, p: Paragraph) -> int:
        return domain(page.env).chapter(p.docname)

    def rows(self, page: Page, n: int, found: list[Paragraph]) -> Iterator[str]:
        for i, p in enumerate(found):
            text, sure = _paragraphs_of(page.env, p.docname).get(p.rule, ("", "stated"))
            head = f'<th scope="rowgroup" rowspan="{len(found)}" id="law-{n}">{n}</th>' if i == 0 else ""
            number = len(cases_of(p.rule))
            checked = _("text only") if p.prose else _("yes, in cases: %s") % number if number else _("yes")
            said = "" if sure == "stated" else f' <span class="mark {sure}">{escape(mark(sure))}</span>'
            yield (
                f"<tr>{head}<td>{text}{said}</td>"
                f"<td>{html.link(p.rule, page.rule_link)}</td><td>{escape(checked)}</td></tr>"
            )


class LawsDirective(SphinxDirective):
    """```{laws} FAMILY LAST"""

    required_arguments = 2

    def run(self) -> list[nodes.Node]:
        family, last = self.arguments
        for path in sorted((self.env.srcdir / "rules" / family).glob("*.md")):
            self.env.note_dependency(str(path))
        node = Laws(family=family, last=int(last))
        self.set_source_info(node)
        return [node]


def setup(app: Sphinx) -> dict[str, bool]:
    app.setup_extension("_ext.page")
    app.add_node(Laws)
    app.add_directive("laws", LawsDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
