"""Positions that prove or refute advice, what books say of their own deals, and what was possible in the stepper."""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from types import SimpleNamespace

import pytest

import rulebook as rb
from _ext import positions
from _ext.odds import LINES, Odds, layouts, odds
from rulebook import cases
from rulebook.cards import CardSet, Suit, card
from rulebook.game import Game
from rulebook.i18n import LANGS
from rulebook.i18n import lang as language
from rulebook.parts.endings import Ending, ending, possible, solve
from rulebook.parts.tricks import order
from rulebook.records import Record, parse
from rulebook.ruling import InputError
from rulebook.table import Table
from rulebook.view import possible as stepper
from rulebook.view.whatif import answer, source, whatif
from rulebook.view.words import words

PAIRS = (True, False, True, False)


# -- positions that prove advice ----------------------------------------------------------------
# name, cards that are played before it, card or cards, tricks of North and South: typed from the specification
CLAIMS = """
queen-jack-and-ace          HQ 5  H7 4
king-jack-and-queen         HK 4
ace-before-trumps           D5 4  HA 3
queen-covers-jack           HQ 1  H7 0  H2 0
short-king-covers           HK 1  H4 0
long-king-waits             H3 1  H4 1  H5 1  HK 0
queen-waits-for-ace         H4 4  HQ 3
ace-waits-for-queen         H2 3  HA 2
queen-and-jack-apart        H3 1  HJ 0
entry-kept                  D4 4  DA 1
first-round-given-up        C3 5  CA 3
king-under-ace              HK 1  H2 2
danger-thrown               SA 0  H2 1  S3 2
long-suit-with-two          H9 0  H7 0  H5 0  H3 0
long-suit-without-two       H9 1  H7 1  H5 1  H2 1
no-discard-for-dummy        H4 2  S4 1  D9 0
singleton-led               D9 4  ST 3  S7 3  S3 3  S2 3
held-up-twice               HA 1  H2 3
finesse-wins                HQ 2  HA 1
finesse-loses               HQ 1  HA 1
two-finesses                HJ 4  HA 3
ace-jack-ten-split          HT 4  HA 3
ace-jack-ten-both-right     HT 4  HA 3
pass-once-ruff-third        D6 2  DA 1
ace-at-once-ruff            DA 2  D6 1
higher-of-two-thrown        CT 3  C8 2
king-jack-and-queen-low     HQ 4  H4 2
"""


@cache
def replayed(id_: str) -> tuple[Game, tuple[Table, ...]]:
    """The tables of a case before each card, and the last one."""
    record = rb.read(id_)
    game = cases.game_of(record)
    steps = list(game.replay(record))
    return game, (*(s.before for s in steps if s.phase == "play"), steps[-1].table)


@pytest.mark.parametrize("line", CLAIMS.split("\n")[1:-1])
def test_each_claim_is_proved(line: str) -> None:
    name, *pairs = line.split()
    game, tables = replayed(f"bridge/positions/{name}")
    north_south = game.seats.side_of("NS")
    for code, n in zip(pairs[::2], pairs[1::2], strict=True):
        t = next(t for t in tables if (e := ending(game, t)) is not None and card(code) in e.legal)
        assert possible(game, t, north_south, card(code)) == int(n), code


def test_no_other_choice_is_better_than_the_right_one() -> None:
    """The first figure of a position is the best that the hand on turn has."""
    for line in CLAIMS.split("\n")[1:-1]:
        name, code, n, *_ = line.split()
        if name == "held-up-twice":
            continue  # the wrong card stands first, it is refused twice
        game, tables = replayed(f"bridge/positions/{name}")
        t = next(t for t in tables if (e := ending(game, t)) is not None and card(code) in e.legal)
        assert possible(game, t, game.seats.side_of("NS")) == int(n), name


def test_two_rounds_of_trumps_and_a_second_finesse() -> None:
    game, tables = replayed("bridge/positions/two-finesses")
    second = next(t for t in tables if len(t.tricks) == 1)
    side = game.seats.side_of("NS")
    assert [possible(game, second, side, card(c)) for c in ("D3", "HQ", "HA")] == [4, 3, 3]
    game, tables = replayed("bridge/positions/held-up-twice")
    rounds = [t for t in tables if (e := ending(game, t)) is not None and card("HA") in e.legal and e.turn == 2]
    assert [possible(game, t, side, card("HA")) for t in rounds[:3]] == [1, 1, 3]


def split(pool: list[str]) -> Iterator[tuple[list[str], list[str]]]:
    for n in range(len(pool) + 1):
        for mine in combinations(pool, n):
            yield [*mine], [c for c in pool if c not in mine]


def jack_led(leader: str, hands: dict[str, list[str]], pool: list[str], trump: Suit | None) -> Iterator[dict[str, int]]:
    """In each way the hearts can lie: tricks of North and South after each heart of the second hand."""
    size, side_cards = len(hands["N"]), ["DA", "DK", "DQ", "DJ", "DT", "D9"]
    other = {"E": "W", "W": "E"}[leader]
    for mine, theirs in split(pool):
        filled = size - 1 - len(mine)
        rest = side_cards[filled : filled + size - len(theirs)]
        every = {**hands, leader: ["HJ", *mine, *side_cards[:filled]], other: [*theirs, *rest]}
        every[leader].remove("HJ")
        dealt = tuple(CardSet.of(*every[x]) for x in "NESW")
        e = Ending(dealt, order(trump), "NESW".index(leader), PAIRS, trick=(card("HJ"),))
        yield {c.code: n for c, n in solve(e).cards.items()}


NORTH, SOUTH = ["HA", "H6", "H3", "H2", "D2"], ["HQ", "H9", "H7", "H4", "D3"]


@pytest.mark.parametrize(("leader", "high", "wanted"), [("E", "HQ", (1, 14, 1)), ("W", "HA", (4, 12, 0))])
def test_low_card_second_hand_in_all_sixteen_ways(leader: str, high: str, wanted: tuple[int, int, int]) -> None:
    better = equal = worse = 0
    hands = {"N": NORTH, "S": SOUTH}
    for found in jack_led(leader, hands, ["HK", "HT", "H8", "H5"], Suit(1)):
        low = max(n for c, n in found.items() if c != high)
        better, equal, worse = better + (low > found[high]), equal + (low == found[high]), worse + (low < found[high])
    assert (better, equal, worse) == wanted


@pytest.mark.parametrize("trump", [None, Suit(1)])
@pytest.mark.parametrize("leader", ["E", "W"])
def test_ace_or_queen_from_ace_queen_nine_is_all_one(leader: str, trump: Suit | None) -> None:
    second, fourth = ["HA", "HQ", "H9", "D2", "D3"], ["HK", "H3", "H2", "D4", "D5"]
    hands = {"S": second, "N": fourth} if leader == "E" else {"N": second, "S": fourth}
    every = list(jack_led(leader, hands, ["HT", "H8", "H7", "H5"], trump))
    assert len(every) == 16
    assert all(found["HA"] == found["HQ"] for found in every)


def test_nine_cards_between_the_hands() -> None:
    """The odds of the book's advice, exactly: right against a queen, wrong against a king."""
    assert sum(chance for _, chance in layouts("Q987")) == 1
    assert {name: odds(line) for name, line in LINES.items()} == {
        "queen-top": Fraction(333, 575),
        "queen-ace": Fraction(1293, 2300),
        "queen-finesse": Fraction(1, 2),
        "king-finesse": Fraction(1, 2),
        "king-ace": Fraction(143, 1150),
    }


# -- what the books say of their own deals ------------------------------------------------------


def tricks_after(id_: str, trick: int, hand: str) -> dict[str, int]:
    """Tricks of North and South from here, after each card of this hand in this trick."""
    game, tables = replayed(id_)
    seat = game.seats.seat(hand)
    t = next(t for t in tables if len(t.tricks) == trick - 1 and game.turn(t) == seat)
    e = ending(game, t)
    assert e is not None
    north = game.seats.seat("N")
    found = solve(e).cards.items()
    return {c.code: n if e.side[north] else e.left - n for c, n in found}


def test_third_deal_trick_eleven() -> None:
    """The book: without the finesse the game is lost. The ace first is as good; only the ten is not."""
    assert tricks_after("bridge/deals/foster-3", 11, "S") == {"SA": 2, "SQ": 2, "ST": 1}


def test_third_deal_tricks_five_to_seven() -> None:
    assert tricks_after("bridge/deals/foster-3", 5, "S") == {"CT": 7, "C8": 4}
    lead = tricks_after("bridge/deals/foster-3", 6, "E")
    assert (lead.pop("SK"), set(lead.values()), lead["HJ"]) == (8, {7}, 7)
    assert tricks_after("bridge/deals/foster-3", 6, "S") == {"HA": 7, "HQ": 5, "H4": 5}
    seven = tricks_after("bridge/deals/foster-3", 7, "S")
    assert (seven.pop("C8"), max(seven.values())) == (6, 5)


def test_second_deal_tricks_six_and_seven() -> None:
    """The club at trick 6 is as good as anything, and wins one trick from North and South, not two."""
    lead = tricks_after("bridge/deals/foster-2", 6, "E")
    assert max(lead.values()) == lead["CJ"] == 1
    assert {c for c, n in lead.items() if n == 0} == {"S8", "S4", "CA"}
    assert tricks_after("bridge/deals/foster-2", 6, "S") == {"CK": 1, "C3": 2}
    seven = tricks_after("bridge/deals/foster-2", 7, "S")
    assert (seven["HT"], seven["H2"], seven["C3"]) == (1, 4, 0)


def test_first_deal_west_keeps_the_clubs() -> None:
    for trick, n in ((7, 6), (8, 5), (9, 4)):
        found = tricks_after("bridge/deals/foster-1", trick, "W")
        assert {v for c, v in found.items() if c[0] == "C"} == {n + 1}
        assert {v for c, v in found.items() if c[0] != "C"} == {n}


def test_fourth_deal_trick_six() -> None:
    """West leads hearts again: nothing is better, and the ace or five of spades would cost two tricks."""
    found = tricks_after("bridge/deals/foster-4", 6, "W")
    assert found["H5"] == min(found.values()) == 5
    assert found["SA"] == found["S5"] == 7


@pytest.mark.skipif(importlib.util.find_spec("endplay") is None, reason="the package endplay is not installed")
def test_fourth_deal_trick_one() -> None:
    """After the lead of the six of hearts the ace and a low heart are worth seven tricks, if South plays the three."""
    game, tables = replayed("bridge/deals/foster-4")

    def whole(t: Table) -> dict[str, int]:
        e = ending(game, t)
        assert e is not None
        return {c.code: n for c, n in solve(e, endplay=True).cards.items()}

    assert whole(tables[1]) == {"HA": 7, "H4": 7, "H2": 7}
    assert whole(tables[3]) == {"H3": 7, "HJ": 4, "HQ": 4}


# -- expectations and the stepper ---------------------------------------------------------------

RECORD = """[Game "auction-bridge"] [Dealer "S"]
[Deal "N:.A54.32. .T9.KQJ. .QJ87.A. .K32.T9."] [Tricks "NS=4 EW=4"] [Declarer "S"] [Contract "3NT"]
"""


def checks(text: str) -> list[tuple[str, bool]]:
    record = next(parse(RECORD + text))
    game = cases.game_of(record)
    steps = tuple(game.replay(record))
    t = steps[-1].table if steps else game.start(record.setup(game))
    found = cases.judge(record, game, game.dealt(t.setup), steps, t, None if t is None else rb.settle(game, t))[1]
    return [(c.got, c.ok) for c in found]


def test_what_was_possible_can_be_expected() -> None:
    """After the record, after a question, and at a card of the record or beside it."""
    assert checks('[Play "S"] [Expect "possible NS=5"] [Expect "possible EW=0"]') == [
        ("possible NS=5", True),
        ("possible EW=0", True),
    ]
    asked = '[Play "S"] [Ask "S {}"] [Expect "possible NS=4"]'
    assert checks(asked.format("H7")) == [("possible NS=4", True)]
    assert checks(asked.format("HQ")) == [("possible NS=5", False)]
    played = '[Play "S"] HQ HK HA H9 - [Expect "possible 9 HQ NS=5"] [Expect "possible 9 H7 NS=4"]'
    assert [ok for _, ok in checks(played)] == [True, True]
    assert checks('[Play "S"] HQ HK - - [Expect "possible 10 HQ NS=5"]') == [("possible 10 HQ NS=-", False)]


@pytest.mark.parametrize("text", ["possible", "possible NN=3", "possible 9 XX NS=1"])
def test_an_expectation_that_cannot_be_read(text: str) -> None:
    with pytest.raises(InputError):
        checks(f'[Play "S"] [Expect "{text}"]')


def opened(id_: str) -> tuple[Record, Game, str]:
    record = rb.read(id_)
    game = cases.game_of(record)
    return record, game, source(record, game)


@pytest.mark.parametrize("code", LANGS)
def test_the_stepper_says_what_was_possible(code: str) -> None:
    _record, game, text = opened("bridge/positions/queen-jack-and-ace")
    assert whatif(text, {}, 0, [], code)["open"] == 5
    request = {"record": text, "options": {}, "n": 0, "lines": [], "lang": code, "possible": True}
    found = json.loads(answer(json.dumps(request)))["possible"]
    say = language(code)
    assert say.value(game.seats.side_of("NS")) in found["text"]
    assert [(one["card"], one["tricks"], one["best"]) for one in found["cards"]] == [
        ("HQ", 5, True), ("HJ", 5, True), ("H8", 4, False), ("H7", 4, False), ("DA", 4, False),
    ]  # fmt: skip
    assert found["cards"][0]["label"] == say.value(card("HQ"))
    west = json.loads(answer(json.dumps(request | {"lines": ["S HQ"]})))["possible"]
    assert say.value(game.seats.side_of("EW")) in west["text"]
    assert {one["card"]: one["tricks"] for one in west["cards"]} == {"HK": 0, "H3": 0, "H2": 0}


def test_the_stepper_gives_up_politely() -> None:
    record, game, text = opened("bridge/deals/foster-2")
    say = language("en")
    t = game.start(record.setup(game))
    assert whatif(text, {}, 0, [], "en")["open"] == 13
    assert stepper.possible(game, t, say) == {"text": stepper.possible(game, t, say)["text"], "cards": []}
    assert "13" in stepper.possible(game, t, say)["text"]
    _game, tables = replayed("bridge/deals/foster-2")
    six = next(t for t in tables if len(t.tricks) == 5)
    found = stepper.possible(game, six, say, budget=100)
    assert (found["cards"], "101" in found["text"]) == ([], True)
    assert stepper.possible(game, six, say)["cards"]


def test_dealtthat_are_not_known_are_not_searched() -> None:
    record = next(parse(RECORD.replace(".K32.T9.", "-") + '[Play "S"]'))
    game = cases.game_of(record)
    t = game.start(record.setup(game))
    assert ending(game, t) is None
    assert possible(game, t, game.seats.side_of("NS")) is None
    assert stepper.possible(game, t, language("en"))["cards"] == []
    assert "open" not in whatif(source(rb.read("bid-whist/deals/set"), rb.game("bid-whist")), {}, 0, [], "en")


def test_uneven_hands_are_not_searched() -> None:
    game, tables = replayed("bridge/positions/queen-jack-and-ace")
    t = tables[0]
    one_less = (*t.hands[:3], t.hands[3] & t.hands[3] - 1)
    assert ending(game, t.moved(one_less, t.hidden, t.piles)) is None


def test_a_finished_deal_has_what_it_has() -> None:
    game, tables = replayed("bridge/deals/foster-3")
    assert possible(game, tables[-1], game.seats.side_of("NS")) == 9


# -- on a page ----------------------------------------------------------------------------------

PAGE = SimpleNamespace(words=words(language("en")))


def test_a_position_shows_what_its_cards_bring() -> None:
    case = cases.get("bridge/positions/held-up-twice")
    text = positions.table(PAGE, case, cases.run(case))
    rows = re.findall(r"<tr>(?:<th.*?>(\d+)</th>|<td></td>)<td>South</td>.*?<td class=\"r\">(\d+)</td></tr>", text)
    assert rows == [("8", "3"), ("", "1"), ("9", "3"), ("", "1")]
    assert "North\u2013South" in text
    other = cases.get("bridge/deals/foster-3")
    assert positions.table(PAGE, other, cases.run(other)) == ""


def test_the_odds_of_a_page_are_computed() -> None:
    text = Odds().html(PAGE)
    assert re.findall(r">(\d+/\d+)<", text) == ["333/575", "1293/2300", "1/2", "1/2", "143/1150"]
    assert re.findall(r">(\d+\.\d\d)<", text) == ["57.91", "56.22", "50.00", "50.00", "12.43"]
