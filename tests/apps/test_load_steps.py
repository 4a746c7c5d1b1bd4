# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies checkpoints of quasi-static histories, and constant loads too large for one step."""
import unittest

import h5py
import numpy as np

from tenon_program import RANKS, Case, box, on_all_ranks
from test_inelastic import METAL, Remembering, words


@on_all_ranks("checkpoints")
class LoadSteps(Remembering):
    def test_load_steps_go_on_in_mid_history(self):
        """Verifies a restart within loading, unloading and reloading of a plastic bar, on equal and
        other numbers of ranks, and with a later end."""
        case = f"""\
output: {{stem: drawn, checkpoint: 3, fields: [displacement, plastic_strain, stress, reaction],
          histories: [{{name: load, nodes: {{object: bar, group: east}}, fields: [displacement, reaction], of: mean}}]}}
objects:
  bar:
    mesh: bar.msh
    forces:
      - {{type: elastic, material: {{type: finite-j2-plasticity, {words(METAL)}}}}}
    conditions: [{{type: fixed, group: west}}]
constraints:
  - {{type: prescribed, name: hold, object: bar, group: east, values: {{x: 0.1}}, history: [[0, 0], [1, 1], [2, 0.8], [3, 2]]}}
analysis: {{type: static, steps: %d, end_time: %g, tolerance: 1e-11}}
solver: {{preset: direct}}
"""
        self.write("bar.msh", box(size=(3, 1, 1), cells=(5, 2, 2)))
        self.write("case.yaml", case % (6, 3))
        self.assertRuns("run", "case.yaml")
        whole, table = self.steps("drawn"), (self.folder / "drawn.load.csv").read_text().splitlines()
        self.assertGreater(whole[-1][1]["plastic_strain"].max(), 0.03)
        self.write("case.yaml", case % (4, 2))
        self.assertRuns("run", "case.yaml")
        kept = (self.folder / "drawn.checkpoint.h5").read_bytes()
        self.write("case.yaml", case % (6, 3))
        for ranks in {1: (1, 3), 2: (2, 1), 3: (4,), 4: (2,)}[RANKS]:
            (self.folder / "drawn.checkpoint.h5").write_bytes(kept)
            run = self.assertRuns("run", "case.yaml", "--restart", ranks=ranks)
            self.assertRegex(run.all, "step 3, t = 1.5")
            again = self.steps("drawn")
            self.assertEqual([time for time, _ in again], [time for time, _ in whole])
            for (_, fields), (_, expected) in zip(again, whole):
                for name, values in expected.items():
                    np.testing.assert_allclose(fields[name], values, rtol=0, atol=1e-8 * abs(values).max() + 1e-14, err_msg=name)
            for line, expected in zip((self.folder / "drawn.load.csv").read_text().splitlines()[1:], table[1:], strict=True):
                np.testing.assert_allclose([float(x) for x in line.split(",")], [float(x) for x in expected.split(",")], rtol=1e-8, atol=1e-9)
        self.write("case.yaml", case % (8, 3))
        self.assertFails(self.tenon("run", "case.yaml", "--restart"), 2, "the step size of the checkpoint is 0.5, but that of the case is 0.375")
        self.write("case.yaml", case % (1, 3))
        self.assertFails(self.tenon("run", "case.yaml", "--restart"), 2, "--restart needs a transient analysis .* or load steps")

    def test_slips_begin_where_the_checkpoint_is(self):
        """Verifies a restart at the corner of a slip path with a right angle: friction keeps the
        direction of the last slip."""
        self.write("block.msh", box(cells=(2, 2, 2)))
        moves = ", ".join("{type: prescribed, group: top, values: {%s}, history: %s}" % one for one in
                          (("z: -0.02", "[[0, 0], [1, 1]]"), ("x: 0.2", "[[0, 0], [1, 0], [2, 1]]"), ("y: 0.2", "[[0, 0], [2, 0], [3, 1]]")))
        case = f"""\
output: {{stem: slid, checkpoint: 4}}
objects:
  bar:
    mesh: block.msh
    forces: [{{type: elastic, material: {{type: linear-elastic, young: 1000, poisson: 0}}}}]
    conditions: [{moves}]
contacts:
  - {{type: plane, name: floor, slave: {{object: bar, group: bottom}}, point: [0, 0, 0], normal: [0, 0, 1], friction: 0.3}}
analysis: {{type: static, steps: %d, end_time: %g, tolerance: 1e-9}}
solver: {{preset: direct}}
"""
        self.write("case.yaml", case % (6, 3))
        self.assertRuns("run", "case.yaml")
        whole = self.steps("slid")
        self.write("case.yaml", case % (4, 2))
        self.assertRuns("run", "case.yaml")
        self.write("case.yaml", case % (6, 3))
        self.assertRuns("run", "case.yaml", "--restart")
        for (_, fields), (_, expected) in zip(self.steps("slid"), whole, strict=True):
            for name in "displacement", "force_floor":
                np.testing.assert_allclose(fields[name], expected[name], atol=1e-7 * abs(expected[name]).max(), err_msg=name)
        turning = whole[4][1]["force_floor"].sum(axis=0)
        self.assertLess(turning[1], 0.2 * turning[0])  # friction has changed its direction


STRIP = """\
objects:
  strip:
    mesh: strip.msh
    groups: {root: {plane: {x: 0}}, tip: {plane: {x: 10}}}
    forces:
      - {type: elastic, material: {type: neo-hookean, young: 10.0, poisson: 0.3}}
      - {type: traction, group: tip, traction: [0, 0, LOAD]RAMP}
    conditions: [{type: fixed, group: root}]
MORE
analysis: {type: static}
"""
PLANE = "contacts: [{type: plane, name: floor, slave: {object: strip, group: bottom}, point: [0, 0, -2], normal: [0, 0, 1]}]"
TIP = "constraints: [{type: prescribed, name: tip, object: strip, group: tip, values: {x: -6, y: 0}RAMP}]"


class ConstantLoads(Case):
    """Verifies that loads without a history that are too large for one step give the solution of a
    loading path."""

    def last(self, text):
        self.write("case.yaml", text)
        run = self.assertRuns("run", "case.yaml", "--output", "bent")
        with h5py.File(self.folder / "bent.h5") as file:
            return file["steps"][max(file["steps"])]["strip/displacement"][:], run

    def test_cantilevers(self):
        """Verifies a cantilever that is bent by 0.87 of its length, pressed onto a plane, or driven
        by multipliers."""
        self.write("strip.msh", box(size=(10, 1, 0.2), cells=(40, 2, 1)))
        for load, more in ((0.01, ""), (-0.01, PLANE), (0.01, TIP)):
            with self.subTest(load=load, more=more):
                text = STRIP.replace("LOAD", str(load)).replace("MORE", more)
                at_once, run = self.last(text.replace("RAMP", ""))
                self.assertRegex(run.err, "the loads do not depend on time: they are applied in increments")
                along, run = self.last(text.replace("RAMP", ", history: [[0, 0], [1, 1]]"))
                self.assertNotIn("in increments", run.err)
                self.assertGreater(abs(along).max(), 2)
                np.testing.assert_allclose(at_once, along, rtol=0, atol=1e-9 * abs(along).max())

    def test_what_one_step_finds_is_not_followed(self):
        self.write("strip.msh", box(size=(10, 1, 0.2), cells=(20, 2, 1)))
        _, run = self.last(STRIP.replace("LOAD", "1.0e-4").replace("MORE", "").replace("RAMP", ""))
        self.assertNotIn("in increments", run.err)

    def test_loads_without_an_equilibrium(self):
        """Verifies that the message names the attained part of the load if Saint Venant-Kirchhoff
        material is compressed beyond its limit of about 0.19 E."""
        self.write("strip.msh", box(size=(10, 1, 0.2), cells=(10, 1, 1)))
        text = STRIP.replace("[0, 0, LOAD]RAMP", "[-2.5, 0, 0]").replace("neo-hookean", "saint-venant-kirchhoff").replace("MORE", "").replace("static", "static, max_step_reductions: 3")
        self.write("case.yaml", text)
        self.assertFails(self.tenon("run", "case.yaml"), 3, r"A load fraction above [\d.e-]+ could not be applied", "The loads do not depend on time")


if __name__ == "__main__":
    unittest.main()
