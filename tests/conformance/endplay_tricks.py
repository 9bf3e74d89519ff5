"""endplay's trick play as an independent program: which cards may be played, and who wins. It keeps no turn of players.

`rulebook conformance run bridge -- python tests/conformance/endplay_tricks.py`
"""

from __future__ import annotations

from endplay.types import Deal, Denom, Player
from tricks import SEATS, SUITS, Card, Json, Play, Unknown, judged, play, serve

TRUMPS = {"S": Denom.spades, "H": Denom.hearts, "D": Denom.diamonds, "C": Denom.clubs, "NT": Denom.nt}
PLAYERS = dict(zip(SEATS, (Player.north, Player.east, Player.south, Player.west), strict=True))


class Table:
    """A deal of endplay with its current trick."""

    def __init__(self, p: Play) -> None:
        if len({len(hand) for hand in p.hands.values()}) != 1:
            raise Unknown
        hands = (".".join("".join(c[1] for c in p.hands[s] if c[0] == suit) for suit in SUITS) for s in SEATS)
        self.deal = Deal("N:" + " ".join(hands), first=PLAYERS[p.leader], trump=TRUMPS[p.trump])
        self.laid: list[Card] = []
        self.won: list[str] = []

    def ok(self, c: Card) -> bool:
        """Whether this card is among those that the hand on turn may play."""
        if self.deal.curplayer != PLAYERS[c.hand] or not len(self.deal.curhand):
            return False
        return c.card in (f"{move.suit.name[0].upper()}{move.rank.abbr}" for move in self.deal.legal_moves())

    def lay(self, c: Card) -> None:
        self.deal.play(c.card)
        self.laid.append(c)
        if len(self.laid) % 4 == 0:
            self.won.append(next(seat for seat, player in PLAYERS.items() if player == self.deal.first))

    def winners(self) -> list[str]:
        return self.won

    def choices(self) -> int:
        return len(self.deal.legal_moves())


def answer(question: Json) -> Json:
    """Verdict and winners."""
    p = play(question)
    return judged(p, Table(p), question["tell"])


if __name__ == "__main__":
    serve(answer)
