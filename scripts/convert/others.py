"""Reads the meshes of all other programs by meshio."""
import contextlib
import io

import numpy as np

from cells import EXODUS_ORDER
from groups import add_groups
from mesh import Mesh, Problem, quoted, unsupported

NAMES = {"tetra4": "tetra"}  # meshio 5.0 has two
ORDERS = {kind: ((), EXODUS_ORDER[kind]) for kind in ("hexahedron20", "wedge15")}


def read_by_meshio(path):
    import meshio
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            found = meshio.read(path)
    except SystemExit:  # how meshio ends on a file that it does not know
        raise Problem("meshio cannot tell its format by its ending.") from None
    if "cannot handle" in said.getvalue():
        raise Problem(f"meshio leaves out a part of it: {quoted(' '.join(said.getvalue().split()))}.")
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
        raise Problem(f"the set {quoted(name)} has a member that does not exist.")
    return members.tolist()
