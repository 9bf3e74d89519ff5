"""What the engine says in Russian and Kazakh, and that it says nothing unasked."""

from __future__ import annotations

import re

import pytest

from _site import coverage
from rulebook import cases, game
from rulebook.cards import CARDS
from rulebook.games import GAMES
from rulebook.i18n import Lang, lang
from rulebook.options import every
from rulebook.ruling import Ruling

LATIN = re.compile(r"[A-Za-z]{2,}")
KEYS = {o.key for name in GAMES for o, _ in every(game(name).options)}
OPTION = re.compile(rf"\b({'|'.join(sorted(map(re.escape, KEYS), key=len, reverse=True))})(=\w+)?\b")


def every_ruling():
    for case in cases.find():
        for r in coverage._rulings(case):
            yield from r.grounds()


@pytest.mark.parametrize("code", ["ru", "kk"])
def test_no_latin_word_in_any_sentence(code):
    said = {said_in(code, r) for r in every_ruling() if not r.rule.startswith("kernel.")}
    assert len(said) > 200
    assert [s for s in said if LATIN.search(OPTION.sub("", s))] == []


@pytest.mark.parametrize("code", ["ru", "kk"])
def test_every_sentence_is_translated(code):
    assert {r.msg for r in every_ruling() if said_in(code, r) == said_in("en", r)} == set()


def said_in(code: str, r: Ruling) -> str:
    """The sentence, with a question mark for the actor of a constant."""
    return lang(code).say(r.rule, r.msg, r.plural, {"who": "?", "what": "?", "better": "?", "worse": "?", **r.args})


def test_cards_are_told_apart_in_every_language():
    for code in ("en", "ru", "kk"):
        assert len({lang(code).card(c) for c in CARDS}) == 54


def test_checking_a_legal_record_formats_no_sentence(monkeypatch):
    def never(*_: object) -> str:
        raise AssertionError("a sentence was formatted")

    record = cases.get("bid-whist/deals/boston").record
    monkeypatch.setattr(Lang, "say", never)
    monkeypatch.setattr(Ruling, "explain", never)
    steps = list(game("bid-whist").replay(record))
    assert len(steps) > 50
    assert all(s.ruling.ok for s in steps)
