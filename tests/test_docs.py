"""Every `>>>` and every command that a reader is shown runs; one that nobody runs is an error."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from _site.paths import ROOT
from rulebook.cli import main

TEXTS = [ROOT / name for name in ("README.md", "CONTRIBUTING.md")] + sorted((ROOT / "docs").rglob("*.md"))
FENCE = re.compile(r"^```+(\S*).*?\n(.*?)^```+$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("path", [p for p in TEXTS if ">>>" in p.read_text("utf-8")], ids=lambda p: p.name)
def test_python_shown_on_a_page_runs(path: Path, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("LANG", "C")
    text = "\n".join(body for _, body in FENCE.findall(path.read_text("utf-8")) if ">>>" in body)
    assert text.count(">>>") == path.read_text("utf-8").count(">>>"), "a >>> outside a fence"
    found = doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0)
    assert len(found.examples) == len(re.findall(r"^>>>", text, re.MULTILINE))
    result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(found)
    assert result.failed == 0


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_commands_shown_on_a_page_work(path: Path, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    for language, body in FENCE.findall(path.read_text("utf-8")):
        if language not in ("", "sh", "console", "bash", "text"):
            continue
        for line in body.splitlines():
            words = shlex.split(line.removeprefix("$ "), comments=True) if "rulebook " in line else []
            if words[:1] == ["rulebook"]:
                status = main(words[1:])
                assert status in (0, 1), (line, capsys.readouterr().err)


def test_every_make_target_named_in_a_text_exists():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    named = {m for p in TEXTS for m in re.findall(r"`make ([a-z]+)", p.read_text("utf-8"))}
    assert len(named) > 3
    assert {n for n in named if not re.search(rf"^{n}:", makefile, re.MULTILINE)} == set()
