# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies parameters that move nodes: closed forms of a bar, Taylor orders and differences of
whole runs for several cell types, analyses and contributors, optimisations of shapes, and
messages."""
import csv
import re
import unittest

import h5py
import numpy as np

import test_gradient
from blocks import block
from tenon_program import RANKS, box, on_all_ranks, replaced

# Bar of length 2 + length and of width 1 + width under a traction at its end, with Poisson's ratio
# zero: u_z = t l / E.
BAR = """\
parameters:
  length: {of: block, positions: [0, 0, z / 2], start: 0.5}
  width: {of: block, positions: [x, 0, 0]}
objects:
  block:
    mesh: bar.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0}}
      - {type: traction, group: top, traction: [0, 0, -3]}
    conditions: [{type: fixed, group: bottom}]
objective: [{type: displacement, object: block, group: top, component: z}]
solver: {preset: direct}
"""
OBJECTIVE = "{type: displacement, object: block, group: top, component: z}"

# Cantilever with large deflection under loads that depend on the position, the volume and the
# surface.
CANTILEVER = """\
parameters:
  height: {of: block, positions: [0, "y * (1 + 0.5 * x)", 0], start: 0.1}
  bend: {of: block, positions: ["0.05*sin(z)", 0, "0.1*x*(1-x)"], group: body}
objects:
  block:
    mesh: cells.msh
    forces:
      - {type: elastic, material: {type: neo-hookean, young: 1000, poisson: 0.3}}
      - {type: gravity, density: 2, acceleration: [0, 0, -9.81]}
      - {type: traction, group: east, traction: [0, "1 + 0.3 * z", -4]}
      - {type: pressure, group: top, pressure: 2}
    masses: [{type: consistent, density: 2}]
    conditions: [{type: fixed, group: west}]
objective:
  - {type: misfit, object: block, group: east, data: [0, 0.01, -0.02]}
  - {type: reaction, object: block, group: west, component: z, weight: 0.01}
  - {type: energy, object: block, weight: 0.1}
  - {type: volume, object: block, weight: 0.05}
analysis: {type: static, tolerance: 1e-12}
solver: {preset: direct}
"""
NAMES = ("height", "bend")


class Shapes(test_gradient.Gradients):
    def assertShape(self, text, *names, step=2e-3):
        """Compares derivatives with a Taylor test and with sixth-order differences of runs. On
        several ranks the direct solver adds in the order in which messages arrive, which affects
        differences."""
        tolerance = 1e-8 if RANKS == 1 else 1e-7
        summary, parameters, _ = self.gradient(text, "--check")
        self.assertTaylor(summary)
        for name in names:
            with self.subTest(parameter=name):
                values = {}
                for k in (-3, -2, -1, 1, 2, 3):
                    words = ("--set", f"{name}={parameters[name]['value'] + k * step!r}", "--parameters", name)
                    values[k] = self.gradient(text, *words)[0]["value"]
                slope = sum(c * (values[k] - values[-k]) for k, c in ((1, 45), (2, -9), (3, 1))) / (60 * step)
                self.assertClose(parameters[name]["derivative"], slope, tolerance)


@on_all_ranks("partition")
class Bars(Shapes):
    def test_the_displacement_and_the_compliance_of_a_bar(self):
        summary, parameters, _ = self.gradient(BAR)
        self.assertClose(summary["value"], -3 * 2.5 / 1000, 1e-10)
        self.assertClose(parameters["length"]["derivative"], -3 / 1000, 1e-9)
        self.assertLess(abs(parameters["width"]["derivative"]), 1e-9 * abs(summary["value"]))
        summary, parameters, _ = self.gradient(replaced(BAR, OBJECTIVE, "{type: compliance}"))
        self.assertClose(summary["value"], 9 * 2.5 / 1000, 1e-10)
        self.assertClose(parameters["length"]["derivative"], 9 / 1000, 1e-9)
        self.assertClose(parameters["width"]["derivative"], 9 * 2.5 / 1000, 1e-9)
        _, parameters, _ = self.gradient(replaced(BAR, OBJECTIVE, "{type: energy, object: block}"))
        self.assertClose(parameters["length"]["derivative"], 4.5 / 1000, 1e-9)

    def test_the_volume_of_a_bar(self):
        summary, parameters, run = self.gradient(replaced(BAR, OBJECTIVE, "{type: volume, object: block, weight: 2}"))
        self.assertClose(summary["value"], 5, 1e-12)
        self.assertClose(parameters["length"]["derivative"], 2, 1e-10)
        self.assertClose(parameters["width"]["derivative"], 5, 1e-10)
        self.assertIn("volume on block", run.out)

    def test_a_number_that_depends_on_the_same_parameter(self):
        """The load of the end is -3 in total: u_z = -3 l / (E (1 + width))."""
        text = replaced(replaced(BAR, "[x, 0, 0]}", "[x, 0, 0], start: 0.25}"), "[0, 0, -3]", "[0, 0, -3 / (1 + width)]")
        summary, parameters, _ = self.gradient(text)
        self.assertClose(summary["value"], -3 * 2.5 / 1250, 1e-10)
        self.assertClose(parameters["width"]["derivative"], 3 * 2.5 / 1000 / 1.25**2, 1e-9)

    def test_an_amplitude_that_is_a_formula(self):
        text = replaced(BAR, "start: 0.5}", "start: 2 * half}\n  half: {start: 0.25}")
        _, parameters, _ = self.gradient(text, "--parameters", "half,width")
        self.assertClose(parameters["half"]["derivative"], -6 / 1000, 1e-9)

    def test_results_are_those_on_one_rank(self):
        self.write("cells.msh", block("hex8", (4, 2, 2), lambda r, s, t: (2 * r, s, t)))
        alone, of_one, _ = self.gradient(CANTILEVER, ranks=1)
        summary, parameters, _ = self.gradient(CANTILEVER)
        self.assertClose(summary["value"], alone["value"], 1e-10)
        for name, parameter in parameters.items():
            self.assertClose(parameter["derivative"], of_one[name]["derivative"], 1e-10)

    def test_a_run_writes_the_moved_mesh(self):
        self.write("case.yaml", BAR)
        self.assertRuns("run", "case.yaml", "--set", "width=-0.5")
        with h5py.File(self.folder / "case.h5") as file:
            points = self.points(file)
        np.testing.assert_allclose(points.max(axis=0), [0.5, 1, 2.5], rtol=1e-14)

    @staticmethod
    def points(file):
        found = []
        file.visititems(lambda name, item: found.append(item) if isinstance(item, h5py.Dataset) and item.ndim == 2
                        and name.split("/")[-1] in ("points", "nodes", "coordinates") else None)
        return found[0][:]


class Solids(Shapes):
    def test_cell_types(self):
        for kind, cells in (("hex8", (4, 2, 2)), ("hex20", (2, 1, 1)), ("tet10", (2, 1, 1)), ("tet4", (3, 2, 2))):
            with self.subTest(kind=kind):
                self.write("cells.msh", block(kind, cells, lambda r, s, t: (2 * r, s, t)))
                self.assertShape(CANTILEVER, "bend" if kind == "tet4" else "height")

    def test_materials(self):
        self.write("cells.msh", block("hex8", (3, 2, 2), lambda r, s, t: (2 * r, s, t)))
        for material in ("linear-elastic", "saint-venant-kirchhoff"):
            with self.subTest(material=material):
                self.assertShape(replaced(CANTILEVER, "neo-hookean", material), "height")

    def test_a_group_of_nodes(self):
        self.write("cells.msh", block("hex8", (3, 2, 2), lambda r, s, t: (2 * r, s, t)))
        self.assertShape(CANTILEVER.replace("group: body", "group: top"), "bend")

    def test_plane_and_axisymmetric_objects(self):
        plane = re.sub("parameters:.*?objects:", """parameters:
  height: {of: block, positions: [0, "y * (1 + 0.5 * x)"], start: 0.1}
  bend: {of: block, positions: ["0.05*x*sin(y)", "0.1*x"], group: body}
objects:""", CANTILEVER, flags=re.DOTALL)
        plane = replaced(plane, "acceleration: [0, 0, -9.81]", "acceleration: [0, -9.81]")
        plane = replaced(plane, '[0, "1 + 0.3 * z", -4]', '[1, "0.1 + 0.3 * y"]').replace("component: z", "component: y")
        plane = replaced(replaced(plane, "[0, 0.01, -0.02]", "[0.01, -0.02]"), "group: top, pressure", "group: north, pressure")
        for kind in ("quad4", "quad8", "tri6"):
            self.write("cells.msh", block(kind, (4, 2), lambda r, s: (2 * r, s)))
            thick = replaced(plane, "mesh: cells.msh", "mesh: cells.msh\n    thickness: 0.3")
            with self.subTest(kind=kind):
                self.assertShape(thick, "bend")
                ring = replaced(plane, "mesh: cells.msh", "mesh: cells.msh\n    axisymmetric: true")
                self.assertShape(ring.replace("fixed, group: west", "fixed, group: south"), "height")

    def test_motion(self):
        """Initial velocities depend on the positions as well."""
        self.write("cells.msh", block("hex8", (3, 1, 1), lambda r, s, t: (2 * r, s, t)))
        text = replaced(CANTILEVER, "mesh: cells.msh", "mesh: cells.msh\n    initial: {angular_velocity: [0, 0, 0.5]}")
        text = text.replace("weight: 0.05}", "weight: 0.05, at: all}").replace("-0.02]}", "-0.02], at: all}")
        for stepper in ("generalised-alpha", "implicit-euler"):
            with self.subTest(stepper=stepper):
                analysis = f"analysis: {{type: transient, stepper: {stepper}, step: 0.01, end_time: 0.04}}"
                self.assertShape(replaced(text, "analysis: {type: static, tolerance: 1e-12}", analysis), "bend" if stepper == "implicit-euler" else "height")

    def test_prescribed_displacements_that_depend_on_the_position(self):
        self.write("cells.msh", block("hex8", (3, 2, 2), lambda r, s, t: (2 * r, s, t)))
        held = '{type: prescribed, group: west, field: {x: "0.1 * y^2", y: 0, z: 0}}'
        self.assertShape(replaced(CANTILEVER, "{type: fixed, group: west}", held), *NAMES)

    def test_an_amplitude_that_is_almost_zero(self):
        """The steps of differences do not depend on the amplitude."""
        self.write("cells.msh", block("hex8", (2, 1, 1), lambda r, s, t: (2 * r, s, t)))
        text = replaced(CANTILEVER, "mesh: cells.msh", "mesh: cells.msh\n    initial: {angular_velocity: [0, 0, 0.5]}")
        analysis = "analysis: {type: transient, stepper: generalised-alpha, step: 0.01, end_time: 0.02}"
        text = replaced(text, "analysis: {type: static, tolerance: 1e-12}", analysis)
        _, of_zero, _ = self.gradient(replaced(text, "start: 0.1", "start: 0"))
        _, parameters, _ = self.gradient(replaced(text, "start: 0.1", "start: 1e-11"))
        for name in NAMES:
            self.assertClose(parameters[name]["derivative"], of_zero[name]["derivative"], 1e-8)

    def test_rayleigh_damping(self):
        self.write("cells.msh", block("hex8", (2, 1, 1), lambda r, s, t: (2 * r, s, t)))
        text = replaced(CANTILEVER, "neo-hookean", "linear-elastic") + "rayleigh: {mass: 3, stiffness: 2e-3}\n"
        analysis = "analysis: {type: transient, stepper: generalised-alpha, step: 0.01, end_time: 0.03}"
        self.assertShape(replaced(text, "analysis: {type: static, tolerance: 1e-12}", analysis), "height")

    def test_constraints_and_interactions(self):
        """Incompressibility, a constraint on displacements that depends on the position, a stiff
        foundation, and springs to fixed particles."""
        self.write("cells.msh", block("hex8", (3, 2, 2), lambda r, s, t: (2 * r, s, t)))
        text = replaced(CANTILEVER, "{type: neo-hookean, young: 1000, poisson: 0.3}", "{type: mooney-rivlin, c10: 200, c01: 10, bulk: 600}")
        text = replaced(text, "    masses:", "      - {type: rest-shape-springs, group: top, stiffness: 8}\n    masses:")
        text = replaced(text, "objective:", """  ground:
    particles: [{name: g, position: [2, 0.5, 2], mass: 1}]
    conditions: [{type: fixed, group: g}]
interactions:
  - {type: springs, first: {object: block}, second: {object: ground}, pairs: [[7, 1]], stiffness: 3}
constraints:
  - {type: incompressible, name: volume, object: block, strain: finite, pressure: constant, bulk: 3000}
  - {type: prescribed, name: push, object: block, group: east, values: {x: 0.01}, gradient: [[0, 0, 0.02], [0, 0, 0], [0, 0, 0]]}
objective:
  - {type: multiplier, constraint: push, weight: 1e-4}""")
        text = re.sub("  - {type: energy.*\n", "", text)
        self.assertShape(text, *NAMES)


@on_all_ranks("constraints")
class Ties(Shapes):
    def test_tied_blocks_that_move_together(self):
        """The interface moves with both blocks, by two amplitudes that are one parameter."""
        text = test_gradient.SOFT
        text = re.sub("parameters:.*?objects:", """parameters:
  load: -12
  arch: {of: lower, positions: [0, 0, "0.2 * z * x"], start: 0.1}
  above: {of: upper, positions: [0, 0, "0.2 * (2 - z) * x"], start: arch}
objects:""", text, flags=re.DOTALL)
        text = replaced(text, '[0, "0.01 * x", -0.1]', "[0, 0.01, -0.1]")
        summary, parameters, _ = self.gradient(text, "--check", "--parameters", "arch")
        self.assertTaylor(summary)
        self.assertDifferences(text, parameters, "arch", step=1e-2)
        alone, of_one, _ = self.gradient(text, "--parameters", "arch", ranks=1)
        self.assertClose(parameters["arch"]["derivative"], of_one["arch"]["derivative"], 1e-10)


@on_all_ranks("solver")
class Optimisations(Shapes):
    # J = F^2 l / (E A) + w l A is smallest at A = F / sqrt(E w).
    WIDTH = replaced(replaced(BAR, "[x, 0, 0]}", "[x, 0, 0], between: [-0.5, 3]}"),
                     "  length: {of: block, positions: [0, 0, z / 2], start: 0.5}\n", "")
    WIDTH = replaced(WIDTH, "[0, 0, -3]", "[0, 0, -3 / (1 + width)]")
    WIDTH = replaced(WIDTH, OBJECTIVE, "{type: compliance}, {type: volume, object: block, weight: 0.004}") + "optimise: {gradient: 1e-8}\n"

    def test_the_width_of_a_bar(self):
        self.write("case.yaml", self.WIDTH)
        self.assertRuns("optimise", "case.yaml", "--table", "table.csv", "--output", "best")
        with h5py.File(self.folder / "best.h5") as file:
            points = Bars.points(file)
        self.assertClose(points[:, 0].max(), 1.5, 1e-6)

    def test_a_range_holds(self):
        text = replaced(BAR, "start: 0.5}", "start: 0.5, between: [0.25, 1]}")
        text = replaced(text, OBJECTIVE, "{type: volume, object: block}")
        self.write("case.yaml", text)
        run = self.assertRuns("optimise", "case.yaml", "--parameters", "length", "--table", "table.csv")
        rows = [row for row in csv.DictReader(line for line in (self.folder / "table.csv").read_text().splitlines()
                                              if not line.startswith("#"))]
        self.assertAlmostEqual(min(float(row["length"]) for row in rows), 0.25, places=12)
        self.assertIn("lower", run.out)

    def test_inverted_elements_shorten_a_step(self):
        """The first step leads to a negative width."""
        text = replaced(self.WIDTH, "between: [-0.5, 3]", "start: 6")
        self.write("case.yaml", text)
        run = self.assertRuns("optimise", "case.yaml", "--output", "best")
        with h5py.File(self.folder / "best.h5") as file:
            points = Bars.points(file)
        self.assertClose(points[:, 0].max(), 1.5, 1e-6)
        self.assertIn("is not admissible", run.all)
        self.assertNotIn(" 0 of them failed", run.out)


class Messages(Shapes):
    def fails(self, text, *says, command="gradient", words=(), code=2):
        self.write("case.yaml", text)
        self.assertFails(self.tenon(command, "case.yaml", *words), code, *says)

    def test_wrong_definitions(self):
        for old, new, says in (
                ("length: {of: block", "length: {of: blok", "there is no object 'blok'; did you mean 'block'"),
                ("length: {of: block, ", "length: {", "add its name, as in `of: block`"),
                ("start: 0.5}", "number: young}", "`positions` moves the nodes of an object: remove this key"),
                ("start: 0.5}", "group: tip}", "tip"),
                ("[0, 0, z / 2]", "[0, 0]", "3"),
                ("[0, 0, z / 2]", "[0, 0, q]", "'q'"),
                ("  width: {of: block, positions: [x, 0, 0]}", "  width: {start: 1, group: top}", "`group` selects the nodes")):
            with self.subTest(new=new):
                self.fails(replaced(BAR, old, new), says, command="check")

    def test_inverted_elements(self):
        self.fails(BAR, "parameters.length: the shape with length = -2.5, width = 0 is not admissible: ",
                   r"element 1 \(hex8\) has a Jacobian determinant that is not positive", command="run", words=("--set", "length=-2.5"))

    def test_places_without_a_derivative(self):
        mapped = "  size: {mapping: {type: volume, parent: block}}\nobjective:"
        text = replaced(BAR, "{of: block, positions: [x, 0, 0]}", "{of: block, positions: [x * factor, 0, 0]}\n  factor: 1")
        self.fails(text, r"positions\[0\]: the parameter 'factor' is used here", words=("--parameters", "factor"))
        for old, new, says in (
                ("objective:", mapped, "this object follows the moved object"),
                (OBJECTIVE, '{type: misfit, object: block, data: [0, 0, "-0.1*z"]}', "the data depend on the positions of moved nodes"),
                ("[x, 0, 0]", "[0, 0, 0]", "the displacements of all nodes are zero")):
            with self.subTest(new=new):
                self.fails(replaced(BAR, old, new), says)

    def test_nodes_on_an_axis(self):
        self.write("bar.msh", block("quad4", (2, 2), lambda r, s: (r, s)))
        text = replaced(replaced(BAR, "mesh: bar.msh", "mesh: bar.msh\n    axisymmetric: true"), "[0, 0, z / 2]", "[0.1, 0]")
        text = replaced(replaced(text, "[x, 0, 0]", "[x, 0]"), "traction: [0, 0, -3]", "traction: [0, -3]")
        text = text.replace("top", "north").replace("bottom", "south").replace("component: z", "component: y")
        self.fails(text, "lies on the axis, but its displacement in the direction of x is not zero", command="check")


if __name__ == "__main__":
    unittest.main()
