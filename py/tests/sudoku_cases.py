"""Puzzles, and random cases, for the tests of this folder."""

from __future__ import annotations

import os

#: How many times as many random cases are tried.
SCALE = max(1, int(os.environ.get("RESIDUA_CASES", "1")))

EASY = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
EASY_SOLVED = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
HARD_SOLVED = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
SEVENTEEN = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
SEVENTEEN_SOLVED = "693784512487512936125963874932651487568247391741398625319475268856129743274836159"
SOLVED = [(EASY, EASY_SOLVED), (HARD, HARD_SOLVED), (SEVENTEEN, SEVENTEEN_SOLVED)]


def rows(line: str) -> list[list[int]]:
    """A grid of 81 characters as rows of integers, 0 for a blank."""
    digits = [int(char) if char.isdigit() else 0 for char in line]
    return [digits[start : start + 9] for start in range(0, 81, 9)]


def is_grid(grid: list[list[int]], box_rows: int, box_columns: int) -> bool:
    """Whether each row, column and box has each symbol once: written from the definition, without the library."""
    size = box_rows * box_columns
    every = set(range(1, size + 1))
    boxes = [
        [grid[top + row][left + column] for row in range(box_rows) for column in range(box_columns)]
        for top in range(0, size, box_rows)
        for left in range(0, size, box_columns)
    ]
    return all(set(scope) == every for scope in [*grid, *map(list, zip(*grid)), *boxes])
