"""Deals by number: deal `n` of a seed depends on nothing else, so any split of the work meets the same deals.

>>> from rulebook.games import game
>>> dealt(game("bid-whist"), 7, 3) == dealt(game("bid-whist", nt_score="single"), 7, 3)
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import NamedTuple

from rulebook.cards import CARDS, Card, CardSet
from rulebook.game import Game
from rulebook.standing import Standing
from rulebook.table import Setup


class Held(NamedTuple):
    """A recorded deal in plain numbers, as it travels between processes. Unknown cards are counted."""

    dealer: int
    hands: tuple[int, ...]
    hidden: tuple[int, ...]
    piles: tuple[tuple[str, int, int], ...]
    stock: tuple[int | None, ...]


def shuffled(seed: int, n: int) -> tuple[Random, list[Card]]:
    """The whole pack with jokers in the order of this deal. A smaller pack keeps that order."""
    random = Random(f"{seed}/{n}")  # text is hashed alike on every machine
    return random, random.sample(CARDS, len(CARDS))


def dealt(g: Game, seed: int, n: int) -> Setup:
    """Deal `n` of this seed for a game, from a fresh standing."""
    random, order = shuffled(seed, n)
    dealer = random.choice(g.seats.players)
    cards = (c for c in order if g.pack >> c & 1)
    sizes = (g.hand,) * len(g.seats) if g.deals is None else g.deals(dealer)
    hands = tuple(_mask(islice(cards, size)) for size in sizes)
    piles = {name: tuple(islice(cards, size)) for name, size in g.piles.items()}
    return _setup(g, int(dealer), hands, {k: _mask(v) for k, v in piles.items()}, piles.get("stock", ()))


def held(setup: Setup) -> Held:
    """What a record says of a deal, without the play."""
    piles = tuple((name, int(mask), unknown) for name, (mask, unknown) in setup.piles.items())
    stock = tuple(None if c is None else int(c) for c in setup.stock)
    return Held(int(setup.dealer), tuple(map(int, setup.hands)), setup.hidden, piles, stock)


def filled(g: Game, deal: Held, seed: int, n: int) -> Setup:
    """A recorded deal from a fresh standing, its unknown cards in the order of deal `n`."""
    known = sum(deal.hands) + sum(mask for _, mask, _ in deal.piles)
    rest = (c for c in shuffled(seed, n)[1] if g.pack & ~known & 1 << c)
    hands = tuple(mask | _mask(islice(rest, more)) for mask, more in zip(deal.hands, deal.hidden, strict=True))
    piles = {name: mask | _mask(islice(rest, more)) for name, mask, more in deal.piles}
    stock = tuple(_in_order(deal.stock, piles.get("stock", 0)))
    return _setup(g, deal.dealer, hands, piles, stock)


def _in_order(stock: Iterable[int | None], mask: int) -> Iterator[Card]:
    """The stock as it is drawn: known cards at their places, the others between them."""
    places = list(stock) or [None] * mask.bit_count()
    rest = iter(CardSet(mask & ~_mask(Card(c) for c in places if c is not None)))
    yield from (next(rest) if c is None else Card(c) for c in places)


def _mask(cards: Iterable[Card]) -> int:
    return sum(1 << c for c in cards)


def _setup(g: Game, dealer: int, hands: tuple[int, ...], piles: dict[str, int], stock: tuple[Card, ...]) -> Setup:
    return Setup(
        dealer=dealer,
        pack=g.pack,
        hands=hands,
        hidden=(0,) * len(hands),
        piles={name: (mask, 0) for name, mask in piles.items()},
        standing=Standing.start(g.seats),
        stock=stock,
        letters="".join(s.letter for s in g.seats.all),
    )
