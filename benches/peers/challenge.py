#!/usr/bin/env python3
"""Instances of the MiniZinc Challenge, by residua and by Chuffed in turn: the tables of docs/minizinc.md.

    challenge.py FOLDER [FOLDER ...] [--seconds 20] [--mode free|annotated] [--residua PROGRAM]
                 [--chuffed PROGRAM --library FOLDER --natives FILE] [--only TEXT] [--rounds 1]

A FOLDER holds files of FlatZinc that MiniZinc compiled for residua. For Chuffed each becomes a model again: the file of --natives says in
MiniZinc what the constraints mean that only residua has, and MiniZinc compiles it with the library of Chuffed (--library: the folder
chuffed/flatzinc/mznlib of its source). What was compiled is kept in the folder of temporary files.

Chuffed is built from its source by CMake: cmake -S chuffed -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --target fzn-chuffed

Each row: the best objective and whether it is proved (=), seconds, and dead ends; of several rounds the median of seconds. At the end:
how many are proved, the sum of the times, and answers that contradict each other.
"""

import argparse
import hashlib
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CACHE = Path(tempfile.gettempdir()) / "residua-challenge"


def model_of(flat):
    """A model of MiniZinc with the same solutions, whose output is the objective."""
    text = re.sub(r"^(predicate [^;]*;|%.*)\n", "", flat, flags=re.M)
    text = re.sub(r"^constraint (int_\w+_imp)\(", r"constraint residua_\1(", text, flags=re.M)
    notes = (
        r"output_var|output_array\(\[[^\]]*\]\)|var_is_introduced|is_defined_var|computed_domain|domain_change_constraint"
        r"|defines_var\(\w+\)|mzn_\w+(\(\"[^\"]*\"\))?|promise_ctx_\w+|ctx_\w+"
    )
    text = re.sub(r":: ?(" + notes + ")", "", text)
    goal = objective_of(text)
    shown = f'output ["OBJ=\\({goal})\\n"];\n' if goal else 'output ["SAT\\n"];\n'
    return 'include "natives.mzn";\n' + text + shown


def objective_of(flat):
    """The name of what is optimised, if anything is."""
    goal = re.search(r"\b(?:minimize|maximize)\s+(\w+)\s*;", flat)
    return goal and goal[1]


def compiled(path, options):
    """The file for Chuffed; None where MiniZinc refuses it."""
    model = model_of(path.read_text())
    key = hashlib.sha256((model + str(options.library)).encode()).hexdigest()[:16]
    flat = CACHE / f"{path.stem}-{key}.fzn"
    if flat.exists():
        return flat
    CACHE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "model.mzn").write_text(model)
        (folder / "natives.mzn").write_text(Path(options.natives).read_text())
        solver = {"id": "org.chuffed.measured", "name": "Chuffed", "version": "0", "mznlib": str(options.library), "executable": options.chuffed, "tags": ["cp", "int"], "supportsFzn": True}
        (folder / "measured.msc").write_text(json.dumps(solver))
        command = ["minizinc", "--solver", folder / "measured.msc", "-c", folder / "model.mzn", "-o", flat]
        command += ["--no-output-ozn"]
        done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode or not flat.exists():
        print(f"{path.name}: MiniZinc: {done.stderr.strip()[-300:]}", file=sys.stderr)
        return None
    return flat


def run(command, seconds, goal):
    """Whether it is proved, the best objective, seconds, and dead ends."""
    start = time.monotonic()
    try:
        out = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 60).stdout
    except subprocess.TimeoutExpired as late:
        # A solver that does not keep its own limit has what it printed until then.
        out = (late.stdout or b"").decode()
    took = time.monotonic() - start
    if "=====UNSATISFIABLE" in out:
        state = "unsat"
    elif "==========" in out:
        state = "proved"
    elif "----------" in out:
        state = "found"
    else:
        state = "nothing"
    objective = re.findall(r"^%%%mzn-stat: objective=(-?[\d.]+)", out, flags=re.M)
    if not objective and goal:
        objective = re.findall(r"^" + re.escape(goal) + r" = (-?\d+);", out, flags=re.M)
    failures = re.findall(r"^%%%mzn-stat: failures=(\d+)", out, flags=re.M)
    return {
        "state": state,
        "objective": int(float(objective[-1])) if objective and goal and state in ("proved", "found") else None,
        "seconds": took,
        "failures": int(failures[-1]) if failures else None,
    }


def commands(path, options):
    """By name: the command."""
    free = ["-f"] if options.mode == "free" else []
    millis = str(options.seconds * 1000)
    all_ = {}
    for name, extra in options.settings:
        all_[name] = [options.residua, "fzn", *extra, *free, "-s", "-i", "-t", millis, str(path)]
    if options.chuffed:
        flat = compiled(path, options)
        if flat:
            every = ["-a"] if objective_of(path.read_text()) else []
            all_["chuffed"] = [options.chuffed, *free, "-s", *every, "-t", millis, str(flat)]
    return all_


def cell(result):
    if result is None:
        return "-"
    sign = {"proved": "=", "unsat": "none", "found": "", "nothing": "?"}[result["state"]]
    objective = "" if result["objective"] is None else str(result["objective"])
    failures = "" if result["failures"] is None else f" ({result['failures']})"
    return f"{objective}{sign} {result['seconds']:.2f}{failures}"


def contradictions(name, results, sense):
    """What two solvers say that cannot both be true."""
    proved = {r["objective"] for r in results.values() if r and r["state"] == "proved" and r["objective"] is not None}
    found = [r["objective"] for r in results.values() if r and r["objective"] is not None]
    states = {r["state"] for r in results.values() if r}
    wrong = []
    if len(proved) > 1:
        wrong.append(f"{name}: optima {sorted(proved)}")
    for best in proved:
        if any((other < best) if sense == "minimize" else (other > best) for other in found):
            wrong.append(f"{name}: {best} is no optimum, {found} were found")
    if "unsat" in states and states & {"proved", "found"}:
        wrong.append(f"{name}: a solution, and none")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--mode", choices=["free", "annotated"], default="free")
    parser.add_argument("--residua", default="residua")
    parser.add_argument("--learn", default="auto", help="values of residua fzn --learn, with commas between them")
    parser.add_argument("--chuffed")
    parser.add_argument("--library", type=Path)
    parser.add_argument("--natives", type=Path)
    parser.add_argument("--only", default="", help="files whose names contain this")
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args()
    if options.chuffed and not (options.library and options.natives):
        parser.error("--chuffed needs --library and --natives")
    options.settings = [(f"residua {learn}".removesuffix(" auto"), [f"--learn={learn}"]) for learn in options.learn.split(",")]
    os.environ.setdefault("MZN_SOLVER_PATH", "")
    files = [file for folder in options.folders for file in sorted(folder.glob("*.fzn")) if options.only in file.name]
    names = [name for name, _ in options.settings] + (["chuffed"] if options.chuffed else [])
    print("| instance | " + " | ".join(names) + " |", "|---|" + "---|" * len(names), sep="\n")
    sums, proved, wrong = dict.fromkeys(names, 0.0), dict.fromkeys(names, 0), []
    for path in files:
        text = path.read_text()
        goal, sense = objective_of(text), "maximize" if "maximize" in text[-3000:] else "minimize"
        results = {}
        for _ in range(options.rounds):
            for name, command in commands(path, options).items():
                results.setdefault(name, []).append(run(command, options.seconds, goal))
        medians = {}
        for name, runs in results.items():
            medians[name] = {**runs[-1], "seconds": statistics.median(r["seconds"] for r in runs)}
            sums[name] += medians[name]["seconds"]
            proved[name] += medians[name]["state"] in ("proved", "unsat")
        wrong += contradictions(path.name, medians, sense)
        print(f"| {path.stem} | " + " | ".join(cell(medians.get(name)) for name in names) + " |", flush=True)
    print("| **proved, seconds in sum** | " + " | ".join(f"{proved[name]}, {sums[name]:.1f}" for name in names) + " |")
    print("contradictions:", "; ".join(wrong) if wrong else "none")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
