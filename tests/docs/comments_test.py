# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies the comments of the public headers by Doxygen, and that incomplete comments are found.

usage: comments_test.py <source folder> <build folder>
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE, BUILD = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])

COMPLETE = """#pragma once
namespace tenon {
/// Bar of unit length.
struct Bar {
  /// Returns the strain.
  /// @param force  axial force
  double strain(double force) const;
};
}  // namespace tenon
"""


def check(include, build):
    return subprocess.run([SOURCE / "scripts/docs", "--check-cpp", "--include", include, "--build", build],
                          capture_output=True, text=True, check=False)


class Comments(unittest.TestCase):
    def test_public_headers_are_documented(self):
        done = check(SOURCE / "include", BUILD)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_incomplete_comments_are_found(self):
        faults = {"  /// Returns the strain.\n  /// @param force  axial force\n": ("", "strain(double force)"),
                  "@param force": ("@param load", "load"),
                  "double force)": ("double force, double area)", "area"),
                  "/// Bar of unit length.\n": ("", "Bar")}
        with tempfile.TemporaryDirectory() as folder:
            include = pathlib.Path(folder) / "include"
            include.mkdir()
            header = include / "Bar.hpp"
            header.write_text(COMPLETE)
            self.assertEqual(check(include, pathlib.Path(folder)).returncode, 0)
            for right, (wrong, said) in faults.items():
                header.write_text(COMPLETE.replace(right, wrong))
                done = check(include, pathlib.Path(folder))
                self.assertEqual(done.returncode, 2, right)
                self.assertIn(said, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
