# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies forces and displacements of apps/cases/springs.yaml and skin.yaml against their
definitions."""
import unittest
from pathlib import Path

import h5py
import numpy as np

from tenon_program import RANKS, Case, on_all_ranks

SOURCE = Path(__file__).resolve().parents[2]
SPRINGS, PRESSURE, STEPS = 3.0, 0.3, 4


class Body:
    """Reference positions and fields of one object after one step."""

    def __init__(self, file, name, step):
        fields = file[f"/steps/{step:04}/{name}"]
        self.rest, self.u = file[f"/meshes/{name}/points"][:], fields["displacement"][:]
        self.reaction = fields["reaction"][:] if "reaction" in fields else None  # mapped objects have no reactions
        self.radius = np.hypot(self.rest[:, 0], self.rest[:, 1])
        self.angle = np.degrees(np.arctan2(self.rest[:, 1], self.rest[:, 0]))
        self.x = self.rest + self.u

    def select(self, key, *masks):
        """Returns the ascending numbers of the nodes for which all masks are true, by `key`."""
        chosen = np.flatnonzero(np.logical_and.reduce(masks))
        return chosen[np.argsort(key[chosen])]

    def seam(self, radius):
        return self.select(self.rest[:, 2], np.isclose(self.radius, radius), np.isclose(self.angle, 90))


def resultant_of_pressure(tube, inner=40.0, height=30.0):
    """Returns the resultant of the pressure on the inner surface. The integral of n da is 1/2 of
    that of x cross dx along the rim, which has three nodes a side."""
    inside, z = np.isclose(tube.radius, inner), tube.rest[:, 2]
    rim = [tube.select(tube.angle, inside, np.isclose(z, 0)), tube.select(z, inside, np.isclose(tube.angle, 120)),
           tube.select(tube.angle, inside, np.isclose(z, height))[::-1], tube.select(z, inside, np.isclose(tube.angle, 60))[::-1]]
    total = np.zeros(3)
    for nodes in rim:
        a, middle, b = (tube.x[nodes[start::2]] for start in (0, 1, 2))
        a = a[:len(b)]
        slopes = (4 * middle - 3 * a - b, b - a, 3 * b - 4 * middle + a)  # dx over the side's parameter from 0 to 1
        for weight, x, slope in zip((1, 4, 1), (a, middle, b), slopes):  # Simpson's rule is exact here
            total += weight / 12 * np.cross(x, slope).sum(axis=0)
    return PRESSURE * total * np.sign(total[1])  # it acts along y, away from the axis


class AllExamples(Case):
    def test_check_finds_nothing_wrong(self):
        for case in sorted((SOURCE / "apps/cases").glob("*.yaml")):
            with self.subTest(case=case.name):
                self.assertRuns("check", case)


@on_all_ranks("partition")
class SpringsExample(Case):
    def test_the_tube_in_the_ring(self):
        run = self.assertRuns("run", SOURCE / "apps/cases/springs.yaml", "-o", "springs")
        self.assertRegex(run.all, f"step {STEPS} of {STEPS}")
        with h5py.File(self.folder / "springs.h5") as file:
            steps = [(Body(file, "tube", step), Body(file, "ring", step)) for step in range(STEPS)]
        tube, ring = steps[-1]
        for body in (tube, ring):
            self.assert_slides_on_cut_faces(body)
            self.assert_symmetric(body)
        opening = [self.mean_radius(step) for step, _ in steps]
        self.assertTrue(np.all(np.diff([40.0, *opening]) > 1), f"the tube widens with the pressure: {opening}")
        self.assert_balance(tube, ring)

    @staticmethod
    def mean_radius(tube):
        inside = np.isclose(tube.radius, 40)
        return np.hypot(tube.x[inside, 0], tube.x[inside, 1]).mean()

    def assert_slides_on_cut_faces(self, body):
        for angle in (60, 120):
            normal = np.array([np.sin(np.radians(angle)), -np.cos(np.radians(angle)), 0])
            on_face = body.u[np.isclose(body.angle, angle)]
            self.assertGreater(len(on_face), 20)
            self.assertLess(abs(on_face @ normal).max(), 1e-12)
            self.assertGreater(abs(on_face).max(), 0.1)

    def assert_symmetric(self, body):
        order = np.lexsort(np.round(body.rest, 6).T)
        mirrored = np.lexsort(np.round(body.rest * [-1, 1, 1], 6).T)
        np.testing.assert_allclose(body.u[order], body.u[mirrored] * [-1, 1, 1], atol=1e-7)

    def assert_balance(self, tube, ring):
        """Asserts that the supports of each body balance the springs, k (l - l0) along each, and
        those of the tube also the pressure."""
        between = ring.x[ring.seam(76)] - tube.x[tube.seam(56)]
        length = np.linalg.norm(between, axis=1, keepdims=True)
        self.assertEqual(len(length), 11)
        on_tube = (SPRINGS * (length - 20) * between / length).sum(axis=0)
        self.assertLess(on_tube[1], -100)  # the bodies are pressed together
        np.testing.assert_allclose(ring.reaction.sum(axis=0), on_tube, atol=1e-5)
        np.testing.assert_allclose(tube.reaction.sum(axis=0), -on_tube - resultant_of_pressure(tube), atol=1e-5)


@on_all_ranks("mapping")
class SkinExample(Case):
    """Verifies that the supports of the pad balance the pressure on the skin, which lies on other
    ranks and partly outside the pad."""

    CENTRE, RADIUS, PRESSURE = np.array([10, 0, 16]), 9, 0.01

    def solve(self, **options):
        self.assertRuns("run", SOURCE / "apps/cases/skin.yaml", "-o", "skin", **options)
        with h5py.File(self.folder / "skin.h5") as file:
            return Body(file, "pad", 0), Body(file, "skin", 0), file["/meshes/skin/tri3/cells"][:]

    def test_pressure_on_the_skin_is_felt_by_the_pad(self):
        pad, skin, triangles = self.solve()
        inside = np.linalg.norm(skin.rest - self.CENTRE, axis=1) <= self.RADIUS
        pressed = triangles[inside[triangles].all(axis=1)]
        self.assertGreater(len(pressed), 30)
        a, b, c = (skin.x[pressed[:, i]] for i in range(3))
        push = -self.PRESSURE * np.cross(b - a, c - a) / 2
        self.assertLess(push[:, 2].sum(), -1)
        np.testing.assert_allclose(pad.reaction.sum(axis=0), -push.sum(axis=0), atol=1e-7)
        turn = sum(np.cross(skin.rest[pressed[:, i]], push / 3) for i in range(3)).sum(axis=0)
        np.testing.assert_allclose(np.cross(pad.rest, pad.reaction).sum(axis=0), -turn, atol=1e-6)
        dent = skin.u[inside, 2]
        self.assertLess(dent.min(), 0.95 * pad.u[:, 2].min(), "the skin dents where the pad does")
        if RANKS > 1:
            alone = self.solve(ranks=1)
            for body, one in zip((pad, skin), alone):
                np.testing.assert_allclose(body.u, one.u, atol=1e-9 * abs(one.u).max())


if __name__ == "__main__":
    unittest.main()
