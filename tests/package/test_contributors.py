# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of force fields, constraints and mappings in Python, on any number of ranks."""
import unittest
import warnings

import numpy as np
from mpi4py import MPI

import tenon
from tenon import _tenon, testing

RANK, SIZE = MPI.COMM_WORLD.rank, MPI.COMM_WORLD.size
PAIR = (("left", "xmax"), ("right", "xmin"))
SPRINGS = dict(type="springs", first=dict(object="left", group="xmax"), second=dict(object="right", group="xmin"))


class Bands(tenon.TupleForce):
    """Springs of rest length 0."""

    is_linear = is_symmetric = True

    def __init__(self, find, k):
        super().__init__(find.pairs(*PAIR), name="bands")
        self.k = k

    def force(self, x):
        d = self.k * (x[:, 1] - x[:, 0])
        return np.stack([d, -d], axis=1)

    def energy(self, x):
        return 0.5 * self.k * ((x[:, 1] - x[:, 0]) ** 2).sum(axis=-1)


class Springs(tenon.TupleForce):
    """Springs with their length in the mesh as rest length, and K by complex steps."""

    is_symmetric = True

    def __init__(self, find, k, c=0.0):
        super().__init__(find.pairs(*PAIR))
        self.k, self.rest = k, tenon.norm(self.X[:, 1] - self.X[:, 0])

    def force(self, x):
        d = x[:, 1] - x[:, 0]
        length = tenon.norm(d)
        on_first = (self.k * (length - self.rest) / length)[:, None] * d
        return np.stack([on_first, -on_first], axis=1)

    def energy(self, x):
        return 0.5 * self.k * (tenon.norm(x[:, 1] - x[:, 0]) - self.rest) ** 2


class PairSprings(Springs):
    """The same springs as pairs, with analytical K."""

    is_pairwise = True

    def force(self, x):
        d = x[:, 1] - x[:, 0]
        length = tenon.norm(d)
        return (self.k * (length - self.rest) / length)[:, None] * d

    def stiffness(self, x):
        d = x[:, 1] - x[:, 0]
        length = tenon.norm(d)
        n = d / length[:, None]
        secant = self.k * (1 - self.rest / length)
        return (self.k - secant)[:, None, None] * n[:, :, None] * n[:, None, :] + secant[:, None, None] * np.eye(3)


class RealSprings(Springs):
    """Springs whose force is no analytic function of complex numbers."""

    def force(self, x):
        d = x[:, 1] - x[:, 0]
        length = np.linalg.norm(d, axis=-1)
        on_first = (self.k * (length - self.rest) / length)[:, None] * d
        return np.stack([on_first, -on_first], axis=1)


class Drag(tenon.TupleForce):
    """Quadratic drag and a load that depends on time."""

    def __init__(self, find):
        super().__init__(find.nodes(("left", "xmax")))

    def force(self, v, t):
        return -tenon.norm(v, keepdims=True) * v + np.array([0.0, 0.0, t])


class CubicFoundation(tenon.TupleForce):
    """Force -k u^3 on each component, with analytical K."""

    is_symmetric = True

    def __init__(self, find):
        super().__init__(find.nodes(("left", "zmin")))

    def force(self, u):
        return -(u**3)

    def stiffness(self, u):
        return (-3 * u**2)[:, :, None, :, None] * np.eye(3)

    def energy(self, u):
        return (u**4).sum(axis=(1, 2)) / 4


class GroundSprings(tenon.ForceField):
    """Springs on nodes in the general form."""

    is_linear = is_symmetric = True

    def __init__(self, find, k):
        self.body, self.nodes, self.k = find.object("left"), find.local_nodes(("left", "xmin")), k
        super().__init__(self.body, name="ground")

    def add_force(self, f):
        f[self.body][self.nodes] -= self.k * self.body.u[self.nodes]

    def add_stiffness(self, K):
        K.force_on(self.body).by_position_of(self.body).add(self.nodes, self.nodes, -self.k * np.eye(3))

    def energy(self):
        owned = self.nodes[self.nodes < self.body.num_owned]
        return 0.5 * self.k * (self.body.u[owned] ** 2).sum()


class CellSprings(tenon.CellForce):
    """Springs between all pairs of nodes of each cell."""

    is_symmetric = True

    def __init__(self, find):
        super().__init__(find.cells("left"), name="cells")

    def force(self, x, X):
        d, D = x[:, None] - x[:, :, None], X[:, None] - X[:, :, None]
        return (((d * d).sum(-1) - (D * D).sum(-1))[..., None] * d).sum(axis=2)

    def energy(self, x, X):
        d, D = x[:, None] - x[:, :, None], X[:, None] - X[:, :, None]
        return (((d * d).sum(-1) - (D * D).sum(-1)) ** 2).sum(axis=(1, 2)) / 8


class OnSphere(tenon.TupleConstraint):
    """Nodes on a sphere about the origin whose radius grows in time."""

    def __init__(self, find, rate=0.0):
        super().__init__(find.nodes(("right", "xmax")))
        self.growth = rate

    def violation(self, x, t):
        return tenon.norm(x[:, 0]) - 2.0 - self.growth * np.sin(t)


class OnSphereAnalytical(OnSphere):
    def jacobian(self, x):
        return (x / tenon.norm(x, keepdims=True))[:, None]


class EqualDistances(tenon.TupleConstraint):
    """Two rows for each triple of nodes of two objects."""

    rows = 2

    def __init__(self, find):
        super().__init__(find.tuples(["left", "left", "right"], [[1, 2, 3], [4, 5, 6]]))

    def violation(self, x):
        a, b, c = x[:, 0], x[:, 1], x[:, 2]
        return np.stack([((b - a) ** 2).sum(-1) - ((c - b) ** 2).sum(-1), (a * c).sum(-1)], axis=-1)


class EqualHeights(tenon.Constraint):
    """Constraint in the general form: u_z = 0 at the owned nodes of a group."""

    is_linear = True

    def __init__(self, find):
        self.body = find.object("left")
        nodes = find.local_nodes(("left", "xmax"))
        self.nodes = nodes[nodes < self.body.num_owned]
        super().__init__(len(self.nodes))

    def residual(self):
        return self.body.u[self.nodes, 2]

    def add_jacobian(self, G):
        values = np.tile([0.0, 0.0, 1.0], (self.num_rows, 1))
        G.add(np.arange(self.num_rows), self.body, self.nodes, values)


class Midpoints(tenon.TupleMapping):
    """Nodes of "right" at the mean of three nodes of "left", moved by a nonlinear term."""

    def __init__(self, find):
        super().__init__(find.nearest_parents("left", count=3))

    def apply(self, x):
        return x.mean(axis=1) + 0.1 * tenon.norm(x[:, 1] - x[:, 0], keepdims=True) * x[:, 2]


class NearestNodes(tenon.TupleMapping):
    """Linear mapping: nodes keep their distance vector from the nearest node of "left"."""

    is_linear = True

    def __init__(self, find):
        super().__init__(find.nearest_parents("left"))
        self.arm = find.own.X[: find.own.num_owned] - self.X[:, 0]

    def apply(self, x):
        return x[:, 0] + self.arm

    def jacobian(self):
        return np.eye(3)[:, None, :]


def case_of(source, seed=1, time=0.0, velocity=0.5):
    """Returns a case of the default boxes with random displacements."""
    case = _tenon.TestCase([box._make() for box in testing.TWO_BOXES], 1, False)
    case.make_force(testing._source(source))
    case.set_time(time)
    case.move_randomly(seed, 0.05, velocity)
    return case


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
            np.testing.assert_allclose(case.f(), built_in.f(), rtol=0, atol=1e-14)
            np.testing.assert_allclose(case.matrix(True), built_in.matrix(True), rtol=0, atol=1e-13)
            self.assertAlmostEqual(case.energy(), built_in.energy(), delta=1e-15)

    def test_function_that_is_not_analytic(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            case, exact = case_of(lambda find: RealSprings(find, 3.0)), case_of(lambda find: Springs(find, 3.0))
            np.testing.assert_allclose(case.matrix(True), exact.matrix(True), rtol=0, atol=1e-8)
        if case.num_dofs and SIZE == 1:
            self.assertTrue(any("RealSprings.force does not accept complex" in str(one.message) for one in caught))

    def test_velocity_and_time(self):
        testing.check(lambda find: Drag(find), time=0.3)
        case = case_of(Drag, time=2.0, velocity=0.0)
        self.assertAlmostEqual(case.f()[2::3].max(), 2.0, delta=1e-15)

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
        case = _tenon.TestCase([box._make() for box in testing.TWO_BOXES], 1, False)
        case.make_constraint(OnSphere)
        case.move_randomly(1, 0.03, 0.0)
        G, K, x = case.G(), case.geometric_stiffness(np.ones(len(case.phi()))), case.positions()
        for row in G:
            at = np.flatnonzero(row)
            n = x[at] / np.linalg.norm(x[at])
            np.testing.assert_allclose(row[at], n, atol=1e-15)
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


class Failures(unittest.TestCase):
    """Errors of one rank reach all ranks."""

    def broken(self, where, error=ZeroDivisionError("broken")):
        last = SIZE - 1

        class Broken(Springs):
            def force(self, x):
                if where == "force" and RANK == last:
                    raise error
                return super().force(x)

            def stiffness(self, x):
                if where == "stiffness" and RANK == last:
                    raise error
                return np.zeros((2, 2, 3, 3))

        case = _tenon.TestCase([box._make() for box in testing.TWO_BOXES], -1, False)
        case.make_force(lambda find: Broken(find, 1.0))
        return case

    def assert_same_on_all_ranks(self, call, pattern):
        with self.assertRaisesRegex(tenon.InputError, pattern) as caught:
            call()
        messages = MPI.COMM_WORLD.allgather(str(caught.exception))
        self.assertEqual(len(set(messages)), 1)
        self.assertTrue(caught.exception.on_all_ranks)
        return caught.exception

    def test_force(self):
        case = self.broken("force")
        error = self.assert_same_on_all_ranks(case.f, r"ZeroDivisionError in .*force \(test_contributors.py:\d+\): broken")
        if RANK == SIZE - 1:
            self.assertIsInstance(error.__cause__, ZeroDivisionError)
            self.assertIsNotNone(error.__cause__.__traceback__)
        if SIZE > 1:
            self.assertIn(f"Rank {SIZE - 1}:", str(error))

    def test_stiffness(self):
        case = self.broken("stiffness")
        self.assert_same_on_all_ranks(lambda: case.matrix(True), "ZeroDivisionError")

    def test_interrupt(self):
        case = self.broken("force", KeyboardInterrupt())
        with self.assertRaises(KeyboardInterrupt if RANK == SIZE - 1 else tenon.InputError):
            case.f()

    def test_constructor_on_one_rank(self):
        def factory(find):
            if RANK == SIZE - 1:
                raise RuntimeError("no memory")
            return Bands(find, 1.0)

        self.assert_same_on_all_ranks(lambda: case_of(factory), "RuntimeError in .*factory.*no memory")

    def test_constructor_after_selection(self):
        def factory(find):
            bands = Bands(find, 1.0)
            if RANK == 0:
                raise RuntimeError("late")
            return bands

        self.assert_same_on_all_ranks(lambda: case_of(factory), "late")

    def test_different_calls(self):
        def factory(find):
            if RANK == 0:
                find.nodes("left")
            return Bands(find, 1.0)

        if SIZE > 1:
            self.assert_same_on_all_ranks(lambda: case_of(factory), "different calls")

    def test_constraint(self):
        class Broken(OnSphere):
            def violation(self, x, t):
                raise ValueError("no sphere")

        case = _tenon.TestCase([box._make() for box in testing.TWO_BOXES], -1, False)
        case.make_constraint(Broken)
        for call in (case.phi, case.G):
            self.assert_same_on_all_ranks(call, "ValueError in .*violation.*no sphere")

    def test_mapping(self):
        class Broken(Midpoints):
            def apply(self, x):
                raise ValueError("no midpoint")

        case = _tenon.TestCase([box._make() for box in testing.TWO_BOXES], -1, False)
        case.make_mapping(Broken, 1)
        self.assert_same_on_all_ranks(case.mapped, "no midpoint")

    def test_results(self):
        results = {
            "returned None": lambda x: None,
            r"shape \(3,\), but the expected shape is \(\d+, 2, 3\) \[tuples, nodes, components\]": lambda x: np.zeros(3),
            "complex numbers": lambda x: x.astype(complex),
            "not finite": lambda x: x * np.nan,
            "floating-point numbers": lambda x: np.array("text"),
        }
        for pattern, force in results.items():
            class Bad(Bands):
                def force(self, x):
                    return force(x)

            case = case_of(lambda find: Bad(find, 1.0))
            self.assert_same_on_all_ranks(case.f, f"Bad.force.*{pattern}")

    def test_declarations(self):
        class NoName(tenon.TupleForce):
            def __init__(self, find):
                pass

        class Unknown(Bands):
            def force(self, y):
                return y

        for factory, pattern in ((NoName, "NoName.__init__ does not call super"),
                                 (lambda find: Unknown(find, 1.0), "argument 'y'"),
                                 (lambda find: 3, "object of type 'int'"),
                                 (lambda find: Bands(find, "left"), "TypeError|UFuncTypeError|ufunc|returned an array")):
            with self.assertRaisesRegex(tenon.InputError, pattern):
                case_of(factory).f()

    def test_unknown_group(self):
        def factory(find):
            return find.nodes(("left", "nowhere"))

        with self.assertRaisesRegex(tenon.InputError, "nowhere"):
            case_of(factory)

    def test_closed_objects(self):
        kept = []

        class Keeping(GroundSprings):
            def __init__(self, find, k):
                super().__init__(find, k)
                kept.append((self.body, find))

        case = case_of(lambda find: Keeping(find, 1.0))
        del case
        with self.assertRaisesRegex(tenon.InputError, "closed"):
            kept[0][0].u
        with self.assertRaisesRegex(tenon.InputError, "constructor"):
            kept[0][1].nodes("left")


if __name__ == "__main__":
    unittest.main(argv=["test_contributors.py", *__import__("sys").argv[1:]])
