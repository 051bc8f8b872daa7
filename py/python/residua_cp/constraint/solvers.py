"""The solver classes of python-constraint. The engine solves for all of them, and their options have no effect: `ParallelSolver` searches by threads."""

from __future__ import annotations

from typing import Any, Iterator

from residua_cp.constraint.base import Domains, Posted, PostedBy
from residua_cp.constraint.search import Search, Solution


class Solver:
    """The base class. Own solvers override its methods."""

    requires_pickling = False

    def getSolution(self, domains: Domains, constraints: Posted, vconstraints: PostedBy) -> Solution | None:
        """A solution; `None` if there is none."""
        raise NotImplementedError(f"{type(self).__name__} is an abstract class")

    def getSolutions(self, domains: Domains, constraints: Posted, vconstraints: PostedBy) -> list[Solution]:
        """All solutions."""
        raise NotImplementedError(f"{type(self).__name__} provides only a single solution")

    def getSolutionIter(self, domains: Domains, constraints: Posted, vconstraints: PostedBy) -> Iterator[Solution]:
        """The solutions, each found when it is asked for."""
        raise NotImplementedError(f"{type(self).__name__} doesn't provide iteration")


class BacktrackingSolver(Solver):
    """Finds one solution, all, or one after another."""

    def __init__(self, forwardcheck: bool = True) -> None:
        self._forwardcheck = forwardcheck

    def getSolution(self, domains: Domains, constraints: Posted, vconstraints: PostedBy) -> Solution | None:
        return Search(domains, constraints).first()

    def getSolutions(self, domains: Domains, constraints: Posted, vconstraints: PostedBy) -> list[Solution]:
        return Search(domains, constraints).all()

    def getSolutionIter(self, domains: Domains, constraints: Posted, vconstraints: PostedBy) -> Iterator[Solution]:
        return iter(Search(domains, constraints))


class OptimizedBacktrackingSolver(BacktrackingSolver):
    """The default solver."""


class RecursiveBacktrackingSolver(BacktrackingSolver):
    """Does what `BacktrackingSolver` does."""


class MinConflictsSolver(Solver):
    """Finds one solution, if there is one: the number of steps is no limit."""

    def __init__(self, steps: int = 1000, rand: Any = None) -> None:
        self._steps = steps
        self._rand = rand

    def getSolution(self, domains: Domains, constraints: Posted, vconstraints: PostedBy) -> Solution | None:
        return Search(domains, constraints).first()


class ParallelSolver(Solver):
    """Finds all solutions, with a thread for each core, unless functions are evaluated during the search."""

    def __init__(self, process_mode: bool = False) -> None:
        self._process_mode = process_mode

    def getSolution(self, domains: Domains, constraints: Posted, vconstraints: PostedBy) -> Solution | None:
        raise NotImplementedError(f"{type(self).__name__} only provides all solutions")

    def getSolutions(self, domains: Domains, constraints: Posted, vconstraints: PostedBy) -> list[Solution]:
        return Search(domains, constraints).all(threads=0)
