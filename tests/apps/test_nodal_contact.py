# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies contacts by `method: nodes`: second-order slaves, bodies of equal width, frictional
sliding, outer edges."""
import unittest

import numpy as np

import test_usual_contact
from blocks import block, brick
from tenon_program import Case, replaced
from test_usual_contact import bodies

WALLS = "{type: fixed, group: west, components: [x]}, {type: fixed, group: south, components: [y]}"


def nodes(text):
    return replaced(text, "group: top}", "group: top}, method: nodes")


class NodalContact(Case):
    forces = test_usual_contact.UsualContact.forces

    def press(self, below, above, low, up, scale=1.0, at=(0, 0, 0), young=500):
        """Presses two blocks together between planes of symmetry under a pressure of 10; returns
        the force on the upper one over its area, and the fields."""
        place = lambda height: lambda *x: [scale * (c + d) + a for c, d, a in zip(x, (0, 0, height), at)]
        self.write("low.msh", block(below, low, place(0), straight="tet" in below))
        self.write("up.msh", block(above, up, place(1), straight="tet" in above))
        text = bodies(WALLS + ", {type: fixed, group: bottom, components: [z]}", WALLS, "linear-elastic",
                      load=", {type: pressure, group: top, pressure: 10}")
        force, fields = self.forces(nodes(text).replace("young: 500", f"young: {young}", 1))
        return force / scale**2, fields

    def test_constant_pressure_over_nodes_of_the_master(self):
        """Verifies sigma = -10 everywhere if the share of each master node in the nodal forces is
        that of a constant pressure."""
        for below, above, low, up in (("hex8", "hex20", 2, 2), ("hex8", "hex20", 2, 4), ("hex20", "hex20", 3, 3),
                                      ("hex8", "tet10", 2, 4), ("hex8", "prism15", 2, 2)):
            for scale, at in (1, (0, 0, 0)), (1e-3, (5, -2, 1)):
                with self.subTest(below=below, above=above, low=low, up=up, scale=scale):
                    force, fields = self.press(below, above, (low, low, 1), (up, up, 1), scale, at)
                    np.testing.assert_allclose(force, (0, 0, 10), atol=1e-7)
                    for of in fields.values():
                        np.testing.assert_allclose(of["stress"].reshape(-1, 9)[:, 8], -10, rtol=1e-7)
                    np.testing.assert_allclose(fields["up"]["pressure_c"][fields["up"]["state_c"] > 0], 10, rtol=1e-7)

    def test_constant_pressure_on_a_stiff_master(self):
        """Verifies non-matching meshes: the stress of the slave is exact if the master does not
        deform between its nodes."""
        for above in "hex20", "tet10", "prism15":
            force, fields = self.press("hex8", above, (2, 2, 1), (3, 3, 1), young=5e9)
            self.assertAlmostEqual(force[2], 10, 6)
            np.testing.assert_allclose(fields["up"]["stress"].reshape(-1, 9)[:, 8], -10, rtol=1e-5)
            np.testing.assert_allclose(fields["up"]["pressure_c"][fields["up"]["pressure_c"] > 0], 10, rtol=1e-5)

    def test_bodies_of_equal_width(self):
        """Verifies against mortars that slave nodes which spread beyond the outer edge of the
        master stay in contact."""
        for kind, low, up, pressed in ("hex8", 3, 3, 0.04), ("hex8", 4, 4, 0.04), ("hex8", 3, 5, 0.04), ("hex20", 3, 3, 0.04), ("hex8", 6, 6, 0.08):
            with self.subTest(kind=kind, low=low, up=up):
                self.write("low.msh", brick(kind, (low, low, 3), (0, 0, 0), (1, 1, 1)))
                self.write("up.msh", brick(kind, (up, up, 3), (0, 0, 1), (1, 1, 1)))
                text = bodies("{type: fixed, group: bottom}", f"{{type: prescribed, group: top, values: {{x: 0, y: 0, z: -{pressed}}}}}",
                              young=60, poisson=0.4)
                mortar, _ = self.forces(text)
                force, _ = self.forces(nodes(text))
                np.testing.assert_allclose(force, mortar, atol=2e-3 * mortar[2])

    def test_nodes_beside_the_master_touch_nothing(self):
        """Verifies that slave nodes outside the master are open, however near to its edge, and
        that nodes open after sliding off by a third of a face."""
        self.write("low.msh", brick("hex8", (4, 4, 2), (0, 0, 0), (1, 1, 1)))
        self.write("up.msh", brick("hex8", (11, 11, 1), (-0.05, -0.05, 1), (1.1, 1.1, 0.5)))
        text = bodies("{type: fixed, group: bottom}", "{type: prescribed, group: top, values: {x: 0, y: 0, z: -0.01}}", "linear-elastic")
        _, fields = self.forces(nodes(text))
        self.assertEqual((fields["up"]["state_c"] > 0).sum(), 100)
        self.write("up.msh", brick("hex8", (4, 4, 1), (0, 0, 1), (1, 1, 0.5)))
        for slid, closed in (0.06, 25), (0.1, 20):
            up = (f"{{type: prescribed, group: body, values: {{x: {slid}, y: 0}}, history: [[0, 0], [1, 0], [2, 1]]}}, "
                  "{type: prescribed, group: top, values: {z: -0.001}}")
            _, fields = self.forces(nodes(bodies("{type: fixed, group: bottom}", up, "linear-elastic", steps="steps: 8, end_time: 2")))
            self.assertEqual((fields["up"]["state_c"] > 0).sum(), closed)

    def test_a_block_that_is_drawn_over_a_wider_one(self):
        """Verifies nodes that slide over the kinks of a deformed master against the normal force of
        mortars, within the deviation of single nodes."""
        self.write("low.msh", brick("hex8", (9, 4, 3), (0, -0.3, 0), (3, 1.6, 1)))
        self.write("up.msh", brick("hex8", (4, 4, 3), (0.2, 0, 1), (1, 1, 0.8)))
        up = ("{type: prescribed, group: top, values: {z: -0.02, y: 0}, history: [[0, 0], [1, 1]]}, "
              "{type: prescribed, group: top, values: {x: 0.8}, history: [[1, 0], [2, 1]]}")
        for friction in 0.1, 0.5:
            text = bodies("{type: fixed, group: bottom}", up, young=1000, friction=f", friction: {friction}", steps="steps: 10, end_time: 2")
            text = text.replace("young: 500", "young: 1000")
            mortar, _ = self.forces(text)
            force, _ = self.forces(nodes(text))
            np.testing.assert_allclose(force[2], mortar[2], rtol=0.03)
            np.testing.assert_allclose(-force[0], friction * force[2], rtol=0.03)


if __name__ == "__main__":
    unittest.main()
