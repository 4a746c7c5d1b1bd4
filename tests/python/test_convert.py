# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies the readers of `tenon convert`: node orders, sides and sets by the documents of each
format, in files written without meshio.

Each cell is the image of its reference cell by an affine map without symmetry, so that any wrong
node changes its position."""
import itertools
import re
import unittest

import h5py
import numpy as np
from mesh_formats import (KINDS, MAP, MIRROR, NAMES, SOLIDS, Import, abaqus, cell, vtk, vtu, write_exodus, write_med)


class Solids(Import):
    """Verifies positive volume and correct middle nodes of every solid."""

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
        """Verifies wedges of either orientation: VTK's manual and most programs differ in the
        normal of the first face."""
        for order in (1, 2):
            points = cell("vtk", "wedge", order, mirrored=True)
            self.write("part.vtk", vtk(points, NAMES["vtk"]["wedge", order], [range(len(points))]))
            mesh = self.converted("part.vtk")
            self.assert_straight(mesh)
            self.assert_volume(mesh, np.linalg.det(MAP) / 2)

    def test_a_med_file_in_the_order_of_vtk(self):
        """Verifies MED files in VTK's node order, as meshio writes them."""
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
    """Returns the nodes of a side: the given points and the midpoints of some of the vertices."""
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
        """Verifies sides of Exodus shells: 1 and 2 are the faces; edges begin with 3."""
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
        """Verifies sides of shells: S1, S2 faces and S3 to S6 edges (CalculiX); E1 to E4 edges and
        SPOS the face (Abaqus)."""
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
        """Verifies that the second of three beam nodes is the middle node; an additional node
        orients a beam."""
        points = np.array([(0, 0, 0), (1, 1, 0), (2, 2, 0), (0, 0, 9.0)])
        for kind, nodes in (("B31", [0, 2]), ("B31", [0, 2, 3]), ("B32R", [0, 1, 2]), ("B32", [0, 1, 2, 3]), ("B33", [0, 2]), ("T3D3", [0, 1, 2]),
                            ("B32R", [0, 2, 1])):
            self.write("part.inp", abaqus(points, kind, [nodes]))
            if nodes != [0, 2, 1]:
                self.assert_straight(self.converted("part.inp"), kind)

    def test_types_that_are_not_supported(self):
        for kind, says in (("C3D99", "tetrahedra of 4 and 10"), ("SPRINGA", "are defined in the case"), ("MASS", "are defined in the case"), ("CIN3D8", "not supported")):
            self.write("part.inp", f"*NODE\n1,0,0,0\n2,1,0,0\n** a comment\n*ELEMENT, TYPE={kind}\n1,1,2\n")
            self.refuses("part.inp", r"part\.inp:5: ", kind, says)

    def test_lines_of_another_length(self):
        self.write("part.inp", "*NODE\n1,0,0,0\n2,1,0,0\n*ELEMENT, TYPE=B21\n1,1,2\n2,1,2,1\n")
        self.refuses("part.inp", r"part\.inp:6: .*needs 2 nodes, but has 3")
        self.write("part.inp", "*NODE\n1,0,0,0\n2,1,zero,0\n")
        self.refuses("part.inp", r"part\.inp:3: .*not a number")


class NastranFiles(Import):
    """Verifies Nastran files, of which meshio omits coordinate systems, some elements and included
    files."""
    SYSTEM = "CORD2C,1,0,0.,0.,0.,0.,0.,1.\n+,1.,0.,0.\n"
    GRIDS = "GRID,1,{},0.,0.,0.\nGRID,2,0,1.,0.,0.\nGRID,3,0,0.,1.,0.\nGRID,4,0,0.,0.,1.\n"

    def text(self, *entries, system=0):
        self.write("part.bdf", "BEGIN BULK\n" + "".join(entries) + self.GRIDS.format(system) + "CTETRA,1,1,1,2,3,4\nENDDATA\n")

    def test_coordinate_systems(self):
        self.text(self.SYSTEM)
        self.assert_volume(self.converted("part.bdf"), 1 / 6)
        self.text(system=1)  # meshio's format of group numbers
        self.assert_volume(self.converted("part.bdf"), 1 / 6)
        self.text(self.SYSTEM, system=1)
        self.refuses("part.bdf", "in local coordinate systems")
        for default in ("GRDSET,,1\n", "GRDSET                 1\n"):
            self.text(self.SYSTEM, default)
            self.refuses("part.bdf", "in local coordinate systems")
        for default in ("GRDSET,,,,,,1\n", "GRDSET" + 50 * " " + "1\n"):  # coordinate system of displacements
            self.text(self.SYSTEM, default)
            self.assert_volume(self.converted("part.bdf"), 1 / 6)

    def test_entries_that_are_left_out(self):
        for entry in ("INCLUDE 'other.bdf'", "CONROD,2,1,2,1,0.1", "CQUADX,2,1,1,2,3,4"):
            self.text(entry + "\n")
            self.refuses("part.bdf", f"line 2: the entry '{entry.replace(',', ' ').split()[0]}'")


class MedFiles(Import):
    def test_families(self):
        """Verifies families without groups, of several groups, nonexistent ones, and files without
        families."""
        points = np.array(SOLIDS["hexahedron"][0], float)[MIRROR["hexahedron"]]
        write_med(self.folder / "part.med", points, {"HE8": [range(8)], "QU4": [[0, 1, 2, 3], [4, 7, 6, 5]], "SE2": [[0, 1]]}, 3,
                  {"NOE": [0, 2, 2, 0, 0, 0, 0, 9], "HE8": [-1], "QU4": [-2, -3]},
                  [(-1, ["steel", "D\xe4mpfer"]), (-2, ["foot"]), (-3, []), (2, ["tip"])])
        mesh = self.converted("part.med")
        self.assertIn("family 9 does not exist", self.said.getvalue())
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

    def test_cylindrical_coordinates(self):
        for place in ("", "-0000000000000000001-0000000000000000001/NOE", "-0000000000000000001-0000000000000000001/NOE/COO"):
            write_med(self.folder / "part.med", np.eye(4, 3), {"TE4": [range(4)]})
            with h5py.File(self.folder / "part.med", "a") as file:
                file[f"ENS_MAA/part/{place}"].attrs["REP"] = 1
            self.refuses("part.med", "'part' is in cylindrical or spherical coordinates")


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
        self.refuses("part.e", "element 1 of type 'TET4'", "node 14, but the number of nodes is 13")
        write_exodus(self.folder / "part.e", points, [("TET4", [range(4)])], [([2], [1])])
        self.refuses("part.e", "'sides_1' refers to element 2, but the highest element number is 1")


class VtkFiles(Import):
    def test_nodes_that_do_not_exist(self):
        points = np.array(SOLIDS["tetra"][0], float)
        for node in (-1, 4):
            for file, write in (("part.vtk", vtk), ("part.vtu", vtu)):
                self.write(file, write(points, 10, [[0, 1, 2, 3], [0, 1, 2, node]]))
                self.refuses(file, f"cell 1 refers to node {node}", "from 0 to 3")

    def test_pieces(self):
        """Verifies that each piece of a .vtu file has its own node numbers."""
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


if __name__ == "__main__":
    unittest.main()
