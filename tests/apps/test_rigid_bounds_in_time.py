# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies contacts and bounds of rigid bodies in second-order dynamics: stops, ropes, boxes that
fall, slide and rest."""
import json
import math
import unittest

import h5py
import numpy as np

import test_rigid_joints
from tenon_program import RANKS, Case, box, replaced

SECOND_ORDER = ["trapezoid", "generalised-alpha", "hht", "newmark, gamma: 0.6, beta: 0.3025"]
ALONE = RANKS == 1  # one rank verifies the laws; several verify equal results

END = """\
analysis: {type: transient, stepper: STEPPER, step: STEP, end_time: END}
output: {stem: out, every: EVERY, histories: [{name: energies, energies: true}]}
solver: {preset: direct}
"""

# A bar on a hinge swings down to the limit of its angle.
LIMIT = test_rigid_joints.LIMIT[:test_rigid_joints.LIMIT.index("analysis:")] + END

# A body falls by 0.5 beside a hook until a rope is taut, and swings. The rope is attached at x =
# 0.6.
ROPE = """\
objects:
  hook:
    bodies: [{name: hook, position: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}]
    conditions: [{type: fixed, group: hook}]
  ball:
    bodies: [{name: ball, position: [PLACE, 0, -0.3], mass: 2, inertia: [0.1, 0.1, 0.1]}]
    forces: [{type: gravity, acceleration: [0, 0, -10]}]
  ends:
    particles: [{name: up, position: [0, 0, 0]}, {name: down, position: [0.6, 0, -0.3]}]
    mapping: {type: subset-multi, parts: [{group: up, parent: hook}, {group: down, parent: ball}]}
constraints:
  - {type: distance, name: rope, first: {object: ends}, second: {object: ends}, pairs: [[1, 2]], distance: 1, bound: upper}
""" + END

# A box with edges of SIZE on a rigid body above a floor; gravity is 10 sizes.
BOX = """\
objects:
  body:
    bodies: [{name: body, position: [0, 0, PLACE], mass: 3, inertia: [INERTIA, INERTIA, INERTIA], velocity: [SPEED, 0, 0], angular_velocity: SPIN}]
    forces: [{type: gravity, acceleration: [PULL, 0, GRAVITY]}]
  skin:
    mesh: box.msh
    mapping: {type: rigid, parent: body}
contacts:
  - {type: plane, name: floor, slave: {object: skin, group: bottom}, point: [0, 0, 0], normal: [0, 0, 1], friction: MU}
""" + END

# Two cranks and a coupler that stays level: a closed loop of parallel hinges that falls onto a
# stop.
LOOP = """\
objects:
  bars:
    bodies:
      - {name: left, position: [0, 0, 0.5], mass: 1, inertia: [0.1, 0.1, 0.01], angular_velocity: [0, 2, 0], velocity: [1, 0, 0]}
      - {name: right, position: [1, 0, 0.5], mass: 1, inertia: [0.1, 0.1, 0.01], angular_velocity: [0, 2, 0], velocity: [1, 0, 0]}
      - {name: top, position: [0.5, 0, 1], mass: 2, inertia: [0.02, 0.2, 0.2], velocity: [2, 0, 0]}
    forces: [{type: gravity, acceleration: [0, 0, -10]}]
  mark:
    particles: [{name: mark, position: [0.3, 0, 1]}]
    mapping: {type: rigid, parent: bars, body: top}
constraints:
  - {type: hinge-joint, name: a, first: {object: bars, group: left}, at: [0, 0, 0], axis: [0, 1, 0]}
  - {type: hinge-joint, name: b, first: {object: bars, group: right}, at: [1, 0, 0], axis: [0, 1, 0]}
  - {type: hinge-joint, name: c, first: {object: bars, group: left}, second: {object: bars, group: top}, at: [0, 0, 1], axis: [0, 1, 0]}
  - {type: hinge-joint, name: d, first: {object: bars, group: right}, second: {object: bars, group: top}, at: [1, 0, 1], axis: [0, 1, 0]}
contacts:
  - {type: plane, name: stop, slave: {object: mark, group: mark}, point: [0, 0, 0.6], normal: [0, 0, 1]}
""" + END

# A soft block falls on a plate between a hinge and a stop.
PLATE = """\
objects:
  plate:
    bodies: [{name: plate, position: [1, 0, -0.05], mass: 4, inertia: [0.4, 1.4, 1.7]}]
    forces: [{type: gravity, acceleration: [0, 0, -10]}]
  top:
    mesh: plate.msh
    mapping: {type: rigid, parent: plate}
    groups: {end: {nearest: [2, 0, -0.1]}}
  block:
    mesh: block.msh
    initial: {velocity: [0, 0, -0.2]}
    forces:
      - {type: elastic, material: {type: neo-hookean, young: 2000, poisson: 0.3}, rayleigh_stiffness: 0.02}
      - {type: gravity, density: 8, acceleration: [0, 0, -10]}
    masses: [{type: consistent, density: 8}]
contacts:
  - {type: surface, name: seat, slave: {object: block, group: bottom}, master: {object: top, group: top}, method: nodes, friction: 0.5}
  - {type: plane, name: stop, slave: {object: top, group: end}, point: [0, 0, -0.1], normal: [0, 0, 1]}
constraints:
  - {type: hinge-joint, name: pin, first: {object: plate, group: plate}, at: [0, 0, -0.05], axis: [0, 1, 0]}
""" + END


class RigidBoundsInTime(Case):
    def run_case(self, text, **values):
        for name, value in {"every": 1, **values}.items():
            text = text.replace(name.upper(), value if isinstance(value, str) else repr(value))
        self.write("case.yaml", text)
        self.assertRuns("run", "case.yaml", "--summary", "summary.json")
        return json.loads((self.folder / "summary.json").read_text())

    results = test_rigid_joints.RigidJoints.results

    def box(self, size=1.0, cells=1, **values):
        given = {"place": 0.5, "speed": 0.0, "mu": 0.3, "pull": 0.0, "spin": "[0, 0, 0]", **values}
        low = (-0.5 * size, -0.5 * size, (given["place"] - 0.5) * size)
        self.write("box.msh", box(low=low, size=(size,) * 3, cells=(cells,) * 3))
        lengths = {name: given.pop(name) * size for name in ("place", "speed", "pull")}
        return self.run_case(BOX, gravity=-10 * size, inertia=0.5 * size**2, **lengths, **given)

    def times(self):
        with h5py.File(self.folder / "out.h5") as file:
            return np.array([file["steps"][step].attrs["time"] for step in sorted(file["steps"])])

    def multipliers(self, name):
        """Returns the multipliers of all steps, [steps, rows]."""
        with h5py.File(self.folder / "out.h5") as file:
            of = file[f"constraints/{name}/multipliers"]
            return np.array([of[step][:].ravel() for step in sorted(of)])

    def energy(self):
        """Returns kinetic, elastic and potential energy plus the dissipation of dampers, of all
        steps."""
        rows = np.genfromtxt(self.folder / "out.energies.csv", delimiter=",", names=True)
        return rows["kinetic"] + rows["elastic"] + rows["dissipated"] - rows["loads"]

    def test_a_bar_that_swings_to_its_stop(self):
        """Verifies phi'' = -k sin phi up to the stop, hit within the step; afterwards the pin
        carries the part of the weight that the stop does not."""
        k, angle, weight = 2 * 9.81 / 2.5, 0.5, 2 * 9.81
        speed, met, early = swing(k, angle)
        push = weight * math.sin(angle)  # across the end of the bar
        for stepper in SECOND_ORDER if ALONE else SECOND_ORDER[1:2]:
            errors = []
            for step in (0.016, 0.008):
                self.run_case(LIMIT, stepper=stepper, step=step, end=0.8)
                times, turned = self.times(), math.pi / 2 - self.results("bar", "rotation")[:, 0, 1]
                stop, pin = self.multipliers("stop")[:, 0], self.multipliers("pin")[:, :3]
                first = np.flatnonzero(stop)[0]
                self.assertLess(abs(times[first] - step / 2 - met), 0.55 * step, stepper)
                errors.append(turned[np.argmin(np.abs(times - early[0]))] - early[1])
                np.testing.assert_allclose(turned[first:], angle, atol=1e-9, err_msg=stepper)
                np.testing.assert_allclose(self.results("bar", "velocity")[first:], 0, atol=1e-9)
                np.testing.assert_allclose(self.results("bar", "angular_velocity")[first:], 0, atol=1e-9)
                self.assertAlmostEqual(step * stop[first], 2.5 * speed, delta=2 * step * weight, msg="its momentum")
                np.testing.assert_allclose(stop[first + 1:], push, rtol=1e-7)
                held = [push * math.cos(angle), 0, weight - push * math.sin(angle)]
                for one in pin[first + 1:]:
                    np.testing.assert_allclose(np.abs(one), held, atol=1e-6, err_msg=f"{stepper}: no tremble")
                self.assertLess(np.diff(self.energy()).max(), 1e-9 * weight, stepper)
            self.assertGreater(abs(errors[0] / errors[1]), 1.9 if "gamma" in stepper else 3.6, stepper)

    def test_a_rope_that_pulls_tight(self):
        """Verifies that a rope removes the velocity along it; the rest swings with an energy error
        of second order in the step size."""
        for place, stepper in [(0.6, "trapezoid"), (0.7, "generalised-alpha")][:2 if ALONE else 1]:
            swings = []
            for step in 0.02, 0.01:
                self.run_case(ROPE, stepper=stepper, step=step, place=place, end=1.2)
                times, energy, rope = self.times(), self.energy(), self.multipliers("rope")[:, 0]
                first = np.flatnonzero(rope)[0]
                self.assertLess(abs(times[first] - step / 2 - math.sqrt(0.1)), 0.51 * step)
                self.assertTrue((rope[first:] < 0).all(), "it stays tight")
                swings.append(np.ptp(energy[first + 1:]))
                # At its centre: (v n)^2 / 2 is lost, v^2 = 2 g 0.5 and n_z = 0.8.
                if place == 0.6:
                    self.assertAlmostEqual(energy[first + 1] - energy[0], -2 * 5 * 0.8**2, delta=40 * step)
            self.assertLess(swings[1], 4e-3 * 10, "a tenth of that a second by impulses along the rope at the end of steps only")
            self.assertGreater(swings[0] / swings[1], 3.3, stepper)

    def test_a_box_that_slides_and_rests(self):
        """Verifies v - mu g t until the box stops, and the uneven pressure with the moment mu m g /
        2. Twelve rows, six dofs."""
        for size in (1.0, 1e-6) if ALONE else (1.0,):
            self.box(size, stepper="trapezoid", step=0.04, end=1, speed=2.0, mu=0.25)
            times, velocity = self.times(), self.results("body", "velocity")[:, 0] / size
            floor = self.multipliers("floor").reshape(len(times), 4, 3) / size
            sliding = times < 0.8 - 1e-9
            # Friction limits are iterated to Newton's tolerance, 1e-8.
            np.testing.assert_allclose(velocity[sliding, 0], 2 - 2.5 * times[sliding], rtol=0, atol=2e-8)
            np.testing.assert_allclose(velocity[times > 0.83], 0, atol=1e-12)
            self.assertAlmostEqual(self.results("body", "displacement")[-1, 0, 0] / size, 0.8, delta=1e-8)
            for one in floor[1:]:
                np.testing.assert_allclose(one[:, 0].sum(), 30, rtol=1e-9)
            np.testing.assert_allclose(np.sort(floor[5, :, 0]), [5.625, 5.625, 9.375, 9.375], rtol=1e-6)
            np.testing.assert_allclose(np.abs(floor[5, :, 1]), 0.25 * floor[5, :, 0], rtol=1e-6)
            np.testing.assert_allclose(floor[-1, :, 0], 7.5, rtol=1e-6)
            self.assertLess(np.diff(self.energy()).max(), 1e-12 * size**2)

    def test_a_box_at_rest_does_not_creep(self):
        """Verifies a box without creep in 1,000 steps under a tangential force of 0.4 mu g per
        mass."""
        for stepper, steps in [("generalised-alpha", 1000 if ALONE else 20), ("trapezoid", 100), ("implicit-euler", 100)][:3 if ALONE else 1]:
            self.box(stepper=stepper, step=0.005, end=0.005 * steps, every=10, pull=1.2)
            np.testing.assert_allclose(self.results("body", "displacement")[-1], 0, atol=1e-12)
            np.testing.assert_allclose(self.results("body", "rotation")[-1], 0, atol=1e-12)
            np.testing.assert_allclose(self.results("body", "velocity")[1:], 0, atol=1e-10)
            floor = self.multipliers("floor")[-1].reshape(4, 3)
            np.testing.assert_allclose(np.abs(floor.sum(axis=0)), [30, 3.6, 0], rtol=1e-9, atol=1e-9)
            np.testing.assert_allclose(np.sort(floor[:, 0]), [6.6, 6.6, 8.4, 8.4], rtol=1e-6)

    def test_a_box_that_tumbles(self):
        """Verifies that a box falls on a corner, rocks and comes to rest, with decreasing energy in
        each step."""
        for stepper in SECOND_ORDER[:2 if ALONE else 1]:
            self.box(cells=2, stepper=stepper, step=0.02, end=1.5, every=75, place=0.7, speed=0.5, spin="[0.3, 0.7, 0.2]")
            self.assertLess(np.diff(self.energy()).max(), 1e-9 * 3 * 10 * 0.2, stepper)
            self.assertAlmostEqual(self.multipliers("floor")[-1].reshape(-1, 3)[:, 0].sum(), 30, delta=1e-6)
            np.testing.assert_allclose(self.results("body", "velocity")[-1], 0, atol=1e-9)
            np.testing.assert_allclose(self.results("body", "displacement")[-1, 0, 2], -0.2, atol=1e-9)

    def test_a_closed_loop_with_a_stop(self):
        """Verifies that the stop carries the weight of the coupler and half of that of both cranks;
        the hinges carry the rest."""
        for stepper in SECOND_ORDER[:2 if ALONE else 1]:
            self.run_case(LOOP, stepper=stepper, step=0.02, end=0.6)
            stop, pins = self.multipliers("stop")[:, 0], [self.multipliers(name) for name in "ab"]
            first = np.flatnonzero(stop)[0]
            np.testing.assert_allclose(stop[first + 1:], 30, rtol=1e-9)
            # Part of the crank's weight, 10, and the moment of the stop, which is 0.2 off the
            # middle.
            for pin, carried in zip(pins, (1, 11)):
                np.testing.assert_allclose(np.abs(pin[first + 1:, 2]), carried, rtol=1e-7)
            moved = self.results("bars", "displacement")
            np.testing.assert_allclose(moved[first:, 2, 2], -0.4, atol=1e-9)
            np.testing.assert_allclose(moved[first:, 2, 0], 0.8, atol=1e-9)
            np.testing.assert_allclose(self.results("bars", "velocity")[first:], 0, atol=1e-9)
            steps = np.diff(self.energy())
            self.assertLess(steps[first:].max(), 1e-9)
            self.assertLess(steps.max(), 1e-4 * 30 * 0.4, "joints that turn, without any blow")

    def test_a_soft_block_on_a_plate(self):
        """Verifies moments about the hinge: the stop carries half of the plate's weight, and of the
        block's according to its centre."""
        self.write("plate.msh", box(low=(0, -0.5, -0.1), size=(2, 1, 0.1), cells=(4, 2, 1)))
        self.write("block.msh", box(low=(0.5, -0.25, 0.0), size=(0.5, 0.5, 0.5), cells=(2, 2, 2)))
        stops = []
        for stepper in ["generalised-alpha", "trapezoid", "implicit-euler"][:3 if ALONE else 1]:
            self.run_case(PLATE, stepper=stepper, step=0.01, end=0.8, every=80)
            stops.append(self.multipliers("stop")[-1, 0])
            self.assertAlmostEqual(stops[-1], (4 * 10 * 1 + 8 * 0.125 * 10 * 0.75) / 2, delta=0.02, msg=stepper)
            self.assertAlmostEqual(self.multipliers("seat")[-1].reshape(-1, 3)[:, 0].sum(), 10, delta=0.02)
            np.testing.assert_allclose(self.results("plate", "velocity")[-1], 0, atol=1e-9)
            self.assertLess(np.diff(self.energy()).max(), 2e-3)

    def test_a_soft_block_on_a_driven_plate(self):
        """Verifies a block held by friction on a plate that the hinge tilts: at rest the hinge
        carries the moment of both weights."""
        self.write("plate.msh", box(low=(0, -0.5, -0.1), size=(2, 1, 0.1), cells=(4, 2, 1)))
        self.write("block.msh", box(low=(0.5, -0.25, 0.0), size=(0.5, 0.5, 0.5), cells=(2, 2, 2)))
        text = replaced(PLATE, "axis: [0, 1, 0]}", "axis: [0, 1, 0], angle: -0.3, history: [[0, 0], [0.1, 0], [0.4, 1]]}")
        text = replaced(text, "point: [0, 0, -0.1]", "point: [0, 0, -1]")
        for stepper in ("trapezoid", "generalised-alpha") if ALONE else ("trapezoid",):
            self.run_case(text, stepper=stepper, step=0.01, end=1.6, every=160)
            turned = self.results("plate", "rotation")[-1, 0]
            np.testing.assert_allclose(turned, [0, 0.3, 0], atol=1e-9)
            with h5py.File(self.folder / "out.h5") as file:
                rest = file["meshes/block/points"][:]
            weights = np.prod(np.where(np.isclose(rest, [0.75, 0, 0.25]), 2, 1), axis=1)  # weights of nodes, as shares of cells
            centre = np.average((rest + self.results("block", "displacement")[-1])[:, 0], weights=weights)
            moment = 4 * 10 * math.cos(0.3) + 8 * 0.125 * 10 * centre
            self.assertAlmostEqual(self.multipliers("pin")[-1, -1], -moment, delta=2e-4 * moment, msg=stepper)
            pressed = self.multipliers("seat")[-1].reshape(-1, 3)[:, 0].sum()
            self.assertAlmostEqual(pressed, 10 * math.cos(0.3), delta=2e-3)

    def test_on_from_a_checkpoint(self):
        """Verifies the restart while the rope is taut against an uninterrupted run."""
        text = ROPE.replace("every: EVERY", "every: 10, checkpoint: 20")
        values = {"stepper": "generalised-alpha", "step": 0.02, "place": 0.7}
        self.run_case(text, end=1.0, **values)
        whole = self.results("ball", "displacement"), self.results("ball", "velocity"), self.multipliers("rope")
        for path in self.folder.glob("out.*"):
            path.unlink()
        self.run_case(text, end=0.6, **values)
        self.write("case.yaml", (self.folder / "case.yaml").read_text().replace("end_time: 0.6", "end_time: 1.0"))
        self.assertRuns("run", "case.yaml", "--restart")
        for again, values in zip((self.results("ball", "displacement"), self.results("ball", "velocity"), self.multipliers("rope")), whole):
            np.testing.assert_allclose(again, values, atol=1e-9 * np.abs(values).max())

    @unittest.skipUnless(ALONE, "one rank measures it")
    def test_as_by_implicit_euler(self):
        """Verifies equal results by implicit Euler, of first order, in the limit of small steps."""
        apart = []
        for step in 0.02, 0.01, 0.005:
            ends = []
            for stepper in "trapezoid", "implicit-euler":
                self.run_case(ROPE, stepper=stepper, step=step, place=0.7, end=0.8, every=1000)
                ends.append(self.results("ball", "displacement")[-1, 0])
            apart.append(np.linalg.norm(ends[1] - ends[0]))
        self.assertLess(apart[2], 0.02)
        self.assertLess(apart[2], 0.35 * apart[0])


def swing(k, angle):
    """Integrates the swing from the horizontal by Runge-Kutta; returns the speed and the time at
    `angle`, and an earlier time and angle."""
    def rate(s):
        return np.array([s[1], -k * math.sin(s[0])])

    state, h, n, early = np.array([math.pi / 2, 0.0]), 1e-4, 0, None
    while state[0] > angle:
        if n == 4800:
            early = n * h, state[0]
        a = rate(state)
        b = rate(state + h / 2 * a)
        c = rate(state + h / 2 * b)
        d = rate(state + h * c)
        before, state, n = state, state + h / 6 * (a + 2 * b + 2 * c + d), n + 1
    share = (before[0] - angle) / (before[0] - state[0])
    return abs(before[1] + share * (state[1] - before[1])), (n - 1 + share) * h, early


if __name__ == "__main__":
    unittest.main()
