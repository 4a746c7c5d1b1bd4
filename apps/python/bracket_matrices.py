#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Matrices of the tied bracket as petsc4py objects, and a custom solver for its equations.

    mpirun -n 2 /usr/bin/python3 apps/python/bracket_matrices.py [--case FILE] [--picture FILE]

The example assembles A and G of the case, solves A u = f + G^T l with a solver of PETSc that
the program configures itself, and compares the result with that of tenon's solver.
"""
import argparse
import pathlib

import numpy as np
from petsc4py import PETSc

import tenon

CASE = pathlib.Path(__file__).parents[1] / "cases" / "bracket.yaml"


def solve_saddle_point(descriptor: tenon.Descriptor) -> PETSc.Vec:
    """Solves Z x = d by factors of MUMPS; PETSc options with the prefix own_ apply."""
    Z, d = descriptor.assembled(), descriptor.d()
    solver = PETSc.KSP().create(Z.comm)
    solver.setOptionsPrefix("own_")
    solver.setOperators(Z)
    solver.setType("preonly")
    solver.getPC().setType("lu")
    solver.getPC().setFactorSolverType("mumps")
    solver.setFromOptions()
    x = d.duplicate()
    solver.solve(d, x)
    if solver.reason <= 0:
        raise tenon.NotConvergedError(f"The solver of this example did not converge (KSPConvergedReason {solver.reason}).")
    return x


def draw(matrix: PETSc.Mat, file: str) -> None:
    """Draws the sparsity pattern of a matrix."""
    pattern = tenon.scipy(matrix)
    if pattern is None:
        return
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(5, 5))
    axes.spy(pattern, markersize=0.2)
    axes.set_title("Saddle-point matrix of the tied bracket")
    figure.savefig(file, dpi=150, bbox_inches="tight")


def main(arguments: list[str] | None = None) -> dict[str, float]:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--case", default=str(CASE), help="case with constraints")
    parser.add_argument("--picture", help="file of a picture of the sparsity pattern")
    options = parser.parse_args(arguments)
    with tenon.open(options.case) as sim:
        K, G = sim.K(), sim.G()
        PETSc.Sys.Print(f"contributors: {', '.join(sim.contributors)}")
        PETSc.Sys.Print(f"K has {K.size[0]} rows, G has {G.size[0]} rows; |K| = {K.norm():.6g}")
        descriptor = sim.descriptor()
        descriptor.assemble()
        x = solve_saddle_point(descriptor)
        own, multipliers = descriptor.split(x)
        if options.picture:
            draw(descriptor.assembled(), options.picture)
        sim.solve()
        difference = sim.x()
        scale = difference.norm(PETSc.NormType.INFINITY)
        difference.axpy(-1.0, own)
        relative = difference.norm(PETSc.NormType.INFINITY) / scale
        PETSc.Sys.Print(f"largest displacement {scale:.6g}; relative difference of both solvers {relative:.2e}")
        largest = max((float(np.abs(l).max(initial=0.0)) for l in multipliers.values()), default=0.0)
        return {"difference": relative, "displacement": scale, "multiplier": sim.comm.allreduce(largest, max)}


if __name__ == "__main__":
    main()
