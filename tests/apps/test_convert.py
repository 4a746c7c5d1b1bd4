# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies `tenon convert`: meshes of other programs, with their sets."""
import os
import pathlib
import re
import subprocess
import sys
import unittest

import h5py
import meshio
import numpy as np

from tenon_program import ONE, Case, box, replaced

POINTS = np.array([[x, y, z] for z in (0, 1) for y in (0, 1) for x in (0, 1, 2)], float)
HEXES = np.array([[0, 1, 4, 3, 6, 7, 10, 9], [1, 2, 5, 4, 7, 8, 11, 10]])
END = np.array([[2, 5, 11, 8]])
NONE = np.array([], int)
FLAGS = np.array([0] * 9 + [1] * 3)  # 1 at the nodes of the upper edge

ABAQUS = """\
*HEADING
** numbers with gaps, sets by name, by range, and over several blocks
*NODE
{nodes}
*ELEMENT, TYPE=C3D8R, ELSET=Steel
70, 10,20,50,40, 70,80,
110,100
*ELEMENT, TYPE=C3D8, ELSET=All
71, 20,30,60,50,80,90,120,110
*ELSET, ELSET=All
Steel
*NSET, NSET=rim, GENERATE
10, 30, 10
*NSET, NSET=more
rim, 120
*SURFACE, NAME=End, TYPE=ELEMENT
71, S4
*MATERIAL, NAME=m
"""


def mesh(**sets):
    return meshio.Mesh(POINTS, [("hexahedron", HEXES), ("quad", END)], **sets)


class Convert(Case):
    def groups(self, source):
        """Returns the groups of the converted mesh as listed by `tenon info`: (name, dimension):
        cells."""
        self.assertRuns("convert", source, "new.msh")
        info = self.assertRuns("info", "new.msh").out
        found = re.findall(r"^  (\S+) +dimension (\d) +(\d+) cells?\b", info, re.MULTILINE)
        return {(name, int(dimension)): int(cells) for name, dimension, cells in found}

    def test_abaqus(self):
        nodes = "\n".join(f"{10 * i},{x},{y},{z}" for i, (x, y, z) in enumerate(POINTS, 1))
        self.write("part.inp", ABAQUS.format(nodes=nodes))
        self.assertEqual(self.groups("part.inp"), {("Steel", 3): 1, ("All", 3): 2, ("End", 2): 1, ("rim", 0): 3, ("more", 0): 4})
        self.assertRegex(self.assertRuns("info", "new.msh").out, r"(?m)^volume +2$", "an element of two sets is one element")
        text = (self.folder / "new.msh").read_text()
        self.assertIn("\n120 2.0 1.0 1.0\n", text, "nodes keep their numbers")
        self.assertRegex(text, r"\n71 5 2 \d \d 20 30 60 50 80 90 120 110\n")
        self.assertRegex(text, r"\n\d+ 3 2 \d \d 30 90 120 60\n", "S4 is 2-6-7-3 of the element")
        case = replaced(replaced(ONE, "block.msh", "new.msh"), "group: top", "group: End")
        self.write("case.yaml", replaced(case, "group: bottom", "group: more"))
        self.assertRuns("run", "case.yaml")

    def abaqus(self, edit=lambda text: text):
        nodes = "\n".join(f"{10 * i},{x},{y},{z}" for i, (x, y, z) in enumerate(POINTS, 1))
        self.write("part.inp", edit(ABAQUS.format(nodes=nodes)))

    def test_abaqus_sets_in_other_words(self):
        """Verifies variants of Abaqus sets: case-insensitive names, sets in the node line, nodes of
        elements, sides of sets, a single instance."""
        self.abaqus(lambda text: replaced(replaced(text, "*NODE\n", "*NODE, NSET=Everything\n"), "*MATERIAL", (
            "*ELSET, ELSET=both\nSTEEL, 71\n*NSET, NSET=OfSteel, ELSET=steel\n*nset, nset=MORE\nRIM, part-1-1.10\n"
            "*SURFACE, NAME=low\nSteel, S1\n71, s1\n*SURFACE, NAME=skin\nPart-1-1.Steel, SPOS\n"
            "*INSTANCE, NAME=Part-1-1, PART=p\n*END INSTANCE\n*MATERIAL")))
        self.assertEqual(self.groups("part.inp"), {
            ("Steel", 3): 1, ("All", 3): 2, ("both", 3): 2, ("skin", 3): 1, ("End", 2): 1, ("low", 2): 2,
            ("Everything", 0): 12, ("OfSteel", 0): 8, ("rim", 0): 3, ("more", 0): 4})

    def test_what_abaqus_sets_miss_is_told(self):
        self.abaqus(lambda text: replaced(text, "rim, 120", "rin, 120, 125") + "*SURFACE, NAME=odd\nsteal, S1\nSteel, E1\n")
        run = self.assertRuns("convert", "part.inp", "new.msh")
        for who in ("set 'more' refers to 'rin'", "set 'more' refers to '125'", "surface 'odd' refers to 'steal'", "'E1' of 'Steel'"):
            self.assertEqual(run.err.count(who), 1, run)
        self.assertIn('"more"', (self.folder / "new.msh").read_text(), "what is there is kept")

    def test_parts_of_abaqus_that_have_a_place_of_their_own(self):
        self.abaqus(lambda text: "*PART, NAME=a\n" + text + "*END PART\n*PART, NAME=b\n*END PART\n")
        self.assertFails(self.tenon("convert", "part.inp", "new.msh"), 2, "'part.inp'", "several parts", "'a', 'b'", "from a separate file")
        self.abaqus(lambda text: text + "*INSTANCE, NAME=there, PART=a\n1., 0., 0.\n*END INSTANCE\n")
        self.assertFails(self.tenon("convert", "part.inp", "new.msh"), 2, "'there' is moved")
        self.assertFalse((self.folder / "new.msh").exists())

    def test_places_of_abaqus_nodes(self):
        """Verifies nodes in a shifted cylindrical system, generated on a line: a tetrahedron of
        volume 2 · 3 · 4 / 6."""
        self.write("part.inp", "*SYSTEM\n5,0,0\n*NODE, SYSTEM=C\n1,0,0,0\n2,2.D0,0,0\n3,3,90,0\n4,0,0,8\n*NGEN\n1,4,3\n4,6,1\n*SYSTEM\n"
                   "*NODE\n6,5,0,0\n*NGEN\n4,6,1\n*ELEMENT, TYPE=C3D4, ELSET=all\n1,1,2,3,5\n")
        self.assertFails(self.tenon("convert", "part.inp", "new.msh"), 2, r"part.inp:10: node 6 .* not defined")
        self.write("part.inp", replaced((self.folder / "part.inp").read_text(), "1,4,3\n4,6,1\n", "1,4,3\n"))
        self.assertRuns("convert", "part.inp", "new.msh")
        self.assertRegex(self.assertRuns("info", "new.msh").out, r"(?m)^volume +4$")
        self.assertRegex((self.folder / "new.msh").read_text(), r"\n5 5.0 0.0 4.0\n")

    def test_abaqus_keywords_that_change_the_mesh(self):
        for keyword in ("ELGEN", "ELCOPY, ELEMENT SHIFT=1, SHIFT NODES=0, OLD SET=All", "NCOPY, CHANGE NUMBER=9, OLD SET=rim, SHIFT", "NFILL"):
            self.abaqus(lambda text: text + f"*{keyword}\n70,2,1,1\n")
            self.assertFails(self.tenon("convert", "part.inp", "new.msh"), 2, rf"part\.inp:30: \*{keyword.split(',')[0]} ", "export the mesh")
        self.assertFalse((self.folder / "new.msh").exists())

    def test_abaqus_by_meshio(self):
        mesh(point_sets={"foot": np.array([0, 1, 2])},
             cell_sets={"steel": [np.array([0]), NONE], "end": [NONE, np.array([0])]}).write(self.folder / "part.inp")
        self.assertEqual(self.groups("part.inp"), {("steel", 3): 1, ("end", 2): 1, ("foot", 0): 3})

    def test_vtk(self):
        for name in ("part.vtk", "part.vtu"):
            mesh(point_data={"tip": FLAGS}, cell_data={"part": [np.array([3, 4]), np.array([7])]}).write(self.folder / name)
            self.assertEqual(self.groups(name), {("part_3", 3): 1, ("part_4", 3): 1, ("part_7", 2): 1, ("tip", 0): 3})

    def test_sets_that_meshio_wrote_as_numbers(self):
        whole = mesh(cell_sets={"a": [np.array([0]), NONE], "b": [np.array([1]), np.array([0])]})
        whole.cell_sets_to_data()
        whole.write(self.folder / "part.vtu")
        self.assertEqual(self.groups("part.vtu"), {("a", 3): 1, ("b", 3): 1, ("b", 2): 1})

    def test_med(self):
        med = mesh(point_data={"point_tags": 2 * FLAGS}, cell_data={"cell_tags": [np.array([-6, -7]), np.array([-8])]})
        med.point_tags, med.cell_tags = {2: ["tip"]}, {-6: ["steel", "all"], -7: ["all"], -8: ["end"]}
        med.write(self.folder / "part.med")
        self.assertEqual(self.groups("part.med"), {("steel", 3): 1, ("all", 3): 2, ("end", 2): 1, ("tip", 0): 3})

    def test_exodus(self):
        mesh(point_sets={"tip": np.array([9, 10, 11])}).write(self.folder / "part.e")
        import netCDF4
        with netCDF4.Dataset(self.folder / "part.e", "a") as file:  # meshio writes no side sets
            file.createDimension("num_side_ss1", 1)
            file.createVariable("elem_ss1", "i4", ("num_side_ss1",))[:] = [2]
            file.createVariable("side_ss1", "i4", ("num_side_ss1",))[:] = [2]
        self.assertEqual(self.groups("part.e"), {("block_1", 3): 2, ("block_2", 2): 1, ("sides_1", 2): 1, ("tip", 0): 3})
        with netCDF4.Dataset(self.folder / "part.e", "a") as file:
            if "len_string" not in file.dimensions:
                file.createDimension("len_string", 33)
            for variable, dimension, names in (("eb_names", "num_el_blk", ["steel", "end"]), ("ss_names", "num_ss", ["loaded"])):
                if dimension not in file.dimensions:
                    file.createDimension(dimension, len(names))
                if variable not in file.variables:
                    file.createVariable(variable, "S1", (dimension, "len_string"))
                for i, name in enumerate(names):
                    length = len(file.dimensions["len_string"])
                    file.variables[variable][i] = np.frombuffer(name.encode().ljust(length, b"\0"), "S1")
        self.assertEqual(self.groups("part.e"), {("steel", 3): 2, ("end", 2): 1, ("loaded", 2): 1, ("tip", 0): 3})
        self.assertRegex((self.folder / "new.msh").read_text(), r"\n\d+ 3 2 \d \d 3 6 12 9\n")

    def test_middle_nodes(self):
        """Verifies second-order cells in the node order of VTK and of Exodus, where the upright
        edges precede the upper ones."""
        corners = POINTS[HEXES[0]]
        edges = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)]
        middles = np.array([corners[[a, b]].mean(axis=0) for a, b in edges])
        volumes = set()
        for order in (range(12), [*range(4), *range(8, 12), *range(4, 8)]):
            points = np.vstack([corners, middles[list(order)]])
            meshio.Mesh(points, [("hexahedron20", np.arange(20)[None])]).write(self.folder / "part.vtu")
            self.assertRuns("convert", "part.vtu", "new.msh")
            volumes.update(re.findall(r"^volume +(\S+)", self.assertRuns("info", "new.msh").out, re.MULTILINE))
        self.assertEqual(volumes, {"1"})

    def test_what_cannot_be_converted(self):
        self.write("part.inp", "*NODE\n1,0,0,0\n*ELEMENT, TYPE=C3D99\n1,1\n")
        self.assertFails(self.tenon("convert", "part.inp", "new.msh"), 2, "'part.inp'", "C3D99")
        self.assertFails(self.tenon("convert", "none.inp", "new.msh"), 4, "none.inp")
        self.assertFails(self.tenon("convert", "part.inp", "new.vtk"), 2, "new.vtk", r"\.msh")
        self.write("part.xyz", "")
        self.assertFails(self.tenon("convert", "part.xyz", "new.msh"), 2, "part.xyz")
        self.assertFalse((self.folder / "new.msh").exists())

    def test_data_in_other_files_and_more_than_memory(self):
        """Verifies that links to pipes and claims of huge sizes are rejected without waiting or
        allocating."""
        os.mkfifo(self.folder / "pipe")
        with h5py.File(self.folder / "link.med", "w") as file:
            file["ENS_MAA"] = h5py.ExternalLink("pipe", "/")
        self.assertFails(self.tenon("convert", "link.med", "new.msh"), 2, "'link.med'", "'ENS_MAA' is an external link")
        with h5py.File(self.folder / "large.med", "w") as file:
            file.create_dataset("ENS_MAA/part/NOE/COO", (10**12,), "f8", chunks=(1000,))
        self.assertFails(self.tenon("convert", "large.med", "new.msh"), 2, "'large.med'", "declares more data than it contains")
        self.write("part.xdmf", '<Xdmf Version="3.0"><Domain><Grid><Geometry GeometryType="XYZ"><DataItem DataType="Float" Dimensions="3 3" '
                   'Format="Binary" Precision="8">pipe</DataItem></Geometry></Grid></Domain></Xdmf>')
        self.assertFails(self.tenon("convert", "part.xdmf", "new.msh"), 2, "'part.xdmf'")
        self.assertFalse((self.folder / "new.msh").exists())

    def test_groups_of_formats_that_cases_can_name(self):
        """Verifies that the groups of surfaces and Gmsh meshes are preserved.

        The converted file has the same groups, counts and sizes as its source."""
        facet = "facet normal 0 0 1\nouter loop\n{}endloop\nendfacet\n"
        corners = {"a": ((0, 0), (1, 0), (0, 1)), "b c": ((1, 0), (1, 1), (0, 1))}
        solids = {name: facet.format("".join(f"vertex {x} {y} 0\n" for x, y in at)) for name, at in corners.items()}
        self.write("two.stl", "".join(f"solid {name}\n{text}endsolid {name}\n" for name, text in solids.items()))
        self.write("two.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\ng a\nf 1 2 3\ng b\nf 2 4 3\n")
        self.write("new.ply", "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
                   "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n")
        self.write("text.msh", box())
        self.write("newer.msh", box(version="4.1"))
        for source in ("two.stl", "two.obj", "new.ply", "text.msh", "newer.msh"):
            with self.subTest(source):
                self.assertRuns("convert", source, "out.msh")
                one, other = (self.assertRuns("info", name).out for name in (source, "out.msh"))
                self.assertEqual(other.replace("out.msh", source), one)
        self.assertRuns("convert", "two.stl", "out.msh")
        self.assertIn('2 1 "a"\n2 2 "b c"\n', (self.folder / "out.msh").read_text())
        self.assertFails(self.tenon("convert", "two.stl", "out.vtk"), 2, "out.vtk", r"\.msh")
        self.assertFails(self.tenon("convert", "text.msh", "out.vtk", "--to", "tets"), 2, "out.vtk", r"\.msh")

    def test_what_is_read_is_not_overwritten(self):
        self.write("block.msh", box())
        os.link(self.folder / "block.msh", self.folder / "other.msh")
        os.symlink("block.msh", self.folder / "link.msh")
        whole = (self.folder / "block.msh").read_bytes()
        for target in ("block.msh", "./block.msh", "other.msh", "link.msh"):
            for steps in ([], ["--to", "tets"], ["--to", "quadratic"]):
                self.assertFails(self.tenon("convert", "block.msh", target, *steps), 2, re.escape(target), "would overwrite the input 'block.msh'")
        self.assertEqual((self.folder / "block.msh").read_bytes(), whole)

    def test_a_full_disk_leaves_nothing(self):
        self.abaqus()
        before = set(self.folder.iterdir())
        script = pathlib.Path(__file__).parents[2] / "scripts/convert"
        program = ("import sys, os; sys.path.insert(0, sys.argv[1]); import command\n"
                   "def full(number): raise OSError(28, 'No space left on device')\n"
                   "os.fsync = full\nsys.exit(command.main(['part.inp', 'new.msh']))")
        run = subprocess.run([sys.executable, "-Bc", program, script], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr), (4, "tenon: error: Cannot write 'new.msh': No space left on device.\n"))
        self.assertEqual(set(self.folder.iterdir()), before)


if __name__ == "__main__":
    unittest.main()
