"""Types of cells, the order of their nodes and their sides, as each program has them."""

# meshio's name: number in .msh, dimension, edges (pairs of vertices, in the order of VTK's nodes in their middle)
HEX_EDGES = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)]
TET_EDGES = [(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)]
WEDGE_EDGES = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)]
QUAD_EDGES = [(0, 1), (1, 2), (2, 3), (3, 0)]
TYPES = {
    "vertex": (15, 0, []), "line": (1, 1, []), "line3": (8, 1, [(0, 1)]),
    "triangle": (2, 2, []), "triangle6": (9, 2, QUAD_EDGES[:2] + [(2, 0)]),
    "quad": (3, 2, []), "quad8": (16, 2, QUAD_EDGES), "quad9": (10, 2, QUAD_EDGES),
    "tetra": (4, 3, []), "tetra4": (4, 3, []), "tetra10": (11, 3, TET_EDGES),
    "hexahedron": (5, 3, []), "hexahedron20": (17, 3, HEX_EDGES), "hexahedron27": (12, 3, HEX_EDGES),
    "wedge": (6, 3, []), "wedge15": (18, 3, WEDGE_EDGES), "pyramid": (7, 3, []),
}
# Where .msh wants VTK's nodes: row[i] is the place in VTK's order of node i in Gmsh's.
GMSH_ORDER = {
    "tetra10": [0, 1, 2, 3, 4, 5, 6, 7, 9, 8],
    "hexahedron20": [0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 16, 9, 17, 10, 18, 19, 12, 15, 13, 14],
    "hexahedron27": [0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 16, 9, 17, 10, 18, 19, 12, 15, 13, 14, 24, 22, 20, 21, 23, 25, 26],
    "wedge15": [0, 1, 2, 3, 4, 5, 6, 8, 12, 7, 13, 14, 9, 11, 10],
}
# Others put the middles of the upright edges before those of the upper ones (Exodus).
UPRIGHT_FIRST = {
    "hexahedron20": [*range(12), *range(16, 20), *range(12, 16)],
    "hexahedron27": [*range(12), *range(16, 20), *range(12, 16), *range(20, 27)],
    "wedge15": [*range(9), *range(12, 15), *range(9, 12)],
}
# Vertices of the sides of solids and faces, by number of vertices and dimension.
ABAQUS_SIDES = {
    (8, 3): [(0, 1, 2, 3), (4, 7, 6, 5), (0, 4, 5, 1), (1, 5, 6, 2), (2, 6, 7, 3), (3, 7, 4, 0)],
    (4, 3): [(0, 1, 2), (0, 3, 1), (1, 3, 2), (2, 3, 0)],
    (6, 3): [(0, 1, 2), (3, 5, 4), (0, 3, 4, 1), (1, 4, 5, 2), (2, 5, 3, 0)],
    (4, 2): [(0, 1), (1, 2), (2, 3), (3, 0)],
    (3, 2): [(0, 1), (1, 2), (2, 0)],
}
EXODUS_SIDES = {
    (8, 3): [(0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (0, 4, 7, 3), (0, 3, 2, 1), (4, 5, 6, 7)],
    (4, 3): [(0, 1, 3), (1, 2, 3), (0, 3, 2), (0, 2, 1)],
    (6, 3): [(0, 1, 4, 3), (1, 2, 5, 4), (0, 3, 5, 2), (0, 2, 1), (3, 4, 5)],
    (4, 2): [(0, 1), (1, 2), (2, 3), (3, 0)],
    (3, 2): [(0, 1), (1, 2), (2, 0)],
}
VERTICES = {"triangle": 3, "quad": 4, "tetra": 4, "hexahedron": 8, "wedge": 6, "pyramid": 5}
