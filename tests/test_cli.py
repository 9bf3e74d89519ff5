"""The command line: what it answers, in three languages, and how it ends."""

from __future__ import annotations

import json

import pytest

from rulebook import cases
from rulebook.cli import main

EQUAL = "bid-whist.auction.equal/low-over-high"


def answer(capsys, *words):
    status = main(list(words))
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.parametrize(("lang", "said"), [("en", "no: "), ("ru", "нет: "), ("kk", "жоқ: ")])
def test_why_something_may_not_be_done(capsys, lang, said):
    status, out, _ = answer(capsys, "legal", EQUAL, "--why", "N 4low", "--lang", lang)
    assert status == 1
    assert out.startswith(said)
    assert "[bid-whist.auction.equal]" in out


def test_a_house_rule_turns_the_ruling(capsys):
    status, out, _ = answer(capsys, "legal", EQUAL, "--why", "N 4low", "--set", "low_beats_high=on", "--lang", "en")
    assert status == 0
    assert out.startswith("yes: ")


def test_cases_that_change_under_a_house_rule(capsys):
    status, out, _ = answer(capsys, "cases", "bid-whist.scoring", "--set", "nt_score=single", "--lang", "en")
    assert status == 1
    assert "bid-whist.scoring.no-trump/" in out
    assert "bid-whist.scoring.made/five-high-twelve" not in out


def test_every_case_is_as_expected(capsys):
    status, out, _ = answer(capsys, "cases", "--lang", "en", "--json")
    found = json.loads(out)["cases"]
    assert status == 0
    assert len(found) == len(list(cases.find()))
    assert all(c["verdict"]["rule"] for c in found)


def test_replay_as_json_keeps_every_card(capsys):
    status, out, _ = answer(capsys, "replay", "bid-whist/deals/boston", "--json", "--lang", "en")
    doc = json.loads(out)
    assert status == 0
    places = {k: list(v) for k, v in doc["setup"]["places"].items()}
    cards = sorted(c for pile in places.values() for c in pile)
    assert len(cards) == len(set(cards)) == 54
    for n, step in enumerate(doc["steps"], 1):
        assert step["n"] == n
        for card, old, new in step["moves"]:
            places[old].remove(card)
            places.setdefault(new, []).append(card)
    assert sorted(c for pile in places.values() for c in pile) == cards
    assert sum(doc["totals"].values()) == sum(e["points"] for e in doc["ledger"])


def test_strict_refuses_what_lenient_lets_stand(capsys):
    status, out, err = answer(capsys, "replay", "bridge/deals/foster-1", "--strict", "--lang", "en")
    assert status == 1
    assert "bridge.calls.higher" in out
    assert "insufficient" in err.partition("\n")[0]
    status, out, _ = answer(capsys, "replay", "bridge/deals/foster-1", "--lenient", "--lang", "en")
    assert status == 0
    assert "stands: " in out


@pytest.mark.parametrize(("lang", "word"), [("en", "standing bid"), ("ru", "Заявка"), ("kk", "ұсыныс")])
def test_a_rule_in_three_languages(capsys, lang, word):
    status, out, _ = answer(capsys, "rules", "bid-whist.auction.beat", "--lang", lang)
    assert status == 0
    assert word in out
    assert f"{lang}/rules/bid-whist/auction.html#bid-whist-auction-beat" in out


@pytest.mark.parametrize("name", ["bid-whist", "bridge", "auction-bridge"])
def test_options_print_question_choices_and_rule(capsys, name):
    status, out, _ = answer(capsys, "options", name, "--json", "--lang", "ru")
    found = json.loads(out)["options"]
    assert status == 0
    assert all(o["question"] and o["default"] in o["choices"] and o["rule"] and o["source"] for o in found)


def test_several_files_print_one_document_a_line(capsys):
    status, out, _ = answer(capsys, "score", "bridge/deals/foster-3", "bridge/deals/foster-4", "--json", "--lang", "en")
    assert status == 0
    assert [json.loads(line)["totals"]["NS"] for line in out.splitlines()] == [36, 24]
