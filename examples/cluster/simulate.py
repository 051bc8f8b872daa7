"""How many workers a split serves: measures units on this machine, and simulates any number of workers on them.

    simulate.py measure SUBJECT --parts N --budget N --ask QUESTION > units.tsv
    simulate.py draw units.tsv SVG [--one-process SECONDS] [--scale N]

The first answers all units by one process and notes the time that it computes for each. The second hands them out to workers, first come, first served,
in two ways: what is left of a unit after its budget is handed out again, or its worker does all of it. It prints a table, and draws it.
"""

from __future__ import annotations

import argparse
import heapq
import json
import math
import os
import subprocess
import time
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path

RESIDUA = os.environ.get("RESIDUA", "residua")
WORKERS = (16, 64, 256, 1024, 4096)

# The id of a unit, and what it takes; in the simulation, also the units that are left of it.
Id = tuple[int, ...]
Times = dict[Id, float]
Tree = dict[Id, list[Id]]


def seconds_of(process: int) -> float:
    """The time that a process has computed: that which others take from it says nothing about the units. Elsewhere than on Linux, the time of day."""
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9
    except OSError:
        return time.perf_counter()


def measure(arguments: argparse.Namespace) -> None:
    subject, options = arguments.subject, ["--ask", arguments.ask]
    split = [RESIDUA, "split", subject, *options, f"--parts={arguments.parts}"]
    start = time.perf_counter()
    units = subprocess.run(split, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    print(f"# split\t{time.perf_counter() - start:.6f}")
    work = [RESIDUA, "work", subject, "-", *options, f"--budget={arguments.budget}"]
    with subprocess.Popen(work, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdin and worker.stdout
        open_units = deque(units)
        while open_units:
            start = seconds_of(worker.pid)
            print(open_units.popleft(), file=worker.stdin, flush=True)
            report = json.loads(worker.stdout.readline())
            seconds = seconds_of(worker.pid) - start
            print(*report["id"], sep=".", end=f"\t{seconds:.6f}\t{report['statistics']['nodes']}\n")
            open_units.extendleft(json.dumps(unit) for unit in reversed(report["rest"]))
        worker.stdin.close()


def read(path: str) -> tuple[Times, int, float]:
    """The time of each unit, the nodes of all, and the time of the split."""
    times: Times = {}
    nodes, split = 0, 0.0
    for line in Path(path).read_text().splitlines():
        name, seconds, *of_unit = line.split("\t")
        if name.startswith("#"):
            split = float(seconds)
        else:
            times[tuple(map(int, name.split(".")))] = float(seconds)
            nodes += int(of_unit[0])
    return times, nodes, split


def tree(times: Times) -> Tree:
    below: Tree = {(): []}
    for unit in times:
        below.setdefault(unit, [])
        below[unit[:-1]].append(unit)
    return below


def makespan(workers: int, times: Times, below: Tree, hand_out: float) -> float:
    """The time after which all is done, if units are answered by the first worker that is free, in the order in which they appear. They are
    handed out one at a time, which takes some time for each."""
    waiting = deque(below[()])
    idle, now, free_again = workers, 0.0, 0.0
    running: list[tuple[float, Id]] = []
    while waiting or running:
        while waiting and idle:
            unit = waiting.popleft()
            idle -= 1
            free_again = max(now, free_again) + hand_out
            heapq.heappush(running, (free_again + times[unit], unit))
        now, done = heapq.heappop(running)
        idle += 1
        waiting.extend(below[done])
    return now


def whole(times: Times) -> Times:
    """The time of each unit of the split with all that is left of it."""
    sums: Times = {}
    for unit, seconds in times.items():
        sums[unit[:1]] = sums.get(unit[:1], 0.0) + seconds
    return sums


Curve = tuple[str, str, list[float]]


def draw(arguments: argparse.Namespace) -> None:
    times, nodes, split = read(arguments.units)
    nodes *= arguments.scale
    times = {unit: arguments.scale * seconds for unit, seconds in times.items()}
    one_process = arguments.scale * arguments.one_process if arguments.one_process else sum(times.values())
    wholes = whole(times)
    print(f"{nodes:,} nodes, {len(wholes):,} units of the split, {len(times):,} with what was left of them")
    print(f"one process {one_process:.1f} s, all units {sum(times.values()):.1f} s, the split {split:.2f} s")
    mean, longest = 1000 * sum(times.values()) / len(times), 1000 * max(times.values())
    print(f"a unit: mean {mean:.1f} ms, longest {longest:.1f} ms; to its end: {1000 * max(wholes.values()):.1f} ms")
    started = {unit: seconds + arguments.start / 1e3 for unit, seconds in times.items()}
    ways: Iterable[tuple[str, str, Times, float, float]] = (
        ("what is left is handed out again", "#1f6fb2", times, 0.0, 0.0),
        ("… as the driver of MPI does it, with all costs", "#3a9a5b", started, arguments.hand_out / 1e6, split),
        ("each unit to its end", "#c4572e", wholes, 0.0, 0.0),
    )
    curves: list[Curve] = []
    print("efficiency, by workers", *(f"{count:,}" for count in WORKERS), sep="\t")
    for name, colour, of_way, hand_out, before in ways:
        below = tree(of_way)
        speedups = [one_process / (before + makespan(count, of_way, below, hand_out)) for count in WORKERS]
        curves.append((name, colour, speedups))
        shares = zip(WORKERS, speedups)
        print(name, *(f"{100 * speedup / count:.0f} %" for count, speedup in shares), sep="\t")
    Path(arguments.svg).write_text("\n".join(svg(curves, f"{nodes / 1e6:.0f} million nodes, {len(times):,} units")) + "\n")


def svg(curves: list[Curve], title: str) -> Iterator[str]:
    """Speed-up over workers, both in powers of two."""
    left, top, width, height = 62.0, 34.0, 400.0, 300.0
    low, high, lowest = int(math.log2(WORKERS[0])), int(math.log2(WORKERS[-1])), 2
    labels = {1 << power: f"{1 << power:,}" for power in range(lowest, high + 1, 2)}

    def x(workers: float) -> float:
        return left + width * (math.log2(workers) - low) / (high - low)

    def y(speedup: float) -> float:
        return top + height * (high - max(math.log2(speedup), lowest)) / (high - lowest)

    yield '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 490 392" font-family="sans-serif" font-size="12">'
    yield '<rect width="490" height="392" fill="#ffffff"/>'
    yield f'<text x="{left}" y="20" font-size="13">Speed-up, simulated: {title}</text>'
    for number, label in labels.items():
        yield f'<path d="M{left} {y(number):.1f}H{left + width}" stroke="#dddddd"/>'
        yield f'<text x="{left - 8}" y="{y(number) + 4:.1f}" text-anchor="end">{label}</text>'
        if number >= WORKERS[0]:
            yield f'<path d="M{x(number):.1f} {top}V{top + height}" stroke="#dddddd"/>'
            yield f'<text x="{x(number):.1f}" y="{top + height + 18}" text-anchor="middle">{label}</text>'
    yield f'<text x="{left + width / 2}" y="{top + height + 38}" text-anchor="middle">workers</text>'
    yield f'<path d="M{x(WORKERS[0])} {y(WORKERS[0])}L{x(WORKERS[-1])} {y(WORKERS[-1])}" stroke="#999999" stroke-dasharray="4 4"/>'
    legend = [("ideal", "#999999"), *((name, colour) for name, colour, _ in curves)]
    for number, (name, colour) in enumerate(legend):
        at = top + 18 + 18 * number
        yield f'<rect x="{left + 10}" y="{at - 6}" width="14" height="3" fill="{colour}"/>'
        yield f'<text x="{left + 30}" y="{at}">{name}</text>'
    for _, colour, speedups in curves:
        points = [f"{x(count):.1f} {y(speedup):.1f}" for count, speedup in zip(WORKERS, speedups)]
        yield f'<path d="M{"L".join(points)}" fill="none" stroke="{colour}" stroke-width="2"/>'
        for point in points:
            cx, cy = point.split()
            yield f'<circle cx="{cx}" cy="{cy}" r="3" fill="{colour}"/>'
    yield "</svg>"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    of_measure = commands.add_parser("measure")
    of_measure.add_argument("subject")
    of_measure.add_argument("--parts", type=int, default=1000)
    of_measure.add_argument("--budget", type=int, default=100_000)
    of_measure.add_argument("--ask", default="solutions")
    of_measure.set_defaults(run=measure)
    of_draw = commands.add_parser("draw")
    of_draw.add_argument("units")
    of_draw.add_argument("svg")
    of_draw.add_argument("--one-process", type=float, help="seconds that one process takes without a split")
    of_draw.add_argument("--hand-out", type=float, default=25, help="microseconds for handing out a unit, and keeping its report, one at a time")
    of_draw.add_argument("--start", type=float, default=3, help="milliseconds for the start of a process, at each unit")
    of_draw.add_argument("--scale", type=int, default=1, help="times as long as measured that units shall take")
    of_draw.set_defaults(run=draw)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
