"""FlatZinc and MiniZinc models as files: their solutions, as their solve item says."""

from __future__ import annotations

from functools import cached_property
from types import TracebackType
from typing import Any, Callable

from residua_cp import _core
from residua_cp.subject import File


class Values(dict[str, Any]):
    """A solution of a program: what its output items show, by name. Arrays are lists, in lists for more dimensions; sets are frozen sets.

    `text` is what FlatZinc solvers print of it, `objective` the value of the objective, if there is one.
    """

    def __init__(self, values: dict[str, Any], text: str, objective: int | float | None) -> None:
        super().__init__(values)
        self.text, self.objective = text, objective

    def __reduce__(self) -> tuple[Any, ...]:
        return (Values, (dict(self), self.text, self.objective))


class ProgramSolutions:
    """The solutions of a program, each found when it is asked for; with an objective, each is better than the one before."""

    def __init__(self, search: _core.ProgramSolutions) -> None:
        self._search = search

    def __iter__(self) -> ProgramSolutions:
        return self

    def __next__(self) -> Values:
        return Values(*next(self._search))

    def __enter__(self) -> ProgramSolutions:
        return self

    def __exit__(self, *_exception: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Ends the search."""
        self._search.close()

    @property
    def outcome(self) -> str | None:
        """Why the search ended: `"exhausted"`, `"closed"` or the limit that was reached; `None` while it goes on."""
        return self._search.outcome

    @property
    def statistics(self) -> dict[str, int]:
        """Statistics so far."""
        return self._search.statistics

    @property
    def verdict(self) -> str:
        """What is proved so far: `"complete"` (there are no more solutions, or no better one), `"none"`, `"some"` or `"unknown"`."""
        return self._search.verdict[0]

    @property
    def last_line(self) -> str:
        """The verdict as FlatZinc solvers print it: `==========`, `=====UNSATISFIABLE=====`, `=====UNKNOWN=====` or nothing."""
        return self._search.verdict[1]


class SolvedProgram:
    """What was found of a program: `solutions`, of which the last is `solution`; with an objective, the best one.

    `verdict` is `"complete"` (these are all solutions, or the best one), `"none"`, `"some"` or `"unknown"`; `outcome` says what ended the search; `text` is what
    `residua fzn` prints.
    """

    def __init__(self, found: ProgramSolutions, solutions: list[Values], printed: list[Values]) -> None:
        self.solutions = solutions
        self.verdict: str = found.verdict
        self.outcome: str | None = found.outcome
        self.statistics: dict[str, int] = found.statistics
        self.text: str = "".join(values.text for values in printed) + found.last_line

    @property
    def solution(self) -> Values | None:
        return self.solutions[-1] if self.solutions else None

    @property
    def objective(self) -> int | float | None:
        return self.solutions[-1].objective if self.solutions else None

    def __bool__(self) -> bool:
        return bool(self.solutions)

    def __str__(self) -> str:
        return self.text.rstrip("\n")

    def __repr__(self) -> str:
        return str(self)


class Program(File):
    """FlatZinc, or a MiniZinc model, from a file: to be solved as its solve item says, and asked as any other file."""

    def __init__(self, path: str, data: list[str]) -> None:
        super().__init__(_core.Subject.read(path, data), path)
        self._data = data

    @cached_property
    def _program(self) -> _core.Program:
        """The file as it is solved; for the other questions it is read so that nothing is simplified away."""
        return _core.Program.read(self.path, self._data)

    @property
    def goal(self) -> str:
        """`"satisfy"`, `"minimize"` or `"maximize"`."""
        return self._program.goal

    @property
    def notes(self) -> list[str]:
        """What was ignored, and which bounds were assumed."""
        return self._program.notes

    def __repr__(self) -> str:
        return f"Program({self.path!r})"

    def solutions(
        self,
        *,
        limit: int | None = None,
        free: bool = False,
        learn: str = "auto",
        seed: int = 0,
        time: float | None = None,
        nodes: int | None = None,
        failures: int | None = None,
        progress: Callable[[dict[str, int]], Any] | None = None,
        threads: int = 1,
        in_order: bool = False,
    ) -> ProgramSolutions:
        """All solutions that differ in what the file shows, one after another; with an objective, better and better ones.

        The search follows the annotations of the file, unless it is `free`; `seed` is that of random orders. Several `threads` find solutions in any order,
        or `in_order`, which is then the same each time.

        >>> import pathlib, tempfile
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "model.fzn"
        >>> _ = file.write_text("var 1..9: x :: output_var;\\nconstraint int_le(4,x);\\nsolve minimize x;\\n")
        >>> for values in Program(str(file), []).solutions():
        ...     print(values, values.objective)
        {'x': 4} 4
        """
        search = self._program.solutions(
            free=free,
            learn=learn,
            seed=seed,
            limit=limit,
            time=time,
            nodes=nodes,
            failures=failures,
            progress=progress,
            threads=threads,
            in_order=in_order,
        )
        return ProgramSolutions(search)

    def solve(
        self,
        *,
        all: bool = False,
        limit: int | None = None,
        free: bool = False,
        learn: str = "auto",
        seed: int = 0,
        time: float | None = None,
        nodes: int | None = None,
        failures: int | None = None,
        progress: Callable[[dict[str, int]], Any] | None = None,
        threads: int = 1,
        in_order: bool = False,
    ) -> SolvedProgram:
        """One solution, or up to `limit`, or `all`; with an objective the best one, and all improvements before it in `solutions`, which `all` also prints.

        Takes the options of `solutions`.

        >>> import pathlib, tempfile
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "model.fzn"
        >>> _ = file.write_text("var 1..2: x :: output_var;\\nvar bool: b :: output_var;\\nconstraint int_le_reif(2,x,b);\\nsolve satisfy;\\n")
        >>> program = Program(str(file), [])
        >>> print(program.solve())
        x = 1;
        b = false;
        ----------
        >>> program.solve(all=True).solutions
        [{'x': 1, 'b': False}, {'x': 2, 'b': True}]
        """
        is_one = self.goal == "satisfy" and limit is None and not all
        found = self.solutions(
            limit=1 if is_one else limit,
            free=free,
            learn=learn,
            seed=seed,
            time=time,
            nodes=nodes,
            failures=failures,
            progress=progress,
            threads=threads,
            in_order=in_order,
        )
        solutions = list(found)
        printed = solutions if all or self.goal == "satisfy" else solutions[-1:]
        return SolvedProgram(found, solutions, printed)
