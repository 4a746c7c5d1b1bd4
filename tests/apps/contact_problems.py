# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Creates random contact problems: meshes, a case, and the known properties of the solution. The
same seed gives the same problem."""
import math
import random
from dataclasses import dataclass, field

from blocks import PLANE, block

SOLIDS = ("hex8", "hex20", "hex27", "tet4", "tet10", "prism6", "prism15")
FAMILIES = ("blocks", "equal", "drawn", "obstacle", "punch", "plane", "ring", "self", "rubber", "load")


@dataclass
class Problem:
    seed: int
    family: str
    meshes: dict = field(default_factory=dict)
    objects: list = field(default_factory=list)
    contacts: list = field(default_factory=list)
    constraints: list = field(default_factory=list)
    steps: int = 1
    end_time: float = 1.0
    up: int = 2  # axis along which the bodies are pressed together
    pressure: float = None  # known contact pressure, if it is constant
    force: float = None  # known normal force
    slips: bool = False  # true if all contact nodes slip at the end
    friction: float = 0.0

    def case(self):
        lines = ["output: out", "objects:", *self.objects]
        if self.constraints:
            lines += ["constraints:", *self.constraints]
        lines += ["contacts:", *self.contacts, f"analysis: {{type: static, steps: {self.steps}, end_time: {self.end_time!r}}}"]
        return "\n".join(lines) + "\n"


def numbers(values):
    return "[" + ", ".join(repr(float(v)) for v in values) + "]"


class Maker:
    """Generator of one problem. `unit`: unit of length; `force`: unit of stress; `at`: position of
    the origin."""

    def __init__(self, seed, family=None, unit=1.0, stress=1.0, at=(0.0, 0.0, 0.0)):
        self.random = random.Random(seed)
        self.family = family or FAMILIES[seed % len(FAMILIES)]
        self.unit, self.stress, self.at = unit, stress, at
        self.problem = Problem(seed, self.family)

    def make(self):
        getattr(self, "make_" + self.family)()
        return self.problem

    def x(self, *place):
        return [self.unit * (c + a) for c, a in zip(place, self.at)]

    def material(self, young, law=None, poisson=None):
        law = law or self.random.choice(("linear-elastic", "neo-hookean"))
        poisson = self.random.choice((0.0, 0.2, 0.3, 0.4)) if poisson is None else poisson
        return f"{{type: {law}, young: {young * self.stress!r}, poisson: {poisson}}}"

    def body(self, name, kind, cells, place, material, conditions, forces=(), more=()):
        self.problem.meshes[name + ".msh"] = block(kind, cells, lambda *s: self.x(*place(*s)), straight="tet" in kind)
        self.problem.objects += [f"  {name}:", f"    mesh: {name}.msh", *more, "    forces:",
                                 f"      - {{type: elastic, material: {material}}}", *(f"      - {f}" for f in forces),
                                 "    conditions:", *(f"      - {c}" for c in conditions)]

    def held(self, group, **values):
        """Returns a condition with prescribed displacements in lengths of the problem. With `start`
        they are 0 until that time and grow afterwards."""
        start = values.pop("start", 0)
        text = ", ".join(f"{axis}: {value * self.unit!r}" for axis, value in values.items())
        history = [[0, 0], [start, 0], [start + 1, 1]] if start else [[0, 0], [1, 1]]
        return f"{{type: prescribed, group: {group}, values: {{{text}}}, history: {history}}}"

    def surface(self, slave="up", master="low", friction=0.0, slave_side="bottom", master_side="top"):
        self.problem.friction = friction
        self.problem.contacts.append(
            f"  - {{type: surface, name: c, slave: {{object: {slave}, group: {slave_side}}}, "
            f"master: {{object: {master}, group: {master_side}}}, friction: {friction!r}}}")

    def ratio(self):
        return 10.0**self.random.uniform(0, 4)

    def mu(self):
        return self.random.choice((0.0, round(self.random.uniform(0, 1), 3)))

    def cells(self, low=2, high=4):
        return tuple(self.random.randint(low, high) for _ in range(2)) + (self.random.randint(1, 2),)

    def kinds(self):
        return self.random.choice(SOLIDS), self.random.choice(SOLIDS)

    def two(self, low, up, gap, conditions, moduli, law=None, friction=0.0, kinds=None, cells=None, forces=()):
        """Adds two blocks, one above the other; `low`, `up`: (x, y, width x, width y, height)."""
        kinds = kinds or self.kinds()
        law = law or self.random.choice(("linear-elastic", "neo-hookean"))
        cells = cells or (self.cells(), self.cells())
        height = low[4]
        self.body("low", kinds[0], cells[0], lambda r, s, t: (low[0] + low[2] * r, low[1] + low[3] * s, low[4] * t),
                  self.material(moduli[0], law), ["{type: fixed, group: bottom}"])
        self.body("up", kinds[1], cells[1],
                  lambda r, s, t: (up[0] + up[2] * r, up[1] + up[3] * s, height + gap + up[4] * t),
                  self.material(moduli[1], law), conditions, forces)
        self.surface(friction=friction)

    def make_blocks(self):
        """Presses a smaller block onto a wider one with non-matching meshes, with or without an
        initial gap."""
        r = self.random
        width, gap = r.uniform(1.2, 3), r.choice((0.0, 0.0, 0.03))
        stiff = self.ratio()
        moduli = (stiff, 1.0) if r.random() < 0.5 else (1.0, stiff)
        self.two((-width / 2, -width / 2, width, width, 1), (-0.5, -0.5, 1, 1, r.uniform(0.5, 1.5)), gap,
                 [self.held("top", x=0, y=0, z=-gap - r.uniform(0.005, 0.06))], moduli, friction=self.mu())
        self.problem.steps = r.choice((1, 2, 4))

    def make_equal(self):
        """Presses blocks of equal width together, with matching or non-matching meshes."""
        r = self.random
        stiff, kind = self.ratio(), self.kinds()
        cells = self.cells()
        both = (cells, cells) if r.random() < 0.5 else (cells, self.cells())
        self.two((0, 0, 1, 1, 1), (0, 0, 1, 1, 1), 0.0, [self.held("top", x=0, y=0, z=-r.uniform(0.005, 0.08))],
                 (stiff, 1.0) if r.random() < 0.5 else (1.0, stiff), friction=self.mu(), kinds=kind, cells=both)
        self.problem.steps = r.choice((1, 2, 4))

    def make_drawn(self):
        """Presses a block onto a wider one and then drags it along until all contact nodes slip."""
        r = self.random
        mu = round(r.uniform(0.05, 0.9), 3)
        width, stiff = r.uniform(2, 3), 10.0**r.uniform(0, 2)
        self.two((-0.7, -width / 2, 3.5, width, 0.7), (0, -0.5, 1, 1, 0.5), 0.0,
                 [self.held("top", y=0, z=-r.uniform(0.005, 0.02)), self.held("top", x=r.uniform(0.3, 0.8), start=1)],
                 (stiff, 1.0), friction=mu, cells=((r.randint(5, 7), r.randint(2, 4), 1), (r.randint(2, 3), 2, 1)),
                 kinds=(r.choice(("hex8", "hex20", "hex27", "prism6")), r.choice(("hex8", "hex20", "hex27", "prism15"))))
        self.problem.steps, self.problem.end_time, self.problem.slips = r.choice((8, 12, 20)), 2.0, True

    def make_obstacle(self):
        """Presses a block with free sides onto a rigid plane, sphere, cylinder or box, and drags it
        in some cases."""
        r = self.random
        kind, shape, mu = r.choice(SOLIDS), r.choice(("plane", "sphere", "cylinder", "box")), self.mu()
        depth = r.uniform(0.01, 0.08)
        radius = r.uniform(0.8, 3)
        said = {"plane": f"point: {numbers(self.x(0, 0, 0))}, normal: [0, 0, 2]",
                "sphere": f"centre: {numbers(self.x(0, 0, -radius))}, radius: {radius * self.unit!r}",
                "cylinder": f"centre: {numbers(self.x(0, 0, -radius))}, radius: {radius * self.unit!r}, axis: {numbers((1, r.uniform(-1, 1), 0))}",
                "box": f"low: {numbers(self.x(-0.31, -0.4, -1))}, high: {numbers(self.x(0.27, 3, 0))}"}[shape]
        conditions = [self.held("top", x=0, y=0, z=-depth)]
        if mu and r.random() < 0.5:
            conditions = [self.held("top", y=0, z=-depth), self.held("top", x=0.2, start=1)]
            self.problem.end_time = 2.0
        self.body("up", kind, (r.randint(2, 4), r.randint(2, 4), r.randint(1, 2)), lambda s, t, h: (s - 0.5, t - 0.5, h),
                  self.material(1.0), conditions)
        self.problem.contacts.append(f"  - {{type: {shape}, name: c, slave: {{object: up, group: bottom}}, {said}, friction: {mu!r}}}")
        self.problem.friction, self.problem.steps = mu, r.choice((2, 4))

    def make_punch(self):
        """Presses a punch with a round bottom of straight or curved faces into a block, from an
        initial gap or penetration."""
        r = self.random
        stiff, bulge = self.ratio(), r.uniform(0.05, 0.4)
        inside = r.choice((0.0, 0.0, 0.01))
        kinds = r.choice(("hex8", "hex20", "tet10")), r.choice(("hex8", "hex8", "hex20", "hex27", "prism6"))
        self.body("low", kinds[0], self.cells(3, 5), lambda s, t, h: (2 * s - 1, 2 * t - 1, h), self.material(1.0),
                  ["{type: fixed, group: bottom}"])
        round_bottom = lambda s, t: bulge * ((2 * s - 1)**2 + (2 * t - 1)**2)
        cells = self.cells(3, 5)
        lowest = min(round_bottom(i / cells[0], j / cells[1]) for i in range(cells[0] + 1) for j in range(cells[1] + 1))
        self.body("up", kinds[1], cells,
                  lambda s, t, h: (s - 0.5, t - 0.5, 1 - inside - lowest + h + (1 - h) * round_bottom(s, t)),
                  self.material(stiff), [self.held("top", x=0, y=0, z=-r.uniform(0.03, 0.12))])
        self.surface(friction=self.mu())
        self.problem.steps = r.choice((2, 4, 6))

    def flat(self, ring):
        """Creates a plane or axisymmetric problem: a block on a block of equal or different width,
        or above an obstacle."""
        r = self.random
        kinds = r.choice(PLANE), r.choice(PLANE)
        stiff = self.ratio()
        more = ["    axisymmetric: true"] if ring else ["    space: 2"]
        inner = r.choice((0.0, 0.5)) if ring else 0.0
        width = r.choice((1.0, 1.0, 1.7))
        centre = lambda wide: (lambda s: inner + s * wide) if ring else (lambda s: (s - 0.5) * wide)
        on_axis = ring and inner == 0.0
        low_x, up_x = centre(width), centre(1.0)
        self.problem.up = 1
        law = r.choice(("linear-elastic", "neo-hookean"))
        depth = r.uniform(0.005, 0.06)
        mu = self.mu()
        if r.random() < 0.3:
            self.problem.contacts.append(f"  - {{type: plane, name: c, slave: {{object: up, group: south}}, "
                                         f"point: {numbers(self.x(0, 1, 0))}, normal: [0, 1, 0], friction: {mu!r}}}")
            self.problem.friction = mu
        else:
            self.body("low", kinds[0], (r.randint(2, 6), r.randint(1, 3)), lambda s, t: (low_x(s), t),
                      self.material(stiff, law), ["{type: fixed, group: south}"], more=more)
            self.surface(friction=mu, slave_side="south", master_side="north")
        held = [self.held("north", x=0, y=-depth)]
        self.body("up", kinds[1], (r.randint(2, 6), r.randint(1, 3)), lambda s, t: (up_x(s), 1 + t), self.material(1.0, law),
                  held, more=more)
        self.problem.steps = r.choice((1, 2, 4))

    def make_plane(self):
        self.flat(False)

    def make_ring(self):
        self.at = (0.0, self.at[1], 0.0)
        self.flat(True)

    def make_self(self):
        """Presses the arms of a U-shaped body together (self-contact)."""
        r = self.random
        arm, radius, thick = r.uniform(2, 3), r.uniform(0.15, 0.3), r.uniform(0.3, 0.5)
        kind = r.choice(("quad4", "quad8", "tri6"))
        bend = math.pi * radius
        along = lambda s: s * (2 * arm + bend)

        def place(s, t):
            way, away = along(s), radius + t * thick
            if way < arm:
                return arm - way, -away
            if way > arm + bend:
                return way - arm - bend, away
            angle = -math.pi / 2 - (way - arm) / radius
            return away * math.cos(angle), away * math.sin(angle)

        depth = radius + r.uniform(0.01, 0.04)
        y = lambda v: self.unit * (v + self.at[1])
        x = lambda v: self.unit * (v + self.at[0])
        span = numbers((x(arm * 0.4), x(arm * 0.8)))
        e = 1e-3
        groups = ["    space: 2", "    groups:",
                  f"      below: {{box: {{x: {span}, y: {numbers((y(-radius - thick - e), y(-radius - thick + e)))}}}}}",
                  f"      above: {{box: {{x: {span}, y: {numbers((y(radius + thick - e), y(radius + thick + e)))}}}}}"]
        mu = self.mu()
        self.body("u", kind, (r.randint(24, 32), 2), place, self.material(1.0),
                  ["{type: fixed, group: below}", self.held("above", x=0, y=-2 * depth)], more=groups)
        self.problem.contacts.append(f"  - {{type: surface, name: c, self: {{object: u, group: south}}, friction: {mu!r}}}")
        self.problem.friction, self.problem.up, self.problem.steps = mu, 1, r.choice((4, 8))

    def make_rubber(self):
        """Presses an incompressible block onto a stiff one or onto an obstacle."""
        r = self.random
        finite = r.random() < 0.5
        kind, pressure = r.choice((("hex27", "constant"), ("hex27", "linear"), ("hex20", "linear"), ("tet10", "linear")))
        material = "{type: mooney-rivlin, c10: %r, c01: %r, bulk: %r}" % (0.1 * self.stress, 0.05 * self.stress, 0.5 * self.stress) \
            if finite else "{type: shear-elastic, young: %r, poisson: 0.5}" % self.stress
        mu, depth = self.mu(), r.uniform(0.01, 0.06)
        width = r.choice((1.0, 1.6))
        if r.random() < 0.7:
            self.body("low", r.choice(("hex8", "hex20", "tet4")), self.cells(2, 3),
                      lambda s, t, h: (width * (s - 0.5), width * (t - 0.5), h - 1), self.material(10.0**r.uniform(1, 4), "neo-hookean" if finite else "linear-elastic"),
                      ["{type: fixed, group: bottom}"])
            self.surface(friction=mu)
        else:
            self.problem.contacts.append(f"  - {{type: plane, name: c, slave: {{object: up, group: bottom}}, "
                                         f"point: {numbers(self.x(0, 0, 0))}, normal: [0, 0, 1], friction: {mu!r}}}")
            self.problem.friction = mu
        self.body("up", kind, (2, 2, 1), lambda s, t, h: (s - 0.5, t - 0.5, h), material, [self.held("top", x=0, y=0, z=-depth)])
        self.problem.constraints.append("  - {type: incompressible, object: up, pressure: %s%s}" % (
            pressure, ", strain: finite" if finite else ", young: %r, poisson: 0.5" % self.stress))
        self.problem.steps = r.choice((1, 2, 4))

    def make_load(self):
        """Presses blocks of equal size together by a pressure between planes of symmetry: the
        stress equals the pressure everywhere."""
        r = self.random
        kinds, mu = self.kinds(), self.mu()
        size = r.uniform(1e-3, 3e-2)
        walls = ["{type: fixed, group: west, components: [x]}", "{type: fixed, group: south, components: [y]}"]
        young = 10.0**r.uniform(0, 4)
        law = self.material(young, "linear-elastic")
        if mu:  # both have the same lateral strain, so that nothing slips
            other = law
        else:
            other = self.material(young * 10.0**r.uniform(0, 4), "linear-elastic")
        width = r.uniform(0.5, 2)
        place = lambda low: (lambda s, t, h: (width * s, t, low + h))
        self.body("low", kinds[0], self.cells(), place(0), other, [*walls, "{type: fixed, group: bottom, components: [z]}"])
        self.body("up", kinds[1], self.cells(), place(1), law, walls,
                  [f"{{type: pressure, group: top, pressure: {size * self.stress!r}}}"])
        self.surface(friction=mu)
        self.problem.pressure, self.problem.force = size * self.stress, size * self.stress * width * self.unit**2
        # Different lateral strains: a small part of one body lies next to the other.
        if not mu:
            self.problem.pressure = None


def problem(seed, **options):
    return Maker(seed, **options).make()
