"""Simulations: the same numbers however the work is split, refusals, policies that keep to the rules."""

from __future__ import annotations

import json
import math
import pickle
import random
import re
import shlex
import statistics
import sys
import xml.etree.ElementTree as ElementTree
from itertools import islice, product
from types import SimpleNamespace

import pytest
from playouts import agreed, random_rules

from _site.paths import ROOT
from rulebook.cards import CARDS
from rulebook.cli import main
from rulebook.games import GAMES, diff, game
from rulebook.i18n import LANGS, lang
from rulebook.simulate import command, told
from rulebook.simulate.chart import bars, svg
from rulebook.simulate.deals import dealt, filled, held
from rulebook.simulate.policy import DRAW, choices, played, uniform
from rulebook.simulate.run import Pair, Rules, Tally, _count, _looked_at, _play, _settled, net, tasks, work
from rulebook.simulate.sensible import POLICIES, sensible
from rulebook.simulate.spread import results
from rulebook.simulate.tally import Sum, share

PLAYED = [name for name in GAMES if name != "bridge-table"]
RULED = ("call", "make", "declare", "discard", "give", "talon", "card", "pair")  # what the policies have rules for
GUIDE = ROOT / "docs" / "guides" / "simulate.md"


def run(*words, capsys):
    """Exit status, standard output, standard error."""
    status = main(["simulate", *map(str, words)])
    out, err = capsys.readouterr()
    return status, out, err


def added(parts):
    found = Tally()
    for part in parts:
        found.plus(part)
    return found


# -- deals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLAYED)
def test_a_deal_is_possible_and_depends_on_seed_and_number_only(name):
    g = game(name)
    for n in (0, 7, 1000):
        setup = dealt(g, 3, n)
        assert g.dealt(setup).ok, g.dealt(setup)
        assert setup == dealt(game(name), 3, n)
        assert setup.hands != dealt(g, 4, n).hands


def test_rule_sets_with_the_same_shape_meet_the_same_cards_and_a_smaller_pack_keeps_the_order():
    two, same = game("bid-whist"), game("bid-whist", min_bid=4)
    assert [dealt(two, 1, n) for n in range(5)] == [dealt(same, 1, n) for n in range(5)]
    none = game("bid-whist", jokers=0)
    for n in range(5):
        mine, other = dealt(two, 1, n), dealt(none, 1, n)
        shared = [(a & b).bit_count() for a, b in zip(mine.hands, other.hands, strict=True)]
        assert sum(shared) >= 36


@pytest.mark.parametrize("name", PLAYED)
def test_unknown_cards_of_a_recorded_deal_are_filled_in(name):
    g = game(name)
    whole = dealt(g, 1, 1)
    assert filled(g, held(whole), 9, 9) == whole
    known = held(whole)
    bare = known._replace(
        hands=(0,) * len(known.hands), hidden=tuple(h.bit_count() for h in known.hands),
        piles=tuple((name, 0, mask.bit_count()) for name, mask, _ in known.piles), stock=(None,) * len(known.stock),
    )  # fmt: skip
    again = filled(g, bare, 1, 2)
    assert g.dealt(again).ok
    assert again == filled(g, bare, 1, 2) != filled(g, bare, 1, 3)
    assert again.stock == () or sum(1 << c for c in again.stock) == again.piles["stock"][0]


# -- policies ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_does_what_the_rules_allow_under_random_house_rules(name, policy):
    draw = random.Random(f"{name} {policy}")
    for n in range(3):
        g = agreed(name, random_rules(name, draw))
        t = played(g, g.start(dealt(g, 5, n)), random.Random(n), [POLICIES[policy]] * len(g.seats))
        assert g.active(t) is None
        assert t.ended is not None or not any(t.hands) or name in ("misery-bridge", "bridge-for-three"), t.places()
        assert all(d.ruling.ok for d in t.log)


@pytest.mark.parametrize("name", PLAYED)
def test_a_sensible_player_does_not_look_at_hidden_cards(name):
    """Cards that a player cannot see are dealt again: the player does the same."""
    g, draw, asked = game(name), random.Random(name), 0
    for n in range(4):
        t = g.start(dealt(g, 6, n))
        t = next((after for after, *_ in reversed(list(g.running(t)))), t)
        while g.active(t) is not None:
            spaces = choices(g, t)
            a = sensible(g, t, spaces, draw.getrandbits(DRAW))
            other = elsewhere(g, t, spaces[0].by, draw)
            if other is not None and choices(g, other) == spaces and spaces[0].kind in RULED:
                asked += 1
                assert sensible(g, other, spaces, 0) == a, (a, spaces)
            t = g.play(t, a)
    assert asked > 40


def elsewhere(g, t, seat, draw):
    """The same table with the cards that this player does not see dealt again, if they lie in several places."""
    plays = getattr(t.facts, "plays", ()) or tuple(range(len(t.hands)))
    declarer = getattr(t.facts, "declarer", None)
    seen = {seat, g.turn(t)} | {h for h, by in enumerate(plays) if by == seat}
    if t.leader >= 0:
        seen |= {h for h, by in enumerate(plays) if by == declarer != h}
    hands = {h: mask for h, mask in enumerate(t.hands) if h not in seen and mask}
    hidden = ("stock", "down", "talon", "kitty", *([] if seat == declarer else ["out"]))
    piles = {name: mask for name, (mask, _) in t.piles.items() if mask and name.startswith(hidden)}
    if len(hands) + len(piles) < 2:
        return None
    cards = [c for c in CARDS if sum([*hands.values(), *piles.values()]) >> c & 1]
    draw.shuffle(cards)
    rest = iter(cards)

    def again(mask):
        return sum(1 << c for c in islice(rest, mask.bit_count()))

    moved = tuple(again(mask) if h in hands else mask for h, mask in enumerate(t.hands))
    return t.moved(moved, t.hidden, {**t.piles, **{name: (again(mask), 0) for name, mask in piles.items()}})


def test_uniform_play_takes_every_action_equally_often():
    g = game("bridge")
    t = g.start(dealt(g, 1, 1))
    draw, seen = random.Random(1), {}
    for _ in range(3000):
        a = uniform(g, t, choices(g, t), draw.getrandbits(DRAW))
        seen[a] = seen.get(a, 0) + 1
    assert len(seen) == 6
    assert all(400 < n < 600 for n in seen.values())
    t = played(g, t, random.Random(1), [uniform] * 4)
    g = game("bid-whist")
    t = g.start(dealt(g, 1, 1))
    while g.turn(t) is not None and "discard" not in {s.kind for s in choices(g, t)}:
        t = g.play(t, sensible(g, t, choices(g, t), 0))
    spaces, counts = choices(g, t), {}
    for _ in range(600):
        for c in uniform(g, t, spaces, draw.getrandbits(DRAW)).what:
            counts[c] = counts.get(c, 0) + 1
    assert len(counts) == 18
    assert all(150 < n < 250 for n in counts.values())


@pytest.mark.parametrize("name", ["bid-whist", "bid-whist-cutthroat", "bridge", "auction-bridge", "thousand"])
def test_the_sensible_policy_beats_uniform_play(name):
    found = added(map(work, tasks(Rules(name), Rules(name), "sensible", 1, 40, margin=True)))
    assert found.net[1].range(len(game(name).seats.sides) - 1).low > 0


@pytest.mark.long
@pytest.mark.parametrize("name", PLAYED)
def test_the_sensible_policy_beats_uniform_play_in_a_thousand_deals(name):
    found = added(map(work, tasks(Rules(name), Rules(name), "sensible", 1, 1000, margin=True)))
    doc = told.margin(found, len(game(name).seats.sides) - 1, {})
    assert doc["margin"]["low"] > 0
    row = next(line for line in GUIDE.read_text("utf-8").splitlines() if f"`{name}`" in line and line[0] == "|")
    assert f"| {told.number(doc['margin'], lang('en'))} |" in row


# -- counting ------------------------------------------------------------------------------------------


def test_sums_and_shares_are_those_of_the_textbook():
    draw = random.Random(1)
    numbers = [draw.randrange(-50, 90) for _ in range(400)]
    found = Sum()
    for x in numbers:
        found = found.add(x)
    r = found.range(2)
    half = 1.959964 * statistics.stdev(numbers) / math.sqrt(400) / 2
    assert r.value == pytest.approx(statistics.mean(numbers) / 2)
    assert (r.value - r.low, r.high - r.value) == pytest.approx((half, half), rel=1e-5)
    assert share(8, 10)[1:] == pytest.approx((0.4901625, 0.9433178), abs=1e-6)
    assert share(0, 0) == (0, 0, 1)
    assert share(5, 5).high == 1
    assert Sum().range() == (0, 0, 0)
    assert Sum().add(7).range() == (7, 7, 7)


SPLIT = [("bid-whist", ("nt_score", "single")), ("bridge", ("chicane", "on")), ("thousand", ("play.must_beat", "on"))]


@pytest.mark.parametrize(("name", "option"), SPLIT)
@pytest.mark.parametrize("policy", POLICIES)
def test_any_split_gives_the_same_bytes(name, option, policy):
    a, b = Rules(name), Rules(name, "", (option,))

    def told_(parts):
        return json.dumps(told.found(added(parts), a, b, 1, {}))

    whole = next(iter(tasks(a, b, policy, 2, 24)))
    ends = (0, 1, 9, 24)
    pieces = [whole._replace(start=i, stop=j) for i, j in zip(ends, ends[1:], strict=False)]
    assert told_(map(work, [whole])) == told_(map(work, reversed(pieces)))


def test_several_processes_give_the_same_bytes(capsys):
    call = ("bid-whist", "--deals", 101, "--set", "nt_score=single", "--policy", "uniform", "--json")
    one = run(*call, capsys=capsys)
    assert one == run(*call, "--processes", 2, capsys=capsys)
    assert json.loads(one[1])["differs"]["n"] > 30


def test_a_cluster_gives_the_same_bytes(capsys):
    distributed = pytest.importorskip("distributed")
    call = ("bid-whist", "--deals", 101, "--set", "nt_score=single", "--policy", "uniform", "--json")
    one = run(*call, capsys=capsys)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        assert run(*call, "--dask", cluster.scheduler_address, capsys=capsys) == one


class Client:
    """Stands for a cluster: keeps what was submitted until somebody asks for the result."""

    def __init__(self, address, timeout):
        if address == "nowhere":
            raise OSError("no answer")
        self.waiting, self.most = 0, 0

    def __enter__(self):
        return self

    def __exit__(self, *fault):
        assert self.waiting == 0
        assert 1 < self.most <= 8

    def nthreads(self):
        return {"one": 1, "two": 1}

    def submit(self, do, task, *, pure):
        assert not pure
        self.waiting += 1
        self.most = max(self.most, self.waiting)

        def result():
            self.waiting -= 1
            return do(pickle.loads(pickle.dumps(task)))

        return SimpleNamespace(result=result)


def test_work_for_a_cluster_is_handed_out_a_little_ahead(capsys, monkeypatch):
    call = ("bridge", "--deals", 500, "--margin", "--json")
    one = run(*call, capsys=capsys)
    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=Client))
    assert run(*call, "--dask", "somewhere", capsys=capsys) == one
    status, out, err = run(*call, "--dask", "nowhere", capsys=capsys)
    assert (status, out, err) == (2, "", "rulebook: The scheduler cannot be reached: no answer.\n")
    monkeypatch.setitem(sys.modules, "distributed", None)
    status, out, err = run(*call, "--dask", "somewhere", capsys=capsys)
    assert (status, out) == (2, "")
    assert "rulebook[cluster]" in err


def test_progress_is_shown_on_a_terminal_only(capsys, monkeypatch):
    assert run("bridge", "--deals", 60, "--policy", "uniform", capsys=capsys)[2] == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    err = run("bridge", "--deals", 60, "--policy", "uniform", capsys=capsys)[2]
    assert err == "\r50/60\r60/60\r\x1b[K"


def test_recorded_deals_travel_to_a_cluster(capsys, monkeypatch, tmp_path):
    deal = (ROOT / "examples" / "bid-whist" / "deals" / "set.case").read_text("utf-8")
    for n in range(120):
        (tmp_path / f"{n:03}.case").write_text(deal, "utf-8")
    call = ("bid-whist", tmp_path, "--policy", "uniform", "--json")
    one = run(*call, capsys=capsys)
    assert json.loads(one[1])["deals"] == 120
    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=Client))
    assert run(*call, "--dask", "somewhere", capsys=capsys) == one


def test_an_interrupt_ends_without_a_word(capsys, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "results", interrupted)
    assert run("bridge", capsys=capsys) == (130, "", "")


def test_tasks_are_taken_as_they_are_needed():
    taken = []

    def work_of():
        for task in tasks(Rules("bridge"), Rules("bridge"), "sensible", 1, 10**9):
            taken.append(task._replace(stop=task.start + 1))
            yield taken[-1]

    found = results(work_of())
    next(found)
    next(found)
    assert len(taken) == 2


MAIN = ["bid-whist", "auction-bridge", "bridge", "thousand"]


@pytest.mark.parametrize(("name", "policy"), [*product(MAIN, POLICIES)])
def test_what_is_settled_anew_is_what_is_played_anew(name, policy):
    """The short way, for rules that nobody read while playing, against playing everything twice."""
    draw = random.Random(f"{name} {policy}")
    short = 0
    for _ in range(12):
        rules = random_rules(name, draw)
        g = agreed(name, {key: rules[key] for key in draw.sample(sorted(rules), min(2, len(rules)))})
        options = tuple((k, str(v)) for k, (_, v) in diff(game(name), g).items())
        pair = Pair(Rules(name), Rules(name, "", options))
        setups = (dealt(pair.a, 8, 1), dealt(pair.b, 8, 1))
        a, b = pair.run(setups, "x", POLICIES[policy])
        full = _settled(pair.b, _play(pair.b, setups[1], "x", [POLICIES[policy]] * len(g.seats)))
        short += a.table is b.table
        assert b.points == full.points
        assert [d.action for d in b.table.log] == [d.action for d in full.table.log]
        assert [(e.side, e.points, e.ruling.rule) for e in b.entries] == [
            (e.side, e.points, e.ruling.rule) for e in full.entries
        ]
    assert short


def test_counts_against_a_second_way(capsys):
    """Every number of the document, from the results of each deal."""
    a, b = Rules("thousand"), Rules("thousand", "", (("play.must_beat", "on"),))
    pair = Pair(a, b)
    rows, found = [], Tally()
    for n in range(40):
        setup = dealt(pair.a, 1, n)
        ran = pair.run((setup, setup), f"1/{n}/play", POLICIES["uniform"])
        side = _looked_at(pair, *ran)
        _count(found, side, *ran)
        points = [{s: sum(e.points for e in r.entries if e.side == s) for s in pair.a.seats.sides} for r in ran]
        nets = [p[side] - sum(p[s] for s in p if s != side) / 2 for p in points]
        rows.append((points[0] != points[1], nets))
    doc = json.loads(run("thousand", "--set", "play.must_beat=on", "--policy", "uniform",
                         "--deals", 40, "--json", capsys=capsys)[1])  # fmt: skip
    assert doc["differs"]["n"] == sum(other for other, _ in rows) == found.differs
    for i, key in enumerate("ab"):
        assert doc[key]["net"]["value"] == pytest.approx(statistics.mean(nets[i] for _, nets in rows), abs=1e-3)
        assert doc[key]["ahead"]["n"] == sum(nets[i] > 0 for _, nets in rows)
    changes = [nets[1] - nets[0] for _, nets in rows]
    assert doc["change"]["value"] == pytest.approx(statistics.mean(changes), abs=1e-3)
    assert sum(n for _, n in doc["changes"]) == 40
    assert sum(x * n for x, n in doc["changes"]) == pytest.approx(sum(changes), abs=0.1)
    assert doc["turned"]["n"] == sum((nets[0] > 0) - (nets[0] < 0) != (nets[1] > 0) - (nets[1] < 0) for _, nets in rows)
    assert net((5, 3), 0) == 2


# -- the command -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLAYED)
def test_every_game_is_simulated(name, capsys):
    status, out, err = run(name, "--deals", 2, capsys=capsys)
    assert (status, err) == (0, "")
    assert out.startswith(f"{name}\nDeals: 2. Seed: 1. Policy: sensible.\n")


def test_rules_that_change_nothing_change_nothing(capsys):
    doc = json.loads(run("bid-whist", "--deals", 20, "--set", "nt_score=double", "--json", capsys=capsys)[1])
    assert (doc["differs"]["n"], doc["played"]["n"], doc["changes"]) == (0, 0, [[0.0, 20]])
    assert doc["a"]["net"] == doc["b"]["net"]


def test_the_order_of_the_two_rule_sets_turns_the_change(capsys):
    one = json.loads(run("bid-whist", "--deals", 30, "--policy", "uniform", "--set", "nt_score=single", "--json",
                         capsys=capsys)[1])  # fmt: skip
    other = json.loads(run("bid-whist", "--deals", 30, "--policy", "uniform", "--vs", "nt_score=single", "--json",
                           capsys=capsys)[1])  # fmt: skip
    assert one["change"]["value"] == -other["change"]["value"] != 0
    assert one["differs"] == other["differs"]
    third = json.loads(run("bid-whist:detroit", "--vs", "bid-whist", "--deals", 5, "--json", capsys=capsys)[1])
    assert (third["a"]["rules"], third["b"]["rules"]) == ("bid-whist", "bid-whist:detroit")


REFUSED = [
    (("bid-whist", "--set", "kitty=none"), 1, "54 in the pack, 0 in the kitty, 54 left to deal."),
    (("bid-whist", "--vs", "kitty=none"), 1, "54 in the pack, 0 in the kitty, 54 left to deal."),
    (("bridge-table",), 2, "In bridge-table no cards are played, so there is nothing to simulate."),
    (("bid-whist-cutthroat", "--set", "players=5"), 2, "have another number of players each"),
    (("bridge", "--vs", "auction-bridge"), 2, "only two rule sets of one: bridge."),
    (("bridge", "--deals", 0), 2, "--deals must be at least 1."),
    (("bridge", "--processes", -1), 2, "--processes must be at least 1."),
    (("bridge", "--deals", "many"), 2, "This call cannot be understood."),
    (("brigde",), 2, "The nearest one: bridge."),
    (("bridge", "--set", "chicane=maybe"), 2, "Choices: off, on."),
    (("bridge", "--set", "nt_score=single"), 2, "There is no option nt_score."),
    (("bridge", "--margin", "--chart", "x.svg"), 2, "It is written: rulebook simulate GAME"),
    (("bridge", "no-such-file.pbn"), 2, "There is no such file."),
]


@pytest.mark.parametrize(("words", "status", "text"), REFUSED)
def test_what_cannot_be_simulated_is_refused_in_a_sentence(words, status, text, capsys):
    got, out, err = run(*words, capsys=capsys)
    assert (got, out) == (status, "")
    assert text in err
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_contradictions_are_data_too(capsys):
    status, out, _ = run("bid-whist", "--set", "kitty=none", "--json", capsys=capsys)
    assert status == 1
    assert json.loads(out)["ruling"]["rule"] == "bid-whist.table.hand-size"


def test_recorded_deals(capsys, tmp_path):
    deals = ROOT / "examples" / "bid-whist" / "deals"
    doc = json.loads(run("bid-whist", deals / "set.case", deals / "boston.case", "--json", "--set", "min_bid=4",
                         capsys=capsys)[1])  # fmt: skip
    assert doc["deals"] == 2
    folder = tmp_path / "deals"
    folder.mkdir()
    for n in range(3):
        (folder / f"{n}.case").write_text((deals / "set.case").read_text("utf-8"), "utf-8")
    (folder / "4.case").write_text("[Game", "utf-8")
    (folder / "notes.md").write_text("no deal", "utf-8")
    status, out, err = run("bid-whist", folder, "--json", capsys=capsys)
    assert (status, json.loads(out)["deals"]) == (2, 3)
    assert err.startswith(f"{folder / '4.case'}:1:")
    status, out, _ = run("bid-whist", folder, "--json", "--deals", 2, capsys=capsys)
    assert (status, json.loads(out)["deals"]) == (0, 2)


def test_a_position_and_another_game_are_no_deals_of_this_one(capsys):
    status, out, err = run("bridge", ROOT / "examples" / "bridge" / "positions", capsys=capsys)
    assert status == 2
    assert "tricks have been played" in err
    status, out, err = run("thousand", ROOT / "examples" / "bridge" / "deals" / "foster-1.case", capsys=capsys)
    assert (status, out) == (2, "")


def test_text_and_chart_speak_every_language(capsys, tmp_path):
    for code in LANGS:
        chart = tmp_path / f"{code}.svg"
        status, out, err = run("bid-whist", "--deals", 40, "--policy", "uniform", "--set", "nt_score=single",
                               "--lang", code, "--chart", chart, capsys=capsys)  # fmt: skip
        assert (status, err) == (0, "")
        assert "bid-whist.scoring.no-trump" in out
        tree = ElementTree.parse(chart).getroot()
        assert tree.get("lang") == code
        assert len(tree.findall("{http://www.w3.org/2000/svg}rect")) > 3


def test_a_chart_shows_every_deal_that_changed():
    draw = random.Random(1)
    changes = sorted({round(draw.gauss(0, 300), 1): draw.randrange(1, 9) for _ in range(500)}.items())
    width, found = bars([list(pair) for pair in changes])
    assert sum(found.values()) == sum(n for x, n in changes if x)
    assert len(found) <= 25
    assert all(width * i <= x < width * (i + 1) for x, _ in changes if x for i in [math.floor(x / width)])
    assert bars([[0.0, 9]])[1] == {}
    doc = {"changes": [[0.0, 9]], "b": {"rules": "a & b"}, "deals": 9, "seed": 1, "policy": "uniform"}
    doc["differs"] = {"value": 0, "low": 0, "high": 0.3}
    assert "a &amp; b" in svg(doc, lang("en"))
    ElementTree.fromstring(svg(doc, lang("en")))


def test_a_chart_that_cannot_be_written_is_told(capsys, tmp_path):
    status, _, err = run("bridge", "--deals", 1, "--chart", tmp_path / "no" / "x.svg", capsys=capsys)
    assert status == 2
    assert "The file cannot be written" in err


def test_the_guide_shows_the_chart_of_its_example(capsys, tmp_path):
    chart, call = tmp_path / "chart.svg", FENCE.findall(GUIDE.read_text("utf-8"))[0][0]
    assert main([*shlex.split(call), "--chart", str(chart)]) == 0
    assert chart.read_bytes() == GUIDE.with_name("simulate-no-trump.svg").read_bytes()


FENCE = re.compile(r"```console\n\$ rulebook (.*?)\n(.*?)```", re.DOTALL)


@pytest.mark.parametrize(("call", "shown"), FENCE.findall(GUIDE.read_text("utf-8")))
def test_the_guide_shows_what_comes_out(call, shown, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert main(shlex.split(call)) == 0
    assert capsys.readouterr().out == shown
