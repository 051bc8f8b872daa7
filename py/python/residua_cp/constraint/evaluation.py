"""Constraints that Python evaluates."""

from __future__ import annotations

from typing import Any, Callable, Hashable, Iterator, Sequence

from residua_cp.constraint import constraints
from residua_cp.constraint.base import Constraint, Domains, ValueConstraint, Variables
from residua_cp.constraint.parser import StringConstraint
from residua_cp.constraint.values import InSetConstraint

_KNOWN = {kind for kind in vars(constraints).values() if isinstance(kind, type)} - {Constraint} | {StringConstraint}


class Evaluation:
    """A constraint, and the variables whose values decide whether it holds."""

    def __init__(self, constraint: Constraint, variables: Variables, domains: Domains) -> None:
        self.constraint = constraint
        self._variables = variables
        self._domains = domains
        self.needed: Variables = constraint.scope(variables) if isinstance(constraint, ValueConstraint) else variables
        #: Whether it is of a class of this package.
        self.is_known = type(constraint) in _KNOWN
        #: Whether it is about each of its variables alone.
        self.is_unary = self.is_known and isinstance(constraint, InSetConstraint)
        #: The different variables that it needs.
        self.scope: list[Hashable] = list(dict.fromkeys(self.needed if self.is_known else [*variables, *self.needed]))
        for variable in self.scope:
            if variable not in domains:
                raise KeyError(variable)
        places = {variable: place for place, variable in enumerate(self.scope)}
        self._places = [places[variable] for variable in self.needed]
        #: Whether the constraint holds for values of the scope, as a truth value of any kind.
        self.evaluate: Callable[[Sequence[Any]], Any] = self._evaluate_own
        if self.is_known and isinstance(constraint, ValueConstraint):
            is_simple = self._places == list(range(len(self.scope)))
            self.evaluate = constraint.holds if is_simple or self.is_unary else self._evaluate_known
        #: Whether an own constraint asked for variables that it was not added with.
        self.looks_beyond = False

    def _evaluate_known(self, values: Sequence[Any]) -> Any:
        assert isinstance(self.constraint, ValueConstraint)
        return self.constraint.holds([values[place] for place in self._places])

    def _evaluate_own(self, values: Sequence[Any]) -> Any:
        assignments = _Assignments(zip(self.scope, values))
        try:
            return self.constraint(self._variables, self._domains, assignments, False)
        finally:
            self.looks_beyond = self.looks_beyond or assignments.looks_beyond

    def widen(self, variables: Sequence[Hashable]) -> None:
        """Makes all these variables its scope: an own constraint is then evaluated for full assignments."""
        if not self.is_known:
            self.scope = list(variables)


class _Assignments(dict[Hashable, Any]):
    """Values of some variables. It notices when others are asked for."""

    looks_beyond = False

    def __contains__(self, key: object) -> bool:
        found = super().__contains__(key)
        self.looks_beyond = self.looks_beyond or not found
        return found

    def __missing__(self, key: Hashable) -> Any:
        self.looks_beyond = True
        raise KeyError(key)

    def get(self, key: Hashable, default: Any = None) -> Any:
        return self[key] if key in self else default

    def _all(self) -> dict[Hashable, Any]:
        self.looks_beyond = True
        return dict(zip(super().keys(), super().values()))

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def keys(self) -> Any:
        return self._all().keys()

    def values(self) -> Any:
        return self._all().values()

    def items(self) -> Any:
        return self._all().items()

    def copy(self) -> dict[Hashable, Any]:
        return self._all()
