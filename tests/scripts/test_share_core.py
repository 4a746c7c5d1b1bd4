#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies tests/share_core.py: the core assigned to a test, and that all its child processes stay
there."""
import os
import subprocess
import sys
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))
import share_core  # noqa: E402


class ShareCore(unittest.TestCase):
    def test_takes_the_core_that_ctest_deals_out(self):
        self.assertEqual([share_core.choose([2, 5, 7], f"id:{number},slots:1") for number in range(4)], [2, 5, 7, 2])

    def test_takes_any_core_otherwise(self):
        for given in None, "":
            self.assertIn(share_core.choose([2, 5, 7], given), [2, 5, 7])

    def test_what_a_command_starts_stays_on_its_core(self):
        code = "import os, subprocess, sys; subprocess.run([sys.executable, '-c', 'import os; print(len(os.sched_getaffinity(0)))'])"
        run = subprocess.run([sys.executable, TESTS / "share_core.py", sys.executable, "-c", code], capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stdout.strip()), (0, "1"), run.stderr)

    def test_passes_the_exit_code_on(self):
        run = subprocess.run([sys.executable, TESTS / "share_core.py", "sh", "-c", "exit 7"], env={**os.environ})
        self.assertEqual(run.returncode, 7)


if __name__ == "__main__":
    unittest.main()
