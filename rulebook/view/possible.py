"""What was possible from here: the answer of the open-hands search, in words.

text    the tricks that the side on turn can take, or why nobody knows
cards   what each card brings that may be played now: `card`, its name as `label`, `tricks`, and whether
        it is `best`; empty when the search was not begun or gave up

>>> from rulebook.cases import game_of, get
>>> from rulebook.i18n import lang
>>> record = get("bridge/positions/foster-3-trick-11").record
>>> game = game_of(record)
>>> steps = list(game.replay(record))
>>> table = next(s.before for s in steps if s.action.what == 10)  # South is to play the queen of spades
>>> found = possible(game, table, lang("en"))
>>> found["text"].rpartition(". ")[2]
'Best cards: ace of spades, queen of spades.'
>>> [(one["card"], one["tricks"]) for one in found["cards"]]
[('SA', 2), ('SQ', 2), ('ST', 1)]
"""

from __future__ import annotations

from rulebook.game import Game
from rulebook.i18n import Lang
from rulebook.parts.endings import Ending, ending, solve
from rulebook.table import Table
from rulebook.view.steps import Json

MOST = 9  # cards a hand; with more a reader would wait too long
BUDGET = 60_000  # positions; seconds in a browser


def possible(game: Game, t: Table, say: Lang, budget: int = BUDGET) -> Json:
    """Tricks for the side on turn, and for each card it may play."""
    e = ending(game, t)
    if e is None:
        text = say.say(
            "what if", "What is possible can be searched while cards are played and all hands are known.", None, {}
        )
        return {"text": text, "cards": []}
    if e.left > MOST:
        values = {"n": e.left, "most": MOST}
        text = say.say(
            "what if",
            "Each hand holds {n} cards. What is possible can be searched from {most} cards down.",
            None,
            values,
        )
        return {"text": text, "cards": []}
    found = solve(e, budget)
    if found.tricks is None:
        return {"text": _gave_up(say, found.nodes), "cards": []}
    mine = e.side[e.turn]
    tricks = {c: n if mine else e.left - n for c, n in found.cards.items()}
    cards = [{"card": c.code, "label": say.value(c), "tricks": n, "best": c in found.best} for c, n in tricks.items()]
    return {"text": _text(game, t, e, say, tricks[found.best[0]], found.best), "cards": cards}


def _gave_up(say: Lang, nodes: int) -> str:
    return say.say(
        "what if",
        "The search gave up. Positions looked at: {n}. Play some cards first: with fewer cards it succeeds.",
        None,
        {"n": nodes},
    )


def _text(game: Game, t: Table, e: Ending, say: Lang, n: int, best: tuple[object, ...]) -> str:
    values = {"left": e.left, "side": _side(game, t, e), "n": n}
    if e.most:
        first = say.say("what if", "Tricks left: {left}. Possible for {side}: {n}.", None, values)
    else:
        first = say.say("what if", "Tricks left: {left}. {side} wants few of them. Possible: {n}.", None, values)
    return f"{first} {say.say('what if', 'Best cards: {cards}.', None, {'cards': best})}"


def _side(game: Game, t: Table, e: Ending) -> object:
    """The side on turn: a partnership of the table, else its hands."""
    hands = tuple(hand for hand, mine in zip(t.order, e.side, strict=True) if mine == e.side[e.turn])
    sides = (side for side in game.seats.sides if {game.seats.seat(x) for x in side.code} == set(hands))
    return next(sides, tuple(game.seats.all[hand] for hand in hands))
