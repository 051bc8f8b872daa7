"""Values of any kind as integers.

Integers stand for themselves; every other value has a number from one dictionary of all variables, so that equal values of two
variables have the same number.
"""

from __future__ import annotations

from numbers import Integral
from typing import Any, Hashable, Iterable, Mapping, Sequence

#: Integers from here on are numbered like other values.
_LARGE = 1 << 30


class Coded:
    """The values of a variable as integers."""

    def __init__(self) -> None:
        #: By number the occurrences of the value.
        self.objects: dict[int, list[Any]] = {}
        #: Whether each value is an integer that stands for itself.
        self.is_arithmetic = True
        #: Whether values are equal if, and only if, their numbers are.
        self.is_regular = True

    @property
    def codes(self) -> list[int]:
        """The numbers of the different values."""
        return list(self.objects)

    @property
    def is_plain(self) -> bool:
        """Whether the numbers are the values, each once."""
        return all(len(found) == 1 and type(found[0]) is int and found[0] == code for code, found in self.objects.items())

    def value(self, code: int) -> Any:
        """The value of a number."""
        return self.objects[code][0]


class Coding:
    """The values of all variables as integers."""

    def __init__(self, domains: Mapping[Hashable, Sequence[Any]]) -> None:
        self._codes: dict[Any, int] = {}
        for domain in domains.values():
            for value in domain:
                if _stands_for_itself(value):
                    self._codes[value] = int(value)
        self._next = max(self._codes.values(), default=-1) + 1
        self.of: dict[Hashable, Coded] = {variable: self._coded(domain) for variable, domain in domains.items()}

    def code(self, value: Any) -> int | None:
        """The number of a value; `None` if no variable has it."""
        try:
            return self._codes.get(value)
        except TypeError:
            return None

    def _fresh(self) -> int:
        self._next += 1
        return self._next - 1

    def _number(self, value: Any) -> int | None:
        """The number of a value that is equal to itself and has a hash; `None` for others."""
        try:
            if value != value:
                return None
            code = self._codes.get(value)
        except (TypeError, ValueError):
            return None
        if code is None:
            code = self._codes[value] = self._fresh()
        return code

    def _coded(self, domain: Iterable[Any]) -> Coded:
        coded = Coded()
        for value in domain:
            if type(value) is int and -_LARGE < value < _LARGE and value not in coded.objects:
                coded.objects[value] = [value]
                continue
            code = self._number(value)
            if code is None or (code in coded.objects and not _is_same(value, coded.objects[code][0])):
                # It has a number of its own, so that no two values that a function may tell apart are one.
                coded.is_regular = coded.is_arithmetic = False
                code = self._fresh()
            coded.objects.setdefault(code, []).append(value)
            coded.is_arithmetic = coded.is_arithmetic and _stands_for_itself(value)
        return coded


def _stands_for_itself(value: Any) -> bool:
    return isinstance(value, Integral) and -_LARGE < int(value) < _LARGE


def _is_same(left: Any, right: Any) -> bool:
    """Whether no function tells these equal values apart."""
    if left is right:
        return True
    if type(left) is not type(right):
        return False
    return type(left) in (int, str, bool, bytes) or (type(left) is float and repr(left) == repr(right))
