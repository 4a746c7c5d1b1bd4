# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the descriptor, compared with dense matrices of NumPy, on any number of ranks."""
import unittest

import numpy as np
from package_case import COMM, STATIC, simulation
from petsc4py import PETSc

import tenon

SLIDING = STATIC.replace(
    "analysis:",
    """  - {type: point-on-plane, name: floor, object: left, group: end, point: [0, 0, -0.1], normal: [0, 0, 1], bound: lower}
analysis:""",
).replace("rayleigh:", "# rayleigh:")


def dense(matrix):
    """Returns a matrix as an array on every rank."""
    return COMM.bcast(tenon.dense(matrix))


def whole(vector):
    """Returns a vector as an array on every rank."""
    return COMM.bcast(tenon.gather(vector))


def entries(index_set):
    """Returns an index set as an array on every rank."""
    return np.concatenate(COMM.allgather(index_set.getIndices()))


class Products(unittest.TestCase):
    def test_saddle_point_matrix(self):
        with simulation() as sim:
            for matrix_free in (False, True):
                descriptor = sim.descriptor(matrix_free=matrix_free)
                descriptor.assemble(m=1.0, b=0.5, k=-2.0)
                A, G, E = dense(descriptor.A), dense(descriptor.G), dense(descriptor.E)
                np.testing.assert_allclose(A, dense(sim.system_matrix(1.0, 0.5, -2.0)), atol=1e-9)
                np.testing.assert_allclose(dense(descriptor.G_transposed), G.T, atol=1e-14)
                np.testing.assert_allclose(E, -dense(sim.C()), atol=1e-14)
                sets = descriptor.index_sets
                q, l = entries(sets["displacement"]), entries(sets["multipliers"])
                Z = np.zeros((len(q) + len(l),) * 2)
                Z[np.ix_(q, q)], Z[np.ix_(q, l)], Z[np.ix_(l, q)], Z[np.ix_(l, l)] = A, G.T, G, E
                self.assertLessEqual({"left", "right", "interface", "soft"}, set(sets))
                x, y = descriptor.Z.createVecs()
                x.setRandom()
                descriptor.Z.mult(x, y)
                np.testing.assert_allclose(whole(y), Z @ whole(x), atol=1e-9)
                np.testing.assert_allclose(dense(descriptor.from_products()), Z, atol=1e-9)
                np.testing.assert_allclose(whole(descriptor.diagonal()), np.diag(Z), atol=1e-9)
                if not matrix_free:
                    np.testing.assert_allclose(dense(descriptor.assembled()), Z, atol=1e-12)

    def test_right_hand_side(self):
        with simulation() as sim:
            descriptor = sim.descriptor()
            descriptor.assemble()
            q, l = (entries(descriptor.index_sets[name]) for name in ("displacement", "multipliers"))
            d = np.empty(len(q) + len(l))
            d[q], d[l] = whole(descriptor.f()), -whole(descriptor.b())
            np.testing.assert_allclose(whole(descriptor.d()), d, atol=1e-14)
            np.testing.assert_allclose(whole(descriptor.f()), whole(sim.f(projected=True)), atol=1e-14)
            x = np.linalg.solve(dense(descriptor.assembled()), d)
            sim.solve()
            np.testing.assert_allclose(x[q], whole(sim.x()), rtol=1e-7, atol=1e-9)
            np.testing.assert_allclose(-x[l], whole(sim.multiplier_vector()), rtol=1e-7, atol=1e-9)

    def test_schur_complement(self):
        with simulation() as sim:
            descriptor = sim.descriptor()
            descriptor.assemble()
            A, G, E = dense(descriptor.A), dense(descriptor.G), dense(descriptor.E)
            W = G @ np.linalg.solve(A, G.T)
            np.testing.assert_allclose(dense(descriptor.schur_complement("bodies")), W, atol=1e-8)
            np.testing.assert_allclose(dense(descriptor.schur_complement()), W - E, atol=1e-8)
            l, y = descriptor.b(), descriptor.b()
            l.setRandom()
            descriptor.multiply_schur(l, y)
            np.testing.assert_allclose(whole(y), (W - E) @ whole(l), atol=1e-8)
            enabled = np.arange(l.getLocalSize()) % 2 == 0
            flags = np.concatenate(COMM.allgather(enabled))
            descriptor.multiply_schur(l, y, enabled)
            np.testing.assert_allclose(whole(y), flags * ((W - E) @ (flags * whole(l))), atol=1e-8)
            with self.assertRaises(ValueError):
                descriptor.schur_complement("half")


class Unknowns(unittest.TestCase):
    def test_counts_and_offsets(self):
        with simulation() as sim:
            descriptor = sim.descriptor()
            descriptor.assemble()
            self.assertEqual([each.name for each in descriptor.variables()], ["left", "right"])
            self.assertEqual([each.total for each in descriptor.variables()], [81, 81])
            self.assertEqual(descriptor.num_variables(), 162)
            self.assertEqual(descriptor.num_active_variables(), 162 - 27)
            self.assertEqual([each.name for each in descriptor.constraints()], ["interface", "soft"])
            self.assertEqual(descriptor.num_constraints(), 27 + 9)
            self.assertEqual(descriptor.num_active_constraints(), 27 + 9)
            self.assertEqual(descriptor.num_active_constraints("unilateral"), 0)
            first = 0
            for each in descriptor.variables():
                self.assertEqual(each.first, first)
                self.assertEqual(each.count, 3 * sim[each.name].num_owned)
                first += each.count
            self.assertIn("elastic on inside", descriptor.blocks())
            self.assertIn("consistent mass on left", descriptor.blocks())

    def test_switching_off(self):
        with simulation() as sim:
            descriptor = sim.descriptor()
            descriptor.set_active("soft", False)
            descriptor.assemble()
            self.assertEqual(descriptor.num_constraints(), 36)
            self.assertEqual(descriptor.num_active_constraints(), 27)
            self.assertEqual([each.active for each in descriptor.constraints()], [True, False])
            self.assertEqual([each.name for each in descriptor.active_constraints() if each.total], ["interface"])
            rows = np.concatenate(COMM.allgather(sim.rows("soft").getIndices()))
            self.assertFalse(dense(descriptor.G)[rows].any())
            kept = entries(descriptor.active_entries())
            self.assertEqual(len(kept), 162 + 27)
            np.testing.assert_allclose(
                dense(descriptor.assembled_active()), dense(descriptor.assembled())[np.ix_(kept, kept)], atol=1e-14)
            self.assertEqual(sorted([*entries(descriptor.active_multipliers()), *rows]), list(range(36)))
            descriptor.set_active("soft", True)
            descriptor.assemble()
            self.assertTrue(dense(descriptor.G)[rows].any())
            with self.assertRaisesRegex(tenon.InputError, "soft"):
                descriptor.set_active("soff", False)

    def test_vectors(self):
        with simulation() as sim:
            descriptor = sim.descriptor()
            descriptor.assemble()
            q = descriptor.displacement()
            q.setRandom()
            descriptor.set_displacement(q)
            np.testing.assert_array_equal(whole(sim.x()), whole(q))
            parts = descriptor.scatter(q)
            for name in ("left", "right"):
                own = sim[name].displacement[: sim[name].num_owned]
                np.testing.assert_array_equal(parts[name].reshape(-1, 3), own)
            np.testing.assert_array_equal(whole(descriptor.gather(parts)), whole(q))
            multipliers = {name: values * 0.0 + 3.0 for name, values in sim.multipliers.items()}
            x = descriptor.join(q, multipliers)
            back, split = descriptor.split(x)
            np.testing.assert_array_equal(whole(back), whole(q))
            for name, values in multipliers.items():
                np.testing.assert_allclose(split[name], values, atol=1e-14)
            values = descriptor.scatter(x, of="all")
            np.testing.assert_array_equal(whole(descriptor.gather(values, of="all")), whole(x))
            l = descriptor.gather(multipliers, of="multipliers")
            self.assertEqual(set(whole(l)), {3.0})

    def test_sizes_are_checked(self):
        with simulation() as sim:
            descriptor = sim.descriptor()
            descriptor.assemble()
            wrong = PETSc.Vec().createMPI(7 + COMM.size, comm=COMM)
            for call in (
                lambda: descriptor.set_displacement(wrong),
                lambda: descriptor.split(wrong),
                lambda: descriptor.scatter(wrong),
                lambda: descriptor.gather({"left": np.zeros(2), "right": np.zeros(5)}),
                lambda: descriptor.gather({"left": np.zeros(81)}),
                lambda: descriptor.gather({**descriptor.scatter(descriptor.displacement()), "lift": np.zeros(1)}),
                lambda: descriptor.multiply_schur(wrong, descriptor.b()),
            ):
                with self.assertRaises(tenon.InputError):
                    call()
            with self.assertRaises(TypeError):
                descriptor.set_displacement(np.zeros(162))

    def test_needs_assembly(self):
        with simulation() as sim:
            descriptor = sim.descriptor()
            with self.assertRaisesRegex(tenon.InputError, "assemble"):
                descriptor.assembled()
            self.assertEqual(descriptor.num_variables(), 162)
            sim.close()
            with self.assertRaises(ValueError):
                descriptor.assemble()


class Bounds(unittest.TestCase):
    def test_projection_and_feasibility(self):
        with simulation(SLIDING) as sim:
            descriptor = sim.descriptor()
            descriptor.assemble()
            self.assertEqual(descriptor.num_active_constraints("unilateral"), 9)
            self.assertEqual(descriptor.num_active_constraints("bilateral"), 36)
            rng = np.random.default_rng(3 + COMM.rank)
            multipliers = {name: rng.normal(size=len(values)) for name, values in sim.multipliers.items()}
            projected = descriptor.project(multipliers)
            np.testing.assert_array_equal(projected["interface"], multipliers["interface"])
            np.testing.assert_array_equal(projected["floor"], np.maximum(multipliers["floor"], 0.0))
            x = descriptor.join(descriptor.displacement(), multipliers)
            descriptor.project_unknowns(x)
            for name, values in descriptor.split(x)[1].items():
                np.testing.assert_allclose(values, projected[name], atol=1e-14)
            found = {each.constraint: each for each in descriptor.feasibility(multipliers)}
            excess = COMM.allreduce(max([0.0, *(-multipliers["floor"])]), max_of_ranks)
            self.assertAlmostEqual(found["floor"].excess, excess)
            self.assertEqual(found["floor"].violation, 0.0)
            violation = np.abs(0.05 * multipliers["soft"] - 0.01).max(initial=0.0)
            self.assertAlmostEqual(found["soft"].violation, COMM.allreduce(violation, max_of_ranks))


def max_of_ranks(a, b):
    """Returns the larger of two values."""
    return max(a, b)


if __name__ == "__main__":
    unittest.main()
