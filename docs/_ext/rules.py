"""The rule paragraph, in the margin its source, below it the English original.

````
```{rule} bid-whist.auction.beat
:source: Bid Whist article, section Bidding
:sure: stated
A bid must be higher than the {term}`standing bid`.
```
````

The id must fit the page. `:prose:` marks what the engine does not judge, `:option:` the house
rules that the paragraph describes, `:law:` numbers of a historical code.
"""

from __future__ import annotations

from html import escape
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.roles import XRefRole
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import OptionSpec
from sphinx.writers.html5 import HTML5Translator

import rulebook
from _ext.domain import Paragraph, RulebookDomain, anchor, domain, fits
from _ext.engine import cases_of
from _ext.page import Page, log
from rulebook.options import every
from rulebook.ruling import InputError

SURE = ("stated", "inferred", "ours")


class Law(nodes.Structural, nodes.Element):
    """A rule paragraph: its text, and on a translated page the original behind it."""


class Original(nodes.General, nodes.Element):
    """The English text of a translated paragraph."""


def mark(sure: str) -> str:
    """How certain a paragraph is, in words."""
    return {"stated": _("stated"), "inferred": _("inferred"), "ours": _("our ruling")}[sure]


class RuleDirective(SphinxDirective):
    """```{rule} ID"""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[OptionSpec] = {
        "source": directives.unchanged_required,
        "sure": lambda value: directives.choice(value, SURE),
        "prose": directives.flag,
        "option": directives.unchanged_required,
        "law": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        rule, docname = self.arguments[0], self.env.current_document.docname
        if not fits(rule, docname):
            raise self.error(f"rule {rule} does not belong on the page {docname}")
        known = domain(self.env)
        if rule in known.paragraphs:
            raise self.error(f"rule {rule} stands twice: also on {known.paragraphs[rule].docname}")
        if missing := {"source", "sure"} - set(self.options):
            raise self.error(f"rule {rule} lacks {', '.join(sorted(missing))}")
        position = len(known.on(docname)) + 1
        laws = self.options.get("law", "").split()
        own = self.options.get("option", "")
        known.add(Paragraph(rule, docname, position, "prose" in self.options, own, tuple(map(int, laws))))
        law = Law(rule=rule, ids=[anchor(rule)], names=[anchor(rule)])
        law["sure"], law["source"] = self.options["sure"], self.options["source"]
        law["law"] = laws
        self.set_source_info(law)
        self.state.document.note_explicit_target(law)
        law += self.parse_content_to_nodes()
        return [law]


class KeepOriginal(SphinxTransform):
    """Copies the English text of each paragraph, before the catalogs replace it."""

    default_priority = 15  # between Sphinx's own preparation (10) and its translation (20)

    def apply(self, **kwargs: Any) -> None:
        if self.config.language == "en":
            return
        for law in self.document.findall(Law):
            original = Original("", *(child.deepcopy() for child in law.children))
            for text in original.findall(nodes.TextElement):
                text["translatable"] = False
            law += original


def number_laws(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Give each paragraph its number, its margin and its links, once all pages are read."""
    if app.builder.format != "html":
        return
    page = Page(app, docname)
    laws = list(doctree.findall(Law))
    for law in laws:
        rule = law["rule"]
        law["number"] = domain(app.env).number(rule)
        law["links"] = _links(page, domain(app.env).paragraphs[rule], law)
        law["margin"] = _margin(law)
        entry = ("single", rule, anchor(rule), "main", None)
        law.insert(0, addnodes.index("", entries=[entry]))  # for the search
    title = next(doctree.findall(nodes.title), None)
    if laws and title is not None and title.parent is not None:
        title.parent.insert(title.parent.index(title) + 1, nodes.raw("", _facts(page), format="html"))


def _links(page: Page, paragraph: Paragraph, law: Law) -> str:
    """Links to the cases and the house rules of a paragraph, where some page shows them."""
    found, links = domain(page.env), []
    number = len(cases_of(paragraph.rule))
    if number and (where := found.shown("cases", paragraph)):
        href = page.to_doc(where, f"cases-{paragraph.anchor}")
        links.append(f'<a href="{escape(href)}">{escape(_("cases: %s") % number)}</a>')
    for key in paragraph.option.split():
        if not _is_option(key, paragraph.rule):
            log.warning(
                "%s is no option of rule %s", key, paragraph.rule,
                type="rulebook", subtype="option", location=law,
            )  # fmt: skip
        elif where := found.shown("options", paragraph):
            href = page.to_doc(where, f"option-{key.replace('_', '-').replace('.', '-')}")
            links.append(f'<a href="{escape(href)}">{escape(_("house rule"))}</a>')
    return " ".join(links)


def _is_option(key: str, rule: str) -> bool:
    """Whether some game has this option, described by this rule."""
    for name in rulebook.GAMES:
        try:
            options = rulebook.game(name).options
        except (ImportError, InputError):
            continue
        if any((o.key, o.rule) == (key, rule) for o, _value in every(options)):
            return True
    return False


def _margin(law: Law) -> str:
    """Certainty, source, laws, and the id, which may break behind its dots."""
    parts = [
        f'<span class="mark {law["sure"]}">{escape(mark(law["sure"]))}</span>',
        f'<span class="src">{escape(_(law["source"]))}</span>',
    ]
    if law["law"]:
        numbers = ", ".join(law["law"])
        words = _("laws %s") if len(law["law"]) > 1 else _("law %s")
        parts.append(f'<span class="src">{escape(words % numbers)}</span>')
    parts.append(f'<code class="rid">{escape(law["rule"]).replace(".", ".<wbr>")}</code>')
    return " ".join(parts)


def _facts(page: Page) -> str:
    """The line under a chapter's title."""
    family = f"{page.docname.rpartition('/')[0]}/index"
    facts = []
    if family in page.env.titles:
        values = {"game": page.env.titles[family].astext(), "n": domain(page.env).chapter(page.docname)}
        facts.append(_("%(game)s, chapter %(n)s") % values)
    facts.append(_("Edition %s") % page.app.config.release)
    number = sum(len(cases_of(p.rule)) for p in domain(page.env).on(page.docname))
    if number:
        facts.append(_("Worked cases: %s") % number)
    return f'<ul class="facts">{" ".join(f"<li>{escape(fact)}</li>" for fact in facts)}</ul>'


def visit_law(self: HTML5Translator, node: nodes.Element) -> None:
    number, own = escape(node["number"]), node["ids"][0]
    self.body.append(
        f'<section class="law" id="{own}" aria-label="{escape(_("Rule %s") % number)}">'
        f'<a class="no" href="#{own}" title="{escape(_("Permanent link"))}">'
        f'<span class="vh">{escape(_("Link to rule"))} </span>{number}</a><div class="txt">'
    )


def depart_law(self: HTML5Translator, node: nodes.Element) -> None:
    if node["links"] and not any(isinstance(child, Original) for child in node.children):
        self.body.append(f'<div class="tools">{node["links"]}</div>')
    self.body.append(f'</div><div class="margin">{node["margin"]}</div></section>\n')


def visit_original(self: HTML5Translator, node: nodes.Element) -> None:
    assert node.parent is not None
    label = escape(_("original of %s") % node.parent["number"])
    self.body.append(
        f'<div class="tools"><details class="en"><summary><span lang="en">EN</span>'
        f'<span class="vh"> {label}</span></summary><div class="orig" lang="en">'
    )


def depart_original(self: HTML5Translator, node: nodes.Element) -> None:
    assert node.parent is not None
    self.body.append(f"</div></details> {node.parent['links']}</div>")


class RuleRole(XRefRole):
    """{rule}`ID`: the printed number as a link."""

    def process_link(
        self, env: Any, refnode: nodes.Element, has_explicit_title: bool, title: str, target: str
    ) -> tuple[str, str]:
        refnode["refdomain"], refnode["reftype"] = "rulebook", "rule"
        return title, target


def setup(app: Sphinx) -> dict[str, bool]:
    app.setup_extension("_ext.page")
    app.add_domain(RulebookDomain)
    app.add_node(Law, html=(visit_law, depart_law))
    app.add_node(Original, html=(visit_original, depart_original))
    app.add_directive("rule", RuleDirective)
    app.add_role("rule", RuleRole())
    app.add_transform(KeepOriginal)
    app.connect("doctree-resolved", number_laws)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
