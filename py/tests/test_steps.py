"""Steps, and puzzles in other formats: what is told, and that it is right."""

import pickle

import pytest
from sudoku_cases import EASY, EASY_SOLVED, HARD, rows

import residua_cp as rs


def test_all_steps():
    puzzle = rs.Puzzle(EASY)
    solution = rows(EASY_SOLVED)
    path = puzzle.explain()
    assert (path.end, path.verdict) == ("solved", "unique") and len(path.steps) == len(path.text.splitlines()) - 1
    for step in path.steps:
        for fact in step["placements"] + step["eliminations"]:
            row, column = (int(part) - 1 for part in fact["cell"][1:].split("c"))
            assert (solution[row][column] == fact["value"]) == (fact in step["placements"])
    rating = puzzle.rate()
    assert float(rating) == rating.at_least == max(step["cost"] for step in path.steps) and rating.technique and rating.tier and rating.effort
    assert pickle.loads(pickle.dumps(path)).steps == path.steps


def test_hints():
    puzzle = rs.Puzzle(HARD)
    levels = [puzzle.hint(level) for level in ("kind", "where", "cells", "step")]
    assert len({hint.text for hint in levels}) == 4 and len({str(hint.step) for hint in levels}) == 1
    assert levels[0].technique in levels[0].text and levels[0].cost == levels[0].step["cost"] and not levels[0].solved
    whole = rs.Puzzle(EASY_SOLVED).hint()
    assert whole.solved and whole.step is None and whole.technique is None and whole.cost is None
    with pytest.raises(ValueError, match="level: expected one of kind, where, cells, step"):
        puzzle.hint("everything")
    assert rs.Puzzle("." * 81).explain().end == "no step is left" and "count() tells how many" in rs.Puzzle("." * 81).hint().text
    assert rs.Puzzle("11..............").explain().status == "refuted"
    assert rs.Puzzle(HARD).rate(time=0).stopped


def test_trusted_marks_count():
    text = '{"box":"2x2","givens":[1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2],"entries":[0,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}'
    assert str(rs.Puzzle(text).explain()) != str(rs.Puzzle(text, trust="entries").explain())


def test_difficulty_that_is_asked_for():
    for puzzle in rs.Puzzle.create("2x2", 2, difficulty=(1.2, 1.5)):
        assert 1.2 <= float(puzzle.rate()) <= 1.5
    assert rs.Puzzle.create("2x3", technique="naked pair", seed=2)[0].count() == 1
    for options in {"difficulty": (3, 2)}, {"difficulty": "hard"}, {"technique": "magic"}, {"difficulty": float("nan")}:
        with pytest.raises((ValueError, TypeError)):
            rs.Puzzle.create("2x2", **options)


def test_conversions():
    puzzle = rs.Puzzle("#A Ada\n#L easy\n1...\n..3.\n.1..\n...2\n")
    assert str(puzzle.convert("sdk")).startswith("#A Ada\n") and not puzzle.convert("sdk").notes
    line = puzzle.convert("line")
    assert line.strip() == "1.....3..1.....2" and isinstance(line, str) and line.notes
    assert pickle.loads(pickle.dumps(line)).notes == line.notes
    for to in "line", "sdm", "rows", "sdk", "csv", "tsv", "json", "numbers":
        assert rs.Puzzle(str(puzzle.convert(to)), "2x2").givens == puzzle.givens, to
    assert rs.Puzzle(str(rs.Puzzle(EASY).convert("opensudoku"))) == rs.Puzzle(EASY)
    with pytest.raises(rs.ModelError, match="9x9"):
        puzzle.convert("opensudoku")
    # What is said of a puzzle comes along, and is no part of what it is.
    assert pickle.loads(pickle.dumps(puzzle)).convert("sdk") == puzzle.convert("sdk")
    assert rs.Puzzle.read_all(str(puzzle.convert("json")))[0].convert("sdk") == puzzle.convert("sdk")
    assert puzzle == rs.Puzzle("1.....3..1.....2")
    with pytest.raises(rs.ModelError, match="not written"):
        puzzle.convert("line", strict=True)
    with pytest.raises(ValueError, match="format: expected one of line"):
        puzzle.convert("pdf")


def test_restrictions_are_kept():
    """Candidates that a puzzle leaves to cells are part of it, also once it was read, pickled or compared."""
    text = '{"box":"2x2","givens":[1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2],"allowed":[null,[2],null,null,null,null,null,null,null,null,null,null,null,null,null,null]}'
    puzzle = rs.Puzzle(text)
    free = rs.Puzzle(puzzle.line())
    assert puzzle != free and puzzle.count() < free.count()
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle == rs.Puzzle.read_all(text)[0]
    assert rs.Variant.of(puzzle).count() == puzzle.count()
