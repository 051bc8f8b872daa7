"""Files: FlatZinc, MiniZinc, DIMACS, variant puzzles."""

from __future__ import annotations

import os
from typing import Sequence

from residua_cp import _core
from residua_cp.dimacs import Dimacs
from residua_cp.program import Program
from residua_cp.variant import Variant

#: So many characters tell what is in a file.
_START = 1 << 16


def read(
    path: str | os.PathLike[str], data: Sequence[str] = (), colors: int | None = None
) -> Program | Dimacs | Variant:
    """Reads FlatZinc (`.fzn`, `.fzn.json`), a MiniZinc model with data files (with `minizinc` on the path), DIMACS clauses, or a DIMACS graph
    with a number of colors; or one variant puzzle, in any format of `Variant.read`.

    FlatZinc and MiniZinc models are `Program`s, variant puzzles `Variant`s, the others `Dimacs`; all have `solve`, `count`, `inspect`, `why` and `conflict`. Raises ParseError with its
    place, and OSError if there is no such file.
    """
    path = os.fspath(path)
    # What cannot be opened is no mistake in the text.
    os.stat(path)
    if _core.Program.is_program(path):
        return Program(path, list(data))
    if data or colors is not None:
        return Dimacs(_core.Subject.read(path, list(data), colors), path)
    with open(path, encoding="utf-8", errors="replace") as file:
        start = file.read(_START)
        if _core.Variant._is_variant(start):
            return Variant.read(start + file.read())
    return Dimacs(_core.Subject.read(path, list(data), colors), path)
