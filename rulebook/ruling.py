"""Rulings: the one answer of the engine. Yes or no, by which rule, and a sentence with values.

Id and sentence are literal strings in the call that makes a ruling, so that the sentence can be
extracted with the id as its context. No sentence is formatted until somebody reads it.

>>> r = no("bid-whist.auction.minimum", "Minimum bid: {n}.", n=3)
>>> r.ok, r.rule, r.explain()
(False, 'bid-whist.auction.minimum', 'Minimum bid: 3.')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NoReturn


class Ruling:
    """One judgement. Ask `.ok`: a ruling has no truth value of its own.

    rule     id of the paragraph that decides
    msg      English sentence (the msgid) with named values in braces
    plural   its plural form when it counts `args["n"]`
    args     values: cards, seats, sides, bids, ints; rendered in the reader's language
    because  weaker grounds: further rulings
    stands   a refusal that can happen at a table and then stands (mode `table`)
    sure     False while an unknown card could change the answer
    """

    __slots__ = ("args", "because", "msg", "ok", "plural", "rule", "stands", "sure")

    def __init__(
        self,
        ok: bool,
        rule: str,
        msg: str,
        args: Mapping[str, object],
        *,
        plural: str | None = None,
        because: tuple[Ruling, ...] = (),
        stands: bool = False,
        sure: bool = True,
    ) -> None:
        self.ok, self.rule, self.msg, self.plural = ok, rule, msg, plural
        self.args, self.because, self.stands, self.sure = args, because, stands, sure

    def __bool__(self) -> NoReturn:
        raise TypeError("a Ruling has no truth value: ask .ok")

    def __repr__(self) -> str:
        return f"<{self.verdict} {self.rule}: {self.explain()}>"

    def __str__(self) -> str:
        return self.explain()

    @property
    def verdict(self) -> str:
        """`yes`, `no` or `irregular`."""
        return "yes" if self.ok else "irregular" if self.stands else "no"

    def having(self, **args: object) -> Ruling:
        """The same ruling with more values, for a constant that is about to be read."""
        return self._copy(args={**args, **self.args})

    def on(self, *because: Ruling) -> Ruling:
        """The same ruling with further grounds."""
        return self._copy(because=because)

    def unsure(self) -> Ruling:
        """The same ruling, which an unknown card could overturn."""
        return self._copy(sure=False)

    def grounds(self) -> Iterator[Ruling]:
        """This ruling and all its weaker grounds."""
        yield self
        for because in self.because:
            yield from because.grounds()

    def _copy(
        self,
        *,
        args: Mapping[str, object] | None = None,
        because: tuple[Ruling, ...] | None = None,
        sure: bool | None = None,
    ) -> Ruling:
        return Ruling(
            self.ok,
            self.rule,
            self.msg,
            self.args if args is None else args,
            plural=self.plural,
            because=self.because if because is None else because,
            stands=self.stands,
            sure=self.sure if sure is None else sure,
        )

    def explain(self, lang: str = "en") -> str:
        """The sentence in a language: `en`, `ru` or `kk`. Raises KeyError for another code."""
        from rulebook.i18n import lang as language

        return language(lang).say(self.rule, self.msg, self.plural, self.args)


def yes(rule: str, msg: str, /, **args: object) -> Ruling:
    """An accepting ruling."""
    return Ruling(True, rule, msg, args)


def no(rule: str, msg: str, /, **args: object) -> Ruling:
    """A refusal: the action cannot be done at all."""
    return Ruling(False, rule, msg, args)


def irregular(rule: str, msg: str, /, **args: object) -> Ruling:
    """A refusal of something that can happen at a table: refused when enforcing, else it stands."""
    return Ruling(False, rule, msg, args, stands=True)


def yes_n(rule: str, one: str, many: str, /, *, n: int, **args: object) -> Ruling:
    """As `yes`, with a sentence that counts `n`."""
    return Ruling(True, rule, one, {"n": n, **args}, plural=many)


def no_n(rule: str, one: str, many: str, /, *, n: int, **args: object) -> Ruling:
    """As `no`, with a sentence that counts `n`."""
    return Ruling(False, rule, one, {"n": n, **args}, plural=many)


class IllegalAction(ValueError):  # noqa: N818 - named as a player would say it
    """An action that was refused; `.ruling` says why."""

    def __init__(self, ruling: Ruling) -> None:
        super().__init__(ruling.explain())
        self.ruling = ruling

    def explain(self, lang: str = "en") -> str:
        """Why, in a language."""
        return self.ruling.explain(lang)


class InputError(ValueError):
    """Text that cannot be read: a sentence with values, and where (`line`, `column` from 1).

    >>> bad = InputError("“{text}” is not a card.", text="XX", line=3, column=7)
    >>> str(bad)
    '3:7: “XX” is not a card.'
    """

    def __init__(self, msg: str, /, *, file: str = "", line: int = 0, column: int = 0, **args: object) -> None:
        self.msg, self.args_, self.file, self.line, self.column = msg, args, file, line, column
        super().__init__(msg)

    def at(self, file: str) -> InputError:
        """The same complaint, about this file."""
        self.file = self.file or file
        return self

    def explain(self, lang: str = "en") -> str:
        """The sentence alone, in a language."""
        from rulebook.i18n import lang as language

        return language(lang).say("input", self.msg, None, self.args_)

    def __str__(self) -> str:
        place = [self.file] if self.file else []
        place += [str(n) for n in (self.line, self.column) if n]
        return ":".join([*place, " " + self.explain()]) if place else self.explain()
