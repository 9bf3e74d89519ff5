"""A third reading of 1000, typed from the paragraphs: what a deal is worth, and what it does to a match.

Players are letters, cards are codes, marks are numbers by name; none of the engine's types are used. `rules` maps
option keys to values; a key that is missing has its default. The steps are those of the settlement: results,
doubling, marks, barrel, collisions, 555, winner.
"""

from __future__ import annotations

from dataclasses import dataclass, field

VALUE = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
RANKS = "AT" + "KQJ9"
PAIRS = {
    "thousand-1001": {"C": 100, "S": 80, "H": 60, "D": 40},
    "thousand-russeln": {"H": 100, "D": 80, "S": 60, "C": 40},
    "": {"H": 100, "D": 80, "C": 60, "S": 40},
}
DEFAULTS = {
    "step": 5, "target": "at_least_1000", "barrel.style": "classic", "barrel.level": 880, "barrel.collision": "coexist",
    "barrel.third_fall_zero": "off", "barrel.win_test": "bid", "lviv.exact": "no", "lock.level": 900,
    "zero.penalty": "on", "zero.basis": "points", "zero.run": "total", "zero.every": 3, "golden.zero_double": "off",
    "bid.golden_set": "off", "bid.golden_reset": "no", "bid.minimum": 100, "dump555": "off", "dump.negative": "off",
    "rospisat.pay": 60, "rospisat.limit": "third_costs_120", "rospisat.cost": "none", "polish.bombs": "none",
    "score.round_first": "off", "score.declarer_takes": "bid", "score.last_trick": 0, "bonus.four_nines": 0,
    "four.inactive_score": "none", "four.ace_value": 40, "four.inactive": "right_of_dealer", "bid.blind": "off",
    "talon.reveal": "always", "contra": "off", "game": "thousand",
}  # fmt: skip
PENALTY = 120


def pair_value(game, suit):
    """What king and queen of this suit are worth."""
    return PAIRS.get(game, PAIRS[""])[suit]


def rounded(points, step):
    """To the nearest step: of five, 3 and 4 go up; of ten, 5 goes up too."""
    if step == 1:
        return points
    up = {5: (3, 4), 10: (5, 6, 7, 8, 9)}[step]
    down = points % step
    return points - down + (step if down in up else 0)


# -- one deal --------------------------------------------------------------------------------------


@dataclass
class Deal:
    """What happened in a deal. kind: played, written, bomb, down, conceded. `cards`, `pairs`, `tricks` per player.

    factor  what everything counts: 2 in a golden deal, 2 more when it was won blind
    contra  what the declarer's own points count besides
    raw_more, result_more  what the last trick and four nines bring, per player
    """

    players: str
    declarer: str | None
    bid: int = 0
    kind: str = "played"
    cards: dict = field(default_factory=dict)
    pairs: dict = field(default_factory=dict)
    tricks: dict = field(default_factory=dict)
    resting: str = ""
    talon: tuple = ()
    factor: int = 1
    contra: int = 1
    raw_more: dict = field(default_factory=dict)
    result_more: dict = field(default_factory=dict)


@dataclass
class State:
    """Totals and marks of a match between two deals. barrel: deals left there."""

    points: dict
    marks: dict = field(default_factory=dict)
    golden: dict = field(default_factory=lambda: {"played": 0, "made": 0, "over": 0})
    winners: tuple = ()

    def mark(self, name, player):
        return self.marks.get(name, {}).get(player, 0)

    def put(self, name, player, number):
        self.marks.setdefault(name, {})[player] = number


class Settlement:
    """One deal settled."""

    def __init__(self, state, deal, rules):
        self.r = {**DEFAULTS, **rules}
        self.before, self.deal = state, deal
        self.after = State(
            dict(state.points), {name: dict(of) for name, of in state.marks.items()}, dict(state.golden), ()
        )
        self.win = rules["goal"] if "goal" in rules else 1000 + (self.r["target"] == "more_than_1000")
        self.results()
        self.zeros_and_letters()
        self.barrels()
        self.collisions()
        self.fives()
        self.winner()
        self.golden_set()

    # who is where when the deal begins

    def on_barrel(self, player):
        if self.r["barrel.style"] == "classic":
            return self.before.mark("barrel", player) > 0
        return self.r["barrel.style"] == "lviv" and self.before.points[player] >= self.r["barrel.level"]

    def locked(self, player):
        return self.r["barrel.style"] == "lock" and self.r["lock.level"] <= self.before.points[player] < self.win

    def raw(self, player):
        """Card points and pairs; a player on the barrel of Lviv has no pairs."""
        lviv = self.r["barrel.style"] == "lviv" and self.on_barrel(player)
        pairs = 0 if lviv else self.deal.pairs.get(player, 0)
        return self.deal.cards.get(player, 0) + pairs + self.deal.raw_more.get(player, 0)

    # 1 and 2

    def results(self):
        d = self.deal
        self.made = d.declarer is not None and d.kind == "played" and self.makes()
        self.result = {}
        for player in self.before.points:
            if player == d.declarer:
                mine = self.declarers() * d.contra
            elif player == d.resting:
                mine = self.resters()
            elif player in d.players:
                mine = self.others(player)
            else:
                mine = 0
            more = d.result_more.get(player, 0) if d.kind == "played" and not self.silent(player) else 0
            self.result[player] = (mine + more) * d.factor

    def makes(self):
        mine, bid = self.raw(self.deal.declarer), self.deal.bid
        if self.rescued():
            return True
        return (rounded(mine, self.r["step"]) if self.r["score.round_first"] == "on" else mine) >= bid

    def rescued(self):
        """Two Polish players: the bid is 120, every trick is the declarer's and nobody announced a pair."""
        d = self.deal
        all_tricks = d.tricks.get(d.declarer) == 10
        return self.r["game"] == "thousand-two-polish" and d.bid == 120 and all_tricks and not any(d.pairs.values())

    def declarers(self):
        d, kind = self.deal, self.deal.kind
        if kind == "played":
            taken = self.r["score.declarer_takes"] == "taken" and d.contra == 1  # contra multiplies the bid
            good = max(d.bid, rounded(self.raw(d.declarer), self.r["step"])) if taken else d.bid
            return good if self.made else -d.bid
        if kind == "written":
            return -d.bid if self.r["rospisat.cost"] == "bid" else 0
        return {"bomb": 0, "down": -d.bid, "conceded": -self.minimum()}[kind]

    def minimum(self):
        return max(120, self.r["bid.minimum"]) if self.is_golden() else self.r["bid.minimum"]

    def is_golden(self):
        return self.r["bid.golden_set"] == "on" and not self.before.golden["over"]

    def silent(self, player):
        """Who scores nothing but as declarer."""
        if player == self.deal.declarer:
            return False
        classic = self.r["barrel.style"] == "classic" and self.on_barrel(player)
        return classic or self.locked(player) or (player == self.deal.resting and self.on_barrel(player))

    def others(self, player):
        if self.silent(player):
            return 0
        kind = self.deal.kind
        if kind == "played":
            exact = self.r["lviv.exact"] == "yes" and self.on_barrel(player)
            return self.raw(player) if exact else rounded(self.raw(player), self.r["step"])
        if kind == "written":
            return self.pay()
        return {"bomb": 60, "down": 0, "conceded": self.minimum() // 2}[kind]

    def pay(self):
        """Sixty, or half of the bid, up to the next multiple."""
        pay = self.r["rospisat.pay"]
        if pay == 60:
            return 60
        unit, half = int(pay.rpartition("_")[2]), self.deal.bid / 2
        found = 0
        while found < half:
            found += unit
        return found

    def resters(self):
        how, talon = self.r["four.inactive_score"], self.deal.talon
        if how == "none" or self.silent(self.deal.resting):
            return 0
        pair = sum(pair_value(self.r["game"], suit) for suit in "SHDC" if {suit + "K", suit + "Q"} <= set(talon))
        if how == "aces_and_pairs":
            return self.r["four.ace_value"] * sum(code[1] == "A" for code in talon) + pair
        return rounded(sum(VALUE[code[1]] for code in talon) + pair, self.r["step"])

    # 3

    def zeros_and_letters(self):
        self.total = {p: n + self.result[p] for p, n in self.before.points.items()}
        for player in self.deal.players:
            self.a_zero(player)
        d, declarer = self.deal, self.deal.declarer
        name = {"written": "written", "bomb": "bombs", "down": "downs"}.get(d.kind)
        if name:
            self.after.put(name, declarer, self.before.mark(name, declarer) + 1)
        third = self.after.mark("written", declarer) % 3 == 0
        if d.kind == "written" and self.r["rospisat.limit"] == "third_costs_120" and third:
            self.total[declarer] -= PENALTY

    def is_zero(self, player):
        d = self.deal
        if d.kind != "played" or player == d.declarer or d.declarer is None:
            return False
        counted = {"points": self.raw(player), "tricks": d.cards.get(player, 0), "no_trick": d.tricks.get(player, 0)}
        return counted[self.r["zero.basis"]] == 0

    def a_zero(self, player):
        if self.r["zero.penalty"] == "off" or self.on_barrel(player):
            return
        every, row = self.r["zero.every"], self.r["zero.run"] == "consecutive"
        if not self.is_zero(player):
            self.after.put("run", player, 0)
            return
        marks = 2 if self.is_golden() and self.r["golden.zero_double"] == "on" else 1
        name = "run" if row else "zeros"
        before = self.before.mark(name, player)
        now = before + marks
        fined = now >= every if row else before // every < now // every
        if fined:
            self.total[player] -= PENALTY
        self.after.put("zeros", player, self.before.mark("zeros", player) + marks)
        self.after.put("run", player, 0 if fined and row else self.before.mark("run", player) + marks)

    # 4 and 5

    def missing(self):
        """What a player on the barrel lacks, in whole steps."""
        lack = self.win - self.r["barrel.level"]
        return lack + -lack % self.r["step"]

    def reaches(self, player):
        """Whether a declarer on the barrel who made the contract wins with it."""
        if self.r["barrel.win_test"] == "bid":
            return self.result[player] >= self.missing()
        if self.raw(player) * self.deal.factor < self.missing():
            return False
        self.total[player] += max(0, self.missing() - self.result[player])
        return True

    def barrels(self):
        self.arrived = []
        if self.r["barrel.style"] != "classic":
            return
        level = self.r["barrel.level"]
        for player in self.before.points:
            if not self.on_barrel(player):
                if level <= self.total[player] < self.win:
                    self.arrived.append(player)
                    self.put_on(player)
            elif player == self.deal.declarer and (not self.made or self.reaches(player)):
                self.after.put("barrel", player, 0)
            elif player in self.deal.players:
                self.stays(player)

    def put_on(self, player):
        self.total[player] = self.r["barrel.level"]
        self.after.put("barrel", player, 3)

    def stays(self, player):
        left = self.before.mark("barrel", player) - 1
        self.after.put("barrel", player, left)
        self.total[player] = self.r["barrel.level"]
        if left:
            return
        self.total[player] -= PENALTY
        if self.r["barrel.third_fall_zero"] == "on":
            falls = self.before.mark("falls", player) + 1
            if falls == 3:
                falls = self.total[player] = 0
            self.after.put("falls", player, falls)

    def collisions(self):
        down = []
        if self.r["barrel.collision"] == "same_deal_arrivals_all_fall" and len(self.arrived) > 1:
            down = self.arrived
        if self.r["barrel.collision"] == "newcomer_ousts_old" and self.arrived:
            down = [p for p in self.before.points if self.on_barrel(p) and self.after.mark("barrel", p)]
        for player in down:
            self.total[player] = self.r["barrel.level"] - PENALTY
            self.after.put("barrel", player, 0)

    # 6 and 7

    def fives(self):
        gone = [555] * (self.r["dump555"] == "on") + [-555] * (self.r["dump.negative"] == "on")
        for player, total in self.total.items():
            self.after.points[player] = 0 if total in gone else total

    def winner(self):
        points = self.after.points
        there = [p for p in points if points[p] >= self.win]
        best = max((points[p] for p in there), default=0)
        top = tuple(p for p in there if points[p] == best)
        if self.deal.declarer is None and len(top) > 1:  # draw: another deal
            top = ()
        self.after.winners = (self.deal.declarer,) if self.deal.declarer in there else top

    def golden_set(self):
        if not self.is_golden():
            return
        golden = self.after.golden
        golden["played"] += 1
        golden["made"] += self.made
        if golden["played"] < len(self.before.points):
            return
        if golden["made"]:
            golden["over"] = 1
            return
        if self.after.winners:
            return
        golden["played"] = 0
        if self.r["bid.golden_reset"] == "yes":
            for player in self.after.points:
                self.after.points[player] = 0
                self.after.put("barrel", player, 0)


def settle(state, deal, rules):
    """The match after this deal."""
    return Settlement(state, deal, rules).after


# -- the play: cards as codes, the trick in the order of playing -------------------------------------------


def better(one, other, trump):
    """Whether `one` beats `other`, which was the best card so far."""
    if one[0] == other[0]:
        return RANKS.index(one[1]) < RANKS.index(other[1])
    return one[0] == trump


def best(trick, trump):
    found = trick[0]
    for code in trick[1:]:
        if better(code, found, trump):
            found = code
    return found


def cards_allowed(hand, trick, trump, rules, stock=0):
    """The cards of a hand that may be played to a trick."""
    if not trick or stock:
        return set(hand)
    top, follow = best(trick, trump), [c for c in hand if c[0] == trick[0][0]]
    winning = [c for c in hand if better(c, top, trump)]
    if rules["game"] == "thousand-russeln":
        beating = [c for c in winning if c in follow or not follow]
        return set(beating or follow or hand)
    trumped = top[0] != trick[0][0]
    if follow:
        must = [c for c in winning if c in follow] if rules.get("play.must_beat") == "on" and not trumped else []
        return set(must or follow)
    trumps = [c for c in hand if c[0] == trump]
    if rules.get("void_must_trump", "must") == "free" or not trumps:
        return set(hand)
    over = [c for c in winning if c in trumps] if rules.get("play.must_overtrump") == "on" and trumped else []
    return set(over or trumps)


def pairs_allowed(hand, trick, played, won_one, rules):
    """The cards that may be led with an announcement: `played` tricks are over; whether the leader has won one."""
    if trick:
        return set()
    found = set()
    if played or rules.get("decl.first_trick") == "yes":
        found = {c for c in hand if c[1] in "KQ" and {c[0] + "K", c[0] + "Q"} <= set(hand)}
    aces = {suit + "A" for suit in "SHDC"}
    if rules.get("decl.four_aces") == "on" and won_one and aces <= set(hand):
        found |= aces
    return found


# -- the auction: calls as (seat, bid, blind), bid 0 for a pass ------------------------------------------------


class Auction:
    """Who calls next, and what may be called. `seats` from forehand; scores and hands by seat."""

    def __init__(self, seats, calls, looked, hands, scores, barrel, rules, golden):
        self.seats, self.calls, self.looked, self.hands = seats, calls, looked, hands
        self.scores, self.barrel, self.r, self.golden = scores, barrel, rules, golden

    def get(self, key, default):
        return self.r.get(key, default)

    def silent(self, seat):
        below = self.get("bid.silence", "off")
        return below != "off" and self.scores[seat] < below

    def left(self):
        """Who can still call: silent players are out, and nobody overbids a silent forehand."""
        passed = {seat for seat, bid, _ in self.calls if not bid}
        quiet = {s for s in self.seats[1:] if self.silent(s) or self.silent(self.seats[0])}
        return [s for s in self.seats if s not in passed | quiet]

    def over(self):
        bids = [bid for _, bid, _ in self.calls if bid]
        return not self.left() or (len(self.left()) == 1 and bool(bids))

    def turn(self):
        if not self.calls:
            return self.left()[0]
        at = self.seats.index(self.calls[-1][0])
        return next(s for s in self.seats[at + 1 :] + self.seats[: at + 1] if s in self.left())

    def minimum(self):
        return max(120, self.r["bid.minimum"]) if self.golden else self.r["bid.minimum"]

    def limit(self, seat, blind):
        """The highest bid of this player, whatever was bid before."""
        found = 10**6
        suits = [suit for suit in "SHDC" if {suit + "K", suit + "Q"} <= set(self.hands[seat])]
        if self.r["bid.over120_needs_pair"] == "yes" and (blind or not suits):
            found = 120
        if self.get("bid.cap", "none") == "pairs":
            found = min(found, 120 + sum(pair_value(self.r["game"], suit) for suit in suits))
        if self.get("bid.max", "none") != "none":
            found = min(found, self.r["bid.max"])
        if self.get("barrel.style", "") == "lviv" and self.scores[seat] >= self.r["barrel.level"]:
            found = min(found, 120)
        return found

    def allowed(self, seat, bid, blind=False):
        if self.over() or seat != self.turn():
            return False
        opening = not self.calls
        if not bid:
            return not blind and not (opening and self.r["game"] != "thousand-russeln")
        standing = max(b for _, b, _ in [(0, 0, 0), *self.calls])
        if bid % self.r["step"] or bid < self.minimum() or bid <= standing or bid > self.limit(seat, blind):
            return False
        if self.silent(seat) and bid != self.minimum():
            return False
        lowest = standing + self.r["step"] if standing else self.minimum()
        if self.get("bid.no_jump", "off") == "on" and bid != lowest:
            return False
        return not blind or self.blindly(seat, bid, opening)

    def blindly(self, seat, bid, opening):
        if self.get("bid.blind", "off") == "off" or seat in self.looked:
            return False
        if self.r["blind.who"] == "forehand" and not (opening and bid == 120):
            return False
        least = self.r["blind.min_score"]
        if least != "none" and self.scores[seat] < least:
            return False
        return self.r["blind.barrel"] == "allowed" or not self.barrel


def raise_allowed(bid, owed, auction, seat, kept):
    """Whether the declarer may raise to this bid, with the cards that are kept. The bid itself leaves it."""
    r = auction.r
    if bid % r["step"] or bid < owed or (auction.silent(seat) and r.get("silence.raise", "no") == "no"):
        return False
    if bid == owed:
        return True
    auction.hands = {**auction.hands, seat: kept}
    if r.get("raise.unrestricted", "no") == "yes":
        auction.r = {**r, "bid.over120_needs_pair": "no"}
    return bid <= auction.limit(seat, False)
