"""What if: other cards and calls from any step of a record, judged by the engine.

The answer is a document of `rulebook.view.steps` that ends where the reader stands, and beside it:

at       number of the last step that was played
ruling   of the last action asked for, and whether it `happens`: a refused one is in no step,
         the document ends before it
choices  what may be done now, as `steps.choices`, each with its sentence and with what can be tried
open     where all hands are known and cards are played one by one: how many cards a hand holds
rules    where each rule of the document stands: path below the language's root, printed number

>>> from rulebook.cases import game_of, get
>>> record = get("bid-whist/deals/set").record
>>> text = source(record, game_of(record))
>>> found = whatif(text, {}, 1, ["E 4low", "S 4high"], "en")
>>> [step["action"] for step in found["steps"]], found["ruling"]["rule"]
(['Pass', '4low'], 'bid-whist.auction.equal')
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from rulebook.cards import CardSet
from rulebook.cases import game_of
from rulebook.game import Game, Step
from rulebook.games import game as new_game
from rulebook.games.bridge.revoke import Take
from rulebook.i18n import DATA, LANGS, Lang
from rulebook.i18n import lang as language
from rulebook.options import every
from rulebook.parts.endings import ending
from rulebook.records import Record, parse, write
from rulebook.ruling import IllegalAction, InputError, Ruling
from rulebook.table import Action, Cards, Each, Ladder, Pick, Section, Space, Table
from rulebook.view import possible as search
from rulebook.view import steps
from rulebook.view.steps import Json

# What a record says about itself, and what nobody who plays on asks for.
ASIDE = ("Schema", "Case", "Title", "Source", "Ask", "Expect")
LISTED = 400  # values of one space that are offered


def source(record: Record, game: Game) -> str:
    """The record as text that can be played on: only what was dealt and done, and the rules of `game`."""
    name = f"{game.id}:{game.preset}" if game.preset else game.id
    own = {o.key: value for o, value in every(new_game(name).options)}
    rules = " ".join(f"{o.key}={value}" for o, value in every(game.options) if own[o.key] != value)
    kept = [s._replace(notes=()) for s in record.sections if s.tag not in (*ASIDE, "Game", "Rules")]
    if record.match is not None:  # the deals before it in its file are not told again
        kept = [*_before(record, kept), *kept]
    head = [Section("Game", name), *([Section("Rules", rules)] if rules else [])]
    return write(Record((*head, *kept)))


def _before(record: Record, kept: list[Section]) -> Iterator[Section]:
    """What the match says about this deal, where the record leaves it out."""
    match, tags = record.match, {s.tag for s in kept}
    assert match is not None
    if "Standing" not in tags:
        stands = [f"{side.code}={n}" for side, n in match.standing.points.items()]
        stands += [f"{side.code}.{mark}={n}" for mark, of in match.standing.marks.items() for side, n in of.items()]
        yield Section("Standing", " ".join(stands))
    if "Pairs" not in tags and match.standing.pairs:
        yield Section("Pairs", " ".join(match.standing.pairs))
    if "Dealer" not in tags:
        yield Section("Dealer", match.game.seats.all[match.dealer].code)


def whatif(text: str, options: Mapping[str, object], n: int, lines: Sequence[str], lang: str) -> Json:
    """The record of `text` up to step `n`, then these actions instead of its own.

    `options` are house rules beside those of the record. The first action that is refused ends the
    line: it comes back as `ruling`. Raises InputError for what cannot be read and for a step that
    is not there, IllegalAction for an impossible deal.
    """
    say = language(lang)
    record, game, played, judged = _reached(text, options, n, lines, say)
    t = _table(game, record, played)
    doc = steps.document(record, game, lang, played=played)
    choices = [*offered(game, t, say)]
    cited = {step["rule"] for step in doc["steps"]}
    cited |= {b["rule"] for step in doc["steps"] for b in step.get("because", ())}
    cited |= {judged["rule"]} if judged else set()
    left = {"open": e.left} if (e := ending(game, t)) else {}
    return doc | {"at": len(played), "ruling": judged, "choices": choices, "rules": addresses(cited)} | left


def possible(text: str, options: Mapping[str, object], n: int, lines: Sequence[str], lang: str) -> Json:
    """What was possible from where these actions lead, as `rulebook.view.possible` answers."""
    say = language(lang)
    record, game, played, _judged = _reached(text, options, n, lines, say)
    return search.possible(game, _table(game, record, played), say)


def _reached(
    text: str, options: Mapping[str, object], n: int, lines: Sequence[str], say: Lang
) -> tuple[Record, Game, list[Step], Json | None]:
    """The record, its game, what was played of it, and the ruling on the last of these actions."""
    record = next(parse(text))
    record = record.having(tuple(s for s in record.sections if s.tag not in ASIDE))
    game = game_of(record, **options)
    played = _until(game, record, n)
    judged = None
    for line in lines:
        judged, more = _judged(game, _table(game, record, played), line, len(played), say)
        played += more
        if not more:
            break
    return record, game, played, judged


def _until(game: Game, record: Record, n: int) -> list[Step]:
    """The first `n` steps and the forced ones behind them; an action that was refused there is left out."""
    found: list[Step] = []
    for step in game.replay(record):
        if step.n > n >= 0 and not step.forced:
            break
        found.append(step)
    if not 0 <= n <= len(found):
        raise InputError("There is no step {at}. The last one: {n}.", at=n, n=len(found))
    return [step for step in found if step.table is not step.before]


def _table(game: Game, record: Record, played: list[Step]) -> Table:
    return played[-1].table if played else game.start(record.setup(game))


def _judged(game: Game, t: Table, line: str, n: int, say: Lang) -> tuple[Json, list[Step]]:
    """The ruling on one line of action, and the steps that follow from it: none when it is refused."""
    a = game.read(line)
    if isinstance(a, Ruling):
        return _ruled(a, say), []
    r = game.rule(t, a)
    if not game.stands(r):
        refused = Step(n + 1, "", a, r, t, t)
        known = -1 < a.by < len(game.seats) and not r.rule.startswith("kernel.")
        text = {"text": steps.sentence(game, refused, say)} if known else {}
        return _ruled(r, say) | text, []
    phase = game.judge(t, a)
    assert phase is not None
    after = game.step(t, a, r)
    found = [Step(n + 1, phase.name, a, r, t, after)]
    for forced, by, action, why in game.running(after):
        before = found[-1].table
        found.append(Step(n + 1 + len(found), by.name, action, why, before, forced, forced=True))
    return _ruled(r, say) | {"text": steps.sentence(game, found[0], say), "happens": True}, found


def _ruled(r: Ruling, say: Lang) -> Json:
    return steps.ruling(r, say.code) | {"happens": False}


def offered(game: Game, t: Table, say: Lang) -> Iterator[Json]:
    """The choices of a table for a reader: `tries` lists what can be tried, allowed or not.

    A choice outside the active phase is marked `right`. Where several cards go at once, `line`
    is the beginning of the action and `tries` the cards.
    """
    phase = game.active(t)
    own = len(phase.legal(t)) if phase else 0
    for i, (item, space) in enumerate(zip(steps.choices(game, t, LISTED), game.legal(t), strict=True)):
        if space.size:
            right = {"right": True} if i >= own else {}
            yield item | right | {"text": _prompt(game, space, say), **_tries(game, t, space, say)}


def _tries(game: Game, t: Table, space: Space, say: Lang) -> Json:
    if isinstance(space, Each | Ladder):
        actions = [*_calls(game, t, space)] if space.kind == "call" and isinstance(space, Each) else [*space]
        return {"tries": [_try(game, space, a, say) for a in actions[:LISTED]]}
    cards = CardSet(_held(t, space) | space.mask).sorted()
    if isinstance(space, Pick):
        line = Action(space.by, space.kind).text(game.seats)
        return {"line": line, "tries": [{"card": c.code, "label": say.value(c), "legal": True} for c in cards]}
    found = [Action(space.by, space.kind, c, space.seat) for c in cards]
    return {"tries": [_try(game, space, a, say) | {"card": c.code} for a, c in zip(found, cards, strict=True)]}


def _held(t: Table, space: Cards | Pick) -> int:
    """The known cards of the hand that a choice is about, and of its columns; only its own where it is about none."""
    if isinstance(space, Pick):
        return space.mask
    if space.kind != "card":
        return 0
    seat = space.by if space.seat is None else space.seat
    columns = f"up.{t.setup.letters[seat]}."
    return t.hands[seat] | sum(mask for name, (mask, _) in t.piles.items() if name.startswith(columns))


def _try(game: Game, space: Space, a: Action, say: Lang) -> Json:
    """One thing to try: its line of text, its name, and whether the rules allow it."""
    if a.what is None:
        label = acts(game, say)[a.kind]
    else:
        label = _named(a, say) or say.value(a.what)
    return {"line": a.text(game.seats), "label": label, "legal": a in space}


def _named(a: Action, say: Lang) -> str | None:
    """The name of a value that a record writes as a word of its own."""
    if a.kind == "revoke" and isinstance(a.what, tuple) and len(a.what) > 2:
        return say.value((*a.what[:2], Take(a.what[2])))
    return values(say).get((a.kind, a.what)) if isinstance(a.what, str) else None


def values(say: Lang) -> dict[tuple[str, str], str]:
    """Names of the values that are words of a record, by the kind of their action."""
    return {
        ("annul", "nines"): say.word("what if", "nines"),
        ("annul", "talon"): say.word("what if", "a poor talon"),
        ("annul", "hand"): say.word("what if", "a poor hand"),
        ("annul", "jacks"): say.word("what if", "four jacks"),
        ("correct", "honours"): say.word("what if", "points above the line"),
        ("correct", "tricks"): say.word("what if", "points below the line"),
        ("correct", "last-game"): say.word("what if", "points below the line in the last game"),
        ("found", "other-pack"): say.word("what if", "in the other pack"),
        ("found", "tricks"): say.word("what if", "among the tricks"),
        ("found", "floor"): say.word("what if", "on the floor"),
        ("join", "return"): say.word("what if", "Go to another table and promise to come back"),
        ("misdeal", "order"): say.word("what if", "cards not dealt one by one in order"),
        ("misdeal", "last-card"): say.word("what if", "last card not to the dealer"),
        ("misdeal", "faced"): say.word("what if", "a card faced or exposed in the deal"),
        ("misdeal", "many"): say.word("what if", "a hand with too many cards"),
        ("misdeal", "pack"): say.word("what if", "a wrong pack of cards"),
        ("misdeal", "fault"): say.word("what if", "out of turn, not cut, or the other side's pack"),
        ("refuse", "exposed"): say.word("what if", "treat the card as exposed"),
        ("refuse", "suit"): say.word("what if", "name the suit of that side's next lead"),
    }


def acts(game: Game, say: Lang) -> dict[str, str]:
    """Names of the actions that are all said with their kind."""
    partners = len(game.seats.sides) < len(game.seats.players)
    left = say.word("what if", "Leave the make to the partner") if partners else say.word("what if", "Leave the make")
    books = game.id.startswith("bid-whist")
    looked = say.word("what if", "the last book") if books else say.word("what if", "Look at the own cards")
    return {
        "look": looked,
        "leave": left,
        "choose": say.word("what if", "Demand that the partner names the trump"),
        "cancel": say.word("what if", "Say that it does not stand"),
        "consult": say.word("what if", "Ask the partner whether to double"),
        "let-stand": say.word("what if", "Let it stand"),
        "new-deal": say.word("what if", "Ask for a new deal"),
        "penalty": say.word("what if", "Claim the penalty"),
        "sufficient": say.word("what if", "Demand a sufficient bid"),
        "treat-as-seven": say.word("what if", "Treat the bid as one of seven"),
        "make-final": say.word("what if", "Make the last bid final"),
        "take-back": say.word("what if", "Take the card back"),
        "omit": say.word("what if", "Play no card to this trick"),
        "ask": say.word("what if", "Ask the declarer about the suit"),
        "remark": say.word("what if", "Draw attention to it"),
        "shuffle": say.word("what if", "Shuffle the pack"),
        "seen": say.word("what if", "Say that a card was seen"),
        "deal": say.word("what if", "Deal the cards"),
        "dealt": say.word("what if", "Say that all cards are dealt"),
        "agreed": say.word("what if", "Agree to the score"),
        "hour": say.word("what if", "Say that the hour has come"),
        "come": say.word("what if", "Come into the room"),
        "apply": say.word("what if", "Apply for a place"),
        "join": say.word("what if", "Go to another table"),
        "write-off": say.word("what if", "Write the deal off"),
        "write-down": say.word("what if", "Write the deal down"),
        "bomb": say.word("what if", "Throw a bomb"),
        "concede": say.word("what if", "Concede the forced minimum"),
        "contra": say.word("what if", "Say contra"),
        "give": say.word("what if", "Give an unknown card"),
        "recontra": say.word("what if", "Say recontra"),
        "score": say.word("what if", "Enter the score"),
    }


def _calls(game: Game, t: Table, space: Each) -> Iterator[Action]:
    """Every call of the game in order, those too that are no longer enough: what the first caller could say."""
    first = game.legal(game.start(t.setup))
    calls = [v for s in first if isinstance(s, Each) and s.kind == "call" for v in s.values]
    later = [v for v in space.values if v not in calls]
    yield from (Action(space.by, space.kind, v) for v in (*later, *calls))


def _prompt(game: Game, space: Space, say: Lang) -> str:
    """What is to be chosen, and by whom."""
    who = {"who": game.seats.all[space.by]}
    hand = space.seat if isinstance(space, Cards) else None
    if isinstance(space, Pick):
        return say.say("what if", "{who}: choose the cards to put out. Number: {n}.", None, who | {"n": space.k})
    if space.kind == "card" and hand is not None and hand != space.by:
        hands = who | {"hand": game.seats.all[hand]}
        return say.say("what if", "{who}: choose a card. Hand: {hand}.", None, hands)
    texts = {
        "card": say.say("what if", "{who}: choose a card.", None, who),
        "call": say.say("what if", "{who}: choose a call.", None, who),
        "declare": say.say("what if", "{who}: choose the declaration.", None, who),
        "make": say.say("what if", "{who}: choose the trump.", None, who),
        "exchange": say.say("what if", "{who}: choose the card that goes for the joker.", None, who),
        "renege": say.say("what if", "{who}: call a renege. Book:", None, who),
        "revoke": say.say("what if", "{who}: claim a revoke. Trick, hand, what is taken:", None, who),
        "change": say.say("what if", "{who}: change the bid.", None, who),
        "demand": say.say("what if", "{who}: call an exposed card.", None, who),
        "forbid": say.say("what if", "{who}: forbid a suit.", None, who),
        "lead-suit": say.say("what if", "{who}: name the suit of the lead.", None, who),
        "make-good": say.say("what if", "{who}: add the missing card.", None, who),
        "restore": say.say("what if", "{who}: take a card back from the tricks.", None, who),
        "cut-pack": say.say("what if", "{who}: cut the pack. Cards taken off:", None, who),
        "misdeal": say.say("what if", "{who}: point out a fault of the deal.", None, who),
        "found": say.say("what if", "{who}: say where the missing cards are.", None, who),
        "correct": say.say("what if", "{who}: correct the score.", None, who),
        "replace": say.say("what if", "{who}: take the card back and play another.", None, who),
        "refuse": say.say("what if", "{who}: refuse the lead.", None, who),
        "annul": say.say("what if", "{who}: ask for a new deal. Reason:", None, who),
        "move": say.say("what if", "{who}: go to another seat.", None, who),
        "agree": say.say("what if", "{who}: agree to a substitute.", None, who),
        "substitute": say.say("what if", "{who}: play in place of another player.", None, who),
    }
    if space.kind == "look" and game.id.startswith("bid-whist"):
        return say.say("what if", "{who}: look at a book. Book:", None, who)
    return texts.get(space.kind) or say.say("what if", "{who}: choose.", None, who)


@cache
def _paths() -> dict[str, tuple[str, str]]:
    path = DATA / "rules.json"
    if not path.is_file():
        return {}
    return {r["id"]: (r["path"], r["number"]) for r in json.loads(path.read_text("utf-8"))["rules"]}


def addresses(rules: set[str]) -> Json:
    """Path and printed number of these rules, as far as they have a paragraph."""
    return {rule: list(_paths()[rule]) for rule in sorted(rules) if rule in _paths()}


def answer(request: str) -> str:
    """`whatif` for a caller that has only text: a JSON object in, a JSON document out. Never raises.

    With a key `possible` the answer is what was possible from there.

    What cannot be read comes back as one of the document's `problems`, a sentence in the reader's language.
    """
    lang = "en"
    try:
        asked = json.loads(request)
        lang = asked["lang"] if asked["lang"] in LANGS else lang
        line = str(asked["record"]), dict(asked["options"]), int(asked["n"]), [*map(str, asked["lines"])], lang
        found = {"schema": 1, "ok": True, "possible": possible(*line)} if "possible" in asked else whatif(*line)
    except IllegalAction as refused:
        found = _unread(0, 0, refused.ruling.explain(lang), refused.ruling.rule)
    except InputError as fault:
        found = _unread(fault.line, fault.column, fault.explain(lang), None)
    except (ValueError, TypeError, KeyError, OverflowError):
        text = language(lang).say("what if", "This question cannot be read.", None, {})
        found = _unread(0, 0, text, None)
    return json.dumps(found, ensure_ascii=False)


def _unread(line: int, column: int, text: str, rule: str | None) -> Json:
    return {
        "schema": 1,
        "ok": False,
        "problems": [{"line": line, "column": column, "level": "error", "text": text, "rule": rule}],
    }
