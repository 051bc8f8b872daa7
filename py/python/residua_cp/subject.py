"""Files as subjects."""

from __future__ import annotations

from residua_cp import _core
from residua_cp.answers import Conflict, Count, Explanation, Inspection
from residua_cp.comparison import Comparison


class File:
    """A model that was read from a file, and what can be asked of it."""

    def __init__(self, subject: _core.Subject, path: str) -> None:
        self._subject = subject
        self.path = path

    def __repr__(self) -> str:
        return f"File({self.path!r})"

    def count(
        self, *, candidates: bool = False, limit: int | None = None, time: float | None = None, threads: int = 1
    ) -> Count:
        """The number of solutions that differ in what the file shows; with `candidates` also of those with each value, as `.candidates`, by name."""
        return Count.of(self._subject.count(candidates=candidates, limit=limit, time=time, threads=threads))

    def inspect(self, strength: str = "domain", *, time: float | None = None, threads: int = 1) -> Inspection:
        """What is left of the model."""
        return Inspection(self._subject.inspect(strength, time=time, threads=threads))

    def compare(self, *, time: float | None = None, threads: int = 1) -> Comparison:
        """What is left at each strength of `inspect`."""
        return Comparison(self._subject.compare(time=time, threads=threads))

    def why(self, *questions: str, time: float | None = None) -> Explanation:
        """Why something holds or does not, as text: `"x=3"`; or why there is no solution, if nothing is asked."""
        return Explanation(self._subject.why(list(questions), time=time))

    def conflict(
        self, *, all: bool = False, limit: int | None = None, smallest: bool = False, time: float | None = None
    ) -> Conflict:
        """Constraints that clash, and the fewest to take away."""
        return Conflict(self._subject.conflict(all=all, limit=limit, smallest=smallest, time=time))
