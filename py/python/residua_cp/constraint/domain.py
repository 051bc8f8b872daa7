"""Variables and domains, by the names that python-constraint gives them."""

from __future__ import annotations

import copy
from typing import Any, Iterable


def check_if_compiled() -> bool:
    """Whether these classes were compiled by Cython: they were not."""
    return False


class Variable:
    """A named object to use as a variable. Any hashable object serves as well."""

    def __init__(self, name: Any) -> None:
        self.name = name

    def __repr__(self) -> str:
        return str(self.name)


#: Stands for the value of a variable that has none yet.
Unassigned = Variable("Unassigned")


class Domain(list[Any]):
    """The values of a variable. Values can be hidden, and come back when the state before is restored."""

    def __init__(self, set: Iterable[Any] = ()) -> None:
        super().__init__(set)
        self._hidden: list[Any] = []
        self._states: list[int] = []

    def copied(self) -> Domain:
        """A domain of the same class, with the same values and hidden values."""
        other = copy.copy(self)
        other._hidden, other._states = list(self._hidden), list(self._states)
        return other

    def resetState(self) -> None:
        """Brings all hidden values back."""
        self.extend(self._hidden)
        self._hidden.clear()
        self._states.clear()

    def pushState(self) -> None:
        """Keeps the present state, until `popState` returns to it."""
        self._states.append(len(self))

    def popState(self) -> None:
        """Brings back the values that were hidden since the last `pushState`."""
        missing = self._states.pop() - len(self)
        if missing > 0:
            self.extend(self._hidden[-missing:])
            del self._hidden[-missing:]

    def hideValue(self, value: Any) -> None:
        """Takes one occurrence of a value away."""
        self.remove(value)
        self._hidden.append(value)
