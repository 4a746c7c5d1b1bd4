# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies joint forces on either side, bushings, and the reference points of reaction moments
against closed-form solutions."""
import csv
import math
import unittest

import numpy as np

from rigid import RigidCase
from tenon_program import replaced

# Two welded links, rotated by ANGLE about the origin and pulled down at the centre of the second.
LINKS = """\
objects:
  p:
    bodies: [{name: a, position: [0.5, 0, 0], mass: 1, inertia: [1, 1, 1]}, {name: b, position: [1.5, 0, 0], rotation: [0, 0, 0.2], mass: 1, inertia: [1, 1, 1]}]
    forces: [{type: nodal-force, group: b, force: [0, -1, 0]}]
constraints:
  - {type: hinge-joint, name: motor, second: {object: p, group: a}, at: [0, 0, 0], axis: [0, 0, 1], angle: 0.5}
  - {type: fixed-joint, name: weld, first: {object: p, group: a}, second: {object: p, group: b}, at: [1, 0, 0]}
analysis: {type: static}
solver: {preset: direct}
output:
  stem: out
  histories:
    - {name: on_b, joint: weld}
    - {name: on_a, joint: weld, side: first}
    - {name: body, joint: weld, axes: body}
    - {name: ground, joint: motor, side: first}
"""

BUSHING = """\
objects:
  p:
    bodies: [{name: a, position: [0.3, 0, 0], mass: 2, inertia: [0.5, 0.6, 0.7]MOTION}]
    forces: [LOADS]
interactions:
  - type: bushing
    SIDE: {object: p, group: a}
    at: [0.3, 0, 0]
    stiffness: [100, 200, 300, 4, 5, 6]
    DAMPING
analysis: ANALYSIS
solver: {preset: direct}
output: {stem: out}
"""


class JointForces(RigidCase):
    def values(self, name):
        """Returns the last line of a history."""
        with open(self.folder / f"out.{name}.csv") as file:
            rows = list(csv.reader(file))
        return {column: float(value) for column, value in zip(rows[0], rows[-1])}

    def test_both_sides(self):
        self.run_case(LINKS)
        t, names = 0.5, ("fx", "fy", "fz", "mx", "my", "mz")
        on_b, on_a = self.values("on_b"), self.values("on_a")
        moment = 0.5 * math.cos(t)
        np.testing.assert_allclose([on_b[n] for n in names], [0, 1, 0, 0, 0, moment], atol=1e-9)
        np.testing.assert_allclose([on_a[n] for n in names], [0, -1, 0, 0, 0, -moment], atol=1e-9)
        body = self.values("body")
        along = t + 0.2  # the axes of body b lead by 0.2
        np.testing.assert_allclose([body[n] for n in names], [math.sin(along), math.cos(along), 0, 0, 0, moment], atol=1e-9)
        ground = self.values("ground")
        np.testing.assert_allclose([ground[n] for n in names], [0, -1, 0, 0, 0, -1.5 * math.cos(t)], atol=1e-9)

    def test_refusals(self):
        for what, says in [("joint: welt", "There is no joint 'welt'.*weld"), ("joint: weld, fields: [force]", "no `fields`"),
                           ("joint: weld, of: mean", "of: sum"), ("joint: weld, constraint: weld", "exactly one of the keys"),
                           ("joint: weld, side: third", "third")]:
            self.refuse(replaced(LINKS, "{name: on_b, joint: weld}", f"{{name: on_b, {what}}}"), says)

    def test_many_joints(self):
        """Verifies a body on three ball joints: each joint has its own columns, in the order of the
        bodies."""
        case = """\
objects:
  feet:
    bodies: [{name: a, position: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}, {name: b, position: [1, 0, 0], mass: 1, inertia: [1, 1, 1]}, {name: c, position: [0, 1, 0], mass: 1, inertia: [1, 1, 1]}]
    groups: {whole: all}
    conditions: [{type: fixed, group: whole}]
  table:
    bodies: [{name: t, position: [0.25, 0.5, 0], mass: 1, inertia: [1, 1, 1]}]
    forces: [{type: nodal-force, group: t, force: [0, 0, -8]}]
interactions: [{type: bushing, first: {object: table, group: t}, at: [0.25, 0.5, 0], stiffness: [1, 1, 0, 0, 0, 1]}]
constraints:
  - {type: slider-joint, name: s, first: {object: feet}, second: {object: table}, pairs: [[1, 1], [2, 1], [3, 1]], axis: [1, 0, 0]}
analysis: {type: static}
solver: {preset: direct}
output: {stem: out, histories: [{name: all, joint: s, of: sum}, {name: each, joint: s}]}
"""
        ball = replaced(case, "type: slider-joint", "type: ball-joint").replace(", axis: [1, 0, 0]", "")
        self.run_case(ball)
        found = self.values("all")
        np.testing.assert_allclose([found["fx"], found["fy"], found["fz"]], [0, 0, 8], atol=1e-8)
        each = self.values("each")
        np.testing.assert_allclose([each["fz_1"], each["fz_2"], each["fz_3"]], [2, 2, 4], atol=1e-6)

    def test_reactions_about_the_centre_of_their_group(self):
        """Verifies the moment of a clamped body far from the middle of the model: it refers to the
        centre of its support."""
        summary = self.run_case("""\
objects:
  p:
    bodies: [{name: a, position: [10, 0, 0], mass: 1, inertia: [1, 1, 1]}, {name: b, position: [11, 0, 0], mass: 1, inertia: [1, 1, 1]}]
    forces: [{type: nodal-force, group: b, force: [0, 3, 0]}]
    conditions: [{type: fixed, group: a}]
  far:
    bodies: [{name: c, position: [-30, 7, 0], mass: 1, inertia: [1, 1, 1]}]
    conditions: [{type: fixed, group: c}]
constraints: [{type: fixed-joint, name: weld, first: {object: p, group: a}, second: {object: p, group: b}}]
analysis: {type: static}
solver: {preset: direct}
output: {stem: out}
""")
        reaction = summary["reactions"][0]
        np.testing.assert_allclose(reaction["about"], [10, 0, 0], atol=1e-9)
        np.testing.assert_allclose(reaction["force"], [0, -3, 0], atol=1e-9)
        np.testing.assert_allclose(reaction["moment"], [0, 0, -3], atol=1e-8)
        np.testing.assert_allclose(summary["load_plus_reactions_moment"], 0, atol=1e-8)


class Bushings(RigidCase):
    def case(self, side="second", motion="", loads="", damping="preload: [0, 0, 0, 0, 0, 0]", analysis="{type: static}"):
        case = replaced(BUSHING, "SIDE", side).replace("MOTION", motion).replace("LOADS", loads)
        return self.run_case(case.replace("DAMPING", damping).replace("ANALYSIS", analysis))

    def test_statics(self):
        """Verifies displacements as forces divided by stiffnesses; a moment about x rotates by M /
        k, for large rotations, too."""
        for side, force in (("first", [0, 0, 0]), ("second", [1, 2, 3])):
            summary = self.case(side, loads=f"{{type: nodal-force, group: a, force: {force}, moment: [8, 0, 0]}}")
            moved, turned = self.results("p", "displacement")[-1, 0], self.results("p", "rotation")[-1, 0]
            np.testing.assert_allclose(turned, [2, 0, 0], atol=1e-7)
            np.testing.assert_allclose(moved, np.array(force) / [100, 200, 300], atol=1e-7)
            np.testing.assert_allclose(summary["reaction_total"], -np.array(force), atol=1e-7)

    def test_preload(self):
        """Verifies that a preload balances a load without displacement."""
        self.case(damping="preload: [1, 2, 3, 0.1, 0.2, 0.3]",
                  loads="{type: nodal-force, group: a, force: [1, 2, 3], moment: [0.1, 0.2, 0.3]}")
        np.testing.assert_allclose(self.results("p", "displacement")[-1], 0, atol=1e-9)
        np.testing.assert_allclose(self.results("p", "rotation")[-1], 0, atol=1e-9)

    def test_modes(self):
        summary = self.case(analysis="{type: modal, modes: 6}")
        found = sorted(mode["frequency"] for mode in summary["modes"])
        right = sorted(math.sqrt(k / m) / (2 * math.pi) for k, m in [(100, 2), (200, 2), (300, 2), (4, 0.5), (5, 0.6), (6, 0.7)])
        np.testing.assert_allclose(found, right, rtol=1e-8)

    def test_a_damped_torsion_pendulum(self):
        """Verifies I phi'' + c phi' + k phi = 0 about z, with rotations of up to 2 rad."""
        k, c, I, w0 = 6.0, 0.5, 0.7, 6.0
        decay, frequency = c / (2 * I), math.sqrt(k / I - (c / (2 * I)) ** 2)
        angles = []
        for step in (0.01, 0.005):
            self.case(motion=f", angular_velocity: [0, 0, {w0}]", damping="damping: [0, 0, 0, 0, 0, 0.5]",
                      analysis=f"{{type: transient, stepper: trapezoid, step: {step}, end_time: 0.9}}")
            turned = self.results("p", "rotation")[:, 0, 2]
            self.assertGreater(turned.max(), 1.5)
            t = np.linspace(0, 0.9, len(turned))
            angles.append(np.abs(turned - w0 / frequency * np.exp(-decay * t) * np.sin(frequency * t)).max())
        self.assertLess(angles[1], 1e-3)
        self.assertGreater(angles[0] / angles[1], 3.7)

    def test_energy(self):
        """Verifies the energy of a tumbling body on a bushing: the error is of second order in the
        step size."""
        gaps = []
        for step in (0.004, 0.002):
            summary = self.case(motion=", angular_velocity: [1, 2, 3], velocity: [1, 0, 2]",
                                analysis=f"{{type: transient, stepper: trapezoid, step: {step}, end_time: 0.5}}")
            energies = summary["energies"]
            gaps.append(abs(energies["kinetic"] + energies["elastic"] - energies["at_start"]) / energies["at_start"])
        self.assertLess(gaps[1], 1e-4)
        self.assertGreater(gaps[0] / gaps[1], 3)

    def test_points_that_bodies_carry(self):
        """Verifies that a translational bushing at a mapped point acts like one at that point of
        the body."""
        found = []
        for side, at in (("object: p, group: a", "at: [1.3, 0.2, 0], "), ("object: marks, group: m", "")):
            self.run_case(f"""\
objects:
  p:
    bodies: [{{name: a, position: [0.3, 0, 0], mass: 2, inertia: [0.5, 0.6, 0.7]}}]
    forces: [{{type: nodal-force, group: a, force: [3, -5, 2], moment: [0, 0, 4]}}]
  marks:
    particles: [{{name: m, position: [1.3, 0.2, 0]}}]
    mapping: {{type: subset-multi, parts: [{{group: m, parent: p}}]}}
interactions:
  - {{type: bushing, second: {{object: p, group: a}}, at: [0.3, 0, 0], stiffness: [10, 20, 30, 4, 5, 6]}}
  - {{type: bushing, second: {{{side}}}, {at}stiffness: [50, 60, 70, 0, 0, 0]}}
analysis: {{type: static}}
solver: {{preset: direct}}
output: {{stem: out}}
""")
            found.append(np.hstack([self.results("p", "displacement")[-1, 0], self.results("p", "rotation")[-1, 0]]))
        np.testing.assert_allclose(found[1], found[0], atol=1e-7)

    def test_refusals(self):
        base = BUSHING.replace("SIDE", "second").replace("MOTION", "").replace("LOADS", "").replace("ANALYSIS", "{type: static}")
        for what, says in [("damping: [1, 2]", "the number of components must be 6"), ("damping: [1, 2, 3]", "the size of `damping` is 3"),
                           ("damping: [-1, 0, 0, 0, 0, 0]", "positive semidefinite"), ("second_axis: [1, 0, 0]", "orthogonal"),
                           ("axis: [0, 0, 0]", "`axis` must be a finite vector that is not zero")]:
            self.refuse(base.replace("DAMPING", what), says)


if __name__ == "__main__":
    unittest.main()
