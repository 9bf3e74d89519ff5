"""What was dealt, as JSON of no language, and read back.

>>> from rulebook.cases import get
>>> from rulebook.games import game
>>> g = game("bid-whist")
>>> dealt = get("bid-whist.auction.equal/low-over-high").record.setup(g)
>>> doc = told(dealt, g.seats)
>>> doc["dealer"], doc["places"]["kitty"][:2]
('S', ['?', '?'])
>>> understood(doc, g) == dealt
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulebook.cards import CardSet, card
from rulebook.game import Game
from rulebook.seats import Seat, Seats, Side
from rulebook.standing import Standing
from rulebook.table import Setup

Json = dict[str, Any]
UNKNOWN = "?"
NUMBERS = ("notes", "waiting", "scores")  # parts of a standing that are numbers by name


def cards(mask: int, unknown: int = 0) -> list[str]:
    """The codes of a place, each unknown card as `?`."""
    return [c.code for c in CardSet(mask).sorted()] + [UNKNOWN] * unknown


def told(setup: Setup, seats: Seats) -> Json:
    """A deal as JSON. What is empty is left out."""
    places = {f"hand.{s.code}": cards(setup.hands[s], setup.hidden[s]) for s in seats.all}
    places |= {name: cards(*pile) for name, pile in setup.piles.items()}
    found: Json = {"dealer": seats.all[setup.dealer].code, "places": places}
    if setup.tricks:
        found["tricks"] = {s.code: setup.tricks[s] for s in seats.all}
        found["leader"] = seats.all[setup.leader].code
    if setup.stock:
        found["stock"] = [UNKNOWN if c is None else c.code for c in setup.stock]
    if setup.stated:
        found["stated"] = {name: _by_code(numbers, seats.sides) for name, numbers in setup.stated.items()}
    if setup.given:
        found["given"] = dict(setup.given)
    return found | {"standing": _standing(setup.standing, seats)}


def _by_code(numbers: Mapping[Any, int], who: Sequence[Seat | Side]) -> dict[str, int]:
    return {who[n].code: number for n, number in numbers.items()}


def _standing(standing: Standing, seats: Seats) -> Json:
    found: Json = {"points": _by_code(standing.points, seats.sides)}
    if any(standing.tally.values()):
        found["tally"] = _by_code(standing.tally, seats.sides)
    if standing.marks:
        found["marks"] = {name: _by_code(of, seats.sides) for name, of in standing.marks.items()}
    found |= {name: dict(numbers) for name in NUMBERS if (numbers := getattr(standing, name))}
    found |= {name: list(names) for name in ("pairs", "people") if (names := getattr(standing, name))}
    return found


def understood(doc: Json, game: Game) -> Setup:
    """The deal that was told. Raises KeyError or ValueError for anything else."""
    seats = game.seats
    hands = [_place(doc["places"][f"hand.{s.code}"]) for s in seats.all]
    piles = {name: _place(of) for name, of in doc["places"].items() if not name.startswith("hand.")}
    tricks = doc.get("tricks", {})
    return Setup(
        dealer=seats.seat(doc["dealer"]),
        pack=game.pack,
        hands=tuple(mask for mask, _ in hands),
        hidden=tuple(n for _, n in hands),
        piles=piles,
        tricks=tuple(tricks[s.code] for s in seats.all) if tricks else (),
        standing=_stood(doc["standing"], seats),
        given=doc.get("given", {}),
        leader=seats.seat(doc["leader"]) if tricks else -1,
        stated={
            name: {int(seats.side_of(code)): n for code, n in of.items()} for name, of in doc.get("stated", {}).items()
        },
        stock=tuple(None if code == UNKNOWN else card(code) for code in doc.get("stock", ())),
        letters="".join(s.letter for s in seats.all),
    )


def _place(codes: Sequence[str]) -> tuple[int, int]:
    return sum(1 << card(code) for code in codes if code != UNKNOWN), codes.count(UNKNOWN)


def _by_side(numbers: Mapping[str, int], seats: Seats) -> dict[Side, int]:
    return {seats.side_of(code): n for code, n in numbers.items()}


def _stood(doc: Json, seats: Seats) -> Standing:
    start = Standing.start(seats)
    return Standing(
        points={**start.points, **_by_side(doc["points"], seats)},
        tally={**start.tally, **_by_side(doc.get("tally", {}), seats)},
        marks={name: _by_side(numbers, seats) for name, numbers in doc.get("marks", {}).items()},
        notes=doc.get("notes", {}),
        pairs=tuple(doc.get("pairs", ())),
        waiting=doc.get("waiting", {}),
        people=tuple(doc.get("people", ())),
        scores=doc.get("scores", {}),
    )
