"""`rulebook convert`: what it reads, writes, says, and leaves alone; and the guide that shows it."""

from __future__ import annotations

import ast
import re
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from rulebook import cases, convert
from rulebook.cli import main
from rulebook.records import formats, load

GUIDE = Path(__file__).parents[1] / "docs" / "guides" / "bridge-records.md"
RECORDS = cases.folder() / "bridge" / "records"
FOSTER = cases.folder() / "bridge" / "deals" / "foster-1.case"
BLOCKS = re.findall(r"^```(text|python)\n(.*?)^```", GUIDE.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def run(*args: object) -> int:
    return main(["convert", *(str(arg) for arg in args)])


def test_from_each_format_into_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for one in formats.MODULES:
        assert run(FOSTER, tmp_path / f"one.{one}") == 0
        for two in formats.MODULES:
            assert run("--force", tmp_path / f"one.{one}", tmp_path / f"two.{two}") == 0
            (record,) = load(tmp_path / f"two.{two}")
            play = record.find("Play")
            assert play is not None
            assert [word.text for word in play.words][:4] == ["S9", "C2", "SQ", "S2"]
    assert "Traceback" not in capsys.readouterr().err


def test_standard_input_and_output(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    text = (RECORDS / "two-royals-doubled.pbn").read_bytes()
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text)))
    assert run("-", "-", "--from", "pbn", "--to", "lin") == 0
    out = capsys.readouterr()
    assert out.out.startswith("pn|")
    assert out.err == "-: The format cannot hold this, and it is left out: [Event], [Scoring].\n"


def test_what_is_left_out_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    many = tmp_path / "many.case"
    many.write_text("\n".join(cases.get(f"bridge/deals/foster-{n}").path.read_text("utf-8") for n in (1, 2)), "utf-8")
    assert run(many, tmp_path / "many.lin") == 0
    assert capsys.readouterr().err == (
        f"{tmp_path}/many.lin: The format cannot hold this, and it is left out: "
        "[Case] (2), [Contract] (1), [Declarer] (1), [Expect] (2), [Play] (1), [Rules] (2), [Source] (2), [Title] (2), "
        "royal spades (1).\n"
    )


def test_what_is_kept_in_other_tags_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(cases.get("bridge/deals/foster-3").path, tmp_path / "a.pbn") == 0
    assert capsys.readouterr().err == (
        f"{tmp_path}/a.pbn: The format has no words for this, kept in tags of our own: a make.\n"
    )


def test_every_name_of_what_is_lost_can_be_translated() -> None:
    """Each text that a writer names is a tag, or stands where translators find it."""
    named = set()
    for file in ("pbn_export", "lin_export", "printed"):
        tree = ast.parse((Path(formats.__file__).parent / f"{file}.py").read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "append":
                lists = ("lost", "found") if file != "printed" else ("lost",)
                if isinstance(node.func.value, ast.Name) and node.func.value.id in lists:
                    named |= {n.value for n in ast.walk(node.args[0]) if isinstance(n, ast.Constant)}
    words = {word for word in named if isinstance(word, str) and not word.startswith("[")}
    assert {"nullo", "royal spades", "marks", "comments", "unknown cards"} <= words
    from rulebook.i18n import lang

    assert words <= set(convert._words(lang("en")))


@pytest.mark.parametrize(("spades", "bid", "said"), [
    ("royal", "1R", "Spades are read as royal spades, at 9 points a trick. Deals: 1.\n"), ("low", "1S", ""),
])  # fmt: skip
def test_royal_spades_on_request(
    spades: str, bid: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = RECORDS / "two-royals-doubled.pbn", tmp_path / "out.case"
    assert run(path, out, "--spades", spades) == 0
    assert bid in out.read_text("utf-8").split()
    assert capsys.readouterr().err == (f"{path}: {said}" if said else "")


def test_nothing_is_written_when_something_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.case"
    out.write_text("as it was", "utf-8")
    assert run("--force", RECORDS / "wrong-declarer-tag.pbn", out) == 2
    assert out.read_text("utf-8") == "as it was"
    assert list(tmp_path.iterdir()) == [out]
    assert ":14:12: The calls make East the declarer" in capsys.readouterr().err
    assert run("--force", "--lenient", RECORDS / "wrong-declarer-tag.pbn", out) == 0
    assert '[Declarer "E"]' in out.read_text("utf-8")


@pytest.mark.parametrize(("args", "said"), [
    (("missing.pbn", "a.case"), "missing.pbn: There is no such file."),
    (("-", "-", "--from", "pbm"), "There is no format pbm. The nearest one: pbn."),
    (("-", "-", "--from", "pbn", "--to", "text"), "There is no format text. The nearest one: txt."),
    (("-", "foo.xyz"), "foo.xyz: The name of this file tells no format. Write --to with one of these: case, pbn,"),
    (("-", "foo"), "foo: The name of this file tells no format."),
    (("foo", "-"), "foo: The name of this file tells no format. Write --from with one of these: case, pbn,"),
])  # fmt: skip
def test_what_cannot_be_converted(args: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*args) == 2
    assert said in capsys.readouterr().err


def test_a_file_that_is_there_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.pbn"
    out.write_text("as it was", "utf-8")
    assert run(FOSTER, out) == 2
    assert out.read_text("utf-8") == "as it was"
    assert capsys.readouterr().err == f"{out}: There is such a file already. With --force it is overwritten.\n"
    assert run("--force", FOSTER, out) == 0
    assert out.read_text("utf-8").startswith("% PBN")


def test_the_name_of_a_format_in_capitals(tmp_path: Path) -> None:
    assert run(FOSTER, tmp_path / "out", "--to", "PBN") == 0
    assert (tmp_path / "out").read_text("utf-8").startswith("% PBN")


def test_a_folder_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(FOSTER, tmp_path / "no" / "a.pbn") == 2
    assert "The file cannot be written" in capsys.readouterr().err


def test_a_deal_that_does_not_fit_stops_strictly_and_is_passed_over_leniently(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    three = cases.get("bridge/deals/three-hand-auction").path.read_text("utf-8")
    both = tmp_path / "both.case"
    both.write_text(f"{three}\n{FOSTER.read_text('utf-8')}", "utf-8")
    assert run(both, tmp_path / "a.pbn") == 2
    assert not (tmp_path / "a.pbn").exists()
    assert run("--lenient", both, tmp_path / "a.pbn") == 0
    assert len(list(load(tmp_path / "a.pbn"))) == 1
    assert capsys.readouterr().err.count("This format holds deals of bridge for four hands") == 2


def test_other_languages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for code in ("ru", "kk"):
        assert run("--lang", code, "--lenient", RECORDS / "dropped-pass.pbn", tmp_path / f"{code}.case") == 0
        told = capsys.readouterr().err
        assert told.count("\n") == 1
        assert ":18:1: " in told


def test_the_table_of_the_guide_becomes_the_record_of_the_guide(capsys: pytest.CaptureFixture[str]) -> None:
    table = next(text for _, text in BLOCKS if text.startswith("Dealer: Z"))
    shown = next(text for _, text in BLOCKS if text.startswith("[Game"))
    assert (RECORDS / "foster-1.txt").read_text("utf-8") == table
    assert run(RECORDS / "foster-1.txt", "-", "--to", "case") == 0
    assert capsys.readouterr().out == shown


def test_the_mistake_of_the_guide_is_told_as_it_says(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (said,) = (text for _, text in BLOCKS if text.startswith("wrong-declarer-tag"))
    monkeypatch.chdir(RECORDS)
    assert run("wrong-declarer-tag.pbn", "-", "--to", "case") == 2
    assert capsys.readouterr().err == said


def test_every_form_of_the_guide_is_there_and_no_other() -> None:
    text = GUIDE.read_text("utf-8")
    assert set(re.findall(r"\| `\.(\w+)` \|", text)) == set(formats.MODULES)
    commands = [line.split() for _, block in BLOCKS for line in block.splitlines() if line.startswith("rulebook ")]
    assert {words[1] for words in commands} == {"convert", "score"}
