# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies transient contact with time integrators of second order and with implicit Euler:
impacts, slip and stick."""
import math
import unittest

import numpy as np

import test_contact
from tenon_program import Case, replaced, sheet
from test_contact import FALLING, POINT

BAR = """\
output: {stem: bar, histories: [{name: energies, energies: true}]}
objects:
  bar:
    mesh: bar.msh
    initial: {velocity: [-0.01, 0]}
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 4, poisson: 0}}
    masses: [{type: consistent, density: 1}]
contacts:
  - {type: plane, name: wall, slave: {object: bar, group: west}, point: [0, 0], normal: [1, 0]}
analysis: {type: transient, stepper: STEPPER, step: 0.02, end_time: 1.2}
solver: {preset: direct}
"""

OSCILLATOR = """\
output: oscillator
objects:
  mass:
    particles: [{name: all, position: [0, 0, 0], mass: 1}]
    forces:
      - {type: rest-shape-springs, stiffness: 1.0e4, offset: [-8.5e-4, 0, 0]}
      - {type: gravity, acceleration: [0, 0, -10]}
contacts:
  - {type: plane, name: plane, slave: {object: mass, group: all}, point: [0, 0, 0], normal: [0, 0, 1], friction: 0.1}
analysis: {type: transient, stepper: STEPPER, step: 2.5e-4, end_time: 0.135}
solver: {preset: direct}
"""

SECOND_ORDER = "trapezoid", "generalised-alpha"


class ContactInTime(Case):
    run_case = test_contact.Contacts.run_case

    def steps_of(self, file):
        return [file["steps"][key] for key in sorted(file["steps"])]

    def test_a_bar_that_hits_a_wall(self):
        """Verifies d'Alembert's solution: contact lasts 2 L / c with the force rho c v A, and the
        bar rebounds with the velocity of the impact. The energy does not grow."""
        height, c, v = 0.05, 2.0, 0.01
        self.write("bar.msh", sheet(lambda s, t: (s, height * t), cells=(30, 1)))
        for stepper in SECOND_ORDER:
            _, file = self.run_case(BAR.replace("STEPPER", stepper), "bar")
            rows = np.genfromtxt(self.folder / "bar.energies.csv", delimiter=",", names=True)
            total = rows["kinetic"] + rows["elastic"]
            self.assertLess(np.diff(total).max(), 1e-9 * total[0], stepper)
            self.assertGreater(total[-1], 0.97 * total[0], stepper)
            steps = self.steps_of(file)
            times = np.array([at.attrs["time"] for at in steps])
            force = np.array([at["bar/force_wall"][:, 0].sum() for at in steps])
            touching = times[force > 0]
            self.assertAlmostEqual(touching[-1] - touching[0], 2 / c, delta=0.03, msg=stepper)
            between = (times > touching[0]) & (times < touching[-1])
            self.assertGreater(force[between].min(), 0, f"{stepper}: it never lets go in between")
            self.assertAlmostEqual(force.sum() * 0.02, 2 * height * v, delta=0.03 * 2 * height * v, msg="twice its momentum")
            plateau = force[(times > 0.05) & (times < 0.85)]
            self.assertAlmostEqual(plateau.mean(), c * v * height, delta=2e-3 * c * v * height, msg=stepper)
            self.assertLess(np.abs(plateau / (c * v * height) - 1).max(), 0.05, f"{stepper}: it does not chatter")
            leaving = np.mean(steps[-1]["bar/velocity"][:, 0])
            self.assertAlmostEqual(leaving, v, delta=0.05 * v, msg=stepper)
            wall = file["meshes/bar/points"][:, 0] == 0
            self.assertGreater(min(at["bar/displacement"][wall, 0].min() for at in steps), -1e-14)
            file.close()

    def test_an_oscillator_with_dry_friction(self):
        """Verifies extrema at n pi / 100, each smaller by 2 mu m g / k, until the spring force does
        not exceed friction."""
        for stepper in "newmark", "generalised-alpha, rho: 0.5":
            _, file = self.run_case(OSCILLATOR.replace("STEPPER", stepper), "oscillator")
            steps = self.steps_of(file)
            times = np.array([at.attrs["time"] for at in steps])
            x = np.array([at["mass/displacement"][0, 0] for at in steps]) + 8.5e-4
            for n, expected in enumerate((-6.5e-4, 4.5e-4, -2.5e-4, 0.5e-4), 1):
                near = np.abs(times - n * math.pi / 100) < 0.01
                extreme = x[near].min() if expected < 0 else x[near].max()
                self.assertAlmostEqual(extreme, expected, delta=1e-3 * abs(expected), msg=f"{stepper}, {n}")
                self.assertAlmostEqual(times[near][np.argmax(np.abs(x[near]))], n * math.pi / 100, delta=5e-4)
            stuck = times > 4 * math.pi / 100 + 1e-3
            self.assertLess(np.ptp(x[stuck]), 1e-15, "it sticks")
            self.assertLess(max(abs(at["mass/velocity"][0, 0]) for at, still in zip(steps, stuck) if still), 1e-9)
            self.assertLess(max(abs(at["mass/displacement"][0, 2]) for at in steps), 1e-15)
            np.testing.assert_allclose(steps[-1]["mass/force_plane"][0, 2], 10, rtol=1e-9)
            file.close()

    def test_sticking_does_not_creep(self):
        """Verifies that a tangential force of 40 % of mu N causes a speed of at most 1e-9 in 1,000
        steps."""
        text = POINT.replace("MU", "0.3").replace("VELOCITY", "0").replace("STEP", "0.001").replace("GZ", "-9.81")
        text = replaced(text, "output: point", "output: {stem: point, every: 100}")
        text = replaced(text, "GX", repr(0.4 * 0.3 * 9.81)).replace("implicit-euler", "generalised-alpha")
        _, file = self.run_case(text, "point")
        steps = self.steps_of(file)
        self.assertEqual(len(steps), 11)
        for at in steps[1:]:
            self.assertLess(np.abs(at["sled/velocity"][0]).max(), 1e-9)
        self.assertLess(np.abs(steps[-1]["sled/displacement"][0]).max(), 1e-12)
        np.testing.assert_allclose(steps[-1]["sled/force_slope"][0], [-0.4 * 0.3 * 2 * 9.81, 0, 2 * 9.81], rtol=1e-9)

    def test_a_sled_that_stops(self):
        """Verifies that a sled stops after the distance v^2 / 2 mu g in the time v / mu g with time
        integrators of second order. Friction is exact during slip, for any numerical damping."""
        text = POINT.replace("MU", "0.25").replace("VELOCITY", "2").replace("STEP", "0.004").replace("GX", "0").replace("GZ", "-9.81")
        for stepper in "trapezoid", "generalised-alpha, rho: 0.5":
            _, file = self.run_case(replaced(text, "implicit-euler", stepper), "point")
            steps = self.steps_of(file)
            times, speed, moved = np.array([(at.attrs["time"], at["sled/velocity"][0, 0], at["sled/displacement"][0, 0]) for at in steps]).T
            sliding = times < 0.8154
            np.testing.assert_allclose(speed[sliding], 2 - 0.25 * 9.81 * times[sliding], rtol=1e-9, atol=1e-9)
            stopped = np.argmax(speed <= 0)  # slip ends within this step; the sled sticks in the next one
            self.assertLess(np.abs(speed[stopped + 1:]).max(), 1e-12)
            self.assertAlmostEqual(times[stopped], 0.8154943935, delta=0.004)
            self.assertAlmostEqual(moved[-1], 0.8154943935, delta=1e-6)
            file.close()

    def test_a_blow_with_friction(self):
        """Verifies that an impact reduces the tangential velocity by mu times the normal velocity,
        at most to zero."""
        text = replaced(POINT.replace("VELOCITY, 0, 0", "1, 0.5, -0.5"), "position: [0, 0, 0]", "position: [0, 0, 0.103]").replace("STEP", "0.01")
        text = replaced(text.replace("GX", "0").replace("GZ", "0"), "end_time: 1}", "end_time: 0.3}")
        for stepper in "trapezoid", "generalised-alpha, rho: 0.5", "hht":
            for mu in 0.25, 3.0:
                _, file = self.run_case(replaced(text.replace("MU", repr(mu)), "implicit-euler", stepper), "point")
                velocity = np.array([at["sled/velocity"][0] for at in self.steps_of(file)])
                left = max(0, 1 - mu * 0.5 / math.hypot(1, 0.5))
                np.testing.assert_allclose(velocity[-1], [left, 0.5 * left, 0], atol=1e-9, err_msg=f"{stepper}, {mu}")
                self.assertGreater(velocity[:, 0].min(), -1e-12)
                file.close()

    def test_a_soft_block_that_falls(self):
        """Verifies that the energy does not grow and that the block does not penetrate the
        floor."""
        self.write("block.msh", test_contact.box(size=(2, 2, 1), cells=(2, 2, 1)))
        text = replaced(FALLING, "stepper: implicit-euler, step: 0.01", "stepper: generalised-alpha, rho: 0.5, step: 0.01").replace("end_time: 0.4", "end_time: 0.2")
        _, file = self.run_case(text, "falling")
        rows = np.genfromtxt(self.folder / "falling.energies.csv", delimiter=",", names=True)
        total = rows["kinetic"] + rows["elastic"] - rows["loads"]
        self.assertLess(np.diff(total).max(), 2e-3 * rows["loads"].max())
        below = file["meshes/block/points"][:, 2] == 0
        lowest = min(at["block/displacement"][below, 2].min() for at in self.steps_of(file))
        self.assertGreater(lowest, -0.02 - 1e-9)

    def test_on_from_a_checkpoint(self):
        """Verifies that a restart during contact gives the results of an uninterrupted run."""
        self.write("bar.msh", sheet(lambda s, t: (s, 0.05 * t), cells=(20, 1)))
        text = replaced(BAR.replace("STEPPER", "generalised-alpha"), "stem: bar,", "stem: bar, checkpoint: 20,").replace("end_time: 1.2", "end_time: 0.8")
        _, file = self.run_case(text, "bar")
        expected = {name: self.steps_of(file)[-1][f"bar/{name}"][:] for name in ("displacement", "velocity", "force_wall")}
        file.close()
        for path in self.folder.glob("bar.*"):
            if path.suffix != ".msh":
                path.unlink()
        self.write("case.yaml", replaced(text, "end_time: 0.8", "end_time: 0.4"))
        self.assertRuns("run", "case.yaml")
        self.write("case.yaml", text)
        self.assertRuns("run", "case.yaml", "--restart")
        with test_contact.h5py.File(self.folder / "bar.h5") as file:
            for name, values in expected.items():
                np.testing.assert_allclose(self.steps_of(file)[-1][f"bar/{name}"][:], values, atol=1e-9 * np.abs(values).max(), err_msg=name)

    def test_what_is_refused(self):
        text = POINT.replace("MU", "0.3").replace("VELOCITY", "0").replace("STEP", "0.1").replace("GX", "0").replace("GZ", "0")
        for stepper in "bdf2", "variational", "central-difference":
            self.refuse(text.replace("implicit-euler", stepper), "'slope' has a bound", "but not by this time integrator")
        for law, named in ("compliance: 1", "a compliance"), ("cohesion: 1", "cohesion"):
            self.refuse(text.replace("friction: 0.3", law).replace("implicit-euler", "newmark"), f"'slope' has a bound with {named}", "implicit-euler")


if __name__ == "__main__":
    unittest.main()
