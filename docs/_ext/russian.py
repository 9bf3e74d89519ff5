"""Russian search words: the usual stemmer, ё as е, and the plural genitives it does not know.

Взятка and взяток, заявка and заявок get different stems from the usual stemmer. The exceptions
are made from the terms: a feminine noun in -ка after a consonant has such a genitive.

>>> exceptions(["взятка", "бочка", "сдача"])
{'взяток': 'взятка', 'бочек': 'бочка'}
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

_WORD = re.compile(r"[а-я]+")
_FLEETING = re.compile(r"([а-я]+[бвгджзйклмнпрстфхцчшщь])ка")
_HUSHING = "жчшщцйь"
# other forms and spellings that readers may type
IRREGULAR = {"бубен": "бубна", "робер": "роббер", "черви": "черва", "червей": "черва"}


def fold(word: str) -> str:
    """Small letters, ё as е."""
    return word.lower().replace("ё", "е")


def exceptions(words: Iterable[str]) -> dict[str, str]:
    """Plural genitive -> the noun it belongs to."""
    found = {}
    for word in words:
        if match := _FLEETING.fullmatch(word):
            root = match[1]
            vowel = "е" if root[-1] in _HUSHING else "о"
            found[f"{root[:-1] if root[-1] in 'йь' else root}{vowel}к"] = word
    return found


def words(text: str) -> list[str]:
    """The Russian words of a text, folded."""
    return _WORD.findall(fold(text))


def script(known: dict[str, str]) -> str:
    """Wraps the stock stemmer of the page's script, which stands before this."""
    table = json.dumps(known, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return f"""
window.Stemmer = function () {{
  const stock = new RussianStemmer(), known = new Map(Object.entries({table}));
  this.stemWord = (word) => {{
    word = word.toLowerCase().replaceAll("ё", "е");
    const stem = stock.stemWord(known.get(word) ?? word);
    return known.has(stem) ? stock.stemWord(known.get(stem)) : stem;
  }};
}};
"""
