"""House rules as data: leaves of small frozen dataclasses, each one described by a rule paragraph.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Auction:
...     min_bid: int = option("bid-whist.auction.minimum", "What is the minimum bid?", 3, 1, 2, 4)
>>> house = change(Auction(), {"min_bid": "4"})
>>> house.min_bid, changed(house)
(4, {'min_bid': 4})
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import Field, field, fields, is_dataclass, replace
from typing import Any, NamedTuple, TypeVar

from rulebook.ruling import InputError

Value = str | int
Group = TypeVar("Group")


class Option(NamedTuple):
    """One house rule: `key`, the rule paragraph it changes, its question, choices (default first)."""

    key: str
    rule: str
    question: str
    choices: tuple[Value, ...]
    source: str

    @property
    def default(self) -> Value:
        return self.choices[0]


def option(rule: str, question: str, default: Value, *others: Value, source: str = "") -> Any:
    """A dataclass field that is a house rule: default first, then the other choices.

    Values are the specification's words or ints, never bools.
    """
    about = {"rule": rule, "question": question, "choices": (default, *others), "source": source}
    return field(default=default, metadata=about)


def _key(leaf: Field[Any]) -> str:
    return leaf.name.removesuffix("_")


def every(group: object, prefix: str = "") -> Iterator[tuple[Option, Value]]:
    """Every option of a tree with its present value."""
    assert is_dataclass(group)
    for leaf in fields(group):
        value = getattr(group, leaf.name)
        if is_dataclass(value):
            yield from every(value, f"{prefix}{_key(leaf)}.")
        else:
            about = leaf.metadata
            yield (
                Option(
                    prefix + _key(leaf),
                    about["rule"],
                    about["question"],
                    about["choices"],
                    about["source"],
                ),
                value,
            )


def changed(group: object) -> dict[str, Value]:
    """The options that differ from their defaults."""
    return {o.key: value for o, value in every(group) if value != o.default}


def change(group: Group, values: Mapping[str, object]) -> Group:
    """The tree with these options set. Raises InputError for an unknown key or a wrong value."""
    known = {o.key: o for o, _ in every(group)}
    for key, text in values.items():
        if key not in known:
            raise InputError(
                "There is no option {key}. The nearest one: {near}.",
                key=key,
                near=nearest(key, known),
            )
        choice = {str(c): c for c in known[key].choices}.get(str(text))
        if choice is None:
            raise InputError(
                "Option {key} cannot be {value}. Choices: {choices}.",
                key=key,
                value=str(text),
                choices=tuple(map(str, known[key].choices)),
            )
        group = _set(group, key.split("."), choice)
    return group


def _set(group: Group, path: list[str], value: object) -> Group:
    assert is_dataclass(group)
    assert not isinstance(group, type)
    name = next(leaf.name for leaf in fields(group) if _key(leaf) == path[0])
    if path[1:]:
        value = _set(getattr(group, name), path[1:], value)
    return replace(group, **{name: value})


def nearest(word: str, words: Mapping[str, object] | list[str]) -> str:
    """The known word that looks most like this one.

    >>> nearest("low_beat_high", ["min_bid", "low_beats_high"])
    'low_beats_high'
    """
    from difflib import get_close_matches  # only a mistake needs it

    return (get_close_matches(word, list(words), 1, 0) or [""])[0]


def read(text: str) -> dict[str, str]:
    """Options written `key=value`, separated by blanks or commas. Raises InputError.

    >>> read("min_bid=4, nt_score=single")
    {'min_bid': '4', 'nt_score': 'single'}
    """
    found = {}
    for word in text.replace(",", " ").split():
        key, sign, value = word.partition("=")
        if not (key and sign and value):
            raise InputError(
                "“{word}” is not an option. Write options as key=value, for example {example}.",
                word=word,
                example="min_bid=4",
            )
        found[key] = value
    return found
