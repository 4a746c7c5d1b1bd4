# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies the instruction-set level of the program: requests by TENON_CPU, and processors without
the instructions."""
import re
import shutil
import subprocess
import unittest

from tenon_program import RANKS, TENON, Case

LEVELS = ("v2", "v3", "v4")


class Processor(Case):
    def level(self):
        """Returns v2, v3 or v4, or None for other processors."""
        run = subprocess.run([TENON, "--version"], capture_output=True, text=True, check=True)
        found = re.search(r", x86-64-(v\d) \(", run.stdout)
        return found and found[1]

    def test_own_level_may_be_asked_for(self):
        level = self.level()
        if level is None:
            self.skipTest("this program is of no level")
        for name in ("", level, f"x86-64-{level}"):
            self.assertIn(f"x86-64-{level} (", self.assertRuns("--version", environment={"TENON_CPU": name}).out)

    def test_other_levels_are_refused(self):
        for other in LEVELS:
            if other != self.level():
                run = self.tenon("run", "case.yaml", environment={"TENON_CPU": other})
                self.assertFails(run, 2, f"TENON_CPU is '{other}', but this program was compiled for .* only: unset TENON_CPU, or build with "
                                         f"-DTENON_MARCH=x86-64-{other}")

    def test_unknown_level_is_refused(self):
        for unknown in ("v5", "avx2", "V3", "native", "x" * 5000):
            self.assertFails(self.tenon("run", "case.yaml", environment={"TENON_CPU": unknown}), 2,
                             f"TENON_CPU is '{unknown[:40]}', which is not a processor level: use v2, v3 or v4")

    def test_processor_without_the_instructions_is_refused_before_any_is_used(self):
        older = {"v2": "core2duo", "v3": "Nehalem", "v4": "Haswell"}.get(self.level())
        if RANKS > 1 or older is None or not shutil.which("qemu-x86_64"):
            self.skipTest("one rank, and qemu, which plays an older processor")
        for processor in (older, "core2duo"):
            done = subprocess.run(["qemu-x86_64", "-cpu", processor, TENON, "--version"], capture_output=True, text=True, timeout=300)
            errors = [line for line in done.stderr.splitlines() if "TCG" not in line]
            self.assertEqual((done.returncode, done.stdout, len(errors)), (2, "", 1), done)
            self.assertRegex(errors[0], rf"^tenon: error: This program was compiled for x86-64-{self.level()} and needs the instructions '[\w.]+'")


if __name__ == "__main__":
    unittest.main()
