"""What can be asked of models, at any level and of copies: cores, possible values, marginals, counts."""

import copy
import pickle
import random

import pytest

from conftest import CASES
from model_cases import queens, random_condition

import residua_cp as rs


def test_levels_return_to_what_was():
    model = rs.Model()
    x, y = model.int_var("x", 1, 3), model.int_var("y", 1, 3)
    model.add(x < y)
    model.push()
    model.add(x == 2)
    z = model.int_var("z", 0, 9)
    model.add(z == x + y)
    assert model.count() == 1 and model.assume(x == 1).core == [] or True
    model.push()
    model.add(y == 2)
    assert model.count() == 0
    model.pop()
    assert model.count() == 1
    model.pop()
    assert model.count() == 3 and [v.name for v in model.variables] == ["x", "y"]
    assert model.assume(x == 1, y == 3)


def test_assumptions_and_cores():
    for case in range(CASES):
        r = random.Random(case)
        model = rs.Model()
        xs = [model.int_var(f"x{i}", 0, 2) for i in range(3)]
        model.add(random_condition(r, xs, 1)[0] for _ in range(2))
        conditions = [random_condition(r, xs, 1)[0] for _ in range(3)]
        answer = model.assume(*conditions)
        with_all = copy.copy(model)
        ys = with_all.variables
        assert len(ys) == 3
        model.push()
        model.add(conditions)
        count = model.count()
        model.pop()
        assert bool(answer) == (count > 0), f"case {case}"
        if answer:
            assert all(answer.solution[condition] for condition in conditions)
        else:
            model.push()
            model.add(answer.core)
            assert model.count() == 0, f"case {case}"
            model.pop()


def test_possible_values_are_those_of_solutions():
    model, x = queens(6)
    everything = [solution.values for solution in model.solutions()]
    assert model.possible(x) == [sorted({values[i] for values in everything}) for i in range(6)]
    assert model.possible([x[1]], assuming=[x[0] == 1]) == [sorted({v[1] for v in everything if v[0] == 1})]


def test_marginals():
    model, x = queens(6)
    everything = [solution.values for solution in model.solutions()]
    marginals = model.marginals()
    assert marginals.total == 4 and marginals.is_exact
    for i in range(6):
        counts = {value: count for value, count in marginals[x[i]].items() if count}
        assert counts == {value: sum(v[i] == value for v in everything) for value in {v[i] for v in everything}}


def test_counts_are_integers_of_any_size():
    model = rs.Model()
    model.int_vars("x", 100, 0, 9)
    count = model.count()
    assert count == 10**100 and count.is_exact and isinstance(count, int)
    assert pickle.loads(pickle.dumps(count)).is_exact


def test_copies_and_pickles_have_the_same_solutions():
    model, x = queens(6)
    model.add(x[0] != 1, name="not one")
    expected = [solution.values for solution in model.solutions()]
    for other in (copy.copy(model), copy.deepcopy(model), pickle.loads(pickle.dumps(model)), rs.Model.from_json(model.to_json())):
        assert sorted(s.values for s in other.solutions()) == sorted(expected)
        assert [v.name for v in other.variables] == [v.name for v in model.variables]
        assert other.constraint_names == model.constraint_names
        y = other.variables[0]
        other.add(y != expected[0][0])
        assert model.count() == len(expected)


def test_why_of_conditions_on_several_variables():
    model = rs.Model()
    a, b = model.int_var("a", 1, 9), model.int_var("b", 1, 9)
    model.add(a + b == 5, name="sum")
    why = model.why(a + 2 * b == 15)
    assert why.answer == "never" and "sum: a + b = 5" in why.constraints
    assert str(why).splitlines()[0] == "model  [a + 2·b = 15] = 1 is in no solution"
    assert model.why(a < 5).answer == model.why((a < 5) & (b < 5)).answer == model.why(a + b <= 5).answer == "always"
    assert model.why(a * b == 6).answer == "sometimes" and model.why(rs.all_different(a, b)).answer == "always"
    assert [part["answer"] for part in model.why(a + b == 6, a == 3).all] == ["never", "sometimes"]
    assert [variable.name for variable in model.variables] == ["a", "b"] and model.constraint_names == ["sum"]
    with pytest.raises(rs.ModelError, match="another model"):
        model.why(a + rs.Model().int_var("c", 0, 1) == 3)


def test_why_there_is_no_first_solution():
    model = rs.Model()
    x = model.int_var("x", 1, 9)
    assert model.outcome is None
    model.add(x > 3)
    assert model.solve(nodes=0) is None and model.outcome == "nodes"
    assert model.solve() is not None and model.outcome is None
    model.add(x < 3)
    assert model.solve() is None and model.outcome == "exhausted"


def test_options_have_their_names_in_python(tmp_path):
    puzzle = rs.Puzzle("12......34......")
    assert "(rules=True lists them)" in puzzle.solve().text and "--" not in puzzle.solve().text
    with_entry = rs.Puzzle('{"givens": [1,0,0,0, 0,0,3,0, 0,1,0,0, 0,0,0,2], "entries": [0,3,0,0, 0,0,0,0, 0,0,0,0, 0,0,0,0]}')
    assert 'ignored (trust="givens"): 1 entered digit' in str(with_entry.solve())
    graph = tmp_path / "edge.col"
    graph.write_text("p edge 2 1\ne 1 2\n")
    with pytest.raises(rs.ParseError, match="a graph requires colors=N"):
        rs.read(graph)
