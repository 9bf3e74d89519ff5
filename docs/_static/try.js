// "Try it" cells: code that the reader may change and run against the real engine. Nothing is
// loaded before the first click. Words come from the cell's data-words, rules from the engine.

import { engine } from "./engine.js";

let running = null;                           // the cell that waits for an answer

function element(tag, { css, text, ...attributes } = {}, ...children) {
  const el = document.createElement(tag);
  if (css) el.className = css;
  if (text !== undefined) el.textContent = text;
  for (const [name, value] of Object.entries(attributes)) el.setAttribute(name, value);
  el.append(...children);
  return el;
}

function sign(kind) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg"), use = document.createElementNS(space, "use");
  svg.setAttribute("class", "sign");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#s-${kind}`);
  svg.append(use);
  return svg;
}

class Cell {
  constructor(root) {
    this.root = root;
    this.words = JSON.parse(root.dataset.words);
    this.out = root.querySelector("[data-out]");
    this.bar = root.querySelector("[data-bar]");
    this.runButton = root.querySelector("[data-do='run']");
    this.built = [...this.out.childNodes].map((node) => node.cloneNode(true));
    this.editor();
    this.controls();
    this.out.setAttribute("role", "status");
    this.bar.hidden = false;
    this.state("idle");
  }

  /** The printed code becomes a plain text field: any key works in it, Tab leaves it. */
  editor() {
    const printed = this.root.querySelector("pre");
    this.original = printed.textContent.replace(/\n$/, "");
    this.code = element("textarea", {
      "aria-label": this.words.code, "aria-describedby": `${this.root.id}-hint`,
      spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off",
    });
    this.code.value = this.original;
    this.fit();
    const holder = printed.closest(".highlight, .code") ?? printed;
    (holder.parentElement.matches("[class*='highlight-']") ? holder.parentElement : holder).replaceWith(this.code);
    this.code.after(element("span", { css: "vh", id: `${this.root.id}-hint`, text: this.words.hint }));
    this.code.addEventListener("input", () => {
      this.fit();
      this.reset.hidden = !this.changed;
    });
    this.code.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey || event.shiftKey)) return;
      event.preventDefault();
      this.run();
    });
  }

  get changed() { return this.code.value !== this.original || this.answered; }

  fit() { this.code.rows = Math.max(2, this.code.value.split("\n").length); }

  controls() {
    this.stop = element("button", { css: "btn", type: "button", "data-do": "stop" });
    this.reset = element("button", { css: "btn", type: "button", "data-do": "reset", text: this.words.reset });
    this.progress = element("progress", { max: "1", "aria-label": this.words.starting });
    this.told = element("span", { "data-told": "" });
    this.bar.append(this.progress, this.told, this.stop, this.reset);
    this.runButton.addEventListener("click", () => this.run());
    this.stop.addEventListener("click", () => this.halt(this.words.stopped));
    this.reset.addEventListener("click", () => this.restore());
  }

  /** idle, loading (Python comes), running, done */
  state(name) {
    const busy = name === "loading" || name === "running";
    this.busy = busy;
    this.root.dataset.state = name;
    this.runButton.setAttribute("aria-disabled", String(busy));
    this.stop.hidden = !busy;
    this.stop.textContent = name === "loading" ? this.words.cancel : this.words.stop;
    this.progress.hidden = name !== "loading";
    this.told.textContent = name === "loading" ? this.words.starting : name === "running" ? this.words.running : "";
    this.reset.hidden = busy || !this.changed;
    if (busy) this.root.setAttribute("aria-busy", "true");
    else this.root.removeAttribute("aria-busy");
  }

  run() {
    if (this.busy) return;
    running?.halt("");                            // one cell at a time on a page
    delete this.root.dataset.done;
    delete this.root.dataset.rule;
    this.keepHeight();
    this.state(engine.started ? "running" : "loading");
    running = this;
    engine.ask(this.root, { code: this.code.value, lang: this.root.dataset.lang }, (message) => this.hear(message));
  }

  halt(text) {
    if (!this.busy) return;
    running = null;
    engine.stop(this.root.id);
    this.state("done");
    this.told.textContent = text;
  }

  restore() {
    this.code.value = this.original;
    this.answered = false;
    this.fit();
    this.out.className = "out";
    this.out.replaceChildren(...this.built.map((node) => node.cloneNode(true)));
    delete this.root.dataset.done;
    delete this.root.dataset.rule;
    this.state("idle");
    this.runButton.focus();
  }

  /** The answer may grow but never shrinks the page under the reader's eyes. */
  keepHeight() { this.out.style.minHeight = `${this.out.offsetHeight}px`; }

  hear({ type, loaded, total, answer, about, text }) {
    if (type === "loading") {
      const whole = Math.max(loaded, total ?? loaded);
      this.progress.value = loaded / whole;
      this.told.textContent = this.fill("loading", { done: this.number(loaded / 1e6, 1), total: this.number(whole / 1e6, 1) });
    } else if (type === "starting") {
      this.progress.removeAttribute("value");
      this.told.textContent = this.words.starting;
    } else if (type === "running") {
      for (const el of document.querySelectorAll("small[data-size]")) el.remove();  // it is here now: no size to warn of
      this.state("running");
    } else if (type === "answer") this.show(answer, about);
    else if (type === "failed") this.fail(text);
    else if (type === "stopped") this.halt(this.words.stopped);
  }

  fail(text) {
    running = null;
    engine.close();
    this.root.querySelector("[data-failed]")?.remove();
    this.out.append(element("p", { css: "note", "data-failed": "", text: this.words.failed, title: text ?? "" }));
    this.root.dataset.done = "failed";
    this.state("done");
  }

  show(answer, about) {
    running = null;
    this.answered = true;
    const parts = [];
    if (answer.printed) parts.push(element("pre", { css: "printed", text: answer.printed.replace(/\n$/, "") }));
    const line = answer.line ? [element("strong", { text: this.fill("line", { n: answer.line }) }), " "] : [];
    if (answer.rule) parts.push(this.ruling(answer, line));
    else if (answer.python) parts.push(element("p", {}, ...line, element("code", { lang: "en", text: answer.python })));
    else if (answer.kind === "error") parts.push(element("p", {}, ...line, answer.text));
    else if (answer.text) parts.push(element("pre", { css: "printed", text: answer.text }));
    else if (!answer.printed) parts.push(element("p", { css: "note", text: this.words.nothing }));
    const facts = [this.fill("here", { s: this.number(Math.max(answer.seconds, 0.01), 2) })];
    if (answer.options) facts.push(this.fill("options", { options: answer.options }));
    parts.push(element("p", { css: "note", text: facts.join(" ") }));
    const engine = this.fill("engine", { version: about.version, hash: about.sha256.slice(0, 12) });
    parts.push(element("p", { css: "note", text: engine, title: `${about.wheel} ${about.sha256}` }));
    this.out.className = answer.kind === "error" ? "out err" : "out";
    this.out.replaceChildren(...parts);
    this.state("done");
    if (answer.rule) this.root.dataset.rule = answer.rule;
    this.root.dataset.done = answer.kind;
  }

  ruling({ kind, text, rule, path, number }, line) {
    const cite = path
      ? element("a", { css: "cite", href: this.root.dataset.root + path, text: number || rule })
      : element("code", { css: "rid", text: rule });
    return element("div", { css: "ruling" },
      element("span", { css: `verdict ${kind}` }, sign(kind), this.words[kind]),
      element("p", {}, ...line, `${text} `, cite));
  }

  fill(word, values) {
    return this.words[word].replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
  }

  number(value, digits) { return value.toFixed(digits).replace(".", this.words.point); }
}

for (const root of document.querySelectorAll("[data-try]")) new Cell(root);
