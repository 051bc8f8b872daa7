"""A finite-domain constraint engine that says what is left when a problem has no single answer.

>>> import residua_cp as rs
>>> m = rs.Model()
>>> x = m.int_var("x", 1, 9)
>>> y = m.int_var("y", 1, 9)
>>> m.add(x + 2 * y == 7, x < y)
>>> [(s[x], s[y]) for s in m.solutions()]
[(1, 3)]
"""

from residua_cp._core import (
    Automaton,
    Constraint,
    Expression,
    Improvements,
    IntVar,
    ModelError,
    ParseError,
    Solution,
    Solutions,
    __version__,
    abs,
    all_different,
    all_different_except,
    all_equal,
    all_of,
    among,
    any_of,
    arg_max,
    arg_min,
    at,
    at_least,
    at_most,
    bin_packing,
    bin_packing_capa,
    circuit,
    clause,
    count,
    cumulative,
    decreasing,
    diffn,
    diffn_nonstrict,
    disjunctive,
    disjunctive_strict,
    distance,
    distinct_sum,
    div,
    div_floor,
    element,
    element_2d,
    exact_sum,
    exactly,
    global_cardinality,
    how_many,
    if_then_else,
    iff,
    in_set,
    increasing,
    inverse,
    inverse_partial,
    knapsack,
    lex_chain,
    lex_less,
    lex_lesseq,
    max_of,
    maximum,
    mdd,
    min_of,
    minimum,
    mod_floor,
    modulo,
    negative_table,
    not_,
    nvalue,
    pow,
    regular,
    same_values,
    scalar_product,
    short_table,
    sliding_among,
    sliding_sum,
    sort,
    strictly_decreasing,
    strictly_increasing,
    subcircuit,
    sum,
    symmetric_all_different,
    table,
    times,
    value_precede,
    value_precede_chain,
)
from residua_cp.answers import Answer, Assumed, Clues, Conflict, Count, Explanation, Inspection, Marginals, Residual
from residua_cp.comparison import Comparison
from residua_cp.decoding import Decoded, decode
from residua_cp.dimacs import Dimacs
from residua_cp.domain import Domain
from residua_cp.arrays import array
from residua_cp.model import Model
from residua_cp.program import Program, ProgramSolutions, SolvedProgram, Values
from residua_cp.puzzle import Converted, Puzzle
from residua_cp.reading import read
from residua_cp.solved import Solved
from residua_cp.steps import Hint, Rating, Steps
from residua_cp.subject import File
from residua_cp.variant import Variant

__all__ = [
    "Answer", "Assumed", "Automaton", "Clues", "Comparison", "Conflict", "Constraint", "Converted", "Count", "Decoded", "Dimacs", "Domain", "Explanation",
    "Expression", "File", "Hint", "Improvements", "Inspection", "IntVar", "Marginals", "Model", "ModelError",
    "ParseError", "Program", "ProgramSolutions", "Puzzle", "Rating", "Residual", "Solution", "Solutions", "Solved",
    "SolvedProgram", "Steps", "Values", "Variant", "__version__", "all_different",
    "all_different_except", "all_equal", "all_of", "among", "any_of", "arg_max", "arg_min", "array", "at", "at_least",
    "at_most", "bin_packing", "bin_packing_capa", "circuit", "clause", "count", "cumulative", "decode", "decreasing",
    "diffn", "diffn_nonstrict", "disjunctive", "disjunctive_strict", "distance", "distinct_sum", "div",
    "div_floor", "element", "element_2d", "exact_sum", "exactly", "global_cardinality", "how_many",
    "if_then_else", "iff", "in_set", "increasing", "inverse", "inverse_partial", "knapsack", "lex_chain",
    "lex_less", "lex_lesseq", "max_of", "maximum", "mdd", "min_of", "minimum", "mod_floor", "modulo",
    "negative_table", "not_", "nvalue", "read", "regular", "same_values", "scalar_product", "short_table",
    "sliding_among", "sliding_sum", "sort", "strictly_decreasing", "strictly_increasing", "subcircuit",
    "symmetric_all_different", "table", "times", "value_precede", "value_precede_chain",
]
