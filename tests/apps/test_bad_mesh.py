# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies every error in a mesh file: one message with the file and its line or the element."""
import unittest

import h5py

from tenon_program import ONE, RANKS, TWO, Case, box, on_all_ranks, replaced


def with_bad_hexahedron(nodes, cells):
    """Inverts the second hexahedron."""
    kind, group, on = cells[1]
    cells[1] = (kind, group, on[4:] + on[:4])


@on_all_ranks("messages")
class BadMesh(Case):
    def refuse_mesh(self, mesh, *says, case=ONE, **options):
        self.write("block.msh", mesh)
        self.write("case.yaml", case)
        return self.assertFails(self.tenon("run", "case.yaml", **options), 2, *says)

    def test_not_a_mesh(self):
        self.refuse_mesh("", r"case\.yaml:4: objects\.block\.mesh: .*block\.msh")
        self.refuse_mesh("hello", r"case\.yaml:4: .*block\.msh.*not a Gmsh mesh")
        self.refuse_mesh("$MeshFormat\n3.0 0 8\n$EndMeshFormat\n", "block.msh", "line 2: format 3")

    def test_no_cells(self):
        self.refuse_mesh(box(edit=lambda nodes, cells: cells.clear()), "block.msh", "cells")
        self.refuse_mesh(box(edit=lambda nodes, cells: cells.clear()).replace("$Elements\n0", "$Elements\n1\n1 15 0 1"),
                         "block.msh", "consists of points, but volumes are needed")

    def test_truncated(self):
        for version in ("2.2", "4.1"):
            whole = box(version=version)
            for end in (whole.index("$Nodes") + 60, whole.index("$Elements") + 90):
                with self.subTest(version=version, end=end):
                    self.refuse_mesh(whole[:end], "block.msh", "line")

    def test_lying_counts_are_refused_without_memory(self):
        small = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n{}\n1 0 0 0\n$EndNodes\n$Elements\n{}\n" \
                "1 15 2 0 0 1\n$EndElements\n"
        small4 = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 {} 1 1\n0 1 0 {}\n1\n0 0 0\n$EndNodes\n$Elements\n" \
                 "1 1 1 1\n0 1 15 {}\n1 1\n$EndElements\n"
        lie = 10**9
        for mesh, says in ((small.format(lie, 1), r"line 5.*1000000000"), (small.format(1, lie), r"line 9.*1000000000"),
                           (small4.format(lie, lie, 1), r"line [56].*1000000000"),
                           (small4.format(1, 1, lie), r"line 1[23].*999999999 more"),
                           (small.format(-1, 1), r"line 5.*-1")):
            with self.subTest(says):
                self.assertLess(len(mesh), 200)
                # 1e9 nodes would take 28 GB. The program takes about 50 MB; MPI and libraries more.
                self.refuse_mesh(mesh, "block.msh", says, memory_mib=600)

    def test_coordinate_that_is_no_number(self):
        def spoil(nodes, cells):
            nodes[5] = (0, float("nan"), 0)
        for version in ("2.2", "4.1"):
            self.refuse_mesh(box(version=version, edit=spoil), "block.msh", "line", "node 5", "nan")

    def test_node_twice(self):
        twice = replaced(box(), "\n27 1.0 1.0 1.0\n", "\n26 1.0 1.0 1.0\n")
        self.refuse_mesh(twice, "block.msh", "node 26 twice")

    def test_cell_of_an_unknown_node(self):
        def spoil(nodes, cells):
            cells[2] = (5, "body", cells[2][2][:-1] + [777])
        self.refuse_mesh(box(edit=spoil), "block.msh", "777")

    def test_negative_jacobian(self):
        for version in ("2.2", "4.1"):
            self.refuse_mesh(box(version=version, edit=with_bad_hexahedron), "block.msh", "element 2", "hex8",
                             "Jacobian")

    def test_negative_jacobian_on_one_rank_of_many(self):
        mesh = box(cells=(4, 4, 4), edit=with_bad_hexahedron)
        self.refuse_mesh(mesh, "block.msh", "element 2", "Jacobian")
        self.assertFails(self.tenon("check", "case.yaml"), 2, "element 2")

    def test_nodes_of_no_cell_are_dropped_with_one_warning(self):
        def spoil(nodes, cells):
            nodes[901] = nodes[902] = (7.0, 7.0, 7.0)
        self.write("block.msh", box(edit=spoil))
        self.write("case.yaml", ONE)
        run = self.assertRuns("run", "case.yaml")
        warnings = run.messages("tenon: warning: ")
        self.assertEqual(len(warnings), 1, run)
        self.assertRegex(warnings[0], r"2 nodes")
        self.assertIn("block.msh", warnings[0])
        self.assertRegex(run.out, r"27 nodes")

    def test_missing_mesh(self):
        self.write("case.yaml", replaced(ONE, "block.msh", "blok.msh"))
        self.assertFails(self.tenon("run", "case.yaml"), 4, r"case\.yaml:4: objects\.block\.mesh: .*blok\.msh.*No such file")
        self.write("case.yaml", replaced(ONE, "block.msh", "."))
        self.assertFails(self.tenon("run", "case.yaml"), 4, r"case\.yaml:4", "is a folder")
        self.assertFails(self.tenon("info", "blok.msh"), 4, "blok.msh")
        self.assertFails(self.tenon("partition", "blok.msh", "-o", "blok.h5"), 4, "blok.msh")

    def test_two_broken_meshes_are_told_at_once(self):
        self.write("lower.msh", "")
        self.write("upper.msh", box(low=(0, 0, 1), cells=(3, 3, 2))[:900])
        self.write("case.yaml", TWO)
        self.assertFails(self.tenon("check", "case.yaml"), 2, r"case\.yaml:5: .*lower\.msh", r"case\.yaml:11: .*upper\.msh")

    def test_damaged_partitioned_mesh(self):
        self.write("block.h5", "no HDF5 at all")
        self.write("case.yaml", replaced(ONE, "block.msh", "block.h5"))
        self.assertFails(self.tenon("check", "case.yaml"), 4, "'block.h5' is damaged: ")
        self.assertRuns("partition", "block.msh", "-o", "block.h5", "--parts", "4")
        whole = (self.folder / "block.h5").read_bytes()
        (self.folder / "block.h5").write_bytes(whole[:len(whole) // 2])
        self.assertFails(self.tenon("check", "case.yaml"), 4, "block.h5")
        for size in (0, 3, 7, 8, 9):
            (self.folder / "block.h5").write_bytes(whole[:size])
            self.assertFails(self.tenon("check", "case.yaml"), 4, "'block.h5' is (truncated or )?damaged: ")
        for coordinate in (1e308, -1e200, 1e101, float("nan")):
            (self.folder / "block.h5").write_bytes(whole)
            with h5py.File(self.folder / "block.h5", "r+") as file:
                file["nodes/points"][3] = coordinate
            self.assertFails(self.tenon("check", "case.yaml"), 4, r"'block\.h5' is damaged: node \d+ has the invalid coordinate")

    def test_coordinates_beyond_numbers(self):
        def spoil(nodes, _):
            nodes[14] = (0.5, 1e308, 0.5)

        self.refuse_mesh(box(edit=spoil), r"block\.msh", r"node 14 has the invalid coordinate 1e\+308")
        self.assertFails(self.tenon("partition", "block.msh", "-o", "block.h5"), 2, "node 14 has the invalid coordinate")

    def test_more_ranks_than_cells(self):
        self.write("block.msh", box(cells=(1, 1, 1)))
        self.write("case.yaml", ONE)
        self.assertRuns("run", "case.yaml", ranks=max(RANKS, 3))


if __name__ == "__main__":
    unittest.main()
