"""The settlement of 1000, cell by cell: the worked matches, tables typed by hand, random deals under random rules."""

from __future__ import annotations

from random import Random

import pytest
import third_thousand as third
from hypothesis import given, settings
from hypothesis import strategies as st
from playouts import agreed

from rulebook import game
from rulebook.cards import Suit
from rulebook.cases import game_of
from rulebook.match import settle
from rulebook.options import changed
from rulebook.records import parse

SEEDS = st.integers(0, 10**9)
CONCEDED = "not_on_forced_100"
GOLDEN = ("played", "made", "over")


# -- a record of a deal, and what becomes of it --------------------------------------------------------


def words(numbers, mark=""):
    return " ".join(f"{p}{mark}={n}" for p, n in numbers.items() if n or not mark)


def standing(state):
    found = [words(state.points), *(words(of, f".{name}") for name, of in state.marks.items())]
    found += [f"golden.{name}={n}" for name, n in state.golden.items() if n]
    return " ".join(filter(None, found))


def order(players, dealer):
    """Clockwise from the dealer's left."""
    at = players.index(dealer) + 1
    return players[at:] + players[:at]


def auction(state, deal, dealer, lowest, bid):
    """Who calls what until the declarer has the contract at this bid: forehand opens, nobody else bids."""
    forehand, *others = [p for p in order("".join(state.points), dealer) if p in deal.players]
    if deal.declarer == forehand:
        return [(forehand, bid), *((p, "Pass") for p in others)]
    return [(forehand, lowest), *((p, bid if p == deal.declarer else "Pass") for p in others), (forehand, "Pass")]


CLOSE = {"written": "write-off", "down": "write-down", "bomb": "bomb", "conceded": "concede"}


def record(name, rules, state, deal, dealer, *, won=0, blind=False):
    """The deal as a record: auction, exchange, raise, and only what each player took.

    won  the bid that won the auction, when the declarer raised it afterwards
    """
    bid = won or deal.bid
    calls = auction(state, deal, dealer, third.Settlement(state, deal, rules).minimum(), bid)
    word = "blind " if blind else ""
    hands = " ".join("..." if p == deal.resting else "-" for p in state.points)
    text = [
        f'[Game "{name}"] [Rules "{" ".join(f"{key}={value}" for key, value in rules.items() if key != "goal")}"]',
        f'[Standing "{standing(state)}"]',
        f'[Dealer "{dealer}"] [Deal "{next(iter(state.points))}:{hands}"] [Talon "{" ".join(deal.talon) or "-"}"]',
        *(f'[Do "{p} {word if p == deal.declarer else ""}{call}"]' for p, call in calls),
    ]
    if deal.kind != "played":
        return "\n".join([*text, f'[Do "{deal.declarer} {CLOSE[deal.kind]}"]', ""])
    around = [p for p in order("".join(state.points), deal.declarer) if p in deal.players]
    text += [f'[Do "{deal.declarer} give - {p}"]' for p in around if p != deal.declarer]
    text += [f'[Do "{deal.declarer} raise {deal.bid}"]'] * (bid != deal.bid)
    text += [f'[Do "{around[0]} contra"]'] * (deal.contra > 1) + [f'[Do "{deal.declarer} recontra"]'] * (
        deal.contra > 2
    )
    told = [words({p: deal.cards.get(p, 0) for p in deal.players}), words(deal.pairs, ".pairs")]
    told.append(" ".join(f"{p}.tricks={n}" for p, n in deal.tricks.items()))
    return "\n".join([*text, f'[Points "{" ".join(filter(None, told))}"]', ""])


def settled(text):
    """The engine's sheet of the deal and the game; what a step refuses is a fault of the test."""
    (found,) = parse(text)
    g = game_of(found)
    *_, last = g.replay(found)
    assert last.ruling.ok, (text, last.ruling.explain("en"))
    return g, settle(g, last.table)


def cells(g, sheet, rules):
    """What the engine says, in the same form as the third reading."""
    after = sheet.after
    sides = g.seats.sides
    found = {s.code: after.points[s] for s in sides}
    for name in kept(rules):
        found |= {f"{s.code}.{name}": after.mark(name, s) for s in sides}
    found |= {f"golden.{name}": bool(after.note(f"golden.{name}")) for name in GOLDEN[1:]}
    found["golden.played"] = after.note("golden.played")
    over = [s.code for s in (after.over, *after.shared) if s is not None]
    return found | {"over": sorted(over)}


def kept(rules):
    """The marks that matter under these rules."""
    r = {**third.DEFAULTS, **rules}
    yield from ("barrel", "written", "downs", "bombs")
    if r["barrel.third_fall_zero"] == "on":
        yield "falls"
    if r["zero.penalty"] == "on":
        yield "run" if r["zero.run"] == "consecutive" else "zeros"


def mine(state, rules):
    found = dict(state.points)
    for name in kept(rules):
        found |= {f"{p}.{name}": state.mark(name, p) for p in state.points}
    found |= {f"golden.{name}": bool(state.golden[name]) for name in GOLDEN[1:]}
    return found | {"golden.played": state.golden["played"], "over": sorted(state.winners)}


def compare(name, rules, state, deal, dealer, **how):
    """Both readings of one deal; returns the match after it."""
    text = record(name, rules, state, deal, dealer, **how)
    right = third.settle(state, deal, rules)
    g, sheet = settled(text)
    assert sheet.final, text
    assert cells(g, sheet, rules) == mine(right, rules), text
    for s in g.seats.sides:
        moved = sum(e.points for e in sheet.entries if e.side == s)
        assert moved == sheet.after.points[s] - sheet.before.points[s], text
    for e in sheet.entries:
        assert e.ruling.explain("en")
    return right


# -- the worked matches ----------------------------------------------------------------------------------


def deal(declarer, bid, cards=(), pairs="", *, kind="played", tricks="", **more):
    """A deal of three: card points of A, B and C; pairs written `B:H A:SC`; tricks where they matter."""
    worth = {}
    for word in pairs.split():
        who, _, suits = word.partition(":")
        worth[who] = sum(third.pair_value("thousand", suit) for suit in suits)
    taken = dict(zip("ABC", cards, strict=False))
    won = {p: 0 for p, n in taken.items() if not n} | dict.fromkeys(tricks, 1)
    return third.Deal("ABC", declarer, bid, kind, taken, worth, won, **more)


# won at, what happened, totals after (a star: on the barrel with so many deals), marks
MATCH_5 = (
    ("C", 120, deal("B", 200, (15, 105, 0), "B:H"), "15 200 0", "C.zeros=1"),
    ("A", 130, deal("C", 180, (58, 0, 62), "C:DS", tricks="B"), "75 200 180", "B.zeros=1"),
    ("B", 100, deal("C", 100, kind="written"), "135 260 180", "C.written=1"),
    ("C", 140, deal("B", 290, (2, 118, 0), "B:HD"), "135 550 180", "C.zeros=2 A.zeros=0"),
    ("A", 125, deal("A", 160, (53, 50, 17), "A:C B:H"), "-25 700 195", ""),
    ("B", 105, deal("B", 185, (32, 88, 0), "B:H"), "5 880*3 75", "C.zeros=3"),
    ("C", 120, deal("A", 120, (76, 24, 20), "A:S B:H"), "-115 880*2 95", ""),
    ("A", 100, deal("B", 120, (25, 84, 11), "B:S"), "-90 1000! 105", ""),
)
MATCH_6 = (
    ("C", 100, deal("A", 100, kind="written"), "695 880*1 515", "A.written=3"),
    ("A", 130, deal("C", 130, (2, 63, 55), "C:D"), "695 760 645", "A.zeros=2"),
    ("B", 120, deal("B", 120, (0, 83, 37), "B:S"), "575 880*3 680", "A.zeros=3"),
    ("C", 140, deal("B", 140, (61, 38, 21), "B:H"), "635 740 700", ""),
    ("A", 150, deal("C", 150, (31, 38, 51), "B:H C:CS"), "665 880*3 850", ""),
    ("A", 100, deal("B", 100, (20, 74, 26), "B:S"), "685 880*2 875", ""),  # only forehand can have it for 100
    ("C", 155, deal("C", 155, (33, 30, 57), "C:H"), "720 880*1 1030!", ""),
)


def totals(text, players="ABC"):
    """`5 880*3 1000!`: totals, deals left on the barrel, who has won."""
    points, left, won = {}, {}, []
    for player, word in zip(players, text.split(), strict=True):
        number, _, deals = word.rstrip("!").partition("*")
        points[player], left[player] = int(number), int(deals or 0)
        won += [player] * word.endswith("!")
    return points, left, won


def before(text, marks="", **golden):
    points, left, _ = totals(text)
    state = third.State(points, {"barrel": left})
    for word in marks.split():
        where, _, number = word.partition("=")
        player, _, name = where.partition(".")
        state.put(name, player, int(number))
    state.golden.update(golden)
    return state


def check(state, wanted, marks=""):
    points, left, won = totals(wanted)
    assert (state.points, list(state.winners)) == (points, won)
    assert {p: state.mark("barrel", p) for p in points} == left
    for word in marks.split():
        where, _, number = word.partition("=")
        assert state.mark(where[2:], where[0]) == int(number), word


@pytest.mark.parametrize(
    ("start", "deals"),
    [(before("0 0 0"), MATCH_5), (before("815 880*2 455", "A.zeros=2 A.written=2"), MATCH_6)],
    ids=["V-5", "V-6"],
)
def test_a_whole_match(start, deals):
    state = start
    for dealer, won, one, wanted, marks in deals:
        state = compare("thousand", {}, state, one, dealer, won=won)
        check(state, wanted, marks)


def test_the_last_deal_without_the_raise():
    state = compare("thousand", {}, before("-115 880*2 95"), deal("B", 100, (25, 84, 11), "B:S"), "A")
    check(state, "-90 880*1 105")


GOLD = {"bid.golden_set": "on"}
ALL_FALL = {"barrel.collision": "same_deal_arrivals_all_fall"}
OUSTS = {"barrel.collision": "newcomer_ousts_old"}
DUMP = {"dump555": "on"}
THIRD = {"barrel.third_fall_zero": "on"}
BLIND = {"bid.blind": "on"}
SINGLE = {
    "V-7": (GOLD | DUMP, before("620 790 675", "C.zeros=2"), deal("A", 130, (76, 44, 0), "A:D", factor=2),
            "880*3 880*3 0", "C.zeros=3"),
    "V-7 all fall": (GOLD | DUMP | ALL_FALL, before("620 790 675", "C.zeros=2"),
                     deal("A", 130, (76, 44, 0), "A:D", factor=2), "760 760 0", ""),
    "V-8": (GOLD, before("0 100 -50", "A.written=2"), deal("A", 120, kind="written", factor=2), "-120 220 70", ""),
    "V-9": (ALL_FALL, before("845 870 100"), deal("A", 155, (70, 20, 30), "A:H"), "1000! 880*3 130", ""),
    "V-10": (OUSTS, before("880*1 850 200"), deal("C", 100, (10, 40, 70), "C:S"), "760 880*3 300", ""),
    "V-11": (OUSTS, before("880*3 850 200"), deal("A", 130, (62, 33, 25), "A:C"), "750 880*3 225", ""),
    "V-12": (DUMP, before("880*2 300 200"), deal("A", 325, (70, 50, 0), "A:HD"), "0 350 200", "C.zeros=1"),
    "V-13": (OUSTS, before("880*3 850 760"), deal("C", 120, (5, 32, 83), "C:S"), "760 880*3 880*3", ""),
    "V-14 made": (BLIND, before("880*3 300 200"), deal("A", 100, (64, 33, 23), "A:S", factor=2), "1080! 370 250", ""),
    "V-14 failed": (BLIND, before("880*3 300 200"), deal("A", 100, (54, 38, 28), factor=2), "680 380 260", ""),
    "V-15": ({}, before("880*1 300 200", "C.zeros=2"), deal("A", 115, (78, 42, 0), "A:S"), "760 340 80", "C.zeros=3"),
    "V-16": (THIRD, before("880*1 300 200", "A.falls=2"), deal("B", 100, (20, 70, 30), "B:S"), "0 400 230", ""),
    "V-17": ({}, before("820 875 200"), deal("A", 180, (80, 40, 0), "A:H B:CS"), "1000! 1015 200", "C.zeros=1"),
    "V-18": ({}, before("700 865 870"), deal("A", 100, (60, 37, 23), "B:H C:CD"), "600 1000 1035!", ""),
}  # fmt: skip


@pytest.mark.parametrize(("rules", "start", "one", "after", "marks"), SINGLE.values(), ids=SINGLE)
def test_a_single_deal(rules, start, one, after, marks):
    blind = "bid.blind" in rules
    dealer = {"A": "C", "B": "A", "C": "B"}[one.declarer]
    check(compare("thousand", rules, start, one, dealer, blind=blind), after, marks)


# -- tables typed by hand: before the deal, after it -----------------------------------------------------

CLASSIC = """
        d+100  d+115  d+120  d+155  d-100  d-130  o0     o5     o30    o125
700     800    815    820    855    600    570    700    705    730    825
755     855    870    875    880*3  655    625    755    760    785    880*3
760     860    875    880*3  880*3  660    630    760    765    790    880*3
845     880*3  880*3  880*3  1000!  745    715    845    850    875    880*3
870     880*3  880*3  880*3  1025!  770    740    870    875    880*3  880*3
875     880*3  880*3  880*3  1030!  775    745    875    880*3  880*3  1000!
880*3   880*2  880*2  1000!  1035!  780    750    880*2  880*2  880*2  880*2
880*2   880*1  880*1  1000!  1035!  780    750    880*1  880*1  880*1  880*1
880*1   760    760    1000!  1035!  780    750    760    760    760    760
"""
OVER = """
        d+100  d+120  d+125  d+155  d-100  d-130  o0     o30    o125
845     880*3  880*3  880*3  880*3  745    715    845    875    880*3
875     880*3  880*3  880*3  1030!  775    745    875    880*3  880*3
880*3   880*2  880*2  1005!  1035!  780    750    880*2  880*2  880*2
880*1   760    760    1005!  1035!  780    750    760    760    760
"""
LOCK = """
        d+100  d+120  d-100  d-110  o0     o4     o5     o14    o15    o30    o120
890     990    1010!  790    780    890    890    900    900    910    920    1010!
900     1000!  1020!  800    790    900    900    900    900    900    900    900
940     1040!  1060!  840    830    940    940    940    940    940    940    940
990     1090!  1110!  890    880    990    990    990    990    990    990    990
"""
LVIV = """
        d+100  d+115  d+120  d-100  d-120  o0     o4     o30    o37    o120
895     995    1010!  1015!  795    775    895    900    925    930    1015!
900     1000!  1015!  1020!  800    780    900    905    930    935    1020!
920     1020!  1035!  1040!  820    800    920    925    950    955    1040!
990     1090!  1105!  1110!  890    870    990    995    1020!  1025!  1110!
"""
TRANSITIONS = {
    "classic": ({}, CLASSIC),
    "more than 1000": ({"target": "more_than_1000"}, OVER),
    "lock": ({"step": 10, "barrel.style": "lock", "zero.penalty": "off"}, LOCK),
    "lviv": ({"barrel.style": "lviv", "barrel.level": 900}, LVIV),
}


def transitions():
    for name, (rules, table) in TRANSITIONS.items():
        head, *rows = table.strip().splitlines()
        for row in rows:
            start, *after = row.split()
            for column, wanted in zip(head.split(), after, strict=True):
                yield pytest.param(rules, start, column, wanted, id=f"{name} {start} {column}")


@pytest.mark.parametrize(("rules", "start", "column", "wanted"), list(transitions()))
def test_where_a_player_stands_after_a_deal(rules, start, column, wanted):
    """A is the declarer, who has made or failed the bid, or takes so much as a defender of B's failed bid."""
    lviv = rules.get("barrel.style") == "lviv"
    sign, points = column[1], int(column.lstrip("do+-"))
    if column[0] == "d":  # on the barrel of Lviv a pair is worth nothing
        taken = points if lviv and sign == "+" else 60
        one = deal("A", points, (taken, 120 - taken, 0), "A:H" * (sign == "+"), tricks="BC")
    else:
        pairs = "A:H" * (points > 120)
        taken = points - 100 * bool(pairs)
        one = deal("B", 100, (taken, (120 - taken) // 2, 120 - taken - (120 - taken) // 2), pairs, tricks="BC")
    after = compare(
        "thousand", rules, before(f"{start} 0 0"), one, {"A": "C", "B": "A"}[one.declarer], won=min(one.bid, 120)
    )
    points, left, won = totals(wanted, "A")
    assert after.points["A"] == points["A"]
    assert after.mark("barrel", "A") == left["A"]
    assert ("A" in after.winners) == bool(won)


ROUNDED = {
    5: "0 0 0 5 5 5 5 5 10 10 10 10 10 15 15",
    10: "0 0 0 0 0 10 10 10 10 10 10 10 10 10 10",
}


@pytest.mark.parametrize("step", ROUNDED)
def test_what_a_defender_writes(step):
    for taken, written in enumerate(map(int, ROUNDED[step].split())):
        rules = {"step": step, "zero.penalty": "off"} if step == 10 else {"zero.penalty": "off"}
        after = compare("thousand", rules, before("0 0 0"), deal("A", 100, (120 - taken, taken, 0), tricks="BC"), "C")
        assert after.points == {"A": 100, "B": written, "C": 0}


HALVES = """
bid             100 105 110 115 120 125 130 135 140 145 150 155 160
half_up_to_5     50  55  55  60  60  65  65  70  70  75  75  80  80
half_up_to_10    50  60  60  60  60  70  70  70  70  80  80  80  80
"""


@pytest.mark.parametrize("row", HALVES.strip().splitlines()[1:], ids=lambda row: row.split()[0])
def test_half_of_the_bid(row):
    bids, (pay, *halves) = HALVES.split()[1:14], row.split()
    for bid, half in zip(map(int, bids), map(int, halves), strict=True):
        written = deal("A", bid, kind="written")
        after = compare("thousand", {"rospisat.pay": pay}, before("0 0 0"), written, "C")
        assert after.points == {"A": 0, "B": half, "C": half}


RUSSIAN = "S 40 H 100 D 80 C 60"
VALUES = {
    "thousand": RUSSIAN, "thousand-four": RUSSIAN, "thousand-draw": RUSSIAN,
    "thousand-two-polish": RUSSIAN, "thousand-two-russian": RUSSIAN,
    "thousand-1001": "S 80 H 60 D 40 C 100", "thousand-russeln": "S 60 H 100 D 80 C 40",
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_what_a_pair_is_worth(name):
    shape = game(name).options.shape
    assert " ".join(f"{Suit(n).code} {shape.pair(Suit(n))}" for n in range(4)) == VALUES[name]
    assert all(third.pair_value(name, code) == shape.pair(Suit("SHDC".index(code))) for code in "SHDC")


# -- random deals under random rules ---------------------------------------------------------------------


PRESETS = (
    {},
    {"step": 10, "barrel.style": "lock", "zero.penalty": "off", "polish.bombs": 2},
    {"barrel.style": "lviv", "barrel.level": 900},
    {"target": "more_than_1000"},
)
OPTIONS = {
    "step": (5, 10), "target": ("at_least_1000", "more_than_1000"), "dump555": ("off", "on"),
    "barrel.style": ("classic", "lviv", "lock", "none"), "barrel.level": (880, 850, 870, 900),
    "barrel.collision": ("coexist", "same_deal_arrivals_all_fall", "newcomer_ousts_old"),
    "barrel.third_fall_zero": ("off", "on"), "barrel.win_test": ("bid", "points"), "lviv.exact": ("no", "yes"),
    "lock.level": (900, 800), "zero.penalty": ("on", "off"), "zero.basis": ("points", "tricks", "no_trick"),
    "zero.run": ("total", "consecutive"), "zero.every": (3, 5), "golden.zero_double": ("off", "on"),
    "bid.golden_set": ("off", "on"), "bid.golden_reset": ("no", "yes"), "bid.blind": ("off", "on"),
    "dump.negative": ("off", "on"), "rospisat.pay": (60, "half_up_to_5", "half_up_to_10"),
    "rospisat.limit": ("third_costs_120", "max_two", "one_plus_one_spisat", "unlimited_free", "max_one"),
    "rospisat.cost": ("none", "bid"), "polish.bombs": ("none", 2, 0, 1, 3), "talon.reveal": ("always", CONCEDED),
    "score.round_first": ("off", "on"), "score.declarer_takes": ("bid", "taken"), "contra": ("off", "on"),
}  # fmt: skip
FOUR = {
    "four.inactive": ("right_of_dealer", "opposite_dealer", "dealer"), "four.ace_value": (40, 50),
    "four.inactive_score": ("none", "aces_and_pairs", "talon_cards_and_pairs"),
}  # fmt: skip
NEEDS = {
    "golden.zero_double": {"bid.golden_set": "on"}, "bid.golden_reset": {"bid.golden_set": "on"},
    "lviv.exact": {"barrel.style": "lviv", "barrel.level": 900}, "lock.level": {"barrel.style": "lock"},
    "dump.negative": {"dump555": "on"},
}  # fmt: skip
OUT = {"right_of_dealer": 3, "opposite_dealer": 2, "dealer": 0}  # places from the dealer
LIMITS = {"max_two": 2, "one_plus_one_spisat": 1, "max_one": 1}
PACK = [suit + rank for suit in "SHDC" for rank in third.VALUE]


def random_rules(name, random):
    """A preset with some options changed, as the game has it when those that contradict others are dropped."""
    choices = OPTIONS | (FOUR if name == "thousand-four" else {})
    rules = dict(random.choice(PRESETS))
    for key in random.sample(sorted(choices), random.randrange(9)):
        rules |= {key: random.choice(choices[key])} | NEEDS.get(key, {})
    g = agreed(name, rules)
    return {key: value for key, value in rules.items() if str(value) == str(changed(g.options).get(key))}


class Draw:
    """A random standing and a random deal from it."""

    def __init__(self, name, rules, random):
        self.name, self.rules, self.random = name, rules, random
        self.r = third.DEFAULTS | rules
        self.all = "NESW" if name == "thousand-four" else "ABC"
        self.dealer = random.choice(self.all)
        around = order(self.all, self.dealer)
        at = self.all.index(self.dealer) + OUT[self.r["four.inactive"]]
        self.resting = self.all[at % 4] if name == "thousand-four" else ""
        self.playing = [p for p in around if p != self.resting]
        self.state = self.standing()
        self.deal = self.happened()
        self.near()

    def standing(self):
        random, state = self.random, third.State(dict.fromkeys(self.all, 0))
        for player in self.all:
            for name in ("zeros", "run", "written", "bombs", "downs", "falls"):
                state.put(name, player, random.choice([0, 0, random.randrange(3 if name in ("run", "falls") else 6)]))
            on = self.r["barrel.style"] == "classic" and random.random() < 0.4
            state.put("barrel", player, random.choice([1, 1, 2, 3]) if on else 0)
        if self.r["bid.golden_set"] == "on":
            played = random.randrange(len(self.all))
            state.golden.update(played=played, made=random.choice([0, 0, played]), over=random.choice([0, 0, 1]))
        return state

    def happened(self):
        random, r = self.random, self.r
        lowest = third.Settlement(self.state, third.Deal("", None), self.rules).minimum()
        forced = r["talon.reveal"] == CONCEDED and random.random() < 0.7
        who = self.playing[0] if forced else random.choice(self.playing)
        more = 0 if forced else random.choice([0, 0, *range(6)])
        self.won = lowest + r["step"] * (more + (who != self.playing[0]))
        self.blind = r["bid.blind"] == "on" and self.won <= 120 and random.random() < 0.5
        golden = r["bid.golden_set"] == "on" and not self.state.golden["over"]
        deal = third.Deal("".join(p for p in self.all if p != self.resting), who, self.won, resting=self.resting)
        deal.factor = (1 + golden) * (1 + self.blind)
        deal.talon = tuple(random.sample(PACK, 3)) if self.resting else ()
        deal.kind = random.choice(["played"] * 5 + self.closings(who, lowest))
        if deal.kind == "conceded":
            self.won = deal.bid = lowest
            self.blind, deal.factor = False, 1 + golden
        if deal.kind == "played":
            self.taken(deal)
        return deal

    def closings(self, who, lowest):
        """How this player may close the deal."""
        r, mark = self.r, self.state.mark
        found = []
        if who == self.playing[0] and r["talon.reveal"] == CONCEDED and self.won == lowest and not self.blind:
            found.append("conceded")
        if mark("barrel", who):
            return found
        if r["polish.bombs"] != "none":
            return [*found, *["bomb"] * (mark("bombs", who) < r["polish.bombs"])]
        found += ["written"] * (mark("written", who) < LIMITS.get(r["rospisat.limit"], 99))
        return found + ["down"] * (r["rospisat.limit"] == "one_plus_one_spisat" and not mark("downs", who))

    def taken(self, deal):
        """Tricks, card points and pairs; the bid may be raised to just what was taken."""
        random, players = self.random, list(deal.players)
        random.shuffle(players)
        poor, low = random.choice([(0, 0), (0, 0), (1, 0), (1, 2), (2, 10), (2, 23)])
        some = random.randrange(121 - low)
        deal.cards = dict(zip(players, (low, some, 120 - low - some), strict=True))
        deal.tricks = {p: 1 + (n > 0) for p, n in deal.cards.items()}
        if poor or not low:
            deal.tricks[players[0]] = poor
        for suit in "SHDC":
            if (who := random.choice([*players, deal.declarer, "", ""])) and deal.tricks[who]:
                deal.pairs[who] = deal.pairs.get(who, 0) + third.pair_value("", suit)
        mine, step = deal.cards[deal.declarer] + deal.pairs.get(deal.declarer, 0), self.r["step"]
        exact = mine - mine % step + random.choice([0, 0, step, -step])
        deal.bid = random.choice([self.won, max(exact, self.won), max(exact, self.won)])
        deal.contra = random.choice([1, 2, 4]) if self.r["contra"] == "on" else 1

    def near(self):
        """Totals from which this deal leads to a line: the barrel, 555, 1000, or anywhere."""
        random, level = self.random, self.r["barrel.level"]
        end = third.Settlement(self.state, self.deal, self.rules)
        lines = (555, -555, level, level - 5, 1000, 995, 1005, self.r["lock.level"], end.win, 900)
        lviv = self.r["barrel.style"] == "lviv"
        for player in self.all:
            aim = random.choice(lines) - end.result[player] + random.choice([0, 0, 120])
            start = random.choice([aim, aim, random.randrange(-300, 990)])
            start = min(start - start % (1 if lviv else 5), end.win - (1 if lviv else 10))
            if self.r["barrel.style"] == "classic":
                start = level if self.state.mark("barrel", player) else min(start, level - 5)
            self.state.points[player] = start
        self.lviv_closes()

    def lviv_closes(self):
        """A player on the barrel of Lviv closes no deal and owes no more than 120."""
        deal, who = self.deal, self.deal.declarer
        if self.r["barrel.style"] != "lviv" or self.state.points[who] < self.r["barrel.level"]:
            return
        if deal.kind in ("written", "down", "bomb") or max(deal.bid, self.won) > 120:
            self.state.points[who] = self.r["barrel.level"] - 5


@pytest.mark.parametrize("name", ["thousand", "thousand-four"])
@settings(max_examples=400, deadline=None)
@given(SEEDS)
def test_a_random_deal_under_random_rules(name, seed):
    random = Random(seed)
    draw = Draw(name, random_rules(name, random), random)
    compare(name, draw.rules, draw.state, draw.deal, draw.dealer, won=draw.won, blind=draw.blind)
