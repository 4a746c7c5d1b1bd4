# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Cases, runs and results for the tests of tenon.results.

The environment variable TENON names the program; by default it is build/tenon of the source tree.
"""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/apps"))
if not any(Path(folder, "tenon").is_dir() for folder in os.environ.get("PYTHONPATH", "").split(os.pathsep) if folder):
    sys.path.insert(0, str(ROOT / "python"))
import tenon.results  # noqa: E402
from blocks import brick  # noqa: E402

TENON = os.environ.get("TENON", str(ROOT / "build/tenon"))
RANK = int(os.environ.get("OMPI_COMM_WORLD_RANK", os.environ.get("PMI_RANK", "0")))
LAUNCHER = ("OMPI_COMM", "OMPI_APP", "OMPI_FIRST", "OMPI_UNIVERSE", "OMPI_LOCAL", "OMPI_NUM", "OMPI_MCA_orte", "OMPI_MCA_ess", "OMPI_MCA_pmix",
            "OMPI_MCA_shmem", "PMIX_", "PMI_", "PRTE_")

# Two blocks of different cells, tied, with a history of the load.
TIED = """\
title: Two <tied> blocks
objects:
  lower:
    mesh: lower.msh
    forces: [{type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}]
    conditions: [{type: fixed, group: bottom}]
  upper:
    mesh: upper.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 2000, poisson: 0.2}}
      - {type: traction, group: top, traction: [0.5, 0, -2], history: [[0, 0], [1, 1]]}
constraints:
  - {type: tie, name: joint/top, slave: {object: upper, group: bottom}, master: {object: lower, group: top}}
analysis: {type: static, steps: 4}
solver: {preset: direct}
output: tied
"""
# One free fall of a block, every second step in the file, every step in the history.
FALL = """\
objects:
  block:
    mesh: lower.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}
      - {type: gravity, density: 1, acceleration: [0, 0, -10]}
    masses: [{type: consistent, density: 1}]
analysis: {type: transient, step: 0.01, end_time: END}
solver: {preset: direct}
output: {stem: fall, every: 2, fields: [displacement], histories: [{name: mean, nodes: {object: block, group: top}, fields: [displacement, velocity], of: mean}]}
"""
# A ball on the floor: the contact force is its weight.
BALL = """\
objects:
  floor:
    bodies: [{name: floor, position: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}]
    shapes: [{type: plane}]
    conditions: [{type: fixed, group: floor}]
  ball:
    bodies: [{name: ball, position: [1, 2, 0.1], mass: 2, inertia: [0.008, 0.008, 0.008]}]
    forces: [{type: gravity, acceleration: [0, 0, -9.81]}]
    shapes: [{type: sphere, radius: 0.1}]
contacts: [{type: rigid, friction: 0.3}]
analysis: {type: transient, stepper: moreau-jean, step: 0.01, end_time: 0.05}
output: {stem: ball}
"""
KINDS = ("hex8", "hex20", "hex27", "tet4", "tet10", "prism6", "prism15")
VOLUME = 1.0 * 2.0 * 0.5
KIND = """\
  KIND:
    mesh: KIND.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 100, poisson: 0.3}}
      - {type: gravity, density: 1, acceleration: [1, 2, -10]}
    conditions: [{type: fixed, group: bottom}]
"""
ALL_KINDS = "objects:\n" + "".join(KIND.replace("KIND", kind) for kind in KINDS) + "solver: {preset: direct}\noutput: kinds\n"
TEXTS = {"tied": TIED, "fall": FALL.replace("END", "0.2"), "ball": BALL, "kinds": ALL_KINDS}



def variables():
    """Returns the environment without the variables of a launcher, so that the program starts on
    its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(LAUNCHER)}
    return {**kept, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMP_NUM_THREADS": "1"}


def run(folder, text, name):
    """Writes and runs a case."""
    (folder / f"{name}.yaml").write_text(text)
    done = subprocess.run([TENON, "run", f"{name}.yaml"], cwd=folder, env=variables(), capture_output=True, text=True, check=False, timeout=600)
    if done.returncode != 0:
        raise AssertionError(done.stdout + done.stderr)


class ResultCase(unittest.TestCase):
    """Runs cases once for all tests of a class, and opens their results."""

    CASES: tuple[str, ...] = ()  # names of the cases in TEXTS

    @classmethod
    def setUpClass(cls):
        if RANK != 0:
            raise unittest.SkipTest("only the first rank acts")
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = Path(temporary.name)
        (cls.folder / "lower.msh").write_text(brick("hex20", (2, 2, 1), (0, 0, 0), (2, 2, 1)))
        (cls.folder / "upper.msh").write_text(brick("tet10", (2, 1, 1), (0, 0, 1), (2, 2, 1)))
        for kind in KINDS if "kinds" in cls.CASES else ():
            (cls.folder / f"{kind}.msh").write_text(brick(kind, (2, 2, 1), (0, 0, 0), (1, 2, 0.5)))
        for name in cls.CASES:
            run(cls.folder, TEXTS[name], name)

    def open(self, name):
        """Opens a result, which is closed at the end of the test."""
        results = tenon.results.open(self.folder / f"{name}.h5")
        self.addCleanup(results.close)
        return results
