"""Rules of variant puzzles, as arguments of Python."""

from __future__ import annotations

from typing import Any, Iterable, Mapping, TypeAlias

from residua_cp import _core

#: A rule as the extension takes it: kind, groups of cells, numbers, name, parts, automaton.
Stated: TypeAlias = tuple[str, list[list[str]], list[Any], str | None, list[Any], _core.Automaton | None]


def names(cells: Any) -> list[str]:
    """Cells, by name: `"r1c1 r1c2"`, or an iterable of names."""
    return cells.split() if isinstance(cells, str) else [str(cell) for cell in cells]


def _groups(cells: Any) -> list[list[str]]:
    """One group of cells, or several."""
    if isinstance(cells, str):
        return [names(cells)] if cells.split() else []
    cells = list(cells)
    # A text of one name is a cell, of several a group; so `["r1c1 r1c2", "r2c2"]` are two groups.
    if all(isinstance(cell, str) and len(cell.split()) == 1 for cell in cells):
        return [cells] if cells else []
    return [names(group) for group in cells]


def stated(
    rule: str,
    cells: Any = (),
    number: Any = None,
    name: str | None = None,
    parts: Iterable[Any] = (),
    automaton: _core.Automaton | None = None,
) -> Stated:
    """A rule with its cells and numbers, in whichever form they are given.

    >>> stated("cage", "r1c1 r1c2", 5)[:3]
    ('cage', [['r1c1', 'r1c2']], [5])
    >>> stated("arrow", [["r3c3"], ["r2c3", "r1c3"]])[1]
    [['r3c3'], ['r2c3', 'r1c3']]
    """
    numbers = [] if number is None else list(number) if hasattr(number, "__iter__") else [number]
    return rule, _groups(cells), numbers, name, [_part(part) for part in parts], automaton


def _part(part: Any) -> Stated:
    """A part of a rule: the arguments of `add`, as a tuple, or by name; the kind alone, if it has no others."""
    if isinstance(part, str):
        return stated(part)
    return stated(**part) if isinstance(part, Mapping) else stated(*part)
