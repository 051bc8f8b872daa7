"""Constraints that are written as text: Python expressions over variables that are named by strings."""

from __future__ import annotations

import ast
import builtins
from itertools import pairwise
from typing import Any, Callable, Container, Hashable, Mapping, Sequence

from residua_cp.constraint import arithmetic
from residua_cp.constraint.base import Constraint, FunctionConstraint, ValueConstraint, Variables
from residua_cp.constraint.strings import NotNative, constant

#: What a strict comparison moves the number by, where sums and products are rounded.
_OFFSET = 1e-12


class StringConstraint(FunctionConstraint):
    """A Python expression over variables."""

    def __init__(self, text: str, body: ast.expr, names: Sequence[str]) -> None:
        super().__init__(_function(body, names))
        self.text = text
        self.body = body
        self.names = list(names)

    def __repr__(self) -> str:
        return f"StringConstraint({self.text!r})"


def parse(text: str, domains: Mapping[Hashable, Sequence[Any]]) -> list[tuple[Constraint, Variables]]:
    """The constraints that a text states, with their variables. Raises SyntaxError if it is not an expression."""
    body = ast.parse(text.strip(), mode="eval").body
    names = _names(body, domains)
    values = [value for name in names for value in domains[name]]
    if isinstance(body, ast.Compare) and names and all(isinstance(value, (int, float)) for value in values):
        are_rounded = any(isinstance(value, float) for value in values)
        simple, parts = _Simple(domains), _parts(body)
        found = [simple.constraint(*part, are_rounded) for part in parts]
        if any(part is not None for part in found):
            return [part or _evaluated(text, *compared, domains) for part, compared in zip(found, parts)]
    return [(StringConstraint(text, body, names), list(names))]


def _evaluated(
    text: str, left: ast.expr, symbol: str, right: ast.expr, domains: Container[Hashable]
) -> tuple[Constraint, Variables]:
    """One comparison of a chain."""
    operator = {"==": ast.Eq, "<": ast.Lt, "<=": ast.LtE, ">": ast.Gt, ">=": ast.GtE}[symbol]()
    body = ast.copy_location(ast.Compare(left, [operator], [right]), left)
    names = _names(body, domains)
    return StringConstraint(text, body, names), list(names)


def _names(body: ast.expr, domains: Container[Hashable]) -> list[str]:
    """The variables of an expression."""
    return list(dict.fromkeys(node.id for node in ast.walk(body) if isinstance(node, ast.Name) and node.id in domains))


def _function(body: ast.expr, names: Sequence[str]) -> Callable[..., Any]:
    """The function of these names whose result is the expression."""
    parameters = ast.arguments(
        posonlyargs=[], args=[ast.arg(arg=name) for name in names], kwonlyargs=[], kw_defaults=[], defaults=[]
    )
    tree = ast.Expression(ast.Lambda(args=parameters, body=body))
    ast.fix_missing_locations(tree)
    function: Callable[..., Any] = eval(compile(tree, "<constraint>", "eval"), {"__builtins__": builtins})
    return function


def _parts(node: ast.Compare) -> list[tuple[ast.expr, str, ast.expr]]:
    """The comparisons of a chain of inequalities, or a single comparison; none for other chains."""
    symbols: dict[type[ast.cmpop], str] = {ast.Eq: "==", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
    found = [symbols.get(type(operator), "") for operator in node.ops]
    if "" in found or ("==" in found and len(found) > 1):
        return []
    operands = [node.left, *node.comparators]
    return [(left, symbol, right) for (left, right), symbol in zip(pairwise(operands), found)]


class _Simple:
    """Recognizes comparisons of a sum or product of variables with a number or a variable.

    Where values are floating-point numbers, python-constraint rounds these. A quotient in an equation is a product on the other side.
    """

    def __init__(self, variables: Container[Hashable]) -> None:
        self._variables = variables

    def constraint(
        self, left: ast.expr, comparator: str, right: ast.expr, are_rounded: bool
    ) -> tuple[Constraint, Variables] | None:
        """The constraint class for a comparison; `None` for expressions that are evaluated as they are."""
        if not are_rounded and not any(self._chain(side, ast.Div) for side in (left, right)):
            return None
        for side, number, symbol in ((left, right, comparator), (right, left, _MIRRORED[comparator])):
            bound = _value(number)
            if bound is not None:
                return self._with_number(side, symbol, bound)
        return self._with_variable(left, comparator, right)

    def _with_number(self, side: ast.expr, symbol: str, bound: float) -> tuple[Constraint, Variables] | None:
        if symbol in ("<", ">"):
            bound += _OFFSET if symbol == ">" else -_OFFSET
        kind = symbol[0]
        if summed := self._chain(side, ast.Add) or self._chain(side, None):
            return _SUMS[kind](bound), summed
        if factors := self._chain(side, ast.Mult):
            return _PRODUCTS[kind](bound), factors
        return None

    def _with_variable(
        self, left: ast.expr, comparator: str, right: ast.expr
    ) -> tuple[Constraint, Variables] | None:
        if comparator in ("<", ">"):
            return None
        kind = comparator[0]
        if not self._chain(left, None):
            # Turned round, so that the variable that stands alone is on the left.
            left, right, kind = right, left, _MIRRORED[comparator][0]
        if not self._chain(left, None):
            return None
        (target,) = self._chain(left, None)
        mirrored = {"=": "=", "<": ">", ">": "<"}[kind]
        made: ValueConstraint | None = None
        if summed := self._chain(right, None) or self._chain(right, ast.Add):
            made = _VARIABLE_SUMS[mirrored](target, summed)
        elif factors := self._chain(right, ast.Mult):
            made = _VARIABLE_PRODUCTS[mirrored](target, factors)
        elif found := self._chain(right, ast.Sub):
            made = _VARIABLE_SUMS[kind](found[0], [target, *found[1:]])
        elif kind == "=" and (found := self._chain(right, ast.Div)):
            made = arithmetic.VariableExactProdConstraint(found[0], [target, *found[1:]])
        if made is None:
            return None
        return made, made.scope(())

    def _chain(self, node: ast.expr, operator: type[ast.operator] | None) -> list[str]:
        """The different variables that one operator connects from the left; a single variable for no operator."""
        operands: list[ast.expr] = []
        while operator is not None and isinstance(node, ast.BinOp) and isinstance(node.op, operator):
            operands.insert(0, node.right)
            node = node.left
        operands.insert(0, node)
        names = [part.id for part in operands if isinstance(part, ast.Name) and part.id in self._variables]
        is_chain = len(set(names)) == len(operands) and (len(operands) > 1) == (operator is not None)
        return names if is_chain else []


_MIRRORED = {"==": "==", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_SUMS: dict[str, Callable[[float], Constraint]] = {
    "=": arithmetic.ExactSumConstraint, "<": arithmetic.MaxSumConstraint, ">": arithmetic.MinSumConstraint,
}
_PRODUCTS: dict[str, Callable[[float], Constraint]] = {
    "=": arithmetic.ExactProdConstraint, "<": arithmetic.MaxProdConstraint, ">": arithmetic.MinProdConstraint,
}
_VARIABLE_SUMS: dict[str, Callable[[str, list[str]], ValueConstraint]] = {
    "=": arithmetic.VariableExactSumConstraint,
    "<": arithmetic.VariableMaxSumConstraint,
    ">": arithmetic.VariableMinSumConstraint,
}
_VARIABLE_PRODUCTS: dict[str, Callable[[str, list[str]], ValueConstraint]] = {
    "=": arithmetic.VariableExactProdConstraint,
    "<": arithmetic.VariableMaxProdConstraint,
    ">": arithmetic.VariableMinProdConstraint,
}


def _value(node: ast.expr) -> Any:
    """The number that an expression without names is; `None` for other expressions."""
    try:
        value = constant(node)
    except NotNative:
        return None
    return value if isinstance(value, (int, float)) else None
