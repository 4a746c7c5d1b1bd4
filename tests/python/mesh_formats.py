# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Cells in the node order of each format, files written without meshio, and assertions on converted
meshes."""
import contextlib
import io
import itertools
import re
import sys
import tempfile
import unittest
from pathlib import Path

import h5py
import netCDF4
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts/convert"))
from command import reader_of  # noqa: E402
from gmsh_file import write as write_gmsh  # noqa: E402
from mesh import Problem  # noqa: E402

MAP = np.array([[2.0, 0.3, 0.2], [0.1, 1.5, 0.4], [0.2, 0.1, 1.2]])
SQUARE, TRIANGLE = [(0, 0), (1, 0), (1, 1), (0, 1)], [(0, 0), (1, 0), (0, 1)]
# Vertices in the order that makes the volume positive, and the volume.
SOLIDS = {
    "tetra": ([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], 1 / 6),
    "pyramid": ([(x, y, 0) for x, y in SQUARE] + [(0.5, 0.5, 1)], 1 / 3),
    "wedge": ([(x, y, z) for z in (0, 1) for x, y in TRIANGLE], 1 / 2),
    "hexahedron": ([(x, y, z) for z in (0, 1) for x, y in SQUARE], 1),
}
BOTTOM, TOP, UPRIGHT = [(0, 1), (1, 2), (2, 3), (3, 0)], [(4, 5), (5, 6), (6, 7), (7, 4)], [(0, 4), (1, 5), (2, 6), (3, 7)]
BOTTOM3, TOP3, UPRIGHT3 = [(0, 1), (1, 2), (2, 0)], [(3, 4), (4, 5), (5, 3)], [(0, 3), (1, 4), (2, 5)]
TET = [(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)]
CENTRE = [(0, 1, 2, 3, 4, 5, 6, 7)]
SIDES = {"-x": (0, 3, 7, 4), "+x": (1, 2, 6, 5), "-y": (0, 1, 5, 4), "+y": (2, 3, 7, 6), "-z": (0, 1, 2, 3), "+z": (4, 5, 6, 7)}
# Middle nodes of each cell by the document of each format, as the vertices between which they lie,
# in the format's numbers.
MED_FACES = [(0, 1, 2, 3), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7), (4, 5, 6, 7)]
MIDDLES = {
    "med": {"tetra": TET, "wedge": BOTTOM3 + TOP3 + UPRIGHT3, "hexahedron": BOTTOM + TOP + UPRIGHT, "27": MED_FACES + CENTRE},
    "exodus": {"tetra": TET, "wedge": BOTTOM3 + UPRIGHT3 + TOP3, "hexahedron": BOTTOM + UPRIGHT + TOP,
               "27": CENTRE + [SIDES[side] for side in ("-z", "+z", "-x", "+x", "-y", "+y")]},
    "abaqus": {"tetra": TET, "wedge": BOTTOM3 + TOP3 + UPRIGHT3, "hexahedron": BOTTOM + TOP + UPRIGHT,
               "27": CENTRE + [SIDES[side] for side in ("-z", "+z", "-y", "+x", "+y", "-x")]},
    "vtk": {"tetra": TET, "wedge": BOTTOM3 + TOP3 + UPRIGHT3, "hexahedron": BOTTOM + TOP + UPRIGHT,
            "27": [SIDES[side] for side in ("-x", "+x", "-y", "+y", "-z", "+z")] + CENTRE},
}
# Gmsh's manual: number of a type, and its middle nodes.
GMSH_HEX20 = [(0, 1), (0, 3), (0, 4), (1, 2), (1, 5), (2, 3), (2, 6), (3, 7), (4, 5), (4, 7), (5, 6), (6, 7)]
GMSH = {
    1: [], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [], 15: [], 8: [(0, 1)], 9: BOTTOM3, 16: BOTTOM, 10: BOTTOM + [(0, 1, 2, 3)],
    11: [(0, 1), (1, 2), (0, 2), (0, 3), (2, 3), (1, 3)], 17: GMSH_HEX20,
    18: [(0, 1), (0, 2), (0, 3), (1, 2), (1, 4), (2, 5), (3, 4), (3, 5), (4, 5)],
    12: GMSH_HEX20 + [(0, 1, 2, 3), (0, 1, 5, 4), (0, 3, 7, 4), (1, 2, 6, 5), (2, 3, 7, 6), (4, 5, 6, 7)] + CENTRE,
}
KINDS = [("tetra", 1), ("pyramid", 1), ("wedge", 1), ("hexahedron", 1), ("tetra", 2), ("wedge", 2), ("hexahedron", 2), ("hexahedron", 27)]
MIRROR = {"tetra": [0, 2, 1, 3], "pyramid": [0, 3, 2, 1, 4], "wedge": [0, 2, 1, 3, 5, 4], "hexahedron": [0, 3, 2, 1, 4, 7, 6, 5]}
NAMES = {
    "med": {("tetra", 1): "TE4", ("pyramid", 1): "PY5", ("wedge", 1): "PE6", ("hexahedron", 1): "HE8", ("tetra", 2): "T10",
            ("wedge", 2): "P15", ("hexahedron", 2): "H20", ("hexahedron", 27): "H27"},
    "exodus": {("tetra", 1): "TETRA4", ("pyramid", 1): "PYRAMID5", ("wedge", 1): "WEDGE", ("hexahedron", 1): "HEX", ("tetra", 2): "TETRA10",
               ("wedge", 2): "WEDGE15", ("hexahedron", 2): "HEX20", ("hexahedron", 27): "HEX27"},
    "abaqus": {("tetra", 1): "C3D4H", ("pyramid", 1): "C3D5", ("wedge", 1): "C3D6", ("hexahedron", 1): "C3D8R", ("tetra", 2): "C3D10M",
               ("wedge", 2): "C3D15", ("hexahedron", 2): "C3D20RH", ("hexahedron", 27): "C3D27"},
    "vtk": {("tetra", 1): 10, ("pyramid", 1): 14, ("wedge", 1): 13, ("hexahedron", 1): 12, ("tetra", 2): 24, ("wedge", 2): 26,
            ("hexahedron", 2): 25, ("hexahedron", 27): 29},
}


def cell(program, kind, order, mirrored=False):
    """Returns the nodes of a cell [nodes][3] in the order of a program."""
    vertices = np.array(SOLIDS[kind][0], float) @ MAP.T
    if program == "med" or mirrored:
        vertices = vertices[MIRROR[kind]]
    middles = MIDDLES[program].get(kind, []) if order > 1 else []
    middles = middles + (MIDDLES[program]["27"] if order == 27 else [])
    return np.vstack([vertices, *(vertices[list(between)].mean(axis=0) for between in middles)])


class Msh:
    """Contents of a .msh file of format 2.2."""

    def __init__(self, text):
        section = lambda name: re.search(rf"\${name}\n\d+\n(.*?)\$End{name}", text, re.DOTALL)[1].splitlines()
        self.nodes = {int(line.split()[0]): np.array(line.split()[1:], float) for line in section("Nodes")}
        names = (re.fullmatch(r'(\d) (\d+) "(.*)"', line).groups() for line in section("PhysicalNames"))
        names = {int(number): name for _, number, name in names}
        self.elements = []  # (type, group, nodes)
        for row in (list(map(int, line.split())) for line in section("Elements")):
            self.elements.append((row[1], names.get(row[3]), np.array([self.nodes[n] for n in row[3 + row[2]:]])))

    def group(self, name):
        return [(kind, nodes) for kind, of, nodes in self.elements if of == name]


def write_med(path, points, blocks, dimension=3, families=None, groups=()):
    """Writes MED 3: /ENS_MAA/<mesh>/<step>/NOE and MAI; numbers of all elements first by node, then
    by element.

    blocks: {type: elements [n][nodes] from 0}; families: {type: [n]}; groups: (family, names)."""
    with h5py.File(path, "w") as file:
        mesh = file.create_group("ENS_MAA/part")
        mesh.attrs.update({"ESP": dimension, "DIM": dimension, "TYP": 0})
        step = mesh.create_group("-0000000000000000001-0000000000000000001")
        step.create_dataset("NOE/COO", data=np.asarray(points)[:, :dimension].T.ravel()).attrs["NBR"] = len(points)
        if families and "NOE" in families:
            step.create_dataset("NOE/FAM", data=families["NOE"])
        for kind, cells in blocks.items():
            nodes = step.create_dataset(f"MAI/{kind}/NOD", data=np.asarray(cells).T.ravel() + 1)
            nodes.attrs["NBR"] = len(cells)
            if families and kind in families:
                step.create_dataset(f"MAI/{kind}/FAM", data=families[kind])
        file.create_group("FAS/part/FAMILLE_ZERO").attrs["NUM"] = 0
        for number, names in groups:
            family = file.create_group(f"FAS/part/{'ELEME' if number < 0 else 'NOEUD'}/FAM_{number}")
            family.attrs["NUM"] = number
            if names:
                letters = [np.frombuffer(name.encode().ljust(80, b"\0"), np.int8) for name in names]
                family.create_dataset("GRO/NOM", data=np.array(letters))


def write_exodus(path, points, blocks, side_sets=(), dimension=3, node_sets=()):
    """Writes Exodus. blocks: (type, elements from 0); side_sets: (elements, sides), from 1; block 2
    of two blocks has no elements."""
    with netCDF4.Dataset(path, "w", format="NETCDF3_64BIT_OFFSET") as file:
        for name, size in (("num_dim", dimension), ("num_nodes", len(points)), ("num_el_blk", len(blocks))):
            file.createDimension(name, size)
        for axis, values in zip("xyz", np.asarray(points).T[:dimension]):
            file.createVariable(f"coord{axis}", "f8", ("num_nodes",))[:] = values
        for number, (kind, cells) in enumerate(blocks, 1):
            file.createDimension(f"num_el_in_blk{number}", len(cells))
            file.createDimension(f"num_nod_per_el{number}", len(cells[0]))
            nodes = file.createVariable(f"connect{number}", "i4", (f"num_el_in_blk{number}", f"num_nod_per_el{number}"))
            nodes.elem_type = kind
            nodes[:] = np.asarray(cells) + 1
        for number, (elements, sides) in enumerate(side_sets, 1):
            if not len(elements):
                continue  # a set without members has no variables
            file.createDimension(f"num_side_ss{number}", len(elements))
            file.createVariable(f"elem_ss{number}", "i4", (f"num_side_ss{number}",))[:] = elements
            file.createVariable(f"side_ss{number}", "i4", (f"num_side_ss{number}",))[:] = sides
        for number, nodes in enumerate(node_sets, 1):
            file.createDimension(f"num_nod_ns{number}", len(nodes))
            file.createVariable(f"node_ns{number}", "i4", (f"num_nod_ns{number}",))[:] = nodes


def abaqus(points, kind, cells, more=""):
    nodes = "\n".join(f"{i}, {x!r}, {y!r}, {z!r}" for i, (x, y, z) in enumerate(np.asarray(points).tolist(), 1))
    lines = [", ".join(map(str, [number, *(np.asarray(nodes) + 1)])) for number, nodes in enumerate(cells, 1)]
    rows = "\n".join(re.sub(r"((?:\d+, ){10})", r"\1\n", line) for line in lines)  # elements continue on further lines
    return f"*NODE\n{nodes}\n*ELEMENT, TYPE={kind}, ELSET=all\n{rows}\n{more}"


def vtk(points, kind, cells, values=""):
    text = f"# vtk DataFile Version 3.0\npart\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS {len(points)} double\n"
    text += "\n".join(" ".join(map(repr, point)) for point in np.asarray(points).tolist())
    text += f"\nCELLS {len(cells)} {sum(map(len, cells)) + len(cells)}\n"
    text += "\n".join(" ".join(map(str, [len(nodes), *nodes])) for nodes in cells)
    return text + f"\nCELL_TYPES {len(cells)}\n" + "\n".join([str(kind)] * len(cells)) + "\n" + values


def vtu(points, kind, cells, edit=lambda text: text):
    array = lambda name, type, values, more="": f'<DataArray type="{type}" Name="{name}" format="ascii"{more}>{" ".join(map(str, values))}</DataArray>'
    return edit(f'<VTKFile type="UnstructuredGrid" version="1.0"><UnstructuredGrid><Piece NumberOfPoints="{len(points)}" '
                f'NumberOfCells="{len(cells)}"><Points>'
                + array("Points", "Float64", np.asarray(points).ravel().tolist(), ' NumberOfComponents="3"') + "</Points><Cells>"
                + array("connectivity", "Int64", itertools.chain(*cells)) + array("offsets", "Int64", np.cumsum([len(c) for c in cells]))
                + array("types", "UInt8", [kind] * len(cells)) + "</Cells></Piece></UnstructuredGrid></VTKFile>")


class Import(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def converted(self, name):
        """Returns the mesh converted from a file; warnings of the reader are stored in
        self.said."""
        path, self.said = self.folder / name, io.StringIO()
        with contextlib.redirect_stderr(self.said):
            write_gmsh(reader_of(path)(path), self.folder / "new.msh")
        return Msh((self.folder / "new.msh").read_text())

    def refuses(self, name, *says):
        """Asserts that the reader rejects the file with one message that contains all of `says`."""
        with self.assertRaises(Problem) as caught:
            self.converted(name)
        for what in says:
            self.assertRegex(str(caught.exception), what)

    def assert_volume(self, mesh, volume):
        """Asserts the determinant of an affine cell, spanned by the three edges at its first
        vertex."""
        neighbours = {4: (1, 2, 3), 11: (1, 2, 3), 7: (1, 3, 4), 6: (1, 2, 3), 18: (1, 2, 3), 5: (1, 3, 4), 17: (1, 3, 4), 12: (1, 3, 4)}
        kind, _, nodes = mesh.elements[0]
        edges = np.array([nodes[n] - nodes[0] for n in neighbours[kind]])
        factor = {4: 1 / 6, 11: 1 / 6, 7: 1 / 3, 6: 1 / 2, 18: 1 / 2}.get(kind, 1)
        self.assertAlmostEqual(factor * np.linalg.det(edges), volume, 9)

    def assert_straight(self, mesh, where=""):
        """Asserts that each middle node lies at the midpoint of its vertices, by Gmsh's numbers."""
        for kind, _, nodes in mesh.elements:
            for number, between in enumerate(GMSH[kind], len(nodes) - len(GMSH[kind])):
                np.testing.assert_allclose(nodes[number], nodes[list(between)].mean(axis=0), atol=1e-12, err_msg=f"{where} type {kind} node {number}")

    def assert_side(self, mesh, name, points):
        """Asserts that a group has one side with these nodes."""
        sides = mesh.group(name)
        self.assertEqual(len(sides), 1, f"{name}: {sides}")
        found, expected = (np.array(sorted(map(tuple, np.round(nodes, 9)))) for nodes in (sides[0][1], points))
        np.testing.assert_allclose(found, expected, atol=1e-8, err_msg=name)
