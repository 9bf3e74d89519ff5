"""Bridge for two: a small hand and eleven columns of two cards for each player, four cards to a trick."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from rulebook.cards import Card, CardSet
from rulebook.game import Phase, by_table
from rulebook.games.bridge import honours, make, rubber, slams
from rulebook.games.bridge.doubling import Doubling
from rulebook.games.bridge.facts import DOUBLE, Bid, Seating
from rulebook.games.bridge.options import STRAIGHT, Shape
from rulebook.games.bridge.outcome import Deal
from rulebook.games.bridge.plan import Plan
from rulebook.games.bridge.play import TRICKS, Play, ranks
from rulebook.games.bridge.score import scored, settled
from rulebook.games.bridge.tricks import stated
from rulebook.ledger import Entry, entry
from rulebook.options import option
from rulebook.parts import tricks
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import Seat, circle
from rulebook.table import Action, Cards, Each, Setup, Space, Table

TWO = circle(2)
HAND, COLUMNS, ALL = 4, 11, 26
PLACES = tuple(f"{kind}.{seat.code}.{n}" for seat in TWO.all for kind in ("down", "up") for n in range(1, COLUMNS + 1))

LEAD = yes("bridge.two.lead", "{who}: {what}. The dealer's opponent leads to the first trick.")
LEADS = yes("bridge.two.lead", "{who}: {what}. The winner of the trick before leads.")
FOLLOWS = yes("bridge.two.follow", "{who}: {what}. The suit led is followed.")
FREE = yes("bridge.two.follow", "{who}: {what}. Without a card of the suit led that can be played, any card may be.")
FROM_TABLE = yes("bridge.two.playable", "The card lay face up on the table.")
SECOND = yes("bridge.two.order", "Each player adds a second card to the trick, in the same order.")


def by_turns(declarer: int) -> Seating:
    """The leader, the other, the leader again, the other again."""
    return Seating((0, 1, 0, 1), (0, 1))


@dataclass(frozen=True)
class ForTwo:
    """Bridge for two."""

    illegal_play: ClassVar = "enforce"

    shape: ClassVar = Shape(STRAIGHT, rubber=100, seats=TWO, seating=by_turns, cap=100)

    redouble: str = option("bridge.two.redouble", "May a double be redoubled?", "on", "off")


# -- the deal ------------------------------------------------------------------------------------


def columns(t: Table | Setup, seat: int, kind: str) -> Iterator[tuple[str, int, int]]:
    """The places of a player's columns that hold a card: name, known card, number of unknown ones."""
    for name, (mask, unknown) in t.piles.items():
        if (mask or unknown) and name.startswith(f"{kind}.{TWO.all[seat].code}."):
            yield name, mask, unknown


def face_up(t: Table, seat: int) -> int:
    """The known cards that lie face up in a player's columns."""
    return sum(mask for _, mask, _ in columns(t, seat, "up"))


def dealt(o: Any, setup: Setup) -> Ruling:
    """Whether a deal is possible: four cards in hand and eleven columns, or what is left of them."""
    for seat in TWO.all:
        hand = setup.hands[seat].bit_count() + setup.hidden[seat]
        up, down = (sum(1 for _ in columns(setup, seat, kind)) for kind in ("up", "down"))
        right = ALL - 2 * sum(setup.tricks)
        if hand + up + down != right or (right == ALL and hand != HAND):
            return no(
                "bridge.two.deal",
                "Each player has {right} cards, at first {most} of them in hand. {player}: in hand {n}, on the table "
                "{table}.",
                right=right, most=HAND, player=seat, n=hand, table=up + down,
            )  # fmt: skip
    return yes("bridge.two.deal", "Each player has four cards in hand and eleven columns of two cards.")


# -- the make --------------------------------------------------------------------------------------


class Make(make.Make):
    """The dealer must name the trump."""

    kinds: ClassVar = {"make": make.Make.kinds["make"], "leave": make.none}

    def partner(self, t: Table) -> None:
        """There is nobody to leave it to."""

    def legal(self, t: Table) -> tuple[Space, ...]:
        return (Each(t.setup.dealer, "make", tuple(Bid(0, d) for d in STRAIGHT)),)

    def rule(self, t: Table, a: Action) -> Ruling:
        dealer = TWO.all[t.setup.dealer]
        if a.kind == "leave":
            return no("bridge.two.make", "The dealer ({dealer}) must name the trump: nobody else can.", dealer=dealer)
        if a.by != dealer:
            return no("bridge.two.make", "Only the dealer ({dealer}) names the trump.", dealer=dealer)
        return yes("bridge.two.make", "{who}, the dealer, names {what}.")


class OneEach(Doubling):
    """The opponent doubles, the dealer redoubles, and so on."""

    def doublers(self, t: Table) -> tuple[int, ...]:
        return (TWO.left(t.setup.dealer),)

    def redoublers(self, t: Table) -> tuple[int, ...]:
        return (t.setup.dealer,)

    def done(self, t: Table) -> bool:
        return super().done(t) or (self.o.redouble == "off" and bool(t.facts.doubling))

    def not_theirs(self, t: Table, a: Action) -> Ruling | None:
        if a.by == t.setup.dealer and not t.facts.doubling:
            return no("bridge.two.double", "Only the opponent ({player}) may double.", player=TWO.left(a.by))
        return super().not_theirs(t, a)

    def closed(self, t: Table, a: Action) -> Ruling | None:
        if self.o.redouble == "off" and t.facts.doubling and a.kind == "call":
            return no("bridge.two.redouble", "At this table a double is final.")
        return super().closed(t, a)

    def raised(self, t: Table, a: Action) -> Ruling:
        r = super().raised(t, a)
        if a.what == DOUBLE:
            return r.on(*r.because, yes("bridge.two.double", "The dealer's opponent may double."))
        return r.on(*r.because, yes("bridge.two.redouble", "The two players may raise the value in turn."))


# -- the play --------------------------------------------------------------------------------------


class Turned(Phase):
    """The forced step that turns up a card whose cover has been played."""

    name = "play"

    def open(self, t: Table) -> str:
        """The place of a card that is no longer covered."""
        bare = (name for name, pile in t.piles.items() if name.startswith("down.") and pile != (0, 0))
        return next((name for name in bare if t.piles[name.replace("down", "up")] == (0, 0)), "")

    def done(self, t: Table) -> bool:
        return t.facts.declarer is None or not self.open(t)

    def forced(self, t: Table) -> Action:
        return by_table("turn")

    def rule(self, t: Table, a: Action) -> Ruling:
        name = self.open(t)
        mask, _ = t.piles[name]
        player = TWO.seat(name.split(".")[1])
        if not mask:
            return yes("bridge.two.turned", "The card under it is turned up. Player: {player}.", player=player)
        return yes(
            "bridge.two.turned",
            "The card under it is turned up: {card}. Player: {player}.",
            player=player, card=next(iter(CardSet(mask))),
        )  # fmt: skip

    def apply(self, t: Table, a: Action) -> Table:
        name = self.open(t)
        return t.moved(t.hands, t.hidden, {**t.piles, name: (0, 0), name.replace("down", "up"): t.piles[name]})


class FromColumns(Play):
    """Two cards of each player to a trick, from the hand or from the top of a column."""

    def done(self, t: Table) -> bool:
        return sum(t.setup.tricks) + len(t.tricks) == TRICKS

    def maybe(self, t: Table, seat: int) -> int:
        """The cards that an unknown one of the player may be."""
        loose = t.hidden[seat] or any(unknown for _, _, unknown in columns(t, seat, "up"))
        return t.unseen if loose else 0

    def mine(self, t: Table, seat: int) -> int:
        """The cards that the player can play for certain."""
        return t.hands[seat] | face_up(t, seat)

    def legal(self, t: Table) -> tuple[Space, ...]:
        seat, suit = self.turn(t), tricks.led(ranks(t.facts), t.trick)
        mine, maybe = self.mine(t, seat), self.maybe(t, seat)
        if suit is not None and mine & ranks(t.facts).suits[suit]:
            mine, maybe = mine & ranks(t.facts).suits[suit], maybe & ranks(t.facts).suits[suit]
        return (Cards(seat, mine | maybe),)

    def rule(self, t: Table, a: Action) -> Ruling:
        seat, what = self.turn(t), a.what
        assert isinstance(what, Card)
        if a.by != seat or a.hand != seat:
            return self.out_of_turn(t, a)
        mine, maybe = self.mine(t, seat), self.maybe(t, seat)
        if not (mine | maybe) >> what & 1:
            return self.cannot(t, seat, what)
        suit = tricks.led(ranks(t.facts), t.trick)
        followed = suit is None or what.suit == suit
        if suit is not None and not followed and mine & ranks(t.facts).suits[suit]:
            return no(
                "bridge.two.follow",
                "{card} is not of the suit led ({suit}); {player} can play a card of it and must follow suit.",
                card=what, suit=suit, player=TWO.all[seat],
            )  # fmt: skip
        r = (LEADS if t.leader >= 0 else LEAD) if suit is None else FOLLOWS if followed else FREE
        why = [SECOND] if len(t.trick) == len(TWO) else []
        why += [FROM_TABLE] if face_up(t, seat) >> what & 1 else []
        r = r.on(*why) if why else r
        return r.unsure() if suit is not None and not followed and maybe & ranks(t.facts).suits[suit] else r

    def cannot(self, t: Table, seat: int, what: Card) -> Ruling:
        """Why the player cannot play this card at all."""
        if any(mask >> what & 1 for _, mask, _ in columns(t, seat, "down")):
            return no("bridge.two.playable", "{card} is still covered.", card=what)
        return no("bridge.two.playable", "{player} cannot play this card: {card}.", player=TWO.all[seat], card=what)

    def out_of_turn(self, t: Table, a: Action) -> Ruling:
        turn = TWO.all[self.turn(t)]
        if t.leader < 0:
            return no("bridge.two.lead", "The dealer's opponent leads to the first trick: {turn}.", turn=turn)
        if t.trick:
            return no("bridge.two.order", "The players add cards to a trick by turns. Now to play: {turn}.", turn=turn)
        return no("bridge.two.lead", "The winner of the trick before leads: {turn}.", turn=turn)

    def apply(self, t: Table, a: Action) -> Table:
        return tricks.lay(self.taken_up(t, a), a, ranks(t.facts))

    def taken_up(self, t: Table, a: Action) -> Table:
        """The table with the card in the hand, if it comes from a column."""
        bit = 1 << a.what if isinstance(a.what, Card) else 0
        if t.hands[a.by] & bit:
            return t
        own = [name for name, mask, _ in columns(t, a.by, "up") if mask & bit]
        loose = [name for name, mask, _ in columns(t, a.by, "up") if not mask and not t.hidden[a.by]]
        if not own and not loose:
            return t
        hands, hidden = list(t.hands), list(t.hidden)
        if own:
            hands[a.by] |= bit
        else:
            hidden[a.by] += 1
        return t.moved(tuple(hands), tuple(hidden), {**t.piles, (own or loose)[0]: (0, 0)})


def seen(o: Any, t: Table, seat: int) -> tuple[str, ...]:
    """The own hand, and every card that lies face up."""
    return (f"hand.{TWO.all[seat].code}", *(name for name in t.piles if name.startswith("up.")))


# -- the score -------------------------------------------------------------------------------------


def odd(o: Any, d: Deal) -> list[Entry]:
    """Odd tricks of whichever player has more than six."""
    return [
        entry(
            "bridge.two.tricks",
            "Odd tricks of {side}: {odd}, at {unit} each. {side} scores {points}.",
            side=side, column="below", points=(n - 6) * d.unit, odd=n - 6, unit=d.unit,
        )
        for side, n in d.tricks.items()
        if n > 6
    ]  # fmt: skip


def held(t: Table, seat: Seat) -> int:
    """The cards known to have been dealt to a player, those of the columns too."""
    cards = t.setup.hands[seat]
    for kind in ("up", "down"):
        for _, mask, _ in columns(t.setup, seat, kind):
            cards |= mask
    for trick in t.tricks:
        for player, c in zip(trick.seats, trick.cards, strict=True):
            cards |= 1 << c if player == seat else 0
    return cards


def divided(o: Any, d: Deal) -> list[Entry]:
    """Honours of all 26 cards, as between partners."""
    mask = honours.which(d.contract.trump)
    counts = [(held(d.table, seat) & mask).bit_count() for seat in TWO.all]
    if sum(counts) < mask.bit_count():
        unknown = entry(
            "bridge.two.honours",
            "Cards of the deal are unknown, so the honours are not counted.",
            side=d.side, column="above",
        )  # fmt: skip
        return [unknown._replace(ruling=unknown.ruling.unsure())]
    n = max(counts)
    points = honours.aces(n, 0) if d.contract.trump is None else honours.trump(n, 0, d.value)
    return [
        entry(
            "bridge.two.honours",
            "Honours dealt to {side}, covered ones too: {n}. {side} scores {points} above the line.",
            side=TWO.sides[counts.index(n)], column="above", points=points, n=n,
        )
    ]  # fmt: skip


def next_dealer(o: Any, t: Table) -> Ruling:
    """The two players deal by turns."""
    return yes(
        "bridge.two.next-dealer",
        "The two players deal by turns. Next dealer: {answer}.",
        answer=TWO.left(t.setup.dealer),
    )


result = scored((stated, odd, divided, slams.slams))

PLAN = Plan(
    ForTwo,
    (Make, OneEach, Turned, FromColumns),
    result,
    (settled(result), rubber.game_end, rubber.rubber_end),
    stated=(),
    piles=dict.fromkeys(PLACES, 1),
    deals=lambda o, dealer: (HAND, HAND),
    dealt=dealt,
    seen=seen,
    dealer=next_dealer,
)
