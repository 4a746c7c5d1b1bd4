#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies that each rule of scripts/check_includes.py, violated once in a separate tree, gives its
message."""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "check_includes.py"


class CheckIncludes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.write("include/tenon/la/Vector.hpp", "#pragma once\n#include <petscvec.h>\n#include <vector>\n#include \"tenon/base/Error.hpp\"\n")
        self.write("include/tenon/base/Error.hpp", "#pragma once\n#include <petscsys.h>\n")
        self.write("src/la/Vector.cpp", "#include \"tenon/la/Vector.hpp\"\n#include \"parts.hpp\"\n")
        self.write("src/la/parts.hpp", "#pragma once\n")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def check(self, *arguments):
        result = subprocess.run([sys.executable, SCRIPT, "--root", self.root, *arguments], capture_output=True, text=True, check=False)
        return result.returncode, result.stdout.splitlines()

    def expect_fault(self, *words):
        code, lines = self.check()
        self.assertEqual(code, 1)
        self.assertEqual(len(lines), 1, lines)
        for word in words:
            self.assertIn(word, lines[0])

    def test_a_tree_in_order_passes(self):
        self.assertEqual(self.check()[0], 0)

    def test_folders(self):
        self.write("src/la/parts/Vector.hpp", "#pragma once\n")
        self.write("src/la/forms/Matrix.cpp", '#include "la/parts/Vector.hpp"\n')
        self.assertEqual(self.check()[0], 0)
        self.write("src/la/forms/Matrix.cpp", '#include "Vector.hpp"\n')
        self.expect_fault("src/la/forms/Matrix.cpp:1", "not beside it")

    def test_internal_headers(self):
        """Verifies that internal headers of lower modules may be included, but not by public
        headers, nor from above."""
        self.write("src/mesh/Mesh.cpp", '#include "la/parts.hpp"\n')
        self.assertEqual(self.check()[0], 0)
        self.write("include/tenon/mesh/Mesh.hpp", '#pragma once\n#include "la/parts.hpp"\n')
        self.expect_fault("include/tenon/mesh/Mesh.hpp:2", "internal header la/parts.hpp")
        self.write("include/tenon/mesh/Mesh.hpp", "#pragma once\n")
        self.write("src/base/Error.cpp", '#include "la/parts.hpp"\n')
        self.expect_fault("src/base/Error.cpp:1", "'la' is above it")

    def test_internal_headers_of_contributors(self):
        """Verifies that HDF5 is found behind an internal header, too."""
        self.write("src/io/File.hpp", "#pragma once\n#include <hdf5.h>\n")
        self.write("include/tenon/io/Files.hpp", '#pragma once\n#include "io/File.hpp"\n')
        self.write("include/tenon/force/Spring.hpp", '#pragma once\n#include "tenon/io/Files.hpp"\n')
        lines = self.check()[1]
        self.assertTrue(any("include/tenon/force/Spring.hpp" in line and "<hdf5.h>" in line for line in lines), lines)

    def test_petscs_identifiers(self):
        self.write("src/force/Spring.cpp", "// MatMult(A, x, y) is for others\nPetscInt i = 0;\n")
        self.assertEqual(self.check()[0], 0)
        self.write("src/force/Spring.cpp", "void f() {\n  VecNorm(x, 0, &n);\n}\n")
        self.expect_fault("src/force/Spring.cpp:2", "uses VecNorm")
        self.write("src/force/Spring.cpp", "auto n = PETSC_DECIDE;\n")
        self.expect_fault("src/force/Spring.cpp:1", "uses PETSC_DECIDE")

    def test_what_headers_of_contributors_bring_along(self):
        self.write("include/tenon/force/Spring.hpp", '#pragma once\n#include "tenon/io/File.hpp"\n')
        self.assertEqual(self.check()[0], 0)
        self.write("include/tenon/io/File.hpp", "#pragma once\n#include <hdf5.h>\n")
        self.expect_fault("include/tenon/force/Spring.hpp", "<hdf5.h>")

    def test_programs(self):
        self.write("apps/bench/main.cpp", '#include "tenon/la/Vector.hpp"\n#include "sizes.hpp"\n')
        self.expect_fault("apps/bench/main.cpp:2", "neither beside it nor a header of tenon")
        self.write("apps/bench/sizes.hpp", "#pragma once\n")
        self.assertEqual(self.check()[0], 0)
        self.write("apps/tenon/main.cpp", '#include "tenon/la/Vector.hpp"\n')
        self.expect_fault("apps/tenon/main.cpp:1", "programs may include only tenon/app/main.hpp")

    def test_too_many_units_in_a_folder(self):
        for number in range(28):
            self.write(f"src/la/part{number}.cpp", "\n")
            self.write(f"src/la/part{number}.hpp", "#pragma once\n")
        self.assertEqual(self.check()[0], 0)
        self.write("src/la/part28.cpp", "\n")
        self.expect_fault("src/la has 31 units")

    def test_too_many_public_headers(self):
        for number in range(118):
            self.write(f"include/tenon/base/folder{number // 29}/header{number}.hpp", "#pragma once\n")
        self.assertEqual(self.check()[0], 0)
        self.write("include/tenon/base.hpp", '#pragma once\n#include "tenon/base/Error.hpp"\n')
        self.expect_fault("include/tenon has 121 headers", "at most 120")

    def test_upward_include(self):
        self.write("src/la/Matrix.cpp", "\n  # include <tenon/mesh/Mesh.hpp>\n")
        self.expect_fault("src/la/Matrix.cpp:2", "'mesh' is above it")

    def test_upward_include_of_a_whole_module(self):
        self.write("include/tenon/la/Matrix.hpp", '#include "tenon/system.hpp"\n')
        self.expect_fault("include/tenon/la/Matrix.hpp:1", "'system' is above it")

    def test_siblings(self):
        self.write("src/force/Spring.cpp", '#include "tenon/mass/Mass.hpp"\n')
        self.expect_fault("src/force/Spring.cpp:1", "'mass' is its sibling")

    def test_petsc_outside_its_modules(self):
        self.write("src/force/Spring.cpp", "#include <petscmat.h>\n")
        self.expect_fault("src/force/Spring.cpp:1", "petscmat.h", "la, python, solver, system, testing only")

    def test_base_knows_no_petsc_object(self):
        self.write("src/base/check.cpp", "#include <petscmat.h>\n")
        self.expect_fault("src/base/check.cpp:1", "petscmat.h")

    def test_way_round_through_a_parent_folder(self):
        self.write("src/mesh/Mesh.cpp", '#include "../la/parts.hpp"\n')
        self.expect_fault("src/mesh/Mesh.cpp:1", "parent folder")

    def test_unknown_module(self):
        self.write("src/helpers/all.cpp", "\n")
        self.expect_fault("'helpers', which is not a module")

    def test_name_that_is_not_included(self):
        self.write("include/tenon/base/Error.hpp", "#pragma once\n#include <string>\nstd::string text(int* std);\n")
        self.write("include/tenon/la/Vector.hpp", '#pragma once\n#include "tenon/base/Error.hpp"\nstd::string name();\n// std::vector\n')
        self.assertEqual(self.check()[0], 0)
        self.write("include/tenon/base/Error.hpp", "#pragma once\n#include <vector>\n")
        self.expect_fault("include/tenon/la/Vector.hpp uses std::string, but does not include <string>")

    def test_cycle_of_units(self):
        self.write("src/la/Vector.hpp", '#pragma once\n#include "tenon/la/Vector.hpp"\n')    # one unit
        self.write("src/la/first.hpp", '#pragma once\n#include "second.hpp"\n')
        self.write("src/la/second.hpp", "#pragma once\n")
        self.write("src/la/user.cpp", '#include "first.hpp"\n')
        self.write("src/la/third.hpp", '#pragma once\n#include "la/first.hpp"\n')
        self.assertEqual(self.check()[0], 0)
        self.write("src/la/second.cpp", '#include "third.hpp"\n')
        self.expect_fault("la/first, la/second, la/third include each other", "src/la/first.hpp:2 includes la/second",
                          "src/la/second.cpp:1 includes la/third", "src/la/third.hpp:2 includes la/first")

    def test_header_that_needs_another_first(self):
        self.write("include/tenon/base/Error.hpp", "#pragma once\ninline Sentence text() { return {}; }\n")
        self.write("include/tenon/la/Vector.hpp", "#pragma once\n#include <string>\ninline std::string name() { return {}; }\n")
        self.expect_not_alone("include/tenon/base/Error.hpp")

    def test_headers_that_lean_on_others(self):
        """Verifies headers that need another header without including it: two are compiled in one
        file only if one includes the other."""
        self.write("include/tenon/base/Error.hpp", "#pragma once\n#include <string>\nstruct Sentence {};\ninline std::string text() { return {}; }\n")
        self.write("include/tenon/base/Log.hpp", "#pragma once\ninline Sentence said() { return {}; }\n")
        self.write("include/tenon/la/Vector.hpp", '#pragma once\n#include "tenon/base/Error.hpp"\ninline Sentence name() { return {}; }\n')
        self.write("include/tenon/la/Matrix.hpp", '#pragma once\n#include "tenon/la/Vector.hpp"\ninline Norm norm(Sentence) { return {}; }\n')
        self.expect_not_alone("include/tenon/base/Log.hpp", "include/tenon/la/Matrix.hpp")

    def expect_not_alone(self, *headers):
        command = f"g++ -std=c++17 -I{self.root}/include -o src/la/Vector.o -c src/la/Vector.cpp"
        self.write("build/compile_commands.json", json.dumps([{"file": f"{self.root}/src/la/Vector.cpp", "command": command}]))
        code, lines = self.check("--compile", self.root / "build")
        self.assertEqual(code, 1)
        self.assertEqual(len(lines), len(headers), lines)
        for header, line in zip(headers, sorted(lines)):
            self.assertIn(f"{header} does not compile alone", line)


if __name__ == "__main__":
    unittest.main()
