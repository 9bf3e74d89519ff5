"""The short way for regular deals: it reads, judges, scores and writes as the long way does, or it leaves the deal."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from boards import boards

from rulebook import cases, game
from rulebook.records import formats, parse, pbn, pbn_export
from rulebook.records.case import Record
from rulebook.records.check import Checker, Outcome
from rulebook.records.pbn_export import holds
from rulebook.records.regular import regular
from rulebook.ruling import IllegalAction, InputError
from rulebook.standing import Standing

GAMES = [
    game("auction-bridge"),
    game("auction-bridge", illegal_play="table"),
    game("auction-bridge", nullo="on"),
    game("auction-bridge:later-records"),  # its dealer may pass, so the engine judges all of it
]
CARDS = [s + r for s in "SHDC" for r in "23456789TJQKA"]


def shown(outcome: Outcome) -> tuple[object, ...]:
    """All of an outcome that can be compared. The log is left out: the short way keeps none."""
    t = outcome.table
    return (
        t.setup.dealer, t.setup.hands, t.setup.pack, t.hands, t.hidden, t.piles, t.facts, t.trick, t.leader, t.tricks,
        t.ended, str(outcome.ledger), outcome.ledger.final,
    )  # fmt: skip


def judged(check: Checker, record: Record) -> tuple[object, ...] | str:
    """The outcome, or what the record was refused with."""
    try:
        outcome = check(record)
    except (InputError, IllegalAction) as refused:
        return f"{type(refused).__name__} {refused}"
    return (*shown(outcome), outcome.refused and outcome.refused.ruling.explain())


def plain(record: Record) -> Record:
    """The same record without what the short way has found."""
    return record.having(record.sections)


def words(record: Record) -> list[tuple[object, ...]]:
    """What the sections say, without their places."""
    return [(s.tag, s.value, [(w.text, w.column) for w in s.words], s.notes) for s in record.sections]


def agrees(text: str) -> bool:
    """Whether a text is regular; if it is, every game judges it the same in both ways."""
    record = regular(text.strip("\n") + "\n", 1, "")
    if record is None:
        return False
    (long,) = pbn.read(["; a comment, so that it is not regular", *text.strip("\n").split("\n")])
    assert long.played is None
    assert words(record) == words(long)
    assert (record.loose, record.game, record.options) == (long.loose, long.game, long.options)
    for g in GAMES:
        check = Checker(g)
        assert judged(check, record) == judged(check, plain(record))
    return True


def one_by_one(number: int, seed: int) -> Iterator[str]:
    head, *texts = boards(number, seed)
    assert head.startswith("%")
    yield from texts


def test_legal_boards_are_regular_and_judged_the_same() -> None:
    texts = list(one_by_one(60, 5))
    assert all(agrees(text) for text in texts)
    check, found = Checker(GAMES[0]), [regular(text, 1, "") for text in texts]
    assert all(record is not None and record.played is not None for record in found)
    quick = [record for record in found if record and record.played and check.regular(record.played, record)]
    assert len(quick) == len(texts)  # the engine was asked for none of them


@pytest.mark.parametrize("case", [c for c in cases.find("bridge") if holds(c.record)], ids=lambda c: c.id)
def test_every_case_that_is_regular_in_pbn(case: cases.Case) -> None:
    text, _ = pbn_export.write(case.record, 1)
    bare = re.sub(r'^\[(Ruleset|SpadeValue|Schema|Case|Title|Source|Expect|Ask) ".*"\]\n', "", text, flags=re.MULTILINE)
    agrees(bare)


def mutated(text: str, rand: random.Random) -> str:
    """The text with one thing changed: a card, a call, a tag, the order of two words."""
    kind = rand.randrange(7)
    words = list(re.finditer(r"(?<=[\s])(?:[SHDC][2-9TJQKA]|[1-7](?:NT|[CDHS])|Pass|XX?)(?=\s)", text))
    one, two = sorted(rand.sample(words, 2), key=lambda m: m.start())
    if kind == 0:  # two words change places
        return text[: one.start()] + two[0] + text[one.end() : two.start()] + one[0] + text[two.end() :]
    if kind == 1:  # another card, or another call
        new = rand.choice(CARDS if one[0] in CARDS else ["Pass", "X", "XX", "2C", "4H", "5NT", "3S", "AP", "1R"])
        return text[: one.start()] + new + text[one.end() :]
    if kind == 2:  # a word is left out
        return text[: one.start()] + text[one.end() + 1 :]
    if kind == 3:  # a seat
        tag = rand.choice(["Dealer", "Declarer", "Auction", "Play"])
        return re.sub(rf'\[{tag} "."', f'[{tag} "{rand.choice("NESW")}"', text)
    if kind == 4:  # contract or result
        text = re.sub(r'\[Contract "\d', f'[Contract "{rand.randint(1, 7)}', text)
        return re.sub(r'\[Result "\d+', f'[Result "{rand.randint(0, 13)}', text) if rand.random() < 0.5 else text
    if kind == 5:  # two cards of the deal
        deal = text.index('[Deal "') + 9
        ranks = list(re.finditer("[2-9TJQKA]", text[deal : text.index('"]', deal)]))
        a, b = (deal + m.start() for m in sorted(rand.sample(ranks, 2), key=lambda m: m.start()))
        return text[:a] + text[b] + text[a + 1 : b] + text[a] + text[b + 1 :]
    lines = text.split("\n")
    at = rand.randrange(15, len(lines) - 3)  # the record breaks off
    return "\n".join([*lines[:at], "*", ""])


def test_changed_boards_are_left_to_the_engine_or_judged_as_it_does() -> None:
    rand = random.Random(13)
    texts = [mutated(text, rand) for text in one_by_one(400, 7)]
    results = [agrees(text) for text in texts]
    assert 20 < sum(results) < 300  # some changes leave a regular deal: a revoke, another call that is higher


def test_revokes_and_low_bids_are_the_business_of_the_engine() -> None:
    """Deals that are put together well, but in which somebody revoked or bid too little."""
    rand, check, refused = random.Random(3), Checker(GAMES[0]), 0
    for text in one_by_one(150, 9):
        rows = text[text.index('[Play "') :].split("\n")[1:14]
        column, a, b = rand.randrange(4), *sorted(rand.sample(range(13), 2))
        table = [row.split() for row in rows]  # a hand will play its cards in another order
        table[a][column], table[b][column] = (
            table[b][column],
            table[a][column],
        )
        changed = re.sub(r'\[Result "\d+"\]\n', "", text.replace("\n".join(rows), "\n".join(map(" ".join, table))))
        assert agrees(changed)
        record = regular(changed, 1, "")
        assert record is not None
        refused += check(record).refused is not None
    assert refused > 50


def test_the_table_is_the_one_the_engine_makes() -> None:
    (text,) = one_by_one(1, 21)
    record = regular(text, 1, "")
    assert record is not None
    outcome = Checker(GAMES[0])(record)
    *_, step = GAMES[0].replay(plain(record))
    assert outcome.table.tricks == step.table.tricks
    assert all(len(trick.cards) == 4 for trick in outcome.table.tricks)


def test_what_stood_before_counts_in_both_ways() -> None:
    """A deal of a rubber goes on from the score before it."""
    (text,) = one_by_one(1, 22)
    record = regular(text.replace("IMP", "Rubber"), 1, "")
    assert record is not None
    assert not record.loose
    g = GAMES[0]
    standing = Standing.start(g.seats).scored(g.seats.sides[0], 24)

    class Before:
        dealer = 0

    Before.standing = standing  # type: ignore[attr-defined]
    found = [Checker(g)(r.following(Before())) for r in (record, plain(record))]  # type: ignore[arg-type]
    assert found[0].table.setup.standing == found[1].table.setup.standing == standing


def test_a_regular_deal_is_written_as_any_other() -> None:
    for n, text in enumerate(one_by_one(60, 11), 1):
        record = regular(text, 1, "")
        assert record is not None
        assert pbn_export.write(record, n) == pbn_export.write(plain(record), n)


def test_tags_that_are_missing_are_worked_out() -> None:
    (text,) = one_by_one(1, 12)
    for tag in ("Result", "Board", "Event", "Scoring", "Vulnerable"):
        record = regular(re.sub(rf'\[{tag} ".*"\]\n', "", text), 1, "")
        assert record is not None
        assert pbn_export.write(record, 3) == pbn_export.write(plain(record), 3)


def test_a_table_below_a_tag_stays_as_it_is() -> None:
    (text,) = one_by_one(1, 14)
    text = text.rstrip("\n") + '\n[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\nN NT  5\nE  S 7\n'
    record = regular(text.replace("\\", "/"), 1, "")
    assert record is not None
    written, lost = pbn_export.write(record, 1)
    assert not lost
    assert "N NT 5\nE S 7\n" in written
    assert written == pbn_export.write(plain(record), 1)[0]
    (again,) = formats.reader("pbn")(written.split("\n"))
    assert [word.text for word in again.sections[-1].words] == ["N", "NT", "5", "E", "S", "7"]


def test_records_of_ours_never_take_the_short_way() -> None:
    text = '[Game "auction-bridge"]\n[Dealer "S"]\n[Deal "S:- - - -"]\n[Auction "S"]\n1H Pass Pass Pass\n'
    (record,) = parse(text)
    assert record.played is None
    assert regular(text, 1, "") is None
