"""Every constraint and function of the catalogue has exactly the solutions that its definition has, by brute force."""

import itertools
import random

import pytest
from conftest import CASES

import residua_cp as rs
from residua_cp import _core


def trunc(x, y):
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def distinct(values):
    return len(set(values)) == len(values)


def window_sums(xs, window):
    return [sum(xs[i : i + window]) for i in range(len(xs) - window + 1)]


def one_circuit(succ, is_sub):
    n = len(succ)
    if sorted(succ) != list(range(n)):
        return False
    on = [i for i in range(n) if not (is_sub and succ[i] == i)]
    if not on:
        return is_sub
    seen, at = [], on[0]
    while at not in seen:
        seen.append(at)
        at = succ[at]
    return len(seen) == len(on)


def overlap(a, b):
    return a[0] < b[0] + b[1] and b[0] < a[0] + a[1]


def precedes(s, t, xs):
    return t not in xs or (s in xs and xs.index(s) < xs.index(t))


def loads(bins, sizes, count):
    return [sum(size for b, size in zip(bins, sizes) if b == number) for number in range(count)]


def peak_ok(starts, durations, demands, capacity):
    times = range(min(starts, default=0), max((s + d for s, d in zip(starts, durations)), default=0))
    return all(sum(r for s, d, r in zip(starts, durations, demands) if s <= t < s + d) <= capacity for t in times)


AUTOMATON = [(0, 1, 1), (1, 1, 1), (1, 2, 0), (0, 0, 0)]


def accepts(word):
    state = 0
    for value in word:
        state = next((to for at, v, to in AUTOMATON if (at, v) == (state, value)), None)
        if state is None:
            return False
    return state == 0


def random_tuples(r, width):
    return [[r.randint(-1, 3) for _ in range(width)] for _ in range(r.randint(0, 8))]


# By name: how many variables, and from a random generator the constraint over variables and its definition over their values.
# The parameters that both have are drawn once.
DEFINITIONS = {
    "all_different": lambda r: (4, lambda x: rs.all_different(x), distinct),
    "all_different_except": lambda r: (4, lambda x: rs.all_different_except(x, [0, 2]), lambda v: distinct([a for a in v if a not in (0, 2)])),
    "all_equal": lambda r: (3, lambda x: rs.all_equal(x), lambda v: len(set(v)) == 1),
    "among": lambda r: (4, lambda x: rs.among(x[:3], [1, 2], x[3]), lambda v: sum(a in (1, 2) for a in v[:3]) == v[3]),
    "count": lambda r: (4, lambda x: rs.count(x[:3], x[3], range(1, 3)), lambda v: 1 <= v[:3].count(v[3]) <= 2),
    "global_cardinality": lambda r: (4, lambda x: rs.global_cardinality(x[:3], [0, 2], [x[3], (0, 2)], closed=True), lambda v: all(a in (0, 2) for a in v[:3]) and v[:3].count(0) == v[3] and v[:3].count(2) <= 2),
    "nvalue": lambda r: (4, lambda x: rs.nvalue(x[:3], x[3]), lambda v: len(set(v[:3])) == v[3]),
    "same_values": lambda r: (4, lambda x: rs.same_values(x[:2], x[2:]), lambda v: sorted(v[:2]) == sorted(v[2:])),
    "sliding_sum": lambda r: (4, lambda x: rs.sliding_sum(x, 2, 1, 4), lambda v: all(1 <= s <= 4 for s in window_sums(v, 2))),
    "sliding_among": lambda r: (4, lambda x: rs.sliding_among(x, [1, 3], 3, 1, 2), lambda v: all(1 <= s <= 2 for s in window_sums([a in (1, 3) for a in v], 3))),
    "increasing": lambda r: (3, lambda x: rs.increasing(*x), lambda v: v[0] <= v[1] <= v[2]),
    "strictly_increasing": lambda r: (3, lambda x: rs.strictly_increasing(x), lambda v: v[0] < v[1] < v[2]),
    "decreasing": lambda r: (3, lambda x: rs.decreasing(x), lambda v: v[0] >= v[1] >= v[2]),
    "strictly_decreasing": lambda r: (3, lambda x: rs.strictly_decreasing(x), lambda v: v[0] > v[1] > v[2]),
    "lex_less": lambda r: (4, lambda x: rs.lex_less(x[:2], x[2:]), lambda v: v[:2] < v[2:]),
    "lex_lesseq": lambda r: (4, lambda x: rs.lex_lesseq(x[:2], x[2:]), lambda v: v[:2] <= v[2:]),
    "lex_chain": lambda r: (6, lambda x: rs.lex_chain([x[:2], x[2:4], x[4:]], strict=True), lambda v: v[:2] < v[2:4] < v[4:]),
    "sort": lambda r: (4, lambda x: rs.sort(x[:2], x[2:]), lambda v: sorted(v[:2]) == v[2:]),
    "value_precede": lambda r: (4, lambda x: rs.value_precede(1, 2, x), lambda v: precedes(1, 2, v)),
    "value_precede_chain": lambda r: (4, lambda x: rs.value_precede_chain([2, 0, 1], x), lambda v: precedes(2, 0, v) and precedes(0, 1, v)),
    "in_set": lambda r: (1, lambda x: rs.in_set(x[0], [0, 2, 9]), lambda v: v[0] in (0, 2, 9)),
    "element": lambda r: (4, lambda x: rs.element(x[0], [x[1], 2, x[2]], x[3]), lambda v: 0 <= v[0] < 3 and [v[1], 2, v[2]][v[0]] == v[3]),
    "element_2d": lambda r: (3, lambda x: rs.element_2d(x[0], x[1], [[1, 2, 0], [3, 1, 1]], x[2]), lambda v: 0 <= v[0] < 2 and 0 <= v[1] < 3 and [[1, 2, 0], [3, 1, 1]][v[0]][v[1]] == v[2]),
    "table": lambda r: (lambda t: (3, lambda x: rs.table(x, t), lambda v: v in t))(random_tuples(r, 3)),
    "negative_table": lambda r: (lambda t: (3, lambda x: rs.negative_table(x, t), lambda v: v not in t))(random_tuples(r, 3)),
    "short_table": lambda r: (3, lambda x: rs.short_table(x, [[1, None, 2], [None, 0, 0]]), lambda v: (v[0] == 1 and v[2] == 2) or v[1:] == [0, 0]),
    "regular": lambda r: (4, lambda x: rs.regular(x, rs.Automaton(2, 0, AUTOMATON, [0])), accepts),
    "mdd": lambda r: (2, lambda x: rs.mdd(x, [[(0, 1, 0), (0, 2, 1)], [(0, 3, 0), (1, 0, 0)]]), lambda v: v in ([1, 3], [2, 0])),
    "abs": lambda r: (2, lambda x: rs.abs(x[0], x[1]), lambda v: abs(v[0]) == v[1]),
    "distance": lambda r: (3, lambda x: rs.distance(x[0], x[1], x[2]), lambda v: abs(v[0] - v[1]) == v[2]),
    "times": lambda r: (3, lambda x: rs.times(x[0], x[1], x[2]), lambda v: v[0] * v[1] == v[2]),
    "div": lambda r: (3, lambda x: rs.div(x[0], x[1], x[2]), lambda v: v[1] != 0 and trunc(v[0], v[1]) == v[2]),
    "div_floor": lambda r: (3, lambda x: rs.div_floor(x[0], x[1], x[2]), lambda v: v[1] != 0 and v[0] // v[1] == v[2]),
    "modulo": lambda r: (3, lambda x: rs.modulo(x[0], x[1], x[2]), lambda v: v[1] != 0 and v[0] - v[1] * trunc(v[0], v[1]) == v[2]),
    "mod_floor": lambda r: (3, lambda x: rs.mod_floor(x[0], x[1], x[2]), lambda v: v[1] != 0 and v[0] % v[1] == v[2]),
    "pow": lambda r: (3, lambda x: rs.pow(x[0], x[1], x[2]), lambda v: (v[1] >= 0 and v[0] ** v[1] == v[2]) or (v[1] < 0 and v[0] in (1, -1) and v[0] ** -v[1] == v[2])),
    "maximum": lambda r: (3, lambda x: rs.maximum(x[:2], x[2]), lambda v: max(v[:2]) == v[2]),
    "minimum": lambda r: (3, lambda x: rs.minimum(x[:2], x[2]), lambda v: min(v[:2]) == v[2]),
    "arg_max": lambda r: (4, lambda x: rs.arg_max(x[:3], x[3]), lambda v: v[:3].index(max(v[:3])) == v[3]),
    "arg_min": lambda r: (4, lambda x: rs.arg_min(x[:3], x[3]), lambda v: v[:3].index(min(v[:3])) == v[3]),
    "max_of": lambda r: (3, lambda x: rs.max_of(x[0], x[1] + 1) == x[2], lambda v: max(v[0], v[1] + 1) == v[2]),
    "min_of": lambda r: (3, lambda x: rs.min_of(x[0], 2 * x[1]) < x[2], lambda v: min(v[0], 2 * v[1]) < v[2]),
    "how_many": lambda r: (3, lambda x: rs.how_many(x[0] < 1, x[1] == 2) == x[2], lambda v: (v[0] < 1) + (v[1] == 2) == v[2]),
    "if_then_else": lambda r: (3, lambda x: rs.if_then_else(x[0] > 1, x[1], 2) == x[2], lambda v: (v[1] if v[0] > 1 else 2) == v[2]),
    "at": lambda r: (3, lambda x: rs.at([3, x[0], 1], x[1]) == x[2], lambda v: 0 <= v[1] < 3 and [3, v[0], 1][v[1]] == v[2]),
    "sum": lambda r: (3, lambda x: rs.sum(x) == 4, lambda v: sum(v) == 4),
    "scalar_product": lambda r: (3, lambda x: rs.scalar_product([2, -1, 3], x) >= 4, lambda v: 2 * v[0] - v[1] + 3 * v[2] >= 4),
    "exact_sum": lambda r: (3, lambda x: rs.exact_sum(x, 3), lambda v: sum(v) == 3),
    "distinct_sum": lambda r: (3, lambda x: rs.distinct_sum(x, 3), lambda v: sum(v) == 3 and distinct(v)),
    "all_of": lambda r: (2, lambda x: rs.all_of(x[0] < 2, [x[1] != 1]), lambda v: v[0] < 2 and v[1] != 1),
    "any_of": lambda r: (2, lambda x: rs.any_of([x[0] < 0, x[1] == 1]), lambda v: v[0] < 0 or v[1] == 1),
    "clause": lambda r: (3, lambda x: rs.clause(x[0] == 1, x[1] >= 2, x[2] != 0), lambda v: v[0] == 1 or v[1] >= 2 or v[2] != 0),
    "not_": lambda r: (2, lambda x: rs.not_(rs.all_equal(x)), lambda v: v[0] != v[1]),
    "iff": lambda r: (2, lambda x: rs.iff(x[0] == 1, x[1] < 1), lambda v: (v[0] == 1) == (v[1] < 1)),
    "exactly": lambda r: (3, lambda x: rs.exactly(2, [a == 1 for a in x]), lambda v: v.count(1) == 2),
    "at_most": lambda r: (3, lambda x: rs.at_most(1, [a == 1 for a in x]), lambda v: v.count(1) <= 1),
    "at_least": lambda r: (3, lambda x: rs.at_least(x[2], [a == 1 for a in x]), lambda v: v.count(1) >= v[2]),
    "inverse": lambda r: (6, lambda x: rs.inverse(x[:3], x[3:]), lambda v: all(0 <= a < 3 for a in v) and all(v[3 + v[i]] == i for i in range(3)) and all(v[v[3 + j]] == j for j in range(3))),
    "inverse_partial": lambda r: (4, lambda x: rs.inverse_partial(x[:2], x[2:]), lambda v: all((v[i] == j) == (v[2 + j] == i) for i in range(2) for j in range(2))),
    "symmetric_all_different": lambda r: (4, lambda x: rs.symmetric_all_different(x), lambda v: all(0 <= a < 4 for a in v) and all(v[v[i]] == i for i in range(4))),
    "circuit": lambda r: (4, lambda x: rs.circuit(x), lambda v: one_circuit(v, False)),
    "subcircuit": lambda r: (4, lambda x: rs.subcircuit(x), lambda v: one_circuit(v, True)),
    "knapsack": lambda r: (4, lambda x: rs.knapsack([2, 1], [1, 3], x[:2], x[2], x[3]), lambda v: 2 * v[0] + v[1] == v[2] and v[0] + 3 * v[1] == v[3]),
    "bin_packing": lambda r: (5, lambda x: rs.bin_packing(x[:3], [1, 2, 1], x[3:]), lambda v: all(0 <= b < 2 for b in v[:3]) and loads(v[:3], [1, 2, 1], 2) == v[3:]),
    "bin_packing_capa": lambda r: (3, lambda x: rs.bin_packing_capa(x, [1, 2, 1], [2, 3]), lambda v: all(0 <= b < 2 for b in v) and all(a <= b for a, b in zip(loads(v, [1, 2, 1], 2), [2, 3]))),
    "cumulative": lambda r: (4, lambda x: rs.cumulative(x[:3], [2, 1, 2], [1, 2, 1], x[3]), lambda v: v[3] >= 0 and peak_ok(v[:3], [2, 1, 2], [1, 2, 1], v[3])),
    "disjunctive": lambda r: (3, lambda x: rs.disjunctive(x, [1, 2, 1]), lambda v: not any(overlap((v[i], d), (v[j], e)) for (i, d), (j, e) in itertools.combinations(enumerate([1, 2, 1]), 2))),
    "disjunctive_strict": lambda r: (2, lambda x: rs.disjunctive_strict(x, [3, 0]), lambda v: v[0] + 3 <= v[1] or v[1] <= v[0]),
    "diffn": lambda r: (4, lambda x: rs.diffn(x[:2], x[2:], [2, 1], [1, 2]), lambda v: not (overlap((v[0], 2), (v[1], 1)) and overlap((v[2], 1), (v[3], 2)))),
    "diffn_nonstrict": lambda r: (4, lambda x: rs.diffn_nonstrict(x[:2], x[2:], [2, 1], [1, 2]), lambda v: not (overlap((v[0], 2), (v[1], 1)) and overlap((v[2], 1), (v[3], 2)))),
}


def test_all_functions_of_the_catalogue_have_a_definition():
    functions = {name for name in dir(_core) if not name.startswith("_") and type(getattr(_core, name)).__name__ == "builtin_function_or_method"}
    assert functions == set(DEFINITIONS)
    assert functions <= set(dir(rs))


def terms(r, model, xs):
    """Variables, or expressions over them, each with what it is in a solution."""
    made = []
    for x in xs:
        kind = r.random()
        if kind < 0.7:
            made.append((x, lambda value: value))
        elif kind < 0.85:
            made.append((1 - x, lambda value: 1 - value))
        else:
            number = r.randint(0, 2)
            made.append((number, lambda value, number=number: number))
    return made


@pytest.mark.parametrize("name", DEFINITIONS)
def test_it_has_the_solutions_of_its_definition(name):
    for case in range(max(3, CASES // 20)):
        r = random.Random(f"{name} {case}")
        count, make, means = DEFINITIONS[name](r)
        model = rs.Model()
        xs = [model.int_var(f"x{i}", r.randint(-1, 0), r.randint(2, 3)) for i in range(count)]
        made = [(x, lambda value: value) for x in xs] if case == 0 else terms(r, model, xs)
        boolean = model.bool_var("b")
        constraint = make([term for term, _ in made])
        form = case % 3
        model.add([constraint, constraint.iff(boolean), boolean.implies(~constraint)][form])
        expected = set()
        for values in itertools.product(*([*x.domain] for x in xs), (0, 1)):
            holds = bool(means([of(value) for value, (_, of) in zip(values, made)]))
            if [holds, holds == (values[-1] == 1), not (values[-1] and holds)][form]:
                expected.add(values)
        found = [tuple(solution.values) for solution in model.solutions()]
        assert len(set(found)) == len(found)
        assert set(found) == expected, f"case {case}: {constraint}"
        if case == 0 and found:
            assert model.solve()[constraint] is True
        assert model.count() == len(expected)
