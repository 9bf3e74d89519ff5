"""What a careless record of bridge may bring: several matches in one file, wrong numbers, words out of turn."""

from __future__ import annotations

import pytest

from rulebook import cases, game, settle
from rulebook.cli import main
from rulebook.records import load
from rulebook.ruling import InputError
from rulebook.table import Setup
from rulebook.view import pad, sheet
from rulebook.view.steps import documents

UNKNOWN = '[Dealer "S"] [Deal "S:- - - -"]'
HONOURS = '[Points "NS.honours=0"]'


def records(tmp_path, *parts):
    path = tmp_path / "match.records"
    path.write_text("\n\n".join(parts), encoding="utf-8")
    return path


def pads(path):
    return list(pad.pads(documents(load(path), cases.game_of, "en")))


def totals(path):
    return [[found.total(side) for side in found.sides] for found in pads(path)]


def test_a_deal_of_another_game_begins_a_pad_of_its_own(tmp_path):
    odd = f'{UNKNOWN} [Make "S NT"] [Tricks "NS=8 EW=5"] {HONOURS}'
    path = records(tmp_path, f'[Game "bridge"] {odd}', f'[Game "bridge"] {odd}', f'[Game "reversi-bridge"] {odd}')
    assert totals(path) == [[48, 0], [0, 24]]


def test_three_players_and_then_two_sides(tmp_path):
    three = '[Game "three-hand-auction"] [Dealer "A"] [Deal "A:- - - -"] [Declarer "A"] [Contract "1NT"] [Result "7"]'
    two = f'[Game "bridge"] {UNKNOWN} [Make "S NT"] [Tricks "NS=7 EW=6"] {HONOURS}'
    assert totals(records(tmp_path, three, two)) == [[10, 0, 0], [12, 0]]


def test_a_board_that_stands_alone_is_no_part_of_a_rubber(tmp_path):
    board = f'[Game "auction-bridge"] [Scoring "MP"] {UNKNOWN} [Declarer "S"] [Contract "3NT"] [Result "9"]'
    docs = list(documents(load(records(tmp_path, board, board)), cases.game_of, "en"))
    assert not list(pad.pads(docs))
    assert pad.has_laws(docs[0])


@pytest.mark.parametrize("table", ["shuffle", "0", "3", "-1", "²"])
@pytest.mark.parametrize("id_", ["progressive-bridge", "duplicate-bridge", "duplicate-auction"])
def test_a_table_that_is_not_there(tmp_path, table, id_):
    path = records(tmp_path, f'[Pairs "1 2 3 4"]\n[Game "{id_}"]\n       [Table   "{table}"] {UNKNOWN}')
    (record,) = load(path)
    with pytest.raises(InputError) as fault:
        record.setup(cases.game_of(record))
    assert (fault.value.line, fault.value.column) == (3, 18)
    assert table in fault.value.explain()


@pytest.mark.parametrize("contract", ["2R", "1U", "3ux"])
@pytest.mark.parametrize("id_", ["bridge", "reversi-bridge", "duplicate-bridge"])
def test_a_contract_that_straight_bridge_does_not_have(tmp_path, contract, id_):
    path = records(tmp_path, f'[Game "{id_}"] {UNKNOWN}\n[Declarer "S"] [Contract "{contract}"] [Result "9"]')
    (doc,) = documents(load(path), cases.game_of, "en")
    (problem,) = doc["problems"]
    assert contract in problem["text"]
    assert (problem["line"], problem["column"]) == (2, 27)


@pytest.mark.parametrize("tags", ['[Contract "3H"] [Result "-1"]', '[Contract "3H"] [Result "abc"]', '[Contract "3U"]'])
def test_a_result_that_is_no_number_and_nullo_where_it_is_not_played(tmp_path, tags):
    path = records(tmp_path, f'[Game "auction-bridge"] {UNKNOWN} [Declarer "S"]\n{tags}')
    (doc,) = documents(load(path), cases.game_of, "en")
    assert not doc["ok"]
    (problem,) = doc["problems"]
    assert problem["line"] == 2
    assert tags.rsplit('"', 2)[1] in problem["text"]


def test_a_later_card_proves_a_revoke_though_a_trick_between_lacks_one():
    g = game("bridge", illegal_play="table")
    t = g.start(Setup(2, g.pack, (0,) * 4, (13,) * 4))
    for line in (
        "S make NT", "W pass", "E pass", "W SA", "S S4 N", "E H2", "S S2", "W SK", "S S5 N", "E omit", "S S6", "W SQ",
    ):  # fmt: skip
        t = g.play(t, line)
    assert g.rule(t, "S revoke trick=1 by=E").rule == "bridge.revoke.wrong"
    for line in ("S S7 N", "E S3", "S S8"):
        t = g.play(t, line)
    assert g.rule(t, "S revoke trick=1 by=E").rule == "bridge.revoke.proved"


@pytest.mark.parametrize("id_", ["kings-bridge", "progressive-bridge"])
@pytest.mark.parametrize(
    ("by", "hand", "cards", "dealer"), [("W", "S", "S9 S2 S4 HT", 24), ("S", "E", "S9 S2 D3 SQ", 84)]
)
def test_three_tricks_pass_for_a_revoke(tmp_path, id_, by, hand, cards, dealer):
    deal = "N:AK32.AKQ.AKQ2.32 654.J32.543.QJT4 QJT.T987.JT9.AK5 987.654.876.9876"
    path = records(
        tmp_path,
        f'[Game "{id_}"] [Rules "illegal_play=table"] [Dealer "S"] [Deal "{deal}"]\n[Make "S NT"] [Result "11"]\n'
        f'[Play "W"]\n{cards}\n[Claim "{by} revoke trick=1 by={hand}"]',
    )
    (record,) = load(path)
    g = cases.game_of(record)
    *_, step = g.replay(record)
    totals = g.result(step.table).totals(g.seats.sides)
    assert totals[g.seats.side(2)] == dealer + 40  # and four aces
    assert sum(totals.values()) == dealer + 40


@pytest.mark.parametrize(
    ("id_", "calls"),
    [("bridge", ("S make H", "W pass", "E pass")), ("auction-bridge", ("S 1H", "W Pass", "N Pass", "E Pass"))],
)
def test_the_suit_of_the_first_lead_is_named_after_a_lead_out_of_turn(id_, calls):
    g = game(id_, illegal_play="table")
    t = g.start(Setup(2, g.pack, (0,) * 4, (13,) * 4))
    for line in (*calls, "E S6", "S refuse suit"):
        t = g.play(t, line)
    assert any(space.kind == "lead-suit" for space in g.legal(t))
    assert g.rule(t, "N lead-suit clubs").rule == "bridge.errors.suit"
    t = g.play(t, "S lead-suit clubs")
    assert g.rule(t, "W C9").ok
    assert not any(space.kind == "lead-suit" for space in g.legal(g.play(t, "W C9")))


@pytest.mark.parametrize("word", ["NS=30", "EW=-1", "NS.games=2", "NS.games=-1"])
@pytest.mark.parametrize("id_", ["bridge", "auction-bridge", "six-hand-bridge", "pivot-bridge", "reversi-bridge"])
def test_a_standing_that_no_rubber_has(tmp_path, word, id_):
    path = records(tmp_path, f'[Game "{id_}"]\n[Standing "NS.above=900 {word}"] {UNKNOWN}')
    (record,) = load(path)
    with pytest.raises(InputError) as fault:
        record.setup(cases.game_of(record))
    assert (fault.value.line, fault.value.column) == (2, 25)
    assert fault.value.explain().startswith(f"“{word}” is not possible before a deal")


@pytest.mark.parametrize(
    "id_", ["progressive-bridge", "duplicate-bridge", "bridge-to-the-score", "kings-bridge", "bridge-table"]
)
def test_a_standing_without_games(tmp_path, id_):
    path = records(tmp_path, f'[Game "{id_}"]\n[Standing "{"S" if id_ == "kings-bridge" else "NS"}=230"] {UNKNOWN}')
    (record,) = load(path)
    g = cases.game_of(record)
    assert max(record.setup(g).standing.points.values()) == 230


@pytest.mark.parametrize(
    ("id_", "rules", "standing", "below"),
    [
        ("bridge", "", 24, 28),
        ("bridge-to-the-score", "", 24, 48),
        ("bridge-to-the-score", "", 40, 64),
        ("bridge-to-the-score", "round_method=game_then_lead", 24, 28),
        ("duplicate-bridge", "", 24, 48),
        ("progressive-bridge", "", 24, 48),
    ],
)
def test_only_a_game_is_limited_after_a_revoke(tmp_path, id_, rules, standing, below):
    deal = "N:AK32.AKQ.AKQ2.32 654.J32.543.QJT4 QJT.T987.JT9.AK5 987.654.876.9876"
    path = records(
        tmp_path,
        f'[Game "{id_}"] [Rules "illegal_play=table {rules}"] [Standing "NS={standing}"] [Dealer "S"] [Deal "{deal}"]\n'
        '[Make "S NT"] [Result "11"]\n[Play "W"]\nS9 S2 S4 HT\n[Claim "W revoke trick=1 by=S"]',
    )
    (record,) = load(path)
    g = cases.game_of(record)
    *_, step = g.replay(record)
    assert settle(g, step.table).after.points[g.seats.side(2)] == below


@pytest.mark.parametrize(("told", "above"), [("NS.honours=40", 40), ("NS.honours=40 EW.honours=30", 0)])
def test_only_one_side_is_told_to_have_honours(tmp_path, told, above):
    body = f'{UNKNOWN} [Declarer "S"] [Contract "1NT"] [Result "7"] [Points "{told}"]'
    (doc,) = documents(load(records(tmp_path, f'[Game "auction-bridge"] {body}')), cases.game_of, "en")
    assert {e["points"] for e in doc["ledger"] if e["rule"] == "bridge.honours.stated"} == {above}


@pytest.mark.parametrize("id_", ["progressive-bridge", "duplicate-bridge", "duplicate-auction"])
def test_at_each_table_sit_two_pairs(tmp_path, id_):
    path = records(tmp_path, f'[Game "{id_}"] {UNKNOWN}\n[Pairs "1 2 3"]')
    (record,) = load(path)
    with pytest.raises(InputError) as fault:
        record.setup(cases.game_of(record))
    assert (fault.value.line, fault.value.column) == (2, 9)
    assert "1 2 3 4" in fault.value.explain()


@pytest.mark.parametrize(("games", "won"), [(0, False), (1, True)])
def test_the_hour_gives_nobody_the_rubber(tmp_path, games, won):
    path = records(
        tmp_path,
        f'[Game "auction-bridge"] [Rules "hour=on"] [Standing "NS.games={games}"] {UNKNOWN}\n'
        f'[Do "N hour"]\n[Auction "S"] 4H Pass Pass Pass\n[Tricks "NS=10 EW=3"] {HONOURS}',
    )
    (doc,) = documents(load(path), cases.game_of, "en")
    assert doc["winner"] == "NS"
    assert (sheet.row(1, doc).winner == "NS") is won


def test_the_hour_ends_the_rubber_though_all_have_passed(tmp_path):
    path = records(
        tmp_path,
        f'[Game "auction-bridge"] [Rules "hour=on dealer_may_pass=on"] [Standing "NS=24 EW=18 NS.games=1"] {UNKNOWN}\n'
        '[Do "N hour"]\n[Auction "S"] Pass Pass Pass Pass',
    )
    (record,) = load(path)
    g = cases.game_of(record)
    *_, step = g.replay(record)
    settled = settle(g, step.table)
    assert [e.ruling.rule for e in settled.entries] == ["bridge.rubber.unfinished", "bridge.rubber.difference"]
    assert settled.after.over is not None


@pytest.mark.parametrize("n", [0, 52])
def test_a_cut_that_leaves_one_part(n):
    g = game("auction-bridge", illegal_play="table")
    t = g.start(Setup(2, g.pack, (0,) * 4, (13,) * 4))
    assert (g.rule(t, f"E cut-pack {n}").verdict, g.rule(t, f"E cut-pack {n}").rule) == ("no", "bridge.dealing.cut")
    assert g.rule(t, "E cut-pack 53").rule == "kernel.action.text"


@pytest.mark.parametrize(
    ("id_", "lines"),
    [
        ("bridge", ("S make H", "E pass")),
        ("bridge", ("S make H", "W correct honours")),
        ("auction-bridge", ("N correct tricks",)),
    ],
)
def test_an_action_leaves_the_table_before_it_alone(id_, lines):
    g = game(id_, illegal_play="table")
    t = g.start(Setup(2, g.pack, (0,) * 4, (13,) * 4))
    for n, line in enumerate(lines):
        before, t = t, g.play(t, line)
        assert (len(before.log), len(t.log)) == (n, n + 1)


def test_no_trick_told_is_a_fresh_deal(tmp_path):
    path = records(tmp_path, f'[Game "bridge"] [Rules "illegal_play=table"] {UNKNOWN} [Tricks "NS=0 EW=0"]')
    (record,) = load(path)
    g = cases.game_of(record)
    assert g.rule(g.start(record.setup(g)), "E cut-pack 20").ok


def test_an_adversary_whose_partner_has_shown_a_card_does_not_open():
    g = game("auction-bridge", illegal_play="table")
    t = g.play(g.start(Setup(2, g.pack, (0,) * 4, (13,) * 4)), "W expose SA")
    assert g.rule(t, "E 1H").rule == "bridge.exposed.auction"
    assert g.rule(t, "S 1H").ok
    t = g.play(g.start(t.setup), "N expose SA")
    assert g.rule(t, "S 1H").ok  # the dealer must open all the same


@pytest.mark.parametrize("seating", ["rubber", "pivot", "three", "kings", "members", "six"])
def test_two_tables_are_asked_for_only_where_there_are_two(seating):
    g = game("bridge-table", seating=seating)
    assert {"tables", "leads"} <= set(g.answers) if seating == "six" else not {"tables", "leads"} & set(g.answers)
    n = len(g.seats.all)
    t = g.start(Setup(0, g.pack, (0,) * n, (0,) * n))
    for answer in g.answers.values():
        assert answer(t).explain()


# -- what a careless native record may hold ---------------------------------------------------------------


def docs(tmp_path, *parts, lenient=False):
    return list(documents(load(records(tmp_path, *parts), lenient=lenient), cases.game_of, "en"))


def problem(tmp_path, text):
    """The one problem of a text: its place and what is said."""
    (doc,) = docs(tmp_path, text)
    (found,) = doc["problems"]
    assert found["level"] == "error"
    return found["line"], found["column"], found["text"]


TOLD = '[Dealer "{}"]\n[Contract "{}"]\n[Declarer "S"]\n[Result "{}"]'


def test_deals_without_hands_are_deals_of_their_own(tmp_path):
    found = docs(tmp_path, TOLD.format("S", "3NT", 9), f'[Board "2"]\n{TOLD.format("W", "4S", 11)}')
    assert [(d["contract"], d["setup"]["dealer"]) for d in found] == [("3 no trumps", "S"), ("4 spades", "W")]
    assert [d["totals"]["NS"] > 0 for d in found] == [True, True]
    assert [r.tag("Board") for r in load(tmp_path / "match.records")] == ["", "2"]


@pytest.mark.parametrize(
    ("text", "tag", "column"),
    [
        ('[Dealer "S"] [Dealer "W"]', "Dealer", 23),
        ('[Contract "3NT"] [Declarer "S"] [Contract "4S"]', "Contract", 44),
        ('[Dealer "S"] [Deal "S:- - - -"] [Result "9"] [Result "10"]', "Result", 55),
    ],
)
def test_a_tag_that_is_there_twice(tmp_path, text, tag, column):
    path = records(tmp_path, text)
    with pytest.raises(InputError) as fault:
        list(load(path))
    assert (fault.value.line, fault.value.column) == (1, column)
    assert tag in fault.value.explain()
    (record,) = load(path, lenient=True)
    assert [f.explain() for f in record.repairs] == [fault.value.explain()]
    assert len([s for s in record.sections if s.tag == tag]) == 1


@pytest.mark.parametrize(
    ("id_", "section", "right"),
    [
        ("bridge", '[Auction "S"] 1H', "Make"),
        ("auction-bridge", '[Make "S NT"]', "Auction"),
        ("auction-bridge", '[Doubling "W"] Pass', "Auction"),
        ("short-bridge", '[Declare "S spades"]', "Make"),
        ("bid-whist", '[Make "S NT"]', "Declare"),
        ("thousand", '[Doubling "A"]', "Auction"),
    ],
)
def test_a_section_of_another_game(tmp_path, id_, section, right):
    line, column, text = problem(tmp_path, f'[Game "{id_}"]\n {section}')
    assert (line, column) == (2, section.index('"') + 3)
    assert right in text


@pytest.mark.parametrize(
    ("tags", "column", "hint"),
    [
        ('[Contract "3NT"] [Declarer "S"] [Result "15"]', 42, "15"),
        ('[Contract "3NT"] [Declarer "West"] [Result "9"]', 29, "West"),
        ('[Contract "3NT"] [Declarer ""] [Result "9"]', 29, "N, E, S, W"),
        ('[Contract "3NT"] [Result "9"]', 12, "Declarer"),
        ('[Declarer "West"]', 12, "West"),
    ],
)
def test_wrong_values_of_a_told_contract(tmp_path, tags, column, hint):
    line, at, text = problem(tmp_path, f'[Game "auction-bridge"] {UNKNOWN}\n{tags}')
    assert (line, at) == (2, column)
    assert hint in text


@pytest.mark.parametrize("id_", ["bridge", "bridge-for-two", "misery-bridge", "kings-bridge", "bridge-for-three"])
@pytest.mark.parametrize("result", ["53", "abc"])
def test_a_result_that_cannot_be(tmp_path, id_, result):
    line, at, text = problem(tmp_path, f'[Game "{id_}"]\n[Result "{result}"]')
    assert (line, at) == (2, 10)
    assert result in text


def test_a_double_of_nobody(tmp_path):
    line, column, text = problem(tmp_path, f'[Game "bridge"] {UNKNOWN} [Make "S NT"]\n[Doubling "q"] X')
    assert (line, column) == (2, 12)
    assert "N, E, S, W" in text


@pytest.mark.parametrize("round_", ["x", "0", "-1"])
def test_a_round_that_is_no_number(tmp_path, round_):
    line, column, text = problem(tmp_path, f'[Game "progressive-bridge"]\n[Round "{round_}"] {UNKNOWN}')
    assert (line, column) == (2, 9)
    assert round_ in text


@pytest.mark.parametrize(
    ("tags", "column", "hint"),
    [
        ('[Expect "yes bridge.calls.foo"]', 10, "bridge.calls."),
        ('[Expect "score NS=abc EW=0"]', 10, "NS=abc"),
        ('[Expect "tricks XY=1"]', 10, "XY=1"),
        ('[Ask "S 2ZT"]', 7, "S 2ZT"),
        ('[Ask "Q 2S"] [Ask "S 1H"] [Expect "yes bridge.calls.first"]', 7, "Q 2S"),
    ],
)
def test_expectations_and_questions_that_cannot_be_read(tmp_path, tags, column, hint):
    line, at, text = problem(tmp_path, f'[Game "auction-bridge"] {UNKNOWN}\n{tags}')
    assert (line, at) == (2, column)
    assert hint in text


@pytest.mark.parametrize("id_", ["bridge", "auction-bridge", "duplicate-bridge", "three-hand-auction"])
@pytest.mark.parametrize("command", ["score", "replay"])
def test_an_unfinished_deal_has_no_score_and_no_pad(tmp_path, capsys, id_, command):
    assert main([command, str(records(tmp_path, f'[Game "{id_}"]')), "--lang", "en"]) == 0
    out, _ = capsys.readouterr()
    assert "The deal is not finished and has no score yet." in out
    assert "\u2502" not in out


def test_an_unfinished_deal_among_others(tmp_path, capsys):
    first = f'[Game "auction-bridge"] {TOLD.format("S", "3NT", 9)}'
    assert main(["score", str(records(tmp_path, first, '[Dealer "W"] [Auction "W"] 1H')), "--lang", "en"]) == 0
    out, _ = capsys.readouterr()
    assert out.count("The deal is not finished and has no score yet.") == 1
    assert "(1)" in out
    assert main(["score", str(records(tmp_path, first.replace("9", "?"), '[Dealer "W"] [Auction "W"] 1H'))]) == 0
    assert "\u2502" not in capsys.readouterr().out


@pytest.mark.parametrize("at", [-1, 99])
def test_a_step_that_is_not_there(tmp_path, capsys, at):
    path = records(tmp_path, f'[Game "auction-bridge"] {UNKNOWN} [Auction "S"] 1H 2H Pass')
    assert main(["legal", str(path), "--at", str(at), "--lang", "en"]) == 2
    assert "The last one: 3." in capsys.readouterr().err


def test_cuts_for_places_are_no_unfinished_deal(tmp_path):
    (doc,) = docs(tmp_path, '[Game "bridge-table"]')
    assert "unfinished" not in doc
