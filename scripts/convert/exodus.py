# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Reads meshes of Exodus II (.e, .exo, .ex2, .g).

Reference: Schoof and Yarberry, SAND92-2137; netCDF layout in appendix A.
"""
import re

import netCDF4
import numpy as np

from cells import EXODUS_ORDER, EXODUS_SIDES
from mesh import Mesh, Problem, quoted, unsupported

LINES, TRIANGLES, QUADS = {2: "line", 3: "line3"}, {3: "triangle", 6: "triangle6"}, {4: "quad", 8: "quad8", 9: "quad9"}
CELLS = {
    **dict.fromkeys(("SPHERE", "CIRCLE", "POINT", "NODE"), {1: "vertex"}),
    **dict.fromkeys(("BAR", "BEAM", "TRUSS", "ROD", "EDGE", "LINE", "CURVE"), LINES),
    **dict.fromkeys(("TRI", "TRIANGLE", "TRISHELL"), TRIANGLES),
    **dict.fromkeys(("QUAD", "QUADRILATERAL", "QUADSHELL"), QUADS), "SHELL": {**LINES, **TRIANGLES, **QUADS, 3: "triangle"},
    **dict.fromkeys(("TET", "TETRA", "TETRAHEDRON"), {4: "tetra", 10: "tetra10"}),
    **dict.fromkeys(("HEX", "HEXAHEDRON"), {8: "hexahedron", 20: "hexahedron20", 27: "hexahedron27"}),
    **dict.fromkeys(("WEDGE", "PRISM"), {6: "wedge", 15: "wedge15"}),
    **dict.fromkeys(("PYRAMID", "PYRA"), {5: "pyramid"}),
}


def read_exodus(path):
    with netCDF4.Dataset(path) as file:
        file.set_auto_mask(False)
        return ExodusReader(file).read()


class ExodusReader:
    """Reads nodes, element blocks, node sets and side sets."""

    def __init__(self, file):
        self.variables, self.dimensions = file.variables, file.dimensions
        self.shells = []  # flag of each block: true if sides 1 and 2 are faces, followed by edges

    def read(self):
        mesh = Mesh(self.coordinates())
        mesh.sides = EXODUS_SIDES
        self.add_blocks(mesh)
        self.add_node_sets(mesh)
        self.add_side_sets(mesh)
        return mesh

    def coordinates(self):
        if "coord" in self.variables:
            return np.atleast_2d(self.variables["coord"][:]).T
        axes = [self.variables[name][:] for name in ("coordx", "coordy", "coordz") if name in self.variables]
        if not axes or not len(axes[0]):
            raise Problem("it has no coordinates (no variable 'coord' or 'coordx').")
        return np.column_stack(axes)

    def numbered(self, prefix):
        """Returns the numbers n of the variables `prefix`n, ascending.

        Empty sets and blocks have no variable.
        """
        found = (re.fullmatch(prefix + r"(\d{1,9})", name) for name in self.variables)
        return sorted(int(match[1]) for match in found if match)

    def names(self, variable, prefix):
        """Returns a function that maps the number of a block or set to its name."""
        given = [b"".join(row).split(b"\0")[0].decode(errors="replace").strip() for row in self.variables[variable][:]] \
            if variable in self.variables else []
        return lambda n: given[n - 1] if n <= len(given) and given[n - 1] else f"{prefix}_{n}"

    def add_blocks(self, mesh):
        name_of = self.names("eb_names", "block")
        for number in self.numbered("connect"):
            variable = self.variables[f"connect{number}"]
            kind = str(getattr(variable, "elem_type", "")).strip("\0 ").upper()
            nodes = variable[:]
            family = re.sub(r"\d+$", "", kind)
            cell = CELLS.get(family, {}).get(nodes.shape[-1]) if nodes.ndim == 2 else None
            if cell is None:
                raise unsupported(kind, f"block {quoted(name_of(number))}: ", f"of {nodes.shape[-1]} nodes" if nodes.ndim == 2 else "")
            first = mesh.starts[-1]
            mesh.add(cell, nodes.astype(np.int64) - 1, None, (EXODUS_ORDER.get(cell, ()), ()), kind)
            mesh.element_sets.add(name_of(number), range(first, mesh.starts[-1]))
            is_flat = "num_dim" in self.dimensions and len(self.dimensions["num_dim"]) == 2
            self.shells.append(family in ("SHELL", "TRISHELL", "QUADSHELL") or (family in ("TRI", "TRIANGLE") and not is_flat))

    def add_node_sets(self, mesh):
        name_of = self.names("ns_names", "nodes")
        for number in self.numbered("node_ns"):
            nodes = self.variables[f"node_ns{number}"][:].astype(np.int64).ravel() - 1
            require_within(nodes, len(mesh.points), f"the set of nodes {quoted(name_of(number))}", "node")
            mesh.node_sets.add(name_of(number), nodes.tolist())

    def add_side_sets(self, mesh):
        name_of = self.names("ss_names", "sides")
        for number in self.numbered("elem_ss"):
            name, sides = name_of(number), self.variables.get(f"side_ss{number}")
            elements = self.variables[f"elem_ss{number}"][:].astype(np.int64).ravel() - 1
            sides = sides[:].astype(np.int64).ravel() if sides is not None else np.array([], int)
            require_within(elements, mesh.starts[-1], f"the side set {quoted(name)}", "element")
            if len(sides) != len(elements):
                raise Problem(f"the numbers of elements and of sides in the side set {quoted(name)} differ: {len(elements)} and {len(sides)}.")
            self.add_sides(mesh, name, elements, sides)

    def add_sides(self, mesh, name, elements, sides):
        """Adds a side set.

        Sides 1 and 2 of a shell are the shell itself; its edges are numbered from 3.
        """
        blocks = np.searchsorted(mesh.starts, elements, side="right") - 1
        is_shell = np.array(self.shells, bool)[blocks] if len(blocks) else np.array([], bool)
        is_face = is_shell & (sides >= 1) & (sides <= 2)
        mesh.element_sets.add(name, elements[is_face].tolist()) if is_face.any() else None
        edges = sides - 2 * is_shell
        pairs = list(zip(elements[~is_face].tolist(), (edges[~is_face] - 1).tolist()))
        if pairs or not is_face.any():
            mesh.side_sets.add(name, pairs)


def require_within(places, count, who, what):
    if len(places) and (places.min() < 0 or places.max() >= count):
        bad = places[(places < 0) | (places >= count)][0]
        raise Problem(f"{who} refers to {what} {bad + 1}, but the highest {what} number is {count}.")
