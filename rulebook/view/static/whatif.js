// Other cards and calls than those of a record. The engine judges them, in the worker that the
// Try-it cells use; this script only draws what it answers, on the board of replay.js.

import { engine } from "./engine.js";

const SVG = "http://www.w3.org/2000/svg";
const WAIT = 150;                                 // ms after a step before its choices are asked for

function element(tag, { text, css, ...attributes } = {}, ...children) {
  const el = document.createElement(tag);
  if (css) el.className = css;
  if (text !== undefined) el.textContent = text;
  for (const [name, value] of Object.entries(attributes)) el.setAttribute(name, value);
  el.append(...children);
  return el;
}

function verdict(kind, word) {
  const svg = document.createElementNS(SVG, "svg"), use = document.createElementNS(SVG, "use");
  svg.setAttribute("class", "sign");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#s-${kind}`);
  svg.append(use);
  return element("span", { css: `verdict ${kind}` }, svg, word);
}

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
const button = (text, act) => element("button", { css: "btn", type: "button", text, "data-act": act });

export class WhatIf {
  constructor(replay, block) {
    this.replay = replay;
    this.block = block;
    this.block.id ||= `${replay.root.id}-whatif`;
    this.words = JSON.parse(block.dataset.words);
    this.record = replay.doc;
    this.base = 0;                                // the last step of the record that the line has
    this.lines = [];                              // what was done instead of the rest of the record
    this.answers = new Map();                     // by the line that was asked about
    this.found = new Map();                       // what was possible, by the same line
    this.picked = new Set();
    this.on = false;
    this.asked = this.queued = null;              // the question on its way, and the one behind it
    this.starter = block.querySelector("[data-do]");
    this.told = block.querySelector("[data-told]");
    this.place = block.querySelector("[data-tries]");
    this.progress = element("progress", { max: "1", "aria-label": this.words.starting });
    this.cancel = button(this.words.cancel, "stop");
    this.told.before(this.progress);
    this.told.after(this.cancel);
    this.banner = element("div", { css: "left" }, element("p", { role: "status" }), button(this.words.back, "back"));
    replay.one(".board").prepend(this.banner);
    this.banner.lastChild.append(element("kbd", { text: "Esc", "aria-hidden": "true" }));
    this.banner.hidden = this.progress.hidden = this.cancel.hidden = true;
    this.listen();
  }

  listen() {
    const { root } = this.replay;
    root.addEventListener("click", ({ target }) => {
      const el = target.closest("[data-line], [data-pick], [data-act]");
      if (!el || el.getAttribute("aria-disabled") === "true") return;
      if (el.dataset.line) this.play(el.dataset.line, el);
      else if (el.dataset.pick) this.pick(el);
      else this[el.dataset.act]();
    });
    root.addEventListener("keydown", (event) => this.arrow(event), { capture: true });
    root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented || !this.on) return;
      event.preventDefault();
      if (this.lines.length) this.back();
      else this.toggle();
    });
  }

  /** The arrows go along what can be tried while the focus is there; elsewhere they step, as ever. */
  arrow(event) {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.code];
    if (!by || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const all = this.tries, at = all.indexOf(event.target);
    if (at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    all[(at + by + all.length) % all.length].focus();
  }

  get tries() {
    return this.replay.all("[data-line], [data-pick]").filter((el) => el.checkVisibility());
  }

  toggle() {
    if (this.on && this.lines.length) this.back();
    this.on = !this.on;
    this.starter.setAttribute("aria-pressed", String(this.on));
    if (!this.on) this.idle("");
    this.replay.draw();
  }

  /** Back to the record, at the step where it was left. */
  back() {
    if (!this.lines.length) return;
    const { base } = this;
    this.lines = [];
    this.adopt(this.record);
    this.replay.go(base);
    if (!this.replay.root.contains(document.activeElement) || this.banner.contains(document.activeElement)) this.starter.focus();
    this.banner.hidden = true;
  }

  adopt(doc, holds) {
    this.replay.load(doc, holds);
    this.replay.root.classList.toggle("other", this.lines.length > 0);
    this.banner.firstChild.textContent = this.lines.length ? fill(this.words.left, { n: this.base }) : "";
    if (this.lines.length) this.banner.hidden = false;
  }

  /** Where the reader stands: a step of the record, and what was done since. Null where no decision is due. */
  get here() {
    const { doc, at } = this.replay;
    const acted = doc.steps.filter((step) => step.n <= at && step.phase !== "score"), last = acted.length;
    if (doc.steps[last]?.forced) return null;
    const n = this.lines.length ? Math.min(this.base, last) : last;
    return { n, lines: this.lines.slice(0, acted.filter((step) => step.n > n && !step.forced).length) };
  }

  /** After every drawing of the board: what can be tried from here. `focused` had the focus before it. */
  drawn(focused) {
    clearTimeout(this.timer);
    this.place.replaceChildren();
    const { here } = this, key = JSON.stringify(here), answer = this.answers.get(key);
    if (key !== this.key) this.picked.clear();
    this.key = key;
    if (this.on && answer) this.offer(answer);
    else if (this.on && !here) this.note(this.words.forced);
    else if (this.on) this.timer = setTimeout(() => this.ask(here, (found) => this.keep(key, found)), engine.started ? WAIT : 0);
    if (!focused.isConnected) this.refocus(focused.dataset);
  }

  keep(key, answer) {
    this.answers.set(key, answer);
    this.replay.draw();
  }

  /** What had the focus is drawn anew: it gets the focus again, or the next thing to try. */
  refocus({ line, pick }) {
    const { tries } = this;
    const same = tries.find(({ dataset }) => (line ?? pick) && (dataset.line ?? dataset.pick) === (line ?? pick));
    (same ?? tries.find((el) => el.classList.contains("legal")) ?? this.starter).focus({ preventScroll: true });
  }

  play(line, el) {
    const { here, key } = this;
    if (!here) return;
    const next = { n: here.n, lines: [...here.lines, line] };
    this.ask(next, (answer) => {
      const { happens } = answer.ruling;
      this.answers.set(happens ? JSON.stringify(next) : key, answer);
      if (!this.on || this.key !== key) return;   // the reader has gone elsewhere
      if (happens) {
        [this.base, this.lines] = [next.n, next.lines];
        this.adopt(answer, next.n);
        this.replay.go(answer.at);
      } else el.classList.add("refused");
      this.speak(answer);
    });
  }

  /** The ruling, where the sentence of the step stands: seen and heard. */
  speak({ ruling, rules }) {
    const { say } = this.replay;
    this.cited = rules;
    this.replay.loud();
    const kind = ruling.happens ? ruling.verdict : "no";  // what is irregular is refused where the rules are enforced
    say.replaceChildren(verdict(kind, this.words[kind]), ` ${ruling.text}`);
    this.replay.drawRules(ruling);
  }

  /** A rule's printed number as a link, for rules that the record does not name. */
  cite(rule) {
    const [path, number] = this.cited?.[rule] ?? [];
    return path && element("a", { css: "cite", href: new URL(this.block.dataset.root + path, document.baseURI).href, text: number });
  }

  // -- asking -------------------------------------------------------------------------------------

  /** One question at a time; of those that wait behind it only the last is asked. */
  ask(line, then) {
    const key = JSON.stringify(line);
    if (this.asked?.key === key) return;
    if (this.asked) {
      this.queued = [line, then];
      return;
    }
    this.asked = { key, then };
    this.place.setAttribute("aria-busy", "true");
    if (!engine.started) this.load();
    const { record, lang } = this.block.dataset;
    engine.ask(this.block, { line: { record, options: {}, lang, ...line } }, (message) => this.hear(message));
  }

  load() {
    this.progress.removeAttribute("value");
    this.progress.hidden = this.cancel.hidden = false;
    this.told.textContent = this.words.starting;
  }

  hear({ type, loaded, total, answer }) {
    if (type === "loading") {
      const whole = Math.max(loaded, total ?? loaded), mega = (n) => (n / 1e6).toFixed(1).replace(".", this.words.point);
      this.progress.value = loaded / whole;
      this.told.textContent = fill(this.words.loading, { done: mega(loaded), total: mega(whole) });
    } else if (type === "starting") this.load();
    else if (type === "answer") this.answered(answer);
    else if (type === "failed") {
      engine.close();
      this.off(this.words.failed);
    } else if (type === "stopped") this.off(this.words.stopped);
  }

  answered(answer) {
    const { then } = this.asked, { queued } = this;
    this.asked = this.queued = null;
    const good = answer.steps ?? answer.possible;
    this.idle(good ? "" : answer.problems[0].text);
    for (const el of document.querySelectorAll("small[data-size]")) el.remove();  // it is here now: no size to warn of
    if (good) then(answer);
    if (queued) this.ask(...queued);
  }

  idle(text) {
    this.place.removeAttribute("aria-busy");
    this.progress.hidden = this.cancel.hidden = true;
    this.told.textContent = text;
  }

  off(text) {
    this.asked = this.queued = null;
    if (this.on) this.toggle();
    this.idle(text);
  }

  stop() {
    engine.stop(this.block.id);
    this.off(this.words.stopped);
  }

  note(text, target = this.place) { target.append(element("p", { css: "note", text })); }

  // -- drawing ------------------------------------------------------------------------------------

  offer({ choices, rules, open }) {
    this.cited = rules;
    if (!choices.length) this.note(this.words.over);
    for (const choice of choices.filter((one) => !one.right)) this.space(choice, this.place);
    if (open) this.search();
    const rights = choices.filter((one) => one.right);
    if (!rights.length) return;
    const box = element("details", {}, element("summary", { text: this.words.rights }));
    for (const choice of rights) this.space(choice, box);
    this.place.append(box);
  }

  /** What was possible from here: the question, and its answer where it has been asked. */
  search() {
    this.proof = element("div", { css: "proof" });
    const known = this.found.get(this.key);
    if (known) this.table(known);
    this.place.append(button(this.words.possible, "possible"), this.proof);
  }

  possible() {
    const { here, key } = this;
    if (!here || this.found.has(key)) {
      this.tell(this.found.get(key));
      return;
    }
    this.ask({ ...here, possible: true }, ({ possible }) => {
      this.found.set(key, possible);
      if (!this.on || this.key !== key) return;   // the reader has gone elsewhere
      this.table(possible);
      this.tell(possible);
    });
  }

  /** The sentence, where the sentence of a step stands: seen and heard. */
  tell(found) {
    if (!found) return;
    this.replay.loud();
    this.replay.say.replaceChildren(found.text);
  }

  /** The tricks after each card that may be played. */
  table({ text, cards }) {
    if (!cards.length) {
      this.proof.replaceChildren(element("p", { css: "note", text }));
      return;
    }
    const { card, tricks, best } = this.words;
    const head = element("tr", {}, element("th", { scope: "col", text: card }), element("th", { scope: "col", css: "r", text: tricks }));
    const rows = cards.map((one) => element("tr", {},
      element("th", { scope: "row", text: one.label }),
      element("td", { css: "r", text: one.best ? `${one.tricks} (${best})` : String(one.tricks) })));
    this.proof.replaceChildren(element("table", {},
      element("caption", { text }), element("thead", {}, head), element("tbody", {}, ...rows)));
  }

  /** One space of choices: its cards in the hand, all else in a row of buttons. */
  space(choice, target) {
    target.append(element("p", { css: "prompt", text: choice.text }));
    const row = element("div", { css: "row", role: "group", "aria-label": choice.text });
    const { shown, covered } = this.hand(choice), rest = choice.tries.filter((one) => !shown.has(one.card));
    if (covered) {
      this.note(this.words.hidden, target);
      row.append(this.opener(choice));
    } else {
      if ((choice.pick || choice.kind === "card") && rest.length) this.note(this.words.unknown, row);
      row.append(...rest.map((one) => this.chip(one, one.label)));
      if (choice.pick) row.append(this.out(choice));
    }
    if (row.childElementCount) target.append(row);
    if (!covered && choice.tries.some((one) => !one.legal)) this.note(this.words.marked, target);
  }

  /** The cards of the hand on turn become buttons, if it lies open, and those face up in its columns. */
  hand({ tries, kind, pick, right, actor, seat = actor }) {
    const list = this.replay.one(`[data-place="hand.${seat}"]`), shown = new Set();
    if (right || !list || !(pick || kind === "card")) return { shown, covered: false };
    for (const b of list.parentElement.querySelectorAll(`:is([data-place="hand.${seat}"], [data-place^="up."]) b[data-card]`)) {
      const one = tries.find(({ card }) => card === b.dataset.card);
      if (!one || one.card === "?") continue;
      b.replaceWith(this.chip(one, b.cloneNode(true), element("span", { css: "vh", text: ` ${one.label}` })));
      shown.add(one.card);
    }
    return { shown, covered: list.classList.contains("covered") };
  }

  chip({ line, card, legal }, ...inner) {
    const el = element("button", { css: legal ? "try-this legal" : "try-this", type: "button" }, ...inner);
    if (legal) el.title = this.words.allowed;
    if (line) el.dataset.line = line;
    else {
      el.dataset.pick = card;
      el.setAttribute("aria-pressed", String(this.picked.has(card)));
    }
    return el;
  }

  opener({ actor, seat }) {
    const el = button(this.words.open, "uncover");
    el.dataset.hand = seat ?? actor;
    this.closed = el.dataset.hand;
    return el;
  }

  uncover() { this.replay.cover(this.replay.boxes.filter((box) => box.dataset.hand === this.closed), false); }

  /** Cards that go together are chosen one by one, then put out at once. */
  out({ line, pick }) {
    this.putting = element("button", { css: "btn main-act", type: "button", "data-act": "put" });
    this.count = { line, pick };
    this.counted();
    return this.putting;
  }

  pick(el) {
    const { pick: card } = el.dataset;
    if (!this.picked.delete(card)) this.picked.add(card);
    el.setAttribute("aria-pressed", String(this.picked.has(card)));
    this.counted();
  }

  counted() {
    const { pick } = this.count;
    this.putting.textContent = fill(this.words.out, { n: this.picked.size, k: pick });
    this.putting.setAttribute("aria-disabled", String(this.picked.size !== pick));
  }

  put() { this.play([this.count.line, ...this.picked].join(" "), this.putting); }
}
