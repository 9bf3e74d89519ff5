"""What if: another card or call from any step of a record, judged by the engine in each language."""

from __future__ import annotations

import json
import re

import pytest

from rulebook.cards import CardSet
from rulebook.cases import find, game_of, get
from rulebook.game import Game, Step
from rulebook.games import GAMES
from rulebook.games import game as new_game
from rulebook.i18n import LANGS
from rulebook.i18n import lang as language
from rulebook.match import Match
from rulebook.records import Record, parse
from rulebook.ruling import InputError
from rulebook.standing import Standing
from rulebook.table import Action, Each, Pick, Table
from rulebook.view.steps import document
from rulebook.view.whatif import acts, answer, source, whatif

DEALS = [case.id for case in find("bid-whist/deals", "bridge/deals")]
SET = "bid-whist/deals/set"


def opened(id_: str) -> tuple[Record, Game, str, list[Step]]:
    """A documented deal: record, game, text to play on from, steps."""
    record = get(id_).record
    game = game_of(record)
    return record, game, source(record, game), list(game.replay(record))


def resting(steps: list[Step]) -> list[int]:
    """The steps behind which somebody has to decide."""
    return [n for n in range(len(steps) + 1) if n == len(steps) or not steps[n].forced]


def table(game: Game, record: Record, steps: list[Step], n: int) -> Table:
    return steps[n - 1].table if n else game.start(record.setup(game))


@pytest.mark.parametrize("id_", DEALS)
def test_every_step_offers_what_the_engine_allows(id_: str) -> None:
    record, game, text, steps = opened(id_)
    whole = document(record)["steps"]
    for n in resting(steps):
        found = whatif(text, {}, n, [], "en")
        assert found["at"] == n
        assert found["ruling"] is None
        assert found["steps"][:n] == whole[:n]
        t = table(game, record, steps, n)
        for choice, space in zip(found["choices"], [s for s in game.legal(t) if s.size], strict=True):
            assert choice["count"] == space.size
            if isinstance(space, Pick):
                assert {one["card"] for one in choice["tries"]} == {c.code for c in CardSet(space.mask)}
                continue
            for one in choice["tries"]:
                assert game.rule(t, one["line"]).ok == one["legal"]
                assert one["label"]
            allowed = [one["line"] for one in choice["tries"] if one["legal"]]
            assert sorted(allowed) == sorted(a.text(game.seats) for a in space)


@pytest.mark.parametrize("id_", DEALS)
def test_every_card_of_the_hand_on_turn_can_be_tried(id_: str) -> None:
    record, game, text, steps = opened(id_)
    refused = 0
    for n in resting(steps):
        t = table(game, record, steps, n)
        for choice in whatif(text, {}, n, [], "en")["choices"]:
            if choice["kind"] == "card":
                seat = game.seats.find(choice.get("seat", choice["actor"]))
                open_ = sum(mask for name, (mask, _) in t.piles.items() if name.startswith(f"up.{seat.code}."))
                held = CardSet(t.hands[seat] | open_)
                assert [one["card"] for one in choice["tries"]] == [c.code for c in held.sorted()]
                refused += sum(not one["legal"] for one in choice["tries"])
    assert refused > 50


def other_cards(game: Game, t: Table) -> tuple[list[Action], list[Action]]:
    """The cards of the hand on turn that the rules allow, and those they refuse."""
    seat = game.turn(t)
    assert seat is not None
    every = [Action(seat, "card", c) for c in CardSet(t.hands[seat])]
    return [a for a in every if game.rule(t, a).ok], [a for a in every if not game.rule(t, a).ok]


@pytest.mark.parametrize("code", LANGS)
def test_a_refused_card_changes_nothing_and_says_why(code: str) -> None:
    _record, game, text, steps = opened(SET)
    told = set()
    for step in steps:
        if step.phase != "play":
            continue
        before = whatif(text, {}, step.n - 1, [], code)
        for a in other_cards(game, step.before)[1]:
            wanted = game.rule(step.before, a)
            found = whatif(text, {}, step.n - 1, [a.text(game.seats)], code)
            ruling = found.pop("ruling")
            assert (ruling["ok"], ruling["happens"], ruling["verdict"]) == (False, False, wanted.verdict)
            assert ruling["rule"] == wanted.rule
            assert ruling["text"].endswith(wanted.explain(code))
            assert wanted.rule in found["rules"]
            assert {k: v for k, v in found.items() if k != "rules"} == {
                k: v for k, v in before.items() if k not in ("rules", "ruling")
            }
            told.add(ruling["text"])
    assert len(told) > 50


@pytest.mark.parametrize("code", LANGS)
def test_a_legal_card_is_played_and_the_deal_goes_on(code: str) -> None:
    _record, game, text, steps = opened(SET)
    went = 0
    for step in steps[::5]:
        if step.phase != "play":
            continue
        t, lines = step.before, []
        for _ in range(3):
            if game.turn(t) is None:
                break
            a = other_cards(game, t)[0][-1]
            lines.append(a.text(game.seats))
            wanted, t = game.rule(t, a), game.play(t, a)
            found = whatif(text, {}, step.n - 1, lines, code)
            assert (found["ruling"]["ok"], found["ruling"]["happens"]) == (True, True)
            assert found["ruling"]["text"].startswith(wanted.explain(code))
            assert found["steps"][found["at"] - 1]["text"] == found["ruling"]["text"]
            assert found["at"] == step.n - 1 + len(lines)
            went += 1
    assert went > 15


def test_calls_go_on_into_the_play() -> None:
    """Another auction: forced steps follow by themselves, and the new declarer declares and puts out."""
    _record, game, text, _steps = opened(SET)
    lines = ["N 3low", "E Pass", "S Pass", "W 3NT"]
    found = whatif(text, {}, 0, lines, "en")
    assert [s["action"] for s in found["steps"][:5]] == ["3low", "Pass", "Pass", "3NT", "won"]
    assert found["at"] == 5
    assert [(c["actor"], c["kind"], c["values"]) for c in found["choices"]] == [("W", "declare", ["high", "low"])]
    found = whatif(text, {}, 0, [*lines, "W declare low"], "en")
    (choice,) = found["choices"]
    assert (choice["kind"], choice["pick"], len(choice["tries"])) == ("discard", 6, 18)
    put = [one["card"] for one in choice["tries"]][:6]
    found = whatif(text, {}, 0, [*lines, "W declare low", f"{choice['line']} {' '.join(put)}"], "en")
    assert found["ruling"]["happens"]
    assert [(c["actor"], c["kind"], c["count"]) for c in found["choices"]] == [("W", "card", 12)]


def test_calls_that_are_not_enough_can_be_tried() -> None:
    record, game, text, steps = opened(SET)
    for n in range(4):
        (choice,) = whatif(text, {}, n, [], "en")["choices"]
        assert len({one["line"] for one in choice["tries"]}) == len(choice["tries"]) == 16
    assert [one["legal"] for one in choice["tries"]].count(True) == choice["count"] < 16
    space = game.legal(table(game, record, steps, 3))[0]
    assert isinstance(space, Each)


def test_the_first_refusal_ends_the_line() -> None:
    _record, _game, text, _steps = opened(SET)
    found = whatif(text, {}, 1, ["E 4low", "S 3high", "S Pass"], "en")
    assert found["ruling"]["rule"] == "bid-whist.auction.beat"
    assert [s["action"] for s in found["steps"]] == ["Pass", "4low"]


def test_where_irregular_cards_stand_they_are_played() -> None:
    _record, game, text, steps = opened("bid-whist/deals/renege")
    step = next(s for s in steps if s.phase == "play" and other_cards(game, s.before)[1])
    a = other_cards(game, step.before)[1][0]
    found = whatif(text, {}, step.n - 1, [a.text(game.seats)], "en")
    assert (found["ruling"]["verdict"], found["ruling"]["happens"]) == ("irregular", True)
    assert found["steps"][step.n - 1]["stands"]
    strict = whatif(text, {"illegal_play": "enforce"}, step.n - 1, [a.text(game.seats)], "en")
    assert (strict["ruling"]["verdict"], strict["ruling"]["happens"]) == ("irregular", False)
    rights = [choice for choice in whatif(text, {}, step.n, [], "en")["choices"] if choice.get("right")]
    assert {choice["kind"] for choice in rights} >= {"renege"}


@pytest.mark.parametrize("code", LANGS)
@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("", "kernel.action.seat"),
        ("X SA", "kernel.action.seat"),
        ("__import__('os').system('true')", "kernel.action.seat"),
        ("S no-such-thing", "kernel.action.text"),
        ("S <b>SA</b>", "kernel.action.text"),
    ],
)
def test_an_unreadable_action_is_refused_in_one_sentence(code: str, line: str, rule: str) -> None:
    _record, _game, text, _steps = opened(SET)
    found = whatif(text, {}, 12, [line], code)
    assert (found["ruling"]["rule"], found["ruling"]["happens"], found["at"]) == (rule, False, 12)
    assert "\n" not in found["ruling"]["text"]
    assert len(found["ruling"]["text"]) > 20


def asked(**changed: object) -> dict:
    """What comes back for a question that differs from a good one in these parts."""
    text = opened(SET)[2]
    question = {"record": text, "options": {}, "n": 1, "lines": ["E Pass"], "lang": "en"} | changed
    return json.loads(answer(json.dumps(question)))


def test_a_good_question_is_answered() -> None:
    assert asked()["ruling"]["ok"]
    assert asked(lang="tlh")["ruling"]["text"] == asked()["ruling"]["text"]  # an unknown language speaks English
    assert asked(lang="kk")["ruling"]["text"] != asked(lang="ru")["ruling"]["text"]


@pytest.mark.parametrize("code", LANGS)
@pytest.mark.parametrize(
    "changed",
    [
        {"n": 10_000},
        {"n": -1},
        {"record": ""},
        {"record": "no record at all"},
        {"record": '[Game "no-such-game"]'},
        {"record": '[Deal "N:ZZZ"]'},
        {"record": '[Deal "N:AKQJT98765432AKQJ... - - -"]'},
        {"options": {"no_such_option": "1"}},
        {"options": {"illegal_play": "sometimes"}},
        {"options": 7},
        {"lines": 7},
        {"n": "many"},
        {"n": 1e400},
        {"record": None},
    ],
)
def test_what_cannot_be_read_comes_back_as_one_sentence(code: str, changed: dict) -> None:
    found = asked(lang=code, **changed)
    (problem,) = found["problems"]
    assert "steps" not in found
    assert found["ok"] is False
    assert re.fullmatch(r"[^\n]{10,}", problem["text"])


@pytest.mark.parametrize("question", ["", "{}", "[]", "7", "null", '"x"', "{", '{"lang": "en"}', "[" * 500])
def test_no_question_raises(question: str) -> None:
    assert json.loads(answer(question))["problems"]


def test_the_text_to_play_on_from_says_the_rules_in_force() -> None:
    record = get(SET).record
    house = new_game("bid-whist", low_beats_high="on", illegal_play="table")
    text = source(record, house)
    again = next(parse(text))
    assert game_of(again).options == house.options
    assert not {s.tag for s in again.sections} & {"Case", "Title", "Source", "Expect", "Ask"}
    assert whatif(text, {}, 1, ["E 4high", "S 4low"], "en")["ruling"]["ok"]
    strict = source(get("bid-whist/deals/renege").record, new_game("bid-whist"))
    assert game_of(next(parse(strict))).options == new_game("bid-whist").options


def test_a_deal_of_a_match_keeps_its_standing_and_dealer() -> None:
    record, game, _text, _steps = opened(SET)
    bare = Record(tuple(s for s in record.sections if s.tag != "Dealer"), match=_match(game))
    found = whatif(source(bare, game), {}, 0, [], "en")
    assert found["setup"]["dealer"] == "W"
    assert found["standing"] == {"NS": 5, "EW": -2}


def _match(game: Game) -> Match:
    standing = Standing.start(game.seats)
    for side, n in zip(game.seats.sides, (5, -2), strict=True):
        standing = standing.scored(side, n)
    return Match(game, standing, 3)


@pytest.mark.parametrize("code", LANGS)
def test_unknown_cards_can_be_played(code: str) -> None:
    made = '[Game "bridge"] [Dealer "S"] [Deal "S:AKQJxxxxxxxxx... - - -"] [Make "S spades"] [Doubling "W"] Pass Pass'
    record = next(parse(made))
    game = game_of(record)
    text = source(record, game)
    (choice,) = whatif(text, {}, 3, [], code)["choices"]
    assert (choice["actor"], choice["kind"], choice["count"]) == ("W", "card", 48)
    cards = [one["card"] for one in choice["tries"] if one["legal"]]
    assert len(cards) == 48
    assert "SA" not in cards
    found = whatif(text, {}, 3, ["W HA"], code)
    assert found["steps"][-1]["moves"] == [["HA", "hand.W", "trick"]]
    assert [(c["actor"], c["seat"]) for c in found["choices"] if c["kind"] == "card"] == [("S", "N")]


def test_a_step_that_is_not_there_raises_for_callers_in_python() -> None:
    _record, _game, text, steps = opened(SET)
    with pytest.raises(InputError, match="There is no step"):
        whatif(text, {}, len(steps) + 1, [], "en")


@pytest.mark.parametrize("name", GAMES)
def test_each_action_that_is_only_a_word_has_a_name_of_its_own(name: str) -> None:
    game, say = new_game(name), language("en")
    parts = (*game.phases, *game.rights.values())
    kinds = {kind for part in parts for kind, takes in part.kinds.items() if takes(None)}
    named = acts(game, say)
    assert kinds <= set(named)
    assert len(set(named.values())) == len(named)


@pytest.mark.parametrize("code", ["en", "ru", "kk"])
def test_values_that_are_words_of_a_record_have_names(code: str) -> None:
    id_ = "bridge.dealing.found/other-pack"
    record = get(id_).record
    found = whatif(source(record, game_of(record)), {}, 0, [], code)
    tries = [one for c in found["choices"] if c["kind"] in ("misdeal", "found", "correct") for one in c["tries"]]
    assert {one["line"].split()[1] for one in tries} == {"misdeal", "found", "correct"}
    assert all(one["label"] not in one["line"].split() for one in tries)
    assert all(re.search("[а-яё]", one["label"]) for one in tries) == (code != "en")
