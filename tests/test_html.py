"""The HTML of a deal: what a reader without script gets, and that nothing in it can break out."""

from __future__ import annotations

import copy
import json
import re
from html.parser import HTMLParser

import pytest

from rulebook.cases import find, get
from rulebook.i18n import LANGS, lang
from rulebook.view import html
from rulebook.view.record import tricks_of
from rulebook.view.steps import document
from rulebook.view.widget import show
from rulebook.view.words import try_words, whatif_words, words

VOID = {"input", "path", "use", "meta", "link", "br", "wbr"}


class Tree(HTMLParser):
    """Elements in order; fails on anything that is not properly nested."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert tag in VOID or self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def all(self, tag: str, attribute: str = "") -> list[dict[str, str | None]]:
        return [a for t, a in self.elements if t == tag and (not attribute or attribute in a)]


def link(rule: str) -> tuple[str, str]:
    family, chapter, _ = rule.split(".")
    return f"../rules/{family}/{chapter}.html#{rule.replace('.', '-')}", "1.2"


@pytest.fixture(scope="module")
def doc() -> dict[str, object]:
    """A whole deal with a kitty, jokers, an irregular card and a score."""
    return document(get("bid-whist/deals/renege").record)


def made(doc: dict[str, object], code: str = "en") -> Tree:
    return Tree(html.deal(doc, words(lang(code)), anchor="deal", rule_link=link))


@pytest.mark.parametrize("code", LANGS)
def test_every_table_has_a_caption_and_scoped_heads(doc: dict[str, object], code: str) -> None:
    tree = made(doc, code)
    tables = len(tree.all("table"))
    assert tables >= 5
    assert len(tree.all("caption")) == tables
    assert all(head.get("scope") in ("col", "row") for head in tree.all("th"))


def test_every_step_has_an_address_in_words(doc: dict) -> None:
    ids = [a["id"] for a in made(doc).all("li", "id")]
    assert ids == [f"deal_{step['n']}" for step in doc["steps"]]


def test_links_of_the_record_lead_to_steps_in_words(doc: dict) -> None:
    tree = made(doc)
    ids = {f"#{a['id']}" for a in tree.all("li", "id")}
    targets = [a["href"] for a in tree.all("a", "data-n")]
    assert targets
    assert set(targets) <= ids


def test_ids_are_unique_and_labels_point_at_them(doc: dict) -> None:
    tree = made(doc)
    ids = [a["id"] for _, a in tree.elements if "id" in a]
    assert len(ids) == len(set(ids))
    for _, attributes in tree.elements:
        for name in ("aria-labelledby", "for"):
            assert attributes.get(name, "deal") in ids


def test_nothing_needs_the_script_and_no_script_is_inline(doc: dict) -> None:
    tree = made(doc)
    assert [a.get("type") for a in tree.all("script")] == ["application/json"]
    assert not [n for _, a in tree.elements for n in a if n.startswith("on") or n == "style"]
    board = next(a for _, a in tree.elements if a.get("class") == "board")
    assert "hidden" in board


def test_every_rule_of_the_deal_is_linked(doc: dict) -> None:
    linked = {a["data-rule"] for a in made(doc).all("a", "data-rule")}
    assert {step["rule"] for step in doc["steps"]} <= linked


def test_a_rule_without_a_page_is_named(doc: dict) -> None:
    text = html.deal(doc, words(lang("en")), anchor="deal", rule_link=lambda rule: ("", rule))
    assert '<code class="rid" data-rule="' in text
    assert 'class="cite"' not in text


OTHER = html.Other('[Deal "N:- - - -"]\n"><img src=x>', "a/whatif.js", "a/worker.js", "b/", "c/", "13.6 MB")


@pytest.mark.parametrize("code", LANGS)
def test_a_deal_with_an_engine_can_be_played_differently(doc: dict, code: str) -> None:
    """The record goes along as data; only a script makes anything of it."""
    plain, w = made(doc, code), words(lang(code))
    text = html.deal(doc, w, anchor="deal", rule_link=link, other=OTHER)
    tree = Tree(text)
    assert plain.all("div", "data-whatif") == []
    (block,) = tree.all("div", "data-whatif")
    assert {key: block[f"data-{key}"] for key in OTHER._fields if key != "size"} == {
        key: value for key, value in OTHER._asdict().items() if key != "size"
    }
    assert "<img" not in text
    assert block["data-lang"] == code
    assert json.loads(block["data-words"] or "") == whatif_words(lang(code))
    assert w.differently in "".join(tree.texts)
    assert text.index('class="board" data-live hidden') < text.index("data-whatif")  # without script it is not there
    assert len(tree.all("tr")) == len(plain.all("tr")) + 2  # two more keys to explain


def test_a_seat_says_what_it_can_be(doc: dict) -> None:
    seats = made(doc).all("span", "data-dealer")
    assert [("ever" in (a["class"] or "").split()) for a in seats] == [
        False,
        False,
        True,
        False,
    ]  # South, dealer and declarer


EVIL = """</script><img src=x onerror=alert(1)> & "quoted" 'single' <!-- \u2028"""


def test_text_and_data_cannot_break_out(doc: dict) -> None:
    bad = copy.deepcopy(doc)
    for step in bad["steps"]:
        step["text"] = EVIL
        step["action"] = EVIL if step["phase"] == "auction" else step["action"]
        step["now"] = {**step["now"], "contract": EVIL}
    bad["contract"] = EVIL
    bad["setup"]["people"] = {"N": EVIL}
    for entry in bad["ledger"]:
        entry["text"] = EVIL
    text = html.deal(bad, words(lang("en")), anchor="deal", rule_link=link, title=EVIL)
    tree = Tree(text)
    assert "<img" not in text
    assert text.count("</script>") == 1
    data = re.search(r'<script type="application/json">(.*?)</script>', text, re.DOTALL)
    assert data
    assert json.loads(data[1])["steps"][0]["text"] == EVIL
    assert EVIL in "".join(tree.texts)


def by_seat(cards: list[tuple[str, str]]) -> dict[str, str | list[str]]:
    """Seat -> its card in a trick, or its cards if it has two."""
    found = {seat: [c for s, c in cards if s == seat] for seat, _ in cards}
    return {seat: some[0] if len(some) == 1 else some for seat, some in found.items()}


def test_the_tricks_are_those_of_the_document() -> None:
    for case in find("bid-whist/deals", "bridge/deals"):
        doc = document(case.record)
        done = [t for t in tricks_of(doc) if t.done]
        told = [by_seat([(p.seat, p.card) for p in t.cards]) for t in done]
        assert told == [t["cards"] for t in doc["tricks"]]


@pytest.mark.parametrize("code", LANGS)
def test_every_case_has_a_page(code: str) -> None:
    """Unknown hands, refused actions, positions in the middle: all of them are drawn."""
    w, seen = words(lang(code)), 0
    for case in find():
        doc = document(case.record, lang=code)
        if "setup" in doc:
            Tree(html.sprite(w) + html.deal(doc, w, anchor="x", rule_link=link))
            Tree(html.ledger(doc, w, rule_link=link))
            seen += 1
    assert seen > 50


def test_verdicts_have_a_sign_and_a_word() -> None:
    w = words(lang("en"))
    for text, kind in (
        (html.verdict(w, ok=True), "yes"),
        (html.verdict(w, ok=False), "no"),
        (html.verdict(w, ok=False, stands=True), "irregular"),
    ):
        assert f'href="#s-{kind}"' in text
        assert f'id="s-{kind}"' in html.sprite(w)
        assert getattr(w, kind) in text


def test_calls_in_words() -> None:
    w = words(lang("en"))
    assert [w.call(c) for c in ("4high", "4low", "4NT", "Pass", "2H", "what")] == [
        "4 high",
        "4 low",
        "4 no trump",
        "pass",
        "2 hearts",
        "what",
    ]


def test_a_notebook_gets_one_frame_that_needs_nothing_else(doc: dict) -> None:
    shown = show(get("bid-whist/deals/renege").record)
    frame = Tree(shown._repr_html_())
    assert [tag for tag, _ in frame.elements] == ["iframe"]
    page = frame.all("iframe")[0]["srcdoc"]
    assert page == shown.page()
    assert not re.search(r"""(src|href)=["']?https?:""", page)
    assert page.count("data-replay") >= 1
    assert repr(shown).startswith("1. ")


def test_the_labels_of_a_cell_have_their_places() -> None:
    for code in LANGS:
        assert set(re.findall(r"{(\w+)}", " ".join(try_words(lang(code)).values()))) == {
            "done",
            "total",
            "s",
            "options",
            "version",
            "hash",
            "n",
        }
