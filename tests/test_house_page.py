"""The pages of house rules: what stands on them without script, and what the engine answers their script."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest
import test_ext
from sphinx.errors import SphinxError
from test_ext import Build, page, whole_game

from _ext.house import LISTED, QUESTIONS, marked, switch_anchor
from _site import effects, paths
from rulebook.games import GAMES, presets
from rulebook.house.asked import answer, involved, labels, without
from rulebook.house.check import check
from rulebook.house.code import encode
from rulebook.house.effects import most
from rulebook.house.known import Rules
from rulebook.house.rules import understood
from rulebook.house.sheet import Sheet, read
from rulebook.i18n import lang

build = test_ext.build
GAME = "bid-whist-cutthroat"
WORDS = labels(lang("en"))


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effects, "FOLDER", tmp_path / "effects")


@pytest.fixture
def shown(build: Build) -> str:
    return page(build(f"```{{house}} {GAME}\n```\n", **whole_game()))


def parts(shown: str, name: str) -> dict[str, str]:
    """The switches of a page by their option, each up to the next one."""
    return dict(re.findall(rf'<fieldset class="{name}"[^>]*data-key="([^"]+)">(.*?)</fieldset>', shown, re.S))


def choices(switch: str) -> dict[str, str]:
    """The choices of a switch by their value."""
    found = re.split(r'(?=<div class="choice">)', switch)[1:]
    return {re.search(r'value="([^"]+)"', part)[1]: part for part in found}  # type: ignore[index]


def test_every_game_has_its_page() -> None:
    written = {path.stem for path in effects.PAGES.glob("*.md")} - {"index"}
    assert written == set(effects.shown()) == set(GAMES)
    index = (effects.PAGES / "index.md").read_text("utf-8")
    assert re.findall(r"^[a-z0-9-]+$", index, re.M) == list(GAMES)


def test_every_option_is_a_switch_and_the_published_choice_is_marked(shown: str) -> None:
    base, switches = Rules(GAME), parts(shown, "switch")
    assert switches.keys() == base.options.keys()
    assert '<fieldset class="all" disabled>' in shown
    for key, o in base.options.items():
        question, found = html.unescape(switches[key]), choices(switches[key])
        assert question.startswith(f"<legend>{o.question}")
        assert f'id="{switch_anchor(key)}"' in shown
        assert set(found) == {str(value) for value in o.choices}
        checked = [value for value, part in found.items() if " checked>" in part]
        marked = [value for value, part in found.items() if f">{WORDS['published']}<" in part]
        assert checked == marked == [str(base.values[key])]
    assert '<a class="cite" href="cutthroat.html#bid-whist-cutthroat-target">' in switches["cut_target"]


def test_switches_stand_under_their_chapters(shown: str) -> None:
    chapters = re.findall(r'<fieldset class="chapter"><legend>(.*?)</legend>', shown)
    assert len(chapters) == len({o.rule.split(".")[1] for o in Rules(GAME).options.values()})


def test_each_switch_tells_what_a_check_finds(shown: str) -> None:
    base, switches = Rules(GAME), parts(shown, "switch")
    seen = 0
    for key, o in base.options.items():
        for value, part in choices(switches[key]).items():
            if value == str(base.values[key]):
                assert "<details>" not in part
                continue
            sheet = Sheet(GAME, options={key: value})
            found = check(sheet, *understood(sheet))
            told = re.search(rf"<summary>{WORDS['changes'].replace('{n}', '([0-9]+)')}</summary>", part)
            assert int(told[1]) if told else len(found.changes) == 0, (key, value)
            assert not told or int(told[1]) == len(found.changes), (key, value)
            assert (html.unescape(WORDS["alone"]) in part) == bool(found.clashes)
            assert all(html.escape(r.explain("en")) in part for r in found.clashes[:1])
            rules = {p.rule for _case, p in found.changes}
            assert all(f"#{rule.replace('.', '-')}" in part for rule in rules)
            linked = re.findall(r'href="[^"]*#case-([^"]+)"', part)
            assert len(linked) <= LISTED
            assert set(linked) <= {re.sub("[./]", "-", case.id) for case, _ in found.changes}
            seen += bool(found.changes)
        assert o.rule
    assert seen > 5


def test_a_switch_that_decides_nothing_says_why(shown: str) -> None:
    switches, options = parts(shown, "switch"), Rules(GAME).options
    told = re.search(r'<p class="note" data-idle>(.*?)</p>', switches["renege_to"])
    assert told
    question = options["illegal_play"].question
    assert html.unescape(told[1]).startswith(f"{WORDS['idle']} The reason: {question} ")
    assert '<p class="note" data-idle hidden></p>' in switches["jokers"]
    assert without(Rules(GAME))["renege_to"] == "illegal_play"


def test_names_of_options_are_code_in_a_sentence() -> None:
    clash = Rules("thousand", "", {"blind.who": "forehand"}).game.clash
    assert clash is not None
    for code in ("en", "ru", "kk"):
        shown = marked(clash.explain(code))
        assert re.findall("<code>(.*?)</code>", shown) == ["blind.who", "bid.blind=off"]


def test_the_agreement_asks_what_changes_most(shown: str) -> None:
    section = re.search(r'<section class="agreement".*?</section>', shown, re.S)
    assert section
    asked = list(dict.fromkeys(re.findall(r'data-box="([^=]+)=', section[0])))
    assert asked == most(effects.of(GAME), QUESTIONS)
    assert len(asked) <= QUESTIONS
    base = Rules(GAME)
    assert section[0].count("data-box=") == sum(len(base.options[key].choices) for key in asked)


def test_the_table_of_options_leads_to_the_switches(build: Build) -> None:
    pages = {"index": test_ext.INDEX.replace("glossary", "glossary\nhouse-rules/bid-whist"), **whole_game()}
    pages["house-rules/bid-whist"] = "# House rules: Bid Whist\n"
    more = "```{options} bid-whist\n```\n\n```{options} bid-whist-cutthroat\n```\n\n```{options} bid-whist match\n```\n"
    shown = page(build(more, **pages))
    assert shown.count('<p><a href="../../house-rules/bid-whist.html">House rules: Bid Whist</a></p>') == 1


def test_nothing_of_it_is_in_the_catalogs(build: Build) -> None:
    text = f"```{{house}} {GAME}\n```\n"
    found = (build(text, builder="gettext") / "rules/bid-whist/auction.pot").read_text("utf-8")
    assert WORDS["intro"] not in found
    assert Rules(GAME).options["jokers"].question not in found


def test_an_unknown_game_fails_the_build(build: Build) -> None:
    with pytest.raises(SphinxError, match="There is no game bid-whit"):
        build("```{house} bid-whit\n```\n")


def test_effects_are_kept_until_something_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    found = effects.effects
    monkeypatch.setattr(effects, "effects", lambda game: asked.append(game) or found(game))
    first = effects.of.__wrapped__("kings-bridge")
    assert effects.of.__wrapped__("kings-bridge") == first != ()
    assert asked == ["kings-bridge"]
    monkeypatch.setattr(effects, "_state", lambda: "another")
    assert effects.of.__wrapped__("kings-bridge") == first
    assert asked == ["kings-bridge"] * 2


# -- what the script asks ------------------------------------------------------------------------


def ask(**question: object) -> dict[str, object]:
    found = json.loads(answer(json.dumps({"lang": "en", "game": "bid-whist", "options": {}, **question})))
    assert isinstance(found, dict)
    return found


def test_a_contradiction_names_the_switches_that_take_part() -> None:
    found = ask(options={"kitty": "none", "min_bid": "4"})
    (told,) = found["contradictions"]  # type: ignore[misc]
    assert told["keys"] == ["kitty"]
    assert told["rule"] in found["rules"]  # type: ignore[operator]
    found = ask(options={"kitty": "none", "min_bid": "4"}, whole=True)
    assert found["ok"] is False
    assert "sheet" not in found


def test_involved_falls_back_on_every_change() -> None:
    """Two changes that clash each for itself: no single one undoes it."""
    for name in GAMES:
        rules = Rules(name)
        for clash in rules.game.clashes:
            assert involved(rules, clash) == []
    rules = Rules("bid-whist", "", {"kitty": "none", "back_door": "on"})
    assert involved(rules, rules.game.clashes[0]) == ["kitty"]


def test_a_check_comes_with_addresses_and_sheets() -> None:
    found = ask(options={"back_door": "on"}, whole=True)
    sheet = read(str(found["toml"]))
    assert dict(sheet.options) == {"back_door": "on"}
    assert found["code"] == encode(sheet)
    assert str(found["sheet"]).startswith("<!doctype html>")
    pages = json.loads((paths.DATA / "rules.json").read_text("utf-8"))["rules"]
    known = {rule["id"]: rule["path"].partition("#")[0] for rule in pages}
    changes = found["changes"]
    assert isinstance(changes, list)
    assert len(changes) == len(check(sheet, *understood(sheet)).changes)
    for case in changes:
        rule = case["case"].partition("/")[0]
        assert found["cases"].get(case["case"], "").startswith(known.get(rule, ""))  # type: ignore[attr-defined]
        assert case["a"]["text"]
        assert case["b"]["text"]
        assert case["a"] != case["b"]


def test_the_published_rules_change_nothing() -> None:
    for name in ("bid-whist", *presets("bid-whist")):
        found = ask(preset="" if name == "bid-whist" else name, whole=True)
        assert (found["ok"], found["changes"], found["gaps"]) == (True, [], [])


def test_a_code_sets_the_switches() -> None:
    found = ask(code=encode(Sheet("bid-whist", "detroit", {"back_door": "on"})))
    assert (found["preset"], found["options"]) == ("detroit", {"back_door": "on"})
    assert "another game: bridge" in str(ask(code=encode(Sheet("bridge")))["problem"])


@pytest.mark.parametrize(
    "question",
    [
        {"code": "A" * 100_000},
        {"code": "AMMBVWEPYAD4DT"},
        {"code": None},
        {"code": "<script>"},
        {"game": "chess"},
        {"game": ["bid-whist"]},
        {"preset": "nobody"},
        {"preset": {}},
        {"options": None},
        {"options": ["min_bid"]},
        {"options": {"min_bid": 4.5}},
        {"options": {"min_bid": 10**400}},
        {"options": {"barrel.level": 870}},
        {"options": {"\x00": "\ud800"}},
        {"options": {str(n): "on" for n in range(500)}},
        {"lang": "de", "options": {"min_bid": "9"}},
    ],
)
def test_what_cannot_be_read_is_one_sentence(question: dict[str, object]) -> None:
    assert ask(lang=["en"])["ok"]  # a language nobody knows is English
    told = ask(**question)
    assert told["ok"] is False
    assert re.fullmatch(r"[^\n]{5,400}[.?]", str(told["problem"]), re.S), told
    for text in ("", "[]", "7", "{", "null", "[" * 100_000, '{"lang": "en"}'):
        assert json.loads(answer(text))["problem"] == "This question cannot be read."


def test_random_switches_never_break_it() -> None:
    import random

    draw = random.Random(6)
    for game in GAMES:
        options = Rules(game).options
        for _ in range(4):
            chosen = {k: str(draw.choice(o.choices)) for k, o in options.items() if draw.random() < 0.4}
            found = ask(game=game, options=chosen)
            assert "problem" not in found, (game, chosen)
            contradictions = found["contradictions"]
            assert isinstance(contradictions, list)
            assert all(one["keys"] and one["text"] for one in contradictions), (game, chosen)
