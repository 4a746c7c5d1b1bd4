# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Tables of cell types: numbers in .msh files, node orders and sides of each program.

Names of cell types are those of meshio. This package uses VTK's node order: vertices, edge
midpoints, face midpoints, centre. An order is a list `order` with vtk_nodes[i] = nodes[order[i]].
"""

HEX_EDGES = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)]
HEX_FACES = [(0, 3, 7, 4), (1, 2, 6, 5), (0, 1, 5, 4), (3, 2, 6, 7), (0, 1, 2, 3), (4, 5, 6, 7)]
TET_EDGES = [(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)]
WEDGE_EDGES = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)]
QUAD_EDGES = [(0, 1), (1, 2), (2, 3), (3, 0)]
TRIANGLE_EDGES = [(0, 1), (1, 2), (2, 0)]

# name: number in .msh files, dimension, number of nodes, number of vertices, edges with a midpoint
# node
TYPES = {
    "vertex": (15, 0, 1, 1, []), "line": (1, 1, 2, 2, []), "line3": (8, 1, 3, 2, [(0, 1)]),
    "triangle": (2, 2, 3, 3, []), "triangle6": (9, 2, 6, 3, TRIANGLE_EDGES),
    "quad": (3, 2, 4, 4, []), "quad8": (16, 2, 8, 4, QUAD_EDGES), "quad9": (10, 2, 9, 4, QUAD_EDGES),
    "tetra": (4, 3, 4, 4, []), "tetra10": (11, 3, 10, 4, TET_EDGES),
    "hexahedron": (5, 3, 8, 8, []), "hexahedron20": (17, 3, 20, 8, HEX_EDGES), "hexahedron27": (12, 3, 27, 8, HEX_EDGES),
    "wedge": (6, 3, 6, 6, []), "wedge15": (18, 3, 15, 6, WEDGE_EDGES), "pyramid": (7, 3, 5, 5, []),
}
KNOWN = ("The supported elements are points, lines of 2 and 3 nodes, triangles of 3 and 6, quadrilaterals of 4, 8 and 9, tetrahedra of 4 and 10, "
         "hexahedra of 8, 20 and 27, wedges of 6 and 15, and pyramids of 5 nodes")

# Node order of Gmsh: gmsh_nodes[i] = vtk_nodes[order[i]].
GMSH_ORDER = {
    "tetra10": [0, 1, 2, 3, 4, 5, 6, 7, 9, 8],
    "hexahedron20": [0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 16, 9, 17, 10, 18, 19, 12, 15, 13, 14],
    "hexahedron27": [0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 16, 9, 17, 10, 18, 19, 12, 15, 13, 14, 24, 22, 20, 21, 23, 25, 26],
    "wedge15": [0, 1, 2, 3, 4, 5, 6, 8, 12, 7, 13, 14, 9, 11, 10],
}

# Exodus II numbers the midpoints of vertical edges before those of the upper edges, and the centre
# of a HEX27 before the midpoints of its faces -z, +z, -x, +x, -y, +y (Schoof and Yarberry,
# SAND92-2137, figure 4.2).
EXODUS_ORDER = {
    "hexahedron20": [*range(12), *range(16, 20), *range(12, 16)],
    "hexahedron27": [*range(12), *range(16, 20), *range(12, 16), 23, 24, 25, 26, 21, 22, 20],
    "wedge15": [*range(9), *range(12, 15), *range(9, 12)],
}
# Abaqus numbers the midpoint of a line between its ends, and the centre of a C3D27 before the
# midpoints of the faces S1 to S6.
ABAQUS_ORDER = {"line3": [0, 2, 1], "hexahedron27": [*range(20), 26, 24, 23, 25, 21, 22, 20]}


def mirrored(vertices, edges=(), faces=(), num_inner=0):
    """Returns the VTK order of a cell whose numbering is the mirror image of VTK's.

    vertices[v] is the program's number of VTK vertex v. edges and faces are given in the program's
    numbers and order; `num_inner` nodes follow them.
    """
    number_of = {frozenset(part): len(vertices) + i for i, part in enumerate([*edges, *faces])}
    vtk_faces = HEX_FACES if faces else []
    order = list(vertices) + [number_of[frozenset(vertices[v] for v in part)] for part in [*edges, *vtk_faces]]
    return order + list(range(len(order), len(order) + num_inner))


MED_HEX_FACES = [(0, 1, 2, 3), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7), (4, 5, 6, 7)]
TET_MIRROR, WEDGE_MIRROR, HEX_MIRROR, PYRAMID_MIRROR = [0, 2, 1, 3], [0, 2, 1, 3, 5, 4], [0, 3, 2, 1, 4, 7, 6, 5], [0, 3, 2, 1, 4]
# Solids of MED: the first face is numbered clockwise seen from inside; the edges follow VTK's order
# in MED's numbers.
MED_ORDER = {
    "tetra": TET_MIRROR, "tetra10": mirrored(TET_MIRROR, TET_EDGES), "pyramid": PYRAMID_MIRROR,
    "wedge": WEDGE_MIRROR, "wedge15": mirrored(WEDGE_MIRROR, WEDGE_EDGES),
    "hexahedron": HEX_MIRROR, "hexahedron20": mirrored(HEX_MIRROR, HEX_EDGES),
    "hexahedron27": mirrored(HEX_MIRROR, HEX_EDGES, MED_HEX_FACES, 1),
}

# Vertices of the sides of solids and surface cells, by number of vertices and dimension.
ABAQUS_SIDES = {
    (8, 3): [(0, 1, 2, 3), (4, 7, 6, 5), (0, 4, 5, 1), (1, 5, 6, 2), (2, 6, 7, 3), (3, 7, 4, 0)],
    (4, 3): [(0, 1, 2), (0, 3, 1), (1, 3, 2), (2, 3, 0)],
    (6, 3): [(0, 1, 2), (3, 5, 4), (0, 3, 4, 1), (1, 4, 5, 2), (2, 5, 3, 0)],
    (5, 3): [(0, 1, 2, 3), (0, 4, 1), (1, 4, 2), (2, 4, 3), (3, 4, 0)],
    (4, 2): QUAD_EDGES,
    (3, 2): TRIANGLE_EDGES,
}
EXODUS_SIDES = {
    (8, 3): [(0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (0, 4, 7, 3), (0, 3, 2, 1), (4, 5, 6, 7)],
    (4, 3): [(0, 1, 3), (1, 2, 3), (0, 3, 2), (0, 2, 1)],
    (6, 3): [(0, 1, 4, 3), (1, 2, 5, 4), (0, 3, 5, 2), (0, 2, 1), (3, 4, 5)],
    (5, 3): [(0, 1, 4), (1, 2, 4), (2, 3, 4), (0, 4, 3), (0, 3, 2, 1)],
    (4, 2): QUAD_EDGES,
    (3, 2): TRIANGLE_EDGES,
}
SIDE_TYPES = {(2, 2): "line", (2, 3): "line3", (3, 3): "triangle", (3, 6): "triangle6", (4, 4): "quad", (4, 8): "quad8", (4, 9): "quad9"}


def side_of(kind, corners):
    """Returns the type of a side of a cell and the indices of its nodes in the cell (VTK order)."""
    _, _, num_nodes, num_vertices, edges = TYPES[kind]
    ring = [tuple(corners)] if len(corners) == 2 else list(zip(corners, corners[1:] + corners[:1]))
    middles = {frozenset(edge): num_vertices + place for place, edge in enumerate(edges)}
    at = list(corners) + [middles[frozenset(edge)] for edge in ring if edges]
    if kind == "hexahedron27":
        at += [20 + place for place, face in enumerate(HEX_FACES) if set(face) == set(corners)]
    return SIDE_TYPES[len(corners), len(at)], at
