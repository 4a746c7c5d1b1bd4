# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies redundant constraint rows: reported, solved, with multipliers of least norm;
contradictory rows end with code 3."""
import json
import unittest

from tenon_program import Case, box, on_all_ranks

TOWER = """\
title: two blocks whose meshes do not match, between planes of symmetry
objects:
  lower:
    mesh: lower.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}
    conditions:
      - {type: plane, group: west, normal: [1, 0, 0]}
      - {type: plane, group: south, normal: [0, 1, 0]}
      - {type: plane, group: bottom, normal: [0, 0, 1]}
  upper:
    mesh: upper.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}
    conditions:
      - {type: plane, group: west, normal: [1, 0, 0]}
      - {type: plane, group: south, normal: [0, 1, 0]}
"""
PRESSED = TOWER.replace("upper.msh\n    forces:", "upper.msh\n    forces:\n      - {type: traction, group: top, "
                        "traction: [0, 0, -10]}")
TIE = """\
constraints:
  - {type: tie, name: tie, on_prescribed: keep, slave: {object: upper, group: bottom}, master: {object: lower, group: top}}
"""


def hold(name, value):
    return f"  - {{type: prescribed, name: {name}, object: upper, group: top, values: {{z: {value}}}}}\n"


class Solved(Case):
    def solve(self, case, preset="direct"):
        """Returns the summary of a run and its warnings."""
        self.write("case.yaml", case + f"solver: {{preset: {preset}}}\n")
        run = self.assertRuns("run", "case.yaml", "--summary", "summary.json")
        return json.loads((self.folder / "summary.json").read_text()), run.messages("tenon: warning: ")

    def force(self, summary, name):
        return next(one["force"] for one in summary["constraints"] if one["name"] == name)

    def heights(self, summary):
        return [one["largest_displacement"]["value"] for one in summary["objects"]]


@on_all_ranks("constraints")
class Redundancy(Solved):
    def setUp(self):
        super().setUp()
        self.write("lower.msh", box(cells=(2, 2, 2)))
        self.write("upper.msh", box(low=(0, 0, 1), cells=(3, 3, 3)))

    def test_of_48_rows_of_the_mortar_46_are_independent(self):
        for preset, digits in (("direct", 12), ("schur", 6)):
            summary, warnings = self.solve(PRESSED + TIE, preset)
            self.assertEqual(len(warnings), 1, warnings)
            self.assertRegex(" ".join(warnings[0].split()),
                             r"^2 of 48 constraint rows follow from other rows or from conditions: 'tie' at node \d+ of 'upper' \(x\), 'tie' at node \d+ of 'upper' \(y\). Their multipliers are not unique: those of minimum norm are reported.")
            # One block of height 2 under a pressure of 10: (nu p / E, nu p / E, h p / E) at its
            # corners.
            for height, found in zip((1, 2), self.heights(summary)):
                expected = (2 * 0.003**2 + (0.01 * height)**2)**0.5
                self.assertAlmostEqual(found / expected, 1, places=digits)

    def test_the_same_rows_twice_give_the_same_solution_and_sum_of_forces(self):
        for preset, digits in (("direct", 9), ("schur", 6)):
            once, _ = self.solve(TOWER + TIE + hold("pull", -0.01), preset)
            twice, warnings = self.solve(TOWER + TIE + hold("pull", -0.01) + hold("again", -0.01), preset)
            self.assertRegex(warnings[0], "18 of 80 constraint rows follow")
            self.assertIn("'again' at node 49 of 'upper'", " ".join(warnings[0].split()))
            for a, b in zip(self.heights(once), self.heights(twice)):
                self.assertAlmostEqual(a / b, 1, places=digits)
            whole, half, other = self.force(once, "pull"), self.force(twice, "pull"), self.force(twice, "again")
            self.assertAlmostEqual((half[2] + other[2]) / whole[2], 1, places=digits)
            self.assertAlmostEqual(half[2] / other[2], 1, places=digits)  # multipliers of least norm share it
            self.assertAlmostEqual(whole[2], -1000 * 0.01 / 2, places=4)
            # The reactions of the bottom balance them.
            bottom = next(one["force"] for one in twice["reactions"] if "lower/bottom" in one["name"])
            self.assertAlmostEqual((half[2] + other[2]) / -bottom[2], 1, places=digits)

    def test_contradictions_are_infeasible_with_their_residual(self):
        for preset in ("direct", "schur"):
            self.write("case.yaml", TOWER + TIE + hold("pull", -0.01) + hold("again", -0.03) +
                       f"solver: {{preset: {preset}}}\n")
            self.assertFails(self.tenon("run", "case.yaml"), 2, "The constraints are infeasible because no displacement satisfies all of them: "
                             r"'pull' at node (\d+) of 'upper', 'again' at node \1 of 'upper' contradict each other, "
                             "with a residual of 0.02")

    def test_what_conditions_hold_elsewhere_is_a_contradiction(self):
        case = TOWER + TIE + "  - {type: prescribed, name: pull, on_prescribed: keep, object: lower, group: bottom, values: {z: %s}}\n"
        self.write("case.yaml", case % 0.01)
        self.assertFails(self.tenon("run", "case.yaml"), 2, "'pull' at node . of 'lower' contradicts the conditions on its degrees of freedom, with a residual of 0.01")
        _, warnings = self.solve(case % 0.0)
        self.assertRegex(warnings[0], "11 of 57 constraint rows follow")


SIDES = (("west", "east"), ("south", "north"), ("east", "west"), ("north", "south"))


def bar(name, mesh, load=True):
    """Returns an object that is clamped at its bottom."""
    return (f"  {name}:\n    mesh: {mesh}\n    forces:\n"
            "      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}\n" +
            ("      - {type: traction, group: top, traction: [1, 0.5, -2]}\n" if load else "") +
            "    conditions:\n      - {type: fixed, group: bottom}\n")


def bars(load=True):
    """Returns four bars that meet in the z axis, each tied to the next."""
    ties = [f"  - {{type: tie, name: tie{i}, slave: {{object: bar{i}, group: {slave}}}, "
            f"master: {{object: bar{(i + 1) % 4}, group: {master}}}}}\n" for i, (slave, master) in enumerate(SIDES)]
    return ("title: four bars tied round one edge\nobjects:\n" +
            "".join(bar(f"bar{i}", f"bar{i}.msh", load) for i in range(4)) + "constraints:\n" + "".join(ties))


@on_all_ranks("constraints")
class RoundAnEdge(Solved):
    """Verifies groups of hundreds of rows without shared degrees of freedom: one component of all
    four ties each."""

    def setUp(self):
        super().setUp()
        for number, (x, y) in enumerate(((0, 0), (-1, 0), (-1, -1), (0, -1))):
            self.write(f"bar{number}.msh", box(low=(x, y, 0), size=(1, 1, 3), cells=(2, 2, 8)))
        self.write("whole.msh", box(low=(-1, -1, 0), size=(2, 2, 3), cells=(4, 4, 8)))

    def test_four_bars_tied_round_one_edge_are_one_block(self):
        whole, _ = self.solve("title: one block\nobjects:\n" + bar("block", "whole.msh"))
        for preset, digits in (("direct", 9), ("schur", 5), ("minres", 5)):
            summary, warnings = self.solve(bars(), preset)
            self.assertEqual(len(warnings), 1, warnings)
            # 9 nodes along the edge, one of them clamped; of 4 x 3 x 8 x 3 rows with unconstrained
            # slaves.
            self.assertRegex(" ".join(warnings[-1].split()), "^24 of 288 constraint rows follow from other rows")
            self.assertAlmostEqual(max(self.heights(summary)) / self.heights(whole)[0], 1, places=digits)
            for one in summary["constraints"]:  # least multipliers: no more than the load, (4, 2, -8)
                self.assertLess(sum(f * f for f in one["force"])**0.5, 10, one)

    def test_what_is_asked_of_one_edge_twice(self):
        pull = "  - {type: prescribed, name: pull%d, object: bar%d, group: top, values: {z: %s}}\n"
        for preset in ("direct", "schur"):
            self.write("case.yaml", bars(load=False) + pull % (0, 0, 0.01) + pull % (2, 2, 0.03) +
                       f"solver: {{preset: {preset}}}\n")
            run = self.assertFails(self.tenon("run", "case.yaml"), 2, "The constraints are infeasible because no displacement satisfies all of them: ", "'tie", r"'pull0' at node \d+ of 'bar0'", r"'pull2' at node \d+ of 'bar2'",
                                   r"contradict each other.*, with a residual of")
            self.assertNotIn("converge", run.all)


if __name__ == "__main__":
    unittest.main()
