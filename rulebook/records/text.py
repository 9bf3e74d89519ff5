"""PBN-shaped text to records and back: tagged sections, comments, and where each word stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rulebook.options import nearest
from rulebook.records.case import ACTIONS, KNOWN, ONCE, Record, loose
from rulebook.records.faults import Faults
from rulebook.records.tokens import Token, Tokenizer
from rulebook.ruling import InputError
from rulebook.table import Note, Section, Word

FIRST = frozenset(
    (
        "Schema", "Event", "Case", "Game", "Rules", "Standing", "Pairs", "People", "Round", "Board", "Table", "Dealer",
        "Deal",
    )
)  # fmt: skip
TOLD = frozenset(("Deal", "Contract", "Result"))  # behind one of these a first tag that comes again begins a deal
INHERITED = ("Game", "Rules")
LARGEST = 20_000  # sections, or words of one section; a record that has more is no record of a deal

TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) "([^"\\]*)"\]\s*')  # a tag alone on its line
ROW = re.compile(r"[!#$&-:<-Z\\^-z|~][!#$%&-:<-Z\\^-z|~ ]*")  # a line of nothing but words
WORD = re.compile(r"\S+")
ESCAPE = re.compile(r'\\(?=["\\]|$)|"')
_ACTED, _KNOWN = frozenset(ACTIONS), frozenset(KNOWN)


def parse(text: str | Iterable[str], file: str = "", *, lenient: bool = False) -> Iterator[Record]:
    """The records of a text, one after the other. Raises InputError with line and column."""
    head: list[str] = []
    sections: list[Section] = []
    seen: set[str] = set()
    kept: tuple[Section, ...] = ()
    faults = Faults(lenient=lenient)
    for section in scan(text, known=not lenient):
        if not section.tag:
            head += [note.text for note in section.notes]
            continue
        again = section.tag in seen and not seen.isdisjoint(TOLD)
        again |= "Result" in seen and any(s.tag == section.tag for s in kept)
        if section.tag in FIRST and (again or not seen.isdisjoint(_ACTED)):
            told, begun = _parted(sections)
            yield _record(told, head, file, faults.taken())
            kept = tuple(s for s in told if s.tag in INHERITED)
            sections, seen, head = [*kept, *begun], {s.tag for s in begun}, []
        if section.tag in seen and section.tag in ONCE:
            at = section.at
            faults(InputError("The tag {tag} is there twice.", tag=section.tag, line=at.line, column=at.column))
            continue
        if section.tag in INHERITED:
            sections = [s for s in sections if s.tag != section.tag or s not in kept]
        sections.append(section)
        seen.add(section.tag)
        if len(sections) > LARGEST:
            raise too_long(section.at)
    if not sections:
        raise InputError('This text holds no record: a record begins with a tag, [Name "value"].', line=1, column=1)
    yield _record(sections, head, file, faults.taken())


def _parted(sections: list[Section]) -> tuple[list[Section], list[Section]]:
    """A deal, and the first tags of the next one, which may stand behind the result already."""
    n = len(sections)
    while n and sections[n - 1].tag in FIRST:
        n -= 1
    n = n if n and sections[n - 1].tag == "Result" else len(sections)
    return sections[:n], sections[n:]


def _record(sections: list[Section], head: list[str], file: str, repairs: tuple[InputError, ...]) -> Record:
    scoring = next((s.value for s in sections if s.tag == "Scoring"), None)
    return Record(tuple(sections), tuple(head), file, loose=scoring is not None and loose(scoring), repairs=repairs)


def too_long(at: Word) -> InputError:
    """The complaint about a record without an end."""
    return InputError("This record has more than {n} parts.", n=LARGEST, line=at.line, column=at.column)


def scan(text: str | Iterable[str], *, known: bool = False, first: int = 1) -> Iterator[Section]:
    """The sections of a text that begins with line `first`, each when it is complete. Raises InputError.

    Comments before the first tag come in a section without one. `known`: no tags but those we know.
    """
    reader, build = Tokenizer(), _Builder(known=known)
    n, line = first - 1, ""
    for n, line in enumerate(text.split("\n") if isinstance(text, str) else text, first):
        if reader.idle and (m := TAG.fullmatch(line)) is not None:
            if build.open:
                yield build.done()
            build.name(m[1], n, 1)
            build.begin(m[1], Word(m[2], n, m.start(2) + 1))
        elif reader.idle and build.tag and ROW.fullmatch(line):
            build.row(line, n)
        else:
            for token in reader.feed(line, n):
                if token.kind == "tag" and build.open:
                    yield build.done()
                build.add(token)
    reader.end(max(n, 1), len(line) + 1)
    if build.open:
        yield build.done()


class _Builder:
    """Puts tags, words and comments together into sections."""

    def __init__(self, *, known: bool) -> None:
        self.known, self.named = known, ""
        self.begin("", Word(""))

    def name(self, tag: str, line: int, column: int) -> None:
        """The name of the next section. Raises InputError for an unknown one, if it is to be known."""
        if self.known and tag not in _KNOWN:
            near = nearest(tag, list(KNOWN))
            raise InputError(
                "There is no tag {tag}. The nearest one: {near}.", tag=tag, near=near, line=line, column=column
            )
        self.named = tag

    def begin(self, tag: str, at: Word) -> None:
        """A new section."""
        self.tag, self.at = tag, at
        self.words: list[Word] = []
        self.notes: list[Note] = []

    @property
    def open(self) -> bool:
        return bool(self.tag or self.notes)

    def done(self) -> Section:
        """The section so far; what follows begins another."""
        made = Section(self.tag, self.at.text, tuple(self.words), self.at, tuple(self.notes))
        self.tag, self.words, self.notes = "", [], []
        return made

    def row(self, text: str, line: int) -> None:
        """A line of words."""
        if len(text) == 11 and text[2] == text[5] == text[8] == " " and text.count(" ") == 3:  # four cards
            one, two, three, four = text.split(" ")
            self.words += (Word(one, line, 1), Word(two, line, 4), Word(three, line, 7), Word(four, line, 10))
        else:
            self.words += [Word(m[0], line, m.start() + 1) for m in WORD.finditer(text)]
        if len(self.words) > LARGEST:
            raise too_long(self.words[-1])

    def add(self, token: Token) -> None:
        """One token that is no plain line."""
        kind, text, line, column = token
        if kind == "tag":
            self.name(text, line, column)
        elif kind == "value":
            self.begin(self.named, Word(text, line, column))
        elif kind == "comment":
            self.notes.append(Note(text, len(self.words)))
        elif kind == "word" and not self.tag:
            raise InputError("“{text}” stands before the first tag.", text=text[:20], line=line, column=column)
        elif kind == "word":
            self.words.append(Word(text, line, column))


def write(record: Record) -> str:
    """The record as text; reading it again gives the same tags, words and comments in the same order."""
    out = [comment(text) for text in record.head]
    for section in record.sections:
        out.append(f'[{section.tag} "{ESCAPE.sub(escaped, section.value)}"]')
        if section.words or section.notes:
            out += rows(section)
    out.append("")
    return "\n".join(out)


def escaped(m: re.Match[str]) -> str:
    return "\\" + m[0]


def rows(section: Section) -> Iterator[str]:
    """The lines below a tag: words on the lines where they stood, comments where they were made."""
    row: list[str] = []
    if not section.notes:  # the plain case
        line = section.words[0].line
        for one in section.words:
            if one.line != line:
                yield _row(row)
                line, row = one.line, []
            row.append(one.text)
        yield _row(row)
        return
    last = section.words[0].line if section.words else 0
    for n, word in enumerate((*section.words, None)):
        notes = [comment(note.text) for note in section.notes if note.after == n]
        if row and (notes or word is None or word.line != last):
            yield _row(row)
            row = []
        yield from notes
        if word is not None:
            row.append(word.text)
            last = word.line


def _row(words: list[str]) -> str:
    text = " ".join(words)
    return f" {text}" if text[0] == "%" else text  # a line that begins with this sign would be a comment


def comment(text: str) -> str:
    """A comment as it is written: on its line, or in braces over several."""
    if text.startswith("%"):
        return text
    return f"; {text}" if "\n" not in text else f"{{{text}}}"
