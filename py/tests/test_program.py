"""Files of FlatZinc and MiniZinc: solved as their solve item says, with what their output items show, and printed as the command line prints them."""

from __future__ import annotations

import pickle
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import residua_cp as rs

SATISFY = """\
var 1..3: x :: output_var;
var 1..3: y :: output_var;
var bool: b :: output_var;
array [1..4] of var int: grid :: output_array([1..2, 0..1]) = [x, y, 7, x];
constraint int_lt(x, y);
constraint int_le_reif(2, x, b);
solve satisfy;
"""
MINIMIZE = """\
var 0..9: x :: output_var;
var 0..9: y :: output_var;
var 0..90: cost;
constraint int_lin_le([-1,-1],[x,y],-5);
constraint int_lin_eq([3,2,-1],[x,y,cost],0);
solve :: int_search([x,y], input_order, indomain_max, complete) minimize cost;
"""
FLOATS = """\
var 0..1: x :: output_var;
var float: real;
var -10.0..10.0: cost :: output_var;
constraint int2float(x, real);
constraint float_lin_eq([0.5, -1.0], [real, cost], -0.25);
solve maximize cost;
"""
NONE = "var 1..3: x :: output_var;\nconstraint int_lt(x,x);\nsolve satisfy;\n"
UNBOUNDED = "var int: x :: output_var;\nconstraint int_le(3,x);\nsolve minimize x;\n"
NO_END = """\
var int: x :: output_var;
var 1..9: y;
constraint int_le(y,x);
solve :: int_search([x], input_order, indomain_max, complete) maximize x;
"""
SETS = """\
array [1..2] of set of int: s :: output_array([1..2]) = [1..3, {1,5}];
set of int: t :: output_var = {2,4};
var 1..1: x :: output_var;
solve satisfy;
"""


def read(folder: Path, text: str) -> rs.Program:
    path = folder / "model.fzn"
    path.write_text(text)
    program = rs.read(path)
    assert isinstance(program, rs.Program)
    return program


def test_all_solutions_as_dictionaries(tmp_path: Path) -> None:
    program = read(tmp_path, SATISFY)
    assert program.goal == "satisfy"
    solutions = program.solutions()
    found = sorted(solutions, key=str)
    assert found[0] == {"x": 1, "y": 2, "b": False, "grid": [[1, 2], [7, 1]]}
    assert [values["b"] for values in found] == [False, False, True] and found[0]["b"] is False
    assert (solutions.outcome, solutions.verdict, solutions.last_line) == ("exhausted", "complete", "==========\n")
    assert found[0].text == "x = 1;\ny = 2;\nb = false;\ngrid = array2d(1..2,0..1,[1,2,7,1]);\n----------\n"
    assert found[0].objective is None and solutions.statistics["solutions"] == 3
    assert program.count() == 3 and program.count(candidates=True).candidates["x"] == {1: 2, 2: 1}


def test_one_solution_some_and_all(tmp_path: Path) -> None:
    program = read(tmp_path, SATISFY)
    one = program.solve()
    assert one and one.verdict == "some" and one.solution == one.solutions[0] and str(one).endswith("----------")
    two = program.solve(limit=2)
    assert len(two.solutions) == 2 and (two.verdict, two.outcome) == ("some", "solutions")
    assert len(program.solve(all=True).solutions) == 3 and program.solve(all=True).verdict == "complete"


def test_improvements_as_they_come(tmp_path: Path) -> None:
    program = read(tmp_path, MINIMIZE)
    assert program.goal == "minimize"
    better = program.solutions()
    first = next(better)
    assert first == {"x": 9, "y": 9} and first.objective == 45 and better.verdict == "some" and better.outcome is None
    values = [first.objective, *(values.objective for values in better)]
    assert values == sorted(values, reverse=True) and values[-1] == 10 and better.verdict == "complete"
    best = program.solve()
    assert best.solution == {"x": 0, "y": 5} and best.objective == 10 and best.verdict == "complete"
    assert best.text == "x = 0;\ny = 5;\n----------\n==========\n"
    assert program.solve(all=True).text.count("----------") == len(best.solutions) > 1
    maximum = read(tmp_path, MINIMIZE.replace("minimize", "maximize").replace("indomain_max", "indomain_min"))
    assert maximum.goal == "maximize" and maximum.solve().objective == 45


def test_numbers_and_sets(tmp_path: Path) -> None:
    best = read(tmp_path, FLOATS).solve()
    assert best.solution == {"x": 1, "cost": 0.75} and best.objective == 0.75 and isinstance(best.objective, float)
    assert read(tmp_path, SETS).solve().solution == {"s": [{1, 2, 3}, {1, 5}], "t": {2, 4}, "x": 1}


def test_what_is_proved(tmp_path: Path) -> None:
    none = read(tmp_path, NONE).solve()
    assert not none and (none.solution, none.objective, none.verdict) == (None, None, "none")
    assert none.text == "=====UNSATISFIABLE=====\n"
    stopped = read(tmp_path, SATISFY).solve(time=0)
    assert (stopped.verdict, stopped.outcome, stopped.text) == ("unknown", "time", "=====UNKNOWN=====\n")
    unbounded = read(tmp_path, UNBOUNDED)
    assert unbounded.solve().solution == {"x": 3} and unbounded.solve().verdict == "complete"
    # Within assumed bounds it is the greatest: that proves nothing.
    no_end = read(tmp_path, NO_END)
    assert no_end.solve().verdict == "some" and no_end.solve().outcome == "exhausted"
    assert no_end.notes == ["x has no bounds: only values from 1 to 500000000 are tried"]


def test_options(tmp_path: Path) -> None:
    program = read(tmp_path, MINIMIZE)
    for options in {"free": True}, {"learn": "on"}, {"learn": "off"}, {"seed": 7}:
        assert program.solve(**options).objective == 10
    assert len(program.solve(limit=1).solutions) == 1 and program.solve(limit=1).verdict == "some"
    assert program.solve(nodes=0).outcome == "nodes"
    with pytest.raises(ValueError, match="learn"):
        program.solve(learn="odd")
    with program.solutions() as better:
        next(better)
    assert better.outcome == "closed" and list(better) == []


def test_mistakes_have_their_place(tmp_path: Path) -> None:
    with pytest.raises(rs.ParseError) as caught:
        read(tmp_path, "var 1..3: x;\nconstraint int_lt(x,z);\nsolve satisfy;\n")
    assert caught.value.line == 2
    with pytest.raises(OSError):
        rs.read(tmp_path / "none.fzn")


def test_other_questions(tmp_path: Path) -> None:
    program = read(tmp_path, SATISFY)
    assert program.inspect("exact").verdict == "multiple" and len(program.compare().rows) == 6
    assert program.why("x=3").answer == "never" and not program.conflict()
    assert read(tmp_path, NONE).conflict()


def test_values_are_sent_elsewhere_and_threads_share_a_program(tmp_path: Path) -> None:
    program = read(tmp_path, SATISFY)
    values = program.solve().solution
    again = pickle.loads(pickle.dumps(values))
    assert again == values and again.text == values.text
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda _: len(program.solve(all=True).solutions), range(8))) == [3] * 8


def test_it_prints_as_the_command_line(tmp_path: Path) -> None:
    target = Path(__file__).parents[2] / "target"
    program = next((path for path in (target / "release" / "residua", target / "debug" / "residua") if path.exists()), None)
    if program is None:
        pytest.skip("the command line is not built")
    for text in SATISFY, MINIMIZE, FLOATS, NONE, UNBOUNDED, NO_END, SETS:
        file = read(tmp_path, text)
        for options, all_of_them in ([], False), (["-a"], True):
            run = subprocess.run([str(program), "fzn", *options, file.path], capture_output=True, text=True)
            assert file.solve(all=all_of_them).text == run.stdout, text


def test_minizinc_models(tmp_path: Path) -> None:
    if shutil.which("minizinc") is None:
        pytest.skip("minizinc is not installed")
    model, data = tmp_path / "model.mzn", tmp_path / "model.dzn"
    model.write_text("int: n;\narray[1..n] of var 1..n: x;\ninclude \"globals.mzn\";\nconstraint all_different(x);\nsolve maximize x[1];\n")
    data.write_text("n = 3;\n")
    program = rs.read(model, [str(data)])
    best = program.solve()
    assert best.objective == 3 and sorted(best.solution["x"]) == [1, 2, 3] and best.verdict == "complete"


def test_clauses_and_graphs(tmp_path: Path) -> None:
    clauses, graph = tmp_path / "two.cnf", tmp_path / "triangle.col"
    clauses.write_text("p cnf 2 2\n1 2 0\n-1 0\n")
    graph.write_text("p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n")
    solved = rs.read(clauses).solve()
    assert solved.verdict == "unique" and solved.grids == [[[0, 1]]] and solved.text == "v -1 2 0\n"
    colored = rs.read(graph, colors=3).solve(all=True)
    assert len(colored.grids) == 6 and isinstance(rs.read(graph, colors=3), rs.Dimacs)
    assert rs.read(graph, colors=2).solve().verdict == "none"
