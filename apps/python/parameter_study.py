#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Parallel parameter study: deflection of a cantilever for several moduli and loads.

    mpirun -n 2 /usr/bin/python3 apps/python/parameter_study.py [--table FILE] [--picture FILE]

Each rank solves runs on its own. The deflections are compared with beam theory.
"""
import argparse
import pathlib
import tempfile

import numpy as np
from mpi4py import MPI

import tenon
from tenon import analyses, conditions, forces, materials

LENGTH, WIDTH = 10.0, 1.0
YOUNG, LOAD = [1000.0, 2000.0, 4000.0], [0.001, 0.002, 0.004]


def save_case(folder: pathlib.Path, cells: int) -> pathlib.Path:
    """Writes the case of a cantilever of second-order cells with two parameters."""
    n = cells
    grid = np.stack(np.meshgrid(np.linspace(0, LENGTH, 2 * n + 1), [0, 0.5, 1], [0, 0.5, 1], indexing="ij"), axis=-1)
    numbers = np.arange(grid.size // 3).reshape(grid.shape[:3])
    corners = [(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0), (0, 0, 2), (2, 0, 2), (2, 2, 2), (0, 2, 2)]
    edges = [(0, 1), (0, 3), (0, 4), (1, 2), (1, 5), (2, 3), (2, 6), (3, 7), (4, 5), (4, 7), (5, 6), (6, 7)]  # Gmsh
    middles = [tuple((np.array(corners[a]) + corners[b]) // 2) for a, b in edges]
    hexes = np.array([[numbers[2 * k + i, j, l] for i, j, l in corners + middles] for k in range(n)])
    used, hexes = np.unique(hexes, return_inverse=True)
    points = grid.reshape(-1, 3)[used]
    ends = {"root": np.flatnonzero(points[:, 0] == 0.0), "tip": np.flatnonzero(points[:, 0] == LENGTH)}
    face = hexes.reshape(-1, 20)[-1]
    tip = face[[1, 2, 6, 5, 11, 14, 18, 12]][None]
    # The root passes the whole mesh; other ranks contribute nothing.
    mesh = tenon.mesh()
    if MPI.COMM_WORLD.rank == 0:
        mesh = tenon.mesh(points, hex20=hexes.reshape(-1, 20), groups={"root": ends["root"], "end": ("quad8", tip)})
    model = tenon.Model(analysis=analyses.static(), parameters={"young": 1000.0, "load": 0.001})
    model.object(
        "beam",
        mesh=mesh,
        material=materials.linear_elastic(young="young", poisson=0.0),
        forces=[forces.traction(group="end", traction=[0, 0, "load"])],
        conditions=[conditions.fixed(group="root")],
    )
    case = folder / "cantilever.yaml"
    model.save(case)
    return case


def main(arguments: list[str] | None = None) -> dict[str, float]:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--table", default="", help="CSV file of the study; an existing study is continued")
    parser.add_argument("--picture", help="file of a diagram of the deflections")
    parser.add_argument("--cells", type=int, default=10, help="number of cells along the beam")
    options = parser.parse_args(arguments)
    comm = MPI.COMM_WORLD
    with tempfile.TemporaryDirectory() as own:
        folder = pathlib.Path(comm.bcast(own))
        case = save_case(folder, options.cells)
        study = tenon.study(case, {"young": YOUNG, "load": LOAD}, table=options.table,
                            select=["objects.beam.largest_displacement"])
        comm.barrier()
    errors = []
    for row in study:
        young, load, deflection = row["young"], row["load"], row["objects.beam.largest_displacement"]
        # Beam theory with shear: F L^3 / 3 E I + 6 F L / 5 G A, with G = E / 2 and A = 1.
        expected = load * LENGTH**3 / (3 * young / 12) + 6 * load * LENGTH / (5 * young / 2)
        errors.append(abs(deflection / expected - 1.0))
        if comm.rank == 0:
            print(f"E = {young:6.0f}, load {load:.3f}: deflection {deflection:.6f}, beam theory {expected:.6f}")
    if options.picture and comm.rank == 0:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        figure, axes = pyplot.subplots(figsize=(6, 4))
        for young in YOUNG:
            rows = [row for row in study if row["young"] == young]
            axes.plot([row["load"] for row in rows], [row["objects.beam.largest_displacement"] for row in rows],
                      "o-", label=f"E = {young:.0f} MPa")
        axes.set_xlabel("traction [MPa]")
        axes.set_ylabel("deflection [mm]")
        axes.grid(True)
        axes.legend()
        figure.savefig(options.picture, dpi=150, bbox_inches="tight")
    return {"runs": len(study), "failed": len(study.failed), "error": max(errors)}


if __name__ == "__main__":
    main()
