#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies the package tenon.results by a synthetic result, under its former name."""
import sys
import tempfile
import unittest
from pathlib import Path

import h5py
import numpy as np

from made_up import write_result

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import tenon_results  # noqa: E402


class TenonResults(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "result.h5"
        write_result(self.path)
        self.results = tenon_results.open(self.path)
        self.addCleanup(self.results.close)

    def test_what_there_is(self):
        self.assertEqual(self.results.objects, ["bar", "tip"])
        self.assertEqual(self.results.times, [0.5, 1.0])
        self.assertEqual(self.results.fields("bar"), ["displacement", "von_mises"])
        self.assertEqual(self.results.cell_fields("bar"), ["partition"])

    def test_fields_by_name_object_and_step(self):
        points = self.results.points("bar")
        np.testing.assert_array_equal(self.results.field("displacement", "bar"), 0.01 * points)
        np.testing.assert_array_equal(self.results.field("displacement", "bar", 0), 0.005 * points)
        np.testing.assert_array_equal(self.results.field("displacement", "bar", -2), 0.005 * points)
        self.assertEqual(self.results.cell_field("partition", "tip"), {"tet10": [1]})
        self.assertEqual(self.results.tags("bar")[0], 101)

    def test_a_body_as_a_mesh_of_meshio(self):
        mesh = self.results.mesh("tip", step=0)
        self.assertEqual([(block.type, len(block.data)) for block in mesh.cells], [("tetra10", 1)])
        np.testing.assert_array_equal(mesh.points, self.results.points("tip"))
        np.testing.assert_array_equal(mesh.point_data["von_mises"], 0.5 * mesh.points[:, 0])
        np.testing.assert_array_equal(mesh.cell_data["partition"], [[1]])
        np.testing.assert_allclose(self.results.mesh("tip", deformed=True).points, 1.01 * mesh.points)

    def test_cells_without_a_field_that_others_have_get_nan(self):
        with h5py.File(self.path.with_name("mixed.h5"), "w") as file:
            file["meshes/body/points"], file["meshes/body/tags"] = np.random.rand(9, 3), np.arange(9)
            file["meshes/body/hex8/cells"], file["meshes/body/tri3/cells"] = np.arange(8)[None], np.array([[0, 1, 8]])
            file["steps/0000/body/hex8/von_mises"] = [5.0]
        with tenon_results.open(self.path.with_name("mixed.h5")) as results:
            mesh = results.mesh("body")
        self.assertEqual({block.type: list(values) for block, values in zip(mesh.cells, mesh.cell_data["von_mises"])}["hexahedron"], [5.0])
        self.assertTrue(np.isnan(mesh.cell_data["von_mises"][[b.type for b in mesh.cells].index("triangle")]).all())

    def test_fields_called_after_constraints(self):
        """Verifies that names of constraints may contain slashes."""
        self.results.close()
        with h5py.File(self.path, "a") as file:
            for step in file["steps"].values():
                step["bar/force_joint of a/b"] = np.ones((len(step["bar/displacement"]), 3))
        self.results = tenon_results.open(self.path)
        self.addCleanup(self.results.close)
        self.assertEqual(self.results.fields("bar"), ["displacement", "force_joint of a/b", "von_mises"])
        self.assertEqual(self.results.cell_fields("bar"), ["partition"])
        self.assertTrue((self.results.field("force_joint of a/b", "bar") == 1).all())
        self.assertIn("force_joint of a/b", self.results.mesh("bar").point_data)

    def test_multipliers_with_what_their_rows_are(self):
        self.results.close()
        with h5py.File(self.path, "a") as file:
            for name in ("tie", "a/b on c"):  # names may contain slashes
                group = file.create_group(f"constraints/{name}")
                group.attrs["objects"] = '["bar", "tip"]'
                group["object"], group["node"] = np.array([1, -1]), np.array([7, -1])
                for step, factor in (("0000", 1.0), ("0001", 2.0)):
                    group[f"multipliers/{step}"] = factor * np.array([3.0, 4.0])
        self.results = tenon_results.open(self.path)
        self.addCleanup(self.results.close)
        self.assertEqual(self.results.constraints, ["a/b on c", "tie"])
        rows = self.results.multipliers("a/b on c")
        np.testing.assert_array_equal(rows["multipliers"], [6.0, 8.0])
        np.testing.assert_array_equal(self.results.multipliers("tie", 0)["multipliers"], [3.0, 4.0])
        self.assertEqual(rows["object"], ["tip", None])
        np.testing.assert_array_equal(rows["node"], [7, -1])
        self.assertEqual(self.results.fields("bar"), ["displacement", "von_mises"])

    def test_what_is_not_there_is_said_with_what_there_is(self):
        for ask, sentence in ((lambda: self.results.field("stres", "bar"), "no field on nodes 'stres'; the choices are: displacement, von_mises."),
                              (lambda: self.results.cell_field("stres", "bar"), "no field on cells 'stres'; the choices are: partition."),
                              (lambda: self.results.tags("bra"), "no object 'bra'; the choices are: bar, tip."),
                              (lambda: self.results.field("von_mises", "bra"), "no object 'bra'; the choices are: bar, tip."),
                              (lambda: self.results.field("von_mises", "bar", 2), "no step 2: the number of steps is 2, and they are numbered from 0."),
                              (lambda: self.results.multipliers("tie"), "no constraint 'tie'; the choices are: none.")):
            with self.assertRaises(KeyError) as caught:
                ask()
            self.assertIn(sentence, caught.exception.args[0])
        with self.assertRaises(tenon_results.NoResult):
            tenon_results.open(self.path.with_name("no.h5"))
        self.path.with_name("text.h5").write_text("no HDF5")
        with self.assertRaises(tenon_results.NoResult):
            tenon_results.open(self.path.with_name("text.h5"))


if __name__ == "__main__":
    unittest.main()
