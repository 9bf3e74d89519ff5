"""Sentences and values in the reader's language.

A `Lang` is an object, not a global setting: one process serves several languages. Catalogs are
compiled files beside the package; a language without one speaks English.

>>> from rulebook.cards import card
>>> lang("en").card(card("SA"))
'ace of spades'
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook.cards import Card, CardSet, Suit
from rulebook.seats import Seat, Side

if TYPE_CHECKING:
    from gettext import NullTranslations

LANGS = ("en", "ru", "kk")
DATA = Path(__file__).parent / "data"


def _ranks(say: Lang) -> dict[str, str]:
    """Ranks as they stand before "of spades"."""
    return {
        "A": say.word("rank of a suit", "ace"),
        "K": say.word("rank of a suit", "king"),
        "Q": say.word("rank of a suit", "queen"),
        "J": say.word("rank of a suit", "jack"),
        "T": say.word("rank of a suit", "ten"),
        "9": say.word("rank of a suit", "nine"),
        "8": say.word("rank of a suit", "eight"),
        "7": say.word("rank of a suit", "seven"),
        "6": say.word("rank of a suit", "six"),
        "5": say.word("rank of a suit", "five"),
        "4": say.word("rank of a suit", "four"),
        "3": say.word("rank of a suit", "three"),
        "2": say.word("rank of a suit", "two"),
    }


def _of_suits(say: Lang) -> tuple[str, ...]:
    """Suits as they stand in "ace of spades"."""
    return (
        say.word("of a suit", "spades"),
        say.word("of a suit", "hearts"),
        say.word("of a suit", "diamonds"),
        say.word("of a suit", "clubs"),
    )


def _suits(say: Lang) -> tuple[str, ...]:
    """Suits standing alone."""
    return (
        say.word("suit", "spades"),
        say.word("suit", "hearts"),
        say.word("suit", "diamonds"),
        say.word("suit", "clubs"),
    )


def _seats(say: Lang) -> dict[str, str]:
    return {
        "N": say.word("seat", "North"),
        "E": say.word("seat", "East"),
        "S": say.word("seat", "South"),
        "W": say.word("seat", "West"),
        "NS": say.word("side", "North\u2013South"),
        "EW": say.word("side", "East\u2013West"),
    }


def _jokers(say: Lang) -> dict[str, str]:
    return {"BJ": say.word("card", "big joker"), "LJ": say.word("card", "little joker")}


class Lang:
    """One language. `code` is `en`, `ru` or `kk`."""

    def __init__(self, code: str, catalog: NullTranslations) -> None:
        self.code = code
        self._catalog = catalog
        self._ranks, self._of = _ranks(self), _of_suits(self)
        self._suits, self._seats, self._jokers = _suits(self), _seats(self), _jokers(self)

    def word(self, context: str, msg: str) -> str:
        """A word or label; `context` tells equal English words apart."""
        return self._catalog.pgettext(context, msg)

    def count(self, context: str, one: str, many: str, n: int) -> str:
        """A number with its noun."""
        return self._catalog.npgettext(context, one, many, n).format(n=n)

    def say(self, context: str, msg: str, plural: str | None, values: Mapping[str, object]) -> str:
        """A sentence with its values. With a plural form it counts `values["n"]`."""
        if plural is None:
            text = self._catalog.pgettext(context, msg)
        else:
            count = values["n"]
            assert isinstance(count, int)
            text = self._catalog.npgettext(context, msg, plural, count)
        text = text.format_map({k: self.value(v) for k, v in values.items()})
        return text[:1].upper() + text[1:]

    def value(self, value: object) -> str:
        """A card, seat, side, suit, number or anything with `say(lang)`, in words."""
        if isinstance(value, Card):
            return self.card(value)
        if isinstance(value, Seat | Side):
            return self._seats.get(value.code, value.code) if value.compass else value.code
        if isinstance(value, Suit):
            return self._suits[value]
        if isinstance(value, CardSet):
            return ", ".join(map(self.card, value.sorted()))
        if (say := getattr(value, "say", None)) is not None:
            return str(say(self))
        if isinstance(value, int):
            return str(value).replace("-", "\u2212")
        if isinstance(value, tuple | list):
            return ", ".join(map(self.value, value))
        return str(value)

    def card(self, card: Card) -> str:
        """A card in words: "ace of spades", "туз пик"."""
        suit = card.suit
        if suit is None:
            return self._jokers[card.code]
        # the order of the two words is the language's
        template = self.word("card", "{rank} of {suit}")
        return template.format(rank=self._ranks[card.rank], suit=self._of[suit])

    def signed(self, number: int) -> str:
        """A score with its sign: +6, -5 (with a minus sign), 0."""
        return f"{number:+d}".replace("-", "\u2212") if number else "0"


@cache
def lang(code: str) -> Lang:
    """The language with this code. Raises KeyError for a code we do not have."""
    import gettext  # only a reader needs it: judging a record does not

    if code not in LANGS:
        raise KeyError(code)
    folder = DATA / "locale"
    return Lang(code, gettext.translation("rulebook", folder, [code], fallback=True))


def preferred(environment: Mapping[str, str] = os.environ) -> str:
    """The language the locale asks for, else English.

    >>> preferred({"LANG": "kk_KZ.UTF-8"}), preferred({"LANG": "C"})
    ('kk', 'en')
    """
    names: Iterable[str] = (environment.get(v, "") for v in ("LC_ALL", "LC_MESSAGES", "LANG"))
    code = next((name for name in names if name), "")[:2].lower()
    return code if code in LANGS else "en"
