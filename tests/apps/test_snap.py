# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies equilibrium paths through limit points: the closed-form solution of two bars, Lee's
frame, the arch of apps/cases."""
import json
import re
import unittest
from pathlib import Path

import h5py
import numpy as np

from tenon_program import Case, replaced

SOURCE = Path(__file__).resolve().parents[2]

BARS = """\
output: bars
objects:
  bars:
    mesh: bars.msh
    space: 2
    forces:
      - {type: truss, young: 1000, area: 2}
      - {type: nodal-force, group: apex, force: [0, -3, 0], history: [[-1, -1], [1, 1]]}
    conditions: [{type: fixed, group: ends}]
analysis: {type: arc-length, step: 0.02}
solver: {preset: direct}
"""

SOFT = """\
output: soft
objects:
  bars:
    mesh: soft.msh
    space: 2
    forces:
      - {type: truss, group: bars, young: 1000, area: 2}
      - {type: truss, group: rod, strain: engineering, young: %EA, area: 1}
      - {type: nodal-force, group: load, force: [0, -3, 0], history: [[-2, -2], [2, 2]]}
    conditions:
      - {type: fixed, group: ends}
      - {type: fixed, group: apex, components: [x]}
      - {type: fixed, group: load, components: [x]}
analysis: {type: arc-length, step: %step, steps: 2000}
solver: {preset: direct}
"""

FRAME = """\
output: frame
objects:
  frame:
    mesh: frame.msh
    space: 2
    nodes: frames
    forces:
      - {type: beam, young: 7.2e+6, poisson: 0.3, area: 6, second_moment_y: 2, second_moment_z: 2, torsion_constant: 4}
      - {type: nodal-force, group: load, force: [0, -20000, 0], history: [[-2, -2], [2, 2]]}
    conditions: [{type: fixed, group: hinges, components: [x, y]}]
analysis: {type: arc-length, step: 0.1, max_step_ratio: 1, end_time: 1.5}
solver: {preset: direct}
"""


def lines(points, groups):
    """Returns a Gmsh file of a polygon; groups of single nodes."""
    names = "".join(f"0 {i + 1} \"{name}\"\n" for i, name in enumerate(groups))
    nodes = "".join(f"{i + 1} {x} {y} 0\n" for i, (x, y) in enumerate(points))
    cells = [f"15 2 {i + 1} {i + 1} {node}" for i, name in enumerate(groups) for node in groups[name]]
    cells += [f"1 2 9 9 {i + 1} {i + 2}" for i in range(len(points) - 1)]
    numbered = "".join(f"{i + 1} {cell}\n" for i, cell in enumerate(cells))
    return (f"$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n{len(groups)}\n{names}$EndPhysicalNames\n"
            f"$Nodes\n{len(points)}\n{nodes}$EndNodes\n$Elements\n{len(cells)}\n{numbered}$EndElements\n")


def hanging_rod():
    """Returns two bars with their apex at (0, 1), and a rod suspended from it."""
    points = [(-10, 0), (0, 1), (10, 0), (0, -399)]
    names = ["ends", "apex", "load", "bars", "rod"]
    listed = "".join(f"{0 if i < 3 else 1} {i + 1} \"{name}\"\n" for i, name in enumerate(names))
    nodes = "".join(f"{i + 1} {x} {y} 0\n" for i, (x, y) in enumerate(points))
    cells = ["15 2 1 1 1", "15 2 1 1 3", "15 2 2 2 2", "15 2 3 3 4", "1 2 4 4 1 2", "1 2 4 4 2 3", "1 2 5 5 2 4"]
    numbered = "".join(f"{i + 1} {cell}\n" for i, cell in enumerate(cells))
    return (f"$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n{len(names)}\n{listed}$EndPhysicalNames\n"
            f"$Nodes\n{len(points)}\n{nodes}$EndNodes\n$Elements\n{len(cells)}\n{numbered}$EndElements\n")


class Snap(Case):
    def path(self, stem, name, node, component):
        """Returns time and displacement of a node at each step."""
        with h5py.File(self.folder / f"{stem}.h5") as file:
            at = int(np.flatnonzero(file[f"meshes/{name}/tags"][:].ravel() == node)[0])
            steps = [file["steps"][key] for key in sorted(file["steps"])]
            return np.array([[step.attrs["time"], step[f"{name}/displacement"][at, component]] for step in steps]).T

    def follow(self, text, *of):
        self.write("case.yaml", text)
        run = self.assertRuns("run", "case.yaml")
        return run, self.path(*of)

    def test_two_bars(self):
        """Verifies P = 2 A E eps (h - w) / L at every point, with Green's strain eps of a bar whose
        end has the displacement -w."""
        self.write("bars.msh", lines([(-10, 0), (0, 1), (10, 0)], {"ends": [1, 3], "apex": [2]}))
        _, (time, v) = self.follow(BARS, "bars", "bars", 2, 1)
        height = 1 + v
        strain = (100 + height**2 - 101) / 202
        np.testing.assert_allclose(3 * time, -4000 * strain * height / np.sqrt(101), atol=1e-7)
        self.assertEqual(time[-1], 1)
        self.assertLess(time.min(), -0.05, "the force goes back below zero")
        self.assertGreater(-v[-1], 2.4, "it has snapped through")
        self.assertTrue(np.all(np.diff(v) < 0))

    def test_lees_frame(self):
        """Verifies Lee's frame: a limit load of 18.552 EI / L^2, then snap-back and snap-through.

        Source: Lee, Manuel and Rossow, J. Eng. Mech. Div. ASCE 94, 1968."""
        corner = [(0, 6 * i) for i in range(21)] + [(6 * i, 120) for i in range(1, 21)]
        self.write("frame.msh", lines(corner, {"hinges": [1, 41], "load": [25]}))
        _, (time, v) = self.follow(FRAME, "frame", "frame", 25, 1)
        force = 20 * time  # EI / L^2 = 1000
        top = int(np.argmax(force[:-8]))
        self.assertAlmostEqual(force[top] / 18.552, 1, delta=0.01)
        self.assertLess(force[top:].min(), -9)
        self.assertLess(v[-1], -90)

    def test_the_arch_of_the_cases(self):
        self.assertRuns("run", SOURCE / "apps/cases/arch.yaml", "-o", "arch")
        crown = np.genfromtxt(self.folder / "arch.crown.csv", delimiter=",", names=True)
        time, v = crown["time"], crown["displacement_y"]
        self.assertEqual(time[-1], 1)
        self.assertTrue(0.48 < time[:8].max() < 0.5, time)
        self.assertLess(time.min(), -0.05)
        self.assertTrue(np.all(np.diff(v) < 0))

    def test_two_bars_behind_a_soft_rod(self):
        """Verifies snap-through behind a soft rod, whose loaded end moves much farther than the
        apex while the apex snaps.

        Steps that are controlled by the largest displacement only jump over the snap-through."""
        self.write("soft.msh", hanging_rod())
        for stiffness, step in ((20, 0.3), (2, 0.1), (200, 0.1)):
            with self.subTest(stiffness=stiffness):
                run, (time, v) = self.follow(SOFT.replace("%EA", str(stiffness)).replace("%step", str(step)), "soft", "bars", 2, 1)
                height = 1 + v
                strain = (100 + height**2 - 101) / 202
                np.testing.assert_allclose(3 * time, -4000 * strain * height / np.sqrt(101), atol=1e-6)
                self.assertEqual(time[-1], 1)
                self.assertLess(time.min(), -0.22, "the force goes back below zero")
                turns = re.findall(r"limit point at t = ([-.\d]+): beyond it the load (falls|grows)", run.out)
                limit = 4000 * (2 / 3) / 202 / np.sqrt(3) / np.sqrt(101) / 3  # at a height of 1 / sqrt(3)
                self.assertEqual([sense for _, sense in turns], ["falls", "grows"])
                np.testing.assert_allclose([float(t) for t, _ in turns], [limit, -limit], rtol=5e-3)

    def test_a_column_reports_where_it_buckles(self):
        """Verifies that a straight column reports Euler's load pi^2 E I / 4 L^2 by the sign of the
        determinant and continues on its path."""
        self.write("frame.msh", lines([(0, i) for i in range(21)], {"hinges": [1], "load": [21]}))
        for steps in (0.3, 0.1):
            column = replaced(FRAME, "components: [x, y]", "components: [x, y, rz]").replace("step: 0.1, max_step_ratio: 1", f"step: {steps}")
            column = replaced(column, "-20000", repr(-np.pi**2 * 7.2e6 * 2 / 4 / 20**2))
            run, _ = self.follow(column, "frame", "frame", 21, 1)
            found = re.findall(r"bifurcation at t = ([-.\d]+)", run.out)
            self.assertEqual(len(found), 1, run.out)
            self.assertAlmostEqual(float(found[0]), 1, delta=0.02)
            with h5py.File(self.folder / "frame.h5") as file:
                points = json.loads(file["summary"][()])["critical_points"]
            self.assertEqual([point["kind"] for point in points], ["bifurcation"])
            self.assertAlmostEqual(points[0]["time"], float(found[0]), 5)
            self.assertRegex(run.out, f"step {points[0]['step']}: bifurcation")

    def test_what_is_refused(self):
        self.write("bars.msh", lines([(-10, 0), (0, 1), (10, 0)], {"ends": [1, 3], "apex": [2]}))
        self.refuse(replaced(BARS, "step: 0.02", "step: -1"), r"case\.yaml:10", "'step'")
        self.refuse(replaced(BARS, ", history: [[-1, -1], [1, 1]]", ""), "The loads do not depend on time", "`history`", code=3)
        for text, says in ((replaced(BARS, "[[-1, -1], [1, 1]]", "[[0, 0], [1, 1]]"), ["cannot be followed beyond t =", "node 2 of object 'bars'"]),
                           (replaced(BARS, "step: 0.02", "step: 0.02, steps: 3"), ["before `end_time: 1`"])):
            self.write("case.yaml", text)
            self.assertFails(self.tenon("run", "case.yaml"), 3, *says)


if __name__ == "__main__":
    unittest.main()
