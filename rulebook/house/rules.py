"""What a sheet means in this edition: the rule set it stands for, and what is not known of it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulebook.games import GAMES, game
from rulebook.house.code import decode, looks_like
from rulebook.house.known import Rules
from rulebook.house.sheet import Sheet, load
from rulebook.options import change, every, nearest
from rulebook.options import read as read_options
from rulebook.ruling import InputError


@cache
def edition() -> str:
    """The edition of the rules that this package holds."""
    from importlib.metadata import version  # a sheet without an edition does not need it

    return version("rulebook")


def opened(what: str) -> tuple[Sheet, Rules, tuple[InputError, ...]]:
    """The sheet of a file or a code, its rule set, and warnings. Raises InputError with the place of the fault."""
    if not what.endswith(".toml") and what != "-" and not Path(what).exists():
        if not looks_like(what):
            raise InputError("This is neither a file nor the code of a sheet.").at(what[:60])
        sheet = decode(what)
        return sheet, *understood(sheet)
    sheet, places = load(what)
    try:
        rules, warnings = understood(sheet)
    except InputError as fault:
        raise places.put(fault).at(what) from None
    return sheet, rules, tuple(places.put(warning).at(what) for warning in warnings)


def understood(sheet: Sheet) -> tuple[Rules, tuple[InputError, ...]]:
    """The rule set of a sheet, and a warning for each option that only another edition knows.

    Raises InputError for an unknown game or preset, and for a wrong option of this edition.
    """
    base = Rules(sheet.game, sheet.preset)
    assert base.game
    known: dict[str, object] = {}
    warnings: list[InputError] = []
    for key, value in sheet.options.items():
        try:
            _fits(base, key, value)
            known[key] = value
        except InputError:
            if sheet.edition in ("", edition()) or (key not in base.options and _owners(key)):
                raise
            warnings.append(
                InputError(
                    "This edition does not know {option}. It stays on the sheet and decides nothing.",
                    option=f"{key}={value}",
                    key=key,
                )  # fmt: skip
            )
    return Rules(sheet.game, sheet.preset, known), tuple(warnings)


def _fits(base: Rules, key: str, value: str) -> None:
    """Raises InputError unless the game has this option with this value."""
    if key not in base.options and (owners := _owners(key)):
        raise InputError(
            "Option {key} belongs to {games} and not to {game}. The nearest one here: {near}.",
            key=key, games=owners, game=base.id, near=nearest(key, base.options),
        )  # fmt: skip
    change(base.game.options, {key: value})


@cache
def _owners(key: str) -> tuple[str, ...]:
    """The games that have an option, at most three of them."""
    return tuple(name for name in GAMES if any(o.key == key for o, _ in every(game(name).options)))[:3]


def rule_set(text: str) -> Rules:
    """The rule set that `GAME:PRESET key=value ...`, a sheet or its code stands for. Raises InputError."""
    head, *more = text.replace(",", " ").split() or [""]
    id_, _, preset = head.partition(":")
    if id_ not in GAMES and (looks_like(text) or Path(text).is_file()):
        return opened(text)[1]
    rules = Rules(id_, preset, read_options(" ".join(more)))
    assert rules.game
    return rules
