# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies `tenon solve-report`: one case by each preset, and messages about Schur complements and
augmentation."""
import json
import unittest

from tenon_program import ONE, TWO, Case

DUAL = TWO + "    multipliers: dual\n"
RIGID = DUAL + """\
  - type: rigid
    name: lid
    parts: [{object: upper, group: top}]
"""


class SolveReport(Case):
    def report(self, case, *words):
        """Returns the rows of the table in JSON by preset."""
        self.write("case.yaml", case)
        done = self.assertRuns("solve-report", "case.yaml", "--json", "report.json", *words)
        self.report_of_run = json.loads((self.folder / "report.json").read_text())
        for line in self.report_of_run["presets"]:
            self.assertIn(f"\n{line['preset']} ", done.out)
        return {line["preset"]: line for line in self.report_of_run["presets"]}

    def assertSolved(self, lines, presets):
        for name in presets:
            self.assertNotIn("failure", lines[name], lines[name])
            self.assertLess(lines[name]["difference"], 1e-5, name)
            self.assertLess(lines[name]["residual_displacement"], 1e-6, name)
            self.assertGreater(lines[name]["iterations"], 0, name)

    def test_every_preset_with_multipliers(self):
        lines = self.report(DUAL)
        self.assertEqual(next(iter(lines)), "direct")
        self.assertEqual(self.report_of_run["reference"], "direct")
        self.assertGreater(self.report_of_run["multipliers"], 0)
        self.assertEqual(set(lines), {"direct", "schur", "few-rows", "minres", "minres-block-jacobi", "schur-block-jacobi",
                                      "schur-dense", "primal", "augmented", "uzawa", "gkb", "reduced", "schur-sparse"})
        self.assertSolved(lines, lines)
        self.assertGreater(lines["reduced"]["inner_iterations"], 0)

    def test_a_preset_that_fails_is_a_line(self):
        lines = self.report(TWO + "    compliance: 1e-3\n", "--presets", "direct,primal")
        self.assertIn("Constraint 'interface' has compliance", lines["primal"]["failure"])
        self.assertSolved(lines, ["direct"])

    def test_rigid_groups_are_eliminated(self):
        lines = self.report(RIGID, "--presets", "primal,direct")
        self.assertSolved(lines, ["direct", "primal"])

    def test_without_multipliers(self):
        lines = self.report(ONE)
        self.assertEqual(set(lines), {"direct", "cg-amg", "gmres-amg", "cg-block-jacobi", "gmres-block-jacobi"})
        self.assertSolved(lines, lines)

    def test_presets_that_augment_solve_systems_of_single_nodes(self):
        """Verifies that presets with augmentation keep it for points with masses, for which A
        consists of nodal blocks only."""
        chain = """\
objects:
  chain:
    particles: [%s]
    forces: [{type: gravity, acceleration: [0, -9.81, 0]}]
    conditions: [{type: fixed, group: p0}]
constraints: [{type: distance, first: {object: chain}, second: {object: chain}, pairs: [%s], name: rods}]
analysis: {type: transient, stepper: implicit-euler, step: 0.01, end_time: 0.03}
""" % (", ".join(f"{{name: p{i}, position: [{i}, {i % 2}, 0], mass: {1 + i}}}" for i in range(6)),
            ", ".join(f"[{i}, {i + 1}]" for i in range(1, 6)))
        names = ["direct", "schur", "augmented", "uzawa", "gkb", "schur-sparse"]
        self.assertSolved(self.report(chain, "--presets", ",".join(names)), names)

    def test_bad_words(self):
        self.write("case.yaml", TWO)
        self.assertFails(self.tenon("solve-report", "case.yaml", "--presets", "direct,primel"), 2, "did you mean 'primal'")
        run = self.assertRuns("solve-report", "case.yaml", "--presets", "direct", "-ksp_rtl", "1e-9")
        self.assertEqual(run.messages("tenon: warning: "), ["The PETSc option -ksp_rtl from the command line was not used."])
        self.assertRegex(run.out, r"(?m)^direct +1 ")

    def test_the_solver_block_says_augmentation_and_schur(self):
        def iterations(solver):
            self.write("case.yaml", TWO + solver)
            self.assertRuns("run", "case.yaml", "--summary", "summary.json")
            return json.loads((self.folder / "summary.json").read_text())["solver"]["iterations"]
        self.assertGreater(iterations("solver: {preset: augmented, augmentation: 1}\n"),
                           iterations("solver: {preset: augmented}\n"))
        self.assertNotEqual(iterations("solver: {schur: diagonal}\n"), iterations(""))
        self.write("case.yaml", TWO + "solver: {schur: diagnal}\n")
        self.assertFails(self.tenon("check", "case.yaml"), 2, r"case\.yaml:\d+: solver\.schur", "did you mean 'diagonal'")


if __name__ == "__main__":
    unittest.main()
