# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies the multipliers of every constraint: results with row descriptions, summary, and the
corresponding forces."""
import json
import unittest

import h5py
import numpy as np

from tenon_program import ONE, RANKS, TWO, Case, on_all_ranks, replaced

TIE = ("  - type: tie\n    name: interface\n    slave: {object: upper, group: bottom}\n"
       "    master: {object: lower, group: top}\n")
# Nodes of upper.msh: 16 in a layer, 1 at (0, 0, 1), 4 at (1, 0, 1), 13 at (0, 1, 1); of lower.msh:
# 9 in a layer.
CONSTRAINTS = """\
  - {type: multi-point, name: equations, equations: [
      {terms: [{object: upper, node: 48, component: y}, {object: upper, node: 33, component: x, coefficient: -2}]},
      {value: 0.01, terms: [{object: upper, node: 18, component: z}]}]}
  - {type: rigid, name: lid, parts: [{object: upper, group: top}]}
  - {type: distance, name: rods, first: {object: lower}, second: {object: upper}, pairs: [[27, 20], [19, 16]]}
  - {type: angle, name: hinge, objects: [lower, lower, lower], triples: [[22, 23, 26]]}
"""
CASE = replaced(TWO, TIE, TIE + CONSTRAINTS) + "solver: {preset: direct}\n"
PRESSED = replaced(replaced(ONE, "young: 1000, poisson: 0.3", "young: 800, poisson: 0"), "title:", """\
constraints:
  - {type: incompressible, name: volume, object: block, pressure: constant, bulk: 2000}
solver: {preset: direct}
title:""")


@on_all_ranks("constraints")
class Rows(Case):
    def solve(self, case, ranks=RANKS, stem="out"):
        self.write("case.yaml", case)
        self.assertRuns("run", "case.yaml", "-o", stem, "--summary", f"{stem}.json", ranks=ranks)
        self.summary = json.loads((self.folder / f"{stem}.json").read_text())
        with h5py.File(self.folder / f"{stem}.h5") as file:
            rows = {}
            for name, group in file["constraints"].items():
                rows[name] = {key: group[key][:] for key in ("object", "node", "component", "number")}
                rows[name]["lambda"] = group["multipliers/0000"][:]
                rows[name]["objects"] = json.loads(group.attrs["objects"])
            forces = {key: {field: item[:] for field, item in file[f"steps/0000/{key}"].items()
                            if isinstance(item, h5py.Dataset)} for key in file["meshes"]}
            for key in file["meshes"]:
                forces[key]["tags"] = file[f"meshes/{key}/tags"][:]
        return rows, forces

    def test_every_constraint_has_its_rows(self):
        rows, forces = self.solve(CASE)
        self.assertEqual(sorted(rows), ["equations", "hinge", "interface", "lid", "rods"])
        self.assertEqual({name: len(row["lambda"]) for name, row in rows.items()},
                         {"equations": 2, "hinge": 1, "interface": 48, "lid": 3 + 3 * 13, "rods": 2})

        def force(constraint, body, tag):
            return forces[body][f"force_{constraint}"][forces[body]["tags"] == tag][0]

        row = rows["equations"]
        np.testing.assert_array_equal(row["number"], [0, 1])
        np.testing.assert_array_equal(row["node"], [48, 18])
        np.testing.assert_array_equal(row["component"], [1, 2])
        self.assertEqual([row["objects"][i] for i in row["object"]], ["upper", "upper"])
        size = np.abs(row["lambda"]).max()
        np.testing.assert_allclose(force("equations", "upper", 48), [0, row["lambda"][0], 0], atol=1e-9 * size)
        np.testing.assert_allclose(force("equations", "upper", 33), [-2 * row["lambda"][0], 0, 0], atol=1e-9 * size)
        np.testing.assert_allclose(force("equations", "upper", 18), [0, 0, row["lambda"][1]], atol=1e-9 * size)

        row = rows["rods"]  # in the order of the first nodes in their mesh file
        np.testing.assert_array_equal(row["node"], [19, 27])
        self.assertEqual([row["objects"][i] for i in row["object"]], ["lower", "lower"])
        for tag, value in zip(row["node"], row["lambda"]):
            self.assertAlmostEqual(np.linalg.norm(force("rods", "lower", tag)), abs(value), delta=1e-9 * abs(value))

        row = rows["lid"]
        nodes = row["node"] >= 0
        np.testing.assert_array_equal(row["component"][nodes], [0, 1, 2] * 13)
        self.assertEqual(sorted(row["number"][~nodes]), [0, 1, 2], "distances of the three nodes that the others follow")
        lambda_ = row["lambda"][nodes].reshape(-1, 3)
        for tag, value in zip(row["node"][nodes][::3], lambda_):
            np.testing.assert_allclose(force("lid", "upper", tag), value, atol=1e-9 * np.abs(lambda_).max())

    def test_the_summary_has_the_largest(self):
        pushed = "".join(f"  - {{type: multi-point, name: at {value}, equations: [{{value: {value}, terms: [{{object: lower, node: {node}, "
                         "component: x}]}]}\n" for value, node in ((0.01, 14), (-0.01, 17)))
        rows, _ = self.solve(replaced(CASE, "  - {type: rigid", pushed + "  - {type: rigid"))
        self.assertGreater(rows["at 0.01"]["lambda"][0], 0, "of a row that one rank has and others have not")
        self.assertLess(rows["at -0.01"]["lambda"][0], 0)
        for constraint in self.summary["constraints"]:
            lambda_, said = rows[constraint["name"]]["lambda"], constraint["multipliers"]
            self.assertEqual(said["rows"], len(lambda_))
            self.assertEqual((said["least"], said["most"]), (lambda_.min(), lambda_.max()))
        by_name = {constraint["name"]: constraint["multipliers"] for constraint in self.summary["constraints"]}
        first = np.argmax(np.abs(rows["equations"]["lambda"]))
        self.assertEqual(by_name["equations"]["largest_at"],
                         ["upper, node 48, number 0, row 1", "upper, node 18, number 1, row 2"][first])
        self.assertEqual(by_name["hinge"]["largest_at"], "lower, node 22")

    def test_any_number_of_ranks_writes_the_same(self):
        for case in (CASE, PRESSED):
            one, _ = self.solve(case, ranks=1, stem="one")
            many, _ = self.solve(case, stem="many")
            self.assertEqual(sorted(one), sorted(many))
            for name, row in one.items():
                size = np.abs(row["lambda"]).max()
                np.testing.assert_allclose(many[name].pop("lambda"), row.pop("lambda"), atol=1e-7 * size, err_msg=name)
                for key, values in row.items():
                    np.testing.assert_array_equal(many[name][key], values, err_msg=f"{name} {key}")

    def test_constant_pressures_are_those_of_cells_and_in_the_stress(self):
        rows, forces = self.solve(PRESSED)
        with h5py.File(self.folder / "out.h5") as file:
            tags = file["meshes/block/hex8/tags"][:]
            cells = {key: file[f"steps/0000/block/hex8/{key}"][:] for key in ("stress", "strain")}
            self.assertNotIn("multiplier_volume", file["steps/0000/block"])
        row = rows["volume"]
        np.testing.assert_array_equal(row["number"], np.sort(tags))
        pressure = dict(zip(row["number"], row["lambda"]))
        pressures = np.array([pressure[tag] for tag in tags])
        # With poisson = 0 the stress of the material is young * strain; the remaining trace is -3
        # p.
        trace = np.trace(cells["stress"].reshape(-1, 3, 3) - 800 * cells["strain"].reshape(-1, 3, 3), axis1=1, axis2=2)
        np.testing.assert_allclose(trace, -3 * pressures, atol=1e-9 * np.abs(pressures).max())
        self.assertGreater(np.ptp(pressures), 0.1 * np.abs(pressures).max(), "or nothing was tested")
        self.assertEqual(forces["block"]["stress"].shape, (27, 9))


if __name__ == "__main__":
    unittest.main()
