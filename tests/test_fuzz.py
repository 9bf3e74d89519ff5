"""Documented cases, damaged: words swapped, sections lost or doubled, other cases mixed in.

Whatever is left is read, ruled on, or refused as input with its place. Nothing else happens.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook import cases
from rulebook.cases import game_of
from rulebook.cli import main
from rulebook.games import GAMES
from rulebook.options import every
from rulebook.records import parse
from rulebook.ruling import InputError
from rulebook.view.steps import documents

PIECE = re.compile(r'\[\w+ "[^"]*"\]|\{[^}]*\}|[^\s\[\]]+')
STRAY = (
    "S", "Q", "NS=99", "NS=-3", "N.sets=1", "-", "*", "x", "BJ", "ZZ", "10S", "99NT", "0", "7NTlow", "renege", "by=Q",
    "book=99", "look", "look -1", "score", "replace", "exchange", "discard", "declare", "high", "low spades", "\u0410",
    "\u0663", "", "A", "A=880", "A.barrel=2", "golden.played=1", "blind 120", "A.pairs=100", "HQ+", "raise 130",
    "write-off", "annul talon", "talon 3", "give - B", "sell", "HK HQ | D9", "...", "announce hearts", "contra", "9999",
)  # fmt: skip
TAGS = (
    "Auction", "Claim", "Declare", "Discard", "Do", "Exchange", "Play", "Ask", "Expect", "Tricks", "Standing", "Pairs",
    "Kitty", "Deal", "Dealer", "Rules", "Game", "Make", "Contract", "Declarer", "Score", "Result", "Talon", "Stock",
    "Points", "Sale", "Round",
)  # fmt: skip


FAMILIES = [name for name in GAMES if name != "bridge"]


@cache
def texts():
    return tuple(case.path.read_text("utf-8") for case in cases.find())


@cache
def options():
    return tuple(
        f"{o.key}={choice}" for id_ in FAMILIES
        for o, _ in every(game_of(next(parse(f'[Game "{id_}"]'))).options) for choice in o.choices
    )  # fmt: skip


def words_of(piece):
    """A tag's value, or the piece itself, in words."""
    found = re.fullmatch(r'\[(\w+) "([^"]*)"\]', piece)
    return (found[1], found[2].split()) if found else ("", [piece])


def swapped(pieces, random):
    i, j = random.randrange(len(pieces)), random.randrange(len(pieces))
    pieces[i], pieces[j] = pieces[j], pieces[i]


def dropped(pieces, random):
    del pieces[random.randrange(len(pieces))]


def doubled(pieces, random):
    i = random.randrange(len(pieces))
    pieces.insert(random.randrange(len(pieces) + 1), pieces[i])


def mixed(pieces, random):
    """A piece of another case comes in."""
    other = PIECE.findall(random.choice(texts()))
    pieces.insert(random.randrange(len(pieces) + 1), random.choice(other))


def stray(pieces, random):
    """A tag with words of its own, or with those of another piece."""
    _, words = words_of(random.choice(pieces))
    value = " ".join(random.choices([*words, *STRAY], k=random.randrange(4)))
    pieces.insert(random.randrange(len(pieces) + 1), f'[{random.choice(TAGS)} "{value}"]')


def reworded(pieces, random):
    """One word in a value is lost, doubled or replaced."""
    i = random.randrange(len(pieces))
    tag, words = words_of(pieces[i])
    if words:
        j = random.randrange(len(words))
        words[j : j + 1] = random.choice([[], [words[j]] * 2, [random.choice(STRAY)], [words[j][1:]], [words[j][::-1]]])
    pieces[i] = f'[{tag} "{" ".join(words)}"]' if tag else " ".join(words)


def other_rules(pieces, random):
    pieces.insert(
        random.randrange(len(pieces)), f'[Rules "{" ".join(random.sample(options(), random.randrange(1, 5)))}"]'
    )


def other_game(pieces, random):
    game = random.choice([*GAMES, "bid-whist:detroit", "thousand:polish", "thousand-four:lviv"])
    at = [i for i, piece in enumerate(pieces) if piece.startswith("[Game")] or [0]
    pieces[at[0]] = f'[Game "{game}"]'


WAYS = (swapped, dropped, doubled, mixed, stray, reworded, other_rules, other_game)


def damaged(random):
    """A case with one to five faults; sometimes two cases in one file."""
    text = random.choice(texts()) + (random.choice(texts()) if random.random() < 0.2 else "")
    pieces = PIECE.findall(text)
    for _ in range(random.randrange(1, 6)):
        if pieces:
            random.choice(WAYS)(pieces, random)
    return "\n".join(pieces)


def outcome(text, lang="en"):
    """What comes of a text. Anything but an InputError goes through."""
    found, fault = "read", None
    try:
        for doc in documents(parse(text), game_of, lang):
            if not doc["ok"]:
                found = "ruled" if "steps" in doc else "impossible"
    except InputError as complaint:
        fault = complaint.explain(lang)
    if fault is None:
        return found
    assert fault
    assert "\n" not in fault
    return "refused"


@settings(max_examples=250, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(["en", "ru", "kk"]))
def test_a_damaged_case_is_read_or_refused(seed, lang):
    assert outcome(damaged(Random(seed)), lang) in ("read", "ruled", "impossible", "refused")


def test_damage_leads_to_every_outcome():
    """The faults made here are of all sorts, not only what no reader can read."""
    found = Counter(outcome(damaged(Random(seed))) for seed in range(150))
    assert min(found[name] for name in ("read", "ruled", "impossible", "refused")) >= 5, found


@pytest.mark.parametrize("game", FAMILIES)
@pytest.mark.parametrize(
    "expect",
    [
        "", "order", "order x", "order bid-whist.ranking.high", "order bid-whist.ranking.high SA",
        "order bid-whist.ranking.high SA ZZ", "choices", "perhaps", "yess bid-whist.auction.beat",
    ],
)  # fmt: skip
def test_an_expectation_that_is_none(game, expect):
    """One line with the place, as for any other text."""
    (doc,) = documents(parse(f'[Game "{game}"]\n[Expect "{expect}"]\n'), game_of, "en")
    (problem,) = doc["problems"]
    assert (problem["line"], problem["column"], problem["level"], problem["rule"]) == (2, 10, "error", None)
    assert "\n" not in problem["text"]


@pytest.mark.parametrize("expect", ["yes", "no", "books", "winners N", "dealer x", "over x", "pairs 1", "choices x 3"])
def test_an_expectation_that_does_not_come_out(expect):
    (doc,) = documents(parse(f'[Game "bid-whist"]\n[Expect "{expect}"]\n'), game_of, "en")
    assert [p["level"] for p in doc["problems"]] == ["differs"]


def test_damaged_cases_on_the_command_line(tmp_path, capsys):
    for seed in range(40):
        file = tmp_path / f"{seed}.case"
        file.write_text(damaged(Random(seed)), "utf-8")
        for command in ("replay", "score", "legal"):
            assert main([command, str(file)]) in (0, 1, 2)
            out, err = capsys.readouterr()
            assert "Traceback" not in out + err
            for line in err.splitlines():
                assert re.match(rf"{re.escape(str(file))}:\d+(:\d+)?: .", line), line
