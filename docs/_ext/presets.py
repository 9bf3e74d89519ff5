"""`{presets} GAME`: the named bundles of house rules, compared in one table, with their sources."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import NamedTuple

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.util.docutils import SphinxDirective

import rulebook
from _ext.options import in_words
from _ext.page import Page, Place
from rulebook.games import presets
from rulebook.options import Option, Preset, Value, every
from rulebook.ruling import InputError
from rulebook.view import html


def preset_anchor(preset: Preset) -> str:
    """The id of a preset on its page."""
    return "preset-" + preset.id.replace(":", "-")


class Presets(Place):
    """A row per house rule, a column per preset; then the presets one by one.

    The first preset stands at the defaults and prints them all; the others print only what differs.
    """

    def html(self, page: Page) -> str:
        game = self["game"]
        known = presets(game)
        if not known:
            raise InputError("The game {game} has no presets.", game=game)
        columns = [Column(p, _title(page, p), _changes(p)) for p in known.values()]
        if columns[0].changes:
            raise InputError("The first preset must stand at the defaults: {preset}.", preset=columns[0].preset.id)
        options = (o for o, _value in every(rulebook.game(game).options))
        rows = "".join(_row(page, o, columns) for o in options if any(o.key in c.changes for c in columns))
        about = "".join(_about(page, c) for c in columns)
        return f'{_table(columns, rows)}<dl class="bundles">{about}</dl>\n'


class Column(NamedTuple):
    """A preset, its title on this page (escaped), and what it changes."""

    preset: Preset
    title: str
    changes: Mapping[str, Value]


def _title(page: Page, preset: Preset) -> str:
    return escape(page.lang.word(preset.id, preset.title))


def _changes(preset: Preset) -> dict[str, Value]:
    """The options of a preset that differ from the default, with its values."""
    found = rulebook.diff(preset.game, preset.id)
    return {key: value for key, (_default, value) in found.items() if value is not None}


def _table(columns: list[Column], rows: str) -> str:
    caption = escape(_("Presets: only what differs from the first column"))
    column = 'th scope="col" role="columnheader"'
    heads = "".join(f'<{column}><a href="#{preset_anchor(c.preset)}">{c.title}</a></th>' for c in columns)
    return (
        f'<div class="scroller" role="region" tabindex="0" aria-label="{caption}">'
        f'<table class="bundled" role="table"><caption class="vh">{caption}</caption>'
        f'<thead role="rowgroup"><tr role="row"><{column}>{escape(_("Question"))}</th>{heads}</tr></thead>'
        f'<tbody role="rowgroup">{rows}</tbody></table></div>\n'
    )


def _row(page: Page, o: Option, columns: list[Column]) -> str:
    question = escape(page.lang.word(o.rule, o.question))
    first, *others = columns
    shown = [(first, o.default), *((c, c.changes.get(o.key)) for c in others)]
    cells = "".join(_cell(c, "" if value is None else in_words(o, value) or "") for c, value in shown)
    head = f'<th scope="row" role="rowheader">{question} {html.link(o.rule, page.rule_link)}</th>'
    return f'<tr role="row">{head}{cells}</tr>'


def _cell(column: Column, words: str) -> str:
    return f'<td role="cell" data-head="{column.title}">{escape(words)}</td>'


def _about(page: Page, column: Column) -> str:
    """Title, code, source, and the values that the source states."""
    preset = column.preset
    stated = " ".join(f"<code>{escape(f'{key}={value}')}</code>" for key, value in preset.values.items())
    values = f'<dd class="note">{escape(_("House rules:"))} {stated}</dd>' if stated else ""
    return (
        f'<dt id="{preset_anchor(preset)}">{column.title} <code>{escape(preset.id)}</code></dt>'
        f"<dd>{escape(page.lang.word(preset.id, preset.source), quote=False)}</dd>{values}"
    )


class PresetsDirective(SphinxDirective):
    """```{presets} GAME"""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        node = Presets(game=self.arguments[0])
        self.set_source_info(node)
        return [node]


def setup(app: Sphinx) -> dict[str, bool]:
    app.setup_extension("_ext.page")
    app.add_directive("presets", PresetsDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
