#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Preconditioner in Python for the saddle-point system, beside the preset `schur` of tenon.

    mpirun -n 2 /usr/bin/python3 apps/python/preconditioner.py [--case FILE] [--picture FILE]

The class below is a preconditioner of petsc4py: factors of an augmented matrix A, and a multiple of
the identity for the constraints. The example compares its convergence with that of the
same preconditioner without augmentation.
"""
import argparse
import pathlib

from petsc4py import PETSc

import tenon

CASE = pathlib.Path(__file__).parents[1] / "cases" / "bracket.yaml"


class BlockDiagonal:
    """Preconditioner diag(A + g G^T G, 1/g)^-1 of the augmented Lagrangian method.

    The tie is the only support of the block, so that A alone is singular. The weight g balances
    both terms; `is_augmented=False` omits the second one.
    """

    def __init__(self, descriptor: tenon.Descriptor, is_augmented: bool = True) -> None:
        self.fields = descriptor.Z.getNestISs()[0]
        A, G = descriptor.A, descriptor.G
        product = G.transposeMatMult(G)
        self.weight = A.getDiagonal().max()[1] / product.getDiagonal().max()[1]
        augmented = A.duplicate(copy=True)
        if is_augmented:
            augmented.axpy(self.weight, product, PETSc.Mat.Structure.DIFFERENT_NONZERO_PATTERN)
        else:
            augmented.shift(1e-6 * A.getDiagonal().max()[1])  # A alone is singular
        self.inner = PETSc.KSP().create(A.comm)
        self.inner.setOptionsPrefix("block_")
        self.inner.setOperators(augmented)
        self.inner.setType("preonly")
        self.inner.getPC().setType("lu")
        self.inner.getPC().setFactorSolverType("mumps")
        self.inner.setFromOptions()  # -block_pc_type gamg selects multigrid instead of factors
        self.inner.setUp()

    def apply(self, pc: PETSc.PC, x: PETSc.Vec, y: PETSc.Vec) -> None:
        """Computes y = P^-1 x; petsc4py calls this method."""
        first, second = (x.getSubVector(field) for field in self.fields)
        solved = first.duplicate()
        self.inner.solve(first, solved)
        scaled = second.copy()
        scaled.scale(self.weight)
        for field, source, part in zip(self.fields, (first, second), (solved, scaled)):
            x.restoreSubVector(field, source)
            target = y.getSubVector(field)
            part.copy(target)
            y.restoreSubVector(field, target)


def residuals(descriptor: tenon.Descriptor, context: BlockDiagonal) -> tuple[list[float], PETSc.Vec]:
    """Solves Z x = d by FGMRES and returns the relative residuals of the iterations and x."""
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
        augmented, x = residuals(descriptor, BlockDiagonal(descriptor))
        without, _ = residuals(descriptor, BlockDiagonal(descriptor, is_augmented=False))
        own, _ = descriptor.split(x)
        sim.solve()
        difference = sim.x()
        scale = difference.norm(PETSc.NormType.INFINITY)
        difference.axpy(-1.0, own)
        error = difference.norm(PETSc.NormType.INFINITY) / scale
        PETSc.Sys.Print(f"with augmentation: {len(augmented) - 1} iterations; without: {len(without) - 1} (limit 300)")
        PETSc.Sys.Print(f"relative difference from tenon's solver: {error:.2e}")
        if options.picture and sim.comm.rank == 0:
            import matplotlib

            matplotlib.use("Agg")
            from matplotlib import pyplot

            figure, axes = pyplot.subplots(figsize=(6, 4))
            axes.semilogy(augmented, label="with augmentation")
            axes.semilogy(without, label="without augmentation")
            axes.set_xlabel("iteration")
            axes.set_ylabel("relative residual")
            axes.grid(True)
            axes.legend()
            figure.savefig(options.picture, dpi=150, bbox_inches="tight")
        return {"iterations": len(augmented) - 1, "iterations_without": len(without) - 1, "difference": error}


if __name__ == "__main__":
    main()
