#!/usr/bin/python3
"""Makes a Gmsh mesh (format 2.2, text) of a mesh of another program, with its sets of nodes, elements and faces as groups.

usage: convert.py <in> <out.msh>          the same as: tenon convert <in> <out.msh>

Abaqus (.inp) is read here: meshio loses the numbers of nodes and elements, surfaces, and sets that several blocks share.
All else comes through meshio, by the ending of its name: VTK (.vtk, .vtu), MED (.med), Exodus (.e, .exo, .ex2) and whatever
`meshio --help` names. Sets become physical groups: of nodes as points, of elements by their dimension, of faces as faces.
VTK has no sets: each array of whole numbers on points or cells becomes a group per value, `<array>_<value>`; one of 0 and 1 only
becomes the group `<array>` of the ones.
"""
import os
import re
import sys
import tempfile
from pathlib import Path

import numpy as np

# meshio's name: number in .msh, dimension, edges (pairs of vertices, in the order of VTK's nodes in their middle)
HEX_EDGES = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)]
TET_EDGES = [(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)]
WEDGE_EDGES = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)]
QUAD_EDGES = [(0, 1), (1, 2), (2, 3), (3, 0)]
TYPES = {
    "vertex": (15, 0, []), "line": (1, 1, []), "line3": (8, 1, [(0, 1)]),
    "triangle": (2, 2, []), "triangle6": (9, 2, QUAD_EDGES[:2] + [(2, 0)]),
    "quad": (3, 2, []), "quad8": (16, 2, QUAD_EDGES), "quad9": (10, 2, QUAD_EDGES),
    "tetra": (4, 3, []), "tetra4": (4, 3, []), "tetra10": (11, 3, TET_EDGES),
    "hexahedron": (5, 3, []), "hexahedron20": (17, 3, HEX_EDGES), "hexahedron27": (12, 3, HEX_EDGES),
    "wedge": (6, 3, []), "wedge15": (18, 3, WEDGE_EDGES), "pyramid": (7, 3, []),
}
# Where .msh wants VTK's nodes: row[i] is the place in VTK's order of node i in Gmsh's.
GMSH_ORDER = {
    "tetra10": [0, 1, 2, 3, 4, 5, 6, 7, 9, 8],
    "hexahedron20": [0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 16, 9, 17, 10, 18, 19, 12, 15, 13, 14],
    "hexahedron27": [0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 16, 9, 17, 10, 18, 19, 12, 15, 13, 14, 24, 22, 20, 21, 23, 25, 26],
    "wedge15": [0, 1, 2, 3, 4, 5, 6, 8, 12, 7, 13, 14, 9, 11, 10],
}
# Others put the middles of the upright edges before those of the upper ones (Exodus).
UPRIGHT_FIRST = {
    "hexahedron20": [*range(12), *range(16, 20), *range(12, 16)],
    "hexahedron27": [*range(12), *range(16, 20), *range(12, 16), *range(20, 27)],
    "wedge15": [*range(9), *range(12, 15), *range(9, 12)],
}
# Vertices of the sides of solids and faces, by number of vertices and dimension.
ABAQUS_SIDES = {
    (8, 3): [(0, 1, 2, 3), (4, 7, 6, 5), (0, 4, 5, 1), (1, 5, 6, 2), (2, 6, 7, 3), (3, 7, 4, 0)],
    (4, 3): [(0, 1, 2), (0, 3, 1), (1, 3, 2), (2, 3, 0)],
    (6, 3): [(0, 1, 2), (3, 5, 4), (0, 3, 4, 1), (1, 4, 5, 2), (2, 5, 3, 0)],
    (4, 2): [(0, 1), (1, 2), (2, 3), (3, 0)],
    (3, 2): [(0, 1), (1, 2), (2, 0)],
}
EXODUS_SIDES = {
    (8, 3): [(0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (0, 4, 7, 3), (0, 3, 2, 1), (4, 5, 6, 7)],
    (4, 3): [(0, 1, 3), (1, 2, 3), (0, 3, 2), (0, 2, 1)],
    (6, 3): [(0, 1, 4, 3), (1, 2, 5, 4), (0, 3, 5, 2), (0, 2, 1), (3, 4, 5)],
    (4, 2): [(0, 1), (1, 2), (2, 3), (3, 0)],
    (3, 2): [(0, 1), (1, 2), (2, 0)],
}
VERTICES = {"triangle": 3, "quad": 4, "tetra": 4, "hexahedron": 8, "wedge": 6, "pyramid": 5}


class Problem(Exception):
    """A sentence for the person who called."""


class Mesh:
    """Points, elements in blocks of one type, and sets. Elements count through all blocks, from 0."""

    def __init__(self, points, node_numbers=None):
        self.points = np.zeros((len(points), 3))
        if len(points):
            self.points[:, :np.shape(points)[1]] = points
        self.node_numbers = np.arange(1, len(points) + 1) if node_numbers is None else np.asarray(node_numbers)
        self.blocks, self.starts, self.element_numbers = [], [0], []  # blocks: (type, nodes)
        self.node_sets, self.element_sets = {}, {}                    # name: places
        self.side_sets = {}                                           # name: (element, number of the side from 0)
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


# ---- Abaqus

def read_abaqus(path):
    from meshio.abaqus._abaqus import abaqus_to_meshio_type as types
    cards = list(abaqus_cards(Path(path)))
    nodes, elements = {}, []  # elements: (type, set, {number: nodes})
    for word, options, lines in cards:
        if word == "NODE":
            for line in lines:
                fields = [field for field in line.split(",") if field.strip()]
                nodes[int(fields[0])] = [float(x) for x in fields[1:4]] + [0.0] * (4 - min(len(fields), 4))
        elif word == "ELEMENT":
            elements.append(abaqus_elements(options, lines, types))
    if not nodes or not elements:
        raise Problem("there are no nodes or no elements in it.")
    place = {number: i for i, number in enumerate(nodes)}
    mesh = Mesh(list(nodes.values()), list(nodes))
    element_place = {}
    for kind, _, numbered in elements:
        for number in numbered:
            element_place[number] = len(element_place)
        try:
            rows = [[place[node] for node in row] for row in numbered.values()]
        except KeyError as missing:
            raise Problem(f"an element names node {missing}, which is not there.") from None
        mesh.add(kind, np.array(rows), list(numbered))
    read_abaqus_sets(mesh, cards, elements, place, element_place)
    return mesh


def abaqus_cards(path):
    """Keyword in capitals, options, lines of data; of included files, too."""
    if not path.is_file():
        raise Problem(f"it includes '{path}', which is not there.")
    word, options, lines = None, {}, []
    for line in path.read_text(errors="replace").splitlines():
        line = line.strip()
        if not line or line.startswith("**"):
            continue
        if not line.startswith("*"):
            lines.append(line)
            continue
        if word:
            yield word, options, lines
        word, *rest = [part.strip() for part in line[1:].split(",")]
        word, lines = word.upper(), []
        options = {part.partition("=")[0].strip().upper(): part.partition("=")[2].strip() for part in rest}
        if word == "INCLUDE":
            yield from abaqus_cards(path.parent / options.get("INPUT", ""))
            word = None
    if word:
        yield word, options, lines


def abaqus_elements(options, lines, types):
    kind = types.get(options.get("TYPE", "").upper())
    if kind is None:
        raise Problem(f"elements of Abaqus's type '{options.get('TYPE')}' are not known.")
    kind = "tetra" if kind == "tetra4" else kind
    from meshio._common import num_nodes_per_cell
    numbers = [int(field) for line in lines for field in line.split(",") if field.strip()]
    length = num_nodes_per_cell[kind] + 1
    if len(numbers) % length:
        raise Problem(f"a block of elements of type {options['TYPE']} has lines of another length.")
    rows = [numbers[i:i + length] for i in range(0, len(numbers), length)]
    return kind, options.get("ELSET"), {row[0]: row[1:] for row in rows}


def read_abaqus_sets(mesh, cards, elements, place, element_place):
    for _, name, numbered in elements:
        if name:
            mesh.element_sets.setdefault(name, []).extend(element_place[number] for number in numbered)
    for word, options, lines in cards:
        if word in ("NSET", "ELSET") and options.get(word):
            known, places = ((mesh.node_sets, place) if word == "NSET" else (mesh.element_sets, element_place))
            known.setdefault(options[word], []).extend(abaqus_members(lines, "GENERATE" in options, known, places))
        elif word == "SURFACE" and options.get("TYPE", "ELEMENT").upper() == "ELEMENT" and options.get("NAME"):
            mesh.side_sets[options["NAME"]] = [pair for line in lines for pair in abaqus_sides(line, mesh, element_place)]


def abaqus_members(lines, generated, known, places):
    fields = [[field.strip() for field in line.split(",") if field.strip()] for line in lines]
    if generated:
        for first, last, *step in fields:
            yield from (places[n] for n in range(int(first), int(last) + 1, int(*step or [1])) if n in places)
        return
    for field in (field for line in fields for field in line):
        if field.isdigit():
            yield from [places[int(field)]] if int(field) in places else []
        else:
            yield from list(known.get(field, []))


def abaqus_sides(line, mesh, element_place):
    who, side = [field.strip() for field in line.split(",")][:2]
    if not re.fullmatch(r"[sS]\d", side):
        return
    members = [element_place[int(who)]] if who.isdigit() else mesh.element_sets.get(who, [])
    yield from ((element, int(side[1]) - 1) for element in members)


# ---- meshio

def read_by_meshio(path):
    import meshio
    try:
        found = meshio.read(path)
    except SystemExit:  # how meshio ends on a file it does not know
        raise Problem("meshio cannot tell its format by its ending.") from None
    mesh = Mesh(found.points)
    for block in found.cells:
        mesh.add(block.type, block.data)
    for name, nodes in found.point_sets.items():
        mesh.node_sets[name] = list(np.asarray(nodes, dtype=int))
    for name, parts in found.cell_sets.items():
        mesh.element_sets[name] = members_of(mesh, [np.asarray([] if part is None else part, dtype=int) for part in parts])
    point_tags, cell_tags = getattr(found, "point_tags", {}), getattr(found, "cell_tags", {})
    for name, values in found.point_data.items():
        for group, nodes in groups_of(name, [values], point_tags if name == "point_tags" else None):
            mesh.node_sets.setdefault(group, []).extend(nodes[0])
    for name, parts in found.cell_data.items():
        for group, cells in groups_of(name, parts, cell_tags if name == "cell_tags" else None):
            mesh.element_sets.setdefault(group, []).extend(members_of(mesh, cells))
    if Path(path).suffix.lower() in (".e", ".exo", ".ex2"):
        read_exodus_sets(mesh, path)
    return mesh


def members_of(mesh, parts):
    return [start + int(i) for start, part in zip(mesh.starts, parts) for i in part]


def groups_of(name, parts, families):
    """Groups that an array of whole numbers stands for; families: the names of each value, where the format has them."""
    parts = [np.asarray(part) for part in parts]
    if any(part.dtype.kind not in "iu" or part.ndim != 1 for part in parts):
        return
    values = np.unique(np.concatenate(parts)) if parts else []
    words = name.split("-")  # how meshio writes sets as numbers: their names joined by dashes, numbers from 0, or -1
    are_names = len(words) > 1 and {int(value) for value in values if value >= 0} == set(range(len(words)))
    for value in values:
        where = [np.flatnonzero(part == value) for part in parts]
        if families is not None:
            for family in families.get(int(value), []):
                yield family.strip(), where
        elif are_names:
            if value >= 0:
                yield words[value], where
        elif set(values) <= {0, 1}:
            if value == 1:
                yield name, where
        elif value >= 0:  # below: of no set
            yield f"{name}_{value}", where


def read_exodus_sets(mesh, path):
    """Names of blocks and sets of nodes that have none in meshio, and the sets of sides, which it does not read."""
    import netCDF4
    with netCDF4.Dataset(path) as file:
        file.set_auto_mask(False)

        def names(variable, prefix, count):
            given = [b"".join(row).decode().strip("\0 ") for row in file.variables[variable][:]] if variable in file.variables else []
            return [(given[i] if i < len(given) and given[i] else f"{prefix}_{i + 1}") for i in range(count)]
        num_blocks = len(mesh.blocks)
        for name, first, last in zip(names("eb_names", "block", num_blocks), mesh.starts, mesh.starts[1:]):
            mesh.element_sets.setdefault(name, []).extend(range(first, last))
        num_sets = sum(key.startswith("node_ns") for key in file.variables)
        for i, name in enumerate(names("ns_names", "nodes", num_sets)):
            mesh.node_sets[name] = [int(n) - 1 for n in file.variables[f"node_ns{i + 1}"][:]]
        mesh.sides = EXODUS_SIDES
        num_sets = sum(key.startswith("elem_ss") for key in file.variables)
        for i, name in enumerate(names("ss_names", "sides", num_sets)):
            pairs = zip(file.variables[f"elem_ss{i + 1}"][:], file.variables[f"side_ss{i + 1}"][:])
            mesh.side_sets[name] = [(int(element) - 1, int(side) - 1) for element, side in pairs]


# ---- Gmsh

def write(mesh, path):
    """Format 2.2: an element stands once for each of its groups, all of one entity: so readers know that it is one. Whole, or
    not at all."""
    numbers, rows, groups = mesh.node_numbers, [], {}  # groups: (dimension, name): number

    def group(dimension, name):
        return groups.setdefault((dimension, str(name).replace('"', "'")), len(groups) + 1)

    def row(number, kind, nodes, of):
        order = GMSH_ORDER.get(kind)
        nodes = numbers[np.asarray(nodes)[order] if order else nodes]
        rows.append(f"{number} {TYPES[kind][0]} 2 {of} 1 {' '.join(map(str, nodes))}")

    sets_of = {}  # element: its sets
    for name, elements in mesh.element_sets.items():
        for element in dict.fromkeys(elements):
            sets_of.setdefault(element, []).append(name)
    last = max(mesh.element_numbers, default=0)
    element = 0
    for kind, nodes in mesh.blocks:
        for cell in nodes:
            of = [group(TYPES[kind][1], name) for name in sets_of.get(element, [])] or [0]
            row(mesh.element_numbers[element], kind, cell, of[0])
            for other in of[1:]:
                last += 1
                row(last, kind, cell, other)
            element += 1
    for name, sides in mesh.side_sets.items():
        for element, side in sides:
            kind, nodes = mesh.side(element, side)
            last += 1
            row(last, kind, nodes, group(TYPES[kind][1], name))
    for name, nodes in mesh.node_sets.items():
        for node in dict.fromkeys(nodes):
            last += 1
            row(last, "vertex", [node], group(0, name))
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$PhysicalNames", str(len(groups))]
    lines += [f'{dimension} {number} "{name}"' for (dimension, name), number in groups.items()]
    lines += ["$EndPhysicalNames", "$Nodes", str(len(numbers))]
    lines += [f"{number} {x!r} {y!r} {z!r}" for number, (x, y, z) in zip(numbers, mesh.points.tolist())]
    lines += ["$EndNodes", "$Elements", str(len(rows)), *rows, "$EndElements", ""]
    folder = Path(path).resolve().parent
    with tempfile.NamedTemporaryFile("w", dir=folder, suffix=".partial", delete=False) as file:
        file.write("\n".join(lines))
    os.chmod(file.name, 0o666 & ~current_umask())
    os.replace(file.name, path)
    return groups


def current_umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


def convert(source, target):
    if Path(target).suffix.lower() != ".msh":
        raise Problem(f"'{target}' has to end in .msh.")
    if Path(target).exists() and Path(target).samefile(source):
        raise Problem(f"'{target}' is the mesh itself.")
    try:
        mesh = read_abaqus(source) if Path(source).suffix.lower() == ".inp" else read_by_meshio(source)
    except Problem as problem:
        raise Problem(f"Cannot convert '{source}': {problem}") from None
    except ImportError as missing:
        raise Problem(f"Python's module {missing.name} is not installed: scripts/setup does it.") from None
    except OSError as error:
        if error.filename:
            raise
        raise Problem(f"Cannot convert '{source}': {error}") from None
    except Exception as error:  # meshio and its readers throw anything
        raise Problem(f"Cannot convert '{source}': {type(error).__name__}: {error}") from None
    groups = write(mesh, target)
    kinds = ("nodes", "lines", "faces", "volumes")
    print(f"{target}: {len(mesh.points)} nodes, {mesh.starts[-1]} elements, {len(groups)} groups")
    for (dimension, name), _ in sorted(groups.items(), key=lambda item: (-item[0][0], item[1])):
        print(f"  {name} ({kinds[dimension]})")


def main(words):
    if len(words) != 2:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    try:
        if not Path(words[0]).is_file():
            raise FileNotFoundError(2, "there is no such file", words[0])
        convert(*words)
    except Problem as problem:
        print(f"tenon: error: {problem}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"tenon: error: '{error.filename}': {error.strerror}.", file=sys.stderr)
        return 4
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
