"""Files with mistakes: refused with file, line, column and what is right; or put right with one warning for each."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from rulebook import cases
from rulebook.cli import main
from rulebook.records import board, load
from rulebook.records.case import Record
from rulebook.ruling import InputError

HANDS = "JT62.5.Q93.AKQ63 9843.AT962.874.T .KQJ73.AKJ65.972 AKQ75.84.T2.J854"
TEXT = f"""[Event ""]
[Board "1"]
[Dealer "S"]
[Deal "N:{HANDS}"]
[Scoring "IMP"]
[Declarer "S"]
[Contract "3D"]
[Result "?"]
[Auction "S"]
1H Pass 2C Pass
2D Pass 3C Pass
3D Pass Pass Pass
[Play "W"]
SA S2 S3 D5
D2 D3 D4 DA
*
"""
FOSTER = (cases.folder() / "bridge" / "deals" / "foster-1.case").read_text("utf-8")
ROWS = FOSTER[FOSTER.index('[Play "E"]') : FOSTER.index("*\n") + 2]
WHOLE = f"""[Dealer "S"]
[Deal "N:{HANDS}"]
[Scoring "IMP"]
[Declarer "N"]
[Contract "3NT"]
[Result "9"]
[Auction "S"]
1H Pass 2C Pass 3D Pass 3NT Pass Pass Pass
{ROWS}"""


class Mistake(NamedTuple):
    """What is changed, where it is found, what is said, and what lenient reading makes of it."""

    change: tuple[str, str]
    place: str
    text: str
    tag: str = ""
    right: str = ""


MENDED = {
    "a declarer whom the calls do not make": Mistake(
        ('[Declarer "S"]', '[Declarer "W"]'), "6:12",
        "The calls make South the declarer, not West. Right: [Declarer “S”].", "Declarer", "S",
    ),
    "another contract": Mistake(
        ('"3D"', '"4D"'), "7:12", "The calls make another contract than 4D. Right: 3D.", "Contract", "3D",
    ),
    "a doubled contract": Mistake(
        ('"3D"', '"3DX"'), "7:12", "The calls make another contract than 3DX. Right: 3D.", "Contract", "3D",
    ),
    "a deal that begins with the wrong seat": Mistake(
        ('"N:', '"E:'), "4:8",
        "This deal is rotated: another seat holds the cards that North played. Right: it begins with “N:”.",
        "Deal", f"N:{HANDS}",
    ),
    "calls after the end": Mistake(
        ("3D Pass Pass Pass\n", "3D Pass Pass Pass\n4H Pass Pass Pass\n"), "13:1",
        "“4H” stands behind the end of the auction. The last call is the pass of East.",
    ),
    "a pass too many": Mistake(
        ("3D Pass Pass Pass\n", "3D Pass Pass Pass Pass\n"), "12:19",
        "“Pass” stands behind the end of the auction. The last call is the pass of East.",
    ),
    "suit letters in a hand": Mistake(
        (".KQJ73.AKJ65.972", "S.HKQJ73.DAKJ65.C972"), "4:44",
        "The hand of South names its suits twice: “S.HKQJ73.DAKJ65.C972”. Right: .KQJ73.AKJ65.972.",
        "Deal", f"N:{HANDS}",
    ),
    "a dot too many": Mistake(
        ("T2.J854", "T2.J854."), "4:77",
        "The hand of West has a dot too many: “AKQ75.84.T2.J854.”. Right: AKQ75.84.T2.J854.",
        "Deal", f"N:{HANDS}",
    ),
    "another first caller than the dealer": Mistake(
        ('[Dealer "S"]\n', ""), "8:11",
        "The dealer is not named. The first call is by South. Right: [Dealer “S”].", "Dealer", "S",
    ),
    "text behind a game": Mistake(
        ("*\n", "*\nMinimum : 33.6\n"), "17:1", "“Minimum : 33.6” is no part of a game. The line is passed over.",
    ),
    "text between tags": Mistake(
        ("[Scoring", "Minimum : 33.6\n[Scoring"), "5:1",
        "“Minimum : 33.6” is no part of a game. The line is passed over.",
    ),
    "the last pass": Mistake(
        ("3D Pass Pass Pass\n", "3D Pass Pass\n"), "12:9", "The pass of East is missing at the end of the auction.",
    ),
    "a tag in small letters": Mistake(
        ('[Dealer "S"]', '[dealer "S"]'), "3:1", "There is no tag dealer. The nearest one: Dealer.", "Dealer", "S",
    ),
    "an empty line inside": Mistake(("[Play", "\n[Play"), "13:1", "An empty line stands inside this game."),
}  # fmt: skip
REFUSED = {
    "fifty-three cards": Mistake(("874.T .", "874.T7 ."), "4:45", "Seven of clubs is in the deal twice."),
    "a card twice and one missing": Mistake(
        ("874.T ", "874.A "), "4:27", "Ace of clubs is in the deal twice, and ten of clubs is missing.",
    ),
    "a hand of twelve": Mistake(("9843.AT962", "983.AT962"), "4:27", "East holds 12 cards in this deal. Right: 13."),
    "a card played twice": Mistake(("D2 D3 D4 DA", "SA D3 D4 DA"), "15:1", "Ace of spades is played twice."),
    "a card of another hand": Mistake(
        ("D2 D3 D4 DA", "D2 D3 D4 CA"), "15:10", "South does not hold ace of clubs. It was dealt to North.",
    ),
    "no call": Mistake(
        ("2D Pass", "8D Pass"), "11:1", "“8D” is no call of PBN. Calls are Pass, X, XX, AP, and bids such as 1NT.",
    ),
    "no card": Mistake(
        ("D4 DA", "D4 D1"), "15:10", "“D1” is not a card. Write the suit and the rank, for example SA.",
    ),
    "no rank": Mistake(("JT62", "JZ62"), "4:11", "“Z” is not a rank. Ranks: A K Q J T 9 8 7 6 5 4 3 2."),
    "no seat that deals": Mistake(('"N:', '"X:'), "4:8", "“X” is not a seat of this table. Seats: N, E, S, W."),
    "no seat that plays": Mistake(
        ('[Declarer "S"]', '[Declarer "Q"]'), "6:12", "“Q” is not a seat of this table. Seats: N, E, S, W.",
    ),
    "three hands": Mistake((" AKQ75.84.T2.J854", ""), "4:8", "The deal has 3 hands; this game has 4."),
    "no contract": Mistake(('"3D"', '"high"'), "7:12", "“high” is not a contract. Write for example 4HX."),
    "fourteen tricks": Mistake(('"?"', '"14"'), "8:10", "“14” is no number of tricks. Right: 0 to 13."),
    "no number of tricks": Mistake(('"?"', '"x"'), "8:10", "“x” is no number of tricks. Right: 0 to 13."),
    "no quotes": Mistake(('"IMP"', "IMP"), "5:10", 'A tag needs a value in straight quotes: [Name "value"].'),
    "a quote that is not closed": Mistake(('"IMP"', '"IMP'), "5:10", 'This value is never closed with "] on its line.'),
    "a letter of another alphabet": Mistake(
        ("SA S2", "SА S2"), "14:2",
        "“SА” holds “А”, which is not a Latin letter. Cards and calls are written in ASCII.",
    ),
}  # fmt: skip


def file(folder: Path, text: str, name: str = "file.pbn") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def refused(path: Path, *, lenient: bool = False) -> str:
    with pytest.raises(InputError) as found:
        list(load(path, lenient=lenient))
    return str(found.value).removeprefix(f"{path.parent}/")


@pytest.mark.parametrize("name", MENDED)
def test_strict_reading_says_where_and_what_is_right(name: str, tmp_path: Path) -> None:
    mistake = MENDED[name]
    text = TEXT.replace(*mistake.change)
    assert text != TEXT
    assert refused(file(tmp_path, text)) == f"file.pbn:{mistake.place}: {mistake.text}"


@pytest.mark.parametrize("name", MENDED)
def test_lenient_reading_puts_it_right_and_says_so_once(name: str, tmp_path: Path) -> None:
    mistake = MENDED[name]
    path = file(tmp_path, TEXT.replace(*mistake.change))
    (record,) = load(path, lenient=True)
    (told,) = record.repairs
    assert (f"{told.line}:{told.column}", told.explain()) == (mistake.place, mistake.text)
    if mistake.tag:
        assert record.tag(mistake.tag) == mistake.right
    (usual,) = load(file(tmp_path, TEXT, "usual.pbn"))
    assert plain(record) == plain(usual)


def plain(record: Record) -> list[tuple[str, object]]:
    """What the record says, wherever it stands."""
    return sorted(
        (s.tag, board.hands(s) if s.tag == "Deal" else (s.value, [w.text for w in s.words]))
        for s in record.sections
        if s.tag != "Event"
    )


@pytest.mark.parametrize("lenient", [False, True])
@pytest.mark.parametrize("name", REFUSED)
def test_what_nobody_can_know_is_refused_in_both(name: str, lenient: bool, tmp_path: Path) -> None:
    mistake = REFUSED[name]
    text = TEXT.replace(*mistake.change)
    assert text != TEXT
    assert refused(file(tmp_path, text), lenient=lenient) == f"file.pbn:{mistake.place}: {mistake.text}"


def test_the_file_without_mistakes_is_read_in_both(tmp_path: Path) -> None:
    path = file(tmp_path, TEXT)
    for lenient in (False, True):
        (record,) = load(path, lenient=lenient)
        assert record.repairs == ()


@pytest.mark.parametrize(("passes", "declarer"), [(1, "E"), (2, "N"), (3, "W")])
def test_passes_that_were_left_out(passes: int, declarer: str, tmp_path: Path) -> None:
    """A deal of three no trump by South: so many leading passes are missing in the file."""
    first = "NESW"["NESW".index(declarer)]
    text = f"""[Dealer "{first}"]
[Deal "N:{HANDS}"]
[Scoring "IMP"]
[Declarer "{"NESW"[("NESW".index(first) + passes) % 4]}"]
[Contract "1NT"]
[Result "?"]
[Auction "{first}"]
1NT Pass Pass Pass
[Play "{"NESW"[("NESW".index(first) + passes + 1) % 4]}"]
*
"""
    card = {"W": "SA", "N": "CA", "E": "HA", "S": "DA"}["NESW"[("NESW".index(first) + passes + 1) % 4]]
    text = text.replace("*\n", f"{card} - - -\n*\n")
    place = text[: text.index("1NT Pass")].count("\n") + 1
    said = refused(file(tmp_path, text))
    assert said.startswith(f"file.pbn:{place}:1: These calls make ")
    assert said.endswith(f"Passes that are missing at the start: {passes}.")
    (record,) = load(file(tmp_path, text), lenient=True)
    auction = record.find("Auction")
    assert auction is not None
    assert [w.text for w in auction.words] == ["Pass"] * passes + ["1NT", "Pass", "Pass", "Pass"]
    assert len(record.repairs) == 1


def test_a_word_that_names_no_vulnerable_side(tmp_path: Path) -> None:
    text = WHOLE.replace("[Scoring", '[Vulnerable "Nobody"]\n[Scoring')
    said = "“Nobody” names no vulnerable side and is passed over. Right: None, NS, EW, All."
    path = file(tmp_path, text)
    assert refused(path) == f"file.pbn:3:14: {said}"
    (record,) = load(path, lenient=True)
    assert [told.explain() for told in record.repairs] == [said]
    assert record.tag("Vulnerable") == "?"
    for right in ("None", "Love", "NS", "EW", "All", "Both", "-", "?", "", "none"):
        (record,) = load(file(tmp_path, text.replace("Nobody", right)))
        assert record.tag("Vulnerable") == right


@pytest.mark.parametrize(("tag", "place"), [('[result "9"]', "6:1"), ('[vulnerable "All"]', "6:1")])
def test_a_regular_deal_but_for_the_letters_of_a_tag(tag: str, place: str, tmp_path: Path) -> None:
    text = WHOLE.replace('[Result "9"]', tag)
    assert refused(file(tmp_path, text)).startswith(f"file.pbn:{place}: There is no tag ")
    (record,) = load(file(tmp_path, text), lenient=True)
    assert record.find(tag[1:].split(" ")[0].capitalize()) is not None


@pytest.mark.parametrize("result", ["NS 9", "EW 4", "NS 9 EW 4", "EW 4 NS 9", "^8", "^ 8", "0", "13", "", "?"])
def test_results_that_pbn_can_write(result: str, tmp_path: Path) -> None:
    (record,) = load(file(tmp_path, TEXT.replace('"?"', f'"{result}"')))
    assert record.tag("Result") == result


def test_the_last_pass_is_missed_only_where_cards_follow(tmp_path: Path) -> None:
    text = TEXT.replace("3D Pass Pass Pass\n", "3D Pass Pass\n")
    unplayed = text[: text.index("[Play")]
    for quiet in (unplayed, f'{unplayed}[Play "W"]\n*\n', text.replace("3D Pass Pass\n", "3D Pass Pass *\n")):
        (record,) = load(file(tmp_path, quiet))
        assert board.contract(record.sections).over == 0


def test_the_result_of_a_whole_play(tmp_path: Path) -> None:
    path = file(tmp_path, WHOLE.replace('[Result "9"]', '[Result "8"]'))
    assert refused(path) == "file.pbn:6:10: The play gives the declarer another number of tricks than 8. Right: 9."
    (record,) = load(path, lenient=True)
    assert record.tag("Result") == "9"
    agreed = file(tmp_path, WHOLE.replace('[Result "9"]', '[Result "^8"]'))
    (record,) = load(agreed)  # a caret: the players agreed on it by mistake
    assert record.tag("Result") == "^8"


def test_the_card_that_a_hand_has_left_is_proposed(tmp_path: Path) -> None:
    text = WHOLE.replace("HA HK CJ C6", "HA HK C8 C6")
    assert refused(file(tmp_path, text)).endswith(
        "Eight of clubs is played twice. The card that West has left: jack of clubs."
    )


def test_several_mistakes_are_several_warnings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = TEXT.replace('[Declarer "S"]', '[Declarer "W"]').replace('"3D"', '"5C"').replace("T2.J854", "T2.J854.")
    path = file(tmp_path, text)
    assert main(["convert", "--lenient", str(path), str(tmp_path / "out.case")]) == 0
    told = capsys.readouterr().err.splitlines()
    assert [line.removeprefix(f"{path}:").split(" ")[0] for line in told] == ["4:77:", "6:12:", "7:12:"]


LIN = (cases.folder() / "bridge" / "records" / "two-hearts-claimed.lin").read_text("utf-8")
LIN_MENDED = {
    "after the end": (("mb|2H|mb|p|mb|p|mb|p|", "mb|2H|mb|p|mb|p|mb|p|mb|3H|"), "2:58",
                      "“3H” stands behind the end of the auction. The last call is the pass of East."),
    "the last pass": (("mb|2H|mb|p|mb|p|mb|p|", "mb|2H|mb|p|mb|p|"), "2:48",
                      "The pass of East is missing at the end of the auction."),
    "no vulnerable side": (("sv|o|", "sv|x|"), "1:115",
                           "“x” names no vulnerable side and is passed over. Right: o, n, e, b."),
    "an unknown tag": (("sv|o|", "sv|o|zz|1|"), "1:117", "Zz is no tag that is known here. It is passed over."),
    "a suit twice": (("SQ4A", "SSQ4A"), "1:41",
                     "The hand of South names its suits twice: “SSQ4AHA73KDT28C6QT”. Right: S4QAH37KAD28TC6TQ."),
}  # fmt: skip
LIN_REFUSED = {
    "no call": (("mb|2H|", "mb|8H|"), "2:37", "“8H” is no call. Calls are p, d, r, and bids such as 1N."),
    "no card": (("pc|H2|", "pc|H1|"), "3:10", "“H1” is not a card. Write the suit and the rank, for example SA."),
    "a card twice": (("SQ4AHA73", "SQ4AHA7J"), "1:59", "Jack of hearts is in the deal twice."),
    "played twice": (("pc|H5|", "pc|H2|"), "3:16", "Two of hearts is played twice."),
    "a hand of twelve": (("SQ4AHA73", "SQ4AHA7"), "1:41", "This hand has 12 cards. Right: 13."),
    "no dealer": (("md|1", "md|7"), "1:40",
                  "“7SQ4AHA73KDT28C6QT,S” names no dealer. Write 1 for South, 2 for West, 3 for North, 4 for East."),
    "fourteen tricks": (("mc|9|", "mc|14|"), "14:4", "“14” is no number of tricks. Right: 0 to 13."),
    "no tag": (("sv|o|", "hello|o|"), "1:112", "“hello” is no tag of two letters. LIN is written tag|value|."),
}  # fmt: skip


@pytest.mark.parametrize("name", [*LIN_MENDED, *LIN_REFUSED])
def test_mistakes_in_lin(name: str, tmp_path: Path) -> None:
    change, place, said = (LIN_MENDED | LIN_REFUSED)[name]
    text = LIN.replace(*change)
    assert text != LIN
    path = file(tmp_path, text, "file.lin")
    assert refused(path) == f"file.lin:{place}: {said}"
    if name in LIN_REFUSED:
        assert refused(path, lenient=True) == f"file.lin:{place}: {said}"
        return
    (record,) = load(path, lenient=True)
    assert [(f"{told.line}:{told.column}", told.explain()) for told in record.repairs] == [(place, said)]


def test_the_number_of_tricks_of_a_whole_play_in_lin(tmp_path: Path) -> None:
    text = (cases.folder() / "bridge" / "records" / "two-royals-two-over.lin").read_text("utf-8") + "mc|2|\n"
    path = file(tmp_path, text, "file.lin")
    assert "The play gives the declarer another number of tricks than 2. Right: 10." in refused(path)
    (record,) = load(path, lenient=True)
    assert (record.tag("Result"), len(record.repairs)) == ("10", 1)


def test_hands_in_the_wrong_order_in_lin(tmp_path: Path) -> None:
    """The hands of West, North and East stand where South, West and North belong."""
    hands = LIN[LIN.index("md|1") + 4 : LIN.index("|rh|")].split(",")
    (usual,) = load(file(tmp_path, LIN, "usual.lin"))
    masks = board.hands(usual.find("Deal"))
    assert masks is not None
    east = "SJ9HQT5DAK65CK942"
    turned = LIN.replace(",".join(hands), ",".join((hands[1], hands[2], east, hands[0])))
    path = file(tmp_path, turned, "file.lin")
    assert "This deal is rotated" in refused(path)
    (record,) = load(path, lenient=True)
    assert board.hands(record.find("Deal")) == masks


@pytest.mark.parametrize(("text", "name", "said"), [
    ('{"schema": 1}\n', "a.json", "1:1: This document is no record"),
    ('{"schema": 9, "sections": []}\n', "a.json", "1:1: This document is no record"),
    ('{"schema": 1, "sections": "ab"}\n', "a.json", "1:1: This document is no record"),
    ('{"schema": 1, "head": "ab", "sections": [{"tag": "A", "value": ""}]}\n', "a.json", "1:1: This document is no"),
    ('{"schema": 1, "sections": [{"tag": "A", "value": "", "rows": "1C"}]}\n', "a.json", "1:1: This document is no"),
    ('{"schema": 1, "sections": [{"tag": "A", "value": "", "rows": ["1C"]}]}\n', "a.json", "1:1: This document is"),
    ('{"schema": 1, "sections": [{"tag": "A", "value": "", "rows": [[""]]}]}\n', "a.json", "1:1: This document is"),
    ('{"schema": 1, "sections": [{"tag": "A", "value": "", "rows": [["a b"]]}]}\n', "a.json", "1:1: This document"),
    ("\n{nothing}\n", "a.json", "2:2: This is not JSON"),
    ("[" * 100_000 + "\n", "a.json", "1:"),
    ("", "a.json", "1:1: This text holds no record"),
])  # fmt: skip
def test_mistakes_in_json(text: str, name: str, said: str, tmp_path: Path) -> None:
    assert refused(file(tmp_path, text, name)).startswith(f"{name}:{said}")
