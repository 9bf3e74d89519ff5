"""Files as they lie on a disk: their encodings, their length, and the memory that reading them takes."""

from __future__ import annotations

import json
import os
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import BytesIO
from pathlib import Path

import pytest
from boards import boards

from rulebook import cases, game
from rulebook.cli import main
from rulebook.records import formats, lin_export, load, pbn, pbn_export
from rulebook.records.case import Record
from rulebook.records.check import Checker
from rulebook.records.lines import LONGEST, Lines
from rulebook.ruling import InputError

FOLDER = cases.folder() / "bridge" / "records"
TEXTS = {path.name: path.read_text("utf-8") for path in sorted((*FOLDER.glob("*.pbn"), *FOLDER.glob("*.lin")))}
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")
MARKS = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}


def encoded(text: str, encoding: str) -> bytes:
    return MARKS.get(encoding, b"") + text.encode(encoding)


def meaning(record: Record) -> list[tuple[object, ...]]:
    return [(s.tag, s.value, [w[:] for w in s.words], s.notes) for s in record.sections]


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", TEXTS)
def test_every_encoding_says_the_same(name: str, encoding: str, ends: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(encoded(TEXTS[name].replace("\n", ends), encoding))
    found = [meaning(record) for record in load(path, lenient=True)]
    assert found == [meaning(record) for record in load(FOLDER / name, lenient=True)]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_letters_of_every_alphabet_in_a_name(encoding: str, tmp_path: Path) -> None:
    text = TEXTS["two-royals-doubled.pbn"].replace('[West ""]', '[West "Қадір Ё♠"]')
    assert "Қадір" in text
    (tmp_path / "a.pbn").write_bytes(encoded(text, encoding))
    (record,) = load(tmp_path / "a.pbn")
    assert record.tag("West") == "Қадір Ё♠"


def test_a_letter_that_lies_on_the_border_of_two_blocks() -> None:
    text = "x" * 65_535 + "Қ\n" + "y" * 131_071 + "♠\nend"
    assert list(Lines(BytesIO(text.encode()))) == text.split("\n")
    assert list(Lines(BytesIO(text.encode("utf-16")))) == text.split("\n")


@pytest.mark.parametrize(("data", "said"), [
    (b'[Event "a"]\n[Site "\xe9"]\n', "2:8: This is not UTF-8 text: byte 0xE9 cannot be read."),
    (b'[Event "a"]\n' * 9000 + b'[Site "\xff"]\n', "9001:8: This is not UTF-8 text: byte 0xFF cannot be read."),
    (b"\xff\xfe[\x00E", "This is not UTF-8 text"),
])  # fmt: skip
def test_what_is_no_text(data: bytes, said: str, tmp_path: Path) -> None:
    (tmp_path / "a.pbn").write_bytes(data)
    with pytest.raises(InputError) as refused:
        list(load(tmp_path / "a.pbn"))
    if data[:2] != b"\xff\xfe":
        assert str(refused.value).endswith(said)


@pytest.mark.parametrize("form", formats.MODULES)
def test_a_line_without_end(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.{form}"
    path.write_bytes(b"x" * (LONGEST + 70_000))
    with pytest.raises(InputError, match=r"1:1: This line is longer than \d+ letters\."):
        list(load(path))


@pytest.mark.parametrize(("name", "said"), [
    ("missing.pbn", "There is no such file."), (".", "This is a folder and not a file."),
])  # fmt: skip
def test_what_is_no_file(name: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as refused:
        list(load(tmp_path / name, form="pbn"))
    assert refused.value.explain() == said


class Long(BytesIO):
    """A stream of so many boards that are made while it is read."""

    def __init__(self, texts: Iterator[bytes]) -> None:
        super().__init__()
        self.texts, self.rest = texts, b""

    def read(self, size: int | None = -1) -> bytes:
        assert size is not None
        while len(self.rest) < size:
            more = next(self.texts, b"")
            if not more:
                break
            self.rest += more
        found, self.rest = self.rest[:size], self.rest[size:]
        return found


SOME = list(boards(8))
RECORDS = list(pbn.read("".join(SOME).split("\n")))
FORMS: dict[str, list[str]] = {
    "pbn": SOME[1:],
    "pbn, not regular": [text.replace('[Site "', '; a comment\n[Site "') for text in SOME[1:]],
    "lin": [lin_export.write(record, 1)[0] for record in RECORDS],
    "json": [formats.writer("json")(record, 1)[0] for record in RECORDS],
    "case": [f"{formats.writer('case')(record, 1)[0]}\n" for record in RECORDS],
    "txt": [formats.writer("txt")(record, 1)[0] + "\n" for record in RECORDS],
}


def growth(work: Callable[[int], None], few: int, many: int) -> int:
    """By how many bytes the most memory of many deals exceeds that of few."""
    most = []
    work(few)  # what is made once
    for n in (few, many):
        tracemalloc.start()
        work(n)
        most.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    return most[1] - most[0]


FAST = (1000, 16_000, 1 << 20)  # few deals, many, and by how much the memory may grow
SLOW = (250, 2125, 1 << 17)  # as much for each deal, where reading with a trace of the memory takes long


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMS)
def test_reading_takes_no_more_memory_for_more_deals(name: str) -> None:
    read = formats.reader(name.partition(",")[0])

    def work(n: int) -> None:
        texts = (FORMS[name][i % len(FORMS[name])].encode() for i in range(n))
        count = sum(1 for _ in read(Lines(Long(texts)), "", lenient=False))
        assert count == n

    few, many, most = FAST if name in ("pbn", "json", "case") else SLOW
    assert growth(work, few, many) < most


@pytest.mark.slow
def test_checking_and_writing_take_no_more_memory_for_more_deals() -> None:
    check = Checker(game("auction-bridge"))

    def work(n: int) -> None:
        texts = (text.encode() for text in (SOME[1 + i % 8] for i in range(n)))
        for number, record in enumerate(pbn.read(Lines(Long(texts))), 1):
            assert check(record).ledger.final
            pbn_export.write(record, number)

    assert growth(work, 1000, 16_000) < 1 << 20


@pytest.mark.slow
@pytest.mark.parametrize("command", ["convert", "replay"])
def test_the_commands_stream(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Ten times as many deals, and hardly more memory."""
    out = tmp_path / "out.json"

    def work(n: int) -> None:
        path = tmp_path / f"{n}.pbn"
        if not path.exists():
            path.write_text("".join(boards(n)), "utf-8")
        args = ["--force", str(path), str(out)] if command == "convert" else ["--json", str(path)]
        with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
            assert main([command, *args]) == 0

    assert growth(work, 20, 200) < 1 << 19
    assert capsys.readouterr().err == ""
    if command == "convert":
        lines = out.read_text("utf-8").splitlines()
        assert len(lines) == 200
        assert json.loads(lines[-1])["sections"][0] == {"tag": "Game", "value": "auction-bridge"}
