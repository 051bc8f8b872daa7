"""Files as subjects: FlatZinc, MiniZinc, DIMACS."""

from __future__ import annotations

import os
from typing import Sequence

from residua_cp import _core
from residua_cp.answers import Conflict, Count, Explanation, Inspection, Solved


class File:
    """A model that was read from a file, and what can be asked of it."""

    def __init__(self, subject: _core.Subject, path: str) -> None:
        self._subject = subject
        self.path = path

    def __repr__(self) -> str:
        return f"File({self.path!r})"

    def count(self, *, limit: int | None = None, time: float | None = None) -> Count:
        """The number of solutions that differ in what the file shows."""
        return Count.of(self._subject.count(limit=limit, time=time))

    def inspect(self, strength: str = "domain", *, time: float | None = None) -> Inspection:
        """What is left of the model."""
        return Inspection(self._subject.inspect(strength, time=time))

    def why(self, *questions: str, time: float | None = None) -> Explanation:
        """Why something holds or does not, as text: `"x=3"`; or why there is no solution, if nothing is asked."""
        return Explanation(self._subject.why(list(questions), time=time))

    def conflict(
        self, *, all: bool = False, limit: int | None = None, smallest: bool = False, time: float | None = None
    ) -> Conflict:
        """Constraints that clash, and the fewest to take away."""
        return Conflict(self._subject.conflict(all=all, limit=limit, smallest=smallest, time=time))

    def solve(self, *, all: bool = False, limit: int | None = None, time: float | None = None) -> Solved:
        """The solutions of clauses or of a graph."""
        return Solved(self._subject.solve(all=all, limit=limit, form="line", time=time))


def read(path: str | os.PathLike[str], data: Sequence[str] = (), colors: int | None = None) -> File:
    """Reads FlatZinc (`.fzn`, `.fzn.json`), a MiniZinc model with data files (with `minizinc` on the path), DIMACS clauses, or a DIMACS graph
    with a number of colors.

    Raises ParseError with its place, and OSError if there is no such file.
    """
    path = os.fspath(path)
    # What cannot be opened is no mistake in the text.
    os.stat(path)
    return File(_core.Subject.read(path, list(data), colors), path)
