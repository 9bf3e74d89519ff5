"""The talon and what follows it: shown, taken, cards passed and put out, the raise, contra."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

from rulebook.cards import Card, CardSet, is_card, is_cards
from rulebook.game import Phase, by_table, lines
from rulebook.games.thousand import two
from rulebook.games.thousand.auction import FREE_LIMIT, LISTED, WON_BLIND, limit, minimum, not_won, silent, too_high
from rulebook.games.thousand.deal import order
from rulebook.games.thousand.facts import Bid, Gift, blind, in_force, is_bid, standing
from rulebook.parts import tricks
from rulebook.ruling import Ruling, no, yes, yes_n
from rulebook.seats import Seat, Seats
from rulebook.table import Action, Cards, Each, Ladder, Now, Pick, Section, Space, Table, Word

SHOWN = yes("thousand.talon.shown", "The talon is shown to all players.")
HIDDEN = yes("thousand.talon.unseen", "The declarer takes the talon without showing it.")
GIVES = yes("thousand.talon.give", "{who} gives {what} to {to} face down.")
FACE_UP = yes("thousand.talon.face-up", "{who} gives {what} to {to} face up.")
LEFT = yes("thousand.talon.raise", "{who} leaves the bid at {what}.")
RAISED = yes("thousand.talon.raise", "{who} raises to {what}.")


def shows(o: Any, t: Table) -> bool:
    """Whether the talon is shown at this table after this auction."""
    if blind(t.facts) or o.talon.reveal == "never":
        return False
    if o.talon.reveal == "not_on_forced_100":
        return not forced_minimum(o, t)
    last = standing(t.facts)
    return bool(o.talon.reveal == "always" or (last is not None and last.bid >= 130))


def forced_minimum(o: Any, t: Table) -> bool:
    """Whether forehand opened with exactly the minimum and all the others passed."""
    bids = [c for c in t.facts.calls if c.bid]
    return len(bids) == 1 and bids[0].bid == minimum(o, t)


def exchanged(o: Any, t: Table) -> bool:
    """Whether all cards have been passed and put out."""
    return len(t.facts.given) == o.shape.gifts and (not o.shape.discards or "out" in t.piles)


def ready(o: Any, t: Table) -> bool:
    """Whether the exchange is over, or the record does not tell it."""
    return exchanged(o, t) or stated(t)


def begun(t: Table) -> bool:
    """Whether a card has been led."""
    return bool(t.trick or t.tricks)


def stated(t: Table) -> bool:
    """Whether the record only tells what was taken."""
    return bool(t.setup.stated)


class Show(Phase):
    """The forced step that turns the talon up."""

    name = "talon"

    def done(self, t: Table) -> bool:
        return "talon" not in t.piles or not shows(self.o, t)

    def forced(self, t: Table) -> Action:
        return by_table("show")

    def rule(self, t: Table, a: Action) -> Ruling:
        return SHOWN

    def apply(self, t: Table, a: Action) -> Table:
        rest = {name: pile for name, pile in t.piles.items() if name != "talon"}
        return t.moved(t.hands, t.hidden, {**rest, "talon.open": t.piles["talon"]})


class Take(Phase):
    """The forced step that brings the talon into the declarer's hand."""

    name = "talon"

    def done(self, t: Table) -> bool:
        return not {"talon", "talon.open"} & set(t.piles)

    def forced(self, t: Table) -> Action:
        return by_table("take")

    def rule(self, t: Table, a: Action) -> Ruling:
        found = yes_n(
            "thousand.talon.taken",
            "{player} takes {n} card of the talon.",
            "{player} takes {n} cards of the talon.",
            player=self.o.shape.seats.all[t.facts.declarer],
            n=self.o.shape.talons[0],
        )
        if "talon.open" in t.piles:
            return found
        return found.on(WON_BLIND if blind(t.facts) else HIDDEN)

    def apply(self, t: Table, a: Action) -> Table:
        name = "talon" if "talon" in t.piles else "talon.open"
        mask, unknown = t.piles[name]
        rest = {other: pile for other, pile in t.piles.items() if other != name}
        return with_hand(t, t.facts.declarer, mask, unknown, rest)


def with_hand(t: Table, seat: int, mask: int, unknown: int, piles: dict[str, tuple[int, int]]) -> Table:
    """These cards come into the hand; the piles are these."""
    hands, hidden = list(t.hands), list(t.hidden)
    hands[seat] |= mask
    hidden[seat] += unknown
    return t.moved(tuple(hands), tuple(hidden), piles)


def without(t: Table, seat: int, cards: int, n: int) -> tuple[Table, int]:
    """The table without `n` cards of a hand, these among them; and how many of them nobody knew."""
    known = t.hands[seat] & cards
    unknown = n - known.bit_count()
    hands, hidden = list(t.hands), list(t.hidden)
    hands[seat] &= ~known
    hidden[seat] -= unknown
    return t.moved(tuple(hands), tuple(hidden), t.piles), unknown


class Give(Phase):
    """The declarer passes a card to each opponent, and puts cards out where the game asks for it."""

    name, sections = "exchange", ("Exchange",)
    kinds: ClassVar = {"give": lambda value: value is None or is_card(value), "discard": is_cards}

    def done(self, t: Table) -> bool:
        return exchanged(self.o, t)

    def turn(self, t: Table) -> int:
        seat: int = t.facts.declarer
        return seat

    def waiting(self, t: Table) -> list[Seat]:
        """Who has not got a card yet."""
        served = {g.to for g in t.facts.given}
        if not self.o.shape.gifts:
            return []
        return [s for s in order(self.o, t.setup.dealer) if s != t.facts.declarer and s not in served]

    def legal(self, t: Table) -> tuple[Space, ...]:
        seat = self.turn(t)
        maybe = t.unseen if t.hidden[seat] else 0
        mask = t.hands[seat] | maybe
        spaces: list[Space] = [Cards(seat, mask, "give", int(to)) for to in self.waiting(t)]
        if self.o.shape.discards and "out" not in t.piles:
            spaces.append(Pick(seat, "discard", mask, self.o.shape.discards, maybe, t.hidden[seat]))
        return tuple(spaces)

    def the_declarer(self, t: Table, a: Action) -> Ruling | None:
        return only_declarer(self.o, t, a)

    def to_an_opponent(self, t: Table, a: Action) -> Ruling | None:
        if a.kind != "give":
            return None
        seats = self.o.shape.seats.all
        if a.seat is None or a.seat == a.by or a.seat not in order(self.o, t.setup.dealer):
            return no("thousand.talon.give", "A card is given to an opponent who plays this deal.")
        if a.seat not in self.waiting(t):
            return no("thousand.talon.give", "{player} has been given a card already.", player=seats[a.seat])
        return None

    def as_many(self, t: Table, a: Action) -> Ruling | None:
        if a.kind != "discard":
            return None
        assert isinstance(a.what, CardSet)
        right = self.o.shape.discards
        if right and "out" not in t.piles and len(a.what) == right:
            return None
        if right and "out" not in t.piles and not a.what and t.hidden[a.by] >= right:
            return None  # “-” puts out cards that nobody knows
        if "out" in t.piles or not right:
            return two.nothing_to_put_out()
        return two.wrong_number(right, len(a.what))

    def all_held(self, t: Table, a: Action) -> Ruling | None:
        wanted = a.what if isinstance(a.what, CardSet) else CardSet(1 << a.what) if isinstance(a.what, Card) else ()
        unknown = [c for c in wanted if not t.hands[a.by] >> c & 1]
        missing = [c for c in unknown if not t.holds(a.by, c)] or unknown[t.hidden[a.by] :]
        if not missing:
            return None
        return no(
            "thousand.talon.give",
            "{player} does not hold {card}.",
            player=self.o.shape.seats.all[a.by],
            card=missing[0],
        )

    guards = (the_declarer, to_an_opponent, as_many, all_held)

    def verdict(self, t: Table, a: Action) -> Ruling:
        if a.kind == "discard":
            return two.PUT_OUT.on(self.o.says["out"]) if "out" in self.o.says else two.PUT_OUT
        face_up = self.o.exchange.face_up == "yes" or blind(t.facts)
        to = self.o.shape.seats.all[a.hand]
        if a.what is None:
            return yes("thousand.talon.give", "{who} gives a card to {to}.", to=to).unsure()
        return (FACE_UP if face_up else self.o.says.get("give", GIVES)).having(to=to)

    def apply(self, t: Table, a: Action) -> Table:
        if a.kind == "discard":
            assert isinstance(a.what, CardSet)
            n = self.o.shape.discards
            t, unknown = without(t, a.by, a.what, n)
            return t.moved(t.hands, t.hidden, {**t.piles, "out": (int(a.what), n - len(a.what))})
        assert a.what is None or isinstance(a.what, Card)
        bit = 0 if a.what is None else 1 << a.what
        t, _ = without(t, a.by, bit, 1)
        t = with_hand(t, a.hand, bit, int(not bit), dict(t.piles))
        return t.knowing(replace(t.facts, given=(*t.facts.given, Gift(a.hand, a.what))))

    def closed(self, t: Table, a: Action) -> Ruling:
        if t.facts.declarer is None:
            return not_won()
        if len(self.o.shape.talons) > 1 and t.facts.talon is None:
            return two.talon_first()
        return no("thousand.talon.give", "The exchange is over.")

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, int | None] | None:
        if words[0] == "discard" and words[1:]:
            try:
                return "discard", CardSet.of(*(w for w in words[1:] if w != "-")), None
            except ValueError:
                return None
        if words[0] != "give" or len(words) != 3 or (to := seats.find(words[2])) is None:
            return None
        if words[1] == "-":
            return "give", None, to
        found = tricks.read(words[1:2], seats)
        return found and ("give", found[1], to)

    def script(self, now: Now, section: Section, seats: Seats) -> Iterator[tuple[Word, str]]:
        for word, line in lines(section):
            who, _, what = line.partition(" ")
            yield word, line if what.startswith("discard") else f"{who} give {what}"


def only_declarer(o: Any, t: Table, a: Action) -> Ruling | None:
    """From the end of the auction to the first lead the declarer acts."""
    if a.by == t.facts.declarer:
        return None
    return no("thousand.talon.taken", "Now the declarer acts: {player}.", player=o.shape.seats.all[t.facts.declarer])


# -- a sale ------------------------------------------------------------------------------------


def offered(cards: object) -> Ruling:
    """The contract is for sale."""
    return yes("thousand.talon.sell", "{who} lays three cards face up and offers the contract: {cards}.", cards=cards)


def no_sale(why: str) -> Ruling:
    """Why nothing is offered, or bid, in a sale."""
    if why == "agreed":
        return no("thousand.talon.sell", "At this table the contract is not sold.")
    if why == "time":
        return no(
            "thousand.talon.sell",
            "The declarer offers the contract before giving a card, at most three times in a deal.",
        )
    if why == "cards":
        return no("thousand.talon.sell", "Three cards of the declarer's own hand are laid face up.")
    if why == "turn":
        return no("thousand.talon.sell", "In a sale the others speak in turn, from the declarer's left.")
    return no("thousand.talon.sell", "In a sale a bid must be higher than the last one.")


def sold(passed: bool, end: str) -> Ruling:
    """What a call in a sale means."""
    if end == "nobody":
        return yes("thousand.talon.sell", "{who}: pass. Nobody buys, and the three cards go back.")
    if end == "buyer" and passed:
        return yes("thousand.talon.sell", "{who}: pass. The last bidder buys the contract and takes the three cards.")
    if end == "buyer":
        return yes("thousand.talon.sell", "{who}: {what}. This player buys the contract and takes the three cards.")
    if passed:
        return yes("thousand.talon.sell", "{who}: pass, and does not buy.")
    return yes("thousand.talon.sell", "{who} bids {what} for the contract.")


class Raising(Phase):
    """The declarer's right to raise the bid, between the exchange and the first lead."""

    name = "exchange"
    kinds: ClassVar = {"raise": is_bid}

    def open(self, t: Table) -> bool:
        f = t.facts
        return t.ended is None and f.declarer is not None and ready(self.o, t) and not begun(t) and not f.doubled

    def legal(self, t: Table) -> tuple[Space, ...]:
        o, seat = self.o, t.facts.declarer
        if not o.shape.raises or stated(t) or not self.open(t) or self.silenced(t):
            return ()
        low, most = in_force(t.facts), limit(o, t, seat, pairs=o.raise_.unrestricted == "no")
        return (Ladder(seat, "raise", low, o.step, None if most is None else max(most, low), LISTED, Bid),)

    def silenced(self, t: Table) -> bool:
        return silent(self.o, t, t.facts.declarer) and self.o.silence.raise_ == "no"

    def when(self, t: Table, a: Action) -> Ruling | None:
        if not self.o.shape.raises:
            return no("thousand.talon.raise", "In this game the bid cannot be raised.")
        if t.facts.declarer is None:
            return not_won()
        if (refused := only_declarer(self.o, t, a)) is not None:
            return refused
        if begun(t):
            return no("thousand.talon.raise", "A card has been led; the bid can no longer be raised.")
        if not self.open(t):
            return no(
                "thousand.talon.raise",
                "The bid is raised after the exchange, before the first lead and before any contra.",
            )
        return None

    def higher(self, t: Table, a: Action) -> Ruling | None:
        o, bid = self.o, a.what
        assert isinstance(bid, Bid)
        if self.silenced(t):
            return no("thousand.talon.silent", "A silent declarer plays the minimum and may not raise.")
        if bid % o.step:
            return no("thousand.talon.raise", "{bid} is not a multiple of {step}.", bid=bid, step=o.step)
        if bid < in_force(t.facts):
            return no(
                "thousand.talon.raise",
                "{bid} is lower than the bid, {standing}. A bid never goes down.",
                bid=bid,
                standing=in_force(t.facts),
            )
        if bid == in_force(t.facts):
            return None
        refused = too_high(o, t, a.by, bid, pairs=o.raise_.unrestricted == "no")
        if refused is None:
            return None
        return no(
            "thousand.talon.raise-pair", "The rules of bidding hold for a raise too, with the cards now held."
        ).on(refused)

    guards = (when, higher)

    def verdict(self, t: Table, a: Action) -> Ruling:
        assert isinstance(a.what, Bid)
        if a.what == in_force(t.facts):
            return LEFT
        if a.what > FREE_LIMIT and self.o.raise_.unrestricted == "yes":
            return RAISED.on(yes("thousand.talon.raise-pair", "At this table a raise needs no pair."))
        return RAISED

    def apply(self, t: Table, a: Action) -> Table:
        return t.knowing(replace(t.facts, raised=a.what))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        number = words[1] if words[0] == "raise" and len(words) == 2 else ""
        return ("raise", Bid(number), None) if number.isascii() and number.isdecimal() and len(number) < 5 else None


class Contra(Phase):
    """The right to double the declarer's bid, and the declarer's to double it again."""

    name = "exchange"
    kinds: ClassVar = {"contra": lambda value: value is None, "recontra": lambda value: value is None}

    def refused(self, t: Table, a: Action) -> Ruling | None:
        f = t.facts
        if self.o.contra == "off":
            return no("thousand.talon.contra", "At this table nobody says contra.")
        if f.declarer is None:
            return not_won()
        if begun(t) or t.ended is not None:
            return no("thousand.talon.contra", "A card has been led; contra can no longer be said.")
        if not ready(self.o, t):
            return no("thousand.talon.contra", "Contra is said after the exchange.")
        if a.kind == "contra" and (a.by == f.declarer or a.by not in order(self.o, t.setup.dealer)):
            return no("thousand.talon.contra", "Contra is for the defenders of this deal.")
        if a.kind == "contra" and f.doubled:
            return no("thousand.talon.contra", "Contra has been said already.")
        if a.kind == "recontra" and (a.by != f.declarer or len(f.doubled) != 1):
            return no("thousand.talon.contra", "Recontra is the declarer's answer to a contra.")
        return None

    guards = (refused,)

    def legal(self, t: Table) -> tuple[Space, ...]:
        found = (Action(int(s), kind) for s in self.o.shape.seats.all for kind in self.kinds)
        return tuple(Each(a.by, a.kind, (None,)) for a in found if self.refused(t, a) is None)

    def verdict(self, t: Table, a: Action) -> Ruling:
        if a.kind == "contra":
            return yes("thousand.talon.contra", "{who} says contra: the declarer's bid counts twice.")
        return yes("thousand.talon.contra", "{who} says recontra: the declarer's bid counts four times.")

    def apply(self, t: Table, a: Action) -> Table:
        return t.knowing(replace(t.facts, doubled=(*t.facts.doubled, a.by)))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        return (words[0], None, None) if words in (["contra"], ["recontra"]) else None
