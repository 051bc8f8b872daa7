#!/usr/bin/env python3
"""One puzzle in all models: sizes, and the time that each solver takes, as a table in Markdown.

    cargo build --release
    python3 benches/peers/one_puzzle.py [PUZZLE_FILE]...

Each puzzle is exported into each language, given to each solver that is installed, and the answer is read back by
`residua decode`, which checks it. Times are those of whole processes, the least of three; a solver gets 60 seconds.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
RESIDUA = ROOT / "target" / "release" / "residua"
LIMIT = 60.0
HIGHS = """
import sys, highspy
h = highspy.Highs()
h.setOptionValue("output_flag", False)
h.readModel(sys.argv[1])
h.run()
h.writeSolution(sys.argv[2], 0)
"""

# The language and its options; what is counted in it; the solvers: a name, a command, and whether its answer is a file.
# {model} and {answer} are files.
SWIPL_GOAL = "(solution(B) -> print(B) ; print(false)), nl"
MODELS = [
    (["cnf"], "clauses", [
        ("CaDiCaL", ["cadical", "-q", "{model}"], False),
        ("MiniSat", ["minisat", "-verb=0", "{model}", "{answer}"], True),
    ]),
    (["lp"], "rows", [
        ("GLPK", ["glpsol", "--lp", "{model}", "-o", "{answer}"], True),
        ("HiGHS", [sys.executable, "-c", HIGHS, "{model}", "{answer}"], True),
    ]),
    (["mps"], "rows", [
        ("GLPK", ["glpsol", "--freemps", "{model}", "-o", "{answer}"], True),
        ("CBC", ["cbc", "{model}", "-solve", "-solution", "{answer}"], True),
    ]),
    (["minizinc"], "constraints", [
        ("Gecode", ["minizinc", "--solver", "gecode", "{model}"], False),
    ]),
    (["prolog"], "goals", [
        ("SWI-Prolog", ["swipl", "-q", "-g", SWIPL_GOAL, "-t", "halt", "{model}"], False),
    ]),
    (["polynomial", "--syntax", "sympy"], "polynomials", [
        ("SymPy", [sys.executable, "{model}"], None),
    ]),
]


def is_there(command):
    """Whether a solver is installed."""
    if command[0] == sys.executable and "highspy" in " ".join(command):
        return subprocess.run([sys.executable, "-c", "import highspy"], capture_output=True).returncode == 0
    if command[0] == sys.executable:
        return subprocess.run([sys.executable, "-c", "import sympy"], capture_output=True).returncode == 0
    return shutil.which(command[0]) is not None


def counted(language, text):
    """How many of its statements a model has."""
    lines = [line for line in text.splitlines() if line.strip()]
    if language == "cnf":
        return sum(not line.startswith(("c", "p")) for line in lines)
    if language == "lp":
        start = next(at for at, line in enumerate(lines) if line.lower().startswith("subject to"))
        ends = ("bounds", "binary", "binaries", "general", "end")
        rows = lines[start + 1:next(at for at, line in enumerate(lines) if at > start and line.lower().startswith(ends))]
        return sum(":" in line for line in rows)
    if language == "mps":
        start, end = (next(at for at, line in enumerate(lines) if line.startswith(name)) for name in ("ROWS", "COLUMNS"))
        return end - start - 2
    if language == "minizinc":
        return sum(line.startswith("constraint") for line in lines)
    if language == "prolog":
        return len(text.split("model([", 1)[1].split(".\n", 1)[0].splitlines()) - 1
    body = text.split("equations = [\n", 1)[1].split("\n]", 1)[0].splitlines()
    return sum(not line.strip().startswith("#") for line in body)


def timed(command):
    """The least of three times, in seconds, and what was printed; None beyond the limit."""
    best, out = None, ""
    for _ in range(3):
        start = time.perf_counter()
        try:
            out = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT).stdout
        except subprocess.TimeoutExpired:
            return None, ""
        took = time.perf_counter() - start
        best = took if best is None else min(best, took)
        if took > 5:
            break
    return best, out


def rows_of(puzzle, folder):
    """The rows of the table for a puzzle."""
    seconds, _ = timed([RESIDUA, "solve", "--format", "line", puzzle])
    yield "its own model", "", f"{puzzle.stat().st_size / 1000:,.1f} kB", "residua", f"{seconds:.3f}"
    for options, noun, solvers in MODELS:
        language = options[0]
        # MiniZinc looks at the end of the name.
        model = folder / f"{puzzle.stem}-{language}.{'mzn' if language == 'minizinc' else language}"
        subprocess.run([RESIDUA, "export", puzzle, "--to", *options, "-o", model], check=True)
        text = model.read_text()
        size = f"{counted(language, text):,} {noun}"
        for name, command, is_file in solvers:
            if not is_there(command):
                yield language, size, f"{len(text) / 1000:,.0f} kB", name, "not installed"
                continue
            answer = folder / "answer"
            answer.write_text("")
            filled = [part.replace("{model}", str(model)).replace("{answer}", str(answer)) for part in command]
            seconds, out = timed(filled)
            verdict = "more than 60"
            if seconds is not None:
                if is_file is False:
                    answer.write_text(out)
                verdict = f"{seconds:.3f}"
                if is_file is not None:
                    decoded = subprocess.run([RESIDUA, "decode", model, answer, "--format", "line"], capture_output=True)
                    if decoded.returncode != 0:
                        verdict += ": " + (decoded.stderr or decoded.stdout).decode().strip()
            yield language, size, f"{len(text) / 1000:,.0f} kB", name, verdict


def main():
    puzzles = [pathlib.Path(name) for name in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if not puzzles:
            samples = {"4x4": "1... ..3. .1.. ...2", "9x9": "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"}
            for size, text in samples.items():
                puzzles.append(folder / f"{size}.txt")
                puzzles[-1].write_text(text.replace(" ", "") + "\n")
        for puzzle in puzzles:
            print(f"\n| {puzzle.stem} in | size | file | solver | seconds |\n|---|---|---|---|---|")
            for row in rows_of(puzzle, folder):
                print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
