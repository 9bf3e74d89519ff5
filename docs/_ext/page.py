"""What the engine says, put on a page only when the page's address and language are known.

A directive leaves a `Place`. When the page is written, the place is asked for its HTML: that is
late enough for links, and too late to reach any catalog.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.osutil import relative_uri

from rulebook.i18n import LANGS, Lang
from rulebook.i18n import lang as language
from rulebook.ruling import InputError
from rulebook.view.words import Words, words

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Page:
    """The page being written: its language, and how to link from it."""

    app: Sphinx
    docname: str

    @property
    def env(self) -> BuildEnvironment:
        return self.app.env

    @property
    def code(self) -> str:
        """`en`, `ru` or `kk`."""
        code = self.app.config.language
        return code if code in LANGS else "en"

    @cached_property
    def lang(self) -> Lang:
        return language(self.code)

    @cached_property
    def words(self) -> Words:
        return words(self.lang)

    def to_doc(self, docname: str, anchor: str = "") -> str:
        """Address of another page, or of a place on this one, from here."""
        uri = "" if docname == self.docname else self.app.builder.get_relative_uri(self.docname, docname)
        return f"{uri}#{anchor}" if anchor else uri

    def to_file(self, path: str) -> str:
        """Address of a file, given from the root of the language, from here."""
        return relative_uri(self.app.builder.get_target_uri(self.docname), path)

    @property
    def engine_bytes(self) -> int:
        """What the first question to the browser's Python loads; 0 while there is no engine beside the pages."""
        path = Path(self.app.outdir).parent / "engine" / "engine.json"
        return int(json.loads(path.read_text("utf-8"))["bytes"]) if path.is_file() else 0

    def rule_link(self, rule: str) -> tuple[str, str]:
        """Address and printed number of a rule; no address for an id without a paragraph."""
        from _ext.domain import domain

        found = domain(self.env).paragraphs.get(rule)
        if found is None:
            log.warning(
                "no paragraph has the rule id %s", rule,
                type="rulebook", subtype="rule", location=self.docname, once=True,
            )  # fmt: skip
            return "", rule
        return self.to_doc(found.docname, found.anchor), domain(self.env).number(rule)


class Place(nodes.General, nodes.Element):
    """Where an answer of the engine will stand."""

    scripts: ClassVar[tuple[str, ...]] = ()

    def html(self, page: Page) -> str:
        """The finished HTML. Raises InputError for what the engine cannot read."""
        raise NotImplementedError


def fill(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Ask every place of a page."""
    if app.builder.format != "html":
        return
    page = Page(app, docname)
    for place in list(doctree.findall(Place)):
        try:
            text = place.html(page)
        except InputError as fault:
            log.warning("%s", fault, type="rulebook", subtype="input", location=place)
            text = ""
        place.replace_self(nodes.raw("", text, format="html", scripts=list(place.scripts)))


def scripts_of(doctree: nodes.document) -> Iterator[str]:
    """The scripts that the filled places of a page need."""
    for raw in doctree.findall(nodes.raw):
        yield from raw.get("scripts", ())


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("doctree-resolved", fill)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
