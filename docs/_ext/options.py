"""`{options} GAME [CHAPTER]`: the house rules of a game, or of one chapter, as a table."""

from __future__ import annotations

from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.util.docutils import SphinxDirective

import rulebook
from _ext.domain import domain
from _ext.page import Page, Place, log
from rulebook.options import Option, Value, every
from rulebook.ruling import InputError
from rulebook.view import html


def in_words(o: Option, value: Value) -> str | None:
    """A choice in words; a number is its own word. None where nobody has written any."""
    if isinstance(value, int):
        return str(value)
    known = _choices()
    return known.get((o.rule, value)) or known.get((o.key, value)) or _answers().get(value)


def _answers() -> dict[str, str]:
    """Choices that answer any question alike."""
    return {"on": _("yes"), "off": _("no"), "yes": _("yes"), "no": _("no")}


def _choices() -> dict[tuple[str, str], str]:
    """The answers to the questions, by value, and by option or by the rule it belongs to."""
    return {
        ("kitty", "standard"): _("yes"),
        ("kitty", "none"): _("no"),
        ("declare_timing", "before"): _("before the kitty is seen"),
        ("declare_timing", "after"): _("after the kitty is taken"),
        ("sport", "trump_only"): _("only in a trump deal"),
        ("sport", "always"): _("always"),
        ("sport", "never"): _("never"),
        ("kitty_book", "bidder"): _("the declarer's side"),
        ("kitty_book", "first_trick_winner"): _("the side that wins the first trick"),
        ("kitty_book", "nobody"): _("nobody"),
        ("dealer_forced", "must_bid"): _("make any legal bid"),
        ("dealer_forced", "must_bid_minimum"): _("make a bid of the minimum"),
        ("dealer_forced", "redeal"): _("nothing: a fourth pass means a new deal"),
        ("nt_direction", "after_win"): _("after the auction"),
        ("nt_direction", "with_bid"): _("in the bid"),
        ("low_ace", "best"): _("the best card of its suit"),
        ("low_ace", "worst"): _("the worst card of its suit"),
        ("nt_joker", "free"): _("nothing"),
        ("nt_joker", "must_throw_off"): _("throw them off when out of the suit led"),
        ("nt_joker", "exchange"): _("exchange them before the first lead"),
        ("joker_lead_nt", "only_if_last"): _("only if the player holds nothing else"),
        ("joker_lead_nt", "no"): _("no, the lead passes to the left"),
        ("score_made", "books_over_six"): _("every book above six"),
        ("score_made", "bid"): _("the number bid"),
        ("defenders_score", "none"): _("nothing"),
        ("defenders_score", "bid"): _("what the declarer's side loses"),
        ("defenders_score", "tricks_over_six"): _("its own books above six"),
        ("boston_points", "none"): _("nothing of its own"),
        ("boston_points", "fixed"): _("13, in no trump 26"),
        ("boston_points", "double"): _("twice the points, if 7 was bid"),
        ("nt_score", "double"): _("yes"),
        ("nt_score", "single"): _("no"),
        ("nt_double_what", "all_books_over_six"): _("every book above six"),
        ("nt_double_what", "bid_only"): _("the books bid"),
        ("match", "game"): _("a game by points"),
        ("match", "best_of_hands"): _("three won deals"),
        ("rotation", "none"): _("nobody"),
        ("rotation", "set_rises"): _("the pair that was set"),
        ("rotation", "loser_rises"): _("the pair that lost the game"),
        ("cut_nt_score", "double"): _("yes"),
        ("cut_nt_score", "single"): _("no"),
        ("renege_to", "other_side"): _("to the other side"),
        ("renege_to", "removed"): _("to nobody"),
        ("bid.cap", "none"): _("no"),
        ("bid.cap", "pairs"): _("yes: 120 and the values of the pairs"),
        ("bid.max", "none"): _("none"),
        ("blind.who", "any"): _("every player who has not looked"),
        ("blind.who", "forehand"): _("forehand, at 120"),
        ("blind.min_score", "none"): _("from any"),
        ("blind.barrel", "allowed"): _("yes"),
        ("blind.barrel", "refused"): _("no"),
        ("talon.reveal", "always"): _("always"),
        ("talon.reveal", "never"): _("never"),
        ("talon.reveal", "not_on_forced_100"): _("not after a forced opening that all pass"),
        ("talon.reveal", "from_130"): _("after a bid of 130 or more"),
        ("redeal.nines", "four_any"): _("all four, held after the exchange"),
        ("redeal.nines", "four_dealt"): _("all four, dealt to the player"),
        ("redeal.nines", "three"): _("three or four"),
        ("redeal.nines", "none"): _("none"),
        ("redeal.talon_low", "any_bid"): _("yes, after any bid"),
        ("redeal.talon_low", "bid_100_only"): _("yes, if the bid is the minimum"),
        ("redeal.hand_low", "any"): _("yes, any player"),
        ("redeal.hand_low", "not_if_bid_over_100"): _("yes, unless the player bid above the minimum"),
        ("deal.bottom_jack", "off"): _("nothing: nobody looks"),
        ("deal.bottom_jack", "recut_3_then_penalty"): _("a new cut; the third time costs the dealer 120"),
        ("rospisat.pay", "half_up_to_5"): _("half the bid, rounded up to fives"),
        ("rospisat.pay", "half_up_to_10"): _("half the bid, rounded up to tens"),
        ("rospisat.limit", "third_costs_120"): _("any number; every third costs 120"),
        ("rospisat.limit", "max_two"): _("twice"),
        ("rospisat.limit", "one_plus_one_spisat"): _("once, and one write-down"),
        ("rospisat.limit", "unlimited_free"): _("any number, at no cost"),
        ("rospisat.limit", "max_one"): _("once"),
        ("rospisat.cost", "none"): _("nothing"),
        ("rospisat.cost", "bid"): _("the bid"),
        ("polish.bombs", "none"): _("none: deals are written off"),
        ("void_must_trump", "must"): _("yes"),
        ("void_must_trump", "free"): _("no"),
        ("score.declarer_takes", "bid"): _("the bid"),
        ("score.declarer_takes", "taken"): _("what was taken"),
        ("zero.run", "total"): _("no"),
        ("zero.run", "consecutive"): _("yes"),
        ("zero.basis", "points"): _("no points in tricks and pairs"),
        ("zero.basis", "tricks"): _("no points in tricks"),
        ("zero.basis", "no_trick"): _("no trick"),
        ("barrel.style", "classic"): _("the barrel: three deals to win"),
        ("barrel.style", "lviv"): _("the Lviv barrel, without a limit of deals"),
        ("barrel.style", "lock"): _("the Polish lock"),
        ("barrel.style", "none"): _("nothing"),
        ("barrel.collision", "coexist"): _("all stay"),
        ("barrel.collision", "same_deal_arrivals_all_fall"): _("all who arrive in one deal fall"),
        ("barrel.collision", "newcomer_ousts_old"): _("a newcomer throws the others off"),
        ("barrel.win_test", "bid"): _("the bid"),
        ("barrel.win_test", "points"): _("the points taken"),
        ("bid.silence", "off"): _("no score"),
        ("target", "at_least_1000"): _("at 1000 or more"),
        ("target", "more_than_1000"): _("at more than 1000"),
        ("four.inactive", "right_of_dealer"): _("the player on the dealer's right"),
        ("four.inactive", "opposite_dealer"): _("the player opposite the dealer"),
        ("four.inactive", "dealer"): _("the dealer"),
        ("four.inactive_score", "none"): _("nothing"),
        ("four.inactive_score", "aces_and_pairs"): _("aces and a pair in the talon"),
        ("four.inactive_score", "talon_cards_and_pairs"): _("cards and a pair in the talon"),
        ("illegal_play", "enforce"): _("it is refused"),
        ("bid-whist.renege.modes", "table"): _("it stands, and may be called"),
        ("bridge.play.table", "table"): _("it stands, and is reported"),
        ("spades_and_royals", "two"): _("two suits"),
        ("spades_and_royals", "one"): _("one suit"),
        ("revoke", "tricks"): _("three tricks"),
        ("revoke", "choice"): _("three tricks, or their value off or onto a score"),
        ("make_claim", "either"): _("either adversary"),
        ("make_claim", "eldest"): _("only the player on the dealer's left"),
        ("misery_dummy", "before_lead"): _("before the first lead"),
        ("misery_dummy", "after_lead"): _("after the first lead"),
        ("misery_excess", "after_the_first"): _("those after the first"),
        ("misery_excess", "all"): _("all of them"),
        ("six_finished", "rest"): _("its table rests"),
        ("six_finished", "restart"): _("a new rubber of the same pairs"),
        ("round_method", "club"): _("50 for more trick points"),
        ("round_method", "game_then_lead"): _("50 a game, and the lead in the last one"),
        ("round_method", "game_then_score"): _("50 a game, and the score of the side ahead in the last one"),
        ("move", "ew_up"): _("those on East and West"),
        ("move", "winners"): _("those ahead in the round"),
        ("kings_method", "plus_only"): _("each side's points are written by those who may"),
        ("kings_method", "plus_minus"): _("the dealer writes the difference"),
        ("bridge.movement.rubber", "rubber"): _("not at all during a rubber"),
        ("bridge.movement.rubber", "pivot"): _("as in pivot bridge"),
        ("bridge.movement.rubber", "three"): _("as in bridge for three"),
        ("bridge.movement.rubber", "six"): _("as in six-hand bridge"),
        ("bridge.movement.rubber", "kings"): _("as in King’s bridge"),
        ("bridge.movement.rubber", "members"): _("not at all, at a table of members with letters"),
    }


def coded(place: nodes.Node, o: Option, value: Value) -> str:
    """A choice in words with its code, the default in bold; words that are missing fail the build."""
    word = in_words(o, value)
    if word is None:
        log.warning("no words for %s=%s", o.key, value, type="rulebook", subtype="option", location=place)
    text = escape(word or "")
    if isinstance(value, str):
        text += f" <code>{escape(value)}</code>"
    return f'<b class="dflt">{text}</b>' if value == o.default else f"<span>{text}</span>"


def of_chapter(game: str, chapter: str) -> list[Option]:
    """The options of a game that the rules of a chapter describe; all of them without a chapter."""
    return [o for o, _value in every(rulebook.game(game).options) if chapter in ("", o.rule.split(".")[1])]


class Options(Place):
    """The table of options."""

    def html(self, page: Page) -> str:
        game, chapter = self["game"], self["chapter"]
        found = of_chapter(game, chapter)
        if not found:
            raise InputError("{game} has no options in the chapter {chapter}.", game=game, chapter=chapter)
        rows = "".join(self._row(page, o) for o in found)
        caption = escape(_("House rules: the question and its choices"))
        column = 'th scope="col" role="columnheader"'
        return (
            f'<table class="options" role="table" id="options"><caption class="vh">{caption}</caption>'
            f'<thead role="rowgroup"><tr role="row"><{column}>{escape(_("Question"))}</th>'
            f"<{column}>{escape(_('Choices, default in bold'))}</th></tr></thead>"
            f'<tbody role="rowgroup">{rows}</tbody></table>{"" if chapter else _switches(page, game)}\n'
        )

    def _row(self, page: Page, o: Option) -> str:
        question = escape(page.lang.word(o.rule, o.question))
        choices = " \u00b7 ".join(coded(self, o, value) for value in sorted(o.choices, key=in_order))
        own = "option-" + o.key.replace("_", "-").replace(".", "-")
        return (
            f'<tr role="row" id="{own}"><td role="cell">{question} {html.link(o.rule, page.rule_link)}'
            f' <code class="rid">{escape(o.key)}</code></td>'
            f'<td role="cell" data-head="{escape(_("Choices"))}">{choices}</td></tr>'
        )


def _switches(page: Page, game: str) -> str:
    """A link to the page on which a game's options are switches, by its title."""
    docname = f"house-rules/{game}"
    if docname not in page.env.titles:
        return ""
    title = page.env.titles[docname].astext()
    return f'<p><a href="{escape(page.to_doc(docname))}">{escape(title)}</a></p>'


def in_order(value: Value) -> tuple[bool, int]:
    """Numbers in their order, words as they were listed."""
    return (isinstance(value, str), value if isinstance(value, int) else 0)


class OptionsDirective(SphinxDirective):
    """```{options} GAME [CHAPTER]"""

    required_arguments = 1
    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        game, *chapter = self.arguments
        node = Options(game=game, chapter="".join(chapter))
        self.set_source_info(node)
        for o in of_chapter(game, "".join(chapter)):
            domain(self.env).note("options", self.env.current_document.docname, o.rule)
        return [node]


def setup(app: Sphinx) -> dict[str, bool]:
    app.setup_extension("_ext.page")
    app.add_directive("options", OptionsDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
