# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies that random contact problems converge with default settings and that their solutions
satisfy the contact laws.

All of them, by hand: TENON_PROBLEMS=0:60 (README.md)."""
import json
import os
import re
import unittest

import h5py
import numpy as np

from contact_problems import FAMILIES, Maker
from tenon_program import WARNING, Case

SEEDS = range(*map(int, os.environ.get("TENON_PROBLEMS", "0:0").split(":")))


class RandomContacts(Case):
    def solve(self, **options):
        """Runs one problem and returns it with the fields of its objects in the last step, its
        contact and its warnings."""
        problem = Maker(**options).make()
        for name, text in problem.meshes.items():
            self.write(name, text)
        self.write("case.yaml", problem.case())
        run = self.assertRuns("run", "case.yaml", "--summary", "out.json")
        summary = json.loads((self.folder / "out.json").read_text())
        contact = next(one["contact"] for one in summary["constraints"] if one["name"] == "c")
        fields = {}
        with h5py.File(self.folder / "out.h5") as file:
            for name, data in file["steps"][sorted(file["steps"])[-1]].items():
                fields[name] = {key: value[()] for key, value in data.items() if isinstance(value, h5py.Dataset)}
        self.expect_few_cuts(problem, run)
        return problem, fields, contact

    def expect_few_cuts(self, problem, run):
        length = problem.end_time / problem.steps
        for message in run.messages(WARNING):
            for cut in re.findall(r"did not converge: the step size is reduced to ([0-9.e+-]*\d)", message):
                self.assertGreaterEqual(float(cut), 0.0999 * length, message)

    def expect_laws(self, problem, fields, contact, unit=1.0):
        """Asserts force balance, complementarity of gaps and forces, and admissible friction."""
        self.assertGreater(contact["closed"], 0)
        self.assertLess(contact["complementarity"], 1e-6)
        self.assertLess(contact["penetration"], 1e-6 * unit)
        on_bodies = {name: of["force_c"].sum(axis=0) for name, of in fields.items() if "force_c" in of}
        size = max(np.abs(of["force_c"]).sum() for of in fields.values() if "force_c" in of)
        self.assertGreater(size, 0)
        # Axisymmetric radial forces refer to the different radii of both sides.
        if len(on_bodies) == 2:
            np.testing.assert_allclose(*(sign * f for sign, f in zip((1, -1), on_bodies.values())), atol=1e-8 * size, rtol=0)
        for name, of in fields.items():
            all = sum(of[key].sum(axis=0) for key in of if key == "force_c" or key == "reaction")
            axes = [problem.up] if problem.family == "ring" else range(all.shape[0])
            if problem.force is None:
                np.testing.assert_allclose(all[axes], 0, atol=1e-5 * size, err_msg=f"forces on {name}")
        if problem.family == "self":
            return
        force = fields["up"]["force_c"].sum(axis=0)
        normal, tangential = force[problem.up], np.delete(force, problem.up)
        self.assertGreater(normal, 0)
        if problem.family in ("blocks", "equal", "drawn", "plane"):  # surfaces that stay nearly flat
            self.assertLess(np.linalg.norm(tangential), (problem.friction + 0.03) * normal)
        if problem.slips:
            np.testing.assert_allclose(np.linalg.norm(tangential), problem.friction * normal, rtol=0.05)
        if problem.force is not None:
            np.testing.assert_allclose(normal, problem.force, rtol=1e-6)
        if problem.pressure is not None:
            closed = fields["up"]["pressure_c"][fields["up"]["pressure_c"] > 0]
            np.testing.assert_allclose(closed, problem.pressure, rtol=1e-6)

    def check(self, seed, scaled=False):
        problem, fields, contact = self.solve(seed=seed)
        self.expect_laws(problem, fields, contact)
        if not scaled:
            return
        unit, stress = 1e-3, 2e9
        _, others, contact = self.solve(seed=seed, unit=unit, stress=stress, at=(0.0 if problem.family == "ring" else 3.0, -7.0, 2.0))
        self.expect_laws(problem, others, contact, unit) if problem.force is None else None
        for name, of in fields.items():
            scale = np.abs(of["displacement"]).max() * unit
            np.testing.assert_allclose(others[name]["displacement"], unit * of["displacement"], atol=1e-5 * scale, rtol=0)

    def test_a_problem_of_each_family(self):
        for seed in range(len(FAMILIES)):
            with self.subTest(seed=seed, family=FAMILIES[seed % len(FAMILIES)]):
                self.check(seed, scaled=seed % 5 == 1)

    def test_the_problems_that_are_asked_for(self):
        for seed in SEEDS:
            with self.subTest(seed=seed, family=FAMILIES[seed % len(FAMILIES)]):
                self.check(seed, scaled=seed % 4 == 0)


if __name__ == "__main__":
    unittest.main()
