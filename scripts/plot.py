#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Plots a result of tenon: a field along a straight line, a field at nodes over time, or a history.

    scripts/plot.py results/bracket.h5 -o line.png --field von_mises --from 0,0,0 --to 100,0,0
    scripts/plot.py results/springs.h5 -o history.png --field displacement:x --node tube:17 --node tube:30
    scripts/plot.py results/pendulum.h5 -o tip.png --history tip --history energies:kinetic --history energies:elastic
    scripts/plot.py coarse.h5 fine.h5 -o both.png --field displacement:z --from 0,0,0 --to 100,0,0 --csv both.csv

Lines are in the reference configuration. Values are interpolated by the shape functions of the
cells; a curve has gaps outside all cells. Nodes are given as object:number with the numbers of the
mesh file. Required Debian packages: python3-h5py, python3-numpy, python3-vtk9 and
python3-matplotlib (installed by scripts/setup).
"""
import argparse
import csv
import os
import sys

import numpy as np

import tenon_results
from vtk_bodies import InputError, numbers, read, report, scalar


def along_line(body, start, end, count):
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
    data = body.grid.GetCellData() if body.on_cells else body.grid.GetPointData()
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


def lines(options, field, component):
    """Yields (label, distance from the start, values) of each body that the line intersects, in
    each file."""
    start, end = (np.array(place) for place in (options.start, options.end))
    if not np.linalg.norm(end - start) > 0:
        raise InputError("--from and --to are the same point.")
    distance = np.linspace(0, np.linalg.norm(end - start), options.points)
    for path in options.results:
        bodies, _ = read(path, options.step, options.object, field, component)
        curves = [(body.name, along_line(body, start, end, options.points)) for body in bodies if body.values is not None]
        met = [(name, values) for name, values in curves if np.isfinite(values).any()]
        if not met:
            raise InputError(f"The line intersects no cell of '{path}' that has the field '{field}'.")
        for name, values in met:
            yield label(path, name, options), distance, values


def stored_histories(options):
    """Yields (label, times, values) of each requested history column, in each file."""
    for path in options.results:
        with tenon_results.open(path) as results:
            for wanted in options.history:
                name, _, column = wanted.partition(":")
                table = results.history(name)
                times = table.pop("time")
                if column and column not in table:
                    raise InputError(f"The history '{name}' has no column '{column}'; it has: {', '.join(table)}.")
                for key in [column] if column else table:
                    yield label(path, f"{name}: {key}", options), times, table[key]


def histories(options, field, component):
    """Yields (label, times, values) of each requested node, in each file."""
    for path in options.results:
        with tenon_results.open(path) as results:
            for node in options.node:
                name, _, number = node.rpartition(":")
                if not name or not number.isdigit():
                    raise InputError(f"'{node}' is not a node: write object:number, with the node number of the mesh file.")
                rows = np.flatnonzero(results.tags(name) == int(number))
                if not len(rows):
                    raise InputError(f"Object '{name}' has no node {number}.")
                values = [scalar(results.field(field, name, step)[rows], component, field)[0] for step in range(len(results.steps))]
                yield label(path, node, options), results.times, values


def label(path, name, options):
    return f"{os.path.splitext(os.path.basename(path))[0]}: {name}" if len(options.results) > 1 else name


def draw(curves, options, axis):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 5), dpi=150)
    for name, x, y in curves:
        axes.plot(x, y, marker="o" if len(x) < 30 else None, markersize=4, label=name)
    unit = f" [{options.field_unit}]" if options.field_unit else ""
    axes.set_xlabel(axis)
    axes.set_ylabel((options.field.replace("_", " ") if not options.history else "") + unit)
    axes.set_title(options.title or os.path.splitext(os.path.basename(options.results[0]))[0])
    axes.grid(alpha=0.3)
    if len(curves) > 1:
        axes.legend()
    figure.tight_layout()
    temporary = f"{options.output}.{os.getpid()}.tmp"
    try:
        figure.savefig(temporary, format=os.path.splitext(options.output)[1][1:] or "png")
        os.replace(temporary, options.output)
    except ValueError as error:  # matplotlib does not support the file name extension
        raise InputError(str(error)) from None
    finally:
        if os.path.exists(temporary):
            os.remove(temporary)


def write_table(curves, path, axis):
    """Writes one row per point of each curve as CSV: curve, position or time, value."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["curve", axis, "value"])
        for name, xs, ys in curves:
            table.writerows([name, repr(float(x)), repr(float(y))] for x, y in zip(xs, ys))


def parse(arguments):
    def place(text):
        return numbers(text, ",", 3, float)

    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("results", nargs="+", help="HDF5 files written by tenon")
    parser.add_argument("-o", "--output", required=True, help="picture to write: .png, .svg or .pdf")
    parser.add_argument("--field", default="displacement", help="field, with a component as in stress:xx or displacement:z")
    parser.add_argument("--from", dest="start", type=place, help="start point of the line, as in 0,0,0")
    parser.add_argument("--to", dest="end", type=place, help="end point of the line")
    parser.add_argument("--points", type=int, default=201, help="number of points along the line (default: 201)")
    parser.add_argument("--node", action="append", default=[], help="plot a node over the steps: object:number (may be repeated)")
    parser.add_argument("--history", action="append", default=[],
                        help="plot a stored history, or one column of it: name or name:column (may be repeated)")
    parser.add_argument("--step", help="step of the line plot (default: the last)")
    parser.add_argument("--object", action="append", default=[], help="only this object (may be repeated)")
    parser.add_argument("--csv", help="also write the values as a CSV table")
    parser.add_argument("--title", help="title (default: the file name)")
    parser.add_argument("--field-unit", default="", help="unit of the field")
    parser.add_argument("--length-unit", default="", help="unit of the distance along a line")
    options = parser.parse_args(arguments)
    has_line = options.start is not None and options.end is not None
    if has_line + bool(options.node) + bool(options.history) != 1 or (options.start is None) != (options.end is None):
        parser.error("give --from and --to for a line plot, --node for nodes over the steps, or --history")
    if options.points < 2:
        parser.error("a line has at least 2 --points")
    return options


def main():
    options = parse(sys.argv[1:])
    field, _, component = options.field.partition(":")
    axis = "time" if options.node or options.history else "distance" + (f" [{options.length_unit}]" if options.length_unit else "")

    def work():
        if options.history:
            curves = list(stored_histories(options))
        else:
            curves = list((histories if options.node else lines)(options, field, component))
        draw(curves, options, axis)
        if options.csv:
            write_table(curves, options.csv, axis)
        what = "histories" if options.history else options.field
        print(f"{options.output}: {what}, {len(curves)} curve{'s' if len(curves) > 1 else ''}")

    return report("scripts/plot.py", work)


if __name__ == "__main__":
    sys.exit(main())
