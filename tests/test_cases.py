"""The documented cases: each one runs and comes out as written, and together they reach every sentence."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import rulebook as rb
from _site import coverage
from rulebook import cases
from rulebook.game import Game
from rulebook.match import Match
from rulebook.ruling import InputError
from rulebook.seats import FOUR
from rulebook.standing import Standing
from rulebook.table import Action

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
FILES = sorted(EXAMPLES.rglob("*.case"))
IDS = [cases.case_id(path, EXAMPLES) for path in FILES]
PARAGRAPH = re.compile(r"^```\{rule\} (\S+)$", re.MULTILINE)

# Worked examples by their numbers: S from the article, F from the recorded hand.
LISTED = {f"S{n}" for n in [*range(1, 21), *range(26, 38), *range(39, 49), *range(50, 54), *range(55, 64)]}
RECORDED = {f"F{n}" for n in range(1, 8)}


@cache
def ran(id_: str) -> cases.Result:
    return cases.run(cases.get(id_))


@pytest.mark.parametrize("id_", IDS)
def test_case_comes_out_as_written(id_: str) -> None:
    assert [(c.expect, c.got) for c in ran(id_).checks if not c.ok] == []


@pytest.mark.parametrize("id_", IDS)
def test_case_tells_what_it_is(id_: str) -> None:
    """A title, a source, and an expectation that names a rule."""
    case = cases.get(id_)
    assert case.title
    assert case.source
    expected = [s.value for s in case.record.sections if s.tag == "Expect"]
    named = {word for text in expected for word in text.split() if word.count(".") == 2}
    assert named
    assert named <= set(paragraphs())
    assert case.rule in {"", *named}


@pytest.mark.parametrize("id_", IDS)
def test_nothing_is_refused_unless_the_case_says_so(id_: str) -> None:
    """A refused action ends the replay, so a mistyped card must not pass unnoticed. Table mode plays on."""
    case, result = cases.get(id_), ran(id_)
    stands = cases.game_of(case.record).stands
    expected = {s.value for s in case.record.sections if s.tag == "Expect"}
    refusals = [s.ruling for s in result.steps if not stands(s.ruling)]
    if not result.deal.ok:
        refusals.append(result.deal)
    assert {f"{r.verdict} {r.rule}" for r in refusals} <= expected


@cache
def paragraphs() -> tuple[str, ...]:
    pages = (ROOT / "docs/rules").rglob("*.md")
    return tuple(id_ for page in pages for id_ in PARAGRAPH.findall(page.read_text("utf-8")))


def test_numbered_examples_are_all_there() -> None:
    numbers = {n for id_ in IDS for n in re.findall(r"\b[SF]\d+\b", cases.get(id_).source)}
    assert sorted((LISTED | RECORDED) - numbers) == []


def test_titles_differ() -> None:
    titles = [cases.get(id_).title for id_ in IDS]
    assert sorted({t for t in titles if titles.count(t) > 1}) == []


# -- the loader and the runner find mistakes ----------------------------------------------------

GOOD = """[Case "bid-whist.auction.equal/mine"] [Title "A title."] [Source "A source"]
[Game "bid-whist"] [Dealer "S"] [Deal "S:- - - -"] [Kitty "-"]
[Auction "W"] 4high
[Ask "N 4low"] [Expect "no bid-whist.auction.equal"]
"""


def written(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> list[cases.Case]:
    path = folder / "bid-whist/auction/equal.mine.case"
    path.parent.mkdir(parents=True)
    path.write_text(text, "utf-8")
    monkeypatch.setattr(cases, "folder", lambda: folder)
    return list(cases.find())


def test_a_good_case_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (case,) = written(tmp_path, GOOD, monkeypatch)
    assert (case.id, case.rule, case.title) == ("bid-whist.auction.equal/mine", "bid-whist.auction.equal", "A title.")
    assert cases.run(case).ok


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("no bid-whist.auction.equal", "no", "bid-whist.auction.equal"),
        ("no bid-whist.auction.equal", "no bid-whist.auction.beat", "bid-whist.auction.equal"),
        ("equal/mine", "equal/yours", "bid-whist.auction.equal/mine"),
        ("bid-whist.auction.equal/mine", "bid-whist.auction.beat/mine", "bid-whist.auction.equal/mine"),
    ],
)
def test_loader_refuses(old: str, new: str, named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A verdict without the rule the case is about, and an id that is not the path's."""
    with pytest.raises(InputError) as found:
        written(tmp_path, GOOD.replace(old, new, 1), monkeypatch)
    assert named in found.value.explain()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("no bid-whist.auction.equal", "yes bid-whist.auction.equal"),
        ("no bid-whist.auction.equal", "irregular bid-whist.auction.equal"),
        ("N 4low", "N 5low"),
        ("4high", "4NT"),
        ('[Game "bid-whist"]', '[Game "bid-whist"] [Rules "low_beats_high=on"]'),
        ('equal"]\n', 'equal"] [Expect "declarer S"]\n'),
    ],
)
def test_a_wrong_expectation_shows(old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert old in GOOD
    head, question = GOOD.split("[Ask", 1)
    place = question if old in question else head
    text = GOOD.replace(place, place.replace(old, new, 1))
    (case,) = written(tmp_path, text, monkeypatch)
    assert not cases.run(case).ok


def test_other_house_rules_change_a_case() -> None:
    case = cases.get("bid-whist.auction.equal/low-over-high")
    result = cases.run(case, rb.game("bid-whist", low_beats_high="on"))
    assert [(c.expect, c.got) for c in result.checks] == [("no bid-whist.auction.equal", "yes bid-whist.auction.equal")]


def test_a_deal_is_read_back_from_its_id() -> None:
    """Deals of a chapter and whole deals are found by id, and a mistyped id names the nearest."""
    assert [c.id for c in cases.find("bid-whist/deals/recorded")] == ["bid-whist/deals/recorded"]
    assert {c.rule for c in cases.find("bid-whist.renege.each")} == {"bid-whist.renege.each"}
    with pytest.raises(InputError, match="bid-whist/deals/boston"):
        cases.get("bid-whist/deals/bostn")


# -- together the cases reach every sentence ----------------------------------------------------


def test_some_case_produces_every_sentence() -> None:
    assert [row.sentence for row in coverage.report() if not row.cases] == []


def test_every_rule_that_is_judged_has_a_case_of_its_own() -> None:
    own = {cases.get(id_).rule for id_ in IDS}
    assert sorted({sentence.rule for sentence, _ in coverage.sentences()} - own) == []


def test_a_rule_that_refuses_also_lets_something_pass() -> None:
    """In every chapter that refuses actions, some case is allowed one."""
    refusing = {sentence.rule.rpartition(".")[0] for sentence, _ in coverage.sentences() if sentence.kind != "yes"}
    allowed = {s.rule.rpartition(".")[0] for s, ids in coverage.produced().items() if s.kind == "yes" and ids}
    assert sorted(refusing - allowed - {"kernel.action"}) == []


def test_a_seat_number_that_is_not_at_the_table() -> None:
    game = rb.game("bid-whist")
    table = game.start(rb.read("bid-whist.auction.equal/low-over-high").setup(game))
    for by in (-1, 4):
        r = game.rule(table, Action(by, "call"))
        assert (r.verdict, r.rule) == ("no", "kernel.action.seat")


# -- what the spec's table says of the score, typed again ---------------------------------------


@pytest.mark.parametrize("number", range(3, 8))
@pytest.mark.parametrize("kind", ["high", "low", "NT"])
@pytest.mark.parametrize("tricks", range(13))
def test_score_of_every_bid_and_every_number_of_books(number: int, kind: str, tricks: int, tmp_path: Path) -> None:
    """Six and the bid make it; above six counts; a set costs the bid; no trump doubles."""
    named = "low" if kind == "NT" else "clubs"
    path = tmp_path / "position.case"
    path.write_text(
        f'[Game "bid-whist"] [Dealer "S"] [Deal "S:- - - -"] [Kitty "-"] [Auction "W"] Pass Pass Pass {number}{kind}\n'
        f'[Declare "S {named}"] [Discard "S -"] [Tricks "NS={tricks} EW={12 - tricks}"]\n',
        "utf-8",
    )
    books = tricks + 1
    points = books - 6 if books >= 6 + number else -number
    points *= 2 if kind == "NT" else 1
    assert settled(rb.game("bid-whist"), path).points == dict(zip(FOUR.sides, (points, 0), strict=True))


def settled(game: Game, path: Path) -> Standing:
    record = rb.read(path)
    *_, last = game.replay(record)
    return rb.settle(game, last.table).after


def test_a_match_goes_on_from_deal_to_deal() -> None:
    """A deal played as a match: the standing is carried on and the deal passes to the left."""
    game = rb.game("bid-whist")
    *_, last = game.replay(rb.read("bid-whist/deals/set"))
    match = Match(game, Standing.start(FOUR), last.table.setup.dealer).settle(last.table)
    assert match.standing.points == dict(zip(FOUR.sides, (-5, 0), strict=True))
    assert FOUR.all[match.dealer].code == "N"
