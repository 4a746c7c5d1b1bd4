# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies the residual check after each linear solve: it accepts correct solutions in any unit and
rejects wrong ones."""
import csv
import io
import json
import unittest

import h5py
import numpy as np

from tenon_program import Case, box, physical_names, second_order

HELD = ("fixed", "hold", "one-term", "line-and-plane")  # ways to constrain the bottom


def cook(cells, length):
    """Returns the mesh of Cook's membrane of tri6, with the groups body, west and east."""
    n, tags, lines = 2 * cells, {}, []
    for j in range(n + 1):
        for i in range(n + 1):
            s, t = i / n, j / n
            low, high = 44 * s, 44 + 16 * s
            tags[i, j] = len(tags) + 1
            lines.append(f"{tags[i, j]} {48 * s * length!r} {(low + (high - low) * t) * length!r} 0")
    elements = []
    for j in range(0, n, 2):
        for i in range(0, n, 2):
            for a, b, c in (((0, 0), (2, 0), (2, 2)), ((0, 0), (2, 2), (0, 2))):
                places = (a, b, c, *(((p[0] + q[0]) // 2, (p[1] + q[1]) // 2) for p, q in ((a, b), (b, c), (c, a))))
                elements.append(("9 2 1 1", [tags[i + x, j + y] for x, y in places]))
        for number, i in ((2, 0), (3, n)):
            elements.append((f"8 2 {number} {number}", [tags[i, j], tags[i, j + 2], tags[i, j + 1]]))
    return "\n".join(["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$PhysicalNames", "3", '2 1 "body"', '1 2 "west"',
                      '1 3 "east"', "$EndPhysicalNames", "$Nodes", str(len(lines)), *lines, "$EndNodes", "$Elements",
                      str(len(elements)), *(f"{at} {head} {' '.join(map(str, on))}"
                                            for at, (head, on) in enumerate(elements, 1)), "$EndElements", ""])


class Acceptance(Case):
    """Base class of cases with lengths in units of `length` and forces in units of `force`; numbers
    are given without unit."""

    length = force = 1.0

    def solve(self, text, *words, preset=None):
        """Returns the results of a case: the last displacements divided by `length`, and the
        summary."""
        text += f"solver: {{preset: {preset}}}\n" if preset else ""
        self.write("case.yaml", text)
        self.assertRuns("run", "case.yaml", "-o", "result", "--summary", "summary.json", *words)
        with h5py.File(self.folder / "result.h5") as file:
            step = file["steps"][sorted(file["steps"])[-1]]
            fields = {name: step[name]["displacement"][:] / self.length for name in step}
        return fields, json.loads((self.folder / "summary.json").read_text())["solver"]

    def assertSame(self, one, other, tolerance):
        for name in one:
            size = np.abs(one[name]).max()
            np.testing.assert_allclose(other[name], one[name], rtol=0, atol=tolerance * size, err_msg=name)

    def body(self, mesh="block.msh", young=1000.0, poisson=0.3, load=(0.3, 0.1, -1.0), face="top", more=""):
        pressure = self.force / self.length**2
        load = "" if load is None else ("      - {type: traction, group: %s, traction: %s}\n"
                                        % (face, [value * pressure for value in load]))
        return (f"objects:\n  block:\n    mesh: {mesh}\n    forces:\n      - {{type: elastic, {more}material: {{type: "
                f"linear-elastic, young: {young * pressure!r}, poisson: {poisson}}}}}\n{load}")

    def held(self, how, **body):
        text = self.body(**body)
        if how == "fixed":
            return text + "    conditions:\n      - {type: fixed, group: bottom}\n"
        if how == "hold":
            return text + "constraints:\n  - {type: prescribed, object: block, group: bottom, values: {x: 0, y: 0, z: 0}}\n"
        if how == "line-and-plane":
            return (text + "constraints:\n  - {type: point-on-line, object: block, group: bottom, direction: [0, 0, 1]}\n"
                    "  - {type: point-on-plane, object: block, group: bottom, normal: [0, 0, 1]}\n")
        table = io.StringIO()
        rows = csv.writer(table)
        rows.writerow(("equation", "object", "node", "component", "coefficient", "value"))
        for node in range(1, 10):
            for component in "xyz":
                rows.writerow((f"{node}{component}", "block", node, component, 1, 0))
        self.write("rows.csv", table.getvalue())
        return text + "constraints:\n  - {type: multi-point, file: rows.csv}\n"

    def moved(self, values, history="", analysis="", gradient=None, load=None):
        values = ", ".join(f"{name}: {value * self.length!r}" for name, value in zip("xyz", values))
        history = f", history: {history}" if history else ""
        gradient = f", gradient: {gradient}" if gradient else ""
        return (self.body(load=load) + f"constraints:\n  - {{type: prescribed, object: block, group: bottom, values: {{{values}}}"
                f"{gradient}{history}}}\n{analysis}")

    def write_block(self):
        self.write("block.msh", box(size=(self.length,) * 3))


class Held(Acceptance):
    """Verifies that a face constrained to zero by multipliers has displacements and constraint
    residuals at round-off under a load."""

    def test_as_by_a_condition(self):
        self.write_block()
        expected, _ = self.solve(self.held("fixed"), preset="direct")
        for how in HELD[1:]:
            for preset in ("direct", "schur", "minres", "primal", "augmented"):
                with self.subTest(f"{how}, {preset}"):
                    found, _ = self.solve(self.held(how), preset=preset)
                    self.assertSame(expected, found, 1e-6)


class Moved(Acceptance):
    """Verifies rigid-body displacements without forces, for which the residual is compared with
    round-off only."""

    AND_BACK = "[[0, 0], [1, 1], [2, 0], [3, 0]]"

    def setUp(self):
        super().setUp()
        places = []
        box(edit=lambda nodes, cells: places.extend(nodes.values()))
        self.places = np.array(places)

    def test_rigid_motions(self):
        turn = [[0, -0.1, 0.2], [0.1, 0, 0.3], [-0.2, -0.3, 0]]
        for preset in ("direct", "schur", "minres"):
            for gradient in (None, turn):
                with self.subTest(f"{preset} {gradient}"):
                    found, _ = self.solve(self.moved((0.3, -0.2, 0.1), gradient=gradient), preset=preset)
                    expected = [0.3, -0.2, 0.1] + self.places @ np.transpose(gradient or np.zeros((3, 3)))
                    np.testing.assert_allclose(found["block"], expected, rtol=0, atol=1e-9)

    def test_there_and_back(self):
        for load in (None, (0.3, 0, -1)):
            for preset in ("direct", "schur"):
                with self.subTest(f"{preset} {load}"):
                    steps = "analysis: {type: static, steps: 3, end_time: 3}\n"
                    found, _ = self.solve(self.moved((0.3, -0.2, 0.1), self.AND_BACK, steps, load=load), preset=preset)
                    still, _ = self.solve(self.moved((0, 0, 0), load=load), preset=preset)
                    np.testing.assert_allclose(found["block"], still["block"], rtol=0, atol=1e-7)

    def test_by_newtons_method(self):
        rod = "  - {type: distance, first: {object: block}, second: {object: block}, pairs: [[1, 27], [3, 19]]}\n"
        for preset in ("direct", "schur"):
            with self.subTest(preset):
                found, solver = self.solve(self.moved((0.3, -0.2, 0.1)) + rod, "-snes_lag_jacobian", "2", preset=preset)
                np.testing.assert_allclose(found["block"], np.tile([0.3, -0.2, 0.1], (27, 1)), rtol=0, atol=1e-9)
                self.assertLessEqual(solver["solves"], 4)


    def test_newtons_gap_on_either_side_of_its_tolerance(self):
        """Verifies the stopping step of Newton's method: with relaxation 1/2 the gap after k steps
        is 2^-k and the displacement 1 - 2^-k."""
        half = self.moved((0.3, -0.2, 0.1)).replace("values:", "relaxation: 0.5, values:")
        for tolerance, steps in ((0.000978, 10), (0.000977, 11), (0.00196, 9), (0.00195, 10)):
            with self.subTest(tolerance):
                _, solver = self.solve(half + f"analysis: {{type: static, tolerance: {tolerance}}}\n", preset="direct")
                self.assertEqual(solver["solves"], steps)


class Slender(Acceptance):
    """Verifies slender bodies, for which |K| |u| is up to 1e9 times the load: residuals below 1e-8
    of the load cannot be attained."""

    def test_a_row_of_100_hex20(self):
        self.write("row.msh", box(size=(100, 1, 1), cells=(100, 1, 1), edit=second_order))
        row = self.body(mesh="row.msh", face="east", load=(0, 0, -1e-6))
        tip = 1e-6 * 100**3 / (3 * 1000 / 12) * (1 + 2.6 / 2 * 6 / 5 / 100**2)  # Timoshenko beam, E I = 1000 / 12
        held = "constraints:\n  - {type: prescribed, object: block, group: west, values: {x: 0, y: 0, z: 0}}\n"
        for how in ("    conditions:\n      - {type: fixed, group: west}\n", held):
            found, _ = self.solve(row + how, preset="direct")
            self.assertAlmostEqual(np.abs(found["block"][:, 2]).max(), tip, delta=0.003 * tip)

    def test_nearly_incompressible(self):
        """Verifies Cook's membrane of tri6, which do not lock, for nu = 0.4999 against nu =
        0.499."""
        self.write("cook.msh", cook(8, 1.0))
        held = "constraints:\n  - {type: prescribed, object: block, group: west, values: {x: 0, y: 0}}\n"
        fixed = "    conditions:\n      - {type: fixed, group: west}\n"

        def moved(poisson, how):
            panel = self.body(mesh="cook.msh", young=250, poisson=poisson, face="east", load=(0, 6.25), more="plane: strain, ")
            return self.solve(panel + how, preset="direct")[0]

        expected = moved(0.4999, fixed)
        self.assertSame(expected, moved(0.4999, held), 1e-6)
        self.assertSame(expected, moved(0.499, fixed), 0.01)

        panel = self.body(mesh="cook.msh", young=250, poisson=0.4999, face="east", load=(0, 6.25), more="plane: strain, ")
        for preset, how in (("cg-amg", fixed), ("schur", held), ("minres", held)):  # multigrid does not reduce the error
            self.write("case.yaml", panel + how + f"solver: {{preset: {preset}}}\n")
            self.assertFails(self.tenon("run", "case.yaml"), 3, "residual of the displacement block of 'block' is",
                             "Try the preset 'direct'", "first check for Poisson's ratios close to 0.5")


class Wrong(Acceptance):
    def test_a_soft_body_beside_a_hard_one(self):
        """Verifies that the soft of two bodies is solved accurately though their loads differ by
        orders of magnitude."""
        hard = self.body(mesh="lower.msh", young=1e12, load=(0, 0, -1e6)) + "    conditions:\n      - {type: fixed, group: bottom}\n"
        soft = self.body(mesh="upper.msh", young=1, load=(0, 0, -1e-6)) + "    conditions:\n      - {type: fixed, group: bottom}\n"
        soft = soft.replace("objects:\n", "").replace("  block:", "  soft:")
        both = hard + soft
        alone, _ = self.solve("objects:\n" + soft, preset="direct")
        for preset in ("cg-amg", "cg-block-jacobi", "direct"):
            found, _ = self.solve(both, preset=preset)
            self.assertSame({"soft": alone["soft"]}, found, 1e-5)

    def test_advice_that_helps(self):
        few = ("-ksp_max_it", "2")
        self.write_block()
        self.write("case.yaml", self.held("hold") + "solver: {preset: schur}\n")
        self.assertFails(self.tenon("run", "case.yaml", *few), 3, "residual of the .* block of '.*' is",
                         "preset 'direct', or a larger -ksp_max_it")

    def test_a_load_beyond_all_numbers_is_named(self):
        rod = "constraints:\n  - {type: distance, first: {object: block}, second: {object: block}, pairs: [[1, 27]]}\n"
        for more in ("", rod):
            self.write("case.yaml", self.held("fixed", load=(0, 0, -1e300)) + more)
            self.assertFails(self.tenon("run", "case.yaml"), 2, "The force of traction on block/top reaches .*e.299",
                             "are not supported")
        self.write("case.yaml", self.moved((1e300, 0, 0)))
        self.assertFails(self.tenon("run", "case.yaml"), 2, "The residual of constraint 'hold_block_bottom' reaches 1e.300")

    def test_a_modulus_beyond_all_numbers_is_named(self):
        self.write_block()
        for young in (1e308, 1e200, 1e150):
            self.write("case.yaml", self.held("fixed", young=young))
            self.assertFails(self.tenon("run", "case.yaml"), 2, "The stiffness of elastic on block reaches .*e.[123]",
                             "are not supported")


class Units(Acceptance):
    """Verifies that other units of length and force give the same iterations and the same
    numbers."""

    UNITS = ((1e-6, 1), (1e6, 1), (1e-6, 1e6), (1e6, 1e-6))

    def numbers(self, length, force, preset):
        self.length, self.force = length, force
        self.write("lower.msh", box(size=(length,) * 3))
        self.write("upper.msh", box(low=(0, 0, length), size=(length,) * 3, cells=(3, 3, 3)))
        lower = self.body(mesh="lower.msh", load=None) + "    conditions:\n      - {type: fixed, group: bottom}\n"
        upper = self.body(mesh="upper.msh", young=2000).replace("objects:\n", "").replace("  block:", "  upper:")
        tie = "constraints:\n  - {type: tie, slave: {object: upper, group: bottom}, master: {object: block, group: top}}\n"
        drive = "  - {type: point-on-plane, object: upper, group: east, normal: [1, 0, 0], value: %r}\n" % (1e-3 * length)
        fields, solver = self.solve(lower + upper + tie + drive, preset=preset)
        return fields, solver["iterations"]

    def test_saddle_points(self):
        for preset in ("direct", "schur", "minres", "primal", "augmented", "schur-dense"):
            expected, iterations = self.numbers(1, 1, preset)
            for length, force in self.UNITS:
                with self.subTest(f"{preset}, length {length:g}, force {force:g}"):
                    found, taken = self.numbers(length, force, preset)
                    self.assertSame(expected, found, 1e-9 if preset in ("direct", "schur-dense") else 1e-6)
                    self.assertLessEqual(abs(taken - iterations), 2)


if __name__ == "__main__":
    unittest.main()
