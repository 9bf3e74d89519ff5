// Takes the place of the theme's file of this name. The search scripts ask it for words; the
// original makes its plural rule from a string, which our content security policy forbids, and
// takes keys away from readers.

const BLACKLISTED_KEY_CONTROL_ELEMENTS = new Set(["TEXTAREA", "INPUT", "SELECT", "BUTTON"]);

const _ready = (start) => {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
};

const Documentation = {
  // filled by translations.js
  TRANSLATIONS: {},
  LOCALE: "en",

  gettext: (text) => [Documentation.TRANSLATIONS[text] ?? text].flat()[0],

  // catalogs order their forms as the language counts: one, few, many
  ngettext(one, many, n) {
    const forms = [this.TRANSLATIONS[one] ?? [one, many]].flat();
    const at = ["one", "few", "many", "other"].indexOf(new Intl.PluralRules(this.LOCALE).select(n));
    return forms[Math.min(at, forms.length - 1)];
  },
};

const _ = Documentation.gettext;

DOCUMENTATION_OPTIONS.ENABLE_SEARCH_SHORTCUTS = false;
