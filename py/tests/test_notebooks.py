"""The notebooks of `docs/notebooks` run from the first cell to the last, and are kept without outputs."""

from __future__ import annotations

import ast
import json
import pathlib
from typing import Any

import pytest

FOLDER = pathlib.Path(__file__).parents[2] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
NAMES = [path.stem for path in NOTEBOOKS]


def cells(path: pathlib.Path) -> list[dict[str, Any]]:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    return list(notebook["cells"])


def test_there_is_one_for_each_text() -> None:
    assert NAMES == ["boolean", "julia", "prolog", "sat", "scipy2010"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_the_cells_run(path: pathlib.Path) -> None:
    scope: dict[str, Any] = {}
    for cell in cells(path):
        if cell["cell_type"] != "code":
            continue
        assert cell["outputs"] == [] and cell["execution_count"] is None
        tree = ast.parse("".join(cell["source"]))
        # The last expression of a cell is what a notebook shows.
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, path.name, "exec"), scope)
        if isinstance(last, ast.Expr):
            shown = eval(compile(ast.Expression(last.value), path.name, "eval"), scope)
            for name in ("_repr_html_", "_repr_svg_", "_repr_latex_"):
                if hasattr(shown, name):
                    getattr(shown, name)()
            assert repr(shown)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_a_kernel_runs_them(path: pathlib.Path) -> None:
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
