"""All constraint classes, under the name of the module that python-constraint has them in."""

from residua_cp.constraint.arithmetic import (
    ExactProdConstraint,
    ExactSumConstraint,
    MaxProdConstraint,
    MaxSumConstraint,
    MinProdConstraint,
    MinSumConstraint,
    VariableExactProdConstraint,
    VariableExactSumConstraint,
    VariableMaxProdConstraint,
    VariableMaxSumConstraint,
    VariableMinProdConstraint,
    VariableMinSumConstraint,
)
from residua_cp.constraint.base import CompilableFunctionConstraint, Constraint, FunctionConstraint
from residua_cp.constraint.values import (
    AllDifferentConstraint,
    AllEqualConstraint,
    InSetConstraint,
    NotInSetConstraint,
    SomeInSetConstraint,
    SomeNotInSetConstraint,
)

__all__ = [
    "AllDifferentConstraint", "AllEqualConstraint", "CompilableFunctionConstraint", "Constraint",
    "ExactProdConstraint", "ExactSumConstraint", "FunctionConstraint", "InSetConstraint", "MaxProdConstraint",
    "MaxSumConstraint", "MinProdConstraint", "MinSumConstraint", "NotInSetConstraint", "SomeInSetConstraint",
    "SomeNotInSetConstraint", "VariableExactProdConstraint", "VariableExactSumConstraint",
    "VariableMaxProdConstraint", "VariableMaxSumConstraint", "VariableMinProdConstraint",
    "VariableMinSumConstraint",
]
