# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Every case of `apps/cases`, advanced step by step in Python and run by `tenon run`.

Both write the same HDF5 file: on one rank, all numbers are identical. On several ranks, the direct
solver sums in the order in which messages arrive, so that results agree to the tolerance of
Newton's method; cases whose results depend discontinuously on round-off are compared on one rank.
"""
import os
import pathlib
import re
import subprocess
import unittest

import h5py
import numpy as np
from package_case import COMM, PROGRAM, folder_of_all, variables_outside_of_mpi

import tenon

SOURCE = pathlib.Path(os.environ["TENON_SOURCE"])
CASES = SOURCE / "apps" / "cases"
#: Changes of long cases: the first part of the analysis, or a coarser mesh.
SHORTER = {
    "bracket_modes": [("bracket.msh", "bracket_coarse.msh"), ("block.msh", "block_coarse.msh"), ("modes: 8", "modes: 3")],
    "cushion": [("end_time: 0.8", "end_time: 0.08")],
    "necking": [("steps: 40", "steps: 40, end_time: 0.05"), ("steps: 40,", "steps: 2,")],
    "pile": [("end_time: 1.5", "end_time: 0.3")],
}
#: Cases without contacts and friction, also compared on several ranks.
SMOOTH = ["bracket", "cell", "fembar", "four_bar", "pendulum", "rocker", "springs", "tapered_beam", "twist", "wave"]
#: Data that differ from run to run: times of the phases, and the command.
VARYING = re.compile(r"^/(summary|options)(/|$)")


def write_case(name, folder):
    """Writes a case with absolute paths, and shorter if necessary, into a folder of its own."""
    text = (CASES / f"{name}.yaml").read_text()
    for old, new in SHORTER.get(name, ()):
        if old not in text:
            raise AssertionError(f"{name}.yaml does not contain {old!r}")
        text = text.replace(old, new)
    text = text.replace("../../meshes/", f"{SOURCE / 'meshes'}/")
    text = re.sub(r"((?:file|bodies): )(\w+\.csv)", lambda found: f"{found[1]}{CASES / found[2]}", text)
    path = folder / f"{name}.yaml"
    path.write_text(text)
    return path


def run_program(path, output):
    """Runs `tenon run` outside of this program's MPI on the same number of ranks."""
    command = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", str(COMM.size), PROGRAM]
    command = (command if COMM.size > 1 else [PROGRAM]) + ["run", str(path), "--output", str(output)]
    done = subprocess.run(command, env=variables_outside_of_mpi(), stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def contents(path):
    """Returns all datasets and attributes of an HDF5 file by their names."""
    found = {}

    def visit(name, item):
        for key, value in item.attrs.items():
            found[f"/{name}@{key}"] = value
        if isinstance(item, h5py.Dataset):
            found[f"/{name}"] = item[()]

    with h5py.File(path, "r") as file:
        visit("", file)
        file.visititems(visit)
    return {name: value for name, value in found.items() if not VARYING.match(name)}


def difference(ours, theirs, tolerance):
    """Returns a description of the first difference of two contents; empty if there is none."""
    if sorted(ours) != sorted(theirs):
        return f"different names: {sorted(set(ours) ^ set(theirs))}"
    for name, value in ours.items():
        a, b = np.asarray(value), np.asarray(theirs[name])
        if a.shape != b.shape or a.dtype != b.dtype:
            return f"{name}: {a.dtype} {a.shape} instead of {b.dtype} {b.shape}"
        if tolerance == 0.0 or a.dtype.kind != "f":
            if a.tobytes() != b.tobytes() if a.dtype.kind in "fiu" else not np.array_equal(a, b):
                return f"{name} differs"
        elif a.size and not np.abs(a - b).max() <= tolerance * max(np.abs(b).max(), np.finfo(float).tiny):
            return f"{name} differs by {np.abs(a - b).max():.2e}; the largest value is {np.abs(b).max():.2e}"
    return ""


@unittest.skipUnless(PROGRAM, "TENON_PROGRAM is not set")
class AllCases(unittest.TestCase):
    """Identical files of `Simulation.steps()` and `tenon run`."""

    def compare(self, name, tolerance):
        """Runs a case in both ways, and compares the files on the root."""
        with folder_of_all() as folder:
            error = ""
            if COMM.rank == 0:
                error = run_program(write_case(name, folder), folder / "program")
            self.assertEqual(COMM.bcast(error), "")
            numbers = []
            with tenon.open(folder / f"{name}.yaml") as sim:
                sim.record(folder / "python")
                for step in sim.steps():
                    numbers.append(step.number)
                sim.finish()
                self.assertTrue(sim.done)
                self.assertEqual(len(numbers), len(set(numbers)))
                self.assertGreaterEqual(len(numbers), 1)
            found = ""
            if COMM.rank == 0:
                ours, theirs = contents(folder / "python.h5"), contents(folder / "program.h5")
                self.assertGreater(sum(np.asarray(value).size for value in ours.values()), 100)
                found = difference(ours, theirs, tolerance)
            self.assertEqual(COMM.bcast(found), "")

    def test_every_case_gives_the_results_of_the_program(self):
        names = sorted(path.stem for path in CASES.glob("*.yaml"))
        self.assertGreaterEqual(len(names), 20)
        self.assertLessEqual(set(SHORTER) | set(SMOOTH), set(names))
        for name in names if COMM.size == 1 else SMOOTH:
            with self.subTest(name):
                self.compare(name, 0.0 if COMM.size == 1 else 1e-6)


if __name__ == "__main__":
    unittest.main()
