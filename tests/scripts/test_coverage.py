#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Measures the coverage of a program of known coverage by scripts/coverage."""
import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
SCRIPT = SOURCE / "scripts/coverage"
FILES = {
    "src/la/norm.cpp": "int norm(int x) {\n  if (x < 0)\n    return -x;\n  return x;\n}\nint unused() {\n  return 1;\n}\n",
    "include/tenon/la/sign.hpp": "inline int sign(int x) {\n  return x > 0;\n}\n",
    "src/io/write.cpp": "int write(int x) {\n  return x;\n}\n",
    "apps/main.cpp": '#include "tenon/la/sign.hpp"\nint norm(int);\nint write(int);\nint main(int n, char**) { return norm(n) - write(1) - sign(n) + 1; }\n',
}


class Coverage(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        self.build = self.root / "build"
        self.build.mkdir()
        for name, text in FILES.items():
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text(text)

    def report(self):
        return subprocess.run([sys.executable, SCRIPT, "--report", "--build", self.build, "--root", self.root], capture_output=True,
                              text=True, check=False)

    @unittest.skipIf(shutil.which("gcovr") is None, "there is no gcovr")
    def test_lines_and_branches_of_each_module(self):
        sources = [self.root / name for name in FILES if name.endswith(".cpp")]
        subprocess.run(["g++", "-O0", "--coverage", "-fprofile-abs-path", f"-I{self.root}/include", *sources, "-o", "program"],
                       cwd=self.build, check=True)
        subprocess.run([self.build / "program"], cwd=self.build, check=True)
        done = self.report()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        # norm: lines 1, 2, 4 of 1 to 4; unused: 0 of 2; sign: 2 of 2. One of two branches.
        self.assertIn("| `la` | 8 | 62.5 % | 2 | 50.0 % |", done.stdout)
        self.assertIn("| `io` | 2 | 100.0 % | 0 |  |", done.stdout)
        self.assertIn("| **total** | 10 | 70.0 % | 2 | 50.0 % |", done.stdout)
        self.assertTrue((self.build / "coverage/index.html").is_file())
        files = {file["filename"] for file in json.loads((self.build / "coverage/summary.json").read_text())["files"]}
        self.assertEqual(files, set(FILES) - {"apps/main.cpp"})

    @unittest.skipIf(shutil.which("gcovr") is None, "there is no gcovr")
    def test_a_build_without_counters_is_refused(self):
        done = self.report()
        self.assertEqual((done.returncode, "build with TENON_COVERAGE=ON" in done.stderr), (2, True), done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
