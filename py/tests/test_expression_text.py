"""Expressions as text."""

from __future__ import annotations

import residua_cp as rs


def test_an_expression_is_shown_as_it_is() -> None:
    model = rs.Model()
    x, y = (model.int_var(name, 0, 9) for name in "xy")
    shown = {
        "-x + 1": 1 - x,
        "-x": -x,
        "-2·x + 5": 5 - 2 * x,
        "x - y - 3": x - y - 3,
        "times(x, y) + 2": x * y + 2,
        "abs(x) - abs(y)": abs(x) - abs(y),
        "(x = 1) + (y = 2)": rs.sum([x == 1, y == 2]),
        "max(x - y, 0)": rs.max_of(x - y, 0),
        "3": rs.sum([3]),
        "x ≠ y": x != y,
    }
    assert [repr(expression) for expression in shown.values()] == list(shown)
