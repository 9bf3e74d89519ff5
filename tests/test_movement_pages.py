"""The drawings of who sits where, and the tables that say the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sphinx.errors import SphinxError
from sphinx.testing.util import SphinxTestApp

from _ext.movement import CHARTS
from rulebook.parts.movement import SIX, Three, meetings, pivot, six_tables

ROOT = Path(__file__).parents[1]
CONF = f"""
project = html_title = "Test"
extensions = ["myst_parser", "_ext"]
templates_path = [{str(ROOT / "docs/_templates")!r}]
html_static_path = [{str(ROOT / "docs/_static")!r}, {str(ROOT / "rulebook/view/static")!r}]
html_theme = "furo"
html_copy_source = False
"""


def built(folder: Path, *directives: str) -> str:
    """The page with these directives."""
    source = folder / "source"
    source.mkdir()
    (source / "conf.py").write_text(CONF, "utf-8")
    (source / "index.md").write_text("\n".join(["# Page\n", *(f"```{d}\n```\n" for d in directives)]), "utf-8")
    app = SphinxTestApp("html", srcdir=source, builddir=folder / "build")
    try:
        app.build()
        return (Path(app.outdir) / "index.html").read_text("utf-8")
    finally:
        app.cleanup()


def rows(text: str) -> list[list[str]]:
    """The cells of the body of each table, a list per row."""
    bodies = re.findall(r"<tbody>(.*?)</tbody>", text, re.S)
    return [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row) for body in bodies for row in body.split("</tr>") if row]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """For each game its drawings and its table."""
    text = built(tmp_path_factory.mktemp("site"), *(f"{{movement}} {game}" for game in CHARTS))
    return dict(zip(CHARTS, text.split('<figure class="rounds"')[1:], strict=True))


@pytest.mark.parametrize(
    ("game", "drawings", "arrows"),
    [
        ("pivot-bridge", 3, 3),
        ("kings-bridge", 3, 3),
        ("bridge-for-three", 4, 1),
        ("six-hand-bridge", 3, 6),
        ("progressive-bridge", 3, 3),
    ],
)
def test_each_round_is_drawn_with_an_arrow_for_each_who_moves(pages, game, drawings, arrows):
    found = re.findall(r"<svg.*?</svg>", pages[game], re.S)
    assert [svg.count("<polygon") for svg in found] == [arrows] * drawings
    assert len(rows(pages[game])) == drawings


@pytest.mark.parametrize("game", ["pivot-bridge", "kings-bridge"])
def test_the_table_of_four_says_what_the_movement_says(pages, game):
    seatings = [list(seated) for seated in pivot(2).rounds("BCAD", 3)]
    assert [row[1:5] for row in rows(pages[game])] == seatings
    assert {row[5].partition(",")[0] for row in rows(pages[game])} == {"B–A", "C–A", "D–A"}


def test_the_table_of_three_names_the_dealer_and_the_empty_seat(pages):
    deal = Three(2)
    for row in rows(pages["bridge-for-three"]):
        assert row[1 + deal.empty] == "–"
        assert row[1 + deal.dealer] == row[5]
        deal = deal.next


def test_the_table_of_six_names_the_pairs_that_meet(pages):
    for n, (row, seated) in enumerate(zip(rows(pages["six-hand-bridge"]), SIX.rounds("ABCABC", 3), strict=True), 1):
        assert row[1:7] == list(seated)
        assert row[7:] == ["–".join(table.pairs) for table in six_tables(n) if table]


def test_the_tables_of_progressive_bridge(pages):
    met = [[f"{one}–{other}" for one, other in round_] for round_ in meetings(3, 3)]
    assert [row[1:] for row in rows(pages["progressive-bridge"])] == met


def test_the_picture_is_for_the_eye_and_the_table_for_the_ear(pages):
    for text in pages.values():
        assert text.startswith(' aria-hidden="true"')
        assert re.search(r'<table class="seats"><caption><span class="vh">[^<]+</span></caption>', text)


def test_a_settlement_is_shown_player_by_player(tmp_path):
    text = built(tmp_path, "{settling} 240 980 456")
    assert rows(text) == [
        ["A", "240", "", "−740", "−216", "−956"],
        ["B", "980", "+740", "", "+524", "+1264"],
        ["C", "456", "+216", "−524", "", "−308"],
    ]


@pytest.mark.parametrize(
    ("directive", "complaint"),
    [
        ("{movement} whist", "No movement belongs to whist."),
        ("{settling} 240 many", "“240 many” is not a row of whole numbers."),
    ],
)
def test_what_cannot_be_shown_is_reported(directive, complaint, tmp_path):
    with pytest.raises(SphinxError, match=re.escape(complaint)):
        built(tmp_path, directive)
