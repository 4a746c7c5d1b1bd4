# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies cases of large deformation from apps/cases."""
import unittest
from pathlib import Path

import h5py
import numpy as np

from tenon_program import TWO, Case, box, replaced

SOURCE = Path(__file__).resolve().parents[2]

BLOCK = """\
output: {stem: turned, fields: [displacement]}
objects:
  block:
    mesh: block.msh
    forces:
      - {type: elastic, material: {type: neo-hookean, young: 10, poisson: 0.3}}
"""
TURNED = """\
    conditions:
      - {type: no-translation, group: bottom}
      - {type: no-rotation, group: bottom}
      - type: prescribed
        group: top
        field: ["(x-0.5)*(cos(1.2217304763960306*t)-1)-(y-0.5)*sin(1.2217304763960306*t)",
                "(x-0.5)*sin(1.2217304763960306*t)+(y-0.5)*(cos(1.2217304763960306*t)-1)", "0.3*t*x"]
analysis: {type: static, steps: 7}
solver: {preset: direct}
"""


class LargeDeformation(Case):
    def test_a_bar_is_twisted(self):
        """Verifies a square bar against Saint-Venant's torsion, 0.1406 G a^4 / L, at small angles,
        and its rotation by half a revolution."""
        self.assertRuns("run", SOURCE / "apps/cases/twist.yaml", "-o", "twist")
        with h5py.File(self.folder / "twist.h5") as file:
            rest = file["meshes/bar/points"][:]
            steps = [file["steps"][key] for key in sorted(file["steps"])]
            u = [step["bar/displacement"][:] for step in steps]
            reaction = [step["bar/reaction"][:] for step in steps]
            ratio = steps[-1]["bar/volume_ratio"][:]
        self.assertEqual(len(u), 10)
        far, near = np.isclose(rest[:, 0], 6), np.isclose(rest[:, 0], 0)

        def torque(step, nodes):
            y, z = ((rest + u[step])[nodes, 1:] - 0.5).T
            return float(np.sum(y * reaction[step][nodes, 2] - z * reaction[step][nodes, 1]))

        by_angle = 0.1406 * 100 / 2.8 / 6
        self.assertAlmostEqual(torque(0, far) / (by_angle * np.pi / 10), 1, delta=0.08)  # clamped ends restrain warping
        for step in range(10):
            self.assertAlmostEqual(torque(step, near), -torque(step, far), delta=1e-6 * torque(9, far))
        self.assertGreater(reaction[9][near, 0].sum(), 0.1, "twisted, it would become shorter")
        # The middle section has rotated by 90 degrees: z of the current configuration is y of the
        # reference.
        middle = np.isclose(rest[:, 0], 3) & np.isclose(rest[:, 2], 0.5)
        self.assertEqual(middle.sum(), 5)
        y, z = ((rest + u[9])[middle, 1:] - 0.5).T
        np.testing.assert_allclose(y, 0, atol=1e-7)
        np.testing.assert_allclose(z, rest[middle, 1] - 0.5, atol=0.03)
        self.assertTrue(0.8 < ratio.min() and ratio.max() < 1.1, (ratio.min(), ratio.max()))

    def test_half_a_turn_at_once(self):
        """Verifies that inverted elements on some rank lead to step-size reduction on all ranks,
        and to the same solution branch."""
        text = (SOURCE / "apps/cases/twist.yaml").read_text().replace("../../meshes", str(SOURCE / "meshes"))
        ends = []
        for stem, steps in ("ten", 10), ("one", 1):
            self.write("case.yaml", replaced(replaced(text, "stem: twist", f"stem: {stem}"), "steps: 10", f"steps: {steps}"))
            run = self.assertRuns("run", "case.yaml")
            with h5py.File(self.folder / f"{stem}.h5") as file:
                last = file["steps"][sorted(file["steps"])[-1]]
                self.assertEqual(last.attrs["time"], 1)
                ends.append(last["bar/displacement"][:])
        self.assertRegex(run.err, r"Step 1 \(from t = 0, size 1\) did not converge: the step size is reduced to 0.5.* \(element \d+\)")
        np.testing.assert_allclose(ends[0], ends[1], atol=1e-6)

    def test_what_does_not_turn_on_average(self):
        """Verifies `no-rotation` at large displacements: the rotation of best fit is the identity
        (Kabsch)."""
        self.write("case.yaml", BLOCK + TURNED)
        self.assertRuns("run", "case.yaml")
        with h5py.File(self.folder / "turned.h5") as file:
            rest = file["meshes/block/points"][:]
            u = file["steps"][sorted(file["steps"])[-1]]["block/displacement"][:]
        foot = np.isclose(rest[:, 2], 0)
        X, x = rest[foot], (rest + u)[foot]
        self.assertGreater(np.abs(u[foot]).max(), 0.02, "it is free to deform")
        left, _, right = np.linalg.svd((x - x.mean(0)).T @ (X - X.mean(0)))
        np.testing.assert_allclose(left @ right, np.eye(3), atol=1e-9)

    def test_small_rotations_only(self):
        """Verifies that constraints for small rotations are rejected by name in models that contain
        objects with large ones, unless `small_rotations` is set."""
        turning = TWO.replace("type: linear-elastic, young: 2000", "type: neo-hookean, young: 2000") + "solver: {preset: direct}\n"
        rigid = replaced(turning, "constraints:\n", "constraints:\n  - {type: rigid, name: lid, parts: [{object: upper, group: top}]}\n")
        self.refuse(rigid, r"'lid' is valid only for small rotations, but .*upper.* is intended for large rotations", "`point-on-point`")
        self.write("case.yaml", rigid.replace("name: lid,", "name: lid, small_rotations: true,"))
        self.assertRuns("run", "case.yaml")
        self.write("case.yaml", rigid.replace("name: lid,", "name: lid, active: false,"))
        self.assertRuns("run", "case.yaml")
        self.write("case.yaml", turning)
        self.assertRuns("run", "case.yaml")
        self.write("upper.msh", box(low=(0, 0, 1.02), cells=(3, 3, 2)))
        for method in "mortar", "nodes":
            apart = replaced(turning, "    name: interface\n", f"    name: interface\n    method: {method}\n")
            for result in self.folder.glob("tied.*"):
                result.unlink()
            self.refuse(apart, r"'interface' is valid only for small rotations", r"up to 0\.0\d+ face diameters wide")
            self.write("case.yaml", apart.replace("neo-hookean", "linear-elastic"))
            self.assertRuns("run", "case.yaml")
        self.write("case.yaml", replaced(apart, "    name: interface\n", "    name: interface\n    small_rotations: true\n"))
        self.assertRuns("run", "case.yaml")

    def test_a_ventricle_is_inflated(self):
        """Verifies the apex displacement of Land et al. (2015), problem 2, against the limit of
        finer meshes."""
        run = self.assertRuns("run", SOURCE / "apps/cases/heart.yaml", "-o", "heart")
        for name, place in ("inside", -26.66), ("outside", -28.30):
            found = np.genfromtxt(self.folder / f"heart.{name}.csv", delimiter=",", names=True)
            start = -17 if name == "inside" else -20
            self.assertEqual(found["time"][-1], 1)
            self.assertAlmostEqual((start + found["displacement_z"][-1]) / place, 1, delta=0.005)
            np.testing.assert_allclose(found["displacement_x"], 0, atol=1e-12)
        self.assertRegex(run.out, r"reaction +\(\S+, \S+, \S+\)  fixed on heart/base")
        with h5py.File(self.folder / "heart.h5") as file:
            ratio = file["steps"][sorted(file["steps"])[-1]]["heart/volume_ratio"][:]
        self.assertLess(np.median(np.abs(ratio - 1)), 0.02)


if __name__ == "__main__":
    unittest.main()
