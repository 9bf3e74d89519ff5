"""`rulebook ...`: rules, replays, rulings and scores on the command line.

Exit status: 0 legal and as expected; 1 a ruling refused something or an expectation differs;
2 the input cannot be read or the call is wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from io import TextIOWrapper
from itertools import chain, islice
from typing import Any, NoReturn

from rulebook import cases, convert, i18n, read_all
from rulebook.game import Game, Step
from rulebook.games import GAMES, game, presets
from rulebook.i18n import LANGS, Lang
from rulebook.options import Preset, every, nearest
from rulebook.options import read as read_options
from rulebook.paragraphs import paragraphs
from rulebook.records import Record
from rulebook.ruling import IllegalAction, InputError, Ruling
from rulebook.table import Table
from rulebook.view import steps, text
from rulebook.view.sheet import Terminal

Json = dict[str, Any]
Lines = Callable[[Json, Lang], Iterator[str]]
LONG = 20  # files; a longer run shows its progress


class _Parser(argparse.ArgumentParser):
    """Complains in one line, as everything here does."""

    def error(self, message: str) -> NoReturn:
        usage = " ".join(self.format_usage().split()[1:])
        raise InputError("This call cannot be understood. It is written: {usage}", usage=usage)


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    common = _Parser(add_help=False)
    common.add_argument("--game", metavar="GAME[:PRESET]", help="play by the rules of this game")
    common.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="a house rule; repeatable")
    common.add_argument("--lang", choices=LANGS, default=i18n.preferred(), help="language of the answer")
    common.add_argument("--json", action="store_true", help="one JSON document per file")
    reading = common.add_mutually_exclusive_group()
    reading.add_argument("--strict", action="store_true", help="read strictly and enforce every rule")
    reading.add_argument("--lenient", action="store_true", help="read tolerantly; irregular actions stand")
    top = _Parser(prog="rulebook", description="Card rules that run.")
    top.add_argument("--version", action="store_true", help="print the version")
    commands = top.add_subparsers(dest="command", parser_class=_Parser)

    def add(name: str, about: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, parents=[common], help=about, description=about)

    add("games", "games and presets")
    add("options", "every house rule of a game").add_argument("name", metavar="GAME")
    add("rules", "rules as text or JSON, with links").add_argument("ids", nargs="*", metavar="ID")
    add("replay", "replay records step by step").add_argument("files", nargs="+", metavar="FILE")
    add("score", "the score with its reasons").add_argument("files", nargs="+", metavar="FILE")
    _house_arguments(add)
    add("cases", "run the documented cases").add_argument("ids", nargs="*", metavar="GAME-or-ID")
    convert.arguments(add("convert", "records from one format into another"))
    _conformance_arguments(add("conformance", "the cases as questions for another program"))
    _simulate_arguments(add("simulate", "how often and by how much a house rule changes the result"))
    legal = add("legal", "what may be done now, and why something may not")
    legal.add_argument("file", metavar="FILE")
    legal.add_argument("--at", type=int, metavar="N", help="after step N (default: the end)")
    legal.add_argument("--why", metavar="ACTION", help="judge this action, for example “W 4low”")
    return top


def _house_arguments(add: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """The commands about a table's house rules, and what they take besides the common options."""
    file, whole = "a file or a code", "list every case that comes out otherwise"
    check = add("check", "check a sheet of house rules")
    check.add_argument("sheet", metavar="SHEET", help=file)
    check.add_argument("--all", action="store_true", help=whole)
    sheet = add("sheet", "print a sheet of house rules")
    sheet.add_argument("sheet", metavar="SHEET", help=file)
    sheet.add_argument("--beside", choices=LANGS, help="a second language beside the first")
    sheet.add_argument("--html", action="store_true", help="one HTML file, ready to print")
    compare = add("compare", "where two rule sets part, on a record or on all cases")
    compare.add_argument("what", nargs="+", metavar="WHAT", help="[FILE] GAME GAME; a sheet may stand for a game")
    compare.add_argument("--all", action="store_true", help=whole)


def _conformance_arguments(parser: argparse.ArgumentParser) -> None:
    """What `conformance` takes besides the common options; `main` takes off the program behind `--`."""
    parser.add_argument("what", choices=("export", "answer", "run"), help="write the pack, answer it, or ask a program")
    parser.add_argument("ids", nargs="*", metavar="ID", help="games, chapters, rules or cases; DIR or - before them")
    parser.add_argument("--seconds", type=float, default=60, metavar="N", help="wait so long for an answer")
    parser.add_argument("--all", action="store_true", help="list every failure")


def _simulate_arguments(parser: argparse.ArgumentParser) -> None:
    """What `simulate` takes besides the common options."""
    parser.add_argument("name", metavar="GAME[:PRESET]")
    parser.add_argument("files", nargs="*", metavar="FILE", help="recorded deals, or folders of them, not random ones")
    parser.add_argument("--deals", type=int, metavar="N", help="how many (default: 1000, or all recorded ones)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed gives the same deals")
    parser.add_argument("--vs", action="append", default=[], metavar="OPTION=VALUE", help="compare with this rule")
    parser.add_argument("--policy", choices=("uniform", "sensible"), default="sensible", help="who calls and plays")
    parser.add_argument("--margin", action="store_true", help="by how much the sensible policy beats uniform play")
    parser.add_argument("--processes", type=int, default=1, metavar="P", help="how many work at the same time")
    parser.add_argument("--dask", default="", metavar="ADDRESS", help="the scheduler of a Dask cluster")
    parser.add_argument("--chart", metavar="FILE.svg", help="draw the changes")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit status."""
    for stream in (sys.stdout, sys.stderr):  # a console that lacks our letters shows their numbers
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    words = list(sys.argv[1:] if argv is None else argv)
    lang = _lang(words)
    try:
        words, program = _program(words)
        args = parser().parse_args(words)
        args.program = program
        if args.version:
            from rulebook import __version__

            print(__version__)
            return 0
        if args.command is None:
            parser().print_help()
            return 2
        commands = {
            "games": _games, "options": _options, "rules": _rules, "replay": _replay,
            "score": _score, "cases": _cases, "legal": _legal, "convert": convert.run, "conformance": _conformance,
            "simulate": _simulate,
        } | dict.fromkeys(("check", "sheet", "compare"), _house)  # fmt: skip
        status = commands[args.command](args, i18n.lang(args.lang))
        sys.stdout.flush()
        return status
    except InputError as fault:
        return _refuse(fault, lang)
    except BrokenPipeError:
        sys.stderr.close()
        return 0


def _refuse(fault: InputError, lang: str) -> int:
    """One line on standard error; the exit status of unreadable input."""
    place = ":".join([*([fault.file] if fault.file else []), *(str(n) for n in (fault.line, fault.column) if n)])
    print(f"{place or 'rulebook'}: {fault.explain(lang)}", file=sys.stderr)
    return 2


def _lang(words: list[str]) -> str:
    """The language of complaints, known before the call is understood."""
    for word, after in zip(words, [*words[1:], ""], strict=False):
        if word == "--lang" and after in LANGS:
            return after
        if word.startswith("--lang=") and word[7:] in LANGS:
            return word[7:]
    return i18n.preferred()


def _program(words: list[str]) -> tuple[list[str], list[str]]:
    """The words of a call, and the program behind `--` that `conformance run` asks.

    >>> _program(["conformance", "run", "bridge", "--", "other", "--json"])
    (['conformance', 'run', 'bridge'], ['other', '--json'])
    """
    if words[:1] != ["conformance"] or "--" not in words:
        return words, []
    at = words.index("--")
    return words[:at], words[at + 1 :]


def _house(args: argparse.Namespace, say: Lang) -> int:
    from rulebook.house import command  # no other command needs it

    return command.run(args, say)


def _conformance(args: argparse.Namespace, say: Lang) -> int:
    from rulebook.conformance import command  # no other command needs it

    return command.run(args, say)


def _simulate(args: argparse.Namespace, say: Lang) -> int:
    from rulebook.simulate import command  # no other command needs it

    return command.run(args, say)


def _chosen(args: argparse.Namespace) -> dict[str, str]:
    """The house rules of `--set`, and the mode that `--strict` and `--lenient` stand for."""
    found: dict[str, str] = {}
    for item in args.set:
        found |= read_options(item)
    if args.lenient:
        found["illegal_play"] = "table"
    if args.strict:
        found["illegal_play"] = "enforce"
    return found


def _game(args: argparse.Namespace, record: Record) -> Game:
    if args.game:
        own = record.options if args.game.partition(":")[0] == record.game.partition(":")[0] else {}
        return game(args.game, **{**own, **_chosen(args)})
    return cases.game_of(record, **_chosen(args))


def _print(doc: object, *, indent: int | None = 2) -> None:
    print(json.dumps(doc, ensure_ascii=False, indent=indent))


def _games(args: argparse.Namespace, say: Lang) -> int:
    known = {name: presets(name) for name in GAMES}
    if args.json:
        _print({"schema": 1, "games": [{"game": name, "presets": _bundles(known[name], say)} for name in known]})
        return 0
    for name, bundles in known.items():
        print(name)
        width = max((len(p.id) for p in bundles.values()), default=0)
        for p in bundles.values():
            print(f"  {p.id:{width}}  {say.word(p.id, p.title)}")
    return 0


def _bundles(known: dict[str, Preset], say: Lang) -> list[Json]:
    """Presets as data: `options` are the values that the source states."""
    return [
        {
            "preset": p.name,
            "title": say.word(p.id, p.title),
            "source": say.word(p.id, p.source),
            "options": dict(p.values),
        }
        for p in known.values()
    ]


def _options(args: argparse.Namespace, say: Lang) -> int:
    g = game(args.name, **_chosen(args))
    if g.clash is not None:  # house rules that contradict each other are no game
        return _refuse_rules(args, g.clash, say)
    found: list[Json] = [
        {
            "key": o.key,
            "question": say.word(o.rule, o.question),
            "choices": list(o.choices),
            "default": o.default,
            "value": value,
            "rule": o.rule,
            "source": _rule_source(o.rule),
        }
        for o, value in every(g.options)
    ]
    if args.json:
        _print({"schema": 1, "game": g.id, "preset": g.preset or None, "options": found})
        return 0
    for item in found:
        choices = " | ".join(f"{c}*" if c == item["value"] else str(c) for c in item["choices"])
        print(f"{item['key']}: {item['question']}  {choices}  [{item['rule']}]")
    return 0


def _refuse_rules(args: argparse.Namespace, r: Ruling, say: Lang) -> int:
    """A ruling on house rules that cannot go together; the exit status of a refusal."""
    if args.json:
        _print({"schema": 1, "game": args.name, "ok": False, "ruling": steps.ruling(r, say.code)})
    print(f"rulebook: {r.explain(say.code)}  [{r.rule}]", file=sys.stderr)
    return 1


def _rule_source(rule: str) -> str:
    try:
        return next((str(r["source"]) for r in paragraphs() if r["id"] == rule), "")
    except InputError:
        return ""


def _rules(args: argparse.Namespace, say: Lang) -> int:
    every_rule = paragraphs()
    known = [r["id"] for r in every_rule]
    found = []
    for id_ in args.ids or [""]:
        some = [r for r in every_rule if not id_ or r["id"] == id_ or r["id"].startswith(f"{id_}.")]
        if not some:
            raise InputError("There is no rule {id}. The nearest one: {near}.", id=id_, near=nearest(id_, known))
        found += some
    if args.json:
        _print({"schema": 1, "lang": say.code, "rules": [{**r, "text": r["text"][say.code]} for r in found]})
        return 0
    for r in found:
        print(f"{r['number']}  {r['text'][say.code]}\n     {r['id']}  {say.code}/{r['path']}")
    return 0


def _documents(args: argparse.Namespace, file: str) -> Iterator[Json]:
    records = read_all(file, lenient=args.lenient)
    yield from steps.documents(records, lambda record: _game(args, record), args.lang, str(file))


def _shown(args: argparse.Namespace, say: Lang, lines: Lines, match: type[Terminal] | None = None) -> int:
    """Every file as it is ready; one that cannot be read does not stop the next.

    `match` shows a file of several deals another way than deal by deal.
    """
    status, total = 0, len(args.files)
    for n, file in enumerate(args.files):
        if total > LONG and sys.stderr.isatty():
            print(f"\r{n}/{total}", end="", file=sys.stderr, flush=True)
        try:
            found = _documents(args, file)
            head = list(islice(found, 2))  # is there a second deal?
            if match is not None and len(head) > 1 and not args.json:
                status = max(status, _together(match(say), file, chain(head, found)))
                continue
            for doc in chain(head, found):
                status = max(status, _one(args, say, lines, doc, alone=total == 1 and len(head) == 1))
        except InputError as fault:
            status = max(status, _refuse(fault.at(file), say.code))
            if args.json:
                problem = {"line": fault.line, "column": fault.column, "level": "error"}
                problem |= {"text": fault.explain(say.code), "rule": None}
                _print({"schema": 1, "file": file, "ok": False, "problems": [problem]}, indent=None)
    return status


def _together(shown: Terminal, file: str, docs: Iterable[Json]) -> int:
    """The deals of one file under one head, as they are ready."""
    print(f"== {file}")
    status = 0
    for doc in docs:
        for line in shown.lines(doc):
            print(line)
        status = max(status, _complain(doc))
    for line in shown.end():
        print(line)
    return status


def _one(args: argparse.Namespace, say: Lang, lines: Lines, doc: Json, *, alone: bool) -> int:
    if args.json:
        _print(doc, indent=2 if alone else None)
    else:
        if not alone:
            print(f"== {doc['file']}")
        for line in lines(doc, say):
            print(line)
    return _complain(doc)


def _complain(doc: Json) -> int:
    """Problems to standard error; the exit status they stand for."""
    status = 0
    for p in doc["problems"]:
        print(f"{doc['file']}:{p['line']}:{p['column']}: {p['text']}", file=sys.stderr)
        if p["level"] == "differs":
            status = max(status, 1)
        if p["level"] == "error":
            status = max(status, 2 if p["rule"] is None or "steps" not in doc else 1)
    return status


def _replay(args: argparse.Namespace, say: Lang) -> int:
    return _shown(args, say, text.replay)


def _score(args: argparse.Namespace, say: Lang) -> int:
    return _shown(args, say, text.score, Terminal)


def _legal(args: argparse.Namespace, say: Lang) -> int:
    record, *more = read_all(args.file, lenient=args.lenient)
    if more:
        at = more[0].sections[-1].at
        raise InputError(
            "This file holds several deals; here only one can be asked about.",
            file=args.file,
            line=at.line,
            column=at.column,
        )
    g = _game(args, record)
    table, refused = _table(g, record, args.at, args.file)
    if refused is not None:
        r = refused.ruling
        print(f"{args.file}:{refused.word.line}:{refused.word.column}: {r.explain(say.code)}", file=sys.stderr)
    if args.why is not None:
        r = g.rule(table, args.why)
        if args.json:
            _print({"schema": 1, "file": args.file, "action": args.why, **steps.ruling(r, say.code)})
        else:
            word = text.verdict(say, {"ok": r.ok, "stands": g.stands(r)})
            print(f"{word}: {r.explain(say.code)}  [{r.rule}]")
        return 0 if g.stands(r) and refused is None else 1
    found = steps.choices(g, table)
    if args.json:
        _print({"schema": 1, "file": args.file, "game": g.id, "choices": found})
    else:
        print("\n".join(text.choices(found, say)))
    return 0 if refused is None else 1


def _table(g: Game, record: Record, at: int | None, file: str) -> tuple[Table, Step | None]:
    """The table after step `at`, or at the end of what the record holds; and the step that was refused."""
    try:
        table, n, refused = g.start(record.setup(g)), 0, None
        for step in g.replay(record, until=None if at is None or at < 0 else at):
            refused = step if step.table is step.before else None
            table, n = step.table, step.n
    except IllegalAction as illegal:
        place = (record.find("Deal") or record.sections[0]).at
        raise InputError("{why}", why=illegal.ruling, file=file, line=place.line, column=place.column) from None
    except InputError as fault:
        raise fault.at(file) from None
    if at is not None and at not in range(n + 1):
        raise InputError("There is no step {at}. The last one: {n}.", at=at, n=n, file=file)
    return table, refused


def _cases(args: argparse.Namespace, say: Lang) -> int:
    found = list(cases.find(*args.ids))
    docs: list[Json] = []
    if not found:
        known = [c.id for c in cases.find()]
        near = nearest(args.ids[0], known)
        raise InputError("There is no case {id}. The nearest one: {near}.", id=args.ids[0], near=near)
    house, status = _chosen(args), 0
    _known(found, house)
    for case in found:
        base = cases.run(case)
        result, fault = base, ""
        try:
            if house:
                result = cases.run(case, cases.game_of(case.record, **_fitting(case, house)))
        except InputError as broken:  # under these house rules the deal itself is impossible
            fault = broken.explain(say.code)
        ok = result.ok and not fault
        r = result.verdict
        item: Json = {"case": case.id, "title": say.word(case.id, case.title), "ok": ok}
        item |= {"verdict": steps.ruling(r, say.code), "problem": fault or None}
        item |= {"checks": [{"expect": c.expect, "got": c.got, "ok": c.ok} for c in result.checks]}
        docs.append(item)
        status = max(status, 0 if ok else 1)
        if not args.json and (not house or fault or result.checks != base.checks):
            print(f"{'ok' if ok else '!!'}  {case.id}  {item['title']}")
            answer = f"{text.verdict(say, {'ok': r.ok})}: {r.explain(say.code)}  [{r.rule}]"
            print(f"      {fault or answer}")
            for check in result.checks:
                if not check.ok:
                    print(f"      {check.expect}  →  {check.got}")
    if args.json:
        _print({"schema": 1, "cases": docs})
    else:
        good = sum(d["ok"] for d in docs)
        print(say.say("view", "Cases as expected: {good} of {all}", None, {"good": good, "all": len(docs)}))
    return status


def _known(found: list[cases.Case], house: dict[str, str]) -> None:
    """Refuse an option that none of the games of these cases has."""
    keys = {key: "" for case in found for key in _keys(case)}
    for key in house:
        if key not in keys:
            raise InputError("There is no option {key}. The nearest one: {near}.", key=key, near=nearest(key, keys))


def _keys(case: cases.Case) -> set[str]:
    return {f.name.removesuffix("_") for f in fields(cases.game_of(case.record).options)}


def _fitting(case: cases.Case, house: dict[str, str]) -> dict[str, str]:
    """The house rules that the game of this case knows."""
    return {k: v for k, v in house.items() if k in _keys(case)}


if __name__ == "__main__":
    sys.exit(main())
