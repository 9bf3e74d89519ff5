"""Make and doubling of straight bridge: random talk compared with a third reading, and the ladders."""

from __future__ import annotations

import re
from random import Random

import pytest
import third_bridge_make as third
from hypothesis import given, settings
from hypothesis import strategies as st
from playouts import agree, conserve, deal, run

from _site.paths import DOCS
from rulebook import game
from rulebook.cards import CardSet
from rulebook.games.bridge.doubling import unit
from rulebook.games.bridge.facts import DOUBLE, PASS, REDOUBLE, Bid
from rulebook.games.bridge.options import STRAIGHT
from rulebook.table import Action

CALLS = {"Pass": PASS, "X": DOUBLE, "XX": REDOUBLE}
WORDS = [("make", d) for d in STRAIGHT]
WORDS += [(w,) for w in ("leave", "choose", "Pass", "X", "XX", "consult", "cancel", "let-stand", "new-deal", "lead")]
SEEDS = st.integers(0, 10**9)


def action(t, who, word):
    if word[0] == "lead":
        return Action(who, "card", min(CardSet(t.setup.hands[who])))
    if word[0] in CALLS:
        return Action(who, "call", CALLS[word[0]])
    return Action(who, word[0], Bid(0, word[1]) if word[0] == "make" else None)


def talk(g, random, claim):
    """Random words until the play begins, each state compared for every player and word."""
    setup = deal(g, random)
    t, told = g.start(setup), third.Reading(setup.dealer, claim)
    while g.active(t) is not None and g.active(t).name != "play":
        mine = {(who, word): told.verdict(who, word) for who in range(4) for word in WORDS}
        for (who, word), verdict in mine.items():
            r = g.rule(t, action(t, who, word))
            assert r.verdict == verdict, (told.__dict__, who, word, r)
            assert any(action(t, who, word) in space for space in g.legal(t)) == r.ok
        if told.trump is not None:
            assert unit(g.options, t.facts) == told.counts()
            assert g.turn(t) == (told.judge() if told.undecided else told.speaker())
        done = {"yes", "irregular"} if g.mode == "table" and random.random() < 0.4 else {"yes"}
        some = [key for key, verdict in mine.items() if verdict in done]
        usual = [key for key in some if key[1][0] != "new-deal"]
        who, word = random.choice(usual if usual and random.random() < 0.95 else some)
        told.say(who, word)
        t = g.play(t, action(t, who, word))
    assert told.void or told.over()
    assert bool(t.trick) == told.led
    assert (t.ended is not None) == told.void
    return t


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.sampled_from(["enforce", "table"]), st.sampled_from(["either", "eldest"]))
def test_make_and_doubling_as_the_paragraphs_have_them(seed, mode, claim):
    talk(game("bridge", illegal_play=mode, make_claim=claim), Random(seed), claim)


@pytest.mark.parametrize("trump", third.LADDERS)
def test_doubling_goes_up_its_ladder_and_stops_at_100(trump):
    g = game("bridge")
    setup = deal(g, Random(1))
    t = g.play(g.start(setup), Action(setup.dealer, "make", Bid(0, trump)))
    found = [unit(g.options, t.facts)]
    while g.active(t).name == "doubling":
        raising = REDOUBLE if len(found) > 1 else DOUBLE
        t = g.play(t, Action(g.turn(t), "call", raising))
        found.append(unit(g.options, t.facts))
    assert found == third.LADDERS[trump]
    assert g.rule(t, Action(setup.dealer, "call", REDOUBLE)).rule == "bridge.doubling.cap"


def test_the_page_prints_the_same_ladders():
    text = (DOCS / "rules/bridge/doubling.md").read_text("utf-8")
    rows = [
        re.findall(r"[0-9]+", line) for line in text.split("\n") if re.match(r"\| (spades|clubs|dia|hea|no tr)", line)
    ]
    assert [[int(n) for n in row] for row in rows] == list(third.LADDERS.values())


def test_a_record_without_doubling_means_that_nobody_doubled():
    import rulebook as rb

    g = game("bridge")
    kinds = [(step.action.kind, step.ruling.rule) for step in g.replay(rb.read("bridge/deals/foster-4"))][:5]
    assert kinds == [
        ("leave", "bridge.make.leave"),
        ("make", "bridge.make.name"),
        ("call", "bridge.doubling.first"),
        ("call", "bridge.doubling.answer"),
        ("card", "bridge.play.lead"),
    ]


@settings(max_examples=6, deadline=None)
@given(SEEDS, st.sampled_from(["enforce", "table"]))
def test_whole_deals_in_every_reachable_state(seed, mode):
    def look(g, t, random):
        conserve(g, t, random)
        agree(g, t, random)

    g = game("bridge", illegal_play=mode)
    t, _ = run(g, Random(seed), look)
    assert g.result(t).final
    assert t.ended is not None or sum(t.won(s) for s in range(4)) == 13
