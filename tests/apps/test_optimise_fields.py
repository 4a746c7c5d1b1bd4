# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies `tenon optimise` with parameters that have one value per cell: recovery of a field from
displacements, bounds, independence of the partition, files of fields, and messages."""
import csv
import json
import re
import unittest

import h5py
import numpy as np

from tenon_program import Case, box, on_all_ranks, replaced

# Bar of four cells in series whose cross-sections are all measured: u_z(k) = t sum 1 / E_c. The
# data are those of E = 1000, 2000, 1500, 3000.
YOUNG = np.array([1000.0, 2000.0, 1500.0, 3000.0])
BAR = """\
parameters:
  stiffness: {of: elastic on block, number: young, per: cell, between: [500, 5000], scale: log}
objects:
  block:
    mesh: bar.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1800, poisson: 0}}
      - {type: traction, group: top, traction: [0, 0, -3]}
    conditions: [{type: fixed, group: bottom}]
objective: [{type: misfit, object: block, data: {csv: data.csv}, noise: 1e-4}]
optimise: {gradient: 1e-9, iterations: 200}
solver: {preset: direct}
"""


@on_all_ranks("partition")
class Optimisations(Case):
    def setUp(self):
        super().setUp()
        self.write("bar.msh", box(size=(1, 1, 4), cells=(1, 1, 4)))
        ends = np.concatenate(([0.0], -3 * np.cumsum(1 / YOUNG)))
        rows = [f"{1 + n},0,0,{ends[n // 4]!r}" for n in range(20)]
        self.write("data.csv", "\n".join(["node,x,y,z", *rows, ""]))

    def optimise(self, text, *words, code=0, **options):
        self.write("case.yaml", text)
        run = self.tenon("optimise", "case.yaml", "--summary", "optimum.json", "--fields", "best.h5", *words, **options)
        self.assertEqual(run.code, code, run)
        summary = json.loads((self.folder / "optimum.json").read_text())
        with h5py.File(self.folder / "best.h5") as file:
            return summary, file["stiffness/hex8/value"][:], run

    def optimise_number(self, text):
        self.write("case.yaml", text)
        self.assertRuns("optimise", "case.yaml", "--summary", "number.json")
        return json.loads((self.folder / "number.json").read_text())

    def test_a_field_is_recovered(self):
        summary, values, run = self.optimise(BAR, "--table", "table.csv")
        np.testing.assert_allclose(values, YOUNG, rtol=1e-4)
        self.assertTrue(summary["converged"])
        self.assertLess(summary["value"], 1e-9 * summary["initial_value"])
        field = summary["fields"][0]
        self.assertEqual((field["name"], field["cells"], summary["parameters"]), ("stiffness", 4, []))
        np.testing.assert_allclose((field["minimum"], field["maximum"]), (1000, 3000), rtol=1e-4)
        self.assertIn("stiffness", run.out)
        with open(self.folder / "table.csv") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), summary["evaluations"])
        self.assertEqual(list(rows[0]), ["evaluation", "iteration", "status", "message", "objective", "optimisation"])
        self.assertEqual(float(rows[0]["objective"]), summary["initial_value"])

    def test_the_best_field_is_a_field_of_a_case(self):
        summary, values, _ = self.optimise(BAR, "--output", "solution")
        text = replaced(BAR, "young: 1800", "young: {hdf5: best-field.h5, elements: /stiffness/hex8/value}")
        (self.folder / "best.h5").rename(self.folder / "best-field.h5")
        self.write("case.yaml", text)
        self.assertRuns("gradient", "case.yaml", "--summary", "gradient.json")
        gradient = json.loads((self.folder / "gradient.json").read_text())
        self.assertLessEqual(abs(gradient["value"] - summary["value"]), 1e-9 * summary["initial_value"])

    def test_values_stay_in_their_range(self):
        text = replaced(BAR, "between: [500, 5000]", "between: [1200, 2500]")
        summary, values, _ = self.optimise(text)
        self.assertEqual((values.min(), values.max()), (1200, 2500))
        self.assertTrue(summary["converged"])

    def test_the_smoothness_makes_values_equal(self):
        """With a large weight the best values are those of a bar with one Young's modulus."""
        number = self.optimise_number(replaced(BAR, "per: cell, ", ""))
        summary, values, _ = self.optimise(replaced(BAR, "scale: log", "scale: log, smoothness: 1e9"))
        np.testing.assert_allclose(values, number["parameters"][0]["value"], rtol=1e-4)
        self.assertTrue(summary["converged"])

    def test_a_field_and_a_number(self):
        """The load and one of two scales of the stiffness are determined by both ends."""
        text = replaced(BAR, "parameters:\n", "parameters:\n  load: {start: -2, between: [-4, -1]}\n")
        text = replaced(text, "traction: [0, 0, -3]", "traction: [0, 0, load]")
        text = replaced(text, "optimise: {", "optimise: {objective: 1e-12, ")
        summary, values, _ = self.optimise(text)
        load = summary["parameters"][0]["value"]
        np.testing.assert_allclose(load / values, -3 / YOUNG, rtol=1e-3)

    def test_results_do_not_depend_on_the_number_of_ranks(self):
        text = replaced(BAR, "iterations: 200", "iterations: 3")
        summary, values, _ = self.optimise(text, code=3)
        alone, of_one, _ = self.optimise(text, code=3, ranks=1)
        np.testing.assert_allclose(values, of_one, rtol=1e-7)
        self.assertEqual(summary["evaluations"], alone["evaluations"])

    def test_messages(self):
        self.write("case.yaml", BAR)
        self.assertFails(self.tenon("optimise", "case.yaml", "--table", "table.csv", "--resume"), 2,
                         re.escape("--resume is not available for parameters with one value per cell, such as 'stiffness'"))
        self.write("case.yaml", BAR.replace("per: cell, ", ""))
        self.assertFails(self.tenon("optimise", "case.yaml", "--fields", "best.h5"), 2,
                         "--fields needs a parameter with one value per cell")
        self.write("case.yaml", replaced(BAR, "optimise: {", "optimise: {method: lmvm, "))
        self.assertFails(self.tenon("optimise", "case.yaml"), 2, "the method 'lmvm' does not admit ranges")


if __name__ == "__main__":
    unittest.main()
