"""Answers units by MPI: mpirun -np N drive.py SUBJECT UNITS REPORTS OPTION...

Rank 0 hands out units, each with the best value that is known; the others answer them.
"""

import subprocess
import sys
from pathlib import Path

from mpi4py import MPI

sys.path.append(str(Path(__file__).resolve().parent.parent))
from handout import Command, Handout, answer


def hand_out(world: MPI.Comm) -> int:
    units = Handout.of_arguments()
    idle = list(range(1, world.size))
    while True:
        while idle and (job := units.next()):
            world.send(job, dest=idle.pop(0))
        if len(idle) == world.size - 1:
            break
        status = MPI.Status()
        report: str = world.recv(status=status)
        units.add(report)
        idle.append(status.source)
    for rank in idle:
        world.send(None, dest=rank)
    return units.merge()


def serve(world: MPI.Comm) -> int:
    while (job := world.recv(source=0)) is not None:
        world.send(insist(*job), dest=0)
    return 0


def insist(command: Command, unit: str) -> str:
    """The report about a unit, also where a process for it is killed now and then."""
    for _ in range(10):
        try:
            return answer(command, unit)
        except subprocess.CalledProcessError as error:
            if error.returncode > 0:
                raise
    raise RuntimeError(f"killed ten times: {unit}")


world = MPI.COMM_WORLD
try:
    status = hand_out(world) if world.rank == 0 else serve(world)
except BaseException as error:
    # The others would wait for ever.
    print(error, file=sys.stderr, flush=True)
    world.Abort(1)
    raise
sys.exit(status)
