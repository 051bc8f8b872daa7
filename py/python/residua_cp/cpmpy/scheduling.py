"""Global constraints of CPMpy on tasks: what they say about ends, sizes below 0 and tasks that do not take place is stated beside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Sequence

from cpmpy.expressions.globalconstraints import NoOverlap
from cpmpy.expressions.utils import get_bounds

import residua_cp as rs
from residua_cp import _core
from residua_cp.cpmpy.expressions import Condition, Expressions, Number, implication, integer, is_constant

#: Whether a task without duration may stand inside another one: older versions of CPMpy do not allow it.
IS_FREE_WITHOUT_DURATION = bool(NoOverlap([0, 1], [2, 0]).value())


@dataclass
class _Tasks:
    """Tasks without those that never take place; and what has to hold beside their constraint."""

    starts: list[Number]
    durations: list[Number]
    demands: list[Number]
    #: `None` if all of them take place.
    presences: list[Condition] | None
    beside: list[Condition]


def _tasks(
    of: Expressions, starts: Sequence[Any], durations: Sequence[Any], ends: Sequence[Any] | None, demands: Sequence[Any] | None,
    presences: Sequence[Any] | None,
) -> _Tasks:
    takes_place = [True] * len(starts) if presences is None else [not is_constant(part) or bool(integer(part)) for part in presences]
    kept = [place for place, takes in enumerate(takes_place) if takes]
    if presences is not None:
        # What is left out, or replaced below, has to have a value all the same.
        of.require_total([list(starts), list(durations), list(ends or ()), list(demands or ())])
    literals = None
    if presences is not None and not all(is_constant(presences[place]) for place in kept):
        literals = [of.atom(presences[place]) for place in kept]
    beside: list[Condition] = []

    def always(number: int, condition: Condition) -> None:
        """The condition where the task takes place."""
        beside.append(condition if literals is None else implication(literals[number], condition))

    def sizes(items: Sequence[Any]) -> list[Number]:
        """Durations or demands, which are not negative where the task takes place."""
        numbers = of.numbers(items[place] for place in kept)
        for number, place in enumerate(kept):
            low = get_bounds(items[place])[0]
            if low < 0 and (literals is not None or isinstance(numbers[number], int)):
                always(number, numbers[number] >= 0)
                numbers[number] = 0 if isinstance(numbers[number], int) else rs.max_of([numbers[number], 0])
        return numbers

    begins = of.numbers(starts[place] for place in kept)
    lengths = sizes(durations)
    if ends is not None:
        for number, place in enumerate(kept):
            always(number, _core.sum([begins[number], of.number(durations[place])]) == of.number(ends[place]))
    return _Tasks(begins, lengths, [] if demands is None else sizes(demands), literals, beside)


def _capacity(of: Expressions, tasks: _Tasks, capacity: Any) -> Condition:
    amount = of.number(capacity)
    if isinstance(amount, int) and amount < 0:
        return False
    return _all(rs.cumulative(tasks.starts, tasks.durations, tasks.demands, amount, tasks.presences), tasks)


def _apart(tasks: _Tasks) -> Condition:
    constraint = rs.disjunctive if IS_FREE_WITHOUT_DURATION else rs.disjunctive_strict
    return _all(constraint(tasks.starts, tasks.durations, tasks.presences), tasks)


def _all(constraint: Condition, tasks: _Tasks) -> Condition:
    return rs.all_of([constraint, *tasks.beside]) if tasks.beside else constraint


def cumulative(of: Expressions, item: Any) -> Condition:
    starts, durations, *ends, demands, capacity = item.args
    return _capacity(of, _tasks(of, starts, durations, ends[0] if ends else None, demands, None), capacity)


def cumulative_optional(of: Expressions, item: Any) -> Condition:
    starts, durations, *ends, demands, capacity, presences = item.args
    return _capacity(of, _tasks(of, starts, durations, ends[0] if ends else None, demands, presences), capacity)


def no_overlap(of: Expressions, item: Any) -> Condition:
    starts, durations, *ends = item.args
    return _apart(_tasks(of, starts, durations, ends[0] if ends else None, None, None))


def no_overlap_optional(of: Expressions, item: Any) -> Condition:
    starts, durations, *ends, presences = item.args
    return _apart(_tasks(of, starts, durations, ends[0] if ends else None, None, presences))
