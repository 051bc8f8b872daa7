"""Strengths, compared."""

from __future__ import annotations

from typing import Any

from residua_cp.answers import Answer


class Comparison(Answer):
    """What is left at each strength of inspection.

    `rows` are dictionaries with `strength`, `verdict`, `candidates` (values left), `fixed` (variables with one value), `searches`, `seconds` and `stopped`;
    where the time was over before a strength, there are no numbers.
    """

    @property
    def rows(self) -> list[dict[str, Any]]:
        return list(self.data["strengths"])
