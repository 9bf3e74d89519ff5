"""`{house GAME}`: every house rule of a game as a switch, with the cases that it changes.

All of it is made at the build and can be read without script. With script the switches work, and
the browser's Python checks what they stand for.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from html import escape
from typing import NamedTuple

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from _ext.cases import case_anchor, title
from _ext.domain import domain
from _ext.options import coded, in_order, in_words
from _ext.page import Page, Place
from _site import effects
from rulebook import cases
from rulebook.games import presets
from rulebook.house.asked import labels, without
from rulebook.house.effects import Effect, most
from rulebook.house.known import Rules
from rulebook.options import Option, Value
from rulebook.view import html

LISTED = 12  # cases that are linked below a choice, the first of each deciding rule before the second of any
QUESTIONS = 10  # of the agreement before a game
# `barrel.level`, `min_bid` or `target=5` in a sentence: the same in every language
KEY = re.compile(r"\b(?:[a-z][a-z0-9]*(?:[._][a-z0-9]+)+(?:=\w+)?|[a-z][a-z0-9]*=\w+)", re.ASCII)


class Form(NamedTuple):
    """What every part of the page needs: the page, its words, the published rules, the effect of each switch."""

    place: nodes.Node
    page: Page
    words: dict[str, str]
    base: Rules
    effects: dict[tuple[str, Value], Effect]

    def text(self, name: str, **values: object) -> str:
        """One of the words of the page, escaped."""
        return escape(self.words[name].format(**values))

    def question(self, o: Option) -> str:
        """The question with the number of its rule."""
        return f"{escape(self.page.lang.word(o.rule, o.question))} {html.link(o.rule, self.page.rule_link)}"


class House(Place):
    """The page of house rules of a game."""

    scripts = ("house.js",)

    def html(self, page: Page) -> str:
        game = self["game"]
        found = effects.of(game)
        form = Form(self, page, labels(page.lang), Rules(game), {(e.key, e.value): e for e in found})
        chapters = "".join(_chapter(form, name, options) for name, options in _chapters(form))
        return (
            f'<p>{form.text("intro")}</p><form class="house" id="house" autocomplete="off" {_data(form)}>'
            f'<fieldset class="all" disabled>{_base(form)}{chapters}</fieldset>{_bar(form)}</form>'
            f'<section class="house-found" id="house-found" hidden></section>{_agreement(form, found)}\n'
        )


def _data(form: Form) -> str:
    """Where worker and engine lie, and what the script says."""
    page, game = form.page, form.base.id
    values = {name: _differs(form.base, Rules(game, name)) for name in presets(game)}
    pairs = {
        "game": game,
        "lang": page.code,
        "root": page.to_file("") or "./",
        "engine": page.to_file("../engine/"),
        "worker": page.to_file("_static/try-worker.js"),
        "presets": json.dumps(values),
        "words": json.dumps(form.words, ensure_ascii=False),
    }
    return " ".join(f'data-{name}="{escape(value)}"' for name, value in pairs.items())


def _differs(base: Rules, other: Rules) -> dict[str, str]:
    return {key: str(value) for key, value in other.values.items() if value != base.values[key]}


def _base(form: Form) -> str:
    """From which published rules a table starts; only with script."""
    say, game = form.page.lang, form.base.id
    known = [p for p in presets(game).values() if _differs(form.base, Rules(game, p.name))]
    if not known:
        return ""
    names = "".join(f'<option value="{escape(p.name)}">{escape(say.word(p.id, p.title))}</option>' for p in known)
    first = f'<option value="">{form.text("default")}</option>'
    select = f'<select name=":preset">{first}{names}</select>'
    return f'<p class="base" data-live hidden><label>{form.text("preset")} {select}</label></p>'


def _bar(form: Form) -> str:
    size = form.page.engine_bytes
    weight = f" <small data-size>{escape(form.page.words.size(size))}</small>" if size else ""
    return (
        '<div class="bar" data-live hidden>'
        f'<button type="button" class="btn main-act" data-do="check">{form.text("check")}{weight}</button>'
        f'<button type="button" class="btn" data-do="reset">{form.text("reset")}</button>'
        '<span data-count></span><span data-told role="status"></span></div>'
    )


# -- switches ------------------------------------------------------------------------------------


def _chapters(form: Form) -> Iterator[tuple[str, list[Option]]]:
    """The options of a game by the page of their rules, in the order of the pages."""
    found: dict[str, list[Option]] = {}
    for o in form.base.options.values():
        found.setdefault("rules/" + o.rule.rpartition(".")[0].replace(".", "/"), []).append(o)
    yield from sorted(found.items(), key=lambda chapter: domain(form.page.env).chapter(chapter[0]))


def _chapter(form: Form, docname: str, options: Iterable[Option]) -> str:
    env = form.page.env
    known = env.titles.get(docname)
    name = known.astext() if known else docname.rpartition("/")[2]
    dead = without(form.base)
    switches = "".join(_switch(form, o, dead.get(o.key)) for o in options)
    return f'<fieldset class="chapter"><legend>{escape(name)}</legend>{switches}</fieldset>'


def switch_anchor(key: str) -> str:
    """The id of a switch on its page."""
    return "switch-" + key.replace("_", "-").replace(".", "-")


def _switch(form: Form, o: Option, other: str | None) -> str:
    """One option: its question, and its choices with what each changes."""
    choices = "".join(_choice(form, o, value) for value in sorted(o.choices, key=in_order))
    dead = "" if other is None else _idle(form, other)
    return (
        f'<fieldset class="switch" id="{switch_anchor(o.key)}" data-key="{escape(o.key)}">'
        f'<legend>{form.question(o)} <code class="rid">{escape(o.key)}</code></legend>{choices}'
        f'<p class="note" data-idle{"" if dead else " hidden"}>{dead}</p>'
        '<div class="out" data-found hidden></div></fieldset>'
    )


def _idle(form: Form, other: str) -> str:
    """That an option decides nothing, and which other one is the reason."""
    if not other:
        return form.text("idle")
    o = form.base.options[other]
    question, answer = form.page.lang.word(o.rule, o.question), in_words(o, form.base.values[other])
    return f"{form.text('idle')} {form.text('reason', question=question, answer=answer)}"


def marked(text: str) -> str:
    """A sentence with the names of options marked as code.

    >>> marked("Set min_bid to 4, not back_door=on.")
    'Set <code>min_bid</code> to 4, not <code>back_door=on</code>.'
    """
    return KEY.sub(lambda found: f"<code>{found[0]}</code>", escape(text))


def _choice(form: Form, o: Option, value: Value) -> str:
    published = value == form.base.values[o.key]
    mark = f' <small class="mark-published">{form.text("published")}</small>' if published else ""
    checked = " checked" if published else ""
    effect = "" if published else _effect(form, o, form.effects[o.key, value])
    return (
        f'<div class="choice"><label><input type="radio" name="{escape(o.key)}" value="{escape(str(value))}"{checked}> '
        f"{coded(form.place, o, value)}{mark}</label>{effect}</div>"
    )


def _effect(form: Form, o: Option, effect: Effect) -> str:
    """What a choice alone changes."""
    rules = Rules(form.base.id, "", {o.key: effect.value})
    if (clash := rules.game.clash) is not None:
        why = f"{marked(clash.explain(form.page.code))} {html.link(clash.rule, form.page.rule_link)}"
        return f'<p class="note">{form.text("alone")} {why}</p>'
    unfit = f'<p class="note">{form.text("unfit", n=effect.unfit)}</p>' if effect.unfit else ""
    if not effect.changes:
        return unfit or f'<p class="note">{form.text("none")}</p>'
    return (
        f"<details><summary>{form.text('changes', n=len(effect.changes))}</summary>"
        f"{_by_rule(form, effect)}{unfit}</details>"
    )


def _by_rule(form: Form, effect: Effect) -> str:
    """The changed cases under the rule that decides each, the rule with most cases first."""
    groups: dict[str, list[str]] = {}
    for id_, rule in effect.changes:
        groups.setdefault(rule, []).append(id_)
    ordered = sorted(groups.items(), key=lambda group: -len(group[1]))
    listed = shares([len(found) for _rule, found in ordered], LISTED)
    rows = (_group(form, rule, found, n) for (rule, found), n in zip(ordered, listed, strict=True))
    return f'<ul class="changed">{"".join(rows)}</ul>'


def shares(sizes: list[int], most: int) -> list[int]:
    """How many of each group are listed, if there is room for `most`: one of each, then a second of each ...

    >>> shares([9, 2, 1], 6)
    [3, 2, 1]
    """
    turns = sorted((turn, group) for group, size in enumerate(sizes) for turn in range(size))
    taken = [group for _turn, group in turns[:most]]
    return [taken.count(group) for group in range(len(sizes))]


def _group(form: Form, rule: str, found: list[str], listed: int) -> str:
    """A rule with the number of cases it decides, and links to some of them."""
    number = html.link(rule, form.page.rule_link) if rule else ""
    links = "".join(f"<li>{_case(form, id_)}</li>" for id_ in found[:listed])
    rest = f"<li>{form.text('more', n=len(found) - listed)}</li>" if len(found) > listed else ""
    return f"<li>{number} <small>{len(found)}</small><ul>{links}{rest}</ul></li>"


def _case(form: Form, id_: str) -> str:
    """A case by its title, as a link where a page shows it."""
    case, rules = cases.get(id_), domain(form.page.env)
    text = escape(title(form.page, case))
    paragraph = rules.paragraphs.get(case.rule)
    where = paragraph and rules.shown("cases", paragraph)
    return f'<a href="{escape(form.page.to_doc(where, case_anchor(id_)))}">{text}</a>' if where else text


# -- agreement -----------------------------------------------------------------------------------


def _agreement(form: Form, found: tuple[Effect, ...]) -> str:
    """The questions that change most cases, as a list to print and to tick off."""
    keys = most(found, QUESTIONS)
    if not keys:
        return ""
    rows = "".join(f"<li>{form.question(o)}{_boxes(form, o)}</li>" for o in map(form.base.options.__getitem__, keys))
    return (
        f'<section class="agreement" aria-labelledby="agreement"><h2 id="agreement">{form.text("agreement")}</h2>'
        f"<p>{form.text('agree')}</p><ol>{rows}</ol>"
        f'<p data-live hidden><button type="button" class="btn" data-do="print">{form.text("print")}</button></p>'
        "</section>"
    )


def _boxes(form: Form, o: Option) -> str:
    def box(value: Value) -> str:
        published = value == form.base.values[o.key]
        mark = f' <small class="mark-published">{form.text("published")}</small>' if published else ""
        return f'<li data-box="{escape(f"{o.key}={value}")}">{coded(form.place, o, value)}{mark}</li>'

    return f'<ul class="boxes">{"".join(map(box, sorted(o.choices, key=in_order)))}</ul>'


class HouseDirective(SphinxDirective):
    """```{house} GAME"""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        node = House(game=self.arguments[0])
        self.set_source_info(node)
        return [node]


def setup(app: Sphinx) -> dict[str, bool]:
    app.setup_extension("_ext.page")
    app.add_directive("house", HouseDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
