# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies contact detection of moving bodies against obstacles of the same shape; cohesion and
friction pyramids."""
import math
import unittest

import h5py
import numpy as np

import test_contact
from tenon_program import Case, box, on_all_ranks, on_one_and_three_ranks, replaced
from test_contact import FALLING, PUSHED

MESH_FLOOR = """\
  floor:
    mesh: floor.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}
    masses: [{type: consistent, density: 1}]
    conditions:
      - {type: fixed, group: body}
contacts:
  - {type: surface, name: floor, slave: {object: block, group: bottom}, master: {object: floor, group: top}, method: METHOD, friction: """


BLOCKS = """\
output: blocks
objects:
  lower:
    mesh: lower.msh
    forces: &rubber
      - {type: elastic, material: {type: neo-hookean, young: 1000, poisson: 0.3}}
    conditions:
      - {type: fixed, group: bottom}
  upper:
    mesh: upper.msh
    forces: *rubber
    conditions:
      - {type: prescribed, group: top, values: {x: 0, y: 0, z: -0.2}, history: [[0, 0], [1, 1]]}
contacts:
  - {type: surface, name: seat, slave: {object: upper, group: bottom}, master: {object: lower, group: top}, method: nodes}
analysis: {type: static, steps: 4, max_step_reductions: 0}
solver: {preset: direct}
"""


@on_all_ranks("contact")
class Pairs(Case):
    run_case = test_contact.Contacts.run_case

    def on_a_mesh(self, text, size=1.0, origin=(0, 0, 0), method="nodes"):
        """Returns the case with a fixed mesh as floor, whose top coincides with the plane."""
        height = -0.02 if "falling" in text else 0.0
        low = [size * x + a for x, a in zip((-0.4, -0.3, height - 1), origin)]
        self.write("floor.msh", box(low=low, size=(8 * size, 4 * size, size), cells=(17, 8, 1)))
        friction = 0.2 if "falling" in text else 0.3
        rest = text[text.index("analysis:"):]
        return text[:text.index("contacts:")] + MESH_FLOOR.replace("METHOD", method) + f"{friction}}}\n" + rest

    def same_block(self, a, b, size=1.0, tolerance=1e-6, of_forces=None):
        """Asserts that the blocks of two runs have the same displacements and the same forces of
        the floor in every step."""
        tolerances = {"displacement": tolerance, "force_floor": of_forces or tolerance}
        steps = sorted(a["steps"])
        self.assertEqual(steps, sorted(b["steps"]))
        for step in steps:
            for field, by in ("displacement", size), ("force_floor", size**2):
                if field not in b[f"steps/{step}/block"]:
                    continue  # no contact forces at the initial time
                one, other = a[f"steps/{step}/block/{field}"][:] / by, b[f"steps/{step}/block/{field}"][:]
                close = tolerances[field] * np.abs(other).max()
                np.testing.assert_allclose(one, other, rtol=0, atol=close, err_msg=f"{field} in {step}")

    def test_nodes_over_nodes(self):
        """Verifies nodes pressed onto nodes: the master bends inwards at these nodes, and each face
        of the hollow pushes a node to the other face."""
        expected = None
        for size, origin in (1.0, (0, 0, 0)), (1e-6, (0, 0, 0)), (1e3, (4e6, -4e6, 4e6)):
            at = lambda x: [size * c + a for c, a in zip(x, origin)]
            self.write("lower.msh", box(low=at((0, 0, -2)), size=[4 * size, 4 * size, 2 * size], cells=(4, 4, 2)))
            self.write("upper.msh", box(low=at((1, 1, 0)), size=[2 * size, 2 * size, size], cells=(2, 2, 1)))
            contacts, file = self.run_case(replaced(BLOCKS, "z: -0.2", f"z: {-0.2 * size}"), "blocks")
            forces = np.abs(file["constraints/seat/multipliers/0003"][:]).ravel() / size**2
            self.assertEqual(len(forces), 9)
            self.assertTrue((forces > 0).all())
            if expected is None:
                expected = forces
                # Nodes at the corners, then nodes between them.
                for alike in np.sort(forces)[:4], np.sort(forces)[4:8]:
                    self.assertLess(alike.max() / alike.min(), 1.15)  # the assigned face of a node has an effect
            np.testing.assert_allclose(forces, expected, rtol=1e-9 if size < 1e3 else 1e-6)
            file.close()

    def test_sliding_over_many_faces(self):
        """Verifies sliding over ten faces of a floor of cells against a plane, at any position and
        scale."""
        self.write("block.msh", box(size=(2, 2, 1), cells=(2, 2, 1)))
        far = replaced(PUSHED, "values: {x: 0.12, y: 0.05}", "values: {x: 4.5, y: 0.7}").replace("steps: 4", "steps: 3")
        _, plane = self.run_case(far, "pushed")
        expected = self.folder / "plane.h5"
        plane.close()
        (self.folder / "pushed.h5").rename(expected)
        with h5py.File(expected) as plane:
            for size, origin in (1e-6, (0, 0, 0)), (1e3, (4e6, -4e6, 4e6)):
                self.write("block.msh", box(low=origin, size=(2 * size, 2 * size, size), cells=(2, 2, 1)))
                text = self.on_a_mesh(far, size, origin)
                for value in "4.5", "0.7", "-0.02":
                    text = replaced(text, value, repr(float(value) * size))
                contacts, meshed = self.run_case(text, "pushed")
                self.same_block(meshed, plane, size)
                self.assertEqual(contacts["floor"]["contact"]["slipping"], 9)
                meshed.close()

    @on_one_and_three_ranks
    def test_a_block_that_falls_on_cells(self):
        """Verifies a block that falls on cells from outside the initial search distance against a
        plane, and the restart from a checkpoint."""
        self.write("block.msh", box(size=(2, 2, 1), cells=(2, 2, 1)))
        high = replaced(FALLING, "stem: falling", "stem: falling, checkpoint: 20").replace("[3, 0, -10]", "[9, 0, -30]")
        high = high.replace("normal: [0, 0, 1]", "normal: [0, 0, 1]").replace("point: [0, 0, -0.02]", "point: [0, 0, -1.02]")
        _, plane = self.run_case(high, "falling")
        plane.close()
        (self.folder / "falling.h5").rename(self.folder / "plane.h5")
        for name in self.folder.glob("falling*"):
            name.unlink()
        text = self.on_a_mesh(high)
        self.write("floor.msh", box(low=(-0.4, -0.3, -2.02), size=(8, 4, 1), cells=(17, 8, 1)))
        with h5py.File(self.folder / "plane.h5") as plane:
            self.assertGreater(plane[f"steps/{max(plane['steps'])}/block/displacement"][:, 0].min(), 0.4)
            _, meshed = self.run_case(text, "falling")
            self.same_block(meshed, plane, tolerance=1e-6)
            meshed.close()
            self.write("case.yaml", replaced(text, "end_time: 0.4", "end_time: 0.2"))
            self.assertRuns("run", "case.yaml")
            self.write("case.yaml", text)
            self.assertRuns("run", "case.yaml", "--restart")
            with h5py.File(self.folder / "falling.h5") as meshed:
                self.same_block(meshed, plane, tolerance=1e-6)

    def test_cohesion_and_pyramids(self):
        """Verifies full slip: cohesive forces are a A by nodes and by mortars; in a pyramid each
        direction is limited by mu N.

        The usual mortar takes A in the current configuration, in which the block is wider."""
        self.write("block.msh", box(size=(2, 2, 1), cells=(3, 3, 2)))
        meshed = replaced(self.on_a_mesh(PUSHED), "friction: 0.3", "cohesion: 5")
        for text, force in ((replaced(PUSHED, "friction: 0.3", "cohesion: 5"), 20), (meshed, 20),
                            (replaced(meshed, "method: nodes", "method: mortar, configuration: reference"), 20),
                            (replaced(meshed, "method: nodes", "method: automatic"), 20.2547)):
            contacts, file = self.run_case(text, "pushed")
            fx, fy, fz = np.array(file["steps/0003/block/force_floor"]).sum(axis=0)
            self.assertAlmostEqual(math.hypot(fx, fy), force, delta=2e-3, msg="directions lean a little")
            self.assertAlmostEqual(fy / fx, 5 / 12, delta=0.01)
            self.assertEqual(contacts["floor"]["contact"]["slipping"], 16)
            self.assertLess(contacts["floor"]["contact"]["complementarity"], 1e-8)
            file.close()
        contacts, file = self.run_case(replaced(PUSHED, "friction: 0.3", "friction: 0.3, friction_limit: pyramid"), "pushed")
        fx, fy, fz = np.array(file["steps/0003/block/force_floor"]).sum(axis=0)
        np.testing.assert_allclose([fx / fz, fy / fz], [-0.3, -0.3], atol=1e-6)
        self.assertEqual(contacts["floor"]["contact"]["slipping"], 16)


if __name__ == "__main__":
    unittest.main()
