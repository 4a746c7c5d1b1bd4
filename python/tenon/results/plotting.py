# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Plots of a result with matplotlib."""
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tenon.results.curves import Curve, history_curves, line_curves, node_curves
from tenon.results.errors import InputError, optional

if TYPE_CHECKING:
    from tenon.results.results import Results

MOST_MARKED = 30  # curves with fewer points have markers


@dataclass
class Request:
    """Arguments of Results.plot()."""

    history: str | Sequence[str] | None
    field: str | None
    nodes: str | Sequence[str]
    start: Sequence[float] | None
    end: Sequence[float] | None
    points: int
    step: int
    objects: Sequence[str]
    field_unit: str
    length_unit: str

    def is_line(self) -> bool:
        """Returns true if a field along a line is requested."""
        return self.start is not None or self.end is not None


def listed(names: str | Sequence[str] | None) -> list[str]:
    """Returns one name or several names as a list."""
    return [] if names is None else [names] if isinstance(names, str) else list(names)


def curves_of(results: "Results", request: Request) -> list[Curve]:
    """Returns the requested curves.

    @throws InputError if the request is not exactly one of: histories, nodes over steps, line
    """
    histories, nodes = listed(request.history), listed(request.nodes)
    if bool(histories) + bool(nodes) + request.is_line() != 1 or (request.start is None) != (request.end is None):
        raise InputError("plot() draws histories, or a field at `nodes` over the steps, or a field from `start` to `end`: specify exactly one of these.")
    if histories:
        if request.field is not None:
            raise InputError("plot() draws either histories or a field: specify only one of `history` and `field`.")
        return history_curves(results, histories)
    if request.field is None:
        raise InputError("plot() requires `field` for values at nodes or along a line.")
    field, _, component = request.field.partition(":")
    if nodes:
        return node_curves(results, field, component, nodes)
    assert request.start is not None and request.end is not None
    return line_curves(results, field, component, request.start, request.end, request.points, request.step, request.objects)


def new_axes() -> Any:
    """Returns the Axes of a new figure, without a display if there is none.

    @throws MissingPackage if matplotlib is not installed
    """
    pyplot = optional("matplotlib.pyplot", "python3-matplotlib", "plot()")
    try:
        return pyplot.subplots(figsize=(8, 5))[1]
    except ImportError:  # the selected backend requires a display, and there is none
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        figure = Figure(figsize=(8, 5))
        FigureCanvasAgg(figure)
        return figure.subplots()


def draw_curves(axes: Any, curves: Sequence[Curve], x_label: str, y_label: str, title: str) -> None:
    """Draws curves with labels, grid and, for several curves, a legend."""
    for curve in curves:
        axes.plot(curve.x, curve.y, marker="o" if len(curve.x) < MOST_MARKED else None, markersize=4, label=curve.name)
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    axes.set_title(title)
    axes.grid(alpha=0.3)
    if len(curves) > 1:
        axes.legend()


def labels_of(is_line: bool, field: str | None, field_unit: str, length_unit: str) -> tuple[str, str]:
    """Returns the labels of both axes; `field` is None for histories."""
    unit = f" [{field_unit}]" if field_unit else ""
    x_label = "distance" + (f" [{length_unit}]" if length_unit else "") if is_line else "time"
    return x_label, ("" if field is None else field.replace("_", " ")) + unit


def plot(results: "Results", request: Request, axes: Any) -> Any:
    """Draws the requested curves. Returns the Axes.

    @param results  open results
    @param request  arguments of Results.plot()
    @param axes     Axes to draw into; None for those of a new figure
    """
    optional("matplotlib", "python3-matplotlib", "plot()")
    curves = curves_of(results, request)
    axes = new_axes() if axes is None else axes
    title = os.path.splitext(os.path.basename(os.fspath(results.path)))[0]
    draw_curves(axes, curves, *labels_of(request.is_line(), request.field, request.field_unit, request.length_unit), title)
    return axes
