"""Labels of cells, which of them make a row, a column or a box, and the names of their variables."""

from __future__ import annotations

import itertools
from typing import Mapping

#: From labels of cells to symbols.
Fixed = dict[int, int]


def n_rows(boxsize: int) -> int:
    return boxsize**2


def n_cols(boxsize: int) -> int:
    return boxsize**2


def n_boxes(boxsize: int) -> int:
    return boxsize**2


def n_symbols(boxsize: int) -> int:
    return boxsize**2


def n_cells(boxsize: int) -> int:
    return boxsize**4


def cell(row: int, column: int, boxsize: int) -> int:
    """The label of a cell.

    >>> cell(2, 3, 3)
    12
    """
    return (row - 1) * n_cols(boxsize) + column


def row(cell: int, boxsize: int) -> int:
    """The row of a cell."""
    return (cell - 1) // n_cols(boxsize) + 1


def column(cell: int, boxsize: int) -> int:
    """The column of a cell."""
    return (cell - 1) % n_cols(boxsize) + 1


def box_representative(box: int, boxsize: int) -> int:
    """The label of the cell at the top left of a box."""
    down, right = divmod(box - 1, boxsize)
    return cell(boxsize * down + 1, boxsize * right + 1, boxsize)


def cells(boxsize: int) -> list[int]:
    return list(range(1, n_cells(boxsize) + 1))


def symbols(boxsize: int) -> list[int]:
    return list(range(1, n_symbols(boxsize) + 1))


def rows(boxsize: int) -> list[int]:
    return list(range(1, n_rows(boxsize) + 1))


def cols(boxsize: int) -> list[int]:
    return list(range(1, n_cols(boxsize) + 1))


def boxes(boxsize: int) -> list[int]:
    return list(range(1, n_boxes(boxsize) + 1))


def row_r(row: int, boxsize: int) -> list[int]:
    """The labels of a row."""
    return [cell(row, column, boxsize) for column in cols(boxsize)]


def col_r(column: int, boxsize: int) -> list[int]:
    """The labels of a column."""
    return [cell(row, column, boxsize) for row in rows(boxsize)]


def box_r(box: int, boxsize: int) -> list[int]:
    """The labels of a box."""
    first = box_representative(box, boxsize)
    return [first + down * n_cols(boxsize) + right for down in range(boxsize) for right in range(boxsize)]


def cells_by_row(boxsize: int) -> list[list[int]]:
    """The labels of each row."""
    return [row_r(row, boxsize) for row in rows(boxsize)]


def cells_by_col(boxsize: int) -> list[list[int]]:
    """The labels of each column."""
    return [col_r(column, boxsize) for column in cols(boxsize)]


def cells_by_box(boxsize: int) -> list[list[int]]:
    """The labels of each box.

    >>> cells_by_box(2)
    [[1, 2, 5, 6], [3, 4, 7, 8], [9, 10, 13, 14], [11, 12, 15, 16]]
    """
    return [box_r(box, boxsize) for box in boxes(boxsize)]


def scopes(boxsize: int) -> list[list[int]]:
    """The labels of each row, each column and each box."""
    return cells_by_row(boxsize) + cells_by_col(boxsize) + cells_by_box(boxsize)


def dependent_cells(boxsize: int) -> list[tuple[int, int]]:
    """All pairs of cells in a row, a column or a box, the lesser label first.

    >>> len(dependent_cells(2)), len(dependent_cells(3))
    (56, 810)
    """
    return sorted({pair for scope in scopes(boxsize) for pair in itertools.combinations(scope, 2)})


def puzzle_rows(puzzle: Mapping[int, int], boxsize: int) -> list[list[int | None]]:
    """The symbols of each row; `None` for an empty cell."""
    return [[puzzle.get(cell) for cell in scope] for scope in cells_by_row(boxsize)]


def puzzle_columns(puzzle: Mapping[int, int], boxsize: int) -> list[list[int | None]]:
    """The symbols of each column."""
    return [[puzzle.get(cell) for cell in scope] for scope in cells_by_col(boxsize)]


def puzzle_boxes(puzzle: Mapping[int, int], boxsize: int) -> list[list[int | None]]:
    """The symbols of each box."""
    return [[puzzle.get(cell) for cell in scope] for scope in cells_by_box(boxsize)]


def cell_symbol_name(cell: int) -> str:
    """The name of the variable of a cell.

    >>> cell_symbol_name(1)
    'x1'
    """
    return f"x{cell}"


def cell_symbol_names(boxsize: int) -> list[str]:
    return [cell_symbol_name(label) for label in cells(boxsize)]
