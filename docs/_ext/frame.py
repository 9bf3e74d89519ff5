"""The frame of every page: the language switch, the addresses of the other languages, the scripts."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from _ext.domain import domain
from _ext.page import Page, scripts_of
from _site.paths import LANGS, NAMES
from rulebook.view import html
from rulebook.view.words import words

# how Sphinx marks the page itself in the tree
_CURRENT = re.compile(r'(<li class="[^"]* current)"><a class="current reference')
_VIEWPORT = re.compile(r'<meta name="viewport"[^>]*>\s*')  # the theme has it already


def languages(app: Sphinx, pagename: str, root: str) -> list[dict[str, object]]:
    """The same page in each language: relative link, and the absolute address for `hreflang`."""
    base = app.config.html_baseurl.removesuffix(f"{app.config.language}/")
    return [
        {
            "code": code,
            "name": NAMES[code],
            "href": f"{root}../{code}/{pagename}.html",
            "url": f"{base}{code}/{pagename}.html" if base else "",
            "current": code == app.config.language,
        }
        for code in LANGS
    ]


def _navigation(context: dict[str, Any]) -> str:
    """The tree of all pages, as plain nested lists."""
    made = context.get("toctree")
    tree = str(made(collapse=False, titles_only=True, maxdepth=3, includehidden=True) or "") if made else ""
    return _CURRENT.sub(r'\1 current-page"><a aria-current="page" class="reference', tree)


def page_context(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    page = Page(app, pagename)
    scripts = set(scripts_of(doctree)) if doctree else set()
    app.add_css_file("replay.css", priority=700)
    app.add_css_file("rulebook.css", priority=710)
    for name in ("site.js", *sorted(scripts)):
        app.add_js_file(name, type="module")
    context["languages"] = languages(app, pagename, context["content_root"])
    context["sprite"] = html.sprite(words(page.lang))
    context["metatags"] = _VIEWPORT.sub("", context.get("metatags") or "")
    context["navigation"] = _navigation(context)
    context["wide"] = pagename == app.config.root_doc or ("replay.js" in scripts and not domain(app.env).on(pagename))


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("html-page-context", page_context, priority=600)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
