"""The points at which an expression is true, by a model of the engine."""

from __future__ import annotations

from functools import reduce
from typing import Any, Iterator

from residua_cp import _core
from residua_cp.boolean.expression import Expression, Point, Variable
from residua_cp.boolean.traversal import fold, nodes
from residua_cp.enumeration import Enumeration
from residua_cp.model import Model

#: An expression as deep as this is taken apart, so that no part is deep.
_DEPTH = 16


def points(of: Expression) -> Iterator[Point]:
    """All points at which the expression is true, each found when it is asked for."""
    variables = of.inputs
    model, places = _model(of, variables)
    return (dict(zip(variables, values)) for values in Enumeration(model, places))


def count(of: Expression) -> int:
    """The number of points at which the expression is true."""
    model, _ = _model(of, of.inputs)
    return int(model.count())


def _model(of: Expression, variables: tuple[Variable, ...]) -> tuple[Model, list[Any]]:
    """A model that has the solutions of an expression, and the variables of the model for those of the expression."""
    model = Model()
    places = model._int_vars([str(variable) for variable in variables], 0, 1)
    number = {variable: place for place, variable in enumerate(variables, 1)}
    clauses, others = [], []
    for part in _conjuncts(of):
        literals = part.args if part.kind == "Or" else (part,)
        if all(literal.is_literal for literal in literals):
            clauses.append([-number[_variable(lit)] if lit.kind == "Not" else number[_variable(lit)] for lit in literals])
        else:
            others.append(part)
    _core._add_clauses(model, clauses, len(variables))
    _add(model, dict(zip(variables, places)), others)
    return model, places


def _variable(literal: Expression) -> Variable:
    variable = literal.args[0] if literal.kind == "Not" else literal
    assert isinstance(variable, Variable)
    return variable


def _conjuncts(of: Expression) -> Iterator[Expression]:
    """Parts of which all must be true, each once."""
    seen, stack = {of}, [of]
    while stack:
        node = stack.pop()
        if node.kind != "And":
            yield node
            continue
        for arg in reversed(node.args):
            if arg not in seen:
                seen.add(arg)
                stack.append(arg)


def _add(model: Model, places: dict[Variable, Any], parts: list[Expression]) -> None:
    """Adds the parts as constraints. What is used in several places, or is deep, has a variable of its own."""
    if not parts:
        return
    root = Expression("And", tuple(parts))
    uses: dict[Expression, int] = {}
    for node in nodes(root):
        for arg in node.args:
            uses[arg] = uses.get(arg, 0) + 1

    def alias(condition: Any) -> Any:
        auxiliary = model._int_vars(["auxiliary"], 0, 1)[0]
        model.add(_core.iff(auxiliary, condition))
        return auxiliary

    def of(node: Expression, args: list[tuple[Any, int]]) -> tuple[Any, int]:
        if isinstance(node, Variable):
            return places[node], 0
        conditions = [condition for condition, _ in args]
        if node is root:
            return conditions, 0
        while node.kind == "Xor" and len(conditions) > _DEPTH:
            conditions = [*conditions[_DEPTH:], alias(_condition("Xor", conditions[:_DEPTH]))]
        condition = _condition(node.kind, conditions)
        depth = 1 + max((depth for _, depth in args), default=0)
        if node.args and not node.is_literal and (uses[node] > 1 or depth >= _DEPTH):
            return alias(condition), 0
        return condition, depth

    # A conjunct that is used elsewhere, too, is a variable here.
    model.add([_core.all_of(condition) for condition in fold(root, of)[0]])


def _condition(kind: str, args: list[Any]) -> Any:
    """An operator of conditions as a condition of the model."""
    if kind == "Not":
        return _core.not_(args[0])
    if kind in ("And", "1"):
        return _core.all_of(*args)
    if kind in ("Or", "0"):
        return _core.any_of(*args)
    if kind == "Xor":
        return _core.any_of(reduce(lambda one, other: _core.not_(_core.iff(one, other)), args)) if args else _core.any_of()
    if kind == "Equal":
        return _core.any_of(_core.all_of(*args), _core.not_(_core.any_of(*args)))
    if kind == "Implies":
        return _core.any_of(_core.not_(args[0]), args[1])
    if kind == "ITE":
        return _core.any_of(_core.all_of(args[0], args[1]), _core.all_of(_core.not_(args[0]), args[2]))
    return _core.exactly(1, args) if kind == "OneHot" else _core.at_most(1, args)
