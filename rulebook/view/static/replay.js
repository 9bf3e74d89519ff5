// Plays a deal step by step over the HTML of rulebook/view/html.py, on a page of the site or in a
// notebook. It knows no language and no rule: sentences come from the document, labels from the
// page, and a position is the places of the set-up plus the moves so far.

/**
 * All positions of a document: index 0 is the deal as set up, index n stands after step n.
 * A position has `places` (name -> card codes), `now` (status values), `trick` (what lies on the
 * table: { card, seat, won }) and `fresh` (cards that have just come to a hand).
 */
export function positions(doc) {
  const results = doc.tricks ?? [];
  let { places, now = {} } = doc.setup, lying = [], last = [], gathered = 0;
  const list = [{ places, now, trick: [], fresh: new Set() }];
  for (const step of doc.steps) {
    places = { ...places };                                   // arrays are copied when touched
    const touched = new Set(), fresh = new Set();
    const pile = (name) => {
      if (!touched.has(name)) places[name] = [...(places[name] ?? [])];
      touched.add(name);
      return places[name];
    };
    let swept = null;
    for (const [card, from, to] of step.moves ?? []) {
      const source = pile(from);
      let at = source.indexOf(card);
      if (at < 0) at = source.indexOf("?");                   // a known card out of an unknown hand
      if (at >= 0) source.splice(at, 1);
      pile(to).push(card);
      if (to === "trick") lying = [...lying, laid(card, from, last)];
      if (from === "trick" && to.startsWith("hand.")) lying = lying.filter((p) => p.card !== card);  // taken back
      else if (from === "trick" && !swept) {
        const winner = results[gathered++]?.winner ?? tail(to);
        swept = last = lying.map((p) => ({ ...p, won: p.seat === winner }));
      }
      if (to.startsWith("hand.")) fresh.add(card);
    }
    now = { ...now, ...step.now };
    list.push({ places, now, trick: swept ?? lying, fresh });
    if (swept) lying = [];
  }
  return list;
}

/** A card that comes to the table: from a hand, or out of the last trick when that is opened again. */
const laid = (card, from, last) => ({
  card, won: false, seat: from.startsWith("taken.") ? last.find((p) => p.card === card)?.seat : from.split(".")[1],
});

/** Numbers of the steps that end a trick. */
export function trickEnds(doc) {
  return doc.steps.filter((s) => (s.moves ?? []).some(([, from]) => from === "trick")).map((s) => s.n);
}

const tail = (place) => place.slice(place.indexOf(".") + 1);
const JOKERS = ["BJ", "LJ"];
const row = (card) => (JOKERS.includes(card) ? "J" : card[0]);

/** The reader's habits live on the root element; storage only remembers them, and may be missing. */
const habits = {
  get(key) {
    try { return localStorage.getItem(`cards-${key}`); } catch { return null; }
  },
  set(key, value) {
    try { localStorage.setItem(`cards-${key}`, value); } catch { /* nothing to remember it in */ }
  },
};

function element(tag, { text, css } = {}) {
  const el = document.createElement(tag);
  if (css) el.className = css;
  if (text !== undefined) el.textContent = text;
  return el;
}

function write(el, text) {
  if (el.textContent !== text) el.textContent = text;         // an unchanged status is not said again
}

const template = (id) => document.getElementById(`suit-${id}`);
const sign = (id) => template(id)?.content.cloneNode(true) ?? "";

class Replay {
  constructor(root) {
    this.root = root;
    this.load(JSON.parse(root.querySelector(":scope > script[type='application/json']").textContent));
    this.order = new Map(root.dataset.order.split(" ").map((card, i) => [card, i]));
    this.covered = new Set();
    this.eyes = "";                                           // the seat whose player looks, if one does
    this.at = 0;
    this.find();
    this.listen();
    root.classList.add("live");
    if (this.words) this.words.open = false;
    for (const el of this.all("[data-live]")) el.hidden = false;
    this.draw();
    this.keepRoom();
    if (!this.follow()) this.go(Number(root.dataset.at ?? 0), { speak: "at" in root.dataset && root.dataset.at !== "0" });
  }

  one(selector) { return this.root.querySelector(selector); }

  all(selector) { return [...this.root.querySelectorAll(selector)]; }

  /** Takes a document of this deal. Up to step `holds` it is what the page tells as the record. */
  load(doc, holds = Infinity) {
    this.doc = doc;
    this.holds = holds;
    this.list = positions(doc);
    this.ends = trickEnds(doc);
    this.last = doc.steps.length;
  }

  /** Everything that changes from step to step is looked up once. */
  find() {
    this.say = this.one("[data-say]");
    this.opening = this.say.textContent;
    this.why = this.one("[data-why]");
    this.jump = this.one("[data-jump]");
    this.copied = this.one("[data-copied]");
    this.help = this.one("[data-keys]");
    this.words = this.one("details.words");
    this.places = this.all("[data-place]");
    this.slots = this.all("[data-slot]");
    this.status = this.all("[data-now]");
    this.seats = this.all("[data-seat]");
    this.boxes = this.all("input[data-hand]");
    this.buttons = this.all("[data-do]");
    this.counters = this.all("[data-count]");
    this.totals = this.all("[data-total]");
    this.roles = this.all("[data-dealer]");
    this.tied = this.all("[data-n]").map((el) => [Number(el.dataset.n), el]);
    this.links = new Map();
    for (const el of this.all("[data-rule]")) if (!this.links.has(el.dataset.rule)) this.links.set(el.dataset.rule, el);
    for (const a of this.all("td a[data-n]")) a.tabIndex = -1;  // the number of the row keeps the tab stop
    for (const li of this.words?.querySelectorAll("li[id]") ?? []) li.removeAttribute("id");  // steps are the board's addresses now
    if (location.protocol === "about:") for (const b of this.buttons) if (b.dataset.do === "copy") b.hidden = true;
  }

  go(n, { speak = true } = {}) {
    this.at = Math.max(0, Math.min(this.last, Number.isFinite(n) ? n : 0));
    if (speak) write(this.say, this.step?.text ?? this.opening);
    this.draw();
    this.root.dispatchEvent(new CustomEvent("replay:step", { bubbles: true, detail: { id: this.root.id, n: this.recorded } }));
  }

  /** The shown step, or the last one of the record before it. */
  get recorded() { return Math.min(this.at, this.holds); }

  get step() { return this.doc.steps[this.at - 1]; }

  /** The end of the trick before (-1) or of this or the next one (1). */
  trick(direction) {
    const found = direction > 0
      ? this.ends.find((n) => n > this.at) ?? this.last
      : this.ends.findLast((n) => n < this.at) ?? 0;
    this.go(found);
  }

  draw() {
    const position = this.list[this.at], step = this.step, focused = document.activeElement;
    this.root.classList.toggle("stands", Boolean(step?.stands));
    this.drawRules(step);
    for (const el of this.places) this.drawPlace(el, position);
    for (const el of this.slots) {
      const { slot, nth = 0 } = el.dataset;                   // some players add two cards to a trick
      this.drawSlot(el, position.trick.filter((p) => p.seat === slot)[nth]);
    }
    for (const el of this.status) this.drawStatus(el, position.now);
    for (const el of this.seats) el.classList.toggle("is-turn", position.now.turn === el.dataset.seat);
    this.drawRoles(position.now);
    for (const [n, el] of this.tied) {
      el.classList.toggle("ahead", n > this.recorded);
      el.classList.toggle("at", n === this.at && n <= this.holds);
      if (el.localName === "a" && n === this.at && n <= this.holds) el.setAttribute("aria-current", "step");
      else el.removeAttribute("aria-current");
    }
    this.jump.max = this.last;
    this.jump.value = this.at;
    this.jump.setAttribute("aria-valuetext", `${this.at} / ${this.last}`);
    for (const el of this.counters) write(el, String(this.at));
    for (const el of this.totals) write(el, String(this.last));
    for (const el of this.buttons) {
      const stuck = { first: 0, prev: 0, next: this.last, last: this.last }[el.dataset.do];
      if (stuck !== undefined) el.setAttribute("aria-disabled", String(this.at === stuck));
    }
    write(this.copied, "");
    this.other?.drawn(focused);
    letters(this.root);
  }

  drawRoles({ declarer, dummy }) {
    const held = Object.entries({ dealer: this.doc.setup.dealer, declarer, dummy });
    for (const el of this.roles) {
      const mine = held.filter(([, seat]) => seat === el.closest("[data-seat]").dataset.seat);
      write(el, mine.map(([role]) => el.dataset[role]).join(", "));
    }
  }

  /** The deciding rules, as the links that the deal in words already holds. */
  drawRules(step) {
    const ids = new Set(step ? [step.rule, ...(step.because ?? []).map((b) => b.rule)] : []);
    const links = [...ids].map((id) => this.links.get(id)?.cloneNode(true) ?? this.other?.cite(id)).filter(Boolean);
    for (const a of links) a.removeAttribute("data-rule");
    this.why.replaceChildren(...links);
    this.why.parentElement.classList.toggle("none", links.length === 0);
  }

  drawPlace(el, position) {
    const names = el.dataset.place.split(" ");
    const cards = this.sorted(names.flatMap((name) => position.places[name] ?? []));
    const covered = names.some((name) => this.hides(name, position));
    el.classList.toggle("covered", covered && cards.length > 0);
    el.classList.toggle("empty", cards.length === 0);
    if (covered && cards.length) {
      el.replaceChildren(element("li", { text: el.dataset.covered.replace("{n}", cards.length) }));
    } else if (el.dataset.as === "cards") {
      el.replaceChildren(...Array.from({ length: Math.max(Number(el.dataset.size), cards.length) }, (_, i) => {
        const li = element("li", { css: "card" });
        this.drawSlot(li, cards[i] && { card: cards[i] });
        return li;
      }));
    } else this.drawHand(el, cards, position.fresh);
  }

  /** Whether a place is covered. Who looks with a player's eyes sees what lies open for everybody, too. */
  hides(name, { places, now, trick }) {
    const seen = this.eyes && now.seen?.[this.eyes];
    if (seen) return !seen.includes(name);
    if (this.covered.has(/^(up|down)\.\w+/.exec(name)?.[0])) return true;  // one of a player's columns
    if (!this.covered.has(tail(name)) && !this.covered.has(name)) return false;
    if (!this.eyes) return true;
    const begun = trick.length > 0 || Object.entries(places).some(([at, cards]) => at.startsWith("taken.") && cards.length);
    const open = {
      [`hand.${now.dummy}`]: begun, out: now.declarer === this.eyes,
      kitty: !places.kitty?.length, talon: !places.talon?.length,
    };
    return !(open[name] ?? name.endsWith(".open"));
  }

  sorted(cards) {
    const place = (card) => this.order.get(card) ?? this.order.size;
    return [...cards].sort((a, b) => place(a) - place(b));
  }

  /** One line per suit, jokers in a fifth; cards nobody has seen are counted. */
  drawHand(el, cards, fresh) {
    const lines = [...el.dataset.rows].map((r) => {
      const li = element("li"), mine = cards.filter((card) => row(card) === r);
      li.append(sign(r), ...mine.map((card) => this.letter(card, fresh.has(card))));
      if (!mine.length) li.append(element("i", { text: "–" }));
      return li;
    });
    const unknown = cards.filter((card) => card === "?").length;
    if (unknown) {
      const li = element("li", { css: "unknown" });
      li.append(element("i", { text: `? × ${unknown}` }));
      if (unknown === cards.length) lines.length = 0;
      lines.push(li);
    }
    el.replaceChildren(...lines);
  }

  /** The letter of a card; letters() puts in the reader's. */
  letter(card, fresh = false) {
    const b = element("b", fresh ? { css: "fresh" } : {});
    if (card === "?") b.textContent = "?";
    else b.dataset.r = JOKERS.includes(card) ? card : card.slice(1);
    b.dataset.card = card;
    return b;
  }

  drawSlot(el, played) {
    const card = played?.card ?? "";
    el.classList.toggle("won", Boolean(played?.won));
    if (el.dataset.card === card) return;
    el.dataset.card = card;
    el.className = ["card", ...(card ? ["on", row(card)] : []), ...(played?.won ? ["won"] : [])].join(" ").replace("?", "X");
    el.replaceChildren(...(card ? [this.letter(card), ...(card === "?" ? [] : [sign(row(card))])] : []));
  }

  /** `data-now` names one value or several; the first that is known is shown. */
  drawStatus(el, now) {
    const known = el.dataset.now.split(" ").map((path) => path.split(".").reduce((o, key) => o?.[key], now));
    const value = known.find((v) => v !== undefined && v !== null && v !== "");
    const suit = el.dataset.now === "trump" && value && template(value);
    if (suit) el.replaceChildren(...[...suit.content.cloneNode(true).children].slice(0, 1), ` ${suit.dataset.label}`);
    else write(el, String(value ?? el.dataset.none ?? "–"));
  }

  /** Hands keep the room they had when dealt, so that nothing moves while cards go. */
  keepRoom() {
    for (const el of this.places) {
      if (el.dataset.as === "cards") continue;
      el.style.minWidth = el.style.minHeight = "";
      const { offsetWidth, offsetHeight } = el;
      el.style.minWidth = `${offsetWidth}px`;
      el.style.minHeight = `${offsetHeight}px`;
    }
  }

  listen() {
    const acts = {
      first: () => this.go(0),
      prev: () => this.go(this.at - 1),
      next: () => this.go(this.at + 1),
      last: () => this.go(this.last),
      copy: () => this.copy(),
      whatif: () => this.differently(),
    };
    const { root } = this;
    root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-do]"), cell = event.target.closest("a[data-n]");
      if (!button && !cell) return;
      this.loud();
      if (button) acts[button.dataset.do]();
      else if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
        event.preventDefault();
        this.other?.back();
        this.go(Number(cell.dataset.n));
      }
    });
    this.jump.addEventListener("input", () => {
      this.say.setAttribute("aria-live", "off");                // the slider speaks for itself
      this.go(Number(this.jump.value));
    });
    root.addEventListener("change", ({ target }) => {
      const { hand, pref, eyes } = target.dataset;
      if (hand) this.cover([target], !target.checked);
      if (eyes !== undefined) this.see(eyes);
      if ("all" in target.dataset) root.classList.toggle("whole", target.checked);
      if (pref) {
        habits.set(pref, target.value);
        document.documentElement.dataset[pref] = target.value;
        apply();
      }
    });
    root.addEventListener("keydown", (event) => this.key(event, acts));
    addEventListener("hashchange", () => this.follow());
    addEventListener("beforeprint", () => { this.wasOpen = this.words?.open; if (this.words) this.words.open = true; });
    addEventListener("afterprint", () => { if (this.words) this.words.open = Boolean(this.wasOpen); });
    this.swipe(this.one("[data-swipe]"));
  }

  loud() { this.say.removeAttribute("aria-live"); }

  swipe(felt) {
    let start = null;
    felt.addEventListener("touchstart", ({ touches }) => { start = touches.length === 1 ? touches[0] : null; }, { passive: true });
    felt.addEventListener("touchend", ({ changedTouches: [end] }) => {
      if (!start) return;
      const dx = end.clientX - start.clientX, dy = end.clientY - start.clientY;
      if (Math.abs(dx) > 40 && Math.abs(dx) > 2 * Math.abs(dy)) this.go(this.at - Math.sign(dx));
    }, { passive: true });
  }

  /** Keys of the keyboard, not letters: any layout will do. They work inside the deal only. */
  key(event, acts) {
    const { code, key, shiftKey, target } = event;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (target.closest("input:not([type=checkbox]), select, textarea, [contenteditable]")) return;
    const by = {
      ArrowRight: () => (shiftKey ? this.trick(1) : acts.next()),
      ArrowLeft: () => (shiftKey ? this.trick(-1) : acts.prev()),
      Home: acts.first,
      End: acts.last,
      KeyC: acts.copy,
      KeyH: () => this.cover(this.boxes, this.boxes.some((box) => box.checked)),
    };
    if (key === "?" || (code === "Slash" && shiftKey)) this.help.open = !this.help.open;
    else if (key === "Escape" && this.help.open) this.help.open = false;
    else if (Object.hasOwn(by, code)) {
      this.loud();
      by[code]();
    } else return;
    event.preventDefault();
  }

  /** All cards, or those that the player of this seat sees. */
  see(seat) {
    this.eyes = seat;
    for (const box of this.boxes) this.cover([box], seat !== "" && box.dataset.hand !== seat);
  }

  cover(boxes, covered) {
    for (const box of boxes) {
      box.checked = !covered;
      for (const name of box.dataset.hand === "kitty" ? ["kitty", "out"] : [box.dataset.hand]) {
        this.covered[covered ? "add" : "delete"](name);
      }
    }
    this.draw();
  }

  /** Goes to the step the address names, if it is one of this deal. */
  follow() {
    const [id, n, ...more] = decodeURIComponent(location.hash.slice(1)).split("_");
    if (id !== this.root.id || more.length || !/^\d+$/.test(n ?? "")) return false;
    this.other?.back();
    this.go(Number(n));
    requestAnimationFrame(() => this.root.scrollIntoView());
    return true;
  }

  /** Other cards and calls: what judges them is loaded when the reader first asks. */
  async differently() {
    const block = this.one("[data-whatif]");
    try {
      const { WhatIf } = await import(new URL(block.dataset.script, document.baseURI));
      this.other ??= new WhatIf(this, block);
      this.other.toggle();
    } catch {
      write(block.querySelector("[data-told]"), JSON.parse(block.dataset.words).failed);
    }
  }

  async copy() {
    const url = new URL(location.href);
    url.hash = `${this.root.id}_${this.recorded}`;
    try {
      await navigator.clipboard.writeText(url.href);
      write(this.copied, this.copied.dataset.done);
    } catch {
      write(this.copied, url.href);                             // no clipboard: the address itself
    }
  }
}

/** Card letters in the reader's habit; the codes below never change. */
function letters(scope) {
  const source = document.querySelector("[data-ranks]");
  const own = document.documentElement.dataset.letters === "latin" ? {} : JSON.parse(source?.dataset.ranks ?? "{}");
  for (const el of scope.querySelectorAll("[data-r]")) {
    const r = el.dataset.r;
    write(el, own[r] ?? { T: "10", BJ: "B", LJ: "L" }[r] ?? r);
  }
}

function apply() {
  const { dataset } = document.documentElement;
  dataset.letters = habits.get("letters") ?? dataset.letters ?? "own";
  dataset.suits = habits.get("suits") ?? dataset.suits ?? "two";
  for (const el of document.querySelectorAll("[data-pref]")) el.checked = dataset[el.dataset.pref] === el.value;
  letters(document);
}

if (typeof document !== "undefined") {
  apply();
  for (const root of document.querySelectorAll("[data-replay]:not(.live)")) new Replay(root);
}
