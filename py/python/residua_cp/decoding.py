"""What other solvers answer, decoded and verified."""

from __future__ import annotations

from residua_cp import _core
from residua_cp.answers import Answer
from residua_cp.solved import rows


class Decoded(Answer):
    """What another solver's output says: `verdict` is `some` (there is a solution, and it is right), `none` or `unknown`.

    `values` is the solution, and `grid` the same as rows, if it is that of a puzzle.
    """

    def __init__(self, said: tuple[_core.Answer, list[int] | None]) -> None:
        answer, self.values = said
        super().__init__(answer)
        data = self.data
        self.verdict: str = data["verdict"]
        size = None
        if "box" in data:
            across, down = (int(part) for part in data["box"].split("x"))
            size = across * down
        self.grid: list[list[int]] | None = rows(self.values, size) if self.values is not None and size else None


def decode(program: str, answer: str, form: str = "grid") -> Decoded:
    """What a solver's output says of a program: of DIMACS clauses, or of a text that `Puzzle.export` or `residua export` wrote.

    It is verified. Raises ParseError if it cannot be read, or if it is no solution.

    >>> decode("p cnf 2 2\\n1 2 0\\n-1 0\\n", "s SATISFIABLE\\nv -1 2 0\\n").values
    [0, 1]
    >>> text = _core.Puzzle("1... ..3. .1.. ...2")._export("cnf", None, None, False)
    >>> decode(text, "s UNSATISFIABLE\\n").verdict
    'none'
    """
    return Decoded(_core._decode(program, answer, form, "program"))
