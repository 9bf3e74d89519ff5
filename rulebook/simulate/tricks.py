"""Playing a card by plain rules, whatever the game: what a player sees, and what is done with it.

To win tricks:
1. Lead: the declarer's side draws trumps with the best one. Then the best card of a suit, then the
   lowest card of the longest suit.
2. Follow: where the partner's card wins for certain, and where nothing can win, the cheapest card.
   The last player wins as cheaply as possible. Before that only a card that nobody can beat wins at
   once; else the third of four plays high, and the others play low. A player without the suit led wins
   with the cheapest trump.
To lose tricks: lead the lowest card; follow with the highest one that does not win; throw the highest.
"""

from __future__ import annotations

from typing import NamedTuple

from rulebook.cards import Card, CardSet
from rulebook.parts.tricks import Order, best, led, strength


class Seen(NamedTuple):
    """What a player sees when a card is to be played.

    legal      cards that may be played
    out        cards that others may hold
    ours       whether the best card of the trick is of one's own side
    left       how many play to this trick afterwards
    declaring  whether one's own side has the contract
    keep       cards that are worth more together than in this trick
    """

    legal: int
    order: Order
    trick: tuple[Card, ...]
    out: int
    ours: bool = False
    left: int = 0
    declaring: bool = False
    keep: int = 0


def to_win(s: Seen) -> Card:
    """The card that wins tricks."""
    return _follow(s) if s.trick else _lead(s)


def to_lose(s: Seen) -> Card:
    """The card that loses tricks."""
    if not s.trick:
        return min(CardSet(s.legal), key=s.order.power.__getitem__)
    wins = _winners(s)
    loses = [c for c in CardSet(s.legal) if c not in wins]
    if loses:
        return max(loses, key=lambda c: _worth(s, c))
    return (min if s.left else max)(wins, key=lambda c: _worth(s, c))


def master(s: Seen, card: Card) -> bool:
    """Whether nobody else can hold a better card of this suit."""
    power, suit = s.order.power, s.order.suit[card]
    if suit is None or power[card] < 0:
        return False
    return all(power[c] < power[card] for c in CardSet(s.out & s.order.suits[suit]))


def _lead(s: Seen) -> Card:
    by, hand = s.order, CardSet(s.legal)
    tops = [c for c in hand if master(s, c)]
    if by.trump is not None and s.declaring and s.out & by.suits[by.trump]:
        trumps = [c for c in tops if by.suit[c] == by.trump]
        if trumps:
            return max(trumps, key=by.power.__getitem__)
    if side := [c for c in tops if by.suit[c] != by.trump]:
        return max(side, key=lambda c: (_length(s, c), by.power[c]))
    return min(hand, key=lambda c: (s.keep >> c & 1, by.suit[c] == by.trump, -_length(s, c), by.power[c]))


def _follow(s: Seen) -> Card:
    wins = _winners(s)
    top = s.trick[best(s.order, s.trick)]
    if not wins or (s.ours and (not s.left or _safe(s, top))):
        return _cheapest(s)
    if not s.left:
        return min(wins, key=lambda c: _worth(s, c))
    if sure := [c for c in wins if _safe(s, c)]:
        return min(sure, key=lambda c: _worth(s, c))
    suit = led(s.order, s.trick)
    if suit is None or s.order.suit[wins[0]] != suit:
        return min(wins, key=lambda c: _worth(s, c))
    third = s.left == 1 and len(s.trick) > 1
    return max(wins, key=s.order.power.__getitem__) if third else _cheapest(s)


def _winners(s: Seen) -> list[Card]:
    """The cards that would win the trick as it lies."""
    suit = led(s.order, s.trick)
    top = max(strength(s.order, suit, c) for c in s.trick)
    legal = CardSet(s.legal)
    if suit is None:  # only cards of no suit lie in the trick: the next one sets it
        return [c for c in legal if s.order.suit[c] is not None]
    return [c for c in legal if strength(s.order, suit, c) > top]


def _safe(s: Seen, card: Card) -> bool:
    """Whether this card of the trick, or for it, is the best of the suit led or the best trump left."""
    return master(s, card) and s.order.suit[card] in (led(s.order, (*s.trick, card)), s.order.trump)


def _cheapest(s: Seen) -> Card:
    return min(CardSet(s.legal), key=lambda c: _worth(s, c))


def _worth(s: Seen, card: Card) -> tuple[int, int, int]:
    """What a card is worth keeping: a pair, a trump, a high card."""
    return (s.keep >> card & 1, s.order.power[card], -_length(s, card))


def _length(s: Seen, card: Card) -> int:
    suit = s.order.suit[card]
    return 0 if suit is None else (s.legal & s.order.suits[suit]).bit_count()
