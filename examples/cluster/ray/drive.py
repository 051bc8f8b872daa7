"""Answers units by Ray: drive.py SUBJECT UNITS REPORTS OPTION..."""

import sys
from pathlib import Path

import ray

sys.path.append(str(Path(__file__).resolve().parent.parent))
import handout

# The nodes need not have that file.
ray.cloudpickle.register_pickle_by_value(handout)


def main() -> int:
    # Ray prints what it retries, and standard output is for the answer.
    sys.stdout = sys.stderr
    # Of the cluster that RAY_ADDRESS names, or of one that is made here.
    ray.init(log_to_driver=False)
    # After a killed process, and after a lost worker or node.
    answer = ray.remote(max_retries=10, retry_exceptions=True)(handout.answer)
    at_once = 2 * int(ray.cluster_resources()["CPU"])
    units = handout.Handout.of_arguments()
    running: list[ray.ObjectRef] = []
    while True:
        # No more than that: a unit that waits knows nothing of what is found meanwhile.
        while len(running) < at_once and (job := units.next()):
            running.append(answer.remote(*job))
        if not running:
            return units.merge()
        done, running = ray.wait(running)
        for report in ray.get(done):
            units.add(report)


sys.exit(main())
