# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies `tenon gradient`: closed-form derivatives of a bar, Taylor orders, central differences
of whole runs, and messages about cases without a derivative."""
import json
import re
import unittest

from tenon_program import ONE, Case, box, on_all_ranks, replaced

# Bar of length 2 under a traction at its end: uniform strain, u_z(2) = 2 t / E.
BAR = """\
parameters:
  E: {of: elastic on block, number: young, between: [100, 1e5], scale: log}
  load: -3
objects:
  block:
    mesh: bar.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0}}
      - {type: traction, group: top, traction: [0, 0, load]}
    conditions: [{type: fixed, group: bottom}]
objective: [{type: misfit, object: block, group: top, data: [0, 0, 0]}]
solver: {preset: direct}
"""

# Large deformation of a soft block that is tied to a stiff one.
SOFT = """\
parameters:
  mu: {of: elastic on lower, number: young}
  nu: {of: elastic on lower, number: poisson}
  E: {of: elastic on upper, number: material.young, scale: log}
  load: {start: -12}
  weight: {of: gravity on upper, number: "acceleration[2]"}
objects:
  lower:
    mesh: lower.msh
    forces: [{type: elastic, material: {type: neo-hookean, young: 200, poisson: 0.35}}]
    conditions: [{type: fixed, group: bottom}]
  upper:
    mesh: upper.msh
    forces:
      - {type: elastic, material: {type: saint-venant-kirchhoff, young: 2000, poisson: 0.3}}
      - {type: traction, group: top, traction: [2, load / 8, load]}
      - {type: gravity, density: 0.5, acceleration: [0, 0, -2]}
    conditions: []
constraints:
  - {type: tie, name: interface, slave: {object: upper, group: bottom}, master: {object: lower, group: top}}
objective:
  - {type: misfit, object: upper, group: top, data: [0, "0.01 * x", -0.1], noise: 0.1}
  - {type: displacement, object: lower, group: top, component: z, weight: 2}
  - {type: multiplier, constraint: interface, row: 0, weight: 0.01}
  - {type: reaction, object: lower, group: bottom, component: x, weight: 0.02}
analysis: {type: static}
solver: {preset: direct}
"""

CONTACT = """\
parameters:
  E: {of: elastic on upper, number: young}
  push: {of: "prescribed on upper/top", number: z}
  gap: {of: contact, number: compliance}
objects:
  lower:
    mesh: lower.msh
    forces: [{type: elastic, material: {type: linear-elastic, young: 2000, poisson: 0.3}}]
    conditions: [{type: fixed, group: bottom}]
  upper:
    mesh: near.msh
    forces: [{type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}]
    conditions: [{type: prescribed, group: top, values: {x: 0, y: 0, z: -0.05}}]
constraints:
  - {type: point-on-surface, name: contact, points: {object: upper, group: bottom}, surface: {object: lower, group: top}, bound: lower, compliance: 1e-3}
objective:
  - {type: displacement, object: lower, group: top, component: z}
  - {type: reaction, object: lower, group: bottom, component: z, weight: 1e-3}
analysis: {type: static}
solver: {preset: direct}
"""


# Rigid body in the plane that rotates about a pin; springs and a force act on points of the body.
LINK = """\
parameters:
  k: {of: rest-shape-springs on tip, number: stiffness}
  stiffness: {of: springs, number: stiffness}
  force: {of: nodal-force on tip/p, number: "force[1]"}
  angle: {of: pin, number: compliance}
objects:
  link:
    space: 2
    bodies: [{name: a, position: [0.5, 0, 0], mass: 1, inertia: 1}]
    forces: [{type: gravity, acceleration: [0, -2, 0]}]
  tip:
    space: 2
    particles: [{name: p, position: [1, 0.1, 0], mass: 1}]
    mapping: {type: rigid, parent: link}
    forces: [{type: rest-shape-springs, stiffness: 8}, {type: nodal-force, group: p, force: [0, -2, 0]}]
  ground:
    space: 2
    particles: [{name: g, position: [1, 1, 0], mass: 1}]
    conditions: [{type: fixed, group: g}]
interactions:
  - {type: springs, first: {object: tip}, second: {object: ground}, pairs: [[1, 1]], stiffness: 3}
constraints:
  - {type: hinge-joint, name: pin, first: {object: link, group: a}, at: [0, 0, 0], axis: [0, 0, 1], compliance: 0.01}
objective:
  - {type: misfit, object: tip, data: [0.1, -0.2]}
  - {type: multiplier, constraint: pin, row: 1}
analysis: {type: static}
solver: {preset: direct}
"""


def with_surfaces(more=""):
    """Returns CONTACT with surface-to-surface contact of soft blocks with large strain."""
    text = re.sub("constraints:\n.*\n", "contacts:\n  - {type: surface, name: contact, slave: {object: upper, group: bottom}, "
                  f"master: {{object: lower, group: top}}{more}}}\n", CONTACT)
    text = replaced(text, "  gap: {of: contact, number: compliance}\n", "")
    return text.replace("linear-elastic", "neo-hookean")


class Gradients(Case):
    def setUp(self):
        super().setUp()
        self.write("bar.msh", box(size=(1, 1, 2), cells=(1, 1, 4)))
        self.write("near.msh", box(low=(0.1, 0.1, 1.01), size=(0.8, 0.8, 1), cells=(3, 3, 2)))

    def gradient(self, text, *words, **options):
        self.write("case.yaml", text)
        run = self.assertRuns("gradient", "case.yaml", "--summary", "gradient.json", *words, **options)
        summary = json.loads((self.folder / "gradient.json").read_text())
        return summary, {p["name"]: p for p in summary["parameters"]}, run

    def assertClose(self, value, expected, tolerance):
        self.assertLessEqual(abs(value - expected), tolerance * abs(expected), (value, expected))

    def assertTaylor(self, summary):
        test = summary["taylor_test"]
        self.assertTrue(test["passed"], test)
        self.assertAlmostEqual(test["order"], 2.0, delta=0.05)

    def assertDifferences(self, text, parameters, *names, tolerance=1e-7, step=1e-3):
        """Compares some derivatives with extrapolated central differences of whole runs."""
        for name in names:
            parameter = parameters[name]
            p, values = parameter["value"], {}
            for k in (-2, -1, 1, 2):
                words = ("--set", f"{name}={p * (1 + k * step)!r}", "--parameters", name)
                values[k] = self.gradient(text, *words)[0]["value"]
            near, far = (values[1] - values[-1]) / (2 * step * p), (values[2] - values[-2]) / (4 * step * p)
            with self.subTest(parameter=name):
                self.assertClose(parameter["derivative"], (4 * near - far) / 3, tolerance)


@on_all_ranks("solver")
class Bars(Gradients):
    def test_a_bar_has_the_derivative_of_the_closed_form(self):
        """J = 9/2 (2 t / E)^2 at the 4 nodes of the end: dJ/dE = -2 J / E, dJ/dt = 2 J / t."""
        summary, parameters, run = self.gradient(BAR, "--parameters", "E,load")
        J = 4 * 0.5 * (2 * 3 / 1000) ** 2
        self.assertClose(summary["value"], J, 1e-10)
        self.assertClose(parameters["E"]["derivative"], -2 * J / 1000, 1e-10)
        self.assertClose(parameters["E"]["scaled_derivative"], -2 * J, 1e-10)
        self.assertClose(parameters["load"]["derivative"], 2 * J / -3, 1e-10)
        self.assertIn("misfit of displacement on block/top", run.out)
        self.assertEqual((summary["adjoint_solves"], summary["forward_solves"]), (1, 1))

    def test_the_compliance_of_a_bar(self):
        """J = F u = t^2 l A / E: dJ/dE = -J / E, and dJ/dt = 2 J / t, half of it by the loads."""
        text = replaced(BAR, "{type: misfit, object: block, group: top, data: [0, 0, 0]}", "{type: compliance}")
        summary, parameters, _ = self.gradient(text, "--parameters", "E,load")
        J = 9 * 2 / 1000
        self.assertClose(summary["value"], J, 1e-10)
        self.assertClose(parameters["E"]["derivative"], -J / 1000, 1e-10)
        self.assertClose(parameters["load"]["derivative"], 2 * J / -3, 1e-10)

    def test_the_energy_of_a_bar(self):
        """W = t^2 l A / (2 E) under a load, W = E A d^2 / (2 l) under a prescribed displacement. In
        the second case, the derivative by E is explicit only."""
        text = replaced(BAR, "{type: misfit, object: block, group: top, data: [0, 0, 0]}", "{type: energy, object: block}")
        summary, parameters, run = self.gradient(text, "--parameters", "E,load")
        W = 9 * 2 / (2 * 1000)
        self.assertClose(summary["value"], W, 1e-10)
        self.assertClose(parameters["E"]["derivative"], -W / 1000, 1e-9)
        self.assertClose(parameters["load"]["derivative"], 2 * W / -3, 1e-9)
        self.assertIn("energy of block", run.out)
        text = replaced(replaced(text, "  load: -3", "  d: 0.02"), "      - {type: traction, group: top, traction: [0, 0, load]}\n", "")
        text = replaced(text, "[{type: fixed, group: bottom}]",
                        "[{type: fixed, group: bottom}, {type: prescribed, group: top, values: {x: 0, y: 0, z: d}}]")
        summary, parameters, _ = self.gradient(text, "--parameters", "E,d")
        self.assertClose(summary["value"], 1000 * 0.02**2 / 4, 1e-10)
        self.assertClose(parameters["E"]["derivative"], 0.02**2 / 4, 1e-9)
        self.assertClose(parameters["d"]["derivative"], 1000 * 0.02 / 2, 1e-9)

    def test_the_multipliers_of_a_bar(self):
        """The sum of the forces at the bottom is -t. The adjoint displacement is a translation,
        which no force of the bar resists."""
        text = replaced(BAR, "[{type: fixed, group: bottom}]", "[{type: prescribed, group: bottom, values: {x: 0, y: 0}}]")
        text = replaced(text, "objective:", "constraints: [{type: prescribed, name: hold, object: block, group: bottom, values: {z: 0}}]\nobjective:")
        text = replaced(text, "{type: misfit, object: block, group: top, data: [0, 0, 0]}", "{type: multiplier, constraint: hold}")
        summary, parameters, _ = self.gradient(text, "--parameters", "E,load")
        self.assertClose(summary["value"], 3, 1e-9)
        self.assertClose(parameters["load"]["derivative"], -1, 1e-9)
        self.assertLess(abs(parameters["E"]["derivative"]), 1e-12)

    def test_the_volume_of_a_bar(self):
        """A measured volume changes by A u_z = 2 A t / E, since Poisson's ratio is zero."""
        text = replaced(BAR, "objective:", "  volume: {mapping: {type: volume, parent: block}}\nobjective:")
        text = replaced(text, "{type: misfit, object: block, group: top, data: [0, 0, 0]}", "{type: displacement, object: volume}")
        summary, parameters, _ = self.gradient(text, "--parameters", "E,load")
        self.assertClose(summary["value"], -6e-3, 1e-9)
        self.assertClose(parameters["E"]["derivative"], 6e-6, 1e-9)
        self.assertClose(parameters["load"]["derivative"], 2e-3, 1e-9)

    def test_a_history_misfit_of_a_bar(self):
        """The end moves by -6e-3 t, the data are -4e-3 t, and the steps end at t = k / 4. The
        integral multiplies each value by 1 / 4."""
        text = replaced(BAR, "[0, 0, load]}", "[0, 0, load], history: [[0, 0], [1, 1]]}")
        text = replaced(text, "type: misfit, object: block, group: top, data: [0, 0, 0]",
                        "type: history-misfit, object: block, group: top, component: z, data: [[0, 0], [1, -4e-3]], noise: 1e-3, at: all")
        text += "analysis: {type: static, steps: 4}\n"
        u, share = -6e-3, (1 + 4 + 9 + 16) / 16
        for more, factor in (("", 1), (", integrate: true", 1 / 4)):
            summary, parameters, _ = self.gradient(replaced(text, "at: all", "at: all" + more), "--parameters", "E,load")
            self.assertClose(summary["value"], factor * share * 0.5 * ((u + 4e-3) / 1e-3)**2, 1e-9)
            slope = factor * share * (u + 4e-3) / 1e-6
            self.assertClose(parameters["E"]["derivative"], slope * -u / 1000, 1e-9)
            self.assertClose(parameters["load"]["derivative"], slope * u / -3, 1e-9)

    def test_prescribed_displacements_and_reactions(self):
        """Reaction at the base of a bar with prescribed end displacement d: r = -E A d / l."""
        text = replaced(BAR, "  load: -3", "  d: 0.02")
        text = replaced(text, "      - {type: traction, group: top, traction: [0, 0, load]}\n", "")
        text = replaced(text, "[{type: fixed, group: bottom}]",
                        "[{type: fixed, group: bottom}, {type: prescribed, group: top, values: {x: 0, y: 0, z: d}}]")
        text = replaced(text, "{type: misfit, object: block, group: top, data: [0, 0, 0]}",
                        "{type: reaction, object: block, group: bottom, component: z}")
        summary, parameters, _ = self.gradient(text, "--parameters", "E,d")
        self.assertClose(summary["value"], -1000 * 0.02 / 2, 1e-10)
        self.assertClose(parameters["E"]["derivative"], -0.02 / 2, 1e-9)
        self.assertClose(parameters["d"]["derivative"], -1000 / 2, 1e-9)

    def test_parameters_of_blocks_are_those_of_the_gradient(self):
        _, parameters, _ = self.gradient(BAR)
        self.assertEqual(list(parameters), ["E"])
        text = replaced(BAR, "  E: {of: elastic on block, number: young, between: [100, 1e5], scale: log}\n",
                        "  half: 500\n  E: 2 * half\n")
        text = replaced(text, "young: 1000", "young: E")
        summary, parameters, _ = self.gradient(text)
        self.assertEqual(list(parameters), ["half", "load"])
        self.assertClose(parameters["half"]["derivative"], -2 * summary["value"] / 500, 1e-10)

    def test_settings_and_starts_replace_numbers(self):
        text = replaced(BAR, "number: young,", "number: young, start: 2000,")
        self.assertClose(self.gradient(text)[0]["value"], 4 * 0.5 * (2 * 3 / 2000) ** 2, 1e-10)
        self.assertClose(self.gradient(BAR, "--set", "E=500")[0]["value"], 4 * 0.5 * (2 * 3 / 500) ** 2, 1e-10)
        run = self.assertRuns("run", "case.yaml", "--set", "E=500", "--summary", "run.json")
        displacement = json.loads((self.folder / "run.json").read_text())["objects"][0]["largest_displacement"]
        self.assertClose(displacement["value"], 2 * 3 / 500, 1e-10)
        self.assertNotIn("is not used", run.all)

    def test_steps_at_which_objectives_are_evaluated(self):
        """Loads t / 4 at the steps 1 to 4."""
        text = replaced(BAR, "[0, 0, load]}", "[0, 0, load], history: [[0, 0], [1, 1]]}")
        text = replaced(text, "data: [0, 0, 0]}", "data: [0, 0, 0], at: all}")
        text += "analysis: {type: static, steps: 4}\n"
        J = 4 * 0.5 * (2 * 3 / 1000) ** 2
        for at, share in (("all", (1 + 4 + 9 + 16) / 16), ("end", 1), ("[1, 3]", (1 + 9) / 16)):
            summary, parameters, _ = self.gradient(text.replace("at: all", f"at: {at}"))
            self.assertClose(summary["value"], share * J, 1e-10)
            self.assertClose(parameters["E"]["derivative"], -2 * share * J / 1000, 1e-10)


class Nonlinear(Gradients):
    def test_tied_blocks_with_large_deformation(self):
        summary, parameters, _ = self.gradient(SOFT, "--check")
        self.assertTaylor(summary)
        self.assertEqual(list(parameters), ["mu", "nu", "E", "load", "weight"])
        self.assertDifferences(SOFT, parameters, "nu", "weight")

    def test_energy_of_tied_blocks(self):
        """Energies of bodies with large strain, whose forces depend on the parameters."""
        text = SOFT[:SOFT.index("objective:")] + "objective: [{type: energy, object: lower}, {type: energy, object: upper, weight: 2}]\nsolver: {preset: direct}\n"
        summary, parameters, _ = self.gradient(text, "--check")
        self.assertTaylor(summary)
        self.assertDifferences(text, parameters, "mu", "nu", "E")
        alone, of_one, _ = self.gradient(text, ranks=1)
        self.assertClose(summary["value"], alone["value"], 1e-10)
        self.assertClose(parameters["mu"]["derivative"], of_one["mu"]["derivative"], 1e-9)

    def test_results_are_those_on_one_rank(self):
        alone, of_one, _ = self.gradient(SOFT, ranks=1)
        summary, parameters, _ = self.gradient(SOFT)
        self.assertClose(summary["value"], alone["value"], 1e-10)
        for name, parameter in parameters.items():
            self.assertClose(parameter["derivative"], of_one[name]["derivative"], 1e-10)

    def test_unilateral_contact(self):
        summary, parameters, _ = self.gradient(CONTACT, "--check")
        self.assertTaylor(summary)
        self.assertEqual(summary["near_changes"], 0)
        self.assertDifferences(CONTACT, parameters, "push")

    def test_surfaces_in_contact_with_large_strain(self):
        text = replaced(with_surfaces(", method: nodes"), "z: -0.05", "z: -0.15")
        summary, parameters, _ = self.gradient(text, "--check")
        self.assertTaylor(summary)
        self.assertDifferences(text, parameters, "push")

    def test_incompressibility(self):
        text = replaced(ONE, "{type: linear-elastic, young: 1000, poisson: 0.3}", "{type: mooney-rivlin, c10: c10, c01: 10, bulk: 60}")
        text = "parameters: {c10: 30, load: -4, bulk: 3000}\n" + replaced(text, "[0, 0.1, -1]", "[1, 0, load]")
        text += ("constraints: [{type: incompressible, name: volume, object: block, strain: finite, pressure: constant, bulk: bulk}]\n"
                 "objective: [{type: displacement, object: block, group: top, component: z}]\n"
                 "solver: {preset: direct}\n")
        summary, parameters, _ = self.gradient(text, "--check")
        self.assertTaylor(summary)
        self.assertDifferences(text, parameters, "bulk")

    def test_a_rigid_body_with_a_joint_and_a_mapped_point(self):
        summary, parameters, _ = self.gradient(LINK, "--check")
        self.assertTaylor(summary)
        self.assertDifferences(LINK, parameters, "k", "stiffness", "force", "angle")

    def test_a_follower_load_has_an_unsymmetric_tangent(self):
        text = replaced(ONE, "{type: traction, group: top, traction: [0, 0.1, -1]}", "{type: follower-pressure, group: east, pressure: p}")
        text = "parameters: {p: 60, E: 1000}\n" + replaced(text, "young: 1000", "young: E")
        text = replaced(text, "linear-elastic", "saint-venant-kirchhoff")
        text += "objective: [{type: displacement, object: block, group: top, component: x}]\nsolver: {preset: direct}\n"
        summary, parameters, _ = self.gradient(text, "--check")
        self.assertTaylor(summary)
        self.assertDifferences(text, parameters, "p")


@on_all_ranks("messages")
class Messages(Gradients):
    def fails(self, text, *says, words=(), code=2):
        self.write("case.yaml", text)
        self.assertFails(self.tenon("gradient", "case.yaml", *words), code, *map(re.escape, says))

    def test_missing_parts_are_named(self):
        self.fails(re.sub("objective: .*\n", "", BAR), "case.yaml: a gradient needs an objective")
        self.fails(re.sub(r"parameters:\n.*\n.*\n", "", BAR).replace("load]", "-3]"), "A gradient needs parameters")
        self.fails(BAR, "There is no parameter 'e'", words=("--parameters", "e"))

    def test_wrong_definitions_are_named(self):
        for old, new, says in (
                ("of: elastic on block", "of: elastic on blok", "parameters.E.of: there is no contributor 'elastic on blok'; did you mean 'elastic on block'?"),
                ("number: young", "number: yuong", "contains no number 'yuong'; did you mean 'young'?"),
                ("between: [100, 1e5]", "between: [100]", "parameters.E.between: the range of a parameter must be [smallest value, largest value]."),
                ("between: [100, 1e5]", "between: [1e4, 1e5]", "the value 1000 of the parameter is outside of this range."),
                ("scale: log", "scale: logarithmic", "the scale of a parameter must be 'linear' or 'log'."),
                ("young: 1000", "young: -1", "parameters.E.between: the value -1 of the parameter is outside of this range."),
                ("between: [100, 1e5], scale: log", "start: -2, scale: log", "parameters.E.scale: a logarithmic scale needs a positive value, but it is -2."),
                ("between: [100, 1e5]", "between: [0, 1e5]", "parameters.E.between: a logarithmic scale needs a positive range."),
                ("between:", "betwen:", "there is no key 'betwen' here; did you mean 'between'?"),
                ("number: young, ", "", "`of` and `number` belong together"),
                ("type: misfit", "type: misfits", "there is no objective 'misfits'; did you mean 'misfit'?"),
                ("group: top, data", "grup: top, data", "there is no key 'grup' here; did you mean 'group'?"),
                ("group: top, data", "group: tip, data", "objective[0]: ")):
            with self.subTest(says=says):
                text = replaced(BAR, old, new)
                self.fails(text, says)
                self.assertFails(self.tenon("check", "case.yaml"), 2, re.escape(says))

    def test_places_without_a_derivative_are_named(self):
        text = replaced(BAR, "    mesh: bar.msh", "    mesh: bar.msh\n    place: {move: [0, 0, load]}")
        self.fails(text, "objects.block.place.move[2]: the parameter 'load' is used here, but gradients are available only for",
                   words=("--parameters", "load"))
        self.fails(replaced(BAR, "data: [0, 0, 0]", "data: [0, 0, load]"), "objective[0].data[2]: the parameter 'load' is used here",
                   words=("--parameters", "load"))
        text = replaced(BAR, "  load: -3", "  load: -3\n  spare: 1")
        self.fails(text, "the parameter 'spare' is not used", words=("--parameters", "spare"))
        text = replaced(BAR, "  load: -3", "  load: -1 * 3 * part\n  part: 1")
        self.fails(text, "the value is a formula of other parameters", words=("--parameters", "load"))

    def test_models_without_a_derivative_are_named(self):
        plastic = replaced(BAR, "{type: linear-elastic, young: 1000, poisson: 0}", "{type: j2-plasticity, young: 1000, poisson: 0.3, yield_stress: 50}")
        self.fails(plastic, "Gradients are not available, because 'elastic on block' has internal variables")
        corotational = replaced(BAR, "{type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0}}",
                                "{type: corotational, young: 1000, poisson: 0.3}")
        corotational = replaced(corotational, "elastic on block", "corotational on block")
        self.fails(replaced(replaced(corotational, "load: -3", "load: -5"), "[0, 0, load]", "[load, 0, 0]"),
                   "because the tangent of 'corotational on block' is not the derivative of its forces: select the exact tangent")
        self.fails(with_surfaces(), "because the Jacobian of 'contact' lacks the derivatives of the overlaps: use `method: nodes`")
        self.fails(with_surfaces(", friction: 0.3"), "because 'contact' has friction, and slip has no derivative")
        self.fails(BAR + "analysis: {type: arc-length, step: 0.1, end_time: 1}\n", "Gradients are available for analyses of type 'static' and 'transient' only")

    def test_wrong_objectives_are_named(self):
        old = "{type: misfit, object: block, group: top, data: [0, 0, 0]}"
        for new, says in (
                ("{type: misfit, object: block, field: velocity, data: [0, 0, 0]}",
                 "The objective 'misfit of velocity on block' needs velocities, which a static analysis does not have"),
                ("{type: history-misfit, object: block, data: []}", "objective[0].data: "),
                ("{type: history-misfit, object: block, data: [[0, 0]], noise: 0}", "objective[0].noise: "),
                ("{type: history-misfit, object: block, component: w, data: [[0, 0]]}", "objective[0].component: "),
                ("{type: energy, object: blok}", "There is no object 'blok'; did you mean 'block'?"),
                ("{type: displacement, object: block, integrate: 2}", "objective[0].integrate: ")):
            with self.subTest(says=says):
                self.fails(replaced(BAR, old, new), says)
        loads = replaced(BAR, old, "{type: energy, object: block}")
        loads = replaced(loads, "type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0}", "type: gravity, acceleration: [0, 0, -1], density: 1")
        loads = replaced(loads, "  E: {of: elastic on block, number: young, between: [100, 1e5], scale: log}\n", "")
        self.fails(loads, "The objective `energy` has no value for 'block', because loads and forces that depend on velocities do not contribute")

    def test_rows_that_are_about_to_close_are_counted(self):
        summary, _, run = self.gradient(replaced(CONTACT, "z: -0.05", "z: -0.01"))
        self.assertEqual(summary["near_changes"], 16)
        self.assertIn("16 of 16 rows with bounds are about to open or to close", run.err)

    def test_a_kink_fails_the_taylor_test(self):
        """The gap of 0.01 opens if the displacement of the support changes by 0.3 %."""
        text = replaced(CONTACT, "z: -0.05", "z: -0.01003")
        self.fails(text, "The gradient does not pass the Taylor test: the order of the remainder is ",
                   words=("--check", "--parameters", "push"), code=3)


if __name__ == "__main__":
    unittest.main()
