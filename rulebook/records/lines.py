"""A file as lines of text, a block at a time, so that a file of any length takes the same memory."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from typing import BinaryIO

from rulebook.ruling import InputError

BLOCK = 1 << 16  # bytes that are read at once
LONGEST = 1 << 20  # letters of one line; a longer one is no line of a record


def lines(stream: BinaryIO) -> Iterator[str]:
    """The lines of a text in UTF-8, with or without byte order mark, or in UTF-16 with one.

    Raises InputError that names the place of the first byte that is not text.

    >>> from io import BytesIO
    >>> list(lines(BytesIO(b"\\xef\\xbb\\xbfone\\r\\ntwo")))
    ['one', 'two']
    """
    block = stream.read(BLOCK)
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
        *found, rest = text.split("\n")
        yield from found
        done += len(found)
        if len(rest) > LONGEST:
            raise InputError("This line is longer than {n} letters.", n=LONGEST, line=done + 1, column=1)
        if not block:
            break
        block = stream.read(BLOCK)
    yield rest


def _no_text(fault: UnicodeDecodeError, done: int, letters: int) -> InputError:
    before = fault.object[: fault.start]
    column = fault.start - before.rfind(b"\n")
    return InputError(
        "This is not UTF-8 text: byte {byte} cannot be read.",
        byte=f"0x{fault.object[fault.start]:02X}",
        line=done + before.count(b"\n") + 1,
        column=column if b"\n" in before else column + letters,
    )
