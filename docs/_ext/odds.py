"""`{odds} nine-cards`: how often a way to play nine cards of a suit loses no trick, counted when the page is built.

Four cards of the suit are missing. Of the 26 places that the declarer does not see, 13 are at each side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from html import escape
from itertools import combinations
from math import comb
from typing import NamedTuple

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.util.docutils import SphinxDirective

from _ext.page import Page, Place

Layout = tuple[frozenset[str], frozenset[str]]  # the missing cards on the left and on the right of the hand


class Line(NamedTuple):
    """A way to play the suit: what the hand holds, what is missing, and where no trick is lost."""

    hand: str
    missing: str
    safe: Callable[[frozenset[str], frozenset[str]], bool]


# The lead comes from the other hand, 5 4 3 2, so the right plays before the hand and the left after it.
LINES = {
    "queen-top": Line("AKJT6", "Q987", lambda left, right: {"Q"} in (left, right) or len(left) == 2 or not left),
    "queen-ace": Line("AKJT6", "Q987", lambda left, right: "Q" in right or left == {"Q"}),
    "queen-finesse": Line("AKJT6", "Q987", lambda left, right: "Q" in right),
    "king-finesse": Line("AQJT6", "K987", lambda left, right: "K" in right),
    "king-ace": Line("AQJT6", "K987", lambda left, right: {"K"} in (left, right)),
}


def layouts(missing: str) -> Iterator[tuple[Layout, Fraction]]:
    """Every way the missing cards can lie, with its chance.

    >>> sum(chance for _, chance in layouts("Q987"))
    Fraction(1, 1)
    """
    other = 26 - len(missing)
    for n in range(len(missing) + 1):
        for cards in combinations(missing, n):
            left = frozenset(cards)
            yield (left, frozenset(missing) - left), Fraction(comb(other, 13 - n), comb(26, 13))


def odds(line: Line) -> Fraction:
    """How often no trick is lost.

    >>> odds(LINES["king-finesse"])
    Fraction(1, 2)
    """
    return sum((chance for layout, chance in layouts(line.missing) if line.safe(*layout)), Fraction(0))


def texts() -> dict[str, tuple[str, str]]:
    """What is missing, and how the suit is played, in words."""
    return {
        "queen-top": (_("the queen"), _("Ace first, then the king; the finesse only if the left shows out")),
        "queen-ace": (_("the queen"), _("Ace first, then the finesse")),
        "queen-finesse": (_("the queen"), _("The finesse at once")),
        "king-finesse": (_("the king"), _("The finesse at once")),
        "king-ace": (_("the king"), _("Ace first")),
    }


class Odds(Place):
    """The table."""

    def html(self, page: Page) -> str:
        heads = (_("Missing"), _("How it is played"), _("No trick lost"), _("In 100 deals"))
        head = "".join(f'<th scope="col"{" class=r" * (i > 1)}>{escape(text)}</th>' for i, text in enumerate(heads))
        body = ""
        for name, (missing, played) in texts().items():
            found = odds(LINES[name])
            share = page.words.number_of(float(100 * found), 2)
            body += (
                f'<tr><td>{escape(missing)}</td><th scope="row">{escape(played)}</th>'
                f'<td class="r">{found.numerator}/{found.denominator}</td><td class="r">{share}</td></tr>'
            )
        caption = escape(_("Nine cards in two hands, four missing, enough ways into each hand"))
        return (
            f'<div class="score"><table class="odds"><caption>{caption}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>\n"
        )


class OddsDirective(SphinxDirective):
    """```{odds} nine-cards"""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        if self.arguments[0] != "nine-cards":
            raise self.error(f"there are no odds of {self.arguments[0]}")
        node = Odds()
        self.set_source_info(node)
        return [node]


def setup(app: Sphinx) -> dict[str, bool]:
    app.setup_extension("_ext.page")
    app.add_directive("odds", OddsDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
