"""Solutions of fixed cells by each of the models, and checks of solutions."""

from __future__ import annotations

from typing import Any, Callable, Iterable, Mapping

from residua_cp.sudoku2010.constraint_model import solve_as_CP
from residua_cp.sudoku2010.graph_model import solve_as_graph
from residua_cp.sudoku2010.labels import Fixed, puzzle_boxes, puzzle_columns, puzzle_rows, symbols
from residua_cp.sudoku2010.linear_model import solve_as_lp
from residua_cp.sudoku2010.polynomial_model import solve_as_groebner

_MODELS: dict[str, Callable[[Mapping[int, int], int], Fixed | None]] = {
    "CP": solve_as_CP,
    "lp": solve_as_lp,
    "graph": solve_as_graph,
    "groebner": solve_as_groebner,
}


def solve_puzzle(fixed: Mapping[int, int], boxsize: int, model: str = "CP") -> Fixed | None:
    """A solution by a model, `CP`, `lp`, `graph` or `groebner`; `None` if there is none."""
    if model not in _MODELS:
        raise NameError(f"No such model: {model}")
    return _MODELS[model](fixed, boxsize)


def are_all_different(items: Iterable[Any]) -> bool:
    found = list(items)
    return len(set(found)) == len(found)


def is_sudoku(puzzle: Mapping[int, int], boxsize: int) -> bool:
    """Whether all cells have a symbol, and those of each row, column and box are different."""
    scopes = puzzle_rows(puzzle, boxsize) + puzzle_columns(puzzle, boxsize) + puzzle_boxes(puzzle, boxsize)
    return all(set(scope) == set(symbols(boxsize)) for scope in scopes)


def is_solution(fixed: Mapping[int, int], puzzle: Mapping[int, int]) -> bool:
    """Whether the fixed cells have the same symbols in the other puzzle."""
    return all(puzzle.get(label) == symbol for label, symbol in fixed.items())
