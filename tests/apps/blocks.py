# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Creates blocks of every cell type as .msh text: a grid of cells that is mapped to any shape."""

HEX_EDGES = ((0, 1), (0, 3), (0, 4), (1, 2), (1, 5), (2, 3), (2, 6), (3, 7), (4, 5), (4, 7), (5, 6), (6, 7))
HEX_FACES = ((0, 3, 2, 1), (0, 1, 5, 4), (0, 4, 7, 3), (1, 2, 6, 5), (2, 3, 7, 6), (4, 5, 6, 7))
PRISM_EDGES = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 4), (2, 5), (3, 4), (3, 5), (4, 5))
PRISM_FACES = ((0, 2, 1), (3, 4, 5), (0, 1, 4, 3), (1, 2, 5, 4), (0, 3, 5, 2))
TET_EDGES = ((0, 1), (1, 2), (2, 0), (3, 0), (3, 2), (3, 1))
TET_FACES = ((0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2))
RING = {2: ((0, 1),), 3: ((0, 1), (1, 2), (2, 0)), 4: ((0, 1), (1, 2), (2, 3), (3, 0))}  # edges of lines and faces

# Vertices of the cells into which one unit of the grid is divided.
CUBE = ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))
TETS = tuple((0, *pair, 6) for pair in ((1, 2), (2, 3), (3, 7), (7, 4), (4, 5), (5, 1)))
SQUARE = ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0))

# Gmsh's type number, cells of a unit, edges with nodes, faces, flag: faces and the interior have
# nodes, too.
KINDS = {
    "hex8": (5, (range(8),), (), HEX_FACES, False), "hex20": (17, (range(8),), HEX_EDGES, HEX_FACES, False),
    "hex27": (12, (range(8),), HEX_EDGES, HEX_FACES, True), "tet4": (4, TETS, (), TET_FACES, False),
    "tet10": (11, TETS, TET_EDGES, TET_FACES, False),
    "prism6": (6, ((0, 1, 2, 4, 5, 6), (0, 2, 3, 4, 6, 7)), (), PRISM_FACES, False),
    "prism15": (18, ((0, 1, 2, 4, 5, 6), (0, 2, 3, 4, 6, 7)), PRISM_EDGES, PRISM_FACES, False),
    "quad4": (3, (range(4),), (), RING[4], False), "quad8": (16, (range(4),), RING[4], RING[4], False),
    "quad9": (10, (range(4),), RING[4], RING[4], True), "tri3": (2, ((0, 1, 2), (0, 2, 3)), (), RING[3], False),
    "tri6": (9, ((0, 1, 2), (0, 2, 3)), RING[3], RING[3], False)}
FACE_NUMBERS = {(2, 1): 1, (2, 2): 8, (3, 1): 2, (3, 2): 9, (4, 1): 3, (4, 2): 16, (4, 3): 10}  # vertices, nodes of it
PLANE = ("quad4", "quad8", "quad9", "tri3", "tri6")
SIDES = {"west": (0, 0), "east": (0, 1), "south": (1, 0), "north": (1, 1), "bottom": (2, 0), "top": (2, 1)}


def block(kind, cells, place, straight=False):
    """Returns the mesh of a grid of cells of one kind as .msh text.

    `place` maps the unit cube (plane kinds: the unit square, s and t) to space. With `straight`
    only the vertices are mapped; the other nodes lie at the midpoints of their vertices.

    Groups: body, west and east (first coordinate 0 and 1), south and north, and in space bottom and
    top."""
    is_plane = kind in PLANE
    number, parts, edges, faces, is_full = KINDS[kind]
    units = SQUARE if is_plane else CUBE
    counts = [*cells, 1][:3]
    nodes, parents, elements, groups = {}, {}, [], {}

    def node(doubled):
        return nodes.setdefault(tuple(doubled), len(nodes) + 1)

    def middle(points):  # in the doubled grid
        at = tuple(sum(p[d] for p in points) // len(points) for d in range(3))
        parents.setdefault(at, [tuple(p) for p in points])
        return at

    def placed(doubled):
        if straight and doubled in parents:
            return [sum(x) / len(x) for x in zip(*map(placed, parents[doubled]))]
        at = [x / (2 * n) for x, n in zip(doubled, counts)]
        return place(*at[:2]) if is_plane else place(*at)

    def with_middles(corners, its_edges, full):
        on = [node(c) for c in corners] + [node(middle([corners[a], corners[b]])) for a, b in its_edges]
        return on + ([node(middle(corners))] if full else [])

    for k in range(1 if is_plane else counts[2]):
        for j in range(counts[1]):
            for i in range(counts[0]):
                cube = [(2 * (i + a), 2 * (j + b), 2 * (k + c)) for a, b, c in units]
                for part in parts:
                    corners = [cube[v] for v in part]
                    on = with_middles(corners, edges, False)
                    if is_full and not is_plane:
                        on += [node(middle([corners[a] for a in face])) for face in faces]
                    elements.append((number, "body", on + ([node(middle(corners))] if is_full else [])))
                    for face in faces:
                        ends = [corners[a] for a in face]
                        for name, (axis, side) in SIDES.items():
                            if (axis == 2 and is_plane) or any(e[axis] != 2 * side * counts[axis] for e in ends):
                                continue
                            its_edges = RING[len(ends)] if edges else ()
                            order = 1 if not edges else 3 if is_full and not is_plane else 2
                            groups.setdefault(name, []).append(
                                (FACE_NUMBERS[len(ends), order], with_middles(ends, its_edges, order == 3)))
    for name in SIDES:
        elements += [(face, name, on) for face, on in groups.get(name, ())]
    names = ["body", *(name for name in SIDES if name in groups)]
    dimension = 2 if is_plane else 3
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$PhysicalNames", str(len(names))]
    lines += [f'{dimension - (name != "body")} {n} "{name}"' for n, name in enumerate(names, 1)]
    lines += ["$EndPhysicalNames", "$Nodes", str(len(nodes))]
    for doubled, tag in nodes.items():
        lines.append(f"{tag} " + " ".join(repr(float(c)) for c in [*placed(doubled), 0.0][:3]))
    lines += ["$EndNodes", "$Elements", str(len(elements))]
    lines += [f"{n} {face} 2 {names.index(group) + 1} {names.index(group) + 1} {' '.join(map(str, on))}"
              for n, (face, group, on) in enumerate(elements, 1)]
    return "\n".join(lines + ["$EndElements", ""])


def brick(kind, cells, low, size):
    """Returns the mesh of a block with straight sides."""
    return block(kind, cells, lambda *at: [a + s * x for a, s, x in zip(low, size, at)])
