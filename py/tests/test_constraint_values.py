"""Values, text and functions in problems of the module `constraint`: what they are compared by, and when functions are called."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest

from residua_cp.constraint import (
    AllDifferentConstraint,
    AllEqualConstraint,
    InSetConstraint,
    NotInSetConstraint,
    Problem,
)


def test_text_about_variables_with_the_names_of_functions() -> None:
    problem = Problem()
    problem.addVariables(["max", "x"], [1, 2, 3])
    problem.addConstraint("max > x and max + x == 5")
    assert problem.getSolutions() == [{"max": 3, "x": 2}]


def test_a_function_may_fail_where_other_constraints_exclude_it() -> None:
    problem = Problem()
    problem.addVariables("ab", [0, 1, 2])
    problem.addConstraint(lambda a, b: b / a == 2, "ab")
    problem.addConstraint("a != 0")
    assert problem.getSolutions() == [{"a": 1, "b": 2}]


def test_functions_of_many_combinations_are_evaluated_as_soon_as_their_variables_have_values() -> None:
    problem = Problem()
    problem.addVariables("abcdefghij", range(20))
    for scope in ("abcd", "cdef", "efgh"):
        problem.addConstraint(lambda *values: sum(values) == 1 and values[0] == 0, scope)
    problem.addConstraint("i == j + 18")
    expected = [
        values for values in itertools.product(range(2), repeat=8)
        if all(sum(values[at : at + 4]) == 1 and values[at] == 0 for at in (0, 2, 4))
    ]
    calls: Counter[Any] = Counter()
    for solution in problem.getSolutions():
        calls[tuple(solution[name] for name in "abcdefgh")] += 1
    assert calls == Counter({values: 2 for values in expected})


def test_a_function_is_called_once_for_each_combination() -> None:
    calls: Counter[Any] = Counter()

    def counted(*values: int) -> bool:
        calls[values] += 1
        return sum(values) == 3

    problem = Problem()
    problem.addVariables("abc", range(4))
    problem.addConstraint(counted)
    assert len(problem.getSolutions()) == 10
    assert set(calls.values()) == {1}


def test_values_of_any_kind() -> None:
    one, other = object(), object()
    problem = Problem()
    problem.addVariable("a", [one, other, [1], {2: 3}, 10**40])
    problem.addVariable("b", [one, float("nan"), [1], 10**40])
    problem.addConstraint(AllEqualConstraint())
    found = problem.getSolutionsOrderedList(["a", "b"])
    assert sorted(map(repr, found)) == sorted(map(repr, [(one, one), ([1], [1]), (10**40, 10**40)]))


def test_equal_values_of_several_kinds_come_back_as_they_were() -> None:
    problem = Problem()
    problem.addVariable("a", [True, 1.0, 1, 1])
    problem.addVariable("b", [1])
    problem.addConstraint("a == b")
    assert Counter(repr(solution["a"]) for solution in problem.getSolutions()) == {"True": 1, "1.0": 1, "1": 2}


def test_values_that_are_equal_to_nothing() -> None:
    nan = float("nan")
    posted: list[tuple[Any, int]] = [(AllEqualConstraint(), 0), (AllDifferentConstraint(), 0), (lambda a, b: a is b, 1)]
    for constraint, number in posted:
        problem = Problem()
        problem.addVariables("ab", [nan])
        problem.addConstraint(constraint)
        assert len(problem.getSolutions()) == number


def test_functions_tell_equal_values_apart() -> None:
    problem = Problem()
    problem.addVariables("ab", [0.0, -0.0])
    problem.addConstraint(lambda a, b: str(a) < str(b))
    assert [str(solution["b"]) for solution in problem.getSolutions()] == ["0.0"]


def test_sets_of_values_for_many_variables() -> None:
    problem = Problem()
    problem.addVariables(range(30), "abc")
    problem.addConstraint(InSetConstraint("ab"))
    problem.addConstraint(NotInSetConstraint("a"))
    assert problem.getSolutions() == [dict.fromkeys(range(30), "b")]


def test_divisors_that_may_be_zero() -> None:
    for divisors in ([-1, 0], [0, 1], [-1, 0, 1], [-1, 1]):
        problem = Problem()
        problem.addVariable("a", [3])
        problem.addVariable("b", divisors)
        problem.addConstraint("b == 0 or a // b == 3 * b and a % b == 0")
        assert sorted(solution["b"] for solution in problem.getSolutions()) == divisors


def test_integers_of_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    problem = Problem()
    problem.addVariables("ab", numpy.arange(5))
    problem.addConstraint("a + b == 7")
    solutions = problem.getSolutions()
    assert sorted(solution["a"] for solution in solutions) == [3, 4]
    assert isinstance(solutions[0]["a"], numpy.integer)


def test_floating_point_sums_and_products_are_rounded() -> None:
    for text in ("a + b == 0.3", "a * c == 0.3", "a + b == d", "b == d - a", "a == d / c"):
        problem = Problem()
        for name, value in {"a": 0.1, "b": 0.2, "c": 3.0, "d": 0.3}.items():
            problem.addVariable(name, [value])
        problem.addConstraint(text)
        assert len(problem.getSolutions()) == 1, text
