"""What a run found: which rules the program fails, which it passes, and of which it knows nothing."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator

from rulebook.conformance.driver import Run
from rulebook.conformance.setup import Json
from rulebook.i18n import Lang
from rulebook.ruling import InputError

STATES = ("failed", "passed", "unknown")  # one failure decides, then one thing known
LISTED = 5  # failures told in text for each rule, unless all are asked for; JSON has them all
WIDEST = 100  # characters of a value that is shown


def report(runs: Iterable[Run | InputError], program: list[str], say: Lang) -> Json:
    """A run as one document."""
    counts: Counter[str] = Counter()
    rules: dict[str, str] = {}
    failures: list[Json] = []
    stopped = None
    for run in runs:
        if isinstance(run, InputError):
            stopped = run.explain(say.code)
            break
        state, rule = run.judged.state, subject(run.entry)
        counts[state] += 1
        rules[rule] = min(rules.get(rule, state), state, key=STATES.index)
        if state == "failed":
            failures.append(_failure(run, rule, say))
    found: Json = {"schema": 1, "program": program, "ok": not failures and stopped is None, "stopped": stopped}
    found |= {"questions": counts.total(), **{state: counts[state] for state in STATES}}
    by_state = {state: sorted(rule for rule, s in rules.items() if s == state) for state in STATES}
    return found | {"rules": by_state, "failures": failures}


def subject(entry: Json) -> str:
    """What a question is about: a rule, or the folder of whole deals, `bridge/deals`."""
    return str(entry["rule"] or entry["question"]["case"].rpartition("/")[0])


def _failure(run: Run, rule: str, say: Lang) -> Json:
    question, (_, part, expected, found) = run.entry["question"], run.judged
    if isinstance(expected, InputError):
        expected = expected.explain(say.code)
    title = say.word(question["case"], run.entry["title"])
    return {
        "question": question["id"], "title": title, "rule": rule,
        "part": part, "expected": expected, "found": found,
    }  # fmt: skip


def lines(doc: Json, say: Lang, *, whole: bool = False) -> Iterator[str]:
    """The document as text."""
    counts = {name: doc[name] for name in ("questions", *STATES)}
    yield say.say(
        "conformance", "Questions: {questions}. Passed: {passed}. Unknown: {unknown}. Failed: {failed}.", None, counts
    )
    by_rule: dict[str, list[Json]] = {rule: [] for rule in doc["rules"]["failed"]}
    for failure in doc["failures"]:
        by_rule[failure["rule"]].append(failure)
    if by_rule:
        yield from ("", say.say("conformance", "Rules failed: {n}", None, {"n": len(by_rule)}))
    for rule, failures in by_rule.items():
        yield f"  {rule}: {len(failures)}"
        for f in failures if whole else failures[:LISTED]:
            yield f"    {f['question']}  {f['title']}"
            values = {"part": f["part"], "expected": _shown(f["expected"]), "found": _shown(f["found"])}
            yield "      " + say.say("conformance", "{part}: expected {expected}, found {found}", None, values)
    for title, state in (
        (say.say("conformance", "Rules passed: {n}", None, {"n": len(doc["rules"]["passed"])}), "passed"),
        (say.say("conformance", "Rules unknown: {n}", None, {"n": len(doc["rules"]["unknown"])}), "unknown"),
    ):
        if doc["rules"][state]:
            yield from ("", title, *_chapters(doc["rules"][state]))


def _shown(value: object) -> str:
    """A value on one line: nothing that a program writes reaches a terminal as it is."""
    text = value if isinstance(value, str) and value.isprintable() else json.dumps(value)
    return text if len(text) <= WIDEST else text[:WIDEST] + "..."


def _chapters(rules: list[str]) -> Iterator[str]:
    """Rule ids of one chapter on one line: `bridge.play: follow held`."""
    found: dict[str, list[str]] = {}
    for rule in rules:
        chapter, dot, slug = rule.rpartition(".")
        found.setdefault(chapter if dot else rule, []).append(slug if dot else "")
    for chapter, slugs in found.items():
        yield f"  {chapter}: {' '.join(slugs)}" if any(slugs) else f"  {chapter}"
