"""Checked replay with and without rulings, against a bare loop over the same cards.

Every round times each way once, in turn; what is printed is the median of the ratios of a round.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter

from rulebook import game
from rulebook.cards import CARDS, CardSet, Suit
from rulebook.game import Game
from rulebook.parts.tricks import best, led, order
from rulebook.table import Action, Setup, Table
from tests.bench import endings, formats

ROUNDS = 7
DEALS = 30


def dealt(g: Game, random: Random) -> Setup:
    """A random deal."""
    pack = list(CardSet(g.pack))
    random.shuffle(pack)
    hands = tuple(sum(1 << c for c in pack[i * g.hand : (i + 1) * g.hand]) for i in range(4))
    rest = sum(1 << c for c in pack[4 * g.hand :])
    return Setup(0, g.pack, hands, (0,) * 4, dict.fromkeys(g.piles, (rest, 0)))


def played(g: Game, random: Random) -> tuple[Setup, list[Action]]:
    """A random legal record of this game."""
    setup = dealt(g, random)
    t, actions = g.start(setup), []
    while g.active(t):
        space = next(s for s in g.legal(t) if s.kind != "renege")
        a = space.sample(random) if hasattr(space, "sample") else random.choice(list(space))
        actions.append(a)
        t = g.play(t, a)
    return setup, actions


def checked(g: Game, record: tuple[Setup, list[Action]]) -> Table:
    """Every action ruled and applied, rulings kept in the log."""
    t = g.start(record[0])
    for a in record[1]:
        t = g.play(t, a)
    return t


def unruled(g: Game, record: tuple[Setup, list[Action]]) -> Table:
    """The same steps applied without asking the rules."""
    t, ruling = g.start(record[0]), g.dealt(record[0])
    for a in record[1]:
        t = g.step(t, a, ruling)
        while (phase := g.active(t)) and (forced := phase.forced(t)):
            t = g.step(t, forced, ruling)
    return t


def bare(record: tuple[Setup, list[Action]], trump: Suit | None) -> int:
    """The least that following suit and winning tricks can cost: masks and lists, no tables."""
    o, hands, trick, won = order(trump), list(record[0].hands), [], 0
    for a in record[1]:
        if a.kind == "card":
            suit, bit = led(o, trick), 1 << CARDS[a.what]
            hand = hands[a.hand]
            won += bool(suit is None or o.suits[suit] & bit or not hand & o.suits[suit])
            hands[a.hand] = hand & ~bit
            trick.append(a.what)
            if len(trick) == 4:
                best(o, trick)
                trick = []
    return won


def once(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def started(code: str) -> float:
    return once(lambda: subprocess.run([sys.executable, "-c", code], check=True))


def main() -> None:
    """Print the ratios."""
    for name in ("bridge", "bid-whist"):
        g, random = game(name), Random(20)
        records = [played(g, random) for _ in range(DEALS)]
        cards = sum(a.kind == "card" for _, actions in records for a in actions)
        ways = {
            "checked, with rulings": lambda records=records, g=g: [checked(g, r) for r in records],
            "applied, without rulings": lambda records=records, g=g: [unruled(g, r) for r in records],
            "bare loop": lambda records=records: [bare(r, Suit(0)) for r in records],
        }
        rounds = [{way: once(work) for way, work in ways.items()} for _ in range(ROUNDS)]
        print(f"{name}: {DEALS} deals, {cards} cards, {ROUNDS} rounds in turn")
        for way in ways:
            ratio = median(r[way] / r["bare loop"] for r in rounds)
            rate = cards / median(r[way] for r in rounds)
            print(f"  {way:26} {ratio:6.2f} times the bare loop   ({rate:,.0f} cards a second here)")
    pairs = [(started("import rulebook"), started("pass"), started("import argparse, json")) for _ in range(ROUNDS)]
    print(f"import rulebook: {median(a / b for a, b, _ in pairs):.2f} times an empty interpreter,", end=" ")
    print(f"{median(a / c for a, _, c in pairs):.2f} times one that imports argparse and json")
    endings.main()
    formats.main()


if __name__ == "__main__":
    main()
