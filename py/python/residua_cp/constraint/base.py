"""The base classes of constraints, and constraints that are functions."""

from __future__ import annotations

import builtins
from typing import Any, Callable, Hashable, MutableMapping, Sequence

from residua_cp.constraint.domain import Domain, Unassigned

Variables = Sequence[Hashable]
Domains = MutableMapping[Hashable, Domain]
Assignments = MutableMapping[Hashable, Any]
#: Constraints with their variables; by variable, those that it is in.
Posted = list[tuple["Constraint", Variables]]
PostedBy = dict[Hashable, list[tuple["Constraint", Variables]]]


class Constraint:
    """A constraint. Own subclasses override `__call__`; they are checked where all their variables have values."""

    def __call__(
        self, variables: Variables, domains: Domains, assignments: Assignments, forwardcheck: Any = False
    ) -> Any:
        """Whether the constraint holds, or can still hold."""
        return True

    def preProcess(
        self, variables: Variables, domains: Domains, constraints: Posted, vconstraints: PostedBy
    ) -> None:
        """Takes values away before the search. A constraint on one variable is then done with."""
        if len(variables) != 1:
            return
        variable = variables[0]
        domain = domains[variable]
        domain[:] = [value for value in domain if self(variables, domains, {variable: value})]
        constraints.remove((self, variables))
        vconstraints[variable].remove((self, variables))

    def forwardCheck(
        self, variables: Variables, domains: Domains, assignments: Assignments, _unassigned: Any = Unassigned
    ) -> bool:
        """Hides the values of the last variable without a value that break the constraint; false if none is left."""
        missing = [variable for variable in dict.fromkeys(variables) if variable not in assignments]
        if len(missing) != 1:
            return True
        domain = domains[missing[0]]
        for value in domain[:]:
            assignments[missing[0]] = value
            if not self(variables, domains, assignments):
                domain.hideValue(value)
        assignments.pop(missing[0], None)
        return bool(domain)


class ValueConstraint(Constraint):
    """A constraint on the values of its variables alone."""

    def scope(self, variables: Variables) -> Variables:
        """The variables whose values it needs, in the order in which it needs them."""
        return variables

    def holds(self, values: Sequence[Any]) -> Any:
        """Whether the constraint holds for these values."""
        raise NotImplementedError

    def __call__(
        self, variables: Variables, domains: Domains, assignments: Assignments, forwardcheck: Any = False
    ) -> Any:
        scope = self.scope(variables)
        missing = len({variable for variable in scope if variable not in assignments})
        if missing == 0:
            return self.holds([assignments[variable] for variable in scope])
        return not forwardcheck or missing > 1 or self.forwardCheck(scope, domains, assignments)


class FunctionConstraint(ValueConstraint):
    """A function of the values of the variables, in their order.

    With `assigned` false, solvers of a user also call it while variables have no value: these are `Unassigned`.
    """

    def __init__(self, func: Callable[..., Any], assigned: bool = True) -> None:
        self._func = func
        self._assigned = assigned

    def holds(self, values: Sequence[Any]) -> Any:
        return self._func(*values)

    def __call__(
        self,
        variables: Variables,
        domains: Domains,
        assignments: Assignments,
        forwardcheck: Any = False,
        _unassigned: Any = Unassigned,
    ) -> Any:
        if not self._assigned:
            values = [assignments.get(variable, _unassigned) for variable in variables]
            if any(value is _unassigned for value in values) and not self._func(*values):
                return False
        return super().__call__(variables, domains, assignments, forwardcheck)


class CompilableFunctionConstraint(FunctionConstraint):
    """A function from its source text: `def` with a name and a body, or a `lambda`."""

    def __init__(self, func: str, assigned: bool = True) -> None:
        super().__init__(compiled(func), assigned)
        self.source = func


def compiled(source: str) -> Callable[..., Any]:
    """The function of a source text, which sees the names of `builtins` only."""
    names: dict[str, Any] = {"__builtins__": builtins}
    text = source.strip()
    if text.startswith("lambda"):
        functions: list[Callable[..., Any]] = [eval(text, names)]
    else:
        exec(text, names)
        functions = [found for name, found in names.items() if name != "__builtins__" and callable(found)]
    if not functions:
        raise ValueError(f"expected the source of a function, found {source!r}")
    return functions[0]
