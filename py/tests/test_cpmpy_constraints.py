"""Constraints of CPMpy: each kind has the solutions that CPMpy's own evaluation gives it."""

from __future__ import annotations

import itertools
from typing import Any, Callable, Iterator

import pytest
from cpmpy_cases import IS_NEW, A, B, C, I, J, P, X, Y, Z, check, cp

import numpy as np
from cpmpy.exceptions import NotSupportedError

from residua_cp.cpmpy import CPM_residua
from residua_cp.cpmpy.constraints import CONSTRAINTS


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
