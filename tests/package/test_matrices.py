# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the matrices and vectors of simulations, on any number of ranks."""
import gc
import unittest

import numpy as np
from package_case import (
    COMM, PROGRAM, STATIC, TRANSIENT, case_file, export, exported_order, order_of_multipliers, order_of_unknowns,
    simulation, sort_matrix, sort_rows,
)
from petsc4py import PETSc
from scipy.io import mmread

import tenon


def dense(matrix):
    """Returns a matrix as an array on every rank."""
    return COMM.bcast(tenon.dense(matrix))


def whole(vector):
    """Returns a vector as an array on every rank."""
    return COMM.bcast(tenon.gather(vector))


def resident_memory():
    """Returns the resident memory of this process in bytes."""
    with open("/proc/self/statm") as file:
        return 4096 * int(file.read().split()[1])


@unittest.skipUnless(PROGRAM, "TENON_PROGRAM is not set")
class Exported(unittest.TestCase):
    """The matrices that SOFA's documentation describes, compared with files of `tenon export`."""

    def test_matrices_of_the_system(self):
        with case_file() as path:
            folder = export(path, "--what", "A,b,x,K,M,B,G,C,W,N,f")
            columns = exported_order(folder)
            rows = exported_order(folder, "multipliers.csv")

            def read(name):
                values = mmread(folder / f"{name}.mtx")
                return values.toarray() if hasattr(values, "toarray") else np.asarray(values)

            with tenon.open(path) as sim:
                sim.assemble()
                order, multipliers = order_of_unknowns(sim), order_of_multipliers(sim)
                found = {"A": sim.A, "K": sim.K(), "M": sim.M(), "B": sim.B()}
                for name, matrix in found.items():
                    np.testing.assert_allclose(
                        sort_matrix(dense(matrix), order, order), sort_matrix(read(name), columns, columns),
                        rtol=1e-9, atol=1e-10, err_msg=name)
                for name, vector in {"b": sim.b, "x": sim.x(), "f": sim.f()}.items():
                    np.testing.assert_allclose(
                        sort_rows(whole(vector), order), sort_rows(read(name).ravel(), columns),
                        rtol=1e-9, atol=1e-10, err_msg=name)
                np.testing.assert_allclose(
                    sort_matrix(dense(sim.G()), multipliers, order), sort_matrix(read("G"), rows, columns), atol=1e-10)
                found = {"C": sim.C(), "W": sim.W(part="bodies"), "N": sim.W()}
                for name, matrix in found.items():
                    np.testing.assert_allclose(
                        sort_matrix(dense(matrix), multipliers, multipliers), sort_matrix(read(name), rows, rows),
                        rtol=1e-7, atol=1e-9, err_msg=name)

    def test_matrices_of_one_contributor(self):
        with case_file() as path:
            with tenon.open(path) as sim:
                order = order_of_unknowns(sim)
                for name, what, matrix in [
                    ("elastic on left", "K", sim.K("elastic on left")),
                    ("elastic on inside", "K", sim.K("elastic on inside")),
                    ("springs between left/end and right/end", "K", sim.K("springs between left/end and right/end")),
                    ("consistent mass on right", "M", sim.M("consistent mass on right")),
                ]:
                    folder = export(path, "--what", what, "--contributor", name)
                    columns = exported_order(folder)
                    values = mmread(folder / f"{what}.mtx").toarray()
                    np.testing.assert_allclose(
                        sort_matrix(dense(matrix), order, order), sort_matrix(values, columns, columns),
                        rtol=1e-9, atol=1e-10, err_msg=name)


class NewObjects(unittest.TestCase):
    def test_contributors_add_up(self):
        with simulation() as sim:
            forces = ["elastic on left", "elastic on right", "traction on right/tip", "springs between left/end and right/end", "elastic on inside"]
            for name in forces:
                self.assertIn(name, sim.contributors)
            np.testing.assert_allclose(sum(dense(sim.K(name)) for name in forces), dense(sim.K()), atol=1e-10)
            np.testing.assert_allclose(sum(whole(sim.f(name)) for name in forces), whole(sim.f()), atol=1e-12)
            masses = [dense(sim.M(f"consistent mass on {name}")) for name in ("left", "right")]
            np.testing.assert_allclose(sum(masses), dense(sim.M()), atol=1e-12)
            self.assertAlmostEqual(masses[0].sum(), 3 * 2.0)  # density times volume in each direction
            np.testing.assert_allclose(dense(sim.B()), 0.01 * dense(sim.K()) - 0.1 * dense(sim.M()), atol=1e-11)

    def test_stiffness_is_derivative_of_forces(self):
        with simulation() as sim:
            K, h = dense(sim.K()), 1e-3
            rng = np.random.default_rng(7)
            direction = {name: rng.normal(size=(sim[name].num_nodes, 3)) for name in ("left", "right")}

            def move(factor):
                for name, d in direction.items():
                    body = sim[name]
                    body.displacement = factor * d[body.global_numbers]
                    body.update()
                return whole(sim.f())

            numerical = (move(h) - move(-h)) / (2 * h)
            move(1.0)
            np.testing.assert_allclose(numerical, K @ whole(sim.x()), atol=1e-8)

    def test_combination_and_projection(self):
        with simulation() as sim:
            raw = sim.system_matrix(2.0, 0.5, -3.0, projected=False)
            expected = 2.0 * dense(sim.M()) + 0.5 * dense(sim.B()) - 3.0 * dense(sim.K())
            np.testing.assert_allclose(dense(raw), expected, atol=1e-10)
            K = dense(sim.K(projected=True))
            held = [row for row in range(len(K)) if np.count_nonzero(np.abs(K[row]) > 0) == 1]
            self.assertEqual(len(held), 9 * 3)
            self.assertGreater(np.abs(K - dense(sim.K())).max(), 0.0)

    def test_sign_of_constrained_rows(self):
        """Verifies that the rows of constrained degrees of freedom have the sign of the matrix, so
        that -K, -B, M and the matrices of steps are positive semidefinite, also if a condition
        constrains an oblique direction."""
        oblique = STATIC.replace("{type: fixed, group: base}", "{type: plane, group: base, normal: [1, 2, 3]}")
        self.assertNotEqual(oblique, STATIC)
        for case in (STATIC, oblique):
            with simulation(case) as sim:
                negative = [sim.K(projected=True), sim.B(projected=True), sim.K("elastic on left", projected=True),
                            sim.system_matrix(0.0, 0.5, 2.0), sim.system_matrix(-1.0, 0.1, 2.0)]
                positive = [sim.M(projected=True), sim.system_matrix(1.0, -0.1, -2.0), sim.system_matrix(0.0, 0.0, -1.0)]
                for sign, matrices in ((-1, negative), (1, positive)):
                    for matrix in matrices:
                        values = np.linalg.eigvalsh(sign * dense(matrix))
                        self.assertGreater(values.min(), -1e-9 * values.max())
                K, A = dense(sim.K(projected=True)), dense(sim.system_matrix(0.0, 0.0, -1.0))
                np.testing.assert_allclose(K, -A, rtol=0, atol=0)

    def test_compliance_operator(self):
        with simulation() as sim:
            sim.assemble()
            A, G = dense(sim.A), dense(sim.G(projected=True))
            bodies = G @ np.linalg.solve(A, G.T)
            np.testing.assert_allclose(dense(sim.W(part="bodies")), bodies, atol=1e-8)
            np.testing.assert_allclose(dense(sim.W()), bodies + dense(sim.C()), atol=1e-8)
            rows = np.concatenate(COMM.allgather(sim.rows("soft").getIndices()))
            np.testing.assert_allclose(
                dense(sim.W("soft")), bodies[np.ix_(rows, rows)] + dense(sim.C("soft")), atol=1e-8)
            doubled = dense(sim.W(part="bodies", k=-2.0))
            np.testing.assert_allclose(2.0 * doubled, bodies, atol=1e-8)

    def test_own_right_hand_side(self):
        with simulation() as sim:
            sim.assemble()
            f, g = sim.A.createVecLeft(), sim.jacobian.createVecLeft()
            f.setRandom()
            g.setRandom()
            A, G, C = dense(sim.A), dense(sim.jacobian), dense(sim.C())
            dx, dl = sim.solve_for(f, g)
            Z = np.block([[A, -G.T], [G, C]])
            expected = np.linalg.solve(Z, np.concatenate([whole(f), whole(g)]))
            np.testing.assert_allclose(np.concatenate([whole(dx), whole(dl)]), expected, rtol=1e-6, atol=1e-9)

    def test_order_of_mesh_files(self):
        with simulation() as sim:
            for name in ("left", "right"):
                sim[name].displacement = np.sin(sim[name].reference)
                sim[name].update()
                values = sim.gather(sim.x(), name)
                if COMM.rank == 0:
                    axis = np.linspace(0, 1, 3)
                    points = np.array([(x + (name == "right"), y, z) for z in axis for y in axis for x in axis])
                    np.testing.assert_allclose(values, np.sin(points), atol=1e-14)
                else:
                    self.assertIsNone(values)
            self.assertEqual(sorted(np.concatenate(COMM.allgather(sim.order()))), list(range(2 * 27 * 3)))

    def test_rigid_body_modes(self):
        with simulation() as sim:
            K = sim.K("elastic on right")
            modes = K.getNearNullSpace().getVecs()
            self.assertEqual(len(modes), 6)
            for mode in modes:
                self.assertLess((K * mode).norm(), 1e-9)

    def test_multigrid_of_the_user(self):
        with simulation(STATIC.split("constraints:")[0] + "solver: {preset: direct}\n") as sim:
            sim.assemble()
            solver = PETSc.KSP().create(COMM)
            solver.setOperators(sim.A)
            solver.setType("cg")
            solver.getPC().setType("gamg")
            solver.setTolerances(rtol=1e-10, max_it=100)
            x = sim.A.createVecRight()
            solver.solve(sim.b, x)
            self.assertGreater(solver.getConvergedReason(), 0)
            sim.solve()
            np.testing.assert_allclose(whole(x), whole(sim.x()), atol=1e-7 * abs(whole(x)).max())
            solver.destroy()

    def test_solution_satisfies_equations(self):
        with simulation() as sim:
            sim.solve()
            sim.assemble()
            residual = whole(sim.f(projected=True)) + dense(sim.G(projected=True)).T @ whole(sim.multiplier_vector())
            self.assertLess(np.abs(residual).max(), 1e-9)
            by_name = np.concatenate([*(sim.multipliers[n] for n in sim.contributors if n in sim.multipliers)])
            np.testing.assert_allclose(by_name, sim.multiplier_vector().getArray(), atol=1e-14)
            np.testing.assert_allclose(
                dense(sim.A) @ whole(sim.x()), whole(sim.b) + dense(sim.jacobian).T @ whole(sim.multiplier_vector()),
                atol=1e-8)

    def test_messages(self):
        with simulation() as sim:
            for call, part in [
                (lambda: sim.K("elastic on lefd"), "elastic on left"),
                (lambda: sim.G("springs between left/end and right/end"), "springs"),
                (lambda: sim.G(rows="activ"), "active"),
                (lambda: sim.part("K"), "composite"),
                (lambda: sim.rows("inside"), "mapped"),
                (lambda: sim["lift"], "left"),
                (lambda: sim.b, "assemble"),
                (lambda: sim.A, "assemble"),
                (lambda: sim.assemble(0.0, 0.0, 0.0), "zero"),
            ]:
                with self.assertRaises(tenon.InputError) as caught:
                    call()
                self.assertIn(part, str(caught.exception))
            with self.assertRaises(ValueError):
                sim.W(part="half")


class LiveObjects(unittest.TestCase):
    def test_matrix_of_the_solver(self):
        with simulation(TRANSIENT) as sim:
            sim.assemble()
            A, b, jacobian = sim.A, sim.b, sim.jacobian
            self.assertIs(sim.A, A)
            handle = A.handle
            for _ in sim.steps():
                self.assertIs(sim.A, A)
            sim.assemble(m=0, b=0, k=-1)
            self.assertEqual(sim.A.handle, handle)
            self.assertIs(sim.b, b)
            self.assertIs(sim.jacobian, jacobian)
            np.testing.assert_allclose(dense(A), dense(sim.system_matrix(0, 0, -1)), atol=1e-10)

    def test_schur_complement_follows(self):
        with simulation() as sim:
            sim.assemble()
            schur = sim.schur
            l, y = schur.createVecs()
            l.setRandom()
            schur.mult(l, y)
            np.testing.assert_allclose(whole(y), dense(sim.W()) @ whole(l), atol=1e-9)
            W, C = dense(sim.W(part="bodies")), dense(sim.C())
            sim.assemble(k=-2)
            schur.mult(l, y)
            np.testing.assert_allclose(whole(y), 0.5 * W @ whole(l) + C @ whole(l), atol=1e-9)
            self.assertIs(sim.schur, schur)
            sim.close()
            z = y.duplicate()
            schur.mult(l, z)  # uses the last matrices
            np.testing.assert_allclose(whole(z), whole(y), atol=1e-12)

    def test_parts_of_composite_system(self):
        with simulation(STATIC + "system: {type: composite, parts: [K, M]}\n") as sim:
            sim.assemble()
            self.assertEqual(sim.parts, ["A", "K", "M"])
            np.testing.assert_allclose(dense(sim.part("M")), dense(sim.M()), atol=1e-12)
            self.assertIs(sim.part("K"), sim.part("K"))
            self.assertEqual(sim.part("A").handle, sim.A.handle)
            with self.assertRaises(tenon.InputError):
                sim.part("L")

    def test_matrix_free_after_close(self):
        with simulation(STATIC.replace("direct", "minres-block-jacobi") + "system: {type: matrix-free}\n") as sim:
            sim.assemble()
            A = sim.A
            x, y = A.createVecs()
            x.setRandom()
            A.mult(x, y)
            np.testing.assert_allclose(whole(y), dense(sim.system_matrix(0, 0, -1)) @ whole(x), atol=1e-9)
            sim.close()
            with self.assertRaises(PETSc.Error):
                A.mult(x, y)

    def test_closed(self):
        with simulation() as sim:
            K = sim.K()
            values = dense(K)
            sim.close()
            np.testing.assert_array_equal(dense(K), values)
            for call in (sim.K, lambda: sim.A, lambda: sim.contributors, lambda: sim["left"]):
                with self.assertRaises(ValueError):
                    call()


class Life(unittest.TestCase):
    def test_memory(self):
        with simulation() as sim:
            lowest = []  # The memory of freed pages is returned at longer intervals than one call.
            for _ in range(4):
                samples = []
                for _ in range(16):
                    for _ in range(100 if COMM.size == 1 else 16):
                        sim.K()
                    samples.append(resident_memory())
                lowest.append(min(samples))
            self.assertLess(abs(lowest[-1] - lowest[1]) / lowest[1], 0.01)

    def test_split_communicators(self):
        color = COMM.rank % 2
        part = COMM.Split(color)
        with case_file() as path:
            with tenon.open(path, part) as own, tenon.open(path) as all_ranks:
                own.solve()
                all_ranks.solve()
                mine, ours = own.gather(own.x(), "right"), all_ranks.gather(all_ranks.x(), "right")
                ours = COMM.bcast(ours)
                if part.rank == 0:
                    np.testing.assert_allclose(mine, ours, rtol=1e-7, atol=1e-10)
        part.Free()

    def test_collection_in_different_order(self):
        with case_file() as path:
            kept = [tenon.open(path) for _ in range(3)]
            for sim in kept:
                sim.assemble()
            objects = [sim.K() for sim in kept] + [kept[0].A, kept[1].x(), kept[2].schur]
            order = np.random.default_rng(COMM.rank).permutation(len(objects))
            for index in order:
                objects[index] = None
                gc.collect()
            for index in np.random.default_rng(10 + COMM.rank).permutation(3):
                kept[index] = None
                gc.collect()
            with tenon.open(path) as sim:  # releases the abandoned simulations
                for _ in range(130):
                    sim.M()
                self.assertEqual(sim.K().getSize(), (162, 162))


if __name__ == "__main__":
    unittest.main()
