"""Random playouts of every rule set: `legal`, `rule` and the third reading agree in every reachable state."""

from __future__ import annotations

from random import Random

import pytest
import third_reading as third
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook import game
from rulebook.cards import CARDS, CardSet, Suit
from rulebook.games.bid_whist.facts import HIGH, LOW, PASS, Bid
from rulebook.match import settle
from rulebook.table import Action, Cards, Pick, Setup

SEEDS = st.integers(0, 10**9)
BID_WHIST = st.fixed_dictionaries(
    {
        "jokers": st.sampled_from([0, 1, 2]),
        "min_bid": st.sampled_from([1, 2, 3, 4]),
        "low_beats_high": st.sampled_from(["off", "on"]),
        "nt_score": st.sampled_from(["double", "single"]),
        "nt_double_what": st.sampled_from(["all_books_over_six", "bid_only"]),
        "renege_to": st.sampled_from(["other_side", "removed"]),
        "illegal_play": st.sampled_from(["enforce", "table"]),
    }
)


def deal(g, random):
    """A random deal for this game."""
    pack = list(CardSet(g.pack))
    random.shuffle(pack)
    hands = [pack[i * g.hand : (i + 1) * g.hand] for i in range(4)]
    rest = pack[4 * g.hand :]
    masks = tuple(sum(1 << c for c in hand) for hand in hands)
    piles = {name: (sum(1 << c for c in rest), 0) for name in g.piles}
    return Setup(dealer=random.randrange(4), pack=g.pack, hands=masks, hidden=(0,) * 4, piles=piles)


def candidates(g, t, random):
    """Actions of every kind, person and card: good, bad and impossible ones."""
    for seat in range(4):
        yield from (Action(seat, "card", c) for c in CARDS)
        yield from (Action(seat, "card", c, s) for c in random.sample(CARDS, 4) for s in range(4) if s != seat)
        if g.id == "bid-whist":
            yield Action(seat, "call", PASS)
            yield from (Action(seat, "call", Bid(n, k)) for n in range(9) for k in ("high", "low", "NT"))
            yield from (Action(seat, "declare", what) for what in (*map(Suit, range(4)), HIGH, LOW))
            yield from (Action(seat, "renege", n) for n in range(15))
            size = next(iter(g.piles.values()), 6)
            held = list(CardSet(t.hands[seat]))
            for k in (size - 1, size, size + 1):
                if 0 < k <= len(held):
                    yield Action(seat, "discard", CardSet(sum(1 << c for c in random.sample(held, k))))
    yield Action(7, "card", CARDS[0])
    yield Action(0, "nonsense", None)
    yield from (
        Action(g.turn(t) or 0, kind, object()) for kind in ("call", "card", "discard", "declare", "renege", "make")
    )


def pick(spaces, random):
    space = random.choice([s for s in spaces if s.kind != "renege"])
    if isinstance(space, Pick):
        return space.sample(random)
    return random.choice(list(space))


def run(g, random, look):
    """Play a random deal to its end, looking at every state; irregular cards now and then in table mode."""
    t = g.start(deal(g, random))
    states = 0
    while g.active(t):
        look(g, t, random)
        spaces = g.legal(t)
        assert any(s.size for s in spaces if s.kind != "renege"), "something is legal until the end"
        a = pick(spaces, random)
        if g.mode == "table" and random.random() < 0.1:
            wrong = [Action(a.by, "card", c) for c in CardSet(t.hands[a.by])] if a.kind == "card" else []
            a = random.choice([*wrong, a])
        if g.mode == "table" and random.random() < 0.05 and (t.trick or t.tricks):
            call = Action(random.randrange(4), "renege", random.randrange(1, 14))
            a = call if g.rule(t, call).ok else a
        t = g.play(t, a)
        states += 1
    return t, states


def agree(g, t, random):
    """`a in legal(t)` exactly when `rule(t, a).ok`; a refusal says something in every language."""
    spaces = g.legal(t)
    for a in candidates(g, t, random):
        inside = any(a in s for s in spaces)
        r = g.rule(t, a)
        assert inside == r.ok, (a, r)
        if not r.ok and random.random() < 0.02:
            assert all(len(r.explain(lang)) > 10 for lang in ("en", "ru", "kk"))


def conserve(g, t, random):
    """Every card of the pack is in exactly one place."""
    seen = 0
    for mask, unknown in t.places().values():
        assert not unknown
        assert not seen & mask
        seen |= mask
    assert seen == g.pack


def against_the_third_reading(g, t, random):
    facts = t.facts
    if len(facts.calls) < 4:
        calls = ["Pass" if b == PASS else (b.number, b.kind) for _, b in facts.calls]
        for n in range(9):
            for kind in ("high", "low", "NT"):
                mine = third.bid_allowed(
                    calls, (n, kind), minimum=g.options.min_bid, low_beats_high=g.options.low_beats_high == "on"
                )
                assert g.rule(t, Action(g.turn(t), "call", Bid(n, kind))).ok == mine
        mine = third.bid_allowed(calls, "Pass", minimum=3, low_beats_high=False)
        assert g.rule(t, Action(g.turn(t), "call", PASS)).ok == mine
    elif "out" in t.piles and g.active(t):
        seat = g.turn(t)
        trump = facts.named.code if isinstance(facts.named, Suit) else None
        hand = [c.code for c in CardSet(t.hands[seat])]
        mine = third.cards_allowed(hand, [c.code for c in t.trick], trump)
        assert {c.code for c in CARDS if g.rule(t, Action(seat, "card", c)).ok} == mine
        (space,) = [s for s in g.legal(t) if isinstance(s, Cards)]
        assert {a.what.code for a in space} == mine


def every_look(g, t, random):
    conserve(g, t, random)
    agree(g, t, random)
    if g.id == "bid-whist":
        against_the_third_reading(g, t, random)


@settings(max_examples=25, deadline=None)
@given(SEEDS, BID_WHIST)
def test_bid_whist_in_every_reachable_state(seed, options):
    g = game("bid-whist", **options)
    t, _ = run(g, Random(seed), every_look)
    finished(g, t)


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_bid_whist_without_kitty(seed):
    g = game("bid-whist", jokers=0, kitty="none")
    t, _ = run(g, Random(seed), lambda g, t, r: (conserve(g, t, r), agree(g, t, r)))
    assert len(t.tricks) == 13


@settings(max_examples=12, deadline=None)
@given(SEEDS, st.sampled_from(["bridge", "auction-bridge"]), st.sampled_from(["off", "on"]))
def test_bridge_in_every_reachable_state(seed, name, nullo):
    g = game(name, nullo=nullo)
    t, _ = run(g, Random(seed), every_look)
    ledger = g.result(t)
    assert ledger.final
    assert sum(t.won(s) for s in range(4)) == 13


def wrong_cards(t):
    """(side, book) of each card that reneged, read from the log."""
    found, cards = [], 0
    for action, ruling in t.log:
        if action.kind == "card":
            found += [(action.by % 2, 1 + cards // 4)] * ruling.stands
            cards += 1
    return found


def finished(g, t):
    """Tricks, books and points of a finished deal, counted separately."""
    trump = t.facts.named.code if isinstance(t.facts.named, Suit) else None
    last = [b for _, b in t.facts.calls if b != PASS][-1]
    low = str(t.facts.named) == "low" if last.kind == "NT" else last.kind == "low"
    books = {0: 0, 1: 0}
    for trick in t.tricks:
        codes = [c.code for c in trick.cards]
        assert codes[(trick.winner - trick.leader) % 4] == third.winner(codes, trump, low)
        books[trick.winner % 2] += 1
    books[t.facts.declarer % 2] += 1
    assert sum(books.values()) == 13
    wrong = wrong_cards(t)
    for claim in t.facts.claims:
        caller = claim.by % 2
        accused = (1 - caller, claim.book)
        proved = accused in wrong
        if proved:
            wrong.remove(accused)
        loser = 1 - caller if proved else caller
        n = min(3, books[loser])
        books[loser] -= n
        books[1 - loser] += n if g.options.renege_to == "other_side" else 0
    sheet = settle(g, t)
    mine = third.score(
        last.number,
        last.kind == "NT",
        books[t.facts.declarer % 2],
        nt_score=g.options.nt_score,
        nt_double_what=g.options.nt_double_what,
    )
    side, other = g.seats.side(t.facts.declarer), g.seats.other(g.seats.side(t.facts.declarer))
    assert g.result(t).totals(g.seats.sides)[side] == mine
    assert sheet.after.points[other] == sheet.before.points[other]
    for s in g.seats.sides:
        assert sum(e.points for e in sheet.entries if e.side == s) == sheet.after.points[s] - sheet.before.points[s]


def perft(g, t, depth):
    """How many ways the next `depth` actions can go."""
    if depth == 0:
        return 1
    return sum(perft(g, g.play(t, a), depth - 1) for space in g.legal(t) for a in space)


# second column: above a bid of number n there are 3 (7 - n) bids and, over high or low, n no trump
BID_WHIST_PAIRS = 16 + sum(3 * (7 - n) + (kind != "NT") + 1 for n in range(3, 8) for kind in ("high", "low", "NT"))


@pytest.mark.parametrize(
    ("name", "options", "counts"),
    [
        ("bid-whist", {}, (16, BID_WHIST_PAIRS)),
        ("bid-whist", {"low_beats_high": "on"}, (16, BID_WHIST_PAIRS + 5)),
        ("bid-whist", {"min_bid": 4}, (13,)),
        ("auction-bridge", {}, (35 + 7, sum(range(1, 43)))),
        ("auction-bridge", {"nullo": "on"}, (49, sum(range(1, 50)))),
        ("bridge", {}, (10,)),
    ],
)
def test_the_number_of_calls_follows_from_the_ladder(name, options, counts):
    g = game(name, **options)
    t = g.start(deal(g, Random(1)))
    assert tuple(perft(g, t, depth) for depth in range(1, len(counts) + 1)) == counts
