#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Builds and installs a small project with the CMake files of tenon, as static and as shared
libraries.

A second project uses one target and tenon::tenon of each installation. Building all modules of
tenon twice would take too long; `cmake --preset shared` does it. """
import json
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
FILES = {
    "CMakeLists.txt": """cmake_minimum_required(VERSION 3.25)
project(tenon VERSION 3.2.1 LANGUAGES C CXX)
option(BUILD_SHARED_LIBS "" OFF)
option(TENON_UNITY "" OFF)
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_SOURCE_DIR}/cmake")
include(TenonBuild)
include(TenonDependencies)
include(TenonModule)
add_subdirectory(src/base)
add_subdirectory(src/io)
add_subdirectory(src/mass)
add_subdirectory(src/app)
add_executable(tenon apps/main.cpp)
target_link_libraries(tenon PRIVATE tenon::app)
include(TenonInstall)
""",
    "src/base/CMakeLists.txt": "tenon_precompiled(tenon_precompiled_headers USES tenon::flags HEADERS <vector>)\n"
                               "tenon_module(base USES tenon::flags)\n",
    "src/base/one.cpp": '#include "tenon/base/one.hpp"\nint tenon::base::one() { return 1; }\n',
    "include/tenon/base/one.hpp": "#pragma once\nnamespace tenon::base {\nint one();\n}\n",
    "src/io/CMakeLists.txt": "tenon_module(io USES tenon::base)\n",
    "src/io/two.cpp": '#include "tenon/io/two.hpp"\n#include "tenon/base/one.hpp"\nint tenon::io::two() { return base::one() + 1; }\n',
    "include/tenon/io/two.hpp": "#pragma once\nnamespace tenon::io {\nint two();\n}\n",
    "src/mass/CMakeLists.txt": "tenon_module(mass USES tenon::io)\n",     # headers only
    "include/tenon/mass/three.hpp": "#pragma once\n#include <tenon/io/two.hpp>\ninline int three() { return tenon::io::two() + 1; }\n",
    "src/app/CMakeLists.txt": "tenon_module(app STATIC USES tenon::mass)\n",
    "src/app/main.cpp": '#include "tenon/app/main.hpp"\n#include "tenon/mass/three.hpp"\nint tenon::main() { return three(); }\n',
    "include/tenon/app/main.hpp": "#pragma once\nnamespace tenon {\nint main();\n}\n",
    "apps/main.cpp": "#include <tenon/app/main.hpp>\nint main() { return tenon::main(); }\n",
    "scripts/tenon_results.py": "from tenon.results import *\n",
    "python/tenon/__init__.py": "",
    "python/tenon/results/__init__.py": "name = 'results'\n",
    "python/tenon/py.typed": "",
    "LICENSE": "",
    "build/tenon-convert": "",
}
USER = {
    "CMakeLists.txt": """cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES C CXX)
find_package(tenon ${WANTED} REQUIRED)
add_executable(one one.cpp)
target_link_libraries(one PRIVATE tenon::io)
add_executable(every every.cpp)
target_link_libraries(every PRIVATE tenon::tenon)
""",
    "one.cpp": "#include <tenon/io/two.hpp>\nint main() { return tenon::io::two(); }\n",
    "every.cpp": "#include <tenon/app/main.hpp>\nint main() { return tenon::main(); }\n",
}


def write(root, files):
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)


def run(*command, code=0):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if done.returncode != code:
        raise AssertionError(f"{command} ended with {done.returncode}:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    return done.stdout + done.stderr


class ModuleTargets(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        write(self.root / "tenon", FILES)
        shutil.copytree(SOURCE / "cmake", self.root / "tenon/cmake")
        write(self.root / "user", USER)

    def build(self, *options):
        """Builds and installs the project, moves the installation, and builds the user's project.
        Returns the prefix."""
        tenon = self.root / "tenon"
        run("cmake", "-S", tenon, "-B", tenon / "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_INSTALL_LIBDIR=lib", *options)
        run("cmake", "--build", tenon / "build")
        run("cmake", "--install", tenon / "build", "--prefix", self.root / "first")
        (self.root / "first").rename(self.root / "moved")
        tenon.rename(self.root / "away")     # nothing may refer to the build folder
        self.configure("3.1")
        run("cmake", "--build", self.root / "user/build")
        return self.root / "moved"

    def configure(self, wanted, code=0):
        return run("cmake", "-S", self.root / "user", "-B", self.root / "user/build", "-G", "Ninja", f"-DWANTED={wanted}",
                   f"-DCMAKE_PREFIX_PATH={self.root}/moved", code=code)

    def run_programs(self, prefix):
        run(self.root / "user/build/one", code=2)
        run(self.root / "user/build/every", code=3)
        run(prefix / "bin/tenon", code=3)
        targets = "".join(path.read_text() for path in (prefix / "lib/cmake/tenon").glob("tenonTargets*.cmake"))
        self.assertEqual(set(re.findall(r"add_library\(tenon::(\w+) ", targets)), {"base", "io", "mass", "app", "tenon", "flags"})

    def test_static_libraries(self):
        prefix = self.build()
        package, = prefix.glob("lib/python3*/dist-packages")
        self.assertEqual({str(path.relative_to(package)) for path in package.rglob("*") if path.is_file()},
                         {"tenon_results.py", "tenon/__init__.py", "tenon/results/__init__.py", "tenon/py.typed"})
        self.assertEqual(run("env", f"PYTHONPATH={package}", "/usr/bin/python3", "-B", "-c", "import tenon_results; print(tenon_results.name)"),
                         "results\n")
        self.run_programs(prefix)
        self.assertEqual({path.name for path in (prefix / "lib").glob("libtenon_*")}, {"libtenon_base.a", "libtenon_io.a", "libtenon_app.a"})
        shutil.rmtree(self.root / "user/build")
        for version in ("2", "4.0", "3.3"):     # an equal major version, at least as new
            self.assertIn("compatible", self.configure(version, code=1))

    def test_shared_libraries(self):
        prefix = self.build("-DBUILD_SHARED_LIBS=ON")
        self.run_programs(prefix)
        names = {path.name for path in (prefix / "lib").glob("libtenon_*")}
        self.assertEqual(names, {"libtenon_app.a"} | {f"libtenon_{name}.so{end}" for name in ("base", "io") for end in ("", ".3", ".3.2.1")})
        for name in ("io", "base"):
            dynamic = run("readelf", "-d", prefix / f"lib/libtenon_{name}.so")
            self.assertIn(f"soname: [libtenon_{name}.so.3]", dynamic)
            self.assertRegex(dynamic, r"R(UN)?PATH.*\[\$ORIGIN\]")
        self.assertRegex(run("readelf", "-d", prefix / "bin/tenon"), r"R(UN)?PATH.*\[\$ORIGIN/../lib\]")
        self.assertIn("[libtenon_io.so.3]", run("readelf", "-d", self.root / "user/build/one"))

    def test_a_missing_module_is_found(self):
        """A shared library may use only the modules that its USES names."""
        path = self.root / "tenon/src/base/one.cpp"
        path.write_text(path.read_text().replace("return 1", "return up()").replace("int tenon", "int up();\nint tenon"))
        with self.assertRaisesRegex(AssertionError, "undefined reference to `up"):
            self.build("-DBUILD_SHARED_LIBS=ON")

    def test_flags_of_sanitizers_and_coverage(self):
        build = self.root / "tenon/build"
        run("cmake", "-S", self.root / "tenon", "-B", build, "-G", "Ninja", "-DTENON_SANITIZE=ON", "-DTENON_COVERAGE=ON",
            "-DCMAKE_BUILD_TYPE=Debug")
        commands = json.loads((build / "compile_commands.json").read_text())
        command, = (entry["command"].split() for entry in commands if entry["file"].endswith("two.cpp"))
        self.assertLessEqual({"-fsanitize=address,undefined", "-fno-omit-frame-pointer", "--coverage", "-fprofile-abs-path"}, set(command))
        self.assertEqual([word for word in command if word.startswith("-O")], ["-O1"])
        self.assertEqual([word for word in command if word.startswith("-g")][-1], "-g1")     # the last one counts

    def test_presets(self):
        presets = {preset["name"]: preset for preset in json.loads((SOURCE / "CMakePresets.json").read_text())["configurePresets"]}

        def variables(name):
            inherited = variables(presets[name]["inherits"]) if "inherits" in presets[name] else {}
            return {**inherited, **presets[name].get("cacheVariables", {})}

        unity_debug = {"CMAKE_BUILD_TYPE": "Debug", "TENON_UNITY": "ON"}
        self.assertEqual(variables("debug"), unity_debug)
        self.assertEqual(variables("sanitize"), {**unity_debug, "TENON_SANITIZE": "ON"})
        self.assertEqual(variables("coverage"), {**unity_debug, "TENON_COVERAGE": "ON", "TENON_BENCH": "OFF"})
        self.assertEqual(variables("shared"), {"CMAKE_BUILD_TYPE": "Release", "BUILD_SHARED_LIBS": "ON"})
        listed = run("cmake", "--list-presets=all", "-S", SOURCE)     # rejects an invalid file
        page = (SOURCE / "docs/getting-started/installation.md").read_text()
        options = (SOURCE / "CMakeLists.txt").read_text()
        for name in presets:
            self.assertEqual(listed.count(f'"{name}"'), 3, listed)     # to configure, build and test
            self.assertIn(f"`{name}`", page)
            for option in set(variables(name)) - {"CMAKE_BUILD_TYPE"}:
                self.assertIn(f"option({option} ", options)

    def test_levels_need_static_libraries(self):
        with self.assertRaisesRegex(AssertionError, "TENON_LEVELS=ON needs"):
            self.build("-DBUILD_SHARED_LIBS=ON", "-DTENON_LEVELS=ON", "-DTENON_MARCH=x86-64-v2")


if __name__ == "__main__":
    unittest.main()
