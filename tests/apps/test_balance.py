# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies the global balance of forces: forces from springs to the ground count as reactions."""
import json
import unittest

import numpy as np

from tenon_program import ONE, RANKS, Case, on_all_ranks, replaced


@on_all_ranks("partition")
class Balance(Case):
    def test_springs_to_the_ground_are_reactions(self):
        held = "    conditions:\n      - {type: fixed, group: bottom}\n"
        springs = "      - {type: rest-shape-springs, group: bottom, stiffness: 50}\n"
        self.write("case.yaml", replaced(ONE, held, springs))
        run = self.assertRuns("run", "case.yaml", "--summary", "out.json", ranks=RANKS)
        summary = json.loads((self.folder / "out.json").read_text())
        load = np.array(summary["load"])
        self.assertGreater(np.abs(load).max(), 0.1)
        self.assertEqual([one["name"] for one in summary["reactions"]], ["rest-shape-springs on block/bottom"])
        np.testing.assert_allclose(summary["reactions"][0]["force"], -load, atol=1e-7)
        np.testing.assert_allclose(summary["reaction_total"], -load, atol=1e-7)
        np.testing.assert_allclose(summary["load_plus_reactions"], 0, atol=1e-7)
        self.assertRegex(run.out, r"(?m)^reaction .* rest-shape-springs on block/bottom$")
        self.assertGreater(summary["energy"], 0)

    def test_moment_of_the_loads_at_small_strain(self):
        """Verifies that the moment of a traction refers to the reference configuration, in which
        internal forces at small strain have no moment, also if a contact makes the analysis
        nonlinear: (c_top - c) x F."""
        contact = "contacts:\n  - {type: plane, name: stop, slave: {object: block, group: top}, point: [0, 0, 9], normal: [0, 0, -1]}\n"
        moments = []
        for text in (ONE, ONE + contact):
            self.write("case.yaml", text)
            self.assertRuns("run", "case.yaml", "--summary", "out.json", ranks=RANKS)
            summary = json.loads((self.folder / "out.json").read_text())
            moments.append(np.array(summary["load_moment"]))
            force, size = np.array(summary["load"]), 2 * abs(moments[-1][0] / summary["load"][1])
            self.assertGreater(abs(force[1]), 0.01)
            self.assertAlmostEqual(size, 1.0, delta=1e-9)  # height of the block
            np.testing.assert_allclose(moments[-1][1:], 0, atol=1e-9 * np.abs(force).max())
            np.testing.assert_allclose(summary["load_plus_reactions_moment"], 0, atol=1e-7)
        np.testing.assert_allclose(moments[1], moments[0], rtol=0, atol=1e-8 * np.abs(moments[0]).max())

    def test_displacements_beyond_all_numbers(self):
        """Verifies that displacements whose squares overflow are an error instead of a result."""
        for young in ("1e-300", "1e-155"):
            self.write("case.yaml", replaced(ONE, "young: 1000", f"young: {young}"))
            self.assertFails(self.tenon("run", "case.yaml", ranks=RANKS), 3,
                             r"The displacement is (infinite or NaN|too large) at component [xyz] of node \d+ of object 'block'",
                             "values above")

    def test_analyses_without_linear_systems(self):
        """Verifies the line of the solver in the report of an explicit analysis."""
        masses = "    masses: [{type: lumped, density: 1}]\n    conditions:"
        self.write("case.yaml", replaced(ONE, "    conditions:", masses)
                   + "analysis: {type: transient, step: 1e-4, end_time: 5e-4, stepper: central-difference}\n")
        run = self.assertRuns("run", "case.yaml", ranks=RANKS)
        self.assertRegex(run.out, r"(?m)^solver +no linear system was solved$")
        self.assertRegex(run.out, r"(?m)^unknowns +\d+, 0 of them multipliers")


if __name__ == "__main__":
    unittest.main()
