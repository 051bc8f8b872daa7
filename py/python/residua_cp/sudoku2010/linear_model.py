"""Puzzles as 0–1 programs."""

from __future__ import annotations

import itertools
from typing import Mapping

from residua_cp import _core
from residua_cp.model import Model
from residua_cp.sudoku2010.labels import Fixed, cells, n_cells, n_symbols, scopes, symbols


class LinearProgram:
    """A 0–1 program: a column for each cell and symbol, and rows of columns of which exactly one is 1.

    >>> lp = puzzle_as_lp({1: 4}, 2)
    >>> len(lp.columns), len(lp.rows), lp.rows[-1]
    (64, 65, [3])
    >>> print(lp.to_lp().splitlines()[67])
     c65: x1_4 = 1
    """

    def __init__(self, columns: list[tuple[int, int]], rows: list[list[int]]) -> None:
        #: By column: its cell and its symbol.
        self.columns = columns
        #: By row: the columns that are in it.
        self.rows = rows

    def to_lp(self) -> str:
        """The program in the LP format of CPLEX, which GLPK, CBC, HiGHS and others read."""
        names = [f"x{label}_{symbol}" for label, symbol in self.columns]
        lines = ["Minimize", f" obj: 0 {names[0]}", "Subject To"]
        lines += [f" c{number}: {' + '.join(names[place] for place in row)} = 1" for number, row in enumerate(self.rows, 1)]
        return "\n".join([*lines, "Binary", *(f" {name}" for name in names), "End"]) + "\n"

    __str__ = to_lp

    def matrix(self) -> list[list[int]]:
        """The coefficients, row by row."""
        return [[int(place in row) for place in range(len(self.columns))] for row in map(set, self.rows)]


def lp_matrix_ncols(boxsize: int) -> int:
    """The number of columns."""
    return n_cells(boxsize) * n_symbols(boxsize)


def lp_matrix_nrows(boxsize: int) -> int:
    """The number of rows: one for each cell, and for each symbol in each row, column and box."""
    return 4 * n_cells(boxsize)


def lp_vars(boxsize: int) -> list[tuple[int, int]]:
    """By column: its cell and its symbol."""
    return list(itertools.product(cells(boxsize), symbols(boxsize)))


def lp_col_index(cell: int, symbol: int, boxsize: int) -> int:
    """The column of a cell with a symbol, from 0."""
    return (cell - 1) * n_symbols(boxsize) + symbol - 1


def lp_matrix(boxsize: int) -> list[int]:
    """The coefficients of the rules, row by row in one list."""
    return [coefficient for row in empty_puzzle_as_lp(boxsize).matrix() for coefficient in row]


def empty_puzzle_as_lp(boxsize: int) -> LinearProgram:
    """The rules as a 0–1 program."""
    every = symbols(boxsize)
    once = [[lp_col_index(label, symbol, boxsize) for label in scope] for scope in scopes(boxsize) for symbol in every]
    filled = [[lp_col_index(label, symbol, boxsize) for symbol in every] for label in cells(boxsize)]
    return LinearProgram(lp_vars(boxsize), once + filled)


def puzzle_as_lp(fixed: Mapping[int, int], boxsize: int) -> LinearProgram:
    """The rules and the fixed cells as a 0–1 program."""
    program = empty_puzzle_as_lp(boxsize)
    program.rows += [[lp_col_index(label, symbol, boxsize)] for label, symbol in fixed.items()]
    return program


def solve_as_lp(fixed: Mapping[int, int], boxsize: int) -> Fixed | None:
    """Solves the 0–1 program."""
    program = puzzle_as_lp(fixed, boxsize)
    model = Model()
    x = model._int_vars([f"x{label}_{symbol}" for label, symbol in program.columns], 0, 1)
    model.add([_core.exactly(1, [x[place] for place in row]) for row in program.rows])
    solution = model.solve()
    return None if solution is None else dict(itertools.compress(program.columns, solution.values))
