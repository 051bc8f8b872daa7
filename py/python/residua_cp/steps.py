"""Puzzles solved by steps, as people take them."""

from __future__ import annotations

from typing import Any

from residua_cp import _core
from residua_cp.answers import Answer


class Hint(Answer):
    """The next step of a puzzle. `solved` says that there is none because nothing is left to do."""

    @property
    def step(self) -> dict[str, Any] | None:
        """All of the step, whatever the text tells: `technique`, `cost`, `sentence`, `premises`, `placements`, `eliminations`, `chains`."""
        step: dict[str, Any] | None = self.data["step"]
        return step

    @property
    def technique(self) -> str | None:
        return self.step["technique"] if self.step else None

    @property
    def cost(self) -> float | None:
        return self.step["cost"] if self.step else None

    @property
    def solved(self) -> bool:
        return bool(self.data["solved"])


class Steps(Answer):
    """All steps of a puzzle. `end` says how they ended: `"solved"`, `"no step is left"`, `"there is no solution"` or a limit."""

    @property
    def steps(self) -> list[dict[str, Any]]:
        """Each with `technique`, `cost`, `sentence`, `premises`, `placements`, `eliminations`, `chains`."""
        return list(self.data["steps"])

    @property
    def verdict(self) -> str:
        return str(self.data["verdict"])

    @property
    def end(self) -> str:
        return str(self.data["end"])


class Rating(Answer):
    """How hard the steps of a puzzle are: `float(rating)` is the cost of the hardest one on the scale of Sukaku Explainer."""

    def __float__(self) -> float:
        return float(self.data["rating"])

    @property
    def at_least(self) -> float:
        """What the puzzle is rated at least, where steps did not solve it."""
        return float(self.data["at_least"])

    @property
    def technique(self) -> str | None:
        """That of the hardest step."""
        technique: str | None = self.data["technique"]
        return technique

    @property
    def tier(self) -> str:
        """The rating in words."""
        return str(self.data["tier_name"])

    @property
    def effort(self) -> float | None:
        effort: float | None = self.data["effort"]
        return effort

    @property
    def end(self) -> str:
        """How the steps ended."""
        return str(self.data["end"])


class Stepwise:
    """Questions about the steps of a puzzle."""

    def _subject(self, title: str) -> _core.Subject:
        raise NotImplementedError

    def hint(self, level: str = "step", *, assume_unique: bool = False, time: float | None = None) -> Hint:
        """The next step: one of the least cost. `level` is how much the text tells of it: `"kind"`, `"where"`, `"cells"` or `"step"`.

        With `assume_unique` also steps that are right only if there is exactly one solution.

        >>> from residua_cp import Puzzle
        >>> puzzle = Puzzle("1... ..3. .1.. ...2")
        >>> print(puzzle.hint("where"))
        puzzle:1  hidden single (1.2): look at box 1
        >>> puzzle.hint().step["placements"]
        [{'cell': 'r1c2', 'value': 3}]
        """
        return Hint(self._subject("puzzle").hint(level, assume_unique, time))

    def explain(self, *, assume_unique: bool = False, time: float | None = None) -> Steps:
        """All steps, each with its cost, its technique and why it is right.

        >>> from residua_cp import Puzzle
        >>> print(Puzzle("1234 3412 21.3 43.1").explain())
        puzzle:1  solved, in 2 steps
           1  1.0  full house: r3c3 is the last cell of row 3: r3c3 is 4.
           2  1.0  full house: r4c3 is the last cell of row 4: r4c3 is 2.
        """
        return Steps(self._subject("puzzle").explain(assume_unique, time))

    def rate(self, *, assume_unique: bool = False, time: float | None = None) -> Rating:
        """How hard the puzzle is: what its hardest step costs. Without `time`, it takes ten seconds at most.

        >>> from residua_cp import Puzzle
        >>> rating = Puzzle("1... ..3. .1.. ...2").rate()
        >>> float(rating), rating.technique
        (1.2, 'hidden single')
        """
        return Rating(self._subject("puzzle").rate(assume_unique, time))
