"""The command line: what it answers, in three languages, and how it ends."""

from __future__ import annotations

import json
import re

import pytest

from rulebook import cases
from rulebook.cli import main
from rulebook.games import GAMES, presets

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


def test_games_list_their_presets(capsys):
    status, out, _ = answer(capsys, "games", "--lang", "en")
    assert status == 0
    for name in GAMES:
        assert name in out.split("\n")
        for preset in presets(name).values():
            assert re.search(rf"^  {preset.id} +{re.escape(preset.title)}$", out, re.M)


def test_games_as_json_hold_what_a_preset_states(capsys):
    status, out, _ = answer(capsys, "games", "--json", "--lang", "en")
    found = {g["game"]: {p["preset"]: p for p in g["presets"]} for g in json.loads(out)["games"]}
    assert status == 0
    assert found.keys() == GAMES.keys()
    assert found["short-bridge"] == {}
    assert found["bid-whist"]["detroit"]["options"]["boston_points"] == "fixed"
    assert "Cardsharks" in found["bid-whist"]["detroit"]["source"]


def test_options_of_a_preset_mark_its_values(capsys):
    status, out, _ = answer(capsys, "options", "bid-whist:detroit", "--set", "min_bid=3", "--lang", "en")
    assert status == 0
    assert "  books_over_six | bid*  [bid-whist.scoring.made]" in out
    assert "  2 | 1* | 0  [bid-whist.table.pack]" in out
    assert "  3* | 1 | 2 | 4  [bid-whist.auction.minimum]" in out
    status, out, _ = answer(capsys, "options", "bid-whist:detroit", "--json", "--lang", "en")
    doc = json.loads(out)
    values = {o["key"]: o["value"] for o in doc["options"]}
    assert (doc["game"], doc["preset"]) == ("bid-whist", "detroit")
    assert presets("bid-whist")["detroit"].values.items() <= values.items()


@pytest.mark.parametrize("lang", ["en", "ru", "kk"])
def test_an_unknown_preset_is_named_with_the_nearest(capsys, lang):
    status, _, err = answer(capsys, "options", "bid-whist:detriot", "--lang", lang)
    assert status == 2
    assert "detroit" in err
    assert ", ".join(presets("bid-whist")) in err


def test_house_rules_that_contradict_each_other_are_refused(capsys):
    status, out, err = answer(capsys, "options", "bid-whist", "--set", "kitty=none", "--lang", "en")
    assert (status, out) == (1, "")
    assert err.startswith("rulebook: ")
    assert "[bid-whist.table." in err
    status, out, _ = answer(capsys, "options", "bid-whist", "--set", "kitty=none", "--set", "jokers=0", "--lang", "en")
    assert status == 0
    assert "standard | none*" in out


def test_a_preset_in_a_record_and_on_the_command_line(capsys, tmp_path):
    record = cases.get("bid-whist.scoring.made/five-high-twelve").path.read_text("utf-8")
    file = tmp_path / "detroit.case"
    file.write_text(re.sub(r"\[(Expect|Case) .*?\]", "", record).replace('"bid-whist"', '"bid-whist:detroit"'), "utf-8")
    status, out, _ = answer(capsys, "score", str(file), "--json", "--lang", "en")
    doc = json.loads(out)
    assert (status, doc["game"], doc["preset"], doc["totals"]["NS"]) == (0, "bid-whist", "detroit", 5)
    status, out, _ = answer(capsys, "score", str(file), "--game", "bid-whist", "--json", "--lang", "en")
    doc = json.loads(out)
    assert (doc["preset"], doc["totals"]["NS"]) == (None, 6)


EVENING = [  # contract, books, then per side: this deal and the game so far
    ("N 4 high, spades", "10–3", "+4 +4 0 0"),
    ("E 5 low, hearts", "4–9", "0 +4 −5 −5"),
    ("N 4 no trump, high", "11–2", "+10 +14 0 −5"),
    ("W 4 low, diamonds", "2–11", "0 0 +5 +5"),
    ("N 5 no trump, low", "10–3", "−10 −10 0 +5"),
    ("W 3 high, clubs", "4–9", "0 0 +3 +3"),
    ("W 7 low, spades", "0–13", "0 0 +7 +10"),
]


def test_a_file_of_several_deals_is_a_running_sheet(capsys):
    status, out, err = answer(capsys, "score", "bid-whist/matches/evening", "--lang", "en")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    deals = [" ".join(line.split()) for line in lines if re.match(r" +\d+  ", line)]
    assert deals == [f"{n} {' '.join(deal)}" for n, deal in enumerate(EVENING, 1)]
    heads = [line for line in lines if line.startswith("Pairs at the table")]
    assert heads == [
        "Pairs at the table: North–South: pair 1, East–West: pair 2. Waiting: 3.",
        "Pairs at the table: North–South: pair 1, East–West: pair 3. Waiting: 2.",
        "Pairs at the table: North–South: pair 2, East–West: pair 3. Waiting: 1.",
    ]
    games = [line.strip() for line in lines if "The game is won by" in line]
    assert games == [
        "The game is won by North–South, pair 1. Games won: pair 1: 1, pair 2: 0, pair 3: 0.",
        "The game is won by East–West, pair 3. Games won: pair 1: 1, pair 2: 0, pair 3: 1.",
        "The game is won by East–West, pair 3. Games won: pair 1: 1, pair 2: 0, pair 3: 3.",
    ]
    reasons = [line for line in lines if line.endswith("]")]
    assert all(line.startswith("     ") for line in reasons)
    assert sum("[bid-whist.match.loser-rises]" in line for line in reasons) == 3


def test_every_deal_of_a_file_has_its_document(capsys):
    status, out, _ = answer(capsys, "score", "bid-whist/matches/evening", "--json", "--lang", "en")
    docs = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert [doc["contract"] for doc in docs] == [deal[0].partition(" ")[2] for deal in EVENING]
    seated = ["123", "123", "123", "132", "132", "231", "231"]
    assert ["".join(doc["setup"]["pairs"]) for doc in docs] == seated
    assert [doc["pairs"] for doc in docs[:-1]] == [doc["setup"]["pairs"] for doc in docs[1:]]


def test_the_sheet_goes_on_behind_a_deal_that_cannot_be_read(capsys, tmp_path):
    text = cases.match_path("bid-whist/matches/evening").read_text("utf-8")
    file = tmp_path / "evening.records"
    file.write_text(text.replace("Pass 5low", "Pass 5lower"), "utf-8")
    status, out, err = answer(capsys, "score", str(file), "--lang", "en")
    assert status == 2
    assert "5lower" in err
    assert re.search(r"^  7  W 7 low, spades", out, re.M)


def test_an_unknown_match_is_named_with_the_nearest(capsys):
    status, _, err = answer(capsys, "score", "bid-whist/matches/evenings", "--lang", "en")
    assert status == 2
    assert "bid-whist/matches/evening." in err
