"""CPMpy's own tests of what solvers must do, with residua as the solver. They are fetched when this runs: those of the installed version, and with
`RESIDUA_CPMPY=all` those of the version before it, too."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import require

cp = require("cpmpy")

INSTALLED = cp.__version__
FILES = ["tests/test_constraints.py", "tests/test_solverinterface.py"]
#: At least as many pass: 14,636 of CPMpy 1.1.1, 14,276 of 1.1.0.
FEWEST = 14_000
#: Tests of CPMpy that fail, and why they may.
FAILING: set[str] = set()


def runs(*command: str) -> bool:
    """Whether a command runs and succeeds."""
    try:
        return subprocess.run(command, capture_output=True, timeout=120).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def of_distribution(requirement: str, folder: Path) -> Path | None:
    """The source distribution: its tests lack `conftest.py`, for which the plugin stands in."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", "cpmpy", "--dest", str(folder)]
    if not runs(*pip, requirement):
        return None
    archive = next(folder.glob("cpmpy-*.tar.gz"))
    shutil.unpack_archive(archive, folder)
    return folder / archive.name.removesuffix(".tar.gz")


def of_repository(version: str, folder: Path) -> Path | None:
    clone = ["git", "clone", "--quiet", "--depth", "1", "--branch", f"v{version}", "https://github.com/CPMpy/cpmpy"]
    return folder / "clone" if runs(*clone, str(folder / "clone")) else None


def check(root: Path, folder: Path) -> None:
    """Runs the tests, with CPMpy as it is in that folder, and compares what fails with what is known to fail."""
    package = str(Path(require("residua_cp").__file__).parent.parent)
    report = folder / "report.xml"
    options = ["-q", "-p", "residua_cp.pytest_cpmpy", "-p", "no:cacheprovider", "--solver", "residua", f"--junitxml={report}"]
    path = os.pathsep.join([package, os.environ.get("PYTHONPATH", "")])
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *FILES],
        cwd=root,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert report.exists(), run.stdout + run.stderr
    cases = list(ElementTree.parse(report).iter("testcase"))
    skipped = [case for case in cases if case.find("skipped") is not None]
    failing = {case.get("name") for case in cases if case.find("failure") is not None or case.find("error") is not None}
    assert failing == FAILING, run.stdout[-5000:]
    assert len(cases) - len(skipped) - len(failing) >= FEWEST, run.stdout[-5000:]


def test_those_of_the_installed_version(tmp_path: Path) -> None:
    root = of_distribution(f"cpmpy=={INSTALLED}", tmp_path) or of_repository(INSTALLED, tmp_path)
    if root is None:
        pytest.skip(f"the tests of CPMpy {INSTALLED} can be had neither by pip nor by git")
    check(root, tmp_path)


@pytest.mark.skipif(os.environ.get("RESIDUA_CPMPY") != "all", reason="RESIDUA_CPMPY=all runs the tests of the CPMpy before")
def test_those_of_the_version_before(tmp_path: Path) -> None:
    root = of_distribution(f"cpmpy<{INSTALLED}", tmp_path)
    if root is None:
        pytest.skip(f"the tests of the CPMpy before {INSTALLED} cannot be had by pip")
    check(root, tmp_path)
