"""The auction: forehand must open, each bid is higher than the last, a pass is final."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

from rulebook.cards import Suit
from rulebook.game import Phase, by_table
from rulebook.games.thousand import four, lviv, russeln
from rulebook.games.thousand.deal import golden, on_barrel, order
from rulebook.games.thousand.facts import PASS, Bid, Call, is_bid, standing
from rulebook.games.thousand.golden import too_low
from rulebook.games.thousand.shape import held
from rulebook.parts.calls import in_rotation
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import Seat, Seats
from rulebook.table import Action, Each, End, Ladder, Now, Section, Space, Table, Word

FREE_LIMIT = 120  # a bid above this promises a pair
LISTED = 420  # what one hand can earn at most; higher bids are legal, but nobody lists them

PASSED = yes("thousand.auction.pass", "{who}: pass, and out of the auction.")
OPENED = yes("thousand.auction.opening", "{who}: {what}. This is the first bid.")
HIGHER = yes("thousand.auction.higher", "{who}: {what}. The bid is higher, so it stands.")
BLIND = yes("thousand.auction.blind", "{who}: {what}, without having looked at the cards.")
WON_BLIND = yes(
    "thousand.auction.blind-double", "The auction was won blind: the talon stays hidden, and the deal counts double."
)
LOOKED = yes("thousand.auction.look", "{who} looks at the cards and no longer bids blind.")


def minimum(o: Any, t: Table) -> Bid:
    """The lowest bid of this deal."""
    return Bid(max(120, o.bid.minimum) if golden(o, t) else o.bid.minimum)


def uneven(o: Any) -> Ruling | None:
    """The refusal of a minimum that is no bid at this table."""
    if o.bid.minimum % o.step == 0:
        return None
    return no(
        "thousand.auction.step",
        "The lowest bid, {least}, is not a multiple of {step}. Change the one or the other.",
        least=o.bid.minimum,
        step=o.step,
    )


def silent(o: Any, t: Table, seat: int) -> bool:
    """Whether this player's score leaves only the compulsory opening."""
    below = o.bid.silence
    return bool(below != "off" and t.setup.standing.points[o.shape.seats.side(seat)] < below)


def pair(t: Table, seat: int) -> bool | None:
    """Whether the hand holds a king and queen of one suit; None while unknown cards decide."""
    found = [held(t.hands[seat], t.unseen, t.hidden[seat], Suit(s)) for s in range(4)]
    return True if True in found else None if None in found else False


def cap(o: Any, t: Table, seat: int) -> int:
    """The highest bid that the pairs in this hand allow, where they limit it."""
    known = [Suit(s) for s in range(4) if held(t.hands[seat], t.unseen, t.hidden[seat], Suit(s)) is not False]
    return FREE_LIMIT + sum(int(o.shape.pair(s)) for s in known)


def limit(o: Any, t: Table, seat: int, *, pairs: bool = True) -> int | None:
    """The highest bid this player may make, or None when there is no limit."""
    limits = [lviv.LIMIT] if lviv.here(o, t, seat) else []
    if pairs and o.bid.over120_needs_pair == "yes" and pair(t, seat) is False:
        limits.append(FREE_LIMIT)
    if o.bid.cap == "pairs":
        limits.append(cap(o, t, seat))
    if o.bid.max_ != "none":
        limits.append(o.bid.max_)
    return min(limits) if limits else None


class Auction(Phase):
    """Calls in turn from forehand until one player is left."""

    name, sections = "auction", ("Auction",)
    kinds: ClassVar = {
        "call": is_bid,
        "blind": lambda value: is_bid(value) and value != PASS,
        "look": lambda value: value is None,
    }

    def players(self, t: Table) -> tuple[Seat, ...]:
        return order(self.o, t.setup.dealer)

    def left(self, t: Table) -> list[Seat]:
        """Who can still call."""
        forehand, *others = self.players(t)
        out = {c.seat for c in t.facts.calls if c.bid == PASS}
        if silent(self.o, t, forehand):
            out |= set(map(int, others))
        out |= {int(s) for s in others if silent(self.o, t, s)}
        return [s for s in self.players(t) if s not in out]

    def done(self, t: Table) -> bool:
        return len(self.left(t)) == 1 and standing(t.facts) is not None

    def turn(self, t: Table) -> int:
        players, left = self.players(t), self.left(t)
        at = players.index(t.facts.calls[-1].seat) + 1 if t.facts.calls else 0
        around = [players[(at + n) % len(players)] for n in range(len(players))]
        return int(next(s for s in around if s in left))

    # -- what may be called ----------------------------------------------------------------------

    def opening(self, t: Table) -> bool:
        """Whether the player on turn is forehand, who must open."""
        return not t.facts.calls and self.o.bid.compulsory

    def floor(self, t: Table) -> Bid:
        """The lowest bid that is enough now."""
        last = standing(t.facts)
        return Bid(last.bid + self.o.step) if last else minimum(self.o, t)

    def ceiling(self, t: Table, seat: int, *, blindly: bool = False) -> int | None:
        if silent(self.o, t, seat):
            return minimum(self.o, t)
        most = self.blind_limit(t, seat) if blindly else limit(self.o, t, seat)
        if self.o.bid.no_jump == "on":
            return self.floor(t) if most is None else min(most, self.floor(t))
        return most

    def blind_limit(self, t: Table, seat: int) -> int | None:
        """The highest bid that can be made blind, whatever the hidden cards are."""
        limits = [lviv.LIMIT] if lviv.here(self.o, t, seat) else []
        if self.o.blind.who == "forehand" or self.o.bid.over120_needs_pair == "yes":
            limits.append(FREE_LIMIT)
        if self.o.bid.max_ != "none":
            limits.append(self.o.bid.max_)
        return min(limits) if limits else None

    def may_blind(self, t: Table, seat: int) -> bool:
        return self.not_blind(t, seat) is None

    def legal(self, t: Table) -> tuple[Space, ...]:
        seat, low = self.turn(t), self.floor(t)
        spaces: list[Space] = [] if self.opening(t) else [Each(seat, "call", (PASS,))]
        spaces.append(Ladder(seat, "call", low, self.o.step, self.ceiling(t, seat), LISTED, Bid))
        if self.may_blind(t, seat):
            high = self.ceiling(t, seat, blindly=True)
            first = FREE_LIMIT if self.o.blind.who == "forehand" else low
            spaces.append(Ladder(seat, "blind", max(first, low), self.o.step, high, LISTED, Bid))
        unseen = self.players(t) if self.o.bid.blind == "on" else ()
        spaces += [Each(int(s), "look", (None,)) for s in unseen if s not in t.facts.looked]
        return tuple(spaces)

    # -- guards ----------------------------------------------------------------------------------

    def still_in(self, t: Table, a: Action) -> Ruling | None:
        if a.kind == "look" or a.by in self.left(t):
            return None
        player = self.o.shape.seats.all[a.by]
        if any(c.seat == a.by and c.bid == PASS for c in t.facts.calls):
            return no("thousand.auction.pass", "{player} has passed and is out of the auction.", player=player)
        if a.by not in self.players(t):
            return four.sits_out(player)
        if silent(self.o, t, a.by):
            return no(
                "thousand.auction.silence",
                "{player} stands at {at}, below {below}, and may only make the compulsory opening bid.",
                player=player,
                at=t.setup.standing.points[self.o.shape.seats.side(a.by)],
                below=self.o.bid.silence,
            )
        return no(
            "thousand.auction.silence",
            "Forehand is silent and plays the minimum, which nobody may overbid.",
        )

    def in_turn(self, t: Table, a: Action) -> Ruling | None:
        if a.kind == "look" or a.by == self.turn(t):
            return None
        seats = self.o.shape.seats.all
        return no(
            "thousand.auction.order",
            "It is not the turn of {player} to call. Now to call: {turn}.",
            player=seats[a.by],
            turn=seats[self.turn(t)],
        )

    def looking(self, t: Table, a: Action) -> Ruling | None:
        if a.kind != "look":
            return None
        if self.o.bid.blind == "on" and a.by in self.players(t) and a.by not in t.facts.looked:
            return LOOKED
        return no("thousand.auction.look", "There is nothing to look at: this player has seen the cards.")

    def must_open(self, t: Table, a: Action) -> Ruling | None:
        if a.what == PASS and self.opening(t):
            return no(
                "thousand.auction.opening",
                "Forehand ({player}) may not pass and must open with {least} or more.",
                player=self.o.shape.seats.all[a.by],
                least=minimum(self.o, t),
            )
        return None

    def as_blind(self, t: Table, a: Action) -> Ruling | None:
        return self.not_blind(t, a.by) if a.kind == "blind" else None

    def not_blind(self, t: Table, seat: int) -> Ruling | None:
        """Why this player may not bid blind."""
        o, player = self.o, self.o.shape.seats.all[seat]
        if o.bid.blind == "off":
            return no("thousand.auction.blind", "At this table nobody bids before looking.")
        if seat in t.facts.looked:
            return no("thousand.auction.look", "{player} has looked at the cards and cannot bid blind.", player=player)
        if o.blind.who == "forehand" and not self.opening(t):
            return no("thousand.auction.blind-who", "At this table only forehand may bid blind, as the first bid.")
        at = t.setup.standing.points[o.shape.seats.side(seat)]
        if o.blind.min_score != "none" and at < o.blind.min_score:
            return no(
                "thousand.auction.blind-score",
                "At this table a blind bid needs a score of {least} or more; {player} stands at {at}.",
                least=o.blind.min_score,
                player=player,
                at=at,
            )
        if o.blind.barrel == "refused" and any(on_barrel(o, t, s) for s in o.shape.seats.all):
            return no(
                "thousand.auction.blind-barrel", "At this table nobody bids blind while a player is on the barrel."
            )
        return None

    def enough(self, t: Table, a: Action) -> Ruling | None:
        bid, last = a.what, standing(t.facts)
        assert isinstance(bid, Bid)
        if bid == PASS:
            return None
        if bid % self.o.step:
            return no("thousand.auction.step", "{bid} is not a multiple of {step}.", bid=bid, step=self.o.step)
        if bid < minimum(self.o, t):
            if golden(self.o, t):
                return too_low(minimum(self.o, t))
            return no("thousand.auction.opening", "The lowest bid is {least}.", least=minimum(self.o, t))
        if last is not None and bid <= last.bid:
            return no(
                "thousand.auction.higher",
                "{bid} is not higher than the standing bid, {standing}.",
                bid=bid,
                standing=last.bid,
            )
        return None

    def not_too_much(self, t: Table, a: Action) -> Ruling | None:
        bid, o, player = a.what, self.o, self.o.shape.seats.all[a.by]
        assert isinstance(bid, Bid)
        if silent(o, t, a.by) and bid != minimum(o, t):
            return no(
                "thousand.auction.silence",
                "{player} is silent and may open only with the minimum, {least}.",
                player=player,
                least=minimum(o, t),
            )
        if bid == PASS:
            return None
        if o.bid.no_jump == "on" and bid != self.floor(t):
            return no(
                "thousand.auction.no-jump", "At this table the next bid is {least}, no more.", least=self.floor(t)
            )
        if a.kind == "blind":
            return self.not_too_blind(t, a.by, bid)
        return too_high(o, t, a.by, bid)

    def not_too_blind(self, t: Table, seat: int, bid: Bid) -> Ruling | None:
        if (refused := lviv.too_high(self.o, t, seat, bid)) is not None:
            return refused
        if self.o.blind.who == "forehand" and bid != FREE_LIMIT:
            return no("thousand.auction.blind-who", "At this table a blind opening is exactly 120.")
        if self.o.bid.over120_needs_pair == "yes" and bid > FREE_LIMIT:
            return no("thousand.auction.blind", "A blind bid may not be above 120: nobody can show a pair unseen.")
        if self.o.bid.max_ != "none" and bid > self.o.bid.max_:
            return no("thousand.auction.max", "At this table the highest bid is {most}.", most=self.o.bid.max_)
        return None

    guards = (still_in, in_turn, looking, must_open, as_blind, enough, not_too_much)

    def verdict(self, t: Table, a: Action) -> Ruling:
        bid = a.what
        assert isinstance(bid, Bid)
        if bid == PASS:
            last_one = len(self.left(t)) == 1
            return russeln.PASSED_OUT if last_one else PASSED
        if a.kind == "blind":
            return BLIND
        opened = OPENED.on(self.o.says["opening"]) if "opening" in self.o.says else OPENED
        why = HIGHER if standing(t.facts) else opened
        if bid <= FREE_LIMIT or self.o.bid.over120_needs_pair == "no":
            return why
        grounds = yes("thousand.auction.over-120", "A bid above 120 needs a king and queen of one suit in the hand.")
        found = why.on(grounds, *why.because)
        return found if pair(t, a.by) else found.unsure()

    def apply(self, t: Table, a: Action) -> Table:
        facts = t.facts
        if a.kind == "look":
            return t.knowing(replace(facts, looked=(*facts.looked, a.by)))
        assert isinstance(a.what, Bid)
        looked = facts.looked if a.kind == "blind" or a.by in facts.looked else (*facts.looked, a.by)
        t = t.knowing(replace(facts, calls=(*facts.calls, Call(a.by, a.what, a.kind == "blind")), looked=looked))
        return t.ending(End(False, russeln.PASSED_OUT)) if not self.left(t) else t

    def closed(self, t: Table, a: Action) -> Ruling:
        return no("thousand.auction.won", "The auction is over; no call can be made or changed.")

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        if words == ["look"]:
            return "look", None, None
        kind, word = ("blind", words[1]) if words[0] == "blind" and len(words) == 2 else ("call", "".join(words))
        if word.lower() == "pass" and kind == "call":
            return "call", PASS, None
        return (kind, Bid(word), None) if word.isascii() and word.isdecimal() and 0 < len(word) < 5 else None

    def script(self, now: Now, section: Section, seats: Seats) -> Iterator[tuple[Word, str]]:
        yield from in_rotation(section, seats, lambda seat: seat not in self.left(now()))


def too_high(o: Any, t: Table, seat: int, bid: Bid, *, pairs: bool = True) -> Ruling | None:
    """The refusal of a bid or raise that this hand does not allow."""
    if (refused := lviv.too_high(o, t, seat, bid)) is not None:
        return refused
    if o.bid.max_ != "none" and bid > o.bid.max_:
        return no("thousand.auction.max", "At this table the highest bid is {most}.", most=o.bid.max_)
    if pairs and o.bid.over120_needs_pair == "yes" and bid > FREE_LIMIT and pair(t, seat) is False:
        return no(
            "thousand.auction.over-120",
            "A bid above 120 needs a king and queen of one suit in the hand; {player} holds none.",
            player=o.shape.seats.all[seat],
        )
    if o.bid.cap == "pairs" and bid > cap(o, t, seat):
        return no(
            "thousand.auction.cap",
            "At this table the pairs of {player} allow a bid of {most} at most.",
            player=o.shape.seats.all[seat],
            most=cap(o, t, seat),
        )
    return None


def not_won() -> Ruling:
    """The refusal of a step that must wait for the auction."""
    return no("thousand.auction.won", "The auction is not over yet.")


class Won(Phase):
    """The forced step that says who won the auction."""

    name = "auction"

    def done(self, t: Table) -> bool:
        return t.facts.declarer is not None

    def forced(self, t: Table) -> Action:
        return by_table("won")

    def rule(self, t: Table, a: Action) -> Ruling:
        last = standing(t.facts)
        assert last
        won = yes(
            "thousand.auction.won",
            "All others have passed. Declarer: {player}, at {bid}.",
            player=self.o.shape.seats.all[last.seat],
            bid=last.bid,
        )
        players = order(self.o, t.setup.dealer)
        quiet = tuple(s for s in players if silent(self.o, t, s))
        if not quiet:
            return won
        return won.on(
            yes("thousand.auction.silence", "By their score these players had to be silent: {players}.", players=quiet)
        )

    def apply(self, t: Table, a: Action) -> Table:
        last = standing(t.facts)
        assert last
        return t.knowing(replace(t.facts, declarer=last.seat))
