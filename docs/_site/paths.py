"""Where things lie, and the few helpers that every step of the build uses."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
LOCALE = ROOT / "locale"
EXAMPLES = ROOT / "examples"
PACKAGE = ROOT / "rulebook"
DATA = PACKAGE / "data"
BUILD = ROOT / "build"
CACHE = BUILD / "cache"
STAMPS = BUILD / "stamps"
SITE = BUILD / "site"
ENGINE = SITE / "engine"
LITE = SITE / "lite"

LANGS = ("en", "ru", "kk")
NAMES = {"en": "English", "ru": "Русский", "kk": "Қазақша"}
EPOCH = os.environ.get("SOURCE_DATE_EPOCH") or "1767225600"


def project() -> dict[str, Any]:
    """The `[project]` table of pyproject.toml."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert isinstance(table, dict)
    return table


def say(line: str) -> None:
    """One line of progress on the terminal."""
    print(line, flush=True)


def write(path: Path, text: str) -> bool:
    """Write text unless the file already holds it; tells whether it did."""
    if path.is_file() and path.read_text("utf-8") == text:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return True


def dump(path: Path, value: object) -> bool:
    """Write a value as JSON, the same bytes for the same value."""
    return write(path, json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def fresh_folder(path: Path) -> Path:
    """An empty folder at this path."""
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)
    return path


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def files(*places: Path) -> Iterator[Path]:
    """Every source file in these places, in a fixed order; nothing that tools leave behind."""
    for place in places:
        for path in [place] if place.is_file() else sorted(place.rglob("*")):
            inside = path.relative_to(place).parts
            hidden = any(name.startswith(".") or name == "__pycache__" for name in inside)
            if path.is_file() and path.suffix != ".mo" and not hidden:
                yield path


def digest(places: Iterable[Path], *words: str) -> str:
    """One hash over the contents of the files in these places, and over some words."""
    whole = hashlib.sha256("\0".join(words).encode())
    for path in files(*places):
        whole.update(f"\0{path.relative_to(ROOT)}\0{sha256(path)}".encode())
    return whole.hexdigest()


class Stamp:
    """Remembers from which inputs a step was last done."""

    def __init__(self, name: str, places: Iterable[Path], *words: str) -> None:
        self._file = STAMPS / name
        self._digest = digest(places, *words)

    def holds(self, *results: Path) -> bool:
        """Whether the step was done from just these inputs, and its results are still there."""
        return (
            all(path.exists() for path in results)
            and self._file.is_file()
            and self._file.read_text("ascii") == self._digest
        )

    def forget(self) -> None:
        self._file.unlink(missing_ok=True)

    def set(self) -> None:
        write(self._file, self._digest)


def site_url() -> str:
    """Where the site will stand, with a slash at the end; for the links that must be absolute."""
    return (os.environ.get("SITE_URL") or f"http://127.0.0.1:{os.environ.get('PORT') or '8000'}/").rstrip("/") + "/"
