"""The notebook application: what is put in before its build, and what is checked and added after it.

The build itself is jupyterlite-sphinx's (see _ext/lite.py). It happens once for all languages.
"""

from __future__ import annotations

import fcntl
import json
import re
import shutil
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from _site import notebooks
from _site.paths import BUILD, DOCS, ENGINE, EPOCH, LOCALE, Stamp, dump, fresh_folder, write

SOURCE = DOCS / "_lite"
STAGE = BUILD / "lite"
TASKS = DOCS / ".jupyterlite.doit.db"
KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"
# Languages with a JupyterLab language pack. There is none for Kazakh.
PACKS = {"ru": "ru_RU"}
PACKAGES = ("jupyterlite-core", "jupyterlite-pyodide-kernel", "jupyterlite-sphinx", "jupyterlab-language-pack-ru-RU")
ICON = '<link rel="icon" href="favicon.ico">'
# What a browser loads of the application itself, counted once on the wire; a browser test holds it.
APPLICATION = 7_200_000


def folder(lang: str) -> str:
    """Where a language's notebook application lies, from the application's root: `` or `ru/`."""
    return f"{lang}/" if lang in PACKS else ""


def _stamp() -> Stamp:
    catalogs = sorted(LOCALE.glob("*/LC_MESSAGES/notebooks/*.po"))
    places = [SOURCE, notebooks.SOURCES, *catalogs, Path(__file__), Path(notebooks.__file__)]
    return Stamp("lite", places, EPOCH, *map(version, PACKAGES))


def current(target: Path) -> bool:
    """Whether the application there was built from these very sources."""
    return _stamp().holds(target / "jupyter-lite.json")


def build_once(target: Path, build: Callable[[], None]) -> bool:
    """Run the build unless it was done from the same sources, or another language is just doing it."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "lite.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        stamp = _stamp()
        if stamp.holds(target / "jupyter-lite.json"):
            return False
        stamp.forget()
        prepare(target)
        build()
        finish(target)
        stamp.set()
        return True


def prepare(target: Path) -> None:
    """Fresh folders, every time, and no task database: one left from an earlier build drops the configuration."""
    TASKS.unlink(missing_ok=True)
    notebooks.build()
    fresh_folder(STAGE)
    shutil.copytree(SOURCE, STAGE, dirs_exist_ok=True)
    shutil.rmtree(target, ignore_errors=True)


def check(config: dict[str, Any]) -> None:
    """The kernel without these settings would ask a public server for its parts, or hang."""
    settings = config["jupyter-config-data"].get("litePluginSettings", {}).get(KERNEL, {})
    url = settings.get("pyodideUrl", "")
    lock = settings.get("loadPyodideOptions", {}).get("lockFileURL", "")
    if not (url.startswith("./") and lock.startswith("./")):
        raise SystemExit(f"the notebook application was built without its Python: {settings}")


def finish(target: Path) -> None:
    """Check the written configuration, then add the fronts in other languages."""
    if not (target / "jupyter-lite.json").is_file():
        raise SystemExit("jupyter lite build left nothing; its messages are above")
    check(json.loads((target / "jupyter-lite.json").read_text("utf-8")))
    if (target / "static" / "pyodide").exists():
        raise SystemExit("Pyodide lies in engine/ only; the notebook application brought its own")
    for page in target.glob("*/index.html"):  # without this link the browser looks for an icon elsewhere
        write(page, page.read_text("utf-8").replace("<head>", f"<head>{ICON}", 1))
    for lang in PACKS:
        _front(target, lang)
    for leftover in [TASKS, *target.glob("rspack.config*.js")]:  # the latter: how its makers bundle it
        leftover.unlink(missing_ok=True)


def _deeper(text: str) -> str:
    """References of an application page, seen from one folder further down."""
    return re.sub(r"""(["'])\.\./(build|config-utils|manifest)""", r"\1../../\2", text)


def _front(target: Path, lang: str) -> None:
    """A thin folder that starts the same application in another language.

    JupyterLite merges the configuration of every folder from the page up to the root, so it is
    enough to copy the page and to set the language one level above it. Each level needs an
    index.html and a jupyter-lite.ipynb too: it asks for both.
    """
    root, page = target / lang, target / "notebooks"
    index = _deeper((page / "index.html").read_text("utf-8"))
    index = index.replace('data-jupyter-lite-root=".."', 'data-jupyter-lite-root="../.."')
    index = index.replace("<html>", f'<html lang="{lang}">', 1)
    write(root / "notebooks" / "index.html", index)
    write(root / "notebooks" / "jupyter-lite.json", _deeper((page / "jupyter-lite.json").read_text("utf-8")))
    shutil.copyfile(page / "favicon.ico", root / "notebooks" / "favicon.ico")
    override = {"@jupyterlab/translation-extension:plugin": {"locale": PACKS[lang]}}
    dump(
        root / "jupyter-lite.json",
        {"jupyter-lite-schema-version": 0, "jupyter-config-data": {"settingsOverrides": override}},
    )
    write(
        root / "index.html",
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>JupyterLite</title>'
        '<meta http-equiv="refresh" content="0; url=notebooks/index.html">'
        '<script id="jupyter-config-data" type="application/json" data-jupyter-lite-root="..">{}</script></html>\n',
    )
    for level in (root, root / "notebooks"):
        shutil.copyfile(page / "jupyter-lite.ipynb", level / "jupyter-lite.ipynb")


def size() -> int:
    """Bytes a reader's browser loads before the first cell runs: the application and all of the engine."""
    return APPLICATION + sum(path.stat().st_size for path in ENGINE.glob("*"))
