"""Puzzles as objects: cells that are fixed, and a boxsize."""

from __future__ import annotations

import itertools
from typing import Mapping

from residua_cp.sudoku2010.constraint_model import minion_program, puzzle_as_CP
from residua_cp.sudoku2010.labels import Fixed, n_cells, n_symbols, puzzle_rows
from residua_cp.sudoku2010.solutions import is_solution, is_sudoku, solve_puzzle
from residua_cp.sudoku2010.text import dict_to_string, int_to_printable, string_to_dict


class Puzzle:
    """A puzzle: a dictionary of fixed cells (`format="d"`) or text (`format="s"`), and a boxsize. It prints as a grid."""

    def __init__(self, fixed: Mapping[int, int] | str, boxsize: int, format: str = "d") -> None:
        if format not in ("d", "s"):
            raise NameError(f"No such format: {format}")
        self.boxsize = boxsize
        self.fixed: Fixed = string_to_dict(str(fixed), boxsize) if isinstance(fixed, str) or format == "s" else dict(fixed)
        for label, symbol in self.fixed.items():
            if not 1 <= label <= n_cells(boxsize) or not 1 <= symbol <= n_symbols(boxsize):
                raise ValueError(
                    f"expected cells 1..{n_cells(boxsize)} with symbols 1..{n_symbols(boxsize)}, found cell {label} with {symbol}"
                )

    def get_fixed(self) -> Fixed:
        """The fixed cells."""
        return self.fixed

    def get_boxsize(self) -> int:
        return self.boxsize

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and (self.boxsize, self.fixed) == (other.boxsize, other.fixed)

    def __hash__(self) -> int:
        return hash((self.boxsize, frozenset(self.fixed.items())))

    def __repr__(self) -> str:
        return dict_to_string(self.fixed, self.boxsize, padding=1, rowend="\n")

    def _repr_latex_(self) -> str:
        n = self.boxsize
        lines = [" & ".join(int_to_printable(s) if s else "." for s in line) + r" \\" for line in puzzle_rows(self.fixed, n)]
        bands = [" ".join(lines[start : start + n]) for start in range(0, n * n, n)]
        ruled = r" \hline ".join(["", *bands, ""])
        return rf"$$\begin{{array}}{{{n * ('|' + n * 'c')}|}}{ruled}\end{{array}}$$"


def solve(puzzle: Puzzle, model: str = "CP") -> Puzzle | None:
    """A solution by a model, `CP`, `lp`, `graph` or `groebner`; `None` if there is none."""
    found = solve_puzzle(puzzle.fixed, puzzle.boxsize, model)
    return None if found is None else Puzzle(found, puzzle.boxsize)


def is_sudoku_solution(puzzle: Puzzle, solution: Puzzle) -> bool:
    """Whether the second puzzle is a solution of the first."""
    return puzzle.boxsize == solution.boxsize and is_sudoku(solution.fixed, solution.boxsize) and is_solution(puzzle.fixed, solution.fixed)


def count_solutions(puzzle: Puzzle) -> int:
    """The number of solutions.

    >>> count_solutions(Puzzle({}, 2))
    288
    """
    return int(puzzle_as_CP(puzzle.fixed, puzzle.boxsize).count())


def is_well_formed(puzzle: Puzzle) -> bool:
    """Whether there is exactly one solution."""
    return len(list(puzzle_as_CP(puzzle.fixed, puzzle.boxsize).solutions(limit=2))) == 1


def well_formed_solution(puzzle: Puzzle) -> Puzzle:
    """The only solution. Raises NameError if there are several, or none."""
    found = list(itertools.islice(puzzle_as_CP(puzzle.fixed, puzzle.boxsize).getSolutionIter(), 2))
    if len(found) != 1:
        raise NameError("Not well-formed")
    return Puzzle(found[0], puzzle.boxsize)


def diff(p1: Puzzle, p2: Puzzle) -> None:
    """Prints the second puzzle, red where it differs from the first."""
    pairs = zip(repr(p1), repr(p2))
    print("".join(new if new == old else f"\x1b[31m{new}\x1b[m" for old, new in pairs))


def to_minion_string(puzzle: Puzzle) -> str:
    """The puzzle as a program for the solver Minion."""
    return minion_program(puzzle.fixed, puzzle.boxsize)
