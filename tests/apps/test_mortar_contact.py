# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies mortar contacts whose overlaps are recomputed as bodies slide and rotate."""
import unittest

import h5py
import numpy as np

import test_contact
import test_contact_pairs
from tenon_program import Case, box, on_all_ranks, on_one_and_three_ranks, replaced
from test_contact import FALLING, PUSHED

# Pressed together, then rotated by 90 degrees about y, with the same displacements of both.
TURNED = """\
output: turned
objects:
  lower:
    mesh: lower.msh
    forces: &rubber
      - {type: elastic, material: {type: neo-hookean, young: 1000, poisson: 0.3}}
    conditions:
      - {type: prescribed, group: bottom, field: ["x*(C-1)+z*S", 0, "z*(C-1)-x*S"]}
  upper:
    mesh: upper.msh
    forces: *rubber
    conditions:
      - {type: prescribed, group: top, field: ["x*(C-1)+(z-P)*S", 0, "z*(C-1)-P*C-x*S"]}
contacts:
  - {type: surface, name: seat, slave: {object: upper, group: bottom}, master: {object: lower, group: top}, method: mortar}
analysis: {type: static, steps: 10, end_time: 10, max_step_reductions: 0}
solver: {preset: direct}
"""


def at_size(text, size):
    """Returns the case scaled to `size`: pressed by a tenth at time 1, then rotated until time
    10."""
    angle = "(_pi/18*max(t-1,0))"
    for name, value in ("C", f"cos({angle})"), ("S", f"sin({angle})"), ("P", f"({0.1 * size!r}*min(t,1))"):
        text = text.replace(name, value)
    return text


def along(multipliers):
    """Returns pressure and magnitude of the friction at each node, independent of the tangential
    directions."""
    return np.stack([multipliers[:, 0], np.linalg.norm(multipliers[:, 1:], axis=1)])


@on_all_ranks("contact")
class MortarContact(Case):
    run_case = test_contact.Contacts.run_case
    at_contact = test_contact.Contacts.at_contact
    on_a_mesh = test_contact_pairs.Pairs.on_a_mesh
    same_block = test_contact_pairs.Pairs.same_block

    def by_mortar(self, text, overlaps=""):
        return replaced(text, "method: nodes", "method: mortar" + overlaps)

    def expected(self, text, stem):
        """Returns the results of the plane as the reference, kept under another name."""
        _, plane = self.run_case(text, stem)
        plane.close()
        (self.folder / f"{stem}.h5").rename(self.folder / "plane.h5")
        for name in self.folder.glob(f"{stem}*"):
            name.unlink()
        file = h5py.File(self.folder / "plane.h5")
        self.addCleanup(file.close)
        return file

    def test_sliding_over_many_faces(self):
        """Verifies dual mortars sliding over ten faces of a fixed floor of cells against the rows
        of a plane, at any position and scale."""
        self.write("block.msh", box(size=(2, 2, 1), cells=(2, 2, 1)))
        far = replaced(PUSHED, "values: {x: 0.12, y: 0.05}", "values: {x: 4.5, y: 0.7}").replace("steps: 4", "steps: 3")
        plane = self.expected(far, "pushed")
        for size, origin in (1e-6, (0, 0, 0)), (1e3, (4e6, -4e6, 4e6)):
            self.write("block.msh", box(low=origin, size=(2 * size, 2 * size, size), cells=(2, 2, 1)))
            text = self.by_mortar(self.on_a_mesh(far, size, origin), ", configuration: current")
            for value in "4.5", "0.7", "-0.02":
                text = replaced(text, value, repr(float(value) * size))
            contacts, meshed = self.run_case(text, "pushed")
            self.same_block(meshed, plane, size)
            self.assertEqual(contacts["floor"]["contact"]["slipping"], 9)
            meshed.close()

    @on_one_and_three_ranks
    def test_a_block_that_falls_on_cells(self):
        """Verifies a fall onto cells with large rotations: overlaps are updated without a setting,
        in time, and after a restart."""
        self.write("block.msh", box(size=(2, 2, 1), cells=(2, 2, 1)))
        high = replaced(FALLING, "stem: falling", "stem: falling, checkpoint: 20").replace("[3, 0, -10]", "[9, 0, -30]")
        high = replaced(high, "point: [0, 0, -0.02]", "point: [0, 0, -1.02]")
        plane = self.expected(high, "falling")
        self.assertGreater(plane[f"steps/{max(plane['steps'])}/block/displacement"][:, 0].min(), 0.4)
        text = self.by_mortar(self.on_a_mesh(high))
        self.write("floor.msh", box(low=(-0.4, -0.3, -2.02), size=(8, 4, 1), cells=(17, 8, 1)))
        _, meshed = self.run_case(text, "falling")
        # Faces with one lifted end are inclined, unlike a plane.
        self.same_block(meshed, plane, tolerance=1e-4, of_forces=5e-3)
        meshed.close()
        (self.folder / "falling.h5").rename(self.folder / "at-once.h5")
        self.write("case.yaml", replaced(text, "end_time: 0.4", "end_time: 0.2"))
        self.assertRuns("run", "case.yaml")
        self.write("case.yaml", text)
        self.assertRuns("run", "case.yaml", "--restart")
        with h5py.File(self.folder / "falling.h5") as meshed, h5py.File(self.folder / "at-once.h5") as at_once:
            self.same_block(meshed, at_once)

    @on_one_and_three_ranks
    def test_turning_changes_no_pressure(self):
        """Verifies that a rotation by 90 degrees in nine steps leaves the pressure unchanged, with
        and without friction, in any unit."""
        first = None
        for size, friction in (1, ""), (1, ", friction: 0.5"), (1e-6, ""), (1e6, ", friction: 0.5"):
            self.write("lower.msh", box(low=[0, 0, 0], size=[3 * size, 2 * size, size], cells=(4, 2, 1)))
            self.write("upper.msh", box(low=[0.5 * size, 0, size], size=[2 * size, 2 * size, size], cells=(3, 3, 1)))
            text = replaced(at_size(TURNED, size), "method: mortar", "method: mortar" + friction)
            contacts, file = self.run_case(text, "turned")
            pressed = [along(self.at_contact(file, "seat", "upper", step)[1]) for step in (0, 1, 5, 9)]
            self.assertGreater(pressed[0][0].min(), 0)
            for later in pressed[1:]:
                np.testing.assert_allclose(later, pressed[0], rtol=0, atol=1e-5 * pressed[0].max())
            if not friction and first is None:
                first = pressed[0]
            elif not friction:
                np.testing.assert_allclose(pressed[0], first, rtol=1e-7)
            self.assertLess(contacts["seat"]["contact"]["complementarity"], 1e-8)
            last = file["steps"][max(file["steps"])]
            forces, moments = [], []
            for name in "lower", "upper":
                force = last[name]["force_seat"][:]
                at = file[f"meshes/{name}/points"][:] + last[name]["displacement"][:]
                forces.append(force.sum(axis=0) / size**2)
                moments.append(np.cross(at, force).sum(axis=0) / size**3)
            np.testing.assert_allclose(forces[0], -forces[1], atol=1e-9 * np.abs(forces[0]).max())
            np.testing.assert_allclose(moments[0], -moments[1], atol=1e-6 * np.abs(forces[0]).max())
            self.assertGreater(abs(forces[1][0]), 50, "along x, at the end")
            file.close()

    def test_what_is_refused(self):
        self.write("block.msh", box(size=(2, 2, 1), cells=(2, 2, 1)))
        text = self.by_mortar(self.on_a_mesh(PUSHED))
        self.refuse(replaced(text, "method: mortar", "method: mortar, configuration: currnt"), "configuration", "did you mean 'current'")
        turning = text.replace("linear-elastic", "neo-hookean")
        self.write("case.yaml", replaced(turning, "method: mortar", "method: mortar, configuration: reference"))
        self.assertRuns("run", "case.yaml")


if __name__ == "__main__":
    unittest.main()
