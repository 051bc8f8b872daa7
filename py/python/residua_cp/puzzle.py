"""Sudoku puzzles of any box size."""

from __future__ import annotations

import json
from typing import Any, Iterable, Sequence

from residua_cp import _core
from residua_cp.answers import Clues, Conflict, Count, Explanation, Inspection, _sized
from residua_cp.comparison import Comparison
from residua_cp.decoding import Decoded
from residua_cp.model import Model
from residua_cp.solved import Solved
from residua_cp.steps import Stepwise


class Converted(str):
    """A text in another format. `notes` say what the puzzle has that the text has not."""

    notes: list[str]

    def __new__(cls, text: str, notes: list[str]) -> Converted:
        converted = super().__new__(cls, text)
        converted.notes = notes
        return converted

    def __reduce__(self) -> tuple[Any, ...]:
        return (Converted, (str(self), self.notes))


def _text(grid: Any, box: str | None) -> Any:
    """A grid of rows of integers as an object that the reader reads; text, and a puzzle, as it is."""
    if isinstance(grid, (str, _core.Puzzle)):
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


def _costs(difficulty: float | tuple[float | None, float | None] | None) -> tuple[float | None, float | None] | None:
    """What the hardest step costs at least and at most."""
    return (difficulty, difficulty) if isinstance(difficulty, (int, float)) else difficulty


class Puzzle(_core.Puzzle, Stepwise):
    """A Sudoku puzzle, from text in any format that the command line reads, or from rows of integers, 0 for a blank.

    `box` is the shape of a box, `"2x3"` or `(2, 3)` for 2 rows by 3 columns, where the size of the grid leaves it open. `trust` says which contents of
    cells are facts: `"givens"`, `"entries"` (and givens) or `"marks"` (and both). `ignore_unknown` passes over members of JSON and columns of tables that
    are not known, and that may carry rules.

    >>> puzzle = Puzzle("1... ..3. .1.. ...2")
    >>> puzzle.solve().verdict
    'unique'
    >>> puzzle.count()
    1
    """

    def __new__(
        cls, grid: Any, box: str | tuple[int, int] | None = None, trust: str = "givens", ignore_unknown: bool = False
    ) -> Puzzle:
        shape = _box(box)
        return super().__new__(cls, _text(grid, shape), shape, trust, ignore_unknown)

    @staticmethod
    def read_all(
        text: str, box: str | tuple[int, int] | None = None, trust: str = "givens", ignore_unknown: bool = False
    ) -> list[Puzzle]:
        """All puzzles of a text.

        >>> [puzzle.givens[0] for puzzle in Puzzle.read_all("1..............2\\n21..............")]
        [[1, 0, 0, 0], [2, 1, 0, 0]]
        """
        found = _core.Puzzle._read_all(text, _box(box), trust, ignore_unknown)
        return [Puzzle(puzzle, trust=trust) for puzzle in found]

    @staticmethod
    def create(
        box: str | tuple[int, int] | None = None,
        count: int = 1,
        *,
        seed: int = 0,
        symmetry: str = "none",
        givens: int | None = None,
        removed: int | None = None,
        solutions: int = 1,
        grid: Puzzle | None = None,
        pattern: Puzzle | None = None,
        difficulty: float | tuple[float | None, float | None] | None = None,
        technique: str | None = None,
        time: float | None = None,
    ) -> list[Puzzle]:
        """Random puzzles. The same seed gives the same puzzles.

        They are minimal, or have that many `givens`, or a whole grid with that many cells `removed`, and then any number of solutions. `solutions` is how many
        they have. With `grid`, a whole grid, that solves them; with `pattern`, another puzzle, they have givens in the same cells. `symmetry` is `"none"`,
        `"rotational"`, `"mirror"`, `"diagonal"` or `"full"`. `difficulty` is what the hardest step costs, or from what to what, and `technique` one that is
        among the steps.

        >>> solution = Puzzle("1234341221434321")
        >>> [puzzle.solve().grid == solution.givens for puzzle in Puzzle.create(count=3, grid=solution)]
        [True, True, True]
        """
        steps = (_costs(difficulty), technique)
        made = _core.Puzzle._create(
            _box(box), count, seed, symmetry, givens, removed, solutions, grid, pattern, steps, time
        )
        return [Puzzle(puzzle) for puzzle in made]

    def __str__(self) -> str:
        return self.boxed()

    def __repr__(self) -> str:
        return f"Puzzle({self._line(None)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and self._is_same(other)

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

    def solve(
        self,
        *,
        all: bool = False,
        limit: int | None = None,
        form: str = "grid",
        consistency: str = "domain",
        learn: str = "auto",
        nodes: int | None = None,
        stats: bool = False,
        rules: bool = False,
        solver: str | None = None,
        time: float | None = None,
        threads: int = 1,
    ) -> Solved:
        """The solution; two where there are several, or up to `limit`, or `all`.

        `form` is that of the text: `grid`, `ascii`, `pencil`, `line`, `prolog` or `clpfd`; with `rules` and `stats` it has all rules that are left, and the
        statistics of the search. `solver` is the command of a SAT solver that searches, as `"cadical -q {}"`: `{}` is the file with the clauses, which are its
        standard input otherwise. Its answers are verified; RuntimeError says that there is none or that it is wrong. Several `threads` find them in an order
        of their own, the same each time.

        >>> print(Puzzle("1... ..3. .1.. ...2").solve(form="line"))
        1324423121433412
        """

        def ask(form: str) -> _core.Answer:
            return self._subject("puzzle").solve(
                all=all,
                limit=limit,
                form=form,
                consistency=consistency,
                learn=learn,
                nodes=nodes,
                stats=stats,
                rules=rules,
                solver=solver,
                time=time,
                threads=threads,
            )

        return Solved(ask("json"), self.size, lambda: ask(form))

    def solutions(self, **options: Any) -> Iterable[list[list[int]]]:
        """The solutions as grids, each found when it is asked for. Takes the options of `Model.solutions`."""
        size = self.size
        for solution in self.model().solutions(**options):
            values = solution.values
            yield [values[row * size : (row + 1) * size] for row in range(size)]

    def count(
        self, *, candidates: bool = False, limit: int | None = None, time: float | None = None, threads: int = 1
    ) -> Count:
        """The number of solutions; with `candidates` also for each candidate, as `.candidates`, cell by cell.

        >>> Puzzle("12......34......").count(candidates=True).candidates[2]
        {3: 2, 4: 2}
        """
        return Count.of(self._subject("puzzle").count(candidates=candidates, limit=limit, time=time, threads=threads))

    def inspect(
        self,
        strength: str = "domain",
        *,
        count: bool = False,
        counts: bool = False,
        rules: bool = True,
        form: str = "pencil",
        time: float | None = None,
        threads: int = 1,
    ) -> Inspection:
        """What is left: candidates, rules, two solutions that differ little, components.

        `form` is that of the text: `pencil`, `grid` (solved cells alone), `clpfd`, `svg` or `html`. With `count` all solutions are counted, however many, with
        `counts` also for each candidate; without `rules` the text leaves out those that the grid shows.

        >>> Puzzle("12......34......").inspect("exact").domains["r1c3"]
        Domain(3 4)
        """
        answer = self._subject("puzzle").inspect(
            strength, count=count, counts=counts, rules=rules, form=form, time=time, threads=threads
        )
        return Inspection(answer, self._cell_names(), self.size)

    def compare(self, *, time: float | None = None, threads: int = 1) -> Comparison:
        """What is left at each strength of `inspect`.

        >>> [(row["strength"], row["candidates"]) for row in Puzzle("12......34......").compare().rows][-1]
        ('exact', 24)
        """
        return Comparison(self._subject("puzzle").compare(time=time, threads=threads))

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

    def export(
        self,
        language: str,
        *,
        rules: str | None = None,
        at_most_one: str | None = None,
        roots_of_unity: bool = False,
    ) -> str:
        """The puzzle in the language of another solver, with what `decode` needs in comments: the languages and options of `Model.export`.

        >>> Puzzle("1... ..3. .1.. ...2").export("cnf").splitlines()[0]
        'c residua export --to cnf'
        """
        return self._export(language, rules, at_most_one, roots_of_unity)

    def decode(self, answer: str, language: str = "cnf", form: str = "grid") -> Decoded:
        """What another solver's output says of the puzzle as `export` writes it in that language: `cnf`, `lp`, `mps`, `minizinc` or `prolog`.

        The solution is verified: ParseError says what is wrong with it. `form` is that of the text.

        >>> puzzle = Puzzle("1234 3412 2143 432.")
        >>> import residua_cp.pycosat
        >>> clauses = [[int(word) for word in line.split()[:-1]] for line in puzzle.export("cnf").splitlines() if line[0] not in "cp"]
        >>> output = "v " + " ".join(map(str, residua_cp.pycosat.solve(clauses))) + " 0"
        >>> puzzle.decode(output).grid[3]
        [4, 3, 2, 1]
        """
        return Decoded(self._decode(answer, language, form))

    def convert(self, to: str, *, strict: bool = False) -> Converted:
        """The puzzle in another format, of `residua convert`: `line`, `sdm`, `sdk`, `ss`, `sdx`, `hodoku`, `opensudoku`, `csv`, `json`, `pencil`, ….

        What the format does not hold is in the `notes` of the text, or with `strict` a ModelError.

        >>> converted = Puzzle("1+2....3..1.....2").convert("sdm")
        >>> print(converted, end="")
        1000003001000002
        >>> converted.notes
        ['the entered digits of 1 cell are not written']
        """
        return Converted(*self._convert(to, strict))

    def model(self) -> Model:
        """The rules and givens as a model, with the cells as variables `r1c1`, `r1c2`, … row by row."""
        return Model.from_json(self._to_model_json())

    def _cell_names(self) -> list[str]:
        return [f"r{row + 1}c{column + 1}" for row in range(self.size) for column in range(self.size)]

    def __reduce__(self) -> tuple[Any, ...]:
        return (Puzzle, (self._object(), self.box_shape, self.trust))
