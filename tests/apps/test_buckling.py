# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies linear buckling of Euler's columns of beams and solids with conditions and constraints,
and cases without buckling."""
import json
import math
import unittest

import h5py
import numpy as np

from tenon_program import Case, box, on_all_ranks, replaced
from test_snap import lines

COLUMN = """\
output: column
objects:
  column:
    mesh: column.msh
    space: 2
    nodes: frames
    forces:
      - {type: beam, young: 1000, poisson: 0, area: 1, second_moment_y: 0.5, second_moment_z: 0.5, torsion_constant: 1}
      - {type: nodal-force, group: top, force: [-0.1, 0, 0]}
    conditions: [{type: fixed, group: bottom}]
analysis: {type: buckling, modes: 3}
solver: {preset: direct}
"""

SOLID = """\
output: column
objects:
  column:
    mesh: column.msh
    forces:
      - {type: elastic, material: {type: saint-venant-kirchhoff, young: 1000, poisson: 0}}
      - {type: traction, group: top, traction: [0, 0, -1]}
    conditions: [{type: fixed, group: bottom}]
analysis: {type: buckling, modes: 2}
"""


def chord_factors(count, bending, force):
    """Returns the ascending factors of a hinged column of length 1 under a force, modelled by
    `count` beams."""
    length = 1 / count
    beam = bending / length**3 * np.array([[12, 6 * length, -12, 6 * length], [6 * length, 4 * length**2, -6 * length, 2 * length**2],
                                           [-12, -6 * length, 12, -6 * length], [6 * length, 2 * length**2, -6 * length, 4 * length**2]])
    chord = force / length * np.array([[1, 0, -1, 0], [0, 0, 0, 0], [-1, 0, 1, 0], [0, 0, 0, 0]])
    stiffness, stresses = np.zeros((2, 2 * count + 2, 2 * count + 2))
    for i in range(count):
        at = np.ix_(range(2 * i, 2 * i + 4), range(2 * i, 2 * i + 4))
        stiffness[at] += beam
        stresses[at] += chord
    free = [i for i in range(2 * count + 2) if i not in (0, 2 * count)]
    values = np.linalg.eigvals(np.linalg.solve(stiffness[np.ix_(free, free)], stresses[np.ix_(free, free)])).real
    return 1 / np.sort(values[values > 1e-9 * values.max()])[::-1]


@on_all_ranks("solver")
class Buckling(Case):
    def factors(self, text):
        self.write("case.yaml", text)
        self.assertRuns("run", "case.yaml", "--summary", "summary.json")
        return [mode["load_factor"] for mode in json.loads((self.folder / "summary.json").read_text())["modes"]]

    def test_a_column_of_beams(self):
        """Verifies 32 beams against (2k - 1)^2 pi^2 EI / 4 L^2."""
        self.write("column.msh", lines([(i * 100 / 32, 0) for i in range(33)], {"bottom": [1], "top": [33]}))
        factors = self.factors(COLUMN)
        euler = math.pi**2 * 500 / (4 * 100**2) / 0.1
        for k, factor in enumerate(factors):
            self.assertAlmostEqual(factor / ((2 * k + 1)**2 * euler), 1, delta=0.001 * (2 * k + 1)**2)
        with h5py.File(self.folder / "column.h5") as file:
            steps = [file["steps"][key] for key in sorted(file["steps"])]
            self.assertAlmostEqual(steps[0].attrs["eigenvalue"], factors[0], 12)
            shape = steps[0]["column/displacement"][:][:, 1]
            x = file["meshes/column/points"][:][:, 0]
        np.testing.assert_allclose(shape / shape[np.argmax(x)], 1 - np.cos(np.pi * x / 200), atol=2e-3)
        # Twice the load gives half the factor; other units give the same factor.
        self.assertAlmostEqual(self.factors(replaced(COLUMN, "force: [-0.1", "force: [-0.2"))[0], factors[0] / 2, 8)
        # Hinges at both ends by multipliers: four times the factor.
        hinged = replaced(COLUMN, "    conditions: [{type: fixed, group: bottom}]\n",
                          "    conditions: [{type: fixed, group: bottom, components: [x, y]}, {type: fixed, group: top, components: [y]}]\n")
        self.assertAlmostEqual(self.factors(hinged)[0] / (4 * euler), 1, delta=0.002)

    def test_a_column_under_its_own_weight(self):
        """Verifies a column under its own weight against q L = 7.8373 E I / L^2 (Timoshenko and
        Gere, section 2.12).

        A dead load along the axis of beams is conservative, in the plane and in space."""
        for space, load in ((2, "[-0.001, 0]"), (3, "[-0.001, 0, 0]")):
            found = []
            for cells in (4, 8, 16):
                self.write("column.msh", lines([(i * 100 / cells, 0) for i in range(cells + 1)], {"bottom": [1], "top": [cells + 1]}))
                text = replaced(COLUMN, "{type: nodal-force, group: top, force: [-0.1, 0, 0]}", f"{{type: line-load, load: {load}}}")
                found.append(self.factors(replaced(replaced(text, "space: 2", f"space: {space}"), "modes: 3", "modes: 1"))[0])
            exact = 7.8373 * 500 / 100**2 / 0.1
            self.assertAlmostEqual((4 * found[2] - found[1]) / 3 / exact, 1, delta=5e-4)
            self.assertLess(abs(found[2] / exact - 1), 2e-3, found)

    def test_a_column_of_solids(self):
        """Verifies a cantilever column of solids, 1 x 1 x 20: equal factors in both directions, by
        an iterative solver, with conditions or multipliers."""
        self.write("linear.msh", box(size=(1, 1, 20), cells=(1, 1, 16)))
        self.assertRuns("convert", "linear.msh", "column.msh", "--to", "quadratic")
        euler = math.pi**2 * 1000 / 12 / (4 * 20**2)
        first, second = self.factors(SOLID)
        self.assertAlmostEqual(first / euler, 1, delta=0.01)
        self.assertAlmostEqual(first, second, delta=1e-6 * first)
        held = replaced(SOLID, "    conditions: [{type: fixed, group: bottom}]\n", "constraints:\n  - {type: prescribed, object: column, group: bottom, values: {x: 0, y: 0, z: 0}}\n")
        self.assertAlmostEqual(self.factors(held)[0], first, delta=1e-5 * first)

    def test_fewer_factors_than_asked_for(self):
        """Verifies that only the finite factors of a hinged column of n beams are reported.

        Hermite's stiffness and the geometric stiffness (P / l) [1 -1; -1 1] of each chord have n -
        1 finite factors. The others are round-off."""
        for count in (2, 4):
            self.write("column.msh", lines([(i / count, 0) for i in range(count + 1)], {"bottom": [1], "top": [count + 1]}))
            hinged = replaced(replaced(COLUMN, "    conditions: [{type: fixed, group: bottom}]\n",
                                       "    conditions: [{type: fixed, group: bottom, components: [x, y]}, {type: fixed, group: top, components: [y]}]\n"),
                              "modes: 3", f"modes: {count + 1}")
            sheared = "poisson: 0, area: 1, second_moment_y: 0.5, second_moment_z: 0.5, torsion_constant: 1"
            factors = self.factors(replaced(hinged, sheared, "area: 1, second_moment: 0.5"))
            np.testing.assert_allclose(factors, chord_factors(count, 500, 0.1), rtol=1e-7)
            self.assertRegex(self.assertRuns("run", "case.yaml").err, f"The number of positive buckling factors is only {count - 1}, but {count + 1} were requested")

    def test_a_rigid_column_on_rotational_springs(self):
        """Verifies the two factors k / (h P) of a rigid column on rotational springs: the spring
        about the axis of the load does not soften."""
        text = """\
objects:
  b:
    bodies: [{name: c, position: [0, 0, 1], mass: 1, inertia: [1, 1, 1]}]
    forces: [{type: gravity, acceleration: [0, 0, -20]}]
constraints:
  - {type: ball-joint, second: {object: b, group: c}, at: [0, 0, 0]}
interactions:
  - {type: bushing, second: {object: b, group: c}, at: [0, 0, 0], stiffness: [1, 1, 1, 500, 1000, 1500]}
analysis: {type: buckling, modes: MODES}
"""
        for modes in (1, 2, 3):
            np.testing.assert_allclose(self.factors(replaced(text, "MODES", str(modes))), [25, 50][:modes], rtol=1e-9)

    def test_loads_that_nothing_buckles_under(self):
        """Verifies loads without buckling: a single beam between hinges, whose chord cannot rotate,
        and a column in tension."""
        self.write("column.msh", lines([(0, 0), (1, 0)], {"bottom": [1], "top": [2]}))
        self.write("case.yaml", replaced(COLUMN, "    conditions: [{type: fixed, group: bottom}]\n",
                                         "    conditions: [{type: fixed, group: bottom, components: [x, y]}, {type: fixed, group: top, components: [y]}]\n"))
        self.assertFails(self.tenon("run", "case.yaml"), 3, "no load factor is positive")
        self.write("column.msh", lines([(i, 0) for i in range(5)], {"bottom": [1], "top": [5]}))
        self.write("case.yaml", replaced(COLUMN, "force: [-0.1", "force: [0.1"))
        self.assertFails(self.tenon("run", "case.yaml"), 3, "no load factor is positive")

    def test_what_is_refused(self):
        self.write("column.msh", box(size=(1, 1, 5), cells=(1, 1, 5)))
        self.refuse(replaced(SOLID, "saint-venant-kirchhoff", "linear-elastic"), "The structure cannot buckle", "`saint-venant-kirchhoff`")
        self.refuse(replaced(SOLID, "traction: [0, 0, -1]", "traction: [0, 0, -1], history: [[1, 0], [2, 1]]"), "loads are nonzero at `time`")
        self.refuse(replaced(SOLID, "modes: 2", "modes: 0"), r"case\.yaml:9", "'modes'")
        self.refuse(replaced(SOLID, "    conditions: [{type: fixed, group: bottom}]\n", ""), "holds 'column'|Nothing supports")


if __name__ == "__main__":
    unittest.main()
