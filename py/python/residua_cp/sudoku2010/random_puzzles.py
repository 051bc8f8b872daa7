"""Random puzzles."""

from __future__ import annotations

import random
from typing import Mapping

from residua_cp.puzzle import Puzzle as Grid
from residua_cp.sudoku2010.labels import Fixed
from residua_cp.sudoku2010.puzzle import Puzzle


def _random_grid(boxsize: int) -> Fixed:
    seed = random.getrandbits(63)
    return _fixed(Grid.create(f"{boxsize}x{boxsize}", seed=seed, removed=0)[0])


def _fixed(puzzle: Grid) -> Fixed:
    symbols = (symbol for line in puzzle.givens for symbol in line)
    return {label: symbol for label, symbol in enumerate(symbols, 1) if symbol}


def random_filter(puzzle: Mapping[int, int], n_fixed: int, boxsize: int) -> Fixed:
    """That number of the fixed cells of a puzzle, at random."""
    return {label: puzzle[label] for label in sorted(random.sample(sorted(puzzle), n_fixed))}


def random_puzzle(n_fixed: int, boxsize: int, model: str = "CP") -> Puzzle:
    """A puzzle with that number of fixed cells, which has a solution, and may have several.

    It is part of a random grid: `random.seed` gives the same puzzles again. `model` has no effect.
    """
    return Puzzle(random_filter(_random_grid(boxsize), n_fixed, boxsize), boxsize)


def create_puzzle(n_fixed: int | None = None, boxsize: int = 3, time: float | None = 60) -> Puzzle:
    """A puzzle with one solution: with that number of fixed cells, or one that has several solutions without any one of its fixed cells.

    `random.seed` gives the same puzzles again. Raises ValueError if none with that number of fixed cells was found in `time` seconds: there are few
    with less than 20 of 81, and none with less than 17.
    """
    made = Grid.create(f"{boxsize}x{boxsize}", seed=random.getrandbits(63), givens=n_fixed, time=time)
    return Puzzle(_fixed(made[0]), boxsize)
