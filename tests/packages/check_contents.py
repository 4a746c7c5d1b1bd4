# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Builds the Debian packages, checks their dependencies and files, and runs the unpacked programs.

`scripts/package --check` installs the packages in a bare Debian. This test needs neither root nor a
network.

usage: check_contents.py <source folder> <build folder> <mpiexec>
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE, BUILD, MPIEXEC = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
CASE = """objects:
  part:
    mesh: part.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}
      - {type: gravity, density: 1, acceleration: [0, 0, -10]}
    groups: {base: {box: {z: [0, 0]}}}
    conditions: [{type: fixed, group: base}]
"""
# One node is free: rho g V / 4 = K u with K = V E (1 - nu) / ((1 + nu) (1 - 2 nu)), as its shape
# function has the gradient 1 along z.
STIFFNESS = 1000 * 0.7 / (1.3 * 0.4)
TET = "*NODE\n1, 0, 0, 0\n2, 1, 0, 0\n3, 0, 1, 0\n4, 0, 0, 1\n*ELEMENT, TYPE=C3D4, ELSET=body\n1, 1, 2, 3, 4\n"
TET_MESH = ("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n"
            "$Elements\n1\n1 4 2 1 1 1 2 3 4\n$EndElements\n")


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, timeout=600, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command} ended with {done.returncode}:\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
    return done.stdout


def names_of(dependencies):
    """Returns one set of alternative packages for each dependency, without versions."""
    return [set(re.findall(r"[a-z][a-z0-9.+-]+(?= |$)", re.sub(r"\([^)]*\)|:any", "", one).replace("|", " ").strip() + " "))
            for one in dependencies.split(",")]


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        run("cpack", "-G", "DEB", "--config", BUILD / "CPackConfig.cmake", "-B", cls.folder / "made")
        cls.packages = {path.name.partition("_")[0]: path for path in (cls.folder / "made").glob("*.deb")}
        for package in cls.packages.values():
            run("dpkg-deb", "-x", package, cls.folder / "unpacked")

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def field(self, package, name):
        return run("dpkg-deb", "-f", self.packages[package], name).strip()

    def test_there_are_two(self):
        self.assertEqual(set(self.packages), {"tenon", "libtenon-dev"})
        version = re.search(r"project\(tenon VERSION (\S+)", (SOURCE / "CMakeLists.txt").read_text())[1]
        for package in self.packages:
            self.assertEqual(self.field(package, "Version"), version)

    def test_dependencies_are_those_of_the_programs_and_of_setup(self):
        needed = set().union(*names_of(self.field("tenon", "Depends")))
        for library in ("libpetsc", "libslepc", "libhdf5-openmpi", "libopenmpi", "libmetis", "libyaml-cpp", "openmpi-bin", "python3-h5py"):
            self.assertTrue(any(name.startswith(library) for name in needed), (library, needed))
        installed = set(re.findall(r"[a-z][a-z0-9.+-]+", (SOURCE / "scripts/setup").read_text()))
        for alternatives in names_of(self.field("libtenon-dev", "Depends")):
            self.assertTrue(alternatives & (installed | {"tenon"}), f"scripts/setup installs none of {alternatives}")

    def test_python_package_is_found_and_has_its_dependencies(self):
        modules = self.folder / "unpacked/usr/lib/python3/dist-packages"
        self.assertTrue((modules / "tenon/py.typed").is_file() and (modules / "tenon_results.py").is_file())
        compiled = list(modules.glob("tenon/_tenon.*.so"))
        cache = (BUILD / "CMakeCache.txt").read_text()
        self.assertEqual(len(compiled), int("TENON_PYTHON:BOOL=ON" in cache))
        if not compiled:
            return
        needed = set().union(*names_of(self.field("tenon", "Depends")))
        wide = "TENON_INT64:BOOL=ON" in cache
        self.assertLessEqual({"python3-mpi4py", "python3-numpy", "python3-petsc4py-64-real3.18" if wide else "python3-petsc4py-real"}, needed)
        self.assertRegex(self.field("tenon", "Depends"), r"python3 \(<< 3\.")
        self.assertTrue((modules / "tenon/forces.pyi").is_file())
        (self.folder / "python").mkdir()
        (self.folder / "python/part.msh").write_text(TET_MESH)
        (self.folder / "python/case.yaml").write_text(CASE)
        program = "import tenon\nwith tenon.open('case.yaml') as sim:\n  sim.solve()\n  print(sim['part'].displacement[:, 2].min(), tenon.__file__)"
        prefix = re.search(r"^TENON_PETSC_PREFIX:\w+=(.*)$", cache, re.MULTILINE)[1]
        height, file = run("/usr/bin/python3", "-B", "-c", program, cwd=self.folder / "python",
                           env={**os.environ, "PYTHONPATH": str(modules), "PETSC_DIR": prefix}).split()
        self.assertEqual(file, str(modules / "tenon/__init__.py"))
        self.assertAlmostEqual(float(height) * STIFFNESS, -10 / 4, places=9)

    def test_files_belong_to_root_and_lie_below_usr(self):
        for package in self.packages.values():
            lines = [line.split(maxsplit=5) for line in run("dpkg-deb", "-c", package).splitlines()]
            self.assertGreater(len(lines), 5)
            for mode, owner, *_, name in lines:
                self.assertEqual(owner, "root/root", name)
                self.assertRegex(mode, "^([d-]rw[x-]r-[x-]r-[x-]|lrwxrwxrwx)$", name)
                self.assertTrue(name.startswith("./usr/"), name)

    def test_headers_and_licence_are_there(self):
        headers = {path.relative_to(SOURCE / "include") for path in (SOURCE / "include").rglob("*.hpp")}
        packed = {path.relative_to(self.folder / "unpacked/usr/include") for path in (self.folder / "unpacked/usr/include").rglob("*.hpp")}
        self.assertEqual(packed, headers)
        for package in self.packages:
            licence = self.folder / "unpacked/usr/share/doc" / package / "copyright"
            self.assertEqual(licence.read_text(), (SOURCE / "LICENSE").read_text())

    def test_programs_run_where_they_are_unpacked(self):
        programs = self.folder / "unpacked/usr/bin"
        self.assertNotIn("RUNPATH", run("readelf", "-d", programs / "tenon"))
        self.assertEqual(run(programs / "tenon", "--version"), run(BUILD / "tenon", "--version"))
        (self.folder / "part.inp").write_text(TET)
        (self.folder / "case.yaml").write_text(CASE)
        run(programs / "tenon", "convert", "part.inp", "part.msh", cwd=self.folder)
        reader, = (self.folder / "unpacked/usr/lib").rglob("tenon_results.py")
        heights = []
        for ranks in (1, 2):
            run(MPIEXEC, "--oversubscribe", "--bind-to", "none", "-n", ranks, programs / "tenon", "run", "case.yaml", cwd=self.folder)
            heights.append(float(run("/usr/bin/python3", "-B", "-c", "import tenon_results as r; f = r.Results('case.h5'); "
                                     "print(f.field('displacement', 'part')[:, 2].min())", cwd=self.folder,
                                     env={**os.environ, "PYTHONPATH": str(reader.parent)})))
        self.assertAlmostEqual(heights[0] * STIFFNESS, -10 / 4, places=9)
        self.assertAlmostEqual(heights[1], heights[0], places=12)


unittest.main(argv=[sys.argv[0]], verbosity=1)
