"""Sheets checked and rule sets compared: planted faults, random sheets, and what is known against what is run."""

from __future__ import annotations

import json
import random
import re
import shlex
from functools import cache

import pytest

import rulebook as rb
from _site.paths import ROOT
from rulebook import cases
from rulebook.cli import main
from rulebook.games import GAMES, presets
from rulebook.house import told
from rulebook.house.check import check
from rulebook.house.code import encode
from rulebook.house.compare import cases_of, compare, over_cases, parting
from rulebook.house.known import Known, Rules
from rulebook.house.outcome import outcome
from rulebook.house.rules import understood
from rulebook.house.sheet import Sheet
from rulebook.i18n import lang
from rulebook.options import every, idle
from rulebook.view.steps import document

GUIDE = ROOT / "docs" / "guides" / "house-sheet.md"
OPEN = "{key}: {question} The sheet does not say, so {value} counts. It matters because of {other}."
IDLE = "The house rule {key} has no effect with {other}."
TOGETHER = "The house rule {key} cannot stand together with {other}: one of them would do nothing."


def left_open(key, value, other):
    return ("open", key, value, other)


def dead(key, other):
    return IDLE.format(key=key, other=other)


def together(key, other):
    return TOGETHER.format(key=key, other=other)


TWICE = "The back door and a score for the other side would pay the same set twice. Choose one of the two."
NO_SCORE = "When a pair rises after each set no score is kept, so there are no deals to count. Choose one of the two."
BACK_DOOR = left_open("back_door_bidder_also_loses", "yes", "back_door=on")
RENEGES = [
    left_open("renege_to", "other_side", "illegal_play=table"),
    left_open("correct_before_covered", "off", "illegal_play=table"),
]
REVOKE, CLAIM = (
    left_open("revoke", "tricks", "illegal_play=table"), left_open("make_claim", "either", "illegal_play=table"),
)  # fmt: skip
BLIND = [
    left_open("blind.who", "any", "bid.blind=on"),
    left_open("blind.min_score", "none", "bid.blind=on"),
    left_open("blind.barrel", "allowed", "bid.blind=on"),
]
PLANTED = {
    "bid-whist kitty=none": [
        "These cards cannot be dealt equally to 4 players: 54 in the pack, 0 in the kitty, 54 left to deal."
    ],
    "bid-whist jokers=1 kitty=none": [
        "These cards cannot be dealt equally to 4 players: 53 in the pack, 0 in the kitty, 53 left to deal."
    ],
    "bid-whist back_door=on defenders_score=bid": [TWICE, BACK_DOOR],
    "bid-whist rotation=set_rises match=best_of_hands": [NO_SCORE, dead("match", "rotation=set_rises")],
    "bid-whist back_door=on": [BACK_DOOR],
    "bid-whist back_door=on back_door_bidder_also_loses=yes": [],
    "bid-whist illegal_play=table": [*RENEGES, left_open("renege_boston", "no", "illegal_play=table")],
    "bid-whist nt_score=single nt_double_what=bid_only": [dead("nt_double_what", "nt_score=single")],
    "bid-whist score_made=bid nt_double_what=bid_only": [dead("nt_double_what", "score_made=bid")],
    "bid-whist jokers=0 kitty=none nt_joker=exchange": [dead("nt_joker", "jokers=0")],
    "bid-whist nt_joker=exchange joker_lead_nt=no": [dead("joker_lead_nt", "nt_joker=exchange")],
    "bid-whist renege_to=removed": [dead("renege_to", "illegal_play=enforce")],
    "bid-whist match=best_of_hands back_door=on target=5": [
        dead("back_door", "match=best_of_hands"), dead("target", "match=best_of_hands"),
    ],
    "bid-whist:columbus kitty=standard": [
        left_open("declare_timing", "before", "kitty=standard"),
        left_open("sport", "trump_only", "kitty=standard"),
        left_open("kitty_book", "bidder", "kitty=standard"),
    ],
    "bid-whist:no-joker jokers=2": [
        left_open("nt_joker", "free", "jokers=2"), left_open("joker_lead_nt", "yes", "jokers=2"),
    ],
    "bid-whist-cutthroat kitty=none nt_joker=exchange jokers=2 players=3": [
        "Without a kitty nothing is put out, so no joker can be exchanged. Choose one of the two."
    ],
    "bid-whist-cutthroat illegal_play=table": RENEGES,
    "thousand bid.minimum=110 step=10": [],
    "thousand bid.blind=on": BLIND,
    "thousand bid.golden_set=on": [
        left_open("bid.golden_reset", "no", "bid.golden_set=on"),
        left_open("golden.zero_double", "off", "bid.golden_set=on"),
    ],
    "thousand bid.silence=-120": [left_open("silence.raise", "no", "bid.silence=-120")],
    "thousand barrel.style=lviv": [
        together("barrel.level", "barrel.style=lviv"), left_open("lviv.exact", "no", "barrel.style=lviv"),
    ],
    "thousand barrel.style=none barrel.level=870": [together("barrel.level", "barrel.style")],
    "thousand barrel.style=lock": [left_open("lock.level", "900", "barrel.style=lock")],
    "thousand bid.no_jump=on blind.who=forehand bid.blind=on": [
        together("blind.who", "bid.no_jump=on"), *BLIND[1:],
    ],
    "thousand redeal.nines=none redeal.nines_third_penalty=on": [
        together("redeal.nines_third_penalty", "redeal.nines=none"),
        left_open("bonus.four_nines", "0", "redeal.nines=none"),
    ],
    "thousand bonus.four_nines=100": [together("bonus.four_nines", "redeal.nines")],
    "thousand dump.negative=on": [together("dump.negative", "dump555=off")],
    "thousand polish.bombs=2 rospisat.pay=half_up_to_5": [together("rospisat.pay", "polish.bombs")],
    "thousand void_must_trump=free play.must_overtrump=on": [together("play.must_overtrump", "void_must_trump=free")],
    "thousand talon.concede_100=off": [together("talon.concede_100", "talon.reveal")],
    "thousand talon.reveal=not_on_forced_100": [
        left_open("talon.concede_100", "on", "talon.reveal=not_on_forced_100")
    ],
    "thousand bid.over120_needs_pair=no bid.cap=pairs": [together("bid.cap", "bid.over120_needs_pair=no")],
    "thousand zero.penalty=off zero.every=5": [together("zero.every", "zero.penalty=off")],
    "thousand zero.penalty=off zero.every=5 dump.negative=on": [
        together("zero.every", "zero.penalty=off"), together("dump.negative", "dump555=off"),
    ],
    "thousand-four four.inactive_score=aces_and_pairs": [
        left_open("four.ace_value", "40", "four.inactive_score=aces_and_pairs")
    ],
    "thousand-two-russian bid.minimum=85 step=10": [
        "The lowest bid, 85, is not a multiple of 10. Change the one or the other."
    ],
    "bridge illegal_play=table": [REVOKE, CLAIM],
    "bridge revoke=choice": [dead("revoke", "illegal_play=enforce")],
    "bridge make_claim=eldest": [dead("make_claim", "illegal_play=enforce")],
    "bridge:england revoke=tricks": [dead("revoke", "illegal_play=enforce")],
    "bridge:england illegal_play=table": [],
    "bridge-to-the-score lead_rate=2": [dead("lead_rate", "round_method=club")],
    "bridge-to-the-score round_method=game_then_lead": [left_open("lead_rate", "1", "round_method=game_then_lead")],
    "bridge-to-the-score round_method=game_then_score lead_rate=2": [
        dead("lead_rate", "round_method=game_then_score")
    ],
    "short-bridge illegal_play=table": [REVOKE, CLAIM],
    "six-hand-bridge illegal_play=table make_claim=either": [REVOKE],
    "pivot-bridge illegal_play=table revoke=tricks": [CLAIM],
    "duplicate-bridge revoke=choice chicane=on": [dead("revoke", "illegal_play=enforce")],
    "progressive-bridge make_claim=eldest move=winners": [dead("make_claim", "illegal_play=enforce")],
    "reversi-bridge illegal_play=table": [REVOKE, CLAIM],
}  # fmt: skip


def made(text):
    head, *options = text.split()
    game, _, preset = head.partition(":")
    return Sheet(game, preset, dict(word.split("=") for word in options))


def sentence(item, game):
    """A question that is left open, as it is told."""
    if isinstance(item, str):
        return item
    _, key, value, other = item
    question = next(o.question for o, _ in every(rb.game(game).options) if o.key == key)
    return OPEN.format(key=key, question=question, value=value, other=other)


@pytest.mark.parametrize("text", PLANTED)
def test_what_is_planted_is_found_with_its_own_sentence(text):
    one, say = made(text), lang("en")
    doc = told.found(check(one, *understood(one), Known([])), say)
    said = [r["text"] for r in doc["contradictions"]]
    said += [told._gap(g, say).rpartition("  [")[0] for g in doc["gaps"]] + [told._idle(i, say) for i in doc["idle"]]
    assert sorted(said) == sorted(sentence(item, one.game) for item in PLANTED[text])
    shown = "\n".join(told.lines(doc, say))
    assert all(words in shown for words in said)


@pytest.mark.parametrize("family", ["bid-whist", "bridge", "thousand"])
def test_ten_sheets_with_a_fault_are_planted_in_each_family(family):
    assert sum(bool(found) and cases.family(text.split()[0].partition(":")[0]) == family
               for text, found in PLANTED.items()) >= 10  # fmt: skip


# -- with no change, and with any ----------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_with_no_change_every_byte_is_as_published(name):
    one = Sheet(name)
    rules, warnings = understood(one)
    assert warnings == ()
    found = check(one, rules)
    assert (found.changes, found.unfit, found.gaps, dict(found.idle), found.silent, found.clashes) == ((),) * 3 + (
        {}, (), (),
    )  # fmt: skip
    assert found.closest.changed == 0
    assert found.closest.differs == {}
    for case in cases_of(rules.game)[::7]:
        if case.record.game == name and not case.record.find("Rules"):
            assert json.dumps(document(case.record, rules.game)) == json.dumps(document(case.record))


@cache
def sampled(name, step):
    """A part of the cases of a game, known to all its random sheets."""
    return Known(cases_of(rb.game(name))[:: max(1, step)])


def random_sheet(name, dice):
    """A sheet of this game with one to six options changed."""
    preset = dice.choice(["", "", *presets(name)])
    options = [o for o, _ in every(rb.game(name).options)]
    chosen = dice.sample(options, dice.randint(1, min(6, len(options))))
    return Sheet(name, preset, {o.key: str(dice.choice(o.choices)) for o in chosen})


def judged(name, number, many):
    """Check `number` random sheets of a game on about `many` of its cases."""
    dice = random.Random(f"{name} {number}")
    size = len(cases_of(rb.game(name)))
    for _ in range(number):
        one = random_sheet(name, dice)
        rules, _ = understood(one)
        known = sampled(name, size // many)
        found = check(one, rules, (), known)
        doc = told.found(found, lang(dice.choice(["en", "ru", "kk"])))
        assert "\n".join(told.lines(doc, lang("en")))
        assert found.ok == (found.compared == len(known.cases)) or not known.cases
        assert all(r["text"] and r["rule"] for r in doc["contradictions"])
        for case, p in found.changes:
            assert p.rule, (one, case.id)
        for key in found.silent:
            assert rules.values[key] != found.base.values[key]
        if found.ok and known.cases:
            case = dice.choice(known.cases)
            assert known.outcome(case, rules).keys == outcome(case.record, rules.game).keys, (one, case.id)


@pytest.mark.parametrize("name", GAMES)
def test_random_sheets(name):
    judged(name, 60, 6)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_thousand_random_sheets(name):
    judged(name, 1000, 25)


def choices(game):
    return [(o.key, str(choice)) for o, _ in every(game.options) for choice in o.choices]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("part", [pytest.param(8, marks=pytest.mark.long), 97])
def test_what_is_known_is_what_a_run_gives(name, part):
    """The outcome of a case holds for every rule set that agrees on the options read to find it."""
    known, game = Known(cases_of(rb.game(name))), rb.game(name)
    for at, (key, value) in enumerate(choices(game)):
        rules = Rules(name, values={key: value})
        for case in known.cases[at % part :: part]:
            known.outcome(case, Rules(name))
            assert known.outcome(case, rules).keys == outcome(case.record, rules.game).keys, (case.id, key, value)


@pytest.mark.parametrize("name", [name for name in GAMES if not name.startswith("thousand")])
def test_an_option_that_decides_nothing_changes_no_case(name):
    """In 1000 such an option may not be changed at all. A position begins after what such a rule would have changed."""
    game = rb.game(name)
    known = Known([case for case in cases_of(game) if not case.record.find("Tricks")])
    for relation in game.idle:
        options = {o.key: o for o, _ in every(game.options)}
        for key in relation.keys:
            for other in relation.values if key in options and relation.other in options else ():
                one, *rest = (Rules(name, values={relation.other: other, key: c}) for c in options[key].choices)
                assert key in idle(one.game.options, game.idle)
                for rules in rest:
                    for case in known.cases if not rules.game.clashes else ():
                        p = parting(known, case, one, rules)  # another reason for the same points may be given
                        assert p.same or (p.a.kind == "entry" and p.a.action == p.b.action), case.id


@pytest.mark.parametrize("name", GAMES)
def test_a_relation_names_options_and_values_that_there_are(name):
    game = rb.game(name)
    family = [other for other in GAMES if cases.family(other) == cases.family(name)]
    options = {o.key: o for other in family for o, _ in every(rb.game(other).options)}
    for relation in game.idle:
        assert {*relation.keys, relation.other} <= {*options}
        assert {*relation.values} <= {*options[relation.other].choices}


# -- two rule sets -------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_closest_preset_is_the_one_with_the_fewest_changed_cases():
    one = Sheet("bid-whist", options={"jokers": "1", "min_bid": "4", "low_beats_high": "on"})
    found = check(one, *understood(one))
    known = Known(cases_of(found.rules.game))
    counts = {
        name: sum(known.differ(case, Rules("bid-whist", name), found.rules) for case in known.cases)
        for name in presets("bid-whist")
    }
    assert found.closest.changed == min(counts.values()) == counts[found.closest.preset]


def test_a_preset_is_closest_to_itself():
    for name in GAMES:
        for preset in presets(name).values():
            one = Sheet(name, options={key: str(value) for key, value in preset.values.items()})
            known = sampled(name, 9)
            assert check(one, *understood(one), known).closest.changed == 0, preset.id


def test_two_games_part_at_the_first_ruling_that_differs():
    record = rb.read("bid-whist.auction.equal/low-over-high")
    found = rb.compare(record, "bid-whist", rb.game("bid-whist", low_beats_high="on"))
    assert (found.a.ruling.verdict, found.b.ruling.verdict, found.rule) == ("no", "yes", "bid-whist.auction.equal")
    assert rb.compare(record, "bid-whist", "bid-whist:article").same
    found = rb.compare(rb.read("bid-whist/deals/set"), "bid-whist", "bid-whist:hi-lo")
    assert [e.action for e in found.one.ledger] != [e.action for e in found.other.ledger]


def test_over_all_cases_and_one_by_one_is_the_same():
    a, b = Rules("auction-bridge"), Rules("auction-bridge", "nullo")
    found = {case.id: p.rule for case, p in over_cases(a, b)}
    alone = {case.id: compare(case.record, a.game, b.game) for case in cases_of(a.game)}
    assert {*found} == {id_ for id_, p in alone.items() if not p.same}
    assert all(found.values())


def test_an_engine_that_knows_no_royals_says_so():
    record = rb.read("bridge/deals/foster-2")
    assert not compare(record, rb.game("bridge"), rb.game("auction-bridge")).fits


def test_a_case_is_explained_by_an_option_where_no_ruling_says_why():
    a, b = Rules("bid-whist"), Rules("bid-whist", values={"boston_bid_wins": "1"})
    known = Known(cases_of(a.game))
    found = [parting(known, case, a, b) for case in known.cases if known.differ(case, a, b)]
    assert found
    assert all(p.rule for p in found)


# -- on the command line -------------------------------------------------------------------------


def ran(capsys, *words):
    status = main(list(words))
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return status, out, err


def test_check_answers_with_a_status_for_scripts(capsys, tmp_path):
    assert ran(capsys, "check", encode(Sheet("bid-whist", options={"target": "5"})))[0] == 0
    status, out, _ = ran(capsys, "check", encode(made("bid-whist kitty=none")), "--lang", "en")
    assert status == 1
    assert "no case was compared" in out
    path = tmp_path / "table.toml"
    path.write_text("game = bid-whist", "utf-8")
    status, out, err = ran(capsys, "check", str(path))
    assert (status, out) == (2, "")
    assert err.startswith(f"{path}:1:8: ")
    for words in (["check"], ["check", "nosuch.toml"], ["compare", "bid-whist"], ["compare", "a", "b", "c", "d"],
                  ["sheet", "A" * 99]):  # fmt: skip
        assert ran(capsys, *words)[0] == 2


@pytest.mark.parametrize("code", ["en", "ru", "kk"])
def test_the_answers_as_data(capsys, code):
    path = str(ROOT / "examples" / "sheets" / "friday.toml")
    status, out, _ = ran(capsys, "check", path, "--json", "--lang", code)
    doc = json.loads(out)
    assert status == 0
    assert doc["options"] == {"back_door": "on", "min_bid": "4", "sport": "always"}
    assert [g["key"] for g in doc["gaps"]] == ["back_door_bidder_also_loses"]
    assert {"case", "title", "kind", "step", "rule", "a", "b"} <= doc["changes"][0].keys()
    assert doc["closest"]["preset"] == "minimum-four"
    assert len(doc["changes"]) > 100
    assert json.loads(ran(capsys, "sheet", path, "--json", "--lang", code)[1])["lang"] == code
    status, out, _ = ran(capsys, "compare", "bid-whist/deals/set", "bid-whist", path, "--json", "--lang", code)
    doc = json.loads(out)
    assert status == 1
    assert doc["a"]["ledger"] != doc["b"]["ledger"]
    assert ran(capsys, "compare", "bid-whist/deals/set", "bid-whist", "bid-whist:article")[0] == 0


def test_all_cases_are_listed_when_asked_for(capsys):
    words = ["check", str(ROOT / "examples" / "sheets" / "friday.toml"), "--lang", "en"]
    short, whole = (ran(capsys, *words, *more)[1] for more in ([], ["--all"]))
    n = int(re.search(r"otherwise: (\d+) of", whole)[1])
    assert len(re.findall(r"^    [a-z-]+[./]\S*  ", whole, re.MULTILINE)) == n
    assert "listed with --all" in short
    assert "listed with --all" not in whole


def test_the_guide_shows_what_the_commands_print(capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("LANG", "C")
    guide = GUIDE.read_text("utf-8")
    shown = re.findall(r"^```console\n\$ (rulebook .*?)\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)
    assert len(shown) >= 4
    for line, text in shown:
        found = ran(capsys, *shlex.split(line)[1:])[1]
        for part in re.split(r"^\.\.\.\n", text, flags=re.MULTILINE):
            assert part in found, line


def test_set_changes_a_sheet_and_other_ways_to_say_it_are_refused(capsys):
    path = str(ROOT / "examples" / "sheets" / "friday.toml")
    doc = json.loads(ran(capsys, "sheet", path, "--json", "--set", "target=5", "--set", "sport=never")[1])
    assert {rule["key"]: rule["value"] for rule in doc["changed"]} == {
        "back_door": "on", "min_bid": 4, "sport": "never", "target": 5,
    }  # fmt: skip
    assert ran(capsys, "check", path, "--set", "min_bd=5")[0] == 2
    assert ran(capsys, "check", path, "--game", "bridge")[0] == 2
    assert ran(capsys, "compare", "bridge", "bridge", "--set", "chicane=on")[0] == 2
