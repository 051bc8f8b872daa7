"""Arrays of variables: NumPy arrays of objects if NumPy is installed, otherwise nested lists."""

from __future__ import annotations

import itertools
from typing import Any, Sequence

from residua_cp import _core

_array_class: type | None = None


def _class_of_arrays() -> type | None:
    """The class of arrays of expressions; `None` without NumPy. NumPy is imported when the first array is made."""
    global _array_class
    if _array_class is not None:
        return _array_class
    try:
        import numpy
    except ImportError:
        return None

    class ExpressionArray(numpy.ndarray):
        """An array of expressions: comparisons give arrays of constraints, and an expression may be an index."""

        def __eq__(self, other: Any) -> Any:
            return numpy.equal(self, other, dtype=object)

        def __ne__(self, other: Any) -> Any:
            return numpy.not_equal(self, other, dtype=object)

        def __lt__(self, other: Any) -> Any:
            return numpy.less(self, other, dtype=object)

        def __le__(self, other: Any) -> Any:
            return numpy.less_equal(self, other, dtype=object)

        def __gt__(self, other: Any) -> Any:
            return numpy.greater(self, other, dtype=object)

        def __ge__(self, other: Any) -> Any:
            return numpy.greater_equal(self, other, dtype=object)

        __hash__ = None  # type: ignore[assignment]

        def __getitem__(self, index: Any) -> Any:
            parts = index if isinstance(index, tuple) else (index,)
            if any(isinstance(part, _core.Expression) for part in parts):
                return _entry(self, parts)
            return super().__getitem__(index)

        def sum(self, axis: Any = None, *arguments: Any, **named: Any) -> Any:
            if axis is None and not arguments and not named:
                return _core.sum(self.ravel().tolist())
            return super().sum(axis, *arguments, **named)

    _array_class = ExpressionArray
    return _array_class


def _entry(array: Any, parts: tuple[Any, ...]) -> Any:
    """The entry of an array at indices of which some are expressions: the array is flattened row by row."""
    if len(parts) != array.ndim:
        raise IndexError(f"expected {array.ndim} indices, found {len(parts)}")
    if any(isinstance(part, slice) for part in parts):
        raise IndexError("an index that is an expression cannot stand beside a slice")
    fixed = tuple(slice(None) if isinstance(part, _core.Expression) else part for part in parts)
    left = super(type(array), array).__getitem__(fixed)
    indices = [part for part in parts if isinstance(part, _core.Expression)]
    place: Any = indices[0]
    for part, size in zip(indices[1:], left.shape[1:]):
        place = place * size + part
    entry = _core.at(left.ravel().tolist(), place)
    if len(indices) > 1:
        # Of a flattened array, an index that is too large would be one of the next row.
        entry = _within(entry, indices, left.shape)
    return entry


def _within(entry: Any, indices: Sequence[Any], shape: Sequence[int]) -> Any:
    for part, size in zip(indices, shape):
        low, high = part.bounds
        if low < 0 or high >= size:
            raise IndexError(f"the index {part} has values outside of 0..{size - 1}")
    return entry


def _sizes(shape: int | Sequence[int]) -> tuple[int, ...]:
    sizes = (shape,) if isinstance(shape, int) else tuple(int(size) for size in shape)
    if any(size < 0 for size in sizes):
        raise ValueError(f"a shape has numbers from 0, found {shape}")
    return sizes


def names(name: str, shape: int | Sequence[int]) -> list[str]:
    """Names of the elements of an array, row by row: `x[0,0]`, `x[0,1]`, …"""
    sizes = _sizes(shape)
    return [
        f"{name}[{','.join(map(str, index))}]" for index in itertools.product(*(range(size) for size in sizes))
    ]


def shaped(flat: list[Any], shape: int | Sequence[int]) -> Any:
    """The items in that shape: an array, or nested lists."""
    sizes = _sizes(shape)
    kind = _class_of_arrays()
    if kind is not None:
        import numpy

        array = numpy.empty(len(flat), dtype=object)
        array[:] = flat
        return array.reshape(sizes).view(kind)
    return _nested(flat, sizes)


def _nested(flat: list[Any], sizes: tuple[int, ...]) -> Any:
    if len(sizes) <= 1:
        return list(flat)
    step = len(flat) // sizes[0] if sizes[0] else 0
    return [_nested(flat[row * step : (row + 1) * step], sizes[1:]) for row in range(sizes[0])]
