"""One address, five places: paragraphs, code, cases and sentences agree about every rule id."""

from __future__ import annotations

import ast
import json
import re

import pytest

from _site import coverage, paths
from rulebook.games import GAMES, game
from rulebook.i18n import DATA
from rulebook.options import every


@pytest.fixture(scope="module")
def paragraphs() -> dict[str, dict]:
    return {r["id"]: r for r in json.loads((DATA / "rules.json").read_text("utf-8"))["rules"]}


@pytest.fixture(scope="module")
def rows() -> list[coverage.Row]:
    return coverage.report()


def test_every_rule_cited_by_code_is_a_paragraph(paragraphs, rows):
    assert {row.sentence.rule for row in rows} - set(paragraphs) == set()


def test_every_option_changes_a_rule_that_is_a_paragraph(paragraphs):
    cited = {o.rule for name in GAMES for o, _ in every(game(name).options)}
    assert cited - set(paragraphs) == set()


def test_every_paragraph_is_prose_or_judged(paragraphs, rows):
    judged = {row.sentence.rule for row in rows}
    prose = {id_ for id_, r in paragraphs.items() if r["prose"]}
    assert set(paragraphs) - judged - prose == set()
    assert prose & judged == set(), "prose that the engine judges"


def test_every_sentence_of_the_source_is_produced_by_a_case(rows):
    assert [f"{row.place} {row.sentence}" for row in rows if not row.cases] == []


# A chapter of bridge whose score, state or grounds fill a second file.
SECOND = {"revoke": "penalties", "errors": "odd", "tricks": "rubber", "conduct": "play"}


def test_a_rule_is_found_in_the_module_of_its_chapter(rows):
    """Another chapter may name it as a ground, but its own module speaks it."""

    def homes(rule: str) -> set[str]:
        family, chapter, _ = rule.replace("-", "_").split(".")
        if family == "kernel":
            return {"rulebook/game.py"}
        return {f"rulebook/games/{family}/{module}.py" for module in (chapter, SECOND.get(chapter, chapter))}

    at_home = {row.sentence.rule for row in rows if row.place.partition(":")[0] in homes(row.sentence.rule)}
    assert {row.sentence.rule for row in rows} - at_home == set()


def test_a_guard_also_lets_something_pass():
    """A chapter that refuses in some case accepts in another."""
    said = coverage.produced()
    chapters = {kind: {s.rule.rpartition(".")[0] for s in said if (s.kind == "yes") == kind} for kind in (True, False)}
    assert chapters[False] - chapters[True] == {"kernel.action"}


def test_every_paragraph_has_text_in_three_languages(paragraphs):
    assert [
        (id_, lang) for id_, r in paragraphs.items() for lang in ("en", "ru", "kk") if not r["text"].get(lang)
    ] == []


def test_case_of_an_option_exists_for_every_choice():
    used = {}
    for case in coverage.cases.find():
        g = coverage.cases.game_of(case.record)
        for o, value in every(g.options):
            used.setdefault((g.id, o.key), set()).add(value)
    missing = {
        (name, o.key, choice)
        for name in ("bid-whist", "bid-whist-cutthroat", "auction-bridge")
        for o, _ in every(game(name).options)
        for choice in o.choices
        if choice not in used.get((name, o.key), set())
    }
    assert missing == set()


FAMILIES = sorted(path.parent for path in (paths.PACKAGE / "games").glob("*/facts.py"))


@pytest.mark.parametrize("family", FAMILIES, ids=lambda path: path.name)
def test_every_fact_has_the_writers_that_its_comment_names(family):
    """One module writes a fact; where two games of a family differ, one of each."""
    comments = re.findall(r"^    (\w+): .*?# (.*)$", (family / "facts.py").read_text("utf-8"), re.MULTILINE)
    named = {(fact, module) for fact, text in comments for module in re.findall(r"\w+\.py", text)}
    facts = {fact for fact, _ in named}
    written = set()
    for module in family.glob("*.py"):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("replace", "Facts"):
                written |= {(k.arg, module.name) for k in node.keywords if k.arg in facts}
    assert written == named
