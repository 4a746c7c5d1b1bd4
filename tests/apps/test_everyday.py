# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies the commands of daily use (list, info, partition, run) and equal results on any number
of ranks."""
import json
import re
import subprocess
import sys
import unittest
from pathlib import Path

import h5py
import numpy as np

from tenon_program import ONE, RANKS, TWO, Case, box, on_all_ranks, replaced

READER = Path(__file__).resolve().parent.parent / "python" / "test_output.py"
PHASES = ["read", "partition", "set-up", "assemble", "solve", "output"]


def fields(path):
    """Returns every numerical array of a result file by its path, except the partition, which
    depends on the number of ranks."""
    found = {}

    def take(name, item):
        if isinstance(item, h5py.Dataset) and item.shape and not name.endswith("/partition"):
            found[name] = item[()]
    with h5py.File(path) as file:
        file.visititems(take)
    return found


@on_all_ranks("partition")
class Commands(Case):
    def test_help_and_version(self):
        helped = self.assertRuns("--help").out
        for command in ("run", "check", "export", "list", "info", "partition"):
            self.assertEqual(len(re.findall(rf"^  {command} ", helped, flags=re.MULTILINE)), 1, helped)
        self.assertRegex(self.assertRuns("--version").out, r"^tenon \d+\.\d+\.\d+, [\w-]+ \([248] lanes\), PETSc 3\.\d+\.\d+, (32|64)-bit indices$")
        self.assertIn("--summary", self.assertRuns("run", "--help").out)

    def test_no_words_show_the_help(self):
        run = self.tenon()
        self.assertEqual((run.code, run.errors()), (2, []), run)
        self.assertEqual(run.out.count("SUBCOMMAND"), 1, run)

    def test_misspelt_words(self):
        self.assertFails(self.tenon("rnu", "case.yaml"), 2, "no command 'rnu'", "did you mean 'run'")
        self.assertFails(self.tenon("run"), 2, "case is required")
        self.assertFails(self.tenon("run", "case.yaml", "--sumary", "s.json"), 2, "--sumary")
        self.assertFails(self.tenon("info", "block.msh", "--parts", "0"), 2, "--parts")

    def test_list(self):
        everything = self.assertRuns("list").out
        for word in ("force", "traction", "linear-elastic", "consistent", "fixed", "tie", "hex27", "schur", "static"):
            self.assertRegex(everything, rf"(?m)^\s*{word}\b")
        self.assertEqual(everything.count("traction "), 1, "printed by one rank")
        self.assertRegex(self.assertRuns("list", "force").out, r"(?m)^  gravity +weight")
        self.assertRegex(self.assertRuns("list", "tie").out, r"tolerance .*\n.*number, default 0\.1")
        self.assertRegex(self.assertRuns("list", "gravity").out, r"acceleration .*\[length/time\^2\]\n.*required")
        self.assertRegex(self.assertRuns("list", "schur").out, r"-ksp_type .*\n.*fgmres")
        self.assertFails(self.tenon("list", "tye"), 2, "'tye'", "did you mean 'tie'")

    def test_info(self):
        out = self.assertRuns("info", "block.msh", "--parts", "8").out
        for line in (r"hex8 +8", r"top +dimension 2 +4 cells +area 1", r"volume +1", r"scaled Jacobian\) +minimum 1",
                     r"8 parts by METIS: 12 cut facets", r"ghost nodes"):
            self.assertRegex(out, line)
        self.assertEqual(len(re.findall(r"(?m)^ +\d +1 +1\.000", out)), 8, out)

    def test_counts_of_one(self):
        self.write("cell.msh", box(cells=(1, 1, 1)))
        out = self.assertRuns("info", "cell.msh", "--parts", "1").out
        self.assertRegex(out, r"1 part by METIS: 0 cut facets")
        self.assertRegex(out, r"top +dimension 2 +1 cell +area 1")
        self.assertRegex(self.assertRuns("partition", "cell.msh", "-o", "cell.h5", "--parts", "1").out, r"(?m)partitioned into 1 part$")

    def test_check(self):
        self.write("case.yaml", TWO)
        out = self.assertRuns("check", "case.yaml").out
        self.assertRegex(out, r"no errors found; 273 unknowns, 48 of them multipliers")
        self.assertEqual(list(self.folder.glob("*.h5")), [])


@on_all_ranks("partition")
class Results(Case):
    def setUp(self):
        super().setUp()
        self.write("case.yaml", TWO)

    def test_run_prints_a_summary(self):
        run = self.assertRuns("run", "case.yaml", "--summary", "s.json")
        self.assertNotIn("\033", run.all, "colours belong to terminals")
        for phase in PHASES:
            self.assertEqual(len(re.findall(rf"(?m)^{phase} +\d+\.\d\d s", run.out)), 1, run)
        self.assertRegex(run.out, r"(?m)^loads +\(0\.1, 0, -2\)$")
        self.assertRegex(run.out, r"(?m)^reaction +\(-0\.1, 0, 2\)  fixed on lower/bottom$")
        self.assertRegex(run.out, r"(?m)^constraint +\(0, 0, 0\)  interface")
        self.assertRegex(run.out, r"(?m)^loads \+ reactions +\(0, 0, 0\)")
        self.assertRegex(run.out, r"(?m)^loads .*\n  moment +\(.*\)  about the centre of all nodes, \(.*\)$")
        self.assertRegex(run.out, r"(?m)^loads \+ reactions .*\n  moment +\(0, 0, 0\)  \S+ relative to the sum of magnitudes times the size of the model")
        self.assertRegex(run.out, r"(?m)^seconds .*read .*solve .*output")
        self.assertRegex(run.out, r"(?m)^results +tied\.h5, tied\.xdmf")

    def test_json_summary(self):
        self.assertRuns("run", "case.yaml", "--summary", "s.json")
        summary = json.loads((self.folder / "s.json").read_text())
        self.assertEqual(summary["ranks"], RANKS)
        self.assertEqual([phase["name"] for phase in summary["phases"]], PHASES)
        for phase in summary["phases"]:
            self.assertLessEqual(phase["least"], phase["mean"] * (1 + 1e-12))
            self.assertLessEqual(phase["mean"], phase["most"] * (1 + 1e-12))
            self.assertAlmostEqual(phase["imbalance"], phase["most"] / phase["mean"])
        self.assertEqual(summary["unknowns"], 273)
        np.testing.assert_allclose(summary["reaction_total"], [-0.1, 0, 2], atol=1e-7)
        about, moment = np.array(summary["moments_about"]), np.array(summary["load_moment"])
        np.testing.assert_allclose(moment, np.cross([0.5, 0.5, 2] - about, summary["load"]), atol=1e-7)
        np.testing.assert_allclose(summary["reaction_total_moment"], -moment, atol=1e-7)
        np.testing.assert_allclose(summary["load_plus_reactions_moment"], 0, atol=1e-7)
        with h5py.File(self.folder / "tied.h5") as file:
            inside = json.loads(file["summary"][()])
            self.assertEqual(file["case"][()].decode(), TWO)
            self.assertIn("-pc_factor_mat_solver_type mumps", file["options"][()].decode())
            title = file.attrs["title"]
            self.assertEqual(title.decode() if isinstance(title, bytes) else title,
                             "two blocks tied along meshes that do not match")
        self.assertEqual(inside["objects"], summary["objects"])

    def test_other_readers(self):
        results = self.folder / "results"
        self.assertRuns("run", "case.yaml", "-o", "results/tied")
        done = subprocess.run([sys.executable, str(READER), str(results)], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_same_results_on_any_number_of_ranks(self):
        self.write("case.yaml", TWO + "solver: {preset: direct}\n")
        self.assertRuns("run", "case.yaml", "-o", "one", ranks=1)
        self.assertRuns("run", "case.yaml", "-o", "many")
        one, many = fields(self.folder / "one.h5"), fields(self.folder / "many.h5")
        self.assertEqual(sorted(one), sorted(many))
        self.assertIn("steps/0000/upper/multiplier_interface", one)
        for name, values in one.items():
            size = max(np.abs(values).max(), 1e-3 if "displacement" in name else 1.0)
            np.testing.assert_allclose(many[name], values, rtol=0, atol=1e-10 * size, err_msg=name)

    def test_schur_agrees_with_direct(self):
        self.write("case.yaml", TWO + "solver: {preset: schur}\n")
        self.assertRuns("run", "case.yaml", "-o", "schur")
        self.write("case.yaml", TWO + "solver: {preset: direct}\n")
        self.assertRuns("run", "case.yaml", "-o", "direct")
        one, other = fields(self.folder / "schur.h5"), fields(self.folder / "direct.h5")
        for name, values in one.items():
            digits = 1e-5 if "multiplier" in name else 1e-6  # the linear solver stops at a relative residual of 1e-8
            np.testing.assert_allclose(other[name], values, rtol=0, atol=digits * np.abs(values).max(), err_msg=name)

    def test_partitioned_mesh_gives_the_same(self):
        self.write("case.yaml", TWO + "solver: {preset: direct}\n")
        self.assertRuns("run", "case.yaml", "-o", "direct")
        self.assertRuns("partition", "lower.msh", "-o", "lower.h5", "--parts", "4")
        self.assertRuns("partition", "upper.msh", "-o", "upper.h5")
        self.write("case.yaml", TWO.replace(".msh", ".h5") + "solver: {preset: direct}\n")
        self.assertRuns("run", "case.yaml", "-o", "partitioned")
        one, other = fields(self.folder / "direct.h5"), fields(self.folder / "partitioned.h5")
        self.assertEqual(sorted(one), sorted(other))
        for name, values in one.items():
            size = max(np.abs(values).max(), 1e-3 if "displacement" in name else 1.0)
            np.testing.assert_allclose(other[name], values, rtol=0, atol=1e-10 * size, err_msg=name)

    def test_a_partitioned_mesh_knows_its_groups(self):
        self.assertRuns("partition", "block.msh", "-o", "block.h5")
        self.write("case.yaml", replaced(replaced(ONE, "block.msh", "block.h5"), "group: top", "group: tip"))
        self.assertFails(self.tenon("check", "case.yaml"), 2, r"case\.yaml:7", "no group 'tip'", "did you mean 'top'",
                         "bottom, top, west")

    def test_gmsh_4(self):
        self.write("case.yaml", ONE + "solver: {preset: direct}\n")
        self.assertRuns("run", "case.yaml", "-o", "two")
        self.write("block.msh", box(version="4.1"))
        self.assertRuns("run", "case.yaml", "-o", "four")
        one, other = fields(self.folder / "two.h5"), fields(self.folder / "four.h5")
        for name in one:
            np.testing.assert_allclose(other[name], one[name], rtol=0, atol=1e-12, err_msg=name)


class Petsc(Case):
    def setUp(self):
        super().setUp()
        self.write("case.yaml", TWO)

    def test_monitor(self):
        self.write("case.yaml", TWO + "solver: {preset: schur}\n")
        run = self.assertRuns("run", "-ksp_monitor", "case.yaml", "-ksp_rtol", "1e-6")
        self.assertRegex(run.out, r"(?m)^ +0 KSP Residual norm \d")
        self.assertRegex(run.out, r"(?m)^ +3 KSP Residual norm \d")

    def test_log_view_shows_the_stages(self):
        out = self.assertRuns("run", "case.yaml", "-log_view").out
        stages = re.findall(r"(?m)^ *\d+: +([\w -]+?): +\d", out)
        self.assertEqual(stages[:1] + [s for s in stages[1:] if s in PHASES], ["Main Stage", *PHASES])

    def test_another_preconditioner_for_a_split(self):
        self.assertRuns("run", "case.yaml", "-fieldsplit_displacement_pc_type", "hypre")


if __name__ == "__main__":
    unittest.main()
