// The page of house rules: switches whose state stands in the address, and a check of what they stand
// for. The engine answers in the worker that the Try-it cells use; this script only draws.

import { engine } from "./engine.js";
import { element, fill, note, Report } from "./house-report.js";

class House {
  constructor(form) {
    this.form = form;
    this.game = form.dataset.game;
    this.words = JSON.parse(form.dataset.words);
    this.presets = JSON.parse(form.dataset.presets);
    this.switches = new Map([...form.querySelectorAll("[data-key]")].map((el) => [el.dataset.key, el]));
    this.published = new Map([...this.switches.keys()].map((key) => [key, this.radios(key).find((r) => r.defaultChecked).value]));
    this.preset = form.elements[":preset"];
    this.found = document.querySelector("#house-found");
    this.told = form.querySelector("[data-told]");
    this.count = form.querySelector("[data-count]");
    this.idle = new Map([...this.switches].map(([key, el]) => [key, el.querySelector("[data-idle]").textContent]));
    this.hash = "";
    this.asked = this.queued = null;                 // the question on its way, and the last one behind it
    this.report = new Report(this);
    this.controls();
    this.read();
  }

  radios(key) { return [...this.form.elements[key].length ? this.form.elements[key] : [this.form.elements[key]]]; }

  controls() {
    this.form.querySelector("fieldset.all").disabled = false;
    for (const el of document.querySelectorAll("[data-live]")) el.hidden = false;
    this.progress = element("progress", { max: "1", "aria-label": this.words.starting });
    this.cancel = element("button", { css: "btn", type: "button", "data-do": "cancel", text: this.words.cancel });
    this.decode = element("button", { css: "btn", type: "button", "data-do": "decode", text: this.words.decode });
    this.told.before(this.decode, this.progress);
    this.told.after(this.cancel);
    this.decode.hidden = this.progress.hidden = this.cancel.hidden = true;
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("change", ({ target }) => {
      if (target === this.preset) this.set(this.preset.value, {});
      this.changed();
    });
    document.addEventListener("click", (event) => {
      if (!event.target.closest("form.house, .house-found, .agreement")) return;
      const act = event.target.closest("[data-do]")?.dataset.do, to = event.target.closest("[data-to]")?.dataset.to;
      if (to) this.go(event, to);
      else if (act === "check") this.ask({ whole: true });
      else if (act === "decode") this.ask({ code: this.code });
      else if (act === "reset") this.reset();
      else if (act === "cancel") this.stop();
      else if (act === "print") this.print();
    });
    addEventListener("hashchange", () => { if (location.hash.includes("=") && location.hash !== this.hash) this.read(); });
  }

  // -- state ----------------------------------------------------------------------------------------

  /** What the chosen published rules say of each option. */
  get base() { return new Map([...this.published, ...Object.entries(this.presets[this.from] ?? {})]); }

  get from() { return this.preset?.value ?? ""; }

  value(key) { return this.radios(key).find((radio) => radio.checked)?.value; }

  /** The options that differ from the chosen published rules. */
  get options() {
    return Object.fromEntries([...this.base].map(([key, value]) => [key, this.value(key), value])
      .filter(([, here, value]) => here !== value).map(([key, here]) => [key, here]));
  }

  /** Sets every switch. Gives back the words that fit no switch. */
  set(preset, options) {
    const unknown = [];
    if (this.preset) this.preset.value = Object.keys(this.presets[preset] ?? {}).length ? preset : "";
    if (preset && !Object.hasOwn(this.presets, preset)) unknown.push(preset);
    for (const [key, value] of this.base) this.radios(key).find((radio) => radio.value === value).checked = true;
    for (const [key, value] of Object.entries(options)) {
      const radio = this.switches.has(key) && this.radios(key).find((one) => one.value === value);
      if (radio) radio.checked = true;
      else unknown.push(`${key}=${value}`);
    }
    return unknown;
  }

  /** From the address: `#min_bid=4,back_door=on`, `#preset=NAME,...`, or the code of a sheet, `#s=CODE`. */
  read() {
    let text = location.hash.slice(1);
    if (text && !text.includes("=")) text = this.kept;       // a place on this page: the switches stay
    try { text = decodeURIComponent(text); } catch { /* as it is */ }
    this.code = text.startsWith("s=") ? text.slice(2) : "";
    this.decode.hidden = !this.code;
    const pairs = this.code ? [] : text.split(/[,&\s]+/).filter(Boolean).map((word) => {
      const at = word.indexOf("=");
      return at < 0 ? [word, ""] : [word.slice(0, at), word.slice(at + 1)];
    });
    const { preset = "", ...options } = Object.fromEntries(pairs);
    const unknown = this.set(preset, options);
    this.told.textContent = unknown.length ? fill(this.words.unknown, { words: unknown.join(" ").slice(0, 200) }) : "";
    this.draw();
  }

  get kept() {
    try { return sessionStorage.getItem(`house:${this.game}`) ?? ""; } catch { return ""; }
  }

  get text() {
    return [...this.from ? [["preset", this.from]] : [], ...Object.entries(this.options)].map((pair) => pair.join("=")).join(",");
  }

  /** Into the address, without a step of the history for each click; the language links follow it. */
  write() {
    const { text } = this;
    this.hash = text && `#${text}`;
    try { sessionStorage.setItem(`house:${this.game}`, text); } catch { /* no storage: the address has it */ }
    history.replaceState(history.state, "", this.hash || location.pathname + location.search);
    dispatchEvent(new HashChangeEvent("hashchange"));
  }

  changed() {
    this.code = "";
    this.decode.hidden = true;
    this.told.textContent = "";
    this.write();
    this.draw();
    if (engine.started) this.ask({});
  }

  reset() {
    this.set("", {});
    this.found.hidden = true;
    this.changed();
  }

  /** What is different is marked, in the switches and in the list to print; what was found no longer holds. */
  draw() {
    const { base } = this, { options } = this;
    for (const [key, el] of this.switches) {
      el.classList.toggle("other", key in options);
      for (const label of el.querySelectorAll(".choice")) {
        label.querySelector(".mark-other")?.remove();
        if (key in options && label.querySelector("input").checked)
          label.querySelector("label").append(element("small", { css: "mark-other", text: ` ${this.words.other}` }));
      }
      this.at(key, [], this.from || Object.keys(options).length ? "" : this.idle.get(key));
    }
    for (const box of document.querySelectorAll("[data-box]")) {
      const [key, value] = box.dataset.box.split("=");
      box.classList.toggle("chosen", (options[key] ?? base.get(key)) === value);
    }
    const n = Object.keys(options).length;
    this.count.textContent = n ? fill(this.words.chosen, { n }) : "";
    this.stale();
  }

  stale() {
    if (this.found.hidden || !this.checked || this.checked === this.key) return;
    if (!this.found.querySelector("[data-stale]")) this.found.prepend(element("p", { css: "note", "data-stale": "", text: this.words.stale }));
  }

  get key() { return JSON.stringify([this.from, this.options]); }

  // -- asking ---------------------------------------------------------------------------------------

  /** One question at a time; of those that wait behind it only the last is asked, but a check is never lost. */
  ask(more) {
    if (this.asked) {
      this.queued = { ...more, whole: more.whole || this.queued?.whole };
      return;
    }
    const { lang } = this.form.dataset;
    const sheet = { lang, game: this.game, preset: this.from, options: this.options, ...more };
    this.asked = { ...sheet, key: this.key };
    this.form.setAttribute("aria-busy", "true");
    this.cancel.hidden = false;
    if (!engine.started) {
      this.progress.removeAttribute("value");
      this.progress.hidden = false;
    }
    this.told.textContent = engine.started ? this.words.running : this.words.starting;
    engine.ask(this.form, { sheet }, (message) => this.hear(message));
  }

  hear({ type, loaded, total, answer }) {
    if (type === "loading") {
      const whole = Math.max(loaded, total ?? loaded), mega = (n) => (n / 1e6).toFixed(1).replace(".", this.words.point);
      this.progress.value = loaded / whole;
      this.told.textContent = fill(this.words.loading, { done: mega(loaded), total: mega(whole) });
    } else if (type === "starting") {
      this.progress.removeAttribute("value");
      this.told.textContent = this.words.starting;
    } else if (type === "running") {
      this.progress.hidden = true;
      this.told.textContent = this.words.running;
    } else if (type === "answer") this.answered(answer);
    else if (type === "failed") {
      engine.close();
      this.rest(this.words.failed);
    } else if (type === "stopped") this.rest(this.words.stopped);
  }

  answered(doc) {
    const { asked, queued } = this;
    for (const el of document.querySelectorAll("small[data-size]")) el.remove();  // it is here now: no size to warn of
    this.rest(doc.problem ?? "");
    if (!doc.problem && asked.code) this.adopt(doc);
    else if (!doc.problem && asked.key === this.key) this.show(doc);
    if (queued) this.ask(queued);
  }

  rest(text) {
    this.asked = this.queued = null;
    this.form.removeAttribute("aria-busy");
    this.progress.hidden = this.cancel.hidden = true;
    this.told.textContent = text;
  }

  stop() {
    engine.stop("house");
    this.rest(this.words.stopped);
  }

  /** The sheet of a code becomes the state of the switches. */
  adopt(doc) {
    this.set(doc.preset ?? "", doc.options);
    this.changed();
    this.told.textContent = doc.warnings.join(" ");
  }

  // -- drawing what was found -------------------------------------------------------------------------

  show(doc) {
    this.report.doc = doc;
    for (const key of this.switches.keys()) {
      const clashes = doc.contradictions.filter(({ keys }) => keys.includes(key));
      const gaps = doc.gaps.filter((gap) => gap.key === key);
      const idle = key in doc.without ? `${this.words.idle} ${this.reason(doc.without[key])}` : "";
      this.at(key, [...clashes.map((one) => this.report.ruling(one)), ...gaps.map((gap) => note(this.open(gap)))], idle);
    }
    const [first] = doc.contradictions;
    this.told.textContent = doc.whole ? this.report.summary : first ? `${this.words.clashes}: ${first.text}` : "";
    if (!doc.whole) return;
    this.checked = this.key;
    this.found.replaceChildren(...this.report.parts);
    this.found.hidden = false;
    const { activeElement } = document;              // whoever has gone on elsewhere is left there
    if (!activeElement || activeElement === document.body || activeElement.dataset.do === "check") this.found.firstChild.focus();
  }

  open({ key, value, because }) {
    return `${fill(this.words.open, { value: this.word(key, String(value)) })} ${this.reason(because.split("=")[0])}`;
  }

  /** Another switch as it stands, as the reason for something. */
  reason(key) {
    return this.switches.has(key) ? fill(this.words.reason, { question: this.question(key), answer: this.word(key, this.value(key)) }) : "";
  }

  /** A choice as the page says it. */
  word(key, value) {
    const radio = this.switches.has(key) && this.radios(key).find((one) => one.value === value);
    return radio ? radio.parentElement.querySelector("b, span").firstChild.textContent.trim() : value;
  }

  question(key) { return this.switches.get(key)?.querySelector("legend").firstChild.textContent.trim() ?? key; }

  /** Below a switch: why it cannot stand, what it leaves open, or why it decides nothing. */
  at(key, parts, idle) {
    const el = this.switches.get(key), out = el.querySelector("[data-found]"), dead = el.querySelector("[data-idle]");
    out.replaceChildren(...parts);
    out.hidden = !parts.length;
    dead.textContent = idle;
    dead.hidden = !idle;
  }

  /** To a switch, without losing the state that the address holds. */
  go(event, key) {
    event.preventDefault();
    this.switches.get(key)?.scrollIntoView({ block: "start" });
    this.switches.has(key) && this.radios(key).find((radio) => radio.checked).focus({ preventScroll: true });
  }

  print() {
    const { classList } = document.documentElement;
    classList.add("agreement-only");
    addEventListener("afterprint", () => classList.remove("agreement-only"), { once: true });
    print();
  }
}

for (const form of document.querySelectorAll("form.house")) new House(form);
