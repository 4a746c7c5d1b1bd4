# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies contacts between mapped objects: faces and overlaps are detected again, with the results
of contact on the objects themselves."""
import unittest

import h5py
import numpy as np

import test_contact
import test_contact_pairs
from tenon_program import Case, box, on_all_ranks, replaced
from test_contact import FALLING, PUSHED

SKINS = """\
  skin:
    mesh: block.msh
    mapping: {type: embedded, parent: block}
  deck:
    mesh: floor.msh
    mapping: {type: embedded, parent: floor}
contacts:
"""

# A table that rotates under a block pressed onto it: a mesh with prescribed displacements, or one
# mapped to a rigid body.
TABLE = """\
output: turned
objects:
  block:
    mesh: block.msh
    forces:
      - {type: elastic, material: {type: neo-hookean, young: 1000, poisson: 0.3}}
    conditions:
      - {type: prescribed, group: top, values: {x: 0, y: 0, z: -0.02}, history: [[0, 0], [1, 1]]}
"""
LED = """\
  table:
    mesh: table.msh
    forces:
      - {type: elastic, material: {type: neo-hookean, young: 1000, poisson: 0.3}}
    conditions:
      - {type: prescribed, group: body, field: ["x*(C-1)-y*S", "y*(C-1)+x*S", 0]}
""".replace("C", "cos(0.24*max(t-1,0))").replace("S", "sin(0.24*max(t-1,0))")
CARRIED = """\
  shaft:
    bodies: [{name: shaft, position: [0, 0, -1], mass: 1, inertia: [1, 1, 1]}]
  table:
    mesh: table.msh
    mapping: {type: rigid, parent: shaft}
constraints:
  - {type: hinge-joint, name: motor, first: {object: shaft, group: shaft}, at: [0, 0, 0], axis: [0, 0, 1], angle: -1.2, history: [[0, 0], [1, 0], [6, 1]]}
"""
ON_TABLE = """\
contacts:
  - {type: surface, name: seat, slave: {object: block, group: bottom}, master: {object: table, group: top}, friction: 0.4}
analysis: {type: static, steps: 12, end_time: 6, max_step_reductions: 0, tolerance: 1e-10}
solver: {preset: direct}
"""


class MappedContact(Case):
    run_case = test_contact.Contacts.run_case
    on_a_mesh = test_contact_pairs.Pairs.on_a_mesh

    def kept(self, text, stem, name):
        """Runs a case and returns its results, kept under another name."""
        _, file = self.run_case(text, stem)
        file.close()
        (self.folder / f"{stem}.h5").rename(self.folder / f"{name}.h5")
        for left in self.folder.glob(f"{stem}*"):
            left.unlink()
        file = h5py.File(self.folder / f"{name}.h5")
        self.addCleanup(file.close)
        return file

    def on_skins(self, text):
        """Returns the case with the contact surfaces on separate meshes that are mapped to the
        block and the floor."""
        text = replaced(text, "contacts:\n", SKINS)
        return replaced(replaced(text, "slave: {object: block", "slave: {object: skin"), "master: {object: floor", "master: {object: deck")

    def same(self, one, other, field, bodies, tolerance):
        self.assertEqual(sorted(one["steps"]), sorted(other["steps"]))
        at = lambda file, body, step: file[f"steps/{step}/{body}/{field}"][:]
        largest = np.abs(at(other, bodies[1], max(other["steps"]))).max()
        for step in sorted(one["steps"])[1:]:
            values, expected = (at(file, body, step) for file, body in zip((one, other), bodies))
            np.testing.assert_allclose(values, expected, rtol=0, atol=tolerance * largest, err_msg=f"{field} in {step}")

    @on_all_ranks("contact")
    def test_skins_slide_as_their_bodies(self):
        """Verifies sliding over ten faces, by nodes and by mortars: the same rows, mapped to the
        parents by both mappings."""
        self.write("block.msh", box(size=(2, 2, 1), cells=(2, 2, 1)))
        far = replaced(PUSHED, "values: {x: 0.12, y: 0.05}", "values: {x: 4.5, y: 0.7}").replace("steps: 4", "steps: 3, tolerance: 1e-10")
        for method in "method: nodes", "method: mortar, configuration: current":
            text = replaced(self.on_a_mesh(far), "method: nodes", method)
            bodies = self.kept(text, "pushed", "bodies")
            contacts, skins = self.run_case(self.on_skins(text), "pushed")
            self.same(skins, bodies, "displacement", ("block", "block"), 1e-8)
            self.same(skins, bodies, "force_floor", ("block", "block"), 1e-7)
            self.assertEqual(contacts["floor"]["contact"]["slipping"], 9)
            skins.close()

    def test_a_table_that_turns(self):
        """Verifies a table mapped to a rigid body against the same mesh with prescribed
        displacements; mortars are updated without a setting."""
        self.write("block.msh", box(low=(1.2, -0.5, 0), size=(1, 1, 0.5), cells=(2, 2, 1)))
        self.write("table.msh", box(low=(-3, -3, -1), size=(6, 6, 1), cells=(9, 9, 1)))
        for method in "nodes", "mortar":
            end = replaced(ON_TABLE, "type: surface", f"type: surface, method: {method}")
            led = self.kept(TABLE + LED + end, "turned", "led")
            contacts, carried = self.run_case(TABLE + CARRIED + end, "turned")
            self.same(carried, led, "displacement", ("table", "table"), 1e-9)
            self.same(carried, led, "displacement", ("block", "block"), 1e-7)
            self.same(carried, led, "force_seat", ("block", "block"), 1e-6)
            self.assertEqual(contacts["seat"]["contact"]["slipping"], 9)
            carried.close()
            # Joints constrain the shaft and transmit all forces on its table: the residual can be
            # compared with round-off only.
            _, split = self.run_case(replaced(TABLE + CARRIED + end, "preset: direct", "preset: schur"), "turned")
            self.same(split, led, "force_seat", ("block", "block"), 1e-6)
            split.close()

    def test_a_block_that_falls_on_a_deck(self):
        """Verifies a fall from outside the initial search distance with large rotations, in time,
        and the restart from a checkpoint."""
        self.write("block.msh", box(size=(2, 2, 1), cells=(2, 2, 1)))
        high = replaced(FALLING, "stem: falling", "stem: falling, checkpoint: 20").replace("[3, 0, -10]", "[9, 0, -30]")
        text = self.on_a_mesh(high)
        self.write("floor.msh", box(low=(-0.4, -0.3, -2.02), size=(8, 4, 1), cells=(17, 8, 1)))
        bodies = self.kept(text, "falling", "bodies")
        self.assertGreater(bodies[f"steps/{max(bodies['steps'])}/block/displacement"][:, 0].min(), 0.4)
        text = self.on_skins(text)
        skins = self.kept(text, "falling", "at-once")
        self.same(skins, bodies, "displacement", ("block", "block"), 1e-7)
        self.write("case.yaml", replaced(text, "end_time: 0.4", "end_time: 0.2"))
        self.assertRuns("run", "case.yaml")
        self.write("case.yaml", text)
        self.assertRuns("run", "case.yaml", "--restart")
        with h5py.File(self.folder / "falling.h5") as later:
            self.same(later, skins, "displacement", ("block", "block"), 1e-8)


if __name__ == "__main__":
    unittest.main()
