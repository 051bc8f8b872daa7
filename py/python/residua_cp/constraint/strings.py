"""Python expressions as constraints of the engine."""

from __future__ import annotations

import ast
import builtins
from numbers import Integral
from typing import Any

from residua_cp import _core
from residua_cp.constraint.native import Native, compare


class NotNative(Exception):
    """An expression that the engine does not have: it is evaluated by Python."""


_COMPARATORS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}


def constant(node: ast.expr) -> Any:
    """The value of an expression without names. Raises NotNative for othe_core."""
    if any(isinstance(part, ast.Name) for part in ast.walk(node)):
        raise NotNative
    try:
        return eval(compile(ast.Expression(node), "<constraint>", "eval"), {"__builtins__": builtins})
    except Exception as error:
        raise NotNative from error


class Translation:
    """Translates expressions over variables that are named by strings."""

    def __init__(self, native: Native) -> None:
        self._native = native

    def truth(self, node: ast.expr) -> Any:
        """The expression as a condition, or as a truth value."""
        match node:
            case ast.BoolOp(op=ast.And()):
                return _core.all_of([self.truth(part) for part in node.values])
            case ast.BoolOp():
                return _core.any_of([self.truth(part) for part in node.values])
            case ast.UnaryOp(op=ast.Not()):
                inner = self.truth(node.operand)
                return not inner if isinstance(inner, bool) else _core.not_(inner)
            case ast.Compare():
                operands = [node.left, *node.comparators]
                parts = [self._compare(*part) for part in zip(operands, node.ops, operands[1:])]
                return parts[0] if len(parts) == 1 else _core.all_of(parts)
            case ast.IfExp():
                test, then, otherwise = self.truth(node.test), self.truth(node.body), self.truth(node.orelse)
                return _core.all_of(_core.any_of(_core.not_(test), then), _core.any_of(test, otherwise))
            case ast.Constant():
                return bool(node.value)
        return compare(self.number(node), "!=", 0)

    def number(self, node: ast.expr) -> Any:
        """The expression as an integer expression, or as an integer."""
        match node:
            case ast.Name() if node.id in self._native.variables:
                if not self._native.are_arithmetic([node.id]):
                    raise NotNative
                return self._native.variables[node.id]
            case ast.Compare() | ast.UnaryOp(op=ast.Not()):
                value = self.truth(node)
                return int(value) if isinstance(value, bool) else value
            case ast.UnaryOp(op=ast.USub()):
                return -self.number(node.operand)
            case ast.UnaryOp(op=ast.UAdd()):
                return +self.number(node.operand)
            case ast.BinOp():
                return self._binary(node)
            case ast.Call(func=ast.Name(id=name)) if name not in self._native.variables and not node.keywords:
                return self._call(name, node.args)
            case ast.IfExp():
                test = self.truth(node.test)
                return _core.if_then_else(test, self.number(node.body), self.number(node.orelse))
        value = constant(node)
        if not isinstance(value, Integral):
            raise NotNative
        return int(value)

    def _binary(self, node: ast.BinOp) -> Any:
        if isinstance(node.op, ast.Pow):
            return self._power(self.number(node.left), constant(node.right))
        left, right = self.number(node.left), self.number(node.right)
        match node.op:
            case ast.Add():
                return left + right
            case ast.Sub():
                return left - right
            case ast.Mult():
                return self._native.multiplied([left, right])
            case ast.FloorDiv() | ast.Mod():
                low, high = (right, right) if isinstance(right, int) else right.bounds
                if low <= 0 <= high:
                    raise NotNative
                if isinstance(left, int):
                    left = _core.sum([left])
                return left.div_floor(right) if isinstance(node.op, ast.FloorDiv) else left.mod_floor(right)
        raise NotNative

    def _power(self, base: Any, exponent: Any) -> Any:
        if not isinstance(exponent, int) or not 0 <= exponent <= 30:
            raise NotNative
        return 1 if exponent == 0 else base**exponent

    def _call(self, name: str, arguments: list[ast.expr]) -> Any:
        items = arguments
        if len(arguments) == 1 and isinstance(arguments[0], (ast.List, ast.Tuple)):
            items = arguments[0].elts
            is_list = True
        else:
            is_list = False
        numbers = [self.number(item) for item in items]
        if name == "abs" and len(numbers) == 1 and not is_list:
            return abs(numbers[0])
        if name == "sum" and is_list:
            return _core.sum(numbers)
        if name in ("min", "max") and numbers and (is_list or len(numbers) > 1):
            return _core.min_of(numbers) if name == "min" else _core.max_of(numbers)
        raise NotNative

    def _compare(self, left: ast.expr, operator: ast.cmpop, right: ast.expr) -> Any:
        if isinstance(operator, (ast.In, ast.NotIn)):
            if not isinstance(right, (ast.List, ast.Tuple, ast.Set)):
                raise NotNative
            among = _core.any_of([self._equal(left, item) for item in right.elts]) if right.elts else False
            return among if isinstance(operator, ast.In) else not among if isinstance(among, bool) else _core.not_(among)
        comparator = _COMPARATORS.get(type(operator))
        if comparator is None:
            raise NotNative
        if comparator == "==":
            return self._equal(left, right)
        if comparator == "!=":
            equal = self._equal(left, right)
            return not equal if isinstance(equal, bool) else _core.not_(equal)
        return compare(self._side(left), comparator, self._side(right))

    def _equal(self, left: ast.expr, right: ast.expr) -> Any:
        """An equation, also of values that are no intege_core."""
        sides = [self._symbol(left), self._symbol(right)]
        if None not in sides:
            (one, one_is_var), (other, other_is_var) = [side for side in sides if side is not None]
            if one_is_var or other_is_var:
                codes = [
                    found if is_var else self._native.coding.code(found)
                    for found, is_var in ((one, one_is_var), (other, other_is_var))
                ]
                return False if codes[0] is None or codes[1] is None else codes[0] == codes[1]
        return compare(self._side(left), "==", self._side(right))

    def _symbol(self, node: ast.expr) -> tuple[Any, bool] | None:
        """A variable or a constant, and whether it is a variable; `None` for other expressions."""
        if isinstance(node, ast.Name) and node.id in self._native.variables:
            return (self._native.variables[node.id], True) if self._native.are_regular([node.id]) else None
        if isinstance(node, ast.Constant):
            return node.value, False
        return None

    def _side(self, node: ast.expr) -> Any:
        """A side of a comparison: a number of any kind, or an expression."""
        try:
            value = constant(node)
        except NotNative:
            return self.number(node)
        if isinstance(value, Integral):
            return int(value)
        if isinstance(value, float):
            return value
        raise NotNative
