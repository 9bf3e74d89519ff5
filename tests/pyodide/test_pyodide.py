"""The same verdicts in the browser's Python as here, byte for byte."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from jupyterlite_pyodide_kernel import constants

from _site import engine, paths

HERE = Path(__file__).parent


def pyodide(program: Path) -> subprocess.CompletedProcess[str]:
    command = ["node", str(HERE / "run.mjs"), str(paths.ENGINE), str(program)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def test_one_version_everywhere() -> None:
    assert engine.pyodide_version() == constants.PYODIDE_VERSION
    installed = json.loads((engine.NPM / "package.json").read_text("utf-8"))
    assert installed["version"] == constants.PYODIDE_VERSION


@pytest.mark.site
@pytest.mark.usefixtures("site")
def test_cases_have_the_same_verdicts() -> None:
    program = HERE / "verdicts.py"
    here = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=True).stdout
    there = pyodide(program)
    assert there.returncode == 0, there.stderr
    assert len(here.splitlines()) > 50
    assert there.stdout == here


@pytest.mark.site
@pytest.mark.usefixtures("site")
def test_only_our_packages_can_be_imported(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "try:\n    import numpy\nexcept ModuleNotFoundError as error:\n    print(type(error).__name__)\n"
    )
    assert pyodide(program).stdout == "ModuleNotFoundError\n"
