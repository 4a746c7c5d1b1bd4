# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Plots a result of tenon: a field along a straight line, a field at nodes over time, or a history.

    python3 -m tenon.pictures.curves bracket.h5 -o line.png --field von_mises --from 0,0,0 --to 100,0,0
    python3 -m tenon.pictures.curves pendulum.h5 -o tip.png --history tip --history energies:kinetic

Lines are in the reference configuration. Values are interpolated by the shape functions of the
cells; a curve has gaps outside all cells. Nodes are given as object:number with the numbers of the
mesh file. In the source tree, the program is scripts/plot.py. Required Debian packages:
python3-h5py, python3-numpy, python3-matplotlib, and for lines python3-vtk9.
"""
import argparse
import csv
import os
import sys
from collections.abc import Sequence

import tenon.results
from tenon.pictures.bodies import print_grey, read
from tenon.pictures.programs import numbers, report
from tenon.results.curves import Curve, history_curves, line_curves, node_curves
from tenon.results.errors import InputError, optional
from tenon.results.plotting import draw_curves, labels_of


def curves_of(options: argparse.Namespace) -> list[Curve]:
    """Returns the requested curves of all files, labelled by file if there are several."""
    field, _, component = options.field.partition(":")
    curves: list[Curve] = []
    for path in options.results:
        with tenon.results.open(path) as results:
            if options.history:
                found = history_curves(results, options.history)
            elif options.node:
                found = node_curves(results, field, component, options.node)
            else:
                bodies, step = read(path, options.step, options.object, field, component)
                print_grey(bodies, field)
                found = line_curves(results, field, component, options.start, options.end, options.points, results.steps.index(step),
                                    options.object)
        stem = os.path.splitext(os.path.basename(path))[0]
        curves += [Curve(f"{stem}: {curve.name}", curve.x, curve.y) if len(options.results) > 1 else curve for curve in found]
    return curves


def draw(curves: Sequence[Curve], options: argparse.Namespace) -> None:
    """Writes the plot under a temporary name and renames it."""
    matplotlib = optional("matplotlib", "python3-matplotlib", "plotting")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 5), dpi=150)
    title = options.title or os.path.splitext(os.path.basename(options.results[0]))[0]
    draw_curves(axes, curves, *labels(options), title)
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


def labels(options: argparse.Namespace) -> tuple[str, str]:
    """Returns the labels of both axes."""
    return labels_of(options.start is not None, None if options.history else options.field, options.field_unit, options.length_unit)


def write_table(curves: Sequence[Curve], path: str, axis: str) -> None:
    """Writes one row per point of each curve as CSV: curve, position or time, value."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["curve", axis, "value"])
        for curve in curves:
            table.writerows([curve.name, repr(float(x)), repr(float(y))] for x, y in zip(curve.x, curve.y))


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Parses the command line."""
    def place(text: str) -> tuple[float, ...]:
        return numbers(text, ",", 3, float)

    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
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
        parser.error("specify either --from and --to for a line plot, or --node for nodes over the steps, or --history")
    if options.points < 2:
        parser.error("--points must be at least 2")
    return options


def main(name: str) -> int:
    """Runs the command line.

    @param name  name of the program for messages
    @return exit code
    """
    options = parse(sys.argv[1:])

    def work() -> None:
        curves = curves_of(options)
        draw(curves, options)
        if options.csv:
            write_table(curves, options.csv, labels(options)[0])
        what = "histories" if options.history else options.field
        print(f"{options.output}: {what}, {len(curves)} curve{'s' if len(curves) > 1 else ''}")

    return report(name, work)


if __name__ == "__main__":
    sys.exit(main("tenon.pictures.curves"))
