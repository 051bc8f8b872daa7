"""Constraint classes as constraints of the engine, where all their values are integers or only equality counts."""

from __future__ import annotations

import math
from functools import reduce
from numbers import Integral
from typing import Any, Callable, Hashable, Mapping, Sequence

from residua_cp import _core
from residua_cp.constraint import arithmetic, values
from residua_cp.constraint.base import Constraint, Variables
from residua_cp.constraint.coding import Coded, Coding


class Native:
    """The variables of the engine, and how their values are coded."""

    def __init__(self, coding: Coding, variables: Mapping[Hashable, Any]) -> None:
        self.coding = coding
        self.variables = variables
        #: Whether products of variables were stated, and constraints that values differ.
        self.has_products = self.has_differences = False

    @property
    def consistency(self) -> str:
        """How strongly to propagate: that products are consistent in all values costs more than it saves."""
        return "bounds" if self.has_products and not self.has_differences else "domain"

    def multiplied(self, factors: Sequence[Any]) -> Any:
        """The product of expressions."""
        self.has_products = self.has_products or sum(not isinstance(factor, int) for factor in factors) > 1
        one: Any = 1
        return reduce(lambda left, right: left * right, factors, one)

    def vars(self, names: Sequence[Hashable]) -> list[Any]:
        """The variables of the engine of these names."""
        return [self.variables[name] for name in names]

    def coded(self, names: Sequence[Hashable]) -> list[Coded]:
        """How the values of these variables are coded."""
        return [self.coding.of[name] for name in names]

    def are_regular(self, names: Sequence[Hashable]) -> bool:
        """Whether the values of these variables are equal where their numbers are."""
        return all(coded.is_regular for coded in self.coded(names))

    def are_arithmetic(self, names: Sequence[Hashable]) -> bool:
        """Whether these variables are intege_core."""
        return all(coded.is_arithmetic for coded in self.coded(names))

    def state(self, constraint: Constraint, scope: Variables) -> Any:
        """The constraint for the engine; `None` if it has to be evaluated."""
        make = _MAKERS.get(type(constraint))
        return None if make is None else make(self, constraint, scope)


def compare(left: Any, comparator: str, right: Any) -> Any:
    """A comparison of integer expressions and numbers, for the engine; that of two numbers is a truth value."""
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return _COMPARE[comparator](left, right)
    if isinstance(left, float):
        return compare(right, _MIRRORED[comparator], left)
    if isinstance(right, float):
        return _compare_float(left, comparator, right)
    return _COMPARE[comparator](left, right)


def _compare_float(left: Any, comparator: str, right: float) -> Any:
    """A comparison of an integer expression with a floating-point number."""
    if math.isnan(right):
        return comparator == "!="
    if math.isinf(right):
        return comparator == "!=" or (comparator in ("<", "<=")) == (right > 0) and comparator != "=="
    if right.is_integer():
        return _COMPARE[comparator](left, int(right))
    if comparator in ("==", "!="):
        return comparator == "!="
    return left <= math.floor(right) if comparator in ("<", "<=") else left >= math.ceil(right)


_MIRRORED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}


def _number(value: Any) -> Any:
    """An integer or a floating-point number; `None` for anything else."""
    return int(value) if isinstance(value, Integral) else value if isinstance(value, float) else None


def _all_different(native: Native, constraint: Any, scope: Variables) -> Any:
    if not native.are_regular(scope):
        return None
    native.has_differences = True
    return _core.all_different(native.vars(scope))


def _all_equal(native: Native, constraint: Any, scope: Variables) -> Any:
    return _core.all_equal(native.vars(scope)) if native.are_regular(scope) else None


def _counting(native: Native, constraint: values.SomeInSetConstraint, scope: Variables) -> Any:
    if not isinstance(constraint._n, Integral):
        return None
    counted = {code for coded in native.coded(scope) for code in coded.codes if constraint.counts(coded.value(code))}
    lowest, highest = int(constraint._n), int(constraint._n) if constraint._exact else len(scope)
    if lowest > highest or highest < 0:
        return False
    return _core.among(native.vars(scope), sorted(counted), (max(lowest, 0), highest))


def _weights(multipliers: Sequence[float] | None, length: int) -> list[int] | None:
    if not multipliers:
        return [1] * length
    if not all(isinstance(factor, Integral) for factor in multipliers):
        return None
    return [int(factor) for factor in multipliers[:length]]


def _sum(native: Native, constraint: arithmetic.SumConstraint, scope: Variables) -> Any:
    weights, bound = _weights(constraint._multipliers, len(scope)), _number(constraint._bound)
    if weights is None or bound is None or not native.are_arithmetic(scope):
        return None
    return compare(_core.scalar_product(weights, native.vars(scope)), constraint.comparator, bound)


def _variable_sum(native: Native, constraint: arithmetic.VariableSumConstraint, scope: Variables) -> Any:
    weights = _weights(constraint._multipliers, len(scope) - 1)
    if weights is None or not native.are_arithmetic(scope):
        return None
    *summed, target = native.vars(scope)
    return compare(_core.scalar_product(weights, summed), constraint.comparator, target)


def _product(native: Native, constraint: arithmetic.ProductConstraint, scope: Variables) -> Any:
    bound = _number(constraint._bound)
    if bound is None or not native.are_arithmetic(scope):
        return None
    return compare(native.multiplied(native.vars(scope)), constraint.comparator, bound)


def _variable_product(native: Native, constraint: arithmetic.VariableProductConstraint, scope: Variables) -> Any:
    if not native.are_arithmetic(scope):
        return None
    *factors, target = native.vars(scope)
    return compare(native.multiplied(factors), constraint.comparator, target)


_MAKERS: dict[type, Callable[[Native, Any, Variables], Any]] = {
    values.AllDifferentConstraint: _all_different,
    values.AllEqualConstraint: _all_equal,
    values.SomeInSetConstraint: _counting,
    values.SomeNotInSetConstraint: _counting,
    arithmetic.ExactSumConstraint: _sum,
    arithmetic.MinSumConstraint: _sum,
    arithmetic.MaxSumConstraint: _sum,
    arithmetic.VariableExactSumConstraint: _variable_sum,
    arithmetic.VariableMinSumConstraint: _variable_sum,
    arithmetic.VariableMaxSumConstraint: _variable_sum,
    arithmetic.ExactProdConstraint: _product,
    arithmetic.MinProdConstraint: _product,
    arithmetic.MaxProdConstraint: _product,
    arithmetic.VariableExactProdConstraint: _variable_product,
    arithmetic.VariableMinProdConstraint: _variable_product,
    arithmetic.VariableMaxProdConstraint: _variable_product,
}
