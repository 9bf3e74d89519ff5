"""`{coverage}`: for each rule, in how many worked cases the engine decided by it."""

from __future__ import annotations

from collections import Counter
from functools import cache
from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.util.docutils import SphinxDirective

from _ext.domain import Paragraph, domain
from _ext.engine import every_case, grounds, result, rulings
from _ext.page import Page, Place
from rulebook.view import html


@cache
def decided() -> Counter[tuple[str, bool]]:
    """How many cases had a ruling with this rule id that accepts, or that refuses."""
    seen: Counter[tuple[str, bool]] = Counter()
    for case in every_case():
        seen.update({(ground.rule, ground.ok) for r in rulings(result(case.id)) for ground, _of in grounds(r)})
    return seen


class Coverage(Place):
    """The report: a sum, then a table per chapter."""

    def html(self, page: Page) -> str:
        rules, seen = domain(page.env), decided()
        judged = [p for p in rules.paragraphs.values() if not p.prose]
        covered = [p for p in judged if seen[p.rule, True] or seen[p.rule, False]]
        values = {"n": len(covered), "total": len(judged), "cases": len(every_case())}
        total = _("Rules decided in some case: %(n)s of %(total)s. Cases run: %(cases)s.") % values
        chapters = dict.fromkeys(p.docname for p in sorted(judged, key=lambda p: self._place(page, p)))
        return f"<p><strong>{escape(total)}</strong></p>" + "".join(
            self._chapter(page, docname, [p for p in rules.on(docname) if not p.prose]) for docname in chapters
        )

    def _place(self, page: Page, p: Paragraph) -> tuple[str, int, int]:
        return p.docname.rpartition("/")[0], domain(page.env).chapter(p.docname), p.position

    def _chapter(self, page: Page, docname: str, paragraphs: list[Paragraph]) -> str:
        heads = (_("Rule"), _("accepted in cases"), _("refused in cases"))
        columns = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
        family = f"{docname.rpartition('/')[0]}/index"
        names = [page.env.titles[d].astext() for d in (family, docname) if d in page.env.titles]
        rows = "".join(self._row(page, p) for p in paragraphs)
        return (
            f'<table class="coverage"><caption>{escape(". ".join(names))}</caption>'
            f"<thead><tr>{columns}</tr></thead><tbody>{rows}</tbody></table>\n"
        )

    def _row(self, page: Page, p: Paragraph) -> str:
        yes, no = (decided()[p.rule, ok] for ok in (True, False))
        rule = escape(p.rule).replace(".", ".<wbr>")
        return (
            f'<tr><th scope="row">{html.link(p.rule, page.rule_link)} <code class="rid">{rule}</code></th>'
            f"<td>{yes}</td><td>{no}</td></tr>"
        )


class CoverageDirective(SphinxDirective):
    """```{coverage}"""

    def run(self) -> list[nodes.Node]:
        node = Coverage()
        self.set_source_info(node)
        return [node]


def setup(app: Sphinx) -> dict[str, bool]:
    app.setup_extension("_ext.page")
    app.add_directive("coverage", CoverageDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
