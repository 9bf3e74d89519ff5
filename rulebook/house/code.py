"""A sheet as a short code for a link or a picture: `A`, then letters and digits.

The letter is the version. Behind it stand in base 32 a checksum and the sheet, in which every word
that was known when the version was made takes two bytes. The list of these words never changes:
a word that comes later is spelt out, so a sheet keeps its code for ever. Nothing is unpacked or
evaluated, and a code that this module would not have written itself is refused.

>>> from rulebook.house.sheet import Sheet
>>> code = encode(Sheet("bid-whist", options={"min_bid": "4"}, name="Friday"))
>>> code, decode(code.lower()).name
('ARAN5TFPYAD4FIH2GOJUWIYLZ', 'Friday')
"""

from __future__ import annotations

import re
from base64 import b32decode, b32encode
from functools import cache
from pathlib import Path
from zlib import crc32

from rulebook.house.sheet import Sheet
from rulebook.ruling import InputError

VERSION = "A"
CODE = re.compile(r"[A-Za-z][A-Za-z2-7]{8,}", re.ASCII)
LONGEST = 6000  # letters
FIRST = 0xF8  # the first byte of a listed word; UTF-8 never uses it
END = b"\x1f"


@cache
def _words() -> tuple[str, ...]:
    """Games, presets and options with their values, as they were when version A was made."""
    return tuple(Path(__file__).with_name("words.txt").read_text("utf-8").split())


def looks_like(text: str) -> bool:
    """Whether this can be meant as a code."""
    return CODE.fullmatch(text) is not None


def encode(sheet: Sheet) -> str:
    """The code of a sheet."""
    head = f"{sheet.game}:{sheet.preset}" if sheet.preset else sheet.game
    words = [head, *(f"{key}={value}" for key, value in sheet.options.items())]
    texts = END.join(text.encode() for text in ("", sheet.name, sheet.notes, sheet.edition))
    body = b"".join(map(_packed, words)) + texts.rstrip(END)
    check = crc32(VERSION.encode() + body).to_bytes(4, "big")
    return VERSION + b32encode(check + body).decode().rstrip("=")


def _packed(word: str) -> bytes:
    known = _numbers().get(word)
    return f"{word} ".encode() if known is None else bytes((FIRST + (known >> 8), known & 255))


@cache
def _numbers() -> dict[str, int]:
    return {word: n for n, word in enumerate(_words())}


def decode(code: str) -> Sheet:
    """The sheet of a code. Raises InputError in one sentence, whatever the text is."""
    text = code.strip().upper()
    if len(text) > LONGEST:
        raise InputError("This code is too long for a sheet.")
    if not looks_like(text):
        raise InputError("This is not the code of a sheet. A code has only letters and the digits from 2 to 7.")
    if text[0] != VERSION:
        raise InputError("Codes that begin with {letter} are not known in this edition.", letter=text[0])
    try:
        data = b32decode(text[1:] + "=" * (-(len(text) - 1) % 8))
        check, body = data[:4], data[4:]
        sheet = _unpacked(body) if check == crc32(VERSION.encode() + body).to_bytes(4, "big") else None
    except (ValueError, IndexError):  # InputError is a ValueError too
        sheet = None
    if sheet is None or encode(sheet) != text:
        raise InputError("This code is mistyped or cut off.")
    return sheet


def _unpacked(body: bytes) -> Sheet:
    words, at = [], 0
    while body[at : at + 1] not in (END, b""):
        if body[at] >= FIRST:
            words.append(_words()[((body[at] - FIRST) << 8) + body[at + 1]])
            at += 2
        else:
            stop = body.index(b" ", at)
            words.append(body[at:stop].decode())
            at = stop + 1
    texts = [text.decode() for text in body[at + 1 :].split(END)] + ["", "", ""]
    game, _, preset = words[0].partition(":")
    options = dict(word.split("=", 1) for word in words[1:])
    return Sheet(game, preset, options, name=texts[0], notes=texts[1], edition=texts[2])
