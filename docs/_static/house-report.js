// What the engine found of a table's house rules, drawn: rulings, changed cases with both results, the
// closest published rules, and what a reader may take along.

const SVG = "http://www.w3.org/2000/svg";

export function element(tag, { text, css, ...attributes } = {}, ...children) {
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

export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
export const note = (text) => element("p", { css: "note", text });

/** A sentence with the names of options, such as `barrel.level` or `target=5`, marked as code. */
const KEY = /\b((?:[a-z][a-z0-9]*(?:[._][a-z0-9]+)+(?:=\w+)?|[a-z][a-z0-9]*=\w+))/;
const marked = (text) => text.split(KEY).map((part, i) => (i % 2 ? element("code", { text: part }) : part));

export class Report {
  constructor(house) {
    this.house = house;
    this.words = house.words;
    this.root = house.form.dataset.root;
  }

  /** What came out, in one sentence. */
  get summary() {
    const { doc } = this;
    if (!doc.ok) return this.words.impossible;
    return fill(this.words.checked, { n: doc.changes.length, all: doc.compared });
  }

  /** All that was found, in order. */
  get parts() {
    const { doc } = this, parts = [element("h2", { tabindex: "-1", text: this.summary })];
    this.part(parts, this.words.clashes, doc.contradictions.map((one) => element("li", {}, this.ruling(one))));
    this.part(parts, this.words.gaps, doc.gaps.map((gap) =>
      element("li", {}, this.link(gap.key), ` ${this.house.open(gap)} `, this.cite(gap.rule))));
    this.part(parts, this.words.silent, doc.silent.map((key) => element("li", {}, this.link(key))));
    if (!doc.ok) return parts;
    parts.push(...this.changes(doc));
    if (doc.unfit.length) parts.push(note(fill(this.words.unfit, { n: doc.unfit.length })));
    parts.push(this.closest(doc.closest), this.take(doc));
    return parts;
  }

  part(parts, title, items) {
    if (items.length) parts.push(element("h3", { text: title }), element("ul", {}, ...items));
  }

  link(key) { return element("a", { href: `#switch-${key.replace(/[._]/g, "-")}`, "data-to": key, text: this.house.question(key) }); }

  ruling({ text, rule, verdict: kind }) {
    const shown = kind ? [verdict(kind, this.words[kind])] : [];
    return element("div", { css: shown.length ? "ruling" : "said" }, ...shown, element("p", {}, ...marked(text), " ", this.cite(rule)));
  }

  cite(rule) {
    const [path, number] = this.doc.rules[rule] ?? [];
    if (!path) return rule ? element("code", { css: "rid", text: rule }) : "";
    return element("a", { css: "cite", href: this.root + path, text: number });
  }

  /** The changed cases under the rule that decides each, the rule with most of them first. */
  changes({ changes, cases }) {
    const groups = new Map();
    for (const one of changes) groups.set(one.rule, [...groups.get(one.rule) ?? [], one]);
    return [...groups].sort(([, a], [, b]) => b.length - a.length).map(([rule, found]) => {
      const [, number = rule ?? ""] = this.doc.rules[rule] ?? [];
      const box = element("details", {}, element("summary", { text: `${number}: ${found.length}` }));
      box.addEventListener("toggle", () => box.childElementCount > 1 || box.append(element("p", {}, this.cite(rule)),
        ...found.map((one) => this.changedCase(one, cases))), { once: true });
      return box;
    });
  }

  changedCase({ case: id, title, a, b }, cases) {
    const name = cases[id] ? element("a", { href: this.root + cases[id], text: title }) : title;
    return element("section", { css: "case" }, element("p", { css: "q" }, name),
      element("dl", {}, element("dt", { text: this.words.was }), element("dd", {}, this.ruling(a)),
        element("dt", { text: this.words.here }), element("dd", {}, this.ruling(b))));
  }

  closest({ preset, title, changed, differs }) {
    const rows = Object.entries(differs).map(([key, [there, here]]) => element("li", {}, this.link(key), " ",
      fill(this.words.differs, { there: this.house.word(key, String(there)), here: this.house.word(key, String(here)) })));
    return element("section", {}, element("h3", { text: `${this.words.closest}: ${title || preset || this.words.default}` }),
      note(fill(this.words.near, { n: changed })), element("ul", {}, ...rows));
  }

  /** The sheet to print, the sheet as a file, the link and the code of this table. */
  take({ sheet, toml, code }) {
    const at = new URL(location.pathname + location.search, document.baseURI).href;
    const file = (text, type, name, label) => {
      const href = URL.createObjectURL(new Blob([text], { type }));
      return element("li", {}, element("a", { href, download: name, text: label }));
    };
    const list = element("ul", { css: "take" },
      file(sheet, "text/html", `${this.house.game}.html`, this.words.sheet), file(toml, "application/toml", `${this.house.game}.toml`, this.words.file),
      element("li", {}, element("a", { href: this.house.text ? `${at}#${this.house.text}` : at, text: this.words.link })));
    return element("section", {}, list, element("p", { css: "note" }, `${this.words.code}: `, element("code", { text: code })));
  }
}
