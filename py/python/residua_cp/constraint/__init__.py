"""Programs of python-constraint, solved by the engine of residua.

After `install()`, `import constraint` imports this package:

>>> from residua_cp import constraint
>>> constraint.install()
>>> from constraint import AllDifferentConstraint, Problem
>>> problem = Problem()
>>> problem.addVariables("ab", [1, 2])
>>> problem.addConstraint(AllDifferentConstraint())
>>> sorted(problem.getSolutionsOrderedList("ab"))
[(1, 2), (2, 1)]

Solutions are those of python-constraint, in another order. The engine solves for all solver classes, and their options have no effect;
solvers of a user run as they are. Domains of a problem stay as they were given. Functions are called before the search, once for each
combination of values, if there are few; an own constraint class is called with values for all its variables.
"""

from __future__ import annotations

import sys

from residua_cp.constraint import constraints, domain, parser, problem, solvers
from residua_cp.constraint.constraints import (
    AllDifferentConstraint,
    AllEqualConstraint,
    CompilableFunctionConstraint,
    Constraint,
    ExactProdConstraint,
    ExactSumConstraint,
    FunctionConstraint,
    InSetConstraint,
    MaxProdConstraint,
    MaxSumConstraint,
    MinProdConstraint,
    MinSumConstraint,
    NotInSetConstraint,
    SomeInSetConstraint,
    SomeNotInSetConstraint,
    VariableExactProdConstraint,
    VariableExactSumConstraint,
    VariableMaxProdConstraint,
    VariableMaxSumConstraint,
    VariableMinProdConstraint,
    VariableMinSumConstraint,
)
from residua_cp.constraint.domain import Domain, Unassigned, Variable, check_if_compiled
from residua_cp.constraint.problem import Problem
from residua_cp.constraint.solvers import (
    BacktrackingSolver,
    MinConflictsSolver,
    OptimizedBacktrackingSolver,
    ParallelSolver,
    RecursiveBacktrackingSolver,
    Solver,
)

__all__ = [
    "AllDifferentConstraint", "AllEqualConstraint", "BacktrackingSolver", "CompilableFunctionConstraint",
    "Constraint", "Domain", "ExactProdConstraint", "ExactSumConstraint", "FunctionConstraint",
    "InSetConstraint", "MaxProdConstraint", "MaxSumConstraint", "MinConflictsSolver", "MinProdConstraint",
    "MinSumConstraint", "NotInSetConstraint", "OptimizedBacktrackingSolver", "ParallelSolver", "Problem",
    "RecursiveBacktrackingSolver", "Solver", "SomeInSetConstraint", "SomeNotInSetConstraint", "Unassigned",
    "Variable", "VariableExactProdConstraint", "VariableExactSumConstraint", "VariableMaxProdConstraint",
    "VariableMaxSumConstraint", "VariableMinProdConstraint", "VariableMinSumConstraint", "check_if_compiled",
]


def install() -> None:
    """Makes this package the module `constraint`, with the submodules that python-constraint has."""
    sys.modules["constraint"] = sys.modules[__name__]
    for module in (constraints, domain, parser, problem, solvers):
        sys.modules["constraint." + module.__name__.rpartition(".")[2]] = module
