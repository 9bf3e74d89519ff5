"""One tokenizer for every PBN-shaped text: tags, words, comments, with line and column.

>>> [t.text for t in tokens('[Dealer "S"] Pass 4low ; high?')]
['Dealer', 'S', 'Pass', '4low', 'high?']
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from rulebook.ruling import InputError

TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<escape>^%[^\n]*)
      | (?P<comment>;[^\n]*|\{[^}]*\})
      | (?P<tag>\[\s*[A-Za-z][A-Za-z0-9_]*)
      | (?P<value>"(?:[^"\\\n]|\\.)*"\s*\])
      | (?P<word>[^\s\[\]{};"]+)
    """,
    re.VERBOSE | re.MULTILINE,
)


class Token(NamedTuple):
    """`kind` is `tag`, `value`, `word` or `comment`; `line` and `column` count from 1."""

    kind: str
    text: str
    line: int
    column: int


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8 with or without byte order mark, or UTF-16 with one.

    Raises InputError that names the place of the first byte that is not text.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encoding = "utf-16"
    else:
        encoding = "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as fault:
        before = data[: fault.start]
        raise InputError(
            "This is not UTF-8 text: byte {byte} cannot be read.",
            byte=f"0x{data[fault.start]:02X}",
            line=before.count(b"\n") + 1,
            column=fault.start - before.rfind(b"\n"),
        ) from None


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a text. Raises InputError at the first thing that is none."""
    starts = [0, *(m.end() for m in re.finditer("\n", text))]
    at, opened = 0, False
    while at < len(text):
        line = bisect_right(starts, at)
        column = at - starts[line - 1] + 1
        m = TOKEN.match(text, at)
        if m is None:
            raise _fault(text, at, line, column)
        kind, found = m.lastgroup or "", m[0]
        if opened and kind not in ("value", "space"):
            raise InputError('A tag needs a value in straight quotes: [Name "value"].', line=line, column=column)
        if kind == "tag":
            opened = True
            yield Token("tag", found[1:].strip(), line, column)
        elif kind == "value":
            if not opened:
                raise InputError("This value belongs to no tag.", line=line, column=column)
            opened = False
            inner = found[1 : found.rindex('"')]
            yield Token("value", re.sub(r"\\(.)", r"\1", inner), line, column + 1)
        elif kind == "word":
            yield _word(found, line, column)
        elif kind in ("comment", "escape"):
            inner = {"{": found[1:-1], ";": found[1:]}.get(found[0], found)  # a line behind % keeps its sign
            yield Token("comment", inner.strip(), line, column)
        at = m.end()
    if opened:
        raise InputError("The text ends inside a tag.", line=len(starts), column=len(text) - starts[-1] + 1)


def _word(text: str, line: int, column: int) -> Token:
    """A word of an action. Only ASCII: a Cyrillic ace looks like a Latin one."""
    for i, letter in enumerate(text):
        if not "!" <= letter <= "~":
            raise InputError(
                "“{text}” holds “{letter}”, which is not a Latin letter. Cards and calls are written in ASCII.",
                text=text[:20],
                letter=letter if letter.isprintable() else f"U+{ord(letter):04X}",
                line=line,
                column=column + i,
            )
    return Token("word", text, line, column)


def _fault(text: str, at: int, line: int, column: int) -> InputError:
    if text[at] == "{":
        return InputError("This comment has no closing brace.", line=line, column=column)
    if text[at] == '"':
        return InputError('This value is never closed with "] on its line.', line=line, column=column)
    if text[at] == "[":
        return InputError('A tag begins with a name: [Name "value"].', line=line, column=column)
    return InputError("“{letter}” has no meaning here.", letter=text[at], line=line, column=column)
