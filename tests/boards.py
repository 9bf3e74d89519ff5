"""Random boards of auction bridge as PBN text: every call and every card legal under the code of 1913."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

SEATS, SUITS, RANKS = "NESW", "SHDC", "23456789TJQKA"
VALUES = {"C": 6, "D": 7, "H": 8, "S": 2, "NT": 10}
BIDS = sorted(
    ((n * v, n, d == "NT", f"{n}{d}") for n in range(1, 8) for d, v in VALUES.items()), key=lambda bid: bid[:3]
)
TAGS = [
    "Event",
    "Site",
    "Date",
    "Board",
    "West",
    "North",
    "East",
    "South",
    "Dealer",
    "Vulnerable",
    "Deal",
    "Scoring",
    "Declarer",
    "Contract",
    "Result",
]


def auction(random: Random) -> tuple[list[str], int, str, str]:
    """Calls, places of the declarer from the dealer, denomination, and `X` or `XX` for the doubling."""
    calls: list[str] = []
    last, by, risk = -1, 0, ""
    while last < 0 or calls[-3:] != ["Pass"] * 3:
        i = len(calls)
        higher = [
            k for k in range(last + 1, len(BIDS)) if BIDS[k][:3] > (BIDS[last][:3] if last >= 0 else (0, 0, False))
        ]
        if higher and (last < 0 or random.random() < 0.35):
            last, by, risk = random.choice(higher[:6]), i, ""
            calls.append(BIDS[last][3])
        elif last >= 0 and not risk and (i - by) % 2 and random.random() < 0.1:
            risk = "X"
            calls.append(risk)
        elif risk == "X" and (i - by) % 2 == 0 and random.random() < 0.2:
            risk = "XX"
            calls.append(risk)
        else:
            calls.append("Pass")
    name = BIDS[last][3][1:]
    first = next(i for i, c in enumerate(calls) if c[1:] == name and c[0].isdigit() and (i - by) % 2 == 0)
    return calls, first % 4, BIDS[last][3], risk


def play(random: Random, hands: list[list[str]], leader: int, trump: str) -> tuple[list[list[str]], list[int]]:
    """Rows in columns from the leader, and who won each."""
    live = [list(hand) for hand in hands]
    rows, winners, turn = [], [], leader
    for _ in range(13):
        row, led, best = [""] * 4, "", (-1, 0)
        for i in range(4):
            seat = (turn + i) % 4
            card = random.choice([c for c in live[seat] if c[0] == led] or live[seat])
            live[seat].remove(card)
            led = led or card[0]
            power = RANKS.index(card[1]) + (100 if card[0] == trump else 50 if card[0] == led else 0)
            best = max(best, (power, seat))
            row[(seat - leader) % 4] = card
        turn = best[1]
        rows.append(row)
        winners.append(turn)
    return rows, winners


def board(random: Random, number: int) -> str:
    """One board."""
    pack = [s + r for s in SUITS for r in RANKS]
    random.shuffle(pack)
    hands = [pack[i * 13 : i * 13 + 13] for i in range(4)]
    dealer = random.randrange(4)
    calls, steps, bid, risk = auction(random)
    declarer = (dealer + steps) % 4
    rows, winners = play(random, hands, (declarer + 1) % 4, bid[1] if bid[1:] != "NT" else "")
    shown = (
        ".".join("".join(r for r in reversed(RANKS) if s + r in hands[(dealer + i) % 4]) for s in SUITS)
        for i in range(4)
    )
    values = [
        "A club evening", "The card room", "1913.11.17", str(number), "A", "Y", "B", "Z", SEATS[dealer], "None",
        f"{SEATS[dealer]}:{' '.join(shown)}", "IMP", SEATS[declarer], bid + risk,
        str(sum((w - declarer) % 2 == 0 for w in winners)),
    ]  # fmt: skip
    lines = [f'[{tag} "{value}"]' for tag, value in zip(TAGS, values, strict=True)]
    lines.append(f'[Auction "{SEATS[dealer]}"]')
    lines += [" ".join(calls[i : i + 4]) for i in range(0, len(calls), 4)]
    lines.append(f'[Play "{SEATS[(declarer + 1) % 4]}"]')
    lines += [" ".join(row) for row in rows]
    return "\n".join([*lines, "*", "", ""])


def boards(number: int, seed: int = 1) -> Iterator[str]:
    """So many boards, always the same ones for a seed."""
    random = Random(seed)
    yield "% PBN 2.1\n% EXPORT\n"
    for n in range(1, number + 1):
        yield board(random, n)
