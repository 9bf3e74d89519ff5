"""`rulebook convert IN OUT`: records from one format into another, deal by deal.

What a format cannot hold is named in one line, and what was put right in one line each.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from rulebook.i18n import Lang
from rulebook.records import formats, load
from rulebook.records.native import royal
from rulebook.ruling import InputError


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes besides the common options."""
    parser.add_argument("source", metavar="IN", help="a file, or - for standard input")
    parser.add_argument("target", metavar="OUT", help="a file, or - for standard output")
    about = f"format of %s, when its name does not tell it: {', '.join(formats.MODULES)}"
    parser.add_argument("--from", dest="from_", default="", metavar="FORMAT", help=about % "IN")
    parser.add_argument("--to", default="", metavar="FORMAT", help=about % "OUT")
    parser.add_argument("--force", action="store_true", help="overwrite OUT when there is such a file")
    parser.add_argument("--spades", choices=("low", "royal"), default="low", help="read spades as royal spades")


def run(args: argparse.Namespace, say: Lang) -> int:
    """Convert every deal of IN. Returns the exit status. Raises InputError."""
    source = formats.known(args.from_ or formats.told(args.source, "--from"))
    target = formats.known(args.to or formats.told(args.target, "--to"))
    if not args.force and args.target != "-" and Path(args.target).is_file():
        raise InputError("There is such a file already. With {option} it is overwritten.", option="--force").at(
            args.target
        )
    lost: Counter[str] = Counter()
    n = royals = 0
    with _opened(args.target) as out:
        out.write(formats.HEADS.get(target, ""))
        write = formats.writer(target)
        for n, record in enumerate(load(args.source, lenient=args.lenient, form=source), 1):
            for fault in record.repairs:
                _tell(fault.at(args.source), say)
            if args.spades == "royal" and record.game.startswith("auction-bridge"):
                before, record = record, record.having(royal(record.sections))
                royals += before.sections != record.sections
            try:
                text, missing = write(record, n)
            except InputError as fault:
                if not args.lenient:
                    raise fault.at(args.source) from None
                _tell(fault.at(args.source), say)
                continue
            lost.update(dict.fromkeys(missing, 1))
            out.write(_apart(target, n) + text)
    if royals:
        told = InputError("Spades are read as royal spades, at 9 points a trick. Deals: {n}.", n=royals)
        _tell(told.at(args.source), say)
    if lost:
        names = _words(say)
        what = ", ".join(
            names.get(name, name) + (f" ({count})" if n > 1 else "") for name, count in sorted(lost.items())
        )
        if target in formats.KEEPS:
            told = InputError("The format has no words for this, kept in tags of our own: {what}.", what=what)
        else:
            told = InputError("The format cannot hold this, and it is left out: {what}.", what=what)
        _tell(told.at(args.target), say)
    return 0


def _words(say: Lang) -> dict[str, str]:
    """What a format may not hold, but for tags, which have one name everywhere."""
    return {
        "nullo": say.word("lost", "nullo"),
        "royal spades": say.word("lost", "royal spades"),
        "spades beside royal spades": say.word("lost", "spades beside royal spades"),
        "a make": say.word("lost", "a make"),
        "calls out of turn": say.word("lost", "calls out of turn"),
        "actions between calls": say.word("lost", "actions between calls"),
        "unknown cards": say.word("lost", "unknown cards"),
        "marks": say.word("lost", "marks"),
        "comments": say.word("lost", "comments"),
    }


def _apart(target: str, n: int) -> str:
    """What stands between two deals."""
    return "\n" if target == "case" and n > 1 else ""


@contextmanager
def _opened(name: str) -> Iterator[TextIO]:
    """OUT, which comes into being only when all went well."""
    if name == "-":
        yield sys.stdout
        return
    path = Path(name)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as out:
            yield out
        part.replace(path)
    except OSError as fault:
        raise InputError("The file cannot be written: {reason}.", reason=fault.strerror or "?").at(name) from None
    finally:
        part.unlink(missing_ok=True)


def _tell(fault: InputError, say: Lang) -> None:
    place = ":".join(str(part) for part in (fault.file, fault.line, fault.column) if part)
    print(f"{place}: {fault.explain(say.code)}", file=sys.stderr)
