"""Movements are permutations that come round, and settlements add up to nothing."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rulebook as rb
from rulebook.cards import CARDS, CardSet
from rulebook.games.bridge import cutting, forming
from rulebook.parts import movement, settlement
from rulebook.parts.movement import SIX, Three, pivot, six_rubbers, six_tables, tables_up, winners_up
from rulebook.records import Record, parse
from rulebook.table import Action

SEAT = st.integers(0, 3)
TOTALS = st.lists(st.integers(-5000, 5000), min_size=2, max_size=6)
NAMES = "abcdef"
ACE_TO_KING = "A23456789TJQK"


def every_movement():
    """Each movement with the number of moves after which everybody is back."""
    yield from ((f"pivot {seat}", pivot(seat), 3) for seat in range(4))
    yield from ((f"three {dealer}", Three(dealer).move, 2) for dealer in range(4))
    yield "six", SIX, 6
    yield from ((f"{n} tables", tables_up(n), n) for n in range(1, 9))


EVERY = list(every_movement())


@pytest.mark.parametrize(("move", "moves"), [row[1:] for row in EVERY], ids=[name for name, *_ in EVERY])
def test_a_movement_is_a_permutation_that_comes_round(move, moves):
    start = tuple(range(len(move.to)))
    assert tuple(sorted(move.to)) == start
    seatings = list(move.rounds(start, moves + 1))
    assert seatings[0] == seatings[moves] == start
    assert all(seated != start for seated in seatings[1:moves])


@given(st.lists(st.booleans(), min_size=1, max_size=12))
def test_winners_move_up_and_losers_stay(ahead):
    move = winners_up(ahead)
    assert sorted(move.to) == list(range(2 * len(ahead)))
    seated = move.after(range(2 * len(ahead)))
    for table, first in enumerate(ahead):
        loser, winner = 2 * table + first, 2 * table + (not first)
        assert seated[loser] == loser
        assert move.to[winner] // 2 == (table + 1) % len(ahead)


@given(SEAT)
def test_the_pivot_stays_and_has_each_partner_once(seat):
    found = set()
    for seated in pivot(seat).rounds(NAMES[:4], 3):
        assert seated[seat] == NAMES[seat]
        found |= {frozenset(pair) for pair in movement.partners(seated)}
    assert found == set(map(frozenset, combinations(NAMES[:4], 2)))


def test_the_turn_of_the_pivot_as_the_book_has_it():
    """Pivot at South: North comes from East, West from North, East from West."""
    assert pivot(2).after("NESW") == ("E", "W", "S", "N")


@given(SEAT)
def test_three_moves_bring_the_three_back_in_relation_to_the_dealer(first):
    """Each deals once, and then dealer, left and right are the same people as at first."""
    people = {first: "x", (first + 1) % 4: "y", (first - 1) % 4: "z"}
    seated, deal, dealers = [people.get(s, "") for s in range(4)], Three(first), []
    start = relation(seated, deal)
    for _ in range(3):
        assert seated[deal.empty] == ""
        dealers.append(seated[deal.dealer])
        seated, deal = deal.move.after(seated), deal.next
    assert sorted(dealers) == ["x", "y", "z"]
    assert relation(seated, deal) == start


def relation(seated, deal):
    return [seated[(deal.dealer + n) % 4] for n in range(4)]


@pytest.mark.parametrize(("dealer", "moves", "target", "then", "empty"), [*map(tuple, ("SENWE", "WSENS", "NWSEW"))])
def test_movement_of_three_as_the_book_has_it(dealer, moves, target, then, empty):
    """South deals: East moves to North, West deals, East is empty; and so on round the table."""
    deal = Three("NESW".index(dealer))
    assert ["NESW"[s] for s in (deal.mover, deal.empty)] == [moves, target]
    assert ["NESW"[s] for s in (deal.next.dealer, deal.next.empty)] == [then, empty]


def test_six_keep_their_partners_and_deal_in_turn():
    """The pairs that the tables name are those that the moves bring to the seats."""
    for deal, seated in enumerate(SIX.rounds("ABCABC", 7), 1):
        assert all(one == other for one, other in movement.partners(seated))
        for table in six_tables(deal):
            assert table is not None
            assert (seated[table.order[0]], seated[table.eldest]) == table.pairs
            assert seated[table.order[3]] == table.pairs[1]


def test_six_hands_meet_in_three_rubbers_twice_in_three_deals():
    met = [frozenset(table.pairs) for deal in (1, 2, 3) for table in six_tables(deal) if table]
    assert sorted(map(sorted, met)) == sorted(sorted(pairs) for pairs in six_rubbers() * 2)


@given(st.integers(1, 30), st.sets(st.sampled_from(six_rubbers())))
def test_a_finished_rubber_is_not_dealt(deal, over):
    for now, all_ in zip(six_tables(deal, over), six_tables(deal), strict=True):
        assert now == (None if frozenset(all_.pairs) in over else all_)


@pytest.mark.parametrize("tables", range(1, 9))
def test_every_pair_meets_every_other_once(tables):
    met = [pair for round_ in movement.meetings(tables, tables) for pair in round_]
    assert len(set(met)) == len(met) == tables**2


# -- settlements ---------------------------------------------------------------------------------


@given(TOTALS)
def test_a_settlement_adds_up_to_nothing(totals):
    results = settlement.pairwise(totals)
    assert sum(results) == 0
    assert [sum(row) for row in settlement.debts(totals)] == list(results)


@given(st.integers(-5000, 5000), st.integers(-5000, 5000))
def test_what_one_side_wins_the_other_loses(one, other):
    assert sum(settlement.remainder(one, other)) == 0
    assert settlement.pairwise([one, other]) == settlement.remainder(one, other)


@given(SEAT, st.integers(0, 500), st.integers(0, 500))
def test_both_ways_of_keeping_kings_bridge_settle_alike(dealer, own, other):
    ways = [way(4, dealer, own, other) for way in (settlement.plus_only, settlement.plus_minus)]
    assert settlement.pairwise(ways[0]) == settlement.pairwise(ways[1])


@given(st.integers(-900, 900), st.integers(-900, 900), st.integers(-900, 900))
def test_a_whole_total_for_each_player_leaves_the_order(first, second, third):
    """Three rubbers of pivot bridge: the remainder of each, or the whole totals, and the players stand in one order."""
    kept, differences = [0] * 4, [0] * 4
    for seated, score in zip(pivot(0).rounds(range(4), 3), (first, second, third), strict=True):
        sides = movement.partners(seated)
        for player, n in settlement.whole(sides, (score, 0)).items():
            kept[player] += n
        for side, n in zip(sides, settlement.remainder(score, 0), strict=True):
            for player in side:
                differences[player] += n
    assert all((kept[i] - kept[j]) * 2 == differences[i] - differences[j] for i, j in combinations(range(4), 2))


@pytest.mark.parametrize(
    ("totals", "results"),
    [
        ((240, 980, 456), (-956, 1264, -308)),
        ((320, 80, 64), (496, -224, -272)),
        ((-7, 88, 19), (-121, 164, -43)),
        ((0, 42, 42, 42), (-126, 42, 42, 42)),
    ],
)
def test_printed_settlements(totals, results):
    assert settlement.pairwise(totals) == results


# -- cuts ----------------------------------------------------------------------------------------


def test_all_52_cards_have_a_place_among_cuts():
    order = [c.code for c in sorted(CARDS[:52], key=cutting.height)]
    assert order == [suit + rank for rank in ACE_TO_KING for suit in "HDCS"]


@given(st.lists(st.sampled_from(CARDS[:52]), min_size=4, max_size=4, unique=True))
def test_the_table_says_what_the_cuts_say(cards):
    game = rb.game("bridge-table")
    table = game.start(Record(()).setup(game))
    for seat, card in zip("NESW", cards, strict=True):
        table = game.play(table, f"{seat} cut {card.code}")
    row = [seat for _, seat in sorted(zip(map(cutting.height, cards), "NESW", strict=True))]
    assert game.answers["cuts"](table).args["answer"].code == " ".join(row)
    assert game.answers["partners"](table).args["answer"].code == row[0] + row[1]
    assert game.answers["first-dealer"](table).args["answer"].code == row[0]


@given(st.permutations(CARDS[:52]), st.lists(st.integers(1, 4), min_size=4, max_size=4), st.integers(1, 2))
def test_those_who_go_out_have_played_most(cards, played, applicants):
    rubbers = dict(zip("NESW", played, strict=True))
    cuts = {seat: CardSet(1 << c) for seat, c in zip("NESW", cards, strict=False)}
    out = cutting.going_out(rubbers, (), applicants, cuts).names
    stay = rubbers.keys() - set(out)
    assert len(out) == applicants
    for gone in out:
        for stayed in stay:
            assert (rubbers[gone], cutting.height(cutting.counts(cuts[gone]))) > (
                rubbers[stayed],
                cutting.height(cutting.counts(cuts[stayed])),
            )


def test_the_order_in_which_people_came_decides_before_any_cut():
    cuts = {name: CardSet(1 << c) for name, c in zip(NAMES, CARDS, strict=False)}
    for first in permutations(NAMES, 2):
        rest = [name for name in NAMES if name not in first]
        playing = cutting.choose([first, rest], 4, cuts).names
        assert playing[:2] == first
        assert list(playing[2:]) == cutting.lowest_first({name: cuts[name] for name in rest})[:2]


# -- the table without cards ---------------------------------------------------------------------


SEATINGS = ("rubber", "pivot", "three", "six", "kings", "members")


@pytest.mark.parametrize("seating", SEATINGS)
def test_what_may_be_done_at_a_table_is_what_the_rules_allow(seating):
    """Each move and each cut of one card, before and after some have cut."""
    game = rb.game("bridge-table", seating=seating)
    t = game.start(Record(()).setup(game))
    for cut in ("", *(f"{seat.code} cut {code}" for seat, code in zip(game.seats.all, ("S4", "DQ"), strict=False))):
        t = game.play(t, cut) if cut else t
        allowed = {a for space in game.legal(t) for a in space}
        moves = {Action(by, "move", to) for by in game.seats.all for to in game.seats.all}
        cuts = {Action(by, "cut", CardSet(1 << c)) for by in game.seats.all for c in CARDS}
        club = {
            Action(by, kind, to) for by in game.seats.all for kind in forming.CLUB for to in (*game.seats.all, None)
        }
        club |= {Action(by, "join", "return") for by in game.seats.all}
        assert {a for a in moves | cuts | club if game.rule(t, a).ok} == allowed
        assert all(game.read(a.text(game.seats)) == a for a in allowed)


@pytest.mark.parametrize("what", [CardSet(0), CardSet(1 << 53), CARDS[0], None, "CA"])
def test_what_is_no_cut_is_refused(what):
    game = rb.game("bridge-table")
    t = game.start(Record(()).setup(game))
    assert game.rule(t, Action(0, "cut", what)).verdict == "no"


@pytest.mark.parametrize("seating", ["pivot", "six", "kings"])
def test_players_sit_where_their_moves_have_brought_them(seating):
    """The seats of a later deal are those that the allowed moves lead to."""
    game = rb.game("bridge-table", seating=seating)
    note, step = {"pivot": ("rubber", 1), "six": ("deal", 1), "kings": ("deal", 4)}[seating]
    seated = [seat.code for seat in game.seats.all]
    for n in range(1, 20, step):
        first = game.seats.all[2].code
        record = next(parse(f'[Dealer "{first}"] [Standing "{note}={n}"]'))
        t = game.start(record.setup(game))
        assert game.answers["seated"](t).args["answer"].code == " ".join(seated)
        after = dict(enumerate(seated))
        after |= {a.what: seated[a.by] for space in game.legal(t) for a in space if a.kind == "move"}
        seated = [after[seat] for seat in game.seats.all]
