"""The back end for CPMpy, against full enumeration with CPMpy's own evaluation, and against OR-Tools where that is installed."""

from __future__ import annotations

import importlib.util
import itertools
import os
import random
import time
from typing import Any, Callable, Iterator

import pytest

cp = pytest.importorskip("cpmpy", reason="CPMpy is not installed")
if int(cp.__version__.split(".")[0]) < 1:
    pytest.skip("CPMpy before 1.0 evaluates what is undefined in another way", allow_module_level=True)

import numpy as np  # noqa: E402
from cpmpy.exceptions import NotSupportedError  # noqa: E402
from cpmpy.expressions.utils import argval  # noqa: E402
from cpmpy.solvers.solver_interface import ExitStatus  # noqa: E402
from cpmpy.transformations.get_variables import get_variables  # noqa: E402

import residua_cp as rs  # noqa: E402
import residua_cp.cpmpy  # noqa: E402
from residua_cp.cpmpy import CPM_residua  # noqa: E402
from residua_cp.cpmpy.constraints import CONSTRAINTS  # noqa: E402

CASES = int(os.environ.get("RESIDUA_CASES", "150"))
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


def arrays() -> Iterator[tuple[str, Callable[[], Any]]]:
    start = [cp.intvar(0, 2, name=f"s{n}") for n in range(3)]
    long = [cp.intvar(-1, 2, name=f"d{n}") for n in range(2)]
    end = [cp.intvar(0, 3, name=f"e{n}") for n in range(2)]
    yield "alldifferent", lambda: cp.AllDifferent(X, Y, Z, 3)
    yield "alldifferent of expressions", lambda: cp.AllDifferent(X + Y, Z, 2 * X)
    yield "alldifferent of Booleans", lambda: cp.AllDifferent([A, ~B, X])
    yield "alldifferent of numbers", lambda: cp.AllDifferent(1, 2, 1) | A
    yield "alldifferent_except_0", lambda: cp.AllDifferentExcept0(X, Y, Z)
    yield "alldifferent_except_n", lambda: cp.AllDifferentExceptN([X, Y, Z], [1, 2])
    yield "allequal", lambda: cp.AllEqual(X, Y, Z)
    yield "allequal_except_n", lambda: cp.AllEqualExceptN([X, Y, Z], [0, 1])
    yield "circuit", lambda: cp.Circuit(X, Y, Z)
    yield "inverse", lambda: cp.Inverse([X, Y, Z], [2, I, 0])
    yield "table", lambda: cp.Table([X, Y, A], [[0, 1, 1], [2, 2, 0], [-1, 0, 1], [2**40, 0, 1]])
    yield "negative_table", lambda: cp.NegativeTable([X, Y + Z], [[0, 1], [2, 2], [-1, 0]])
    yield "short_table", lambda: cp.ShortTable([X, Y, Z], [[0, "*", 1], ["*", 2, "*"]])
    yield "regular", lambda: cp.Regular([X, Y, Z], [("a", 1, "b"), ("b", 1, "c"), ("b", 0, "b"), ("c", 1, "c"), ("c", 0, "b")], "a", ["c"])
    yield "mdd", lambda: cp.MDD([X, Y, Z], [("r", 0, "n"), ("r", 1, "m"), ("n", 2, "o"), ("m", 0, "o"), ("o", 1, "t"), ("o", 2, "t")])
    yield "indomain", lambda: cp.InDomain(X + Y, [0, 3, 2**33])
    yield "xor", lambda: cp.Xor([A, B, C, X > 0, True])
    yield "ite", lambda: cp.IfThenElse(A, X > Y, Z == 1)
    yield "precedence", lambda: cp.Precedence([X, Y, Z], [2, 0, 1])
    yield "precedence of a value twice", lambda: cp.Precedence([X, Y, Z], [1, 0, 0])
    yield "gcc", lambda: cp.GlobalCardinalityCount([X, Y, Z], [0, 1], [I, J])
    yield "gcc closed", lambda: cp.GlobalCardinalityCount([X, Y, Z], [0, 1, 2], [I, J, 1], closed=True)
    yield "gcc of a value twice", lambda: cp.GlobalCardinalityCount([X, Y], [0, 0], [I, J])
    yield "increasing", lambda: cp.Increasing(X, Y, Z)
    yield "decreasing", lambda: cp.Decreasing(X, Y, Z)
    yield "strictly_increasing", lambda: cp.IncreasingStrict(X, Y, Z)
    yield "strictly_decreasing", lambda: cp.DecreasingStrict(X, Y, Z)
    yield "lex_less", lambda: cp.LexLess([X, Y, 1], [Y, Z, A])
    yield "lex_lesseq", lambda: cp.LexLessEq([X, Y], [Y, Z])
    yield "lex_chain_less", lambda: cp.LexChainLess([[X, 1], [Y, Z], [2, 0]])
    yield "lex_chain_lesseq", lambda: cp.LexChainLessEq([[X, 1], [Y, Z], [2, 0]])
    yield "cumulative", lambda: cp.Cumulative(start, [2, 1, 1], demand=[1, 2, 1], capacity=2)
    yield "cumulative, ends", lambda: cp.Cumulative(start[:2], [2, 1], end, demand=[1, 2], capacity=2)
    yield "cumulative, variable", lambda: cp.Cumulative(start[:2], long, demand=[1, X], capacity=2)
    yield "cumulative, capacity", lambda: cp.Cumulative(start[:2], [2, 1], demand=[1, 1], capacity=X)
    yield "cumulative, negative", lambda: cp.Cumulative(start[:2], [2, -1], demand=[1, 1], capacity=2)
    yield "cumulative_optional", lambda: cp.CumulativeOptional(start, [2, 1, 2], demand=[1, 2, 1], capacity=2, is_present=[A, B, True])
    yield "cumulative_optional, ends", lambda: cp.CumulativeOptional(
        start[:2], [2, long[1]], end, demand=[1, 2], capacity=2, is_present=[A, X > Y]
    )
    yield "cumulative_optional, absent", lambda: cp.CumulativeOptional(
        start[:2], [2, -1], demand=[1, -1], capacity=1, is_present=[~A, False]
    )
    yield "no_overlap", lambda: cp.NoOverlap(start, [2, 1, 0])
    yield "no_overlap, ends", lambda: cp.NoOverlap(start[:2], long, end)
    yield "no_overlap_optional", lambda: cp.NoOverlapOptional(start, [2, 1, 1], is_present=[A, ~B, True])
    yield "no_overlap_optional, ends", lambda: cp.NoOverlapOptional(start[:2], long, end, is_present=[A, X > 0])


def functions() -> Iterator[tuple[str, Callable[[], Any]]]:
    table = cp.cpm_array([[3, 1, 2], [0, X, 1]])
    yield "sum", lambda: cp.sum([X, Y, A, ~B, X > Y]) == 2
    yield "weighted sum", lambda: 3 * X - 2 * Y + 4 * (Z == 1) <= 3
    yield "subtraction", lambda: X - (Y - Z) != -X
    yield "min", lambda: cp.Minimum([X, Y, Z]) == Z - Y
    yield "max", lambda: cp.Maximum([X, Y * Z, 1]) > 1
    yield "abs", lambda: cp.Abs(X) + abs(Y) == 2
    yield "mul", lambda: X * Y * Z >= Y
    yield "mul of Booleans", lambda: A * B + A * X == 1
    yield "div", lambda: (X * 3) // Y == Z
    yield "mod", lambda: (X * 3) % Y != Z
    yield "div of numbers", lambda: 7 // X > Y
    yield "pow", lambda: X**3 + Y**0 <= Z**2
    yield "element", lambda: cp.Element([3, X, 1], I) == Y
    yield "element of Booleans", lambda: cp.Element([A, ~B, True], I) >= 1
    yield "nd_element", lambda: table[I, J] == 1
    yield "nd_element within another", lambda: A.implies(table[I, J] + 1 != Y)
    yield "count", lambda: cp.Count([X, Y, Z], 1) == I
    yield "count of a variable", lambda: cp.Count([X, Y, 2], Z) <= 1
    yield "count in a sum", lambda: cp.Count([X, Y], 1) + cp.Count([Y, Z], 0) > I
    yield "among", lambda: cp.Among([X, Y, Z], [0, 2]) != I
    yield "among, at least", lambda: 2 <= cp.Among([X, Y, Z], [0, 2])
    yield "nvalue", lambda: cp.NValue([X, Y, Z]) == I
    yield "nvalue in a sum", lambda: cp.NValue([X, Y, Z]) + cp.NValue([X, Y]) < J + 3
    yield "nvalue_except", lambda: cp.NValueExcept([X, Y, Z], 1) == I
    yield "undefined parts of a count", lambda: cp.Count([3 // X, Y], 1) != 2
    yield "undefined parts of nvalue", lambda: cp.NValue([3 // X, Y, 1]) >= 2
    yield "undefined parts of a global", lambda: cp.AllDifferent(3 // X, Y, Z % X)
    yield "undefined parts of exceptions", lambda: cp.AllEqualExceptN([3 // X, Y, 0], [0])
    yield "undefined index of an index", lambda: cp.Element([0, 1, 2, 3], cp.Element([1, 2, -1], I)) == X
    yield "comparison of truths", lambda: (X > Y) <= (Z == 1)
    yield "truth and number", lambda: (X > Y) == Z
    yield "truths differ", lambda: (X > Y) != (A | B)
    yield "a truth above a number", lambda: (X > Y) > 0
    yield "constants", lambda: cp.BoolVal(True) & (A | cp.BoolVal(False)) & (X != np.int64(1))
    yield "implication", lambda: (X > Y).implies(Z > X).implies(A)
    yield "a variable alone", lambda: ~A
    if IS_NEW:
        yield "reservoir", lambda: cp.Reservoir([X, Y, Z], [2, -1, -1], 0, 2)
        yield "reservoir_optional", lambda: cp.ReservoirOptional([X, Y, Z], [2, -1, -1], 0, 2, [A, B, True])


KINDS = [*arrays(), *functions()]


@pytest.mark.parametrize(("name", "make"), KINDS, ids=[name for name, _ in KINDS])
def test_each_kind_of_constraint_agrees_with_enumeration(name: str, make: Callable[[], Any]) -> None:
    constraint = make()
    forms = [
        constraint,
        ~constraint,
        P == constraint,
        P.implies(constraint),
        constraint.implies(P),
        constraint ^ P,
        cp.sum([constraint, P, A]) == 1,
    ]
    for form in forms:
        check(form)


def test_each_global_constraint_has_a_case() -> None:
    have = {name.split(",")[0] for name, _ in KINDS} | {"InDomain"}
    assert set(CONSTRAINTS) <= have


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


# Solving.


def queens(n: int) -> tuple[Any, Any]:
    q = cp.intvar(0, n - 1, shape=n)
    return q, cp.Model(cp.AllDifferent(q), cp.AllDifferent(q + range(n)), cp.AllDifferent(q - range(n)))


def test_the_solver_is_registered_once_and_last() -> None:
    residua_cp.cpmpy.register()
    names = [name for name, _ in cp.SolverLookup.base_solvers()]
    assert names.count("residua") == 1 and names[-1] == "residua"
    assert isinstance(cp.SolverLookup.get("residua"), CPM_residua)
    with pytest.warns(DeprecationWarning) if IS_NEW else _nothing():
        assert "residua" in cp.SolverLookup.solvernames()
    assert CPM_residua.version() == rs.__version__
    with pytest.raises(ValueError, match="no solver within within it"):
        cp.SolverLookup.get("residua:within")


class _nothing:
    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: Any) -> None:
        pass


@pytest.mark.parametrize(("n", "count"), [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92)])
def test_queens(n: int, count: int) -> None:
    q, model = queens(n)
    assert model.solveAll(solver="residua") == count
    assert model.status().exitstatus == ExitStatus.OPTIMAL
    assert len(set(q.value())) == n
    seen = set()
    assert model.solveAll(solver="residua", display=lambda: seen.add(tuple(q.value()))) == count
    assert len(seen) == count


def test_send_more_money() -> None:
    s, e, n, d, m, o, r, y = letters = cp.intvar(0, 9, shape=8)
    model = cp.Model(
        cp.AllDifferent(letters),
        1000 * s + 100 * e + 10 * n + d + 1000 * m + 100 * o + 10 * r + e == 10000 * m + 1000 * o + 100 * n + 10 * e + y,
        s > 0,
        m > 0,
    )
    assert model.solveAll(solver="residua") == 1
    assert list(letters.value()) == [9, 5, 6, 7, 1, 0, 8, 2]


def test_solutions_differ_in_the_variables_of_the_user() -> None:
    x = cp.intvar(0, 2, shape=3)
    model = cp.Model((cp.NValue(x) + cp.NValue(x[:2])) == 3, cp.Count([6 // x[0], x[1]], 3) != 1)
    expected = [
        v for v in itertools.product(range(3), repeat=3)
        if len(set(v)) + len(set(v[:2])) == 3 and v[0] != 0 and [int(6 / v[0]), v[1]].count(3) != 1
    ]
    assert model.solveAll(solver="residua") == len(expected)


def test_limits_of_solve_all() -> None:
    x = cp.intvar(0, 9, shape=9)
    model = cp.Model(cp.sum(x) >= 1)
    assert model.solveAll(solver="residua", solution_limit=10) == 10
    assert model.status().exitstatus == ExitStatus.FEASIBLE
    begin = time.perf_counter()
    assert model.solveAll(solver="residua", time_limit=0.2) > 10
    assert time.perf_counter() - begin < 5
    assert model.status().exitstatus == ExitStatus.FEASIBLE
    assert cp.Model(cp.BoolVal(False)).solveAll(solver="residua") == 0
    assert cp.Model(x[0] > 3, x[0] < 3).solveAll(solver="residua") == 0
    assert x[0].value() is None


def test_display_of_expressions(capsys: pytest.CaptureFixture[str]) -> None:
    x = cp.intvar(1, 2, shape=2, name="x")
    cp.Model(x[0] < x[1]).solveAll(solver="residua", display=x)
    cp.Model(x[0] < x[1]).solveAll(solver="residua", display=x[0] + x[1])
    cp.Model(x[0] < x[1]).solve(solver="residua", display=[x[1]])
    assert capsys.readouterr().out.split("\n")[:3] == ["[1, 2]", "3", "[2]"]


def test_all_of_the_best_solutions() -> None:
    x = cp.intvar(0, 3, shape=3)
    model = cp.Model(cp.sum(x) >= 1, minimize=cp.sum(x))
    seen = set()
    assert model.solveAll(solver="residua", display=lambda: seen.add(tuple(x.value()))) == 3
    assert seen == {(1, 0, 0), (0, 1, 0), (0, 0, 1)}
    solver = CPM_residua(model)
    assert solver.solveAll() == 3 and solver.objective_value() == 1
    # Nothing of it is left in the solver.
    solver.maximize(cp.sum(x))
    assert solver.solve() and solver.objective_value() == 9


def test_status_values_and_time() -> None:
    x, y = cp.intvar(0, 5, shape=2)
    solver = CPM_residua()
    assert solver.status().exitstatus == ExitStatus.NOT_RUN and solver.status().runtime is None
    solver += x + y == 9
    assert solver.solve() and solver.status().exitstatus == ExitStatus.FEASIBLE
    assert solver.status().runtime >= 0 and solver.objective_value() is None
    solver.minimize(x)
    assert solver.has_objective() and solver.solve()
    assert solver.status().exitstatus == ExitStatus.OPTIMAL and solver.objective_value() == 4
    assert type(x.value()) is int
    solver += x < 4
    assert not solver.solve() and solver.status().exitstatus == ExitStatus.UNSATISFIABLE
    assert x.value() is None and y.value() is None and solver.objective_value() is None


def test_objectives_of_all_kinds() -> None:
    x, y = cp.intvar(0, 4, shape=2)
    b = cp.boolvar()
    for objective, least, greatest in [
        (x, 0, 4),
        (~b, 0, 1),
        (b.implies(x > 3), 0, 1),
        (x * y - 3 * x, -12, 4),
        (12 // y, 3, 12),
        (cp.Count([7 // y, x], 3), 0, 2),
        (cp.NValue([x, y, 2]), 1, 3),
        (cp.Maximum([x, y]), 0, 4),
        (10**9 * x + 10**10 * y, 0, 44 * 10**9),
    ]:
        solver = CPM_residua(cp.Model(x >= 0))
        solver.minimize(objective)
        assert solver.solve() and solver.objective_value() == least, objective
        solver.maximize(objective)
        assert solver.solve() and solver.objective_value() == greatest, objective
        assert objective.value() == greatest
    with pytest.raises(NotSupportedError, match="integers only"):
        CPM_residua().minimize(1.5)


def test_time_limit_on_the_way_to_an_optimum() -> None:
    generator = random.Random(5)
    x = cp.boolvar(shape=60)
    weights = [[generator.randint(1, 100) for _ in range(60)] for _ in range(6)]
    limits = [cp.sum(x * row) <= sum(row) // 2 for row in weights]
    model = cp.Model(limits, maximize=cp.sum(x * [generator.randint(1, 100) for _ in range(60)]))
    seen: list[int] = []
    begin = time.perf_counter()
    assert model.solve(solver="residua", time_limit=0.5, display=lambda: seen.append(model.objective_value()))
    assert time.perf_counter() - begin < 5
    assert model.status().exitstatus == ExitStatus.FEASIBLE
    assert seen and seen == sorted(set(seen)) and seen[-1] == model.objective_value()


def test_no_answer_within_the_limit() -> None:
    # Random clauses of three, far too many to be satisfied.
    generator = random.Random(3)
    x = cp.boolvar(shape=80)
    clauses = [[v if generator.random() < 0.5 else ~v for v in generator.sample(list(x), 3)] for _ in range(480)]
    solver = CPM_residua(cp.Model([cp.any(clause) for clause in clauses]))
    assert not solver.solve(failures=3)
    assert solver.status().exitstatus == ExitStatus.UNKNOWN and x[0].value() is None
    assert not solver.solve(assumptions=[cp.boolvar()], failures=3)
    assert solver.status().exitstatus == ExitStatus.UNKNOWN
    solver.maximize(cp.sum(x))
    assert not solver.solve(failures=3) and solver.solveAll(failures=3) == 0
    assert solver.status().exitstatus == ExitStatus.UNKNOWN
    for limit in (0, -1):
        with pytest.raises(ValueError, match="time limit"):
            solver.solve(time_limit=limit)
        with pytest.raises(ValueError, match="time limit"):
            solver.solveAll(time_limit=limit)


def test_options_of_the_search() -> None:
    x = cp.intvar(0, 9, shape=4)
    solver = CPM_residua(cp.Model(cp.AllDifferent(x)))
    assert solver.solve(branch=[(x, "input", "descending")], consistency="bounds", learn="off")
    assert list(x.value()) == [9, 8, 7, 6]
    with pytest.raises(TypeError):
        solver.solve(no_such_option=1)


def test_assumptions_and_cores() -> None:
    x = cp.intvar(0, 9, shape=3)
    b = cp.boolvar(shape=4)
    solver = CPM_residua()
    solver += [b[0].implies(x[0] > x[1]), b[1].implies(x[1] > x[2]), b[2].implies(x[2] >= x[0]), (~b[3]).implies(x[0] == 5)]
    assert solver.solve(assumptions=[b[0], b[1], ~b[3]]) and x[0].value() == 5 and b[0].value() is True
    with pytest.raises(ValueError, match="core"):
        solver.get_core()
    assert not solver.solve(assumptions=list(b)) and solver.status().exitstatus == ExitStatus.UNSATISFIABLE
    assert {v.name for v in solver.get_core()} == {v.name for v in b[:3]}
    # A core stands until the next call.
    assert solver.solve() and solver.solve(assumptions=[])
    with pytest.raises(ValueError, match="core"):
        solver.get_core()
    # What is assumed is part of the core as it was given; the model is left as it was.
    assert not solver.solve(assumptions=(v for v in [b[3], ~b[3]]))
    assert {str(v) for v in solver.get_core()} == {str(b[3]), str(~b[3])}
    solver.maximize(x[0])
    assert solver.solve(assumptions=[~b[3]]) and solver.objective_value() == 5
    assert not solver.solve(assumptions=list(b[:3])) and len(solver.get_core()) == 3
    assert solver.solve() and solver.objective_value() == 9
    solver += ~b[0]
    assert not solver.solve(assumptions=[b[0]]) and [str(v) for v in solver.get_core()] == [str(b[0])]


def test_smallest_unsatisfiable_sets() -> None:
    x = cp.intvar(0, 9, shape=3, name="x")
    soft = [x[0] < x[1], x[1] < x[2], x[2] < x[0], x[0] != 4, cp.AllDifferent(x)]
    found = CPM_residua.mus_native(soft)
    assert [str(c) for c in found] == [str(c) for c in soft[:3]]
    hard = [x[2] == 3]
    found = CPM_residua.mus_native([x[0] > 5, (x[0] < x[2]) & (x[1] == 1), x[1] > 0], hard)
    assert [str(c) for c in found] == [str(x[0] > 5), str((x[0] < x[2]) & (x[1] == 1))]
    found = CPM_residua.mus_native([cp.Count([6 // x[0], 2], 2) > 1, x[0] == 0, x[1] == 0])
    assert len(found) == 2
    with pytest.raises(ValueError, match="have a solution"):
        CPM_residua.mus_native(soft[:2])
    from cpmpy.tools.explain import mus

    assert len(mus(soft, solver="residua")) == 3


def test_hints() -> None:
    x = cp.intvar(0, 9, shape=4)
    solver = CPM_residua(cp.Model(cp.AllDifferent(x), cp.sum(x) == 20))
    solver.solution_hint(x, [8, 1, 2, 9])
    assert solver.solve() and list(x.value()) == [8, 1, 2, 9]
    # One that clashes, and values that no variable has: what is left counts.
    solver.solution_hint([x[0], x[1], x[2]], [7, 20, 7])
    assert solver.solve() and sum(x.value()) == 20
    solver.solution_hint([x[2]], [6])
    seen = []
    solver.minimize(x[0])
    assert solver.solve(display=lambda: seen.append(x[2].value())) and solver.objective_value() == 0
    assert seen[0] == 6 and solver.status().exitstatus == ExitStatus.OPTIMAL
    # The best solution is the hint itself.
    solver.solution_hint(x, [0, 3, 8, 9])
    assert solver.solve() and list(x.value()) == [0, 3, 8, 9] and solver.status().exitstatus == ExitStatus.OPTIMAL
    solver += x[0] > 9
    assert not solver.solve() and solver.status().exitstatus == ExitStatus.UNSATISFIABLE
    with pytest.raises(ValueError, match="2 variables and 1 values"):
        solver.solution_hint(x[:2], [1])


def test_constraints_are_added_between_searches() -> None:
    x = cp.intvar(0, 3, shape=2)
    solver = CPM_residua()
    solver += x[0] + x[1] == 3
    assert solver.solveAll() == 4
    solver += [x[0] > 0, [x[1] > 0]]
    assert solver.solveAll() == 2
    z = cp.intvar(5, 6)
    solver += cp.any([x[0] == z, z == 6])
    assert solver.solveAll() == 2 and z.value() == 6
    solver += True
    assert solver.solve()
    solver += [np.False_]
    assert not solver.solve()


def test_models_and_their_copies() -> None:
    x = cp.intvar(0, 3, shape=2)
    model = cp.Model(x[0] < x[1], maximize=x[0])
    solver = CPM_residua(model)
    assert solver.solve() and solver.objective_value() == 2
    copy = model.copy()
    copy += x[1] < 3
    assert copy.solve(solver="residua") and copy.objective_value() == 1
    assert model.solve(solver="residua") and model.objective_value() == 2
    assert isinstance(solver.native_model, rs.Model) and len(solver.native_model.variables) == 2
    # Constraints that speak of no variable, and variables that no constraint speaks of.
    assert cp.Model().solve(solver="residua") and cp.Model(cp.BoolVal(True)).solveAll(solver="residua") == 1
    assert not cp.Model(cp.AllDifferent(1, 1)).solve(solver="residua")


def test_large_domains_and_numbers() -> None:
    x, y = cp.intvar(-(2**31) + 2, 2**31 - 2, shape=2)
    model = cp.Model(x - y == 2**31 + 5, x <= 10)
    assert model.solve(solver="residua") and x.value() - y.value() == 2**31 + 5
    assert cp.Model(cp.InDomain(x, [2**40, -7])).solveAll(solver="residua") == 1 and x.value() == -7
    assert not cp.Model(x == 2**40).solve(solver="residua")
    wide = cp.intvar(0, 2**31, name="wide")
    with pytest.raises(NotSupportedError, match=r"wide in 0\.\.2147483648: .*32 bits"):
        cp.Model(wide > 0).solve(solver="residua")
    with pytest.raises(NotSupportedError, match="32 bits"):
        cp.Model(x * x * x == 1).solve(solver="residua")
    with pytest.raises(NotSupportedError, match="64 bits"):
        cp.Model(x == 2**70).solve(solver="residua")


def test_constants_that_are_no_integers_are_refused() -> None:
    x = cp.intvar(0, 3)
    assert cp.Model(x == 2.0).solve(solver="residua")
    with pytest.raises(TypeError, match="integers only"):
        cp.Model(x <= 2.5).solve(solver="residua")


def test_functions_of_residua_as_direct_constraints() -> None:
    x = cp.intvar(0, 3, shape=4)
    solver = CPM_residua()
    solver += cp.DirectConstraint("subcircuit", (x,))
    solver += [x[0] == 0, cp.DirectConstraint("sliding_sum", (x, 2, 0, 5), novar=[1, 2, 3])]
    assert solver.solve() and x[0].value() == 0
    # Three cycles of two, two of three, and none at all; less those with two neighbours that are 3 and 3 or less.
    expected = [v for v in itertools.permutations(range(4)) if v[0] == 0 and all(v[i] + v[i + 1] <= 5 for i in range(3))]
    assert solver.solveAll() == len(expected)


def test_a_global_constraint_of_the_user_is_decomposed() -> None:
    class Between(cp.expressions.globalconstraints.GlobalConstraint):  # type: ignore[misc, name-defined]
        def __init__(self, low: Any, x: Any, high: Any) -> None:
            super().__init__("between", (low, x, high))

        def decompose(self) -> Any:
            low, x, high = self.args
            middle = cp.intvar(-5, 5)
            return [low < middle, middle < high], [middle == x]

    assert cp.Model(Between(X, Y, Z)).solveAll(solver="residua") == 4
    assert cp.Model(~Between(X, Y, Z)).solveAll(solver="residua") == 60
    assert cp.Model(Between(X, 3 // Y, Z)).solveAll(solver="residua") == len(
        [1 for x, y, z in itertools.product(range(-1, 3), repeat=3) if y and x < int(3 / y) < z]
    )


def test_solver_variables() -> None:
    solver = CPM_residua()
    assert solver.solver_var(X) is solver.solver_var(X) and solver.solver_var(A) is solver.solver_var(A)
    assert repr(solver.solver_var(~A)) == "-a + 1" and solver.solver_var(~A) is solver.solver_var(~A)
    assert solver.solver_vars([X, [3, np.int64(4)]])[1] == [3, 4]
    with pytest.raises(NotImplementedError):
        solver.solver_var(X + Y)
