# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the objects of simulations and of the views of their states, on any number of ranks."""
import gc
import unittest

import numpy as np
from package_case import COMM, TRANSIENT, case_file, simulation

import tenon

CONTACT = """
objects:
  lower:
    mesh: left.msh
    groups: {base: {box: {x: [0, 0]}}, end: {box: {x: [1, 1]}}}
    forces: [{type: elastic, material: {type: linear-elastic, young: 100, poisson: 0.3}}]
    conditions: [{type: fixed, group: base}]
  upper:
    mesh: right.msh
    groups: {end: {box: {x: [1, 1]}}, tip: {box: {x: [2, 2]}}}
    forces: [{type: elastic, material: {type: linear-elastic, young: 100, poisson: 0.3}}]
    conditions: [{type: prescribed, group: tip, values: {x: -0.05, y: 0.6, z: 0}, history: [[0, 0], [1, 1]]}]
contacts:
  - {type: surface, slave: {object: upper, group: end}, master: {object: lower, group: end}, reach: 0.5}
analysis: {type: static, steps: 4}
solver: {preset: direct}
"""


class Views(unittest.TestCase):
    def test_views_are_the_state(self):
        with simulation() as sim:
            left = sim["left"]
            view = left.displacement
            self.assertTrue(np.shares_memory(view, left.displacement))
            self.assertFalse(np.shares_memory(view, left.velocity))
            self.assertEqual(view.shape, (left.num_local, 3))
            view[:] = 0.25
            left.update()
            self.assertTrue(np.all(left.displacement == 0.25))
            rows = sim.rows("left").getIndices() - sim.x().getOwnershipRange()[0]
            self.assertTrue(np.all(sim.x().getArray()[rows] == 0.25))
            np.testing.assert_allclose(left.position, left.reference + 0.25)
            self.assertIs(sim["left"], left)

    def test_solver_writes_into_views(self):
        with simulation() as sim:
            view = sim["right"].displacement
            self.assertFalse(view.any())
            sim.solve()
            self.assertTrue(view.any() or sim["right"].num_local == 0)
            # NumPy does not report empty arrays, on ranks without nodes, as shared.
            self.assertTrue(len(view) == 0 or np.shares_memory(view, sim["right"].displacement))

    def test_update_copies_owned_values_to_ghosts(self):
        with simulation() as sim:
            for name in sim.objects:
                body = sim[name]
                body.velocity[:] = np.nan
                body.velocity[: body.num_owned] = body.global_numbers[: body.num_owned, None]
                body.update()
                np.testing.assert_array_equal(body.velocity[:, 1], body.global_numbers)
                self.assertEqual(COMM.allreduce(body.num_owned), body.num_nodes)

    def test_read_only_arrays(self):
        with simulation() as sim:
            for values in (sim["left"].reference, sim["left"].position):
                with self.assertRaises(ValueError):
                    values[...] = 0.0

    def test_assignment(self):
        with simulation(TRANSIENT) as sim:
            body = sim["left"]
            body.velocity = [1.0, 2.0, 3.0]
            body.acceleration = 4.0
            self.assertTrue(np.all(body.velocity == [1.0, 2.0, 3.0]) and np.all(body.acceleration == 4.0))

    def test_views_after_close(self):
        with case_file() as path:
            sim = tenon.open(path)
            view, part = sim["right"].displacement, sim["right"].displacement[1:]
            sim.solve()
            copy = view.copy()
            sim.close()
            gc.collect()
            np.testing.assert_array_equal(view, copy)
            np.testing.assert_array_equal(part, copy[1:])
            self.assertFalse(view.flags.writeable)
            with self.assertRaises(ValueError):
                sim["right"]
            del sim
            gc.collect()
            np.testing.assert_array_equal(view, copy)

    def test_views_of_abandoned_simulation(self):
        with case_file() as path:
            view = tenon.open(path)["left"].reference
            gc.collect()
            tenon.open(path).close()  # releases the abandoned simulation
            self.assertTrue(np.all(np.isfinite(view)))
            self.assertTrue(len(view) == 0 or view.max() <= 1.0)

    def test_views_of_replaced_arrays(self):
        with simulation(CONTACT) as sim:
            views = {name: sim[name].displacement for name in sim.objects}
            faults = []  # asserted after the last collective call
            for _ in sim.steps():
                for name, view in views.items():
                    current = sim[name].displacement
                    if len(view) == 0:
                        continue
                    if np.shares_memory(view, current):
                        if not np.array_equal(view, current):
                            faults.append(f"{name}: the view has other values")
                    elif view.flags.writeable or len(current) < len(view):  # new ghosts have replaced the array
                        faults.append(f"{name}: a replaced array can be written")
            self.assertEqual(faults, [])


class MeshOfObject(unittest.TestCase):
    def test_nodes_and_groups(self):
        with simulation() as sim:
            left = sim["left"]
            self.assertLessEqual({"base", "end"}, set(left.groups))
            for ghosts in (False, True):
                nodes = left.nodes("base", ghosts=ghosts)
                self.assertTrue(np.all(left.reference[nodes, 0] == 0.0))
                expected = np.flatnonzero(left.reference[: None if ghosts else left.num_owned, 0] == 0.0)
                np.testing.assert_array_equal(nodes, expected)
            self.assertEqual(COMM.allreduce(len(left.nodes("base"))), 9)
            with self.assertRaisesRegex(tenon.InputError, "base"):
                left.nodes("bace")

    def test_tags_and_cells(self):
        with simulation() as sim:
            left = sim["left"]
            tags = np.concatenate(COMM.allgather(left.tags[: left.num_owned]))
            self.assertEqual(sorted(tags), list(range(1, 28)))
            self.assertIn("hex8", left.cell_types)
            cells = left.cells("hex8")
            self.assertEqual(COMM.allreduce(len(cells)), 8)
            corners = left.reference[cells]
            volumes = np.prod(corners.max(axis=1) - corners.min(axis=1), axis=-1) if len(cells) else np.zeros(0)
            self.assertAlmostEqual(COMM.allreduce(volumes.sum()), 1.0)
            self.assertGreaterEqual(len(left.cells("hex8", ghosts=True)), len(cells))
            with self.assertRaisesRegex(tenon.InputError, "hex8"):
                left.cells("hex9")

    def test_mapped_object(self):
        with simulation() as sim:
            sim.solve()
            inside = sim["inside"]
            inside.update()  # from its parents
            self.assertEqual(inside.num_nodes, 8)
            self.assertTrue(inside.displacement.any() or inside.num_local == 0)


if __name__ == "__main__":
    unittest.main()
