# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies unilateral constraints in static analyses: contacts that close and open, ropes that
become taut."""
import unittest

import h5py
import numpy as np

from tenon_program import Case, box, on_all_ranks, replaced

SLAB = """\
output: slab
objects:
  slab:
    mesh: slab.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}
    conditions:
      - {type: prescribed, group: top, values: {x: 0, y: 0, z: -0.02}}
constraints:
  - {type: multi-point, name: bowl, file: bowl.csv, bound: lower}
solver: {preset: direct}
"""

BLOCKS = """\
output: blocks
objects:
  lower:
    mesh: lower.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 2e5, poisson: 0}}
    conditions:
      - {type: fixed, group: bottom}
  upper:
    mesh: upper.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 2e5, poisson: 0}}
    conditions:
      - {type: prescribed, group: top, values: {x: 0, y: 0, z: -0.2}, history: [[0, 0], [1, 1], [2, -1]]}
constraints:
  - {type: point-on-surface, name: contact, points: {object: upper, group: bottom}, surface: {object: lower, group: top}, bound: lower}
analysis: {type: static, steps: 2, end_time: 2}
solver: {preset: direct}
"""

LCP = """\
output: lcp
objects:
  points:
    particles: [{name: a, position: [0, 0, 0], mass: 1}, {name: b, position: [20, 0, 0], mass: 1}]
    forces: [{type: rest-shape-springs, stiffness: 0.3333333333333333}]
    conditions: [{type: fixed, group: a, components: [y, z]}, {type: fixed, group: b, components: [y, z]}]
interactions:
  - {type: springs, first: {object: points}, second: {object: points}, pairs: [[1, 2]], stiffness: 0.3333333333333333}
constraints:
  - {type: prescribed, name: a, object: points, group: a, values: {x: 5}, bound: lower}
  - {type: prescribed, name: b, object: points, group: b, values: {x: 6}, bound: lower}
analysis: {type: static, tolerance: 1e-12}
solver: {preset: direct}
"""

PRESSED = """\
output: pressed
objects:
  block:
    mesh: block.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}
    masses: [{type: consistent, density: 1}]
    conditions:
      - {type: fixed, group: bottom}
constraints:
  - {type: prescribed, name: shelf, object: block, group: top, values: {z: -0.1}, bound: lower}
contacts:
  - {type: plane, name: press, slave: {object: block, group: top}, point: [0, 0, 1], normal: [0, 0, -1], displacement: [0, 0, -0.3], history: [[0, 0], [1, 1]]}
analysis: {type: static, steps: 3}
solver: {preset: direct}
"""

ROPE = """\
output: rope
objects:
  block:
    mesh: block.msh
    groups:
      hook: {nearest: [1, 1, 1]}
    forces:
      - {type: elastic, material: {type: neo-hookean, young: 1000, poisson: 0.3}}
      - {type: traction, group: east, traction: [-40, 0, 0], history: [[0, 0], [1, 1]]}
    conditions:
      - {type: fixed, group: bottom}
  wall:
    particles: [{name: ring, position: [3, 1, 1], mass: 1}]
    conditions:
      - {type: fixed, group: ring}
constraints:
  - {type: distance, name: rope, first: {object: block, group: hook}, second: {object: wall, group: ring}, distance: 2.02, bound: upper}
analysis: {type: static, steps: 2}
solver: {preset: direct}
"""

# A mass on a spring of stiffness 2, or in free flight, with its displacement bounded to [-1, 2].
BETWEEN = """\
output: between
objects:
  points:
    particles: [{name: a, position: [7, 0, 0], mass: 1}]
    forces: [{type: rest-shape-springs, stiffness: 2}, {type: gravity, acceleration: [PULL, 0, 0]}]
    conditions: [{type: fixed, group: a, components: [y, z]}]
constraints:
  - {type: prescribed, name: stops, object: points, group: a, values: {x: -1}, bound: box, range: 3}
analysis: {type: static}
solver: {preset: direct}
"""
FLYING = """\
output: {stem: between, every: 1, fields: [displacement, velocity, multipliers]}
objects:
  post:
    bodies: [{name: post, position: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}]
    conditions: [{type: fixed, group: post}]
  puck:
    bodies: [{name: puck, position: [7, 0, 0], mass: 4, inertia: [1, 1, 1], velocity: [SPEED, 0, 0]}]
    forces: [{type: gravity, acceleration: [PULL, 0, 0]}]
  ends:
    particles: [{name: at, position: [0, 0, 0]}, {name: of, position: [7, 0, 0]}]
    mapping: {type: subset-multi, parts: [{group: at, parent: post}, {group: of, parent: puck}]}
constraints:
  - {type: distance, name: stops, first: {object: ends}, second: {object: ends}, pairs: [[1, 2]], distance: 6, bound: box, range: 3}
analysis: {type: transient, stepper: moreau-jean, step: 0.01, end_time: 2}
"""


@on_all_ranks("constraints")
class Bounds(Case):
    def results(self, stem):
        with h5py.File(self.folder / f"{stem}.h5") as file:
            last = file["steps"][sorted(file["steps"])[-1]]
            constraints = {name: group["multipliers"][sorted(group["multipliers"])[-1]][:]
                           for name, group in file["constraints"].items()}
            objects = {name: last[name]["displacement"][:] for name in file["meshes"] if name in last}
            return constraints, objects

    def run_case(self, text, stem):
        self.write("case.yaml", text)
        run = self.assertRuns("run", "case.yaml")
        return run, *self.results(stem)

    def bowl(self, sign=1):
        """Writes the rows sign u_z >= -r^2 / 4 of the lower nodes to a CSV file, with equations
        named by the grid position of their node."""
        rows = ["equation,object,node,component,coefficient,value"]
        for j in range(9):
            for i in range(9):
                x, y = i / 8 - 0.5, j / 8 - 0.5
                rows.append(f"{i}_{j},slab,{1 + i + 9 * j},z,{sign},{-sign * (x * x + y * y) / 4}")
        self.write("bowl.csv", "\n".join(rows) + "\n")

    def test_a_slab_on_a_bowl(self):
        """Verifies that 13 of 81 nodes are active; reference: scipy's and another program's active
        set method."""
        self.write("slab.msh", box(size=(1, 1, 0.5), cells=(8, 8, 4)))
        self.bowl()
        for text in SLAB, replaced(SLAB, "solver: {preset: direct}", "solver: {preset: schur}\npetsc: {ksp_rtol: 1e-12}"):
            _, constraints, objects = self.run_case(text, "slab")
            forces = constraints["bowl"].ravel()
            self.assertEqual(np.count_nonzero(forces), 13)
            self.assertGreaterEqual(forces.min(), 0)
            self.assertAlmostEqual(forces.sum(), 7.9956670334, delta=1e-8)
            self.assertAlmostEqual(forces.max(), 1.2536245644, delta=1e-8)
            below = objects["slab"][:81, 2]
            x, y = np.meshgrid(np.arange(9) / 8 - 0.5, np.arange(9) / 8 - 0.5)
            gaps = below + (x * x + y * y).ravel() / 4
            self.assertGreater(gaps.min(), -1e-12)
            np.testing.assert_allclose(gaps * forces, 0, atol=1e-12)
        self.bowl(-1)  # constraint with opposite sign
        _, constraints, _ = self.run_case(replaced(SLAB, "bound: lower", "bound: upper"), "slab")
        np.testing.assert_allclose(constraints["bowl"].ravel(), -forces, atol=1e-8)

    def test_blocks_that_meet_and_part(self):
        """Verifies code_aster's SSNV167: an interface displacement of -0.1 and 1e4 in each node,
        then zero force after separation."""
        self.write("lower.msh", box(size=(2, 2, 2), cells=(1, 1, 1)))
        self.write("upper.msh", box(low=(0, 0, 2), size=(2, 2, 2), cells=(1, 1, 1)))
        _, constraints, objects = self.run_case(replaced(replaced(BLOCKS, "steps: 2", "steps: 1"), "end_time: 2", "end_time: 1"),
                                                "blocks")
        np.testing.assert_allclose(constraints["contact"].ravel(), 1e4, rtol=1e-8)
        np.testing.assert_allclose(objects["lower"][4:, 2], -0.1, rtol=1e-8)
        np.testing.assert_allclose(objects["upper"][:4, 2], -0.1, rtol=1e-8)
        _, constraints, objects = self.run_case(BLOCKS, "blocks")
        self.assertEqual(np.abs(constraints["contact"]).max(), 0)
        np.testing.assert_allclose(objects["lower"], 0, atol=1e-12)
        np.testing.assert_allclose(objects["upper"], [[0, 0, 0.2]] * 8, atol=1e-12)

    def test_what_comes_off(self):
        """Verifies that a body supported by contact alone and pulled away is reported as
        unconstrained."""
        held = SLAB.replace("{type: prescribed, group: top, values: {x: 0, y: 0, z: -0.02}}",
                            "{type: fixed, group: top, components: [x, y]}\n      - {type: no-rotation, group: top}")
        self.write("slab.msh", box(size=(1, 1, 0.5), cells=(2, 2, 2)))
        floor = "{type: point-on-plane, name: floor, object: slab, group: bottom, normal: [0, 0, 1], point: [0, 0, 0], bound: lower}"
        held = held.replace("{type: multi-point, name: bowl, file: bowl.csv, bound: lower}", floor)
        pulled = replaced(held, "    conditions:", "      - {type: traction, group: top, traction: [0, 0, 1]}\n    conditions:")
        self.refuse(pulled, r"\(t = 1\): Insufficient support of .*can translate.* Contacts and other bounds provide no support here", code=3)
        self.write("case.yaml", pulled.replace("[0, 0, 1]}\n", "[0, 0, -1]}\n"))
        self.assertRegex(self.assertRuns("run", "case.yaml").out, "9, 9 of them active")

    def test_a_rope(self):
        """Verifies that a slack rope has no force and a taut rope acts as a rod."""
        taut, tension, moved = self.run_case(ROPE, "rope")
        _, rod, as_rod = self.run_case(ROPE.replace(", bound: upper", ""), "rope")
        self.assertLess(rod["rope"].max(), -0.1, "it pulls")
        np.testing.assert_allclose(tension["rope"], rod["rope"], rtol=1e-7)
        np.testing.assert_allclose(moved["block"], as_rod["block"], atol=1e-9)
        _, tension, moved = self.run_case(ROPE.replace("2.02", "2.2"), "rope")
        _, _, free = self.run_case(ROPE.replace("bound: upper", "active: false"), "rope")
        self.assertEqual(np.abs(tension["rope"]).max(), 0)
        np.testing.assert_allclose(moved["block"], free["block"], atol=1e-10)
        self.assertRegex(taut.out, r"multipliers +1, 1 of them active, the largest -\d.* rope")

    def test_a_complementarity_problem(self):
        """Verifies problem K8, w = M z + q with M = [[2, 1], [1, 2]] and q = (-5, -6), against z =
        (4/3, 7/3)."""
        self.write("case.yaml", LCP)
        self.assertRuns("run", "case.yaml")
        with h5py.File(self.folder / "lcp.h5") as file:
            for name, value, place in ("a", 4 / 3, 5), ("b", 7 / 3, 6):
                self.assertAlmostEqual(file[f"constraints/{name}/multipliers/0000"][0], value, delta=1e-12 * value)
            np.testing.assert_allclose(file["steps/0000/points/displacement"][:, 0], [5, 6], rtol=1e-12)

    def test_bounds_that_exclude_each_other(self):
        """Verifies that the infeasible problem K8 is reported with its rows, whichever rank owns
        them: static with and without a history, and transient."""
        self.write("block.msh", box(cells=(2, 2, 2)))
        rows = r"no displacement satisfies all of them: 'shelf' at node 19 of 'block' and 8 more rows, 'press' at node 19 of 'block' and 8 more rows contradict each other by at least "
        for text, by in ((PRESSED, r"\d"), (PRESSED.replace(", history: [[0, 0], [1, 1]]", ""), r"0\.1"),
                         (PRESSED.replace("type: static, steps: 3", "type: transient, stepper: implicit-euler, step: 0.1, end_time: 1, max_step_reductions: 2"), r"\d")):
            self.write("case.yaml", text)
            self.assertFails(self.tenon("run", "case.yaml"), 3, rows + by)
        held = PRESSED.replace("{type: fixed, group: bottom}", "{type: fixed, group: bottom}\n      - {type: fixed, group: top}").replace("{z: -0.1}", "{z: -1}")
        self.write("case.yaml", held)
        self.assertFails(self.tenon("run", "case.yaml"), 3, r"satisfies all of them: 'press' at node 19 of 'block' and 8 more rows, prescribed values contradict each other by at least ")
        impossible = replaced(LCP, "group: b, components: [y, z]}", "group: b}")
        self.write("case.yaml", impossible)
        self.assertFails(self.tenon("run", "case.yaml"), 3, r"'b' at node 2 of 'points', prescribed values contradict each other by at least 6")

    def test_what_fails_otherwise_is_not_called_infeasible(self):
        """Verifies that a block with inverted elements is not reported as infeasible, since every
        bound could be satisfied."""
        self.write("block.msh", box(cells=(2, 2, 2)))
        crushed = PRESSED.replace("linear-elastic", "neo-hookean").replace("{z: -0.1}", "{z: -9}").replace("[0, 0, -0.3]", "[0, 0, -1.3]")
        self.write("case.yaml", crushed.replace("steps: 3", "steps: 3, max_step_reductions: 3"))
        run = self.tenon("run", "case.yaml")
        self.assertEqual(run.code, 3, str(run))
        self.assertNotIn("infeasible", run.all)

    def test_both_sides_of_a_row(self):
        """Verifies a row with a lower and an upper bound: free in between, otherwise active with
        the remaining force as the multiplier."""
        for pull, place, below, above in [(2, 1, 0, 0), (10, 2, 0, -6), (-10, -1, 8, 0), (-1.5, -0.75, 0, 0)]:
            _, multipliers, found = self.run_case(BETWEEN.replace("PULL", str(pull)), "between")
            self.assertAlmostEqual(found["points"][0, 0], place, delta=1e-12)
            self.assertAlmostEqual(multipliers["stops"].ravel()[0], below, delta=1e-11)
            self.assertAlmostEqual(multipliers["stops (upper side)"].ravel()[0], above, delta=1e-11)
        # Reference: two constraints with one bound each, with compliance.
        both = BETWEEN.replace("PULL", "10").replace("range: 3", "range: 3, compliance: 0.5")
        lower = replaced(both, "bound: box, range: 3", "bound: lower")
        two = replaced(lower, "analysis:", "  - {type: prescribed, name: top, object: points, group: a, values: {x: 2}, bound: upper, compliance: 0.5}\nanalysis:")
        _, multipliers, found = self.run_case(both, "between")
        _, others, expected = self.run_case(two, "between")
        np.testing.assert_allclose(found["points"], expected["points"], atol=1e-12)
        self.assertAlmostEqual(multipliers["stops (upper side)"].ravel()[0], others["top"].ravel()[0], delta=1e-11)
        self.assertAlmostEqual(found["points"][0, 0], 2 + 6 / (2 + 1 / 0.5), delta=1e-11)  # k u + (u - 2) / c = F

    def test_a_body_between_two_stops(self):
        """Verifies a free body between two stops: it is stopped by an impulse and stays where a
        force presses it."""
        for speed, pull, place, force in [(1.5, 0, 2, 0), (-2, 0, -1, 0), (3, 5, 2, -20), (1, -5, -1, 20)]:
            self.write("case.yaml", FLYING.replace("SPEED", str(speed)).replace("PULL", str(pull)))
            self.assertRuns("run", "case.yaml")
            multipliers, found = self.results("between")
            self.assertAlmostEqual(found["puck"][0, 0], place, delta=1e-9)
            self.assertAlmostEqual(multipliers["stops"].ravel()[0] + multipliers["stops (upper side)"].ravel()[0], force, delta=1e-6)
            with h5py.File(self.folder / "between.h5") as file:
                way = [file[f"steps/{step}/puck/displacement"][0, 0] for step in sorted(file["steps"])]
            self.assertLess(max(way), 2 + 1e-9)
            self.assertGreater(min(way), -1 - 1e-9)

    def test_what_both_sides_need(self):
        case = BETWEEN.replace("PULL", "1")
        self.refuse(replaced(case, ", range: 3", ""), r"case\.yaml:8: constraints\[0\]", "needs a `range` greater than 0")
        self.refuse(replaced(case, "bound: box", "bound: lower"), r"case\.yaml:8: constraints\[0\]", "`range` applies only to `bound: box`")
        self.refuse(replaced(case, "range: 3", "range: -3"), "range")
        self.refuse(replaced(case, "bound: box", "bound: both"), "bound", "none, lower, upper, box|box")

    def test_what_takes_no_bounds(self):
        self.refuse(replaced(ROPE, "{type: static, steps: 2}", "{type: arc-length}"), r"'rope' has a bound", "but not by an arc-length analysis")
        self.refuse(replaced(ROPE, "{type: static, steps: 2}", "{type: buckling}"), r"'rope' has a bound", "but not by a buckling analysis")
        self.refuse(ROPE.replace("bound: upper", "bound: above"), r"case\.yaml:\d+", "lower")


if __name__ == "__main__":
    unittest.main()
