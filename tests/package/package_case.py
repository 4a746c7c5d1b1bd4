# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Small cases for the tests of the package, and comparisons independent of the partition."""
import contextlib
import csv
import itertools
import os
import pathlib
import shutil
import subprocess
import tempfile

import numpy as np
from mpi4py import MPI

import tenon

COMM = MPI.COMM_WORLD
#: Program with which results are compared.
PROGRAM = os.environ.get("TENON_PROGRAM", "")

STATIC = """
objects:
  left:
    mesh: left.msh
    groups: {end: {box: {x: [1, 1]}}, base: {box: {x: [0, 0]}}}
    forces: [{type: elastic, material: {type: linear-elastic, young: 100, poisson: 0.3}}]
    masses: [{type: consistent, density: 2}]
    conditions: [{type: fixed, group: base}]
  right:
    mesh: right.msh
    groups: {end: {box: {x: [1, 1]}}, tip: {box: {x: [2, 2]}}, side: {box: {y: [0, 0]}}}
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 40, poisson: 0.2}}
      - {type: traction, group: tip, traction: [0.1, 0.2, 0.3]}
    masses: [{type: consistent, density: 3}]
  inside:
    mesh: inside.msh
    mapping: {type: embedded, parent: right}
    forces: [{type: elastic, material: {type: linear-elastic, young: 20, poisson: 0.1}}]
interactions:
  - type: springs
    first: {object: left, group: end}
    second: {object: right, group: end}
    stiffness: 5
    rest_length: 0
constraints:
  - {type: tie, name: interface, slave: {object: right, group: end}, master: {object: left, group: end}}
  - {type: prescribed, name: soft, object: right, group: side, values: {y: 0.01}, compliance: 0.05}
rayleigh: {mass: 0.1, stiffness: 0.01}
analysis: {type: static}
solver: {preset: direct}
"""

TRANSIENT = STATIC.replace("compliance: 0.05", "scale: 2").replace(
    "analysis: {type: static}", "analysis: {type: transient, step: 0.01, end_time: 0.05}"
)


def write_box(path, cells, low, high):
    """Writes a box of hexahedra whose nodes are numbered from 1."""
    axes = [np.linspace(a, b, n + 1) for a, b, n in zip(low, high, cells)]
    points = [(x, y, z) for z in axes[2] for y in axes[1] for x in axes[0]]
    nx, ny = cells[0] + 1, cells[1] + 1
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$Nodes", str(len(points))]
    lines += [f"{i + 1} {x!r} {y!r} {z!r}" for i, (x, y, z) in enumerate(points)]
    lines += ["$EndNodes", "$Elements", str(int(np.prod(cells)))]
    for number, (k, j, i) in enumerate(itertools.product(*(range(n) for n in cells[::-1])), 1):
        first = 1 + i + nx * (j + ny * k)
        layer = [first, first + 1, first + 1 + nx, first + nx]
        lines.append(f"{number} 5 2 1 1 " + " ".join(str(n) for n in layer + [n + nx * ny for n in layer]))
    pathlib.Path(path).write_text("\n".join([*lines, "$EndElements", ""]))
    return np.array(points)


@contextlib.contextmanager
def folder_of_all():
    """Creates a temporary folder that all ranks use."""
    folder = COMM.bcast(tempfile.mkdtemp(prefix="tenon-") if COMM.rank == 0 else None)
    try:
        yield pathlib.Path(folder)
    finally:
        COMM.Barrier()
        if COMM.rank == 0:
            shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def case_file(text=STATIC):
    """Writes a case with its meshes, and returns its path."""
    with folder_of_all() as folder:
        if COMM.rank == 0:
            write_box(folder / "left.msh", (2, 2, 2), (0, 0, 0), (1, 1, 1))
            write_box(folder / "right.msh", (2, 2, 2), (1, 0, 0), (2, 1, 1))
            write_box(folder / "inside.msh", (1, 1, 1), (1.2, 0.2, 0.2), (1.8, 0.8, 0.8))
            (folder / "case.yaml").write_text(text)
        COMM.Barrier()
        yield folder / "case.yaml"


@contextlib.contextmanager
def simulation(text=STATIC, comm=COMM, **options):
    """Opens a case, and closes it."""
    with case_file(text) as path:
        with tenon.open(path, comm, **options) as sim:
            yield sim


def variables_outside_of_mpi():
    """Returns the environment variables without those of the MPI run of this program."""
    ours = ("OMPI_", "PMIX_", "PMI_", "OPAL_", "ORTE_")
    keep = ("OMPI_ALLOW", "OMPI_MCA_ess_singleton_isolated", "OMPI_MCA_mpi_yield_when_idle")
    return {key: value for key, value in os.environ.items() if not key.startswith(ours) or key.startswith(keep)}


def export(path, *options):
    """Runs `tenon export` on one rank, outside of this program's MPI, and returns the folder."""
    folder = path.parent / "exported"
    if COMM.rank == 0:
        shutil.rmtree(folder, ignore_errors=True)
        command = [PROGRAM, "export", str(path), "-o", str(folder), *options]
        done = subprocess.run(command, env=variables_outside_of_mpi(), capture_output=True, text=True)
        error = "" if done.returncode == 0 else done.stdout + done.stderr
    else:
        error = None
    error = COMM.bcast(error)
    if error:
        raise AssertionError(error)
    return folder


def exported_order(folder, rows="rows.csv"):
    """Returns the position of each exported row in the order of `Simulation.order()`."""
    with open(folder / rows, newline="") as lines:
        entries = list(csv.DictReader(lines))
    if rows == "multipliers.csv":
        sizes, order = {}, []
        for entry in entries:
            sizes[entry["constraint"]] = sizes.get(entry["constraint"], 0) + 1
        starts = dict(zip(sizes, np.concatenate([[0], np.cumsum(list(sizes.values()))])))
        return np.array([starts[entry["constraint"]] + int(entry["number"]) for entry in entries])
    objects = list(dict.fromkeys(entry["object"] for entry in entries))
    components = {"x": 0, "y": 1, "z": 2}
    starts, total = {}, 0
    for name in objects:
        starts[name] = total
        total += sum(entry["object"] == name for entry in entries)
    return np.array(
        [
            starts[entry["object"]] + 3 * (int(entry["node"]) - 1) + components[entry["component"][-1]]
            for entry in entries
        ]
    )


def order_of_unknowns(sim):
    """Returns the order of all rows of A, on every rank."""
    return np.concatenate(COMM.allgather(sim.order()))


def order_of_multipliers(sim):
    """Returns the order of all rows of G, on every rank."""
    names = [name for name in sim.contributors if name in sim.multipliers]
    first, local = 0, []
    positions = {}
    for name in names:
        order = sim.order(name)
        for row, position in zip(sim.rows(name).getIndices(), order):
            positions[int(row)] = first + int(position)
        first += COMM.allreduce(len(order))
    for part in COMM.allgather(sorted(positions.items())):
        local += [position for _, position in part]
    return np.array(local)


def sort_rows(values, order):
    """Returns rows in the order that is independent of the partition."""
    result = np.empty_like(values)
    result[order] = values
    return result


def sort_matrix(values, rows, columns):
    """Returns a dense matrix in the order that is independent of the partition."""
    return sort_rows(sort_rows(values, rows).T, columns).T
