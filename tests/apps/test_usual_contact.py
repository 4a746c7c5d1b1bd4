# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies contacts with the default method: constant pressures, equal widths, frictional sliding,
and initially distant sides."""
import unittest

import h5py
import numpy as np

from blocks import block, brick
from tenon_program import Case, replaced

BODIES = """\
output: out
objects:
  low:
    mesh: low.msh
    forces: [{type: elastic, material: {type: LAW, young: 500, poisson: NU}}]
    conditions: [LOW]
  up:
    mesh: up.msh
    forces: [{type: elastic, material: {type: LAW, young: YOUNG, poisson: NU}}LOAD]
    conditions: [UP]
contacts:
  - {type: surface, name: c, slave: {object: up, group: bottom}, master: {object: low, group: top}FRICTION}
analysis: {type: static, STEPS}
"""


def bodies(low, up, law="neo-hookean", young=500, poisson=0.3, load="", friction="", steps="steps: 1"):
    text = BODIES.replace("LOW", low).replace("UP", up).replace("LAW", law).replace("NU", str(poisson))
    return text.replace("YOUNG", str(young)).replace("LOAD", load).replace("FRICTION", friction).replace("STEPS", steps)


class UsualContact(Case):
    def forces(self, text):
        """Returns the sum of the contact forces on the upper body, and the fields of both bodies in
        the last step."""
        self.write("case.yaml", text)
        self.assertRuns("run", "case.yaml")
        with h5py.File(self.folder / "out.h5") as file:
            last = file["steps"][sorted(file["steps"])[-1]]
            fields = {name: {key: data[()] for key, data in last[name].items() if isinstance(data, h5py.Dataset)} for name in ("low", "up")}
        return fields["up"]["force_c"].sum(axis=0), fields

    def test_constant_pressure_from_second_order_cells(self):
        """Verifies the patch test of non-matching second-order meshes: sigma = -10 along the load
        everywhere."""
        walls = "{type: fixed, group: west, components: [x]}, {type: fixed, group: south, components: [y]}"
        for below, above in ("hex8", "tet10"), ("hex8", "hex20"), ("tet10", "prism15"), ("hex27", "tet4"):
            with self.subTest(below=below, above=above):
                self.write("low.msh", brick(below, (2, 2, 2), (0, 0, 0), (1, 1, 1)))
                self.write("up.msh", brick(above, (3, 3, 2), (0, 0, 1), (1, 1, 1)))
                force, fields = self.forces(bodies(walls + ", {type: fixed, group: bottom, components: [z]}", walls, "linear-elastic",
                                                   load=", {type: pressure, group: top, pressure: 10}"))
                self.assertAlmostEqual(force[2], 10, 5)
                for of in fields.values():
                    np.testing.assert_allclose(of["stress"].reshape(-1, 9)[:, 8], -10, rtol=1e-6)
                np.testing.assert_allclose(fields["up"]["pressure_c"][fields["up"]["pressure_c"] > 0], 10, rtol=1e-6)

    def test_bodies_of_equal_width(self):
        """Verifies that separating edges of bodies of equal width stay in contact, with the
        reaction of tied cubes within 1 %."""
        for cells in (4, 4, 4), (3, 3, 3), (3, 2, 3):
            self.write("low.msh", brick("hex8", (4, 4, 4), (0, 0, 0), (1, 1, 1)))
            self.write("up.msh", brick("hex8", cells, (0, 0, 1), (1, 1, 1)))
            for steps in 4, 1:
                text = bodies("{type: fixed, group: bottom}", "{type: prescribed, group: top, values: {x: 0, y: 0, z: -0.04}}",
                              young=60, poisson=0.4, steps=f"steps: {steps}")
                force, _ = self.forces(text)
                np.testing.assert_allclose(force[2], 2.415, rtol=0.01 if cells[0] == 4 else 0.03)

    def test_a_block_that_is_drawn_over_a_wider_one(self):
        self.write("low.msh", brick("hex8", (9, 4, 3), (0, -0.3, 0), (3, 1.6, 1)))
        self.write("up.msh", brick("hex8", (4, 4, 3), (0.2, 0, 1), (1, 1, 0.8)))
        up = ("{type: prescribed, group: top, values: {z: -0.02, y: 0}, history: [[0, 0], [1, 1]]}, "
              "{type: prescribed, group: top, values: {x: 0.8}, history: [[1, 0], [2, 1]]}")
        for friction in 0.1, 0.9:
            text = bodies("{type: fixed, group: bottom}", up, young=1000, friction=f", friction: {friction}", steps="steps: 20, end_time: 2")
            force, _ = self.forces(text.replace("young: 500", "young: 1000"))
            if friction == 0.1:
                np.testing.assert_allclose(force[2], 16.5, rtol=0.01)
            np.testing.assert_allclose(-force[0], friction * force[2], rtol=0.02)

    def test_linear_bodies_that_come_near_and_slide_far(self):
        """Verifies that overlaps of the reference configuration are replaced as soon as they are
        invalid."""
        self.write("low.msh", brick("hex8", (8, 2, 1), (0, 0, 0), (4, 1.2, 1)))
        self.write("up.msh", brick("hex8", (2, 2, 1), (0.1, 0.1, 2.5), (1, 1, 1)))
        up = ("{type: prescribed, group: top, values: {y: 0, z: -1.52}, history: [[0, 0], [1, 1]]}, "
              "{type: prescribed, group: top, values: {x: 2.5}, history: [[0, 0], [1, 0], [2, 1]]}")
        text = bodies("{type: fixed, group: bottom}", up, "linear-elastic", young=5, friction=", friction: 0.3", steps="steps: 8, end_time: 2")
        mortar, _ = self.forces(text)
        present, _ = self.forces(replaced(text, "friction: 0.3", "friction: 0.3, configuration: current"))
        np.testing.assert_allclose(mortar, present, atol=1e-3 * present[2])
        self.assertGreater(mortar[2], 0.05)

    def test_a_slave_without_a_solid_is_of_nodes(self):
        """Verifies the nodal method for a sheet without a solid, whose faces point into the block
        below it: the normal is that of the master."""
        self.write("low.msh", brick("hex8", (3, 3, 2), (0, 0, 0), (1, 1, 1)))
        self.write("up.msh", block("quad4", (2, 2), lambda s, t: (0.2 + 0.6 * s, 0.2 + 0.6 * t, 1)))
        text = bodies("{type: fixed, group: bottom}", "{type: fixed, group: body, components: [x, y]}, "
                      "{type: prescribed, group: west, values: {z: -0.01}}, {type: prescribed, group: east, values: {z: -0.01}}", "linear-elastic")
        text = replaced(text, "mesh: up.msh", "mesh: up.msh\n    space: 3")
        text = replaced(text, "forces: [{type: elastic, material: {type: linear-elastic, young: 500, poisson: 0.3}}]\n    conditions: [{type: fixed, group: body",
                        "forces: [{type: membrane, young: 1, poisson: 0.3, thickness: 1}]\n    conditions: [{type: fixed, group: body")
        force, _ = self.forces(replaced(text, "group: bottom}, master", "group: body}, master"))
        self.assertGreater(force[2], 0)


if __name__ == "__main__":
    unittest.main()
