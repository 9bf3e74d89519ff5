"""Every bid by every number of books under every way of scoring, compared with a table of its own (third_score)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
import third_score as third

from rulebook import cases, game
from rulebook.cards import CardSet, Suit
from rulebook.games.bid_whist.facts import HIGH, LOW, PASS, Bid
from rulebook.match import settle
from rulebook.options import every
from rulebook.seats import FOUR
from rulebook.standing import Standing
from rulebook.table import Action, Setup, Table, Trick

NS, EW = FOUR.sides
SOUTH = FOUR.seat("S")
KINDS = {"high": Suit(0), "low": Suit(2), "NT high": HIGH, "NT low": LOW}
FORMS = {
    "bidder": {},
    "first_trick_winner": {"kitty_book": "first_trick_winner"},
    "nobody": {"kitty_book": "nobody"},
    "no kitty": {"kitty": "none", "jokers": 0},
}
SCORING = {
    "nt_score": ("double", "single"),
    "nt_double_what": ("all_books_over_six", "bid_only"),
    "score_made": ("books_over_six", "bid"),
    "boston_points": ("none", "fixed", "double"),
}
SETS = (
    {"defenders_score": "bid"},
    {"defenders_score": "tricks_over_six"},
    {"back_door": "on"},
    {"back_door": "on", "back_door_bidder_also_loses": "no"},
    {"back_door": "off", "back_door_bidder_also_loses": "no"},
)


# -- positions: South is the declarer, and every trick has been played -----------------------------


def declared(g, number, kind, *, tricks=(), hands=None):
    """South bid this and put six cards out; `tricks` were won before, the hands are unknown unless given."""
    left = g.hand - sum(tricks)
    setup = Setup(
        dealer=SOUTH,
        pack=g.pack,
        hands=hands or (0,) * 4,
        hidden=(0,) * 4 if hands else (left,) * 4,
        piles={name: (0, n) for name, n in g.piles.items()},
        tricks=tricks,
        leader=SOUTH if tricks else -1,
    )
    t = g.start(setup)
    for _ in range(3):
        t = g.play(t, Action(g.turn(t), "call", PASS))
    t = g.play(t, Action(SOUTH, "call", Bid(number, kind.split()[0])))
    t = g.play(t, Action(SOUTH, "declare", KINDS[kind]))
    return g.play(t, Action(SOUTH, "discard", CardSet(0))) if g.piles else t


def counted(g, number, kind, mine):
    """So many tricks for South's side, whose they were first not being told."""
    return declared(g, number, kind, tricks=(mine, g.hand - mine, 0, 0))


def played(g, number, kind, mine, first):
    """So many tricks for South's side, each one on the table: the first for this seat's side."""
    t = declared(g, number, kind, hands=tuple(sum(1 << c for c in range(12 * i, 12 * i + 12)) for i in range(4)))
    rest = [NS] * (mine - (first == NS)) + [EW] * (g.hand - mine - (first == EW))
    hands, around = [list(CardSet(h)) for h in t.hands], tuple(int(FOUR.left(SOUTH, n)) for n in range(4))
    tricks = tuple(
        Trick(SOUTH, tuple(hands[s][i] for s in around), FOUR.of(side)[0], around)
        for i, side in enumerate([first, *rest])
    )
    return Table(t.setup, (0,) * 4, (0,) * 4, t.piles, t.facts, (), tricks[-1].winner, tricks, t.log)


def positions(form):
    """(number, kind, books of South's side, table): every bid, every number of books the side can have."""
    base = game("bid-whist", min_bid=1, **FORMS[form])
    top = third.largest_bid(FORMS[form])
    for number, kind in product(range(1, top + 1), KINDS):
        for mine in range(base.hand + 1):
            if form != "first_trick_winner":
                books = mine + (form == "bidder")
                yield number, kind, books, counted(base, number, kind, mine)
                continue
            for first in FOUR.sides:
                if (mine if first == NS else base.hand - mine) > 0:
                    yield number, kind, mine + (first == NS), played(base, number, kind, mine, first)


@pytest.fixture(scope="module", params=FORMS)
def cells(request):
    return request.param, list(positions(request.param))


def test_positions_cover_every_number_of_books(cells):
    form, found = cells
    top = third.largest_bid(FORMS[form])
    least = {"bidder": 1, "first_trick_winner": 0, "nobody": 0, "no kitty": 0}[form]
    books = range(least, third.books_there_are(FORMS[form]) + 1)
    assert {cell[:3] for cell in found} == set(product(range(1, top + 1), KINDS, books))


def compared(form, found, rules):
    """The cells in which the engine and the table differ."""
    rules = {**FORMS[form], **rules}
    g = game("bid-whist", **rules)
    wrong = []
    for number, kind, books, t in found:
        mine = third.points(number, kind.startswith("NT"), books, rules)
        ledger = g.result(t)
        scored = ledger.totals(FOUR.sides)
        if not ledger.final or (scored[NS], scored[EW]) != mine:
            wrong.append((number, kind, books, rules, scored, mine))
    return wrong


@pytest.mark.parametrize("values", list(product(*SCORING.values())), ids=lambda values: "-".join(values))
def test_points_of_every_bid_and_every_number_of_books(cells, values):
    form, found = cells
    assert compared(form, found, dict(zip(SCORING, values, strict=True))) == []


@pytest.mark.parametrize("others", SETS, ids=lambda rules: "-".join(f"{k}={v}" for k, v in rules.items()))
@pytest.mark.parametrize("doubled", ["double", "single"])
@pytest.mark.parametrize("boston", ["none", "fixed"])
def test_what_the_other_side_scores(cells, others, doubled, boston):
    form, found = cells
    assert compared(form, found, {**others, "nt_score": doubled, "boston_points": boston}) == []


def test_the_books_that_set_a_bid(cells):
    form, found = cells
    g = game("bid-whist", min_bid=1, **FORMS[form])
    for number, _, _, t in found:
        assert g.answers["to-set"](t).args["answer"] == third.books_to_set(number, FORMS[form])


@pytest.mark.parametrize("form", ["bidder", "nobody", "no kitty"])
@pytest.mark.parametrize("others", ["none", "bid", "tricks_over_six"])
def test_a_deal_that_breaks_off_counts_only_when_it_is_decided(form, others):
    """With cards still to be played only a set is certain, and only when nothing hangs on further books."""
    rules = {**FORMS[form], "defenders_score": others}
    g = game("bid-whist", **rules)
    for number, kind in product(range(3, third.largest_bid(rules) + 1), ("low", "NT high")):
        for mine, theirs in product(range(g.hand), repeat=2):
            if mine + theirs >= g.hand:
                continue
            ledger = g.result(declared(g, number, kind, tricks=(mine, theirs, 0, 0)))
            certain = theirs >= third.books_to_set(number, rules) and others != "tricks_over_six"
            assert ledger.final == certain
            scored = ledger.totals(FOUR.sides)
            wanted = third.points(number, "NT" in kind, 0, rules) if certain else (0, 0)
            assert (scored[NS], scored[EW]) == wanted


@pytest.mark.parametrize("case", list(cases.find("bid-whist")), ids=lambda case: case.id)
def test_a_documented_deal_scores_as_the_table_says(case):
    """Every case that comes to an end without a renege call, whatever its house rules, standing and cards."""
    result = cases.run(case)
    t, sheet = result.table, result.sheet
    if result.game.id != "bid-whist" or t is None or not sheet.final or t.facts.claims or t.ended:
        return
    rules = {o.key: value for o, value in every(result.game.options)}
    side = FOUR.side(t.facts.declarer)
    other, bid = FOUR.other(side), [b for _, b in t.facts.calls if b != PASS][-1]
    mine, others = (sum(t.won(s) for s in FOUR.of(x)) for x in (side, other))
    if result.game.piles and rules["kitty_book"] != "nobody":
        first = rules["kitty_book"] == "bidder" or FOUR.side(t.tricks[0].winner) == side
        mine, others = mine + first, others + (not first)
    if mine + others < third.books_there_are(rules):  # broken off: only a set can be certain then
        assert others >= third.books_to_set(bid.number, rules)
    if rules["rotation"] == "set_rises":
        assert sheet.after.points == sheet.before.points
        return
    before = sheet.before.points[side], sheet.before.points[other]
    sets = sheet.before.mark("sets", side), sheet.before.mark("sets", other)
    want = third.settled(bid.number, bid.nt, mine, rules, before, sets, others=others)
    assert (sheet.after.points[side], sheet.after.points[other]) == want.points
    assert sheet.after.over == (None if want.winner is None else (side, other)[want.winner])


# -- penalties: books, a Boston that is none -------------------------------------------------------


CALLS = ("", "W", "S", "WE", "WS", "SW", "NS", "WEW", "WWWWW", "SNSNS", "SWSW")


@pytest.mark.parametrize("boston", SCORING["boston_points"])
@pytest.mark.parametrize(("to", "counts"), list(product(["other_side", "removed"], ["no", "yes"])))
def test_books_after_wrong_calls(to, counts, boston):
    """Each wrong call costs the callers three books, as far as they have them."""
    rules = {"illegal_play": "table", "renege_to": to, "renege_boston": counts, "boston_points": boston}
    g, seen = game("bid-whist", **rules), set()
    for (number, kind), mine, calls in product([(3, "high"), (7, "low"), (7, "NT low")], range(13), CALLS):
        t = counted(g, number, kind, mine)
        for n, letter in enumerate(calls, 1):
            t = g.play(t, Action(FOUR.seat(letter), "renege", n))
        natural = (mine + 1, 12 - mine)
        books = third.penalties(natural, [(0 if c in "NS" else 1, False) for c in calls], rules)
        assert g.now(t)["counts"] == {"NS": books[0], "EW": books[1]}
        scored = g.result(t).totals(FOUR.sides)
        all_of_them = third.is_boston(natural, books, rules)
        wanted = third.points(number, "NT" in kind, books[0], rules, boston=all_of_them, others=books[1])
        assert (scored[NS], scored[EW]) == wanted, (number, kind, natural, books)
        seen.add((books[0] == 13, natural[0] == 13))
    assert seen >= {(True, True), (False, True), (False, False)}
    assert ((True, False) in seen) == (to == "other_side")


# -- the end of a game -----------------------------------------------------------------------------


# bid, kind and books of one deal: made and set, by much and by little, and both sorts of Boston
DEALS = (
    (3, "high", 9), (3, "low", 8), (4, "NT high", 10), (5, "NT low", 10), (3, "high", 13),
    (7, "low", 13), (7, "NT high", 13), (7, "high", 12),
)  # fmt: skip
DOORS = ({}, {"back_door": "on"}, {"back_door": "on", "back_door_bidder_also_loses": "no"}, {"defenders_score": "bid"})


def standing(mine, others, sets=(0, 0)):
    found = Standing({NS: mine, EW: others}, {NS: 0, EW: 0})
    return found.marked("sets", NS, sets[0]).marked("sets", EW, sets[1])


def at(t, before):
    """The same table in a match that stands so."""
    return Table(replace(t.setup, standing=before), t.hands, t.hidden, t.piles, t.facts, (), t.leader, t.tricks, t.log)


def check_end(g, rules, table, deal, before, sets=(0, 0)):
    number, kind, books = deal
    sheet = settle(g, at(table, standing(*before, sets)))
    mine = third.settled(number, "NT" in kind, books, rules, before, sets)
    after = sheet.after
    found = (after.points[NS], after.points[EW]), after.over, (after.tally[NS], after.tally[EW])
    assert found == (mine.points, None if mine.winner is None else (NS, EW)[mine.winner], mine.games), (deal, before)
    for side in FOUR.sides:
        moved = sum(e.points for e in sheet.entries if e.side == side)
        assert moved == after.points[side] - sheet.before.points[side]
    if rules.get("two_sets_lose") == "on" and mine.winner is None:
        assert (after.mark("sets", NS), after.mark("sets", EW)) == mine.sets
    following = after.next_game()
    if mine.winner is not None:
        assert set(following.points.values()) == {0}
        assert not any(following.mark("sets", side) for side in FOUR.sides)


@pytest.fixture(scope="module")
def deals():
    base = game("bid-whist")
    return {deal: counted(base, deal[0], deal[1], deal[2] - 1) for deal in DEALS}


@pytest.mark.parametrize("door", DOORS, ids=lambda rules: "-".join(rules) or "none")
@pytest.mark.parametrize("target", [5, 7, 9, 11, 21])
def test_the_end_of_a_game_from_every_standing(deals, door, target):
    for lower, wins in (("on", 2), ("off", 1)):
        rules = {**door, "target": target, "lower_limit": lower, "boston_bid_wins": wins}
        g = game("bid-whist", **rules)
        for mine, others in product(range(1 - target, target), (1 - target, -1, 0, target - 1)):
            for deal, table in deals.items():
                check_end(g, rules, table, deal, (mine, others))


@pytest.mark.parametrize("door", DOORS, ids=lambda rules: "-".join(rules) or "none")
@pytest.mark.parametrize("lower", ["on", "off"])
def test_the_second_set_of_a_game(deals, door, lower):
    rules = {**door, "lower_limit": lower, "two_sets_lose": "on"}
    g = game("bid-whist", **rules)
    for mine, others, sets in product(range(-6, 7, 2), range(-6, 7, 3), product((0, 1), repeat=2)):
        for deal, table in deals.items():
            check_end(g, rules, table, deal, (mine, others), sets)


@pytest.mark.parametrize("rest", [{}, {"nt_score": "single", "two_sets_lose": "on", "back_door": "on", "target": 5}])
def test_best_of_hands_counts_deals_and_nothing_else(deals, rest):
    rules = {"match": "best_of_hands", **rest}
    g = game("bid-whist", **rules)
    for before in product(range(3), repeat=2):
        for deal, table in deals.items():
            check_end(g, rules, table, deal, before)


@pytest.mark.parametrize("rest", [{}, {"target": 5, "two_sets_lose": "on", "boston_points": "fixed"}])
def test_where_a_set_pair_rises_no_score_is_kept(deals, rest):
    g = game("bid-whist", rotation="set_rises", **rest)
    for (number, _, books), table in deals.items():
        before = replace(standing(0, 0), pairs=("one", "two", "three", "four"))
        after = settle(g, at(table, before)).after
        stays = third.made(number, books)
        assert after.pairs == (before.pairs if stays else ("three", "two", "four", "one"))
        assert (after.points, after.over) == (before.points, None)


def test_where_the_loser_rises_the_pair_that_lost_goes_to_the_end(deals):
    g = game("bid-whist", rotation="loser_rises")
    seated = {
        None: ("one", "two", "three", "four"),
        NS: ("one", "three", "four", "two"),
        EW: ("three", "two", "four", "one"),
    }
    for deal, (mine, others) in product(DEALS, product(range(-6, 7, 3), repeat=2)):
        before = replace(standing(mine, others), pairs=seated[None])
        after = settle(g, at(deals[deal], before)).after
        won = third.settled(deal[0], "NT" in deal[1], deal[2], {}, (mine, others)).winner
        assert after.pairs == seated[None if won is None else (NS, EW)[won]]
