# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies rigid-body contact laws other than Coulomb's: compliant contacts, friction pyramids,
convex friction with dilatancy."""
import unittest

import numpy as np

from rigid import RigidCase
from tenon_program import RANKS, replaced

SOLVERS = ("accelerated-gradient", "alternating-directions", "barzilai-borwein", "conjugate-gradient", "gauss-seidel", "jacobi", "newton")
if RANKS > 1:  # tests/contact has all of them on all ranks
    SOLVERS = ("accelerated-gradient", "gauss-seidel")

# A press that a joint drives down by 10 mm, 5 mm of which are free, and then keeps in place.
PRESSED = """\
objects:
  floor:
    bodies: [{name: floor, position: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}]
    shapes: [{type: plane}]
    conditions: [{type: fixed, group: floor}]
  press:
    bodies: [{name: press, position: [0, 0, 0.305], mass: 1, inertia: [1, 1, 1]}]
    shapes: [{type: box, size: [1, 1, 0.2]}]
  ball:
    bodies: [{name: ball, position: [0, 0, 0.1], mass: 1, inertia: [0.004, 0.004, 0.004]}]
    shapes: [{type: sphere, radius: 0.1}]
constraints:
  - {type: slider-joint, name: drive, first: {object: press, group: press}, axis: [0, 0, 1], travel: 0.01, history: [[0, 0], [0.1, 1], [10, 1]]}
contacts: [{type: rigid, friction: 0.3, compliance: 1e-4}]
analysis: {type: transient, stepper: moreau-jean, step: 0.01, end_time: 0.6, contact_solver: SOLVER, contact_tolerance: 1e-10}
output: {stem: out, every: 60}
"""
# Press in mm, t and N.
PRESSED_IN_MM = """\
objects:
  floor:
    bodies: [{name: floor, position: [0, 0, 0], mass: 1e-3, inertia: [1e3, 1e3, 1e3]}]
    shapes: [{type: plane}]
    conditions: [{type: fixed, group: floor}]
  press:
    bodies: [{name: press, position: [0, 0, 305], mass: 1e-3, inertia: [1e3, 1e3, 1e3]}]
    shapes: [{type: box, size: [1000, 1000, 200]}]
  ball:
    bodies: [{name: ball, position: [0, 0, 100], mass: 1e-3, inertia: [4, 4, 4]}]
    shapes: [{type: sphere, radius: 100}]
constraints:
  - {type: slider-joint, name: drive, first: {object: press, group: press}, axis: [0, 0, 1], travel: 10, history: [[0, 0], [0.1, 1], [10, 1]]}
contacts: [{type: rigid, friction: 0.3, compliance: 0.1}]
analysis: {type: transient, stepper: moreau-jean, step: 0.01, end_time: 0.6, contact_solver: SOLVER, contact_tolerance: 1e-10}
output: {stem: out, every: 60}
"""

# A crate in equilibrium on a compliant floor, and another one beside it on a rigid floor.
STANDS = """\
objects:
  floor:
    bodies: [{name: floor, position: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}]
    shapes: [{type: plane}]
    conditions: [{type: fixed, group: floor}]
  soft:
    bodies: [{name: crate, position: [0, 0, 0.0975475], mass: 4, inertia: [0.02, 0.02, 0.02]}]
    forces: [{type: gravity, acceleration: [0, 0, -9.81]}]
    shapes: [{type: box, size: [0.2, 0.2, 0.2]}]
  hard:
    bodies: [{name: crate, position: [1, 0, 0.1], mass: 3, inertia: [0.02, 0.02, 0.02]}]
    forces: [{type: gravity, acceleration: [0, 0, -9.81]}]
    shapes: [{type: box, size: [0.2, 0.2, 0.2]}]
contacts:
  - {type: rigid, friction: 0.3}
  - {type: rigid, friction: 0.3, first: {object: soft}, compliance: 2.5e-4}
analysis: {type: transient, stepper: moreau-jean, step: 0.002, end_time: 0.2, contact_tolerance: 1e-10}
output: {stem: out, every: 100}
"""

# A ball with a fixed rotation, pushed by a fraction of its weight along both tangents.
PUSHED = """\
objects:
  floor:
    bodies: [{name: floor, position: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}]
    shapes: [{type: plane}]
    conditions: [{type: fixed, group: floor}]
  ball:
    bodies: [{name: ball, position: [0, 0, HEIGHT], mass: 4, inertia: [1e9, 1e9, 1e9], velocity: VELOCITY}]
    forces: [{type: gravity, acceleration: ACCELERATION}]
    shapes: [{type: sphere, radius: 0.05}]
contacts: [{type: rigid, friction: 0.5, LAW}]
analysis: {type: transient, stepper: moreau-jean, step: 0.002, end_time: 0.1, contact_solver: SOLVER, contact_tolerance: 1e-10}
output: {stem: out, every: 1}
"""


class RigidLaws(RigidCase):
    def test_is_pressed_by_the_way(self):
        """Verifies the force (travel - free travel) / 2 c, with half of the compliance at each
        side, by each solver and in two units; without compliance the case is infeasible."""
        for solver in SOLVERS:
            for case in (PRESSED, PRESSED_IN_MM):
                summary = self.run_case(replaced(case, "SOLVER", solver))
                np.testing.assert_allclose(summary["reactions"][0]["force"], [0, 0, 25], atol=1e-5)
            self.write("case.yaml", replaced(replaced(PRESSED, "SOLVER", solver), ", compliance: 1e-4", ""))
            self.assertFails(self.tenon("run", "case.yaml"), 3, "The contacts and constraints are infeasible")

    def test_stands_where_it_has_sunk(self):
        """Verifies the indentation c m g / 4, from the initial state on and beside a rigid contact,
        and the energy balance."""
        summary = self.run_case(STANDS)
        for name in ("soft", "hard"):
            self.assertLess(np.abs(self.results(name, "displacement")).max(), 1e-10)
        np.testing.assert_allclose(summary["reactions"][0]["force"], [0, 0, 7 * 9.81], atol=1e-6)
        self.assertLess(abs(summary["energies"]["gap"]), 1e-9)
        summary = self.run_case(replaced(replaced(STANDS, "0.0975475", "0.1"), "step: 0.002, end_time: 0.2", "step: 0.01, end_time: 2"))
        self.assertAlmostEqual(self.results("soft", "displacement")[-1, 0, 2], 0.0975475 - 0.1, delta=1e-9)
        self.assertAlmostEqual(summary["energies"]["dissipated"], 4 * 9.81 * 0.0024525, delta=1e-6)

    def test_rests_beside_what_bounces(self):
        """Verifies Poisson's restitution together with compliant contacts: all contacts are
        compressed first; a compliant contact stays in place."""
        case = replaced(replaced(STANDS, "position: [1, 0, 0.1]", "position: [1, 0, 0.12]"), "every: 100", "every: 1")
        self.run_case(replaced(case, "  - {type: rigid, friction: 0.3}", "  - {type: rigid, friction: 0.3, restitution: 0.5, restitution_law: poisson}"))
        self.assertAlmostEqual(self.results("hard", "velocity")[:, 0, 2].max(), 0.5 * (2 * 9.81 * 0.02) ** 0.5, delta=2 * 9.81 * 0.002)
        self.assertLess(np.abs(self.results("soft", "displacement")).max(), 1e-9)

    def test_falls_asleep(self):
        case = replaced(STANDS, "contact_tolerance: 1e-10", "contact_tolerance: 1e-10, sleep_velocity: 0.01, sleep_after: 0.05")
        summary = self.run_case(case)
        self.assertEqual(summary["rigid_contacts"]["asleep"], 2)
        self.assertLess(np.abs(self.results("soft", "displacement")).max(), 1e-10)

    def pushed(self, law, acceleration, height=0.05, velocity="[0, 0, 0]", solver="accelerated-gradient"):
        case = PUSHED
        for key, value in (("LAW", law), ("ACCELERATION", acceleration), ("HEIGHT", height), ("VELOCITY", velocity), ("SOLVER", solver)):
            case = replaced(case, key, str(value))
        return case

    def test_slides_from_the_pyramid_on(self):
        """Verifies sliding along the diagonal from sqrt(2) mu N on, by the excess along each
        tangent."""
        for solver in SOLVERS:
            for share in (0.98, 1.02):
                push = 0.5 * share * 9.81
                self.run_case(self.pushed("friction_limit: pyramid", [push, push, -9.81], solver=solver))
                v = self.results("ball", "velocity")[-1, 0]
                np.testing.assert_allclose(v, [0.1 * max(push - 0.5 * 9.81, 0)] * 2 + [0], atol=1e-8)
        self.run_case(self.pushed("friction_limit: cone", [push, push, -9.81]))
        self.assertGreater(self.results("ball", "velocity")[-1, 0, 0], 0.1)

    def test_convex_sliding_is_lifted(self):
        """Verifies that convex sliding lifts a body by mu v h, v the velocity at the end of the
        step, with Coulomb's deceleration."""
        h, v = 0.002, 2.0
        for solver in SOLVERS:
            case = self.pushed("sliding: convex", [0, 0, -9.81], 0.05 + 0.5 * v * h, [v, 0, -0.25 * 9.81 * h], solver)
            if solver in ("gauss-seidel", "jacobi"):
                self.write("case.yaml", case)
                self.assertFails(self.tenon("check", "case.yaml"), 2, f"`sliding: convex`.*`contact_solver: {solver}`.*accelerated-gradient")
                continue
            summary = self.run_case(case)
            velocity, moved = (self.results("ball", name)[:, 0] for name in ("velocity", "displacement"))
            self.assertAlmostEqual(velocity[-1, 0], v - 0.5 * 9.81 * 0.1, delta=1e-7)
            np.testing.assert_allclose((0.5 * v * h + moved[:, 2])[1:], 0.5 * h * velocity[1:, 0], atol=1e-9)
            np.testing.assert_allclose(summary["reactions"][0]["force"][2], 4 * 9.81, rtol=1e-7)

    def test_refusals(self):
        def refuse(case, *messages):
            self.write("case.yaml", case)
            self.assertFails(self.tenon("check", "case.yaml"), 2, *messages)
        refuse(replaced(STANDS, "compliance: 2.5e-4", "compliance: -1"), "compliance.*must not be negative")
        refuse(replaced(STANDS, "compliance: 2.5e-4", "compliance: 1e-4, restitution: 0.5"), "`compliance` and `restitution` cannot be combined")
        refuse(replaced(STANDS, "compliance: 2.5e-4", "friction_limit: square"), "friction_limit.*cone.*pyramid")
        refuse(replaced(STANDS, "compliance: 2.5e-4", "sliding: lifted"), "sliding.*coulomb.*convex")
        refuse(replaced(STANDS, ", compliance: 2.5e-4", ""), "overlap by 0.00245")


if __name__ == "__main__":
    unittest.main()
