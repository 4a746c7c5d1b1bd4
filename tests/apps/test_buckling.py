"""Linear buckling: Euler's columns of beams and of solids, under conditions and constraints, and what cannot buckle."""
import json
import math
import unittest

import h5py
import numpy as np

from tenon import Case, box, on_all_ranks, replaced
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


@on_all_ranks("solver")
class Buckling(Case):
    def factors(self, text):
        self.write("case.yaml", text)
        self.assertRuns("run", "case.yaml", "--summary", "summary.json")
        return [mode["load_factor"] for mode in json.loads((self.folder / "summary.json").read_text())["modes"]]

    def test_a_column_of_beams(self):
        """(2k - 1)^2 pi^2 EI / 4 L^2; by 32 beams."""
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
        # Twice the load, half the factor; in other units the same.
        self.assertAlmostEqual(self.factors(replaced(COLUMN, "force: [-0.1", "force: [-0.2"))[0], factors[0] / 2, 8)
        # Both ends on multipliers instead: hinges, four times the factor.
        hinged = replaced(COLUMN, "    conditions: [{type: fixed, group: bottom}]\n",
                          "    conditions: [{type: fixed, group: bottom, components: [x, y]}, {type: fixed, group: top, components: [y]}]\n")
        self.assertAlmostEqual(self.factors(hinged)[0] / (4 * euler), 1, delta=0.002)

    def test_a_column_under_its_own_weight(self):
        """q L = 7.8373 E I / L^2: Timoshenko and Gere, 2.12. A dead load along the axis of beams is conservative, in the plane
        and in space."""
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
        """Clamped below, free above, 1 x 1 x 20, in both directions alike, by an iterative solver; held by conditions or by multipliers."""
        self.write("linear.msh", box(size=(1, 1, 20), cells=(1, 1, 16)))
        self.assertRuns("convert", "linear.msh", "column.msh", "--to", "quadratic")
        euler = math.pi**2 * 1000 / 12 / (4 * 20**2)
        first, second = self.factors(SOLID)
        self.assertAlmostEqual(first / euler, 1, delta=0.01)
        self.assertAlmostEqual(first, second, delta=1e-6 * first)
        held = replaced(SOLID, "    conditions: [{type: fixed, group: bottom}]\n", "constraints:\n  - {type: hold, object: column, group: bottom, values: {x: 0, y: 0, z: 0}}\n")
        self.assertAlmostEqual(self.factors(held)[0], first, delta=1e-5 * first)

    def test_what_is_refused(self):
        self.write("column.msh", box(size=(1, 1, 5), cells=(1, 1, 5)))
        self.refuse(replaced(SOLID, "saint-venant-kirchhoff", "linear-elastic"), "Nothing here can buckle", "`saint-venant-kirchhoff`")
        self.refuse(replaced(SOLID, "traction: [0, 0, -1]", "traction: [0, 0, -1], history: [[1, 0], [2, 1]]"), "loads have to be there at `time`")
        self.refuse(replaced(SOLID, "modes: 2", "modes: 0"), r"case\.yaml:9", "'modes'")
        self.refuse(replaced(SOLID, "    conditions: [{type: fixed, group: bottom}]\n", ""), "holds 'column'|Nothing holds")


if __name__ == "__main__":
    unittest.main()
