# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Runs tenon-bench on small problems and checks its output.

check_bench.py RANKS TENON_BENCH MPIRUN...    Expected norms and displacements are those of DOLFINx
0.5.2 (apps/bench/peers)."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

RANKS = int(sys.argv[1])
BENCH = sys.argv[2]
MPIRUN = sys.argv[3:]

KEYS = ("prog elem n ranks elements dofs nnz rss_start_mb mesh_ms pattern_ms first_ms repeat_ms peak_asm_mb matrix_mb mesh_mb "
        "vectors_mb fro").split()
SOLVE_KEYS = "umax its pc_setup_ms solve_ms".split()
TIE_KEYS = ("dofs multipliers its a_setup_ms g_setup_ms setup_ms solve_ms total_ms residual_u residual_lambda ranks preset elem "
            "peak_mb").split()
N = 8
EXPECTED = {
    "tet": dict(elements=3072, dofs=2187, nnz=81873, fro=2177818.9464677298, umax=2.77198955e-05),
    "hex": dict(elements=512, dofs=2187, nnz=140625, fro=941166.3723940417, umax=2.87385101e-05),
}


def bench(*words):
    done = subprocess.run([*MPIRUN, BENCH, *map(str, words)], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def line_of(*words):
    code, out, err = bench(*words)
    assert code == 0, err
    return json.loads(out)


def write_mesh(path, n):
    """Returns the unit cube in 6 n^3 tets as Gmsh 2.2 text with one named group."""
    m = n + 1
    ways = ((1, 2, 4), (1, 4, 2), (2, 1, 4), (2, 4, 1), (4, 1, 2), (4, 2, 1))
    step = {1: 1, 2: m, 4: m * m}
    cells = []
    for box in range(n**3):
        corner = box % n + box // n % n * m + box // n**2 * m * m
        for way in ways:
            a, b, c = corner + step[way[0]], corner + step[way[0]] + step[way[1]], corner + sum(step.values())
            odd = way in ((1, 4, 2), (2, 1, 4), (4, 2, 1))
            cells.append((corner, b, a, c) if odd else (corner, a, b, c))
    with open(path, "w") as file:
        file.write('$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 1 "all"\n$EndPhysicalNames\n')
        file.write(f"$Nodes\n{m**3}\n")
        for i in range(m**3):
            file.write(f"{i + 1} {i % m / n} {i // m % m / n} {i // m**2 / n}\n")
        file.write(f"$EndNodes\n$Elements\n{len(cells)}\n")
        for e, cell in enumerate(cells):
            file.write(f"{e + 1} 4 2 1 1 {' '.join(str(node + 1) for node in cell)}\n")
        file.write("$EndElements\n")


class Assembly(unittest.TestCase):
    def check(self, elem, insertion):
        line = line_of("assembly", "--elem", elem, "--n", N, "--reps", 2, "--insertion", insertion, "--solve")
        for key in KEYS + SOLVE_KEYS:
            self.assertIn(key, line)
        expected = EXPECTED[elem]
        for key in ("elements", "dofs", "nnz"):
            self.assertEqual(line[key], expected[key], key)
        self.assertEqual((line["prog"], line["elem"], line["n"], line["ranks"]), ("tenon", elem, N, RANKS))
        self.assertAlmostEqual(line["fro"] / expected["fro"], 1.0, delta=1e-12)
        self.assertAlmostEqual(line["umax"] / expected["umax"], 1.0, delta=1e-6)
        self.assertGreater(line["its"], 3)
        self.assertGreater(line["repeat_ms"], 0)
        # 8 bytes per value and 4 (or 8) per column: a rank stores its part of the entries and
        # little else.
        entries_mb = line["nnz"] * 12 / 2**20
        self.assertGreater(line["matrix_mb"], 0.9 * entries_mb / RANKS)
        self.assertLess(line["matrix_mb"], 2.0 * entries_mb)
        return line["fro"]

    def test_tets(self):
        self.assertAlmostEqual(self.check("tet", "slots") / self.check("tet", "blocked"), 1.0, delta=1e-14)

    def test_hexes(self):
        self.assertAlmostEqual(self.check("hex", "slots") / self.check("hex", "blocked"), 1.0, delta=1e-14)

    def test_other_contributors(self):
        fro = {}
        for contributor in ("mass", "corotational", "corotational-exact", "springs", "blocks"):
            for checking in ("off", "on", "values"):
                line = line_of("assembly", "--elem", "tet", "--n", 4, "--reps", 1, "--contributor", contributor, "--checking", checking)
                self.assertEqual((line["contributor"], line["checking"]), (contributor, checking))
                fro[contributor, checking] = line["fro"]
            self.assertEqual(fro[contributor, "off"], fro[contributor, "on"])
            self.assertEqual(fro[contributor, "off"], fro[contributor, "values"])
        self.assertAlmostEqual(fro["springs", "off"] / fro["blocks", "off"], 1.0, delta=1e-14)

    def test_without_solve(self):
        line = line_of("assembly", "--elem", "tet", "--n", 4, "--reps", 1)
        self.assertNotIn("umax", line)


class MatrixFree(unittest.TestCase):
    def test_products_agree(self):
        nodes = {1: (N + 1) ** 3, 2: (2 * N + 1) ** 3}
        for elem, cells in (("hex", N**3), ("tet", 6 * N**3)):
            for order in (1, 2):
                line = line_of("matrixfree", "--elem", elem, "--order", order, "--n", N, "--reps", 2)
                self.assertEqual((line["elem"], line["order"], line["n"], line["ranks"]), (elem, order, N, RANKS))
                self.assertEqual((line["cells"], line["dofs"]), (cells, 3 * nodes[order]))
                self.assertLess(line["difference"], 1e-12)
                self.assertGreater(line["apply_ns_per_dof"], 0)
                self.assertAlmostEqual(line["ratio"] * line["apply_ns_per_dof"] / line["aij_ns_per_dof"], 1.0, delta=1e-12)
                self.assertGreater(line["aij_mb"], 5 * line["apply_mb"])


class Orders(unittest.TestCase):
    def test_p_multigrid_takes_fewer_iterations(self):
        for elem, n in (("hex", 4), ("tet", 4)):
            for words in ((), ("--matrix-free",)):
                line = line_of("orders", "--elem", elem, "--n", n, *words)
                self.assertEqual((line["elem"], line["n"], line["ranks"], line["dofs"]), (elem, n, RANKS, 3 * (2 * n + 1) ** 3))
                self.assertEqual(line["system"], "matrix-free" if words else "assembled")
                self.assertLess(line["its"], 0.7 * line["gamg_its"])
                self.assertLess(line["difference"], 1e-5)
                self.assertAlmostEqual(line["ratio"] * line["gamg_ms"], line["setup_ms"] + line["solve_ms"], delta=1e-6 * line["gamg_ms"])

    def test_options_are_checked(self):
        self.assertEqual(bench("orders", "--poisson", 0.6)[0], 2)


class LongRow(unittest.TestCase):
    def line(self, *words):
        line = line_of("long-row", "--n", 6, *words)
        self.assertGreater(line["total_cpu_ms"], 0)
        return line

    def test_rows_that_join_a_whole_body(self):
        for elem, dofs, rows in (("hex", 3 * 7**3, {"mean": 1, "all": 6, "rigid": 3 * 49 - 6}),
                                 ("quad", 2 * 7**2, {"mean": 1, "all": 3, "rigid": 2 * 7 - 3})):
            free = self.line("--elem", elem)
            self.assertEqual((free["row"], free["dofs"], free["ranks"], free["solves"]), ("none", dofs, RANKS, 1))
            for row, count in rows.items():
                line = self.line("--elem", elem, "--row", row)
                self.assertEqual(line["dofs"], dofs + count)
                self.assertNotAlmostEqual(line["umax"] / free["umax"], 1, delta=1e-3)

    def test_a_further_round_gets_as_far_as_it_is_asked_to(self):
        """A body constrained by rows alone reaches the tolerance, although round-off masks the
        force residual."""
        line = line_of("long-row", "--elem", "quad", "--n", 160, "--row", "all", "-ksp_rtol", "1e-9")
        self.assertLess(line["its"], 40)

    def test_a_body_that_keeps_its_volume(self):
        free, kept = self.line("--nonlinear"), self.line("--nonlinear", "--row", "volume")
        self.assertEqual(kept["dofs"], free["dofs"] + 1)
        self.assertNotAlmostEqual(kept["umax"] / free["umax"], 1, delta=1e-3)
        self.assertLessEqual(max(free["solves"], kept["solves"]), 6, "Newton's method, with the right tangent")


class Mesh(unittest.TestCase):
    def test_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "cube.msh"
            write_mesh(path, 6)
            line = line_of("mesh", "--file", path, "--reps", 2)
        self.assertEqual((line["elements"], line["nodes"], line["ranks"]), (6 * 6**3, 7**3, RANKS))
        for key in ("read_ms", "metis_ms", "distribute_ms", "metis_alone_ms"):
            self.assertGreater(line[key], 0)

    def test_partitioned_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "cube.msh"
            write_mesh(path, 6)
            partitioned = path.with_suffix(".h5")
            subprocess.run([pathlib.Path(BENCH).with_name("tenon"), "partition", path, "-o", partitioned], check=True,
                           capture_output=True)
            line = line_of("mesh", "--file", partitioned, "--reps", 2)
        self.assertEqual((line["elements"], line["nodes"], line["ranks"]), (6 * 6**3, 7**3, RANKS))
        for key in ("read_ms", "check_ms", "distribute_ms"):
            self.assertGreater(line[key], 0)
        self.assertAlmostEqual(line["ratio"], 1 + line["check_ms"] / line["read_ms"])

    def test_missing_file(self):
        code, out, err = bench("mesh", "--file", "nowhere.msh")
        self.assertEqual((code, out), (4, ""))
        self.assertIn("nowhere.msh", err)


class SchurProduct(unittest.TestCase):
    def test_is_the_two_products_with_the_masses_between(self):
        line = line_of("schur-product", "--rows", 3000, "--reps", 3)
        self.assertEqual((line["rows"], line["ranks"]), (3000, RANKS))
        self.assertLess(line["difference"], 1e-14)
        self.assertGreater(line["products_ms"], 0)
        self.assertAlmostEqual(line["ratio"] * line["products_ms"] / line["schur_ms"], 1.0, delta=1e-12)
        self.assertAlmostEqual(line["schur_ns_per_row"] * 3000 / line["schur_ms"] / 1e6, 1.0, delta=1e-12)


class Tie(unittest.TestCase):
    def test_takes_few_iterations(self):
        for elem in ("tet", "hex"):
            line = line_of("tie", "--elem", elem, "--unknowns", 6000)
            for key in TIE_KEYS:
                self.assertIn(key, line)
            self.assertEqual((line["elem"], line["preset"], line["ranks"], line["n"]), (elem, "schur", RANKS, 8))
            self.assertEqual((line["multipliers"], line["dofs"]), (3 * 10**2, 3 * (9**3 + 10**3 + 10**2)))
            self.assertLessEqual(line["its"], 30)
            self.assertLess(line["residual_u"], 1e-7)
            self.assertLess(line["residual_lambda"], 1e-7)
            whole = line_of("tie", "--elem", elem, "--unknowns", 6000, "--onepiece")
            self.assertEqual((whole["multipliers"], whole["preset"]), (0, "cg-amg"))
            # Meshes of the same size: equal displacements up to discretisation errors.
            self.assertAlmostEqual(line["umax"] / whole["umax"], 1.0, delta=0.02)
            parts = sum(line[key] for key in ("a_setup_ms", "g_setup_ms", "setup_ms", "solve_ms"))
            self.assertAlmostEqual(line["total_ms"] / parts, 1.0, delta=1e-9)

    def test_petsc_options_on_the_command_line(self):
        few = line_of("tie", "--unknowns", 2000, "-ksp_rtol", "1e-3")
        many = line_of("tie", "--unknowns", 2000, "--multipliers", "dual", "-ksp_rtol", "1e-10")
        self.assertLess(few["its"], many["its"])
        code, out, err = bench("tie", "--unknowns", 2000, "-ksp_rtoll", "1e-3")
        self.assertEqual((code, out), (2, ""))
        self.assertIn("-ksp_rtoll", err)


class Contact(unittest.TestCase):
    def test_blocks_take_few_iterations(self):
        """Iterations remain few if faces change, and with them G; aggregates across the contact
        took 24."""
        for words in ("--method", "mortar"), ("--method", "nodes"), ("--method", "nodes", "--friction", 0.3):
            line = line_of("contact", "--problem", "blocks", "--unknowns", 8000, *words)
            self.assertEqual((line["method"], line["ranks"], line["n"]), (words[1], RANKS, 10))
            self.assertLessEqual(max(line["its"]), 17, line)
            self.assertLessEqual(line["newton"][0], 12)
            if "--friction" not in words:
                self.assertLessEqual(line["newton"][1], 5)
            self.assertLess(line["complementarity"], 1e-8)
            self.assertGreater(line["contacts"], 50)

    def test_what_is_near(self):
        line = line_of("contact", "--problem", "search", "--nodes", 1000)
        self.assertGreater(line["pairs_ms"], 0)
        self.assertGreater(line["gaps_ms"], 0)

    def test_spheres(self):
        line = line_of("contact", "--problem", "spheres", "--bodies", 200)
        self.assertGreater(line["contacts"], 200)
        self.assertGreater(line["sweep_ms"], 0)
        self.assertGreater(line["products_ms"], 0)


class CentralDifference(unittest.TestCase):
    def test_steps_without_a_matrix(self):
        line = line_of("transient", "--elem", "hex", "--n", 6, "--steps", 4, "--stepper", "central-difference", "--system", "matrix-free")
        self.assertEqual((line["solves"], line["its"], line["new_patterns"], line["new_solvers"]), (0, 0, 0, 0))
        self.assertAlmostEqual(line["ns_per_dof"] * line["dofs"] / line["step_ms"] / 1e6, 1.0, delta=1e-9)


class Chain(unittest.TestCase):
    def test_steps_of_rigid_bodies(self):
        line = line_of("chain", "--bodies", 200, "--steps", 4)
        self.assertEqual((line["bodies"], line["dofs"], line["steps"], line["ranks"]), (200, 200 * 9, 4, RANKS))
        self.assertEqual((line["preset"], line["its"]), ("schur-sparse", line["solves"]), "one iteration each")
        self.assertEqual((line["new_patterns"], line["new_solvers"], line["symbolic_products"]), (0, 0, 0))
        self.assertLess(line["drift"], 1e-10)
        self.assertGreater(line["assemble_us_per_body"], 0)
        self.assertAlmostEqual(line["step_us_per_body"] * 200 / line["step_ms"] / 1e3, 1.0, delta=1e-9)

    def test_other_presets_keep_joints_together_too(self):
        line = line_of("chain", "--bodies", 20, "--steps", 3, "--preset", "direct")
        self.assertLess(line["drift"], 1e-10)


class Mapped(unittest.TestCase):
    def test_a_skin_beside_products_of_sparse_matrices(self):
        line = line_of("mapped", "--n", 6, "--points", 400, "--reps", 2)
        self.assertEqual((line["points"], line["ranks"], line["j_evaluations"]), (400, RANKS, 0))
        self.assertLess(line["difference"], 1e-15)
        for key in ("k_ms", "mapped_ms", "constant_ms", "with_petsc_ptap_ms"):
            self.assertGreater(line[key], 0)

    def test_chains_and_a_rigid_body(self):
        self.assertGreater(line_of("mapped", "--n", 4, "--points", 100, "--reps", 2, "--chain", 3)["mapped_ms"], 0)
        line = line_of("mapped", "--n", 4, "--elem", "hex", "--reps", 2, "--frame")
        self.assertEqual(line["points"], 5**3)


class Locate(unittest.TestCase):
    def test_every_point_is_found(self):
        line = line_of("locate", "--points", 5000, "--n", 6, "--reps", 1)
        self.assertEqual((line["points"], line["elements"], line["outside"], line["ranks"]), (5000, 6 * 6**3, 0, RANKS))
        self.assertGreaterEqual(line["locate_ms"], line["make_ms"])


class CommandLine(unittest.TestCase):
    def test_wrong_words(self):
        for words in ([], ["assembly", "--elem", "prism"], ["assembly", "--n", "0"], ["mesh"]):
            self.assertEqual(bench(*words)[0], 2, words)


unittest.main(argv=[sys.argv[0]], verbosity=1)
