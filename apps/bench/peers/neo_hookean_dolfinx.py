#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Force and tangent of the neo-Hookean unit cube in DOLFINx: W = mu/2 (I1 - 3) - mu ln J + lambda/2
ln^2 J, at u_c = 0.1 sin(3 x_c + x_(c+1)), without boundary conditions, as in `tenon-bench material
--material neo-hookean`.

    mpirun -n P /usr/bin/python3 neo_hookean_dolfinx.py --elem tet|hex --n N [--reps 7]

Prints one JSON line: processor time of assembling the force (residual_ms) and the matrix
(assembled_ms), and their norms."""
import argparse
import json
import statistics
import time

import dolfinx
import dolfinx.fem.petsc
import numpy as np
import ufl
from dolfinx import fem, mesh
from mpi4py import MPI
from petsc4py import PETSc

COMM = MPI.COMM_WORLD
YOUNG, POISSON = 1e5, 0.3
COMPILER = {"cffi_extra_compile_args": ["-O3", "-march=native"], "cffi_libraries": ["m"]}


def processor_time(work):
    """Returns the milliseconds of processor time on the slowest rank."""
    COMM.Barrier()
    start = time.process_time()
    work()
    return COMM.allreduce((time.process_time() - start) * 1e3, op=MPI.MAX)


def forms(space, u, elem):
    lam, mu = YOUNG * POISSON / ((1 + POISSON) * (1 - 2 * POISSON)), YOUNG / (2 * (1 + POISSON))
    dx = ufl.dx(metadata={"quadrature_degree": 0 if elem == "tet" else 2})  # hexes: 2 x 2 x 2 points
    F = ufl.Identity(3) + ufl.grad(u)
    J = ufl.det(F)
    W = mu / 2 * (ufl.inner(F, F) - 3) - mu * ufl.ln(J) + lam / 2 * ufl.ln(J) ** 2
    force = ufl.derivative(W * dx, u, ufl.TestFunction(space))
    tangent = ufl.derivative(force, u, ufl.TrialFunction(space))
    return fem.form(force, jit_params=COMPILER), fem.form(tangent, jit_params=COMPILER)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--elem", choices=["tet", "hex"], default="tet")
    parser.add_argument("--n", type=int, default=24)
    parser.add_argument("--reps", type=int, default=7)
    args = parser.parse_args()

    cell = mesh.CellType.tetrahedron if args.elem == "tet" else mesh.CellType.hexahedron
    domain = mesh.create_unit_cube(COMM, args.n, args.n, args.n, cell_type=cell, ghost_mode=mesh.GhostMode.none)
    space = fem.VectorFunctionSpace(domain, ("Lagrange", 1))
    u = fem.Function(space)
    u.interpolate(lambda x: np.array([0.1 * np.sin(3 * x[c] + x[(c + 1) % 3]) for c in range(3)]))
    force, tangent = forms(space, u, args.elem)
    A, f = fem.petsc.create_matrix(tangent), fem.petsc.create_vector(force)

    def assemble_force():
        with f.localForm() as local:
            local.set(0)
        fem.petsc.assemble_vector(f, force)
        f.ghostUpdate(addv=PETSc.InsertMode.ADD, mode=PETSc.ScatterMode.REVERSE)

    def assemble_matrix():
        A.zeroEntries()
        fem.petsc.assemble_matrix(A, tangent)
        A.assemble()

    assemble_force()
    assemble_matrix()
    repeats = [(processor_time(assemble_force), processor_time(assemble_matrix)) for _ in range(args.reps)]
    out = dict(prog=f"dolfinx-{dolfinx.__version__}", material="neo-hookean", elem=args.elem, n=args.n, ranks=COMM.size,
               elements=domain.topology.index_map(3).size_global,
               residual_ms=statistics.median(residual for residual, _ in repeats),
               assembled_ms=statistics.median(matrix for _, matrix in repeats), force_norm=f.norm(), fro=A.norm())
    if COMM.rank == 0:
        print(json.dumps(out), flush=True)


main()
