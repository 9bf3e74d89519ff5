"""Endings with open hands: the search against brute force and against endplay, its budget and what it refuses."""

from __future__ import annotations

import importlib.util
from random import Random

import pytest

from rulebook.cards import Card, CardSet, Suit, card
from rulebook.parts.endings import LARGEST, Ending, Solution, solve
from rulebook.parts.tricks import best, order
from rulebook.ruling import InputError

RANKS = ("23456789TJQKA", "AKQJT98765432", "2345678J9QKTA")  # high, low, and an order of nobody's
PAIRS = (True, False, True, False)


# -- the search ---------------------------------------------------------------------------------


def dealt(random: Random, pack: int, hands: int, size: int) -> list[CardSet]:
    cards = random.sample(range(pack), hands * size)
    return [CardSet(sum(1 << c for c in cards[i * size : (i + 1) * size])) for i in range(hands)]


def with_trick(random: Random, e: Ending, cards: int) -> Ending:
    """The same position after so many cards."""
    for _ in range(cards):
        c = random.choice(list(e.legal))
        e = after(e, c)
    return e


def after(e: Ending, c: int) -> Ending:
    """The position after a card that does not end the trick."""
    hands = (*e.hands[: e.turn], CardSet(e.hands[e.turn] & ~(1 << c)), *e.hands[e.turn + 1 :])
    return e._replace(hands=hands, trick=(*e.trick, Card(c)))


def brute(e: Ending) -> int:
    """Tricks of the side, by every line of play."""
    if len(e.trick) == len(e.hands):
        winner = (e.leader + best(e.order, e.trick)) % len(e.hands)
        return e.side[winner] + brute(e._replace(leader=winner, trick=()))
    if not e.hands[e.turn]:
        return 0
    choose = max if e.side[e.turn] == e.most else min
    return choose(brute(after(e, c)) for c in e.legal)


@pytest.mark.parametrize("seed", range(200))
def test_search_equals_brute_force(seed: int) -> None:
    """Three or four hands, any order of the cards, jokers with trumps, any sides, most and fewest, open tricks."""
    random = Random(seed)
    trump = random.choice([None, *map(Suit, range(4))])
    hands = random.choice([3, 4, 4])
    e = Ending(
        hands=tuple(dealt(random, 52 if trump is None else 54, hands, random.choice([1, 2, 3, 3]))),
        order=order(trump, random.choice(RANKS)),
        leader=random.randrange(hands),
        side=tuple(random.random() < 0.5 for _ in range(hands)),
        most=random.random() < 0.5,
    )
    e = with_trick(random, e, random.randrange(hands))
    found = solve(e)
    assert found.tricks == brute(e)
    assert found.cards == {c: brute(after(e, c)) for c in e.legal}
    assert all(found.cards[c] == found.tricks for c in found.best)


@pytest.mark.parametrize("seed", range(12))
def test_larger_endings_agree_with_themselves(seed: int) -> None:
    """What a side takes with the best card is what is left after the best reply: six cards, most and fewest."""
    random = Random(seed)
    e = Ending(tuple(dealt(random, 52, 4, 6)), order(random.choice([None, Suit(1)])), 0, PAIRS, most=seed % 2 == 0)
    found = solve(e)
    for c, n in found.cards.items():
        assert solve(after(e, c)).tricks == n


def random_ending(random: Random) -> Ending:
    trump = random.choice([None, *map(Suit, range(4))])
    hands = tuple(dealt(random, 52, 4, random.randrange(4, 9)))
    e = Ending(hands, order(trump), random.randrange(4), random.choice([PAIRS, (False, True, False, True)]))
    return with_trick(random, e, random.randrange(4))


@pytest.mark.skipif(importlib.util.find_spec("endplay") is None, reason="the package endplay is not installed")
def test_search_equals_endplay() -> None:
    random = Random(52)
    for _ in range(100):
        e = random_ending(random)
        assert solve(e, 10**9).cards == solve(e, endplay=True).cards


@pytest.mark.skipif(importlib.util.find_spec("endplay") is not None, reason="the package endplay is installed")
def test_without_endplay_a_whole_deal_is_refused_in_a_sentence() -> None:
    e = Ending(tuple(dealt(Random(1), 52, 4, 13)), order(None), 0, PAIRS)
    with pytest.raises(InputError, match="endplay"):
        solve(e, endplay=True)


def test_endplay_is_not_asked_what_it_cannot_know() -> None:
    e = Ending(tuple(dealt(Random(1), 52, 4, 3)), order(None), 0, PAIRS)
    for other in (
        e._replace(most=False),
        e._replace(order=order(None, RANKS[1])),
        e._replace(side=(True, True, False, False)),
    ):
        with pytest.raises(ValueError, match="endplay"):
            solve(other, endplay=True)


def test_the_search_gives_up_and_says_so() -> None:
    eight = Ending(tuple(dealt(Random(8), 52, 4, 8)), order(None), 0, PAIRS)
    assert solve(eight, budget=20) == Solution(None, {}, 21)
    assert solve(eight).tricks is not None
    large = Ending(tuple(dealt(Random(8), 52, 4, LARGEST + 1)), order(None), 0, PAIRS)
    assert solve(large) == Solution(None, {}, 0)


@pytest.mark.parametrize("seed", range(5))
def test_eight_cards_are_within_the_budget(seed: int) -> None:
    random = Random(seed)
    trump = random.choice([None, Suit(0)])
    e = Ending(tuple(dealt(random, 52, 4, 8)), order(trump), 0, PAIRS, most=trump is not None or seed % 2 == 0)
    assert solve(e).tricks is not None


def test_nothing_left_is_no_trick() -> None:
    assert solve(Ending((0, 0, 0, 0), order(None), 0, PAIRS)) == Solution(0, {}, 0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"hands": (1, 2, 4, 0)},
        {"hands": (1, 2, 4, 4)},
        {"hands": (1,), "side": (True,)},
        {"side": (True, False)},
        {"hands": (1 << 52, 2, 4, 8)},
        {"hands": (0, 0, 0, 0), "trick": tuple(map(card, ("S2", "S3", "S4", "S5")))},
    ],
)
def test_what_is_no_position_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        solve(Ending((1, 2, 4, 8), order(None), 0, PAIRS)._replace(**wrong))
