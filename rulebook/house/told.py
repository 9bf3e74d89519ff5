"""What a check or a comparison found, as one JSON document, and that document as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulebook.cases import Case
from rulebook.games import presets
from rulebook.house.check import Closest, Findings
from rulebook.house.code import encode
from rulebook.house.compare import Parting
from rulebook.house.known import Rules
from rulebook.house.outcome import Outcome, Point
from rulebook.i18n import Lang
from rulebook.ruling import Ruling

Json = dict[str, Any]
LISTED = 5  # cases listed in text for each deciding rule, unless all are asked for; JSON has them all


def found(f: Findings, say: Lang) -> Json:
    """A check as a document."""
    return {
        "schema": 1,
        "game": f.rules.id,
        "preset": f.rules.preset or None,
        "options": dict(f.sheet.options),
        "name": f.sheet.name,
        "code": encode(f.sheet),
        "ok": f.ok,
        "warnings": [w.explain(say.code) for w in f.warnings],
        "contradictions": [_ruling(r, say) for r in f.clashes],
        "gaps": [
            {
                "key": g.option.key,
                "question": say.word(g.option.rule, g.option.question),
                "value": g.value,
                "because": g.because,
                "rule": g.option.rule,
            }
            for g in f.gaps
        ],
        "idle": [{"key": key, "other": other} for key, other in f.idle.items()],
        "silent": list(f.silent),
        "compared": f.compared,
        "changes": [changed(case, p, say) for case, p in f.changes],
        "unfit": [case.id for case in f.unfit],
        "closest": None if f.closest is None else _closest(f.closest, f.rules, say),
    }


def _closest(c: Closest, rules: Rules, say: Lang) -> Json:
    preset = presets(rules.id).get(c.preset)
    return {
        "preset": c.preset or None,
        "title": say.word(preset.id, preset.title) if preset else "",
        "changed": c.changed,
        "differs": {key: list(values) for key, values in c.differs.items()},
    }


def changed(case: Case, p: Parting, say: Lang) -> Json:
    """A case on which two rule sets part."""
    return {"case": case.id, "title": say.word(case.id, case.title), **_parting(p, say)}


def _parting(p: Parting, say: Lang) -> Json:
    where = {"kind": next((point.kind for point in (p.b, p.a) if point), None), "step": p.step or None}
    return {**where, "rule": p.rule or None, "a": _side(p.a, p.one, say), "b": _side(p.b, p.other, say)}


def compared(p: Parting, names: Sequence[str], file: str, say: Lang) -> Json:
    """Two rule sets on one record as a document, with both ledgers."""
    sides = _parting(p, say)
    for side, name, outcome in zip("ab", names, (p.one, p.other), strict=True):
        sides[side] = {"rules": name, **sides[side], "ledger": [_entry(e, say) for e in outcome.ledger]}
    return {"schema": 1, "file": file, "same": p.same, **sides}


def _side(point: Point | None, outcome: Outcome, say: Lang) -> Json:
    if outcome.unfit is not None:
        return {"text": outcome.unfit.explain(say.code), "problem": True}
    action, kind = (point.action, point.kind) if point else ("", None)
    item: Json = {"kind": kind, "action": action, "standing": outcome.standing}
    if point is not None and point.ruling is not None:
        item |= _ruling(point.ruling, say) | ({"stands": True} if point.stands else {})
    return item


def _ruling(r: Ruling, say: Lang) -> Json:
    return {"ok": r.ok, "verdict": r.verdict, "rule": r.rule, "text": r.explain(say.code)}


def _entry(e: Point, say: Lang) -> Json:
    assert e.ruling is not None
    return {"entry": e.action, "rule": e.ruling.rule, "text": e.ruling.explain(say.code)}


# -- as text -------------------------------------------------------------------------------------


def lines(doc: Json, say: Lang, *, whole: bool = False) -> Iterator[str]:
    """A check as lines."""
    yield from head(doc, say)
    parts = (
        (say.word("house", "Contradictions"), [f"{r['text']}  [{r['rule']}]" for r in doc["contradictions"]]),
        (say.word("house", "Left open"), [_gap(g, say) for g in doc["gaps"]]),
        (say.word("house", "Decides nothing"), [_idle(i, say) for i in doc["idle"]]),
        (
            say.word("house", "Changes no documented case"),
            [f"{key}={doc['options'][key]}" for key in doc["silent"]],
        ),
    )
    for title, found in parts:
        if found:
            yield from ("", title, *(f"  {line}" for line in found))
    yield ""
    if doc["contradictions"]:
        yield say.word("house", "No game can be played by these rules, so no case was compared.")
        return
    values = {"n": len(doc["changes"]), "all": doc["compared"]}
    yield say.say("house", "Cases that come out otherwise: {n} of {all}", None, values)
    yield from grouped(doc["changes"], say, whole=whole)
    if doc["unfit"]:
        n = {"n": len(doc["unfit"])}
        yield say.say("house", "Cases that fit only one of the two tables: {n}", None, n)
    yield ""
    yield from _near(doc["closest"], doc["game"], say)


def head(doc: Json, say: Lang) -> Iterator[str]:
    """Name, rules and code of a sheet."""
    if doc["name"]:
        yield doc["name"]
    rules = f"{doc['game']}:{doc['preset']}" if doc["preset"] else doc["game"]
    yield " ".join([rules, *(f"{key}={value}" for key, value in doc["options"].items())])
    yield f"{say.word('house', 'Code')}: {doc['code']}"


def _gap(g: Json, say: Lang) -> str:
    told = say.say(
        "house", "The sheet does not say, so {value} counts. It matters because of {other}.", None,
        {"value": str(g["value"]), "other": g["because"]},
    )  # fmt: skip
    return f"{g['key']}: {g['question']} {told}  [{g['rule']}]"


def _idle(i: Json, say: Lang) -> str:
    return say.say("house", "The house rule {key} has no effect with {other}.", None, i)


def grouped(changes: list[Json], say: Lang, *, whole: bool = False) -> Iterator[str]:
    """Cases under the rule that decides each, the rule with the most cases last."""
    groups: dict[str, list[Json]] = {}
    for item in changes:
        groups.setdefault(item["rule"] or "", []).append(item)
    for rule, items in sorted(groups.items(), key=lambda group: (len(group[1]), group[0])):
        yield f"  {rule}: {len(items)}"
        most = len(items) if whole else LISTED
        for item in items[:most]:
            yield f"    {item['case']}  {item['title']}"
            yield from (f"      {mark} {_line(item[side], say)}" for mark, side in (("-", "a"), ("+", "b")))
        if len(items) > most:
            rest = {"n": len(items) - most}
            yield "    " + say.say("house", "More of them, listed with --all: {n}", None, rest)


def _line(side: Json, say: Lang) -> str:
    """What came out on one side."""
    if "text" not in side:
        return side.get("action") or f"{say.word('view', 'Standing')}: {side['standing']}"
    if "rule" not in side:
        return str(side["text"])
    judged = side["kind"] in ("deal", "step", "asked") and (side["action"] or not side["ok"])
    words = [side["action"], _verdict(side, say) if judged else "", side["text"]]
    return f"{': '.join(w for w in words if w)}  [{side['rule']}]"


def _verdict(side: Json, say: Lang) -> str:
    if side["ok"]:
        return say.word("verdict", "yes")
    return say.word("verdict", "stands") if side.get("stands") else say.word("verdict", "no")


def _near(c: Json, game: str, say: Lang) -> Iterator[str]:
    name = f"{game}:{c['preset']}" if c["preset"] else game
    title = f" ({c['title']})" if c["title"] else ""
    yield f"{say.word('house', 'Closest published rules')}: {name}{title}"
    yield "  " + say.say("house", "Cases that come out otherwise there: {n}", None, {"n": c["changed"]})
    for key, (there, here) in c["differs"].items():
        values = {"there": str(there), "here": str(here)}
        yield f"  {key}: " + say.say("house", "There {there}, here {here}.", None, values)


def parting(doc: Json, say: Lang) -> Iterator[str]:
    """A comparison on one record as lines."""
    if doc["same"]:
        yield say.word("house", "Both rule sets say the same.")
    elif doc["step"]:
        yield say.say("house", "The rule sets part at step {n}.", None, {"n": doc["step"]})
    else:
        yield say.word("house", "The rule sets part outside the steps.")
    for side in (doc["a"], doc["b"]):
        yield f"{side['rules']}"
        if not doc["same"]:
            yield f"  {_line(side, say)}"
        for e in side["ledger"]:
            yield f"    {e['entry']}  {e['text']}  [{e['rule']}]"
        if side.get("standing"):
            yield f"    {say.word('view', 'Standing')}: {side['standing']}"
