# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Draws a result of tenon: the deformed structure, coloured by a field, and its undeformed outline.

    python3 -m tenon.pictures.picture results/bracket.h5 -o results/bracket.png
    python3 -m tenon.pictures.picture result.h5 -o u.png --field displacement:z --warp 50 --view right

In the source tree, the program is scripts/picture.py. Required Debian packages: python3-h5py,
python3-numpy, python3-vtk9, xvfb and xauth. VTK needs a display; the program therefore restarts
itself on a virtual display.
"""
import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from typing import Any

import numpy as np

import tenon.results
from tenon.pictures.bodies import describe_mode, name_of_mode, print_grey, read, usual_field
from tenon.pictures.colours import automatic_warp, colour_range, colour_table
from tenon.pictures.display import on_virtual_display
from tenon.pictures.programs import numbers, report
from tenon.pictures.scene import Appearance, aim, cut, photograph, scene
from tenon.pictures.views import AXES, VIEWS, is_flat, mode_scale, plane_of, view_of
from tenon.results.errors import InputError


def draw(results: str, output: str, look: Appearance, step: str | None = None, mode: int | None = None, warp: float | None = None,
         near: Sequence[float] | None = None) -> None:
    """Draws a picture and prints its description. Requires a display.

    @param results  HDF5 file written by tenon
    @param output   PNG file to write
    @param look     choices that pictures and animations have in common
    @param step     name of the step; None for the last one
    @param mode     number of a mode from 1, instead of a step
    @param warp     factor of the displacement; None for an automatic one
    @param near     centre and half-width of the visible region: x, y, z, r
    @throws InputError if the data cannot be drawn
    """
    field, component = look.field_and_component()
    if mode is not None:
        with tenon.results.open(results) as opened:
            step = name_of_mode(opened, mode)
    bodies, step = read(results, step, look.objects, field, component)
    print_grey(bodies, field)
    with tenon.results.open(results) as opened:
        mode_fact = describe_mode(opened, step)
    if warp is None:
        warp = (mode_scale if mode_fact else automatic_warp)(bodies)
    if all(body.displacement is None for body in bodies):
        print("The result contains no displacement: the undeformed shape is drawn.")
        warp = 0.0
    least, largest, true_least, true_largest = colour_range(bodies)
    least, largest = look.range or (least, largest)

    scale = f"deformation × {warp:g}" if warp else "undeformed"
    name = look.title or os.path.splitext(os.path.basename(results))[0]
    unit = f" {look.field_unit}" if look.field_unit else ""
    facts = [f"{true_least + 0.0:.3g} to {true_largest + 0.0:.3g}{unit}" + (f" (colours end at {largest:.3g})" if largest < true_largest else "")]
    reach = max((np.linalg.norm(b.displacement, axis=1).max() for b in bodies if b.displacement is not None), default=None)
    if reach is not None and not mode_fact:  # the amplitude of a mode is arbitrary
        facts.append(f"largest displacement {reach:.3g}" + (f" {look.length_unit}" if look.length_unit else ""))
    if len(bodies) > 1 or warp:
        facts.append("grey lines: undeformed" if warp and look.cut is None else "")
    title = f"{name}: {look.quantity()}, {scale}"
    renderer = scene(bodies, warp, colour_table(least, largest), look, title, [*facts, mode_fact or f"step {step}"])
    box = cut(renderer, *near) if near else renderer.ComputeVisiblePropBounds()
    if not box[0] <= box[1]:
        raise InputError("--cut removes the whole model: there is nothing to draw.")
    aim(renderer, look, is_flat(bodies, warp), box)
    write_png(photograph(renderer, look.size), output)
    print(f"{output}: {look.quantity()}, {scale}, {mode_fact or f'step {step}'}")


def write_png(image: Any, output: str) -> None:
    """Writes a VTK image under a temporary name and renames it."""
    from vtkmodules.vtkIOImage import vtkPNGWriter

    folder = os.path.dirname(os.path.abspath(output))
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        path = os.path.join(temporary, "picture.png")
        writer = vtkPNGWriter()
        writer.SetFileName(path)
        writer.SetInputData(image)
        writer.Write()
        if not os.path.exists(path):
            raise InputError(f"VTK could not write '{output}'.")
        os.replace(path, output)


def parser_of(description: str) -> argparse.ArgumentParser:
    """Returns a parser with the options common to pictures and animations."""
    parser = argparse.ArgumentParser(description=description.split("\n", maxsplit=1)[0])
    parser.add_argument("results", help="HDF5 file written by tenon")
    parser.add_argument("--object", action="append", default=[], help="show this object only (may be repeated)")
    parser.add_argument("--view", type=view_of, help=f"view direction: {', '.join(sorted(VIEWS))}, or AZIMUTH,ELEVATION in degrees: "
                        "the azimuth from x towards y and the elevation above the x-y plane "
                        "(default: top for a model in a plane z = constant, otherwise iso)")
    parser.add_argument("--up", choices=sorted(AXES), help="the axis that points upwards in the picture, as in --up=-y (default: z)")
    parser.add_argument("--cut", type=plane_of, help="remove one side of a plane; the argument describes the remaining side, "
                        "as in x<0.5 or z>10, or nx,ny,nz,d for n.x < d")
    parser.add_argument("--mesh", action="store_true", help="draw the element edges")
    parser.add_argument("--range", type=lambda t: numbers(t, ":", 2, float), help="limits of the colour bar, as in 0:250")
    parser.add_argument("--title", help="beginning of the title (default: the file name)")
    parser.add_argument("--field-unit", default="", help="unit of the field, for the colour bar")
    parser.add_argument("--length-unit", default="", help="unit of displacements, for the title")
    return parser


def appearance_of(options: argparse.Namespace, field: str) -> Appearance:
    """Returns the choices of a command line with the options of parser_of(), --field and --size."""
    return Appearance(field=field, objects=options.object, view=options.view, up=options.up, cut=options.cut, mesh=options.mesh,
                      range=options.range, title=options.title, field_unit=options.field_unit, length_unit=options.length_unit, size=options.size)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Parses the command line."""
    parser = parser_of(__doc__ or "")
    parser.add_argument("-o", "--output", required=True, help="PNG file to write")
    parser.add_argument("--field", help="field that defines the colours (default: von_mises, or displacement if there is no such field), "
                        "optionally with a component, as in stress:xx; for a list of fields, as in pressure_left,pressure_right, "
                        "each object shows the first of them that it has")
    parser.add_argument("--near", type=lambda t: numbers(t, ",", 4, float),
                        help="show only a sphere with centre x,y,z and radius r: x,y,z,r (default: the whole model)")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--step", help="step to show (default: the last)")
    shown.add_argument("--mode", type=int, help="vibration or buckling mode to show; modes are numbered from 1")
    parser.add_argument("--warp", type=float, help="scale factor of the deformation (default: automatic)")
    parser.add_argument("--size", type=lambda t: numbers(t, "x", 2, int), default=(1600, 1000), help="size in pixels (default: 1600x1000)")
    return parser.parse_args(arguments)


def main(name: str, program: Sequence[str]) -> int:
    """Runs the command line.

    @param name     name of the program for messages
    @param program  command that starts the program without arguments
    @return exit code
    """
    options = parse(sys.argv[1:])

    def work() -> None:
        on_virtual_display(program)
        look = appearance_of(options, options.field or usual_field(options.results))
        draw(options.results, options.output, look, options.step, options.mode, options.warp, options.near)

    return report(name, work)


if __name__ == "__main__":
    sys.exit(main("tenon.pictures.picture", [sys.executable, "-m", "tenon.pictures.picture"]))
