# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies groups, fields and temperatures of a case; meshes without solids; stiff and
incompressible bodies."""
import unittest

import h5py
import numpy as np

from tenon_program import ONE, Case, box, on_all_ranks, replaced, second_order

GROUPED = """\
objects:
  block:
    mesh: bare.msh
    groups:
      floor: {plane: {z: 0}}
      lid: {box: {x: [-1, 2], z: [1, 1]}}
      side: {plane: {point: [1, 0, 0], normal: [3, 0, 0]}, dimension: 2}
      skin: boundary
      whole: all
      ball: {sphere: {centre: [0, 0, 1], radius: 0.6}}
      tip: {nearest: [1.1, 1.2, 1.3]}
      listed: {nodes: [1, 3, 9]}
      both: [listed, tip, {group: lid, dimension: 0}]
    forces:
      - {type: elastic, group: whole, material: {type: linear-elastic, young: 1000, poisson: 0.3}}
      - {type: traction, group: lid, traction: [0, 0.1, -1]}
      - {type: pressure, group: side, pressure: 0.5}
      - {type: nodal-force, group: tip, force: [1, 0, 0]}
    conditions:
      - {type: fixed, group: floor}
"""

# The exact solution of a bar fixed at x = 0 under b = 6 x: E u'' + 6 x = 0, u = (3 x - x^3) / E at
# nu = 0.
FIELDS = """\
objects:
  block:
    mesh: block.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 10, poisson: 0}}
      - {type: body-force, density: ["6 * x * t", 0, 0]}
    conditions:
      - {type: prescribed, group: west, field: {x: "0.1 * y * z", y: 0, z: 0}}
      - {type: prescribed, group: body, field: {y: 0, z: 0}}
"""


def bare(**options):
    """Returns the block without its groups of faces, as many mesh generators write it."""
    return box(edit=lambda nodes, cells: cells.__setitem__(slice(None), [cell for cell in cells if cell[1] == "body"]), **options)


@on_all_ranks("partition")
class Models(Case):
    def setUp(self):
        super().setUp()
        self.write("bare.msh", bare())

    def displacement(self, stem, body="block"):
        with h5py.File(self.folder / f"{stem}.h5") as file:
            last = sorted(file["steps"])[-1]
            return file[f"meshes/{body}/points"][:], file[f"steps/{last}/{body}/displacement"][:]

    def fails(self, case, *says):
        self.write("wrong.yaml", case)
        self.assertFails(self.tenon("run", "wrong.yaml"), 2, *(what.replace(r"case\.", r"wrong\.") for what in says))

    def test_groups_without_a_meshs_help(self):
        """Verifies groups defined in the case against the same groups in the mesh file."""
        self.write("grouped.yaml", GROUPED)
        named = GROUPED.replace("bare.msh", "block.msh").replace("group: floor", "group: bottom").replace("group: side,", "group: east,")
        named = named.replace("group: lid, traction", "group: top, traction").replace("group: whole", "group: body")
        self.write("named.yaml", named)
        self.assertRuns("run", "grouped.yaml")
        self.assertRuns("run", "named.yaml")
        x, u = self.displacement("grouped")
        _, v = self.displacement("named")
        self.assertLess(np.abs(u - v).max(), 1e-9 * np.abs(v).max())
        self.assertGreater(np.abs(u).max(), 1e-4)

    def test_groups_of_a_partitioned_mesh(self):
        self.assertRuns("partition", "bare.msh", "-o", "bare.h5", "--parts", "3")
        self.write("grouped.yaml", GROUPED)
        self.write("cut.yaml", GROUPED.replace("bare.msh", "bare.h5"))
        self.assertRuns("run", "grouped.yaml")
        self.assertRuns("run", "cut.yaml")
        self.assertLess(np.abs(self.displacement("grouped")[1] - self.displacement("cut")[1]).max(), 1e-9)

    def test_groups_that_are_none(self):
        for old, new, *says in (
                ("{plane: {z: 0}}", "{plane: {z: 7}}", r"case\.yaml:5: objects\.block\.groups\.floor", "'floor'.*would be empty"),
                ("{plane: {z: 0}}", "{plain: {z: 0}}", r"case\.yaml:5", "did you mean 'plane'"),
                ("{plane: {z: 0}}", "{plane: {w: 0}}", r"case\.yaml:5", "'w'"),
                ("{nodes: [1, 3, 9]}", "{nodes: [1, 3000]}", r"case\.yaml:12", "no node 3000"),
                ("[listed, tip,", "[lister, tip,", r"case\.yaml:13", "did you mean 'listed'"),
                ("tip: {nearest", "body: {nearest", r"case\.yaml:11", "already has a group 'body'"),
                ("group: side,", "group: tip,", r"case\.yaml:17", "'tip' contains only nodes, but faces are needed")):
            self.fails(replaced(GROUPED, old, new), *says)

    def test_fields(self):
        """Verifies body forces by expression, tractions by file, prescribed displacements by
        expression; with a time factor in each step."""
        self.write("plain.yaml", replaced(FIELDS, "0.1 * y * z", "0"))
        self.assertRuns("run", "plain.yaml")
        x, u = self.displacement("plain")
        self.assertLess(np.abs(u[:, 0] - (3 * x[:, 0] - x[:, 0] ** 3) / 10).max(), 1e-9, "exact at the nodes")

        nodes = [line.split() for line in box().split("$Nodes\n")[1].splitlines()[1:28]]
        self.write("push.csv", "node,x\n" + "".join(f"{n},{2 * float(x)}\n" for n, x, _, _ in nodes))
        push = "      - {type: traction, group: top, traction: %s}\n    conditions:\n"
        self.write("file.yaml", replaced(FIELDS, "    conditions:\n", push % "{csv: push.csv}"))
        self.write("formula.yaml", replaced(FIELDS, "    conditions:\n", push % "[2 * x, 0, 0]"))
        self.assertRuns("run", "file.yaml")
        self.assertRuns("run", "formula.yaml")
        x, u = self.displacement("file")
        west = x[:, 0] == 0
        self.assertLess(np.abs(u[west, 0] - 0.1 * x[west, 1] * x[west, 2]).max(), 1e-12)
        self.assertLess(np.abs(u[:, 1:]).max(), 1e-12)
        self.assertLess(np.abs(u - self.displacement("formula")[1]).max(), 1e-9)
        self.assertGreater(np.abs(u[:, 0] - (3 * x[:, 0] - x[:, 0] ** 3) / 10).max(), 0.05)

    def test_temperature(self):
        """Verifies the thermal stress -E alpha dT of a bar that is fixed along z and free across,
        and its transverse expansion (1 + nu) alpha dT."""
        bar = replaced(ONE, "young: 1000, poisson: 0.3}", 'young: 1000, poisson: 0.3, expansion: 2e-3}, temperature: "30 + 10 * t", reference_temperature: 20')
        bar = replaced(bar, "      - {type: traction, group: top, traction: [0, 0.1, -1]}\n", "")
        bar = replaced(bar, "{type: fixed, group: bottom}", "{type: fixed, group: bottom, components: [z]}")
        bar += "".join(f"      - {{type: fixed, group: {g}, components: [{c}]}}\n" for g, c in (("top", "z"), ("west", "x"), ("south", "y")))
        self.write("bar.yaml", bar)
        self.assertRuns("run", "bar.yaml")
        x, u = self.displacement("bar")
        rise = 20  # t = 1
        self.assertLess(np.abs(u[:, 0] - 1.3 * 2e-3 * rise * x[:, 0]).max(), 1e-9)
        with h5py.File(self.folder / "bar.h5") as file:
            stress = file["steps/0000/block/stress"][:]
        expected = np.zeros(9)
        expected[8] = -1000 * 2e-3 * rise
        self.assertLess(np.abs(stress - expected).max(), 1e-5)
        self.fails(bar.replace("expansion: 2e-3", "expansion: 0"), r"case\.yaml:6", "no coefficient of thermal expansion")
        self.fails(bar.replace('"30 + 10 * t"', '"30 + 10 * T"'), r"case\.yaml:6: objects\.block\.forces\[0\]\.temperature",
                   r"'30 \+ 10 \* T'", "position 10")

    def test_nearly_incompressible_bodies(self):
        locked = replaced(ONE, "poisson: 0.3", "poisson: 0.499")
        self.write("locked.yaml", locked)
        warnings = self.assertRuns("run", "locked.yaml").messages("tenon: warning: ")
        self.assertEqual(len(warnings), 1, warnings)
        for word in ("incompressible", "shear-elastic", "hex8", "0.499"):
            self.assertIn(word, warnings[0])
        mixed = replaced(ONE, "type: linear-elastic, young: 1000, poisson: 0.3", "type: shear-elastic, young: 1000, poisson: 0.5")
        mixed += "constraints:\n  - {type: incompressible, object: block, young: 1000, poisson: 0.5, pressure: constant}\n"
        self.write("mixed.yaml", mixed)
        self.assertEqual(self.assertRuns("run", "mixed.yaml").messages("tenon: warning: "), [])
        soft, stiff = (np.abs(self.displacement(stem)[1]).max() for stem in ("mixed", "locked"))
        self.assertGreater(soft, 1.5 * stiff)
        self.write("block.msh", box(edit=second_order))
        for poisson, formulation, count in (("0.4995", "", 1), ("0.49", "", 0), ("0.4995", "formulation: mean-dilatation, ", 0)):
            case = replaced(replaced(ONE, "poisson: 0.3", f"poisson: {poisson}"), "type: elastic, ", f"type: elastic, {formulation}")
            self.write("quadratic.yaml", case if not formulation else replaced(case, "linear-elastic", "isochoric-neo-hookean"))
            for command in ("check", "run"):
                warnings = self.assertRuns(command, "quadratic.yaml").messages("tenon: warning: ")
                self.assertEqual(len(warnings), count, warnings)
                for word in ("0.4995", "hex20", "mean-dilatation", "incompressible") if count else ():
                    self.assertIn(word, warnings[0])
        self.write("block.msh", box())
        self.fails(mixed.replace("young: 1000, poisson: 0.5, pressure", "poisson: 0.5, pressure"), r"case\.yaml:11", "must be given together")

    def test_meshes_of_points_lines_and_surfaces(self):
        """Verifies a chain of springs along lines, fixed at one end, and a loaded surface that is
        embedded in a solid."""
        points = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n3\n1 0 0 0\n2 1 0 1\n3 2 0 3\n$EndNodes\n"
        self.write("line.msh", points + "$PhysicalNames\n1\n1 1 \"chain\"\n$EndPhysicalNames\n$Elements\n2\n1 1 2 1 1 1 2\n2 1 2 1 1 2 3\n$EndElements\n")
        self.write("points.msh", points + "$PhysicalNames\n1\n0 1 \"dots\"\n$EndPhysicalNames\n$Elements\n3\n"
                   + "".join(f"{n} 15 2 1 1 {n}\n" for n in (1, 2, 3)) + "$EndElements\n")
        self.write("sail.msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 .2 .2 .3\n2 .8 .2 .5\n3 .8 .8 .5\n4 .2 .8 .3\n$EndNodes\n"
                   "$PhysicalNames\n1\n2 1 \"sail\"\n$EndPhysicalNames\n$Elements\n1\n1 3 2 1 1 1 2 3 4\n$EndElements\n")
        springs = """\
objects:
  chain:
    mesh: {mesh}
    groups: {{foot: {{nearest: [0, 0, 0]}}, tip: {{nearest: [2, 0, 3]}}}}
    forces: [{{type: nodal-force, group: tip, force: [0, 6, -3]}}]
    conditions: [{{type: fixed, group: foot}}]
interactions:
  - {{type: springs, pairs: [[1, 2], [2, 3]], first: {{object: chain}}, second: {{object: chain}}, stiffness: 3, rest_length: 0}}
"""
        for name in ("line.msh", "points.msh"):
            self.write("chain.yaml", springs.format(mesh=name))
            self.assertRuns("run", "chain.yaml")
            x, u = self.displacement("chain", "chain")
            # Springs of zero natural length: the positions follow from the load alone, F / k for
            # each spring.
            self.assertLess(np.abs((x + u)[2] - np.array([0, 4, -2])).max(), 1e-6)
        sail = replaced(ONE, "      - {type: traction, group: top, traction: [0, 0.1, -1]}\n", "") + """\
  sail:
    mesh: sail.msh
    mapping: {type: embedded, parent: block}
    forces:
      - {type: traction, group: sail, traction: [0, 0, -1]}
"""
        self.write("sail.yaml", sail)
        self.assertRuns("run", "sail.yaml")
        with h5py.File(self.folder / "sail.h5") as file:
            reaction = file["steps/0000/block/reaction"][:].sum(axis=0)
        self.assertAlmostEqual(reaction[2], 0.6 * np.hypot(0.6, 0.2), places=9)
        self.fails(replaced(ONE, "block.msh", "sail.msh"), "consists of faces, but volumes are needed")


if __name__ == "__main__":
    unittest.main()
