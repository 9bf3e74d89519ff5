"""The search in Russian and Kazakh: an inflected word finds the page of the word."""

from __future__ import annotations

from pathlib import Path

import sphinx.search
from sphinx.application import Sphinx
from sphinx.search import SearchLanguage
from sphinx.search.ru import SearchRussian

from _ext import kazakh, russian
from _ext.terms import terms

_STOCK = Path(sphinx.search.__file__).parent / "minified-js"


def _all(lang: str) -> str:
    """Every term of a language in one text."""
    return "\n".join(f"{t.words[lang]} {' '.join(t.others[lang])}" for t in terms())


class Russian(SearchRussian):
    """Snowball with the project's exceptions."""

    js_stemmer_rawcode = ""

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__(options)
        self.known = {**russian.exceptions(russian.words(_all("ru"))), **russian.IRREGULAR}
        stock = [(_STOCK / name).read_text("utf-8") for name in ("base-stemmer.js", "russian-stemmer.js")]
        self.js_stemmer_code = "\n".join([*stock, russian.script(self.known)])

    def stem(self, word: str) -> str:
        word = russian.fold(word)
        stem = super().stem(self.known.get(word, word))
        return super().stem(self.known[stem]) if stem in self.known else stem


class Kazakh(SearchLanguage):
    """Terms first, then a cautious stripping of endings."""

    lang = "kk"
    language_name = "Kazakh"
    stopwords = frozenset(("және", "мен", "бен", "пен", "да", "де", "та", "те", "бұл", "ол", "осы", "сол", "үшін"))

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__(options)
        self.stemmer = kazakh.Stemmer(kazakh.words(_all("kk")))
        self.js_stemmer_code = self.stemmer.script()

    def stem(self, word: str) -> str:
        return self.stemmer(word)


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_search_language(Russian)
    app.add_search_language(Kazakh)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
