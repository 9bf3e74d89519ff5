"""What a game of PBN by another program may say: seats, calls, cards, a number of tricks.

A record of ours says more, and its rules judge the rest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulebook.games import game
from rulebook.records import board, regular
from rulebook.records.case import Record, not_a_card
from rulebook.records.faults import Faults
from rulebook.ruling import InputError
from rulebook.seats import FOUR
from rulebook.table import Section, Word

CALL = re.compile(r"([1-7](?:NT?|[CDHSRU])|Pass|P|XX?|AP|-|\*|\+)([!?]{0,2})", re.IGNORECASE)
CARD = re.compile(r"([SHDC](?:10|[2-9TJQKA])|(?:10|[2-9TJQKA])[SHDC]|-|\*|\+)([!?]{0,2})", re.IGNORECASE)
CONTRACT = re.compile(r"[1-7](NT?|[CDHSRU])X{0,2}|P(ass)?", re.IGNORECASE)
MARK = re.compile(r"=\d+=|\$\d+|[!?]{1,2}|\^[ISRL]", re.IGNORECASE)
TOKENS = {"Auction": CALL, "Play": CARD}
SEATED_CALL = re.compile(r"^[NESW]:")  # by whom a call is that passes over a player
UNKNOWN = ("", "?", "-")
SEATED = ("Dealer", "Declarer", "Auction", "Play")
RESULT = re.compile(r"\^?\s*(?:\d|1[0-3])|(?:(?:NS|EW)\s+(?:\d|1[0-3])\s*){1,2}", re.IGNORECASE)  # NS 9 EW 4
SIDES = frozenset(side.lower() for side in regular.SIDES)


def code(text: str) -> str:
    """A card as this package writes it, nothing for what is none. There are no jokers: JH is the jack of hearts.

    >>> code("10h"), code("JH"), code("C1")
    ('HT', 'HJ', '')
    """
    text = text.upper().replace("10", "T")
    for found in (text, text[::-1]):
        if found in board.CODES:
            return found
    return ""


def check(sections: Sequence[Section]) -> None:
    """Raises InputError for a seat, a call, a card or a number of tricks that there is not."""
    for s in sections:
        if s.tag in SEATED and s.value not in UNKNOWN and FOUR.find(s.value.removeprefix("^")) is None:
            raise no_seat(s, s.value)
        if s.tag == "Deal" and s.value not in UNKNOWN:
            _deal(s)
        if s.tag == "Result" and s.value not in UNKNOWN and not RESULT.fullmatch(s.value):
            raise InputError(
                "“{text}” is no number of tricks. Right: 0 to 13.",
                text=s.value[:20], line=s.at.line, column=s.at.column,
            )  # fmt: skip
        if s.tag == "Contract" and s.value not in UNKNOWN and not CONTRACT.fullmatch(s.value):
            raise InputError(
                "“{text}” is not a contract. Write for example {example}.",
                text=s.value[:20], example="4HX", line=s.at.line, column=s.at.column,
            )  # fmt: skip
        for word in s.words if s.tag in TOKENS else ():
            said = SEATED_CALL.sub("", word.text)
            if TOKENS[s.tag].fullmatch(said) is None and MARK.fullmatch(word.text) is None:
                raise unsaid(s.tag, word)


def vulnerable(sections: Sequence[Section], faults: Faults) -> list[Section]:
    """The sections without a word that names no vulnerable side."""
    found = []
    for s in sections:
        if s.tag == "Vulnerable" and s.value.lower() not in SIDES:
            faults(no_sides(s.value, "None NS EW All", s.at))
            s = s._replace(value="?")
        found.append(s)
    return found


def no_sides(text: str, right: str, at: Word) -> InputError:
    """The complaint about a word that should say who is vulnerable."""
    return InputError(
        "“{text}” names no vulnerable side and is passed over. Right: {right}.",
        text=text[:20], right=tuple(right.split()), line=at.line, column=at.column,
    )  # fmt: skip


def no_seat(section: Section, text: str) -> InputError:
    """The complaint about a letter that is no seat."""
    return InputError(
        "“{text}” is not a seat of this table. Seats: {seats}.",
        text=text[:20], seats=tuple(s.code for s in FOUR.all), line=section.at.line, column=section.at.column,
    )  # fmt: skip


def _deal(section: Section) -> None:
    first, colon, rest = section.value.partition(":")
    if not colon or FOUR.find(first) is None:
        raise no_seat(section, first)
    if (found := len(rest.split())) != len(FOUR.all):
        raise InputError(
            "The deal has {found} hands; this game has {right}.",
            found=found, right=len(FOUR.all), line=section.at.line, column=section.at.column,
        )  # fmt: skip


def unsaid(tag: str, word: Word) -> InputError:
    """The complaint about a word that is no call, or no card."""
    if tag == "Play":
        return not_a_card(word.text, word.line, word.column)
    return InputError(
        "“{text}” is no call of PBN. Calls are Pass, X, XX, AP, and bids such as 1NT.",
        text=word.text[:20], line=word.line, column=word.column,
    )  # fmt: skip


def held(sections: Sequence[Section]) -> None:
    """Nobody plays a card that was dealt to another hand."""
    play, deal = board.find(sections, "Play"), board.find(sections, "Deal")
    masks = board.hands(deal)
    if deal is not None and deal.value not in UNKNOWN and masks is None:
        Record(tuple(sections)).setup(game("auction-bridge"))  # it says what is wrong, if anything is
    if play is None or masks is None or 0 in masks:
        return
    for row in board.tricks(play, None, FOUR.find(play.value)):
        for seat, c in row.cards.items():
            if c is None or masks[seat] >> c & 1:
                continue
            holder = next((s for s in FOUR.all if masks[s] >> c & 1), None)
            if holder is not None:
                word = row.words[seat]
                raise InputError(
                    "{seat} does not hold {card}. It was dealt to {holder}.",
                    seat=seat, card=c, holder=holder, line=word.line, column=word.column,
                )  # fmt: skip
