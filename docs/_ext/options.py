"""`{options} GAME [CHAPTER]`: the house rules of a game, or of one chapter, as a table."""

from __future__ import annotations

from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.util.docutils import SphinxDirective

import rulebook
from _ext.domain import domain
from _ext.page import Page, Place, log
from rulebook.options import Option, Value, every
from rulebook.ruling import InputError
from rulebook.view import html


def _words(o: Option, value: str) -> str | None:
    """A choice in words."""
    known = _choices()
    return known.get((o.rule, value)) or known.get((o.key, value)) or {"on": _("yes"), "off": _("no")}.get(value)


def _choices() -> dict[tuple[str, str], str]:
    """The answers to the questions, by value, and by option or by the rule it belongs to."""
    return {
        ("kitty", "standard"): _("yes"),
        ("kitty", "none"): _("no"),
        ("nt_score", "double"): _("yes"),
        ("nt_score", "single"): _("no"),
        ("nt_double_what", "all_books_over_six"): _("every book above six"),
        ("nt_double_what", "bid_only"): _("the books bid"),
        ("renege_to", "other_side"): _("to the other side"),
        ("renege_to", "removed"): _("to nobody"),
        ("illegal_play", "enforce"): _("it is refused"),
        ("bid-whist.renege.modes", "table"): _("it stands, and may be called"),
        ("bridge.calls.higher", "table"): _("it stands, and is reported"),
    }


class Options(Place):
    """The table of options."""

    def html(self, page: Page) -> str:
        game, chapter = self["game"], self["chapter"]
        found = [o for o, _value in every(rulebook.game(game).options) if chapter in ("", o.rule.split(".")[1])]
        if not found:
            raise InputError("{game} has no options in the chapter {chapter}.", game=game, chapter=chapter)
        rows = "".join(self._row(page, o) for o in found)
        caption = escape(_("House rules: the question and its choices"))
        column = 'th scope="col" role="columnheader"'
        return (
            f'<table class="options" role="table" id="options"><caption class="vh">{caption}</caption>'
            f'<thead role="rowgroup"><tr role="row"><{column}>{escape(_("Question"))}</th>'
            f"<{column}>{escape(_('Choices, default in bold'))}</th></tr></thead>"
            f'<tbody role="rowgroup">{rows}</tbody></table>\n'
        )

    def _row(self, page: Page, o: Option) -> str:
        question = escape(page.lang.word(o.rule, o.question))
        choices = " \u00b7 ".join(self._choice(o, value) for value in sorted(o.choices, key=_order))
        own = "option-" + o.key.replace("_", "-").replace(".", "-")
        return (
            f'<tr role="row" id="{own}"><td role="cell">{question} {html.link(o.rule, page.rule_link)}'
            f' <code class="rid">{escape(o.key)}</code></td>'
            f'<td role="cell" data-head="{escape(_("Choices"))}">{choices}</td></tr>'
        )

    def _choice(self, o: Option, value: Value) -> str:
        text = escape(str(value))
        if isinstance(value, str):
            word = _words(o, value)
            if word is None:
                log.warning("no words for %s=%s", o.key, value, type="rulebook", subtype="option", location=self)
            text = f"{escape(word or '')} <code>{text}</code>"
        return f'<b class="dflt">{text}</b>' if value == o.default else f"<span>{text}</span>"


def _order(value: Value) -> tuple[bool, int]:
    """Numbers in their order, words as they were listed."""
    return (isinstance(value, str), value if isinstance(value, int) else 0)


class OptionsDirective(SphinxDirective):
    """```{options} GAME [CHAPTER]"""

    required_arguments = 1
    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        game, *chapter = self.arguments
        node = Options(game=game, chapter="".join(chapter))
        self.set_source_info(node)
        prefix = ".".join([game.partition(":")[0], *chapter])
        domain(self.env).note("options", self.env.current_document.docname, prefix)
        return [node]


def setup(app: Sphinx) -> dict[str, bool]:
    app.setup_extension("_ext.page")
    app.add_directive("options", OptionsDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
