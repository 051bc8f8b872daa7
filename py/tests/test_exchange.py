"""Puzzles that other solvers solve: what is exported is what they read, and what they answer is decoded, verified."""

from __future__ import annotations

import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import residua_cp as rs

UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVERAL = "12......34......"
NONE = "11.............."

#: A SAT solver that is always there.
SOLVER = """\
import sys
from residua_cp import pycosat

lines = open(sys.argv[1]) if len(sys.argv) > 1 else sys.stdin
clauses = [[int(word) for word in line.split()[:-1]] for line in lines if line[0] not in "cp"]
found = pycosat.solve(clauses)
print("s UNSATISFIABLE" if found == "UNSAT" else "s SATISFIABLE\\nv " + " ".join(map(str, found)) + " 0")
"""


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("PYTHONPATH", str(Path(rs.__file__).parent.parent))
    script = tmp_path / "solver.py"
    script.write_text(SOLVER)
    return f"'{sys.executable}' '{script}'"


def run(command: str, text: str) -> str:
    words = [word.strip("'") for word in command.split("' '")]
    return subprocess.run(words, input=text, capture_output=True, text=True).stdout


@pytest.mark.parametrize("rules", [None, "direct", "minimal", "extended", "pycosat", "pyeda"])
def test_clauses_are_solved_and_decoded(command: str, rules: str | None) -> None:
    for text in UNIQUE, SEVERAL:
        puzzle = rs.Puzzle(text)
        program = puzzle.export("cnf", rules=rules)
        answer = run(command, program)
        of_puzzle, of_text = puzzle.decode(answer), rs.decode(program, answer)
        assert of_puzzle.grid == of_text.grid and of_puzzle.verdict == of_text.verdict == "some"
        assert rs.Puzzle(of_puzzle.grid).solve().verdict == "unique"
        assert all(given in (0, value) for row, values in zip(puzzle.givens, of_puzzle.grid) for given, value in zip(row, values))
    puzzle = rs.Puzzle(NONE)
    assert puzzle.decode(run(command, puzzle.export("cnf", rules=rules))).verdict == "none"


@pytest.mark.parametrize("way", ["size", "pairwise", "sequential", "product", "commander"])
def test_each_way_of_at_most_one(command: str, way: str) -> None:
    puzzle = rs.Puzzle(UNIQUE)
    program = puzzle.export("cnf", at_most_one=way)
    assert rs.decode(program, run(command, program)).grid == puzzle.solve().grid


def test_trusted_entries_are_part_of_what_is_exported(command: str) -> None:
    text = '{"givens": [1,0,0,0, 0,0,3,0, 0,1,0,0, 0,0,0,2], "entries": [0,3,0,0, 0,0,0,0, 0,0,0,0, 0,0,0,0]}'
    trusting = rs.Puzzle(text, trust="entries")
    assert rs.decode(trusting.export("cnf"), run(command, trusting.export("cnf"))).grid[0][1] == 3


@pytest.mark.parametrize("program", ["cadical", "minisat"])
def test_programs_that_are_there(program: str, tmp_path: Path) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    puzzle, output = rs.Puzzle(UNIQUE), tmp_path / "out"
    (tmp_path / "in.cnf").write_text(puzzle.export("cnf"))
    if program == "cadical":
        answer = subprocess.run([program, "-q", str(tmp_path / "in.cnf")], capture_output=True, text=True).stdout
    else:
        subprocess.run([program, str(tmp_path / "in.cnf"), str(output)], capture_output=True)
        answer = output.read_text()
    assert puzzle.decode(answer).grid == puzzle.solve().grid


def test_wrong_answers_are_refused() -> None:
    puzzle = rs.Puzzle(UNIQUE)
    with pytest.raises(rs.ParseError, match="not a solution"):
        puzzle.decode("v 1 2 3 0")
    with pytest.raises(rs.ParseError) as caught:
        puzzle.decode("s SATISFIABLE\nv 1 x 0")
    assert (caught.value.line, caught.value.column) == (2, 5)
    with pytest.raises(rs.ParseError, match="no puzzle"):
        rs.decode("hello", "v 0")
    with pytest.raises(rs.ParseError, match="graphs and polynomials"):
        puzzle.decode("", "sympy")
    with pytest.raises(ValueError, match="language: expected one of cnf, "):
        puzzle.decode("", "fortran")
    assert puzzle.decode("s UNKNOWN").verdict == "unknown" and puzzle.decode("s UNKNOWN").grid is None


def test_clauses_of_no_puzzle() -> None:
    program = "c two\np cnf 3 2\n1 -2 0\n2 3 0\n"
    decoded = rs.decode(program, "v 1 2 -3 0", form="line")
    assert decoded.values == [1, 1, 0] and decoded.grid is None and str(decoded) == "v 1 2 -3 0"
    assert pickle.loads(pickle.dumps(decoded)).values == [1, 1, 0]
    with pytest.raises(rs.ParseError, match="line 4"):
        rs.decode(program, "v -1 -2 -3 0")


def test_other_languages() -> None:
    puzzle = rs.Puzzle("1... ..3. .1.. ...2")
    solution = puzzle.solve().grid
    named = ",".join(f"r{row + 1}c{column + 1}={solution[row][column]}" for row in range(4) for column in range(4))
    assert puzzle.decode(f"[{named}]", "prolog").grid == solution
    assert puzzle.decode("=====UNSATISFIABLE=====", "minizinc").verdict == "none"
    for language in "lp", "mps", "minizinc", "prolog":
        assert "puzzle {" in puzzle.export(language)
    assert puzzle.export("sympy", roots_of_unity=True) != puzzle.export("sympy") == puzzle.export("polynomial")
    assert puzzle.export("col") == puzzle.export("graph")
    for language, options in [("lp", {"rules": "minimal"}), ("cnf", {"roots_of_unity": True}), ("cnf", {"rules": "odd"})]:
        with pytest.raises(ValueError):
            puzzle.export(language, **options)
        with pytest.raises(ValueError):
            puzzle.model().export(language, **options)


def test_another_solver_searches(command: str) -> None:
    for command_of_file in command, command + " {}":
        solved = rs.Puzzle(UNIQUE).solve(solver=command_of_file)
        assert solved.verdict == "unique" and solved.grid == rs.Puzzle(UNIQUE).solve().grid
        assert "┌" in solved.text
    several = rs.Puzzle(SEVERAL).solve(solver=command, all=True)
    assert sorted(several.grids) == sorted(rs.Puzzle(SEVERAL).solve(all=True).grids)
    assert rs.Puzzle(NONE).solve(solver=command).verdict == "none"


def test_another_solver_that_fails(tmp_path: Path) -> None:
    puzzle = rs.Puzzle(SEVERAL)
    with pytest.raises(RuntimeError, match="no-such-solver"):
        puzzle.solve(solver="no-such-solver {}")
    liar = tmp_path / "liar.py"
    liar.write_text("print('s UNSATISFIABLE')")
    with pytest.raises(RuntimeError, match="it reports no solution, but one exists"):
        puzzle.solve(solver=f"'{sys.executable}' '{liar}'")
    slow = tmp_path / "slow.py"
    slow.write_text("import time\ntime.sleep(60)")
    assert puzzle.solve(solver=f"'{sys.executable}' '{slow}'", time=0.3).verdict == "unknown"
    for wrong in "", "cadical '{}":
        with pytest.raises(ValueError, match="solver: "):
            puzzle.solve(solver=wrong)
    with pytest.raises(ValueError, match="do not apply"):
        puzzle.solve(solver="cadical", nodes=3)
