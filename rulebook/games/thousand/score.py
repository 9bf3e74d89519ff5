"""The deal's own result: card points and pairs, the contract made or failed, rounding, doubling."""

from __future__ import annotations

from typing import Any, NamedTuple

from rulebook.cards import Card
from rulebook.games.thousand import lviv
from rulebook.games.thousand.deal import golden, order
from rulebook.games.thousand.facts import Bid, blind, in_force
from rulebook.games.thousand.pack import COUNTED
from rulebook.games.thousand.shape import POINTS
from rulebook.ledger import Entry, entry
from rulebook.ruling import Ruling, yes
from rulebook.seats import Seat, Side
from rulebook.table import Table

PLAYED = "play"


class Raw(NamedTuple):
    """What a player took: card points, pairs, number of tricks."""

    cards: int = 0
    pairs: int = 0
    tricks: int = 0

    @property
    def points(self) -> int:
        return self.cards + self.pairs


class Deal(NamedTuple):
    """A deal that counts.

    declarer, bid  who owed what; bid 0 in a game without an auction
    kind           `play`, or how it was closed: `write-off`, `write-down`, `bomb`, `concede`
    raw            what each active player took
    made           whether the contract was made
    factor         how often every result counts
    """

    declarer: Seat
    bid: Bid
    kind: str
    raw: dict[Seat, Raw]
    made: bool
    factor: int


def points_of(card: Card) -> int:
    """The points of a card."""
    return POINTS[card.rank]


def finished(o: Any, t: Table) -> bool:
    """Whether the play is over."""
    return bool(t.setup.stated) or len(t.tricks) == o.shape.tricks


def taken(o: Any, t: Table, seat: int) -> Raw:
    """What this player has taken so far."""
    stated = t.setup.stated
    if stated:
        cards, pairs, tricks = (stated.get(key, {}).get(seat, 0) for key in ("points", "pairs", "tricks"))
        return Raw(cards, 0 if lviv.here(o, t, seat) else pairs, tricks)
    mine = [trick for trick in t.tricks if trick.winner == seat]
    cards = sum(points_of(c) for trick in mine for c in trick.cards) + put_out(o, t, seat)
    if o.score.last_trick and finished(o, t) and t.tricks[-1].winner == seat:
        cards += o.score.last_trick
    pairs = sum(p.points for p in t.facts.pairs if p.seat == seat)
    return Raw(cards, 0 if lviv.here(o, t, seat) else pairs, len(mine))


def put_out(o: Any, t: Table, seat: int) -> int:
    """The points of cards put out, where they count for the declarer."""
    if not o.shape.discards_count or seat != t.facts.declarer or "out" not in t.piles:
        return 0
    mask, _ = t.piles["out"]
    return sum(points_of(Card(c)) for c in range(52) if mask >> c & 1)


def rounded(o: Any, points: int) -> int:
    """To the nearest step; half a step goes up."""
    return int((points + o.step // 2) // o.step * o.step)


def deal_of(o: Any, t: Table) -> Deal | None:
    """The deal, once it counts; None while it is open or when it was annulled."""
    facts = t.facts
    if t.ended is not None and (t.ended.void or not facts.closed):
        return None
    if not facts.closed and not finished(o, t):
        return None
    declarer = o.shape.seats.all[facts.declarer if facts.declarer is not None else order(o, t.setup.dealer)[0]]
    raw = {s: taken(o, t, s) if not facts.closed else Raw() for s in order(o, t.setup.dealer)}
    bid, kind = in_force(facts), facts.closed or PLAYED
    return Deal(declarer, bid, kind, raw, kind == PLAYED and enough(o, raw[declarer].points, bid), factor(o, t))


def enough(o: Any, points: int, bid: Bid) -> bool:
    """Whether so many points make the bid."""
    return (rounded(o, points) if o.score.round_first == "on" else points) >= bid


def factor(o: Any, t: Table) -> int:
    """How often the results of this deal count: twice in a golden set, twice when bid blind."""
    return (2 if golden(o, t) else 1) * (2 if blind(t.facts) else 1)


# -- entries -----------------------------------------------------------------------------------


def counts(o: Any, t: Table, deal: Deal) -> list[Entry]:
    """What each player took."""
    found = [lviv.no_bonus(o.shape.seats.side(s)) for s in deal.raw if lviv.here(o, t, s)]
    for seat, raw in deal.raw.items():
        line = entry(
            "thousand.score.points",
            "{side} took {cards} in cards and {pairs} in pairs: {raw}.",
            side=o.shape.seats.side(seat), cards=raw.cards, pairs=raw.pairs, raw=raw.points,
        )  # fmt: skip
        found.append(line._replace(ruling=line.ruling.on(*why_counted(o, t, seat))))
    return found


def why_counted(o: Any, t: Table, seat: Seat) -> list[Ruling]:
    """What the card points of a player are made of."""
    grounds = [COUNTED]
    if o.score.last_trick and t.tricks and finished(o, t) and t.tricks[-1].winner == seat:
        grounds.append(
            yes("thousand.score.last-trick", "The last trick counts {points} at this table.", points=o.score.last_trick)
        )
    if put_out(o, t, seat) and "out" in o.says:
        grounds.append(o.says["out"])
    return grounds


def declarers(o: Any, t: Table, deal: Deal) -> list[Entry]:
    """The declarer's entry: the bid or the loss of it."""
    raw, side = deal.raw[deal.declarer].points, o.shape.seats.side(deal.declarer)
    times = 1 if len(t.facts.doubled) == 0 else 2 ** len(t.facts.doubled)
    if not deal.made:
        found = entry(
            "thousand.score.failed",
            "{bid} needed, {raw} taken: the bid fails. {side} loses {lost}.",
            side=side, points=-deal.bid * times, bid=deal.bid, raw=raw, lost=int(deal.bid * times),
        )  # fmt: skip
        return [with_contra(found, times)]
    if o.score.declarer_takes == "taken" and times == 1:
        worth = max(rounded(o, raw), int(deal.bid))
        found = entry(
            "thousand.score.takes",
            "{bid} is made with {raw}. Here {side} writes what was taken: {points}.",
            side=side, points=worth * times, bid=deal.bid, raw=raw,
        )  # fmt: skip
        if "made" in o.says:
            found = found._replace(ruling=found.ruling.on(o.says["made"]))
        return [with_contra(found, times)]
    found = entry(
        "thousand.score.made",
        "{bid} is made with {raw}. {side} writes the bid: {points}.",
        side=side, points=deal.bid * times, bid=deal.bid, raw=raw,
    )  # fmt: skip
    why = [yes("thousand.score.round-first", "At this table the points were rounded before the test.")]
    found = found._replace(ruling=found.ruling.on(*why)) if raw < deal.bid else found
    return [with_contra(found, times)]


def with_contra(found: Entry, times: int) -> Entry:
    """The same entry with the ground that contra multiplies the bid."""
    if times == 1:
        return found
    why = yes("thousand.talon.contra", "After contra the bid counts {times} times.", times=times)
    return found._replace(ruling=found.ruling.on(why, *found.ruling.because))


def others(o: Any, t: Table, deal: Deal) -> list[Entry]:
    """Each other player writes what was taken, rounded."""
    return [
        lviv.exactly(o.shape.seats.side(seat), raw.points)
        if o.lviv.exact == "yes" and lviv.here(o, t, seat)
        else entry(
            "thousand.score.others",
            "{side} writes what was taken: {points}.",
            side=o.shape.seats.side(seat), points=rounded(o, raw.points),
        )
        if rounded(o, raw.points) == raw.points
        else entry(
            "thousand.score.step",
            "{side} took {raw}, rounded to the nearest {step}: {points}.",
            side=o.shape.seats.side(seat), points=rounded(o, raw.points), raw=raw.points, step=o.step,
        )
        for seat, raw in deal.raw.items()
        if seat != deal.declarer
    ]  # fmt: skip


def four_nines(o: Any, t: Table, deal: Deal) -> list[Entry]:
    """What a player with four nines at the first lead adds."""
    if not o.bonus.four_nines or t.setup.stated:
        return []
    nines = sum(1 << c for c in range(52) if Card(c).rank == "9")
    found = []
    for seat in deal.raw:
        played = sum(1 << trick.cards[trick.seats.index(seat)] for trick in t.tricks)
        if played & nines == nines:
            found.append(
                entry(
                    "thousand.score.four-nines",
                    "{side} held four nines at the first lead: {points} more.",
                    side=o.shape.seats.side(seat), points=o.bonus.four_nines,
                )
            )  # fmt: skip
    return found


def again(o: Any, side: Side, points: int, times: int) -> Entry:
    """What a deal that counts several times adds for a side."""
    return entry(
        "thousand.score.doubled",
        "The deal counts {times} times: {points} more for {side}.",
        side=side, points=points * (times - 1), times=times,
    )  # fmt: skip


def unfinished(o: Any, t: Table) -> tuple[Entry, ...]:
    """Why a deal has no result yet."""
    if t.ended is not None or t.facts.declarer is None:
        return ()
    side = o.shape.seats.side(t.facts.declarer)
    return (entry("thousand.score.unfinished", "The deal is not finished and has no score yet.", side=side),)
