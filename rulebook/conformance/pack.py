"""The pack as files: every question with its answer, the options of every game, and the schema of both."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from rulebook.cases import find
from rulebook.conformance.questions import entries
from rulebook.conformance.setup import Json
from rulebook.games import GAMES, game
from rulebook.options import every, nearest
from rulebook.ruling import InputError

SCHEMA = Path(__file__).with_name("schema.json")


def questions(*ids: str) -> Iterator[Json]:
    """Every question of these games, families, chapters, rules or cases. Raises InputError when there is none."""
    found = find(*ids)
    first = next(found, None)
    if first is None:
        near = nearest(ids[0], [*GAMES, *(case.id for case in find())])
        raise InputError("There is no case {id}. The nearest one: {near}.", id=ids[0], near=near)
    yield from entries(first)
    for case in found:
        yield from entries(case)


def lines(found: Iterable[Json]) -> Iterator[str]:
    """One line of JSON for each."""
    for entry in found:
        yield json.dumps(entry, ensure_ascii=False) + "\n"


def games() -> Json:
    """The house rules of every game: a question names only those that differ from the defaults."""
    return {
        name: [
            {"key": o.key, "question": o.question, "default": o.default, "choices": list(o.choices), "rule": o.rule}
            for o, _ in every(game(name).options)
        ]
        for name in GAMES
    }


def export(folder: Path, found: Iterable[Json]) -> None:
    """Write `questions.jsonl`, `games.json` and `schema.json`. Raises InputError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write(folder / "questions.jsonl", lines(found))
        _write(folder / "games.json", [json.dumps(games(), ensure_ascii=False, indent=1) + "\n"])
        _write(folder / "schema.json", [SCHEMA.read_text("utf-8")])
    except OSError as fault:
        raise InputError("The file cannot be written: {reason}.", reason=fault.strerror or "?").at(
            str(folder)
        ) from None


def _write(path: Path, texts: Iterable[str]) -> None:
    """The file comes into being only when all of it is there."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as out:
            out.writelines(texts)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
