#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Soft finger with a tendon, an air chamber and friction, driven by a controller.

    mpirun -n 2 /usr/bin/python3 apps/python/soft_finger.py [--steps N] [--picture FILE]

In each load step the controller measures the deflection of the tip and sets the pressure of the
chamber for the next one: an integral controller that brings the tip to a given deflection while the
sole slips along a rigid rod.
"""
import argparse
import pathlib

import numpy as np
from mpi4py import MPI

import tenon

CASE = pathlib.Path(__file__).parents[1] / "cases" / "soft_finger.yaml"
GOAL = 12.0   # deflection of the tip [mm]
GAIN = 9e-4   # change of the pressure per deviation [MPa/mm]


def main(arguments: list[str] | None = None) -> dict[str, float]:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=14, help="number of load steps")
    parser.add_argument("--picture", help="file of a diagram of deflection and pressure")
    options = parser.parse_args(arguments)
    model = tenon.Model.load(CASE)
    model.folder = str(CASE.parent)
    # Beyond t = 1 the history of the pressure is constant, so that the controller alone changes it.
    model.analysis = {"type": "static", "steps": options.steps, "end_time": 1.0 + options.steps}
    pressure, deflections, pressures = 0.004, [], []
    with model.build() as sim:
        load = sim.force("follower-pressure on finger/cavity")
        tip = sim["finger"]
        for step in sim.steps():
            nodes = tip.nodes("tip")
            own = tip.displacement[nodes, 2].min(initial=0.0) if len(nodes) else 0.0
            deflection = -sim.comm.allreduce(float(own), MPI.MIN)
            deflections.append(deflection)
            pressures.append(pressure)
            pressure = float(np.clip(pressure + GAIN * (GOAL - deflection), 0.0, 0.05))
            load.pressure = pressure
        forces = [np.abs(rows).max(initial=0.0) for name, rows in sim.multipliers.items() if name == "rod"]
        contact = sim.comm.allreduce(float(max(forces, default=0.0)), MPI.MAX)
        rank = sim.comm.rank
    if rank == 0:
        for number, (deflection, value) in enumerate(zip(deflections, pressures), start=1):
            print(f"step {number:2d}: pressure {1e3 * value:6.2f} kPa, deflection {deflection:7.3f} mm")
    if options.picture and rank == 0:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        figure, axes = pyplot.subplots(2, 1, sharex=True, figsize=(6, 5))
        axes[0].plot(range(1, len(deflections) + 1), deflections, "o-")
        axes[0].axhline(GOAL, linestyle="--", color="grey")
        axes[0].set_ylabel("deflection of the tip [mm]")
        axes[1].step(range(1, len(pressures) + 1), 1e3 * np.array(pressures), where="mid")
        axes[1].set_ylabel("pressure [kPa]")
        axes[1].set_xlabel("load step")
        for each in axes:
            each.grid(True)
        figure.savefig(options.picture, dpi=150, bbox_inches="tight")
    return {"deflection": deflections[-1], "first": deflections[0], "pressure": pressures[-1], "contact": contact}


if __name__ == "__main__":
    main()
