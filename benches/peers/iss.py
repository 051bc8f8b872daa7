#!/usr/bin/env python3
"""Variant puzzles by residua and by Interactive Sudoku Solver, in turn: the table of docs/variants.md.

    cargo build --release --bin variant_lines
    RESIDUA_ISS=CHECKOUT RESIDUA_PUZZLES=FOLDER python3 iss.py [--seconds 20] [--rounds 3] [--worst 15] [--only TEXT] [--named]

CHECKOUT is one of github.com/sigh/Interactive-Sudoku-Solver, whose engine runs in node (version 20 or later). FOLDER has
variants_iss_raw.jsonl, an object with name, input and solution a line. Both solvers are given the same strings, those that both read are compared:
each looks for two solutions, so that one that is the only one is proved to be. Times are of the processor, within the process of the solver, the
fastest of some rounds. Node's compiler is warm: forty puzzles are solved before. The time to make a solver of a string is part of it for both.

Printed are the geometric mean of the ratios of the times, what each left unfinished, where the answers differ from each other's or from
the stated solutions, and the puzzles where residua does worst. A puzzle that one did not finish counts with the limit.
"""

import argparse
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
OURS = HERE / "target" / "release" / "variant_lines"
BATCH = 40

# Puzzles that were lost by far when the two were first compared.
NAMED = [
    "Killing with flowers", "Wecoc #1", "Sandwich snipe 18", "Hailstone - little killer", "Arrow", "Kropki sudoku",
    "Zero solution: Renban", "Hard renban 1",
]


def answers(command, entries, options):
    """By name: what a solver prints."""
    with tempfile.NamedTemporaryFile("w", suffix=".tsv") as file:
        for name, text in entries:
            file.write(f"{name}\t{text.replace(chr(10), chr(0x1E))}\n")
        file.flush()
        run = [*command, file.name, str(options.seconds), str(options.rounds)]
        out = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    found = {}
    for line in out.splitlines():
        name, state, *rest = line.split("\t")
        if state == "error":
            found[name] = {"error": rest[0]}
        else:
            solutions, steps, making, searching, first = (*rest, "")[:5]
            milliseconds = float(making) + float(searching)
            found[name] = {"done": state == "done", "solutions": int(solutions), "steps": int(steps), "ms": milliseconds, "first": first.replace(" ", "")}
    return found


def told(answer):
    state = "" if answer["done"] else ">"
    return f"{state}{answer['ms']:.1f} ms ({answer['steps']})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--worst", type=int, default=15)
    parser.add_argument("--only", help="a part of the name")
    parser.add_argument("--named", action="store_true", help="the eight that were once lost")
    options = parser.parse_args()
    checkout, folder = os.environ.get("RESIDUA_ISS"), os.environ.get("RESIDUA_PUZZLES")
    if not checkout or not folder or not OURS.exists():
        sys.exit(__doc__)
    path = pathlib.Path(folder) / "variants_iss_raw.jsonl"
    puzzles = {}
    for number, line in enumerate(path.read_text().splitlines()):
        puzzle = json.loads(line)
        named = puzzle["name"] in NAMED if options.named else (options.only or "") in puzzle["name"]
        if named:
            puzzles[str(number)] = puzzle
    entries = [(number, puzzle["input"]) for number, puzzle in puzzles.items()]
    ours, theirs = {}, {}
    for at in range(0, len(entries), BATCH):
        # In turn, so that what else the machine does weighs on both.
        batch = entries[at:at + BATCH]
        ours |= answers([OURS], batch, options)
        theirs |= answers(["node", HERE / "rivals" / "iss.mjs", checkout], batch, options)
    both = [name for name in puzzles if "ms" in ours[name] and "ms" in theirs[name]]
    title = {name: f"{puzzles[name]['name'].split(chr(10))[0][:40]} [{name}]" for name in puzzles}
    print(f"{len(puzzles)} puzzles, {len(both)} read by both")
    limit = options.seconds * 1000
    decided = [name for name in both if ours[name]["done"] or theirs[name]["done"]]
    ratio = {name: min(limit, theirs[name]["ms"]) / min(limit, ours[name]["ms"]) for name in decided}
    if decided:
        mean = math.exp(sum(map(math.log, ratio.values())) / len(ratio))
        faster = sum(one > 1 for one in ratio.values())
        print(f"finished by either: {len(decided)}; Interactive Sudoku Solver takes {mean:.2f} times as long in the geometric mean; residua is faster on {faster}")
    for solver, found in [("residua", ours), ("Interactive Sudoku Solver", theirs)]:
        late = [title[name] for name in both if not found[name]["done"]]
        print(f"unfinished by {solver}: {len(late)}: {', '.join(late)}")
    for name in both:
        one, other = ours[name], theirs[name]
        # residua's solutions have further cells behind those of the grid.
        one["first"] = one["first"][:len(other["first"])] if other["first"] else one["first"]
        differ = one["done"] and other["done"] and (one["solutions"], one["first"] * (one["solutions"] == 1)) != (other["solutions"], other["first"] * (other["solutions"] == 1))
        if differ:
            print(f"answers differ: {title[name]}: {one['solutions']} and {other['solutions']} solutions")
        stated = puzzles[name].get("solution")
        # Digits above 9 are letters there.
        if isinstance(stated, str) and stated.isdigit() and one["done"] and one["solutions"] == 1 and one["first"] != stated:
            print(f"another solution than the stated one: {title[name]}")
    print("\nratio  residua (nodes)  Interactive Sudoku Solver (guesses)  puzzle")
    for name in sorted(decided, key=ratio.get)[:len(decided) if options.named else options.worst]:
        print(f"{ratio[name]:8.3f}  {told(ours[name]):28}  {told(theirs[name]):28}  {title[name]}")


if __name__ == "__main__":
    main()
