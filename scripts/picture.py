#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Draws a result of tenon: the deformed structure, coloured by a field, and its undeformed outline.

    scripts/picture.py results/bracket.h5 -o results/bracket.png
    scripts/picture.py result.h5 -o u.png --field displacement:z --field-unit mm --warp 50 --view right --mesh

Required Debian packages: python3-h5py, python3-numpy, python3-vtk9, xvfb and xauth (installed by
scripts/setup). VTK needs a display; the script therefore restarts itself on a virtual display.
"""
import argparse
import os
import sys
import tempfile

import numpy as np

import tenon_results
from virtual_display import on_virtual_display
from vtk_bodies import InputError, describe_mode, element_edges, name_of_mode, numbers, read, report, usual_field
from vtk_view import AXES, VIEWS, camera_of, is_flat, mode_scale, plane, view

# ColorBrewer's "Spectral", from blue to red. Its middle is light enough for the shading to be
# visible.
COLOURS = ("4a55a5", "3288bd", "66c2a5", "abdda4", "e6f598", "fff6b0", "fee08b", "fdae61", "f46d43", "d53e4f", "9e0142")
INK = (0.13, 0.15, 0.18)
FINENESS = 2  # supersampling factor for smooth edges


def automatic_warp(bodies):
    """Returns a round factor for a largest displacement of about 6 % of the structure's size.

    The factor is 1 if the displacement is already large.
    """
    size = np.linalg.norm(np.ptp(np.vstack([body.points for body in bodies]), axis=0))
    largest = max((np.abs(np.linalg.norm(b.displacement, axis=1)).max() for b in bodies if b.displacement is not None), default=0.0)
    if largest == 0 or not np.isfinite(largest):
        return 1.0
    factor = 0.06 * size / largest
    if factor < 2:
        return 1.0
    power = 10.0 ** np.floor(np.log10(factor))
    return float(power * max(step for step in (1, 2, 5) if step <= factor / power * 1.0001))


def round_up(value):
    """Rounds up to a number whose fifth is round, so that all labels of the colour bar are
    round."""
    power = 10.0 ** np.floor(np.log10(value / 5))
    return 5 * power * next(step for step in (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10) if step * power >= value / 5 * 0.999)


def colour_range(bodies):
    """Returns the ends of the colour range, and the minimum and maximum of the values.

    A peak in a few points (an edge, a bolt) is cut off, so that the other values remain
    distinguishable.
    """
    values = np.concatenate([body.values for body in bodies if body.values is not None])
    values = values[np.isfinite(values)]
    if not len(values):
        raise InputError("The field contains no finite value.")
    least, largest = values.min(), values.max()
    # Values that differ by round-off only are drawn in the middle colour.
    magnitude = max(body.magnitude for body in bodies if body.values is not None)
    if largest - least <= 1e-9 * magnitude or magnitude == 0:
        return least - (magnitude or 1.0), least + (magnitude or 1.0), least, largest
    usual = np.quantile(values, 0.998)
    top = usual if usual > 0 and largest > 1.3 * usual else largest
    if 0 <= least < 0.2 * top:
        return 0.0, round_up(top), least, largest
    return least, top if top > least else largest, least, largest


def colour_table(least, largest):
    from vtkmodules.vtkRenderingCore import vtkColorTransferFunction

    table = vtkColorTransferFunction()
    for i, code in enumerate(COLOURS):
        table.AddRGBPoint(least + (largest - least) * i / (len(COLOURS) - 1), *(int(code[k:k + 2], 16) / 255 for k in (0, 2, 4)))
    table.SetNanColor(0.75, 0.75, 0.75)
    return table


def feature_edges(surface, dimension):
    """Returns the edges with an angle above 30 degrees, and the boundary of a flat surface.

    For line elements the lines themselves are returned.
    """
    from vtkmodules.vtkCommonDataModel import vtkPolyData
    from vtkmodules.vtkFiltersCore import vtkCleanPolyData, vtkFeatureEdges

    if dimension == 1:
        lines = vtkPolyData()
        lines.CopyStructure(surface)
        return lines

    clean = vtkCleanPolyData()
    clean.SetInputData(surface)
    edges = vtkFeatureEdges()
    edges.SetInputConnection(clean.GetOutputPort())
    edges.SetFeatureAngle(30)
    edges.SetBoundaryEdges(dimension < 3)
    edges.NonManifoldEdgesOff()
    edges.ManifoldEdgesOff()
    edges.ColoringOff()
    edges.Update()
    edges.GetOutput().GetPointData().SetScalars(None)
    edges.GetOutput().GetCellData().SetScalars(None)
    return edges.GetOutput()


def line_actor(lines, colour, width, opacity):
    from vtkmodules.vtkRenderingCore import vtkActor, vtkPolyDataMapper

    mapper = vtkPolyDataMapper()
    mapper.SetInputData(lines)
    mapper.ScalarVisibilityOff()
    mapper.SetResolveCoincidentTopologyToPolygonOffset()
    mapper.SetRelativeCoincidentTopologyLineOffsetParameters(0, -2)
    actor = vtkActor()
    actor.SetMapper(mapper)
    actor.GetProperty().SetColor(*colour)
    actor.GetProperty().SetLineWidth(FINENESS * width)
    actor.GetProperty().SetOpacity(opacity)
    actor.GetProperty().LightingOff()
    return actor


def surface_actor(body, surface, table):
    from vtkmodules.vtkFiltersCore import vtkPolyDataNormals
    from vtkmodules.vtkRenderingCore import vtkActor, vtkPolyDataMapper

    normals = vtkPolyDataNormals()
    normals.SetInputData(surface)
    normals.SetFeatureAngle(30)
    normals.SplittingOn()
    normals.ConsistencyOn()
    mapper = vtkPolyDataMapper()
    mapper.SetInputConnection(normals.GetOutputPort())
    mapper.SetLookupTable(table)
    mapper.UseLookupTableScalarRangeOn()
    mapper.InterpolateScalarsBeforeMappingOn()
    mapper.SetScalarVisibility(body.values is not None)
    actor = vtkActor()
    actor.SetMapper(mapper)
    look = actor.GetProperty()
    look.SetColor(0.75, 0.75, 0.75)
    look.SetInterpolationToPhong()
    look.SetAmbient(0.3)
    look.SetDiffuse(0.75)
    look.SetPointSize(FINENESS * 12)  # particles and rigid bodies
    look.RenderPointsAsSpheresOn()
    look.SetLineWidth(FINENESS * 5)  # trusses and beams
    look.RenderLinesAsTubesOn()
    look.SetSpecular(0.12)
    look.SetSpecularPower(25)
    return actor


def text_actor(text, size, x, y, bold=False):
    from vtkmodules.vtkRenderingCore import vtkTextActor

    actor = vtkTextActor()
    actor.SetInput(text)
    style = actor.GetTextProperty()
    style.SetFontFamilyToArial()
    style.SetFontSize(FINENESS * size)
    style.SetColor(*INK)
    style.SetBold(bold)
    style.SetVerticalJustificationToTop()
    actor.GetPositionCoordinate().SetCoordinateSystemToNormalizedViewport()
    actor.SetPosition(x, y)
    return actor


def colour_bar(table, height):
    from vtkmodules.vtkRenderingAnnotation import vtkScalarBarActor

    bar = vtkScalarBarActor()
    bar.SetLookupTable(table)
    bar.SetNumberOfLabels(6)
    bar.SetMaximumNumberOfColors(256)
    bar.SetLabelFormat(" %-.3g")
    bar.UnconstrainedFontSizeOn()
    bar.GetLabelTextProperty().SetFontFamilyToArial()
    bar.GetLabelTextProperty().SetFontSize(int(FINENESS * 0.024 * height))
    bar.GetLabelTextProperty().SetColor(*INK)
    bar.GetLabelTextProperty().ItalicOff()
    bar.GetLabelTextProperty().BoldOff()
    bar.GetLabelTextProperty().ShadowOff()
    bar.SetBarRatio(0.28)
    bar.GetPositionCoordinate().SetValue(0.895, 0.17)
    bar.SetWidth(0.095)
    bar.SetHeight(0.62)
    return bar


def fitting_zoom(renderer, bounds):
    """Returns the zoom factor at which a corner of the box reaches the edge of the picture or the
    title."""

    def in_view(point):
        renderer.SetWorldPoint(*point, 1)
        renderer.WorldToView()
        return renderer.GetViewPoint()[:2]

    middle = in_view(renderer.GetActiveCamera().GetFocalPoint())
    zoom = 1.16
    for corner in ((x, y, z) for x in bounds[:2] for y in bounds[2:4] for z in bounds[4:]):
        for at, centre, (low, high) in zip(in_view(corner), middle, ((-0.97, 0.97), (-0.96, 0.74))):
            away = at - centre
            if away:
                zoom = min(zoom, ((high if away > 0 else low) - centre) / away)
    return zoom


def aim(renderer, options, flat, bounds):
    """Aims the camera at a box `bounds`: [x min, x max, y min, ...]."""
    direction, up = camera_of(options, flat)
    camera = renderer.GetActiveCamera()
    camera.SetFocalPoint(0, 0, 0)
    camera.SetPosition(*direction)
    camera.SetViewUp(*up)
    camera.SetViewAngle(20)
    renderer.ResetCamera(bounds)
    camera.SetWindowCenter(0.07, 0.13)  # space for the colour bar on the right and the title above
    camera.Zoom(fitting_zoom(renderer, bounds))
    renderer.ResetCameraClippingRange()


def cut(renderer, x, y, z, r):
    """Clips the scene to the box of half-width r around (x, y, z). Returns the box."""
    from vtkmodules.vtkCommonDataModel import vtkPlane

    box = [x - r, x + r, y - r, y + r, z - r, z + r]
    for k, at in enumerate(box):
        plane = vtkPlane()
        plane.SetNormal(*((1 - 2 * (k % 2)) * (axis == k // 2) for axis in range(3)))
        plane.SetOrigin(*(at * (axis == k // 2) for axis in range(3)))
        for actor in renderer.GetActors():
            actor.GetMapper().AddClippingPlane(plane)
    return box


def quantity_of(options):
    """Returns the name of the field with its unit."""
    field, _, component = options.field.partition(":")
    words = field.replace(",", ", ").replace("_", " ").replace("von mises", "von Mises stress")
    return words + (f" {component}" if component else "") + (f" [{options.field_unit}]" if options.field_unit else "")


def scene(bodies, warp, table, options, title, facts, at_rest=True):
    """Returns a renderer with the deformed, coloured bodies, a colour bar, a title and facts.

    The camera is set by aim().
    """
    import vtkmodules.vtkRenderingFreeType  # noqa: F401  (fonts)
    import vtkmodules.vtkRenderingOpenGL2  # noqa: F401  (rendering back end)
    from vtkmodules.vtkRenderingCore import vtkLightKit, vtkRenderer

    height, renderer = options.size[1], vtkRenderer()
    renderer.SetBackground(0.90, 0.92, 0.95)
    renderer.SetBackground2(1, 1, 1)
    renderer.GradientBackgroundOn()
    for body in bodies:
        grid, surface = body.surface(warp, options.cut)
        if not surface.GetNumberOfPoints():
            continue
        renderer.AddActor(surface_actor(body, surface, table))
        if body.dimension != 1:
            renderer.AddActor(line_actor(feature_edges(surface, body.dimension), INK, 1.5, 0.85))
        if options.mesh:
            renderer.AddActor(line_actor(element_edges(grid), INK, 0.7, 0.45))
        if at_rest and warp and body.displacement is not None and options.cut is None:
            renderer.AddActor(line_actor(feature_edges(body.surface(0)[1], body.dimension), (0.42, 0.45, 0.52), 1.2, 0.9))
    lights = vtkLightKit()
    lights.SetKeyLightIntensity(0.85)
    lights.SetKeyToFillRatio(2.0)
    lights.AddLightsToRenderer(renderer)
    quantity = quantity_of(options)
    renderer.AddViewProp(text_actor(title, int(0.036 * height), 0.025, 0.97, bold=True))
    renderer.AddViewProp(text_actor("   ·   ".join(filter(None, facts)), int(0.023 * height), 0.025, 0.915))
    words = text_actor(quantity, int(0.024 * height), 0.985, 0.845)
    words.GetTextProperty().SetJustificationToRight()
    renderer.AddViewProp(words)
    renderer.AddViewProp(colour_bar(table, height))
    return renderer


def photograph(renderer, size):
    """Returns the scene as a VTK image of `size` pixels."""
    from vtkmodules.vtkImagingCore import vtkImageShrink3D
    from vtkmodules.vtkRenderingCore import vtkRenderWindow, vtkWindowToImageFilter

    window = vtkRenderWindow()
    window.SetOffScreenRendering(1)
    window.SetMultiSamples(0)
    window.SetSize(FINENESS * size[0], FINENESS * size[1])
    window.AddRenderer(renderer)
    window.Render()
    image = vtkWindowToImageFilter()
    image.SetInput(window)
    image.ReadFrontBufferOff()
    smooth = vtkImageShrink3D()
    smooth.SetInputConnection(image.GetOutputPort())
    smooth.SetShrinkFactors(FINENESS, FINENESS, 1)
    smooth.AveragingOn()
    smooth.Update()
    return smooth.GetOutput()


def draw(options):
    from vtkmodules.vtkIOImage import vtkPNGWriter

    options.field = options.field or usual_field(options.results)
    field, _, component = options.field.partition(":")
    if options.mode is not None:
        with tenon_results.open(options.results) as results:
            options.step = name_of_mode(results, options.mode)
    bodies, step = read(options.results, options.step, options.object, field, component)
    with tenon_results.open(options.results) as results:
        mode = describe_mode(results, step)
    warp = (mode_scale if mode else automatic_warp)(bodies) if options.warp is None else options.warp
    if all(body.displacement is None for body in bodies):
        print("The result contains no displacement: the undeformed shape is drawn.")
        warp = 0.0
    least, largest, true_least, true_largest = colour_range(bodies)
    least, largest = options.range or (least, largest)

    quantity = quantity_of(options)
    scale = f"deformation × {warp:g}" if warp else "undeformed"
    name = options.title or os.path.splitext(os.path.basename(options.results))[0]
    unit = f" {options.field_unit}" if options.field_unit else ""
    facts = [f"{true_least + 0.0:.3g} to {true_largest + 0.0:.3g}{unit}" + (f" (colours end at {largest:.3g})" if largest < true_largest else "")]
    reach = max((np.linalg.norm(b.displacement, axis=1).max() for b in bodies if b.displacement is not None), default=None)
    if reach is not None and not mode:  # the amplitude of a mode is arbitrary
        facts.append(f"largest displacement {reach:.3g}" + (f" {options.length_unit}" if options.length_unit else ""))
    if len(bodies) > 1 or warp:
        facts.append("grey lines: undeformed" if warp and options.cut is None else "")
    renderer = scene(bodies, warp, colour_table(least, largest), options, f"{name}: {quantity}, {scale}", [*facts, mode or f"step {step}"])
    box = cut(renderer, *options.near) if options.near else renderer.ComputeVisiblePropBounds()
    if not box[0] <= box[1]:
        raise InputError("--cut removes the whole model: there is nothing to draw.")
    aim(renderer, options, is_flat(bodies, warp), box)
    folder = os.path.dirname(os.path.abspath(options.output))
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        path = os.path.join(temporary, "picture.png")
        writer = vtkPNGWriter()
        writer.SetFileName(path)
        writer.SetInputData(photograph(renderer, options.size))
        writer.Write()
        if not os.path.exists(path):
            raise InputError(f"VTK could not write '{options.output}'.")
        os.replace(path, options.output)
    print(f"{options.output}: {quantity}, {scale}, {mode or f'step {step}'}")


def parser_of(description):
    """Returns a parser with the options common to pictures and animations."""
    parser = argparse.ArgumentParser(description=description.split("\n", maxsplit=1)[0])
    parser.add_argument("results", help="HDF5 file written by tenon")
    parser.add_argument("--object", action="append", default=[], help="show this object only (may be repeated)")
    parser.add_argument("--view", type=view, help=f"view direction: {', '.join(sorted(VIEWS))}, or AZIMUTH,ELEVATION in degrees, "
                        "from x towards y and above that plane (default: iso, for what lies in a plane z = constant top)")
    parser.add_argument("--up", choices=sorted(AXES), help="the axis that points upwards in the picture, as in --up=-y (default: z)")
    parser.add_argument("--cut", type=plane, help="remove one side of a plane; the argument describes the remaining side, as in x<0.5 or z>10, or nx,ny,nz,d for n.x < d")
    parser.add_argument("--mesh", action="store_true", help="draw the element edges")
    parser.add_argument("--range", type=lambda t: numbers(t, ":", 2, float), help="limits of the colour bar, as in 0:250")
    parser.add_argument("--title", help="beginning of the title (default: the file name)")
    parser.add_argument("--field-unit", default="", help="unit of the field, for the bar")
    parser.add_argument("--length-unit", default="", help="unit of displacements, for the title")
    return parser


def parse(arguments):
    parser = parser_of(__doc__)
    parser.add_argument("-o", "--output", required=True, help="PNG file to write")
    parser.add_argument("--field", help="field to colour by (default: von_mises, displacement if there is none), with a component as in stress:xx; of several, as in pressure_left,pressure_right, the first that an object has")
    parser.add_argument("--near", type=lambda t: numbers(t, ",", 4, float), help="show only a sphere with centre x,y,z and radius r: x,y,z,r (default: the whole model)")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--step", help="step to show (default: the last)")
    shown.add_argument("--mode", type=int, help="vibration or buckling mode to show, counted from 1")
    parser.add_argument("--warp", type=float, help="scale factor of the deformation (default: automatic)")
    parser.add_argument("--size", type=lambda t: numbers(t, "x", 2, int), default=(1600, 1000), help="in pixels (default: 1600x1000)")
    return parser.parse_args(arguments)


def main():
    options = parse(sys.argv[1:])

    def work():
        on_virtual_display(__file__)
        draw(options)

    return report("scripts/picture.py", work)


if __name__ == "__main__":
    sys.exit(main())
