"""A documented case as questions: what is given, what is asked, and what must be answered.

>>> from rulebook.cases import get
>>> entry = next(entries(get("bid-whist.auction.equal/low-over-high")))
>>> entry["question"]["actions"], entry["question"]["ask"], entry["answer"]["verdict"], entry["states"]
(['W 4high'], 'N 4low', 'no', ['verdict'])
"""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.cards import card
from rulebook.cases import VERDICTS, Case, Result, run, trick_rulings
from rulebook.conformance.answers import Played, outcome, ruled
from rulebook.conformance.setup import Json, cards, told
from rulebook.game import Game, Step
from rulebook.options import changed
from rulebook.table import Action, Cards, Table

FIELDS = {"score": "totals", "standing": "standing", "winners": "winners"}  # expectations with a field of their own
TWO_WORDS = ("marks", "choices")
ADVICE = "possible"  # a search for the best play judges no rule


def entries(case: Case) -> Iterator[Json]:
    """Each question of a case with its answer. `states` names the parts of the answer that the case documents."""
    result = run(case)
    base = {**_base(case, result), **dict(zip(("actions", "ask"), _done(result), strict=True))}
    about = {"rule": case.rule or None, "title": case.title, "source": case.source}
    n = 0
    for n, (text, r) in enumerate(result.asked, 1):
        question = {**base, "id": f"{case.id}#{n}", "ask": text}
        yield {"question": question, "answer": {"id": question["id"], **ruled(r)}, "states": ["verdict"], **about}
    states = _states(case, result)
    if states or not n:
        tell = [name.removeprefix("told.") for name in states if name.startswith("told.")]
        question = {**base, "id": f"{case.id}#{n + 1}", "whole": True, "tell": tell}
        played = Played(result.deal, result.steps, result.table)
        full = {"id": question["id"], **ruled(played.last), **outcome(result.game, played, tell)}
        yield {"question": question, "answer": full, "states": states or ["verdict"], **about}


def _base(case: Case, result: Result) -> Json:
    g = result.game
    return {
        "schema": 1,
        "id": "",
        "case": case.id,
        "game": g.id,
        "rules": changed(g.options),
        "seats": [s.code for s in g.seats.all],
        "sides": [s.code for s in g.seats.sides],
        "setup": told(case.record.setup(g), g.seats),
        "play": _play(g, result),
        "actions": [],
        "ask": None,
        "whole": False,
        "tell": [],
    }


def _done(result: Result) -> tuple[list[str], str | None]:
    """The actions that happened, and the one at which the record breaks off because it is refused."""
    chosen = [s for s in result.steps if not s.forced]
    lines = [line(result.game, s.action) for s in chosen]
    if chosen and chosen[-1].table is chosen[-1].before:
        return lines[:-1], lines[-1]
    return lines, None


def line(g: Game, a: Action) -> str:
    """The line of text of an action; unknown cards in it are `-`."""
    text = a.text(g.seats)
    if g.read(text) == a:
        return text
    who, verb, *rest = text.split()
    return " ".join([who, verb, "-", *rest])


def _play(g: Game, result: Result) -> Json | None:
    """Where the play begins, for programs that know nothing else: how many actions come before it, and what counts."""
    before = 0
    for step in result.steps:
        if _is_card(step):
            return _start(g, step.before, before)
        before += not step.forced
    t = result.table
    phase = g.active(t) if t is not None else None
    return _start(g, t, before) if t is not None and phase is not None and "card" in phase.kinds else None


def _is_card(step: Step) -> bool:
    return step.action.kind in ("card", "pair") and step.table is not step.before


def _start(g: Game, t: Table, before: int) -> Json:
    now = g.now(t)
    hands = {s.by if s.seat is None else s.seat for s in g.legal(t) if isinstance(s, Cards) and s.kind == "card"}
    known = {name: getattr(now.get(name), "code", now.get(name)) for name in ("trump", "declarer", "dummy")}
    return {
        "after": before,
        "leader": g.seats.all[hands.pop()].code if len(hands) == 1 else None,
        **known,
        "hands": {s.code: cards(t.hands[s], t.hidden[s]) for s in g.seats.all},
    }


def _states(case: Case, result: Result) -> list[str]:
    """The parts of the whole answer that the expectations of a case document."""
    found: list[str] = []
    asked = False
    for section in case.record.sections:
        name, *words = section.value.split() or [""]
        asked |= section.tag == "Ask"
        if section.tag != "Expect" or name == ADVICE or (asked and name in VERDICTS):
            continue
        if name in VERDICTS:
            found.append(_carrier(result, words[0]))
        else:
            found.append(FIELDS.get(name) or f"told.{_prefix(name, words)}")
    return list(dict.fromkeys(found))


def _prefix(name: str, words: list[str]) -> str:
    if name == "order":  # in an order that gives nothing away
        return " ".join([name, *(c.code for c in sorted(map(card, words[1:])))])
    return " ".join([name, *words[:1]]) if name in TWO_WORDS else name


def _carrier(result: Result, rule: str) -> str:
    """The part of the answer in which a ruling shows that no question asks for."""
    scored = [e.ruling for e in result.sheet.entries] if result.sheet else []
    won = trick_rulings(result.game, result.table) if result.table else []
    for part, rulings in (("totals", scored), ("winners", won)):
        if any(ground.rule == rule for r in rulings for ground in r.grounds()):
            return part
    return "verdict"
