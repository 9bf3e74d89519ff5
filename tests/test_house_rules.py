"""House rules over all documented cases: one switched on and off leaves no trace, and each choice matters somewhere."""

from __future__ import annotations

import json
from functools import cache

import pytest

import rulebook as rb
from rulebook import cases
from rulebook.cli import main
from rulebook.games import GAMES
from rulebook.options import every
from rulebook.view.steps import document

CHOICES = [(name, o, choice) for name in GAMES for o, _ in every(rb.game(name).options) for choice in o.choices]


@cache
def documented(name):
    """The cases of a game, under any preset."""
    return [case for case in cases.find() if case.record.game.partition(":")[0] == name]


def shown(case, **options):
    """Everything a reader sees of a case under these further house rules, as bytes."""
    g = cases.game_of(case.record, **options)
    doc = document(case.record, g)
    try:
        checks = [[c.expect, c.got] for c in cases.run(case, g).checks]
    except rb.InputError as fault:  # the record does not fit this table: another number of players, say
        checks = [["", str(fault)]]
    return json.dumps([doc, checks], ensure_ascii=False).encode()


@cache
def untouched(case_id):
    return shown(cases.get(case_id))


def own(case, key):
    """The value that this option has in the case itself."""
    return next(value for o, value in every(cases.game_of(case.record).options) if o.key == key)


@pytest.mark.parametrize("name", GAMES)
def test_an_option_switched_on_and_off_gives_the_same_bytes(name):
    """Every choice of every option, each on some of the cases; every case under some choice."""
    found = documented(name)
    choices = [(o.key, choice) for game, o, choice in CHOICES if game == name]
    for at, case in enumerate(found):
        for key, choice in choices[at % 64 :: 64]:
            before = untouched(case.id)
            touched = shown(case, **{key: choice})
            assert shown(case, **{key: own(case, key)}) == before
            if choice == own(case, key):
                assert touched == before


@pytest.mark.parametrize("name", GAMES)
def test_no_option_set_is_every_option_at_its_default(name):
    """A case under the base rules, and the same case with every default written out."""
    for case in documented(name):
        defaults = {o.key: o.default for o, _ in every(rb.game(name).options)}
        stated = {o.key: value for o, value in every(cases.game_of(case.record).options) if value != o.default}
        assert shown(case, **{**defaults, **stated}) == untouched(case.id), case.id


def test_a_value_set_twice_on_the_command_line_leaves_no_trace(capsys):
    files = [str(c.path) for c in documented("bid-whist") if not c.record.find("Rules") and ":" not in c.record.game]
    sets = []
    for name, o, choice in CHOICES:
        if name == "bid-whist":
            sets += [f"--set={o.key}={choice}", f"--set={o.key}={o.default}"]
    main(["replay", *files, "--json", "--lang", "kk"])
    plain = capsys.readouterr()
    main(["replay", *files, "--json", "--lang", "kk", *sets])
    assert capsys.readouterr() == plain
    assert len(files) > 100


def likely_first(case, key, choice):
    options = case.record.options
    return (options.get(key) != str(choice), key not in options)


def shared(name, key):
    """Whether this game has the option, with all its rules, from another game, whose cases show it."""
    mine = rb.game(name).options
    others = (rb.game(other).options for other in GAMES if other != name)
    return any(isinstance(mine, type(o)) and key in {option.key for option, _ in every(o)} for o in others)


@pytest.mark.parametrize(
    ("name", "key", "default", "choice"),
    [
        (name, o.key, o.default, choice)
        for name, o, choice in CHOICES
        if choice != o.default and name != "bridge" and not shared(name, o.key)
    ],
)
def test_every_choice_of_an_option_changes_a_case(name, key, default, choice):
    """Some case comes out otherwise: another ruling, score, standing or choice. The list of options does not count."""

    def seen(case, value):
        doc, checks = json.loads(shown(case, **{key: value}))
        return {**doc, "options": None}, checks

    for case in sorted(documented(name), key=lambda case: likely_first(case, key, choice)):
        if seen(case, choice) != seen(case, default):
            return
    pytest.fail(f"no case of {name} shows what {key}={choice} changes")
