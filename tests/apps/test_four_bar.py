# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies apps/cases/four_bar.yaml against the closed-form kinematics of a four-bar linkage and
the torque that the principle of virtual power requires."""
import csv
import unittest
from pathlib import Path

import h5py
import numpy as np

from tenon_program import Case

SOURCE = Path(__file__).resolve().parents[2]
SPEED = 4 * np.pi  # angular velocity of the crank, rad/s
CRANK, COUPLER, ROCKER, PIVOT = 40.0, 100.0, 80.0, np.array([100.0, 0.0])
MASSES, INERTIAS, GRAVITY = (1e-4, 2e-4, 1.5e-4), (0.0133333, 0.166667, 0.08), 9810.0


def linkage(t):
    """Returns the centres of crank, coupler and rocker, [3, 2], and their angles, at time t."""
    pin = CRANK * np.array([np.cos(SPEED * t), np.sin(SPEED * t)])
    across = PIVOT - pin
    distance = np.linalg.norm(across)
    along = (COUPLER**2 - ROCKER**2 + distance**2) / (2 * distance)
    e = across / distance
    joint = pin + along * e + np.sqrt(COUPLER**2 - along**2) * np.array([-e[1], e[0]])
    angles = [np.arctan2(*(b - a)[::-1]) for a, b in (((0, 0), pin), (pin, joint), (PIVOT, joint))]
    return np.array([pin / 2, (pin + joint) / 2, (PIVOT + joint) / 2]), np.array(angles)


def torque(t, h=1e-5):
    """Returns the torque of the motor on the crank: its power is the rate of the kinetic and the
    potential energy."""
    def energy(t):
        (before, first), (after, second), (centres, _) = linkage(t - h), linkage(t + h), linkage(t)
        v = (after - before) / (2 * h)
        w = (np.mod(second - first + np.pi, 2 * np.pi) - np.pi) / (2 * h)
        return sum(m * (v_i @ v_i / 2 + GRAVITY * c[1]) + J * w_i**2 / 2
                   for m, J, v_i, w_i, c in zip(MASSES, INERTIAS, v, w, centres))
    h_of_energy = 1e-4
    return (energy(t + h_of_energy) - energy(t - h_of_energy)) / (2 * h_of_energy * SPEED)


class FourBar(Case):
    def test_one_revolution(self):
        self.assertRuns("run", SOURCE / "apps/cases/four_bar.yaml", "-o", "linkage")
        with h5py.File(self.folder / "linkage.h5") as file:
            X = file["meshes/linkage/points"][:, :2]
            self.assertEqual(len(file["steps"]), 101)
            for step in file["steps"].values():
                centres, angles = linkage(step.attrs["time"])
                np.testing.assert_allclose(X + step["linkage/displacement"][:, :2], centres, atol=1e-8)
                turned = step["linkage/rotation"][:] - (angles - linkage(0)[1])
                np.testing.assert_allclose(np.cos(turned), 1, atol=1e-8)
            last = file["steps"][max(file["steps"])]["linkage/displacement"][:]
            np.testing.assert_allclose(last, 0, atol=1e-8)  # one revolution
        with open(self.folder / "linkage.motor.csv", encoding="utf-8", newline="") as file:
            rows = [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]
        self.assertEqual(len(rows), 401)
        times = np.array([row["time"] for row in rows])
        expected, found = np.array([torque(t) for t in times]), np.array([row["mz"] for row in rows])
        self.assertGreater(np.abs(expected).max(), 100)
        np.testing.assert_allclose(found[0], expected[0], atol=1e-3)  # with the initial accelerations
        np.testing.assert_allclose(found[60:], expected[60:], atol=0.05)  # after a transient of the integrator


if __name__ == "__main__":
    unittest.main()
