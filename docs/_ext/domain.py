"""Where each rule paragraph stands, which pages show its cases and options; and its number."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Any, ClassVar, NamedTuple, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.builders import Builder
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.locale import _
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

log = logging.getLogger(__name__)


class Paragraph(NamedTuple):
    """One rule paragraph: its page, and its place on the page from 1."""

    rule: str
    docname: str
    position: int
    prose: bool = False
    option: str = ""
    laws: tuple[int, ...] = ()

    @property
    def anchor(self) -> str:
        return anchor(self.rule)


def anchor(rule: str) -> str:
    """The id of a rule's paragraph on its page.

    >>> anchor("bid-whist.auction.beat")
    'bid-whist-auction-beat'
    """
    return rule.replace(".", "-")


def fits(rule: str, docname: str) -> bool:
    """Whether a rule id belongs on a page: the page is computed from the id.

    >>> fits("bid-whist.auction.beat", "rules/bid-whist/auction")
    True
    >>> fits("bid-whist.play.beat", "rules/bid-whist/auction")
    False
    """
    return rule.count(".") == 2 and docname == "rules/" + rule.rpartition(".")[0].replace(".", "/")


class RulebookDomain(Domain):
    """Rules as objects, so that references and the search find them by id."""

    name = "rulebook"
    label = "rules"
    object_types = {"rule": ObjType("rule", "rule")}
    roles = {"rule": XRefRole()}
    initial_data: ClassVar[dict[str, Any]] = {"paragraphs": {}, "cases": {}, "options": {}}
    data_version = 2

    @property
    def paragraphs(self) -> dict[str, Paragraph]:
        """Rule id -> its paragraph."""
        return cast(dict[str, Paragraph], self.data["paragraphs"])

    def add(self, paragraph: Paragraph) -> None:
        self.paragraphs[paragraph.rule] = paragraph

    def note(self, what: str, docname: str, prefix: str) -> None:
        """Remember that a page shows the `cases` or `options` of the rules below this id."""
        self.data[what].setdefault(docname, []).append(prefix)

    def shown(self, what: str, paragraph: Paragraph) -> str | None:
        """The page that shows a paragraph's `cases` or `options`; its own page is preferred."""
        pages = [
            docname
            for docname, prefixes in self.data[what].items()
            if any(f"{paragraph.rule}.".startswith(f"{prefix}.") for prefix in prefixes)
        ]
        return paragraph.docname if paragraph.docname in pages else min(pages, default=None)

    def on(self, docname: str) -> list[Paragraph]:
        """The paragraphs of a page, in order."""
        return sorted((p for p in self.paragraphs.values() if p.docname == docname), key=lambda p: p.position)

    def chapter(self, docname: str) -> int:
        """A page's place in its family, from 1; 1 for a family of one page."""
        chapters = self.env.toctree_includes.get(f"{docname.rpartition('/')[0]}/index", [])
        return chapters.index(docname) + 1 if docname in chapters else 1

    def number(self, rule: str) -> str:
        """The printed number: chapter, place. Raises KeyError for an id without a paragraph."""
        found = self.paragraphs[rule]
        return f"{self.chapter(found.docname)}.{found.position}"

    def clear_doc(self, docname: str) -> None:
        for rule in [r for r, p in self.paragraphs.items() if p.docname == docname]:
            del self.paragraphs[rule]
        self.data["cases"].pop(docname, None)
        self.data["options"].pop(docname, None)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        self.paragraphs.update({r: p for r, p in otherdata["paragraphs"].items() if p.docname in docnames})
        for what in ("cases", "options"):
            self.data[what].update({d: found for d, found in otherdata[what].items() if d in docnames})

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        for p in self.paragraphs.values():
            yield p.rule, p.rule, "rule", p.docname, p.anchor, 0

    def get_type_name(self, type: ObjType, primary: bool = False) -> str:
        return _("rule")

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: addnodes.pending_xref,
        contnode: nodes.Element,
    ) -> nodes.reference | None:
        found = self.paragraphs.get(target)
        if found is None:
            log.warning("no paragraph has the rule id %s", target, type="rulebook", subtype="rule", location=node)
            return None
        shown = contnode if node["refexplicit"] else nodes.inline("", self.number(target))
        link = make_refnode(builder, fromdocname, found.docname, found.anchor, shown)
        link["classes"].append("cite")
        return link

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: addnodes.pending_xref,
        contnode: nodes.Element,
    ) -> list[tuple[str, nodes.reference]]:
        return []


def domain(env: BuildEnvironment) -> RulebookDomain:
    """The domain of this build."""
    return cast(RulebookDomain, env.get_domain("rulebook"))
