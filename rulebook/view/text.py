"""Rulings, replays, scores and options as plain text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulebook.i18n import Lang
from rulebook.view import pad

Json = dict[str, Any]


def verdict(say: Lang, item: Json) -> str:
    """Yes, no, or irregular but stands: the sign and the word of one step."""
    if item["ok"]:
        return say.word("verdict", "yes")
    return say.word("verdict", "stands") if item.get("stands") else say.word("verdict", "no")


def replay(doc: Json, say: Lang) -> Iterator[str]:
    """A replay step by step: number, verdict, sentence, rule; then what came out."""
    for step in doc.get("steps", []):
        if step["phase"] != "score":
            mark = "" if step["ok"] else f"{verdict(say, step)}: "
            yield f"{step['n']:>3}  {mark}{step['text']}  [{step['rule']}]"
    if doc.get("tricks"):
        label, winners = say.word("view", "Winners"), " ".join(t["winner"] for t in doc["tricks"])
        yield f"{label}: {winners}"
    if doc.get("contract"):
        label = say.word("view", "Contract")
        yield f"{label}: {doc['contract']}"
    yield from score(doc, say)


def score(doc: Json, say: Lang) -> Iterator[str]:
    """The ledger with its reasons, then totals and standing."""
    for e in doc.get("ledger", []):
        yield f"{e['side']:>4} {say.signed(e['points']):>4}  {e['text']}  [{pad.cited(doc, e['rule'], say)}]"
    if doc.get("ledger"):
        total, standing = say.word("view", "Total"), say.word("view", "Standing")
        yield f"{total}: {_sides(doc['totals'], say)}"
        yield f"{standing}: {_sides(doc['standing'], say)}"
        yield rules(doc, say)
    if doc.get("unfinished"):
        yield unfinished(say)
    for found in pad.pads([doc] if "steps" in doc else []):
        if found.begun:
            yield from pad.lines(found, say)


def unfinished(say: Lang) -> str:
    """Why a deal has no score."""
    return say.word("view", "The deal is not finished and has no score yet.")


def rules(doc: Mapping[str, Any], say: Lang) -> str:
    """Game, preset and changed house rules, as a record writes them."""
    name = f"{doc['game']}:{doc['preset']}" if doc["preset"] else doc["game"]
    return f"{say.word('view', 'Rules')}: " + " ".join([name, *(f"{k}={v}" for k, v in doc["options"].items())])


def _sides(points: dict[str, int], say: Lang) -> str:
    return ", ".join(f"{side} {say.signed(n)}" for side, n in points.items())


def choices(found: list[Json], say: Lang) -> Iterator[str]:
    """What may be done now: small spaces listed, big ones described with their number."""
    for item in found:
        if not item["count"]:
            continue
        if "pick" in item:
            what = say.say("view", "any {k} of: {cards}", None, {"k": item["pick"], "cards": " ".join(item["cards"])})
        else:
            what = " ".join(item.get("values") or item.get("cards") or [])
        hand = f" ({item['seat']})" if "seat" in item else ""
        yield f"{item['actor']}{hand} {item['kind']} ({item['count']}): {what}"
