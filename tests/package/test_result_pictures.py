#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies plots, pictures and animations of results."""
import subprocess
import sys
import unittest

import numpy as np

from result_cases import ROOT, ResultCase, variables

import tenon.results


class Plots(ResultCase):
    CASES = ("tied", "fall")

    def setUp(self):
        import matplotlib

        matplotlib.use("Agg")

    def test_histories(self):
        results = self.open("fall")
        axes = results.plot(["mean:velocity_z", "mean:displacement_z"])
        self.assertEqual([line.get_label() for line in axes.get_lines()], ["mean: velocity_z", "mean: displacement_z"])
        line = axes.get_lines()[0]
        np.testing.assert_array_equal(line.get_xdata(), results.history("mean")["time"])
        np.testing.assert_array_equal(line.get_ydata(), results.history("mean")["velocity_z"])
        self.assertEqual(axes.get_xlabel(), "time")
        self.assertEqual(len(results.plot("mean").get_lines()), 6)

    def test_a_node_over_the_steps(self):
        results = self.open("tied")
        given = results.plot("mean") if "mean" in results.histories else self.open("fall").plot("mean:velocity_x")
        axes = results.plot(field="displacement:z", nodes="upper:3", field_unit="mm", axes=given)
        self.assertIs(axes, given)
        self.assertEqual(axes.get_ylabel(), "displacement:z [mm]")
        row = results.nodes("upper", [3])[0]
        expected = [results.field("displacement", "upper", step)[row, 2] for step in range(4)]
        np.testing.assert_array_equal(axes.get_lines()[-1].get_ydata(), expected)

    def test_a_field_along_a_line(self):
        """Compares values at nodes on the line with those of the file."""
        results = self.open("tied")
        axes = results.plot(field="displacement:z", start=(1, 1, 0.25), end=(1, 1, 3), points=12, length_unit="m")
        self.assertEqual(axes.get_xlabel(), "distance [m]")
        lines = {line.get_label(): line for line in axes.get_lines()}
        self.assertEqual(set(lines), {"lower", "upper"})
        points, values = results.points("lower"), results.field("displacement", "lower")[:, 2]
        for height in (0.5, 1.0):
            node, = np.flatnonzero(np.linalg.norm(points - [1, 1, height], axis=1) < 1e-9)
            at = np.isclose(lines["lower"].get_xdata(), height - 0.25)
            np.testing.assert_allclose(lines["lower"].get_ydata()[at], [values[node]], rtol=2e-4)
        above = lines["upper"].get_xdata() > 1.75 + 1e-6
        self.assertTrue(np.isnan(lines["upper"].get_ydata()[above]).all())

    def test_invalid_arguments(self):
        results = self.open("tied")
        for arguments, message in (({}, "exactly one"), ({"history": "a", "nodes": "b:1"}, "exactly one"),
                                   ({"start": (0, 0, 0), "field": "stress:xx"}, "exactly one"), ({"nodes": "upper:1"}, "requires `field`"),
                                   ({"nodes": "upper", "field": "stress:xx"}, "'upper' is not a node"),
                                   ({"nodes": "upper:1", "field": "stress"}, "is a tensor"),
                                   ({"start": (0, 0), "end": (1, 1), "field": "von_mises"}, "three finite coordinates"),
                                   ({"start": (0, 9, 0), "end": (1, 9, 0), "field": "von_mises"}, "intersects no cell")):
            with self.subTest(arguments), self.assertRaisesRegex(tenon.results.InputError, message):
                results.plot(**arguments)

    def test_a_backend_that_needs_a_display(self):
        """Verifies plots without a display for a backend that requires one."""
        code = ("import tenon.results; axes = tenon.results.open('fall.h5').plot('mean'); axes.figure.savefig('headless.png'); "
                "print(len(axes.get_lines()))")
        environment = {name: value for name, value in variables().items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        done = subprocess.run([sys.executable, "-c", code], cwd=self.folder, capture_output=True, text=True, check=False,
                              env={**environment, "MPLBACKEND": "TkAgg", "PYTHONPATH": str(ROOT / "python")})
        self.assertEqual((done.returncode, done.stdout.strip()), (0, "6"), done.stderr)
        self.assertEqual((self.folder / "headless.png").read_bytes()[:4], b"\x89PNG")


class Pictures(ResultCase):
    CASES = ("tied", "fall")

    def test_a_picture(self):
        from PIL import Image

        results = self.open("tied")
        drawn = results.picture(self.folder / "new/tied.png", field="displacement:z", view=(30, 20), mesh=True, size=(400, 250), objects="upper")
        self.assertEqual((self.folder / "new/tied.png").read_bytes(), drawn._repr_png_())
        self.assertIsNone(drawn._repr_html_())
        self.assertIn("displacement z, deformation ×", drawn.description)
        with Image.open(self.folder / "new/tied.png") as image:
            self.assertEqual(image.size, (400, 250))
            pixels = np.asarray(image.convert("RGB"), int)[60:, :300]
        self.assertGreater((np.ptp(pixels, axis=2) > 60).sum(), 2000)  # coloured surface
        self.assertIn("step 0001", results.picture(step=1, size=(100, 80)).description)

    def test_an_animation(self):
        from PIL import Image

        drawn = self.open("fall").animate(every=5, fps=10, size=(160, 100), objects=["block"], field="displacement")
        drawn.save(self.folder / "fall.gif")
        with Image.open(self.folder / "fall.gif") as image:
            self.assertEqual((image.size, image.n_frames, image.info["duration"]), ((160, 100), 3, 100))
        self.assertTrue(drawn._repr_html_().startswith('<img src="data:image/gif;base64,'))
        self.assertIsNone(drawn._repr_png_())

    def test_invalid_arguments(self):
        results = self.open("tied")
        for arguments, message in (({"field": "stres"}, "There is no field 'stres'; the choices are: displacement"),
                                   ({"view": "above"}, "'above' is not a list of 2 numbers"), ({"objects": "x"}, "no object 'x'"),
                                   ({"mode": 1}, "not vibration or buckling modes"), ({"step": 1, "mode": 1}, "only one of them")):
            with self.subTest(arguments), self.assertRaisesRegex(tenon.results.InputError, message):
                results.picture(**arguments)
        with self.assertRaisesRegex(KeyError, "no step 9"):
            results.picture(step=9)
        with self.assertRaisesRegex(tenon.results.InputError, "a .gif or .mp4 file"):
            results.animate(self.folder / "a.avi")


if __name__ == "__main__":
    unittest.main()
