"""What a record of four hands says, in plain terms: calls by seat, contract, tricks. It judges nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from rulebook.cards import CARDS, RANKS, SUITS, Card, card
from rulebook.records.regular import holding
from rulebook.seats import FOUR, Seat
from rulebook.table import Section, Word

BID = re.compile(r"([1-7])(NT?|[CDHSRU])", re.IGNORECASE)
CONTRACT = re.compile(r"([1-7]?)(NT?|[CDHSRU])(X{0,2})", re.IGNORECASE)
MAKES = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C", "nt": "N"}
CODES = {c.code: c for c in CARDS[:52]}
SUIT = (1 << 13) - 1
PASSES, DOUBLES = ("PASS", "P"), ("X", "XX")


class Call(NamedTuple):
    """One call: `Pass`, `X`, `XX` or a bid such as `2NT`, by whom, and the word that stands for it."""

    seat: Seat
    text: str
    word: Word

    @property
    def bid(self) -> tuple[int, str] | None:
        m = BID.fullmatch(self.text)
        return (int(m[1]), m[2][0]) if m else None


class Contract(NamedTuple):
    """Number (0 in straight bridge), denomination (`N` for no trump), 0, 1 or 2 for its doubling."""

    number: int
    denomination: str
    risk: int = 0

    def __str__(self) -> str:
        name = "NT" if self.denomination == "N" else self.denomination
        return f"{self.number or ''}{name}{'X' * self.risk}"

    @property
    def trump(self) -> int | None:
        """The trump suit, 0 to 3, or None; royal spades are spades."""
        found = SUITS.find("S" if self.denomination == "R" else self.denomination)
        return None if found < 0 else found


class Bought(NamedTuple):
    """How an auction came out. `over` counts the calls up to the pass that ended it, 0 if it has not ended."""

    declarer: Seat | None
    contract: Contract | None
    over: int


class Trick(NamedTuple):
    """A row of the play: the cards by seat, None for one that is not told; the leader and the winner if known."""

    cards: dict[Seat, Card | None]
    words: dict[Seat, Word]
    leader: Seat | None
    winner: Seat | None


def find(sections: Sequence[Section], tag: str) -> Section | None:
    """The first section with this tag."""
    return next((s for s in sections if s.tag == tag), None)


def seat(sections: Sequence[Section], tag: str) -> Seat | None:
    """The seat that a tag names."""
    found = find(sections, tag)
    return FOUR.find(found.value.lstrip("^")) if found else None


def calls(section: Section) -> Iterator[Call]:
    """The calls of an auction in order, without marks; `AP` stands for every pass that is left."""
    caller = FOUR.find(section.value)
    made: list[str] = []
    for word in section.words:
        who, _, text = word.text.rpartition(":")
        caller = FOUR.find(who) if who else caller
        text = text.upper()
        if caller is None:
            return
        if text == "AP":
            passed = next((i for i, t in enumerate(reversed(made)) if t != "Pass"), len(made))
            for _ in range((3 if len(made) > passed else 4) - passed):
                yield Call(caller, "Pass", word)
                made.append("Pass")
                caller = FOUR.left(caller)
            continue
        m = BID.fullmatch(text)
        if text in PASSES or text in DOUBLES or m:
            said = "Pass" if text in PASSES else f"{m[1]}{'NT' if m[2][0] == 'N' else m[2]}" if m else text
            yield Call(caller, said, word)
            made.append(said)
            caller = FOUR.left(caller)


def bought(made: Sequence[Call]) -> Bought:
    """Who plays what after these calls."""
    passes = risk = 0
    last: Call | None = None
    for i, call in enumerate(made, 1):
        if call.text == "Pass":
            passes += 1
            if passes == (4 if last is None else 3):
                return _bought(made, last, risk, i)
            continue
        passes = 0
        if call.bid is None:
            risk = len(call.text)
        else:
            last, risk = call, 0
    return _bought(made, last, risk, 0)


def _bought(made: Sequence[Call], last: Call | None, risk: int, over: int) -> Bought:
    if last is None or last.bid is None:
        return Bought(None, None, over)
    number, name = last.bid
    side = FOUR.side(last.seat)
    first = next(c.seat for c in made if c.bid is not None and c.bid[1] == name and FOUR.side(c.seat) == side)
    return Bought(first, Contract(number, name, risk), over)


def contract(sections: Sequence[Section]) -> Bought:
    """Who plays what: by the calls or the make, else by the tags."""
    if (auction := find(sections, "Auction")) is not None:
        found = bought(list(calls(auction)))
        if found.over:
            return found
    if (make := find(sections, "Make")) is not None:
        name = made(make)[1]
        return Bought(seat(sections, "Dealer"), Contract(0, name) if name else None, 1)
    told = find(sections, "Contract")
    m = CONTRACT.fullmatch(told.value) if told else None
    if m is None:
        return Bought(seat(sections, "Declarer"), None, 0)
    return Bought(seat(sections, "Declarer"), Contract(int(m[1] or 0), m[2][0].upper(), len(m[3])), 0)


def made(section: Section) -> tuple[Seat | None, str]:
    """Who named the trump in straight bridge, and what: one letter, nothing if it was something else."""
    words = [*section.value.split(), *(w.text for w in section.words)]
    if not words:
        return None, ""
    who = next((s for w in reversed(words[:-1]) if (s := FOUR.find(w)) is not None), None)
    m = CONTRACT.fullmatch(MAKES.get(words[-1].lower(), words[-1].upper()))
    return who, m[2][0] if m and not m[1] else ""


def hands(section: Section | None) -> tuple[int, ...] | None:
    """The four hands from North on as masks, 0 for one that is not told; None if a hand cannot be read so."""
    if section is None:
        return None
    first, _, rest = section.value.partition(":")
    start, texts = FOUR.find(first), rest.split()
    if start is None or len(texts) != 4:
        return None
    found = [0] * 4
    for i, text in enumerate(texts):
        if text != "-":
            mask = _mask(text.upper().replace("10", "T").split("."))
            if mask is None:
                return None
            found[FOUR.left(start, i)] = mask
    return tuple(found)


def _mask(fields: Sequence[str]) -> int | None:
    try:
        return sum(holding(f) << 13 * k for k, f in enumerate(fields)) if len(fields) == 4 else None
    except ValueError:
        return None


def written(masks: Sequence[int], first: Seat) -> str:
    """A deal as a tag has it, the high cards first; an unknown hand is `-`."""
    around = (masks[FOUR.left(first, i)] for i in range(4))
    return f"{first.code}:{' '.join([_hand(mask) if mask else '-' for mask in around])}"


def _hand(mask: int) -> str:
    return ".".join([_ranks(mask >> 13 * suit & SUIT) for suit in range(4)])


@cache
def _ranks(mask: int) -> str:
    """The ranks of one suit, the high ones first."""
    return "".join(rank for i, rank in reversed(list(enumerate(RANKS))) if mask >> i & 1)


def tricks(section: Section, trump: int | None, leader: Seat | None) -> list[Trick]:
    """The rows of a play. The winner of a full row leads to the next."""
    first = FOUR.find(section.value)
    if first is None:
        return []
    cells = [(w, _card(w.text)) for w in section.words if _is_cell(w.text)]
    found = []
    for at in range(0, len(cells), 4):
        row = {FOUR.left(first, i): cell for i, cell in enumerate(cells[at : at + 4])}
        if any(w.text == "*" for w, _ in row.values()) and not any(c for _, c in row.values()):
            break
        cards = {s: c for s, (_, c) in row.items()}
        full = len(cards) == 4 and None not in cards.values() and leader is not None
        winner = _winner(cards, leader, trump) if full else None
        found.append(Trick(cards, {s: w for s, (w, _) in row.items()}, leader, winner))
        leader = winner
    return found


def _is_cell(text: str) -> bool:
    return text in ("-", "*", "+") or _card(text) is not None


def _card(text: str) -> Card | None:
    if (found := CODES.get(text)) is not None:
        return found
    try:
        return card(text.removesuffix("+"))
    except ValueError:
        return None


def _winner(cards: dict[Seat, Card | None], leader: Seat | None, trump: int | None) -> Seat | None:
    if leader is None or (led := cards[leader]) is None:
        return None

    def power(who: Seat) -> int:
        c = cards[who]
        assert c is not None
        return c % 13 + (100 if c.suit == trump else 50 if c.suit == led.suit else 0)

    return max(FOUR.all, key=power)


def won(found: Sequence[Trick], side: int) -> int | None:
    """Tricks of a side when all thirteen are told, else None."""
    if len(found) != 13 or any(t.winner is None for t in found):
        return None
    return sum(t.winner is not None and t.winner % 2 == side for t in found)
