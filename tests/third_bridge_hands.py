"""A third reading of the bridge games with other hands, typed from the paragraphs.

Nothing of the engine is used. Cards are codes like "SA", a hand is a set of them, and a deal comes
out as points below and above the line for each player.
"""

from __future__ import annotations

from itertools import combinations

AUCTION = {"S": 2, "C": 6, "D": 7, "H": 8, "R": 9, "U": 10, "N": 10}
STRAIGHT = {"S": 2, "C": 4, "D": 6, "H": 8, "N": 12}
RANKS = "23456789TJQKA"
PIPS = dict(zip(RANKS, (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11), strict=True))
DEARER = "HDCS"


def suit_of(name):
    """The trump suit that goes with a name, None for no trump."""
    return {"R": "S", "N": None, "U": None, "M": None}.get(name, name)


def tops(hand, suit):
    """Honours in a hand: five of the trump suit, or aces."""
    if suit is None:
        return sum(rank == "A" for _, rank in hand)
    return sum(s == suit and rank in "AKQJT" for s, rank in hand)


def slam(tricks):
    return {12: 20, 13: 40}.get(tricks, 0)


def unit(name, steps):
    """An odd trick of straight bridge after so many doubles and redoubles."""
    value = STRAIGHT[name]
    for _ in range(steps):
        value = min(100, 2 * value)
    return value


# -- what a hand names that has no choice ------------------------------------------------------------


def named(hand):
    if tops(hand, None) >= 3:
        return "N"
    best = max(sum(s == suit for s, _ in hand) for suit in DEARER)
    longest = [suit for suit in DEARER if sum(s == suit for s, _ in hand) == best]
    weight = {suit: sum(PIPS[rank] for s, rank in hand if s == suit) for suit in longest}
    return next(suit for suit in longest if weight[suit] == max(weight.values()))


# -- cards and tricks --------------------------------------------------------------------------------


def winner(cards, trump):
    """The place of the card that wins, in playing order."""

    def height(card):
        return (card[0] == trump, card[0] == cards[0][0], RANKS.index(card[1]))

    return max(range(len(cards)), key=lambda i: height(cards[i]))


def playable(cards, led):
    """Of the cards that can be played: those of the suit led if there are any."""
    return {c for c in cards if c[0] == led} or set(cards)


# -- points ------------------------------------------------------------------------------------------


class Points:
    def __init__(self, players):
        players = [*players]
        self.below, self.above = dict.fromkeys(players, 0), dict.fromkeys(players, 0)

    def __eq__(self, other):
        return (self.below, self.above) == (other.below, other.above)

    def __repr__(self):
        return f"below {self.below} above {self.above}"

    def add(self, players, *, below=0, above=0):
        for player in players:
            self.below[player] += below
            self.above[player] += above


def together(n, value, suit):
    """Honours of cards that count as divided between partners."""
    return {3: 30, 4: 40}.get(n, 0) if suit is None else {3: 2, 4: 4, 5: 5}.get(n, 0) * value


def two_hands(one, other, value, suit):
    """Honours of a side with two hands."""
    n, most = one + other, max(one, other)
    if suit is None:
        return 100 if most == 4 else together(n, value, suit)
    return {(4, 4): 8, (5, 4): 9, (5, 5): 10}.get((n, most), {3: 2, 4: 4, 5: 5}.get(n, 0)) * value


def three_hand_auction(bid, times, dealer, declarer, own, hands):
    """`hands` by letter, D the dead hand; the declarer won `own` tricks."""
    (number, name), points, others = bid, Points("ABC"), [x for x in "ABC" if x != declarer]
    value, suit = AUCTION[name], suit_of(name)
    beyond = 7 - number - own if name == "U" else own - 6 - number
    if beyond >= 0:
        points.add(declarer, below=(number + beyond) * value * times)
        points.add(declarer, above={1: 0, 2: 50, 4: 100}[times] * (1 + beyond))
    else:
        loss = -beyond * {1: 50, 2: 100, 4: 200}[times]
        if (number, name) == (1, "S") and declarer == dealer and times < 4:
            loss = min(loss, 100)
        points.add(others, above=loss)
    if name == "U":
        return points
    for letter, hand in hands.items():
        n = tops(hand, suit)
        who = declarer if letter == "D" else letter
        points.add(who, above=(0, 10, 20, 30, 100)[n] if suit is None else (0, 1, 2, 3, 8, 10)[n] * value)
    points.add(declarer, above=slam(own))
    points.add(others, above=slam(13 - own))
    return points


def for_three(name, steps, dealer, own, hands):
    points, others = Points("ABC"), [x for x in "ABC" if x != dealer]
    suit, odd = suit_of(name), unit(name, steps)
    points.add(dealer, below=max(0, own - 6) * odd)
    points.add(others, above=max(0, 7 - own) * odd)
    for side, pair in ((dealer, (dealer, "D")), (others, others)):
        one, other = (tops(hands[x], suit) for x in pair)
        points.add(side, above=two_hands(one, other, STRAIGHT[name], suit))
    points.add(dealer, above=slam(own))
    points.add(others, above=slam(13 - own))
    return points


def for_two(name, steps, tricks, hands):
    """`hands` are all 26 cards of each player."""
    points, suit = Points("AB"), suit_of(name)
    for player in "AB":
        points.add(player, below=max(0, tricks[player] - 6) * unit(name, steps))
        points.add(player, above=together(tops(hands[player], suit), STRAIGHT[name], suit) + slam(tricks[player]))
    return points


def misery(name, eight, dealer, own, played, options):
    """`played` are the cards each player has played to the tricks, those of dummy too."""
    points, (other,) = Points("NS"), set("NS") - {dealer}
    suit, tricks = suit_of(name), {dealer: own, other: 13 - own}
    if name == "M":
        points.add(dealer, below=5 * (7 - own) if own <= 1 else 0)
        points.add(other, above=(5 * own if options["misery_excess"] == "all" else 5 * own - 5) if own > 1 else 0)
        return points
    value = STRAIGHT[name]
    if options["misery_honours"] == "on":
        for player in "NS":
            points.add(player, above=together(tops(played[player], suit), value, suit))
    if eight and own < 8:
        points.add(other, above=10)
        return points
    for player in "NS":
        points.add(player, below=max(0, tricks[player] - 6) * value * (2 if eight else 1), above=slam(tricks[player]))
    return points


def double_dummy(name, tricks, hands):
    points, suit = Points("SW"), suit_of(name)
    for player, dummy in ("SN", "WE"):
        points.add(player, below=max(0, tricks[player] - 6) * STRAIGHT[name], above=slam(tricks[player]))
        one, other = tops(hands[player], suit), tops(hands[dummy], suit)
        points.add(player, above=two_hands(one, other, STRAIGHT[name], suit))
    return points


# -- games and the end -------------------------------------------------------------------------------


class Match:
    """What stands on the sheet: part scores, trick scores of finished games, honours, games."""

    def __init__(self, part, kept, above, games):
        self.part, self.kept, self.above, self.games, self.over = part, kept, above, games, False

    def write(self, points, game_bonus, rubber):
        for player in self.part:
            self.part[player] += points.below[player]
            self.above[player] += points.above[player]
        for player in [p for p, n in self.part.items() if n >= 30]:
            self.games[player] += 1
            self.above[player] += game_bonus
            for other in self.part:
                self.kept[other] += self.part[other]
                self.part[other] = 0
            if self.games[player] == 2:
                self.above[player] += rubber
                self.over = True

    def totals(self):
        return {p: self.part[p] + self.kept[p] + self.above[p] for p in self.part}


def each_with_each(totals):
    """What each wins, pair by pair: the difference of the totals."""
    won = dict.fromkeys(totals, 0)
    for one, other in combinations(totals, 2):
        won[one] += totals[one] - totals[other]
        won[other] += totals[other] - totals[one]
    return won
