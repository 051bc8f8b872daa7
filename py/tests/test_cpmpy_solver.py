"""The solver of CPMpy: solutions, optima, limits, statuses, assumptions, hints and copies."""

from __future__ import annotations

import itertools
import random
import time
from typing import Any

import pytest
from cpmpy_cases import IS_NEW, A, X, Y, cp

import numpy as np
from cpmpy.exceptions import NotSupportedError
from cpmpy.solvers.solver_interface import ExitStatus

import residua_cp as rs
import residua_cp.cpmpy
from residua_cp.cpmpy import CPM_residua


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


def test_solver_variables() -> None:
    solver = CPM_residua()
    assert solver.solver_var(X) is solver.solver_var(X) and solver.solver_var(A) is solver.solver_var(A)
    assert repr(solver.solver_var(~A)) == "-a + 1" and solver.solver_var(~A) is solver.solver_var(~A)
    assert solver.solver_vars([X, [3, np.int64(4)]])[1] == [3, 4]
    with pytest.raises(NotImplementedError):
        solver.solver_var(X + Y)
