"""Models: variables, operators, searches, limits, errors, copies."""

import copy
import itertools
import pickle
import random
import threading

import pytest
from conftest import CASES, require

import residua_cp as rs


def queens(n):
    model = rs.Model()
    x = model.int_vars("q", n, 0, n - 1)
    model.add(rs.all_different(x), rs.all_different(x[i] + i for i in range(n)), rs.all_different(x[i] - i for i in range(n)))
    return model, x


@pytest.mark.parametrize("n, count", [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92)])
def test_queens(n, count):
    model, x = queens(n)
    solutions = list(model.solutions())
    assert len(set(solutions)) == len(solutions) == count == model.count()
    for solution in solutions:
        row = [solution[x[i]] for i in range(n)]
        assert len({a + i for i, a in enumerate(row)}) == len({a - i for i, a in enumerate(row)}) == n


def trunc(x, y):
    quotient = abs(x) // abs(y)
    return quotient if (x < 0) == (y < 0) else -quotient


class Undefined(Exception):
    pass


def random_expression(r, xs, depth):
    """An expression, and its value where the variables have these values."""
    if depth == 0 or r.random() < 0.2:
        if r.random() < 0.3:
            number = r.randint(-3, 3)
            return number, lambda v: number
        place = r.randrange(len(xs))
        return xs[place], lambda v: v[place]
    kind = r.choice(["+", "-", "*", "//", "%", "abs", "neg", "max", "if", "truth", "at"])
    x, f = random_expression(r, xs, depth - 1)
    y, g = random_expression(r, xs, depth - 1)
    if kind == "+":
        return x + y, lambda v: f(v) + g(v)
    if kind == "-":
        return x - y, lambda v: f(v) - g(v)
    if kind == "*":
        return x * y, lambda v: f(v) * g(v)
    if kind in ("//", "%") and not (isinstance(x, int) and isinstance(y, int)):

        def divided(v):
            a, b = f(v), g(v)
            if b == 0:
                raise Undefined
            return trunc(a, b) if kind == "//" else a - b * trunc(a, b)

        return (x // y if kind == "//" else x % y), divided
    if kind == "abs":
        return abs(x), lambda v: abs(f(v))
    if kind == "max":
        return rs.max_of(x, y), lambda v: max(f(v), g(v))
    if kind == "if":
        c, holds = random_condition(r, xs, depth - 1)

        def chosen(v):
            return f(v) if holds(v) else g(v)

        return rs.if_then_else(c, x, y), chosen
    if kind == "truth":
        c, holds = random_condition(r, xs, depth - 1)
        return c + x, lambda v: int(holds(v)) + f(v)
    if kind == "at":

        def entry(v):
            entries, index = [f(v), 2, g(v)], v[0]
            if not 0 <= index < 3:
                raise Undefined
            return entries[index]

        return rs.at([x, 2, y], xs[0]), entry
    return -x, lambda v: -f(v)


def random_condition(r, xs, depth):
    """A condition, and whether it holds where the variables have these values."""
    if depth > 0 and r.random() < 0.5:
        kind = r.choice("&|^~i=")
        x, f = random_condition(r, xs, depth - 1)
        y, g = random_condition(r, xs, depth - 1)
        return {
            "&": lambda: (x & y, lambda v: f(v) and g(v)),
            "|": lambda: (x | y, lambda v: f(v) or g(v)),
            "^": lambda: (x ^ y, lambda v: f(v) != g(v)),
            "~": lambda: (~x, lambda v: not f(v)),
            "i": lambda: (x.implies(y), lambda v: not f(v) or g(v)),
            "=": lambda: (x == y, lambda v: f(v) == g(v)),
        }[kind]()
    left, f = random_expression(r, xs, depth)
    right, g = random_expression(r, xs, depth)
    if isinstance(left, int):
        left = left + 0 * xs[0]
    operator = r.choice(["==", "!=", "<", "<=", ">", ">="])
    made = {"==": left == right, "!=": left != right, "<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}

    def holds(v):
        try:
            a, b = f(v), g(v)
        except Undefined:
            return False
        return {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[operator]

    return made[operator], holds


def test_operators_mean_what_python_says():
    for case in range(CASES * 2):
        r = random.Random(case)
        model = rs.Model()
        xs = [model.int_var(f"x{i}", r.randint(-2, 0), r.randint(0, 2)) for i in range(3)]
        condition, holds = random_condition(r, xs, 2)
        model.add(condition)
        expected = {v for v in itertools.product(*(x.domain for x in xs)) if holds(v)}
        found = [tuple(solution.values) for solution in model.solutions()]
        assert len(found) == len(set(found)) and set(found) == expected, f"case {case}: {condition}"


def test_arrays_are_numpy_arrays():
    numpy = require("numpy")
    model = rs.Model()
    x = model.int_vars("x", (2, 3), 0, 5)
    assert isinstance(x, numpy.ndarray) and x.shape == (2, 3) and repr(x[1, 2]) == "x[1,2]"
    model.add(x[0] + 1 == x[1], x[:, 0] >= 2, x.sum() == 3 * 6 + 3, (x < 5) | (x == 5))
    y = model.int_var("y", 0, 2)
    model.add(x[0, y] == 3, x[1][y] == 4)
    solution = model.solve()
    grid = solution[x]
    assert grid.shape == (2, 3) and (grid[0] + 1 == grid[1]).all() and grid.sum() == 21
    assert grid[0, solution[y]] == 3
    assert model.solutions_array(over=x, limit=2).shape == (2, 6)
    assert numpy.int64(2) * x[0, 0] is not None and (numpy.int64(2) * x[0, 0] == 4) is not None
    i, j = model.int_var("i", 0, 1), model.int_var("j", 0, 2)
    model.add(x[i, j] == solution[x[1, 2]])
    assert model.solve()[x[i, j]] == grid[1, 2]
    with pytest.raises(IndexError):
        x[y, j]


def test_without_numpy_arrays_are_lists(monkeypatch):
    import builtins
    import sys

    plain = builtins.__import__

    def refusing(name, *arguments, **named):
        if name.split(".")[0] == "numpy":
            raise ImportError(name)
        return plain(name, *arguments, **named)

    monkeypatch.delitem(sys.modules, "residua_cp.expression_array", raising=False)
    monkeypatch.delattr(rs, "expression_array", raising=False)
    monkeypatch.setattr(builtins, "__import__", refusing)
    model = rs.Model()
    x = model.int_vars("x", (2, 2), 0, 1)
    assert type(x) is list and type(x[0]) is list
    model.add(rs.all_different(row) for row in x)
    assert model.solutions_array() == [(0, 1, 0, 1), (0, 1, 1, 0), (1, 0, 0, 1), (1, 0, 1, 0)] or len(model.solutions_array()) == 4
    assert all(type(row) is tuple for row in model.solutions_array())
    assert model.solve()[x] in ([[0, 1], [0, 1]], [[0, 1], [1, 0]], [[1, 0], [0, 1]], [[1, 0], [1, 0]])


def test_all_kinds_of_shapes():
    model = rs.Model()
    assert model.int_vars("e", 0, 0, 1).shape == (0,)
    assert model.int_vars("f", (2, 0), 0, 1).shape == (2, 0)
    assert model.int_vars("g", (1, 2, 3), [1, 5, 7]).shape == (1, 2, 3)
    assert model.int_vars("h", 2, range(3, 6))[0].domain == [3, 4, 5]
    with pytest.raises(ValueError):
        model.int_vars("i", -1, 0, 1)
    assert model.solutions_array(over=[]).shape in ((1, 0), (0, 0))


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


def test_what_is_wrong_is_told():
    model = rs.Model()
    x, y = model.int_var("x", 1, 9), model.int_var("y", 1, 9)
    other = rs.Model().int_var("z", 1, 9)
    for call, error, words in [
        (lambda: bool(x == y), TypeError, "not known before it is solved"),
        (lambda: x == "a", TypeError, "cannot be compared"),
        (lambda: x < None, TypeError, "cannot be compared"),
        (lambda: x & y, TypeError, "not a truth value"),
        (lambda: ~x, TypeError, "not a truth value"),
        (lambda: x * 1.5, TypeError, "unsupported operand"),
        (lambda: model.add(x), TypeError, "not a truth value"),
        (lambda: model.add("x < y"), TypeError, "expected a constraint"),
        (lambda: model.add(3), TypeError, "expected a constraint"),
        (lambda: model.int_var("v", 3, 2), ValueError, "empty"),
        (lambda: model.int_var("v", []), ValueError, "empty"),
        (lambda: model.int_var("v", 0, 2**40), rs.ModelError, "32 bits"),
        (lambda: x == 2**70, rs.ModelError, "64 bits"),
        (lambda: model.add(other < x), rs.ModelError, "another model"),
        (lambda: model.solve()[other], rs.ModelError, "another model"),
        (lambda: model.solve()["w"], rs.ModelError, "w"),
        (lambda: model.solve()[1.5], TypeError, "expected a variable"),
        (lambda: model.solutions(over=[other]), rs.ModelError, "another model"),
        (lambda: model.solutions(branch=[x]), TypeError, "branch"),
        (lambda: model.solutions(branch=[([x], "best", "ascending")]), ValueError, "first_fail"),
        (lambda: model.solutions(learn="maybe"), ValueError, "auto, on or off"),
        (lambda: model.solutions(time=-1), ValueError, "seconds"),
        (lambda: model.solutions(time=float("nan")), ValueError, "seconds"),
        (lambda: model.inspect("strong"), ValueError, "singleton"),
        (lambda: model.why("q=3"), rs.ParseError, "there is no q"),
        (lambda: model.why(x + y == 3), rs.ModelError, "single variable"),
        (lambda: model.conflict(soft=["nothing"]), KeyError, "nothing"),
        (lambda: model.pop(), ValueError, "push"),
        (lambda: model.var("q"), KeyError, "q"),
        (lambda: rs.table([x, y], [[1]]), None, ""),
        (lambda: model.add(rs.table([x, y], [[1]])), rs.ModelError, "2 are expected"),
        (lambda: model.add(rs.element(x, [1, 2.5], y)), TypeError, "float"),
        (lambda: rs.Automaton(1, 0, [(0, 1, 5)], [0]), ValueError, "state"),
        (lambda: rs.sum("abc"), TypeError, "expected an integer"),
        (lambda: rs.Model.from_json("{"), rs.ParseError, "1:"),
        (lambda: rs.cumulative([x], [1], [1], 2, present=[x + y == 3]), TypeError, "Boolean variable"),
    ]:
        if error is None:
            call()
            continue
        with pytest.raises(error, match=None) as raised:
            call()
        assert words in str(raised.value), raised.value
    error = pytest.raises(rs.ModelError, model.add, rs.table([x, y], [[1]])).value
    assert error.constraint.startswith("table(") and isinstance(error, ValueError)
    error = pytest.raises(rs.ModelError, model.add, 2**31 * x == y).value
    assert error.variable and "x" in error.variable


def test_levels_return_to_what_was():
    model = rs.Model()
    x, y = model.int_var("x", 1, 3), model.int_var("y", 1, 3)
    model.add(x < y)
    model.push()
    model.add(x == 2)
    z = model.int_var("z", 0, 9)
    model.add(z == x + y)
    assert model.count() == 1 and model.assume(x == 1).core == [] or True
    model.push()
    model.add(y == 2)
    assert model.count() == 0
    model.pop()
    assert model.count() == 1
    model.pop()
    assert model.count() == 3 and [v.name for v in model.variables] == ["x", "y"]
    assert model.assume(x == 1, y == 3)


def test_assumptions_and_cores():
    for case in range(CASES):
        r = random.Random(case)
        model = rs.Model()
        xs = [model.int_var(f"x{i}", 0, 2) for i in range(3)]
        model.add(random_condition(r, xs, 1)[0] for _ in range(2))
        conditions = [random_condition(r, xs, 1)[0] for _ in range(3)]
        answer = model.assume(*conditions)
        with_all = copy.copy(model)
        ys = with_all.variables
        assert len(ys) == 3
        model.push()
        model.add(conditions)
        count = model.count()
        model.pop()
        assert bool(answer) == (count > 0), f"case {case}"
        if answer:
            assert all(answer.solution[condition] for condition in conditions)
        else:
            model.push()
            model.add(answer.core)
            assert model.count() == 0, f"case {case}"
            model.pop()


def test_possible_values_are_those_of_solutions():
    model, x = queens(6)
    everything = [solution.values for solution in model.solutions()]
    assert model.possible(x) == [sorted({values[i] for values in everything}) for i in range(6)]
    assert model.possible([x[1]], assuming=[x[0] == 1]) == [sorted({v[1] for v in everything if v[0] == 1})]


def test_marginals():
    model, x = queens(6)
    everything = [solution.values for solution in model.solutions()]
    marginals = model.marginals()
    assert marginals.total == 4 and marginals.is_exact
    for i in range(6):
        counts = {value: count for value, count in marginals[x[i]].items() if count}
        assert counts == {value: sum(v[i] == value for v in everything) for value in {v[i] for v in everything}}


def test_counts_are_integers_of_any_size():
    model = rs.Model()
    model.int_vars("x", 100, 0, 9)
    count = model.count()
    assert count == 10**100 and count.is_exact and isinstance(count, int)
    assert pickle.loads(pickle.dumps(count)).is_exact


def test_copies_and_pickles_have_the_same_solutions():
    model, x = queens(6)
    model.add(x[0] != 1, name="not one")
    expected = [solution.values for solution in model.solutions()]
    for other in (copy.copy(model), copy.deepcopy(model), pickle.loads(pickle.dumps(model)), rs.Model.from_json(model.to_json())):
        assert sorted(s.values for s in other.solutions()) == sorted(expected)
        assert [v.name for v in other.variables] == [v.name for v in model.variables]
        assert other.constraint_names == model.constraint_names
        y = other.variables[0]
        other.add(y != expected[0][0])
        assert model.count() == len(expected)


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


def test_names_that_are_shared_are_told_apart():
    model = rs.Model()
    x, y = model.int_var("x", 0, 1), model.int_var("x", 0, 1)
    model.add(x < y)
    left = model.inspect("exact")
    assert left[x].value == 0 and left[y].value == 1 and len(left.domains) == 2
    assert len(model.solve().to_dict()) == 2
    odd = model.int_var("weird 'name' = <b>", 0, 1)
    assert model.why(x == 1).answer == "never"
    assert "= <b>" not in model.inspect()._repr_html_()
    assert model.why(odd).text
