# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies `mapping:` of an object: forces on an embedded mesh act on its parent; rejected
input."""
import unittest

import h5py
import numpy as np

from tenon_program import ONE, TWO, Case, box, on_all_ranks, replaced, second_order

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


@on_all_ranks("mapping")
class Embedded(Case):
    def run_case(self, text, **options):
        self.write("case.yaml", text)
        return self.assertRuns("run", "case.yaml", **options)

    def fields(self, stem):
        """Returns the displacements of each object, in the order of its mesh file."""
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


@on_all_ranks("mapping")
class Anywhere(Case):
    """Verifies that the position of a weight suspended in a bent block affects displacements by the
    rounding of coordinates only."""

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

    def test_following_in_a_circle(self):
        third = "  third:\n    mesh: block.msh\n    mapping: {type: embedded, parent: shadow}\n"
        circle = replaced(SHARED, "solver:", third + "solver:").replace("parent: block", "parent: third")
        self.refuse(circle, "The mappings form a cycle: 'shadow' has the parent 'third', which has the parent 'shadow'")

    def test_outside(self):
        self.write("away.msh", box(low=(0.5, 0, 0)))
        self.refuse(replaced(SHARED, "shadow:\n    mesh: block.msh", "shadow:\n    mesh: away.msh"), r"case\.yaml:12",
                    "9 nodes of object 'shadow' cannot be embedded in any cell of object 'block': node 3 at",
                    r"outside: nearest")


class Graph(Case):
    def test_says_what_follows_what(self):
        third = ("  third:\n    mesh: block.msh\n    mapping: {type: embedded, parent: shadow}\n"
                 "    conditions:\n      - {type: fixed, group: bottom}\n")
        self.write("case.yaml", replaced(SHARED, "solver:", third + "solver:"))
        run = self.assertRuns("check", "case.yaml", "--graph")
        for what in (r"1 independent state, 2 mapped ones",
                     r"(?m)^block +independent, 27 nodes of 3 unknowns$",
                     r"(?m)^shadow +embedded shadow in block; linear, 27 nodes of 3 unknowns$",
                     r"(?m)^third +embedded third in shadow; linear, 27 nodes of 3 unknowns$",
                     r"(?m)^  traction on shadow/top$", r"(?m)^  fixed on third/bottom"):
            self.assertRegex(run.out, what)
        for name, begins in (("graph.dot", "digraph mappings {"), ("graph.svg", "<?xml"), ("graph.txt", "1 independent state")):
            self.assertRuns("check", "case.yaml", "--graph", name)
            text = (self.folder / name).read_text()
            self.assertTrue(text.startswith(begins), text[:200])
            for what in ("block", "shadow", "third", "traction on shadow/top"):
                self.assertIn(what, text)
        self.assertFails(self.tenon("check", "case.yaml", "--graph", "block.msh/graph.svg"), 4, r"block\.msh")
        self.assertFails(self.tenon("check", "case.yaml", "--graph", "graph.pdf"), 2, r"must end in \.txt .*, \.dot .* or \.svg")
        self.assertFails(self.tenon("check", "case.yaml", "--graph", "case.yaml"), 2, r"case\.yaml")


@on_all_ranks("mapping")
class Constrained(Case):
    """Verifies that conditions and constraints on mapped objects act on their parents."""

    def displacements(self, text, **options):
        self.write("case.yaml", text)
        run = self.assertRuns("run", "case.yaml", **options)
        stem = next(line.split()[1] for line in text.splitlines() if line.startswith("output:"))
        with h5py.File(self.folder / f"{stem}.h5") as file:
            return run, {name: group["displacement"][:] for name, group in file["steps/0000"].items()}

    def assertSame(self, found, expected, tolerance=1e-9):
        np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance * np.abs(expected).max())

    def test_a_chain_shares_its_stiffness(self):
        _, expected = self.displacements("output: one\n" + ONE + "solver: {preset: direct}\n")
        third = ("  third:\n    mesh: block.msh\n    mapping: {type: embedded, parent: shadow}\n    forces:\n"
                 "      - {type: elastic, material: {type: linear-elastic, young: 300, poisson: 0.3}}\n")
        chain = replaced(replaced(SHARED, "young: 600", "young: 300"), "solver:", third + "solver:")
        _, found = self.displacements(chain)
        for name in ("block", "shadow", "third"):
            self.assertSame(found[name], expected["block"])

    def test_conditions_on_what_follows(self):
        _, expected = self.displacements("output: one\n" + ONE + "solver: {preset: direct}\n")
        held = "    conditions:\n      - {type: fixed, group: bottom}\n"
        on_shadow = replaced(replaced(SHARED, held, ""), "solver:", held + "solver:")
        for preset in ("direct", "schur"):
            run, found = self.displacements(on_shadow.replace("preset: direct", "preset: " + preset))
            self.assertSame(found["block"], expected["block"], 1e-6)
            self.assertRegex(run.out, r"(?m)fixed on shadow/bottom", run.out)

    def test_a_group_that_is_driven(self):
        driven = "      - {type: prescribed, group: top, values: {x: 0.01, y: 0, z: 0.02}}\n"
        load = "      - {type: traction, group: top, traction: [0, 0.1, -1]}\n"
        one = replaced(ONE, load, "") + driven
        _, expected = self.displacements("output: one\n" + one + "solver: {preset: direct}\n")
        _, found = self.displacements(replaced(replaced(SHARED, load, ""), "solver:", "    conditions:\n" + driven + "solver:"))
        self.assertSame(found["block"], expected["block"])

    def test_conditions_that_contradict_each_other(self):
        two = ("    conditions:\n      - {type: fixed, group: top}\n"
               "      - {type: prescribed, group: top, values: {x: 0.1}}\n")
        self.refuse(replaced(SHARED, "solver:", two + "solver:"), "fixed on shadow/top", "prescribed on shadow/top")

    def test_a_tie_between_two_that_follow(self):
        _, expected = self.displacements(TWO + "solver: {preset: direct}\n")
        skins = "".join(f"  {name}_skin:\n    mesh: {name}.msh\n    mapping: {{type: embedded, parent: {name}}}\n"
                        for name in ("lower", "upper"))
        text = replaced(TWO, "constraints:", skins + "constraints:")
        text = replaced(text, "{object: upper, group: bottom}", "{object: upper_skin, group: bottom}")
        text = replaced(text, "{object: lower, group: top}", "{object: lower_skin, group: top}")
        for preset in ("direct", "schur"):
            _, found = self.displacements(text + f"solver: {{preset: {preset}}}\n")
            for name in ("lower", "upper"):
                self.assertSame(found[name], expected[name], 1e-6)


if __name__ == "__main__":
    unittest.main()
