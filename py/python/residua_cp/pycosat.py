"""Clauses of integers, solved as by pycosat 0.6: a program for pycosat runs with `import residua_cp.pycosat as pycosat`.

>>> solve([[1, -5, 4], [-1, 5, 3, 4], [-3, -4]])
[-1, -2, -3, -4, -5]
>>> sorted(itersolve([[1, 2], [-1, -2]]))
[[-1, 2], [1, -2]]

Status, number of solutions and errors are those of pycosat; which solution comes first is not. Beyond pycosat, integers of NumPy are accepted, and an
interrupt ends a search.
"""

from __future__ import annotations

import operator
from typing import Iterable, Iterator

from residua_cp import _core
from residua_cp.enumeration import Enumeration
from residua_cp.model import Model

#: The version of pycosat whose interface this is.
__version__ = "0.6.6"

__all__ = ["__version__", "itersolve", "solve"]

_MOST_NODES = 2**63 - 1


def solve(
    clauses: Iterable[Iterable[int]], vars: int = -1, verbose: int = 0, prop_limit: int = 0
) -> list[int] | str:
    """A solution, as a list of literals; `"UNSAT"` if there is none, `"UNKNOWN"` if the limit was reached.

    `vars` is the least number of variables. `prop_limit`, if positive, is the greatest number of nodes of the search: a
    node is one decision with all its propagations. `verbose` prints the statistics.

    >>> solve([[1], [-1]])
    'UNSAT'
    >>> solve([], vars=2)
    [-1, -2]
    """
    search = _search(clauses, vars, prop_limit)
    verbose = operator.index(verbose)
    values = next(search, None)
    if verbose:
        _print(search)
    if values is not None:
        return _literals(values)
    return "UNSAT" if search.outcome == "exhausted" else "UNKNOWN"


def itersolve(
    clauses: Iterable[Iterable[int]], vars: int = -1, verbose: int = 0, prop_limit: int = 0
) -> Iterator[list[int]]:
    """All solutions, each found when it is asked for: every assignment of all variables once. The clauses are read at once.

    Takes the options of `solve`; the iteration ends where the limit is reached.
    """
    search = _search(clauses, vars, prop_limit)
    return _solutions(search, operator.index(verbose))


def _solutions(search: Enumeration, verbose: int) -> Iterator[list[int]]:
    for values in search:
        yield _literals(values)
    if verbose:
        _print(search)


def _search(clauses: Iterable[Iterable[int]], vars: int, prop_limit: int) -> Enumeration:
    # As in pycosat, -1 is the default, and other negative numbers count without their sign.
    least, limit = operator.index(vars), operator.index(prop_limit)
    model = Model()
    try:
        _core._add_clauses(model, clauses, 0 if least == -1 else abs(least))
    except _core.ModelError as error:
        raise OverflowError(str(error)) from None
    return Enumeration(model, model.variables, nodes=min(limit, _MOST_NODES) if limit > 0 else None)


def _literals(values: list[int]) -> list[int]:
    return [number if value else -number for number, value in enumerate(values, 1)]


def _print(search: Enumeration) -> None:
    for name, number in search.statistics.items():
        print(f"c {name} {number}")
