"""Puzzles: known counts, every question, pictures."""

import itertools
import pickle

import pytest

import residua_cp as rs

NONE = "11.............."
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_known_counts():
    assert rs.Puzzle("." * 16).count() == 288
    assert rs.Puzzle("." * 36, "2x3").count() == 28_200_960
    assert rs.Puzzle(CLASSIC).count() == 1


def test_all_questions():
    puzzle = rs.Puzzle(CLASSIC)
    solved = puzzle.solve()
    assert solved.verdict == "unique" and all(sorted(row) == list(range(1, 10)) for row in solved.grid)
    assert "┌" in solved.text and rs.Puzzle(solved.grid).line() == puzzle.solve(form="line").text.split()[-1].strip()
    assert puzzle.inspect().verdict == "unique" and puzzle.inspect()["r1c3"].value == solved.grid[0][2]
    assert puzzle.why("r1c3").answer in ("always", "never")
    assert puzzle.clues().data["verdict"] == "unique"
    assert list(puzzle.solutions()) == [solved.grid]
    assert puzzle.model().count() == 1
    assert puzzle.inspect().clpfd().startswith("%")
    assert puzzle._repr_svg_().startswith("<svg") and puzzle.inspect()._repr_svg_().startswith("<svg")
    assert puzzle.svg(solved.grid).startswith("<svg")


def test_several_solutions():
    puzzle = rs.Puzzle("12......34......")
    left = puzzle.inspect("exact", count=True)
    assert left.verdict == "multiple" and left.data["count"] == "4"
    grids = list(puzzle.solutions())
    assert len(grids) == 4
    for row, column in itertools.product(range(4), range(4)):
        assert left[f"r{row + 1}c{column + 1}"] == {grid[row][column] for grid in grids}
    assert len(puzzle.solve(all=True).grids) == 4 and puzzle.solve(limit=3).verdict == "multiple"


def test_no_solution():
    puzzle = rs.Puzzle("11..............")
    assert puzzle.solve().verdict == "none" and puzzle.inspect().verdict == "none"
    assert puzzle.conflict() and puzzle.conflict().correction
    assert puzzle.solve().grid is None


def test_grids_of_rows():
    rows = [[1, 2, 0, 0], [0, 0, 0, 0], [3, 4, 0, None], [0, 0, 0, 0]]
    assert rs.Puzzle(rows) == rs.Puzzle("12......34......")
    numpy = pytest.importorskip("numpy")
    assert rs.Puzzle(numpy.array([[int(v or 0) for v in row] for row in rows])) == rs.Puzzle(rows)
    six = rs.Puzzle([[0] * 6] * 6, (2, 3))
    assert six.box_shape == (2, 3) and six.size == 6
    with pytest.raises(ValueError):
        rs.Puzzle([[1, 2], [3]])
    with pytest.raises(ValueError):
        rs.Puzzle([[9, 0, 0, 0]] + [[0] * 4] * 3)


def test_what_is_wrong_has_its_place():
    error = pytest.raises(rs.ParseError, rs.Puzzle, "12......34....x.").value
    assert (error.line, error.column) == (1, 15) and error.message
    assert pytest.raises(rs.ParseError, rs.Puzzle, "").value.line == 1
    assert "several" in str(pytest.raises(rs.ParseError, rs.Puzzle, ("." * 16 + "\n") * 2).value)
    with pytest.raises(ValueError):
        rs.Puzzle(CLASSIC, "0x3")
    with pytest.raises(rs.ParseError):
        rs.Puzzle(CLASSIC).why("r10c1=3")


def test_many_puzzles_of_a_text():
    found = rs.Puzzle.read_all("12......34......\n1...............\n")
    assert [puzzle.count() for puzzle in found] == [4, 72]


def test_created_puzzles_are_minimal_and_repeat():
    made = rs.Puzzle.create("2x3", 3, seed=7)
    assert made == rs.Puzzle.create("2x3", 3, seed=7) != rs.Puzzle.create("2x3", 3, seed=8)
    assert all(puzzle.count() == 1 for puzzle in made)
    assert all(sum(value > 0 for row in puzzle.givens for value in row) == 14 for puzzle in rs.Puzzle.create("2x3", 2, givens=14))
    with pytest.raises(ValueError):
        rs.Puzzle.create("2x3", givens=40)


def test_marks_count_where_they_are_trusted():
    object_ = '{"box":"2x2","givens":[1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2],"entries":[0,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}'
    assert rs.Puzzle(object_, trust="entries").count() < rs.Puzzle(object_).count()
    assert pickle.loads(pickle.dumps(rs.Puzzle(CLASSIC))) == rs.Puzzle(CLASSIC)


def test_export():
    puzzle = rs.Puzzle("12......34......")
    for language in ("cnf", "lp", "mps", "minizinc", "prolog", "sympy", "singular", "cocoa", "col", "dot", "graphml"):
        assert len(puzzle.export(language)) > 200
    text = puzzle.export("cnf")
    clauses = [[int(word) for word in line.split()[:-1]] for line in text.splitlines() if line[:1] in "-123456789"]
    from residua_cp import pycosat

    assert len(list(pycosat.itersolve(clauses))) == 4
    with pytest.raises(ValueError, match="graphml"):
        puzzle.export("fortran")
    model = rs.Model()
    x = model.int_var("x", 0, 9)
    model.add(x * x == 4)
    with pytest.raises(rs.ModelError):
        model.export("dot")


def test_comparison_of_strengths():
    compared = rs.Puzzle(CLASSIC).compare()
    assert [row["strength"] for row in compared.rows] == ["value", "singles", "bounds", "domain", "singleton", "exact"]
    left = [row["candidates"] for row in compared.rows]
    assert left == sorted(left, reverse=True) and left[-1] == 81 and compared.rows[-1]["fixed"] == 81
    assert all(row["verdict"] == "unique" and not row["stopped"] for row in compared.rows)
    assert compared.text.splitlines()[1].split() == ["strength", "candidates", "fixed", "searches", "seconds"]
    stopped = rs.Puzzle("." * 625).compare(time=0)
    assert stopped.stopped and "candidates" not in stopped.rows[-1]
    assert rs.Puzzle(NONE).compare().rows[-1]["verdict"] == "none"


def test_created_from_others():
    solution = rs.Puzzle(CLASSIC).solve().grid
    whole = rs.Puzzle(solution)
    for puzzle in rs.Puzzle.create(count=2, seed=3, grid=whole):
        assert puzzle.solve().grid == solution
    emptied = rs.Puzzle.create(grid=whole, removed=40)[0]
    assert sum(value == 0 for row in emptied.givens for value in row) == 40
    pattern = rs.Puzzle(CLASSIC)
    like = rs.Puzzle.create(seed=5, pattern=pattern)[0]
    assert [[value != 0 for value in row] for row in like.givens] == [[value != 0 for value in row] for row in pattern.givens]
    assert rs.Puzzle.create("2x3", seed=1) == rs.Puzzle.create((2, 3), seed=1)
    assert rs.Puzzle.create()[0].box_shape == (3, 3)
    for options in {"grid": whole, "pattern": whole}, {"pattern": pattern, "givens": 30}, {"givens": 30, "removed": 3}:
        with pytest.raises(ValueError):
            rs.Puzzle.create(**options)


def test_counts_of_candidates():
    count = rs.Puzzle("12......34......").count(candidates=True)
    assert count == 4 and count.candidates[0] == {1: 4} and all(sum(cell.values()) == 4 for cell in count.candidates)
    assert not rs.Puzzle(CLASSIC).count().candidates


def test_forms_of_what_is_left():
    puzzle = rs.Puzzle("12......34......")
    left = puzzle.inspect()
    assert puzzle.inspect(form="grid").text != left.text != puzzle.inspect(rules=False).text
    assert puzzle.inspect(form="svg").text.startswith("<svg") and puzzle.inspect(form="clpfd").text == left.clpfd()
    page = puzzle.inspect(form="html").text
    assert page.startswith("<!DOCTYPE html>") and page.rstrip().endswith("</html>") and "<svg" in page
    with pytest.raises(ValueError, match="form: expected one of pencil"):
        puzzle.inspect(form="pdf")


def test_options_of_solving():
    puzzle = rs.Puzzle("." * 81)
    assert puzzle.solve(nodes=0).verdict == "unknown"
    assert "decisions" in rs.Puzzle(CLASSIC).solve(stats=True).text
    assert rs.Puzzle(CLASSIC).solve(consistency="value", learn="off").grid == rs.Puzzle(CLASSIC).solve(learn="on").grid
    several = rs.Puzzle("12......34......")
    assert "r1c3 ≠ r1c4" in several.solve(rules=True).text and "r1c3 ≠ r1c4" not in several.solve().text
    assert pickle.loads(pickle.dumps(rs.Puzzle(CLASSIC).solve())).text == rs.Puzzle(CLASSIC).solve().text
    for options in {"form": "pdf"}, {"consistency": "odd"}, {"learn": "odd"}:
        with pytest.raises(ValueError):
            print(rs.Puzzle(CLASSIC).solve(**options))


def test_what_is_unknown_is_passed_over_on_request():
    text = '{"givens": [1,0,0,0, 0,0,3,0, 0,1,0,0, 0,0,0,2], "killer": [1]}'
    with pytest.raises(rs.ParseError, match="ignore_unknown=True"):
        rs.Puzzle(text)
    assert rs.Puzzle(text, ignore_unknown=True).solve().verdict == "unique"
    assert len(rs.Puzzle.read_all(text, ignore_unknown=True)) == 1
