"""A third reading of the auction of 1913, typed from the paragraphs.

A call is `Pass`, `X`, `XX`, or a bid as `2NT`. An auction is a list of (seat, call), seats from 0 clockwise;
`sides` gives the side of each seat that has a player, `rules` the options that are not at their default.
"""

from __future__ import annotations

# Typed from the table of the specification: each bid with its points, lowest first, nullo among them.
LADDER = """
1S(2) 2S(4) 1C(6) 3S(6) 1D(7) 1H(8) 4S(8) 1R(9) 1U(10) 1NT(10) 5S(10) 2C(12) 6S(12) 2D(14) 7S(14) 2H(16) 2R(18) 3C(18)
2U(20) 2NT(20) 3D(21) 3H(24) 4C(24) 3R(27) 4D(28) 3U(30) 3NT(30) 5C(30) 4H(32) 5D(35) 4R(36) 6C(36) 4U(40) 4NT(40)
5H(40) 6D(42) 7C(42) 5R(45) 6H(48) 7D(49) 5U(50) 5NT(50) 6R(54) 7H(56) 6U(60) 6NT(60) 7R(63) 7U(70) 7NT(70)
"""
POINTS = {word.partition("(")[0]: int(word.partition("(")[2][:-1]) for word in LADDER.split()}
ORDER = tuple(POINTS)
NAMES = {"S": "spades", "C": "clubs", "D": "diamonds", "H": "hearts", "R": "royals", "U": "nullo", "NT": "no trump"}


def bids(rules):
    """All bids of a table, lowest first."""
    return [bid for bid in ORDER if rules.get("nullo") == "on" or bid[1] != "U"]


def is_bid(call):
    return call not in ("Pass", "X", "XX")


def last_bid(calls):
    """Who made the last bid, which, and the doubles since; None before the first bid."""
    for n in range(len(calls) - 1, -1, -1):
        if is_bid(calls[n][1]):
            return calls[n][0], calls[n][1], [call for _, call in calls[n + 1 :] if call in ("X", "XX")]
    return None


def times(calls):
    """How often the contract counts."""
    found = last_bid(calls)
    return 2 ** len(found[2]) if found else 1


def over(calls, players):
    """Whether all others have passed the last call, or everybody has passed from the start."""
    passes = 0
    for _, call in reversed(calls):
        if call != "Pass":
            break
        passes += 1
    return passes >= players - 1 and (last_bid(calls) is not None or passes == players)


def allowed(calls, seat, sides, rules):
    """Every call that this seat may make in its turn."""
    found = last_bid(calls)
    words = set() if not calls and rules.get("dealer_may_pass", "off") == "off" else {"Pass"}
    if found is None:
        return words | set(bids(rules))
    bidder, bid, doubles = found
    own = sides[bidder] == sides[seat]
    if not own and not doubles:
        words.add("X")
    if own and doubles == ["X"]:
        words.add("XX")
    return words | {b for b in bids(rules) if ORDER.index(b) > ORDER.index(bid)}


def declarer(calls, sides, rules):
    """Of the side that bid last, the first who named the suit of that bid."""
    bidder, bid, _ = last_bid(calls)
    one = rules.get("spades_and_royals", "two") == "one"

    def suit(call):
        return "spades" if one and call[1:] in ("S", "R") else NAMES[call[1:]]

    for seat, call in calls:
        if is_bid(call) and sides[seat] == sides[bidder] and suit(call) == suit(bid):
            return seat
    return None
