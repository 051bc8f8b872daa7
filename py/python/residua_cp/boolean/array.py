"""Arrays of expressions."""

from __future__ import annotations

import itertools
from typing import Any, Callable, Iterator, Mapping

from residua_cp.boolean.expression import Expression, Like, Variable, exprvar, negation


class Array:
    """Expressions in an array of any dimension. Each dimension has a first index and one after the last, which slices keep.

    >>> X = exprvars("x", (1, 4), 2)
    >>> X[1, 0], X.shape
    (x[1,0], ((1, 4), (0, 2)))
    >>> X[2:, 1]
    Array([x[2,1], x[3,1]])
    """

    def __init__(self, items: list[Expression], shape: tuple[tuple[int, int], ...]) -> None:
        self._items, self.shape = items, shape

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of expressions."""
        return len(self._items)

    @property
    def flat(self) -> Iterator[Expression]:
        """All expressions, row by row."""
        return iter(self._items)

    def __len__(self) -> int:
        low, high = self.shape[0]
        return high - low

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(*self.shape[0]))

    def __getitem__(self, key: Any) -> Any:
        keys = key if isinstance(key, tuple) else (key,)
        if ... in keys:
            place = keys.index(...)
            keys = keys[:place] + (slice(None),) * (self.ndim - len(keys) + 1) + keys[place + 1 :]
        if len(keys) > self.ndim:
            raise ValueError(f"expected at most {self.ndim} indices, found {len(keys)}")
        keys += (slice(None),) * (self.ndim - len(keys))
        ranges, shape = [], []
        for number, (part, bounds) in enumerate(zip(keys, self.shape)):
            if isinstance(part, slice):
                shape.append(_sliced(part, bounds, number))
                ranges.append(range(*shape[-1]))
            else:
                index = _index(part, bounds, number)
                ranges.append(range(index, index + 1))
        items = [self._items[self._place(indices)] for indices in itertools.product(*ranges)]
        return Array(items, tuple(shape)) if shape else items[0]

    def _place(self, indices: tuple[int, ...]) -> int:
        place = 0
        for index, (low, high) in zip(indices, self.shape):
            place = place * (high - low) + index - low
        return place

    def _map(self, of: Callable[[Expression], Expression]) -> Array:
        return Array([of(item) for item in self._items], self.shape)

    def restrict(self, point: Mapping[Variable, Like]) -> Array:
        """Each expression with these values for variables."""
        return self._map(lambda item: item.restrict(point))

    def compose(self, mapping: Mapping[Variable, Like]) -> Array:
        """Each expression with other expressions in the place of variables."""
        return self._map(lambda item: item.compose(mapping))

    def __invert__(self) -> Array:
        return self._map(negation)

    def __repr__(self) -> str:
        def shown(array: Any) -> str:
            return f"[{', '.join(map(shown, array))}]" if isinstance(array, Array) else str(array)

        return f"Array({shown(self)})"


def _sliced(part: slice, bounds: tuple[int, int], number: int) -> tuple[int, int]:
    low, high = bounds
    if part.step not in (None, 1):
        raise ValueError("slices have no steps")
    start, stop = (None if end is None else end + high if end < 0 else end for end in (part.start, part.stop))
    start = low if start is None else start
    if start < low:
        raise IndexError(f"expected a slice from {low} of dimension {number}, found {start}")
    return start, max(start, high if stop is None else min(stop, high))


def _index(part: Any, bounds: tuple[int, int], number: int) -> int:
    low, high = bounds
    if not isinstance(part, int):
        raise TypeError(f"expected an int, a slice or ..., found {part!r}")
    index = part + high if part < 0 else part
    if not low <= index < high:
        raise IndexError(f"expected an index of dimension {number} in [{low}, {high}), found {part}")
    return index


def exprvars(name: str | tuple[str, ...], *dims: int | tuple[int, int]) -> Array:
    """Variables in an array. A dimension is its first index and one after the last, or a number of indices from 0."""
    if not dims:
        raise ValueError("expected at least one dimension")
    shape = tuple((0, dim) if isinstance(dim, int) else dim for dim in dims)
    for bounds in shape:
        if not isinstance(bounds, tuple) or [type(end) for end in bounds] != [int, int]:
            raise TypeError(f"expected a dimension to be int or (int, int), found {bounds!r}")
        if not 0 <= bounds[0] <= bounds[1]:
            raise ValueError(f"expected 0 ≤ low ≤ high in a dimension, found {bounds}")
    items: list[Expression] = [exprvar(name, indices) for indices in itertools.product(*(range(*bounds) for bounds in shape))]
    return Array(items, shape)


bool_vars = exprvars
