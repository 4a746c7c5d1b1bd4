# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies gradients with respect to parameters with one value per cell: the closed form of a bar,
sums over all cells, Taylor orders for several cell types and materials, independence of the
partition, HDF5 files, and messages."""
import json
import re
import unittest

import h5py
import numpy as np

from blocks import brick
from tenon_program import Case, box, on_all_ranks, replaced

# Bar of two cells in series, u_z(2) = t (1 / E_1 + 1 / E_2).
BAR = """\
parameters:
  stiffness: {of: elastic on block, number: young, per: cell, between: [100, 1e5], scale: log}
objects:
  block:
    mesh: bar.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: "z < 1 ? 1000 : 2000", poisson: 0}}
      - {type: traction, group: top, traction: [0, 0, -3]}
    conditions: [{type: fixed, group: bottom}]
objective: [{type: misfit, object: block, group: top, data: [0, 0, 0]}]
solver: {preset: direct}
"""

# Block under bending and compression; MATERIAL and LOAD are replaced.
BLOCK = """\
parameters:
  stiffness: {of: elastic on block, number: young, per: cell, scale: log}
  contraction: {of: elastic on block, number: material.poisson, per: cell}
  load: {of: traction on block/top, number: "traction[2]"}
objects:
  block:
    mesh: cells.msh
    forces:
      - {type: elastic, material: {type: MATERIAL, young: "1000 + 500 * x", poisson: "0.3 + 0.05 * y"}}
      - {type: traction, group: top, traction: [20, 10, LOAD]}
    conditions: [{type: fixed, group: bottom}]
objective:
  - {type: misfit, object: block, group: top, data: [0, 0.01, -0.02]}
  - {type: displacement, object: block, group: east, component: x, weight: 0.1}
solver: {preset: direct}
"""


class Fields(Case):
    def setUp(self):
        super().setUp()
        self.write("bar.msh", box(size=(1, 1, 2), cells=(1, 1, 2)))
        self.write("cells.msh", box(cells=(3, 3, 3)))

    def gradient(self, text, *words, **options):
        self.write("case.yaml", text)
        run = self.assertRuns("gradient", "case.yaml", "--summary", "gradient.json", *words, **options)
        summary = json.loads((self.folder / "gradient.json").read_text())
        return summary, {p["name"]: p for p in summary["parameters"]}, run

    def field(self, text, name="stiffness", cell_type="hex8", **options):
        """Returns the numbers of the elements, the values and the derivatives."""
        self.gradient(text, "--fields", "fields.h5", **options)
        with h5py.File(self.folder / "fields.h5") as file:
            group = file[f"{name}/{cell_type}"]
            return group["element"][:], group["value"][:], group["derivative"][:]

    def assertTaylor(self, summary):
        test = summary["taylor_test"]
        self.assertTrue(test["passed"], test)
        self.assertAlmostEqual(test["order"], 2.0, delta=0.05)


@on_all_ranks("partition")
class Bars(Fields):
    def test_a_bar_of_two_cells_has_the_derivatives_of_the_closed_form(self):
        """J = 4/2 u^2, u = t (1 / E_1 + 1 / E_2): dJ/dE_c = -4 u t / E_c^2."""
        elements, values, derivatives = self.field(BAR)
        u = -3 * (1 / 1000 + 1 / 2000)
        np.testing.assert_array_equal(elements, [1, 2])
        np.testing.assert_array_equal(values, [1000, 2000])
        expected = 4 * u * 3 / np.array([1000.0, 2000.0]) ** 2
        np.testing.assert_allclose(derivatives, expected, rtol=1e-9)
        summary, parameters, run = self.gradient(BAR, "--check")
        self.assertTaylor(summary)
        of = parameters["stiffness"]
        self.assertEqual((of["cells"], of["scale"]), (2, "log"))
        self.assertEqual((of["value"]["minimum"], of["value"]["maximum"]), (1000, 2000))
        np.testing.assert_allclose(of["derivative"]["sum"], expected.sum(), rtol=1e-9)
        np.testing.assert_allclose(of["derivative"]["norm"], np.linalg.norm(expected), rtol=1e-9)
        np.testing.assert_allclose(of["scaled_derivative"]["minimum"], 4 * u * 3 / 1000, rtol=1e-9)
        self.assertIn("stiffness (2 cells)", run.out)

    def test_derivatives_are_those_of_one_rank(self):
        text = BLOCK.replace("MATERIAL", "neo-hookean").replace("LOAD", "-100")
        elements, values, derivatives = self.field(text)
        alone = self.field(text, ranks=1)
        np.testing.assert_array_equal(elements, alone[0])
        np.testing.assert_allclose(values, alone[1], rtol=1e-15)
        np.testing.assert_allclose(derivatives, alone[2], rtol=0, atol=1e-10 * np.abs(alone[2]).max())
        summary, *_ = self.gradient(text, "--check")
        orders = self.gradient(text, "--check", ranks=1)[0]["taylor_test"]
        np.testing.assert_allclose(summary["taylor_test"]["remainders_without_gradient"],
                                   orders["remainders_without_gradient"], rtol=1e-7)

    def test_values_of_files(self):
        """A field of a CSV file, and the value written by --fields as an HDF5 dataset."""
        (self.folder / "young.csv").write_text("element,value\n1,1000\n2,2000\n")
        of_formula = self.field(BAR)
        of_csv = self.field(replaced(BAR, '"z < 1 ? 1000 : 2000"', "{csv: young.csv}"))
        (self.folder / "fields.h5").rename(self.folder / "young.h5")
        of_hdf5 = self.field(replaced(BAR, '"z < 1 ? 1000 : 2000"', "{hdf5: young.h5, elements: /stiffness/hex8/value}"))
        for found in (of_csv, of_hdf5):
            for a, b in zip(found, of_formula):
                np.testing.assert_allclose(a, b, rtol=1e-12)


class Sums(Fields):
    def test_the_sum_of_the_derivatives_is_that_of_a_number(self):
        for material, load in (("linear-elastic", "-100"), ("neo-hookean", "-80")):
            text = BLOCK.replace("MATERIAL", material).replace("LOAD", load)
            text = replaced(replaced(text, '"1000 + 500 * x"', "1000"), '"0.3 + 0.05 * y"', "0.3")
            numbers = self.gradient(text.replace(", per: cell", ""))[1]
            fields = self.gradient(text)[1]
            for name in ("stiffness", "contraction"):
                with self.subTest(material=material, name=name):
                    np.testing.assert_allclose(fields[name]["derivative"]["sum"], numbers[name]["derivative"], rtol=1e-9)
            np.testing.assert_allclose(fields["load"]["derivative"], numbers["load"]["derivative"], rtol=1e-9)

    def test_each_derivative_is_a_difference_of_runs(self):
        text = replaced(BLOCK.replace("MATERIAL", "saint-venant-kirchhoff").replace("LOAD", "-100"), "  load: {", "  push: {")
        elements, values, derivatives = self.field(text)
        index, step = 4, 1e-3
        objective = {}
        for k in (-2, -1, 1, 2):
            changed = values.copy()
            changed[index] *= 1 + k * step
            rows = "".join(f"{e},{v!r}\n" for e, v in zip(elements.tolist(), changed.tolist()))
            (self.folder / "young.csv").write_text("element,value\n" + rows)
            other = replaced(text, '"1000 + 500 * x"', "{csv: young.csv}")
            objective[k] = self.gradient(other, "--parameters", "push")[0]["value"]
        near, far = ((objective[k] - objective[-k]) / (2 * k * step * values[index]) for k in (1, 2))
        np.testing.assert_allclose(derivatives[index], (4 * near - far) / 3, rtol=1e-7)

    def test_a_group_of_cells(self):
        """Elements outside of the group have the value 0."""
        mesh = box(cells=(3, 3, 3))
        mesh = replaced(mesh, '$PhysicalNames\n7\n', '$PhysicalNames\n8\n3 8 "low"\n')
        mesh = re.sub(r"^([1-9]) 5 2 1 1 ", r"\1 5 2 8 8 ", mesh, flags=re.MULTILINE)
        self.write("cells.msh", mesh)
        text = BLOCK.replace("MATERIAL", "linear-elastic").replace("LOAD", "-100")
        upper = '{type: elastic, group: body, material: {type: linear-elastic, young: 700, poisson: 0.2}}'
        text = replaced(text, "      - {type: elastic, ", f"      - {upper}\n      - {{type: elastic, group: low, ")
        text = text.replace("of: elastic on block", "of: elastic on block/low")
        elements, values, derivatives = self.field(text)
        self.assertEqual((len(elements), np.count_nonzero(elements)), (27, 9))
        np.testing.assert_array_equal(elements[:9], np.arange(1, 10))
        self.assertTrue((values[:9] >= 1000).all() and (derivatives[:9] != 0).all())
        self.assertFalse(values[9:].any() or derivatives[9:].any())
        self.assertTaylor(self.gradient(text, "--check", "--parameters", "stiffness")[0])

    def test_a_mesh_of_two_cell_types(self):
        """The cells with x < 1/3 are divided into prisms."""
        def divide(nodes, cells):
            old, cells[:] = list(cells), []
            for kind, group, tags in old:
                is_low = max(nodes[tag][0] for tag in tags) < 0.5
                parts = {(5, "body"): (6, ((0, 1, 2, 4, 5, 6), (0, 2, 3, 4, 6, 7))),
                         (3, "bottom"): (2, ((0, 1, 2), (0, 2, 3))), (3, "top"): (2, ((0, 1, 2), (0, 2, 3)))}.get((kind, group))
                if not is_low or parts is None:
                    cells.append((kind, group, tags))
                else:
                    cells += [(parts[0], group, [tags[v] for v in part]) for part in parts[1]]

        self.write("cells.msh", box(cells=(3, 3, 3), edit=divide))
        text = BLOCK.replace("MATERIAL", "linear-elastic").replace("LOAD", "-100")
        of_hexahedra, of_prisms = self.field(text), self.field(text, cell_type="prism6")
        self.assertEqual((len(of_hexahedra[0]), len(of_prisms[0])), (18, 18))
        self.assertEqual(len({*of_hexahedra[0], *of_prisms[0]}), 36)
        total = self.gradient(text, "--check", "--parameters", "stiffness")
        self.assertTaylor(total[0])
        np.testing.assert_allclose(of_hexahedra[2].sum() + of_prisms[2].sum(),
                                   total[1]["stiffness"]["derivative"]["sum"], rtol=1e-10)


@on_all_ranks("partition")
class Smoothness(Fields):
    def test_the_penalty_of_a_bar(self):
        """J_s = w / 2 (ln E_1 - ln E_2)^2 A / d, or with E on the linear scale."""
        d = np.log(1000 / 2000)
        without = self.field(BAR)[2]
        text = replaced(BAR, "scale: log", "scale: log, smoothness: 3e-6")
        derivatives = self.field(text)[2]
        np.testing.assert_allclose(derivatives - without, 3e-6 * d * np.array([1 / 1000, -1 / 2000]), rtol=1e-6)
        summary, parameters, run = self.gradient(text, "--check")
        self.assertTaylor(summary)
        of_objective = {entry["name"]: entry["value"] for entry in summary["objectives"]}
        np.testing.assert_allclose(of_objective["smoothness of stiffness"], 1.5e-6 * d**2, rtol=1e-12)
        np.testing.assert_allclose(sum(of_objective.values()), summary["value"], rtol=1e-14)
        linear = self.field(replaced(BAR, "scale: log", "smoothness: 1e-10"))[2]
        np.testing.assert_allclose(linear - without, 1e-10 * np.array([-1000, 1000]), rtol=1e-6)

    def test_the_penalty_approximates_an_integral(self):
        """s = ln p = x: the faces between cells contain the share 1 - 1/n of the integral 1/2."""
        for kind, cells in (("hex8", 6), ("tet4", 3)):
            self.write("cells.msh", brick(kind, (cells, 2, 2), (0, 0, 0), (1, 1, 1)))
            text = BLOCK.replace("MATERIAL", "linear-elastic").replace("LOAD", "-100")
            text = replaced(replaced(text, '"1000 + 500 * x"', '"exp(x)"'), "cell, scale: log", "cell, scale: log, smoothness: 1")
            summary, *_ = self.gradient(text, "--parameters", "stiffness", "--check")
            self.assertTaylor(summary)
            alone, *_ = self.gradient(text, "--parameters", "load", ranks=1)
            values = [{entry["name"]: entry["value"] for entry in of["objectives"]}["smoothness of stiffness"]
                      for of in (summary, alone)]
            np.testing.assert_allclose(values[0], values[1], rtol=1e-12)
            if kind == "hex8":
                np.testing.assert_allclose(values[0], 0.5 * (1 - 1 / cells), rtol=0.02)


class Orders(Fields):
    def test_cell_types_and_materials(self):
        for kind in ("tet4", "hex8", "tet10", "hex20"):
            self.write("cells.msh", brick(kind, (2, 2, 2), (0, 0, 0), (1, 1, 1)))
            for material, load in (("linear-elastic", "-100"), ("neo-hookean", "-60")):
                with self.subTest(kind=kind, material=material):
                    text = BLOCK.replace("MATERIAL", material).replace("LOAD", load)
                    for name in ("stiffness", "contraction"):
                        summary, parameters, _ = self.gradient(text, "--check", "--parameters", name)
                        self.assertTaylor(summary)
                        self.assertGreater(parameters[name]["derivative"]["norm"], 0)

    def test_mean_dilatation_of_a_nearly_incompressible_block(self):
        text = BLOCK.replace("MATERIAL", "neo-hookean").replace("LOAD", "-100")
        text = replaced(text, '"0.3 + 0.05 * y"', '"0.499 + 0.0005 * y"')
        text = replaced(text, "type: elastic, ", "type: elastic, formulation: mean-dilatation, ")
        text = replaced(text, "per: cell}", "per: cell, between: [0, 0.4999]}")
        self.assertTaylor(self.gradient(text, "--check", "--parameters", "stiffness")[0])
        numbers = self.gradient(text, "--parameters", "contraction")[1]
        self.assertGreater(numbers["contraction"]["derivative"]["norm"], 0)

    def test_rayleigh_damping_of_a_transient_analysis(self):
        text = BLOCK.replace("MATERIAL", "linear-elastic").replace("LOAD", "-100")
        text = replaced(text, "{type: elastic, ", "{type: elastic, rayleigh_stiffness: 0.02, ")
        text = replaced(text, "    conditions:", "    masses: [{type: consistent, density: 1}]\n    conditions:")
        text += "analysis: {type: transient, stepper: generalised-alpha, step: 0.01, end_time: 0.05}\n"
        self.assertTaylor(self.gradient(text, "--check", "--parameters", "stiffness")[0])

    def test_plane_stress_and_axisymmetric_cells(self):
        self.write("cells.msh", brick("quad4", (3, 3), (1, 0), (1, 1)))
        text = BLOCK.replace("MATERIAL", "linear-elastic").replace("LOAD", "0")
        text = replaced(replaced(text, "group: bottom", "group: south"), "group: top, traction", "group: north, traction")
        text = replaced(replaced(text, "group: top", "group: north"), "  - {type: displacement, object: block, group: east, component: x, weight: 0.1}\n", "")
        text = replaced(text, '  load: {of: traction on block/top, number: "traction[2]"}\n', "")
        text = replaced(text, "data: [0, 0.01, -0.02]", "data: [0, 0.01]").replace("[20, 10, 0]", "[20, 10]")
        self.assertTaylor(self.gradient(replaced(text, "type: elastic, ", "type: elastic, plane: stress, "), "--check")[0])
        text = replaced(text, "    mesh: cells.msh\n", "    mesh: cells.msh\n    axisymmetric: true\n")
        self.assertTaylor(self.gradient(text, "--check")[0])


@on_all_ranks("messages")
class Messages(Fields):
    def fails(self, text, *says, words=(), code=2):
        self.write("case.yaml", text)
        self.assertFails(self.tenon("gradient", "case.yaml", *words), code, *map(re.escape, says))

    def test_wrong_definitions_are_named(self):
        for old, new, says in (
                ("per: cell", "per: node", "parameters.stiffness.per: the value must be 'cell'"),
                ("number: young", "number: yuong", "contains no number 'yuong'; did you mean 'young'?"),
                ("scale: log", "scale: log, smoothness: -1", "parameters.stiffness.smoothness: the smoothness must be at least 0."),
                ("per: cell,", "smoothness: 1,", "`smoothness` applies only to parameters with one value per cell"),
                ("per: cell,", "per: cell, start: 3,", "`start` is not allowed"),
                ("of: elastic on block, number: young", "start: 5", "a field needs `of` and `number`"),
                ("of: elastic on block, number: young", 'of: traction on block/top, number: "traction[2]"',
                 "only a constant of the `material` of a force may have one value per cell, but not objects.block.forces[1].traction[2]"),
                ("between: [100, 1e5]", "between: [1500, 1e5]", "parameters.stiffness.between: the value of element 1 is outside of this range."),
                ('"z < 1 ? 1000 : 2000"', '"z < 1 ? 1000 : 0"', "'young' must be positive"),
                ("data: [0, 0, 0]", "data: [0, 0, 0], weight: 3 * stiffness", "the parameter 'stiffness' has one value per cell and cannot be part of a formula")):
            with self.subTest(says=says):
                self.fails(replaced(BAR, old, new), says)

    def test_contributors_without_products_by_cell(self):
        text = replaced(BAR, "{type: elastic, material: {type: linear-elastic, young: \"z < 1 ? 1000 : 2000\", poisson: 0}}",
                        "{type: corotational, young: 1000, poisson: 0}")
        self.fails(replaced(text, "of: elastic on block", "of: corotational on block"),
                   "only a constant of the `material` of a force may have one value per cell")
        text = replaced(BAR, "type: elastic, ", "type: elastic, formulation: nodal-dilatation, ")
        self.write("bar.msh", brick("tet4", (1, 1, 2), (0, 0, 0), (1, 1, 2)))
        self.fails(text.replace('"z < 1 ? 1000 : 2000"', "1000"),
                   "`formulation: nodal-dilatation` requires uniform material constants")

    def test_options(self):
        self.fails(BAR, "the parameter 'stiffness' has one value per cell: change the values in its entry instead",
                   words=("--set", "stiffness=3"))
        text = replaced(BAR, "per: cell, ", "").replace('"z < 1 ? 1000 : 2000"', "1000")
        self.fails(text, "--fields needs a parameter with one value per cell", words=("--fields", "fields.h5"))


if __name__ == "__main__":
    unittest.main()
