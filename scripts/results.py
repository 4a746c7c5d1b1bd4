"""Reads a result of tenon (HDF5) into VTK grids, for scripts/picture.py."""
import os

import h5py
import numpy as np

# VTK's number of each cell type; the files hold VTK's node order.
VTK_TYPES = {
    "line2": 3, "line3": 21, "tri3": 5, "tri6": 22, "quad4": 9, "quad8": 23, "quad9": 28, "tet4": 10, "tet10": 24,
    "hex8": 12, "hex20": 25, "hex27": 29, "prism6": 13, "prism15": 26, "pyramid5": 14,
}
COMPONENTS = {
    3: ("x", "y", "z"),
    9: ("xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz"),
}


class InputError(Exception):
    """Something the user can put right."""


class Body:
    """One object of the result: its grid at rest, its displacement [n,3] and the field to colour it by."""

    def __init__(self, name, mesh, step, field, component):
        from vtkmodules.vtkCommonCore import vtkPoints
        from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkUnstructuredGrid
        from vtkmodules.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray

        self.name = name
        self.points = padded(mesh["points"][()])
        fields = step[name] if name in step else {}
        self.displacement = padded(fields["displacement"][()]) if "displacement" in fields else None
        blocks = {kind: mesh[kind]["cells"][()] for kind in VTK_TYPES if kind in mesh and len(mesh[kind]["cells"])}
        if not blocks:
            raise InputError(f"Object '{name}' has no cells.")
        self.dimension = max(3 if kind[:3] in ("tet", "hex", "pri", "pyr") else 1 if kind[:4] == "line" else 2 for kind in blocks)

        grid = vtkUnstructuredGrid()
        points = vtkPoints()
        points.SetData(numpy_to_vtk(self.points, deep=True))
        grid.SetPoints(points)
        types = np.concatenate([np.full(len(cells), VTK_TYPES[kind], np.uint8) for kind, cells in blocks.items()])
        widths = np.concatenate([np.full(len(cells), cells.shape[1], np.int64) for cells in blocks.values()])
        array = vtkCellArray()
        array.SetData(numpy_to_vtkIdTypeArray(np.concatenate([[0], np.cumsum(widths)]).astype(np.int64), deep=True),
                      numpy_to_vtkIdTypeArray(np.concatenate([c.ravel() for c in blocks.values()]).astype(np.int64), deep=True))
        grid.SetCells(numpy_to_vtk(types, deep=True), array)
        self.grid = grid
        self.values, self.on_cells = self.colour_field(fields, blocks, field, component)

    def colour_field(self, fields, blocks, field, component):
        """Values per node, or per cell where the field is one of cells, or None where this object has none."""
        if field in fields and isinstance(fields[field], h5py.Dataset):
            return scalar(fields[field][()], component, field), False
        parts = [(len(cells), fields[kind][field][()] if kind in fields and field in fields[kind] else None) for kind, cells in blocks.items()]
        if all(part is None for _, part in parts):
            return None, False
        return np.concatenate([scalar(part, component, field) if part is not None else np.full(n, np.nan) for n, part in parts]), True

    def surface(self, warp):
        """The skin, curved elements cut into small flat triangles, moved by warp times the displacement."""
        from vtkmodules.vtkCommonDataModel import vtkUnstructuredGrid
        from vtkmodules.vtkFiltersGeometry import vtkDataSetSurfaceFilter
        from vtkmodules.util.numpy_support import numpy_to_vtk

        moved = vtkUnstructuredGrid()
        moved.DeepCopy(self.grid)
        if self.displacement is not None and warp:
            moved.GetPoints().SetData(numpy_to_vtk(self.points + warp * self.displacement, deep=True))
        if self.values is not None:
            data = moved.GetCellData() if self.on_cells else moved.GetPointData()
            data.SetScalars(numpy_to_vtk(np.ascontiguousarray(self.values, float), deep=True))
        skin = vtkDataSetSurfaceFilter()
        skin.SetInputData(moved)
        skin.SetNonlinearSubdivisionLevel(2)
        skin.Update()
        return moved, skin.GetOutput()


def padded(array):
    """Vectors of a plane problem get a third component, zero."""
    array = np.asarray(array, float)
    return np.ascontiguousarray(np.pad(array, ((0, 0), (0, 3 - array.shape[1]))) if array.shape[1] < 3 else array)


def scalar(array, component, field):
    """One number per row: the values, the component asked for, or a vector's length."""
    array = np.asarray(array, float)
    array = array.reshape(len(array), -1)
    width = array.shape[1]
    if component:
        names = COMPONENTS.get(width, ())
        if component not in names:
            raise InputError(f"Field '{field}' has no component '{component}'; it has: {', '.join(names) or 'one value per point'}.")
        return array[:, names.index(component)]
    if width == 9:
        raise InputError(f"Field '{field}' is a tensor; ask for a component, such as --field {field}:xx.")
    return array[:, 0] if width == 1 else np.linalg.norm(array, axis=1)


def read(path, step_name, names, field, component):
    """The bodies asked for and the name of the step shown."""
    if not os.path.exists(path):
        raise InputError(f"There is no file '{path}'.")
    with h5py.File(path, "r") as file:
        if "meshes" not in file or "steps" not in file or not len(file["steps"]):
            raise InputError(f"'{path}' holds no result of tenon (no /meshes or no /steps).")
        step_name = step_name if step_name is not None else sorted(file["steps"])[-1]
        if step_name.zfill(4) not in file["steps"]:
            raise InputError(f"There is no step '{step_name}'; there are: {', '.join(sorted(file['steps']))}.")
        step = file["steps"][step_name.zfill(4)]
        unknown = [name for name in names if name not in file["meshes"]]
        if unknown:
            raise InputError(f"There is no object '{unknown[0]}'; there are: {', '.join(file['meshes'])}.")
        bodies = [Body(name, file["meshes"][name], step, field, component) for name in names or file["meshes"]]
        if all(body.values is None for body in bodies):
            found = sorted({key for name in step for key, item in step[name].items() if isinstance(item, h5py.Dataset)})
            raise InputError(f"There is no field '{field}'; there are: {', '.join(found)}.")
    for body in bodies:
        if body.values is None:
            print(f"Object '{body.name}' has no field '{field}' and is drawn grey.")
    return bodies, step_name.zfill(4)
