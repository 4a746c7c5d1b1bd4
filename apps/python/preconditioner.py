#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Preconditioner in Python for the saddle-point system, beside the preset `schur` of tenon.

    mpirun -n 2 /usr/bin/python3 apps/python/preconditioner.py [--case FILE] [--picture FILE]

The class below is a preconditioner of petsc4py: algebraic multigrid for A and the diagonal of
G diag(A)^-1 G^T for the constraints. The example compares its convergence with that of a solver
without preconditioning of the constraints.
"""
import argparse
import pathlib

import numpy as np
from petsc4py import PETSc

import tenon

CASE = pathlib.Path(__file__).parents[1] / "cases" / "bracket.yaml"


class BlockDiagonal:
    """Preconditioner diag(A, S)^-1 with S = diag(G diag(A)^-1 G^T + C)."""

    def __init__(self, descriptor: tenon.Descriptor, scales_constraints: bool = True) -> None:
        self.fields = list(descriptor.index_sets.values())
        self.inner = PETSc.KSP().create(descriptor.A.comm)
        self.inner.setOptionsPrefix("block_")
        self.inner.setOperators(descriptor.A)
        self.inner.setType("preonly")
        self.inner.getPC().setType("gamg")
        self.inner.setUp()
        G, diagonal = descriptor.G.copy(), descriptor.A.getDiagonal()
        diagonal.reciprocal()
        diagonal.abs()
        diagonal.sqrtabs()
        G.diagonalScale(None, diagonal)
        rows = np.array([np.square(G.getRow(i)[1]).sum() for i in range(*G.getOwnershipRange())])
        self.schur = G.createVecLeft()
        self.schur.array = np.where(rows > 0.0, rows, 1.0) if scales_constraints else np.ones_like(rows)

    def apply(self, pc: PETSc.PC, x: PETSc.Vec, y: PETSc.Vec) -> None:
        """Computes y = P^-1 x; petsc4py calls this method."""
        first, second = (x.getSubVector(field) for field in self.fields)
        solved = first.duplicate()
        self.inner.solve(first, solved)
        with_schur = second.duplicate()
        with_schur.pointwiseDivide(second, self.schur)
        for field, source, part in zip(self.fields, (first, second), (solved, with_schur)):
            x.restoreSubVector(field, source)
            target = y.getSubVector(field)
            part.copy(target)
            y.restoreSubVector(field, target)


def residuals(descriptor: tenon.Descriptor, context: BlockDiagonal) -> tuple[list[float], PETSc.Vec]:
    """Solves Z x = d by MINRES and returns the relative residuals of the iterations and x."""
    d = descriptor.d()
    solver = PETSc.KSP().create(d.comm)
    solver.setOptionsPrefix("python_")
    solver.setOperators(descriptor.Z)
    solver.setType("fgmres")
    solver.setGMRESRestart(200)
    solver.setTolerances(rtol=1e-8, max_it=300)
    solver.getPC().setType(PETSc.PC.Type.PYTHON)
    solver.getPC().setPythonContext(context)
    solver.setConvergenceHistory()
    x = d.duplicate()
    solver.solve(d, x)
    history = [float(value) for value in solver.getConvergenceHistory()]
    return [value / history[0] for value in history], x


def main(arguments: list[str] | None = None) -> dict[str, float]:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--case", default=str(CASE), help="case with constraints")
    parser.add_argument("--picture", help="file of a picture of the convergence")
    options = parser.parse_args(arguments)
    with tenon.open(options.case) as sim:
        descriptor = sim.descriptor()
        descriptor.assemble()
        with_schur, x = residuals(descriptor, BlockDiagonal(descriptor))
        without, _ = residuals(descriptor, BlockDiagonal(descriptor, scales_constraints=False))
        own, _ = descriptor.split(x)
        sim.solve()
        difference = sim.x()
        scale = difference.norm(PETSc.NormType.INFINITY)
        difference.axpy(-1.0, own)
        error = difference.norm(PETSc.NormType.INFINITY) / scale
        PETSc.Sys.Print(f"with S: {len(with_schur) - 1} iterations; without: {len(without) - 1} (limit 300)")
        PETSc.Sys.Print(f"relative difference from tenon's solver: {error:.2e}")
        if options.picture and sim.comm.rank == 0:
            import matplotlib

            matplotlib.use("Agg")
            from matplotlib import pyplot

            figure, axes = pyplot.subplots(figsize=(6, 4))
            axes.semilogy(with_schur, label="with the diagonal of the Schur complement")
            axes.semilogy(without, label="with the identity instead")
            axes.set_xlabel("iteration")
            axes.set_ylabel("relative residual")
            axes.grid(True)
            axes.legend()
            figure.savefig(options.picture, dpi=150)
        return {"iterations": len(with_schur) - 1, "iterations_without": len(without) - 1, "difference": error}


if __name__ == "__main__":
    main()
