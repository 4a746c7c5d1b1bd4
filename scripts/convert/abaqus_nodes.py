"""Places the nodes of Abaqus and CalculiX: cylindrical and spherical coordinates, `*SYSTEM`, `*NGEN`."""
import math

import numpy as np

from mesh import Problem, quoted, warn

MOST_GENERATED = 5_000_000  # nodes that all *NGEN together make


def cartesian(place):
    return place


def cylindrical(place):
    r, theta, z = place[0], math.radians(place[1]), place[2]
    return [r * math.cos(theta), r * math.sin(theta), z]


def spherical(place):
    """Abaqus measures θ in the x-y plane from x, and φ from that plane towards z."""
    r, theta, phi = place[0], math.radians(place[1]), math.radians(place[2])
    return [r * math.cos(theta) * math.cos(phi), r * math.sin(theta) * math.cos(phi), r * math.sin(phi)]


SYSTEMS = {"RECTANGULAR": cartesian, "CYLINDRICAL": cylindrical, "SPHERICAL": spherical}


class Nodes(dict):
    """Coordinates by number. As in Abaqus, the last definition of a node counts."""

    def __init__(self):
        super().__init__()
        self.axes = None  # of *SYSTEM: (origin, rows of unit vectors)
        self.num_generated = 0

    def put(self, number, place, where):
        if self.setdefault(number, place) != place:
            warn(f"{where}: node {number} is defined a second time, in another place; the last definition counts.")
            self[number] = place

    def read(self, card):
        """Adds the nodes of a `*NODE`."""
        name = card.option("SYSTEM").upper() or "RECTANGULAR"
        transform = next((SYSTEMS[system] for system in SYSTEMS if system.startswith(name)), None)
        if transform is None:
            raise Problem(f"{card.where}: the coordinates are in the system {quoted(name)}; there are R, C and S.")
        for line in card.lines:
            fields = line.fields()
            number, place = line.integer(fields[0]), [line.real(x) for x in (*fields[1:4], "", "", "")[:3]]
            self.put(number, self.in_space(transform(place)), line.where)
            card.numbers.append(number)

    def in_space(self, place):
        if self.axes is None:
            return place
        origin, vectors = self.axes
        return (origin + place @ vectors).tolist()

    def set_system(self, card):
        """Sets the axes of the nodes that follow: an origin, a point on x, and a point in the x-y plane; none ends it."""
        self.axes = None
        if not card.lines:
            return
        first, second = ([line.real(x) for x in (line.fields() + 6 * [""])[:6]] for line in (card.lines * 2)[:2])
        origin, x = np.array(first[:3]), np.eye(3)[0]
        if any(card.lines[0].fields()[3:]):
            x = np.array(first[3:]) - origin
        if len(card.lines) > 1:
            z = np.cross(x, np.array(second[:3]) - origin)
        else:  # the z-axis stays
            x, z = x * (1, 1, 0), np.eye(3)[2]
        lengths = np.linalg.norm(x), np.linalg.norm(z)
        if not all(math.isfinite(length) and length > 0 for length in lengths):
            raise Problem(f"{card.where}: the points of the system lie on one line; give an origin, a point on x and a point in the x-y plane.")
        x, z = x / lengths[0], z / lengths[1]
        self.axes = origin, np.array([x, np.cross(z, x), z])

    def generate(self, card):
        """Adds the nodes of a `*NGEN` along straight lines."""
        for line in card.lines:
            fields = line.fields()
            first, last = (line.integer(field) for field in (*fields, "")[:2])
            step = line.integer(fields[2]) if len(fields) > 2 and fields[2] else 1
            for end in (first, last):
                if end not in self:
                    raise Problem(f"{line.where}: node {end} at an end of the line is not defined before.")
            if step <= 0 or (last - first) % step:
                raise Problem(f"{line.where}: steps of {step} do not lead from node {first} to node {last}.")
            count = abs(last - first) // step
            self.num_generated += count
            if self.num_generated > MOST_GENERATED:
                raise Problem(f"{line.where}: more than {MOST_GENERATED} nodes are generated.")
            start, end = np.array(self[first]), np.array(self[last])
            sign = 1 if last >= first else -1
            for i in range(1, count):
                self.put(first + sign * i * step, (start + (end - start) * (i / count)).tolist(), line.where)
            card.numbers += [first + sign * i * step for i in range(count + 1)]
