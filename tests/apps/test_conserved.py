# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Measures which quantities each time integrator conserves: the table of
docs/concepts/conservation.md."""
import csv
import unittest

import numpy as np
from scipy.spatial.transform import Rotation

from rigid import RigidCase
from tenon_program import RANKS

ALONE = RANKS == 1  # thousands of steps of one body on several ranks are slow: they make fewer

SECOND_ORDER = ("generalised-alpha", "hht", "newmark", "trapezoid", "bdf2")
FIRST_ORDER = ("implicit-euler", "linearly-implicit-euler")

# A tumbling body that rotates about its middle principal axis.
TUMBLING = """\
objects:
  b:
    bodies: [{name: b, position: [0, 0, 0], mass: 2, velocity: [1, -2, 0.5], angular_velocity: [0.01, 2, 0.01], inertia: [1, 2, 3]}]
analysis: {type: transient, stepper: STEPPER, step: STEP, end_time: END}
solver: {preset: direct}
output: {stem: out, every: EVERY, histories: [{name: e, energies: true}]}
"""
TRAPEZOID_OSCILLATES = """\
objects:
  b:
    particles: [{name: b, position: [0, 0, 0], mass: 2, velocity: [0, 1, 0]}, {name: c, position: [1, 0, 0], mass: 1}]
interactions: [{type: springs, first: {object: b}, second: {object: b}, pairs: [[1, 2]], stiffness: 30}]
analysis: {type: transient, stepper: STEPPER, step: 0.02, end_time: 4}
solver: {preset: direct}
output: {stem: out, every: 1, histories: [{name: e, energies: true}]}
"""


class Conserved(RigidCase):
    def energies(self):
        with open(self.folder / "out.e.csv") as file:
            rows = list(csv.DictReader(file))
        return {key: np.array([float(row[key]) for row in rows]) for key in rows[0]}

    def tumble(self, stepper, step, end=5.0):
        """Returns the energies at all steps and the angular momenta at ten of them."""
        every = round(end / step / 10)
        case = TUMBLING.replace("STEPPER", stepper).replace("STEP,", f"{step},").replace("END", str(end))
        self.run_case(case.replace("EVERY", str(every)))
        momenta = []
        for turned, velocity in zip(self.results("b", "rotation"), self.results("b", "angular_velocity")):
            R = Rotation.from_rotvec(turned[0]).as_matrix()
            momenta.append(R @ np.diag([1, 2, 3]) @ R.T @ velocity[0])
        linear = self.results("b", "velocity")[:, 0]
        np.testing.assert_allclose(linear, [[1, -2, 0.5]] * len(linear), rtol=1e-9)
        return self.energies()["kinetic"], np.array(momenta)

    def test_energy_never_grows(self):
        """Verifies that first-order integrators never increase the energy, for any step size, and
        conserve the angular momentum exactly."""
        for stepper in FIRST_ORDER:
            for step in (0.01, 0.05, 0.25, 1.0) if ALONE else (0.25, 1.0):
                with self.subTest(stepper=stepper, step=step):
                    energy, momenta = self.tumble(stepper, step, 20.0)
                    self.assertLess(np.diff(energy).max(), 1e-9 * energy[0])
                    np.testing.assert_allclose(momenta, [momenta[0]] * len(momenta), atol=1e-7)

    @unittest.skipUnless(ALONE, "thousands of steps of one body")
    def test_gyroscopic_moments_of_first_order(self):
        """Verifies gyroscopic moments: errors of the rotation halve with the step size, relative to
        Euler's equations."""
        exact = self.tumble_to("trapezoid", 0.0005)
        for stepper in FIRST_ORDER + ("moreau-jean",):
            errors = [np.linalg.norm(self.tumble_to(stepper, step) - exact) for step in (0.004, 0.002)]
            self.assertLess(errors[0], 0.05)
            self.assertGreater(errors[0] / errors[1], 1.7, (stepper, errors))

    def tumble_to(self, stepper, step):
        """Returns the angular velocity at t = 2 of a body that has left the neighbourhood of its
        axis."""
        case = TUMBLING.replace("STEPPER", stepper).replace("STEP,", f"{step},").replace("END", "2.0")
        case = case.replace("angular_velocity: [0.01, 2, 0.01]", "angular_velocity: [0.6, 1, 0.8]").replace("EVERY", "100000")
        self.run_case(case)
        return self.results("b", "angular_velocity")[-1, 0]

    def test_second_order(self):
        """Verifies that errors of energy and angular momentum are proportional to h^2."""
        for stepper in SECOND_ORDER if ALONE else SECOND_ORDER[:1]:
            with self.subTest(stepper=stepper):
                errors = []
                for step in (0.02, 0.01):
                    energy, momenta = self.tumble(stepper, step)
                    errors.append([np.abs(energy / energy[0] - 1).max(), np.linalg.norm(momenta - momenta[0], axis=1).max()])
                errors = np.array(errors)
                self.assertTrue((errors[1] < 2e-3).all(), errors)
                self.assertTrue((errors[0] / errors[1].clip(1e-9) > 3.2).all() or (errors[0] < 1e-7).any(), errors)

    def test_moreau_jean(self):
        """Verifies that Moreau-Jean conserves the energy and the magnitude of the angular
        momentum."""
        energy, momenta = self.tumble("moreau-jean", 0.02)
        np.testing.assert_allclose(energy, energy[0], rtol=1e-9)
        sizes = np.linalg.norm(momenta, axis=1)
        np.testing.assert_allclose(sizes, sizes[0], rtol=2e-2)

    def test_linear_systems(self):
        """Verifies the energy of two masses on a spring: the trapezoidal rule conserves it; others
        dissipate some of it or deviate slightly."""
        measured = [("trapezoid", 1e-9, -1e-9), ("newmark", 1e-9, -1e-9), ("generalised-alpha", 1e-9, -0.2), ("hht", 1e-9, -0.2),
                    ("bdf2", 1e-9, -0.5), ("implicit-euler", 1e-12, -1), ("linearly-implicit-euler", 1e-12, -1),
                    ("variational", 1e-2, -1e-2)]
        for stepper, most, least in measured if ALONE else measured[:2]:
            with self.subTest(stepper=stepper):
                self.run_case(TRAPEZOID_OSCILLATES.replace("STEPPER", stepper))
                found = self.energies()
                change = (found["kinetic"] + found["elastic"]) / found["kinetic"][0] - 1
                self.assertLess(change.max(), most if stepper in ("variational",) else 0.03)
                self.assertGreater(change.min(), least - 0.03)
                momentum = [2 * v[0] + v[1] for v in self.results("b", "velocity")]
                np.testing.assert_allclose(momentum, [momentum[0]] * len(momentum), atol=1e-9)


if __name__ == "__main__":
    unittest.main()
