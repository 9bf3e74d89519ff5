"""Small pieces of HTML: suits, cards, verdicts. All text is escaped here.

>>> from rulebook.i18n import lang
>>> from rulebook.view.words import words
>>> card("ST", words(lang("en")))  # doctest: +ELLIPSIS
'<span class="crd S">...</svg><span class="vh">spades </span><b data-r="T">10</b></span>'
"""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape

from rulebook.view.words import Words

RuleLink = Callable[[str], tuple[str, str]]

# Drawn for this project on a 16-unit square; a joker is a six-pointed star.
_SHAPES = {
    "S": "M8 1C7 4 1.5 6.5 1.5 9.7a2.9 2.9 0 0 0 5.4 1.5C6.8 13 6.2 14.3 5 15.3h6"
    "c-1.2-1-1.8-2.3-1.9-4.1a2.9 2.9 0 0 0 5.4-1.5C14.5 6.5 9 4 8 1z",
    "H": "M8 15C6.5 12.4 1.2 9.6 1.2 5.7A3.6 3.6 0 0 1 8 4.1a3.6 3.6 0 0 1 6.8 1.6C14.8 9.6 9.5 12.4 8 15z",
    "D": "M8 .7C9.3 3.5 11.2 6 13.6 8 11.2 10 9.3 12.5 8 15.3 6.7 12.5 4.8 10 2.4 8 4.8 6 6.7 3.5 8 .7z",
    "C": "M8 1a3.3 3.3 0 0 1 2.5 5.5 3.3 3.3 0 1 1-1.4 5c.1 1.6.7 2.8 1.9 3.8H5c1.2-1 1.8-2.2 1.9-3.8"
    "a3.3 3.3 0 1 1-1.4-5A3.3 3.3 0 0 1 8 1z",
    "J": "M8 .8l2 3.7 4.2-.1L12 8l2.2 3.6-4.2-.1-2 3.7-2-3.7-4.2.1L4 8 1.8 4.4l4.2.1z",
}
_MARKS = {
    "yes": "M2.5 8.5 6.5 12.5 13.5 3.5",
    "no": "M3 3l10 10M13 3 3 13",
    "irregular": "M8 2v7.5M8 12.2v2",
}


def sprite(w: Words) -> str:
    """What a page holds once, first in its body: the drawings, a template for every suit (and
    for no trump) with its name, the card letters of the language."""
    drawn = "".join(
        f'<symbol id="s-{k}" viewBox="0 0 16 16"><path d="{d}"/></symbol>'
        for k, d in (*_SHAPES.items(), *_MARKS.items())
    )
    templates = "".join(
        f'<template id="suit-{k}" data-label="{escape(w.suits.get(k, w.joker))}">{suit(k, w)}</template>'
        for k in _SHAPES
    )
    letters = escape(json.dumps(dict(w.ranks), ensure_ascii=False))
    return (
        f'<div class="sprite" data-ranks="{letters}">'
        f'<svg width="0" height="0" aria-hidden="true" focusable="false">{drawn}</svg>'
        f'{templates}<template id="suit-NT" data-label="{escape(w.no_trump)}"></template></div>'
    )


def shape(letter: str) -> str:
    """A drawing of the sprite, silent."""
    kind = f"suit {letter}" if letter in _SHAPES else "sign"
    return f'<svg class="{kind}" aria-hidden="true"><use href="#s-{letter}"></use></svg>'


def suit(letter: str, w: Words) -> str:
    """A suit's sign (`J` for jokers) with its name for the ear."""
    return f'{shape(letter)}<span class="vh">{escape(w.suits.get(letter, w.joker))} </span>'


def suit_of(code: str) -> str:
    """The row a card is shown in: its suit, `J` for a joker, `?` when unknown."""
    return "J" if code in ("BJ", "LJ") else code[0]


def rank(code: str, w: Words, tag: str = "b") -> str:
    """The letter of a card; `data-r` is the code's, so that a script can change the letters."""
    if code == "?":
        return f"<{tag}>?</{tag}>"
    key = code if code in ("BJ", "LJ") else code[1:]
    title = f' title="{escape(w.jokers[key])}"' if key in w.jokers else ""
    return f'<{tag} data-r="{escape(key)}"{title}>{escape(w.ranks.get(key, key))}</{tag}>'


def card(code: str, w: Words) -> str:
    """A card in a line of text: sign and letter."""
    if code == "?":
        return f'<span class="crd">{rank(code, w)}</span>'
    row = suit_of(code)
    return f'<span class="crd {row}">{suit(row, w)}{rank(code, w)}</span>'


def link(rule: str, rule_link: RuleLink, *, data: bool = False) -> str:
    """The rule's printed number, as a link where the page can give one."""
    href, number = rule_link(rule)
    mark = f' data-rule="{escape(rule)}"' if data else ""
    if not href:
        return f'<code class="rid"{mark}>{escape(number)}</code>'
    return f'<a class="cite" href="{escape(href)}"{mark}>{escape(number)}</a>'


def verdict(w: Words, *, ok: bool, stands: bool = False) -> str:
    """Sign and word: yes, no, or irregular."""
    kind = "yes" if ok else "irregular" if stands else "no"
    word = {"yes": w.yes, "no": w.no, "irregular": w.irregular}[kind]
    return f'<span class="verdict {kind}">{shape(kind)}{escape(word)}</span>'


def ruling(
    w: Words,
    *,
    ok: bool,
    text: str,
    rule: str,
    rule_link: RuleLink,
    stands: bool = False,
    sure: bool = True,
) -> str:
    """A ruling: the verdict, its sentence, the rule that decides."""
    doubt = "" if sure else f' <span class="note">({escape(w.unsure)})</span>'
    return (
        f'<div class="ruling">{verdict(w, ok=ok, stands=stands)}'
        f"<p>{escape(text, quote=False)} {link(rule, rule_link)}{doubt}</p></div>"
    )
