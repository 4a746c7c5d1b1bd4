#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies that the readers of scripts/ return a value or one message for damaged and forged
results."""
import os
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import h5py
import numpy as np

from made_up import write_result

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS.parent / "python"))
import tenon.results  # noqa: E402
from tenon.pictures import bodies  # noqa: E402


def replace(file, name, value):
    del file[name]
    file[name] = value


def forgeries():
    """Returns (description, modification) pairs, each of which leaves a valid HDF5 file that is an
    invalid result."""
    cells, points, u = "meshes/bar/hex20/cells", "meshes/bar/points", "steps/0001/bar/displacement"

    def change(name, at, value):
        def edit(file):
            file[name][at] = value
        return edit

    def external(file):
        del file[u]
        file[u] = h5py.ExternalLink("/dev/zero", "/")

    def soft(file):
        del file[points]
        file[points] = h5py.SoftLink("/nowhere")

    def virtual(file):
        layout = h5py.VirtualLayout((20, 3), "f8")
        layout[:] = h5py.VirtualSource("pipe", "x", (20, 3))
        del file[u]
        file.create_virtual_dataset(u, layout)

    def elsewhere(file):
        del file[u]
        file.create_dataset(u, (20, 3), "f8", external=[("pipe", 0, 480)])

    def huge(file):
        del file[cells]
        file.create_dataset(cells, (10**12, 20), "i8", chunks=(1, 20))

    yield "a negative node", change(cells, (0, 3), -1)
    yield "a node behind the end", change(cells, (0, 3), 20)
    yield "a node far behind the end", change(cells, (0, 3), 2**62)
    yield "positions that are not numbers", change(points, (0, 0), np.nan)
    yield "infinite places", change(points, (0, 0), np.inf)
    yield "displacements that are not numbers", change(u, (0, 0), np.nan)
    yield "cells of other nodes", lambda file: replace(file, cells, np.zeros((1, 8), int))
    yield "cells that are reals", lambda file: replace(file, cells, np.zeros((1, 20)))
    yield "cells in three dimensions", lambda file: replace(file, cells, np.zeros((1, 4, 5), int))
    yield "no cells", lambda file: replace(file, cells, np.zeros((0, 20), int))
    yield "one place less", lambda file: replace(file, points, np.zeros((19, 3)))
    yield "places in four dimensions", lambda file: replace(file, points, np.zeros((20, 4)))
    yield "places that are texts", lambda file: replace(file, points, np.array([b"x"] * 20))
    yield "one place in one dimension", lambda file: replace(file, points, np.zeros(20))
    yield "displacements of other nodes", lambda file: replace(file, u, np.zeros((7, 3)))
    yield "displacements of five components", lambda file: replace(file, u, np.zeros((20, 5)))
    yield "displacements of no components", lambda file: replace(file, u, np.zeros((20, 0)))
    yield "a scalar", lambda file: replace(file, u, 1.0)
    yield "a text", lambda file: replace(file, "steps/0001/bar/von_mises", "words")
    yield "a step without a number", lambda file: file.move("steps/0001", "steps/last")
    yield "a dataset for a step", lambda file: (file.__delitem__("steps/0001"), file.create_dataset("steps/0001", data=[1.0]))
    yield "a dataset for a mesh", lambda file: (file.__delitem__("meshes/bar"), file.create_dataset("meshes/bar", data=[1.0]))
    yield "a time that is not a number", lambda file: file["steps/0001"].attrs.modify("time", np.nan)
    yield "a time that is a text", lambda file: (file["steps/0001"].attrs.__delitem__("time"), file["steps/0001"].attrs.create("time", "now"))
    yield "columns that are no list", lambda file: file["histories/tip"].attrs.modify("columns", "{")
    yield "columns that are numbers", lambda file: file["histories/tip"].attrs.modify("columns", "[1, 2]")
    yield "a history with other values", lambda file: replace(file, "histories/tip/values", np.zeros((3, 2)))
    yield "an external link", external
    yield "a link to nothing", soft
    yield "a mosaic of other files", virtual
    yield "rows in another file", elsewhere
    yield "more cells than the file holds", huge


class Damaged(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.path = self.folder / "result.h5"

    def read_all(self):
        """Reads all data that the scripts use, and VTK's grids of it; returns True if there was no
        error."""
        try:
            with tenon.results.open(self.path) as results:
                results.times, results.frequencies, results.histories
                for name in results.histories:
                    results.history(name)
                for name in results.objects:
                    results.tags(name)
                for step in results.steps:
                    for body in bodies.read(self.path, step, [], "von_mises", "")[0]:
                        body.surface(1.0)
        except (tenon.results.NoResult, tenon.results.InputError) as error:
            self.assertTrue(str(error).rstrip().endswith((".", ")")) or "damaged" in str(error) or "HDF5" in str(error), str(error))
            return False
        return True

    def test_what_is_good_is_read(self):
        write_result(self.path)
        self.assertTrue(self.read_all())

    def test_forged_values_shapes_types_and_links(self):
        os.mkfifo(self.folder / "pipe")
        for what, edit in forgeries():
            with self.subTest(what):
                write_result(self.path)
                with h5py.File(self.path, "r+") as file:
                    edit(file)
                self.assertFalse(self.read_all())

    def test_pipes_and_folders(self):
        os.mkfifo(self.path)
        self.assertFalse(self.read_all())
        self.path.unlink()
        self.path.mkdir()
        self.assertFalse(self.read_all())

    def test_truncated_files(self):
        write_result(self.path)
        good = self.path.read_bytes()
        for kept in range(0, len(good) - 1, 211):
            self.path.write_bytes(good[:kept])
            self.assertFalse(self.read_all(), kept)

    def test_values_that_are_others(self):
        """Verifies modified bytes of rows, which have no checksum: no exceptions except those of
        damaged files, and no crash."""
        write_result(self.path)
        with h5py.File(self.path) as file:
            places = []
            file.visititems(lambda _, item: places.append((item.id.get_offset(), item.nbytes)) if isinstance(item, h5py.Dataset)
                            and item.id.get_offset() is not None else None)
        good, chance = self.path.read_bytes(), random.Random(5)
        for _ in range(300):
            bytes_ = bytearray(good)
            for _ in range(chance.randint(1, 4)):
                start, size = chance.choice(places)
                at = start + chance.randrange(size)
                bytes_[at] = chance.choice((bytes_[at] ^ 1 << chance.randrange(8), 0, 255, 127))
            self.path.write_bytes(bytes_)
            self.read_all()

    def test_scripts_say_it_in_one_line(self):
        write_result(self.path)
        with h5py.File(self.path, "r+") as file:
            file["meshes/bar/hex20/cells"][0, 3] = -1
        line = ("--from", "0,0,0", "--to", "1,1,1")
        for script, words in (("picture", ("-o", "x.png")), ("animate", ("-o", "x.gif", "--field", "von_mises")),
                              ("plot", ("-o", "x.png", "--field", "von_mises", *line))):
            done = subprocess.run([sys.executable, SCRIPTS / f"{script}.py", self.path, *words], cwd=self.folder, capture_output=True, text=True)
            self.assertEqual(done.returncode, 4, done.stderr)
            self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
            self.assertRegex(done.stderr, "damaged: a hex20 of 'bar' refers to a node that does not exist .the number of nodes is 20")


if __name__ == "__main__":
    unittest.main()
