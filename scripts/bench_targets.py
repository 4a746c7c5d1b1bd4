# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Performance targets of docs/reference/performance.md.

Each target defines how tenon-bench measures it and its limit for each instruction-set level.
"""
LEVELS = ("x86-64-v4", "x86-64-v3")


class Target:
    """A performance figure with a limit.

    name       name in the table
    commands   list of commands: arguments of tenon-bench, or of `tenon solve-report`
    figure     function that maps the output lines of all commands to a number
    limit      number, or a dict from level to number
    at_least   True: the limit is a lower bound; False: it is an upper bound
    is_long    True if the commands take minutes and run once
    """

    def __init__(self, name, commands, figure, limit, at_least=False, is_long=False):
        self.name, self.commands, self.figure, self.limit, self.at_least = name, commands, figure, limit, at_least
        self.is_long = is_long

    def rounds(self, number):
        """Returns how often the commands run if short commands run `number` times."""
        return 1 if self.is_long else number

    def limit_of(self, level):
        return self.limit[level] if isinstance(self.limit, dict) else self.limit

    def is_reached(self, value, level):
        return value >= self.limit_of(level) if self.at_least else value <= self.limit_of(level)

    def describe_limit(self):
        limits = [f"{self.limit_of(level):g}" for level in LEVELS]
        return ("≥ " if self.at_least else "≤ ") + (limits[0] if limits[0] == limits[1] else " / ".join(limits))


def assembly(elem, n, *more):
    return ["assembly", "--elem", elem, "--n", n, "--reps", 5, *more]


def products(elem, order, n):
    return [["matrixfree", "--elem", elem, "--order", order, "--n", n, "--reps", 5]]


def material(elem, n):
    return [["material", "--material", "neo-hookean", "--elem", elem, "--n", n, "--reps", 7]]


def spheres(bodies):
    return [["contact", "--problem", "spheres", "--bodies", bodies, "--steps", 40, "--solver", "gauss-seidel"]]


def tangent_ratio(lines):
    return lines[0]["tangent_ms"] / lines[0]["linear_tangent_ms"]


def sweep_ratio(lines):
    return lines[0]["sweep_ms"] / lines[0]["products_ms"]


def ratio(lines):
    return lines[0]["ratio"]


def seconds_ratio(lines):
    """Returns the ratio of set-up plus solve time: second preset over first preset."""
    first, second = (line["setup_seconds"] + line["solve_seconds"] for line in lines[0]["presets"])
    return second / first


def other_over_first(lines):
    return lines[1]["repeat_cpu_ms"] / lines[0]["repeat_cpu_ms"] if "repeat_cpu_ms" in lines[1] else lines[1]["repeat_ms"] / lines[0]["repeat_ms"]


def assembly_targets(has_dolfinx):
    """Returns the targets of assembly relative to DOLFINx, if installed, and
    MatSetValuesBlocked."""
    found = []
    for elem, name, n, peer, blocked in (("tet", "tets", 50, 20, 12), ("hex", "hexes", 60, 12, 8)):
        ours = assembly(elem, n)
        if has_dolfinx:
            found.append(Target(f"repeated assembly of {name}, times as fast as DOLFINx",
                                [ours, ["DOLFINx", "--elem", elem, "--n", n, "--reps", 5]], other_over_first, peer, at_least=True))
        found.append(Target(f"repeated assembly of {name}, times as fast as MatSetValuesBlocked",
                            [ours, assembly(elem, n, "--insertion", "blocked")], other_over_first, blocked, at_least=True))
    return found


def targets(has_dolfinx):
    orders = ["orders", "--elem", "hex", "--n", 30, "--matrix-free"]
    tets = [["orders", "--elem", "tet", "--n", n] for n in (10, 27)]
    bracket = ["solve-report", "apps/cases/bracket.yaml", "--presets", "schur,primal-p-amg"]
    return [
        *assembly_targets(has_dolfinx),
        Target("matrix-free product, hexes of order 2, times as fast as AIJ", products("hex", 2, 20), ratio, 5, at_least=True),
        Target("matrix-free product, hexes of order 1, times as fast as AIJ", products("hex", 1, 50), ratio, 1.3, at_least=True),
        Target("matrix-free product, tets of order 2, times as fast as AIJ", products("tet", 2, 20), ratio, 1.5, at_least=True),
        Target("explicit matrix-free step, hexes of order 1, ns per degree of freedom",
               [["transient", "--elem", "hex", "--n", 40, "--stepper", "central-difference", "--system", "matrix-free", "--steps", 12]],
               lambda lines: lines[0]["ns_per_dof"], {"x86-64-v4": 60, "x86-64-v3": 90}),
        Target("Gauss-Seidel sweep relative to its two products, 1,000 spheres", spheres(1000), sweep_ratio, 1.5),
        Target("Gauss-Seidel sweep relative to its two products, 30,000 spheres", spheres(30000), sweep_ratio, 2.0),
        Target("neo-Hookean tangent relative to that of linear elasticity, tets", material("tet", 24), tangent_ratio, 1.2),
        Target("neo-Hookean tangent relative to that of linear elasticity, hexes", material("hex", 24), tangent_ratio, 2.2),
        Target("matrix-free hex27, 680,943 degrees of freedom: iterations of CG with p-multigrid", [orders], lambda lines: lines[0]["its"], 25,
               is_long=True),
        Target("matrix-free hex27, CG with p-multigrid: time relative to that of the stored matrix with GAMG", [orders], ratio, 0.35, is_long=True),
        Target("tet10, 27,783 to 499,125 degrees of freedom: increase of the iterations", tets, lambda lines: lines[1]["its"] - lines[0]["its"], 4,
               is_long=True),
        Target("bracket of the demo: iterations of `primal-p-amg`", [bracket], lambda lines: lines[0]["presets"][1]["iterations"], 40),
        Target("bracket of the demo: time of set-up and solve relative to that of `schur`", [bracket], seconds_ratio, 0.4)]


def measure(target, run):
    """Returns the figure, or None if a command fails. run(command) returns its output line."""
    lines = [run(tuple(command)) for command in target.commands]
    return target.figure(lines) if all(lines) else None


def describe_targets(results, columns):
    """Returns Markdown lines. results: (target, [value of each column]); columns: (title,
    level)."""
    lines = ["| target | required | " + " | ".join(title for title, _ in columns) + " |", "|---|---|" + "---|" * len(columns)]
    for target, values in results:
        cells = ["failed to run" if value is None else f"{value:.3g} {'pass' if target.is_reached(value, level) else '**fail**'}"
                 for value, (_, level) in zip(values, columns)]
        lines.append(f"| {target.name} | {target.describe_limit()} | " + " | ".join(cells) + " |")
    return lines
