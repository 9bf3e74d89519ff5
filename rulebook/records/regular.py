"""Regular deals the quick way: plain PBN without comments and notes, everything in it agreeing.

What is not regular is left to `pbn.py`, which reads all of PBN and says what is wrong and where.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache, partial

from rulebook.cards import CARDS, RANKS, SUITS
from rulebook.records import native
from rulebook.records.case import ABOUT, ACTIONS, GIVEN, KNOWN, Played, Record, loose
from rulebook.table import Section, Word

PART = re.compile(r'\[([A-Za-z]\w*) "([^"\\\n]*)"\]\n([^\[{};"%]*)')  # a tag and the words below it
WORD = re.compile(r"\S+")
bit = {c.code: 1 << c for c in CARDS[:52]}.__getitem__
SEATS = {"N": 0, "E": 1, "S": 2, "W": 3}
BIDS = {f"{n}{d}": (n, d[0]) for n in range(1, 8) for d in ("C", "D", "H", "S", "NT")}
CONTRACTS = {call + "X" * risk: (*bid, risk) for call, bid in BIDS.items() for risk in range(3)}
PLAIN = frozenset((*BIDS, "Pass", "X", "XX"))
OURS = frozenset((*ACTIONS, *ABOUT, "Ruleset", "NativeAuction", "NativeContract", "SpadeValue"))
OURS -= {"Auction", "Dealer", "Deal", "Play", "Round", "Table"}
SPELT = {tag.lower(): tag for tag in (*KNOWN, *native.OURS)}  # each tag as it is usually written
USUAL = frozenset(SPELT.values())
SIDES = frozenset(("", "?", "-", "None", "Love", "NS", "EW", "All", "Both"))
ENDS = ((), ("*",))
TRICKS = {str(n): n for n in range(14)}
NOT_TOLD = ("", "?")

Parts = Sequence[tuple[str, str, str]]


def _powers(trump: str, led: str) -> dict[str, int]:
    """What each card counts in a trick of this suit; 0 if it cannot win."""
    weight = {led: 1, trump: 20}
    return {s + r: weight.get(s, 0) * (i + 2) for s in SUITS for i, r in enumerate(RANKS)}


POWERS = {trump: {led: _powers(trump, led) for led in SUITS} for trump in (*SUITS, "")}


def regular(chunk: str, line: int, file: str) -> Record | None:
    """The deal in this text, which begins at this line, if everything in it is regular.

    The calls make the declarer and the contract that the tags name, four full hands are 52 cards,
    and each column of the play holds the cards of its hand.
    """
    parts = PART.findall(chunk)
    tags = {tag: value for tag, value, _ in parts}
    rows = {tag: words for tag, _, words in parts if words and not words.isspace()}
    size = sum([len(tag) + len(value) + len(words) + 6 for tag, value, words in parts])
    if len(tags) < len(parts) or size < len(chunk) or '"#' in chunk or not OURS.isdisjoint(tags):
        return None
    if tags.get("Vulnerable", "") not in SIDES:
        return None
    if not USUAL.issuperset(tags) and any(SPELT.get(tag.lower(), tag) != tag for tag in tags):
        return None
    try:
        played = _played(tags, rows.pop("Auction"), rows.pop("Play", ""), parts)
    except (KeyError, ValueError):
        return None
    if played is None or any(not tag.endswith("Table") for tag in rows):
        return None
    return Record(partial(sections, parts, line), (), file, loose=loose(tags.get("Scoring", "")), played=played)


def _played(tags: dict[str, str], auction: str, play: str, parts: Parts) -> Played | None:
    """The deal in numbers, or None. Raises KeyError and ValueError for what is not regular."""
    dealer, declarer = SEATS[tags["Dealer"]], SEATS[tags["Declarer"]]
    calls = auction.split()
    if calls[-1] == "AP":
        calls[-1:] = ["Pass"] * 3
    contract = CONTRACTS[tags["Contract"]]
    if tags["Auction"] != tags["Dealer"] or not PLAIN.issuperset(calls):
        return None
    if outcome(calls, dealer) != (declarer, contract):
        return None
    hands = dealt(tags["Deal"])
    words, led, columns = play.split(), "", list[int]()
    result = tags.get("Result", "")
    told = None if result in NOT_TOLD else TRICKS[result]
    if words:
        leader = SEATS[tags["Play"]]
        if leader != (declarer + 1) % 4 or tuple(words[52:]) not in ENDS or len(words) < 52:
            return None
        for i in range(4):
            if sum(map(bit, words[i:52:4])) != hands[(leader + i) % 4]:
                return None
        led, columns = won(words, contract[1])
        if told is not None and told != sum([column % 2 for column in columns]):  # declarer and dummy
            return None
    given = {tag: tags[tag] for tag in GIVEN if tag in tags}
    return Played(dealer, hands, tuple(calls), declarer, contract, tuple(words[:52]), led, columns, given, parts)


def won(words: Sequence[str], denomination: str) -> tuple[str, list[int]]:
    """The suit led to each trick of a full play, and the column of the card that won it."""
    powers = POWERS[denomination if denomination != "N" else ""]
    column, led, found, texts = 0, "", [], iter(words[:52])
    for four in zip(texts, texts, texts, texts, strict=True):
        suit = four[column][0]
        led += suit
        power = powers[suit]
        one, two, three, last = four
        column, most = 0, power[one]
        if (n := power[two]) > most:
            column, most = 1, n
        if (n := power[three]) > most:
            column, most = 2, n
        if power[last] > most:
            column = 3
        found.append(column)
    return led, found


def outcome(calls: Sequence[str], dealer: int) -> tuple[int, tuple[int, str, int]] | None:
    """Declarer and contract of a finished auction of plain calls; None when it is not finished, or goes on too long."""
    last, risk, passes = -1, 0, 0
    first: dict[tuple[str, int], int] = {}
    for i, call in enumerate(calls):
        if call == "Pass":
            passes += 1
            if passes == 3 and last >= 0 and i + 1 < len(calls):
                return None
            continue
        passes = 0
        if call == "X" or call == "XX":
            risk = len(call)
        else:
            last, risk = i, 0
            first.setdefault((call[1], i % 2), i)
    if last < 0 or passes < 3:
        return None
    number, name = BIDS[calls[last]]
    return (dealer + first[name, last % 2]) % 4, (number, name, risk)


def dealt(text: str) -> tuple[int, int, int, int]:
    """The four hands of a full deal from North on, as masks. Raises KeyError or ValueError for any other deal."""
    hands = [_hand(hand) for hand in text[2:].split(" ")]
    north = -SEATS[text[0]] % 4
    one, two, three, four = hands[north:] + hands[:north]
    if text[1] != ":" or one | two | three | four != (1 << 52) - 1:
        raise ValueError(text)
    return one, two, three, four


def _hand(text: str) -> int:
    spades, hearts, diamonds, clubs = text.split(".")
    mask = holding(spades) | holding(hearts) << 13 | holding(diamonds) << 26 | holding(clubs) << 39
    if mask.bit_count() != 13:
        raise ValueError(text)
    return mask


@lru_cache(1 << 14)
def holding(text: str) -> int:
    """The ranks of one suit as a mask of 13. Raises ValueError for another letter, or for a rank that comes twice."""
    mask = 0
    for rank in text:
        bit = 1 << RANKS.index(rank)
        if mask & bit:
            raise ValueError(text)
        mask |= bit
    return mask


def sections(parts: Parts, line: int) -> tuple[Section, ...]:
    """The sections of a regular deal, each word with its place."""
    made = [Section("Game", "auction-bridge", at=Word("auction-bridge", line, 1))]
    for tag, value, rows in parts:
        words = tuple(
            Word(m[0], n, m.start() + 1) for n, row in enumerate(rows.split("\n"), line + 1) for m in WORD.finditer(row)
        )
        made.append(Section(tag, value, words, Word(value, line, len(tag) + 4)))
        line += 1 + rows.count("\n")
    return tuple(made)
