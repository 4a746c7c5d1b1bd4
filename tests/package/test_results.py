#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies the reader of results and its tables by results of the program."""
import csv
import os
import subprocess
import sys
import time
import unittest
from unittest import mock

import h5py
import numpy as np

from result_cases import FALL, ROOT, TENON, ResultCase, variables

import tenon.results
from tenon.results.reading import ValidatedFile


class Reading(ResultCase):
    CASES = ("tied", "fall", "ball")

    def test_fields_equal_the_datasets(self):
        results = self.open("tied")
        self.assertEqual(sorted(results.objects), ["lower", "upper"])
        np.testing.assert_allclose(results.times, [0.25, 0.5, 0.75, 1])
        self.assertTrue(results.is_finished)
        with h5py.File(self.folder / "tied.h5") as file:  # open twice at the same time
            for step in range(4):
                for name in ("lower", "upper"):
                    group = file[f"steps/{step:04}/{name}"]
                    np.testing.assert_array_equal(results.field("displacement", name, step), group["displacement"][()])
                    for kind, values in results.cell_field("stress", name, step).items():
                        np.testing.assert_array_equal(values, group[f"{kind}/stress"][()])
            for kind, tags in results.cell_tags("upper").items():
                np.testing.assert_array_equal(tags, file[f"meshes/upper/{kind}/tags"][()])
        linear = results.field("displacement", "upper", 0)
        np.testing.assert_allclose(results.field("displacement", "upper"), 4 * linear, rtol=1e-9, atol=1e-9 * np.abs(linear).max())

    def test_values_at_nodes(self):
        results = self.open("tied")
        tags = results.tags("upper")[[3, 0, 7]]
        expected = results.field("displacement", "upper", 1)[[3, 0, 7]]
        np.testing.assert_array_equal(results.values_at("displacement", "upper", tags, 1), expected)
        over_steps = results.values_over_steps("displacement", "upper", tags[0])
        self.assertEqual(over_steps.shape, (4, 3))
        np.testing.assert_array_equal(over_steps[1], expected[0])
        self.assertEqual(results.values_over_steps("von_mises", "upper", tags[0]).shape, (4,))
        with self.assertRaisesRegex(tenon.results.InputError, "Object 'upper' has no node 999."):
            results.values_at("displacement", "upper", [999])

    def test_multipliers_balance_the_load(self):
        """Compares the sum of the constraint forces with the resultant of the traction, 4 x (0.5,
        0, -2)."""
        results = self.open("tied")
        self.assertEqual(results.constraints, ["joint/top"])
        rows = results.multipliers("joint/top")
        self.assertEqual(len(rows["multipliers"]), results.summary["constraints"][0]["multipliers"]["rows"])
        self.assertEqual(set(rows["object"]), {"upper"})
        np.testing.assert_allclose(results.field("force_joint/top", "upper").sum(axis=0), [-2, 0, 8], atol=1e-9)
        np.testing.assert_allclose(results.multipliers("joint/top", 0)["multipliers"], rows["multipliers"] / 4, atol=1e-9)

    def test_contacts_carry_the_weight(self):
        contacts = self.open("ball").contacts()
        self.assertEqual(sorted(contacts["object"][0]), ["ball", "floor"])
        sign = 1 if contacts["object"][0][1] == "ball" else -1
        np.testing.assert_allclose(sign * contacts["force"][0], [0, 0, 2 * 9.81], atol=1e-4)
        np.testing.assert_allclose(contacts["position"][0], [1, 2, 0], atol=1e-6)

    def test_history_equals_its_csv(self):
        history = self.open("fall").history("mean")
        with open(self.folder / "fall.mean.csv", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        self.assertEqual(list(history), rows[0])
        np.testing.assert_array_equal(np.column_stack(list(history.values())), np.array(rows[1:], float))
        self.assertEqual(len(history["time"]), 21)
        np.testing.assert_allclose(history["velocity_z"], -10 * history["time"], atol=1e-9)

    def test_unknown_names(self):
        results = self.open("tied")
        for call, message in ((lambda: results.history("tip"), "no history 'tip'; the choices are: none"),
                              (lambda: results.multipliers("tie"), "no constraint 'tie'; the choices are: joint/top"),
                              (lambda: results.contacts(), "no contacts of rigid bodies"),
                              (lambda: results.step(4), "no step 4: the number of steps is 4")):
            with self.assertRaises(KeyError) as caught:
                call()
            self.assertIn(message, str(caught.exception))

    def test_closed_results(self):
        with tenon.results.open(self.folder / "tied.h5") as results:
            self.assertIn("4 steps of", repr(results))
        self.assertIn("closed", repr(results))
        with self.assertRaisesRegex(tenon.results.NoResult, "is closed"):
            results.field("displacement", "upper")

    def test_the_former_name(self):
        """Verifies that tenon_results provides the names of the package, without any compiled
        module."""
        code = ("import sys, tenon_results as r; f = r.open('tied.h5'); print(f.field('displacement', 'upper')[:, 2].min()); "
                "assert r.Results is sys.modules['tenon.results'].Results and r.MESHIO_TYPES['hex20'] == 'hexahedron20'; "
                "assert not {'mpi4py', 'petsc4py', 'tenon._tenon', 'vtkmodules', 'matplotlib', 'pandas', 'meshio'} & set(sys.modules)")
        done = subprocess.run([sys.executable, "-c", code], cwd=self.folder, capture_output=True, text=True, check=False,
                              env={**variables(), "PYTHONPATH": str(ROOT / "scripts")})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(float(done.stdout), self.open("tied").field("displacement", "upper")[:, 2].min())


class DuringARun(ResultCase):
    CASES = ("fall",)

    def test_steps_become_visible(self):
        """Reads a result while the program writes it."""
        (self.folder / "slow.yaml").write_text(FALL.replace("END", "1000").replace("stem: fall", "stem: slow"))
        with subprocess.Popen([TENON, "run", "slow.yaml"], cwd=self.folder, env=variables(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as program:
            try:
                deadline = time.monotonic() + 120
                while not (self.folder / "slow.h5").exists() and time.monotonic() < deadline:
                    time.sleep(0.01)
                results = self.open("slow")
                self.assertFalse(results.is_finished)
                self.assertIn("has not finished", results._repr_html_())
                with self.assertRaisesRegex(tenon.results.NoSuchName, "has not finished"):
                    results.summary
                counts = [len(results.steps)]
                while counts[-1] < counts[0] + 40 and time.monotonic() < deadline:
                    if results.refresh():
                        counts.append(len(results.steps))
                        last = results.field("displacement", "block")
                        expected = -5 * results.times[-1] ** 2
                        np.testing.assert_allclose(last[:, 2], expected, rtol=1e-6, atol=1e-9)
                self.assertGreaterEqual(counts[-1], counts[0] + 40)
                self.assertEqual(counts, sorted(counts))
                self.assertIsNone(program.poll())
            finally:
                program.terminate()

    def test_a_file_that_is_complete_at_the_second_attempt(self):
        """Verifies that a read is repeated if it fails while the file changes."""
        path = self.folder / "growing.h5"
        path.write_bytes((self.folder / "fall.h5").read_bytes())
        with tenon.results.open(path) as results:
            original, calls = ValidatedFile.floats, []

            def fails_once(source, *arguments, **options):
                calls.append(source.generation)
                if len(calls) == 1:
                    os.utime(path, (1, 1))
                    raise RuntimeError("checksum")
                return original(source, *arguments, **options)

            with mock.patch.object(ValidatedFile, "floats", fails_once):
                points = results.points("block")
            self.assertEqual(calls, [0, 1])
            with h5py.File(self.folder / "fall.h5") as file:
                np.testing.assert_array_equal(points, file["meshes/block/points"][()])


class Frames(ResultCase):
    CASES = ("tied", "fall", "ball")

    def test_steps_and_histories(self):
        results = self.open("fall")
        steps = results.frame()
        np.testing.assert_array_equal(steps["time"], results.times)
        table = results.frame(history="mean")
        self.assertEqual(table.index.name, "time")
        np.testing.assert_array_equal(table["velocity_z"].to_numpy(), results.history("mean")["velocity_z"])

    def test_fields_of_nodes_and_cells(self):
        results = self.open("tied")
        table = results.frame(field="displacement", step=1)
        self.assertEqual(list(table.columns), ["displacement_x", "displacement_y", "displacement_z"])
        self.assertEqual(len(table), len(results.tags("lower")) + len(results.tags("upper")))
        row = results.nodes("upper", [5])[0]
        np.testing.assert_array_equal(table.loc[("upper", 5)].to_numpy(), results.field("displacement", "upper", 1)[row])
        cells = results.frame(cell_field="stress", object="lower")
        self.assertEqual(list(cells.columns)[:4], ["stress_xx", "stress_xy", "stress_xz", "stress_yx"])
        np.testing.assert_array_equal(cells.loc[("lower", "hex20")].to_numpy(), results.cell_field("stress", "lower")["hex20"])
        np.testing.assert_array_equal(cells.index.get_level_values("cell"), results.cell_tags("lower")["hex20"])

    def test_multipliers_and_contacts(self):
        rows = self.open("tied").frame(constraint="joint/top", step=0)
        np.testing.assert_array_equal(rows["multipliers"], self.open("tied").multipliers("joint/top", 0)["multipliers"])
        self.assertEqual(set(rows["object"]), {"upper"})
        contacts = self.open("ball").frame(contacts=True)
        self.assertEqual({contacts["object_first"][0], contacts["object_second"][0]}, {"ball", "floor"})
        self.assertAlmostEqual(abs(contacts["force_z"][0]), 2 * 9.81, places=4)

    def test_invalid_arguments(self):
        results = self.open("tied")
        with self.assertRaisesRegex(tenon.results.InputError, "returns one table"):
            results.frame(field="stress", constraint="joint/top")
        with self.assertRaisesRegex(tenon.results.InputError, "requires `field`"):
            results.frame(object="upper")
        with self.assertRaisesRegex(KeyError, "no field on nodes 'stres'; the choices are: displacement, .*stress"):
            results.frame(field="stres")


if __name__ == "__main__":
    unittest.main()
