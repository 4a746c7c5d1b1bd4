# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Colours of a field: range, table, and scale of the deformation."""
from collections.abc import Sequence
from typing import Any

import numpy as np

from tenon.pictures.bodies import Body
from tenon.results.errors import InputError

# ColorBrewer's "Spectral", from blue to red. Its middle is light enough for the shading to be
# visible.
COLOURS = ("4a55a5", "3288bd", "66c2a5", "abdda4", "e6f598", "fff6b0", "fee08b", "fdae61", "f46d43", "d53e4f", "9e0142")


def automatic_warp(bodies: Sequence[Body]) -> float:
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


def round_up(value: float) -> float:
    """Rounds up to a number whose fifth is round, so that all labels of the colour bar are
    round."""
    power = 10.0 ** np.floor(np.log10(value / 5))
    return float(5 * power * next(step for step in (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10) if step * power >= value / 5 * 0.999))


def colour_range(bodies: Sequence[Body]) -> tuple[float, float, float, float]:
    """Returns the ends of the colour range, and the minimum and maximum of the values.

    A peak in a few points (an edge, a bolt) is cut off, so that the other values remain
    distinguishable.
    """
    values = np.concatenate([body.values for body in bodies if body.values is not None])
    values = values[np.isfinite(values)]
    if not len(values):
        raise InputError("The field contains no finite value.")
    least, largest = float(values.min()), float(values.max())
    # Values that differ by round-off only are drawn in the middle colour.
    magnitude = max(body.magnitude for body in bodies if body.values is not None)
    if largest - least <= 1e-9 * magnitude or magnitude == 0:
        return least - (magnitude or 1.0), least + (magnitude or 1.0), least, largest
    usual = float(np.quantile(values, 0.998))
    top = usual if usual > 0 and largest > 1.3 * usual else largest
    if 0 <= least < 0.2 * top:
        return 0.0, round_up(top), least, largest
    return least, top if top > least else largest, least, largest


def colour_table(least: float, largest: float) -> Any:
    """Returns a VTK colour table for values from `least` to `largest`."""
    from vtkmodules.vtkRenderingCore import vtkColorTransferFunction

    table = vtkColorTransferFunction()
    for i, code in enumerate(COLOURS):
        table.AddRGBPoint(least + (largest - least) * i / (len(COLOURS) - 1), *(int(code[k:k + 2], 16) / 255 for k in (0, 2, 4)))
    table.SetNanColor(0.75, 0.75, 0.75)
    return table
