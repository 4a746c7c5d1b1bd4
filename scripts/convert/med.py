# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Reads meshes of MED (.med), the format of Salome and code_aster: HDF5 layout of MED 2 to 4."""
import h5py
import numpy as np

from cells import MED_ORDER
from mesh import Mesh, Problem, quoted, unsupported, warn

# Geometric types of med.h and their names in the file.
CELLS = {
    "PO1": "vertex", "SE2": "line", "SE3": "line3", "TR3": "triangle", "TR6": "triangle6", "QU4": "quad", "QU8": "quad8",
    "QU9": "quad9", "TE4": "tetra", "T10": "tetra10", "HE8": "hexahedron", "H20": "hexahedron20", "H27": "hexahedron27",
    "PE6": "wedge", "P15": "wedge15", "PY5": "pyramid",
}
OTHERS = {"SE4": "a line of 4 nodes", "TR7": "a triangle of 7 nodes", "P13": "a pyramid of 13 nodes", "P18": "a wedge of 18 nodes",
          "OCT": "a prism over a hexagon", "O12": "a prism over a hexagon", "POG": "polygons", "PG2": "polygons of second order", "POE": "polyhedra"}


def read_med(path):
    with h5py.File(path, "r") as file:
        return MedReader(file).read()


def member(group, name, what):
    if name not in group:
        raise Problem(f"it has no {what} ({quoted(f'{group.name}/{name}')}).")
    return group[name]


class MedReader:
    """Reads the single mesh of a file."""

    def __init__(self, file):
        self.file = file
        meshes = member(file, "ENS_MAA", "mesh")
        names = list(meshes)
        if not names:
            raise Problem("it contains no meshes.")
        if len(names) > 1:
            listed = ", ".join(quoted(name) for name in names[:10])
            raise Problem(f"it has {len(names)} meshes ({listed}); write the required mesh into a separate file.")
        self.name, self.root = names[0], meshes[names[0]]
        if int(self.root.attrs.get("TYP", 0)) == 1:
            raise Problem(f"the mesh {quoted(self.name)} is a structured grid; convert it to an unstructured mesh (Salome: Convert to Unstructured).")

    def read(self):
        step = self.step()
        nodes = member(step, "NOE", "nodes")
        for group in (self.root, nodes, member(nodes, "COO", "coordinates")):  # in MED 2 it is an attribute of the coordinates
            if int(group.attrs.get("REP", 0)) != 0:  # MED_CYL, MED_SPHER
                raise Problem(f"the mesh {quoted(self.name)} is in cylindrical or spherical coordinates; write it in Cartesian coordinates.")
        dimension = int(self.root.attrs.get("ESP", self.root.attrs.get("DIM", 3)))
        coordinates = member(nodes, "COO", "coordinates")[()].ravel()
        if not 1 <= dimension <= 3 or not coordinates.size or coordinates.size % dimension:
            raise Problem(f"the dimension is {dimension} and the number of coordinates is {coordinates.size}, but the dimension must be 1, 2 or 3, "
                          "and the number of coordinates must be a positive multiple of the dimension.")
        mesh = Mesh(coordinates.reshape(-1, coordinates.size // dimension).T)
        self.add_groups(mesh.node_sets, "NOEUD", self.families_of(nodes, len(mesh.points), "nodes"))
        families = [self.add_cells(mesh, kind, group) for kind, group in member(step, "MAI", "elements").items()]
        self.add_groups(mesh.element_sets, "ELEME", np.concatenate(families) if families else np.array([], int))
        return mesh

    def step(self):
        """Returns the HDF5 group with nodes and elements: the mesh itself (MED 2) or its first time
        step."""
        if "NOE" in self.root:
            return self.root
        steps = [self.root[name] for name in sorted(self.root) if "NOE" in self.root[name]]
        if not steps:
            raise Problem(f"the mesh {quoted(self.name)} has no nodes.")
        if len(steps) > 1:
            warn(f"the mesh {quoted(self.name)} has {len(steps)} time steps; only the first one is converted.")
        return steps[0]

    def add_cells(self, mesh, kind, group):
        if kind not in CELLS:
            raise unsupported(kind, "", OTHERS.get(kind, ""))
        numbers = member(group, "NOD", "connectivity")[()].ravel().astype(np.int64)
        count = int(group["NOD"].attrs.get("NBR", 0))
        if count <= 0 or numbers.size % count:
            raise Problem(f"the number of node numbers of the type {quoted(kind)} is {numbers.size}, but must be a multiple of the number of elements, {count}.")
        cell = CELLS[kind]
        # Files of meshio use VTK's order; interpreted in MED's order their volumes are negative.
        mesh.add(cell, numbers.reshape(-1, count).T - 1, None, (MED_ORDER.get(cell, ()), ()), kind)
        return self.families_of(group, count, f"elements of type {kind}")

    @staticmethod
    def families_of(group, count, what):
        """Returns the family number of each node or element; 0 (no group) if the file contains
        none."""
        if "FAM" not in group:
            return np.zeros(count, int)
        numbers = group["FAM"][()].ravel()
        if numbers.size != count:
            raise Problem(f"the number of family numbers is {numbers.size}, but the number of {what} is {count}.")
        return numbers

    def add_groups(self, sets, kind, families):
        names = self.groups_of_families(kind)
        order = np.argsort(families, kind="stable")
        values, starts = np.unique(families[order], return_index=True)
        for value, first, last in zip(values.tolist(), starts, [*starts[1:], len(order)]):
            if value != 0 and value not in names:
                warn(f"family {value} does not exist, although {'nodes' if kind == 'NOEUD' else 'elements'} refer to it (count: {last - first}).")
            for name in names.get(value, []):
                sets.add(name, order[first:last].tolist())

    def groups_of_families(self, kind):
        """Returns the names of the groups of each family. A family may have no group."""
        everything = self.root["FAS"] if "FAS" in self.root else self.file.get("FAS", {}).get(self.name, {})
        names = {}
        for family in everything.get(kind, {}).values():
            groups = family["GRO"]["NOM"][()] if "GRO" in family and "NOM" in family["GRO"] else []
            names.setdefault(int(family.attrs.get("NUM", 0)), []).extend(text_of(row) for row in groups)
        return names


def text_of(row):
    """Returns the text stored as 80 small integers or as bytes."""
    letters = (row if isinstance(row, bytes) else np.asarray(row).astype(np.uint8).tobytes()).split(b"\0")[0].strip()
    try:
        return letters.decode()
    except UnicodeDecodeError:
        return letters.decode("latin-1")
