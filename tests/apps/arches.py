# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Closed forms of the in-plane buckling of arches and rings, and meshes of arches and rings.

An inextensible arch has the radius R and the opening angle 2 alpha. With the tangential
displacement v and the rotation phi = v + v'' (times 1/R), it buckles when the second variation of
the energy vanishes,
  E I / R^3 int phi'^2 - q int phi^2 [+ q int v phi] = 0,
where q is the load per length of the axis. The last term is absent for a dead radial load and
present for a follower pressure. The lowest mode is antisymmetric: the crown moves sideways."""
import math

import numpy as np

from buckling import root
from tenon_program import sheet
from test_snap import lines

YOUNG, MOMENT, RADIUS, DEPTH = 1000.0, 0.5, 10.0, 0.2

BEAMS = f"""\
objects:
  arch:
    mesh: arch.msh
    space: 2
    nodes: frames
    forces:
      - {{type: beam, young: {YOUNG}, area: AREA, second_moment: {MOMENT}}}
      - {{type: line-load, load: ["-LOAD * x / {RADIUS}", "-LOAD * y / {RADIUS}"], history: [[0, 0], [2, 2]]}}
    conditions: [CONDITIONS]
analysis: {{type: buckling, modes: 1}}
solver: {{preset: direct}}
"""

SOLIDS = f"""\
objects:
  arch:
    mesh: arch.msh
    thickness: 1
    groups: {{hinges: {{nodes: [2, LAST]}}}}
    forces:
      - {{type: elastic, material: {{type: saint-venant-kirchhoff, young: {YOUNG}, poisson: 0}}, plane: stress}}
      - {{type: LOAD, group: east, pressure: 0.01}}
    conditions: [CONDITIONS]
analysis: {{type: buckling, modes: 1}}
solver: {{preset: direct}}
"""


def normal_pressure(alpha, is_clamped):
    """Returns q R^3 / E I of a follower pressure (Timoshenko and Gere, section 7.6)."""
    if not is_clamped:
        return (math.pi / alpha)**2 - 1
    condition = lambda k: k * math.sin(alpha) * math.cos(k * alpha) - math.cos(alpha) * math.sin(k * alpha)
    return root(condition, 0.6 * math.pi / alpha, 1.55 * math.pi / alpha)**2 - 1


def dead_load(alpha, is_clamped):
    """Returns q R^3 / E I = k^2 of a radial load with fixed direction.

    The solution is v = A cos kt + B t sin t + C cos t. The conditions at the ends are v = v' = 0,
    and phi = 0 (clamped) or phi' = 0 (hinged)."""
    def condition(k):
        at_end = [(1 - k * k) * math.cos(k * alpha), 2 * math.cos(alpha), 0] if is_clamped else \
                 [(k * k - 1) * k * math.sin(k * alpha), -2 * math.sin(alpha), 0]
        return np.linalg.det([[math.cos(k * alpha), alpha * math.sin(alpha), math.cos(alpha)],
                              [-k * math.sin(k * alpha), math.sin(alpha) + alpha * math.cos(alpha), -math.sin(alpha)], at_end])

    trials = np.linspace(1.02, 3 * math.pi / alpha, 3000)
    signs = np.sign([condition(k) for k in trials])
    first = int(np.flatnonzero(signs[1:] != signs[:-1])[0])
    return root(condition, trials[first], trials[first + 1])**2


def arch_of_beams(alpha, cells):
    places = [(RADIUS * math.sin(t), RADIUS * math.cos(t)) for t in np.linspace(-alpha, alpha, cells + 1)]
    return lines(places, {"west": [1], "east": [cells + 1]})


def arch_of_solids(first, last, cells):
    """Returns the mesh of an arch between two angles from the x axis. The outer side is `east`; the
    ends are `south` and `north`."""
    def place(s, t):
        r, angle = RADIUS + (s - 0.5) * DEPTH, first + (last - first) * t
        return r * math.cos(angle), r * math.sin(angle)

    return sheet(place, cells=(1, cells), kind="quad9")


def ring_of_solids(cells):
    """Returns the mesh of a closed ring of quad9 with the outer side `east`, and two opposite nodes
    of its axis."""
    rows = 2 * cells
    tag = lambda i, j: 1 + i + 3 * (j % rows)
    nodes, elements = {}, []
    for j in range(rows):
        for i in range(3):
            r, angle = RADIUS + (i / 2 - 0.5) * DEPTH, 2 * math.pi * j / rows
            nodes[tag(i, j)] = r * math.cos(angle), r * math.sin(angle)
    corners = ((0, 0), (2, 0), (2, 2), (0, 2), (1, 0), (2, 1), (1, 2), (0, 1), (1, 1))
    for j in range(0, rows, 2):
        elements += [(10, 1, [tag(i, j + b) for i, b in corners]), (8, 2, [tag(2, j + b) for b in (0, 2, 1)])]
    text = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$PhysicalNames", "2", '2 1 "body"', '1 2 "east"', "$EndPhysicalNames",
            "$Nodes", str(len(nodes)), *(f"{number} {x!r} {y!r} 0" for number, (x, y) in nodes.items()), "$EndNodes", "$Elements",
            str(len(elements))]
    text += [f"{k} {kind} 2 {group} {group} {' '.join(map(str, on))}" for k, (kind, group, on) in enumerate(elements, 1)]
    return "\n".join([*text, "$EndElements", ""]), tag(1, 0), tag(1, cells)
