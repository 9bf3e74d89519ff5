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


# What a reader may get wrong: the cell, what stands there, what is written instead, words of the answer.
CARELESS = [
    ("bid-an-auction", "auction", '"3high Pass Pass"', '""', ""),
    ("bid-an-auction", "auction", '"3high Pass Pass"', '"3hi Pass"', "W 3hi"),
    ("bid-an-auction", "auction", '"S", "W"', '"Q", "W"', "N, E, S, W"),
    ("bid-an-auction", "auction", '"S", "W"', '"S", "Q"', "N, E, S, W"),
    ("bid-an-auction", "load", '"min_bid": 3', '"min_bid": 9', "min_bid"),
    ("bid-an-auction", "load", '"min_bid": 3', '"minimum": 3', "minimum"),
    ("bid-an-auction", "load", '"min_bid": 3', '"kitty": "none"', "54"),
    ("bid-an-auction", "ask", '"S 3low"', '"S 3lo"', "S 3lo"),
    ("bid-an-auction", "ask", '"S 3low"', '""', ""),
    ("score-a-match", "enter", "NS=10 EW=2", "NS=10 EW=3", "12"),
    ("score-a-match", "enter", "NS=10 EW=2", "NS=ten EW=2", "NS=ten"),
    ("score-a-match", "enter", "4high", "4hi", "4hi"),
    ("score-a-match", "enter", '"spades"', '"spade"', "spade"),
    ("score-a-match", "enter", '("S",', '("Q",', "Q"),
    ("score-a-match", "house", 'back_door="on"', 'back_door="yes"', "back_door"),
    ("score-a-match", "compare", "nt_score", "nt_scores", "nt_score"),
    ("score-a-match", "compare", '"nt_score": "single"', '"kitty": "none"', "54"),
    ("settle-an-argument", "load", '"illegal_play": "table"', '"kitty": "none", "jokers": 0', "0"),
    ("settle-an-argument", "load", '"illegal_play": "table"', '"illegal_play": "maybe"', "illegal_play"),
    ("settle-an-argument", "write", "CT\n", "C1\n", "C1"),
    ("settle-an-argument", "write", 'Dealer "S"', 'Dealer "Q"', "N, E, S, W"),
    ("settle-an-argument", "write", '[Game "bid-whist"]', "", ""),
    ("settle-an-argument", "ask", '"N D9"', '"D9"', "D9"),
]


@pytest.mark.parametrize("lang", paths.LANGS)
@pytest.mark.parametrize(("name", "cell", "there", "instead", "words"), CARELESS)
def test_careless_input_gets_a_sentence(lang: str, name: str, cell: str, there: str, instead: str, words: str) -> None:
    book = notebooks.localised(name, lang)
    wrong = next(c for c in book["cells"] if c["id"] == cell)
    assert there in notebooks.source(wrong)
    wrong["source"] = [notebooks.source(wrong).replace(there, instead)]
    said = "".join(text for _, text in notebook_runner.run(book))
    assert words in said
    assert "Traceback" not in said
    if lang != "en" and words:
        line = next(line for line in said.splitlines() if words in line)
        assert re.search("[а-яёәғқңөұүһі]", line, re.I), line


if __name__ == "__main__":
    for name, lang in CASES:
        paths.write(EXPECTED / f"{name}.{lang}.txt", shown(name, lang))
