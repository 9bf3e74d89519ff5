"""The house rules of Bid Whist."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.options import option


@dataclass(frozen=True)
class Options:
    jokers: int = option("bid-whist.table.pack", "How many jokers are in the pack?", 2, 1, 0)
    kitty: str = option("bid-whist.table.kitty-size", "Is there a kitty?", "standard", "none")
    min_bid: int = option("bid-whist.auction.minimum", "What is the minimum bid?", 3, 1, 2, 4)
    low_beats_high: str = option("bid-whist.auction.equal", "At the same number, does low beat high?", "off", "on")
    nt_score: str = option("bid-whist.scoring.no-trump", "Is the score of a no-trump hand doubled?", "double", "single")
    nt_double_what: str = option(
        "bid-whist.scoring.doubled",
        "What is doubled when a no-trump bid is made?",
        "all_books_over_six",
        "bid_only",
    )
    renege_to: str = option("bid-whist.renege.passes", "Where do the penalty books go?", "other_side", "removed")
    illegal_play: str = option("bid-whist.renege.modes", "What happens to a card that reneges?", "enforce", "table")
