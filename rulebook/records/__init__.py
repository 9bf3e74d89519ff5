"""Text to records and back."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from rulebook.records.case import Record, parse, write
from rulebook.records.tokens import decoded
from rulebook.ruling import InputError

LIMIT = 8_000_000  # bytes of one file; larger ones are not records of cards


def load(file: str | Path, *, lenient: bool = False) -> Iterator[Record]:
    """The records of a file, `-` for standard input. Raises InputError with the file's name."""
    name = str(file)
    try:
        if name == "-":
            data = sys.stdin.buffer.read(LIMIT + 1)
        else:
            with Path(file).open("rb") as f:
                data = f.read(LIMIT + 1)
        if len(data) > LIMIT:
            raise InputError("The file is larger than {n} bytes.", n=LIMIT)
        yield from parse(decoded(data), name, lenient=lenient)
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


__all__ = ["Record", "load", "parse", "write"]
