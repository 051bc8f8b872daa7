"""Sets of integers as ranges."""

from __future__ import annotations

import operator
from typing import Iterator, Sequence


class Domain:
    """A set of integers, as ranges. It may be very large: iterating over it makes its values one after another."""

    __slots__ = ("ranges",)

    def __init__(self, ranges: Sequence[Sequence[int]]) -> None:
        self.ranges = tuple((low, high) for low, high in ranges)

    @classmethod
    def of_values(cls, values: Sequence[int]) -> Domain:
        ranges: list[tuple[int, int]] = []
        for value in sorted(values):
            if ranges and ranges[-1][1] == value - 1:
                ranges[-1] = (ranges[-1][0], value)
            else:
                ranges.append((value, value))
        return cls(ranges)

    def __iter__(self) -> Iterator[int]:
        for low, high in self.ranges:
            yield from range(low, high + 1)

    def __len__(self) -> int:
        return sum(high - low + 1 for low, high in self.ranges)

    def __contains__(self, value: object) -> bool:
        try:
            number = operator.index(value)  # type: ignore[arg-type]
        except TypeError:
            return False
        return any(low <= number <= high for low, high in self.ranges)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Domain):
            return self.ranges == other.ranges
        if isinstance(other, (set, frozenset, list, tuple, range)):
            return len(self) == len(set(other)) and all(value in self for value in other)
        return NotImplemented

    # It is equal to sets of the same values, and has no hash that would be theirs.
    __hash__ = None  # type: ignore[assignment]

    @property
    def value(self) -> int | None:
        """The only value; `None` if there are several, or none."""
        return self.ranges[0][0] if len(self) == 1 else None

    def __str__(self) -> str:
        parts = []
        for low, high in self.ranges:
            parts.append(str(low) if low == high else f"{low} {high}" if high == low + 1 else f"{low}..{high}")
        return " ".join(parts)

    def __repr__(self) -> str:
        return f"Domain({self})"
