# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Overview of a simulation as HTML for notebooks."""
from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .simulation import Simulation


def overview(simulation: Simulation) -> str:
    """Returns title, steps, objects, contributors and multipliers of an open simulation.

    The overview contains only what this rank knows, because a notebook shows it without the other
    ranks.
    """
    from .results.overview import table

    comm = simulation.comm
    ranks = f"{comm.size} rank{'s' if comm.size > 1 else ''}"
    size = simulation._session.describe_size() if comm.size == 1 else ranks
    objects = []
    for name in simulation.objects:
        body = simulation[name]
        objects.append([name, body.num_nodes, ", ".join(body.cell_types), ", ".join(body.groups)])
    return "".join([
        f"<h3>{escape(simulation.title)}</h3>",
        f"<p>{escape(size)}; step {simulation.number} of {simulation.num_steps}, t = {simulation.time:.5g}</p>",
        table("Objects", ["object", "nodes", "cells", "groups"], objects),
        table("Contributors", ["forces, masses and constraints"], [[name] for name in simulation.contributors]),
    ])
