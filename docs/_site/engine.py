"""The browser's Python: Pyodide's core, our wheel, and what the notebook kernel needs; nothing else.

The lock file lists these packages only. So `import numpy` fails in the page, at once and without
a request, and `import rulebook` works without an install line.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from email.parser import HeaderParser
from pathlib import Path
from typing import Any

from jupyterlite_pyodide_kernel import constants

from _site.paths import CACHE, ENGINE, ROOT, Stamp, dump, fresh_folder, project, say, sha256, write

CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
NPM = ROOT / "node_modules" / "pyodide"
# The kernel starts with these; their dependencies come along.
KERNEL_NEEDS = ("micropip", "ipython", "jedi")
# Not in Pyodide's own list, so the version is ours.
COMM = "comm==0.2.3"
# Shipped inside the kernel package.
KERNEL_WHEELS = ("piplite", "ipykernel", "pyodide_kernel")
# What a notebook has before its first cell.
PRELOADED = ("micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython", "rulebook")


def pyodide_version() -> str:
    """The version in package.json, which must be the one the notebook kernel was made for."""
    package = json.loads((ROOT / "package.json").read_text("utf-8"))
    version = str(package["devDependencies"]["pyodide"])
    if version != constants.PYODIDE_VERSION:
        raise SystemExit(f"package.json has pyodide {version}, the kernel needs {constants.PYODIDE_VERSION}")
    return version


def _closure(lock: dict[str, Any]) -> list[str]:
    """The packages the kernel needs, with their dependencies, as `name==version` for pip."""
    todo, names = list(KERNEL_NEEDS), set[str]()
    while todo:
        name = _normal(todo.pop())
        if name not in names:
            names.add(name)
            todo += lock["packages"][name]["depends"]
    return [f"{name}=={lock['packages'][name]['version']}" for name in sorted(names)]


def _downloaded(lock: dict[str, Any], version: str) -> list[Path]:
    """Pure wheels in exactly the lock's versions, kept between builds."""
    folder = CACHE / f"wheels-{version}"
    wanted = [*_closure(lock), COMM]
    if not folder.is_dir() or len(list(folder.glob("*.whl"))) != len(wanted):
        say(f"   fetching {len(wanted)} wheels for the notebook kernel")
        target = fresh_folder(folder.with_suffix(".part"))
        subprocess.run(
            [
                *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
                *("--no-deps", "--only-binary=:all:", "--python-version", constants.PYODIDE_PYTHON_VERSION),
                *("--implementation", "py", "--abi", "none", "--platform", "any", "-d", str(target)),
                *wanted,
            ],
            check=True,
        )
        shutil.rmtree(folder, ignore_errors=True)
        target.rename(folder)
    return sorted(folder.glob("*.whl"))


def _kernel_wheels() -> Iterator[Path]:
    name = constants.PYODIDE_KERNEL_NPM_NAME
    folder = Path(sys.prefix, "share", "jupyter", "labextensions", name, "static", constants.PYPI_WHEELS)
    for wheel in KERNEL_WHEELS:
        yield next(folder.glob(f"{wheel}-*.whl"))


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _imports(archive: zipfile.ZipFile) -> list[str]:
    """The names a wheel can be imported by: its top folders and modules."""
    tops = {name.split("/")[0] for name in archive.namelist()}
    return sorted(top.removesuffix(".py") for top in tops if not top.endswith((".dist-info", ".data")))


def _entry(wheel: Path) -> dict[str, Any]:
    """One package of the lock file, read from the wheel itself."""
    with zipfile.ZipFile(wheel) as archive:
        metadata = next(n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
        head = HeaderParser().parsestr(archive.read(metadata).decode())
        imports = _imports(archive)
    return {
        "name": _normal(head["Name"]),
        "version": head["Version"],
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": sha256(wheel),
        "package_type": "package",
        "imports": imports,
        "depends": [],
        "unvendored_tests": False,
    }


def _lock(full: dict[str, Any], wheels: list[Path]) -> dict[str, Any]:
    packages = {entry["name"]: entry for entry in map(_entry, wheels)}
    for name, entry in packages.items():
        known = full["packages"].get(name, {"depends": []})["depends"]
        entry["depends"] = [other for other in map(_normal, known) if other in packages]
    return {"info": full["info"], "packages": dict(sorted(packages.items()))}


def _hashed(wheel: Path) -> Path:
    """Our wheel in the engine folder, its hash in the build tag: new bytes never get an old name."""
    name, version, tags = wheel.name.split("-", 2)
    target = ENGINE / f"{name}-{version}-0{sha256(wheel)[:12]}-{tags}"
    shutil.copyfile(wheel, target)
    return target


def build(wheel: Path) -> None:
    """Fill build/site/engine."""
    version = pyodide_version()
    stamp = Stamp("engine", [wheel, Path(__file__)], version, constants.PYODIDE_PYTHON_VERSION)
    if stamp.holds(ENGINE / "engine.json"):
        return
    stamp.forget()
    full = json.loads((NPM / "pyodide-lock.json").read_text("utf-8"))
    others = [*_downloaded(full, version), *_kernel_wheels()]
    fresh_folder(ENGINE)
    for path in [*(NPM / name for name in CORE), *others]:
        shutil.copyfile(path, ENGINE / path.name)
    ours = _hashed(wheel)
    # Compact: every reader who runs a cell loads it.
    lock = _lock(full, [ENGINE / path.name for path in others] + [ours])
    write(ENGINE / "pyodide-lock.json", json.dumps(lock, separators=(",", ":")))
    loaded = [ENGINE / name for name in (*CORE, "pyodide-lock.json")] + [ours]
    dump(
        ENGINE / "engine.json",
        {
            "bytes": sum(path.stat().st_size for path in loaded),
            "wheel": ours.name,
            "sha256": sha256(ours),
            "version": project()["version"],
        },
    )
    stamp.set()
