# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies joints and other exact constraints together with contacts, by impulses: closed-form
solutions, drift, limits, rejected input."""
import json
import math
import unittest
from pathlib import Path

import h5py
import numpy as np

from rigid import RigidCase
from tenon_program import RANKS, replaced

SOURCE = Path(__file__).resolve().parents[2]

# A bar on a hinge, released from the horizontal: I + m L^2 = 0.5 + 2. In {at}, the whole model is
# translated.
PENDULUM = """\
objects:
  bar:
    bodies: [{name: bar, position: [1, 0, 0], mass: 2, inertia: [0.1, 0.5, 0.5]}]
    forces: [{type: gravity, acceleration: [0, 0, -9.81]}]
constraints:
  - {type: hinge-joint, name: pin, first: {object: bar, group: bar}, at: [0, 0, 0], axis: [0, 1, 0]}
analysis: {type: transient, stepper: moreau-jean, step: STEP, end_time: END, contact_tolerance: 1e-10}
output: {stem: out, every: 1, fields: [displacement, velocity, multipliers]}
"""
# A press moves down onto a massless ball on the floor; the first 0.05 of its travel are free.
PRESSED = """\
objects:
  floor:
    bodies: [{name: floor, position: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}]
    shapes: [{type: plane}]
    conditions: [{type: fixed, group: floor}]
  press:
    bodies: [{name: press, position: [0, 0, 0.35], mass: 1, inertia: [1, 1, 1]}]
    shapes: [{type: box, size: [1, 1, 0.2]}]
  ball:
    bodies: [{name: ball, position: [0, 0, 0.1], mass: 1, inertia: [0.004, 0.004, 0.004]}]
    shapes: [{type: sphere, radius: 0.1}]
constraints:
  - {type: slider-joint, name: drive, first: {object: press, group: press}, axis: [0, 0, 1], travel: 0.2, history: [[0, 0], [1, 1]]}
contacts: [{type: rigid, friction: 0.3}]
analysis: {type: transient, stepper: moreau-jean, step: 0.01, end_time: 1, contact_solver: SOLVER}
output: {stem: out}
"""
PERIOD = 4 * math.sqrt(2.5 / (2 * 9.81)) * 1.8540746773013719  # K(1/2): amplitude of 90 degrees

# A ball under a hook falls until the rope between them is taut.
ROPE = """\
objects:
  hook:
    bodies: [{name: hook, position: [0, 0, 2], mass: 1, inertia: [1, 1, 1]}]
    conditions: [{type: fixed, group: hook}]
  ball:
    bodies: [{name: ball, position: [0, 0, 1.5], mass: 2, inertia: [1, 1, 1]}]
    forces: [{type: gravity, acceleration: [0, 0, -10]}]
  ends:
    particles: [{name: up, position: [0, 0, 2]}, {name: down, position: [0, 0, 1.5]}]
    mapping: {type: subset-multi, parts: [{group: up, parent: hook}, {group: down, parent: ball}]}
constraints:
  - {type: distance, name: rope, first: {object: ends}, second: {object: ends}, pairs: [[1, 2]], distance: 0.7, bound: upper}
analysis: {type: transient, stepper: moreau-jean, step: 0.001, end_time: 0.5, contact_tolerance: 1e-10}
output: {stem: out, every: 10, fields: [displacement, velocity, multipliers]}
"""

# A bar on a hinge swings down to the limit of its angle, measured at three points mapped to bodies.
LIMIT = """\
objects:
  wall:
    bodies: [{name: wall, position: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}]
    conditions: [{type: fixed, group: wall}]
  bar:
    bodies: [{name: bar, position: [1, 0, 0], mass: 2, inertia: [0.1, 0.5, 0.5]}]
    forces: [{type: gravity, acceleration: [0, 0, -9.81]}]
  marks:
    particles: [{name: below, position: [0, 0, -1]}, {name: pin, position: [0, 0, 0]}, {name: end, position: [1, 0, 0]}]
    groups: {held: {nodes: [1, 2]}}
    mapping: {type: subset-multi, parts: [{group: held, parent: wall}, {group: end, parent: bar}]}
constraints:
  - {type: hinge-joint, name: pin, first: {object: bar, group: bar}, at: [0, 0, 0], axis: [0, 1, 0]}
  - {type: angle, name: stop, objects: [marks], triples: [[1, 2, 3]], angle: 0.5, bound: lower}
analysis: {type: transient, stepper: moreau-jean, step: 0.001, end_time: 0.8, contact_tolerance: 1e-10}
output: {stem: out, every: 100}
"""

# Capsules in a row, on ball joints, fall on a floor.
CHAIN = """\
objects:
  floor:
    bodies: [{name: floor, position: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}]
    shapes: [{type: plane}]
    conditions: [{type: fixed, group: floor}]
  links:
    bodies:
BODIES
    forces: [{type: gravity, acceleration: [0, 0, -9.81]}]
    shapes: [{type: capsule, length: 0.2, radius: 0.05}]
contacts:
  - {type: rigid, first: {object: links}, second: {object: floor}, friction: 0.4}
constraints:
  - {type: ball-joint, name: pins, first: {object: links}, second: {object: links}, at: middle, pairs: PAIRS}
analysis: {type: transient, stepper: moreau-jean, step: 0.002, end_time: 1.0, contact_tolerance: 1e-8}
output: {stem: out, every: 100, fields: [displacement, velocity]}
"""
LINKS = 8

# A key of mass 1 between a fixed jaw and one that a force presses against it along x; g pulls the
# key down.
KEY = """\
objects:
  wall:
    bodies: [{name: wall, position: [-0.5, 0, 0], mass: 1, inertia: [1, 1, 1]}]
    shapes: [{type: box, size: [0.8, 2, 2]}]
    conditions: [{type: fixed, group: wall}]
  key:
    bodies: [{name: key, position: [0, 0, 0], mass: 1, inertia: [0.01, 0.01, 0.01]}]
    shapes: [{type: box, size: [0.2, 0.2, 0.2]}]
    forces: [{type: gravity, acceleration: [0, 0, -10]}]
  jaw:
    bodies: [{name: jaw, position: [0.5, 0, 0], mass: 3, inertia: [1, 1, 1]}]
    shapes: [{type: box, size: [0.8, 2, 2]}]
    forces: [{type: nodal-force, group: jaw, force: [-PRESS, 0, 0]}]
contacts:
  - {type: rigid, friction: 0.25}
constraints:
  - {type: slider-joint, name: guide, first: {object: jaw, group: jaw}, axis: [1, 0, 0]}
analysis: {type: transient, stepper: moreau-jean, step: 0.002, end_time: 0.2, contact_tolerance: 1e-9}
output: {stem: out, every: 100, fields: [displacement, velocity, multipliers]}
"""

# A cart on four balls, two of which are driven from 0 to 5 rad/s in 0.5 s.
CART = """\
objects:
  ground:
    bodies: [{name: ground, position: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}]
    shapes: [{type: plane}]
    conditions: [{type: fixed, group: ground}]
  cart:
    bodies:
      - {name: body, position: [0, 0, 0.2], mass: 4, inertia: [0.2, 0.4, 0.5]}
      - {name: a, position: [-0.3, -0.2, 0.1], mass: 0.5, inertia: [0.002, 0.002, 0.002]}
      - {name: b, position: [-0.3, 0.2, 0.1], mass: 0.5, inertia: [0.002, 0.002, 0.002]}
      - {name: c, position: [0.3, -0.2, 0.1], mass: 0.5, inertia: [0.002, 0.002, 0.002]}
      - {name: d, position: [0.3, 0.2, 0.1], mass: 0.5, inertia: [0.002, 0.002, 0.002]}
    groups: {wheels: {nodes: [2, 3, 4, 5]}}
    shapes: [{type: sphere, radius: 0.1, group: wheels}]
    forces: [{type: gravity, acceleration: [0, 0, -9.81]}]
contacts:
  - {type: rigid, first: {object: cart}, second: {object: ground}, friction: 0.8}
constraints:
  - {type: hinge-joint, name: left, first: {object: cart, group: body}, second: {object: cart, group: a}, at: [-0.3, -0.2, 0.1], axis: [0, 1, 0], angle: 1, history: DRIVE}
  - {type: hinge-joint, name: right, first: {object: cart, group: body}, second: {object: cart, group: b}, at: [-0.3, 0.2, 0.1], axis: [0, 1, 0], angle: 1, history: DRIVE}
  - {type: hinge-joint, name: free left, first: {object: cart, group: body}, second: {object: cart, group: c}, at: [0.3, -0.2, 0.1], axis: [0, 1, 0]}
  - {type: hinge-joint, name: free right, first: {object: cart, group: body}, second: {object: cart, group: d}, at: [0.3, 0.2, 0.1], axis: [0, 1, 0]}
analysis: {type: transient, stepper: moreau-jean, step: 0.002, end_time: 1.0, contact_tolerance: 1e-8}
output: {stem: out, every: 100, fields: [displacement, velocity]}
"""


# A wheel rolls against a kerb at {v}.
KERB = """\
objects:
  road:
    bodies: [{name: ground, position: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}, {name: kerb, position: [1.5, 0, 0], mass: 1, inertia: [1, 1, 1]}]
    shapes: [{type: plane, group: ground}, {type: box, size: [2, 1, 0.12], group: kerb}]
    groups: {whole: all}
    conditions: [{type: fixed, group: whole}]
  wheel:
    bodies: [{name: wheel, position: [0, 0, 0.3], mass: 5, inertia: [0.12, 0.225, 0.12], velocity: [V, 0, 0], angular_velocity: [0, W, 0]}]
    shapes: [{type: sphere, radius: 0.3}]
    forces: [{type: gravity, acceleration: [0, 0, -9.81]}]
contacts: [{type: rigid, friction: 1}]
analysis: {type: transient, stepper: moreau-jean, step: 0.001, end_time: 2, contact_tolerance: 1e-8}
output: {stem: out, every: 10, fields: [displacement, velocity]}
"""


class RigidJoints(RigidCase):
    def test_a_pendulum(self):
        """Verifies the period of a pendulum by an elliptic integral, its return to the initial
        position, and a stationary pin."""
        steps = 1000
        summary = self.run_case(PENDULUM.replace("STEP", repr(PERIOD / steps)).replace("END", repr(PERIOD)))
        moved, turned = self.results("bar", "displacement")[:, 0], self.results("bar", "rotation")[:, 0]
        self.assertLess(np.linalg.norm(moved[-1]), 2e-4)  # by velocities projected on the tangent in each step: 0.029
        self.assertLess(np.linalg.norm(moved[steps // 2] - [-2, 0, 0]), 2e-4)
        place = moved + [1, 0, 0]
        arm = np.array([np.cos(turned[:, 1]), 0 * turned[:, 1], -np.sin(turned[:, 1])]).T
        self.assertLess(np.abs(place - arm).max(), 1e-9)
        speed = math.sqrt(2 * 2 * 9.81 / 2.5)
        self.assertLess(np.linalg.norm(moved[steps // 4] - [-1, 0, -1]), 0.55 * speed * PERIOD / steps)
        fastest = np.linalg.norm(self.results("bar", "velocity")[:, 0], axis=1).max()
        self.assertAlmostEqual(fastest, speed, delta=2e-3)
        self.assertLess(summary["energies"]["relative_gap"], 2e-2)

    def test_a_pendulum_elsewhere(self):
        """Verifies the pendulum in micrometres and at a distance of 4e6 from the origin."""
        steps, found = 50, []
        for scale, away in [(1, 0), (1e-6, 0), (1e3, 4e6)]:
            case = PENDULUM.replace("STEP", repr(0.3 / steps)).replace("END", "0.3").replace("every: 1,", "every: 50,")
            case = case.replace("[1, 0, 0]", f"[{scale + away}, 0, 0]").replace("at: [0, 0, 0]", f"at: [{away}, 0, 0]")
            case = case.replace("[0.1, 0.5, 0.5]", str([0.1 * scale**2, 0.5 * scale**2, 0.5 * scale**2]))
            case = case.replace("-9.81", repr(-9.81 * scale))
            self.run_case(case)
            found.append(self.results("bar", "displacement")[-1, 0] / scale)
        np.testing.assert_allclose(found[1], found[0], atol=1e-9)
        np.testing.assert_allclose(found[2], found[0], atol=1e-7)

    def test_a_rope(self):
        """Verifies a ball that falls freely until its rope is taut, loses its velocity, and
        hangs."""
        summary = self.run_case(ROPE)
        moved, velocity = self.results("ball", "displacement")[:, 0], self.results("ball", "velocity")[:, 0]
        fell = 0.1  # s
        np.testing.assert_allclose(velocity[10], [0, 0, -10 * fell], atol=1e-9)
        self.assertAlmostEqual(moved[10, 2], -0.5 * 10 * fell**2, delta=0.006)
        np.testing.assert_allclose(moved[-1], [0, 0, -0.2], atol=1e-9)
        np.testing.assert_allclose(velocity[-1], 0, atol=1e-9)
        rope = summary["constraints"][0]
        self.assertAlmostEqual(rope["multipliers"]["most"], -20, delta=1e-6)
        np.testing.assert_allclose(summary["reactions"][0]["force"], [0, 0, 20], atol=1e-6)
        energies = summary["energies"]
        self.assertAlmostEqual(energies["loads"], 4, delta=1e-9)
        self.assertAlmostEqual(energies["constraints"], -4, delta=1e-6)

    def test_a_limit_of_a_hinge(self):
        """Verifies that a bar loses its velocity at the limit and rests with the moment of its
        weight as the multiplier."""
        summary = self.run_case(LIMIT)
        for stepper in ("moreau-jean", "implicit-euler", "trapezoid"):
            self.write("limit.yaml", LIMIT.replace("moreau-jean", stepper))
            self.assertRuns("check", "limit.yaml")
        place = self.results("bar", "displacement")[-1, 0] + [1, 0, 0]
        np.testing.assert_allclose(place, [math.sin(0.5), 0, -math.cos(0.5)], atol=1e-7)
        np.testing.assert_allclose(self.results("bar", "velocity")[-1, 0], 0, atol=1e-9)
        stop = summary["constraints"][1]["multipliers"]
        self.assertAlmostEqual(stop["most"], 2 * 9.81 * math.sin(0.5), delta=1e-6)
        energies = summary["energies"]
        self.assertAlmostEqual(energies["constraints"], -energies["loads"], delta=1e-6)

    def test_a_chain_on_a_floor(self):
        bodies = "\n".join(f"      - {{name: l{i}, position: [0.02, {0.01 * (-1)**i}, {0.5 + 0.35 * i}], mass: 1, inertia: [0.005, 0.005, 0.001]}}"
                           for i in range(LINKS))
        pairs = str([[i + 1, i + 2] for i in range(LINKS - 1)])
        case = CHAIN.replace("BODIES", bodies).replace("PAIRS", pairs)
        summary = self.run_case(case)
        np.testing.assert_allclose(summary["load_plus_reactions"], 0, atol=1e-6)
        self.assertLess(summary["rigid_contacts"]["worst_complementarity"], 1e-8)
        with h5py.File(self.folder / "out.h5") as file:
            last = sorted(file["steps"])[-1]
            rest = file["meshes/links/points"][:]
            place = rest + file[f"steps/{last}/links/displacement"][:]
            turned = file[f"steps/{last}/links/rotation"][:]
        self.assertGreater(place[:, 2].min(), 0.05 - 1e-6)

        def at(i, point):
            angle = np.linalg.norm(turned[i])
            arm = point - rest[i]
            if angle > 0:
                axis = turned[i] / angle
                arm = (arm * np.cos(angle) + np.cross(axis, arm) * np.sin(angle) + axis * axis.dot(arm) * (1 - np.cos(angle)))
            return place[i] + arm

        for i in range(LINKS - 1):
            pin = 0.5 * (rest[i] + rest[i + 1])
            self.assertLess(np.linalg.norm(at(i, pin) - at(i + 1, pin)), 1e-6)

    def test_a_key_between_jaws(self):
        """Verifies that a key sticks while its weight is below 2 mu P, and otherwise accelerates by
        g - 2 mu P / m."""
        for press, acceleration in [(21, 0.0), (16, 10 - 2 * 0.25 * 16)]:
            summary = self.run_case(KEY.replace("PRESS", str(press)))
            velocity = self.results("key", "velocity")[-1, 0]
            np.testing.assert_allclose(velocity, [0, 0, -0.2 * acceleration], atol=1e-6)
            wall, guide = summary["reactions"][0]["force"], summary["constraints"][0]["force"]
            self.assertAlmostEqual(wall[0], press, delta=1e-5)
            self.assertAlmostEqual(wall[2] + guide[2], min(10, 0.5 * press), delta=1e-5)

    def test_what_is_squeezed_has_no_solution(self):
        """Verifies that an infeasible contact is reported by every solver.

        Until the press reaches the ball only the press moves, with velocity errors at round-off.
        Afterwards the impulses grow without bound, so that errors relative to them are below any
        tolerance."""
        in_mm = PRESSED.replace("0.35]", "350]").replace("[0, 0, 0.1]", "[0, 0, 100]").replace("[1, 1, 0.2]", "[1000, 1000, 200]")
        in_mm = in_mm.replace("radius: 0.1", "radius: 100").replace("travel: 0.2", "travel: 200").replace("0.004, 0.004, 0.004", "4e3, 4e3, 4e3")
        for case in (PRESSED, in_mm.replace("inertia: [1, 1, 1]", "inertia: [1e6, 1e6, 1e6]")):
            for solver in ("accelerated-gradient", "alternating-directions", "barzilai-borwein", "conjugate-gradient", "gauss-seidel",
                           "jacobi", "newton"):
                self.write("case.yaml", replaced(case, "SOLVER", solver))
                self.assertFails(self.tenon("run", "case.yaml"), 3, r"The contacts and constraints are infeasible at t = 0\.2[56]",
                                 "body 1 of object '(floor|press)' and body 1 of object 'ball'|object 'ball' and body", "replace a prescribed displacement by a force")

    def test_a_cart(self):
        """Verifies that wheels of radius 0.1 rolling at 5 rad/s drive the cart at 0.5."""
        drive = "[[0, 0], [0.1, 0.1], [0.2, 0.3], [0.3, 0.6], [0.4, 1], [10, 49]]"
        summary = self.run_case(CART.replace("DRIVE", drive))
        velocity = self.results("cart", "velocity")[-1]
        np.testing.assert_allclose(velocity[:, 0], 0.5, atol=1e-5)
        np.testing.assert_allclose(velocity[:, 1:], 0, atol=1e-6)
        moved = self.results("cart", "displacement")[-1]
        self.assertLess(np.abs(moved[:, 2]).max(), 1e-6)
        self.assertAlmostEqual(moved[0, 0], 0.1 * (1 + 0.6 * 5), delta=0.01)
        np.testing.assert_allclose(summary["reactions"][0]["force"], [0, 0, 6 * 9.81], atol=1e-4)

    def test_a_wheel_and_a_kerb(self):
        """Verifies a wheel, I = k m R^2, that climbs a step s above v^2 = 2 g s (k + 1) / (k + 1 -
        s / R)^2 and otherwise rolls back.

        The impact at the edge conserves the angular momentum about the edge."""
        k, share = 0.5, 0.2
        least = math.sqrt(2 * 9.81 * 0.06 * (k + 1)) / (k + 1 - share)
        for factor in (0.97, 1.03):
            v = factor * least
            self.run_case(KERB.replace("V,", f"{v!r},").replace("W,", f"{v / 0.3!r},"))
            moved, velocity = self.results("wheel", "displacement")[:, 0], self.results("wheel", "velocity")[:, 0]
            if factor > 1:
                self.assertAlmostEqual(moved[:, 2].max(), 0.06, delta=1e-3)
                self.assertAlmostEqual(moved[-1, 2], 0.06, delta=1e-6)
                self.assertGreater(velocity[-1, 0], 0.05)
            else:
                self.assertLess(moved[:, 2].max(), 0.06)
                self.assertAlmostEqual(moved[-1, 2], 0, delta=1e-6)
                self.assertLess(velocity[-1, 0], -0.05)

    def test_a_cart_and_a_kerb(self):
        """Verifies apps/cases/kerb.yaml: at the end all four wheels are on the kerb and the frame
        is upright."""
        case = (SOURCE / "apps/cases/kerb.yaml").read_text().replace("../../meshes", str(SOURCE / "meshes"))
        if RANKS > 2:  # slow on more ranks than cores
            case = replaced(replaced(case, "step: 0.002", "step: 0.004"), "every: 20", "every: 400")
        self.write("case.yaml", case)
        self.assertRuns("run", "case.yaml", "--summary", "summary.json")
        energies = json.loads((self.folder / "summary.json").read_text())["energies"]
        self.assertLess(energies["kinetic"], energies["at_start"] - 50 * 9.81 * 0.06)
        self.assertGreater(energies["dissipated"], 20)
        self.assertLess(energies["relative_gap"], 1e-3)
        with h5py.File(self.folder / "kerb.h5") as file:
            last = file["steps"][sorted(file["steps"])[-1]]["cart"]
            np.testing.assert_allclose(last["displacement"][2:, 2], 0.06, atol=1e-5)
            np.testing.assert_allclose(last["rotation"][2], 0, atol=1e-4)
            np.testing.assert_allclose(last["velocity"][2:, 1], 0, atol=1e-4)

    def test_refusals(self):
        soft = replaced(PENDULUM.replace("STEP", "0.1").replace("END", "1"), "axis: [0, 1, 0]", "axis: [0, 1, 0], compliance: 0.1")
        self.refuse(soft, "'pin' has a `compliance`.*another `stepper`")
        self.refuse(replaced(soft, "compliance: 0.1", "relaxation: 0.5"), "'pin' has a `relaxation`")


if __name__ == "__main__":
    unittest.main()
