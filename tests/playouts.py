"""Random deals played under random house rules, and what has to hold in every state of them.

The functions know no game: seats, rights and sizes come from the game itself.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from dataclasses import replace
from itertools import count, islice, product
from random import Random

from rulebook import game
from rulebook.cards import CARDS, CardSet, Suit
from rulebook.games import GAMES
from rulebook.games.bid_whist.facts import HIGH, LOW, PASS, Bid
from rulebook.games.bridge import misery
from rulebook.games.bridge.dealing import FAULTS, OTHER, PLACES
from rulebook.games.bridge.errors import WAYS
from rulebook.games.bridge.facts import Bid as Makes
from rulebook.games.thousand.facts import Bid as Points
from rulebook.games.thousand.redeal import REASONS
from rulebook.options import changed, every
from rulebook.standing import Standing
from rulebook.table import Action, Pick, Setup

LANGS = ("en", "ru", "kk")
KINDS = ("call", "card", "discard", "declare", "exchange", "leave", "look", "make", "renege", "replace", "score")
CLOSING = ("look", "write-off", "write-down", "bomb", "concede", "contra", "recontra")


# -- house rules ---------------------------------------------------------------------------------


def house_rules(name):
    """Every option of a game with its choices."""
    return {o.key: o.choices for o, _ in every(game(name).options)}


def random_rules(name, random):
    """House rules: about half of the options at their default, the others anywhere."""
    return {key: random.choice([choices[0], random.choice(choices)]) for key, choices in house_rules(name).items()}


def agreed(name, rules):
    """The game under these rules; options that contradict others go back to their default, one by one."""
    rules = dict(rules)
    for key in list(rules):
        made = game(name, **rules)
        if made.clash is None:
            return made
        del rules[key]
    return game(name)


def name_of(g):
    """The id of a game, without its preset."""
    return g.id.partition(":")[0]


def family_of(name):
    """The package that holds the rules of a game, as ids of rules name it."""
    return GAMES[name.partition(":")[0]].removeprefix("rulebook.games.").replace("_", "-")


# -- a deal --------------------------------------------------------------------------------------


def deal(g, random):
    """A random deal for this game. Where one more sits at the table than is dealt to, the game says who rests."""
    pack = list(CardSet(g.pack))
    random.shuffle(pack)
    n, cut = len(g.seats), iter(pack)
    rests = g.clash is None and len(pack) - sum(g.piles.values()) < n * g.hand
    hands = [sum(1 << c for c in islice(cut, g.hand)) for _ in range(n - rests)]
    rest = list(cut)
    piles = {name: [rest.pop() for _ in range(min(size, len(rest)))] for name, size in g.piles.items()}
    whole = Setup(
        dealer=random.randrange(n), pack=g.pack, hands=tuple(hands), hidden=(0,) * n,
        piles={name: (sum(1 << c for c in cards), 0) for name, cards in piles.items()},
        stock=tuple(piles.get("stock", ())), letters="".join(s.letter for s in g.seats.all),
    )  # fmt: skip
    if not rests:
        return whole
    return next(s for s in (replace(whole, hands=(*hands[:i], 0, *hands[i:])) for i in range(n)) if g.dealt(s).ok)


def deal_of_bridge(g, random):
    """A random deal of this game of the bridge family: a stock, columns, a seat without a player."""
    pack, seats = list(CardSet(g.pack)), g.seats
    random.shuffle(pack)
    dealer, cards = random.choice(seats.players), iter(pack)
    sizes = misery.sizes(g.options, dealer) if name_of(g) == "misery-bridge" else [g.hand] * len(seats)
    sizes = [4] * len(seats) if name_of(g) == "bridge-for-two" else sizes
    hands = tuple(sum(1 << c for c in islice(cards, n)) for n in sizes)
    rest = tuple(cards)
    stock = rest if name_of(g) == "misery-bridge" else ()
    piles = {"stock": (sum(1 << c for c in stock), 0)} if stock else {}
    if name_of(g) == "bridge-for-two":
        piles = {place: (1 << c, 0) for place, c in zip(g.piles, rest, strict=True)}
    return Setup(
        dealer=int(dealer), pack=g.pack, hands=hands, hidden=(0,) * len(seats), piles=piles, stock=stock,
        letters="".join(s.letter for s in seats.all),
    )  # fmt: skip


def partly_known(g, random):
    """A random deal of which some cards are not known."""
    return partly_hidden(deal(g, random), random)


def half_known(g, random):
    """A deal of a match of 1000 of which some cards are not known."""
    return partly_hidden(in_a_match(g, random), random)


def partly_hidden(setup, random):
    """The same deal with unknown cards: none, some or all of each hand and of each pile."""
    hands = [hidden(mask, random) for mask in setup.hands]
    piles = {name: hidden(mask, random) for name, (mask, _) in setup.piles.items()}
    masks, unknown = zip(*hands, strict=True)
    stock = tuple(c if piles["stock"][0] >> c & 1 else None for c in setup.stock)
    return replace(setup, hands=masks, hidden=unknown, piles=piles, stock=stock)


def hidden(mask, random):
    """A mask with a share of its cards turned into unknown ones."""
    share = random.choice([0, 0.3, 1])
    kept = sum(1 << c for c in CardSet(mask) if random.random() >= share)
    return kept, (mask ^ kept).bit_count()


def in_a_match(g, random):
    """A random deal of a match of 1000 with any score, marks and golden deals behind it."""
    standing = Standing.start(g.seats)
    level = dict(every_value(g)).get("barrel.level", 880)
    for side in g.seats.sides:
        barrel = random.choice([0, 0, 1, 2, 3])
        standing = standing.scored(side, random.choice([0, -155, -110, 245, 555, 875, 905, 990]))
        if dict(every_value(g)).get("barrel.style") == "classic":
            standing = replace(standing, points={**standing.points, side: min(standing.points[side], level - 5)})
            if barrel:
                standing = replace(standing, points={**standing.points, side: level})
                standing = standing.with_marks("barrel", side, barrel)
        for mark in ("zeros", "run", "written", "downs", "bombs", "falls"):
            standing = standing.with_marks(mark, side, random.choice([0, 0, 1, 2]))
    for note, values in {"golden.played": (0, 1), "golden.over": (0, 1), "nines": (0, 1, 2)}.items():
        standing = standing.noted(note, random.choice(values))
    return replace(deal(g, random), standing=standing)


def every_value(g):
    return ((o.key, value) for o, value in every(g.options))


def must(g, spaces):
    """The choices of the player who is to act: rights, which nobody need use, are left out, but a card to put back."""
    return [s for s in spaces if (s.kind not in g.rights or s.kind == "restore") and s.size]


def pick(spaces, random):
    """One action out of these spaces."""
    space = random.choice(spaces)
    return space.sample(random) if isinstance(space, Pick) else random.choice(list(space))


def next_action(g, t, random, spaces):
    """A legal action; in table mode now and then a card against the rules, a call, a card taken back."""
    a = pick(must(g, spaces), random)
    if a.kind == "call":
        return a_call(must(g, spaces)[0], random)
    if a.kind == "discard" and t.hidden[a.by]:
        a = random.choice([d for d in discards(g, t, random, a.by) if g.rule(t, d).ok])
    rights = [s for s in spaces if s.kind in g.rights and s.kind != "score" and s.size]
    wrong = bool(t.log) and t.log[-1].ruling.stands
    if rights and random.random() < (0.4 if wrong else 0.04):
        return a_right(t, rights, random)
    return irregular(g, t, random, a) if g.mode == "table" and random.random() < 0.15 else a


def in_1000(g, t, random, spaces):
    """A legal action of 1000: an auction that is long where the first seat deals, the play, now and then a right."""
    rights = [s for s in spaces if s.kind in g.rights and s.size]
    if rights and random.random() < 0.07:
        return pick(rights, random)
    space = random.choice(must(g, spaces))
    passing = Action(space.by, "call", Points(0))
    if space.kind in ("call", "blind") and random.random() < (0.6 if t.setup.dealer else 0.1):
        return passing if g.rule(t, passing).ok else next(iter(space))
    return pick([space], random)


def at_bridge(g, t, random, spaces):
    """A legal action; in table mode now and then anything that happens all the same."""
    if g.mode == "table" and random.random() < 0.12:
        wild = [a for seat in range(len(g.seats)) for a in bridge(g, t, random, seat)]
        if wild := [a for a in random.sample(wild, min(60, len(wild))) if g.stands(g.rule(t, a))]:
            return random.choice(wild)
    return pick(must(g, spaces) if random.random() < 0.9 else [s for s in spaces if s.size], random)


def a_call(space, random):
    """A pass, one of the lowest bids, or any: all lengths of auctions come about."""
    calls = list(space)
    passes = [a for a in calls if a.what.code == PASS.code]
    return random.choice([random.choice(passes or calls), calls[: 3 + len(passes)][-1], random.choice(calls)])


def a_right(t, rights, random):
    """A right that somebody has, with the book under way or the last one if a book is to be named."""
    actions = list(random.choice(rights))
    now = (len(t.tricks), len(t.tricks) + bool(t.trick))
    near = [a for a in actions if (a.what[0] if isinstance(a.what, tuple) else a.what) in now]
    return random.choice([random.choice(near or actions), random.choice(actions)])


def irregular(g, t, random, a):
    """A card of the same hand that is against the rules but happens, if there is one."""
    if a.kind != "card":
        return a
    wrong = (Action(a.by, "card", c, a.seat) for c in CardSet(t.hands[a.hand]))
    return random.choice([a, *(w for w in wrong if g.stands(g.rule(t, w)))])


def run(g, random, look, start=deal, act=next_action):
    """Play a random deal to its end, looking at every state. Returns the last table and the number of steps.

    A partly known deal may come to a card that nobody can have: there it ends early.
    """
    t, steps = g.start(start(g, random)), 0
    while g.active(t):
        spaces = g.legal(t)
        look(g, t, random)
        if start in (partly_known, half_known) and not must(g, spaces):
            return t, steps
        assert must(g, spaces), "something is legal until the end"
        t, steps = g.play(t, act(g, t, random, spaces)), steps + 1
    look(g, t, random)
    for _ in range(random.randrange(3)):  # when all cards are played, rights are left
        if spaces := [s for s in g.legal(t) if s.size]:
            t, steps = g.play(t, pick(spaces, random)), steps + 1
            look(g, t, random)
    return t, steps


# -- what has to hold ------------------------------------------------------------------------------


def candidates(g, t, random):
    """Actions of every kind, person and card: good, bad and impossible ones."""
    turn = g.turn(t)
    for seat in range(len(g.seats)):
        whole = seat == turn or random.random() < 0.05
        yield from cards(g, t, random, seat, CARDS if whole else random.sample(CARDS, 4))
        if g.id.startswith("bid-whist"):
            yield from bid_whist(g, t, random, seat, whole=whole)
        if g.id.startswith("thousand"):
            yield from thousand(g, t, random, seat)
        if family_of(g.id) == "bridge":
            yield from bridge(g, t, random, seat)
    yield from (Action(7, kind, CARDS[0]) for kind in ("card", "exchange"))
    yield from (Action(-1, kind, None) for kind in KINDS)
    yield Action(0, "nonsense", None)
    yield from (Action(turn or 0, kind, object()) for kind in KINDS)


def cards(g, t, random, seat, some):
    """Cards of one's own hand, of another hand, of nobody, and cards taken back."""
    yield from (Action(seat, "card", c) for c in some)
    others = [s for s in g.seats.all if s != seat]
    yield from (Action(seat, "card", c, random.choice(others)) for c in random.sample(CARDS, 2))
    yield from (Action(seat, "replace", c) for c in random.sample(CARDS, 3))
    yield from (Action(seat, "replace", c) for c in CardSet(t.hands[seat]))


def bid_whist(g, t, random, seat, *, whole):
    """What only this family knows: calls, declarations, the kitty, jokers, reneges, looking, the score."""
    yield Action(seat, "call", PASS)
    calling = whole and t.facts.declarer is None
    kinds = ("high", "low", "NT", "") if calling else (random.choice(["high", "low", "NT", ""]),)
    named = ("", "high", "low", "S", "C") if calling else ("",)
    top = range(g.hand + 2 if "cutthroat" in g.id else 9)
    yield from (Action(seat, "call", Bid(*bid)) for bid in product(top if calling else (4, 7), kinds, named))
    yield from (Action(seat, "declare", what) for what in (*map(Suit, range(4)), HIGH, LOW))
    yield from (Action(seat, "declare", what) for what in product((HIGH, LOW), map(Suit, (0, 3))))
    yield from discards(g, t, random, seat)
    some = random.sample(CARDS, 2) + list(CardSet(t.piles.get("out", (0, 0))[0]))
    others = [s for s in g.seats.all if s != seat]
    yield from (Action(seat, "exchange", c, s) for c in some for s in (None, random.choice(others)))
    books = (0, *random.sample(range(1, g.hand + 2), 4 if whole else 2))
    yield from (Action(seat, kind, n) for kind in ("renege", "look") for n in books)
    yield from (Action(seat, "renege", (n, random.choice(g.seats.all))) for n in books)
    yield Action(seat, "look", None)
    yield Action(seat, "score", None)


def thousand(g, t, random, seat):
    """What only this family knows: bids in points, gifts, sales, demands, ways to close a deal, announcements."""
    turn = seat == g.turn(t)
    top = 90 + 5 * random.randrange(60)
    bids = (0, 40, 85, 95, 100, 102, 105, 110, 120, 125, 130, top) if turn else (0, 100, 120, top)
    yield from (Action(seat, kind, Points(n)) for kind in ("call", "blind", "raise") for n in bids)
    yield from (Action(seat, kind) for kind in CLOSING)
    yield from (Action(seat, "annul", why) for why in (*REASONS, "queens"))
    yield from (Action(seat, "talon", n) for n in range(4))
    yield from (Action(seat, "announce", Suit(n)) for n in range(4))
    some = [*random.sample(CARDS, 3), *CardSet(t.hands[seat])]
    yield from (Action(seat, "pair", c) for c in some)
    yield from (Action(seat, "bottom", c) for c in random.sample(CARDS, 2))
    for c in some if turn else some[:3]:
        yield from (Action(seat, "give", c, to) for to in (None, *g.seats.all))
    for kind, k in product(("discard", "sell"), range(1, 5)):
        held = list(CardSet(t.hands[seat])) + random.sample(list(CardSet(t.unseen)), t.hidden[seat])
        if len(held) >= k:
            yield Action(seat, kind, CardSet(sum(1 << c for c in random.sample(held, k))))


def bridge(g, t, random, seat):
    """Every kind of action that the game knows, with everything that it may act on: calls, makes, events, claims."""
    made = [Makes(n, d) for n in (0, 1, 2, 5, 7, 8) for d in "SCHRUN"]
    words = [Makes(0, ""), Makes(0, "X"), Makes(0, "XX"), *FAULTS, *PLACES, OTHER, *WAYS]
    near = [(n, by, how) for n in (0, len(t.tricks)) for by in g.seats.all for how in ("tricks", "points", "minus")]
    things = [None, *random.sample(CARDS, 4), *map(Suit, range(4)), 3, 4, 48, *made, *words, *near]
    for part in (*g.phases, *g.rights.values()):
        for kind, takes in part.kinds.items():
            yield from (Action(seat, kind, what) for what in things if takes(what))
    yield from (Action(seat, "demand", c, by) for c in random.sample(CARDS, 4) for by in g.seats.all if by != seat)


def discards(g, t, random, seat):
    """Too few, as many as needed, too many; a card twice; a card that is not held."""
    size = next(iter(g.piles.values()), 6)
    held = list(CardSet(t.hands[seat])) + random.sample(list(CardSet(t.unseen)), t.hidden[seat])
    for k in (size - 1, size, size + 1):
        if k <= len(held):
            some = random.sample(held, k)
            yield Action(seat, "discard", CardSet(sum(1 << c for c in some)))
            yield Action(seat, "discard", (*some, some[0]))
            other = random.choice(CARDS) if not t.hidden[seat] else some[0]
            yield Action(seat, "discard", CardSet(sum({1 << c for c in (*some[1:], other)})))
    if not t.hidden[seat]:  # else `-` may put out cards that nobody knows
        yield Action(seat, "discard", CardSet(0))


def agree(g, t, random, share=0.4):
    """`a in legal(t)` exactly when `rule(t, a).ok`; a refusal says something in every language.

    Looked at in every state outside the play, and in this share of the states between two cards.
    """
    if (t.trick or t.tricks) and random.random() > share:
        return
    spaces = g.legal(t)
    for a in candidates(g, t, random):
        r = g.rule(t, a)
        assert any(a in s for s in spaces) == r.ok, (a, r)
        if not r.ok and random.random() < 0.01:
            assert all(len(r.explain(lang)) > 10 for lang in LANGS)


def listed(g, t, random, share=0.3):
    """What a space lists is what it contains, and as much as its size says; looked at in a share of the states."""
    for space in g.legal(t) if random.random() < share else ():
        if space.size <= 60:
            found = list(space)
            assert len(found) == space.size
            assert all(a in space and g.rule(t, a).ok for a in found), space


def conserve(g, t, random):
    """Every card of the pack is in exactly one place."""
    seen = 0
    for mask, unknown in t.places().values():
        assert not unknown
        assert not seen & mask
        seen |= mask
    assert seen == g.pack


def cards_add_up(g, t, random):
    """Known and unknown cards together are the pack, no card is in two places, no hand owes cards."""
    seen = total = 0
    for mask, unknown in t.places().values():
        assert unknown >= 0
        assert not seen & mask
        seen, total = seen | mask, total + mask.bit_count() + unknown
    assert not seen & ~g.pack
    assert total == g.pack.bit_count()


def tricks_add_up(g, t, random):
    """Every finished trick was won by somebody, and cards left and cards played make the hands."""
    seats = range(len(g.seats))
    assert sum(t.won(s) for s in seats) == len(t.tricks)
    if t.facts.declarer is not None and ("out" in t.piles or not g.piles):
        held = [t.size(s) for s in seats]
        assert sum(held) + len(t.trick) + len(seats) * len(t.tricks) == g.hand * len(seats)
        assert max(held) - min(held) <= 1


# -- the long run ----------------------------------------------------------------------------------


FAMILIES = {
    "bid-whist": (deal, next_action),
    "bridge": (deal_of_bridge, at_bridge),
    "thousand": (in_a_match, in_1000),
}


def long_run(steps=100_000, seed=1, share=0.1, say=print, family="bid-whist"):
    """So many random legal steps over random house rules of the games of a family, looked at on the way.

    Cards are counted in every state, `legal == filter(rule)` is compared in a share of the states.
    A fault is raised with the house rules and the seed of its deal. Returns what was done.
    """
    names = [name for name in GAMES if family_of(name) == family]
    start, act = FAMILIES[family]
    done, began = Counter(), time.perf_counter()

    def look(g, t, random):
        conserve(g, t, random)
        if family == "bid-whist":
            tricks_add_up(g, t, random)
        done["states"] += 1
        if random.random() < share:
            done["compared"] += sum(1 for _ in candidates(g, t, random))
            agree(g, t, random, share=1)

    for n in count(seed):
        name, random = names[n % len(names)], Random(n)
        g = agreed(name, random_rules(name, random))
        try:
            _, some = run(g, random, look, start, act)
        except Exception as fault:
            raise AssertionError(f"{name}, seed {n}, {changed(g.options)}: {fault}") from fault
        done["steps"] += some
        done["deals"] += 1
        if done["deals"] % 200 == 0:
            say(f"  {done['steps']:7} of {steps} steps, {done['deals']} deals, {time.perf_counter() - began:.0f} s")
        if done["steps"] >= steps:
            break
    say(
        f"{done['steps']} random legal steps in {done['deals']} deals of {' and '.join(names)}, each under house rules "
        f"of its own: cards counted in {done['states']} states, {done['compared']} actions ruled and compared with "
        f"what is legal, no difference; {time.perf_counter() - began:.0f} s"
    )
    return done


if __name__ == "__main__":
    for family in FAMILIES:
        long_run(*map(int, sys.argv[1:]), family=family)
