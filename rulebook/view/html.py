"""A deal as HTML: everything readable without script, and the stepper that a script wakes.

`deal` takes a document of `rulebook.view.steps`. The same string serves a page and a notebook.
Card codes, rule ids and numbers go into attributes; words come from `Words`, sentences from the
document; both are escaped.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from typing import Any, NamedTuple

from rulebook.i18n import lang as language
from rulebook.view.record import ORDER, Document, Record, hands, laid_columns, rows, sides, with_jokers
from rulebook.view.signs import RuleLink, card, link, ruling, shape, sprite, suit, verdict
from rulebook.view.words import Words, whatif_words

__all__ = ["card", "deal", "embedded", "ledger", "link", "ruling", "shape", "sprite", "suit", "verdict"]

# where the hands sit, by their number, clockwise
_AROUND = {2: "s n", 3: "s w e", 4: "n e s w", 5: "s w nw ne e", 6: "s sw nw n ne se", 7: "s sw w nw ne e se"}
_ICONS = {
    "first": "M2 2h2.2v12H2zM14 2v12L5.2 8z",
    "prev": "M12 2v12L3 8z",
    "next": "M4 2v12l9-6z",
    "last": "M11.8 2H14v12h-2.2zM2 2v12l8.8-6z",
}
_KEYS = (
    (("\u2190", "\u2192"), "", "key_step"),
    (("\u2190", "\u2192"), "Shift", "key_trick"),
    (("Home", "End"), "", "key_ends"),
    (("H",), "", "key_hands"),
    (("C",), "", "key_copy"),
    (("?", "Esc"), "", "key_help"),
)
_KEYS_OTHER = (
    (("\u2190", "\u2192"), "", "key_choose"),
    (("Esc",), "", "key_back"),
)


class Other(NamedTuple):
    """What a deal needs to be played differently: its record as text, and addresses from its page.

    `size` is what a first question loads, in words; `root` is the language's folder.
    """

    record: str
    script: str
    worker: str
    engine: str
    root: str
    size: str = ""


def embedded(doc: Document) -> str:
    """The document as JSON that may stand inside a `script` element of any kind of page."""
    text = json.dumps(doc, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def ledger(doc: Document, w: Words, *, rule_link: RuleLink, anchor: str | None = None) -> str:
    """Only the score of the deal, as a table, and the pad where there is one."""
    record = Record(doc, w, anchor, rule_link)
    return record.ledger() + record.pad()


def deal(
    doc: Document,
    w: Words,
    *,
    anchor: str,
    rule_link: RuleLink,
    title: str = "",
    at: int = 0,
    compact: bool = False,
    dealt: bool = False,
    other: Other | None = None,
) -> str:
    """The whole deal.

    `anchor` is the id of the deal on its page (no underscore): step 3 is `#<anchor>_3`.
    `title` names the section for the ear, `at` is the step it opens at, `compact` leaves the
    tables out (for a deal beside other things, with a link to its full page), all but the cards
    as dealt with `dealt`. With `other` the reader may play other cards and calls than the record.
    """
    record = Record(doc, w, anchor, rule_link)
    w = record.w
    order = " ".join(ORDER if with_jokers(doc) else ORDER[:52])
    tables = (
        record.dealt(),
        record.columns(),
        record.auction(),
        record.exchange(),
        record.tricks(),
        record.ledger(),
        record.pad(),
    ) * (not compact)
    if compact and dealt:
        tables = (record.dealt(),)
    kind = "deal compact" if compact else "deal"
    bare = {**doc, "file": None}  # where the record lay on the builder's disk is nobody's business
    return (
        f'<section class="{kind}" id="{anchor}" data-replay data-at="{at}" data-order="{order}"'
        f' aria-label="{escape(title or w.steps)}">'
        f"{_result(doc, w)}{_board(doc, w, anchor, other)}"
        f'<div class="record">{"".join(tables)}</div>'
        f'<div class="below">{record.words()}</div>'
        f'<script type="application/json">{embedded(bare)}</script></section>'
    )


def _final(doc: Document) -> dict[str, Any]:
    """What stood in the status line at the end."""
    now: dict[str, Any] = dict(doc["setup"].get("now", {}))
    for step in doc["steps"]:
        now |= step.get("now", {})
    return now


def _result(doc: Document, w: Words) -> str:
    """Contract, trump and tricks at the end: for readers without script, and on paper."""
    now = _final(doc)
    trump = str(now.get("trump") or "")
    shown = (
        f"{shape(trump)} {escape(w.suits[trump])}"
        if trump in w.suits
        else escape(w.no_trump if trump == "NT" else "\u2013")
    )
    contract = escape(str(now.get("contract") or now.get("bid") or "\u2013"))
    counts: Mapping[str, Any] = doc.get("taken") or now.get("counts") or {}
    return (
        '<dl class="now result simple">'
        f'<div class="grow"><dt>{escape(w.contract)}</dt><dd>{contract}</dd></div>'
        f'<div class="suited"><dt>{escape(w.trump)}</dt><dd>{shown}</dd></div>'
        + "".join(
            f"<div><dt>{escape(w.seat(s))}</dt><dd>{escape(str(counts.get(s, 0)))}</dd></div>" for s in sides(doc)
        )
        + "</dl>"
    )


def _places(seats: list[str]) -> list[str]:
    """Where the hands sit: by the compass, else the first one below and the others clockwise."""
    if set(seats) < set("NESW"):
        return [seat.lower() for seat in seats]
    return _AROUND[len(seats)].split()


PILES = ("kitty", "talon", "talon.1", "talon.2", "stock")


def _board(doc: Document, w: Words, anchor: str, other: Other | None) -> str:
    seats = hands(doc)
    around = _places(seats)
    piles = [p for p in PILES if p in doc["setup"]["places"]]
    moved = {m[2] for s in doc["steps"] for m in s.get("moves", ())}
    felt = "".join(_pile(f"{p} {p}.open", doc["setup"]["places"][p], w.pile(p), w, anchor, p) for p in piles)
    if "out" in moved:
        size = sum(m[2] == "out" for s in doc["steps"] for m in s.get("moves", ()))
        felt += _pile("out", ["?"] * size, w.out, w, anchor, "out")
    felt += "".join(_seat(doc, w, anchor, seat, side) for seat, side in zip(seats, around, strict=True))
    columns = laid_columns(doc)
    slots = "".join(
        f'<li class="card" data-slot="{seat}" data-pos="{side}"{nth}></li>'
        for nth in ([""] if not columns else [' data-nth="0"', ' data-nth="1"'])
        for seat, side in zip(seats, around, strict=True)
    )
    felt += f'<ul class="trick" role="list" aria-label="{escape(w.trick)}">{slots}</ul>'
    places = [*seats, *(f"down.{seat}" for seat in columns), *piles]
    kind = f"felt seats-{4 if set(seats) < set('NESW') else len(seats)}" + (" piled" if piles or "out" in moved else "")
    kind += " laid" if columns else ""
    return (
        '<div class="board" data-live hidden>'
        f"{_status(doc, w)}"
        f'<div class="{kind}" data-swipe>{felt}</div>'
        f"{_drive(doc, w, anchor)}{_talk(w)}{_whatif(w, other) if other else ''}"
        f"{_extra(doc, w, anchor, places, _KEYS + _KEYS_OTHER * (other is not None))}</div>"
    )


def _status(doc: Document, w: Words) -> str:
    cells = "".join(
        f'<div><dt>{escape(w.seat(s))}</dt><dd data-now="counts.{s}" data-none="0"></dd></div>' for s in sides(doc)
    )
    if "pairs" in doc["setup"].get("now", {}):
        cells += f'<div class="grow"><dt>{escape(w.pairs)}</dt><dd data-now="pairs"></dd></div>'
    return (
        '<dl class="now simple">'
        f'<div class="grow"><dt>{escape(w.contract)}</dt><dd data-now="contract bid"></dd></div>'
        f'<div class="suited"><dt>{escape(w.trump)}</dt><dd data-now="trump"></dd></div>{cells}</dl>'
    )


def _pile(place: str, cards: list[str], label: str, w: Words, anchor: str, name: str) -> str:
    return (
        f'<div class="pile {name if name == "out" else "kitty"}">'
        f'<p class="seat-name" id="{anchor}-{name.replace(".", "-")}">{escape(label)}</p>'
        f'<ul role="list" aria-labelledby="{anchor}-{name.replace(".", "-")}" data-place="{place}" data-as="cards"'
        f' data-size="{len(cards)}" data-covered="{escape(w.hidden)}"></ul></div>'
    )


def _seat(doc: Document, w: Words, anchor: str, seat: str, side: str) -> str:
    shown = [doc["setup"], doc["setup"].get("now", {}), *(s.get("now", {}) for s in doc["steps"])]
    ever = any(seat in (now.get("dealer"), now.get("declarer"), now.get("dummy")) for now in shown)
    person = doc["setup"].get("people", {}).get(seat)
    named = f" {escape(person)}" if person and person != w.seat(seat) else ""
    roles = (("dealer", w.dealer), ("declarer", w.declarer), ("dummy", w.dummy))
    said = " ".join(f'data-{role}="{escape(label)}"' for role, label in roles)
    return (
        f'<div class="seat {side}" data-seat="{seat}">'
        f'<p class="seat-name" id="{anchor}-{seat}"><b>{escape(w.seat(seat))}</b>{named}'
        f' <span class="roles{" ever" * ever}" {said}></span>'
        f'<span class="turn"><span class="vh"> {escape(w.turn)}</span></span></p>'
        f'<ul class="hand" role="list" aria-labelledby="{anchor}-{seat}" data-place="hand.{seat}"'
        f' data-rows="{rows(doc)}" data-covered="{escape(w.hidden)}"></ul>{_columns(doc, w, seat)}</div>'
    )


def _columns(doc: Document, w: Words, seat: str) -> str:
    """What lies in a player's columns, face up and face down, as two more hands."""
    numbers = sorted(set(laid_columns(doc).get(seat, ())))
    if not numbers:
        return ""
    return "".join(
        f'<p class="seat-name">{escape(label)}</p><ul class="hand" role="list" aria-label="{escape(label)}"'
        f' data-place="{" ".join(f"{kind}.{seat}.{n}" for n in numbers)}"'
        f' data-rows="{rows(doc)}" data-covered="{escape(w.hidden)}"></ul>'
        for kind, label in (("up", w.up), ("down", w.down))
    )


def _icon(name: str) -> str:
    return f'<svg viewBox="0 0 16 16" aria-hidden="true"><path d="{_ICONS[name]}"/></svg>'


def _button(name: str, label: str) -> str:
    return (
        f'<button type="button" class="btn" data-do="{name}" aria-label="{escape(label)}"'
        f' title="{escape(label)}">{_icon(name)}</button>'
    )


def _drive(doc: Document, w: Words, anchor: str) -> str:
    last = len(doc["steps"])
    return (
        f'<div class="drive"><div class="steps" role="group" aria-label="{escape(w.steps)}">'
        f"{_button('first', w.first)}{_button('prev', w.back)}"
        f'<button type="button" class="btn main-act" data-do="next">{escape(w.next)} {_icon("next")}</button>'
        f"{_button('last', w.last)}</div>"
        f'<div class="jump"><label class="vh" for="{anchor}-jump">{escape(w.step)}</label>'
        f'<input id="{anchor}-jump" type="range" min="0" max="{last}" value="0" data-jump>'
        f'<span class="count"><span data-count>0</span> / <span data-total>{last}</span></span></div></div>'
    )


def _talk(w: Words) -> str:
    return (
        f'<div class="talk"><p class="say" role="status" data-say>{escape(w.start)}</p>'
        f'<p class="why"><b class="stood">{escape(w.stood)}.</b>'
        f"<span>{escape(w.rule)}</span><span data-why></span></p></div>"
    )


def _whatif(w: Words, other: Other) -> str:
    """The button that loads the engine, what its script must know, and the place where it draws."""
    known = {"lang": w.code, "words": json.dumps(whatif_words(language(w.code)), ensure_ascii=False)}
    known |= {key: value for key, value in other._asdict().items() if key != "size"}
    data = " ".join(f'data-{key}="{escape(value)}"' for key, value in known.items())
    size = f" <small data-size>{escape(other.size)}</small>" if other.size else ""
    return (
        f'<div class="whatif" data-whatif {data}><div class="bar">'
        '<button type="button" class="btn" data-do="whatif" aria-pressed="false">'
        f"{escape(w.differently)}{size}</button>"
        "<span data-told></span></div><div data-tries></div></div>"
    )


def _place_name(place: str, w: Words) -> str:
    """A hand, a pile, or the cards face down in the columns of a player, in words."""
    if place.startswith("down."):
        return f"{w.seat(place.partition('.')[2])}: {w.down}"
    return w.pile(place) if place in PILES else w.seat(place)


Keys = tuple[tuple[tuple[str, ...], str, str], ...]


def _extra(doc: Document, w: Words, anchor: str, places: list[str], known: Keys) -> str:
    def box(label: str, inner: str) -> str:
        return f"<fieldset><legend>{escape(label)}</legend>{inner}</fieldset>"

    def radio(pref: str, value: str, label: str, on: str = "") -> str:
        return (
            f'<label><input type="radio" name="{anchor}-{pref}" value="{value}"'
            f' data-pref="{pref}"{on}> {escape(label)}</label>'
        )

    opened = "".join(
        f'<label><input type="checkbox" checked data-hand="{p}"> {escape(_place_name(p, w))}</label>' for p in places
    )
    own = " ".join(w.ranks[r] for r in "AKQJ")
    eyes = f'<label><input type="radio" name="{anchor}-eyes" data-eyes="" checked> {escape(w.everybody)}</label>'
    eyes += "".join(
        f'<label><input type="radio" name="{anchor}-eyes" data-eyes="{p}"> {escape(w.seat(p))}</label>'
        for p in doc["setup"].get("now", {}).get("seen", hands(doc))
    )
    view = box(w.seen_by, eyes) + box(w.open_cards, opened)
    if own != "A K Q J":
        view += box(
            w.card_letters,
            radio("letters", "own", own, " checked") + radio("letters", "latin", "A K Q J"),
        )
    view += box(w.suit_colours, radio("suits", "two", w.two, " checked") + radio("suits", "four", w.four))
    view += box(w.record, f'<label><input type="checkbox" data-all> {escape(w.whole)}</label>')
    keys = "".join(
        f"<tr><td>{f'<kbd>{held}</kbd> + ' if held else ''}"
        + " ".join(f"<kbd>{k}</kbd>" for k in pressed)
        + f"</td><td>{escape(getattr(w, label))}</td></tr>"
        for pressed, held, label in known
    )
    return (
        '<div class="extra">'
        f'<button type="button" class="quiet" data-do="copy">{escape(w.copy)}</button>'
        f'<details><summary>{escape(w.view)}</summary><div class="view">{view}</div></details>'
        f"<details data-keys><summary>{escape(w.keys)}</summary>"
        f'<table class="keys"><caption class="vh">{escape(w.keys)}</caption><tbody>{keys}</tbody></table>'
        f'<p class="note">{escape(w.keys_note)}</p></details>'
        f'<output data-copied data-done="{escape(w.copied)}"></output></div>'
    )
