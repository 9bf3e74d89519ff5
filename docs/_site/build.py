"""Build the whole site into build/site: data, wheel, browser's Python, pages with their notebooks, root files.

Each step remembers the contents it was made from and is left out when they have not changed.
"""

from __future__ import annotations

import argparse
import os
import time
from concurrent.futures import ThreadPoolExecutor

from _site import data, effects, engine, lite, pages, root, serve, wheel
from _site.paths import LANGS, LITE, SITE, say


def languages() -> tuple[str, ...]:
    """All, or the one that DOC_LANG names."""
    named = os.environ.get("DOC_LANG")
    if named and named not in LANGS:
        raise SystemExit(f"DOC_LANG must be one of {', '.join(LANGS)}")
    return (named,) if named else LANGS


def build() -> None:
    start = time.monotonic()

    def done(what: str) -> None:
        say(f"== {what}  ({time.monotonic() - start:.0f} s)")

    data.build()
    built = wheel.build()
    done(f"wheel: {built.name}")
    engine.build(built)
    done(f"browser's Python: Pyodide {engine.pyodide_version()}")
    done(f"house rules: {effects.build()} switches")
    todo = [lang for lang in languages() if not pages.stamp(lang).holds(SITE / lang / "index.html")]
    if not lite.current(LITE) and not todo:
        todo = list(languages())[:1]
    with ThreadPoolExecutor(2) as pool:
        failed = ""
        for lang, wrong in zip(todo, pool.map(pages.build, todo), strict=True):
            done(f"pages: {lang}" + (" FAILED" if wrong else ""))
            failed += wrong and f"\n{wrong}"
    if failed:
        raise SystemExit(failed)
    root.build()
    done(f"site: {SITE}" if todo else f"site: {SITE}, nothing to do")


def main() -> None:
    words = argparse.ArgumentParser(description="Build the site.")
    words.add_argument("--serve", action="store_true", help="serve it afterwards on 127.0.0.1")
    words.add_argument("--port", type=int, default=8000)
    asked = words.parse_args()
    build()
    if asked.serve:
        serve.run(asked.port)


if __name__ == "__main__":
    main()
