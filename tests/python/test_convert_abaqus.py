# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies that keywords of Abaqus which create, move or copy a mesh are read as in Abaqus, or
rejected, but never ignored."""
import contextlib
import io
import unittest

import numpy as np
from mesh_formats import Import

from mesh import Warnings

TETRA = "*ELEMENT, TYPE=C3D4, ELSET=A\n1,1,2,3,4\n"
NODES = "*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n4,0,0,1\n"


class Abaqus(Import):
    def setUp(self):
        super().setUp()
        Warnings.count = 0

    def points(self, text):
        """Returns the coordinates of the vertices of the first element."""
        self.write("part.inp", text)
        return self.converted("part.inp").elements[0][2]

    def assert_points(self, text, expected):
        np.testing.assert_allclose(self.points(text), expected, rtol=1e-14, atol=1e-15)

    def refuses_text(self, text, *says):
        self.write("part.inp", text)
        self.refuses("part.inp", *says)


class Coordinates(Abaqus):
    def test_cylindrical_ones(self):
        """Verifies cylindrical coordinates by a slice between two radii: its base has the area (R²
        − r²) sin(60°) / 2."""
        nodes = "".join(f"{i},{r},{angle},{z}\n" for i, (r, angle, z) in enumerate(
            [(1, 0, 0), (2, 0, 0), (2, 60, 0), (1, 60, 0), (1, 0, 3), (2, 0, 3), (2, 60, 3), (1, 60, 3)], 1))
        points = self.points(f"*NODE, SYSTEM=C\n{nodes}*ELEMENT, TYPE=C3D8\n1,1,2,3,4,5,6,7,8\n")
        a, b, c, d = points[:4, :2]
        area = 0.5 * ((c - a)[0] * (d - b)[1] - (c - a)[1] * (d - b)[0])
        self.assertAlmostEqual(area * (points[4, 2] - points[0, 2]), 3 * 1.5 * np.sin(np.pi / 3), 13)
        np.testing.assert_allclose(np.hypot(*points[:, :2].T), [1, 2, 2, 1, 1, 2, 2, 1], rtol=1e-14)
        self.assert_points(f"*NODE, SYS=cylindrical\n1,10,20,5\n2,1,90,0\n3,2,180,1\n4,1,-90,\n{TETRA}",
                           [[10 * np.cos(np.pi / 9), 10 * np.sin(np.pi / 9), 5], [0, 1, 0], [-2, 0, 1], [0, -1, 0]])

    def test_spherical_ones(self):
        half = np.sqrt(0.5)
        self.assert_points(f"*NODE, SYSTEM=S\n1,0,0,0\n2,2,90,0\n3,1,0,45\n4,1,77,90\n{TETRA}",
                           [[0, 0, 0], [0, 2, 0], [half, 0, half], [0, 0, 1]])

    def test_other_systems_are_refused(self):
        self.refuses_text(f"*NODE, SYSTEM=T\n1,0,0,0\n{TETRA}", r"part\.inp:1: .*'T'")

    def test_system(self):
        """Verifies `*SYSTEM` by a shift, a rotation about z and three points, and its end by an
        empty one."""
        plain = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], float)
        self.assert_points(f"*SYSTEM\n1.,2,3,\n{NODES}{TETRA}", plain + [1, 2, 3])
        self.assert_points(f"*SYSTEM\n1,0,0, 1,5,9\n{NODES}{TETRA}", np.array([[1, 0, 0], [1, 1, 0], [0, 0, 0], [1, 0, 1]]))
        axes = np.array([[0, 0, 1], [0.6, 0.8, 0], [-0.8, 0.6, 0]])  # x, y, z: a right-handed set
        self.assert_points(f"*SYSTEM\n1,1,1, 1,1,4\n1.6,1.8,7\n{NODES}{TETRA}", np.array([1, 1, 1]) + plain @ axes)
        self.assert_points(f"*SYSTEM\n2,0,2\n*NODE, SYSTEM=C\n1,1,90,0\n*SYSTEM\n{NODES[:6]}{NODES[14:]}{TETRA}",
                           np.vstack([[2, 1, 2], plain[1:]]))
        self.refuses_text(f"*SYSTEM\n1,1,1, 2,2,2\n3,3,3\n{NODES}{TETRA}", r"part\.inp:1: .*are collinear")

    def test_exponents_of_fortran(self):
        self.assert_points(f"*NODE\n1,0.,0.,0.\n2,1.5D-3,0,0\n3,0,1.0d0,\n4,,,2.5+1\n{TETRA}", [[0, 0, 0], [1.5e-3, 0, 0], [0, 1, 0], [0, 0, 25]])
        for wrong in ("1.0d", "1_0", "d3", "1.0x2"):
            self.refuses_text(f"*NODE\n1,{wrong},0.,0.\n{TETRA}", r"part\.inp:2: .*not a number")


class Generated(Abaqus):
    def test_nodes_along_lines(self):
        self.write("part.inp", "*NODE\n1,1,2,3\n9,5,4,3\n20,0,0,0\n*NGEN, NSET=edge\n1,9,2\n20,9,11\n"
                   "*ELEMENT, TYPE=T3D2\n1,1,3\n2,3,5\n3,5,7\n4,7,9\n")
        mesh = self.converted("part.inp")
        lines = [nodes for kind, _, nodes in mesh.elements if kind == 1]
        np.testing.assert_allclose([line[1] for line in lines], [[2, 2.5, 3], [3, 3, 3], [4, 3.5, 3], [5, 4, 3]], rtol=1e-15)
        self.assertEqual(len(mesh.group("edge")), 6)

    def test_what_cannot_be_generated(self):
        for line, says in (("1,7,4", "steps of 4 .* node 1 to node 7"), ("1,5,", "node 5 .*not defined"), ("1,7,0", "steps of 0"), ("1,x", "'x'")):
            self.refuses_text(f"*NODE\n1,0,0,0\n7,1,0,0\n*NGEN\n{line}\n*ELEMENT, TYPE=T3D2\n1,1,7\n", rf"part\.inp:5: .*{says}")
        self.refuses_text("*NODE\n1,0,0,0\n999999999,1,0,0\n*NGEN\n1,999999999\n", r"part\.inp:5: more than 5000000 nodes")

    def test_whatever_changes_the_mesh_is_refused(self):
        for keyword in ("ELGEN", "ELCOPY, OLD SET=A", "NCOPY, OLD SET=A", "NFILL", "NMAP, NSET=A", "NGEN, LINE=C", "ADJUST",
                        "IMPERFECTION", "IMPORT", "IMPORT ELSET", "IMPORT NSET", "IMPORT SURFACE",
                        "SYMMETRIC MODEL GENERATION, REVOLVE", "El Gen", "PARAMETER SHAPE VARIATION"):
            self.refuses_text(f"{NODES}{TETRA}*{keyword}\n1,2,1,1\n", rf"^part\.inp:8: \*{keyword.split(',')[0].upper()} .*not supported; .*export the mesh")
        for keyword in ("RESTART, READ", "INSTANCE, NAME=a, LIBRARY=job"):
            self.refuses_text(f"{NODES}{TETRA}*{keyword}\n", r"^part\.inp:8: .*another analysis")
        self.refuses_text(f"{NODES}*ELEM, TYPE=C3D4\n1,1,2,3,4\n", r"^part\.inp:6: \*ELEM is abbreviated; write \*ELEMENT")

    def test_other_keywords(self):
        """Verifies that keywords unrelated to the mesh are ignored, and unknown ones with a
        warning."""
        self.points(f"*HEADING\nx\n{NODES}{TETRA}*MATERIAL, NAME=m\n*ELASTIC\n1,0\n*NODE PRINT\n*TRANSFORM, NSET=A\n"
                    "*SUBMODEL\n*STEP\n*STATIC\n*END STEP\n")
        self.assertEqual(self.said.getvalue(), "")
        self.points(f"{NODES}{TETRA}*FROBNICATE\n1\n*FROBNICATE\n2\n")
        self.assertEqual(self.said.getvalue(), "tenon: warning: part.inp:8: *FROBNICATE is an unknown keyword; it is ignored.\n")


class Repeated(Abaqus):
    def test_nodes(self):
        self.assert_points(f"{NODES}4,0,0,2\n4,0,0,2.\n{TETRA}", [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 2]])
        self.assertEqual(self.said.getvalue().count("part.inp:6: node 4 is redefined"), 1, self.said.getvalue())
        self.assertEqual(self.said.getvalue().count("\n"), 1, self.said.getvalue())

    def test_elements(self):
        self.points(f"{NODES}{TETRA}1,1,2,3,4\n")
        self.assertEqual(self.said.getvalue(), "")
        self.assert_points(f"{NODES}{TETRA}1,2,3,1,4\n", [[1, 0, 0], [0, 1, 0], [0, 0, 0], [0, 0, 1]])
        self.assertIn("part.inp:8: element 1 is redefined", self.said.getvalue())


class Files(Abaqus):
    def test_data_in_included_files(self):
        """Verifies that data lines of included files, and subsequent ones, belong to the keyword
        before `*INCLUDE`."""
        self.write("nodes.txt", "** two nodes\n2,1,0,0\n3,0,1,0\n")
        expected = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
        self.assert_points(f"*NODE\n1,0,0,0\n*INCLUDE, INPUT=nodes.txt\n4,0,0,1\n{TETRA}", expected)
        self.assert_points(f"*NODE, INPUT=nodes.txt\n*NODE\n1,0,0,0\n4,0,0,1\n{TETRA}", expected)
        self.write("elements.txt", "1,1,2,3,4\n")
        self.assert_points(f"{NODES}*ELEMENT, TYPE=C3D4, INPUT=elements.txt\n", expected)
        self.refuses_text(f"{NODES}*ELEMENT, TYPE=C3D4, INPUT=none.txt\n", "none.txt.*not a file")

    def test_files_elsewhere_are_not_read(self):
        (self.folder / "inner").mkdir()
        self.write("secret.txt", "5,1,1,1\n")
        (self.folder / "inner/link.txt").symlink_to("../secret.txt")
        for name in ("../secret.txt", "link.txt", self.folder / "secret.txt"):
            self.write("inner/part.inp", f"{NODES}*INCLUDE, INPUT={name}\n{TETRA}")
            self.refuses("inner/part.inp", r"part\.inp:6: .*is outside the folder")

    def test_a_byte_order_mark(self):
        self.assert_points("\ufeff" + NODES + TETRA, [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])

    def test_lines_before_the_first_keyword(self):
        self.points("9,1,2,3\n" + NODES + TETRA)
        self.assertIn("part.inp:1: there is no keyword before '9,1,2,3'", self.said.getvalue())


class Assemblies(Abaqus):
    PART = f"*PART, NAME=p\n{NODES}{TETRA}*NSET, NSET=foot\n1,2\n*END PART\n*ASSEMBLY, NAME=a\n*INSTANCE, NAME=p-1, PART=p\n*END INSTANCE\n"

    def test_reference_points_do_not_replace_nodes_of_the_part(self):
        self.assert_points(f"{self.PART}*NODE\n1,9,9,9\n*NSET, NSET=ref\n1\n*NSET, NSET=top, INSTANCE=p-1\n3,4\n"
                           "*NSET, NSET=tip\np-1.4\n*END ASSEMBLY\n",
                           [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
        for says in ("part.inp:15: nodes of the assembly", "set 'ref' refers to '1' of the assembly"):
            self.assertEqual(self.said.getvalue().count(says), 1, self.said.getvalue())
        with contextlib.redirect_stderr(io.StringIO()):
            mesh = self.converted("part.inp")
        self.assertEqual([len(mesh.group(name)) for name in ("foot", "top", "tip")], [2, 2, 1])

    def test_sets_of_one_name(self):
        self.points(f"{self.PART}*NSET, NSET=Foot, INSTANCE=p-1\n2,1\n*END ASSEMBLY\n")
        self.refuses_text(f"{self.PART}*NSET, NSET=Foot, INSTANCE=p-1\n3\n*END ASSEMBLY\n", "different sets with the name 'Foot'")

    def test_sets_and_surfaces(self):
        """Verifies abbreviated options, surfaces of nodes, and surfaces that are not sides."""
        self.write("part.inp", f"{NODES}{TETRA}*NSET, NSET=some, GEN\n1,4\n*SURFACE, NAME=dots, TYPE=NODE\nsome, 1.\n"
                   "*SURFACE, TYPE=CYLINDER, NAME=drum\n1,2\n")
        mesh = self.converted("part.inp")
        self.assertEqual([len(mesh.group(name)) for name in ("some", "dots")], [4, 4])
        self.assertIn("part.inp:12: the surface 'drum'", self.said.getvalue())

    def test_names_with_commas(self):
        self.write("part.inp", f'{NODES}{TETRA}*NSET, NSET="End, x"\n1,4\n*NSET, NSET=all\n"end, x", 2\n')
        mesh = self.converted("part.inp")
        self.assertEqual((len(mesh.group("End, x")), len(mesh.group("all")), self.said.getvalue()), (2, 3, ""))


if __name__ == "__main__":
    unittest.main()
