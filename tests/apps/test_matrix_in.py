# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies an exported matrix, unchanged or modified outside, as a stiffness of a case."""
import unittest

import h5py
import numpy as np
import scipy.io
import scipy.sparse

import exports
from tenon_program import RANKS, TWO, on_all_ranks, replaced

PULLED = exports.PULLED


@on_all_ranks("files")
class BackIn(exports.Export):
    ELASTIC = "      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}\n"

    def displacement(self, case, ranks=RANKS):
        self.write("case.yaml", case)
        self.assertRuns("run", "case.yaml", "-o", "out", ranks=ranks)
        with h5py.File(self.folder / "out.h5") as file:
            return np.vstack([file[f"steps/0000/{name}/displacement"][:] for name in file["meshes"]])

    def test_what_was_exported_is_the_body_again(self):
        self.export("--what", "K", "--raw", ranks=RANKS)
        self.export("--what", "K", "--raw", "--format", "petsc", "-o", "binary")
        expected = self.displacement(PULLED)
        bare = replaced(PULLED, self.ELASTIC, "")
        for ranks in (1, RANKS):
            for folder, file in (("matrices", "K.mtx"), ("binary", "K.petsc")):
                entry = f"interactions:\n  - {{type: matrix, file: {folder}/{file}, rows: {folder}/rows.csv}}\n"
                found = self.displacement(bare + entry, ranks)
                np.testing.assert_allclose(found, expected, atol=1e-10 * np.abs(expected).max())

    def test_twice_as_stiff_in_the_order_of_the_mesh(self):
        self.export("--what", "K", "--raw", ranks=RANKS)
        # The nodes of block.msh have the numbers 1 to 27, in order.
        at = [3 * (int(node) - 1) + "xyz".index(component) for _, node, component in self.rows()]
        K = np.zeros((81, 81))
        K[np.ix_(at, at)] = -self.read("K.mtx").toarray()
        scipy.io.mmwrite(self.folder / "stiff.mtx", scipy.sparse.coo_matrix(K))
        entry = "interactions:\n  - {type: matrix, file: stiff.mtx, object: block, factor: -1}\n"
        twice = replaced(PULLED, "young: 1000", "young: 2000")
        expected = self.displacement(twice)
        np.testing.assert_allclose(self.displacement(PULLED + entry), expected, atol=1e-10 * np.abs(expected).max())

    def test_a_matrix_between_two_objects(self):
        """Verifies a matrix with springs of 50 from each corner of `upper` to the node of `lower`
        below it, in place of the tie."""
        tie = TWO[TWO.index("constraints:"):]
        rows, K = ["row,object,node,component"], np.zeros((24, 24))
        for k, (low, high) in enumerate(((19, 1), (21, 4), (25, 13), (27, 16))):
            for c in range(3):
                i, j = 6 * k + c, 6 * k + 3 + c
                rows += [f"{i},lower,{low},{'xyz'[c]}", f"{j},upper,{high},{'xyz'[c]}"]
                K[np.ix_([i, j], [i, j])] = [[-50, 50], [50, -50]]
        scipy.io.mmwrite(self.folder / "springs.mtx", scipy.sparse.coo_matrix(K), symmetry="symmetric")
        self.write("springs.csv", "\n".join(rows) + "\n")
        entry = "interactions:\n  - {type: matrix, file: springs.mtx, rows: springs.csv}\n"
        springs = "interactions:\n" + "".join(
            f"  - {{type: matrix, file: one.mtx, rows: {k}.csv}}\n" for k in range(4))
        scipy.io.mmwrite(self.folder / "one.mtx", scipy.sparse.coo_matrix(K[:6, :6]))
        for k in range(4):
            own = [row.split(",", 1)[1] for row in rows[1 + 6 * k:7 + 6 * k]]
            order = own[0::2] + own[1::2]
            self.write(f"{k}.csv", "\n".join(rows[:1] + [f"{i},{text}" for i, text in enumerate(order)]) + "\n")
        direct = "solver: {preset: direct}\n"
        expected = self.displacement(replaced(TWO, tie, springs) + direct)
        np.testing.assert_allclose(self.displacement(replaced(TWO, tie, entry) + direct), expected,
                                   atol=1e-9 * np.abs(expected).max())

    def test_refusals(self):
        self.export("--what", "K", "--raw")
        entry = "interactions:\n  - {type: matrix, file: %s}\n"
        rows = (self.folder / "matrices/rows.csv").read_text().splitlines()
        for text, *says in (("none.mtx, object: block", r"no file '.*none\.mtx'"),
                            ("matrices/rows.csv, object: block", "name must end with"),
                            ("matrices/K.mtx", "either `rows` or `object`"),
                            ("matrices/K.mtx, object: blok", "did you mean 'block'"),
                            ("matrices/K.mtx, rows: bad.csv", r"bad\.csv:3: object 'block' has no node 99")):
            self.write("bad.csv", "\n".join(rows[:2] + ["1,block,99,x"] + rows[3:]) + "\n")
            self.write("case.yaml", PULLED + entry % text)
            run = self.tenon("run", "case.yaml")
            self.assertFails(run, 4 if "none" in text else 2, *says)
        for lines, *says in ((rows[:-1], r"81 x 81, but the number of degrees of freedom of .* is 80"),
                             (rows[:-1] + ["7" + rows[-1][2:]], "the rows must be numbered from 0 to 80, and each number must occur exactly once"),
                             (rows[:-1] + ["80," + rows[1].split(",", 1)[1]], "two rows have the same degree of freedom"),
                             (["x"] + rows[1:], r"bad\.csv:1: the first line"),
                             (rows[:5] + ["4,block,1"] + rows[6:], r"bad\.csv:6: a line must")):
            self.write("bad.csv", "\n".join(lines) + "\n")
            self.write("case.yaml", PULLED + entry % "matrices/K.mtx, rows: bad.csv")
            self.assertFails(self.tenon("run", "case.yaml", ranks=RANKS), 2, *says)


if __name__ == "__main__":
    unittest.main()
