"""Meshes and rigid bodies that touch in one step by impulses: moreau-jean with stiffness included."""
import json
import unittest

import h5py
import numpy as np

from tenon import Case, box, replaced

# A soft block that falls on a floor: by an active set of rows, and by impulses on its nodes.
SOLID = """\
  block:
    mesh: block.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}
      - {type: gravity, density: 1, acceleration: [3, 0, -10]}
    masses: [{type: consistent, density: 1}]
"""
BY_ROWS = "output: {stem: falling, every: 40}\nobjects:\n" + SOLID + """\
contacts:
  - {type: plane, name: floor, slave: {object: block, group: bottom}, point: [0, 0, -0.02], normal: [0, 0, 1], friction: 0.2}
analysis: {type: transient, stepper: implicit-euler, step: 0.01, end_time: 0.4, tolerance: 1e-11}
solver: {preset: direct}
"""
BY_IMPULSES = """\
output: {stem: falling, every: 40, histories: [{name: energies, energies: true}]}
objects:
  floor:
    bodies: [{name: floor, position: [0, 0, -0.02], mass: 1, inertia: [1, 1, 1]}]
    shapes: [{type: plane}]
    conditions: [{type: fixed, group: floor}]
""" + SOLID + """\
contacts:
  - {type: rigid, first: {object: block, group: bottom}, second: {object: floor}, friction: 0.2}
analysis: {type: transient, stepper: moreau-jean, step: 0.01, end_time: 0.4, contact_tolerance: 1e-10, contact_solver: SOLVER}
solver: {preset: direct}
"""
SOLVERS = ("newton", "accelerated-gradient", "barzilai-borwein", "conjugate-gradient", "alternating-directions",
           "gauss-seidel", "jacobi")


class DeformableImpulses(Case):
    def run_case(self, case, stem):
        self.write("case.yaml", case)
        self.assertRuns("run", "case.yaml", "--summary", "summary.json")
        self.summary = json.loads((self.folder / "summary.json").read_text())
        with h5py.File(self.folder / f"{stem}.h5") as file:
            last = file["steps"][sorted(file["steps"])[-1]]
            return {f"{body}/{field}": last[body][field][:] for body in last for field in last[body]}

    def assertSameMotion(self, found, expected, error, message):
        for field in "displacement", "velocity":
            size = np.abs(expected[f"block/{field}"]).max()
            np.testing.assert_allclose(found[f"block/{field}"], expected[f"block/{field}"], rtol=0, atol=error * size, err_msg=message)

    def test_the_same_motion_by_impulses_and_by_rows(self):
        """An active set of bounded rows and a cone problem on W give the same impact, sliding and rest, by every solver."""
        self.write("block.msh", box(cells=(3, 2, 2)))
        expected = self.run_case(BY_ROWS, "falling")
        for solver in SOLVERS:
            found = self.run_case(replaced(BY_IMPULSES, "SOLVER", solver), "falling")
            self.assertSameMotion(found, expected, 1e-6, solver)
            self.assertLessEqual(self.summary["rigid_contacts"]["worst_complementarity"], 1e-10, solver)


if __name__ == "__main__":
    unittest.main()
