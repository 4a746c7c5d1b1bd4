# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Program that fails on one rank of several, which test_uncaught.py runs.

usage: failing_program.py <place: force, stiffness, constraint or top> <rank>
"""
import sys
import time

import numpy as np
from mpi4py import MPI

import tenon
from tenon import analyses, conditions

PLACE, FAILING = sys.argv[1], int(sys.argv[2])
RANK = MPI.COMM_WORLD.rank


def fail_at(place):
    """Raises an exception on the failing rank, after its time has been printed."""
    if PLACE == place and RANK == FAILING:
        print(f"failed at {time.time():.3f}", flush=True)
        raise ValueError(f"broken in {place}")


class Chain(tenon.TupleForce):
    """Springs of rest length 0 between successive particles."""

    def force(self, x):
        fail_at("force")
        d = x[:, 1] - x[:, 0]
        return np.stack([d, -d], axis=1)

    def stiffness(self, x):
        fail_at("stiffness")
        block = np.kron(np.array([[-1.0, 1.0], [1.0, -1.0]]), np.eye(3)).reshape(2, 3, 2, 3).transpose(0, 2, 1, 3)
        return np.broadcast_to(block, (len(x), 2, 2, 3, 3))


class OnPlane(tenon.TupleConstraint):
    """Node in the plane y = 0."""

    def violation(self, x, t):
        fail_at("constraint")
        return x[:, 0, 1]


def main():
    model = tenon.Model(analysis=analyses.static(steps=2), solver={"preset": "direct"})
    count = 20
    model.object(
        "chain",
        particles=[{"name": f"n{k}", "position": [k, 0, 0], "mass": 1} for k in range(1, count + 1)],
        conditions=[conditions.fixed(group="n1"), conditions.fixed(group=f"n{count}")],
    )
    links = np.array([[k, k + 1] for k in range(1, count)])
    nodes = np.arange(2, count)[:, None]
    model.interactions.append(lambda find: Chain(find.tuples(("chain", "chain"), links), name="links"))
    model.constraints.append(lambda find: OnPlane(find.tuples(("chain",), nodes), name="plane"))
    with model.build() as sim:
        fail_at("top")
        sim.solve()
        print(f"the largest displacement is {np.abs(sim.x().getArray()).max(initial=0.0):.1e}")


if __name__ == "__main__":
    main()
