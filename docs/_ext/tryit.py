"""`{try}`: code that the reader may change and run. Its first answer is made here, by running it."""

from __future__ import annotations

import ast
import contextlib
import io
import json
from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.highlighting import PygmentsBridge
from sphinx.util.docutils import SphinxDirective

from _ext.engine import said
from _ext.page import Page, Place, log
from rulebook.ruling import Ruling
from rulebook.view import html
from rulebook.view.words import try_words


def run(code: str) -> tuple[str, object]:
    """What the code prints, and the value of its last line if that is an expression.

    >>> run("print(2)\\n1 + 2")
    ('2\\n', 3)
    """
    tree = ast.parse(code, "<cell>")
    last = tree.body[-1] if tree.body else None
    space: dict[str, object] = {"__name__": "__main__"}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        if not isinstance(last, ast.Expr):
            exec(compile(tree, "<cell>", "exec"), space)
            return printed.getvalue(), None
        tree.body.pop()
        exec(compile(tree, "<cell>", "exec"), space)
        value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), space)
    return printed.getvalue(), value


def coloured(code: str) -> str:
    """The code as HTML, in spans that the style sheet colours."""
    made = PygmentsBridge("html").highlight_block(code, "python").strip()
    return made.removeprefix('<div class="highlight"><pre>').removesuffix("</pre></div>")


class Try(Place):
    """A cell: the code, the answer made at the build, the button."""

    scripts = ("try.js",)

    def html(self, page: Page) -> str:
        labels, own = try_words(page.lang), self["own"]
        size = page.engine_bytes
        bytes_ = f' data-bytes="{size}"' if size else ""
        size_ = escape(page.words.size(size)) if size else ""
        return (
            f'<div class="try" id="{own}" data-try data-lang="{page.code}" data-root="{page.to_file("") or "./"}"'
            f' data-engine="{page.to_file("../engine/")}" data-worker="{page.to_file("_static/try-worker.js")}"{bytes_}'
            f' data-words="{escape(json.dumps(labels, ensure_ascii=False))}">'
            f'<pre class="code highlight" tabindex="0" role="region" aria-label="{escape(labels["code"])}">'
            f"<code>{coloured(self['code'])}</code></pre>"
            f'<div class="out" data-out>{self._answer(page)}<p class="note">{escape(labels["built"])}</p></div>'
            '<div class="bar" data-bar hidden><button type="button" class="btn main-act" data-do="run">'
            f"{escape(labels['run'])} <small data-size>{size_}</small></button></div></div>\n"
        )

    def _answer(self, page: Page) -> str:
        try:
            printed, value = run(self["code"])
        except Exception as fault:
            log.warning(
                "the code of the cell fails: %s: %s", type(fault).__name__, fault,
                type="rulebook", subtype="try", location=self,
            )  # fmt: skip
            return ""
        out = f'<pre class="printed">{escape(printed)}</pre>' if printed else ""
        if isinstance(value, Ruling):
            return out + html.ruling(
                page.words,
                ok=value.ok, stands=value.stands, sure=value.sure,
                text=said(page.lang, value), rule=value.rule, rule_link=page.rule_link,
            )  # fmt: skip
        if value is not None:
            out += f'<pre class="printed">{escape(value if isinstance(value, str) else repr(value))}</pre>'
        return out


class TryDirective(SphinxDirective):
    """```{try}"""

    has_content = True

    def run(self) -> list[nodes.Node]:
        self.assert_has_content()
        node = Try(code="\n".join(self.content), own=f"try-{self.env.new_serialno('try') + 1}")
        self.set_source_info(node)
        return [node]


def setup(app: Sphinx) -> dict[str, bool]:
    app.setup_extension("_ext.page")
    app.add_directive("try", TryDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
