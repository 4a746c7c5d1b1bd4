# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Meshes in memory: arrays, shares of ranks, objects of meshio and Gmsh, invalid input."""
import os
import types
import unittest

import numpy as np

import tenon
from model_cases import COMM, bar_arrays, bar_mesh, bar_model, result_arrays, share, solved, temporary_folder


class Arrays(unittest.TestCase):
    def test_results_equal_those_of_the_file(self):
        with temporary_folder() as folder:
            path = os.path.join(folder, "bar.msh")
            bar_mesh(twist=0.1).write(path)
            memory = result_arrays(bar_model(bar_mesh(twist=0.1)), folder, "memory")
            file = result_arrays(bar_model(path), folder, "file")
            self.assertEqual(set(memory), set(file))
            for name, values in memory.items():
                if "second" not in name and "phase" not in name:
                    np.testing.assert_array_equal(values, file[name], name)

    def test_tip_of_a_bar(self):
        summary = solved(bar_model())
        self.assertAlmostEqual(summary["objects"][0]["largest_displacement"]["value"], 0.2, places=9)
        self.assertEqual(summary["unknowns"], 3 * 44)

    def test_shares_of_all_ranks(self):
        points, cells, groups = bar_arrays()
        shares = {
            "base": groups["base"] if COMM.rank == COMM.size - 1 else ("quad4", []),
            "tip": ("quad4", share(groups["tip"][1])),
            "end": share(groups["end"]),
            "lower": ("hex8", share(groups["lower"][1])),
        }
        mesh = tenon.mesh(share(points), hex8=share(cells), groups=shares)
        self.assertEqual(solved(bar_model(mesh)), solved(bar_model()))

    def test_names_of_meshio_imply_the_order_of_vtk(self):
        # Of the quadratic tetrahedron, the last two nodes are exchanged.
        corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)
        edges_of_gmsh = [(0, 1), (1, 2), (2, 0), (0, 3), (2, 3), (1, 3)]
        points = np.vstack([corners, [(corners[a] + corners[b]) / 2 for a, b in edges_of_gmsh]])
        face = [[0, 2, 1, 6, 5, 4]]
        gmsh = tenon.mesh(points, tet10=[list(range(10))], groups={"base": ("tri6", face), "tip": ("tri6", [[1, 2, 3, 5, 8, 9]])})
        vtk = tenon.mesh(points, tetra10=[[0, 1, 2, 3, 4, 5, 6, 7, 9, 8]], groups=dict(base=("tri6", face), tip=("tri6", [[1, 2, 3, 5, 8, 9]])))
        empty = tenon.mesh()
        a, b = (solved(bar_model(one if COMM.rank == 0 else empty)) for one in (gmsh, vtk))
        self.assertEqual(a, b)

    def test_plane_points(self):
        mesh = tenon.mesh([[0, 0], [1, 0], [1, 1], [0, 1]], quad4=[[0, 1, 2, 3]])
        self.assertEqual(mesh.points.shape, (4, 3))
        self.assertFalse(mesh.points[:, 2].any())
        self.assertEqual(repr(mesh), "<tenon mesh: 4 nodes, 1 quad4, groups: none>")
        self.assertEqual(repr(tenon.mesh([[0, 0]])), "<tenon mesh: 1 node, no cells, groups: none>")

    def test_several_types_in_a_group(self):
        mesh = tenon.mesh(np.eye(3), groups={"a": [("tri3", [[0, 1, 2]]), ("node", [0])], "b": [0, 1]})
        self.assertEqual([entry[:2] for entry in mesh.groups], [("a", "tri3"), ("a", "node"), ("b", "node")])
        self.assertEqual(mesh.group_names, ["a", "b"])


class Invalid(unittest.TestCase):
    def test_types(self):
        with self.assertRaisesRegex(ValueError, "[Tt]here is no cell type 'hex9'; did you mean 'hex8'"):
            tenon.mesh(np.zeros((8, 3)), hex9=[range(8)])
        with self.assertRaisesRegex(ValueError, "[Tt]here is no cell type 'qaud4'; did you mean 'quad4'"):
            tenon.mesh(np.zeros((8, 3)), groups={"a": ("qaud4", [[0, 1, 2, 3]])})

    def test_shapes(self):
        with self.assertRaisesRegex(ValueError, r"hex8 cells must have the shape \[cells, 8\], but have the shape \[1, 4\]"):
            tenon.mesh(np.zeros((8, 3)), hex8=[[0, 1, 2, 3]])
        with self.assertRaisesRegex(ValueError, r"points must have the shape"):
            tenon.mesh(np.zeros(9))
        with self.assertRaisesRegex(ValueError, r"group 'a' must have the shape \[quad4s\] or \[quad4s, 4\]"):
            tenon.mesh(np.zeros((8, 3)), groups={"a": ("quad4", [[0, 1, 2]])})

    def test_numbers(self):
        with self.assertRaisesRegex(TypeError, "must be integers, but are of the type float64"):
            tenon.mesh(np.zeros((4, 3)), tet4=[[0.0, 1.0, 2.0, 3.0]])
        with self.assertRaisesRegex(TypeError, "not a mask: use numpy.flatnonzero"):
            tenon.mesh(np.zeros((4, 3)), groups={"a": np.array([True, False, True, True])})

    def error_of(self, change):
        """Error of a mesh that is changed on the root only; it is the same on all ranks."""
        mesh = bar_mesh()
        if COMM.rank == 0:
            change(mesh)
        with self.assertRaises(tenon.InputError) as caught:
            bar_model(mesh).build(COMM)
        self.assertTrue(caught.exception.on_all_ranks)
        self.assertEqual(len(set(COMM.allgather(str(caught.exception)))), 1)
        return str(caught.exception)

    def test_contents(self):
        def set_nan(mesh):
            mesh.points[7, 1] = np.nan

        def set_node(mesh):
            mesh.cells[0][1][2, 0] = 44

        self.assertEqual(
            self.error_of(set_nan), "model.objects.bar.mesh: 'mesh of bar': point 7 has the invalid coordinate nan."
        )
        self.assertIn("the hex8 cells: entry 2 refers to node 44, but the nodes are numbered from 0 to 43", self.error_of(set_node))
        self.assertIn(
            "include the index 10, but the number of cells of this type is 10",
            self.error_of(lambda mesh: mesh.add_group("more", ("hex8", [10]))),
        )

    def test_missing_group(self):
        model = bar_model()
        model["bar"].conditions[0]["group"] = "bsae"
        with self.assertRaisesRegex(tenon.InputError, r"model.objects.bar.conditions\[0\].*'bsae'; did you mean 'base'"):
            model.build(COMM)

    def test_turned_cells(self):
        points, cells, groups = bar_arrays()
        cells[3] = cells[3][[4, 5, 6, 7, 0, 1, 2, 3]]
        mesh = tenon.mesh(points, hex8=cells, groups=groups) if COMM.rank == 0 else tenon.mesh()
        with self.assertRaisesRegex(tenon.InputError, "model.objects.bar.mesh: .*element 4"):
            bar_model(mesh).check(COMM)


class Meshio(unittest.TestCase):
    def mesh(self, **sets):
        import meshio

        points, cells, _ = bar_arrays()
        blocks = [("hexahedron", cells[:4]), ("quad", [[0, 3, 2, 1], [40, 41, 42, 43]]), ("hexahedron", cells[4:])]
        return meshio.Mesh(points, blocks, **sets)

    def solve(self, made):
        return solved(bar_model(made if COMM.rank == 0 else tenon.mesh()))

    def test_sets(self):
        source = self.mesh(
            cell_sets={"base": [None, [0], None], "tip": [[], np.array([1]), []], "lower": [range(4), None, [0]]},
            point_sets={"end": [40, 41, 42, 43]},
        )
        made = tenon.mesh.from_meshio(source)
        self.assertEqual(set(made.group_names), {"base", "tip", "lower", "end"})
        self.assertEqual(self.solve(made), solved(bar_model()))

    def test_physical_groups(self):
        source = self.mesh(
            cell_data={"gmsh:physical": [np.full(4, 7), np.array([1, 2]), np.zeros(6, dtype=int)]},
            field_data={"base": np.array([1, 2]), "tip": np.array([2, 2])},
        )
        made = tenon.mesh.from_meshio(source)
        self.assertEqual(made.group_names, ["7", "base", "tip"])
        self.assertEqual(self.solve(made)["objects"][0]["largest_displacement"],
                         solved(bar_model())["objects"][0]["largest_displacement"])

    def test_files(self):
        import meshio

        with temporary_folder() as folder:
            path = os.path.join(folder, "bar.msh")
            bar_mesh().write(path)
            COMM.barrier()
            made = tenon.mesh.from_meshio(meshio.read(path))
            self.assertLessEqual({"base", "tip", "end", "lower"}, set(made.group_names))
            self.assertEqual(len(made.cells[0][1]), 10)
            self.assertEqual(self.solve(made)["objects"], solved(bar_model())["objects"])

    def test_unknown_type(self):
        import meshio

        with self.assertRaisesRegex(ValueError, "There is no cell type 'tetra20'"):
            tenon.mesh.from_meshio(meshio.Mesh(np.zeros((20, 3)), [("tetra20", [range(20)])]))


class FakeGmsh:
    """Functions of the module `gmsh` that tenon calls, for a bar whose numbers have gaps."""

    def __init__(self, with_groups=True):
        points, cells, _ = bar_arrays()
        tags = 3 * np.arange(len(points))[::-1] + 5
        elements = {
            (2, 1): [(3, tags[[0, 3, 2, 1]])],
            (2, 2): [(3, tags[[40, 41, 42, 43]])],
            (2, 3): [(3, tags[[0, 1, 5, 4]])],
            (3, 1): [(5, tags[cells[:5]].ravel())],
            (3, 2): [(5, tags[cells[5:]].ravel())],
        }
        groups = {(2, 10): ("base", [1]), (2, 11): ("tip", [2]), (3, 12): ("", [1, 2])} if with_groups else {}

        def get_elements(dimension, entity):
            found = elements[dimension, entity]
            return [kind for kind, _ in found], [None for _ in found], [nodes for _, nodes in found]

        mesh = types.SimpleNamespace(getNodes=lambda: (tags, points.ravel(), []), getElements=get_elements)
        self.model = types.SimpleNamespace(
            mesh=mesh,
            getPhysicalGroups=lambda: list(groups),
            getPhysicalName=lambda dimension, tag: groups[dimension, tag][0],
            getEntitiesForPhysicalGroup=lambda dimension, tag: np.array(groups[dimension, tag][1]),
            getEntities=lambda: list(elements),
        )


class Gmsh(unittest.TestCase):
    def test_physical_groups(self):
        made = tenon.mesh.from_gmsh(FakeGmsh())
        self.assertEqual(made.group_names, ["base", "tip", "12"])
        self.assertEqual([(name, len(nodes)) for name, nodes in made.cells], [("quad4", 2), ("hex8", 10)])
        summary = solved(bar_model(made if COMM.rank == 0 else tenon.mesh()))
        self.assertEqual(summary["objects"], solved(bar_model())["objects"])

    def test_all_elements(self):
        made = tenon.mesh.from_gmsh(FakeGmsh(with_groups=False))
        self.assertEqual([(name, len(nodes)) for name, nodes in made.cells], [("quad4", 3), ("hex8", 10)])

    def test_module(self):
        try:
            import gmsh
        except (ImportError, OSError):
            self.skipTest("the module gmsh is not installed (package python3-gmsh)")
        gmsh.initialize()
        gmsh.option.setNumber("General.Terminal", 0)
        gmsh.model.occ.addBox(0, 0, 0, 1, 1, 10)
        gmsh.model.occ.synchronize()
        for name, height in (("base", 0), ("tip", 10)):
            faces = gmsh.model.getEntitiesInBoundingBox(-1, -1, height - 0.1, 2, 2, height + 0.1, 2)
            gmsh.model.setPhysicalName(2, gmsh.model.addPhysicalGroup(2, [tag for _, tag in faces]), name)
        gmsh.model.addPhysicalGroup(3, [1])
        gmsh.model.mesh.generate(3)
        made = tenon.mesh.from_gmsh(gmsh)
        gmsh.finalize()
        summary = solved(bar_model(made if COMM.rank == 0 else tenon.mesh()))
        self.assertAlmostEqual(summary["objects"][0]["largest_displacement"]["value"], 0.2, places=8)


if __name__ == "__main__":
    unittest.main()
