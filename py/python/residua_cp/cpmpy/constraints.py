"""Global constraints of CPMpy as constraints of residua. Each is a condition: it can be negated, and stand in others."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Callable

import numpy

import residua_cp as rs
from residua_cp.cpmpy import scheduling
from residua_cp.cpmpy.expressions import VALUES, Condition, Expressions, integer, integers

Make = Callable[[Expressions, Any], Condition]


def _of_list(constraint: Callable[..., Condition]) -> Make:
    """A constraint on all arguments."""
    return lambda of, item: constraint(of.numbers(item.args))


def _of_two_lists(constraint: Callable[[Any, Any], Condition]) -> Make:
    return lambda of, item: constraint(of.numbers(item.args[0]), of.numbers(item.args[1]))


def _all_different_except(of: Expressions, item: Any) -> Condition:
    return rs.all_different_except(of.numbers(item.args[0]), integers(item.args[1]))


def _all_equal_except(of: Expressions, item: Any) -> Condition:
    of.require_total(item.args[0])
    values = integers(item.args[1])
    numbers = of.numbers(item.args[0])
    pairs = combinations([(number, rs.in_set(number, values)) for number in numbers], 2)
    return rs.all_of([rs.any_of([one[1], one[0] == other[0], other[1]]) for one, other in pairs])


def _rows(table: Any) -> list[list[int]]:
    """The rows of which each entry can be a value of a variable."""
    rows = numpy.asarray(table).tolist()
    return [[integer(entry) for entry in row] for row in rows if all(entry in VALUES for entry in row)]


def _table(of: Expressions, item: Any) -> Condition:
    return rs.table(of.numbers(item.args[0]), _rows(item.args[1]))


def _negative_table(of: Expressions, item: Any) -> Condition:
    return rs.negative_table(of.numbers(item.args[0]), _rows(item.args[1]))


def _short_table(of: Expressions, item: Any) -> Condition:
    rows = [[None if entry == "*" else int(entry) for entry in row] for row in item.args[1]]
    return rs.short_table(of.numbers(item.args[0]), [row for row in rows if all(entry is None or entry in VALUES for entry in row)])


def _regular(of: Expressions, item: Any) -> Condition:
    items, transitions, start, accepting = item.args
    states: dict[Any, int] = {start: 0}

    def state(name: Any) -> int:
        return states.setdefault(name, len(states))

    moves = [(state(one), integer(value), state(other)) for one, value, other in transitions if integer(value) in VALUES]
    ends = [state(name) for name in accepting]
    return rs.regular(of.numbers(items), rs.Automaton(len(states), 0, moves, ends))


def _mdd(of: Expressions, item: Any) -> Condition:
    items = item.args[0]
    level: dict[Any, int] = {item.root_node: 0}
    layers = []
    for _ in items:
        following: dict[Any, int] = {}
        edges = [
            (number, integer(value), following.setdefault(target, len(following)))
            for node, number in level.items()
            for value, target in item.mapping.get(node, {}).items()
            if integer(value) in VALUES
        ]
        layers.append(edges)
        level = following
    return rs.mdd(of.numbers(items), layers)


def _in_domain(of: Expressions, item: Any) -> Condition:
    return rs.in_set(of.number(item.args[0]), integers(item.args[1]))


def _xor(of: Expressions, item: Any) -> Condition:
    """A tree of differences, which nests less deep than a chain."""
    parts = of.conditions(item.args)
    while len(parts) > 1:
        pairs = zip(parts[::2], parts[1::2])
        parts = [rs.iff(rs.not_(one), other) for one, other in pairs] + parts[len(parts) // 2 * 2 :]
    return parts[0] if parts else False


def _if_then_else(of: Expressions, item: Any) -> Condition:
    condition, then, otherwise = of.conditions(item.args)
    return rs.all_of([rs.any_of([rs.not_(condition), then]), rs.any_of([condition, otherwise])])


def _precedence(of: Expressions, item: Any) -> Condition:
    numbers, values = of.numbers(item.args[0]), [integer(value) for value in item.args[1]]
    if len(values) < 2:
        of.require_total(item.args[0])
        return True
    if len(set(values)) == len(values) and len(integers(values)) == len(values):
        return rs.value_precede_chain(values, numbers)
    of.require_total(item.args[0])
    return rs.all_of([_precede(one, other, numbers) for one, other in zip(values, values[1:])])


def _precede(one: int, other: int, numbers: list[Any]) -> Condition:
    if one == other or one not in VALUES:
        return rs.all_of([number != other for number in numbers])
    return True if other not in VALUES else rs.value_precede(one, other, numbers)


def _cardinality(of: Expressions, item: Any) -> Condition:
    """Of a value that is listed twice, both counts are the same."""
    items, values, counts = item.args
    first: dict[int, Any] = {}
    same = []
    for value, count in zip(map(integer, values), of.numbers(counts)):
        if first.setdefault(value, count) is not count:
            same.append(first[value] == count)
    outside = [count == 0 for value, count in first.items() if value not in VALUES]
    wanted = [value for value in first if value in VALUES]
    closed = bool(getattr(item, "closed", False))
    counted = rs.global_cardinality(of.numbers(items), wanted, [first[value] for value in wanted], closed)
    return rs.all_of([counted, *same, *outside]) if same or outside else counted


def _chain(is_strict: bool) -> Make:
    def make(of: Expressions, item: Any) -> Condition:
        return rs.lex_chain([of.numbers(row) for row in item.args], is_strict)

    return make


#: By the name that CPMpy gives to a constraint.
CONSTRAINTS: dict[str, Make] = {
    "alldifferent": _of_list(rs.all_different),
    "alldifferent_except_n": _all_different_except,
    "alldifferent_except_0": _all_different_except,
    "allequal": _of_list(rs.all_equal),
    "allequal_except_n": _all_equal_except,
    "circuit": _of_list(rs.circuit),
    "inverse": _of_two_lists(rs.inverse),
    "table": _table,
    "negative_table": _negative_table,
    "short_table": _short_table,
    "regular": _regular,
    "mdd": _mdd,
    "indomain": _in_domain,
    "InDomain": _in_domain,
    "xor": _xor,
    "ite": _if_then_else,
    "cumulative": scheduling.cumulative,
    "cumulative_optional": scheduling.cumulative_optional,
    "no_overlap": scheduling.no_overlap,
    "no_overlap_optional": scheduling.no_overlap_optional,
    "precedence": _precedence,
    "gcc": _cardinality,
    "increasing": _of_list(rs.increasing),
    "decreasing": _of_list(rs.decreasing),
    "strictly_increasing": _of_list(rs.strictly_increasing),
    "strictly_decreasing": _of_list(rs.strictly_decreasing),
    "lex_less": _of_two_lists(rs.lex_less),
    "lex_lesseq": _of_two_lists(rs.lex_lesseq),
    "lex_chain_less": _chain(True),
    "lex_chain_lesseq": _chain(False),
}
