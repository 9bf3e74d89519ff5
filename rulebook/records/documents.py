"""Records as JSON: one document a line, with every tag, word and comment."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from rulebook.records.case import Record
from rulebook.records.text import rows
from rulebook.ruling import InputError
from rulebook.table import Note, Section, Word

SCHEMA = 1


def write(record: Record, number: int = 1) -> tuple[str, list[str]]:
    """The record as one line of JSON, which holds everything."""
    doc: dict[str, Any] = {"schema": SCHEMA}
    if record.head:
        doc["head"] = list(record.head)
    if record.loose:
        doc["loose"] = True
    doc["sections"] = [_section(s) for s in record.sections]
    return json.dumps(doc, ensure_ascii=False) + "\n", []


def _section(section: Section) -> dict[str, Any]:
    made: dict[str, Any] = {"tag": section.tag, "value": section.value}
    if section.words:
        made["rows"] = [row.split() for row in rows(section._replace(notes=()))]
    if section.notes:
        made["notes"] = [[note.text, note.after] for note in section.notes]
    return made


def read(lines: Iterable[str], file: str = "", *, lenient: bool = False) -> Iterator[Record]:
    """The records of a text with a document in each line. Raises InputError with line and column."""
    n, none = 0, True
    for n, line in enumerate(lines, 1):
        if line.strip():
            none = False
            yield _record(line, n, file)
    if none:
        raise InputError("This text holds no record: a record is a line of JSON.", line=max(n, 1), column=1)


def _record(line: str, n: int, file: str) -> Record:
    try:
        doc = json.loads(line)
    except json.JSONDecodeError as fault:
        raise InputError("This is not JSON: {reason}.", reason=fault.msg, line=n, column=fault.colno) from None
    except RecursionError:
        raise InputError("This is not JSON: {reason}.", reason="too deep", line=n, column=1) from None
    try:
        if doc["schema"] != SCHEMA:
            raise ValueError
        sections = tuple([_read(part, n) for part in _list(doc["sections"])])
        head = tuple(str(text) for text in _list(doc.get("head", [])))
        if not sections:
            raise ValueError
    except (KeyError, TypeError, ValueError, AttributeError):
        raise InputError(
            "This document is no record: it has “schema” 1 and “sections” with “tag” and “value”.", line=n, column=1
        ) from None
    return Record(sections, head, file, loose=bool(doc.get("loose")))


def _read(part: Any, n: int) -> Section:
    words = []
    for k, row in enumerate(_list(part.get("rows", []))):  # a row counts as a line of its own
        words += [Word(_word(word), n + k, 1) for word in _list(row)]
    notes = tuple([Note(_text(text), int(after)) for text, after in _list(part.get("notes", []))])
    return Section(_text(part["tag"]), _text(part["value"]), tuple(words), Word(part["value"], n, 1), notes)


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):  # a text would be read letter by letter
        raise TypeError(value)
    return value


def _word(value: Any) -> str:
    text = _text(value)
    if text.split() != [text]:
        raise ValueError(value)
    return text


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value
