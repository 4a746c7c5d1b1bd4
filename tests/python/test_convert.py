"""The readers of `tenon convert`: node orders, sides and sets by the documents of each format, in files written without meshio.

Each cell is the image of its reference cell by an affine map without symmetry, so that any wrong node moves."""
import base64
import contextlib
import io
import itertools
import os
import re
import sys
import tempfile
import unittest
import zlib
from pathlib import Path

import h5py
import netCDF4
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts/convert"))
from command import reader_of  # noqa: E402
import guard  # noqa: E402
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
# Middle nodes of each cell by the document of each format, as the vertices between which they lie, in the format's numbers.
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
    """The nodes of a cell [nodes][3] in the order of a program."""
    vertices = np.array(SOLIDS[kind][0], float) @ MAP.T
    if program == "med" or mirrored:
        vertices = vertices[MIRROR[kind]]
    middles = MIDDLES[program].get(kind, []) if order > 1 else []
    middles = middles + (MIDDLES[program]["27"] if order == 27 else [])
    return np.vstack([vertices, *(vertices[list(between)].mean(axis=0) for between in middles)])


class Msh:
    """What a .msh file of format 2.2 says."""

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
    """MED 3: /ENS_MAA/<mesh>/<step>/NOE and MAI; numbers of all elements first by node, then by element.

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
    """blocks: (type, elements from 0); side_sets: (elements, sides), from 1; block 2 of two blocks is without elements."""
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
    rows = "\n".join(re.sub(r"((?:\d+, ){10})", r"\1\n", line) for line in lines)  # elements go on in further lines
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
        """The mesh that a file becomes; what the reader warns of is kept in self.said."""
        path, self.said = self.folder / name, io.StringIO()
        with contextlib.redirect_stderr(self.said):
            write_gmsh(reader_of(path)(path), self.folder / "new.msh")
        return Msh((self.folder / "new.msh").read_text())

    def refuses(self, name, *says):
        """The reader says all of that in one sentence."""
        with self.assertRaises(Problem) as caught:
            self.converted(name)
        for what in says:
            self.assertRegex(str(caught.exception), what)

    def assert_volume(self, mesh, volume):
        """The determinant of an affine cell: from its first vertex along three edges."""
        neighbours = {4: (1, 2, 3), 11: (1, 2, 3), 7: (1, 3, 4), 6: (1, 2, 3), 18: (1, 2, 3), 5: (1, 3, 4), 17: (1, 3, 4), 12: (1, 3, 4)}
        kind, _, nodes = mesh.elements[0]
        edges = np.array([nodes[n] - nodes[0] for n in neighbours[kind]])
        factor = {4: 1 / 6, 11: 1 / 6, 7: 1 / 3, 6: 1 / 2, 18: 1 / 2}.get(kind, 1)
        self.assertAlmostEqual(factor * np.linalg.det(edges), volume, 9)

    def assert_straight(self, mesh, where=""):
        """Each middle node lies in the middle of its vertices, by Gmsh's numbers."""
        for kind, _, nodes in mesh.elements:
            for number, between in enumerate(GMSH[kind], len(nodes) - len(GMSH[kind])):
                np.testing.assert_allclose(nodes[number], nodes[list(between)].mean(axis=0), atol=1e-12, err_msg=f"{where} type {kind} node {number}")

    def assert_side(self, mesh, name, points):
        """A group has one side, of these nodes."""
        sides = mesh.group(name)
        self.assertEqual(len(sides), 1, f"{name}: {sides}")
        found, expected = (np.array(sorted(map(tuple, np.round(nodes, 9)))) for nodes in (sides[0][1], points))
        np.testing.assert_allclose(found, expected, atol=1e-8, err_msg=name)


class Solids(Import):
    """Every solid: positive volume in all nodes, and middle nodes in their places."""

    def check(self, program, file, write):
        for kind, order in KINDS:
            with self.subTest(f"{program} {kind} {order}"):
                write(self.folder / file, cell(program, kind, order), NAMES[program][kind, order])
                mesh = self.converted(file)
                self.assert_straight(mesh)
                self.assert_volume(mesh, SOLIDS[kind][1] * np.linalg.det(MAP))

    def test_med(self):
        self.check("med", "part.med", lambda path, points, name: write_med(path, points, {name: [range(len(points))]}))

    def test_exodus(self):
        self.check("exodus", "part.e", lambda path, points, name: write_exodus(path, points, [(name, [range(len(points))])]))

    def test_abaqus(self):
        self.check("abaqus", "part.inp", lambda path, points, name: path.write_text(abaqus(points, name, [range(len(points))])))

    def test_vtk(self):
        self.check("vtk", "part.vtk", lambda path, points, name: path.write_text(vtk(points, name, [range(len(points))])))

    def test_vtu(self):
        self.check("vtk", "part.vtu", lambda path, points, name: path.write_text(vtu(points, name, [range(len(points))])))

    def test_wedges_of_vtk_on_either_hand(self):
        """VTK's manual and most programs differ in the normal of the first face."""
        for order in (1, 2):
            points = cell("vtk", "wedge", order, mirrored=True)
            self.write("part.vtk", vtk(points, NAMES["vtk"]["wedge", order], [range(len(points))]))
            mesh = self.converted("part.vtk")
            self.assert_straight(mesh)
            self.assert_volume(mesh, np.linalg.det(MAP) / 2)

    def test_a_med_file_in_the_order_of_vtk(self):
        """meshio writes such files."""
        points = cell("vtk", "hexahedron", 2)
        write_med(self.folder / "part.med", points, {"H20": [range(20)]})
        mesh = self.converted("part.med")
        self.assert_straight(mesh)
        self.assert_volume(mesh, np.linalg.det(MAP))


ABAQUS_SIDES = {
    "hexahedron": ["1234", "5876", "1562", "2673", "3784", "4851"], "tetra": ["123", "142", "243", "341"],
    "wedge": ["123", "465", "1452", "2563", "3641"], "pyramid": ["1234", "152", "253", "354", "451"],
}
EXODUS_SIDES = {
    "hexahedron": ["1265", "2376", "3487", "1584", "1432", "5678"], "tetra": ["124", "234", "143", "132"],
    "wedge": ["1254", "2365", "1463", "132", "456"], "pyramid": ["125", "235", "345", "154", "1432"],
}


def side_points(vertices, points, between):
    """Nodes of a side: those in the middle of some of its vertices, and these."""
    corners = vertices[[int(v) - 1 for v in between]]
    count = len(corners)
    ring = [corners[[i, (i + 1) % count]].mean(axis=0) for i in range(count)]
    candidates = [*corners, *ring, corners.mean(axis=0)]
    if len(points) == len(vertices):
        return corners
    on = [place for place in candidates if np.linalg.norm(points - place, axis=1).min() < 1e-9]
    return np.array(on)


class SidesOfSolids(Import):
    def check(self, program, sides, write):
        for kind, order in KINDS:
            with self.subTest(f"{program} {kind} {order}"):
                points = cell(program, kind, order)
                file, prefix = write(points, NAMES[program][kind, order], len(sides[kind]))
                mesh = self.converted(file)
                self.assert_straight(mesh)
                for number, vertices in enumerate(sides[kind], 1):
                    nodes = side_points(points[:len(SOLIDS[kind][0])], points, vertices)
                    self.assert_side(mesh, f"{prefix}{number}", nodes)

    def test_abaqus(self):
        def write(points, name, count):
            surfaces = "".join(f"*SURFACE, NAME=s{n}\nall, S{n}\n" for n in range(1, count + 1))
            self.write("part.inp", abaqus(points, name, [range(len(points))], surfaces))
            return "part.inp", "s"
        self.check("abaqus", ABAQUS_SIDES, write)

    def test_exodus(self):
        def write(points, name, count):
            write_exodus(self.folder / "part.e", points, [(name, [range(len(points))])], [([1], [n]) for n in range(1, count + 1)])
            return "part.e", "sides_"
        self.check("exodus", EXODUS_SIDES, write)


QUAD = np.array([(x, y, 0.3 * x) for x, y in [(0, 0), (2, 0), (2.5, 1), (0, 1)]])


def face(order, corners=QUAD):
    ring = [(corners[i] + corners[(i + 1) % len(corners)]) / 2 for i in range(len(corners))]
    return np.vstack([corners, *(ring if order > 1 else []), *([corners.mean(axis=0)] if order == 9 else [])])


class Shells(Import):
    def test_sides_of_shells_of_exodus(self):
        """1 and 2 are the faces; edges begin with 3."""
        for name, order, corners in (("SHELL4", 1, QUAD), ("SHELL8", 2, QUAD), ("SHELL9", 9, QUAD), ("SHELL", 1, QUAD),
                                     ("TRISHELL3", 1, QUAD[:3]), ("TRI6", 2, QUAD[:3])):
            with self.subTest(name):
                points, count = face(order, corners), len(corners)
                sides = [([1], [side]) for side in range(1, count + 3)]
                write_exodus(self.folder / "part.e", points, [(name, [range(len(points))])], sides)
                mesh = self.converted("part.e")
                self.assert_straight(mesh)
                for number in (1, 2):
                    self.assert_side(mesh, f"sides_{number}", points)
                for number in range(count):
                    ends = [number, (number + 1) % count]
                    self.assert_side(mesh, f"sides_{number + 3}", points[ends + ([count + number] if order > 1 else [])])

    def test_edges_of_plane_elements_of_exodus(self):
        flat = QUAD * [1, 1, 0]
        for name, corners in (("QUAD4", flat), ("TRI3", flat[:3])):
            points = face(1, corners)
            write_exodus(self.folder / "part.e", points, [(name, [range(len(points))])], [([1], [n + 1]) for n in range(len(points))], 2)
            mesh = self.converted("part.e")
            for number in range(len(points)):
                self.assert_side(mesh, f"sides_{number + 1}", points[[number, (number + 1) % len(points)]])

    def test_sides_that_do_not_exist(self):
        for name, sides, says in (("SHELL4", 7, "no side"), ("SHELL4", 0, "no side"), ("QUAD4", 5, "no side 5")):
            write_exodus(self.folder / "part.e", QUAD, [(name, [range(4)])], [([1], [sides])], 3)
            self.refuses("part.e", says)

    def test_shells_of_calculix_and_abaqus(self):
        """S1 and S2 are the faces, S3 to S6 the edges (CalculiX); E1 to E4 the edges, SPOS the face (Abaqus)."""
        surfaces = "".join(f"*SURFACE, NAME={side}\nall, {side}\n" for side in ("S1", "S2", "S3", "S6", "E1", "E4", "SPOS"))
        for kind, order in (("S4R", 1), ("S8R", 2), ("S9R5", 9), ("M3D4", 1)):
            points = face(order)
            self.write("part.inp", abaqus(points, kind, [range(len(points))], surfaces))
            mesh = self.converted("part.inp")
            for name in ("S1", "S2", "SPOS"):
                self.assert_side(mesh, name, points)
            first, last = ([0, 1, 4], [3, 0, 7]) if order > 1 else ([0, 1], [3, 0])
            for name, nodes in (("S3", first), ("E1", first), ("S6", last), ("E4", last)):
                self.assert_side(mesh, name, points[nodes])


class AbaqusTypes(Import):
    def test_plane_and_axisymmetric_elements(self):
        quad = QUAD * [1, 1, 0]
        sides = "*SURFACE, NAME=low\nall, S1\n*SURFACE, NAME=last\nall, S{}\n"
        for prefix, (order, corners) in itertools.product(("CPE", "CPS", "CAX", "CPEG"), ((1, quad), (1, quad[:3]), (2, quad), (2, quad[:3]))):
            points, count = face(order, corners), len(corners)
            kind = f"{prefix}{len(points)}" + ("R" if len(points) == 8 else "")
            with self.subTest(kind):
                self.write("part.inp", abaqus(points, kind, [range(len(points))], sides.format(count)))
                mesh = self.converted("part.inp")
                self.assert_straight(mesh)
                self.assert_side(mesh, "low", points[[0, 1] + ([count] if order > 1 else [])])
                self.assert_side(mesh, "last", points[[count - 1, 0] + ([2 * count - 1] if order > 1 else [])])

    def test_beams(self):
        """The second node of three lies in the middle; a node more orients a beam."""
        points = np.array([(0, 0, 0), (1, 1, 0), (2, 2, 0), (0, 0, 9.0)])
        for kind, nodes in (("B31", [0, 2]), ("B31", [0, 2, 3]), ("B32R", [0, 1, 2]), ("B32", [0, 1, 2, 3]), ("B33", [0, 2]), ("T3D3", [0, 1, 2]),
                            ("B32R", [0, 2, 1])):
            self.write("part.inp", abaqus(points, kind, [nodes]))
            if nodes != [0, 2, 1]:
                self.assert_straight(self.converted("part.inp"), kind)

    def test_types_that_are_not_supported(self):
        for kind, says in (("C3D99", "tetrahedra of 4 and 10"), ("SPRINGA", "belong into the case"), ("MASS", "belong into the case"), ("CIN3D8", "not supported")):
            self.write("part.inp", f"*NODE\n1,0,0,0\n2,1,0,0\n** a comment\n*ELEMENT, TYPE={kind}\n1,1,2\n")
            self.refuses("part.inp", r"part\.inp:5: ", kind, says)

    def test_lines_of_another_length(self):
        self.write("part.inp", "*NODE\n1,0,0,0\n2,1,0,0\n*ELEMENT, TYPE=B21\n1,1,2\n2,1,2,1\n")
        self.refuses("part.inp", r"part\.inp:6: .*has 2 nodes, but there are 3")
        self.write("part.inp", "*NODE\n1,0,0,0\n2,1,zero,0\n")
        self.refuses("part.inp", r"part\.inp:3: .*not a number")


class MedFiles(Import):
    def test_families(self):
        """Families without groups, of several groups, that do not exist, and none at all."""
        points = np.array(SOLIDS["hexahedron"][0], float)[MIRROR["hexahedron"]]
        write_med(self.folder / "part.med", points, {"HE8": [range(8)], "QU4": [[0, 1, 2, 3], [4, 7, 6, 5]], "SE2": [[0, 1]]}, 3,
                  {"NOE": [0, 2, 2, 0, 0, 0, 0, 9], "HE8": [-1], "QU4": [-2, -3]},
                  [(-1, ["steel", "D\xe4mpfer"]), (-2, ["foot"]), (-3, []), (2, ["tip"])])
        mesh = self.converted("part.med")
        self.assertIn("family 9, which does not exist", self.said.getvalue())
        kinds = {name: [kind for kind, _ in mesh.group(name)] for name in ("steel", "D\xe4mpfer", "foot", "tip")}
        self.assertEqual(kinds, {"steel": [5], "D\xe4mpfer": [5], "foot": [3], "tip": [15, 15]})

    def test_plane_meshes_and_older_files(self):
        write_med(self.folder / "part.med", face(2, QUAD * [1, 1, 0]), {"QU8": [range(8)]}, 2)
        self.assert_straight(self.converted("part.med"))
        with h5py.File(self.folder / "part.med", "a") as file:  # MED 2: without time steps
            step = file["ENS_MAA/part/-0000000000000000001-0000000000000000001"]
            for name in ("NOE", "MAI"):
                file.copy(step[name], f"ENS_MAA/part/{name}")
            del file[step.name], file["FAS"]
        self.assert_straight(self.converted("part.med"))

    def test_what_is_not_supported(self):
        points = np.random.default_rng(1).random((18, 3))
        for kind, count, says in (("P13", 13, "a pyramid of 13 nodes"), ("P18", 18, "wedges of 6 and 15"), ("XX9", 9, "XX9")):
            write_med(self.folder / "part.med", points, {kind: [range(count)]})
            self.refuses("part.med", kind, says)
        write_med(self.folder / "part.med", points, {"TE4": [range(4)]})
        with h5py.File(self.folder / "part.med", "a") as file:
            file.copy("ENS_MAA/part", "ENS_MAA/other")
        self.refuses("part.med", "2 meshes", "'other', 'part'")


class ExodusFiles(Import):
    def test_sets_without_members_keep_the_numbers_of_the_others(self):
        points = np.array(SOLIDS["hexahedron"][0], float)
        write_exodus(self.folder / "part.e", points, [("HEX8", [range(8)])], [([], []), ([1], [6])], 3, [[1, 2]])
        mesh = self.converted("part.e")
        self.assert_side(mesh, "sides_2", points[4:])
        self.assertEqual(len(mesh.group("nodes_1")), 2)

    def test_what_is_not_supported(self):
        points = np.random.default_rng(1).random((13, 3))
        write_exodus(self.folder / "part.e", points, [("PYRAMID13", [range(13)])])
        self.refuses("part.e", "'block_1'", "PYRAMID13", "pyramids of 5 nodes")
        write_exodus(self.folder / "part.e", points, [("TET4", [[0, 1, 2, 13]])])
        self.refuses("part.e", "element 1 of type 'TET4'", "number 14 of 13")
        write_exodus(self.folder / "part.e", points, [("TET4", [range(4)])], [([2], [1])])
        self.refuses("part.e", "'sides_1' names element 2, but there are 1")


class VtkFiles(Import):
    def test_nodes_that_do_not_exist(self):
        points = np.array(SOLIDS["tetra"][0], float)
        for node in (-1, 4):
            for file, write in (("part.vtk", vtk), ("part.vtu", vtu)):
                self.write(file, write(points, 10, [[0, 1, 2, 3], [0, 1, 2, node]]))
                self.refuses(file, f"cell 1 refers to node {node}", "from 0 to 3")

    def test_pieces(self):
        """Each piece numbers its own nodes."""
        points = np.array(SOLIDS["tetra"][0], float)

        def twice(text):
            piece = re.search("<Piece.*</Piece>", text)[0]
            return text.replace(piece, piece + piece)
        self.write("part.vtu", vtu(points, 10, [range(4)], twice))
        self.assertEqual(sorted(kind for kind, _, _ in self.converted("part.vtu").elements), [4, 4])

    def test_other_cells(self):
        voxel = np.array([(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)], float)
        for kind, nodes, volume in ((11, range(8), 1), (72, [0, 1, 3, 2, 4, 5, 7, 6], 1)):
            self.write("part.vtk", vtk(voxel, kind, [nodes]))
            self.assert_volume(self.converted("part.vtk"), volume)
        for kind, says in ((42, "a polyhedron"), (27, "a pyramid of 13 nodes"), (7, "a polygon"), (199, "199")):
            self.write("part.vtk", vtk(voxel, kind, [range(8)]))
            self.refuses("part.vtk", says, "hexahedra of 8, 20 and 27")

    def test_groups_of_arrays(self):
        points = np.array(SOLIDS["tetra"][0], float)
        values = "CELL_DATA 1\nSCALARS part int 1\nLOOKUP_TABLE default\n7\nPOINT_DATA 4\nVECTORS v float\n" + 4 * "0 0 0\n" \
                 + "FIELD FieldData 1\ntip 1 4 int\n0 1 1 0\n"
        self.write("part.vtk", vtk(points, 10, [range(4)], values))
        mesh = self.converted("part.vtk")
        self.assertEqual([len(mesh.group(name)) for name in ("part_7", "tip")], [1, 2])


class Hostile(Import):
    """Short files that stand for long work: an answer in little time and memory."""
    NODES = "*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n4,0,0,1\n*ELEMENT, TYPE=C3D4, ELSET=all\n1,1,2,3,4\n"

    def abaqus_groups(self, more):
        self.write("part.inp", self.NODES + more)
        mesh = self.converted("part.inp")
        return lambda name: len(mesh.group(name))

    def test_ranges_of_any_size(self):
        members = self.abaqus_groups("*NSET, NSET=some, GENERATE\n2, 1000000000000000, 2\n-1000000000000000, 1\n")
        self.assertEqual(members("some"), 3)
        for line, says in (("1, 4, 0", "the step of a range is 0"), ("1", "a range is 'first, last, step'"), ("1, x", "'x' stands where"),
                           ("1," + 300 * "9", "'9{200}...' stands where")):
            self.write("part.inp", self.NODES + f"*NSET, NSET=some, GENERATE\n{line}\n")
            self.refuses("part.inp", rf"part\.inp:9: .*{says}")

    def test_sets_that_double(self):
        self.assertEqual(self.abaqus_groups("*NSET, NSET=a\n1, 2\n" + 200 * "*NSET, NSET=a\na, a, a, a\n")("a"), 2)
        chain = "".join(f"*NSET, NSET=s{i + 1}\ns{i}, s{i}\n" for i in range(200))
        self.assertEqual(self.abaqus_groups("*NSET, NSET=s0\n1, 2\n" + chain)("s200"), 2)

    def test_many_empty_cards_and_names(self):
        more = "".join(f"*ELEMENT, TYPE=C3D4, ELSET=e{i}\n" for i in range(30000)) + "".join(f"*NSET, NSET=n{i}\n1\n" for i in range(3000))
        self.assertEqual(self.abaqus_groups(more)("n2999"), 1)

    def test_files_that_include_themselves_and_each_other(self):
        self.write("part.inp", self.NODES + "*INCLUDE, INPUT=part.inp\n")
        self.refuses("part.inp", r"part\.inp:8: 'part.inp' includes itself")
        for i in range(20):
            self.write(f"{i}.inp", 2 * f"*INCLUDE, INPUT={i + 1}.inp\n")
        self.write("20.inp", "")
        self.refuses("0.inp", "more than 1000 files")
        self.write("part.inp", "*INCLUDE, INPUT=/dev/zero\n")
        self.refuses("part.inp", "not a file")

    def test_data_in_other_files(self):
        """A pipe behind an external link would be waited for without end."""
        os.mkfifo(self.folder / "pipe")
        path = self.folder / "part.med"
        for spoil in (lambda file: file.__setitem__("ENS_MAA", h5py.ExternalLink("pipe", "/")),
                      lambda file: file.create_dataset("x", (4,), "f8", external=[(str(self.folder / "pipe"), 0, 32)])):
            with h5py.File(path, "w") as file:
                spoil(file)
            with self.assertRaisesRegex(Problem, "other files are not opened"):
                guard.require_self_contained(path)

    def test_damaged_vtk(self):
        points = np.array(SOLIDS["tetra"][0], float)
        whole = vtk(points, 10, [range(4)])
        for bad in (whole.replace("POINTS 4", "POINTS 4000000000"), whole.replace("POINTS 4", "POINTS -4"), whole.replace("CELLS 1 5", "CELLS 1 3"),
                    whole.replace("CELLS 1 5", "CELLS 1000000000 5"), whole.replace("double", "quadruple"), whole[:60], whole[:-4],
                    whole.replace("\n4 0 1", "\n4 zero 1"), whole.replace("CELL_TYPES 1", "CELL_TYPES 2")):
            self.write("part.vtk", bad)
            self.refuses("part.vtk", "(?s).*")

    def test_damaged_vtu(self):
        points = np.array(SOLIDS["tetra"][0], float)
        whole = vtu(points, 10, [range(4)])
        for bad in (whole[:200], whole.replace('"4"', '"40000000000"'), whole.replace('"4"', '"-4"'), whole.replace("0 1 2 3", "0 1 2"),
                    whole.replace(">10<", ">ten<"), whole.replace('"Int64"', '"Int128"'), whole.replace('format="ascii"', 'format="binary"')):
            self.write("part.vtu", bad)
            self.refuses("part.vtu", "(?s).*")


class VtuEncodings(Import):
    """Data inline and appended, raw and base64, compressed or not."""

    def test_all(self):
        points = np.array(SOLIDS["tetra"][0], float)
        arrays = {"Points": points.ravel(), "connectivity": np.arange(4), "offsets": np.array([4]), "types": np.array([10], np.uint8)}
        for place, compressed in itertools.product(("inline", "base64", "raw"), (False, True)):
            with self.subTest(f"{place} {compressed}"):
                appended, text = b"", vtu(points, 10, [range(4)]).replace("VTKFile ", 'VTKFile header_type="UInt64" ', 1)
                if compressed:
                    text = text.replace("VTKFile ", 'VTKFile compressor="vtkZLibDataCompressor" ', 1)
                for name, values in arrays.items():
                    data, offset = self.encoded(values.tobytes(), place == "raw", compressed), len(appended)
                    appended += data if place != "inline" else b""
                    content = f'format="binary">{data.decode()}<' if place == "inline" else f'format="appended" offset="{offset}"><'
                    text = re.sub(rf'(Name="{name}" )format="ascii"([^>]*)>[^<]*<', lambda m, c=content: m[1] + c.replace(">", m[2] + ">", 1), text)
                whole = text.encode()
                if place != "inline":
                    kind = place.encode()
                    whole = whole.replace(b"</VTKFile>", b'<AppendedData encoding="' + kind + b'">\n_' + appended + b"\n</AppendedData></VTKFile>")
                (self.folder / "part.vtu").write_bytes(whole)
                self.assert_volume(self.converted("part.vtu"), 1 / 6)

    @staticmethod
    def encoded(content, raw, compressed):
        code = (lambda data: data) if raw else base64.b64encode
        if not compressed:
            return code(np.array([len(content)], np.uint64).tobytes() + content)
        packed = zlib.compress(content)
        return code(np.array([1, len(content), 0, len(packed)], np.uint64).tobytes()) + code(packed)


if __name__ == "__main__":
    unittest.main()
