# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Bodies of a result as VTK grids, and the choice of steps, modes and fields."""
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

import tenon.results
from tenon.pictures.shapes import axes_of, placed, rotation_of, shapes_of, surface_of
from tenon.results.cells import CELL_TYPES
from tenon.results.errors import DamagedResult, InputError, NoResult, NoSuchName, optional
from tenon.results.fields import scalar
from tenon.results.reading import Floats, Integers, PathLike
from tenon.results.results import Results
from tenon.results.vtu import vtk_cells

Plane = tuple[Floats, float]  #: Unit normal and distance from the origin.


class Body:
    """One object of a result: reference grid, displacement [n, 3] and the field shown by colour."""

    def __init__(self, results: Results, name: str, step: int, field: str, component: str) -> None:
        """Reads an object.

        @param results    open results
        @param name       name of the object
        @param step       index of the step
        @param field      name of the field; of several, separated by commas, the first that exists
        @param component  component of the field, or ""
        @throws InputError if the object has no cells or the component does not exist
        """
        self.name = name
        self.points = np.ascontiguousarray(results.points(name))
        on_nodes = results.fields(name, step)
        field = next((one for one in field.split(",") if one in on_nodes), field)
        self.displacement = displacement_of(results, name, step) if "displacement" in on_nodes else None
        blocks = results.cells(name)
        if not blocks:
            raise InputError(f"Object '{name}' has no cells.")
        self.dimension = max(CELL_TYPES[kind].dimension for kind in blocks)
        self.grid = grid_of(self.points, blocks)
        self.read_shapes(results, step)
        self.on_cells = field not in on_nodes and field in results.cell_fields(name, step)
        #: Values per node or cell, None without the field; largest magnitude of all components.
        self.values: Floats | None = None
        self.magnitude = 0.0
        if field in on_nodes:
            self.colour_by(results.field(field, name, step), component, field)
        elif self.on_cells:
            self.colour_by(np.concatenate(results.cell_blocks(field, name, step)), component, field)

    def colour_by(self, array: Floats, component: str, field: str) -> None:
        """Sets the values that are shown by colour."""
        finite = np.abs(array[np.isfinite(array)])
        self.magnitude = float(finite.max()) if len(finite) else 0.0
        self.values = scalar(array, component, field)

    def moved_points(self, warp: float) -> Floats:
        """Returns the points displaced by warp times the displacement."""
        return self.points if self.displacement is None else np.asarray(self.points + warp * self.displacement)

    def places(self, warp: float) -> Floats:
        """Returns the drawn positions of nodes and of the surfaces of rigid shapes, [places, 3]."""
        moved = self.moved_points(warp)
        if self.shapes is None:
            return moved
        from vtkmodules.util.numpy_support import vtk_to_numpy

        return np.vstack([moved, *(vtk_to_numpy(part.GetPoints().GetData()) for part in self.shape_parts(warp, with_planes=False))])

    def read_shapes(self, results: Results, step: int) -> None:
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

    def shape_parts(self, warp: float, with_planes: bool = True) -> Iterator[Any]:
        """Yields the surface of each rigid body as vtkPolyData."""
        moved = self.moved_points(warp)
        for body, shape in enumerate(self.shapes or []):
            surface = surface_of(shape, self.extent) if shape and (with_planes or shape.get("type") != "plane") else None
            if surface is not None:
                value = None if self.values is None or self.on_cells else self.values[body]
                yield placed(surface, moved[body], rotation_of(warp * self.rotation[body]) @ self.axes[body], value)

    def moved_grid(self, warp: float) -> Any:
        """Returns the displaced grid with the values as scalars."""
        from vtkmodules.vtkCommonDataModel import vtkUnstructuredGrid
        from vtkmodules.util.numpy_support import numpy_to_vtk

        moved = vtkUnstructuredGrid()
        moved.DeepCopy(self.grid)
        if self.displacement is not None and warp:
            moved.GetPoints().SetData(numpy_to_vtk(self.moved_points(warp), deep=True))
        if self.values is not None:
            data = moved.GetCellData() if self.on_cells else moved.GetPointData()
            data.SetScalars(numpy_to_vtk(np.ascontiguousarray(self.values, float), deep=True))
        return moved

    def surface(self, warp: float, cut: Plane | None = None) -> tuple[Any, Any]:
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


def grid_of(points: Floats, blocks: dict[str, Integers]) -> Any:
    """Returns a vtkUnstructuredGrid of points, [n, 3], and cells by type."""
    from vtkmodules.vtkCommonCore import vtkPoints
    from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkUnstructuredGrid
    from vtkmodules.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray

    grid, places = vtkUnstructuredGrid(), vtkPoints()
    places.SetData(numpy_to_vtk(points, deep=True))
    grid.SetPoints(places)
    types = np.concatenate([np.full(len(cells), CELL_TYPES[kind].vtk_type, np.uint8) for kind, cells in blocks.items()])
    widths = np.concatenate([np.full(len(cells), cells.shape[1], np.int64) for cells in blocks.values()])
    nodes = np.concatenate([vtk_cells(kind, cells).ravel() for kind, cells in blocks.items()])
    array = vtkCellArray()
    array.SetData(numpy_to_vtkIdTypeArray(np.concatenate([[0], np.cumsum(widths)]).astype(np.int64), deep=True),
                  numpy_to_vtkIdTypeArray(nodes.astype(np.int64), deep=True))
    grid.SetCells(numpy_to_vtk(types, deep=True), array)
    return grid


def clipped(data: Any, cut: Plane, name: str) -> Any:
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


def element_edges(grid: Any) -> Any:
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
    edges, centres = [], []
    for kind, n in corners.items():
        first = starts[types == kind]
        for k in range(n):
            a, b = nodes[first + k], nodes[first + (k + 1) % n]
            middle = points[nodes[first + n + k]] if kind in (22, 23, 28) else (points[a] + points[b]) / 2
            edges.append(np.column_stack([np.minimum(a, b), np.maximum(a, b)]))
            centres.append(middle)
    lines = vtkPolyData()
    if not edges:
        return lines
    ends, keep = np.unique(np.vstack(edges), axis=0, return_index=True)
    middles = np.vstack(centres)[keep]
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


def displacement_of(results: Results, name: str, step: int) -> Floats | None:
    """Returns the nodal displacements, [nodes, 3]; None for a scalar (non-spatial) object."""
    displacement = results.field("displacement", name, step)
    if displacement.ndim == 1:
        return None
    if not np.isfinite(displacement).all():
        raise InputError(f"Displacements of '{name}' are infinite or NaN: the object cannot be drawn.")
    if displacement.shape[1] > 3:
        raise InputError(f"Displacements of '{name}' have {displacement.shape[1]} components, but at most 3 components can be drawn.")
    return np.ascontiguousarray(np.pad(displacement, ((0, 0), (0, 3 - displacement.shape[1]))))


def usual_field(path: PathLike) -> str:
    """Returns the default field: von Mises stress, or displacement if there is no stress."""
    with tenon.results.open(path) as results:
        has_stress = not results.steps or any("von_mises" in results.fields(name) for name in results.objects)
    return "von_mises" if has_stress else "displacement"


def name_of_mode(results: Results, mode: int) -> str:
    """Returns the name of the step of a vibration or buckling mode. Modes are counted from 1.

    @throws InputError if there is no such mode
    """
    modes = [step for step, eigenvalue in zip(results.steps, results.eigenvalues) if eigenvalue is not None]
    if not modes:
        raise InputError("The steps of this result are not vibration or buckling modes.")
    if not 1 <= mode <= len(modes):
        raise InputError(f"There is no mode {mode}: the number of modes is {len(modes)}, and they are numbered from 1.")
    return modes[mode - 1]


def describe_mode(results: Results, step_name: str) -> str:
    """Returns the number of a mode with its frequency or load factor; "" if the step is no mode."""
    step = results.steps.index(step_name)
    if not results.is_mode(step):  # the attributes of the many steps of a long transient are not read
        return ""
    eigenvalues, frequency = results.eigenvalues, results.frequencies[step]
    number = sum(eigenvalue is not None for eigenvalue in eigenvalues[:step + 1])
    return f"mode {number}, " + (f"load factor {eigenvalues[step]:.5g}" if frequency is None else f"frequency {frequency:.5g}")


def bodies_of(results: Results, step: int, names: Sequence[str], field: str, component: str) -> list[Body]:
    """Returns the requested objects of open results.

    @param results    open results
    @param step       index of the step
    @param names      names of objects; all if empty
    @param field      name of the field, see Body
    @param component  component of the field, or ""
    @throws InputError if no object has the field
    @throws MissingPackage if VTK is not installed
    """
    optional("vtkmodules.vtkCommonDataModel", "python3-vtk9", "drawing")
    bodies = [Body(results, name, step, field, component) for name in names or results.objects]
    if all(body.values is None for body in bodies):
        found = sorted({key for name in results.objects for key in results.fields(name, step)})
        raise InputError(f"There is no field '{field}'; the choices are: {', '.join(found)}.")
    return bodies


def read(path: PathLike, step_name: str | None, names: Sequence[str], field: str, component: str) -> tuple[list[Body], str]:
    """Returns the requested bodies of a file and the name of the step; None is the last step."""
    try:
        with tenon.results.open(path) as results:
            step_name = (step_name or results.steps[-1]).zfill(4)
            if step_name not in results.steps:
                raise InputError(f"There is no step '{step_name}'; the choices are: {', '.join(results.steps)}.")
            return bodies_of(results, results.steps.index(step_name), names, field, component), step_name
    except DamagedResult:
        raise
    except (NoResult, NoSuchName) as error:
        raise InputError(str(error)) from None


def print_grey(bodies: Sequence[Body], field: str) -> None:
    """Prints which objects are drawn grey because they do not have the field."""
    for body in bodies:
        if body.values is None:
            print(f"Object '{body.name}' has no field '{field}' and is drawn grey.")
