"""What two adapters share: the play of a question in plain terms, and the exchange of lines. Knows no rulebook."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

SEATS, SUITS, RANKS = "NESW", "SHDC", "23456789TJQKA"
PACK = [suit + rank for suit in SUITS for rank in RANKS]
GAMES = (
    "bridge", "auction-bridge", "bridge-for-three", "three-hand-auction", "double-dummy-bridge", "draw-bridge",
    "duplicate-auction", "duplicate-bridge", "progressive-bridge", "pivot-bridge", "kings-bridge", "reversi-bridge",
    "short-bridge", "bridge-to-the-score", "six-hand-bridge",
)  # fmt: skip
Json = dict[str, Any]


class Unknown(Exception):  # noqa: N818 - an answer, not a mistake
    """This program has no answer to the question."""


@dataclass(frozen=True)
class Card:
    """A card laid down, or asked about: who acts, from which hand, which card."""

    by: str
    hand: str
    card: str


@dataclass(frozen=True)
class Play:
    """Four hands, who leads, trumps, the cards laid down in order, and the one that is asked about.

    `sure` is False where some card of a hand was not told and had to be made up.
    """

    hands: dict[str, list[str]]
    leader: str
    trump: str
    cards: list[Card]
    ask: Card | None
    sure: bool


def play(question: Json) -> Play:
    """The play of a question. Raises Unknown for anything but four hands with aces high and plain tricks."""
    start = question["play"]
    if question["game"] not in GAMES or "".join(question["seats"]) != SEATS or start is None:
        raise Unknown
    if start["trump"] is None or start["leader"] is None:
        raise Unknown
    cards = [_card(line) for line in question["actions"][start["after"] :]]
    ask = None if question["ask"] is None else _card(question["ask"])
    every = [*cards, ask] if ask else cards
    hands = filled(start["hands"], [c for c in every if c.card in PACK])
    sure = not any("?" in hand for hand in start["hands"].values())
    return Play(hands, start["leader"], start["trump"], cards, ask, sure)


def _card(line: str) -> Card:
    """A line of action that is a card: `W SA`, and with another hand `S DA N`."""
    by, *words = line.split()
    if len(words) not in (1, 2) or words[0] not in PACK or by not in SEATS:
        raise Unknown
    return Card(by, words[-1] if len(words) == 2 else by, words[0])


def filled(hands: dict[str, list[str]], played: list[Card]) -> dict[str, list[str]]:
    """The hands with every unknown card named: first what they play, then the rest as it comes.

    Raises Unknown where the answer could depend on it: a hand that is asked about last must be known.
    """
    known = {seat: [c for c in hand if c != "?"] for seat, hand in hands.items()}
    if all(len(known[seat]) == len(hand) for seat, hand in hands.items()):
        return known
    if not played or len(known[played[-1].hand]) != len(hands[played[-1].hand]):
        raise Unknown
    free = [c for c in PACK if not any(c in hand for hand in known.values())]
    for c in played:
        if c.card in free and len(known[c.hand]) < len(hands[c.hand]):
            known[c.hand].append(c.card)
            free.remove(c.card)
    for seat, hand in known.items():
        missing = len(hands[seat]) - len(hand)
        hand += free[:missing]
        del free[:missing]
    return known


class Table(Protocol):
    """A table of the program: may this card be played now, play it, who has won so far, how many may be played."""

    def ok(self, c: Card) -> bool: ...

    def lay(self, c: Card) -> None: ...

    def winners(self) -> list[str]: ...

    def choices(self) -> int: ...


def judged(p: Play, table: Table, tell: list[str]) -> Json:
    """Verdict on what is asked, or on the last card; winners; the number of cards that may be played.

    Raises Unknown after a card that stands although it is against the rules.
    """
    verdict = None
    for n, card in enumerate(p.cards):
        if table.ok(card):
            verdict = "yes"
            table.lay(card)
        elif n < len(p.cards) - 1 or p.ask is not None:
            raise Unknown
        else:
            verdict = "refused"
    if p.ask is not None:
        verdict = "yes" if table.ok(p.ask) else "refused"
    told = {"choices card": str(table.choices())} if p.sure and "choices card" in tell else {}
    return {"verdict": verdict, "winners": table.winners(), "told": told}


def serve(answer: Callable[[Json], Json]) -> None:
    """Answer every line with one line."""
    for text in sys.stdin:
        question = json.loads(text)
        try:
            found = answer(question)
        except Unknown:
            found = {}
        print(json.dumps({"id": question["id"], **found}), flush=True)
