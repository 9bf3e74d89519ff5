"""The house rules of Bid Whist: what both games have, then each game's own."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.options import option
from rulebook.seats import FOUR, Seats, circle


@dataclass(frozen=True)
class Common:
    """House rules of the partnership game and of the individual one."""

    jokers: int = option("bid-whist.table.pack", "How many jokers are in the pack?", 2, 1, 0)
    kitty: str = option("bid-whist.table.kitty-size", "Is there a kitty?", "standard", "none")
    declare_timing: str = option("bid-whist.kitty.before-kitty", "When is the declaration made?", "before", "after")
    sport: str = option("bid-whist.kitty.shown", "When is the kitty shown?", "trump_only", "always", "never")
    low_ace: str = option("bid-whist.ranking.ace", "What is the ace in a low deal?", "best", "worst")
    nt_joker: str = option(
        "bid-whist.jokers.free", "What must be done with jokers in no trump?", "free", "must_throw_off", "exchange"
    )
    joker_lead_nt: str = option("bid-whist.jokers.lead", "May a joker be led in no trump?", "yes", "only_if_last", "no")
    renege_books: int = option("bid-whist.renege.proved", "How many books does a renege cost?", 3)
    renege_to: str = option("bid-whist.renege.passes", "Where do the penalty books go?", "other_side", "removed")
    correct_before_covered: str = option(
        "bid-whist.renege.correct", "May a wrong card be taken back before the next card?", "off", "on"
    )
    illegal_play: str = option("bid-whist.renege.modes", "What happens to a card that reneges?", "enforce", "table")


@dataclass(frozen=True)
class Options(Common):
    """The partnership game."""

    kitty_book: str = option(
        "bid-whist.kitty.book", "Who gets the kitty book?", "bidder", "first_trick_winner", "nobody"
    )
    min_bid: int = option("bid-whist.auction.minimum", "What is the minimum bid?", 3, 1, 2, 4)
    low_beats_high: str = option("bid-whist.auction.equal", "At the same number, does low beat high?", "off", "on")
    dealer_forced: str = option(
        "bid-whist.auction.dealer",
        "What must the dealer do after three passes?",
        "must_bid",
        "must_bid_minimum",
        "redeal",
    )
    dealer_may_match: str = option(
        "bid-whist.auction.dealer-match", "May the dealer take the bid at the same height?", "off", "on"
    )
    nt_direction: str = option(
        "bid-whist.auction.direction-later", "When is the direction of no trump named?", "after_win", "with_bid"
    )
    nt_score: str = option("bid-whist.scoring.no-trump", "Is the score of a no-trump hand doubled?", "double", "single")
    nt_double_what: str = option(
        "bid-whist.scoring.doubled",
        "What is doubled when a no-trump bid is made?",
        "all_books_over_six",
        "bid_only",
    )
    score_made: str = option("bid-whist.scoring.made", "What does a made bid score?", "books_over_six", "bid")
    defenders_score: str = option(
        "bid-whist.scoring.other-side", "What does the other side score for a set?", "none", "bid", "tricks_over_six"
    )
    boston_points: str = option("bid-whist.scoring.boston", "What does a Boston score?", "none", "fixed", "double")
    renege_boston: str = option("bid-whist.renege.boston", "Do penalty books count toward a Boston?", "no", "yes")
    boston_bid_wins: int = option("bid-whist.scoring.tally", "How many games does a bid Boston count?", 2, 1)
    target: int = option("bid-whist.scoring.win", "At how many points is a game won?", 7, 5, 9, 11, 21)
    lower_limit: str = option("bid-whist.scoring.lose", "Does a score below zero end the game?", "on", "off")
    two_sets_lose: str = option("bid-whist.match.two-sets", "Does a second set lose the game?", "off", "on")
    back_door: str = option("bid-whist.match.back-door", "Do the points of a set go to the other side?", "off", "on")
    back_door_bidder_also_loses: str = option(
        "bid-whist.match.back-door-loss", "Does the side that was set lose them too?", "yes", "no"
    )
    match: str = option("bid-whist.match.best-of-hands", "What is played for?", "game", "best_of_hands")
    rotation: str = option(
        "bid-whist.match.rotation",
        "With more than two pairs, who leaves the table?",
        "none",
        "set_rises",
        "loser_rises",
    )

    @property
    def seats(self) -> Seats:
        return FOUR

    @property
    def players(self) -> int:
        return 4


@dataclass(frozen=True)
class Cutthroat(Common):
    """The individual game."""

    players: int = option("bid-whist.cutthroat.players", "How many play?", 4, 3, 5, 6)
    cut_kitty_book: str = option(
        "bid-whist.cutthroat.book", "Does the kitty count as a book of the declarer?", "yes", "no"
    )
    cut_nt_score: str = option(
        "bid-whist.cutthroat.no-trump", "Is the declarer's score doubled in no trump?", "single", "double"
    )
    cut_target: int = option("bid-whist.cutthroat.target", "At how many points is the game won?", 30)

    @property
    def seats(self) -> Seats:
        return circle(self.players)

    @property
    def kitty_book(self) -> str:
        return "bidder" if self.cut_kitty_book == "yes" else "nobody"


Rules = Options | Cutthroat
"""The house rules of either game."""
