"""Variant puzzles: grids of any shape with any rules."""

from __future__ import annotations

from typing import Any, Iterable, Mapping, Sequence

from residua_cp import _core
from residua_cp.answers import Clues, Conflict, Count, Explanation, Inspection, _sized
from residua_cp.comparison import Comparison
from residua_cp.model import Model
from residua_cp.puzzle import Puzzle, _box, _costs
from residua_cp.rules import names, stated
from residua_cp.solved import Solved
from residua_cp.steps import Stepwise


class Variant(_core.Variant, Stepwise):
    """A puzzle of any shape with any rules: first a grid, then rules and givens.

    `size` is the number of rows and columns, or both. Rows and columns are rules unless `lines` is false, and so are the boxes: the usual ones of a square
    of that size, or those of the shape `box`, `"2x3"` or `(2, 3)`; `"1x9"` is none. `regions` take their place: a drawing with a symbol for each cell, or rows
    of numbers. `digits` are the least and the greatest one, by default from 1 to the size; the `absent` cells are none of the puzzle.

    >>> puzzle = Variant(4)
    >>> puzzle.add("cage", ["r1c1", "r1c2"], 5)
    >>> puzzle.add("arrow", [["r3c3"], ["r2c3", "r1c3"]])
    >>> puzzle.add("skyscraper", puzzle.row(4)[::-1], 2)
    >>> puzzle.give("r4c1", 1)
    >>> puzzle.rules
    ['cage of 5: r1c1 r1c2', 'arrow: r3c3; r2c3 r1c3', 'skyscraper of 2: r4c4 r4c3 r4c2 r4c1']
    >>> puzzle.count()
    6
    """

    def __new__(
        cls,
        size: int | tuple[int, int] | _core.Variant = 9,
        *,
        box: str | tuple[int, int] | None = None,
        digits: tuple[int, int] | None = None,
        lines: bool = True,
        regions: str | Iterable[Any] | None = None,
        absent: str | Iterable[str] = (),
    ) -> Variant:
        if isinstance(size, _core.Variant):
            return super().__new__(cls, size)
        shape = (size, size) if isinstance(size, int) else (size[0], size[1])
        if box is not None and regions is not None:
            raise ValueError("box and regions exclude each other")
        drawn: str | list[int] | None = None
        if regions is not None and not isinstance(regions, str):
            regions = list(regions)
            is_drawn = all(isinstance(row, str) for row in regions)
            drawn = "\n".join(regions) if is_drawn else [int(number) for row in regions for number in row]
        else:
            drawn = regions
        made = _core.Variant._of_shape(shape, digits or (1, max(shape)), names(absent), lines, _box(box), drawn)
        return super().__new__(cls, made)

    @staticmethod
    def kinds() -> dict[str, str]:
        """The kinds of rules, with what they say.

        >>> Variant.kinds()["thermometer"]
        'The digits increase along the line.'
        """
        return dict(_core.Variant._kinds())

    @staticmethod
    def of(puzzle: Puzzle) -> Variant:
        """A Sudoku, to which rules can be added.

        >>> puzzle = Variant.of(Puzzle("." * 16))
        >>> puzzle.add_diagonals()
        >>> puzzle.count()
        48
        """
        return Variant(_core.Variant._of_puzzle(puzzle))

    @staticmethod
    def read(text: str, *, trust: str = "givens", ignore_unknown: bool = False) -> Variant:
        """The puzzle of a text: JSON of residua, JSON or a link of f-puzzles or SudokuPad that holds the puzzle, a constraint string of Interactive Sudoku
        Solver, or a Sudoku in any format of `Puzzle`.

        What is not understood is a ParseError, unless `ignore_unknown` is true: then it is left out, and `notes` has it.

        >>> Variant.read(".Shape~4x4.Cage~5~R1C1~R1C2").rules
        ['cage of 5: r1c1 r1c2']
        """
        found = Variant.read_all(text, trust=trust, ignore_unknown=ignore_unknown)
        if len(found) != 1:
            raise ValueError(f"expected one puzzle, found {len(found)}: Variant.read_all reads them")
        return found[0]

    @staticmethod
    def read_all(text: str, *, trust: str = "givens", ignore_unknown: bool = False) -> list[Variant]:
        """All puzzles of a text: objects or links a line each, or constraint strings between blank lines."""
        return [Variant(found) for found in _core.Variant._read_all(text, trust, ignore_unknown)]

    def add(
        self,
        rule: str,
        cells: str | Iterable[Any] = (),
        number: int | Iterable[int] | None = None,
        *,
        name: str | None = None,
        parts: Iterable[Sequence[Any] | Mapping[str, Any]] = (),
        automaton: _core.Automaton | None = None,
    ) -> None:
        """Adds a rule of a kind that `kinds` lists, with its cells, or groups of cells, and its number, or numbers.

        `parts` are the rules that a rule of the kind `any_of` or `all_of` is made of, each with the arguments of this function; `automaton` belongs to the kind
        `automaton`. Raises ModelError with the rule as `.constraint`, and the cell at fault as `.variable`.

        >>> puzzle = Variant(6)
        >>> puzzle.add("anti_knight")
        >>> puzzle.add("clone", ["r1c1 r1c2", "r3c3 r3c4"])
        >>> puzzle.add("quadruple", "r5c5 r5c6 r6c5 r6c6", [2, 3])
        >>> puzzle.add("any_of", parts=[("odd", ["r1c1"]), ("cage", ["r1c2", "r2c2"], 5)])
        >>> puzzle.add("automaton", puzzle.row(1), automaton=_core.Automaton.from_pattern("1* 2 .*", range(1, 7)))
        """
        self._add(stated(rule, cells, number, name, parts, automaton))

    def mark(self, cell: str, digits: Iterable[int]) -> None:
        """Sets the pencil marks of a cell, which may be wrong."""
        self._mark(cell, list(digits))

    def restrict(self, cell: str, digits: Iterable[int]) -> None:
        """Restricts a cell to some digits."""
        self._restrict(cell, list(digits))

    def row(self, number: int) -> list[str]:
        """The names of the cells of a row, from 1."""
        return self._line("r", number)

    def column(self, number: int) -> list[str]:
        """The names of the cells of a column, from 1."""
        return self._line("c", number)

    def _line(self, axis: str, number: int) -> list[str]:
        if axis == "r":
            return [cell for cell in self.cells if cell.startswith(f"r{number}c")]
        return [cell for cell in self.cells if cell.endswith(f"c{number}")]

    @property
    def givens(self) -> list[list[int | None]]:
        """The given digits, in rows; `None` for a blank."""
        return self._rows(self._givens())

    @property
    def solution(self) -> list[list[int | None]] | None:
        """The solution that came with the puzzle, in rows, if one did: created puzzles have one."""
        digits = self._solution()
        return None if digits is None else self._rows(list(digits))

    def _rows(self, digits: list[int | None]) -> list[list[int | None]]:
        columns = self.columns
        return [digits[start : start + columns] for start in range(0, len(digits), columns)]

    def copy(self) -> Variant:
        """The same puzzle once more: rules that are added to it are not added to this one."""
        return Variant(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Variant):
            return NotImplemented
        return (self._write("json"), self.trust) == (other._write("json"), other.trust)

    # It changes where rules are added.
    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return "\n".join([self.boxed(), *self.rules])

    def __repr__(self) -> str:
        return f"<Variant of {self.rows} rows and {self.columns} columns with {len(self.rules)} rules>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_unpickled, (self._write("json"), self.trust))

    def boxed(self, grid: Iterable[Iterable[int | None]] | None = None) -> str:
        """The givens, or another grid, in frames."""
        return self._grid(self._givens() if grid is None else [digit for row in grid for digit in row]).rstrip("\n")

    def svg(self, solution: Iterable[Iterable[int | None]] | None = None) -> str:
        """A picture of the rules with the givens, or with a solution, in SVG."""
        return self._svg(None if solution is None else [digit for row in solution for digit in row], "variant puzzle")

    def _repr_svg_(self) -> str:
        return _sized(self.svg())

    def _repr_html_(self) -> str:
        return self._repr_svg_()

    def write(self, format: str = "json") -> str:
        """The puzzle as text: `"json"` (of residua, which holds everything), `"fpuzzles"`, `"fpuzzles_link"`, `"sudokupad"`, `"sudokupad_link"` or `"iss"`.

        Raises ModelError if the format has no place for something.

        >>> puzzle = Variant(4)
        >>> puzzle.add("cage", ["r1c1", "r1c2"], 5)
        >>> puzzle.write("iss")
        '.Shape~4x4.Cage~5~R1C1~R1C2'
        """
        return self._write(format)

    def create(
        self,
        count: int = 1,
        *,
        seed: int = 0,
        symmetry: str = "none",
        givens: int | None = None,
        cages: bool | tuple[int, int] = False,
        difficulty: float | tuple[float | None, float | None] | None = None,
        technique: str | None = None,
        time: float | None = None,
    ) -> list[Variant]:
        """Random puzzles with these rules and one solution each. The same seed gives the same puzzles.

        They are minimal, or have that many `givens`. `cages` adds random cages with sums: of 2 to 5 cells, or as many as the pair says. `difficulty` is what the
        hardest step costs, or from what to what, and `technique` one that is among the steps. `time` is for each puzzle; ValueError says that none was found.

        >>> rules = Variant(4)
        >>> rules.add_diagonals()
        >>> [puzzle.count() for puzzle in rules.create(2, seed=1)]
        [1, 1]
        """
        low, high = self.digits
        sizes = None if cages is False else (2, min(5, max(2, high - low + 1))) if cages is True else cages
        made = self._create(count, seed, symmetry, givens, sizes, (_costs(difficulty), technique), time)
        return [Variant(puzzle) for puzzle in made]

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
        time: float | None = None,
        threads: int = 1,
    ) -> Solved:
        """The solution; two where there are several, or up to `limit`, or `all`. `form` is that of the text: `grid` or `line`."""

        def ask(form: str) -> _core.Answer:
            return self._subject("puzzle").solve(
                all=all,
                limit=limit,
                form=form,
                consistency=consistency,
                learn=learn,
                nodes=nodes,
                stats=stats,
                time=time,
                threads=threads,
            )

        return Solved(ask("json"), self.columns, lambda: ask(form))

    def solutions(self, **options: Any) -> Iterable[list[list[int | None]]]:
        """The solutions as grids, each found when it is asked for. Takes the options of `Model.solutions`."""
        model = self.model()
        cells, names = self.cells, self._names()
        places: dict[str | None, int] = {name: place for place, name in enumerate(cells)}
        options.setdefault("over", model.variables[: len(cells)])
        for solution in model.solutions(**options):
            values = solution.values
            yield self._rows([None if name is None else values[places[name]] for name in names])

    def count(
        self, *, candidates: bool = False, limit: int | None = None, time: float | None = None, threads: int = 1
    ) -> Count:
        """The number of solutions; with `candidates` also for each candidate, as `.candidates`, by cell.

        >>> puzzle = Variant(4)
        >>> puzzle.add("cage", ["r1c1", "r1c2", "r2c1"], 6)
        >>> puzzle.count(candidates=True).candidates["r2c2"]
        {4: 72}
        """
        return Count.of(self._subject("puzzle").count(candidates=candidates, limit=limit, time=time, threads=threads))

    def inspect(
        self,
        strength: str = "domain",
        *,
        rules: bool = True,
        form: str = "pencil",
        time: float | None = None,
        threads: int = 1,
    ) -> Inspection:
        """What is left: candidates, rules, two solutions that differ little, components. `form` is that of the text: `pencil`, `svg` or `html`."""
        answer = self._subject("puzzle").inspect(strength, rules=rules, form=form, time=time, threads=threads)
        return Inspection(answer)

    def compare(self, *, time: float | None = None, threads: int = 1) -> Comparison:
        """What is left at each strength of `inspect`."""
        return Comparison(self._subject("puzzle").compare(time=time, threads=threads))

    def why(self, *questions: str, time: float | None = None) -> Explanation:
        """Why a candidate is gone or forced, `"r3c5=7"` or `"r3c5"`; or why there is no solution, if nothing is asked."""
        return Explanation(self._subject("puzzle").why(list(questions), time=time))

    def conflict(
        self, *, all: bool = False, limit: int | None = None, smallest: bool = False, time: float | None = None
    ) -> Conflict:
        """Rules and givens that clash, and the fewest to take away."""
        return Conflict(self._subject("puzzle").conflict(all=all, limit=limit, smallest=smallest, time=time))

    def clues(self, *, time: float | None = None) -> Clues:
        """Which givens and rules follow from the others."""
        return Clues(self._subject("puzzle").clues(time=time))

    def export(
        self,
        language: str,
        *,
        rules: str | None = None,
        at_most_one: str | None = None,
        roots_of_unity: bool = False,
    ) -> str:
        """The puzzle in the language of another solver: the languages and options of `Model.export`."""
        return self._export(language, rules, at_most_one, roots_of_unity)

    def model(self) -> Model:
        """The rules and givens as a model, with the cells as variables `r1c1`, `r1c2`, … row by row, and after these the rules' own."""
        return Model.from_json(self._to_model_json())


def _unpickled(text: str, trust: str) -> Variant:
    return Variant.read(text, trust=trust)
