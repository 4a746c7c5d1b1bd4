# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies apps/cases/pendulum.yaml and wave.yaml against results that follow from their
definitions."""
import csv
import json
import unittest
from pathlib import Path

import h5py
import numpy as np

from tenon_program import Case

SOURCE = Path(__file__).resolve().parents[2]


def table(path):
    with open(path, encoding="utf-8", newline="") as file:
        head, *rows = list(csv.reader(file))
    return dict(zip(head, np.array(rows, float).T))


class MotionExamples(Case):
    def run_case(self, name):
        self.assertRuns("run", SOURCE / f"apps/cases/{name}.yaml", "-o", name, "--summary", "s.json")
        return json.loads((self.folder / "s.json").read_text())

    def test_the_pendulum(self):
        summary = self.run_case("pendulum")
        tip, pin, energies = (table(self.folder / f"pendulum.{name}.csv") for name in ("tip", "pin", "energies"))
        self.assertEqual(len(tip["time"]), 721)
        self.assertLess(summary["energies"]["relative_gap"], 1e-3)
        np.testing.assert_allclose(energies["constraints"], 0, atol=1e-9)
        self.assertTrue((np.diff(energies["dissipated"]) >= 0).all())
        with h5py.File(self.folder / "pendulum.h5") as file:
            self.assertEqual(len(file["steps"]), 91)
            x = file["meshes/bar/points"][:]
            corner = int(np.flatnonzero(file["meshes/bar/tags"][:] == 4)[0])
            for step in file["steps"].values():
                u = step["bar/displacement"][:]
                self.assertLess(abs(u[corner]).max(), 1e-12)
            # The work of the weight follows from the descent of the centre of mass.
            self.assertAlmostEqual(energies["loads"][-1], -2 * 9.81 * self.mean_height(u), delta=1e-4)
            self.assertGreater(np.ptp(np.linalg.norm((x + u)[1:] - (x + u)[:-1], axis=1)), 0)
        # The pin of the vertical rod carries more than the weight; that of the horizontal rod at
        # the start carries a quarter of it.
        self.assertGreater(np.hypot(pin["force_bar_x"], pin["force_bar_y"]).max(), 2 * 9.81)
        self.assertGreater(pin["force_bar_y"][0], 0)
        self.assertLess(tip["displacement_y"].min(), -1.0)

    @staticmethod
    def mean_height(u):
        """Returns the mean height of a strip of ten squares: end nodes belong to one square, the
        others to two."""
        weights = np.full(22, 2.0)
        weights[:4] = 1.0  # numbers 1 to 4 in the mesh file
        return float(weights @ u[:, 1] / weights.sum())

    def test_the_wave(self):
        """Verifies the trapezoidal rule on 20 linear cells with consistent mass against two other
        programs."""
        summary = self.run_case("wave")
        tip, energies = table(self.folder / "wave.tip.csv"), table(self.folder / "wave.energies.csv")
        at = dict(zip(np.round(tip["time"], 9), tip["displacement_x"]))
        self.assertAlmostEqual(at[1.0], 1.00269218, delta=1e-8)
        self.assertAlmostEqual(at[2.0], 1.95736895, delta=1e-8)
        for t in (0.5, 1.5, 2.5, 3.5):  # analytical solution
            self.assertAlmostEqual(at[t], t if t <= 2 else 4 - t, delta=0.02)
        self.assertLess(summary["energies"]["relative_gap"], 1e-12)
        np.testing.assert_allclose(energies["kinetic"] + energies["elastic"], 0.01 * tip["displacement_x"], atol=1e-14)
        foot = table(self.folder / "wave.foot.csv")
        self.assertTrue((abs(foot["reaction_x"][foot["time"] < 0.8]) < 2e-4).all())
        after = (foot["time"] > 1.3) & (foot["time"] < 2.7)
        self.assertAlmostEqual(foot["reaction_x"][after].mean(), -0.02, delta=5e-4)  # twice the load


if __name__ == "__main__":
    unittest.main()
