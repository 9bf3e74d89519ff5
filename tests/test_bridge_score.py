"""The score of bridge compared cell by cell: tables typed from the rules, and a third reading (third_bridge_score)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest
import third_bridge_score as third

from rulebook import cases, game
from rulebook.cards import CARDS, card
from rulebook.games.bridge.honours import figures
from rulebook.match import settle
from rulebook.records import load, parse
from rulebook.seats import FOUR
from rulebook.standing import Standing
from rulebook.table import Setup
from rulebook.view import pad
from rulebook.view.steps import documents

NS, EW = FOUR.sides
SOUTH = FOUR.seat("S")
NAMES = {"N": "NT"}
SUITS = {"S": "S", "R": "S", "H": "H", "D": "D", "C": "C", "N": None}

# rows: 3, 4, 4 in one hand, 5, 5 with four in one hand, 5 in one hand; columns as named
AUCTION_HONOURS = {
    "S": (4, 8, 16, 10, 18, 20),
    "C": (12, 24, 48, 30, 54, 60),
    "D": (14, 28, 56, 35, 63, 70),
    "H": (16, 32, 64, 40, 72, 80),
    "R": (18, 36, 72, 45, 81, 90),
    "N": (30, 40, 100),
}
STRAIGHT_HONOURS = {
    "S": (4, 8, 16, 10, 18, 20),
    "C": (8, 16, 32, 20, 36, 40),
    "D": (12, 24, 48, 30, 54, 60),
    "H": (16, 32, 64, 40, 72, 80),
    "N": (30, 40, 100),
}
# which of A K Q J T lie with South, North and West; for no trump which of the four aces
TRUMP_HOLDINGS = (("AKQ", "", "JT"), ("AK", "QJ", "T"), ("AKQJ", "", "T"), ("AKQ", "JT", ""), ("AKQJ", "T", ""),
                  ("AKQJT", "", ""))  # fmt: skip
ACE_HOLDINGS = (("SH", "D", "C"), ("SH", "DC", ""), ("SHDC", "", ""))

MADE = {  # points below the line of exactly one to seven odd tricks
    "S": ((2, 4, 6, 8, 10, 12, 14), (4, 8, 12, 16, 20, 24, 28), (8, 16, 24, 32, 40, 48, 56)),
    "C": ((6, 12, 18, 24, 30, 36, 42), (12, 24, 36, 48, 60, 72, 84), (24, 48, 72, 96, 120, 144, 168)),
    "D": ((7, 14, 21, 28, 35, 42, 49), (14, 28, 42, 56, 70, 84, 98), (28, 56, 84, 112, 140, 168, 196)),
    "H": ((8, 16, 24, 32, 40, 48, 56), (16, 32, 48, 64, 80, 96, 112), (32, 64, 96, 128, 160, 192, 224)),
    "R": ((9, 18, 27, 36, 45, 54, 63), (18, 36, 54, 72, 90, 108, 126), (36, 72, 108, 144, 180, 216, 252)),
    "N": ((10, 20, 30, 40, 50, 60, 70), (20, 40, 60, 80, 100, 120, 140), (40, 80, 120, 160, 200, 240, 280)),
}
SHORT = (  # above the line, for one to seven tricks short
    (50, 100, 150, 200, 250, 300, 350),
    (100, 200, 300, 400, 500, 600, 700),
    (200, 400, 600, 800, 1000, 1200, 1400),
)
OVER = (  # above the line, for a contract of one made exactly and with one to six tricks more; no slam in it
    (0, 0, 0, 0, 0, 0, 0),
    (50, 100, 150, 200, 250, 300, 350),
    (100, 200, 300, 400, 500, 600, 700),
)
SLAMS = {12: 20, 13: 40}
LADDERS = {
    "S": (2, 4, 8, 16, 32, 64, 100),
    "C": (4, 8, 16, 32, 64, 100),
    "D": (6, 12, 24, 48, 96, 100),
    "H": (8, 16, 32, 64, 100),
    "N": (12, 24, 48, 96, 100),
}
STRAIGHT_MADE = {  # one to seven odd tricks, not doubled
    "S": (2, 4, 6, 8, 10, 12, 14),
    "C": (4, 8, 12, 16, 20, 24, 28),
    "D": (6, 12, 18, 24, 30, 36, 42),
    "H": (8, 16, 24, 32, 40, 48, 56),
    "N": (12, 24, 36, 48, 60, 72, 84),
}


class Cells:
    """Counts what is compared, for the report."""

    n = 0

    @classmethod
    def same(cls, got: object, right: object, what: object) -> None:
        cls.n += 1
        assert got == right, what


@pytest.fixture(scope="module", autouse=True)
def report(request):
    yield
    shown = request.config.pluginmanager.getplugin("capturemanager")
    with shown.global_and_fixture_disabled():
        print(f"\nbridge score: {Cells.n} cells compared")


# -- deals -----------------------------------------------------------------------------------------


def masks(hands):
    return tuple(sum(1 << card(code) for code in hand) for hand in hands)


def completed(fixed, seed=1):
    """Four hands of 13 that hold these cards, N E S W; the others are dealt by chance, honours last to nobody."""
    rng = random.Random(seed)
    hands = [list(hand) for hand in fixed]
    rest = [c.code for c in CARDS[:52] if not any(c.code in hand for hand in hands)]
    rng.shuffle(rest)
    for hand in hands:
        while len(hand) < 13:
            hand.append(rest.pop())
    return hands


def settled(g, hands, given, *, dealer=SOUTH, standing=None, tricks=(), stated=None):
    """The sheet of a deal whose tricks the record states."""
    left = 13 - sum(tricks)
    setup = Setup(
        dealer=dealer,
        pack=g.pack,
        hands=masks(hands) if hands else (0,) * 4,
        hidden=(0,) * 4 if hands else (left,) * 4,
        tricks=tricks,
        standing=standing,
        given=given,
        leader=0 if tricks else -1,
        stated=stated or {},
    )
    return settle(g, g.start(setup))


def contract(number, name, times=1, declarer="S"):
    return {
        "Contract": f"{number}{NAMES.get(name, name)}{'' if times == 1 else 'X' * (times // 2)}",
        "Declarer": declarer,
    }


def auction_sheet(number, name, times, own, *, dealer=SOUTH, rules=None, standing=None):
    g = game("auction-bridge", nullo="on", **(rules or {}))
    tricks = (0, 13 - own, own, 0)
    return settled(
        g, None, contract(number, name, times), dealer=dealer, tricks=tricks, standing=standing, stated={"honours": {}}
    )


def points(sheet, side, column=None):
    return sum(e.points for e in sheet.entries if e.side == side and column in (None, e.column))


def deal_points(sheet, side, column):
    """Without what belongs to the rubber."""
    own = [e for e in sheet.entries if not e.ruling.rule.startswith("bridge.rubber.")]
    return sum(e.points for e in own if e.side == side and e.column == column)


# -- honours ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("id_", "tables"), [("auction-bridge", AUCTION_HONOURS), ("bridge", STRAIGHT_HONOURS)])
def test_honours_tables(id_, tables):
    g = game(id_)
    for name, row in tables.items():
        holdings = ACE_HOLDINGS if name == "N" else TRUMP_HOLDINGS
        for (south, north, west), right in zip(holdings, row, strict=True):
            codes = [[f"{x}A" if name == "N" else SUITS[name] + x for x in held] for held in (north, "", south, west)]
            sheet = made_sheet(g, completed(codes), name)
            Cells.same(points(sheet, NS, "above"), right, (id_, name, south, north))
            Cells.same(points(sheet, EW, "above"), 0, (id_, name, south, north))
        Cells.same(set(figures(g.options.shape.values[name], name)), set(row), (id_, name))


def made_sheet(g, hands, name, own=7, **rest):
    """South declares or makes this, and the record states seven tricks."""
    if g.id == "auction-bridge":
        return settled(g, hands, {**contract(1, name), "Result": str(own)}, **rest)
    text = " ".join(".".join(held(hand, suit) for suit in "SHDC") for hand in hands)
    record = next(parse(f'[Game "bridge"] [Dealer "S"] [Deal "N:{text}"] [Make "S {name}"] [Result "{own}"]'))
    steps = list(g.replay(record))
    return settle(g, steps[-1].table)


def held(hand, suit):
    return "".join(code[1] for code in hand if code[0] == suit)


@pytest.mark.parametrize("seed", range(60))
def test_honours_of_any_deal(seed):
    rng = random.Random(seed)
    codes = [c.code for c in CARDS[:52]]
    rng.shuffle(codes)
    hands = [codes[i * 13 : i * 13 + 13] for i in range(4)]
    for name, value in third.AUCTION_VALUES.items():
        if name == "U":
            continue
        sheet = made_sheet(game("auction-bridge"), hands, name)
        side, right = third.honours([{(c[0], c[1]) for c in hand} for hand in hands], SUITS[name], value)
        for s in (NS, EW):
            Cells.same(points(sheet, s, "above"), right if s == side else 0, (seed, name, s))


# -- contracts of auction bridge -------------------------------------------------------------------


@pytest.mark.parametrize("name", list(MADE))
def test_made_over_and_short(name):
    for row, times in enumerate((1, 2, 4)):
        for number in range(1, 8):
            sheet = auction_sheet(number, name, times, 6 + number)
            Cells.same(deal_points(sheet, NS, "below"), MADE[name][row][number - 1], (number, name, times))
            for short in range(1, 6 + number + 1):
                sheet = auction_sheet(number, name, times, 6 + number - short, dealer=FOUR.seat("W"))
                slam = SLAMS.get(7 - number + short, 0)
                lost = SHORT[row][short - 1] if short < 8 else 50 * times * short
                own = SLAMS.get(6 + number - short, 0)
                Cells.same(points(sheet, EW, "above"), lost + slam, (number, name, times, short))
                Cells.same((points(sheet, NS, "below"), points(sheet, NS, "above")), (0, own), (number, name, short))
        for over in range(7):
            sheet = auction_sheet(1, name, times, 7 + over)
            slam = SLAMS.get(7 + over, 0)
            Cells.same(deal_points(sheet, NS, "above"), OVER[row][over] + slam, (name, times, over))
            Cells.same(deal_points(sheet, NS, "below"), MADE[name][row][over], (name, times, over))


def test_every_contract_with_every_number_of_tricks():
    for number, name, times, own in product(range(1, 8), third.AUCTION_VALUES, (1, 2, 4), range(14)):
        for dealer in (SOUTH, FOUR.seat("W")):
            sheet = auction_sheet(number, name, times, own, dealer=dealer)
            right = third.auction(number, name, times, own, dealers=dealer == SOUTH)
            for s, side in enumerate((NS, EW)):
                got = deal_points(sheet, side, "below"), deal_points(sheet, side, "above")
                Cells.same(got, (right.below[s], right.above[s]), (number, name, times, own, dealer))


def test_one_spade_of_the_dealer():
    right = {1: (50, 100, 100, 100, 100, 100, 100), 2: (100,) * 7, 4: (200, 400, 600, 800, 1000, 1200, 1400)}
    for times, row in right.items():
        for short, lost in enumerate(row, 1):
            slam = SLAMS.get(6 + short, 0)
            Cells.same(points(auction_sheet(1, "S", times, 7 - short), EW, "above"), lost + slam, (times, short))


def test_what_a_double_of_four_hearts_costs():
    plain, doubled, redoubled = (points(auction_sheet(4, "H", times, 10), NS) for times in (1, 2, 4))
    assert (plain, doubled - plain, redoubled - doubled, redoubled - plain) == (32, 82, 114, 196)
    short = [points(auction_sheet(4, "H", times, 9), EW) for times in (1, 2, 4)]
    assert (short, short[2] - short[0]) == ([50, 100, 200], 150)


# -- straight bridge -------------------------------------------------------------------------------


def straight_record(name, doubles, own):
    """South makes this, it is doubled and redoubled so many times, and the tricks are stated."""
    said = "X " + "XX " * (doubles - 1) if doubles else ""
    section = f'[Doubling "W"] {said}' if doubles else ""
    return (
        f'[Game "bridge"] [Dealer "S"] [Deal "N:- - - -"] [Make "S {name}"] {section} [Tricks "NS={own} EW={13 - own}"]'
    )


@pytest.mark.parametrize("name", list(LADDERS))
def test_straight_ladders_and_tricks(name):
    g = game("bridge")
    for doubles, unit in enumerate(LADDERS[name]):
        for own in range(14):
            t = list(g.replay(next(parse(straight_record(name, doubles, own)))))[-1].table
            sheet = settle(g, t)
            right = third.straight(name, unit, own)
            for s, side in enumerate((NS, EW)):
                got = deal_points(sheet, side, "below"), deal_points(sheet, side, "above")
                Cells.same(got, (right.below[s], right.above[s]), (name, doubles, own))
            if not doubles and own > 6:
                Cells.same(deal_points(sheet, NS, "below"), STRAIGHT_MADE[name][own - 7], (name, own))


# -- slams -----------------------------------------------------------------------------------------


def test_slams():
    for times, own in product((1, 2, 4), range(14)):
        sheet = auction_sheet(1, "C", times, own)
        rules = {"bridge.slams.grand", "bridge.slams.little"}
        got = {
            side: sum(e.points for e in sheet.entries if e.ruling.rule in rules and e.side == side) for side in (NS, EW)
        }
        Cells.same(got, {NS: SLAMS.get(own, 0), EW: SLAMS.get(13 - own, 0)}, (times, own))


# -- revokes ---------------------------------------------------------------------------------------

HANDS = "N:8765.K76.A32.432 KQ2.543.KQJ4.765 A43.AQJT2.765.AK JT9.98.T98.QJT98"
HIS, OURS = "CQ C2 D4 CA", "SJ S5 S2 H2"  # West leads: East revokes, or South does


def revoked(id_, rules, middle, play, claims, before=""):
    text = f'[Game "{id_}"] [Rules "{rules}"] {before} [Dealer "S"] [Deal "{HANDS}"] {middle} [Play "W"]\n{play}\n'
    g = game(id_, **dict(word.split("=") for word in rules.split()))
    text += "\n".join(f'[Claim "{claim}"]' for claim in claims)
    return settle(g, list(g.replay(next(parse(text))))[-1].table)


def without_honours(sheet, side, column):
    own = [e for e in sheet.entries if not e.ruling.rule.startswith(("bridge.honours.", "bridge.rubber."))]
    return sum(e.points for e in own if e.side == side and e.column == column)


def test_revokes_of_auction_bridge():
    for number, name, times, own in product((1, 3, 5), "CHNU", (1, 2, 4), range(1, 13)):
        given = contract(number, name, times)
        middle = f'[Declarer "S"] [Contract "{given["Contract"]}"] [Result "{own}"]'
        for play, claim, side, take in (
            (HIS, "S revoke trick=1 by=E take=points", 1, "points"),
            (HIS, "S revoke trick=1 by=E take=tricks", 1, "tricks"),
            (OURS, "W revoke trick=1 by=S", 0, "points"),
        ):
            if claims_too_much(name, play, own):
                continue
            sheet = revoked("auction-bridge", "illegal_play=table nullo=on", middle, play, [claim])
            right = third.auction(number, name, times, own, revoked=[(side, take)], dealers=True)
            for s, who in enumerate((NS, EW)):
                got = without_honours(sheet, who, "below"), without_honours(sheet, who, "above")
                Cells.same(got, (right.below[s], right.above[s]), (number, name, times, own, claim))


def claims_too_much(name, play, own):
    """Whether the trick shown contradicts the result: South wins the first of his, West the first of ours."""
    return own == 13 if play == OURS and name != "H" else own == 0


def test_revokes_of_straight_bridge():
    for name, own, take, before in product("SHN", range(1, 13), ("tricks", "minus", "plus"), ((0, 0), (22, 10))):
        unit = third.STRAIGHT_VALUES[name]
        for play, claim, side in (
            (HIS, f"S revoke trick=1 by=E take={take}", 1),
            (OURS, f"W revoke trick=1 by=S take={take}", 0),
        ):
            if claims_too_much(name, play, own):
                continue
            standing = f'[Standing "NS={before[0]} EW={before[1]}"]'
            sheet = revoked(
                "bridge",
                "illegal_play=table revoke=choice",
                f'[Make "S {name}"] [Result "{own}"]',
                play,
                [claim],
                standing,
            )
            right = third.straight(name, unit, own, before=before, revoked=[(side, take)])
            for s, who in enumerate((NS, EW)):
                got = without_honours(sheet, who, "below"), without_honours(sheet, who, "above")
                Cells.same(got, (right.below[s], right.above[s]), (name, own, take, before, side))


# -- the rubber ------------------------------------------------------------------------------------


def some_deals(rng: random.Random) -> Iterator[tuple[int, str, int, int, bool]]:
    while True:
        name = rng.choice("SCDHRUN")
        yield rng.randint(1, 7), name, rng.choice((1, 1, 1, 2, 4)), rng.randint(0, 13), rng.random() < 0.5


@pytest.mark.parametrize("seed", range(80))
def test_rubbers_of_auction_bridge(seed):
    rng = random.Random(seed)
    g, mine = game("auction-bridge", nullo="on"), third.Rubber("auction")
    standing, dealer = Standing.start(FOUR), FOUR.seat("N")
    for number, name, times, own, ns in some_deals(rng):
        declarer = FOUR.seat("S" if ns else "E")
        tricks = (0, 13 - own, own, 0) if ns else (13 - own, own, 0, 0)
        sheet = settled(
            g, None, contract(number, name, times, declarer.code), dealer=dealer, standing=standing, tricks=tricks,
            stated={"honours": {}},
        )  # fmt: skip
        right = third.auction(number, name, times, own, dealers=dealer == declarer)
        if not ns:
            right.below.reverse()
            right.above.reverse()
        mine.write(right)
        after = sheet.after
        for s, side in enumerate((NS, EW)):
            got = after.points[side], after.mark("below", side), after.mark("above", side), after.mark("games", side)
            Cells.same(got, (mine.part[s], mine.kept[s], mine.above[s], mine.games[s]), (seed, number, name))
        Cells.same(after.over is not None, mine.over, seed)
        standing, dealer = after.next_game(), FOUR.left(dealer)
        if mine.over:
            totals = mine.totals()
            said = [e.ruling.args for e in sheet.entries if e.ruling.rule == "bridge.rubber.difference"]
            Cells.same([a["won"] for a in said], [abs(totals[0] - totals[1])] if totals[0] != totals[1] else [], seed)
            assert not any(standing.mark(name, side) for name in g.marks for side in (NS, EW))
            return


def test_timed_stop():
    g = game("auction-bridge", hour="on")
    for ns, ew in product((0, 1), repeat=2):
        standing = Standing.start(FOUR)
        for side, games in ((NS, ns), (EW, ew)):
            standing = standing.with_marks("games", side, games).with_marks("below", side, 32 * games)
        setup = Setup(
            dealer=SOUTH, pack=g.pack, hands=(0,) * 4, hidden=(0,) * 4, tricks=(9, 4, 0, 0), leader=0,
            standing=standing, given=contract(3, "H"), stated={"honours": {}},
        )  # fmt: skip
        sheet = settle(g, g.play(g.start(setup), "W hour"))
        for side, games in ((NS, ns), (EW, ew)):
            Cells.same(points(sheet, side, "above"), 125 * games, (ns, ew))
        Cells.same(sheet.after.over is not None, True, (ns, ew))


def test_the_rubber_of_six_deals_and_its_pad():
    path = cases.match_path("bridge/matches/rubber-1913")
    docs = list(documents(load(path), cases.game_of, "en"))
    assert not [p for doc in docs for p in doc["problems"]]
    (found,) = pad.pads(docs)
    below = [{side: [item.points for item in part[side]] for side in found.sides} for part in found.games]
    assert below == [{"NS": [32], "EW": []}, {"NS": [], "EW": [30]}, {"NS": [18, 24], "EW": [28]}, {"NS": [], "EW": []}]
    above = {side: [item.points for item in found.above[side]] for side in found.sides}
    assert above == {"NS": [40, 150, 48, 250], "EW": [30, 28, 16]}
    assert [found.total(side) for side in found.sides] == [562, 132]
