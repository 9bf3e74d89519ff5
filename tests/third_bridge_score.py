"""A third reading of the bridge score, typed from the paragraphs: contracts, honours, slams, revokes, the rubber.

Nothing of the engine is used. Sides are 0 and 1; a deal comes out as four numbers, `below` and `above`
of each side.
"""

from __future__ import annotations

from dataclasses import dataclass, field

AUCTION_VALUES = {"S": 2, "C": 6, "D": 7, "H": 8, "R": 9, "U": 10, "N": 10}
STRAIGHT_VALUES = {"S": 2, "C": 4, "D": 6, "H": 8, "N": 12}
RUBBER = {"auction": 250, "straight": 100}
HONOURS = "AKQJT"


@dataclass
class Deal:
    """The points of one deal, by side."""

    below: list[int] = field(default_factory=lambda: [0, 0])
    above: list[int] = field(default_factory=lambda: [0, 0])


def honours(hands, suit, value):
    """(side, points) of the honours in four hands, each a set of codes; hands 0 and 2 are side 0."""
    if suit is None:
        held = [sum(rank == "A" for _, rank in hand) for hand in hands]
        sums = [held[0] + held[2], held[1] + held[3]]
        side = 0 if sums[0] > sums[1] else 1
        if sums[0] == sums[1]:
            return 0, 0
        if sums[side] == 3:
            return side, 30
        return side, 100 if max(held[side], held[side + 2]) == 4 else 40
    held = [sum(s == suit and rank in HONOURS for s, rank in hand) for hand in hands]
    side = 0 if held[0] + held[2] >= 3 else 1
    one, other = held[side], held[side + 2]
    n, most = one + other, max(one, other)
    if n == 3:
        return side, 2 * value
    if n == 4:
        return side, (8 if most == 4 else 4) * value
    return side, {5: 10, 4: 9}.get(most, 5) * value


def slam(deal, tricks, barred=()):
    """Twelve or thirteen tricks, won in play by a side that did not revoke."""
    for side in (0, 1):
        if side not in barred:
            deal.above[side] += {13: 40, 12: 20}.get(tricks[side], 0)


def auction(number, name, times, own, *, dealers=False, revoked=()):
    """A deal of auction bridge without honours; side 0 declared and won `own` tricks in play.

    revoked  (side, what was taken), in the order of the claims
    """
    deal, value = Deal(), AUCTION_VALUES[name]
    barred = {side for side, _ in revoked}
    moved = 3 * sum(side == 1 and take == "tricks" for side, take in revoked)
    if name == "U":
        counted = own - min(moved, own)
        short, over, odd = counted - (7 - number), 7 - number - own, 7 - counted
    else:
        counted = own + min(moved, 13 - own)
        short, over, odd = 6 + number - counted, own - 6 - number, counted - 6
    if short <= 0 and 0 not in barred:
        deal.below[0] = odd * value * times
        if times > 1 and over >= 0:
            deal.above[0] += (50 + 50 * over) * (times // 2)
    if short > 0 and 1 not in barred:
        loss = 50 * times * short
        if (number, name) == (1, "S") and dealers and times < 4:
            loss = min(loss, 100)
        deal.above[1] += loss
    if barred != {0, 1}:
        for side, take in revoked:
            if take == "points":
                deal.above[1 - side] += 100
    if name != "U":
        slam(deal, [own, 13 - own], barred)
    return deal


def straight(name, unit, own, *, before=(0, 0), revoked=()):
    """A deal of straight bridge without honours; side 0 dealt and won `own` tricks in play.

    before   the trick scores of the running game
    revoked  (side, what was taken), in the order of the claims
    """
    deal, tricks = Deal(), [own, 13 - own]
    for side, take in revoked:
        if take == "tricks":
            n = min(3, tricks[side])
            tricks[side] -= n
            tricks[1 - side] += n
    for side in (0, 1):
        deal.below[side] = max(0, tricks[side] - 6) * unit
    for side, take in revoked:
        if take == "minus":
            deal.below[side] -= min(3 * unit, before[side] + deal.below[side])
        elif take == "plus":
            deal.below[1 - side] += 3 * unit
    barred = {side for side, _ in revoked}
    for side in barred:
        deal.below[side] = min(deal.below[side], 28 - before[side])
    slam(deal, [own, 13 - own], barred)
    return deal


class Rubber:
    """A rubber as it is written down."""

    def __init__(self, kind):
        self.bonus = RUBBER[kind]
        self.part, self.kept, self.above, self.games = [0, 0], [0, 0], [0, 0], [0, 0]
        self.over = False

    def write(self, deal):
        for side in (0, 1):
            self.part[side] += deal.below[side]
            self.above[side] += deal.above[side]
        for side in (0, 1):
            if self.part[side] >= 30:
                self.games[side] += 1
                self.kept = [self.kept[s] + self.part[s] for s in (0, 1)]
                self.part = [0, 0]
        for side in (0, 1):
            if self.games[side] == 2:
                self.above[side] += self.bonus
                self.over = True

    def stop(self):
        """The agreed hour: 125 for each game won, if the rubber is not finished."""
        if not self.over:
            self.above = [self.above[s] + 125 * self.games[s] for s in (0, 1)]

    def totals(self):
        return [self.part[s] + self.kept[s] + self.above[s] for s in (0, 1)]
