"""A record as a board of LIN, and what LIN cannot hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulebook.records import board
from rulebook.records.board import Call
from rulebook.records.case import Record
from rulebook.records.lin import DEALERS, NAMES, ORDER, written
from rulebook.records.pbn_export import check_shape
from rulebook.records.sayable import MARK
from rulebook.seats import FOUR
from rulebook.table import Section

SIDES = {"None": "o", "NS": "n", "EW": "e", "All": "b", "Both": "b"}
KEPT = (*ORDER, "Auction", "Play", "Note", "Schema")
PLAIN = (("Game", "auction-bridge"), ("Scoring", "?"))  # what a board of LIN has without a word
NOTE = re.compile(r"=(\d+)=")


def write(record: Record, number: int = 1) -> tuple[str, list[str]]:
    """The board as text, and what LIN cannot hold. Raises InputError for a game of another shape."""
    check_shape(record)
    sections = record.sections
    called = board.contract(sections).over > 0 and record.find("Auction") is not None
    lost = [f"[{s.tag}]" for s in sections if s.value and not _kept(s, called=called)]
    masks = board.hands(record.find("Deal"))
    if masks is None or len({mask.bit_count() for mask in masks if mask}) > 1:
        lost.append("unknown cards" if masks is None else "[Deal]")
        masks = (0, 0, 0, 0)
    elif sorted(mask.bit_count() for mask in masks) == [0, 13, 13, 13]:
        lost.append("unknown cards")  # a reader works out the fourth hand
    name = record.tag("Board") or str(number)
    out = [f"{record.tag('LinHeader')}\n"] if record.tag("LinHeader") else []
    if room := record.tag("Room"):
        out.append(f"qx|{room[0].lower()}{name}|")
    dealer = board.seat(sections, "Dealer") or FOUR.all[0]
    hands = ",".join(written(masks[FOUR.seat(s)]) for s in DEALERS)
    out.append(f"pn|{','.join(_name(record.tag(NAMES[s])) for s in DEALERS)}|st||")
    out.append(f"md|{DEALERS.index(dealer.code) + 1}{hands}|rh||ah|Board {name}|")
    out.append(f"sv|{SIDES.get(record.tag('Vulnerable'), 'o')}|\n")
    out += [_remark(text) for text in record.head]
    out += _calls(record, lost)
    out += _play(record, lost)
    if (result := record.tag("Result")).isdigit():
        out.append(f"mc|{result}|pg||\n")
    return "".join(out), list(dict.fromkeys(lost))


def _kept(section: Section, *, called: bool) -> bool:
    """Whether LIN has a place for this section, or it follows from the calls, if they are `called` to the end."""
    if section.tag in ("Declarer", "Contract"):
        return called
    if section.tag in NAMES.values():
        return _name(section.value) == section.value
    if section.tag == "Vulnerable":
        return section.value in SIDES
    if section.tag == "Result":
        return section.value.isdecimal()
    return section.tag in KEPT or (section.tag, section.value) in PLAIN


def _remark(text: str) -> str:
    return f"nt|{_safe(text)}|"


def _name(text: str) -> str:
    """A name without the signs that end it."""
    return text.replace("|", "/").replace(",", " ").strip()


def _safe(text: str) -> str:
    """A text without the sign that ends a value."""
    return text.replace("|", "/")


def _sayable(made: Sequence[Call], lost: list[str]) -> bool:
    """Whether LIN has words for all of these calls."""
    names = {c.bid[1] for c in made if c.bid}
    if "U" in names:
        lost.append("nullo")
    elif {"R", "S"} <= names:
        lost.append("spades beside royal spades")
    elif "R" in names:
        lost.append("royal spades")
        return True
    else:
        return True
    return False


def _calls(record: Record, lost: list[str]) -> list[str]:
    """The calls, each with its alert and its explanation."""
    auction = record.find("Auction")
    if auction is None:
        return []
    made = list(board.calls(auction))
    if not _sayable(made, lost):
        return []
    explained = dict(s.value.split(":", 1) for s in record.sections if s.tag == "Note" and ":" in s.value)
    texts: dict[int, list[str]] = {}
    for call in made:
        text = {"Pass": "p", "X": "d", "XX": "r"}.get(call.text, call.text.replace("NT", "N").replace("R", "S"))
        texts.setdefault(id(call.word), []).append(f"mb|{text}|")
    out: list[str] = []
    for i, word in enumerate(auction.words):
        out += [_remark(note.text) for note in auction.notes if note.after == i]
        if id(word) in texts:
            out += texts[id(word)]
            if ":" in word.text:
                lost.append("calls out of turn")
        elif (m := NOTE.fullmatch(word.text)) and out:
            _explain(out, explained.get(m[1], ""))
        elif word.text not in "*+-":
            lost.append("marks" if MARK.fullmatch(word.text) else "actions between calls")
    out += [_remark(note.text) for note in auction.notes if note.after >= len(auction.words)]
    return [*out, "pg||\n"] if out else []


def _explain(out: list[str], text: str) -> None:
    """The alert and the explanation of the last call."""
    if text[:1] == "!":
        at = max(i for i, part in enumerate(out) if part[:2] == "mb")
        out[at] = f"{out[at][:-1]}!|"
        text = text[1:].strip()
    if text:
        out.append(f"an|{_safe(text)}|")


def _play(record: Record, lost: list[str]) -> Iterator[str]:
    """The cards in the order of play, as far as they are told."""
    play, bought = record.find("Play"), board.contract(record.sections)
    if play is None:
        return
    leader = FOUR.find(play.value)
    called = record.find("Auction") is not None and bought.over and leader == FOUR.left(bought.declarer or 0)
    if bought.contract is None or not called or record.find("Tricks"):
        lost.append("[Play]")  # without calls nobody could tell who leads to which trick
        return
    if any(MARK.fullmatch(w.text) for w in play.words):
        lost.append("marks")
    notes, at = sorted(play.notes, key=lambda note: note.after), 0
    rows = board.tricks(play, bought.contract.trump, leader)
    for n, row in enumerate(rows, 1):
        assert row.leader is not None
        told = [row.cards.get(FOUR.left(row.leader, i)) for i in range(4)]
        known = told.index(None) if None in told else 4
        yield from (f"pc|{c.code}|" for c in told[:known] if c is not None)
        at += 4
        while notes and notes[0].after <= at:
            yield _remark(notes.pop(0).text)
        yield "pg||\n"
        if known < 4:
            if n < len(rows) or any(c is not None for c in told[known:]):
                lost.append("[Play]")
            break
    yield from (_remark(note.text) for note in notes)
