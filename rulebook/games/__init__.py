"""The games: which module holds the rules of which game id."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from rulebook import options as house
from rulebook.game import Game
from rulebook.options import Preset, Value, nearest
from rulebook.ruling import InputError

GAMES = {
    "bid-whist": "rulebook.games.bid_whist",
    "bid-whist-cutthroat": "rulebook.games.bid_whist",
    "bridge": "rulebook.games.bridge",
    "auction-bridge": "rulebook.games.bridge",
    "three-hand-auction": "rulebook.games.bridge",
    "bridge-for-three": "rulebook.games.bridge",
    "bridge-for-two": "rulebook.games.bridge",
    "misery-bridge": "rulebook.games.bridge",
    "double-dummy-bridge": "rulebook.games.bridge",
    "draw-bridge": "rulebook.games.bridge",
    "bridge-table": "rulebook.games.bridge.seating",
    "six-hand-bridge": "rulebook.games.bridge",
    "bridge-to-the-score": "rulebook.games.bridge",
    "duplicate-bridge": "rulebook.games.bridge",
    "duplicate-auction": "rulebook.games.bridge",
    "progressive-bridge": "rulebook.games.bridge",
    "pivot-bridge": "rulebook.games.bridge",
    "kings-bridge": "rulebook.games.bridge",
    "short-bridge": "rulebook.games.bridge",
    "reversi-bridge": "rulebook.games.bridge",
    "thousand": "rulebook.games.thousand",
    "thousand-four": "rulebook.games.thousand",
    "thousand-two-polish": "rulebook.games.thousand",
    "thousand-two-russian": "rulebook.games.thousand",
    "thousand-draw": "rulebook.games.thousand",
    "thousand-1001": "rulebook.games.thousand",
    "thousand-russeln": "rulebook.games.thousand",
}


def game(name: str, /, **options: object) -> Game:
    """The rules of a game (`bid-whist`, or with a preset `bid-whist:PRESET`) under house rules.

    Raises InputError for an unknown game, preset, option or value.

    >>> game("bid-whist", nt_score="single").options.nt_score
    'single'
    """
    id_, _, preset = name.partition(":")
    made: Game = _family(id_).build(id_, preset, options)
    return made


def noted(id_: str, preset: str, values: house.Noted) -> Game:
    """As `game`, with rules that note in `values.seen` which of them are read."""
    made: Game = _family(id_).build(id_, preset, values)
    return made


def _family(id_: str) -> ModuleType:
    """The module that builds this game. Raises InputError."""
    if id_ not in GAMES:
        raise InputError("There is no game {name}. The nearest one: {near}.", name=id_, near=nearest(id_, GAMES))
    return import_module(GAMES[id_])


def presets(id_: str) -> dict[str, Preset]:
    """The presets of a game by name. Raises InputError for an unknown game.

    >>> presets("bid-whist")["tournament"].values
    {'two_sets_lose': 'on'}
    """
    return house.presets(str(_family(id_).__file__), id_)


def diff(a: Game | str, b: Game | str) -> dict[str, tuple[Value | None, Value | None]]:
    """The house rules in which two games differ, each with its value in both.

    A game may be named, with its preset. A value is None where a game has no such option.

    >>> diff("bid-whist", "bid-whist:minimum-four")
    {'min_bid': (3, 4)}
    """
    one, other = (g if isinstance(g, Game) else game(g) for g in (a, b))
    return house.diff(one.options, other.options)
