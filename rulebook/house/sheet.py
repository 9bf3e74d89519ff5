"""The sheet of a table: a game, a preset of it, and the house rules changed on top.

A sheet is a small TOML file, or a short code (`rulebook.house.code`). What is written comes back
the same from both.

>>> sheet = read('game = "bid-whist"\\nname = "Friday"\\n[options]\\nmin_bid = 4\\n')
>>> sheet.options["min_bid"], sheet == read(write(sheet))
('4', True)
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from types import MappingProxyType

from rulebook.house.places import Places
from rulebook.options import nearest
from rulebook.records import reading
from rulebook.ruling import InputError

KEY = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*", re.ASCII)
VALUE = re.compile(r"[A-Za-z0-9_+.-]+", re.ASCII)
NUMBER = re.compile(r"0|-?[1-9][0-9]{0,8}", re.ASCII)
# Letters that no text may hold: controls, lone surrogates, and marks that turn the direction of writing.
HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
TEXTS = {"game": 60, "preset": 60, "name": 80, "edition": 20, "notes": 600}  # entries and their greatest lengths
OPTIONS = 100  # on one sheet
SIZE = 1 << 16  # bytes of a file


@dataclass(frozen=True)
class Sheet:
    """The house rules of a table; options are words, as records write them.

    Raises InputError for what no sheet can hold. Whether a game has these options is asked by
    `rulebook.house.rules`.
    """

    game: str
    preset: str = ""
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    name: str = ""
    notes: str = ""
    edition: str = ""

    def __post_init__(self) -> None:
        for entry, most in TEXTS.items():
            _text(entry, getattr(self, entry), most)
        if len(self.options) > OPTIONS:
            raise InputError("A sheet has at most {most} options.", most=OPTIONS)
        for key, value in self.options.items():
            _option(key, value)
        object.__setattr__(self, "options", MappingProxyType(dict(sorted(self.options.items()))))


def _text(entry: str, text: str, most: int) -> None:
    if len(text) > most:
        raise InputError(
            "The entry {key} is too long. At most {most} characters can stand there.", key=entry, most=most
        )
    if HIDDEN.search(text) or (entry != "notes" and ("\n" in text or "\t" in text)):
        raise InputError("The entry {key} holds a character that cannot be printed.", key=entry)


def _option(key: str, value: str) -> None:
    if not KEY.fullmatch(key) or len(key) > 60:
        raise InputError("“{word}” cannot be the name of an option.", word=key[:60])
    if not VALUE.fullmatch(value) or len(value) > 40:
        raise InputError("Option {key} must be a word in quotation marks or a whole number.", key=key)


# -- as a file -----------------------------------------------------------------------------------


def load(file: str | Path) -> tuple[Sheet, Places]:
    """The sheet of a TOML file, `-` for standard input, and where its entries stand. Raises InputError."""
    name = str(file)
    with reading(name):
        data = sys.stdin.buffer.read(SIZE + 1) if name == "-" else _bytes(Path(file))
        if len(data) > SIZE:
            raise InputError("This file is too long for a sheet.")
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise InputError("This file is not text in UTF-8.") from None
        return read(text, name), Places(text)


def _bytes(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(SIZE + 1)


def read(text: str, file: str = "") -> Sheet:
    """The sheet of a TOML text. Raises InputError with the place of the fault."""
    places = Places(text)
    try:
        found = tomllib.loads(text)
    except (ValueError, RecursionError) as fault:
        at = re.search(r"at line (\d+), column (\d+)", str(fault))
        line, column = map(int, at.groups()) if at else (text.count("\n") + 1, 1)
        raise InputError(
            "This cannot be read. Write key = value, words in quotation marks.", file=file, line=line, column=column
        ) from None
    try:
        return _made(found)
    except InputError as fault:
        raise places.put(fault).at(file) from None


def _made(found: Mapping[str, object]) -> Sheet:
    known = [*TEXTS, "options"]
    for key in found:
        if key not in known:
            raise InputError("A sheet has no entry {key}. The nearest one: {near}.", key=key, near=nearest(key, known))
    texts = {}
    for key in TEXTS:
        value = found.get(key, "")
        if not isinstance(value, str):
            raise InputError("The entry {key} must be text in quotation marks.", key=key)
        texts[key] = value
    if not texts["game"]:
        raise InputError("A sheet must name its game, for example {example}.", example='game = "bid-whist"')
    options = found.get("options", {})
    if not isinstance(options, dict):
        raise InputError("The entry {key} must be a table: write [options], and a line for each option.", key="options")
    return Sheet(**texts, options=_flat(options))


def _flat(options: Mapping[str, object], prefix: str = "", depth: int = 0) -> dict[str, str]:
    """Options as words, `barrel = {level = 870}` as `barrel.level`."""
    found: dict[str, str] = {}
    for name, value in options.items():
        key = prefix + name
        if isinstance(value, dict) and value and depth < 4:
            more = _flat(value, f"{key}.", depth + 1)
        elif isinstance(value, bool) or not isinstance(value, str | int):
            raise InputError("Option {key} must be a word in quotation marks or a whole number.", key=key)
        else:
            more = {key: value if isinstance(value, str) else str(value)}
        if twice := next((k for k in more if k in found), ""):
            raise InputError("Option {key} stands here twice.", key=twice)
        found |= more
    return found


def write(sheet: Sheet) -> str:
    """The sheet as TOML, always the same for the same sheet."""
    lines = [f"{key} = {_quoted(getattr(sheet, key))}" for key in TEXTS if getattr(sheet, key)]
    if sheet.options:
        lines += ["", "[options]"]
        lines += [f"{_name(key, sheet)} = {_value(value)}" for key, value in sheet.options.items()]
    return "\n".join(lines) + "\n"


def _name(key: str, sheet: Sheet) -> str:
    """The key bare, or in quotation marks where another option has the name of its group."""
    groups = accumulate(key.split(".")[:-1], "{}.{}".format)
    return _quoted(key) if any(group in sheet.options for group in groups) else key


def _value(value: str) -> str:
    return value if NUMBER.fullmatch(value) else _quoted(value)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
