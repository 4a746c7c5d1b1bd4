#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies the numbers plotted by scripts/plot.py from a synthetic result, and messages for missing
data."""
import csv
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy as np

from made_up import write_result

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "plot.py"


class Plot(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        write_result(self.folder / "result.h5")

    def plot(self, *options, results=("result.h5",), output="plot.png"):
        return subprocess.run([SCRIPT, *(self.folder / name for name in results), "-o", self.folder / output, "--csv", self.folder / "plot.csv",
                               *options], capture_output=True, text=True, check=False, timeout=900)

    def curves(self):
        """Returns {name: [[place, value], ...]} of the table."""
        found = {}
        with open(self.folder / "plot.csv", encoding="utf-8") as file:
            for row in list(csv.reader(file))[1:]:
                found.setdefault(row[0], []).append([float(row[1]), float(row[2])])
        return {name: np.array(rows) for name, rows in found.items()}

    def refuse(self, sentence, *options, **files):
        result = self.plot(*options, **files)
        self.assertEqual(result.returncode, 2)
        self.assertIn(sentence, result.stderr)
        self.assertFalse((self.folder / "plot.png").exists())

    def test_a_field_along_a_line(self):
        result = self.plot("--field", "von_mises", "--from=-1,0.5,0.5", "--to", "5,0.5,0.5", "--points", "61")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual((self.folder / "plot.png").read_bytes()[:4], b"\x89PNG")
        (curve,) = self.curves().values()  # curve of the bar; the tip lies above
        x = curve[:, 0] - 1
        inside = (x > -1e-9) & (x < 4 + 1e-9)
        np.testing.assert_allclose(curve[inside, 1], x[inside], atol=4 * 2e-4)  # accuracy of VTK's point location
        self.assertTrue(np.isnan(curve[~inside, 1]).all())

    def test_a_line_at_an_earlier_step_through_a_component(self):
        result = self.plot("--field", "displacement:x", "--from", "0,0.5,0.5", "--to", "4,0.5,0.5", "--step", "0")
        self.assertEqual(result.returncode, 0, result.stderr)
        curve = self.curves()["bar"]
        np.testing.assert_allclose(curve[:, 1], 0.005 * curve[:, 0], atol=0.02 * 2e-4)

    def test_fields_of_cells(self):
        result = self.plot("--field", "partition", "--from", "0.1,0.1,2.5", "--to", "0.1,0.1,3", "--object", "tip")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(set(self.curves()["tip"][:, 1]), {1.0})

    def test_nodes_over_the_steps_by_their_numbers_in_the_mesh_file(self):
        result = self.plot("--field", "displacement:x", "--node", "bar:102", "--node", "tip:2")
        self.assertEqual(result.returncode, 0, result.stderr)
        np.testing.assert_allclose(self.curves()["bar:102"], [[0.5, 0.02], [1.0, 0.04]])
        np.testing.assert_allclose(self.curves()["tip:2"], [[0.5, 0.01], [1.0, 0.02]])

    def test_histories_and_columns_of_them(self):
        result = self.plot("--history", "tip")
        self.assertEqual(result.returncode, 0, result.stderr)
        curves = self.curves()
        self.assertEqual(list(curves), ["tip: displacement_x", "tip: velocity_x"])
        np.testing.assert_allclose(curves["tip: velocity_x"], [[0.25, 5], [0.5, 6], [0.75, 7], [1, 8]])
        self.assertEqual(self.plot("--history", "tip:displacement_x").returncode, 0)
        self.assertEqual(list(self.curves()), ["tip: displacement_x"])

    def test_several_results(self):
        write_result(self.folder / "other.h5")
        result = self.plot("--field", "von_mises", "--node", "bar:102", results=("result.h5", "other.h5"), output="plot.svg")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(set(self.curves()), {"result: bar:102", "other: bar:102"})
        self.assertIn("<svg", (self.folder / "plot.svg").read_text(encoding="utf-8"))

    def test_what_is_not_there(self):
        line = ("--from", "0,0,0", "--to", "4,0,0")
        self.refuse("There is no field 'stres'; the choices are: displacement, von_mises.", "--field", "stres", *line)
        self.refuse("There is no object 'bra'; the choices are: bar, tip.", "--node", "bra:1")
        self.refuse("Object 'bar' has no node 7.", "--node", "bar:7")
        self.refuse("'bar' is not a node", "--node", "bar")
        self.refuse("intersects no cell", "--field", "von_mises", "--from", "0,9,0", "--to", "4,9,0")
        self.refuse("the same point", "--from", "1,1,1", "--to", "1,1,1")
        self.refuse("specify either --from and --to", "--field", "von_mises")
        self.refuse("There is no history 'tap'; the choices are: tip.", "--history", "tap")
        self.refuse("no column 'z'; it has: displacement_x, velocity_x.", "--history", "tip:z")
        self.refuse("There is no file", *line, results=("no.h5",))


if __name__ == "__main__":
    unittest.main()
