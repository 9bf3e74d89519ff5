"""`rulebook check`, `rulebook sheet` and `rulebook compare`.

Exit status: 0 nothing wrong; 1 house rules that contradict each other, or rule sets that part; 2 unreadable.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
from collections.abc import Iterable
from dataclasses import replace

from rulebook import i18n
from rulebook.cases import CASE_ID, get
from rulebook.house import page, told
from rulebook.house.check import check
from rulebook.house.compare import over_cases, parted, rules_apart
from rulebook.house.known import Rules
from rulebook.house.outcome import outcome
from rulebook.house.rules import opened, rule_set, understood
from rulebook.house.sheet import Sheet
from rulebook.house.told import Json
from rulebook.i18n import Lang
from rulebook.options import read as read_options
from rulebook.records import Record, load
from rulebook.ruling import InputError


def _print(doc: object) -> None:
    print(json.dumps(doc, ensure_ascii=False, indent=2))


def _show(args: argparse.Namespace, doc: Json, lines: Iterable[str]) -> None:
    if args.json:
        _print(doc)
        return
    for line in lines:
        print(line)


def _warn(warnings: Iterable[InputError], say: Lang) -> None:
    for w in warnings:
        place = ":".join([w.file, str(w.line), str(w.column)]) if w.line else "rulebook"
        print(f"{place}: {w.explain(say.code)}", file=sys.stderr)


def _opened(args: argparse.Namespace) -> tuple[Sheet, Rules, tuple[InputError, ...]]:
    """The sheet, with the options of `--set` over its own."""
    more = read_options(" ".join(args.set))
    sheet, rules, warnings = opened(args.sheet)
    if not more:
        return sheet, rules, warnings
    sheet = replace(sheet, options={**sheet.options, **more})
    return sheet, *understood(sheet)


def _check(args: argparse.Namespace, say: Lang) -> int:
    sheet, rules, warnings = _opened(args)
    _warn(warnings, say)
    found = check(sheet, rules, warnings)
    doc = told.found(found, say)
    _show(args, doc, told.lines(doc, say, whole=args.all))
    return 0 if found.ok else 1


def _sheet(args: argparse.Namespace, say: Lang) -> int:
    sheet, rules, warnings = _opened(args)
    _warn(warnings, say)
    spoken = [say, *([i18n.lang(args.beside)] if args.beside else [])]
    docs = [(page.page(sheet, rules, lang), lang) for lang in spoken]
    if args.html:
        print(page.html(docs), end="")
    elif args.json:
        _print(docs[0][0] if len(docs) == 1 else [doc for doc, _ in docs])
    else:
        print("\n\n".join("\n".join(page.lines(doc, lang)) for doc, lang in docs))
    for r in rules.game.clashes:
        print(f"rulebook: {r.explain(say.code)}  [{r.rule}]", file=sys.stderr)
    return 1 if rules.game.clashes else 0


def _compare(args: argparse.Namespace, say: Lang) -> int:
    if len(args.what) not in (2, 3) or args.set:
        raise InputError(
            "This call cannot be understood. It is written: {usage}", usage="rulebook compare [FILE] GAME GAME"
        )
    *files, one, other = args.what
    a, b = rule_set(one), rule_set(other)
    if files:
        return _on_record(args, files[0], a, b, say)
    changes = [told.changed(case, p, say) for case, p in over_cases(a, b)]
    doc = {"schema": 1, "a": a.name, "b": b.name, "same": not changes, "cases": changes}
    title = say.say("house", "Cases that come out otherwise: {n}", None, {"n": len(changes)})
    _show(args, doc, [f"- {a.name}", f"+ {b.name}", title, *told.grouped(changes, say, whole=args.all)])
    return 0 if not changes else 1


def _on_record(args: argparse.Namespace, file: str, a: Rules, b: Rules, say: Lang) -> int:
    status = 0
    for record in _records(file, lenient=args.lenient):
        p = parted(outcome(record, a.game), outcome(record, b.game), rules_apart(a.game, b.game))
        if p.one.unfit is not None and p.other.unfit is not None:
            raise p.one.unfit.at(file)
        doc = told.compared(p, (a.name, b.name), file, say)
        _show(args, doc, told.parting(doc, say))
        status = max(status, 0 if p.same else 1)
    return status


def _records(file: str, *, lenient: bool) -> Iterable[Record]:
    return [get(file).record] if CASE_ID.fullmatch(file) else load(file, lenient=lenient)


def run(args: argparse.Namespace, say: Lang) -> int:
    """Run one of the three commands. Returns the exit status. Raises InputError."""
    if args.game:
        raise InputError("This call cannot be understood. It is written: {usage}", usage=f"rulebook {args.command} ...")
    commands = {"check": _check, "sheet": _sheet, "compare": _compare}
    collects = gc.isenabled()
    gc.disable()  # thousands of rulings are kept for a second, and none of them is garbage
    try:
        return commands[args.command](args, say)
    finally:
        if collects:
            gc.enable()
