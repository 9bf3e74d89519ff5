"""The page of house rules asks: a sheet as JSON in, what is to be said of it as JSON out.

>>> found = json.loads(answer('{"lang": "en", "game": "bid-whist", "options": {"kitty": "none"}}'))
>>> found["ok"], found["contradictions"][0]["keys"]
(False, ['kitty'])
"""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from rulebook.cases import Case
from rulebook.house import page
from rulebook.house.check import Findings, check, open_questions
from rulebook.house.code import decode
from rulebook.house.compare import cases_of
from rulebook.house.known import Known, Rules
from rulebook.house.rules import edition, understood
from rulebook.house.sheet import Sheet, write
from rulebook.house.told import Json, found
from rulebook.i18n import LANGS, Lang
from rulebook.i18n import lang as language
from rulebook.options import idle
from rulebook.paragraphs import paragraphs
from rulebook.ruling import InputError, Ruling


def answer(request: str) -> str:
    """`asked` for a caller that has only text. Never raises; what cannot be read is a problem in one sentence."""
    lang = "en"
    collects = gc.isenabled()
    gc.disable()  # thousands of rulings are kept, and none of them is garbage
    try:
        question = json.loads(request)
        lang = question["lang"] if question["lang"] in LANGS else lang
        doc = asked(_sheet(question), language(lang), whole=bool(question.get("whole")))
    except InputError as fault:
        doc = _unread(fault.explain(lang))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        doc = _unread(language(lang).word("house", "This question cannot be read."))
    finally:
        if collects:
            gc.enable()
    return json.dumps(doc, ensure_ascii=False)


def _unread(text: str) -> Json:
    return {"schema": 1, "ok": False, "problem": text}


def _sheet(question: Mapping[str, Any]) -> Sheet:
    """The sheet that is asked about: by its code, or by its entries."""
    game = str(question["game"])
    if "code" not in question:
        options = {str(key): str(value) for key, value in question["options"].items()}
        return Sheet(game, str(question.get("preset", "")), options, edition=edition() if options else "")
    sheet = decode(str(question["code"]))
    if sheet.game != game:
        raise InputError("This code is for another game: {game}.", game=sheet.game)
    return sheet


def asked(sheet: Sheet, say: Lang, *, whole: bool = False) -> Json:
    """What there is to say of a sheet at its switches; with `whole` everything a check finds, and the sheet to print.

    Beside the document of `told.found` it has

    preset, options  what the switches must show
    contradictions   each with the `keys` of the options that take part
    without          every option that decides nothing at this table, with the one that leaves it nothing
    rules, cases     where rules and cases stand: paths below the language's root
    """
    rules, warnings = understood(sheet)
    base = Rules(sheet.game, sheet.preset)
    if whole:
        findings = check(sheet, rules, warnings, _known(sheet.game))
    else:
        gaps = tuple(open_questions(sheet, rules, base))
        findings = Findings(sheet, rules, base, warnings, rules.game.clashes, gaps, {})
    doc = found(findings, say) | {"whole": whole, "options": {k: str(v) for k, v in rules.changes.items()}}
    for item, clash in zip(doc["contradictions"], findings.clashes, strict=True):
        item["keys"] = involved(rules, clash)
    doc["without"] = without(rules)
    for item in doc["changes"]:
        item |= {side: told(item[side], say) for side in "ab"}
    doc |= {"rules": dict(_addresses(_cited(doc))), "cases": dict(_places([case for case, _ in findings.changes]))}
    if whole and not findings.clashes:
        doc |= {"sheet": page.html([(page.page(sheet, rules, say), say)]), "toml": write(sheet)}
    return doc


@cache
def _known(game: str) -> Known:
    """The cases of a game with all that was found of them: the next check asks only what is new."""
    return Known(cases_of(Rules(game).game))


def involved(rules: Rules, clash: Ruling) -> list[str]:
    """The changed options that take part in a contradiction: it is gone when one of them is as published.

    Where no single one undoes it, all of them may take part.
    """
    told = clash.rule, clash.msg
    alone = [key for key in rules.changes if told not in _clashes(rules, key)]
    return alone or list(rules.changes)


def _clashes(rules: Rules, key: str) -> list[tuple[str, str]]:
    less = Rules(rules.id, rules.preset, {k: v for k, v in rules.changes.items() if k != key})
    return [(r.rule, r.msg) for r in less.game.clashes]


def without(rules: Rules) -> dict[str, str]:
    """The options that decide nothing at this table, each with the one that leaves it nothing, if the game has it."""
    dead = idle(rules.game.options, rules.game.idle)
    return {key: other if other in rules.options else "" for key, other in dead.items()}


def told(side: Json, say: Lang) -> Json:
    """What came out on one side, in words, with its verdict where something was judged."""
    if "text" not in side:
        return {"text": side["action"] or f"{say.word('view', 'Standing')}: {side['standing']}"}
    judged = side.get("kind") in ("deal", "step", "asked") and (side["action"] or not side["ok"])
    action = side.get("action") or ""
    words = {"text": f"{action}: {side['text']}" if action else side["text"], "rule": side.get("rule")}
    return words | ({"verdict": "irregular" if side.get("stands") else side["verdict"]} if judged else {})


def _cited(doc: Json) -> set[str]:
    """The rules that a document names."""
    named = [*doc["contradictions"], *doc["gaps"], *doc["changes"]]
    named += [item[side] for item in doc["changes"] for side in "ab"]
    return {item["rule"] for item in named if item.get("rule")}


@cache
def _paragraphs() -> dict[str, tuple[str, str]]:
    try:
        return {r["id"]: (r["path"], r["number"]) for r in paragraphs()}
    except InputError:  # a checkout without data
        return {}


def _addresses(rules: set[str]) -> Iterator[tuple[str, list[str]]]:
    """Path and printed number of these rules, as far as they have a paragraph."""
    yield from ((rule, list(_paragraphs()[rule])) for rule in sorted(rules) if rule in _paragraphs())


def _places(cases: list[Case]) -> Iterator[tuple[str, str]]:
    """Where these cases are shown: on the page of the rule they are about."""
    for case in cases:
        if case.rule in _paragraphs():
            path = _paragraphs()[case.rule][0].partition("#")[0]
            yield case.id, f"{path}#case-{case.id.replace('.', '-').replace('/', '-')}"


def labels(say: Lang) -> dict[str, str]:
    """The words of the page of house rules. Values in braces are put in by the page or its script."""
    return {
        # without script
        "published": say.word("house", "published"),
        "changes": say.word("house", "Cases that come out otherwise: {n}"),
        "unfit": say.word("house", "Cases that fit only one of the two tables: {n}"),
        "none": say.word("house", "Changes no documented case"),
        "more": say.word("house", "More of them: {n}"),
        "alone": say.word("house", "Cannot be chosen alone:"),
        "idle": say.word("house", "Decides nothing here."),
        "reason": say.word("house", "The reason: {question} {answer}"),
        "intro": say.word(
            "house",
            "Every house rule of this game, one switch each. Below a choice stand the documented cases that come out "
            "otherwise if a table changes this rule and no other.",
        ),
        "agreement": say.word("house", "Pre-game agreement"),
        "agree": say.word("house", "Agree on these questions before the first deal. They change most."),
        "print": say.word("house", "Print this list"),
        # with script
        "preset": say.word("house", "Start from"),
        "default": say.word("house", "the published rules"),
        "check": say.word("house", "Check this table"),
        "reset": say.word("house", "All as published"),
        "decode": say.word("house", "Read the sheet of this link"),
        "chosen": say.word("house", "Changed here: {n}"),
        "other": say.word("house", "changed"),
        "unknown": say.word("house", "The address names a choice that this page does not have: {words}"),
        "checked": say.word("house", "Cases compared: {all}. Come out otherwise: {n}."),
        "stale": say.word("house", "The switches have changed since this check."),
        "clashes": say.word("house", "Contradictions"),
        "impossible": say.word("house", "No game can be played by these rules, so no case was compared."),
        "gaps": say.word("house", "Left open"),
        "open": say.word("house", "Nobody has said, so this counts: {value}."),
        "silent": say.word("house", "Changes no documented case"),
        "closest": say.word("house", "Closest published rules"),
        "near": say.word("house", "Cases that come out otherwise there: {n}"),
        "differs": say.word("house", "There {there}, here {here}."),
        "was": say.word("house", "as published"),
        "here": say.word("house", "Here"),
        "code": say.word("house", "Code"),
        "sheet": say.word("house", "The sheet to print"),
        "file": say.word("house", "The sheet as a file"),
        "link": say.word("house", "Link to this table"),
        "failed": say.word("house", "Python could not be loaded. The choices stay as they are."),
        "yes": say.word("verdict", "Yes"),
        "no": say.word("verdict", "No"),
        "irregular": say.word("verdict", "Irregular"),
        "cancel": say.word("try", "Cancel"),
        "loading": say.word("try", "Loading Python: {done} of {total} MB"),
        "starting": say.word("try", "Starting Python"),
        "running": say.word("try", "Running"),
        "stopped": say.word("try", "Stopped."),
        "point": say.word("decimal sign", "."),
    }
