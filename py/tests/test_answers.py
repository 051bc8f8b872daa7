"""Answers: verdicts, domains, conflicts and explanations agree with brute force, as objects, as text and as JSON."""

import itertools
import json
import pickle
import random

import pytest
from conftest import CASES

import residua_cp as rs


def random_model(r):
    model = rs.Model()
    xs = [model.int_var(f"x{i}", 0, r.randint(1, 3)) for i in range(3)]
    for number in range(r.randint(1, 5)):
        a, b = r.sample(xs, 2)
        made = r.choice([a != b, a < b, a + b == r.randint(0, 5), a * 2 >= b + 1, rs.all_different(xs), (a == 1) | (b == 0)])
        model.add(made, name=f"c{number}" if r.random() < 0.7 else None)
    return model, xs


def test_inspection_agrees_with_all_solutions():
    for case in range(CASES):
        model, xs = random_model(random.Random(case))
        everything = [tuple(s.values) for s in model.solutions()]
        left = model.inspect("exact")
        assert left.verdict == {0: "none", 1: "unique"}.get(len(everything), "multiple")
        assert json.loads(left.to_json())["verdict"] == left.verdict and str(left)
        if everything:
            for x in xs:
                assert left[x] == {values[x.index] for values in everything}
            assert left.definite == {x.name: left[x].value for x in xs if len(left[x]) == 1}
        else:
            assert left.conflict is not None
        for strength in ("value", "bounds", "domain", "singleton"):
            weaker = model.inspect(strength)
            if everything:
                assert all(set(left[x]) <= set(weaker[x]) for x in xs)
        residual = model.residual()
        if everything:
            assert all({v[x.index] for v in everything} <= set(residual[x]) for x in xs)


def test_a_conflict_has_no_solution_and_is_minimal():
    tried = 0
    for case in range(CASES * 3):
        model, xs = random_model(random.Random(case))
        conflict = model.conflict()
        if model.count() > 0:
            assert not conflict and conflict.conflicts == []
            continue
        tried += 1
        assert len(conflict.conflicts) == 1 and conflict.is_minimal
        texts = model.constraints
        members = conflict.conflicts[0]
        assert all(any(part == text or part in text or text in part for text in texts) for part in members)
    assert tried > CASES // 10


def test_soft_constraints():
    model = rs.Model()
    x = model.int_var("x", 1, 9)
    model.add(x <= 3, name="low")
    model.add([x >= 5, x != 7], name="high")
    model.add(x != 9)
    assert model.conflict().names == [["low", "high[0]"]]
    assert model.conflict(soft=["low"]).names == [["low"]]
    assert model.conflict(soft="high").names == [["high[0]"]]
    assert model.conflict(soft=[1, 2]).names == [["high[0]"]]
    assert model.conflict(soft=lambda name: name.startswith("hi")).names == [["high[0]"]]
    assert len(model.conflict().correction) == 1
    assert "low" in model.conflict()._repr_html_() and "low" in model.conflict().text


def test_why():
    model = rs.Model()
    x, y = model.int_var("x", 1, 3), model.int_var("y", 1, 3)
    model.add(x < y, name="order")
    never = model.why(x == 3)
    assert never.answer == "never" and never.constraints == ["order: x < y"] and never.lines
    assert model.why(x <= 2).answer == "always"
    sometimes = model.why(x == 1)
    assert sometimes.answer == "sometimes" and len(sometimes.witnesses) == 2
    assert model.why("x=3").answer == "never" and len(model.why(x, y).all) > 2
    model.add(x == 3)
    assert model.why().answer == "none"


def test_explanations_agree_with_all_solutions():
    for case in range(CASES):
        r = random.Random(case)
        model, xs = random_model(r)
        everything = [tuple(s.values) for s in model.solutions()]
        x, value = r.choice(xs), r.randint(0, 3)
        have = {values[x.index] == value for values in everything}
        expected = {frozenset(): "none", frozenset([True]): "always", frozenset([False]): "never"}.get(frozenset(have), "sometimes")
        assert model.why(x == value).answer == expected, f"case {case}"


def test_html_is_escaped_and_short():
    model = rs.Model()
    x = model.int_vars("<script>", 1000, 0, 5)
    model.add((x[i] + 1 <= x[i + 1]).named("</td><b>") for i in range(3))
    for answer in (model.inspect(), model.residual(), model.conflict()):
        html = answer._repr_html_()
        assert "<script>" not in html and "<b></td>" not in html and "</td><b>" not in html
        assert len(html) < 200_000
        assert "<style" not in html and " id=" not in html


def test_domains():
    domain = rs.Domain([(1, 3), (7, 7)])
    assert list(domain) == [1, 2, 3, 7] and len(domain) == 4 and 7 in domain and 5 not in domain
    assert domain == {1, 2, 3, 7} and domain != [1] and str(domain) == "1..3 7" and domain.value is None
    assert rs.Domain.of_values([3, 1, 2, 9]) == rs.Domain([(1, 3), (9, 9)])
    large = rs.Domain([(0, 2_000_000_000)])
    assert next(iter(large)) == 0 and len(large) == 2_000_000_001


def test_answers_can_be_pickled():
    model, _ = random_model(random.Random(1))
    for answer in (model.inspect(), model.conflict(), model.residual(), model.count()):
        assert repr(pickle.loads(pickle.dumps(answer))) == repr(answer)
