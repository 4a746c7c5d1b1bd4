# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies cases, meshes and options from untrusted sources: one message; no hang, no crash, no
lost data."""
import os
import socket
import unittest

import h5py

from tenon_program import ONE, RANKS, TWO, Case, box, replaced

EQUATIONS = ONE + "constraints: [{type: multi-point, file: equations.csv}]\n"
LONG = 300 * "n"


class NoFiles(Case):
    """Verifies that inputs which can be opened but are not regular files, or must not be read, end
    with code 4."""

    def setUp(self):
        super().setUp()
        self.write("case.yaml", ONE)

    def test_pipes(self):
        for name in ("pipe.yaml", "pipe.msh", "equations.csv"):
            os.mkfifo(self.folder / name)
        self.assertFails(self.tenon("check", "pipe.yaml"), 4, "pipe.yaml", "not a regular file")
        self.assertFails(self.tenon("info", "pipe.msh"), 4, "pipe.msh", "not a regular file")
        self.write("case.yaml", replaced(ONE, "block.msh", "pipe.msh"))
        self.assertFails(self.tenon("run", "case.yaml"), 4, r"case\.yaml:4: .*pipe.msh", "not a regular file")
        self.write("case.yaml", EQUATIONS)
        self.assertFails(self.tenon("check", "case.yaml"), 4, "equations.csv", "not a regular file")

    def test_pipes_wherever_a_case_names_a_file(self):
        for ending in ("petsc", "mtx", "csv", "h5", "stl"):
            os.mkfifo(self.folder / f"pipe.{ending}")
        (self.folder / "K.mtx").write_text("%%MatrixMarket matrix coordinate real general\n81 81 1\n1 1 1\n")
        follower = "objects:\n  on:\n    %smapping: {parent: block, file: pipe.csv, type: %s}\n"
        bodies = "objects:\n  crate:\n    bodies: "
        crate = "[{name: crate, position: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}]\n"
        traction = "traction: [0, 0.1, -1]"
        for text in (*(replaced(ONE, "block.msh", f"pipe.{ending}") for ending in ("h5", "stl")),
                     *(ONE + f"interactions: [{{type: matrix, object: block, file: pipe.{ending}}}]\n"
                       for ending in ("petsc", "mtx")),
                     ONE + "interactions: [{type: matrix, rows: pipe.csv, file: K.mtx}]\n",
                     *(replaced(ONE, "objects:\n", follower % kind)
                       for kind in (("mesh: upper.msh\n    ", "weighted"), ("", "distance"))),
                     replaced(ONE, "objects:\n", bodies + "pipe.csv\n"),
                     replaced(ONE, "objects:\n", bodies + crate + "    shapes: [{type: hull, file: pipe.stl}]\n"),
                     replaced(ONE, traction, "traction: {csv: pipe.csv}"),
                     replaced(ONE, traction, "traction: {hdf5: pipe.h5, nodes: /wind}"),
                     replaced(ONE, "0.3}}", "0.3, expansion: 1e-5}, temperature: {hdf5: pipe.h5, elements: /heat}}"),
                     replaced(ONE, "young: 1000", "young: {csv: pipe.csv}")):
            with self.subTest(text=text):
                self.write("case.yaml", text)
                self.assertFails(self.tenon("check", "case.yaml"), 4, r"pipe\.(petsc|mtx|csv|h5|stl)", "not a regular file")
        self.write("case.yaml", ONE)
        self.assertFails(self.tenon("run", "case.yaml", "-options_file", "pipe.csv"), 2, "pipe.csv", "not a regular file")

    def test_devices(self):
        self.assertFails(self.tenon("check", "/dev/zero"), 4, "/dev/zero", "not a regular file")
        for device in ("/dev/zero", "/dev/null"):
            self.write("case.yaml", replaced(ONE, "block.msh", device))
            self.assertFails(self.tenon("check", "case.yaml"), 4, device, "not a regular file")
            self.write("case.yaml", replaced(EQUATIONS, "equations.csv", device))
            self.assertFails(self.tenon("check", "case.yaml"), 4, device, "not a regular file")

    def test_a_folder_that_must_not_be_entered(self):
        locked = self.folder / "locked"
        locked.mkdir()
        for name, text in (("case.yaml", ONE), ("block.msh", box()), ("equations.csv", "")):
            (locked / name).write_text(text)
        locked.chmod(0)
        self.addCleanup(locked.chmod, 0o700)
        for words in (("run", "locked/case.yaml"), ("info", "locked/block.msh"), ("run", "case.yaml", "-o", "locked/out"),
                      ("partition", "block.msh", "-o", "locked/block.h5")):
            self.assertFails(self.tenon(*words, obeys_modes=True), 4, "locked", "[Pp]ermission denied")
        for text in (replaced(ONE, "block.msh", "locked/block.msh"), replaced(EQUATIONS, "equations.csv", "locked/equations.csv")):
            self.write("case.yaml", text)
            self.assertFails(self.tenon("check", "case.yaml", obeys_modes=True), 4, "locked", "[Pp]ermission denied")

    def test_names_that_are_too_long(self):
        for words in (("check", f"{LONG}.yaml"), ("info", f"{LONG}.msh"), ("run", "case.yaml", "-o", LONG),
                      ("run", "case.yaml", "-o", f"{LONG}/out"), ("partition", "block.msh", "-o", f"{LONG}.h5")):
            self.assertFails(self.tenon(*words), 4, "too long")
        for text in (replaced(ONE, "block.msh", LONG), replaced(EQUATIONS, "equations.csv", LONG)):
            self.write("case.yaml", text)
            self.assertFails(self.tenon("check", "case.yaml"), 4, "too long")

    def test_names_that_a_terminal_does_not_bear(self):
        run = self.assertFails(self.tenon("check", "\x1b[31mred.yaml"), 4, r"'\?\[31mred\.yaml'")
        self.assertNotIn("\x1b", run.all)
        name = os.fsencode(self.folder) + b"/caf\xe9.yaml"
        with open(name, "w", encoding="utf-8") as file:
            file.write(replaced(ONE, "title: one block\n", ""))
        self.assertRuns("run", os.fsdecode(name), "-o", "out", "--summary", "summary.json")
        self.assertIn("caf\ufffd", (self.folder / "summary.json").read_text())


class BadText(Case):
    def test_what_would_only_be_noticed_after_the_solve(self):
        (self.folder / "case.yaml").write_bytes(replaced(ONE, "one block", "fa\udcdfade").encode("utf-8", "surrogateescape"))
        run = self.assertFails(self.tenon("run", "case.yaml"), 2, r"case\.yaml:1: the text is not valid UTF-8")
        self.assertNotIn("solve", run.out)

    def test_what_only_yaml_allows(self):
        for text, says in (("title: &x [*x]\n", "alias"), ("---\n" + ONE + "---\n" + ONE, "second document"),
                           (replaced(ONE, "poisson: 0.3", "poisson: 00.3"), "octal"),
                           (replaced(ONE, "    forces:", "\tforces:"), r"case\.yaml:5: this line is indented with a tab"),
                           (ONE + "analysis: {type: static, steps: 010}\n", r"case\.yaml:10: analysis\.steps: .*octal")):
            self.refuse(text, r"case\.yaml:\d+", says)

    def test_control_characters_in_names(self):
        for text, line in ((replaced(ONE, "  block:", '  "a\\ntenon: error: fake":'), 3), (ONE + 'output: "a\\nb"\n', 10),
                           (replaced(ONE, "block.msh", '"a\\rb.msh"'), 4), (replaced(ONE, "group: top", 'group: "t\\top"'), 7),
                           (replaced(ONE, "one block", '"one\\u009b31mblock"'), 1), (ONE + "output: a\x7fb\n", 10)):
            run = self.refuse(text, rf"case\.yaml:{line}: ", "contains|a control character")
            self.assertNotRegex(run.all, "[\r\t\x7f\x9b]|^tenon: error: fake")

    def test_names_that_hdf5_does_not_bear(self):
        held = "constraints: [{type: prescribed, name: %s, object: block, group: top, values: {x: 0}}]\n"
        for name in (".", "..", "a/b"):
            self.refuse(replaced(ONE, "  block:", f'  "{name}":'), r"case\.yaml:3", "the name of an object must not be empty, '.' or '..' and must not")
            self.refuse(ONE + f"output: {{histories: [{{name: {name}, nodes: {{object: block, group: top}}}}]}}\n", r"case\.yaml:10",
                        "the name of a history")
            if name != "a/b":
                self.refuse(ONE + held % name, r"case\.yaml:10", f"'{name}' is not a valid group name in the result file", "`name`")
        for name in ("/", "a/", "a//b", "a/../b"):
            self.refuse(ONE + held % name, r"case\.yaml:10", f"'{name}' is not a valid group name in the result file", "`name`")
        self.write("case.yaml", ONE + held % "a/b")
        self.assertRuns("run", "case.yaml")

    def test_names_that_are_too_long_are_found_before_the_solve(self):
        name = 256 * "n"
        second = ONE[ONE.index("  block:"):]
        for text in (ONE + replaced(second, "  block:", f"  {name}:"),
                     ONE + f"output: {{histories: [{{name: {name}, nodes: {{object: block, group: top}}}}]}}\n"):
            run = self.refuse(text, "too long", code=4)
            self.assertNotRegex(run.all, r"solve +\d")
        self.write("case.yaml", replaced(ONE, "  block:", f"  {name}:"))
        self.assertRuns("run", "case.yaml")

    def test_titles_that_are_no_text(self):
        for title in ("[a]", "{a: b}", ""):
            self.write("case.yaml", replaced(ONE, "one block", title))
            for command in ("run", "check"):
                self.assertFails(self.tenon(command, "case.yaml"), 2, r"case\.yaml:[12]: title: the value must be a string")

    def test_a_list_without_end(self):
        self.write("case.yaml", replaced(ONE, "one block", "[" + 5_000_000 * "1," + "1]"))
        self.assertFails(self.tenon("check", "case.yaml", memory_mib=1000), 2, r"case\.yaml:1: ", "500000 values in brackets")

    def test_many_problems_are_counted(self):
        run = self.refuse(ONE + "".join(f"key{i}: 1\n" for i in range(9000)), "no key 'key0'", "and 8900 more")
        self.assertLess(len(run.err), 25000)  # a hundred messages, each with the keys of a case

    def test_names_of_groups_in_other_encodings(self):
        text = box().replace('"top"', '"D\xe4mpfer"').encode("latin-1")
        (self.folder / "block.msh").write_bytes(text)
        self.write("case.yaml", replaced(ONE, "group: top", "group: D\xe4mpfer"))
        self.assertRuns("run", "case.yaml", "--summary", "summary.json")
        self.assertIn("D\xe4mpfer", self.assertRuns("info", "block.msh").out)


class PetscOptions(Case):
    def setUp(self):
        super().setUp()
        self.write("case.yaml", ONE)

    def options(self, name="case.h5"):
        with h5py.File(self.folder / name) as file:
            return file["options"][()].decode()

    def test_petscrc_is_read_on_request_only(self):
        for name in (".petscrc", "petscrc"):
            self.write(name, "-ksp_rtol 0.5\n-ksp_max_it 3\n")
        self.assertNotIn("petscrc", self.assertRuns("run", "case.yaml").all)
        self.assertNotIn("0.5", self.options())
        run = self.assertRuns("run", "case.yaml", "-options_file", ".petscrc", "-ksp_max_it", "500", "--allow-unused")
        self.assertIn("PETSc's options are also read from '.petscrc'.", run.out)
        self.assertRegex(self.options(), r"-ksp_rtol 0\.5 +# the file '\.petscrc'")
        self.assertRegex(self.options(), r"-ksp_max_it 500 +# the command line")

    def test_a_case_writes_no_files(self):
        self.write("kept.txt", "kept")
        for value in ("'ascii:kept.txt'", "binary", "':kept.txt'"):
            self.refuse(ONE + f"petsc: {{ksp_view: {value}}}\n", r"case\.yaml:10: petsc\.ksp_view", "text to the terminal",
                        "command line")
        self.assertEqual((self.folder / "kept.txt").read_text(), "kept")
        self.write("case.yaml", ONE + "petsc: {ksp_view: '::ascii_info'}\n")
        self.assertRegex(self.assertRuns("run", "case.yaml").out, "KSP Object")

    def test_options_that_petsc_must_not_start_with(self):
        self.write("opts.yaml", "ksp_rtol: 1e-9\n")
        for name, value, says in (("-options_file_yaml", "opts.yaml", "use -options_file, which also reads YAML"), ("-options_string_yaml", "a", "with -options_file"),
                                  ("-dll_append", "/tmp/x.so", "your own program"), ("-DLL_prepend", "x.so", "your own program")):
            with self.subTest(name):
                run = self.assertFails(self.tenon("run", "case.yaml", name, value), 2, f"the command line: .* option {name}: ", says)
                self.assertNotIn("PETSC ERROR", run.all)
                self.refuse(ONE + f"petsc: {{{name[1:]}: {value}}}\n", r"case\.yaml:10", "before the case")
        run = self.tenon("run", "case.yaml", environment={"PETSC_OPTIONS": "-ksp_view -dll_append x.so"})
        self.assertFails(run, 2, r"the environment \(PETSC_OPTIONS\): .*-dll_append")
        self.write("options.yaml", "- list\n")
        self.assertFails(self.tenon("run", "case.yaml", "-OPTIONS_FILE", "options.yaml"), 2, "cannot parse", "ends with .yaml")
        self.assertFails(self.tenon("run", "case.yaml", "-history", "/nope/x"), 2, "the command line: -history cannot write '/nope/x'")
        for name, value in (("-info", "/nope/x"), ("-malloc_debug", "neither")):
            run = self.assertFails(self.tenon("run", "case.yaml", name, value, own_ranks=True), 2, "PETSc cannot be initialised", value)
            self.assertNotIn("PETSC ERROR", run.all)

    def test_files_of_options_with_the_endings_of_ours(self):
        for name, text in (("opts.yaml", "ksp_rtol: 1e-9\n"), ("opts.yml", "ksp_rtol: 1e-9\n"), ("opts.msh", "-ksp_rtol 1e-9\n")):
            self.write(name, text)
            self.assertRuns("run", "case.yaml", "-options_file", name)
            self.assertRegex(self.options(), rf"-ksp_rtol 1e-9 +# the file '{name}'")

    def test_viewers_that_cannot_write_are_found_before_the_solve(self):
        (self.folder / "folder").mkdir()
        self.write("file", "")
        self.write("options", "-ksp_view :nope/x\n")
        for name, value in (("-ksp_converged_reason", ":/nope/x"), ("-ksp_view", ":/nope/x"), ("-ksp_monitor", ":nope/x:ascii_info"),
                            ("-ksp_view_solution", "binary:/nope/x"), ("-ksp_view", "hdf5:/nope/x"), ("-mat_view", ":folder"),
                            ("-mg_levels_KSP_view", "ascii:/nope/x:ascii_info:append"), ("-log_view", ":/nope/x:ascii_xml"),
                            ("-log_view", ":file/x"), ("-ksp_view", f":{LONG}"), ("-options_file", "options")):
            with self.subTest(f"{name} {value}"):
                run = self.assertFails(self.tenon("run", "case.yaml", "-o", "out", name, value), 4, name if value != "options" else "-ksp_view",
                                       "cannot write '(/?nope/x|folder|file/x|n{200}[.]{3})': ", "no folder|is a folder|too long|Not a directory")
                self.assertNotRegex(run.all, r"solve +\[")
        self.assertFails(self.tenon("info", "block.msh", "-log_view", ":/nope/x"), 4, "the command line: -log_view", "no folder '/nope'")
        run = self.tenon("check", "case.yaml", environment={"PETSC_OPTIONS": "-log_view :/nope/x"})
        self.assertFails(run, 4, "PETSC_OPTIONS", "no folder '/nope'")
        (self.folder / "folder").chmod(0o500)
        self.addCleanup((self.folder / "folder").chmod, 0o700)
        self.assertFails(self.tenon("run", "case.yaml", "-ksp_view", ":folder/x", obeys_modes=True), 4, "[Pp]ermission denied")

    def test_viewers_that_petsc_does_not_have_are_found_before_the_solve(self):
        for name, value, says in (("-ksp_view", "matlab:x.m", "no viewer of type 'matlab'"), ("-mat_view", "nosuch:x", "no viewer of type 'nosuch'"),
                                  ("-ksp_view_mat", "draw:/nope", "has no drawing type '/nope'"), ("-ksp_monitor", "exodusii:a", "'exodusii'")):
            run = self.assertFails(self.tenon("run", "case.yaml", name, value), 2, f"the command line: {name} '{value}': ", says)
            self.assertNotRegex(run.all, r"set-up|solve")

    def test_viewers_that_nobody_listens_to_are_found_before_the_solve(self):
        with socket.socket() as free:  # a port without a listener
            free.bind(("", 0))
            port = str(free.getsockname()[1])
        for name, value in (("-ksp_view", "socket"), ("-mat_view", "socket:"), ("-ksp_monitor", "SOCKET")):
            run = self.assertFails(self.tenon("run", "case.yaml", name, value, "-viewer_socket_port", port), 4,
                                   f"the command line: {name} '{value}': no program is listening on port {port} of this machine")
            self.assertNotRegex(run.all, r"set-up|solve")

    def test_viewers_whose_writes_fail(self):
        """Verifies that failing ASCII viewers end with code 4. PETSc ignores a full disk, also in
        its final log."""
        for words in (("-ksp_view", ":/dev/full"), ("-ksp_monitor", "ascii:/dev/full"), ("-log_view", ":/dev/full"))[:3 if RANKS == 1 else 2]:
            with self.subTest(words=words):
                self.assertFails(self.tenon("run", "case.yaml", *words, own_ranks=True), 4, "/dev/full.*No space left|Write to file failed")

    def test_binary_viewers_whose_writes_fail(self):
        """Verifies failing binary viewers: the writing rank ends the others, which wait for it
        within PETSc."""
        for option in ("-ksp_view_mat", "-ksp_view_rhs", "-ksp_view_solution"):
            with self.subTest(option=option):
                run = self.tenon("run", "case.yaml", option, "binary:/dev/full", own_ranks=True)
                self.assertFails(run, 4, "Write to file failed")

    def test_viewers_write_anew_but_no_input(self):
        for name in ("case.yaml", "block.msh"):
            before = (self.folder / name).read_text()
            self.assertFails(self.tenon("run", "case.yaml", "-ksp_view", f":{name}"), 2, f"'{name}' would overwrite the input '.*{name}'; choose another output")
            self.assertEqual((self.folder / name).read_text(), before)
        before = (self.folder / "block.msh").read_text()
        for words in (("info", "block.msh"), ("partition", "block.msh", "-o", "p.h5")):
            self.assertFails(self.tenon(*words, "-log_view", ":block.msh"), 2, "-log_view: 'block.msh' would overwrite")
            self.assertEqual((self.folder / "block.msh").read_text(), before)
        self.write("view.txt", "old")
        self.assertRuns("run", "case.yaml", "-ksp_view", ":view.txt", "-ksp_converged_reason", ":stdout", "-log_view", ":log.txt")
        self.assertIn("KSP Object", (self.folder / "view.txt").read_text())
        self.assertIn("Performance", (self.folder / "log.txt").read_text())

    def test_mistyped_options_are_found_before_the_solve(self):
        for words in (("-ksp_max_itt", "50"), ("-pc_gamg_thresold", "0.1"), ("-mg_levels_ksp_typ", "cg"),
                      ("-ksp_veiw",)):
            run = self.assertFails(self.tenon("run", "case.yaml", *words), 2, words[0], "did you mean -", "--allow-unused")
            self.assertNotRegex(run.all, r"solve +\[")
        self.write("case.yaml", TWO)
        self.assertFails(self.tenon("run", "case.yaml", "-fieldsplit_multipliers_ksp_rtoll", "1"), 2,
                         "did you mean -fieldsplit_multipliers_ksp_rtol")

    def test_results_are_kept_whatever_was_unused(self):
        run = self.assertRuns("run", "case.yaml", "-snes_view")
        self.assertEqual(run.messages("tenon: warning: "), ["The PETSc option -snes_view from the command line was not used."])
        self.assertTrue((self.folder / "case.h5").is_file())

    def test_options_that_only_the_solve_asks_for(self):
        for words in (("-ksp_view",), ("-ksp_converged_reason",), ("-ksp_view_solution", "::ascii_info"), ("-mat_view", "::ascii_info"),
                      ("-ksp_monitor_true_residual",), ("-ksp_view_final_residual",), ("-mg_levels_ksp_converged_reason",),
                      ("-ksp_error_if_not_converged",), ("-mg_coarse_ksp_view",), ("-mg_levels_1_ksp_view",)):
            with self.subTest(words):
                self.assertRuns("run", "case.yaml", *words)

    def test_numbers_that_are_none(self):
        for name, value in (("ksp_rtol", "-1"), ("ksp_rtol", "nan"), ("ksp_rtol", "2"), ("ksp_max_it", "-7"), ("ksp_rtol", "1e"),
                            ("ksp_max_it", "1.5"), ("ksp_atol", "nan"), ("pc_gamg_threshold", "nan")):
            with self.subTest(name + " " + value):
                self.refuse(ONE + f"petsc: {{{name}: {value}}}\n", r"case\.yaml:10", f"-{name}", value)

    def test_an_option_without_its_value(self):
        for name in ("ksp_rtol", "ksp_max_it", "ksp_type", "pc_type", "mg_levels_ksp_max_it", "pc_gamg_threshold"):
            with self.subTest(name):
                self.refuse(ONE + f"petsc: {{{name}: }}\n", r"case\.yaml:10", f"-{name}", "needs a value")
                self.write("case.yaml", ONE)
                self.assertFails(self.tenon("run", "case.yaml", f"-{name}"), 2, "the command line", f"-{name}", "needs a value")
        self.assertFails(self.tenon("run", "case.yaml", "-options_file"), 2, "-options_file", "needs the name of a file")

    def test_a_file_of_options_that_is_missing(self):
        self.assertFails(self.tenon("run", "case.yaml", "-options_file", "nowhere"), 2, "-options_file", "'nowhere'", "No such file")
        os.mkfifo(self.folder / "pipe")
        self.assertFails(self.tenon("run", "case.yaml", "-options_file", "pipe"), 2, "'pipe'", "not a regular file")
        run = self.tenon("check", "case.yaml", environment={"PETSC_OPTIONS": "-options_file nowhere"})
        self.assertFails(run, 2, "PETSC_OPTIONS", "nowhere")


if __name__ == "__main__":
    unittest.main()
