# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies that the reaction of each condition contains only the forces of this condition."""
import csv
import json
import unittest

import numpy as np

from tenon_program import RANKS, Case, box, on_all_ranks, physical_names  # noqa: F401

CUBE = """\
objects:
  b:
    mesh: b.msh
    forces:
      - {{type: elastic, material: {{type: linear-elastic, young: 1, poisson: 0.3}}}}
      - {{type: traction, group: top, traction: {load}}}
    conditions:
{conditions}
"""
ROLLERS = """\
      - {type: fixed, group: west, components: [x]}
      - {type: fixed, group: south, components: [y]}
      - {type: fixed, group: bottom, components: [z]}
"""


@on_all_ranks("partition")
class Reactions(Case):
    def solve(self, text, **meshes):
        self.write("b.msh", box())
        for name, mesh in meshes.items():
            self.write(name + ".msh", mesh)
        self.write("case.yaml", text)
        self.assertRuns("run", "case.yaml", "--summary", "out.json", "--tables", "tables", ranks=RANKS)
        summary = json.loads((self.folder / "out.json").read_text())
        np.testing.assert_allclose(summary["load_plus_reactions"], 0, atol=1e-9)
        return summary, [(one["name"], np.array(one["force"])) for one in summary["reactions"]]

    def test_rollers_that_share_edges(self):
        """Verifies that rollers have forces only along their axes, and the moments of these forces:
        the traction acts at the centre of the top, above the centre of the bottom."""
        for load in ([0, 0, -0.01], [0.001, 0.002, -0.01]):
            summary, reactions = self.solve(CUBE.format(load=load, conditions=ROLLERS))
            self.assertEqual([name for name, _ in reactions],
                             ["fixed on b/west", "fixed on b/south", "fixed on b/bottom"])
            for axis, (_, force) in enumerate(reactions):
                np.testing.assert_allclose(force, -np.array(load) * np.eye(3)[axis], atol=1e-12)
            np.testing.assert_allclose(sum(force for _, force in reactions), summary["reaction_total"], atol=1e-12)
        self.assertRegex((self.folder / "tables" / "reactions.csv").read_text(), r"fixed on b/west,")
        with open(self.folder / "tables" / "reactions.csv") as table:
            rows = list(csv.DictReader(table))
        for row, (_, force) in zip(rows, reactions):
            np.testing.assert_allclose([float(row["force_" + axis]) for axis in "xyz"], force, atol=1e-12)

    def test_moments_of_rollers(self):
        summary, _ = self.solve(CUBE.format(load=[0, 0, -0.01], conditions=ROLLERS))
        for reaction in summary["reactions"]:
            np.testing.assert_allclose(reaction["moment"], 0, atol=1e-12)

    def test_degrees_of_freedom_constrained_twice(self):
        """Verifies that a degree of freedom that two conditions constrain belongs to the first one.

        The two conditions may have the same name. The order of the list determines the first."""
        twice = "      - {{type: fixed, group: {}}}\n      - {{type: fixed, group: {}}}\n"
        _, (one, other) = self.solve(CUBE.format(load=[0.1, 0.2, 1], conditions=twice.format("bottom", "bottom")))
        np.testing.assert_allclose(one[1], [-0.1, -0.2, -1], atol=1e-9)
        np.testing.assert_allclose(other[1], 0, atol=0)
        forces = {}
        for groups in (("bottom", "west"), ("west", "bottom")):
            summary, reactions = self.solve(CUBE.format(load=[0.1, 0.2, 1], conditions=twice.format(*groups)))
            np.testing.assert_allclose(sum(force for _, force in reactions), [-0.1, -0.2, -1], atol=1e-9)
            forces[groups[0]] = dict(reactions)
        self.assertGreater(np.abs(forces["bottom"]["fixed on b/west"] - forces["west"]["fixed on b/west"]).max(), 1e-3)

    def test_oblique_directions(self):
        """Verifies that two planes with oblique normals support a wedge along their normals only:
        two unknown forces along the normals balance the load."""
        normals = np.array([[-1, 0, 2], [1, 0, 3]])
        planes = "".join(f"      - {{type: plane, group: {group}, normal: {list(normal)}}}\n"
                         for group, normal in zip(("west", "bottom"), normals.tolist()))
        planes += "      - {type: fixed, group: south, components: [y]}\n"
        summary, reactions = self.solve(CUBE.format(load=[0, 0, -0.01], conditions=planes))
        for normal, (_, force) in zip(normals, reactions):
            np.testing.assert_allclose(np.cross(normal, force), 0, atol=1e-12)
        np.testing.assert_allclose(sum(force for _, force in reactions), [0, 0, 0.01], atol=1e-9)
        np.testing.assert_allclose(reactions[2][1][[0, 2]], 0, atol=0)

    def test_weighted_sums(self):
        """Verifies the resultants of a condition on the mean displacement and of one on the mean
        rotation: the latter has a moment only."""
        mean = "      - {type: no-translation, group: bottom}\n      - {type: no-rotation, group: bottom}\n"
        summary, reactions = self.solve(CUBE.format(load=[0.01, 0, 0], conditions=mean))
        np.testing.assert_allclose(reactions[0][1], [-0.01, 0, 0], atol=1e-9)
        np.testing.assert_allclose(reactions[1][1], 0, atol=1e-9)
        np.testing.assert_allclose(summary["reactions"][1]["moment"], [0, -0.01, 0], atol=1e-9)

    def test_attached_nodes(self):
        """Verifies that a fixed condition at one of two attached nodes has the force of both, and
        that the attachment has the force on its first node."""
        two = CUBE.format(load=[0, 0, -0.01], conditions="      - {type: fixed, group: bottom}").rstrip() + """
  c:
    mesh: c.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1, poisson: 0.3}}
      - {type: traction, group: top, traction: [0.003, 0, 0]}
conditions:
  - {type: attachment, objects: [OBJECTS], groups: [GROUPS], distance: 1e-6}
"""
        # The cube c stands on the fixed bottom of b, or hangs below it.
        beside = box(low=(0, 0, -1))
        for objects, groups in (("b, c", "bottom, top"), ("c, b", "top, bottom")):
            text = two.replace("OBJECTS", objects).replace("GROUPS", groups)
            summary, reactions = self.solve(text, c=beside)
            np.testing.assert_allclose(reactions[0][1], [-0.003, 0, 0.01], atol=1e-9)
            sign = -1 if objects == "c, b" else 1
            np.testing.assert_allclose(reactions[1][1], [0.003 * sign, 0, 0], atol=1e-9)
            np.testing.assert_allclose(summary["reaction_total"], [-0.003, 0, 0.01], atol=1e-9)


if __name__ == "__main__":
    unittest.main()
