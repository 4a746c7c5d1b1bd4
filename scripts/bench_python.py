#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Measures the Python package and prints one JSON line.

    PYTHONPATH=build/python mpirun -n 2 /usr/bin/python3 scripts/bench_python.py [--quick]

The line contains: `step_overhead_us`, the additional time of a step that Python starts, in
microseconds; `import_s`, the time of `import tenon` in a new process, in seconds; `force_ratio` and
`stiffness_ratio`, the times of the forces and of the stiffness of springs in NumPy relative to the
same springs in C++; and `leak_percent`, the growth of the resident memory during repeated calls of
`sim.K()` without `destroy()`.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

import numpy as np
from mpi4py import MPI

import tenon
from tenon import analyses, conditions, forces

COMM = MPI.COMM_WORLD
SOURCE = pathlib.Path(__file__).resolve().parents[1]


def seconds_of(work, repetitions: int = 5) -> float:
    """Returns the median time of `work` over the repetitions, the largest of all ranks."""
    times = []
    for _ in range(repetitions):
        COMM.Barrier()
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return COMM.allreduce(statistics.median(times), MPI.MAX)


def step_overhead(steps: int) -> float:
    """Returns the additional time of a step in Python, in seconds."""
    model = tenon.Model(analysis=analyses.transient(step=1e-3, end_time=1e-3 * steps), solver={"preset": "direct"})
    model.object("particle", particles=[{"name": "one", "position": [0, 0, 0], "mass": 1.0}],
                 forces=[forces.gravity(acceleration=[0, 0, -9.81])])

    def in_python() -> None:
        for _ in sim.steps():
            pass

    times = {}
    for name in ("python", "cpp") * 3:
        with model.build() as sim:
            sim.begin()
            work = in_python if name == "python" else sim._session.run
            times.setdefault(name, []).append(seconds_of(work, 1))
    return (statistics.median(times["python"]) - statistics.median(times["cpp"])) / steps


def import_time() -> float:
    """Returns the time of `import tenon` with its compiled part, in seconds."""
    if COMM.rank != 0:
        return 0.0
    program = "import time; t = time.perf_counter(); import tenon; tenon.open; print(time.perf_counter() - t)"
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("OMPI_", "PMIX_"))}
    environment |= {key: "1" for key in ("OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM")}
    runs = [subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True, text=True)
            for _ in range(5)]
    return statistics.median(float(run.stdout) for run in runs)


class Springs(tenon.TupleForce):
    """Springs with their length in the mesh as rest length, and their analytical stiffness."""

    is_symmetric = is_pairwise = True

    def __init__(self, find, pairs: np.ndarray, stiffness: float) -> None:
        super().__init__(find.tuples(("points", "points"), pairs), name="numpy")
        self.k, self.rest = stiffness, tenon.norm(self.X[:, 1] - self.X[:, 0])

    def force(self, x):
        d = x[:, 1] - x[:, 0]
        length = tenon.norm(d)
        return (self.k * (1.0 - self.rest / length))[:, None] * d

    def stiffness(self, x):
        d = x[:, 1] - x[:, 0]
        length = tenon.norm(d)
        n = d / length[:, None]
        blocks = n[:, :, None] * n[:, None, :] * (self.rest / length)[:, None, None]
        blocks[:, range(3), range(3)] += (1.0 - self.rest / length)[:, None]
        return self.k * blocks


def contributor_ratios(size: int) -> tuple[float, float]:
    """Returns the times of forces and stiffness of springs in NumPy relative to those in C++."""
    x, y = np.meshgrid(np.arange(size), np.arange(size), indexing="ij")
    points = np.stack([x.ravel(), y.ravel(), 0.1 * ((x + y) % 2).ravel()], axis=1).astype(float)
    numbers = np.arange(1, size * size + 1).reshape(size, size)
    pairs = np.concatenate([np.stack([a.ravel(), b.ravel()], axis=1)
                            for a, b in [(numbers[1:], numbers[:-1]), (numbers[:, 1:], numbers[:, :-1])]])
    lines = tenon.mesh(points, line2=pairs - 1)

    def times_of(name: str, **keys) -> tuple[float, float]:
        model = tenon.Model(analysis=analyses.static(), solver={"preset": "direct"})
        model.object("points", mesh=lines if COMM.rank == 0 else tenon.mesh(), space=3, **keys,
                     groups={"sheet": {"box": {"x": [-1, size]}}},
                     conditions=[conditions.fixed(group="sheet", components=["z"])])
        if name == "numpy":
            model.interactions.append(lambda find: Springs(find, pairs, 5.0))
        with model.build() as sim:
            contributor = next(each for each in sim.contributors if name in each)
            sim.K(contributor), sim.f(contributor)
            return seconds_of(lambda: sim.f(contributor)), seconds_of(lambda: sim.K(contributor))

    numpy = times_of("numpy")
    cpp = times_of("truss", forces=[forces.truss(area=1.0, young=5.0)])
    return numpy[0] / cpp[0], numpy[1] / cpp[1]


def leak(calls: int) -> float:
    """Returns the growth of the memory during repeated calls of `sim.K()`, in percent."""
    def resident() -> int:
        return int(pathlib.Path("/proc/self/statm").read_text().split()[1])

    with tenon.open(SOURCE / "apps" / "cases" / "blocks.yaml") as sim:
        lowest = []
        for window in range(6):
            samples = []
            for _ in range(calls // 6):
                sim.K()
                samples.append(resident())
            lowest.append(min(samples[len(samples) // 2:]))
    return COMM.allreduce(100.0 * (lowest[-1] / lowest[1] - 1.0), MPI.MAX)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="smaller models and fewer calls")
    quick = parser.parse_args().quick
    ratios = contributor_ratios(71 if quick else 224)
    results = {
        "ranks": COMM.size,
        "step_overhead_us": round(1e6 * step_overhead(200 if quick else 1000), 1),
        "import_s": round(import_time(), 3),
        "force_ratio": round(ratios[0], 2),
        "stiffness_ratio": round(ratios[1], 2),
        "leak_percent": round(leak(300 if quick else 10000), 2),
    }
    if COMM.rank == 0:
        print(json.dumps(results))


if __name__ == "__main__":
    main()
