"""The scoring pad of a rubber as players drew it: points for tricks below a line, all others above.

A pad is filled from the documents of `rulebook.view.steps`, one deal after the other.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import escape
from typing import Any, NamedTuple

from rulebook.i18n import DATA, Lang
from rulebook.i18n import lang as language
from rulebook.view.signs import RuleLink
from rulebook.view.words import Words, words

Json = Mapping[str, Any]
Column = dict[str, list["Item"]]  # by side
MARKS = ("above", "below", "games")  # what a side has beside its points in the running game
GAMES = 2  # games that win a rubber
LAWS = ("auction-bridge", "three-hand-auction")  # games in which the numbered laws hold


class Item(NamedTuple):
    """A number on the pad: from which deal (0 when it was brought forward), by which rule, at which step.

    `law`: whether the numbered laws hold in its game.
    """

    points: int
    deal: int
    rule: str = ""
    text: str = ""
    step: int | None = None
    law: bool = False


class Pad:
    """One rubber. `games` are the trick scores, a list for each game; the last one is still open.

    >>> pad = Pad(["NS", "EW"])
    >>> pad.above["NS"].append(Item(40, 1))
    >>> pad.total("NS"), len(pad.games), pad.over
    (40, 1, False)
    """

    def __init__(self, sides: Iterable[str], game: str = "") -> None:
        self.sides, self.game = list(sides), game
        self.left: Mapping[str, Mapping[str, int]] = {}  # what the last deal left to the next one
        self.above: Column = self._empty()
        self.games: list[Column] = [self._empty()]
        self.over = False

    def _empty(self) -> Column:
        return {side: [] for side in self.sides}

    def total(self, side: str) -> int:
        """Everything the side has written."""
        columns = (self.above, *self.games)
        return sum(item.points for column in columns for item in column[side])

    def written(self, side: str) -> bool:
        """Whether the side has any number on the pad."""
        return any(column[side] for column in (self.above, *self.games))

    @property
    def begun(self) -> bool:
        """Whether any side has a number on the pad."""
        return any(map(self.written, self.sides))

    def bring(self, before: Mapping[str, Mapping[str, int]]) -> None:
        """What stood on the pad before the first deal that is known: one number for each kind."""
        kept = any(before[side]["games"] for side in self.sides)
        for side in self.sides:
            for name, column in (("above", self.above), ("below", self.games[0])):
                if n := before[side][name]:
                    column[side].append(Item(n, 0))
        if kept:
            self.games.append(self._empty())
        for side in self.sides:
            if n := before[side]["points"]:
                self.games[-1][side].append(Item(n, 0))

    def write(self, n: int, doc: Json) -> None:
        """The entries of a deal, and a line under a game that it has ended."""
        steps = [step["n"] for step in doc["steps"] if step["phase"] == "score"]
        before = doc["setup"]["before"]
        for entry, step in zip(doc["ledger"], steps, strict=True):
            column = self.above if entry["column"] == "above" else self.games[-1]
            if entry["points"]:
                item = Item(entry["points"], n, entry["rule"], entry["text"], step, has_laws(doc))
                column[entry["side"]].append(item)
        games = doc.get("marks", {})
        self.over = doc["winner"] is not None
        marks = {side: {name: games.get(side, {}).get(name, 0) for name in MARKS} for side in self.sides}
        self.left = {side: {"points": doc["standing"][side]} | marks[side] for side in self.sides}
        if any(games.get(side, {}).get("games", 0) > before[side]["games"] for side in self.sides):
            self.games.append(self._empty())

    def goes_on(self, doc: Json) -> bool:
        """Whether the deal belongs to this rubber: it begins where the last one ended."""
        return has_pad(doc) and doc["game"] == self.game and doc["setup"]["before"] == self.left


def has_pad(doc: Json) -> bool:
    """Whether the deal belongs to a rubber that is written on a pad."""
    return "before" in doc.get("setup", {})


def winner(doc: Json) -> str | None:
    """Who has won the game, or the rubber: nobody where an hour has ended it before a second game."""
    side: str | None = doc["winner"]
    games = doc.get("marks", {}).get(side, {}).get("games", 0)
    return side if games >= GAMES or not has_pad(doc) else None


class Pads:
    """The pads of a file: `add` gives one back when its rubber is over, `open` is the one being written.

    Before that, `leave` gives back the pad of another match, which stays unfinished.
    """

    def __init__(self) -> None:
        self.open: Pad | None = None

    def leave(self, doc: Json) -> Pad | None:
        """The pad that is being written, if this deal belongs to another match."""
        if self.open is None or "steps" not in doc or self.open.goes_on(doc):
            return None
        left, self.open = self.open, None
        return left

    def add(self, n: int, doc: Json) -> Pad | None:
        """The pad after deal `n`, if it is full."""
        if not has_pad(doc):
            return None
        if self.open is None:
            self.open = Pad(doc["standing"], doc["game"])
            self.open.bring(doc["setup"]["before"])
        self.open.write(n, doc)
        if not self.open.over:
            return None
        done, self.open = self.open, None
        return done


def pads(docs: Iterable[Json]) -> Iterator[Pad]:
    """Every pad of these deals; the last one may be unfinished."""
    found = Pads()
    for n, doc in enumerate(docs, 1):
        yield from filter(None, (found.leave(doc), found.add(n, doc)))
    if found.open is not None:
        yield found.open


@cache
def _laws() -> Mapping[str, str]:
    path = DATA / "rules.json"
    if not path.is_file():
        return {}
    return {r["id"]: r.get("law", "") for r in json.loads(path.read_text("utf-8"))["rules"]}


def has_laws(doc: Json) -> bool:
    """Whether the numbered laws, those of auction bridge, hold in this game."""
    return doc["game"] in LAWS


def law(rule: str, say: Lang) -> str:
    """The law that a rule stands for, where it has one."""
    numbers = _laws().get(rule, "").split()
    if not numbers:
        return ""
    word = say.word("pad", "law {n}") if len(numbers) == 1 else say.word("pad", "laws {n}")
    return word.format(n=", ".join(numbers))


def cited(doc: Json, rule: str, say: Lang) -> str:
    """The id of a rule, with the law that it stands for in auction bridge."""
    return ", ".join(filter(None, (rule, law(rule, say) if has_laws(doc) else "")))


def _number(points: int) -> str:
    return str(points).replace("-", "\u2212")


def _rows(column: Column, *, upward: bool = False) -> list[list[Item | None]]:
    """The rows of a part of the pad, from the top; above the line players write upwards."""
    height = max((len(items) for items in column.values()), default=0)
    order = [height - 1 - i for i in range(height)] if upward else list(range(height))
    return [[items[i] if i < len(items) else None for items in column.values()] for i in order]


def _parts(found: Pad) -> list[Column]:
    """The games with something in them."""
    return [game for game in found.games if any(game.values())]


# -- in a terminal -----------------------------------------------------------------------------


def lines(found: Pad, say: Lang) -> Iterator[str]:
    """The pad drawn with characters; behind each number its deal."""
    w = words(say).at(found.sides)
    heads = [w.seat(side) for side in found.sides]
    wide = max(14, *map(len, heads))
    title = say.word("pad", "The pad; behind each number its deal")
    yield f"{title}:"
    yield _line(heads, wide)
    yield "\u253c".join(["\u2500" * wide] * len(heads))
    yield _line([""] * len(heads), wide)
    for row in _rows(found.above, upward=True):
        yield _line([_cell(item) for item in row], wide)
    yield "\u256a".join(["\u2550" * wide] * len(heads))
    for i, game in enumerate(_parts(found)):
        if i:
            yield "\u253c".join(["\u2500" * wide] * len(heads))
        for row in _rows(game):
            yield _line([_cell(item) for item in row], wide)
    yield "\u256a".join(["\u2550" * wide] * len(heads))
    yield _line([_number(found.total(side)) for side in found.sides], wide)


def _line(cells: list[str], wide: int) -> str:
    """One row of the pad: each number stands against its own side of the cell."""
    return "\u2502".join(f"{cell:^{wide}}" for cell in cells).rstrip()


def _cell(item: Item | None) -> str:
    if item is None:
        return ""
    deal = f"({item.deal})" if item.deal else ""
    return f"{_number(item.points):>5} {deal:<4}"


# -- on a page ---------------------------------------------------------------------------------


def html(found: Pad, w: Words, *, rule_link: RuleLink, title: str = "", tied: bool = False) -> str:
    """The pad as a table. Each number leads to its rule and names its deal and its law.

    With `tied` the numbers belong to the steps of one deal, and those are not named.
    """
    say, w = language(w.code), w.at(found.sides)
    heads = "".join(f'<th scope="col">{escape(w.seat(side))}</th>' for side in found.sides)
    above, below = escape(w.above), escape(w.below)
    body = _group(found.above, above, "above", say, rule_link, upward=True, tied=tied)
    parts = _parts(found) or [found.games[-1]]
    for n, game in enumerate(parts, 1):
        label = f"{below}, {escape(say.word('pad', 'game {n}').format(n=n))}" if len(parts) > 1 else below
        body += _group(game, label, "below", say, rule_link, tied=tied)
    total = escape(say.word("pad", "All together"))
    steps = [item.step for column in (found.above, *found.games) for items in column.values() for item in items]
    last = max((step for step in steps if step is not None), default=None)
    end = f' data-n="{last}"' if tied and last is not None else ""
    sums = "".join(f'<td class="r"><span{end}>{_number(found.total(side))}</span></td>' for side in found.sides)
    caption = escape(title or say.word("pad", "The pad"))
    return (
        f'<table class="pad rec"><caption>{caption}</caption>'
        f'<thead><tr><td></td>{heads}</tr></thead>{body}<tfoot><tr><th scope="row">{total}</th>{sums}</tr></tfoot>'
        f"</table>\n"
    )


def _group(
    column: Column, label: str, kind: str, say: Lang, rule_link: RuleLink, *, tied: bool, upward: bool = False
) -> str:
    rows = _rows(column, upward=upward) or [[None] * len(column)]
    head = f'<th scope="rowgroup" rowspan="{len(rows)}">{label}</th>'
    body = "".join(
        f"<tr>{head * (not i)}" + "".join(f'<td class="r">{_html(item, say, rule_link, tied)}</td>' for item in row)
        + "</tr>"
        for i, row in enumerate(rows)
    )  # fmt: skip
    return f'<tbody class="{kind}">{body}</tbody>'


def _html(item: Item | None, say: Lang, rule_link: RuleLink, tied: bool) -> str:
    if item is None:
        return ""
    number = _number(item.points)
    if not item.deal:
        forward = escape(say.word("pad", "brought forward"))
        return f"{number} <small>{forward}</small>"
    href, _ = rule_link(item.rule)
    notes = [] if tied else [say.word("pad", "deal {n}").format(n=item.deal)]
    notes += filter(None, [law(item.rule, say) if item.law else ""])
    shown = f"<small>{escape(', '.join(notes))}</small>" if notes else ""
    title = escape(item.text)
    link = (
        f'<a href="{escape(href)}" title="{title}">{number}</a>' if href else f'<span title="{title}">{number}</span>'
    )
    step = f' data-n="{item.step}"' if tied and item.step is not None else ""
    return f"<span{step}>{link} {shown}</span>"
