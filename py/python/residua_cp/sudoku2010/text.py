"""Puzzles as text, a character for each cell."""

from __future__ import annotations

import string
from typing import Mapping

from residua_cp.sudoku2010.labels import Fixed, n_cells, puzzle_rows


def int_to_printable(i: int) -> str:
    """A symbol as a character: 10 is `a`."""
    return string.printable[i]


def printable_to_int(c: str) -> int:
    """The symbol that a character stands for."""
    return string.printable.index(c)


def dict_to_string(fixed: Mapping[int, int], boxsize: int, padding: int = 0, rowend: str = "") -> str:
    """A puzzle as text, a `.` for an empty cell; with blanks on both sides of each cell, and an end of each row.

    >>> dict_to_string({1: 4, 16: 2}, 2)
    '4..............2'
    """
    pad = " " * padding
    lines = (
        "".join(f"{pad}{int_to_printable(symbol) if symbol else '.'}{pad}" for symbol in line) + rowend
        for line in puzzle_rows(fixed, boxsize)
    )
    return "".join(lines)


def string_to_dict(puzzle: str, boxsize: int) -> Fixed:
    """The puzzle that a text tells: white space counts for nothing, and `.` or `0` is an empty cell.

    >>> string_to_dict("4... .... ..a. ...2", 2)
    {1: 4, 11: 10, 16: 2}
    """
    chars = "".join(puzzle.split())
    if len(chars) != n_cells(boxsize):
        raise ValueError(f"expected {n_cells(boxsize)} cells, found {len(chars)}")
    return {label: printable_to_int(char) for label, char in enumerate(chars, 1) if char not in ".0"}
