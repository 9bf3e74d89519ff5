"""What a simulation found, as one JSON document, and that document as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulebook.i18n import Lang
from rulebook.simulate.run import Rules
from rulebook.simulate.tally import Range, Tally, share

Json = dict[str, Any]
PLACES = 6  # decimal places in JSON
LISTED = 8  # rules listed in text; JSON has them all


def found(tally: Tally, a: Rules, b: Rules, others: int, about: Json) -> Json:
    """A simulation as a document. `others` is the number of the other sides at the table."""
    n = tally.n
    return {
        "schema": 1,
        **about,
        "deals": n,
        "a": _side(tally, 0, a, others),
        "b": _side(tally, 1, b, others),
        "differs": {"n": tally.differs, **_range(share(tally.differs, n))},
        "played": {"n": tally.played, **_range(share(tally.played, n))},
        "turned": {"n": tally.turned, **_range(share(tally.turned, n))},
        "change": _range(tally.change.range(others)),
        "size": _range(tally.size.range(others)),
        "changes": [[round(x / others, PLACES), count] for x, count in sorted(tally.changes.items())],
        "rules": [
            {"rule": rule, "a": tally.rules[0][rule], "b": tally.rules[1][rule]}
            for rule in sorted(tally.rules[0] | tally.rules[1])
        ],
    }


def margin(tally: Tally, others: int, about: Json) -> Json:
    """By how much the sensible policy beats uniform play, as a document."""
    return {
        "schema": 1,
        **about,
        "deals": tally.n,
        "margin": _range(tally.net[1].range(others)),
        "ahead": {"n": tally.ahead[1], **_range(share(tally.ahead[1], tally.n))},
    }


def _side(tally: Tally, i: int, rules: Rules, others: int) -> Json:
    return {
        "rules": name(rules),
        "net": _range(tally.net[i].range(others)),
        "ahead": {"n": tally.ahead[i], **_range(share(tally.ahead[i], tally.n))},
    }


def _range(r: Range) -> Json:
    return {key: round(x, PLACES) + 0.0 for key, x in r._asdict().items()}


def name(rules: Rules) -> str:
    """A rule set as a command or a record names it.

    >>> name(Rules("bid-whist", "", (("min_bid", "4"),)))
    'bid-whist min_bid=4'
    """
    head = f"{rules.id}:{rules.preset}" if rules.preset else rules.id
    return " ".join([head, *(f"{key}={value}" for key, value in rules.options)])


# -- as text -------------------------------------------------------------------------------------


def lines(doc: Json, say: Lang) -> Iterator[str]:
    """A simulation as lines."""
    one, other = doc["a"], doc["b"]
    alone = one["rules"] == other["rules"]
    yield from [one["rules"]] if alone else [f"- {one['rules']}", f"+ {other['rules']}"]
    yield played(doc, say)
    yield ""
    if not alone:
        yield from _how_often(doc, say)
        yield ""
    yield say.word("simulate", "Points of the declarer's side, less those of the other side, on average")
    for sign, side in [("", one)] if alone else [("- ", one), ("+ ", other)]:
        ahead = say.say("simulate", "{points}; positive in {share}", None, {
            "points": number(side["net"], say), "share": percent(side["ahead"], say),
        })  # fmt: skip
        yield f"  {sign}{ahead}"
    if not alone:
        yield from _how_much(doc, say)
        yield from _rules(doc, say)
    yield ""
    yield say.word("simulate", "In brackets: 95 of 100 such intervals hold the true value.")


def _how_often(doc: Json, say: Lang) -> Iterator[str]:
    words = {
        "differs": say.word("simulate", "Deals with another score"),
        "turned": say.word("simulate", "Deals that another side wins"),
        "played": say.word("simulate", "Deals with other calls or cards"),
    }
    yield from (f"{words[key]}: {percent(doc[key], say)}" for key in words)


def _how_much(doc: Json, say: Lang) -> Iterator[str]:
    words = {
        "change": say.word("simulate", "Change"),
        "size": say.word("simulate", "Size of the change, where there is one"),
    }
    yield from (f"  {words[key]}: {number(doc[key], say)}" for key in words if key == "change" or doc["differs"]["n"])


def played(doc: Json, say: Lang) -> str:
    """How many deals were played, from which seed, by which policy."""
    values = {"n": doc["deals"], "seed": doc["seed"], "policy": doc["policy"]}
    return say.say("simulate", "Deals: {n}. Seed: {seed}. Policy: {policy}.", None, values)


def _rules(doc: Json, say: Lang) -> Iterator[str]:
    """The rules that score in more or in fewer deals, those with the largest difference first."""
    moved = [r for r in doc["rules"] if r["a"] != r["b"]]
    moved.sort(key=lambda r: (-abs(r["a"] - r["b"]), r["rule"]))
    if moved:
        yield ""
        yield say.word("simulate", "Rules that score in another number of deals")
        yield from (f"  {r['rule']}: {r['a']} → {r['b']}" for r in moved[:LISTED])


def margin_lines(doc: Json, say: Lang) -> Iterator[str]:
    """The margin as lines."""
    yield doc["game"]
    yield played(doc, say)
    margin_ = say.word("simulate", "Points by which the sensible policy beats uniform play, on average")
    yield f"{margin_}: {number(doc['margin'], say)}"


def percent(r: Json, say: Lang) -> str:
    """A share with its interval: `6.2 % (4.9 to 7.9)`."""
    value, low, high = (decimal(100 * r[key], say, 1) for key in ("value", "low", "high"))
    return f"{value} % ({low}\u2013{high})"


def number(r: Json, say: Lang) -> str:
    """A number with its interval."""
    value, low, high = (decimal(r[key], say, 2) for key in ("value", "low", "high"))
    return f"{value} ({low} \u2026 {high})"


def decimal(x: float, say: Lang, places: int) -> str:
    """A number as the language writes it."""
    text = f"{x:.{places}f}"
    text = text.removeprefix("-") if float(text) == 0 else text
    return text.replace("-", "\u2212").replace(".", say.word("decimal sign", "."))
