// Takes the place of the theme's file of this name. The search scripts ask it for words; the
// original makes its plural rule from a string, which our content security policy forbids, and
// takes keys away from readers.

const BLACKLISTED_KEY_CONTROL_ELEMENTS = new Set(["TEXTAREA", "INPUT", "SELECT", "BUTTON"]);

const _ready = (start) => {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
};

const Documentation = {
  words: {},
  rules: new Intl.PluralRules("en"),

  addTranslations({ locale, messages }) {
    Object.assign(this.words, messages);
    this.rules = new Intl.PluralRules(locale);
  },

  gettext: (text) => [Documentation.words[text] ?? text].flat()[0],

  // catalogs order their forms as the language counts: one, few, many
  ngettext(one, many, n) {
    const forms = [this.words[one] ?? [one, many]].flat();
    const at = ["one", "few", "many", "other"].indexOf(this.rules.select(n));
    return forms[Math.min(at, forms.length - 1)];
  },
};

const _ = Documentation.gettext;

DOCUMENTATION_OPTIONS.ENABLE_SEARCH_SHORTCUTS = false;
