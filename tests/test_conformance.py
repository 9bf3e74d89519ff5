"""The pack for other programs: whole, true to the cases, answered by our own engine; and programs that mean no good."""

from __future__ import annotations

import io
import json
import re
import sys
from functools import cache

import pytest

from _site.paths import ROOT
from rulebook import cases
from rulebook.cli import main
from rulebook.conformance import driver, pack
from rulebook.conformance.answers import answer, replies
from rulebook.conformance.compare import judged, parts, read
from rulebook.conformance.report import lines, report
from rulebook.conformance.setup import told, understood
from rulebook.i18n import LANGS, lang
from rulebook.ruling import InputError

SOME = ("bid-whist.auction", "bid-whist.scoring.set", "bridge.exposed.card", "bridge.two", "thousand.barrel")
EQUAL = "bid-whist.auction.equal/low-over-high"
REFERENCE = [sys.executable, "-m", "rulebook", "conformance", "answer"]
EVERY = pytest.param((), marks=pytest.mark.slow, id="every")
SAMPLE = pytest.param(SOME, id="some")
ANSWER_ALL = "import sys, json\nfor line in sys.stdin:\n    q = json.loads(line)\n    {body}\n    sys.stdout.flush()"


@cache
def questions(*ids):
    return tuple(pack.questions(*ids))


def entry(case, n=1):
    return next(e for e in pack.questions(case) if e["question"]["id"] == f"{case}#{n}")


def script(text):
    return [sys.executable, "-c", text]


# -- the pack ----------------------------------------------------------------------------------


@pytest.mark.parametrize("ids", [SAMPLE, EVERY])
def test_every_line_keeps_to_the_schema(ids):
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads(pack.SCHEMA.read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    found = [(e["question"]["id"], fault.message) for e in questions(*ids) for fault in validator.iter_errors(e)]
    assert found == []


@pytest.mark.parametrize("ids", [SAMPLE, EVERY])
def test_every_case_is_in_the_pack_and_every_question_has_its_own_name(ids):
    found = questions(*ids)
    assert {e["question"]["case"] for e in found} == {case.id for case in cases.find(*ids)}
    assert len({e["question"]["id"] for e in found}) == len(found)


@pytest.mark.parametrize("ids", [SAMPLE, EVERY])
def test_the_engine_answers_every_question_from_its_line_alone(ids):
    wrong = [
        e["question"]["id"] for e in questions(*ids) if answer(json.loads(json.dumps(e["question"]))) != e["answer"]
    ]
    assert wrong == []


@pytest.mark.parametrize("ids", [SAMPLE, EVERY])
def test_a_deal_comes_back_as_it_was(ids):
    for case in cases.find(*ids):
        game = cases.game_of(case.record)
        setup = case.record.setup(game)
        assert understood(json.loads(json.dumps(told(setup, game.seats))), game) == setup, case.id


def _said(text, whole):
    """Whether an expectation, as it is written in the case, is what the pack wants to hear."""
    name, *words = text.split()
    if name == "winners":
        return whole["winners"] == words
    if name in ("score", "standing"):
        numbers = {word.partition("=")[0]: int(word.partition("=")[2]) for word in words}
        return whole[{"score": "totals"}.get(name, name)] == numbers
    if name == "order":
        return " ".join(words[1:]) in whole["told"].values()
    key = f"{name} {words[0]}" if name in ("marks", "choices") else name
    values = words[1:] if name in ("marks", "choices") or (len(words) > 1 and "." in words[0]) else words
    return whole["told"][key] == " ".join(values)


@pytest.mark.parametrize("ids", [SAMPLE, EVERY])
def test_what_a_case_documents_is_what_the_pack_wants_to_hear(ids):
    by_case = {}
    for e in questions(*ids):
        by_case.setdefault(e["question"]["case"], []).append(e)
    for case in cases.find(*ids):
        lines_ = [line for line in case.path.read_text("utf-8").splitlines() if not line.startswith(";")]
        asked, entries = [], iter(by_case[case.id])
        for tag, text in re.findall(r'\[(Ask|Expect) "(.+?)"\]', "\n".join(lines_)):
            if tag == "Ask":
                asked.append(next(entries))
                assert asked[-1]["question"]["ask"] == text
            elif text.split()[0] not in cases.VERDICTS:
                assert text.startswith("possible ") or _said(text, by_case[case.id][-1]["answer"]), (case.id, text)
            elif asked:
                verdict, rule = text.split()
                heard = asked[-1]["answer"]
                assert verdict == heard["verdict"], (case.id, text)
                assert rule in (heard["rule"], *heard.get("because", ())), (case.id, text)


def test_nothing_in_a_question_is_a_sentence():
    for e in questions(*SOME):
        text = json.dumps(e["question"])
        assert e["title"] not in text
        assert f'"{e["answer"]["rule"]}"' not in text


def test_the_pack_is_three_files(tmp_path):
    assert main(["conformance", "export", str(tmp_path / "new"), "bid-whist.auction"]) == 0
    names = {p.name: p.read_text("utf-8") for p in (tmp_path / "new").iterdir()}
    assert set(names) == {"questions.jsonl", "games.json", "schema.json"}
    assert [json.loads(line) for line in names["questions.jsonl"].splitlines()] == [*questions("bid-whist.auction")]
    games = json.loads(names["games.json"])
    for e in questions(*SOME):
        known = {o["key"]: o for o in games[e["question"]["game"]]}
        for key, value in e["question"]["rules"].items():
            assert value in known[key]["choices"]
            assert value != known[key]["default"]


def test_the_pack_goes_to_standard_output_too(capsys):
    assert main(["conformance", "export", "-", EQUAL]) == 0
    assert json.loads(capsys.readouterr().out) == entry(EQUAL)


def test_a_folder_that_cannot_be_is_refused(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["conformance", "export", str(tmp_path / "file"), EQUAL]) == 2
    assert capsys.readouterr().err.startswith(f"{tmp_path / 'file'}: The file cannot be written: ")


# -- answers compared --------------------------------------------------------------------------

SET = "bid-whist.scoring.set/five-high"


@pytest.mark.parametrize(
    ("case", "given", "state", "part"),
    [
        (EQUAL, {"verdict": "no", "rule": "bid-whist.auction.equal"}, "passed", ""),
        (EQUAL, {"verdict": "no"}, "passed", ""),
        (EQUAL, {"verdict": "refused"}, "passed", ""),
        (EQUAL, {"rule": "bid-whist.auction.equal"}, "unknown", ""),
        (EQUAL, {"verdict": None}, "unknown", ""),
        (EQUAL, {}, "unknown", ""),
        (EQUAL, {"verdict": "yes"}, "failed", "verdict"),
        (EQUAL, {"verdict": "irregular"}, "failed", "verdict"),
        (EQUAL, {"verdict": "no", "rule": "bid-whist.auction.beat"}, "failed", "rule"),
        (SET, {"totals": {"NS": -5, "EW": 0}}, "passed", ""),
        (SET, {"totals": {"NS": 5, "EW": 0}}, "failed", "totals"),
        (SET, {"ledger": [{"side": "NS", "points": -5}]}, "passed", ""),
        (SET, {"ledger": [{"side": "NS", "points": -5, "rule": "bid-whist.scoring.set"}]}, "passed", ""),
        (SET, {"ledger": [{"points": -5}, {"points": 0}]}, "passed", ""),
        (SET, {"ledger": [{"side": "NS", "points": -5, "rule": "bid-whist.scoring.made"}]}, "failed", "ledger"),
        (SET, {"ledger": []}, "failed", "ledger"),
        (SET, {"verdict": "refused"}, "failed", "verdict"),
        (SET, {"standing": {"NS": -5, "EW": 1}}, "failed", "standing"),
        (SET, {"told": {"weather": "fine"}}, "unknown", ""),
    ],
)  # fmt: skip
def test_an_answer_is_compared_as_far_as_it_goes(case, given, state, part):
    e = entry(case)
    found = judged(e, parts(given))
    assert (found.state, found.part) == (state, part)


def test_winners_may_be_known_in_part():
    e = next(e for e in questions("bid-whist.renege") if len(e["answer"].get("winners", ())) > 1)
    right = e["answer"]["winners"]
    wrong = ["X" for _ in right]
    assert judged(e, {"winners": [None, *right[1:]]}).state != "failed"
    assert judged(e, {"winners": [None, *wrong[1:]]}).part == "winners"
    assert judged(e, {"winners": right[1:]}).part == "winners"


def test_numbers_by_side_come_in_any_order():
    e = next(e for e in questions("bid-whist.scoring") if any("=" in v for v in e["answer"].get("told", {}).values()))
    key, value = next((k, v) for k, v in e["answer"]["told"].items() if "=" in v)
    assert judged(e, {"told": {key: " ".join(reversed(value.split()))}}).state == "passed"
    assert judged(e, {"told": {key: value.replace("=", "=9")}}).part == f"told.{key}"


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "9" * 5000, "'"], ids=lambda text: text[:5] or "empty")
def test_what_is_no_json_is_told_so(text):
    with pytest.raises(InputError) as fault:
        read(text)
    assert fault.value.explain() == "The answer is not JSON."


@pytest.mark.parametrize("text", ["[]", "null", "7", "{}", '{"id": "other#1"}', '{"id": null}', '{"verdict": "no"}'])
def test_an_answer_to_something_else_ends_the_exchange(text):
    program = script(ANSWER_ALL.format(body=f"print({text!r})"))
    doc = report(driver.run(program, questions(EQUAL)), program, lang("en"))
    assert (doc["questions"], doc["stopped"]) == (0, "The answer does not name its question.")


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("verdict", "maybe"), ("verdict", []), ("rule", 7), ("winners", "NS"), ("winners", [7]), ("ledger", [7]),
        ("ledger", [{"side": "NS"}]), ("ledger", [{"points": True}]), ("ledger", [{"points": 1, "side": []}]),
        ("totals", {"NS": "5"}), ("totals", [5]), ("standing", {"NS": 0.5}), ("told", {"dealer": 1}), ("told", "N"),
    ],
)  # fmt: skip
def test_a_part_of_a_wrong_form_is_named(part, value):
    with pytest.raises(InputError) as fault:
        parts({"id": "a#1", part: value})
    assert fault.value.explain() == f"This part of the answer has a wrong form: {part}."


# -- programs ----------------------------------------------------------------------------------


@pytest.mark.parametrize("ids", [SAMPLE, EVERY])
def test_our_own_engine_passes_through_the_pipe(ids):
    doc = report(driver.run(REFERENCE, questions(*ids)), REFERENCE, lang("en"))
    assert doc["ok"], doc["failures"][:3]
    assert doc["passed"] == doc["questions"] == len(questions(*ids))


def test_a_program_with_other_rules_fails_where_they_differ():
    body = "q['rules']['low_beats_high'] = 'on'; print(json.dumps(answer(q)))"
    program = script("from rulebook.conformance.answers import answer\n" + ANSWER_ALL.format(body=body))
    doc = report(driver.run(program, questions("bid-whist.auction")), program, lang("en"))
    other = {"low_beats_high": "on"}
    differ = {
        e["question"]["id"]
        for e in questions("bid-whist.auction")
        if answer({**e["question"], "rules": {**e["question"]["rules"], **other}}) != e["answer"]
    }
    assert {f["question"] for f in doc["failures"]} <= differ
    assert "bid-whist.auction.equal" in doc["rules"]["failed"]
    assert doc["stopped"] is None
    assert EQUAL in {f["question"].partition("#")[0] for f in doc["failures"]}
    for code in LANGS:
        assert any(EQUAL in line for line in lines(doc, lang(code), whole=True))


def test_a_program_that_knows_nothing_fails_nothing():
    program = script(ANSWER_ALL.format(body="print(json.dumps({'id': q['id']}))"))
    doc = report(driver.run(program, questions("bid-whist.auction")), program, lang("en"))
    assert doc["ok"]
    assert doc["unknown"] == doc["questions"]
    assert doc["rules"]["passed"] == doc["rules"]["failed"] == []


@pytest.mark.parametrize(
    ("text", "stopped"),
    [
        ("", "The program ended before all was answered."),
        ("import sys; sys.exit(3)", "The program ended before all was answered."),
        ("import os, signal; os.kill(os.getpid(), 9)", "The program ended before all was answered."),
        ("import time; time.sleep(600)", "The program does not answer. Seconds waited: 1."),
        ("import os, time; os.close(1); time.sleep(600)", "The program ended before all was answered."),
        ("import sys\nfor line in sys.stdin: pass", "The program does not answer. Seconds waited: 1."),
        (
            "import sys\nsys.stdin.readline()\nwhile True: sys.stdout.write('x' * 65536)",
            "An answer is too long. Bytes allowed: 1000000.",
        ),
        ("import sys\nwhile True: print('{}', flush=True)", "The answer does not name its question."),
        (
            ANSWER_ALL.format(body="print(json.dumps({'id': q['id']}), end='')"),
            "The program does not answer. Seconds waited: 1.",
        ),
    ],
    ids=["nothing", "exit", "killed", "asleep", "closed", "silent", "long", "flood", "no-end-of-line"],
)  # fmt: skip
def test_a_hostile_program_is_stopped_with_the_reason(text, stopped, monkeypatch):
    monkeypatch.setattr(driver, "AFTER", 2.0)
    doc = report(driver.run(script(text), questions("bid-whist.auction"), patience=1), ["x"], lang("en"))
    assert doc["stopped"] == stopped
    assert not doc["ok"]
    assert doc["passed"] == 0


@pytest.mark.parametrize(
    "text",
    [
        "while True: print(flush=True)",
        "while True: print('x', flush=True)",
        ANSWER_ALL.format(body="print(json.dumps({'id': q['id']}) + chr(10))"),
    ],
)
def test_lines_that_nothing_asks_for_are_found_sooner_or_later(text):
    program = script(text)
    doc = report(driver.run(program, questions("bid-whist.auction"), patience=1), program, lang("en"))
    assert doc["stopped"] in (
        "The program writes lines that nothing asks for.",
        "The program does not answer. Seconds waited: 1.",
        "The answer does not name its question.",
    )
    assert doc["passed"] == 0


@pytest.mark.parametrize(
    "body",
    [
        "print('hello')",
        "print('\\x1b[2J\\u202e' + chr(0))",
        "sys.stdout.buffer.write(bytes(range(128, 256)) + b'\\n')",
        "print('9' * 5000)",
        "print(json.dumps({'id': q['id'], 'verdict': 'yes' if 0 else [[[]]]}))",
        "print('')",
    ],
)
def test_garbage_fails_each_question_and_reaches_no_terminal(body):
    program = script(ANSWER_ALL.format(body=body))
    doc = report(driver.run(program, questions(EQUAL)), program, lang("en"))
    assert (doc["failed"], doc["questions"], doc["stopped"]) == (1, 1, None)
    for code in LANGS:
        shown = "\n".join(lines(doc, lang(code), whole=True))
        assert all(c == "\n" or c.isprintable() for c in shown)


def test_a_program_may_go_on_after_the_last_answer(monkeypatch):
    monkeypatch.setattr(driver, "AFTER", 0.5)
    program = script(ANSWER_ALL.format(body="print(json.dumps({'id': q['id']}))") + "\nimport time; time.sleep(600)")
    doc = report(driver.run(program, questions(EQUAL)), program, lang("en"))
    assert doc["stopped"] is None


def test_a_last_line_too_many_is_told():
    program = script(ANSWER_ALL.format(body="print(json.dumps({'id': q['id']}))") + "\nprint('and')")
    doc = report(driver.run(program, questions(EQUAL)), program, lang("en"))
    assert doc["stopped"] == "The program writes lines that nothing asks for."


# -- the command line --------------------------------------------------------------------------


def test_the_run_tells_what_was_found_and_ends_with_its_status(capsys):
    assert main(["conformance", "run", EQUAL, "--", *REFERENCE]) == 0
    head, *rest = capsys.readouterr().out.splitlines()
    assert head == "Questions: 1. Passed: 1. Unknown: 0. Failed: 0."
    assert "  bid-whist.auction: equal" in rest
    no = script(ANSWER_ALL.format(body="print(json.dumps({'id': q['id'], 'verdict': 'yes'}))"))
    assert main(["conformance", "run", EQUAL, "--json", "--", *no]) == 1
    doc = json.loads(capsys.readouterr().out)
    assert doc["rules"]["failed"] == ["bid-whist.auction.equal"]
    assert doc["failures"][0] | {"title": ""} == {
        "question": f"{EQUAL}#1", "title": "", "rule": "bid-whist.auction.equal",
        "part": "verdict", "expected": "no", "found": "yes",
    }  # fmt: skip


def test_what_a_program_writes_is_escaped_in_json(capsys):
    body = "print(json.dumps({'id': q['id'], 'rule': chr(0x9b) + chr(0x202e) + chr(0xd800)}))"
    assert main(["conformance", "run", EQUAL, "--json", "--", *script(ANSWER_ALL.format(body=body))]) == 1
    out = capsys.readouterr().out
    assert out.isascii()
    assert json.loads(out)["failures"][0]["found"] == "\x9b\u202e\ud800"


def test_a_program_that_is_not_there(capsys):
    assert main(["conformance", "run", EQUAL, "--", "no-such-program-here"]) == 2
    assert "The program cannot be started: no-such-program-here." in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["export"], ["run"], ["run", EQUAL], ["run", "--"], ["answer", EQUAL], ["export", "-", "--", "x"], ["what"], [],
        ["run", "--seconds", "0", "--", "x"], ["run", "--seconds", "nan", "--", "x"],
        ["run", "--game", "bridge", "--", "x"],
    ],
)  # fmt: skip
def test_a_wrong_call_is_told_how_it_is_written(words, capsys):
    assert main(["conformance", *words]) == 2
    assert "This call cannot be understood. It is written: " in capsys.readouterr().err


def test_an_unknown_case_names_the_nearest(capsys):
    assert main(["conformance", "run", "bid-whist.auction.equall", "--", *REFERENCE]) == 2
    assert "bid-whist.auction.equal" in capsys.readouterr().err


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"}, {"rules": {"no_such": 1}}, {"rules": 7}, {"setup": {}}, {"setup": None}, {"actions": 7},
        {"actions": ["W fly"]}, {"actions": [7]}, {"tell": ["weather"]}, {"tell": ["order XX YY"]},
    ],
)  # fmt: skip
def test_a_broken_question_is_refused_with_its_line(change, monkeypatch, capsys):
    good = entry(EQUAL)["question"]
    text = "".join(json.dumps(q) + "\n" for q in (good, {**good, "whole": True, **change}))
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    assert main(["conformance", "answer"]) == 2
    told_ = capsys.readouterr()
    assert json.loads(told_.out)["verdict"] == "no"
    assert told_.err.startswith("-:")


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "7", "{}"])
def test_what_is_no_question_is_refused(text):
    with pytest.raises(InputError):
        list(replies([text]))


def test_the_guide_shows_what_the_commands_say(capsys, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    guide = (ROOT / "docs" / "guides" / "conformance.md").read_text("utf-8")
    shown = re.search(
        r"\$ rulebook conformance run (\S+) -- rulebook conformance answer\n(.*?)^```", guide, re.M | re.S
    )
    assert shown
    assert main(["conformance", "run", shown[1], "--", *REFERENCE]) == 0
    assert capsys.readouterr().out == shown[2]
    line = re.search(r"^```json\n(.*?)```", guide, re.M | re.S)
    assert line
    question = json.loads(line[1])
    assert question.items() <= entry(EQUAL)["question"].items()
    known = json.loads(pack.SCHEMA.read_text("utf-8"))["$defs"]
    for part in re.findall(r"`(\w+)`", "\n".join(re.findall(r"^\| (`.*?) \|", guide, re.M))):
        assert part in known["question"]["properties"] | known["answer"]["properties"]
