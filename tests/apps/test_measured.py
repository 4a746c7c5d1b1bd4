# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies objects that measure quantities of other objects, and rejected input of these and of
weights."""
import unittest

import h5py
import numpy as np

from tenon_program import ONE, Case, box, on_all_ranks, replaced

FOLLOWED = """\
output: followed
objects:
  block:
    mesh: block.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 600, poisson: 0.3}}
    conditions:
      - {type: fixed, group: bottom}
  shadow:
    mesh: block.msh
    mapping: {type: embedded, parent: block}
solver: {preset: direct}
"""


class Refused(Case):
    def test_what_is_measured(self):
        size = "  size:\n    mapping: {type: volume, parent: block}\n    forces: [{type: scalar-springs, stiffness: [1]}]\n"
        case = replaced(FOLLOWED, "solver:", size + "solver:")
        self.refuse(replaced(case, "volume, parent: block", "volume, parent: block, group: top"), r"case\.yaml:13",
                    "the surface is not closed")
        self.refuse(replaced(case, "volume, parent: block", "distance, parent: block"), r"case\.yaml:13",
                    "one of 'nodes', 'file' and 'group'")
        self.refuse(replaced(case, "volume, parent: block", "distance, parent: block, nodes: [[1, 99]]"),
                    r"case\.yaml:13", "no node 99")
        self.refuse(replaced(case, "volume, parent: block", "distance, parent: block, nodes: [[1, 1]]"),
                    r"case\.yaml:13", "a segment has zero length")
        self.refuse(replaced(case, "volume, parent: block", "angle, parent: block, nodes: [[1, 2, 3]]"),
                    r"case\.yaml:13", "collinear")
        self.refuse(replaced(case, "volume, parent: block", "square, parent: size"), r"case\.yaml:13", "in a cycle")
        self.refuse(replaced(case, "    mapping: {type: volume", "    mesh: block.msh\n    mapping: {type: volume"),
                    r"case\.yaml:14", "are the quantities that")
        self.refuse(case + "constraints:\n  - {type: multi-point, equations: [{terms: [{object: size, node: 1, component: y}]}]}\n",
                    r"case\.yaml:1\d", "Object 'size' has scalar nodes, so the component must be x")
        self.refuse(replaced(case, "{type: scalar-springs, stiffness: [1]}", "{type: nodal-force, group: top, force: [1, 0, 0]}"),
                    r"case\.yaml:14", "acts only on points, but 'size' has scalar nodes")

    def test_weights(self):
        case = replaced(FOLLOWED, "{type: embedded, parent: block}", "{type: weighted, parent: block, file: w.csv}")
        self.write("w.csv", "node,parent,weight\n" + "".join(f"{n},{n},1\n" for n in range(1, 27)) + "27,26,0.5\n27,27,0.4\n")
        self.refuse(case, r"w\.csv", "the sum of the weights of node 27 of 'shadow' is 0.9, but must be 1")
        self.write("w.csv", "node,parent,weight\n1,1,one\n")
        self.refuse(case, r"w\.csv:2", "'one' in column 'weight' is not a number")
        self.write("w.csv", "node,parent\n1,1\n")
        self.refuse(case, r"w\.csv:1", "one field for each of the columns node, parent, weight")

    def test_what_follows_what(self):
        self.write("fine.msh", box(cells=(3, 2, 2)))
        other = replaced(FOLLOWED, "shadow:\n    mesh: block.msh", "shadow:\n    mesh: fine.msh")
        self.refuse(replaced(other, "embedded, parent", "identity, parent"), r"case\.yaml:11", "has 36 nodes",
                    "has 27")
        self.refuse(replaced(other, "embedded, parent", "subset, parent"), r"case\.yaml:11",
                    "'block' has no node that coincides with node 2 at")
        self.refuse(replaced(FOLLOWED, "embedded, parent", "rigid, parent"), r"case\.yaml:11",
                    "'block' must consist of rigid bodies")


@on_all_ranks("mapping")
class ReferenceValue(Case):
    """Verifies force laws on measured quantities against equivalent forces."""

    def displacement(self, text, stem="one"):
        self.write("case.yaml", f"output: {stem}\n" + text)
        self.assertRuns("run", "case.yaml")
        with h5py.File(self.folder / f"{stem}.h5") as file:
            return {name: group["displacement"][:] for name, group in file["steps/0000"].items()}

    def assertSame(self, one, other, objects=""):
        a, b = (self.displacement(text + "analysis: {type: static, tolerance: 1e-12}\nsolver: {preset: direct}\n")
                for text in (one, other))
        np.testing.assert_allclose(a["block"], b["block"], atol=1e-9 * np.abs(a["block"]).max())
        return a

    def test_lengths_are_springs(self):
        struts = ("  struts:\n    mapping: {type: distance, parent: block, nodes: [[1, 27], [3, 25]]}\n"
                  "    forces: [{type: scalar-springs, stiffness: [300]}]\n")
        springs = ("interactions:\n  - {type: springs, first: {object: block}, second: {object: block}, "
                   "pairs: [[1, 27], [3, 25]], stiffness: 300}\n")
        measured = self.assertSame(ONE + struts, ONE + springs)
        u, X = measured["block"], np.array([[0, 0, 0], [1, 1, 1]])
        length = np.linalg.norm(X[1] + u[26] - X[0] - u[0]) - np.sqrt(3)
        self.assertAlmostEqual(measured["struts"].ravel()[0], length, 12)
        self.assertGreater(abs(length), 1e-5)

    def test_pairs_and_weights_of_files(self):
        struts = ("  struts:\n    mapping: {type: distance, parent: block, %s}\n"
                  "    forces: [{type: scalar-springs, stiffness: [300, 20]}]\n")
        self.write("pairs.csv", "b,a\n27,1\n\n25,3   # the other diagonal\n")
        self.assertSame(ONE + struts % "nodes: [[1, 27], [3, 25]]", ONE + struts % "file: pairs.csv")
        skin = ("  skin:\n    mesh: block.msh\n    mapping: {type: %s}\n"
                "    forces: [{type: traction, group: top, traction: [0.3, 0, 0.2]}]\n")
        self.write("weights.csv", "node,parent,weight\n" + "".join(f"{n},{n},0.25\n{n},{n},0.75\n" for n in range(1, 28)))
        self.assertSame(ONE + skin % "identity, parent: block", ONE + skin % "weighted, parent: block, file: weights.csv")
        self.assertSame(ONE + skin % "identity, parent: block", ONE + skin % "weighted, parent: block")

    def test_force_in_a_tetrahedron_goes_to_its_nodes_by_their_weights(self):
        self.write("tet.msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n"
                   "$Elements\n1\n1 4 2 1 1 1 2 3 4\n$EndElements\n")
        self.write("case.yaml", """\
output: {stem: held, fields: [reaction]}
objects:
  tet:
    mesh: tet.msh
    groups: {every: all}
    forces: [{type: elastic, material: {type: linear-elastic, young: 1, poisson: 0.3}}]
    conditions: [{type: fixed, group: every}]
  p:
    particles: [{name: p, position: [0.2, 0.3, 0.1]}]
    mapping: {type: embedded, parent: tet}
    forces: [{type: nodal-force, group: p, force: [1, 2, 3]}]
""")
        self.assertRuns("run", "case.yaml")
        with h5py.File(self.folder / "held.h5") as file:
            order = np.argsort(file["meshes/tet/tags"][:].ravel())
            reaction = file["steps/0000/tet/reaction"][:][order]
        np.testing.assert_allclose(reaction, -np.outer([0.4, 0.2, 0.3, 0.1], [1, 2, 3]), atol=1e-14)

    def test_force_on_a_volume_is_pressure(self):
        size = ("  size:\n    mapping: {type: volume, parent: block}\n"
                "    forces: [{type: scalar-springs, force: 30}]\n")
        surface = "".join(f"      - {{type: follower-pressure, group: {side}, pressure: -30}}\n"
                          for side in ("bottom", "top", "west", "east", "south", "north"))
        self.assertSame(ONE + size, replaced(ONE, "    conditions:", surface + "    conditions:"))

    def test_square_distance_is_the_square_of_the_distance(self):
        law = "    forces: [{type: scalar-springs, stiffness: [40, 10], force: 3}]\n"
        once = "  squares:\n    mapping: {type: square-distance, parent: block, nodes: [[1, 27], [3, 25]]}\n" + law
        twice = ("  squares:\n    mapping: {type: square, parent: lengths}\n" + law +
                 "  lengths:\n    mapping: {type: distance, parent: block, nodes: [[1, 27], [3, 25]]}\n")
        self.assertSame(ONE + once, ONE + twice)


FINE = replaced(ONE, "block.msh", "fine.msh")
MANY = """\
  size:
    mapping: {type: volume, parent: block}
%s  middle:
    mapping: {type: centre-of-mass, parent: block}
%s"""


class LongRows(Case):
    """Verifies springs on a volume and a centre of mass of so many nodes that these follow by
    multipliers, against constraints with the compliance of the springs."""

    def assertSameMotion(self, analysis, solver):
        self.write("fine.msh", box(cells=(8, 8, 8)))
        springs = MANY % ("    forces: [{type: scalar-springs, stiffness: [4000]}]\n",
                          "    forces: [{type: rest-shape-springs, stiffness: 250}]\n")
        rows = "".join(f"      - terms: [{{object: middle, node: 1, component: {c}}}]\n" for c in "xyz")
        rows = ("constraints:\n  - {type: multi-point, name: size, compliance: 2.5e-4, equations: [{terms: [{object: size, "
                "node: 1, component: x}]}]}\n  - type: multi-point\n    name: middle\n    compliance: 4e-3\n    equations:\n" + rows)
        found = []
        for stem, text in ("springs", FINE + springs), ("rows", FINE + MANY % ("", "") + rows):
            if "transient" in analysis:
                text = replaced(text, "    conditions:", "    masses: [{type: consistent, density: 2}]\n    conditions:")
            self.write("case.yaml", f"output: {stem}\n" + text + analysis + solver)
            said = self.assertRuns("run", "case.yaml")
            with h5py.File(self.folder / f"{stem}.h5") as file:
                last = file["steps"][sorted(file["steps"])[-1]]
                found.append({name: group["displacement"][:] for name, group in last.items()})
                if stem == "springs":
                    self.assertIn("volume of block", said.out)
        one, other = found
        self.assertGreater(np.abs(one["size"]).max(), 1e-5)
        for name in "block", "size", "middle":
            np.testing.assert_allclose(one[name], other[name], atol=1e-6 * np.abs(other[name]).max())

    def test_static(self):
        self.assertSameMotion("analysis: {type: static, tolerance: 1e-10}\n", "")

    def test_in_time(self):
        moving = "analysis: {type: transient, stepper: trapezoid, step: 0.01, end_time: 0.03, tolerance: 1e-10}\n"
        self.assertSameMotion(moving, "solver: {preset: direct}\n")
        self.assertSameMotion(moving, "")


WHEELS = """\
output: wheels
objects:
  wheels:
    bodies:
      - {name: left, position: [0, 0, 0], mass: 2, inertia: [0.1, 0.3, 0.2], angular_velocity: [1, 2, 3]}
      - {name: right, position: [2, 0.5, 0], mass: 1, inertia: [0.2, 0.1, 0.15], velocity: [0, 1, 0]}
%s
analysis: {type: transient, stepper: trapezoid, step: 0.01, end_time: 0.3, tolerance: 1e-12}
solver: {preset: direct}
"""
ENDS = """\
  parts:
    bodies: [{name: arm, position: [0.3, 0.1, 0], rotation: [0, 0, 1]}]
    mapping: {type: relative-frames, parent: wheels, body: left}
  ends:
    particles: [{name: a, position: [0.5, 0.3, 0.2]}, {name: b, position: [1.6, -0.2, 0.4]}]
    mapping: {type: subset-multi, parts: [{group: a, parent: parts}, {group: b, parent: wheels}]}
  strut:
    mapping: {type: distance, parent: ends, nodes: [[1, 2]]}
    forces: [{type: scalar-springs, stiffness: [40], damping: 3}]
"""
BETWEEN = """\
interactions:
  - {type: point-springs, first: {object: wheels, group: left}, second: {object: wheels, group: right},
     at: [0.5, 0.3, 0.2], to: [1.6, -0.2, 0.4], stiffness: 40, damping: 3}
"""


class Chains(Case):
    """Verifies chains of mappings in motion: bodies, a body on one of them, points on both, and a
    spring on the distance between these."""

    def motion(self, text):
        self.write("case.yaml", text)
        self.assertRuns("run", "case.yaml")
        with h5py.File(self.folder / "wheels.h5") as file:
            last = file["steps"][sorted(file["steps"])[-1]]["wheels"]
            return np.hstack([last[name][:] for name in ("displacement", "rotation", "velocity", "angular_velocity")])

    def test_a_strut_on_points_of_bodies(self):
        measured, between = self.motion(WHEELS % ENDS.rstrip()), self.motion(WHEELS % BETWEEN.rstrip())
        free = self.motion(WHEELS % "")
        self.assertGreater(np.abs(between - free).max(), 0.1)
        np.testing.assert_allclose(measured, between, rtol=0, atol=1e-9)

    def test_energy_of_masses_on_points_of_bodies_is_kept(self):
        ends = ENDS.replace("0.2]}", "0.2], mass: 0.4}").replace("0.4]}", "0.4], mass: 0.3}").replace(", damping: 3", "")
        text = replaced(WHEELS % ends.rstrip(), "output: wheels", "output: {stem: wheels, every: 1000, energies: true}")
        self.write("case.yaml", replaced(text, "end_time: 0.3", "end_time: 10"))
        run = self.assertRuns("run", "case.yaml")
        with h5py.File(self.folder / "wheels.h5") as file:
            energies = file["histories/energies/values"][:]
        stored = energies[:, 0] + energies[:, 1]
        self.assertEqual(len(stored), 1001)
        self.assertGreater(energies[:, 1].max(), 0.1 * stored[0], "the strut works")
        self.assertLess(np.abs(stored / stored[0] - 1).max(), 2e-3)
        self.assertLess(abs(stored[-1] / stored[0] - 1), 2e-4)
        self.assertRegex(run.out, r"(?m)^  energy error +\d\.\de-0[3-9]")


if __name__ == "__main__":
    unittest.main()
