# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies vibration modes from the case to the results."""
import json
import math
import unittest

import h5py
import meshio
import numpy as np

from tenon_program import Case, box, on_all_ranks, replaced

BEAM = """\
output: {stem: beam}
objects:
  beam:
    mesh: beam.msh
    forces:
      - {type: elastic, group: body, material: {type: linear-elastic, young: 1e6, poisson: 0.3}}
      - {type: gravity, density: 2, acceleration: [0, 0, -10]}
    masses: [{type: consistent, density: 2}]
    conditions: [{type: fixed, group: west}]
analysis: {type: modal, modes: 4}
solver: {preset: direct}
"""

TIED = """\
objects:
  left:
    mesh: left.msh
    forces: [{type: elastic, group: body, material: {type: linear-elastic, young: 1e6, poisson: 0.3}}]
    masses: [{type: consistent, density: 2}]
    conditions: [{type: fixed, group: west}]
  right:
    mesh: right.msh
    forces: [{type: elastic, group: body, material: {type: linear-elastic, young: 1e6, poisson: 0.3}}]
    masses: [{type: consistent, density: 2}]
constraints: [{type: tie, slave: {object: right, group: west}, master: {object: left, group: east}}]
analysis: {type: modal, modes: 4}
"""


@on_all_ranks("solver")
class Modal(Case):
    def modes(self, case, *words):
        self.assertRuns("run", case, "--summary", "s.json", *words)
        return json.loads((self.folder / "s.json").read_text())

    def frequencies(self, case, *words):
        return [mode["frequency"] for mode in self.modes(case, *words)["modes"]]

    def write_beam(self, text=BEAM):
        (self.folder / "beam.msh").write_text(box(size=(8, 1, 0.5), cells=(8, 2, 1)))
        self.write("beam.yaml", text)

    def test_shifts_that_hide_frequencies(self):
        """Verifies the warning about a shift far above the spectrum, which leaves no correct digit
        of omega^2. There is no warning for a suitable shift, and none for rigid-body modes."""
        self.write_beam()
        hidden = "modes: 4, shift: 1e30"
        self.write("hidden.yaml", replaced(BEAM, "modes: 4", hidden))
        run = self.assertRuns("run", "hidden.yaml")
        self.assertRegex(run.err, r"The shift 1e\+30 is too large: it resolves only omega\^2 above 1e\+24.* 4 modes .*remove it")
        self.write("good.yaml", replaced(BEAM, "modes: 4", "modes: 4, shift: 1000"))
        self.assertNotIn("shift", self.assertRuns("run", "good.yaml").err)
        free = replaced(BEAM, "    conditions: [{type: fixed, group: west}]\n", "")
        self.write("free.yaml", replaced(free, "modes: 4", "modes: 7, shift: 1000"))
        self.assertNotIn("shift", self.assertRuns("run", "free.yaml").err)

    def test_results_and_table(self):
        """Verifies attributes and unit-mass shape of each mode's step; table and summary contain
        the effective masses."""
        self.write_beam()
        summary = self.modes("beam.yaml")
        modes, movable = summary["modes"], summary["movable_mass"]
        with h5py.File(self.folder / "beam.h5") as file:
            steps = [file["steps"][k] for k in sorted(file["steps"])]
            self.assertEqual([step.attrs["time"] for step in steps], [1, 2, 3, 4])
            for step, mode in zip(steps, modes):
                self.assertEqual(step.attrs["frequency"], mode["frequency"])
                self.assertLess(step.attrs["residual"], 1e-6)
                self.assertLessEqual({"displacement", "reaction", "stress"}, set(step["beam"]))
                self.assertNotIn("velocity", step["beam"])
                reaction = step["beam/reaction"][:].sum(axis=0)
                # Reactions balance the inertia forces: omega^2 phi . M r along each axis.
                expected = np.sqrt(mode["effective_mass"]) * mode["eigenvalue"]
                np.testing.assert_allclose(np.abs(reaction), expected, rtol=1e-6, atol=1e-6 * mode["eigenvalue"])
        self.assertLess(abs(movable[0] - 8), 0.6)
        for axis in range(3):
            shares = [mode["share"][axis] for mode in modes]
            self.assertEqual(shares, sorted(shares))
            total = sum(mode["effective_mass"][axis] for mode in modes)
            self.assertAlmostEqual(shares[-1], total / movable[axis], 12)
        done = self.tenon("run", "beam.yaml")
        self.assertRegex(done.all, r"mode +frequency/Hz +omega/\(rad/s\) +mass x")
        self.assertIn(f"{modes[0]['frequency']:.7g}", done.all)
        self.assertNotIn("loads + reactions", done.all)
        # Euler-Bernoulli bending along z, the soft direction; eight linear hexahedra are much
        # stiffer.
        bending = 1.875104**2 / 8**2 * math.sqrt(1e6 * 0.5**2 / (12 * 2)) / (2 * math.pi)
        self.assertGreater(modes[0]["frequency"], bending)
        self.assertLess(modes[0]["frequency"], 2 * bending)
        with meshio.xdmf.TimeSeriesReader(self.folder / "beam.xdmf") as reader:
            self.assertEqual(reader.num_steps, 4)

    def test_every_form_of_the_matrix(self):
        self.write_beam()
        direct = self.frequencies("beam.yaml")
        own = "solver: {preconditioner: {type: system}}\n"
        for system in ("assembled", "composite", "matrix-free"):
            text = replaced(BEAM, "solver: {preset: direct}\n", own if system == "matrix-free" else "")
            self.write_beam(text + f"system: {{type: {system}}}\n")
            np.testing.assert_allclose(self.frequencies("beam.yaml"), direct, rtol=1e-7)

    def test_a_tie(self):
        """Verifies that two matching tied halves act like one body, with the default preset."""
        self.write_beam()
        for name, at in (("left", 0), ("right", 4)):
            (self.folder / f"{name}.msh").write_text(box(low=(at, 0, 0), size=(4, 1, 0.5), cells=(4, 2, 1)))
        self.write("tied.yaml", TIED)
        np.testing.assert_allclose(self.frequencies("tied.yaml"), self.frequencies("beam.yaml"), rtol=1e-7)

    def test_a_free_body(self):
        self.write_beam(replaced(replaced(BEAM, "    conditions: [{type: fixed, group: west}]\n", ""), "modes: 4", "modes: 8"))
        summary = self.modes("beam.yaml")
        self.assertEqual([mode["frequency"] == 0 for mode in summary["modes"]], 6 * [True] + 2 * [False])
        np.testing.assert_allclose(summary["movable_mass"], [8, 8, 8], rtol=1e-8)
        np.testing.assert_allclose(summary["modes"][5]["share"], [1, 1, 1], rtol=1e-7)

    def test_what_has_no_modes(self):
        for old, new, sentence in (
                ("    masses: [{type: consistent, density: 2}]\n", "", "A modal analysis needs masses"),
                ("modes: 4", "modes: 4000", "The value of `modes` is 4000"),
                ("modes: 4", "modes: 0", "'modes' must be positive"),
                ("modes: 4", "mods: 4", "did you mean 'modes'")):
            self.write_beam(replaced(BEAM, old, new))
            self.assertFails(self.tenon("run", "beam.yaml"), 2, sentence)
        self.write_beam()
        self.assertRuns("run", "beam.yaml", "-eps_max_it", "50", "-eps_converged_reason")
        self.assertFails(self.tenon("run", "beam.yaml", "-eps_max_iit", "50"), 2, "unused PETSc option -eps_max_iit")
        self.assertRuns("check", "beam.yaml")


if __name__ == "__main__":
    unittest.main()
