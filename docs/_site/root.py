"""What lies beside the languages: the page of language choice, rules.json, cases.json, and files for hosts."""

from __future__ import annotations

import json
import re
import shutil
from html import escape

from _site.paths import DATA, DOCS, LANGS, NAMES, SITE, dump, site_url, write
from _site.rules_text import catalog
from _site.serve import COMMON, LITE, PAGES
from rulebook import cases
from rulebook.i18n import lang as language

LOST = {
    "en": "There is no page at this address.",
    "ru": "По этому адресу страницы нет.",
    "kk": "Бұл мекенжайда бет жоқ.",
}
TITLE = "Rulebook"


def pitch() -> dict[str, str]:
    """The home page's title in each language: nobody has to read another one to choose."""
    title = (DOCS / "index.md").read_text("utf-8").partition("\n# ")[2].partition("\n")[0]
    return {code: catalog(code, "index").get(title, title) for code in LANGS}


def _page(title: str, base: str, body: str, extra: str = "") -> str:
    """A page in the site's look. Lists the three languages as equals."""
    static = f"{base}en/_static/"
    return (
        '<!doctype html>\n<html lang="en" class="wide">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n{extra}"
        f'<link rel="icon" href="{static}icon.svg">\n'
        f'<link rel="stylesheet" href="{static}replay.css">\n<link rel="stylesheet" href="{static}rulebook.css">\n'
        f'</head>\n<body>\n<script src="{static}theme.js"></script>\n<div class="main"><main class="content">\n'
        '<div class="top"></div>\n'
        f"{body}\n</main></div>\n</body>\n</html>\n"
    )


def _voices(base: str, second: dict[str, str]) -> str:
    rows = "".join(
        f'<li><a href="{base}{code}/index.html" hreflang="{code}" lang="{code}">'
        f"<strong>{NAMES[code]}</strong><span>{escape(second[code])}</span></a></li>\n"
        for code in LANGS
    )
    return f'<ul class="voices">\n{rows}</ul>'


def choice() -> str:
    """The front page: three links, no redirect."""
    url = site_url()
    links = "".join(f'<link rel="alternate" hreflang="{code}" href="{url}{code}/index.html">\n' for code in LANGS)
    links += f'<link rel="alternate" hreflang="x-default" href="{url}">\n<link rel="canonical" href="{url}">\n'
    words = pitch()
    meta = f'<meta name="description" content="{escape(" · ".join(words.values()))}">\n'
    return _page(f"{TITLE}: English, русский, қазақша", "", f"<h1>{TITLE}</h1>\n{_voices('', words)}", meta + links)


def lost() -> str:
    """The page for wrong addresses. It may be shown at any depth, so its links begin at the host."""
    path = "/" + site_url().split("://", 1)[1].partition("/")[2]
    unlisted = '<meta name="robots" content="noindex">\n'
    return _page(f"404 · {TITLE}", path, f"<h1>404</h1>\n{_voices(path, LOST)}", unlisted)


def documented() -> list[dict[str, object]]:
    """Every documented case: where it is read, and what it is called in each language."""
    pages = {rule["id"]: rule["path"] for rule in json.loads((DATA / "rules.json").read_text("utf-8"))["rules"]}

    def title(case: cases.Case, code: str) -> str:
        return language(code).word(case.id, case.title)

    return [
        {
            "id": case.id,
            "game": case.record.game,
            "rule": case.rule or None,
            "title": {code: title(case, code) for code in LANGS},
            "source": case.source,
            "path": f"{pages[case.rule].partition('#')[0]}#case-{re.sub('[./]', '-', case.id)}"
            if case.rule in pages
            else None,
            "record": case.path.read_text("utf-8"),
        }
        for case in cases.find()
    ]


def sitemap() -> str:
    """Every page once, with its other languages."""
    url = site_url()
    pages = sorted(
        path.relative_to(SITE / "en").as_posix()
        for path in (SITE / "en").rglob("*.html")
        if not {"_static", "_modules"} & set(path.parts) and path.stem not in {"search", "genindex", "404"}
    )

    def entry(page: str) -> str:
        links = "".join(f'<xhtml:link rel="alternate" hreflang="{code}" href="{url}{code}/{page}"/>' for code in LANGS)
        return "".join(f"<url><loc>{url}{code}/{page}</loc>{links}</url>\n" for code in LANGS)

    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        f'xmlns:xhtml="http://www.w3.org/1999/xhtml">\n{"".join(map(entry, pages))}</urlset>\n'
    )


def headers() -> str:
    """The policies, in the form that several static hosts read; others take them from here."""
    common = "".join(f"  {name}: {value}\n" for name, value in COMMON.items())
    pages = "".join(
        f"/{place}\n  Content-Security-Policy: {PAGES}\n{common}  Cache-Control: no-cache\n"
        for place in ("", "index.html", "404.html", *(f"{code}/*" for code in LANGS), "engine/*", "*.json")
    )
    return f"{pages}/lite/*\n  Content-Security-Policy: {LITE}\n{common}  Cache-Control: no-cache\n"


def build() -> None:
    SITE.mkdir(parents=True, exist_ok=True)
    write(SITE / "index.html", choice())
    write(SITE / "404.html", lost())
    write(SITE / "_headers", headers())
    write(SITE / ".nojekyll", "")
    write(SITE / "sitemap.xml", sitemap())
    write(SITE / "robots.txt", f"User-agent: *\nAllow: /\nSitemap: {site_url()}sitemap.xml\n")
    shutil.copyfile(DATA / "rules.json", SITE / "rules.json")
    dump(SITE / "cases.json", {"cases": documented()})
