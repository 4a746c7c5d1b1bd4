# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies time step sizes: step-size reduction after failures, error-controlled steps, and
restarts during both."""
import unittest

import h5py
import numpy as np

from tenon_program import RANKS, Case, box, on_all_ranks, replaced

# A soft bar at large strain that is pulled hard and released: the return compresses it, and large
# steps fail.
PULLED = """\
output: {stem: bar, histories: [{name: energies, energies: true}]}
objects:
  bar:
    mesh: bar.msh
    forces:
      - {type: elastic, group: body, material: {type: saint-venant-kirchhoff, young: 1000, poisson: 0.3}}
      - {type: traction, group: east, traction: [3000, 0, 0], history: [[0, 0], [0.02, 1], [0.04, 0]]}
    masses: [{type: consistent, density: 1}]
    conditions: [{type: fixed, group: west}]
analysis: {type: transient, stepper: generalised-alpha, step: 0.02, end_time: 0.1}
solver: {preset: direct}
"""

# A bar with a prescribed end displacement, without solves.
MOVED = """\
output: {stem: bar, checkpoint: 7, histories: [{name: energies, energies: true}]}
objects:
  bar:
    mesh: bar.msh
    forces: [{type: elastic, group: body, material: {type: linear-elastic, young: 1000, poisson: 0.3}}]
    masses: [{type: lumped, density: 1}]
    conditions:
      - {type: prescribed, group: west, field: {x: "0.01 * (1 - cos(20 * t))", y: 0, z: 0}}
analysis: {type: transient, stepper: central-difference, step: 0.005, end_time: 0.5}
"""


@on_all_ranks("motion")
class Steps(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "bar.msh").write_text(box(size=(4, 1, 1), cells=(8, 2, 2)))

    def steps(self, name="bar"):
        with h5py.File(self.folder / f"{name}.h5") as file:
            return [(file["steps"][k].attrs["time"],
                     *(file["steps"][k]["bar"][field][:] for field in ("displacement", "velocity", "acceleration")))
                    for k in sorted(file["steps"])]

    def energies(self, name="bar"):
        rows = np.genfromtxt(self.folder / f"{name}.energies.csv", delimiter=",", names=True)
        return {column: rows[column] for column in rows.dtype.names}

    def test_a_step_that_goes_too_far_is_cut(self):
        self.write("case.yaml", PULLED)
        run = self.assertRuns("run", "case.yaml")
        self.assertRegex(run.all, r"Step \d+ \(from t = 0.\d+, size 0.02\) did not converge: the step size is reduced to 0.01. ")
        times = [step[0] for step in self.steps()]
        self.assertGreater(len(times), 6)
        # These include the steps that are not subdivided.
        for i in range(6):
            self.assertIn(0.1 * i / 5, times)
        energies = self.energies()
        self.assertEqual(list(energies["time"]), times)
        self.assertLess(np.abs(energies["gap"]).max(), 0.2 * energies["loads"].max())

    def test_cuts_that_are_used_up(self):
        """Verifies exhausted step-size reductions: one message, code 3; earlier steps are in the
        results and in the checkpoint."""
        self.write("case.yaml", PULLED.replace("3000", "-1500").replace("step: 0.02", "max_step_reductions: 3, step: 0.02")
                   .replace("stem: bar", "stem: bar, checkpoint: 1"))
        self.assertFails(self.tenon("run", "case.yaml"), 3, r"stops at t = 0.01\d+: step \d+ failed",
                         r"`max_step_reductions: 3`, down to 0.0025\)", r"element \d+ of object 'bar' is inverted \(det F <= 0\)")
        done = self.steps()
        self.assertGreater(len(done), 1)
        with h5py.File(self.folder / "bar.checkpoint.h5") as file:
            self.assertEqual(file.attrs["time"], done[-1][0])

    def test_runs_that_go_on_are_the_same(self):
        pulled = PULLED.replace("stem: bar", "stem: bar, checkpoint: 3")
        by_error = replaced(pulled, "step: 0.02,", "step: 0.02, error_tolerance: 1e-2,").replace("3000", "500")
        # The forces at the checkpoint are a thousandth of the largest load, to which the
        # tolerance refers.
        damped = replaced(PULLED, "poisson: 0.3}", "poisson: 0.3}, rayleigh_stiffness: 0.2").replace("3000", "500")
        damped = replaced(damped, "stem: bar", "stem: bar, checkpoint: 20").replace("end_time: 0.1", "end_time: 0.6")
        for case in (pulled, by_error, by_error.replace("generalised-alpha", "bdf2"), damped, MOVED):
            self.write("case.yaml", case)
            self.assertRuns("run", "case.yaml", own_ranks=True)  # last bits depend on memory addresses
            whole = self.steps()
            self.assertRuns("run", "case.yaml", "--restart", own_ranks=True)
            again = self.steps()
            self.assertEqual(len(again), len(whole))
            same = {1: 0, 2: 1e-12}.get(RANKS, 1e-9)  # MUMPS sums in order of arrival; steps follow errors
            for k, values in enumerate(zip(*whole)):
                largest = np.abs(values).max()
                np.testing.assert_allclose([step[k] for step in again], values, rtol=0, atol=same * largest)
            for path in self.folder.glob("bar.*"):
                if path.name != "bar.msh":
                    path.unlink()

    def test_ends_that_are_moved_without_solves(self):
        """Verifies that a prescribed end displacement, with its velocity, does work and that
        energies are in balance."""
        self.write("case.yaml", MOVED)
        self.assertRuns("run", "case.yaml")
        energies = self.energies()
        self.assertGreater(energies["supports"].max(), 0.01)
        self.assertLess(np.abs(energies["gap"]).max(), 0.02 * energies["supports"].max())


if __name__ == "__main__":
    unittest.main()
