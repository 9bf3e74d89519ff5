"""Records: what is written reads back the same; plain PBN is read by the same reader."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook import cases
from rulebook.cases import game_of
from rulebook.records import parse, write
from rulebook.records.case import ACTIONS, KNOWN, Record
from rulebook.seats import FOUR
from rulebook.standing import Standing
from rulebook.table import Note, Section, Word
from rulebook.view.steps import document, documents

ASCII = st.characters(min_codepoint=33, max_codepoint=126, exclude_characters='[]{};"%')
WORDS = st.lists(st.text(ASCII, min_size=1, max_size=6).map(Word), max_size=6).map(tuple)
TEXT = st.text(st.characters(exclude_categories=["C", "Z"]) | st.just(" "), max_size=12).map(str.strip)
NOTES = st.lists(st.builds(Note, TEXT, st.integers(0, 6)), max_size=2)


def plain(record: Record) -> tuple:
    """A record without the places of its words."""
    return record.head, [(s.tag, s.value, [w.text for w in s.words], s.notes) for s in record.sections]


@pytest.mark.parametrize("case", list(cases.find()), ids=lambda c: c.id)
def test_every_case_reads_back_the_same(case):
    (again,) = parse(write(case.record))
    assert plain(again) == plain(case.record)


@given(
    st.lists(st.tuples(st.sampled_from(KNOWN), TEXT, WORDS, NOTES), min_size=1, max_size=5, unique_by=lambda s: s[0])
)
def test_any_record_reads_back_the_same(parts):
    sections = []
    for tag, value, words, notes in parts:
        placed = sorted((n._replace(after=min(n.after, len(words))) for n in notes), key=lambda n: n.after)
        sections.append(Section(tag, value, words, notes=tuple(placed)))
    record = Record(tuple(sorted(sections, key=lambda s: s.tag in ACTIONS)))  # actions begin no second record
    (again,) = parse(write(record))
    assert plain(again) == plain(record)


PBN = """% PBN 2.1
[Event "A plain file"]
[Site ""]
[Board "1"]
[West "A"]
[North "Y"]
[East "B"]
[South "Z"]
[Dealer "S"]
[Vulnerable "None"]
[Deal "N:JT62.5.Q93.AKQ63 9843.AT962.874.T .KQJ73.AKJ65.972 AKQ75.84.T2.J854"]
[Scoring "Rubber"]
[Declarer "S"]
[Contract "3D"]
[Result "10"]
{ told in the usual way }
[Auction "S"]
1H =1= Pass 2C Pass
2D Pass 3C Pass
3D AP
[Note "1:five of them"]
[Play "W"]
SA S2 S3 D5
D2 D3 D4 DA
*
"""


def test_a_plain_pbn_deal_is_read_with_auction_and_play():
    (record,) = parse(PBN)
    doc = document(record)
    assert doc["problems"] == []
    assert doc["contract"] == "3 diamonds"
    assert [s["action"] for s in doc["steps"] if s["phase"] == "auction"][:4] == ["1H", "Pass", "2C", "Pass"]
    assert [t["winner"] for t in doc["tricks"]] == ["S", "S"]
    assert doc["tricks"][0]["cards"] == {"W": "SA", "N": "S2", "E": "S3", "S": "D5"}
    (dummy,) = [s for s in doc["steps"] if s["action"] == "S2 N"]
    assert (dummy["actor"], dummy["seat"]) == ("S", "N")


def test_several_deals_in_one_file_keep_game_and_rules():
    first = '[Game "bid-whist"] [Rules "min_bid=4"] [Dealer "S"] [Deal "S:- - - -"] [Auction "W"] 4low\n'
    records = list(parse(first + '[Dealer "W"] [Deal "W:- - - -"] [Auction "N"] 5low\n'))
    assert [r.tag("Dealer") for r in records] == ["S", "W"]
    assert [game_of(r).options.min_bid for r in records] == [4, 4]


SET = """[Dealer "{dealer}"] [Deal "S:- - - -"] [Kitty "-"]
[Auction "{first}"] Pass Pass Pass {bid}
[Declare "{dealer} spades"] [Discard "{dealer} -"] [Tricks "NS=4 EW=8"]
"""


def test_deals_of_one_file_are_one_match():
    text = '[Game "bid-whist"]\n' + "".join(
        SET.format(dealer=d, first=f, bid=b)
        for d, f, b in (("S", "W", "4high"), ("W", "N", "3high"), ("N", "E", "3low"))
    )
    docs = list(documents(parse(text), game_of, "en"))
    assert [d["standing"] for d in docs] == [{"NS": -4, "EW": 0}, {"NS": -4, "EW": 3}, {"NS": -7, "EW": 3}]
    assert [d["over"] for d in docs] == [False, False, True]
    assert docs[-1]["tally"] == {"NS": 0, "EW": 1}
    assert all(d["problems"] == [] for d in docs)


def test_a_deal_that_does_not_continue_the_match_is_reported():
    text = '[Game "bid-whist"]\n' + SET.format(dealer="S", first="W", bid="4high")
    text += '[Standing "NS=3 EW=0"] ' + SET.format(dealer="E", first="S", bid="4high")
    *_, doc = documents(parse(text), game_of, "en")
    assert [p["text"] for p in doc["problems"]] == [
        "The deals before leave another standing: NS=\u22124 EW=0.".replace("\u2212", "-"),
        "After the deal before it is the turn of West to deal.",
    ]
    assert doc["ok"]


def test_a_pair_that_rises_keeps_the_games_it_has_won() -> None:
    """Whoever sits down again finds the games won before."""
    standing = Standing.start(FOUR, ("1", "2", "3")).won(FOUR.sides[0], 1)
    away = standing.next_game().rising(FOUR.sides[0])
    assert (away.pairs, away.tally) == (("3", "2", "1"), {FOUR.sides[0]: 0, FOUR.sides[1]: 0})
    back = away.rising(FOUR.sides[1])
    assert (back.pairs, back.tally) == (("3", "1", "2"), {FOUR.sides[0]: 0, FOUR.sides[1]: 1})
