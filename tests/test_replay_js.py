"""replay.js knows no rule: its positions are checked against the engine's tables, step by step."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from test_html import by_seat

import rulebook
from rulebook.cards import CardSet
from rulebook.cases import find, game_of
from rulebook.view.steps import document

SCRIPT = Path(rulebook.__file__).parent / "view" / "static" / "replay.js"
REPLAY = """
import { readFileSync } from "node:fs";
import { positions, trickEnds } from %s;
const docs = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(docs.map((doc) => ({ ends: trickEnds(doc), list: positions(doc) }))));
"""


def replay(docs: list[dict]) -> list[dict]:
    """What the script makes of the documents."""
    code = REPLAY % json.dumps(SCRIPT.as_uri())
    run = subprocess.run(
        ["node", "--input-type=module", "-e", code],
        input=json.dumps(docs),
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    return json.loads(run.stdout)


def counted(places: dict[str, list[str]]) -> dict[str, Counter[str]]:
    return {name: Counter(cards) for name, cards in places.items() if cards}


def test_positions_are_the_tables_of_the_engine() -> None:
    cases = [case for case in find() if "setup" in document(case.record)]
    docs = [document(case.record) for case in cases]
    for case, doc, made in zip(cases, docs, replay(docs), strict=True):
        assert len(made["list"]) == len(doc["steps"]) + 1
        game = game_of(case.record)
        for step in game.replay(case.record):
            wanted = {
                name: [c.code for c in CardSet(mask)] + ["?"] * unknown
                for name, (mask, unknown) in step.table.places().items()
            }
            assert counted(made["list"][step.n]["places"]) == counted(wanted), (case.id, step.n)


def test_the_trick_stays_with_its_winner_until_the_next_step() -> None:
    docs = [document(case.record) for case in find("bid-whist/deals", "bridge/deals")]
    for doc, made in zip(docs, replay(docs), strict=True):
        full = [made["list"][n]["trick"] for n in made["ends"]]
        told = [by_seat([(p["seat"], p["card"]) for p in trick]) for trick in full]
        assert told == [t["cards"] for t in doc["tricks"]]
        won = [list(dict.fromkeys(p["seat"] for p in trick if p["won"])) for trick in full]
        assert won == [[t["winner"]] for t in doc["tricks"]]
        after = [made["list"][n + 1]["trick"] for n in made["ends"] if n < len(doc["steps"])]
        assert all(len(trick) <= 1 for trick in after)


def test_the_status_line_ends_where_the_document_ends() -> None:
    docs = [document(case.record) for case in find("bid-whist/deals", "bridge/deals")]
    for doc, made in zip(docs, replay(docs), strict=True):
        assert made["list"][-1]["now"]["contract"] == doc["contract"]


@pytest.mark.parametrize(("script", "lines"), [(SCRIPT, 450), (SCRIPT.with_name("whatif.js"), 380)])
def test_the_scripts_hold_no_sentence(script: Path, lines: int) -> None:
    """Every string in them is a name, a selector or a key; words come from the page, rules from the engine."""
    text = script.read_text("utf-8")
    code = "\n".join(line.split("//")[0] for line in text.splitlines())
    assert code.isascii() or {c for c in code if not c.isascii()} <= set("–×")
    assert len(text.splitlines()) <= lines


def test_a_card_that_is_taken_back_leaves_the_table() -> None:
    """The last card of a trick, after it was gathered: the trick lies open again."""
    moves = [
        [["SA", "hand.N", "trick"]],
        [["S2", "hand.E", "trick"], ["SA", "trick", "taken.N"], ["S2", "trick", "taken.N"]],
        [["S2", "taken.N", "hand.E"], ["SA", "taken.N", "trick"], ["S3", "hand.E", "trick"]],
        [["S3", "trick", "hand.E"]],
    ]
    doc = {
        "setup": {"places": {"hand.N": ["SA"], "hand.E": ["S2", "S3"]}},
        "steps": [{"n": n, "moves": step} for n, step in enumerate(moves, 1)],
        "tricks": [{"winner": "N"}],
    }
    (made,) = replay([doc])
    shown = [{p["seat"]: p["card"] for p in position["trick"]} for position in made["list"]]
    assert shown == [{}, {"N": "SA"}, {"N": "SA", "E": "S2"}, {"N": "SA", "E": "S3"}, {"N": "SA"}]
