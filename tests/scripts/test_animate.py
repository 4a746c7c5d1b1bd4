#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies frames rendered by scripts/animate.py from a synthetic result, and messages for missing
data."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import h5py
import numpy as np
from PIL import Image

from made_up import write_result

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "animate.py"


class Animate(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        write_result(self.folder / "result.h5")
        with h5py.File(self.folder / "result.h5", "a") as file:  # two more steps
            for step in (2, 3):
                file.copy("steps/0001", f"steps/{step:04}")
                file[f"steps/{step:04}"].attrs["time"] = 0.5 * (step + 1)
                file[f"steps/{step:04}/bar/displacement"][:] *= 10 * step

    def animate(self, *options, result="result.h5", output="motion.gif", path=os.environ["PATH"]):
        return subprocess.run([SCRIPT, self.folder / result, "-o", self.folder / output, "--size", "320x200", *options],
                              capture_output=True, text=True, check=False, timeout=900, env={**os.environ, "PATH": path})

    def frames(self, *options, **files):
        done = self.animate(*options, **files)
        self.assertEqual(done.returncode, 0, done.stderr)
        with Image.open(self.folder / "motion.gif") as image:
            pages = []
            for page in range(image.n_frames):
                image.seek(page)
                pages.append((np.asarray(image.convert("RGB"), int), image.info["duration"]))
        return pages

    def test_a_frame_for_each_step_in_which_the_bodies_move(self):
        pages = self.frames("--fps", "10", "--object", "bar")
        self.assertEqual([duration for _, duration in pages], [100] * 4)
        (self.folder / "result.xdmf").touch()
        again = self.frames("--fps", "10", "--object", "bar", result="result.xdmf")  # pictures of the HDF5 file next to it
        for (page, _), (same, _) in zip(pages, again):
            np.testing.assert_array_equal(page, same)
        # The bar lengthens to the right while the camera is fixed.
        def right_end(page):
            return np.flatnonzero((np.ptp(page[60:, :270], axis=2) > 60).any(axis=0)).max()
        ends = [right_end(page) for page, _ in pages]
        self.assertGreater(ends[3], ends[0] + 5)

    def test_every_other_step_by_a_scale(self):
        pages = self.frames("--every", "2", "--scale", "0", "--field", "von_mises")
        self.assertEqual(len(pages), 2)

    def test_a_film_by_ffmpeg(self):
        """Verifies that ffmpeg, if found, gets all frames and a name; otherwise a message reports
        its absence."""
        encoder = self.folder / "bin/ffmpeg"
        encoder.parent.mkdir()
        encoder.write_text("#!/bin/sh\nfor last; do :; done\necho \"$@\" > \"$last\"\nwc -c >> \"$last\"\n")
        encoder.chmod(0o755)
        done = self.animate(output="motion.mp4", path=f"{encoder.parent}:{os.environ['PATH']}")
        self.assertEqual(done.returncode, 0, done.stderr)
        words, count = (self.folder / "motion.mp4").read_text().splitlines()
        self.assertIn("-s 320x200 -r 20 -i -", words)
        self.assertEqual(int(count), 4 * 320 * 200 * 3)
        encoder.write_text("#!/bin/sh\necho no such codec >&2\nexit 1\n")
        done = self.animate(output="other.mp4", path=f"{encoder.parent}:{os.environ['PATH']}")
        self.assertEqual((done.returncode, (self.folder / "other.mp4").exists()), (2, False))
        self.assertIn("ffmpeg could not write", done.stderr)

    def test_what_is_not_there(self):
        for sentence, words, files in (
                ("There is no field 'stres'", ("--field", "stres"), {}),
                ("There is no file", (), {"result": "no.h5"}),
                ("a .gif or .mp4 file", (), {"output": "motion.avi"}),
                ("positive", ("--every", "0"), {}),
                ("even", ("--size", "321x200"), {}),
        ):
            done = self.animate(*words, **files)
            self.assertEqual(done.returncode, 2)
            self.assertIn(sentence, done.stderr)
            self.assertFalse((self.folder / "motion.gif").exists())


if __name__ == "__main__":
    unittest.main()
