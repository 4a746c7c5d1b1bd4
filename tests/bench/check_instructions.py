# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Counts the instructions of assembly and of kernels with callgrind and compares them with bounds.
The counts are the same on every machine.

check_instructions.py INSTRUCTION_GUARD    The counts were taken with GCC 12 and PETSc 3.18 of
Debian 12. A change that accelerates a loop lowers the figures below; a change that exceeds the
tolerance must be justified."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

GUARD = sys.argv[1]
TOLERANCE = 1.03
# Instructions per element, and per separate block of 3 x 3. One instruction of memset would zero
# many entries, but it is memory-bound; the loop with prefetches takes 3 % more and less time.
EXPECTED = {"tets": 817.0, "hexes": 5353.0, "blocks": 116.5}
# Instructions per element of kernels, and per contact of a sweep, with four lanes. Eight lanes,
# which GCC keeps in memory on this target, take 1.25 to 3.3 times as many
# (docs/reference/performance.md), except for the tangent product of tets.
KERNELS = {"products-hexes": 1406.5, "products-hexes-2": 5010.2, "products-tets-2": 1408.7,
           "force-tets": 287.8, "tangent-product-tets": 508.8, "tangent-tets": 239.8, "tangent-tets-batches": 249.5,
           "force-hexes": 2107.3, "tangent-product-hexes": 3879.8, "tangent-hexes": 4689.1, "sweep": 121.8}
# Minimum ratio of the instructions of MatSetValuesBlocked().
BLOCKED = {"tets": 19, "hexes": 11, "blocks": 15}
# Maximum ratio of the instructions with index checking.
CHECKED = {"tets": 1.01, "hexes": 1.005, "blocks": 1.005}
SKIPPED = 77

# Disables `rep stosb` for long memory ranges, because valgrind counts each of its bytes.
TUNABLES = "glibc.cpu.x86_rep_stosb_threshold=0x7fffffff:glibc.cpu.x86_rep_movsb_threshold=0x7fffffff"


def total_of(profile):
    return int(re.search(r"^(?:totals|summary): (\d+)", profile.read_text(), re.MULTILINE)[1])


def count():
    """Returns the instructions per item by name, of the second of two executions."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=callgrind", "--toggle-collect=countOnce", "--dump-after=countOnce",
                   f"--callgrind-out-file={folder}/profile", GUARD]
        done = subprocess.run(command, env={**os.environ, "GLIBC_TUNABLES": TUNABLES}, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
        lines = [line.split() for line in done.stdout.splitlines()]
        second = [pathlib.Path(folder) / f"profile.{2 * k + 2}" for k in range(len(lines))]
        return {name: total_of(profile) / int(items) for (name, items), profile in zip(lines, second)}


class Instructions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.counted = count()
        print(json.dumps({name: round(value, 1) for name, value in cls.counted.items()}))

    def test_are_no_more_than_they_were(self):
        for name, expected in {**EXPECTED, **KERNELS}.items():
            self.assertLess(self.counted[name], TOLERANCE * expected, name)
            self.assertGreater(self.counted[name], 0.8 * expected, f"{name}: quicker than thought; lower the bound")

    def test_general_insertion_takes_many_times_as_many(self):
        for name, times in BLOCKED.items():
            self.assertGreater(self.counted[f"{name}-blocked"] / self.counted[name], times, name)

    def test_checking_costs_little(self):
        for name, times in CHECKED.items():
            self.assertLess(self.counted[f"{name}-checked"] / self.counted[name], times, name)


if "avx2" not in pathlib.Path("/proc/cpuinfo").read_text():
    print("skipped: this needs a processor with AVX2")
    sys.exit(SKIPPED)
if not shutil.which("valgrind"):
    sys.exit("valgrind is missing: scripts/setup installs it.")
unittest.main(argv=[sys.argv[0]], verbosity=1)
