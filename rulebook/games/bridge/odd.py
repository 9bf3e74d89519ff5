"""What irregular play has left behind, and what it forbids: the plain play knows nothing of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from rulebook.cards import SUIT_MASKS, Card, Suit
from rulebook.games.bridge.facts import player
from rulebook.parts.tricks import Order, best
from rulebook.ruling import Ruling, irregular, no, yes
from rulebook.table import Action, Table, Trick


class Shown(NamedTuple):
    """An exposed card: whose, which, whether before the first lead, and how many tricks were finished then."""

    hand: int
    card: Card
    early: bool
    trick: int


class Omitted(NamedTuple):
    """A hand that did not play to a trick (from 0), and whether the card has been added since."""

    hand: int
    trick: int
    good: bool = False


@dataclass(frozen=True, slots=True)
class Odd:
    """
    shown      exposed.py: cards exposed that may be called or whose suit may be forbidden
    called     exposed.py: the hand that is to play, and its card that the declarer has called
    forbidden  exposed.py: the suit that the first leader may not lead
    owed       errors.py: whether the declarer may name the suit of the adversaries' next lead
    suit       errors.py: the suit that was named
    waived     conduct.py: whether dummy's remark has saved the lead out of turn on the table
    skipped    errors.py: hands that did not play to the trick on the table
    omitted    errors.py: every hand that did not play to a trick
    surplus    errors.py: cards that lie among the tricks by error, and to whose hand they belong
    """

    shown: tuple[Shown, ...] = ()
    called: tuple[int, Card] | None = None
    forbidden: Suit | None = None
    owed: bool = False
    suit: Suit | None = None
    waived: bool = False
    skipped: tuple[int, ...] = ()
    omitted: tuple[Omitted, ...] = ()
    surplus: tuple[tuple[int, Card], ...] = ()


PLAIN = Odd()


def odd(t: Table) -> Odd:
    """What irregular play has left behind so far."""
    return t.facts.odd or PLAIN


def changed(t: Table, **changes: Any) -> Table:
    """The same table with some of that changed."""
    return t.knowing(replace(t.facts, odd=replace(odd(t), **changes)))


# -- whose turn it is -----------------------------------------------------------------------------


def begun(t: Table) -> bool:
    """Whether a card has been led."""
    return bool(t.trick or t.tricks or t.setup.tricks)


def rightful(t: Table, trick: int | None = None) -> int:
    """Whose lead it is to a trick (from 0), to the one on the table if none is named."""
    n = len(t.tricks) if trick is None else trick
    if n:
        return t.tricks[n - 1].winner
    return t.setup.leader if t.setup.leader >= 0 else t.after(t.facts.declarer, 1)


def strayed(t: Table) -> bool:
    """Whether the trick on the table was led out of turn."""
    return bool(t.trick) and t.leader != rightful(t)


def to_play(t: Table) -> int:
    """The hand that is to play."""
    leader = t.leader if t.leader >= 0 else t.after(t.facts.declarer, 1)
    return t.after(leader, len(t.trick) + len(odd(t).skipped))


def hands(t: Table, cards: int) -> tuple[int, ...]:
    """The hands that have played the first so many cards of the trick on the table."""
    order = [t.after(t.leader, n) for n in range(len(t.order))]
    return tuple(hand for hand in order if hand not in odd(t).skipped)[:cards]


def adverse(t: Table, hand: int) -> bool:
    """Whether the cards of this hand are played against the declarer."""
    return bool(player(t, hand) != t.facts.declarer)


# -- what a hand may play -------------------------------------------------------------------------


def among_tricks(t: Table, hand: int) -> int:
    """The cards of the hand that lie among the tricks by error, as a mask."""
    return sum(1 << card for owner, card in odd(t).surplus if owner == hand)


def limit(t: Table, hand: int) -> int:
    """The cards, of all 52, that the hand may play as far as irregular play is concerned."""
    o, allowed = odd(t), ~among_tricks(t, hand)
    held = t.known(hand) & allowed
    if o.called is not None and o.called[0] == hand:
        return allowed & 1 << o.called[1]
    if t.trick or not adverse(t, hand):
        return allowed
    if o.suit is not None and held & SUIT_MASKS[o.suit]:
        return allowed & SUIT_MASKS[o.suit]
    if o.forbidden is not None and t.leader < 0 and held & ~SUIT_MASKS[o.forbidden]:
        return allowed & ~SUIT_MASKS[o.forbidden]
    return allowed


def breach(t: Table, hand: int, card: Card) -> Ruling | None:
    """The ruling on a card that the hand may not play because of irregular play."""
    if limit(t, hand) >> card & 1:
        return None
    o = odd(t)
    if (hand, card) in o.surplus:
        return no("bridge.errors.surplus", "{card} lies among the tricks by error and must be restored first.",
                  card=card)  # fmt: skip
    if o.called is not None and o.called[0] == hand:
        return irregular("bridge.exposed.call", "The declarer has called {called}, so that card must be played.",
                         called=o.called[1])  # fmt: skip
    if o.suit is not None and o.suit != card.suit and t.known(hand) & ~among_tricks(t, hand) & SUIT_MASKS[o.suit]:
        return irregular("bridge.errors.suit", "The declarer has named the suit of this lead: {suit}.", suit=o.suit)
    return irregular("bridge.exposed.forbid", "The declarer has forbidden this suit for the first lead: {suit}.",
                     suit=o.forbidden)  # fmt: skip


def remarks(t: Table, r: Ruling, hand: int) -> Ruling:
    """The ruling on a lead, with what irregular play adds to it."""
    o, card_led = odd(t), not t.trick and adverse(t, hand)
    if card_led and o.suit is not None and not o.called:
        return r.on(NONE) if r.ok and not t.known(hand) & SUIT_MASKS[o.suit] else r
    if card_led and o.owed and o.suit is None:
        return r.on(LAPSED)
    return r


REFUSABLE = yes("bridge.errors.lead", "The declarer may refuse a lead out of turn of an adversary.")
FREE_LEAD = yes(
    "bridge.errors.declarer", "The declarer pays nothing for it and may take it back until the next hand plays."
)
NONE = yes("bridge.errors.none", "The leader has no card of the suit named, so the penalty is paid.")
LAPSED = yes("bridge.errors.lapsed", "The declarer has named no suit for this lead, so the right to it is lost.")


# -- cards on the table ---------------------------------------------------------------------------


def lay(t: Table, a: Action, order: Order) -> Table:
    """The table with this card in the trick, and with the penalties that it has paid."""
    assert isinstance(a.what, Card)
    lead = not t.trick
    paid: dict[str, Any] = {"called": None}
    if lead and a.hand == rightful(t):
        paid |= {"forbidden": None} | ({"owed": False, "suit": None} if adverse(t, a.hand) else {})
    shown = tuple(s for s in odd(t).shown if s.card != a.what)
    t = changed(t.leading(a.hand) if lead else t, shown=shown, **paid)
    return gathered(t.laid(a.hand, a.what), order)


def gathered(t: Table, order: Order) -> Table:
    """The same table; a trick to which every hand has played, or failed to play, goes to its winner."""
    o = odd(t)
    if len(t.trick) + len(o.skipped) < len(t.order):
        return t
    seats = hands(t, len(t.trick))
    winner = seats[best(order, t.trick)]
    done = Trick(t.leader, t.trick, winner, seats)
    return changed(retold(t, (*t.tricks, done), (), winner), skipped=(), waived=False)


def retold(t: Table, tricks: tuple[Trick, ...], trick: tuple[Card, ...], leader: int) -> Table:
    """The same table with other cards in the tricks."""
    return Table(
        t.setup, t.hands, t.hidden, t.piles, t.facts, trick, leader, tricks, t.log, t.ended,
    )  # fmt: skip


def withdrawn(t: Table) -> Table:
    """All cards of the trick on the table are back in their hands."""
    back = list(t.hands)
    for hand, card in zip(hands(t, len(t.trick)), t.trick, strict=True):
        back[hand] |= 1 << card
    leader = t.tricks[-1].winner if t.tricks else t.setup.leader
    t = retold(t.moved(tuple(back), t.hidden, t.piles), t.tricks, (), leader)
    return changed(t, skipped=(), waived=False)
