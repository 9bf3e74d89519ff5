"""`rulebook conformance export|answer|run`.

Exit status: 0 nothing failed; 1 the program fails a question; 2 it cannot be asked to the end, or the call is wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from rulebook.conformance import pack
from rulebook.conformance.answers import replies
from rulebook.conformance.driver import run as exchange
from rulebook.conformance.report import lines, report
from rulebook.i18n import Lang
from rulebook.ruling import InputError

T = TypeVar("T")
WEEK = 7 * 24 * 3600.0
USAGE = "rulebook conformance export DIR|- [ID ...] | answer | run [ID ...] -- PROGRAM [ARGUMENT ...]"


def run(args: argparse.Namespace, say: Lang) -> int:
    """Run the command. Returns the exit status. Raises InputError."""
    named, asked = bool(args.ids), bool(args.program)
    right = {"export": named and not asked, "answer": not named and not asked, "run": asked}[args.what]
    if not right or args.game or args.set or not 0 < args.seconds < WEEK:
        raise InputError("This call cannot be understood. It is written: {usage}", usage=USAGE)
    return {"export": _export, "answer": _answer, "run": _run}[args.what](args, say)


def _export(args: argparse.Namespace, say: Lang) -> int:
    target, *ids = args.ids
    found = pack.questions(*ids)
    if target == "-":
        sys.stdout.writelines(pack.lines(found))
    else:
        pack.export(Path(target), _counted(found))
    return 0


def _answer(args: argparse.Namespace, say: Lang) -> int:
    try:
        for reply in replies(sys.stdin):
            print(reply, flush=True)
    except InputError as fault:
        raise fault.at("-") from None
    return 0


def _run(args: argparse.Namespace, say: Lang) -> int:
    doc = report(exchange(args.program, _counted(pack.questions(*args.ids)), args.seconds), args.program, say)
    if args.json:
        print(json.dumps(doc, indent=2))  # what the program wrote is escaped
    else:
        for line in lines(doc, say, whole=args.all):
            print(line)
    if doc["stopped"]:
        print(f"rulebook: {doc['stopped']}", file=sys.stderr)
        return 2
    return 0 if doc["ok"] else 1


def _counted(found: Iterable[T]) -> Iterator[T]:
    """The same, with a running number on a terminal."""
    shown = sys.stderr.isatty()
    for n, item in enumerate(found, 1):
        if shown and n % 50 == 0:
            print(f"\r{n}", end="", file=sys.stderr, flush=True)
        yield item
    if shown:
        print("\r     \r", end="", file=sys.stderr, flush=True)
