"""The bridge games with other hands: a third reading of makes, tricks and scores, random deals, what stays hidden."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random
from types import SimpleNamespace

import pytest
import third_bridge_hands as third
from hypothesis import given, settings
from hypothesis import strategies as st
from playouts import agree, conserve, deal_of_bridge, house_rules, listed, pick, random_rules, run

from rulebook import game
from rulebook.cards import CARDS, SUIT_MASKS, CardSet
from rulebook.cases import game_of
from rulebook.games.bridge import double_dummy, mechanical, penalties
from rulebook.games.bridge.facts import DOUBLE, PASS, REDOUBLE
from rulebook.match import settle
from rulebook.parts.settlement import pairwise
from rulebook.records import parse
from rulebook.standing import Standing
from rulebook.table import Action
from rulebook.view.whatif import source, whatif

SEEDS = st.integers(0, 10**9)
DUMMIES = ("double-dummy-bridge", "draw-bridge")
GAMES = ("three-hand-auction", "bridge-for-three", "bridge-for-two", "misery-bridge", *DUMMIES)
BONUS = {"three-hand-auction": (125, 250)}  # for a game and for the rubber; elsewhere 0 and 100
PACK = sum(1 << c for c in range(52))


def codes(mask):
    return {c.code for c in CardSet(mask)}


def calm(g, t, random, spaces):
    """A legal action that brings the deal to its play before long."""
    phase = [s for s in g.active(t).legal(t) if s.size]
    passes = [a for s in phase if s.kind == "call" for a in s if a.what == PASS]
    return random.choice(passes) if passes and random.random() < 0.6 else pick(phase, random)


def in_a_rubber(g, random):
    """A random deal of a match that has begun."""
    standing = Standing.start(g.seats)
    for side in g.seats.sides:
        standing = standing.scored(side, 2 * random.randrange(15))
        for mark, values in {"above": (0, 30, 116), "below": (0, 0, 36), "games": (0, 1)}.items():
            standing = standing.with_marks(mark, side, random.choice(values))
    return replace(deal_of_bridge(g, random), standing=standing)


def played(name, seed, look=lambda *_: None, start=in_a_rubber, act=calm):
    """A random deal of this game, played to the end under random house rules."""
    random = Random(seed)
    rules = {key: value for key, value in random_rules(name, random).items() if key != "illegal_play"}
    g = game(name, **rules)
    return g, run(g, random, look, start, act)[0]


def options(g):
    return {key: getattr(g.options, key) for key in house_rules(g.id)}


# -- scores --------------------------------------------------------------------------------------------


def dealt_cards(g, t):
    """Letter -> the cards dealt to it, those in its columns too."""
    found = {seat.code: codes(mask) for seat, mask in zip(g.seats.all, t.setup.hands, strict=True)}
    for name, (mask, _) in t.setup.piles.items():
        if "." in name:
            found[name.split(".")[1]] |= codes(mask)
    return found


def tricks_of(g, t):
    """The tricks won by each hand."""
    found = dict.fromkeys((seat.code for seat in g.seats.all), 0)
    for trick in t.tricks:
        found[g.seats.all[trick.winner].code] += 1
    return found


def points(g, t):
    """What the third reading makes of a finished deal."""
    letter = [seat.code for seat in g.seats.all]
    bid, who, dealer = t.facts.contract, letter[t.facts.declarer], letter[t.setup.dealer]
    hands, won = dealt_cards(g, t), tricks_of(g, t)
    raised = sum(d.action.kind == "call" and d.action.what in (DOUBLE, REDOUBLE) for d in t.log)
    if g.id == "three-hand-auction":
        last = max(n for n, (_, call) in enumerate(t.facts.calls) if call.number)
        raised = sum(call in (DOUBLE, REDOUBLE) for _, call in t.facts.calls[last:])
        return third.three_hand_auction(bid, 2**raised, dealer, who, won[who] + won["D"], hands)
    if g.id == "bridge-for-three":
        return third.for_three(bid.denomination, raised, dealer, won[who] + won["D"], hands)
    if g.id == "bridge-for-two":
        return third.for_two(bid.denomination, raised, won, hands)
    if g.id == "misery-bridge":
        cards = {dealer: set(), "NS"[dealer == "N"]: set()}
        for trick in t.tricks:
            for hand, card in zip(trick.seats, trick.cards, strict=True):
                cards[dealer if letter[hand] == dealer else "NS"[dealer == "N"]].add(CARDS[card].code)
        return third.misery(bid.denomination, bid.number == 8, dealer, won[dealer], cards, options(g))
    return third.double_dummy(bid.denomination, {"S": won["S"] + won["N"], "W": won["W"] + won["E"]}, hands)


def score(sheet, g):
    """What the engine writes in this deal, without what games and the rubber bring."""
    found = third.Points(seat.code for seat in g.seats.players)
    for e in g.result(sheet.table).entries:
        found.add(e.side.code, **{e.column: e.points})
    return found


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_every_deal_is_scored_as_by_hand(name, seed):
    g, t = played(name, seed)
    if not t.tricks:
        return  # all have passed
    sheet, mine = settle(g, t), points(g, t)
    assert score(sheet, g) == mine
    before = t.setup.standing
    marks = [{side.code: before.mark(mark, side) for side in before.points} for mark in ("below", "above", "games")]
    match = third.Match({side.code: n for side, n in before.points.items()}, *marks)
    match.write(mine, *BONUS.get(name, (0, 100)))
    after = sheet.after
    assert match.over == (after.over is not None)
    if not match.over:
        for side in after.points:
            held = after.points[side], after.mark("below", side), after.mark("above", side), after.mark("games", side)
            assert held == tuple(d[side.code] for d in (match.part, match.kept, match.above, match.games))
    ruled = [e.ruling for e in sheet.entries if e.ruling.rule.endswith(".settlement")]
    if ruled:
        won = [ruling.args["won"] for ruling in ruled]
        assert won == [*third.each_with_each(match.totals()).values()]
    assert bool(ruled) == (match.over and len(after.points) == 3)


def test_every_kind_of_deal_is_among_them():
    """Made, failed and doubled contracts, misery and eight tricks, kept or not, games and ends."""
    rules = set()
    for name, seed in product(GAMES, range(60)):
        g, t = played(name, seed)
        rules |= {e.ruling.rule for e in settle(g, t).entries}
        rules |= {ground.rule for e in settle(g, t).entries for ground in e.ruling.because}
    wanted = """three.made three.set three.honours three.aces three.two-hands three.game three.rubber three.settlement
        dummy-bridge.dealer dummy-bridge.others dummy-bridge.honours dummy-bridge.game dummy-bridge.rubber
        two.tricks two.honours misery.odd misery.eight-failed misery.eight-made misery.misery-failed tricks.odd
        honours.partners tricks.game rubber.bonus"""
    assert {f"bridge.{rule}" for rule in wanted.split()} - rules == set()


@given(st.lists(st.integers(-500, 1500), min_size=2, max_size=6))
def test_settling_pair_by_pair_is_a_zero_sum(totals):
    found = pairwise(totals)
    assert sum(found) == 0
    assert [*found] == [*third.each_with_each(dict(enumerate(totals))).values()]


@pytest.mark.parametrize(
    ("totals", "won"),
    [((240, 980, 456), (-956, 1264, -308)), ((320, 80, 64), (496, -224, -272)), ((-7, 88, 19), (-121, 164, -43))],
)
def test_settlements_of_the_books(totals, won):
    assert (*pairwise([*totals]),) == won


@given(st.lists(st.integers(0, 13), min_size=2, max_size=2), st.booleans())
def test_players_who_are_together_against_the_declarer_give_tricks_together(cuts, declarers):
    """Three tricks pass, or as many as that side has, from the player who revoked first."""
    first, second = sorted(cuts)
    a, b, c = game("bridge-for-three").seats.sides
    counted = {a: first, b: second - first, c: 13 - second}
    before, giver, taker = dict(counted), *((c, a) if declarers else (a, c))
    party = (c,) if declarers else (a, b)
    moved = penalties.move(SimpleNamespace(against=(a, b)), counted, giver, taker)
    assert moved == min(3, sum(before[side] for side in party))
    assert counted[taker] == before[taker] + moved
    assert counted[giver] == max(0, before[giver] - 3)
    assert sum(counted.values()) == 13


# -- the hand without a choice -------------------------------------------------------------------------


@settings(max_examples=300)
@given(SEEDS)
def test_a_hand_names_what_its_cards_say(seed):
    random = Random(seed)
    weights = [random.choice([1, 1, 4, 9]) for _ in range(52)]
    some = sorted(range(52), key=lambda c: random.random() ** (1 / weights[c]))[-13:]
    hand = sum(1 << c for c in some)
    bid, ruling = mechanical.make(hand, game("bridge-for-three").seats.all[3])
    assert bid.denomination == third.named(codes(hand))
    assert ruling.ok


@settings(max_examples=100)
@given(SEEDS)
def test_two_equal_suits_are_decided_by_pips_and_then_by_value(seed):
    """Hands of two suits of five or six cards, where one suit often has the same cards as the other."""
    random = Random(seed)
    one, other, third_suit = random.sample(range(4), 3)
    n = random.choice([5, 6])
    ranks = random.sample(range(13), n)
    swapped = random.sample(range(13), n) if random.random() < 0.5 else ranks
    rest = [c for c in CardSet(SUIT_MASKS[third_suit]) if c.rank != "A"][: 13 - 2 * n]
    suits = [[*CardSet(SUIT_MASKS[s])] for s in (one, other)]
    hand = sum(1 << c for cards, pick in zip(suits, (ranks, swapped), strict=True) for c in (cards[i] for i in pick))
    bid, _ = mechanical.make(hand | sum(1 << c for c in rest), game("draw-bridge").seats.all[0])
    assert bid.denomination == third.named(codes(hand | sum(1 << c for c in rest)))


# -- random deals --------------------------------------------------------------------------------------


def leads_and_follows(g, t, random):
    """The cards that may be played, read from the cards alone; who wins a trick and leads the next."""
    phase = g.active(t)
    if t.facts.contract is None:
        return
    trump = third.suit_of(t.facts.contract.denomination)
    if t.tricks and not t.trick:
        trick = t.tricks[-1]
        assert trick.seats[third.winner([CARDS[c].code for c in trick.cards], trump)] == trick.winner == t.leader
    if phase is None or phase.name != "play":
        return
    for space in phase.legal(t):
        hand = space.by if space.seat is None else space.seat
        mine = codes(t.hands[hand])
        for name, (mask, _) in t.piles.items():
            mine |= codes(mask) if name.startswith(f"up.{g.seats.all[hand].code}.") else set()
        wanted = third.playable(mine, CARDS[t.trick[0]].code[0]) if t.trick else mine
        assert {a.what.code for a in space} == wanted


def uncovered(g, t, random):
    """In bridge for two a face-down card always lies under another, and the dealt cards are never mixed."""
    down = {name[5:] for name, pile in t.piles.items() if name.startswith("down.") and pile != (0, 0)}
    up = {name[3:] for name, pile in t.piles.items() if name.startswith("up.") and pile != (0, 0)}
    assert down <= up


def in_every_state(g, t, random):
    conserve(g, t, random)
    agree(g, t, random, share=0.05)
    listed(g, t, random, share=0.1)
    leads_and_follows(g, t, random)
    uncovered(g, t, random)


def anything(g, t, random, spaces):
    """Any legal action, rights too."""
    return pick([s for s in spaces if s.size], random) if random.random() < 0.1 else calm(g, t, random, spaces)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=12, deadline=None)
@given(SEEDS)
def test_random_deals_come_to_their_end(name, seed):
    """Cards are conserved, what is legal is what the rules allow, and something is always legal."""
    random = Random(seed)
    g = game(name, **random_rules(name, random))
    t, _ = run(g, random, in_every_state, deal_of_bridge, anything)
    assert g.active(t) is None
    assert t.ended is not None or (t.facts.calls and not t.tricks) or len(t.tricks) == 13


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_the_cards_of_misery_bridge(seed):
    """39 cards are played in 13 tricks of three, in the order of the deal; 13 are out."""
    g, t = played("misery-bridge", seed)
    letters = [s.code for s in g.seats.all]
    order = "NES" if letters[t.setup.dealer] == "S" else "SWN"
    assert all(sorted(letters[s] for s in trick.seats) == sorted(order) for trick in t.tricks)
    assert letters[t.tricks[0].leader] == order[0]
    for trick in t.tricks:
        at = order.index(letters[trick.leader])
        assert "".join(letters[s] for s in trick.seats) == order[at:] + order[:at]
    out = sum(mask.bit_count() for name, (mask, _) in t.places().items() if name in ("stock", "out"))
    assert (sum(len(trick.cards) for trick in t.tricks), out) == (39, 13)


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_the_tricks_of_bridge_for_two(seed):
    """Four cards, the leader's first and third; each player has played 26 cards at the end."""
    _, t = played("bridge-for-two", seed)
    assert [trick.seats for trick in t.tricks] == [
        (trick.leader, 1 - trick.leader, trick.leader, 1 - trick.leader) for trick in t.tricks
    ]
    assert t.tricks[0].leader != t.setup.dealer
    assert all(mask == 0 for mask in t.hands)


# -- what stays hidden ---------------------------------------------------------------------------------


def other_cards(setup, hands, random):
    """The same deal with the cards of these hands dealt to them in another way."""
    cards = [c for hand in hands for c in CardSet(setup.hands[hand])]
    random.shuffle(cards)
    masks, rest = list(setup.hands), iter(cards)
    for hand in hands:
        masks[hand] = sum(1 << next(rest) for _ in range(setup.hands[hand].bit_count()))
    return replace(setup, hands=tuple(masks))


def whats_offered(g, t):
    return [(space.by, space.kind, [*space]) for space in g.legal(t)]


@pytest.mark.parametrize("name", DUMMIES)
@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_the_lead_from_a_dummy_does_not_look_at_the_own_hand(name, seed):
    """What may be led, and what is said of any card, is the same whatever the owner holds."""
    random = Random(seed)
    g, make = game(name), random.choice("SHDCN")
    setup = replace(deal_of_bridge(g, random), dealer=3)
    found = []
    for variant in (setup, other_cards(setup, (1, 2, 3), random)):
        t = g.play(g.start(variant), f"W make {'NT' if make == 'N' else make}")
        assert g.turn(t) == 0
        assert g.now(t)["seen"]["S"] == (("hand.N",) if name == "double-dummy-bridge" else ("hand.S", "hand.N"))
        ruled = [g.rule(t, Action(2, "card", c, 0)) for c in CARDS[:52]]
        found.append((whats_offered(g, t), [(r.ok, r.sure, r.explain("en")) for r in ruled]))
    assert found[0] == found[1]


@pytest.mark.parametrize("hand", ["J4.A75.AKQ42.J95", "-", "J4.xxxA.AK.J95xx"])
def test_playing_differently_does_not_show_the_own_hand(hand):
    """The what-if of the lead lists North's cards and nothing else, known own cards or not."""
    text = f'[Game "double-dummy-bridge"] [Dealer "W"] [Deal "N:T732.K83.75.T642 - {hand} -"] [Make "W hearts"]'
    record = next(parse(text))
    g = game_of(record)
    (choice,) = whatif(source(record, g), {}, 1, [], "en")["choices"]
    assert (choice["actor"], choice["seat"]) == ("S", "N")
    assert {one["card"] for one in choice["tries"]} == codes(record.setup(g).hands[0])
    assert all(one["legal"] for one in choice["tries"])


@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_a_make_is_free_of_what_others_hold(seed):
    """In no game does the dealer's choice depend on cards that the dealer has not seen."""
    random = Random(seed)
    for name in ("bridge-for-three", *DUMMIES):
        g = game(name)
        setup = deal_of_bridge(g, random)
        others = [hand for hand in range(4) if hand != setup.dealer]
        one, other = (g.start(s) for s in (setup, other_cards(setup, others, random)))
        assert whats_offered(g, one) == whats_offered(g, other)


@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_covered_cards_do_not_change_what_may_be_played(seed):
    """Bridge for two: cards that nobody has seen are exchanged, and the same cards may be played."""
    random = Random(seed)
    g = game("bridge-for-two")
    setup = deal_of_bridge(g, random)
    down = [name for name in setup.piles if name.startswith("down.")]
    piles = dict(zip(down, random.sample([setup.piles[name] for name in down], len(down)), strict=True))
    one, other = g.start(setup), g.start(replace(setup, piles={**setup.piles, **piles}))
    while not (one.trick or one.tricks):
        assert whats_offered(g, one) == whats_offered(g, other)
        a = calm(g, one, random, None)
        one, other = g.play(one, a), g.play(other, a)


@pytest.mark.parametrize("name", GAMES)
def test_what_each_player_sees(name):
    """Nobody is shown another player's hand, and a hand without a player only from the moment that it is open."""
    for seed in range(25):

        def look(g, t, random):
            for seat in g.seats.players:
                seen = {place.split(".")[1] for place in g.now(t)["seen"][seat.code] if place.startswith("hand.")}
                dumb = {s.code for s in g.seats.all if s not in g.seats.players}
                assert not seen & ({s.code for s in g.seats.players} - {seat.code})
                begun = bool(t.trick or t.tricks)
                if seen & dumb and not begun:
                    assert t.facts.declarer is not None or t.facts.left or name == "draw-bridge"
                    if name == "double-dummy-bridge":
                        assert seat.code not in seen

        played(name, seed, look)


def test_the_hands_of_draw_bridge():
    g = game("draw-bridge")
    t = g.start(deal_of_bridge(g, Random(1)))
    assert [double_dummy.held(g.options, t, int(s)) for s in g.seats.players] == [
        ("hand.S", "hand.N"), ("hand.W", "hand.E"),
    ]  # fmt: skip
    assert g.pack == PACK
