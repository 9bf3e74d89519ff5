"""A replay as one JSON document (schema 1): what pages, notebooks and `--json` all draw from.

>>> from rulebook.cases import get
>>> doc = document(get("bid-whist.scoring.set/five-high").record)
>>> doc["contract"], doc["taken"], doc["totals"]
('5 high, spades', {'NS': 10, 'EW': 3}, {'NS': -5, 'EW': 0})
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rulebook.cards import Card, CardSet, Suit
from rulebook.cases import Check, game_of, judge, trick_rulings
from rulebook.game import Game, Step
from rulebook.i18n import Lang
from rulebook.i18n import lang as language
from rulebook.match import Match, Sheet, settle
from rulebook.options import changed
from rulebook.records import Record
from rulebook.records.case import placed
from rulebook.ruling import IllegalAction, InputError, Ruling
from rulebook.standing import Standing
from rulebook.table import Action, Table, Trick

Json = dict[str, Any]
Place = tuple[int, int]


def document(
    record: Record,
    game: Game | None = None,
    lang: str = "en",
    file: str | None = None,
    played: Iterable[Step] | None = None,
) -> Json:
    """The document of a record, in a language. What cannot be read is told in `problems`.

    `played` are steps that happened on this deal instead of those the record tells. Raises
    InputError only for what leaves no document at all: an unknown game or option.
    """
    return _document(record, game or game_of(record), lang, file, played)[0]


def documents(
    records: Iterable[Record], game_of: Callable[[Record], Game], lang: str, file: str | None = None
) -> Iterator[Json]:
    """The documents of the deals of one file, each starting from where the one before left the match.

    A deal of another game, or at a table with other seats, begins a match of its own.
    """
    match: Match | None = None
    for record in records:
        game = game_of(record)
        if record.loose or (match is not None and (match.game.id, match.game.seats) != (game.id, game.seats)):
            match = None
        doc, table = _document(record.following(match), game, lang, file)
        if table is not None:
            match = Match(game, Standing.start(game.seats), table.setup.dealer).settle(table)
        yield doc


def _document(
    record: Record, game: Game, lang: str, file: str | None, played: Iterable[Step] | None = None
) -> tuple[Json, Table | None]:
    say = language(lang)
    doc: Json = {"schema": 1, "file": file or record.file or None, "game": game.id, "preset": game.preset or None}
    doc |= {"options": changed(game.options), "ok": True, "problems": []}
    for fault in record.repairs:
        _problem(doc, fault.explain(lang), fault.line, fault.column, None, "warning")
    try:
        start = game.start(record.setup(game))
    except IllegalAction as refused:
        at = record.find("Deal") or record.sections[0]
        _problem(doc, refused.ruling.explain(lang), at.at.line, at.at.column, refused.ruling.rule)
        return doc, None
    except InputError as fault:
        placed(fault, record.sections[0].at)
        _problem(doc, fault.explain(lang), fault.line, fault.column, None)
        return doc, None
    _compare_match(doc, record, start, say)
    rules = record.find("Rules") or record.sections[0]
    for r in game.remarks:
        _problem(doc, r.explain(lang), rules.at.line, rules.at.column, r.rule, "remark")
    steps: list[Step] = []
    try:
        for step in game.replay(record) if played is None else played:
            steps.append(step)  # noqa: PERF402 - the good prefix is kept when reading fails
    except InputError as fault:
        _problem(doc, fault.explain(lang), fault.line, fault.column, None)
    last = steps[-1].table if steps else start
    doc["setup"] = _setup(record, game, start, say)
    doc["steps"] = _steps(doc, game, start, steps, say)
    sheet = settle(game, last)
    doc |= _outcome(game, last, sheet, say)
    if around := _around(game, last):
        doc["setup"]["around"] = around
    doc["steps"] += _score_steps(len(steps), doc["ledger"])
    seen = (game, game.dealt(start.setup), tuple(steps), last, sheet)
    _compare_expected(doc, lambda: judge(record, *seen)[1], say)
    return doc, last


def _compare_expected(doc: Json, checks: Callable[[], tuple[Check, ...]], say: Lang) -> None:
    """A problem for each expectation of the record that differs from what came out."""
    try:
        for check in checks():
            if not check.ok:
                values = {"expect": check.expect, "got": check.got}
                text = say.say("input", "Expected: {expect}. Found: {got}.", None, values)
                _problem(doc, text, check.at.line, check.at.column, None, "differs")
    except InputError as fault:
        _problem(doc, fault.explain(say.code), fault.line, fault.column, None)


def _compare_match(doc: Json, record: Record, t: Table, say: Lang) -> None:
    """Warn where a deal does not continue the match that stands before it in the file."""
    match, written, dealer = record.match, record.find("Standing"), record.find("Dealer")
    if match is None:
        return
    if written and dict(t.setup.standing.points) != dict(match.standing.points):
        settled = " ".join(f"{s.code}={n}" for s, n in match.standing.points.items())
        text = say.say("input", "The deals before leave another standing: {standing}.", None, {"standing": settled})
        _problem(doc, text, written.at.line, written.at.column, None, "warning")
    if dealer and t.setup.dealer != match.dealer:
        seat = match.game.seats.all[match.dealer]
        text = say.say("input", "After the deal before it is the turn of {player} to deal.", None, {"player": seat})
        _problem(doc, text, dealer.at.line, dealer.at.column, None, "warning")


def _problem(doc: Json, text: str, line: int, column: int, rule: str | None, level: str = "error") -> None:
    doc["problems"].append({"line": line, "column": column, "level": level, "text": text, "rule": rule})
    doc["ok"] = doc["ok"] and level in ("warning", "remark")


def _setup(record: Record, game: Game, t: Table, say: Lang) -> Json:
    tags = {"N": "North", "E": "East", "S": "South", "W": "West"}
    people = {code: record.tag(tag) for code, tag in tags.items()}
    people |= dict(word.split("=", 1) for word in record.tag("People").split() if "=" in word)
    if t.setup.standing and t.setup.standing.people:
        people |= {s.code: name for s, name in zip(game.seats.players, t.setup.standing.people, strict=True)}
    places = {name: _codes(place) for name, place in t.places().items() if place != (0, 0)}
    for seat in game.seats.all:
        places.setdefault(f"hand.{seat.code}", [])
    found: Json = {
        "people": {s.code: people.get(s.code) or say.value(s) for s in game.seats.all},
        "dealer": game.seats.all[t.setup.dealer].code,
        "places": places,
    }
    standing = t.setup.standing
    if standing and standing.pairs:
        found["pairs"] = list(_at_table(standing.pairs, len(game.seats.sides), t.setup.given.get("Table", "1")))
    if standing and standing.people:
        found["seated"] = list(standing.people)
    if game.pad and standing is not None and not record.loose:
        found["before"] = _before(game, standing)
    return found


def _before(game: Game, standing: Standing) -> dict[str, dict[str, int]]:
    """What each side had on the pad of its rubber before the deal."""
    return {
        s.code: {"points": standing.points[s]} | {name: standing.mark(name, s) for name in ("above", "below", "games")}
        for s in game.seats.sides
    }


def _codes(place: Place) -> list[str]:
    mask, unknown = place
    return [c.code for c in CardSet(mask).sorted()] + ["?"] * unknown


def _steps(doc: Json, game: Game, start: Table, steps: list[Step], say: Lang) -> list[Json]:
    found, shown = [], _now(game, start, say)
    doc["setup"]["now"] = {k: v for k, v in shown.items() if v is not None}
    for step in steps:
        r = step.ruling
        item: Json = {
            "n": step.n,
            "phase": step.phase,
            "actor": None if step.forced else game.seats.all[step.action.by].code,
            "action": step.action.kind if step.forced else _text(game, step),
            "ok": r.ok,
            "rule": r.rule,
            "text": sentence(game, step, say),
            "moves": moves(step),
        }
        if step.forced:
            item["forced"] = True
        if step.action.seat is not None:
            item["seat"] = game.seats.all[step.action.seat].code
        if r.stands and step.table is not step.before:
            item["stands"] = True
            _problem(doc, item["text"], step.word.line, step.word.column, r.rule, "warning")
        elif not r.ok:
            _problem(doc, item["text"], step.word.line, step.word.column, r.rule)
        if not r.sure:
            item["sure"] = False
        if r.because:
            item["because"] = [
                {"rule": b.rule, "text": say.say(b.rule, b.msg, b.plural, {**r.args, **b.args})} for b in r.because
            ]
        now = _now(game, step.table, say)
        item["now"] = {k: v for k, v in now.items() if shown.get(k) != v}
        shown = now
        found.append(item)
    return found


def _text(game: Game, step: Step) -> str:
    """The action without its actor: `4low`, `SA`, `discard C4 C7`."""
    return step.action.text(game.seats).partition(" ")[2]


def sentence(game: Game, step: Step, say: Lang) -> str:
    """What happened and what followed from it, in words."""
    r = step.ruling
    text = say.say(r.rule, r.msg, r.plural, r.args)
    if not r.ok:
        who = game.seats.all[step.action.hand]
        what = step.action.kind if step.action.what is None else step.action.what
        said = say.say("step", "{who}: {what}.", None, {"who": who, "what": what})
        text = f"{said} {text}"
    replaced = step.action.kind == "replace" and step.table is not step.before and not step.table.trick
    if len(step.table.tricks) > len(step.before.tricks) or replaced:
        won = trick_rulings(game, step.table)[-1]
        text = f"{text} {say.say(won.rule, won.msg, won.plural, won.args)}"
    return text


def _now(game: Game, t: Table, say: Lang) -> Json:
    """What a reader sees beside the cards."""
    turn = game.turn(t)
    shown: Json = {"turn": None if turn is None else game.seats.all[turn].code}
    for key, value in game.now(t).items():
        if isinstance(value, Suit):
            shown[key] = value.code
        elif key == "trump" or isinstance(value, dict) or value is None:
            shown[key] = value
        elif key in ("declarer", "dummy"):
            shown[key] = getattr(value, "code", None)
        else:
            shown[key] = say.value(value)
    return shown


# -- cards that moved --------------------------------------------------------------------------


def moves(step: Step) -> list[list[str]]:
    """`[card, from, to]` in order; an unknown card is `?`. A full trick goes on to its winner."""
    before, after = step.before.places(), step.table.places()
    card = step.action.what
    if step.action.kind in ("card", "pair") and isinstance(card, Card) and step.table is not step.before:
        found = [[card.code, _source(before, after, card), "trick"]]
        if not step.table.trick:
            to = next(p for p in after if p.startswith("taken.") and before.get(p) != after[p])
            found += [[c.code, "trick", to] for c in (*step.before.trick, card)]
        return found
    return [*_known(before, after), *_unknown(before, after)]


def _source(before: dict[str, Place], after: dict[str, Place], card: Card) -> str:
    """The hand or the column that a card was played from."""
    places = [p for p in before if p.startswith(("hand.", "up.")) and before[p] != after[p]]
    return next((p for p in places if before[p][0] >> card & 1), places[0])


def _known(before: dict[str, Place], after: dict[str, Place]) -> Iterator[list[str]]:
    where = {c: p for p, (mask, _) in before.items() for c in CardSet(mask)}
    for place, (mask, _) in after.items():
        for c in CardSet(mask & ~before.get(place, (0, 0))[0]).sorted():
            yield [c.code, where.get(c, _lost(before, after)), place]


def _lost(before: dict[str, Place], after: dict[str, Place]) -> str:
    """The place where an unknown card turned into a known one."""
    return next((p for p, (_, n) in before.items() if n > after.get(p, (0, 0))[1]), "")


def _unknown(before: dict[str, Place], after: dict[str, Place]) -> Iterator[list[str]]:
    lost = [p for p, (_, n) in before.items() for _ in range(n - after.get(p, (0, 0))[1])]
    for place, (_, n) in after.items():
        for _ in range(n - before.get(place, (0, 0))[1]):
            if lost:
                yield ["?", lost.pop(0), place]


# -- what came out -----------------------------------------------------------------------------


def _at_table(pairs: tuple[str, ...], sides: int, table: str) -> tuple[str, ...]:
    """The pairs at one of several tables; at a single one also those that wait."""
    first = sides * (int(table) - 1) if table.isdecimal() else 0
    return pairs[first : first + sides] if len(pairs) >= 2 * sides and len(pairs) % sides == 0 else pairs


def _outcome(game: Game, t: Table, sheet: Sheet, say: Lang) -> Json:
    first = sum(t.setup.tricks) + 1
    now = game.now(t)
    ledger = [
        {
            "side": e.side.code,
            "column": e.column,
            "points": e.points,
            "rule": e.ruling.rule,
            "text": say.say(e.ruling.rule, e.ruling.msg, e.ruling.plural, e.ruling.args),
        }
        for e in sheet.entries
    ]
    contract = now.get("contract")
    found: Json = {
        "tricks": [
            {
                "n": first + i,
                "leader": game.seats.all[trick.leader].code,
                "cards": _by_seat(game, trick),
                "winner": game.seats.all[trick.winner].code,
                "rule": won.rule,
            }
            for i, (trick, won) in enumerate(zip(t.tricks, trick_rulings(game, t), strict=True))
        ],
        "contract": None if contract is None else say.value(contract),
        "taken": now.get("counts", {}),
        "ledger": ledger,
        "totals": {s.code: sum(e["points"] for e in ledger if e["side"] == s.code) for s in game.seats.sides},
        "standing": {s.code: n for s, n in sheet.after.points.items()},
        "tally": {s.code: n for s, n in sheet.after.tally.items()},
        **({"games": games} if (games := sheet.after.games()) else {}),
        **({"marks": marks} if (marks := _marks(game, sheet)) else {}),
        "over": sheet.after.over is not None,
        "winner": None if sheet.after.over is None else sheet.after.over.code,
    }
    if game.phases and not sheet.final and not ledger and t.ended is None:
        found["unfinished"] = True
    if sheet.after.pairs:
        found["pairs"] = list(sheet.after.pairs)
    if sheet.after.scores:
        found["scores"] = dict(sorted(sheet.after.scores.items()))
    return found


def _by_seat(game: Game, trick: Trick) -> dict[str, str | list[str]]:
    """The card of each hand; two of one player as a list."""
    found: dict[str, str | list[str]] = {}
    for seat in dict.fromkeys(trick.seats):
        cards = [c.code for other, c in zip(trick.seats, trick.cards, strict=True) if other == seat]
        found[game.seats.all[seat].code] = cards if len(cards) > 1 else cards[0]
    return found


def _around(game: Game, t: Table) -> list[str]:
    """The hands in the order of play, where the letters alone do not tell it or one seat holds no hand."""
    codes = [game.seats.all[hand].code for hand in dict.fromkeys(getattr(t.facts, "order", ()))]
    own = [seat.code for seat in game.seats.all]
    turned = {tuple(own[i:] + own[:i]) for i in range(len(own))}
    return [] if not codes or tuple(codes) in turned else codes


def _marks(game: Game, sheet: Sheet) -> dict[str, dict[str, int]]:
    """The marks that each side has after the deal: sets, zeros, deals left on a barrel."""
    found = {
        s.code: {name: sheet.after.mark(name, s) for name in game.marks if sheet.after.mark(name, s)}
        for s in game.seats.sides
    }
    return found if any(found.values()) else {}


def _score_steps(n: int, ledger: list[Json]) -> list[Json]:
    return [
        {
            "n": n + i,
            "phase": "score",
            "actor": None,
            "action": "score",
            "ok": True,
            "rule": e["rule"],
            "text": e["text"],
            "moves": [],
            "now": {},
        }
        for i, e in enumerate(ledger, 1)
    ]


def choices(game: Game, t: Table, limit: int = 40) -> list[Json]:
    """What may be done now, as spaces: small ones listed, all with their number."""
    from rulebook.table import Cards, Each, Ladder, Pick

    found = []
    for space in game.legal(t):
        item: Json = {"actor": game.seats.all[space.by].code, "kind": space.kind, "count": space.size}
        if isinstance(space, Cards | Pick):
            item["cards"] = [c.code for c in CardSet(space.mask).sorted()]
        if isinstance(space, Cards) and space.seat is not None:
            item["seat"] = game.seats.all[space.seat].code
        if isinstance(space, Pick):
            item["pick"] = space.k
        if isinstance(space, Ladder):
            item |= {"from": space.low, "step": space.step, "to": space.high}
        if isinstance(space, Each):
            texts = (Action(space.by, "call", v).text(game.seats) for v in space.values)
            item["values"] = [text.partition(" ")[2] or "-" for text in texts][:limit]
        found.append(item)
    return found


def ruling(r: Ruling, lang: str) -> Json:
    """One ruling as data."""
    return {"ok": r.ok, "verdict": r.verdict, "rule": r.rule, "text": r.explain(lang)}
