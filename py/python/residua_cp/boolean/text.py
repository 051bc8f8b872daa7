"""Expressions that are written as text."""

from __future__ import annotations

import ast
from typing import Callable

from residua_cp.boolean.expression import ONE, ZERO, Expression, exprvar, negation
from residua_cp.boolean.operators import ITE, And, Equal, Implies, Nand, Nor, Not, OneHot, OneHot0, Or, Unequal, Xnor, Xor

_FUNCTIONS: dict[str, Callable[..., Expression]] = {
    "And": And, "Or": Or, "Not": Not, "Nand": Nand, "Nor": Nor, "Xor": Xor, "Xnor": Xnor, "Equal": Equal, "Unequal": Unequal,
    "Implies": Implies, "ITE": ITE, "OneHot": OneHot, "OneHot0": OneHot0,
}
_OPERATORS: dict[type[ast.operator], str] = {ast.BitAnd: "And", ast.BitOr: "Or", ast.BitXor: "Xor", ast.RShift: "Implies"}


def parse(text: str) -> Expression:
    """The expression that a text tells, as it is written."""
    return _parsed(text, ast.parse(text.strip(), mode="eval").body)


def _parsed(text: str, node: ast.expr) -> Expression:
    if isinstance(node, ast.Name):
        return exprvar(node.id)
    if isinstance(node, ast.Constant) and node.value in (0, 1):
        return ONE if node.value else ZERO
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        index = ast.literal_eval(node.slice)
        return exprvar(node.value.id, index)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
        return negation(_parsed(text, node.operand))
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return Expression(_OPERATORS[type(node.op)], (_parsed(text, node.left), _parsed(text, node.right)))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS and not node.keywords:
        return _FUNCTIONS[node.func.id](*(_parsed(text, arg) for arg in node.args), simplify=False)
    raise ValueError(f"{text}: expected an expression, found {ast.unparse(node)}")
