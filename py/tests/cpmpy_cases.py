"""Variables of CPMpy, and constraints on them against full enumeration with CPMpy's own evaluation. Without CPMpy, what imports this is skipped."""

from __future__ import annotations

import importlib.util
import itertools
from typing import Any

import pytest

cp = pytest.importorskip("cpmpy", reason="CPMpy is not installed")
if int(cp.__version__.split(".")[0]) < 1:
    pytest.skip("CPMpy before 1.0 evaluates what is undefined in another way", allow_module_level=True)

from cpmpy.expressions.utils import argval  # noqa: E402
from cpmpy.transformations.get_variables import get_variables  # noqa: E402

from residua_cp.cpmpy import CPM_residua  # noqa: E402

IS_WITH_ORTOOLS = importlib.util.find_spec("ortools") is not None
IS_NEW = hasattr(cp, "Reservoir")

X, Y, Z = (cp.intvar(-1, 2, name=name) for name in "xyz")
I, J = (cp.intvar(-1, 3, name=name) for name in "ij")
A, B, C = (cp.boolvar(name=name) for name in "abc")
P = cp.boolvar(name="p")
XS = [X, Y, Z]


def by_enumeration(constraint: Any, variables: list[Any]) -> set[tuple[int, ...]]:
    """The values with which CPMpy says that it holds."""
    found = set()
    for values in itertools.product(*(range(variable.lb, variable.ub + 1) for variable in variables)):
        for variable, value in zip(variables, values):
            variable._value = bool(value) if variable.is_bool() else value
        if argval(constraint):
            found.add(values)
    return found


def by_residua(constraint: Any, variables: list[Any]) -> list[tuple[int, ...]]:
    solver = CPM_residua()
    solver += constraint
    solver += [variable >= variable.lb for variable in variables]
    found: list[tuple[int, ...]] = []
    solver.solveAll(display=lambda: found.append(tuple(int(variable.value()) for variable in variables)))
    return found


def check(constraint: Any) -> None:
    variables = sorted(get_variables(constraint), key=lambda variable: str(variable.name))
    found = by_residua(constraint, variables)
    assert len(found) == len(set(found)), f"solutions twice: {constraint}"
    assert set(found) == by_enumeration(constraint, variables), str(constraint)
