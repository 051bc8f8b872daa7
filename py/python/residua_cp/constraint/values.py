"""Constraints on which values occur, and how often."""

from __future__ import annotations

from typing import Any, Container, Sequence

from residua_cp.constraint.base import Assignments, Domains, Posted, PostedBy, ValueConstraint, Variables


class AllDifferentConstraint(ValueConstraint):
    """Pairwise different values."""

    def holds(self, values: Sequence[Any]) -> bool:
        return len(set(values)) == len(values)


class AllEqualConstraint(ValueConstraint):
    """Equal values."""

    def holds(self, values: Sequence[Any]) -> bool:
        return not any(value != values[0] for value in values[1:])


class InSetConstraint(ValueConstraint):
    """Each variable has a value of a set."""

    def __init__(self, set: Container[Any]) -> None:
        self._set = set

    def allows(self, value: Any) -> bool:
        """Whether a variable may have this value."""
        return value in self._set

    def holds(self, values: Sequence[Any]) -> bool:
        return all(self.allows(value) for value in values)

    def preProcess(
        self, variables: Variables, domains: Domains, constraints: Posted, vconstraints: PostedBy
    ) -> None:
        for variable in variables:
            domains[variable][:] = [value for value in domains[variable] if self.allows(value)]
            vconstraints[variable].remove((self, variables))
        constraints.remove((self, variables))


class NotInSetConstraint(InSetConstraint):
    """No variable has a value of a set."""

    def allows(self, value: Any) -> bool:
        return value not in self._set


class SomeInSetConstraint(ValueConstraint):
    """At least `n` variables have a value of a set; with `exact`, as many as `n`."""

    def __init__(self, set: Container[Any], n: int = 1, exact: bool = False) -> None:
        self._set = set
        self._n = n
        self._exact = exact

    def counts(self, value: Any) -> bool:
        """Whether a variable with this value is one of those to be counted."""
        return value in self._set

    def holds(self, values: Sequence[Any]) -> bool:
        found = sum(self.counts(value) for value in values)
        return found == self._n if self._exact else found >= self._n

    def __call__(
        self, variables: Variables, domains: Domains, assignments: Assignments, forwardcheck: Any = False
    ) -> bool:
        missing = [variable for variable in variables if variable not in assignments]
        found = sum(self.counts(assignments[variable]) for variable in variables if variable in assignments)
        most = found + len(missing)
        if most < self._n or (self._exact and found > self._n):
            return False
        if forwardcheck and most == self._n:
            # All variables without a value have to be counted.
            for variable in missing:
                for value in domains[variable][:]:
                    if not self.counts(value):
                        domains[variable].hideValue(value)
            return all(domains[variable] for variable in missing)
        return True


class SomeNotInSetConstraint(SomeInSetConstraint):
    """At least `n` variables have a value that is not in a set; with `exact`, as many as `n`."""

    def counts(self, value: Any) -> bool:
        return value not in self._set
