"""Forms of match: back door, two sets, best of hands, and more than two pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from rulebook.games.bid_whist.facts import contract
from rulebook.games.bid_whist.options import Options, Rules
from rulebook.games.bid_whist.scoring import Outcome, Pay, game_end, outcome, points, result, winning
from rulebook.games.bid_whist.table import uneven
from rulebook.ledger import Entry, entry
from rulebook.match import Settlement, Sheet
from rulebook.options import Idle, changed
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import Side

SETS = "sets"  # the mark a side gets for a bid that was set
BEST_OF = 3  # deals that win a match of best of hands


def clashes(o: Options) -> Iterator[Ruling]:
    """House rules that contradict each other."""
    if (refused := uneven(o)) is not None:
        yield refused
    if o.back_door == "on" and o.defenders_score != "none":
        yield no(
            "bid-whist.match.back-door",
            "The back door and a score for the other side would pay the same set twice. Choose one of the two.",
        )
    if o.rotation == "set_rises" and o.match == "best_of_hands":
        yield no(
            "bid-whist.match.set-rises",
            "When a pair rises after each set no score is kept, so there are no deals to count. Choose one of the two.",
        )


SCORING = (
    "nt_score", "nt_double_what", "score_made", "boston_points", "boston_bid_wins", "defenders_score", "target",
    "lower_limit", "two_sets_lose", "back_door",
)  # fmt: skip
# House rules that find nothing to rule at a table that plays the other way.
IDLE = (
    Idle(("kitty_book", "cut_kitty_book", "sport", "declare_timing"), "kitty", ("none",)),
    Idle(("nt_joker", "joker_lead_nt"), "jokers", (0,)),
    Idle(("joker_lead_nt",), "nt_joker", ("exchange",)),
    Idle(("nt_double_what",), "nt_score", ("single",)),
    Idle(("nt_double_what",), "score_made", ("bid",)),
    Idle(("back_door_bidder_also_loses",), "back_door", ("off",)),
    Idle(("renege_to", "renege_boston", "correct_before_covered"), "illegal_play", ("enforce",)),
    Idle((*SCORING, "match"), "rotation", ("set_rises",)),
    Idle(SCORING, "match", ("best_of_hands",)),
)


def remarks(o: Rules) -> tuple[Ruling, ...]:
    """House rules that were changed and have no effect beside another."""
    changes = changed(o)
    return tuple(
        yes("bid-whist.match.idle", "The house rule {key} has no effect with {other}.", key=key, other=i.reason)
        for i in IDLE
        for key in i.keys
        if key in changes and i.holds(o)
    )


# -- what a deal is worth ----------------------------------------------------------------------


def pay(o: Options) -> Pay:
    """What this form of match pays for a deal."""
    if o.rotation == "set_rises":
        return unscored
    return deal_won if o.match == "best_of_hands" else paid


def paid(o: Options, d: Outcome) -> list[Entry]:
    """Points, and what goes out by the back door."""
    return [*points(o, d), *([] if d.made or o.back_door == "off" else back_door(o, d))]


def back_door(o: Options, d: Outcome) -> list[Entry]:
    """The points of a set go to the other side, too or instead."""
    out = entry(
        "bid-whist.match.back-door",
        "The points of the set go to {side}: {points}.",
        side=o.seats.other(d.side), points=d.lost,
    )  # fmt: skip
    if o.back_door_bidder_also_loses == "yes":
        return [out]
    kept = entry(
        "bid-whist.match.back-door-loss",
        "At this table {side} does not lose them as well: {points}.",
        side=d.side, points=d.lost,
    )  # fmt: skip
    return [out, kept]


def deal_won(o: Options, d: Outcome) -> list[Entry]:
    """In best of hands the deal itself is won, by one side or the other."""
    n = 2 if d.bid.nt or d.boston else 1
    if d.made:
        return [
            entry(
                "bid-whist.match.best-of-hands",
                "{bid} is made; {side} wins the deal. It counts {points}.",
                side=d.side, points=n, bid=d.bid,
            )
        ]  # fmt: skip
    return [
        entry(
            "bid-whist.match.best-of-hands",
            "{bid} is set; {side} wins the deal. It counts {points}.",
            side=o.seats.other(d.side), points=n, bid=d.bid,
        )
    ]  # fmt: skip


def unscored(o: Options, d: Outcome) -> list[Entry]:
    """Where a set pair rises, nothing is written."""
    if d.made:
        return [
            entry(
                "bid-whist.match.set-rises", "{bid} is made; both pairs stay. No score is kept.", side=d.side, bid=d.bid
            )
        ]
    return [entry("bid-whist.match.set-rises", "{bid} is set; {side} rises. No score is kept.", side=d.side, bid=d.bid)]


# -- how the match goes on ---------------------------------------------------------------------


def settlement(o: Options) -> Settlement:
    """The steps that settle a deal in this form of match, in their order."""
    if o.rotation == "set_rises":
        return (deal_result, set_rises)
    ends = (best_of_hands,) if o.match == "best_of_hands" else (game_end, two_sets)
    return (deal_result, *ends, *((loser_rises,) if o.rotation == "loser_rises" else ()))


def deal_result(sheet: Sheet, o: Options) -> Sheet:
    """The deal's own ledger."""
    return sheet.of(result(o, pay(o), sheet.table))


def final_outcome(sheet: Sheet, o: Options) -> Outcome | None:
    """What a finished deal came to; nothing when it was passed out or is still open."""
    return outcome(o, sheet.table) if sheet.final and contract(sheet.table.facts) else None


def two_sets(sheet: Sheet, o: Options) -> Sheet:
    """A side that is set for the second time in a game may lose it at once."""
    d = final_outcome(sheet, o)
    if o.two_sets_lose == "off" or d is None or d.made or sheet.after.over is not None:
        return sheet
    sheet = sheet.marking(SETS, d.side)
    n = sheet.after.mark(SETS, d.side)
    if n < 2:
        return sheet.add(entry("bid-whist.match.two-sets", "First set of {side} in this game.", side=d.side))
    why = entry("bid-whist.match.two-sets", "Second set of {side} in this game, which loses it.", side=d.side)
    return winning(sheet.add(why), o.seats.other(d.side), 1)


def best_of_hands(sheet: Sheet, o: Options) -> Sheet:
    """The first side with three deals wins the match."""
    for side in o.seats.sides:
        at = sheet.after.points[side]
        if sheet.final and at >= BEST_OF and sheet.after.over is None:
            why = entry("bid-whist.match.best-of-hands", "{side} has {at} deals and wins the match.", side=side, at=at)
            sheet = winning(sheet.add(why), side, 1)
    return sheet


def set_rises(sheet: Sheet, o: Options) -> Sheet:
    """After a set the pair that owed the bid gives up its seats."""
    d = final_outcome(sheet, o)
    return sheet if d is None or d.made else rises(sheet, d.side, waited)


def loser_rises(sheet: Sheet, o: Options) -> Sheet:
    """After a game the pair that lost it gives up its seats."""
    winner = sheet.after.over
    return sheet if winner is None else rises(sheet, o.seats.other(winner), lost)


def waited(side: Side, leaving: str, coming: str) -> Entry:
    """Who sits down after a set."""
    return entry(
        "bid-whist.match.set-rises",
        "Pair {leaving} goes to the end of the queue, and pair {coming} sits down.",
        side=side, leaving=leaving, coming=coming,
    )  # fmt: skip


def lost(side: Side, leaving: str, coming: str) -> Entry:
    """Who sits down after a game."""
    return entry(
        "bid-whist.match.loser-rises",
        "The game is lost: pair {leaving} goes to the end of the queue, and pair {coming} sits down.",
        side=side, leaving=leaving, coming=coming,
    )  # fmt: skip


def rises(sheet: Sheet, side: Side, why: Callable[[Side, str, str], Entry]) -> Sheet:
    """The pair of this side gives its seats to the first pair that waits, if the record names the pairs."""
    pairs = sheet.after.pairs
    if not pairs:
        return sheet.add(
            entry(
                "bid-whist.match.rotation", "{side} gives up its seats to the pair that has waited longest.", side=side
            )
        )
    after = sheet.after.rising(side)
    return replace(sheet.add(why(side, pairs[side], after.pairs[side])), after=after)
