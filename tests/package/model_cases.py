# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Meshes and models of the tests of tenon.Model, and collective helpers."""
from __future__ import annotations

import contextlib
import json
import os
import shutil
import tempfile

import numpy as np
from mpi4py import MPI

import tenon
from tenon import conditions, forces, materials

COMM = MPI.COMM_WORLD


def bar_arrays(n=10, x=0.0, twist=0.0):
    """Points, cells and groups of a bar of n hexahedra along z, of cross section 1 x 1."""
    section = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=float)
    points = np.array([[x + a + twist * k, b, k] for k in range(n + 1) for a, b in section])
    cells = np.array([np.arange(4 * k, 4 * k + 8) for k in range(n)])
    groups = {
        "base": ("quad4", [[0, 3, 2, 1]]),
        "tip": ("quad4", [4 * n + np.arange(4)]),
        "end": 4 * n + np.arange(4),
        "lower": ("hex8", np.arange(n // 2)),
    }
    return points, cells, groups


def bar_mesh(n=10, x=0.0, twist=0.0):
    """Mesh of a bar, all of it on the root."""
    points, cells, groups = bar_arrays(n, x, twist)
    return tenon.mesh(points, hex8=cells, groups=groups) if COMM.rank == 0 else tenon.mesh()


def share(array, rank=None, size=None):
    """This rank's contiguous share of the rows of an array."""
    rank, size = COMM.rank if rank is None else rank, COMM.size if size is None else size
    array = np.asarray(array)
    return array[len(array) * rank // size:len(array) * (rank + 1) // size]


def bar_model(mesh=None, **blocks):
    """Elastic bar under tension; its tip moves by 0.2."""
    model = tenon.Model(**blocks)
    model.object(
        "bar",
        mesh=bar_mesh() if mesh is None else mesh,
        forces=[
            forces.elastic(material=materials.linear_elastic(young=100, poisson=0)),
            forces.traction(group="tip", traction=[0, 0, 2]),
        ],
        conditions=[conditions.fixed(group="base")],
    )
    return model


def largest_displacement(sim):
    """Solves, and returns the largest displacement of the first object."""
    sim.solve()
    return sim.summary()["objects"][0]["largest_displacement"]["value"]


def solved(model, **options):
    """Builds and solves a model, and returns its summary without times."""
    with model.build(COMM, **options) as sim:
        sim.solve()
        summary = sim.summary()
    for key in ("phases", "peak_memory_mib"):
        summary.pop(key)
    for key in ("setup_seconds", "solve_seconds"):
        summary["solver"].pop(key)
    return json.loads(json.dumps(summary))


def result_arrays(model, folder, stem):
    """Runs a model and returns the numbers of its result file, on the root."""
    import h5py

    with model.build(COMM) as sim:
        sim.run(os.path.join(folder, stem), allow_outside=True)
    COMM.barrier()
    arrays = {}
    if COMM.rank == 0:
        with h5py.File(os.path.join(folder, stem + ".h5"), "r") as file:
            file.visititems(lambda name, item: arrays.update({name: item[()]}) if hasattr(item, "shape") else None)
    return {name: value for name, value in arrays.items() if getattr(value, "dtype", None) is not None
            and value.dtype.kind in "fi"}


@contextlib.contextmanager
def temporary_folder():
    """One folder for all ranks."""
    folder = COMM.bcast(tempfile.mkdtemp(prefix="tenon-model-") if COMM.rank == 0 else None)
    try:
        yield folder
    finally:
        COMM.barrier()
        if COMM.rank == 0:
            shutil.rmtree(folder, ignore_errors=True)
