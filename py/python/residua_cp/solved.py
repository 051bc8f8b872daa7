"""Solutions of puzzles, clauses and graphs."""

from __future__ import annotations

from typing import Any, Callable

from residua_cp import _core
from residua_cp.answers import Answer


class Solved(Answer):
    """Solutions of a puzzle, of clauses or of a graph, with a verdict: `unique`, `multiple`, `none` or `unknown`.

    The text is made when it is asked for, by a search of its own.
    """

    def __init__(self, answer: _core.Answer, size: int | None, write: Callable[[], _core.Answer]) -> None:
        super().__init__(answer)
        self._size = size
        self._write: Callable[[], _core.Answer] | None = write

    @property
    def text(self) -> str:
        if self._write is not None:
            self._text, self._write = self._write().text, None
        return self._text

    @property
    def verdict(self) -> str:
        return str(self.data["verdict"])

    @property
    def grids(self) -> list[list[list[int]]]:
        """The solutions, each as rows; of clauses and graphs, each as one row."""
        return [rows(values, self._size) for values in self.data["solutions"]]

    @property
    def grid(self) -> list[list[int]] | None:
        """The solution, if it is the only one."""
        return self.grids[0] if self.verdict == "unique" else None

    def __getstate__(self) -> dict[str, Any]:
        # A search is not sent elsewhere, but what it found is.
        return {**self.__dict__, "_text": self.text, "_write": None}


def rows(values: list[int], size: int | None) -> list[list[int]]:
    """The rows of a grid of that size; one row, if it is no grid."""
    return [values[start : start + size] for start in range(0, len(values), size)] if size else [values]
