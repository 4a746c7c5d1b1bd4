# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies constraints in user cases: those of apps/cases, `tenon homogenise`, and rejected
input."""
import json
import unittest
from pathlib import Path

import h5py
import numpy as np

from tenon_program import ONE, TWO, Case, on_all_ranks, replaced

SOURCE = Path(__file__).resolve().parents[2]
CASES = SOURCE / "apps/cases"
MESHES = SOURCE / "meshes"

CELL = """\
objects:
  cell:
    mesh: block.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.25}}
constraints:
  - {type: periodic, object: cell, pairs: [[west, east], [south, north], [bottom, top]], fix_node: true}
solver: {preset: direct}
"""


@on_all_ranks("constraints")
class Examples(Case):
    def fields(self, stem):
        with h5py.File(self.folder / f"{stem}.h5") as file:
            return {name: {key: group[key][:] for key in group if isinstance(group[key], h5py.Dataset)}
                    for name, group in file["steps/0000"].items()}

    def test_tied_blocks(self):
        self.assertRuns("run", CASES / "blocks.yaml", "-o", "blocks")
        fields = self.fields("blocks")
        load = np.array([60, 0, -100]) * 26 * 26
        size = np.abs(load).max()
        np.testing.assert_allclose(fields["above"]["force_interface"].sum(axis=0), -load, atol=1e-6 * size)
        np.testing.assert_allclose(fields["below"]["force_interface"].sum(axis=0), load, atol=1e-6 * size)
        np.testing.assert_allclose(fields["below"]["reaction"].sum(axis=0), -load, atol=1e-6 * size)
        self.assertGreater(np.abs(fields["above"]["multiplier_interface"]).max(), 100, "tractions")

    def test_rocker(self):
        self.assertRuns("run", CASES / "rocker.yaml", "-o", "rocker")
        fields = self.fields("rocker")
        with h5py.File(self.folder / "rocker.h5") as file:
            places = {name: file[f"meshes/{name}/points"][:] for name in fields}
        tips = {"south": (100, 0, 0), "north": (100, 40, 0)}
        at = {name: np.linalg.norm(places[name] - tip, axis=1).argmin() for name, tip in tips.items()}
        south, north = (fields[name]["displacement"][at[name], 2] for name in ("south", "north"))
        self.assertLess(south, -1)
        self.assertAlmostEqual(south / 2 + north, 0, delta=1e-10)
        lever = [fields[name]["force_rocker"].sum(axis=0)[2] for name in ("south", "north")]
        self.assertAlmostEqual(lever[1], 2 * lever[0], delta=1e-9 * abs(lever[0]))

    def test_cell(self):
        run = self.assertRuns("homogenise", CASES / "cell.yaml", "-o", "cell.json")
        self.assertRegex(run.out, r"(?m)^ xx +68\d\d\.\d+ +312\d\.\d+ ")
        self.assertIn("7 solves with 1 set-up", run.out)
        result = json.loads((self.folder / "cell.json").read_text())
        self.assertEqual(result["order"], ["xx", "yy", "zz", "yz", "xz", "xy"])
        C = np.array(result["stiffness"])
        np.testing.assert_allclose(C, C.T, atol=1e-8 * C.max())
        np.testing.assert_allclose(C[:3, :3], np.roll(C[:3, :3], 1, axis=(0, 1)), atol=2e-3 * C.max(),
                                   err_msg="a cubic material")
        # Hill's bounds of the bulk modulus by Voigt and Reuss, ball of radius 0.36
        share = 4 / 3 * np.pi * 0.36**3
        bulk = [young / (3 * (1 - 2 * poisson)) for young, poisson in ((3000, 0.35), (70000, 0.22))]
        mean = (C[0, 0] + 2 * C[0, 1]) / 3
        self.assertLess(1 / ((1 - share) / bulk[0] + share / bulk[1]), mean)
        self.assertLess(mean, (1 - share) * bulk[0] + share * bulk[1])
        # Sheared by 0.02, the cell stores the energy that follows from that stiffness.
        self.assertRuns("run", CASES / "cell.yaml", "-o", "cell", "--summary", "run.json")
        energy = json.loads((self.folder / "run.json").read_text())["energy"]
        self.assertAlmostEqual(energy, 0.5 * C[4, 4] * 0.02**2, delta=1e-9 * energy)


class Driven(Case):
    """Verifies driven constraints: each load step has the value of the history."""

    def solve(self, constraint):
        case = replaced(ONE, "      - {type: traction, group: top, traction: [0, 0.1, -1]}\n", "")
        case += f"constraints:\n  - {constraint}\n"
        case += "analysis: {type: static, steps: 4, end_time: 2}\nsolver: {preset: direct}\n"  # t = 0.5, 1, 1.5, 2
        self.write("case.yaml", case)
        self.assertRuns("run", "case.yaml", "-o", "driven")
        with h5py.File(self.folder / "driven.h5") as file:
            top = np.isclose(file["meshes/block/points"][:, 2], 1)
            steps = [file[f"steps/{step:04}/block"] for step in range(4)]
            return [(step["displacement"][:][top], step["reaction"][:].sum(axis=0)) for step in steps]

    def test_histories_of_constraints(self):
        history = "history: [[0, 0], [1, 1], [2, -1]]"
        for constraint in ("{type: prescribed, object: block, group: top, values: {z: 0.02}, %s}",
                           "{type: point-on-plane, object: block, group: top, normal: [0, 0, 3], value: 0.02, %s}",
                           "{type: point-on-line, object: block, group: top, direction: [1, 0, 0], offset: [9, 0, 0.02], %s}"):
            with self.subTest(constraint):
                steps = self.solve(constraint % history)
                for factor, (u, reaction) in zip((0.5, 1, 0, -1), steps):
                    np.testing.assert_allclose(u[:, 2], 0.02 * factor, atol=1e-14)
                    np.testing.assert_allclose(reaction, factor * steps[1][1], atol=1e-9)
                self.assertLess(steps[1][1][2], -15, "E A u / L")


class Homogenise(Case):
    def homogenise(self, text, *words):
        self.write("case.yaml", text)
        return self.tenon("homogenise", "case.yaml", *words)

    def test_one_material_gives_its_own_stiffness(self):
        run = self.homogenise(CELL, "-o", "out/stiffness.json")
        self.assertEqual((run.code, run.errors()), (0, []), run)
        result = json.loads((self.folder / "out/stiffness.json").read_text())
        exact = np.diag([1200.0] * 3 + [400.0] * 3)
        exact[:3, :3] += 400 * (1 - np.eye(3))
        np.testing.assert_allclose(result["stiffness"], exact, atol=1e-8)
        self.assertEqual(result["volume"], 1)

    def test_what_is_no_cell(self):
        self.assertFails(self.homogenise(ONE), 2, "one constraint of type periodic, but this case has 0")
        self.assertFails(self.homogenise(replaced(CELL, ", [bottom, top]", "")), 2, "the number of pairs of faces is 2, but .* only for 3 pairs")
        self.assertFails(self.homogenise(replaced(CELL, ", fix_node: true", "")), 2, "Insufficient support of object 'cell': it can translate along x, y and z")
        self.assertFails(self.homogenise(CELL, "-kps_rtol", "1e-9"), 2, "kps_rtol")


@on_all_ranks("messages")
class Refused(Case):
    def cell(self, old, new, *says):
        self.refuse(replaced(CELL, old, new), r"case\.yaml:7", *says)

    def test_pairs_that_do_not_match(self):
        self.cell("[bottom, top]", "[top, bottom], [bottom, west]", "node 1 belongs to both sides of the pair bottom, west")
        self.cell("[bottom, top]", "[bottom, bottom]", "both sides of a pair are cell/bottom")
        self.cell("[bottom, top]", "[bottom, tap]", "no group 'tap'", "did you mean 'top'")
        self.cell("[bottom, top]", "[bottom, top, west]", "two groups, but its length is 3")
        self.cell("fix_node: true", "strain: [1, 2]", "6 components")
        bent = (self.folder / "block.msh").read_text().replace("\n18 1.0 1.0 0.5\n", "\n18 1.0 1.0 0.55\n")
        self.write("block.msh", bent)
        self.cell("fix_node: true", "fix_node: false", "groups west and east of object 'cell' do not match",
                  r"node (18|16) of (west|east).* has no partner in (west|east)")

    def test_what_acts_on_no_node(self):
        self.cell("{type: periodic, object: cell, pairs: [[west, east], [south, north], [bottom, top]], fix_node: true}",
                  "{type: multi-point}", "'multi-point' contains no equations")

    def test_negative_compliance(self):
        self.refuse(replaced(TWO, "    name: interface\n", "    name: interface\n    compliance: -1e-3\n"),
                    r"case\.yaml:19", "'compliance' must not be negative, but is -0.001")

    def test_rigid_group_of_one_node(self):
        case = (CASES / "rocker.yaml").read_text().replace("../../meshes", str(MESHES))
        rigid = "  - {type: rigid, name: one, parts: [{object: south, group: tip}]}\n\nanalysis"
        case = replaced(replaced(case, "file: rocker.csv", "equations: [{terms: [{object: south, group: tip, component: z}]}]"),
                        "\nanalysis", rigid)
        self.refuse(case, r"case\.yaml:\d+", r"Rigid group 'one' \(south/tip\) has fewer than two nodes")

    def test_slaves_that_are_held(self):
        held = replaced(TWO, "    mesh: upper.msh\n",
                        "    mesh: upper.msh\n    conditions: [{type: fixed, group: west, components: [x]}]\n")
        held += "solver: {preset: direct}\n"
        sentence = r"For 4 of 48 rows of constraint 'interface', .*: for example, node \d+ of object 'upper' is a slave in the direction x and is constrained by " \
                   "'fixed on upper/west'"
        refuse = replaced(held, "    name: interface\n", "    name: interface\n    on_prescribed: refuse\n")
        self.refuse(refuse, sentence, "in conflict with `on_prescribed: refuse`")
        self.refuse(replaced(refuse, "on_prescribed: refuse", "on_prescribed: dorp"), "did you mean 'drop'")
        self.refuse(replaced(held, "    name: interface\n", "    name: interface\n    method: nodes\n    on_prescribed: join\n"),
                    "'interface' cannot be joined")
        self.write("case.yaml", held)
        self.assertRegex(self.assertRuns("run", "case.yaml", "-o", "joined").all, sentence.replace(" .*:", ".* is joined .*:"))
        self.write("case.yaml", replaced(held, "    name: interface\n", "    name: interface\n    on_prescribed: drop\n"))
        run = self.assertRuns("run", "case.yaml", "-o", "dropped")
        self.assertRegex(run.all, "warning: " + sentence)
        self.write("case.yaml", replaced(held, "    name: interface\n", "    name: interface\n    on_prescribed: keep\n"))
        self.assertRuns("run", "case.yaml", "-o", "kept")
        with h5py.File(self.folder / "dropped.h5") as dropped, h5py.File(self.folder / "kept.h5") as kept:
            path = "steps/0000/upper/multiplier_interface"
            self.assertEqual(np.count_nonzero(dropped[path]), 44)
            self.assertEqual(np.count_nonzero(kept[path]), 48)

    def test_equations(self):
        points = replaced(TWO, "  - type: tie\n    name: interface\n    slave: {object: upper, group: bottom}\n"
                               "    master: {object: lower, group: top}\n", "  - {type: multi-point, file: eqs.csv}\n")
        self.refuse(points, "Cannot read the file of equations '.*eqs.csv'", code=4)
        head = "equation,object,node,component,coefficient,value\n"
        for lines, *says in (("a,upper,1,x\n", r"eqs\.csv:2", "the number of fields in this line is 4"),
                             ("a,uper,1,x,1\n", r"eqs\.csv:2", "no object 'uper'", "did you mean 'upper'"),
                             ("a,upper,999,x,1\n", "no node 999"),
                             ("a,upper,bottom,x,1\n", r"eqs\.csv:2", "has 16 nodes, but a term of an equation must refer to a single node")):
            self.write("eqs.csv", head + lines)
            self.refuse(points, r"case\.yaml:\d+", *says)
        inline = replaced(points, "file: eqs.csv", "equations: [{terms: [{object: upper, node: 1, component: q}]}]")
        self.refuse(inline, r"case\.yaml:17", "component must be x, y or z")


if __name__ == "__main__":
    unittest.main()
