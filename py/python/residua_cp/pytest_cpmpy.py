"""A plugin of pytest for the tests of CPMpy: it adds the solver `residua`.

In a clone of CPMpy:

    pytest -p residua_cp.pytest_cpmpy tests/test_constraints.py --solver residua

CPMpy's source distribution has the tests without their `conftest.py` and `utils.py`. There this plugin stands in for what `test_constraints.py` and
`test_solverinterface.py` need of these: the option `--solver` of one solver, the fixtures, the marker that generates constraints, and one decorator.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any, Generator

import pytest

import residua_cp.cpmpy  # noqa: F401


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config, parser: pytest.Parser) -> Generator[None, Any, Any]:
    """Stands in for a `conftest.py` that is not there: one that is has been loaded afterwards, with its option."""
    result = yield
    try:
        parser.addoption("--solver", default="residua", help="the solver that is tested")
    except ValueError:
        return result
    early_config.pluginmanager.register(Missing(), "residua-cpmpy-missing")
    utils = ModuleType("utils")
    setattr(utils, "skip_on_missing_pblib", lambda **_options: lambda test: test)
    sys.modules.setdefault("utils", utils)
    return result


class Missing:
    """What `conftest.py` of CPMpy's tests has, for one solver."""

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "generate_constraints(generator): one test for each constraint of a generator")

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        marker = metafunc.definition.get_closest_marker("generate_constraints")
        if marker is not None:
            metafunc.parametrize("constraint", list(marker.args[0](metafunc.config.getoption("--solver"))), ids=str)

    @pytest.fixture
    def solver(self, request: pytest.FixtureRequest) -> Any:
        return request.config.getoption("--solver")

    @pytest.fixture
    def constraint(self, request: pytest.FixtureRequest) -> Any:
        return request.param
