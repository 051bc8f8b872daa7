"""Problems: variables, constraints, and their solutions."""

from __future__ import annotations

from typing import Any, Callable, Hashable, Iterable, Iterator, Sequence

from residua_cp.constraint.base import Constraint, FunctionConstraint, Posted, PostedBy, Variables
from residua_cp.constraint.domain import Domain
from residua_cp.constraint.parser import parse
from residua_cp.constraint.search import Solution
from residua_cp.constraint.solvers import OptimizedBacktrackingSolver, Solver


class Problem:
    """Variables with their values, and constraints.

    >>> problem = Problem()
    >>> problem.addVariables(["a", "b"], [1, 2, 3])
    >>> problem.addConstraint("a + 1 < b")
    >>> problem.getSolutions()
    [{'a': 1, 'b': 3}]
    """

    def __init__(self, solver: Solver | None = None) -> None:
        self._solver: Solver = solver or OptimizedBacktrackingSolver()
        if not isinstance(self._solver, Solver):
            raise AssertionError(f"expected an instance of Solver, found {solver!r}")
        self._constraints: list[tuple[Constraint, Variables | None]] = []
        self._str_constraints: list[str] = []
        self._variables: dict[Hashable, Domain] = {}

    def reset(self) -> None:
        """Removes all variables and constraints."""
        self._constraints.clear()
        self._str_constraints.clear()
        self._variables.clear()

    def setSolver(self, solver: Solver) -> None:
        """Sets the solver."""
        self._solver = solver

    def getSolver(self) -> Solver:
        """The solver."""
        return self._solver

    def addVariable(self, variable: Hashable, domain: Iterable[Any]) -> None:
        """Adds a variable with its values. A value that is given twice has its solutions twice.

        Raises ValueError for a variable that was added before, and for no values.
        """
        if variable in self._variables:
            raise ValueError(f"Tried to insert duplicated variable {variable!r}")
        try:
            values = Domain(domain)
        except TypeError as error:
            raise TypeError(f"Domains are iterables of values, found {domain!r}") from error
        if not values:
            raise ValueError(f"Domain is empty: {variable!r} has no values")
        self._variables[variable] = domain.copied() if isinstance(domain, Domain) else values

    def addVariables(self, variables: Iterable[Hashable], domain: Iterable[Any]) -> None:
        """Adds variables that all have these values."""
        values = domain if isinstance(domain, Domain) else list(domain)
        for variable in variables:
            self.addVariable(variable, values)

    def addConstraint(
        self,
        constraint: Constraint | Callable[..., Any] | str | list[str],
        variables: Iterable[Hashable] | None = None,
    ) -> None:
        """Adds a constraint, a function of the values of the variables, a Python expression, or a list of expressions.

        Without variables it is about all of them; an expression is about those that it names.
        """
        if isinstance(constraint, str):
            self._str_constraints.append(constraint)
        elif isinstance(constraint, list):
            if not all(isinstance(part, str) for part in constraint):
                raise AssertionError(f"Expected constraints to be strings, got {constraint!r}")
            self._str_constraints.extend(constraint)
        else:
            if not isinstance(constraint, Constraint):
                if not callable(constraint):
                    raise ValueError(f"expected a Constraint, a function or a string, found {constraint!r}")
                constraint = FunctionConstraint(constraint)
            self._constraints.append((constraint, None if variables is None else list(variables)))

    def getSolution(self) -> Solution | None:
        """A solution; `None` if there is none."""
        arguments = self._getArgs()
        return None if arguments is None else self._solver.getSolution(*arguments)

    def getSolutions(self) -> list[Solution]:
        """All solutions."""
        arguments = self._getArgs()
        return [] if arguments is None else self._solver.getSolutions(*arguments)

    def getSolutionIter(self) -> Iterator[Solution]:
        """The solutions, each found when it is asked for."""
        arguments = self._getArgs()
        return iter(()) if arguments is None else self._solver.getSolutionIter(*arguments)

    def getSolutionsOrderedList(self, order: Sequence[Hashable] | None = None) -> list[tuple[Any, ...]]:
        """All solutions as tuples: the values of the variables of `order`; of all variables, if it has fewer than two."""
        solutions = self.getSolutions()
        if order is None or len(order) < 2:
            return [tuple(solution.values()) for solution in solutions]
        return [tuple(solution[variable] for variable in order) for solution in solutions]

    def getSolutionsAsListDict(
        self, order: Sequence[Hashable] | None = None, validate: bool = True
    ) -> tuple[list[tuple[Any, ...]], dict[tuple[Any, ...], int], int]:
        """All solutions as tuples, the place of each in that list, and their number.

        `validate` raises ValueError if two are the same.
        """
        solutions = self.getSolutionsOrderedList(order)
        places = {solution: place for place, solution in enumerate(solutions)}
        if validate and len(places) != len(solutions):
            again = {solution for place, solution in enumerate(solutions) if places[solution] != place}
            raise ValueError(
                f"{len(solutions) - len(places)} duplicate solutions out of {len(places)} unique: {sorted(again, key=repr)}"
            )
        return solutions, places, len(solutions)

    def _getArgs(self) -> tuple[dict[Hashable, Domain], Posted, PostedBy] | None:
        """Copies of the domains, the constraints, and the constraints of each variable, for a solver.

        `None` if a variable has no values left, or there is no variable.
        """
        domains = {variable: domain.copied() for variable, domain in self._variables.items()}
        everything = list(domains)
        constraints: Posted = [(constraint, variables or everything) for constraint, variables in self._constraints]
        for domain in domains.values():
            domain.resetState()
        for text in self._str_constraints if domains else ():
            constraints += parse(text, domains)
        by_variable: PostedBy = {variable: [] for variable in domains}
        for posted in constraints:
            for variable in posted[1]:
                by_variable[variable].append(posted)
        for constraint, variables in constraints[:]:
            if not type(constraint).preProcess.__module__.startswith(__package__):
                constraint.preProcess(variables, domains, constraints, by_variable)
        for domain in domains.values():
            domain.resetState()
        if not domains or not all(domains.values()):
            return None
        return domains, constraints, by_variable
