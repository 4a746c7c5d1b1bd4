# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Helpers that run buckling and arc-length analyses and check factors computed on several
meshes."""
import json
import re

from tenon_program import Case


class Factors(Case):
    def factors(self, text, **options):
        self.write("case.yaml", text)
        self.assertRuns("run", "case.yaml", "--output", "none", "--summary", "summary.json", **options)
        return [mode["load_factor"] for mode in json.loads((self.folder / "summary.json").read_text())["modes"]]

    def bifurcations(self, text, analysis):
        """Returns the times at which the equilibrium path has a singular tangent."""
        self.write("case.yaml", re.sub("analysis: .*", f"analysis: {{type: arc-length, {analysis}}}", text))
        run = self.assertRuns("run", "case.yaml", "--output", "none")
        return [float(time) for time in re.findall(r"bifurcation at t = ([-.\de]+)", run.out)]

    def assertConverges(self, values, exact, last):
        """Asserts that values on successive meshes approach the closed-form solution, with a
        relative error below `last` at the end."""
        errors = [abs(value / exact - 1) for value in values]
        self.assertLess(errors[-1], last, (values, exact))
        for coarse, fine in zip(errors, errors[1:]):
            self.assertLess(fine, max(0.5 * coarse, 0.2 * last), (values, exact))

    def assertConvergesByOrderTwo(self, values, exact, last):
        """Asserts second-order convergence on meshes of half the element size: after Richardson's
        extrapolation the relative error is below `last`."""
        self.assertConverges(values, exact, abs(values[-1] / exact - 1) + last)
        extrapolated = (4 * values[-1] - values[-2]) / 3
        self.assertLess(abs(extrapolated / exact - 1), last, (values, extrapolated, exact))


def root(function, low, high):
    """Returns the root between two arguments at which the function has different signs."""
    sign = function(low)
    for _ in range(100):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if function(middle) * sign > 0 else (low, middle)
    return 0.5 * (low + high)
