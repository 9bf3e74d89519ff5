"""Tables of bridge points, computed by the engine.

- `{values} GAME...`: what an odd trick is worth in each suit, a row per game.
- `{honours} GAME`: what honours are worth, a row per holding.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.util.docutils import SphinxDirective

import rulebook
from _ext.page import Page, Place
from rulebook.games.bridge.facts import Bid
from rulebook.games.bridge.honours import aces, trump
from rulebook.ruling import InputError

ORDER = "SCDHRUN"  # the order of the laws: cheapest first
HOLDINGS = ((3, 0), (4, 0), (4, 4), (5, 0), (5, 4), (5, 5))  # honours of a side, most of them in one hand


def denomination(page: Page, code: str) -> str:
    """The name of a suit, of no trump, of royals or nullo."""
    named = {"R": _("royals"), "U": _("nullo")}
    return named.get(code) or page.lang.value(Bid(0, code))


def values(game: str) -> dict[str, int]:
    """Points of an odd trick in each denomination. Raises InputError for a game without them."""
    shape: Any = getattr(rulebook.game(game).options, "shape", None)
    found = dict(getattr(shape, "values", {}))
    if not found:
        raise InputError("The game {game} has no values of tricks.", game=game)
    return found


def table(caption: str, heads: Sequence[str], rows: Sequence[tuple[str, Sequence[int | None]]]) -> str:
    """A table of numbers; None is a dash."""
    columns = "".join(f'<th scope="col" class="r">{escape(head)}</th>' for head in heads)
    body = "".join(
        f'<tr><th scope="row">{label}</th>'
        + "".join(f'<td class="r">{"&ndash;" if n is None else n}</td>' for n in cells)
        + "</tr>"
        for label, cells in rows
    )
    return (
        f'<div class="scroller" role="region" tabindex="0" aria-label="{escape(caption)}">'
        f'<table class="figures"><caption>{escape(caption)}</caption>'
        f"<thead><tr><td></td>{columns}</tr></thead><tbody>{body}</tbody></table></div>\n"
    )


class Values(Place):
    """A row per game, a column per denomination."""

    def html(self, page: Page) -> str:
        found = {game: values(game) for game in self["games"]}
        codes = [code for code in ORDER if any(code in points for points in found.values())]
        rows = [(f"<code>{escape(game)}</code>", [n.get(code) for code in codes]) for game, n in found.items()]
        return table(_("Points of an odd trick"), [denomination(page, code) for code in codes], rows)


class Honours(Place):
    """A row per holding, a column per denomination that has honours."""

    def html(self, page: Page) -> str:
        points = values(self["game"])
        codes = [code for code in ORDER if code in points and code != "U"]
        rows = [
            (escape(label), [self.cell(n, most, code, points[code]) for code in codes])
            for (n, most), label in zip(HOLDINGS, labels(), strict=True)
        ]
        return table(_("Points for honours"), [denomination(page, code) for code in codes], rows)

    def cell(self, n: int, most: int, code: str, value: int) -> int | None:
        if code == "N":
            return aces(n, most) if n < 5 else None
        return trump(n, most, value)


def labels() -> tuple[str, ...]:
    """The holdings in words."""
    return (
        _("three"),
        _("four in two hands"),
        _("four in one hand"),
        _("five, no four in one hand"),
        _("five, four in one hand"),
        _("five in one hand"),
    )


class ValuesDirective(SphinxDirective):
    """```{values} GAME GAME"""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        node = Values(games=self.arguments[0].split())
        self.set_source_info(node)
        return [node]


class HonoursDirective(SphinxDirective):
    """```{honours} GAME"""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        node = Honours(game=self.arguments[0])
        self.set_source_info(node)
        return [node]


def setup(app: Sphinx) -> dict[str, bool]:
    app.setup_extension("_ext.page")
    app.add_directive("values", ValuesDirective)
    app.add_directive("honours", HonoursDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
