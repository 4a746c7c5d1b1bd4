# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies missing and unwritable files, unused options, and solvers that do not converge."""
import unittest

import h5py

from tenon_program import ONE, TWO, Case, on_all_ranks, replaced


class Files(Case):
    def test_missing_case(self):
        self.assertFails(self.tenon("run", "nowhere.yaml"), 4, "nowhere.yaml", "No such file")
        self.assertFails(self.tenon("check", "nowhere.yaml"), 4, "nowhere.yaml")

    def test_case_that_is_a_folder(self):
        (self.folder / "folder.yaml").mkdir()
        self.assertFails(self.tenon("run", "folder.yaml"), 4, "folder.yaml", "is a folder")

    def test_unwritable_output_is_told_before_the_solve(self):
        self.write("case.yaml", ONE)
        self.write("a_file", "")
        run = self.assertFails(self.tenon("run", "case.yaml", "-o", "a_file/result"), 4, "a_file")
        self.assertNotRegex(run.out, "solve")
        self.assertFails(self.tenon("run", "case.yaml", "--summary", "a_file/summary.json"), 4, "a_file")
        (self.folder / "taken.h5").mkdir()
        self.assertFails(self.tenon("run", "case.yaml", "-o", "taken"), 4, "taken.h5", "folder")
        self.assertFails(self.tenon("partition", "block.msh", "-o", "a_file/block.h5"), 4, "a_file")

    def test_old_results_stay_when_new_ones_cannot_be_written(self):
        self.write("case.yaml", ONE)
        self.assertRuns("run", "case.yaml")
        old = (self.folder / "case.h5").read_bytes()
        (self.folder / "case.xdmf").unlink()
        (self.folder / "case.xdmf").mkdir()
        self.assertFails(self.tenon("run", "case.yaml"), 4, "case.xdmf")
        self.assertEqual((self.folder / "case.h5").read_bytes(), old)
        self.assertEqual(list(self.folder.glob("*.partial*")), [])

    def test_output_into_a_folder(self):
        self.write("case.yaml", ONE)
        self.assertRuns("run", "case.yaml", "-o", "new/folder/")
        self.assertTrue((self.folder / "new/folder/case.h5").is_file())
        self.assertRuns("run", "case.yaml", "-o", "new/other.h5")
        self.assertTrue((self.folder / "new/other.xdmf").is_file())
        for folder in (".", "./"):
            (self.folder / "case.h5").unlink(missing_ok=True)
            self.write("case.yaml", f"output: {folder}\n" + ONE)
            self.assertRuns("run", "case.yaml")
            self.assertTrue((self.folder / "case.h5").is_file(), list(self.folder.iterdir()))


@on_all_ranks("messages")
class Options(Case):
    def setUp(self):
        super().setUp()
        self.write("case.yaml", ONE)

    def test_unused_on_the_command_line(self):
        run = self.assertFails(self.tenon("run", "case.yaml", "-ksp_max_itt", "50"), 2, "the command line", "-ksp_max_itt",
                               r"did you mean -ksp_max_it\?", "--allow-unused")
        self.assertFalse((self.folder / "case.h5").exists(), run)
        self.assertRuns("run", "case.yaml", "-ksp_max_itt", "50", "--allow-unused")

    def test_unused_in_the_case(self):
        self.write("case.yaml", ONE + "petsc:\n  ksp_rtol: 1e-9\n  ksp_rtoll: 1e-9\n")
        self.assertFails(self.tenon("run", "case.yaml"), 2, r"case\.yaml:12", "-ksp_rtoll", r"did you mean -ksp_rtol\?")

    def test_unused_in_the_environment(self):
        run = self.assertRuns("run", "case.yaml", environment={"PETSC_OPTIONS": "-ksp_max_itt 50"})
        warnings = run.messages("tenon: warning: ")
        self.assertEqual(len(warnings), 1, run)
        self.assertIn("-ksp_max_itt", warnings[0])
        run = self.assertRuns("run", "case.yaml", "--allow-unused", environment={"PETSC_OPTIONS": "-ksp_max_itt 50"})
        self.assertEqual(run.messages("tenon: warning: "), [], run)

    def test_no_option_at_all(self):
        self.write("case.yaml", ONE + "petsc: {ksp rtol: 1}\n")
        self.assertFails(self.tenon("check", "case.yaml"), 2, r"case\.yaml:10", "not a PETSc option")

    def test_refused_value(self):
        self.assertFails(self.tenon("run", "case.yaml", "-ksp_type", "nonsense"), 2,
                         "-ksp_type nonsense from the command line")
        self.write("case.yaml", ONE + "petsc: {ksp_rtol: abc}\n")
        self.assertFails(self.tenon("run", "case.yaml"), 2, r"case\.yaml:10: petsc.ksp_rtol: -ksp_rtol must be a number.* but is 'abc'")

    def test_our_options_with_one_dash(self):
        self.assertFails(self.tenon("run", "case.yaml", "-summary", "s.json"), 2, "did you mean --summary")

    def test_no_convergence(self):
        self.write("case.yaml", ONE + "solver: {preset: cg-amg}\n")
        run = self.assertFails(self.tenon("run", "case.yaml", "-ksp_max_it", "2"), 3, "did not converge",
                               r"residual of the displacement block of .block. is \d\.\d\de-\d\d", "after 2 iterations", "-ksp_max_it")
        self.assertEqual(list(self.folder.glob("case.h5*")) + list(self.folder.glob("*.xdmf")), [], run)
        self.write("case.yaml", TWO + "solver: {preset: schur}\n")
        self.assertFails(self.tenon("run", "case.yaml", "-ksp_max_it", "2"), 3, "did not converge", "block of .* is",
                         "DIVERGED_ITS", "augmentation")
        self.assertFalse((self.folder / "tied.h5").exists())

    def test_no_convergence_keeps_old_results(self):
        self.write("case.yaml", ONE + "solver: {preset: cg-amg}\n")
        self.assertRuns("run", "case.yaml")
        old = (self.folder / "case.h5").read_bytes()
        self.assertFails(self.tenon("run", "case.yaml", "-ksp_max_it", "1"), 3, "did not converge")
        self.assertEqual((self.folder / "case.h5").read_bytes(), old)

    def test_command_line_wins_over_the_case_and_the_case_over_the_preset(self):
        self.write("case.yaml", ONE + "solver: {preset: cg-amg}\npetsc: {ksp_rtol: 1e-7, ksp_max_it: 77}\n")
        self.assertRuns("run", "case.yaml", "-ksp_rtol", "1e-6")
        with h5py.File(self.folder / "case.h5") as file:
            options = file["options"][()].decode()
        self.assertRegex(options, r"-ksp_rtol 1e-6 +# the command line")
        self.assertRegex(options, r"-ksp_max_it 77 +# case\.yaml:11")
        self.assertRegex(options, r"-ksp_type cg +# the preset 'cg-amg'")

    def test_log_levels(self):
        self.assertFails(self.tenon("run", "case.yaml", "--log-level", "loud"), 2, "no log level 'loud'")
        self.assertEqual(self.assertRuns("run", "case.yaml", "--log-level", "warn").out.strip(), "")


if __name__ == "__main__":
    unittest.main()
