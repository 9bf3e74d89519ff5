"""A third reading of the Bid Whist rules, typed from the paragraphs, with none of the engine's shortcuts.

It works on card codes in plain lists, so that a fault in masks, ladders or orders shows. `rules` maps option
keys to values; a key that is missing has its default.
"""

from __future__ import annotations

HIGH = "AKQJT98765432"
LOW = "A23456789TJQK"
LOW_ACE_WORST = "23456789TJQKA"
JOKERS = ("BJ", "LJ")


# -- the auction ---------------------------------------------------------------------------------


def bid_allowed(calls, call, rules):
    """calls: list of "Pass" or (number, kind, direction) so far; call likewise. One round, the dealer calls last."""
    bids = [c for c in calls if c != "Pass"]
    dealer, forced = len(calls) == 3, rules.get("dealer_forced", "must_bid")
    if call == "Pass":
        return not (dealer and not bids) or forced == "redeal"
    if not is_bid(call, rules):
        return False
    if bids:
        return higher(call, bids[-1], rules) or (
            dealer and rules.get("dealer_may_match", "off") == "on" and same_step(call, bids[-1], rules)
        )
    return not (dealer and forced == "must_bid_minimum") or call[0] == rules.get("min_bid", 3)


def is_bid(call, rules):
    """A number from the minimum to the books there are above six, a kind, and what the kind must or may not say."""
    number, kind, direction = call
    books = 12 if rules.get("kitty_book") == "nobody" and rules.get("kitty") != "none" else 13
    if not rules.get("min_bid", 3) <= number <= books - 6:
        return False
    if kind == "NT" and rules.get("nt_direction") == "with_bid":
        return direction in ("high", "low")
    return kind in ("high", "low", "NT") and direction == ""


def higher(call, standing, rules):
    """A larger number; at the same number no trump over a trump bid and, by agreement, low over high."""
    if call[0] != standing[0]:
        return call[0] > standing[0]
    if call[1] == "NT":
        return standing[1] != "NT"
    return rules.get("low_beats_high") == "on" and (standing[1], call[1]) == ("high", "low")


def same_step(call, standing, rules):
    """Equal in height: no trump over no trump; high and low alike, unless low beats high."""
    if call[0] != standing[0]:
        return False
    if "NT" in (call[1], standing[1]) or rules.get("low_beats_high") == "on":
        return call[1] == standing[1]
    return True


# -- the play ------------------------------------------------------------------------------------


def suit_in(code, trump):
    """The suit of a card in this deal; a joker is a trump, or of no suit."""
    return trump if code in JOKERS else code[0]


def suit_led(trick, trump):
    return next((s for s in (suit_in(c, trump) for c in trick) if s), None)


def leads(hands, seat, trump, rules):
    """Who leads when the lead is this seat's: where jokers are never led it passes on to the left."""
    if trump is None and rules.get("joker_lead_nt") == "no":
        while hands[seat] and all(c in JOKERS for c in hands[seat]):
            seat = (seat + 1) % len(hands)
    return seat


def cards_allowed(hand, trick, trump, rules):
    """The cards of this hand (codes) that may be played to the trick so far."""
    led = suit_led(trick, trump)
    jokers = {c for c in hand if c in JOKERS}
    if not trick:
        kept_back = trump is None and rules.get("joker_lead_nt", "yes") != "yes" and set(hand) != jokers
        return set(hand) - jokers if kept_back else set(hand)
    if led is None:
        return set(hand)
    same = {c for c in hand if suit_in(c, trump) == led}
    if not same and trump is None and rules.get("nt_joker") == "must_throw_off" and jokers:
        return jokers
    return same or set(hand)


def winner(trick, trump, low, rules):
    """Which card of a full trick wins it."""
    led = suit_led(trick, trump)
    down = LOW_ACE_WORST if rules.get("low_ace") == "worst" else LOW

    def rank(code):
        if code in JOKERS:
            return -2 if code == "BJ" else -1
        return (down if low else HIGH).index(code[1])

    trumps = [c for c in trick if trump and suit_in(c, trump) == trump]
    return min(trumps or [c for c in trick if suit_in(c, trump) == led], key=rank)


# -- looking back --------------------------------------------------------------------------------


def may_look(book, finished, played_since, called):
    """Whether a side may look at a book: `played_since` when one of it has led or played to the next trick."""
    if not 1 <= book <= finished:
        return False
    return called or (book == finished and not played_since)
