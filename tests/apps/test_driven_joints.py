# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies driven angles, velocities prescribed by tables, and invalid joints against closed-form
solutions."""
import csv
import json
import math
import unittest

import numpy as np

from rigid import RigidCase
from test_rigid_joints import LIMIT
from tenon_program import replaced

IMPLICIT = ("generalised-alpha", "hht", "newmark", "trapezoid", "bdf2", "implicit-euler", "linearly-implicit-euler")

# A body whose centre is at a distance of 0.5 from the hinge.
HINGE = """\
objects:
  p:
    bodies: [{name: a, position: [0.5, 0, 0], mass: 1, inertia: [1, 1, 1]}]
    forces: [{type: nodal-force, group: a, force: [0, -1, 0]}]
constraints:
  - {type: hinge-joint, name: j, SIDES, at: [0, 0, 0], axis: [0, 0, 1], angle: ANGLE, history: [[0, 0], [1, 1]]}
analysis: {type: static, steps: STEPS}
solver: {preset: direct}
output: {stem: out}
"""
GROUND_SECOND, GROUND_FIRST = "first: {object: p, group: a}", "second: {object: p, group: a}"

# The second axis rotates about x; body b rotates about the second axis.
UNIVERSAL = """\
objects:
  p:
    bodies: [{name: a, position: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}, {name: b, position: [1, 0, 0], mass: 1, inertia: [1, 1, 1]}]
    conditions: [{type: fixed, group: a}]
constraints:
  - {type: universal-joint, name: j, first: {object: p, group: a}, second: {object: p, group: b}, at: [1, 0, 0],
     axis: [1, 0, 0], second_axis: [0, 1, 0], angle: ANGLE, second_angle: SECOND, history: [[0, 0], [1, 1]]}
analysis: {type: static, steps: STEPS}
solver: {preset: direct}
output: {stem: out}
"""

# A motor that starts at t = 0.5, and a free link attached to it.
MOTOR = """\
objects:
  p:
    bodies: [{name: a, position: [0.5, 0, 0], mass: 1.0, inertia: [0.02, 0.1, 0.11]}, {name: b, position: [1.5, 0, 0], mass: 1.0, inertia: [0.02, 0.1, 0.11]}]
constraints:
  - {type: hinge-joint, name: motor, first: {object: p, group: a}, at: [0, 0, 0], axis: [0, 0, 1], angle: -1.0, history: [[0, 0], [0.5, 0], [10.5, 100]]}
  - {type: hinge-joint, name: elbow, first: {object: p, group: a}, second: {object: p, group: b}, at: [1, 0, 0], axis: [0, 0, 1]}
analysis: {type: transient, stepper: STEPPER, step: STEP, end_time: 3.0}
solver: {preset: direct}
output: {stem: out, every: 1000, histories: [{name: a, nodes: {object: p, group: a}, fields: [displacement, velocity]}]}
"""

# A particle with a prescribed velocity from t = START on.
PULLED = """\
objects:
  p:
    particles: [{name: a, position: [0, 0, 0], mass: 1}]
HELD
analysis: {type: transient, stepper: STEPPER, step: 0.1, end_time: 0.8}
solver: {preset: direct}
output: {stem: out, histories: [{name: a, nodes: {object: p, group: a}, fields: [displacement, velocity, acceleration]}]}
"""
BY_MULTIPLIERS = "constraints: [{type: prescribed, object: p, group: a, values: {x: 2}, history: [[0, 0], [START, 0], [END, 1]]}]"
BY_CONDITION = "    conditions: [{type: prescribed, group: a, values: {x: 2}, history: [[0, 0], [START, 0], [END, 1]]}]"

ROTOR = """\
objects:
  p:
    bodies: [{name: a, position: [0, 0, 0], mass: 1, inertia: [1, 1, 1], angular_velocity: [0, 0, 2]}]
constraints:
  - {type: hinge-joint, name: j, first: {object: p, group: a}, at: [0, 0, 0], axis: [0, 0, 1], angle: -1.0, history: [[0, 0], [100, 200]]}
analysis: {type: transient, stepper: STEPPER, step: 0.1, end_time: 2.0}
solver: {preset: direct}
output: {stem: out, histories: [{name: a, nodes: {object: p, group: a}, fields: [displacement, velocity]}]}
"""

BODY = "objects: {p: {bodies: [{name: a, position: [0.5, 0, 0], mass: 1, inertia: [1, 1, 1]%s}]}}\n"


# A ball that slides on a floor beside a pendulum.
SLIDING = """\
objects:
  floor:
    bodies: [{name: floor, position: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}]
    shapes: [{type: plane}]
    conditions: [{type: fixed, group: floor}]
  ball:
    bodies: [{name: ball, position: [0, 0, 0.1], mass: 2, inertia: [0.01, 0.01, 0.01], velocity: [1, 0, 0]}]
    shapes: [{type: sphere, radius: 0.1}]
    forces: [{type: gravity, acceleration: [0, 0, -10]}]
  bar:
    bodies: [{name: bar, position: [1, 0, 3], mass: 2, inertia: [0.1, 0.5, 0.5]}]
    forces: [{type: gravity, acceleration: [0, 0, -9.81]}]
constraints:
  - {type: hinge-joint, name: pin, first: {object: bar, group: bar}, at: [0, 0, 3], axis: [0, 1, 0]}
contacts: [{type: rigid, friction: 0.3}]
analysis: {type: transient, stepper: moreau-jean, step: 0.01, end_time: 0.2}
output: {stem: out, checkpoint: 10}
"""


class DrivenJoints(RigidCase):
    def history(self, name="a"):
        """Returns the columns of a history."""
        with open(self.folder / f"out.{name}.csv") as file:
            rows = list(csv.reader(file))
        return {column: np.array([float(row[i]) for row in rows[1:]]) for i, column in enumerate(rows[0])}

    def place(self):
        """Returns displacement and rotation of all bodies at the end."""
        return self.results("p", "displacement")[-1], self.results("p", "rotation")[-1]

    def test_any_angle(self):
        """Verifies that a positive angle rotates the second side; results contain the rotation
        modulo revolutions."""
        for angle, steps in [(-2, 1), (2, 1), (3.5, 1), (math.pi, 1), (-20, 1), (20, 1), (20, 40), (-7, 3), (12.5, 1)]:
            for sides, sign in [(GROUND_SECOND, -1), (GROUND_FIRST, 1)]:
                with self.subTest(angle=angle, steps=steps, sides=sides):
                    self.run_case(replaced(HINGE, "SIDES", sides).replace("ANGLE", repr(angle)).replace("STEPS", str(steps)))
                    moved, turned = self.place()
                    t = sign * angle
                    np.testing.assert_allclose(moved[0], [0.5 * math.cos(t) - 0.5, 0.5 * math.sin(t), 0], atol=1e-8)
                    np.testing.assert_allclose(np.cos(turned[0, 2]), math.cos(t), atol=1e-8)
                    np.testing.assert_allclose(np.sin(turned[0, 2]), math.sin(t), atol=1e-8)

    def test_any_angle_in_the_plane(self):
        """Verifies that plane rotations, a single number, count revolutions."""
        flat = replaced(HINGE, "    bodies: [{name: a, position: [0.5, 0, 0], mass: 1, inertia: [1, 1, 1]}]",
                        "    space: 2\n    bodies: [{name: a, position: [0.5, 0], mass: 1, inertia: 1}]")
        flat = replaced(flat, "force: [0, -1, 0]", "force: [0, -1]").replace("axis: [0, 0, 1], ", "")
        for angle, steps in [(2, 1), (-20, 1), (20, 7)]:
            self.run_case(replaced(flat, "SIDES", GROUND_FIRST).replace("ANGLE", str(angle)).replace("STEPS", str(steps)))
            moved, turned = self.place()
            self.assertAlmostEqual(turned[0].item(), angle, delta=1e-8)
            np.testing.assert_allclose(moved[0][:2], [0.5 * math.cos(angle) - 0.5, 0.5 * math.sin(angle)], atol=1e-8)

    def test_universal_joints(self):
        from scipy.spatial.transform import Rotation
        for angle, second, steps in [(2, 0.4, 1), (-3, 2.5, 1), (20, -20, 1), (1.2, -9, 30)]:
            with self.subTest(angle=angle, second=second):
                self.run_case(UNIVERSAL.replace("ANGLE", str(angle)).replace("SECOND", str(second)).replace("STEPS", str(steps)))
                moved, turned = self.place()
                right = Rotation.from_rotvec([angle, 0, 0]) * Rotation.from_rotvec([0, second, 0])
                np.testing.assert_allclose(Rotation.from_rotvec(turned[1]).as_matrix(), right.as_matrix(), atol=1e-7)
                np.testing.assert_allclose(moved, 0, atol=1e-8)

    def test_a_wound_up_spring(self):
        """Verifies a compliant driven angle over several revolutions: theta = moment /
        stiffness."""
        case = replaced(HINGE, "SIDES", GROUND_FIRST).replace("ANGLE", "0").replace("STEPS", "1")
        case = replaced(case, "axis: [0, 0, 1],", "axis: [0, 0, 1], compliance: 0.1,").replace("force: [0, -1, 0]", "force: [0, 0, 0], moment: [0, 0, 90]")
        self.run_case(replaced(case, "position: [0.5, 0, 0]", "position: [0, 0, 0]"))
        turned = self.place()[1]
        np.testing.assert_allclose([np.cos(turned[0, 2]), np.sin(turned[0, 2])], [math.cos(9), math.sin(9)], atol=1e-7)

    def test_a_motor(self):
        """Verifies 10 rad/s from the step at whose end the motor starts, and the corresponding
        angle."""
        for stepper in IMPLICIT:
            for step in (0.02, 0.05):
                with self.subTest(stepper=stepper, step=step):
                    self.run_case(replaced(MOTOR, "STEPPER", stepper).replace("STEP,", f"{step},"))
                    found = self.history()
                    runs = found["time"] > 0.5 - 1e-9
                    loose = stepper == "linearly-implicit-euler"  # its constraints are linearised
                    np.testing.assert_allclose(found["velocity_rz"][runs], 10, rtol=0.02 if loose else 1e-6)
                    np.testing.assert_allclose(found["velocity_rz"][~runs], 0, atol=1e-9)
                    if loose:
                        continue
                    angle = 10 * (found["time"] - 0.5).clip(0)
                    np.testing.assert_allclose(found["displacement_x"], 0.5 * np.cos(angle) - 0.5, atol=1e-6)
                    np.testing.assert_allclose(found["displacement_y"], 0.5 * np.sin(angle), atol=1e-6)

    def test_a_motor_goes_on(self):
        """Verifies the restart after several revolutions against an uninterrupted run."""
        case = replaced(MOTOR, "STEPPER", "trapezoid").replace("STEP,", "0.05,")
        self.run_case(case)
        whole = self.history()
        case = replaced(case, "stem: out", "stem: out, checkpoint: 13")
        self.run_case(replaced(case, "end_time: 3.0", "end_time: 1.95"))
        self.write("case.yaml", case)
        self.assertRuns("run", "case.yaml", "--restart")
        found = self.history()
        for column in ("velocity_rz", "displacement_x", "displacement_rz"):
            np.testing.assert_allclose(found[column], whole[column], atol=1e-8)

    def test_what_starts_later(self):
        """Verifies v(0) = 0 and v = 2 from the start on, without the accelerations 4, 0, 4, .. of a
        trapezoidal rule that is not restarted."""
        for held in (BY_MULTIPLIERS, BY_CONDITION):
            for stepper in IMPLICIT:
                for start in (0.1, 0.3, 0.25):
                    with self.subTest(held=held, stepper=stepper, start=start):
                        how = held.replace("START", str(start)).replace("END", str(start + 1))
                        self.run_case(replaced(PULLED, "HELD", how).replace("STEPPER", stepper))
                        found = self.history()
                        moves = found["time"] > start - 1e-9
                        np.testing.assert_allclose(found["velocity_x"], 2.0 * moves, atol=1e-9)
                        np.testing.assert_allclose(found["displacement_x"], 2 * (found["time"] - start).clip(0), atol=1e-9)
                        np.testing.assert_allclose(found["acceleration_x"][0], 0, atol=1e-9)

    def test_formulas(self):
        """Verifies initial velocity and acceleration of a displacement prescribed by a formula, t +
        3 t^2."""
        how = '    conditions: [{type: prescribed, group: a, field: ["t + 3 * t^2", 0, 0]}]'
        for stepper in ("trapezoid", "generalised-alpha"):
            self.run_case(replaced(PULLED, "HELD", how).replace("STEPPER", stepper))
            found = self.history()
            np.testing.assert_allclose(found["velocity_x"], 1 + 6 * found["time"], atol=1e-8)
            np.testing.assert_allclose(found["acceleration_x"], 6, atol=1e-6)

    def test_jumps_do_their_work(self):
        """Verifies that the kinetic energy of a velocity jump is counted as work of the motor's
        constraint."""
        case = replaced(MOTOR, "STEPPER", "trapezoid").replace("STEP,", "0.02,")
        summary = self.run_case(replaced(case, "end_time: 3.0", "end_time: 0.6"))
        energies = summary["energies"]
        self.assertLess(energies["relative_gap"], 1e-2)
        self.assertGreater(energies["constraints"], 10)

    def test_reactions_after_a_restart(self):
        """Verifies reactions of impulses after a restart: those of the last step before the
        checkpoint, contacts included."""
        before = self.run_case(SLIDING)
        self.assertRuns("run", "case.yaml", "--restart", "--summary", "summary.json")
        after = json.loads((self.folder / "summary.json").read_text())
        self.assertAlmostEqual(before["reactions"][0]["force"][2], 20, delta=1e-4)
        for key in ("reactions", "constraints"):
            np.testing.assert_allclose(after[key][0]["force"], before[key][0]["force"], atol=1e-9)
        np.testing.assert_allclose(after["reactions"][0]["moment"], before["reactions"][0]["moment"], atol=1e-9)

    def test_jumps_beside_contacts(self):
        """Verifies that a motor started elsewhere does not change the forces of a bar resting
        against the limit of its hinge."""
        case = LIMIT[:LIMIT.index("analysis:")] + """\
  - {type: hinge-joint, name: motor, second: {object: other, group: m}, at: [4, 0, 0], axis: [0, 0, 1], angle: 1, history: [[0, 0], [0.9, 0], [1.9, 3]]}
analysis: {type: transient, stepper: STEPPER, step: 0.01, end_time: 1.0}
output: {stem: out, every: 100, histories: [{name: stop, constraint: stop, fields: [multipliers]}, {name: pin, constraint: pin, fields: [multipliers]}]}
solver: {preset: direct}
"""
        case = replaced(case, "  marks:\n", "  other:\n    bodies: [{name: m, position: [5, 0, 0], mass: 2, inertia: [0.1, 0.5, 0.5]}]\n  marks:\n")
        for stepper in ("trapezoid", "implicit-euler"):
            self.run_case(replaced(case, "STEPPER", stepper))
            for name, values in (("stop", [2 * 9.81 * math.sin(0.5)]), ("pin", [8.2548303610, 0, -15.1103656206, 0, 0])):
                found = self.history(name)
                lasts = np.array([found[column][-12:] for column in found if column != "time"])
                np.testing.assert_allclose(lasts, np.tile(values, (12, 1)).T, atol=1e-6, err_msg=f"{stepper}, {name}")

    def test_a_hinge_from_rest(self):
        """Verifies that the initial velocity of a hinge is that of its table."""
        case = replaced(ROTOR, ", angular_velocity: [0, 0, 2]", "").replace("position: [0, 0, 0]", "position: [0.3, 0, 0]")
        for stepper in IMPLICIT[:-1]:
            self.run_case(case.replace("STEPPER", stepper))
            found = self.history()
            np.testing.assert_allclose(found["velocity_rz"], 2, rtol=1e-6)
            np.testing.assert_allclose(found["velocity_y"][0], 0.6, rtol=1e-9)

    def test_a_balanced_rotor(self):
        """Verifies a rotor with its centre at the origin, where coordinates provide no length
        scale."""
        for stepper in IMPLICIT:
            with self.subTest(stepper=stepper):
                self.run_case(ROTOR.replace("STEPPER", stepper))
                np.testing.assert_allclose(self.history()["velocity_rz"], 2, rtol=1e-6)

    def test_bounds_on_joints(self):
        """Verifies that `bound` on a joint without a driven angle is rejected, since the rows of a
        joint are imposed together."""
        for joint in ("hinge-joint", "ball-joint", "universal-joint", "fixed-joint", "slider-joint"):
            for bound in ("bound: lower", "bound: upper", "bound: box, range: 1"):
                case = BODY % "" + (
                    f"constraints: [{{type: {joint}, name: j, first: {{object: p, group: a}}, at: [0, 0, 0], {bound}}}]\n"
                    "analysis: {type: static}\n")
                self.refuse(case, "'j' does not support `bound`", "'angle'|`angle`", "line 2|:2:")

    def test_no_side(self):
        self.refuse(BODY % "" + "constraints: [{type: ball-joint, name: j, at: [0, 0, 0]}]\nanalysis: {type: static}\n",
                    "`first` or `second` must name an object")

    def test_too_many_steps(self):
        for end, step in [("1.0e+8", "1.0e-12"), ("1e300", "1"), ("1.0e+10", "1")]:
            case = BODY % ", angular_velocity: [0, 0, 1]" + (
                f"analysis: {{type: transient, stepper: trapezoid, step: {step}, end_time: {end}}}\n")
            self.refuse(case, "steps", "`step`|`end_time`")

    def test_infinite_velocities(self):
        for stepper in ("moreau-jean", "trapezoid", "implicit-euler", "linearly-implicit-euler"):
            self.write("case.yaml", BODY % ", velocity: [1.0e+200, 0, 0], angular_velocity: [1.0e+300, 0, 0]" + (
                f"analysis: {{type: transient, stepper: {stepper}, step: 0.1, end_time: 1.0}}\nsolver: {{preset: direct}}\n"
                "output: {stem: out}\n"))
            self.assertFails(self.tenon("run", "case.yaml"), 3)
            self.assertFalse(list(self.folder.glob("out*")))


if __name__ == "__main__":
    unittest.main()
