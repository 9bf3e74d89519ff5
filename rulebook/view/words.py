"""Every label of a deal and of a Try-it cell, in one language.

The labels are written here once, as literal strings that the catalogs are extracted from. What
a ruling says is not a label: sentences come from the rulings themselves.

>>> from rulebook.i18n import lang
>>> w = words(lang("en"))
>>> w.next, w.call("4low"), w.size(6_300_000)
('Next', '4 low', '6.3 MB')
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rulebook.cards import JOKERS, SUITS, Suit, card
from rulebook.i18n import Lang
from rulebook.seats import FOUR

_CALL = re.compile(r"(\d+)(high|low|NTlow|NThigh|NT|N|[SHDC])")


@dataclass(frozen=True, slots=True)
class Words:
    """Labels by name; `code` is the language's."""

    code: str
    # names of things on the table
    seats: Mapping[str, str]
    letters: Mapping[str, str]
    suits: Mapping[str, str]
    jokers: Mapping[str, str]
    ranks: Mapping[str, str]
    calls: Mapping[str, str]
    kitty: str
    talon: str
    stock: str
    columns: str
    up: str
    down: str
    pairs: str
    gives: str
    shown: str
    out: str
    trick: str
    joker: str
    dealer: str
    declarer: str
    dummy: str
    turn: str
    # verdicts
    yes: str
    no: str
    irregular: str
    unsure: str
    stood: str
    rule: str
    # status line
    contract: str
    trump: str
    no_trump: str
    # stepper
    start: str
    steps: str
    step: str
    first: str
    back: str
    next: str
    last: str
    copy: str
    copied: str
    differently: str
    view: str
    open_cards: str
    seen_by: str
    everybody: str
    card_letters: str
    suit_colours: str
    two: str
    four: str
    record: str
    whole: str
    hidden: str
    keys: str
    key_step: str
    key_trick: str
    key_ends: str
    key_hands: str
    key_copy: str
    key_help: str
    key_choose: str
    key_back: str
    keys_note: str
    # the record
    dealt: str
    suit: str
    auction: str
    doubling: str
    exchange: str
    who: str
    what: str
    declares: str
    takes: str
    tricks: str
    number: str
    won_by: str
    led: str
    score: str
    reason: str
    total: str
    standing: str
    above: str
    below: str
    in_words: str
    # numbers
    megabytes: str
    point: str

    def seat(self, code: str | None) -> str:
        """A seat or side in words; a letter that has no name stands for itself."""
        return self.seats.get(code, code) if code else "\u2013"

    def at(self, seats: Sequence[str]) -> Words:
        """The same labels at a table with these seats: only points of the compass have names."""
        return self if set("".join(seats)) <= set("NESW") else replace(self, seats={}, letters={})

    def pile(self, name: str) -> str:
        """What a pile is called: the kitty, the talon (or one of two), the stock."""
        kind, _, number = name.partition(".")
        return " ".join(filter(None, ({"talon": self.talon, "stock": self.stock}.get(kind, self.kitty), number)))

    def letter(self, code: str) -> str:
        """One letter for a seat, for narrow columns."""
        return self.letters.get(code, code)

    def number_of(self, value: float, digits: int = 1) -> str:
        """A number with this language's decimal sign and a true minus."""
        text = f"{value:.{digits}f}"
        return text.replace("-", "\u2212").replace(".", self.point)

    def signed(self, number: int) -> str:
        """A score with its sign and a true minus."""
        return f"{number:+d}".replace("-", "\u2212") if number else "0"

    def size(self, count: int) -> str:
        """Bytes in megabytes."""
        return self.megabytes.format(n=self.number_of(count / 1e6))

    def call(self, text: str) -> str:
        """A call of an auction in words: `4high`, `3NT`, `2H`, `Pass`. Unknown text stays."""
        found = _CALL.fullmatch(text)
        if not found:
            return self.calls.get(text, text)
        number, kind = found.groups()
        if kind in SUITS:
            return f"{number} {self.suits[kind]}"
        return self.calls[kind].format(n=number)


def words(say: Lang) -> Words:
    """The labels of this language."""
    return Words(
        code=say.code,
        seats={
            **{seat.code: say.value(seat) for seat in FOUR.all},
            **{side.code: say.value(side) for side in FOUR.sides},
        },
        letters={
            "N": say.word("seat letter", "N"),
            "E": say.word("seat letter", "E"),
            "S": say.word("seat letter", "S"),
            "W": say.word("seat letter", "W"),
        },
        suits={code: say.value(Suit(i)) for i, code in enumerate(SUITS)},
        jokers={code: say.value(card(code)) for code in JOKERS},
        ranks={
            "A": say.word("card letter", "A"),
            "K": say.word("card letter", "K"),
            "Q": say.word("card letter", "Q"),
            "J": say.word("card letter", "J"),
            "T": "10",
            "BJ": say.word("card letter", "B"),
            "LJ": say.word("card letter", "L"),
        },
        calls={
            "high": say.word("bid", "{n} high"),
            "low": say.word("bid", "{n} low"),
            "NT": say.word("bid", "{n} no trump"),
            "N": say.word("bid", "{n} no trump"),
            "NThigh": say.word("bid", "{n} no trump"),
            "NTlow": say.word("bid", "{n} no trump"),
            "X": say.word("call", "double"),
            "XX": say.word("call", "redouble"),
            "Pass": say.word("call", "pass"),
        },
        kitty=say.word("view", "Kitty"),
        talon=say.word("view", "Talon"),
        stock=say.word("view", "Stock"),
        columns=say.word("view", "Columns on the table"),
        up=say.word("view", "face up"),
        down=say.word("view", "face down"),
        pairs=say.word("view", "Pairs in hand"),
        gives=say.word("view", "Given"),
        shown=say.word("view", "Kitty, shown"),
        out=say.word("view", "Put out"),
        trick=say.word("view", "Cards on the table"),
        joker=say.word("view", "joker"),
        dealer=say.word("view", "dealer"),
        declarer=say.word("view", "declarer"),
        dummy=say.word("view", "dummy"),
        turn=say.word("view", "to act"),
        yes=say.word("verdict", "Yes"),
        no=say.word("verdict", "No"),
        irregular=say.word("verdict", "Irregular"),
        unsure=say.word("verdict", "as far as is known"),
        stood=say.word("view", "Irregular, left standing"),
        rule=say.word("view", "Rule"),
        contract=say.word("view", "Contract"),
        trump=say.word("view", "Trump"),
        no_trump=say.word("view", "no trump"),
        start=say.word("view", "The cards are dealt."),
        steps=say.word("view", "Steps of the deal"),
        step=say.word("view", "Step"),
        first=say.word("view", "To the start"),
        back=say.word("view", "Back"),
        next=say.word("view", "Next"),
        last=say.word("view", "To the end"),
        copy=say.word("view", "Copy link"),
        copied=say.word("view", "Link copied"),
        differently=say.word("what if", "Play it differently"),
        view=say.word("view", "View"),
        open_cards=say.word("view", "Open cards"),
        seen_by=say.word("view", "Seen by"),
        everybody=say.word("view", "everybody"),
        card_letters=say.word("view", "Card letters"),
        suit_colours=say.word("view", "Suit colours"),
        two=say.word("colours", "two"),
        four=say.word("colours", "four"),
        record=say.word("view", "Record"),
        whole=say.word("view", "show all of it"),
        hidden=say.word("view", "hidden, {n}"),
        keys=say.word("view", "Keys"),
        key_step=say.word("view", "one step back, one step on"),
        key_trick=say.word("view", "to the end of the trick before, of this trick"),
        key_ends=say.word("view", "to the start, to the end"),
        key_hands=say.word("view", "hide or open all cards"),
        key_copy=say.word("view", "copy the link to this step"),
        key_help=say.word("view", "open or close this list"),
        key_choose=say.word("what if", "among cards and calls that can be tried: the one before, the next"),
        key_back=say.word("what if", "back to the record"),
        keys_note=say.word("view", "The keys work while the focus is inside the deal, in any keyboard layout."),
        dealt=say.word("view", "Cards as dealt"),
        suit=say.word("view", "Suit"),
        auction=say.word("view", "Auction"),
        doubling=say.word("view", "Doubling"),
        exchange=say.word("view", "Declaration and kitty"),
        who=say.word("view", "Who"),
        what=say.word("view", "What"),
        declares=say.word("view", "Declared"),
        takes=say.word("view", "Taken"),
        tricks=say.word("view", "Tricks"),
        number=say.word("view", "No."),
        won_by=say.word("view", "Won by"),
        led=say.word("view", "led:"),
        score=say.word("view", "Score"),
        reason=say.word("view", "Reason"),
        total=say.word("view", "Total of the deal"),
        standing=say.word("view", "Standing after it"),
        above=say.word("view", "above the line"),
        below=say.word("view", "below the line"),
        in_words=say.word("view", "The deal in words"),
        megabytes=say.word("view", "{n} MB"),
        point=say.word("decimal sign", "."),
    )


def try_words(say: Lang) -> dict[str, str]:
    """What a Try-it cell says by script. Values in braces are put in by the script."""
    return {
        "yes": say.word("verdict", "Yes"),
        "no": say.word("verdict", "No"),
        "irregular": say.word("verdict", "Irregular"),
        "run": say.word("try", "Run"),
        "stop": say.word("try", "Stop"),
        "cancel": say.word("try", "Cancel"),
        "reset": say.word("try", "Reset"),
        "code": say.word("try", "Code of the example, can be changed"),
        "hint": say.word("try", "Ctrl + Enter runs the code, Tab leaves the field."),
        "loading": say.word("try", "Loading Python: {done} of {total} MB"),
        "starting": say.word("try", "Starting Python"),
        "running": say.word("try", "Running"),
        "built": say.word("try", "Answer made when the page was built."),
        "here": say.word("try", "Answer of your browser, {s} s."),
        "options": say.word("try", "House rules: {options}."),
        "engine": say.word("try", "rulebook {version}, SHA-256 {hash}"),
        "stopped": say.word("try", "Stopped."),
        "line": say.word("try", "Line {n}."),
        "failed": say.word("try", "Python could not be loaded. The answer above stays."),
        "nothing": say.word("try", "The code ran and gave no answer."),
        "point": say.word("decimal sign", "."),
    }


def whatif_words(say: Lang) -> dict[str, str]:
    """What a deal says by script when it is played differently. Values in braces are put in by the script."""
    return {
        "yes": say.word("verdict", "Yes"),
        "no": say.word("verdict", "No"),
        "irregular": say.word("verdict", "Irregular"),
        "rule": say.word("view", "Rule"),
        "cancel": say.word("try", "Cancel"),
        "loading": say.word("try", "Loading Python: {done} of {total} MB"),
        "starting": say.word("try", "Starting Python"),
        "stopped": say.word("try", "Stopped."),
        "failed": say.word("what if", "Python could not be loaded. The record can still be read."),
        "left": say.word("what if", "This is not the record any more. Last step of the record: {n}."),
        "back": say.word("what if", "Back to the record"),
        "allowed": say.word("what if", "allowed by the rules"),
        "marked": say.word("what if", "What the rules allow has a full border."),
        "unknown": say.word("what if", "Cards that may be among the unknown ones:"),
        "hidden": say.word("what if", "The hand is hidden."),
        "open": say.word("what if", "Open the hand"),
        "out": say.word("what if", "Put out: {n} of {k}"),
        "rights": say.word("what if", "What any player may do now"),
        "forced": say.word("what if", "The next step needs no decision."),
        "over": say.word("what if", "Nothing more can be done in this deal."),
        "possible": say.word("what if", "What was possible from here?"),
        "card": say.word("what if", "Card"),
        "tricks": say.word("view", "Tricks"),
        "best": say.word("what if", "best"),
        "point": say.word("decimal sign", "."),
    }
