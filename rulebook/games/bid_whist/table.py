"""Table, pack and deal: what can be dealt at all, and who deals next."""

from __future__ import annotations

from rulebook.cards import CardSet
from rulebook.games.bid_whist.options import Rules
from rulebook.ruling import Ruling, no, yes, yes_n
from rulebook.table import Setup, Table

PACK = yes("bid-whist.table.pack", "All cards dealt belong to the pack.")


def kitty_size(o: Rules) -> int:
    """4 cards without jokers, 5 with one, 6 with two; 4 for five players with two; 0 without a kitty."""
    return 0 if o.kitty == "none" else 4 if o.players == 5 and o.jokers == 2 else 4 + o.jokers


def hand_size(o: Rules) -> int:
    """Cards dealt to each player."""
    return (52 + o.jokers - kitty_size(o)) // o.players


def all_books(o: Rules) -> int:
    """The books of a deal: the tricks, and the kitty book unless nobody gets it."""
    return hand_size(o) + (kitty_size(o) > 0 and o.kitty_book != "nobody")


def uneven(o: Rules) -> Ruling | None:
    """The refusal of a pack that cannot be shared out evenly, with the arithmetic."""
    left, total = kitty_size(o), 52 + o.jokers
    if (total - left) % o.players == 0:
        return None
    return no(
        "bid-whist.table.hand-size",
        "These cards cannot be dealt equally to {players} players: {cards} in the pack, {kitty} in the "
        "kitty, {rest} left to deal.",
        players=o.players,
        cards=total,
        kitty=left,
        rest=total - left,
    )


def dealt(o: Rules, pack: int, clash: Ruling | None, setup: Setup) -> Ruling:
    """Whether a deal is possible: house rules that agree, right pack, right kitty, equal hands."""
    if clash is not None:
        return clash
    left = kitty_size(o)
    seen = [*setup.hands, *(mask for mask, _ in setup.piles.values())]
    for mask in seen:
        if wrong := mask & ~pack:
            return no(
                "bid-whist.table.pack",
                "{card} is not in this pack. Jokers in the pack: {n}.",
                card=next(iter(CardSet(wrong))),
                n=o.jokers,
            )
    mask, unknown = setup.piles.get("kitty", (0, 0))
    if mask.bit_count() + unknown != left:
        return no(
            "bid-whist.table.kitty-size",
            "With this pack the kitty has {right} cards, not {n}.",
            right=left,
            n=mask.bit_count() + unknown,
        )
    size = hand_size(o) - sum(setup.tricks)
    for seat, (hand, hidden) in enumerate(zip(setup.hands, setup.hidden, strict=True)):
        if hand.bit_count() + hidden != size:
            return no(
                "bid-whist.table.hand-size",
                "Each player holds {right} cards. {player} holds {n}.",
                right=size,
                player=o.seats.all[seat],
                n=hand.bit_count() + hidden,
            )
    kitty = yes("bid-whist.table.kitty-size", "Cards in the kitty: {n}.", n=left)
    return yes_n("bid-whist.table.hand-size", "{n} card for each player.", "{n} cards for each player.", n=size).on(
        PACK, kitty
    )


def next_dealer(o: Rules, t: Table) -> Ruling:
    """The deal passes to the left."""
    return yes(
        "bid-whist.table.next-dealer",
        "The next dealer is {answer}, on the left of {dealer}.",
        answer=o.seats.left(t.setup.dealer),
        dealer=o.seats.all[t.setup.dealer],
    )
