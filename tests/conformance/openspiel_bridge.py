"""OpenSpiel's contract bridge as an independent program: whose turn it is, which cards may be played, who wins.

Its auction is not ours, so the declarer (on the right of the leader) bids the trump suit and everybody passes. What
it scores is another game. `rulebook conformance run bridge -- python tests/conformance/openspiel_bridge.py`
"""

from __future__ import annotations

import re

import pyspiel
from tricks import RANKS, SEATS, Card, Json, Play, Unknown, judged, play, serve

GAME = pyspiel.load_game("bridge(use_double_dummy_result=false)")
PASS, ONE = 52, 55
DENOMINATIONS = ("C", "D", "H", "S", "NT")


def number(card: str) -> int:
    """The action that is this card."""
    return RANKS.index(card[1]) * 4 + "CDHS".index(card[0])


class Table:
    """A state of OpenSpiel, turned so that its dealer is the declarer."""

    def __init__(self, p: Play) -> None:
        self.turn = (SEATS.index(p.leader) + 3) % 4
        self.play = p
        hands = [sorted(p.hands[self.seat(i)]) for i in range(4)]
        if [len(hand) for hand in hands] != [13] * 4:
            raise Unknown  # an ending, or a deal of fewer cards
        self.state = GAME.new_initial_state()
        for cards in zip(*hands, strict=True):
            for card in cards:
                self.state.apply_action(number(card))
        for action in (ONE + DENOMINATIONS.index(p.trump), PASS, PASS, PASS):
            self.state.apply_action(action)

    def seat(self, player: int) -> str:
        return SEATS[(player + self.turn) % 4]

    def ok(self, c: Card) -> bool:
        """Whether OpenSpiel lets this player play this card now."""
        if self.state.is_terminal() or number(c.card) not in self.state.legal_actions():
            return False
        return c.card in self.play.hands[c.hand] and c.by == self.seat(self.state.current_player())

    def lay(self, c: Card) -> None:
        self.state.apply_action(number(c.card))

    def winners(self) -> list[str]:
        """Who won each trick, as its printed state tells."""
        names = {"North": 0, "East": 1, "South": 2, "West": 3}
        return [self.seat(names[name]) for name in re.findall(r"Won by (\w+)", str(self.state))]

    def choices(self) -> int:
        return len(self.state.legal_actions())


def answer(question: Json) -> Json:
    """Verdict and winners."""
    p = play(question)
    return judged(p, Table(p), question["tell"])


if __name__ == "__main__":
    serve(answer)
