"""Who sits where, drawn round by round from the engine's own movements, with a table that says the same.

- `{movement} GAME`: the seats of each round of this game, for example `pivot-bridge`.
- `{settling} 240 980 456`: what each of these totals receives from each other one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.util.docutils import SphinxDirective

from _ext.page import Page, Place
from rulebook.parts import movement, settlement
from rulebook.parts.movement import SIX, Movement, SixTable, Three, six_tables
from rulebook.ruling import InputError
from rulebook.seats import FOUR

NOBODY = "\u2013"
PEOPLE = "ABCDEF"
TABLES = 3  # as many as a picture of progressive bridge shows


# -- pictures ------------------------------------------------------------------------------------


class Ring(NamedTuple):
    """A seat of a picture: where it is, who sits there, whether that player deals."""

    x: int
    y: int
    who: str
    deals: bool = False


ROUND_TABLE = ((60, 16), (104, 60), (60, 104), (16, 60))  # N E S W
TWO_TABLES = ((24, 65), (80, 112), (150, 112), (206, 65), (80, 18), (150, 18))  # seats 1 to 6
NUMBERS = ((5, 58), (60, 126), (170, 126), (225, 58), (60, 14), (170, 14))  # where their numbers stand
RADIUS = 13


def picture(width: int, height: int, inner: str) -> str:
    """A drawing for the eye alone: the table below it says the same."""
    return f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}">{inner}</svg>'


def ring(seat: Ring) -> str:
    """A seat: a ring with a letter; thick for the dealer, dashed for an empty seat."""
    kind = "empty" if seat.who == NOBODY else "deals" if seat.deals else "sits"
    letter = "" if seat.who == NOBODY else f'<text x="{seat.x}" y="{seat.y + 5}">{escape(seat.who)}</text>'
    return f'<circle class="{kind}" cx="{seat.x}" cy="{seat.y}" r="{RADIUS}"/>{letter}'


def arrow(start: tuple[int, int], end: tuple[int, int], gap: int = RADIUS + 3) -> str:
    """A line from one seat to another that stops short of both rings, with a head."""
    (x, y), (to_x, to_y) = start, end
    length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    dx, dy = (to_x - x) / length, (to_y - y) / length
    tip, foot = (to_x - dx * gap, to_y - dy * gap), (x + dx * gap, y + dy * gap)
    back = (tip[0] - dx * 7, tip[1] - dy * 7)
    head = [tip, (back[0] - dy * 3.5, back[1] + dx * 3.5), (back[0] + dy * 3.5, back[1] - dx * 3.5)]
    points = " ".join(f"{px:.1f},{py:.1f}" for px, py in head)
    return (
        f'<line x1="{foot[0]:.1f}" y1="{foot[1]:.1f}" x2="{back[0]:.1f}" y2="{back[1]:.1f}"/>'
        f'<polygon points="{points}"/>'
    )


def arrows(move: Movement, places: Sequence[tuple[int, int]], leaving: Sequence[int]) -> str:
    """An arrow for each player who goes to another seat."""
    return "".join(arrow(places[seat], places[move.to[seat]]) for seat in leaving if move.to[seat] != seat)


def four(seated: Sequence[str], move: Movement, dealer: int) -> str:
    """One table with four seats."""
    leaving = [seat for seat in move.moving() if seated[seat] != NOBODY]
    rings = "".join(
        ring(Ring(*place, who, seat == dealer))
        for seat, (place, who) in enumerate(zip(ROUND_TABLE, seated, strict=True))
    )
    table = '<rect x="43" y="43" width="34" height="34"/>'
    return picture(120, 120, table + arrows(move, ROUND_TABLE, leaving) + rings)


def six(seated: Sequence[str]) -> str:
    """Two tables put together, six seats."""
    rings = "".join(
        ring(Ring(*place, who, seat in (0, 3)))
        for seat, (place, who) in enumerate(zip(TWO_TABLES, seated, strict=True))
    )
    rings += "".join(f'<text class="number" x="{x}" y="{y}">{n}</text>' for n, (x, y) in enumerate(NUMBERS, 1))
    tables = "".join(f'<rect x="{x}" y="36" width="70" height="58"/>' for x in (45, 115))
    return picture(230, 130, tables + arrows(SIX, TWO_TABLES, range(6)) + rings)


def row_of_tables(meetings: Sequence[tuple[int, int]]) -> str:
    """Tables in a row: the pairs that stay above and below, those that move at the sides."""
    found = []
    for n, (stays, moves) in enumerate(meetings):
        x = 55 + 110 * n
        found.append(f'<rect x="{x - 20}" y="28" width="40" height="40"/>')
        found += [f'<text x="{x}" y="{y}">{stays}</text>' for y in (20, 84)]
        found += [f'<text class="moves" x="{at}" y="53">{moves}</text>' for at in (x - 31, x + 31)]
        if n + 1 < len(meetings):
            found.append(arrow((x + 40, 48), (x + 70, 48), gap=0))
    last = 55 + 110 * (len(meetings) - 1) + 31
    found.append(f'<path d="M{last} 62 Q{last} 104 {last - 20} 104 L44 104 Q24 104 24 72"/>')
    found.append('<polygon points="24,63 20.5,71 27.5,71"/>')
    return picture(110 * len(meetings), 112, "".join(found))


# -- what is shown of each game --------------------------------------------------------------------


class Chart(NamedTuple):
    """Drawings of the rounds, and the table: its caption, heads and rows, the first cell a row's head."""

    caption: str
    drawings: tuple[str, ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    signs: tuple[str, ...]


def _seats(page: Page) -> tuple[str, ...]:
    return tuple(page.lang.value(seat) for seat in FOUR.all)


def _couples(seated: Sequence[str]) -> str:
    return ", ".join(NOBODY.join(pair) for pair in movement.partners(seated))


def _signs(*, empty: bool = False, dealer: str = "") -> tuple[str, ...]:
    found = [_("Arrow: who goes where before the next round.")]
    if dealer:
        found.append(dealer)
    if empty:
        found.append(_("Dashed ring: the empty seat."))
    return tuple(found)


def _turning(page: Page, caption: str, head: str, rounds: Sequence[str]) -> Chart:
    """Four players, one of whom stays: three rounds."""
    move = movement.pivot(2)
    seatings = list(move.rounds(("B", "C", "A", "D"), len(rounds)))
    return Chart(
        caption,
        tuple(four(seated, move, 2) for seated in seatings),
        (head, *_seats(page), _("Opposite each other")),
        tuple((name, *seated, _couples(seated)) for name, seated in zip(rounds, seatings, strict=True)),
        _signs(dealer=_("Thick ring: the first dealer, who stays.")),
    )


def _pivot(page: Page) -> Chart:
    return _turning(page, _("Pivot bridge: who sits where"), _("Rubber"), ("1", "2", "3"))


def _kings(page: Page) -> Chart:
    deals = ("1\u20134", "5\u20138", "9\u201312")
    return _turning(page, _("King’s bridge: who sits where"), _("Deals"), deals)


def _three(page: Page) -> Chart:
    deal, drawings, rows = Three(2), [], []
    seated: tuple[str, ...] = (NOBODY, "C", "A", "B")
    for n in range(1, 5):
        drawings.append(four(seated, deal.move, deal.dealer))
        rows.append((str(n), *seated, seated[deal.dealer]))
        seated, deal = deal.move.after(seated), deal.next
    return Chart(
        _("Bridge for three: who sits where"),
        tuple(drawings),
        (_("Deal"), *_seats(page), _("Dealer")),
        tuple(rows),
        _signs(empty=True, dealer=_("Thick ring: the dealer.")),
    )


def _six(page: Page) -> Chart:
    seatings = list(SIX.rounds("ABCABC", 3))

    def met(table: SixTable | None) -> str:
        return NOBODY if table is None else NOBODY.join(table.pairs)

    return Chart(
        _("Six-hand bridge: who sits where, and which pairs meet"),
        tuple(six(seated) for seated in seatings),
        (_("Deal"), *(_("Seat %s") % n for n in range(1, 7)), _("First table"), _("Second table")),
        tuple((str(n), *seated, *map(met, six_tables(n))) for n, seated in enumerate(seatings, 1)),
        _signs(dealer=_("Thick ring: the dealers, one at each table.")),
    )


def _progressive(page: Page) -> Chart:
    rounds = movement.meetings(TABLES, TABLES)
    return Chart(
        _("Progressive bridge with three tables: which pairs meet"),
        tuple(map(row_of_tables, rounds)),
        (_("Round"), *(_("Card table %s") % n for n in range(1, TABLES + 1))),
        tuple(
            (str(n), *(f"{stays}{NOBODY}{moves}" for stays, moves in meetings)) for n, meetings in enumerate(rounds, 1)
        ),
        _signs(dealer=_("Above and below a table: the pair North and South, which stays. At the sides: the other.")),
    )


CHARTS: dict[str, Callable[[Page], Chart]] = {
    "pivot-bridge": _pivot,
    "progressive-bridge": _progressive,
    "bridge-for-three": _three,
    "six-hand-bridge": _six,
    "kings-bridge": _kings,
}


# -- on the page -----------------------------------------------------------------------------------


def table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]], *, hidden: bool = False) -> str:
    """A table with a head for each row and column."""
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in row[1:])}</tr>'
        for row in rows
    )
    shown = f'<span class="vh">{escape(caption)}</span>' if hidden else escape(caption)
    return (
        f'<div class="scroller" role="region" tabindex="0" aria-label="{escape(caption)}">'
        f'<table class="seats"><caption>{shown}</caption>'
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )


class Moves(Place):
    """The drawings of a movement, and the table that says the same."""

    def html(self, page: Page) -> str:
        make = CHARTS.get(self["about"])
        if make is None:
            raise InputError("No movement belongs to {game}.", game=self["about"])
        chart = make(page)
        shown = "".join(
            f"<li>{drawing}<span>{escape(chart.heads[0])} {escape(row[0])}</span></li>"
            for drawing, row in zip(chart.drawings, chart.rows, strict=True)
        )
        signs = " ".join(f"<span>{escape(sign)}</span>" for sign in chart.signs)
        return (
            f'<figure class="rounds" aria-hidden="true"><figcaption>{escape(chart.caption)}</figcaption>'
            f'<ol>{shown}</ol><p class="legend">{signs}</p></figure>'
            f"{table(chart.caption, chart.heads, chart.rows, hidden=True)}\n"
        )


class Settled(Place):
    """Totals, what each player receives from each other one, and the results."""

    def html(self, page: Page) -> str:
        try:
            totals = [int(word.replace("\u2212", "-")) for word in self["about"].split()]
        except ValueError:
            raise InputError("“{text}” is not a row of whole numbers.", text=self["about"]) from None
        players, signed = PEOPLE[: len(totals)], page.lang.signed
        heads = (_("Player"), _("Total"), *(_("From %s") % player for player in players), _("Result"))
        rows = [
            (player, page.lang.value(total), *self.cells(page, n, row), signed(result))
            for n, (player, total, row, result) in enumerate(
                zip(players, totals, settlement.debts(totals), settlement.pairwise(totals), strict=True)
            )
        ]
        return f"{table(_('What each player receives'), heads, rows)}\n"

    def cells(self, page: Page, own: int, row: Sequence[int]) -> list[str]:
        return ["" if n == own else page.lang.signed(amount) for n, amount in enumerate(row)]


class Showing(SphinxDirective):
    """A directive whose argument says what to show."""

    required_arguments = 1
    final_argument_whitespace = True
    place: type[Place]

    def run(self) -> list[nodes.Node]:
        node = self.place(about=self.arguments[0])
        self.set_source_info(node)
        return [node]


class MovementDirective(Showing):
    """```{movement} GAME"""

    place = Moves


class SettlingDirective(Showing):
    """```{settling} TOTAL TOTAL ..."""

    place = Settled


def setup(app: Sphinx) -> dict[str, bool]:
    app.setup_extension("_ext.page")
    app.add_directive("movement", MovementDirective)
    app.add_directive("settling", SettlingDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
