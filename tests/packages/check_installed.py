# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Checks an installed tenon: the selection of the processor level, results of cases, and the
installed utilities.

The cases run on 1 and 2 ranks at each level that the processor supports. Their results agree to
round-off. The check needs only the dependencies of the package.

usage: check_installed.py <folder with apps/cases and meshes>
"""
import os
import subprocess
import sys
from pathlib import Path

import h5py
import numpy as np

FOLDER = Path(sys.argv[1])
LEVELS = {"v2": 2, "v3": 4, "v4": 8}  # lanes
MATRIX_FREE = """objects:
  block:
    mesh: ../../meshes/block.msh
    forces:
      - {type: elastic, material: {type: neo-hookean, young: 1000, poisson: 0.3}}
      - {type: traction, group: top, traction: [0, 1, -4]}
    conditions: [{type: fixed, group: base}]
system: {type: matrix-free}
petsc: {ksp_rtol: 1e-12}
"""
# Case -> tolerance of a field relative to its largest value: round-off times the condition number
# of the problem.
CASES = {"wave.yaml": 1e-10, "twist.yaml": 1e-9, "matrix_free.yaml": 1e-9, "bracket.yaml": 1e-8, "pile.yaml": 1e-10}


def start(*words, cpu=None, ranks=None, code=0):
    environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMP_NUM_THREADS": "1"}
    environment.pop("TENON_CPU", None)
    if cpu:
        environment["TENON_CPU"] = cpu
    mpirun = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", str(ranks)] if ranks else []
    done = subprocess.run([*mpirun, *map(str, words)], env=environment, cwd=FOLDER / "apps/cases", capture_output=True, text=True, timeout=900)
    assert done.returncode == code, (cpu, words, done.returncode, done.stdout[-2000:], done.stderr[-2000:])
    return done.stdout + done.stderr


def supported():
    """Returns the supported levels. Verifies that other levels are rejected in one sentence."""
    levels = []
    for level, lanes in LEVELS.items():
        done = subprocess.run(["tenon", "--version"], env={**os.environ, "TENON_CPU": level}, capture_output=True, text=True)
        if done.returncode == 0:
            assert f"x86-64-{level} ({lanes} lanes)" in done.stdout, done.stdout
            levels.append(level)
        else:
            assert done.returncode == 2 and done.stderr.count("\n") == 1 and "at most" in done.stderr, done
    assert levels
    return levels


def check_selection(levels):
    assert f"x86-64-{levels[-1]} " in start("tenon", "--version")
    assert "not a processor level" in start("tenon", "--version", cpu="v5", code=2)
    assert start("tenon", "--version", cpu="v5", ranks=2, code=2).count("tenon: error: ") == 1
    if len(levels) > 1:  # ranks with different levels
        said = start("mpirun", "--oversubscribe", "-n", 1, "-x", f"TENON_CPU={levels[0]}", "tenon", "list", "force", ":",
                     "-n", 1, "-x", f"TENON_CPU={levels[-1]}", "tenon", "list", "force", code=2)
        assert said.count("tenon: error: ") == 1 and f"TENON_CPU=x86-64-{levels[0]}" in said, said


def fields_of(file):
    """Returns all floating-point datasets in the steps of a result file."""
    found = {}
    with h5py.File(file) as results:
        results["steps"].visititems(lambda name, item: found.update({name: item[()]})
                                    if isinstance(item, h5py.Dataset) and item.dtype.kind == "f" else None)
    assert found
    return found


def compare(case, tolerance, levels):
    """Verifies the largest relative difference of a field between levels and numbers of ranks."""
    if case == "pile.yaml":  # impacts amplify round-off; the run ends after the first bodies have hit the floor
        path = FOLDER / "apps/cases" / case
        path.write_text(path.read_text().replace("end_time: 1.5, contact_tolerance: 1e-4", "end_time: 0.14, contact_tolerance: 1e-8"))
    worst, reference = 0.0, None
    for level in levels:
        for ranks in (1, 2):
            options = ["-ksp_rtol", "1e-12"] if case == "bracket.yaml" else []
            start("tenon", "run", case, "-o", "result", *options, cpu=level, ranks=ranks)
            fields = fields_of(FOLDER / "apps/cases/result.h5")
            reference = reference or fields
            assert fields.keys() == reference.keys()
            scales = {}
            for name, values in reference.items():
                kind = name.split("/")[-1]
                scales[kind] = max(scales.get(kind, 0), np.abs(values).max(initial=0))
            for name, values in fields.items():
                if "partition" not in name and values.size:
                    scale = scales[name.split("/")[-1]] or 1.0
                    worst = max(worst, float(np.abs(values - reference[name]).max()) / scale)
    print(f"  {case}: largest relative difference of {', '.join(levels)} on 1 and 2 ranks: {worst:.1e} (allowed {tolerance:.0e})")
    assert worst < tolerance, (case, worst)


def check_beside():
    """Verifies the installed converter and the Python module."""
    (FOLDER / "part.inp").write_text("*NODE\n1, 0, 0, 0\n2, 1, 0, 0\n3, 0, 1, 0\n4, 0, 0, 1\n*ELEMENT, TYPE=C3D4, ELSET=body\n1, 1, 2, 3, 4\n")
    start("tenon", "convert", FOLDER / "part.inp", FOLDER / "part.msh")
    assert "tet4" in start("tenon", "info", FOLDER / "part.msh")
    subprocess.run([sys.executable, "-B", "-c", "import tenon_results, tenon.results, tenon.pictures"], check=True)


def check_python_package(case, tolerance):
    """Verifies that a Python program computes what the program tenon has computed."""
    program = f"import tenon\nwith tenon.open({case!r}) as sim:\n    sim.run('python')\n"
    start("tenon", "run", case, "-o", "result", ranks=2)
    start(sys.executable, "-B", "-c", program, ranks=2)
    expected, found = (fields_of(FOLDER / f"apps/cases/{name}.h5") for name in ("result", "python"))
    assert expected.keys() == found.keys()
    for name, values in expected.items():
        if "partition" not in name and values.size:
            assert np.abs(found[name] - values).max() <= tolerance * np.abs(values).max(), name
    print(f"  {case}: the same fields from Python")


def main():
    levels = supported()
    print(f"  levels: {', '.join(levels)}; {start('tenon', '--version').strip()}")
    check_selection(levels)
    check_beside()
    (FOLDER / "apps/cases/matrix_free.yaml").write_text(MATRIX_FREE)
    for case, tolerance in CASES.items():
        compare(case, tolerance, levels)
    check_python_package("matrix_free.yaml", 1e-6)


main()
