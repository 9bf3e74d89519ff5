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
from functools import cache
from pathlib import Path
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


class Preset(NamedTuple):
    """A named bundle of house rules: `values` are the ones it changes.

    `source` tells where the bundle is described, what that source says and what it leaves open.
    Title and source are English; their context in the catalogs is `id`.
    """

    game: str
    name: str
    title: str
    source: str
    values: Mapping[str, Value]

    @property
    def id(self) -> str:
        """`GAME:PRESET`, as a record or a command names it."""
        return f"{self.game}:{self.name}"


class Idle(NamedTuple):
    """House rules `keys` that decide nothing while another one has one of these values.

    With `beside` this one must hold too.
    """

    keys: tuple[str, ...]
    other: str
    values: tuple[Value, ...]
    beside: tuple[str, tuple[Value, ...]] | None = None

    def holds(self, group: object) -> bool:
        """Whether the keys decide nothing at this table."""
        conditions = ((self.other, self.values), *([self.beside] if self.beside else []))
        return all(at(group, key) in values for key, values in conditions)

    @property
    def reason(self) -> str:
        """The other house rule, with its value where there is only one."""
        return f"{self.other}={self.values[0]}" if len(self.values) == 1 else self.other


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


def at(group: object, key: str) -> Value | None:
    """The value of an option by its key; of a game that lacks it, the constant that stands for it, or None.

    >>> from rulebook.games import game
    >>> at(game("thousand").options, "barrel.level"), at(game("thousand-draw").options, "raise.unrestricted")
    (880, 'no')
    """
    value: Any = group
    for name in key.split("."):
        value = getattr(value, name, getattr(value, f"{name}_", None))
    found: Value | None = value
    return found


def idle(group: object, relation: tuple[Idle, ...]) -> dict[str, str]:
    """The options that decide nothing at this table, each with the key of the house rule that leaves it nothing.

    What hangs on an option that decides nothing decides nothing either.
    """
    found: dict[str, str] = {}
    for _ in relation:
        more = {k: i.other for i in relation if i.other in found or i.holds(group) for k in i.keys if k not in found}
        if not more:
            break
        found |= more
    return {o.key: found[o.key] for o, _ in every(group) if o.key in found}


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


def diff(a: object, b: object) -> dict[str, tuple[Value | None, Value | None]]:
    """The options in which two trees differ, each with both values; None where a tree has no such option."""
    one, other = ({o.key: value for o, value in every(group)} for group in (a, b))
    return {key: (one.get(key), other.get(key)) for key in one | other if one.get(key) != other.get(key)}


def presets(family: str | Path, game: str) -> dict[str, Preset]:
    """The presets of a game by name, from the `presets.toml` beside its family's module."""
    return {
        name: Preset(game, name, about["title"], about["source"], about.get("options", {}))
        for name, about in _bundles(Path(family).with_name("presets.toml")).get(game, {}).items()
    }


@cache
def _bundles(path: Path) -> dict[str, Any]:
    """What a file of presets holds: a table per game, in it a table per preset."""
    import tomllib  # only who asks for a preset needs it

    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


def chosen(group: Group, family: str | Path, game: str, preset: str, values: Mapping[str, object]) -> Group:
    """The tree of a preset (none when its name is empty) with these house rules over it.

    Raises InputError for an unknown preset, an unknown key or a wrong value.
    """
    if not preset:
        return noted(change(group, values), values)
    known = presets(family, game)
    if not known:
        raise InputError("{game} has no preset {preset}.", game=game, preset=preset)
    if preset not in known:
        raise InputError(
            "There is no preset {preset} of {game}. The nearest one: {near}. Presets: {presets}.",
            game=game, preset=preset, near=nearest(preset, known), presets=tuple(known),
        )  # fmt: skip
    return noted(change(group, {**known[preset].values, **values}), values)


class Noted(dict[str, object]):
    """House rules for a tree that notes in `seen` the keys of the options that are read from it.

    >>> from rulebook.games import noted as noted_game
    >>> rules = Noted(min_bid=4)
    >>> noted_game("bid-whist", "", rules).options.min_bid, sorted(rules.seen)
    (4, ['declare_timing', 'illegal_play', 'jokers', 'kitty', 'match', 'min_bid', 'rotation'])
    """

    def __init__(self, values: Mapping[str, object] = {}, **more: object) -> None:
        super().__init__(values, **more)
        self.seen: set[str] = set()


def noted(group: Group, values: Mapping[str, object], prefix: str = "") -> Group:
    """The tree itself, or one like it that notes what is read when the values ask for that."""
    if not isinstance(values, Noted):
        return group
    assert is_dataclass(group)
    inner = {leaf.name: getattr(group, leaf.name) for leaf in fields(group)}
    about: dict[str, object] = {"_bare": group}
    for leaf in fields(group):
        key, value = prefix + _key(leaf), inner[leaf.name]
        whole = is_dataclass(value)
        about[leaf.name] = noted(value, values, f"{key}.") if whole else _noting(key, value, values.seen)
    made: Group = object.__new__(type(type(group).__name__, (type(group),), about))
    return made


def _noting(key: str, value: Value, seen: set[str]) -> property:
    def read(_group: object) -> Value:
        seen.add(key)
        return value

    return property(read)


def bare(group: Group) -> Group:
    """The tree without notes, for who reads all of it to compare it with another."""
    found: Group = getattr(group, "_bare", group)
    return found


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
