# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Curves of a result: histories, nodal values over the steps, and fields along straight lines."""
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tenon.results.errors import InputError
from tenon.results.fields import scalar
from tenon.results.reading import Floats

if TYPE_CHECKING:
    from tenon.pictures.bodies import Body
    from tenon.results.results import Results


class Curve(NamedTuple):
    """Curve with a label."""

    name: str
    x: Floats  #: times, or distances from the start of a line
    y: Floats  #: values


def history_curves(results: "Results", wanted: Sequence[str]) -> list[Curve]:
    """Returns the columns of histories.

    @param results  open results
    @param wanted   names of histories, or `name:column`
    @throws InputError if a column does not exist
    """
    curves = []
    for one in wanted:
        name, _, column = one.partition(":")
        table = results.history(name)
        times = table.pop("time")
        if column and column not in table:
            raise InputError(f"The history '{name}' has no column '{column}'; it has: {', '.join(table)}.")
        curves += [Curve(f"{name}: {key}", times, table[key]) for key in ([column] if column else table)]
    return curves


def node_curves(results: "Results", field: str, component: str, nodes: Sequence[str]) -> list[Curve]:
    """Returns a field at nodes over the steps.

    @param results    open results
    @param field      name of a nodal field
    @param component  component of the field, or ""
    @param nodes      nodes as `object:number`, with the numbers of the mesh file
    @throws InputError if a node does not exist
    """
    times, curves = np.asarray(results.times), []
    for node in nodes:
        name, _, number = node.rpartition(":")
        if not name or not number.isdecimal():
            raise InputError(f"'{node}' is not a node: write object:number, with the node number of the mesh file.")
        curves.append(Curve(node, times, scalar(results.values_over_steps(field, name, int(number)), component, field)))
    return curves


def line_curves(results: "Results", field: str, component: str, start: Sequence[float], end: Sequence[float], num_points: int, step: int,
                objects: Sequence[str]) -> list[Curve]:
    """Returns a field along a straight line, one curve for each object that the line intersects.

    @param results     open results
    @param field       name of a field on nodes or cells
    @param component   component of the field, or ""
    @param start       first point in the reference configuration
    @param end         last point
    @param num_points  number of points
    @param step        index of the step
    @param objects     names of objects; all if empty
    @throws InputError if the line intersects no cell that has the field
    """
    from tenon.pictures.bodies import bodies_of

    first, last = np.asarray(start, float), np.asarray(end, float)
    if first.shape != (3,) or last.shape != (3,) or not np.isfinite([first, last]).all():
        raise InputError("A line must be defined by two points with three finite coordinates each.")
    length = float(np.linalg.norm(last - first))
    if not length > 0:
        raise InputError("--from and --to are the same point.")
    if num_points < 2:
        raise InputError("A line must have at least 2 points.")
    distance = np.linspace(0, length, num_points)
    bodies = bodies_of(results, step, objects, field, component)
    curves = [Curve(body.name, distance, along_line(body, first, last, num_points)) for body in bodies if body.values is not None]
    met = [curve for curve in curves if np.isfinite(curve.y).any()]
    if not met:
        raise InputError(f"The line intersects no cell of '{results.path}' that has the field '{field}'.")
    return met


def along_line(body: "Body", start: Floats, end: Floats, count: int) -> Floats:
    """Returns the values of a body's field at `count` points from `start` to `end`; NaN outside its
    cells."""
    from vtkmodules.vtkCommonCore import vtkPoints
    from vtkmodules.vtkCommonDataModel import vtkPolyData
    from vtkmodules.vtkFiltersCore import vtkProbeFilter
    from vtkmodules.util.numpy_support import numpy_to_vtk, vtk_to_numpy

    places = vtkPoints()
    places.SetData(numpy_to_vtk(np.linspace(start, end, count), deep=True))
    line = vtkPolyData()
    line.SetPoints(places)
    data: Any = body.grid.GetCellData() if body.on_cells else body.grid.GetPointData()
    values = numpy_to_vtk(np.ascontiguousarray(body.values, float), deep=True)
    values.SetName("value")
    data.AddArray(values)
    probe = vtkProbeFilter()
    probe.SetInputData(line)
    probe.SetSourceData(body.grid)
    probe.SetComputeTolerance(False)  # a tolerance relative to the body's size includes points on its surface
    probe.SetTolerance(1e-8 * np.linalg.norm(np.ptp(body.points, axis=0)))
    probe.Update()
    found = probe.GetOutput().GetPointData()
    inside = vtk_to_numpy(found.GetArray(probe.GetValidPointMaskArrayName())) > 0
    return np.where(inside, vtk_to_numpy(found.GetArray("value")), np.nan)
