"""Misery bridge: two players, three hands and a stock; the dealer may exchange, and may play to lose."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rulebook.cards import CardSet, is_cards
from rulebook.game import Phase, by_table, lines
from rulebook.games.bridge import honours, rubber, slams, tricks
from rulebook.games.bridge.facts import Bid, Seating, declared, player
from rulebook.games.bridge.options import STRAIGHT, Shape
from rulebook.games.bridge.outcome import Deal, side_of
from rulebook.games.bridge.plan import Plan
from rulebook.games.bridge.play import Play
from rulebook.games.bridge.score import scored, settled
from rulebook.ledger import Entry, entry
from rulebook.options import option
from rulebook.ruling import Ruling, no, yes, yes_n
from rulebook.seats import Seat, Seats
from rulebook.table import Action, Each, Now, Pick, Section, Setup, Space, Table, Word

MISERY = Bid(0, "M")
EIGHT = 8
STOCK = 13
MOST = 4  # cards that may be laid
NAMES = {"spades": "S", "clubs": "C", "diamonds": "D", "hearts": "H", "nt": "N", "misery": "M"}
FAILED, EACH = 10, 5  # points for a failed eight, and for a trick of misery

TWO = Seats("NESW", pairs=False, players="NS")

MADE = yes("bridge.misery.make", "{who} names {what}.")
PROMISED = yes("bridge.misery.make", "{who} names a trump and promises eight tricks: {what}.")
CALLED = yes("bridge.misery.misery", "{who} has laid no card and calls misery. There is no trump.")
THIRD = yes("bridge.misery.three-cards", "It is the last of the three cards of this trick.")
LEAD = yes("bridge.misery.lead", "{who}: {what}. The dealer's opponent leads from the own hand.")


def three_hands(dealer: int) -> Seating:
    """The other player, that player's dummy on the dealer's right, the dealer.

    >>> three_hands(2)
    Seating(order=(0, 1, 2), plays=(0, 0, 2, 3))
    """
    other, dummy = (dealer + 2) % 4, (dealer + 3) % 4
    plays = tuple(other if hand == dummy else hand for hand in range(4))
    return Seating((other, dummy, dealer), plays)


@dataclass(frozen=True)
class Misery:
    """Misery bridge."""

    illegal_play: ClassVar = "enforce"

    shape: ClassVar = Shape({**STRAIGHT, "M": EACH}, rubber=100, seats=TWO, seating=three_hands)

    misery_dummy: str = option("bridge.misery.open", "When is dummy laid open?", "before_lead", "after_lead")
    misery_excess: str = option(
        "bridge.misery.misery-failed", "Which tricks of a failed misery count?", "after_the_first", "all"
    )
    misery_honours: str = option("bridge.misery.honours", "Are honours counted?", "off", "on")


# -- the deal ------------------------------------------------------------------------------------


def stock_seat(dealer: int) -> Seat:
    """The place on the dealer's left, where the stock is dealt."""
    return TWO.left(dealer)


def sizes(o: Any, dealer: int) -> tuple[int, ...]:
    """Cards dealt to each hand; the stock is no hand."""
    return tuple(0 if hand == stock_seat(dealer) else o.shape.hand for hand in TWO.all)


def dealt(o: Any, setup: Setup) -> Ruling:
    """Whether a deal is possible: three hands of 13 and the stock."""
    dealer = TWO.all[setup.dealer]
    if dealer not in TWO.players:
        return no("bridge.misery.deal", "Only the two players deal: {players}.", players=TWO.players)
    for hand, right in zip(TWO.all, sizes(o, dealer), strict=True):
        n, right = setup.hands[hand].bit_count() + setup.hidden[hand], max(0, right - sum(setup.tricks))
        if n != right:
            return no(
                "bridge.misery.deal",
                "{hand} must hold {right} cards when {dealer} deals, and holds {n}.",
                hand=hand, right=right, dealer=dealer, n=n,
            )  # fmt: skip
    return yes(
        "bridge.misery.deal",
        "13 cards each for {other}, for the dummy of that player, {dummy}, and for the dealer, {dealer}.",
        other=TWO.player(dealer), dummy=TWO.right(dealer), dealer=dealer,
    )  # fmt: skip


# -- exchange and make -----------------------------------------------------------------------------


class Draw(Phase):
    """The forced step that brings as many cards of the stock into the dealer's hand as were laid."""

    name = "exchange"

    def done(self, t: Table) -> bool:
        return bool(t.facts.drawn >= (t.facts.laid or 0))

    def forced(self, t: Table) -> Action:
        return by_table("draw")

    def rule(self, t: Table, a: Action) -> Ruling:
        return yes_n(
            "bridge.misery.drawn",
            "{player} takes the top card of the stock.",
            "{player} takes the {n} top cards of the stock.",
            player=TWO.all[t.setup.dealer],
            n=t.facts.laid,
        )

    def apply(self, t: Table, a: Action) -> Table:
        seat, hands, hidden = t.setup.dealer, list(t.hands), list(t.hidden)
        mask, unknown = t.piles["stock"]
        for n in range(t.facts.laid):
            card = t.setup.stock[n] if n < len(t.setup.stock) else None
            top = 1 << card if card is not None else 0 if unknown else mask & -mask
            mask, unknown = mask & ~top, unknown - (not top)
            hands[seat] |= top
            hidden[seat] += not top
        t = t.moved(tuple(hands), tuple(hidden), {**t.piles, "stock": (mask, unknown)})
        return t.knowing(replace(t.facts, drawn=t.facts.laid))


def can_be_named(value: object) -> bool:
    """Whether this can be said: a suit or no trump, the same with eight tricks, or misery."""
    if not isinstance(value, Bid):
        return False
    return value == MISERY or (value.number in (0, EIGHT) and value.denomination in STRAIGHT)


class Make(Phase):
    """The dealer may lay cards, and names what is played."""

    name, sections = "make", ("Exchange", "Make")
    kinds: ClassVar = {"lay": is_cards, "make": can_be_named}

    def done(self, t: Table) -> bool:
        return t.facts.declarer is not None

    def turn(self, t: Table) -> int:
        return t.setup.dealer

    def legal(self, t: Table) -> tuple[Space, ...]:
        seat = t.setup.dealer
        names = [Bid(n, d) for n in (0, EIGHT) for d in STRAIGHT]
        if t.facts.laid is not None:
            return (Each(seat, "make", tuple(names)),)
        maybe = t.unseen if t.hidden[seat] else 0
        picks = (Pick(seat, "lay", t.hands[seat] | maybe, k, maybe, t.hidden[seat]) for k in range(1, MOST + 1))
        return (Each(seat, "make", (*names, MISERY)), *picks)

    def the_dealer(self, t: Table, a: Action) -> Ruling | None:
        dealer = TWO.all[t.setup.dealer]
        if a.by == dealer:
            return None
        if a.kind == "lay":
            return no("bridge.misery.lay", "Only the dealer ({dealer}) may lay cards.", dealer=dealer)
        return no("bridge.misery.make", "Only the dealer ({dealer}) names what is played.", dealer=dealer)

    def once(self, t: Table, a: Action) -> Ruling | None:
        if t.facts.laid is None:
            return None
        if a.kind == "lay":
            return no("bridge.misery.once", "{player} has laid cards already.", player=TWO.all[a.by])
        if a.what == MISERY:
            return no("bridge.misery.misery", "{player} has laid cards and may not call misery.", player=TWO.all[a.by])
        return None

    def as_many(self, t: Table, a: Action) -> Ruling | None:
        if a.kind != "lay" or (isinstance(a.what, CardSet) and 1 <= len(a.what) <= MOST):
            return None
        return no("bridge.misery.lay", "One to four cards are laid.")

    def held(self, t: Table, a: Action) -> Ruling | None:
        if not isinstance(a.what, CardSet):
            return None
        unknown = [c for c in a.what if not t.hands[a.by] >> c & 1]
        missing = [c for c in unknown if not t.holds(a.by, c)] or unknown[t.hidden[a.by] :]
        if not missing:
            return None
        return no(
            "bridge.misery.once", "{player} does not hold this card: {card}.", player=TWO.all[a.by], card=missing[0]
        )

    guards = (the_dealer, once, as_many, held)

    def verdict(self, t: Table, a: Action) -> Ruling:
        if isinstance(a.what, CardSet):
            return yes_n(
                "bridge.misery.lay",
                "{who} lays a card face up: {what}.",
                "{who} lays {n} cards face up: {what}.",
                n=len(a.what),
            )
        if a.what == MISERY:
            return CALLED
        assert isinstance(a.what, Bid)
        return PROMISED if a.what.number else MADE

    def apply(self, t: Table, a: Action) -> Table:
        if isinstance(a.what, CardSet):
            known = t.hands[a.by] & a.what
            hands, hidden = list(t.hands), list(t.hidden)
            hands[a.by] &= ~known
            hidden[a.by] -= len(a.what) - known.bit_count()
            t = t.moved(tuple(hands), tuple(hidden), {**t.piles, "out": (int(a.what), 0)})
            return t.knowing(replace(t.facts, laid=len(a.what)))
        assert isinstance(a.what, Bid)
        return declared(self.o, t, a.by, a.what, a.by)

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        verb, *rest = [word.lower() for word in words]
        if verb == "lay":
            try:
                return "lay", CardSet.of(*words[1:]), None
            except ValueError:
                return None
        name, *more = rest if verb == "make" else [verb, *rest]
        eight = name[:1] == "8" or more == ["eight"]
        letter = NAMES.get(name.removeprefix("8"), name.removeprefix("8").upper())
        if (more and more != ["eight"]) or letter not in (*STRAIGHT, "M") or (letter == "M" and eight):
            return None
        return "make", Bid(EIGHT * eight, letter), None

    def script(self, now: Now, section: Section, seats: Seats) -> Iterator[tuple[Word, str]]:
        verb = "lay" if section.tag == "Exchange" else "make"
        for word, line in lines(section):
            who, _, what = line.partition(" ")
            yield word, line if what.lower().startswith(f"{verb} ") else f"{who} {verb} {what}"


# -- the play ------------------------------------------------------------------------------------


class Open(Phase):
    """The forced step that lays dummy open."""

    name = "play"

    def done(self, t: Table) -> bool:
        waits = self.o.misery_dummy == "after_lead" and not t.trick and not t.tricks
        return bool(t.facts.opened or waits)

    def forced(self, t: Table) -> Action:
        return by_table("open")

    def rule(self, t: Table, a: Action) -> Ruling:
        player, dummy = TWO.player(t.setup.dealer), TWO.right(t.setup.dealer)
        if self.o.misery_dummy == "after_lead":
            return yes(
                "bridge.misery.open", "After the lead {player} lays dummy open: {dummy}.", player=player, dummy=dummy
            )
        return yes("bridge.misery.open", "{player} lays dummy open: {dummy}.", player=player, dummy=dummy)

    def apply(self, t: Table, a: Action) -> Table:
        return t.knowing(replace(t.facts, opened=True))


class ThreeHands(Play):
    """Card by card, three to a trick."""

    def rule(self, t: Table, a: Action) -> Ruling:
        r = super().rule(t, a)
        if r.ok and len(t.trick) == len(t.order) - 1:
            return r.on(*r.because, THIRD)
        if r.rule != "bridge.play.lead":
            return r
        if r.ok:
            return LEAD
        return no(
            "bridge.misery.lead",
            "The dealer's opponent leads to the first trick, from the own hand: {turn}.",
            turn=TWO.player(t.setup.dealer),
        )

    def not_theirs(self, t: Table, hand: int, by: int) -> Ruling:
        if hand == by:
            return super().not_theirs(t, hand, by)
        return no("bridge.misery.lead", "{player} plays the cards of dummy too.", player=TWO.all[by])

    def out_of_turn(self, t: Table, a: Action) -> Ruling:
        r = super().out_of_turn(t, a)
        if r.rule == "bridge.play.lead":
            return r
        return no(
            "bridge.misery.three-cards",
            "In each trick the hands play in this order: {order}. Now to play: {turn}.",
            order=tuple(TWO.all[hand] for hand in t.order),
            turn=TWO.all[self.turn(t)],
        )


def seen(o: Any, t: Table, seat: int) -> tuple[str, ...]:
    """What a player sees: the own hand, the cards laid, and dummy once it is open."""
    dummy = TWO.right(t.setup.dealer)
    mine = t.facts.opened or (player(t, dummy) == seat != dummy and bool(t.facts.plays))
    return (f"hand.{TWO.all[seat].code}", "out", *((f"hand.{dummy.code}",) if mine else ()))


# -- the score -----------------------------------------------------------------------------------


def counted(o: Any, d: Deal) -> list[Entry]:
    """What the tricks score after each kind of make."""
    if d.contract == MISERY:
        return misery(o, d)
    return eight(o, d) if d.contract.number else odd(o, d)


def odd(o: Any, d: Deal) -> list[Entry]:
    """A plain make: the player with more than six tricks scores."""
    return [
        entry(
            "bridge.misery.odd",
            "Odd tricks of {side}: {odd}, at {value} each. {side} scores {points}.",
            side=side, column="below", points=(n - 6) * d.value, odd=n - 6, value=d.value,
        )
        for side, n in d.tricks.items()
        if n > 6
    ]  # fmt: skip


def eight(o: Any, d: Deal) -> list[Entry]:
    """The promise of eight tricks, kept or not."""
    n, (other,) = d.tricks[d.side], d.against
    if n < EIGHT:
        failed = entry(
            "bridge.misery.eight-failed",
            "{dealer} promised eight tricks and won {tricks}. {side} scores {points} above the line.",
            side=other, column="above", points=FAILED, dealer=d.side, tricks=n,
        )  # fmt: skip
        return [failed]
    return [
        entry(
            "bridge.misery.eight-made",
            "{side} promised eight tricks and won {tricks}. Odd tricks: {odd}, at twice {value} each. "
            "{side} scores {points}.",
            side=d.side, column="below", points=2 * (n - 6) * d.value, tricks=n, odd=n - 6, value=d.value,
        )
    ]  # fmt: skip


def misery(o: Any, d: Deal) -> list[Entry]:
    """Misery, kept or not."""
    n, (other,) = d.tricks[d.side], d.against
    if n <= 1:
        return [
            entry(
                "bridge.misery.misery-made",
                "{side} called misery and won {tricks}. Odd tricks of {other}: {odd}, at {each} each. "
                "{side} scores {points}.",
                side=d.side, column="below", points=EACH * (7 - n), tricks=n, other=other, odd=7 - n, each=EACH,
            )
        ]  # fmt: skip
    if o.misery_excess == "all":
        return [
            entry(
                "bridge.misery.misery-failed",
                "{dealer} called misery and won {tricks}. All of them count {each} each. "
                "{side} scores {points} above the line.",
                side=other, column="above", points=EACH * n, dealer=d.side, tricks=n, each=EACH,
            )
        ]  # fmt: skip
    return [
        entry(
            "bridge.misery.misery-failed",
            "{dealer} called misery and won {tricks}. Those after the first count {each} each. "
            "{side} scores {points} above the line.",
            side=other, column="above", points=EACH * (n - 1), dealer=d.side, tricks=n, each=EACH,
        )
    ]  # fmt: skip


def divided(o: Any, d: Deal) -> list[Entry]:
    """Honours of the 39 cards in play, where it is agreed that they count."""
    if o.misery_honours == "off" or d.contract == MISERY:
        return []
    mask, found, size = honours.which(d.contract.trump), dict.fromkeys(d.tricks, 0), 0
    for trick in d.table.tricks:
        for hand, c in zip(trick.seats, trick.cards, strict=True):
            found[side_of(o, d.table, hand)] += mask >> c & 1
            size += 1
    if size < len(d.table.order) * o.shape.hand:
        unknown = entry(
            "bridge.misery.honours",
            "Cards of the play are unknown, so the honours are not counted.",
            side=d.side, column="above",
        )  # fmt: skip
        return [unknown._replace(ruling=unknown.ruling.unsure())]
    side = max(found, key=lambda side: found[side])
    points = honours.aces(found[side], 0) if d.contract.trump is None else honours.trump(found[side], 0, d.value)
    return [
        entry(
            "bridge.misery.honours",
            "Honours of {side} in play: {n}. {side} scores {points} above the line.",
            side=side, column="above", points=points, n=found[side],
        )
    ]  # fmt: skip


def slam(o: Any, d: Deal) -> list[Entry]:
    """Slams, unless the aim was to lose or a promise failed."""
    kept = d.contract != MISERY and (not d.contract.number or d.tricks[d.side] >= EIGHT)
    return slams.slams(o, d) if kept else []


def next_dealer(o: Any, t: Table) -> Ruling:
    """The two players deal by turns."""
    dealer = TWO.all[t.setup.dealer]
    return yes(
        "bridge.misery.next-dealer",
        "The two players deal by turns. Next dealer: {answer}.",
        answer=TWO.player(dealer),
    )


result = scored((tricks.stated, counted, divided, slam))

PLAN = Plan(
    Misery,
    (Draw, Make, Open, ThreeHands),
    result,
    (settled(result), rubber.game_end, rubber.rubber_end),
    stated=(),
    piles={"stock": STOCK},
    deals=sizes,
    dealt=dealt,
    seen=seen,
    dealer=next_dealer,
)
