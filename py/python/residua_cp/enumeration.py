"""Enumeration of all solutions of a model of Boolean variables, whether one is hard to find or there are very many.

A search that learns finds the first solutions of a hard formula soonest, but it keeps a nogood for each solution. So it finds the first ones,
and as long as they come easily a depth-first search finds the others, in constant memory.
"""

from __future__ import annotations

from typing import Any, Iterator, Sequence

from residua_cp.model import Model

#: After each of this many solutions the search that learns is looked at.
_BATCH = 1_000
#: Where a solution costs fewer failures than this, learning does not pay.
_FEW_FAILURES = 4


class Enumeration:
    """An iterator of the values of these variables, in the order of the variables, in all solutions: each combination once.

    `nodes` limits both searches together. `outcome` tells why the iteration ended: `"exhausted"`, or the limit.

    >>> model = Model()
    >>> x = model._int_vars(["x", "y"], 0, 1)
    >>> _ = model.add(x[0] <= x[1])
    >>> sorted(Enumeration(model, x))
    [[0, 0], [0, 1], [1, 1]]
    """

    def __init__(self, model: Model, variables: Sequence[Any], nodes: int | None = None) -> None:
        self._model, self._variables, self._nodes = model, list(variables), nodes
        self._places = [variable.index for variable in self._variables]
        self._search: Any = None
        self._used = 0
        self._values = self._all()

    def __iter__(self) -> Iterator[list[int]]:
        return self

    def __next__(self) -> list[int]:
        return next(self._values)

    @property
    def outcome(self) -> str | None:
        """Why the iteration ended; `None` while it goes on."""
        return None if self._search is None else self._search.outcome

    @property
    def statistics(self) -> dict[str, int]:
        """The statistics of the search that runs, or that ran last."""
        return {} if self._search is None else self._search.statistics

    def _start(self, learn: str) -> Any:
        left = None if self._nodes is None else max(self._nodes - self._used, 0)
        # Without variables there is nothing to be projected to.
        over = self._variables or None
        self._search = self._model.solutions(over=over, learn=learn, nodes=left)
        return self._search

    def _read(self, solution: Any) -> list[int]:
        values: list[int] = solution.values
        return [values[place] for place in self._places]

    def _all(self) -> Iterator[list[int]]:
        given: set[bytes] = set()
        search = self._start("on")
        for number, solution in enumerate(search, 1):
            values = self._read(solution)
            given.add(bytes(values))
            yield values
            if number % _BATCH == 0:
                statistics = search.statistics
                if statistics["failures"] < _FEW_FAILURES * number:
                    self._used = statistics["nodes"]
                    search.close()
                    break
        else:
            return
        for solution in self._start("auto"):
            values = self._read(solution)
            key = bytes(values) if given else b""
            if key in given:
                given.remove(key)
            else:
                yield values
