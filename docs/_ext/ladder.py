"""`{ladder} GAME`: which calls are legal over which, found out by asking the engine about every pair.

Where bids are worth points and every bid beats all before it, the ladder is one list, by those points.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from itertools import groupby
from typing import NamedTuple

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.util.docutils import SphinxDirective

import rulebook
from _ext.engine import said
from _ext.page import Page, Place
from rulebook.game import Game
from rulebook.options import every
from rulebook.records import Record
from rulebook.ruling import InputError, Ruling
from rulebook.table import Action, Each, Table
from rulebook.view import html

LOW = {"low_beats_high": "on"}  # the house rule that changes the ladder


class Rung(NamedTuple):
    """A standing call (None before the first bid) and the ruling on each call over it."""

    standing: object
    over: Mapping[object, Ruling]


def bids(game: Game, t: Table) -> tuple[object, ...]:
    """Every bid that may open the auction, lowest first."""
    spaces = [space for space in game.legal(t) if isinstance(space, Each) and space.kind == "call"]
    return tuple(value for space in spaces for value in space.values if getattr(value, "code", "") != "Pass")


def rungs(game: Game) -> list[Rung]:
    """The whole ladder: the first player makes each bid, the next one tries each call over it."""
    start = game.start(Record(()).setup(game))
    found = bids(game, start)
    if not found:
        raise InputError("The game {game} has no auction.", game=game.id)
    tables = [(None, start), *((bid, _called(game, start, bid)) for bid in found)]
    return [Rung(standing, {bid: _ruling(game, t, bid) for bid in found}) for standing, t in tables]


def _called(game: Game, t: Table, bid: object) -> Table:
    seat = game.turn(t)
    assert seat is not None
    return game.play(t, Action(seat, "call", bid))


def _ruling(game: Game, t: Table, bid: object) -> Ruling:
    seat = game.turn(t)
    assert seat is not None
    return game.rule(t, Action(seat, "call", bid))


def in_line(found: list[Rung]) -> bool:
    """Whether each bid beats exactly those before it."""
    over = [[r.ok for r in rung.over.values()] for rung in found]
    return all(legal == [n >= row for n in range(len(legal))] for row, legal in enumerate(over))


class Ladder(Place):
    """A row per standing bid, a column per call over it; then the rules that refuse."""

    def html(self, page: Page) -> str:
        game = rulebook.game(self["game"])
        found = rungs(game)
        if in_line(found) and all("worth" in rung.over[rung.standing].args for rung in found[1:]):
            return f"{_list(page, found)}{_reasons(page, found)}\n"
        keys = {o.key for o, _value in every(game.options)}
        other = rungs(rulebook.game(self["game"], **LOW)) if LOW.keys() <= keys else found
        rows = "".join(_row(page, rung, low) for rung, low in zip(found, other, strict=True))
        caption = escape(_("Legal calls over each bid"))
        heads = "".join(f'<th scope="col"><span>{escape(page.lang.value(bid))}</span></th>' for bid in found[0].over)
        return (
            f'<div class="scroller" role="region" tabindex="0" aria-label="{caption}">'
            f'<table class="ladder"><caption>{caption}</caption>'
            f'<thead><tr><th scope="col">{escape(_("Standing bid"))}</th>{heads}</tr></thead>'
            f"<tbody>{rows}</tbody></table></div>{_legend(low=other is not found)}{_reasons(page, found)}\n"
        )


def _list(page: Page, found: list[Rung]) -> str:
    """The bids from low to high, those of one worth in one row. What a bid is worth, its own refusal says."""
    caption = escape(_("The bids from low to high: each beats all before it"))
    rows = "".join(
        f'<tr><th scope="row">{worth}</th><td>{escape(", ".join(bids))}</td></tr>'
        for worth, bids in (
            (worth, [page.lang.value(rung.standing) for rung in some]) for worth, some in groupby(found[1:], key=_worth)
        )
    )
    return (
        f'<div class="scroller" role="region" tabindex="0" aria-label="{caption}">'
        f'<table class="rungs"><caption>{caption}</caption>'
        f'<thead><tr><th scope="col">{escape(_("Points"))}</th><th scope="col">{escape(_("Bids"))}</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _worth(rung: Rung) -> object:
    return rung.over[rung.standing].args["worth"]


def _row(page: Page, rung: Rung, low: Rung) -> str:
    standing = _("none") if rung.standing is None else page.lang.value(rung.standing)
    cells = "".join(_cell(r.ok, low.over[bid].ok) for bid, r in rung.over.items())
    return f'<tr><th scope="row">{escape(standing)}</th>{cells}</tr>'


def _cell(legal: bool, low: bool) -> str:
    """Legal, legal only where low beats high, or refused."""
    if legal:
        return f'<td class="may">{html.shape("yes")}<span class="vh">{escape(_("legal"))}</span></td>'
    if low:
        words = escape(_("legal only if low beats high"))
        return f'<td class="may">({html.shape("yes")})<span class="vh">{words}</span></td>'
    return f'<td>\u2013<span class="vh">{escape(_("refused"))}</span></td>'


def _legend(*, low: bool) -> str:
    signs = [(html.shape("yes"), _("legal"))]
    if low:
        signs.append((f"({html.shape('yes')})", _("legal only if low beats high")))
    signs.append(("\u2013", _("refused")))
    return '<p class="legend">' + " ".join(f"<span>{sign} {escape(words)}</span>" for sign, words in signs) + "</p>"


def _reasons(page: Page, found: list[Rung]) -> str:
    """An example of each rule that refuses a call; its sentence names both bids."""
    reasons: dict[str, Ruling] = {}
    for rung in found:
        for r in rung.over.values():
            if not r.ok:
                reasons.setdefault(r.rule, r)
    items = "".join(
        f"<li>{escape(said(page.lang, r), quote=False)} {html.link(rule, page.rule_link)}</li>"
        for rule, r in reasons.items()
    )
    return f"<ul>{items}</ul>" if items else ""


class LadderDirective(SphinxDirective):
    """```{ladder} GAME"""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        node = Ladder(game=self.arguments[0])
        self.set_source_info(node)
        return [node]


def setup(app: Sphinx) -> dict[str, bool]:
    app.setup_extension("_ext.page")
    app.add_directive("ladder", LadderDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
