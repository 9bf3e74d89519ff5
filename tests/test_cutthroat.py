"""The individual game, random playouts: a third reading of its auction, books, points and game end."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from playouts import deal, listed
from test_play import (
    EVERYWHERE,
    SEEDS,
    before_the_play,
    contract_bid,
    judged_calls,
    looking_back,
    perft,
    rule_sets,
    rules_of,
    run,
    the_cards,
    the_score_is_entered_once,
)

from rulebook import game
from rulebook.cases import game_of, get
from rulebook.games.bid_whist.facts import PASS, Bid
from rulebook.i18n import lang as language
from rulebook.match import settle
from rulebook.records import parse
from rulebook.ruling import IllegalAction
from rulebook.standing import Standing
from rulebook.table import Action
from rulebook.view import html
from rulebook.view.steps import document
from rulebook.view.words import words

NAME = "bid-whist-cutthroat"
HANDS = {  # players, jokers, kitty: cards of a hand; what is missing cannot be dealt
    (3, 0, "standard"): 16, (3, 1, "standard"): 16, (3, 2, "standard"): 16, (3, 2, "none"): 18,
    (4, 0, "standard"): 12, (4, 1, "standard"): 12, (4, 2, "standard"): 12, (4, 0, "none"): 13,
    (5, 2, "standard"): 10,
    (6, 0, "standard"): 8, (6, 1, "standard"): 8, (6, 2, "standard"): 8, (6, 2, "none"): 9,
}  # fmt: skip


# -- the third reading ------------------------------------------------------------------------------


def books_there_are(rules):
    tricks = HANDS[rules["players"], rules["jokers"], rules["kitty"]]
    return tricks + (rules["kitty"] == "standard" and rules["cut_kitty_book"] == "yes")


def auction(n, dealer, calls):
    """Whose turn it is and what stands, or the winner when the auction is over: (turn, standing, winner)."""
    alive, standing, at = set(range(n)), None, (dealer + 1) % n
    for call in calls:
        if call == "Pass":
            alive.discard(at)
        else:
            standing = call
        at = (at + 1) % n
        while at not in alive:
            at = (at + 1) % n
    return (at, standing, at if len(alive) == 1 and standing else None)


def call_allowed(calls, call, standing, rules):
    """Whether the player on turn may make this call."""
    if call == "Pass":
        return standing is not None or calls.count("Pass") < rules["players"] - 1
    number, kind, named = call
    if kind not in ("", "NT") or named or not 1 <= number <= books_there_are(rules):
        return False
    return standing is None or (number, kind == "NT") > (standing[0], standing[1] == "NT")


def points(number, no_trump, declarer, books, rules):
    """The points of each player."""
    found = list(books)
    if books[declarer] < number:
        found[declarer] = -number
    if no_trump and rules["cut_nt_score"] == "double":
        found[declarer] *= 2
    return found


def winner(before, after, declarer):
    """Who wins the game, if anybody does."""
    best = max(after)
    first = [p for p, n in enumerate(after) if n == best]
    if best < 30:
        return None
    if len(first) == 1:
        return first[0]
    return declarer if declarer in first and max(before) < 30 else None


def natural(g, t, rules):
    books = [sum(trick.winner == s for trick in t.tricks) for s in range(len(g.seats))]
    books[t.facts.declarer] += rules["kitty"] == "standard" and rules["cut_kitty_book"] == "yes"
    assert sum(books) == books_there_are(rules)
    return books


def after_the_calls(g, t, books, rules):
    """Books after the renege calls in their order: three pass between the two players."""
    books = list(books)
    accusations = [d.action.what[1] for d in t.log if d.action.kind == "renege"]
    for accused, (caller, right) in zip(accusations, judged_calls(g, t), strict=True):
        loser, gains = (accused, caller) if right else (caller, accused)
        lost = min(3, books[loser])
        books[loser] -= lost
        books[gains] += lost if rules["renege_to"] == "other_side" else 0
    return books


# -- in every state ----------------------------------------------------------------------------------


def the_auction(g, t, random):
    facts, rules, n = t.facts, rules_of(g), len(g.seats)
    calls = ["Pass" if b == PASS else tuple(b) for _, b in facts.calls]
    turn, standing, won = auction(n, t.setup.dealer, calls)
    assert facts.declarer == won
    if won is not None:
        return
    assert g.turn(t) == turn
    for seat in range(n):
        some = range(books_there_are(rules) + 3) if seat == turn else [random.randrange(1, 18)]
        for number in some:
            for kind in ("", "NT", "high"):
                mine = seat == turn and call_allowed(calls, (number, kind, ""), standing, rules)
                assert g.rule(t, Action(seat, "call", Bid(number, kind))).ok == mine
        mine = seat == turn and call_allowed(calls, "Pass", standing, rules)
        assert g.rule(t, Action(seat, "call", PASS)).ok == mine


READINGS = (the_auction, before_the_play, the_cards, looking_back, the_score_is_entered_once)


@settings(max_examples=25, deadline=None)
@given(SEEDS, rule_sets(NAME))
def test_the_individual_game_in_every_reachable_state(seed, g):
    assert g.clash is None
    finished(g, run(g, Random(seed), *EVERYWHERE, *READINGS), Random(seed))


@settings(max_examples=10, deadline=None)
@given(SEEDS, rule_sets(NAME))
def test_what_is_listed_is_legal(seed, g):
    run(g, Random(seed), listed)


@pytest.mark.parametrize("players", [3, 5, 6])
def test_jokers_are_exchanged_among_all_of_them(players):
    g = game(NAME, players=players, nt_joker="exchange", illegal_play="table")
    exchanged = 0
    for seed in range(5):
        t = run(g, Random(seed), *EVERYWHERE, *READINGS)
        finished(g, t, Random(seed))
        exchanged += sum(d.action.kind == "exchange" for d in t.log)
    assert exchanged


def finished(g, t, random):
    """Books, points and the game of a finished deal, counted separately and from several standings."""
    rules, seats = rules_of(g), g.seats.all
    bid = contract_bid(t)
    books = after_the_calls(g, t, natural(g, t, rules), rules)
    assert g.now(t)["counts"] == {seat.code: books[seat] for seat in seats}
    mine = points(bid.number, bid.kind == "NT", t.facts.declarer, books, rules)
    ledger = g.result(t)
    assert ledger.final
    assert list(ledger.totals(g.seats.sides).values()) == mine
    before, after = settled(g, t, random, mine)
    assert after == [a + b for a, b in zip(before, mine, strict=True)]


def settled(g, t, random, points):
    """Settles a deal from a standing that brings several players near 30; returns the points before and after."""
    level, at = random.randrange(28, 34), copy(t)
    before = [level - random.choice([0, 0, 0, 1, 4]) - n for n in points]
    start = Standing.start(g.seats)
    at.setup = replace(t.setup, standing=replace(start, points=dict(zip(g.seats.sides, before, strict=True))))
    sheet = settle(g, at)
    after = list(sheet.after.points.values())
    assert sheet.after.over == winner(before, after, t.facts.declarer)
    assert sum(sheet.after.tally.values()) == (sheet.after.over is not None)
    return before, after


# -- the table of scores: every bid by every number of books -------------------------------------------

RECORD = """
[Game "bid-whist-cutthroat"] [Rules "cut_kitty_book={kitty} cut_nt_score={score}"]
[Dealer "S"] [Deal "S:- - - -"] [Kitty "-"]
[Auction "W"] Pass Pass Pass {bid}
[Declare "S {declared}"]
[Discard "S -"]
[Tricks "N={0} E={1} S={2} W={3}"]
"""


@pytest.mark.parametrize("kitty", ["yes", "no"])
@pytest.mark.parametrize("score", ["single", "double"])
@pytest.mark.parametrize("kind", ["", "NT"])
def test_every_bid_by_every_number_of_books(kitty, score, kind):
    random = Random(f"{kitty} {score} {kind}")
    rules = {"cut_nt_score": score}
    ends = set()
    for number, mine in product(range(1, 13 + (kitty == "yes")), range(13)):
        cuts = sorted(random.randrange(13 - mine) for _ in range(2))
        tricks = [cuts[0], cuts[1] - cuts[0], mine, 12 - mine - cuts[1]]
        declared = "high" if kind else "low hearts"
        text = RECORD.format(*tricks, kitty=kitty, score=score, bid=f"{number}{kind}", declared=declared)
        (record,) = parse(text)
        g = game_of(record)
        *_, last = g.replay(record)
        books = [*tricks[:2], mine + (kitty == "yes"), tricks[3]]
        right = points(number, kind == "NT", 2, books, rules)
        assert list(g.result(last.table).totals(g.seats.sides).values()) == right
        for _ in range(8):
            before, after = settled(g, last.table, random, right)
            front = [p for p, n in enumerate(after) if n == max(after)]
            ends.add((max(after) >= 30, max(before) >= 30, len(front) > 1, 2 in front))
    assert len(ends) == 16  # every way to end a game, or to play on


# -- packs, and how many calls there are ---------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("jokers", [0, 1, 2])
@pytest.mark.parametrize("kitty", ["standard", "none"])
def test_only_packs_that_divide_can_be_dealt(players, jokers, kitty):
    g = game(NAME, players=players, jokers=jokers, kitty=kitty)
    hand = HANDS.get((players, jokers, kitty))
    setup = deal(g, Random(1))
    assert (g.clash is None) == (hand is not None) == g.dealt(setup).ok
    if hand is None:
        with pytest.raises(IllegalAction):
            g.start(setup)
    else:
        assert [mask.bit_count() for mask in g.start(setup).hands] == [hand] * players


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ({}, (27, 27 + sum(27 - n for n in range(1, 27)))),
        ({"cut_kitty_book": "no"}, (25,)),
        ({"players": 5}, (23,)),
        ({"players": 3, "kitty": "none"}, (37,)),
    ],
)
def test_the_number_of_calls_follows_from_the_ladder(options, counts):
    g = game(NAME, **options)
    t = g.start(deal(g, Random(1)))
    assert tuple(perft(g, t, depth) for depth in range(1, len(counts) + 1)) == counts


def test_a_player_left_alone_has_every_bid_and_no_pass():
    g = game(NAME)
    t = g.start(deal(g, Random(1)))
    for _ in range(3):
        t = g.play(t, Action(g.turn(t), "call", PASS))
    assert perft(g, t, 1) == 26


# -- seats in words and on the board -------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "east"), [("en", "East"), ("ru", "Восток"), ("kk", "Шығыс")])
def test_seat_e_of_five_players_is_not_east(lang, east):
    say = language(lang)
    five, four = (
        html.deal(document(get(f"bid-whist/deals/cutthroat-{n}").record, lang=lang), words(say), **PLACE)
        for n in ("five", "four")
    )
    assert east not in five
    assert east in four
    assert "seats-5" in five
    assert [five.count(f'data-slot="{seat}" data-pos="{at}"') for seat, at in FIVE.items()] == [1] * 5


PLACE = {"anchor": "deal", "rule_link": lambda rule: (f"#{rule}", "1")}
FIVE = {"A": "s", "B": "w", "C": "nw", "D": "ne", "E": "e"}
