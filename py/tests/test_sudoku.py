"""`residua_cp.sudoku`: SWI-Prolog runs the programs that it writes, and the goals that are left."""

from __future__ import annotations

import pathlib
import random
import re
import shutil
import subprocess
import sys

import pytest
from residua_cp import Puzzle, sudoku
from sudoku_cases import HARD, SCALE, is_grid

needs_swipl = pytest.mark.skipif(shutil.which("swipl") is None, reason="SWI-Prolog's swipl is not on the path")
DOMAIN = re.compile(r"(G\d{4}) ?in ?([\d.\\/]+)")
VALUE = re.compile(r"(G\d{4}) ?= ?(\d+)$")


def swipl(program: str, goal: str, folder: pathlib.Path) -> str:
    (folder / "program.pl").write_text(program)
    command = ["swipl", "-g", goal, "-t", "halt", "program.pl"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=100, check=True)
    assert run.stderr == "", run.stderr
    return run.stdout


def domains(text: str) -> dict[str, set[int]]:
    """By name of a cell: what it can be, of goals."""
    found = {}
    for line in text.splitlines():
        line = line.rstrip(",.")
        if value := VALUE.match(line):
            found[value[1]] = {int(value[2])}
        elif domain := DOMAIN.match(line):
            parts = [part.split("..") for part in domain[2].split("\\/")]
            found[domain[1]] = {at for part in parts for at in range(int(part[0]), int(part[-1]) + 1)}
    return found


def random_givens(random_: random.Random, box: tuple[int, int], removed: int) -> list[list[int]]:
    """A part of a grid, so that there are few solutions."""
    made = Puzzle.create(box, seed=random_.getrandbits(60))[0]
    grid = made.solve().grid
    assert grid is not None
    size = len(grid)
    for place in random_.sample(range(size * size), removed):
        grid[place // size][place % size] = 0
    return grid


@needs_swipl
@pytest.mark.parametrize("box", [(1, 3), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3)])
def test_swipl_finds_what_is_left(box: tuple[int, int], tmp_path: pathlib.Path) -> None:
    random_ = random.Random(box[0] * 10 + box[1])
    cells = (box[0] * box[1]) ** 2
    for _ in range(SCALE):
        givens = random_givens(random_, box, cells * 6 // 10)
        program = sudoku.program(*box, givens)
        theirs = domains(swipl(program, "main", tmp_path))
        left = sudoku.residual(*box, givens)
        ours = domains(left)
        # The names of equal cells stand for each other.
        for line in left.splitlines():
            if alias := re.fullmatch(r"(G\d{4}) = (G\d{4}),?", line):
                ours.setdefault(alias[1], set(ours.get(alias[2], theirs[alias[2]])))
        assert len(theirs) == cells
        # Its propagators are not run to the end in every case: what it excludes, we exclude.
        assert all(ours[name] <= theirs[name] for name in ours)
        definite = [name for name in theirs if len(theirs[name]) == 1]
        assert all(ours[name] == theirs[name] for name in definite)
        solutions = "aggregate_all(count, solution(_), Count), print(Count)"
        assert int(swipl(program, solutions, tmp_path)) == Puzzle(givens, box).count()


@needs_swipl
@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 3)])
@pytest.mark.parametrize("strength", ["value", "domain", "exact"])
def test_what_is_left_has_the_same_solutions(box: tuple[int, int], strength: str, tmp_path: pathlib.Path) -> None:
    random_ = random.Random(4)
    for _ in range(SCALE):
        givens = random_givens(random_, box, (box[0] * box[1]) ** 2 * 6 // 10)
        left = sudoku.residual(*box, givens, strength)
        names = ", ".join(sorted(set(re.findall(r"G\d{4}", left))))
        program = f":- use_module(library(clpfd)).\ncount(Count) :- aggregate_all(count, left(_), Count).\nleft([{names}]) :-\n"
        program += left.rstrip(".") + f",\nlabel([{names}]).\n"
        assert len(names.split(", ")) == (box[0] * box[1]) ** 2
        assert int(swipl(program, "count(Count), print(Count)", tmp_path)) == Puzzle(givens, box).count()


@needs_swipl
def test_swipl_solves_a_hard_puzzle(tmp_path: pathlib.Path) -> None:
    text = swipl(sudoku.program(3, 3, HARD), "once(solution(Cells)), print(Cells)", tmp_path)
    values = [int(value) for value in re.findall(r"\d", text)]
    grid = [values[start : start + 9] for start in range(0, 81, 9)]
    assert is_grid(grid, 3, 3)
    assert grid == Puzzle(HARD).solve().grid


@needs_swipl
def test_swipl_says_that_there_is_no_solution(tmp_path: pathlib.Path) -> None:
    clash = "11.. .... .... ...."
    assert swipl(sudoku.program(2, 2, clash), "main", tmp_path) == "false.\n"
    assert sudoku.residual(2, 2, clash) == "false."
    assert swipl(sudoku.program(1, 1), "main", tmp_path) == "G0000=1.\n"
    assert sudoku.residual(1, 1) == "G0000 = 1."


def test_the_program() -> None:
    program = sudoku.program(2, 3, Puzzle([[0, 0, 4, 0, 0, 0], *[[0] * 6] * 5], (2, 3)))
    assert program.count("all_distinct") == 18
    assert "all_distinct([G0000, G0001, G0002, G0100, G0101, G0102])" in program
    assert "    G0002 = 4,\n" in program
    assert " ins 1..6,\n" in program
    assert sudoku.program(3, 2) != sudoku.program(2, 3)


def test_what_is_left_of_a_solved_and_of_an_empty_grid() -> None:
    solved = sudoku.residual(2, 2, "1234 3412 2143 432.")
    assert solved.splitlines()[-1] == "G0303 = 1."
    assert len(solved.splitlines()) == 16
    empty = sudoku.residual(2, 3)
    assert empty.count(" in 1..6") == 36 and empty.count("all_distinct") == 18


def test_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path) -> None:
    assert sudoku.main(["2", "3"]) == 0
    assert capsys.readouterr().out == sudoku.program(2, 3)
    text = "12.. ..12 2... ...."
    assert sudoku.main(["2", "2", text, "--solve"]) == 0
    assert capsys.readouterr().out == sudoku.residual(2, 2, text) + "\n"
    (tmp_path / "puzzle.txt").write_text(text)
    assert sudoku.main(["2", "2", str(tmp_path / "puzzle.txt")]) == 0
    assert capsys.readouterr().out == sudoku.program(2, 2, text)
    for wrong in (["2", "2", "12"], ["0", "2"], ["2", "2", text, "--solve", "--strength", "x"]):
        assert sudoku.main(wrong) == 2
        assert capsys.readouterr().err.startswith("python -m residua_cp.sudoku: ")
    with pytest.raises(ValueError, match="boxes of 2 by 3"):
        sudoku.program(2, 3, Puzzle([[0] * 6] * 6, (3, 2)))


def test_it_runs_as_a_module() -> None:
    run = [sys.executable, "-m", "residua_cp.sudoku", "2", "2", "-"]
    done = subprocess.run(run, input="12.. ..12 2... ....", capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == sudoku.program(2, 2, "12.. ..12 2... ....")
