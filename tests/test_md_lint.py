"""The checks of Markdown: for each a text that passes and one that does not."""

from __future__ import annotations

import pytest

from _site.md_lint import findings


@pytest.mark.parametrize(
    "text",
    [
        "# A\n\nSee [this](#a) and {term}`bid`.\n",
        "```python\nx[0][1]\n```\n",
        "```{figure} a.png\n:alt: A\n```\n",
    ],
)
def test_good_text_passes(text: str) -> None:
    assert list(findings(text)) == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("A line \n", 1),
        ("No end", 1),
        ("One\r\n", 1),
        ("One\n\n\ttab\n", 3),
        ("See [this][a].\n", 1),
        ("```text\n[a][b]\n```\n\n![](a.png)\n", 5),
        (".. note::\n", 1),
        ("A :term:`bid`.\n", 1),
        ("```pycon\n>>> 1\n```\n", 1),
    ],
)
def test_bad_text_is_found(text: str, line: int) -> None:
    assert [place for place, _ in findings(text)] == [line]
