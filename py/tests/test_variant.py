"""Variant puzzles: rules against their definitions, every kind of rule, formats, pictures, mistakes."""

import itertools
import json
import pathlib
import pickle
import random
import re

import pytest
from conftest import CASES

import residua_cp as rs

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAMES = [f"r{row}c{column}" for row in range(1, 5) for column in range(1, 5)]


def sudokus():
    """All grids of 4x4 Sudoku, by trying."""
    rows = list(itertools.permutations(range(1, 5)))
    for a, b in itertools.product(rows, rows):
        if {*a[:2], *b[:2]} == {*a[2:], *b[2:]} == {1, 2, 3, 4}:
            for c, d in itertools.product(rows, rows):
                grid = a + b + c + d
                if all(len(set(grid[column::4])) == 4 for column in range(4)) and {*c[:2], *d[:2]} == {1, 2, 3, 4}:
                    yield grid


GRIDS = list(sudokus())


def line(cells):
    return lambda test: lambda grid: test([grid[NAMES.index(cell)] for cell in cells])


def greater_so_far(digits):
    return sum(digit > max(digits[:at], default=0) for at, digit in enumerate(digits))


def apart(digits):
    return [abs(a - b) for a, b in zip(digits, digits[1:])]


#: Kinds of rules on a line of some cells: the fewest cells and the most, numbers, and the definition, written without the library.
KINDS = {
    "cage": (2, 3, range(3, 10), lambda digits, number: len(set(digits)) == len(digits) and sum(digits) == number),
    "sum": (2, 4, range(3, 12), lambda digits, number: sum(digits) == number),
    "thermometer": (2, 4, None, lambda digits, _: all(a < b for a, b in zip(digits, digits[1:]))),
    "slow_thermometer": (2, 4, None, lambda digits, _: all(a <= b for a, b in zip(digits, digits[1:]))),
    "palindrome": (2, 5, None, lambda digits, _: digits == digits[::-1]),
    "renban": (2, 4, None, lambda digits, _: sorted(digits) == list(range(min(digits), min(digits) + len(digits)))),
    "whisper": (2, 3, range(1, 4), lambda digits, number: all(by >= number for by in apart(digits))),
    "difference": (2, 2, range(1, 4), lambda digits, number: apart(digits) == [number]),
    "ratio": (2, 2, range(2, 5), lambda digits, number: max(digits) == number * min(digits)),
    "pair_sum": (2, 2, range(3, 8), lambda digits, number: sum(digits) == number),
    "greater": (2, 2, None, lambda digits, _: digits[0] > digits[1]),
    "odd": (1, 3, None, lambda digits, _: all(digit % 2 == 1 for digit in digits)),
    "even": (1, 3, None, lambda digits, _: all(digit % 2 == 0 for digit in digits)),
    "skyscraper": (4, 4, range(1, 5), lambda digits, number: greater_so_far(digits) == number),
    "between": (3, 4, None, lambda digits, _: all(min(digits[0], digits[-1]) < d < max(digits[0], digits[-1]) for d in digits[1:-1])),
}


def random_rule(rng):
    """The arguments of a rule, and whether a grid keeps to it."""
    kind = rng.choice([*KINDS, "arrow", "clone", "any_of", "anti_knight"])
    if kind == "anti_knight":
        moves = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
        pairs = [
            (4 * row + column, 4 * (row + down) + column + right)
            for row, column, (down, right) in itertools.product(range(4), range(4), moves)
            if 0 <= row + down < 4 and 0 <= column + right < 4
        ]
        return (kind,), lambda grid: all(grid[a] != grid[b] for a, b in pairs)
    if kind == "any_of":
        (one, keeps), (other, other_keeps) = random_rule(rng), random_rule(rng)
        return (kind, (), None, [one, other]), lambda grid: keeps(grid) or other_keeps(grid)
    if kind == "arrow":
        cells = rng.sample(NAMES, 3)
        return (kind, [cells[:1], cells[1:]]), line(cells)(lambda digits: digits[0] == sum(digits[1:]))
    if kind == "clone":
        cells = rng.sample(NAMES, 4)
        return (kind, [cells[:2], cells[2:]]), line(cells)(lambda digits: digits[:2] == digits[2:])
    least, most, numbers, keeps = KINDS[kind]
    cells = rng.sample(NAMES, rng.randint(least, most))
    number = rng.choice(numbers) if numbers else None
    return (kind, cells, number), line(cells)(lambda digits: keeps(digits, number))


def added(puzzle, rule):
    kind, cells, number, parts = (*rule, *[(), None, ()][len(rule) - 1 :])[:4]
    as_parts = [{"rule": part[0], **dict(zip(["cells", "number"], part[1:3])), "parts": parts_of(part)} for part in parts]
    puzzle.add(kind, cells, number, parts=as_parts)


def parts_of(part):
    return [{"rule": inner[0], **dict(zip(["cells", "number"], inner[1:3])), "parts": parts_of(inner)} for inner in part[3]] if len(part) > 3 else ()


def test_there_are_288_grids():
    assert len(GRIDS) == len(set(GRIDS)) == 288 == rs.Variant(4).count()


@pytest.mark.parametrize("seed", range(CASES))
def test_rules_mean_what_they_say(seed):
    """A few random rules and givens leave the grids that keep to their definitions."""
    rng = random.Random(seed)
    puzzle, left = rs.Variant(4), GRIDS
    for rule, keeps in [random_rule(rng) for _ in range(rng.randint(1, 3))]:
        added(puzzle, rule)
        left = [grid for grid in left if keeps(grid)]
    if rng.random() < 0.5:
        place, digit = rng.randrange(16), rng.randint(1, 4)
        puzzle.give(NAMES[place], digit)
        left = [grid for grid in left if grid[place] == digit]
    expected = {grid for grid in left}
    assert puzzle.count() == len(expected)
    solved = puzzle.solve(all=True)
    found = [tuple(digit for row in grid for digit in row) for grid in solved.grids]
    assert set(found) == expected and len(found) == len(expected)
    assert {tuple(digit for row in grid for digit in row) for grid in puzzle.solutions()} == expected
    verdict = {0: "none", 1: "unique"}.get(len(expected), "multiple")
    inspected = puzzle.inspect("exact")
    assert inspected.verdict == solved.verdict == verdict
    if expected:
        assert all(inspected[name] == {grid[at] for grid in expected} for at, name in enumerate(NAMES))
        counts = puzzle.count(candidates=True).candidates
        for at, name in enumerate(NAMES):
            assert sum(counts[name].values()) == len(expected) and set(counts[name]) == {grid[at] for grid in expected}
        assert not puzzle.conflict()
    else:
        assert puzzle.conflict() and puzzle.conflict().correction
    place, digit = rng.randrange(16), rng.randint(1, 4)
    holds = {grid[place] == digit for grid in expected}
    answer = {(True,): "always", (False,): "never", (False, True): "sometimes", (): "none"}[tuple(sorted(holds))]
    assert puzzle.why(f"{NAMES[place]}={digit}").answer == answer
    steps = puzzle.explain()
    assert (steps.end == "solved") <= (verdict == "unique") and (steps.end == "there is no solution") <= (verdict == "none")
    for step in steps.steps:
        for fact in step["placements"]:
            assert all(grid[NAMES.index(fact["cell"])] == fact["value"] for grid in expected)
        for fact in step["eliminations"]:
            assert all(grid[NAMES.index(fact["cell"])] != fact["value"] for grid in expected)
    assert puzzle.clues().data["verdict"] == verdict
    # All of it is written, and read again.
    assert rs.Variant.read(puzzle.write()) == puzzle == pickle.loads(pickle.dumps(puzzle)) == puzzle.copy()


def examples():
    """The examples of the kinds of rules in the documentation, with the least size of a grid that has their cells."""
    text = (ROOT / "docs/variants.md").read_text(encoding="utf-8") if (ROOT / "docs/variants.md").exists() else ""
    return [json.loads(found) for found in re.findall(r'\| `(\{"rule".*\})` \|', text)]


@pytest.mark.skipif(not examples(), reason="docs/variants.md is not here: the tests run outside of the repository")
def test_every_kind_of_rule():
    """A rule that is added is the rule that is read."""
    seen = set()
    for example in examples():
        seen.add(example["rule"])
        plain = json.loads(rs.Variant(9).write())
        # Some rules are about cells outside of the grid.
        extra = {cell for group in example.get("groups", ()) for cell in group if not cell.startswith("r")}
        if extra:
            plain["extra"] = [{"name": "Z", "cells": max(int(cell[1:]) for cell in extra)}]
        puzzle = rs.Variant.read(json.dumps(plain))
        whole = {**plain, "rules": [example]}

        def arguments(rule):
            automaton = rule.get("automaton")
            if automaton:
                states = automaton["states"], automaton["starts"][0], [tuple(step) for step in automaton["transitions"]], automaton["accepting"]
                automaton = rs.Automaton(*states)
            return {
                "rule": rule["rule"],
                "cells": rule.get("groups", rule.get("cells", ())),
                "number": rule.get("numbers", rule.get("number")),
                "name": rule.get("name"),
                "parts": [arguments(part) for part in rule.get("parts", ())],
                "automaton": automaton,
            }

        puzzle.add(**arguments(example))
        assert puzzle == rs.Variant.read(json.dumps(whole)), example
        assert puzzle.rules == rs.Variant.read(json.dumps(whole)).rules
        assert puzzle._repr_svg_().startswith("<svg")
    assert seen == set(rs.Variant.kinds())


def test_shapes():
    latin = rs.Variant(3, box="1x3")
    assert latin.count() == 12 and rs.Variant(3) == latin and rs.Variant(5).count(limit=200_000) == 161_280
    six = rs.Variant(6, box=(3, 2))
    assert "boxes\": \"3x2" in six.write() and six.row(2) == [f"r2c{column}" for column in range(1, 7)]
    drawn = rs.Variant(4, regions="AABB\nAABB\nCCDD\nCCDD")
    assert drawn.count() == 288 == rs.Variant(4, regions=[[1, 1, 2, 2], [1, 1, 2, 2], [3, 3, 4, 4], [3, 3, 4, 4]]).count()
    assert rs.Variant(4, regions=["AABB", "AABB", "CCDD", "CCDD"]) == drawn
    holes = rs.Variant((2, 3), digits=(0, 2), absent="r1c2")
    assert holes.cells == ["r1c1", "r1c3", "r2c1", "r2c2", "r2c3"] and holes.column(2) == ["r2c2"]
    grids = list(holes.solutions())
    assert len(grids) == holes.count() == sum(
        len({a, b}) == 2 and len({c, d, e}) == 3 and a != c and b != e for a, b, c, d, e in itertools.product(range(3), repeat=5)
    )
    assert all(grid[0][1] is None for grid in grids) and sorted(map(str, grids)) == sorted(map(str, holes.solve(all=True).grids))
    assert "─" in holes.boxed(grids[0]) and holes.svg(grids[0]).startswith("<svg")
    assert rs.Variant(2, lines=False, digits=(1, 2), box="1x2").count() == 16
    assert (six.rows, six.columns, six.digits, rs.Variant((2, 3)).digits) == (6, 6, (1, 6), (1, 3))
    for options in {"box": "2x2", "regions": "A"}, {"box": "4x2"}, {"box": "x"}, {"digits": (3, 1)}, {"regions": [[1]]}, {"regions": "AB"}, {"absent": ["r9c9"]}:
        with pytest.raises(ValueError):
            rs.Variant(6, **options)
    for size in 0, (0, 4), 10_000, (600, 600):
        with pytest.raises(ValueError):
            rs.Variant(size)


def test_of_a_sudoku():
    puzzle = rs.Puzzle("1... ..3. .1.. ...2")
    variant = rs.Variant.of(puzzle)
    assert variant.solve().grid == puzzle.solve().grid and variant.givens[0] == [1, None, None, None]
    assert rs.Variant.read(puzzle.line()) == variant
    blank = rs.Variant.of(rs.Puzzle("." * 16))
    blank.add_diagonals()
    differing = [grid for grid in GRIDS if len({*grid[0::5]}) == 4 and len({*grid[3:13:3]}) == 4]
    assert blank.count() == len(differing) == 48
    with pytest.raises(rs.ModelError, match="9x9"):
        blank.add_windows()
    windows = rs.Variant(9)
    windows.add_windows()
    assert len(windows.rules) == 4


def test_contents_of_cells():
    puzzle = rs.Variant(4)
    puzzle.give("r1c1", 1)
    puzzle.restrict("r1c2", [2, 3])
    puzzle.enter("r1c3", 4)
    puzzle.mark("r1c4", {2, 3})
    kept = [grid for grid in GRIDS if grid[0] == 1 and grid[1] in (2, 3)]
    assert puzzle.count() == len(kept)
    text = puzzle.write()
    entered = [grid for grid in kept if grid[2] == 4]
    assert rs.Variant.read(text, trust="entries").count() == len(entered)
    assert rs.Variant.read(text, trust="marks").count() == sum(grid[3] in (2, 3) for grid in entered)
    puzzle.title, puzzle.author, puzzle.ruleset = "A title", "Ada", "Rules"
    again = rs.Variant.read(puzzle.write())
    assert (again.title, again.author, again.ruleset) == ("A title", "Ada", "Rules") and "A title" in again.svg()
    puzzle.title = None
    assert rs.Variant.read(puzzle.write()).title is None
    for put in lambda: puzzle.give("r9c1", 1), lambda: puzzle.enter("x", 1), lambda: puzzle.mark("r1c1", [5]), lambda: puzzle.restrict("r1c1", [0]):
        assert pytest.raises(rs.ModelError, put).value.variable


def test_mistakes_have_their_place():
    puzzle = rs.Variant(4)
    for arguments, constraint, variable in [
        (("cag", ["r1c1"]), "cag r1c1", None),
        (("cage", ["r1c1", "r1c5"], 3), "cage r1c1 r1c5", "r1c5"),
        (("cage", ["r1c1"], [1, 2]), "cage r1c1", None),
        (("cage", ["r1c1"], 1.5), "cage r1c1", None),
        (("cage", ["r1c1"], 10**30), "cage r1c1", None),
        (("cage", ["r1c1"], 10**10), "cage r1c1", None),
        (("arrow", ["r1c1"]), "arrow r1c1", None),
        (("any_of", ["r1c1"]), "any_of r1c1", None),
        (("automaton", ["r1c1"]), "automaton r1c1", None),
        (("sum_modulo", ["r1c1"], [1, 0]), "sum_modulo r1c1", None),
    ]:
        error = pytest.raises(rs.ModelError, puzzle.add, *arguments).value
        assert (error.constraint, error.variable) == (constraint, variable) and str(error).startswith(constraint), error
    error = pytest.raises(rs.ModelError, puzzle.add, "any_of", parts=[("odd", ["r1c1"]), ("cage", ["r7c7"], 3)]).value
    assert (error.constraint, error.variable) == ("cage r7c7", "r7c7")
    for options in {"parts": [("odd", ["r1c1"])]}, {"automaton": rs.Automaton.from_pattern("1*", range(1, 5))}:
        with pytest.raises(rs.ModelError):
            puzzle.add("odd", ["r1c1"], **options)
    with pytest.raises(rs.ModelError, match="doublers"):
        puzzle.add("any_of", parts=["doublers"])
    for wrong in 3, [[1, 2]], [3], None:
        with pytest.raises((TypeError, rs.ModelError)):
            puzzle.add("odd", wrong)
    assert not puzzle.rules and puzzle.count() == 288
    error = pytest.raises(rs.ParseError, rs.Variant.read, '{"format": "residua-variant", "rows": 2,\n "columns": 2, "digits": [1, 2], "knights": 3}').value
    assert (error.line, error.column) == (2, 34) and "ignore_unknown=True" in str(error)
    error = pytest.raises(rs.ParseError, rs.Variant.read, ".Shape~4x4.Cage~5~R1C1~R1C9").value
    assert error.line == 1
    with pytest.raises(rs.ParseError, match="server"):
        rs.Variant.read("https://sudokupad.app/abcdef")
    with pytest.raises(ValueError, match="read_all"):
        rs.Variant.read(".Shape~4x4\n\n.Shape~4x4")
    with pytest.raises(ValueError):
        rs.Variant.read("")
    with pytest.raises(ValueError, match="form: expected one of grid, line"):
        print(puzzle.solve(form="pencil"))
    with pytest.raises(ValueError, match="form: expected one of pencil, svg, html"):
        puzzle.inspect(form="clpfd")
    with pytest.raises(rs.ParseError):
        puzzle.why("r9c9=1")


def test_formats():
    puzzle = rs.Variant(9)
    puzzle.add("cage", ["r1c1", "r1c2"], 14)
    puzzle.add("sum", ["r5c5", "r5c6", "r6c5"], 20)
    puzzle.give("r9c9", 7)
    for format in "json", "fpuzzles", "fpuzzles_link", "sudokupad", "sudokupad_link", "iss":
        try:
            text = puzzle.write(format)
        except rs.ModelError as error:
            assert "no " in str(error)
            continue
        again = rs.Variant.read(text)
        assert sorted(again.rules) == sorted(puzzle.rules) and again.givens == puzzle.givens, format
    killer = rs.Variant(9)
    killer.add("cage", ["r1c1", "r1c2"], 14)
    for format in "json", "fpuzzles", "fpuzzles_link", "sudokupad", "sudokupad_link", "iss":
        assert rs.Variant.read(killer.write(format)).rules == killer.rules
    killer.add("lunchbox", ["r2c2", "r2c3"], 3)
    with pytest.raises(rs.ModelError, match="lunchbox"):
        killer.write("sudokupad")
    with pytest.raises(ValueError, match="format: expected one of json"):
        killer.write("pdf")
    several = rs.Variant.read_all(".Shape~4x4.Cage~5~R1C1~R1C2\n\n.Shape~4x4.Cage~4~R1C1~R1C2")
    assert [found.rules for found in several] == [["cage of 5: r1c1 r1c2"], ["cage of 4: r1c1 r1c2"]]
    assert "puzzle:3" in several[1].solve().text
    unknown = '{"format": "residua-variant", "rows": 2, "columns": 2, "digits": [1, 2], "knights": 3}'
    found = rs.Variant.read(unknown, ignore_unknown=True)
    assert found.notes and found.count() == 16


def test_files(tmp_path):
    puzzle = rs.Variant(4)
    puzzle.add("thermometer", puzzle.row(1)[:3])
    path = tmp_path / "puzzle.json"
    path.write_text(puzzle.write(), encoding="utf-8")
    found = rs.read(path)
    assert isinstance(found, rs.Variant) and found == puzzle
    path.write_text(puzzle.write("iss"), encoding="utf-8")
    assert rs.read(str(path)) == puzzle
    clauses = tmp_path / "small.cnf"
    clauses.write_text("p cnf 2 1\n1 2 0\n")
    assert rs.read(clauses).count() == 3


def test_created_puzzles():
    rules = rs.Variant(6)
    rules.add("anti_knight")
    made = rules.create(2, seed=3)
    assert made == rules.create(2, seed=3) != rules.create(2, seed=4)
    for puzzle in made:
        solution = puzzle.solve()
        assert puzzle.count() == 1 and solution.grid == puzzle.solution and puzzle.rules == ["anti-knight"]
    assert all(sum(digit is not None for row in puzzle.givens for digit in row) == 12 for puzzle in rules.create(givens=12))
    killer = rs.Variant(4).create(cages=(2, 3))[0]
    assert killer.count() == 1 and killer.rules and all(rule.startswith("cage of ") for rule in killer.rules)
    assert rs.Variant(4).create(cages=True)[0].count() == 1
    assert float(rs.Variant(4).create(difficulty=(None, 1.5))[0].rate()) <= 1.5
    impossible = rs.Variant(4)
    impossible.add("cage", ["r1c1", "r1c2"], 20)
    for call in (
        impossible.create,
        lambda: rules.create(givens=99),
        lambda: rules.create(cages=(0, 3)),
        lambda: rules.create(technique="magic"),
        lambda: rules.create(difficulty=-1),
        lambda: rules.create(difficulty=(5, 4)),
        lambda: rules.create(symmetry="odd"),
        lambda: rs.Variant(16).create(cages=True, time=0.0),
    ):
        with pytest.raises(ValueError):
            call()


def test_questions_and_pictures():
    puzzle = rs.Variant(4)
    puzzle.add("thermometer", ["r2c2", "r2c1", "r1c1"])
    puzzle.add("arrow", [["r3c3"], ["r2c3", "r1c3"]])
    puzzle.add("difference", ["r4c1", "r4c2"], 3)
    puzzle.add("skyscraper", puzzle.column(4)[::-1], 2)
    puzzle.add("odd", ["r3c1"])
    solved = puzzle.solve()
    assert solved.verdict == "unique" and solved.grid == [[4, 3, 1, 2], [2, 1, 3, 4], [3, 2, 4, 1], [1, 4, 2, 3]]
    assert puzzle.solve(form="line").text == "4312213432411423\n" and "decisions" in puzzle.solve(stats=True).text
    assert puzzle.clues().data["redundant"] == ["difference of 3: r4c1 r4c2", "skyscraper of 2: r4c4 r3c4 r2c4 r1c4"]
    left = puzzle.inspect()
    assert left._repr_svg_().startswith("<svg") and "of-thermometer" in left._repr_html_()
    assert puzzle.inspect(form="svg").text.startswith("<svg") and puzzle.inspect(form="html").text.startswith("<!DOCTYPE html>")
    assert puzzle._repr_html_() == puzzle._repr_svg_() and puzzle.svg(solved.grid) != puzzle.svg()
    assert puzzle.compare().rows[-1]["fixed"] == 16
    assert puzzle.model().count() == 1 and len(puzzle.export("minizinc")) > 200
    assert puzzle.hint("kind").text.startswith("puzzle:1  ") and puzzle.hint().technique
    assert float(puzzle.rate()) >= 1 and puzzle.rate().end == puzzle.explain().end
    assert str(puzzle).endswith("odd: r3c1") and "5 rules" in repr(puzzle)
    assert puzzle.solve(all=True, threads=2).grids == [solved.grid]
    with pytest.raises(TypeError):
        hash(puzzle)
    clash = rs.Variant(4)
    clash.add("cage", ["r1c1", "r1c2"], 3)
    clash.add("cage", ["r1c3", "r1c4"], 5)
    found = clash.conflict()
    assert found and set(found.names[0]) >= {"cage of 3: r1c1 r1c2", "cage of 5: r1c3 r1c4"}
    assert clash.solve().verdict == "none" and clash.inspect().conflict and clash.hint().step is None or clash.explain().verdict


def test_doublers_have_variables_of_their_own():
    """Solutions are those of the digits, whichever cells count twice."""
    puzzle = rs.Variant(4)
    puzzle.add("doublers")
    puzzle.add("cage", ["r1c1", "r1c2"], 7)
    grids = list(puzzle.solutions())
    assert len(grids) == len({str(grid) for grid in grids}) == puzzle.count() == len(puzzle.solve(all=True).grids)
    assert len(puzzle.model().variables) > 16
