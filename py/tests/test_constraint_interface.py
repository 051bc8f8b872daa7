"""The interface of the module `constraint`: errors, lists of solutions, and constraints, domains and solvers of a user."""

from __future__ import annotations

import itertools
import os
import random
import subprocess
import sys
import time
from typing import Any

import pytest

import residua_cp.constraint as ours
from residua_cp.constraint import (
    AllDifferentConstraint,
    CompilableFunctionConstraint,
    Constraint,
    Domain,
    FunctionConstraint,
    InSetConstraint,
    MinConflictsSolver,
    ParallelSolver,
    Problem,
    SomeInSetConstraint,
    Solver,
    Unassigned,
    Variable,
    VariableExactSumConstraint,
)


def test_wrong_definitions_are_refused() -> None:
    problem = Problem()
    problem.addVariable("a", [1, 2])
    with pytest.raises(ValueError, match="duplicated variable 'a'"):
        problem.addVariable("a", [3])
    with pytest.raises(ValueError, match="[Dd]omain is empty"):
        problem.addVariable("b", [])
    with pytest.raises(TypeError):
        problem.addVariable("b", 5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        problem.addVariable([], [1])  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        problem.addConstraint(5)  # type: ignore[arg-type]
    with pytest.raises(AssertionError):
        problem.addConstraint([5])  # type: ignore[list-item]
    with pytest.raises(AssertionError):
        Problem(MinConflictsSolver)  # type: ignore[arg-type]
    with pytest.raises(AssertionError):
        VariableExactSumConstraint("a", ["b"], [1])
    assert problem.getSolutions() == [{"a": 1}, {"a": 2}]


@pytest.mark.parametrize("method", ["getSolution", "getSolutions", "getSolutionIter"])
def test_unknown_variables_are_found_when_solving(method: str) -> None:
    posted: list[tuple[Any, list[str]]] = [
        (AllDifferentConstraint(), ["a", "b"]),
        (lambda a, b: True, ["a", "b"]),
        (VariableExactSumConstraint("b", ["a"]), ["a"]),
    ]
    for constraint, variables in posted:
        problem = Problem()
        problem.addVariable("a", [1])
        problem.addConstraint(constraint, variables)
        with pytest.raises(KeyError, match="b"):
            getattr(problem, method)()


def test_errors_of_text_and_functions_are_raised_when_solving() -> None:
    wrong: list[tuple[Any, type[Exception]]] = [
        ("a +", SyntaxError), ("a < zz", NameError), ("1 // (a - 1) == 0 and b > 0", ZeroDivisionError),
        ("1 // (a - 2) == 5 or b > 0", ZeroDivisionError),
        (lambda a: True, TypeError),
    ]
    for constraint, error in wrong:
        problem = Problem()
        problem.addVariables("ab", [1, 2])
        problem.addConstraint(constraint)
        with pytest.raises(error):
            problem.getSolutions()


def test_without_variables_there_is_no_solution() -> None:
    problem = Problem()
    assert problem.getSolution() is None
    assert problem.getSolutions() == []
    assert list(problem.getSolutionIter()) == []


def test_solutions_are_found_when_they_are_asked_for() -> None:
    for constraint in (None, lambda *values: sum(values) % 2 == 0):
        problem = Problem()
        problem.addVariables(range(9), range(10))
        if constraint is not None:
            problem.addConstraint(constraint)
        start = time.monotonic()
        solutions = problem.getSolutionIter()
        some = list(itertools.islice(solutions, 1000))
        assert time.monotonic() - start < 5
        assert len({tuple(solution.values()) for solution in some}) == 1000
        assert constraint is None or all(constraint(*solution.values()) for solution in some)


def test_lists_of_solutions() -> None:
    problem = Problem()
    problem.addVariables("ab", [1, 2])
    problem.addConstraint("a < b")
    assert problem.getSolutionsOrderedList(["b", "a"]) == [(2, 1)]
    assert problem.getSolutionsAsListDict(order=["b", "a"]) == ([(2, 1)], {(2, 1): 0}, 1)
    problem.addVariable("c", [5, 5])
    assert problem.getSolutionsAsListDict("abc", validate=False) == ([(1, 2, 5)] * 2, {(1, 2, 5): 1}, 2)
    with pytest.raises(ValueError, match="1 duplicate"):
        problem.getSolutionsAsListDict("abc")


def test_solving_changes_nothing_and_reset_forgets_everything() -> None:
    problem = Problem()
    problem.addVariables("ab", [1, 2])
    problem.addConstraint("a == 1")
    problem.addConstraint(InSetConstraint([2]), ["b"])
    assert problem.getSolutions() == problem.getSolutions() == [{"a": 1, "b": 2}]
    problem.reset()
    assert problem.getSolutions() == []
    problem.addVariable("a", [2])
    assert problem.getSolution() == {"a": 2}


def test_domains() -> None:
    class Own(Domain):
        pass

    domain = Own([1, 2, 3])
    domain.pushState()
    domain.hideValue(2)
    assert domain == [1, 3]
    seen = []
    problem = Problem()
    problem.addVariable("a", domain)
    domain.popState()
    assert sorted(domain) == [1, 2, 3]

    class Sees(Constraint):
        def __call__(self, variables: Any, domains: Any, assignments: Any, forwardcheck: Any = False) -> bool:
            seen.append(type(domains["a"]))
            return True

    problem.addConstraint(Sees())
    assert sorted(problem.getSolutionsOrderedList()) == [(1,), (2,), (3,)]
    assert set(seen) == {Own}


def test_own_constraints_may_look_beyond_their_variables_and_restrict_domains() -> None:
    class Follows(Constraint):
        def __call__(self, variables: Any, domains: Any, assignments: Any, forwardcheck: Any = False) -> bool:
            return "c" not in assignments or bool(assignments[variables[0]] == assignments["c"] + 1)

    class Odd(Constraint):
        def preProcess(self, variables: Any, domains: Any, constraints: Any, vconstraints: Any) -> None:
            for variable in variables:
                domains[variable][:] = [value for value in domains[variable] if value % 2]

    problem = Problem()
    problem.addVariables("abc", range(4))
    problem.addConstraint(Follows(), ["a", "b"])
    problem.addConstraint(Odd(), ["a"])
    expected = [(a, b, a - 1) for a in (1, 3) for b in range(4)]
    assert sorted(problem.getSolutionsOrderedList("abc")) == expected


def test_own_solvers_get_domains_and_constraints() -> None:
    class Naive(Solver):
        def getSolutions(self, domains: Any, constraints: Any, vconstraints: Any) -> Any:
            solutions = []
            for values in itertools.product(*domains.values()):
                assignments = dict(zip(domains, values))
                if all(part(variables, domains, assignments, None) for part, variables in constraints):
                    solutions.append(assignments)
            return solutions

    problem = Problem(Naive())
    assert isinstance(problem.getSolver(), Naive)
    problem.addVariables("abc", [1, 2, 3])
    problem.addConstraint(AllDifferentConstraint())
    problem.addConstraint(SomeInSetConstraint([3]), "ab")
    problem.addConstraint("a < b")
    expected = [(1, 3, 2), (2, 3, 1)]
    assert sorted(problem.getSolutionsOrderedList("abc")) == expected
    problem.setSolver(ours.BacktrackingSolver())
    assert sorted(problem.getSolutionsOrderedList("abc")) == expected


def test_solvers_that_have_only_one_way() -> None:
    problem = Problem(MinConflictsSolver(steps=1, rand=random.Random(1)))
    problem.addVariables("ab", [1, 2])
    problem.addConstraint("a > b")
    assert problem.getSolution() == {"a": 2, "b": 1}
    with pytest.raises(NotImplementedError):
        problem.getSolutions()
    problem.setSolver(ParallelSolver(process_mode=True))
    assert problem.getSolutions() == [{"a": 2, "b": 1}]
    with pytest.raises(NotImplementedError):
        problem.getSolution()


def test_constraints_called_by_hand() -> None:
    assert FunctionConstraint(lambda a, b: a < b)("ab", {}, {"a": 1})
    assert not FunctionConstraint(lambda a, b: b is not Unassigned, assigned=False)("ab", {}, {"a": 1})
    domains: dict[Any, Domain] = {"a": Domain([1, 2]), "b": Domain([1, 2])}
    assert AllDifferentConstraint()("ab", domains, {"a": 1}, True)
    assert domains["b"] == [2]
    assert not CompilableFunctionConstraint("def f(a, b): return a < b")("ab", {}, {"a": 1, "b": 1})
    assert repr(Variable("x")) == "x"


def test_install_makes_programs_import_this_module() -> None:
    program = """
import warnings
warnings.simplefilter("error")
import residua_cp.constraint as ours
ours.install()
import constraint, constraint.problem, constraint.constraints, constraint.domain, constraint.solvers
from constraint import *
assert constraint is ours and constraint.problem.Problem is Problem
problem = Problem(ParallelSolver())
problem.addVariable("a", [1])
print(problem.getSolutions())
"""
    path = os.pathsep.join(sys.path)
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path}
    )
    assert (result.stdout, result.stderr) == ("[{'a': 1}]\n", "")
