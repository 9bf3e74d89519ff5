"""A stemmer for Kazakh search words, which knows the project's terms.

Stripping endings blindly ruins short words (қарға would lose its end). So a word is first looked
up: a term plus a legal chain of plural, possession and case is that term. Only a word that begins
with no term is stripped, and keeps four letters at least. The same data and the same steps go
into the page's script.

>>> stem = Stemmer(["көзір", "қарға", "прикуп", "жүрек"])
>>> [stem(w) for w in ("көзірлерді", "қарғаның", "прикубын", "жүрегі")]
['көзір', 'қарға', 'прикуп', 'жүрек']
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

_PLURAL = "(?:[лдт][ае]р)?"
_POSSESSED = "(?:[ыі]?м[ыі]з|[ыі]?ң[ыі]з|[ыі]?м|[ыі]?ң|с[ыі]|[ыі])?"
_CASE = (
    "(?:[ндт][ыі]ң|[гғкқ][ае]|[ндт][ыі]|[ндт]а|[ндт]е|нд[ае]|[днт][ае]н|[мбп]ен(?:ен)?|[ндт]ікі"
    "|(?:н?д|т)[ае][ғг][ыі]|[ае]|н)?"
)
CHAIN = f"{_PLURAL}{_POSSESSED}{_CASE}"
_CHAIN = re.compile(CHAIN)
_WORD = re.compile(r"[а-яёәғқңөұүһі]+")
_SOFTENED = {"қ": "ғ", "к": "г", "п": "б"}
SHORTEST_TERM = 3
SHORTEST_STEM = 4


def _forms(term: str) -> list[str]:
    """What a term looks like before an ending: the last letter may soften, a soft sign may go, a vowel may come."""
    last = term[-1]
    if term.endswith("кт"):
        return [term, term + "і"]
    if last in _SOFTENED:
        return [term, term[:-1] + _SOFTENED[last]]
    return [term, term[:-1]] if last == "ь" else [term]


class Stemmer:
    """Stems with the help of these terms. `forms` maps each beginning to its term."""

    def __init__(self, terms: Iterable[str]) -> None:
        found = {t for t in terms if len(t) >= SHORTEST_TERM}
        self.forms: dict[str, str] = {}
        # from short to long: a term that is an inflected form of another adds nothing
        for term in sorted(found, key=lambda t: (len(t), t)):
            if self._term(term) is None:
                self.forms.update((form, term) for form in _forms(term) if form not in self.forms)

    def _term(self, word: str) -> str | None:
        for end in range(len(word), SHORTEST_TERM - 1, -1):
            term = self.forms.get(word[:end])
            if term is not None and _CHAIN.fullmatch(word[end:]):
                return term
        return None

    def __call__(self, word: str) -> str:
        word = word.lower()
        term = self._term(word)
        if term is not None:
            return term
        if not _WORD.fullmatch(word):
            return word
        for end in range(SHORTEST_STEM, len(word)):
            if _CHAIN.fullmatch(word[end:]):
                return word[:end]
        return word

    def script(self) -> str:
        """The same in JavaScript, as a class `Stemmer` with `stemWord`."""
        forms = json.dumps(self.forms, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        return f"""var Stemmer = function () {{
  const forms = new Map(Object.entries({forms}));
  const chain = /^{CHAIN}$/u, letters = /^{_WORD.pattern}$/u;
  this.stemWord = (word) => {{
    word = word.toLowerCase();
    for (let end = word.length; end >= {SHORTEST_TERM}; end--) {{
      const term = forms.get(word.slice(0, end));
      if (term !== undefined && chain.test(word.slice(end))) return term;
    }}
    if (!letters.test(word)) return word;
    for (let end = {SHORTEST_STEM}; end < word.length; end++)
      if (chain.test(word.slice(end))) return word.slice(0, end);
    return word;
  }};
}};
"""


def words(text: str) -> list[str]:
    """The Kazakh words of a text, in small letters."""
    return _WORD.findall(text.lower())
