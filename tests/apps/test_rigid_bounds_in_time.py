"""Contacts and bounds beside rigid bodies in motions of second order: stops, ropes, boxes that fall, slide and rest."""
import json
import math
import unittest

import h5py
import numpy as np

import test_rigid_joints
from tenon import Case, box, replaced

SECOND_ORDER = "trapezoid", "generalised-alpha", "hht", "newmark, gamma: 0.6, beta: 0.3025"

LIMIT = replaced(replaced(test_rigid_joints.LIMIT, "stepper: moreau-jean, step: 0.001, end_time: 0.8, contact_tolerance: 1e-10",
                          "stepper: STEPPER, step: STEP, end_time: END"),
                 "output: {stem: out, every: 100}", "output: {stem: out, histories: [{name: energies, energies: true}]}\nsolver: {preset: direct}")

# A body falls beside a hook, a rope in between is tight after 0.5, and it swings. The rope is fixed at {arm} from its centre.
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
analysis: {type: transient, stepper: STEPPER, step: STEP, end_time: 3}
output: {stem: out, histories: [{name: energies, energies: true}]}
solver: {preset: direct}
"""

# A box of edges 1 that a rigid body carries, above a floor.
BOX = """\
objects:
  body:
    bodies: [{name: body, position: [0, 0, PLACE], mass: 3, inertia: [0.5, 0.5, 0.5], velocity: [SPEED, 0, 0]}]
    forces: [{type: gravity, acceleration: [0, 0, -10]}]
  skin:
    mesh: box.msh
    mapping: {type: rigid, parent: body}
contacts:
  - {type: plane, name: floor, slave: {object: skin, group: bottom}, point: [0, 0, 0], normal: [0, 0, 1], friction: MU}
analysis: {type: transient, stepper: STEPPER, step: STEP, end_time: END}
output: {stem: out, histories: [{name: energies, energies: true}]}
solver: {preset: direct}
"""


class RigidBoundsInTime(Case):
    def run_case(self, text, **values):
        for name, value in values.items():
            text = text.replace(name.upper(), value if isinstance(value, str) else repr(value))
        self.write("case.yaml", text)
        self.assertRuns("run", "case.yaml", "--summary", "summary.json")
        return json.loads((self.folder / "summary.json").read_text())

    results = test_rigid_joints.RigidJoints.results

    def times(self):
        with h5py.File(self.folder / "out.h5") as file:
            return np.array([file["steps"][step].attrs["time"] for step in sorted(file["steps"])])

    def multipliers(self, name):
        """Of all steps, [steps, rows]."""
        with h5py.File(self.folder / "out.h5") as file:
            of = file[f"constraints/{name}/multipliers"]
            return np.array([of[step][:].ravel() for step in sorted(of)])

    def energy(self):
        """Kinetic and of position, of all steps."""
        rows = np.genfromtxt(self.folder / "out.energies.csv", delimiter=",", names=True)
        return rows["kinetic"] + rows["elastic"] - rows["loads"]

    def test_a_bar_that_swings_to_its_stop(self):
        """phi'' = -k sin phi until it is met; then it rests there, and the pin carries the weight, without a tremble."""
        k, angle, mass, g = 2 * 9.81 / 2.5, 0.5, 2, 9.81
        phi, speed, met, early = swing(k, angle)
        for stepper in SECOND_ORDER:
            errors = []
            for step in (0.008, 0.004):
                self.run_case(LIMIT, stepper=stepper, step=step, end=0.8)
                times, turned = self.times(), math.pi / 2 - self.results("bar", "rotation")[:, 0, 1]
                stop, pin = self.multipliers("stop")[:, 0], self.multipliers("pin")
                first = np.flatnonzero(stop)[0]
                self.assertLess(abs(times[first] - step / 2 - met), 0.55 * step, stepper)
                errors.append(turned[np.argmin(np.abs(times - early[0]))] - early[1])
                self.assertTrue((stop[first:] > 0).all(), f"{stepper}: it stays")
                np.testing.assert_allclose(turned[first:], angle, atol=1e-9)
                np.testing.assert_allclose(self.results("bar", "velocity")[first:], 0, atol=1e-9)
                np.testing.assert_allclose(self.results("bar", "angular_velocity")[first:], 0, atol=1e-9)
                np.testing.assert_allclose(stop[first + 1:], mass * g * math.sin(angle), rtol=1e-7)
                self.assertAlmostEqual(step * stop[first], 2.5 * speed, delta=2 * step * mass * g)
                push = mass * g * math.sin(angle)  # of the stop, across the end of the arm: the pin has what is left
                held = [push * math.cos(angle), 0, mass * g - push * math.sin(angle)]
                np.testing.assert_allclose(np.abs(pin[first + 1:, :3]), np.broadcast_to(held, (len(pin) - first - 1, 3)), atol=1e-6, err_msg=stepper)
                energy = self.energy()
                self.assertLess(np.diff(energy).max(), 20 * step**2, stepper)
            print(stepper, errors, energy[0], np.diff(energy).max())
            self.assertGreater(abs(errors[0] / errors[1]), 3.5 if "gamma" not in stepper else 1.9, stepper)

    def test_a_rope_that_pulls_tight(self):
        """What goes along it is lost, the rest swings on, with its energy to second order in the step."""
        for place in 0.6, 0.7:
            for stepper in SECOND_ORDER:
                lost = []
                for step in 0.01, 0.005:
                    self.run_case(ROPE, stepper=stepper, step=step, place=place)
                    times, energy, rope = self.times(), self.energy(), self.multipliers("rope")[:, 0]
                    first = np.flatnonzero(rope)[0]
                    self.assertLess(abs(times[first] - step / 2 - math.sqrt(2 * 0.5 / 10)), 0.51 * step)
                    tight = energy[first + 1:]
                    lost.append(np.ptp(tight))
                    if place == 0.6:  # at its centre: v^2 n_x^2 / 2 is left
                        self.assertAlmostEqual(tight[0] - energy[0], -2 * (10 * 0.5) * 0.8**2, delta=40 * step)
                print(place, stepper, lost, energy[0], energy[first + 1], energy[-1])

    def test_a_box_that_falls(self):
        self.write("box.msh", box(low=(-0.5, -0.5, 0.01), cells=(1, 1, 1)))
        for stepper in SECOND_ORDER:
            self.run_case(BOX, stepper=stepper, step=0.005, place=0.51, speed=0, mu=0.3, end=0.3)
            floor = self.multipliers("floor").reshape(-1, 4, 3)
            print(stepper, floor[-1], np.diff(self.energy()).max(), self.results("body", "displacement")[-1], self.results("body", "velocity")[-1])


def swing(k, angle):
    """By Runge and Kutta from the horizontal: where and how fast it is when `angle` is met, when, and a time and place before."""
    state, h, time, early = np.array([math.pi / 2, 0.0]), 1e-4, 0.0, None
    rate = lambda s: np.array([s[1], -k * math.sin(s[0])])
    while state[0] > angle:
        if early is None and time >= 0.48 - h / 2:
            early = time, state[0]
        a = rate(state)
        b = rate(state + h / 2 * a)
        c = rate(state + h / 2 * b)
        d = rate(state + h * c)
        before, state, time = state, state + h / 6 * (a + 2 * b + 2 * c + d), time + h
    share = (before[0] - angle) / (before[0] - state[0])
    return angle, abs(before[1] + share * (state[1] - before[1])), time - h + share * h, early


if __name__ == "__main__":
    unittest.main()
