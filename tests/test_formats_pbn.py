"""Portable Bridge Notation 2.1: every tag and sign that a file may hold, read and written."""

from __future__ import annotations

import pytest

from rulebook.cases import game_of
from rulebook.records import board, pbn, pbn_export
from rulebook.records.case import Record
from rulebook.records.check import Checker
from rulebook.ruling import InputError
from rulebook.seats import FOUR

DEAL = "N:JT62.5.Q93.AKQ63 9843.AT962.874.T .KQJ73.AKJ65.972 AKQ75.84.T2.J854"
HEAD = f"""[Event "A club evening"]
[Site ""]
[Date "1913.11.17"]
[Board "7"]
[West "A"]
[North "Y"]
[East "B"]
[South "Z"]
[Dealer "S"]
[Vulnerable "None"]
[Deal "{DEAL}"]
[Scoring "Rubber"]
[Declarer "S"]
[Contract "3D"]
[Result "10"]
"""
AUCTION = """[Auction "S"]
1H Pass 2C Pass
2D Pass 3C Pass
3D AP
"""
PLAY = """[Play "W"]
SA S2 S3 D5
D2 D3 D4 DA
*
"""
GAME = HEAD + AUCTION + PLAY


def read(text: str, *, lenient: bool = False) -> list[Record]:
    return list(pbn.read(text.split("\n"), lenient=lenient))


def one(text: str, *, lenient: bool = False) -> Record:
    (record,) = read(text, lenient=lenient)
    return record


def texts(record: Record, tag: str) -> list[str]:
    found = record.find(tag)
    assert found is not None
    return [word.text for word in found.words]


def calls(record: Record) -> list[str]:
    found = record.find("Auction")
    assert found is not None
    return [f"{call.seat.code} {call.text}" for call in board.calls(found)]


def test_a_game_in_the_export_format() -> None:
    record = one(f"% PBN 2.1\n% EXPORT\n{GAME}")
    assert record.game == "auction-bridge"
    assert not record.loose
    assert [record.tag(tag) for tag in ("Event", "Board", "Declarer", "Contract", "Result")] == [
        "A club evening", "7", "S", "3D", "10",
    ]  # fmt: skip
    assert calls(record)[-4:] == ["S 3D", "W Pass", "N Pass", "E Pass"]
    assert texts(record, "Play") == ["SA", "S2", "S3", "D5", "D2", "D3", "D4", "DA", "*"]


@pytest.mark.parametrize(("scoring", "alone"), [("IMP", True), ("MP", True), ("Rubber", False), ("", True)])
def test_boards_of_a_tournament_stand_alone(scoring: str, alone: bool) -> None:
    assert one(GAME.replace('[Scoring "Rubber"]', f'[Scoring "{scoring}"]')).loose is alone


def test_comments_of_both_kinds_stay_where_they_stand() -> None:
    text = GAME.replace('[Site ""]', '[Site ""] ; the old room').replace(
        "2D Pass 3C", "2D {a second suit,\ntold over two lines} Pass 3C"
    )
    record = one("; before the first tag\n" + text.replace("3D AP", "3D ; once more\nAP"))
    auction, site = record.find("Auction"), record.find("Site")
    assert auction is not None
    assert site is not None
    assert record.head == ("before the first tag",)
    assert [note.text for note in site.notes] == ["the old room"]
    assert [(note.text, note.after) for note in auction.notes] == [
        ("a second suit,\ntold over two lines", 5), ("once more", 9),
    ]  # fmt: skip
    written, lost = pbn_export.write(record, 1)
    assert not lost
    assert "; the old room\n" in written
    again = one(written)
    found = again.find("Auction")
    assert found is not None
    assert (again.head, found.notes) == (record.head, auction.notes)


def test_a_line_of_nothing_but_a_comment_between_tags() -> None:
    record = one(GAME.replace('[Date "', '{nobody knows the year}\n[Date "'))
    assert record.tag("Date") == "1913.11.17"
    assert [note.text for note in record.find("Site").notes] == ["nobody knows the year"]  # type: ignore[union-attr]


def test_an_empty_line_in_a_comment_ends_no_game() -> None:
    record = one(GAME.replace('[Site ""]', '[Site ""] {one\n\ntwo \\ three}'))
    assert [note.text for note in record.find("Site").notes] == ["one\n\ntwo \\ three"]  # type: ignore[union-attr]


def test_notes_on_calls_and_cards_and_their_texts() -> None:
    text = GAME.replace("1H Pass 2C", "1H =1= Pass 2C! =2=").replace("D2 D3", "D2 =1= D3?!")
    record = one(text + '[Note "1:five of them"]\n[Note "2:clubs"]\n')
    assert texts(record, "Auction")[:6] == ["1H", "=1=", "Pass", "2C", "!", "=2="]
    assert [s.value for s in record.sections if s.tag == "Note"] == ["1:five of them", "2:clubs"]
    assert calls(record)[:3] == ["S 1H", "W Pass", "N 2C"]
    written, _ = pbn_export.write(record, 1)
    assert "1H =1= Pass 2C $1 =2= Pass" in written
    assert "D2 =1= D3 $12 D4 DA" in written
    assert calls(one(written)) == calls(record)


@pytest.mark.parametrize(("mark", "call", "card"), [
    ("!", 1, 7), ("?", 2, 8), ("!!", 3, 9), ("??", 4, 10), ("!?", 5, 11), ("?!", 6, 12),
])  # fmt: skip
def test_marks_of_calls_and_cards_get_their_numbers(mark: str, call: int, card: int) -> None:
    written, _ = pbn_export.write(one(GAME.replace("3C Pass", f"3C{mark} Pass").replace("S3", f"S3{mark}")), 1)
    assert f"3C ${call} Pass" in written
    assert f"S3 ${card} D5" in written


def test_a_numbered_mark_stays() -> None:
    assert texts(one(GAME.replace("3C Pass", "3C $14 Pass")), "Auction")[6:8] == ["3C", "$14"]


@pytest.mark.parametrize(("before", "passes"), [("", 4), ("Pass", 3), ("Pass Pass Pass 1C", 3), ("1C Pass", 2)])
def test_ap_is_every_pass_that_is_left(before: str, passes: int) -> None:
    text = f'[Dealer "N"]\n[Deal "N:- - - -"]\n[Auction "N"]\n{before} AP\n'
    made = calls(one(text))
    assert made[len(before.split()) :] == [f"{'NESW'[(len(before.split()) + i) % 4]} Pass" for i in range(passes)]


def test_values_of_the_game_before() -> None:
    second = GAME.replace('"A club evening"', '"#"').replace('"A"', '"#"').replace('[Site ""]\n', "")
    first, then = read(f"{GAME}\n{second}")
    assert [then.tag(tag) for tag in ("Event", "West")] == ["A club evening", "A"]
    assert pbn_export.write(first, 1)[0].splitlines()[0] == pbn_export.write(then, 2)[0].splitlines()[0]


def test_a_value_for_all_games_that_follow() -> None:
    first = GAME.replace('[Event "A club evening"]', '[Event "##Spring match"]')
    rest = GAME.replace('[Event "A club evening"]\n', "")
    other = GAME.replace('"A club evening"', '"Autumn match"')
    assert [r.tag("Event") for r in read(f"{first}\n{rest}\n{rest}\n{other}\n{rest}")] == [
        "Spring match", "Spring match", "Spring match", "Autumn match", "Autumn match",
    ]  # fmt: skip


def test_the_same_deal_at_another_table() -> None:
    _, then = read(f"{GAME}\n" + GAME.replace(f'"{DEAL}"', '"#"').replace('[Dealer "S"]', '[Dealer "#"]'))
    assert (then.tag("Deal"), then.tag("Dealer")) == (DEAL, "S")


TABLES = """[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]
N NT  7
N  S  6
E NT  6
[TotalScoreTable "Rank\\3R;Player\\8L"]
  1 "A and B"
"""


def test_tables_are_kept_as_text() -> None:
    table = TABLES.split("[Total")[0]
    record = one(GAME + table)
    found = record.find("OptimumResultTable")
    assert found is not None
    assert found.value == "Declarer;Denomination\\2R;Result\\2R"
    assert [word.text for word in found.words] == ["N", "NT", "7", "N", "S", "6", "E", "NT", "6"]
    written, _ = pbn_export.write(record, 1)
    assert '[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\nN NT 7\nN S 6\nE NT 6\n' in written
    again = one(written).find("OptimumResultTable")
    assert again is not None
    assert (again.value, [w.text for w in again.words]) == (found.value, [w.text for w in found.words])


def test_tags_that_nobody_knows_are_kept() -> None:
    record = one(GAME.replace("[Auction", '[BidSystemNS "natural"]\n[OurTable "x"]\n1 2 3\n[Auction'))
    assert record.tag("BidSystemNS") == "natural"
    assert texts(record, "OurTable") == ["1", "2", "3"]
    assert '[BidSystemNS "natural"]' in pbn_export.write(record, 1)[0]


def test_play_that_goes_on_and_breaks_off() -> None:
    """`-` is a card that is not known, `+` says that the record goes on."""
    text = GAME.replace("D2 D3 D4 DA\n*", "D2 D3 - -\n+")
    record = one(text)
    assert texts(record, "Play") == ["SA", "S2", "S3", "D5", "D2", "D3", "-", "-", "+"]
    assert texts(one(pbn_export.write(record, 1)[0]), "Play") == texts(record, "Play")


def test_an_auction_that_goes_on() -> None:
    head = HEAD.replace('"3D"', '"?"').replace('[Declarer "S"]', '[Declarer "?"]').replace('"10"', '"?"')
    record = one(head + '[Auction "S"]\n1H Pass +\n')
    assert calls(record) == ["S 1H", "W Pass"]
    assert texts(one(pbn_export.write(record, 1)[0]), "Auction") == ["1H", "Pass", "+"]


def test_calls_that_were_not_recorded() -> None:
    """`-` before the first call: the section begins with a player who is not the dealer."""
    text = GAME.replace('[Auction "S"]\n1H', '[Auction "N"]\n- - 1H')
    assert calls(one(text))[:2] == ["S 1H", "W Pass"]


def test_unknown_values() -> None:
    text = HEAD.replace('[Declarer "S"]', '[Declarer "?"]').replace('"3D"', '"?"').replace('"10"', '"?"')
    record = one(text)
    assert [record.tag(tag) for tag in ("Declarer", "Contract", "Result")] == ["?", "?", "?"]
    outcome = Checker(game_of(record))(record)
    assert outcome.table.hands[0].bit_count() == 13
    assert not outcome.ledger.final
    assert '[Contract "?"]' in pbn_export.write(record, 1)[0]


def test_an_irregular_declarer_has_a_caret() -> None:
    record = one(GAME.replace('[Declarer "S"]', '[Declarer "^N"]'))
    assert record.tag("Declarer") == "^N"
    assert '[Declarer "^N"]' in pbn_export.write(record, 1)[0]


def test_a_player_who_was_passed_over() -> None:
    text = GAME.replace("1H Pass 2C Pass", "1H ^S 2C Pass")
    record = one(text.replace("[Declarer", "[Other"), lenient=True)
    assert texts(record, "Auction")[:3] == ["1H", "N:2C", "Pass"]
    assert "1H ^S 2C Pass" in pbn_export.write(record, 1)[0]


@pytest.mark.parametrize("caret", ["^I", "^R", "^L"])
def test_other_carets_are_marks(caret: str) -> None:
    record = one(GAME.replace("3C Pass", f"3C {caret} Pass"))
    assert caret in texts(record, "Auction")
    assert caret in pbn_export.write(record, 1)[0].split()


@pytest.mark.parametrize("change", [
    ("SA S2 S3 D5", "sa s2 s3 d5"), ("SA S2 S3 D5", "AS 2S 3S 5D"), ("1H Pass 2C Pass", "1h pass 2c p"),
    ("JT62.5.Q93", "J1062.5.Q93"), ("JT62.5.Q93", "jt62.5.q93"), ("T2.J854", "102.J854"),
])  # fmt: skip
def test_other_spellings_say_the_same(change: tuple[str, str]) -> None:
    record, usual = one(GAME.replace(*change)), one(GAME)
    assert pbn_export.write(record, 1) == pbn_export.write(usual, 1)


def test_bids_without_the_last_letter() -> None:
    text = GAME.replace("3D AP", "3N AP").replace('"3D"', '"3NT"').replace('[Declarer "S"]', '[Declarer "S"]')
    record = one(text.split("[Play")[0])
    assert calls(record)[8] == "S 3NT"
    assert "3NT AP" in pbn_export.write(record, 1)[0]


@pytest.mark.parametrize("hand", ["Q.Q87.AJ76.Q8763", ".KQJ73.AKJ65.972", "AJ9632.AQ63.Q97.", "K9875.A.82.T8752"])
def test_voids_stand_where_they_stand(hand: str) -> None:
    section = one(f'[Dealer "E"]\n[Deal "E:{hand} - - -"]\n').find("Deal")
    masks = board.hands(section)
    assert masks is not None
    assert board.written(masks, FOUR.seat("E")) == f"E:{hand} - - -"
    voids = [i for i, field in enumerate(hand.split(".")) if not field]
    assert voids == [suit for suit in range(4) if not masks[1] >> 13 * suit & (1 << 13) - 1]


@pytest.mark.parametrize("line", ["% PBN 2.1", "% EXPORT", "%IMPORT", "% pbn 1.0"])
def test_lines_that_name_the_format_say_nothing(line: str) -> None:
    assert one(f"{line}\n{GAME}").head == ()


def test_other_escaped_lines_are_kept() -> None:
    record = one(f"%Content-type: text/x-pbn; charset=ISO-8859-1\n{GAME}")
    assert record.head == ("%Content-type: text/x-pbn; charset=ISO-8859-1",)
    assert pbn_export.write(record, 1)[0].startswith("%Content-type")


def test_quotes_and_backslashes_in_a_value() -> None:
    record = one(GAME.replace("A club evening", 'The \\"Portland\\" club \\\\ upstairs'))
    assert record.tag("Event") == 'The "Portland" club \\ upstairs'
    assert one(pbn_export.write(record, 1)[0]).tag("Event") == record.tag("Event")


def test_tags_over_several_lines_and_several_on_one() -> None:
    text = GAME.replace('[Event "A club evening"]\n[Site ""]', '[Event\n"A club evening"] [Site ""]')
    assert one(text).tag("Event") == "A club evening"


def test_tags_in_any_order() -> None:
    lines = HEAD.splitlines()
    assert pbn_export.write(one("\n".join([*reversed(lines), AUCTION]) + PLAY), 1) == pbn_export.write(one(GAME), 1)


def test_several_games_and_many_empty_lines() -> None:
    assert [r.tag("Board") for r in read(f"\n\n{GAME}\n\n\n" + GAME.replace('"7"', '"8"') + "\n \n")] == ["7", "8"]


def test_a_deal_that_was_passed_out() -> None:
    head = HEAD.split("[Declarer")[0]
    record = one(head + '[Declarer ""]\n[Contract "Pass"]\n[Result ""]\n[Auction "S"]\nAP\n')
    assert calls(record) == ["S Pass", "W Pass", "N Pass", "E Pass"]
    strict = Checker(game_of(record))(record)
    assert strict.refused is not None
    assert strict.refused.ruling.rule == "bridge.calls.pass"
    later = Checker(game_of(record, dealer_may_pass="on"))(record)
    assert later.refused is None
    assert later.ledger.final
    assert later.ledger.entries == ()
    assert '[Contract "Pass"]' in pbn_export.write(record, 1)[0]


def test_what_pbn_has_no_words_for_is_kept_beside_it() -> None:
    text = f"""[Game "auction-bridge"]
[Rules "nullo=on"]
[Dealer "S"]
[Deal "{DEAL}"]
[Auction "S"]
1H 1R 2U 3S Pass Pass Pass
"""
    (record,) = pbn.read(text.split("\n"))
    written, lost = pbn_export.write(record, 4)
    assert lost == ["nullo", "spades beside royal spades"]
    assert '[Ruleset "auction-bridge nullo=on"]' in written
    assert '[NativeAuction "S:1H 1R 2U 3S Pass Pass Pass"]' in written
    assert '[Board "4"]' in written
    again = one(written)
    assert (again.game, again.options) == ("auction-bridge", {"nullo": "on"})
    assert calls(again) == calls(record)


def test_royal_spades_are_written_as_spades_and_said() -> None:
    text = f'[Game "auction-bridge"]\n[Dealer "S"]\n[Deal "{DEAL}"]\n[Auction "S"]\n1R Pass Pass Pass\n'
    written, lost = pbn_export.write(one(text), 1)
    assert lost == []
    assert '[SpadeValue "royal"]' in written
    assert '[Contract "1S"]' in written
    assert calls(one(written))[0] == "S 1R"


@pytest.mark.parametrize(("doubling", "unit"), [("", 8), ("Pass X Pass", 16), ("X X X X", 100)])
def test_the_unit_of_straight_bridge(doubling: str, unit: int) -> None:
    text = f'[Game "bridge"]\n[Dealer "S"]\n[Deal "{DEAL}"]\n[Make "S H"]\n'
    text += f'[Doubling "W"]\n{doubling}\n' if doubling else ""
    written, lost = pbn_export.write(one(text), 1)
    assert lost == ["a make"]
    assert f'[TrickUnit "{unit}"]' in written
    assert '[NativeContract "H"]' in written
    assert '[Contract "?"]' in written


@pytest.mark.parametrize("text", ["", "\n\n", "% PBN 2.1\n\n"])
def test_a_text_without_a_game(text: str) -> None:
    with pytest.raises(InputError, match="^1:1: This text holds no record"):
        read(text)
