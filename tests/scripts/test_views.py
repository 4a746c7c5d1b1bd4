#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies cameras, cuts, shapes of rigid bodies and the frames of animations, without
rendering."""
import argparse
import sys
import tempfile
import types
import unittest
from pathlib import Path

import h5py
import numpy as np

from made_up import write_result

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
import tenon.results  # noqa: E402
from tenon.pictures import animation, bodies, shapes, views  # noqa: E402
from tenon.pictures.scene import Appearance  # noqa: E402

CASE = """\
objects:
  things:
    bodies:
      - {name: ball, position: [0, 0, 1], mass: 1, inertia: [1, 1, 1]}
      - {name: crate, position: [4, 0, 1], mass: 1, inertia: [1, 1, 1], rotation: [0, 0, 1.5707963267948966]}
    shapes:
      - {type: box, size: [1, 2, 4]}
      - {type: sphere, radius: 0.5, group: ball}
"""


class Views(unittest.TestCase):
    def test_cameras(self):
        direction, up = views.camera_of(None, None, True)
        np.testing.assert_array_equal((direction, up), ((0, 0, 1), (0, 1, 0)))
        direction, up = views.camera_of((90.0, 0.0), None, False)
        np.testing.assert_allclose((direction, up), ((0, 1, 0), (0, 0, 1)), atol=1e-15)
        direction, up = views.camera_of((0.0, 90.0), None, False)  # from above: y is up
        np.testing.assert_allclose((direction, up), ((0, 0, 1), (0, 1, 0)), atol=1e-15)
        for axis, vector in (("x", (1, 0, 0)), ("y", (0, 1, 0)), ("-z", (0, 0, -1)), ("-y", (0, -1, 0)), ("-x", (-1, 0, 0))):
            direction, up = views.camera_of((30.0, 20.0), axis, False)
            np.testing.assert_allclose(up, vector)
            np.testing.assert_allclose(direction @ up, np.sin(np.radians(20)))

    def test_axes_keep_right_handed(self):
        for matrix in views.AXES.values():
            np.testing.assert_allclose(np.linalg.det(matrix), 1)

    def test_planes(self):
        for text, normal, distance in (("x<0.5", (1, 0, 0), 0.5), ("z>-2", (0, 0, -1), 2), ("0,3,4,10", (0, 0.6, 0.8), 2)):
            found = views.plane_of(text)
            np.testing.assert_allclose(found[0], normal)
            self.assertAlmostEqual(found[1], distance)
        for text in ("x=1", "0,0,0,1", "x<nan", "1,2,3", ""):
            with self.assertRaises(argparse.ArgumentTypeError):
                views.plane_of(text)
        for text in ("above", "10,100", "1,2,3", "nan,0"):
            with self.assertRaises(argparse.ArgumentTypeError):
                views.view_of(text)
        self.assertEqual(views.view_of("10,-20"), (10.0, -20.0))


class Results(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "result.h5"

    def body(self, name, field="displacement"):
        return next(body for body in bodies.read(self.path, None, [name], field, "")[0])

    def write_things(self):
        with h5py.File(self.path, "w") as file:
            file["case"] = CASE
            file["meshes/things/points"], file["meshes/things/tags"] = [[0.0, 0, 1], [4, 0, 1]], [1, 2]
            file["meshes/things/point1/cells"] = [[0], [1]]
            file["steps/0000/things/displacement"] = [[0.0, 0, 1], [0, 0, 2]]
            file["steps/0000/things/rotation"] = [[0.0, 0, 0], [np.pi / 2, 0, 0]]

    def test_rigid_bodies_have_their_shapes(self):
        self.write_things()
        body = self.body("things")
        self.assertEqual(body.dimension, 3)
        ball, crate = body.shape_parts(1.0)
        np.testing.assert_allclose(ball.GetBounds(), (-0.5, 0.5, -0.5, 0.5, 1.5, 2.5), atol=0.01)
        # 1 x 2 x 4, rotated by 90 degrees about z and then by 90 degrees about x: 2 x 4 x 1.
        np.testing.assert_allclose(crate.GetBounds(), (3, 5, -2, 2, 2.5, 3.5), atol=1e-6)
        whole, half = body.surface(1.0)[1], body.surface(1.0, (np.array([1.0, 0, 0]), 3.5))[1]
        self.assertAlmostEqual(whole.GetBounds()[1], 5, places=5)
        self.assertAlmostEqual(half.GetBounds()[1], 3.5, places=5)

    def test_the_usual_field(self):
        self.write_things()
        self.assertEqual(bodies.usual_field(self.path), "displacement")
        with h5py.File(self.path, "r+") as file:
            file["steps/0000/things/von_mises"] = [1.0, 2.0]
        self.assertEqual(bodies.usual_field(self.path), "von_mises")

    def test_axes_and_hulls_from_files(self):
        """Verifies bodies of a table and a hull of a surface file, whose data are in the results
        but not in the case."""
        self.write_things()
        with h5py.File(self.path, "r+") as file:
            del file["case"]
            file["case"] = """\
objects:
  things:
    bodies: things.csv
    shapes:
      - {type: sphere, radius: 0.5}
      - {type: hull, file: wedge.stl, group: crate}
    groups: {crate: {nodes: [2]}}
"""
            file["meshes/things/axes"] = [[0.0, 0, 0], [0, 0, np.pi / 2]]
            file["meshes/things/hull_1"] = [[0.0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 4]]
        ball, wedge = self.body("things").shape_parts(1.0)
        np.testing.assert_allclose(ball.GetBounds(), (-0.5, 0.5, -0.5, 0.5, 1.5, 2.5), atol=0.01)
        # (x, y, z) -> (-y, x, z) -> (-y, -z, x), at (4, 0, 3)
        np.testing.assert_allclose(wedge.GetBounds(), (2, 4, -4, 0, 3, 4), atol=1e-6)

    def test_a_capsule_and_a_hull(self):
        capsule = shapes.surface_of({"type": "capsule", "radius": 1, "length": 4}, 1.0)
        np.testing.assert_allclose(capsule.GetBounds(), (-1, 1, -1, 1, -3, 3), atol=0.02)
        hull = shapes.surface_of({"type": "hull", "vertices": [[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]]}, 1.0)
        np.testing.assert_allclose(hull.GetBounds(), (0, 1, 0, 2, 0, 3), atol=1e-9)
        for shape in ({"type": "box"}, {"type": "ball"}, {}, {"type": "sphere", "radius": "wide"}):
            self.assertIsNone(shapes.surface_of(shape, 1.0))

    def test_scalar_objects_are_drawn_where_they_are(self):
        with h5py.File(self.path, "w") as file:
            file["meshes/lengths/points"], file["meshes/lengths/tags"] = [[0.0, 0, 0], [1, 0, 0]], [1, 2]
            file["meshes/lengths/point1/cells"] = [[0], [1]]
            file["steps/0000/lengths/displacement"] = [[0.25], [0.5]]
        body = self.body("lengths")
        self.assertIsNone(body.displacement)
        np.testing.assert_array_equal(body.values, [0.25, 0.5])
        self.assertEqual(body.surface(1.0)[1].GetNumberOfPoints(), 2)

    def test_a_solid_that_is_cut_has_an_inside(self):
        write_result(self.path)
        body = self.body("bar", "von_mises")
        surface = body.surface(0.0, (np.array([1.0, 0, 0]), 2.0))[1]
        bounds = surface.GetBounds()
        self.assertAlmostEqual(bounds[1], 2.0, places=5)
        self.assertAlmostEqual(surface.GetPointData().GetScalars().GetRange()[1], 2.0, places=4)  # the stress is x

    def test_what_is_flat(self):
        def body(points, dimension):
            return types.SimpleNamespace(places=lambda warp: np.array(points, float), dimension=dimension)
        square, tilted = [(0, 0, 1), (1, 0, 1), (0, 1, 1)], [(0, 0, 0), (1, 0, 0), (0, 1, 1)]
        self.assertTrue(views.is_flat([body(square, 2)], 1.0))
        self.assertFalse(views.is_flat([body(tilted, 2)], 1.0))
        self.assertFalse(views.is_flat([body(square, 3)], 1.0))

    def test_frames_are_at_equal_times(self):
        results = types.SimpleNamespace(steps=["0000", "0001", "0002", "0003", "0004"], times=[0.0, 0.1, 0.2, 0.3, 4.0])
        plan = animation.frames_of_motion(results, every=1, by_time=True, scale=1.0)
        self.assertEqual([step for step, _, _ in plan], ["0000", "0003", "0003", "0004", "0004"])
        self.assertEqual([fact for _, _, fact in plan], ["t = 0", "t = 1", "t = 2", "t = 3", "t = 4"])
        plan = animation.frames_of_motion(results, every=2, by_time=False, scale=1.0)
        self.assertEqual([step for step, _, _ in plan], ["0000", "0002", "0004"])

    def test_one_mode_with_its_frequency(self):
        write_result(self.path)
        with h5py.File(self.path, "r+") as file:
            for step, frequency in (("0000", 12.5), ("0001", 40.0)):
                file[f"steps/{step}"].attrs["frequency"] = frequency
                file[f"steps/{step}"].attrs["eigenvalue"] = (2 * np.pi * frequency) ** 2
        look = Appearance(field="displacement")
        with tenon.results.open(self.path) as results:
            plan = animation.frames_of_mode(results, 2, look, None)
            self.assertEqual({step for step, _, _ in plan}, {"0001"})
            self.assertIn("mode 2, frequency 40", plan[0][2])
            scales = [scale for _, scale, _ in plan]
            self.assertAlmostEqual(sum(scales), 0)
            mode = bodies.bodies_of(results, 1, [], "displacement", "")
            self.assertAlmostEqual(max(scales), views.mode_scale(mode))
            with self.assertRaises(tenon.results.InputError):
                animation.frames_of_mode(results, 3, look, None)


if __name__ == "__main__":
    unittest.main()
