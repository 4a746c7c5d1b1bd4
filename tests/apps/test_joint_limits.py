# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies bounds of driven joints, which apply to the driven rows only, and bushings rotated by
half a revolution."""
import csv
import math
import unittest

import h5py
import numpy as np

from rigid import RigidCase

# An arm of length 1 that is supported against its weight by a torsional spring.
ARM = """\
objects:
  p:
    SPACE
    bodies: [{name: a, position: [1, 0, 0], mass: 1, inertia: INERTIA}]
    forces: [{type: gravity, acceleration: [0, -9.81, 0]}]
interactions:
  - {type: bushing, second: {object: p, group: a}, at: [0, 0, 0], stiffness: SPRING}
constraints:
  - {type: hinge-joint, name: pin, SIDE: {object: p, group: a}, at: [0, 0, 0], angle: ANGLE}
output: {stem: out, histories: [{name: limit, joint: pin (limit), side: second}, {name: pin, joint: pin}, {name: a, nodes: {object: p, group: a}, fields: displacement}]}
analysis: ANALYSIS
"""
SPACE = {"SPACE": "space: 3", "INERTIA": "[0.1, 0.2, 0.3]", "SPRING": "[0, 0, 0, 0, 0, 5]"}
PLANE = {"SPACE": "space: 2", "INERTIA": "0.3", "SPRING": "[0, 0, 5]"}
FREE_ANGLE = -1.02256  # 9.81 cos(phi) + 5 phi = 0


class JointLimits(RigidCase):
    def arm(self, values, side="second", bound=", bound: lower", angle=-0.5, analysis="{type: static}"):
        text = ARM
        for key, value in {**values, "SIDE": side, "ANGLE": f"{angle}{bound}", "ANALYSIS": analysis}.items():
            text = text.replace(key, str(value))
        return self.run_case(text)

    def last(self, name):
        with open(self.folder / f"out.{name}.csv", encoding="utf-8") as file:
            return {key: float(value) for key, value in list(csv.DictReader(file))[-1].items()}

    def angle(self):
        place = self.last("a")
        return math.atan2(place["displacement_y"], 1 + place["displacement_x"])

    def test_an_angle_below(self):
        """Verifies a lower bound: the moment of the limit carries the weight that the spring does
        not; the other rows carry the force."""
        for values in (SPACE, PLANE):
            self.arm(values)
            self.assertAlmostEqual(self.angle(), -0.5, 12)
            moment = 9.81 * math.cos(0.5) - 5 * 0.5
            self.assertAlmostEqual(self.last("limit")["mz"], moment, delta=1e-9 * moment)
            self.assertAlmostEqual(self.last("pin")["fy"], 9.81, delta=1e-9)

    def test_an_angle_above(self):
        """Verifies an upper bound with the ground as second side: the angle is that of the ground
        relative to the arm."""
        self.arm(SPACE, side="first", bound=", bound: upper", angle=0.5)
        self.assertAlmostEqual(self.angle(), -0.5, 12)
        self.arm(SPACE, bound=", bound: upper", angle=-2)
        self.assertAlmostEqual(self.angle(), -2, 7)

    def test_limits_that_are_not_reached(self):
        for bound, angle in ((", bound: lower", -2), (", bound: upper", 1), (", bound: box, range: 3", -2)):
            self.arm(SPACE, bound=bound, angle=angle)
            self.assertAlmostEqual(self.angle(), FREE_ANGLE, delta=1e-5)
            self.assertEqual(self.last("limit")["mz"], 0)

    def test_a_range(self):
        self.arm(SPACE, bound=", bound: box, range: 0.4", angle=-0.3)
        self.assertAlmostEqual(self.angle(), -0.3, 12)
        self.arm(SPACE, bound=", bound: box, range: 0.4", angle=-2)
        self.assertAlmostEqual(self.angle(), -1.6, 7)

    def test_more_than_half_a_revolution(self):
        """Verifies a moment of 2 that accelerates the arm up to its limit, which stops the rotation
        and then supports the moment."""
        for stepper in ("implicit-euler", "moreau-jean", "generalised-alpha"):
            self.run_case(f"""\
objects:
  p:
    bodies: [{{name: a, position: [1, 0, 0], mass: 1, inertia: [0.1, 0.2, 0.3]}}]
    forces: [{{type: nodal-force, group: a, force: [0, 0, 0], moment: [0, 0, 2]}}]
constraints:
  - {{type: hinge-joint, name: pin, second: {{object: p, group: a}}, at: [0, 0, 0], axis: [0, 0, 1], angle: 4.5, bound: upper}}
output: {{stem: out, every: 1000, histories: [{{name: limit, joint: pin (limit)}}, {{name: a, nodes: {{object: p, group: a}}, fields: displacement}}]}}
analysis: {{type: transient, stepper: {stepper}, step: 0.05, end_time: 3.5}}
""")
            self.assertAlmostEqual(self.angle(), 4.5 - 2 * math.pi, delta=1e-5)
            self.assertAlmostEqual(self.last("limit")["mz"], -2, delta=1e-4)

    def test_a_slider(self):
        self.run_case("""\
objects:
  p:
    bodies: [{name: a, position: [1, 0, 0], mass: 2, inertia: [0.1, 0.2, 0.3]}]
    forces: [{type: gravity, acceleration: [3, -9.81, 0]}]
interactions:
  - {type: point-springs, first: {object: p, group: a}, to: [0, 0, 0], stiffness: 10}
constraints:
  - {type: slider-joint, name: rail, second: {object: p, group: a}, axis: [1, 0, 0], travel: 0.25, bound: upper}
output: {stem: out, histories: [{name: limit, joint: rail (limit)}]}
analysis: {type: static}
""")
        self.assertAlmostEqual(self.last("limit")["fx"], -(6 - 2.5), delta=1e-9)


class RotatedBushings(RigidCase):
    def test_half_a_revolution(self):
        """Verifies that the run ends with a message at half a revolution, beyond which the moment
        would change its sign."""
        for moment, history, analysis in ((4, ", history: [[0, 0], [1, 1]]", "{type: static, steps: 8, max_step_reductions: 3}"),
                                          (8, "", "{type: transient, step: 0.05, end_time: 2, max_step_reductions: 3}")):
            self.write("case.yaml", f"""\
objects:
  p:
    bodies: [{{name: a, position: [0, 0, 0], mass: 1, inertia: [0.1, 0.2, 0.3]}}]
    forces: [{{type: nodal-force, group: a, force: [0, 0, 0], moment: [0, 0, {moment}]{history}}}]
interactions:
  - {{type: bushing, second: {{object: p, group: a}}, stiffness: [10, 10, 10, 1, 1, 1]}}
analysis: {analysis}
""")
            self.assertFails(self.tenon("run", "case.yaml"), 3, "elative rotation of 'bushing on p/a' reaches half a revolution", "hinge-joint with an `angle` and a `compliance`")


class ShapesInResults(RigidCase):
    def test_axes_and_hulls(self):
        """Verifies that results contain the data of bodies read from files: rotations of the
        reference configuration, vertices of hulls."""
        rotations = np.array([[0, 0, 0.25], [0.5, 0, 0], [0, -1, 0.125], [0, 0, 0]])
        self.write("bodies.csv", "x,y,z,mass,ixx,iyy,izz,rx,ry,rz\n" + "".join(
            f"{3 * k},0,2,1,1,1,1,{a},{b},{c}\n" for k, (a, b, c) in enumerate(rotations)))
        vertices = np.array([[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3.0]]) - 0.25
        self.write("hull.obj", "".join(f"v {x} {y} {z}\n" for x, y, z in vertices) + "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n")
        self.run_case("""\
objects:
  stones:
    bodies: bodies.csv
    shapes: [{type: sphere, radius: 0.5}, {type: hull, file: hull.obj}]
contacts: [{type: rigid, friction: 0.3}]
analysis: {type: transient, stepper: moreau-jean, step: 0.01, end_time: 0.02}
output: out
""")
        with h5py.File(self.folder / "out.h5") as file:
            stones = file["meshes/stones"]
            np.testing.assert_allclose(stones["axes"][:], rotations, atol=1e-14)
            self.assertNotIn("hull_0", stones)
            found = stones["hull_1"][:]
        np.testing.assert_allclose(found[np.lexsort(found.T)], vertices[np.lexsort(vertices.T)], rtol=1e-14)


if __name__ == "__main__":
    unittest.main()
