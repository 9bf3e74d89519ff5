"""Trick tables as the books of the period print them: a column for each of A Y B Z, a row for each trick.

The winner of a trick is underlined in print, and plain text loses that: winners are worked out from
the cards. Lines before the table tell what it cannot: `Dealer: Z`, `Calls: 1H Pass ...`, `Contract: 2NT by Y`.
Two tables may stand side by side with the number of the trick between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rulebook.cards import Card
from rulebook.records import agree, board, sayable
from rulebook.records.case import Record, not_a_card
from rulebook.records.deal import RUSSIAN
from rulebook.records.faults import Faults
from rulebook.records.pbn_export import check_shape
from rulebook.records.sayable import CALL, MARK, SEATED_CALL, code, unsaid
from rulebook.ruling import InputError
from rulebook.seats import FOUR, Seat
from rulebook.table import Section, Word

LETTERS = "AYBZ"
PERIOD = {"W": "A", "N": "Y", "E": "B", "S": "Z"}
HEADER = re.compile(r"[^\w]*((?:[AYBZ]\W+){3}[AYBZ])\W*(?:((?:[AYBZ]\W+){3}[AYBZ])\W*)?")
ABOUT = re.compile(
    r"\s*(Title|Source|Game|Rules|Dealer|Calls|Contract|Trumps|Leader|Declarer|Result)\s*:\s*(.*?)\s*", re.IGNORECASE
)
CONTRACT = re.compile(r"([1-7]?(?:NT?|[CDHSRU])X{0,2})(?:\s+by\s+([AYBZNESW]))?", re.IGNORECASE)
SIGNS = str.maketrans("♠♤♥♡♦♢♣♧", "SSHHDDCC", "\ufe0e\ufe0f")
WORD = re.compile(r"\S+")
CELL = re.compile(r"[^\s|_*]+")
NUMBER = re.compile(r"\d{1,2}\.?")


class Table(NamedTuple):
    """A trick table: its columns by seat, its rows, and what stood before it."""

    seats: tuple[Seat, ...]
    rows: list[list[tuple[Card, Word]]]
    about: dict[str, Word]


def read(lines: Iterable[str], file: str = "", *, lenient: bool = False) -> Iterator[Record]:
    """The deals of a text of trick tables. Raises InputError with line and column."""
    faults = Faults(lenient=lenient)
    about: dict[str, Word] = {}
    tables: list[Table] = []
    n = 0
    for n, line in enumerate(lines, 1):
        if (m := ABOUT.fullmatch(line)) is not None:
            if any(t.rows for t in tables):
                yield from (_record(t, file, faults) for t in tables)
                about, tables = {}, []
            about[m[1].capitalize()] = Word(m[2], n, m.start(2) + 1)
        elif (m := HEADER.fullmatch(line.upper())) is not None:
            yield from (_record(t, file, faults) for t in tables)
            about = {} if tables else about
            tables = [Table(_seats(part, n), [], about) for part in m.groups() if part]
        elif line.strip():
            if not tables:
                text = line.strip()[:20]
                raise InputError("“{text}” stands before the first table.", text=text, line=n, column=1)
            _row(line, n, tables)
    yield from (_record(t, file, faults) for t in tables)
    if not tables:
        raise InputError("This text holds no table: it begins with the letters A Y B Z.", line=max(n, 1), column=1)


def _seats(text: str, line: int) -> tuple[Seat, ...]:
    found = tuple(FOUR.seat(letter) for letter in re.findall("[AYBZ]", text))
    if any(FOUR.left(a) != b for a, b in zip(found, found[1:], strict=False)):
        raise InputError("The columns are not in the order of the seats. Right: A Y B Z.", line=line, column=1)
    return found


def _row(line: str, n: int, tables: list[Table]) -> None:
    """One trick of each table, with the number of the trick before, behind or between, or without it."""
    cells: list[Word] = []
    right = len(tables[0].rows) + 1
    for m in CELL.finditer(line):
        word = Word(m[0], n, m.start() + 1)
        if NUMBER.fullmatch(m[0]) and not (cells and _suit_only(cells[-1].text)):
            if (told := int(m[0].rstrip("."))) != right:
                raise InputError(
                    "This row has the number {n}. Right: {right}.", n=told, right=right, line=n, column=word.column
                )
            continue
        cells.append(word)
    cells = _joined(cells)
    if len(cells) != 4 * len(tables):
        raise InputError(
            "A row of this table has {right} cards. This one: {n}.",
            right=4 * len(tables), n=len(cells), line=n, column=1,
        )  # fmt: skip
    for i, table in enumerate(tables):
        table.rows.append([(_card(word), word) for word in cells[4 * i : 4 * i + 4]])


def _suit_only(text: str) -> bool:
    return text.translate(SIGNS).upper() in tuple("SHDC")


def _joined(words: list[Word]) -> list[Word]:
    """A suit and a rank that stand apart are one card."""
    found: list[Word] = []
    for word in words:
        if found and _suit_only(found[-1].text):
            found[-1] = found[-1]._replace(text=found[-1].text + word.text)
        else:
            found.append(word)
    return found


def _card(word: Word) -> Card:
    found = code(word.text.translate(SIGNS).translate(RUSSIAN))
    if not found:
        raise not_a_card(word.text, word.line, word.column)
    return board.CODES[found]


def _record(table: Table, file: str, faults: Faults) -> Record:
    """The deal of a table: each hand is a column."""
    about = table.about
    masks, seen = [0] * 4, 0
    for row in table.rows:
        for seat, (c, word) in zip(table.seats, row, strict=True):
            if seen >> c & 1:
                raise InputError("{card} is played twice.", card=c, line=word.line, column=word.column)
            seen |= 1 << c
            masks[seat] |= 1 << c
    dealer = _seat(about.get("Dealer", Word("Z")))
    told = [Section(tag, about[tag].text, at=about[tag]) for tag in ("Title", "Source") if tag in about]
    contract, declarer = _contract(about)
    straight = contract is not None and not contract[0].isdigit()
    game = about.get("Game", Word("bridge" if straight else "auction-bridge"))
    told.append(Section("Game", game.text, at=game))
    if "Rules" in about:
        told.append(Section("Rules", about["Rules"].text, at=about["Rules"]))
    at = table.rows[0][0][1] if table.rows else Word("", 1, 1)
    told += [Section("Dealer", dealer.code, at=at), Section("Deal", _dealt(table, masks, dealer), at=at)]
    if declarer is None and "Leader" in about and "Calls" not in about:
        declarer = FOUR.left(_seat(about["Leader"]), 3)
    declarer = dealer if straight else declarer
    if straight and contract is not None:
        named = about.get("Contract") or about["Trumps"]
        by = _seat(named._replace(text=_by(about) or dealer.code))
        told.append(Section("Make", f"{by.code} {contract}", at=named))
    elif contract is not None and declarer is not None:
        told += [Section("Declarer", declarer.code, at=at), Section("Contract", contract, at=at)]
    if (calls := about.get("Calls")) is not None:
        auction = Section("Auction", dealer.code, _calls(calls), calls)
        told.append(agree.finished(auction, faults) if table.rows else auction)
        declarer = board.contract(told).declarer
    told.append(_play(table, declarer, at, faults))
    if "Result" in about:
        told.append(Section("Result", about["Result"].text, at=about["Result"]))
        sayable.check(told[-1:])
    return Record(tuple(agree.mended(told, faults)), (), file, repairs=faults.taken())


def _calls(line: Word) -> tuple[Word, ...]:
    """The calls that a line above the table tells."""
    found: list[Word] = []
    for m in WORD.finditer(line.text):
        word = Word(m[0], line.line, line.column + m.start())
        said = word._replace(text=m[0].translate(SIGNS))
        if CALL.fullmatch(SEATED_CALL.sub("", said.text)) is None and MARK.fullmatch(said.text) is None:
            raise unsaid("Auction", word)
        found.append(said)
    return tuple(found)


def _dealt(table: Table, masks: list[int], dealer: Seat) -> str:
    """The deal; what a hand did not play is unknown."""
    first, _, hands = board.written(masks, dealer).partition(":")
    unknown = "x" * (13 - len(table.rows)) if table.rows else ""
    return f"{first}:{' '.join(f'{hand}{unknown}' for hand in hands.split())}"


def _play(table: Table, declarer: Seat | None, at: Word, faults: Faults) -> Section:
    """The play in columns from the leader, who sits on the left of the declarer."""
    told = table.about.get("Leader")
    leader = _seat(told) if told is not None else FOUR.left(declarer) if declarer is not None else None
    if leader is None:
        raise InputError(
            "A table does not tell who led. Write above it for example {example}.",
            example="Contract: 2NT by Y", line=max(at.line - 1, 1), column=1,
        )  # fmt: skip
    if told is not None and declarer is not None and leader != (right := FOUR.left(declarer)):
        faults(
            InputError(
                "The declarer is {seat}, so {leader} leads. Right: {right}.",
                seat=declarer, leader=right, right=f"Leader: {PERIOD[right.code]}", line=told.line, column=told.column,
            )
        )  # fmt: skip
        leader = right
    words: list[Word] = []
    for row in table.rows:
        by_seat = dict(zip(table.seats, row, strict=True))
        cells = [by_seat[FOUR.left(leader, i)] for i in range(4)]
        words += [word._replace(text=c.code) for c, word in cells]
    if len(table.rows) < 13:
        words.append(at._replace(text="*", line=words[-1].line + 1 if words else at.line))
    return Section("Play", leader.code, tuple(words), at)


def _seat(word: Word) -> Seat:
    seat = FOUR.find(word.text)
    if seat is None:
        raise InputError(
            "“{text}” is not a seat of this table. Seats: {seats}.",
            text=word.text, seats=tuple(LETTERS), line=word.line, column=word.column,
        )  # fmt: skip
    return seat


def _contract(about: dict[str, Word]) -> tuple[str | None, Seat | None]:
    """The contract that a line above the table tells, and who plays it."""
    word = about.get("Contract")
    if word is None:
        trump = about.get("Trumps")
        if trump is None:
            return None, _seat(about["Declarer"]) if "Declarer" in about else None
        name = {"none": "NT", "no trumps": "NT", "no trump": "NT"}.get(trump.text.lower(), trump.text)
        if CONTRACT.fullmatch(found := board.MAKES.get(name.lower(), name.upper())) is None:
            raise _no_contract(trump, "NT")
        return "NT" if found == "N" else found, None
    m = CONTRACT.fullmatch(word.text)
    if m is None:
        raise _no_contract(word, "2NT by Y")
    text = m[1].upper().replace("NT", "N").replace("N", "NT")
    who = m[2] or (about["Declarer"].text if "Declarer" in about else "")
    return text, _seat(word._replace(text=who)) if who else None


def _no_contract(word: Word, example: str) -> InputError:
    return InputError(
        "“{text}” is not a contract. Write for example {example}.",
        text=word.text[:20], example=example, line=word.line, column=word.column,
    )  # fmt: skip


def _by(about: dict[str, Word]) -> str:
    m = CONTRACT.fullmatch(about["Contract"].text) if "Contract" in about else None
    return (m[2] or "") if m else ""


# -- writing -----------------------------------------------------------------------------------

KEPT = (
    "Title", "Source", "Game", "Rules", "Dealer", "Deal", "Auction", "Play", "Declarer", "Contract", "Result", "Make",
    "Schema",
)  # fmt: skip


def write(record: Record, number: int = 1) -> tuple[str, list[str]]:
    """The deal as a trick table, and what a table cannot hold. Raises InputError for a deal that is not played out."""
    check_shape(record)
    bought, play = board.contract(record.sections), record.find("Play")
    leader = FOUR.left(bought.declarer) if bought.declarer is not None else None
    rows = board.tricks(play, bought.contract.trump if bought.contract else None, leader) if play else []
    if len(rows) != 13 or any(None in row.cards.values() or len(row.cards) < 4 for row in rows):
        at = (play or record.sections[0]).at
        raise InputError(
            "A trick table shows all thirteen tricks. This deal: {n}.", n=len(rows), line=at.line, column=at.column
        )
    lost = [f"[{s.tag}]" for s in record.sections if s.value and s.tag not in KEPT]
    if any(MARK.fullmatch(w.text) for s in record.sections for w in s.words):
        lost.append("marks")
    if record.head or any(s.notes for s in record.sections):
        lost.append("comments")
    auction = record.find("Auction")
    if auction is not None and not bought.over:
        lost.append("[Auction]")
    lines = [f"{tag}: {record.tag(tag)}" for tag in ("Title", "Source", "Game", "Rules") if record.tag(tag)]
    dealer = board.seat(record.sections, "Dealer") or FOUR.all[0]
    lines.append(f"Dealer: {PERIOD[dealer.code]}")
    make = record.find("Make")
    if auction is not None and bought.over:
        lines.append(f"Calls: {' '.join(w.text for w in auction.words if MARK.fullmatch(w.text) is None)}")
    elif bought.contract is not None and bought.declarer is not None:
        by = board.made(make)[0] if make is not None else None
        lines.append(f"Contract: {bought.contract} by {PERIOD[(bought.declarer if by is None else by).code]}")
    else:
        leader = None
        lost += [f"[{s.tag}]" for s in record.sections if s.tag in ("Make", "Contract") and s.value not in ("", "?")]
    if leader is None and play is not None and FOUR.find(play.value) is not None:
        lines.append(f"Leader: {PERIOD[FOUR.seat(play.value).code]}")
    if record.tag("Result"):
        lines.append(f"Result: {record.tag('Result')}")
    seats = [FOUR.seat(letter) for letter in LETTERS]
    lines += ["", "    " + "  ".join(f"{letter} " for letter in LETTERS).rstrip()]
    for n, row in enumerate(rows, 1):
        cards = [c.code for c in (row.cards[s] for s in seats) if c is not None]
        lines.append(f"{n:2}  {'  '.join(cards)}")
    return "\n".join((*lines, "", "")), list(dict.fromkeys(lost))
