# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies transient analyses from the case to the results."""
import json
import unittest

import h5py
import meshio
import numpy as np
import scipy.io

from tenon_program import ONE, Case, on_all_ranks, replaced

FALL = """\
output: {stem: fall, every: 4}
objects:
  block:
    mesh: block.msh
    initial: {velocity: [1, 0, 2], angular_velocity: [0, 0, 3], about: [0.5, 0.5, 0.5]}
    forces:
      - {type: elastic, group: body, material: {type: linear-elastic, young: 1e6, poisson: 0.3}}
      - {type: gravity, density: 2, acceleration: [0, 0, -10]}
    masses: [{type: consistent, density: 2}]
analysis: {type: transient, stepper: trapezoid, step: 0.001, end_time: 0.01}
petsc: {ksp_rtol: 1e-12}
"""

# A plate on rods that swings on its corner.
PENDULUM = """\
objects:
  plate:
    mesh: plate.msh
    groups: {pin: {nodes: [1]}}
    forces: [{type: gravity, density: 2, acceleration: [0, -9.81]}]
    masses: [{type: consistent, density: 2}]
    conditions: [{type: fixed, group: pin}]
constraints:
  - {type: distance, name: rods, first: {object: plate}, second: {object: plate}, pairs: [[1, 2], [1, 3], [2, 3]]}
analysis: {type: transient, step: 0.01, end_time: 0.2}
solver: {preset: direct}
"""
PLATE = """\
$MeshFormat
2.2 0 8
$EndMeshFormat
$Nodes
3
1 0 0 0
2 1 0 0
3 0.8 0.5 0
$EndNodes
$Elements
1
1 2 2 1 1 1 2 3
$EndElements
"""


@on_all_ranks("motion")
class Transient(Case):
    def test_a_block_that_is_thrown(self):
        """Verifies a thrown block: its centre on a parabola; steps, times and fields in the file;
        momentum and energies in the summary."""
        self.write("fall.yaml", FALL)
        self.assertRuns("run", "fall.yaml", "--summary", "s.json")
        with h5py.File(self.folder / "fall.h5") as file:
            points = file["meshes/block/points"][:]
            steps = [file["steps"][k] for k in sorted(file["steps"])]
            times = [step.attrs["time"] for step in steps]
            np.testing.assert_allclose(times, [0, 0.004, 0.008, 0.01], atol=1e-15)
            for time, step in zip(times, steps):
                u, v, a = (step[f"block/{name}"][:] for name in ("displacement", "velocity", "acceleration"))
                np.testing.assert_allclose(u.mean(axis=0), [time, 0, 2 * time - 5 * time**2], atol=1e-10)
                np.testing.assert_allclose(v.mean(axis=0), [1, 0, 2 - 10 * time], atol=1e-9)
                np.testing.assert_allclose(a.mean(axis=0), [0, 0, -10], atol=1e-6)
            arm = points - 0.5
            at_start = np.array([1, 0, 2]) + 3 * np.column_stack([-arm[:, 1], arm[:, 0], 0 * arm[:, 0]])
            np.testing.assert_allclose(steps[0]["block/velocity"][:], at_start, atol=1e-9)
        summary = json.loads((self.folder / "s.json").read_text())
        np.testing.assert_allclose(summary["inertia"], [0, 0, -20], atol=1e-6)
        np.testing.assert_allclose(summary["load_plus_reactions"], [0, 0, 0], atol=1e-6)
        self.assertEqual((summary["solver"]["solves"], summary["solver"]["setups"]), (10, 1))
        spin = 0.5 * 9 * 2 / 6  # 1/2 omega^2 m (1 + 1) / 12
        falling = 0.5 * 2 * (1 + (2 - 10 * 0.01) ** 2)
        self.assertAlmostEqual(summary["kinetic_energy"] + summary["energy"], falling + spin, delta=1e-6)
        with meshio.xdmf.TimeSeriesReader(self.folder / "fall.xdmf") as series:
            series.read_points_cells()
            self.assertEqual(series.num_steps, 4)
            self.assertIn("velocity", series.read_data(3)[1])

    def test_a_plate_on_rods(self):
        """Verifies that forces of rods and pin balance gravity and inertia, and that rods keep
        their lengths."""
        self.write("plate.msh", PLATE)
        self.write("swing.yaml", PENDULUM)
        run = self.assertRuns("run", "swing.yaml", "--summary", "s.json")
        self.assertIn("kinetic energy", run.out)
        with h5py.File(self.folder / "swing.h5") as file:
            self.assertEqual(len(file["steps"]), 21)
            x = file["meshes/plate/points"][:] + file["steps/0020/plate/displacement"][:]
            rods = file["constraints/rods/multipliers/0020"][:].ravel()
        lengths = [np.linalg.norm(x[i] - x[j]) for i, j in ((0, 1), (0, 2), (1, 2))]
        np.testing.assert_allclose(lengths, [1, np.hypot(0.8, 0.5), np.hypot(0.2, 0.5)], atol=1e-11)
        self.assertTrue((np.abs(rods) > 0.01).all(), rods)
        summary = json.loads((self.folder / "s.json").read_text())
        np.testing.assert_allclose(summary["load_plus_reactions"], [0, 0, 0], atol=1e-8)

    def test_a_step_of_it_is_exported(self):
        self.write("fall.yaml", FALL)
        self.assertRuns("export", "fall.yaml", "--what", "M,K,x", "--step", "4", "--format", "hdf5", "-o", "out")
        self.assertRuns("run", "fall.yaml")
        with h5py.File(self.folder / "fall.h5") as file, h5py.File(self.folder / "out/x.h5") as exported:
            u = file["steps/0001/block/displacement"][:]
            x = exported[list(exported)[0]][:].ravel()
        self.assertAlmostEqual(np.linalg.norm(x), np.linalg.norm(u), delta=1e-9 * np.linalg.norm(u))

    def test_what_is_refused(self):
        for old, new, *says in (
                ("stepper: trapezoid", "stepper: trapezoide", r"wrong\.yaml:10", "did you mean 'trapezoid'"),
                ("step: 0.001, ", "", r"wrong\.yaml:10", "step"),
                ("step: 0.001", "step: -1", r"wrong\.yaml:10", "positive"),
                ("stepper: trapezoid", "stepper: generalised-alpha, rho: 2", r"wrong\.yaml:10", "0 <= rho <= 1"),
                ("every: 4", "every: 0", r"wrong\.yaml:1", "positive"),
                ("every: 4", "evry: 4", r"wrong\.yaml:1", "did you mean 'every'"),
                ("velocity: [1, 0, 2]", "speed: [1, 0, 2]", r"wrong\.yaml:5", "speed"),
                ("    masses: [{type: consistent, density: 2}]\n", "", "a mass"),
        ):
            self.write("wrong.yaml", replaced(FALL, old, new))
            self.assertFails(self.tenon("run", "wrong.yaml"), 2, *says)

    def test_the_matrix_of_a_step(self):
        """Verifies A = M - p K before the first step."""
        self.write("fall.yaml", FALL)
        self.assertRuns("export", "fall.yaml", "-o", "out")
        self.assertTrue((self.folder / "out/b.mtx").is_file())
        self.assertRuns("export", "fall.yaml", "--what", "M,K", "-o", "out")
        A, M, K = (scipy.io.mmread(self.folder / f"out/{name}.mtx").tocsr() for name in "AMK")
        p = 0.25 * 0.001**2
        self.assertLess(abs(A - M + p * K).max(), 1e-12 * abs(A).max())

    def test_the_system_of_any_step(self):
        """Verifies A a = b + G^T lambda with the A of the integrator, b of that step and the
        accelerations of the results."""
        self.write("plate.msh", PLATE)
        self.write("swing.yaml", PENDULUM)
        self.assertRuns("run", "swing.yaml")
        for step in (1, 7):
            self.assertRuns("export", "swing.yaml", "--step", str(step), "--what", "A,b,x,v,a,G,lambda,M,K,B,f,Z,H,Cq",
                            "--projected", "-o", "out", "--image", "A.png")
            A, G, M, K, B, Z, H, Cq = (scipy.io.mmread(self.folder / f"out/{name}.mtx").tocsr()
                                       for name in ("A", "G", "M", "K", "B", "Z", "H", "Cq"))
            b, x, v, a, lam, f = (scipy.io.mmread(self.folder / f"out/{name}.mtx").ravel()
                                  for name in ("b", "x", "v", "a", "lambda", "f"))
            scale = abs(G.T @ lam).max()
            self.assertGreater(scale, 0.1)
            np.testing.assert_allclose(A @ a, b + G.T @ lam, atol=1e-10 * scale)
            free = abs(G).sum(axis=0).A1 > 0  # not constrained
            np.testing.assert_allclose((f + G.T @ lam - M @ a)[free], 0, atol=1e-7 * scale)
            rho, h = 0.8, 0.01
            alpha_m, alpha_f = (2 * rho - 1) / (rho + 1), rho / (rho + 1)
            share = (1 - alpha_f) / (1 - alpha_m)
            gamma = 0.5 + alpha_f - alpha_m
            p, w = h * h * 0.25 * (gamma + 0.5) ** 2 * share, h * gamma * share
            self.assertLess(abs(A - (M - w * B - p * K))[free].max(), 1e-12 * abs(A).max())
            self.assertLess(abs(H - A).max(), 1e-12 * abs(A).max())
            self.assertEqual(Z.shape[0], H.shape[0] + Cq.shape[0])
            with h5py.File(self.folder / "swing.h5") as file:
                for name, field in (("displacement", x), ("velocity", v), ("acceleration", a)):
                    stored = file[f"steps/{step:04}/plate/{name}"][:, :2]
                    self.assertAlmostEqual(np.linalg.norm(field), np.linalg.norm(stored), delta=1e-7 * np.linalg.norm(stored))
            self.assertEqual((self.folder / "A.png").read_bytes()[:4], b"\x89PNG")
        self.assertRuns("export", "swing.yaml", "--every", "step", "--what", "a", "-o", "all", "--image", "all.png")
        self.assertEqual(len(list((self.folder / "all").glob("step_*/a.mtx"))), 20)
        for what, case, says in (("d", PENDULUM, "right-hand side of a static analysis"),
                                 ("Z", PENDULUM.replace("name: rods", "name: rods, compliance: 1e-3"), "export A, G and C")):
            self.write("swing.yaml", case)
            self.assertFails(self.tenon("export", "swing.yaml", "--what", what), 2, says)
        self.write("case.yaml", ONE)
        self.assertFails(self.tenon("export", "case.yaml", "--what", "v"), 2, "only in a transient analysis")

    def test_statics_have_no_velocities(self):
        self.write("case.yaml", ONE)
        self.assertRuns("run", "case.yaml")
        with h5py.File(self.folder / "case.h5") as file:
            self.assertNotIn("velocity", file["steps/0000/block"])


if __name__ == "__main__":
    unittest.main()
