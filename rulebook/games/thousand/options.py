"""The house rules of 1000: groups of them, then each game's own choice of groups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from rulebook.games.thousand import draw, russeln, tausendeins, two
from rulebook.games.thousand.shape import (
    DRAW,
    DRAW_FIVE,
    FOUR,
    RUSSELN,
    TAUSENDEINS,
    THREE,
    TWO_POLISH,
    TWO_RUSSIAN,
    Shape,
)
from rulebook.options import option
from rulebook.ruling import Ruling

EXT = "outside"


@dataclass(frozen=True)
class Deal:
    bottom_jack: str = option(
        "thousand.deal.bottom-jack", "What if a jack lies at the bottom after the cut?", "off", "recut_3_then_penalty"
    )


@dataclass(frozen=True)
class Redeal:
    nines: str = option(
        "thousand.redeal.nines", "Which nines allow a new deal?", "four_any", "four_dealt", "three", "none"
    )
    nines_third_penalty: str = option(
        "thousand.redeal.nines-penalty", "Does the third new deal running for nines cost the dealer 120?", "off", "on"
    )
    talon_low: str = option(
        "thousand.redeal.talon-low",
        "May the declarer ask for a new deal if the talon has fewer than 5 points?",
        "off",
        "any_bid",
        "bid_100_only",
    )
    talon_two_nines: str = option(
        "thousand.redeal.talon-nines",
        "May the declarer ask for a new deal if the talon has two nines?",
        "off",
        "on",
    )
    hand_low: str = option(
        "thousand.redeal.hand-low",
        "May a player with fewer than 14 points ask for a new deal?",
        "off",
        "any",
        "not_if_bid_over_100",
    )
    four_jacks: str = option(
        "thousand.redeal.four-jacks", "May a player with four jacks ask for a new deal?", "off", "on", source=EXT
    )


@dataclass(frozen=True)
class Bid:
    compulsory: ClassVar[bool] = True
    minimum: int = option("thousand.auction.opening", "What is the lowest bid?", 100, 60, 80, 90, 110, 120)
    over120_needs_pair: str = option("thousand.auction.over-120", "Does a bid above 120 need a pair?", "yes", "no")
    silence: str | int = option(
        "thousand.auction.silence", "Below which score is a player silent?", "off", -150, -120, -100
    )
    blind: str = option("thousand.auction.blind", "May a player bid before looking?", "off", "on")
    golden_set: str = option("thousand.golden.set", "Does the match begin with a golden set?", "off", "on")
    golden_reset: str = option(
        "thousand.golden.again", "Do the scores go back to 0 before a golden set is played again?", "no", "yes"
    )
    no_jump: str = option("thousand.auction.no-jump", "Must each bid be just one step higher?", "off", "on", source=EXT)
    cap: str = option("thousand.auction.cap", "Do the pairs in the hand limit the bid?", "none", "pairs", source=EXT)
    max_: str | int = option("thousand.auction.max", "What is the highest bid?", "none", 300, 420, source=EXT)


@dataclass(frozen=True)
class Blind:
    who: str = option("thousand.auction.blind-who", "Who may bid before looking?", "any", "forehand", source=EXT)
    min_score: str | int = option(
        "thousand.auction.blind-score", "From which score may a player bid before looking?", "none", 240, source=EXT
    )
    barrel: str = option(
        "thousand.auction.blind-barrel",
        "May a player bid before looking while somebody is on the barrel?",
        "allowed",
        "refused",
        source=EXT,
    )


@dataclass(frozen=True)
class Silence:
    raise_: str = option("thousand.talon.silent", "May a silent declarer raise?", "no", "yes")


@dataclass(frozen=True)
class Talon:
    reveal: str = option(
        "thousand.talon.shown", "When is the talon shown?", "always", "never", "not_on_forced_100", "from_130"
    )
    concede_100: str = option("thousand.writeoff.concede", "May a forced minimum be conceded?", "on", "off")
    sell: str = option("thousand.talon.sell", "May the declarer offer the contract to others?", "off", "on", source=EXT)


@dataclass(frozen=True)
class Exchange:
    face_up: str = option("thousand.talon.face-up", "Are the cards passed face up?", "no", "yes")


@dataclass(frozen=True)
class Raise:
    unrestricted: str = option("thousand.talon.raise-pair", "May a raise above 120 ignore the pair?", "no", "yes")


@dataclass(frozen=True)
class Rospisat:
    pay: str | int = option(
        "thousand.writeoff.pay",
        "What do the opponents get for a deal written off?",
        60,
        "half_up_to_5",
        "half_up_to_10",
    )
    limit: str = option(
        "thousand.writeoff.limit",
        "How often may a player write a deal off?",
        "third_costs_120",
        "max_two",
        "one_plus_one_spisat",
        "unlimited_free",
        "max_one",
    )
    cost: str = option("thousand.writeoff.cost", "What does a deal written off cost?", "none", "bid", source=EXT)


@dataclass(frozen=True)
class Polish:
    bombs: str | int = option(
        "thousand.writeoff.bomb", "How many bombs has a player, in place of writing off?", "none", 2, 0, 1, 3
    )


@dataclass(frozen=True)
class Decl:
    first_trick: str = option(
        "thousand.marriage.first-trick", "May a pair be announced on the first trick?", "no", "yes"
    )
    four_aces: str = option("thousand.marriage.four-aces", "Do four aces count 200?", "off", "on")


@dataclass(frozen=True)
class Play:
    must_beat: str = option("thousand.play.must-beat", "Must a player who follows suit beat?", "off", "on", source=EXT)
    must_overtrump: str = option(
        "thousand.play.must-overtrump", "Must a player who trumps overtrump?", "off", "on", source=EXT
    )


@dataclass(frozen=True)
class Score:
    round_first: str = option(
        "thousand.score.round-first", "Are the declarer's points rounded before the test?", "off", "on", source=EXT
    )
    declarer_takes: str = option(
        "thousand.score.takes", "What does a declarer write who makes the bid?", "bid", "taken", source=EXT
    )
    last_trick: int = option("thousand.score.last-trick", "What is the last trick worth?", 0, 10, source=EXT)


@dataclass(frozen=True)
class Bonus:
    four_nines: int = option("thousand.score.four-nines", "What are four nines worth?", 0, 100, source=EXT)


@dataclass(frozen=True)
class Barrel:
    style: str = option("thousand.barrel.arrive", "What happens near the end?", "classic", "lviv", "lock", "none")
    level: int = option("thousand.barrel.level", "At what score is the barrel?", 880, 850, 870, 900)
    collision: str = option(
        "thousand.barrel.several",
        "What if several players are on the barrel?",
        "coexist",
        "same_deal_arrivals_all_fall",
        "newcomer_ousts_old",
    )
    third_fall_zero: str = option(
        "thousand.barrel.third-fall", "Does the third fall cost the whole score?", "off", "on"
    )
    win_test: str = option("thousand.barrel.win", "What must reach the missing points?", "bid", "points")


@dataclass(frozen=True)
class Lviv:
    exact: str = option("thousand.lviv.exact", "Are a barrel player's points left unrounded?", "no", "yes")


@dataclass(frozen=True)
class Lock:
    level: int = option("thousand.lock.locked", "From which score is a player locked?", 900, 800, source=EXT)


@dataclass(frozen=True)
class Zero:
    penalty: str = option("thousand.marks.zero-penalty", "Does every third zero cost 120?", "on", "off")
    basis: str = option("thousand.marks.zero", "What is a zero?", "points", "tricks", "no_trick")
    run: str = option("thousand.marks.run", "Must the zeros come in a row?", "total", "consecutive", source=EXT)
    every: int = option("thousand.marks.every", "Which zero costs 120?", 3, 5, source=EXT)


@dataclass(frozen=True)
class Golden:
    zero_double: str = option(
        "thousand.golden.zero", "Does a zero count twice in a golden deal?", "off", "on", source=EXT
    )


@dataclass(frozen=True)
class Dump:
    negative: str = option("thousand.match.dump-negative", "Does -555 become 0 too?", "off", "on", source=EXT)


@dataclass(frozen=True)
class Four:
    inactive: str = option("thousand.four.out", "Who sits out?", "right_of_dealer", "opposite_dealer", "dealer")
    inactive_score: str = option(
        "thousand.four.score",
        "What does the player who sits out score?",
        "none",
        "aces_and_pairs",
        "talon_cards_and_pairs",
    )
    ace_value: int = option("thousand.four.ace", "What is an ace in the talon worth?", 40, 50)


def group(of: Any) -> Any:
    """A group of house rules at its defaults."""
    return field(default_factory=of)


STEP = ("thousand.score.step", "In what steps are points bid and written?")
TARGET = ("thousand.match.target", "When is the match won?", "at_least_1000", "more_than_1000")


class Goal:
    """The score that wins."""

    says: ClassVar[Mapping[str, Ruling]] = {}  # what a game says in its own words, by moment

    @property
    def goal(self) -> int:
        return 1000 if getattr(self, "target", "") != "more_than_1000" else 1001


@dataclass(frozen=True)
class Three(Goal):
    """Three players with a talon of three: the Russian game and its presets."""

    shape: ClassVar[Shape] = THREE
    four: ClassVar[Four] = Four()

    deal: Deal = group(Deal)
    redeal: Redeal = group(Redeal)
    bid: Bid = group(Bid)
    blind: Blind = group(Blind)
    silence: Silence = group(Silence)
    talon: Talon = group(Talon)
    exchange: Exchange = group(Exchange)
    raise_: Raise = group(Raise)
    rospisat: Rospisat = group(Rospisat)
    polish: Polish = group(Polish)
    decl: Decl = group(Decl)
    play: Play = group(Play)
    score: Score = group(Score)
    bonus: Bonus = group(Bonus)
    barrel: Barrel = group(Barrel)
    lviv: Lviv = group(Lviv)
    lock: Lock = group(Lock)
    zero: Zero = group(Zero)
    golden: Golden = group(Golden)
    dump: Dump = group(Dump)
    step: int = option("thousand.score.step", "In what steps are points bid and written?", 5, 10)
    target: str = option("thousand.match.target", "When is the match won?", "at_least_1000", "more_than_1000")
    dump555: str = option("thousand.match.dump", "Does exactly 555 become 0?", "off", "on")
    void_must_trump: str = option("thousand.play.trump", "Must a player without the suit led trump?", "must", "free")
    contra: str = option("thousand.talon.contra", "May a defender say contra?", "off", "on", source=EXT)


@dataclass(frozen=True)
class AtFour(Three):
    """Four at the table, three of whom play each deal."""

    shape: ClassVar[Shape] = FOUR
    four: Four = group(Four)  # type: ignore[misc]


class NoBid:
    """What a shorter auction does not have."""

    golden_set = silence = blind = golden_reset = no_jump = "off"
    cap = max_ = "none"


@dataclass(frozen=True)
class BidPolish(NoBid):
    minimum: int = option("thousand.auction.opening", "What is the lowest bid?", 100, 60, 80, 90, 110, 120)
    over120_needs_pair: str = option("thousand.auction.over-120", "Does a bid above 120 need a pair?", "yes", "no")
    compulsory: ClassVar[bool] = True


@dataclass(frozen=True)
class BidRussian(BidPolish):
    minimum: int = option("thousand.auction.opening", "What is the lowest bid?", 85, 60, 80, 90, 100, 120)


@dataclass(frozen=True)
class BidTausendeins(BidPolish):
    minimum: int = option("thousand.auction.opening", "What is the lowest bid?", 40, 60, 80, 100)


@dataclass(frozen=True)
class BidRusseln(BidPolish):
    minimum: int = option("thousand.auction.opening", "What is the lowest bid?", 10, 20, 50, 100)
    compulsory: ClassVar[bool] = False


@dataclass(frozen=True)
class DeclFirst:
    first_trick: str = option(
        "thousand.marriage.first-trick", "May a pair be announced on the first trick?", "yes", "no"
    )
    four_aces: ClassVar[str] = "off"


@dataclass(frozen=True)
class DeclLater(DeclFirst):
    first_trick: str = option(
        "thousand.marriage.first-trick", "May a pair be announced on the first trick?", "no", "yes"
    )


@dataclass(frozen=True)
class ScoreTaken:
    declarer_takes: str = option(
        "thousand.score.takes", "What does a declarer write who makes the bid?", "taken", "bid"
    )
    round_first: ClassVar[str] = "off"
    last_trick: ClassVar[int] = 0


@dataclass(frozen=True)
class Polish2:
    lock: str = option("thousand.lock.locked", "Is a player locked from 900 on?", "off", "on")
    bombs: int = option("thousand.writeoff.bomb", "How many bombs has a player?", 0, 2)


@dataclass(frozen=True)
class RusselnRules:
    target: int = option("thousand.russeln.target", "At how many points is the match won?", 1000, 500, 700, 1500)
    lead_pair: str = option("thousand.russeln.pair", "Must a card of the announced pair be led?", "yes", "no")


class Plain(Goal):
    """What the smaller games do not have: the constants that stand for it."""

    four = Four()
    blind, silence, exchange, raise_ = Blind(), Silence(), Exchange(), Raise()
    talon: ClassVar[Talon] = Talon()
    redeal: ClassVar[Redeal] = Redeal(nines="none")
    rospisat, bonus, zero, golden, dump, lviv, lock = (
        Rospisat(),
        Bonus(),
        Zero(penalty="off"),
        Golden(),
        Dump(),
        Lviv(),
        Lock(),
    )
    deal, play, score = Deal(), Play(), Score()
    dump555 = contra = "off"


@dataclass(frozen=True)
class TwoPolish(Plain):
    """Two players, two talons of two."""

    shape: ClassVar[Shape] = TWO_POLISH
    redeal: ClassVar[Redeal] = Redeal()
    says: ClassVar[Mapping[str, Ruling]] = two.POLISH
    bid: BidPolish = group(BidPolish)
    decl: DeclFirst = group(DeclFirst)
    polish2: Polish2 = group(Polish2)
    step: int = option(*STEP, 10, 5)
    target: str = option(*TARGET)
    void_must_trump: str = option("thousand.play.trump", "Must a player without the suit led trump?", "must", "free")

    @property
    def barrel(self) -> Barrel:
        return Barrel(style="lock" if self.polish2.lock == "on" else "none")

    @property
    def polish(self) -> Polish:
        return Polish(bombs=self.polish2.bombs)


@dataclass(frozen=True)
class TwoRussian(Plain):
    """Two players, two kitties of three."""

    shape: ClassVar[Shape] = TWO_RUSSIAN
    redeal: ClassVar[Redeal] = Redeal()
    says: ClassVar[Mapping[str, Ruling]] = two.RUSSIAN
    barrel: ClassVar[Barrel] = Barrel(style="none")
    polish: ClassVar[Polish] = Polish(bombs=0)
    bid: BidRussian = group(BidRussian)
    decl: DeclLater = group(DeclLater)
    step: int = option(*STEP, 5, 10)
    target: str = option(*TARGET)
    void_must_trump: str = option("thousand.play.trump", "Must a player without the suit led trump?", "must", "free")


@dataclass(frozen=True)
class DrawRules:
    hand: int = option("thousand.draw.five", "How many cards is each player dealt?", 6, 5)


@dataclass(frozen=True)
class Drawing(Plain):
    """Draw 1000 for two players."""

    says: ClassVar[Mapping[str, Ruling]] = draw.SAYS
    barrel: ClassVar[Barrel] = Barrel(style="none")
    step: ClassVar[int] = 1
    target: ClassVar[str] = "at_least_1000"
    draw: DrawRules = group(DrawRules)
    decl: DeclFirst = group(DeclFirst)
    void_must_trump: str = option("thousand.play.trump", "Must a player without the suit led trump?", "must", "free")

    @property
    def bid(self) -> BidPolish:
        return BidPolish()

    @property
    def shape(self) -> Shape:
        return DRAW if self.draw.hand == 6 else DRAW_FIVE


@dataclass(frozen=True)
class Tausendeins(Plain):
    """1001 with twenty cards."""

    shape: ClassVar[Shape] = TAUSENDEINS
    says: ClassVar[Mapping[str, Ruling]] = tausendeins.SAYS
    talon: ClassVar[Talon] = Talon(reveal="never")
    barrel: ClassVar[Barrel] = Barrel(style="none")
    polish: ClassVar[Polish] = Polish(bombs=0)
    bid: BidTausendeins = group(BidTausendeins)
    decl: DeclFirst = group(DeclFirst)
    score: ScoreTaken = group(ScoreTaken)  # type: ignore[assignment]
    step: int = option(*STEP, 10, 5)
    target: str = option(*TARGET[:2], "more_than_1000", "at_least_1000")
    void_must_trump: str = option("thousand.play.trump", "Must a player without the suit led trump?", "free", "must")


@dataclass(frozen=True)
class Russeln(Plain):
    """Russeln: no talon, and a duty to beat."""

    shape: ClassVar[Shape] = RUSSELN
    says: ClassVar[Mapping[str, Ruling]] = russeln.SAYS
    barrel: ClassVar[Barrel] = Barrel(style="none")
    polish: ClassVar[Polish] = Polish(bombs=0)
    void_must_trump: ClassVar[str] = "free"
    target: ClassVar[str] = "at_least_1000"
    bid: BidRusseln = group(BidRusseln)
    decl: DeclFirst = group(DeclFirst)
    score: ScoreTaken = group(ScoreTaken)  # type: ignore[assignment]
    russeln: RusselnRules = group(RusselnRules)
    step: int = option(*STEP, 10, 5)

    @property
    def goal(self) -> int:
        return self.russeln.target
