# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Compares the version in all files and programs with that of CMakeLists.txt, and tests
scripts/version.

usage: test_version.py <source folder> <build folder> <tenon>
"""
import datetime
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import h5py
import yaml

SOURCE, BUILD, TENON = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
SCRIPT = SOURCE / "scripts/version"
VERSION = re.search(r"^project\(tenon VERSION (\S+)", (SOURCE / "CMakeLists.txt").read_text(), re.MULTILINE)[1]
FILES = ["CMakeLists.txt", "CITATION.cff", "README.md", ".github/ISSUE_TEMPLATE/bug.yml", "docs/getting-started/installation.md",
         "docs/how-to/clusters.md"]
# One tetrahedron that is fixed by three nodes.
MESH = """$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
2
2 1 "base"
3 2 "all"
$EndPhysicalNames
$Nodes
4
1 0 0 0
2 1 0 0
3 0 1 0
4 0 0 1
$EndNodes
$Elements
2
1 2 2 1 1 1 3 2
2 4 2 2 2 1 2 3 4
$EndElements
"""
CASE = """objects:
  part:
    mesh: part.msh
    forces: [{type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}]
    conditions: [{type: fixed, group: base}]
"""


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, timeout=300, **options)


class Programs(unittest.TestCase):
    def test_the_program_prints_it(self):
        self.assertEqual(run(TENON, "--version").stdout.split(",")[0], f"tenon {VERSION}")

    def test_result_files_contain_it(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "part.msh").write_text(MESH)
            (Path(folder) / "case.yaml").write_text(CASE)
            done = run(TENON, "run", "case.yaml", cwd=folder)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            with h5py.File(Path(folder) / "case.h5") as results:
                version = results.attrs["tenon_version"]
        self.assertEqual(version.decode() if isinstance(version, bytes) else version, VERSION)

    def test_packages_have_it(self):
        cmake = (BUILD / "tenonConfigVersion.cmake").read_text()
        self.assertIn(f'set(PACKAGE_VERSION "{VERSION}")', cmake)
        self.assertRegex((BUILD / "CPackConfig.cmake").read_text(), rf'set\(CPACK_PACKAGE_VERSION "{re.escape(VERSION)}"\)')

    def test_the_latest_release_of_the_changelog_is_not_newer(self):
        releases = [[int(part) for part in path.stem.split(".")] for path in (SOURCE / "docs/changelog").glob("[0-9]*.md")]
        self.assertEqual(max(releases), [int(part) for part in VERSION.split(".")])


class Citation(unittest.TestCase):
    """The required keys of the Citation File Format 1.2.0, and the types of the optional ones."""

    def test_it_is_valid(self):
        cff = yaml.safe_load((SOURCE / "CITATION.cff").read_text())
        keys = {"abstract", "authors", "cff-version", "commit", "contact", "date-released", "doi", "identifiers", "keywords", "license",
                "license-url", "message", "preferred-citation", "references", "repository", "repository-artifact", "repository-code",
                "title", "type", "url", "version"}
        self.assertLessEqual(set(cff), keys)
        self.assertLessEqual({"authors", "cff-version", "message", "title"}, set(cff))
        self.assertEqual(cff["cff-version"], "1.2.0")
        self.assertEqual(cff["type"], "software")
        self.assertEqual(cff["version"], VERSION)
        self.assertIsInstance(cff["date-released"], datetime.date)
        self.assertTrue(cff["authors"] and all(author.get("name") or author.get("family-names") for author in cff["authors"]))
        self.assertEqual(len(set(cff["keywords"])), len(cff["keywords"]))
        release = (SOURCE / f"docs/changelog/{VERSION}.md").read_text().splitlines()[0]
        self.assertEqual(release, f"# {VERSION} - {cff['date-released'].isoformat()}")
        self.assertIn("BSD 3-Clause", (SOURCE / "LICENSE").read_text().splitlines()[0])
        self.assertEqual(cff["license"], "BSD-3-Clause")


class Script(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for name in FILES:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(SOURCE / name, self.root / name)

    def test_all_files_state_the_same_version(self):
        self.assertEqual(run(SCRIPT).stdout, f"{VERSION}\n")
        done = run(SCRIPT, "--check")
        self.assertEqual((done.returncode, done.stdout), (0, f"{VERSION}\n"))

    def test_a_file_with_another_version_is_found(self):
        for name in FILES[1:]:
            path = self.root / name
            text = path.read_text()
            before = rf'(version: |version = {{|^tenon |placeholder: "tenon ){re.escape(VERSION)}'
            path.write_text(re.sub(before, r"\g<1>0.0.7", text, flags=re.MULTILINE))
            done = run(SCRIPT, "--check", "--root", self.root)
            self.assertEqual(done.returncode, 1, name)
            self.assertIn(f"{name} states the version 0.0.7", done.stdout)
            path.write_text("nothing\n")
            done = run(SCRIPT, "--check", "--root", self.root)
            self.assertEqual(done.returncode, 2, name)
            self.assertIn(f"{name} does not contain the version", done.stderr)
            path.write_text(text)
        self.assertEqual(run(SCRIPT, "--check", "--root", self.root).returncode, 0)

    def test_it_is_set_everywhere(self):
        done = run(SCRIPT, "--set", "12.34.56", "--date", "2031-02-03", "--root", self.root)
        self.assertEqual((done.returncode, done.stdout), (0, "12.34.56\n"), done.stderr)
        self.assertEqual(run(SCRIPT, "--check", "--root", self.root).returncode, 0)
        for name in FILES:
            self.assertIn("12.34.56", (self.root / name).read_text(), name)
            self.assertEqual(len((self.root / name).read_text().splitlines()), len((SOURCE / name).read_text().splitlines()))
        self.assertIn("date-released: 2031-02-03", (self.root / "CITATION.cff").read_text())
        self.assertIn("year = {2031}", (self.root / "README.md").read_text())

    def test_wrong_versions_and_dates_are_refused(self):
        for words in (("--set", "1.1"), ("--set", "v1.1.0"), ("--set", "1.1.0", "--date", "3 March")):
            done = run(SCRIPT, *words, "--root", self.root)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn("is not a", done.stderr)
        self.assertEqual((self.root / "CITATION.cff").read_text(), (SOURCE / "CITATION.cff").read_text())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
