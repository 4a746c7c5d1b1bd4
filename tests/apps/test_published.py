# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies cases of code_aster's validation manual against its reference values
(REFERENCE='ANALYTIQUE'); listed in docs/benchmarks/statics.md."""
import unittest

import h5py
import numpy as np

from tenon_program import Case, box, replaced, sheet

AXES = {"radial": 0, "axial": 4, "hoop": 8}


class Published(Case):
    def solve(self, name, case):
        self.write("case.yaml", case)
        self.assertRuns("run", "case.yaml")
        with h5py.File(self.folder / "case.h5") as file:
            points = file[f"meshes/{name}/points"][:]
            step = file["steps"][sorted(file["steps"])[-1]][name]
            return points, {field: data[:] for field, data in step.items() if isinstance(data, h5py.Dataset)}


class HollowCylinder(Published):
    """Hollow cylinder with radii of 0.1 and 0.2 m, E = 2e5 MPa, an internal pressure of 60 MPa, and
    its ends fixed along the axis."""

    CASE = """\
objects:
  tube:
    mesh: tube.msh
    axisymmetric: true
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 2e5, poisson: 0.3}}
      - {type: pressure, group: west, pressure: 60}
    conditions: [{type: fixed, group: south, components: [y]}, {type: fixed, group: north, components: [y]}]
solver: {preset: direct}
"""

    def setUp(self):
        super().setUp()
        self.write("tube.msh", sheet(lambda s, t: (0.1 + 0.1 * s, 0.02 * t), (12, 1), "quad9"))

    def check(self, case, u, stresses, tolerance):
        x, fields = self.solve("tube", case)
        for r, moved, expected in zip((0.1, 0.2), u, stresses):
            at = np.isclose(x[:, 0], r)
            np.testing.assert_allclose(fields["displacement"][at, 0], moved, rtol=1e-3)
            for axis, value in expected.items():
                np.testing.assert_allclose(fields["stress"][at, AXES[axis]], value, rtol=tolerance, atol=0.3, err_msg=f"{axis} at r = {r}")
        return x, fields

    def test_sslv100(self):
        """Verifies V3.04.100, a hollow cylinder in plane strain."""
        self.check(self.CASE, (5.72e-5, 3.64e-5), ({"radial": -60, "hoop": 100, "axial": 12}, {"radial": 0, "hoop": 40, "axial": 12}), 5e-3)

    def test_sslv130(self):
        """Verifies V3.04.130, modelling D, nu = 0.4999, by mean dilatation and by a pressure
        field."""
        stiff = replaced(self.CASE, "poisson: 0.3", "poisson: 0.4999")
        mean = replaced(stiff, "type: elastic,", "type: elastic, formulation: mean-dilatation,")
        mixed = replaced(self.CASE, "{type: linear-elastic, young: 2e5, poisson: 0.3}", "{type: shear-elastic, young: 2e5, poisson: 0.4999}")
        mixed = replaced(mixed, "solver:", "constraints: [{type: incompressible, object: tube, young: 2e5, poisson: 0.4999}]\nsolver:")
        for case in mean, mixed:
            x, fields = self.check(case, (6e-5, 3e-5), ({"radial": -60, "axial": 20, "hoop": 100}, {"radial": 0, "axial": 20, "hoop": 40}), 5e-3)
            np.testing.assert_allclose(fields["von_mises"][np.isclose(x[:, 0], 0.1)], 138.5641, rtol=1e-2)

    def test_ssnv112(self):
        """Verifies V6.04.112, modelling D, at large strain with an inner displacement of 6e-5 m;
        the digits include second-order stresses."""
        case = replaced(self.CASE, "{type: elastic, material: {type: linear-elastic, young: 2e5, poisson: 0.3}}",
                        "{type: elastic, formulation: mean-dilatation, material: {type: finite-j2-plasticity, young: 2e5, poisson: 0.4999, yield_stress: 1e10, hardening: 0}}")
        case = replaced(case, "      - {type: pressure, group: west, pressure: 60}\n", "")
        case = replaced(case, "conditions: [", "conditions: [{type: prescribed, group: west, values: {x: 6e-5}}, ")
        x, fields = self.check(case, (6e-5, 3e-5), ({"radial": -59.9955, "axial": 19.9326, "hoop": 99.9566},
                                                    {"radial": 0, "axial": 20.0, "hoop": 40.006}), 5e-3)
        np.testing.assert_allclose(fields["von_mises"][np.isclose(x[:, 0], 0.1)], 138.5226, rtol=5e-3)


class Hyperelastic(Published):
    def test_ssnv122(self):
        """Verifies V6.04.122, a cube of 1000 mm rotated by 90 degrees, then pulled by a follower
        pressure: u(1000, 1000), Cauchy stresses, reactions.

        The material is Saint Venant-Kirchhoff. The edge that is free to contract is constrained
        where the reference constrains it, without an effect."""
        self.write("cube.msh", box(size=(1000, 1000, 1000), cells=(1, 1, 1)))
        angle, width = "(t < 1 ? t : 1) * pi / 2", "(t < 1 ? 1 : 1 + (t - 1) * (sqrt(0.91) - 1))"
        x, fields = self.solve("cube", f"""\
objects:
  cube:
    mesh: cube.msh
    forces:
      - {{type: elastic, material: {{type: saint-venant-kirchhoff, young: 2e5, poisson: 0.3}}}}
      - {{type: follower-pressure, group: east, pressure: -26610.31, history: [[0, 0], [1, 0], [2, 1]]}}
    conditions:
      - {{type: prescribed, group: west, field: ["-{width} * sin({angle}) * y", "({width} * cos({angle}) - 1) * y", 0]}}
      - {{type: fixed, group: bottom, components: [z]}}
      - {{type: fixed, group: top, components: [z]}}
analysis: {{type: static, steps: 20, end_time: 2, tolerance: 1e-10}}
solver: {{preset: direct}}
""")
        at = lambda *corner: np.flatnonzero(np.all(x == corner, axis=1))[0]
        np.testing.assert_allclose(fields["displacement"][at(1000, 1000, 0)], [-1953.94, 100, 0], rtol=1e-5, atol=1e-9)
        np.testing.assert_allclose(fields["stress"][:, [0, 4, 8, 1, 5, 2]], [[0, 26610.31, 6597.6, 0, 0, 0]] * 8, rtol=1e-5, atol=1)
        np.testing.assert_allclose(fields["reaction"][at(0, 0, 0)], [0, -6.3462e9, -1.7307e9], rtol=1e-4, atol=1e6)
        self.assertLess(np.abs(fields["reaction"][at(0, 1000, 0), 0]), 1e6)

    def test_ssnv187(self):
        """Verifies V6.04.187, a square in plane strain under a dead pressure of 0.876,
        Mooney-Rivlin at nu = 0.499.

        The reference is exactly incompressible; code_aster is within 0.2 % of it."""
        self.write("square.msh", sheet(lambda s, t: (s, t), (2, 2), "quad4"))
        for c10, c01, w in (0.709, 2.3456, -3.40091e-2), (0.0, 1.2345, -7.8175e-2):
            x, fields = self.solve("square", f"""\
objects:
  square:
    mesh: square.msh
    forces:
      - {{type: elastic, formulation: mean-dilatation, material: {{type: mooney-rivlin, c10: {c10}, c01: {c01}, bulk: {6 * (c10 + c01) / 3 / 0.002}}}}}
      - {{type: traction, group: north, traction: [0, -0.876], history: [[0, 0], [1, 1]]}}
    conditions: [{{type: fixed, group: south, components: [y]}}, {{type: fixed, group: west, components: [x]}}]
analysis: {{type: static, steps: 4}}
solver: {{preset: direct}}
""")
            np.testing.assert_allclose(fields["displacement"][x[:, 1] == 1, 1], w, rtol=2e-3)


if __name__ == "__main__":
    unittest.main()
