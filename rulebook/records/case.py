"""Records: what was dealt and what was done, as tagged sections in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rulebook.cards import RANKS, SUITS, Card, card
from rulebook.match import Match
from rulebook.options import read as read_options
from rulebook.records import columns
from rulebook.ruling import InputError
from rulebook.seats import Seat
from rulebook.standing import Standing
from rulebook.table import Section, Setup, Word

if TYPE_CHECKING:
    from rulebook.game import Game


class Played(NamedTuple):
    """A regular deal of bridge in numbers.

    calls     the words of the auction, all of them
    declarer  the seat, from the calls
    contract  number, denomination, and 0, 1 or 2 for its doubling
    words     the cards in the columns of the record, from the leader
    led       the suits that were led, one for each trick
    columns   the column of the winner of each trick
    given     tags that tell what happened before the play
    parts     every tag as it was written, with its value and the words below it
    """

    dealer: int
    hands: tuple[int, ...]
    calls: tuple[str, ...]
    declarer: int
    contract: tuple[int, str, int]
    words: tuple[str, ...]
    led: str
    columns: Sequence[int]
    given: Mapping[str, str]
    parts: Sequence[tuple[str, str, str]] = ()


ACTIONS = ("Auction", "Make", "Sale", "Doubling", "Declare", "Discard", "Exchange", "Play", "Claim", "Do")
ABOUT = (
    "Schema", "Case", "Title", "Source", "Game", "Rules", "Standing", "Dealer", "Deal", "Kitty", "Tricks",
    "Ask", "Expect", "People", "Pairs", "Points", "Round", "Table", "Talon", "Stock", "Columns",
)  # fmt: skip
PBN = (
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Vulnerable", "Scoring", "Declarer",
    "Contract", "Result", "Note", "Annotator", "Competition", "Description", "HomeTeam", "VisitTeam", "Room",
    "Score", "ScoreIMP", "ScoreMP", "Stage", "Termination", "Time", "TimeCall", "TimeControl", "TimePlay", "UTCDate",
    "UTCTime", "Generator", "Hidden", "FrenchMP", "InstantScoreTable", "TotalScoreTable", "OptimumResultTable",
    "OptimumScore", "ParContract", "EventDate", "EventSponsor", "Section", "Annotation", "Mode", "DealId", "LinHeader",
)  # fmt: skip
KNOWN = (*ACTIONS, *ABOUT, *PBN)
ONCE = frozenset(KNOWN) - {*ACTIONS, "Ask", "Expect", "Columns", "Note"}  # what is told of a deal one time only
GIVEN = ("Auction", "Make", "Doubling", "Declarer", "Contract", "Result", "Round", "Table", "Board")


class Record:
    """One deal as it was written: `head` comments before the first tag, then `sections` in order.

    match    what the deal continues, when others stand before it in the file
    loose    whether it stands alone, whatever stands before it: a board of a tournament
    repairs  what was read otherwise than it is written, each with its place
    played   the deal in numbers, when it was found to be regular
    """

    __slots__ = ("_sections", "file", "head", "loose", "match", "played", "repairs")

    def __init__(
        self,
        sections: tuple[Section, ...] | Callable[[], tuple[Section, ...]],
        head: tuple[str, ...] = (),
        file: str = "",
        match: Match | None = None,
        *,
        loose: bool = False,
        repairs: tuple[InputError, ...] = (),
        played: Played | None = None,
    ) -> None:
        self._sections, self.head, self.file, self.match = sections, head, file, match
        self.loose, self.repairs, self.played = loose, repairs, played

    @property
    def sections(self) -> tuple[Section, ...]:
        if callable(self._sections):  # made when somebody asks for them
            self._sections = self._sections()
        return self._sections

    def having(self, sections: tuple[Section, ...]) -> Record:
        """The same record with other sections."""
        return Record(sections, self.head, self.file, self.match, loose=self.loose, repairs=self.repairs)

    def following(self, match: Match | None) -> Record:
        """The same record as the next deal of a match."""
        return Record(
            self._sections, self.head, self.file, match, loose=self.loose, repairs=self.repairs, played=self.played
        )

    def find(self, tag: str) -> Section | None:
        """The first section with this tag."""
        return next((s for s in self.sections if s.tag == tag), None)

    def tag(self, name: str, default: str = "") -> str:
        """The value of a tag."""
        found = self.find(name)
        return found.value if found else default

    @property
    def game(self) -> str:
        """Game id, with a preset behind a colon if one is named."""
        if self.played is not None:
            return "auction-bridge"
        return self.tag("Game") or ("auction-bridge" if self.find("Contract") else "bid-whist")

    @property
    def options(self) -> dict[str, str]:
        """The options the record names. Raises InputError."""
        found = self.find("Rules") if self.played is None else None
        if found is None:
            return {}
        try:
            return read_options(found.value)
        except InputError as fault:
            raise placed(fault, found.at) from None

    def setup(self, game: Game) -> Setup:
        """What was dealt, for this game. Raises InputError with the place of the fault."""
        return _Reader(self, game).setup()


def loose(scoring: str) -> bool:
    """Whether boards with this scoring stand alone: all but those of a rubber."""
    return "rubber" not in scoring.lower()


def placed(fault: InputError, at: Word) -> InputError:
    """The same complaint at this place, unless it has one."""
    if not fault.line:
        fault.line, fault.column = at.line, at.column
    return fault


class _Reader:
    """Reads the setup of one record; keeps what it has seen to notice a card that comes twice."""

    def __init__(self, record: Record, game: Game) -> None:
        self.record, self.game = record, game
        self.seen = 0
        self.jokers = game.pack >> 52

    def setup(self) -> Setup:
        seats = self.game.seats
        self.actions()
        tricks = self.tricks()
        match = self.record.match
        dealer = self.seat("Dealer", seats.all[match.dealer] if match else seats.players[0])
        hand = (self.game.hand,) * len(seats) if self.game.deals is None else self.game.deals(dealer)
        hands, hidden = self.deal(tuple(max(0, n - sum(tricks)) for n in hand))
        piles = {name: self.pile(name, n) for name, n in self.game.piles.items()}
        if "kitty" not in piles and (stray := self.record.find("Kitty")):
            raise InputError("There is no kitty at this table.", line=stray.at.line, column=stray.at.column)
        standing = self.standing()
        self.number("Table", len(standing.pairs) // len(seats.sides))
        self.number("Round")
        setup = Setup(
            dealer=dealer,
            pack=self.game.pack,
            hands=hands,
            hidden=hidden,
            piles=piles,
            tricks=tricks,
            standing=standing,
            leader=self.seat("Play", seats.all[0]) if tricks else -1,
            stated=self.stated(),
            stock=self.stock(),
            letters="".join(seat.letter for seat in seats.all),
            given={s.tag: s.value for s in self.record.sections if s.tag in GIVEN},
        )
        self.told(setup)
        return setup

    def actions(self) -> None:
        """A section of actions must be one that this game has."""
        judges = (*self.game.phases, *dict.fromkeys(self.game.rights.values()))
        own = tuple(dict.fromkeys((*(tag for judge in judges for tag in judge.sections), "Do")))
        found = next((s for s in self.record.sections if s.tag in ACTIONS and s.tag not in own), None)
        if found is not None:
            raise InputError(
                "This game has no section {tag}. Its sections: {tags}.",
                tag=found.tag, tags=own, line=found.at.line, column=found.at.column,
            )  # fmt: skip

    def told(self, setup: Setup) -> None:
        """A contract and a result that are told must be possible in this game."""
        found = [s for tag in ("Result", "Declarer", "Contract") if (s := self.record.find(tag)) is not None]
        if not found:
            return
        try:
            self.game.facts(setup)
        except InputError as fault:
            said = next((s for s in found if s.value == fault.args_.get("text")), found[-1])
            raise placed(fault, said.at) from None

    def number(self, tag: str, n: int = 0) -> None:
        """The number of the table or the round must be one of `n`, where it counts; 0 if any will do."""
        found = self.record.find(tag)
        if found is None or not self.game.tables:
            return
        if not re.fullmatch("[1-9][0-9]{0,4}", found.value) or 0 < n < int(found.value):
            raise InputError(
                "“{letter}” has no meaning here.", letter=found.value, line=found.at.line, column=found.at.column
            )

    def seat(self, tag: str, default: Seat) -> Seat:
        found = self.record.find(tag)
        if found is None:
            return default
        seat = self.game.seats.find(found.value)
        if seat is None:
            raise self.no_seat(found, found.value, 0)
        return seat

    def no_seat(self, section: Section, text: str, offset: int) -> InputError:
        return InputError(
            "“{text}” is not a seat of this table. Seats: {seats}.",
            text=text,
            seats=tuple(s.code for s in self.game.seats.all),
            line=section.at.line,
            column=section.at.column + offset,
        )

    def deal(self, sizes: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        n = len(self.game.seats)
        found = self.record.find("Deal")
        if found is None:
            return (0,) * n, sizes
        first, colon, rest = found.value.partition(":")
        seat = self.game.seats.find(first)
        if not colon or seat is None:
            raise self.no_seat(found, first, 0)
        words = rest.split()
        if len(words) != n:
            raise InputError(
                "The deal has {found} hands; this game has {right}.",
                found=len(words), right=n, line=found.at.line, column=found.at.column,
            )  # fmt: skip
        hands, hidden, at = [0] * n, [0] * n, len(first) + 1
        for i, word in enumerate(words):
            at = found.value.index(word, at)
            who = self.game.seats.left(seat, i)
            hands[who], hidden[who] = self.hand(word, sizes[who], found, at)
            at += len(word)
        return tuple(hands), tuple(hidden)

    def hand(self, text: str, size: int, section: Section, offset: int) -> tuple[int, int]:
        """A hand `S.H.D.C`, jokers in a fifth field; `-` is unknown, `x` one unknown card."""
        if text == "-":
            return 0, size
        fields = text.split(".")
        if len(fields) not in (4, 5):
            raise InputError(
                "“{text}” is not a hand. A hand is written S.H.D.C, with a fifth field for jokers.",
                text=text[:20], line=section.at.line, column=section.at.column + offset,
            )  # fmt: skip
        mask, unknown = 0, 0
        for i, suit in enumerate(fields):
            at = offset + sum(len(f) + 1 for f in fields[:i])
            for m in re.finditer("10|.", suit):
                j, rank = m.start(), "T" if m[0] == "10" else m[0]
                if rank in "xX":
                    unknown += 1
                elif i == 4 and rank.upper() in "BL":
                    mask |= self.once(card(f"{rank}J"), section, at + j)
                elif i < 4 and rank.upper() in RANKS:
                    mask |= self.once(card(SUITS[i] + rank), section, at + j)
                else:
                    raise InputError(
                        "“{rank}” is not a rank. Ranks: {ranks}.",
                        rank=rank,
                        ranks="B L" if i == 4 else " ".join(RANKS[::-1]),
                        line=section.at.line,
                        column=section.at.column + at + j,
                    )
        return mask, unknown

    def once(self, c: Card, section: Section, offset: int) -> int:
        if self.seen >> c & 1:
            raise InputError(
                "{card} is in the deal twice.",
                card=c,
                line=section.at.line,
                column=section.at.column + offset,
            )
        self.seen |= 1 << c
        return 1 << c

    def stated(self) -> dict[str, dict[int, int]]:
        """What a record tells of a play that it does not show: `A=53 A.pairs=60`."""
        found = self.record.find("Points")
        if found and not self.game.stated:
            raise InputError("In this game the points are not told.", line=found.at.line, column=found.at.column)
        told: dict[str, dict[int, int]] = {}
        for side, what, n in self.by_side(found, self.game.stated):
            told.setdefault(what or "points", {})[self.game.seats.of(side)[0]] = n
        return told

    def stock(self) -> tuple[Card | None, ...]:
        """The cards of the stock, top first, None for an unknown one."""
        found = self.record.find("Stock")
        words = found.value.split() if found and "stock" in self.game.piles else []
        cards: list[Card | None] = []
        for word in words:
            cards += [None] * len(word) if set(word) <= set("xX-") else [card(word)]
        return tuple(cards)

    def pile(self, name: str, size: int) -> tuple[int, int]:
        tag, _, part = name.partition(".")
        if tag in columns.PLACES:
            return columns.pile(self.record.sections, name, self.once, begun=bool(sum(self.tricks())))
        found = self.record.find(tag.capitalize())
        if found is None or found.value.strip() == "-":
            return 0, size
        parts = found.value.split("|")
        mine = parts[int(part or 1) - 1] if int(part or 1) <= len(parts) else ""
        mask, unknown, at = 0, 0, sum(len(p) + 1 for p in parts[: int(part or 1) - 1])
        if mine.strip() == "-":
            return 0, size
        for word in mine.split():
            at = found.value.index(word, at)
            if set(word) <= {"x", "X"}:
                unknown += len(word)
            else:
                try:
                    c = card(word)
                except ValueError:
                    raise not_a_card(word, found.at.line, found.at.column + at) from None
                mask |= self.once(c, found, at)
            at += len(word)
        return mask, unknown

    def tricks(self) -> tuple[int, ...]:
        found = self.record.find("Tricks")
        won = [0] * len(self.game.seats)
        for side, _, n in self.by_side(found):
            won[side] = n
        if found and (min(won) < 0 or sum(won) > self.game.hand):
            raise InputError(
                "A deal has {all} tricks. Tricks written: {n}.",
                all=self.game.hand, n=sum(won), line=found.at.line, column=found.at.column,
            )  # fmt: skip
        return tuple(won) if any(won) else ()

    def standing(self) -> Standing:
        found = self.record.find("Standing")
        if found is None and self.record.match is not None:
            return self.record.match.standing
        standing = Standing.start(self.game.seats, self.pairs(), self.people())
        for side, mark, n in self.by_side(found, self.game.marks):
            if side < 0:
                standing = standing.noted(mark, n)
                continue
            side_ = self.game.seats.sides[side]
            standing = standing.marked(mark, side_, n) if mark else standing.scored(side_, n)
        return standing

    def people(self) -> tuple[str, ...]:
        """Who sits on each seat: `N=Ann E=Bob ...`; nobody is named where nothing is told."""
        told = dict(word.split("=", 1) for word in self.record.tag("People").split() if "=" in word)
        names = tuple(told.get(seat.code, "") for seat in self.game.seats.players)
        return names if all(names) else ()

    def pairs(self) -> tuple[str, ...]:
        """The names of the pairs: those that sit, then those that wait."""
        found, match = self.record.find("Pairs"), self.record.match
        if found is None:
            return match.standing.pairs if match else ()
        names, sides = found.value.split(), len(self.game.seats.sides)
        least = 2 * sides if self.game.tables else sides + 1
        odd = self.game.tables and len(names) % sides  # nobody waits where there are several tables
        if len(names) < least or len(set(names)) < len(names) or odd:
            raise InputError(
                "“{text}” does not name the pairs. Write a different word for each, those that sit first: {example}.",
                text=found.value, example=" ".join(map(str, range(1, 1 + least))),
                line=found.at.line, column=found.at.column,
            )  # fmt: skip
        return tuple(names)

    def by_side(self, section: Section | None, marks: tuple[str, ...] = ()) -> Iterator[tuple[int, str, int]]:
        """Side, mark and number of each word: `NS=3`, with a mark `NS.sets=1`; a note of the match has side -1."""
        seen: set[tuple[int, str]] = set()
        if section is None:
            return
        for word in section.value.split():
            name, _, number = word.partition("=")
            letters, _, mark = name.partition(".")
            try:
                note = bool(marks) and self.game.is_note(name)
                side = -1 if note else int(self.game.seats.side_of(letters))
                mark = name if note else mark
                if (side, mark) in seen or not re.fullmatch("-?[0-9]{1,5}", number):
                    raise ValueError(number)
                if mark and not note and mark not in marks:
                    raise ValueError(mark)
                seen.add((side, mark))
            except (KeyError, ValueError):
                raise InputError(
                    "“{word}” is not a side and a number. Write for example {example}.",
                    word=word,
                    example=" ".join(f"{s.code}=0" for s in self.game.seats.sides),
                    line=section.at.line,
                    column=section.at.column + section.value.index(word),
                ) from None
            most = self.game.limits.get(mark) if marks and not note else None
            if most is not None and not 0 <= int(number) <= most:
                raise InputError(
                    "“{word}” is not possible before a deal: the number is from 0 to {most}.",
                    word=word, most=most,
                    line=section.at.line, column=section.at.column + section.value.index(word),
                )  # fmt: skip
            yield side, mark, int(number)


def not_a_card(word: str, line: int, column: int) -> InputError:
    """The complaint about a word that should be a card."""
    if word.upper() in ("JH", "JL"):
        return InputError(
            "“{word}” is a jack in one notation and a joker in another. Write {jack} or {joker}.",
            word=word, jack=f"{word[1]}J".upper() if word[1] in "hH" else "HJ",
            joker="BJ" if word[1] in "hH" else "LJ", line=line, column=column,
        )  # fmt: skip
    return InputError(
        "“{word}” is not a card. Write the suit and the rank, for example {example}.",
        word=word[:20], example="SA", line=line, column=column,
    )  # fmt: skip
