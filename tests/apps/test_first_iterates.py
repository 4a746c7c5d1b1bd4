# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies first iterates far from equilibrium: inverted elements, non-finite forces, beams that
lift off, and active sets that recur."""
import itertools
import json
import unittest

import h5py
import numpy as np

from tenon_program import Case, box, replaced
from test_snap import lines

RUBBER = """\
output: rubber
objects:
  block:
    mesh: block.msh
    forces: [{type: elastic, material: {type: %s, young: 3.0, poisson: 0.3}}]
    conditions:
      - {type: fixed, group: bottom}
      - {type: prescribed, group: top, values: {z: %s}}
analysis: {type: static, steps: 7}
"""

# A heavy beam lies on a table and is lifted at its end by P. The part of length a = 2 P / q rises;
# the moment at its foot is zero.
LIFTED = """\
output: lifted
objects:
  b:
    mesh: beam.msh
    nodes: frames
    forces:
      - {type: beam, young: 2e11, poisson: 0.3, area: 0.01, second_moment_y: 8.3333e-06, second_moment_z: 8.3333e-06,
         torsion_constant: 1.4e-05, shear_factor_y: 0, shear_factor_z: 0}
      - {type: gravity, density: 7850, area: 0.01, acceleration: [0, 0, -9.81]}
      - {type: nodal-force, group: tip, force: [0, 0, %r]}
    conditions: [{type: fixed, group: far}]
  p:
    mesh: beam.msh
    mapping: {type: rigid, parent: b}
constraints:
  - {type: prescribed, name: table, object: p, group: beam, values: {z: 0}, bound: lower}
analysis: {type: static}
"""


# A cantilever above a plane. Without the plane its tip deflection would be q L^4 / (8 E I), up to
# 150 times the gap.
ABOVE = """\
output: above
objects:
  s:
    mesh: beam.msh
    space: 2
    nodes: frames
    forces:
      - {type: beam, young: 2e11, area: 0.0009, second_moment: 6.75e-08}
      - {type: line-load, load: [0, %r]}
    conditions: [{type: fixed, group: far}]
  p:
    mesh: beam.msh
    space: 2
    mapping: {type: identity, parent: s}
contacts:
  - {type: plane, name: floor, slave: {object: p, group: free}, point: [0, -0.01], normal: [0, 1]%s}
analysis: {type: static}
"""

# A point on a spring of stiffness 1 between three planes n . u >= d, with the rows n of NORMALS.
PLANES = """\
output: planes
objects:
  points:
    particles: [{name: a, position: [0, 0, 0], mass: 1}]
    forces: [{type: rest-shape-springs, stiffness: 1}]
constraints:
%s
analysis: {type: static}
solver: {preset: direct}
"""


class Inverted(Case):
    def test_a_prescribed_displacement_that_alone_would_invert_elements(self):
        """Verifies cells of height 0.5 whose upper nodes have a prescribed displacement of -0.7.
        The interior follows, so that the displacement may be imposed at once; if the first iterate
        from the tangent fails, too, the message names an inverted element."""
        found = []
        for history in "", ", history: [[0, 0], [1, 1]]":
            self.write("case.yaml", replaced(RUBBER % ("neo-hookean", -0.7), "{z: -0.7}", "{z: -0.7}" + history))
            self.assertRuns("run", "case.yaml")
            with h5py.File(self.folder / "rubber.h5") as file:
                found.append(file["steps"][max(file["steps"])]["block/displacement"][:])
        np.testing.assert_allclose(found[0], found[1], rtol=0, atol=1e-8)
        self.write("case.yaml", RUBBER % ("isochoric-neo-hookean", -0.7))
        self.assertFails(self.tenon("run", "case.yaml"), 3, "prescribed displacement displaces nodes by up to 0.7",
                         r"element \d+ of object 'block' is inverted \(det F <= 0\)", r"`history: \[\[0, 0\], \[1, 1\]\]`")

    def test_a_step_that_cannot_be_shortened_is_made_once(self):
        """Verifies that step-size reduction is skipped if the step cannot be shortened and the
        residual was finite: a repetition would fail, too."""
        self.write("block.msh", box(cells=(2, 2, 2)))
        self.write("case.yaml", RUBBER.replace("%s, young", "neo-hookean, young").replace("%s", "-0.05").replace("steps: 7", "max_iterations: 1, max_step_reductions: 0"))
        run = self.assertFails(self.tenon("run", "case.yaml"), 3, "The loads do not depend on time, so a smaller step does not help")
        self.assertEqual(run.all.count("iteration 0:"), 1, run.all)

    def test_transient_steps_are_shortened(self):
        moving = replaced(RUBBER % ("neo-hookean", -0.7), "{z: -0.7}", "{z: -0.7}, history: [[0, 0], [1, 1]]")
        moving = replaced(moving, "    conditions:", "    masses: [{type: consistent, density: 1}]\n    conditions:")
        for stepper in ("implicit-euler", "generalised-alpha"):
            self.write("case.yaml", replaced(moving, "{type: static, steps: 7}",
                                             f"{{type: transient, stepper: {stepper}, step: 1, end_time: 1}}"))
            run = self.assertRuns("run", "case.yaml")
            self.assertIn("the step size is reduced to", run.err)

    def test_what_is_prescribed_at_the_start_of_any_analysis(self):
        massive = replaced(RUBBER % ("isochoric-neo-hookean", -0.7), "    conditions:", "    masses: [{type: consistent, density: 1}]\n    conditions:")
        transient = "{type: transient, stepper: %s, step: 0.1, end_time: 0.2}"
        for analysis in ("{type: arc-length}", "{type: static, method: trust-region}", transient % "implicit-euler",
                         transient % "generalised-alpha", transient % "central-difference"):
            self.write("case.yaml", replaced(massive, "{type: static, steps: 7}", analysis))
            self.assertFails(self.tenon("run", "case.yaml"), 3, "prescribed displacement displaces nodes by up to 0.7",
                             r"inverted \(det F <= 0\)", "`history:")

    def test_loads_beyond_all_numbers_stay_errors_of_input(self):
        huge = replaced(RUBBER % ("neo-hookean", 0), "    conditions:", "      - {type: traction, group: top, traction: [0, 0, 1e200]}\n    conditions:")
        self.write("case.yaml", replaced(huge, "    forces: [{type: elastic, material: {type: neo-hookean, young: 3.0, poisson: 0.3}}]",
                                         "    forces:\n      - {type: elastic, material: {type: neo-hookean, young: 3.0, poisson: 0.3}}"))
        self.assertFails(self.tenon("run", "case.yaml"), 2, "traction")


class LiftOff(Case):
    def lift(self, elements, length, more=""):
        self.write("beam.msh", lines([(length * i / elements, 0) for i in range(elements + 1)],
                                              {"far": [1], "tip": [elements + 1], "beam": range(1, elements + 2)}))
        weight = 7850 * 9.81 * 0.01
        force = weight * length / 4  # lifts off at half the length
        self.write("case.yaml", replaced(LIFTED % force, "{type: static}", "{type: static%s}" % more))
        self.assertRuns("run", "case.yaml", "--summary", "s.json")
        with h5py.File(self.folder / "lifted.h5") as file:
            x = file["meshes/b/points"][:, 0]
            z = file["steps"][sorted(file["steps"])[-1]]["b/displacement"][:, 2]
        # The lifted part is a beam with zero moment and slope at its end: q a^4 / (24 E I) at the
        # tip.
        a = length / 2
        self.assertAlmostEqual(z[np.argmax(x)] / (weight * a**4 / (24 * 2e11 * 8.3333e-6)), 1, delta=0.02)
        np.testing.assert_allclose(z[x < 0.97 * a], 0, atol=1e-9)
        return json.loads((self.folder / "s.json").read_text())["solver"]["solves"]

    def test_a_beam_on_a_table_in_one_step(self):
        for elements, length in ((20, 10.0), (100, 10.0), (150, 4.0)):
            with self.subTest(elements=elements):
                self.assertLess(self.lift(elements, length), 2 * elements)

    def test_line_searches_take_steps_of_the_active_set(self):
        self.lift(40, 10.0, ", line_search: residual")


class Repeated(Case):
    """Verifies active sets that recur until the update rule becomes cautious."""

    def sink(self, elements, load, friction="", search="", ramp=False):
        """Returns the displacements of the nodes in their order, and the number of linear
        solves."""
        self.write("beam.msh", lines([(2 * i / elements, 0) for i in range(elements + 1)],
                                     {"far": [1], "free": range(2, elements + 2)}))
        text = replaced(ABOVE % (-float(load), friction), "{type: static}", "{type: static%s}" % search)
        if ramp:
            text = replaced(text, "]}\n    conditions", "], history: [[0, 0], [1, 1]]}\n    conditions")
            text = replaced(text, "{type: static", "{type: static, steps: 40")
        self.write("case.yaml", text)
        run = self.assertRuns("run", "case.yaml", "--summary", "s.json")
        self.assertNotIn("the step size is reduced to", run.err)
        self.repeats = "an active set has occurred for the fourth time" in run.all
        with h5py.File(self.folder / "above.h5") as file:
            x = file["meshes/s/points"][:, 0]
            u = file["steps"][sorted(file["steps"])[-1]]["s/displacement"][:, :2]
        return u[np.argsort(x)], json.loads((self.folder / "s.json").read_text())["solver"]["solves"]

    def test_cantilevers_above_a_plane(self):
        """Verifies cantilevers above a plane for many loads and meshes in one load step, against
        incremental loading."""
        for elements, load in ((8, 1000), (8, 1414), (8, 5318), (10, 2000), (16, 2742), (20, 5318)):
            with self.subTest(elements=elements, load=load):
                at_once, solves = self.sink(elements, load)
                self.assertLess(solves, 100)
                self.assertTrue(self.repeats)
                ramped, _ = self.sink(elements, load, ramp=True)
                np.testing.assert_allclose(at_once, ramped, atol=1e-7)

    def test_line_searches_and_friction(self):
        self.sink(8, 1000, search=", line_search: residual")
        with_friction, _ = self.sink(8, 1000, friction=", friction: 0.3")
        without, _ = self.sink(8, 1000)
        np.testing.assert_allclose(with_friction[:, 1], without[:, 1], atol=1e-4)

    def test_sets_of_a_linear_problem_that_come_back(self):
        """Verifies linear problems with three rows, whose active sets recur with a period of 2 or
        3, against an enumeration of all sets."""
        for normals, depths in (([[3, -3, -3], [3, -3, -2], [-2, 1, 3]], [2, 1, -2]),
                                ([[-1, 0, -4], [1, 0, -1], [-2, -1, -4]], [4, 1, 4]),
                                ([[-3, -2, -4], [-2, -3, -4], [3, -2, 3]], [-2, -1, 3]),
                                ([[-1, -3, -2], [-4, -2, -1], [2, 1, -2]], [2, 1, 2])):
            with self.subTest(normals=normals):
                self.write("case.yaml", PLANES % "\n".join(
                    f"  - {{type: point-on-plane, name: p{i}, object: points, group: a, normal: {n}, "
                    f"point: {[float(c) * d / np.dot(n, n) for c in n]}, bound: lower}}"
                    for i, (n, d) in enumerate(zip(normals, depths))))
                self.assertRuns("run", "case.yaml")
                with h5py.File(self.folder / "planes.h5") as file:
                    u = file["steps/0000/points/displacement"][0]
                np.testing.assert_allclose(u, nearest(np.array(normals, float), np.array(depths, float)), atol=1e-9)


def nearest(normals, depths):
    """Returns the point nearest to the origin in N u >= d."""
    for rows in itertools.chain.from_iterable(itertools.combinations(range(3), k) for k in range(4)):
        active = normals[list(rows)]
        force = np.linalg.solve(active @ active.T, depths[list(rows)]) if rows else np.zeros(0)
        u = active.T @ force
        if (force >= 0).all() and (normals @ u >= depths - 1e-12).all():
            return u
    raise AssertionError("no set of rows solves the problem")


if __name__ == "__main__":
    unittest.main()
