#!/usr/bin/env python3
"""Rules of variant puzzles in full grids, accepted or refused by residua and by Interactive Sudoku Solver.

    cargo build --release --bin variant_lines
    RESIDUA_ISS=CHECKOUT python3 iss_rules.py [--seed 1] [--cases 2000]

Each case is a random full grid, 9 by 9 or 6 by 6, with digits from 1 or from 0, and one rule with random cells, whose number is mostly one that the
grid has. A rule that one reads otherwise than the other is found so, however it is propagated. Printed are, by kind, how many cases both
accept and both refuse, and each case on which they differ; the exit code is 1 if there is one. A case that one of them refuses to read
is counted and passed over. Known to differ: lunchboxes with the digit 0.
"""

import argparse
import collections
import os
import pathlib
import random
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
OURS = HERE / "target" / "release" / "variant_lines"

LINES = [
    "AllDifferent", "Thermo", "Renban", "Entropic", "RegionSumLine", "Between", "Palindrome", "Zipper", "DoubleArrow", "EqualityCage",
    "ValueIndexing", "CountingCircles", "Arrow", "CountDistinct",
]
NUMBERED = ["Lockout", "Modular", "SumLine", "RellikCage", "Lunchbox", "Whisper", "Sum", "Cage", "ContainAtLeast", "ContainExact"]
ENDS = ["XSum", "Skyscraper", "HiddenSkyscraper", "NumberedRoom", "FullRank", "Sandwich"]
MARKS = ["WhiteDot", "BlackDot", "X", "V", "GreaterThan"]
WHOLE = ["GlobalEntropy", "GlobalMod", "AntiKnight", "AntiKing", "AntiConsecutive", "AntiTaxicab", "DutchFlatmates"]
OTHERS = ["Quad", "Indexing", "SameValues", "LittleKiller", "PillArrow"]


class Grid:
    """A full grid: a shuffled pattern of rows and columns."""

    def __init__(self, size, rows, columns, least):
        self.size, self.least = size, least
        digits = random.sample(range(least, least + size), size)

        def shuffled(height):
            bands = random.sample(range(size // height), size // height)
            return [height * band + at for band in bands for at in random.sample(range(height), height)]

        pattern = lambda row, column: (row * columns + row // rows + column) % size
        order = shuffled(columns)
        self.rows = [[digits[pattern(row, column)] for column in order] for row in shuffled(rows)]

    def at(self, cell):
        return self.rows[cell[0]][cell[1]]

    def path(self, length):
        """Different cells, each a neighbour of the one before."""
        while True:
            path = [(random.randrange(self.size), random.randrange(self.size))]
            while len(path) < length:
                row, column = path[-1]
                near = [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
                free = [cell for cell in near if cell not in path and all(0 <= at < self.size for at in cell)]
                if not free:
                    break
                path.append(random.choice(free))
            if len(path) == length:
                return path


def cells(path):
    return "".join(f"~R{row + 1}C{column + 1}" for row, column in path)


def numbered(kind, grid, path):
    values = [grid.at(cell) for cell in path]
    ends = sorted((values.index(min(values)), values.index(max(values))))
    return {
        "Lockout": random.randint(1, 5),
        "Modular": random.randint(1, 5),
        "SumLine": random.choice([sum(values), max(1, sum(values) // 2), 10]),
        "RellikCage": random.randint(1, 12),
        "Lunchbox": max(0, sum(values[ends[0] + 1:ends[1]]) + off()),
        "Whisper": random.randint(1, 6),
        "Sum": sum(values) + off(),
        "Cage": sum(values) + off(),
        "ContainAtLeast": random.choice([values[0], grid.least]),
        "ContainExact": random.choice([values[0], grid.least]),
    }[kind]


def at_end(kind, grid, line):
    """What a clue at the beginning of a line says."""
    values = [grid.at(cell) for cell in line]
    hidden = [value for at, value in enumerate(values) if any(value < before for before in values[:at])]
    ends = sorted((values.index(min(values)), values.index(max(values))))
    return {
        "XSum": sum(values[:values[0]]),
        "Skyscraper": sum(all(value > before for before in values[:at]) for at, value in enumerate(values)),
        "HiddenSkyscraper": hidden[0] if hidden else 1,
        "NumberedRoom": values[values[0] - 1] if 0 < values[0] <= grid.size else 1,
        "FullRank": random.randint(1, 4 * grid.size),
        "Sandwich": sum(values[ends[0] + 1:ends[1]]),
    }[kind]


def off():
    return random.choice([0, 0, 0, 1, -1])


def rule(kind, grid):
    size = grid.size
    # Of fewer cells these two ask nothing here, and are refused there.
    path = grid.path(random.randint(3 if kind in ("DoubleArrow", "Lockout") else 1, 6))
    side, at = random.choice("RC"), random.randrange(size)
    if kind in LINES:
        if kind == "Thermo" and random.random() < 0.6:
            path.sort(key=grid.at)
        return f".{kind}{cells(path)}"
    if kind in NUMBERED:
        return f".{kind}~{numbered(kind, grid, path)}{cells(path)}"
    if kind in ENDS:
        line = [(at, other) if side == "R" else (other, at) for other in range(size)]
        clue = max(0, at_end(kind, grid, line) + off())
        return f".Sandwich~{clue}~{side}{at + 1}" if kind == "Sandwich" else f".{kind}~{side}{at + 1}~{clue}~"
    row, column = random.randrange(size - 1), random.randrange(size - 1)
    if kind in MARKS:
        return f".{kind}{cells([(row, column), (row, column + 1)])}"
    if kind == "Quad":
        values = [grid.at((row + down, column + right)) for down in (0, 1) for right in (0, 1)]
        asked = random.sample(values, random.randint(1, 4))
        asked[0] = random.choice([asked[0], grid.least])
        return f".Quad~R{row + 1}C{column + 1}" + "".join(f"~{value}" for value in asked)
    if kind == "Indexing":
        return f".Indexing~{side}{cells(path)}"
    if kind == "LittleKiller":
        start = random.randrange(1, size - 1)
        total = sum(grid.at((start - step, step)) for step in range(start + 1))
        return f".LittleKiller~{total + off()}~R{start + 1}C1"
    if kind == "SameValues":
        return f".SameValues~2{cells(grid.path(4))}"
    if kind == "PillArrow":
        return f".PillArrow~2{cells([(row, column), (row, column + 1)] + grid.path(random.randint(1, 3)))}"
    return f".{kind}"


def answers(command, texts):
    with tempfile.NamedTemporaryFile("w", suffix=".tsv") as file:
        file.writelines(f"{number}\t{text}\n" for number, text in enumerate(texts))
        file.flush()
        out = subprocess.run([*command, file.name, "5", "1"], capture_output=True, text=True, check=True).stdout
    lines = (line.split("\t") for line in out.splitlines())
    return {int(number): None if state == "error" else rest[0] for number, state, *rest in lines}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=2000)
    options = parser.parse_args()
    checkout = os.environ.get("RESIDUA_ISS")
    if not checkout or not OURS.exists():
        sys.exit(__doc__)
    random.seed(options.seed)
    kinds, texts = [], []
    for _ in range(options.cases):
        kind = random.choice(LINES + NUMBERED + ENDS + MARKS + WHOLE + OTHERS)
        size, rows, columns = random.choice([(9, 3, 3), (9, 3, 3), (6, 2, 3)])
        least = random.choice([1, 1, 1, 0])
        grid = Grid(size, rows, columns, least)
        digits = "" if least else f"~0-{size - 1}"
        shape = "" if (size, least) == (9, 1) else f".Shape~{size}x{size}{digits}"
        givens = "".join(f"~R{row + 1}C{column + 1}_{grid.at((row, column))}" for row in range(size) for column in range(size))
        kinds.append(kind)
        texts.append(f"{shape}{rule(kind, grid)}.{givens}")
    ours, theirs = answers([OURS], texts), answers(["node", HERE / "rivals" / "iss.mjs", checkout], texts)
    counts = collections.defaultdict(collections.Counter)
    differ = 0
    for number, (kind, text) in enumerate(zip(kinds, texts)):
        one, other = ours[number], theirs[number]
        if one is None or other is None:
            counts[kind]["not read"] += 1
        elif one == other:
            counts[kind]["accepted" if one == "1" else "refused"] += 1
        else:
            differ += 1
            print(f"differ: {one} and {other} solutions: {text}")
    for kind, counted in sorted(counts.items()):
        print(kind, ", ".join(f"{count} {what}" for what, count in sorted(counted.items())))
    print(f"{options.cases} cases, {differ} differ")
    sys.exit(differ > 0)


if __name__ == "__main__":
    main()
