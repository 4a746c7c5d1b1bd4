"""Steps in time that fail: made again, shorter, or the end of the run in order."""
import unittest

import h5py
import numpy as np

from tenon import Case, box, replaced

# A soft bar at large strain, pulled all of a sudden: the first steps go too far.
PULLED = """\
output: {stem: pulled, checkpoint: 1, histories: [{name: energies, energies: true}]}
objects:
  bar:
    mesh: bar.msh
    forces:
      - {type: elastic, group: body, material: {type: saint-venant-kirchhoff, young: 1000, poisson: 0.3}}
      - {type: traction, group: east, traction: [-400, 0, 0], history: [[0, 0], [0.02, 1], [0.04, 0]]}
    masses: [{type: consistent, density: 1}]
    conditions: [{type: fixed, group: west}]
analysis: {type: transient, stepper: generalised-alpha, step: 0.02, end_time: 0.12}
solver: {preset: direct}
"""


class FailedSteps(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "bar.msh").write_text(box(size=(4, 1, 1), cells=(8, 2, 2)))

    def steps(self, name="pulled"):
        with h5py.File(self.folder / f"{name}.h5") as file:
            return [(file["steps"][k].attrs["time"], file["steps"][k]["bar/displacement"][:]) for k in sorted(file["steps"])]

    def test_a_step_that_goes_too_far_is_cut(self):
        self.write("pulled.yaml", PULLED)
        run = self.assertRuns("run", "pulled.yaml")
        self.assertRegex(run.all, r"Step 1, from t = 0 by 0.02, has failed and is cut to 0.01")
        cut = self.steps()
        self.assertGreater(len(cut), 7)
        self.assertEqual(cut[-1][0], 0.12)
        self.write("pulled.yaml", replaced(PULLED, "step: 0.02", "step: 0.0003125"))
        self.assertRuns("run", "pulled.yaml", "-o", "fine")
        fine = self.steps("fine")[-1][1]
        np.testing.assert_allclose(cut[-1][1], fine, atol=0.1 * np.abs(fine).max())

    def test_cuts_that_are_used_up(self):
        """One sentence, code 3; the steps before are in the results, and a run goes on from them."""
        self.write("pulled.yaml", replaced(PULLED, "step: 0.02", "cuts: 0, step: 0.02"))
        run = self.assertFails(self.tenon("run", "pulled.yaml"), 3, r"cannot go on from t = 0(\.\d+)?: step \d+ has failed",
                               "`cuts: 0`", r"(element|node) \d+ of object 'bar'")
        self.write("pulled.yaml", PULLED)
        self.assertRuns("run", "pulled.yaml", "-o", "whole")


if __name__ == "__main__":
    unittest.main()
