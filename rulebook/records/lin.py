"""LIN, the format of the vugraph viewers: `tag|value|` pairs, boards one after another, lines of no account.

Nobody published a specification. What is read and written here: md qx pn sv mb an pc mc nt ah, and as
they stand the headers vg rs pw mp bn. pg, st, rh say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rulebook.cards import CARDS, RANKS, SUITS, card
from rulebook.records import agree, board, sayable
from rulebook.records.case import Record, not_a_card
from rulebook.records.faults import Faults
from rulebook.records.text import LARGEST, too_long
from rulebook.ruling import InputError
from rulebook.seats import FOUR
from rulebook.table import Note, Section, Word

DEALERS = "SWNE"  # md counts them from 1, and gives the hands in this order
SIDES = {"o": "None", "0": "None", "n": "NS", "e": "EW", "b": "All"}
ROOMS = {"o": "Open", "c": "Closed"}
NAMES = {"S": "South", "W": "West", "N": "North", "E": "East"}
ORDER = ("LinHeader", "Board", "Room", *NAMES.values(), "Dealer", "Vulnerable", "Deal", "Result")
HEADERS = ("vg", "rs", "pw", "mp", "bn")
FILLERS = ("pg", "st", "rh", "sk", "lb", "lf", "lg", "bg", "bt", "cq", "cs", "ct", "fp", "hc", "hs", "mf", "mn", "va")
MOST_AT_THE_END = 36  # cards of all hands, in a position that is no whole deal
SUIT = re.compile(r"([SHDC])((?:10|[2-9TJQKA])*)", re.IGNORECASE)
CALL = re.compile(r"(p|d|r|x|xx|dbl|rdbl|pass|[1-7](?:NT?|[CDHS]))(!?)", re.IGNORECASE)
SAID = {"P": "Pass", "PASS": "Pass", "D": "X", "X": "X", "DBL": "X", "R": "XX", "XX": "XX", "RDBL": "XX"}


class Pair(NamedTuple):
    """One tag and its value, with the place of the value."""

    tag: str
    value: str
    at: Word


def read(lines: Iterable[str], file: str = "", *, lenient: bool = False) -> Iterator[Record]:
    """The boards of a LIN text. Raises InputError with line and column."""
    faults, header = Faults(lenient=lenient), ""
    pairs: list[Pair] = []
    for pair in _pairs(lines):
        if pair.tag in HEADERS:
            header += f"{pair.tag}|{pair.value}|"
            continue
        if _begins(pair, pairs):
            yield _record(pairs, header, file, faults)
            header, pairs = "", []
        pairs.append(pair)
        if len(pairs) > LARGEST:
            raise too_long(pairs[0].at)
    if not any(pair.tag == "md" for pair in pairs):
        raise InputError("This text holds no board: a board has its hands behind md.", line=1, column=1)
    yield _record(pairs, header, file, faults)


def _begins(pair: Pair, pairs: list[Pair]) -> bool:
    """Whether this tag begins another board: the first of qx, pn and md behind a deal."""
    return pair.tag in ("qx", "pn", "md") and any(before.tag == "md" for before in pairs)


def _pairs(lines: Iterable[str]) -> Iterator[Pair]:
    """The pairs of a text. A value may go on over several lines, a tag may not."""
    tag, value, at = "", "", Word("")
    n = 0
    for n, line in enumerate(lines, 1):
        column = 1
        if tag:
            value += "\n"
        *parts, last = line.split("|")
        for part in parts:
            if tag:
                yield Pair(tag, (value + part).strip(), at)
                tag, value = "", ""
            elif not re.fullmatch(r"\s*[A-Za-z0-9]{2}\s*", part):
                raise InputError(
                    "“{text}” is no tag of two letters. LIN is written tag|value|.",
                    text=part.strip()[:20], line=n, column=column,
                )  # fmt: skip
            else:
                tag, at = part.strip().lower(), Word("", n, column + len(part) + 1)
            column += len(part) + 1
        if tag:
            value += last
        elif last.strip():
            raise InputError(
                "“{text}” is no tag of two letters. LIN is written tag|value|.",
                text=last.strip()[:20], line=n, column=column,
            )  # fmt: skip
        if len(value) > 50 * LARGEST:
            raise too_long(at)
    if tag:
        raise InputError("The value of {tag} is never closed with |.", tag=tag, line=at.line, column=at.column)


class _Board:
    """One board as it is put together."""

    def __init__(self, header: str, faults: Faults) -> None:
        self.tags: dict[str, Section] = {}
        self.notes: list[str] = []  # explanations of calls, numbered from 1
        self.calls: list[Word] = []
        self.cards: list[Word] = []
        self.remarks: dict[str, list[Note]] = {"": [], "Auction": [], "Play": []}
        self.faults = faults
        if header:
            self.tag("LinHeader", header, Word("", 1, 1))

    def tag(self, name: str, value: str, at: Word) -> None:
        self.tags[name] = Section(name, value, at=at._replace(text=value))

    def add(self, pair: Pair) -> None:
        """One pair. Raises InputError for what cannot be read."""
        reader = getattr(self, f"_{pair.tag}", None)
        if reader is not None:
            reader(pair.value, pair.at)
        elif pair.tag not in FILLERS:
            fault = InputError(
                "{tag} is no tag that is known here. It is passed over.",
                tag=pair.tag, line=pair.at.line, column=max(1, pair.at.column - len(pair.tag) - 1),
            )  # fmt: skip
            self.faults(fault)

    def _qx(self, value: str, at: Word) -> None:
        m = re.match(r"([oc])(\d+)", value, re.IGNORECASE)
        if m:
            self.tag("Board", m[2], at)
            self.tag("Room", ROOMS[m[1].lower()], at)

    def _ah(self, value: str, at: Word) -> None:
        m = re.fullmatch(r"\D*(\d+)", value)
        if m and "Board" not in self.tags:
            self.tag("Board", m[1], at)

    def _pn(self, value: str, at: Word) -> None:
        for seat, name in zip(DEALERS, value.split(","), strict=False):
            if name.strip():
                self.tag(NAMES[seat], name.strip(), at)

    def _sv(self, value: str, at: Word) -> None:
        if value and value.lower() not in SIDES:
            self.faults(sayable.no_sides(value, "o n e b", at))
        elif value:
            self.tag("Vulnerable", SIDES[value.lower()], at)

    def _mc(self, value: str, at: Word) -> None:
        if not re.fullmatch(r"\d|1[0-3]", value):
            raise InputError(
                "“{text}” is no number of tricks. Right: 0 to 13.", text=value[:20], line=at.line, column=at.column
            )
        self.tag("Result", value, at)

    def _md(self, value: str, at: Word) -> None:
        digit, _, rest = value[:1], "", value[1:]
        if digit not in "1234" or not digit:
            raise InputError(
                "“{text}” names no dealer. Write 1 for South, 2 for West, 3 for North, 4 for East.",
                text=value[:20], line=at.line, column=at.column,
            )  # fmt: skip
        dealer = FOUR.seat(DEALERS[int(digit) - 1])
        self.tag("Dealer", dealer.code, at)
        masks, seen, column = [0] * 4, 0, at.column + 1
        sizes: list[tuple[int, int]] = []  # of the hands that are told, with the columns where they stand
        for seat, text in zip(DEALERS, rest.split(","), strict=False):
            masks[FOUR.seat(seat)] = hand = _hand(text, seen, at._replace(column=column))
            seen |= hand
            sizes += [(hand.bit_count(), column)] if hand else []
            letters = [m[1].upper() for m in SUIT.finditer(text)]
            if len(set(letters)) < len(letters):
                self.faults(
                    InputError(
                        "The hand of {seat} names its suits twice: “{text}”. Right: {right}.",
                        seat=FOUR.seat(seat), text=text, right=written(hand), line=at.line, column=column,
                    )
                )  # fmt: skip
            column += len(text) + 1
        # a deal, or the end of one
        usual = 13 if seen.bit_count() > MOST_AT_THE_END else max((n for n, _ in sizes), default=0)
        for n, column in sizes:
            if n != usual:
                raise InputError(
                    "This hand has {n} cards. Right: {right}.", n=n, right=usual, line=at.line, column=column
                )
        missing = [s for s in FOUR.all if not masks[s]]
        rest_of_pack = ((1 << 52) - 1) & ~seen
        if len(missing) == 1 and rest_of_pack.bit_count() == 13:
            masks[missing[0]] = rest_of_pack
        self.tag("Deal", board.written(masks, dealer), at)

    def _mb(self, value: str, at: Word) -> None:
        m = CALL.fullmatch(value)
        if m is None:
            if value in ("", "-"):
                return
            raise InputError(
                "“{text}” is no call. Calls are p, d, r, and bids such as 1N.",
                text=value[:20], line=at.line, column=at.column,
            )  # fmt: skip
        text = m[1].upper()
        self.calls.append(at._replace(text=SAID.get(text, text.replace("NT", "N").replace("N", "NT"))))
        if m[2]:
            self.explain("!", at)

    def _an(self, value: str, at: Word) -> None:
        if self.calls and value:
            alerted = self.calls[-1].text == f"={len(self.notes)}=" and self.notes[-1] == "!"
            if alerted:
                self.notes[-1] = f"! {value}"
            else:
                self.explain(value, at)

    def explain(self, text: str, at: Word) -> None:
        """A note on the last call."""
        self.notes.append(text)
        self.calls.append(at._replace(text=f"={len(self.notes)}="))

    def _pc(self, value: str, at: Word) -> None:
        found = sayable.code(value)
        if not found:
            raise not_a_card(value, at.line, at.column)
        self.cards.append(at._replace(text=found))

    def _nt(self, value: str, at: Word) -> None:
        if value:
            if self.cards:
                self.remarks["Play"].append(Note(value, len(self.cards)))
            elif self.calls:
                self.remarks["Auction"].append(Note(value, len(self.calls)))
            else:
                self.remarks[""].append(Note(value, 0))

    def sections(self) -> list[Section]:
        """The sections of the board."""
        order = (
            "LinHeader",
            "Board",
            "Room",
            "West",
            "North",
            "East",
            "South",
            "Dealer",
            "Vulnerable",
            "Deal",
            "Result",
        )
        found = [self.tags[tag] for tag in order if tag in self.tags]
        dealer = self.tags["Dealer"]
        if self.calls:
            notes = tuple(self.remarks["Auction"])
            auction = Section("Auction", dealer.value, tuple(self.calls), dealer.at, notes)
            found.append(agree.finished(auction, self.faults) if self.cards else auction)
            for i, text in enumerate(self.notes, 1):
                found.append(Section("Note", f"{i}:{text}", at=dealer.at))
        if self.cards:
            found.append(self.play(found))
        return found

    def play(self, sections: list[Section]) -> Section:
        """The cards in columns from the opening leader."""
        bought = board.contract(sections)
        masks = board.hands(self.tags["Deal"])
        first = self.cards[0]
        held = next((s for s in FOUR.all if masks and masks[s] >> card(first.text) & 1), None)
        leader = FOUR.left(bought.declarer) if bought.declarer is not None else held
        if leader is None:
            raise InputError(
                "Nobody knows who played this card: there is no contract and no hand that holds it.",
                line=first.line, column=first.column,
            )  # fmt: skip
        words: list[Word] = []
        places = []
        turn = leader
        for at in range(0, len(self.cards), 4):
            cards = self.cards[at : at + 4]
            if bought.contract is None and masks:  # without a trump to tell who wins, the hands tell who plays
                row = {s: w for w in cards for s in FOUR.all if masks[s] >> card(w.text) & 1}
            else:
                row = {FOUR.left(turn, i): w for i, w in enumerate(cards)}
            places += [len(words) + 4] * len(cards)
            words += [row.get(FOUR.left(leader, i), cards[-1]._replace(text="-")) for i in range(4)]
            trump = bought.contract.trump if bought.contract else None
            made = board.tricks(Section("Play", leader.code, tuple(words[-4:])), trump, turn)
            turn = turn if made[0].winner is None else made[0].winner
        if len(self.cards) < 52:
            words.append(self.cards[-1]._replace(text="*"))
        notes = tuple(Note(note.text, places[note.after - 1]) for note in self.remarks["Play"])
        return Section("Play", leader.code, tuple(_in_rows(words)), first, notes)


def _in_rows(words: list[Word]) -> Iterator[Word]:
    """Words with a line for each four, so that they are written as they are read."""
    for i, word in enumerate(words):
        yield word._replace(line=words[i - i % 4].line) if i % 4 else word


def written(mask: int) -> str:
    """A hand with its suits in order; nothing for one that is not told."""
    if not mask:
        return ""
    return "".join(s + "".join(r for j, r in enumerate(RANKS) if mask >> 13 * i + j & 1) for i, s in enumerate(SUITS))


def _hand(text: str, seen: int, at: Word) -> int:
    """A hand such as SAK2HQ5DT98CAJ652 as a mask; an empty one is not told."""
    mask, end = 0, 0
    for m in SUIT.finditer(text.strip()):
        if m.start() != end:
            break
        end = m.end()
        for rank in m[2].upper().replace("10", "T"):
            c = 13 * SUITS.index(m[1].upper()) + RANKS.index(rank)
            if (mask | seen) >> c & 1:
                raise InputError("{card} is in the deal twice.", card=CARDS[c], line=at.line, column=at.column)
            mask |= 1 << c
    if end != len(text.strip()):
        raise InputError(
            "“{text}” is not a hand of LIN. Write for example SAK2HQ5DT98CAJ652.",
            text=text.strip()[:20], line=at.line, column=at.column + end,
        )  # fmt: skip
    return mask


def _record(pairs: list[Pair], header: str, file: str, faults: Faults) -> Record:
    made = _Board(header, faults)
    for pair in pairs:
        made.add(pair)
    if "Deal" not in made.tags:
        at = pairs[0].at
        raise InputError("This board has no hands: they stand behind md.", line=at.line, column=at.column)
    sections = agree.mended(made.sections(), faults)
    sayable.held(sections)
    at = sections[0].at
    # nobody says how these boards were scored: each stands alone
    sections = [Section("Game", "auction-bridge", at=at), Section("Scoring", "?", at=at), *sections]
    head = tuple(note.text for note in made.remarks[""])
    return Record(tuple(sections), head, file, loose=True, repairs=faults.taken())
