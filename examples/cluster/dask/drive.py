"""Answers units by Dask: drive.py SUBJECT UNITS REPORTS OPTION..."""

import os
import sys
from pathlib import Path

import cloudpickle
import dask
from dask.distributed import Client, as_completed

sys.path.append(str(Path(__file__).resolve().parent.parent))
import handout

# The workers need not have that file.
cloudpickle.register_pickle_by_value(handout)


def main() -> int:
    # Of a scheduler that runs elsewhere, these have to be its own settings. By default, a task that three workers died with is given up.
    dask.config.set({"distributed.scheduler.allowed-failures": 100})
    address = os.environ.get("DASK_SCHEDULER_ADDRESS")
    with Client(address) if address else Client(threads_per_worker=1, dashboard_address=None) as client:
        units = handout.Handout.of_arguments()
        running = as_completed()
        while True:
            # No more than that: a unit that waits knows nothing of what is found meanwhile.
            while running.count() < 2 * len(client.nthreads()) and (job := units.next()):
                # `pure` would take an answer that is there for one of another run.
                running.add(client.submit(handout.answer, *job, pure=False, retries=10))
            if running.is_empty():
                return units.merge()
            units.add(next(running).result())


if __name__ == "__main__":
    sys.exit(main())
