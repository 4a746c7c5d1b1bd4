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


if __name__ == "__main__":
    unittest.main()
