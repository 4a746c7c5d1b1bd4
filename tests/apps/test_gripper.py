# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies apps/cases/gripper.yaml: a lining with two parents transmits all forces from the jaws to
the body."""
import re
import unittest
from pathlib import Path

import h5py
import numpy as np

from tenon_program import Case, on_all_ranks

SOURCE = Path(__file__).resolve().parents[2]
WEIGHT = 1.1e-9 * 9810 * 40 * 60 * 20


@on_all_ranks("mapping")
class Gripper(Case):
    def last(self):
        with h5py.File(self.folder / "gripper.h5") as file:
            step = file["steps"][sorted(file["steps"])[-1]]
            return {name: (file[f"meshes/{name}/points"][:][:, :2], step[name]["displacement"][:][:, :2])
                    for name in ("body", "jaws", "linings")}

    def test_jaws_close(self):
        case = SOURCE / "apps/cases/gripper.yaml"
        run = self.assertRuns("run", case, "-o", "gripper")
        found = self.last()
        forces = np.array([float(x) for x in re.findall(r"constraint +\(\S+ (\S+), 0\)  close", run.out)])
        np.testing.assert_allclose(forces, WEIGHT / 2, rtol=1e-5)
        self.assertRegex(run.out, r"loads \+ reactions +\(0, 0, 0\) ")

        (rest, u), (jaws, moved), (lining, followed) = (found[name] for name in ("body", "jaws", "linings"))
        np.testing.assert_allclose(moved, [[3, 0], [-3, 0]], atol=1e-12)
        for at, motion in zip(lining, followed):
            if abs(at[0]) > 22:
                np.testing.assert_allclose(motion, [-3 * np.sign(at[0]), 0], atol=1e-12)
            else:
                node = np.argmin(np.linalg.norm(rest - at, axis=1))
                np.testing.assert_allclose(motion, u[node], atol=1e-12)
        # The lining is compressed and sags equally on both sides.
        left, right = (u[np.isclose(rest[:, 0], side)] for side in (-20, 20))
        self.assertGreater(left[:, 0].max(), 1.5)
        self.assertLess(u[:, 1].min(), -0.05)
        order = [np.argsort(rest[np.isclose(rest[:, 0], side), 1]) for side in (-20, 20)]
        np.testing.assert_allclose(left[order[0]] * [-1, 1], right[order[1]], atol=1e-9)

        self.assertRuns("run", case, "-o", "gripper", ranks=1)
        for name, (_, alone) in self.last().items():
            np.testing.assert_allclose(found[name][1], alone, atol=1e-10, err_msg=name)


if __name__ == "__main__":
    unittest.main()
