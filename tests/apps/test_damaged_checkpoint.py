# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies that damaged checkpoints are detected by their checksum and, without a checksum, by
checks of their values."""
import shutil
import unittest

import h5py
import numpy as np

from tenon_program import Case

SWING = """\
output: {stem: swing, checkpoint: 5, fields: [displacement]}
objects:
  block:
    mesh: block.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1e6, poisson: 0.3}}
      - {type: gravity, density: 2, acceleration: [0, 0, -10]}
    masses: [{type: consistent, density: 2}]
constraints:
  - {type: prescribed, name: feet, object: block, group: bottom, values: {x: 0, y: 0, z: 0}}
analysis: {type: transient, stepper: generalised-alpha, step: 0.001, end_time: 0.012}
solver: {preset: direct}
"""


def unsealed(path):
    """Removes the checksum, as in files of earlier versions."""
    with h5py.File(path, "r+") as file:
        if "sealed" in file.attrs:
            del file.attrs["sealed"]


class DamagedCheckpoint(Case):
    def setUp(self):
        super().setUp()
        self.write("swing.yaml", SWING)
        self.assertRuns("run", "swing.yaml")
        self.path, self.old = self.folder / "swing.checkpoint.h5", self.folder / "swing.checkpoint-old.h5"

    def restart(self):
        return self.tenon("run", "swing.yaml", "--restart")

    def test_other_bytes_are_found_out(self):
        good, before = self.path.read_bytes(), self.old.read_bytes()
        with h5py.File(self.path) as file:
            rows = file["objects/block/velocity"].id.get_offset()
        for at in (8, 300, rows + 6, rows + 7, rows + 70, len(good) // 2, len(good) - 30, len(good) - 20, len(good) - 12, len(good) - 1):
            bytes_ = bytearray(good)
            bytes_[at] ^= 64
            self.path.write_bytes(bytes_)
            self.old.write_bytes(before)
            with self.subTest(at=at):
                run = self.restart()
                self.assertEqual((run.code, run.errors()), (0, []), run)
                self.assertRegex(run.all, "damaged.*The previous checkpoint")
        self.path.write_bytes(bytes_)
        self.old.unlink()
        self.assertFails(self.restart(), 4, "damaged")

    def test_a_damaged_one_never_replaces_a_good_one(self):
        """Verifies this for a run restarted from the previous checkpoint and for a run from the
        start."""
        good, before = self.path.read_bytes(), self.old.read_bytes()
        for words in (("--restart",), ()):
            for damage in (good[:len(good) // 2], good[:-9] + b"x" + good[-8:], b"", good[:700] + bytes(8) + good[708:]):
                with self.subTest(words=words, size=len(damage)):
                    self.path.write_bytes(damage)
                    self.old.write_bytes(before)
                    self.write("swing.yaml", SWING.replace("checkpoint: 5", "checkpoint: 10" if words else "checkpoint: 7"))
                    run = self.assertRuns("run", "swing.yaml", *words)
                    self.assertRegex(run.all, "The previous checkpoint" if words else "The damaged checkpoint is overwritten")
                    self.assertEqual(self.old.read_bytes(), before)
                    self.assertNotEqual(self.path.read_bytes(), damage)
                    self.assertNotIn("damaged", self.assertRuns("run", "swing.yaml", "--restart").all)
        self.write("swing.yaml", SWING)
        self.assertRuns("run", "swing.yaml")  # a valid checkpoint becomes the previous one
        self.assertNotEqual(self.old.read_bytes(), before[:-1])

    def test_a_damaged_one_without_a_checksum_never_replaces_a_good_one(self):
        """Verifies this for damage that only the check of the values detects."""
        unsealed(self.path)
        with h5py.File(self.path, "r+") as file:
            rows = file["objects/block/velocity"][...]
            rows[0] = np.nan
            file["objects/block/velocity"][...] = rows
        before = self.old.read_bytes()
        self.write("swing.yaml", SWING.replace("checkpoint: 5", "checkpoint: 10"))
        self.assertRegex(self.assertRuns("run", "swing.yaml", "--restart").all, "The previous checkpoint")
        self.assertEqual(self.old.read_bytes(), before)

    def test_names_of_what_a_stepper_remembers(self):
        """Verifies that vectors of the time integrator are identified by name: missing and unknown
        names and later versions are rejected, and the order of earlier versions is accepted."""
        self.old.unlink()
        good = self.path.read_bytes()
        self.assertRuns("run", "swing.yaml", "--restart")
        with h5py.File(self.folder / "swing.h5") as file:
            last = sorted(file["steps"])[-1]
            whole = file[f"steps/{last}/block/displacement"][:]

        def edited(*edits):
            self.old.unlink(missing_ok=True)
            self.path.write_bytes(good)
            unsealed(self.path)
            with h5py.File(self.path, "r+") as file:
                for edit in edits:
                    edit(file)

        def attribute(name, value):
            return lambda file: (file.attrs.__delitem__(name), file.attrs.create(name, value))

        def earlier(file):
            file.move("objects/block/memory-average_acceleration", "objects/block/memory-0")
            file.attrs["number-0"] = file.attrs["number-length"]
            for name in ("layout", "number-length"):
                del file.attrs[name]

        edited(earlier, attribute("memory", 1), attribute("numbers", 1))
        self.assertRuns("run", "swing.yaml", "--restart")
        with h5py.File(self.folder / "swing.h5") as file:
            np.testing.assert_array_equal(file[f"steps/{last}/block/displacement"][:], whole)
        for says, *edits in (("lacks the vector 'average_acceleration'", attribute("memory", "")),
                             ("lacks the vector 'average_acceleration'", attribute("memory", ""), attribute("step", 0)),
                             ("is unknown to this version", attribute("memory", "nonsense"), lambda file: file.move(
                                 "objects/block/memory-average_acceleration", "objects/block/memory-nonsense")),
                             ("later version", attribute("layout", 3)), ("wrong number of scalars", attribute("numbers", "")),
                             ("lacks the number 'length'", attribute("numbers", "width"), lambda file: file.attrs.create("number-width", 1.0)),
                             ("is not a valid list of names", attribute("memory", "../x")), ("is not a valid list of names", attribute("memory", "a" * 3000)),
                             (r"unnamed vectors \(7\)", earlier, attribute("memory", 7), attribute("numbers", 1), lambda file: [
                                 file.copy("objects/block/velocity", f"objects/block/memory-{k}") for k in range(1, 7)])):
            with self.subTest(says=says):
                edited(*edits)
                run = self.restart()
                self.assertIn(run.code, (2, 4), run)
                self.assertEqual(len(run.errors()), 1, run)
                self.assertRegex(run.all, says)

    def test_checkpoints_without_a_checksum_are_still_read(self):
        unsealed(self.path)
        run = self.restart()
        self.assertEqual((run.code, run.errors()), (0, []), run)
        self.assertNotIn("The previous checkpoint", run.all)

    def test_values_that_cannot_be(self):
        self.old.unlink()
        good = self.folder / "good.h5"
        unsealed(self.path)
        shutil.copy(self.path, good)

        def row(name, value):
            def edit(file):
                rows = file[name][...]
                rows.flat[rows.size // 2] = value
                file[name][...] = rows
            return edit

        def attribute(name, value):
            return lambda file: (file.attrs.__delitem__(name), file.attrs.create(name, value))

        for edit in (row("objects/block/displacement", np.nan), row("objects/block/velocity", np.inf),
                     row("objects/block/acceleration", -np.inf), row("objects/block/memory-average_acceleration", np.nan),
                     row("constraints/feet", np.nan), row("energies", np.nan), attribute("time", np.nan), attribute("time", np.inf),
                     attribute("step", -1), attribute("step", 2**62), attribute("memory", -1), attribute("memory", 2**40),
                     attribute("memory", 100), attribute("memory", 3), attribute("numbers", 2**40), attribute("numbers", 0),
                     attribute("numbers", -5), attribute("interval", -3), attribute("interval", 2**40), attribute("place", np.nan),
                     attribute("place", 1e300), attribute("time", -1.0), attribute("place", -1.0), attribute("wanted_length", np.nan), attribute("wanted_length", -1.0),
                     attribute("waits", -1), attribute("waits", 2**33), attribute("largest_motion", np.inf), attribute("load", np.nan),
                     attribute("stiffest", np.nan), attribute("number-length", np.inf), attribute("layout", 0), attribute("layout", 2**40), attribute("layout", "two"), attribute("step_length", np.nan),
                     attribute("step_length", -1.0), attribute("step", "one"), attribute("time", "now")):
            shutil.copy(good, self.path)
            with h5py.File(self.path, "r+") as file:
                edit(file)
            run = self.restart()
            self.assertIn(run.code, (2, 4), run)
            self.assertEqual(len(run.errors()), 1, run)


if __name__ == "__main__":
    unittest.main()
