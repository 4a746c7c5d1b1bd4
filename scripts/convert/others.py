# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Reads all other mesh formats by meshio."""
import contextlib
import io
import re
from pathlib import Path

import numpy as np

from cells import EXODUS_ORDER
from groups import add_groups
from mesh import Mesh, Problem, quoted, unsupported

NAMES = {"tetra4": "tetra"}  # meshio 5.0 uses both names
ORDERS = {kind: ((), EXODUS_ORDER[kind]) for kind in ("hexahedron20", "wedge15")}

# Nastran entries that meshio silently ignores: elements, and data in other files.
NASTRAN = re.compile(r"^ *(INCLUDE|CQUAD|CQUADX|CQUADX4|CQUADX8|CTRIAX|CTRAX3|CBEAM3|CBEND|CTUBE|CONROD)\b", re.IGNORECASE | re.MULTILINE)
GRID_DEFAULTS = re.compile(r"^GRDSET(?:  .{8}| *,[^,\n]*,)([ \d]{0,8})", re.IGNORECASE | re.MULTILINE)  # field of the coordinate system
COORDINATE_SYSTEM = re.compile(r"^ *CORD[123][RCS]\b", re.IGNORECASE | re.MULTILINE)
IN_GLOBAL = "its nodes are given in local coordinate systems; export the mesh in global coordinates."


def require_plain_nastran(path, references):
    """Rejects Nastran files with content that meshio does not read.

    references: third fields of GRID, or None.

    The third field is the number of a coordinate system. Files written by meshio have other numbers
    there, but no coordinate systems.
    """
    text = Path(path).read_text(errors="replace")
    found = NASTRAN.search(text)
    if found:
        line = text.count("\n", 0, found.start(1)) + 1
        remedy = "to a single file" if found[1].upper().startswith("INCLUDE") else "without such entries"
        raise Problem(f"line {line}: the entry {quoted(found[1])} is not supported; export the mesh {remedy}.")
    is_referred_to = references is not None and np.any(np.asarray(references) != 0)
    default = GRID_DEFAULTS.search(text)
    if COORDINATE_SYSTEM.search(text) and (is_referred_to or (default and int(default[1].replace(" ", "") or 0) > 0)):
        raise Problem(IN_GLOBAL)


def read_by_meshio(path):
    import meshio
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            found = meshio.read(path)
    except SystemExit:  # meshio calls sys.exit() for an unknown format
        raise Problem("meshio does not recognise the extension of the file name.") from None
    if "cannot handle" in said.getvalue():
        raise Problem(f"meshio ignores a part of the file: {quoted(' '.join(said.getvalue().split()))}.")
    if Path(path).suffix.lower() in (".bdf", ".fem", ".nas"):
        require_plain_nastran(path, found.point_data.get("nastran:ref"))
    mesh = Mesh(found.points)
    for block in found.cells:
        kind = NAMES.get(block.type, block.type)
        if np.asarray(block.data).dtype.kind not in "iu" or np.ndim(block.data) != 2:
            raise unsupported(kind)
        mesh.add(kind, block.data, None, ORDERS.get(kind, ((),)))
    for name, nodes in found.point_sets.items():
        mesh.node_sets.add(name, within(nodes, len(mesh.points), name))
    for name, parts in found.cell_sets.items():
        blocks = zip(mesh.starts, mesh.starts[1:], parts)
        mesh.element_sets.add(name, [start + i for start, end, part in blocks if part is not None for i in within(part, end - start, name)])
    for name, values in found.point_data.items():
        add_groups(mesh.node_sets, name, values)
    for name, parts in found.cell_data.items():
        parts = [np.asarray(part) for part in parts]
        if all(part.ndim == 1 and part.dtype.kind in "iu" for part in parts) and sum(map(len, parts)) == mesh.starts[-1]:
            add_groups(mesh.element_sets, name, np.concatenate(parts))
    return mesh


def within(members, count, name):
    members = np.asarray(members, dtype=int).ravel()
    if len(members) and (members.min() < 0 or members.max() >= count):
        raise Problem(f"the set {quoted(name)} refers to a member that does not exist.")
    return members.tolist()
