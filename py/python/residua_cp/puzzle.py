"""Sudoku puzzles of any box size."""

from __future__ import annotations

import json
from typing import Any, Iterable, Sequence

from residua_cp import _core
from residua_cp.answers import Clues, Conflict, Count, Explanation, Inspection, Solved, _sized
from residua_cp.model import Model


def _text(grid: Any, box: str | None) -> str:
    """A grid of rows of integers as an object that the reader reads; text as it is."""
    if isinstance(grid, str):
        return grid
    grid = list(grid)
    if all(isinstance(row, str) for row in grid):
        return "\n".join(grid)
    rows = [[int(value or 0) for value in row] for row in grid]
    givens = [value for row in rows for value in row]
    size = len(rows)
    if any(len(row) != size for row in rows):
        raise ValueError(f"expected {size} rows of {size} values, found rows of {sorted({len(row) for row in rows})}")
    return json.dumps({"box": box, "givens": givens} if box else {"givens": givens})


def _box(box: str | tuple[int, int] | None) -> str | None:
    return f"{box[0]}x{box[1]}" if isinstance(box, tuple) else box


class Puzzle(_core.Puzzle):
    """A Sudoku puzzle, from text in any format that the command line reads, or from rows of integers, 0 for a blank.

    `box` is the shape of a box, `"2x3"` or `(2, 3)` for 2 rows by 3 columns, where the size of the grid leaves it open.

    >>> puzzle = Puzzle("1... ..3. .1.. ...2")
    >>> puzzle.solve().verdict
    'unique'
    >>> puzzle.count()
    1
    """

    def __new__(cls, grid: Any, box: str | tuple[int, int] | None = None, trust: str = "givens") -> Puzzle:
        shape = _box(box)
        return super().__new__(cls, _text(grid, shape), shape, trust)

    @staticmethod
    def read_all(text: str, box: str | tuple[int, int] | None = None, trust: str = "givens") -> list[Puzzle]:
        """All puzzles of a text."""
        found = _core.Puzzle._read_all(text, _box(box), trust)
        return [Puzzle(puzzle._object(), puzzle.box_shape, trust) for puzzle in found]

    @staticmethod
    def create(
        box: str | tuple[int, int] = "3x3",
        count: int = 1,
        *,
        seed: int = 0,
        symmetry: str = "none",
        givens: int | None = None,
        removed: int | None = None,
        solutions: int = 1,
        time: float | None = None,
    ) -> list[Puzzle]:
        """Random puzzles: minimal ones, or with that many givens. The same seed gives the same puzzles."""
        shape = _box(box) or "3x3"
        made = _core.Puzzle._create(shape, count, seed, symmetry, givens, removed, solutions, time)
        return [Puzzle(puzzle.givens, puzzle.box_shape) for puzzle in made]

    def __str__(self) -> str:
        return self.boxed()

    def __repr__(self) -> str:
        return f"Puzzle({self._line(None)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and (self._object(), self.trust) == (other._object(), other.trust)

    def __hash__(self) -> int:
        return hash((self._line(None), self.box_shape))

    def line(self) -> str:
        """The puzzle in one line."""
        return self._line(None)

    def boxed(self, grid: Iterable[Iterable[int]] | None = None) -> str:
        """The givens, or another grid, in frames."""
        return self._boxed(None if grid is None else [value for row in grid for value in row]).rstrip("\n")

    def _repr_svg_(self) -> str:
        return _sized(self._svg(None, "Sudoku"))

    def svg(self, solution: Iterable[Iterable[int]] | None = None) -> str:
        """A picture of the givens, or of a solution, in SVG."""
        return self._svg(None if solution is None else [value for row in solution for value in row], "Sudoku")

    def solve(self, *, all: bool = False, limit: int | None = None, form: str = "grid", time: float | None = None) -> Solved:
        """The solution; two where there are several, or up to `limit`, or `all`.

        `form` is that of the text: `grid`, `ascii`, `pencil`, `line`, `prolog` or `clpfd`.
        """
        return Solved(self._subject("puzzle").solve(all=all, limit=limit, form=form, time=time), self.size)

    def solutions(self, **options: Any) -> Iterable[list[list[int]]]:
        """The solutions as grids, each found when it is asked for. Takes the options of `Model.solutions`."""
        size = self.size
        for solution in self.model().solutions(**options):
            values = solution.values
            yield [values[row * size : (row + 1) * size] for row in range(size)]

    def count(self, *, limit: int | None = None, time: float | None = None) -> Count:
        """The number of solutions."""
        return Count.of(self._subject("puzzle").count(limit=limit, time=time))

    def inspect(
        self, strength: str = "domain", *, count: bool = False, counts: bool = False, time: float | None = None
    ) -> Inspection:
        """What is left: candidates, rules, two solutions that differ little, components."""
        answer = self._subject("puzzle").inspect(strength, count=count, counts=counts, time=time)
        return Inspection(answer, self._cell_names(), self.size)

    def why(self, *questions: str, time: float | None = None) -> Explanation:
        """Why a candidate is gone or forced, `"r3c5=7"` or `"r3c5"`; or why there is no solution, if nothing is asked."""
        return Explanation(self._subject("puzzle").why(list(questions), time=time))

    def conflict(
        self, *, all: bool = False, limit: int | None = None, smallest: bool = False, time: float | None = None
    ) -> Conflict:
        """Rules and givens that clash, and the fewest givens to take away."""
        return Conflict(self._subject("puzzle").conflict(all=all, limit=limit, smallest=smallest, time=time))

    def clues(self, *, time: float | None = None) -> Clues:
        """Which givens follow from the others, and which more would leave one solution."""
        return Clues(self._subject("puzzle").clues(time=time))

    def export(self, language: str) -> str:
        """The puzzle in the language of another solver, as `Model.export` has it."""
        return self.model().export(language)

    def model(self) -> Model:
        """The rules and givens as a model, with the cells as variables `r1c1`, `r1c2`, … row by row."""
        return Model.from_json(self._to_model_json())

    def _cell_names(self) -> list[str]:
        return [f"r{row + 1}c{column + 1}" for row in range(self.size) for column in range(self.size)]

    def __reduce__(self) -> tuple[Any, ...]:
        return (Puzzle, (self._object(), self.box_shape, self.trust))
