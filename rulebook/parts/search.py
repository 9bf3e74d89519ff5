"""The search behind `rulebook.parts.endings`: can a side be brought to so many tricks?

Zero-window search from trick to trick. What it has found out of a position at the start of a trick is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rulebook.cards import Card, CardSet
from rulebook.parts.tricks import Order


class SpentError(Exception):
    """The budget is spent."""


class _Shape(NamedTuple):
    """What is known of one suit, whoever leads it.

    moves  for each hand where its cards lie, from the strongest; of touching cards only the lowest
    top    the hand with the strongest card, -1 in an empty suit
    run    how many of the strongest cards that hand has
    sizes  cards of each hand
    """

    moves: tuple[tuple[int, ...], ...]
    top: int
    run: int
    sizes: tuple[int, ...]


# A suit is one number: the owners of its cards, two bits each, the strongest in the lowest bits, and a 1
# above the weakest. Positions that differ only in cards already played are thus the same position.
Suits = tuple[int, int, int, int]
Move = tuple[int, int]  # suit, place in it
Moves = tuple[tuple[tuple[int, ...], ...], ...]  # of each suit, of each hand
BITS = 16  # room for the places of one suit in a set of moves
PART = (1 << BITS) - 1


class Search:
    """Can the side be brought to so many tricks? Asked with growing numbers, answers kept."""

    def __init__(self, order: Order, side: tuple[bool, ...], most: bool, budget: int) -> None:
        self.order, self.most, self.budget, self.nodes = order, most, budget, 0
        self.trump = -1 if order.trump is None else int(order.trump)
        n = len(side)
        self.last = n - 1
        self.after = [[(leader + j) % n for j in range(n)] for leader in range(n)]
        self.wins = side
        self.up = tuple(mine == most for mine in side)  # hands that want the side to have many tricks
        self.options = self.eager if most else self.shy
        self.known: dict[tuple[int, int, int, int, int], tuple[int, int, Move]] = {}
        self.shapes: dict[int, _Shape] = {}
        self.less: dict[int, int] = {}

    # -- the position as numbers ----------------------------------------------------------------

    def suits(self, hands: Sequence[int]) -> tuple[Suits, dict[Card, Move]]:
        """The suits of these hands, and where each card lies in them."""
        order, numbers = self.order, []
        places: dict[Card, Move] = {}
        for suit in range(4):
            mine = [(order.power[c], i, c) for i, h in enumerate(hands) for c in CardSet(h & order.suits[suit])]
            mine.sort(key=lambda one: one[0])
            number = 1
            for _, owner, _ in mine:
                number = number << 2 | owner
            numbers.append(number)
            places |= {c: (suit, len(mine) - 1 - k) for k, (_, _, c) in enumerate(mine)}
        return (numbers[0], numbers[1], numbers[2], numbers[3]), places

    def shape(self, number: int) -> _Shape:
        known = self.shapes.get(number)
        if known is None:
            known = self.shapes[number] = self._shape(number)
        return known

    def _shape(self, number: int) -> _Shape:
        owners = []
        while number > 1:
            owners.append(number & 3)
            number >>= 2
        hands = range(self.last + 1)
        moves: list[list[int]] = [[] for _ in hands]
        for i, owner in enumerate(owners):
            if i and owners[i - 1] == owner:
                moves[owner][-1] = i
            else:
                moves[owner].append(i)
        run = next((i for i, owner in enumerate(owners) if owner != owners[0]), len(owners))
        sizes = tuple(owners.count(h) for h in hands)
        return _Shape(tuple(map(tuple, moves)), owners[0] if owners else -1, run, sizes)

    def without(self, number: int, places: int) -> int:
        """The suit without the cards in these places."""
        key = number << BITS | places
        found = self.less.get(key)
        if found is None:
            left, shift = 0, 0
            while number > 1:
                if not places & 1:
                    left |= (number & 3) << shift
                    shift += 2
                number, places = number >> 2, places >> 1
            found = self.less[key] = left | 1 << shift
        return found

    # -- the search -----------------------------------------------------------------------------

    def cards(self, hands: Sequence[int], leader: int, trick: Sequence[Card], legal: CardSet) -> dict[Card, int]:
        """Tricks of the side after each legal card. `hands` hold the cards of the open trick too."""
        suits, places = self.suits(hands)
        left = max(h.bit_count() for h in hands)
        turn = self.after[leader][len(trick)]
        found: dict[Card, int] = {}
        values: dict[Move, int] = {}
        guess = left // 2
        for c in legal.sorted():
            suit, at = places[c]
            move = suit, next(i for i in self.shape(suits[suit]).moves[turn] if i >= at)  # it stands for this card too
            if move not in values:
                values[move] = guess = self._value(suits, leader, [places[x] for x in trick] + [move], left, guess)
            found[c] = values[move]
        return found

    def _value(self, suits: Suits, leader: int, moves: list[Move], left: int, guess: int) -> int:
        """Tricks of the side when the trick begins with these cards."""
        low, high = 0, left
        while low < high:
            need = max(low + 1, min(high, guess))
            if self.begun(suits, leader, moves, need, left):
                low, guess = need, need + 1
            else:
                high, guess = need - 1, need - 1
        return low

    def begun(self, suits: Suits, leader: int, moves: list[Move], need: int, left: int) -> bool:
        """The question in the middle of a trick."""
        (first, at), winner, gone = moves[0], leader, 1 << moves[0][0] * BITS + moves[0][1]
        suit = first
        for j, (s, i) in enumerate(moves[1:], 1):
            gone |= 1 << s * BITS + i
            if i < at if s == suit else s == self.trump:
                suit, at, winner = s, i, self.after[leader][j]
        if len(moves) > self.last:
            return self.taken(suits, gone, winner, need, left)
        mine = tuple(self.shape(x).moves for x in suits)
        return self.card((suits, mine, leader, need, left), len(moves), first, suit, at, winner, gone)

    def trick(self, suits: Suits, leader: int, need: int, left: int) -> bool:
        """Whether the side gets `need` of the `left` tricks when this hand leads."""
        if need <= 0:
            return True
        if need > left:
            return False
        key = (*suits, leader)
        known = self.known.get(key)
        low, high, first = known or self.bounds(suits, leader, left)
        if low >= need:
            return True
        if high < need:
            return False
        self.nodes += 1
        if self.nodes > self.budget:
            raise SpentError
        reached, move = self.lead(suits, leader, need, left, first)
        self.known[key] = (need, high, move) if reached else (low, need - 1, move)
        return reached

    def lead(self, suits: Suits, leader: int, need: int, left: int, first: Move) -> tuple[bool, Move]:
        """The answer, and the lead that gives it."""
        moves = tuple(self.shape(x).moves for x in suits)
        ctx, mine, last = (suits, moves, leader, need, left), self.up[leader], self.last
        for s, i in self.leads(suits, leader, first):
            gone = 1 << s * BITS + i
            got = self.card(ctx, 1, s, s, i, leader, gone) if last else self.taken(suits, gone, leader, need, left)
            if got is mine:
                return mine, (s, i)
        return not mine, first

    def card(
        self, ctx: tuple[Suits, Moves, int, int, int],
        j: int, first: int, suit: int, at: int, winner: int, gone: int,
    ) -> bool:  # fmt: skip
        """The question when `j` cards lie in the trick; card `at` of `suit` wins it so far."""
        suits, moves, leader, need, left = ctx
        hand = self.after[leader][j]
        mine, last, trump = self.up[hand], j == self.last, self.trump
        for s, i in self.options(moves, hand, first, suit, at, mine is self.up[winner]):
            now = gone | 1 << s * BITS + i
            if i < at if s == suit else s == trump:
                got = (
                    self.taken(suits, now, hand, need, left) if last else self.card(ctx, j + 1, first, s, i, hand, now)
                )
            elif last:
                got = self.taken(suits, now, winner, need, left)
            else:
                got = self.card(ctx, j + 1, first, suit, at, winner, now)
            if got is mine:
                return mine
        return not mine

    def taken(self, suits: Suits, gone: int, winner: int, need: int, left: int) -> bool:
        """The question after a full trick."""
        a, b, c, d = suits
        if m := gone & PART:
            a = self.less.get(a << BITS | m) or self.without(a, m)
        if m := gone >> BITS & PART:
            b = self.less.get(b << BITS | m) or self.without(b, m)
        if m := gone >> 2 * BITS & PART:
            c = self.less.get(c << BITS | m) or self.without(c, m)
        if m := gone >> 3 * BITS:
            d = self.less.get(d << BITS | m) or self.without(d, m)
        return self.trick((a, b, c, d), winner, need - self.wins[winner], left - 1)

    # -- what is tried first --------------------------------------------------------------------

    def leads(self, suits: Suits, leader: int, first: Move) -> list[Move]:
        """Every lead: the one that was best before, sure winners, suits of the own side, low cards."""
        rated = []
        for s, number in enumerate(suits):
            shape = self.shape(number)
            own = shape.moves[leader]
            if not own:
                continue
            ours = self.up[shape.top] is self.up[leader]
            for j, i in enumerate(own):
                if (s, i) == first:
                    rate = -1.0
                elif not self.most:
                    rate = 2 - i / 64
                elif not j and shape.top == leader:
                    rate = 0.0 if self.trump in (s, -1) else 1.0
                else:
                    rate = (2 if ours else 3) - i / 64
                rated.append((rate, s, i))
        rated.sort()
        return [(s, i) for _, s, i in rated]

    def eager(self, moves: Moves, hand: int, first: int, suit: int, at: int, ours: bool) -> list[Move]:
        """What a hand may play, for sides that want tricks: win cheaply, else throw the lowest."""
        own = moves[first][hand]
        if own:
            if suit != first or own[-1] < at or own[0] > at:
                return [(first, i) for i in reversed(own)]
            win = [(first, i) for i in reversed(own) if i < at]
            lose = [(first, i) for i in reversed(own) if i > at]
            return lose + win if ours else win + lose
        free = [(s, i) for s in range(4) if s not in (first, self.trump) for i in reversed(moves[s][hand])]
        if self.trump < 0 or first == self.trump:
            return free
        ruff = [(self.trump, i) for i in reversed(moves[self.trump][hand])]
        return free + ruff if ours else ruff + free

    def shy(self, moves: Moves, hand: int, first: int, suit: int, at: int, ours: bool) -> list[Move]:
        """The same for sides that want none: the highest card that does not win, else the highest."""
        own = moves[first][hand]
        if own:
            if suit != first:
                return [(first, i) for i in own]
            return [(first, i) for i in own if i > at] + [(first, i) for i in own if i < at]
        free = [(i, s) for s in range(4) if s not in (first, self.trump) for i in moves[s][hand]]
        free.sort()
        if self.trump >= 0 and first != self.trump:
            free += [(i, self.trump) for i in moves[self.trump][hand]]
        return [(s, i) for i, s in free]

    # -- what is certain without a search -------------------------------------------------------

    def bounds(self, suits: Suits, leader: int, left: int) -> tuple[int, int, Move]:
        """The fewest and the most tricks of the side that can be seen at once."""
        if not self.most:
            return 0, left, (-1, -1)
        shapes = [self.shape(x) for x in suits]
        ours, theirs = min(self.quick(shapes, leader), left), min(self.sure(shapes, leader), left)
        if self.wins[leader]:
            return ours, left - theirs, (-1, -1)
        return theirs, left - ours, (-1, -1)

    def quick(self, shapes: list[_Shape], leader: int) -> int:
        """Tricks that the leader can take at once with the strongest cards of its own hand."""
        trump, tricks = self.trump, 0
        others = [h for h in self.after[0] if self.wins[h] is not self.wins[leader]]
        ruffing = [h for h in others if trump >= 0 and shapes[trump].sizes[h]]
        for s, shape in enumerate(shapes):
            if shape.top == leader:
                run = shape.run
                if s != trump and ruffing:  # only rounds that everybody with a trump can follow
                    run = min(run, *(shape.sizes[h] for h in ruffing))
                tricks += run
        return tricks

    def sure(self, shapes: list[_Shape], leader: int) -> int:
        """Tricks that the other side cannot be kept from."""
        if self.trump >= 0:
            shape = shapes[self.trump]
            return shape.run if shape.top >= 0 and self.wins[shape.top] is not self.wins[leader] else 0
        least = 99
        for shape in shapes:
            if shape.sizes[leader]:
                if self.wins[shape.top] is self.wins[leader]:
                    return 0
                least = min(least, shape.run)
        return least
