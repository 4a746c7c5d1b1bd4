# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of errors in contributors in Python, on any number of ranks."""
import unittest

import numpy as np
from mpi4py import MPI

import tenon
from contributor_examples import (
    Bands, GroundSprings, Midpoints, OnSphere, Springs, case_of, two_boxes,
)


RANK, SIZE = MPI.COMM_WORLD.rank, MPI.COMM_WORLD.size


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

        case = two_boxes(-1)
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
        error = self.assert_same_on_all_ranks(case.f, r"ZeroDivisionError in .*force \(test_contributor_failures.py:\d+\): broken")
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

        case = two_boxes(-1)
        case.make_constraint(Broken)
        for call in (case.phi, case.G):
            self.assert_same_on_all_ranks(call, "ValueError in .*violation.*no sphere")

    def test_mapping(self):
        class Broken(Midpoints):
            def apply(self, x):
                raise ValueError("no midpoint")

        case = two_boxes(-1)
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
        case_of(lambda find: Bands(find, 1.0))  # destroys unused cases
        with self.assertRaisesRegex(tenon.InputError, "closed"):
            kept[0][0].u
        with self.assertRaisesRegex(tenon.InputError, "constructor"):
            kept[0][1].nodes("left")


if __name__ == "__main__":
    unittest.main()
