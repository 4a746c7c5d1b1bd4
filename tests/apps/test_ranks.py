# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies the selection of ranks: all tests run on 1 and 3, and those whose results may depend on
the number on 2 and 4, too."""
import re
import sys
import unittest
from pathlib import Path

from tenon_program import REASONS, Case

FOLDER = Path(__file__).resolve().parent


def tests_in(suite):
    for one in suite:
        yield from tests_in(one) if isinstance(one, unittest.TestSuite) else [one]


class OnRanks(unittest.TestCase):
    def setUp(self):
        found = unittest.TestLoader().discover(str(FOLDER), pattern="test_*.py")
        self.tests = [(type(test), test._testMethodName) for test in tests_in(found) if isinstance(test, Case)]

    def test_all_run_on_one_and_three(self):
        self.assertGreater(len(self.tests), 700)
        for ranks in 1, 3:
            self.assertEqual([test for test in self.tests if test[0].leaves_out(test[1], ranks)], [])

    def test_those_on_two_and_four_are_documented(self):
        """Verifies that docs/development/testing.md lists exactly the test files that run on 2 and
        4 ranks, by reason."""
        marked = {reason: set() for reason in REASONS}
        for kind, name in self.tests:
            self.assertEqual(kind.leaves_out(name, 2), kind.leaves_out(name, 4))
            if not kind.leaves_out(name, 2):
                marked[kind.reason_of(name)].add(Path(sys.modules[kind.__module__].__file__).stem.removeprefix("test_"))
        page = (FOLDER.parents[1] / "docs" / "development" / "testing.md").read_text()
        told = {reason: set(re.findall(r"`(\w+)`", files)) for reason, files in re.findall(r"^\| (\w+) \| (`.*) \|$", page, re.MULTILINE)}
        self.assertEqual(told, marked)


if __name__ == "__main__":
    unittest.main()
