"""LIN and the trick tables of period books: what is read, what is written."""

from __future__ import annotations

import re

import pytest

from rulebook import cases
from rulebook.cases import game_of
from rulebook.records import board, lin, lin_export, printed
from rulebook.records.case import Record
from rulebook.records.check import Checker
from rulebook.ruling import InputError

PATH = cases.folder() / "bridge" / "records" / "two-hearts-claimed.lin"
BOARD = PATH.read_text("utf-8")


def read(text: str, *, lenient: bool = False) -> list[Record]:
    return list(lin.read(text.split("\n"), lenient=lenient))


def one(text: str) -> Record:
    (record,) = read(text)
    return record


def words(record: Record, tag: str) -> list[str]:
    found = record.find(tag)
    assert found is not None
    return [word.text for word in found.words]


@pytest.mark.parametrize(("digit", "dealer"), [("1", "S"), ("2", "W"), ("3", "N"), ("4", "E")])
def test_the_digit_before_the_hands_is_the_dealer(digit: str, dealer: str) -> None:
    hands = BOARD[BOARD.index("md|1") + 4 : BOARD.index("|rh|")]
    record = one(f"md|{digit}{hands}|")
    assert record.tag("Dealer") == dealer
    assert record.tag("Deal").startswith(dealer)
    usual = board.hands(one(BOARD).find("Deal"))
    assert board.hands(record.find("Deal")) == usual


def test_east_is_what_the_others_have_not() -> None:
    masks = board.hands(one(BOARD).find("Deal"))
    assert masks is not None
    assert [mask.bit_count() for mask in masks] == [13] * 4
    assert sum(masks) == (1 << 52) - 1


@pytest.mark.parametrize("change", [
    ("SQ4A", "SA4Q"), ("SQ4A", "sq4a"), ("pc|HJ|", "pc|hj|"), ("pc|HJ|", "pc|JH|"), ("mb|1N|", "mb|1n|"),
    ("mb|p|", "mb|P|"), ("mb|p|", "mb|PASS|"), ("sv|o|", "sv|0|"), ("|st||", "|st|  |"), ("pc|S2|", "\npc\n|S2|\n"),
    ("pc|S2|", " PC | S2 |"), ("C6QT", "C6Q10"),
])  # fmt: skip
def test_other_spellings_say_the_same(change: tuple[str, str]) -> None:
    text = BOARD.replace("\npc\n", "\npc") if change[1].startswith("\npc") else BOARD
    changed = text.replace(change[0], change[1].replace("\npc\n|", "\npc|"))
    assert changed != BOARD
    assert lin_export.write(one(changed), 1) == lin_export.write(one(BOARD), 1)


def test_calls_cards_and_explanations() -> None:
    record = one(BOARD)
    assert words(record, "Auction") == ["1NT", "Pass", "2D", "=1=", "Pass", "2H", "Pass", "Pass", "Pass"]
    assert [s.value for s in record.sections if s.tag == "Note"] == ["1:! hearts"]
    play = words(record, "Play")
    assert play[:8] == ["HJ", "H2", "H5", "HA", "S2", "H4", "HQ", "HK"]  # the columns stay those of the first trick
    assert play[44:] == ["*"]
    assert record.tag("Result") == "9"


@pytest.mark.parametrize(("text", "call"), [("d", "X"), ("x", "X"), ("dbl", "X"), ("r", "XX"), ("xx", "XX"),
                                            ("rdbl", "XX")])  # fmt: skip
def test_doubles(text: str, call: str) -> None:
    before = "mb|1S|" if call == "X" else "mb|1S|mb|d|"
    record = one(f"md|1,,,|{before}mb|{text}|")
    assert words(record, "Auction")[-1] == call
    assert lin_export.write(record, 1)[0].count(f"mb|{'d' if call == 'X' else 'r'}|") == 1


def test_the_claim_is_all_tricks_of_the_declarer() -> None:
    outcome = Checker(game_of(one(BOARD)))(one(BOARD))
    assert outcome.refused is None
    assert [(str(e.side.code), e.points) for e in outcome.ledger.entries if e.points] == [("NS", 24), ("EW", 16)]


def test_boards_are_told_apart_by_their_tags_and_not_by_lines() -> None:
    other = BOARD.replace("qx|o10|", "qx|c10|").replace("mc|9|", "mc|8|")
    flat = (BOARD + other).replace("\n", "")
    assert [(r.tag("Board"), r.tag("Room"), r.tag("Result")) for r in read(flat)] == [
        ("10", "Open", "9"), ("10", "Closed", "8"),
    ]  # fmt: skip
    torn = (BOARD + other).replace("|pc|", "|\npc|").replace("|mb|", "|\n\nmb|")
    assert [lin_export.write(r, 1) for r in read(torn)] == [lin_export.write(r, 1) for r in read(flat)]


@pytest.mark.parametrize("first", ["qx|o1|", "pn|a,b,c,d|", "md|1,,,|"])
def test_each_tag_with_which_a_board_can_begin(first: str) -> None:
    rest = "" if first.startswith("md") else "md|1,,,|"
    text = f"{first}{rest}mb|1S|"
    assert len(read(text * 3)) == 3


def test_headers_of_a_match_and_remarks() -> None:
    record = one(f"vg|A match,R1,I,1,2,One,0,Two,0|rs|2HS+1|\n{BOARD}".replace("mb|2H|", "nt|a transfer|mb|2H|"))
    assert record.tag("LinHeader") == "vg|A match,R1,I,1,2,One,0,Two,0|rs|2HS+1|"
    auction = record.find("Auction")
    assert auction is not None
    assert [note.text for note in auction.notes] == ["a transfer"]
    written, lost = lin_export.write(record, 1)
    assert not lost
    assert written.startswith("vg|A match")
    assert "nt|a transfer|mb|2H|" in written


def test_who_sits_where_and_other_tags() -> None:
    record = one(BOARD.replace("South,West,North,East", "one,two,,four"))
    assert [record.tag(name) for name in ("South", "West", "North", "East")] == ["one", "two", "", "four"]
    assert record.loose
    assert record.game == "auction-bridge"


@pytest.mark.parametrize(("value", "told"), [("o", "None"), ("n", "NS"), ("e", "EW"), ("b", "All"), ("B", "All")])
def test_vulnerable_sides(value: str, told: str) -> None:
    record = one(BOARD.replace("sv|o|", f"sv|{value}|"))
    assert record.tag("Vulnerable") == told
    assert f"sv|{value.lower()}|" in lin_export.write(record, 1)[0]


def test_a_name_that_lin_would_split_is_named() -> None:
    record = one(BOARD)
    changed = record.having(tuple(s._replace(value="Foster, R.") if s.tag == "West" else s for s in record.sections))
    text, lost = lin_export.write(changed, 1)
    assert lost == ["[West]"]
    assert one(text).tag("West") == "Foster  R."


FOSTER = cases.get("bridge/deals/foster-1").record
TABLE = printed.write(FOSTER)[0]


def table(text: str, *, lenient: bool = False) -> list[Record]:
    return list(printed.read(text.split("\n"), lenient=lenient))


def same_deal(record: Record) -> bool:
    return board.hands(record.find("Deal")) == board.hands(FOSTER.find("Deal")) and (
        words(record, "Play")[:52] == words(FOSTER, "Play")[:52]
    )


def test_a_printed_table_is_a_deal() -> None:
    (record,) = table(TABLE)
    assert same_deal(record)
    assert words(record, "Auction") == words(FOSTER, "Auction")
    told, found = (Checker(game_of(r))(r) for r in (FOSTER, record))
    assert str(told.ledger) == str(found.ledger)


def test_the_contract_instead_of_the_calls() -> None:
    (record,) = table("\n".join("Contract: 2NT by Y" if ln.startswith("Calls") else ln for ln in TABLE.split("\n")))
    assert same_deal(record)
    assert (record.tag("Contract"), record.tag("Declarer")) == ("2NT", "N")
    assert Checker(game_of(record))(record).ledger.totals(game_of(record).seats.sides)[0] == 30


def test_the_leader_when_nothing_else_is_known() -> None:
    (record,) = table("\n".join("Leader: B" if line.startswith("Calls") else line for line in TABLE.split("\n")))
    assert same_deal(record)


def test_a_contract_without_a_name_is_that_of_the_player_before_the_leader() -> None:
    lines = "Contract: 2NT\nLeader: B"
    (record,) = table("\n".join(lines if ln.startswith("Calls") else ln for ln in TABLE.split("\n")))
    assert (record.tag("Contract"), record.tag("Declarer")) == ("2NT", "N")


def test_the_trump_of_straight_bridge_alone() -> None:
    for trump, make in (("none", "S NT"), ("no trumps", "S NT"), ("nt", "S NT"), ("spades", "S S"), ("S", "S S")):
        text = TABLE.replace("Game: auction-bridge\n", "")
        (record,) = table("\n".join(f"Trumps: {trump}" if ln.startswith("Calls") else ln for ln in text.split("\n")))
        assert (record.game, record.tag("Make")) == ("bridge", make)
        assert Checker(game_of(record))(record).refused is None


def test_straight_bridge_tells_who_named_the_trump() -> None:
    text, lost = printed.write(cases.get("bridge/deals/foster-4").record)
    assert "Contract: NT by Y" in text
    (record,) = table(text)
    assert (record.game, record.tag("Make"), record.tag("Dealer")) == ("bridge", "N NT", "S")
    assert lost == ["[Case]", "[Expect]"]


SIGNS = str.maketrans({"S": "♠", "H": "♥", "D": "♦", "C": "♣"})


def test_other_spellings_of_a_table() -> None:
    head, _, rows = TABLE.partition("    A   Y   B   Z\n")
    head = head.replace("no trump after", "no trump, after")
    cells = [row.split() for row in rows.strip().split("\n")]
    spellings = {
        "rank first": [f"{n} " + " ".join(c[1] + c[0] for c in cards) for n, *cards in cells],
        "signs of the suits": ["  ".join(c.translate(SIGNS) for c in cards) for _, *cards in cells],
        "ten in figures": [f"{n}. " + " ".join(c.replace("T", "10") for c in cards) for n, *cards in cells],
        "suit and rank apart": ["   ".join(f"{c[0]} {c[1]}" for c in cards) for _, *cards in cells],
        "number behind": [" ".join([*cards, n]) for n, *cards in cells],
        "underlined": [" ".join(f"_{c}_" for c in cards) for _, *cards in cells],
    }
    for name, lines in spellings.items():
        (record,) = table(head + "A Y B Z\n" + "\n".join(lines) + "\n")
        assert (name, same_deal(record)) == (name, True)


def test_two_tables_side_by_side() -> None:
    """The number of the trick stands between them, as books print it."""
    lines = TABLE.split("\n")
    at = lines.index("    A   Y   B   Z")
    head = [line for line in lines[:at] if not line.startswith("Title")]
    rows = [line.split() for line in lines[at + 1 :] if line]
    both = [f"{' '.join(cards)}  {n}  {' '.join(cards)}" for n, *cards in rows]
    found = table("\n".join([*head, "A Y B Z    A Y B Z", *both, ""]))
    assert [same_deal(record) for record in found] == [True, True]


def test_several_tables_one_below_the_other() -> None:
    assert [same_deal(record) for record in table(f"{TABLE}\n{TABLE}")] == [True, True]


def test_columns_may_begin_with_another_seat() -> None:
    lines = TABLE.split("\n")
    at = lines.index("    A   Y   B   Z")
    rows = [line.split() for line in lines[at + 1 :] if line]
    turned = [" ".join([n, *cards[2:], *cards[:2]]) for n, *cards in rows]
    (record,) = table("\n".join([*lines[:at], "B Z A Y", *turned, ""]))
    assert same_deal(record)


@pytest.mark.parametrize(("change", "place", "text"), [
    (("C2", "C1"), "9:17", "“C1” is not a card."),
    (("SQ  S2  S9  C2", "SQ  S2  S9"), "9:1", "A row of this table has 4 cards. This one: 3."),
    (("SA  S6", "SQ  S6"), "10:5", "Queen of spades is played twice."),
    (("A   Y   B   Z", "A   B   Y   Z"), "8:1", "The columns are not in the order of the seats. Right: A Y B Z."),
    (("\n 4  ", "\n 5  "), "12:2", "This row has the number 5. Right: 4."),
    (("\n 4  ", "\n 3  "), "12:2", "This row has the number 3. Right: 4."),
    (("\n13  ", "\n14  "), "21:1", "This row has the number 14. Right: 13."),
    (("1R 2C", "1R 2XT"), "6:14", "“2XT” is no call of PBN."),
    (("Pass Pass Pass", "Passs Pass Pass"), "6:32", "“Passs” is no call of PBN."),
    (("1H 1R", "hello 1R"), "6:8", "“hello” is no call of PBN."),
    (("Dealer: Z", "Result: 14"), "5:9", "“14” is no number of tricks. Right: 0 to 13."),
    (("Dealer: Z", "Trumps: hello"), "5:9", "“hello” is not a contract. Write for example NT."),
    (("Dealer: Z", "Dealer: Q"), "5:9", "“Q” is not a seat of this table."),
])  # fmt: skip
def test_what_is_wrong_in_a_table(change: tuple[str, str], place: str, text: str) -> None:
    with pytest.raises(InputError) as refused:
        table(TABLE.replace(*change))
    assert str(refused.value).startswith(f"{place}: {text}")


ROWS = TABLE.split("\n")[TABLE.split("\n").index("    A   Y   B   Z") + 1 :]


@pytest.mark.parametrize("n", range(1, 13))
def test_a_row_that_is_missing(n: int) -> None:
    """In the middle the numbers tell it; at the end the play is not finished."""
    with pytest.raises(InputError, match=rf"This row has the number {n + 1}\. Right: {n}\."):
        table(TABLE.replace(f"{ROWS[n - 1]}\n", ""))
    (record,) = table(TABLE[: TABLE.index(ROWS[n])])
    assert words(record, "Play")[-1] == "*"
    outcome = Checker(game_of(record))(record)
    assert (outcome.refused, len(outcome.table.tricks)) == (None, n)


def test_a_table_without_rows_tells_no_hands() -> None:
    (record,) = table(TABLE[: TABLE.index(ROWS[0])])
    assert record.tag("Deal") == "S:- - - -"
    assert Checker(game_of(record))(record).refused is None


@pytest.mark.parametrize(("change", "said", "tag"), [
    (("\n    A ", "\nLeader: A\n    A "), "The declarer is North, so East leads. Right: Leader: B.", "Play"),
    (("Pass Pass Pass", "Pass Pass"), "The pass of West is missing at the end of the auction.", "Auction"),
])  # fmt: skip
def test_what_is_put_right_in_a_table(change: tuple[str, str], said: str, tag: str) -> None:
    text = TABLE.replace(*change)
    with pytest.raises(InputError, match=re.escape(said)):
        table(text)
    (record,) = table(text, lenient=True)
    assert [told.explain() for told in record.repairs] == [said]
    assert words(record, tag)[:52] == words(FOSTER, tag)[:52]


@pytest.mark.parametrize(("text", "place"), [("", "1:1"), ("hello\n", "1:1"), (" 1 SA S2 S3 S4\n", "1:1")])
def test_a_text_without_a_table(text: str, place: str) -> None:
    with pytest.raises(InputError, match=f"^{place}: "):
        table(text)


def test_without_calls_contract_or_leader_nobody_knows_who_led() -> None:
    with pytest.raises(InputError, match="A table does not tell who led"):
        table("\n".join(line for line in TABLE.split("\n") if not line.startswith("Calls")))
