# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Objects of a result as meshes of meshio."""
from typing import TYPE_CHECKING, Any

import numpy as np

from tenon.results.cells import MESHIO_TYPES
from tenon.results.errors import InputError, optional
from tenon.results.reading import Floats

if TYPE_CHECKING:
    from tenon.results.results import Results


def places_of(results: "Results", name: str, step: int, deformed: bool) -> Floats:
    """Returns the points of an object, with the displacement added if `deformed`, [nodes, 3].

    @throws InputError if the displacement is not a vector in space
    """
    points = results.points(name)
    if not deformed:
        return points
    displacement = results.field("displacement", name, step)
    if displacement.ndim == 1 or displacement.shape[1] > 3:
        raise InputError(f"Displacements of '{name}' are not vectors with at most 3 components: the deformed mesh cannot be computed.")
    return np.asarray(points + np.pad(displacement, ((0, 0), (0, 3 - displacement.shape[1]))))


def mesh_of_object(results: "Results", name: str, step: int, deformed: bool) -> Any:
    """Returns one object as meshio.Mesh with all fields of a step."""
    meshio = optional("meshio", "python3-meshio", "mesh()")
    cells = results.cells(name)
    return meshio.Mesh(places_of(results, name, step, deformed), [(MESHIO_TYPES[kind], rows) for kind, rows in cells.items()],
                       point_data={field: results.field(field, name, step) for field in results.fields(name, step)},
                       cell_data={field: results.cell_blocks(field, name, step) for field in results.cell_fields(name, step)})


def mesh_of_objects(results: "Results", names: list[str], step: int, deformed: bool) -> Any:
    """Returns several objects as one meshio.Mesh; each object is a cell set."""
    meshio = optional("meshio", "python3-meshio", "to_meshio()")
    meshes = [mesh_of_object(results, name, step, deformed) for name in names]
    firsts = np.concatenate([[0], np.cumsum([len(mesh.points) for mesh in meshes])])
    cells = [(block.type, block.data + first) for mesh, first in zip(meshes, firsts) for block in mesh.cells]
    counts = [len(rows) for _, rows in cells]
    point_data: dict[str, Any] = {field: np.concatenate(_equally_wide([mesh.point_data.get(field) for mesh in meshes],
                                                                      [len(mesh.points) for mesh in meshes]))
                                  for field in sorted({field for mesh in meshes for field in mesh.point_data})}
    cell_data: dict[str, Any] = {field: _equally_wide([part for mesh in meshes
                                                       for part in mesh.cell_data.get(field, [None] * len(mesh.cells))], counts)
                                 for field in sorted({field for mesh in meshes for field in mesh.cell_data})}
    owners = [index for index, mesh in enumerate(meshes) for _ in mesh.cells]
    point_data["object"] = np.repeat(np.arange(len(meshes)), [len(mesh.points) for mesh in meshes])
    cell_data["object"] = [np.full(count, owner) for owner, count in zip(owners, counts)]
    cell_sets = {name: [np.arange(count) if owner == index else np.arange(0) for owner, count in zip(owners, counts)]
                 for index, name in enumerate(names)}
    return meshio.Mesh(np.concatenate([mesh.points for mesh in meshes]), cells, point_data=point_data, cell_data=cell_data, cell_sets=cell_sets)


def _equally_wide(parts: list[Any], counts: list[int]) -> list[Floats]:
    """Replaces missing arrays by NaN, and pads all arrays to the same number of components."""
    width = max((part.shape[1] if part.ndim == 2 else 0) for part in parts if part is not None)
    shape = (width,) if width else ()
    padded = []
    for part, count in zip(parts, counts):
        values = np.full((count, *shape), np.nan)
        if part is not None:
            columns = part.reshape(len(part), -1)
            values.reshape(count, -1)[:, :columns.shape[1]] = columns
        padded.append(values)
    return padded
