# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of force fields, constraints and mappings in Python, on any number of ranks."""
import unittest
import warnings

import numpy as np
from mpi4py import MPI

import tenon
from tenon import testing
from contributor_examples import (
    Bands, CellSprings, CubicFoundation, Drag, EqualDistances, EqualHeights, GroundSprings, Midpoints,
    NearestNodes, OnSphere, OnSphereAnalytical, PairSprings, RealSprings, SPRINGS, Springs, case_of,
    two_boxes,
)


class Forces(unittest.TestCase):
    def test_bands(self):
        report = testing.check(lambda find: Bands(find, 7.0), is_balanced=True)
        self.assertIn("K is invariant under translations", str(report))

    def test_springs_by_complex_steps(self):
        testing.check(lambda find: Springs(find, 3.0), is_balanced=True)

    def test_pairs(self):
        testing.check(lambda find: PairSprings(find, 3.0), is_balanced=True)

    def test_springs_equal_the_built_in_type(self):
        built_in = case_of({**SPRINGS, "stiffness": 3.0})
        for kind in (Springs, PairSprings):
            case = case_of(lambda find: kind(find, 3.0))
            for ours, theirs in [(case.f(), built_in.f()), (case.matrix(True), built_in.matrix(True)),
                                 (case.energy(), built_in.energy())]:
                np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-13 * np.abs(theirs).max(initial=0.0))

    def test_function_that_is_not_analytic(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            case, exact = case_of(lambda find: RealSprings(find, 3.0)), case_of(lambda find: Springs(find, 3.0))
            np.testing.assert_allclose(case.matrix(True), exact.matrix(True), rtol=0, atol=1e-8)
        if case.num_dofs and MPI.COMM_WORLD.size == 1:
            self.assertTrue(any("RealSprings.force does not accept complex" in str(one.message) for one in caught))

    def test_velocity_and_time(self):
        testing.check(lambda find: Drag(find), time=0.3)
        case = case_of(Drag, time=2.0, velocity=0.0)
        self.assertAlmostEqual(case.f()[2::3].max(), 2.0, delta=1e-14)

    def test_nonlinear_force_with_stiffness(self):
        testing.check(lambda find: CubicFoundation(find))

    def test_general_form(self):
        testing.check(lambda find: GroundSprings(find, 5.0))

    def test_cells(self):
        for cell_type in ("hex8", "tet4", "tet10"):
            testing.check_force(lambda find: CellSprings(find), [testing.Box("left", cell_type, (1, 2, 1))], is_balanced=True)

    def test_plane_problem(self):
        boxes = [testing.Box("left", "quad4", (2, 2, 0)), testing.Box("right", "quad4", (1, 2, 0), (1.5, 0, 0), (2.5, 1, 0))]
        testing.check(lambda find: Springs(find, 2.0), boxes, is_balanced=True)

    def test_pairs_in_order(self):
        class Ordered(Bands):
            def __init__(self, find):
                tenon.TupleForce.__init__(self, find.pairs(("left", "xmax"), ("left", "xmin"), match="order"))
                self.k = 1.0

        testing.check(lambda find: Ordered(find), is_balanced=True)

    def test_wrong_declaration_is_found(self):
        class Wrong(Springs):
            is_linear = True

        with self.assertRaisesRegex(AssertionError, "Springs|Wrong.*linear"):
            testing.check(lambda find: Wrong(find, 3.0))

    def test_wrong_stiffness_is_found(self):
        class Wrong(PairSprings):
            def stiffness(self, x):
                return 1.001 * super().stiffness(x)

        with self.assertRaisesRegex(AssertionError, "K = df/dx"):
            testing.check(lambda find: Wrong(find, 3.0))

    def test_commit_and_time(self):
        calls = []

        class Counting(Bands):
            def set_time(self, t):
                calls.append(t)

            def commit(self):
                calls.append("commit")

        case = case_of(lambda find: Counting(find, 1.0), time=0.25)
        case.commit()
        self.assertEqual(calls, [0.25, "commit"])


class Constraints(unittest.TestCase):
    def test_sphere(self):
        testing.check(OnSphere)
        testing.check(lambda find: OnSphere(find, 0.5), time=0.7)

    def test_sphere_with_jacobian(self):
        testing.check(lambda find: OnSphereAnalytical(find, 0.5), time=0.7)

    def test_multiple_rows(self):
        testing.check(EqualDistances)

    def test_general_form(self):
        testing.check(EqualHeights)

    def test_sphere_equals_analytical_derivatives(self):
        case = two_boxes(1)
        case.make_constraint(OnSphere)
        case.move_randomly(1, 0.03, 0.0)
        G, K, x = case.G(), case.geometric_stiffness(np.ones(len(case.phi()))), case.positions()
        for row in G:
            at = np.flatnonzero(row)
            n = x[at] / np.linalg.norm(x[at])
            np.testing.assert_allclose(row[at], n, rtol=0, atol=1e-13)
            expected = (np.eye(3) - np.outer(n, n)) / np.linalg.norm(x[at])
            np.testing.assert_allclose(K[np.ix_(at, at)], expected, atol=1e-11)


class Mappings(unittest.TestCase):
    def test_nonlinear(self):
        testing.check_mapping(Midpoints, "right")

    def test_linear(self):
        testing.check_mapping(NearestNodes, "right")

    def test_own_jacobian(self):
        class WithJacobian(Midpoints):
            def apply(self, x):
                return x[:, 0] * (x[:, 1] ** 2).sum(-1, keepdims=True)

            def jacobian(self, x):
                J = np.zeros((len(x), 3, 3, 3), x.dtype)
                J[:, :, 0, :] = (x[:, 1] ** 2).sum(-1)[:, None, None] * np.eye(3)
                J[:, :, 1, :] = 2 * x[:, 0, :, None] * x[:, 1, None, :]
                return J

        testing.check_mapping(WithJacobian, "right")


if __name__ == "__main__":
    unittest.main()
