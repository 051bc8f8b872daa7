"""Random constraints and objectives of CPMpy, against full enumeration, and against OR-Tools where that is installed."""

from __future__ import annotations

import os
import random
from typing import Any, Callable

import pytest
from cpmpy_cases import IS_NEW, IS_WITH_ORTOOLS, XS, A, B, I, P, X, Y, Z, by_enumeration, check, cp

from cpmpy.solvers.solver_interface import ExitStatus
from cpmpy.transformations.get_variables import get_variables

CASES = int(os.environ.get("RESIDUA_CASES", "150"))


class Random:
    """Random expressions over few values. Boolean ones are numbers in sums only: elsewhere CPMpy's evaluation lets what is undefined through."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def leaf(self) -> Any:
        return self.random.choice([*XS, *XS, I, self.random.randint(-2, 3)])

    def number(self, depth: int) -> Any:
        pick = self.random.randrange
        if depth == 0 or pick(5) == 0:
            return self.leaf()
        one, other, third = (self.number(depth - 1) for _ in range(3))
        if not any(isinstance(part, cp.expressions.core.Expression) for part in (one, other, third)):
            return self.random.choice(XS)
        one, other, third = sorted((one, other, third), key=lambda part: not isinstance(part, cp.expressions.core.Expression))
        kind = pick(13)
        if kind == 0:
            return cp.sum([one, other, self.truth(depth - 1)])
        if kind == 1:
            return one - 2 * other if isinstance(other, cp.expressions.core.Expression) else one - other
        if kind == 2:
            return one * other
        if kind in (3, 4):
            return cp.Division(other, one)
        if kind == 5:
            return cp.Modulo(other, one)
        if kind == 6:
            return cp.Maximum([one, other, third])
        if kind == 7:
            return cp.Minimum([one, other])
        if kind == 8:
            return cp.Element([other, third, 1], one)
        if kind == 9:
            return cp.Count([one, other, third], pick(3))
        if kind == 10:
            return cp.NValue([one, other, third])
        if kind == 11:
            return cp.Among([one, other], [0, 1])
        return cp.Abs(one)

    def truth(self, depth: int) -> Any:
        pick = self.random.randrange
        if depth == 0:
            return self.random.choice([A, B, ~A, X > 0])
        kind = pick(10)
        if kind < 4:
            one, other = self.number(depth - 1), self.number(depth - 1)
            if not isinstance(one, cp.expressions.core.Expression):
                one = self.random.choice(XS)
            return self.random.choice([one == other, one != other, one < other, one <= other, one > other, one >= other])
        if kind == 4:
            return self.truth(depth - 1) & self.truth(depth - 1)
        if kind == 5:
            return self.truth(depth - 1) | self.truth(depth - 1)
        if kind == 6:
            return ~self.truth(depth - 1)
        if kind == 7:
            return self.truth(depth - 1).implies(self.truth(depth - 1))
        if kind == 8:
            return self.truth(depth - 1) == self.truth(depth - 1)
        items = [self.number(depth - 1) for _ in range(3)]
        return self.random.choice(
            [
                lambda: cp.AllDifferent(items),
                lambda: cp.AllEqual(items),
                lambda: cp.IncreasingStrict(items),
                lambda: cp.AllEqualExceptN(items, [0]),
                lambda: cp.LexLess(items, [X, Y, 0]),
                lambda: cp.Precedence([*items, X], [1, 0]),
                lambda: cp.InDomain(items[0] + X, [0, 2]),
                lambda: cp.Table([items[0] + X, Y], [[0, 1], [2, 2], [1, 0]]),
            ]
        )()


def division_by_zero_only(make: Callable[[], Any]) -> Any:
    """The expression; `None` if CPMpy refuses it, as it does with a divisor that is always 0."""
    try:
        return make()
    except (ZeroDivisionError, TypeError, AssertionError):
        return None


@pytest.mark.parametrize("seed", range(CASES))
def test_random_constraints_agree_with_enumeration(seed: int) -> None:
    constraint = division_by_zero_only(lambda: Random(seed).truth(3))
    if constraint is None or isinstance(constraint, bool):
        return
    try:
        check(constraint)
        check(P == constraint)
    except ZeroDivisionError:
        pass  # CPMpy gives no bounds of a division whose divisor is always 0.


@pytest.mark.parametrize("seed", range(max(CASES // 5, 1)))
def test_random_optima_agree_with_enumeration_and_with_ortools(seed: int) -> None:
    make = Random(1_000_000 + seed)
    constraint = division_by_zero_only(lambda: make.truth(2) | make.truth(2))
    if constraint is None:
        return
    objective = 3 * X - 2 * Y + Z * Z + 2 * A
    variables = [X, Y, Z, A, *(v for v in get_variables(constraint) if v.name not in {"x", "y", "z", "a"})]
    order = [str(v.name) for v in variables]
    is_least = seed % 2 == 0
    best = None
    for values in by_enumeration(constraint, variables):
        x, y, z, a = (values[order.index(name)] for name in "xyza")
        value = 3 * x - 2 * y + z * z + 2 * a
        best = value if best is None or (value < best) == is_least and value != best else best
    model = cp.Model(constraint, minimize=objective) if is_least else cp.Model(constraint, maximize=objective)
    found = model.solve(solver="residua")
    assert (model.objective_value() if found else None) == best
    expected = ExitStatus.OPTIMAL if best is not None else ExitStatus.UNSATISFIABLE
    assert model.status().exitstatus == expected
    if IS_WITH_ORTOOLS and IS_NEW and seed < 20:
        assert model.solve(solver="ortools") == found
        assert (model.objective_value() if found else None) == best
