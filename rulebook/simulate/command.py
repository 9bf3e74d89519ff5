"""`rulebook simulate GAME`: what a house rule is worth.

Exit status: 0 done; 1 house rules that contradict each other; 2 unreadable, or a wrong call;
130 interrupted.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from rulebook.game import Game
from rulebook.games import game
from rulebook.i18n import Lang
from rulebook.options import read as read_options
from rulebook.ruling import InputError
from rulebook.simulate import told
from rulebook.simulate.chart import svg
from rulebook.simulate.deals import Held
from rulebook.simulate.recorded import deals
from rulebook.simulate.run import CHUNK, Rules, Task, recorded, tasks
from rulebook.simulate.spread import results
from rulebook.simulate.tally import Tally
from rulebook.simulate.told import Json

DEALS = 1000  # unless the call says otherwise
INTERRUPTED = 130  # as a shell has it
USAGE = "rulebook simulate GAME [--deals N] [--seed S] [--set OPTION=VALUE] [--vs OPTION=VALUE] [FILE ...]"


def run(args: argparse.Namespace, say: Lang) -> int:
    """Run the command. Returns the exit status. Raises InputError."""
    if args.game or (args.margin and (args.files or args.chart or args.vs)):
        raise InputError("This call cannot be understood. It is written: {usage}", usage=USAGE)
    for key, n in (("--deals", args.deals), ("--processes", args.processes)):
        if n is not None and n < 1:
            raise InputError("{option} must be at least {least}.", option=key, least=1)
    a, b = _rules(args)
    one, other = _playable(a), _playable(b)
    for g, rules in ((one, a), (other, b)):
        if g.clash is not None:
            print(f"rulebook: {g.clash.explain(say.code)}  [{g.clash.rule}]", file=sys.stderr)
            if args.json:
                _print(_refused(g, rules, say))
            return 1
    if len(one.seats) != len(other.seats):
        raise InputError("These rule sets have another number of players each, so no deal can be played under both.")
    return _simulated(args, say, one, other, a, b)


def _rules(args: argparse.Namespace) -> tuple[Rules, Rules]:
    """The rule set compared with, and the one that is asked about.

    `--vs` may name the game with another preset before its options.
    """
    words = " ".join(args.vs).replace(",", " ").split()
    head = words.pop(0) if words and "=" not in words[0] else args.name
    a, b = _named(head, words), _named(args.name, args.set)
    if a.id != b.id:
        raise InputError("Two games cannot be compared here, only two rule sets of one: {game}.", game=b.id)
    return (b, b) if args.margin else (a, b)


def _named(name: str, options: list[str]) -> Rules:
    id_, _, preset = name.partition(":")
    return Rules(id_, preset, tuple(sorted(read_options(" ".join(options)).items())))


def _playable(rules: Rules) -> Game:
    """The game of a rule set. Raises InputError where there is none, or nothing to play."""
    g = game(f"{rules.id}:{rules.preset}" if rules.preset else rules.id, **dict(rules.options))
    if not any("card" in phase.kinds for phase in g.phases):
        raise InputError("In {game} no cards are played, so there is nothing to simulate.", game=rules.id)
    return g


def _refused(g: Game, rules: Rules, say: Lang) -> Json:
    r = g.clash
    assert r is not None
    ruling = {"ok": r.ok, "verdict": r.verdict, "rule": r.rule, "text": r.explain(say.code)}
    return {"schema": 1, "game": rules.id, "ok": False, "ruling": ruling}


def _simulated(args: argparse.Namespace, say: Lang, one: Game, other: Game, a: Rules, b: Rules) -> int:
    faults: list[InputError] = []
    work, total = _work(args, say, one, other, a, b, faults)
    processes = min(args.processes, -(-total // CHUNK)) if total else args.processes
    try:
        tally = _sum(results(work, processes, args.dask), total)
    except KeyboardInterrupt:
        return INTERRUPTED
    if not tally.n:
        if faults:  # told already
            return 2
        raise InputError("There is no deal in these files.")
    others = len(one.seats.sides) - 1
    about: Json = {"game": args.name, "policy": args.policy, "seed": args.seed}
    if args.margin:
        doc = told.margin(tally, others, about | {"game": told.name(b), "policy": "sensible"})
        lines = told.margin_lines(doc, say)
    else:
        doc = told.found(tally, a, b, others, about)
        lines = told.lines(doc, say)
    if args.json:
        _print(doc)
    else:
        print("\n".join(lines))
    if args.chart:
        _write(args.chart, svg(doc, say))
    return 2 if faults else 0


def _work(
    args: argparse.Namespace, say: Lang, one: Game, other: Game, a: Rules, b: Rules, faults: list[InputError]
) -> tuple[Iterator[Task], int]:
    """The tasks, and how many deals they hold as far as that is known."""
    if not args.files:
        n = args.deals or DEALS
        return tasks(a, b, args.policy, args.seed, n, margin=args.margin), n

    def fault(wrong: InputError) -> None:
        del faults[1:]  # one is enough to know that there were some
        faults.append(wrong)
        place = ":".join(str(part) for part in (wrong.file, wrong.line, wrong.column) if part)
        print(f"{place}: {wrong.explain(say.code)}", file=sys.stderr)

    found: Iterable[tuple[Held, Held]] = deals(args.files, one, other, args.deals, fault, lenient=args.lenient)
    return recorded(a, b, args.policy, args.seed, found), args.deals or 0


def _sum(found: Iterable[Tally], total: int) -> Tally:
    """All tallies together; on a terminal with the number of deals done."""
    tally, shown = Tally(), sys.stderr.isatty()
    for part in found:
        tally.plus(part)
        if shown:
            print(f"\r{tally.n}" + (f"/{total}" if total else ""), end="", file=sys.stderr, flush=True)
    if shown:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    return tally


def _write(file: str, text: str) -> None:
    try:
        Path(file).write_text(text, "utf-8", newline="\n")
    except OSError as fault:
        raise InputError("The file cannot be written: {reason}.", reason=fault.strerror or "?").at(file) from None


def _print(doc: Json) -> None:
    print(json.dumps(doc, ensure_ascii=False, indent=2))
