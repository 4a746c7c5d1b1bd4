# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies plasticity and viscoelasticity against closed-form solutions, restarts within a load
history, and invalid material constants."""
import math
import re
import unittest
from pathlib import Path

import h5py
import numpy as np
from scipy.optimize import brentq

from tenon_program import RANKS, Case, box, on_all_ranks, replaced

SOURCE = Path(__file__).resolve().parents[2]

METAL = dict(young=200.0, poisson=0.3, yield_stress=0.4, hardening=5.0, saturation_stress=0.6, saturation_exponent=80.0)
PULLED = """\
output: {stem: pulled, fields: [all, plastic_strain, deformation_gradient]}
objects:
  bar:
    mesh: bar.msh
    forces: [{type: elastic, material: {type: %s, %s}}]
    conditions:
      - {type: fixed, group: west, components: [x]}
      - {type: fixed, group: south, components: [y]}
      - {type: fixed, group: bottom, components: [z]}
      - {type: prescribed, group: top, values: {z: 1}, history: %s}
analysis: {type: static, steps: %d, end_time: 4, tolerance: 1e-12}
solver: {preset: direct}
"""


def words(constants):
    return ", ".join(f"{name}: {value}" for name, value in constants.items())


class Rod:
    """One-dimensional model of the same metal, integrated by implicit Euler; exact for a constant
    stress direction."""

    def __init__(self, young, yield_stress, hardening, saturation_stress, saturation_exponent, **_):
        self.young, self.plastic, self.a = young, 0.0, 0.0
        self.k = lambda a: yield_stress + hardening * a + (saturation_stress - yield_stress) * (1 - math.exp(-saturation_exponent * a))

    def stress(self, strain):
        trial = self.young * (strain - self.plastic)
        if abs(trial) <= self.k(self.a):
            return trial
        left = lambda x: abs(trial) - self.young * x - self.k(self.a + x)
        x = brentq(left, 0, abs(trial) / self.young, xtol=1e-17, rtol=1e-15)
        self.plastic += math.copysign(x, trial)
        self.a += x
        return self.young * (strain - self.plastic)


class Remembering(Case):
    def setUp(self):
        super().setUp()
        self.write("bar.msh", box(cells=(2, 2, 2)))

    def steps(self, stem):
        with h5py.File(self.folder / f"{stem}.h5") as file:
            return [(step.attrs["time"], {name: data[:] for name, data in step["bar"].items() if isinstance(data, h5py.Dataset)})
                    for _, step in sorted(file["steps"].items())]


class Plasticity(Remembering):
    def test_pulled_unloaded_reloaded_and_pressed(self):
        """Verifies stress, lateral strain and plastic strain of a bar against the one-dimensional
        model, also in steps five times as long."""
        knots = [[0, 0], [1, 0.01], [2, 0.004], [3, 0.02], [4, 0.005]]
        for count in 20, 4:
            self.write("case.yaml", PULLED % ("j2-plasticity", words(METAL), knots, count))
            self.assertRuns("run", "case.yaml")
            rod, steps = Rod(**METAL), self.steps("pulled")
            self.assertEqual(len(steps), count)
            for time, fields in steps:
                strain = float(np.interp(time, *zip(*knots)))
                stress = rod.stress(strain)
                np.testing.assert_allclose(fields["stress"][:, 8], stress, atol=1e-9 * METAL["yield_stress"])
                np.testing.assert_allclose(fields["stress"][:, :8], 0, atol=1e-9 * METAL["yield_stress"])
                np.testing.assert_allclose(fields["plastic_strain"], rod.a, atol=1e-11)
                lateral = -0.3 * stress / 200 - 0.5 * rod.plastic
                np.testing.assert_allclose(fields["strain"][:, 0], lateral, atol=1e-11)
            self.assertGreater(rod.a, 0.025)

    def test_pulled_to_half_its_length_more(self):
        """Verifies a bar stretched by up to 1.5 against the one-dimensional model in logarithmic
        strain and Kirchhoff stress."""
        knots = [[0, 0], [1, 0.3], [2, 0.29], [3, 0.5], [4, 0.3]]
        self.write("case.yaml", PULLED % ("finite-j2-plasticity", words(METAL), knots, 12))
        self.assertRuns("run", "case.yaml")
        rod = Rod(**METAL)
        for time, fields in self.steps("pulled"):
            tau = rod.stress(math.log1p(np.interp(time, *zip(*knots))))
            ratio = math.exp(0.4 * tau / 200)
            np.testing.assert_allclose(fields["stress"][:, 8], tau / ratio, atol=1e-9 * METAL["yield_stress"])
            np.testing.assert_allclose(fields["stress"][:, :8], 0, atol=1e-9 * METAL["yield_stress"])
            np.testing.assert_allclose(fields["plastic_strain"], rod.a, atol=1e-11)
            np.testing.assert_allclose(np.linalg.det(fields["deformation_gradient"].reshape(-1, 3, 3)), ratio, atol=1e-11)
        self.assertGreater(rod.a, 0.5)

    def test_a_thick_tube(self):
        """Verifies a perfectly plastic tube in plane strain: plastic front, outer displacement and
        limit pressure 2 y / sqrt(3) ln(b / a).

        References: Hill 1950; de Souza Neto, Peric and Owen 2008, section 7.5.1, whose closed-form
        solution is that of this tube within 1 %."""
        young, poisson, y, a, b = 210.0, 0.3, 0.24, 100.0, 200.0
        self.write("tube.msh", tube(a, b, 12, 4))
        case = """\
output: {stem: tube, fields: [displacement, plastic_strain]}
objects:
  bar:
    mesh: tube.msh
    forces:
      - {type: elastic, material: {type: j2-plasticity, young: 210, poisson: 0.3, yield_stress: 0.24}}
      - {type: pressure, group: inside, pressure: 1, history: [[0, 0], [1, 0.1], [2, 0.14], [3, 0.18], [4, 0.19]]}
    conditions:
      - {type: fixed, group: x, components: [y]}
      - {type: fixed, group: y, components: [x]}
analysis: {type: static, steps: 4, end_time: 4}
solver: {preset: direct}
"""
        self.write("case.yaml", case)
        self.assertRuns("run", "case.yaml")
        bound, steps = 2 * y / math.sqrt(3), self.steps("tube")
        with h5py.File(self.folder / "tube.h5") as file:
            points = file["meshes/bar/points"][:]
        outer = np.isclose(np.hypot(points[:, 0], points[:, 1]), b)
        for (_, fields), p in zip(steps, (0.1, 0.14, 0.18)):
            moved = np.hypot(*(points + np.c_[fields["displacement"], np.zeros((len(points), 3 - fields["displacement"].shape[1]))])[outer, :2].T) - b
            self.assertLess(np.ptp(moved), 1e-2 * moved.mean())
            if p < bound / 2 * (1 - a**2 / b**2):
                expected = 2 * p * b * (1 - poisson**2) / (young * (b**2 / a**2 - 1))
            else:
                c = brentq(lambda c: math.log(c / a) + (1 - c**2 / b**2) / 2 - p / bound, a, b)
                expected = bound * c**2 * (1 - poisson**2) / (young * b)
            self.assertAlmostEqual(moved.mean() / expected, 1, delta=0.001 if p < 0.15 else 0.01)  # exact for Tresca's surface
        self.write("case.yaml", replaced(case, "0.19]", "0.195]"))
        run = self.tenon("run", "case.yaml")
        self.assertEqual(run.code, 3, run)  # beyond the limit pressure there is no equilibrium
        limit = 0.18 + 0.015 * (float(re.search(r"No equilibrium was found beyond t = (\S+):", run.all)[1]) - 3)
        self.assertAlmostEqual(limit / (bound * math.log(b / a)), 1, delta=2e-3)

    def test_biaxial_strain(self):
        """Verifies NAFEMS NL1, a prescribed history of plane strain, against its von Mises target
        stresses.

        Source: NNB, Rev. 1, Non-Linear Benchmarks, 1989. Steps are of first order where the
        direction changes; the limit is extrapolated from two step sizes."""
        self.write("one.msh", box(cells=(1, 1, 1)))
        path = [(0.25, 0), (0.5, 0), (0.5, 0.25), (0.5, 0.5), (0.25, 0.5), (0, 0.5), (0, 0.25), (0, 0)]
        x, y = ([[0, 0]] + [[n, pair[d]] for n, pair in enumerate(path, 1)] for d in (0, 1))
        for hardening, within, targets in ((0, 1e-3, (5, 5, 5, 5, 5, 5, 3.917, 5)),
                                           (62.5e3, 0.011, (5, 5.862, 5.482, 6.362, 6.640, 7.322, 4.230, 5.673))):
            found = []
            for steps in 10, 20:
                self.write("case.yaml", f"""\
output: {{stem: square, fields: [von_mises], every: {steps}}}
objects:
  bar:
    mesh: one.msh
    forces: [{{type: elastic, material: {{type: j2-plasticity, young: 250e3, poisson: 0.25, yield_stress: 5, hardening: {hardening}}}}}]
    conditions:
      - {{type: fixed, group: body, components: [z]}}
      - {{type: fixed, group: west, components: [x]}}
      - {{type: fixed, group: south, components: [y]}}
      - {{type: prescribed, group: east, values: {{x: 1e-4}}, history: {x}}}
      - {{type: prescribed, group: north, values: {{y: 1e-4}}, history: {y}}}
analysis: {{type: static, steps: {8 * steps}, end_time: 8}}
solver: {{preset: direct}}
""")
                self.assertRuns("run", "case.yaml")
                stresses = [fields["von_mises"] for _, fields in self.steps("square")]
                self.assertLess(max(np.ptp(values) for values in stresses), 1e-12)
                found.append(np.array([values.mean() for values in stresses]))
            np.testing.assert_allclose(2 * found[1] - found[0], targets, rtol=within)

    def test_newton_is_of_second_order(self):
        """Verifies an order well above 1, that of an inexact tangent, in the last iterations."""
        rubber = "elastic: {type: neo-hookean, young: 200, poisson: 0.3}, terms: [[0.3, 0.1], [0.4, 1]]"
        cases = [("j2-plasticity", words(METAL), 0.03, "displacement"), ("finite-j2-plasticity", words(METAL), 0.03, "displacement"),
                 ("j2-plasticity", words(METAL), 0.03, "mean-dilatation"), ("finite-j2-plasticity", words(METAL), 0.03, "mean-dilatation"),
                 ("viscoelastic", rubber, 0.3, "displacement")]
        for material, constants, moved, formulation in cases:
            self.write("case.yaml", f"""\
output: sheared
objects:
  bar:
    mesh: bar.msh
    forces: [{{type: elastic, formulation: {formulation}, material: {{type: {material}, {constants}}}}}]
    conditions:
      - {{type: fixed, group: bottom}}
      - {{type: prescribed, group: top, values: {{x: {2 * moved}, y: {moved}, z: {moved}}}}}
solver: {{preset: direct}}
""")
            run = self.assertRuns("run", "case.yaml", "-snes_monitor")
            norms = [float(value) for value in re.findall(r"SNES Function norm (\S+)", run.all)]
            norms = [norm for norm in norms if norm > 1e-10 * max(norms)][-3:]
            order = math.log(norms[2] / norms[1]) / math.log(norms[1] / norms[0])
            self.assertGreater(order, 1.5, f"{material}, {formulation}: {norms}")

    def test_wrong_constants(self):
        for constants, sentence in (({"yield_stress": -1}, "case.yaml:5: .*'yield_stress' must be positive"),
                                    ({"poisson": 0.5}, "case.yaml:5: .*'poisson'"),
                                    ({"saturation_stress": 0.3}, r"at least 'yield_stress' \(0.4\), but is 0.3"),
                                    ({"saturation_exponent": 0}, "must be given together"),
                                    ({"hardening": -1}, "'hardening' must not be negative")):
            self.write("case.yaml", PULLED % ("j2-plasticity", words({**METAL, **constants}), [[0, 0], [1, 1]], 1))
            run = self.tenon("run", "case.yaml")
            self.assertEqual(run.code, 2, run)
            self.assertEqual(len(run.errors()), 1, run)
            self.assertRegex(run.errors()[0], sentence)

    def test_a_path_by_arc_length(self):
        """Verifies that arc-length steps commit the same internal variables as load steps; the
        final state is exact for any step size."""
        ends = []
        for analysis in "{type: static, steps: 3, tolerance: 1e-12}", "{type: arc-length, step: 0.3, end_time: 1, tolerance: 1e-12}":
            self.write("case.yaml", f"""\
output: {{stem: path, every: 1, fields: [displacement, plastic_strain]}}
objects:
  bar:
    mesh: bar.msh
    forces:
      - {{type: elastic, material: {{type: finite-j2-plasticity, {words(METAL)}}}}}
      - {{type: traction, group: top, traction: [0, 0, 0.55], history: [[0, 0], [1, 1]]}}
    conditions:
      - {{type: fixed, group: west, components: [x]}}
      - {{type: fixed, group: south, components: [y]}}
      - {{type: fixed, group: bottom, components: [z]}}
analysis: {analysis}
solver: {{preset: direct}}
""")
            self.assertRuns("run", "case.yaml")
            ends.append(self.steps("path")[-1][1])
        self.assertGreater(ends[0]["plastic_strain"].min(), 5e-3)
        for name, values in ends[0].items():
            np.testing.assert_allclose(ends[1][name], values, atol=1e-8 * abs(values).max())

    def test_a_bar_necks(self):
        """Verifies the maximum load by Considere's condition k'(a) = k(a) of the thinnest section,
        and the localisation in one neck."""
        text = (SOURCE / "apps/cases/necking.yaml").read_text().replace("../../meshes/necking", str(SOURCE / "meshes/necking_coarse"))
        self.write("case.yaml", text)
        self.assertRuns("run", "case.yaml", "-o", "necking")
        with h5py.File(self.folder / "necking.h5") as file:
            points = file["meshes/bar/points"][:]
        steps = self.steps("necking")
        end, rim = np.isclose(points[:, 2], 26.667), np.hypot(points[:, 0], points[:, 1])
        loads = np.array([4 * fields["reaction"][end, 2].sum() for _, fields in steps])
        k = lambda a: 0.45 + 0.12924 * a + 0.265 * (1 - math.exp(-16.93 * a))
        area = math.pi * (0.982 * 6.413)**2
        considere = max(area * k(a) * math.exp(-a) for a in np.linspace(0, 0.3, 301))
        self.assertAlmostEqual(loads.max() / considere, 1, delta=0.03)
        self.assertLess(loads[-1], 0.7 * loads.max())
        moved = np.hypot(*(points + steps[-1][1]["displacement"]).T[:2])
        at = lambda z: rim.max() * (0.982 + 0.018 * z / 26.667)
        neck = np.isclose(points[:, 2], 0) & np.isclose(rim, at(0))
        shoulder = end & np.isclose(rim, at(26.667))
        self.assertLess(moved[neck].max() / 6.413, 0.55)
        self.assertGreater(moved[shoulder].min() / 6.413, 0.9)
        self.assertLess(np.ptp(moved[neck]), 0.02 * 6.413)
        self.assertLess(abs(steps[-1][1]["reaction"][:, 2].sum()), 1e-6 * loads[-1])

    @on_all_ranks("checkpoints")
    def test_goes_on_from_a_checkpoint(self):
        """Verifies the restart of plastic strains, ghost cells included, on the same and other
        numbers of ranks; foreign checkpoints are rejected."""
        case = """\
output: {stem: bent, checkpoint: 5, fields: [displacement, plastic_strain]}
objects:
  bar:
    mesh: bar.msh
    initial: {velocity: [0, 0, 0.5]}
    groups: {lower: {box: {z: [0, 0.5]}}, upper: {box: {z: [0.5, 1]}}}
    forces:
      - {type: elastic, group: lower, material: {type: %s, %s}}
      - {type: elastic, group: upper, material: {type: finite-j2-plasticity, young: 150, poisson: 0.3, yield_stress: 0.4}}
    masses: [{type: consistent, density: 100}]
    conditions: [{type: fixed, group: west}]
analysis: {type: transient, step: 0.05, end_time: 0.4}
solver: {preset: direct}
"""
        self.write("bar.msh", box(size=(3, 1, 1), cells=(5, 2, 2)))
        rubber = "elastic: {type: isochoric-neo-hookean, young: 200, poisson: 0.3}, terms: [[0.3, 0.05], [0.4, 1]]"
        for material, constants in (("j2-plasticity", words(METAL)), ("finite-j2-plasticity", words(METAL)), ("viscoelastic", rubber)):
            self.write("case.yaml", case % (material, constants))
            self.assertRuns("run", "case.yaml")
            if "plasticity" in material:
                self.assertGreater(max(fields["plastic_strain"].max() for _, fields in self.steps("bent")), 1e-3)
            kept = (self.folder / "bent.checkpoint.h5").read_bytes()
            _, whole = self.steps("bent")[-1]
            for ranks in {1: (1, 3), 2: (2, 1), 3: (4,), 4: (2,)}[RANKS]:
                (self.folder / "bent.checkpoint.h5").write_bytes(kept)
                run = self.assertRuns("run", "case.yaml", "--restart", ranks=ranks)
                self.assertRegex(run.all, "step 5, t = 0.25")
                _, again = self.steps("bent")[-1]
                for name, values in whole.items():
                    np.testing.assert_allclose(again[name], values, rtol=0, atol=1e-10 * abs(values).max(), err_msg=name)
        (self.folder / "bent.checkpoint.h5").write_bytes(kept)
        self.write("case.yaml", case % ("neo-hookean", "young: 1, poisson: 0.3"))
        self.assertFails(self.tenon("run", "case.yaml", "--restart"), 2,
                         "does not match this case: the internal variables of the checkpoint belong to 'elastic on bar/lower', "
                         "but those of the case belong to 'elastic on bar/upper'")
        self.write("case.yaml", replaced(replaced(case % ("j2-plasticity", words(METAL)), "upper: {box: {z: [0.5, 1]}}", "upper: {box: {x: [0, 3]}}"),
                                         "lower: {box: {z: [0, 0.5]}}", "lower: {box: {x: [0, 1.2]}}"))
        self.assertFails(self.tenon("run", "case.yaml", "--restart"), 2, r"'elastic on bar/lower' has 10 x 144 internal variables in the checkpoint, but 8 x 56 in the case")


SHEARED = """\
output: {stem: sheared, fields: [stress]}
objects:
  bar:
    mesh: bar.msh
    forces: [{type: elastic, material: {type: viscoelastic, elastic: {type: isochoric-neo-hookean, young: 260, poisson: 0.3}, terms: %s}}]
    conditions: [{type: prescribed, group: body, field: ["z * (%s)", 0, 0]}]
analysis: {type: static, steps: %d, end_time: %g}
solver: {preset: direct}
"""


class Viscoelasticity(Remembering):
    """Verifies viscoelastic simple shear with the instantaneous response sigma_xz = mu gamma, mu =
    100."""
    terms = ((0.3, 0.2), (0.5, 1.5))

    def stresses(self, motion, steps, end, terms=terms):
        self.write("bar.msh", box(cells=(1, 1, 1)))
        self.write("case.yaml", SHEARED % ([list(term) for term in terms], motion, steps, end))
        self.assertRuns("run", "case.yaml")
        steps = self.steps("sheared")
        return np.array([time for time, _ in steps]), np.array([fields["stress"][:, 2].mean() for _, fields in steps])

    def test_relaxes(self):
        """Verifies relaxation after a shear of 0.5, linear in time in the first step: exact in
        every step."""
        times, stresses = self.stresses("0.5 * min(t / 0.1, 1)", 20, 2)
        left = 0.2
        for g, tau in self.terms:
            left = left + g * (1 - math.exp(-0.1 / tau)) / (0.1 / tau) * np.exp(-(times - 0.1) / tau)
        np.testing.assert_allclose(stresses, 50 * left, rtol=1e-9)

    def test_storage_and_loss(self):
        """Verifies small vibrations: G' = G (1 - sum g + sum g x^2 / (1 + x^2)), G'' = G sum g x /
        (1 + x^2), x = omega tau."""
        omega, periods, per = 2.0, 4, 40
        times, stresses = self.stresses(f"1e-4 * sin({omega} * t)", periods * per, periods * 2 * math.pi / omega, ((0.5, 0.6),))
        x = omega * 0.6
        phase, last = omega * times[-per:], stresses[-per:] / 1e-4
        self.assertAlmostEqual(2 / per * np.sum(last * np.sin(phase)) / (100 * (0.5 + 0.5 * x**2 / (1 + x**2))), 1, delta=2e-3)
        self.assertAlmostEqual(2 / per * np.sum(last * np.cos(phase)) / (100 * 0.5 * x / (1 + x**2)), 1, delta=5e-3)

    def test_time_that_is_a_factor_of_the_loads(self):
        text = SHEARED % ("[[0.5, 1]]", "0.1 * t", 2, 1)
        self.write("bar.msh", box(cells=(1, 1, 1)))
        self.assertFails(self.write_and_run(text.replace("{type: static, steps: 2, end_time: 1}", "{type: arc-length}")), 2,
                         "elastic on bar relaxes in time, but the time of an arc-length analysis is a load factor")

    def test_wrong_terms(self):
        for terms, elastic, sentence in (("[[0.5, 1], [0.6, 1]]", "neo-hookean", "the sum of all g must be less than 1"),
                                         ("[[0.5, 0]]", "neo-hookean", "tau must be positive, but is 0"),
                                         ("[[-1, 1]]", "neo-hookean", "g must be positive, but is -1"),
                                         ("[[1, 2, 3]]", "neo-hookean", r"\[g, tau\], but the length of the list is 3"),
                                         ("[]", "neo-hookean", "empty"),
                                         ("[[0.5, 1]]", "linear-elastic", "`viscoelastic` needs a finite-strain material")):
            text = replaced(SHEARED % (terms, "0", 1, 1), "isochoric-neo-hookean", elastic)
            self.assertFails(self.write_and_run(text), 2, sentence)

    def write_and_run(self, text):
        self.write("case.yaml", text)
        return self.tenon("run", "case.yaml")


def tube(a, b, along, around):
    """Returns a quarter of a ring of tri6, which do not lock in plastic flow (Nagtegaal, Parks and
    Rice 1974).

    Groups: body, inside, x and y (the cut faces, on the axes of these names)."""
    nodes, tags, elements = {}, {}, []

    def tag(i, j):  # half cells
        if (i, j) not in tags:
            tags[i, j] = len(tags) + 1
            r, angle = a + (b - a) * i / (2 * along), math.pi / 2 * j / (2 * around)
            nodes[tags[i, j]] = (r * math.cos(angle), r * math.sin(angle), 0.0)
        return tags[i, j]

    halves = ((0, 0), (2, 0), (2, 2), (1, 0), (2, 1), (1, 1)), ((0, 0), (2, 2), (0, 2), (1, 1), (1, 2), (0, 1))
    for i in range(0, 2 * along, 2):
        for j in range(0, 2 * around, 2):
            elements += [(9, "body", [tag(i + k, j + l) for k, l in half]) for half in halves]
    for j in range(0, 2 * around, 2):
        elements.append((8, "inside", [tag(0, j), tag(0, j + 2), tag(0, j + 1)]))
    for name, j in (("x", 0), ("y", 2 * around)):
        for i in range(0, 2 * along, 2):
            elements.append((8, name, [tag(i, j), tag(i + 2, j), tag(i + 1, j)]))
    names = {"body": 2, "inside": 1, "x": 1, "y": 1}
    numbers = {name: number for number, name in enumerate(names, 1)}
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$PhysicalNames", str(len(names))]
    lines += [f'{dimension} {numbers[name]} "{name}"' for name, dimension in names.items()]
    lines += ["$EndPhysicalNames", "$Nodes", str(len(nodes))] + [f"{tag} {x} {y} {z}" for tag, (x, y, z) in nodes.items()]
    lines += ["$EndNodes", "$Elements", str(len(elements))]
    lines += [f"{number} {kind} 2 {numbers[name]} {numbers[name]} {' '.join(map(str, on))}"
              for number, (kind, name, on) in enumerate(elements, 1)]
    return "\n".join(lines + ["$EndElements", ""])


if __name__ == "__main__":
    unittest.main()
