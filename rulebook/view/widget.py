"""A deal in a notebook: the same HTML, style and script as on the site, in a frame of its own.

>>> from rulebook.cases import get
>>> shown = show(get("bid-whist.scoring.set/five-high").record)
>>> shown._repr_html_().startswith('<iframe class="rulebook-deal"')
True

The frame (`srcdoc`) keeps the notebook's styles and keys away from the deal and gives each
output ids of its own. Where scripts may not run, the tables and the deal in words are still there.
"""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook.cases import game_of
from rulebook.i18n import lang as language
from rulebook.view import html
from rulebook.view.steps import document
from rulebook.view.whatif import addresses, source
from rulebook.view.words import words

if TYPE_CHECKING:
    from rulebook.game import Game
    from rulebook.records import Record
    from rulebook.view.record import Document

_STATIC = Path(__file__).parent / "static"

# Runs inside the frame: the notebook's light or dark, links into the site when the notebook is
# served beside it (the notebook application lives in lite/), the engine of that site to play
# differently with, and a frame as high as its content.
_FRAME = """
const outer = frameElement, root = outer?.ownerDocument;
const light = root?.body.dataset.jpThemeLight;
if (light) document.body.dataset.theme = light === "true" ? "light" : "dark";
const site = root?.location.href.split("/lite/");
for (const a of document.querySelectorAll("a.cite")) {
  if (site?.length > 1) a.href = new URL(a.getAttribute("href"), `${site[0]}/`).href;
  else a.removeAttribute("href");
  a.target = "_blank";
}
for (const el of document.querySelectorAll("[data-whatif]")) {
  if (!(site?.length > 1)) el.remove();
  else for (const name of ["script", "worker", "engine", "root"])
    el.dataset[name] = new URL(el.dataset[name], `${site[0]}/`).href;
}
const fit = () => { if (outer) outer.style.height = `${document.documentElement.offsetHeight + 2}px`; };
new ResizeObserver(fit).observe(document.documentElement);
fit();
"""

_PAGE = """
html { font-size: 100%; }
body { margin: 0; padding: 4px 12px; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 var(--serif); }
"""


class Shown:
    """A deal to look at: a notebook draws it, `print` tells it step by step."""

    def __init__(self, doc: Document, code: str, record: str = "") -> None:
        self.doc, self.code, self.record = doc, code, record

    def _repr_html_(self) -> str:
        page = escape(self.page())
        title = escape(words(language(self.code)).steps)
        return (
            f'<iframe class="rulebook-deal" title="{title}" srcdoc="{page}" width="100%"'
            ' height="640" style="border:0;display:block"></iframe>'
        )

    def __repr__(self) -> str:
        return "\n".join(f"{step['n']}. {step['text']}" for step in self.doc["steps"])

    def page(self) -> str:
        """The frame's document, complete in itself."""
        w = words(language(self.code))
        deal = html.deal(
            self.doc,
            w,
            anchor="deal",
            rule_link=lambda rule: _link(rule, self.code),
            title=w.steps,
            other=_other(self.record, self.code) if self.record else None,
        )
        css, script = _static("replay.css"), _static("replay.js")
        return (
            f'<!doctype html><html lang="{self.code}"><head><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{escape(w.steps)}</title>'
            f'<style>{css}{_PAGE}</style></head><body class="alone">{html.sprite(w)}{deal}'
            f'<script type="module">{_FRAME}</script><script type="module">{script}</script></body></html>'
        )


def _other(record: str, code: str) -> html.Other:
    """What the deal needs to be played differently, with addresses from the root of the site."""
    static = f"{code}/_static"
    return html.Other(record, f"{static}/whatif.js", f"{static}/try-worker.js", "engine/", f"{code}/")


@cache
def _static(name: str) -> str:
    return (_STATIC / name).read_text("utf-8")


def _link(rule: str, code: str) -> tuple[str, str]:
    """The rule's page under the site's root, computed from the id, and its printed number."""
    family, chapter, _ = rule.split(".")
    href = f"{code}/rules/{family}/{chapter}.html#{rule.replace('.', '-')}"
    return href, addresses({rule}).get(rule, ["", rule])[1]


def show(record: Record, game: Game | None = None, lang: str = "en") -> Shown:
    """The record, step by step. `game` replays it under other house rules than its own.

    Raises what `document` raises, and KeyError for a language we do not have.
    """
    game = game or game_of(record)
    return Shown(document(record, game, lang), lang, source(record, game))
