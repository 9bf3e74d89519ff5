"""Random playouts of every rule set: `legal`, `rule` and the third reading agree in every reachable state."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import playouts
import pytest
import third_reading as third
import third_score
from hypothesis import given, settings
from hypothesis import strategies as st
from playouts import (
    agree,
    agreed,
    at_bridge,
    cards_add_up,
    conserve,
    deal,
    deal_of_bridge,
    family_of,
    listed,
    random_rules,
    tricks_add_up,
)

from rulebook import game
from rulebook.cards import CARDS, CardSet, Suit
from rulebook.games import GAMES
from rulebook.games.bid_whist.facts import HIGH, PASS, Bid
from rulebook.match import settle
from rulebook.options import every
from rulebook.table import Action

SEEDS = st.integers(0, 10**9)


def rule_sets(name):
    """House rules of a game: any choice of any option, so long as none contradicts another."""
    choices = playouts.house_rules(name)
    picked = st.fixed_dictionaries({key: st.sampled_from(values) for key, values in choices.items()})
    return picked.map(lambda rules: playouts.agreed(name, rules))


def rules_of(g):
    """The option values, for a reading that knows none of the engine's types."""
    return {o.key: value for o, value in every(g.options)}


def run(g, random, *looks, start=deal):
    def look(g, t, random):
        for one in looks:
            one(g, t, random)

    return playouts.run(g, random, look, start)[0]


EVERYWHERE = (conserve, tricks_add_up, agree)


# -- the third reading -----------------------------------------------------------------------------


def spoken(bid):
    return "Pass" if bid == PASS else (bid.number, bid.kind, bid.named)


def the_auction(g, t, random):
    """One round of calls, read again."""
    facts = t.facts
    if len(facts.calls) == 4:
        return
    calls, rules = [spoken(b) for _, b in facts.calls], rules_of(g)
    for bid in [PASS, *(Bid(n, k, d) for n in range(9) for k in ("high", "low", "NT") for d in ("", "high", "low"))]:
        mine = third.bid_allowed(calls, spoken(bid), rules)
        assert g.rule(t, Action(g.turn(t), "call", bid)).ok == mine, bid


def before_the_play(g, t, random):
    """Who acts between auction and lead, and what is open then."""
    facts, rules = t.facts, rules_of(g)
    if facts.declarer is None or playing(g, t) or g.active(t) is None:
        return
    assert g.turn(t) == facts.declarer
    open_ = facts.named is None and not contract_bid(t).named
    declares = open_ and (rules["declare_timing"] == "before" or t.size(facts.declarer) > g.hand or not g.piles)
    spaces = playouts.must(g, g.legal(t))
    kinds = {s.kind for s in spaces}
    swaps = not declares and ("out" in t.piles or not g.piles)
    again = {"declare"} if rules["declare_timing"] == "after" and facts.named is not None else set()
    assert kinds == ({"declare"} if declares else {"exchange"} if swaps else {"discard"} | again)
    if swaps:
        order = [(facts.declarer + n) % len(g.seats) for n in range(1, len(g.seats) + 1)]
        holder = next(s for s in order if has_joker(t.hands[s]))
        (space,) = spaces
        out = {c for c in CardSet(t.piles["out"][0]) if c.suit is not None}
        assert {a.what for a in space} == out
        assert space.seat == (None if holder == facts.declarer else holder)


def has_joker(hand):
    return any(c.suit is None for c in CardSet(hand))


def playing(g, t):
    """Whether cards are played now, as the paragraphs have it."""
    if t.facts.declarer is None or (g.piles and "out" not in t.piles):
        return False
    swap = rules_of(g)["nt_joker"] == "exchange" and contract_bid(t).kind == "NT"
    if swap and not t.tricks and not t.trick and any(map(has_joker, t.hands)):
        return False
    return bool(t.facts.named is not None or contract_bid(t).named)


def contract_bid(t):
    return [b for _, b in t.facts.calls if b != PASS][-1]


def trump_code(t):
    named = t.facts.named
    suits = [n for n in (named if isinstance(named, tuple) else (named,)) if isinstance(n, Suit)]
    return suits[0].code if suits else None


def direction(t):
    """Whether low cards win: said by the bid, or declared."""
    bid, named = contract_bid(t), t.facts.named
    said = named if isinstance(named, tuple) else (named,)
    return "low" in (bid.kind, bid.named) or any(n == "low" and not isinstance(n, Suit) for n in said)


def the_cards(g, t, random):
    """Whose turn it is, which cards may be played, who won the last trick."""
    if not playing(g, t):
        return
    trump, rules, n = trump_code(t), rules_of(g), len(g.seats)
    if t.tricks:
        trick = t.tricks[-1]
        codes = [c.code for c in trick.cards]
        best = third.winner(codes, trump, direction(t), rules)
        assert trick.winner == (trick.leader + codes.index(best)) % n
    if g.active(t) is None:
        assert len(t.tricks) == g.hand
        return
    hands = [[c.code for c in CardSet(h)] for h in t.hands]
    last = t.tricks[-1].winner if t.tricks else t.facts.declarer
    turn = (t.leader + len(t.trick)) % n if t.trick else third.leads(hands, last, trump, rules)
    assert g.turn(t) == turn
    mine = third.cards_allowed(hands[turn], [c.code for c in t.trick], trump, rules)
    assert {c.code for c in CARDS if g.rule(t, Action(turn, "card", c)).ok} == mine
    (space,) = [s for s in g.legal(t) if s.kind == "card"]
    assert {a.what.code for a in space} == mine
    for card in CardSet(t.hands[turn]):
        r = g.rule(t, Action(turn, "card", card))
        assert r.ok or r.stands == bool(t.trick), "only a card that does not follow can stand; a forbidden lead cannot"


def looking_back(g, t, random):
    """Who may look at which book."""
    for seat in g.seats.all:
        since = [(t.leader + n) % len(g.seats) for n in range(len(t.trick))]
        own = any(g.seats.side(s) == g.seats.side(seat) for s in since)
        for book in (*range(g.hand + 2), None):
            number = len(t.tricks) if book is None else book
            mine = third.may_look(number, len(t.tricks), own, bool(t.facts.claims))
            assert g.rule(t, Action(seat, "look", book)).ok == mine


def the_score_is_entered_once(g, t, random):
    entered = any(d.action.kind == "score" for d in t.log)
    done = len(t.tricks) == g.hand
    for seat in g.seats.all:
        assert g.rule(t, Action(seat, "score")).ok == (done and not entered)
        if entered:
            assert g.rule(t, Action(seat, "renege", 1)).rule in ("bid-whist.renege.until", "bid-whist.renege.modes")


READINGS = (the_auction, before_the_play, the_cards, looking_back, the_score_is_entered_once)


@settings(max_examples=35, deadline=None)
@given(SEEDS, rule_sets("bid-whist"))
def test_bid_whist_in_every_reachable_state(seed, g):
    finished(g, run(g, Random(seed), *EVERYWHERE, *READINGS))


@settings(max_examples=6, deadline=None)
@given(SEEDS, rule_sets("bid-whist"))
def test_what_is_listed_is_legal(seed, g):
    run(g, Random(seed), listed)


@settings(max_examples=3, deadline=None)
@given(SEEDS)
def test_bid_whist_without_kitty(seed):
    g = game("bid-whist", jokers=0, kitty="none", illegal_play="table")
    t = run(g, Random(seed), *EVERYWHERE, *READINGS)
    assert len(t.tricks) == 13
    finished(g, t)


@settings(max_examples=12, deadline=None)
@given(SEEDS, st.sampled_from(["bid-whist", "bid-whist-cutthroat"]).flatmap(rule_sets))
def test_partly_known_hands_in_every_reachable_state(seed, g):
    t = run(g, Random(seed), cards_add_up, agree, listed, start=playouts.partly_known)
    settle(g, t)


def test_a_hand_with_one_unknown_card_cannot_put_out_two():
    """The declarer's hand and another one lack a card each: either can be the declarer's, not both."""
    g = game("bid-whist")
    full = deal(g, Random(5))
    declarer = g.seats.left(full.dealer)
    other = g.seats.left(declarer)
    lost = [min(CardSet(full.hands[s])) for s in (declarer, other)]
    hands = tuple(h & ~sum(1 << c for c in lost) for h in full.hands)
    t = g.start(replace(full, hands=hands, hidden=tuple(int(s in (declarer, other)) for s in range(4))))
    for call in (Bid(7, "NT"), PASS, PASS, PASS):
        t = g.play(t, Action(g.turn(t), "call", call))
    t = g.play(t, Action(declarer, "declare", HIGH))
    known = list(CardSet(t.hands[declarer]))
    for card in lost:
        assert g.rule(t, Action(declarer, "discard", CardSet(sum(1 << c for c in (card, *known[:5]))))).ok
    both = g.rule(t, Action(declarer, "discard", CardSet(sum(1 << c for c in (*lost, *known[:4])))))
    assert (both.verdict, both.rule) == ("no", "bid-whist.kitty.any-card")


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.sampled_from([name for name in GAMES if family_of(name) == "bridge"]))
def test_bridge_in_every_reachable_state(seed, name):
    """All games of the family under random house rules, with what is irregular at a table and what may be claimed."""
    random = Random(seed)
    g = agreed(name, random_rules(name, random))

    def look(*state):
        conserve(*state)
        agree(*state, share=0.02)

    t, _ = playouts.run(g, random, look, deal_of_bridge, at_bridge)
    ledger = g.result(t)
    assert ledger.final
    if t.ended is None:
        assert sum(t.won(s) for s in range(len(g.seats))) == len(t.tricks)
    elif t.ended.void:
        assert not ledger.entries
    assert settle(g, t).final


# -- books, penalties and points, counted again ------------------------------------------------------


def judged_calls(g, t):
    """Each renege call with (side that called, whether it is right), read from the log in its order.

    A wrong card counts from the moment it lies, until it is taken back; each is paid for once.
    """
    lying, played, found = [], 0, []
    for (by, kind, what, _), ruling in t.log:
        if kind == "card":
            played += 1
            if ruling.stands:
                lying.append((played, g.seats.side(by), 1 + (played - 1) // len(g.seats)))
        elif kind == "replace":
            lying = [w for w in lying if w[0] != played]
        elif kind == "renege":
            caller = g.seats.side(by)
            book, accused = (what[0], g.seats.side(what[1])) if isinstance(what, tuple) else (what, 1 - caller)
            hit = next((w for w in lying if w[1:] == (accused, book)), None)
            if hit:
                lying.remove(hit)
            found.append((caller, hit is not None))
    return found


def natural_books(g, t):
    """(side that won the bid, other side) as played; in all as many books as there are."""
    rules, mine = rules_of(g), t.facts.declarer % 2
    books = [0, 0]
    for trick in t.tricks:
        books[trick.winner % 2 != mine] += 1
    if g.piles and rules["kitty_book"] != "nobody":
        first = rules["kitty_book"] == "first_trick_winner" and t.tricks[0].winner % 2 != mine
        books[first] += 1
    assert sum(books) == third_score.books_there_are(rules)
    return tuple(books)


def the_kitty(g, t):
    """What happened between auction and lead: shown where the table shows it, taken, put out, in their order."""
    rules, bid = rules_of(g), contract_bid(t)
    kinds = [action.kind for action, _ in t.log]
    found = kinds[kinds.index("won") + 1 : kinds.index("card")]
    names = [] if bid.named else ["declare"]
    shown = rules["sport"] == "always" or (rules["sport"] == "trump_only" and bid.kind != "NT")
    kitty = [*["show"] * shown, "take"] if g.piles else []
    swaps = [kind for kind in found if kind == "exchange"]
    if rules["declare_timing"] == "after":  # until cards are put out it may be said again
        names *= max(1, found.count("declare"))
        assert found == [*kitty, *names, *["discard"] * bool(g.piles), *swaps]
    else:
        assert found == [*names, *kitty, *["discard"] * bool(g.piles), *swaps]
    jokers = [c for h in t.setup.hands + tuple(m for m, _ in t.setup.piles.values()) for c in CardSet(h) if c >= 52]
    if rules["nt_joker"] == "exchange" and bid.kind == "NT" and g.piles:
        assert set(jokers) <= set(CardSet(t.piles["out"][0]))
        assert len(swaps) <= len(jokers)
    else:
        assert not swaps
    assert t.piles["out"][0].bit_count() == g.piles["kitty"] if g.piles else "out" not in t.piles


def finished(g, t):
    """Tricks, books and points of a finished deal, counted separately."""
    sheet, rules = settle(g, t), rules_of(g)
    for s in g.seats.sides:
        moved = sum(e.points for e in sheet.entries if e.side == s)
        if rules["rotation"] == "none":
            assert moved == sheet.after.points[s] - sheet.before.points[s]
    assert g.answers["dealer"](t).args["answer"] == (t.setup.dealer + 1) % 4
    if t.ended is not None:
        assert (rules["dealer_forced"], len(t.tricks), sheet.after) == ("redeal", 0, sheet.before)
        return
    assert sheet.final
    the_kitty(g, t)
    side = g.seats.side(t.facts.declarer)
    other, natural = g.seats.other(side), natural_books(g, t)
    calls = [(0 if caller == side else 1, right) for caller, right in judged_calls(g, t)]
    books = third_score.penalties(natural, calls, rules)
    assert g.now(t)["counts"] == {side.code: books[0], other.code: books[1]}
    gone = sum(books) - sum(natural)
    assert gone == 0 if rules["renege_to"] == "other_side" else -3 * len(calls) <= gone <= 0
    points(sheet, side, other, contract_bid(t), books, third_score.is_boston(natural, books, rules), rules)


def points(sheet, side, other, bid, books, boston, rules):
    """The points of one deal from 0-0, under every form of match."""
    if rules["rotation"] == "set_rises":
        assert sheet.after.points == sheet.before.points
        return
    mine = third_score.settled(bid.number, bid.kind == "NT", books[0], rules, boston=boston, others=books[1])
    assert sheet.after.over == (None if mine.winner is None else (side, other)[mine.winner])
    assert (sheet.after.tally[side], sheet.after.tally[other]) == mine.games
    assert (sheet.after.points[side], sheet.after.points[other]) == mine.points


# -- how many calls there are ------------------------------------------------------------------------


def perft(g, t, depth):
    """How many ways the next `depth` actions can go."""
    if depth == 0:
        return 1
    return sum(perft(g, g.play(t, a), depth - 1) for space in g.legal(t) if space.kind not in g.rights for a in space)


# second column: above a bid of number n there are 3 (7 - n) bids and, over high or low, n no trump
BID_WHIST_PAIRS = 16 + sum(3 * (7 - n) + (kind != "NT") + 1 for n in range(3, 8) for kind in ("high", "low", "NT"))


@pytest.mark.parametrize(
    ("name", "options", "counts"),
    [
        ("bid-whist", {}, (16, BID_WHIST_PAIRS)),
        ("bid-whist", {"low_beats_high": "on"}, (16, BID_WHIST_PAIRS + 5)),
        ("bid-whist", {"min_bid": 4}, (13,)),
        ("bid-whist", {"min_bid": 1}, (22,)),
        ("bid-whist", {"kitty_book": "nobody"}, (13,)),
        ("bid-whist", {"nt_direction": "with_bid"}, (21,)),
        ("auction-bridge", {}, (35 + 7, sum(range(2, 44)))),  # over each bid: the higher ones, a pass and a double
        ("auction-bridge", {"nullo": "on"}, (49, sum(range(2, 51)))),
        ("bridge", {}, (6, 15)),
    ],
)
def test_the_number_of_calls_follows_from_the_ladder(name, options, counts):
    g = game(name, **options)
    t = g.start(deal(g, Random(1)))
    assert tuple(perft(g, t, depth) for depth in range(1, len(counts) + 1)) == counts


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ({}, 15),
        ({"dealer_forced": "redeal"}, 16),
        ({"dealer_forced": "must_bid_minimum"}, 3),
        ({"dealer_forced": "must_bid_minimum", "nt_direction": "with_bid", "min_bid": 1}, 4),
    ],
)
def test_the_calls_of_a_dealer_after_three_passes(options, count):
    g = game("bid-whist", **options)
    t = g.start(deal(g, Random(1)))
    for _ in range(3):
        t = g.play(t, Action(g.turn(t), "call", PASS))
    assert perft(g, t, 1) == count
