#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies the pixels drawn by scripts/picture.py from a synthetic result, and messages for missing
data."""
import struct
import subprocess
import tempfile
import unittest
import zlib
from pathlib import Path

import h5py
import numpy as np

from made_up import write_result

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "picture.py"
def pixels(path):
    """Reads a PNG of 8-bit RGB as [height, width, 3]; supports the features that VTK writes."""
    data = path.read_bytes()
    place, width, height, packed = 8, 0, 0, b""
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        chunk = data[place + 8:place + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colours = struct.unpack(">IIBB", chunk[:10])
            assert (depth, colours) == (8, 2)
        elif kind == b"IDAT":
            packed += chunk
        place += 12 + length
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + 3 * width)
    image = np.zeros((height, width, 3), np.uint8)
    above = np.zeros((width, 3), np.uint8)
    for y, row in enumerate(rows):
        above = image[y] = unfiltered(row[0], row[1:].reshape(width, 3), above)
    return image


def unfiltered(kind, line, above):
    """Inverts PNG's filter 0 (none), 1 (left), 2 (up), 3 (average) or 4 (Paeth) on one row."""
    if kind == 0:
        return line.copy()
    if kind == 1:
        return np.cumsum(line, axis=0, dtype=np.uint8)
    if kind == 2:
        return line + above
    result, left, corner = np.zeros_like(line), np.zeros(3, int), np.zeros(3, int)
    for x, value in enumerate(line.astype(int)):
        up = above[x].astype(int)
        if kind == 3:
            guess = (left + up) // 2
        else:
            estimate = left + up - corner
            near_left, near_up, near_corner = abs(estimate - left), abs(estimate - up), abs(estimate - corner)
            guess = np.where((near_left <= near_up) & (near_left <= near_corner), left, np.where(near_up <= near_corner, up, corner))
        result[x] = left = (value + guess) % 256
        corner = up
    return result


class Picture(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        write_result(self.folder / "result.h5")

    def draw(self, *options, results="result.h5"):
        return subprocess.run([SCRIPT, self.folder / results, "-o", self.folder / "picture.png", "--size", "400x250", *options],
                              capture_output=True, text=True, check=False, timeout=900)

    def test_shows_the_body_in_the_colours_of_the_field(self):
        result = self.draw("--view", "right", "--field-unit", "MPa", "--mesh")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("von Mises stress [MPa], deformation", result.stdout)
        image = pixels(self.folder / "picture.png").astype(int)
        self.assertEqual(image.shape, (250, 400, 3))
        inside = image[60:240, 20:340]  # right of it is the bar
        blue = (inside[..., 2] > inside[..., 0] + 60).sum(axis=0)
        red = (inside[..., 0] > inside[..., 2] + 60).sum(axis=0)
        columns = np.arange(inside.shape[1])
        self.assertGreater(blue.sum(), 500)
        self.assertGreater(red.sum(), 500)
        self.assertLess((blue * columns).sum() / blue.sum() + 50, (red * columns).sum() / red.sum())

    def test_draws_a_field_of_cells_of_one_object(self):
        result = self.draw("--field", "partition", "--object", "tip", "--warp", "0")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("partition, undeformed", result.stdout)

    def test_looks_near(self):
        """Verifies the view of a box: the red end of the bar at x = 4, and nothing outside the
        box."""
        result = self.draw("--near", "3.5,0.5,0.5,0.5", "--view", "right", "--warp", "0")
        self.assertEqual(result.returncode, 0, result.stderr)
        inside = pixels(self.folder / "picture.png").astype(int)[60:240, 20:300]
        self.assertGreater((inside[..., 0] > inside[..., 2] + 60).sum(), 5000)
        self.assertEqual((inside[..., 2] > inside[..., 0] + 60).sum(), 0)
        result = self.draw("--near", "3.5,0.5")
        self.assertEqual(result.returncode, 2)
        self.assertIn("'3.5,0.5' is not a list of 4 numbers", result.stderr)

    def test_a_field_for_each_object(self):
        with h5py.File(self.folder / "result.h5", "r+") as file:
            for name in ("bar", "tip"):
                group = file[f"steps/0001/{name}"]
                group[f"pressure_{name}"] = group["von_mises"][:]
        result = self.draw("--field", "pressure_bar,pressure_tip")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNotIn("grey", result.stdout)
        self.assertIn("pressure bar, pressure tip", result.stdout)
        self.assertIn("'tip' has no field 'pressure_bar' and", self.draw("--field", "pressure_bar").stdout)

    def test_a_constant_field_is_one_colour_whatever_its_round_off(self):
        with h5py.File(self.folder / "result.h5", "r+") as file:
            stress = np.zeros((20, 9))
            stress[:, 0] = 250
            stress[:, 4] = 1e-13 * np.arange(20)  # zero except round-off relative to xx
            file["steps/0001/bar/stress"] = stress
        hues = {}
        for component in ("xx", "yy"):
            result = self.draw("--field", f"stress:{component}", "--object", "bar", "--warp", "0", "--view", "front")
            self.assertEqual(result.returncode, 0, result.stderr)
            inside = pixels(self.folder / "picture.png").astype(int)[105:178, 150:222].reshape(-1, 3)
            saturated = inside[np.ptp(inside, axis=1) > 25]
            self.assertGreater(len(saturated), 1000)
            hues[component] = saturated / saturated.sum(axis=1)[:, None]
            self.assertLess(np.abs(hues[component] - np.median(hues[component], axis=0)).max(), 0.02)
        self.assertLess(np.abs(np.median(hues["xx"], axis=0) - np.median(hues["yy"], axis=0)).max(), 0.02)  # the middle colour

    def test_small_deformation_is_enlarged_and_large_deformation_true(self):
        for displacement, scale in ((1e-4, "× 500,"), (0.01, "× 5,"), (0.1, "× 1,"), (0.9, "× 1,")):
            with h5py.File(self.folder / "result.h5", "r+") as file:
                for name in ("bar", "tip"):
                    file[f"steps/0001/{name}/displacement"][...] = displacement * file[f"meshes/{name}/points"][...]
            result = self.draw()
            self.assertIn("deformation " + scale, result.stdout, displacement)

    def test_scales_a_mode_up_or_down_and_names_its_frequency(self):
        """Verifies that the scale does not depend on the amplitude, which is arbitrary."""
        for displacement, scale in ((1e-4, "× 1400,"), (0.01, "× 14,"), (10, "× 0.014,")):
            with h5py.File(self.folder / "result.h5", "r+") as file:
                file["steps/0000"].attrs["eigenvalue"] = 4.0
                file["steps/0000"].attrs["frequency"] = 12.5
                file["steps/0001"].attrs["eigenvalue"] = 9.0
                for name in ("bar", "tip"):
                    file[f"steps/0000/{name}/displacement"][...] = displacement * file[f"meshes/{name}/points"][...]
            result = self.draw("--mode", "1")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn("deformation " + scale, result.stdout, displacement)
            self.assertIn("mode 1, frequency 12.5", result.stdout)
        self.assertIn("mode 2, load factor 9", self.draw().stdout)
        result = self.draw("--mode", "3")
        self.assertEqual(result.returncode, 2)
        self.assertIn("There is no mode 3: the number of modes is 2", result.stderr)

    def test_a_step_is_not_a_mode(self):
        result = self.draw("--mode", "1")
        self.assertEqual(result.returncode, 2)
        self.assertIn("are not vibration or buckling modes", result.stderr)

    def test_names_the_fields_there_are(self):
        result = self.draw("--field", "stres")
        self.assertEqual(result.returncode, 2)
        self.assertIn("There is no field 'stres'; the choices are: displacement, von_mises.", result.stderr)

    def test_names_the_objects_there_are(self):
        result = self.draw("--object", "bra")
        self.assertEqual(result.returncode, 2)
        self.assertIn("There is no object 'bra'; the choices are: bar, tip.", result.stderr)

    def test_says_that_a_file_is_missing(self):
        result = self.draw(results="no.h5")
        self.assertEqual(result.returncode, 2)
        self.assertIn("There is no file", result.stderr)


if __name__ == "__main__":
    unittest.main()
