"""What every single house rule changes, found once for all languages and kept in build/cache.

It takes seconds for a game with many options, so a game is asked again only when the engine or the cases change.
"""

from __future__ import annotations

import json
import os
import re
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from _site.paths import CACHE, DOCS, EXAMPLES, PACKAGE, digest, files
from rulebook.games import GAMES
from rulebook.house.effects import Effect, effects

FOLDER = CACHE / "effects"
PAGES = DOCS / "house-rules"


@cache
def _state() -> str:
    """A hash over the code of the engine, its presets, and the cases; not over words in other languages."""
    sources = [path for path in files(PACKAGE) if path.suffix in (".py", ".toml")]
    return digest([*sources, EXAMPLES])


def _path(game: str) -> Path:
    return FOLDER / f"{game}.json"


@cache
def of(game: str) -> tuple[Effect, ...]:
    """The effect of each switch of a game: as it is kept, else found anew and kept."""
    path = _path(game)
    if (kept := _kept(path)) is not None:
        return kept
    found = tuple(effects(game))
    path.parent.mkdir(parents=True, exist_ok=True)
    own = path.with_name(f".{game}.{os.getpid()}")
    own.write_text(json.dumps([_state(), found]), "utf-8")
    own.replace(path)  # two languages may be written at the same time
    return found


def _kept(path: Path) -> tuple[Effect, ...] | None:
    if not path.is_file():
        return None
    state, found = json.loads(path.read_text("utf-8"))
    if state != _state():
        return None
    return tuple(Effect(key, value, tuple((id_, rule) for id_, rule in of), n) for key, value, of, n in found)


def shown() -> list[str]:
    """The games that have a page of house rules."""
    pages = (path.read_text("utf-8") for path in sorted(PAGES.glob("*.md")))
    return [game for text in pages for game in re.findall(r"^```\{house\} (\S+)", text, re.M) if game in GAMES]


def build() -> int:
    """Find what is not kept, in two processes. Returns how many switches there are."""
    games = shown()
    if todo := [game for game in games if _kept(_path(game)) is None]:
        with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
            list(pool.map(of, todo))
    return sum(len(of(game)) for game in games)
