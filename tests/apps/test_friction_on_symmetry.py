# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies friction at nodes on planes of symmetry, where Dirichlet conditions make rows of gaps
and slips linearly dependent."""
import json
import math
import unittest

import h5py
import numpy as np

from test_contact_references import SOURCE
from tenon_program import Case, box, on_all_ranks, replaced

QUARTER = """\
output: {stem: NAME, fields: [displacement, contact]}
objects:
  table:
    mesh: NAME_table.msh
    forces: [{type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}]
    conditions:
      - {type: fixed, group: bottom}
      - {type: plane, group: west, normal: [C, S, 0]}
      - {type: plane, group: south, normal: [-S, C, 0]}
  punch:
    mesh: NAME_punch.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 200, poisson: 0.4}}
      - {type: pressure, group: top, pressure: 20, history: [[0, 0], [1, 1]]}
    conditions:
      - {type: plane, group: west, normal: [C, S, 0]}
      - {type: plane, group: south, normal: [-S, C, 0]}
contacts:
  - {type: surface, name: joint, slave: {object: punch, group: bottom}, master: {object: table, group: top}, friction: 0.2, METHOD}
analysis: {type: static, steps: 3}
solver: {preset: direct}
"""


@on_all_ranks("contact")
class FrictionOnSymmetry(Case):
    def quarter(self, name, angle, method):
        """Returns the displacements of each body in the frame of the planes, the states of the
        slave nodes, and the number of linear solves, for a rotation of the model by `angle` about
        z."""
        c, s = math.cos(angle), math.sin(angle)

        def rotate(nodes, _):
            for tag, (x, y, z) in nodes.items():
                nodes[tag] = (c * x - s * y, s * x + c * y, z)

        self.write(f"{name}_table.msh", box(size=(2, 2, 1), cells=(4, 4, 2), edit=rotate))
        self.write(f"{name}_punch.msh", box(low=(0, 0, 1), size=(1, 1, 1), cells=(3, 3, 3), edit=rotate))
        text = QUARTER.replace("NAME", name).replace("METHOD", method)
        for key, value in (("-S", -s), ("C", c), ("S", s)):
            text = text.replace(f"[{key},", f"[{value!r},").replace(f", {key},", f", {value!r},")
        self.write(f"{name}.yaml", text)
        run = self.assertRuns("run", f"{name}.yaml", "--summary", "s.json")
        self.assertNotRegex(run.all, "null pivot|the step size is reduced to")
        with h5py.File(self.folder / f"{name}.h5") as file:
            step = file["steps"][max(file["steps"])]
            rotation = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
            moved = {body: step[f"{body}/displacement"][:] @ rotation for body in ("table", "punch")}
            states = step["punch/state_joint"][:].ravel()
        return moved, states, json.loads((self.folder / "s.json").read_text())["solver"]["solves"]

    def test_planes_of_any_direction(self):
        """Verifies that a quarter of a punch on a table has the same solution in rotated positions,
        with sticking and slipping nodes on both planes of symmetry."""
        for method in ("method: mortar", "method: nodes"):
            with self.subTest(method=method):
                straight, states, solves = self.quarter("straight", 0.0, method)
                for angle in (math.pi / 4, 0.3):
                    oblique, others, solves_oblique = self.quarter("oblique", angle, method)
                    for body, moved in straight.items():
                        np.testing.assert_allclose(oblique[body], moved, rtol=0, atol=1e-7 * abs(moved).max())
                    np.testing.assert_array_equal(others, states)
                    self.assertLessEqual(abs(solves_oblique - solves), 0.15 * solves)

    def test_a_normal_that_is_not_quite_in_the_plane(self):
        """Verifies half of a cylinder with straight edges on a block (Hertz): the normal of the
        node on the plane of symmetry is inclined by half the angle of an edge."""
        case = (SOURCE / "apps/cases/hertz.yaml").read_text().replace("../../meshes", str(SOURCE / "meshes"))
        case = replaced(replaced(replaced(case, "group: table}}", "group: table}, friction: 0.3}"), "[0, -350, 0]}", "[0, -350, 0], history: [[0, 0], [1, 1]]}"),
                        "{type: static}", "{type: static, steps: 4}")
        self.write("case.yaml", case)
        run = self.assertRuns("run", "case.yaml", "--summary", "s.json", "--output", "hertz")
        self.assertNotRegex(run.all, "null pivot|the step size is reduced to")
        self.assertLess(json.loads((self.folder / "s.json").read_text())["solver"]["solves"], 100)
        self.assertRegex(run.all, r"16 closed, 1 of them slipping, maximum pressure 370\d")


if __name__ == "__main__":
    unittest.main()
