# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Cell types of result files and their counterparts in VTK and meshio."""
from typing import NamedTuple


class CellType(NamedTuple):
    """Properties of a cell type.

    Files use VTK's node order, except for prism6: its triangles are numbered as in Gmsh and meshio,
    opposite to VTK. `vtk_order[i]` is the index of VTK's node i; empty if the orders are equal.
    """

    num_nodes: int
    dimension: int
    vtk_type: int
    meshio_name: str
    vtk_order: tuple[int, ...] = ()


#: Cell types by the name that the files use.
CELL_TYPES: dict[str, CellType] = {
    "point1": CellType(1, 0, 1, "vertex"),
    "line2": CellType(2, 1, 3, "line"),
    "line3": CellType(3, 1, 21, "line3"),
    "tri3": CellType(3, 2, 5, "triangle"),
    "tri6": CellType(6, 2, 22, "triangle6"),
    "quad4": CellType(4, 2, 9, "quad"),
    "quad8": CellType(8, 2, 23, "quad8"),
    "quad9": CellType(9, 2, 28, "quad9"),
    "tet4": CellType(4, 3, 10, "tetra"),
    "tet10": CellType(10, 3, 24, "tetra10"),
    "pyramid5": CellType(5, 3, 14, "pyramid"),
    "prism6": CellType(6, 3, 13, "wedge", (0, 2, 1, 3, 5, 4)),
    "prism15": CellType(15, 3, 26, "wedge15"),
    "hex8": CellType(8, 3, 12, "hexahedron"),
    "hex20": CellType(20, 3, 25, "hexahedron20"),
    "hex27": CellType(27, 3, 29, "hexahedron27"),
}

#: Name of each cell type in meshio.
MESHIO_TYPES: dict[str, str] = {name: kind.meshio_name for name, kind in CELL_TYPES.items()}
