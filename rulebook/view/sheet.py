"""The score sheet of a match as players keep it: a row per deal, below it the reasons.

It is made from the documents of `rulebook.view.steps`, one deal after the other, so that a long
file needs no more room than a short one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from html import escape
from typing import Any, NamedTuple

from rulebook.i18n import Lang
from rulebook.view import pad, signs
from rulebook.view.record import Record
from rulebook.view.signs import RuleLink
from rulebook.view.text import rules, unfinished
from rulebook.view.words import Words, words

Json = Mapping[str, Any]
SIGN = 5  # columns of a number with its sign, in a terminal


class Row(NamedTuple):
    """One deal: `n` from 1; contract in words and its declarer's seat, empty without one.

    books, points, standing  per side: taken in play, scored in this deal, the game so far
    pairs                    who sat on the sides, then who waited; empty without a rotation
    people                   who sat on each seat, where players change seats
    scores                   what each of them has altogether after the deal, by name
    winner                   the side that won the game by this deal, with the tally after it
    """

    n: int
    doc: Json
    contract: str
    declarer: str
    books: Mapping[str, int]
    points: Mapping[str, int]
    standing: Mapping[str, int]
    reasons: tuple[Json, ...]
    pairs: tuple[str, ...]
    people: tuple[str, ...]
    scores: Mapping[str, int]
    winner: str | None
    tally: Mapping[str, int]

    def pair(self, side: str) -> str:
        """The pair that sat on this side; empty without a rotation."""
        return dict(zip(self.standing, self.pairs, strict=False)).get(side, "")


def row(n: int, doc: Json) -> Row:
    """The row of one deal."""
    known = (doc["setup"].get("now", {}), *(step.get("now", {}) for step in doc["steps"]))
    seats = [now["declarer"] for now in known if now.get("declarer")]
    return Row(
        n, doc, doc["contract"] or "", seats[-1] if seats else "",
        doc["taken"], doc["totals"], doc["standing"], tuple(doc["ledger"]),
        tuple(doc["setup"].get("pairs", ())), tuple(doc["setup"].get("seated", ())), doc.get("scores", {}),
        pad.winner(doc), doc["tally"],
    )  # fmt: skip


# -- in a terminal -----------------------------------------------------------------------------


class Terminal:
    """The sheet line by line. It remembers what it has printed: the head, and who sat last."""

    def __init__(self, say: Lang) -> None:
        self.say, self.w = say, words(say)
        self.n, self.headed = 0, ""  # the head that stands above the next row
        self.seated: tuple[str, ...] = ()  # pairs or people
        self.pads = pad.Pads()

    def lines(self, doc: Json) -> Iterator[str]:
        """What the next deal adds to the sheet; nothing when it could not be read."""
        self.n += 1
        if "steps" in doc:
            if (left := self.pads.leave(doc)) is not None and left.begun:
                yield from pad.lines(left, self.say)
            yield from self._row(row(self.n, doc))
            if (done := self.pads.add(self.n, doc)) is not None:
                yield from pad.lines(done, self.say)

    def end(self) -> Iterator[str]:
        """What is left when all deals have been told: the pad of an unfinished rubber."""
        if self.pads.open is not None and self.pads.open.begun:
            yield from pad.lines(self.pads.open, self.say)

    def _row(self, r: Row) -> Iterator[str]:
        if r.pairs + r.people != self.seated:
            self.seated = r.pairs + r.people
            yield seated(r, self.w, self.say)
        self.w = self.w.at(list(r.standing))
        head = self._line(self.say.word("view", "No."), *_heads(self.say, r), *map(self._over, r.standing))
        if head != self.headed:
            self.headed = head
            yield rules(r.doc, self.say)
            yield head
        scores = [
            f"{self.say.signed(r.points[s]):>{SIGN}} {self.say.signed(at):>{SIGN}}"
            + "".join(f" {sign.text}" for sign in marked(r, s, self.say))
            for s, at in r.standing.items()
        ]
        yield self._line(str(r.n), _contract(r), _books(r), *scores)
        for reason in r.reasons:
            yield f"     {reason['text']}  [{pad.cited(r.doc, reason['rule'], self.say)}]"
        if r.doc.get("unfinished"):
            yield f"     {unfinished(self.say)}"
        if r.winner is not None:
            yield f"     {won(r, self.w, self.say)}"
        if r.scores:
            yield f"     {together(r, self.say)}"

    def _line(self, n: str, contract: str, books: str, *scores: str) -> str:
        width = max(7, 2 * len(scores) - 1)
        return f"{n:>3}  {contract:<26} {books:<{width}} {'  '.join(scores)}".rstrip()

    def _over(self, side: str) -> str:
        return f"{side:>{2 * SIGN + 1}}"


def _heads(say: Lang, r: Row) -> tuple[str, str]:
    family = {"bid": say.word("view", "Books"), "thousand": say.word("view", "Points")}
    taken = family.get(str(r.doc["game"]).partition("-")[0], say.word("view", "Tricks"))
    return say.word("view", "Contract"), taken


def _contract(r: Row) -> str:
    return f"{r.declarer} {r.contract}" if r.contract else "\u2013"


def _books(r: Row) -> str:
    return "\u2013".join(map(str, r.books.values()))


class Sign(NamedTuple):
    """A mark as players write it, and what it means."""

    text: str
    meaning: str


def marked(r: Row, side: str, say: Lang) -> list[Sign]:
    """The marks beside a total of 1000: the box of the barrel, a line per zero, a letter per deal written off."""
    marks = r.doc.get("marks", {}).get(side, {})
    barrel, zeros, written = (marks.get(name, 0) for name in ("barrel", "zeros", "written"))
    found = []
    if barrel:
        text = say.say("sheet", "on the barrel, deals left: {n}", None, {"n": barrel})
        found.append(Sign(f"\u25a1{barrel}", text))
    if zeros:
        found.append(Sign("\u2013" * zeros, say.say("sheet", "zeros: {n}", None, {"n": zeros})))
    if written:
        letter = say.word("sheet", "R")
        found.append(Sign(letter * written, say.say("sheet", "deals written off: {n}", None, {"n": written})))
    return found


def seated(r: Row, w: Words, say: Lang) -> str:
    """Who sits where, and who waits."""
    if r.people:
        who = ", ".join(f"{w.seat(seat)} {name}" for seat, name in r.doc["setup"]["people"].items())
        return say.say("sheet", "At the table: {people}.", None, {"people": who})
    sides = list(r.standing)
    values = {
        "pairs": ", ".join(
            say.say("sheet", "{side}: pair {pair}", None, {"side": w.seat(s), "pair": p})
            for s, p in zip(sides, r.pairs, strict=False)
        ),
        "waiting": ", ".join(r.pairs[len(sides) :]),
    }
    if not values["waiting"]:
        return say.say("sheet", "Pairs at the table: {pairs}.", None, values)
    return say.say("sheet", "Pairs at the table: {pairs}. Waiting: {waiting}.", None, values)


def together(r: Row, say: Lang) -> str:
    """What each player or pair that moves about has so far."""
    found = ", ".join(f"{name} {say.signed(n)}" for name, n in r.scores.items())
    return say.say("sheet", "Altogether: {scores}.", None, {"scores": found})


def won(r: Row, w: Words, say: Lang) -> str:
    """Who won the game, and how many each side has won."""
    assert r.winner is not None
    tally = ", ".join(f"{w.seat(s)} {n}" for s, n in r.tally.items())
    values = {"side": w.seat(r.winner), "pair": r.pair(r.winner), "tally": tally}
    if pad.has_pad(r.doc):
        return say.say("sheet", "The rubber is won by {side}. Rubbers won: {tally}.", None, values)
    if r.pairs:
        games = sorted(r.doc["games"].items())
        one = say.word("sheet", "pair {pair}: {n}")
        values["tally"] = ", ".join(one.format(pair=p, n=n) for p, n in games)
        return say.say("sheet", "The game is won by {side}, pair {pair}. Games won: {tally}.", None, values)
    return say.say("sheet", "The game is won by {side}. Games won: {tally}.", None, values)


# -- on a page ---------------------------------------------------------------------------------


def html(docs: Iterable[Json], w: Words, say: Lang, *, title: str, anchor: str, rule_link: RuleLink) -> str:
    """The sheet as a table: a row per deal, below it the auction and the reasons, folded.

    The row of deal 3 is `#<anchor>-3`.
    """
    body, sides, heads = "", list[str](), ("", "")
    seats: tuple[str, ...] = ()
    rows = [row(n, doc) for n, doc in enumerate(docs, 1) if "steps" in doc]
    for r in rows:
        if not sides:
            sides, heads = list(r.standing), _heads(say, r)
            w = w.at(sides)
        if r.pairs + r.people != seats:
            body += (
                f'<tr><th scope="row" class="pairs" colspan="{3 + len(sides)}">{escape(seated(r, w, say))}</th></tr>'
            )
        seats = r.pairs + r.people
        body += _row(r, w, say, anchor) + _reasons(r, w, say, 3 + len(sides), rule_link)
        if r.winner is not None:
            body += f'<tr class="won"><td colspan="{3 + len(sides)}">{escape(won(r, w, say))}</td></tr>'
        if r.scores:
            body += f'<tr class="won"><td colspan="{3 + len(sides)}">{escape(together(r, say))}</td></tr>'
    columns = "".join(f'<th scope="col">{escape(h)}</th>' for h in (w.number, *heads))
    columns += "".join(map(partial(_side, w), sides))
    legend = escape(say.word("sheet", "Small figures: the deal. Bold figures: the game so far."))
    if any(r.doc.get("marks") and str(r.doc["game"]).startswith("thousand") for r in rows):
        legend += " " + escape(
            say.word("sheet", "A box: the barrel and the deals left. A line: a zero. R: a deal written off.")
        )
    return (
        f'<table class="sheet rec" id="{anchor}"><caption>{escape(title)}</caption>'
        f"<thead><tr>{columns}</tr></thead><tbody>{body}</tbody></table>"
        f'<p class="legend">{legend}</p>\n'
    )


def _side(w: Words, side: str) -> str:
    """The head of a side's column: its name, and its letters where there is no room."""
    name, letters = escape(w.seat(side)), escape("".join(map(w.letter, side)))
    if name == letters:
        return f'<th scope="col" class="r">{name}</th>'
    return (
        f'<th scope="col" class="r"><span class="long">{name}</span>'
        f'<span class="short" aria-hidden="true">{letters}</span></th>'
    )


def _signs(r: Row, side: str, say: Lang) -> str:
    return "".join(
        f' <span class="sign-of" aria-hidden="true" title="{escape(sign.meaning)}">{escape(sign.text)}</span>'
        f'<span class="vh"> {escape(sign.meaning)}</span>'
        for sign in marked(r, side, say)
    )


def _row(r: Row, w: Words, say: Lang, anchor: str) -> str:
    who = f"{escape(w.seat(r.declarer))}: {escape(r.contract)}" if r.contract else "\u2013"
    cells = "".join(
        f'<td class="r"><small>{w.signed(r.points[s])}</small> <b>{w.signed(at)}</b>{_signs(r, s, say)}</td>'
        for s, at in r.standing.items()
    )
    own = f"{anchor}-{r.n}"
    return (
        f'<tr id="{own}"><th scope="row"><a href="#{own}">{r.n}</a></th><td>{who}</td>'
        f"<td>{escape(_books(r))}</td>{cells}</tr>"
    )


def _reasons(r: Row, w: Words, say: Lang, columns: int, rule_link: RuleLink) -> str:
    reasons = "".join(
        f"<li>{escape(e['text'], quote=False)} {signs.link(e['rule'], rule_link)}</li>" for e in r.reasons
    )
    calls = Record(r.doc, w, None, rule_link).auction()
    label = escape(say.word("sheet", "Reasons"))
    return (
        f'<tr class="reasons"><td colspan="{columns}"><details><summary>{label}'
        f'<span class="vh"> {r.n}</span></summary>{calls}<ul>{reasons}</ul></details></td></tr>'
    )
