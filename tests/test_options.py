"""House rules as data, and the presets that bundle them."""

from __future__ import annotations

import pytest

import rulebook as rb
from rulebook.games import GAMES, presets
from rulebook.options import changed, every

EVERY = [preset for name in GAMES for preset in presets(name).values()]


@pytest.mark.parametrize("preset", EVERY, ids=lambda preset: preset.id)
def test_a_preset_sets_what_its_source_states_and_nothing_else(preset):
    game = rb.game(preset.id)
    values = {o.key: value for o, value in every(game.options)}
    assert (game.id, game.preset, game.clash) == (preset.game, preset.name, None)
    assert preset.values.items() <= values.items()
    assert all(type(values[key]) is type(value) for key, value in preset.values.items())
    assert changed(game.options).items() <= preset.values.items()
    assert preset.title
    assert not preset.title.endswith(".")
    assert preset.source.endswith(".")
    assert "\n" not in preset.source
    assert preset.title in {p.title for p in EVERY}


def test_presets_of_a_game_differ_from_each_other():
    for name in GAMES:
        found = [rb.game(preset.id).options for preset in presets(name).values()]
        assert len(set(found)) == len(found)
        titles = [preset.title for preset in presets(name).values()]
        assert len(set(titles)) == len(titles)


def test_house_rules_stand_over_a_preset():
    game = rb.game("bid-whist:detroit", min_bid=3, boston_points="none")
    assert game.options.min_bid == 3
    assert game.options.boston_points == "none"
    assert game.options.score_made == "bid"
    assert game.preset == "detroit"


def test_a_preset_that_says_nothing_is_the_game_itself():
    assert rb.game("bid-whist:article").options == rb.game("bid-whist").options
    assert rb.diff("bid-whist", "bid-whist:article") == {}


def test_diff_names_the_options_with_both_values():
    assert rb.diff("bid-whist:minimum-four", "bid-whist:one-joker") == {"min_bid": (4, 3), "jokers": (2, 1)}
    house = rb.game("bid-whist:detroit", boston_points="none")
    assert rb.diff(house, "bid-whist:detroit") == {"boston_points": ("none", "fixed")}
    for one in EVERY:
        for other in EVERY:
            there, back = rb.diff(one.id, other.id), rb.diff(other.id, one.id)
            assert {key: (b, a) for key, (a, b) in back.items()} == there


def test_diff_of_two_games_tells_what_one_of_them_lacks():
    found = rb.diff("bid-whist", "auction-bridge")
    assert found["nullo"] == (None, "off")
    assert found["min_bid"] == (3, None)
    assert "illegal_play" not in found


@pytest.mark.parametrize(("name", "parts"), [
    ("bid-whist:detriot", ("detriot", "detroit", "whistportal")),
    ("bridge:russian", ("bridge", "russian")),
    ("whist:detroit", ("bid-whist",)),
])  # fmt: skip
def test_an_unknown_preset_is_refused(name, parts):
    with pytest.raises(rb.InputError) as fault:
        rb.game(name)
    for lang in ("en", "ru", "kk"):
        said = fault.value.explain(lang).lower()
        assert all(part in said for part in parts)


def test_a_wrong_value_over_a_preset_is_refused():
    with pytest.raises(rb.InputError, match="min_bid"):
        rb.game("bid-whist:detroit", min_bid=5)


@pytest.mark.parametrize("preset", [p for p in EVERY if changed(rb.game(p.id).options)], ids=lambda preset: preset.id)
def test_some_documented_case_comes_out_differently_under_a_preset(preset):
    """A preset that no case notices would be a name for nothing."""
    changes = changed(rb.game(preset.id).options)
    mine = rb.game(preset.game).options  # the cases of a game that this one is a form of show its presets too
    games = [name for name in GAMES if isinstance(mine, type(rb.game(name).options))]
    assert any(_differs(case, changes) for case in rb.cases.find(*games) if case.record.game in games)


def _differs(case, changes):
    base = rb.cases.run(case)
    try:
        ran = rb.cases.run(case, rb.cases.game_of(case.record, **changes))
    except rb.InputError:  # the deal is impossible with this pack; with more players none is possible
        return "players" in changes
    return [check.got for check in ran.checks] != [check.got for check in base.checks]
