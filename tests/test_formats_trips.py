"""From one format into another and back: what came back differs only where the writer said so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulebook import cases
from rulebook.cases import Case
from rulebook.records import board, formats, load
from rulebook.records.case import Record
from rulebook.records.pbn_export import holds
from rulebook.ruling import InputError
from rulebook.table import Section

BRIDGE = [case for case in cases.find("bridge") if holds(case.record)]
OTHERS = [case for case in cases.find("bridge") if not holds(case.record)]
FILLED = {"Schema", "Board", "Vulnerable", "Scoring", "Declarer", "Contract", "Result", "Game"}  # told or worked out
CALLS = {"royal spades", "spades beside royal spades", "nullo", "actions between calls", "calls out of turn", "marks"}
EXPLAINED = {"Auction": CALLS, "Deal": {"unknown cards"}, "Play": {"marks"}}


def meaning(s: Section) -> object:
    """What a section says, however it is written."""
    notes, words = [note.text for note in s.notes], [word.text for word in s.words]
    if s.tag == "Deal":
        return board.hands(s) or s.value, notes
    if s.tag == "Auction":
        return [(call.seat, call.text) for call in board.calls(s)], [w for w in words if w[0] in "=$!?^"], notes
    if s.tag == "Play":
        while words and words[-1] in "*-":
            words.pop()
        return s.value, [word.upper() for word in words], notes
    if s.tag == "Make":
        return board.made(s), notes
    return s.value, words, notes


def by_tag(record: Record) -> dict[str, list[object]]:
    found: dict[str, list[object]] = {}
    for s in record.sections:
        found.setdefault(s.tag, []).append(meaning(s))
    return found


def differences(before: Record, after: Record, named: list[str]) -> Iterator[str]:
    """The tags that say something else, and about which the writer said nothing."""
    one, two = by_tag(before), by_tag(after)
    for tag in dict.fromkeys((*one, *two)):
        if one.get(tag) == two.get(tag) or f"[{tag}]" in named or "comments" in named:
            continue
        if tag in FILLED and (tag not in one or tag == "Schema"):
            continue
        if not EXPLAINED.get(tag, set()).intersection(named):
            yield tag


def back(record: Record, form: str) -> tuple[Record, list[str]]:
    """The record written in a format and read again, and what the writer named."""
    text, named = formats.writer(form)(record, 1)
    (again,) = formats.reader(form)(text.split("\n"))
    assert again.repairs == ()
    return again, named


@pytest.mark.parametrize("form", ["pbn", "lin", "json", "case"])
def test_every_case_comes_back_but_for_what_was_named(form: str) -> None:
    told: Counter[str] = Counter()
    for case in BRIDGE:
        again, named = back(case.record, form)
        told.update(set(named))
        assert (case.id, list(differences(case.record, again, named))) == (case.id, [])
    print(f"{form}: {len(BRIDGE)} cases; not held: {dict(told.most_common())}")
    assert len(BRIDGE) > 400
    if form in ("json", "case"):
        assert not told


def test_pbn_keeps_all_that_it_names_in_tags_of_ours() -> None:
    """The same words in the same places, for every case."""
    for case in BRIDGE:
        again, _ = back(case.record, "pbn")
        for tag in ("Game", "Rules", "Auction", "Make", "Doubling", "Do", "Claim", "Ask", "Standing", "Expect"):
            assert (case.id, by_tag(case.record).get(tag)) == (case.id, by_tag(again).get(tag))


def test_a_second_time_changes_nothing() -> None:
    """What PBN and LIN say of a record they say again of what they said; LIN works out a fourth hand."""
    for case in BRIDGE:
        for form in ("pbn", "lin"):
            text, named = formats.writer(form)(case.record, 1)
            (again,) = formats.reader(form)(text.split("\n"))
            if form == "pbn" or "unknown cards" not in named:
                assert (case.id, formats.writer(form)(again, 1)[0]) == (case.id, text)


def whole(case: Case) -> bool:
    """Whether the case shows all thirteen tricks, each with four cards."""
    play = case.record.find("Play")
    return play is not None and sum(word.text != "-" for word in play.words) >= 52


def test_a_trick_table_holds_the_deals_that_were_played_out() -> None:
    shown = [case for case in BRIDGE if whole(case)]
    for case in shown:
        again, named = back(case.record, "txt")
        assert (case.id, list(differences(case.record, again, named))) == (case.id, [])
    assert len(shown) > 20
    for case in BRIDGE:
        if case not in shown:
            with pytest.raises(InputError, match="A trick table shows all thirteen tricks"):
                formats.writer("txt")(case.record, 1)


@pytest.mark.parametrize("form", ["pbn", "lin", "txt"])
def test_games_of_another_shape_are_refused_by_name(form: str) -> None:
    games = {case.record.game.partition(":")[0]: case for case in OTHERS}
    assert {"bridge-for-three", "bridge-for-two", "three-hand-auction"} <= set(games)
    for game, case in games.items():
        with pytest.raises(InputError, match=r"^\d+:\d+: This format holds deals of bridge for four hands") as refused:
            formats.writer(form)(case.record, 1)
        assert game in refused.value.explain()


LIN = sorted((cases.folder() / "bridge" / "records").glob("*.lin"))


@pytest.mark.parametrize("path", LIN, ids=lambda path: path.stem)
def test_lin_to_a_record_and_back(path: Path, tmp_path: Path) -> None:
    """Through a record as text: the same board, with nothing to name."""
    (record,) = load(path)
    (native,) = formats.reader("case")(formats.writer("case")(record, 1)[0].split("\n"))
    text, named = formats.writer("lin")(native, 1)
    assert named == []
    (tmp_path / "again.lin").write_text(text)
    (again,) = load(tmp_path / "again.lin")
    assert by_tag(again) == by_tag(record)
    assert formats.writer("lin")(again, 1) == (text, [])


def test_all_the_way_round() -> None:
    """PBN, LIN, record, JSON and table, one after the other: the cards, the calls and the score stay."""
    (record,) = load(cases.folder() / "bridge" / "records" / "two-royals-doubled.pbn")
    first = {tag: by_tag(record)[tag] for tag in ("Deal", "Auction", "Play", "Dealer")}
    for form in ("lin", "case", "json", "txt", "pbn"):
        record, _ = back(record, form)
        assert {tag: by_tag(record)[tag] for tag in first} == first
