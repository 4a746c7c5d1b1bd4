# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies the readers of `tenon convert` with damaged and hostile files, and with every encoding
of .vtu."""
import base64
import itertools
import os
import re
import unittest
import zlib

import h5py
import numpy as np
from mesh_formats import SOLIDS, Import, vtk, vtu

import guard  # mesh_formats has added its folder to the path
from mesh import Problem


class Hostile(Import):
    """Verifies that short files which imply long work are answered with little time and memory."""
    NODES = "*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n4,0,0,1\n*ELEMENT, TYPE=C3D4, ELSET=all\n1,1,2,3,4\n"

    def abaqus_groups(self, more):
        self.write("part.inp", self.NODES + more)
        mesh = self.converted("part.inp")
        return lambda name: len(mesh.group(name))

    def test_ranges_of_any_size(self):
        members = self.abaqus_groups("*NSET, NSET=some, GENERATE\n2, 1000000000000000, 2\n-1000000000000000, 1\n")
        self.assertEqual(members("some"), 3)
        for line, says in (("1, 4, 0", "the step of a range must be positive, but is 0"), ("1", "a range must have the form 'first, last, step'"), ("1, x", "'x' was found where"),
                           ("1," + 300 * "9", "'9{200}...' was found where")):
            self.write("part.inp", self.NODES + f"*NSET, NSET=some, GENERATE\n{line}\n")
            self.refuses("part.inp", rf"part\.inp:9: .*{says}")

    def test_sets_that_double(self):
        self.assertEqual(self.abaqus_groups("*NSET, NSET=a\n1, 2\n" + 200 * "*NSET, NSET=a\na, a, a, a\n")("a"), 2)
        chain = "".join(f"*NSET, NSET=s{i + 1}\ns{i}, s{i}\n" for i in range(200))
        self.assertEqual(self.abaqus_groups("*NSET, NSET=s0\n1, 2\n" + chain)("s200"), 2)

    def test_many_empty_cards_and_names(self):
        more = "".join(f"*ELEMENT, TYPE=C3D4, ELSET=e{i}\n" for i in range(30000)) + "".join(f"*NSET, NSET=n{i}\n1\n" for i in range(3000))
        self.assertEqual(self.abaqus_groups(more)("n2999"), 1)

    def test_files_that_include_themselves_and_each_other(self):
        self.write("part.inp", self.NODES + "*INCLUDE, INPUT=part.inp\n")
        self.refuses("part.inp", r"part\.inp:8: 'part.inp' includes itself")
        for i in range(20):
            self.write(f"{i}.inp", 2 * f"*INCLUDE, INPUT={i + 1}.inp\n")
        self.write("20.inp", "")
        self.refuses("0.inp", "more than 1000 files")
        self.write("part.inp", "*INCLUDE, INPUT=/dev/zero\n")
        self.refuses("part.inp", "not a file")

    def test_data_in_other_files(self):
        """Verifies that a pipe behind an external link is not opened, which would wait forever."""
        os.mkfifo(self.folder / "pipe")
        path = self.folder / "part.med"
        for spoil in (lambda file: file.__setitem__("ENS_MAA", h5py.ExternalLink("pipe", "/")),
                      lambda file: file.create_dataset("x", (4,), "f8", external=[(str(self.folder / "pipe"), 0, 32)])):
            with h5py.File(path, "w") as file:
                spoil(file)
            with self.assertRaisesRegex(Problem, "other files are not opened"):
                guard.require_self_contained(path)

    def test_damaged_vtk(self):
        points = np.array(SOLIDS["tetra"][0], float)
        whole = vtk(points, 10, [range(4)])
        for bad in (whole.replace("POINTS 4", "POINTS 4000000000"), whole.replace("POINTS 4", "POINTS -4"), whole.replace("CELLS 1 5", "CELLS 1 3"),
                    whole.replace("CELLS 1 5", "CELLS 1000000000 5"), whole.replace("double", "quadruple"), whole[:60], whole[:-4],
                    whole.replace("\n4 0 1", "\n4 zero 1"), whole.replace("CELL_TYPES 1", "CELL_TYPES 2")):
            self.write("part.vtk", bad)
            self.refuses("part.vtk", "(?s).*")

    def test_damaged_vtu(self):
        points = np.array(SOLIDS["tetra"][0], float)
        whole = vtu(points, 10, [range(4)])
        for bad in (whole[:200], whole.replace('"4"', '"40000000000"'), whole.replace('"4"', '"-4"'), whole.replace("0 1 2 3", "0 1 2"),
                    whole.replace(">10<", ">ten<"), whole.replace('"Int64"', '"Int128"'), whole.replace('format="ascii"', 'format="binary"')):
            self.write("part.vtu", bad)
            self.refuses("part.vtu", "(?s).*")


class VtuEncodings(Import):
    """Verifies inline and appended data, raw and base64, with and without compression."""

    def test_all(self):
        points = np.array(SOLIDS["tetra"][0], float)
        arrays = {"Points": points.ravel(), "connectivity": np.arange(4), "offsets": np.array([4]), "types": np.array([10], np.uint8)}
        for place, compressed in itertools.product(("inline", "base64", "raw"), (False, True)):
            with self.subTest(f"{place} {compressed}"):
                appended, text = b"", vtu(points, 10, [range(4)]).replace("VTKFile ", 'VTKFile header_type="UInt64" ', 1)
                if compressed:
                    text = text.replace("VTKFile ", 'VTKFile compressor="vtkZLibDataCompressor" ', 1)
                for name, values in arrays.items():
                    data, offset = self.encoded(values.tobytes(), place == "raw", compressed), len(appended)
                    appended += data if place != "inline" else b""
                    content = f'format="binary">{data.decode()}<' if place == "inline" else f'format="appended" offset="{offset}"><'
                    text = re.sub(rf'(Name="{name}" )format="ascii"([^>]*)>[^<]*<', lambda m, c=content: m[1] + c.replace(">", m[2] + ">", 1), text)
                whole = text.encode()
                if place != "inline":
                    kind = place.encode()
                    whole = whole.replace(b"</VTKFile>", b'<AppendedData encoding="' + kind + b'">\n_' + appended + b"\n</AppendedData></VTKFile>")
                (self.folder / "part.vtu").write_bytes(whole)
                self.assert_volume(self.converted("part.vtu"), 1 / 6)

    @staticmethod
    def encoded(content, raw, compressed):
        code = (lambda data: data) if raw else base64.b64encode
        if not compressed:
            return code(np.array([len(content)], np.uint64).tobytes() + content)
        packed = zlib.compress(content)
        return code(np.array([1, len(content), 0, len(packed)], np.uint64).tobytes()) + code(packed)


if __name__ == "__main__":
    unittest.main()
