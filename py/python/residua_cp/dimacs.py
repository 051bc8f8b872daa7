"""DIMACS files: clauses and graphs."""

from __future__ import annotations

from residua_cp import _core
from residua_cp.solved import Solved
from residua_cp.subject import File


class Dimacs(File):
    """Clauses, or a graph with a number of colors, from a file."""

    def __repr__(self) -> str:
        return f"Dimacs({self.path!r})"

    def solve(
        self,
        *,
        all: bool = False,
        limit: int | None = None,
        form: str = "line",
        consistency: str = "domain",
        learn: str = "auto",
        nodes: int | None = None,
        time: float | None = None,
        threads: int = 1,
    ) -> Solved:
        """The solutions of clauses or of a graph: two at most, or up to `limit`, or `all`. `form` is that of the text: `line` or `grid`.
        Several `threads` find them in an order of their own, the same each time.
        """

        def ask(form: str) -> _core.Answer:
            return self._subject.solve(
                all=all, limit=limit, form=form, consistency=consistency, learn=learn, nodes=nodes, time=time, threads=threads
            )

        return Solved(ask("json"), None, lambda: ask(form))
