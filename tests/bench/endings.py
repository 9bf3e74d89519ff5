"""The open-hands search on random endings, against endplay where that is installed."""

from __future__ import annotations

import importlib.util
from random import Random
from statistics import median
from time import perf_counter

from rulebook.cards import CardSet, Suit
from rulebook.parts.endings import Ending, solve
from rulebook.parts.tricks import order

CASES = {4: 20, 5: 20, 6: 20, 7: 20, 8: 20, 9: 5}
PAIRS = (True, False, True, False)


def dealt(random: Random, size: int, *, most: bool = True) -> Ending:
    """A random ending of so many cards a hand; without trumps when few tricks are wanted."""
    cards = random.sample(range(52), 4 * size)
    hands = tuple(CardSet(sum(1 << c for c in cards[i::4])) for i in range(4))
    trump = random.choice([None, *map(Suit, range(4))]) if most else None
    return Ending(hands, order(trump), random.randrange(4), PAIRS, most=most)


def timed(e: Ending, *, endplay: bool = False) -> float:
    start = perf_counter()
    solve(e, 10**9, endplay=endplay)
    return 1000 * (perf_counter() - start)


def main() -> None:
    """Print the medians, every card of the hand on lead solved."""
    peer = importlib.util.find_spec("endplay") is not None
    for size, cases in CASES.items():
        random = Random(size)
        endings = [dealt(random, size) for _ in range(cases)]
        few = [dealt(random, size, most=False) for _ in range(cases)]
        own, theirs = [], []
        for e in endings:  # in turn, so that both meet the same load
            own.append(timed(e))
            theirs += [timed(e, endplay=True)] if peer else []
        nullo = [timed(e) for e in few]
        line = f"endings of {size} cards: median {median(own):.1f} ms, at most {max(own):.0f}"
        line += f"; for fewest tricks {median(nullo):.1f}, at most {max(nullo):.0f}"
        print(line + (f"; endplay {median(theirs):.2f}, at most {max(theirs):.1f}" if peer else ""))
    if peer:
        whole = [timed(dealt(Random(n), 13), endplay=True) for n in range(10)]
        print(f"whole deals by endplay: median {median(whole):.0f} ms, at most {max(whole):.0f}")


if __name__ == "__main__":
    main()
