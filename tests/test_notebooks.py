"""Every cell of every notebook in every language runs and shows what tests/notebooks/ holds.

When an answer changes on purpose: `python -m tests.test_notebooks` writes the files anew; read the difference.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from _site import notebooks, paths
from tests import notebook_runner

EXPECTED = Path(__file__).parent / "notebooks"
CASES = [(name, lang) for name in notebooks.names() for lang in paths.LANGS]


def shown(name: str, lang: str) -> str:
    parts = [f"--- {cell}\n{text}" for cell, text in notebook_runner.run(notebooks.localised(name, lang))]
    return "".join(parts)


@pytest.mark.parametrize(("name", "lang"), CASES)
def test_cells_show_what_is_expected(name: str, lang: str) -> None:
    assert shown(name, lang) == (EXPECTED / f"{name}.{lang}.txt").read_text("utf-8")


@pytest.mark.parametrize(("name", "lang"), CASES)
def test_text_is_translated_and_code_is_not(name: str, lang: str) -> None:
    english, other = notebooks.read(name), notebooks.localised(name, lang)
    for ours, theirs in zip(english["cells"], other["cells"], strict=True):
        if ours["cell_type"] == "markdown":
            letters = re.findall("[а-яёәғқңөұүһі]", notebooks.source(theirs), re.I)
            assert bool(letters) == (lang != "en"), notebooks.source(theirs)
        else:
            code = [re.sub("#.*|lang = .*", "", notebooks.source(cell)) for cell in (ours, theirs)]
            assert code[0] == code[1]


def test_every_notebook_stands_on_a_page() -> None:
    pages = "".join(path.read_text("utf-8") for path in paths.DOCS.rglob("*.md"))
    for name in notebooks.names():
        assert f"{{notebook}} {name}\n" in pages


if __name__ == "__main__":
    for name, lang in CASES:
        paths.write(EXPECTED / f"{name}.{lang}.txt", shown(name, lang))
