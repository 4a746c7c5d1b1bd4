#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Reference problem in DOLFINx: linear elasticity on the unit cube, clamped at x = 0, body force
(0, 0, -1).

mpirun -n P /usr/bin/python3 elasticity_dolfinx.py --elem tet|hex --n N [--reps 7] [--solve]
The solver options are read from PETSC_OPTIONS. Prints one JSON line."""
import argparse
import json
import os
import resource
import shlex
import statistics
import time

import petsc4py

petsc4py.init(shlex.split("x " + os.environ.get("PETSC_OPTIONS", "")))
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


def timed(work):
    """Returns the result of `work` and its milliseconds on the slowest rank."""
    COMM.Barrier()
    start = time.perf_counter()
    result = work()
    return result, COMM.allreduce(time.perf_counter() - start, op=MPI.MAX) * 1e3


def processor_time(work):
    """Returns the milliseconds of processor time on this rank."""
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1e3


def peak_mb():
    return COMM.allreduce(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0, op=MPI.MAX)


def elasticity_form(domain, space, elem):
    lam = fem.Constant(domain, PETSc.ScalarType(YOUNG * POISSON / ((1 + POISSON) * (1 - 2 * POISSON))))
    mu = fem.Constant(domain, PETSc.ScalarType(YOUNG / (2 * (1 + POISSON))))
    u, v = ufl.TrialFunction(space), ufl.TestFunction(space)
    dx = ufl.dx(metadata={"quadrature_degree": 0 if elem == "tet" else 2})  # hexes: 2 x 2 x 2 points

    def strain(w):
        return ufl.sym(ufl.grad(w))

    return (2 * mu * ufl.inner(strain(u), strain(v)) + lam * ufl.div(u) * ufl.div(v)) * dx


def clamp(domain, space):
    facet_dimension = domain.topology.dim - 1
    facets = mesh.locate_entities_boundary(domain, facet_dimension, lambda x: np.isclose(x[0], 0.0))
    held = fem.locate_dofs_topological(space, facet_dimension, facets)
    return fem.dirichletbc(np.zeros(3, dtype=PETSc.ScalarType), held, space)


def solve(domain, space, form, bc, A, out):
    load = fem.Constant(domain, PETSc.ScalarType((0.0, 0.0, -1.0)))
    rhs = fem.form(ufl.inner(load, ufl.TestFunction(space)) * ufl.dx, jit_params=COMPILER)
    b = fem.petsc.assemble_vector(rhs)
    fem.petsc.apply_lifting(b, [form], [[bc]])
    b.ghostUpdate(addv=PETSc.InsertMode.ADD, mode=PETSc.ScatterMode.REVERSE)
    fem.petsc.set_bc(b, [bc])

    places = A.createVecLeft()
    places.setBlockSize(3)
    places.array[:] = space.tabulate_dof_coordinates()[: space.dofmap.index_map.size_local].ravel()
    A.setNearNullSpace(PETSc.NullSpace().createRigidBody(places))
    A.setOption(PETSc.Mat.Option.SPD, True)
    ksp = PETSc.KSP().create(COMM)
    ksp.setOperators(A)
    ksp.setType("cg")
    ksp.setNormType(PETSc.KSP.NormType.UNPRECONDITIONED)
    ksp.setTolerances(rtol=1e-8, max_it=500)
    ksp.getPC().setType("gamg")
    ksp.setFromOptions()
    _, out["pc_setup_ms"] = timed(ksp.setUp)
    x = b.duplicate()
    _, out["solve_ms"] = timed(lambda: ksp.solve(b, x))
    out["its"], out["umax"] = ksp.getIterationNumber(), x.norm(PETSc.NormType.INFINITY)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--elem", choices=["tet", "hex"], default="tet")
    parser.add_argument("--n", type=int, default=24)
    parser.add_argument("--reps", type=int, default=7)
    parser.add_argument("--solve", action="store_true")
    args = parser.parse_args()

    out = dict(prog=f"dolfinx-{dolfinx.__version__}", elem=args.elem, n=args.n, ranks=COMM.size, rss_start_mb=peak_mb())
    cell = mesh.CellType.tetrahedron if args.elem == "tet" else mesh.CellType.hexahedron

    def make_space():  # mesh and dof numbering, as in the other programs
        domain = mesh.create_unit_cube(COMM, args.n, args.n, args.n, cell_type=cell, ghost_mode=mesh.GhostMode.none)
        return domain, fem.VectorFunctionSpace(domain, ("Lagrange", 1))

    (domain, space), out["mesh_ms"] = timed(make_space)
    form = fem.form(elasticity_form(domain, space, args.elem), jit_params=COMPILER)
    bc = clamp(domain, space)

    def make_matrix():
        pattern = fem.create_sparsity_pattern(form)
        pattern.assemble()
        return dolfinx.cpp.la.petsc.create_matrix(COMM, pattern)

    A, out["pattern_ms"] = timed(make_matrix)

    def assemble():
        A.zeroEntries()
        fem.petsc.assemble_matrix(A, form, bcs=[bc])
        A.assemble()

    _, out["first_ms"] = timed(assemble)
    repeats = [timed(lambda: processor_time(assemble)) for _ in range(args.reps)]
    out["repeat_ms"] = statistics.median(wall for _, wall in repeats)
    out["repeat_cpu_ms"] = statistics.median(COMM.allreduce(cpu, op=MPI.MAX) for cpu, _ in repeats)
    out["peak_asm_mb"] = peak_mb()
    out["elements"] = domain.topology.index_map(3).size_global
    out["dofs"] = space.dofmap.index_map.size_global * 3
    out["nnz"] = int(A.getInfo(PETSc.Mat.InfoType.GLOBAL_SUM)["nz_used"])
    out["fro"] = A.norm()
    if args.solve:
        solve(domain, space, form, bc, A, out)
    if COMM.rank == 0:
        print(json.dumps(out), flush=True)


main()
