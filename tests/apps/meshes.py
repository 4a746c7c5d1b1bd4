# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Small meshes as Gmsh text: blocks of hexahedra of first and second order, and plane sheets."""


def box(low=(0, 0, 0), size=(1, 1, 1), cells=(2, 2, 2), version="2.2", edit=None):
    """Returns a block of hexahedra as .msh text, with the groups body, bottom, top, west, east,
    south and north.

    `edit(nodes, cells)` may modify or invalidate the mesh: nodes {tag: (x, y, z)}, cells [(type,
    group, [node tags])]."""
    nx, ny, nz = cells

    def tag(i, j, k):
        return 1 + i + (nx + 1) * (j + (ny + 1) * k)

    nodes = {tag(i, j, k): tuple(low[d] + size[d] * at / cells[d] for d, at in enumerate((i, j, k)))
             for k in range(nz + 1) for j in range(ny + 1) for i in range(nx + 1)}
    elements = []
    for k in range(nz):
        for j in range(ny):
            for i in range(nx):
                corner = [(0, 0), (1, 0), (1, 1), (0, 1)]
                elements.append((5, "body", [tag(i + a, j + b, k + c) for c in (0, 1) for a, b in corner]))
    for i in range(nx):
        for j in range(ny):
            for name, k in (("bottom", 0), ("top", nz)):
                elements.append((3, name, [tag(i + a, j + b, k) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]))
    for j in range(ny):
        for k in range(nz):
            for name, i in (("west", 0), ("east", nx)):
                elements.append((3, name, [tag(i, j + a, k + b) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]))
    for i in range(nx):
        for k in range(nz):
            for name, j in (("south", 0), ("north", ny)):
                elements.append((3, name, [tag(i + a, j, k + b) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]))
    if edit is not None:
        edit(nodes, elements)
    return (msh22 if version == "2.2" else msh41)(nodes, elements)


HEX20 = ((0, 1), (0, 3), (0, 4), (1, 2), (1, 5), (2, 3), (2, 6), (3, 7), (4, 5), (4, 7), (5, 6), (6, 7))  # Gmsh's edges
QUAD8 = ((0, 1), (1, 2), (2, 3), (3, 0))


def second_order(nodes, elements):
    """Converts a box of hex8 to hex20; passed to box() as `edit`."""
    middles = {}

    def middle(a, b):
        key = (min(a, b), max(a, b))
        if key not in middles:
            middles[key] = len(nodes) + 1
            nodes[middles[key]] = tuple((x + y) / 2 for x, y in zip(nodes[a], nodes[b]))
        return middles[key]

    for at, (kind, group, on) in enumerate(elements):
        number, edges = {5: (17, HEX20), 3: (16, QUAD8)}[kind]
        elements[at] = (number, group, [*on, *(middle(on[a], on[b]) for a, b in edges)])


GROUPS = ("body", "bottom", "top", "west", "east", "south", "north")


def physical_names():
    lines = [f'{3 if name == "body" else 2} {number} "{name}"' for number, name in enumerate(GROUPS, 1)]
    return ["$PhysicalNames", str(len(lines)), *lines, "$EndPhysicalNames"]


def msh22(nodes, elements):
    numbers = {name: number for number, name in enumerate(GROUPS, 1)}
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", *physical_names(), "$Nodes", str(len(nodes))]
    lines += [f"{tag} {x} {y} {z}" for tag, (x, y, z) in nodes.items()]
    lines += ["$EndNodes", "$Elements", str(len(elements))]
    lines += [f"{number} {kind} 2 {numbers[group]} {numbers[group]} {' '.join(map(str, on))}"
              for number, (kind, group, on) in enumerate(elements, 1)]
    return "\n".join(lines + ["$EndElements", ""])


def msh41(nodes, elements):
    numbers = {name: number for number, name in enumerate(GROUPS, 1)}
    surfaces = GROUPS[1:]
    lines = ["$MeshFormat", "4.1 0 8", "$EndMeshFormat", *physical_names(), "$Entities",
             f"0 0 {len(surfaces)} 1"]
    lines += [f"{numbers[name]} 0 0 0 1 1 1 1 {numbers[name]} 0" for name in surfaces]
    lines += [f"1 0 0 0 1 1 1 1 {numbers['body']} 0", "$EndEntities", "$Nodes",
              f"1 {len(nodes)} {min(nodes)} {max(nodes)}", f"3 1 0 {len(nodes)}", *map(str, nodes)]
    lines += [f"{x} {y} {z}" for x, y, z in nodes.values()]
    blocks = {}
    for number, (kind, group, on) in enumerate(elements, 1):
        blocks.setdefault((kind, group), []).append(f"{number} {' '.join(map(str, on))}")
    lines += ["$EndNodes", "$Elements", f"{len(blocks)} {len(elements)} 1 {len(elements)}"]
    for (kind, group), rows in blocks.items():
        lines += [f"{3 if kind == 5 else 2} {1 if group == 'body' else numbers[group]} {kind} {len(rows)}", *rows]
    return "\n".join(lines + ["$EndElements", ""])


SHEETS = {"quad4": (3, 1, 1), "quad9": (10, 8, 2), "tri3": (2, 1, 1), "tri6": (9, 8, 2)}  # Gmsh's types of cells, lines; order


def sheet(place, cells=(2, 2), kind="quad4"):
    """Returns a plane mesh as .msh text: place(s, t) maps the unit square; groups body, west, east
    (s = 0, 1), south, north (t = 0, 1).

    Nodes are numbered by their position in the grid: (i, j) is node 1 + i + (order * cells[0] + 1)
    * j."""
    cell, line, order = SHEETS[kind]
    nx, ny = (order * n for n in cells)
    tag = lambda i, j: 1 + i + (nx + 1) * j
    nodes = {tag(i, j): place(i / nx, j / ny) for j in range(ny + 1) for i in range(nx + 1)}
    corners = {"quad4": [((0, 0), (1, 0), (1, 1), (0, 1))],
               "quad9": [((0, 0), (2, 0), (2, 2), (0, 2), (1, 0), (2, 1), (1, 2), (0, 1), (1, 1))],
               "tri3": [((0, 0), (1, 0), (1, 1)), ((0, 0), (1, 1), (0, 1))],
               "tri6": [((0, 0), (2, 0), (2, 2), (1, 0), (2, 1), (1, 1)), ((0, 0), (2, 2), (0, 2), (1, 1), (1, 2), (0, 1))]}[kind]
    elements = [(cell, 1, [tag(i + a, j + b) for a, b in corner])
                for j in range(0, ny, order) for i in range(0, nx, order) for corner in corners]
    along = (0, order) if order == 1 else (0, 2, 1)
    for number, i in ((2, 0), (3, nx)):
        elements += [(line, number, [tag(i, j + b) for b in along]) for j in range(0, ny, order)]
    for number, j in ((4, 0), (5, ny)):
        elements += [(line, number, [tag(i + a, j) for a in along]) for i in range(0, nx, order)]
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$PhysicalNames", "5", '2 1 "body"', '1 2 "west"', '1 3 "east"',
             '1 4 "south"', '1 5 "north"', "$EndPhysicalNames", "$Nodes", str(len(nodes))]
    lines += [f"{number} {x!r} {y!r} 0" for number, (x, y) in nodes.items()] + ["$EndNodes", "$Elements", str(len(elements))]
    lines += [f"{number} {type} 2 {group} {group} {' '.join(map(str, on))}" for number, (type, group, on) in enumerate(elements, 1)]
    return "\n".join(lines + ["$EndElements", ""])
