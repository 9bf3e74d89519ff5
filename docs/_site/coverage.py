"""Rule coverage: which sentences the source can say, and which documented cases make it say them.

A sentence is (rule, verdict, English). `python -m _site.coverage` prints what no case produces.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from _site.paths import PACKAGE
from rulebook import cases
from rulebook.cards import card
from rulebook.ruling import Ruling

MAKERS = {"yes": "yes", "yes_n": "yes", "no": "no", "no_n": "no", "irregular": "irregular"}
MAKERS |= {"entry": "yes", "entry_n": "yes"}


class Sentence(NamedTuple):
    """What one call in the source can say."""

    rule: str
    kind: str
    msg: str


class Row(NamedTuple):
    """A sentence, where it stands, and the ids of the cases that produce it."""

    sentence: Sentence
    place: str
    cases: tuple[str, ...]


def sentences() -> Iterator[tuple[Sentence, str]]:
    """Every sentence of the source with its place. Raises ValueError for one that is no literal."""
    for path in sorted([PACKAGE / "game.py", *(PACKAGE / "games").rglob("*.py")]):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if (kind := MAKERS.get(node.func.id)) is None:
                continue
            place = f"{path.relative_to(PACKAGE.parent).as_posix()}:{node.lineno}"
            texts = [a.value for a in node.args[:2] if isinstance(a, ast.Constant) and isinstance(a.value, str)]
            if len(texts) != 2:
                raise ValueError(f"{place}: rule id and sentence must be literal strings")
            yield Sentence(texts[0], kind, texts[1]), place


def _rulings(case: cases.Case) -> Iterator[Ruling]:
    """Every ruling a case brings about: deal, steps, questions, tricks, ledger, answers, orders."""
    result = cases.run(case)
    yield from result.game.remarks
    yield result.deal
    yield from (s.ruling for s in result.steps)
    yield from (r for _, r in result.asked)
    expects = [s.value.split() for s in case.record.sections if s.tag == "Expect"]
    if result.table is not None and result.sheet is not None:
        yield from cases.trick_rulings(result.game, result.table)
        yield from (e.ruling for e in result.sheet.entries)
        for name, *words in expects:
            if name in result.game.answers:
                yield result.game.answers[name](result.table)
            if name == "order":
                for one, other in combinations([card(w) for w in words[1:]], 2):
                    yield result.game.compare(result.table, one, other)


def produced() -> dict[Sentence, list[str]]:
    """The sentences that cases produce, with the ids of those cases."""
    found: dict[Sentence, list[str]] = defaultdict(list)
    for case in cases.find():
        said = {Sentence(g.rule, g.verdict, g.msg) for r in _rulings(case) for g in r.grounds()}
        for sentence in said:
            found[sentence].append(case.id)
    return found


def report() -> list[Row]:
    """A row for each sentence of the source, in the order of the files."""
    made = produced()
    return [Row(s, place, tuple(made.get(s, ()))) for s, place in sentences()]


def main() -> int:
    """Print the sentences that no case produces; exit status 1 if there are any."""
    rows = report()
    gaps = [row for row in rows if not row.cases]
    for row in gaps:
        print(f"{row.place}: {row.sentence.kind} {row.sentence.rule}: {row.sentence.msg}")
    print(f"{len(rows) - len(gaps)} of {len(rows)} sentences are produced by a documented case")
    return 1 if gaps else 0


if __name__ == "__main__":
    sys.exit(main())
