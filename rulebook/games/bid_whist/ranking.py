"""Which card beats which: high and low deals, the ace, jokers."""

from __future__ import annotations

from rulebook.cards import RANKS, Card
from rulebook.games.bid_whist.facts import Facts, low, trump
from rulebook.games.bid_whist.options import Rules
from rulebook.parts.tricks import Order, order, strength
from rulebook.ruling import Ruling, yes
from rulebook.table import Table

DOWN = RANKS[-2::-1] + "A"  # worst to best in a low deal: king first, two, and the ace best
ACE_WORST = RANKS[::-1]

HIGH_RANK = yes("bid-whist.ranking.high", "{better} beats {worse}: high cards win.")
LOW_RANK = yes("bid-whist.ranking.low", "{better} beats {worse}: low cards win.")
ACE = yes("bid-whist.ranking.ace", "{better} beats {worse}: the ace is the best card of its suit, high or low.")
WORST = yes("bid-whist.ranking.ace", "{better} beats {worse}: at this table the ace is the worst card in a low deal.")
JOKERS = yes(
    "bid-whist.ranking.jokers", "{better} beats {worse}: the big joker is the best trump, the little joker the next."
)
WORTHLESS = yes("bid-whist.ranking.no-trump", "{better} beats {worse}: in a no-trump deal a joker wins nothing.")
IS_TRUMP = yes("bid-whist.ranking.joker-suit", "{better} beats {worse}: a joker is a trump.")
TRUMPS = yes("bid-whist.play.winner", "{better} beats {worse}: it is a trump.")
OFF_SUIT = yes("bid-whist.play.winner", "{better} beats {worse}, which is not of the suit led.")


def ranks(o: Rules, facts: Facts) -> Order:
    """The order of the cards in this deal."""
    down = ACE_WORST if o.low_ace == "worst" else DOWN
    return order(trump(facts), down if low(facts) else RANKS)


def compare(o: Rules, t: Table, one: int, other: int) -> Ruling:
    """Which of two cards is better, the first one led. The ruling's `better` and `worse` say it."""
    by = ranks(o, t.facts)
    a, b = Card(one), Card(other)
    suit = by.suit[a] if by.suit[a] is not None else by.suit[b]
    better, worse = (a, b) if strength(by, suit, a) >= strength(by, suit, b) else (b, a)
    return _why(by, better, worse).having(better=better, worse=worse)


def _why(o: Order, better: Card, worse: Card) -> Ruling:
    if o.suit[worse] is None:
        return WORTHLESS
    if better.suit is None:
        return JOKERS if o.suit[worse] == o.trump else IS_TRUMP
    if o.suit[better] != o.suit[worse]:
        return TRUMPS if o.suit[better] == o.trump else OFF_SUIT
    if better.rank == "A":
        return ACE
    if worse.rank == "A":
        return WORST
    return HIGH_RANK if o.power[better] - o.power[worse] == int(better) - int(worse) else LOW_RANK
