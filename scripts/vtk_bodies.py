"""Bodies of a result of tenon as VTK grids, for scripts/picture.py and scripts/plot.py."""
import argparse

import numpy as np

import tenon_results

# VTK's number of each cell type; the files hold VTK's node order.
VTK_TYPES = {
    "point1": 1, "line2": 3, "line3": 21, "tri3": 5, "tri6": 22, "quad4": 9, "quad8": 23, "quad9": 28, "tet4": 10, "tet10": 24,
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

    def __init__(self, results, name, step, field, component):
        from vtkmodules.vtkCommonCore import vtkPoints
        from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkUnstructuredGrid
        from vtkmodules.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray

        self.name = name
        self.points = np.ascontiguousarray(results.points(name))
        on_nodes = results.fields(name, step)
        field = next((one for one in field.split(",") if one in on_nodes), field)
        self.displacement = padded(results.field("displacement", name, step)) if "displacement" in on_nodes else None
        blocks = {kind: cells.reshape(len(cells), -1) for kind, cells in results.cells(name).items()}
        if not blocks:
            raise InputError(f"Object '{name}' has no cells.")
        self.dimension = max(3 if kind[:3] in ("tet", "hex", "pri", "pyr") else 1 if kind[:4] == "line"
                             else 0 if kind == "point1" else 2 for kind in blocks)

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
        self.on_cells = field not in on_nodes and field in results.cell_fields(name, step)
        #: values per node or per cell, None where this object has none; and the largest entry of the whole field
        self.values, self.magnitude = None, 0.0
        if field in on_nodes:
            self.colour_by(results.field(field, name, step), component, field)
        elif self.on_cells:
            parts = results.cell_field(field, name, step)
            width = next(iter(parts.values())).shape[1:]
            self.colour_by(np.concatenate([parts.get(kind, np.full((len(cells), *width), np.nan)) for kind, cells in blocks.items()]),
                           component, field)

    def colour_by(self, array, component, field):
        finite = np.abs(array[np.isfinite(array)])
        self.magnitude = finite.max() if len(finite) else 0.0
        self.values = scalar(array, component, field)

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


def element_edges(grid):
    """The sides of the elements on the skin, curved ones as curves."""
    from vtkmodules.vtkCommonCore import vtkPoints
    from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData
    from vtkmodules.vtkFiltersGeometry import vtkUnstructuredGridGeometryFilter
    from vtkmodules.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray, vtk_to_numpy

    skin = vtkUnstructuredGridGeometryFilter()
    skin.SetInputData(grid)
    skin.Update()
    faces = skin.GetOutput()
    points = vtk_to_numpy(faces.GetPoints().GetData()).astype(float)
    types = vtk_to_numpy(faces.GetCellTypesArray())
    nodes = vtk_to_numpy(faces.GetCells().GetConnectivityArray())
    starts = vtk_to_numpy(faces.GetCells().GetOffsetsArray())[:-1]
    corners = {5: 3, 22: 3, 9: 4, 23: 4, 28: 4}
    ends, middles = [], []
    for kind, n in corners.items():
        first = starts[types == kind]
        for k in range(n):
            a, b = nodes[first + k], nodes[first + (k + 1) % n]
            middle = points[nodes[first + n + k]] if kind in (22, 23, 28) else (points[a] + points[b]) / 2
            ends.append(np.column_stack([np.minimum(a, b), np.maximum(a, b)]))
            middles.append(middle)
    lines = vtkPolyData()
    if not ends:
        return lines
    ends, keep = np.unique(np.vstack(ends), axis=0, return_index=True)
    middles = np.vstack(middles)[keep]
    s = np.linspace(0, 1, 5)[None, :, None]
    curve = (1 - s) * (1 - 2 * s) * points[ends[:, 0], None] + 4 * s * (1 - s) * middles[:, None] + s * (2 * s - 1) * points[ends[:, 1], None]
    samples = vtkPoints()
    samples.SetData(numpy_to_vtk(np.ascontiguousarray(curve.reshape(-1, 3)), deep=True))
    cells = vtkCellArray()
    cells.SetData(numpy_to_vtkIdTypeArray(np.arange(0, 5 * len(ends) + 1, 5, dtype=np.int64), deep=True),
                  numpy_to_vtkIdTypeArray(np.arange(5 * len(ends), dtype=np.int64), deep=True))
    lines.SetPoints(samples)
    lines.SetLines(cells)
    return lines


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
    try:
        with tenon_results.open(path) as results:
            step_name = (step_name or results.steps[-1]).zfill(4)
            if step_name not in results.steps:
                raise InputError(f"There is no step '{step_name}'; there are: {', '.join(results.steps)}.")
            step = results.steps.index(step_name)
            bodies = [Body(results, name, step, field, component) for name in names or results.objects]
            if all(body.values is None for body in bodies):
                found = sorted({key for name in results.objects for key in results.fields(name, step)})
                raise InputError(f"There is no field '{field}'; there are: {', '.join(found)}.")
    except tenon_results.NoResult as error:
        raise InputError(str(error)) from None
    except KeyError as error:
        raise InputError(error.args[0]) from None
    for body in bodies:
        if body.values is None:
            print(f"Object '{body.name}' has no field '{field}' and is drawn grey.")
    return bodies, step_name


def numbers(text, separator, count, kind):
    """An argument such as 1600x1000 as a tuple."""
    try:
        parts = tuple(kind(part) for part in text.split(separator))
    except ValueError:
        parts = ()
    if len(parts) != count:
        raise argparse.ArgumentTypeError(f"'{text}' is not {count} numbers with '{separator}' between them")
    return parts
