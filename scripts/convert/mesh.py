"""A mesh with its sets, and what is said of it."""
import re
import sys

import numpy as np

from cells import ABAQUS_SIDES, TYPES, UPRIGHT_FIRST, VERTICES


class Problem(Exception):
    """A sentence for the person who called."""


def warn(sentence):
    print(f"tenon: warning: {sentence}", file=sys.stderr)


class Sets(dict):
    """Members by name. Abaqus does not tell capitals: the spelling that came first stays."""

    def named(self, name):
        """The members of a set, an empty one where it is new."""
        return self.setdefault(self.spelling(name) or name, [])

    def spelling(self, name):
        return next((known for known in self if known.casefold() == name.casefold()), None)


class Mesh:
    """Points, elements in blocks of one type, and sets. Elements count through all blocks, from 0."""

    def __init__(self, points, node_numbers=None):
        self.points = np.zeros((len(points), 3))
        if len(points):
            self.points[:, :np.shape(points)[1]] = points
        self.node_numbers = np.arange(1, len(points) + 1) if node_numbers is None else np.asarray(node_numbers)
        self.blocks, self.starts, self.element_numbers = [], [0], []  # blocks: (type, nodes)
        self.node_sets, self.element_sets = Sets(), Sets()            # name: places
        self.side_sets = Sets()                                       # name: (element, number of the side from 0)
        self.sides = ABAQUS_SIDES

    def add(self, kind, nodes, numbers=None):
        if kind not in TYPES:
            raise Problem(f"elements of type '{kind}' have no place in a mesh of tenon.")
        nodes = np.asarray(nodes)
        numbers = range(self.starts[-1] + 1, self.starts[-1] + 1 + len(nodes)) if numbers is None else numbers
        self.blocks.append((kind, self.in_order(kind, nodes)))
        self.starts.append(self.starts[-1] + len(nodes))
        self.element_numbers.extend(numbers)

    def in_order(self, kind, nodes):
        """VTK's order, also of programs that put the upright edges first: middles lie near the middles of edges."""
        if kind not in UPRIGHT_FIRST or not len(nodes):
            return nodes
        edges = np.array(TYPES[kind][2])
        first = VERTICES[re.sub(r"\d", "", kind)]

        def distance(order):
            cell = self.points[nodes[:, order]]
            ends = cell[:, edges]
            return np.linalg.norm(cell[:, first:first + len(edges)] - ends.mean(axis=2), axis=2).sum()
        orders = [list(range(nodes.shape[1])), UPRIGHT_FIRST[kind]]
        return nodes[:, min(orders, key=distance)]

    def locate(self, element):
        block = int(np.searchsorted(self.starts, element, side="right")) - 1
        return self.blocks[block][0], self.blocks[block][1][element - self.starts[block]]

    def side(self, element, number):
        """Type and nodes of a side of an element, middles included."""
        kind, nodes = self.locate(element)
        _, dimension, edges = TYPES[kind]
        num_vertices = VERTICES.get(re.sub(r"\d", "", kind), 0)
        sides = self.sides.get((num_vertices, dimension), [])
        if number >= len(sides) or kind in ("hexahedron27", "quad9"):
            raise Problem(f"the side {number + 1} of an element of type '{kind}' is not known.")
        corners = sides[number]
        ring = [(corners[0], corners[1])] if len(corners) == 2 else list(zip(corners, corners[1:] + corners[:1]))
        middles = {frozenset(edge): num_vertices + place for place, edge in enumerate(edges)}
        at = list(corners) + [middles[frozenset(edge)] for edge in ring if edges]
        names = {(2, 0): "line", (2, 1): "line3", (3, 0): "triangle", (3, 1): "triangle6", (4, 0): "quad", (4, 1): "quad8"}
        return names[len(corners), int(bool(edges))], nodes[at]
