# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Cell type of each element type of Abaqus and CalculiX."""
import functools
import re

from mesh import unsupported

# Families: (pattern of the name without the trailing letters of the formulation, {number of nodes:
# cell}). The number of nodes is the last number of the name: C3D20R has 20, CPE8RP 8, CAX6M 6.
SOLIDS = {4: "tetra", 5: "pyramid", 6: "wedge", 8: "hexahedron", 10: "tetra10", 15: "wedge15", 20: "hexahedron20", 27: "hexahedron27"}
FACES = {3: "triangle", 4: "quad", 6: "triangle6", 8: "quad8", 9: "quad9"}
LINES = {2: "line", 3: "line3"}
FAMILIES = [
    (r"(C|DC|DCC|AC|F|FC|EMC|Q|CH)3D(\d+)", SOLIDS),
    (r"(CPE|CPS|CPEG|CAX|CGAX|DCAX|DCCAX|ACAX|DC2D|DCC2D|AC2D|WARP2D)(\d+)", FACES),
    (r"(S|DS|M3D|SFM3D|R3D|F3D|STRI)(\d+)", {**FACES, 65: "triangle6"}),
    (r"(T2D|T3D|DC1D|DCC1D|AC1D|R2D|F2D|FAX|DCAX|DCCAX|ACAX|RAX)(\d+)", LINES),
    (r"(SAX|DSAX|MAX|MGAX|SFMAX|SFMGAX)(\d+)", {1: "line", 2: "line3"}),  # the number is the order of interpolation
    (r"COH3D(\d+)", {6: "wedge", 8: "hexahedron"}),
    (r"COH(2D|AX)(\d+)", {4: "quad"}),
    (r"SC(\d+)", {6: "wedge", 8: "hexahedron"}),
]
# Names of beams and pipes contain the space dimension and the order of interpolation: B31, B32R,
# PIPE21H. B33 and B23 are cubic with 2 nodes.
BEAM = re.compile(r"(B|PIPE|ELBOW)(2|3)(1|2|3)(OS)?(H|R|RH)?")
FORMULATION = re.compile(r"(.*?\d+)(R5|[A-Z]*)")  # S8R5: five degrees of freedom per node
# Element types with nodes that do not correspond to a cell.
WITHOUT_SHAPE = re.compile(r"(MASS|ROTARYI|HEATCAP|CAPMASS|SPRING|DASHPOT|CONN|GAP|ITS|ITT|JOINT|DCOUP|DISTCOUP|FPC|LS|PSI|UEL|VU|U\d|D$)")
IN_CASE = "masses, springs and connections are defined in the case; delete these elements from the mesh"


@functools.lru_cache(maxsize=1000)
def cell_or_none(name):
    """Returns (cell, flag) of a type in capitals, or None if it is unknown.

    The flag is true if an element may have one additional node that orients a beam.
    """
    if name in ("FRAME2D", "FRAME3D"):
        return "line", name == "FRAME3D"
    beam = BEAM.fullmatch(name)
    if beam:
        return ("line3" if beam[3] == "2" else "line"), beam[2] == "3"
    formulation = FORMULATION.fullmatch(name)
    for pattern, cells in FAMILIES:
        found = re.fullmatch(pattern, formulation[1]) if formulation else None
        number = int(found[found.lastindex][:9]) if found else 0
        if number in cells:
            return cells[number], False
    return None


def cell_of(name, where):
    """Returns the result of cell_or_none().

    @throws Problem if the type is not supported; the message begins with the position `where`.
    """
    found = None if WITHOUT_SHAPE.match(name.upper()) else cell_or_none(name.upper())
    if found is None:
        raise unsupported(name, where, IN_CASE if WITHOUT_SHAPE.match(name.upper()) else "")
    return found


@functools.lru_cache(maxsize=1000)
def is_shell(name):
    """Returns true if the type is a shell or membrane.

    Its sides 1 and 2 are its faces; the edges follow (CalculiX) or are named E1 to E4 (Abaqus).
    """
    return re.match(r"(S|DS|M3D|SFM3D|R3D|F3D|STRI)\d", name.upper()) is not None
