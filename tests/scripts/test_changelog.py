#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies that CHANGELOG.md is up to date, and tests scripts/changelog."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
SCRIPT = SOURCE / "scripts/changelog"


class Changelog(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.write("1.0.0.md", "# 1.0.0 - 2026-01-02\n\n## Added\n\n- First.\n")

    def write(self, name, text):
        path = self.root / "docs/changelog" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def changelog(self, *arguments):
        return subprocess.run([sys.executable, SCRIPT, "--root", self.root, *arguments], capture_output=True, text=True, check=False)

    def text(self):
        return (self.root / "CHANGELOG.md").read_text(encoding="utf-8")

    def test_that_of_tenon_is_up_to_date(self):
        done = subprocess.run([sys.executable, SCRIPT, "--check"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_first_release_fits_on_a_page(self):
        self.assertLessEqual(len((SOURCE / "docs/changelog/1.0.0.md").read_text(encoding="utf-8").split()), 600)

    def test_fragments_are_sorted_by_category(self):
        self.write("unreleased/b.fixed.md", "A corrected error\nin two lines.\n")
        self.write("unreleased/a.fixed.md", "Another one.\n")
        self.write("unreleased/new.added.md", "word " * 40)
        self.assertEqual(self.changelog().returncode, 0)
        text = self.text()
        self.assertIn("### Fixed\n\n- Another one.\n- A corrected error in two lines.\n", text)
        self.assertLess(text.index("## Unreleased"), text.index("### Added"))
        self.assertLess(text.index("### Added"), text.index("### Fixed"))
        self.assertLess(text.index("### Fixed"), text.index("## [1.0.0] - 2026-01-02\n\n### Added\n\n- First.\n"))
        self.assertLessEqual(max(len(line) for line in text.splitlines()), 120)
        self.assertLessEqual(max(len(line) for line in text.splitlines() if line.startswith(("- ", "  "))), 100)

    def test_check_finds_changes(self):
        self.assertEqual(self.changelog("--check").returncode, 1)
        self.changelog()
        self.assertEqual(self.changelog("--check").returncode, 0)
        self.write("unreleased/new.added.md", "A feature.\n")
        done = self.changelog("--check")
        self.assertEqual(done.returncode, 1)
        self.assertIn("run scripts/changelog", done.stdout)
        self.assertNotIn("A feature", self.text())

    def test_a_release_takes_all_fragments(self):
        self.write("1.10.0.md", "# 1.10.0 - 2026-02-02\n\n## Fixed\n\n- Tenth.\n")
        self.write("unreleased/new.added.md", "A feature.\n")
        self.assertEqual(self.changelog("--release", "1.11.0", "--date", "2027-03-04").returncode, 0)
        self.assertEqual((self.root / "docs/changelog/1.11.0.md").read_text(), "# 1.11.0 - 2027-03-04\n\n## Added\n\n- A feature.\n")
        self.assertEqual(list((self.root / "docs/changelog/unreleased").iterdir()), [])
        text = self.text()
        self.assertNotIn("Unreleased", text)
        order = [text.index(f"## [{version}]") for version in ("1.11.0", "1.10.0", "1.0.0")]
        self.assertEqual(order, sorted(order))
        self.assertEqual(self.changelog("--check").returncode, 0)

    def test_errors(self):
        self.changelog()
        before = self.text()
        for name, content, words in (
                ("unreleased/new.md", "A feature.", "<topic>.<category>.md"),
                ("unreleased/new.improved.md", "A feature.", "categories added, changed"),
                ("unreleased/New.added.md", "A feature.", "lower-case"),
                ("unreleased/new.added.md", "- A feature.", "without a list marker"),
                ("unreleased/new.added.md", " \n", "must consist of sentences"),
                ("1.2.0.md", "# 1.3.0 - 2026-01-01\n", "must begin with the line '# 1.2.0 - ")):
            self.write(name, content)
            done = self.changelog()
            self.assertEqual((done.returncode, words in done.stderr), (2, True), done.stderr)
            (self.root / "docs/changelog" / name).unlink()
        for words, message in ((("1.1.0",), "there are no fragments"), (("1.1",), "not a valid version and date"),
                               (("1.1.0", "--date", "May"), "not a valid version and date"), (("1.0.0",), "1.0.0.md already exists")):
            done = self.changelog("--release", *words)
            self.assertEqual((done.returncode, message in done.stderr), (2, True), done.stderr)
        self.assertEqual(self.text(), before)


if __name__ == "__main__":
    unittest.main()
