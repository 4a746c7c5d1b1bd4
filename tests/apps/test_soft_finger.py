# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies apps/cases/soft_finger.yaml: the balance of forces, Coulomb's law at the rod, the tendon
that follows the finger, and the independence of the number of ranks."""
import re
import unittest
from pathlib import Path

import h5py
import numpy as np

from tenon_program import Case, on_all_ranks, replaced

SOURCE = Path(__file__).resolve().parents[2]
CENTRE, RADIUS, FRICTION = np.array([75, -25]), 20, 0.4  # x and z of the axis
TIP = (-0.845204874, 0, -10.392059171)  # displacement at t = 1


@on_all_ranks("contact")
class SoftFinger(Case):
    def test_the_finger_bends_onto_the_rod(self):
        run = self.assertRuns("run", SOURCE / "apps/cases/soft_finger.yaml", "-o", "finger")
        self.assertRegex(run.all, "step 8 of 8")
        self.assertRegex(run.out, r"loads \+ reactions +\(0, 0, 0\) ")
        with h5py.File(self.folder / "finger.h5") as file:
            X, numbers = file["meshes/finger/points"][:], file["meshes/finger/tags"][:]
            steps = [{key: step["finger"][key][:] for key in
                      ("displacement", "reaction", "state_rod", "gap_rod", "multiplier_rod")} for step in file["steps"].values()]
            route, last = file["meshes/tendon/points"][:], file["steps"][max(file["steps"])]
            along, tendon = file["meshes/tendon/line2/cells"][:], last["tendon/displacement"][:]
            of_tendon = file["meshes/tendon/tags"][:]
            tip = file["histories/tip/values"][:]
        self.assertLess(len(X), 1500)
        np.testing.assert_allclose(tip[-1], TIP, atol=1e-6)  # independent of the number of ranks
        self.assertTrue((np.diff(tip[:, 2]) < 0).all(), "the finger bends downwards as the pressure grows")

        u, normal = steps[-1]["displacement"], steps[-1]["multiplier_rod"]
        # The pressure in a closed cavity and the tendon have no resultant.
        np.testing.assert_allclose(steps[-1]["reaction"].sum(axis=0), -self.force_of_rod(run), atol=1e-6)
        closed = steps[-1]["state_rod"] > 0
        self.assertGreaterEqual(closed.sum(), 1)
        np.testing.assert_allclose(steps[-1]["gap_rod"][closed], 0, atol=1e-8)
        distances = np.hypot(*((X + u)[:, [0, 2]] - CENTRE).T) - RADIUS
        self.assertGreater(distances.min(), -1e-8)
        # Coulomb's law at the end of each step: the tangential force is at most mu times the normal
        # one, and equal to it where the sole slips.
        for step in steps:
            for force, state in zip(step["multiplier_rod"], step["state_rod"]):
                parts = np.sort(np.abs(force))
                self.assertLessEqual(parts[1], FRICTION * parts[2] * (1 + 1e-6) if state else 1e-12)
        self.assertGreater(np.abs(normal).max(), 0)

        # The tendon follows the nodes of the finger with the same numbers and is tensioned.
        at = {number: node for node, number in enumerate(numbers)}
        np.testing.assert_allclose(tendon, u[[at[number] for number in of_tendon]], atol=1e-12)
        edges = (route + tendon)[along]
        self.assertLess(np.linalg.norm(edges[:, 1] - edges[:, 0], axis=1).sum(), 110)

    @staticmethod
    def force_of_rod(run):
        found = re.search(r"^constraint +\(([^)]*)\)  rod", run.out, re.MULTILINE)
        return np.array([float(x) for x in found[1].split(",")])


class SoftFingerAtRest(Case):
    def test_without_pressure_and_tension_it_stays(self):
        case = (SOURCE / "apps/cases/soft_finger.yaml").read_text()
        for old, new in (("../../meshes", str(SOURCE / "meshes")), ("[[0, 0], [1, 1], [2, 1]]", "[[0, 0], [1, 0]]"),
                         ("prestress: 1", "prestress: 0"), ("steps: 8", "steps: 1")):
            case = replaced(case, old, new)
        self.write("rest.yaml", case)
        self.assertRuns("run", "rest.yaml", "-o", "rest")
        with h5py.File(self.folder / "rest.h5") as file:
            self.assertLess(np.abs(file["steps/0000/finger/displacement"][:]).max(), 1e-10)


if __name__ == "__main__":
    unittest.main()
