"""Text to records and back."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rulebook.records import formats
from rulebook.records.case import Record
from rulebook.records.lines import Lines
from rulebook.records.text import parse, write
from rulebook.ruling import InputError


@contextmanager
def reading(name: str) -> Iterator[None]:
    """While a file is read: what is wrong with it is an InputError with its name."""
    try:
        yield
    except FileNotFoundError:
        raise InputError("There is no such file.").at(name) from None
    except IsADirectoryError:
        raise InputError("This is a folder and not a file.").at(name) from None
    except PermissionError:
        raise InputError("This file may not be opened here.").at(name) from None
    except OSError as fault:
        raise InputError("The file cannot be read: {reason}.", reason=fault.strerror or "?").at(name) from None
    except InputError as fault:
        raise fault.at(name) from None


def load(file: str | Path, *, lenient: bool = False, form: str = "") -> Iterator[Record]:
    """The records of a file, `-` for standard input. Raises InputError with the file's name.

    `form` is the format, `case`, `pbn`, `lin`, `json` or `txt`, when the name of the file does not tell it.
    """
    name = str(file)
    read = formats.reader(form or formats.of(name))
    with reading(name):
        if name == "-":
            yield from read(Lines(sys.stdin.buffer), name, lenient=lenient)
        else:
            with Path(file).open("rb") as stream:
                yield from read(Lines(stream), name, lenient=lenient)


__all__ = ["Record", "load", "parse", "reading", "write"]
