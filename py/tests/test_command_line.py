"""Answers are those of the command line: `RESIDUA_COMMAND` names it, or it was built beside the package."""

import json
import os
import pathlib
import subprocess

import pytest

import residua_cp as rs

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILT = [ROOT / f"target/{profile}/residua" for profile in ("release", "debug")]
COMMAND = os.environ.get("RESIDUA_COMMAND") or next((str(path) for path in BUILT if path.exists()), None)

pytestmark = pytest.mark.skipif(COMMAND is None, reason="the command residua is not built")

#: What the command line and Python call differently.
WORDS = [
    ("(--rules lists", "(rules=True lists"),
    ("residua inspect shows", "inspect() shows"),
    ("residua count tells", "count() tells"),
]

#: Names of members that differ from run to run.
TIMES = ("seconds", "file")


def small():
    puzzle = rs.Variant(4)
    puzzle.add("thermometer", ["r2c2", "r2c1", "r1c1"])
    puzzle.add("arrow", [["r3c3"], ["r2c3", "r1c3"]])
    puzzle.add("odd", ["r3c1"])
    return puzzle


def unique():
    puzzle = small()
    puzzle.add("difference", ["r4c1", "r4c2"], 3)
    return puzzle


def clash():
    puzzle = small()
    puzzle.add("cage", ["r1c1", "r1c2"], 3)
    puzzle.add("even", ["r1c1", "r2c1"])
    puzzle.give("r4c4", 1)
    return puzzle


def doubled():
    puzzle = rs.Variant(4)
    puzzle.add("doublers")
    puzzle.add("cage", ["r1c1", "r1c2"], 7)
    return puzzle


def string():
    puzzle = rs.Variant(4)
    puzzle.add("thermometer", ["r2c2", "r2c1", "r1c1"])
    puzzle.add("any_of", parts=[("cage", ["r4c1", "r4c2"], 3), ("cage", ["r4c1", "r4c2"], 7)])
    return puzzle


PUZZLES = {
    "small": (small, rs.Variant.write),
    "unique": (unique, rs.Variant.write),
    "clash": (clash, rs.Variant.write),
    "doubled": (doubled, rs.Variant.write),
    "string": (string, lambda puzzle: puzzle.write("iss")),
    "sudoku": (lambda: rs.Puzzle("1... ..3. .1.. ...."), rs.Puzzle.line),
}

#: A command with its options, and the same question in Python.
QUESTIONS = [
    ("solve", lambda puzzle: puzzle.solve()),
    ("solve --all", lambda puzzle: puzzle.solve(all=True)),
    ("solve --all --format line", lambda puzzle: puzzle.solve(all=True, form="line")),
    ("count", lambda puzzle: puzzle.count()),
    ("count --candidates", lambda puzzle: puzzle.count(candidates=True)),
    ("inspect --strength domain --format pencil --rules", lambda puzzle: puzzle.inspect()),
    ("inspect --format pencil --rules", lambda puzzle: puzzle.inspect("exact")),
    ("inspect --format svg", lambda puzzle: puzzle.inspect("exact", form="svg")),
    ("conflict", lambda puzzle: puzzle.conflict()),
    ("conflict --all", lambda puzzle: puzzle.conflict(all=True)),
    ("clues", lambda puzzle: puzzle.clues()),
    ("hint", lambda puzzle: puzzle.hint()),
    ("hint --level where", lambda puzzle: puzzle.hint("where")),
    ("explain", lambda puzzle: puzzle.explain()),
    ("rate", lambda puzzle: puzzle.rate()),
]


def run(words, *others):
    done = subprocess.run([COMMAND, *words, *others], capture_output=True, text=True, encoding="utf-8")
    assert done.returncode != 2, done.stderr
    return done.stdout


def lines(text):
    """Without the number of searches."""
    return [line for line in text.rstrip("\n").splitlines() if not line.startswith("strength: ")]


def timeless(text):
    objects = [json.loads(line) for line in text.splitlines()]
    return [{name: value for name, value in of.items() if name not in TIMES} for of in objects]


@pytest.mark.parametrize("name", PUZZLES)
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question[0])
def test_answers(name, question, tmp_path):
    make, write = PUZZLES[name]
    path = tmp_path / "puzzle"
    path.write_text(write(make()), encoding="utf-8")
    command, ask = question
    answer = ask(make())
    if not isinstance(answer, int):
        text = run(command.split(), str(path)).replace(str(path), "puzzle")
        for words, here in WORDS:
            text = text.replace(words, here)
        assert lines(str(answer)) == lines(text)
    if "--format" not in command:
        assert timeless(answer.to_json()) == timeless(run([*command.split(), "--json"], str(path)))


@pytest.mark.parametrize("name", PUZZLES)
def test_reasons(name, tmp_path):
    make, write = PUZZLES[name]
    path = tmp_path / "puzzle"
    path.write_text(write(make()), encoding="utf-8")
    for question in "r1c1=4", "r1c2!=3", "r2c2":
        told = run(["why", str(path), question]).replace(str(path), "puzzle")
        assert str(make().why(question)) == told.rstrip("\n")


def test_conversions(tmp_path):
    path = tmp_path / "puzzle"
    path.write_text("#A Ada\n1...\n..3.\n.1..\n...2\n", encoding="utf-8")
    puzzle = rs.Puzzle(path.read_text(encoding="utf-8"))
    for to in "line", "sdm", "rows", "sdk", "csv", "json", "pencil", "grid":
        assert str(puzzle.convert(to)) == run(["convert", "--to", to], str(path))


def test_created_puzzles():
    """The same seed makes the same puzzles."""
    rules = rs.Variant(6)
    rules.add("anti_knight")
    printed = run("create --box 2x3 --anti-knight --seed 5 --count 2 --format json".split())
    assert [rs.Variant.read(line) for line in printed.splitlines()] == rules.create(2, seed=5)
    killer = run("create --box 2x2 --cages --seed 5 --format json".split())
    assert rs.Variant.read(killer) == rs.Variant(4).create(seed=5, cages=True)[0]
    hard = run("create --box 2x3 --difficulty 1.5..2.5 --seed 5 --format line".split())
    assert rs.Puzzle.create("2x3", seed=5, difficulty=(1.5, 2.5))[0].line() == hard.strip()
