"""Bad input: one clear line with the place, exit status 2, never a traceback, nothing half-written."""

from __future__ import annotations

import contextlib
import random
import re
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.cli import main
from rulebook.records import parse
from rulebook.ruling import InputError
from rulebook.view.steps import document

GOOD = """[Schema "1"]
[Game "bid-whist"]
[Dealer "S"]
[Deal "S:J832.T4.54.Q74.B AK97.QH7.D.T5 - -"]
[Auction "W"] Pass Pass 3low 4low
"""
DEAL = "S:J832.T4.54.Q74.B AK97.Q7.9762.T5 Q6.A98.KJT.AKJ2 5.KJ632.Q8.963.L"


def record(*lines: str) -> str:
    return "\n".join(['[Schema "1"]', '[Game "bid-whist"]', '[Dealer "S"]', *lines, ""])


FOUR = '[Auction "W"] Pass Pass Pass 4high'
BAD = {
    "unknown tag": (record('[Deel "S:- - - -"]'), 4, 1, "Deal"),
    "card twice": (record(f'[Deal "{DEAL.replace("S:J832", "S:JJ32")}"]'), 4, 11, "twice"),
    "no such rank": (record(f'[Deal "{DEAL.replace("S:J832", "S:J83Z")}"]'), 4, 13, "Z"),
    "three hands": (record('[Deal "S:- - -"]'), 4, 8, "4"),
    "no seat": (record('[Deal "Q:- - - -"]'), 4, 8, "Q"),
    "eleven cards": (record(f'[Deal "{DEAL.replace("S:J832", "S:J83")}"]'), 4, 8, "12"),
    "no joker in the pack": (record('[Rules "jokers=0"]', f'[Deal "{DEAL}"]'), 5, 8, "joker"),
    "not a hand": (record('[Deal "S:J832.T4 - - -"]'), 4, 10, "S.H.D.C"),
    "jack or joker": (record('[Kitty "JH xxxxx"]'), 4, 9, "BJ"),
    "no option": (record('[Rules "low_beat_high=on"]'), 4, 9, "low_beats_high"),
    "no value": (record('[Rules "min_bid=9"]'), 4, 9, "3"),
    "not an option": (record('[Rules "min_bid"]'), 4, 9, "key=value"),
    "no game": (record().replace("bid-whist", "bid-wist"), 2, 8, "bid-whist"),
    "unreadable call": (record('[Auction "W"] 4hihg'), 4, 15, "4hihg"),
    "unreadable card": (
        record('[Auction "W"] Pass Pass Pass 4high', '[Declare "S spades"]', '[Do "S discard ZZ"]'),
        6,
        6,
        "ZZ",
    ),
    "Cyrillic ace": (record('[Auction "W"] Pass Pass Pass 4high', '[Play "S"]', "S\u0410"), 6, 2, "\u0410"),
    "cut off in a tag": (record('[Deal "S:- - - -"'), 4, 7, "value"),
    "cut off in a name": (record("[Dea"), 4, 1, "Deal"),
    "open comment": (record("{ never closed"), 4, 1, "comment"),
    "words first": ("Pass Pass\n", 1, 1, "Pass"),
    "nothing": ("", 1, 1, "record"),
    "no side": (record('[Standing "XY=3"]'), 4, 12, "NS=0"),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("lang", ["en", "ru", "kk"])
def test_one_line_with_the_place(name, lang, tmp_path, capsys):
    text, line, column, hint = BAD[name]
    file = tmp_path / "bad.case"
    file.write_text(text, "utf-8")
    assert main(["replay", str(file), "--lang", lang]) == 2
    out, err = capsys.readouterr()
    assert re.fullmatch(rf"{re.escape(str(file))}:{line}:{column}: [^\n]+\n", err), err
    assert hint in err or lang != "en"
    assert "Traceback" not in out + err


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (b'[Schema "1"]\n[Title "\xff"]\n', 2, 9),
        (random.Random(1).randbytes(10_000_000), None, None),
        (b"\x00" * 10_000_000, None, None),
        ('[Schema "1"]\n[Title "Ә"]\n'.encode("utf-16")[:-1], None, None),
        ('[Title "туз"]'.encode("cp1251"), 1, 9),
    ],
    ids=["a stray byte", "10 MB of noise", "10 MB of zeros", "half a letter", "cp1251"],
)
def test_bytes_that_are_no_text(data, line, column, tmp_path, capsys):
    file = tmp_path / "noise.case"
    file.write_bytes(data)
    assert main(["score", str(file), "--lang", "en"]) == 2
    _, err = capsys.readouterr()
    assert err.count("\n") == 1
    assert line is None or err.startswith(f"{file}:{line}:{column}: ")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings_that_are_read(encoding, tmp_path, capsys):
    file = tmp_path / "deal.case"
    file.write_bytes(record('[Deal "S:- - - -"]', '[Auction "W"] Pass Pass 3low 4low').encode(encoding))
    assert main(["replay", str(file), "--lang", "en"]) == 0
    assert "4 low" in capsys.readouterr().out


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_with_a_place(text):
    fault = None
    try:
        list(parse(text))
    except InputError as found:
        fault = found
    assert fault is None or (fault.line > 0 and fault.column > 0 and "\n" not in fault.explain())


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(GOOD)), st.characters())
def test_one_wrong_letter_never_breaks_a_reader(at, letter):
    with contextlib.suppress(InputError):
        for rec in parse(GOOD[:at] + letter + GOOD[at + 1 :]):
            document(rec)


def test_missing_file_and_wrong_calls(capsys):
    for call in (
        ["replay", "no-such-file.case"],
        ["reply"],
        ["legal"],
        ["replay", "x", "--lang", "xx"],
        ["options", "whist"],
    ):
        assert main([*call]) == 2
        out, err = capsys.readouterr()
        assert err.count("\n") == 1, (call, err)


def test_importing_rulebook_loads_the_standard_library_only():
    code = (
        "import sys; before = set(sys.modules); import rulebook; "
        "new = {m.partition('.')[0] for m in set(sys.modules) - before} - {'rulebook'}; "
        "print(sorted(new - set(sys.stdlib_module_names)))"
    )
    program = f"import sys; sys.path.insert(0, '.'); {code}"
    done = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
