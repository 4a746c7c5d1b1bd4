# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Mesh with sets in VTK's node order, and the messages about it."""
import re
import sys

import numpy as np

from cells import ABAQUS_SIDES, HEX_FACES, KNOWN, TYPES, side_of

MOST_WARNINGS = 20
LONGEST_QUOTE = 200


class Problem(Exception):
    """Error whose message is shown to the user."""


def quoted(text):
    """Returns at most 200 characters of an input, without control characters, in quotation
    marks."""
    text = printable(str(text))
    return f"'{text[:LONGEST_QUOTE]}...'" if len(text) > LONGEST_QUOTE else f"'{text}'"


def printable(text):
    return re.sub(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\u202a-\u202e\u2066-\u2069]", "?", text)


class Warnings:
    """Prints the first warnings on standard error and counts the others."""
    count = 0

    @classmethod
    def add(cls, sentence):
        cls.count += 1
        if cls.count <= MOST_WARNINGS:
            print(f"tenon: warning: {sentence}", file=sys.stderr)

    @classmethod
    def finish(cls):
        if cls.count > MOST_WARNINGS:
            print(f"tenon: warning: The number of other warnings, which are not shown, is {cls.count - MOST_WARNINGS}.", file=sys.stderr)


def warn(sentence):
    Warnings.add(sentence)


def unsupported(kind, where="", what=""):
    """Returns the error for an element type that tenon does not support; `what` describes the
    type."""
    explained = f" ({what})" if what else ""
    return Problem(f"{where}elements of type {quoted(kind)}{explained} are not supported. {KNOWN}; use one of these.")


class Sets(dict):
    """Unique members of sets by name.

    As in Abaqus, names are case-insensitive; the first spelling is kept.
    """

    def __init__(self):
        super().__init__()
        self._spellings = {}  # name in lower case: first spelling

    def named(self, name):
        """Returns the members of a set (a dict without values). A new set is empty."""
        name = self._spellings.setdefault(str(name).casefold(), str(name))
        return self.setdefault(name, {})

    def add(self, name, members):
        self.named(name).update(dict.fromkeys(members))

    def spelling(self, name):
        return self._spellings.get(name.casefold())


class Mesh:
    """Points, blocks of elements of one type, and sets.

    Elements are counted from 0 over all blocks.
    """

    def __init__(self, points, node_numbers=None):
        self.points = np.zeros((len(points), 3))
        if len(points):
            self.points[:, :np.shape(points)[1]] = points
        self.node_numbers = np.arange(1, len(points) + 1) if node_numbers is None else np.asarray(node_numbers)
        if not np.isfinite(self.points).all():
            bad = int(np.flatnonzero(~np.isfinite(self.points).all(axis=1))[0])
            raise Problem(f"node {self.node_numbers[bad]} has a coordinate that is not a finite number.")
        self.blocks, self.starts, self.element_numbers = [], [0], []  # blocks: [(type, nodes)]
        self.node_sets, self.element_sets = Sets(), Sets()            # name: indices
        self.side_sets = Sets()                                       # name: (element, side counted from 0)
        self.sides = ABAQUS_SIDES

    def add(self, kind, nodes, numbers=None, orders=((),), name=None):
        """Adds a block of elements.

        orders: possible node orders, the specified one first; () is VTK's. name: name of the type
        in the file.
        """
        if kind not in TYPES:
            raise unsupported(name or kind)
        nodes = np.asarray(nodes)
        first = self.starts[-1] + 1
        numbers = range(first, first + len(nodes)) if numbers is None else numbers
        if len(nodes) and nodes.shape != (len(nodes), TYPES[kind][2]):
            raise Problem(f"elements of type {quoted(name or kind)} have {nodes.shape[-1]} nodes instead of {TYPES[kind][2]}.")
        if len(nodes) and (nodes.min() < 0 or nodes.max() >= len(self.points)):
            bad, place = np.argwhere((nodes < 0) | (nodes >= len(self.points)))[0]
            raise Problem(f"element {numbers[bad]} of type {quoted(name or kind)} refers to node {nodes[bad, place] + 1}, "
                          f"but the number of nodes is {len(self.points)}.")
        self.blocks.append((kind, self._in_order(kind, nodes, orders)))
        self.starts.append(self.starts[-1] + len(nodes))
        self.element_numbers.extend(numbers)

    def _in_order(self, kind, nodes, orders):
        """Returns the nodes in VTK's order.

        Selects the first of the possible orders for which solids have positive volume and midpoint
        nodes are closest to the midpoints of their edges.
        """
        candidates = [nodes[:, list(order)] if len(nodes) and order else nodes for order in orders]
        if len(candidates) == 1 or not len(nodes):
            return candidates[0]
        return min(candidates, key=lambda cells: self._misfit(kind, cells))

    def _misfit(self, kind, cells):
        _, dimension, _, num_vertices, edges = TYPES[kind]
        points = self.points[cells]
        size = np.ptp(points, axis=1).sum() or 1.0
        away = 0.0
        if edges:
            middles = points[:, num_vertices:num_vertices + len(edges)]
            away = np.linalg.norm(middles - points[:, np.array(edges)].mean(axis=2), axis=2).sum() / size
        if kind == "hexahedron27":
            centres = points[:, np.array(HEX_FACES)].mean(axis=2)
            away += np.linalg.norm(points[:, 20:26] - centres, axis=2).sum() / size
        inverted = dimension == 3 and np.sign(vertex_volumes(points, num_vertices)).sum() < 0
        return inverted, round(away, 9)

    def locate(self, element):
        block = int(np.searchsorted(self.starts, element, side="right")) - 1
        return self.blocks[block][0], self.blocks[block][1][element - self.starts[block]]

    def dimension_of(self, element):
        return TYPES[self.locate(element)[0]][1]

    def side(self, element, number):
        """Returns the type and the nodes of a side of an element, including midpoint nodes."""
        kind, nodes = self.locate(element)
        _, dimension, _, num_vertices, _ = TYPES[kind]
        sides = self.sides.get((num_vertices, dimension), [])
        if not 0 <= number < len(sides):
            raise Problem(f"element {self.element_numbers[element]} of type '{kind}' has no side {number + 1}, to which a side set refers.")
        side, at = side_of(kind, sides[number])
        return side, nodes[at]


def vertex_volumes(points, num_vertices):
    """Returns a measure of the signed volume of each solid, for its sign.

    The measure is the sum of the triple products of the three edges at selected vertices, six times
    the volumes of the tetrahedra that they span.

    points: [cells, nodes, 3]
    """
    if num_vertices == 4:
        corners = [(0, 1, 2, 3)]
    elif num_vertices == 5:
        corners = [(0, 1, 3, 4), (2, 3, 1, 4)]
    elif num_vertices == 6:
        corners = [(0, 1, 2, 3), (3, 5, 4, 0)]
    else:
        corners = [(0, 1, 3, 4), (2, 3, 1, 6), (5, 4, 6, 1), (7, 6, 4, 3)]
    total = np.zeros(len(points))
    for origin, *ends in corners:
        a, b, c = (points[:, end] - points[:, origin] for end in ends)
        total += np.einsum("ij,ij->i", np.cross(a, b), c)
    return total
