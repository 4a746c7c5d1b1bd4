# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies tables in CSV against HDF5 and JSON to the last digit, and principal stresses as
fields."""
import csv
import json
import unittest

import h5py
import numpy as np

from tenon_program import TWO, Case, box, on_all_ranks, replaced

MODES = """\
objects:
  block:
    mesh: block.msh
    forces: [{type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}]
    masses: [{type: consistent, density: 1}]
    conditions: [{type: fixed, group: bottom}]
analysis: {type: modal, modes: 3}
solver: {preset: direct}
"""


@on_all_ranks("files")
class Tables(Case):
    def table(self, name):
        with open(self.folder / "tables" / name, encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def test_tables_hold_what_the_summary_and_the_results_hold(self):
        self.write("case.yaml", replaced(TWO, "output: tied", "output: {stem: tied, histories: [{name: foot, nodes: {object: lower, "
                                         "group: bottom}, fields: reaction, of: sum}]}") + "solver: {preset: direct}\n")
        self.assertRuns("run", "case.yaml", "--summary", "s.json", "--tables", "tables")
        summary = json.loads((self.folder / "s.json").read_text())
        names = sorted(path.name for path in (self.folder / "tables").iterdir())
        self.assertEqual(names, ["constraints.csv", "critical_points.csv", "history.foot.csv", "modes.csv", "multipliers.interface.csv", "objects.csv",
                                 "phases.csv", "reactions.csv", "summary.csv"])
        self.assertEqual((self.folder / "tables/critical_points.csv").read_text(), "kind,time,step\n")  # an empty list
        reactions = self.table("reactions.csv")
        self.assertEqual(len(reactions), len(summary["reactions"]))
        for row, entry in zip(reactions, summary["reactions"]):
            self.assertEqual(row["name"], entry["name"])
            for key in ("force", "moment", "about"):
                self.assertEqual([float(row[f"{key}_{axis}"]) for axis in "xyz"], entry[key])
        values = {row["quantity"]: row["value"] for row in self.table("summary.csv")}
        self.assertEqual(values["title"], summary["title"])
        self.assertEqual(float(values["energy"]), summary["energy"])
        self.assertEqual(int(values["solver_iterations"]), summary["solver"]["iterations"])
        self.assertEqual([row["name"] for row in self.table("objects.csv")], ["lower", "upper"])
        rows = self.table("multipliers.interface.csv")
        with h5py.File(self.folder / "tied.h5") as file:
            group = file["constraints/interface"]
            np.testing.assert_array_equal([float(row["multiplier"]) for row in rows], group["multipliers/0000"][:])
            np.testing.assert_array_equal([int(row["node"]) for row in rows], group["node"][:])
        self.assertEqual({row["object"] for row in rows}, {"upper"})
        self.assertEqual((self.folder / "tables/history.foot.csv").read_text(), (self.folder / "tied.foot.csv").read_text())

    def test_modes(self):
        self.write("case.yaml", MODES)
        self.assertRuns("run", "case.yaml", "--summary", "s.json", "--tables", "tables")
        modes = json.loads((self.folder / "s.json").read_text())["modes"]
        self.assertEqual([float(row["frequency"]) for row in self.table("modes.csv")], [mode["frequency"] for mode in modes])

    def test_a_folder_that_cannot_be(self):
        self.write("case.yaml", TWO)
        self.write("tables", "a file")
        self.assertFails(self.tenon("run", "case.yaml", "--tables", "tables"), 4, "tables")

    def test_principal_stresses(self):
        """Verifies principal stresses: eigenvalues of the stress in descending order; s, 0, 0 in
        uniaxial tension."""
        self.write("block.msh", box(cells=(2, 1, 1)))
        self.write("case.yaml", """\
output: {stem: out, fields: [stress, principal_stress]}
objects:
  block:
    mesh: block.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}
      - {type: traction, group: top, traction: [0.2, 0.1, 3]}
    conditions: [{type: fixed, group: bottom}]
solver: {preset: direct}
""")
        self.assertRuns("run", "case.yaml")
        with h5py.File(self.folder / "out.h5") as file:
            group = file["steps/0000/block"]
            for stress, principal in ((group["stress"], group["principal_stress"]),
                                      (group["hex8/stress"], group["hex8/principal_stress"])):
                expected = np.linalg.eigvalsh(stress[:].reshape(-1, 3, 3))[:, ::-1]
                np.testing.assert_allclose(principal[:], expected, atol=1e-12 * abs(expected).max())
                self.assertTrue((np.diff(principal[:], axis=1) <= 0).all())


if __name__ == "__main__":
    unittest.main()
