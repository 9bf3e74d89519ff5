"""The written record of a deal: real tables that read without script.

Everything comes from one document of `rulebook.view.steps`. Each card and call is a link to its
step: to the sentence in words, or, once the script runs, to the board at that step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any, NamedTuple

from rulebook.view import pad, signs
from rulebook.view.signs import RuleLink
from rulebook.view.words import Words

Document = Mapping[str, Any]

ROWS = "SHDCJ"
ORDER = tuple(s + r for s in "SHDC" for r in "AKQJT98765432") + ("BJ", "LJ")


class Played(NamedTuple):
    """A card laid on the table at step `n`."""

    seat: str
    card: str
    n: int


class Trick(NamedTuple):
    """One trick: its cards in order, and the step that ended it (None while it lies open)."""

    cards: list[Played]
    done: int | None


def hands(doc: Document) -> list[str]:
    """Seat letters in the order of play, or of the document."""
    around: list[str] = doc["setup"].get("around", [])
    return around or [p.removeprefix("hand.") for p in doc["setup"]["places"] if p.startswith("hand.")]


def sides(doc: Document) -> list[str]:
    """Who scores: the partnerships, or the seats."""
    for key in ("totals", "taken", "standing"):
        if doc.get(key):
            return list(doc[key])
    seats = hands(doc)
    return ["NS", "EW"] if sorted(seats) == list("ENSW") else seats


def laid_columns(doc: Document) -> dict[str, list[int]]:
    """The numbers of each player's columns, where cards lie in columns."""
    found: dict[str, list[int]] = {}
    for place in doc["setup"]["places"]:
        kind, _, column = place.partition(".")
        if kind in ("up", "down"):
            seat, _, number = column.partition(".")
            found.setdefault(seat, []).append(int(number))
    return found


def with_jokers(doc: Document) -> bool:
    """Whether a joker appears anywhere in the deal."""
    dealt = (c for cards in doc["setup"]["places"].values() for c in cards)
    moved = (m[0] for s in doc["steps"] for m in s.get("moves", ()))
    return any(c in ("BJ", "LJ") for c in (*dealt, *moved))


def rows(doc: Document) -> str:
    """The rows a hand is shown in."""
    return ROWS if with_jokers(doc) else ROWS[:4]


def tricks_of(doc: Document) -> list[Trick]:
    """The tricks, read back from the moves: what was laid, by whom, at which step."""
    out: list[Trick] = []
    lying: list[Played] = []
    for step in doc["steps"]:
        gathered = False
        for code, source, target in step.get("moves", ()):
            if target == "trick":
                lying.append(Played(source.split(".")[1], code, step["n"]))
            gathered |= source == "trick"
        if gathered and lying:
            out.append(Trick(lying, step["n"]))
            lying = []
    return [*out, Trick(lying, None)] if lying else out


def in_order(cards: Iterable[str]) -> list[str]:
    """Cards in display order, unknown ones last."""
    return sorted(cards, key=lambda c: ORDER.index(c) if c in ORDER else len(ORDER))


class Record:
    """The tables of one document, in one language, for one place on a page."""

    def __init__(self, doc: Document, w: Words, anchor: str | None, rule_link: RuleLink) -> None:
        self.seats, self.sides = hands(doc), sides(doc)
        self.doc, self.w, self.anchor, self.rule_link = doc, w.at(self.seats), anchor, rule_link

    def step(self, n: int, inner: str, kind: str = "") -> str:
        """`inner`, tied to a step."""
        css = f' class="{kind}"' if kind else ""
        if self.anchor is None:
            return f"<span{css}>{inner}</span>"
        return f'<a{css} href="#{self.anchor}_{n}" data-n="{n}">{inner}</a>'

    def head(self, code: str, kind: str = "") -> str:
        """A seat or side above a column: its name, and one letter where there is no room."""
        name, letter = escape(self.w.seat(code)), escape(self.w.letter(code))
        css = f' class="{kind}"' if kind else ""
        if name == letter or len(code) > 1:
            return f'<th scope="col"{css}>{name}</th>'
        return (
            f'<th scope="col"{css}><span class="long">{name}</span>'
            f'<span class="short" aria-hidden="true">{letter}</span></th>'
        )

    def table(self, kind: str, caption: str, head: str, body: str, foot: str = "") -> str:
        foot = f"<tfoot>{foot}</tfoot>" if foot else ""
        return (
            f'<table class="{kind} rec"><caption>{escape(caption)}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody>{foot}</table>"
        )

    def dealt(self) -> str:
        """Hands and kitty as dealt: a row per suit, a column per place."""
        w, places = self.w, self.doc["setup"]["places"]
        shown = [p for p in places if p.startswith(("hand.", "kitty", "talon", "stock"))]
        head = f'<th scope="col">{escape(w.suit)}</th>' + "".join(
            self.head(p[5:]) if p.startswith("hand.") else f'<th scope="col">{escape(w.pile(p))}</th>' for p in shown
        )
        body = "".join(
            f'<tr><th scope="row">{signs.suit(row, w)}</th>'
            + "".join(f"<td>{self._suit(places[p], row)}</td>" for p in shown)
            + "</tr>"
            for row in rows(self.doc)
        )
        if any("?" in places[p] for p in shown):
            body += '<tr><th scope="row">?</th>' + "".join(
                f"<td>{places[p].count('?') or '&ndash;'}</td>" for p in shown
            )
            body += "</tr>"
        return self.table("dealt", w.dealt, head, body)

    def _suit(self, cards: Iterable[str], row: str) -> str:
        mine = [c for c in in_order(cards) if signs.suit_of(c) == row]
        return " ".join(signs.rank(c, self.w, "span") for c in mine) or "&ndash;"

    def columns(self) -> str:
        """The columns on the table as laid: a row for each, what lies face up and what it covers."""
        w, places = self.w, self.doc["setup"]["places"]
        laid = laid_columns(self.doc)
        if not laid:
            return ""
        seats = [seat for seat in self.seats if laid.get(seat)]
        head = f'<th scope="col">{escape(w.number)}</th>' + "".join(
            f'<th scope="col">{escape(w.seat(seat))}: {escape(label)}</th>'
            for seat in seats
            for label in (w.up, w.down)
        )
        body = ""
        for n in range(1, max(max(numbers) for numbers in laid.values()) + 1):
            cells = "".join(
                f"<td>{' '.join(signs.card(c, w) for c in places.get(f'{kind}.{seat}.{n}', ())) or '&ndash;'}</td>"
                for seat in seats
                for kind in ("up", "down")
            )
            body += f'<tr><th scope="row">{n}</th>{cells}</tr>'
        return self.table("columns", w.columns, head, body)

    def call(self, step: Mapping[str, Any]) -> str:
        """One call of the auction, in words and signs."""
        text = str(step["action"])
        label = escape(step.get("now", {}).get("bid") or self.w.call(text))
        found = text[-1:] if text[:1].isdigit() and text[-1:] in "SHDC" and len(text) == 2 else ""
        if found:
            label = f"{text[0]}&#8288;{signs.suit(found, self.w)}"
        if step.get("stands") or not step["ok"]:
            label += f'<span class="fault" title="{escape(self.w.irregular)}">&nbsp;!</span>'
        return self.step(step["n"], label, "pass" if text == "Pass" else "")

    def auction(self) -> str:
        """The calls of the auction, and those of a doubling."""
        return self.calls("auction", self.w.auction) + self.calls("doubling", self.w.doubling)

    def calls(self, phase: str, caption: str) -> str:
        """Calls in rotation, a row per round; the first column is who spoke first."""
        calls = [s for s in self.doc["steps"] if s["phase"] == phase and s.get("actor")]
        if phase == "doubling":
            calls = [s for s in calls if s["action"] in ("Pass", "X", "XX")]
        if not calls:
            return ""
        first = self.seats.index(calls[0]["actor"])
        seats = self.seats[first:] + self.seats[:first]
        grid: list[dict[str, str]] = []
        at = len(seats)
        for step in calls:
            column = seats.index(step["actor"])
            if column <= at:
                grid.append({})
            at = column
            grid[-1][step["actor"]] = self.call(step)
        body = "".join("<tr>" + "".join(f"<td>{line.get(s, '')}</td>" for s in seats) + "</tr>" for line in grid)
        return self.table("calls", caption, "".join(map(self.head, seats)), body)

    def exchange(self) -> str:
        """What happens between auction and play: declared, shown, taken, put out."""
        w, lines = self.w, []
        for step in self.doc["steps"]:
            if step["phase"] in ("auction", "doubling", "score") or not self._before_play(step):
                continue
            moved = [(c, t) for c, _, t in step.get("moves", ())]
            if moved:
                label = {"kitty.open": w.shown, "talon.open": w.talon, "out": w.out}
                what = w.gives if step["action"].startswith("give ") else label.get(moved[0][1], w.takes)
                cards = " ".join(signs.card(c, w) for c in in_order(c for c, _ in moved))
            else:
                what, cards = w.declares, self._declared(step)
            who = step.get("actor")
            lines.append(
                f"<tr><td>{escape(w.seat(who)) if who else ''}</td>"
                f"<td>{self.step(step['n'], f'{escape(what)}: {cards}')}</td></tr>"
            )
        if not lines:
            return ""
        head = f'<th scope="col">{escape(w.who)}</th><th scope="col">{escape(w.what)}</th>'
        piles = {p.partition(".")[0] for p in self.doc["setup"]["places"]}
        names = {"talon": w.talon, "stock": w.stock, "kitty": w.exchange}
        caption = next((names[name] for name in names if name in piles), w.declares)
        return self.table("exchange", caption, head, "".join(lines))

    def _before_play(self, step: Mapping[str, Any]) -> bool:
        moves = step.get("moves", ())
        if any("trick" in (s, t) for _, s, t in moves):
            return False
        return bool(moves) or "declare" in str(step["action"]) or "trump" in step.get("now", {})

    def _declared(self, step: Mapping[str, Any]) -> str:
        now = step.get("now", {})
        trump = now.get("trump")
        if trump in self.w.suits and len(str(step["action"]).split()) < 3:
            return f"{signs.shape(trump)} {escape(self.w.suits[trump])}"
        return escape(str(now.get("contract") or step["action"]))

    def tricks(self) -> str:
        """A row per trick, a column per hand; the lead has a triangle, the winner a line."""
        played, w = tricks_of(self.doc), self.w
        if not played:
            return ""
        lead = self.seats.index(played[0].cards[0].seat)
        seats = self.seats[lead:] + self.seats[:lead]
        head = (
            f'<th scope="col">{escape(w.number)}</th>'
            + "".join(map(self.head, seats))
            + f'<th scope="col">{escape(w.won_by)}</th>'
        )
        listed = self.doc.get("tricks") or []
        before = (listed[0]["n"] - 1) if listed else 0
        body = ""
        for i, trick in enumerate(played):
            winner = listed[i].get("winner") if i < len(listed) and trick.done else None
            last = trick.done or trick.cards[-1].n
            body += f'<tr><th scope="row">{self.step(last, str(before + i + 1))}</th>'
            for seat in seats:
                body += self._cell([p for p in trick.cards if p.seat == seat], trick.cards[0].seat, winner)
            name = escape(w.seat(winner)) if winner else ""
            short = f'<span class="short" aria-hidden="true">{escape(w.letter(winner or ""))}</span>'
            inner = f'<span class="long">{name}</span>{short}' if winner else ""
            mark = f' data-n="{last}"' if self.anchor is not None else ""
            body += f"<td><span{mark}>{inner}</span></td></tr>"
        return self.table("tricks", w.tricks, head, body)

    def _cell(self, played: list[Played], leader: str, winner: str | None) -> str:
        """The card of a hand in a trick; some players add two."""
        if not played:
            return "<td></td>"
        seat = played[0].seat
        css = " ".join(name for name, on in (("lead", seat == leader), ("win", seat == winner)) if on)
        led = f'<span class="vh">{escape(self.w.led)} </span>' if seat == leader else ""
        shown = [self.step(p.n, (led if p is played[0] else "") + signs.card(p.card, self.w)) for p in played]
        kind = f' class="{css}"' if css else ""
        return f"<td{kind}>{' '.join(shown)}</td>"

    def ledger(self) -> str:
        """The score: a line per reason, a column per side, the sum, and the standing after it."""
        entries, w = self.doc.get("ledger") or [], self.w
        if not entries and not self.doc.get("standing"):
            return ""
        numbers = [s["n"] for s in self.doc["steps"] if s["phase"] == "score"]
        head = f'<th scope="col">{escape(w.reason)}</th>' + "".join(self.head(s, "r") for s in self.sides)
        body = ""
        for i, entry in enumerate(entries):
            n = numbers[i] if i < len(numbers) and self.anchor is not None else None
            tie = f' data-n="{n}"' if n is not None else ""
            where = {"above": w.above, "below": w.below}.get(entry.get("column", ""), "")
            where = f" <small>{escape(where)}</small>" if where else ""
            body += (
                f"<tr{tie}><td>{escape(entry['text'], quote=False)} "
                f"{signs.link(entry['rule'], self.rule_link)}{where}</td>"
            )
            body += "".join(
                f'<td class="r">{w.signed(entry["points"]) if entry["side"] == s else ""}</td>' for s in self.sides
            )
            body += "</tr>"
        end = f' data-n="{numbers[-1]}"' if numbers and self.anchor is not None else ""
        foot = "".join(
            self._sum(label, self.doc[key], end)
            for label, key in ((w.total, "totals"), (w.standing, "standing"))
            if self.doc.get(key)
        )
        return self.table("ledger", w.score, head, body, foot)

    def pad(self) -> str:
        """The pad of the rubber after this deal, where the game is written on one."""
        found = next(pad.pads([self.doc]), None)
        if found is None or not found.begun:
            return ""
        return pad.html(found, self.w, rule_link=self.rule_link, tied=self.anchor is not None)

    def _sum(self, label: str, sums: Mapping[str, int], end: str) -> str:
        cells = "".join(f'<td class="r"><span{end}>{self.w.signed(sums.get(s, 0))}</span></td>' for s in self.sides)
        return f'<tr><th scope="row">{escape(label)}</th>{cells}</tr>'

    def words(self) -> str:
        """Every step as a sentence, with the rules it rests on. The ids are the steps' addresses."""
        w, items = self.w, ""
        for step in self.doc["steps"]:
            rules = dict.fromkeys([step["rule"], *(b["rule"] for b in step.get("because", ()))])
            links = " ".join(signs.link(r, self.rule_link, data=True) for r in rules if r)
            stood = f'<b class="stood">{escape(w.stood)}.</b> ' if step.get("stands") else ""
            items += (
                f'<li id="{self.anchor}_{step["n"]}" data-n="{step["n"]}">'
                f"{escape(step['text'], quote=False)} {stood}{links}</li>"
            )
        return f'<details class="words" open><summary>{escape(w.in_words)}</summary><ol>{items}</ol></details>'
