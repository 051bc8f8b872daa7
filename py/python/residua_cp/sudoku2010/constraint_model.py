"""Puzzles as constraints, for the engine and for Minion."""

from __future__ import annotations

from typing import Iterator, Mapping

from residua_cp import _core
from residua_cp.model import Model
from residua_cp.sudoku2010.labels import Fixed, cell_symbol_names, cells, cells_by_box, column, n_rows, n_symbols, row, scopes


class CP(Model):
    """A puzzle as a model, with a variable for each cell, `x1` to `xn⁴`."""

    def getSolution(self) -> Fixed | None:
        """A solution, from labels to symbols; `None` if there is none."""
        return next(self.getSolutionIter(), None)

    def getSolutions(self) -> list[Fixed]:
        """All solutions."""
        return list(self.getSolutionIter())

    def getSolutionIter(self) -> Iterator[Fixed]:
        """All solutions, each found when it is asked for."""
        return (dict(enumerate(solution.values, 1)) for solution in self.solutions())


def empty_puzzle_as_CP(boxsize: int) -> CP:
    """The rules as constraints.

    >>> empty_puzzle_as_CP(2).count()
    288
    """
    model = CP()
    x = dict(zip(cells(boxsize), model._int_vars(cell_symbol_names(boxsize), 1, n_symbols(boxsize))))
    model.add([_core.all_different([x[label] for label in scope]) for scope in scopes(boxsize)])
    return model


def puzzle_as_CP(fixed: Mapping[int, int], boxsize: int) -> CP:
    """The rules and the fixed cells as constraints."""
    model = empty_puzzle_as_CP(boxsize)
    x = dict(zip(cells(boxsize), model.variables))
    model.add([x[label] == symbol for label, symbol in fixed.items()])
    return model


def solve_as_CP(fixed: Mapping[int, int], boxsize: int) -> Fixed | None:
    """Solves the constraints."""
    return puzzle_as_CP(fixed, boxsize).getSolution()


def minion_program(fixed: Mapping[int, int], boxsize: int) -> str:
    """The rules and the fixed cells as a program for the solver Minion."""

    def at(label: int) -> str:
        return f"l[{row(label, boxsize) - 1},{column(label, boxsize) - 1}]"

    size = n_rows(boxsize)
    lines = ["MINION 3", "**VARIABLES**", f"DISCRETE l[{size},{size}] {{1..{n_symbols(boxsize)}}}", "**SEARCH**", "PRINT ALL"]
    lines += ["**CONSTRAINTS**", *(f"alldiff(l[{index},_])" for index in range(size)), *(f"alldiff(l[_,{index}])" for index in range(size))]
    lines += [f"alldiff([{','.join(map(at, box))}])" for box in cells_by_box(boxsize)]
    lines += [f"eq({at(label)},{symbol})" for label, symbol in fixed.items()]
    return "\n".join([*lines, "**EOF**"])
