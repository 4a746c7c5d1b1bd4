#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Network of springs in NumPy: a sheet of particles that hangs under its weight.

    mpirun -n 2 /usr/bin/python3 apps/python/springs.py [--size N] [--picture FILE]

The springs are a contributor in Python. Their stiffness is evaluated by complex steps of the force.
"""
import argparse

import numpy as np

import tenon
from tenon import analyses, conditions, forces


class Sheet(tenon.TupleForce):
    """Stretched springs between neighbours, whose rest length is 95 % of their length in the mesh.

    The tension stabilises the plane sheet against motions normal to it.
    """

    is_symmetric = True

    def __init__(self, find, edges: np.ndarray, stiffness: float) -> None:
        super().__init__(find.tuples(("sheet", "sheet"), edges), name="springs")
        self.stiffness_of_spring = stiffness
        self.rest = 0.95 * tenon.norm(self.X[:, 1] - self.X[:, 0])

    def force(self, x):
        d = x[:, 1] - x[:, 0]
        length = tenon.norm(d)
        on_first = (self.stiffness_of_spring * (length - self.rest) / length)[:, None] * d
        return np.stack([on_first, -on_first], axis=1)


def main(arguments: list[str] | None = None) -> dict[str, float]:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=20, help="number of particles along each edge")
    parser.add_argument("--picture", help="file of a picture of the sheet")
    options = parser.parse_args(arguments)
    n = options.size
    x, y = np.meshgrid(np.arange(n), np.arange(n), indexing="ij")
    points = np.stack([x.ravel(), y.ravel(), np.zeros(n * n)], axis=1) * 10.0
    numbers = np.arange(1, n * n + 1).reshape(n, n)
    edges = np.concatenate([
        np.stack([first.ravel(), second.ravel()], axis=1)
        for first, second in [
            (numbers[1:], numbers[:-1]), (numbers[:, 1:], numbers[:, :-1]),
            (numbers[1:, 1:], numbers[:-1, :-1]), (numbers[1:, :-1], numbers[:-1, 1:]),
        ]
    ])
    corners = [1, n, n * (n - 1) + 1, n * n]
    model = tenon.Model(analysis=analyses.static(steps=4), solver={"preset": "direct"}, title="Hanging sheet of springs")
    model.object(
        "sheet",
        particles=[{"name": f"n{k}", "position": point, "mass": 1e-3} for k, point in enumerate(points, start=1)],
        forces=[forces.gravity(acceleration=[0, 0, -9.81])],
        conditions=[conditions.fixed(group=f"n{corner}") for corner in corners],
    )
    model.interactions.append(lambda find: Sheet(find, edges, stiffness=2.0))
    with model.build() as sim:
        sim.solve()
        u = sim.comm.bcast(sim.gather(sim.x(), "sheet"))
        # The springs carry the weight: their forces at the corners are the reactions.
        f = sim.comm.bcast(sim.gather(sim.f("springs"), "sheet"))
        rank = sim.comm.rank
    carried = -float(f[np.array(corners) - 1, 2].sum())
    weight = 1e-3 * 9.81 * (n * n - 4)
    if rank == 0:
        print(f"{len(edges)} springs: the sheet sags by {-u[:, 2].min():.4g} mm, and the corners carry {carried:.6g} N")
    if options.picture and rank == 0:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        position = points + u
        axes = pyplot.figure(figsize=(6, 4)).add_subplot(projection="3d")
        for first, second in edges[: 2 * n * (n - 1)] - 1:
            axes.plot(*position[[first, second]].T, color="tab:blue", linewidth=0.6)
        axes.set_box_aspect((1, 1, 0.4))
        axes.zaxis.set_major_locator(pyplot.MaxNLocator(3))
        axes.set_xlabel("x [mm]")
        axes.set_ylabel("y [mm]")
        axes.figure.savefig(options.picture, dpi=150, bbox_inches="tight")
    return {"sag": float(-u[:, 2].min()), "carried": carried, "weight": weight}


if __name__ == "__main__":
    main()
