"""Varieties that differ by score, table and match, against small models typed from the rules.

Deals are told by their tricks and honours. The models know no engine: names, numbers, lists.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.games import game
from rulebook.match import Match, Sheet, settle
from rulebook.records import parse
from rulebook.standing import Standing

SEEDS = st.integers(0, 2**32)
VALUE = {"S": 2, "C": 4, "D": 6, "H": 8, "NT": 12}
HONOURS = {"S": (0, 4, 8, 10), "C": (0, 8, 16, 20), "D": (0, 12, 24, 30), "H": (0, 16, 32, 40), "NT": (0, 30, 40)}
LEFT = "NESW"


def told(random: Random, name: str) -> tuple[str, int, str, int]:
    """A deal: denomination, tricks of the dealer's side, side with honours, and their points."""
    suit = random.choice(list(VALUE))
    return suit, random.randrange(14), random.choice(("own", "other")), random.choice(HONOURS[suit])


def played(name: str, match: Match, deal: tuple[str, int, str, int], tags: str = "", **options: object) -> Sheet:
    """The deal settled on top of the match; sides are written by the letters of the game."""
    suit, tricks, whose, points = deal
    seats = match.game.seats
    dealer = seats.all[match.dealer]
    own = seats.side(dealer).code
    other = seats.side(seats.left(dealer)).code
    text = (
        f'[Game "{name}"] {tags} [Dealer "{dealer.code}"] [Deal "N:- - - -"] [Make "{dealer.code} {suit}"] '
        f'[Tricks "{own}={tricks} {other}={13 - tricks}"] '
        f'[Points "{own if whose == "own" else other}.honours={points}"]'
    )
    record = next(parse(text))
    object.__setattr__(record, "match", match)
    *_, step = match.game.replay(record)
    return settle(match.game, step.table)


def slam(tricks: int) -> int:
    return {13: 40, 12: 20}.get(tricks, 0)


def worth(deal: tuple[str, int, str, int]) -> tuple[int, int, int, int]:
    """Trick points and other points of the dealer's side, then of the other side."""
    suit, n, whose, honours = deal
    below = [max(0, n - 6) * VALUE[suit], max(0, 7 - n) * VALUE[suit]]
    above = [slam(n), slam(13 - n)]
    above[whose == "other"] += honours
    return below[0], above[0], below[1], above[1]


# -- king's bridge -----------------------------------------------------------------------------


@settings(max_examples=15, deadline=None)
@given(SEEDS, st.sampled_from(["plus_only", "plus_minus"]))
def test_kings_bridge_for_twelve_deals(seed: int, method: str) -> None:
    random, g = Random(seed), game("kings-bridge", kings_method=method)
    seated = ["p", "q", "r", "s"]  # by seat N E S W; South deals first and is the pivot
    score = dict.fromkeys(seated, 0)
    match = Match(g, Standing.start(g.seats, people=tuple(seated)), 2)
    met = set()
    for n in range(12):
        deal = told(random, g.id)
        dealer = (2 + n) % 4
        met.add(frozenset((seated[2], seated[0])))
        own_below, own_above, other_below, other_above = worth(deal)
        own, other = own_below + own_above, other_below + other_above
        for seat, name in enumerate(seated):
            if method == "plus_minus":
                score[name] += own - other if seat == dealer else 0
            else:
                score[name] += own if seat == dealer else other
        sheet = played(g.id, match, deal)
        assert [sheet.after.points[s] for s in g.seats.sides] == [score[name] for name in seated]
        assert (sheet.after.over is not None) == (n == 11)
        match = Match(g, g.onward(sheet.after), (match.dealer + 1) % 4)
        if n % 4 == 3:  # from the pivot's left to the right: W to E, E to N, N to W
            north, east, south, west = seated
            seated = [east, west, south, north]
            if n < 11:
                assert list(match.standing.people) == seated
    assert len(met) == 3
    won = {e.ruling.args["won"] for e in sheet.entries if e.ruling.rule == "bridge.kings.settle"}
    assert won == {4 * n - sum(score.values()) for n in score.values()}


# -- pivot -------------------------------------------------------------------------------------


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_pivot_bridge_for_three_rubbers(seed: int) -> None:
    random, g = Random(seed), game("pivot-bridge")
    seated, column = ["p", "q", "r", "s"], dict.fromkeys("pqrs", 0)
    match = Match(g, Standing.start(g.seats, people=tuple(seated)), 1)
    pairs = set()
    for _ in range(3):
        part, games, total, dealer = [0, 0], [0, 0], [0, 0], match.dealer
        pairs |= {frozenset(seated[0::2]), frozenset(seated[1::2])}
        while max(games) < 2:
            deal = told(random, g.id)
            own, side = worth(deal), dealer % 2
            for s in (0, 1):
                below, above = own[2 * (s != side) : 2 * (s != side) + 2]
                part[s] += below
                total[s] += below + above
            if max(part) >= 30:
                games[part.index(max(part))] += 1
                part = [0, 0]
            sheet = played(g.id, match, deal)
            dealer = (dealer + 1) % 4
            match = Match(g, g.onward(sheet.after), dealer)
        total[games.index(2)] += 100
        for seat, name in enumerate(seated):
            column[name] += total[seat % 2]
        assert dict(match.standing.scores) == column
        north, east, south, west = seated
        seated = [north, south, west, north]  # East is the pivot: S on the left goes to N on the right
        seated = [south, east, west, north]
        assert list(match.standing.people) == seated
    assert len(pairs) == 6


# -- six hands ---------------------------------------------------------------------------------


class Rubber:
    """Two pairs: part scores, games, totals."""

    def __init__(self) -> None:
        self.part: dict[str, int] = {}
        self.games: dict[str, int] = {}
        self.total: dict[str, int] = {}

    def add(self, name: str, below: int, above: int) -> None:
        self.part[name] = self.part.get(name, 0) + below
        self.total[name] = self.total.get(name, 0) + below + above

    def close(self) -> bool:
        """Games won, then whether the rubber is."""
        best = max(self.part, key=lambda name: self.part[name])
        if self.part[best] >= 30:
            self.games[best] = self.games.get(best, 0) + 1
            self.part = dict.fromkeys(self.part, 0)
            if self.games[best] == 2:
                self.total[best] += 100
                return True
        return False


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_six_hands_until_three_rubbers_are_over(seed: int) -> None:
    random, g = Random(seed), game("six-hand-bridge")
    match = Match(g, Standing.start(g.seats), 2)
    rubbers, over, result = {key: Rubber() for key in ("AB", "AC", "BC")}, set[str](), dict.fromkeys("ABC", 0)
    order = ["ABC", "BCA", "CAB"]  # dealing pair, pair at the first table, pair at the second
    for n in range(200):
        for table in (1, 2):
            dealing, other = order[n % 3][0], order[n % 3][table]
            key = "".join(sorted(dealing + other))
            if key in over or len(over) == 3:
                continue
            deal = told(random, g.id)
            below, above, their_below, their_above = worth(deal)
            rubbers[key].add(dealing, below, above)
            rubbers[key].add(other, their_below, their_above)
            sheet = played(g.id, match, deal)
            if rubbers[key].close():
                over.add(key)
                won = rubbers[key].total
                for one, two in ((dealing, other), (other, dealing)):
                    result[one] += won[one] - won[two]
            assert (sheet.after.over is not None) == (key in over)
            match = Match(g, g.onward(sheet.after), 2)
    assert len(over) == 3
    assert dict(match.standing.scores) == result
    assert sum(result.values()) == 0
    said = {e.ruling.args["pair"]: e.ruling.args["sum"] for e in sheet.entries if e.ruling.rule == "bridge.six.result"}
    assert said == result


# -- boards, rounds, reversi, short --------------------------------------------------------------


@settings(max_examples=20, deadline=None)
@given(SEEDS, st.sampled_from(["ew_up", "winners"]))
def test_progressive_totals_are_sums(seed: int, move: str) -> None:
    random, g = Random(seed), game("progressive-bridge", move=move)
    seated, total = ["1", "2", "3", "4", "5", "6"], dict.fromkeys("123456", 0)
    match = Match(g, Standing.start(g.seats, pairs=tuple(seated)), 0)
    for _ in range(3):
        made = dict.fromkeys("123456", 0)
        for n in range(4):
            for table in (1, 2, 3):
                deal = told(random, g.id)
                own = worth(deal)
                names = seated[2 * table - 2 : 2 * table]
                mine, theirs = (names[n % 2], names[1 - n % 2])
                made[mine] += own[0] + own[1]
                made[theirs] += own[2] + own[3]
                match = Match(g, match.standing, n % 4)
                sheet = played(g.id, match, deal, f'[Table "{table}"]')
                match = Match(g, g.onward(sheet.after), n % 4)
        for name, points in made.items():
            total[name] += points
        assert dict(match.standing.scores) == total
        if move == "ew_up":
            north, east = seated[::2], seated[1::2]
            east = east[-1:] + east[:-1]
            seated = [name for both in zip(north, east, strict=True) for name in both]
            assert list(match.standing.pairs) == seated
        else:
            tables = [seated[i : i + 2] for i in (0, 2, 4)]
            leave = [0 if made[one] >= made[two] else 1 for one, two in tables]
            going = [pair[i] for pair, i in zip(tables, leave, strict=True)]
            for pair, i, name in zip(tables, leave, going[-1:] + going[:-1], strict=True):
                pair[i] = name
            seated = [name for pair in tables for name in pair]
            assert list(match.standing.pairs) == seated


@pytest.mark.parametrize("suit", list(VALUE))
@pytest.mark.parametrize("tricks", range(14))
@pytest.mark.parametrize("name", ["reversi-bridge", "short-bridge", "duplicate-bridge"])
def test_every_number_of_tricks(name: str, tricks: int, suit: str) -> None:
    g = game(name)
    deal = (suit, tricks, "other", HONOURS[suit][1])
    sheet = played(name, Match(g, Standing.start(g.seats), 2), deal)
    own_below, own_above, other_below, other_above = worth(deal)
    found = {s.code: sum(e.points for e in sheet.entries if e.side == s) for s in g.seats.sides}
    if name == "reversi-bridge":
        assert found == {"NS": other_below + other_above, "EW": own_below + own_above}
    else:
        assert found == {"NS": own_below + own_above, "EW": other_below + other_above}
    if name == "short-bridge" and max(own_below, other_below) >= 30:
        totals = {"NS": own_below + own_above, "EW": other_below + other_above}
        assert sheet.after.over is not None
        winners = {sheet.after.over.code, *(s.code for s in sheet.after.shared)}
        assert winners == {side for side, n in totals.items() if n == max(totals.values())}


@pytest.mark.parametrize("name", ["kings-bridge", "six-hand-bridge", "pivot-bridge", "progressive-bridge"])
def test_a_deal_that_is_not_finished_moves_nobody(name: str) -> None:
    g = game(name)
    start = Standing.start(g.seats, pairs=("A", "B", "C") if name.startswith("six") else (), people=tuple("pqrs"))
    record = next(parse(f'[Game "{name}"] [Dealer "S"] [Deal "N:- - - -"] [Make "S hearts"]'))
    object.__setattr__(record, "match", Match(g, start, 2))
    *_, step = g.replay(record)
    after = g.onward(settle(g, step.table).after)
    assert (after.people, after.pairs, after.points) == (start.people, start.pairs, start.points)
