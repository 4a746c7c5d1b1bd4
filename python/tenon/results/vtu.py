# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""VTK files: one .vtu for each step and object, and a .pvd with their times."""
import base64
import os
import re
import struct
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import quoteattr

import numpy as np

from tenon.results.cells import CELL_TYPES
from tenon.results.errors import InputError
from tenon.results.meshio_meshes import places_of
from tenon.results.reading import Integers, PathLike

if TYPE_CHECKING:
    from tenon.results.results import Results

VTK_NAMES = {"f8": "Float64", "i8": "Int64", "u1": "UInt8"}


def write(results: "Results", folder: PathLike, steps: Iterable[int], names: list[str], deformed: bool) -> str:
    """Writes the files.

    @param results   open results
    @param folder    folder of the files
    @param steps     indices of steps
    @param names     names of objects
    @param deformed  true to add the displacement to the points
    @return path of the .pvd
    """
    folder = os.fspath(folder)
    os.makedirs(folder, exist_ok=True)
    stem = os.path.splitext(os.path.basename(os.fspath(results.path)))[0]
    files, times, entries = file_names(names), results.times, []
    for step in steps:
        results.step(step)  # rejects steps that do not exist
        step %= len(results.steps)
        for part, name in enumerate(names):
            file = f"{files[name]}.{results.steps[step]}.vtu"
            _replace(os.path.join(folder, file), grid_text(results, name, step, deformed))
            entries.append(f'<DataSet timestep="{times[step]!r}" group="" part="{part}" name={quoteattr(name)} file={quoteattr(file)}/>')
    if not entries:
        raise InputError("write_vtu() writes no file, because no step or no object is selected.")
    path = os.path.join(folder, f"{stem}.pvd")
    _replace(path, "\n".join(['<?xml version="1.0"?>', '<VTKFile type="Collection" version="0.1">', "<Collection>", *entries, "</Collection>",
                              "</VTKFile>", ""]))
    return path


def file_names(names: Iterable[str]) -> dict[str, str]:
    """Returns a distinct file name without folders for each object name."""
    found: dict[str, str] = {}
    for name in names:
        safe = re.sub(r"[^A-Za-z0-9_-]", "_", name)[:100] or "object"
        taken, number = set(found.values()), 1
        unique = safe
        while unique in taken:
            number += 1
            unique = f"{safe}_{number}"
        found[name] = unique
    return found


def _replace(path: str, text: str) -> None:
    """Writes a file under a temporary name and renames it."""
    temporary = f"{path}.{os.getpid()}.tmp"
    try:
        with open(temporary, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(temporary, path)
    finally:
        if os.path.exists(temporary):
            os.remove(temporary)


def data_array(name: str, values: Any) -> str:
    """Returns a DataArray element with base64 data.

    @param name    name of the array
    @param values  [rows] or [rows, components], real or integer
    """
    array = np.asarray(values)
    kind = "f8" if array.dtype.kind == "f" else "u1" if array.dtype == np.uint8 else "i8"
    data = np.ascontiguousarray(array, "<" + kind).tobytes()
    components = f' NumberOfComponents="{array.shape[1]}"' if array.ndim == 2 else ""
    coded = (base64.b64encode(struct.pack("<Q", len(data)) + data)).decode("ascii")
    return f'<DataArray type="{VTK_NAMES[kind]}" Name={quoteattr(name)}{components} format="binary">{coded}</DataArray>'


def vtk_cells(kind: str, cells: Integers) -> Integers:
    """Returns the nodes of cells in VTK's order."""
    order = CELL_TYPES[kind].vtk_order
    return cells[:, list(order)] if order else cells


def grid_text(results: "Results", name: str, step: int, deformed: bool) -> str:
    """Returns the text of the .vtu of an object in a step."""
    points, cells = places_of(results, name, step, deformed), results.cells(name)
    widths = np.concatenate([np.full(len(rows), rows.shape[1], np.int64) for rows in cells.values()] or [np.zeros(0, np.int64)])
    types = np.concatenate([np.full(len(rows), CELL_TYPES[kind].vtk_type, np.uint8) for kind, rows in cells.items()] or [np.zeros(0, np.uint8)])
    nodes = np.concatenate([vtk_cells(kind, rows).ravel() for kind, rows in cells.items()] or [np.zeros(0, np.int64)])
    on_points = {field: results.field(field, name, step) for field in results.fields(name, step)}
    on_cells = {field: np.concatenate(results.cell_blocks(field, name, step)) for field in results.cell_fields(name, step)}
    cell_tags = results.cell_tags(name)
    lines = ['<?xml version="1.0"?>',
             '<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian" header_type="UInt64">', "<UnstructuredGrid>",
             f'<Piece NumberOfPoints="{len(points)}" NumberOfCells="{len(types)}">', "<Points>", data_array("Points", points), "</Points>",
             "<Cells>", data_array("connectivity", nodes), data_array("offsets", np.cumsum(widths)), data_array("types", types), "</Cells>",
             "<PointData>", data_array("node", results.tags(name)), *(data_array(field, values) for field, values in on_points.items()),
             "</PointData>", "<CellData>", data_array("cell", np.concatenate([cell_tags[kind] for kind in cells] or [np.zeros(0, np.int64)])),
             *(data_array(field, values) for field, values in on_cells.items()), "</CellData>", "</Piece>", "</UnstructuredGrid>", "</VTKFile>", ""]
    return "\n".join(lines)
