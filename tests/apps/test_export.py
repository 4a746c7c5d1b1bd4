# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies `tenon export`: files readable by PETSc, SciPy, h5py and spreadsheets; the same system
on any number of ranks; rejected input."""
import csv
import unittest

import h5py
import numpy as np
import scipy.io
import scipy.linalg
import scipy.sparse

from exports import PULLED, Export
from tenon_program import ONE, RANKS, TWO, on_all_ranks

DIRECT = TWO + "solver: {preset: direct}\n"


def petsc_matrix(path):
    """Reads a matrix in PETSc's binary format, whose integers have 4 or 8 bytes."""
    raw = path.read_bytes()
    wide = np.frombuffer(raw, ">i4", 1)[0] == 0
    index, size = (">i8", 8) if wide else (">i4", 4)
    kind, rows, columns, entries = np.frombuffer(raw, index, 4)
    assert kind == 1211216, kind
    lengths = np.frombuffer(raw, index, rows, 4 * size)
    indices = np.frombuffer(raw, index, entries, (4 + rows) * size)
    values = np.frombuffer(raw, ">f8", entries, (4 + rows + entries) * size)
    assert len(raw) == (4 + rows + entries) * size + 8 * entries
    starts = np.concatenate([[0], np.cumsum(lengths)])
    return scipy.sparse.csr_matrix((values.astype(float), indices.astype(int), starts), (rows, columns))


def petsc_vector(path):
    raw = path.read_bytes()
    return np.frombuffer(raw, ">f8", offset=16 if np.frombuffer(raw, ">i4", 1)[0] == 0 else 8)


@on_all_ranks("files")
class Whole(Export):
    """Verifies the system Z x = d and its blocks, with the names of Project Chrono's descriptor."""

    def matrices(self, *names, case=DIRECT, folder="matrices", **options):
        self.export("--what", ",".join(names), "-o", folder, case=case, **options)
        return [self.read(f"{name}.mtx", folder).toarray() if name not in ("d", "bi", "f") else
                self.read(f"{name}.mtx", folder).ravel() for name in names]

    def test_blocks_make_the_whole_and_its_schur_complement(self):
        case = DIRECT.replace("    name: interface", "    name: interface\n    compliance: 1e-5\n    scale: 3")
        # Springs to the ground in addition to the tie make A invertible.
        case = case.replace("      - {type: gravity,", "      - {type: rest-shape-springs, group: top, stiffness: 50}\n"
                            "      - {type: gravity,")
        H, Cq, E, Z, again, N, W, d, b = self.matrices("H", "Cq", "E", "Z", "Zproducts", "N", "W", "d", "bi", case=case)
        self.assertEqual(H.shape, (27 * 3 + 48 * 3, 27 * 3 + 48 * 3))
        self.assertEqual(Cq.shape, (48, len(H)))
        with open(self.folder / "matrices/whole.csv", newline="") as file:
            lines = list(csv.reader(file))[1:]
        self.assertEqual([int(line[0]) for line in lines], list(range(len(H) + 48)))
        place = {(line[1], int(line[2])): int(line[0]) for line in lines}
        u = [place["A", i] for i in range(len(H))]
        l = [place["G", i] for i in range(48)]
        size = abs(Z).max()
        np.testing.assert_allclose(Z[np.ix_(u, u)], H, atol=1e-14 * size)
        np.testing.assert_allclose(Z[np.ix_(l, u)], Cq, atol=1e-14 * size)
        np.testing.assert_allclose(Z[np.ix_(u, l)], Cq.T, atol=1e-14 * size)
        np.testing.assert_allclose(Z[np.ix_(l, l)], E, atol=1e-14 * size)
        np.testing.assert_allclose(again, Z, atol=1e-12 * size)
        self.assertLess(np.diag(E).max(), 0)
        exact = Cq @ np.linalg.solve(H, Cq.T)
        np.testing.assert_allclose(W, exact, atol=1e-10 * abs(exact).max())
        np.testing.assert_allclose(N, exact - E, atol=1e-10 * abs(exact).max())
        np.testing.assert_array_equal(d[l], -b)
        self.assertGreater(abs(d[u]).max(), 0)

    def test_refusals(self):
        self.write("case.yaml", DIRECT)
        self.assertFails(self.tenon("export", "case.yaml", "--what", "W"), 2,
                         "A is singular for object 'upper'. Constraints are not part of A")
        self.assertNoFiles()
        self.assertFails(self.tenon("export", "case.yaml", "--what", "Z", "--contributor", "interface"), 2,
                         "Z belongs to the whole system and is not available for 'interface' alone")
        self.write("case.yaml", ONE)
        self.assertFails(self.tenon("export", "case.yaml", "--what", "N"), 2,
                         "The case has no constraints, and therefore no N")

    def test_without_constraints_the_whole_is_A(self):
        A, Z, d = self.matrices("A", "Z", "d", case=ONE)
        np.testing.assert_array_equal(A, Z)
        self.assertEqual(len(d), 81)


class Formats(Export):
    def test_every_format_holds_the_same(self):
        for name in ("petsc", "mm", "hdf5", "chrono", "csv"):
            run = self.export("--what", "K,M,b", "--format", name, "-o", name)
            self.assertRegex(run.out, rf"(?m)^{name}/K\.\w+ +81 x 81, \d+ entries$")
        K, b = self.read("K.mtx", "mm"), self.read("b.mtx", "mm").ravel()
        self.assertEqual(K.shape, (81, 81))
        K, M = K.tocsr(), self.read("M.mtx", "mm").tocsr()
        self.assertAlmostEqual(M.sum() / 3, 0.5, places=12)
        np.testing.assert_allclose((K @ np.ones(81)), 0, atol=1e-10)

        for found, wanted in ((petsc_matrix(self.folder / "petsc/K.petsc"), K),
                              (petsc_matrix(self.folder / "petsc/M.petsc"), M)):
            self.assertEqual((found != wanted).nnz, 0)
        np.testing.assert_array_equal(petsc_vector(self.folder / "petsc/b.petsc"), b)
        self.assertEqual((self.folder / "petsc/K.petsc.info").read_text(), "-matload_block_size 3\n")

        with h5py.File(self.folder / "hdf5/K.h5") as file:
            group = file["K"]
            found = scipy.sparse.csr_matrix((group["data"][:], group["ir"][:], group["jc"][:]),
                                            (81, int(group.attrs["MATLAB_sparse"])))
        self.assertEqual((found != K).nnz, 0)
        with h5py.File(self.folder / "hdf5/b.h5") as file:
            np.testing.assert_array_equal(file["b"][:], b)

        rows, columns, values = np.loadtxt(self.folder / "csv/K.csv", delimiter=",", skiprows=1, unpack=True)
        found = scipy.sparse.csr_matrix((values, (rows.astype(int), columns.astype(int))), (81, 81))
        self.assertEqual((found != K).nnz, 0)

        lines = (self.folder / "chrono/K.dat").read_text().splitlines()
        self.assertEqual(len(lines), K.nnz, "every stored entry, zeros too")
        for line in lines:
            self.assertRegex(line, r"^\d+ \d+ -?\d\.\d{12}e[+-]\d\d$")
        values = np.loadtxt(lines)
        found = scipy.sparse.csr_matrix((values[:, 2], (values[:, 0].astype(int) - 1, values[:, 1].astype(int) - 1)))
        np.testing.assert_allclose(found.toarray(), K.toarray(), rtol=1e-12, atol=1e-9)

    def test_any_number_of_ranks_means_the_same(self):
        for folder, ranks in (("one", 1), ("many", RANKS)):
            self.export("--what", "A,b,x,G,lambda", "--step", "1", "-o", folder, case=DIRECT, ranks=ranks)
        one, many = self.rows("one"), self.rows("many")
        self.assertEqual(sorted(one), sorted(many))
        self.assertEqual(set(one[0]), {"lower", one[0][1], "x"})
        at = {row: i for i, row in enumerate(many)}
        order = [at[row] for row in one]
        carried_one, carried_many = ([(r[0], *r[2:]) for r in self.rows(folder, "multipliers.csv")]
                                     for folder in ("one", "many"))
        at = {row: i for i, row in enumerate(carried_many)}
        constraint_order = [at[row] for row in carried_one]
        for name, rows, columns in (("A", order, order), ("G", constraint_order, order)):
            a = self.read(f"{name}.mtx", "one").toarray()
            b = self.read(f"{name}.mtx", "many").toarray()[np.ix_(rows, columns)]
            np.testing.assert_allclose(b, a, rtol=0, atol=1e-12 * np.abs(a).max(), err_msg=name)
        for name, rows in (("b", order), ("x", order), ("lambda", constraint_order)):
            a, b = self.read(f"{name}.mtx", "one").ravel(), self.read(f"{name}.mtx", "many").ravel()[rows]
            np.testing.assert_allclose(b, a, rtol=0, atol=1e-9 * np.abs(a).max(), err_msg=name)


@on_all_ranks("files")
class Meaning(Export):
    def test_the_system_of_a_step_is_solved_by_its_solution(self):
        self.export("--what", "A,b,x", "--step", "1", "-o", "after")
        self.export("-o", "before")  # A and b, before any solve
        A, b, x = self.read("A.mtx", "after").tocsr(), self.read("b.mtx", "after"), self.read("x.mtx", "after")
        np.testing.assert_allclose(A @ x, b, atol=1e-10 * np.abs(b).max())
        self.assertAlmostEqual(x.max(), 0.01, places=14)
        np.testing.assert_allclose(self.read("b.mtx", "before"), b, atol=1e-12 * np.abs(b).max())
        self.assertEqual(sorted(p.name for p in (self.folder / "before").iterdir()), ["A.mtx", "b.mtx", "rows.csv"])

    def test_multipliers_balance_what_is_left(self):
        self.export("--what", "A,b,x,G,C,lambda", "--step", "1", "--projected", case=DIRECT)
        A, G = self.read("A.mtx").tocsr(), self.read("G.mtx").tocsr()
        b, x, multipliers = (self.read(f"{name}.mtx").ravel() for name in ("b", "x", "lambda"))
        np.testing.assert_allclose(A @ x, b + G.T @ multipliers, atol=1e-8 * np.abs(b).max())
        np.testing.assert_allclose(G @ x, 0, atol=1e-12)
        self.assertEqual(self.read("C.mtx").shape, (48, 48))
        self.assertEqual(set(row[0] for row in self.rows(name="multipliers.csv")), {"interface"})

    def test_forces_and_multipliers_are_in_balance_whatever_the_scale(self):
        """Verifies f + G^T lambda = 0 at unconstrained dofs and G x + C lambda = 0 from the files
        alone, at any scale."""
        found = []
        for scale in (1, 250):
            case = DIRECT.replace("    name: interface", f"    name: interface\n    compliance: 1e-4\n    scale: {scale}")
            self.export("--what", "f,G,C,lambda,x,Cq,E", "--step", "1", "--projected", case=case, ranks=RANKS)
            f, x, multipliers = (self.read(f"{name}.mtx").ravel() for name in ("f", "x", "lambda"))
            G, C, Cq, E = (self.read(f"{name}.mtx").toarray() for name in ("G", "C", "Cq", "E"))
            np.testing.assert_allclose(f + G.T @ multipliers, 0, atol=1e-9 * np.abs(f).max())
            np.testing.assert_allclose(G @ x + C @ multipliers, 0, atol=1e-9 * np.abs(G @ x).max())
            scales = [float(row[-1]) for row in self.rows(name="multipliers.csv")]
            self.assertEqual(set(scales), {scale})
            np.testing.assert_allclose(Cq, scale * G, rtol=1e-14)
            np.testing.assert_allclose(E, -scale**2 * C, rtol=1e-14)
            found.append(multipliers)
        np.testing.assert_allclose(found[1], found[0], atol=1e-8 * np.abs(found[0]).max())

    def test_matrices_of_a_free_body(self):
        free = PULLED.replace("    conditions:\n      - {type: fixed, group: bottom}\n"
                              "      - {type: prescribed, group: top, values: {z: 0.01}}\n", "")
        self.assertNotIn("conditions", free)
        self.export("--what", "K,M,A", case=free)
        K, M = self.read("K.mtx").toarray(), self.read("M.mtx").toarray()
        np.testing.assert_allclose(K @ np.ones(81), 0, atol=1e-12 * np.abs(K).max())
        frequencies = scipy.linalg.eigh(-K, M, eigvals_only=True)
        self.assertEqual((frequencies < 1e-9 * frequencies.max()).sum(), 6, "rigid motions")
        self.assertFails(self.tenon("export", "case.yaml", "--step", "1"), 2, "othing supports")
        self.assertFails(self.tenon("run", "case.yaml"), 2, "othing supports")

    def test_factors(self):
        damped = PULLED + "rayleigh: {mass: 0.5, stiffness: 0.01}\n"
        self.export("--what", "K,B,M,A", "--raw", "--factors", "2,0.5,-3", case=damped)
        K, B, M, A = (self.read(f"{name}.mtx").toarray() for name in "KBMA")
        np.testing.assert_allclose(A, 2 * M + 0.5 * B - 3 * K, rtol=1e-13, atol=1e-13 * np.abs(A).max())
        self.export("--factors", "1,0,0", "-o", "default", case=damped)
        self.assertEqual(sorted(p.name for p in (self.folder / "default").iterdir()), ["A.mtx", "rows.csv"])

    def test_parts_of_a_composite_system(self):
        system = "system: {type: composite, parts: [K, {name: effective, mass: 4, stiffness: -1}, " \
                 "{name: held, stiffness: -1, projective_conditions: true}]}\n"
        self.export("--what", "effective,held,K,M,A", case=PULLED + system)
        parts = {name: self.read(f"{name}.mtx").toarray() for name in ("effective", "held", "K", "M", "A")}
        np.testing.assert_allclose(parts["effective"], 4 * parts["M"] - parts["K"], rtol=1e-13)
        np.testing.assert_array_equal(parts["held"], parts["A"])

    def test_every_step(self):
        moved = PULLED.replace("values: {z: 0.01}", "values: {z: 0.01}, history: [[0, 0], [1, 1]]")
        run = self.export("--what", "x,K", "--every", "step", "-o", "steps",
                          case=moved + "analysis: {type: static, steps: 3}\n")
        self.assertEqual(sorted(p.name for p in (self.folder / "steps").iterdir()), [f"step_000{k}" for k in (1, 2, 3)])
        for k in (1, 2, 3):
            self.assertAlmostEqual(self.read("x.mtx", f"steps/step_000{k}").max(), 0.01 * k / 3, places=14)
            self.assertRegex(run.out, rf"(?m)^steps/step_000{k}/x\.mtx +81 rows$")
        self.export("--what", "x", "--step", "2", "-o", "second", case=moved + "analysis: {type: static, steps: 3}\n")
        self.assertAlmostEqual(self.read("x.mtx", "second").max(), 0.02 / 3, places=14)

    def test_a_step_that_cannot_be_written_leaves_none(self):
        (self.folder / "steps/step_0002/x.mtx").mkdir(parents=True)
        moved = PULLED.replace("values: {z: 0.01}", "values: {z: 0.01}, history: [[0, 0], [1, 1]]")
        self.write("case.yaml", moved + "analysis: {type: static, steps: 3}\n")
        words = ("export", "case.yaml", "--what", "x", "--every", "step", "-o", "steps")
        self.assertFails(self.tenon(*words), 4, "steps/step_0002/x.mtx", "folder")
        self.assertEqual([p.name for p in (self.folder / "steps").iterdir()], ["step_0002"])
        # Existing files of input are not overwritten in any step, either.
        (self.folder / "steps/step_0002/x.mtx").rmdir()
        (self.folder / "steps/step_0002/rows.csv").symlink_to(self.folder / "block.msh")
        before = (self.folder / "block.msh").read_text()
        self.assertFails(self.tenon(*words), 2, "step_0002/rows.csv' would overwrite", "block.msh")
        self.assertEqual((self.folder / "block.msh").read_text(), before)
        self.write("file", "x")
        (self.folder / "steps/step_0002/rows.csv").unlink()
        (self.folder / "file").rename(self.folder / "steps/step_0003")
        run = self.assertFails(self.tenon(*words), 4, "steps/step_0003", "a file has this name")
        self.assertNotIn("solve", run.out)

    def test_prefix(self):
        self.export("--what", "Z,d", "--format", "chrono0", "--prefix", "p_", "-o", "out", case=DIRECT)
        run = self.export("--what", "K", "--format", "petsc", "--prefix", "q_", "-o", "out", case=DIRECT)
        self.assertRegex(run.out, r"(?m)^out/q_K\.petsc +225 x 225")
        self.assertEqual(sorted(p.name for p in (self.folder / "out").iterdir()),
                         ["p_Z.dat", "p_d.dat", "p_multipliers.csv", "p_rows.csv", "p_whole.csv", "q_K.petsc",
                          "q_K.petsc.info", "q_rows.csv"])
        rows = np.loadtxt(self.folder / "out/p_Z.dat")[:, 0]
        self.assertEqual((rows.min(), rows.max()), (0, 225 + 48 - 1))

    def test_without_the_empty_rows_of_constraints(self):
        """Verifies that the empty rows are omitted: those of an inactive constraint before the tie,
        and those of constrained slaves of the tie."""
        off = "constraints:\n  - {type: prescribed, name: off, active: false, object: lower, group: west, values: {z: 0}}\n"
        held = DIRECT.replace("    name: interface\n", "    name: interface\n    compliance: 1e-5\n")
        held = held.replace("constraints:\n", "    conditions:\n      - {type: fixed, group: west}\n" + off)
        what = ["Z", "Zproducts", "Cq", "E", "N", "W", "G", "C", "d", "bi", "lambda"]
        self.export("--what", ",".join(what), "-o", "all", case=held)
        self.export("--what", ",".join(what), "-o", "active", "--active", case=held)

        def read(name, folder):
            found = self.read(f"{name}.mtx", folder)
            return found.ravel() if name in ("d", "bi", "lambda") else found.toarray()

        filled = np.flatnonzero(abs(read("G", "all")).sum(axis=1))
        # 9 nodes on the west face of the lower block, 4 at the west of the base of the upper one.
        self.assertEqual((len(read("G", "all")), len(filled)), (9 + 48, 48 - 12))
        everything = self.rows("all", "multipliers.csv")
        left = self.rows("active", "multipliers.csv")
        self.assertEqual(left, [everything[i] for i in filled])
        self.assertEqual(set(row[0] for row in left), {"interface"})
        whole = self.rows("all", "whole.csv")
        kept = [i for i, (of, row) in enumerate(whole) if of == "A" or int(row) in filled]
        count = {"A": iter(range(len(whole))), "G": iter(range(len(whole)))}
        self.assertEqual(self.rows("active", "whole.csv"), [(whole[i][0], str(next(count[whole[i][0]]))) for i in kept])
        for name in what:
            rows = kept if name in ("Z", "Zproducts", "d") else filled
            found = read(name, "all")
            expected = found[rows] if name in ("G", "Cq", "d", "bi", "lambda") else found[np.ix_(rows, rows)]
            np.testing.assert_allclose(read(name, "active"), expected, rtol=1e-9, atol=1e-12 * abs(found).max(), err_msg=name)
        self.export("--what", "G", "--contributor", "off", "--active", "-o", "none", case=held)
        self.assertEqual(self.read("G.mtx", "none").shape, (0, 225))
        self.export("--image", "active.png", "--active", case=held)

    def test_rows_of_one_kind(self):
        """Verifies the export of rows of one kind: equations of a tie, and bounds."""
        bound = "constraints:\n  - {type: prescribed, name: stop, bound: lower, object: lower, group: west, values: {z: -1}}\n"
        case = DIRECT.replace("constraints:\n", bound)
        for kind, names in (("bilateral", {"interface"}), ("unilateral", {"stop"}), ("active", {"stop", "interface"})):
            self.export("--what", "Z,G,d", "-o", kind, "--rows", kind, case=case)
            rows = self.rows(kind, "multipliers.csv")
            self.assertEqual({row[0] for row in rows}, names)
            self.assertEqual(self.read("G.mtx", kind).shape, (len(rows), 225))
            self.assertEqual(self.read("Z.mtx", kind).shape, (225 + len(rows),) * 2)
        self.assertFails(self.tenon("export", "case.yaml", "--rows", "some"), 2, "--rows")

    def test_one_contributor(self):
        self.export("--what", "K,f", "--contributor", "elastic on block", "-o", "elastic")
        self.export("--what", "M", "--contributor", "consistent mass on block", "-o", "mass")
        self.export("--what", "K,M", "-o", "whole")
        for name, folder in (("K", "elastic"), ("M", "mass")):
            self.assertEqual((self.read(f"{name}.mtx", folder).tocsr() != self.read(f"{name}.mtx", "whole").tocsr()).nnz, 0)
        self.export("--what", "f", "--contributor", "gravity on block", "-o", "gravity")
        self.assertAlmostEqual(self.read("f.mtx", "gravity").sum(), -1.0, places=12)

    def test_conditions(self):
        for folder, flag in (("usual", ()), ("raw", ("--raw",)), ("projected", ("--projected",))):
            self.export("--what", "A,K", "-o", folder, *flag)
        raw, A = self.read("A.mtx", "raw").toarray(), self.read("A.mtx", "usual").toarray()
        np.testing.assert_array_equal(raw, -self.read("K.mtx", "raw").toarray())
        np.testing.assert_array_equal(self.read("K.mtx", "usual").toarray(), self.read("K.mtx", "raw").toarray())
        np.testing.assert_array_equal(A, self.read("A.mtx", "projected").toarray())
        held = np.count_nonzero(A, axis=1) == 1
        self.assertEqual(held.sum(), 9 * 3 + 9)
        self.assertGreaterEqual(np.count_nonzero(raw, axis=1).min(), 12)

    def test_picture(self):
        run = self.export("--image", "pictures.png", case=TWO)
        self.assertRegex(run.out, r"(?m)^pictures\.png +the sparsity")
        self.assertNoFiles()
        png = (self.folder / "pictures.png").read_bytes()
        self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
        width, height = np.frombuffer(png, ">i4", 2, 16)
        self.assertTrue(200 < width < 2000 and 200 < height < 2000, (width, height))
        for contributor in ("interface", "elastic on upper"):
            self.export("--image", "part.png", "--contributor", contributor, case=TWO)


class Refused(Export):
    def refuse(self, words, *says, case=PULLED, code=2):
        self.write("case.yaml", case)
        run = self.assertFails(self.tenon("export", "case.yaml", *words), code, *says)
        self.assertEqual(list(self.folder.glob("matrices*")) + list(self.folder.glob("*.png")), [], run)

    def test_unknown_names(self):
        self.refuse(["--what", "K,zyx"], "no matrix or vector 'zyx'", "the choices are: K, B, M, A")
        self.refuse(["--format", "mtx"], "no file format 'mtx'", "petsc, mm, hdf5, chrono, chrono0, csv|did you mean")
        self.refuse(["--contributor", "elastic on blok"], "no contributor 'elastic on blok'",
                    "did you mean 'elastic on block'")
        self.refuse(["--step", "7"], "no step 7", "step 0 is the state before")
        self.refuse(["--step", "-1"], "no step -1|--step")
        self.refuse(["--raw", "--projected"], "excludes")
        self.refuse(["--prefix", "a/b"], "--prefix 'a/b' contains a slash")
        self.refuse(["--every", "iteration"], "step")
        self.refuse(["--every", "step", "--step", "1"], "cannot be combined")
        self.refuse(["--factors", "1,2"], "factors")
        self.refuse(["--factors", "1,2,inf"], "inf")
        self.refuse(["--factors", "1,0,0", "--what", "b"], "b is the right-hand side for the factors of the analysis")
        self.refuse(["--what", "effective"], "no matrix or vector 'effective'")
        parts = PULLED + "system: {type: composite, parts: [%s]}\n"
        self.refuse(["--what", "effectve"], "did you mean 'effective'", case=parts % "{name: effective, mass: 1}")
        self.refuse([], "no predefined part 'Q'", case=parts % "Q")
        self.refuse(["--what", "mine", "--contributor", "elastic on block"], "'mine' belongs to the whole",
                    case=parts % "{name: mine, mass: 1}")

    def test_what_is_not_there(self):
        self.refuse(["--what", "A,G"], "no constraints, and therefore no G")
        self.refuse(["--what", "M", "--contributor", "elastic on block"], "is a force and therefore has no M")
        self.refuse(["--what", "K", "--contributor", "interface"], "is a constraint and therefore has no K", case=TWO)

    def test_places_that_cannot_be_written(self):
        self.write("file", "x")
        self.refuse(["-o", "file"], "file", code=4)
        self.refuse(["-o", "file/below"], "file/below", code=4)
        self.refuse(["--image", "none/A.png"], "none/A.png", code=4)
        self.refuse(["-o", "/proc/matrices"], "/proc/matrices", code=4)
        (self.folder / "out/A.mtx").mkdir(parents=True)
        self.refuse(["-o", "out"], "out/A.mtx", "folder", code=4)
        self.assertEqual([p.name for p in (self.folder / "out").iterdir()], ["A.mtx"])

    def test_a_solve_that_fails_leaves_nothing(self):
        self.write("case.yaml", ONE + "solver: {preset: cg-amg}\n")
        run = self.tenon("export", "case.yaml", "--step", "1", "--what", "x", "-ksp_max_it", "1")
        self.assertFails(run, 3, "converge")
        self.assertNoFiles()


if __name__ == "__main__":
    unittest.main()
