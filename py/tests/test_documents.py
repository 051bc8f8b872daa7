"""Every example of the documents prints what they say."""

import doctest
import importlib
import pathlib
import pkgutil
import re

import pytest
from conftest import require

import residua_cp

ROOT = pathlib.Path(__file__).resolve().parents[2]
OPTIONAL = {"residua_cp.cpmpy": "cpmpy", "residua_cp.pytest_cpmpy": "cpmpy", "residua_cp.expression_array": "numpy"}


@pytest.mark.parametrize("document", ["py/README.md", "docs/python.md"])
def test_documents(document, tmp_path, monkeypatch):
    """A document runs in a folder of its own."""
    require("numpy")
    monkeypatch.chdir(tmp_path)
    path = ROOT / document
    if not path.exists():
        pytest.skip(f"{document} is not here: the tests run outside of the repository")
    failed, tried = doctest.testfile(str(path), module_relative=False)
    assert tried and not failed


def programs(document):
    text = (ROOT / document).read_text(encoding="utf-8") if (ROOT / document).exists() else ""
    return [block for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if "residua_cp" in block]


@pytest.mark.parametrize("document", ["README.md", "docs/python.md"])
def test_programs(document, capsys):
    """A comment after `print` begins as what is printed; after a comma it tells more."""
    found = programs(document)
    if not found:
        pytest.skip(f"{document} is not here: the tests run outside of the repository")
    for program in found:
        if "cpmpy" in program:
            require("cpmpy")
        exec(compile(program, document, "exec"), {})
        printed = capsys.readouterr().out
        for comment in re.findall(r"print\(.*\)  # (\[.*?\])", program):
            assert comment in printed


def modules():
    return [module.name for module in pkgutil.walk_packages(residua_cp.__path__, "residua_cp.", onerror=lambda _: None) if module.name != "residua_cp._core"]


@pytest.mark.parametrize("name", ["residua_cp", *modules()])
def test_docstrings(name):
    for prefix, package in OPTIONAL.items():
        if name.startswith(prefix):
            require(package)
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert not failed


@pytest.mark.parametrize("name", [name for name in dir(residua_cp._core) if not name.startswith("_")])
def test_docstrings_of_the_engine(name):
    """Everything public of the extension module says what it is; functions of the catalogue have an example."""
    thing = getattr(residua_cp._core, name)
    assert thing.__doc__, f"{name} has no docstring"
    found = doctest.DocTestParser().get_doctest(thing.__doc__, {"rs": residua_cp}, name, None, None)
    if not isinstance(thing, type):
        require("numpy")
        assert found.examples, f"{name} has no example"
    assert not doctest.DocTestRunner().run(found).failed
