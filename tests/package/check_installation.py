# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Installs a build with `cmake --install` and uses the Python package from there.

The prefixes are a virtual environment, another folder, and environments that do not fit the build.

usage: check_installation.py <source folder> <build folder> <mpiexec> <PETSc folder>
"""
import os
import pathlib
import subprocess
import sys
import sysconfig
import tempfile
import unittest

SOURCE, BUILD = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
MPIEXEC, PETSC_DIR = sys.argv[3], sys.argv[4]
PYTHON = sys.executable

# A bar of one element under traction: u = traction * length / young = 0.06, as poisson is 0.
USER = """
import sys

import tenon
from tenon import forces, materials

elastic = forces.elastic(material=materials.linear_elastic(young=100.0, poisson=0.0))
with tenon.open(sys.argv[1]) as sim:
    last = sim.solve()
    own: float = sim["bar"].displacement[:, 0].max(initial=0.0)
    largest = sim.comm.allreduce(own, max)
    if sim.comm.rank == 0:
        print(f"{tenon.__file__} {last.time:g} {largest:.12f} {elastic['type']}")
"""
# Errors that a type checker finds with the stubs only.
WRONG = """
import tenon
from tenon import forces

forces.elastic(martial={})
forces.elastik()
tenon.opne("bar.yaml")
with tenon.open("bar.yaml") as sim:
    sim.step().tome
"""
CASE = """
objects:
  bar:
    mesh: bar.msh
    groups: {base: {box: {x: [0, 0]}}, tip: {box: {x: [2, 2]}}}
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 100, poisson: 0}}
      - {type: traction, group: tip, traction: [3, 0, 0]}
    conditions: [{type: fixed, group: base}]
solver: {preset: direct}
"""
MESH = """$MeshFormat
2.2 0 8
$EndMeshFormat
$Nodes
8
1 0 0 0
2 2 0 0
3 2 1 0
4 0 1 0
5 0 0 1
6 2 0 1
7 2 1 1
8 0 1 1
$EndNodes
$Elements
1
1 5 2 1 1 1 2 3 4 5 6 7 8
$EndElements
"""

#: Variables that select a package or belong to the MPI of the caller.
FOREIGN = ("PYTHONPATH", "VIRTUAL_ENV", "MYPYPATH")


def run(*command, code=0, **variables):
    environment = {key: value for key, value in os.environ.items() if key not in FOREIGN}
    environment.update({"PETSC_DIR": PETSC_DIR, "PYTHONDONTWRITEBYTECODE": "1", **variables})
    done = subprocess.run([str(word) for word in command], env=environment, capture_output=True, text=True, check=False, timeout=600)
    if done.returncode != code:
        raise AssertionError(f"{command} ended with {done.returncode}:\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
    return done.stdout + done.stderr


def environment_at(folder, *options):
    """Creates a virtual environment for the interpreter of the build. Returns its interpreter."""
    run(PYTHON, "-m", "venv", "--without-pip", *options, folder)
    return folder / "bin/python3"


def install(prefix, component="runtime", code=0):
    return run("cmake", "--install", BUILD, "--prefix", prefix, "--component", component, code=code)


class Installation(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name).resolve()
        for name, text in (("bar.msh", MESH), ("bar.yaml", CASE), ("user.py", USER), ("wrong.py", WRONG)):
            (cls.folder / name).write_text(text.lstrip("\n"))
        cls.environment = cls.folder / "environment"
        cls.python = environment_at(cls.environment, "--system-site-packages")
        cls.said = install(cls.environment)
        cls.package = cls.environment / f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages/tenon"

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def solve(self, python, package, case="bar.yaml", expected=0.06, **variables):
        """Solves a case on 1 and 2 ranks, and verifies the package and the result."""
        for ranks in (1, 2):
            words = run(MPIEXEC, "--oversubscribe", "--bind-to", "none", "-n", ranks, python, self.folder / "user.py",
                        self.folder / case, **variables).split()
            self.assertEqual(words[0], str(package / "__init__.py"))
            self.assertAlmostEqual(float(words[2]), expected, places=10)
            self.assertEqual(words[3], "elastic")

    def test_virtual_environment(self):
        self.assertNotIn("PYTHONPATH", self.said)
        self.assertNotIn("Warning", self.said)
        self.solve(self.python, self.package)
        self.assertIn("tenon 1", run(self.environment / "bin/tenon", "--version"))

    def test_petsc_with_other_indices(self):
        wide = "TENON_INT64:BOOL=ON" in (BUILD / "CMakeCache.txt").read_text()
        other = "/usr/lib/petscdir/petsc{}3.18/x86_64-linux-gnu-real".format("" if wide else "64-")
        said = run(self.python, "-c", "import petsc4py.PETSc; import tenon; tenon.open", code=1, PETSC_DIR=other)
        self.assertIn(f"has {32 if wide else 64}-bit indices, but tenon was built for {64 if wide else 32}-bit indices: set PETSC_DIR={PETSC_DIR}", said)

    def test_libraries_are_found_in_the_package(self):
        compiled = self.package / f"_tenon.{sysconfig.get_config_var('SOABI')}.so"
        self.assertIn("[$ORIGIN", run("readelf", "-d", compiled))
        library, = [line for line in run("ldd", compiled).splitlines() if "libtenon.so" in line]
        self.assertIn(str(self.package / "libtenon.so.1"), library)

    def test_types_are_visible(self):
        self.assertTrue((self.package / "py.typed").is_file())
        for stub in ("_tenon", "forces", "materials", "constraints", "blocks"):
            self.assertTrue((self.package / f"{stub}.pyi").is_file(), stub)
        mypy = (PYTHON, "-m", "mypy", "--strict", "--python-executable", self.python, "--cache-dir", self.folder / "mypy")
        self.assertIn("no issues found", run(*mypy, self.folder / "user.py"))
        said = run(*mypy, self.folder / "wrong.py", code=1)
        for name in ("martial", "elastik", "opne", "tome"):
            self.assertIn(f'"{name}"', said)

    def test_another_prefix_needs_pythonpath(self):
        prefix = self.folder / "prefix"
        said = install(prefix)
        package, = prefix.rglob("tenon/__init__.py")
        self.assertIn(f"PYTHONPATH={package.parents[1]}", said)
        prefix.rename(self.folder / "moved")  # an installation can be moved
        package = self.folder / "moved" / package.parent.relative_to(prefix)
        self.solve(PYTHON, package, PYTHONPATH=str(package.parent))

    def test_environment_without_mpi4py(self):
        environment_at(self.folder / "alone")
        self.assertRegex(install(self.folder / "alone"), r"(?s)cannot\s+import\s+numpy,\s+h5py,\s+mpi4py,\s+petsc4py.*--system-site-packages")

    def test_environment_of_another_python(self):
        python = self.folder / "other/bin/python3"
        python.parent.mkdir(parents=True)
        (self.folder / "other/pyvenv.cfg").touch()
        python.write_text("#!/bin/sh\necho 'kind: cpython-39-x86_64-linux-gnu'\necho 'missing: '\necho 'folder: lib/python3.9/site-packages'\n")
        python.chmod(0o755)
        said = " ".join(install(self.folder / "other", code=1).split())
        self.assertIn(f"was built for {PYTHON} ({sysconfig.get_config_var('SOABI')})", said)
        self.assertIn(f"create the virtual environment with `{PYTHON} -m venv --system-site-packages`", said)
        self.assertFalse(list(self.folder.glob("other/**/tenon")))

    def test_custom_types(self):
        install(self.environment, "development")
        build = self.folder / "custom"
        run("cmake", "-S", SOURCE / "tests/package/custom_types", "-B", build, "-DCMAKE_BUILD_TYPE=Debug", f"-DCMAKE_PREFIX_PATH={self.environment}",
            f"-DCMAKE_CXX_FLAGS={march_of(BUILD)}")
        run("cmake", "--build", build)
        self.assertIn(str(self.package / "libtenon.so.1"), run("ldd", next(build.glob("custom_types.*.so"))))
        # The springs at the four nodes of the tip support it: u = 3 / (100 * 1 / 2 + 4 * 3).
        text = CASE.replace("    conditions:", "      - {type: ground-springs, group: tip, stiffness: 3}\n    conditions:")
        (self.folder / "springs.yaml").write_text(text)
        program = f"import custom_types, runpy, sys; sys.argv[1:] = [{str(self.folder / 'springs.yaml')!r}]; runpy.run_path({str(self.folder / 'user.py')!r})"
        words = run(self.python, "-c", program, PYTHONPATH=str(build)).split()
        self.assertAlmostEqual(float(words[2]), 3 / 62, places=10)


def march_of(build):
    """Returns the option -march of a build."""
    cache = (build / "CMakeCache.txt").read_text().splitlines()
    march = next(line.partition("=")[2] for line in cache if line.startswith("TENON_MARCH:"))
    return f"-march={march}" if march else ""


unittest.main(argv=[sys.argv[0]], verbosity=1)
