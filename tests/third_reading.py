"""A third reading of the Bid Whist rules, typed from the paragraphs, with none of the engine's shortcuts.

It works on card codes in plain lists, so that a fault in masks, ladders or orders shows.
"""

from __future__ import annotations

HIGH = "AKQJT98765432"
LOW = "A23456789TJQK"


def bid_allowed(calls, call, *, minimum, low_beats_high):
    """calls: list of "Pass" or (number, kind) so far; call likewise. One round, three passes force the dealer."""
    bids = [c for c in calls if c != "Pass"]
    if call == "Pass":
        return not (len(calls) == 3 and not bids)
    number, kind = call
    if number < minimum or number > 7:
        return False
    if not bids:
        return True
    last_number, last_kind = bids[-1]
    if number != last_number:
        return number > last_number
    if kind == "NT":
        return last_kind != "NT"
    return low_beats_high and kind == "low" and last_kind == "high"


def suit_in(code, trump):
    """The suit of a card in this deal; a joker is a trump, or of no suit."""
    return trump if code in ("BJ", "LJ") else code[0]


def suit_led(trick, trump):
    return next((s for s in (suit_in(c, trump) for c in trick) if s), None)


def cards_allowed(hand, trick, trump):
    """The cards of this hand (codes) that may be played to the trick so far."""
    led = suit_led(trick, trump)
    same = [c for c in hand if suit_in(c, trump) == led] if led else []
    return set(same or hand)


def winner(trick, trump, low):
    """Which card of a full trick wins it."""
    led = suit_led(trick, trump)

    def rank(code):
        if code in ("BJ", "LJ"):
            return -2 if code == "BJ" else -1
        return (LOW if low else HIGH).index(code[1])

    trumps = [c for c in trick if trump and suit_in(c, trump) == trump]
    return min(trumps or [c for c in trick if suit_in(c, trump) == led], key=rank)


def score(number, no_trump, books, *, nt_score, nt_double_what):
    """Points of the declarer's side."""
    if books < 6 + number:
        return -2 * number if no_trump and nt_score == "double" else -number
    points = books - 6
    if no_trump and nt_score == "double":
        return 2 * points if nt_double_what == "all_books_over_six" else points + number
    return points
