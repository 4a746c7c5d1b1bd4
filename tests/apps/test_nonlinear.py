# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies nonlinear constraints by Newton's method, and their rejected input."""
import json
import unittest

import h5py
import numpy as np

from tenon_program import Case, box, on_all_ranks, replaced

RODS = """\
output: rods
objects:
  lower:
    mesh: lower.msh
    forces: [{type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}]
    conditions: [{type: fixed, group: bottom}]
  hanging:
    mesh: hanging.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 2000, poisson: 0.2}}
      - {type: rest-shape-springs, group: top, stiffness: 20}
      - {type: traction, group: top, traction: [6, 0, 3]}
constraints:
  - {type: distance, first: {object: lower}, second: {object: hanging}, pairs: [[19, 1], [21, 3], [25, 7]], name: rods}
solver: {preset: direct}
"""


@on_all_ranks("constraints")
class Nonlinear(Case):
    def setUp(self):
        super().setUp()
        self.write("hanging.msh", box(low=(0, 0, 1.5), cells=(2, 2, 1)))

    def positions(self, stem, step):
        with h5py.File(self.folder / f"{stem}.h5") as file:
            return {name: file[f"meshes/{name}/points"][:] + group["displacement"][:]
                    for name, group in file[f"steps/{step:04d}"].items()}

    def run_case(self, text):
        self.write("case.yaml", text)
        return self.assertRuns("run", "case.yaml", "--summary", "summary.json")

    def test_rods_keep_their_length(self):
        run = self.run_case(RODS)
        x = self.positions("rods", 0)
        for low, high in ((19, 1), (21, 3), (25, 7)):
            self.assertAlmostEqual(np.linalg.norm(x["hanging"][high - 1] - x["lower"][low - 1]), 0.5, delta=1e-12)
        self.assertGreater(x["hanging"][0, 0], 0.03, "it swings")
        self.assertLess(json.loads((self.folder / "summary.json").read_text())["solver"]["solves"], 9, run)

    def test_rods_that_are_driven(self):
        self.run_case(replaced(RODS, "name: rods}", "name: rods, history: [[0, 1], [1, 1.5]]}")
                      + "analysis: {type: static, steps: 5}\n")
        for step in range(5):
            x = self.positions("rods", step)
            self.assertAlmostEqual(np.linalg.norm(x["hanging"][0] - x["lower"][18]), 0.5 + 0.05 * (step + 1), delta=1e-11)

    def test_points_on_a_surface(self):
        text = RODS[:RODS.index("constraints:")] + """\
constraints:
  - {type: point-on-surface, points: {object: hanging, group: bottom}, surface: {object: lower, group: top}, reach: 1.2}
solver: {preset: direct}
analysis: {type: static, steps: 4}
"""
        self.write("lower.msh", box(cells=(3, 3, 2)))
        self.write("hanging.msh", box(low=(0.2, 0.2, 1), size=(0.6, 0.6, 1), cells=(1, 1, 2)))
        self.run_case(replaced(text, "traction: [6, 0, 3]", "traction: [3, 0, -60]"))
        x = self.positions("rods", 3)
        self.assertLess(x["hanging"][:4, 2].max(), 0.999, "pressed in")
        self.assertGreater(x["hanging"][0, 0] - 0.2, 0.01, "slid")

    def test_tangent_of_other_solvers(self):
        """Verifies the same rods with the iterative default and with a matrix-free system that has
        its own preconditioner."""
        self.run_case(RODS)
        expected = self.positions("rods", 0)
        for solver in ("solver: {preset: schur}",
                       "system: {type: matrix-free}\nsolver: {preset: schur, preconditioner: {type: system, update: every}}"):
            self.run_case(replaced(RODS, "solver: {preset: direct}", solver))
            for name, x in self.positions("rods", 0).items():
                np.testing.assert_allclose(x, expected[name], atol=1e-7)

    def test_line_search_is_an_option(self):
        self.run_case(RODS)
        run = self.assertRuns("run", "case.yaml", "-snes_linesearch_type", "bt", "-snes_monitor")
        self.assertIn("SNES Function norm", run.out)

    def test_methods(self):
        self.run_case(RODS)
        expected = self.positions("rods", 0)
        for block in "{type: static, line_search: residual}", "{type: static, method: trust-region, max_iterations: 100}":
            run = self.run_case(RODS + f"analysis: {block}\n")
            self.assertRegex(run.out, r"iteration 2: relative residual \S+, constraint residual")
            for name, x in self.positions("rods", 0).items():
                np.testing.assert_allclose(x, expected[name], atol=1e-7)

    def test_what_is_refused(self):
        for method in "quasi-newton", "conjugate-gradients":
            self.refuse(RODS + f"analysis: {{type: static, method: {method}}}\n", f"`method: {method}` minimises the energy, but with constraints")
        self.refuse(RODS + "analysis: {type: static, method: trust-region, inexact: true}\n", "apply only to `method: newton`, but the method is 'trust-region'")
        self.refuse(RODS + "analysis: {type: static, method: newtons}\n", "did you mean 'newton'|must be one of")
        self.refuse(replaced(RODS, "[25, 7]]", "[25, 99]]"), r"case\.yaml:14", "rods", "no node 99")
        self.refuse(replaced(RODS, "type: distance", "type: distanse"), "did you mean 'distance'")
        self.refuse(replaced(RODS, "name: rods}", "name: rods, relaxation: 1.5}"), "'relaxation' must not exceed 1")
        turned = "{type: angle, objects: [lower], triples: [[1, 2, 3]]}"
        self.refuse(replaced(RODS, "solver:", f"  - {turned}\nsolver:"), r"case\.yaml:15", "collinear or have zero length")
        wheel = "{type: rolling, wheel: {object: hanging, group: south}, normal: [0, 0, 1]}"
        self.refuse(replaced(RODS, "solver:", f"  - {wheel}\nsolver:"), "acts on velocities")
        far = "{type: point-on-surface, points: {object: hanging, group: bottom}, surface: {object: lower, group: top}, reach: 0.1}"
        self.refuse(replaced(RODS, "solver:", f"  - {far}\nsolver:"), r"case\.yaml:15", "farther than 0.1 from lower/top", "reach")

    def test_rods_of_two_lengths(self):
        other = "{type: distance, first: {object: lower}, second: {object: hanging}, pairs: [[19, 1]], distance: 0.6}"
        self.refuse(replaced(RODS, "solver:", f"  - {other}\nsolver:"), r"Newton's method.* step 1 of 1", "did not converge", code=3)


if __name__ == "__main__":
    unittest.main()
