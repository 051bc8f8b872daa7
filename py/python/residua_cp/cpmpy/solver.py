"""The interface of a solver of CPMpy."""

from __future__ import annotations

import time
from typing import Any, Iterable

from cpmpy.exceptions import NotSupportedError
from cpmpy.expressions.core import Expression
from cpmpy.expressions.globalconstraints import DirectConstraint
from cpmpy.expressions.utils import argvals, flatlist, is_any_list, is_int
from cpmpy.expressions.variables import NegBoolView, _BoolVarImpl, _NumVarImpl
from cpmpy.solvers.solver_interface import ExitStatus, SolverInterface, SolverStatus
from cpmpy.solvers.utils import SolverLookup
from cpmpy.transformations.get_variables import get_variables
from cpmpy.transformations.normalize import toplevel_list
from cpmpy.transformations.safening import no_partial_functions, safen_objective

import residua_cp as rs
from residua_cp.cpmpy.constraints import CONSTRAINTS
from residua_cp.cpmpy.expressions import Expressions, NotTotal, integer

NAME = "residua"
_FUNCTIONS = frozenset({"min", "max", "abs", "mul", "div", "mod", "pow", "element", "nd_element", "count", "among", "nvalue"})
_PARTIAL = frozenset({"div", "mod", "element", "nd_element"})
#: What a search for a solution near a hint may cost before it is given up.
_HINT_FAILURES = 1000
_LONGEST_MESSAGE = 500
#: What OR-Tools calls the number of threads.
_WORKERS = ("num_workers", "num_search_workers")


class CPM_residua(SolverInterface):  # type: ignore[misc]
    """Residua as a solver of CPMpy.

    `solve` and `solveAll` take the options of `residua_cp.Model.solutions` as keyword arguments: `consistency`, `learn`, `restarts`, `branch`,
    `nodes`, `failures`, `progress`, `threads`, `in_order`. The variables in `branch` are those of CPMpy. `num_workers` and `num_search_workers`, as OR-Tools
    calls them, are `threads`.

    A `DirectConstraint` is a function of `residua_cp` by its name, such as `DirectConstraint("subcircuit", (x,))`.
    """

    supported_global_constraints = frozenset(CONSTRAINTS) | _FUNCTIONS
    supported_reified_global_constraints = frozenset(CONSTRAINTS)

    @staticmethod
    def supported() -> bool:
        return True

    @classmethod
    def version(cls) -> str:
        return str(rs.__version__)

    def __init__(self, cpm_model: Any = None, subsolver: str | None = None) -> None:
        if subsolver is not None:
            raise ValueError(f"{NAME} has no solver {subsolver} within it")
        self._model = rs.Model()
        self._expressions = Expressions(self._model, self.solver_var, CONSTRAINTS)
        self._objective: Any = None
        self._is_maximum = False
        self._hint: list[tuple[Any, int]] = []
        self._core: list[Any] | None = None
        #: For each variable of the user: it, its variable of residua, whether it is Boolean.
        self._shown: list[tuple[Any, Any, bool]] = []
        self._places: list[int] = []
        super().__init__(name=NAME, cpm_model=cpm_model)

    @property
    def native_model(self) -> rs.Model:
        return self._model

    # Variables and constraints.

    def solver_var(self, cpm_var: Any) -> Any:
        """The variable of residua; of a negated one, 1 less that variable; of a constant, an integer."""
        if isinstance(cpm_var, _NumVarImpl):
            known = self._varmap.get(cpm_var.name)
            if known is None:
                known = 1 - self.solver_var(cpm_var._bv) if isinstance(cpm_var, NegBoolView) else self._new_variable(cpm_var)
                self._varmap[cpm_var.name] = known
            return known
        if is_int(cpm_var):
            return integer(cpm_var)
        raise NotImplementedError(f"{cpm_var} is not a variable")

    def _new_variable(self, cpm_var: Any) -> rs.IntVar:
        try:
            return self._model.int_var(cpm_var.name, cpm_var.lb, cpm_var.ub)
        except rs.ModelError as error:
            raise NotSupportedError(f"{cpm_var.name} in {cpm_var.lb}..{cpm_var.ub}: {error}") from error

    def transform(self, cpm_expr: Any) -> list[Expression]:
        """The constraints one by one. They need no other transformation: residua connects, negates and nests what CPMpy does."""
        return list(toplevel_list(cpm_expr))

    def add(self, cpm_expr: Any) -> CPM_residua:
        self._meet(cpm_expr)
        for constraint in self.transform(cpm_expr):
            if isinstance(constraint, DirectConstraint):
                self._model.add(constraint.callSolver(self, rs))
            else:
                self._add(constraint)
        return self

    __add__ = add

    def _meet(self, cpm_expr: Any) -> None:
        """Takes the variables of an expression as those of the user, in the order in which they stand in it."""
        for variable in get_variables(cpm_expr):
            self.user_vars.add(variable)
            self.solver_var(variable)

    def _add(self, constraint: Any) -> None:
        try:
            self._model.add(self._conditions(constraint))
        except rs.ModelError as error:
            raise _not_supported(error) from error

    def _conditions(self, constraint: Any) -> list[Any]:
        """A constraint as conditions of residua, all of which have to hold."""
        try:
            return [self._expressions.condition(constraint)]
        except NotTotal:
            parts = toplevel_list(no_partial_functions([constraint], safen_toplevel=_PARTIAL))
            return self._expressions.conditions(parts)

    # Objectives.

    def objective(self, expr: Any, minimize: bool) -> None:
        if not isinstance(expr, Expression) and not is_int(expr):
            raise NotSupportedError(f"{NAME} has objectives of integers only, found {expr}")
        self._meet(expr)
        try:
            objective = self._expressions.number(expr)
        except NotTotal:
            total, beside = safen_objective(expr)
            self.add(beside)
            objective = self._expressions.number(total)
        except rs.ModelError as error:
            raise _not_supported(error) from error
        self._objective, self._is_maximum = objective, not minimize

    def has_objective(self) -> bool:
        return self._objective is not None

    # Searches.

    def solve(
        self,
        time_limit: float | None = None,
        assumptions: Iterable[Any] | None = None,
        display: Any = None,
        **options: Any,
    ) -> bool:
        """Looks for a solution; with an objective, for the best one.

        `assumptions` are Boolean variables or negations of them that are true in the solution; where there is none, `get_core` says which
        of them clash. Calls with other assumptions share what was learned, as long as nothing is added and there is no objective, and are answered by one
        thread.

        `display` is called, or printed, for each solution on the way to the best one.
        """
        clock = _Clock(time_limit)
        self._begin()
        if assumptions is None:
            return self._end(clock, *self._search(clock, display, self._read(options)))
        assumed = list(assumptions)
        conditions = self._expressions.conditions(assumed)
        if self._objective is None:
            limits = self._read(options)
            limits.pop("threads", None)
            solution, core = self._model._assume(conditions, time=clock.left, **limits)
            known = ExitStatus.UNKNOWN if core is None else ExitStatus.UNSATISFIABLE
            status = known if solution is None else ExitStatus.FEASIBLE
            found: _Found = (status, solution, None)
            self._displayed(display, solution)
        else:
            self._model.push()
            try:
                self._model.add(conditions)
                found = self._search(clock, display, self._read(options))
            finally:
                self._model.pop()
            core = None
            if found[0] is ExitStatus.UNSATISFIABLE:
                core = self._model._assume(conditions)[1]
        if core is not None:
            self._core = [assumed[number] for number in core]
        return self._end(clock, *found)

    def _search(self, clock: _Clock, display: Any, options: dict[str, Any]) -> _Found:
        """The status, the best solution that was found, and its objective."""
        best = self._near_hint(clock) if self._hint else None
        if self._objective is None:
            if best is None:
                search = self._model.solutions(time=clock.left, **options)
                best = next(search, None)
                if best is None:
                    return _ended(search.outcome, None), None, None
            self._displayed(display, best)
            return ExitStatus.FEASIBLE, best, None
        optimize = self._model.maximize if self._is_maximum else self._model.minimize
        try:
            better = optimize(self._objective, time=clock.left, **options)
        except rs.ModelError as error:
            raise _not_supported(error) from error
        value = None
        if best is not None:
            value = best[self._objective]
            better.set_incumbent(value)
            self._displayed(display, best)
        for value, best in better:
            self._displayed(display, best)
        return _ended(better.outcome, best), best, value

    def _near_hint(self, clock: _Clock) -> Any:
        """A solution with the values of the hint, apart from those that clash."""
        hint = [self.solver_var(variable) == value for variable, value in self._hint]
        while True:
            solution, core = self._model._assume(hint, time=clock.left, failures=_HINT_FAILURES)
            if solution is not None or not core:
                return solution
            hint = [condition for number, condition in enumerate(hint) if number not in set(core)]

    def solveAll(
        self,
        display: Any = None,
        time_limit: float | None = None,
        solution_limit: int | None = None,
        call_from_model: bool = False,
        **options: Any,
    ) -> int:
        """Counts the solutions, or with an objective the best ones, and displays each as it is found. The solver can be used afterwards."""
        clock = _Clock(time_limit)
        if self._objective is None:
            self._begin()
            return self._enumerate(clock, display, solution_limit, options)
        self.solve(time_limit=time_limit, **options)
        if self.cpm_status.exitstatus is not ExitStatus.OPTIMAL:
            if self.cpm_status.exitstatus is ExitStatus.FEASIBLE:
                self._end(clock, ExitStatus.UNKNOWN, None, None)
            return 0
        value = self.objective_value_
        self._model.push()
        try:
            try:
                self._model.add(self._objective == value)
            except rs.ModelError as error:
                raise _not_supported(error) from error
            return self._enumerate(clock, display, solution_limit, options, value)
        finally:
            self._model.pop()

    def _enumerate(
        self, clock: _Clock, display: Any, most: int | None, options: dict[str, Any], value: int | None = None
    ) -> int:
        """All solutions that differ in the variables of the user."""
        over = [native for _, native, _ in self._shown]
        search = self._model.solutions(over=over, limit=most, time=clock.left, **self._read(options))
        shown, count = None, 0
        if display is None:
            # One to show; the others need not be made.
            shown = next(search, None)
            if shown is not None:
                count = 1 + search._rows([])[1]
        else:
            for shown in search:
                count += 1
                self._displayed(display, shown)
        status = ExitStatus.FEASIBLE if count and count == most else _ended(search.outcome, shown)
        self._end(clock, status, shown, value)
        return count

    def _read(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options by their names in residua, with its variables."""
        read = {"threads" if name in _WORKERS else name: value for name, value in options.items()}
        if read.get("branch") is not None:
            read["branch"] = [(self.solver_vars(flatlist(variables)), *orders) for variables, *orders in read["branch"]]
        return read

    def _begin(self) -> None:
        self._core = None
        shown = [(variable, self.solver_var(variable), isinstance(variable, _BoolVarImpl)) for variable in self.user_vars]
        self._shown = sorted(shown, key=lambda part: int(part[1].index))
        self._places = [native.index for _, native, _ in self._shown]

    def _show(self, solution: Any) -> None:
        """Gives the variables of the user their values."""
        values = solution.values
        for (variable, _, is_bool), place in zip(self._shown, self._places):
            variable._value = bool(values[place]) if is_bool else values[place]

    def _displayed(self, display: Any, solution: Any) -> None:
        if display is None or solution is None:
            return
        self._show(solution)
        if isinstance(display, Expression):
            print(display.value())
        elif is_any_list(display):
            print(argvals(display))
        else:
            display()

    def _end(self, clock: _Clock, status: ExitStatus, solution: Any, value: int | None) -> bool:
        self.cpm_status = SolverStatus(self.name)
        self.cpm_status.exitstatus = status
        self.cpm_status.runtime = self.cpm_status.solve_time = clock.elapsed
        self.objective_value_ = value
        if solution is None:
            for variable in self.user_vars:
                variable._value = None
            return False
        self._show(solution)
        return True

    def solution_hint(self, cpm_vars: Any, vals: Any) -> None:
        """Starts the next searches near these values: at a solution that has them, or most of them if they clash.

        With an objective that solution is the first one, which the others have to be better than. It is looked for briefly. Assumptions
        without an objective take no hint.
        """
        variables, values = flatlist(cpm_vars), flatlist(vals)
        if len(variables) != len(values):
            raise ValueError(f"expected a value for each variable, found {len(variables)} variables and {len(values)} values")
        self._hint = [(variable, integer(value)) for variable, value in zip(variables, values)]

    def get_core(self) -> list[Any]:
        """Assumptions of the last `solve` that cannot hold together. Perhaps not all of them are necessary."""
        if self._core is None:
            raise ValueError("there is a core only after a solve with assumptions that has no solution")
        return self._core

    @classmethod
    def mus_native(cls, soft: Any, hard: Any = ()) -> list[Any]:
        """Soft constraints that clash, together with the hard ones, none of which can be left out."""
        solver = cls()
        solver.add(list(hard))
        constraints = toplevel_list(soft, merge_and=False)
        begin = len(solver._model.constraint_names)
        for number, constraint in enumerate(constraints):
            solver._model.add(rs.all_of(solver._conditions(constraint)), name=str(number))
        conflict = solver._model.conflict(range(begin, begin + len(constraints)))
        if not conflict:
            raise ValueError("the constraints have a solution: nothing clashes")
        names = set(conflict.names[0])
        return [constraint for number, constraint in enumerate(constraints) if str(number) in names]


class _Clock:
    """The time that a question has taken, and that it may still take."""

    def __init__(self, limit: float | None) -> None:
        if limit is not None and limit <= 0:
            raise ValueError(f"a time limit is a number of seconds above 0, found {limit}")
        self._limit, self._start = limit, time.perf_counter()

    @property
    def elapsed(self) -> float:
        return time.perf_counter() - self._start

    @property
    def left(self) -> float | None:
        return None if self._limit is None else max(0.0, self._limit - self.elapsed)


_Found = tuple[ExitStatus, Any, "int | None"]


def _ended(outcome: str | None, solution: Any) -> ExitStatus:
    """The status of a search that ended, by what it found."""
    if outcome == "exhausted":
        return ExitStatus.UNSATISFIABLE if solution is None else ExitStatus.OPTIMAL
    return ExitStatus.UNKNOWN if solution is None else ExitStatus.FEASIBLE


def _not_supported(error: rs.ModelError) -> NotSupportedError:
    text = str(error)
    if len(text) > _LONGEST_MESSAGE:
        text = f"{text[:_LONGEST_MESSAGE // 2]} … {text[-_LONGEST_MESSAGE // 2:]}"
    return NotSupportedError(text)


def register() -> None:
    """Adds the solver to those that CPMpy knows, as the last one."""
    known = SolverLookup.base_solvers
    if any(name == NAME for name, _ in known()):
        return

    def base_solvers(cls: type[SolverLookup]) -> list[tuple[str, Any]]:
        return [*known(), (NAME, CPM_residua)]

    SolverLookup.base_solvers = classmethod(base_solvers)
