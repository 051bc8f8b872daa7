"""Expressions and arrays of models: what operators mean, and what is said of wrong ones."""

import itertools
import pickle
import random

import pytest
from conftest import CASES, require
from model_cases import random_condition

import residua_cp as rs


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


def test_numpy_functions_give_expressions_and_arrays_of_them():
    numpy = require("numpy")
    model = rs.Model()
    x, y = model.int_vars("x", 3, 0, 5), model.int_vars("y", 3, 0, 5)
    w = numpy.array([1, 2, 3])
    for product in (w @ x, x @ w, numpy.dot(w, x), (w * x).sum(), numpy.sum(w * x), rs.scalar_product(w, x)):
        assert isinstance(product, rs.Expression) and repr(product) == "x[0] + 2·x[1] + 3·x[2]"
    model.add(w @ x == 14, numpy.concatenate([x, y]) >= 1, numpy.stack([x, y]) <= 4)
    model.add(x[0] <= numpy.array([3, 4]), rs.array([y[0] + 1, y[1]]) != numpy.array([3, 3]), rs.array(numpy.array(list(y))) < 4)
    model.add(y.max() == 3, y.min() == 1, (y > 1).any(), (x > 0).all(), (x > 2).implies(y > 1))
    solution = model.solve()
    a, b = solution[x], solution[y]
    assert (a * w).sum() == 14 and a[0] <= 3 and b[0] != 2 and b[1] != 3 and b.max() == 3 and b.min() == 1
    assert solution[{"all": x, "first": y[0]}]["first"] == b[0]
    assert model.minimize(w @ y).best() is not None
    with pytest.raises(TypeError, match="rs.array"):
        numpy.array(list(x)) >= 3


def test_expressions_over_several_models_are_refused_and_not_printed():
    model, other = rs.Model(), rs.Model()
    x, y = model.int_var("x", 0, 5), other.int_var("y", 0, 3)
    assert "not of one model" in repr(x + y) and "not of one model" in repr(x < y)
    for call in (
        lambda: model.add(x < y),
        lambda: model.why(y == 1),
        lambda: model.inspect()[y],
        lambda: model.residual()[y],
        lambda: model.marginals()[y],
        lambda: model.minimize(y),
        lambda: model.assume(y == 1),
        lambda: model.possible(y),
    ):
        with pytest.raises(rs.ModelError, match="model"):
            call()
    copied = model.copy()
    copied.add(x == 1)
    assert copied.solve()[x] == 1 and copied.inspect()[x].value == 1


def test_domains_of_variables_are_not_listed():
    x = rs.Model().int_var("x", 0, 2_000_000_000)
    assert len(x.domain) == 2_000_000_001 and 7 in x.domain and x.ranges == [(0, 2_000_000_000)]


def test_the_best_solution_is_kept():
    model = rs.Model()
    x = model.int_var("x", 0, 5)
    better = model.maximize(x)
    assert [value for value, _ in better] == [5] and better.best()[x] == better.best()[x] == 5
    with pytest.raises(TypeError, match="to_dict"):
        pickle.dumps(model.solve())
