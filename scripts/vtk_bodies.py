# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Bodies of a tenon result as VTK grids, used by scripts/picture.py and scripts/plot.py."""
import argparse
import sys

import numpy as np

import tenon_results
from vtk_shapes import axes_of, placed, rotation_of, shapes_of, surface_of

# Number of each cell type in VTK. The files use VTK's node order.
VTK_TYPES = {
    "point1": 1, "line2": 3, "line3": 21, "tri3": 5, "tri6": 22, "quad4": 9, "quad8": 23, "quad9": 28, "tet4": 10, "tet10": 24,
    "hex8": 12, "hex20": 25, "hex27": 29, "prism6": 13, "prism15": 26, "pyramid5": 14,
}
COMPONENTS = {
    3: ("x", "y", "z"),
    9: ("xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz"),
}


class InputError(Exception):
    """Error that the user can correct."""


class Body:
    """One object of a result: reference grid, displacement [n, 3] and the field shown by colour."""

    def __init__(self, results, name, step, field, component):
        from vtkmodules.vtkCommonCore import vtkPoints
        from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkUnstructuredGrid
        from vtkmodules.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray

        self.name = name
        self.points = np.ascontiguousarray(results.points(name))
        on_nodes = results.fields(name, step)
        field = next((one for one in field.split(",") if one in on_nodes), field)
        self.displacement = displacement_of(results, name, step) if "displacement" in on_nodes else None
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
        self.read_shapes(results, step)
        self.on_cells = field not in on_nodes and field in results.cell_fields(name, step)
        #: Values per node or cell, None without the field; largest magnitude of all components.
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

    def places(self, warp):
        """Returns the drawn positions of nodes and of the surfaces of rigid shapes, [places, 3]."""
        moved = self.points if self.displacement is None else self.points + warp * self.displacement
        if self.shapes is None:
            return moved
        from vtkmodules.util.numpy_support import vtk_to_numpy

        return np.vstack([moved, *(vtk_to_numpy(part.GetPoints().GetData()) for part in self.shape_parts(warp, with_planes=False))])

    def read_shapes(self, results, step):
        """Reads the shapes with which rigid bodies are drawn from the case in the result."""
        self.shapes = shapes_of(results, self.name, len(self.points)) if self.dimension == 0 else None
        if self.shapes is None:
            return
        self.dimension = 3
        self.axes = axes_of(results, self.name, len(self.points))
        self.rotation = np.zeros_like(self.points)
        if "rotation" in results.fields(self.name, step):
            rotation = results.field("rotation", self.name, step)
            self.rotation[:, 3 - (1 if rotation.ndim == 1 else rotation.shape[1]):] = rotation.reshape(len(rotation), -1)
        self.extent = float(np.linalg.norm(np.ptp(np.vstack([results.points(name) for name in results.objects]), axis=0))) or 1.0

    def shape_parts(self, warp, with_planes=True):
        moved = self.points if self.displacement is None else self.points + warp * self.displacement
        for body, shape in enumerate(self.shapes):
            surface = surface_of(shape, self.extent) if shape and (with_planes or shape.get("type") != "plane") else None
            if surface is not None:
                value = None if self.values is None or self.on_cells else self.values[body]
                yield placed(surface, moved[body], rotation_of(warp * self.rotation[body]) @ self.axes[body], value)

    def moved_grid(self, warp):
        from vtkmodules.vtkCommonDataModel import vtkUnstructuredGrid
        from vtkmodules.util.numpy_support import numpy_to_vtk

        moved = vtkUnstructuredGrid()
        moved.DeepCopy(self.grid)
        if self.displacement is not None and warp:
            moved.GetPoints().SetData(numpy_to_vtk(self.points + warp * self.displacement, deep=True))
        if self.values is not None:
            data = moved.GetCellData() if self.on_cells else moved.GetPointData()
            data.SetScalars(numpy_to_vtk(np.ascontiguousarray(self.values, float), deep=True))
        return moved

    def surface(self, warp, cut=None):
        """Returns the grid, displaced by warp times the displacement, and its surface.

        Curved elements are subdivided into small flat triangles. `cut` is a plane (normal,
        distance); the part on the side of its normal is removed.
        """
        from vtkmodules.vtkFiltersCore import vtkAppendPolyData
        from vtkmodules.vtkFiltersGeometry import vtkDataSetSurfaceFilter

        moved = self.moved_grid(warp)
        if self.shapes is not None:
            joined = vtkAppendPolyData()
            for part in self.shape_parts(warp):
                joined.AddInputData(part)
            joined.Update()
            return moved, (joined.GetOutput() if cut is None else clipped(joined.GetOutput(), cut, "vtkClipPolyData"))
        if cut is not None:
            moved = clipped(moved, cut, "vtkClipDataSet")
        skin = vtkDataSetSurfaceFilter()
        skin.SetInputData(moved)
        skin.SetNonlinearSubdivisionLevel(2)
        skin.Update()
        return moved, skin.GetOutput()


def clipped(data, cut, name):
    """Returns the part of `data` on the side of a plane opposite to its normal."""
    from vtkmodules import vtkFiltersCore, vtkFiltersGeneral
    from vtkmodules.vtkCommonDataModel import vtkPlane

    normal, distance = cut
    plane = vtkPlane()
    plane.SetNormal(*normal)
    plane.SetOrigin(*(distance * normal))
    clip = getattr(vtkFiltersGeneral if name == "vtkClipDataSet" else vtkFiltersCore, name)()
    clip.SetInputData(data)
    clip.SetClipFunction(plane)
    clip.GenerateClipScalarsOff()
    clip.InsideOutOn()
    clip.Update()
    return clip.GetOutput()


def element_edges(grid):
    """Returns the edges of the elements on the surface; curved edges are curves."""
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


def displacement_of(results, name, step):
    """Returns the nodal displacements, [nodes, 3]; None for a scalar (non-spatial) object."""
    displacement = results.field("displacement", name, step)
    if displacement.ndim == 1:
        return None
    if not np.isfinite(displacement).all():
        raise InputError(f"Displacements of '{name}' are infinite or NaN: there is nothing to draw.")
    if displacement.shape[1] > 3:
        raise InputError(f"Displacements of '{name}' have {displacement.shape[1]} components, but vectors in space are needed.")
    return np.ascontiguousarray(np.pad(displacement, ((0, 0), (0, 3 - displacement.shape[1]))))


def scalar(array, component, field):
    """Returns one number per row: the value, the requested component, or the norm of a vector."""
    array = np.asarray(array, float)
    array = array.reshape(len(array), -1)
    width = array.shape[1]
    if component:
        names = COMPONENTS.get(width, ())
        if component.isdecimal() and 1 <= int(component) <= width:
            return array[:, int(component) - 1]
        if component not in names:
            raise InputError(f"Field '{field}' has no component '{component}'; it has: {', '.join(names) or 'one value per point'}.")
        return array[:, names.index(component)]
    if width == 9:
        raise InputError(f"Field '{field}' is a tensor; select a component, as in --field {field}:xx.")
    return array[:, 0] if width == 1 else np.linalg.norm(array, axis=1)


def usual_field(path):
    """Returns the default field: von Mises stress, or displacement if there is no stress."""
    with tenon_results.open(path) as results:
        has_stress = not results.steps or any("von_mises" in results.fields(name) for name in results.objects)
    return "von_mises" if has_stress else "displacement"


def name_of_mode(results, mode):
    """Returns the name of the step of a vibration or buckling mode. Modes are counted from 1."""
    modes = [step for step, eigenvalue in zip(results.steps, results.eigenvalues) if eigenvalue is not None]
    if not modes:
        raise InputError("The steps of this result are not vibration or buckling modes.")
    if not 1 <= mode <= len(modes):
        raise InputError(f"There is no mode {mode}: the number of modes is {len(modes)}, and they are numbered from 1.")
    return modes[mode - 1]


def describe_mode(results, step_name):
    """Returns the number of a mode with its frequency or load factor; "" if the step is no mode."""
    step = results.steps.index(step_name)
    if not results.is_mode(step):  # the attributes of the many steps of a long transient are not read
        return ""
    eigenvalues, frequency = results.eigenvalues, results.frequencies[step]
    number = sum(eigenvalue is not None for eigenvalue in eigenvalues[:step + 1])
    return f"mode {number}, " + (f"load factor {eigenvalues[step]:.5g}" if frequency is None else f"frequency {frequency:.5g}")


def read(path, step_name, names, field, component):
    """Returns the requested bodies and the name of the step."""
    try:
        with tenon_results.open(path) as results:
            step_name = (step_name or results.steps[-1]).zfill(4)
            if step_name not in results.steps:
                raise InputError(f"There is no step '{step_name}'; the choices are: {', '.join(results.steps)}.")
            step = results.steps.index(step_name)
            bodies = [Body(results, name, step, field, component) for name in names or results.objects]
            if all(body.values is None for body in bodies):
                found = sorted({key for name in results.objects for key in results.fields(name, step)})
                raise InputError(f"There is no field '{field}'; the choices are: {', '.join(found)}.")
    except tenon_results.DamagedResult:
        raise
    except (tenon_results.NoResult, tenon_results.NoSuchName) as error:
        raise InputError(str(error)) from None
    for body in bodies:
        if body.values is None:
            print(f"Object '{body.name}' has no field '{field}' and is drawn grey.")
    return bodies, step_name


def report(script, work):
    """Runs `work` and reports an error in one message.

    Returns the exit code: 2 for errors that the user can correct, 4 for damaged files or lack of
    memory.
    """
    try:
        work()
    except tenon_results.DamagedResult as error:
        print(f"{script}: {error}", file=sys.stderr)
        return 4
    except (InputError, tenon_results.NoResult, tenon_results.NoSuchName, OSError) as error:
        print(f"{script}: {error}", file=sys.stderr)
        return 2
    except MemoryError:
        print(f"{script}: there is not enough memory.", file=sys.stderr)
        return 4
    return 0


def numbers(text, separator, count, kind):
    """Parses an argument such as 1600x1000. Returns a tuple."""
    try:
        parts = tuple(kind(part) for part in text.split(separator))
    except ValueError:
        parts = ()
    if len(parts) != count:
        raise argparse.ArgumentTypeError(f"'{text}' is not a list of {count} numbers separated by '{separator}'")
    return parts
