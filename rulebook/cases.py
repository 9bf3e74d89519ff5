"""Documented cases: one situation each, with what must come out of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from rulebook.cards import Card
from rulebook.game import Game, Step
from rulebook.games import GAMES
from rulebook.games import game as new_game
from rulebook.i18n import DATA
from rulebook.match import Sheet, settle
from rulebook.options import nearest
from rulebook.parts.endings import ending, possible
from rulebook.records import Record, load
from rulebook.records.case import placed
from rulebook.ruling import IllegalAction, InputError, Ruling
from rulebook.table import Section, Table, Word

VERDICTS = ("yes", "no", "irregular")
CASE_ID = re.compile(r"[a-z-]+(\.[a-z-]+\.[a-z-]+/|/(deals|positions|records)/)[a-z0-9-]+")
BY_SIDE = ("books", "tricks", "score", "standing", "tally", "marks", "raw")  # what is expected of each side
UNREADABLE = ("kernel.action.text", "kernel.action.seat")


def folder() -> Path:
    """Where the cases lie: in the installed package, or beside it in a checkout."""
    inside = DATA / "examples"
    return inside if inside.is_dir() else DATA.parents[1] / "examples"


class Case(NamedTuple):
    """A documented case: `id` is `RULE/NAME`, or `FAMILY/deals/NAME` for a whole deal.

    `FAMILY/positions/NAME` is a position that proves or refutes advice.
    """

    id: str
    path: Path
    record: Record

    @property
    def title(self) -> str:
        return self.record.tag("Title")

    @property
    def source(self) -> str:
        return self.record.tag("Source")

    @property
    def rule(self) -> str:
        """The rule this case is about; empty for a deal or a position."""
        return self.id.partition("/")[0] if "." in self.id else ""


def case_id(path: Path, root: Path) -> str:
    """The id that belongs to this path.

    >>> root = Path("examples")
    >>> case_id(root / "bid-whist/scoring/set.five-high.case", root)
    'bid-whist.scoring.set/five-high'
    >>> case_id(root / "bid-whist/deals/recorded.case", root)
    'bid-whist/deals/recorded'
    """
    *folders, file = path.relative_to(root).parts
    slug, _, name = file.removesuffix(".case").partition(".")
    if folders[-1] in ("deals", "positions", "records"):
        return "/".join([*folders, slug])
    return f"{'.'.join([*folders, slug])}/{name}"


def case_path(id_: str) -> Path:
    """The file of a case, computed from its id."""
    rule, _, name = id_.partition("/")
    if "." not in rule:
        return folder() / f"{id_}.case"
    *folders, slug = rule.split(".")
    return folder().joinpath(*folders, f"{slug}.{name}.case")


def match_path(id_: str) -> Path:
    """The file of a whole match, `FAMILY/matches/NAME`. Raises InputError that names the nearest one."""
    path = folder() / f"{id_}.records"
    if not path.is_file():
        known = [p.relative_to(folder()).with_suffix("").as_posix() for p in matches()]
        raise InputError("There is no match {id}. The nearest one: {near}.", id=id_, near=nearest(id_, known))
    return path


def matches() -> list[Path]:
    """The files of whole matches: several deals each, one after the other."""
    return sorted(folder().rglob("*.records"))


def get(id_: str) -> Case:
    """The case with this id. Raises InputError that names the nearest one."""
    path = case_path(id_)
    if not path.is_file():
        near = nearest(id_, [case_id(p, folder()) for p in sorted(folder().rglob("*.case"))])
        raise InputError("There is no case {id}. The nearest one: {near}.", id=id_, near=near)
    return _load(path)


def find(*ids: str) -> Iterator[Case]:
    """The cases of these families, games, chapters, rules or ids; of everything when none is named."""
    root = folder()
    games = {i for i in ids if i in GAMES}
    families = {"kernel", *(family(i) for i in games)}
    for path in sorted(root.rglob("*.case")):
        id_ = case_id(path, root)
        named = not ids or any(id_ == i or id_.startswith((f"{i}.", f"{i}/")) for i in ids)
        if named or (games and id_.split("/")[0].split(".")[0] in families):
            case = _load(path)
            if named or case.record.game.partition(":")[0] in games:
                yield case


def family(game: str) -> str:
    """The folder of a game's cases: its family, with which its rule ids begin.

    >>> family("bid-whist-cutthroat")
    'bid-whist'
    """
    return GAMES[game].split(".")[2].replace("_", "-")


def _load(path: Path) -> Case:
    record = next(load(path))  # a case is one record
    id_ = case_id(path, folder())
    own = record.find("Case")
    if own is None or own.value != id_:
        at = own.at if own else None
        raise InputError(
            "The case of this file must be called {id}.",
            id=id_, file=str(path), line=at.line if at else 1, column=at.column if at else 1,
        )  # fmt: skip
    rule = id_.partition("/")[0]
    expects = [s for s in record.sections if s.tag == "Expect"]
    if "." in rule and not any(rule in s.value.split() for s in expects):
        raise InputError("No expectation of this case names its rule, {id}.", id=rule, file=str(path), line=1, column=1)
    return Case(id_, path, record)


class Check(NamedTuple):
    """One expectation: what was expected, what came out, whether they agree, and where it is written."""

    expect: str
    got: str
    ok: bool
    at: Word = Word("")


@dataclass(frozen=True)
class Result:
    """What came out of a case. `ok` when every expectation holds; `rule` is the one it is about."""

    game: Game
    steps: tuple[Step, ...]
    table: Table | None
    sheet: Sheet | None
    asked: tuple[tuple[str, Ruling], ...]
    checks: tuple[Check, ...]
    deal: Ruling
    rule: str = ""

    @property
    def ok(self) -> bool:
        return all(c.ok for c in self.checks)

    @property
    def verdict(self) -> Ruling:
        """The ruling the case is about: of its first question, else one by its rule, else of its last action."""
        if self.asked:
            return self.asked[0][1]
        entries = self.sheet.entries if self.sheet else ()
        every = [*(s.ruling for s in self.steps), *(e.ruling for e in entries)]
        grounds = [g for r in every for g in r.grounds() if g.rule == self.rule]
        own = [r for r in every if r.rule == self.rule] or grounds
        acted = [s.ruling for s in self.steps if not s.forced]
        return own[-1] if own else acted[-1] if acted else self.deal


def game_of(record: Record, **options: object) -> Game:
    """The game of a record under its house rules, and under further ones."""
    try:
        own = new_game(record.game, **record.options)
    except InputError as fault:
        found = record.find("Rules") or record.find("Game")
        raise (placed(fault, found.at) if found else fault).at(record.file) from None
    return new_game(record.game, **{**record.options, **options}) if options else own


def run(case: Case, game: Game | None = None) -> Result:
    """Run a case, under other rules when a game is given. Raises InputError."""
    game = game or game_of(case.record)
    steps: list[Step] = []
    table: Table | None = None
    sheet: Sheet | None = None
    deal = game.dealt(case.record.setup(game))
    try:
        table = game.start(case.record.setup(game))
        steps = list(game.replay(case.record))
        table = steps[-1].table if steps else table
        sheet = settle(game, table)
    except IllegalAction as refused:
        deal = refused.ruling
    asked, checks = judge(case.record, game, deal, tuple(steps), table, sheet)
    return Result(game, tuple(steps), table, sheet, asked, checks, deal, case.rule)


Asked = tuple[tuple[str, Ruling], ...]


def judge(
    record: Record, game: Game, deal: Ruling, steps: tuple[Step, ...], table: Table | None, sheet: Sheet | None
) -> tuple[Asked, tuple[Check, ...]]:
    """The questions of a record with their rulings, and its expectations compared with what came out."""
    asked: list[tuple[str, Ruling]] = []
    checks: list[Check] = []
    for n, section in enumerate(record.sections):
        if section.tag == "Ask" and table is not None:
            asked.append((section.value, game.rule(table, section.value)))
            if asked[-1][1].rule in UNREADABLE and not _answered(record.sections[n + 1 :]):
                raise InputError(
                    "“{text}” is not an action of this game.",
                    text=section.value, line=section.at.line, column=section.at.column,
                )  # fmt: skip
        elif section.tag == "Expect":
            last = asked[-1][1] if asked else None
            checks.append(_check(section, _Seen(game, deal, steps, table, sheet, last))._replace(at=section.at))
    if checks:
        checks += _unexpected(steps, checks)
    return tuple(asked), tuple(checks)


def _answered(after: Sequence[Section]) -> bool:
    """Whether an expectation follows a question, before the next one."""
    return next((s.tag for s in after if s.tag in ("Ask", "Expect")), "") == "Expect"


def _unexpected(steps: tuple[Step, ...], checks: list[Check]) -> list[Check]:
    """A failed check when the record breaks off at a refusal that no expectation names."""
    if not steps or steps[-1].ruling.ok or steps[-1].table is not steps[-1].before:
        return []
    r = steps[-1].ruling
    named = any(c.expect == f"{r.verdict} {r.rule}" for c in checks)
    return [] if named else [Check("yes", f"{r.verdict} {r.rule}", False, steps[-1].word)]


class _Seen(NamedTuple):
    """Everything an expectation can be about."""

    game: Game
    deal: Ruling
    steps: tuple[Step, ...]
    table: Table | None
    sheet: Sheet | None
    last: Ruling | None

    def rulings(self) -> Iterator[Ruling]:
        """Every ruling of the replay: house rules, deal, steps, tricks, entries."""
        yield from self.game.remarks
        yield self.deal
        yield from (s.ruling for s in self.steps)
        if self.table:
            yield from trick_rulings(self.game, self.table)
        if self.sheet:
            yield from (e.ruling for e in self.sheet.entries)


def trick_rulings(game: Game, t: Table) -> list[Ruling]:
    """Why each finished trick was won."""
    before = sum(t.setup.tricks)
    return [game.won(t, trick, before + n, before + n == game.hand) for n, trick in enumerate(t.tricks, 1)]


def _check(section: Section, seen: _Seen) -> Check:
    name, *words = section.value.split() or [""]
    if name in VERDICTS:
        found = _verdict(section.value, name, words, seen)
        if not found.ok and words:
            _known_rule(words[0], section.at)
        return found
    reader = EXPECTS.get(name)
    if reader is None and name in seen.game.answers:
        reader = _answer
    if reader is None:
        known = [*VERDICTS, *EXPECTS, *seen.game.answers]
        raise InputError(
            "“{name}” is nothing that can be expected. The nearest: {near}.",
            name=name, near=nearest(name, known), line=section.at.line, column=section.at.column,
        )  # fmt: skip
    if seen.table is None or seen.sheet is None:
        return Check(section.value, seen.deal.explain(), False)
    try:
        got = reader(seen, [name, *words])
        if got != section.value and name in BY_SIDE:
            _by_side(section, seen.game)
    except (IndexError, KeyError, ValueError):
        raise InputError(
            "“{text}” is not a complete expectation.",
            text=section.value, line=section.at.line, column=section.at.column,
        ) from None  # fmt: skip
    return Check(section.value, got, got == section.value)


def _by_side(section: Section, game: Game) -> None:
    """Each number of an expectation stands behind a side. Raises InputError."""
    for word in section.value.split()[1:]:
        letters, stroke, number = word.partition("=")
        try:
            game.seats.side_of(letters if stroke else game.seats.sides[0].code)
            int(number or "x" * len(stroke) or 0)
        except (KeyError, ValueError):
            raise InputError(
                "“{word}” is not a side and a number. Write for example {example}.",
                word=word, example=" ".join(f"{s.code}=0" for s in game.seats.sides),
                line=section.at.line, column=section.at.column + section.value.index(word),
            ) from None  # fmt: skip


def _known_rule(rule: str, at: Word) -> None:
    """Raises InputError for the id of no rule, where the rules are built."""
    path = DATA / "rules.json"
    known = [r["id"] for r in json.loads(path.read_text("utf-8"))["rules"]] if path.is_file() else [rule]
    if rule not in known:
        near = nearest(rule, known)
        raise InputError(
            "There is no rule {id}. The nearest one: {near}.", id=rule, near=near, line=at.line, column=at.column
        )


def _verdict(text: str, verdict: str, words: list[str], seen: _Seen) -> Check:
    """`yes RULE`, `no RULE`, `irregular RULE`: of the question before, else of anything."""
    rule = words[0] if words else ""
    if seen.last is not None:
        found = [g for g in seen.last.grounds() if g.rule == rule]
        ok = bool(found) and seen.last.verdict == verdict
        return Check(text, f"{seen.last.verdict} {rule if ok else seen.last.rule}", ok)
    every = [g for r in seen.rulings() for g in r.grounds()]
    ok = any((g.verdict, g.rule) == (verdict, rule) for g in every)
    last = seen.steps[-1].ruling if seen.steps else seen.deal
    return Check(text, text if ok else f"{last.verdict} {last.rule}", ok)


def _answer(seen: _Seen, words: list[str]) -> str:
    assert seen.table
    r = seen.game.answers[words[0]](seen.table)
    value = r.args["answer"]
    return " ".join([words[0], *([r.rule] if len(words) > 2 else []), str(getattr(value, "code", value))])


def _winners(seen: _Seen, words: list[str]) -> str:
    assert seen.table
    seats = seen.game.seats.all
    return " ".join(["winners", *(seats[t.winner].code for t in seen.table.tricks)])


def _now(key: str) -> Callable[[_Seen, list[str]], str]:
    def read(seen: _Seen, words: list[str]) -> str:
        assert seen.table
        value = seen.game.now(seen.table).get(key)
        return f"{words[0]} {getattr(value, 'code', value)}"

    return read


def _books(seen: _Seen, words: list[str]) -> str:
    assert seen.table
    counts = seen.game.now(seen.table)["counts"]
    assert isinstance(counts, dict)
    return f"{words[0]} " + " ".join(f"{side}={n}" for side, n in counts.items())


def _score(seen: _Seen, words: list[str]) -> str:
    assert seen.sheet
    totals = dict.fromkeys(seen.game.seats.sides, 0)
    for e in seen.sheet.entries:
        totals[e.side] += e.points
    return "score " + " ".join(f"{s.code}={n}" for s, n in totals.items())


def _standing(seen: _Seen, words: list[str]) -> str:
    assert seen.sheet
    return "standing " + " ".join(f"{s.code}={n}" for s, n in seen.sheet.after.points.items())


def _tally(seen: _Seen, words: list[str]) -> str:
    assert seen.sheet
    return "tally " + " ".join(f"{s.code}={n}" for s, n in seen.sheet.after.tally.items())


def _pairs(seen: _Seen, words: list[str]) -> str:
    assert seen.sheet
    return " ".join(["pairs", *seen.sheet.after.pairs])


def _people(seen: _Seen, words: list[str]) -> str:
    assert seen.sheet
    names = zip(seen.game.seats.players, seen.sheet.after.people, strict=True)
    return "people " + " ".join(f"{seat.code}={name}" for seat, name in names)


def _scores(seen: _Seen, words: list[str]) -> str:
    assert seen.sheet
    return "scores " + " ".join(f"{name}={n}" for name, n in sorted(seen.sheet.after.scores.items()))


def _over(seen: _Seen, words: list[str]) -> str:
    assert seen.sheet
    after = seen.sheet.after
    return "over " + (" ".join(s.code for s in (after.over, *after.shared)) if after.over is not None else "-")


def _marks(seen: _Seen, words: list[str]) -> str:
    """`marks zeros A=0 B=1`: the marks of this name after the deal."""
    assert seen.sheet
    name = words[1]
    return f"marks {name} " + " ".join(f"{s.code}={seen.sheet.after.mark(name, s)}" for s in seen.game.seats.sides)


def _possible(seen: _Seen, words: list[str]) -> str:
    """`possible NS=5`: tricks of a side, from the start of the record, with open hands and best play from now on.

    After a question: if that card is played. `possible 9 HQ NS=5`: if this card is played in trick 9.
    """
    from rulebook.cards import card

    assert seen.table
    *place, side = words[1:]
    asked = seen.last.args.get("what") if seen.last is not None and seen.last.ok else None
    c = card(place[1]) if place else asked if isinstance(asked, Card) else None
    t = _on_turn(seen, int(place[0]), card(place[1])) if place else seen.table
    name = seen.game.seats.side_of(side.partition("=")[0])
    found = None if t is None else possible(seen.game, t, name, c)
    return " ".join([*words[:-1], f"{name.code}={'-' if found is None else found}"])


def _on_turn(seen: _Seen, trick: int, c: Card) -> Table | None:
    """The table at which the hand with this card was to play to this trick."""
    tables = (*(s.before for s in seen.steps), *([seen.table] if seen.table else []))
    now = (t for t in tables if sum(t.setup.tricks) + len(t.tricks) + 1 == trick)
    return next((t for t in now if (e := ending(seen.game, t)) and c in e.legal), None)


def _choices(seen: _Seen, words: list[str]) -> str:
    assert seen.table
    kind = {"bid": "call"}.get(words[1], words[1])
    found = [a for space in seen.game.legal(seen.table) if space.kind == kind for a in _listed(space, words[1])]
    return f"choices {words[1]} {sum(found)}"


def _listed(space: object, word: str) -> Iterator[int]:
    from rulebook.table import Each

    if isinstance(space, Each) and word == "bid":
        yield sum(getattr(v, "code", "") != "Pass" for v in space.values)
    else:
        yield getattr(space, "size", 0)


def _order(seen: _Seen, words: list[str]) -> str:
    """`order RULE BJ LJ SA`: best first, RULE decides some neighbouring pair."""
    from rulebook.cards import card

    assert seen.table
    rule, cards = words[1], [card(w) for w in words[2:]]
    rulings = [seen.game.compare(seen.table, a, b) for a, b in pairwise(cards)]
    wrong = [r for r, a in zip(rulings, cards, strict=False) if r.args["better"] != a]
    if wrong:
        return str(wrong[0])
    if rule not in {r.rule for r in rulings}:
        return f"order {rulings[0].rule}"
    return " ".join(words)


EXPECTS: dict[str, Callable[[_Seen, list[str]], str]] = {
    "winners": _winners,
    "declarer": _now("declarer"),
    "contract": _now("contract"),
    "books": _books,
    "tricks": _books,
    "score": _score,
    "standing": _standing,
    "tally": _tally,
    "over": _over,
    "pairs": _pairs,
    "people": _people,
    "scores": _scores,
    "possible": _possible,
    "marks": _marks,
    "raw": _books,
    "choices": _choices,
    "order": _order,
}
