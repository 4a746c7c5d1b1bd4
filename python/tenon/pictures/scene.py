# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Scenes of VTK: actors of bodies, camera, texts, and their images."""
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tenon.pictures.bodies import Body, Plane, element_edges
from tenon.pictures.views import View, camera_of

INK = (0.13, 0.15, 0.18)
FINENESS = 2  # supersampling factor for smooth edges


@dataclass
class Appearance:
    """Choices that pictures and animations have in common."""

    field: str  #: field shown by colour, with a component as in "stress:xx"
    objects: Sequence[str] = ()  #: names of objects; all if empty
    view: View | None = None  #: direction of view
    up: str | None = None  #: axis that points upwards
    cut: Plane | None = None  #: plane; the side of its normal is removed
    mesh: bool = False  #: true to draw the element edges
    range: tuple[float, float] | None = None  #: ends of the colour bar
    title: str | None = None  #: beginning of the title
    field_unit: str = ""  #: unit of the field
    length_unit: str = ""  #: unit of displacements
    size: tuple[int, int] = (1600, 1000)  #: width and height in pixels

    def field_and_component(self) -> tuple[str, str]:
        """Returns the name of the field and the component, "" without one."""
        field, _, component = self.field.partition(":")
        return field, component

    def quantity(self) -> str:
        """Returns the name of the field with its unit."""
        field, component = self.field_and_component()
        words = field.replace(",", ", ").replace("_", " ").replace("von mises", "von Mises stress")
        return words + (f" {component}" if component else "") + (f" [{self.field_unit}]" if self.field_unit else "")


def feature_edges(surface: Any, dimension: int) -> Any:
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


def line_actor(lines: Any, colour: tuple[float, float, float], width: float, opacity: float) -> Any:
    """Returns an actor that draws lines in front of surfaces."""
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


def surface_actor(body: Body, surface: Any, table: Any) -> Any:
    """Returns an actor that draws a surface in the colours of its values."""
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


def text_actor(text: str, size: int, x: float, y: float, bold: bool = False) -> Any:
    """Returns a text of `size` pixels whose upper left corner is at (x, y) of the viewport."""
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


def colour_bar(table: Any, height: int) -> Any:
    """Returns a colour bar for a picture of `height` pixels."""
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


def fitting_zoom(renderer: Any, bounds: Sequence[float]) -> float:
    """Returns the zoom factor at which a corner of the box reaches the edge of the picture or the
    title."""

    def in_view(point: Sequence[float]) -> Any:
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


def aim(renderer: Any, look: Appearance, flat: bool, bounds: Sequence[float]) -> None:
    """Aims the camera at a box `bounds`: [x min, x max, y min, ...]."""
    direction, up = camera_of(look.view, look.up, flat)
    camera = renderer.GetActiveCamera()
    camera.SetFocalPoint(0, 0, 0)
    camera.SetPosition(*direction)
    camera.SetViewUp(*up)
    camera.SetViewAngle(20)
    renderer.ResetCamera(bounds)
    camera.SetWindowCenter(0.07, 0.13)  # space for the colour bar on the right and the title above
    camera.Zoom(fitting_zoom(renderer, bounds))
    renderer.ResetCameraClippingRange()


def cut(renderer: Any, x: float, y: float, z: float, r: float) -> list[float]:
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


def scene(bodies: Sequence[Body], warp: float, table: Any, look: Appearance, title: str, facts: Sequence[str], undeformed: bool = True) -> Any:
    """Returns a renderer with the deformed, coloured bodies, a colour bar, a title and facts.

    The camera is set by aim().

    @param bodies      objects to draw
    @param warp        factor of the displacement
    @param table       VTK colour table
    @param look        choices of the user
    @param title       title of the picture
    @param facts       texts below the title; empty ones are omitted
    @param undeformed  true to draw the outline of the undeformed bodies
    """
    import vtkmodules.vtkRenderingFreeType  # noqa: F401  (fonts)
    import vtkmodules.vtkRenderingOpenGL2  # noqa: F401  (rendering back end)
    from vtkmodules.vtkRenderingCore import vtkLightKit, vtkRenderer

    height, renderer = look.size[1], vtkRenderer()
    renderer.SetBackground(0.90, 0.92, 0.95)
    renderer.SetBackground2(1, 1, 1)
    renderer.GradientBackgroundOn()
    for body in bodies:
        grid, surface = body.surface(warp, look.cut)
        if not surface.GetNumberOfPoints():
            continue
        renderer.AddActor(surface_actor(body, surface, table))
        if body.dimension != 1:
            renderer.AddActor(line_actor(feature_edges(surface, body.dimension), INK, 1.5, 0.85))
        if look.mesh:
            renderer.AddActor(line_actor(element_edges(grid), INK, 0.7, 0.45))
        if undeformed and warp and body.displacement is not None and look.cut is None:
            renderer.AddActor(line_actor(feature_edges(body.surface(0)[1], body.dimension), (0.42, 0.45, 0.52), 1.2, 0.9))
    lights = vtkLightKit()
    lights.SetKeyLightIntensity(0.85)
    lights.SetKeyToFillRatio(2.0)
    lights.AddLightsToRenderer(renderer)
    renderer.AddViewProp(text_actor(title, int(0.036 * height), 0.025, 0.97, bold=True))
    renderer.AddViewProp(text_actor("   ·   ".join(filter(None, facts)), int(0.023 * height), 0.025, 0.915))
    words = text_actor(look.quantity(), int(0.024 * height), 0.985, 0.845)
    words.GetTextProperty().SetJustificationToRight()
    renderer.AddViewProp(words)
    renderer.AddViewProp(colour_bar(table, height))
    return renderer


def photograph(renderer: Any, size: tuple[int, int]) -> Any:
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
