#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Four-bar linkage with a motor: joint forces over one revolution, step by step.

    mpirun -n 2 /usr/bin/python3 apps/python/linkage.py [--picture FILE]

The multipliers of the joints are the forces at their hinges and the torque of the motor. The power
of the motor is compared with the change of the mechanical energy.
"""
import argparse
import pathlib

import numpy as np

import tenon

CASE = pathlib.Path(__file__).parents[1] / "cases" / "four_bar.yaml"
SPEED = 4.0 * np.pi  # rotation of the crank [1/s]
GRAVITY = 9810.0     # [mm/s^2]
MASSES = np.array([1.0e-4, 2.0e-4, 1.5e-4])        # crank, coupler, rocker [t]
INERTIAS = np.array([0.0133333, 0.166667, 0.08])   # [t mm^2]


def energy_of(displacement: np.ndarray, velocity: np.ndarray) -> float:
    """Returns the kinetic energy and the potential energy of the weight, in N mm."""
    kinetic = 0.5 * (MASSES * (velocity[:, :2] ** 2).sum(axis=1) + INERTIAS * velocity[:, 2] ** 2).sum()
    return float(kinetic + (MASSES * GRAVITY * displacement[:, 1]).sum())


def main(arguments: list[str] | None = None) -> dict[str, float]:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--picture", help="file of a diagram of torque and hinge force")
    options = parser.parse_args(arguments)
    times, torques, forces, energies = [], [], [], []
    with tenon.open(CASE) as sim:
        for step in sim.steps():
            # A joint's rows belong to one rank; the sum over all ranks gathers them.
            rows = {name: sim.comm.allgather(values) for name, values in sim.multipliers.items()}
            motor, pivot = (np.concatenate(rows[name]) for name in ("motor", "pivot"))
            state = [sim.comm.bcast(sim.gather(vector, "linkage")) for vector in (sim.x(), sim.v())]
            times.append(step.time)
            torques.append(float(motor[-1]))
            forces.append(float(np.hypot(pivot[0], pivot[1])))
            energies.append(energy_of(*state))
        rank = sim.comm.rank
    # Trapezoidal rule for the work of the motor between the first and the last step.
    power = np.array(torques) * SPEED
    work = float((0.5 * (power[1:] + power[:-1]) * np.diff(times)).sum())
    change = energies[-1] - energies[0]
    largest = max(np.abs(np.array(energies) - energies[0]))
    if rank == 0:
        print(f"largest torque {max(map(abs, torques)):.4g} N mm, largest force at the pivot {max(forces):.4g} N")
        print(f"work of the motor {work:.4g} N mm, change of the energy {change:.4g} N mm")
    if options.picture and rank == 0:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        figure, axes = pyplot.subplots(2, 1, sharex=True, figsize=(6, 5))
        axes[0].plot(times, torques)
        axes[0].set_ylabel("torque of the motor [N mm]")
        axes[1].plot(times, forces)
        axes[1].set_ylabel("force at the pivot [N]")
        axes[1].set_xlabel("time [s]")
        for each in axes:
            each.grid(True)
        figure.savefig(options.picture, dpi=150, bbox_inches="tight")
    return {"work": work, "change": change, "scale": float(largest), "torque": max(map(abs, torques))}


if __name__ == "__main__":
    main()
