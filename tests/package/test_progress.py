# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the progress display and of the overviews of simulations, on any number of ranks."""
import contextlib
import io
import re
import sys
import unittest
from unittest import mock

from package_case import COMM, STATIC, TRANSIENT, simulation

import tenon

STEPS = """
objects:
  bar:
    mesh: left.msh
    groups: {base: {box: {x: [0, 0]}}}
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 100, poisson: 0.3}}
      - {type: gravity, density: 2, acceleration: [0, 0, -1]}
    conditions: [{type: fixed, group: base}]
analysis: {type: static, steps: 20}
solver: {preset: direct}
"""


class Terminal(io.StringIO):
    """Text stream that claims to be a terminal."""

    def isatty(self):
        return True


class ProgressDisplay(unittest.TestCase):
    def shown(self, run, *, has_tqdm=False, stream=None):
        """Returns the error output of this rank."""
        stream = stream or io.StringIO()
        without = contextlib.nullcontext() if has_tqdm else mock.patch.dict(sys.modules, {"tqdm": None})
        with without, contextlib.redirect_stderr(stream):
            run()
        return stream.getvalue()

    def test_lines_of_text(self):
        with simulation(STEPS) as sim:
            text = self.shown(lambda: [step.number for step in sim.steps(progress=True)])
            title = sim.title
        if COMM.rank > 0:
            self.assertEqual(text, "")
            return
        lines = text.splitlines()
        self.assertEqual(len(lines), 11)  # the start and each tenth of the steps
        self.assertEqual(lines[0], f"{title}: step 0 of 20, t = 0")
        self.assertEqual(lines[1], f"{title}: step 2 of 20, t = 0.1")
        self.assertEqual(lines[-1], f"{title}: step 20 of 20, t = 1")

    def test_terminal(self):
        with simulation(STEPS) as sim:
            text = self.shown(lambda: sim.solve(progress=True), stream=Terminal())
        if COMM.rank > 0:
            self.assertEqual(text, "")
            return
        self.assertEqual(text.count("\r"), 21)
        self.assertEqual(text.count("\n"), 1)
        self.assertTrue(text.endswith("step 20 of 20, t = 1\x1b[K\n"))

    def test_bar(self):
        import tqdm  # scripts/setup installs it

        self.assertTrue(tqdm.tqdm)
        with simulation(STEPS) as sim:
            text = self.shown(lambda: sim.solve(progress=True), has_tqdm=True)
        if COMM.rank > 0:
            self.assertEqual(text, "")
            return
        self.assertRegex(text, r"0/20 \[")
        self.assertRegex(text, r"100%.* 20/20 \[.*t = 1")

    def test_a_loop_that_ends_early_closes_the_display(self):
        def run():
            for step in sim.steps(progress=True):
                if step.number == 3:
                    break

        with simulation(STEPS) as sim:
            text = self.shown(run, stream=Terminal())
            self.assertEqual(sim.number, 3)
            text += self.shown(lambda: sim.solve(progress=True), stream=Terminal())
        if COMM.rank == 0:
            self.assertEqual(text.count("\n"), 2)
            self.assertRegex(text, r"step 3 of 20, t = 0.15\x1b\[K\n\r.*step 3 of 20")

    def test_nothing_is_shown_by_default(self):
        with simulation(STEPS) as sim:
            self.assertEqual(self.shown(sim.solve, has_tqdm=True), "")


class Overviews(unittest.TestCase):
    def test_text(self):
        with simulation(TRANSIENT) as sim:
            self.assertRegex(repr(sim), r"^<tenon.Simulation '.+': left, right, inside; step 0 of 5>$")
            sim.step()
            self.assertIn("step 1 of 5", repr(sim))
        self.assertEqual(repr(sim), "<closed tenon.Simulation>")

    def test_html_is_not_collective(self):
        with simulation() as sim:
            if COMM.rank < COMM.size - 1:
                return
            page = sim._repr_html_()
            rows = re.findall(r"<tr>(.*?)</tr>", page)
            cells = [re.sub("<[^>]+>", "|", row).strip("|").split("||") for row in rows]
            self.assertIn(["object", "nodes", "cells", "groups"], cells)
            self.assertIn(["left", "27"], [row[:2] for row in cells])
            self.assertIn("base", next(row for row in cells if row[0] == "left")[-1].split(", "))
            self.assertIn(["elastic on left"], cells)
            self.assertIn(["interface"], cells)
            self.assertIn("step 0 of 1", page)
            self.assertIn("multipliers, on 1 rank" if COMM.size == 1 else f"{COMM.size} ranks", page)

    def test_names_are_escaped(self):
        text = STATIC.replace("name: interface", 'name: "a<b"')
        with simulation(text) as sim:
            self.assertIn("a&lt;b", sim._repr_html_() if COMM.size == 1 else "a&lt;b")

    def test_html_of_a_closed_simulation(self):
        with simulation() as sim:
            pass
        self.assertEqual(sim._repr_html_(), "<p>closed simulation</p>")
        self.assertIsInstance(sim, tenon.Simulation)


if __name__ == "__main__":
    unittest.main()
