"""Meshes of all other programs, by meshio."""
from pathlib import Path

import numpy as np

from cells import EXODUS_SIDES
from mesh import Mesh, Problem


def read_by_meshio(path):
    import meshio
    try:
        found = meshio.read(path)
    except SystemExit:  # how meshio ends on a file it does not know
        raise Problem("meshio cannot tell its format by its ending.") from None
    mesh = Mesh(found.points)
    for block in found.cells:
        mesh.add(block.type, block.data)
    for name, nodes in found.point_sets.items():
        mesh.node_sets[name] = list(np.asarray(nodes, dtype=int))
    for name, parts in found.cell_sets.items():
        mesh.element_sets[name] = members_of(mesh, [np.asarray([] if part is None else part, dtype=int) for part in parts])
    point_tags, cell_tags = getattr(found, "point_tags", {}), getattr(found, "cell_tags", {})
    for name, values in found.point_data.items():
        for group, nodes in groups_of(name, [values], point_tags if name == "point_tags" else None):
            mesh.node_sets.setdefault(group, []).extend(nodes[0])
    for name, parts in found.cell_data.items():
        for group, cells in groups_of(name, parts, cell_tags if name == "cell_tags" else None):
            mesh.element_sets.setdefault(group, []).extend(members_of(mesh, cells))
    if Path(path).suffix.lower() in (".e", ".exo", ".ex2"):
        read_exodus_sets(mesh, path)
    return mesh


def members_of(mesh, parts):
    return [start + int(i) for start, part in zip(mesh.starts, parts) for i in part]


def groups_of(name, parts, families):
    """Groups that an array of whole numbers stands for; families: the names of each value, where the format has them."""
    parts = [np.asarray(part) for part in parts]
    if any(part.dtype.kind not in "iu" or part.ndim != 1 for part in parts):
        return
    values = np.unique(np.concatenate(parts)) if parts else []
    words = name.split("-")  # how meshio writes sets as numbers: their names joined by dashes, numbers from 0, or -1
    are_names = len(words) > 1 and {int(value) for value in values if value >= 0} == set(range(len(words)))
    for value in values:
        where = [np.flatnonzero(part == value) for part in parts]
        if families is not None:
            for family in families.get(int(value), []):
                yield family.strip(), where
        elif are_names:
            if value >= 0:
                yield words[value], where
        elif set(values) <= {0, 1}:
            if value == 1:
                yield name, where
        elif value >= 0:  # below: of no set
            yield f"{name}_{value}", where


def read_exodus_sets(mesh, path):
    """Names of blocks and sets of nodes that have none in meshio, and the sets of sides, which it does not read."""
    import netCDF4
    with netCDF4.Dataset(path) as file:
        file.set_auto_mask(False)

        def names(variable, prefix, count):
            given = [b"".join(row).decode().strip("\0 ") for row in file.variables[variable][:]] if variable in file.variables else []
            return [(given[i] if i < len(given) and given[i] else f"{prefix}_{i + 1}") for i in range(count)]
        num_blocks = len(mesh.blocks)
        for name, first, last in zip(names("eb_names", "block", num_blocks), mesh.starts, mesh.starts[1:]):
            mesh.element_sets.setdefault(name, []).extend(range(first, last))
        num_sets = sum(key.startswith("node_ns") for key in file.variables)
        for i, name in enumerate(names("ns_names", "nodes", num_sets)):
            mesh.node_sets[name] = [int(n) - 1 for n in file.variables[f"node_ns{i + 1}"][:]]
        mesh.sides = EXODUS_SIDES
        num_sets = sum(key.startswith("elem_ss") for key in file.variables)
        for i, name in enumerate(names("ss_names", "sides", num_sets)):
            pairs = zip(file.variables[f"elem_ss{i + 1}"][:], file.variables[f"side_ss{i + 1}"][:])
            mesh.side_sets[name] = [(int(element) - 1, int(side) - 1) for element, side in pairs]
