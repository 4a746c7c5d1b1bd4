# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies load balancing: rigid bodies whose steps are computed on other ranks than their
owners."""
import json
import random
import unittest

import h5py
import numpy as np

from tenon_program import RANKS, Case, on_all_ranks, replaced

# Balls above a slope, listed in arbitrary order, and chains on ball joints among them.
SLOPE = """\
objects:
  ground:
    bodies: [{name: ground, position: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}]
    shapes: [{type: plane, normal: [0.1, 0, 1]}]
    conditions: [{type: fixed, group: ground}]
  balls:
    bodies: BALLS
    forces: [{type: gravity, acceleration: [0, 0, -9.81]}]
    shapes: [{type: sphere, radius: 0.1}]
  links:
    bodies: LINKS
    forces: [{type: gravity, acceleration: [0, 0, -9.81]}]
    shapes: [{type: sphere, radius: 0.08}]
contacts:
  - {type: rigid, friction: 0.3}
constraints:
  - {type: ball-joint, name: pins, first: {object: links}, second: {object: links}, at: middle, pairs: PAIRS}
analysis: {type: transient, stepper: moreau-jean, step: 0.004, end_time: 0.12, contact_tolerance: 1e-10, contact_iterations: 100000}
output: {stem: slope, every: 10}
"""


def entry(place, mass, inertia):
    return f"{{position: [{place[0]:.4f}, {place[1]:.4f}, {place[2]:.4f}], mass: {mass}, inertia: [{inertia}, {inertia}, {inertia}]}}"


def slope():
    on_slope = lambda x, y, height: (x, y, -0.1 * x + height)
    balls = [on_slope(0.202 * i + 0.01 * k, 0.202 * j, 0.102 + 0.201 * k) for i in range(6) for j in range(3) for k in range(3)]
    random.Random(1).shuffle(balls)
    links = [on_slope(0.17 * i, 0.22, 0.72) for i in range(9)]
    case = SLOPE.replace("BALLS", "[" + ", ".join(entry(place, 2, 0.008) for place in balls) + "]")
    case = case.replace("LINKS", "[" + ", ".join(entry(place, 1, 0.002) for place in links) + "]")
    return case.replace("PAIRS", str([[i + 1, i + 2] for i in range(8) if i % 3 != 2]))


@on_all_ranks("checkpoints")
class Dealt(Case):
    def run_case(self, *options, ranks):
        self.assertRuns("run", "case.yaml", "--summary", "summary.json", *options, ranks=ranks)
        return json.loads((self.folder / "summary.json").read_text())["rigid_contacts"]

    def results(self):
        """Returns the fields of the last step by name."""
        with h5py.File(self.folder / "slope.h5") as file:
            step = sorted(file["steps"])[-1]
            found = {name: file[f"steps/{step}/{name}/displacement"][:] for name in ("balls", "links")}
            return {**found, **{name: rows[:] for name, rows in file[f"contacts/{step}"].items()}}

    def assertSame(self, expected, tolerance):
        found = self.results()
        self.assertEqual(list(found), list(expected))
        for name, rows in expected.items():
            np.testing.assert_allclose(found[name], rows, rtol=0, atol=tolerance, err_msg=name)

    def test_joints_and_contacts_on_any_ranks(self):
        self.write("case.yaml", slope())
        alone = self.run_case(ranks=1)
        self.assertEqual((alone["deals"], alone["share"]), (0, 1.0))
        expected = self.results()
        self.assertGreater(len(expected["gap"]), 60)
        several = self.run_case(ranks=max(RANKS, 2))
        self.assertGreater(several["deals"], 0)
        self.assertLess(several["share"], 2.0)
        self.assertEqual(several["most"], alone["most"])
        self.assertSame(expected, 1e-6)

    def test_goes_on_after_a_checkpoint(self):
        """Verifies the restart with the impulses of the previous step, before load balancing has
        assigned the bodies to ranks."""
        case = replaced(slope(), "contact_tolerance: 1e-10, contact_iterations: 100000", "contact_tolerance: 1e-5")
        case = replaced(case, "every: 10", "every: 10, checkpoint: 20")
        ranks = max(RANKS, 2)
        self.write("case.yaml", replaced(case, "end_time: 0.12", "end_time: 0.08"))
        first = self.run_case(ranks=ranks)
        self.write("case.yaml", case)
        whole = self.run_case(ranks=ranks)
        expected = self.results()
        rest = self.run_case("--restart", ranks=ranks)
        self.assertGreater(whole["deals"], 0)
        self.assertAlmostEqual(first["iterations"] + rest["iterations"], whole["iterations"], delta=0.02 * whole["iterations"])
        self.assertSame(expected, 1e-6)


if __name__ == "__main__":
    unittest.main()
