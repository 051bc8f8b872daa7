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

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        # A sum or a product of vectors is an expression, not an array without dimensions.
        if numpy.ndim(array) == 0:
            return numpy.asarray(array).item()
        return numpy.asarray(array).view(ExpressionArray)

    def __array_function__(self, function: Any, types: Any, arguments: Any, named: Any) -> Any:
        result = super().__array_function__(function, types, arguments, named)
        if type(result) is numpy.ndarray and result.dtype == object:
            return result.item() if result.ndim == 0 else result.view(ExpressionArray)
        return result

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

    def max(self, *arguments: Any, **named: Any) -> Any:
        """The greatest of all entries as one expression; with arguments, it is refused."""
        return _core.max_of(self._all(arguments, named))

    def min(self, *arguments: Any, **named: Any) -> Any:
        """The least of all entries as one expression."""
        return _core.min_of(self._all(arguments, named))

    def all(self, *arguments: Any, **named: Any) -> Any:
        """The constraint that all entries hold."""
        return _core.all_of(self._all(arguments, named))

    def any(self, *arguments: Any, **named: Any) -> Any:
        """The constraint that some entry holds."""
        return _core.any_of(self._all(arguments, named))

    def implies(self, other: Any) -> Any:
        """Element by element, the constraint that the other condition holds where this one does."""
        return numpy.frompyfunc(lambda one, two: one.implies(two), 2, 1)(self, other)

    def _all(self, arguments: Any, named: Any) -> list[Any]:
        if arguments or named:
            raise TypeError("an array of expressions takes no arguments here: apply it to slices")
        items: list[Any] = self.ravel().tolist()
        return items

    def _entry(self, parts: tuple[Any, ...]) -> _core.Expression:
        """The entry at indices of which some are expressions: what they can reach is flattened row by row."""
        if len(parts) != self.ndim:
            raise IndexError(f"expected {self.ndim} indices, found {len(parts)}")
        if not all(isinstance(part, _core.Expression) or _is_integer(part) for part in parts):
            raise IndexError("beside an index that is an expression stand integers and expressions only")
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


def _is_integer(part: Any) -> bool:
    return isinstance(part, (int, numpy.integer)) and not isinstance(part, (bool, numpy.bool_))


def compared(function: str, left: Any, right: Any) -> Any:
    """An expression compared with each element of an array."""
    scalar = numpy.empty((), dtype=object)
    scalar[()] = left
    found = getattr(numpy, function)(scalar, numpy.asarray(right, dtype=object), dtype=object)
    return numpy.asarray(found, dtype=object).view(ExpressionArray) if numpy.ndim(found) else found


def array(items: Any) -> ExpressionArray:
    """An array of expressions from an array of NumPy or from nested lists.

    >>> from residua_cp import Model
    >>> m = Model()
    >>> x = m.int_vars("x", 2, 0, 9)
    >>> array([x[0] + 1, x[1]]) <= 4
    ExpressionArray([x[0] + 1 ≤ 4, x[1] ≤ 4], dtype=object)
    """
    if isinstance(items, numpy.ndarray):
        return items.astype(object).view(ExpressionArray)
    shape = []
    part = items
    while isinstance(part, (list, tuple)):
        shape.append(len(part))
        part = part[0] if part else None
    flat: list[Any] = items
    for _ in shape[1:]:
        flat = [item for row in flat for item in row]
    return of(list(flat), shape)


def of(flat: list[Any], shape: Sequence[int]) -> ExpressionArray:
    """The items as an array of that shape."""
    array = numpy.empty(len(flat), dtype=object)
    array[:] = flat
    return array.reshape(tuple(shape)).view(ExpressionArray)
