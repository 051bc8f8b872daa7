"""Searches of models: solutions, optima, limits, options, callbacks and threads."""

import itertools
import threading

import pytest
from model_cases import queens

import residua_cp as rs


@pytest.mark.parametrize("n, count", [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92)])
def test_queens(n, count):
    model, x = queens(n)
    solutions = list(model.solutions())
    assert len(set(solutions)) == len(solutions) == count == model.count()
    for solution in solutions:
        row = [solution[x[i]] for i in range(n)]
        assert len({a + i for i, a in enumerate(row)}) == len({a - i for i, a in enumerate(row)}) == n


def test_optimisation_hands_out_each_improvement():
    model = rs.Model()
    x = model.int_vars("x", 3, 0, 9)
    model.add(rs.sum(x) >= 12, rs.all_different(x))
    better = model.minimize(5 * x[0] + 3 * x[1] + 4 * x[2])
    values = [value for value, _ in better]
    assert values == sorted(values, reverse=True) and values
    best = min(5 * a + 3 * b + 4 * c for a, b, c in itertools.permutations(range(10), 3) if a + b + c >= 12)
    assert (better.status, better.value, better.bound, better.outcome) == ("optimal", best, best, "exhausted")
    greatest = model.maximize(x[0] - x[1])
    seen = []
    solution = greatest.best(on_solution=lambda value, solution: seen.append(value))
    assert solution[x[0] - x[1]] == greatest.value == 9 and seen[-1] == 9
    model.add(x[0] > 9)
    none = model.minimize(x[0])
    assert none.best() is None and none.status == "infeasible" and none.value is None


def test_an_objective_may_leave_32_bits():
    model = rs.Model()
    x = model.int_var("x", 0, 2_000_000_000)
    greatest = model.maximize(100_000_000 * x)
    greatest.best()
    assert greatest.value == 2 * 10**17


def test_limits_are_results():
    model, x = queens(12)
    some = model.solutions(limit=3)
    assert len(list(some)) == 3 and some.outcome == "solutions"
    few = model.solutions(nodes=5, learn="off")
    list(few)
    assert few.outcome == "nodes"
    hard = rs.Model()
    y = hard.int_vars("y", 12, 0, 84)
    hard.add(rs.strictly_increasing(y), rs.all_different(y[j] - y[i] for i in range(12) for j in range(i + 1, 12)))
    late = hard.solutions(time=0.15)
    assert list(late) == [] and late.outcome == "time"
    assert hard.inspect("exact", time=0.1).verdict == "unknown"
    count = hard.count(time=0.1)
    assert count == 0 and not count.is_exact and count.reason
    assert hard.conflict(time=0.1) is not None
    assert hard.why(y[0] == 3, time=0.1).answer in ("unknown", "never")
    statistics = []
    list(hard.solutions(time=0.2, progress=statistics.append))
    assert statistics and statistics[-1]["nodes"] >= statistics[0]["nodes"]


def test_an_iterator_is_a_context_manager_and_can_be_closed():
    model, _ = queens(8)
    with model.solutions() as solutions:
        next(solutions)
    assert list(solutions) == [] and solutions.outcome == "closed"


def test_an_error_in_a_callback_is_raised():
    hard = rs.Model()
    y = hard.int_vars("y", 12, 0, 84)
    hard.add(rs.strictly_increasing(y), rs.all_different(y[j] - y[i] for i in range(12) for j in range(i + 1, 12)))

    def fails(statistics):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        list(hard.solutions(progress=fails))
    model, x = queens(6)
    with pytest.raises(ZeroDivisionError):
        model.minimize(x[0]).best(on_solution=lambda *_: 1 // 0)


def test_search_options_change_no_solution():
    model, x = queens(6)
    expected = sorted(s.values for s in model.solutions())
    for options in (
        {"learn": "on"},
        {"learn": "off", "consistency": "value"},
        {"branch": [(x, "dom_wdeg", "descending"), (x[:2], "input", "median")], "restarts": "luby"},
        {"consistency": "bounds", "branch": [(x, "first_fail", "bisect")]},
    ):
        assert sorted(s.values for s in model.solutions(**options)) == expected
    projected = [s[x[0]] for s in model.solutions(over=[x[0]])]
    assert sorted(projected) == sorted({values[0] for values in expected})


def test_models_may_be_searched_by_several_threads():
    found = []

    def work():
        model, _ = queens(8)
        found.append(model.count())

    threads = [threading.Thread(target=work) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert found == [92] * 4
    model, _ = queens(8)
    iterator = model.solutions()
    seen = []
    threads = [threading.Thread(target=lambda: seen.extend(iterator)) for _ in range(3)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert len(seen) == len(set(seen)) == 92
