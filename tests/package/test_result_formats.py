#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies VTK files and meshes of meshio by the values in the HDF5 file."""
import unittest
from xml.etree import ElementTree

import meshio
import numpy as np

from result_cases import KINDS, VOLUME, ResultCase

import tenon.results
from tenon.results.vtu import file_names

meshio._mesh.topological_dimension.setdefault("wedge15", 3)  # meshio 5.0 stores only the name of this type


class VtkFiles(ResultCase):
    CASES = ("tied", "ball", "kinds")

    def grid(self, path):
        """Reads a .vtu with VTK."""
        from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridReader

        reader = vtkXMLUnstructuredGridReader()
        reader.SetFileName(str(path))
        reader.Update()
        return reader.GetOutput()

    def enclosed_volume(self, grid):
        """Returns the volume inside the surface that VTK finds."""
        from vtkmodules.vtkFiltersCore import vtkMassProperties, vtkPolyDataNormals, vtkTriangleFilter
        from vtkmodules.vtkFiltersGeometry import vtkDataSetSurfaceFilter

        surface, normals, triangles, mass = vtkDataSetSurfaceFilter(), vtkPolyDataNormals(), vtkTriangleFilter(), vtkMassProperties()
        surface.SetInputData(grid)
        triangles.SetInputConnection(surface.GetOutputPort())
        normals.SetInputConnection(triangles.GetOutputPort())
        normals.SplittingOff()
        mass.SetInputConnection(normals.GetOutputPort())
        mass.Update()
        return mass.GetVolume()

    def test_every_cell_type_in_vtk(self):
        from vtkmodules.util.numpy_support import vtk_to_numpy

        results = self.open("kinds")
        results.write_vtu(self.folder / "kinds")
        for kind in KINDS:
            with self.subTest(kind):
                grid = self.grid(self.folder / f"kinds/{kind}.0000.vtu")
                np.testing.assert_array_equal(vtk_to_numpy(grid.GetPoints().GetData()), results.points(kind))
                for field in results.fields(kind):
                    np.testing.assert_array_equal(vtk_to_numpy(grid.GetPointData().GetArray(field)), results.field(field, kind))
                for field in results.cell_fields(kind):
                    np.testing.assert_array_equal(vtk_to_numpy(grid.GetCellData().GetArray(field)), results.cell_field(field, kind)[kind])
                np.testing.assert_array_equal(vtk_to_numpy(grid.GetPointData().GetArray("node")), results.tags(kind))
                np.testing.assert_array_equal(vtk_to_numpy(grid.GetCellData().GetArray("cell")), results.cell_tags(kind)[kind])
                self.assertEqual(grid.GetNumberOfCells(), len(results.cells(kind)[kind]))
                self.assertEqual({grid.GetCellType(cell) for cell in range(grid.GetNumberOfCells())}, {tenon.results.CELL_TYPES[kind].vtk_type})
                self.assertAlmostEqual(self.enclosed_volume(grid), VOLUME)

    def test_faces_of_linear_cells_point_outward_in_vtk(self):
        """Computes the volume as the flux of the position through the faces of all cells."""
        results = self.open("kinds")
        results.write_vtu(self.folder / "kinds")
        for kind in ("hex8", "tet4", "prism6"):
            grid, flux = self.grid(self.folder / f"kinds/{kind}.0000.vtu"), 0.0
            for number in range(grid.GetNumberOfCells()):
                cell = grid.GetCell(number)
                for face in (cell.GetFace(k) for k in range(cell.GetNumberOfFaces())):
                    x = np.array([face.GetPoints().GetPoint(k) for k in range(face.GetNumberOfPoints())])
                    for a, b in zip(x[1:-1], x[2:]):
                        flux += np.dot(x[0] + a + b, np.cross(a - x[0], b - x[0])) / 18
            self.assertAlmostEqual(flux, VOLUME, msg=kind)

    def test_every_cell_type_in_meshio(self):
        results = self.open("kinds")
        results.write_vtu(self.folder / "kinds")
        for kind in KINDS:
            with self.subTest(kind):
                mesh = meshio.read(self.folder / f"kinds/{kind}.0000.vtu")
                self.assertEqual([block.type for block in mesh.cells], [tenon.results.MESHIO_TYPES[kind]])
                np.testing.assert_array_equal(mesh.cells[0].data, results.cells(kind)[kind])
                np.testing.assert_array_equal(mesh.point_data["stress"].reshape(-1, 9), results.field("stress", kind))
                np.testing.assert_array_equal(mesh.cell_data["von_mises"][0], results.cell_field("von_mises", kind)[kind])

    def test_the_collection(self):
        results = self.open("tied")
        path = results.write_vtu(self.folder / "vtk", steps=[0, -1], deformed=True)
        self.assertEqual(path, str(self.folder / "vtk/tied.pvd"))
        entries = [(float(one.get("timestep")), one.get("name"), one.get("file")) for one in ElementTree.parse(path).getroot().iter("DataSet")]
        self.assertEqual(sorted(entries), [(0.25, "lower", "lower.0000.vtu"), (0.25, "upper", "upper.0000.vtu"),
                                           (1.0, "lower", "lower.0003.vtu"), (1.0, "upper", "upper.0003.vtu")])
        self.assertEqual({one.name for one in (self.folder / "vtk").iterdir()}, {"tied.pvd", *(file for _, _, file in entries)})
        for _, name, file in entries:
            step = int(file.split(".")[1])
            mesh = meshio.read(self.folder / "vtk" / file)
            np.testing.assert_array_equal(mesh.points, results.points(name) + results.field("displacement", name, step))
            np.testing.assert_array_equal(mesh.point_data["force_joint/top"], results.field("force_joint/top", name, step))
        with self.assertRaisesRegex(KeyError, "no step 4"):
            results.write_vtu(self.folder / "vtk", steps=[4])
        with self.assertRaisesRegex(tenon.results.InputError, "writes no file"):
            results.write_vtu(self.folder / "vtk", steps=[])

    def test_rigid_bodies_are_points(self):
        results = self.open("ball")
        results.write_vtu(self.folder / "points", steps=[0], objects=["ball"])
        mesh = meshio.read(self.folder / "points/ball.0000.vtu")
        self.assertEqual([(block.type, block.data.tolist()) for block in mesh.cells], [("vertex", [[0]])])
        np.testing.assert_array_equal(mesh.points, [[1, 2, 0.1]])

    def test_names_of_files_stay_in_the_folder(self):
        names = file_names(["a b", "a_b", "..", "../x", "", "ß"])
        self.assertEqual(len(set(names.values())), 6)
        for safe in names.values():
            self.assertRegex(safe, "^[A-Za-z0-9_-]+$")


class Meshio(ResultCase):
    CASES = ("tied",)

    def test_all_objects_in_one_mesh(self):
        results = self.open("tied")
        mesh = results.to_meshio(1)
        first, second = results.objects
        split = len(results.points(first))
        self.assertEqual([len(block.data) for block in mesh.cells], [len(cells) for name in results.objects for cells in results.cells(name).values()])
        np.testing.assert_array_equal(mesh.points[split:], results.points(second))
        np.testing.assert_array_equal(mesh.point_data["displacement"][split:], results.field("displacement", second, 1))
        np.testing.assert_array_equal(mesh.points[mesh.cells[1].data], results.points(second)[list(results.cells(second).values())[0]])
        np.testing.assert_array_equal(mesh.cell_data["stress"][1], list(results.cell_field("stress", second, 1).values())[0])
        self.assertEqual([len(part) for part in mesh.cell_sets[second]], [0, len(mesh.cells[1].data)])
        self.assertEqual(set(mesh.point_data["object"]), {0, 1})
        multiplier = mesh.point_data["multiplier_joint/top"]  # only on the slave
        other = multiplier[split:] if first == "lower" else multiplier[:split]
        self.assertTrue(np.isnan(multiplier[:split] if first == "lower" else multiplier[split:]).all())
        np.testing.assert_array_equal(other, results.field("multiplier_joint/top", "upper", 1))
        moved = results.to_meshio(1, objects=["upper"], deformed=True)
        np.testing.assert_array_equal(moved.points, results.points("upper") + results.field("displacement", "upper", 1))


if __name__ == "__main__":
    unittest.main()
