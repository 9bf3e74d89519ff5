"""A third reading of the score, typed from the paragraphs: what a deal of Bid Whist is worth, and how games end.

Nothing of the engine is used. A side is 0 (it won the bid) or 1 (the other one); `rules` maps option
keys to values, and a key that is missing has its default.
"""

from __future__ import annotations

from dataclasses import dataclass

DEFAULTS = {
    "kitty": "standard",
    "kitty_book": "bidder",
    "nt_score": "double",
    "nt_double_what": "all_books_over_six",
    "score_made": "books_over_six",
    "boston_points": "none",
    "boston_bid_wins": 2,
    "target": 7,
    "lower_limit": "on",
    "defenders_score": "none",
    "two_sets_lose": "off",
    "back_door": "off",
    "back_door_bidder_also_loses": "yes",
    "match": "game",
    "renege_to": "other_side",
    "renege_boston": "no",
}


def rule(rules, key):
    return rules.get(key, DEFAULTS[key])


def books_there_are(rules):
    """Twelve tricks and the kitty; thirteen tricks without one; twelve where nobody gets the kitty book."""
    if rule(rules, "kitty") == "none":
        return 13
    return 12 if rule(rules, "kitty_book") == "nobody" else 13


def largest_bid(rules):
    return books_there_are(rules) - 6


def books_to_set(number, rules):
    """The books with which the other side sets the bid."""
    return 8 - number if books_there_are(rules) == 13 else 7 - number


def made(number, books):
    return books >= 6 + number


def points(number, no_trump, books, rules, *, boston=None, others=None):
    """(side that won the bid, other side). `books` are those of the first, penalties counted.

    `boston` says whether the first took all books at the table, `others` are the books of the second;
    left out, the books of the first decide both.
    """
    everything = books_there_are(rules)
    boston = books == everything if boston is None else boston
    twice = no_trump and rule(rules, "nt_score") == "double"
    if not made(number, books):
        lost = 2 * number if twice else number
        return not_made(lost, everything - books if others is None else others, rules)
    if boston and rule(rules, "boston_points") == "fixed":
        return (26 if no_trump else 13), 0
    base = books - 6 if rule(rules, "score_made") == "books_over_six" else number
    if twice and rule(rules, "nt_double_what") == "all_books_over_six":
        won = 2 * base
    elif twice:
        won = 2 * number + (base - number)
    else:
        won = base
    if boston and number == largest_bid(rules) and rule(rules, "boston_points") == "double":
        won *= 2
    return won, 0


def not_made(lost, others, rules):
    """(side that was set, other side)."""
    if rule(rules, "back_door") == "on":
        return (-lost if rule(rules, "back_door_bidder_also_loses") == "yes" else 0), lost
    if rule(rules, "defenders_score") == "bid":
        return -lost, lost
    if rule(rules, "defenders_score") == "tricks_over_six":
        return -lost, max(0, others - 6)
    return -lost, 0


@dataclass
class After:
    """What the match stands at after a deal: points, sets, games won in all, and who won the game."""

    points: tuple[int, int]
    sets: tuple[int, int]
    games: tuple[int, int]
    winner: int | None


def settled(number, no_trump, books, rules, before=(0, 0), sets=(0, 0), *, boston=None, others=None):
    """One deal of a match, its score and the end of the game."""
    if rule(rules, "match") == "best_of_hands":
        return hands_won(number, no_trump, books, rules, before, boston=boston)
    score = points(number, no_trump, books, rules, boston=boston, others=others)
    after = (before[0] + score[0], before[1] + score[1])
    good = made(number, books)
    missed = (sets[0] + (not good), sets[1])
    winner = ended(after, missed, rules)
    games = [0, 0]
    if winner is not None:
        all_books = books == books_there_are(rules) if boston is None else boston
        bid_boston = winner == 0 and good and all_books and number == largest_bid(rules)
        reached = after[0] >= rule(rules, "target")
        games[winner] = rule(rules, "boston_bid_wins") if bid_boston and reached else 1
    return After(after, missed, tuple(games), winner)


def ended(after, missed, rules):
    target = rule(rules, "target")
    if rule(rules, "two_sets_lose") == "on" and missed[0] >= 2:
        return 1
    for side in (0, 1):
        if after[side] >= target:
            return side
    if rule(rules, "lower_limit") == "on":
        for side in (0, 1):
            if after[side] <= -target:
                return 1 - side
    return None


def hands_won(number, no_trump, books, rules, before, *, boston=None):
    """Best of hands: the deal is won by one side, and counts one, or two in no trump and for a Boston."""
    boston = books == books_there_are(rules) if boston is None else boston
    counts = 2 if no_trump or boston else 1
    side = 0 if made(number, books) else 1
    after = list(before)
    after[side] += counts
    winner = side if after[side] >= 3 else None
    games = [0, 0]
    if winner is not None:
        games[winner] = 1
    return After(tuple(after), (0, 0), tuple(games), winner)


# -- reneges -----------------------------------------------------------------------------------


def penalties(books, calls, rules):
    """Books of both sides after the calls: each is (side that called, whether a renege proves it)."""
    books = list(books)
    for caller, proved in calls:
        loser = 1 - caller if proved else caller
        n = min(3, books[loser])
        books[loser] -= n
        if rule(rules, "renege_to") == "other_side":
            books[1 - loser] += n
    return tuple(books)


def is_boston(natural, adjusted, rules):
    """All books, at the table or (by agreement) with penalty books."""
    everything = books_there_are(rules)
    if adjusted[0] != everything:
        return False
    return natural[0] == everything or rule(rules, "renege_boston") == "yes"
