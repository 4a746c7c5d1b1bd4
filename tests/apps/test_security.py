"""What a case of somebody else can make the command do: nothing but read meshes, compute, and write beside itself."""
import re
import unittest

from tenon import ONE, Case

SHELL = "petsc: {mat_view: draw, draw_type: image, draw_save: 'a`touch INJECTED`b.ppm', draw_save_movie: true}\n"
DANGEROUS = re.compile(r"draw|python|file|tmpdir|save|load|socket|plugin|dll|matlab|pause|debug|(^|_)log($|_)|options_|binary|saws|popen"
                       r"|display|dump|_lg_|movie|trace|icntl_(1|2|3|22|31)$|ooc|^-?(help|info)$", re.IGNORECASE)


class PetscBlock(Case):
    """Options of PETSc that a case names: those of solvers with values of their type, and nothing else."""

    def contents(self):
        return sorted(path.name for path in self.folder.iterdir())

    def refuse_everywhere(self, block, *says):
        self.write("case.yaml", ONE + block)
        before = self.contents()
        for command in ("run", "check", "export", "solve-report", "homogenise"):
            with self.subTest(f"{command} {block}"):
                self.assertFails(self.tenon(command, "case.yaml"), 2, r"case\.yaml:10: petsc\.", *says)
                self.assertEqual(self.contents(), before)

    def test_no_command_of_a_shell(self):
        self.refuse_everywhere(SHELL, "-mat_view has to be empty or one of .*but is 'draw'", "may not set the PETSc option -draw_save")

    def test_no_python(self):
        self.write("evil.py", "def run(*a):\n    open('INJECTED', 'w')\n")
        self.refuse_everywhere("petsc: {ksp_monitor_python: 'evil.py:run'}\n", "may not set the PETSc option -ksp_monitor_python")
        for name in ("ksp_type", "pc_type", "mg_levels_ksp_type", "fieldsplit_displacement_pc_type"):
            self.refuse(ONE + f"petsc: {{{name}: python}}\n", f"-{name} has to be one of", "'python'")

    def test_no_folders_and_files(self):
        self.refuse_everywhere("petsc: {mat_view: draw, draw_type: image, draw_save: pictures}\n", "draw_save")
        self.refuse(ONE + "petsc: {pc_type: lu, mat_mumps_icntl_22: 1, mat_mumps_ooc_tmpdir: '.'}\n", "icntl_22", "ooc_tmpdir")
        for name, value in (("log_view", ":a.txt"), ("ksp_view", "binary:a"), ("history", "a"), ("options_left", ""), ("ksp_view", "socket")):
            self.refuse(ONE + f"petsc: {{{name}: '{value}'}}\n", f"-{name}", "on the command line")

    def test_no_number_that_petsc_would_read_as_another(self):
        for value in ("'99999999999999999999'", "99999999999999999999", "1e3", "-1", "0x10", "10.5", "[1, 2]", "abc"):
            self.refuse(ONE + f"petsc: {{ksp_max_it: {value}}}\n", r"case\.yaml:10", "-ksp_max_it has to be a whole number from 0")
        self.refuse_everywhere("petsc: {ksp_max_it: '99999999999999999999'}\n", "whole number from 0 to 2147483647", "'9{20}'")

    def test_unused_ones_are_no_way_around(self):
        self.write("case.yaml", ONE + SHELL)
        self.assertFails(self.tenon("run", "case.yaml", "--allow-unused"), 2, "draw_save")
        self.assertFails(self.tenon("run", "case.yaml", "-draw_save", "x"), 2, "draw_save")

    def test_what_solvers_need(self):
        self.write("case.yaml", ONE + "petsc: {ksp_type: gmres, ksp_rtol: 1e-9, ksp_gmres_restart: 50, pc_gamg_threshold: [0.02, 0.01], "
                   "ksp_converged_reason: , ksp_view: '::ascii_info_detail', mg_levels_ksp_max_it: 3, mat_no_inode: true}\n")
        run = self.assertRuns("run", "case.yaml")
        self.assertIn("KSP Object", run.out)
        self.assertRegex(run.out, "Linear +solve converged")

    def test_no_option_of_petsc_s_help_beyond_the_list(self):
        listed = {line.split()[0].lower() for line in self.assertRuns("list", "petsc-option").out.splitlines()[1:]}
        self.write("case.yaml", ONE)
        asked = set()
        for words in (("-pc_type", "gamg"), ("-pc_type", "hypre"), ("-pc_type", "lu", "-pc_factor_mat_solver_type", "mumps")):
            run = self.tenon("run", "case.yaml", "-help", *words, own_ranks=True)
            asked |= set(re.findall(r"^ *-(\w\w+)", run.out, re.MULTILINE))
        self.assertGreater(len(asked), 300)
        self.assertIn("draw_save", asked | {"draw_save"})
        names = sorted(asked)
        for first in range(0, len(names), 90):
            some = names[first:first + 90]
            self.write("case.yaml", ONE + "petsc:\n" + "".join(f"  {name}: no such value\n" for name in some))
            run = self.assertFails(self.tenon("check", "case.yaml"), 2)
            for name in some:
                if not re.search(rf"(may not set the PETSc option -|PETSc reads '-){name}\b", run.err):
                    self.assertIsNone(DANGEROUS.search(name), name)
                    self.assertTrue(any(name.lower().endswith(one) for one in listed), name)


if __name__ == "__main__":
    unittest.main()
