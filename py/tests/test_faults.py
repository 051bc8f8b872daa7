"""What once went wrong: each fault, and what is alike."""

import gc
import itertools
import pickle
import sys
import threading
import time
import weakref

import pytest
from conftest import require

import residua_cp as rs


def small():
    model = rs.Model()
    return model, model.int_var("x", 1, 3), model.int_var("y", 1, 3)


@pytest.mark.parametrize("factor", [2**31, 2**40, -(2**31), 2**62, 3 * 2**30])
def test_factors_beyond_32_bits_are_kept_or_refused(factor):
    """In products and arguments a term with such a factor was left out."""
    makes = [
        (lambda x, y: (factor * x) * y == 0, lambda a, b: factor * a * b == 0),
        (lambda x, y: y * (factor * x + 5) == 5, lambda a, b: b * (factor * a + 5) == 5),
        (lambda x, y: rs.all_different(factor * x, 0, y), lambda a, b: len({factor * a, 0, b}) == 3),
        (lambda x, y: rs.all_equal(factor * x, y - 1), lambda a, b: factor * a == b - 1),
        (lambda x, y: rs.in_set(factor * x + 2, [2]), lambda a, b: factor * a + 2 == 2),
        (lambda x, y: rs.table([factor * x, y], [(0, 1)]), lambda a, b: (factor * a, b) == (0, 1)),
        (lambda x, y: rs.count([factor * x, y], 0, 1), lambda a, b: [factor * a, b].count(0) == 1),
        (lambda x, y: rs.maximum([factor * x, y], y), lambda a, b: max(factor * a, b) == b),
        (lambda x, y: factor * x == y, lambda a, b: factor * a == b),
        (lambda x, y: rs.sum(factor * x, y) <= 2, lambda a, b: factor * a + b <= 2),
        (lambda x, y: abs(factor * x) == y, lambda a, b: abs(factor * a) == b),
        (lambda x, y: rs.max_of(factor * x, y) == y, lambda a, b: max(factor * a, b) == b),
    ]
    for number, (make, means) in enumerate(makes):
        model, x, y = small()
        try:
            model.add(make(x, y))
        except rs.ModelError:
            continue
        expected = sum(means(a, b) for a, b in itertools.product((1, 2, 3), repeat=2))
        assert model.count() == expected, f"constraint {number}"
    model, x, y = small()
    try:
        best = model.maximize((factor * x) * y)
        best.best()
    except rs.ModelError:
        return
    assert best.value == max(factor * a * b for a, b in itertools.product((1, 2, 3), repeat=2))


def test_numbers_beyond_64_bits_are_refused():
    model, x, _ = small()
    with pytest.raises(rs.ModelError, match="64 bits"):
        x * 2**62 * 2**62
    with pytest.raises(rs.ModelError, match="64 bits"):
        (x + 2**62) * 4


def test_expressions_that_nest_too_deep_are_refused():
    """They counted as their constant."""
    model, x, y = small()
    with pytest.raises(rs.ModelError, match="deep|nest"):
        expression = x
        for _ in range(1000):
            expression = abs(expression - 1) + 1
    with pytest.raises(rs.ModelError, match="deep|nest"):
        condition = x == 1
        for _ in range(5000):
            condition = condition.iff(y == 2)
    with pytest.raises(rs.ModelError, match="terms"):
        for _ in range(140):
            x = x + x


def test_a_return_during_a_question_is_not_answered_from_before():
    model = rs.Model()
    y, q = model.int_var("y", 0, 9), model.int_vars("q", 200, 0, 199)
    model.add(rs.all_different(q))
    model.add(q[i] + q[i + 1] != i for i in range(199))
    for _ in range(3):
        model.push()
        model.add(y == 3)
        thread = threading.Thread(target=lambda: model.assume(y == 3))
        thread.start()
        time.sleep(0.003)
        model.pop()
        thread.join()
        model.push()
        model.add(y == 5)
        assert model.assume().solution[y] == 5
        model.pop()


def test_variables_that_are_gone_are_refused():
    """They were taken for those with the same numbers."""
    model = rs.Model()
    x = model.int_var("x", 0, 1)
    model.push()
    z = model.int_var("z", 0, 5)
    model.pop()
    w = model.int_var("w", 4, 4)
    solution = model.solve()
    for call in (
        lambda: solution[z],
        lambda: solution[z + 1],
        lambda: solution[z == 4],
        lambda: solution[[x, z]],
        lambda: model.marginals()[z],
        lambda: model.inspect()[z],
        lambda: model.residual()[z],
        lambda: model.why(z),
        lambda: model.why(z == 1),
        lambda: z.name,
        lambda: z.domain,
        lambda: z.bounds,
        lambda: model.add(z == 1),
        lambda: model.solutions(over=[z]),
        lambda: model.solutions(branch=[([z], "input", "ascending")]),
        lambda: model.possible([z]),
        lambda: model.solutions_array([z]),
        lambda: model.assume(z == 1),
        lambda: model.minimize(z),
    ):
        with pytest.raises(rs.ModelError):
            call()
    assert solution[w] == 4 and "not of one model" in repr(z)
    one, other = rs.Model(), rs.Model()
    a, b = one.int_var("a", 0, 1), other.int_var("b", 5, 9)
    with pytest.raises(rs.ModelError):
        one.solve()[a + b]


def test_only_numbers_and_expressions_are_indices():
    numpy = require("numpy")
    model = rs.Model()
    x, v = model.int_vars("x", (2, 3), 0, 9), model.int_var("v", 0, 1)
    for index in ((v, ...), (v, [0, 1]), (v, None), (v, True), (v, slice(None))):
        with pytest.raises(IndexError):
            x[index]
    assert isinstance(x[v, numpy.int64(1)], rs.Expression)


def test_marks_and_trust_of_puzzles_are_kept():
    text = "12 1234 1234 1234\n" + "\n".join([" ".join(["1234"] * 4)] * 3)
    puzzle = rs.Puzzle(text, trust="marks")
    assert puzzle.count() == 144 == rs.Puzzle.read_all(text, trust="marks")[0].count()
    copied = pickle.loads(pickle.dumps(puzzle))
    assert copied.count() == 144 and copied == puzzle and copied != rs.Puzzle(text)


def test_values_of_numpy():
    numpy = require("numpy")
    model, x, _ = small()
    solution = model.solve()
    assert solution[numpy.int64(3)] == 3 and solution[numpy.array(3)] == 3
    assert solution[numpy.array([1, 2])].tolist() == [1, 2] and solution[[x, numpy.int64(1)]] == [solution[x], 1]
    with pytest.raises(TypeError):
        solution[numpy.float64(1.5)]
    assert solution[numpy.array(["x", "y"])].tolist() == solution.values
    assert numpy.int64(1) in rs.Domain([(0, 3)]) and rs.Domain([(1, 2)]) == {numpy.int64(1), 2}
    model.add(rs.in_set(x, [numpy.bool_(True), numpy.int32(2)]))
    assert model.count() == 6
    assert model.int_vars("z", numpy.int64(2), 0, 1).shape == (2,)
    for wrong in ("3", (2.5, 2)):
        with pytest.raises(TypeError):
            model.int_vars("z", wrong, 0, 1)


def test_iterables_that_contain_themselves_are_refused():
    model, x, _ = small()
    endless = [x]
    endless.append(endless)
    for call in (
        lambda: rs.sum(endless),
        lambda: rs.all_different(endless),
        lambda: model.solve()[endless],
        lambda: model.solutions(over=endless),
    ):
        with pytest.raises((ValueError, RecursionError)):
            call()
    conditions = [x == 1]
    conditions.append(conditions)
    for call in (lambda: model.add(conditions), lambda: rs.all_of(conditions)):
        with pytest.raises(ValueError):
            call()
    assert model.constraints == []


def test_names_of_any_characters_and_lengths():
    for name in ("a\u2028b", "a\u0085b", "a\nb", "", "'", "x" * 100_000, "a=b", "é 'ß'"):
        model = rs.Model()
        x, y = model.int_var(name, 1, 3), model.int_var("y", 1, 3)
        model.add((x < y).named(name or "c"), x != y)
        assert len(model.inspect("exact")[x]) == 2
        if name:
            assert model.why(x == 3).answer == "never"
        model.add(x > 3)
        assert model.conflict().names and model.inspect().verdict == "none"


def test_a_callback_that_refers_to_its_search_is_collected():
    class Kept:
        def report(self, statistics):
            pass

    kept = Kept()
    kept.solutions = rs.Model().solutions(progress=kept.report)
    gone = weakref.ref(kept)
    del kept
    gc.collect()
    assert gone() is None


def test_subclasses_with_arguments_are_copied():
    copied = pickle.loads(pickle.dumps(Named("n", 3)))
    assert copied.count() == 3
    other = Named("n", 4).copy()
    assert other.label == "n" and other.solve()[other.x] == 1


class Named(rs.Model):
    def __init__(self, label, size):
        self.label = label
        self.x = self.int_var("x", 1, size)


def test_nothing_is_added_where_a_part_is_wrong():
    model, x, y = small()
    with pytest.raises(TypeError):
        model.add(x < y, x != y, "bad")
    assert model.constraints == []


def test_what_is_impossible_in_a_model_without_variables():
    model = rs.Model()
    model.add(False)
    assert model.residual().is_infeasible and model.inspect().verdict == "none"
    assert not rs.Model().residual().is_infeasible
    assert sys.getrefcount(model) < 10
