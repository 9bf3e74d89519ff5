"""The auction of 1913: the 49 bids and their order cell by cell, the doubling of the last bid, irregular calls."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar

import pytest
import third_bridge_calls as third
from hypothesis import given, settings
from hypothesis import strategies as st
from playouts import deal

from rulebook import game
from rulebook.games.bridge.calls import Auction, enough, worth
from rulebook.games.bridge.calls import declarer as plays
from rulebook.games.bridge.facts import DOUBLE, PASS, REDOUBLE, Bid, Facts, multiplier, standing
from rulebook.games.bridge.options import AUCTION, Shape
from rulebook.games.bridge.options import Auction as Rules
from rulebook.options import change
from rulebook.records import parse
from rulebook.seats import Seats
from rulebook.table import Action, Setup, Table

SEEDS = st.integers(0, 10**9)
WORDS = {"Pass": PASS, "X": DOUBLE, "XX": REDOUBLE}
HOUSE = [
    {"nullo": nullo, "dealer_may_pass": may, "spades_and_royals": one}
    for nullo in ("off", "on") for may in ("off", "on") for one in ("two", "one")
]  # fmt: skip


def call(text):
    return WORDS.get(text) or Bid(int(text[0]), text[1])


def started(rules, seed=1):
    g = game("auction-bridge", **rules)
    return g, g.start(deal(g, Random(seed)))


def said(g, t):
    """Everything that may be called now, as codes."""
    return {a.what.code for space in g.legal(t) if space.kind == "call" for a in space}


# -- the 49 bids -----------------------------------------------------------------------------------


def test_the_worth_of_each_bid(capsys):
    cells = 0
    for text, points in third.POINTS.items():
        assert worth(call(text)) == points, text
        cells += 1
    assert {d: AUCTION[d] for d in "SCDHRUN"} == {"S": 2, "C": 6, "D": 7, "H": 8, "R": 9, "U": 10, "N": 10}
    assert cells == 49
    with capsys.disabled():
        print(f"\n  worth of the bids: {cells} cells")


@pytest.mark.parametrize("nullo", ["on", "off"])
def test_every_bid_over_every_other(nullo, capsys):
    """Each pair, ruled and listed, against the order as it is typed from the specification."""
    g, t = started({"nullo": nullo})
    order, cells = third.bids({"nullo": nullo}), 0
    assert [a.what.code for space in g.legal(t) for a in space] == order
    for row, low in enumerate(order):
        after = g.play(t, Action(g.turn(t), "call", call(low)))
        listed, seat = said(g, after), g.turn(after)
        for column, high in enumerate(order):
            assert g.rule(after, Action(seat, "call", call(high))).ok == (column > row) == (high in listed), (low, high)
            cells += 1
    assert cells == {"on": 49 * 49, "off": 42 * 42}[nullo]
    with capsys.disabled():
        print(f"\n  bids over bids, nullo {nullo}: {cells} cells")


LEAST = [
    ("C", "4NT", "7C"), ("S", "1C", "3S"), ("N", "3D", "3NT"), ("U", "2NT", "3U"), ("N", "2U", "2NT"),
    ("D", "4R", "6D"), ("R", "7NT", None), ("S", "3D", None), ("C", "2R", "3C"), ("S", "1H", "4S"), ("H", "4S", "2H"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "last", "least"), LEAST)
def test_the_lowest_sufficient_bid(name, last, least):
    found = enough(name, call(last))
    assert (found and found.code) == least


# -- auctions at random, read a third time -----------------------------------------------------------


def some_call(random, legal):
    """Mostly passes, doubles and low bids, so that auctions of all lengths come about."""
    words = [w for w in ("Pass", "Pass", "Pass", "X", "XX") if w in legal]
    low = [b for b in third.ORDER if b in legal][:3]
    return random.choice([*words, *low, *low] if random.random() < 0.95 else sorted(legal))


def auction(g, t, random, sides, rules):
    """An auction to its end, compared in every state with the third reading."""
    calls, players = [], len(g.seats.players)
    while t.ended is None and t.facts.declarer is None:
        legal, seat = said(g, t), g.turn(t)
        assert legal == third.allowed(calls, seat, sides, rules)
        assert multiplier(t.facts) == third.times(calls)
        assert not third.over(calls, players)
        text = some_call(random, legal)
        calls.append((seat, text))
        t = g.play(t, Action(seat, "call", call(text)))
    assert third.over(calls, players)
    return t, calls


@settings(max_examples=150, deadline=None)
@given(SEEDS, st.sampled_from(HOUSE))
def test_auctions_at_random(seed, rules):
    random = Random(seed)
    g, t = started(rules, seed)
    sides = {seat: seat % 2 for seat in range(4)}
    t, calls = auction(g, t, random, sides, rules)
    if third.last_bid(calls) is None:
        assert not t.ended.void
        assert t.ended.ruling.rule == "bridge.calls.passed-out"
        return
    _, bid, _ = third.last_bid(calls)
    assert (t.facts.contract.code, t.facts.declarer) == (bid, third.declarer(calls, sides, rules))
    assert multiplier(t.facts) == third.times(calls)


# -- three at the table: the same phase --------------------------------------------------------------


@dataclass(frozen=True)
class Three(Rules):
    shape: ClassVar = Shape(AUCTION, rubber=250, seats=Seats("ABCD", pairs=False, players="ABC"))


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.sampled_from(HOUSE))
def test_three_players_each_alone(seed, rules):
    """Two passes end it, anybody else's bid is doubled, only the player doubled redoubles, the last bidder plays."""
    o = change(Three(), rules)
    random, phase, calls, sides = Random(seed), Auction(o), [], {0: 0, 1: 1, 2: 2}
    setup = Setup(dealer=seed % 3, pack=2**52 - 1, hands=(0,) * 4, hidden=(13,) * 4, letters="ABCD")
    t = Table(setup, setup.hands, setup.hidden, {}, Facts())
    while not phase.done(t) and t.ended is None:
        (space,) = phase.legal(t)
        legal, seat = {a.what.code for a in space}, phase.turn(t)
        assert seat == (seed + len(calls)) % 3
        assert legal == third.allowed(calls, seat, sides, rules)
        text = some_call(random, legal)
        a = Action(seat, "call", call(text))
        assert phase.rule(t, a).ok
        calls.append((seat, text))
        t = phase.apply(t, a)
    assert third.over(calls, 3)
    if third.last_bid(calls):
        assert plays(o, t.facts) == (third.last_bid(calls)[0], standing(t.facts))
        assert multiplier(t.facts) == third.times(calls)


# -- doubling ------------------------------------------------------------------------------------------

DOUBLING = [  # calls from the dealer, the next call, the verdict
    ("1H", "X", "yes"), ("1H Pass", "X", "no"), ("1H Pass Pass", "X", "yes"), ("1H X", "X", "no"),
    ("1H X Pass", "X", "no"), ("1H X", "XX", "yes"), ("1H X Pass", "XX", "no"), ("1H X Pass Pass", "XX", "yes"),
    ("1H", "XX", "no"), ("1H X XX", "XX", "no"), ("1H X XX", "X", "no"), ("1H X XX 1R", "X", "yes"),
    ("1H X 1R", "X", "yes"), ("1H X 1R Pass", "X", "no"), ("1H X 1R", "XX", "no"), ("1H X XX Pass Pass", "X", "no"),
    ("1H X XX Pass Pass", "1R", "yes"), ("1H 1R X", "XX", "yes"), ("1H 1R X Pass", "XX", "no"),
    ("1H 1R X Pass Pass", "XX", "yes"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "then", "verdict"), DOUBLING)
def test_who_may_double_and_redouble(before, then, verdict):
    g, t = started({})
    for text in before.split():
        t = g.play(t, Action(g.turn(t), "call", call(text)))
    r = g.rule(t, Action(g.turn(t), "call", call(then)))
    assert r.verdict == verdict
    assert (then in said(g, t)) == r.ok


def test_only_the_last_bid_is_doubled():
    """A double dies with the bid that it belonged to."""
    g, t = started({})
    calls = ("1H", "X", "XX", "Pass", "1R", "Pass", "Pass", "X", "2C")
    for text, n in zip(calls, (1, 2, 4, 4, 1, 1, 1, 2, 1), strict=True):
        t = g.play(t, Action(g.turn(t), "call", call(text)))
        assert multiplier(t.facts) == n, text


def test_a_stated_contract_says_its_doubling():
    for contract, n in (("4H", 1), ("4HX", 2), ("4HXX", 4), ("3NTX", 2), ("2RXX", 4)):
        g = game("auction-bridge")
        record = next(parse(f'[Game "auction-bridge"] [Dealer "S"] [Declarer "S"] [Contract "{contract}"]'))
        t = g.start(record.setup(g))
        assert multiplier(t.facts) == n
        assert g.now(t)["contract"].code == contract


# -- irregular calls -----------------------------------------------------------------------------------


def replayed(text, **rules):
    g = game("auction-bridge", illegal_play="table", **rules)
    steps = list(g.replay(next(parse(f'[Game "auction-bridge"] [Dealer "S"] [Auction "S"] {text}'))))
    return g, steps[-1].table, steps


PENALTIES = [  # calls and claim, what the last bid is then, who may only pass
    ("3D 2NT N:sufficient", "3NT", "E"), ("1C 1S N:sufficient", "3S", "E"), ("4NT 5C S:sufficient", "7C", "E"),
    ("1C 8H N:treat-as-seven", "7H", "E"), ("7NT 7R N:treat-as-seven", "7R", "E"), ("8C W:treat-as-seven", "7C", "N"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "bid", "silent"), PENALTIES)
def test_penalties_for_bids_that_are_too_low_or_impossible(text, bid, silent):
    g, t, _ = replayed(text)
    assert standing(t.facts).code == bid
    seat = g.seats.seat(silent)
    while g.turn(t) != seat:
        t = g.play(t, Action(g.turn(t), "call", PASS))
    assert said(g, t) == {"Pass"}


def test_a_bid_of_an_adversary_frees_the_partner():
    g, t, _ = replayed("1H 1R 1C E:sufficient 2NT")
    assert "3H" in said(g, t)
    g, t, _ = replayed("1H 1R 1C E:sufficient X")
    assert "XX" in said(g, t)
    g, t, _ = replayed("1H 1R 1C E:sufficient Pass")
    assert said(g, t) == {"Pass"}


def test_the_previous_bid_made_final_keeps_its_doubling():
    g, t, _ = replayed("1H X 8C W:make-final")
    assert (t.facts.contract.code, multiplier(t.facts), g.seats.all[t.facts.declarer].code) == ("1H", 2, "S")


def test_a_new_deal_ends_the_deal_without_score():
    for text in ("1H N:2C W:new-deal", "1H E:X N:new-deal", "1C 8H S:new-deal"):
        _, t, _ = replayed(text)
        assert t.ended.void


def test_after_a_bid_out_of_turn_the_auction_goes_on_from_there():
    g, t, _ = replayed("1H N:2C")
    assert g.seats.all[g.turn(t)].code == "E"
    g, t, _ = replayed("1H N:Pass")
    assert g.seats.all[g.turn(t)].code == "W"


ACTIONS = ("sufficient", "treat-as-seven", "make-final", "new-deal", "let-stand")


@settings(max_examples=80, deadline=None)
@given(SEEDS)
def test_irregular_auctions_at_random(seed):
    """Calls out of turn, too low, impossible, claims and changes: what is listed is what is allowed, and it ends."""
    random = Random(seed)
    g, t = started({"illegal_play": "table", "nullo": random.choice(["on", "off"])}, seed)
    every = [Bid(n, d) for n in (1, 2, 4, 7, 8) for d in "SCDHRUN"] + list(WORDS.values())
    for _ in range(40):
        if t.ended is not None or t.facts.declarer is not None:
            break
        spaces = g.legal(t)
        some = [Action(s, kind, w) for s in range(4) for kind in ("call", "change") for w in random.sample(every, 8)]
        some += [Action(s, kind) for s in range(4) for kind in ACTIONS]
        for a in some:
            assert g.rule(t, a).ok == any(a in space for space in spaces), (a, g.rule(t, a))
        happen = [a for a in some if g.stands(g.rule(t, a))]
        t = g.play(
            t, random.choice([random.choice(happen), Action(g.turn(t), "call", PASS)] if t.facts.calls else happen)
        )
    if t.facts.declarer is not None:
        assert standing(t.facts) == t.facts.contract


# -- auctions of today, read under the code of 1913 ------------------------------------------------------

LATER = [  # dealer, calls (spades are royals), declarer, contract, where the code of 1913 finds fault
    ("W", "P P 1C 2NT", "S", "2NT", {1: "pass"}), ("W", "1C P 1D P 1R P 1NT", "E", "1NT", {}),
    ("S", "1R 2R X", "W", "2RX", {}), ("S", "1C 1R X 4C P 4R", "W", "4R", {}), ("E", "1NT", "E", "1NT", {}),
    ("E", "2H P 3C P 3D", "E", "3D", {}), ("E", "1C 1R X 2C P 4R", "S", "4R", {}),
    ("E", "P 1D 1R P 2D P 2R", "W", "2R", {1: "pass"}), ("S", "1NT P 2D P 2H", "S", "2H", {}),
    ("S", "P 1H 2NT P 3NT", "N", "3NT", {1: "pass"}), ("N", "1NT P 2D P 3H P 4H", "N", "4H", {}),
    ("E", "1H P 1R P 2C P 2H P 2R P 3NT", "W", "3NT", {}),
    ("N", "P 1D X XX 1R X P 2C 2H P P 3C P 3D", "E", "3D", {1: "pass"}),
    ("N", "P P 1H P 1NT 2H 3D 4R 5D P P 5R X", "W", "5RX", {1: "pass", 9: "higher"}),
    ("W", "P P 1C P 1R P 2D P 2NT", "W", "2NT", {1: "pass"}),
]  # fmt: skip


@pytest.mark.parametrize(("dealer", "calls", "seat", "contract", "faults"), LATER)
def test_auctions_of_later_games(dealer, calls, seat, contract, faults):
    record = next(parse(f'[Game "auction-bridge"] [Dealer "{dealer}"] [Auction "{dealer}"] {calls} AP'))
    steps = list(game("auction-bridge:later-records").replay(record))
    found = {
        s.n: s.ruling.rule.rpartition(".")[2] for s in steps if s.ruling.stands or s.ruling.rule == "bridge.calls.pass"
    }
    assert found == faults
    g = game("auction-bridge")
    assert (g.now(steps[-1].table)["contract"].code, g.now(steps[-1].table)["declarer"].code) == (contract, seat)
    last = list(g.replay(record))[-1].ruling
    assert last.verdict == ("yes" if not faults else "no" if 1 in faults else "irregular")


def test_all_pass_is_three_passes_or_four():
    for rules, calls, n in (("dealer_may_pass=on", "AP", 4), ("", "1H AP", 4), ("", "1H X Pass AP", 5)):
        record = next(parse(f'[Game "auction-bridge"] [Rules "{rules}"] [Dealer "S"] [Auction "S"] {calls}'))
        steps = list(game("auction-bridge", **record.options).replay(record))
        assert sum(s.action.kind == "call" for s in steps) == n
