"""A record as a game of PBN 2.1 in its export format, with what PBN cannot say kept beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from rulebook.cards import card
from rulebook.games import GAMES, game
from rulebook.records import board
from rulebook.records.case import Played, Record
from rulebook.records.native import IDENTIFICATION, ROYALS, respelt
from rulebook.records.pbn import worded
from rulebook.records.sayable import MARK
from rulebook.records.text import ESCAPE, comment, escaped, rows
from rulebook.ruling import InputError
from rulebook.seats import FOUR
from rulebook.table import Section, Word

SUFFIXES = ("!", "?", "!!", "??", "!?", "?!")  # annotations 1 to 6 of a call, 7 to 12 of a card
LAST = {"Auction": 1, "Play": 7}
VALUES = {"S": 2, "C": 4, "D": 6, "H": 8, "N": 12}  # an odd trick in straight bridge
MOST = 100
FILLED = {**dict.fromkeys(IDENTIFICATION, ""), "Vulnerable": "None", "Scoring": "Rubber"}  # when nothing is told


def holds(record: Record) -> bool:
    """Whether this is a deal of four hands with thirteen cards, as the formats of modern bridge have it."""
    return _four_hands(record.game.partition(":")[0])


@cache
def _four_hands(name: str) -> bool:
    if name not in GAMES or not GAMES[name].endswith("bridge"):
        return False
    rules = game(name)
    return [s.code for s in rules.seats.all] == [s.code for s in FOUR.all] and rules.hand == 13


def check_shape(record: Record) -> None:
    """Raises InputError for a record that is no such deal."""
    if not holds(record):
        at = (record.find("Game") or record.sections[0]).at
        raise InputError(
            "This format holds deals of bridge for four hands of thirteen cards, not {game}.",
            game=record.game,
            line=at.line,
            column=at.column,
        )


def write(record: Record, number: int = 1) -> tuple[str, list[str]]:
    """The game as text, and what PBN has no words for. Raises InputError for a game of another shape."""
    if record.played is not None and not record.head and (text := _regular(record.played, number)):
        return text, []
    check_shape(record)
    lost: list[str] = []
    sections = list(_spelt(record, lost))
    lines = [comment(text) for text in record.head]
    lines += _identification(record, sections, number)
    for section in sections:
        if section.tag not in IDENTIFICATION:
            lines.append(_tag(section.tag, section.value))
            lines += _rows(section)
    return "\n".join((*lines, "", "")), lost


def _regular(played: Played, number: int) -> str:
    """A regular deal as text, the quick way; nothing when a tag is missing that must be worked out."""
    tags = {tag: value for tag, value, _ in played.parts}
    if not (tags.get("Result") and tags["Declarer"] and tags["Contract"]):
        return ""
    told = {**FILLED, "Board": str(number), **{tag: value for tag, value in tags.items() if value}}
    told["Deal"] = board.written(played.hands, FOUR.all[played.dealer])
    lines = [f'[{tag} "{told[tag]}"]' for tag in IDENTIFICATION]
    lines.append('[Ruleset "auction-bridge"]')
    if any(call[1:] == "S" for call in played.calls):
        lines.append('[SpadeValue "low"]')
    for tag, value, below in played.parts:
        if tag in FILLED:
            continue
        lines.append(f'[{tag} "{value}"]')
        if tag in LAST:
            words = below.split()
            lines += [" ".join(words[i : i + 4]) for i in range(0, len(words), 4)]
        elif below:
            lines += [" ".join(row.split()) for row in below.split("\n") if row and not row.isspace()]
    lines += ("", "")
    return "\n".join(lines)


def _tag(tag: str, value: str) -> str:
    return f'[{tag} "{ESCAPE.sub(escaped, value)}"]'


def _spelt(record: Record, lost: list[str]) -> Iterator[Section]:
    """The sections in the words of PBN, with our own tags for what it cannot say."""
    auction = record.find("Auction")
    names = {c.bid[1] for c in board.calls(auction) if c.bid} if auction else set()
    contract = board.contract(record.sections)
    names |= {contract.contract.denomination} if contract.contract else set()
    unsaid = _unsaid(record, names)
    lost += unsaid
    named = [s for s in record.sections if s.tag in ("Game", "Rules")]
    if named:
        value = " ".join([record.game, *(s.value for s in named if s.tag == "Rules")])
        yield Section("Ruleset", value, notes=tuple(note._replace(after=0) for s in named for note in s.notes))
    if names & {"S", "R"} and not unsaid and not record.game.startswith("bridge"):
        yield Section("SpadeValue", "royal" if "R" in names else "low")
    deal = record.find("Deal")
    if deal is not None and deal.value and board.hands(deal) is None:
        lost.append("unknown cards")
        yield Section("NativeDeal", deal.value)
    if unsaid and contract.contract is not None:
        yield Section("NativeContract", str(contract.contract))
    if record.find("Make") is not None and (unit := _unit(record, contract)):
        yield Section("TrickUnit", str(unit))
    for section in record.sections:
        if section.tag in ("Game", "Rules"):
            continue
        if section.tag == "Auction" and unsaid:
            calls = " ".join(w.text for w in section.words)
            notes = tuple(note._replace(after=0) for note in section.notes)
            yield Section("NativeAuction", f"{section.value}:{calls}", notes=notes)
        elif section.tag == "Auction":
            yield _skipping(respelt(section, ROYALS, "S"))
        else:
            yield section


def _skipping(section: Section) -> Section:
    """The auction with `^S` for each player who was passed over by a call out of turn."""
    if not any(":" in w.text for w in section.words):
        return section
    words: list[Word] = []
    places = []
    caller = FOUR.find(section.value)
    for word in section.words:
        places.append(len(words))
        who, _, text = word.text.rpartition(":")
        seat = FOUR.find(who) if who else caller
        while caller is not None and caller != seat:
            words.append(word._replace(text="^S"))
            caller = FOUR.left(caller)
        words.append(word._replace(text=text))
        if caller is not None and MARK.fullmatch(text) is None:
            caller = FOUR.left(caller)
    return worded(section, words, places)


def _unsaid(record: Record, names: set[str]) -> list[str]:
    """What the calls hold that PBN has no words for."""
    found = []
    if "U" in names:
        found.append("nullo")
    if {"S", "R"} <= names:
        found.append("spades beside royal spades")
    if record.find("Make") is not None:
        found.append("a make")
    auction = record.find("Auction")
    if auction is not None and any(_other(w.text) for w in auction.words):
        found.append("actions between calls")
    return found


def _other(word: str) -> bool:
    """Whether this word of an auction is an action that PBN does not know."""
    call = word.rpartition(":")[2].upper()
    said = board.BID.fullmatch(call) or call in (*board.PASSES, *board.DOUBLES, "AP", "-", "*", "+")
    return not said and MARK.fullmatch(word) is None


def _unit(record: Record, found: board.Bought) -> int:
    """Points of an odd trick after the doubling of straight bridge."""
    doubling = record.find("Doubling")
    said = [doubling.value, *(w.text for w in doubling.words)] if doubling else []
    steps = sum(word.lower() in ("double", "redouble", "x", "xx") for text in said for word in text.split())
    value = VALUES.get(found.contract.denomination, 0) if found.contract else 0
    return min(value << steps, MOST)


def _identification(record: Record, sections: Sequence[Section], number: int) -> Iterator[str]:
    """The fifteen tags that every game has, in their order."""
    told = {s.tag: s for s in reversed(sections)}
    worked_out = _worked_out(record, number)
    for tag in IDENTIFICATION:
        section = told.get(tag)
        value = section.value if section is not None and section.value else worked_out.get(tag, "")
        if tag == "Deal" and section is not None:
            value = worked_out.get(tag, value)
        if tag == "Contract":
            value = _contract(value)
        yield _tag(tag, value)
        if section is not None:
            yield from (comment(note.text) for note in section.notes)
            yield from _words(section)


def _contract(value: str) -> str:
    """A contract in the letters of PBN; `?` for one that it cannot name."""
    m = board.CONTRACT.fullmatch(value)
    if m is None:
        return value
    return ROYALS.sub(r"\1S\2", value) if m[1] and m[2].upper() != "U" else "?"


def _worked_out(record: Record, number: int) -> dict[str, str]:
    """Values that follow from the others."""
    sections = record.sections
    found = {**FILLED, "Board": str(number)}
    dealer = board.seat(sections, "Dealer") or FOUR.all[0]
    found["Dealer"] = dealer.code
    deal = record.find("Deal")
    masks = board.hands(deal)
    if deal is not None:
        found["Deal"] = board.written(masks or (0, 0, 0, 0), dealer)
    bought = board.contract(sections)
    if bought.over and bought.contract is None and bought.declarer is None:
        return found | {"Declarer": "", "Contract": "Pass", "Result": ""}
    if bought.declarer is not None and bought.contract is not None:
        found["Declarer"] = bought.declarer.code
        found["Contract"] = str(bought.contract)
        if not record.tag("Result"):
            play = record.find("Play")
            leader = FOUR.left(bought.declarer)
            rows = board.tricks(play, bought.contract.trump, leader) if play is not None else []
            tricks = board.won(rows, bought.declarer % 2)
            found["Result"] = "?" if tricks is None else str(tricks)
    return found


def _words(section: Section) -> Iterator[str]:
    if section.words:
        yield " ".join(w.text for w in section.words)


def _rows(section: Section) -> Iterator[str]:
    """The lines below a tag; calls and cards four to a line, each with its marks."""
    if section.tag not in LAST:
        yield from _lines(section)
        return
    row: list[str] = []
    count = 0
    for n, word in enumerate(section.words):
        if section.notes:
            yield from _noted(section, n, row)
        if word.text in board.CODES:  # the plain case
            if count == 4:
                yield " ".join(row)
                row, count = [], 0
            row.append(word.text)
            count += 1
            continue
        if MARK.fullmatch(word.text) is None or word.text[0] == "^":
            if count == 4 and word.text[0] != "^":
                yield " ".join(row)
                row, count = [], 0
            count += word.text[0] != "^"
        row += _written(section.tag, word.text)
    yield from _noted(section, len(section.words), row)
    if row:
        yield " ".join(row)


def _noted(section: Section, n: int, row: list[str]) -> Iterator[str]:
    """The comments behind so many words, each on a line of its own."""
    notes = [note for note in section.notes if note.after == n]
    if notes and row:
        yield " ".join(row)
        row.clear()
    yield from (comment(note.text) for note in notes)


def _written(tag: str, word: str) -> list[str]:
    """A call, a card or a mark in the letters of PBN."""
    if word in SUFFIXES:
        return [f"${SUFFIXES.index(word) + LAST[tag]}"]
    who, colon, text = word.rpartition(":")
    text = text.upper()
    if tag == "Play":
        try:
            return [card(text).code]
        except ValueError:
            return [text]
    if text in board.PASSES:
        text = "Pass"
    elif (m := board.BID.fullmatch(text)) is not None:
        text = f"{m[1]}{'NT' if m[2][0] == 'N' else m[2]}"
    return [f"{who}{colon}{text}"]


def _lines(section: Section) -> Iterator[str]:
    """Words as they stood, line by line."""
    if section.words or section.notes:
        yield from rows(section)
