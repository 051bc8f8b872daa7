"""Expressions as simple as they are easily made."""

from __future__ import annotations

from typing import Iterator

from residua_cp.boolean.expression import ONE, ZERO, Expression, negation


def simplified(kind: str, args: list[Expression]) -> Expression:
    """An operator of arguments that are simple, itself as simple as it is easily made."""
    if kind == "Not":
        return negation(args[0])
    if kind in ("And", "Or"):
        return _junction(kind, args)
    if kind == "Xor":
        return _parity(args)
    if kind == "Equal":
        return _equality(args)
    if kind == "Implies":
        return _implication(*args)
    if kind == "ITE":
        return _choice(*args)
    return _one_hot(kind, args)


def _flat(kind: str, args: list[Expression]) -> Iterator[Expression]:
    for arg in args:
        yield from arg.args if arg.kind == kind else (arg,)


def _junction(kind: str, args: list[Expression]) -> Expression:
    unit, zero = (ONE, ZERO) if kind == "And" else (ZERO, ONE)
    kept: dict[Expression, None] = {}
    for arg in _flat(kind, args):
        if arg is zero or (arg.is_literal and negation(arg) in kept):
            return zero
        if arg is not unit:
            kept[arg] = None
    if len(kept) < 2:
        return next(iter(kept), unit)
    return _made(kind, list(kept))


def _parity(args: list[Expression]) -> Expression:
    is_odd = False
    kept: dict[Expression, None] = {}
    for arg in _flat("Xor", args):
        if arg.kind in ("0", "1"):
            is_odd ^= arg is ONE
        elif arg in kept:
            del kept[arg]
        elif arg.is_literal and negation(arg) in kept:
            del kept[negation(arg)]
            is_odd = not is_odd
        else:
            kept[arg] = None
    if len(kept) < 2:
        even = next(iter(kept), ZERO)
    else:
        even = _made("Xor", list(kept))
    return negation(even) if is_odd else even


def _equality(args: list[Expression]) -> Expression:
    kept = list(dict.fromkeys(arg for arg in args if arg.kind not in ("0", "1")))
    if ZERO in args:
        return ZERO if ONE in args else negation(_junction("Or", kept))
    if ONE in args:
        return _junction("And", kept)
    if any(arg.is_literal and negation(arg) in kept for arg in kept):
        return ZERO
    return _made("Equal", kept) if len(kept) > 1 else ONE


def _implication(premise: Expression, conclusion: Expression) -> Expression:
    if premise is ZERO or conclusion is ONE or premise is conclusion:
        return ONE
    if premise is ONE or _are_opposite(premise, conclusion):
        return conclusion
    return negation(premise) if conclusion is ZERO else _made("Implies", [premise, conclusion])


def _choice(condition: Expression, then: Expression, otherwise: Expression) -> Expression:
    if condition.kind in ("0", "1"):
        return then if condition is ONE else otherwise
    if then is otherwise:
        return then
    if then is ONE or then is condition:
        return _junction("Or", [condition, otherwise])
    if then is ZERO:
        return _junction("And", [negation(condition), otherwise])
    if otherwise is ZERO or otherwise is condition:
        return _junction("And", [condition, then])
    if otherwise is ONE:
        return _junction("Or", [negation(condition), then])
    return _made("ITE", [condition, then, otherwise])


def _one_hot(kind: str, args: list[Expression]) -> Expression:
    true = args.count(ONE)
    kept = [arg for arg in args if arg.kind not in ("0", "1")]
    if true > 1:
        return ZERO
    if true == 1:
        return negation(_junction("Or", kept))
    if len(kept) < 2:
        return ONE if kind == "OneHot0" else next(iter(kept), ZERO)
    return ONE if len(kept) == 2 and _are_opposite(*kept) else _made(kind, kept)


def _made(kind: str, args: list[Expression]) -> Expression:
    return Expression(kind, tuple(args), is_simple=True)


def _are_opposite(one: Expression, other: Expression) -> bool:
    return (one.is_literal or other.is_literal) and negation(one) is other
