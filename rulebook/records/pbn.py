"""Portable Bridge Notation 2.1: files of boards, as other programs write them.

A game ends with an empty line. A value `#` is that of the game before, one that begins with `##` holds
for all that follow. A regular game takes the quick way of `regular.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rulebook.records import agree, deal, native, sayable
from rulebook.records.case import ABOUT, PBN, Record, loose
from rulebook.records.faults import Faults
from rulebook.records.lines import LONGEST, paragraphs
from rulebook.records.regular import SPELT, regular
from rulebook.records.sayable import CALL, CARD, MARK, TOKENS, code
from rulebook.records.text import scan, too_long
from rulebook.ruling import InputError
from rulebook.seats import FOUR
from rulebook.table import Note, Section, Word

GOES_ON = re.compile(r"\[\s*(?:Auction|Play|Note|\w+Table)\b")  # no game begins with these
CLOSED = re.compile(r'\{[^}]*\}|;[^\n]*|"(?:[^"\\\n]|\\.)*"|^%[^\n]*', re.MULTILINE)
OPENING = re.compile(r"\s*[\[{;%\]\"]")
FORMAT = re.compile(r"%\s*(?:PBN\s*[0-9.]*|EXPORT|IMPORT)\s*$", re.IGNORECASE)  # says that this is PBN, and no more
SEATED = re.compile(r"[NESWAYBZ]:\S+", re.IGNORECASE)  # a call or an action with its seat, as our records have it
TAG = re.compile(r"\s*\[\s*(\w+)")
NO_SECTION = frozenset(("", *(tag for tag in (*PBN, *ABOUT) if not tag.endswith("Table"))))
NEVER_INHERITED = frozenset(("Auction", "Play", "Note"))


def read(lines: Iterable[str], /, file: str = "", *, lenient: bool = False) -> Iterator[Record]:
    """The games of a PBN text. Raises InputError with line and column."""
    faults, values = Faults(lenient=lenient), _Inherited()
    head: list[str] = []
    none = True
    for n, text in _whole(_games(paragraphs(lines)), faults):
        while text[:1] == "%":
            line, _, text = text.partition("\n")
            n += 1
            if FORMAT.match(line) is None:
                head.append(line.rstrip())
        if not text:
            continue
        record = None if values.fixed else regular(f"{text}\n", n, file)
        if record is None:
            record = _game(text.split("\n"), n, file, faults, values)
        else:
            values.quick = record
        if record is not None:
            if head:
                record.head, head = (*head, *record.head), []
            none = False
            yield record
    if none:
        raise InputError('This text holds no record: a record begins with a tag, [Name "value"].', line=1, column=1)


def _games(found: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The text of each game with the number of its first line. Empty lines in a comment end no game."""
    first, pending = 0, ""
    for n, text in found:
        if pending:
            n, text = first, pending + "\n" * (n - first - pending.count("\n")) + text
            pending = ""
        if "{" in text and _open(text):
            first, pending = n, text
            if len(text) > LONGEST:
                raise too_long(Word("", n, 1))
        elif "\n " in text or "\n\t" in text:  # perhaps an empty line with blanks in it
            yield from _split(n, text)
        else:
            yield n, text
    if pending:
        yield first, pending


def _split(n: int, text: str) -> Iterator[tuple[int, str]]:
    """The games of a text in which empty lines hold blanks."""
    rows: list[str] = []
    for i, line in enumerate(text.split("\n"), n):
        if line.strip() or _open("\n".join(rows)):
            n = n if rows else i
            rows.append(line)
        elif rows:
            yield n, "\n".join(rows)
            rows = []
    if rows:
        yield n, "\n".join(rows)


def _open(text: str) -> bool:
    """Whether a comment in braces has not ended yet."""
    return "{" in text and "{" in CLOSED.sub("", text)


def _whole(found: Iterable[tuple[int, str]], faults: Faults) -> Iterator[tuple[int, str]]:
    """Games put together again where a writer left an empty line in one."""
    held: tuple[int, str] | None = None
    for n, text in found:
        if held is not None and GOES_ON.match(text):
            faults(InputError("An empty line stands inside this game.", line=n - 1, column=1))
            first, before = held
            held = (first, before + "\n" * (n - first - before.count("\n")) + text)
            continue
        if held is not None:
            yield held
        held = (n, text)
    if held is not None:
        yield held


class _Inherited:
    """Values of the game before, and those that hold for all games."""

    def __init__(self) -> None:
        self.last: dict[str, str] = {}
        self.fixed: dict[str, str] = {}
        self.quick: Record | None = None  # a regular game, whose values nobody has asked for yet

    def resolve(self, sections: list[Section]) -> list[Section]:
        """The sections with their own values instead of `#`, and with those that hold for all games."""
        if self.quick is not None:
            self.last |= {s.tag: s.value for s in self.quick.sections}
            self.quick = None
        found = []
        for s in sections:
            if s.value[:1] == "#" and s.tag not in NEVER_INHERITED:
                if s.value == "#":
                    s = s._replace(value=self.last.get(s.tag, ""))
                elif s.value[:2] == "##":
                    s = s._replace(value=s.value[2:])
                    self.fixed[s.tag] = s.value
            elif s.tag in self.fixed:
                self.fixed[s.tag] = s.value
            found.append(s)
        tags = {s.tag for s in found}
        missing = [Section(tag, value, at=found[0].at) for tag, value in self.fixed.items() if tag not in tags]
        found = [*missing, *found]
        self.last |= {s.tag: s.value for s in found}
        return found


def _game(rows: list[str], n: int, file: str, faults: Faults, values: _Inherited) -> Record | None:
    """One game that is not regular."""
    head: list[str] = []
    sections: list[Section] = []
    for section in scan(_without_strays(rows, n, faults), first=n):
        if section.tag:
            sections.append(section)
        else:
            head += [note.text for note in section.notes]
    if not sections:
        return None
    sections = [_spelt(s, faults) for s in sections]
    found = native.read([_plain(s) for s in values.resolve(sections)])
    ours = any(s.tag == "Game" for s in found)
    if not ours:
        sayable.check(found)
        found = sayable.vulnerable(found, faults)
    found = deal.mended(found, faults)
    found = agree.mended(found, faults)
    if not ours:
        sayable.held(found)
        found = [Section("Game", "auction-bridge", at=Word("auction-bridge", n, 1)), *found]
    scoring = next((s.value for s in found if s.tag == "Scoring"), "")
    return Record(tuple(found), tuple(head), file, loose=loose(scoring), repairs=faults.taken())


def _spelt(section: Section, faults: Faults) -> Section:
    """The section with its tag in the usual capitals."""
    right = SPELT.get(section.tag.lower(), section.tag)
    if right != section.tag:
        at = max(1, section.at.column - len(section.tag) - 3)
        faults(
            InputError(
                "There is no tag {tag}. The nearest one: {near}.",
                tag=section.tag, near=right, line=section.at.line, column=at,
            )
        )  # fmt: skip
    return section._replace(tag=right)


def _without_strays(rows: list[str], n: int, faults: Faults) -> Iterator[str]:
    """The lines, without those that are no part of a game."""
    tag, inside = "", False
    for i, line in enumerate(rows):
        if inside or OPENING.match(line) or not line.strip():
            tag = m[1] if (m := TAG.match(line)) and not inside else tag
            inside = ("{" in line or inside) and _open("\n".join(rows[: i + 1]))
        elif not _belongs(tag, line):
            at = len(line) - len(line.lstrip()) + 1
            text = line.strip()[:30]
            faults(
                InputError("“{text}” is no part of a game. The line is passed over.", text=text, line=n + i, column=at)
            )
            line = ""
        yield line


def _belongs(tag: str, line: str) -> bool:
    """Whether a line without a tag can stand below this one."""
    if tag not in TOKENS:  # a tag that PBN does not know may have a section of its own
        return tag not in NO_SECTION
    words = re.split(r"[;{]", line)[0].split()
    return not words or any(TOKENS[tag].fullmatch(w) or MARK.fullmatch(w) or SEATED.fullmatch(w) for w in words)


def _plain(section: Section) -> Section:
    """Calls and cards as this package writes them: marks apart, the dealer's call first, a skipped player told."""
    if section.tag not in TOKENS or not section.words:
        return section
    words: list[Word] = []
    places = []  # how many words stand before each of the old ones
    for word in section.words:
        places.append(len(words))
        m = TOKENS[section.tag].fullmatch(word.text)
        if m is not None and section.tag == "Play" and (card := code(m[1])):
            word = word._replace(text=card + m[2])
            m = CARD.fullmatch(word.text)
        if m is not None and m[2]:
            words += (word._replace(text=m[1]), Word(m[2], word.line, word.column + len(m[1])))
        else:
            words.append(word)
    section = worded(section, words, places)
    return _rotated(section) if section.tag == "Auction" else section


def worded(section: Section, words: list[Word], places: list[int]) -> Section:
    """The section with other words, its comments where they were."""
    places.append(len(words))
    notes = tuple(Note(note.text, places[note.after]) for note in section.notes)
    return section._replace(words=tuple(words), notes=notes)


def _rotated(section: Section) -> Section:
    """The auction from the dealer on, and `N:1D` for a call out of turn, which PBN writes `^S 1D`."""
    seat = FOUR.find(section.value)
    if seat is None:
        return section
    words: list[Word] = []
    places, skipped, caller = [], False, seat
    for word in section.words:
        places.append(len(words))
        if word.text == "-" and not words:
            seat = caller = FOUR.left(seat)
        elif word.text.upper() == "^S":
            skipped, caller = True, FOUR.left(caller)
        elif (m := CALL.fullmatch(word.text)) is None or word.text in "*+-":
            words.append(word)
        else:
            words.append(word._replace(text=f"{caller.code}:{m[1]}") if skipped else word)
            skipped, caller = False, FOUR.left(caller)
    return worded(section._replace(value=seat.code), words, places)
