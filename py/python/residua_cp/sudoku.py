r"""Sudoku of any box size in Prolog: a program for SWI-Prolog, and what is left of a puzzle as its top level prints it.

`python -m residua_cp.sudoku 2 3` writes the program of a grid with boxes of 2 rows and 3 columns, and `swipl -g main -t halt FILE` prints the
definite cells and the constraints that are left. With `--solve`, residua finds what is left. Cells are named as in `G0102`: row 1 and column 2,
from 0.

>>> program(2, 3).count("all_distinct")
18
>>> left = residual(2, 2, "12.. ..12 2... ....").splitlines()
>>> left[0], left[8], left[-1]
('G0000 = 1,', 'G0002 in 3..4,', 'all_distinct([G0003, G0203, G0303]).')
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
from typing import Sequence, Union

from residua_cp import _core
from residua_cp.puzzle import Puzzle

#: A puzzle, text in any format that is read, or rows of integers, 0 for a blank.
Grid = Union[Puzzle, str, Sequence[Sequence[int]]]

_PROGRAM = """\
:- use_module(library(clpfd)).

% A Sudoku with boxes of {x} by {y} cells. G0102 is the cell of row 1 and column 2, from 0.
sudoku([{cells}]) :-
    {goals}.

% Each solution, on backtracking.
solution(Cells) :-
    sudoku(Cells),
    labeling([ff], Cells).

% Prints what is left without search: the definite cells, then the constraints.
main :-
    (   sudoku(Cells)
    ->  names(Names),
        maplist([Name, Cell, Name=Cell]>>true, Names, Cells, Bindings),
        partition([_=Cell]>>integer(Cell), Bindings, Definite, Open),
        copy_term(Open, Open, Goals),
        append(Definite, Goals, Left),
        print_left(Left, Open)
    ;   writeln('false.')
    ).

print_left([], _) :-
    writeln('true.').
print_left([Goal|Goals], Names) :-
    strip_module(Goal, _, Bare),
    write_term(Bare, [variable_names(Names), spacing(next_argument)]),
    (   Goals == []
    ->  writeln('.')
    ;   writeln(','),
        print_left(Goals, Names)
    ).

names([{names}]).
"""


def _puzzle(x: int, y: int, puzzle: Grid | None) -> Puzzle:
    if x < 1 or y < 1:
        raise ValueError(f"expected boxes of at least 1 by 1 cells, found {x} by {y}")
    found = [[0] * (x * y)] * (x * y) if puzzle is None else puzzle
    read = found if isinstance(found, Puzzle) else Puzzle(found, box=(x, y))
    if read.box_shape != (x, y):
        rows, columns = read.box_shape
        raise ValueError(f"expected boxes of {x} by {y} cells, found {rows} by {columns}")
    return read


def _names(size: int) -> list[list[str]]:
    return [[f"G{row:02}{column:02}" for column in range(size)] for row in range(size)]


def program(x: int, y: int, puzzle: Grid | None = None) -> str:
    """The rules and givens of a grid with boxes of `x` rows and `y` columns as a program for SWI-Prolog.

    `sudoku(Cells)` states the constraints, `solution(Cells)` gives each solution on backtracking, and `main` prints what is left without search.
    """
    givens = _puzzle(x, y, puzzle).givens
    names = _names(x * y)
    flat = list(itertools.chain(*names))
    goals = [f"[{', '.join(flat)}] ins 1..{x * y}"]
    goals += [f"{name} = {given}" for name, given in zip(flat, itertools.chain(*givens)) if given]
    boxes = [
        [names[top + row][left + column] for row in range(x) for column in range(y)]
        for top in range(0, x * y, x)
        for left in range(0, x * y, y)
    ]
    goals += [f"all_distinct([{', '.join(scope)}])" for scope in [*names, *zip(*names), *boxes]]
    quoted = ", ".join(f"'{name}'" for name in flat)
    return _PROGRAM.format(x=x, y=y, cells=", ".join(flat), goals=",\n    ".join(goals), names=quoted)


def residual(x: int, y: int, puzzle: Grid | None = None, strength: str = "domain") -> str:
    """What propagation leaves of a puzzle, as goals: each definite cell, then domains and constraints; `false.` if there is no solution.

    `strength` is that of `Model.inspect`; with `exact`, domains have only the values that are in some solution.
    """
    left = _puzzle(x, y, puzzle).inspect(strength)
    if left.verdict == "none":
        return "false."
    names = list(itertools.chain(*_names(x * y)))
    definite = [f"{name} = {domain.value}" for name, domain in zip(names, left.domains.values()) if domain.value is not None]
    # The other goals: what a top level prints without its bindings to values, which it writes in chains.
    goals = [line.rstrip(",.") for line in (left.clpfd() or "").splitlines() if line and not line.startswith("%")]
    fixed = {goal.split(" = ")[0] for goal in definite}
    others = [goal for goal in goals if goal != "true" and not (" = " in goal and goal.split(" = ")[0] in fixed)]
    return ",\n".join(definite + others) + "."


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m residua_cp.sudoku", description="Writes a Sudoku as a program for SWI-Prolog.")
    parser.add_argument("x", type=int, help="rows of a box")
    parser.add_argument("y", type=int, help="columns of a box")
    parser.add_argument("puzzle", nargs="?", help="givens: text, a file, or - for standard input; an empty grid otherwise")
    parser.add_argument("--solve", action="store_true", help="print what is left: definite cells and constraints")
    parser.add_argument("--strength", default="domain", help="of the propagation for --solve: value, …, domain, singleton, exact")
    options = parser.parse_args(arguments)
    try:
        text: str | None = options.puzzle
        if text == "-":
            text = sys.stdin.read()
        elif text is not None and os.path.isfile(text):
            with open(text, encoding="utf-8") as file:
                text = file.read()
        if options.solve:
            print(residual(options.x, options.y, text, options.strength))
        else:
            print(program(options.x, options.y, text), end="")
    except (ValueError, OSError, _core.ParseError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
