# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Builds the program of CONTRIBUTING.md with its user-defined types against the installed
libtenon-dev.

The variants are: without -march, for this processor with the baseline libraries, and for each
processor level with its own libraries. All variants yield the same displacements.

usage: check_development.py <folder with CONTRIBUTING.md>
"""
import os
import re
import subprocess
import sys
from pathlib import Path

import h5py
import numpy as np

FOLDER = Path(sys.argv[1])
NODES = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]
CUBE = ('$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n2 1 "bottom"\n3 2 "all"\n$EndPhysicalNames\n$Nodes\n8\n'
        + "".join(f"{tag} {x} {y} {z}\n" for tag, (x, y, z) in enumerate(NODES, start=1))
        + "$EndNodes\n$Elements\n2\n1 3 2 1 1 1 2 3 4\n2 5 2 2 2 1 2 3 4 5 6 7 8\n$EndElements\n")


def run(*command, code=0, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    assert done.returncode == code, (command, done.returncode, done.stdout[-3000:], done.stderr[-3000:])
    return done.stdout + done.stderr


def build(name, *options):
    run("cmake", "-S", FOLDER / "mine", "-B", FOLDER / name, "-DCMAKE_BUILD_TYPE=Release", *options)
    run("cmake", "--build", FOLDER / name)
    run(FOLDER / name / "mine", "run", "springs.yaml", "-o", name, cwd=FOLDER / "mine")
    with h5py.File(FOLDER / "mine" / f"{name}.h5") as results:
        return run(FOLDER / name / "mine", "--version").strip(), results["/steps/0000/cube/displacement"][()]


def main():
    mine = FOLDER / "mine"
    mine.mkdir()
    pages = re.findall(r"^`([\w.]+)`\n```\w+\n(.*?)^```$", (FOLDER / "CONTRIBUTING.md").read_text(), re.MULTILINE | re.DOTALL)
    for name, text in pages:
        (mine / name).write_text(text.split("add_executable(mine-test")[0] if name == "CMakeLists.txt" else text)
    (mine / "cube.msh").write_text(CUBE)
    os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMP_NUM_THREADS="1")
    variants = {"baseline": [], "native": ["-DCMAKE_CXX_FLAGS=-march=native"]}
    for level in ("v3", "v4"):
        if subprocess.run(["tenon", "--version"], env={**os.environ, "TENON_CPU": level}, capture_output=True).returncode == 0:
            variants[level] = [f"-DTENON_LEVEL={level}", f"-DCMAKE_CXX_FLAGS=-march=x86-64-{level}"]
    reference = None
    for name, options in variants.items():
        version, displacement = build(name, *options)
        expected = name if name in ("v3", "v4") else "v2"
        assert f"x86-64-{expected} " in version, version
        reference = displacement if reference is None else reference
        assert np.abs(displacement - reference).max() < 1e-9 * np.abs(reference).max(), name
        print(f"  {' '.join(options) or 'no options'}: {version}")
    said = run("cmake", "-S", mine, "-B", FOLDER / "no", "-DTENON_LEVEL=v5", code=1)
    assert "TENON_LEVEL is 'v5'" in said, said


main()
