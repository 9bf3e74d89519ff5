"""Seats and sides, clockwise. Four players sit N E S W; other tables A B C ...

>>> FOUR.left(FOUR.seat("N")), FOUR.partner(FOUR.seat("N")), FOUR.side(FOUR.seat("W"))
(E, S, EW)
"""

from __future__ import annotations

from functools import cache


class Seat(int):
    """A seat of one table: its number clockwise, and a letter. At a table of four it is a point of the `compass`."""

    letter: str
    compass: bool

    def __new__(cls, number: int, letter: str, *, compass: bool = True) -> Seat:
        self = super().__new__(cls, number)
        self.letter, self.compass = letter, compass
        return self

    @property
    def code(self) -> str:
        return self.letter

    def __repr__(self) -> str:
        return self.letter


class Side(int):
    """A partnership (or a lone player), by number; its code joins the letters of its seats."""

    letters: str
    compass: bool

    def __new__(cls, number: int, letters: str, *, compass: bool = True) -> Side:
        self = super().__new__(cls, number)
        self.letters, self.compass = letters, compass
        return self

    @property
    def code(self) -> str:
        return self.letters

    def __repr__(self) -> str:
        return self.letters


TABLE = Seat(-1, "TABLE")
"""Who acts in a forced step: nobody, the rules."""

_PERIOD = {"Y": "N", "B": "E", "Z": "S", "A": "W"}


class Seats:
    """The seats of one table, `letters` in clockwise order, partners opposite when `pairs`.

    `players` are the letters of those who sit there; the other seats are hands that a player plays.

    >>> three = Seats("ABCD", pairs=False, players="ABC")
    >>> three.sides, three.player(2), three.left(2)
    ((A, B, C), A, D)
    """

    def __init__(self, letters: str, *, pairs: bool, players: str = "") -> None:
        compass = set(letters) <= set("NESW")
        self.all = tuple(Seat(i, letter, compass=compass) for i, letter in enumerate(letters))
        self._by_letter = {s.letter: s for s in self.all}
        self.players = tuple(self._by_letter[letter] for letter in players or letters)
        sides = len(self.players) // 2 if pairs else len(self.players)
        codes = ("".join(s.letter for s in self.players[i::sides]) for i in range(sides))
        self.sides = tuple(Side(i, code, compass=compass) for i, code in enumerate(codes))
        where = {s: self.sides[i % sides] for i, s in enumerate(self.players)}
        self._side = tuple(where.get(s) for s in self.all)
        if letters == "NESW":  # the letters of the period's books too
            self._by_letter |= {old: self._by_letter[new] for old, new in _PERIOD.items()}

    def __len__(self) -> int:
        return len(self.all)

    def seat(self, text: str) -> Seat:
        """The seat with this letter (the period's A Y B Z too). Raises KeyError."""
        return self._by_letter[text.upper()]

    def find(self, text: str) -> Seat | None:
        """The seat with this letter, or None."""
        return self._by_letter.get(text.upper())

    def side_of(self, text: str) -> Side:
        """The side whose letters these are, in any order. Raises KeyError."""
        for side in self.sides:
            if sorted(side.letters) == sorted(text.upper()):
                return side
        raise KeyError(text)

    def left(self, seat: int, steps: int = 1) -> Seat:
        """The seat so many places clockwise."""
        return self.all[(seat + steps) % len(self.all)]

    def right(self, seat: int) -> Seat:
        return self.all[seat - 1]

    def player(self, seat: int, steps: int = 1) -> Seat:
        """The player so many places clockwise, hands without a player passed over."""
        return self.players[(self.players.index(self.all[seat]) + steps) % len(self.players)]

    def partner(self, seat: int) -> Seat:
        """The seat opposite."""
        return self.left(seat, len(self.all) // 2)

    def of(self, side: int) -> tuple[Seat, ...]:
        """The seats of a side."""
        return self.players[side :: len(self.sides)]

    def sitting(self, seat: int) -> Side | None:
        """The side of a player, None for a hand without one."""
        return self._side[seat]

    def side(self, seat: int) -> Side:
        """The side of a player. Raises ValueError for a hand without one."""
        found = self._side[seat]
        if found is None:
            raise ValueError(self.all[seat])
        return found

    def other(self, side: int) -> Side:
        """The other one of two sides."""
        return self.sides[1 - side]


FOUR = Seats("NESW", pairs=True)


@cache
def circle(players: int) -> Seats:
    """So many players, each alone.

    >>> circle(5).all, circle(4).sides
    ((A, B, C, D, E), (N, E, S, W))
    """
    return Seats("NESW" if players == 4 else "ABCDEF"[:players], pairs=False)
