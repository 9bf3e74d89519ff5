"""PBN read, checked and written, against `endplay` where it is installed, in one interleaved run."""

from __future__ import annotations

import gc
from collections.abc import Callable
from importlib import import_module
from io import BytesIO
from statistics import median
from time import process_time

from rulebook import game
from rulebook.records import pbn, pbn_export
from rulebook.records.check import Checker
from rulebook.records.lines import Lines
from tests.boards import boards

DEALS, ROUNDS = 400, 9
GOALS = {"read": ("loads", 4), "read, checked and scored": ("loads", 3), "written": ("dumps", 4)}
OTHERS = {"written, not regular": ("dumps", 0)}


def once(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def ways(text: str) -> dict[str, Callable[[], object]]:
    """What is timed, by name."""
    data, check = text.encode(), Checker(game("auction-bridge"))
    records = list(pbn.read(Lines(BytesIO(data))))

    def read() -> None:
        for _ in pbn.read(Lines(BytesIO(data))):
            pass

    def checked() -> None:
        for record in pbn.read(Lines(BytesIO(data))):
            check(record)

    def written() -> None:
        for n, record in enumerate(records, 1):
            pbn_export.write(record, n)

    def anew() -> None:
        for n, record in enumerate(plain, 1):
            pbn_export.write(record, n)

    plain = [record.having(record.sections) for record in records]
    for record in records:
        outcome = check(record)
        assert outcome.refused is None
        assert outcome.ledger.final
    return {"read": read, "read, checked and scored": checked, "written": written, "written, not regular": anew}


def peer(text: str) -> dict[str, Callable[[], object]]:
    """The same work done by endplay; nothing when it is not installed."""
    try:
        endplay = import_module("endplay.parsers.pbn")
    except ImportError:
        return {}
    found = endplay.loads(text)
    assert len(found) == DEALS
    assert all(len(board.play) == 52 for board in found)
    return {"loads": lambda: endplay.loads(text), "dumps": lambda: endplay.dumps(found)}


def main() -> None:
    """Print the ratios."""
    text = "".join(boards(DEALS))
    all_ways = {**ways(text), **peer(text)}
    gc.collect()
    gc.freeze()  # what was made before is no work of either side
    rounds = [{name: once(work) for name, work in all_ways.items()} for _ in range(ROUNDS)]
    print(f"PBN: {DEALS} deals, {len(text) // DEALS} bytes each, {ROUNDS} rounds in turn")
    for name, (other, goal) in (GOALS | OTHERS).items():
        rate = DEALS / median(r[name] for r in rounds)
        if other in all_ways:
            ratio = (
                f"{median(r[other] / r[name] for r in rounds):6.2f} times as fast as endplay's {other}"
                f"{f' (goal {goal})' if goal else ''}"
            )
        else:
            ratio = "endplay is not installed: no ratio"
        print(f"  {name:26} {ratio}   ({rate:,.0f} deals a second here)")


if __name__ == "__main__":
    main()
