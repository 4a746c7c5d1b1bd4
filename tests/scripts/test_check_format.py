#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Tests scripts/check_format in a small repository with its own build."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
SCRIPT = SOURCE / "scripts/check_format"
CMAKE = ("cmake_minimum_required(VERSION 3.25)\nproject(small CXX)\n"
         "add_library(small STATIC src/la/Vector.cpp src/la/Matrix.cpp)\ntarget_include_directories(small PUBLIC include)\n")
HEADER = "#pragma once\n\nnamespace small {\n\nint sizeOf(const int* values);\n\n}  // namespace small\n"
VECTOR = ('#include "tenon/la/Vector.hpp"\n\nnamespace small {\n\n'
          "int sizeOf(const int* values) {\n  return values == nullptr ? 0 : 1;\n}\n\n}  // namespace small\n")
MATRIX = "namespace small {\n\nint rows() {\n  return 3;\n}\n\n}  // namespace small\n"


class CheckFormat(unittest.TestCase):
    def setUp(self):
        for program in ("git", "clang-format", "clang-tidy", "clang++"):
            if shutil.which(program) is None:
                self.skipTest(f"there is no {program}")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        for name in (".clang-format", ".clang-tidy"):
            shutil.copy(SOURCE / name, self.root)
        self.write("CMakeLists.txt", CMAKE)
        self.write(".gitignore", "/build\n")
        self.write("include/tenon/la/Vector.hpp", HEADER)
        self.write("src/la/Vector.cpp", VECTOR)
        self.write("src/la/Matrix.cpp", MATRIX)
        self.git("init", "-q", "-b", "main")
        self.commit()

    def git(self, *words):
        subprocess.run(["git", "-C", self.root, "-c", "user.name=test", "-c", "user.email=test@localhost", *words], check=True,
                       stdout=subprocess.DEVNULL)

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "Change")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def check(self, code, *words):
        environment = {name: value for name, value in os.environ.items() if name != "TENON_BASE"}
        done = subprocess.run([sys.executable, SCRIPT, "--root", self.root, *words], capture_output=True, text=True, check=False, env=environment)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def test_without_history(self):
        self.assertIn("no commit before HEAD", self.check(77))
        (self.root / "build").mkdir()
        self.assertIn("there is no git history", self.check(77, "--root", self.root / "build"))     # a copy in a build folder
        shutil.rmtree(self.root / ".git")
        self.assertIn("there is no git history", self.check(77))

    def test_layout_of_changed_files(self):
        self.write("src/la/Matrix.cpp", MATRIX.replace("return 3", "return  3"))
        self.commit()
        self.write("README", "changed in the last commit\n")
        self.commit()
        self.assertIn("0 files, 0 violations", self.check(0, "--format"))
        self.assertIn("src/la/Matrix.cpp:4 differs", self.check(1, "--format", "--base", "HEAD~2"))
        self.assertIn("3 files, 1 violations", self.check(1, "--format", "--all"))
        self.write("src/la/Vector.cpp", VECTOR.replace("  return", "   return"))     # not committed
        self.write("src/la/New.cpp", "int  i;\n")     # not known to git
        said = self.check(1, "--format")
        self.assertIn("src/la/Vector.cpp:6", said)
        self.assertIn("src/la/New.cpp:1", said)
        self.assertNotIn("Matrix", said)
        self.check(0, "--fix")
        self.assertEqual((self.root / "src/la/Vector.cpp").read_text(), VECTOR)
        self.assertEqual((self.root / "src/la/New.cpp").read_text(), "int i;\n")
        self.check(0, "--format")

    def test_base_of_a_branch(self):
        self.write("src/la/Matrix.cpp", MATRIX.replace("return 3", "return  3"))
        self.commit()
        self.git("update-ref", "refs/remotes/origin/main", "HEAD~1")
        self.write("README", "a second commit of the branch\n")
        self.commit()
        self.assertIn("src/la/Matrix.cpp:4 differs", self.check(1, "--format"))
        self.assertIn("there is no commit 'nothing'", self.check(2, "--base", "nothing"))

    def test_code_of_changed_files(self):
        self.write("src/la/Vector.cpp", VECTOR.replace("nullptr", "0"))
        self.write("src/la/Matrix.cpp", MATRIX.replace("rows", "Num_rows"))
        self.commit()
        said = self.check(1, "--tidy")
        self.assertIn("src/la/Vector.cpp:6:20: warning: use nullptr", said)
        self.assertIn("[readability-identifier-naming]", said)
        self.assertIn("2 files, 2 violations", said)
        self.assertIn("checks 1 of 2 changed sources", self.check(1, "--tidy", "--most", "1"))
        self.assertIn("1 files, 1 violations", self.check(1, "--tidy", self.root / "src/la/Vector.cpp"))
        self.assertIn("there is no file src/la/None.cpp", self.check(2, "--tidy", self.root / "src/la/None.cpp"))

    def test_code_of_a_changed_header(self):
        """Its source is compiled; only warnings in the header count."""
        self.write("src/la/Vector.cpp", VECTOR.replace("nullptr", "0"))
        self.commit()
        self.write("include/tenon/la/Vector.hpp", HEADER.replace("values);", "values);\ninline int* none() { return 0; }"))
        self.commit()
        said = self.check(1, "--tidy")
        self.assertIn("include/tenon/la/Vector.hpp:6:29: warning: use nullptr", said)
        self.assertIn("1 files, 1 violations", said)

    def test_a_source_that_does_not_compile(self):
        self.write("src/la/Matrix.cpp", "int i = nothing;\n")
        self.commit()
        self.assertIn("use of undeclared identifier 'nothing'", self.check(1, "--tidy"))


if __name__ == "__main__":
    unittest.main()
