# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies the output of many steps: the cost of a step, files modified by other processes, and
listings that are complete at all times."""
import os
import resource
import signal
import subprocess
import time
import unittest
import xml.etree.ElementTree as ElementTree

import h5py

from tenon_program import ERROR, MPIRUN, RANKS, TENON, VARIABLES, Case, replaced
from test_faults import FAULTS

FLIGHT = """\
output: {stem: flight, every: 1, histories: [{name: place, nodes: {object: p, group: a}, of: mean}]}
objects:
  p:
    bodies: [{name: a, position: [0.5, 0, 0], mass: 1, inertia: [1, 1, 1], angular_velocity: [0, 0, 1]}]
analysis: {type: transient, stepper: trapezoid, step: 0.001, end_time: 0.02}
solver: {preset: direct}
"""


def listed(path):
    """Returns the datasets of each step that an .xdmf file lists."""
    steps = ElementTree.parse(path).getroot().find("Domain/Grid").findall("Grid")
    return [[item.text.partition(":")[2] for item in step.iter("DataItem")] for step in steps]


class Growing(Case):
    def start(self, end_time):
        self.write("flight.yaml", replaced(FLIGHT, "end_time: 0.02", f"end_time: {end_time}"))
        launcher = [MPIRUN, "--oversubscribe", "--bind-to", "none", "-n", str(RANKS)] if RANKS > 1 else []
        run = subprocess.Popen([*launcher, TENON, "run", "flight.yaml"], cwd=self.folder, env=VARIABLES, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(lambda: (run.kill(), run.communicate()))
        until = time.monotonic() + 300
        while not (self.folder / "flight.place.csv").exists() and run.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
        return run

    def check_listing(self):
        steps = listed(self.folder / "flight.xdmf")
        with h5py.File(self.folder / "flight.h5") as file:
            for step in steps:
                for path in step:
                    self.assertIn(path, file)
            return len(steps), len(file["steps"])

    def test_the_listing_is_complete_in_the_end(self):
        self.write("flight.yaml", FLIGHT)
        self.assertRuns("run", "flight.yaml")
        self.assertEqual(self.check_listing(), (21, 21))

    def test_a_killed_run_leaves_a_listing_of_most_steps(self):
        run = self.start(100)
        until = time.monotonic() + 300
        while len((self.folder / "flight.place.csv").read_text().splitlines()) < 60 and time.monotonic() < until:
            time.sleep(0.05)
        if RANKS == 1:
            run.send_signal(signal.SIGKILL)
        else:
            run.send_signal(signal.SIGTERM)  # mpirun kills its ranks
        run.communicate()
        found, there = self.check_listing()
        self.assertGreaterEqual(9 * (found + 1), 8 * there)

    @unittest.skipIf(RANKS > 1, "one process is signalled")
    def test_a_signalled_run_leaves_a_listing_of_all_steps(self):
        run = self.start(100)
        time.sleep(0.3)
        run.send_signal(signal.SIGUSR1)
        run.communicate()
        self.assertEqual(run.returncode, 6)
        found, there = self.check_listing()
        self.assertEqual(found, there)

    def test_what_somebody_touches_is_not_taken_for_whole(self):
        def remove(path):
            path.unlink()

        def truncate(path):
            os.truncate(path, 0)

        def cut(path):
            os.truncate(path, path.stat().st_size // 2)

        def replace(path):
            other = path.with_suffix(".new")
            other.write_text("other")
            os.replace(other, path)

        def overwrite(path):
            path.write_bytes(b"x" * (path.stat().st_size + 100000))

        for name in ("flight.h5", "flight.place.csv"):
            for touch in (remove, truncate, cut, replace, overwrite):
                with self.subTest(name=name, touch=touch.__name__):
                    for path in self.folder.glob("flight.*"):
                        path.unlink()
                    run = self.start(100)
                    touch(self.folder / name)
                    out, err = run.communicate(timeout=300)
                    self.assertEqual(run.returncode, 4, out + err)
                    self.assertEqual((out + err).count(ERROR), 1, out + err)
                    self.assertRegex(out + err, f"{name}.*(removed or replaced|truncated or overwritten)")

    @unittest.skipIf(RANKS > 1, "one process is limited")
    def test_a_limit_of_the_size_of_files(self):
        """Verifies that exceeding `ulimit -f` makes the write fail without a signal that ends the
        run."""
        self.write("flight.yaml", replaced(FLIGHT, "end_time: 0.02", "end_time: 2"))
        for kib in (1, 30, 200):
            done = subprocess.run([TENON, "run", "flight.yaml"], cwd=self.folder, env=VARIABLES, text=True, capture_output=True,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (kib << 10, kib << 10)), check=False)
            self.assertEqual(done.returncode, 4, done)
            self.assertEqual((done.stdout + done.stderr).count(ERROR), 1, done)
            self.assertRegex(done.stdout + done.stderr, "File too large")

    def test_a_listing_that_is_removed_is_written_again(self):
        run = self.start(0.3)
        (self.folder / "flight.xdmf").unlink(missing_ok=True)
        out, err = run.communicate(timeout=600)
        self.assertEqual(run.returncode, 0, out + err)
        self.assertEqual(self.check_listing(), (301, 301))

    @unittest.skipIf(RANKS > 1, "calls of one process are counted")
    def test_a_step_takes_as_many_calls_as_the_one_before(self):
        """Verifies that each step makes as many system calls on output files as the previous one,
        of which rewriting the listing is a small part."""
        def calls(steps):
            self.write("flight.yaml", replaced(FLIGHT, "end_time: 0.02", f"end_time: {0.001 * steps:g}"))
            log = self.folder / "log"
            run = self.tenon("run", "flight.yaml", environment={
                "LD_PRELOAD": FAULTS, "TENON_FAULT_FOLDER": str(self.folder.resolve()), "TENON_FAULT_NUMBER": "0",
                "TENON_FAULT_ERROR": "5", "TENON_FAULT_LOG": str(log)})
            self.assertEqual(run.code, 0, run)
            text = (self.folder / "log.0").read_text()
            (self.folder / "log.0").unlink()
            return int(text.split()[0])
        start, middle, end = calls(50), calls(150), calls(250)
        self.assertLess(end - middle, 1.1 * (middle - start))


if __name__ == "__main__":
    unittest.main()
