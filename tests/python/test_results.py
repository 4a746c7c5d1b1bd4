#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Compares the output of tests/simulation/ResultFileTest.cpp with the values that h5py and meshio
read.

    test_results.py <folder>"""
import sys
import unittest
from pathlib import Path

import h5py
import meshio
import numpy as np

from test_output import CELLS

FOLDER = None
TYPES = ("hex20", "hex27", "prism15", "tet10", "quad8", "quad9", "tri6")
CELLS_OF_BOX = {"hex20": 6, "hex27": 6, "prism15": 12, "tet10": 36, "quad8": 2, "quad9": 2, "tri6": 4}
MESHIO = {"hex20": "hexahedron20", "hex27": "hexahedron27", "prism15": "wedge15", "tet10": "tetra10", "quad8": "quad8",
          "quad9": "quad9", "tri6": "triangle6"}

# Corners of VTK's cells in reference coordinates: right-handed, the first face before the second.
CORNERS = {
    "hex": [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)],
    "prism": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (0, 1, 1)],
    "tet": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)],
    "quad": [(0, 0), (1, 0), (1, 1), (0, 1)],
    "tri": [(0, 0), (1, 0), (0, 1)],
}


def straight(points):
    """Inverts the map of the box: x = p, y = q + p^2 / 5, z = r + p q / 10."""
    p = points[:, 0]
    q = points[:, 1] - 0.2 * p * p
    return np.column_stack([p, q, points[:, 2] - 0.1 * p * q])


class Results(unittest.TestCase):
    def each(self):
        for name in TYPES:
            with self.subTest(cells=name):
                yield name, FOLDER / (name + ".h5"), FOLDER / (name + ".xdmf")

    def check_cells(self, name, points, cells):
        _, _, num_vertices, middles = CELLS[name]
        self.assertEqual(cells.shape, (CELLS_OF_BOX[name], num_vertices + len(middles)))
        place = straight(points)[cells]
        kind = name.rstrip("0123456789")
        corners = np.array(CORNERS[kind])
        # An affine image of VTK's own cell, not mirrored: every vertex is the right one.
        for cell in place:
            axes = cell[[list(map(tuple, corners)).index(tuple(row)) for row in np.eye(corners.shape[1])]] - cell[0]
            np.testing.assert_allclose(cell[:num_vertices], cell[0] + corners @ axes, atol=1e-12)
            if corners.shape[1] == 3:
                self.assertGreater(np.linalg.det(axes), 0)
            else:
                self.assertGreater(np.cross(axes[0], axes[1])[2], 0)
        for node, around in enumerate(middles, start=num_vertices):
            np.testing.assert_allclose(place[:, node], place[:, list(around)].mean(axis=1), atol=1e-12,
                                       err_msg=f"node {node} of VTK's {name}")

    def check_fields(self, name, points, displacement, stress, tags):
        expected = points * [1, 10, 100] + [1, 2, 3]
        if name[0] in "qt" and name != "tet10":
            expected[:, 2] = 0  # in the plane
        np.testing.assert_allclose(displacement, expected, rtol=1e-14, atol=1e-14)
        xx, yy, zz, xy, yz, xz = 11, 22, 33, 12, 23, 13
        tensor = np.array([xx, xy, xz, xy, yy, yz, xz, yz, zz])
        np.testing.assert_array_equal(np.reshape(stress, (-1, 9)), tensor + 100.0 * tags[:, None])

    def test_by_h5py(self):
        for name, path, _ in self.each():
            with h5py.File(path) as file:
                mesh = file["meshes/body"]
                points = mesh["points"][()]
                self.check_cells(name, points, mesh[name]["cells"][()])
                self.assertEqual(sorted(file["steps"]), ["0000", "0001"])
                for number, time in (("0000", 0.5), ("0001", 1.0)):
                    step = file["steps"][number]
                    self.assertEqual(step.attrs["time"], time)
                    self.check_fields(name, points, step["body/displacement"][()], step["body"][name]["stress"][()],
                                      mesh[name]["tags"][()])

    def test_by_meshio(self):
        for name, path, xdmf in self.each():
            with h5py.File(path) as file:
                tags = file["meshes/body"][name]["tags"][()]
            with meshio.xdmf.TimeSeriesReader(xdmf) as reader:
                points, cells = reader.read_points_cells()
                self.assertEqual([block.type for block in cells], [MESHIO[name]])
                self.check_cells(name, points, cells[0].data)
                self.assertEqual(reader.num_steps, 2)
                for number, at in enumerate((0.5, 1.0)):
                    time, at_nodes, in_cells = reader.read_data(number)
                    self.assertEqual(time, at)
                    self.check_fields(name, points, at_nodes["displacement"], in_cells["stress"][0], tags)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    FOLDER = Path(sys.argv.pop(1))
    unittest.main()
