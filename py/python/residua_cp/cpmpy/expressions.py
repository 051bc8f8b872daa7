"""Expressions of CPMpy as expressions of residua, one for one: nothing is flattened.

Both have the relational semantics: what has no value, such as a division by 0, makes the nearest constraint around it false. Where a global
constraint has to be put together from several constraints, that nearest constraint would be another one. Then `NotTotal` is raised, and the
constraint is posted with its partial functions made total.
"""

from __future__ import annotations

import operator
from typing import Any, Callable, Iterable, Mapping, Sequence

import numpy
from cpmpy.expressions.core import BoolVal, Comparison, Expression, Operator
from cpmpy.expressions.globalconstraints import GlobalConstraint
from cpmpy.expressions.utils import get_bounds, is_boolexpr
from cpmpy.expressions.variables import NegBoolView, _BoolVarImpl, _NumVarImpl

import residua_cp as rs
from residua_cp import _core

#: A constraint of residua, or a truth value.
Condition = Any
#: An expression of residua, or an integer.
Number = Any

MIRRORED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}
#: What can be a value of a variable.
VALUES = range(-(2**31), 2**31)


class NotTotal(Exception):
    """A partial function stands where only total ones can be translated."""


def is_constant(item: Any) -> bool:
    return not isinstance(item, Expression) or isinstance(item, BoolVal)


def is_total(item: Any) -> bool:
    """Whether an integer expression has a value whatever its variables are. Constraints in it are true or false, so they count as total."""
    if isinstance(item, (list, tuple, numpy.ndarray)):
        return all(is_total(part) for part in item)
    if is_constant(item) or isinstance(item, _NumVarImpl) or is_boolexpr(item):
        return True
    if not all(is_total(part) for part in item.args):
        return False
    if item.name in ("div", "mod"):
        low, high = get_bounds(item.args[1])
        return bool(low > 0 or high < 0)
    if item.name == "element":
        return is_within(item.args[1], len(item.args[0]))
    if item.name == "nd_element":
        return all(is_within(index, size) for index, size in zip(item.args[1:], item.args[0].shape))
    return True


def is_within(index: Any, size: int) -> bool:
    low, high = get_bounds(index)
    return bool(0 <= low and high < size)


def integer(item: Any) -> int:
    """A constant as an integer of Python."""
    if isinstance(item, float) or isinstance(item, numpy.floating):
        if not float(item).is_integer():
            raise TypeError(f"residua has integers only, found {item}")
    if isinstance(item, BoolVal):
        return int(bool(item.args[0]))
    return int(item)


def integers(items: Iterable[Any]) -> list[int]:
    """Those of some constants that can be values of a variable."""
    return [value for value in map(integer, items) if value in VALUES]


def implication(one: Condition, other: Condition) -> Condition:
    if isinstance(one, bool):
        return other if one else True
    return one.implies(other)


class Expressions:
    """The expressions of one model of residua."""

    def __init__(
        self, model: rs.Model, variable: Callable[[Any], Any], constraints: Mapping[str, Callable[[Expressions, Any], Condition]]
    ) -> None:
        self.model = model
        #: The variable of residua that stands for a variable of CPMpy.
        self.variable = variable
        self._literals: dict[str, Condition] = {}
        self._always: Condition = None
        #: What makes a global constraint, by name.
        self._constraints = constraints

    # Conditions.

    def condition(self, item: Any) -> Condition:
        """A Boolean expression."""
        if is_constant(item):
            return bool(integer(item))
        if isinstance(item, _BoolVarImpl):
            return self.literal(item)
        if isinstance(item, Comparison):
            return self._comparison(item.name, *item.args)
        if isinstance(item, GlobalConstraint):
            make = self._constraints.get(item.name)
            return make(self, item) if make is not None else self._decomposed(item)
        if isinstance(item, Operator) and item.is_bool():
            return self._connection(item.name, item.args)
        raise NotImplementedError(f"residua has no constraint for {item}")

    def conditions(self, items: Iterable[Any]) -> list[Condition]:
        return [self.condition(item) for item in items]

    def literal(self, item: Any) -> Condition:
        """A Boolean variable, or its negation, as a comparison of a variable with 1 or 0."""
        known = self._literals.get(item.name)
        if known is None:
            is_negated = isinstance(item, NegBoolView)
            known = self.variable(item._bv) == 0 if is_negated else self.variable(item) == 1
            self._literals[item.name] = known
        return known

    def atom(self, item: Any) -> Condition:
        """A literal that is true exactly where a Boolean expression is."""
        if is_constant(item):
            if self._always is None:
                self._always = self.model.int_var("", 1, 1) == 1
            return self._always if integer(item) else rs.not_(self._always)
        if isinstance(item, _BoolVarImpl):
            return self.literal(item)
        literal = self.model.bool_var("") == 1
        self.model.add(rs.iff(self.condition(item), literal))
        return literal

    def _connection(self, name: str, items: Sequence[Any]) -> Condition:
        if name == "and":
            return rs.all_of(self.conditions(items))
        if name == "or":
            return rs.any_of(self.conditions(items))
        if name == "->":
            return implication(self.condition(items[0]), self.condition(items[1]))
        if name == "not":
            return rs.not_(self.condition(items[0]))
        raise NotImplementedError(f"residua has no connection {name}")

    def _comparison(self, name: str, left: Any, right: Any) -> Condition:
        if is_constant(left) and not is_constant(right):
            name, left, right = MIRRORED[name], right, left
        if is_boolexpr(left) and not (isinstance(left, _BoolVarImpl) and isinstance(right, _NumVarImpl)):
            if is_constant(right):
                return self._truth_and_number(name, left, integer(right))
            if is_boolexpr(right):
                return self._truths(name, self.condition(left), self.condition(right))
        for how, one, other in ((name, left, right), (MIRRORED[name], right, left)):
            if getattr(one, "name", None) in ("count", "among", "nvalue"):
                counted = self._counted(how, one, other)
                if counted is not None:
                    return counted
        return COMPARE[name](self.number(left), self.number(right))

    def _truth_and_number(self, name: str, item: Any, number: int) -> Condition:
        condition = self.condition(item)
        if_false, if_true = (bool(COMPARE[name](truth, number)) for truth in (0, 1))
        if if_false == if_true:
            return if_false
        return condition if if_true else rs.not_(condition)

    @staticmethod
    def _truths(name: str, left: Condition, right: Condition) -> Condition:
        """A comparison of two truth values, false being less than true."""
        if name == "==":
            return rs.iff(left, right)
        if name == "!=":
            return rs.iff(rs.not_(left), right)
        if name in ("<=", ">"):
            ordered = implication(left, right)
        else:
            ordered = implication(right, left)
        return ordered if name in ("<=", ">=") else rs.not_(ordered)

    def _decomposed(self, item: Any) -> Condition:
        """A global constraint by its own decomposition."""
        self.require_total(item.args)
        holds, defining = item.decompose()
        self.define(defining)
        return rs.all_of(self.conditions(holds))

    def define(self, constraints: Iterable[Any]) -> None:
        """Adds constraints that define variables of a decomposition. They hold wherever it stands."""
        for constraint in constraints:
            self.model.add(self.condition(constraint))

    @staticmethod
    def require_total(items: Any) -> None:
        if not is_total(items):
            raise NotTotal

    # Numbers.

    def number(self, item: Any) -> Number:
        """An integer expression; of a Boolean one, 1 where it is true and 0 where it is not."""
        if is_constant(item):
            return integer(item)
        if isinstance(item, _NumVarImpl):
            return 1 - self.variable(item._bv) if isinstance(item, NegBoolView) else self.variable(item)
        if is_boolexpr(item):
            condition = self.condition(item)
            return int(condition) if isinstance(condition, bool) else condition
        make = self._FUNCTIONS.get(item.name)
        if make is not None:
            return make(self, *item.args)
        if not hasattr(item, "decompose"):
            raise NotImplementedError(f"residua has no function for {item}")
        self.require_total(item.args)
        value, defining = item.decompose()
        self.define(defining)
        return self.number(value)

    def numbers(self, items: Iterable[Any]) -> list[Number]:
        return [self.number(item) for item in items]

    def _expression(self, item: Any) -> Number:
        """A number as an expression, also if it is a constant."""
        number = self.number(item)
        return _core.sum([number]) if isinstance(number, int) else number

    def _sum(self, *items: Any) -> Number:
        return _core.sum(self.numbers(items))

    def _weighted(self, weights: Any, items: Any) -> Number:
        return rs.scalar_product([integer(weight) for weight in weights], self.numbers(items))

    def _entry(self, entries: Any, index: Any) -> Number:
        return rs.at(self.numbers(entries), self.number(index))

    def _entry_of_array(self, array: Any, *indices: Any) -> Number:
        """The entry of an array of several dimensions. Where an index is out of range, so is that of the flattened array."""
        place: Number = 0
        inside: list[Condition] = []
        for index, size in zip(indices, array.shape):
            number = self.number(index)
            place = place * size + number
            if not is_within(index, size):
                inside += [number >= 0, number < size]
        if inside:
            place = rs.if_then_else(rs.all_of(inside), place, -1)
        return rs.at(self.numbers(array.flat), place)

    def _count(self, items: Any, value: Any) -> Number:
        self.require_total([items, value])
        wanted = self.number(value)
        return rs.how_many([number == wanted for number in self.numbers(items)])

    def _among(self, items: Any, values: Any) -> Number:
        self.require_total(items)
        wanted = integers(values)
        return rs.how_many([rs.in_set(number, wanted) for number in self.numbers(items)])

    def _nvalue(self, *items: Any) -> Number:
        self.require_total(items)
        result = self.model.int_var("", min(1, len(items)), len(items))
        self.model.add(rs.nvalue(self.numbers(items), result))
        return result

    def _counted(self, name: str, function: Any, right: Any) -> Condition:
        """A comparison with a count, as the constraint on counts; `None` if it is none."""
        most = len(function.args if function.name == "nvalue" else function.args[0])
        if name in ("==", "!="):
            if name == "!=":
                self.require_total([function.args, right])
            amount = self.number(right)
        elif is_constant(right):
            bound = integer(right) + {"<": -1, ">": 1}.get(name, 0)
            low, high = (0, bound) if name in ("<", "<=") else (max(bound, 0), most)
            if low > high:
                return False
            amount = (low, high)
        else:
            return None
        if function.name == "nvalue":
            counted = rs.nvalue(self.numbers(function.args), amount)
        elif function.name == "count":
            counted = rs.count(self.numbers(function.args[0]), self.number(function.args[1]), amount)
        else:
            counted = rs.among(self.numbers(function.args[0]), integers(function.args[1]), amount)
        return rs.not_(counted) if name == "!=" else counted

    _FUNCTIONS: dict[str, Callable[..., Number]] = {
        "sum": _sum,
        "wsum": _weighted,
        "sub": lambda self, x, y: self.number(x) - self.number(y),
        "-": lambda self, x: -self._expression(x),
        "mul": lambda self, x, y: self._expression(x) * self.number(y),
        "div": lambda self, x, y: self._expression(x) // self.number(y),
        "mod": lambda self, x, y: self._expression(x) % self.number(y),
        "pow": lambda self, x, n: self._expression(x) ** self.number(n),
        "abs": lambda self, x: abs(self._expression(x)),
        "min": lambda self, *items: rs.min_of(self.numbers(items)),
        "max": lambda self, *items: rs.max_of(self.numbers(items)),
        "element": _entry,
        "nd_element": _entry_of_array,
        "count": _count,
        "among": _among,
        "nvalue": _nvalue,
    }
