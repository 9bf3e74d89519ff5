"""Random playouts of every game of the 1000 family, read a third time in every state and settled a third time."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import playouts
import pytest
import third_thousand as third
from hypothesis import given, settings
from hypothesis import strategies as st
from playouts import agree, cards_add_up, conserve, half_known, in_1000, in_a_match, listed, random_rules
from test_thousand_settlement import cells, mine

from rulebook import game
from rulebook.cards import CARDS, Card, CardSet
from rulebook.games import GAMES
from rulebook.games.thousand.facts import Bid
from rulebook.match import settle
from rulebook.options import every
from rulebook.table import Action

SEEDS = st.integers(0, 10**9)
NAMES = [name for name in GAMES if name.startswith("thousand")]
PLAIN = {"barrel.style": "none", "zero.penalty": "off", "polish.bombs": 0}
FIXED = {
    "thousand-two-polish": PLAIN, "thousand-two-russian": PLAIN, "thousand-russeln": PLAIN,
    "thousand-1001": PLAIN, "thousand-draw": PLAIN | {"step": 1},
}  # fmt: skip


def rules_of(g):
    """The option values and what the game fixes, for a reading that knows none of the engine's types."""
    rules = {"game": g.id} | FIXED.get(g.id, {}) | {o.key: value for o, value in every(g.options)}
    if g.id == "thousand-two-polish":
        locks = {"barrel.style": "lock"} if rules["polish2.lock"] == "on" else {}
        rules |= locks | {"polish.bombs": rules["polish2.bombs"]}
    return rules | ({"goal": rules["russeln.target"]} if "russeln.target" in rules else {})


def codes(mask):
    return [c.code for c in CardSet(mask)]


def code(g, seat):
    return g.seats.all[seat].code


def seats(g, t):
    """Who plays, from forehand."""
    around = [(t.setup.dealer + n) % len(g.seats) for n in range(1, len(g.seats) + 1)]
    return [s for s in around if t.setup.hands[s] or t.setup.hidden[s]]


def done(t, *kinds):
    return [d.action for d in t.log if d.action.kind in kinds]


# -- the auction and the raise -----------------------------------------------------------------------


def auction(g, t):
    """The auction so far, read from the log."""
    standing, rules = t.setup.standing, rules_of(g)
    calls = [(a.by, int(a.what), a.kind == "blind") for a in done(t, "call", "blind")]
    looked = {a.by for a in done(t, "look", "call")}
    scores = dict(enumerate(standing.points.values()))
    classic = any(standing.marks.get("barrel", {}).values())
    lviv = rules.get("barrel.style") == "lviv" and any(n >= rules["barrel.level"] for n in scores.values())
    golden = rules.get("bid.golden_set") == "on" and not standing.note("golden.over")
    hands = {s: codes(t.hands[s]) for s in scores}
    return third.Auction(seats(g, t), calls, looked, hands, scores, classic or lviv, rules, golden)


BIDS = (0, 10, 40, 85, 95, 100, 102, 105, 110, 115, 120, 125, 130, 300, 305, 310)


def the_auction(g, t, random):
    phase = g.active(t)
    if phase is None or phase.name != "auction":
        return
    read = auction(g, t)
    assert g.turn(t) == read.turn()
    last = max(bid for _, bid, _ in [(0, 0, 0), *read.calls])
    for seat, bid in [(s, b) for s in g.seats.all for b in (*BIDS, last, last + 5, last + 10)]:
        assert g.rule(t, Action(seat, "call", Bid(bid))).ok == read.allowed(seat, bid), (seat, bid)
        if bid:
            assert g.rule(t, Action(seat, "blind", Bid(bid))).ok == read.allowed(seat, bid, True), (seat, bid)
    for seat in g.seats.all:
        may = read.get("bid.blind", "off") == "on" and seat in read.seats and seat not in read.looked
        assert g.rule(t, Action(seat, "look")).ok == may


def before_the_lead(g, t):
    """The exchange is over, and no card has been led."""
    phase = g.active(t)
    return phase is not None and phase.name == "play" and not t.trick and not t.tricks and bool(done(t, "won"))


def the_raise(g, t, random):
    open_ = before_the_lead(g, t) and not done(t, "contra") and g.id not in ("thousand-1001", "thousand-russeln")
    if not open_:
        assert not any(s.kind == "raise" for s in g.legal(t))
        return
    owed, declarer = bid_in_force(t)
    kept = codes(t.hands[declarer])
    for bid in (*BIDS, owed, owed - 5, owed + 5, owed + 10, owed + 20):
        if bid > 0:
            may = third.raise_allowed(bid, owed, auction(g, t), declarer, kept)
            assert g.rule(t, Action(declarer, "raise", Bid(bid))).ok == may, (bid, owed)
            assert not g.rule(t, Action((declarer + 1) % len(g.seats), "raise", Bid(bid))).ok


def bid_in_force(t):
    last = [a for a in done(t, "call", "blind", "raise") if a.what][-1]
    return int(last.what), [a for a in done(t, "call", "blind") if a.what][-1].by


def the_contra(g, t, random):
    said, on = len(done(t, "contra", "recontra")), rules_of(g).get("contra") == "on"
    on = on and before_the_lead(g, t)
    declarer = bid_in_force(t)[1] if on else None
    for seat in g.seats.all:
        defends = on and seat in seats(g, t) and seat != declarer
        assert g.rule(t, Action(seat, "contra")).ok == (defends and not said)
        assert g.rule(t, Action(seat, "recontra")).ok == (on and seat == declarer and said == 1)


# -- demands and closings ----------------------------------------------------------------------------


def talon_window(g, t):
    """From the moment the declarer has the talon until the first card is given; no sale meanwhile."""
    phase = g.active(t)
    return phase is not None and phase.name == "exchange" and not done(t, "give", "discard", "sell")


def the_demands(g, t, random):
    rules = rules_of(g)
    if "redeal.nines" not in rules or done(t, "sell"):
        return
    claims, window = before_the_lead(g, t), talon_window(g, t)
    talon = codes(next(mask for mask, _ in t.setup.piles.values())) if window else []
    for seat in g.seats.all:
        plays = seat in seats(g, t)
        hand = codes(t.hands[seat])
        mine = {
            "nines": claims and plays and nines(rules, hand, codes(t.setup.hands[seat])),
            "jacks": claims and plays and rules["redeal.four_jacks"] == "on" and sum(c[1] == "J" for c in hand) == 4,
            "hand": claims and plays and low(g, t, rules, seat, hand),
            "talon": window and seat == bid_in_force(t)[1] and poor(g, t, rules, talon),
        }
        for why, may in mine.items():
            assert g.rule(t, Action(seat, "annul", why)).ok == bool(may), (seat, why)


def nines(rules, hand, dealt):
    held, first = (sum(c[1] == "9" for c in cards) for cards in (hand, set(dealt) & set(hand)))
    return {"four_any": held == 4, "four_dealt": first == 4, "three": held >= 3, "none": False}[rules["redeal.nines"]]


def low(g, t, rules, seat, hand):
    if rules["redeal.hand_low"] == "off" or sum(third.VALUE[c[1]] for c in hand) >= 14:
        return False
    over = any(a.by == seat and a.what > auction(g, t).minimum() for a in done(t, "call", "blind", "raise"))
    return rules["redeal.hand_low"] == "any" or not over


def poor(g, t, rules, talon):
    few = sum(third.VALUE[c[1]] for c in talon) < 5
    at_minimum = bid_in_force(t)[0] == auction(g, t).minimum()
    by_points = {"off": False, "any_bid": few, "bid_100_only": few and at_minimum}[rules["redeal.talon_low"]]
    return by_points or (rules["redeal.talon_two_nines"] == "on" and sum(c[1] == "9" for c in talon) >= 2)


LIMITS = {"max_two": 2, "one_plus_one_spisat": 1, "max_one": 1}


def the_closings(g, t, random):
    """Writing off, writing down, bombs and conceding: who may, when, how often."""
    rules, phase, standing = rules_of(g), g.active(t), t.setup.standing
    if done(t, "sell") or "rospisat.limit" not in rules:
        return
    seen = phase is not None and (phase.name == "exchange" or before_the_lead(g, t))
    declarer = bid_in_force(t)[1] if seen else None
    for seat, side in zip(g.seats.all, g.seats.sides, strict=True):
        lviv = rules["barrel.style"] == "lviv" and standing.points[side] >= rules["barrel.level"]
        barrel = standing.mark("barrel", side) or lviv
        may = seat == declarer and not barrel
        bombs, limit = rules["polish.bombs"], rules["rospisat.limit"]
        room = standing.mark("written", side) < LIMITS.get(limit, 99)
        down = limit == "one_plus_one_spisat" and not standing.mark("downs", side)
        found = {
            "write-off": may and bombs == "none" and room,
            "write-down": may and bombs == "none" and down,
            "bomb": may and bombs != "none" and standing.mark("bombs", side) < bombs,
            "concede": seat == declarer and concedes(g, t, rules),
        }
        for kind, right in found.items():
            if kind != "bomb" or not barrel:  # nobody says what a bomb is on the barrel, which the Polish game has not
                assert g.rule(t, Action(seat, kind)).ok == right, (seat, kind)


def concedes(g, t, rules):
    """Forehand opened the minimum, both passed, and the talon is hidden."""
    bids = [a for a in done(t, "call", "blind") if a.what]
    forced = len(bids) == 1 and bids[0].what == auction(g, t).minimum()
    agreed = rules["talon.reveal"] == "not_on_forced_100" and rules["talon.concede_100"] == "on"
    return agreed and forced and talon_window(g, t)


# -- the play ----------------------------------------------------------------------------------------


def trump(t):
    suits = [suit(a) for a in done(t, "pair", "announce") if is_pair(a)]
    return suits[-1] if suits else None


def suit(a):
    """The suit of an announcement."""
    return a.what.code if a.kind == "announce" else a.what.suit.code


def is_pair(a):
    return a.kind == "announce" or a.what.rank != "A"


def the_cards(g, t, random):
    """Whose turn it is, which cards may be played, which announced, who won the last trick."""
    rules, phase = rules_of(g), g.active(t)
    if t.tricks and t.log[-1].action.kind in ("card", "pair") and not t.trick:
        trick = t.tricks[-1]
        played = [c.code for c in trick.cards]
        assert trick.winner == trick.seats[played.index(third.best(played, trump(t)))]
    if phase is None or phase.name != "play":
        return
    around = seats(g, t)
    first = around[0] if g.id == "thousand-draw" else bid_in_force(t)[1]
    leader = t.tricks[-1].winner if t.tricks else first
    seat = around[(around.index(leader) + len(t.trick)) % len(around)]
    assert g.turn(t) == seat
    hand, trick = codes(t.hands[seat]), [c.code for c in t.trick]
    stock = t.piles.get("stock", (0, 0))[0]
    allowed = third.cards_allowed(hand, trick, trump(t), rules, stock)
    assert {c.code for c in CARDS if g.rule(t, Action(seat, "card", c)).ok} == allowed
    won_one = any(done_.winner == seat for done_ in t.tricks)
    pairs = third.pairs_allowed(hand, trick, len(t.tricks), won_one, rules)
    if rules.get("russeln.lead_pair") != "no":
        assert {c.code for c in CARDS if g.rule(t, Action(seat, "pair", c)).ok} == pairs
    for space in g.legal(t):
        if space.kind in ("card", "pair"):
            assert {a.what.code for a in space} == (allowed if space.kind == "card" else pairs)
    other = around[(around.index(seat) + 1) % len(around)]
    assert not any(g.rule(t, Action(other, "card", c)).ok for c in CardSet(t.hands[other]))


def the_stock(g, t, random):
    """Draw: after a trick the winner draws the top card, then the other one."""
    if g.id != "thousand-draw":
        return
    gone = 2 * min(len(t.tricks), len(t.setup.stock) // 2)
    rest = t.setup.stock[gone:]
    assert t.piles.get("stock", (0, 0))[0] == sum(1 << c for c in rest)
    for n, trick in enumerate(t.tricks[: gone // 2]):
        taken = {trick.winner: t.setup.stock[2 * n], 1 - trick.winner: t.setup.stock[2 * n + 1]}
        for seat, card in taken.items():
            assert t.hands[seat] >> card & 1 or any(card in later.cards for later in t.tricks) or card in t.trick


# -- the deal settled --------------------------------------------------------------------------------


def state(g, t):
    """The match before this deal."""
    standing = t.setup.standing
    found = third.State(dict(zip((s.code for s in g.seats.sides), standing.points.values(), strict=True)))
    for name, numbers in standing.marks.items():
        for side, n in numbers.items():
            found.put(name, side.code, n)
    found.golden = {name: standing.note(f"golden.{name}") for name in ("played", "made", "over")}
    return found


def happened(g, t, rules):
    """What happened in the deal, from its log and its tricks."""
    playing = "".join(sorted(code(g, s) for s in seats(g, t)))
    resting = "".join(s.code for s in g.seats.all if s.code not in playing)
    deal = third.Deal(playing, None, resting=resting)
    if g.id != "thousand-draw":
        deal.bid, declarer = bid_in_force(t)
        deal.declarer = code(g, declarer)
        closed = done(t, "write-off", "write-down", "bomb", "concede")
        names = {"write-off": "written", "write-down": "down", "concede": "conceded"}
        deal.kind = names.get(closed[0].kind, closed[0].kind) if closed else "played"
        last = [a for a in done(t, "call", "blind") if a.what][-1]
        blind = last.kind == "blind" and not any(a.by == last.by for a in done(t, "look"))
        golden = rules.get("bid.golden_set") == "on" and not t.setup.standing.note("golden.over")
        deal.factor = (1 + blind) * (1 + golden)
        deal.contra = 2 ** len(done(t, "contra", "recontra"))
    if resting:
        deal.talon = tuple(codes(t.setup.piles["talon"][0]))
    taken(g, t, rules, deal)
    return deal


def taken(g, t, rules, deal):
    held = {code(g, s): set() for s in seats(g, t)}
    deal.cards, deal.tricks = dict.fromkeys(held, 0), dict.fromkeys(held, 0)
    for trick in t.tricks:
        winner = code(g, trick.winner)
        deal.tricks[winner] += 1
        deal.cards[winner] += sum(third.VALUE[c.rank] for c in trick.cards)
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            held[code(g, seat)].add(card.code)
    if g.id == "thousand-1001" and deal.kind == "played":
        deal.cards[deal.declarer] += sum(third.VALUE[c[1]] for c in codes(t.piles["out"][0]))
    for a in done(t, "pair", "announce"):
        who = code(g, a.by)
        deal.pairs[who] = deal.pairs.get(who, 0) + (third.pair_value(g.id, suit(a)) if is_pair(a) else 200)
    if t.tricks and rules.get("score.last_trick"):
        deal.raw_more = {code(g, t.tricks[-1].winner): 10}
    if rules.get("bonus.four_nines"):
        deal.result_more = {who: 100 for who, cards in held.items() if sum(c[1] == "9" for c in cards) == 4}


def fined(right, g, t, rules):
    """What the dealer pays at once: the third jack at the bottom, the third deal annulled for nines."""
    jacks = len(done(t, "bottom")) == 3
    third_nines = rules.get("redeal.nines_third_penalty") == "on" and t.setup.standing.note("nines") == 2
    if not jacks and not (third_nines and [a.what for a in done(t, "annul")] == ["nines"]):
        return False
    dealer = code(g, t.setup.dealer)
    right.points[dealer] -= 120
    right.put("barrel", dealer, 0)
    return True


def finished(g, t):
    """Cards, points and the whole settlement of a deal."""
    rules, sheet = rules_of(g), settle(g, t)
    for side in g.seats.sides:
        moved = sum(e.points for e in sheet.entries if e.side == side)
        assert moved == sheet.after.points[side] - sheet.before.points[side]
    assert all(e.ruling.explain("en") for e in sheet.entries)
    dealer = g.answers["dealer"](t).args["answer"]
    if t.ended is not None and not done(t, "write-off", "write-down", "bomb", "concede"):
        right = state(g, t)
        passed_out = not done(t, "annul", "bottom")
        moves = fined(right, g, t, rules) or passed_out
    else:
        right, moves = third.settle(state(g, t), happened(g, t, rules), rules), True
        assert sheet.final
        all_points(g, t)
    assert dealer == (t.setup.dealer + moves) % len(g.seats)
    assert cells(g, sheet, rules) == mine(right, rules)


def all_points(g, t):
    """The points in tricks, out of play and left over are 120, each counted by itself."""
    count = sum(third.VALUE[c.rank] for trick in t.tricks for c in trick.cards)
    for place, (mask, _) in t.places().items():
        if not place.startswith("taken"):
            count += sum(third.VALUE[c[1]] for c in codes(mask))
    assert count == 120
    if not t.ended:
        assert len(t.tricks) == {"thousand-1001": 6, "thousand-draw": 12}.get(g.id, 10 if "two" in g.id else 8)


def fitting(seed, name):
    return playouts.agreed(name, random_rules(name, Random(seed)))


READINGS = (the_auction, the_raise, the_contra, the_demands, the_closings, the_cards, the_stock)


def run(g, random, *looks, start=in_a_match):
    def look(g, t, random):
        for one in looks:
            one(g, t, random)

    return playouts.run(g, random, look, start, in_1000)[0]


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=12, deadline=None)
@given(SEEDS)
def test_every_reachable_state(name, seed):
    g, random = fitting(seed, name), Random(seed)
    finished(g, run(g, random, conserve, *READINGS))


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=4, deadline=None)
@given(SEEDS)
def test_what_is_legal_is_what_the_rules_allow(name, seed):
    run(fitting(seed, name), Random(seed), agree, listed)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=4, deadline=None)
@given(SEEDS)
def test_partly_known_hands(name, seed):
    g = fitting(seed, name)
    settle(g, run(g, Random(seed), cards_add_up, agree, listed, start=half_known))


def lockstep(g, random):
    """A deal played by who sees all cards and by who sees some of them: what the one allows, so does the other."""
    full = in_a_match(g, random)
    t, half = g.start(full), g.start(playouts.partly_hidden(full, random))
    while g.active(t):
        for a in random.sample([a for a in playouts.candidates(g, t, random) if 0 <= a.by < len(g.seats)], 60):
            seen, blind = g.rule(t, a), g.rule(half, a)
            assert blind.ok or not seen.ok, (a, blind)
            held = not isinstance(a.what, Card) or t.hands[a.by] >> a.what & 1
            if blind.ok and blind.sure and held and a.kind in ("card", "call", "pair", "give"):
                assert seen.ok, (a, seen)
        a = in_1000(g, t, random, g.legal(t))
        assert g.rule(half, a).ok, (a, g.rule(half, a))
        t, half = g.play(t, a), g.play(half, a)
        assert g.turn(t) == g.turn(half)
        assert t.ended == half.ended or t.ended.ruling.rule == half.ended.ruling.rule
    assert [trick.winner for trick in t.tricks] == [trick.winner for trick in half.tricks]
    one, other = settle(g, t).after, settle(g, half).after
    assert one == other


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=6, deadline=None)
@given(SEEDS)
def test_who_sees_less_forbids_nothing_that_is_allowed(name, seed):
    lockstep(fitting(seed, name), Random(seed))


LVIV = {"barrel.style": "lviv", "barrel.level": 900}
MEETING = (  # house rules that touch each other, and which random ones seldom bring together
    LVIV | {"raise.unrestricted": "yes"},
    LVIV | {"bid.blind": "on", "blind.barrel": "refused"},
    LVIV | {"bid.blind": "on", "bid.over120_needs_pair": "no"},
    {"bid.max": 300, "raise.unrestricted": "yes"},
    {"bid.no_jump": "on", "bid.cap": "pairs"},
    {"bid.silence": -100, "bid.blind": "on"},
    {"play.must_beat": "on", "play.must_overtrump": "on", "decl.first_trick": "yes"},
    {"redeal.nines": "none", "bonus.four_nines": 100, "score.last_trick": 10, "decl.four_aces": "on"},
    {"talon.reveal": "not_on_forced_100", "redeal.talon_low": "any_bid", "bid.golden_set": "on"},
    {"deal.bottom_jack": "recut_3_then_penalty", "redeal.nines": "three", "redeal.nines_third_penalty": "on"},
)


@pytest.mark.parametrize("rules", MEETING, ids=lambda rules: " ".join(rules))
@settings(max_examples=8, deadline=None)
@given(SEEDS)
def test_house_rules_that_touch_each_other(rules, seed):
    g, random = game("thousand", **rules), Random(seed)
    finished(g, run(g, random, conserve, *READINGS, agree))


# -- single points -----------------------------------------------------------------------


def test_a_stock_of_which_one_card_is_known_runs_out():
    g = game("thousand-draw")
    full = playouts.deal(g, Random(1))
    third_card = full.stock[2]
    stock = tuple(c if c == third_card else None for c in full.stock)
    t = g.start(replace(full, stock=stock, piles={"stock": (1 << third_card, 11)}))
    for _ in range(24):
        assert all(unknown >= 0 for _, unknown in t.places().values())
        t = g.play(t, next(a for space in g.legal(t) for a in space if space.kind == "card"))
    assert g.active(t) is None


def test_king_and_queen_are_led_alike_but_only_one_of_them_may_make_the_contract():
    """Both leads are offered; what follows differs by a point."""
    g = game("thousand")
    leads = [{c.rank for c in CardSet(space.mask)} for t in leading(g) for space in g.legal(t) if space.kind == "pair"]
    assert leads
    assert all({"K", "Q"} <= ranks for ranks in leads)


def leading(g):
    """States in which a pair can be announced."""
    found = []

    def look(g, t, random):
        if any(space.kind == "pair" for space in g.legal(t)):
            found.append(t)

    for seed in range(40):
        playouts.run(g, Random(seed), look, in_a_match, in_1000)
    return found
