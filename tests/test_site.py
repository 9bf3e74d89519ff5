"""The built site: its own files only, its data, its policies, and the notebook extension's faults."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from email.message import Message
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from html_pages import pages as every_page
from html_pages import read

from _site import build, engine, lite, notebooks, pages, paths, serve, wheel

pytestmark = pytest.mark.site

SCRIPTS = [
    f"{name}.js"
    for name in ("site", "replay", "whatif", "engine", "try", "try-worker", "house", "house-report", "theme")
]
# Links that name an address without asking it for anything.
NAMED_ONLY = {"canonical", "alternate", "author", "license"}


def test_pages_load_nothing_from_elsewhere(site: Path) -> None:
    for page in every_page(site):
        for link in read(page).links:
            if link.tag != "a" and link.kind not in NAMED_ONLY:
                parts = urlsplit(link.target)
                assert parts.scheme in {"", "data"}, f"{page}: {link}"
                assert not parts.netloc, f"{page}: {link}"


def test_styles_and_our_scripts_load_nothing_from_elsewhere(site: Path) -> None:
    for lang in paths.LANGS:
        for path in (site / lang).rglob("*.css"):
            for target in re.findall(r"(?:url\(|@import )[\"']?([^\"')]+)", path.read_text("utf-8")):
                assert not re.match(r"(https?:)?//", target), f"{path}: {target}"
        for name in SCRIPTS:
            assert "https:" not in (site / lang / "_static" / name).read_text("utf-8")


def test_links_lead_somewhere(site: Path) -> None:
    """Every relative link has its file, and every fragment its place; nothing begins at the host."""
    wrong = []
    for page in every_page(site):
        if page.name == "404.html":
            continue
        for link in read(page).links:
            parts = urlsplit(link.target)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            if link.target.startswith("/") or not target.exists() or not _has(target, unquote(parts.fragment)):
                wrong.append(f"{page.relative_to(site)}: {link.target}")
    assert wrong == []


def _has(page: Path, place: str) -> bool:
    """Whether a page has a place. The script makes those of a deal's steps, `DEAL_14`."""
    return not place or page.suffix != ".html" or not {place, place.rpartition("_")[0]}.isdisjoint(read(page).ids)


def test_ids_are_unique(site: Path) -> None:
    for page in every_page(site):
        assert not read(page).twice, page


def test_pages_keep_the_strict_policy(site: Path) -> None:
    for page in every_page(site):
        assert read(page).inline == [], page


def test_rules_json(site: Path) -> None:
    rules = json.loads((site / "rules.json").read_text("utf-8"))["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules) > 80
    for rule in rules:
        assert set(rule["text"]) == set(paths.LANGS)
        assert all(rule["text"].values())
        page, _, anchor = rule["path"].partition("#")
        for lang in paths.LANGS:
            assert anchor in read(site / lang / page).ids
    assert (site / "rules.json").read_bytes() == (paths.DATA / "rules.json").read_bytes()


def test_cases_json(site: Path) -> None:
    found = json.loads((site / "cases.json").read_text("utf-8"))["cases"]
    assert len(found) == len(list(paths.EXAMPLES.rglob("*.case")))
    for case in found:
        if case["path"]:
            page, _, anchor = case["path"].partition("#")
            assert anchor in read(site / "en" / page).ids, case["id"]


def _headers(address: str, path: str) -> Message:
    with urllib.request.urlopen(f"{address}{path}") as answer:
        return answer.headers


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/en/rules/bid-whist/auction.html", "text/html; charset=utf-8"),
        ("/kk/_static/replay.js", "text/javascript; charset=utf-8"),
        ("/engine/pyodide.asm.wasm", "application/wasm"),
        ("/engine/pyodide.mjs", "text/javascript; charset=utf-8"),
        ("/lite/notebooks/index.html", "text/html; charset=utf-8"),
    ],
)
def test_headers(address: str, path: str, kind: str) -> None:
    got = _headers(address, path)
    assert got["Content-Type"] == kind
    assert got["Cache-Control"] == "no-cache"
    assert got["Content-Security-Policy"] == serve.policy(path)


def test_policies_allow_our_own_origin_only(site: Path) -> None:
    for policy in (serve.PAGES, serve.LITE):
        for rule in policy.split("; "):
            _, *sources = rule.split()
            assert all(source.startswith("'") or source in {"data:", "blob:"} for source in sources)
        assert policy in (site / "_headers").read_text("ascii")
    assert "unsafe-inline" not in serve.PAGES
    assert "'unsafe-eval'" not in serve.PAGES


def test_wrong_address_has_a_page(address: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(f"{address}/en/no-such-page.html")
    with caught.value as answer:
        assert answer.code == 404
        assert 'lang="kk"' in answer.read().decode()


def test_engine_holds_what_its_lock_lists(site: Path) -> None:
    lock = json.loads((site / "engine" / "pyodide-lock.json").read_text("utf-8"))
    assert {"rulebook", "micropip", "piplite", "ipykernel", "pyodide-kernel"} <= set(lock["packages"])
    assert "numpy" not in lock["packages"]
    assert set(engine.PRELOADED) <= set(lock["packages"])
    for package in lock["packages"].values():
        assert "/" not in package["file_name"]
        assert paths.sha256(site / "engine" / package["file_name"]) == package["sha256"]
        assert set(package["depends"]) <= set(lock["packages"])
    told = json.loads((site / "engine" / "engine.json").read_text("utf-8"))
    assert paths.sha256(site / "engine" / told["wheel"]) == told["sha256"] == paths.sha256(wheel.build())


def test_notebook_application_takes_the_shared_python(site: Path) -> None:
    config = json.loads((site / "lite" / "jupyter-lite.json").read_text("utf-8"))["jupyter-config-data"]
    kernel = config["litePluginSettings"][lite.KERNEL]
    assert kernel["pyodideUrl"] == "./../engine/pyodide.mjs"
    assert kernel["loadPyodideOptions"]["lockFileURL"] == "./../engine/pyodide-lock.json"
    assert kernel["loadPyodideOptions"]["packages"] == list(engine.PRELOADED)
    assert kernel["disablePyPIFallback"] is True
    assert not (site / "lite" / "static" / "pyodide").exists()
    assert not list((site / "lite").rglob("*.map"))


def test_a_notebook_application_without_python_is_refused() -> None:
    with pytest.raises(SystemExit, match="without its Python"):
        lite.check({"jupyter-config-data": {}})


def test_notebooks_lie_in_the_application(site: Path) -> None:
    for lang in paths.LANGS:
        for name in notebooks.names():
            book = json.loads((site / "lite" / "files" / lang / f"{name}.ipynb").read_text("utf-8"))
            assert book == notebooks.localised(name, lang)


# --- the faults of jupyterlite-sphinx that _ext/lite.py undoes


def test_no_page_has_the_extensions_files_or_fonts(site: Path) -> None:
    for page in every_page(site):
        text = page.read_text("utf-8")
        assert "jupyterlite_sphinx" not in text
        assert "fonts." not in text


def test_application_is_built_once_beside_the_languages(site: Path) -> None:
    assert (site / "lite" / "jupyter-lite.json").is_file()
    for lang in paths.LANGS:
        assert not (site / lang / "lite").exists()
    called: list[str] = []
    lite.build_once(site / "lite", lambda: called.append("built"))
    assert called == []


def test_content_folder_is_outside_the_sources_and_left_alone(site: Path, tmp_path: Path) -> None:
    assert not (paths.DOCS / "_contents").exists()
    before = sorted(notebooks.CONTENTS.rglob("*.ipynb"))
    status, text = pages.run("en", "gettext", str(tmp_path / "out"), "-d", str(tmp_path / "trees"))
    assert status == 0, text
    assert sorted(notebooks.CONTENTS.rglob("*.ipynb")) == before != []


@pytest.mark.parametrize("lang", paths.LANGS)
def test_notebook_is_opened_by_a_button_and_a_link(site: Path, lang: str) -> None:
    page = site / lang / "guides" / "notebook.html"
    book = f"../../lite/{lite.folder(lang)}notebooks/index.html?path={lang}/replay-a-deal.ipynb"
    links = [link.target for link in read(page).links if link.target == book]
    assert len(links) == 2
    text = page.read_text("utf-8")
    button = re.search(r'<button type="button" class="btn" data-book="[^"]+" data-title="([^"]+)"', text)
    assert button
    assert bool(re.search("[а-яё]", button[1], re.I)) == (lang != "en")
    assert "jupyterlite_sphinx_iframe" not in text


def test_pages_cannot_be_built_without_the_extension(tmp_path: Path) -> None:
    without = "extensions=myst_parser,_ext,_ext.lite"
    status, text = pages.run("en", "dummy", str(tmp_path / "out"), "-D", without, "-d", str(tmp_path / "trees"))
    assert status != 0
    assert "jupyterlite_sphinx must stand before _ext.lite" in text


def test_unused_directives_are_not_used() -> None:
    for path in paths.DOCS.rglob("*.md"):
        assert not re.search(r"\{(try_examples|replite|voici|jupyterlite|notebooklite)\}", path.read_text("utf-8"))


# --- building


def test_a_second_build_runs_no_sphinx(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []
    monkeypatch.setattr(pages, "build", lambda lang: started.append(lang) or "")
    build.build()
    assert started == []


@pytest.mark.slow
def test_another_build_elsewhere_has_the_same_bytes(site: Path, tmp_path: Path) -> None:
    for name in ("docs", "examples", "locale", "rulebook"):
        left_out = shutil.ignore_patterns("__pycache__", "*.mo", "data")
        shutil.copytree(paths.ROOT / name, tmp_path / name, ignore=left_out)
    texts = ("README.md", "LICENSE", "LICENSE-text")
    for name in ("conf.py", "constraints.txt", "package.json", "pyproject.toml", *texts):
        shutil.copyfile(paths.ROOT / name, tmp_path / name)
    (tmp_path / "node_modules").symlink_to(paths.ROOT / "node_modules")
    shutil.copytree(paths.CACHE, tmp_path / "build" / "cache")
    places = os.pathsep.join([str(tmp_path), str(tmp_path / "docs")])
    command = [sys.executable, "-m", "_site.build"]
    subprocess.run(command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": places}, check=True, capture_output=True)
    here, there = (
        {path.relative_to(root).as_posix(): paths.sha256(path) for path in root.rglob("*") if path.is_file()}
        for root in (site, tmp_path / "build" / "site")
    )
    assert there == here


def test_wheel_has_the_same_bytes_again(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    environment = {"SOURCE_DATE_EPOCH": paths.EPOCH, "PATH": "/usr/bin:/bin"}
    subprocess.run(command, cwd=paths.ROOT, env=environment, check=True, capture_output=True)
    again = next(tmp_path.glob("*.whl"))
    assert hashlib.sha256(again.read_bytes()).hexdigest() == paths.sha256(wheel.build())


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty environment, away from the checkout, with our wheel and nothing else."""
    folder = tmp_path_factory.mktemp("empty")
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    pip = [str(folder / "venv/bin/python"), "-m", "pip", "install", "--quiet", "--no-index", str(wheel.build())]
    subprocess.run(pip, check=True, cwd=folder, capture_output=True)
    return folder


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["rules", "bid-whist.auction.beat", "--lang", "kk"], "bid-whist.auction.beat"),
        (["cases", "bid-whist", "--lang", "ru"], "bid-whist.auction.equal/low-over-high"),
    ],
)
def test_wheel_answers_in_an_empty_environment(installed: Path, words: list[str], expected: str) -> None:
    program = str(installed / "venv/bin/rulebook")
    done = subprocess.run([program, *words], cwd=installed, capture_output=True, text=True, env={"PATH": "/usr/bin"})
    assert done.returncode == 0, done.stderr
    assert expected in done.stdout
    assert re.search("[а-яёәғқңөұүһі]", done.stdout, re.I)
    assert done.stderr == ""


def test_pins_name_versions_and_no_addresses() -> None:
    lines = (paths.ROOT / "constraints.txt").read_text("utf-8").splitlines()
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+|#.*", line) for line in lines)
    lock = json.loads((paths.ROOT / "package-lock.json").read_text("utf-8"))
    assert not any("resolved" in package for package in lock["packages"].values())
