# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Contributors in Python that several tests use."""
import numpy as np

import tenon
from tenon import testing
from tenon._library import _tenon

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
    """Springs as pairs, with analytical K."""

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


def two_boxes(partition=1):
    """Returns a case of the default boxes without a contributor."""
    return _tenon.TestCase([box._make() for box in testing.TWO_BOXES], partition, False)


def case_of(source, seed=1, time=0.0, velocity=0.5):
    """Returns a case of the default boxes with random displacements."""
    case = two_boxes()
    case.make_force(testing._source(source))
    case.set_time(time)
    case.move_randomly(seed, 0.05, velocity)
    return case
