"""Constraints on sums and products. Those of floating-point numbers are rounded to 10 digits."""

from __future__ import annotations

from typing import Any, Hashable, Sequence

from residua_cp.constraint.base import ValueConstraint, Variables


def rounded(value: Any) -> Any:
    """The value; to 10 digits after the point, if it is a floating-point number."""
    return round(value, 10) if isinstance(value, float) else value


def product(values: Sequence[Any]) -> Any:
    """The product of the values, from the first to the last."""
    result: Any = 1
    for value in values:
        result *= value
    return result


class Comparing(ValueConstraint):
    """A comparison of a total of values with a bound."""

    #: `==`, `>=` or `<=`.
    comparator = "=="

    def compares(self, total: Any, bound: Any) -> Any:
        """Whether a total and a bound are as the comparator says."""
        if self.comparator == "==":
            return total == bound
        return total >= bound if self.comparator == ">=" else total <= bound


class SumConstraint(Comparing):
    """A sum compared with a number. With multipliers, the variables behind the last of them do not count."""

    def __init__(self, bound: float, multipliers: Sequence[float] | None = None) -> None:
        self._bound = bound
        self._multipliers = multipliers

    def scope(self, variables: Variables) -> Variables:
        return variables[: len(self._multipliers)] if self._multipliers else variables

    def total(self, values: Sequence[Any]) -> Any:
        """The sum, weighted and rounded."""
        if self._multipliers:
            return rounded(sum(value * factor for value, factor in zip(values, self._multipliers)))
        return rounded(sum(values))

    def holds(self, values: Sequence[Any]) -> Any:
        return self.compares(self.total(values), self._bound)


class ExactSumConstraint(SumConstraint):
    """A sum that is equal to a number."""

    def __init__(self, exactsum: float, multipliers: Sequence[float] | None = None) -> None:
        super().__init__(exactsum, multipliers)


class MinSumConstraint(SumConstraint):
    """A sum that is at least a number."""

    comparator = ">="

    def __init__(self, minsum: float, multipliers: Sequence[float] | None = None) -> None:
        super().__init__(minsum, multipliers)


class MaxSumConstraint(SumConstraint):
    """A sum that is at most a number."""

    comparator = "<="

    def __init__(self, maxsum: float, multipliers: Sequence[float] | None = None) -> None:
        super().__init__(maxsum, multipliers)


class VariableSumConstraint(Comparing):
    """A sum compared with a variable. The last multiplier is that of this variable, and is 1."""

    def __init__(
        self, target_var: Hashable, sum_vars: Sequence[Hashable], multipliers: Sequence[float] | None = None
    ) -> None:
        self.target_var = target_var
        self.sum_vars = sum_vars
        self._multipliers = multipliers
        if multipliers:
            if len(multipliers) != len(sum_vars) + 1:
                raise AssertionError(
                    f"expected {len(sum_vars) + 1} multipliers, of the summed variables and the target,"
                    f" found {len(multipliers)}"
                )
            if not all(isinstance(factor, (int, float)) for factor in multipliers):
                raise AssertionError(f"multipliers are numbers, found {multipliers!r}")
            if multipliers[-1] != 1:
                raise AssertionError(f"the last multiplier is that of the target and must be 1, found {multipliers[-1]}")

    def scope(self, variables: Variables) -> Variables:
        return [*self.sum_vars, self.target_var]

    def total(self, values: Sequence[Any]) -> Any:
        """The sum, weighted and rounded."""
        if self._multipliers:
            return rounded(sum(value * factor for value, factor in zip(values, self._multipliers)))
        return rounded(sum(values))

    def holds(self, values: Sequence[Any]) -> Any:
        return self.compares(self.total(values[:-1]), values[-1])


class VariableExactSumConstraint(VariableSumConstraint):
    """A sum that is equal to a variable."""


class VariableMinSumConstraint(VariableSumConstraint):
    """A sum that is at least a variable."""

    comparator = ">="


class VariableMaxSumConstraint(VariableSumConstraint):
    """A sum that is at most a variable."""

    comparator = "<="


class ProductConstraint(Comparing):
    """A product compared with a number."""

    def __init__(self, bound: float) -> None:
        self._bound = bound

    def holds(self, values: Sequence[Any]) -> Any:
        return self.compares(rounded(product(values)), self._bound)


class ExactProdConstraint(ProductConstraint):
    """A product that is equal to a number."""

    def __init__(self, exactprod: float) -> None:
        super().__init__(exactprod)


class MinProdConstraint(ProductConstraint):
    """A product that is at least a number."""

    comparator = ">="

    def __init__(self, minprod: float) -> None:
        super().__init__(minprod)


class MaxProdConstraint(ProductConstraint):
    """A product that is at most a number."""

    comparator = "<="

    def __init__(self, maxprod: float) -> None:
        super().__init__(maxprod)


class VariableProductConstraint(Comparing):
    """A product compared with a variable."""

    def __init__(self, target_var: Hashable, product_vars: Sequence[Hashable]) -> None:
        self.target_var = target_var
        self.product_vars = product_vars

    def scope(self, variables: Variables) -> Variables:
        return [*self.product_vars, self.target_var]

    def holds(self, values: Sequence[Any]) -> Any:
        return self.compares(product(values[:-1]), values[-1])


class VariableExactProdConstraint(VariableProductConstraint):
    """A product that is equal to a variable."""

    def holds(self, values: Sequence[Any]) -> Any:
        return self.compares(rounded(product(values[:-1])), values[-1])


class VariableMinProdConstraint(VariableProductConstraint):
    """A product that is at least a variable; it is not rounded."""

    comparator = ">="


class VariableMaxProdConstraint(VariableProductConstraint):
    """A product that is at most a variable; it is not rounded."""

    comparator = "<="
