"""The formats of a record: which there are, how each is read and written.

Each writer tells what it could not write, so that nothing is dropped in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import PurePath
from typing import Protocol

from rulebook.options import nearest
from rulebook.records import text
from rulebook.records.case import Record
from rulebook.ruling import InputError

MODULES = {
    "case": ("rulebook.records.text", "rulebook.records.text"),
    "pbn": ("rulebook.records.pbn", "rulebook.records.pbn_export"),
    "lin": ("rulebook.records.lin", "rulebook.records.lin_export"),
    "json": ("rulebook.records.documents", "rulebook.records.documents"),
    "txt": ("rulebook.records.printed", "rulebook.records.printed"),
}
HEADS = {"pbn": "% PBN 2.1\n% EXPORT\n"}
KEEPS = ("pbn",)  # what this format has no words for is kept in tags of our own


class Reader(Protocol):
    def __call__(self, lines: Iterable[str], /, file: str = "", *, lenient: bool = False) -> Iterator[Record]: ...


Writer = Callable[[Record, int], tuple[str, list[str]]]


def of(file: str) -> str:
    """The format that a file's name stands for; a record of ours when it tells nothing."""
    ending = PurePath(file).suffix.lower().removeprefix(".")
    return ending if ending in MODULES else "case"


def told(file: str, option: str) -> str:
    """The format that a file's name stands for. Raises InputError for a name that tells none."""
    ending = PurePath(file).suffix.lower().removeprefix(".")
    if file != "-" and ending not in MODULES:
        raise InputError(
            "The name of this file tells no format. Write {option} with one of these: {formats}.",
            option=option, formats=tuple(MODULES),
        ).at(file)  # fmt: skip
    return of(file)


def known(name: str) -> str:
    """The name of a format. Raises InputError that names the nearest one."""
    name = name.lower()
    if name not in MODULES:
        raise InputError("There is no format {name}. The nearest one: {near}.", name=name, near=nearest(name, MODULES))
    return name


def reader(name: str) -> Reader:
    """How this format is read."""
    if name == "case":
        return text.parse
    found: Reader = import_module(MODULES[name][0]).read
    return found


def writer(name: str) -> Writer:
    """How this format is written: a record and its number in the file into text, and what that cannot hold."""
    if name == "case":
        return lambda record, number: (text.write(record), [])
    found: Writer = import_module(MODULES[name][1]).write
    return found
