"""One tokenizer for every PBN-shaped text: tags, words, comments, with line and column.

>>> [t.text for t in tokens(['[Dealer "S"] Pass 4low ; high?'])]
['Dealer', 'S', 'Pass', '4low', 'high?']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rulebook.ruling import InputError

TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<comment>;.*|\{[^}]*\})
      | (?P<open>\{.*)
      | (?P<tag>\[\s*[A-Za-z][A-Za-z0-9_]*)
      | (?P<value>"(?:[^"\\]|\\.)*")
      | (?P<close>\])
      | (?P<word>[^\s\[\]{};"]+)
    """,
    re.VERBOSE | re.DOTALL,
)
ESCAPED = re.compile(r'\\(["\\])')  # a backslash before anything else is itself


class Token(NamedTuple):
    """`kind` is `tag`, `value`, `word` or `comment`; `line` and `column` count from 1."""

    kind: str
    text: str
    line: int
    column: int


class Tokenizer:
    """Reads line after line, and remembers a tag or a comment that goes on in the next."""

    def __init__(self) -> None:
        self.tag = ""  # what the open tag waits for: `value`, then `close`
        self.brace: Token | None = None  # where an open comment began
        self.quote = (0, 0)  # where the last value began
        self.parts: list[str] = []

    @property
    def idle(self) -> bool:
        """Whether nothing is open, so that a line can be read by itself."""
        return not self.tag and self.brace is None

    def feed(self, text: str, line: int) -> Iterator[Token]:
        """The tokens that end in this line. Raises InputError at the first thing that is none."""
        at = 0
        if self.brace is not None:
            head, closed, _ = text.partition("}")
            self.parts.append(head)
            if not closed:
                return
            opened, self.brace = self.brace, None
            yield opened._replace(text="\n".join(self.parts).strip())
            at = len(head) + 1
        elif text[:1] == "%" and not self.tag:
            yield Token("comment", text.strip(), line, 1)  # an escaped line keeps its sign
            return
        while at < len(text):
            m = TOKEN.match(text, at)
            if m is None:
                raise _fault(text, at, line)
            at = m.end()
            if m.lastgroup != "space":
                yield from self.found(m.lastgroup or "", m[0], line, m.start() + 1)

    def found(self, kind: str, text: str, line: int, column: int) -> Iterator[Token]:
        """One token, if it may stand here."""
        if self.tag and kind != self.tag:
            if self.tag == "close":
                raise self.unclosed()
            raise InputError('A tag needs a value in straight quotes: [Name "value"].', line=line, column=column)
        if kind == "tag":
            self.tag = "value"
            yield Token("tag", text[1:].strip(), line, column)
        elif kind == "value" and self.tag:
            self.tag, self.quote = "close", (line, column)
            yield Token("value", ESCAPED.sub(r"\1", text[1:-1]), line, column + 1)
        elif kind == "close" and self.tag:
            self.tag = ""
        elif kind == "word":
            yield _word(text, line, column)
        elif kind == "comment":
            yield Token("comment", (text[1:] if text[0] == ";" else text[1:-1]).strip(), line, column)
        elif kind == "open":
            self.brace, self.parts = Token("comment", "", line, column), [text[1:]]
        elif kind == "value":
            raise InputError("This value belongs to no tag.", line=line, column=column)
        else:
            raise InputError("“{letter}” has no meaning here.", letter=text, line=line, column=column)

    def unclosed(self) -> InputError:
        line, column = self.quote
        return InputError('This value is never closed with "] on its line.', line=line, column=column)

    def end(self, line: int, column: int) -> None:
        """Complain about what is still open at the end of the text."""
        if self.brace is not None:
            at = self.brace
            raise InputError("This comment has no closing brace.", line=at.line, column=at.column)
        if self.tag == "close":
            raise self.unclosed()
        if self.tag:
            raise InputError("The text ends inside a tag.", line=line, column=column)


def tokens(text: Iterable[str]) -> Iterator[Token]:
    """The tokens of lines of text. Raises InputError at the first thing that is none."""
    reader, n, line = Tokenizer(), 0, ""
    for n, line in enumerate(text, 1):
        yield from reader.feed(line, n)
    reader.end(max(n, 1), len(line) + 1)


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


def _fault(text: str, at: int, line: int) -> InputError:
    if text[at] == '"':
        return InputError('This value is never closed with "] on its line.', line=line, column=at + 1)
    if text[at] == "[":
        return InputError('A tag begins with a name: [Name "value"].', line=line, column=at + 1)
    return InputError("“{letter}” has no meaning here.", letter=text[at], line=line, column=at + 1)
