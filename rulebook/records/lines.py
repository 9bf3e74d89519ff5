"""A file as text, a block at a time, so that a file of any length takes the same memory."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from rulebook.ruling import InputError

BLOCK = 1 << 16  # bytes that are read at once
LONGEST = 1 << 20  # letters of one line, or of one paragraph; a longer one is no part of a record


class Lines:
    """The lines of a text in UTF-8, with or without byte order mark, or in UTF-16 with one.

    To iterate raises InputError that names the place of the first byte that is not text.

    >>> from io import BytesIO
    >>> list(Lines(BytesIO(b"\\xef\\xbb\\xbfone\\r\\ntwo")))
    ['one', 'two']
    >>> list(Lines(BytesIO(b"one\\ntwo\\n\\n\\nthree\\n")).paragraphs())
    [(1, 'one\\ntwo'), (5, 'three')]
    """

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream

    def __iter__(self) -> Iterator[str]:
        for block in self._blocks():
            yield from block.split("\n")

    def paragraphs(self) -> Iterator[tuple[int, str]]:
        """What stands between empty lines, with the number of its first line."""
        return _paragraphs(self._blocks())

    def _blocks(self) -> Iterator[str]:
        """Pieces of the text that end with a line, the end of the last line left out."""
        block = self.stream.read(BLOCK)
        wide = block[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
        decoder = codecs.getincrementaldecoder("utf-16" if wide else "utf-8-sig")()
        rest, done = "", 0
        while True:
            try:
                text = rest + decoder.decode(block, final=not block)
            except UnicodeDecodeError as fault:
                raise _no_text(fault, done, len(rest)) from None
            if "\r" in text:
                text = text.replace("\r\n", "\n")
            whole, end, rest = text.rpartition("\n")
            if end:
                yield whole
                done += whole.count("\n") + 1
            if len(rest) > LONGEST:
                raise InputError("This line is longer than {n} letters.", n=LONGEST, line=done + 1, column=1)
            if not block:
                yield rest
                return
            block = self.stream.read(BLOCK)


def paragraphs(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """What stands between empty lines, with the number of its first line."""
    return lines.paragraphs() if isinstance(lines, Lines) else _paragraphs(lines)


def _paragraphs(blocks: Iterable[str]) -> Iterator[tuple[int, str]]:
    rest, n, first = "", 1, True
    for block in blocks:
        *parts, rest = (block if first else f"{rest}\n{block}").split("\n\n")
        first = False
        for part in parts:
            if part[:1] == "\n":
                n, part = n + 1, part[1:]
            if part and not part.isspace():
                yield n, part
            n += part.count("\n") + 2
        if rest[:1] == "\n":
            n, rest = n + 1, rest[1:]
        if len(rest) > LONGEST:
            raise InputError("This record has more than {n} parts.", n=LONGEST, line=n, column=1)
    if rest and not rest.isspace():
        yield n, rest.rstrip("\n")


def _no_text(fault: UnicodeDecodeError, done: int, letters: int) -> InputError:
    before = fault.object[: fault.start]
    column = fault.start - before.rfind(b"\n")
    return InputError(
        "This is not UTF-8 text: byte {byte} cannot be read.",
        byte=f"0x{fault.object[fault.start]:02X}",
        line=done + before.count(b"\n") + 1,
        column=column if b"\n" in before else column + letters,
    )
