"""`mapping:` of an object: what acts on a mesh that is embedded in another one is felt by that one; refusals."""
import unittest

import h5py
import numpy as np

from tenon import ONE, Case, box, replaced, second_order

SHARED = """\
title: a block whose stiffness and load lie half on a mesh that follows it
output: shared
objects:
  block:
    mesh: block.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 600, poisson: 0.3}}
    conditions:
      - {type: fixed, group: bottom}
  shadow:
    mesh: block.msh
    mapping: {type: embedded, parent: block}
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 400, poisson: 0.3}}
      - {type: traction, group: top, traction: [0, 0.1, -1]}
solver: {preset: direct}
"""
HUNG = """\
output: hung
objects:
  block:
    mesh: block.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}
    conditions:
      - {type: fixed, group: bottom}
  weight:
    mesh: weight.msh
    mapping: {type: embedded, parent: block}
    masses:
      - {type: consistent, density: 2}
    forces:
      - {type: gravity, density: 2, acceleration: [0, 0, -1]}
interactions:
  - {type: springs, first: {object: weight}, second: {object: block}, pairs: [[1, 27]], stiffness: 3, rest_length: 0.5}
solver: {preset: direct}
"""


class Embedded(Case):
    def run_case(self, text, **options):
        self.write("case.yaml", text)
        return self.assertRuns("run", "case.yaml", **options)

    def fields(self, stem):
        """Displacements of each object, in the order of its mesh file."""
        with h5py.File(self.folder / f"{stem}.h5") as file:
            return {name: group["displacement"][:] for name, group in file["steps/0000"].items()}

    def test_shared_between_two_meshes_is_the_same_as_on_one(self):
        self.run_case("output: one\n" + ONE + "solver: {preset: direct}\n")
        self.run_case(SHARED)
        one, shared = self.fields("one"), self.fields("shared")
        scale = np.abs(one["block"]).max()
        np.testing.assert_allclose(shared["block"], one["block"], atol=1e-9 * scale)
        np.testing.assert_allclose(shared["shadow"], one["block"], atol=1e-9 * scale)

    def test_loads_balance_the_reactions(self):
        self.write("weight.msh", box(low=(0.25, 0.25, 0.5), size=(0.5, 0.5, 0.25), cells=(3, 3, 2)))
        run = self.run_case(HUNG)
        self.assertRegex(run.out, r"(?m)^weight +48 nodes, 18 cells, mass 0\.125$")
        self.assertRegex(run.out, r"(?m)^reaction +\(0, 0, 0\.125\) +fixed on block/bottom$")
        moved = self.fields("hung")
        self.assertGreater(moved["weight"][0, 2], 0, "drawn up by the spring, however heavy")
        self.run_case(replaced(HUNG, "stiffness: 3", "stiffness: 0"))
        free = self.fields("hung")
        self.assertLess(free["weight"][:, 2].max(), 0)


def bend(x, y, z):
    return x + 0.05 * y * z, y - 0.04 * x * x, z + 0.03 * x * y


class Anywhere(Case):
    """A weight that hangs in a bent block, wherever the two are: the same motion, but for how coordinates are rounded."""

    PLACES = {"300": (300, 300, 300), "100": (100, 100, 100), "map": (4e6, -3e6, 1e3)}

    def mesh(self, place, curve, order, **shape):
        def edit(nodes, cells):
            if order == 2:
                second_order(nodes, cells)
            for tag, at in nodes.items():
                nodes[tag] = tuple(x + shift for x, shift in zip(curve(*at), place))
        return box(edit=edit, **shape)

    def displacements(self, stem, place, order):
        self.write("block.msh", self.mesh(place, bend, order))
        self.write("weight.msh", self.mesh(place, lambda *x: x, 1, low=(0.25, 0.25, 0.3), size=(0.5, 0.5, 0.4),
                                           cells=(3, 3, 2)))
        self.write("case.yaml", replaced(HUNG, "output: hung", f"output: {stem}"))
        self.assertRuns("run", "case.yaml")
        with h5py.File(self.folder / f"{stem}.h5") as file:
            return np.vstack([group["displacement"][:] for group in file["steps/0000"].values()])

    def test_embedded_meshes_move_alike(self):
        for order in (1, 2):
            expected = self.displacements(f"here{order}", (0, 0, 0), order)
            for name, place in self.PLACES.items():
                found = self.displacements(f"{name}{order}", place, order)
                tolerance = max(1e-9, 20 * np.spacing(max(map(abs, place))) / 0.2) * np.abs(expected).max()
                np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance, err_msg=f"{name}, order {order}")


class Refused(Case):
    def test_unknown_parents_and_types(self):
        self.refuse(replaced(SHARED, "parent: block", "parent: blok"), r"case\.yaml:12", "no object 'blok'",
                    "did you mean 'block'")
        self.refuse(replaced(SHARED, "type: embedded", "type: embeded"), r"case\.yaml:12", "no mapping 'embeded'",
                    "did you mean 'embedded'")
        self.refuse(replaced(SHARED, "parent: block", "parrent: block"), r"case\.yaml:12", "did you mean 'parent'")
        self.refuse(replaced(SHARED, "parent: block", "parent: shadow"), r"case\.yaml:12", "embedded in itself")

    def test_following_what_follows(self):
        more = "  third:\n    mesh: block.msh\n    mapping: {type: embedded, parent: shadow}\n"
        self.refuse(replaced(SHARED, "solver:", more + "solver:"), r"case\.yaml:18",
                    "object 'shadow' is mapped itself: follow what 'shadow' follows")

    def test_outside(self):
        self.write("away.msh", box(low=(0.5, 0, 0)))
        self.refuse(replaced(SHARED, "shadow:\n    mesh: block.msh", "shadow:\n    mesh: away.msh"), r"case\.yaml:12",
                    r"Node \d+ of object 'shadow' at \(.*\) lies outside of object 'block'")

    def test_what_a_mapped_object_cannot_have(self):
        held = "    conditions:\n      - {type: fixed, group: top}\nsolver:"
        self.refuse(replaced(SHARED, "solver:", held), r"case\.yaml:17", "hold what it follows")
        tie = ("constraints:\n  - {type: tie, name: t, slave: {object: shadow, group: top}, "
               "master: {object: block, group: top}}\nsolver:")
        self.refuse(replaced(SHARED, "solver:", tie), r"case\.yaml:17", "Object 'shadow' is mapped",
                    "name the object it follows")


if __name__ == "__main__":
    unittest.main()
