# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies that an untrusted case can only read meshes, compute, and write next to itself."""
import os
import re
import socket
import subprocess
import threading
import unittest
from pathlib import Path

import h5py
import numpy as np

from tenon_program import ONE, TENON, VARIABLES, Case, replaced

SHELL = "petsc: {mat_view: draw, draw_type: image, draw_save: 'a`touch INJECTED`b.ppm', draw_save_movie: true}\n"
DANGEROUS = re.compile(r"draw|python|file|tmpdir|save|load|socket|plugin|dll|matlab|pause|debug|(^|_)log($|_)|options_|binary|saws|popen"
                       r"|display|dump|_lg_|movie|trace|icntl_(1|2|3|22|31)$|ooc|^-?(help|info)$", re.IGNORECASE)


class PetscBlock(Case):
    """Verifies that a case may set options of PETSc's solvers with values of their type only."""

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
        self.refuse_everywhere(SHELL, "-mat_view must be empty or one of .*but is 'draw'", "may not set the PETSc option -draw_save")

    def test_no_python(self):
        self.write("evil.py", "def run(*a):\n    open('INJECTED', 'w')\n")
        self.refuse_everywhere("petsc: {ksp_monitor_python: 'evil.py:run'}\n", "may not set the PETSc option -ksp_monitor_python")
        for name in ("ksp_type", "pc_type", "mg_levels_ksp_type", "fieldsplit_displacement_pc_type"):
            self.refuse(ONE + f"petsc: {{{name}: python}}\n", f"-{name} must be one of", "'python'")

    def test_no_folders_and_files(self):
        self.refuse_everywhere("petsc: {mat_view: draw, draw_type: image, draw_save: pictures}\n", "draw_save")
        self.refuse(ONE + "petsc: {pc_type: lu, mat_mumps_icntl_22: 1, mat_mumps_ooc_tmpdir: '.'}\n", "icntl_22", "ooc_tmpdir")
        for name, value in (("log_view", ":a.txt"), ("ksp_view", "binary:a"), ("history", "a"), ("options_left", ""), ("ksp_view", "socket")):
            self.refuse(ONE + f"petsc: {{{name}: '{value}'}}\n", f"-{name}", "on the command line")

    def test_no_number_that_petsc_would_read_as_another(self):
        for value in ("'99999999999999999999'", "99999999999999999999", "1e3", "-1", "0x10", "10.5", "[1, 2]", "abc"):
            self.refuse(ONE + f"petsc: {{ksp_max_it: {value}}}\n", r"case\.yaml:10", "-ksp_max_it must be a whole number from 0")
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
                if not re.search(rf"(may not set the PETSc option -|PETSc reads the option '-){name}\b", run.err):
                    self.assertIsNone(DANGEROUS.search(name), name)
                    self.assertTrue(any(name.lower().endswith(one) for one in listed), name)

    def test_the_check_finds_what_a_run_would_not_use(self):
        for block, name in (("petsc: {pc_sor_its: 3}", "pc_sor_its"), ("petsc: {mg_levels_7_ksp_max_it: 3}", "mg_levels_7_ksp_max_it")):
            self.write("case.yaml", ONE + block + "\n")
            for command in ("run", "check"):
                run = self.assertFails(self.tenon(command, "case.yaml"), 2, rf"case\.yaml:10: unused PETSc option -{name}")
                self.assertNotRegex(run.all, r"solve +\[")
            self.assertRuns("check", "case.yaml", "--allow-unused")
        self.write("case.yaml", ONE + "petsc: {snes_max_it: 5, ksp_rtol: 1e-9, mg_levels_ksp_max_it: 3, ksp_monitor: }\n")
        self.assertRuns("check", "case.yaml")
        self.write("case.yaml", ONE)
        self.assertFails(self.tenon("check", "case.yaml", "-ksp_rtoll", "1"), 2, "the command line", "did you mean -ksp_rtol")


class Outputs(Case):
    """Verifies that output files named in a case lie next to it or in the working directory."""

    def everything(self):
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*"))

    def setUp(self):
        super().setUp()
        (self.folder / "elsewhere").mkdir()
        (self.folder / "work").mkdir()
        self.write("work/block.msh", (self.folder / "block.msh").read_text())
        os.symlink("../elsewhere", self.folder / "work" / "link")

    def in_work(self, *words):
        before, self.folder = self.folder, self.folder / "work"
        try:
            return self.tenon(*words)
        finally:
            self.folder = before

    def test_elsewhere(self):
        before = self.everything() + ["work/case.yaml"]
        for stem in ("../elsewhere/a", f"{self.folder}/elsewhere/a", "link/a", "./link/../../elsewhere/a", "new/../../elsewhere/a", "../a", "link/new/a"):
            for output in (f"output: {stem}\n", f"output: {{stem: {stem}, histories: [{{name: h, nodes: {{object: block, group: top}}}}]}}\n"):
                self.write("work/case.yaml", ONE + output)
                for command in ("run", "check"):
                    with self.subTest(f"{command} {output}"):
                        self.assertFails(self.in_work(command, "case.yaml"), 2, r"case\.yaml:10: the output '", "--allow-outside")
                        self.assertEqual(self.everything(), sorted(before))
        run = self.in_work("run", "case.yaml", "--allow-outside")
        self.assertEqual((run.code, run.errors()), (0, []), run)
        self.assertTrue((self.folder / "elsewhere/new/a.h5").is_file())

    def test_beside(self):
        self.write("work/case.yaml", ONE + "output: sub/deeper/a\n")
        self.assertRuns("run", "work/case.yaml")
        self.assertTrue((self.folder / "sub/deeper/a.h5").is_file())
        self.write("work/case.yaml", ONE + "output: work/../work/a\n")
        self.assertRuns("run", "work/case.yaml")
        self.assertTrue((self.folder / "work/a.h5").is_file())
        self.write("work/case.yaml", ONE + "output: ../elsewhere/a\n")
        self.assertRuns("run", "work/case.yaml", "-o", "work/link/b")  # named explicitly by the user
        self.assertTrue((self.folder / "elsewhere/b.h5").is_file())
        self.assertRuns("run", "work/case.yaml", "-o", "elsewhere/")
        self.assertTrue((self.folder / "elsewhere/a.h5").is_file())

    def test_a_link_in_the_place_of_a_file_is_replaced(self):
        self.write("elsewhere/kept", "kept")
        self.write("work/case.yaml", ONE)
        os.symlink("../elsewhere/kept", self.folder / "work/case.h5")
        run = self.in_work("run", "case.yaml")
        self.assertEqual((run.code, run.errors()), (0, []), run)
        self.assertEqual((self.folder / "elsewhere/kept").read_text(), "kept")
        self.assertFalse((self.folder / "work/case.h5").is_symlink())

    def test_a_link_in_the_place_of_the_folder_of_matrices(self):
        os.symlink("../elsewhere", self.folder / "work/matrices")
        self.write("work/case.yaml", ONE)
        self.assertFails(self.in_work("export", "case.yaml"), 2, "matrices", "--allow-outside")
        self.assertEqual(list((self.folder / "elsewhere").iterdir()), [])
        self.assertEqual(self.in_work("export", "case.yaml", "-o", "link").code, 0)

    def test_no_output_is_an_input(self):
        self.write("case.yaml", ONE)
        os.symlink("block.msh", self.folder / "other.txt")
        os.link(self.folder / "block.msh", self.folder / "third.svg")
        before = (self.folder / "block.msh").read_text()
        for name in ("other.txt", "third.svg"):
            self.assertFails(self.tenon("check", "case.yaml", "--graph", name), 2, f"'{name}' would overwrite")
            self.assertFails(self.tenon("run", "case.yaml", "--summary", name), 2, f"'{name}' would overwrite")
            self.assertFails(self.tenon("solve-report", "case.yaml", "--json", name), 2, f"'{name}' would overwrite")
        self.assertFails(self.tenon("export", "case.yaml", "--image", "third.svg"), 2, "would overwrite")
        self.assertEqual((self.folder / "block.msh").read_text(), before)

    def test_folders_of_a_command_that_fails_are_removed(self):
        self.write("case.yaml", ONE + "solver: {preset: cg-block-jacobi}\npetsc: {ksp_max_it: 1, ksp_rtol: 1e-14}\n")
        before = self.everything()
        self.assertFails(self.tenon("run", "case.yaml", "-o", "new/deeper/a", "--summary", "other/s.json"), 3)
        self.assertEqual(self.everything(), before)
        self.assertFails(self.tenon("run", "case.yaml", "-o", "new/deeper/a", "--summary", "case.yaml/s.json"), 4)
        self.assertEqual(self.everything(), before)
        self.write("case.yaml", replaced(ONE, "group: top", "group: nowhere"))
        for words in (("run", "case.yaml", "-o", "new/a"), ("export", "case.yaml", "-o", "new/a"), ("check", "case.yaml", "--graph", "new/a/g.txt"),
                      ("homogenise", "case.yaml", "-o", "new/h.json"), ("solve-report", "case.yaml", "--json", "new/r.json"),
                      ("partition", "nothing.msh", "-o", "new/p.h5")):
            with self.subTest(words):
                self.assertIn(self.tenon(*words).code, (2, 4))
                self.assertEqual(self.everything(), before)


class Inputs(Case):
    """Verifies that input files named in a case are regular files, and that HDF5 does not follow
    links out of them."""

    def setUp(self):
        super().setUp()
        os.mkfifo(self.folder / "pipe")
        self.load = replaced(ONE, "traction: [0, 0.1, -1]", "traction: {hdf5: field.h5, nodes: p}")
        self.write("case.yaml", self.load)

    def test_fields_in_other_files(self):
        with h5py.File(self.folder / "other.h5", "w", libver="v108") as other:
            other["p"] = np.full((27, 3), -1.0)

        def soft(file):
            file["q"], file["p"] = np.full((27, 3), -1.0), h5py.SoftLink("/q")

        def linked(to):
            return lambda file: file.__setitem__("p", h5py.ExternalLink(to, "/p"))

        def through(file):
            file["x"], file["p"] = h5py.ExternalLink("pipe", "/"), h5py.SoftLink("/x/p")

        def virtual(to, rows=27):
            def make(file):
                layout = h5py.VirtualLayout(shape=(27, 3), dtype="f8")
                layout[:rows] = h5py.VirtualSource(to, "p", shape=(27, 3))[:rows]
                file.create_virtual_dataset("p", layout)
            return make

        def external(file):
            file.create_dataset("p", (27, 3), "f8", external=[("pipe", 0, 27 * 24)])

        def loop(file):
            file["p"] = h5py.SoftLink("/p")

        for make, code in ((soft, 0), (linked("other.h5"), 4), (linked("pipe"), 4), (through, 4), (virtual("other.h5"), 4),
                           (virtual("pipe"), 4), (external, 4), (loop, 4)):
            with self.subTest(make):
                with h5py.File(self.folder / "field.h5", "w", libver=("v108", "v110")) as file:
                    make(file)
                run = self.tenon("run", "case.yaml")
                if code == 0:
                    self.assertEqual((run.code, run.errors()), (0, []), run)
                else:
                    self.assertIn(run.code, (2, 4), run)
                    self.assertEqual(len(run.errors()), 1, run)
                    self.assertRegex(run.errors()[0], r"field\.h5")

    def test_pipes_and_devices_and_sockets(self):
        server = socket.socket(socket.AF_UNIX)
        self.addCleanup(server.close)
        server.bind(str(self.folder / "socket"))
        for name in ("pipe", "socket", "/dev/zero", "/dev/stdin", "."):
            for case in (replaced(ONE, "mesh: block.msh", f"mesh: {name}"), self.load.replace("field.h5", name),
                         replaced(ONE, "traction: [0, 0.1, -1]", f"traction: {{csv: {name}}}")):
                self.write("case.yaml", case)
                with self.subTest(case):
                    run = self.tenon("check", "case.yaml")
                    self.assertIn(run.code, (2, 4), run)
                    self.assertEqual(len(run.errors()), 1, run)


class Terminal(Case):
    """Verifies that text from files reaches the terminal without control characters and with
    limited length."""

    def test_names_and_titles(self):
        mesh = (self.folder / "block.msh").read_text()
        (self.folder / "block.msh").write_bytes(mesh.replace('"top"', '"to\x1b]0;x\x07p\u202e"').encode())
        self.write("case.yaml", ONE)
        for words in (("info", "block.msh"), ("check", "case.yaml"), ("run", "case.yaml")):
            self.assertNotRegex(self.tenon(*words).all, "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
        self.write("case.yaml", replaced(ONE, "one block", '"a\\u202eb"') + "petsc: {ksp_monitor: }\n")
        self.assertNotIn("\u202e", self.tenon("check", "case.yaml").all)
        for text in ('"\\e[2J"', '"\\x07"', '"\\x9b31m"'):
            self.refuse(replaced(ONE, "one block", text), r"case\.yaml:1: ", "control character")

    def test_long_texts(self):
        for case in (ONE + "petsc: {ksp_type: '" + 3000 * "x" + "'}\n", replaced(ONE, "group: top", "group: '" + 3000 * "x" + "'"),
                     replaced(ONE, "type: fixed", "type: '" + 3000 * "x" + "'"), ONE + 200 * "y" + ": 1\n",
                     replaced(ONE, "mesh: block.msh", "mesh: '" + 3000 * "x" + ".msh'")):
            run = self.refuse_any(case)
            self.assertNotRegex(run.err, "[xy]{201}")
        names = [20 * letter for letter in "abcdefghijklmnopqrst"]
        deep = "objects:\n" + "".join(i * "  " + f"  {name}:\n" for i, name in enumerate(names)) + 22 * "  " + "x: 1\n"
        self.assertLess(len(self.refuse_any(deep).err), 2000)

    def refuse_any(self, case):
        self.write("case.yaml", case)
        run = self.tenon("run", "case.yaml")
        self.assertIn(run.code, (2, 4), run)
        self.assertEqual(len(run.errors()), 1, run)
        return run


class Sizes(Case):
    """Verifies that small texts that expand to large data are rejected or take no more memory than
    their size."""

    def check(self, case):
        self.write("case.yaml", case)
        run = self.tenon("check", "case.yaml", own_ranks=True, cpu_seconds=60, memory_mib=1500)
        self.assertIn(run.code, (0, 2), run)
        self.assertLess(len(run.all), 20000)
        return run

    def test_yaml(self):
        bomb = "a0: &a0 [x, x]\n" + "".join(f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]\n" for i in range(1, 60))
        for case in (bomb + ONE, "a: &a [*a]\n" + ONE, "a: " + 100000 * "[", "a: " + 3000 * "{a: ", 20000 * "- ", 5000 * "? ",
                     "".join(i * " " + f"k{i}:\n" for i in range(2000)), "&a " * 100000, "!!binary " * 1000 + "x", "a: !!python/object/apply:os.system [id]\n" + ONE,
                     "".join(f"k{i}: 1\n" for i in range(100000)), "? " + 300 * "x" + "\n: 1\n"):
            self.assertEqual(self.check(case).code, 2)

    def test_expressions(self):
        for text in (2000 * "(" + "x" + 2000 * ")", 4000 * "-" + "1", 800 * "sin(" + "x" + 800 * ")", 1000 * "x?1:" + "0", 1300 * "1+(" + "1" + 1300 * ")",
                     "x" + 2000 * "^2", "1e" + 3000 * "9", 4000 * "9", "x=1e300", "x,y", "'a'", '\\"a\\"', "if(x,1,2)", "_", 4096 * "("):
            run = self.check(replaced(ONE, "traction: [0, 0.1, -1]", f'traction: [0, 0, "{text}"]'))
            self.assertNotRegex(run.err, r"[^ \n]{250}")


class StandardOutput(Case):
    """Verifies that a command does not end with 0 if its text cannot be written."""

    def test_no_room_and_closed(self):
        self.write("case.yaml", ONE)
        for words in (("list",), ("info", "block.msh"), ("check", "case.yaml"), ("list", "--markdown"), ("--version",), ("--help",)):
            for is_closed in (False, True):
                with self.subTest(f"{words} {is_closed}"), open("/dev/full", "w") as full:
                    done = subprocess.run([TENON, *words], cwd=self.folder, env=VARIABLES, stdout=full, stderr=subprocess.PIPE, text=True,
                                          timeout=900, preexec_fn=(lambda: os.close(1)) if is_closed else None)
                    self.assertEqual(done.returncode, 4, done)
                    self.assertRegex(done.stderr, "tenon: error: .*standard output")


if __name__ == "__main__":
    unittest.main()
