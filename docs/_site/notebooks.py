"""Notebooks in three languages from one source.

Text cells and comments come from `locale/<lang>/LC_MESSAGES/notebooks/<name>.po`; code is the same
everywhere, but for the one line that says in which language the engine answers.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from _site.paths import BUILD, EXAMPLES, LANGS, dump, fresh_folder
from _site.rules_text import catalog

SOURCES = EXAMPLES / "notebooks"
CONTENTS = BUILD / "contents"

Notebook = dict[str, Any]

_COMMENT = re.compile(r"^( *#|.*\S  #) (.+)$")
_LANG = re.compile(r'^lang = "en"$', re.M)


def names() -> list[str]:
    return [path.stem for path in sorted(SOURCES.glob("*.ipynb"))]


def read(name: str) -> Notebook:
    """The English source. Its stored results are what a reader gets by running it."""
    book = json.loads((SOURCES / f"{name}.ipynb").read_text("utf-8"))
    assert isinstance(book, dict)
    return book


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def _translated(cell: dict[str, Any], say: Callable[[str], str]) -> str:
    """A cell's source with every message replaced. A paragraph or a comment line is one message."""
    if cell["cell_type"] == "markdown":
        return "\n\n".join(say(part) for part in source(cell).split("\n\n"))

    def line(text: str) -> str:
        found = _COMMENT.match(text)
        return f"{found[1]} {say(found[2])}" if found else text

    return "\n".join(map(line, source(cell).split("\n")))


def messages(name: str) -> Iterator[str]:
    """What translators translate, in reading order, once each."""
    seen: dict[str, None] = {}

    def note(text: str) -> str:
        seen.setdefault(text)
        return text

    for cell in read(name)["cells"]:
        _translated(cell, note)
    return iter(seen)


def localised(name: str, lang: str) -> Notebook:
    """The notebook in one language, without results: the reader's engine makes them."""
    words = catalog(lang, f"notebooks/{name}")
    book = copy.deepcopy(read(name))
    for cell in book["cells"]:
        text = _translated(cell, lambda message: words.get(message, message))
        if cell["cell_type"] == "code":
            text = _LANG.sub(f'lang = "{lang}"', text)
            cell |= {"outputs": [], "execution_count": None}
        cell["source"] = text.splitlines(keepends=True)
    return book


def build() -> Path:
    """Write build/contents/<lang>/<name>.ipynb for every language."""
    fresh_folder(CONTENTS)
    for lang in LANGS:
        for name in names():
            dump(CONTENTS / lang / f"{name}.ipynb", localised(name, lang))
    return CONTENTS
