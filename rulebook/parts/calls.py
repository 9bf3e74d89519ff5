"""Calls in rotation, as records write them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulebook.game import first_seat
from rulebook.seats import Seats
from rulebook.table import Section, Word

MARKS = "=$*!?-+"  # notes and marks of PBN are no calls


def in_rotation(
    section: Section, seats: Seats, out: Callable[[int], bool] = lambda _: False
) -> Iterator[tuple[Word, str]]:
    """Calls in rotation from the seat that the tag names; `W:4low` is a call out of turn.

    Who is `out` of the auction by then is passed over.
    """
    seat = first_seat(section, seats)
    for word in section.words:
        seat = next((s for n in range(len(seats)) if not out(s := seats.left(seat, n))), seat)
        who, colon, call = word.text.partition(":")
        if colon:
            yield word, f"{who} {call}"
        elif word.text[0] not in MARKS:
            yield word, f"{seat.code} {word.text}"
            seat = seats.left(seat)
