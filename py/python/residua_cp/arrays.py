"""Arrays of variables: NumPy arrays of objects if NumPy is installed, otherwise nested lists."""

from __future__ import annotations

import itertools
import operator
from typing import Any, Sequence

def _sizes(shape: int | Sequence[int]) -> tuple[int, ...]:
    if isinstance(shape, str):
        raise TypeError(f"a shape is a number or several, found {shape!r}")
    try:
        sizes: tuple[int, ...] = (operator.index(shape),)  # type: ignore[arg-type]
    except TypeError:
        sizes = tuple(operator.index(size) for size in shape)  # type: ignore[union-attr]
    if any(size < 0 for size in sizes):
        raise ValueError(f"a shape has numbers from 0, found {shape}")
    return sizes


def names(name: str, shape: int | Sequence[int]) -> list[str]:
    """Names of the elements of an array, row by row: `x[0,0]`, `x[0,1]`, …"""
    if not isinstance(name, str):
        raise TypeError(f"a name is text, found {name!r}")
    sizes = _sizes(shape)
    return [
        f"{name}[{','.join(map(str, index))}]" for index in itertools.product(*(range(size) for size in sizes))
    ]


def shaped(flat: list[Any], shape: int | Sequence[int]) -> Any:
    """The items in that shape: an array, or nested lists."""
    sizes = _sizes(shape)
    try:
        # NumPy takes a tenth of a second to import, and is not needed before the first array.
        from residua_cp import expression_array
    except ImportError:
        return _nested(flat, sizes)
    return expression_array.of(flat, sizes)


def _nested(flat: list[Any], sizes: tuple[int, ...]) -> Any:
    if len(sizes) <= 1:
        return list(flat)
    step = len(flat) // sizes[0] if sizes[0] else 0
    return [_nested(flat[row * step : (row + 1) * step], sizes[1:]) for row in range(sizes[0])]


def array(items: Any) -> Any:
    """An array of expressions, whose comparisons give arrays of constraints, from an array of NumPy or from nested lists. Needs NumPy."""
    from residua_cp import expression_array

    return expression_array.array(items)
