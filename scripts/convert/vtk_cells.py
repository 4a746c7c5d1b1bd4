# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Converts the cells of a VTK file (legacy or XML) to elements."""
import numpy as np

from cells import EXODUS_ORDER, WEDGE_EDGES, WEDGE_MIRROR, mirrored
from mesh import Problem, unsupported

# Cell by type number of vtkCellType.h.
TYPES = {
    1: "vertex", 3: "line", 5: "triangle", 9: "quad", 10: "tetra", 12: "hexahedron", 13: "wedge", 14: "pyramid", 21: "line3",
    22: "triangle6", 23: "quad8", 24: "tetra10", 25: "hexahedron20", 26: "wedge15", 28: "quad9", 29: "hexahedron27",
}
# Types of variable size: cell by number of nodes. Lagrange cells of order 1 and 2 have the node
# order of standard cells.
SIZED = {
    7: {3: "triangle", 4: "quad"}, 68: {2: "line", 3: "line3"}, 69: {3: "triangle", 6: "triangle6"}, 70: {4: "quad", 9: "quad9"},
    71: {4: "tetra", 10: "tetra10"}, 72: {8: "hexahedron", 27: "hexahedron27"}, 73: {6: "wedge"}, 74: {5: "pyramid"},
}
LATTICE = {8: ("quad", [0, 1, 3, 2]), 11: ("hexahedron", [0, 1, 3, 2, 4, 5, 7, 6])}  # pixel and voxel
OTHERS = {
    0: "an empty cell", 6: "a strip of triangles", 7: "a polygon", 15: "a prism over a pentagon", 16: "a prism over a hexagon",
    27: "a pyramid of 13 nodes", 30: "a quadrilateral of 6 nodes", 31: "a wedge of 12 nodes", 32: "a wedge of 18 nodes",
    33: "a hexahedron of 24 nodes", 34: "a triangle of 7 nodes", 35: "a line of 4 nodes", 37: "a pyramid of 19 nodes", 42: "a polyhedron",
    **dict.fromkeys(range(68, 75), "a Lagrange cell of order 3 or more"), **dict.fromkeys(range(75, 82), "a Bezier cell"),
}
# The first face of a wedge points outwards in VTK's manual and inwards in files of most programs;
# the sign of the volume decides. Some programs write the midpoints of vertical edges before those
# of the upper edges. Files before version 2.2 swap two edges of Lagrange hexahedra.
SWAPPED = [*range(18), 19, 18, *range(20, 27)]
WEDGE15_MIRROR = mirrored(WEDGE_MIRROR, WEDGE_EDGES)
ORDERS = {
    "wedge": ((), WEDGE_MIRROR), "wedge15": ((), EXODUS_ORDER["wedge15"], WEDGE15_MIRROR),
    "hexahedron20": ((), EXODUS_ORDER["hexahedron20"]),
    "hexahedron27": ((), [*EXODUS_ORDER["hexahedron20"], *range(20, 27)], SWAPPED),
}


class VtkCells:
    """Cells of all pieces of a file, grouped by type and size."""

    def __init__(self):
        self.blocks = []   # (cell, nodes, cell numbers in the file, type)
        self.num_cells = self.num_points = 0

    def add(self, types, offsets, nodes, num_points):
        """Adds the cells of a piece. offsets[i] is the end of cell i in `nodes`."""
        types, ends, nodes = (np.asarray(values).astype(np.int64).ravel() for values in (types, offsets, nodes))
        starts = np.concatenate([[0], ends])[:-1] if len(ends) else ends
        if len(types) != len(ends) or (len(ends) and (ends[-1] > len(nodes) or (ends < starts).any())):
            raise Problem(f"its numbers of cell types ({len(types)}), offsets ({len(ends)}) and connectivity entries ({len(nodes)}) do not match.")
        bad = np.flatnonzero((nodes < 0) | (nodes >= num_points))
        if len(bad):
            cell = int(np.searchsorted(ends, bad[0], side="right"))
            raise Problem(f"cell {cell} refers to node {nodes[bad[0]]}, but nodes are numbered from 0 to {num_points - 1}.")
        keys = np.column_stack([types, ends - starts])
        order = np.lexsort((np.arange(len(types)), keys[:, 1], keys[:, 0]))
        changes = np.flatnonzero((np.diff(keys[order], axis=0) != 0).any(axis=1)) + 1 if len(order) else []
        for members in np.split(order, changes) if len(order) else []:
            kind, size = keys[members[0]]
            self.add_block(int(kind), nodes[starts[members][:, None] + np.arange(size)] + self.num_points, members + self.num_cells)
        self.num_cells += len(types)
        self.num_points += num_points

    def add_block(self, kind, nodes, members):
        size = nodes.shape[1]
        if kind == 2:
            nodes, members, cell = nodes.reshape(-1, 1), np.repeat(members, size), "vertex"
        elif kind == 4 and size > 1:
            nodes, members = np.stack([nodes[:, :-1], nodes[:, 1:]], axis=2).reshape(-1, 2), np.repeat(members, size - 1)
            cell = "line"
        elif kind in LATTICE and size == len(LATTICE[kind][1]):
            cell, nodes = LATTICE[kind][0], nodes[:, LATTICE[kind][1]]
        else:
            cell = TYPES.get(kind) or SIZED.get(kind, {}).get(size)
        if cell is None:
            raise unsupported(kind, "cells: ", OTHERS.get(kind, "a cell type of VTK"))
        self.blocks.append((cell, nodes, members, kind))

    def add_to(self, mesh):
        """Adds the elements to a mesh. Returns the cell number of each element."""
        origin = []
        for cell, nodes, members, kind in self.blocks:
            mesh.add(cell, nodes, None, ORDERS.get(cell, ((),)), f"{kind} of VTK")
            origin.append(members)
        origin = np.concatenate(origin) if origin else np.array([], int)
        if len(np.unique(origin)) == len(origin):  # one element per cell: elements have the numbers of the cells
            mesh.element_numbers = (origin + 1).tolist()
        return origin
