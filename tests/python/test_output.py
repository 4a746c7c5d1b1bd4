#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Reads a results folder by h5py, by meshio, and by VTK where it is installed.

    test_output.py <folder>

Checks the layout of every .h5, that all its numbers are finite and its cells are in VTK's node
order (volumes positive, nodes of edges between their vertices), and that every .xdmf describes the
datasets correctly."""
import sys
import unittest
from pathlib import Path
from xml.etree import ElementTree

import h5py
import meshio
import numpy as np

# meshio 5.0 knows the name wedge15 but not its dimension, and fails.
meshio._mesh.topological_dimension.setdefault("wedge15", 3)

FOLDER = None

QUAD8 = [(0, 1), (1, 2), (2, 3), (3, 0)]
HEX20 = QUAD8 + [(4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)]
HEX_FACES = [(0, 3, 7, 4), (1, 2, 6, 5), (0, 1, 5, 4), (3, 2, 6, 7), (0, 1, 2, 3), (4, 5, 6, 7)]

# Cell type of tenon: VTK's class, XDMF's name, number of vertices, and for each further node the
# vertices around it.
CELLS = {
    "point1": ("vtkVertex", "Polyvertex", 1, []),
    "line2": ("vtkLine", "Polyline", 2, []),
    "line3": ("vtkQuadraticEdge", "Edge_3", 2, [(0, 1)]),
    "tri3": ("vtkTriangle", "Triangle", 3, []),
    "tri6": ("vtkQuadraticTriangle", "Triangle_6", 3, [(0, 1), (1, 2), (2, 0)]),
    "quad4": ("vtkQuad", "Quadrilateral", 4, []),
    "quad8": ("vtkQuadraticQuad", "Quadrilateral_8", 4, QUAD8),
    "quad9": ("vtkBiQuadraticQuad", "Quadrilateral_9", 4, QUAD8 + [(0, 1, 2, 3)]),
    "tet4": ("vtkTetra", "Tetrahedron", 4, []),
    "tet10": ("vtkQuadraticTetra", "Tetrahedron_10", 4, [(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)]),
    "pyramid5": ("vtkPyramid", "Pyramid", 5, []),
    "prism6": ("vtkWedge", "Wedge", 6, []),
    "prism15": ("vtkQuadraticWedge", "Wedge_15", 6,
                [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)]),
    "hex8": ("vtkHexahedron", "Hexahedron", 8, []),
    "hex20": ("vtkQuadraticHexahedron", "Hexahedron_20", 8, HEX20),
    "hex27": ("vtkTriQuadraticHexahedron", "Hexahedron_27", 8, HEX20 + HEX_FACES + [tuple(range(8))]),
}

# Three edges at each vertex of a solid, right-handed; two for the vertices of a face.
CORNERS = {
    3: [(0, 1, 2), (1, 2, 0), (2, 0, 1)],
    "quad": [(0, 1, 3), (1, 2, 0), (2, 3, 1), (3, 0, 2)],
    "tet": [(0, 1, 2, 3), (1, 2, 0, 3), (2, 0, 1, 3), (3, 0, 2, 1)],
    5: [(0, 1, 3, 4), (1, 2, 0, 4), (2, 3, 1, 4), (3, 0, 2, 4)],
    6: [(0, 1, 2, 3), (1, 2, 0, 4), (2, 0, 1, 5), (3, 5, 4, 0), (4, 3, 5, 1), (5, 4, 3, 2)],
    8: [(0, 1, 3, 4), (1, 2, 0, 5), (2, 3, 1, 6), (3, 0, 2, 7), (4, 7, 5, 0), (5, 4, 6, 1), (6, 5, 7, 2), (7, 6, 4, 3)],
}


def corners_of(cell_type):
    vertices = CELLS[cell_type][2]
    if vertices == 4:
        return CORNERS["quad" if cell_type.startswith("quad") else "tet"]
    return CORNERS.get(vertices, [])


def files(suffix):
    return sorted(FOLDER.glob("*" + suffix))


def datasets(group):
    found = {}
    group.visititems(lambda name, item: found.update({"/" + name: item}) if isinstance(item, h5py.Dataset) else None)
    return found


class Hdf5Layout(unittest.TestCase):
    def each_file(self):
        for path in files(".h5"):
            with h5py.File(path, "r") as file:
                yield file

    def each_block(self):
        for file in self.each_file():
            for name, mesh in file["/meshes"].items():
                for cell_type in [key for key in mesh if isinstance(mesh[key], h5py.Group)]:
                    yield f"{file.filename}: {name}, {cell_type}: ", mesh, cell_type

    def test_there_is_a_file(self):
        self.assertTrue(files(".h5"))
        self.assertTrue(files(".xdmf"))
        self.assertFalse(list(FOLDER.glob("*.partial")), "unfinished files were left behind")

    def test_every_number_is_finite(self):
        for file in self.each_file():
            for name, data in datasets(file).items():
                if data.dtype.kind == "f":
                    self.assertTrue(np.isfinite(data[()]).all(), name)

    def test_title_versions_and_texts(self):
        for file in self.each_file():
            self.assertIn("title", file.attrs)
            self.assertTrue(any("version" in name for name in file.attrs), list(file.attrs))
            for name in ("case", "options", "summary"):
                self.assertIsInstance(file[name][()].decode("utf-8"), str)

    def test_meshes(self):
        for file in self.each_file():
            for mesh in file["/meshes"].values():
                count = len(mesh["points"])
                self.assertEqual(mesh["points"].shape, (count, 3))
                self.assertEqual(mesh["tags"].shape, (count,))
                self.assertEqual(len(np.unique(mesh["tags"])), count)
        for where, mesh, cell_type in self.each_block():
            _, _, vertices, middles = CELLS[cell_type]
            cells = mesh[cell_type]["cells"][()]
            cells = cells.reshape(len(cells), -1)
            self.assertEqual(cells.shape[1], vertices + len(middles), where)
            self.assertEqual(mesh[cell_type]["tags"].shape, (len(cells),), where)
            self.assertTrue((cells >= 0).all() and (cells < len(mesh["points"])).all(), where)

    def test_cells_are_positive(self):
        for where, mesh, cell_type in self.each_block():
            x = mesh["points"][()][mesh[cell_type]["cells"][()].reshape(len(mesh[cell_type]["tags"]), -1)]
            plane = not mesh["points"][:, 2].any()
            for corner in corners_of(cell_type):
                edges = np.stack([x[:, i] - x[:, corner[0]] for i in corner[1:]], axis=1)
                if len(corner) == 4:
                    self.assertTrue((np.linalg.det(edges) > 0).all(), where + f"corner {corner[0]}")
                else:
                    normal = np.cross(edges[:, 0], edges[:, 1])
                    self.assertTrue((np.linalg.norm(normal, axis=1) > 0).all(), where)
                    self.assertTrue(not plane or (normal[:, 2] > 0).all(), where + f"corner {corner[0]}")

    def test_nodes_of_edges_are_between_their_vertices(self):
        for where, mesh, cell_type in self.each_block():
            _, _, vertices, middles = CELLS[cell_type]
            if not middles:
                continue
            x = mesh["points"][()][mesh[cell_type]["cells"][()]]
            for place, around in enumerate(middles, start=vertices):
                ends = x[:, list(around)]
                size = np.linalg.norm(ends.max(axis=1) - ends.min(axis=1), axis=1)
                gap = np.linalg.norm(x[:, place] - ends.mean(axis=1), axis=1)
                self.assertTrue((gap < 0.3 * size).all(), where + f"node {place} is not amid {around}")

    def test_steps(self):
        for file in self.each_file():
            self.assertIn("0000", file["/steps"])
            for step in file["/steps"].values():
                for name, mesh in file["/meshes"].items():
                    self.check_fields(step[name], mesh)

    def check_fields(self, fields, mesh):
        self.assertIn("displacement", fields)
        self.assertEqual(fields["displacement"].shape, mesh["points"].shape)
        for name, item in fields.items():
            if isinstance(item, h5py.Dataset):
                self.check_rows(name, item, len(mesh["points"]))
                continue
            for field, data in item.items():
                self.check_rows(field, data, len(mesh[name]["tags"]))

    def check_rows(self, name, data, rows):
        self.assertIn(data.shape, [(rows,), (rows, 3), (rows, 9)], name)
        if len(data.shape) == 2 and data.shape[1] == 9 and ("stress" in name or "strain" in name):
            tensor = data[()].reshape(-1, 3, 3)
            scale = max(abs(tensor).max(initial=0), 1e-300)
            self.assertLess(abs(tensor - tensor.transpose(0, 2, 1)).max(initial=0), 1e-9 * scale, name)


class Xdmf(unittest.TestCase):
    def test_describes_the_datasets_as_they_are(self):
        for path in files(".xdmf"):
            with self.subTest(file=path.name):
                items = list(ElementTree.parse(path).getroot().iter("DataItem"))
                self.assertTrue(items)
                for item in items:
                    self.check_item(path, item)

    def check_item(self, path, item):
        name, dataset = item.text.strip().split(":")
        with h5py.File(path.parent / name, "r") as file:
            data = file[dataset]
            self.assertEqual(tuple(int(n) for n in item.get("Dimensions").split()), data.shape, dataset)
            self.assertEqual({"Float": "f", "Int": "i"}[item.get("NumberType")], data.dtype.kind, dataset)
            self.assertEqual(int(item.get("Precision")), data.dtype.itemsize, dataset)

    def test_meshio_reads_every_block(self):
        num_read = 0
        for path in files(".xdmf"):
            steps = ElementTree.parse(path).getroot().find("Domain/Grid")
            if any(step.get("GridType") != "Uniform" for step in steps):
                continue  # several blocks in a step: for ParaView only
            with self.subTest(file=path.name):
                num_read += 1
                self.read_by_meshio(path, len(steps))
        self.assertGreater(num_read, 0)

    def read_by_meshio(self, path, num_steps):
        with meshio.xdmf.TimeSeriesReader(path) as reader:
            points, cells = reader.read_points_cells()
            self.assertEqual(points.shape[1], 3)
            self.assertEqual(len(cells), 1)
            self.assertEqual(reader.num_steps, num_steps)
            times = []
            for k in range(num_steps):
                time, point_data, cell_data = reader.read_data(k)
                times.append(time)
                self.assertEqual(point_data["displacement"].shape, points.shape)
                for name, blocks in cell_data.items():
                    self.assertEqual(len(blocks[0]), len(cells[0].data), name)
            self.assertEqual(times, sorted(set(times)))


class NodeOrder(unittest.TestCase):
    """Verifies the tables above against VTK's own."""

    def test_is_that_of_vtk(self):
        try:
            import vtkmodules.vtkCommonDataModel as vtk
        except ImportError:
            self.skipTest("VTK is not installed")
        for cell_type, (vtk_class, _, vertices, middles) in CELLS.items():
            with self.subTest(cells=cell_type):
                cell = getattr(vtk, vtk_class)()
                self.assertEqual(cell.GetNumberOfPoints(), vertices + len(middles))
                coordinates = np.array(cell.GetParametricCoords()).reshape(-1, 3) if middles else None
                for place, around in enumerate(middles, start=vertices):
                    np.testing.assert_allclose(coordinates[place], coordinates[list(around)].mean(axis=0))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    FOLDER = Path(sys.argv.pop(1))
    unittest.main()
