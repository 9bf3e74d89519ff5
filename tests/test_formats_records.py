"""Seventeen deals that people published: what each form of them says, and what it scores in two games."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from rulebook import cases
from rulebook.cases import game_of
from rulebook.records import load, parse
from rulebook.records.case import Record
from rulebook.records.check import Checker
from rulebook.records.native import royal
from rulebook.seats import FOUR

FOLDER = cases.folder() / "bridge" / "records"


class Fact(NamedTuple):
    """Declarer, contract, tricks of the declarer's side; points of North-South and East-West below and above.

    In auction bridge of 1913 with royal spades, and in straight bridge when the declarer deals and names this.
    """

    declarer: str
    contract: str
    tricks: int
    below: tuple[int, int]
    above: tuple[int, int]
    make: str
    straight_below: tuple[int, int]
    straight_above: tuple[int, int]


FACTS = {
    "two-no-trump-made": Fact("S", "2NT", 8, (20, 0), (0, 0), "NT", (24, 0), (0, 0)),
    "wrong-declarer-tag": Fact("E", "1NT", 8, (0, 20), (0, 30), "NT", (0, 24), (0, 30)),
    "two-royals-doubled": Fact("W", "2RX", 2, (0, 0), (636, 0), "spades", (10, 0), (8, 0)),
    "four-royals-one-over": Fact("W", "4R", 11, (0, 45), (0, 18), "spades", (0, 10), (0, 4)),
    "one-no-trump-three-short": Fact("E", "1NT", 4, (0, 0), (150, 30), "NT", (36, 0), (0, 30)),
    "three-diamonds-one-over": Fact("E", "3D", 10, (0, 28), (0, 28), "diamonds", (0, 24), (0, 24)),
    "one-no-trump-four-short": Fact("N", "1NT", 3, (0, 0), (0, 230), "NT", (0, 48), (0, 30)),
    "four-royals-made": Fact("S", "4R", 10, (36, 0), (18, 0), "spades", (8, 0), (4, 0)),
    "two-royals-two-over": Fact("W", "2R", 10, (0, 36), (0, 18), "spades", (0, 8), (0, 4)),
    "two-hearts-claimed": Fact("S", "2H", 9, (24, 0), (0, 16), "hearts", (24, 0), (0, 16)),
    "three-no-trump-three-short": Fact("N", "3NT", 6, (0, 0), (0, 150), "NT", (0, 12), (0, 0)),
    "four-hearts-claimed": Fact("N", "4H", 11, (40, 0), (16, 0), "hearts", (40, 0), (16, 0)),
    "three-no-trump-unfinished": Fact("W", "3NT", 9, (0, 30), (0, 0), "NT", (0, 36), (0, 0)),
    "three-diamonds-unfinished": Fact("E", "3D", 9, (0, 21), (0, 28), "diamonds", (0, 18), (0, 24)),
    "five-royals-doubled": Fact("W", "5RX", 8, (0, 0), (318, 0), "spades", (0, 4), (4, 0)),
    "dropped-pass": Fact("N", "3NT", 9, (30, 0), (40, 0), "NT", (36, 0), (40, 0)),
}
PUBLISHED = sorted(path for ending in ("pbn", "lin") for path in FOLDER.glob(f"*.{ending}"))
REPAIRED = {  # what strict reading refuses, and where
    "dropped-pass": (18, "These calls make West the declarer, not North. Passes that are missing at the start: 1."),
    "wrong-declarer-tag": (14, "The calls make East the declarer, not North. Right: [Declarer “E”]."),
}
FIRST_CALL_REFUSED = (
    "two-no-trump-made", "two-royals-two-over", "three-no-trump-three-short", "three-diamonds-unfinished",
    "five-royals-doubled", "dropped-pass", "broken-off-trick",
)  # fmt: skip


def points(record: Record) -> tuple[tuple[int, int], tuple[int, int]]:
    """Below and above the line, North-South first; the record must hold nothing that is refused."""
    outcome = Checker(game_of(record))(record)
    assert outcome.refused is None
    assert outcome.ledger.final
    below, above = (
        tuple(sum(e.points for e in outcome.ledger.entries if e.side == side and e.column == column) for side in (0, 1))
        for column in ("below", "above")
    )
    return below, above


def test_there_is_a_fact_for_each_record_but_the_one_that_breaks_off() -> None:
    names = {path.stem for path in FOLDER.glob("*.case")}
    assert names - set(FACTS) == {"broken-off-trick"}
    assert len(names) == 17


@pytest.mark.parametrize("name", FACTS)
def test_the_case_comes_to_the_facts(name: str) -> None:
    record, fact = cases.get(f"bridge/records/{name}").record, FACTS[name]
    outcome = Checker(game_of(record))(record)
    facts = outcome.table.facts
    assert FOUR.all[facts.declarer].code == fact.declarer
    assert f"{facts.contract.number}{facts.contract.denomination}" == fact.contract.replace("NT", "N").rstrip("X")
    assert points(record) == (fact.below, fact.above)


@pytest.mark.parametrize("name", FACTS)
def test_the_same_cards_as_straight_bridge(name: str) -> None:
    record, fact = cases.get(f"bridge/records/{name}").record, FACTS[name]
    deal, play = record.tag("Deal"), record.find("Play")
    assert play is not None
    rows = " ".join(word.text for word in play.words)
    result = "" if len(play.words) >= 52 else f'[Result "{fact.tricks}"]'
    (straight,) = parse(
        f'[Game "bridge"] [Dealer "{fact.declarer}"] [Deal "{deal}"] [Make "{fact.declarer} {fact.make}"]\n'
        f'{result}\n[Play "{play.value}"] {rows}\n'
    )
    assert points(straight) == (fact.straight_below, fact.straight_above)


@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.name)
def test_the_published_file_says_what_the_case_says(path: Path) -> None:
    """Read leniently, with spades as royal spades, it has the same score as the case."""
    record, *more = load(path, lenient=True)
    assert more == []
    record = record.having(royal(record.sections))
    case = cases.get(f"bridge/records/{path.stem}").record
    assert len(record.repairs) == (path.stem in REPAIRED)
    game = Checker(game_of(case))
    read, told = game(record), game(case)
    assert (read.table.hands, read.table.tricks, read.table.trick) == (
        told.table.hands, told.table.tricks, told.table.trick,
    )  # fmt: skip
    assert (read.table.facts.declarer, read.table.facts.contract) == (
        told.table.facts.declarer, told.table.facts.contract,
    )  # fmt: skip
    assert str(read.ledger) == str(told.ledger)


@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.name)
def test_strict_reading_refuses_what_contradicts_itself(path: Path) -> None:
    if path.stem not in REPAIRED:
        (record,) = load(path)
        assert record.repairs == ()
        return
    line, text = REPAIRED[path.stem]
    with pytest.raises(ValueError, match=r"^.*:\d+:\d+: ") as refused:
        list(load(path))
    assert (refused.value.line, refused.value.explain()) == (line, text)


@pytest.mark.parametrize("name", FIRST_CALL_REFUSED)
def test_under_the_code_of_1913_the_dealer_may_not_pass(name: str) -> None:
    record = cases.get(f"bridge/records/{name}").record
    plain = record.having(tuple(s._replace(value="auction-bridge") if s.tag == "Game" else s for s in record.sections))
    refused = Checker(game_of(plain))(plain).refused
    assert refused is not None
    assert (refused.n, refused.ruling.rule) == (1, "bridge.calls.pass")


def test_a_deal_that_breaks_off_stands_where_it_stopped() -> None:
    record = cases.get("bridge/records/broken-off-trick").record
    game = game_of(record)
    *_, step = game.replay(record)
    table = step.table
    assert [FOUR.all[t.winner].code for t in table.tricks] == list("WEWEW")
    assert sum(len(t.cards) for t in table.tricks) + len(table.trick) == 23
    (space,) = {space.by for space in game.legal(table) if space.kind == "card"}
    assert FOUR.all[space].code == "S" or table.facts.plays[FOUR.seat("S")] == space
    assert not game.result(table).final
