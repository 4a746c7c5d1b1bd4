"""`tenon convert`: meshes of other programs, with their sets."""
import re
import unittest

import meshio
import numpy as np

from tenon import ONE, Case, replaced

POINTS = np.array([[x, y, z] for z in (0, 1) for y in (0, 1) for x in (0, 1, 2)], float)
HEXES = np.array([[0, 1, 4, 3, 6, 7, 10, 9], [1, 2, 5, 4, 7, 8, 11, 10]])
END = np.array([[2, 5, 11, 8]])
NONE = np.array([], int)
FLAGS = np.array([0] * 9 + [1] * 3)  # of the nodes of the upper edge

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
        """What `tenon info` says of the groups of the converted mesh: (name, dimension): cells."""
        self.assertRuns("convert", source, "new.msh")
        info = self.assertRuns("info", "new.msh").out
        found = re.findall(r"^  (\S+) +dimension (\d) +(\d+) cells", info, re.MULTILINE)
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
        with netCDF4.Dataset(self.folder / "part.e", "a") as file:  # meshio writes no sets of sides
            file.createDimension("num_side_ss1", 1)
            file.createVariable("elem_ss1", "i4", ("num_side_ss1",))[:] = [2]
            file.createVariable("side_ss1", "i4", ("num_side_ss1",))[:] = [2]
        self.assertEqual(self.groups("part.e"), {("block_1", 3): 2, ("block_2", 2): 1, ("sides_1", 2): 1, ("tip", 0): 3})
        self.assertRegex((self.folder / "new.msh").read_text(), r"\n\d+ 3 2 \d \d 3 6 12 9\n")

    def test_middle_nodes(self):
        """Cells of second order in VTK's order, and in Exodus's, which has the upright edges before the upper ones."""
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


if __name__ == "__main__":
    unittest.main()
