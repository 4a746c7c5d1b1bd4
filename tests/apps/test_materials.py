# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies hyperelastic materials: closed-form solutions, Newton's order of convergence, fibres
from files, output, invalid constants."""
import json
import math
import re
import unittest

import h5py
import numpy as np

from tenon_program import ONE, TWO, Case, box, replaced

MATERIALS = {
    "saint-venant-kirchhoff": "young: 1000, poisson: 0.3",
    "neo-hookean": "young: 1000, poisson: 0.3",
    "isochoric-neo-hookean": "young: 1000, poisson: 0.3",
    "stable-neo-hookean": "young: 1000, poisson: 0.3",
    "mooney-rivlin": "c10: 100, c01: 60, bulk: 900",
    "ogden": "terms: [[150, 1.8], [-40, -2.2]], bulk: 900",
    "network": "weights: {linear: [60, 2], layers: [{weights: [[1, 0.2], [0, 0.5]], biases: [-1, 0.3]}], "
               "output: [40, 8]}, bulk: 900",
    "arruda-boyce": "mu: 300, locking: 3, bulk: 900",
    "veronda-westmann": "c1: 200, c2: 1.5, bulk: 900",
    "fibre-reinforced": "mu: 300, k1: 100, k2: 1, bulk: 900, fibre: [1, 0, 2]",
    "guccione": "c: 200, bf: 4, bt: 2, bfs: 3, bulk: 900, fibre: [1, y, 0]",
    "costa": "a: 200, bff: 4, bss: 2, bnn: 3, bfs: 2, bfn: 2.5, bsn: 3, bulk: 900, fibre: [1, 0, z], sheet: [0, 1, 0]",
}
PULLED = """\
output: {stem: pulled, fields: [all, volume_ratio, energy_density, deformation_gradient, invariants]}
objects:
  bar:
    mesh: bar.msh
    forces: [{type: elastic, material: {%s}}]
    conditions:
      - {type: fixed, group: west, components: [x]}
      - {type: fixed, group: south, components: [y]}
      - {type: fixed, group: bottom, components: [z]}
      - {type: prescribed, group: top, values: {z: %s}, history: [[0, 0], [1, 1]]}
analysis: {type: static, steps: %d}
solver: {preset: direct}
"""
SHEARED = """\
output: sheared
objects:
  bar:
    mesh: bar.msh
    forces: [{type: elastic, material: {type: %s, %s}}]
    conditions:
      - {type: fixed, group: bottom}
      - {type: prescribed, group: top, values: {x: 0.1, y: 0.05, z: 0.05}}
solver: {preset: direct}
"""


class Materials(Case):
    def setUp(self):
        super().setUp()
        self.write("bar.msh", box(cells=(2, 2, 2)))

    def fields(self, stem, step=0):
        with h5py.File(self.folder / f"{stem}.h5") as file:
            return {name: data[:] for name, data in file[f"steps/{step:04d}/bar"].items() if isinstance(data, h5py.Dataset)}

    def test_a_bar_that_is_pulled(self):
        """Verifies nominal stress and lateral stretch at an axial stretch of 1.5 against
        closed-form solutions."""
        for material, lateral, stress in (("neo-hookean", 0.8801745918, 378.28017639),
                                          ("isochoric-neo-hookean", 0.8843382454, 338.39716624)):
            self.write("case.yaml", PULLED % (f"type: {material}, young: 1000, poisson: 0.3", "0.5", 2))
            self.assertRuns("run", "case.yaml")
            fields = self.fields("pulled", 1)
            pulled = fields["reaction"][:, 2]
            self.assertAlmostEqual(pulled[pulled > 0].sum() / stress, 1, delta=1e-9)
            self.assertAlmostEqual(fields["displacement"][:, 0].max(), 0, delta=1e-9)
            self.assertAlmostEqual(fields["displacement"][:, 0].min(), lateral - 1, delta=1e-9)
            ratio = 1.5 * lateral**2
            np.testing.assert_allclose(fields["volume_ratio"].ravel(), ratio, atol=1e-9)
            np.testing.assert_allclose(fields["invariants"][:, 0], 2.25 + 2 * lateral**2, atol=1e-9)
            np.testing.assert_allclose(fields["invariants"][:, 2], ratio**2, atol=1e-9)
            gradient = np.diag([lateral, lateral, 1.5]).ravel()
            np.testing.assert_allclose(fields["deformation_gradient"], np.tile(gradient, (27, 1)), atol=1e-9)
            np.testing.assert_allclose(fields["stress"][:, 8], stress / lateral**2, rtol=1e-8)
            if material == "neo-hookean":
                mu, lam = 1000 / 2.6, 300 / (1.3 * 0.4)
                energy = mu / 2 * (2.25 + 2 * lateral**2 - 3) - mu * math.log(ratio) + lam / 2 * math.log(ratio)**2
                np.testing.assert_allclose(fields["energy_density"].ravel(), energy, rtol=1e-8)

    def test_newton_is_of_second_order(self):
        """Verifies an order well above 1, that of an inexact tangent, in the last iterations."""
        for material, constants in MATERIALS.items():
            self.write("case.yaml", replaced(SHEARED % (material, constants), "x: 0.1, y: 0.05, z: 0.05", "x: 0.6, y: 0.3, z: 0.2"))
            run = self.assertRuns("run", "case.yaml", "-snes_monitor")
            norms = [float(value) for value in re.findall(r"SNES Function norm (\S+)", run.all)]
            # The last three norms that exceed round-off sufficiently.
            norms = [norm for norm in norms if norm > 1e-10 * max(norms)][-3:]
            order = math.log(norms[2] / norms[1]) / math.log(norms[1] / norms[0])
            self.assertGreater(order, 1.5, f"{material}: {norms}")

    def test_fibres_of_a_file(self):
        """Verifies equal fibre directions by expressions and by the nodes of a CSV file, linear in
        the cells."""
        constants = "mu: 300, k1: 800, k2: 1, bulk: 900, fibre: %s"
        nodes = [(i / 2, j / 2, k / 2) for k in range(3) for j in range(3) for i in range(3)]
        self.write("fibres.csv", "node,x,y,z\n" + "".join(f"{n},1,{x},{1 + y}\n" for n, (x, y, z) in enumerate(nodes, 1)))
        results = []
        for fibre in ("[1, x, 1 + y]", "{csv: fibres.csv}"):
            self.write("case.yaml", SHEARED % ("fibre-reinforced", constants % fibre))
            self.assertRuns("run", "case.yaml")
            results.append(self.fields("sheared")["displacement"])
        np.testing.assert_allclose(results[0], results[1], atol=1e-12)
        self.write("case.yaml", SHEARED % ("fibre-reinforced", constants % "[0, 0, 1]"))
        self.assertRuns("run", "case.yaml")
        self.assertGreater(abs(self.fields("sheared")["displacement"] - results[0]).max(), 1e-4)

    def test_wrong_words(self):
        for constants, sentence in (("type: neo-hookean, young: -1, poisson: 0.3", "case.yaml:5: .*'young' must be positive"),
                                    ("type: mooney-rivlin, c10: 0, c01: 0, bulk: 1", "both 0"),
                                    ("type: ogden, terms: [[1, -2]], bulk: 1", "case.yaml:5: .*product of mu and alpha must be positive"),
                                    ("type: guccione, c: 1, bf: 1, bt: 1, bfs: 1, bulk: 1, fibre: [x, 0, 0, 0]", "its length is 4"),
                                    ("type: guccione, c: 1, bf: 1, bt: 1, bfs: 1, bulk: 1, fibre: [q, 0, 0]", "q"),
                                    ("type: guccione, c: 1, bf: 1, bt: 1, bfs: 1, bulk: 1, fibre: [0, 0, 0]",
                                     r"elastic on bar: the fibre direction must not be zero, but is \(0, 0, 0\) at")):
            self.write("case.yaml", PULLED % (constants, "0.1", 1))
            run = self.tenon("run", "case.yaml")
            self.assertEqual(run.code, 2, run)
            self.assertEqual(len(run.errors()), 1, run)
            self.assertRegex(run.errors()[0], sentence)


class UnknownEnergy(Case):
    ELASTIC = "type: linear-elastic, young: %d, poisson: %g"
    METAL = "type: j2-plasticity, young: 1000, poisson: 0.3, yield_stress: 50, hardening: 100"

    def energy(self, case):
        """Returns the energy from the report and from the summary."""
        self.write("case.yaml", case + "solver: {preset: direct}\n")
        run = self.assertRuns("run", "case.yaml", "--summary", "summary.json")
        summary = json.loads((self.folder / "summary.json").read_text())
        return re.search(r"^strain energy +(.*)$", run.out, re.MULTILINE).group(1), summary["energy"]

    def test_is_said_to_be(self):
        of_one = replaced(ONE, self.ELASTIC % (1000, 0.3), self.METAL)
        upper = replaced(TWO, self.ELASTIC % (2000, 0.2), self.METAL)
        self.assertEqual(self.energy(of_one), ("not available: elastic on block has no energy", None))
        self.assertEqual(self.energy(upper), ("not available: elastic on upper has no energy", None))
        self.assertEqual(self.energy(replaced(upper, self.ELASTIC % (1000, 0.3), self.METAL)),
                         ("not available: elastic on lower, elastic on upper have no energy", None))

    def test_of_what_has_one_is_a_number(self):
        text, number = self.energy(ONE)
        self.assertGreater(number, 0)
        self.assertAlmostEqual(float(text), number, delta=1e-5 * number)


if __name__ == "__main__":
    unittest.main()
