"""The laws of play against readings that know only the cards, and the index of all laws."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playouts import at_bridge, deal_of_bridge, irregular, run

from _site.paths import ROOT
from rulebook import game
from rulebook.cards import CARDS, CardSet
from rulebook.games.bridge.exposed import callable_cards
from rulebook.games.bridge.revoke import wrong_cards
from rulebook.table import Action

SEEDS = st.integers(0, 10**9)
PAIRS = ["bridge", "auction-bridge", "pivot-bridge", "reversi-bridge", "six-hand-bridge", "bridge-to-the-score"]
LAST = 97  # the code of November 1913 has so many laws
# What a program can check, law by law; of the others it can only keep a record.
CHECKED = {*range(1, 12), 12, 13, *range(14, 28), 29, *range(31, 40), *range(42, 51), *range(52, 59), 83, 84}


def careless(g, t, random, spaces):
    """As at any table, and now and then a card that does not follow suit."""
    a = at_bridge(g, t, random, spaces)
    return irregular(g, t, random, a) if random.random() < 0.3 else a


def at_tables(seed, look):
    """A random deal at a table that lets irregular actions stand."""
    random = Random(seed)
    g = game(random.choice(PAIRS), illegal_play="table")
    return g, run(g, random, look, deal_of_bridge, careless)[0]


def revokes(t):
    """(hand, trick) of each card of another suit by a hand that still had the suit led: read from the tricks alone."""
    held, found = [set(CardSet(mask)) for mask in t.setup.hands], set()
    for n, trick in enumerate(t.tricks, 1):
        suit = CARDS[trick.cards[0]].suit
        for hand, card in zip(trick.seats, trick.cards, strict=True):
            held[hand].remove(card)
            if card.suit != suit and any(CARDS[c].suit == suit for c in held[hand]):
                found.add((hand, n))
    return found


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_revokes_are_found_as_by_turning_over_the_tricks(seed):
    _, t = at_tables(seed, lambda *_: None)
    assert wrong_cards(t) == revokes(t)


def test_there_are_revokes_to_find():
    assert sum(len(revokes(at_tables(seed, lambda *_: None)[1])) for seed in range(40)) > 20


@settings(max_examples=40, deadline=None)
@given(SEEDS)
def test_a_called_card_is_the_only_one_that_may_be_played(seed):
    """And whatever may be called was shown by an adversary, lies in the hand that is to play, and is no revoke."""

    def look(g, t, random):
        if not (t.facts.odd and t.facts.odd.shown):
            return
        shown = {(d.action.by, d.action.what) for d in t.log if d.action.kind == "expose"}
        for space in g.legal(t):
            for a in space if space.kind == "demand" else ():
                assert (a.hand, a.what) in shown or any(d.action.kind == "refuse" for d in t.log)
                assert callable_cards(g.options, t, a.hand) >> a.what & t.hands[a.hand] >> a.what & 1
                after = g.play(t, a)
                cards = [c for s in g.legal(after) if s.kind == "card" and s.by == a.hand for c in s]
                assert [c.what for c in cards] == [a.what]
                assert g.rule(after, Action(a.hand, "card", a.what)).ok

    at_tables(seed, look)


# -- the index of the laws -------------------------------------------------------------------------


def paragraphs():
    """(rule, laws, whether the engine judges it) of every paragraph of the family that cites a law."""
    for page in sorted((ROOT / "docs/rules/bridge").glob("*.md")):
        for rule, fields in re.findall(r"^```\{rule\} (\S+)\n((?::.*\n)+)", page.read_text("utf-8"), re.MULTILINE):
            if cited := re.search(r"^:law: (.*)$", fields, re.MULTILINE):
                yield rule, {int(n) for n in cited[1].split()}, ":prose:" not in fields


def test_every_law_has_its_paragraph():
    assert {n for _, laws, _ in paragraphs() for n in laws} == set(range(1, LAST + 1))


def test_what_a_program_can_check_is_checked():
    judged = {n for _, laws, judged in paragraphs() if judged for n in laws}
    assert judged >= CHECKED, sorted(CHECKED - judged)


@pytest.mark.parametrize("law", [28, 30, 51, 94, 97])
def test_what_no_record_shows_is_marked_as_prose(law):
    assert not any(judged for _, laws, judged in paragraphs() if law in laws)
