"""Whether the parts of a game agree: the calls with declarer and contract, the play with deal and result."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulebook.cards import CardSet
from rulebook.records import board
from rulebook.records.board import Bought, Trick, find
from rulebook.records.faults import Faults
from rulebook.ruling import InputError
from rulebook.seats import FOUR, Seat
from rulebook.table import Section, Word

Sections = list[Section]
UNKNOWN = ("", "?", "#")
UNPLAYED = ("-", "*", "+")


def mended(sections: Sequence[Section], faults: Faults) -> Sections:
    """The sections with what contradicts itself put right. Raises InputError for what cannot be."""
    steps: tuple[Callable[[Sections, Faults], Sections], ...] = (
        _dealer,
        _last_pass,
        _dropped_passes,
        _too_many_calls,
        _declarer,
        _contract,
        _rotated,
        _played_twice,
        _result,
    )
    found = list(sections)
    for step in steps:
        found = step(found, faults)
    return found


def _with(sections: Sections, new: Section) -> Sections:
    """The sections with another one of this tag."""
    old = find(sections, new.tag)
    return [new if s is old else s for s in sections] if old else [*sections, new]


def _known(sections: Sections, tag: str) -> Section | None:
    """A tag that says something."""
    found = find(sections, tag)
    return found if found is not None and found.value not in UNKNOWN else None


def _dealer(sections: Sections, faults: Faults) -> Sections:
    """The dealer is the first caller."""
    auction, dealer = find(sections, "Auction"), _known(sections, "Dealer")
    first = FOUR.find(auction.value) if auction else None
    if auction is None or first is None or not auction.words:
        return sections
    if dealer is None:
        faults(
            InputError(
                "The dealer is not named. The first call is by {seat}. Right: [Dealer “{code}”].",
                seat=first,
                code=first.code,
                line=auction.at.line,
                column=auction.at.column,
            )
        )
        new = Section("Dealer", first.code, at=auction.at)
        rest = [s for s in sections if s.tag != "Dealer"]
        at = next((i for i, s in enumerate(rest) if s.tag in ("Deal", "Auction")), 0)
        return [*rest[:at], new, *rest[at:]]
    if FOUR.find(dealer.value) not in (None, first):
        faults(
            InputError(
                "The dealer is {dealer}, and the first call is by {seat}. Right: [Auction “{code}”].",
                dealer=FOUR.seat(dealer.value),
                seat=first,
                code=dealer.value.upper(),
                line=auction.at.line,
                column=auction.at.column,
            )
        )
        return _with(sections, auction._replace(value=dealer.value.upper()))
    return sections


def _leader(sections: Sections) -> Seat | None:
    """Who led to the first trick, as the play tells it."""
    play = find(sections, "Play")
    return FOUR.find(play.value) if play is not None and play.words else None


def _dropped_passes(sections: Sections, faults: Faults) -> Sections:
    """Passes that a writer left out before the first bid: with them the tag, the lead and the calls agree."""
    auction, told = find(sections, "Auction"), board.seat(sections, "Declarer")
    if auction is None or told is None or any(":" in w.text for w in auction.words):
        return sections
    made = list(board.calls(auction))
    literal = board.bought(made)
    if literal.declarer in (None, told) or _leader(sections) not in (None, FOUR.left(told)):
        return sections
    for n in (1, 2, 3):
        moved = [c._replace(seat=FOUR.left(c.seat, n)) for c in made]
        if board.bought(moved).declarer == told and _leader(sections) is not None:
            at = auction.words[0]
            faults(
                InputError(
                    "These calls make {literal} the declarer, not {told}. Passes that are missing at the start: {n}.",
                    literal=literal.declarer,
                    told=told,
                    n=n,
                    line=at.line,
                    column=at.column,
                )
            )
            passes = tuple(Word("Pass", at.line, at.column) for _ in range(n))
            notes = tuple(note._replace(after=note.after + n) for note in auction.notes)
            return _with(sections, auction._replace(words=(*passes, *auction.words), notes=notes))
    return sections


def _last_pass(sections: Sections, faults: Faults) -> Sections:
    """Play follows the calls, so the auction was over."""
    auction, play = find(sections, "Auction"), find(sections, "Play")
    if auction is None or play is None or all(w.text in UNPLAYED for w in play.words):
        return sections
    return _with(sections, finished(auction, faults))


def finished(auction: Section, faults: Faults) -> Section:
    """The auction before a play, with the last of its three passes if a writer left that out."""
    if any(":" in w.text or w.text in UNPLAYED for w in auction.words):  # the rules say, or nobody wrote it down
        return auction
    made = list(board.calls(auction))
    if len(made) < 3 or board.bought(made).over or board.bought(made).contract is None:
        return auction
    if [call.text == "Pass" for call in made[-3:]] != [False, True, True]:
        return auction
    seat, last = FOUR.left(made[-1].seat), made[-1].word
    faults(
        InputError(
            "The pass of {seat} is missing at the end of the auction.", seat=seat, line=last.line, column=last.column
        )
    )
    return auction._replace(words=(*auction.words, last._replace(text="Pass")))


def _too_many_calls(sections: Sections, faults: Faults) -> Sections:
    """Calls behind the passes that end an auction."""
    auction = find(sections, "Auction")
    if auction is None:
        return sections
    made = list(board.calls(auction))
    over = board.bought(made).over
    if not over or over == len(made):
        return sections
    extra = made[over].word
    faults(
        InputError(
            "“{call}” stands behind the end of the auction. The last call is the pass of {seat}.",
            call=extra.text,
            seat=made[over - 1].seat,
            line=extra.line,
            column=extra.column,
        )
    )
    at = next((i for i, w in enumerate(auction.words) if w is extra), len(auction.words))
    words = auction.words[:at]
    notes = tuple(note for note in auction.notes if note.after <= at)
    return _with(sections, auction._replace(words=words, notes=notes))


def _bought(sections: Sections) -> Bought | None:
    """What a finished auction came to."""
    auction = find(sections, "Auction")
    if auction is None or any(":" in w.text for w in auction.words):  # what an irregular call does, the rules say
        return None
    made = list(board.calls(auction))
    if {"S", "R"} <= {c.bid[1] for c in made if c.bid}:  # whether these are one denomination, the rules say
        return None
    found = board.bought(made)
    return found if found.over else None


def _declarer(sections: Sections, faults: Faults) -> Sections:
    """The tag names the declarer whom the calls make. A caret is an irregular declarer."""
    found, tag = _bought(sections), _known(sections, "Declarer")
    if found is None or found.declarer is None or tag is None or tag.value[0] == "^":
        return sections
    if FOUR.find(tag.value) in (None, found.declarer):
        return sections
    faults(
        InputError(
            "The calls make {seat} the declarer, not {told}. Right: [Declarer “{code}”].",
            seat=found.declarer,
            told=FOUR.seat(tag.value),
            code=found.declarer.code,
            line=tag.at.line,
            column=tag.at.column,
        )
    )
    return _with(sections, tag._replace(value=found.declarer.code))


def _contract(sections: Sections, faults: Faults) -> Sections:
    """The tag names the contract of the calls."""
    found, tag = _bought(sections), _known(sections, "Contract")
    if found is None or tag is None:
        return sections
    right = "Pass" if found.contract is None else str(found.contract)
    told = tag.value.upper().replace("NT", "N")
    if told == right.upper().replace("NT", "N"):
        return sections
    faults(
        InputError(
            "The calls make another contract than {told}. Right: {right}.",
            told=tag.value,
            right=right,
            line=tag.at.line,
            column=tag.at.column,
        )
    )
    return _with(sections, tag._replace(value=right))


def _rows(sections: Sections) -> list[Trick]:
    play = find(sections, "Play")
    if play is None:
        return []
    found = board.contract(sections)
    leader = FOUR.left(found.declarer) if found.declarer is not None else FOUR.find(play.value)
    return board.tricks(play, found.contract.trump if found.contract else None, leader)


def _columns(rows: Sequence[Trick]) -> list[int]:
    """The cards that each seat played, as masks."""
    found = [0] * 4
    for row in rows:
        for seat, c in row.cards.items():
            found[seat] |= 0 if c is None else 1 << c
    return found


def _rotated(sections: Sections, faults: Faults) -> Sections:
    """A deal that begins with the wrong seat: the columns of the play are the hands of other seats."""
    deal = find(sections, "Deal")
    masks, played = board.hands(deal), _columns(_rows(sections))
    if deal is None or masks is None or 0 in masks or sum(p.bit_count() for p in played) < 8:
        return sections
    fits = [k for k in range(4) if all(not played[(i + k) % 4] & ~masks[i] for i in range(4))]
    if 0 in fits or len(fits) != 1:
        return sections
    right = FOUR.left(FOUR.seat(deal.value[0]), fits[0])
    faults(
        InputError(
            "This deal is rotated: another seat holds the cards that {seat} played. Right: it begins with “{code}:”.",
            seat=FOUR.all[0],
            code=right.code,
            line=deal.at.line,
            column=deal.at.column,
        )
    )
    return _with(sections, deal._replace(value=f"{right.code}{deal.value[1:]}"))


def _played_twice(sections: Sections, faults: Faults) -> Sections:
    """No card is played twice."""
    rows, masks = _rows(sections), board.hands(find(sections, "Deal"))
    played = _columns(rows)
    seen = 0
    for row in rows:
        for seat, c in row.cards.items():
            if c is not None and seen >> c & 1:
                word = row.words[seat]
                left = masks[seat] & ~played[seat] if masks else 0
                if left.bit_count() == 1:
                    raise InputError(
                        "{card} is played twice. The card that {seat} has left: {right}.",
                        card=c,
                        seat=seat,
                        right=next(iter(CardSet(left))),
                        line=word.line,
                        column=word.column,
                    )
                raise InputError("{card} is played twice.", card=c, line=word.line, column=word.column)
            seen |= 0 if c is None else 1 << c
    return sections


def _result(sections: Sections, faults: Faults) -> Sections:
    """The tag gives the tricks that a full play gives. A caret is a result that the players agreed on by mistake."""
    tag, declarer = _known(sections, "Result"), board.contract(sections).declarer
    if tag is None or declarer is None or not tag.value.isdigit():
        return sections
    right = board.won(_rows(sections), declarer % 2)
    if right is None or int(tag.value) == right:
        return sections
    faults(
        InputError(
            "The play gives the declarer another number of tricks than {told}. Right: {right}.",
            told=tag.value,
            right=right,
            line=tag.at.line,
            column=tag.at.column,
        )
    )
    return _with(sections, tag._replace(value=str(right)))
