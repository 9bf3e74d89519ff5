"""The changes of a simulation as a small picture (SVG): a bar for each range of points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html import escape
from math import floor
from typing import Any

from rulebook.i18n import Lang
from rulebook.simulate.told import decimal, percent, played

Json = dict[str, Any]
WIDTH, HEIGHT, LEFT, TOP, FOOT = 640, 320, 20, 84, 44
BARS = 24
STEPS = (1, 2, 5)


def step(low: float, high: float) -> int:
    """How many points a bar covers: 1, 2 or 5 with noughts, so that there are not too many bars.

    >>> step(-3, 4), step(-400, 300)
    (1, 50)
    """
    size = 1
    while True:
        for n in STEPS:
            if (high - low) / (n * size) <= BARS:
                return n * size
        size *= 10


def bars(changes: list[list[float]]) -> tuple[int, Counter[int]]:
    """How many points a bar covers, and how many deals belong to each; deals without a change are left out."""
    moved = [(x, n) for x, n in changes if x]
    if not moved:
        return 1, Counter()
    width = step(min(0, *(x for x, _ in moved)), max(0, *(x for x, _ in moved)))
    found: Counter[int] = Counter()
    for x, n in moved:
        found[floor(x / width)] += int(n)
    return width, found


def svg(doc: Json, say: Lang) -> str:
    """The whole picture."""
    title = say.word("simulate", "Change of the score in the deals with another score")
    width, found = bars(doc["changes"])
    differs = say.word("simulate", "Deals with another score")
    about = f"{played(doc, say)} {differs}: {percent(doc['differs'], say)}"
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13" fill="#222"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" lang="{say.code}" {size}>',
            f"<title>{escape(title)}</title>",
            f"<desc>{escape(_told(found, width, say))}</desc>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
            f'<text x="{LEFT}" y="22" font-size="15">{escape(title)}</text>',
            f'<text x="{LEFT}" y="42">{escape(doc["b"]["rules"])}</text>',
            f'<text x="{LEFT}" y="62">{escape(about)}</text>',
            *_drawn(found, width, say),
            "</svg>",
            "",
        ]
    )


def _told(found: Counter[int], width: int, say: Lang) -> str:
    """The same in words, for those who do not see it: points and deals."""
    return "; ".join(f"{_span(i, width, say)}: {n}" for i, n in sorted(found.items()))


def _span(i: int, width: int, say: Lang) -> str:
    low, high = i * width, (i + 1) * width
    return decimal(low, say, 0) if width == 1 else f"{decimal(low, say, 0)} … {decimal(high, say, 0)}"


def _drawn(found: Counter[int], width: int, say: Lang) -> Iterator[str]:
    if not found:
        return
    first, last = min(0, *found), max(0, *found)
    wide = (WIDTH - 2 * LEFT) / (last - first + 1)
    floor_ = HEIGHT - FOOT
    tall = (floor_ - TOP) / max(found.values())
    for i, n in sorted(found.items()):
        x, h = LEFT + (i - first) * wide, max(1.0, n * tall)
        colour = "#2b6cb0" if i >= 0 else "#b7791f"
        yield (
            f'<rect x="{x + 1:.1f}" y="{floor_ - h:.1f}" width="{wide - 2:.1f}" height="{h:.1f}" fill="{colour}">'
            f"<title>{escape(_span(i, width, say))}: {n}</title></rect>"
        )
    yield f'<line x1="{LEFT}" y1="{floor_}" x2="{WIDTH - LEFT}" y2="{floor_}" stroke="#222"/>'
    every = max(1, (last - first + 1) // 8)
    for i in range(first, last + 1):
        if (i - first) % every == 0:
            x = LEFT + (i - first + (0.5 if width == 1 else 0)) * wide
            yield f'<text x="{x:.1f}" y="{floor_ + 17}" text-anchor="middle">{decimal(i * width, say, 0)}</text>'
    unit = say.word("simulate", "points; the higher the bar, the more deals")
    yield f'<text x="{WIDTH / 2:.0f}" y="{HEIGHT - 8}" text-anchor="middle">{escape(unit)}</text>'
