"""The games: which module holds the rules of which game id."""

from __future__ import annotations

from importlib import import_module

from rulebook.game import Game
from rulebook.options import nearest
from rulebook.ruling import InputError

GAMES = {
    "bid-whist": "rulebook.games.bid_whist",
    "bridge": "rulebook.games.bridge",
    "auction-bridge": "rulebook.games.bridge",
}


def game(name: str, /, **options: object) -> Game:
    """The rules of a game (`bid-whist`, or with a preset `bid-whist:PRESET`) under house rules.

    Raises InputError for an unknown game, preset, option or value.

    >>> game("bid-whist", nt_score="single").options.nt_score
    'single'
    """
    id_, _, preset = name.partition(":")
    if id_ not in GAMES:
        raise InputError("There is no game {name}. The nearest one: {near}.", name=id_, near=nearest(id_, GAMES))
    made: Game = import_module(GAMES[id_]).build(id_, preset, options)
    return made
