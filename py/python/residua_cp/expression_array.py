"""NumPy arrays of expressions."""

from __future__ import annotations

from typing import Any, Sequence

import numpy

from residua_cp import _core


class ExpressionArray(numpy.ndarray[Any, numpy.dtype[Any]]):
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

    __hash__ = None

    def __getitem__(self, index: Any) -> Any:
        parts = index if isinstance(index, tuple) else (index,)
        if any(isinstance(part, _core.Expression) for part in parts):
            return self._entry(parts)
        return super().__getitem__(index)

    def sum(self, *arguments: Any, **named: Any) -> Any:
        """The sum of all entries as one expression; with arguments, as NumPy has it."""
        if arguments or named:
            return super().sum(*arguments, **named)
        return _core.sum(self.ravel().tolist())

    def _entry(self, parts: tuple[Any, ...]) -> _core.Expression:
        """The entry at indices of which some are expressions: what they can reach is flattened row by row."""
        if len(parts) != self.ndim:
            raise IndexError(f"expected {self.ndim} indices, found {len(parts)}")
        if any(isinstance(part, slice) for part in parts):
            raise IndexError("an index that is an expression cannot stand beside a slice")
        fixed = tuple(slice(None) if isinstance(part, _core.Expression) else part for part in parts)
        reached = numpy.asarray(self)[fixed]
        indices = [part for part in parts if isinstance(part, _core.Expression)]
        if len(indices) > 1:
            # An index that is too large would be one of the next row.
            for part, size in zip(indices, reached.shape):
                low, high = part.bounds
                if low < 0 or high >= size:
                    raise IndexError(f"the index {part} has values outside of 0..{size - 1}")
        place: Any = indices[0]
        for part, size in zip(indices[1:], reached.shape[1:]):
            place = place * size + part
        return _core.at(reached.ravel().tolist(), place)


def of(flat: list[Any], shape: Sequence[int]) -> ExpressionArray:
    """The items as an array of that shape."""
    array = numpy.empty(len(flat), dtype=object)
    array[:] = flat
    return array.reshape(tuple(shape)).view(ExpressionArray)
