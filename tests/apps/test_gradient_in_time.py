# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies gradients of transient analyses (`tenon gradient`) by Taylor tests and by differences of
whole runs: material, density, load, damping, prescribed motion and initial velocities."""
import re
import unittest

import test_gradient
from tenon_program import on_all_ranks, replaced

BEAM = """\
parameters:
  E: {of: elastic on block, number: young, between: [100, 1e5], scale: log}
  rho: {of: consistent on block, number: density}
  load: {of: traction on block/top, number: "traction[0]"}
  speed: 0.7
objects:
  block:
    mesh: bar.msh
    initial: {velocity: [speed, 0, 0], angular_velocity: [0, 2*speed, 0]}
    forces:
      - {type: elastic, material: {type: neo-hookean, young: 1000, poisson: 0.3}}
      - {type: traction, group: top, traction: [20, 5, 0]}
    masses: [{type: consistent, density: 2}]
    conditions: [{type: fixed, group: bottom}]
objective:
  - {type: misfit, object: block, group: top, data: [0.1, 0, 0], at: all}
  - {type: reaction, object: block, group: bottom, component: x, weight: 1e-3}
analysis: {type: transient, stepper: generalised-alpha, step: 0.01, end_time: 0.06}
solver: {preset: direct}
"""
# A rigid bar in the plane that swings about a hinge, with a damped spring at its free end.
PENDULUM = """\
parameters: {weight: -9.81, stiffness: 8, damping: 0.4, turn: 0.5}
objects:
  bar:
    space: 2
    bodies: [{name: bar, position: [0.5, 0], mass: 2, inertia: 0.3}]
    initial: {velocity: [0, 0.1*turn], angular_velocity: [0, 0, turn]}
    forces: [{type: gravity, acceleration: [0, weight]}]
interactions:
  - {type: point-springs, first: {object: bar, group: bar}, at: [1, 0], to: [1.5, 1], stiffness: stiffness, damping: damping}
constraints: [{type: hinge-joint, name: hinge, first: {object: bar, group: bar}, at: [0, 0]}]
objective:
  - {type: misfit, object: bar, data: [0.4, -0.2], at: all}
  - {type: multiplier, constraint: hinge, row: 1, weight: 1e-2, at: all}
analysis: {type: transient, stepper: generalised-alpha, step: 0.02, end_time: 0.2}
solver: {preset: direct}
"""
NAMES = ("E", "rho", "load", "speed")


def moving_contact(history):
    """Returns a block that is pressed onto another one with a prescribed history."""
    text = replaced(test_gradient.CONTACT, "analysis: {type: static}", "analysis: {type: transient, stepper: implicit-euler, step: 0.01, end_time: 0.06}")
    text = replaced(text, "values: {x: 0, y: 0, z: -0.05}", "values: {x: 0, y: 0, z: -0.05}, history: " + history)
    return re.sub(r"( +)conditions:", r"\1masses: [{type: consistent, density: 0.1}]\n\1conditions:", text)


@on_all_ranks("solver")
class Motion(test_gradient.Gradients):
    def test_time_integrators(self):
        for stepper in ("generalised-alpha", "bdf2", "implicit-euler"):
            with self.subTest(stepper=stepper):
                text = replaced(BEAM, "generalised-alpha", stepper)
                summary, parameters, _ = self.gradient(text, "--check", "--parameters", ",".join(NAMES))
                self.assertTaylor(summary)
                self.assertDifferences(text, parameters, *NAMES)

    def test_objectives_of_velocities_and_energies(self):
        """Objectives of velocities, also of a linearly mapped object, of data over time and of
        energies, also as integrals."""
        others = """objective:
  - {type: misfit, object: block, group: top, field: velocity, data: [0.5, 0, 0], at: all}
  - {type: history-misfit, object: block, group: top, data: [[0, 0], [0.06, 0.1]], noise: 0.1, at: all, integrate: true, weight: 100}
  - {type: history-misfit, object: block, group: top, field: velocity, component: y, data: [[0, 0.1]], at: [2, 5]}
  - {type: energy, object: block, weight: 0.3, at: all, integrate: true}
  - {type: misfit, object: centre, field: velocity, data: [0.3, 0.1, 0], at: [3, 6]}
"""
        centre = "  centre: {mapping: {type: centre-of-mass, parent: block, weights: equal}}\n"
        text = BEAM[:BEAM.index("objective:")] + centre + others + BEAM[BEAM.index("analysis:"):]
        for stepper in ("generalised-alpha", "implicit-euler"):
            with self.subTest(stepper=stepper):
                of_stepper = replaced(text, "generalised-alpha", stepper)
                summary, parameters, _ = self.gradient(of_stepper, "--check", "--parameters", ",".join(NAMES))
                self.assertTaylor(summary)
                self.assertDifferences(of_stepper, parameters, "E", "speed")
        alone, of_one, _ = self.gradient(of_stepper, "--parameters", ",".join(NAMES), ranks=1)
        self.assertClose(summary["value"], alone["value"], 1e-9)
        for name, parameter in parameters.items():
            self.assertClose(parameter["derivative"], of_one[name]["derivative"], 1e-9)

    def test_energy_at_a_jump_of_the_prescribed_velocity(self):
        """The step that ends at the jump is followed by a restart, which is recorded as well."""
        text = replaced(BEAM, "conditions: [{type: fixed, group: bottom}]",
                        "conditions: [{type: prescribed, group: bottom, values: {x: 0.1, y: 0, z: 0}, history: [[0, 0], [0.03, 1], [0.06, 1]]}]")
        text = text[:text.index("objective:")] + "objective: [{type: energy, object: block, at: all}]\n" + text[text.index("analysis:"):]
        for stepper in ("generalised-alpha", "implicit-euler"):
            with self.subTest(stepper=stepper):
                of_stepper = replaced(text, "generalised-alpha", stepper)
                summary, parameters, _ = self.gradient(of_stepper, "--check", "--parameters", "E")
                self.assertTaylor(summary)
                self.assertDifferences(of_stepper, parameters, "E")

    def test_results_are_those_on_one_rank(self):
        alone, of_one, _ = self.gradient(BEAM, "--parameters", ",".join(NAMES), ranks=1)
        summary, parameters, _ = self.gradient(BEAM, "--parameters", ",".join(NAMES))
        self.assertClose(summary["value"], alone["value"], 1e-9)
        for name, parameter in parameters.items():
            self.assertClose(parameter["derivative"], of_one[name]["derivative"], 1e-9)

    def test_a_pendulum_with_a_damped_spring(self):
        """The damping force depends on the rotation, and the initial velocities do not satisfy the
        constraint of the hinge."""
        for stepper in ("generalised-alpha", "bdf2", "implicit-euler"):
            with self.subTest(stepper=stepper):
                text = replaced(PENDULUM, "generalised-alpha", stepper)
                summary, parameters, _ = self.gradient(text, "--check")
                self.assertTaylor(summary)
                self.assertDifferences(text, parameters, "weight", "stiffness", "damping", "turn")

    def test_unilateral_contact(self):
        text = moving_contact("[[0, 0], [0.1, 1]]")
        summary, parameters, _ = self.gradient(text, "--check")
        self.assertTaylor(summary)
        self.assertEqual(summary["near_changes"], 0)
        self.assertDifferences(text, parameters, "E", "push", "gap")

    def test_states_in_a_temporary_file(self):
        in_memory = self.gradient(BEAM, "--parameters", "E")[1]
        in_file = self.gradient(BEAM, "--parameters", "E", "--memory", "0")[1]
        self.assertClose(in_file["E"]["derivative"], in_memory["E"]["derivative"], 1e-10)
        self.assertEqual(list(self.folder.glob(".tenon-*")), [])

    def test_rayleigh_damping_of_a_linear_material(self):
        text = replaced(BEAM, "type: neo-hookean", "type: linear-elastic") + "rayleigh: {mass: 3, stiffness: 2e-3}\n"
        summary, parameters, _ = self.gradient(text, "--check")
        self.assertTaylor(summary)
        self.assertDifferences(text, parameters, "E", "rho")


@on_all_ranks("messages")
class Messages(test_gradient.Gradients):
    def test_analyses_without_a_derivative_are_named(self):
        for old, new, says in (
                ("stepper: generalised-alpha", "stepper: central-difference", "the time integrator 'central-difference' has no adjoint equations: use `stepper: implicit-euler`"),
                ("end_time: 0.06", "end_time: 0.06, project_velocities: true", "`project_velocities: true` changes the velocities"),
                ("solver:", "rayleigh: {stiffness: 1e-3}\nsolver:", "'elastic on block' is nonlinear and has Rayleigh damping")):
            with self.subTest(says=says):
                self.fails(replaced(BEAM, old, new), says)

    def fails(self, text, says):
        self.write("case.yaml", text)
        self.assertFails(self.tenon("gradient", "case.yaml", "--parameters", "E"), 2, re.escape("Gradients are not available, because " + says))

    def test_velocities_of_nonlinear_mappings_are_named(self):
        text = replaced(BEAM, "objective:", "  size: {mapping: {type: volume, parent: block}}\nobjective:\n  - {type: misfit, object: size, field: velocity, data: {x: 0.1}}")
        self.write("case.yaml", text)
        self.assertFails(self.tenon("gradient", "case.yaml", "--parameters", "E"), 2,
                         "depends on velocities of the mapped object 'size', whose derivatives are available only if all mappings are linear")

    def test_jumps_with_closed_contacts_are_named(self):
        self.fails(moving_contact("[[0, 0], [0.05, 1]]"), "the velocities of prescribed motion or of constraints jump at t = 0.05 while contacts are closed")


if __name__ == "__main__":
    unittest.main()
