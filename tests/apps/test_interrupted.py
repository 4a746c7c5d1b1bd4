# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies the message, the exit code and the files of runs that SIGINT or a closed standard output
interrupts."""
import os
import signal
import subprocess
import time
import unittest

import h5py
from tenon_program import ERROR, MPIRUN, ONE, RANKS, TENON, VARIABLES, Case, box

STEPS = ONE.replace("title: one block", "output: {stem: case}") + "analysis: {type: static, steps: 200000}\n"


class Interrupted(Case):
    def start(self, *words, **options):
        launcher = [] if RANKS == 1 else [MPIRUN, "--oversubscribe", "--bind-to", "none", "-n", str(RANKS)]
        run = subprocess.Popen([*launcher, TENON, *words], cwd=self.folder, env=VARIABLES, text=True,
                               stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               **{"stdout": subprocess.DEVNULL, "start_new_session": True, **options})
        self.addCleanup(lambda: (run.kill(), run.communicate()))
        return run

    def await_file(self, run, name):
        until = time.monotonic() + 300
        while not (self.folder / name).exists() and run.poll() is None and time.monotonic() < until:
            time.sleep(0.005)
        self.assertTrue((self.folder / name).exists())

    @unittest.skipIf(RANKS > 1, "one process is signalled")
    def test_an_interrupted_analysis_ends_after_its_step(self):
        self.write("case.yaml", STEPS)
        run = self.start("run", "case.yaml")
        self.await_file(run, "case.h5")  # the first step is complete
        run.send_signal(signal.SIGINT)
        _, err = run.communicate(timeout=300)
        self.assertEqual(run.returncode, 6, err)
        self.assertEqual(err.count("tenon: SIGINT ends the run after the current step"), 1, err)
        self.assertRegex(err, ERROR + r"SIGINT terminated the run after step \d+ of 200000: `--restart` continues from 'case.checkpoint.h5'")
        self.assertEqual(sorted(path.name for path in self.folder.glob("case.*")),
                         ["case.checkpoint.h5", "case.h5", "case.xdmf", "case.yaml"])

    @unittest.skipIf(RANKS > 1, "one process is signalled")
    def test_a_run_without_steps_is_terminated_with_a_message(self):
        self.write("block.msh", box(cells=(24, 24, 24)))
        self.write("case.yaml", ONE)
        for number in (signal.SIGINT, signal.SIGTERM):
            (self.folder / "case.h5.partial").unlink(missing_ok=True)
            run = self.start("run", "case.yaml")
            self.await_file(run, "case.h5.partial")
            run.send_signal(number)
            _, err = run.communicate(timeout=300)
            self.assertEqual(run.returncode, -number, err)
            self.assertIn(f"{ERROR}{number.name} terminated the program; files *.partial may remain.", err)
            self.assertFalse((self.folder / "case.h5").exists())
        self.assertRuns("run", "case.yaml")  # a partial file does no harm
        self.assertFalse((self.folder / "case.h5.partial").exists())

    @unittest.skipIf(RANKS > 1, "one process is signalled")
    def test_an_ignored_interrupt_remains_ignored(self):
        """Verifies a job that a shell has started in the background."""
        self.write("case.yaml", STEPS.replace("200000", "2000"))
        run = self.start("run", "case.yaml", preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        self.await_file(run, "case.h5")
        run.send_signal(signal.SIGINT)
        time.sleep(0.2)
        run.send_signal(signal.SIGUSR1)
        _, err = run.communicate(timeout=300)
        self.assertEqual(run.returncode, 6, err)
        self.assertIn("SIGUSR1 terminated the run", err)

    @unittest.skipIf(RANKS == 1, "mpirun is signalled")
    def test_mpirun_ends_its_ranks(self):
        """Verifies that an interrupted mpirun, which sends SIGTERM to its ranks, leaves the results
        of complete steps."""
        self.write("case.yaml", STEPS)
        run = self.start("run", "case.yaml")
        self.await_file(run, "case.h5")
        os.killpg(run.pid, signal.SIGINT)  # as a terminal does
        _, err = run.communicate(timeout=300)
        self.assertNotEqual(run.returncode, 0, err)
        with h5py.File(self.folder / "case.h5") as file:
            self.assertGreaterEqual(len(file["steps"]), 1)

    def test_closed_standard_output(self):
        """Verifies that a reader that ends early costs no results: exit code 4 with a message."""
        self.write("case.yaml", ONE)
        reader, writer = os.pipe()
        os.close(reader)
        run = self.start("run", "case.yaml", stdout=writer)
        os.close(writer)
        _, err = run.communicate(timeout=300)
        if RANKS == 1:
            self.assertEqual(run.returncode, 4, err)
            self.assertEqual(err.strip(), ERROR + "Cannot write to standard output: it is closed, or the disk is full.")
            self.assertTrue((self.folder / "case.h5").exists())


if __name__ == "__main__":
    unittest.main()
